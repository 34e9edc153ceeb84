"""Where the signs of an overlay stand: beside their cities, off what is printed and off the pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..components.map import game_map
from . import markers, slots, symbols
from .placement import EVERY_LEVEL, SYMBOL, Box, Room, at_level, centred, overlap, spots
from .scene import Scene
from .sheet import Mark, unit

SCALE = (0.42, 0.48, 0.6, 0.76, 0.95, 1.05, 1.2, 1.35)
"""For each level how large numbers and signs are drawn."""
NEAR = 3
"""The level from which on a sign is drawn whole; before, only its first part."""
DIRECTIONS = 16
STANDS = (1.0, 1.7, 2.6, 3.6)
"""How far out from a city signs may stand, the nearest being 1."""
OWN_SYMBOL, SYMBOLS, NAMES, PIECES, FURTHER = 60.0, 5.0, 2.2, 6.0, 9.0
"""What it costs to cover a square pixel of something, and to stand further away."""


class Sign(NamedTuple):
    """A sign beside a space.

    Attributes:
        key: of its mark.
        space: the name of the space.
        far: as it is drawn at far zooms, round its middle.
        near: as it is drawn from `NEAR` on, round its middle.
        width: how wide the near one is, in pixels; the far one is `HEIGHT` wide.
    """

    key: str
    space: str
    far: str
    near: str
    width: float


HEIGHT = 19.0


@lru_cache(maxsize=1 << 13)
def _slots(level: int, index: int, width: float) -> tuple[tuple[float, Box], ...]:
    """The places beside a space for a sign: what each covers of what is printed, the least first."""
    height, wide = HEIGHT * SCALE[level], width * SCALE[level]
    x, y = spots(level)[index]
    printed_symbols, printed_names = slots.printed(level)
    found = []
    for out in STANDS:
        for number in range(DIRECTIONS):
            turn = math.tau * number / DIRECTIONS
            right, down = math.sin(turn), -math.cos(turn)
            gap = (SYMBOL[level] * 1.15 + 1) * out
            middle = x + right * (gap + wide / 2), y + down * (gap + height / 2)
            box = centred(*middle, wide, height)
            own = sum(overlap(box, mine) for i, mine in symbols.boxes(level) if i == index)
            cost = OWN_SYMBOL * own + FURTHER * (out - 1) * height
            cost += SYMBOLS * printed_symbols.covered(box) + NAMES * printed_names.covered(box)
            found.append((cost, box))
    return tuple(sorted(found))


def beside(signs: Iterable[Sign], scene: Scene | None) -> dict[str, Mark]:
    """Marks for signs, by their keys, those of the far zooms with ``/far`` after it.

    Args:
        signs: those that need the best places first.
        scene: what else stands on the map; None where nothing does.
    """
    signs = list(signs)
    pieces = slots.arranged(markers.wanted(scene)) if scene else {}
    places: dict[str, list[tuple[float, float, float]]] = {sign.key: [] for sign in signs}
    found: dict[str, Mark] = {}
    for level in EVERY_LEVEL:
        taken = Room(boxes[level] for boxes in pieces.values())
        for sign in signs:
            index = game_map().by_name[sign.space].index
            around = _slots(level, index, sign.width if level >= NEAR else HEIGHT)
            chosen = taken.best(around, PIECES)
            x, y = (chosen[0] + chosen[2]) / 2, (chosen[1] + chosen[3]) / 2
            places[sign.key].append(at_level(level, x, y, SCALE[level]))
            found |= _lead(sign.key, level, (chosen[0] + HEIGHT * SCALE[level] / 2, y), index)
    nowhere = (None,) * len(EVERY_LEVEL)
    for sign in signs:
        at = places[sign.key]
        if sign.near == sign.far:
            found[sign.key] = Mark("top", sign.near, tuple(at))
            continue
        found[sign.key] = Mark("top", sign.near, (*nowhere[:NEAR], *at[NEAR:]))
        found[f"{sign.key}/far"] = Mark("top", sign.far, (*at[:NEAR], *nowhere[NEAR:]))
    return found


def _lead(key: str, level: int, spot: tuple[float, float], index: int) -> dict[str, Mark]:
    """A hair line to its city from a sign that had to stand further off."""
    x, y = spots(level)[index]
    right, down = x - spot[0], y - spot[1]
    if math.hypot(right, down) < SYMBOL[level] * 1.6 + HEIGHT * SCALE[level]:
        return {}
    at = [at_level(level, *spot, 1) if n == level else None for n in EVERY_LEVEL]
    svg = f'<path class="lead" d="M0 0L{right:.0f} {down:.0f}"/>'
    return {f"{key}/lead/{level}": Mark("stacks", svg, tuple(at))}


def on_spot(x: float, y: float, svg: str, pane: str = "top") -> Mark:
    """A mark that stands on a point of the sheet at all levels."""
    return Mark(pane, svg, tuple(at_level(n, x / unit(n), y / unit(n), SCALE[n]) for n in EVERY_LEVEL))


def on_space(name: str, svg: str, pane: str = "top") -> Mark:
    """A mark on the symbol of a space."""
    index = game_map().by_name[name].index
    return Mark(pane, svg, tuple(at_level(n, *spots(n)[index], SCALE[n]) for n in EVERY_LEVEL))
