"""A piece of a *Musket & Pike* map as a small picture: hexes, their sides, units, and the line of sight."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ...core.errors import one_line
from ...core.messages import Message, say, shown
from ...core.rulings import Ruling
from ...input_files import convert, read_data
from ...musket_pike.hexes import Hex, side_between
from ...musket_pike.line_of_sight import LineOfSight
from ...musket_pike.reciprocal_hexsides import STEEP_SLOPE, AcrossHexside, HexField, Hexside, Unit
from ...umpire.cases.cases import Case, case_from_data, question_of, rule_case
from ..parts.theme import INK, PAPER, SERIF
from .hexside_marks import SIDE, mark

UNIT = SIDE / 2
HALF = UNIT * math.sqrt(3)
"""Half a hex's height; the engine counts half sides to the right and half hexes down."""
MARGIN = 14
SHIELD = "M-7 -8H7V0Q7 6 0 9Q-7 6 -7 0Z"
CROSS = "M-6 -6L6 6M-6 6L6 -6"
SEEN, UNSEEN = "#9c2218", "#6b5840"
COUNTERS = ("#f7dfa0", "#c9d6e8", "#e3cfe6", "#d3e3c6")


@dataclass(frozen=True)
class HexPicture:
    """The picture and the same as text, for a notebook or a file.

    Attributes:
        svg: the drawing, with its title and the text inside.
        title: what it shows, in a sentence.
        text: the same as the drawing in words, a sentence a line.
    """

    svg: str
    title: str
    text: tuple[str, ...]

    def _repr_html_(self) -> str:
        words = _safe(say("widget.in-words"))
        items = "".join(f"<li>{_safe(line)}</li>" for line in self.text)
        return (
            f"<figure class='ninevears-hexes' style='margin:0;font:15px/1.5 {SERIF};color:{INK};"
            f"background:{PAPER};width:fit-content;max-width:62em;border:1px solid #c9b98f'>{self.svg}"
            f"<figcaption style='padding:2px 12px 8px'>{_safe(self.title)}<details><summary>{words}</summary>"
            f"<ul>{items}</ul></details></figcaption></figure>"
        )

    def _repr_svg_(self) -> str:
        return self.svg


def hex_picture(source: Case | dict[str, Any] | str | Path | HexField) -> HexPicture:
    """The picture of a case that asks about a hexside or a line of sight, or of a field alone.

    Args:
        source: a case, its data, the file that holds it, or a field without a question.

    Returns:
        The picture, with the line as the umpire rules it: whole, or cut where it is blocked.

    Raises:
        BadInput: the case cannot be used.
    """
    if isinstance(source, HexField):
        return _drawn(source, None)
    if isinstance(source, Case):
        case = source
    else:
        case = case_from_data(source if isinstance(source, dict) else read_data(source))
    ruling = rule_case(case)
    field: Any = convert(case.given, question_of(case).given)
    if not isinstance(field, HexField):
        raise TypeError(f"{case.system} {case.question} has no hexes to draw")
    return _drawn(field, ruling)


def _safe(text: str) -> str:
    """Text that may stand in SVG and HTML, whatever somebody named the units."""
    return escape(one_line(text), quote=True)


def _drawn(field: HexField, ruling: Ruling | None) -> HexPicture:
    hexes = _hexes_shown(field)
    title = say("mp.picture") if ruling is None else str(ruling.says)
    text = tuple(str(line) for line in _in_words(field, ruling))
    legend = _legend(field)
    xs, ys = zip(*(_spot(corner) for hex in hexes for corner in hex.corners), strict=True)
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    width, height = max(xs) - left + MARGIN, max(ys) - top + MARGIN
    wide = max(width, max((legend_width for _, legend_width in legend), default=0) + 2 * MARGIN)
    tall = height + 28 * len(legend)
    below = "".join(
        f"<g transform='translate({left + MARGIN:.1f} {top + height + 28 * row:.1f})'>{entry}</g>"
        for row, (entry, _) in enumerate(legend)
    )
    parts = [
        *(_hex(field, hex) for hex in hexes),
        *(_hexside(field, hexside) for hexside in field.hexsides),
        _line(field, ruling),
        *_counters(field),
        _shields(field, ruling),
    ]
    svg = (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' aria-label='{_safe(title)}' "
        f"viewBox='{left:.1f} {top:.1f} {wide:.1f} {tall:.1f}' width='{wide:.0f}' "
        f"style='max-width:100%;height:auto;background:{PAPER}' font-family='{SERIF}' font-size='11' "
        f"fill='{INK}' stroke-linejoin='round'>"
        f"<title>{_safe(title)}</title><desc>{_safe(' '.join(text))}</desc>"
        f"<rect x='{left:.1f}' y='{top:.1f}' width='{wide:.1f}' height='{tall:.1f}' fill='{PAPER}'/>"
        f"{''.join(parts)}{below}</svg>"
    )
    return HexPicture(svg, title, text)


