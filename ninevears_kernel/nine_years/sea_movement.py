"""Sea movement: leaders and up to two corps sail from port to port (NY 13.5.5, 14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import decision, objection
from .armies import activate, ready_leaders, spaces_of_free_leaders
from .board import Board
from .holding import displace_leaders, settle
from .kit import SeaMovement
from .land import PORTS, SPACES
from .notation import Action
from .piece_numbers import INSIDE, REDUCED, USED, corps_in_words
from .position import OnTheMap
from .sides import Side, enemy
from .supply_network import bits
from .war import War

MOST_CORPS = 2  # NY 13.5.5


@carries_out("NY 14.5.2")
def sea_roll_modifier(seas: OnTheMap, side: Side, zones: tuple[str, ...], table: SeaMovement) -> int | None:
    """The modifier of the sea movement roll through these zones; None when nothing is rolled.

    >>> from ninevears_kernel.nine_years.kit import standard_kit
    >>> from ninevears_kernel.nine_years.scenario import scenario_1688
    >>> table = standard_kit().tables.sea_movement
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


@carries_out("NY 14.5.1", "NY 14.2", "NY 4.3", "NY 7.2.1.a", "NY 7.2.2")
def landings(board: Board, side: Side, with_corps: bool) -> int:
    """The mask of the ports where a group may land: friendly ones, and enemy ones that no enemy corps hold;
    of these leaders alone may enter only what corps of theirs besiege (14.2).
    """
    other = enemy(side)
    spaces = board.control.of(other) if with_corps else board.held[side]
    return PORTS & (board.control.of(side) | spaces) & ~board.held[other]


# ---- the action


def candidates(war: War, side: Side) -> Iterator[Action]:
    """The ports from which pieces might sail."""
    board = war.board
    ports = PORTS & board.control.of(side) & ~board.held[enemy(side)]
    free = board.free[side]
    ways = landings(board, side, False), landings(board, side, True)
    for space in bits((free | spaces_of_free_leaders(war, side)) & ports):
        if ways[free >> space & 1] & ~(1 << space):
            yield "sail", space


def _somewhere_to_land(war: War, side: Side, space: int) -> int:
    """The mask of the ports to which pieces of a side could sail from a space."""
    return landings(war.board, side, bool(war.board.free[side] >> space & 1)) & ~(1 << space)


@carries_out("NY 13.5.5", "NY 14.5.1", "NY 13.4.3")
def against(war: War, side: Side, space: int) -> Iterator[Violation]:
    """What stands against a sea move from a space."""
    board = war.board
    if not PORTS >> space & 1:
        yield objection("NY 14.5.1", "sea.no-port", space=SPACES[space].name)
    if not board.control.of(side) >> space & 1:
        yield objection("NY 14.5.1", "sea.not-friendly", space=SPACES[space].name, side=side)
    if board.held[enemy(side)] >> space & 1:
        yield objection("NY 17.3", "sea.besieged", space=SPACES[space].name)
    if not board.free[side] >> space & 1 and not spaces_of_free_leaders(war, side) >> space & 1:
        yield objection("NY 13.4.3", "sea.nobody", space=SPACES[space].name, side=side)
    elif not _somewhere_to_land(war, side, space):
        yield objection("NY 14.5.1", "sea.nowhere", space=SPACES[space].name)


def begin(war: War, side: Side, space: int) -> None:
    """The group is chosen, then it sails."""
    war.then(("embark", side, space, (), ()))


# ---- who sails

Group = tuple[int, ...]


def _groups(war: War, side: Side, space: int, leaders: Group, corps: Group) -> Iterator[Action]:
    stack = war.board.stacks[side][space]
    for leader in ready_leaders(war.board, side, space):
        if leader not in leaders:
            yield "lead", leader
    room = MOST_CORPS - len(corps)
    for one in dict.fromkeys(stack):
        if not one & USED:
            for number in range(1, min(room, stack.count(one) - corps.count(one)) + 1):
                yield "with", (number, one)
    if leaders or corps:
        yield ("weigh",)


@carries_out("NY 13.5.5", "NY 13.4.3")
def _against_group(
    war: War, action: Action, side: Side, space: int, leaders: Group, corps: Group
) -> Iterator[Violation]:
    verb = action[0]
    if verb == "lead":
        yield from _against_leader(war, action[1], side, space, leaders)
    elif verb == "with":
        yield from _against_corps(war, action[1][0], action[1][1], side, space, corps)
    elif not leaders and not corps:
        yield objection("NY 13.5.5", "sea.empty", space=SPACES[space].name)
    elif not landings(war.board, side, bool(corps)) & ~(1 << space):
        yield objection("NY 14.2", "sea.leaders-alone", space=SPACES[space].name)


def _against_leader(war: War, leader: int, side: Side, space: int, leaders: Group) -> Iterator[Violation]:
    row, state = war.kit.leaders[leader], war.board.state[leader]
    if row.side != side or war.board.where[leader] != space:
        yield objection("NY 13.5.5", "sea.leader-not-there", leader=row.name, space=SPACES[space].name)
    if state & USED:
        yield objection("NY 13.4.3", "sea.leader-used", leader=row.name)
    if state & INSIDE:
        yield objection("NY 17.3", "sea.leader-besieged", leader=row.name)
    if leader in leaders:
        yield objection("NY 13.5.5", "sea.leader-twice", leader=row.name)


def _against_corps(
    war: War, number: int, corps: int, side: Side, space: int, aboard: Group
) -> Iterator[Violation]:
    left = war.board.stacks[side][space].count(corps) - aboard.count(corps)
    if number < 1:
        yield objection("NY 13.5.5", "sea.none", corps=corps_in_words(corps))
    if number > left:
        yield objection("NY 13.5.5", "sea.not-so-many", corps=corps_in_words(corps), count=left)
    if number + len(aboard) > MOST_CORPS:
        yield objection("NY 13.5.5", "sea.too-many", count=MOST_CORPS)
    if corps & USED:
        yield objection("NY 13.4.3", "sea.corps-used", corps=corps_in_words(corps))


