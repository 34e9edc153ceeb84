"""What happens to each piece while the steps and decisions of a winter are carried out, as rows of an
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ...core.messages import Message
from ..components.map_graph import bits, mask_of
from ..components.map_masks import NUMBER, SPACES
from ..components.piece_numbers import ABSENT, DEMORALISED, REDUCED, power_of
from ..components.sides import SIDES, Side, enemy
from ..engine.agenda import DECISION_RULES, STEP_RULES, tell_permission
from ..engine.board import Board
from ..engine.engine import Engine, legal_actions
from ..engine.notation import Action, written
from ..rules.fleets import owner_of
from .forces import Against, note

Row = dict[str, Any]
Wish = Callable[[str, Sequence[Any]], Action | None]
"""What a case says is chosen at a decision, given by its name and arguments; None where it says nothing."""
CLAUSES = {
    "rest": "19.a",
    "disband": "19.a",
    "winter-recovery": "19.a",
    "overstack": "4.1.3",
    "winter-markers": "19.b",
    "winter-seas": "10.1.c",
    "leave-savoy": "7.2.1.d",
    "neutralise-savoy": "7.2.1.d",
    "savoy-neutral": "7.2.1.d",
    "revolution": "20.2.5.2",
    "exile": "20.2.5.2",
}
"""The clause under which an item of the agenda does what it does to pieces."""
LETS_BE = ("pass", "concede")
"""Verbs of decisions in which whoever says nothing lets things be: their first such option."""
ASKED = ("rest", "leave-savoy", "overstack", "exile")
"""Decisions that are reported as open when a case does not say what is chosen."""


def played_out(
    engine: Engine, wish: Wish, before_roll: Callable[[list[Row], list[Row]], Against] | None = None
) -> tuple[list[Row], list[Row], Against]:
    """Carries out the whole agenda of a war, choosing what a case wishes.

    Args:
        engine: the war, with an agenda that ends.
        wish: what is chosen; where it says nothing the first option is taken, and reported as open.
        before_roll: called with what there is so far before a die is rolled; what it finds against the wishes
            ends it there.

    Returns:
        What happened to the pieces, what was left open, and what stands against the first wish that the rules
        do not grant.
    """
    rows: list[Row] = []
    opened: list[Row] = []
    board, against = engine.board, Against()
    agenda = board.agenda
    while agenda:
        name, *arguments = agenda.pop()
        before = board.copy()
        said = len(engine.context.steps)
        to: list[str] = []
        if name in STEP_RULES:
            if name == "peace-roll" and before_roll is not None:
                against = before_roll(rows, opened)
                if against:
                    break
            STEP_RULES[name].run(engine, *arguments)
        else:
            to = _decided(engine, name, arguments, wish, against, opened)
            if against:
                break
        for row in _changes(before, engine, name, arguments, to, said):
            _add(rows, row)
    return rows, opened, against


def _decided(
    engine: Engine, name: str, arguments: list[Any], wish: Wish, against: Against, opened: list[Row]
) -> list[str]:
    """Takes a decision; returns the spaces that it was between."""
    rule = DECISION_RULES[name]
    options = list(legal_actions(engine, rule, arguments))
    wanted = wish(name, arguments)
    if wanted is not None:
        note(against, rule.objections(engine, wanted, *arguments))
        if not against:
            tell_permission(engine, name, wanted, *arguments)
            rule.take(engine, wanted, *arguments)
        return [SPACES[wanted[1]].name] if wanted[0] in ("rest", "exile") else []
    if not options:
        return []
    places = list(dict.fromkeys(SPACES[one[1]].name for one in options if one[0] in ("rest", "exile")))
    is_open = len(options) > 1 and name in ASKED
    if is_open:
        at = {"space": SPACES[arguments[1]].name} if len(arguments) > 1 else {}
        texts = [written(one, engine.rule_tables) for one in options]
        opened.append({"side": arguments[0], "decision": name, **at, "options": texts})
    context = engine.context
    recorded = context.recorded
    context.recorded = recorded and not is_open  # for the owner to say, not us
    taken = next((one for one in options if one[0] in LETS_BE), options[0])
    tell_permission(engine, name, taken, *arguments)
    rule.take(engine, taken, *arguments)
    context.recorded = recorded
    if is_open and places and name != "exile":
        origin = SPACES[arguments[1]].name
        spaces = Message.any_of(places)
        engine.tell(rule.clause_id, "winter.may-rest", side=arguments[0], origin=origin, spaces=spaces)
    return places


def _add(rows: list[Row], row: Row) -> None:
    """Adds a row; losses in the same space become one."""
    last = rows[-1] if rows else {}
    same = ("side", "fate", "space", "clause")
    if row["fate"] in ("reduced", "eliminated") and all(last.get(key) == row.get(key) for key in same):
        last["corps"] += row["corps"]
    else:
        rows.append(row)


def _row(side: Side, fate: str, clause: str, **facts: Any) -> Row:
    """A row without the facts that are empty."""
    kept = {name: value for name, value in facts.items() if value}
    return {"side": side, "fate": fate, **kept, "clause": clause}


# ---- what is different afterwards


def _changes(
    before: Board, engine: Engine, name: str, arguments: list[Any], to: list[str], said: int
) -> Iterator[Row]:
    clause = CLAUSES.get(name, "19.a")
    after = engine.board
    described: set[int] = set()
    match name:
        case "rest" | "leave-savoy":
            side, space = arguments
            described = {leader for leader in before.leaders_at(side, space) if after.where[leader] != space}
            gone = len(before.troops(side, space)) - len(after.troops(side, space))
            places = to or [SPACES[after.where[leader]].name for leader in described][:1]
            if gone or described:
                names = _names(engine, described)
                at = SPACES[space].name
                yield _row(side, "withdraws", clause, space=at, corps=gone, leaders=names, to=places)
        case "disband" | "savoy-neutral" | "neutralise-savoy" | "overstack":
            yield from _lost(before, after, name, clause)
        case "winter-markers":
            yield from _steadied(before, engine, clause)
        case "revolution":
            yield from _flights(before, engine, clause, said)
            described = set(range(len(after.where)))
        case "exile":
            described = set(range(len(after.where)))
            james = next((n for n in described if before.where[n] != after.where[n]), None)
            if james is not None:  # with Paris and Dublin lost there is no exile
                origin = "" if before.where[james] < 0 else SPACES[before.where[james]].name
                moved = sum(map(len, before.stacks["Bourbon"])) and _grown(before, after)
                names = _names(engine, [james])
                yield _row("Bourbon", "exile", clause, space=origin, corps=moved, leaders=names, to=to)
    yield from _leaders(before, engine, described, clause)
    yield from _works(before, after, clause)
    yield from _fleets(before, after, name)


def _names(engine: Engine, leaders: Iterable[int]) -> list[str]:
    return [engine.name_of(leader) for leader in sorted(leaders)]


def _grown(before: Board, after: Board) -> int:
    """How many Bourbon corps came into spaces that hold more of them than before."""
    pairs = zip(before.stacks["Bourbon"], after.stacks["Bourbon"], strict=True)
    return sum(max(0, len(now) - len(was)) for was, now in pairs)


def _lost(before: Board, after: Board, name: str, clause: str) -> Iterator[Row]:
    """Corps that are fewer or weaker than before, space by space."""
    for side in SIDES:
        for space in bits(before.held[side] | mask_of(before.garrisons)):
            was, now = before.troops(side, space), after.troops(side, space)
            eliminated = len(was) - len(now)
            if eliminated > 0:
                fate = "leaves-game" if name == "neutralise-savoy" else "eliminated"
                yield _row(side, fate, clause, space=SPACES[space].name, corps=eliminated)
            weaker = sum(bool(one & REDUCED) for one in now) - sum(bool(one & REDUCED) for one in was)
            if weaker > 0:
                yield _row(side, "reduced", clause, space=SPACES[space].name, corps=weaker)


def _steadied(before: Board, engine: Engine, clause: str) -> Iterator[Row]:
    """Pieces that are not demoralised any more."""
    after = engine.board
    for side in SIDES:
        for space in range(len(SPACES)):
            shaken = [sum(bool(one & DEMORALISED) for one in b.troops(side, space)) for b in (before, after)]
            leaders = [
                leader
                for leader in before.leaders_at(side, space)
                if before.state[leader] & DEMORALISED and not after.state[leader] & DEMORALISED
            ]
            if shaken[0] > shaken[1] or leaders:
                corps, names = shaken[0] - shaken[1], _names(engine, leaders)
                yield _row(side, "steadied", clause, space=SPACES[space].name, corps=corps, leaders=names)
        if side in before.famous_victories and side not in after.famous_victories:
            yield _row(side, "famous-victory-removed", clause)


def _flights(before: Board, engine: Engine, clause: str, said: int) -> Iterator[Row]:
    """Where the Bourbon pieces of Britain go, and who lands in London."""
    after = engine.board
    refuges = {
        step.says.values["origin"]: step.says.values["space"]
        for step in engine.context.steps[said:]
        if step.says.id == "revolution.flight"
    }
    for space in bits(before.control.Bourbon & after.control.Alliance):
        name = SPACES[space].name
        leaders = [leader for leader in before.leaders_at("Bourbon", space) if after.where[leader] != space]
        corps = len(before.troops("Bourbon", space))
        if corps or leaders:
            to = [refuges[name]] if name in refuges else []
            fate = "flees" if to or not engine.context.recorded else "waits"
            names = _names(engine, leaders)
            yield _row("Bourbon", fate, clause, space=name, corps=corps, leaders=names, to=to)
    for space in bits(after.held["Alliance"]):
        landed = len(after.stacks["Alliance"][space]) - len(before.stacks["Alliance"][space])
        arrived = [n for n in after.leaders_at("Alliance", space) if before.where[n] != space]
        if landed > 0 or arrived:
            names = _names(engine, arrived)
            yield _row("Alliance", "lands", clause, space=SPACES[space].name, corps=landed, leaders=names)


def _leaders(before: Board, engine: Engine, described: set[int], clause: str) -> Iterator[Row]:
    """Leaders who are elsewhere than before, or out of the game."""
    after = engine.board
    for leader, (was, now) in enumerate(zip(before.where, after.where, strict=True)):
        if was == now or leader in described or was < 0:
            continue
        row = engine.rule_tables.leaders[leader]
        at, fate = SPACES[was].name, "leaves-game" if now == ABSENT else "withdraws"
        to = [SPACES[now].name] if now >= 0 else []
        yield _row(row.side, fate, clause, space=at, leaders=[row.name], to=to)


def _works(before: Board, after: Board, clause: str) -> Iterator[Row]:
    """Sieges that end, with what becomes of the garrison and the walls, and lines that are removed."""
    still = {siege.space for siege in after.sieges}
    for siege in before.sieges:
        if siege.space not in still:
            corps = len(before.garrisons.get(NUMBER[siege.space], ()))
            yield _row(enemy(siege.by), "relieved", clause, space=siege.space, corps=corps)
            if siege.strength_lost:
                lost = siege.strength_lost
                yield _row(enemy(siege.by), "recovers", clause, space=siege.space, strength=lost)
    standing = {line.space for line in after.lines}
    for line in before.lines:
        if line.space not in standing:
            side = before.controller(line.space)
            if side is not None:
                yield _row(side, "line-removed", "15.5", space=line.space)


def _fleets(before: Board, after: Board, name: str) -> Iterator[Row]:
    """Fleets that lie elsewhere than before."""
    clause = "12.3.6.c" if name == "winter-markers" else "10.1.c"
    for fleet in before.fleets:
        now = after.fleet(fleet.name)
        if now.place != fleet.place:
            fate = {"pool": "to-pool", "box": "to-box", "gone": "leaves-game"}.get(now.place, "stays")
            yield _row(owner_of(fleet.name), fate, clause, fleet=fleet.name)


def in_words(row: Row) -> Message:
    """A row as a clause of a sentence.

    >>> row = {"side": "Bourbon", "fate": "withdraws", "space": "Mons", "corps": 4, "to": ["Lille", "Ypres"]}
    >>> str(in_words(row))
    '4 corps from Mons to Lille or Ypres'
    """
    pieces: list[Message | str] = [Message("fate.corps", count=row["corps"])] if "corps" in row else []
    pieces += row.get("leaders", ())
    if not pieces:
        name = "fate.fleet" if "fleet" in row else "fate.nobody"
        pieces = [Message(name, fleet=row.get("fleet", ""), side=row["side"])]
    facts = {"side": row["side"], "space": row.get("space", "")}
    to = row.get("to", ())
    if to:
        facts["to"] = Message.any_of(to)
    name = f"fate.{row['fate']}"
    if not to and row["fate"] in ("withdraws", "exile"):
        name = "fate.waits"
    return Message(name, pieces=Message.all_of(pieces), **facts)


def corps_like(engine: Engine, side: Side, space: int, power: int, reduced: bool) -> int:
    """A corps of a stack of this power and strength, or such a one as would be there."""
    wanted = power | REDUCED * reduced
    there = engine.board.stacks[side][space]
    kind = power_of(power)
    return next((one for one in there if power_of(one) == kind and bool(one & REDUCED) == reduced), wanted)
