"""Armies in the field: who commands, which corps come first, how many follow, and how they go (NY 13.5.1.a,
14.1, 16.2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....core.clauses import carries_out
from ...components.map_masks import FORTRESS
from ...components.piece_numbers import BOUND, DEMORALISED, INSIDE, REDUCED, USED
from ...components.sides import Side, enemy
from ...engine.board import Board
from ...engine.engine import Engine, once_a_decision
from ...engine.notation import Action
from ..control import settle
from .limits import most_corps


class Force(NamedTuple):
    """A force on the march.

    Attributes:
        side: whose it is.
        space: where it stands, or has just come.
        leaders: those who march with it.
        corps: the corps that do.
        left: the movement points that it has left.
    """

    side: Side
    space: int
    leaders: tuple[int, ...]
    corps: tuple[int, ...]
    left: int


class Group(NamedTuple):
    """Pieces that are to go together.

    Attributes:
        side: whose they are.
        space: where they stand.
        leaders: the leaders chosen so far.
        corps: the corps chosen so far.
    """

    side: Side
    space: int
    leaders: tuple[int, ...]
    corps: tuple[int, ...]


def _weakness(corps: int) -> tuple[int, int]:
    return corps & (REDUCED | DEMORALISED), corps


def strongest_first(stack: Iterable[int]) -> list[int]:
    """Corps in order: full ones before reduced ones, and among equals steady ones before demoralised ones.

    >>> from ...components.piece_numbers import corps_number
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
def corps_led(engine: Engine, leaders: Sequence[int]) -> int:
    """The most corps that leaders may take along."""
    return most_corps([engine.board.rating(leader)[0] for leader in leaders], engine.context)


@carries_out("NY 15.6")
def line_level(board: Board, side: Side, space: int) -> int:
    """The level of the fortified line that a side has in a space; 0 where it has none."""
    return board.line_at(space) if board.lines and board.controller_of(space) == side else 0


@carries_out("NY 17.3", "NY 16.4", "NY 2.3")
def shelters(board: Board, side: Side, space: int) -> bool:
    """Whether there is a fortress of a side's in a space, into which its corps can go."""
    return FORTRESS[space] > 0 and board.controller_of(space) == side


@carries_out("NY 14.2", "NY 17.1")
def needed_to_besiege(board: Board, side: Side, space: int) -> int:
    """How many corps of a side a siege of the fortress in a space needs; 0 where there is no enemy one."""
    return board.strength(space) if shelters(board, enemy(side), space) else 0


@once_a_decision
@carries_out("NY 13.4.3")
def spaces_of_free_leaders(engine: Engine, side: Side) -> int:
    """The mask of the spaces where a side has a leader who has not acted and is not besieged."""
    where, state = engine.board.where, engine.board.state
    spaces = 0
    for leader in engine.rule_tables.leaders_of[side]:
        space = where[leader]
        if space >= 0 and not state[leader] & BOUND:
            spaces |= 1 << space
    return spaces


def leaders_to_join(board: Board, group: Group) -> Iterator[Action]:
    """The actions by which a leader may join a group."""
    for leader in ready_leaders(board, group.side, group.space):
        if leader not in group.leaders:
            yield "lead", leader


def corps_to_join(board: Board, group: Group, most: int) -> Iterator[Action]:
    """The actions by which corps may join a group that has at most so many."""
    stack, room = board.stacks[group.side][group.space], most - len(group.corps)
    for kind in dict.fromkeys(stack):
        if not kind & USED:
            for number in range(1, min(room, stack.count(kind) - group.corps.count(kind)) + 1):
                yield "with", (number, kind)


@carries_out("NY 13.4.3")
def activate(board: Board, group: Group) -> tuple[int, ...]:
    """Marks the pieces of a group as used in this round; returns the corps so marked."""
    used = tuple([one | USED for one in group.corps])
    staying = list(board.stacks[group.side][group.space])
    for one in group.corps:
        staying.remove(one)
    board.put(group.side, group.space, (*staying, *used))
    for leader in group.leaders:
        board.state[leader] |= USED
    return used


@carries_out("NY 13.4.3")
def have_acted(stack: Sequence[int], corps: int, number: int = 1) -> bool:
    """Whether a stack has so many corps of a kind, but some of them have acted in this round.

    >>> from ...components.piece_numbers import corps_number
    >>> one, another = corps_number("France"), corps_number("France", used=True)
    >>> have_acted([one, another], one, 2), have_acted([one, another], one), have_acted([one], one, 2)
    (True, False, False)
    """
    free = stack.count(corps)
    return not corps & USED and free < number <= free + stack.count(corps | USED)


def go(
    engine: Engine, side: Side, origin: int, space: int, leaders: Iterable[int], corps: tuple[int, ...]
) -> None:
    """Pieces go from one space to another; what becomes of the space that they left is looked at."""
    board = engine.board
    board.take(side, origin, *corps)
    board.add(side, space, *corps)
    for leader in leaders:
        board.where[leader] = space
    settle(engine, origin)
