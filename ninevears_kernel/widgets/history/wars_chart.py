"""Simulated wars beside history as a chart: two bands, their middle, and the line of the war as it was."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from ...chronicle.simulated import WAR_COLUMNS, beside_history, endings
from ...chronicle.wars_beside import outside
from ...core.errors import BadInput
from ...core.messages import Message, say
from ..parts.fields import labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.odds_chart import Chart, axes_chart, chances_chart
from ..parts.tables import cells, table
from ..parts.theme import COLOURS, INK, PAPER, SERIF, THEME, paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

PEACE = 1697
BLUE = COLOURS["open-edge"][0]
OUTER: dict[str, Any] = {
    "facecolor": COLOURS["outer-band"][0], "edgecolor": "#8b7346", "hatch": "////", "linewidth": 0.8,
}  # fmt: skip
INNER: dict[str, Any] = {"facecolor": COLOURS["inner-band"][0], "edgecolor": BLUE, "linewidth": 1}
MIDDLE: dict[str, Any] = {"color": BLUE, "linestyle": (0, (5, 3)), "linewidth": 1.6}
HISTORY: dict[str, Any] = {
    "color": INK, "linewidth": 2.6, "marker": "D", "markersize": 7, "markerfacecolor": PAPER,
    "markeredgewidth": 2,
}  # fmt: skip
"""How the parts look: by hatching, dashes and marks as well as by colour."""
STYLE = f"""{THEME}<style>
.ninevears-wars .paper {{ font: 15px/1.5 {SERIF}; color: {paint("ink")}; background: {paint("paper")};
  border: 1px solid {paint("edge")}; padding: 6px 14px; max-width: 680px; box-sizing: border-box; }}
