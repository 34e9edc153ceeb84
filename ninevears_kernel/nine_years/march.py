"""The march of a force: its steps, what it leaves behind, and what befalls it in each space that it enters
(NY 14.1 to 14.4, 15.4).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .armies import battle_rating, commander, go, line_level
from .board import Board
from .holding import settle
from .land import FORTRESS, SPACES, STEPS, step_between
from .notation import Action
from .piece_numbers import USED, corps_in_words
from .sides import Side, enemy
from .war import War

MOVEMENT_POINTS = 3  # NY 13.5.1.a


def _candidates(
    war: War, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...], left: int
) -> Iterator[Action]:
    for one in STEPS[side][space]:
        yield "to", one.to
    if left < MOVEMENT_POINTS:
        for kind in dict.fromkeys(corps):
            for number in range(1, corps.count(kind) + 1):
                yield "drop", (number, kind & ~USED)
        for leader in leaders:
            yield "leave", leader
    yield ("stop",)


def _objections(
    war: War,
    action: Action,
    side: Side,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> Iterator[Violation]:
    match action[0]:
        case "to":
            yield from _against_step(war, action[1], side, space, corps, left)
            if left < MOVEMENT_POINTS:
                yield from _against_going_on(war, side, space, len(corps))
        case "drop":
            number, kind = action[1]
            there = 0 if kind & USED else corps.count(kind | USED)
            if not 1 <= number <= there:
                yield objection(
                    "NY 14.1.3", "march.not-so-many", corps=corps_in_words(kind), number=number, count=there
                )
            if left == MOVEMENT_POINTS:
                yield objection("NY 14.1.3", "march.not-begun", space=SPACES[space].name)
        case "leave":
            yield from _against_leaving(war, action[1], space, leaders, left)


@carries_out("NY 14.1.1", "NY 13.5.1.a")
def _against_step(
    war: War, to: int, side: Side, space: int, corps: tuple[int, ...], left: int
) -> Iterator[Violation]:
    one = step_between(side, space, to)
    if one is None:
        if step_between(enemy(side), space, to):
            yield objection("NY 14.1.1", "march.red-link", space=SPACES[to].name, side=side)
        else:
            yield objection("NY 14.1.1", "march.no-link", space=SPACES[to].name, origin=SPACES[space].name)
    elif one.cost > left:
        yield objection("NY 13.5.1.a", "march.too-far", space=SPACES[to].name, cost=one.cost, left=left)
    board = war.board
    owner = board.controller_of(to)
    if owner is None:
        yield from _against_neutral(war, to, corps)
    elif not corps:
        yield from _against_leaders_alone(board, to, side)


@carries_out("NY 7.2.1.a", "NY 7.2.2")
def _against_neutral(war: War, to: int, corps: tuple[int, ...]) -> Iterator[Violation]:
    name, power = SPACES[to].name, SPACES[to].power
    if power == "Savoy":
        if corps or war.reading("savoy-leaders") == "troops":
            yield objection("NY 7.2.1.a", "march.neutral", space=name, power=power)
    elif power == "Portugal":
        yield objection("NY 7.2.2", "march.neutral", space=name, power=power)
    else:
        yield objection("NY 20.2", "march.neutral", space=name, power=power)


@carries_out("NY 14.2")
def _against_leaders_alone(board: Board, to: int, side: Side) -> Iterator[Violation]:
    """Leaders without corps go only where the enemy neither is nor rules, or where own corps stand."""
    other = enemy(side)
    if board.held[side] >> to & 1:
        return
    if board.control.of(other) >> to & 1 or board.held[other] >> to & 1:
        yield objection("NY 14.2", "march.leaders-alone", space=SPACES[to].name)


@carries_out("NY 14.2")
def _against_going_on(war: War, side: Side, space: int, marching: int) -> Iterator[Violation]:
    """A force that entered an enemy fortress goes on only when corps enough to besiege it stay behind."""
    board = war.board
    if not FORTRESS[space] or board.controller_of(space) != enemy(side):
        return
    needed = board.strength(space)
    behind = len(board.stacks[side][space]) - marching
    if behind < needed:
        remedy = Message("march.drop-more", count=needed - behind)
        yield objection(
            "NY 14.2",
            "march.fortress",
            remedy,
            space=SPACES[space].name,
            strength=needed,
            behind=behind,
        )


@carries_out("NY 14.1.2", "NY 14.1.3")
def _against_leaving(
    war: War, leader: int, space: int, leaders: tuple[int, ...], left: int
) -> Iterator[Violation]:
    name = war.kit.leaders[leader].name
    if leader not in leaders:
        yield objection("NY 14.1.3", "march.not-with-it", leader=name)
    elif len(leaders) == 1:
        yield objection("NY 14.1.2", "march.last-leader", leader=name)
    if left == MOVEMENT_POINTS:
        yield objection("NY 14.1.3", "march.not-begun", space=SPACES[space].name)


@carries_out("NY 14.1.3", "NY 14.1.1")
def _take(
    war: War,
    action: Action,
    side: Side,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> None:
    match action:
        case ("to", to):
            war.then(("enter", side, space, to, leaders, corps, left))
        case ("drop", (number, kind)):
            rest = list(corps)
            for _ in range(number):
                rest.remove(kind | USED)
            war.tell(
                "NY 14.1.3",
                "march.dropped",
                space=SPACES[space].name,
                count=number,
                corps=corps_in_words(kind),
            )
            war.then(("march", side, space, leaders, tuple(rest), left))
        case ("leave", leader):
            staying = tuple(one for one in leaders if one != leader)
            war.tell("NY 14.1.3", "march.left", leader=war.kit.leaders[leader].name, space=SPACES[space].name)
            war.then(("march", side, space, staying, corps, left))


decision(
    "march",
    "side space leaders many number",
    "NY 14.1.1",
    "to drop leave stop",
    _candidates,
    _take,
    _objections,
    certain="stop",
    always="stop",
)


@step("enter", "side space space leaders many number")
@carries_out("NY 14.1.1", "NY 13.5.1.a")
def enter(
    war: War,
    side: Side,
    origin: int,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
) -> None:
    """One step of a force: past a fortified line, into the space, and before whoever intercepts it."""
    if not _passes_line(war, side, space, leaders):
        return
    one = step_between(side, origin, space)
    assert one is not None
    war.tell("NY 14.1.1", "march.enters", side=side, space=SPACES[space].name, cost=one.cost)
    war.then(("intercept", enemy(side), origin, space, leaders, corps, left - one.cost))
    go(war, side, origin, space, leaders, corps)


@carries_out("NY 15.4", "NY 15.6")
def _passes_line(war: War, side: Side, space: int, leaders: tuple[int, ...]) -> bool:
    level = line_level(war.board, enemy(side), space)
    if not level:
        return True
    name = SPACES[space].name
    die = war.roll("march.roll-line", space=name)
    total = die + battle_rating(war.board, commander(war.board, leaders))
    to_beat = war.kit.tables.fortified_lines.passed_above + level
    passed = total > to_beat
    war.tell(
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
def arrive(
    war: War,
    side: Side,
    origin: int,
    space: int,
    leaders: tuple[int, ...],
    corps: tuple[int, ...],
    left: int,
    intercepted: bool,
) -> None:
    """A force is in a space: it meets the enemy's corps there, or besieges or takes it and may go on."""
    board, other = war.board, enemy(side)
    if board.held[other] >> space & 1:  # NY 14.3: its march is over
        war.then(("battle", side, origin, space) if intercepted else ("meet", other, origin, space, True))
        return
    if left and _may_go_on(board, side, space):
        war.then(("march", side, space, leaders, corps, left))
    settle(war, space)  # before the march goes on, as what it puts on the agenda comes first


@carries_out("NY 14.2")
def _may_go_on(board: Board, side: Side, space: int) -> bool:
    if not FORTRESS[space] or board.controller_of(space) != enemy(side):
        return True
    return len(board.stacks[side][space]) > board.strength(space)
