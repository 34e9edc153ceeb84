"""The shapes of the map as a browser is sent them: arcs that neighbours share, each point two bytes or so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from ..components.map import game_map

Point = tuple[int, int]
PER_DEGREE = 400
"""Points to a degree, in `sheet.js` too: about 250 m, half a pixel at the zoom of the insets."""
LONG_STEP = 128
"""A byte that no small step has: the two bytes after it hold a long one."""


class Geometry(NamedTuple):
    """The map's shapes.

    Attributes:
        starts: for each arc how far its first point lies from the end of the arc before, in parts of a
            degree, and its number of steps.
        steps: the steps of all arcs in turn, east then north: a byte each, or `LONG_STEP` and two bytes.
        spaces: for each space its polygons, each a list of rings, each a list of arcs; ~n is arc n backwards.
        shapes: for each shape of `sheet.shape` but the spaces its lines, each a list of arcs, and whether
            they are closed.
    """

    starts: list[tuple[int, int, int]]
    steps: bytes
    spaces: list[list[list[list[int]]]]
    shapes: dict[str, dict[str, Any]]


@cache
def geometry() -> Geometry:
    """The shapes of the whole map, found once.

    >>> len(geometry().spaces), sorted(geometry().shapes)
    (104, ['border-power', 'border-space', 'coast', 'lands', 'rivers'])
    """
    layer = game_map().geojson
    spaces = [_polygons(feature["geometry"]) for feature in layer("spaces")["features"]]
    shapes = {
        name: [line for feature in layer(name)["features"] for line in _lines(feature["geometry"])]
        for name in ("lands", "rivers")
    }
    for feature in layer("borders")["features"]:
        kind = feature["properties"]["kind"]
        shapes[kind if kind == "coast" else f"border-{kind}"] = _lines(feature["geometry"])
    rings = [ring for polygons in spaces for rings in polygons for ring in rings]
    arcs = _Arcs([*rings, *(line for lines in shapes.values() for line in lines)])
    return Geometry(
        spaces=[[[arcs.of(ring) for ring in rings] for rings in polygons] for polygons in spaces],
        shapes={
            name: {"close": name == "lands", "lines": [arcs.of(line) for line in lines]}
            for name, lines in shapes.items()
        },
        starts=[
            (arc[0][0] - before[0], arc[0][1] - before[1], len(arc) - 1)
            for before, arc in zip([(0, 0), *(arc[-1] for arc in arcs.found)], arcs.found, strict=False)
        ],
        steps=b"".join(_packed(arc) for arc in arcs.found),
    )


def _whole(line: Sequence[Sequence[float]]) -> list[Point]:
    points = [(round(x * PER_DEGREE), round(y * PER_DEGREE)) for x, y in line]
    return [point for place, point in enumerate(points) if not place or point != points[place - 1]]


def _polygons(geometry: Mapping[str, Any]) -> list[list[list[Point]]]:
    parts = geometry["coordinates"]
    return [
        [_whole(ring) for ring in rings] for rings in ([parts] if geometry["type"] == "Polygon" else parts)
    ]


def _lines(geometry: Mapping[str, Any]) -> list[list[Point]]:
    match geometry["type"]:
        case "LineString":
            return [_whole(geometry["coordinates"])]
        case "MultiLineString":
            return [_whole(line) for line in geometry["coordinates"]]
    return [ring for rings in _polygons(geometry) for ring in rings]


class _Arcs:
    """Lines cut where more than two ways meet; what two of them share is one arc."""

    def __init__(self, lines: Sequence[list[Point]]) -> None:
        beside: dict[Point, set[Point]] = defaultdict(set)
        ends = set()
        for line in lines:
            for a, b in pairwise(line):
                beside[a].add(b)
                beside[b].add(a)
            if line[0] != line[-1]:
                ends |= {line[0], line[-1]}
        self._knots = ends | {point for point, others in beside.items() if len(others) > 2}
        self._numbers: dict[tuple[Point, ...], int] = {}

    @property
    def found(self) -> list[tuple[Point, ...]]:
        """All arcs by number."""
        return list(self._numbers)

    def of(self, line: list[Point]) -> list[int]:
        """The arcs that a line is made of, in order."""
        return [self._number(arc) for arc in self._cut(line)]

    def _cut(self, line: list[Point]) -> Iterator[tuple[Point, ...]]:
        if line[0] == line[-1]:  # a ring begins at a knot, or else at the same point for whoever has it
            knots = [place for place, point in enumerate(line) if point in self._knots]
            first = knots[0] if knots else line.index(min(line))
            line = line[first:-1] + line[: first + 1]
        begin = 0
        for place in range(1, len(line)):
            if line[place] in self._knots or place == len(line) - 1:
                yield tuple(line[begin : place + 1])
                begin = place

    def _number(self, arc: tuple[Point, ...]) -> int:
        back = self._numbers.get(arc[::-1])
        return ~back if back is not None else self._numbers.setdefault(arc, len(self._numbers))


def _packed(arc: tuple[Point, ...]) -> bytes:
    steps = bytearray()
    for (x, y), (to_x, to_y) in pairwise(arc):
        for step in (to_x - x, to_y - y):
            if -LONG_STEP < step < LONG_STEP:
                steps.append(step & 255)
            else:
                steps.append(LONG_STEP)
                steps += step.to_bytes(2, "little", signed=True)
    return bytes(steps)
