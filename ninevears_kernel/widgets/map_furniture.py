"""The printed part of the map, as SVG pictures that lie exactly under and over the coloured spaces.

Everything is in Web Mercator, one unit a pixel at zoom `UNIT_ZOOM`, so that a picture laid between `BOUNDS`
fits the map. Lines keep their width at every zoom; lettering of seas and lands grows with the map; symbols
and names of spaces come in three sizes (`LEVELS`), one for each stretch of zoom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from ..core.messages import say, shown

UNIT_ZOOM = 9
WEST, EAST, SOUTH, NORTH = -10.9, 18.4, 35.9, 59.4
MARGIN = 0.35
BOUNDS = [[SOUTH - 0.6 * MARGIN, WEST - MARGIN], [NORTH + 0.5 * MARGIN, EAST + MARGIN]]
"""South-west and north-east corners of the pictures, latitude first: the map and the frame around it."""

PAPER, SEA, SHADE, LAND, INK, FRONTIER, RIVER = (
    "#f3ead2",
    "#d5e0d8",
    "#7fa39b",
    "#ddd3bb",
    "#4a3423",
    "#7a1f14",
    "#6c93ab",
)
SERIF = "Palatino,Palatino Linotype,Book Antiqua,URW Palladio L,P052,Georgia,Liberation Serif,serif"

# lettering of the seas: message id, longitude, latitude, size in units, turned by degrees
SEA_NAMES = (
    ("sea.atlantic", -7.9, 46.6, 300, 0),
    ("sea.north", 3.6, 56.3, 250, 0),
    ("sea.channel", -1.6, 50.02, 88, -8),
    ("sea.irish", -5.0, 53.75, 80, 0),
    ("sea.biscay", -3.9, 44.75, 150, 0),
    ("sea.mediterranean", 4.6, 38.25, 230, 0),
    ("sea.baltic", 16.55, 55.25, 150, 0),
    ("sea.adriatic", 15.1, 43.15, 110, 38),
)


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
    Level(4.75, 5.4, 3.8, 10.5, False, False),
    Level(6.0, 6.6, 6.4, 11.5, False, True),
    Level(7.25, 99.0, 9.0, 13.5, True, True),
)


def project(lat: float, lon: float) -> tuple[float, float]:
    """Units right and down from the pictures' upper left corner."""
    x, y = _mercator(lat, lon)
    left, top = _mercator(BOUNDS[1][0], BOUNDS[0][1])
    return x - left, y - top


def _mercator(lat: float, lon: float) -> tuple[float, float]:
    size = 256 * 2**UNIT_ZOOM
    return (lon + 180) / 360 * size, (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * size


def data_url(svg: str) -> str:
    """The picture as an address that needs no network and no file."""
    return "data:image/svg+xml," + quote(svg, safe=" =:/,;'()-.!*&?@+$")


def _picture(*parts: str) -> str:
    width, height = project(BOUNDS[0][0], BOUNDS[1][1])
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.1f} {height:.1f}' "
        f"width='{width:.1f}' height='{height:.1f}' preserveAspectRatio='none' font-family='{SERIF}' "
        f"text-anchor='middle' stroke-linejoin='round' stroke-linecap='round'>{''.join(parts)}</svg>"
    )


# ---- shapes -------------------------------------------------------------------------------------------------


def _path(line: Sequence[Sequence[float]], close: bool = False) -> str:
    """A line as SVG path data in whole units, each point relative to the one before."""
    x, y = (round(v) for v in project(line[0][1], line[0][0]))
    steps = [f"M{x} {y}l"]
    for lon, lat in line[1:]:
        px, py = project(lat, lon)
        dx, dy = round(px) - x, round(py) - y
        if dx or dy:
            steps.append(f"{dx}{'' if dy < 0 else ' '}{dy}")
            x, y = x + dx, y + dy
    head, *rest = steps
    return head + " ".join(rest).replace(" -", "-") + ("z" if close else "") if rest else ""


