"""A chart of spans: a bar from a low to a high number, or from a first to a last day, for each thing told."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from io import StringIO
from math import isfinite
from numbers import Real
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput
from ..core.messages import Message, say
from .odds_chart import LABEL, LINE, MATPLOTLIB, MOST_LINES, ROW, TITLE, WIDTH, Chart, on_paper
from .page_look import INK

if TYPE_CHECKING:
    from pandas import Timestamp

MOST_BARS = 40
LOOKS: tuple[dict[str, Any], ...] = (
    {"facecolor": "#5a7fb0", "edgecolor": "#2c5687"},
    {"facecolor": "#d8a657", "edgecolor": "#7a5410", "hatch": "////"},
    {"facecolor": "#b9c6a4", "edgecolor": "#4d5c36", "hatch": "...."},
)
"""How the bars of the first, second and third group look: by hatching as well as by colour."""
MARKS = "Dos"
"""The points of the three groups."""


def span_chart(spans: Iterable[tuple[Any, ...]], title: str, axis: str = "", points: bool = False) -> Chart:
    """Spans as bars, in the order given, each with its two ends written beside it.

    Args:
        spans: for each bar what it is called, where it begins and where it ends: numbers, or days (dates or
            pandas' timestamps; the last day belongs to the bar). A bar of one number, from 0 on, begins with
            None. A fourth entry names the group that the bar is hatched for, of three at most.
        title: stands over the chart.
        axis: what is measured, in a word or two.
        points: marks a span without length as a point, and not as a thin bar.

    Raises:
        BadInput: there is nothing to draw, or too much; a bar ends before it begins, an end of it is not
            known, or it has days where others have numbers.

    >>> print(span_chart([("Boyne", 500, 750), ("Aughrim", 1700, 3000)], "Lost by the attacker", "men").says)
    Lost by the attacker (men): Boyne 500 to 750, Aughrim 1,700 to 3,000.
    >>> print(span_chart([("trenches", date(1692, 5, 30), date(1692, 6, 4))], "Namur").says)
    Namur: trenches 30 May 1692 to 4 June 1692.
    """
    rows = [(str(row[0]), row[1], row[2], row[3] if len(row) > 3 else "") for row in spans]
    if not 1 <= len(rows) <= MOST_BARS:
        raise BadInput("spans", len(rows), Message("expected.between", least=1, most=MOST_BARS))
    for name, begin, end, _ in rows:
        _check(name, begin, end, rows[0][2])
        if begin is not None and end < begin:
            raise BadInput(name, _end(end), Message("expected.end-later", begin=_end(begin)))
    groups = list(dict.fromkeys(group for *_, group in rows))
    if len(groups) > len(LOOKS):
        raise BadInput("groups", len(groups), Message("expected.between", least=1, most=len(LOOKS)))
    told = [_told(name, begin, end, group) for name, begin, end, group in rows]
    heading = say("span-chart.heading", title=title, axis=axis) if axis else title
    says = say("chart.says", title=heading, rows=told)
    return Chart(_svg(heading, rows, groups, points, says), says)


def _check(name: str, begin: Any, end: Any, model: Any) -> None:
    """Refuses what is neither number nor day, and days among numbers."""
    days = isinstance(model, date)
    for value in (end, begin):
        known = isinstance(value, date) if days else isinstance(value, Real) and isfinite(value)
        if (not known or value != value) and not (value is None and value is begin and not days):
            raise BadInput(name, str(value), Message("expected.span-day" if days else "expected.span-number"))


def _end(value: Any) -> str:
    """One end of a span as people write it."""
    if hasattr(value, "year"):
        return f"{value.day} {value:%B} {value.year}"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _both(begin: Any, end: Any) -> str:
    return (
        _end(end)
        if begin is None or begin == end
        else say("span-chart.both", begin=_end(begin), end=_end(end))
    )


def _told(name: str, begin: Any, end: Any, group: str) -> str:
    both = _both(begin, end)
    if group:
        return say("span-chart.told-of", name=name, group=group, span=both)
    return say("span-chart.told", name=name, span=both)


def _beside(begin: Any, end: Any) -> str:
    """What stands beside a bar: of days without the year, which the axis has."""
    if not hasattr(end, "year"):
        return _both(begin, end)
    first, last = (f"{day.day} {day:%b}" for day in (begin, end))
    return first if first == last else f"{first} – {last}"


def _at(value: Any, last: bool = False) -> float:
    """Where a value stands on the axis; the last day of a bar ends when it is over."""
    if not hasattr(value, "year"):
        return float(value or 0)
    from matplotlib.dates import date2num

    day: date | Timestamp = value
    return float(date2num(day)) + last


def _mark(group: int) -> dict[str, Any]:
    """How the points of a group look."""
    look = LOOKS[group]
    return {
        "marker": MARKS[group], "linestyle": "", "markersize": 8,
        "markerfacecolor": look["facecolor"], "markeredgecolor": look["edgecolor"],
    }  # fmt: skip


def _svg(
    heading: str, rows: list[tuple[str, Any, Any, str]], groups: list[str], points: bool, says: str
) -> str:
    from matplotlib import rc_context
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
    from matplotlib.figure import Figure
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    days = hasattr(rows[0][2], "year")
    title = fill(heading, TITLE)
    labels = ["\n".join(wrap(row[0], LABEL, max_lines=MOST_LINES, placeholder=" …")) for row in rows]
    row = ROW + LINE * max(label.count("\n") for label in labels)
    legend = LINE * 2 if any(groups) else 0
    height = row * len(rows) + LINE * title.count("\n") + 74 + legend
    begins = [_at(begin) for _, begin, _, _ in rows]
    ends = [_at(end, last=True) for _, _, end, _ in rows]
    reach = max(ends) - (min(begins) if days else min(0.0, *begins)) or 1.0
    drawn = StringIO()
    with rc_context(MATPLOTLIB):
        figure = Figure((WIDTH / 72, height / 72), facecolor="none", layout="constrained")
        figure.suptitle(title, x=0.005, ha="left", fontsize=16, fontweight="bold")
        axes = figure.subplots(subplot_kw={"facecolor": "none"})
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(INK)
        axes.grid(axis="x", color="#c9b98f", linewidth=0.8)
        axes.set_axisbelow(True)
        for place, (begin, end) in enumerate(zip(begins, ends, strict=True)):
            group = groups.index(rows[place][3])
            if points and rows[place][1] == rows[place][2]:
                axes.plot([(begin + end) / 2], [place], **_mark(group))
            else:
                axes.barh(place, max(end - begin, reach / 200), LINE / row, left=begin, **LOOKS[group])
            axes.annotate(
                _beside(rows[place][1], rows[place][2]), (end, place), xytext=(8, 0),
                textcoords="offset points", va="center", fontsize=12, annotation_clip=False,
            )  # fmt: skip
        axes.set_yticks(range(len(rows)), labels, ma="left", va="center")
        axes.tick_params(length=0, labelcolor=INK)
        axes.set_ylim(len(rows) - 0.5, -0.65)
        low = min(begins) - reach / 40 if days else min(0.0, *begins)
        axes.set_xlim(low, max(ends) + reach * 0.28)
        if days:
            locator = AutoDateLocator(minticks=3, maxticks=6)
            axes.xaxis.set_major_locator(locator)
            axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
        else:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
            axes.locator_params(axis="x", nbins=5)
        if any(groups):
            named = [place for place, group in enumerate(groups) if group]
            keys: list[Any] = [
                (Patch(**LOOKS[place]), Line2D([], [], **_mark(place))) if points else Patch(**LOOKS[place])
                for place in named
            ]
            figure.legend(
                keys, [groups[place] for place in named], handler_map={tuple: HandlerTuple(ndivide=None)},
                loc="outside lower left", ncols=3, frameon=False, fontsize=12,
            )  # fmt: skip
        figure.savefig(drawn, format="svg")
    return on_paper(drawn.getvalue(), height, says)
