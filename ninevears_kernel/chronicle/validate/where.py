"""What can be wrong with a place: no position, or a position that lies in another space than the row says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, hypot, radians

from ...nine_years.components.map import GameMap
from ..tables import Line
from .book import Book, Problem, problem

_DEGREES = re.compile(r"-?\d{1,3}(\.\d+)?")
TOLERANCE = 0.03
"""Degrees by which a position may lie across the border of its space: borders are drawn, places measured."""
OFF_SHORE = 1.0
"""Degrees off a coast up to which a place at sea may have the nearest space."""
ABROAD = frozenset(("courts", "colonies", "seas"))
"""The theatres of which a place may lie outside the map."""

Point = tuple[float, float]
Ring = Sequence[Sequence[float]]


def place_problems(book: Book) -> Iterator[Problem]:
    """Every fault of a position."""
    for line in book.tables["events"]:
        row = line.row
        if not row["latitude"] and not row["longitude"] and not row["space"]:
            yield from _nowhere(line)
            continue
        good = True
        for column, most in (("latitude", 90), ("longitude", 180)):
            if not _DEGREES.fullmatch(row[column]) or abs(float(row[column])) > most:
                good = False
                yield problem(line, column, "chronicle.no-degrees", found=row[column])
        if good:
            yield from _space(line, (float(row["longitude"]), float(row["latitude"])))


def _nowhere(line: Line) -> Iterator[Problem]:
    """Only what happened at no one place may do without a position."""
    if line.row["kind"] in ("battle", "siege", "naval"):
        yield problem(line, "latitude", "chronicle.no-position", kind=line.row["kind"])


def _space(line: Line, point: Point) -> Iterator[Problem]:
    """The space must be the one whose land the position lies in; at sea the nearest, or none."""
    described = line.row["space"]
    there = space_at(point)
    if there is not None:
        if described != there and not (described and distance_to(described, point) <= TOLERANCE):
            yield problem(line, "space", "chronicle.other-space", found=described, there=there)
    elif described and distance_to(described, point) > OFF_SHORE:
        yield problem(line, "space", "chronicle.far-from-space", found=described)
    elif not described and not line.row["zone"] and line.row["theatre"] not in ABROAD:
        yield problem(line, "space", "chronicle.off-the-map", theatre=line.row["theatre"])


# ---- the geometry


@cache
def _polygons() -> dict[str, tuple[tuple[Ring, ...], ...]]:
    """The drawn polygons of each space: of each its outer ring, then its holes."""
    found = {}
    for feature in GameMap.geojson("spaces")["features"]:
        shape = feature["geometry"]
        polygons = shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]
        found[feature["properties"]["name"]] = tuple(tuple(polygon) for polygon in polygons)
    return found


@cache
def _boxes() -> dict[str, tuple[float, float, float, float]]:
    boxes = {}
    for name, polygons in _polygons().items():
        points = [point for polygon in polygons for point in polygon[0]]
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        boxes[name] = min(xs), min(ys), max(xs), max(ys)
    return boxes


@cache
def space_at(point: Point) -> str | None:
    """The space whose land a position lies in, as longitude and latitude; None at sea and outside the map.

    >>> space_at((4.86, 50.46)), space_at((-30.0, 45.0))
    ('Namur', None)
    """
    x, y = point
    for name, (west, south, east, north) in _boxes().items():
        if west <= x <= east and south <= y <= north and _inside(name, point):
            return name
    return None


def _inside(name: str, point: Point) -> bool:
    """Whether a position is inside an outer ring and in no hole, by counting the edges that a ray crosses."""
    return any(
        _crosses(polygon[0], point) and not any(_crosses(hole, point) for hole in polygon[1:])
        for polygon in _polygons()[name]
    )


def _crosses(ring: Ring, point: Point) -> bool:
    x, y = point
    inside = False
    for (ax, ay, *_), (bx, by, *_) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def distance_to(name: str, point: Point) -> float:
    """How far a position is from the land of a space, in degrees of latitude; 0 inside it.

    >>> distance_to("Namur", (4.86, 50.46)), distance_to("Namur", (4.35, 50.85)) > 0.1
    (0.0, True)
    """
    if name not in _polygons():
        return float("inf")
    if _inside(name, point):
        return 0.0
    x, y = point
    narrow = cos(radians(y))  # a degree of longitude is shorter than one of latitude
    return min(
        _to_edge(((a[0] - x) * narrow, a[1] - y), ((b[0] - x) * narrow, b[1] - y))
        for polygon in _polygons()[name]
        for a, b in zip(polygon[0], [*polygon[0][1:], polygon[0][0]], strict=True)
    )


def _to_edge(a: Point, b: Point) -> float:
    """How far an edge is from the origin."""
    along = (b[0] - a[0], b[1] - a[1])
    length = along[0] ** 2 + along[1] ** 2
    part = 0.0 if not length else max(0.0, min(1.0, -(a[0] * along[0] + a[1] * along[1]) / length))
    return hypot(a[0] + part * along[0], a[1] + part * along[1])
