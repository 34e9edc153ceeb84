"""The symbols of the spaces: open towns, fortresses by strength, capitals, ports and rich spaces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ..components.map import game_map
from ..components.powers import capitals_on_map
from .placement import (
    EVERY_LEVEL,
    SYMBOL,
    Box,
    Room,
    at_level,
    centred,
    footprint,
    inside_frame,
    nearest,
    painted,
    slot_middles,
    spots,
    strays,
)
from .sheet import Mark
from .styles import style

if TYPE_CHECKING:
    from .scene import Place, Scene

NUMBERED = 4
"""The level from which on a fortress says its strength as a number, and ports and riches are shown."""

STYLE = style("symbols")


def ring(radii_and_turns: Iterable[tuple[float, float]], closed: bool = True) -> str:
    """Points given as distance and turn from north, joined as path data."""
    points = [(r * math.sin(a), -r * math.cos(a)) for r, a in radii_and_turns]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")


BASTION = ((0.66, -0.44), (0.84, -0.34), (1.0, 0.0), (0.84, 0.34), (0.66, 0.44))


def trace_of(corners: int, radius: float, fallen: Sequence[int] = ()) -> str:
    """The trace of a fortress with so many bastions, of which some have fallen."""
    turn = math.tau / corners
    start = turn / 2 if corners == 4 else 0.0
    return ring(
        (r * radius if i not in fallen else 0.56 * radius, start + turn * (i + a * 0.72))
        for i in range(corners)
        for r, a in BASTION
    )


CORNERS = {2: 4, 3: 6}
CLASSES = {1: "one", 2: "two", 3: "three"}
STAR = ring((6.4 if i % 2 == 0 else 2.7, math.tau * i / 10) for i in range(10))
ANCHOR = "M0-5V8M-4-2.2H4M-7.4 1.6Q-6.6 7.6 0 8 6.6 7.6 7.4 1.6M-8.8 4L-7.4 1-5.2 3.4M8.8 4L7.4 1 5.2 3.4"


def fortress(strength: int, lost: int = 0) -> str:
    """The trace of a fortress of this printed strength, 10 from its middle to its salients.

    Bastions that a siege has cost are missing, their old trace is dotted.
    """
    kind = CLASSES[strength]
    if strength == 1:
        body = "M-6.6-6.6H6.6V6.6H-6.6z"
        if lost:
            breached = "M-6.6-6.6H-1L1.5-3 6.6 2V6.6H-6.6z"
            return f'<path class="gone" d="{body}"/><path class="fort {kind}" d="{breached}"/>'
        return f'<path class="fort {kind}" d="{body}"/>'
    corners = CORNERS[strength]
    moat = f'<path class="works" d="{trace_of(corners, 12.6)}"/>' if strength == 3 else ""
    if not lost:
        return moat + f'<path class="fort {kind}" d="{trace_of(corners, 10.6 if strength == 3 else 10)}"/>'
    fallen = range(min(corners, corners * lost // strength))
    old = f'<path class="gone" d="{trace_of(corners, 10.6)}"/>'
    return f'{old}<path class="fort {kind}" d="{trace_of(corners, 10.6, fallen)}"/>'


def _definitions() -> str:
    """The symbols that marks use."""
    found = []
    for strength, kind in CLASSES.items():
        found.append(f'<g id="nv-small{strength}">{_small(strength)}</g>')
        found.append(
            f'<g id="nv-fort{strength}">{fortress(strength)}'
            f'<text class="strength {kind}" y="3.9">{strength}</text></g>'
        )
    return "".join(found) + (
        '<circle id="nv-town" class="town" r="4.6"/>'
        f'<path id="nv-star" class="star" d="{STAR}"/>'
        f'<g id="nv-anchor"><path class="anchor halo" d="{ANCHOR}"/><path class="anchor" d="{ANCHOR}"/>'
        '<circle class="anchor" cy="-6.8" r="1.8"/></g>'
        '<g id="nv-coin"><circle class="coin" r="5.6"/><path class="coin rim" '
        'd="M-3.7 0A3.7 3.7 0 0 1 3.7 0 3.7 3.7 0 0 1-3.7 0M0-2.4V2.4M-1.8-1H1.8"/></g>'
    )


def _small(strength: int) -> str:
    """A fortress for the far zooms: no more than its outline."""
    match strength:
        case 1:
            return '<path class="fort one far" d="M-6.6-6.6H6.6V6.6H-6.6z"/>'
        case 2:
            return f'<path class="fort two far" d="{trace_of(4, 10)}"/>'
    return f'<path class="fort three far" d="{trace_of(6, 11.5)}"/>'


DEFS = painted(_definitions(), STYLE)

EXTRA_SPOTS = (
    (-18.0, 1.0),
    (18.0, 1.0),
    (0.0, 19.0),
    (0.0, -19.0),
    (-14.0, 13.0),
    (14.0, 13.0),
    (-14.0, -13.0),
    (14.0, -13.0),
)
STAR_SPOT, COIN_SPOT = (10.5, -11.5), (12.5, 9.5)
"""Where the star of a capital and the coin of a rich space lie, as if the symbol were 10 in radius."""
STAR_SIZE, ANCHOR_SIZE, COIN_SIZE = 11.0, 16.0, 11.0


@cache
def anchor_spot(index: int) -> tuple[float, float]:
    """Where the anchor of a port lies beside its symbol: away from where its links lead, at sea if it can."""
    found = game_map()
    x, y = spots(NUMBERED)[index]
    name = found.spaces[index].name
    ways = [spots(NUMBERED)[found.by_name[other].index] for other in found.neighbours(name)]
    lengths = [math.dist((x, y), way) for way in ways]
    land_x = sum((way[0] - x) / far for way, far in zip(ways, lengths, strict=True))
    land_y = sum((way[1] - y) / far for way, far in zip(ways, lengths, strict=True))
    scale = SYMBOL[NUMBERED] / 10
    others = [spot for i, spot in enumerate(spots(NUMBERED)) if i != index]

    def badness(spot: tuple[float, float]) -> float:
        place = x + spot[0] * scale, y + spot[1] * scale
        clash = sum(math.dist(place, other) < 22 * scale for other in others)
        starred = spot[0] > 0 and spot[1] < 0
        return 9 * clash + 9 * starred + (spot[0] * land_x + spot[1] * land_y) / math.hypot(*spot)

    return min(EXTRA_SPOTS, key=badness)


@cache
def boxes(level: int) -> tuple[tuple[int, Box], ...]:
    """What the symbols of all spaces cover at a level: the space's index and a box in pixels."""
    size = SYMBOL[level]
    scale = size / 10
    found = []
    starred = set(capitals_on_map()) | {"London"}
    for space in game_map().spaces:
        x, y = spots(level)[space.index]
        reach = size * (2.2, 1.5, 2.0, 2.4)[space.fortress]
        if space.fortress == 0:
            reach = size * 1.1
        found.append((space.index, centred(x, y, reach, reach)))
        extras = [(STAR_SPOT, STAR_SIZE)] if space.name in starred else []
        if level >= NUMBERED and space.ports:
            extras.append((anchor_spot(space.index), ANCHOR_SIZE))
        if level >= NUMBERED and space.rich:
            extras.append((COIN_SPOT, COIN_SIZE))
        for (dx, dy), wide in extras:
            found.append((space.index, centred(x + dx * scale, y + dy * scale, wide * scale, wide * scale)))
    return tuple(found)


