"""What resource points buy in the Reinforcement phase (NY 8.2, 12.3, 15.2, 18.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import NUMBER, SPACES
from ...components.piece_numbers import POWERS, REDUCED, SIDE_OF_CORPS, corps_number, power_of
from ...components.position import Fleet
from ...components.powers import powers, side_of
from ...components.sides import SIDES, Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.menu import Entry, listed
from ...engine.notation import FLEETS, Action
from ..chain_stops import where_it_stops
from ..events.held import limit_change
from ..fleets import fleet_row, owner_of
from ..lines_now import linked_spaces, supplied_spaces, tell_line
from ..supply import Asked
from .placement import (
    line_objection,
    places,
    placing_objections,
    power_objection,
    put_down,
    tell_joined,
    tell_placing,
)
from .resource_points import resource_points

RAISE_COST = {"full": 2, "reduced": 1}  # NY 12.3.4
RESTORE_COST = 1  # NY 12.3.5
LINE_COST = 1  # NY 15.2
FLEET_STRENGTHS = (1, 2)  # NY 12.3.6.a: each costs its number
POWERS_OF: dict[Side, tuple[str, ...]] = {
    side: tuple(power for power in POWERS if powers()[power].side == side) for side in SIDES
}


# ---- points and limits of a turn


@step("resources", "side")
@carries_out("NY 12.3.1.a", "NY 12.3.1.b", "NY 12.3.1.c", "NY 6.4.1")
def count_points(engine: Engine, side: Side) -> None:
    """Counts the resource points of a side, and uses up what changed them for this turn alone."""
    board = engine.board
    finding = resource_points(board, side, engine.context)
    points = finding.answer["points"]
    board.resource_left = structs.replace(board.resource_left, **{side: points})
    board.resource_change = structs.replace(board.resource_change, **{side: 0})
    board.set_hand(side, structs.replace(board.hand(side), points_conceded=0))
    engine.tell("NY 12.3.1.a", "resources.result", side=side, count=points)


@carries_out("NY 12.3.1.a")
def _pay(engine: Engine, side: Side, cost: int) -> None:
    board = engine.board
    left = board.resource_left.of(side) - cost
    board.resource_left = structs.replace(board.resource_left, **{side: left})
    engine.tell("NY 12.3.1.a", "spend.left", side=side, count=left)


def _mark(board: Board, text: str) -> None:
    board.done_this_turn = (*board.done_this_turn, text)


@carries_out("NY 12.3.4", "NY 12.3.5")
def limit(board: Board, verb: str, power: str) -> int:
    """How many corps of a power may be raised or restored in a turn, lasting events counted.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> board = Board(scenario_1688())
    >>> limit(board, "restore", "France"), limit(board, "raise", "Austria")
    (4, 1)
    """
    row = powers()[power]
    most = row.raise_limit if verb == "raise" else row.restore_limit
    return most + limit_change(board, power)  # NY 9.2.3


def _limit_reached(board: Board, verb: str, power: str) -> bool:
    done = board.done_this_turn
    return bool(done) and done.count(f"{verb} {power}") >= limit(board, verb, power)


@carries_out("NY 12.3.4", "NY 12.3.5", "NY 9.2.3")
def _tell_limit(engine: Engine, verb: str, power: str, clause_id: str) -> None:
    """Tells that a power may do once more this turn what it has done already."""
    board = engine.board
    done, most = board.done_this_turn.count(f"{verb} {power}"), limit(board, verb, power)
    if done:
        engine.tell(clause_id, f"spend.{verb}-once-more", power=power, count=most, done=done)
    if done and (more := limit_change(board, power)) > 0:
        engine.tell("NY 9.2.3", "spend.limit-raised", power=power, count=more)


def _too_dear(engine: Engine, side: Side, cost: int, cheaper: str = "") -> Violation:
    left = engine.board.resource_left.of(side)
    remedy = Message(cheaper) if cheaper and left else None
    return objection("NY 12.3.1.a", "spend.too-dear", remedy, side=side, cost=cost, count=left)


def _limit_objection(board: Board, verb: str, power: str, clause_id: str) -> Violation:
    return objection(clause_id, f"spend.{verb}-limit", power=power, count=limit(board, verb, power))


# ---- restoring corps


def _restorable(engine: Engine, side: Side) -> Iterator[Action]:
    board = engine.board
    reduced_or_used = board.weak[side] | board.tired[side]
    stacks = [(space, board.stacks[side][space]) for space in bits(reduced_or_used)]
    stacks += [(n, inside) for n, inside in board.garrisons.items() if SIDE_OF_CORPS[inside[0]] == side]
    reduced = dict.fromkeys((one, space) for space, stack in stacks for one in stack if one & REDUCED)
    for power in dict.fromkeys(power_of(corps) for corps, _ in reduced):
        if not _limit_reached(board, "restore", power):
            mask = supplied_spaces(engine, side, "restore", power)
            for corps, space in reduced:
                if power_of(corps) == power and mask >> space & 1:
                    yield "restore", corps, space


@carries_out("NY 12.3.5", "NY 12.3.3", "NY 12.3.1.a", "NY 7.1.2", "NY 17.3")
def _against_restoring(engine: Engine, side: Side, corps: int, space: int) -> Iterator[Violation]:
    board, power, name = engine.board, power_of(corps), SPACES[space].name
    if board.resource_left.of(side) < RESTORE_COST:
        yield _too_dear(engine, side, RESTORE_COST)
    if SIDE_OF_CORPS[corps] != side:
        yield power_objection(side, power)
        return
    if corps not in board.stacks[side][space] and corps not in board.garrisons.get(space, ()):
        yield objection("NY 12.3.5", "spend.no-such-corps", power=power, space=name)
    if not corps & REDUCED:
        yield objection("NY 12.3.5", "spend.not-reduced", power=power, space=name)
    if _limit_reached(board, "restore", power):
        yield _limit_objection(board, "restore", power, "NY 12.3.5")
    if not supplied_spaces(engine, side, "restore", power) >> space & 1:
        if board.sieges and board.besieger(name) == enemy(side):
            yield objection("NY 17.3", "spend.besieged", space=name)
        else:
            yield line_objection(engine, side, power, space, "NY 12.3.3", "restore")


@permission("spend", "restore")
@carries_out("NY 12.3.5", "NY 12.3.3")
def _may_restore(engine: Engine, action: Action, side: Side) -> None:
    _, corps, space = action
    power, name = power_of(corps), SPACES[space].name
    tell_joined(engine, power)
    if SPACES[space].power != power:
        engine.tell("NY 12.3.5", "spend.restored-abroad", power=power, space=name)
    _tell_limit(engine, "restore", power, "NY 12.3.5")
    tell_line(engine, Asked(name, side, "restore", power), "NY 12.3.3")


@carries_out("NY 12.3.5")
def _restore(engine: Engine, side: Side, corps: int, space: int) -> None:
    board, power = engine.board, power_of(corps)
    inside = corps not in board.stacks[side][space]
    board.turn(side, space, corps, corps & ~REDUCED, inside)
    _mark(board, f"restore {power}")
    engine.tell("NY 12.3.5", "spend.restored", side=side, power=power, space=SPACES[space].name)
    _pay(engine, side, RESTORE_COST)


# ---- raising corps


def _raisable(engine: Engine, side: Side) -> Iterator[Action]:
    board = engine.board
    left = board.resource_left.of(side)
    strengths = tuple([strength for strength, cost in RAISE_COST.items() if cost <= left])
    for power in POWERS_OF[side]:
        if board.pool(power) and side_of(board, power) and not _limit_reached(board, "raise", power):
            yield from _raises(power, places(engine, side, power, True), strengths)


@lru_cache(maxsize=1 << 10)
def _raises(power: str, spaces: int, strengths: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(("raise", power, space, strength) for space in bits(spaces) for strength in strengths)


@carries_out("NY 12.3.4", "NY 12.3.2", "NY 12.3.1.a", "NY 7.2.6.a")
def _against_raising(
    engine: Engine, side: Side, power: str, space: int, strength: str
) -> Iterator[Violation]:
    board = engine.board
    if board.resource_left.of(side) < RAISE_COST[strength]:
        yield _too_dear(engine, side, RAISE_COST[strength], "spend.reduced-instead")
    if side_of(board, power) != side:
        yield power_objection(side, power)
        if powers()[power].side != side:
            return
    if not board.pool(power):
        yield objection("NY 12.3.2", "spend.pool-empty", power=power)
    if _limit_reached(board, "raise", power):
        yield _limit_objection(board, "raise", power, "NY 12.3.4")
    yield from placing_objections(engine, side, power, space, raised=True)


@permission("spend", "raise")
def _may_raise(engine: Engine, action: Action, side: Side) -> None:
    _, power, space, _ = action
    _tell_limit(engine, "raise", power, "NY 12.3.4")
    tell_placing(engine, side, power, space, raised=True)


@carries_out("NY 12.3.4", "NY 12.3.2")
def _raise(engine: Engine, side: Side, power: str, space: int, strength: str) -> None:
    board = engine.board
    board.change_pool(power, -1)
    put_down(engine, side, corps_number(power, reduced=strength == "reduced"), power, space)
    _mark(board, f"raise {power}")
    name = SPACES[space].name
    engine.tell("NY 12.3.4", "spend.raised", side=side, power=power, space=name, strength=strength)
    _pay(engine, side, RAISE_COST[strength])


# ---- fortified lines and colonial support


def _buildable(engine: Engine, side: Side) -> Iterator[Action]:
    board = engine.board
    corps = board.rule_tables.numbers.fortified_lines.corps
    for space in bits(board.held[side]):
        if len(board.stacks[side][space]) >= corps:
            yield "line", space


@carries_out("NY 15.1", "NY 15.2", "NY 12.3.7", "NY 12.3.1.a")
def _against_building(engine: Engine, side: Side, space: int) -> Iterator[Violation]:
    board, name, rule = engine.board, SPACES[space].name, engine.rule_tables.numbers.fortified_lines
    if board.resource_left.of(side) < LINE_COST:
        yield _too_dear(engine, side, LINE_COST)
    if not board.control.of(side) >> space & 1:
        yield objection("NY 15.2", "spend.line-not-friendly", space=name, side=side)
    if (count := len(board.stacks[side][space])) < rule.corps:
        missing = Message("spend.line-corps-missing", count=rule.corps - count)
        yield objection("NY 15.2", "spend.line-corps", missing, space=name, count=count, needed=rule.corps)
    if board.line_at(space) >= rule.highest:
        yield objection("NY 15.1", "spend.line-highest", space=name, level=rule.highest)
    if board.done_this_turn.count(f"line {name}") >= rule.levels_a_turn:
        yield objection("NY 15.2", "spend.line-again", space=name, count=rule.levels_a_turn)
    if not supplied_spaces(engine, side, "line", None) >> space & 1:
        stop = where_it_stops(board, Asked(name, side, "line"), engine.context)
        yield objection("NY 15.2", "spend.line-no-line", space=name, stop=stop)


@permission("spend", "line")
@carries_out("NY 15.2", "NY 12.3.7")
def _may_build(engine: Engine, action: Action, side: Side) -> None:
    space, rule = action[1], engine.rule_tables.numbers.fortified_lines
    name, count = SPACES[space].name, len(engine.board.stacks[side][space])
    engine.tell("NY 15.2", "spend.line-corps-enough", space=name, count=count, needed=rule.corps)
    tell_line(engine, Asked(name, side, "line"), "NY 15.2")


@carries_out("NY 15.1", "NY 15.2")
def _build(engine: Engine, side: Side, space: int) -> None:
    board, name = engine.board, SPACES[space].name
    level = board.line_at(space) + 1
    board.set_line(space, level)
    _mark(board, f"line {name}")
    engine.tell("NY 15.2", "spend.line-built", side=side, space=name, level=level)
    _pay(engine, side, LINE_COST)


def _supportable(engine: Engine, side: Side) -> Iterator[Action]:
    yield ("support",)


@carries_out("NY 18.2", "NY 12.3.8", "NY 12.3.1.a")
def _against_support(engine: Engine, side: Side) -> Iterator[Violation]:
    if engine.board.resource_left.of(side) < engine.rule_tables.numbers.king_william.cost:
        yield _too_dear(engine, side, engine.rule_tables.numbers.king_william.cost)
    if side in engine.board.kww_support:
        yield objection("NY 18.2", "spend.support-again", side=side)


@carries_out("NY 18.2")
def _support(engine: Engine, side: Side) -> None:
    engine.board.kww_support = (*engine.board.kww_support, side)
    engine.tell("NY 18.2", "spend.supported", side=side)
    _pay(engine, side, engine.rule_tables.numbers.king_william.cost)


# ---- fleets


@carries_out("NY 8.2", "NY 12.3.6.c")
def fleets_stay_in_winter(engine: Engine) -> bool:
    """Whether a raised fleet stays in its port over winter, to be paid for again (reading fleet-upkeep)."""
    return engine.reading("fleet-upkeep") == "upkeep"


def _awaits_upkeep(engine: Engine, fleet: Fleet) -> bool:
    """Whether a raised fleet is still to be paid for this turn (NY 8.2)."""
    due = fleet.place == "port" and f"fleet {fleet.name}" not in engine.board.done_this_turn
    return due and fleets_stay_in_winter(engine)


def _fleets(engine: Engine, side: Side) -> Iterator[Action]:
    for name in FLEETS:
        if owner_of(name) == side and engine.board.fleet(name).place in ("pool", "port"):
            for strength in FLEET_STRENGTHS:
                yield "fleet", name, strength


@carries_out("NY 12.3.6.a", "NY 12.3.6.b", "NY 12.3.6.d", "NY 10.1.c", "NY 8.2", "NY 12.3.1.a")
def _against_fleet(engine: Engine, side: Side, name: str, strength: int) -> Iterator[Violation]:
    board, row = engine.board, fleet_row(name)
    if strength not in FLEET_STRENGTHS:
        yield objection("NY 12.3.6.a", "spend.fleet-strength", fleet=name, count=strength)
    elif board.resource_left.of(side) < strength:
        yield _too_dear(engine, side, strength, "spend.weaker-fleet")
    if owner_of(name) != side:
        yield objection("NY 12.3.6.a", "spend.fleet-enemy", fleet=name, side=side)
        return
    fleet = board.fleet(name)
    if _awaits_upkeep(engine, fleet):
        if strength != fleet.strength:
            yield objection("NY 8.2", "spend.fleet-upkeep", fleet=name, count=fleet.strength)
        return
    if fleet.place == "gone":
        yield objection("NY 12.3.6.d", "fleet.gone", fleet=name)
    elif fleet.place == "port":
        yield objection("NY 12.3.6.a", "spend.fleet-raised", fleet=name)
    if fleet.place == "box":
        yield objection("NY 10.1.c", "spend.fleet-in-box", fleet=name, zone=row["zone"])
    elif board.sea(row["zone"]) == side:
        yield objection("NY 12.3.6.a", "spend.fleet-zone", zone=row["zone"], side=side)
    if not linked_spaces(engine, side, row["line_to"]) >> NUMBER[row["home_port"]] & 1:
        port, capital = row["home_port"], row["line_to"]
        if port != capital:
            stop = where_it_stops(board, Asked(port, side, "line", None, capital), engine.context)
            yield objection("NY 12.3.6.b", "spend.fleet-no-line", port=port, capital=capital, stop=stop)
        else:  # a line that begins where it ends needs nothing but the port, under siege or not
            yield objection("NY 12.3.6.b", "spend.fleet-port-lost", fleet=name, port=port, side=side)


@permission("spend", "fleet")
@carries_out("NY 12.3.6.a", "NY 12.3.6.b")
def _may_raise_fleet(engine: Engine, action: Action, side: Side) -> None:
    board, name = engine.board, action[1]
    row = fleet_row(name)
    if _awaits_upkeep(engine, board.fleet(name)):
        engine.tell("NY 8.2", "spend.fleet-kept", fleet=name)
        return
    zone, port, capital = row["zone"], row["home_port"], row["line_to"]
    master = board.sea(zone)
    message = "spend.fleet-free-sea" if master is None else "spend.fleet-enemy-sea"
    engine.tell("NY 12.3.6.a", message, fleet=name, zone=zone, side=master)
    tell_line(engine, Asked(port, side, "line", None, capital), "NY 12.3.6.b")


@carries_out("NY 12.3.6.a", "NY 12.3.6.b", "NY 8.2")
def _raise_fleet(engine: Engine, side: Side, name: str, strength: int) -> None:
    board, port = engine.board, fleet_row(name)["home_port"]
    board.set_fleet(Fleet(name, "port", strength))  # type: ignore[arg-type]
    _mark(board, f"fleet {name}")
    engine.tell("NY 12.3.6.b", "spend.fleet", side=side, fleet=name, port=port, count=strength)
    _pay(engine, side, strength)


# ---- the decision


def _done(engine: Engine, side: Side) -> Iterator[Action]:
    yield ("done",)


def _nothing_against(engine: Engine, side: Side) -> Iterator[Violation]:
    return iter(())


@carries_out("NY 12.3.1.a", "NY 8.2")
def _finish(engine: Engine, side: Side) -> None:
    board = engine.board
    if left := board.resource_left.of(side):
        engine.tell("NY 12.3.1.a", "spend.lost", side=side, count=left)
        board.resource_left = structs.replace(board.resource_left, **{side: 0})
    for fleet in board.fleets:
        if owner_of(fleet.name) == side and _awaits_upkeep(engine, fleet):
            board.set_fleet(Fleet(fleet.name))
            engine.tell("NY 8.2", "spend.fleet-unpaid", fleet=fleet.name)


SPENDING = {
    "restore": Entry(_restorable, _against_restoring, _restore, prechecked=True),
    "raise": Entry(_raisable, _against_raising, _raise, prechecked=True),
    "line": Entry(_buildable, _against_building, _build),
    "support": Entry(_supportable, _against_support, _support),
    "fleet": Entry(_fleets, _against_fleet, _raise_fleet),
    "done": Entry(_done, _nothing_against, _finish, prechecked=True),
}
"""What a side may do with its points (NY 12.3.1.a)."""


def _candidates(engine: Engine, side: Side) -> Iterator[Action]:
    # whatever else there is costs something
    return listed(SPENDING, engine, side) if engine.board.resource_left.of(side) else _done(engine, side)


def _objections(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    return SPENDING[action[0]].against(engine, side, *action[1:])


@carries_out("NY 12.1", "NY 12.3.1.a", "NY 12.3.7", "NY 12.3.8")
def _spend(engine: Engine, action: Action, side: Side) -> None:
    verb, *arguments = action
    if verb != "done":
        engine.then(("spend", side))
    SPENDING[verb].begin(engine, side, *arguments)


decision(
    "spend",
    "side",
    "NY 12.3.1.a",
    " ".join(SPENDING),
    _candidates,
    _spend,
    _objections,
    prechecked=" ".join(SPENDING),
    unconditional="done",
)
