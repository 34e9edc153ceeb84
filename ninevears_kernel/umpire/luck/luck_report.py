"""The luck of a game for people: sentences, a table for pandas, and a chart of it as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from ...core.messages import Message, say, shown
from ...core.tables import csv_text
from ...nine_years.atlas.own_names import with_own_names
from ...nine_years.components.sides import SIDES, Side
from ...typefaces import SERIF, WIDE_SERIF
from .luck import LuckReport, LuckRow
from .luck_of_cards import Measure

if TYPE_CHECKING:
    from pandas import DataFrame

MEASURES: tuple[Measure, ...] = ("dice", "actions", "events")
CARDS = ("dealt", "drawn")
"""Kinds of rows that nobody chose."""
COLOURS: dict[Side, tuple[str, str, str]] = {
    "Bourbon": ("#1f4e9c", "o", "-"),
    "Alliance": ("#b3541e", "s", "--"),
}
"""Of each side's line the colour, the mark and the stroke: different without colour too."""


@dataclass(frozen=True, slots=True)
class Total:
    """All throws or draws of one kind that count for a side: what it risked, and what chance made of it.

    Attributes:
        side, kind: whose, and of what kind.
        rows: how many.
        expected: what they would have brought on the average, in pieces of the game: this was chosen.
        came: what they brought.
        luck: the sum of their luck, in their measure: this was chance.
    """

    side: Side
    kind: str
    rows: int
    expected: Fraction
    came: int
    luck: Fraction


def totals(report: LuckReport) -> tuple[Total, ...]:
    """The throws and draws of each side by kind; those of which nobody is known to gain are left out."""
    found: dict[tuple[Side, str], list[LuckRow]] = {}
    for row in report.rows:
        if row.side is not None:
            found.setdefault((row.side, row.kind), []).append(row)
    return tuple(
        Total(
            *(side, kind, len(rows), sum((row.expected for row in rows), Fraction(0))),
            *(sum(row.came for row in rows), sum((row.luck for row in rows), Fraction(0))),
        )
        for (side, kind), rows in sorted(
            found.items(), key=lambda item: (SIDES.index(item[0][0]), item[0][1])
        )
    )


def signed(value: Fraction | float) -> str:
    """A number with its sign and two places.

    >>> signed(Fraction(2, 3)), signed(Fraction(-1, 8))
    ('+0.67', '-0.12')
    """
    return f"{float(value):+.2f}"


def sentences(report: LuckReport) -> tuple[Message, ...]:
    """What the report says: the measure, the luck of each side, what was risked, and what does not count."""
    described = [Message("luck.measure")]
    for measure in MEASURES:
        for side in SIDES:
            found = report.of(side, measure)
            if found.rows:
                described.append(
                    Message(
                        f"luck.side-{measure}",
                        side=side,
                        count=found.rows,
                        luck=signed(found.luck),
                        deviation=f"{found.deviation:.2f}",
                        percentile=f"{float(found.percentile):.1f}",
                    )
                )
    for total in totals(report):
        described.append(
            Message(
                "luck.total-cards" if total.kind in CARDS else "luck.total",
                side=total.side,
                kind=Message(f"luck.kind-{total.kind}"),
                count=total.rows,
                expected=f"{float(total.expected):.2f}",
                came=total.came,
                luck=signed(total.luck),
            )
        )
    if neutral := sum(row.side is None for row in report.rows):
        described.append(Message("luck.neutral", count=neutral))
    if report.settled:
        described.append(Message("luck.settled", count=report.settled))
    if report.unmeasured:
        described.append(Message("luck.unmeasured", count=report.unmeasured))
    return tuple(described)


def row_says(row: LuckRow) -> Message:
    """A throw or a draw in a sentence."""
    chance = next(chance for rank, chance in row.chances if rank == row.rank)
    return Message(
        "luck.row-needed" if row.needed is not None else "luck.row" if row.faces else "luck.row-cards",
        year=row.year,
        what=row.what,
        faces=list(row.faces),
        needed=row.needed,
        came=row.came,
        expected=f"{float(row.expected):.2f}",
        chance=chance,
        luck=signed(row.luck) if row.side else Message("luck.not-counted"),
        side=row.side or Message("luck.nobody"),
        clause=row.clause_id,
    )


COLUMNS = (
    *("year", "phase", "side", "kind", "measure", "clause", "what", "dice", "needed"),
    *("probability", "expected", "came", "luck", "deviation", "counts"),
)
"""The columns of the report as a table."""


def to_csv(report: LuckReport) -> str:
    """The rows as CSV for a spreadsheet."""
    return csv_text(COLUMNS, (_cells(row) for row in report.rows))


def luck_table(report: LuckReport) -> DataFrame:
    """The rows as a pandas table; probabilities and luck are numbers there, exact ones stay in the rows."""
    from pandas import DataFrame

    return DataFrame([_cells(row) for row in report.rows], columns=list(COLUMNS))


def _cells(row: LuckRow) -> list[Any]:
    chance = next(chance for rank, chance in row.chances if rank == row.rank)
    return [
        *(row.year, row.phase, row.side, row.kind, row.measure, row.clause_id, str(row.what)),
        *(" ".join(map(str, row.faces)), row.needed, float(chance), float(row.expected), row.came),
        *(float(row.luck), float(row.variance) ** 0.5, row.side is not None),
    ]


def chart_words(report: LuckReport, title: str = "") -> tuple[str, str]:
    """The title of the chart, and what it shows in words: the text twin."""
    heading = say("luck.chart-title-of", title=title) if title else say("luck.chart-title")
    described = [say("luck.chart-says")]
    for side in SIDES:
        years = ", ".join(f"{year} {signed(luck)}" for year, luck in report.by_year(side).items())
        described.append(say("luck.chart-side", side=side, years=years or say("list.none")))
    return heading, " ".join(described)


def chart(report: LuckReport, title: str = "") -> str:
    """The luck of both sides with dice, summed up by year, as an SVG picture with a title and a description.

    Args:
        report: the luck of a game.
        title: the name of the game; it may hold anything.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    heading, words = chart_words(report, title)
    with rc_context({"font.family": WIDE_SERIF, "svg.hashsalt": "ninevears", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.axhline(0, color="#555555", linewidth=0.8)
        for side in SIDES:
            sums = report.by_year(side)
            colour, mark, stroke = COLOURS[side]
            years = [min(sums, default=1688) - 1, *sums]
            lucks = [0.0, *(float(luck) for luck in sums.values())]
            axes.plot(years, lucks, stroke, color=colour, marker=mark, label=shown(side))
        axes.set_title(heading, parse_math=False)
        axes.set_xlabel(say("luck.chart-year"))
        axes.set_ylabel(say("luck.chart-luck"))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend()
        drawn = StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    svg = drawn.getvalue().replace(f"'{WIDE_SERIF}'", SERIF)
    start = svg.index("<svg")
    end = svg.index(">", start)
    described = f"<title>{escape(heading)}</title><desc>{escape(words)}</desc>"
    return with_own_names(f'{svg[start:end]} role="img">{described}{svg[end + 1 :]}')
