"""A review in words, as a page, and as plain data for the war table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from ..core.messages import Message, say
from ..nine_years.atlas.picture import both_themes
from ..nine_years.components.map_masks import NUMBER
from ..nine_years.components.sides import SIDES, Side, enemy
from ..typefaces import SANS, SERIF
from .judge import weights
from .review_data import PARTS, Review, Swing
from .review_map import swing_map
from .review_picture import curve, in_points, luck, marked, swing_head
from .rounded import rounded
from .turning_points import LEAST_OF_A_YEAR, LEAST_PASSING, OF_A_YEAR

Data = dict[str, Any]
WIDE, NARROW, LUCK_HEIGHT = (900, 320), (420, 230), 104
"""Width and height of the curve on a wide and on a narrow page."""
LOOK = (Path(__file__).parent / "data" / "review.css").read_text(encoding="utf-8")
LOOK = LOOK.replace("SERIF", SERIF).replace("SANS", SANS)


def swing_note(swing: Swing, side: Side) -> str:
    """Whether the choice, the dice or the cards made it.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    if swing.undone:
        return str(swing.undone.says)
    if swing.clock:
        foreseen = "review.foreseen" if abs(swing.clock) < LEAST_PASSING else "review.not-taken-back"
        return say(foreseen if swing.space else "review.by-itself")
    if swing.dice is None:
        return ""
    sign = 1 if side == "Alliance" else -1
    made = {name: sign * getattr(swing, name) for name in PARTS[:3]}
    told = sorted((name for name in made if round(100 * made[name])), key=lambda name: -abs(made[name]))
    parts = [Message(f"review.did-{name}", points=in_points(made[name])) for name in told]
    alike = len({abs(round(100 * made[name])) for name in told[:2]}) < len(told[:2])
    by = "several" if alike else swing.made_by
    return say(f"review.by-{by}", parts=Message.all_of(parts)) if parts else ""


def passed_note(swing: Swing, side: Side) -> str:
    """That the curve stands elsewhere after it, where time passed with it; "" where it does not.

    Args:
        swing: the turning point.
        side: whose chance.
    """
    told = [say("review.percent", chance=_of(one, side)) for one in (swing.after, swing.after + swing.passed)]
    return say("review.passed", chance=_of(swing.after + swing.passed, side)) if len({*told}) > 1 else ""


def _of(chance: float, side: Side) -> float:
    return chance if side == "Alliance" else 1 - chance


def summed(found: Review, side: Side, year: int | None = None) -> str:
    """The war or a year as a sum in a sentence: from the first chance to the last, and what each part did."""
    if not found.turns:
        return ""
    first, last = found.turns[0].for_side(side).before, found.turns[-1].for_side(side).after
    if year is not None:
        first, last = found.by_year(side)[year]
    sums = {name: in_points(value) for name, value in sums_told(found, side, year).items()}
    id = "review.sum" if found.exact else "review.sum-played"
    return say(id, side=side, begin=first, end=last, **{name: sums[name] for name in PARTS})


def sums_told(found: Review, side: Side, year: int | None = None) -> dict[str, float]:
    """What each part did to the chance of a side, rounded so that they add up to the chance at the end, and
    those of the years to those of the war.

    Args:
        found: the review.
        side: whose chance.
        year: of which year; None for the war.
    """
    years = found.by_year(side)
    made = {one: dict.fromkeys(PARTS, 0.0) for one in years}
    for turn in found.turns:
        for name in PARTS:
            made[turn.year][name] += 100 * getattr(turn.for_side(side), name)
    ends = [(round(100 * round(before, 2)), round(100 * round(after, 2))) for before, after in years.values()]
    table = rounded([list(one.values()) for one in made.values()], [after - before for before, after in ends])
    told = [row for one, row in zip(years, table, strict=True) if year in (None, one)]
    return {name: sum(row[at] for row in told) / 100 for at, name in enumerate(PARTS)}


def _rows(found: Review, side: Side) -> Iterator[tuple[str, ...]]:
    """Year, chance at its beginning and at its end, and the luck of both."""
    sums = found.luck
    for year, (before, after) in found.by_year(side).items():
        lucky = (in_points(sums[year][one]) for one in (side, enemy(side)))
        yield str(year), say("review.from-to", before=before, after=after), *(lucky if found.exact else ())


def _heads(found: Review, side: Side) -> tuple[str, ...]:
    heads = say("review.year"), say("review.chance-of", side=side)
    both = (say("review.luck-of", side=one) for one in (side, enemy(side)))
    return (*heads, *(both if found.exact else ()))


