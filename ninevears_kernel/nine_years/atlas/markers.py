"""The markers of the map: sieges, fortified lines, fleets and who controls each sea zone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..components.map import game_map
from .cards import emblem
from .placement import EVERY_LEVEL, KINDS, SYMBOL, at_level, painted, spots
from .sheet import Mark, project, unit
from .slots import Wanted, arranged
from .styles import style

if TYPE_CHECKING:
    from .scene import FleetSeen, Place, Scene, SeaZone, Stack

SEA_SPOTS = {"Atlantic": (45.0, -8.7), "Mediterranean": (40.75, 6.3)}
"""Where the flag of each sea zone stands: latitude and longitude of open water."""
SEA_SCALES = (0.62, 0.72, 0.85, 1.0, 1.15, 1.3, 1.5, 1.7)

STYLE = style("markers")


def _teeth(radius: float, teeth: int, depth: float) -> str:
    """A ring of redans: a circle with points outward, as path data."""
    points = []
    for i in range(teeth * 4):
        turn = math.tau * i / (teeth * 4)
        r = radius + (depth if i % 4 == 2 else 0)
        points.append(f"{r * math.sin(turn):.1f} {-r * math.cos(turn):.1f}")
    return "M" + "L".join(points) + "z"


RING = 24.0
"""The radius of the works round a fortress, as if its symbol were 10."""
_RING, _PARALLEL = _teeth(RING, 12, 3.6), "M-15.5 8.9A17.9 17.9 0 0 0 15.5 8.9"
_SAPS = "M-9 21.5L-5 19 -8.5 16.5 -4.5 14.5M9 21.5L5 19 8.5 16.5 4.5 14.5"
_GUNS = "".join(
    f'<path class="gun" transform="rotate({turn}) translate(0 -24)" d="M-1.3 3.4L-1-3.4H1L1.3 3.4z"/>'
    for turn in (45, 135, 225, 315)
)
_REDANS = {
    "Bourbon": "M-14 {y}H-10.5L-7.5 {p} -4.5 {y}H-1.5L1.5 {p} 4.5 {y}H8",
    "Alliance": "M-14 {y}H-10.5V{p}H-5V{y}H-1V{p}H4.5V{y}H8",
}
"""A row of a fortified line: pointed works of the Bourbons, square ones of the Alliance."""
_SHIP = (
    '<path class="sail" d="M-7.5-1.5C-4.5-4-4.5-7-6.5-9.5L-1-9.5C1-7 1-4-1-1.5zM1-2.5C3.4-4.6 3.4-7 2-9L6-9'
    'C7.8-7 7.8-4.6 6.2-2.5z"/><path class="hull" d="M-10 1L-8.8 6.2H7.4L10 .4 5.5 1.6H-6z"/>'
    '<path class="wave" d="M-11 8.2q2-1.6 4 0t4 0 4 0 4 0 4 0"/>'
)
_NO_FLAG = (
    '<path class="staff" d="M-8-8.5V9"/><path class="white" d="M-8-6.5q4-2.6 8 0t8 0V3.5q-4 2.6-8 0t-8 0z"/>'
)
_PIECES = (
    f'<g id="nv-siege"><path class="circle casing" d="{_RING}"/>'
    f'<path class="circle work" d="{_RING}"/>{_GUNS}</g>'
    f'<path id="nv-saps" class="sap" d="{_PARALLEL}{_SAPS}"/><g id="nv-ship">{_SHIP}</g>'
    '<path id="nv-swell" class="wave" d="M-12 0q2-2 4 0t4 0 4 0 4 0 4 0"/>'
)
DEFS = painted(_PIECES, STYLE)


def stack_key(place: Place, stack: Stack) -> str:
    """The key of a stack's mark."""
    return f"stack/{place.space.id}/{stack.side}{'/inside' if stack.inside else ''}"


def wanted(scene: Scene) -> tuple[Wanted, ...]:
    """All marks of a scene that need room beside a space, in the order in which they are put down."""
    lines = [Wanted(f"line/{p.space.id}", p.space.index, "line") for p in scene.places if p.line]
    fleets = [
        Wanted(f"fleet/{fleet.name}", game_map().by_name[fleet.port].index, "fleet")
        for fleet in scene.fleets
        if fleet.place == "port"
    ]
    pieces = [
        Wanted(stack_key(place, stack), place.space.index, "garrison" if stack.inside else "stack")
        for place in scene.places
        for stack in place.stacks
    ]
    return (*lines, *fleets, *pieces)


