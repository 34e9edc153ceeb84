"""The march of a force: its steps, what it leaves behind, and what befalls it in each space that it enters
(NY 14.1 to 14.4, 15.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES, STEPS, step_between
from ...components.piece_numbers import USED, corps_in_words
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import settle
from .armies import Force, battle_rating, commander, go, line_level, needed_to_besiege
from .destinations import open_to_leaders, what_closes

MOVEMENT_POINTS = 3  # NY 13.5.1.a
MET = "met the enemy"  # NY 14.3
HELD = "held by a line"  # NY 15.4
"""What ended the last march before its points did; kept with what was done in the round, to tell why."""


def _candidates(engine: Engine, *marching: Any) -> Iterator[Action]:
    force = Force(*marching)
    for one in STEPS[force.side][force.space]:
        yield "to", one.to
    if force.left < MOVEMENT_POINTS:
        for kind in dict.fromkeys(force.corps):
            for number in range(1, force.corps.count(kind) + 1):
                yield "drop", (number, kind & ~USED)
        for leader in force.leaders:
            yield "leave", leader
    yield ("stop",)


def _objections(engine: Engine, action: Action, *marching: Any) -> Iterator[Violation]:
    force = Force(*marching)
    match action[0]:
        case "to":
            yield from against_step(engine, action[1], force)
            if force.left < MOVEMENT_POINTS:
                yield from _against_going_on(engine.board, force)
        case "drop":
            number, kind = action[1]
            there = 0 if kind & USED else force.corps.count(kind | USED)
            if not 1 <= number <= there:
                yield objection(
                    "NY 14.1.3", "march.not-so-many", corps=corps_in_words(kind), number=number, count=there
                )
            yield from _against_not_begun(force)
        case "leave":
            yield from _against_leaving(engine, action[1], force)
            yield from _against_not_begun(force)


@carries_out("NY 14.1.1", "NY 13.5.1.a")
def against_step(engine: Engine, to: int, force: Force) -> Iterator[Violation]:
    """What stands against a step of a force to a space: the link, its points, neutral ground, no corps."""
    side, space = force.side, force.space
    one = step_between(side, space, to)
    if one is None:
        if step_between(enemy(side), space, to):
            yield objection("NY 14.1.1", "march.red-link", space=SPACES[to].name, side=side)
        else:
            yield objection("NY 14.1.1", "march.no-link", space=SPACES[to].name, origin=SPACES[space].name)
    elif one.cost > force.left:
        yield objection("NY 13.5.1.a", "march.too-far", space=SPACES[to].name, cost=one.cost, left=force.left)
        if one.red:
            yield objection("NY 14.1.1", "march.red-link-cost", space=SPACES[to].name, cost=one.cost)
    board = engine.board
    owner = board.controller_of(to)
    if owner is None:
        yield from _against_neutral(engine, to, force.corps)
    elif not force.corps:
        yield from _against_leaders_alone(board, to, side)


@carries_out("NY 7.2.1.a")
def _against_neutral(engine: Engine, to: int, corps: tuple[int, ...]) -> Iterator[Violation]:
    name, power = SPACES[to].name, SPACES[to].power
    if corps or not open_to_leaders(engine) >> to & 1:
        yield objection(what_closes(power), "march.neutral", space=name, power=power)


@carries_out("NY 14.2")
def _against_leaders_alone(board: Board, to: int, side: Side) -> Iterator[Violation]:
    """Leaders without corps go only where the enemy neither is nor rules, or where own corps stand."""
    other = enemy(side)
    if board.held[side] >> to & 1:
        return
    if board.control.of(other) >> to & 1 or board.held[other] >> to & 1:
        yield objection("NY 14.2", "march.leaders-alone", space=SPACES[to].name)


@carries_out("NY 14.2")
def _against_going_on(board: Board, force: Force) -> Iterator[Violation]:
    """A force that entered an enemy fortress goes on only when corps enough to besiege it stay behind."""
    needed = needed_to_besiege(board, force.side, force.space)
    behind = len(board.stacks[force.side][force.space]) - len(force.corps)
    if behind < needed:
        remedy = Message("march.drop-more", count=needed - behind)
        yield objection(
            "NY 14.2",
            "march.fortress",
            remedy,
            space=SPACES[force.space].name,
            strength=needed,
            behind=behind,
        )


@permission("march", "to")
@carries_out("NY 14.1.1", "NY 14.2", "NY 7.2.1.a")
def _may_go(engine: Engine, action: Action, *marching: Any) -> None:
    """Tells what opens the next step of a march: a red link, guards left behind, a space closed otherwise."""
    force, to, board = Force(*marching), action[1], engine.board
    side, name, owner = force.side, SPACES[to].name, board.controller_of(action[1])
    here = SPACES[force.space].name
    one = step_between(side, force.space, to)
    if one is not None and one.red:
        engine.tell("NY 14.1.1", "march.over-red-link", origin=here, space=name)
    if force.left < MOVEMENT_POINTS and (needed := needed_to_besiege(board, side, force.space)):
        behind = len(board.stacks[side][force.space]) - len(force.corps)
        engine.tell("NY 14.2", "march.guarded", space=here, count=behind, strength=needed)
    if owner is None:
        engine.tell("NY 7.2.1.a", "transfer.leaders-pass", space=name)
    elif not force.corps and board.held[side] >> to & 1 and owner != side:
        engine.tell("NY 14.2", "march.leaders-join-corps", space=name)
    elif owner != side or board.held[enemy(side)] >> to & 1:
        engine.tell("NY 14.1.1", "march.against-enemy", space=name)


@carries_out("NY 14.1.2", "NY 14.1.3")
def _against_leaving(engine: Engine, leader: int, force: Force) -> Iterator[Violation]:
    name = engine.name_of(leader)
    if leader not in force.leaders:
        yield objection("NY 14.1.3", "march.not-with-it", leader=name)
    elif len(force.leaders) == 1:
        yield objection("NY 14.1.2", "march.last-leader", leader=name)


@carries_out("NY 14.1.3")
def _against_not_begun(force: Force) -> Iterator[Violation]:
    """Nothing is left behind where the march begins."""
    if force.left == MOVEMENT_POINTS:
        yield objection("NY 14.1.3", "march.not-begun", space=SPACES[force.space].name)


@carries_out("NY 14.1.3", "NY 14.1.1")
def _take(engine: Engine, action: Action, *marching: Any) -> None:
    force = Force(*marching)
    name = SPACES[force.space].name
    match action:
        case ("to", to):
            engine.then(("enter", force.side, force.space, *force._replace(space=to)[1:]))
        case ("drop", (number, kind)):
            rest = list(force.corps)
            for _ in range(number):
                rest.remove(kind | USED)
            engine.tell("NY 14.1.3", "march.dropped", space=name, count=number, corps=corps_in_words(kind))
            engine.then(("march", *force._replace(corps=tuple(rest))))
        case ("leave", leader):
            staying = tuple(one for one in force.leaders if one != leader)
            engine.tell("NY 14.1.3", "march.left", leader=engine.name_of(leader), space=name)
            engine.then(("march", *force._replace(leaders=staying)))


decision(
    "march",
    "side space leaders many number",
    "NY 14.1.1",
    "to drop leave stop",
    _candidates,
    _take,
    _objections,
    prechecked="stop",
    unconditional="stop",
)


@step("enter", "side space space leaders many number")
@carries_out("NY 14.1.1", "NY 13.5.1.a")
def enter(engine: Engine, side: Side, origin: int, *marching: Any) -> None:
    """One step of a force: past a fortified line, into the space, and before whoever intercepts it."""
    force, board = Force(side, *marching), engine.board
    if MET in board.once_a_round or HELD in board.once_a_round:  # of a march before this one
        board.once_a_round = tuple(mark for mark in board.once_a_round if mark not in (MET, HELD))
    if not _passes_line(engine, side, force.space, force.leaders):
        board.once_a_round += (HELD,)
        return
    one = step_between(side, origin, force.space)
    assert one is not None
    engine.tell("NY 14.1.1", "march.enters", side=side, space=SPACES[force.space].name, cost=one.cost)
    engine.then(("intercept", enemy(side), origin, *force._replace(left=force.left - one.cost)[1:]))
    go(engine, side, origin, force.space, force.leaders, force.corps)


@carries_out("NY 15.4", "NY 15.6")
def _passes_line(engine: Engine, side: Side, space: int, leaders: tuple[int, ...]) -> bool:
    level = line_level(engine.board, enemy(side), space)
    if not level:
        return True
    name = SPACES[space].name
    die = engine.roll("march.roll-line", space=name)
    total = die + battle_rating(engine.board, commander(engine.board, leaders))
    to_beat = engine.rule_tables.numbers.fortified_lines.passed_above + level
    passed = total > to_beat
    engine.tell(
        "NY 15.4",
        "march.line-passed" if passed else "march.line-holds",
        space=name,
        level=level,
        total=total,
        beat=to_beat,
    )
    return passed


@step("entered", "side space space leaders many number flag")
@carries_out("NY 14.2", "NY 14.3", "NY 14.4", "NY 4.3")
def arrive(engine: Engine, side: Side, origin: int, *marching: Any) -> None:
    """A force is in a space: it meets the enemy's corps there, or besieges or takes it and may go on."""
    *rest, intercepted = marching
    board, other, force = engine.board, enemy(side), Force(side, *rest)
    if board.held[other] >> force.space & 1:  # NY 14.3: its march is over
        board.once_a_round += (MET,)
        item = "battle", side, origin, force.space
        engine.then(item if intercepted else ("meet", other, origin, force.space, True))
        return
    if force.left and _may_go_on(board, force):
        engine.then(("march", *force))
    settle(engine, force.space)  # before the march goes on, as what it puts on the agenda comes first


@carries_out("NY 14.2")
def _may_go_on(board: Board, force: Force) -> bool:
    """Whether corps enough could stay behind and others go on."""
    needed = needed_to_besiege(board, force.side, force.space)
    return not needed or len(board.stacks[force.side][force.space]) > needed
