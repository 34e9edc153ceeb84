"""The mountains, engraved as rows of mole hills with their eastern flank in the shade."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ...core.tables import read_table
from ..components.map import game_map
from ..components.tables import geodata
from .ground import LAND_NAMES
from .sheet import EAST, NORTH, SOUTH, WEST, project

# to each size of hill its width and height in units
HILLS = {1: (80, 40), 2: (100, 62), 3: (116, 84), 4: (132, 108)}
FORMS = (0, 1, 2)
# the strokes on the flank, from the top (0) to the edge (1)
FLANK = {1: (0.1, 0.5), 2: (0.05, 0.38, 0.7), 3: (0.02, 0.3, 0.55, 0.8), 4: (0.02, 0.24, 0.46, 0.66, 0.86)}
CITY_CLEAR = 115
"""How far from a city no hill stands, in units."""
NAME_CLEAR = (150, 105)
"""Half the breadth and the height above and below a city that are left to its name, in units."""

STYLE = "\n".join(
    [".nv .relief{opacity:.85;fill:none}"]
    + [f".nv .hill{size}{form}{{marker:url(#nv-hill{size}{form})}}" for size in HILLS for form in FORMS]
)


_PEN = (
    "fill='none' stroke='var(--nv-relief)' stroke-width='.85' stroke-linecap='round' "
    "vector-effect='non-scaling-stroke'"
)


class Hill(NamedTuple):
    """A hill: where the middle of its foot is, in units, its size 1 to 4, and which of its forms it has."""

    x: float
    y: float
    size: int
    form: int


def _noise(seed: int) -> float:
    """A number from -1 to 1 that looks like chance and is always the same."""
    value = math.sin(seed * 12.9898 + 4.1) * 43758.5453
    return 2 * (value - math.floor(value)) - 1


def _along(ridge: list[tuple[float, float]], step: float) -> Iterator[tuple[float, float, float, float]]:
    """Points at equal steps along a line, each with the direction of the line there."""
    if len(ridge) == 1:
        yield *ridge[0], 1.0, 0.0
    carried = step / 2
    for (ax, ay), (bx, by) in pairwise(ridge):
        length = math.hypot(bx - ax, by - ay)
        across, down = (bx - ax) / length, (by - ay) / length
        while carried <= length:
            yield ax + across * carried, ay + down * carried, across, down
            carried += step
        carried -= length


@cache
def hills() -> tuple[Hill, ...]:
    """All hills from north to south, so that the nearer is drawn over the farther.

    >>> all(a.y <= b.y for a, b in zip(hills(), hills()[1:]))
    True
    """
    cities = [project(space.lat, space.lon) for space in game_map().spaces]
    standing: list[Hill] = []
    for number, row in enumerate(read_table(geodata("mountains.csv"))):
        kind, rows = int(row["size"]), int(row["rows"])
        width, height = HILLS[kind]
        points = [tuple(map(float, point.split())) for point in row["ridge"].split(";")]
        ridge = [project(lat, lon) for lat, lon in points]
        for rank in range(rows):
            aside = (rank - (rows - 1) / 2) * width * 0.95
            # outer rows are lower than the crest
            lower = max(1, kind - (1 if rows > 1 and rank != rows // 2 else 0))
            for place, (x, y, across, down) in enumerate(_along(ridge, width * 1.08)):
                seed = number * 1000 + rank * 100 + place
                hill = Hill(
                    x - down * aside + 0.18 * width * _noise(seed) + across * width * 0.5 * (rank % 2),
                    y + across * aside + 0.2 * height * _noise(seed + 7) + down * width * 0.5 * (rank % 2),
                    lower,
                    int((_noise(seed + 13) + 1) * 1.5) % 3,
                )
                if _free(hill, cities, standing):
                    standing.append(hill)
    return tuple(sorted(standing, key=lambda hill: hill.y))


def _free(hill: Hill, cities: list[tuple[float, float]], standing: list[Hill]) -> bool:
    """Whether a hill stands on the map, clear of cities and their names, of lettering and of other hills."""
    width, height = HILLS[hill.size]
    left, top = project(NORTH, WEST)
    right, bottom = project(SOUTH, EAST)
    if not (left + width < hill.x < right - width and top + height < hill.y < bottom - 20):
        return False
    middle = hill.y - height / 2
    for x, y in cities:
        if math.hypot(hill.x - x, middle - y) < CITY_CLEAR + width / 2:
            return False
        if abs(hill.x - x) < NAME_CLEAR[0] and abs(middle - y) < NAME_CLEAR[1]:
            return False
    if _on_lettering(hill.x, middle, width / 2):
        return False
    return all(
        abs(hill.x - other.x) > 0.5 * (width + HILLS[other.size][0])
        or abs(hill.y - other.y) > 0.82 * max(height, HILLS[other.size][1])
        for other in standing
    )


@cache
def _lettering() -> tuple[tuple[float, float, float, float, float, float], ...]:
    """The boxes of the names of lands: where they stand, lean, height, half breadth, depth."""
    boxes = []
    for land in game_map().geojson("lands")["features"]:
        letters, space, turn, right, down = LAND_NAMES[land["id"]]
        lon, lat = land["properties"]["label"]
        x, y = project(lat, lon)
        words = land["properties"]["name"].split(" ")
        broad = max(map(len, words)) * (0.7 * letters + space) / 2
        deep = 1.2 * letters * (len(words) - 1)
        boxes.append((x + right, y + down, math.radians(turn), 0.75 * letters, broad, deep))
    return tuple(boxes)


def _on_lettering(x: float, y: float, reach: float) -> bool:
    """Whether something of that reach around a point would touch the name of a land."""
    for left, top, lean, tall, broad, deep in _lettering():
        across = (x - left) * math.cos(lean) + (y - top) * math.sin(lean)
        down = (y - top) * math.cos(lean) - (x - left) * math.sin(lean)
        if abs(across) < broad + reach and -tall - reach < down < deep + reach:
            return True
    return False


def _form(size: int, form: int) -> str:
    """One form of a hill, around the middle of its foot: a dome, and strokes down its shaded flank."""
    width, height = HILLS[size]
    half = width / 2
    top = (-0.1, 0.06, -0.02)[form] * width
    broad = (0.5, 0.62, 0.4)[form] * half
    dome = _pen(
        "M{} {}C{} {} {} {} {} {}S{} {} {} {}",
        *(-half, 0),
        *(-half * 0.78, -height * 0.5, top - broad, -height, top, -height),
        *(half * 0.8, -height * 0.55, half, 0),
    )
    strokes = "".join(
        _pen(
            "M{} {}Q{} {} {} {}",
            *(top + (half - top) * 0.66 * part, -height * (1 - 0.52 * part**1.8)),
            *(half * (0.62 * part + 0.12), -height * 0.42),
            *(half * (0.1 + 0.78 * part), -height * 0.04),
        )
        for part in FLANK[size]
    )
    return (
        f"<marker id='nv-hill{size}{form}' markerUnits='userSpaceOnUse' overflow='visible'>"
        f"<path d='{dome}' {_PEN}/><path d='{strokes}' {_PEN} stroke-opacity='.7'/></marker>"
    )


def _pen(data: str, *numbers: float) -> str:
    """Path data in whole units, as short as can be."""
    return data.format(*map(round, numbers)).replace(" -", "-").strip()


def relief() -> str:
    """The mountains, in units: for each form one invisible line with a hill at every corner."""
    stands: dict[tuple[int, int], list[Hill]] = {}
    for hill in hills():
        stands.setdefault((hill.size, hill.form), []).append(hill)
    forms = "".join(_form(size, form) for size, form in sorted(stands))
    rows = "".join(
        f"<path class='hill{size}{form}' d='{_corners(group)}'/>"
        for (size, form), group in sorted(stands.items())
    )
    return f"<defs>{forms}</defs>{rows}"


def _corners(group: list[Hill]) -> str:
    """A line from hill to hill, each point relative to the last."""
    x, y = round(group[0].x), round(group[0].y)
    steps = [f"M{x} {y}l"]
    for hill in group[1:]:
        right, down = round(hill.x) - x, round(hill.y) - y
        steps.append(f"{right} {down} ")
        x, y = x + right, y + down
    return "".join(steps).strip().replace(" -", "-").removesuffix("l")
