"""How a position shows itself: the map as a picture, and a line of words."""

from __future__ import annotations

from ..components.position import Position
from ..components.sides import Side
from . import picture
from .own_names import named_anew
from .scene import scene_of
from .words import position_summary as in_words

__all__ = ["in_words", "to_output", "to_svg"]


def to_svg(position: Position, side: Side | None, *, view: str, width: int, theme: str) -> str:
    """The map of a position as an SVG picture; see `Position.to_svg`."""
    return picture.to_svg(scene_of(position, side), view=view, width=width, theme=theme, alone=True)


def to_output(position: Position) -> str:
    """The same for an output of a notebook, where an equal picture may stand already, and be out of sight."""
    return named_anew(to_svg(position, None, view="all", width=800, theme="light"))
