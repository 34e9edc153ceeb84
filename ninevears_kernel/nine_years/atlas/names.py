"""The names of the spaces: in italic, of capitals bold, each where it touches no other name and no symbol."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from html import escape

from ...core.messages import shown
from ..components.map import Space, game_map
from ..components.powers import capitals_on_map
from . import symbols
from .placement import (
    EVERY_LEVEL,
    SYMBOL,
    Box,
    Room,
    at_level,
    inside_frame,
    nearest,
    spots,
    strays,
    text_width,
)
from .sheet import Mark
from .styles import style

LETTERS = (9.5, 10.0, 10.5, 10.8, 11.1, 12.5, 13.5, 15.0)
"""For each level the size of names, in pixels."""
LOOSE = (4.0, 3.0, 1.5, 0.5, 0.2, 0.2, 0.2, 0.2)
"""For each level how far names keep from each other, in pixels: an overview is not to be crowded."""
CAPITAL = 1.08
"""How much larger the names of capitals are."""
SIZE = 10.0
"""The size that names are drawn in before they are scaled."""
ASCENT, DESCENT, FOOT, HALO = 0.74, 0.24, 0.03, 0.9
"""What letters reach above and below their line, and what those without a tail do, in parts of their size;
and what the halo adds all round, in pixels."""

STRAY, OVERVIEW = 6.0, 3
"""How unwelcome it is for a name to stand nearer to another symbol than to its own, in spots further on; and
the level below which such a name is rather left out, but for capitals.
"""
DOUBTFUL, NO_DOUBT = 4.0, 1.35
"""How unwelcome it is, on a map seen from afar, for a name to stand nearly as near to another symbol as to
its own; and so many times as far away the other is when there is no doubt.
"""
HOMES = (0.9, 0.5, 0.5, 0.8, 2.0, 2.0, 2.0, 2.0)
"""For each level how unwelcome it is to cover a square pixel of what is kept for a stack."""

STYLE = style("names")


@cache
def _capitals() -> frozenset[str]:
    return frozenset(capitals_on_map()) | {"London"}


def letters(space: Space, level: int) -> float:
    """The size of a space's name at a level, in pixels."""
    return LETTERS[level] * (CAPITAL if space.name in _capitals() else 1)


@cache
def _reach(space: Space, level: int) -> tuple[float, float, float]:
    """How far a name reaches to either side, above and below the middle of its line."""
    text, size = shown(space.name), letters(space, level)
    half = text_width(text, space.name in _capitals()) * size / 2
    foot = DESCENT if set(text) & set("gjpqyQ,") else FOOT
    return half + HALO, ASCENT * size + HALO, foot * size + HALO


def _label_box(space: Space, level: int, x: float, y: float) -> Box:
    """What a name covers whose line is centred on a point."""
    across, above, below = _reach(space, level)
    return x - across, y - above, x + across, y + below


def _spots(space: Space, level: int) -> Iterator[tuple[float, float]]:
    """The middles of a name's line round its symbol, the best first."""
    x, y = spots(level)[space.index]
    size = letters(space, level)
    half, _, tail = _reach(space, level)
    gap = SYMBOL[level] * (0.6, 0.85, 1.05, 1.3)[space.fortress] + 1.2
    for further in (0.0, 0.55 * size):
        out = gap + further
        above, below, middle = y - out - tail, y + out + ASCENT * size + HALO, y + 0.3 * size
        yield x + out + half, middle
        yield x, above
        yield x - out - half, middle
        yield x, below
        for share in (0.55, 1.0):
            for line in (above, below):
                yield x + share * half + gap * 0.5, line
                yield x - share * half - gap * 0.5, line
        for lift in (-0.55, 0.55):
            yield x + out + half, middle + lift * size
            yield x - out - half, middle + lift * size


@cache
def _placed(level: int) -> dict[int, tuple[float, float]]:
    """For each space whose name is printed at a level, the middle of its line."""
    found = game_map()
    room = Room(box for _, box in symbols.boxes(level))
    homes = Room(symbols.homes(level))
    crowd = {s.index: math.dist(spots(level)[s.index], nearest(level)[s.index][0]) for s in found.spaces}
    order = sorted(found.spaces, key=lambda s: (s.name not in _capitals(), -s.fortress, crowd[s.index]))
    loose = LOOSE[level]
    placed: dict[int, tuple[float, float]] = {}
    taken: dict[int, Box] = {}

    def free_spot(space: Space) -> tuple[float, float] | None:
        best, chosen = math.inf, None
        for number, spot in enumerate(_spots(space, level)):
            if number >= best:
                break
            box = _label_box(space, level, *spot)
            wide = box[0] - loose, box[1] - loose / 2, box[2] + loose, box[3] + loose / 2
            if inside_frame(box, level) and printed.free(wide) and room.free(box):
                cost = number + HOMES[level] * homes.covered(box)
                if strays(level, space.index, box):
                    if level < OVERVIEW and space.name not in _capitals():
                        continue
                    cost += STRAY
                elif level <= OVERVIEW and strays(level, space.index, box, NO_DOUBT):
                    cost += DOUBTFUL
                if cost < best:
                    best, chosen = cost, spot
        return chosen

    printed = Room()
    for space in order:
        spot = free_spot(space)
        if spot is not None:
            placed[space.index] = spot
            taken[space.index] = _label_box(space, level, *spot)
            printed.take(taken[space.index])
    return placed


@cache
def boxes(level: int) -> tuple[tuple[int, Box], ...]:
    """What the names that are printed at a level cover: the space's index and a box in pixels."""
    spaces = game_map().spaces
    return tuple((i, _label_box(spaces[i], level, *spot)) for i, spot in _placed(level).items())


@cache
def names() -> dict[str, Mark]:
    """The names of all spaces as marks, by ``name/<id>``.

    >>> [names()["name/tournai"].at[level] is None for level in (0, 7)]
    [True, False]
    """
    found = {}
    for space in game_map().spaces:
        capital = space.name in _capitals()
        text = shown(space.name)
        width = text_width(text, capital) * SIZE
        places = tuple(
            at_level(level, *_placed(level)[space.index], letters(space, level) / SIZE)
            if space.index in _placed(level)
            else None
            for level in EVERY_LEVEL
        )
        found[f"name/{space.id}"] = Mark(
            "names",
            f'<text class="name{" capital" if capital else ""}" textLength="{width:.1f}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>',
            places,
        )
    return found