def markers(scene: Scene) -> dict[str, Mark]:
    """The markers of a scene: ``siege/<id>``, ``line/<id>``, ``fleet/<name>`` in port, ``sea/<zone>``."""
    boxes = arranged(wanted(scene))
    found: dict[str, Mark] = {}

    def stands(key: str, kind: str) -> tuple[tuple[float, float, float], ...]:
        return tuple(
            at_level(level, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, KINDS[kind].scales[level])
            for level, box in enumerate(boxes[key])
        )

    for place in scene.places:
        if place.besieger:
            found[f"siege/{place.space.id}"] = siege_works(place)
        if place.line:
            key = f"line/{place.space.id}"
            found[key] = Mark("symbols", fortified_line(place), stands(key, "line"))
    for fleet in scene.fleets:
        if fleet.place == "port":
            key = f"fleet/{fleet.name}"
            found[key] = Mark(
                "stacks", f'<g class="afloat {fleet.side.lower()}">{ship(fleet)}</g>', stands(key, "fleet")
            )
    for zone in scene.seas.values():
        found[f"sea/{zone.name}"] = _sea(zone)
    return found


def siege_works(place: Place) -> Mark:
    """A ring of works in the besieger's manner; with trenches when the siege goes on, and its breaches."""
    assert place.besieger is not None
    saps = '<use href="#nv-saps"/>' if place.continuing else ""
    shots = "".join(
        f'<circle class="shot" cx="{6.6 * i - 3.3 * (place.strength_lost - 1):g}" cy="-24" r="2.9"/>'
        for i in range(place.strength_lost)
    )
    svg = (
        f'<g class="siege {place.besieger.lower()}" data-stack="{place.space.index}/{place.besieger}">'
        f'<use href="#nv-siege"/>{saps}{shots}</g>'
    )
    index = place.space.index
    return Mark(
        "symbols",
        svg,
        tuple(at_level(level, *spots(level)[index], SYMBOL[level] / 10) for level in EVERY_LEVEL),
    )


def fortified_line(place: Place) -> str:
    """A fortified line: as many rows of redans as it has levels, and its level as a number."""
    rows = "".join(
        _REDANS[place.line_side or "Alliance"].format(
            y=f"{4 - 4 * row + 2 * (place.line - 1):g}", p=f"{-1 - 4 * row + 2 * (place.line - 1):g}"
        )
        for row in range(place.line)
    )
    side = (place.line_side or "nobody").lower()
    return (
        f'<g class="line {side}"><path class="redan casing" d="{rows}"/><path class="redan work" d="{rows}"/>'
        f'<text class="level" x="12" y="4">{place.line}</text></g>'
    )


def ship(fleet: FleetSeen) -> str:
    """A fleet as a ship with its strength."""
    number = '<circle class="disc" cx="7.5" cy="4" r="5"/><text class="figure seal" x="7.5" y="7.2">'
    return f'<use href="#nv-ship"/>{number}{fleet.strength}</text>'


def _sea(zone: SeaZone) -> Mark:
    """The flag of whoever controls a sea zone, and the fleets that lie in its control box."""
    lat, lon = SEA_SPOTS[zone.name]
    x, y = project(lat, lon)
    side = zone.controller
    flag = f'<use href="#nv-flag-{side.lower()}"/>{emblem(side, 0.5, -0.6, 0.8)}' if side else _NO_FLAG
    afloat = [fleet for fleet in zone.fleets if fleet.place == "box"]
    ships = "".join(
        f'<g class="afloat {fleet.side.lower()}" transform="translate({26 * number + 24} 2)">'
        f"{ship(fleet)}</g>"
        for number, fleet in enumerate(afloat)
    )
    start = -13 * len(afloat)
    svg = (
        f'<g class="sea {side.lower() if side else "nobody"}" transform="translate({start} 0)">'
        f'<g transform="scale(1.25)">{flag}</g><use href="#nv-swell" y="11"/>{ships}</g>'
    )
    return Mark(
        "symbols",
        svg,
        tuple(
            at_level(level, x / unit(level), y / unit(level), scale) for level, scale in enumerate(SEA_SCALES)
        ),
    )
