"""The events of the war on a line of time: a chart with a lane for each theatre, the same in words and as a
table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from ..core.messages import say
from ..nine_years.atlas.own_names import named_anew, with_own_names
from ..nine_years.atlas.palette import THEMES
from ..nine_years.components.sides import SIDES
from ..typefaces import SERIF, chart_look
from .calendars import span
from .happenings import KINDS, MONTHS, THEATRES, Happening, chosen, happenings
from .sentences import describe_outcome, when

if TYPE_CHECKING:
    from pandas import DataFrame

SIGNS = dict(zip(KINDS, ("X", "s", "^", ">", "v", "D", "P", "o"), strict=True))
"""The mark of each kind."""
COLOURS = {"Bourbon": THEMES["light"]["bourbon"], "Alliance": THEMES["light"]["alliance"], "": "#4a4036"}
EDGES = {"Bourbon": "solid", "Alliance": "dashed", "": "dotted"}
PAPER, INK = THEMES["light"]["paper"], THEMES["light"]["ink"]
WIDTH, LANE, AROUND, LEAST = 900, 62, 150, 680
"""In pixels: the chart, a lane, what stands around them, and the least width at which it can be read."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Events on a line of time; it shows itself in a notebook.

    Attributes:
        events: the events, in the order of their days.
        svg: the chart.
        says: the chart in words.
    """

    events: tuple[Happening, ...]
    svg: str
    says: str

    def table(self) -> DataFrame:
        """The events as a table, a row for each, in words."""
        from pandas import DataFrame

        names = ("when", "event", "kind", "theatre", "result")
        rows = [
            (
                when(one), one.name, say(f"frame.kind-{one.kind}"), say(f"frame.theatre-{one.theatre}"),
                describe_outcome(one) if one.row["result"] else "",
            )
            for one in self.events
        ]  # fmt: skip
        index = [one.id for one in self.events]
        return DataFrame(rows, columns=[say(f"timeline.column-{name}") for name in names], index=index)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # On a telephone it is moved sideways: shrunk to its width nobody could read it.
        chart = f"<div style='min-width:{LEAST}px;max-width:{WIDTH}px'>{named_anew(self.svg)}</div>"
        return {
            "text/html": f"<div style='overflow-x:auto' tabindex='0'>{chart}</div>",
            "text/plain": self.says,
        }


def timeline_chart(
    theatres: Collection[str] | str | None = None,
    kinds: Collection[str] | str | None = None,
    commander: str | None = None,
) -> Timeline:
    """The events of the war on a line of time.

    Args:
        theatres: the theatres whose events to show; None: all.
        kinds: the kinds of event to show; None: all.
        commander: the id of somebody whose events to show; None: everybody's.

    Raises:
        UnknownName: there is no such theatre, kind or person.

    >>> found = timeline_chart("ireland", "battle")
    >>> found.says.splitlines()[1][:8], "<svg" in found.svg
    ('Ireland:', True)
    """
    events = happenings(chosen(theatres, kinds, commander))
    says = _says(events)
    return Timeline(events, _svg(events, says), says)


def _says(events: Sequence[Happening]) -> str:
    lines = [say("timeline.title")]
    for theatre in THEATRES:
        years = Counter(max(one.begin.year, 1688) for one in events if one.theatre == theatre)
        if years:
            year, most = years.most_common(1)[0]
            lines.append(
                say(
                    "timeline.says",
                    theatre=say(f"frame.theatre-{theatre}"),
                    count=years.total(),
                    year=str(year),
                    most=most,
                )
            )
    return "\n".join(lines if len(lines) > 1 else [*lines, say("timeline.nothing")])


def _svg(events: Sequence[Happening], says: str) -> str:
    # Matplotlib takes its time to import.
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    lanes = [theatre for theatre in THEATRES if any(one.theatre == theatre for one in events)]
    height = LANE * max(1, len(lanes)) + AROUND
    look: dict[Any, Any] = {
        **chart_look(SERIF),
        "font.size": 11,
        "text.color": INK,
        "text.parse_math": False,
        "svg.fonttype": "path",
        "svg.hashsalt": "ninevears",
    }
    drawn = StringIO()
    with rc_context(look):
        figure = Figure((WIDTH / 72, height / 72), facecolor=PAPER, layout="constrained")
        figure.suptitle(say("timeline.title"), x=0.01, ha="left", fontweight="bold")
        axes = figure.subplots(subplot_kw={"facecolor": PAPER})
        kinds = [kind for kind in KINDS if any(one.kind == kind for one in events)]
        for one in events:
            # the kinds of a lane lie beside each other, so that one can count them
            off = (KINDS.index(one.kind) - (len(KINDS) - 1) / 2) / (len(KINDS) + 1.5)
            at, side = lanes.index(one.theatre) + off, one.side or ""
            start, end = _day(one.begin), _day(one.end)
            axes.plot([start, end], [at, at], color=COLOURS[side], lw=2, ls=EDGES[side], alpha=0.7)
            axes.plot(
                [start], [at], SIGNS[one.kind], ms=6, mfc=COLOURS[side] if side == "Bourbon" else PAPER,
                mec=COLOURS[side], mew=1.4,
            )  # fmt: skip
        axes.set_xlim(_day(span(MONTHS[0])[0]), _day(span(MONTHS[-1])[1]) + 0.003)
        axes.set_xticks(range(1688, 1698), [str(year) for year in range(1688, 1698)], ha="left")
        axes.set_yticks(range(len(lanes)), [say(f"frame.theatre-{theatre}") for theatre in lanes])
        axes.set_ylim(max(len(lanes), 1) - 0.45, -0.55)
        axes.tick_params(length=0, labelcolor=INK)
        axes.grid(axis="x", color=INK, alpha=0.25)
        for lane in range(len(lanes) - 1):
            axes.axhline(lane + 0.5, color=INK, alpha=0.25, lw=0.8)
        axes.spines[:].set_visible(False)
        keys = [
            Line2D([], [], marker=SIGNS[kind], ls="", mfc=PAPER, mec=INK, label=say(f"frame.kind-{kind}"))
            for kind in kinds
        ]
        keys += [
            Line2D(
                [], [], marker="o", mfc=COLOURS[side] if side == "Bourbon" else PAPER, mec=COLOURS[side],
                ls=EDGES[side], color=COLOURS[side], label=say(f"timeline.by-{side or 'nobody'}"),
            )
            for side in (*SIDES, "")
        ]  # fmt: skip
        figure.legend(handles=keys, loc="outside lower left", ncols=4, frameon=False, fontsize=10)
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    text = drawn.getvalue()
    head, rest = text[text.index("<svg") :].split(">", 1)
    head = re.sub(r'(width|height)="[^"]*"', lambda found: 'width="100%"' * (found[1] == "width"), head)
    described = escape(says.replace("\n", " "))
    return with_own_names(
        f'{head} role="img" style="max-width:{WIDTH}px"><title>{escape(say("timeline.title"))}</title>'
        f"<desc>{described}</desc>{rest}"
    )


def _day(day: date) -> float:
    """A day as a part of its year."""
    first = date(day.year, 1, 1)
    return day.year + (day - first).days / (date(day.year + 1, 1, 1) - first).days
