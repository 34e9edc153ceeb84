"""The small map of a turning point: how it left the position, what was done as arrows, around its place; of
what has no place the tracks.
"""

from __future__ import annotations

from ..nine_years.atlas.overlays import arrow, marked
from ..nine_years.atlas.picture import OF_PAGE
from ..nine_years.atlas.scene import scene_of
from ..nine_years.atlas.words import sentence
from .review_data import Seen
from .review_picture import tracks

WIDTH, SHAPE = 400, 8 / 3
LEAST_ACROSS, MOST_ACROSS = 1100, 2600
"""In units of the sheet; where more would be shown, the place alone is."""


def swing_map(seen: Seen) -> str:
    """The map of a turning point as SVG in the colours of its page; of one without a place both tracks;
    "" where nothing moved on these.

    Args:
        seen: what it shows, and to whom.
    """
    from ..umpire.reports.map import box_around, cropped  # a table in a browser begins without it

    if not seen.names:
        return "" if seen.empty else tracks(seen)
    box = box_around(seen.names, LEAST_ACROSS, SHAPE)
    names = seen.names
    if box[2] > MOST_ACROSS:
        names = names[:1]
        box = box_around(names, LEAST_ACROSS, SHAPE)
    scene = scene_of(seen.position, seen.viewer, rules=seen.tables)
    return cropped(
        seen.position,
        seen.tables,
        {**marked(names[:1]), **arrow(seen.last)},
        box,
        WIDTH,
        OF_PAGE,
        seat=seen.viewer or "umpire",
        described=[str(sentence(scene, name)) for name in names],
    )
