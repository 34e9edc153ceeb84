"""The ways along which lines and arrows are drawn: by the roads of the map, and at sea along sea lanes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from ..components.map import ZONES, game_map
from .links import links
from .sea_lanes import sea_way
from .sheet import project

Spot = tuple[float, float]
Bend = tuple[Spot, ...]
"""A stretch of a curve: its start, its control points (none, one or two), its end; in units of the sheet."""

STRAIT = (36.0, -5.5)
"""Where the two sea zones meet."""
BULGE = 0.15
"""How far a way that no road takes bends aside, as a part of its length."""
PULL = 0.28
"""How far from a point of a curve its control points lie, as a part of the way to the next: not far, lest it
swing."""
SAMPLES = 12

_BOW = re.compile(r"M(-?\d+) (-?\d+)q(-?\d+) (-?\d+) (-?\d+) (-?\d+)")


def legs(names: Sequence[str]) -> Iterator[tuple[list[Bend], tuple[str, ...]]]:
    """From space to space the stretches of a line, and the names that it touches there, sea zones included.

    Args:
        names: spaces and sea zones in order.

    >>> [ends for _, ends in legs(("Palma", "Mediterranean", "Montpellier", "Lyon"))]
    [('Palma', 'Mediterranean', 'Montpellier'), ('Montpellier', 'Lyon')]
    """
    start: str | None = None
    zones: list[str] = []
    for name in names:
        if name in ZONES:
            zones.append(name)
            continue
        if start is not None:
            bends = _at_sea(start, zones, name) if zones else [road(start, name)]
            yield bends, (start, *zones, name)
        start, zones = name, []


def _spot(name: str) -> Spot:
    space = game_map().by_name[name]
    return project(space.lat, space.lon)


def road(a: str, b: str) -> Bend:
    """The way between two spaces: the road that the map shows, or a bow where there is none.

    >>> road("Mons", "Brussels") == road("Brussels", "Mons")[::-1]
    True
    """
    start, end = _spot(a), _spot(b)
    control = _roads().get((_whole(start), _whole(end))) or _roads().get((_whole(end), _whole(start)))
    return bow(start, end) if control is None else (start, control, end)


def bow(start: Spot, end: Spot) -> Bend:
    """A way that no road takes, between two points of the sheet: bent a little aside."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return start, ((start[0] + end[0]) / 2 + dy * BULGE, (start[1] + end[1]) / 2 - dx * BULGE), end


def _whole(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


@cache
def _roads() -> dict[tuple[tuple[int, int], tuple[int, int]], Spot]:
    """The control point of each road as it is drawn, by the two ends of the road."""
    found = {}
    for x, y, bend_x, bend_y, across, down in (map(int, bow) for bow in _BOW.findall(links())):
        # start and end are rounded one by one there: the end may be a unit off
        for off_x in (-1, 0, 1):
            for off_y in (-1, 0, 1):
                found[(x, y), (x + across + off_x, y + down + off_y)] = float(x + bend_x), float(y + bend_y)
    return found


def _at_sea(start: str, zones: Sequence[str], end: str) -> list[Bend]:
    a, b = game_map().by_name[start], game_map().by_name[end]
    return by_sea((a.lat, a.lon), zones, (b.lat, b.lon))


def by_sea(start: Spot, zones: Sequence[str], end: Spot) -> list[Bend]:
    """A smooth curve through points at sea, between two places (latitude, longitude)."""
    points: list[Spot] = [start]
    for place, zone in enumerate(zones):
        goal = end if place == len(zones) - 1 else STRAIT
        points += sea_way(zone, points[-1], goal)
    spots = [project(*point) for point in (*points, end)]
    around = [spots[0], *spots, spots[-1]]
    return [
        (at, _pull(before, at, to), _pull(after, to, at), to)
        for before, at, to, after in zip(around, spots, spots[1:], around[3:], strict=False)
    ]


def _pull(before: Spot, at: Spot, to: Spot) -> Spot:
    """The control point of a smooth curve at a point, on the way to the next."""
    dx, dy = to[0] - before[0], to[1] - before[1]
    reach = math.dist(at, to) * PULL / (math.hypot(dx, dy) or 1.0)
    return at[0] + dx * reach, at[1] + dy * reach


def drawn(bends: Sequence[Bend]) -> str:
    """Stretches of a curve, each where the last one ends, as path data.

    >>> drawn([((0, 0), (5, 5), (10, 0))])
    'M0 0Q5 5 10 0'
    """
    data = "M{:.0f} {:.0f}".format(*bends[0][0])
    for bend in bends:
        data += "?LQC"[len(bend) - 1] + " ".join(f"{x:.0f} {y:.0f}" for x, y in bend[1:])
    return data


def sampled(bends: Sequence[Bend]) -> list[Spot]:
    """Points along a curve, close enough to measure it."""
    points = [bends[0][0]]
    for bend in bends:
        for number in range(1, SAMPLES + 1):
            rest = list(bend)
            while len(rest) > 1:  # de Casteljau's construction
                share = number / SAMPLES
                rest = [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in pairwise(rest)]
            points.append(rest[0])
    return points


def middle(points: Sequence[Spot]) -> tuple[float, float, float, float]:
    """The point half way along a line, its direction there in degrees, and the line's length.

    >>> middle([(0, 0), (4, 0), (10, 0)])
    (5.0, 0.0, 0.0, 10.0)
    """
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    half = length / 2
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if half <= step and step:
            share = half / step
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, turn, length
        half -= step
    return points[-1][0], points[-1][1], 0.0, length
