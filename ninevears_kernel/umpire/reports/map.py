"""The map of a report: the part of it that shows what the question names, with the path, force or siege."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.rulings import Ruling
from ...nine_years.atlas.cropping import Box, part_of
from ...nine_years.atlas.own_names import with_own_names
from ...nine_years.atlas.picture import box_of, to_svg
from ...nine_years.atlas.scene import scene_of
from ...nine_years.atlas.sheet import Mark, project
from ...nine_years.atlas.words import sentence
from ...nine_years.components.map import ZONES, Space, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.sides import Seat
from ..cases.cases import Case, position_of
from .shown_on_map import ShownOnMap, shown_on_map

WIDTH = 900
LEAST_ACROSS, AROUND, SHAPE = 2000, 1.7, 1.35
"""The least width of a part of the map in units of the sheet, how much more than the places it shows, and its
width to its height."""
BY_SEA = 2
"""How much wider a part of the map is where a way leads over the sea, which goes round the coasts."""
EDGE = 150
"""How far beyond a part of the map a space may lie whose pieces reach into it."""


@dataclass(frozen=True, slots=True)
class ReportMap:
    """A picture of the position, or of the part of it that a ruling names, and what it shows in words."""

    svg: str
    says: tuple[str, ...]


def report_map(
    case: Case,
    ruling: Ruling,
    rule_tables: Any,
    *,
    width: int = WIDTH,
    seat: Seat = "umpire",
    least: float = LEAST_ACROSS,
    marked: bool = True,
) -> ReportMap | None:
    """The map of a case of Nine Years; None where it has none.

    Args:
        case: the case.
        ruling: the ruling on it.
        rule_tables: the tables in force.
        width: of the picture, in pixels.
        seat: whose eyes see the map.
        least: of the sheet that it shows, in its units.
        marked: what the ruling found is drawn; not where something else was decided.
    """
    position = position_of(case, rule_tables)
    drawn = shown_on_map(case, ruling, rule_tables)
    if position is None or drawn is None or not drawn.names:
        return None
    position = position.replace(agenda=())  # what waits uncovers stacks, and no change of a case tells it
    box, marks = _box_of(drawn, least), drawn.marks if marked else {}
    says = tuple(dict.fromkeys(described.says for described in drawn.says)) if marked else ()
    scene = scene_of(position, seat, rules=rule_tables)
    pieces = [
        sentence(scene, place.space.name) for place in scene.places if place.stacks and _in(box, place.space)
    ]
    described = [*says, *pieces]
    svg = cropped(position, rule_tables, marks, box, width, "light", seat=seat, described=described)
    return ReportMap(svg, says)


def places_on_map(case: Case, ruling: Ruling, rule_tables: Any) -> set[str]:
    """The spaces in the part of the map that a report shows."""
    drawn = shown_on_map(case, ruling, rule_tables)
    if drawn is None or not drawn.names:
        return set()
    box = _box_of(drawn)
    return {space.name for space in game_map().spaces if _in(box, space)}


def _in(box: Box | tuple[()], space: Space) -> bool:
    """Whether a space is in a part of the map, or so near that its pieces reach into it."""
    if not box:
        return True
    (x, y), (left, top, across, down) = project(space.lat, space.lon), box
    return left - EDGE <= x <= left + across + EDGE and top - EDGE <= y <= top + down + EDGE


def _box_of(drawn: ShownOnMap, least: float = LEAST_ACROSS) -> Box | tuple[()]:
    spaces = [name for name in drawn.names if name not in ZONES]
    by_sea = len(spaces) < len(drawn.names)
    return box_around(spaces, least * (BY_SEA if by_sea else 1)) if spaces else ()


def box_around(names: Iterable[str], least: float = LEAST_ACROSS, shape: float = SHAPE) -> Box:
    """The part of the sheet that shows some spaces, with what is around them.

    Args:
        names: the spaces.
        least: how wide it is at least, in units of the sheet.
        shape: its width to its height.
    """
    at = [project(space.lat, space.lon) for space in map(game_map().space, names)]
    (left, right), (top, bottom) = [(min(one), max(one)) for one in zip(*at, strict=True)]
    across = max(least, (right - left) * AROUND, (bottom - top) * AROUND * shape)
    down = across / shape
    _, _, sheet_across, sheet_down = box_of("all")
    across, down = min(across, sheet_across), min(down, sheet_down)
    left = min(max(0.0, (left + right - across) / 2), sheet_across - across)
    top = min(max(0.0, (top + bottom - down) / 2), sheet_down - down)
    return left, top, across, down


def cropped(
    position: Position,
    rule_tables: Any,
    marks: Mapping[str, Mark],
    box: Box | tuple[()],
    width: int,
    theme: str,
    *,
    alone: bool = False,
    seat: Seat = "umpire",
    described: Sequence[str] | None = None,
) -> str:
    """The map as SVG, or a part of it, drawn as large as the width allows; `alone` it carries its type, and a
    `seat` sees no more than it may; `described` is its text twin.
    """
    _, _, sheet_across, _ = box_of("all")
    scene = scene_of(position, seat, rules=rule_tables)
    if not box:
        return to_svg(scene, width=width, theme=theme, overlays=marks, described=described, alone=alone)
    whole = min(10_000, round(width * sheet_across / box[2]))
    drawn = to_svg(scene, width=whole, theme=theme, overlays=marks, described=described, alone=alone)
    return with_own_names(part_of(drawn, box, width))
