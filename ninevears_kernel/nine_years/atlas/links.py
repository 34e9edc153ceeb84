"""The ways between spaces: roads, mountain passes, and the red links of the Alliance (NY 2.1)."""

from __future__ import annotations

import math

from ..components.map import game_map
from .sheet import project
from .styles import style

BEND = 0.055
"""How far a way bends aside, as a part of its length: a road is no ruler's edge."""

STYLE = style("links")


def links() -> str:
    """All ways, in units, a path for each kind.

    >>> links().count("<path")
    4
    """
    drawn = dict.fromkeys(("land", "pass", "red"), "")
    for link in game_map().links:
        drawn[link.kind] += _way(link.a, link.b)
    classes = {"land": "road", "pass": "pass", "red": "red"}
    ways = "".join(f"<path class='{classes[kind]}' d='{way}'/>" for kind, way in drawn.items())
    return f"<path class='casing' d='{''.join(drawn.values())}'/>{ways}"


def _way(a: str, b: str) -> str:
    """A bow from one city to another, bent to the side that the names decide: the same on every drawing."""
    ends = (game_map().by_name[a], game_map().by_name[b])
    (x, y), (to_x, to_y) = (project(space.lat, space.lon) for space in ends)
    across, down = to_x - x, to_y - y
    side = BEND * (1 if (len(a) + len(b)) % 2 else -1) * min(1.0, 400 / math.hypot(across, down) + 0.4)
    bend_x, bend_y = across / 2 - down * side, down / 2 + across * side
    return f"M{x:.0f} {y:.0f}q{bend_x:.0f} {bend_y:.0f} {across:.0f} {down:.0f}"
