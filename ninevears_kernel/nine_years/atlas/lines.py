"""What is drawn over the spaces as lines: rivers, borders, frontiers, the coast, and the sheet's frame."""

from __future__ import annotations

from . import furniture
from .styles import style

STYLE = style("lines")


def lines() -> str:
    """The lines of the map, in units; the coast is that of `ground`, which must be in the same document."""
    return (
        "<g class='lines' clip-path='url(#nv-frame)'>"
        "<path class='rivers' data-shape='rivers'/>"
        "<path class='inner' data-shape='border-space'/>"
        "<defs><path id='nv-outer' fill='none' stroke-linejoin='round' vector-effect='non-scaling-stroke' "
        "data-shape='border-power'/></defs>"
        "<use href='#nv-outer' class='wash'/><use href='#nv-outer' class='wash2'/>"
        "<use href='#nv-outer' class='outer'/>"
        "<use href='#nv-coast' class='coastline'/>"
        f"</g>{furniture.frame()}"
    )
