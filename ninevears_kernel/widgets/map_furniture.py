"""The printed ground and lines of the map, as SVG pictures that lie exactly under and over the spaces.

Everything is in Web Mercator, one unit a pixel at zoom `UNIT_ZOOM`, so that a picture laid between `BOUNDS`
fits the map. Lines keep their width at every zoom; lettering of seas and lands grows with the map.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


def picture(*parts: str) -> str:
    """Parts of a drawing in units as one SVG picture that fits between `BOUNDS`."""
    width, height = project(BOUNDS[0][0], BOUNDS[1][1])
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.1f} {height:.1f}' "
        f"width='{width:.1f}' height='{height:.1f}' preserveAspectRatio='none' font-family='{SERIF}' "
        f"text-anchor='middle' stroke-linejoin='round' stroke-linecap='round'>{''.join(parts)}</svg>"
    )


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
    """What lies under the spaces: the sea with its shaded coast, the lands that are not played, lettering.

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
    return picture(
        f"<defs><clipPath id='frame'><rect {frame}/></clipPath>"
        f"<path id='coast' fill='none' vector-effect='non-scaling-stroke' d='{coast}'/></defs>",
        f"<rect width='100%' height='100%' fill='{PAPER}'/>",
        f"<g clip-path='url(#frame)'><rect {frame} fill='{SEA}'/>",
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
    return (
        f"<text x='{x:.0f}' y='{y:.0f}' font-size='{size:.0f}' letter-spacing='14' fill='{INK}' "
        f"fill-opacity='.5'>{rows}</text>"
    )


def _cartouche() -> str:
    """The title in its frame, in the empty north of the sea."""
    x, y = project(58.2, 1.75)
    return (
        f"<g transform='translate({x:.0f} {y:.0f})' fill='{INK}'>"
        f"<g fill='{PAPER}' stroke='{INK}'>"
        "<rect x='-1210' y='-420' width='2420' height='880' rx='60' stroke-width='22'/>"
        "<rect x='-1150' y='-360' width='2300' height='760' rx='30' stroke-width='8'/></g>"
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
    return picture(
        _stroke(_shape(layer("rivers")["features"]), RIVER, 1, "opacity='.75'"),
        _stroke(borders["space"], INK, 0.6, "opacity='.45'"),
        _stroke(borders["power"], FRONTIER, 3.2, "opacity='.22'"),
        _stroke(borders["power"], FRONTIER, 1.3),
        _stroke(borders["coast"], INK, 1),
        _stroke(land, INK, 1, "opacity='.55'"),
        _stroke(passes, INK, 1.6, "stroke-dasharray='7 3 1.5 3'"),
        _stroke(red, "#c3121f", 2.4),
        _stroke(box, INK, 1),
        f"<rect x='{left / 2:.0f}' y='{top / 2:.0f}' width='{right:.0f}' "
        f"height='{bottom:.0f}' fill='none' stroke='{INK}' stroke-width='3' "
        "vector-effect='non-scaling-stroke'/>",
    )