@carries_out("NY 13.4.3")
def _embark(war: War, action: Action, side: Side, space: int, leaders: Group, corps: Group) -> None:
    verb = action[0]
    if verb == "lead":
        war.then(("embark", side, space, (*leaders, action[1]), corps))
    elif verb == "with":
        number, one = action[1]
        war.then(("embark", side, space, leaders, (*corps, *(one,) * number)))
    else:
        used = activate(war.board, side, space, leaders, corps)
        war.then(("sail-to", side, space, leaders, used))


decision(
    "embark",
    "side space leaders many",
    "NY 13.5.5",
    "lead with weigh",
    _groups,
    _embark,
    _against_group,
    certain="lead with",
)


# ---- where to


def _ports(war: War, side: Side, origin: int, leaders: Group, corps: Group) -> Iterator[Action]:
    for space in bits(landings(war.board, side, bool(corps)) & ~(1 << origin)):
        yield "to", space


@carries_out("NY 14.5.1", "NY 14.2")
def _against_port(
    war: War, action: Action, side: Side, origin: int, leaders: Group, corps: Group
) -> Iterator[Violation]:
    to = action[1]
    name = SPACES[to].name
    owner = war.board.controller_of(to)
    if to == origin:
        yield objection("NY 14.5.1", "sea.stays", space=name)
    if not PORTS >> to & 1:
        yield objection("NY 14.5.1", "sea.no-port", space=name)
    if owner is None:
        yield objection("NY 7.2.1.a", "sea.neutral", space=name)
    elif owner != side and not corps and not war.board.held[side] >> to & 1:
        yield objection("NY 14.2", "sea.leaders-land-alone", space=name)
    if war.board.held[enemy(side)] >> to & 1:
        yield objection("NY 14.5.1", "sea.enemy-corps", space=name)


@carries_out("NY 14.5.2")
def _sail(war: War, action: Action, side: Side, origin: int, leaders: Group, corps: Group) -> None:
    board = war.board
    to = action[1]
    table = war.kit.tables.sea_movement
    zones = passage(board, side, origin, to)
    modifier = sea_roll_modifier(board, side, zones, table)
    if war.hearing.recorded:
        war.tell(
            "NY 14.5.1",
            "sea.sails",
            origin=SPACES[origin].name,
            space=SPACES[to].name,
            zones=Message.all_of(zones),
        )
    if modifier is None:
        _land(war, side, origin, to, leaders, corps)
        return
    total = war.roll("sea.roll", origin=SPACES[origin].name, space=SPACES[to].name) + modifier
    war.tell("NY 14.5.2", "sea.total", modifier=modifier, total=total)
    if total >= table.arrives:
        _land(war, side, origin, to, leaders, corps)
    elif total >= table.one_reduced:
        if corps:
            war.then(("sea-loss", side, origin, to, leaders, corps))
        else:
            _land(war, side, origin, to, leaders, corps)
    else:
        saved = [_reduce(war, side, origin, one) for one in corps]
        if leaders or any(saved):
            war.tell("NY 14.5.2", "sea.turns-back", space=SPACES[origin].name)


decision("sail-to", "side space leaders many", "NY 14.5.1", "to", _ports, _sail, _against_port, "to")


def _reduce(war: War, side: Side, space: int, corps: int) -> Group:
    """Reduces a corps at sea, or eliminates it; says what is left of it."""
    board = war.board
    board.take(side, space, corps)
    if corps & REDUCED:
        board.to_pool(corps)
        war.tell("NY 12.3.2", "sea.lost", corps=corps_in_words(corps))
        return ()
    board.add(side, space, corps | REDUCED)
    war.tell("NY 14.5.2", "sea.reduced", corps=corps_in_words(corps))
    return (corps | REDUCED,)


def _against_loss(
    war: War, action: Action, side: Side, origin: int, to: int, leaders: Group, corps: Group
) -> Iterator[Violation]:
    if action[1] not in corps:
        yield objection("NY 14.5.2", "sea.not-aboard", corps=corps_in_words(action[1]))


def _take_loss(
    war: War, action: Action, side: Side, origin: int, to: int, leaders: Group, corps: Group
) -> None:
    saved = list(corps)
    saved.remove(action[1])
    _land(war, side, origin, to, leaders, (*saved, *_reduce(war, side, origin, action[1])))


decision(
    "sea-loss",
    "side space space leaders many",
    "NY 14.5.2",
    "reduce",
    lambda war, side, origin, to, leaders, corps: [("reduce", one) for one in dict.fromkeys(corps)],
    _take_loss,
    _against_loss,
)


@carries_out("NY 14.5.1", "NY 14.2", "NY 14.3", "NY 14.4", "NY 17.1")
def _land(war: War, side: Side, origin: int, to: int, leaders: Group, corps: Group) -> None:
    board = war.board
    if not leaders and not corps:
        return  # all were lost at sea
    if not landings(board, side, bool(corps)) >> to & 1:
        # NY 14.2: its last corps lost at sea, the group cannot enter the enemy's port
        war.tell("NY 14.2", "sea.turns-back", space=SPACES[origin].name)
        return
    board.take(side, origin, *corps)
    board.add(side, to, *corps)
    for leader in leaders:
        board.where[leader] = to
    war.tell("NY 14.5.2", "sea.arrives", space=SPACES[to].name)
    if corps:
        displace_leaders(war, enemy(side), to)
        settle(war, to)
