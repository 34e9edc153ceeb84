"""Interception: leaders near by who try to come before a force where it enters (NY 14.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import AROUND, SPACES, Step, step_between
from ...components.piece_numbers import DEMORALISED, INSIDE, INTERCEPTED
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from .armies import (
    Force,
    corps_led,
    go,
    line_level,
    strongest_first,
)
from .destinations import Condition, against, meeting

HIGHEST_FACE = 6
"""A roll that needs more than this cannot succeed."""
KEEPS_FROM_IT = {  # NY 14.6.1
    DEMORALISED: "intercept.demoralised",
    INSIDE: "intercept.besieged",
    INTERCEPTED: "intercept.tried",
}
"""The states in which a leader may not try, each with what is said of it."""
KEPT_FROM_IT = sum(KEEPS_FROM_IT)


def _interceptors(board: Board, side: Side, origin: int) -> list[int]:
    """The leaders of a side in a space who may try to intercept, the best command ratings first."""
    able = board.leaders_at(side, origin, KEPT_FROM_IT)
    return able if len(able) < 2 else sorted(able, key=lambda one: (-board.rating(one)[0], one))


@carries_out("NY 14.6.1")
def company(engine: Engine, leader: int, number: int) -> tuple[int, ...]:
    """Who goes to intercept with so many corps: the leader, and as many of the best others as that takes."""
    board = engine.board
    going = [leader]
    for other in _interceptors(board, engine.rule_tables.leaders[leader].side, board.where[leader]):
        if corps_led(engine, going) >= number:
            break
        if other != leader:
            going.append(other)
    return tuple(going)


@carries_out("NY 14.6.1")
def _most(engine: Engine, leader: int, there: int) -> int:
    """The most corps with which a leader can come, out of so many that stand with him."""
    return min(there, corps_led(engine, company(engine, leader, there)))


def _candidates(engine: Engine, side: Side, origin: int, *marching: Any) -> Iterator[Action]:
    board, force = engine.board, Force(enemy(side), *marching)
    near = AROUND[side][force.space] & board.held[side]
    if near and meeting(_defended(board, force)) >> force.space & 1:
        for where in bits(near):
            there = len(board.stacks[side][where])
            for leader in _interceptors(board, side, where):
                for number in range(1, _most(engine, leader, there) + 1):
                    yield "intercept", leader, number
    yield ("pass",)


def _objections(
    engine: Engine, action: Action, side: Side, origin: int, *marching: Any
) -> Iterator[Violation]:
    if action[0] == "intercept":
        force = Force(enemy(side), *marching)
        yield from _against_interceptor(engine, action[1], side, force.space)
        yield from against(_defended(engine.board, force), force.space)
        yield from _against_number(engine, action[1], action[2], side)


@carries_out("NY 14.6.1", "NY 4.3")
def _defended(board: Board, force: Force) -> tuple[Condition, ...]:
    """What a space must be for its side to intercept a force there: its own, with no other enemies."""
    side, mover = enemy(force.side), force.side
    own = board.control.of(side) | board.held[side]
    others = len(board.stacks[mover][force.space]) > len(force.corps)
    return (
        Condition(own, "NY 14.6.1", "intercept.not-friendly", {"side": side}),
        Condition(~(others << force.space), "NY 14.6.1", "intercept.held", {"side": mover}),
    )


@carries_out("NY 14.6.1", "NY 14.6.2", "NY 14.1.1")
def _against_interceptor(engine: Engine, leader: int, side: Side, space: int) -> Iterator[Violation]:
    board, row = engine.board, engine.rule_tables.leaders[leader]
    if row.side != side:
        yield objection("NY 14.6.1", "intercept.not-yours", leader=row.name, side=side)
        return
    where, state = board.where[leader], board.state[leader]
    one = step_between(side, where, space) if where >= 0 else None
    if one is None and where >= 0 and step_between(enemy(side), where, space):
        yield objection("NY 14.1.1", "march.red-link", space=SPACES[space].name, side=side)
    elif one is None:
        yield objection("NY 14.6.1", "intercept.not-adjacent", leader=row.name, space=SPACES[space].name)
    elif (needed := _needed(engine, leader, side, one)) > HIGHEST_FACE:
        yield objection("NY 14.6.2", "intercept.hopeless", leader=row.name, needed=needed)
    for flag, message in KEEPS_FROM_IT.items():
        if state & flag:
            yield objection("NY 14.6.1", message, leader=row.name)


@carries_out("NY 14.6.1")
def _against_number(engine: Engine, leader: int, number: int, side: Side) -> Iterator[Violation]:
    board, row = engine.board, engine.rule_tables.leaders[leader]
    where = board.where[leader]
    if row.side != side or where < 0:
        return
    there = len(board.stacks[side][where])
    if not 1 <= number <= there:
        yield objection("NY 14.6.1", "intercept.not-so-many", leader=row.name, number=number, count=there)
    elif number > (limit := _most(engine, leader, there)):
        yield objection("NY 14.6.1", "intercept.too-many", leader=row.name, number=number, limit=limit)


@carries_out("NY 14.6.2")
def _needed(engine: Engine, leader: int, side: Side, one: Step) -> int:
    """The die that a leader needs to intercept over a link."""
    tables = engine.rule_tables.numbers.interception
    modifier = engine.board.rating(leader)[1]
    if one.red:
        modifier += tables.red_link
    if line_level(engine.board, side, one.to):
        modifier += tables.fortified_line
    return tables.needed - modifier


@carries_out("NY 14.6.2")
def die_needed(engine: Engine, leader: int, space: int) -> int | None:
    """The die that a leader needs to intercept in a space; None where no link leads there.

    Args:
        engine: the war.
        leader: the number of the leader.
        space: the number of the space that the enemy has entered.
    """
    side, where = engine.rule_tables.leaders[leader].side, engine.board.where[leader]
    one = step_between(side, where, space) if where >= 0 else None
    return None if one is None else _needed(engine, leader, side, one)


@carries_out("NY 14.6.1", "NY 14.6.2", "NY 16.1")
def _take(engine: Engine, action: Action, side: Side, origin: int, *marching: Any) -> None:
    space: int = marching[0]
    mover = enemy(side)
    if action[0] == "pass":
        engine.then(("entered", mover, origin, *marching, False))
        return
    board = engine.board
    leader, number = action[1:]
    where = board.where[leader]
    one = step_between(side, where, space)
    assert one is not None
    going = company(engine, leader, number)
    needed = _needed(engine, leader, side, one)
    name, there = engine.name_of(leader), SPACES[space].name
    die = engine.roll("intercept.roll", leader=name, space=there)
    for other in going:
        board.state[other] |= INTERCEPTED
    if die < needed:
        engine.decides("NY 14.6.2", "intercept.failed", leader=name, space=there, die=die, needed=needed)
        engine.then(("intercept", side, origin, *marching))  # another may try
        return
    engine.decides("NY 14.6.2", "intercept.succeeded", leader=name, space=there, die=die, needed=needed)
    engine.then(("entered", mover, origin, *marching, True))
    go(engine, side, where, space, going, tuple(strongest_first(board.stacks[side][where])[:number]))


@carries_out("NY 14.6.2")
def _tell_needed(engine: Engine, leader: int, side: Side, one: Step) -> None:
    """Tells the die that an interception needs, as a sum."""
    base, needed = engine.rule_tables.numbers.interception.needed, _needed(engine, leader, side, one)
    facts = {"leader": engine.name_of(leader), "base": base, "modifier": needed - base, "needed": needed}
    engine.tell("NY 14.6.2", "intercept.needs", **facts)


@permission("intercept", "intercept")
@carries_out("NY 14.6.1")
def _may_intercept(engine: Engine, action: Action, side: Side, origin: int, space: int, *_: Any) -> None:
    board, name = engine.board, SPACES[space].name
    id = "intercept.into-own-space" if board.control.of(side) >> space & 1 else "intercept.to-own-corps"
    engine.tell("NY 14.6.1", id, space=name, side=side)
    leader = action[1]
    one = step_between(side, board.where[action[1]], space)
    assert one is not None
    _tell_needed(engine, action[1], side, one)
    engine.tell("NY 14.6.1", "intercept.beside", leader=engine.name_of(leader), space=name, count=action[2])


decision(
    "intercept",
    "side space space leaders many number",
    "NY 14.6.1",
    "intercept pass",
    _candidates,
    _take,
    _objections,
    prechecked="pass",
    unconditional="pass",
)
