"""A chart of spans: a bar from a low to a high number, or from a first to a last day, for each thing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import partial
from math import isfinite
from numbers import Real
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ...chronicle.calendars import precision, span
from ...chronicle.sentences import describe_written
from ...core.errors import BadInput
from ...core.messages import Message, say
from .odds_chart import LABEL, LINE, MOST_LINES, PLAIN, ROW, Chart, on_paper
from .theme import INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure
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
PALE = 0.35
"""How strong the part of a bar is in which it began or ended on a day that is not known."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its name, its ends and its group; and of an end whose day is not known, what is written."""

    name: str
    begin: Any
    end: Any
    group: str
    begin_written: str = ""
    end_written: str = ""

    @property
    def is_a_point(self) -> bool:
        """Whether it has no length."""
        return bool(self.begin == self.end)

    @property
    def is_vague(self) -> bool:
        """Whether the day of an end is not known."""
        return bool(self.begin_written or self.end_written)

    @property
    def sure(self) -> tuple[Any, Any] | None:
        """From when to when it lasted for certain; None when that may be no day at all."""
        begin = span(self.begin_written)[1] if self.begin_written else self.begin
        end = span(self.end_written)[0] if self.end_written else self.end
        return (begin, end) if not self.is_vague or begin < end else None


def _bar(row: tuple[Any, ...]) -> Bar:
    """A bar from what was given."""
    (begin, begin_written), (end, end_written) = _read(row[1], last=False), _read(row[2], last=True)
    return Bar(str(row[0]), begin, end, row[3] if len(row) > 3 else "", begin_written, end_written)


def _read(given: Any, last: bool) -> tuple[Any, str]:
    """An end of a bar, and what is written where that may mean any day of a month or year."""
    if not isinstance(given, str):
        return given, ""
    return span(given)[last], "" if precision(given) == "day" else given


def span_chart(spans: Iterable[tuple[Any, ...]], title: str, axis: str = "", points: bool = False) -> Chart:
    """Spans as bars, in the order given, each with its two ends written beside it.

    Args:
        spans: for each bar what it is called, where it begins and where it ends: numbers, or days (dates or
            pandas' timestamps; the last day belongs to the bar), or dates as the chronicle writes them
            (``1690-04``: on a day of that month which is not known; there the bar is pale). A bar of one
            number, from 0 on, begins with None. A fourth entry names the group that the bar is hatched for,
            of three at most.
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
    >>> print(span_chart([("Sligo", "1689-10", "1689-10"), ("Cork", "1690-10-01", "1690-10-08")], "Two").says)
    Two: Sligo some time in October 1689, Cork 1 October 1690 to 8 October 1690.
    """
    bars = [_bar(row) for row in spans]
    if not 1 <= len(bars) <= MOST_BARS:
        raise BadInput("spans", len(bars), Message("expected.between", least=1, most=MOST_BARS))
    for bar in bars:
        _check(bar, bars[0].end)
        if bar.begin is not None and bar.end < bar.begin:
            raise BadInput(bar.name, _end(bar.end), Message("expected.end-later", begin=_end(bar.begin)))
    groups = list(dict.fromkeys(bar.group for bar in bars))
    if len(groups) > len(LOOKS):
        raise BadInput("groups", len(groups), Message("expected.between", least=1, most=len(LOOKS)))
    heading = say("span-chart.heading", title=title, axis=axis) if axis else title
    says = say("chart.says", title=heading, rows=[_describe(bar) for bar in bars])
    return Chart(_svg(heading, bars, groups, points, says), says)


def _check(bar: Bar, model: Any) -> None:
    """Refuses what is neither number nor day, and days among numbers."""
    days = isinstance(model, date)
    for value in (bar.end, bar.begin):
        known = isinstance(value, date) if days else isinstance(value, Real) and isfinite(value)
        if (not known or value != value) and not (value is None and value is bar.begin and not days):
            expected = Message("expected.span-day" if days else "expected.span-number")
            raise BadInput(bar.name, str(value), expected)


