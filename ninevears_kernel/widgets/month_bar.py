"""The months of a war in the browser: a slider over bars that say how much happened, and a play button."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Bool, Dict, Int, List, Unicode, validate

from ..core.messages import say

FRONT = Path(__file__).with_name("front") / "month_bar.js"
PACES = {"slow": 2400, "walking": 1200, "fast": 500}
"""Milliseconds that a month is shown at least, by the name of the pace."""
STYLE = """<style>
.ninevears-months { color: var(--jp-ui-font-color1, #1c1c1c); font-size: 14px; margin: 2px 0; width: auto; }
.ninevears-months .row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.ninevears-months button, .ninevears-months select { font: inherit; color: inherit; min-height: 30px;
  background: var(--jp-layout-color2, #eee); border: 1px solid var(--jp-border-color1, #8f8f8f);
  border-radius: 3px; padding: 2px 10px; cursor: pointer; }
.ninevears-months button[aria-disabled=true] { border-style: dashed; cursor: default; opacity: .75; }
.ninevears-months .now { font-size: 19px; font-weight: 600; margin-left: auto; }
.ninevears-months .track { margin-top: 4px; }
.ninevears-months .slider { display: block; width: 100%; margin: 0; height: 26px; cursor: pointer;
  accent-color: var(--jp-brand-color1, #1d4e6b); }
.ninevears-months .bars { display: flex; align-items: flex-end; height: 26px; padding: 0 8px; }
.ninevears-months .bars i { flex: 1 1 0; background: var(--jp-ui-font-color2, #555); opacity: .55;
  margin: 0 .5px; min-height: 1px; }
.ninevears-months .bars i.here { opacity: 1; background: var(--jp-brand-color1, #1d4e6b);
  outline: 1px solid currentColor; }
.ninevears-months .years { display: flex; padding: 0 8px; font-size: 12px; }
.ninevears-months .years span { flex: 1 1 0; border-left: 1px solid var(--jp-border-color1, #8f8f8f);
  padding-left: 3px; overflow: hidden; }
.ninevears-months :focus-visible { outline: 3px solid var(--jp-brand-color1, #1d4e6b); outline-offset: 1px; }
</style>"""


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

    # the text: a path would be watched for as long as the widget is there
    _esm = FRONT.read_text(encoding="utf-8")
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
