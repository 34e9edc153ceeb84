"""Where pieces stand beside their cities: each kind of mark in the slot where it covers least.

What is printed (symbols and names) never changes, so what each slot covers of it is worked out once. Beside
each space a slot is kept for a stack; what finds none is put down after that in the order of the map. So a
stack that moves leaves the others where they are, unless it comes to stand in their way.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import NamedTuple

from . import names, symbols
from .placement import EVERY_LEVEL, Box, Room, centred, footprint, frame, overlap, slot_middles, strays


class Wanted(NamedTuple):
    """A mark that needs room: its key, the space beside which it stands, and what it is (`KINDS`)."""

    key: str
    space: int
    kind: str


# What it costs to cover a square pixel of something, and how unwelcome each slot is in itself.
OWN_SYMBOL, SYMBOLS, NAMES, PIECES, OUTSIDE = 60.0, 5.0, 2.2, 6.0, 60.0
FURTHER, STRAY = 0.9, 40.0


@cache
def printed(level: int) -> tuple[Room, Room]:
    """The room that symbols take at a level, and that of names."""
    return Room(box for _, box in symbols.boxes(level)), Room(box for _, box in names.boxes(level))


@cache
def _slots(level: int, space: int, kind: str) -> tuple[Box, ...]:
    """The slots beside a space for a kind of mark, the most welcome first."""
    width, height = footprint(kind, level)
    return tuple(centred(x, y, width, height) for x, y in slot_middles(level, space, width, height))


@cache
def _covers(level: int, space: int, box: Box) -> float:
    """What it costs to stand in a slot, by what is printed there."""
    printed_symbols, printed_names = printed(level)
    cost = SYMBOLS * printed_symbols.covered(box) + NAMES * printed_names.covered(box)
    if cost:
        cost += OWN_SYMBOL * sum(overlap(box, mine) for i, mine in symbols.boxes(level) if i == space)
    left, top, right, bottom = frame(level)
    if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
        cost += OUTSIDE * (box[2] - box[0]) * (box[3] - box[1])
    return cost + STRAY * strays(level, space, box)


@cache
def _home(level: int, index: int) -> Box | None:
    """The slot that is kept for a stack beside a space, where nothing printed reaches into it."""
    home = symbols.homes(level)[index]
    return home if all(room.free(home) for room in printed(level)) else None


@lru_cache(maxsize=128)
def arranged(wanted: tuple[Wanted, ...]) -> dict[str, tuple[Box, ...]]:
    """For each mark the box in which it stands at each level.

    Args:
        wanted: the marks in the order in which they are put down.

    >>> [box] = {arranged((Wanted("stack/a", 3, "stack"),))["stack/a"][4]}
    >>> width, height = footprint("stack", 4)
    >>> round(box[2] - box[0] - width, 6)
    0.0
    """
    found: dict[str, list[Box]] = {one.key: [] for one in wanted}
    for level in EVERY_LEVEL:
        pieces = Room()
        homeless = []
        for one in wanted:
            home = _home(level, one.space) if one.kind == "stack" else None
            if home is not None and pieces.free(home):
                pieces.take(home)
                found[one.key].append(home)
            else:
                homeless.append(one)
        for one in homeless:
            box = _best(level, one, pieces)
            pieces.take(box)
            found[one.key].append(box)
    return {key: tuple(boxes) for key, boxes in found.items()}


def _best(level: int, one: Wanted, pieces: Room) -> Box:
    """The slot in which a mark covers least of what is printed and of other pieces."""
    best, chosen = math.inf, None
    further = FURTHER * footprint(one.kind, level)[1] / 10
    for number, box in enumerate(_slots(level, one.space, one.kind)):
        if further * number >= best:
            break
        cost = further * number + _covers(level, one.space, box)
        if cost < best:
            cost += PIECES * pieces.covered(box)
        if cost < best:
            best, chosen = cost, box
    assert chosen is not None
    return chosen