def _end(value: Any) -> str:
    """One end of a span as people write it."""
    if hasattr(value, "year"):
        return f"{value.day} {value:%B} {value.year}"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _both(bar: Bar) -> str:
    if bar.is_vague and bar.begin_written == bar.end_written:
        return say("frame.some-time-in", when=describe_written(bar.end_written))
    if bar.begin is None or bar.is_a_point:
        return _end(bar.end)
    begin = describe_written(bar.begin_written) or _end(bar.begin)
    return say("span-chart.both", begin=begin, end=describe_written(bar.end_written) or _end(bar.end))


def _describe(bar: Bar) -> str:
    if bar.group:
        return say("span-chart.told-of", name=bar.name, group=bar.group, span=_both(bar))
    return say("span-chart.told", name=bar.name, span=_both(bar))


def _beside(bar: Bar) -> str:
    """What stands beside a bar: of days without the year, which the axis has."""
    if not hasattr(bar.end, "year"):
        return _both(bar)
    first, last = (
        f"{day.day} {day:%b}" if not written else f"{day:%b}" if precision(written) == "month" else written
        for day, written in ((bar.begin, bar.begin_written), (bar.end, bar.end_written))
    )
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


def _svg(heading: str, bars: list[Bar], groups: list[str], points: bool, says: str) -> str:
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    days, vague = hasattr(bars[0].end, "year"), any(bar.is_vague for bar in bars)
    labels = ["\n".join(wrap(bar.name, LABEL, max_lines=MOST_LINES, placeholder=" …")) for bar in bars]
    row = ROW + LINE * max(label.count("\n") for label in labels)
    legend = LINE * 2 * (any(groups) + vague)
    begins = [_at(bar.begin) for bar in bars]
    ends = [_at(bar.end, last=True) for bar in bars]
    reach = max(ends) - (min(begins) if days else min(0.0, *begins)) or 1.0

    def draw(figure: Figure) -> None:
        axes = figure.subplots(subplot_kw={"facecolor": "none"})
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(INK)
        axes.grid(axis="x", color="#c9b98f", linewidth=0.8)
        axes.set_axisbelow(True)
        for place, (bar, begin, end) in enumerate(zip(bars, begins, ends, strict=True)):
            group = groups.index(bar.group)
            if points and bar.is_a_point:
                axes.plot([(begin + end) / 2], [place], **_mark(group))
            else:
                look = LOOKS[group] if any(groups) else PLAIN  # no group, and so the colour of no side
                add = partial(axes.barh, y=place, height=LINE / row, **look)
                if bar.is_vague:
                    add(width=end - begin, left=begin, alpha=PALE, linestyle="--")
                if bar.sure:
                    first, last = _at(bar.sure[0]), _at(bar.sure[1], last=True)
                    add(width=max(last - first, reach / 200), left=first)
            axes.annotate(
                _beside(bar), (end, place), xytext=(8, 0),
                textcoords="offset points", va="center", fontsize=12, annotation_clip=False,
            )  # fmt: skip
        axes.set_yticks(range(len(bars)), labels, ma="left", va="center")
        axes.tick_params(length=0, labelcolor=INK)
        axes.set_ylim(len(bars) - 0.5, -0.65)
        low = min(begins) - reach / 40 if days else min(0.0, *begins)
        axes.set_xlim(low, max(ends) + reach * 0.28)
        if days:
            locator = AutoDateLocator(minticks=3, maxticks=6)
            axes.xaxis.set_major_locator(locator)
            axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))
        else:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
            axes.locator_params(axis="x", nbins=5)
        named = [place for place, group in enumerate(groups) if group]
        keys: list[Any] = [
            (Patch(**LOOKS[place]), Line2D([], [], **_mark(place))) if points else Patch(**LOOKS[place])
            for place in named
        ]
        meanings = [groups[place] for place in named]
        if vague:
            keys.append(Patch(**((LOOKS[0] if any(groups) else PLAIN) | {"alpha": PALE, "linestyle": "--"})))
            meanings.append(say("span-chart.day-unknown"))
        if keys:
            figure.legend(
                keys, meanings, handler_map={tuple: HandlerTuple(ndivide=None)},
                loc="outside lower left", ncols=2 if vague else 3, frameon=False, fontsize=12,
            )  # fmt: skip

    return on_paper(heading, draw, says, row * len(bars) + 74 + legend)