def _lines(geometry: Mapping[str, Any]) -> Iterator[Sequence[Sequence[float]]]:
    match geometry["type"]:
        case "LineString":
            yield geometry["coordinates"]
        case "MultiLineString" | "Polygon":
            yield from geometry["coordinates"]
        case "MultiPolygon":
            for polygon in geometry["coordinates"]:
                yield from polygon


def _shape(features: Iterable[Mapping[str, Any]], close: bool = False) -> str:
    return "".join(_path(line, close) for f in features for line in _lines(f["geometry"]))


def _stroke(d: str, colour: str, width: float, more: str = "") -> str:
    return (
        f"<path d='{d}' fill='none' stroke='{colour}' stroke-width='{width}' "
        f"vector-effect='non-scaling-stroke' {more}/>"
    )


Layer = Callable[[str], Mapping[str, Any]]


def ground(layer: Layer) -> str:
    """What lies under the spaces: the sea with its shaded coast, the lands that are not played, large lettering.

    Args:
        layer: gives the parsed GeoJSON of a layer by name.
    """
    left, top = project(NORTH, WEST)
    right, bottom = project(SOUTH, EAST)
    borders = {f["properties"]["kind"]: f for f in layer("borders")["features"]}
    coast = _shape([borders["coast"]])
    lands = layer("lands")["features"]
    frame = f"x='{left:.0f}' y='{top:.0f}' width='{right - left:.0f}' height='{bottom - top:.0f}'"
    shading = "".join(
        f"<use href='#coast' stroke='{SHADE}' stroke-opacity='.13' stroke-width='{width}'/>"
        for width in (26, 18, 11, 6)
    )
    return _picture(
        f"<defs><clipPath id='frame'><rect {frame}/></clipPath>"
        f"<path id='coast' fill='none' vector-effect='non-scaling-stroke' d='{coast}'/></defs>",
        f"<rect width='100%' height='100%' fill='{PAPER}'/><g clip-path='url(#frame)'><rect {frame} fill='{SEA}'/>",
        shading,
        *map(_sea_name, SEA_NAMES),
        f"<path d='{_shape(lands, close=True)}' fill='{LAND}' fill-rule='evenodd'/>",
        *(_land_name(f["properties"]) for f in lands),
        "</g>",
        _cartouche(),
    )


def _sea_name(entry: tuple[str, float, float, float, float]) -> str:
    id, lon, lat, size, turn = entry
    x, y = project(lat, lon)
    lines = say(id).split("|")
    rows = "".join(
        f"<tspan x='0' dy='{0 if row == 0 else 1.25 * size:.0f}'>{escape(text)}</tspan>"
        for row, text in enumerate(lines)
    )
    return (
        f"<text transform='translate({x:.0f} {y:.0f}) rotate({turn})' font-style='italic' font-size='{size}' "
        f"letter-spacing='{size * 0.22:.0f}' fill='#5b7f80' fill-opacity='.85'>{rows}</text>"
    )


def _land_name(properties: Mapping[str, Any]) -> str:
    lon, lat = properties["label"]
    x, y = project(lat, lon)
    words = shown(properties["name"]).upper().split(" ")
    size = 130 * min(1, 7.5 / max(map(len, words)))
    rows = "".join(
        f"<tspan x='{x:.0f}' dy='{0 if row == 0 else 1.15 * size:.0f}'>{escape(word)}</tspan>"
        for row, word in enumerate(words)
    )
    return f"<text x='{x:.0f}' y='{y:.0f}' font-size='{size:.0f}' letter-spacing='14' fill='{INK}' fill-opacity='.5'>{rows}</text>"


def _cartouche() -> str:
    """The title in its frame, in the empty north of the sea."""
    x, y = project(58.2, 1.75)
    return (
        f"<g transform='translate({x:.0f} {y:.0f})' fill='{INK}'>"
        f"<rect x='-1210' y='-420' width='2420' height='880' rx='60' fill='{PAPER}' stroke='{INK}' stroke-width='22'/>"
        f"<rect x='-1150' y='-360' width='2300' height='760' rx='30' fill='none' stroke='{INK}' stroke-width='8'/>"
        f"<text y='-40' font-size='285' letter-spacing='28'>{escape(say('map.title').upper())}</text>"
        f"<text y='170' font-size='158' font-style='italic'>{escape(say('map.subtitle'))}</text>"
        f"<text y='330' font-size='130'>{escape(say('map.years'))}</text></g>"
    )


