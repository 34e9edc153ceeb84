"""The page of a phase: what happened, where, what may be chosen, and by which clauses; as HTML and text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from ...core.clauses import clause
from ...core.errors import Refused
from ...core.messages import say
from ...core.rulings import Step
from ...nine_years.atlas import overlays
from ...nine_years.atlas.picture import OF_PAGE, both_themes
from ...nine_years.atlas.sheet import Mark
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Phase
from ...nine_years.components.sides import Side
from ...nine_years.engine.engine import Roll
from ...nine_years.games.last_action import last_action
from ...nine_years.rules.sequence import PHASES
from ...play.phase_walk import Part, Told
from ...play.session import Session
from ...play.table_seat import TableSeat
from ...play.timeline import CLAUSES
from ...umpire.reports.map import box_around, cropped
from ..parts.theme import PROGRAMMERS, scoped

MOST_OPEN = 14
"""With more choices than this, the parts of a phase are folded, each under what mattered in it."""
MOST_IN_TEXT = 4
"""So many options of a kind stand in the plain text."""
MAP_WIDTH = 460
MOST_ACROSS = 6000
"""A part of the map wider than this, in units of the sheet, is too small to read: the whole is not shown."""
MATTERS = ("battle.won", "siege.result", "holding.taken", "holding.besieged", "kww.moved", "events.played")
"""Steps that are told of a part while it is folded."""
DEEDS = frozenset(
    {"fleet", "support", "raise", "restore", "line", "place", "strengthen", "event"}
    | {"play", "campaign", "sail", "deploy", "transfer", "replace", "rally"}
)
"""Verbs of the choices that are named with a part while it is folded."""
FEW = 4
"""So many options stand open."""
When = tuple[int, Phase]
Data = Mapping[str, Any]


@dataclass(frozen=True, repr=False)
class PhaseCell:
    """What a cell shows of a war, as it was then.

    Attributes:
        html: the page of it, which needs no kernel.
        text: the same as plain text.
    """

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def page_of(
    war: Session,
    when: When,
    told: Sequence[Part] | Sequence[Told],
    *,
    over: bool = False,
    name: str = "war",
    with_map: bool = True,
    problem: Refused | None = None,
) -> PhaseCell:
    """The page of what happened in a war, and of what may be chosen now, as far as its viewer may know.

    Args:
        war: the war, where it is now.
        when: the year and the phase that the page is about.
        told: what happened: the parts of a phase, or choices.
        over: whether that phase is over.
        name: the variable that holds the war.
        with_map: whether there is a map of where it happened.
        problem: what was wanted and is not allowed.
    """
    parts = [one if isinstance(one, Part) else Part(None, None, (one,)) for one in told]
    state = TableSeat(war).state()
    cited = dict.fromkeys([CLAUSES[when[1]], *_clauses(parts), *_asked(state, problem)])
    return PhaseCell(
        _html(war, when, parts, state, over, name, with_map, problem, [*cited]),
        "\n".join(_text(when, parts, state, over, name, problem)),
    )


def _clauses(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        for one in part.told:
            yield from (step.clause_id for step in one.steps)


def _asked(state: Data, problem: Refused | None) -> Iterator[str]:
    yield from (one.clause_id for one in (problem.violations if problem else ()))
    if state["question"]["clause"]:
        yield state["question"]["clause"]
    yield from (why["clause"] for one in state["refused"] for why in one["why"])


# ---- as HTML


@cache
def style() -> str:
    """The style of a page, by day and by candlelight; each page brings it along."""
    rules = scoped("ninevears-phase", "phase_cell")
    rules = rules.replace(".ninevears-phase ", ".ninevears-phase.ninevears-phase ")  # before a notebook's own
    return f"<style>{rules}</style>"


def _html(
    war: Session,
    when: When,
    parts: Sequence[Part],
    state: Data,
    over: bool,
    name: str,
    with_map: bool,
    problem: Refused | None,
    cited: Sequence[str],
) -> str:
    label = escape(say("phasecell.label", year=when[0], phase=say(f"map.phase-{when[1]}")), quote=True)
    folded = sum(len(part.told) for part in parts) > MOST_OPEN
    happened = "".join(_part_html(part, folded) for part in _joined(parts))
    if not happened and problem is None:
        happened = f"<p class='quiet'>{_words('phasecell.nothing')}</p>"
    refusal = _refusal_html(problem) if problem is not None else ""
    picture = _map_html(war, parts) if with_map else ""
    tale = f"<div class='tale'>{_title('phasecell.happened')}{refusal}{happened}</div>"
    inner = [_strip_html(when, state), f"<div class='cols'>{tale}{picture}</div>"]
    inner += [_ask_html(state, name, over), _why_html(when, cited)]
    return (
        f"{style()}<section class='ninevears-phase' role='region' aria-label='{label}'>"
        f"{''.join(inner)}</section>"
    )


def _words(id: str, **values: Any) -> str:
    return escape(say(id, **values))


def _title(id: str, **values: Any) -> str:
    return f"<h4>{_words(id, **values)}</h4>"


def _strip_html(when: When, state: Data) -> str:
    now = PHASES.index(when[1])
    track = "".join(
        f"<li class='{'done' if place < now else 'now' if place == now else 'ahead'}'></li>"
        for place in range(len(PHASES))
    )
    points = _words("phasecell.points", points=state["strip"]["points"])
    return (
        f"<header><b class='year'>{when[0]}</b><h3>{_words(f'map.phase-{when[1]}')}</h3>"
        f"<ol class='track' aria-hidden='true'>{track}</ol><p class='points'><b>{points}</b> "
        f"<span>{_words('wartable.ifNow')} {escape(state['strip']['now'])}</span></p></header>"
    )


def _joined(parts: Sequence[Part]) -> Iterator[Part]:
    """Parts that follow one another under one name as one."""
    held: Part | None = None
    for part in parts:
        if held is not None and str(held.says) == str(part.says):
            held = Part(held.says, None, held.told + part.told)
            continue
        if held is not None:
            yield held
        held = part
    if held is not None:
        yield held


def _part_html(part: Part, folded: bool) -> str:
    listed = "".join(_told_html(one) for one in part.told)
    body = f"<ol class='told'>{listed}</ol>"
    if part.says is None:
        return body
    name = escape(str(part.says))
    if not folded:
        return f"<h5>{name}</h5>{body}"
    matters = _matters((part,))
    digest = "".join(f"<li>{_step_html(step)}</li>" for step in matters)
    shield = _shield(part.side) if part.side is not None else ""
    deeds = [str(one.says) for one in part.told if one.text.partition(" ")[0] in DEEDS]
    done = escape(" ".join(deeds))
    return (
        f"<details class='part'><summary>{shield}<b>{name}</b> <span>{done}</span></summary>{body}</details>"
        + (f"<ul class='digest'>{digest}</ul>" if digest else "")
    )


def _matters(parts: Iterable[Part]) -> list[Step]:
    return [step for part in parts for one in part.told for step in one.steps if step.says.id in MATTERS]


def _written(order: str) -> str:
    """An order as it is written, for those who write orders."""
    return f"<code class='{PROGRAMMERS}'>{escape(order)}</code>"


def _told_html(one: Told) -> str:
    did = ""
    if one.says is not None and one.side is not None:
        order = f" {_written(one.text)}" if one.text else ""
        did = f"<p class='did'>{_shield(one.side)}<b>{escape(str(one.says))}</b>{order}</p>"
    then = " ".join(map(_step_html, one.steps))
    return f"<li>{did}{_dice_html(one.rolls)}{f'<p>{then}</p>' if then else ''}</li>"


def _shield(side: Side) -> str:
    name = _words(f"wartable.side-{side}")
    return f"<i class='shield {side.casefold()}' role='img' aria-label='{name}' title='{name}'></i>"


def _step_html(step: Step) -> str:
    return f"{escape(str(step.says))}{_mark(step.clause_id)}"


def _mark(clause_id: str) -> str:
    """The number of a clause as a superscript that tells its text where a pointer rests on it."""
    found = clause(clause_id)
    tip = escape(f"{found.title}. {found.says}", quote=True)
    return f"<sup title='{tip}'>{escape(found.number)}</sup>"


def _dice_html(rolls: Sequence[Roll]) -> str:
    dice = "".join(f"<span class='die'><b>{roll.face}</b> {escape(str(roll.says))}</span>" for roll in rolls)
    return f"<p class='dice'>{dice}</p>" if dice else ""


def _refusal_html(problem: Refused) -> str:
    why = "".join(
        f"<li>{escape(str(one.says))}{_mark(one.clause_id)}{_fix(one.tried)}</li>"
        for one in problem.violations
    )
    return (
        f"<div class='refusal' role='alert'><b><span aria-hidden='true'>✗</span> "
        f"{_words('phasecell.refused')}</b><ul>{why or escape(str(problem))}</ul></div>"
    )


def _fix(remedy: object) -> str:
    return f" <span class='fix'>{_words('wartable.fix')} {escape(str(remedy))}</span>" if remedy else ""


# ---- what may be chosen


def _ask_html(state: Data, name: str, over: bool) -> str:
    asked = state["question"]
    ended = f"<p class='ended'>{_words('phasecell.over')}</p>" if over else ""
    clause_mark = _mark(asked["clause"]) if asked["clause"] else ""
    side = str(asked["side"] or "").casefold()
    place = _words(
        "map.phase-now", year=state["strip"]["year"], phase=say(f"map.phase-{state['strip']['phase']}")
    )
    question = (
        f"<p class='who'>{escape(asked['who'])} · {place}</p><h4>{escape(asked['asks'])}{clause_mark}</h4>"
    )
    few = len(state["options"]) <= FEW
    kinds = "".join(_group_html(group, state["options"], few) for group in state["groups"])
    refused = "".join(_not_offered_html(one) for one in state["refused"])
    options = f"<div class='kinds'>{kinds}</div>" if kinds else ""
    options += f"<ul class='refused'>{refused}</ul>" if refused else ""
    example = _example(state, name)
    hint = (
        f"<p class='hint {PROGRAMMERS}'>{_words('phasecell.next-cell')} <code>{escape(example)}</code></p>"
        if example
        else ""
    )
    return f"{ended}<div class='ask {side}'>{question}{options}{hint}</div>"


def _example(state: Data, name: str) -> str:
    """What the next cell may hold, where a person must choose."""
    if not state["question"]["mine"] or not state["options"]:
        return ""
    return f'choose({name}, "{state["options"][0]["text"]}")'


def _group_html(group: Data, options: Sequence[Data], is_open: bool) -> str:
    members = [options[number] for number in group["options"]]
    rows = "".join(f"<li>{escape(one['says'])} {_written(one['text'])}</li>" for one in members)
    facts = " · ".join(_facts(group, len(members)))
    noted = f" <span>{escape(facts)}</span>" if facts else ""
    opened = " open" if is_open else ""
    return (
        f"<details{opened}><summary><b>{escape(group['name'])}</b>{noted}</summary><ul>{rows}</ul></details>"
    )


def _facts(group: Data, count: int) -> Iterator[str]:
    """Where, how many and at what price: what is known of a kind before it is opened."""
    if group["detail"]:
        yield group["detail"]
    elif count > 1:
        yield say("phasecell.ways", count=count)
    if prices := group["prices"]:
        either = f" {say('wartable.or')} ".join(map(str, prices))
        yield say("phasecell.price", count=prices[-1], prices=either)


def _not_offered_html(one: Data) -> str:
    why = " ".join(f"{escape(reason['says'])}{_mark(reason['clause'])}" for reason in one["why"])
    fix = next((reason["remedy"] for reason in one["why"] if reason["remedy"]), "")
    return f"<li><span aria-hidden='true'>✗</span> <b>{escape(one['says'])}</b> {why}{_fix(fix)}</li>"


# ---- why


def _why_html(when: When, cited: Sequence[str]) -> str:
    """What the phase is for by its own clause, and all paragraphs that the page names."""
    own = clause(CLAUSES[when[1]])
    rows = "".join(_clause_html(clause_id) for clause_id in cited)
    return (
        f"<details class='why'><summary>{_words('phasecell.why', count=len(cited))}</summary>"
        f"<p>{escape(own.says)}{_mark(own.id)}</p><dl>{rows}</dl></details>"
    )


def _clause_html(clause_id: str) -> str:
    found = clause(clause_id)
    basis = _words(f"basis.{found.basis}")
    return (
        f"<dt>{escape(found.id)} <b>{escape(found.title)}</b> <i>{basis}</i></dt>"
        f"<dd>{escape(found.says)}</dd>"
    )


# ---- the map


def _map_html(war: Session, parts: Iterable[Part]) -> str:
    """A still picture of where it happened, as it lies now; none where it was nowhere or everywhere."""
    parts = [*parts]
    told = [one for part in parts for one in part.told]
    names = {str(step.says.values["space"]) for step in _matters(parts) if "space" in step.says.values}
    names = names or {game_map().spaces[number].name for one in told for number in one.spaces}
    box = box_around(sorted(names)) if names else None
    if box is None or box[2] > MOST_ACROSS:
        return ""
    marks: Mapping[str, Mark] = overlays.arrow(last_action(war.game)) if len(told) < MOST_OPEN else {}
    seat = war.viewer or "umpire"
    svg = cropped(war.game.position, war.game.rule_tables, marks, box, MAP_WIDTH, OF_PAGE, seat=seat)
    here = war.here
    caption = _words("phasecell.map", year=here.year, phase=say(f"map.phase-{here.phase}"))
    return f"<figure><style>{_colours()}</style>{svg}<figcaption>{caption}</figcaption></figure>"


@cache
def _colours() -> str:
    return both_themes(".ninevears-phase figure")


# ---- as text


def _text(
    when: When, parts: Sequence[Part], state: Data, over: bool, name: str, problem: Refused | None
) -> Iterator[str]:
    yield say("phasecell.label", year=when[0], phase=say(f"map.phase-{when[1]}"))
    if problem is not None:
        yield say("phasecell.refused")
        for one in problem.violations:
            yield f"  {one.says} [{one.clause_id}]"
    for part in _joined(parts):
        if part.says is not None:
            yield str(part.says)
        for told in part.told:
            if told.says is not None:
                yield f"  {told.side}: {told.says}{f' [{told.text}]' if told.text else ''}"
            yield from (f"    {roll.face} {roll.says}" for roll in told.rolls)
            yield from (f"    {step.says} [{step.clause_id}]" for step in told.steps)
    if not any(part.told for part in parts) and problem is None:
        yield say("phasecell.nothing")
    if over:
        yield say("phasecell.over")
    yield say("phasecell.points", points=state["strip"]["points"])
    asked = state["question"]
    mark = f" [{asked['clause']}]" if asked["clause"] else ""
    yield f"{asked['who'][:1].upper()}{asked['who'][1:]}: {asked['asks']}{mark}"
    for group in state["groups"]:
        members = [state["options"][number] for number in group["options"]]
        facts = ", ".join(_facts(group, len(members)))
        yield f"  {group['name']}{f' ({facts})' if facts else ''}"
        yield from (f"    {one['text']}: {one['says']}" for one in members[:MOST_IN_TEXT])
        if len(members) > MOST_IN_TEXT:
            yield "    …"
    for one in state["refused"]:
        yield f"  ✗ {one['says']} {' '.join(reason['says'] for reason in one['why'])}"
    if example := _example(state, name):
        yield f"{say('phasecell.next-cell')} {example}"
