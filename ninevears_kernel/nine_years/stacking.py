"""Stacking: how many corps a space holds (NY 4.1)."""

from __future__ import annotations

from ..core.clauses import carries_out
from .position import Position
from .powers import side_of
from .sides import Side

STACKING_LIMIT = 12  # NY 4.1.1


@carries_out("NY 4.1.1", "NY 4.1.2")
def overstacked(position: Position, space: str, side: Side) -> bool:
    """Whether a side has more corps in a space than the limit; leaders and markers do not count."""
    own = sum(corps.space == space and side_of(position, corps.power) == side for corps in position.corps)
    return own > STACKING_LIMIT
