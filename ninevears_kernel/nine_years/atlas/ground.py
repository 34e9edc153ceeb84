"""What lies under the spaces: paper, the sea with engraved shores and rhumb lines, and lands not played."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from ...core.messages import say, shown
from ..components.map import game_map
from ..components.tables import data_table
from . import furniture
from .sheet import EAST, NORTH, SOUTH, WEST, project, size

WATER = ((14, 4), (9.6, 3), (5.8, 2), (1.8, 1))
"""The lines along the shore: how many pixels from it, which step of the shading; the last one is solid."""
WATER_LINE = 0.75

SEA_NAMES: tuple[tuple[Any, ...], ...] = tuple(
    (
        row["name"],
        int(row["letters"]),
        int(row["space"]),
        *((float(lon), float(lat)) for lon, lat in (row[at].split() for at in ("begin", "bend", "end"))),
    )
    for row in data_table("sea_names")
)
"""The lettering of the seas: message id, size in units, space between letters, and where it begins, the point
that bends it, and where it ends (longitude, latitude).
"""
LAND_NAMES = {land: tuple(map(int, numbers)) for land, *numbers in map(dict.values, data_table("land_names"))}
"""The lettering of the lands: size in units, space between letters, turned by degrees, moved right, down."""

STYLE = "\n".join(
    [
        ".nv .paper{fill:url(#nv-vellum)}",
        ".nv .sea{fill:var(--nv-sea)}",
        *(
            f".nv .line{step}{{stroke:var(--nv-water-{step});stroke-width:{2 * distance:g}}}"
            for distance, step in WATER
        ),
        *(
            f".nv .shade{step}{{stroke:var(--nv-sea-{step});stroke-width:{2 * (distance - WATER_LINE):g}}}"
            for distance, step in WATER[:-1]
        ),
        ".nv .rhumb{fill:none;stroke:var(--nv-sea-ink);stroke-opacity:.3;stroke-width:.6;"
        "vector-effect:non-scaling-stroke}",
        ".nv .sea-name{font-style:italic;fill:var(--nv-sea-ink)}",
        ".nv .lands{fill:var(--nv-land);fill-rule:evenodd}",
        ".nv .land-name{fill:var(--nv-land-ink)}",
    ]
)


def ground() -> str:
    """The ground of the map, in units; the shore it draws, ``nv-coast``, serves the lines above as well."""
    left, top = (round(v) for v in project(NORTH, WEST))
    right, bottom = (round(v) for v in project(SOUTH, EAST))
    width, height = (round(v) for v in size())
    box = f"M{left} {top}H{right}V{bottom}H{left}z"
    water = "".join(
        f"<use href='#nv-coast' class='line{step}'/>"
        + (f"<use href='#nv-coast' class='shade{step}'/>" if step > 1 else "")
        for _, step in WATER
    )
    return (
        f"<defs><clipPath id='nv-frame'><path d='{box}'/></clipPath>"
        "<radialGradient id='nv-vellum' r='.72'><stop offset='.6' stop-color='var(--nv-paper)'/>"
        "<stop offset='1' stop-color='var(--nv-paper-edge)'/></radialGradient>"
        "<path id='nv-coast' fill='none' stroke-linejoin='bevel' stroke-linecap='square' "
        "vector-effect='non-scaling-stroke' data-shape='coast'/></defs>"
        f"<path class='paper' d='M0 0H{width}V{height}H0z'/>"
        f"<g clip-path='url(#nv-frame)'><path class='sea' d='{box}'/>{water}"
        f"<path class='rhumb' d='{_rhumbs()}'/>{furniture.compass()}{_sea_names()}"
        f"<path class='lands' data-shape='lands'/>{_land_names()}</g>{furniture.cartouche()}"
    )


def _rhumbs() -> str:
    """The thirty-two winds from the compass rose to beyond the frame."""
    x, y = furniture.compass_at()
    reach, hub = 13500, furniture.COMPASS_RADIUS
    rays = []
    for wind in range(32):
        across, down = math.sin(wind * math.pi / 16), -math.cos(wind * math.pi / 16)
        start = f"M{x + across * hub:.0f} {y + down * hub:.0f}"
        rays.append(f"{start}l{across * reach:.0f} {down * reach:.0f}")
    return "".join(rays)


def _bent(points: tuple[tuple[float, float], ...]) -> str:
    (x, y), (bx, by), (ex, ey) = (tuple(round(v) for v in project(lat, lon)) for lon, lat in points)
    return f"M{x} {y}Q{bx} {by} {ex} {ey}"


def _sea_names() -> str:
    made = []
    for id, letters, space, *points in SEA_NAMES:
        key = "nv-" + id.replace(".", "-")
        words = escape(say(id).replace("|", " ").upper())
        made.append(
            f"<path id='{key}' fill='none' d='{_bent(tuple(points))}'/>"
            f"<text font-size='{letters}' letter-spacing='{space}'>"
            f"<textPath href='#{key}' startOffset='50%'>{words}</textPath></text>"
        )
    return f"<g class='sea-name'>{''.join(made)}</g>"


def _land_names() -> str:
    made = []
    for land in game_map().geojson("lands")["features"]:
        letters, space, turn, right, down = LAND_NAMES[land["id"]]
        lon, lat = land["properties"]["label"]
        x, y = project(lat, lon)
        words = shown(land["properties"]["name"]).upper().split(" ")
        place = f"translate({x + right:.0f} {y + down:.0f})" + (f"rotate({turn})" if turn else "")
        rows = escape(words[0]) + "".join(
            f"<tspan x='0' dy='{1.2 * letters:.0f}'>{escape(word)}</tspan>" for word in words[1:]
        )
        made.append(f"<text transform='{place}' font-size='{letters}' letter-spacing='{space}'>{rows}</text>")
    return f"<g class='land-name'>{''.join(made)}</g>"
