"""What is drawn over the spaces as lines: rivers, borders, frontiers, the coast, and the sheet's frame."""

from __future__ import annotations

from . import furniture

STYLE = """
.nv .lines path{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round;stroke-linecap:round}
.nv .rivers{stroke:var(--nv-river);stroke-width:1.1;stroke-opacity:.85}
.nv .inner{stroke:var(--nv-border);stroke-width:1.1;stroke-opacity:.8;stroke-dasharray:.1 2.6}
.nv .wash{stroke:var(--nv-frontier);stroke-width:8;stroke-opacity:.13}
.nv .wash2{stroke:var(--nv-frontier);stroke-width:4;stroke-opacity:.2}
.nv .outer{stroke:var(--nv-frontier);stroke-width:1.5}
.nv .coastline{stroke:var(--nv-coast);stroke-width:1.1}
"""


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
