"""Where marks find room on the sheet: boxes in pixels at each level, and how wide words are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from ...typefaces import advances
from ..components.map import game_map
from .sheet import EAST, LEVELS, NORTH, SOUTH, WEST, project, unit

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels at a level's own zoom."""

SYMBOL = (2.1, 2.8, 3.8, 4.9, 6.3, 7.8, 9.4, 11.5)
"""For each level how far a fortress reaches from its middle, in pixels."""

UNKNOWN_LETTER = 0.66


def text_width(text: str, capital: bool = False) -> float:
    """How wide a word is at size 1, set in the face of names, or in that of capitals.

    Words are printed with this as their `textLength`, so that it holds in any face a browser may have.

    >>> text_width("Paris") < text_width("Namur") < text_width("Valenciennes")
    True
    """
    widths = advances()["capital" if capital else "name"]
    return sum(widths.get(letter, UNKNOWN_LETTER * 1000) for letter in text) / 1000


def centred(x: float, y: float, width: float, height: float) -> Box:
    """The box of this size round a point.

    >>> centred(10, 10, 4, 2)
    (8.0, 9.0, 12.0, 11.0)
    """
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share.

    >>> overlap((0, 0, 4, 4), (3, 3, 9, 9)), overlap((0, 0, 4, 4), (4, 0, 9, 9))
    (1, 0)
    """
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


class Room:
    """Boxes that are taken, found quickly by where they are.

    >>> room = Room([(0, 0, 10, 10)])
    >>> room.free((11, 0, 20, 10)), room.covered((5, 5, 20, 20))
    (True, 25)
    """

    CELL = 48.0

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.take(box)

    def _at(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(v // self.CELL) for v in box)
        return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))

    def take(self, box: Box) -> None:
        """Marks a box as taken."""
        for cell in self._at(box):
            self._cells.setdefault(cell, []).append(box)

    def near(self, box: Box) -> set[Box]:
        """The taken boxes that may touch a box."""
        found: set[Box] = set()
        for cell in self._at(box):
            found.update(self._cells.get(cell, ()))
        return found

    def free(self, box: Box) -> bool:
        """Whether nothing that is taken lies under a box."""
        left, top, right, bottom = box
        return not any(
            left < b[2] and b[0] < right and top < b[3] and b[1] < bottom
            for cell in self._at(box)
            for b in self._cells.get(cell, ())
        )

    def best(self, stands: Iterable[tuple[float, Box]], weight: float) -> Box:
        """Where something costs least, and takes that room.

        Args:
            stands: what each place costs by itself, the cheapest first.
            weight: what it costs to cover a thing that lies there.
        """
        least, chosen = math.inf, (0.0, 0.0, 0.0, 0.0)
        for cost, box in stands:
            if cost >= least:
                break
            full = cost + weight * self.covered(box)
            if full < least:
                least, chosen = full, box
        self.take(chosen)
        return chosen

    def covered(self, box: Box) -> float:
        """How much of what is taken lies under a box."""
        return sum(overlap(box, other) for other in self.near(box))


@cache
def frame(level: int) -> Box:
    """The inside of the sheet's frame."""
    left, top = project(NORTH, WEST)
    right, bottom = project(SOUTH, EAST)
    scale = unit(level)
    return left / scale, top / scale, right / scale, bottom / scale


def inside_frame(box: Box, level: int) -> bool:
    """Whether a box keeps clear of the sheet's frame."""
    left, top, right, bottom = frame(level)
    return box[0] > left + 2 and box[1] > top + 2 and box[2] < right - 2 and box[3] < bottom - 2


@cache
def spots(level: int) -> tuple[tuple[float, float], ...]:
    """Where the symbol of each space stands, in pixels: on its city, but a little apart where the cities of
    a far zoom lie so close that their symbols would cover each other.

    >>> from math import dist
    >>> badajoz, elvas = (game_map().space(name).index for name in ("Badajoz", "Elvas"))
    >>> dist(spots(1)[badajoz], spots(1)[elvas]) > 1.8 * SYMBOL[1]
    True
    """
    cities = [tuple(v / unit(level) for v in project(s.lat, s.lon)) for s in game_map().spaces]
    apart = 2.02 * SYMBOL[level]
    close = [
        (a, b)
        for a, one in enumerate(cities)
        for b in range(a)
        if abs(one[0] - cities[b][0]) < 2 * apart and math.dist(one, cities[b]) < 2 * apart
    ]
    moved = [list(city) for city in cities]
    for _ in range(40):
        for a, b in close:
            dx, dy = moved[a][0] - moved[b][0], moved[a][1] - moved[b][1]
            distance = math.hypot(dx, dy)
            if distance < apart:
                push = (apart - distance) / distance / 2
                for end, sign in ((a, push), (b, -push)):
                    moved[end][0] += sign * dx
                    moved[end][1] += sign * dy
    return tuple((x, y) for x, y in moved)


