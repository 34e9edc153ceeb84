"""What lies under the spaces: paper, the sea with engraved shores and rhumb lines, and lands not played."""

from __future__ import annotations

import math
from html import escape

from ...core.messages import say, shown
from ..map import game_map
from . import furniture
from .sheet import EAST, NORTH, SOUTH, WEST, project, size

WATER = ((14, 4), (9.6, 3), (5.8, 2), (1.8, 1))
"""The lines along the shore: how many pixels from it, which step of the shading; the last one is solid."""
WATER_LINE = 0.75

# lettering of the seas: message id, size in units, space between letters, and where it begins, the point
# that bends it, and where it ends (longitude, latitude)
SEA_NAMES = (
    ("sea.atlantic", 230, 95, (-10.5, 49.1), (-8.1, 50.0), (-5.5, 49.0)),
    ("sea.north", 230, 90, (-0.3, 55.35), (3.6, 56.4), (7.6, 55.35)),
    ("sea.channel", 92, 62, (-4.9, 49.42), (-2.6, 50.2), (0.4, 50.33)),
    ("sea.irish", 84, 26, (-5.25, 54.1), (-5.1, 52.9), (-6.2, 51.9)),
    ("sea.biscay", 124, 40, (-6.3, 44.25), (-3.9, 44.5), (-1.9, 46.2)),
    ("sea.mediterranean", 205, 62, (0.1, 37.45), (4.2, 38.35), (8.3, 38.3)),
    ("sea.baltic", 130, 60, (15.5, 54.95), (16.6, 55.4), (18.2, 56.0)),
    ("sea.adriatic", 112, 46, (13.0, 44.85), (14.2, 43.1), (17.1, 42.3)),
)

# lettering of the lands: size in units, space between letters, turned by degrees, moved right and down
LAND_NAMES = {
    "barbary": (150, 60, 0, -500, 20),
    "bohemia": (140, 50, 0, 0, 0),
    "brandenburg": (100, 14, 0, 120, 70),
    "corsica": (74, 14, 80, -10, 40),
    "denmark": (80, 6, 0, -20, 60),
    "hamburg": (96, 14, 0, 0, 0),
    "hungary": (110, 16, 0, -60, 0),
    "inner-austria": (120, 26, 0, 0, 0),
    "naples": (130, 44, 38, 0, 0),
    "ottoman-empire": (120, 20, 36, 0, 0),
    "papal-states": (90, 10, 0, 0, 0),
    "poland": (130, 40, 0, 0, 0),
    "pomerania": (88, 12, 0, 60, 20),
    "salzburg": (52, 3, 0, 10, 60),
    "sardinia": (92, 26, 86, -20, 90),
    "saxony": (120, 36, 0, 0, 0),
    "sicily": (88, 26, -14, -190, 40),
    "silesia": (120, 30, 40, 0, 0),
    "sweden": (170, 70, 0, 0, 0),
    "switzerland": (84, 7, 0, 110, -130),
    "tuscany": (100, 18, 0, 0, 0),
    "venice": (90, 20, 0, 0, 0),
}

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
