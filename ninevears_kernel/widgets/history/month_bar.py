"""The months of a war in the browser: a slider over bars that say how much happened, and a play button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anywidget
from traitlets import Bool, Dict, Int, List, Unicode, validate

from ...core.messages import say
from ..parts.front import front
from ..parts.theme import style

PACES = {"slow": 2400, "walking": 1200, "fast": 500}
"""Milliseconds that a month is shown at least, by the name of the pace."""
STYLE = style("month_bar")


class MonthBar(anywidget.AnyWidget):
    """A slider over months.

    Args:
        months: what each is called.
        years: the years, each of twelve months.
        value: the place of the first that is shown.

    Attributes:
        value: the place of the month that is chosen.
        shown: of the one that is drawn: whoever draws it sets this, and only then a play goes on.
        playing: whether it goes on by itself.
        pause: milliseconds from month to month.
        counts: for each month how much happened in it.
    """

    _esm = front("month_bar.js")
    months: List[str] = List(Unicode()).tag(sync=True)
    years: List[int] = List(Int()).tag(sync=True)
    counts: List[int] = List(Int()).tag(sync=True)
    value = Int().tag(sync=True)
    shown = Int().tag(sync=True)
    playing = Bool().tag(sync=True)
    pause = Int(PACES["walking"]).tag(sync=True)
    words = Dict().tag(sync=True)

    def __init__(self, months: Sequence[str], years: Sequence[int], value: int, **more: Any) -> None:
        words: dict[str, Any] = {
            name: say(f"months.{name}")
            for button in ("back", "on", "play", "stop")
            for name in (button, f"{button}-tooltip")
        }
        words |= {"month": say("months.month"), "pace": say("months.pace")}
        words["paces"] = [[say(f"months.pace-{name}"), pause] for name, pause in PACES.items()]
        super().__init__(
            months=list(months), years=list(years), counts=[0] * len(months), value=value, shown=value,
            words=words, **more,
        )  # fmt: skip

    @validate("value", "shown")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.months) - 1))

    @validate("pause")
    def _bearable(self, proposal: Any) -> int:
        """No page may ask for a month every moment."""
        return max(min(PACES.values()), min(int(proposal["value"]), max(PACES.values())))