@cache
def nearest(level: int) -> tuple[tuple[tuple[float, float], ...], ...]:
    """For each space where the six spaces stand that are nearest to it."""
    places = spots(level)
    return tuple(tuple(sorted(places, key=partial(math.dist, place))[1:7]) for place in places)


def _far(box: Box, spot: tuple[float, float]) -> float:
    """How far a point lies outside a box."""
    across = max(box[0] - spot[0], spot[0] - box[2], 0)
    down = max(box[1] - spot[1], spot[1] - box[3], 0)
    return math.hypot(across, down)


def strays(level: int, index: int, box: Box, times: float = 1.0) -> bool:
    """Whether a box lies nearer to another space than to its own, so that it may be taken for that one's; or
    nearer than so many times as far as its own.
    """
    own = times * _far(box, spots(level)[index])
    return any(_far(box, other) < own for other in nearest(level)[index])


def at_level(level: int, x: float, y: float, scale: float) -> tuple[float, float, float]:
    """A place in pixels as a mark has it: in whole units of the sheet, and its scale."""
    return round(x * unit(level)), round(y * unit(level)), round(scale, 2)


EVERY_LEVEL = range(len(LEVELS))


class Kind(NamedTuple):
    """The size of a kind of mark as it is drawn, and its scale at each level."""

    drawn: tuple[tuple[float, float], ...]
    scales: tuple[float, ...]


FLAG, COUNTER, CARD = (18.0, 14.0), (43.0, 29.0), (80.0, 48.0)
"""Width and height of a stack as a flag, as a counter, and as a card with its leader's name."""
SHAPES = (FLAG,) * 5 + (COUNTER,) * 2 + (CARD,)
"""In which of these shapes a stack is drawn at each level."""
KINDS = {
    "stack": Kind(SHAPES, (0.52, 0.6, 0.7, 0.82, 0.92, 0.74, 0.98, 1.0)),
    "garrison": Kind(SHAPES, (0.4, 0.46, 0.54, 0.62, 0.72, 0.52, 0.7, 0.72)),
    "line": Kind(((30.0, 13.0),) * 8, (0.36, 0.42, 0.5, 0.62, 0.8, 0.9, 1.1, 1.4)),
    "fleet": Kind(((24.0, 20.0),) * 8, (0.45, 0.5, 0.6, 0.7, 0.85, 1.0, 1.15, 1.4)),
}


def footprint(kind: str, level: int) -> tuple[float, float]:
    """Width and height of a kind of mark at a level, in pixels."""
    drawn, scale = KINDS[kind].drawn[level], KINDS[kind].scales[level]
    return drawn[0] * scale, drawn[1] * scale


def slot_middles(level: int, index: int, width: float, height: float) -> Iterator[tuple[float, float]]:
    """The middles of the slots round a space, the most welcome first."""
    x, y = spots(level)[index]
    near = SYMBOL[level] * 1.1 + 1
    for out in (near, near + 0.5 * height, near + 1.05 * height):
        across, down = out + width / 2, out + height / 2
        corner = 0.75 * out + width / 2, 0.75 * out + height / 2
        yield from (
            (x + corner[0], y - corner[1]),
            (x + across, y),
            (x, y - down),
            (x - across, y),
            (x, y + down),
            (x - corner[0], y - corner[1]),
            (x + corner[0], y + corner[1]),
            (x - corner[0], y + corner[1]),
            (x + width / 3, y - down),
            (x - width / 3, y - down),
            (x + width / 3, y + down),
            (x - width / 3, y + down),
            (x + across, y - height / 2),
            (x - across, y - height / 2),
            (x + across, y + height / 2),
            (x - across, y + height / 2),
        )


_RULE = re.compile(r"((?:\.nv [^{},]+,?)+)\{([^}]*)\}")
_CLASSED = re.compile(r'class="([^"]*)"')


def painted(drawing: str, style: str) -> str:
    """A drawing for the ``defs`` with the rules of its classes written into it.

    What is drawn through ``use`` lies outside the map's root, where a rule that begins with ``.nv`` does not
    reach it.

    >>> painted('<path class="a b"/>', ".nv .a{fill:none}.nv .b,.nv .c{stroke:red}.nv .a .b{stroke:blue}")
    '<path style="fill:none;stroke:red"/>'
    """
    rules = [
        (frozenset(selector.strip()[5:].split(".")), declared)
        for selectors, declared in _RULE.findall(style.replace("\n", ""))
        for selector in selectors.split(",")
        if " " not in selector.strip()[4:]
    ]

    def written(found: re.Match[str]) -> str:
        classes = set(found[1].split())
        declared = ";".join(text for needed, text in rules if needed <= classes)
        return f'style="{declared}"' if declared else ""

    return _CLASSED.sub(written, drawing)
