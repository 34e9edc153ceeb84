"""Armies in the field: who commands, which corps come first, how many follow, and how they go (NY 13.5.1.a,
14.1, 16.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.clauses import carries_out
from .board import Board
from .campaign_limits import most_corps
from .holding import settle
from .land import SPACES
from .piece_numbers import BOUND, DEMORALISED, INSIDE, REDUCED, USED
from .sides import Side
from .war import War, once_a_decision


def _weakness(corps: int) -> tuple[int, int]:
    return corps & (REDUCED | DEMORALISED), corps


def strongest_first(stack: Iterable[int]) -> list[int]:
    """Corps in order: full ones before reduced ones, and among equals steady ones before demoralised ones.

    >>> from .piece_numbers import corps_number
    >>> strongest_first([corps_number("France", reduced=True), corps_number("France", demoralised=True)])
    [2, 4]
    """
    return sorted(stack, key=_weakness)


def free_leaders(board: Board, side: Side, space: int) -> list[int]:
    """The leaders of a side who stand in a space and are not besieged there."""
    return board.leaders_at(side, space, INSIDE)


@carries_out("NY 13.4.3", "NY 17.3")
def ready_leaders(board: Board, side: Side, space: int) -> list[int]:
    """The same who have not acted in this round."""
    return board.leaders_at(side, space, BOUND)


@carries_out("NY 16.2.2", "NY 3.1")
def commander(board: Board, leaders: Iterable[int]) -> int | None:
    """The leader who commands: he of the best battle rating, among equals of the best command rating."""
    best: int | None = None
    highest = (-1, -1)
    for leader in leaders:
        command, battle = board.rating(leader)
        if (battle, command) > highest:
            best, highest = leader, (battle, command)
    return best


def battle_rating(board: Board, leader: int | None) -> int:
    """The battle rating of a commander; 0 where there is none."""
    return 0 if leader is None else board.rating(leader)[1]


@carries_out("NY 13.5.1.a")
def corps_led(war: War, leaders: Sequence[int]) -> int:
    """The most corps that leaders may take along."""
    return most_corps([war.board.rating(leader)[0] for leader in leaders], war.hearing)


@carries_out("NY 15.6")
def line_level(board: Board, side: Side, space: int) -> int:
    """The level of the fortified line that a side has in a space; 0 where it has none."""
    if board.lines and board.controller_of(space) == side:
        name = SPACES[space].name
        for line in board.lines:
            if line.space == name:
                return line.level
    return 0


@once_a_decision
@carries_out("NY 13.4.3")
def spaces_of_free_leaders(war: War, side: Side) -> int:
    """The mask of the spaces where a side has a leader who has not acted and is not besieged."""
    where, state = war.board.where, war.board.state
    spaces = 0
    for leader in war.kit.leaders_of[side]:
        space = where[leader]
        if space >= 0 and not state[leader] & BOUND:
            spaces |= 1 << space
    return spaces


@carries_out("NY 13.4.3")
def activate(
    board: Board, side: Side, space: int, leaders: Iterable[int], corps: tuple[int, ...]
) -> tuple[int, ...]:
    """Marks pieces of a space as used in this round; returns the corps so marked."""
    used = tuple([one | USED for one in corps])
    staying = list(board.stacks[side][space])
    for one in corps:
        staying.remove(one)
    board.put(side, space, (*staying, *used))
    for leader in leaders:
        board.state[leader] |= USED
    return used


def go(war: War, side: Side, origin: int, space: int, leaders: Iterable[int], corps: tuple[int, ...]) -> None:
    """Pieces go from one space to another; what becomes of the space that they left is looked at."""
    board = war.board
    board.take(side, origin, *corps)
    board.add(side, space, *corps)
    for leader in leaders:
        board.where[leader] = space
    settle(war, origin)
