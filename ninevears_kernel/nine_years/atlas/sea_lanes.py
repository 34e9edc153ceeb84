"""Where a line of communication by sea is drawn: a small net of points at sea, so that no line crosses land.

For the eye only. Which zone a port lies on, and who controls it, is the position's.
"""

from __future__ import annotations

import heapq
import math
from itertools import pairwise

Spot = tuple[float, float]

# zone: points at sea as (latitude, longitude)
POINTS: dict[str, dict[str, Spot]] = {
    "Atlantic": {
        "north": (59.0, -2.4), "forth": (56.2, -1.4), "humber": (54.2, 0.9), "hook": (52.6, 3.2),
        "frisia": (53.75, 5.4), "dover": (51.2, 1.75), "wight": (50.3, -1.0), "channel": (49.6, -3.9),
        "lizard": (49.2, -5.9), "clear": (51.1, -8.2), "george": (52.0, -5.9), "irish": (53.6, -5.0),
        "kintyre": (55.3, -6.3), "hebrides": (57.3, -8.6), "galway": (53.2, -10.2), "kerry": (51.3, -10.3),
        "ushant": (47.7, -5.3), "yeu": (46.4, -3.0), "gironde": (45.4, -1.8), "biscay": (43.9, -2.3),
        "ortegal": (44.2, -7.9), "finisterre": (43.0, -10.0),
        "burling": (39.4, -10.2), "vincent": (36.7, -9.5),
        "cadiz": (36.5, -7.0), "strait": (36.0, -5.8),
    },
    "Mediterranean": {
        "strait": (36.02, -5.2), "alboran": (36.3, -3.4), "gata": (36.5, -1.6), "nao": (38.6, 0.7),
        "ebro": (40.4, 1.3), "llobregat": (41.1, 2.5), "creus": (42.2, 3.7), "lion": (43.0, 4.2),
        "hyeres": (42.8, 6.1), "liguria": (43.6, 7.9), "palma": (39.3, 2.5),
    },
}  # fmt: skip

WAYS: dict[str, tuple[str, ...]] = {
    "Atlantic": (
        "north forth humber hook dover wight channel lizard clear george irish kintyre hebrides north",
        "hook frisia humber", "humber frisia", "clear kerry galway hebrides",
        "galway kintyre", "lizard george",
        "lizard ushant channel", "ushant yeu gironde biscay ortegal finisterre burling vincent cadiz strait",
        "ushant ortegal yeu", "ushant biscay yeu", "lizard ortegal", "clear ushant",
    ),
    "Mediterranean": (
        "strait alboran gata nao ebro llobregat creus lion hyeres liguria",
        "nao palma ebro", "palma llobregat",
        "palma creus hyeres", "palma liguria",
    ),
}  # fmt: skip


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
    net = _net(zone)
    goal = {name: _distance(points[name], end) for name in _nearest(points, end)}
    queue = [(_distance(points[name], start), [name]) for name in _nearest(points, start)]
    heapq.heapify(queue)
    done: set[str] = set()
    while queue:
        length, way = heapq.heappop(queue)
        last = way[-1]
        if last == "":
            return [points[name] for name in way[:-1]]
        if last in done:
            continue
        done.add(last)
        if last in goal:
            heapq.heappush(queue, (length + goal[last], [*way, ""]))
        for following in net[last]:
            if following not in done:
                step = _distance(points[last], points[following])
                heapq.heappush(queue, (length + step, [*way, following]))
    return []


def _net(zone: str) -> dict[str, set[str]]:
    net: dict[str, set[str]] = {name: set() for name in POINTS[zone]}
    for way in WAYS[zone]:
        names = way.split()
        for a, b in pairwise(names):
            net[a].add(b)
            net[b].add(a)
    return net


def _nearest(points: dict[str, Spot], spot: Spot) -> list[str]:
    return sorted(points, key=lambda name: _distance(points[name], spot))[:1]


def _distance(a: Spot, b: Spot) -> float:
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(math.radians((a[0] + b[0]) / 2)))