def _spot(point: tuple[int, int]) -> tuple[float, float]:
    return point[0] * UNIT, point[1] * HALF


def _hexes_shown(field: HexField) -> list[Hex]:
    """Every hex in the rectangle around what the case names."""
    named = [field.hex(name) for hexside in field.hexsides for name in hexside.between]
    named += [field.hex(unit.hex) for unit in field.units]
    if isinstance(field, LineOfSight):
        named += [hex for stretch in field.stretches for hex in stretch.hexes]
    named = named or [field.hex("0101")]
    rows = [int(field.name(hex)[2:]) for hex in named]
    columns = [hex.across for hex in named]
    alone = len(set(columns)) == 1  # one column looks like a ladder
    return [
        field.hex(f"{column:02}{row:02}")
        for column in range(min(columns) - alone, max(columns) + 1 + alone)
        for row in range(min(rows), max(rows) + 1)
    ]


def _hex(field: HexField, hex: Hex) -> str:
    corners = " ".join("{:.1f},{:.1f}".format(*_spot(corner)) for corner in hex.corners)
    x, y = _spot(hex.centre)
    return (
        f"<polygon points='{corners}' fill='#fbf6e8' stroke='#b8a578'/>"
        f"<text x='{x - 28:.1f}' y='{y - 16:.1f}' font-size='9' fill='#6b5840'>"
        f"{field.name(hex)}</text>"
    )


def _hexside(field: HexField, hexside: Hexside) -> str:
    one, other = map(field.hex, hexside.between)
    if hexside.kind == STEEP_SLOPE and hexside.upper == hexside.between[1]:
        one, other = other, one  # the mark has its upper side to the left
    first, last = map(_spot, side_between(one, other))
    cx, cy = _spot(one.centre)
    turn = math.degrees(math.atan2(last[1] - first[1], last[0] - first[0]))
    # along the hexside with `one` on the left hand
    if (last[0] - first[0]) * (cy - first[1]) - (last[1] - first[1]) * (cx - first[0]) > 0:
        first, turn = last, turn + 180
    at = f"translate({first[0]:.1f} {first[1]:.1f}) rotate({turn:.1f})"
    return f"<g transform='{at}'><title>{_safe(_side_words(hexside))}</title>{mark(hexside.kind)}</g>"


def _line(field: HexField, ruling: Ruling | None) -> str:
    if not isinstance(field, LineOfSight) or ruling is None or ruling.answer is None:
        return ""
    (x1, y1), (x2, y2) = (_spot(field.hex(name).centre) for name in (field.tracer.hex, field.to_hex))
    blocked = ruling.answer["blocked_at"]
    cut = 1.0
    if blocked is not None:
        near = field.hex(blocked["between"][0])
        cut = next(float(s.leave) for s in field.stretches if near in s.hexes)
    x, y = x1 + (x2 - x1) * cut, y1 + (y2 - y1) * cut
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
    free = f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x:.1f}' y2='{y:.1f}' stroke='{SEEN}' stroke-width='3'/>"
    if blocked is None:
        eye = f"<circle cx='{x2:.1f}' cy='{y2:.1f}' r='6' fill='{PAPER}' stroke='{SEEN}' stroke-width='3'/>"
        return free + eye
    return (
        f"<line x1='{x:.1f}' y1='{y:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{UNSEEN}' stroke-width='1.5' "
        f"stroke-dasharray='2 6'/>{free}"
        f"<g transform='translate({x:.1f} {y:.1f}) rotate({turn:.1f})' stroke-width='3' "
        f"stroke-linecap='round'><path d='{CROSS}' stroke='{PAPER}' stroke-width='6'/>"
        f"<path d='{CROSS}' stroke='{SEEN}'/></g>"
    )


