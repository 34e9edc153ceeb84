"""Every kind of task, in the order of the chapters.

A kind is a row of its module's `KINDS`. May use the game, the umpire and the rest of `teaching`. Begin with
`map_signs.py`.
"""

from __future__ import annotations

from ..task import Kind
from . import campaign, combat, lines, map_signs, movement, pieces, reinforcement, victory, winter, year

PARTS = (map_signs, pieces, year, victory, winter, lines, reinforcement, campaign, movement, combat)
KINDS: tuple[Kind, ...] = tuple(
    sorted((kind for part in PARTS for kind in part.KINDS), key=lambda kind: kind.chapter)
)
"""Every kind; within a chapter in the order of the parts."""
