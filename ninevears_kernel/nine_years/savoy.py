"""How Savoy leaves the war (NY 7.2.1.c, 7.2.1.d)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .board import Board
from .holding import settle
from .land import NUMBER, SPACES, home, nearest
from .notation import Action
from .piece_numbers import ABSENT, POWER_NUMBER
from .position import Pool
from .powers import SAVOY, savoy_is_neutral
from .sides import SIDES, Side, enemy
from .supply import Asked, has_line
from .supply_network import bits
from .war import War
from .winter_withdrawal import disband, in_order, move, resting_places

LEAVES_FROM = 1696  # NY 7.2.1.c
POINTS = 1  # NY 7.2.1.d
POWER_WITH_CAPITAL: dict[Side, str] = {"Bourbon": "France", "Alliance": "Austria"}
"""Whose capital the troops must be joined to: Paris and Vienna (NY 7.2.1.d)."""

Numbers = tuple[int, ...]


@carries_out("NY 7.2.1.c")
def against_the_occasion(board: Board, turin_falls: bool) -> Iterator[Violation]:
    """What stands against asking now whether Savoy is made neutral: in winter the year, else nothing."""
    if not turin_falls and board.year < LEAVES_FROM:
        yield objection("NY 7.2.1.c", "savoy.too-early", year=LEAVES_FROM)


@step("savoy-exit")
@carries_out("NY 7.2.1.c")
def ask_both(war: War) -> None:
    """Asks each side in the order of initiative whether it makes Savoy neutral."""
    war.then(*(("neutralise-savoy", side) for side in in_order(war.board.year)))


def _answers(war: War, side: Side) -> list[Action]:
    return [("neutralise",), ("pass",)]


@carries_out("NY 7.2.1.c")
def _against(war: War, action: Action, side: Side) -> Iterator[Violation]:
    board = war.board
    if savoy_is_neutral(board):
        yield objection("NY 7.2.1.c", "savoy.neutral-already")
    elif not board.control.of(side) & home(SAVOY):
        yield objection("NY 7.2.1.c", "savoy.no-fortress", side=side)


def _answer(war: War, action: Action, side: Side) -> None:
    if action[0] == "neutralise":
        leave(war, side)


decision("neutralise-savoy", "side", "NY 7.2.1.c", "neutralise pass", _answers, _answer, _against)


@carries_out("NY 7.2.1.d", "NY 6.1.2")
def leave(war: War, side: Side) -> None:
    """A side makes Savoy neutral: its pieces leave the game, and all troops leave its spaces."""
    board = war.board
    war.tell("NY 7.2.1.d", "savoy.leaves", side=side)
    board.savoy_left = True
    _remove_pieces(war)
    if side == "Bourbon":
        board.score("Bourbon", POINTS)
        war.tell("NY 7.2.1.d", "savoy.scored", count=POINTS, total=board.victory_points)
    marches = [
        ("leave-savoy", one, space)
        for one in in_order(board.year)
        for space in bits(home(SAVOY))
        if _troops(board, one, space) or board.leaders_at(one, space)
    ]
    war.then(*marches, ("savoy-neutral",), ("victory-at-once",))


@step("savoy-neutral")
@carries_out("NY 7.2.1.d", "NY 2.3")
def make_neutral(war: War) -> None:
    """When all troops are gone the spaces of Savoy become neutral, without victory points."""
    board = war.board
    for space in bits(home(SAVOY)):
        board.free_garrison(space)
        for side in SIDES:
            disband(war, side, space)
        board.set_control(space, None)
    board.lines = tuple(line for line in board.lines if not home(SAVOY) >> NUMBER[line.space] & 1)  # NY 15.1


def _troops(board: Board, side: Side, space: int) -> Numbers:
    """The corps of a side in a space of Savoy, in the open or inside the fortress."""
    inside = board.garrisons.get(space, ()) if board.controller_of(space) == side else ()
    return board.stacks[side][space] + inside


def _remove_pieces(war: War) -> None:
    """Takes all Savoyard corps, on the map, in the pool or on their way, and leaders out of the game."""
    board, savoyard = war.board, POWER_NUMBER[SAVOY]
    left = []
    for space in bits(board.held["Alliance"]):
        stack = board.stacks["Alliance"][space]
        if any(corps >> 3 == savoyard for corps in stack):
            board.put("Alliance", space, [corps for corps in stack if corps >> 3 != savoyard])
            left.append(space)
    for space, garrison in list(board.garrisons.items()):
        board.put_inside(space, [corps for corps in garrison if corps >> 3 != savoyard])
    board.pools = tuple(Pool(SAVOY, 0) if pool.power == SAVOY else pool for pool in board.pools)
    board.waiting = tuple(one for one in board.waiting if one.power != SAVOY)
    for number, leader in enumerate(war.kit.leaders):
        if leader.power == SAVOY:
            board.where[number], board.state[number] = ABSENT, 0
    for space in left:
        settle(war, space)


# ---- where the others go


@carries_out("NY 7.2.1.d")
def havens(war: War, side: Side, space: int) -> Numbers:
    """The nearest friendly spaces, without enemy troops, that have a line to Paris or to Vienna.

    With no such space left the troops go where they would go in winter (19.a).
    """
    places = war.board.control.of(side) & ~war.board.held[enemy(side)] & ~home(SAVOY)
    after = _without_savoy(war.board)
    while found := nearest(side, space, places):
        if joined := tuple(place for place in found if _is_joined(war, after, side, place)):
            return joined
        for place in found:
            places &= ~(1 << place)
    return resting_places(after, side, space)


def _without_savoy(board: Board) -> Board:
    """The board as it will be for lines of communication: with a neutral Savoy."""
    after = board.copy()
    for space in bits(home(SAVOY)):
        after.set_control(space, None)
        after.set_siege(space, None)
    return after


def _is_joined(war: War, after: Board, side: Side, space: int) -> bool:
    asked = Asked(SPACES[space].name, side, "reinforcement", POWER_WITH_CAPITAL[side])
    return has_line(after, asked, war.hearing)


def _havens(war: War, side: Side, space: int) -> list[Action]:
    return [("rest", place) for place in havens(war, side, space)]


def _against_haven(war: War, action: Action, side: Side, space: int) -> Iterator[Violation]:
    board, to = war.board, action[1]
    nearest_ones = havens(war, side, space)
    if to in nearest_ones:
        return
    name = SPACES[to].name
    if not board.control.of(side) & ~home(SAVOY) & 1 << to:
        yield objection("NY 7.2.1.d", "winter.not-friendly", space=name, side=side)
    elif not _is_joined(war, _without_savoy(board), side, to):
        yield objection("NY 7.2.1.d", "savoy.no-line", space=name, power=POWER_WITH_CAPITAL[side])
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    may = [SPACES[place].name for place in nearest_ones]
    yield objection("NY 7.2.1.d", "winter.not-nearest", space=name, nearest=may)


def _go_home(war: War, action: Action, side: Side, space: int) -> None:
    board, to = war.board, action[1]
    if board.controller_of(space) == side:
        board.add(side, space, *board.garrisons.get(space, ()))
        board.put_inside(space, ())
    move(war, side, space, to, board.stacks[side][space])
    war.tell("NY 7.2.1.d", "winter.rests", side=side, origin=SPACES[space].name, space=SPACES[to].name)
    settle(war, space)


decision("leave-savoy", "side space", "NY 7.2.1.d", "rest", _havens, _go_home, _against_haven)
