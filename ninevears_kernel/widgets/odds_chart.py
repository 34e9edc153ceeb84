"""Exact odds as a chart: a bar for each value with its percentage and its fraction, and the same in words.

The chart is drawn on paper of its own, so that it reads on light and dark pages alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from textwrap import wrap
from typing import Any

import ipywidgets as W
from traitlets import Any as AnyTrait

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..core.render import label_shown, value_shown
from ..core.rulings import Ruling
from .map_furniture import INK, PAPER, SERIF

BAR, EDGE = "#5a7fb0", "#2c5687"
WIDTH, ROW, TOP, MARGIN = 680, 26, 46, 16
LETTER = 7.4
"""About how many units a letter is wide, at the size of the labels."""
MOST_ROWS = 14
LONGEST_FRACTION = 24
"""Letters of a fraction that still fits beside its bar; with a longer one the ruling's table has them all."""
LINE, MOST_LINES, LINE_HEIGHT = 36, 3, 17
"""Letters on a line of a label, lines of a label, and how far below one another they stand."""

Chances = Sequence[tuple[Any, Fraction]]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of odds: shows itself in a notebook; `says` is the same in words."""

    svg: str
    says: str

    def _repr_html_(self) -> str:
        return f"<div style='max-width:{WIDTH}px'>{self.svg}</div>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.says}


def odds_chart(ruling: Ruling, result: str | None = None, title: str | None = None) -> Chart:
    """The odds of one result of a ruling as a chart.

    Args:
        ruling: a ruling with odds.
        result: the name of the result; without it the first one.
        title: stands over the chart; without it the result's name.

    Raises:
        BadInput: the ruling has no odds, or none of this result.

    >>> from ..umpire.samples import sample
    >>> from ..umpire.cases import rule_case
    >>> print(odds_chart(rule_case(sample("his_two_squadrons").case), "winner").says)
    Odds of winner: defender 70.4% (19/27), attacker 29.6% (8/27).
    """
    if not ruling.odds:
        raise BadInput("ruling", Message("chart.no-odds"), Message("chart.expected-odds"))
    name = next(iter(ruling.odds)) if result is None else result
    if name not in ruling.odds:
        options = Message.any_of(ruling.odds)
        raise BadInput("result", name, Message("expected.one-of", options=options))
    rows = _rows(ruling.odds[name])
    heading = title or say("chart.title", name=label_shown(name))
    told = [say("chart.row", value=label, percent=_percent(chance), exact=chance) for label, chance in rows]
    says = say("chart.says", title=heading, rows=told)
    return Chart(_svg(heading, rows, says), says)


def _rows(chances: Chances) -> list[tuple[str, Fraction]]:
    """Labels and chances: numbers in order, else the likeliest first; the least likely are summed up."""
    shown = sorted(chances, key=lambda pair: -pair[1])
    kept, rest = shown[:MOST_ROWS], shown[MOST_ROWS:]
    if all(type(value) is int for value, _ in chances):
        kept.sort(key=lambda pair: pair[0])
    rows = [(value_shown(value), chance) for value, chance in kept]
    if rest:
        others = say("odds.others", count=len(rest))
        rows.append((others, sum((chance for _, chance in rest), Fraction(0))))
    return rows


def _percent(chance: Fraction) -> str:
    return say("chart.hardly") if 0 < chance < Fraction(1, 2000) else f"{float(chance):.1%}"


def _lines(label: str) -> list[str]:
    """A label on as many lines as it needs, three at most."""
    lines = wrap(label, LINE) or [""]
    return lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1]} …"]


def _svg(title: str, rows: Sequence[tuple[str, Fraction]], says: str) -> str:
    labels = [_lines(label) for label, _ in rows]
    fractions = [str(chance) for _, chance in rows]
    if max(map(len, fractions)) > LONGEST_FRACTION:
        fractions = [""] * len(rows)
    left = MARGIN + LETTER * max(len(line) for lines in labels for line in lines) + 10
    right = LETTER * (7 + max(map(len, fractions))) + MARGIN
    room = WIDTH - left - right
    most = max(chance for _, chance in rows)
    parts, y = [], TOP
    for lines, (label, chance), fraction in zip(labels, rows, fractions, strict=True):
        length = max(1.0, room * float(chance / most)) if chance else 0.0
        exact = f"<tspan fill='#6b5840'>  {fraction}</tspan>" if fraction else ""
        told = "".join(
            f"<tspan x='{left - 8:.0f}' y='{y + 15 + LINE_HEIGHT * n}'>{escape(line)}</tspan>"
            for n, line in enumerate(lines)
        )
        parts.append(
            f"<text text-anchor='end'><title>{escape(label)}</title>{told}</text>"
            f"<rect x='{left:.0f}' y='{y + 3}' width='{length:.1f}' height='{ROW - 9}' fill='{BAR}'"
            f" stroke='{EDGE}'/><text x='{left + length + 7:.1f}' y='{y + 15}' xml:space='preserve'>"
            f"<tspan font-weight='600'>{escape(_percent(chance))}</tspan>{exact}</text>"
        )
        y += ROW + LINE_HEIGHT * (len(lines) - 1)
    height = y + 10
    return (
        f"<svg role='img' aria-label='{escape(says, quote=True)}' viewBox='0 0 {WIDTH} {height}'"
        " xmlns='http://www.w3.org/2000/svg'"
        f" style='width:100%;max-width:{WIDTH}px;height:auto;display:block'"
        f" font-family='{SERIF}' font-size='14' fill='{INK}'>"
        f"<rect x='.5' y='.5' width='{WIDTH - 1}' height='{height - 1}' fill='{PAPER}' stroke='#c9b98f'/>"
        f"<text x='{MARGIN}' y='28' font-size='16' font-weight='600'>{escape(title)}</text>"
        f"<line x1='{left:.0f}' x2='{left:.0f}' y1='{TOP}' y2='{height - 8}' stroke='{INK}'/>"
        f"{''.join(parts)}</svg>"
    )


class OddsChart(W.VBox):
    """The odds of a ruling, with a list to choose the result; empty for a ruling without odds.

    Args:
        ruling: what the umpire says; set it to show another.
    """

    ruling = AnyTrait()

    def __init__(self, ruling: Ruling | None = None, **more: Any) -> None:
        self.result = W.Dropdown(
            description=say("chart.choose"), style={"description_width": "auto"},
            layout=W.Layout(width="auto", max_width="340px", align_self="flex-start"),
        )  # fmt: skip
        self.picture = W.HTML()
        super().__init__([self.result, self.picture], **more)
        self.observe(lambda _: self._fill(), "ruling")
        self.result.observe(lambda _: self._draw(), "value")
        self.layout.display = "none"
        self.ruling = ruling

    def _fill(self) -> None:
        names = [] if self.ruling is None else list(self.ruling.odds)
        before = self.result.value
        self.result.options = [(label_shown(name), name) for name in names]
        if names:
            self.result.value = before if before in names else names[0]
        self.result.layout.display = None if len(names) > 1 else "none"
        self.layout.display = None if names else "none"
        self._draw()

    def _draw(self) -> None:
        if self.ruling is None or self.result.value not in self.ruling.odds:
            self.picture.value = ""
        else:
            self.picture.value = odds_chart(self.ruling, self.result.value)._repr_html_()