def _counters(field: HexField) -> Iterable[str]:
    sides = list(dict.fromkeys(unit.side for unit in field.units))
    in_hex: dict[str, int] = {}
    for unit in field.units:
        below = in_hex.setdefault(unit.hex, 0)
        in_hex[unit.hex] += 1
        yield _counter(field, unit, sides.index(unit.side), below)


def _counter(field: HexField, unit: Unit, side: int, below: int) -> str:
    x, y = _spot(field.hex(unit.hex).centre)
    y += 5 + 9 * below
    # sides differ by the frame as well as by the colour: plain, double, dashed
    dashes = " stroke-dasharray='4 2'" if side == 2 else ""
    second = "<rect x='-24' y='-13' width='48' height='28' fill='none'/>" if side == 1 else ""
    paper = COUNTERS[side % len(COUNTERS)]
    return (
        f"<g transform='translate({x:.1f} {y:.1f})' text-anchor='middle' stroke='{INK}'>"
        f"<title>{_safe(str(_unit_words(unit)))}</title>"
        f"<rect x='-27' y='-16' width='54' height='34' rx='2' fill='{paper}'{dashes}/>"
        f"{second}<g stroke='none'><text y='-2' font-weight='700' font-size='10'{_fit(unit.name)}>"
        f"{_safe(unit.name)}</text>"
        f"<text y='10' font-size='9'{_fit(unit.side)}>{_safe(shown(unit.side))}</text>"
        "</g></g>"
    )


def _fit(text: str) -> str:
    return " textLength='44' lengthAdjust='spacingAndGlyphs'" if len(text) > 9 else ""


def _shields(field: HexField, ruling: Ruling | None) -> str:
    """A shield at the hexside, on the side of each unit that it protects."""
    if not isinstance(field, AcrossHexside) or ruling is None or not (ruling.answer or {}).get("protected"):
        return ""
    units = {name: field.unit_named(name, "unit") for name in (field.unit, field.other)}
    ends = side_between(*(field.hex(unit.hex) for unit in units.values()))
    middle = tuple(sum(spot) / 2 for spot in zip(*map(_spot, ends), strict=True))
    parts = []
    for name in (ruling.answer or {})["protected"]:
        x, y = _spot(field.hex(units[name].hex).centre)
        length = math.hypot(x - middle[0], y - middle[1])
        sx, sy = (m + (c - m) / length * 11 for m, c in zip(middle, (x, y), strict=True))
        title = _safe(say("mp.picture-protected", unit=name))
        parts.append(
            f"<g transform='translate({sx:.1f} {sy:.1f}) scale(0.8)'><title>{title}</title>"
            f"<path d='{SHIELD}' fill='{PAPER}' stroke='{SEEN}' stroke-width='2'/>"
            f"<path d='M0 -6V6M-5 -1H5' stroke='{SEEN}' stroke-width='1.5'/></g>"
        )
    return "".join(parts)


def _legend(field: HexField) -> list[tuple[str, float]]:
    """A sample of each kind of hexside that is drawn, with its name; and how wide the line is."""
    labels = {hexside.kind: hexside.label for hexside in field.hexsides}
    return [
        (
            f"<g transform='translate(0 8)'>{mark(kind)}</g>"
            f"<text x='{SIDE + 12}' y='12'>{_safe(shown(label))}</text>",
            SIDE + 16 + 6.5 * len(label),
        )
        for kind, label in labels.items()
    ]


def _side_words(hexside: Hexside) -> str:
    one, other = hexside.between
    return say("mp.picture-hexside", what=hexside.label, one=one, other=other)


def _unit_words(unit: Unit) -> Message:
    return Message("mp.picture-unit", unit=unit.name, side=unit.side, hex=unit.hex, came=unit.came)


def _in_words(field: HexField, ruling: Ruling | None) -> Iterable[Message | str]:
    yield from (_side_words(hexside) for hexside in field.hexsides)
    yield from (_unit_words(unit) for unit in field.units)
    if ruling is not None:
        yield from (step.says for step in ruling.steps)
        yield from (violation.says for violation in ruling.violations)