def _error() -> str:
    return f"{100 * weights().error:.0f}"


def error_told() -> str:
    """What the chance means, and how sure it is, under its curve."""
    return f"{say('review.error', error=_error())} {say('review.band')}"


def review_text(found: Review, side: Side = "Alliance") -> str:
    """A review as text: the chance at each New Year with the luck of both sides, then the turning points.

    Args:
        found: the review.
        side: whose chance.
    """
    rows = [_heads(found, side), *_rows(found, side)]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)) for row in rows]
    lines += ["", summed(found, side), say("review.sum-means", side=side, other=enemy(side))]
    lines += [f"  {say(f'review.part-{name}')}: {say(f'review.means-{name}')}" for _, name in _parts(found)]
    lines += [say("review.error", error=_error())]
    lines += [*([] if found.exact else [say("review.luck-later")]), ""]
    if not found.turns:
        return say("review.empty")
    if found.swings:
        lines.append(say("review.turning-points"))
    for place, swing in marked(found):
        if swing in found.passings[:1]:
            lines += ["", say("review.passings")]
        small = say("review.is-small") if swing.is_small and not swing.clock else ""
        lines.append(f"{place}. {swing_head(swing, side)}{small} [{swing.clause_id}]")
        steps = (f"{say('review.percent', chance=_of(chance, side))} {says}" for chance, says in swing.steps)
        told = (*swing.says, *steps, swing_note(swing, side), passed_note(swing, side))
        lines += [f"   {sentence}" for sentence in told if sentence]
        lines.append(f"   {say('review.choice-number', number=swing.number + 1)}")
    return "\n".join(lines)


def review_html(found: Review, side: Side = "Alliance") -> str:
    """The same as a part of a page that stands for itself, with pictures.

    Args:
        found: the review.
        side: whose chance.
    """
    shown = _screen(found, side, {one.number: swing_map(one.seen) for one in found.swings})
    return f"<style>{both_themes('.nv-review')}{LOOK}</style>{shown}"


def review_told(
    found: Review,
    side: Side,
    year: int | None = None,
    whole: bool = True,
    people: Collection[Side] = SIDES,
    what_if: str = "",
) -> Data:
    """A review as the war table shows it: the same screen with its buttons, and which maps it lacks.

    Args:
        found: the review.
        side: whose chance.
        year: whose turning points and sum are told; None for the whole war.
        whole: whether all was looked at.
        people: whose choices a reader can make otherwise: the computer makes its own as before.
        what_if: which way of the war it is, where it is not the one that was played first.
    """
    years = [button("year", "review.whole-war", pressed=year is None)]
    years += [
        button("year", "", str(one), one == year, str(one))
        for one in sorted({turn.year for turn in found.turns})
    ]
    bar = f"<div class='when' role='group'>{''.join(years)}</div>" if whole else "<progress></progress>"
    more = no_more(found, year) if year and whole else ""
    esc = f"<span class='key'> {escape(say('review.back-key'))}</span>"
    bar += button("back", "review.back", inside=esc)
    bar += f"<p class='what-if'>{escape(say('review.what-if', says=what_if))}</p>" if what_if else ""
    return {
        "html": _screen(found, side, {}, bar, people, year, more),
        "swings": [
            {"entry": one.number, "looks": one.looks and one.looks[1], "head": swing_head(one, side)}
            for one in found.swings
        ],
        "clauses": list(dict.fromkeys(one.clause_id for one in found.swings)),
    }


def no_more(found: Review, year: int) -> str:
    """That a year had fewer moments than are looked for, and what else its curve shows; "" for no fewer."""
    count = sum(not swing.clock for swing in found.swings)
    told = {number for one in (*found.swings, *found.passings) for number in range(one.number, one.end)}
    steps = (one for one in found.turns if one.year == year and one.number not in told)
    if count < OF_A_YEAR and any(abs(one.after - one.before) >= LEAST_OF_A_YEAR for one in steps):
        return say("review.more-steps")
    key = "review.no-more" if found.swings else "review.none"
    return say(key, points=f"{100 * LEAST_OF_A_YEAR:.1f}") if count < OF_A_YEAR else ""