.ninevears-wars .paper p {{ margin: 4px 0; }}
.ninevears-wars .rows {{ overflow-x: auto; }}
.ninevears-wars table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
.ninevears-wars th, .ninevears-wars td {{ text-align: right; padding: 2px 10px 2px 0; }}
.ninevears-wars tr > * {{ border-bottom: 1px solid {paint("inset-edge")}; }}
.ninevears-wars summary {{ cursor: pointer; width: fit-content; font-weight: 600; }}
.ninevears-wars summary:focus-visible {{ outline: 2px solid {paint("focus")}; }}
</style>"""


def wars_chart(found: DataFrame, title: str, axis: str = "") -> Chart:
    """Wars beside history as a chart, and in words.

    Args:
        found: what `chronicle.simulated.beside_history` or `chronicle.wars_beside.points_from` gave.
        title: stands over the chart.
        axis: what is measured, in a few words.

    Raises:
        BadInput: there is no year in it.

    >>> from ninevears_kernel.chronicle.simulated import beside_history
    >>> wars_chart(beside_history("points").loc[[1688]], "Victory points").says.startswith(
    ...     "Victory points: 1688: history ")
    True
    """
    if not len(found):
        raise BadInput("found", Message("wars-chart.nothing"), Message("wars-chart.expected-year"))
    says = say("chart.says", title=title, rows=describe_wars(found))
    return Chart(_svg(found, title, axis, says), says)


def describe_wars(found: DataFrame) -> list[str]:
    """The same in words, a sentence for each year.

    >>> from pandas import DataFrame
    >>> row = {"wars": 4, "10%": 1.0, "25%": 2.0, "50%": 3.0, "75%": 4.0, "90%": 5.5, "history": 2}
    >>> describe_wars(DataFrame([row], index=[1690]))
    ['1690: history 2; 8 of 10 wars from 1 to 5.5, half of them from 2 to 4, the middle one 3']
    """
    return [_describe(year, row) for year, row in zip(found.index, found.to_dict("records"), strict=True)]


def _describe(year: int, row: dict[Any, Any]) -> str:
    """A year in words; where it has no history, or no wars, without them."""
    real, low = row["history"], row["10%"]
    words = {
        "year": year, "history": _number(real), "low": _number(low), "high": _number(row["90%"]),
        "quarter": _number(row["25%"]), "three": _number(row["75%"]), "middle": _number(row["50%"]),
    }  # fmt: skip
    if _number(low) == "":
        return say("wars-chart.only-history", **words)
    return say("wars-chart.no-history" if _number(real) == "" else "wars-chart.year", **words)


def _id(column: str) -> str:
    """A column as it stands in the ids of the messages."""
    return column.replace("_", "-")


def _number(value: Any) -> str:
    """A number as people write it; nothing for one that is missing."""
    from pandas import isna

    return "" if isna(value) else f"{float(value):.1f}".removesuffix(".0")


def _svg(found: DataFrame, title: str, axis: str, says: str) -> str:
    from matplotlib.ticker import MaxNLocator

    wars, real = found.dropna(subset=["10%"]), found["history"].dropna().astype(float)
    years = list(wars.index)

    def draw(axes: Axes) -> None:
        axes.grid(axis="y", color=COLOURS["edge"][0], linewidth=0.8)
        axes.set_axisbelow(True)
        axes.fill_between(years, wars["10%"], wars["90%"], label=say("wars-chart.outer"), **OUTER)
        axes.fill_between(years, wars["25%"], wars["75%"], label=say("wars-chart.inner"), **INNER)
        axes.plot(years, wars["50%"], label=say("wars-chart.middle"), **MIDDLE)
        axes.plot(list(real.index), list(real), label=say("wars-chart.history"), **HISTORY)
        axes.set_xticks(list(found.index))
        axes.yaxis.set_major_locator(MaxNLocator(7, integer=True))
        if axis:
            axes.set_ylabel(axis, fontsize=13)

    return axes_chart(title, draw, says, columns=2)


def endings_chart() -> Chart:
    """In which year the simulated wars ended, as a chart; history's war ended in 1697.

    >>> endings_chart().says.startswith("The simulated wars ended in: ")
    True
    """
    ended = endings()
    total = sum(ended.values())
    shares = {
        say("wars-chart.peace", year=year) if year == PEACE else str(year): Fraction(ended[year], total)
        for year in range(min(ended), max(ended) + 1)
    }
    return chances_chart(shares, say("wars-chart.endings"))


class WarsBeside(W.VBox):
    """The simulated wars of the kit beside history: choose what is counted; a chart, and the same in words.

    Args:
        column: what is counted first, one of `chronicle.simulated.COLUMNS`.

    Attributes:
        found: the numbers that are shown.

    Raises:
        BadInput: there is no such column.

    >>> WarsBeside("bourbon_gains").column.value
    'bourbon_gains'
    """

    def __init__(self, column: str = "points", **more: Any) -> None:
        self.found: DataFrame = beside_history(column)
        self.column: W.Dropdown = labelled(
            W.Dropdown, "wars-chart.choose",
            W.Layout(width="auto", max_width="440px", align_self="flex-start"),
            tooltip="wars-chart.choose-tooltip",
            options=[(say(f"wars-chart.column-{_id(name)}"), name) for name in WAR_COLUMNS], value=column,
        )  # fmt: skip
        self.picture: W.HTML = W.HTML()
        self.words: W.HTML = W.HTML()
        super().__init__([W.HTML(STYLE), self.column, self.picture, self.words, KeyboardGuard()], **more)
        self.add_class("ninevears-wars")
        self.column.observe(lambda _: self._show(), "value")
        self._show()

    @property
    def text(self) -> str:
        """What the chart shows, as plain text."""
        return "\n".join([str(self.column.label), *describe_wars(self.found), describe_misses(self.found)])

    def _show(self) -> None:
        name = self.column.value
        self.found = beside_history(name)
        title, axis = say(f"wars-chart.column-{_id(name)}"), say(f"wars-chart.axis-{_id(name)}")
        self.picture.value = wars_chart(self.found, title, axis)._repr_html_()
        self.words.value = wars_html(self.found)


def describe_misses(found: DataFrame) -> str:
    """In which years history lay outside the outer band, as a sentence.

    >>> from pandas import DataFrame
    >>> describe_misses(DataFrame({"10%": [1, 1], "90%": [3, 3], "history": [2, 4]}, index=[1690, 1691]))
    'History lies outside the wide band at the end of 1691.'
    """
    years = outside(found)
    if not years:
        return say("wars-chart.inside")
    return say("wars-chart.outside", years=Message.all_of([str(year) for year in years]))


def wars_html(found: DataFrame) -> str:
    """A sentence on where history lies, and the numbers as a table that folds."""
    shares = [part for part in found.columns if part.endswith("%")]
    heads = [*(say(f"wars-chart.head-{name}") for name in ("year", "history", "wars")), *shares]
    rows = (
        f"<tr><th scope='row'>{year}</th>"
        f"{cells(_number(row[name]) or '–' for name in ('history', 'wars', *shares))}</tr>"
        for year, row in zip(found.index, found.to_dict("records"), strict=True)
    )
    summary = escape(say("wars-chart.numbers"))
    return (
        f"<div class='paper' role='region' aria-live='polite'><p>{escape(describe_misses(found))}</p>"
        f"<details><summary>{summary}</summary><div class='rows'>{table(heads, rows)}</div></details></div>"
    )
