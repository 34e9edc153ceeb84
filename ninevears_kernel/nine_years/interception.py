"""Interception, and what a force does that the enemy enters upon: stand, withdraw or avoid battle
(NY 14.3, 14.6, 14.7, 17.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection
from .armies import (
    battle_rating,
    commander,
    corps_led,
    free_leaders,
    go,
    line_level,
    strongest_first,
)
from .board import Board
from .holding import settle
from .land import AROUND, FORTRESS, SPACES, Step, step_between
from .notation import Action
from .piece_numbers import DEMORALISED, INSIDE, INTERCEPTED
from .sides import Side, enemy
from .war import War

SURE = 6
"""The highest face of a die: a roll that needs more cannot succeed."""
KEPT_FROM_IT = DEMORALISED | INSIDE | INTERCEPTED  # NY 14.6.1


# ---- interception


def _interceptors(board: Board, side: Side, origin: int) -> list[int]:
    """The leaders of a side in a space who may try to intercept, the best command ratings first."""
    able = board.leaders_at(side, origin, KEPT_FROM_IT)
    return able if len(able) < 2 else sorted(able, key=lambda one: (-board.rating(one)[0], one))


@carries_out("NY 14.6.1")
def company(war: War, leader: int, number: int) -> tuple[int, ...]:
    """Who goes to intercept with so many corps: the leader, and as many of the best others as that takes."""
    board = war.board
    going = [leader]
    for other in _interceptors(board, war.kit.leaders[leader].side, board.where[leader]):
        if corps_led(war, going) >= number:
            break
        if other != leader:
            going.append(other)
    return tuple(going)


def _candidates(
    war: War,
    side: Side,
    origin: int,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> Iterator[Action]:
    board = war.board
    near = AROUND[side][space] & board.held[side]
    if near and _to_be_defended(board, side, space, len(corps)):
        while near:
            low = near & -near
            near ^= low
            where = low.bit_length() - 1
            able = _interceptors(board, side, where)
            there = len(board.stacks[side][where])
            for leader in able:
                most = corps_led(war, company(war, leader, there))
                for number in range(1, min(there, most) + 1):
                    yield "intercept", leader, number
    yield ("pass",)


def _to_be_defended(board: Board, side: Side, space: int, entered: int) -> bool:
    """Whether a space is one into which a side may intercept a force of so many corps."""
    if len(board.stacks[enemy(side)][space]) > entered:
        return False
    return bool((board.control.of(side) | board.held[side]) >> space & 1)


def _objections(
    war: War,
    action: Action,
    side: Side,
    origin: int,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> Iterator[Violation]:
    if action[0] == "intercept":
        yield from _against_interceptor(war, action[1], side, space)
        yield from _against_space(war.board, side, space, len(corps))
        yield from _against_number(war, action[1], action[2], side)


@carries_out("NY 14.6.1", "NY 14.6.2")
def _against_interceptor(war: War, leader: int, side: Side, space: int) -> Iterator[Violation]:
    board, row = war.board, war.kit.leaders[leader]
    if row.side != side:
        yield objection("NY 14.6.1", "intercept.not-yours", leader=row.name, side=side)
        return
    where, state = board.where[leader], board.state[leader]
    one = step_between(side, where, space) if where >= 0 else None
    if one is None:
        yield objection("NY 14.6.1", "intercept.not-adjacent", leader=row.name, space=SPACES[space].name)
    elif (needed := _needed(war, leader, side, one)) > SURE:
        yield objection("NY 14.6.2", "intercept.hopeless", leader=row.name, needed=needed)
    if state & DEMORALISED:
        yield objection("NY 14.6.1", "intercept.demoralised", leader=row.name)
    if state & INSIDE:
        yield objection("NY 14.6.1", "intercept.besieged", leader=row.name)
    if state & INTERCEPTED:
        yield objection("NY 14.6.1", "intercept.tried", leader=row.name)


@carries_out("NY 14.6.1", "NY 4.3")
def _against_space(board: Board, side: Side, space: int, entered: int) -> Iterator[Violation]:
    if not (board.control.of(side) | board.held[side]) >> space & 1:
        yield objection("NY 14.6.1", "intercept.not-friendly", space=SPACES[space].name, side=side)
    if len(board.stacks[enemy(side)][space]) > entered:
        yield objection("NY 14.6.1", "intercept.held", space=SPACES[space].name, side=enemy(side))


@carries_out("NY 14.6.1")
def _against_number(war: War, leader: int, number: int, side: Side) -> Iterator[Violation]:
    board, row = war.board, war.kit.leaders[leader]
    where = board.where[leader]
    if row.side != side or where < 0:
        return
    there = len(board.stacks[side][where])
    if not 1 <= number <= there:
        yield objection("NY 14.6.1", "intercept.not-so-many", leader=row.name, number=number, count=there)
    elif number > (limit := corps_led(war, company(war, leader, number))):
        yield objection("NY 14.6.1", "intercept.too-many", leader=row.name, number=number, limit=limit)


@carries_out("NY 14.6.2")
def _needed(war: War, leader: int, side: Side, one: Step) -> int:
    """The die that a leader needs to intercept over a link."""
    tables = war.kit.tables.interception
    modifier = war.board.rating(leader)[1]
    if one.red:
        modifier += tables.red_link
    if line_level(war.board, side, one.to):
        modifier += tables.fortified_line
    return tables.needed - modifier


@carries_out("NY 14.6.1", "NY 14.6.2", "NY 16.1")
def _take(
    war: War,
    action: Action,
    side: Side,
    origin: int,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> None:
    mover = enemy(side)
    if action[0] == "pass":
        war.then(("entered", mover, origin, space, leaders, corps, left, False))
        return
    board = war.board
    leader, number = action[1:]
    where = board.where[leader]
    one = step_between(side, where, space)
    assert one is not None
    going = company(war, leader, number)
    needed = _needed(war, leader, side, one)
    name, there = war.kit.leaders[leader].name, SPACES[space].name
    die = war.roll("intercept.roll", leader=name, space=there)
    for other in going:
        board.state[other] |= INTERCEPTED
    if die < needed:
        war.tell("NY 14.6.2", "intercept.failed", leader=name, space=there, die=die, needed=needed)
        war.then(("intercept", side, origin, space, leaders, corps, left))  # another may try
        return
    war.tell("NY 14.6.2", "intercept.succeeded", leader=name, space=there, die=die, needed=needed)
    war.then(("entered", mover, origin, space, leaders, corps, left, True))
    go(war, side, where, space, going, tuple(strongest_first(board.stacks[side][where])[:number]))


decision(
    "intercept",
    "side space space leaders many number",
    "NY 14.6.1",
    "intercept pass",
    _candidates,
    _take,
    _objections,
    certain="pass",
    always="pass",
)


# ---- a force that the enemy has entered upon


def _room_inside(war: War, side: Side, space: int) -> int:
    """How many corps of a side may still withdraw into the fortress of a space."""
    board = war.board
    if not FORTRESS[space] or board.controller_of(space) != side:
        return 0
    return war.kit.tables.garrison.most - len(board.garrisons.get(space, ()))


def _meeting_candidates(
    war: War, side: Side, origin: int, space: int, may_withdraw: bool
) -> Iterator[Action]:
    board = war.board
    safe = board.control.of(side) & ~board.held[enemy(side)] & ~(1 << origin)
    open_ways = AROUND[side][space] & safe
    while open_ways:
        low = open_ways & -open_ways
        open_ways ^= low
        yield "avoid", low.bit_length() - 1
    if may_withdraw:
        most = min(_room_inside(war, side, space), len(board.stacks[side][space]))
        for number in range(1, most + 1):
            yield "withdraw", number
    yield ("stand",)


def _meeting_objections(
    war: War, action: Action, side: Side, origin: int, space: int, may_withdraw: bool
) -> Iterator[Violation]:
    if action[0] == "avoid":
        yield from _against_way_out(war.board, action[1], side, origin, space)
        yield from _against_avoiding(war, side, space)
    elif action[0] == "withdraw":
        yield from _against_withdrawal(war, action[1], side, space, may_withdraw)


@carries_out("NY 14.7.1", "NY 14.1.1")
def _against_way_out(board: Board, to: int, side: Side, origin: int, space: int) -> Iterator[Violation]:
    name = SPACES[to].name
    if step_between(side, space, to) is None:
        yield objection("NY 14.7.1", "avoid.not-adjacent", space=name)
    if not board.control.of(side) >> to & 1:
        yield objection("NY 14.7.1", "avoid.not-friendly", space=name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 14.7.1", "avoid.enemy-there", space=name)
    if to == origin:
        yield objection("NY 14.7.1", "avoid.came-from", space=name)


@carries_out("NY 14.7.1", "NY 14.7.2")
def _against_avoiding(war: War, side: Side, space: int) -> Iterator[Violation]:
    board, name = war.board, SPACES[space].name
    needed = _needed_to_avoid(war, side, space)
    if needed is None:
        yield objection("NY 14.7.1", "avoid.no-leader", space=name)
    elif needed > SURE:
        yield objection("NY 14.7.2", "avoid.hopeless", space=name, needed=needed)
    if any(one & DEMORALISED for one in board.stacks[side][space]):
        yield objection("NY 14.7.1", "avoid.demoralised", space=name)


@carries_out("NY 14.7.2")
def _needed_to_avoid(war: War, side: Side, space: int) -> int | None:
    """The die that a force needs to avoid battle; None when no leader can lead it away."""
    board = war.board
    leader = commander(board, board.leaders_at(side, space, INSIDE | DEMORALISED))
    if leader is None:
        return None
    hunter = commander(board, free_leaders(board, enemy(side), space))
    needed = war.kit.tables.avoidance.needed
    return needed - battle_rating(board, leader) + battle_rating(board, hunter)


@carries_out("NY 17.3", "NY 14.3")
def _against_withdrawal(
    war: War, number: int, side: Side, space: int, may_withdraw: bool
) -> Iterator[Violation]:
    name = SPACES[space].name
    if not may_withdraw:
        yield objection("NY 14.3", "withdraw.once", space=name)
    room = _room_inside(war, side, space)
    if not FORTRESS[space] or war.board.controller_of(space) != side:
        yield objection("NY 17.3", "withdraw.no-fortress", space=name, side=side)
    elif not 1 <= number <= room:
        yield objection("NY 17.3", "withdraw.room", space=name, number=number, count=room)
    there = len(war.board.stacks[side][space])
    if number > there:
        yield objection("NY 17.3", "withdraw.not-so-many", space=name, number=number, count=there)


@carries_out("NY 14.3")
def _meet(war: War, action: Action, side: Side, origin: int, space: int, may_withdraw: bool) -> None:
    if action[0] == "withdraw":
        _withdraw(war, action[1], side, origin, space)
    elif action[0] == "stand" or not _slips_away(war, action[1], side, space):
        war.then(("battle", enemy(side), origin, space))


@carries_out("NY 17.3", "NY 14.3", "NY 4.3")
def _withdraw(war: War, number: int, side: Side, origin: int, space: int) -> None:
    board = war.board
    inside = strongest_first(board.stacks[side][space])[:number]
    board.take(side, space, *inside)
    board.put_inside(space, (*board.garrisons.get(space, ()), *inside))
    war.tell("NY 17.3", "withdraw.done", side=side, space=SPACES[space].name, count=number)
    if board.stacks[side][space]:
        war.then(("meet", side, origin, space, False))
        return
    for leader in board.leaders_at(side, space):  # NY 14.3: with the last corps
        board.state[leader] |= INSIDE
    settle(war, space)


@carries_out("NY 14.7.2", "NY 14.4", "NY 17.1")
def _slips_away(war: War, to: int, side: Side, space: int) -> bool:
    board = war.board
    needed = _needed_to_avoid(war, side, space)
    assert needed is not None
    name = SPACES[space].name
    die = war.roll("avoid.roll", side=side, space=name)
    if die < needed:
        war.tell("NY 14.7.2", "avoid.failed", side=side, space=name, die=die, needed=needed)
        return False
    war.tell("NY 14.7.2", "avoid.succeeded", side=side, space=SPACES[to].name, die=die, needed=needed)
    go(war, side, space, to, free_leaders(board, side, space), board.stacks[side][space])
    return True


decision(
    "meet",
    "side space space flag",
    "NY 14.3",
    "stand avoid withdraw",
    _meeting_candidates,
    _meet,
    _meeting_objections,
    certain="stand",
    always="stand",
)
