"""Where a line of communication by sea is drawn: a small net of points at sea, so that no line crosses land.

For the eye only. Which zone a port lies on, and who controls it, is the position's.
"""

from __future__ import annotations

import heapq
import math
from itertools import pairwise

from ..components.map import ZONES
from ..components.tables import data_table

Spot = tuple[float, float]

POINTS: dict[str, dict[str, Spot]] = {zone: {} for zone in ZONES}
"""For each zone points at sea (latitude, longitude), from ``data/sea_points.csv``."""
_NET: dict[str, dict[str, set[str]]] = {zone: {} for zone in ZONES}
"""For each point those that a line may go on to, from ``data/sea_ways.csv``."""
for _row in data_table("sea_points"):
    POINTS[_row["zone"]][_row["point"]] = float(_row["lat"]), float(_row["lon"])
for _row in data_table("sea_ways"):
    for _a, _b in pairwise(_row["way"].split()):
        _NET[_row["zone"]].setdefault(_a, set()).add(_b)
        _NET[_row["zone"]].setdefault(_b, set()).add(_a)


def sea_way(zone: str, start: Spot, end: Spot) -> list[Spot]:
    """Points at sea between two ports of a zone, in order, without the ports.

    >>> sea_way("Mediterranean", (43.12, 5.93), (41.39, 2.16))[0]
    (42.8, 6.1)
    >>> sea_way("no such zone", (43.12, 5.93), (41.39, 2.16))
    []
    """
    points = POINTS.get(zone)
    if not points:
        return []
    net = _NET[zone]
    first, goal = _nearest(points, start), _nearest(points, end)
    queue = [(_distance(points[first], start), [first])]
    done: set[str] = set()
    while queue:
        length, way = heapq.heappop(queue)
        last = way[-1]
        if last == "":
            return [points[name] for name in way[:-1]]
        if last in done:
            continue
        done.add(last)
        if last == goal:
            heapq.heappush(queue, (length + _distance(points[goal], end), [*way, ""]))
        for following in net[last]:
            if following not in done:
                step = _distance(points[last], points[following])
                heapq.heappush(queue, (length + step, [*way, following]))
    return []


def _nearest(points: dict[str, Spot], spot: Spot) -> str:
    return min(points, key=lambda name: _distance(points[name], spot))


def _distance(a: Spot, b: Spot) -> float:
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(math.radians((a[0] + b[0]) / 2)))
