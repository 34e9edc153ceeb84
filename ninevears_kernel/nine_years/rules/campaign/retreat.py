"""Retreat after a battle: back, aside, into the fortress, or not at all (NY 16.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation
from ...components.map_graph import bits
from ...components.map_masks import SPACES
from ...components.piece_numbers import INSIDE, WAITS
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import settle
from .armies import free_leaders, go, shelters, strongest_first
from .destinations import Condition, against, meeting, one_step_away


@step("fall-back", "side space space flag")
@carries_out("NY 16.4")
def fall_back(engine: Engine, side: Side, origin: int, space: int, attacked: bool) -> None:
    """A side that has lost a battle leaves the space; the attacker had come from `origin`."""
    board = engine.board
    if not board.stacks[side][space]:
        _to_refuge(engine, side, space)
        settle(engine, space)
        _open_gates(board, space)
    elif attacked and not board.held[enemy(side)] >> origin & 1:
        _retreat_to(engine, side, space, origin)
    elif meeting(_ways_back(board, side, space)):
        engine.then(("retreat", side, space))
    else:
        _shut_in(engine, side, space)


@carries_out("NY 16.4")
def _ways_back(board: Board, side: Side, space: int) -> tuple[Condition, ...]:
    """What a space must be for a beaten defender to retreat there."""
    return (
        *one_step_away(side, space, "NY 16.4", "retreat.not-adjacent"),
        Condition(board.control.of(side), "NY 16.4", "retreat.not-friendly", {"side": side}),
        Condition(~board.held[enemy(side)], "NY 16.4", "retreat.enemy-there"),
    )


def _candidates(engine: Engine, side: Side, space: int) -> Iterator[Action]:
    for to in bits(meeting(_ways_back(engine.board, side, space))):
        yield "retreat", to


def _objections(engine: Engine, action: Action, side: Side, space: int) -> Iterator[Violation]:
    return against(_ways_back(engine.board, side, space), action[1])


def _take(engine: Engine, action: Action, side: Side, space: int) -> None:
    _retreat_to(engine, side, space, action[1])


decision("retreat", "side space", "NY 16.4", "retreat", _candidates, _take, _objections, prechecked="retreat")


@permission("retreat", "retreat")
@carries_out("NY 16.4")
def _may_retreat(engine: Engine, action: Action, side: Side, space: int) -> None:
    engine.tell("NY 16.4", "retreat.open", space=SPACES[action[1]].name, side=side)


@carries_out("NY 16.4")
def _retreat_to(engine: Engine, side: Side, space: int, to: int) -> None:
    board = engine.board
    engine.tell("NY 16.4", "retreat.to", side=side, space=SPACES[to].name)
    go(engine, side, space, to, free_leaders(board, side, space), board.stacks[side][space])
    settle(engine, to)  # NY 17.1: the attacker may come back to a fortress that was besieged
    _open_gates(board, space)


@carries_out("NY 16.4", "NY 17.1", "NY 12.3.2")
def _shut_in(engine: Engine, side: Side, space: int) -> None:
    """The corps that a friendly fortress holds go inside it with their leaders; the others are eliminated."""
    board, name = engine.board, SPACES[space].name
    garrison = board.garrisons.get(space, ())
    room = (
        max(0, engine.rule_tables.numbers.battle.into_fortress - len(garrison))
        if shelters(board, side, space)
        else 0
    )
    corps = strongest_first(board.stacks[side][space])
    inside, lost = corps[:room], corps[room:]
    board.put(side, space, ())
    board.to_pool(*lost)
    if inside:
        board.put_inside(space, (*garrison, *inside))
        for leader in free_leaders(board, side, space):
            board.state[leader] |= INSIDE
        engine.tell("NY 16.4", "retreat.inside", side=side, space=name, count=len(inside))
    if lost:
        engine.tell("NY 16.4", "retreat.eliminated", side=side, space=name, count=len(lost))
    _to_refuge(engine, side, space)
    settle(engine, space)
    _open_gates(board, space)


@carries_out("NY 16.4")
def _to_refuge(engine: Engine, side: Side, space: int) -> None:
    """Leaders whose corps are gone make for the nearest friendly space."""
    board = engine.board
    for leader in free_leaders(board, side, space):
        refuge = board.nearest_refuge(side, space)
        board.where[leader] = refuge
        name = engine.name_of(leader)
        if refuge == WAITS:
            engine.tell("NY 16.4", "retreat.leader-waits", leader=name)
        else:
            engine.tell("NY 16.4", "retreat.leader", leader=name, space=SPACES[refuge].name)


def _open_gates(board: Board, space: int) -> None:
    """A garrison that withdrew before the battle comes out again when no siege has followed (NY 17.6)."""
    if space in board.garrisons and board.siege_of(space) is None:
        board.free_garrison(space)
