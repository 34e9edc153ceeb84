"""Stacking: how many corps a space holds (NY 4.1)."""

from __future__ import annotations

from ...core.clauses import carries_out
from ..components.map_graph import bits
from ..components.piece_numbers import SIDE_OF_CORPS
from ..components.position import Position
from ..components.powers import side_of
from ..components.rule_tables import standard_rule_tables
from ..components.sides import Side
from ..engine.board import Board


@carries_out("NY 4.1.1", "NY 4.1.2")
def overstacked(position: Position, space: str, side: Side, limit: int | None = None) -> bool:
    """Whether a side has more corps in a space than the limit; leaders and markers do not count.

    Args:
        position: the position; on a board `room` says the same.
        space: the name of the space.
        side: whose corps.
        limit: the limit in force; by default that of the package.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> overstacked(scenario_1688(), "Strasbourg", "Bourbon")
    False
    """
    own = sum(side_of(position, corps.power) == side for corps in position.corps_in(space))
    return own > (standard_rule_tables().numbers.stacking.limit if limit is None else limit)


@carries_out("NY 4.1.1", "NY 4.1.2")
def overstacked_spaces(board: Board, side: Side) -> list[int]:
    """The spaces with corps of a side in the open that are overstacked."""
    return _spaces_with_room_below(board, side, 0)


@carries_out("NY 4.1.1", "NY 4.1.2")
def full_spaces(board: Board, side: Side) -> list[int]:
    """The spaces with corps of a side in the open that hold no more of them."""
    return _spaces_with_room_below(board, side, 1)


def _spaces_with_room_below(board: Board, side: Side, most: int) -> list[int]:
    crowd = board.rule_tables.numbers.stacking.limit - most
    stacks, garrisons = board.stacks[side], board.garrisons
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
    return board.rule_tables.numbers.stacking.limit - own