def lines(layer: Layer, links: Iterable[tuple[tuple[float, float], tuple[float, float], str]]) -> str:
    """What is drawn over the spaces as lines: rivers, borders, frontiers, coast, links, and the frame.

    Args:
        layer: gives the parsed GeoJSON of a layer by name.
        links: both ends as (latitude, longitude), and the kind.
    """
    borders = {f["properties"]["kind"]: _shape([f]) for f in layer("borders")["features"]}
    by_kind: dict[str, list[str]] = {"land": [], "pass": [], "red": []}
    for (lat, lon), (to_lat, to_lon), kind in links:
        by_kind[kind].append(_path([(lon, lat), (to_lon, to_lat)]))
    land, passes, red = ("".join(by_kind[kind]) for kind in ("land", "pass", "red"))
    left, top = project(NORTH, WEST)
    right, bottom = project(SOUTH, EAST)
    box = f"M{left:.0f} {top:.0f}H{right:.0f}V{bottom:.0f}H{left:.0f}z"
    return _picture(
        _stroke(_shape(layer("rivers")["features"]), RIVER, 1, "opacity='.75'"),
        _stroke(borders["space"], INK, 0.6, "opacity='.45'"),
        _stroke(borders["power"], FRONTIER, 3.2, "opacity='.22'"),
        _stroke(borders["power"], FRONTIER, 1.3),
        _stroke(borders["coast"], INK, 1),
        _stroke(land, INK, 1, "opacity='.55'"),
        _stroke(passes, INK, 1.6, "stroke-dasharray='7 3 1.5 3'"),
        _stroke(red, "#c3121f", 2.4),
        _stroke(box, INK, 1),
        f"<rect x='{left / 2:.0f}' y='{top / 2:.0f}' width='{right - left + left:.0f}' "
        f"height='{bottom - top + top:.0f}' fill='none' stroke='{INK}' stroke-width='3' vector-effect='non-scaling-stroke'/>",
    )


# ---- symbols ------------------------------------------------------------------------------------------------


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
    """One mark of the map, about 1 unit from its centre: ``town``, ``fort1`` to ``fort3``, ``star``, ``anchor``."""
    digit = f"<text y='.36' font-size='1.05' font-weight='bold' text-anchor='middle' fill='{{}}'>{kind[-1]}</text>"
    match kind:
        case "town":
            return f"<circle r='.5' fill='{PAPER}' stroke='{INK}' stroke-width='.22'/>"
        case "fort1":
            body = f"<path d='M-.62-.62H.62V.62H-.62z' fill='{PAPER}' stroke='{INK}' stroke-width='.2'/>"
            ink = INK
        case "fort2":
            body = f"<path d='{bastions(4)}' fill='#e9c98a' stroke='{INK}' stroke-width='.17' stroke-linejoin='round'/>"
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
            return (
                f"<g fill='none' stroke-linecap='round'><g stroke='{PAPER}' stroke-width='.62' opacity='.85'>"
                f"<path d='{ANCHOR}'/><circle cy='-.85' r='.2'/></g>"
                f"<g stroke='#1d4e6b' stroke-width='.24'><path d='{ANCHOR}'/><circle cy='-.85' r='.2'/></g></g>"
            )
        case _:
            raise KeyError(kind)
    return body + (digit.format(ink) if numbered else "")


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
    """Symbols and names of all spaces in the size of one level, names where they touch nothing if that can be."""
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
            f"<text x='{px * unit:.0f}' y='{py * unit:.0f}' font-size='{letters * unit:.0f}'{weight}>{escape(text)}</text>"
        )
    style = (
        f"font-style='italic' fill='#2b1a0e' stroke='{PAPER}' stroke-opacity='.88' stroke-width='{2.6 * unit:.0f}' "
        "paint-order='stroke'"
    )
    return _picture(f"<defs>{defs}</defs>", *marks, f"<g {style}>{''.join(names)}</g>")


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
