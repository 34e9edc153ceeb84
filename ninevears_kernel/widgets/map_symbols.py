"""Symbols and names of the spaces, drawn in several sizes (`LEVELS`), one for each stretch of zoom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ..core.messages import shown
from .map_furniture import FRONTIER, INK, PAPER, SOUTH, UNIT_ZOOM, WEST, picture, project


@dataclass(frozen=True, slots=True)
class Level:
    """How spaces are drawn over a stretch of zoom.

    Attributes:
        zoom: the zoom at which sizes are as given.
        below: the zoom from which on the next level is used.
        symbol: size of a fortress, in pixels from its centre.
        letters: size of names, in pixels.
        all_names: whether a name is printed even where it touches another.
        details: whether ports and numbers are drawn.
    """

    zoom: float
    below: float
    symbol: float
    letters: float
    all_names: bool
    details: bool


LEVELS = (
    Level(4.7, 5.3, 3.8, 10.5, False, False),
    Level(5.75, 6.3, 6.0, 11.5, False, True),
    Level(6.75, 7.2, 8.0, 12.5, True, True),
    Level(7.5, 99.0, 9.5, 14.0, True, True),
)


def _ring(radii_and_turns: Iterable[tuple[float, float]]) -> str:
    points = [(r * math.sin(a), -r * math.cos(a)) for r, a in radii_and_turns]
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


def bastions(corners: int) -> str:
    """The trace of a fortress with so many bastions, of radius 1, as path data."""
    shape = ((0.66, -0.44), (0.84, -0.34), (1.0, 0.0), (0.84, 0.34), (0.66, 0.44))
    turn = math.tau / corners
    start = turn / 2 if corners == 4 else 0.0
    return _ring((r, start + turn * (i + a * 0.72)) for i in range(corners) for r, a in shape)


STAR = _ring((1.0 if i % 2 == 0 else 0.42, math.tau * i / 10) for i in range(10))
ANCHOR = "M0-.62V.85M-.5-.28H.5M-.8.2Q-.72.85 0 .88Q.72.85 .8.2M-.95.42L-.8.16L-.55.38M.95.42L.8.16L.55.38"


def symbol(kind: str, numbered: bool = True) -> str:
    """One mark of the map, reaching 1 from its centre: one of `SYMBOLS`, numbered or not."""
    round_join = "stroke-linejoin='round'"
    match kind:
        case "town":
            return f"<circle r='.5' fill='{PAPER}' stroke='{INK}' stroke-width='.22'/>"
        case "fort1":
            body = f"<path d='M-.62-.62H.62V.62H-.62z' fill='{PAPER}' stroke='{INK}' stroke-width='.2'/>"
            ink = INK
        case "fort2":
            body = f"<path d='{bastions(4)}' fill='#e9c98a' stroke='{INK}' stroke-width='.17' {round_join}/>"
            ink = INK
        case "fort3":
            body = (
                f"<path d='{bastions(5)}' transform='scale(1.22)' fill='{FRONTIER}' stroke='{PAPER}' "
                f"stroke-width='.1' stroke-linejoin='round'/>"
            )
            ink = "#fff"
        case "star":
            return (
                f"<path d='{STAR}' fill='#f4c430' stroke='{INK}' stroke-width='.2' stroke-linejoin='round'/>"
            )
        case "anchor":
            anchor = f"<path d='{ANCHOR}'/><circle cy='-.85' r='.2'/>"
            return (
                f"<g fill='none' stroke-linecap='round'><g stroke='{PAPER}' stroke-width='.62' opacity='.85'>"
                f"{anchor}</g><g stroke='#1d4e6b' stroke-width='.24'>{anchor}</g></g>"
            )
        case _:
            raise KeyError(kind)
    if not numbered:
        return body
    digit = "<text y='.36' font-size='1.05' font-weight='bold' text-anchor='middle'"
    return f"{body}{digit} fill='{ink}'>{kind[-1]}</text>"


SYMBOLS = ("town", "fort1", "fort2", "fort3", "star", "anchor")


@dataclass(frozen=True, slots=True)
class Site:
    """A space as it is printed: its name, where it is, and its marks."""

    name: str
    lat: float
    lon: float
    fortress: int
    port: bool
    capital: bool


Box = tuple[float, float, float, float]


def places(sites: Sequence[Site], level: Level) -> str:
    """Symbols and names of all spaces in the size of one level; a name stands where it touches nothing."""
    unit = 2 ** (UNIT_ZOOM - level.zoom)
    spots = {site.name: tuple(v / unit for v in project(site.lat, site.lon)) for site in sites}
    size = level.symbol
    defs = "".join(
        f"<g id='{kind}' transform='scale({size * unit:.1f})'>{symbol(kind, level.details)}</g>"
        for kind in SYMBOLS
    )
    marks, taken = [], []
    for site in sorted(sites, key=lambda s: s.fortress):
        x, y = spots[site.name]
        marks.append(_use(f"fort{site.fortress}" if site.fortress else "town", x, y, unit))
        reach = size * (1.2 if site.fortress == 3 else 0.8)
        taken.append((x - reach, y - reach, x + reach, y + reach))
        if site.port and level.details:
            marks.append(_use("anchor", x - 1.9 * size, y + 0.2 * size, unit, 0.8))
            taken.append((x - 2.7 * size, y - size, x - 1.1 * size, y + size))
        if site.capital:
            marks.append(
                _use("star", x + 1.15 * size, y - 1.15 * size, unit, 1.15 if not level.details else 0.85)
            )
            taken.append((x, y - 2 * size, x + 2 * size, y))
    names = []
    symbols = len(taken)
    foot = project(SOUTH, WEST)[1] / unit
    taken.append((-math.inf, foot, math.inf, math.inf))  # nothing is printed on the frame
    crowd = {s.name: _nearest(spots[s.name], spots.values()) for s in sites}
    order = sorted(sites, key=lambda s: (not s.capital, -min(crowd[s.name], 40.0), -s.fortress))
    for site in order:
        letters = level.letters * (1.12 if site.capital else 1.0)
        text = shown(site.name)
        x, y = spots[site.name]
        width = 0.47 * letters * len(text)
        spot = _free_spot(x, y, size, width, letters, site.port and level.details, taken)
        if spot is None and (site.capital or level.all_names):  # rather over a symbol than over a name
            spot = _free_spot(x, y, size, width, letters, site.port and level.details, taken[symbols:])
        if spot is None and not level.all_names:
            continue
        px, py = spot or (x, y - size - 3)
        half = 0.235 * letters * len(text)
        taken.append((px - half, py - 0.75 * letters, px + half, py + 0.2 * letters))
        weight = " font-weight='bold'" if site.capital else ""
        names.append(
            f"<text x='{px * unit:.0f}' y='{py * unit:.0f}' font-size='{letters * unit:.0f}'{weight}>"
            f"{escape(text)}</text>"
        )
    style = (
        f"font-style='italic' fill='#2b1a0e' stroke='{PAPER}' stroke-opacity='.88' "
        f"stroke-width='{2.6 * unit:.0f}' paint-order='stroke'"
    )
    return picture(f"<defs>{defs}</defs>", *marks, f"<g {style}>{''.join(names)}</g>")


def _use(kind: str, x: float, y: float, unit: float, scale: float = 1.0) -> str:
    more = f" scale({scale})" if scale != 1 else ""
    return f"<use href='#{kind}' transform='translate({x * unit:.0f} {y * unit:.0f}){more}'/>"


def _nearest(spot: Sequence[float], others: Iterable[Sequence[float]]) -> float:
    return min(math.dist(spot, other) for other in others if other != spot)


def _free_spot(
    x: float, y: float, size: float, width: float, letters: float, port: bool, taken: Sequence[Box]
) -> tuple[float, float] | None:
    """The middle of a name's foot, at the first place around the symbol where nothing else is."""
    gap = 1.3 * size + 2
    left = 2.9 * size if port else gap
    half = width / 2
    spots = (
        (x, y - gap),
        (x, y + gap + 0.72 * letters),
        (x + gap + half, y + 0.3 * letters),
        (x - left - half, y + 0.3 * letters),
        (x + 0.6 * half + size, y - gap),
        (x - 0.6 * half - size, y - gap),
        (x + 0.6 * half + size, y + gap + 0.72 * letters),
        (x - 0.6 * half - size, y + gap + 0.72 * letters),
    )
    for px, py in spots:
        box = (px - half, py - 0.75 * letters, px + half, py + 0.2 * letters)
        if not any(box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken):
            return px, py
    return None
