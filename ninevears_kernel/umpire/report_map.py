"""The map of a report: the part of it that shows what the question names, with the path, force or siege."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadInput
from ..core.hearing import Hearing
from ..core.rulings import Ruling
from ..input_files import convert
from ..nine_years.atlas import overlay_words, overlays
from ..nine_years.atlas.picture import box_of, to_svg
from ..nine_years.atlas.scene import scene_of
from ..nine_years.atlas.sheet import Mark, project
from ..nine_years.map import ZONES, game_map
from ..nine_years.position import Position
from ..nine_years.situation import Situation
from ..nine_years.supply_overview import line_told
from .cases import Case, question_of
from .near_position import names_near

MOST_MARKED = 6
WIDTH = 900
LEAST_ACROSS, AROUND, SHAPE = 2000, 1.7, 1.35
"""The least width of a part of the map in units of the sheet, how much more than the places it shows, and its
width to its height."""
_HEAD = re.compile(r"width='[0-9]+' height='[0-9]+' viewBox='[-0-9. ]+'>")


@dataclass(frozen=True, slots=True)
class ReportMap:
    """A picture of the position and what it shows in words."""

    svg: str
    says: tuple[str, ...]


def report_map(
    case: Case, ruling: Ruling, kit: Any, *, width: int = WIDTH, theme: str = "light"
) -> ReportMap | None:
    """The map of a case of Nine Years; None where it has none.

    Args:
        case: the case.
        ruling: the ruling on it.
        kit: the tables in force.
        width: of the picture, in pixels.
        theme: ``light`` or ``dark``.
    """
    question = question_of(case)
    if not issubclass(question.given, Situation):
        return None
    given = convert(case.given, question.given)
    position: Position = given.resolved(Hearing(chosen=case.readings, tables=kit))
    marks, says, shown = _drawn(case, position, ruling)
    near = [name for name in names_near(ruling, case.given) if name in game_map().by_name]
    pointed = near[:MOST_MARKED] if not shown else near[:1]
    marks = {**overlays.marked(pointed), **marks}
    says += [str(told) for told in overlay_words.marked(pointed)]
    names = [name for name in dict.fromkeys([*shown, *pointed]) if name not in ZONES]
    box = () if not names or any(name in ZONES for name in shown) else box_around(names)
    return ReportMap(cropped(position, kit, marks, box, width, theme), tuple(dict.fromkeys(says)))


Box = tuple[float, float, float, float]
"""Left, top, width and height, in units of the sheet."""


def box_around(names: Iterable[str]) -> Box:
    """The part of the sheet that shows some spaces, with what is around them."""
    at = [project(space.lat, space.lon) for space in map(game_map().space, names)]
    (left, right), (top, bottom) = [(min(one), max(one)) for one in zip(*at, strict=True)]
    across = max(LEAST_ACROSS, (right - left) * AROUND, (bottom - top) * AROUND * SHAPE)
    down = across / SHAPE
    _, _, sheet_across, sheet_down = box_of("all")
    across, down = min(across, sheet_across), min(down, sheet_down)
    left = min(max(0.0, (left + right - across) / 2), sheet_across - across)
    top = min(max(0.0, (top + bottom - down) / 2), sheet_down - down)
    return left, top, across, down


def cropped(
    position: Position, kit: Any, marks: Mapping[str, Mark], box: Box | tuple[()], width: int, theme: str
) -> str:
    """The map as SVG, or a part of it, drawn as large as the width allows."""
    _, _, sheet_across, _ = box_of("all")
    scene = scene_of(position, rules=kit)
    if not box:
        return to_svg(scene, width=width, theme=theme, overlays=marks)
    left, top, across, down = box
    whole = min(10_000, round(width * sheet_across / across))
    svg = to_svg(scene, width=whole, theme=theme, overlays=marks)
    head = f"width='{width}' height='{width * down / across:.0f}' "
    head += f"viewBox='{left:.0f} {top:.0f} {across:.0f} {down:.0f}'>"
    return _HEAD.sub(head, svg, count=1)


Drawn = tuple[dict[str, Mark], list[str], list[str]]
"""Marks, what they say, and the names of the spaces and sea zones that they show."""


def _drawn(case: Case, position: Position, ruling: Ruling) -> Drawn:
    """The line, way or force of a ruling."""
    answer, given = ruling.answer or {}, case.given
    if case.question == "loc":
        return _lines(case, position, [{"power": given.get("power")}], given.get("purpose", "siege"))
    if lines := answer.get("lines"):
        return _lines(case, position, lines, "siege")
    if path := answer.get("path"):
        return overlays.path(path), [str(told) for told in overlay_words.path(path)], list(path)
    if case.question == "battle" and given.get("origin") != given.get("space"):
        ends = [game_map().space(str(given[name])).name for name in ("origin", "space")]
        return overlays.path(ends), [str(told) for told in overlay_words.path(ends)], ends
    return {}, [], []


def _lines(case: Case, position: Position, lines: Iterable[Mapping[str, Any]], purpose: Any) -> Drawn:
    marks: dict[str, Mark] = {}
    says: list[str] = []
    shown: list[str] = []
    given = case.given
    for number, line in enumerate(lines):
        try:
            told = line_told(
                position, given["space"], given["side"], purpose, line.get("power"), readings=case.readings
            )
        except BadInput:
            continue
        drawn = overlays.path(told.path, told.cut, f"path{number}") if told.path else overlays.line(told)
        marks |= drawn
        says += [one.says for one in (overlay_words.path(told.path, told.cut) or overlay_words.line(told))]
        shown += [*told.path, told.asked.space]
    return marks, says, shown
