"""Exact odds as a chart: a bar for each value with its percentage and its fraction, and the same in words.

A chart lies on paper of its own, which is dark on a dark page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from io import StringIO
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

import ipywidgets as W
from traitlets import Any as AnyTrait

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import label_shown, odds_rows
from ...core.rulings import Ruling
from ...typefaces import WIDE_SERIF
from .fields import labelled
from .theme import COLOURS, INK, SERIF, THEME, paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS, MOST_LINES, LABEL, TITLE, FRACTION = 14, 3, 36, 64, 24
"""Rows of a chart, lines of a label, and letters on a line of a label, on one of the title, of a fraction."""
WIDTH, HEIGHT, ROW, LINE = 680, 400, 26, 17
"""In pixels: the chart, one with axes, a row, a further line of its label and its bar."""
SMALLEST = 510
"""In pixels: on a narrower page a chart is scrolled, for its words could not be read, and told below."""
TOLD = f"""<style>.ninevears-chart-told {{ display: none; font: 15px/1.4 {SERIF}; margin: 4px 0 0; }}
@media (max-width: {SMALLEST + 50}px) {{ .ninevears-chart-told {{ display: block; }} }}</style>"""
MATPLOTLIB: dict[Any, Any] = {
    "font.family": WIDE_SERIF,
    "font.size": 14,
    "text.color": INK,
    "axes.labelcolor": INK,
    "hatch.linewidth": 0.7,
    "text.parse_math": False,
    "svg.fonttype": "none",
}


LOOKS: dict[str, dict[str, Any]] = {
    "Bourbon": {"facecolor": "#3a66b6", "edgecolor": "#9db6e6", "hatch": "----"},
    "Alliance": {"facecolor": "#dd9a24", "edgecolor": "#7d4305", "hatch": "...."},
}
"""How the bar of a side looks, here as on the map: by its pattern as well as by its colour."""
PAINTED = ("ink", "paper", "edge", "faint", "open-edge", "earth", "wall", "outer-band", "inner-band")
"""The colours of cards in which charts are drawn: on a dark page they are others."""
PLAIN = {"facecolor": "#b8a577", "edgecolor": "#6b5a3a"}
"""How any other bar looks: in the colour of no side."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of odds: shows itself in a notebook; `says` is the same in words."""

    svg: str
    says: str

    def _repr_html_(self) -> str:
        legible = self.svg.replace("style='", f"style='min-width:{SMALLEST}px;", 1)
        told = f"<p class='ninevears-chart-told' aria-hidden='true'>{escape(self.says)}</p>"
        return f"{THEME}{TOLD}<div style='max-width:{WIDTH}px;overflow-x:auto'>{legible}</div>{told}"

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

    >>> from ...umpire.cases.samples import sample
    >>> from ...umpire.cases.cases import rule_case
    >>> print(odds_chart(rule_case(sample("his_two_squadrons").case), "winner").says)
    Odds of winner: defender 70.4% (19/27), attacker 29.6% (8/27).
    """
    if not ruling.odds:
        raise BadInput("ruling", Message("chart.no-odds"), Message("chart.expected-odds"))
    name = next(iter(ruling.odds)) if result is None else result
    if name not in ruling.odds:
        raise BadInput("result", name, Message.one_of(ruling.odds))
    rows = _rows(ruling.odds[name], name)
    heading = title or say("chart.title", name=label_shown(name))
    return _chart(heading, rows)


def chances_chart(chances: Mapping[str, Fraction], title: str) -> Chart:
    """Chances of several things as a chart, in the order given.

    Args:
        chances: the chance of each, by what stands beside its bar.
        title: stands over the chart.

    >>> print(chances_chart({"1697": Fraction(1, 3), "1698": Fraction(1, 2)}, "Peace").says)
    Peace: 1697 33.3% (1/3), 1698 50.0% (1/2).
    """
    return _chart(title, list(chances.items()))


def _chart(title: str, rows: Sequence[tuple[str, Fraction]]) -> Chart:
    described = [
        say("chart.row", value=label, percent=_percent(chance), exact=chance) for label, chance in rows
    ]
    says = say("chart.says", title=title, rows=described)
    return Chart(_svg(title, rows, says), says)


def _rows(chances: Sequence[tuple[Any, Fraction]], name: str) -> list[tuple[str, Fraction]]:
    """Labels and chances: numbers in order, else the likeliest first; the least likely are summed up."""
    shown = sorted(chances, key=lambda pair: -pair[1])
    kept, rest = shown[:MOST_ROWS], shown[MOST_ROWS:]
    if all(type(value) is int for value, _ in chances):
        kept.sort(key=lambda pair: pair[0])
    return odds_rows(name, [*kept, *rest], MOST_ROWS)


def _percent(chance: Fraction) -> str:
    return say("chart.hardly") if 0 < chance < Fraction(1, 2000) else f"{float(chance):.1%}"


def _svg(title: str, rows: Sequence[tuple[str, Fraction]], says: str) -> str:
    names, chances = zip(*rows, strict=True)
    labels = ["\n".join(wrap(name, LABEL, max_lines=MOST_LINES, placeholder=" …")) for name in names]
    fractions, lengths = list(map(str, chances)), list(map(float, chances))
    row = ROW + LINE * max(label.count("\n") for label in labels)

    def draw(figure: Figure) -> None:
        axes = figure.subplots(subplot_kw={"frame_on": False, "xmargin": 0})
        axes.xaxis.set_visible(False)
        axes.axvline(color=INK, linewidth=1, clip_on=False)
        axes.tick_params(length=0, pad=8, labelcolor=INK)
        axes.set_yticks(range(len(rows)), labels, ma="left", va="center")
        bars = axes.barh(range(len(rows)), lengths, LINE / row, clip_on=False)
        for bar, name in zip(bars, names, strict=True):
            bar.set(**LOOKS.get(name.split(" ")[0], PLAIN))
        percents = list(map(_percent, chances))
        axes.bar_label(bars, percents, padding=7, fontweight="bold", annotation_clip=False)
        if max(map(len, fractions)) <= FRACTION:  # the ruling's table has the longer ones
            axes.bar_label(bars, fractions, padding=66, color=COLOURS["faint"][0], annotation_clip=False)
        axes.set_ylim(len(rows) - 0.5, -0.65)
        if not any(lengths):
            axes.set_xlim(0, 1)

    return on_paper(title, draw, says, row * len(rows) + 42)


def axes_chart(title: str, draw: Callable[[Axes], object], says: str, columns: int = 0) -> str:
    """What is drawn on axes, as a picture on paper.

    Args:
        title: stands over it.
        draw: draws on the axes that it is given.
        says: the same in words.
        columns: of the legend under it; 0 for none.
    """

    def with_axes(figure: Figure) -> None:
        axes = figure.subplots(subplot_kw={"facecolor": "none"})
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["left", "bottom"]].set_color(INK)
        axes.tick_params(length=0, pad=6, labelcolor=INK, labelsize=12)
        draw(axes)
        if columns:
            figure.legend(loc="outside lower left", ncols=columns, frameon=False, fontsize=13)

    return on_paper(title, with_axes, says, HEIGHT)


def on_paper(title: str, draw: Callable[[Figure], object], says: str, height: int) -> str:
    """What is drawn on a figure, `WIDTH` wide, as a picture on paper, with its words for readers.

    Args:
        title: stands over it.
        draw: draws on the figure that it is given.
        says: the same in words.
        height: of the picture with a title of one line.
    """
    # Matplotlib takes its time to import, and a desk opens without a chart.
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    heading, drawn = fill(title, TITLE), StringIO()
    height += LINE * heading.count("\n")
    with rc_context(MATPLOTLIB):
        figure = Figure((WIDTH / 72, height / 72), facecolor="none", layout="constrained")
        figure.suptitle(heading, x=0.005, ha="left", fontsize=16, fontweight="bold")
        draw(figure)
        figure.savefig(drawn, format="svg")
    # In a page the file's own style and ids would reach other pictures; its font is only the measure.
    picture = re.sub(r'(?<=<g) id="[^"]*"', "", drawn.getvalue().partition("</defs>")[2])
    picture = picture.replace(f"font-family: '{WIDE_SERIF}'; ", "")
    for name in PAINTED:
        picture = picture.replace(COLOURS[name][0], paint(name))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img'"
        f" aria-label='{escape(says)}' font-family='{SERIF}' style='width:100%;max-width:{WIDTH}px;"
        f"display:block;box-sizing:border-box;padding:8px 12px;background:{paint('paper')};"
        f"border:1px solid {paint('edge')}'>"
        f"{picture}"
    )


class OddsChart(W.VBox):
    """The odds of a ruling, with a list to choose the result; empty for a ruling without odds.

    Args:
        ruling: what the umpire says; set it to show another.
    """

    ruling: AnyTrait = AnyTrait()

    def __init__(self, ruling: Ruling | None = None, **more: Any) -> None:
        self.result: W.Dropdown = labelled(
            W.Dropdown, "chart.choose", W.Layout(width="auto", max_width="340px", align_self="flex-start")
        )
        self.picture: W.HTML = W.HTML()
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
