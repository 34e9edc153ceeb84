"""Stacking: how many corps a space holds (NY 4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.clauses import carries_out
from .kit import standard_kit
from .land import NUMBER
from .piece_numbers import SIDE_OF_CORPS
from .position import Position
from .powers import side_of
from .sides import Side
from .supply_network import bits

if TYPE_CHECKING:
    from .board import Board


@carries_out("NY 4.1.1", "NY 4.1.2")
def overstacked(table: Position | Board, space: str, side: Side, limit: int | None = None) -> bool:
    """Whether a side has more corps in a space than the limit; leaders and markers do not count.

    Args:
        table: a position or a board.
        space: the name of the space.
        side: whose corps.
        limit: the limit in force; by default that of the board, or of the package for a position.

    >>> from ninevears_kernel.nine_years.scenario import scenario_1688
    >>> overstacked(scenario_1688(), "Strasbourg", "Bourbon")
    False
    """
    if isinstance(table, Position):
        own = sum(corps.space == space and side_of(table, corps.power) == side for corps in table.corps)
        return own > (standard_kit().tables.stacking.limit if limit is None else limit)
    return room(table, side, NUMBER[space]) < 0


@carries_out("NY 4.1.1", "NY 4.1.2")
def overstacked_spaces(board: Board, side: Side) -> list[int]:
    """The spaces with corps of a side in the open that are overstacked."""
    return _spaces_with_room_below(board, side, 0)


@carries_out("NY 4.1.1", "NY 4.1.2")
def full_spaces(board: Board, side: Side) -> list[int]:
    """The spaces with corps of a side in the open that hold no more of them."""
    return _spaces_with_room_below(board, side, 1)


def _spaces_with_room_below(board: Board, side: Side, most: int) -> list[int]:
    crowd, stacks, garrisons = board.kit.tables.stacking.limit - most, board.stacks[side], board.garrisons
    return [
        space
        for space in bits(board.held[side])
        if len(stacks[space]) > crowd or (space in garrisons and room(board, side, space) < most)
    ]


@carries_out("NY 4.1.1", "NY 4.1.2")
def room(board: Board, side: Side, space: int) -> int:
    """How many more corps of a side a space holds, besieged ones counted; below 0 when it is overstacked."""
    own = len(board.stacks[side][space])
    garrison = board.garrisons.get(space)
    if garrison and SIDE_OF_CORPS[garrison[0]] == side:
        own += len(garrison)
    return board.kit.tables.stacking.limit - own