def _screen(
    found: Review,
    side: Side,
    maps: Mapping[int, str],
    bar: str = "",
    people: Collection[Side] | None = None,
    year: int | None = None,
    more: str = "",
) -> str:
    """The whole screen: curve, luck, sum and turning points, and the figures as its text twin."""
    live = people is not None
    curves = _both_widths(*(curve(found, side, *size, year, live) for size in (WIDE, NARROW)))
    if live and found.steps:
        asks = _both_widths(escape(say("review.step-at")), escape(say("review.step-touch")))
        walk = button("step", "review.step-before", value="-1")
        walk += button("step", "review.step-next", value="1")
        curves += f"<div class='soft at' role='status'>{asks}</div><div class='narrow walk'>{walk}</div>"
    lucks = _both_widths(luck(found, side, WIDE[0], LUCK_HEIGHT), luck(found, side))
    if not found.turns:
        return _framed(f"<p class='panel empty'>{escape(say('review.empty'))}</p>", "", bar)
    panels = [
        _panel(say("review.title", side=side), error_told(), curves, say("review.give", error=_error()))
    ]
    if found.exact and found.turns:
        panels.append(_panel(say("review.luck"), say("review.luck-means"), lucks))
    panels[1:1] = [_sums(found, side, year)]
    panels.append(_figures(found, side))
    cards = [
        swing_html(place, one, side, maps.get(one.number, ""), people, one in found.swings[:1])
        for place, one in marked(found)
    ]
    count = len(found.swings)
    heading = say("review.moments", year=year) if year else say("review.turning-points")
    points = "".join(
        f"<h3>{escape(head)}</h3><ol>{''.join(some)}</ol>"
        for head, some in ((heading, cards[:count]), (say("review.passings"), cards[count:]))
        if some
    )
    points = f"{points}<p class='soft'>{escape(more)}</p>" if more else points
    if live and year:  # above the moments: below them it would have to be looked for
        points = f"<div class='choices' data-choices='{year}'></div>{points}"
    return _framed("".join(panels), points, bar)


def _framed(panels: str, points: str, bar: str) -> str:
    return (
        f"<section class='nv-review'><div class='bar'><h2>{escape(say('review.heading'))}</h2>{bar}</div>"
        f"<div class='whole'><div class='panels'>{panels}</div>"
        f"<div class='points'>{points}</div></div></section>"
    )


def _panel(heading: str, means: str, shown: str, short: str = "") -> str:
    """A picture under its heading, and what it means beside that; in short on a phone."""
    told = f"<p class='soft'>{escape(means)}</p>"
    if short:
        told = f"<p class='soft wide'>{escape(means)}</p><p class='soft narrow'>{escape(short)}</p>"
    return f"<section class='panel'><header><h3>{escape(heading)}</h3>{told}</header>{shown}</section>"


def _figures(found: Review, side: Side) -> str:
    """The figures of each year as a table: the text twin of the pictures."""
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in _rows(found, side))
    heads = "".join(f"<th scope='col'>{escape(head)}</th>" for head in _heads(found, side))
    means = f"<p class='soft narrow'>{escape(error_told())}</p>"
    return (
        f"<details class='panel'><summary>{escape(say('review.as-table'))}</summary>{means}"
        f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table></details>"
    )


def _sums(found: Review, side: Side, year: int | None = None) -> str:
    """What choices, dice, cards and time did, which close the war's or a year's sum, and what each means."""
    sums = sums_told(found, side, year)
    tiles = "".join(
        f"<p><b>{in_points(sums[part])}</b><i>{escape(say(f'review.part-{name}'))}</i>"
        f"<small>{escape(say(f'review.means-{name}'))}</small></p>"
        for part, name in _parts(found)
    )
    told = [say("review.sum-means", side=side, other=enemy(side))]
    told += [] if found.exact else [say("review.luck-later")]  # NY 4.4
    means = "".join(f"<p class='soft'>{escape(one)}</p>" for one in told)
    panel = f"<section class='panel'><p>{escape(summed(found, side, year))}</p>{means}</section>"
    return f"{panel}<div class='sums'>{tiles}</div>"


def _parts(found: Review) -> tuple[tuple[str, str], ...]:
    """The parts of a war's sum, each with the word that its sentences have."""
    if found.exact:
        return tuple((part, part) for part in PARTS)
    return (("choice", "played"), ("cards", "cards"), ("clock", "clock"))