STRAY = 14.0
"""How unwelcome it is for a stack to stand nearer to another space than to its own."""


@cache
def homes(level: int) -> tuple[Box, ...]:
    """For each space the slot beside it that is kept for a stack, where it covers no symbol and no other's
    slot, if that can be.
    """
    symbol_room, kept = Room(box for _, box in boxes(level)), Room()
    width, height = footprint("stack", level)
    found: dict[int, Box] = {}
    places = spots(level)
    crowd = {i: math.dist(spot, nearest(level)[i][3]) for i, spot in enumerate(places)}
    for index in sorted(crowd, key=crowd.__getitem__):
        best, chosen = math.inf, None
        for number, (x, y) in enumerate(slot_middles(level, index, width, height)):
            box = centred(x, y, width, height)
            cost = 0.4 * number
            if cost >= best:
                break
            cost += 2 * symbol_room.covered(box) + kept.covered(box) + 999 * (not inside_frame(box, level))
            cost += STRAY * strays(level, index, box)
            if cost < best:
                best, chosen = cost, box
        assert chosen is not None
        found[index] = chosen
        kept.take(chosen)
    return tuple(found[index] for index in range(len(places)))


def symbols(scene: Scene) -> dict[str, Mark]:
    """The symbols of all spaces as marks: ``symbol/<id>``, for the far zooms ``symbol/<id>/small``."""
    found = {}
    for place in scene.places:
        near, far = _places(place.space.index)
        found[f"symbol/{place.space.id}"] = Mark("symbols", _svg(place, numbered=True), near)
        found[f"symbol/{place.space.id}/small"] = Mark("symbols", _svg(place, numbered=False), far)
    return found


Places = tuple[tuple[float, float, float] | None, ...]


@cache
def _places(index: int) -> tuple[Places, Places]:
    all_levels = [at_level(level, *spots(level)[index], SYMBOL[level] / 10) for level in EVERY_LEVEL]
    near = tuple(None if level < NUMBERED else place for level, place in enumerate(all_levels))
    far = tuple(place if level < NUMBERED else None for level, place in enumerate(all_levels))
    return near, far


def _svg(place: Place, numbered: bool) -> str:
    space = place.space
    if not place.fortress:
        body = '<use href="#nv-town"/>'
    elif place.strength_lost:
        left = max(0, place.fortress - place.strength_lost)
        number = f'<text class="strength {CLASSES[place.fortress]}" y="3.9">{left}</text>' if numbered else ""
        body = fortress(place.fortress, place.strength_lost) + number
    else:
        body = f'<use href="#nv-{"fort" if numbered else "small"}{place.fortress}"/>'
    if place.capital_of:
        body += _use("star", STAR_SPOT)
    if numbered and space.ports:
        body += _use("anchor", anchor_spot(space.index))
    if numbered and place.rich:
        body += _use("coin", COIN_SPOT)
    return body


def _use(name: str, spot: tuple[float, float]) -> str:
    x, y = spot
    return f'<use href="#nv-{name}" x="{x:g}" y="{y:g}"/>'
