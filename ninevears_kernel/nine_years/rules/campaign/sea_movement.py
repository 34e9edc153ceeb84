"""Sea movement: leaders and up to two corps sail from port to port (NY 13.5.5, 14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import PORTS, SPACES
from ...components.piece_numbers import INSIDE, REDUCED, USED, corps_in_words
from ...components.position import OnTheMap
from ...components.rule_tables import SeaMovement
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import displace_leaders, settle
from .armies import Group, activate, corps_to_join, have_acted, leaders_to_join, spaces_of_free_leaders
from .destinations import Condition, against as against_space, meeting, neutral, not_neutral, open_to_leaders

MOST_CORPS = 2  # NY 13.5.5


@carries_out("NY 14.5.2")
def sea_roll_modifier(seas: OnTheMap, side: Side, zones: tuple[str, ...], table: SeaMovement) -> int | None:
    """The modifier of the sea movement roll through these zones; None when nothing is rolled.

    >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> table = standard_rule_tables().numbers.sea_movement
    >>> start = scenario_1688()
    >>> sea_roll_modifier(start, "Alliance", ("Mediterranean",), table)
    -2
    >>> sea_roll_modifier(start, "Alliance", ("Atlantic",), table)
    0
    >>> sea_roll_modifier(start, "Bourbon", ("Mediterranean",), table)
    """
    masters = {seas.sea(zone) for zone in zones}
    if masters == {side}:
        return None
    return table.enemy if enemy(side) in masters else 0


@carries_out("NY 14.5.1", "NY 2.6")
def passage(seas: OnTheMap, side: Side, origin: int, to: int) -> tuple[str, ...]:
    """The zones through which one best sails: as few enemy ones as can be, then as few that are not
    friendly, then as few at all.
    """
    ways = _ways(origin, to)
    if len(ways) == 1:
        return ways[0]

    def danger(zones: tuple[str, ...]) -> tuple[int, int, int]:
        masters = [seas.sea(zone) for zone in zones]
        return masters.count(enemy(side)), sum(master != side for master in masters), len(zones)

    return min(ways, key=danger)


@cache
def _ways(origin: int, to: int) -> tuple[tuple[str, ...], ...]:
    """From the zones of one port to those of another."""
    return tuple(
        tuple(dict.fromkeys(pair))  # two zones meet at the strait, as lines of communication do
        for pair in product(SPACES[origin].ports, SPACES[to].ports)
    )


def landings(engine: Engine, side: Side, with_corps: bool) -> int:
    """The mask of the ports where a group may land."""
    return meeting(_ports_for(engine, side, with_corps))


def landings_of_corps(board: Board, side: Side) -> int:
    """The mask of the ports where corps may land, which depends on no reading."""
    return meeting(_ports_to_land(board, side, True, 0))


@carries_out("NY 7.2.1.a")
def _ports_for(engine: Engine, side: Side, with_corps: bool) -> tuple[Condition, ...]:
    return _ports_to_land(engine.board, side, with_corps, 0 if with_corps else open_to_leaders(engine))


@carries_out("NY 14.5.1", "NY 14.2", "NY 4.3")
def _ports_to_land(board: Board, side: Side, with_corps: bool, let_in: int) -> tuple[Condition, ...]:
    """What a space must be for a group to land there: friendly, or an enemy port that no enemy corps hold; of
    these leaders alone may enter only what corps of theirs besiege (14.2). Neutral spaces are closed but for
    those that let the group in.
    """
    other = enemy(side)
    entered = -1 if with_corps else board.control.of(side) | board.held[side] | neutral(board)
    return (
        Condition(PORTS, "NY 14.5.1", "sea.no-port"),
        *not_neutral(board, "sea.neutral", let_in),
        Condition(entered, "NY 14.2", "sea.leaders-land-alone"),
        Condition(~board.held[other], "NY 14.5.1", "sea.enemy-corps"),
    )


@carries_out("NY 14.5.1", "NY 17.3")
def _ports_to_leave(board: Board, side: Side) -> tuple[Condition, ...]:
    """What a space must be for a group to sail from there."""
    return (
        Condition(PORTS, "NY 14.5.1", "sea.no-port"),
        Condition(board.control.of(side), "NY 14.5.1", "sea.not-friendly", {"side": side}),
        Condition(~(board.held[enemy(side)] & board.control.of(side)), "NY 17.3", "sea.besieged"),
    )


# ---- the action


def candidates(engine: Engine, side: Side) -> Iterator[Action]:
    """The ports from which pieces might sail."""
    board = engine.board
    ports = meeting(_ports_to_leave(board, side))
    free = board.free[side]
    ways = landings(engine, side, False), landings(engine, side, True)
    for space in bits((free | spaces_of_free_leaders(engine, side)) & ports):
        if ways[free >> space & 1] & ~(1 << space):
            yield "sail", space


def _somewhere_to_land(engine: Engine, side: Side, space: int) -> int:
    """The mask of the ports to which pieces of a side could sail from a space."""
    return landings(engine, side, bool(engine.board.free[side] >> space & 1)) & ~(1 << space)


@carries_out("NY 13.5.5", "NY 14.5.1", "NY 13.4.3")
def against(engine: Engine, side: Side, space: int) -> Iterator[Violation]:
    """What stands against a sea move from a space."""
    board = engine.board
    shut = [*against_space(_ports_to_leave(board, side), space)]
    yield from shut
    if not board.stacks[side][space] and not board.leaders_at(side, space):
        if any(one.clause_id == "NY 17.3" for one in shut):
            return  # whoever is inside is besieged, which has been said
        yield objection("NY 13.5.5", "sea.nobody-there", space=SPACES[space].name, side=side)
    elif not board.free[side] >> space & 1 and not spaces_of_free_leaders(engine, side) >> space & 1:
        yield objection("NY 13.4.3", "sea.nobody", space=SPACES[space].name, side=side)
    elif not _somewhere_to_land(engine, side, space):
        yield objection("NY 14.5.1", "sea.nowhere", space=SPACES[space].name)


def begin(engine: Engine, side: Side, space: int) -> None:
    """The group is chosen, then it sails."""
    engine.then(("embark", side, space, (), ()))


# ---- who sails


def _groups(engine: Engine, *chosen: Any) -> Iterator[Action]:
    group = Group(*chosen)
    yield from leaders_to_join(engine.board, group)
    yield from corps_to_join(engine.board, group, MOST_CORPS)
    if group.leaders or group.corps:
        yield ("weigh",)


@carries_out("NY 13.5.5", "NY 13.4.3")
def _against_group(engine: Engine, action: Action, *chosen: Any) -> Iterator[Violation]:
    group = Group(*chosen)
    if action[0] == "lead":
        yield from _against_leader(engine, action[1], group)
    elif action[0] == "with":
        yield from _against_corps(engine, action[1][0], action[1][1], group)
    elif not group.leaders and not group.corps:
        yield objection("NY 13.5.5", "sea.empty", space=SPACES[group.space].name)
    elif not landings(engine, group.side, bool(group.corps)) & ~(1 << group.space):
        yield objection("NY 14.2", "sea.leaders-alone", space=SPACES[group.space].name)


def _against_leader(engine: Engine, leader: int, group: Group) -> Iterator[Violation]:
    row, state = engine.rule_tables.leaders[leader], engine.board.state[leader]
    if row.side != group.side or engine.board.where[leader] != group.space:
        yield objection("NY 13.5.5", "sea.leader-not-there", leader=row.name, space=SPACES[group.space].name)
    if state & USED:
        yield objection("NY 13.4.3", "sea.leader-used", leader=row.name)
    if state & INSIDE:
        yield objection("NY 17.3", "sea.leader-besieged", leader=row.name)
    if leader in group.leaders:
        yield objection("NY 13.5.5", "sea.leader-twice", leader=row.name)


def _against_corps(engine: Engine, number: int, corps: int, group: Group) -> Iterator[Violation]:
    stack, chosen = engine.board.stacks[group.side][group.space], group.corps.count(corps)
    left = stack.count(corps) - chosen
    if number < 1:
        yield objection("NY 13.5.5", "sea.none", corps=corps_in_words(corps))
    if number > left:
        clause_id = "NY 13.4.3" if have_acted(stack, corps, chosen + number) else "NY 13.5.5"
        says = "sea.not-so-many" if left else "sea.none-left"
        yield objection(clause_id, says, corps=corps_in_words(corps), count=left)
    if number + len(group.corps) > MOST_CORPS:
        yield objection("NY 13.5.5", "sea.too-many", count=MOST_CORPS)
    if corps & USED:
        yield objection("NY 13.4.3", "sea.corps-used", corps=corps_in_words(corps))


@carries_out("NY 13.4.3")
def _embark(engine: Engine, action: Action, *chosen: Any) -> None:
    group = Group(*chosen)
    side, space, leaders, corps = group
    match action:
        case ("lead", leader):
            engine.then(("embark", side, space, (*leaders, leader), corps))
        case ("with", (number, one)):
            engine.then(("embark", side, space, leaders, (*corps, *(one,) * number)))
        case _:
            engine.then(("sail-to", side, space, leaders, activate(engine.board, group)))


decision(
    "embark",
    "side space leaders many",
    "NY 13.5.5",
    "lead with weigh",
    _groups,
    _embark,
    _against_group,
    prechecked="lead with",
)


# ---- where to


def _ports(engine: Engine, *sailing: Any) -> Iterator[Action]:
    group = Group(*sailing)
    for space in bits(landings(engine, group.side, bool(group.corps)) & ~(1 << group.space)):
        yield "to", space


@carries_out("NY 14.5.1", "NY 14.2")
def _against_port(engine: Engine, action: Action, *sailing: Any) -> Iterator[Violation]:
    group = Group(*sailing)
    if action[1] == group.space:
        yield objection("NY 14.5.1", "sea.stays", space=SPACES[group.space].name)
    yield from against_space(_ports_for(engine, group.side, bool(group.corps)), action[1])


@permission("sail-to", "to")
@carries_out("NY 14.5.1", "NY 14.5.2", "NY 14.1.2", "NY 14.2", "NY 13.5.5", "NY 7.2.1.a")
def _may_sail(engine: Engine, action: Action, *sailing: Any) -> None:
    group, to = Group(*sailing), action[1]
    board, side, name = engine.board, group.side, SPACES[to].name
    if group.corps:
        engine.tell("NY 13.5.5", "sea.within-limit", count=len(group.corps), limit=MOST_CORPS)
    if not group.leaders:
        engine.tell("NY 14.1.2", "sea.without-leader")
    if board.control.of(side) >> to & 1:
        engine.tell("NY 14.5.1", "sea.into-friendly-port", space=name)
    elif group.corps:
        engine.tell("NY 14.5.1", "sea.into-enemy-port", space=name)
    elif board.held[side] >> to & 1:
        engine.tell("NY 14.2", "sea.leaders-join-corps", space=name)
    else:
        engine.tell("NY 7.2.1.a", "transfer.leaders-pass", space=name)
    zones = passage(board, side, group.space, to)
    hostile = [zone for zone in zones if board.sea(zone) != side]
    message = "sea.through-any-zone" if hostile else "sea.through-own-zones"
    engine.tell("NY 14.5.2", message, zones=Message.all_of(hostile or zones))


@carries_out("NY 14.5.2")
def _sail(engine: Engine, action: Action, *sailing: Any) -> None:
    group, to = Group(*sailing), action[1]
    board, side, origin = engine.board, group.side, SPACES[group.space].name
    table = engine.rule_tables.numbers.sea_movement
    zones = passage(board, side, group.space, to)
    modifier = sea_roll_modifier(board, side, zones, table)
    if engine.context.recorded:
        names = {"origin": origin, "space": SPACES[to].name}
        engine.tell("NY 14.5.1", "sea.sails", **names, zones=Message.all_of(zones))
    if modifier is None:
        _land(engine, group, to)
        return
    die = engine.roll("sea.roll", origin=origin, space=SPACES[to].name)
    total = die + modifier
    engine.decides("NY 14.5.2", "sea.total", die=die, modifier=modifier, total=total)
    if total >= table.arrives or (total >= table.one_reduced and not group.corps):
        _land(engine, group, to)
    elif total >= table.one_reduced:
        engine.then(("sea-loss", side, group.space, to, group.leaders, group.corps))
    else:
        saved = [_reduce(engine, side, group.space, one) for one in group.corps]
        if group.leaders or any(saved):
            engine.tell("NY 14.5.2", "sea.turns-back", space=origin)


decision("sail-to", "side space leaders many", "NY 14.5.1", "to", _ports, _sail, _against_port, "to")


def _reduce(engine: Engine, side: Side, space: int, corps: int) -> tuple[int, ...]:
    """Reduces a corps at sea, or eliminates it; says what is left of it."""
    board = engine.board
    if not board.weaken(side, space, corps):
        engine.tell("NY 12.3.2", "sea.lost", corps=corps_in_words(corps))
        return ()
    engine.tell("NY 14.5.2", "sea.reduced", corps=corps_in_words(corps))
    return (corps | REDUCED,)


def _against_loss(engine: Engine, action: Action, *sailing: Any) -> Iterator[Violation]:
    if action[1] not in sailing[-1]:
        yield objection("NY 14.5.2", "sea.not-aboard", corps=corps_in_words(action[1]))


def _take_loss(engine: Engine, action: Action, side: Side, origin: int, to: int, *aboard: Any) -> None:
    leaders, corps = aboard
    saved = list(corps)
    saved.remove(action[1])
    left = (*saved, *_reduce(engine, side, origin, action[1]))
    _land(engine, Group(side, origin, leaders, left), to)


decision(
    "sea-loss",
    "side space space leaders many",
    "NY 14.5.2",
    "reduce",
    lambda engine, side, origin, to, leaders, corps: [("reduce", one) for one in dict.fromkeys(corps)],
    _take_loss,
    _against_loss,
)


@carries_out("NY 14.5.1", "NY 14.2", "NY 14.3", "NY 14.4", "NY 17.1")
def _land(engine: Engine, group: Group, to: int) -> None:
    board, (side, origin, leaders, corps) = engine.board, group
    if not leaders and not corps:
        return  # all were lost at sea
    if not landings(engine, side, bool(corps)) >> to & 1:
        # NY 14.2: its last corps lost at sea, the group cannot enter the enemy's port
        engine.tell("NY 14.2", "sea.turns-back", space=SPACES[origin].name)
        return
    board.take(side, origin, *corps)
    board.add(side, to, *corps)
    for leader in leaders:
        board.where[leader] = to
    engine.tell("NY 14.5.2", "sea.arrives", space=SPACES[to].name)
    if corps:
        displace_leaders(engine, enemy(side), to)
        settle(engine, to)