def swing_html(
    place: str,
    swing: Swing,
    side: Side,
    picture: str = "",
    people: Collection[Side] | None = None,
    greatest: bool = False,
) -> str:
    """A turning point as a card of a page.

    Args:
        place: its number or letter on the curve.
        swing: the turning point.
        side: whose chance.
        picture: its map; where it is live, the front asks for it.
        people: where it opens the table, whose choices can be made otherwise there.
        greatest: whether it is the greatest, which stands open.
    """
    rolled = str(swing.rolled[0].values["what"]) if swing.rolled else ""  # a fleet, the war in the colonies
    where = swing.space or rolled or say(f"wartable.phase-{swing.phase}")
    before, after = (say("review.percent", chance=_of(one, side)) for one in (swing.before, swing.after))
    entry = str(swing.number)
    at, closer = _where(swing), ""
    acts = button("look", "review.look", value=entry, more=at)
    again: tuple[Side, int] | None = (swing.side, swing.number)  # whose choice can be made otherwise
    if swing.clock:  # nobody chose it
        acts = button("look", "review.look", value=str(swing.end), more=at)
        again = swing.looks
    if swing.looks:
        closer = f"<div class='closer' data-closer='{swing.looks[1]}'></div>"
    if people and again and again[0] not in people:
        again = swing.looks  # what a person answered
    if people and again and again[0] in people:
        acts += button("otherwise", "review.otherwise", value=str(again[1]))
    acts = "" if people is None else f"<div class='acts'>{acts}{closer}</div>"
    style = "map" if swing.seen.names else "map tracks"
    shown = f"<div class='{style}' data-map='{entry}'>{picture}</div>"
    if swing.clock:
        shown = f"<div class='{style}'>{swing_map(swing.seen)}</div>"
    shown = "" if swing.seen.empty else shown
    told = escape(" ".join(swing.says))
    small = say("review.small") if swing.is_small and not swing.clock else ""
    note = " ".join(filter(None, (swing_note(swing, side), passed_note(swing, side), small)))
    return (
        f"<li><details name='swing' data-card='{place}' class='swing{' small' * swing.is_small}'"
        f"{' open' * greatest}>"
        f"<summary><i>{place}</i><b>{escape(f'{swing.year}, {where}')}</b>"
        f"<b>{escape(f'{before} → {after}')}</b><small>{told}</small></summary><div class='told'>{shown}"
        f"<p>{told}{paragraph(swing.clause_id, people)}</p>{_steps(swing, side)}"
        f"<p class='soft'>{escape(note)}</p>{acts}</div></details></li>"
    )


def paragraph(clause: str, people: Collection[Side] | None) -> str:
    """The number of a clause; at a table a button that tells what it says."""
    if people is None:
        return f"<sup>{escape(clause)}</sup>"
    told = f"data-does='clause' data-value='{escape(clause)}' data-key='clause-{escape(clause)}'"
    return (
        f"<sup class='p'><button type='button' {told} aria-expanded='false'>{escape(clause)}</button></sup>"
    )


def _steps(swing: Swing, side: Side) -> str:
    """How the chance went through a turning point: a row for each step."""
    chances = [escape(say("review.percent", chance=_of(one.chance, side))) for one in swing.steps]
    rows = zip(chances, swing.steps, strict=True)
    told = "".join(f"<dt>{chance}</dt><dd>{escape(one.says)}</dd>" for chance, one in rows)
    return f"<dl>{told}</dl>" if told else ""


def _where(swing: Swing) -> str:
    """Where the front finds a turning point on its map: at a space, or at the mark of a sea."""
    space = f" data-space='{NUMBER[swing.space]}'" if swing.space in NUMBER else ""
    return space or (f" data-box='{swing.box}'" if swing.box else "")


def button(
    does: str,
    key: str,
    value: str = "",
    pressed: bool | None = None,
    says: str = "",
    more: str = "",
    inside: str = "",
) -> str:
    """A button that the front knows by what it does.

    Args:
        does: what it does.
        key: the message on it.
        value: of what, such as of which choice.
        pressed: whether it is down; None for a button that stays up.
        says: its words, where no message tells them.
        more: other attributes.
        inside: markup after its words.
    """
    state = "" if pressed is None else f" aria-pressed='{str(pressed).lower()}'"
    style = "chip on" if pressed else "chip"
    return (
        f"<button type='button' class='{style}' data-does='{does}' data-value='{value}'"
        f" data-key='{does}-{value}'{state}{more}>{escape(says or say(key))}{inside}</button>"
    )


def _both_widths(wide: str, narrow: str) -> str:
    """A picture for a page and for a phone, of which the page shows one."""
    return f"<div class='wide'>{wide}</div><div class='narrow'>{narrow}</div>"
