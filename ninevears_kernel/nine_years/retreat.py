"""Retreat after a battle: back, aside, into the fortress, or not at all (NY 16.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .armies import free_leaders, go, strongest_first
from .board import Board
from .holding import settle
from .land import AROUND, FORTRESS, SPACES, step_between
from .notation import Action
from .piece_numbers import INSIDE, WAITS
from .sides import Side, enemy
from .war import War


@step("fall-back", "side space space flag")
@carries_out("NY 16.4")
def fall_back(war: War, side: Side, origin: int, space: int, attacked: bool) -> None:
    """A side that has lost a battle leaves the space; the attacker had come from `origin`."""
    board = war.board
    if not board.stacks[side][space]:
        _to_refuge(war, side, space)
        settle(war, space)
        _open_gates(board, space)
    elif attacked and not board.held[enemy(side)] >> origin & 1:
        _retreat_to(war, side, space, origin)
    elif _ways(board, side, space):
        war.then(("retreat", side, space))
    else:
        _shut_in(war, side, space)


def _ways(board: Board, side: Side, space: int) -> int:
    """The mask of the spaces to which a beaten defender may retreat."""
    return AROUND[side][space] & board.control.of(side) & ~board.held[enemy(side)]


def _candidates(war: War, side: Side, space: int) -> Iterator[Action]:
    ways = _ways(war.board, side, space)
    while ways:
        low = ways & -ways
        ways ^= low
        yield "retreat", low.bit_length() - 1


@carries_out("NY 16.4")
def _objections(war: War, action: Action, side: Side, space: int) -> Iterator[Violation]:
    board, to = war.board, action[1]
    if step_between(side, space, to) is None:
        yield objection("NY 16.4", "retreat.not-adjacent", space=SPACES[to].name)
    if not board.control.of(side) >> to & 1:
        yield objection("NY 16.4", "retreat.not-friendly", space=SPACES[to].name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 16.4", "retreat.enemy-there", space=SPACES[to].name)


def _take(war: War, action: Action, side: Side, space: int) -> None:
    _retreat_to(war, side, space, action[1])


decision("retreat", "side space", "NY 16.4", "retreat", _candidates, _take, _objections)


@carries_out("NY 16.4")
def _retreat_to(war: War, side: Side, space: int, to: int) -> None:
    board = war.board
    war.tell("NY 16.4", "retreat.to", side=side, space=SPACES[to].name)
    go(war, side, space, to, free_leaders(board, side, space), board.stacks[side][space])
    settle(war, to)  # NY 17.1: the attacker may come back to a fortress that he besieged
    _open_gates(board, space)


@carries_out("NY 16.4", "NY 17.1", "NY 12.3.2")
def _shut_in(war: War, side: Side, space: int) -> None:
    """The corps that a friendly fortress holds go inside it with their leaders; the others are eliminated."""
    board, name = war.board, SPACES[space].name
    garrison = board.garrisons.get(space, ())
    friendly = FORTRESS[space] and board.controller_of(space) == side
    room = max(0, war.kit.tables.battle.into_fortress - len(garrison)) if friendly else 0
    corps = strongest_first(board.stacks[side][space])
    inside, lost = corps[:room], corps[room:]
    board.put(side, space, ())
    board.to_pool(*lost)
    if inside:
        board.put_inside(space, (*garrison, *inside))
        for leader in free_leaders(board, side, space):
            board.state[leader] |= INSIDE
        war.tell("NY 16.4", "retreat.inside", side=side, space=name, count=len(inside))
    if lost:
        war.tell("NY 16.4", "retreat.eliminated", side=side, space=name, count=len(lost))
    _to_refuge(war, side, space)
    settle(war, space)
    _open_gates(board, space)


@carries_out("NY 16.4")
def _to_refuge(war: War, side: Side, space: int) -> None:
    """Leaders whose corps are gone make for the nearest friendly space."""
    board = war.board
    for leader in free_leaders(board, side, space):
        refuge = board.nearest_refuge(side, space)
        board.where[leader] = refuge
        name = war.kit.leaders[leader].name
        if refuge == WAITS:
            war.tell("NY 16.4", "retreat.leader-waits", leader=name)
        else:
            war.tell("NY 16.4", "retreat.leader", leader=name, space=SPACES[refuge].name)


def _open_gates(board: Board, space: int) -> None:
    """A garrison that withdrew before the battle comes out again when no siege has followed (NY 17.6)."""
    if space in board.garrisons and board.siege_of(space) is None:
        board.free_garrison(space)
