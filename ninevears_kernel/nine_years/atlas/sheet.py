"""The sheet that the map is drawn on: its projection, its levels of detail, and what a mark on it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..components.map import game_map

UNIT_ZOOM = 9
"""One unit of the sheet is a pixel of a web map at this zoom (Web Mercator)."""
WEST, EAST, SOUTH, NORTH = -10.9, 18.4, 35.9, 59.4
"""What is mapped, in degrees; around it runs the frame."""
MARGIN = 0.55
BOUNDS = ((SOUTH - 0.62 * MARGIN, WEST - MARGIN), (NORTH + 0.52 * MARGIN, EAST + MARGIN))
"""South-west and north-east corners of the sheet (latitude, longitude)."""

LEVELS = (4.2, 4.7, 5.2, 5.75, 6.3, 6.9, 7.5, 8.2)
"""The zoom from which on each level of detail is drawn. Marks have their size in pixels there, and grow with
the map until the next: so what does not touch at a level's own zoom does not touch before the next."""

VIEWS: Mapping[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "all": BOUNDS,
    "low-countries": ((49.2, 1.7), (52.9, 7.6)),
    "rhine": ((47.0, 5.2), (51.2, 11.0)),
    "italy": ((43.2, 5.6), (46.6, 11.4)),
    "spain": ((36.0, -9.8), (44.0, 4.0)),
    "britain": ((49.6, -10.6), (58.9, 2.2)),
    "ireland": ((51.2, -10.6), (55.6, -5.2)),
}
"""Parts of the map that have a name: south-west and north-east corners (latitude, longitude)."""

PANES = ("relief", "links", "reach", "path", "symbols", "names", "stacks", "top")
"""Groups of marks above the spaces, in the order in which they are painted."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is drawn on the sheet.

    Attributes:
        pane: the group it is painted in, one of `PANES`.
        svg: its markup: in pixels around (0, 0) if `at` is given, else in units of the sheet.
        at: for each of `LEVELS` where it stands (units right, units down, scale), None where it is not drawn.
    """

    pane: str
    svg: str
    at: tuple[tuple[float, float, float] | None, ...] = ()


def unit(level: int) -> float:
    """Units of the sheet to a pixel at a level's own zoom.

    >>> unit(0) > unit(7) > 1
    True
    """
    return float(2 ** (UNIT_ZOOM - LEVELS[level]))


def level_at(zoom: float) -> int:
    """The level of detail that is drawn at a zoom.

    >>> level_at(4.7), level_at(3), level_at(20)
    (1, 0, 7)
    """
    return max((level for level, least in enumerate(LEVELS) if least <= zoom), default=0)


def project(lat: float, lon: float) -> tuple[float, float]:
    """Units right and down from the sheet's upper left corner."""
    x, y = _mercator(lat, lon)
    left, top = _mercator(BOUNDS[1][0], BOUNDS[0][1])
    return x - left, y - top


def _mercator(lat: float, lon: float) -> tuple[float, float]:
    size = 256 * 2**UNIT_ZOOM
    return (lon + 180) / 360 * size, (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * size


def size() -> tuple[float, float]:
    """Width and height of the sheet, in units."""
    return project(BOUNDS[0][0], BOUNDS[1][1])


def trace(line: Sequence[Sequence[float]], close: bool = False) -> str:
    """A line of (longitude, latitude) as SVG path data in whole units, each point relative to the last."""
    x, y = (round(v) for v in project(line[0][1], line[0][0]))
    steps = []
    head = f"M{x} {y}"
    for lon, lat in line[1:]:
        px, py = project(lat, lon)
        dx, dy = round(px) - x, round(py) - y
        if dx or dy:
            steps.append(f"{dx}{'' if dy < 0 else ' '}{dy}")
            x, y = x + dx, y + dy
    return head + "l" + " ".join(steps).replace(" -", "-") + ("z" if close else "") if steps else ""


def _lines(geometry: Mapping[str, Any]) -> Iterator[Sequence[Sequence[float]]]:
    match geometry["type"]:
        case "LineString":
            yield geometry["coordinates"]
        case "MultiLineString" | "Polygon":
            yield from geometry["coordinates"]
        case "MultiPolygon":
            for polygon in geometry["coordinates"]:
                yield from polygon


@cache
def shape(name: str) -> str:
    """The path data of a named shape of the map, in units.

    Names: ``coast``; ``border-space`` and ``border-power`` (lines between spaces of one power, and between
    powers); ``lands`` (all lands that are drawn and not played); ``rivers``; ``space/<id>``.

    A picture may write ``<path data-shape="coast"/>``: `picture.filled` puts the data in, and the widget's
    front end does the same from the geometry that it was sent once.

    >>> shape("space/paris")[:1], shape("space/paris")[-1:]
    ('M', 'z')
    """
    layer = game_map().geojson
    if name.startswith("space/"):
        geometries = [f["geometry"] for f in layer("spaces")["features"] if f["id"] == name[6:]]
    elif name in ("lands", "rivers"):
        geometries = [f["geometry"] for f in layer(name)["features"]]
    else:
        kind = name.removeprefix("border-")
        geometries = [f["geometry"] for f in layer("borders")["features"] if f["properties"]["kind"] == kind]
    close = name == "lands" or name.startswith("space/")
    return "".join(trace(line, close) for geometry in geometries for line in _lines(geometry))
