"""A war played on from a January of history: choose the year, see the map, let the computer play."""

from __future__ import annotations

from typing import Any

import ipywidgets as W

from ...chronicle.armies_from_history import FIRST
from ...chronicle.scenario_from_history import LAST, position_from_history, simulate_from
from ...chronicle.wars_beside import points_from
from ...core.messages import say
from ...nine_years.components.position import Position
from ...play.match import WarRecord
from ...play.simulation import SEED_STEP, summary
from ..map.war_map import WarMap
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.tables import items
from .wars_chart import STYLE, wars_chart, wars_html

MANY = (5, 10, 20)
SEED = 1688


class FromHistory(Composed):
    """A January of history on the map, and the wars that the computer plays on from it, beside history.

    Args:
        year: the January that is shown first, 1689 to 1697.
        wars: how many are played at a press, one of `MANY`.
        height: of the map, in CSS.

    Attributes:
        position: the position of that January, to play on with `WarTable`.
        records: the wars that were played from it.

    Raises:
        BadInput: no such year.

    >>> desk = FromHistory(1693)
    >>> desk.position.controller("Namur"), len(desk.records)
    ('Bourbon', 0)
    """

    def __init__(self, year: int = 1693, wars: int = 10, height: str = "480px", **more: Any) -> None:
        self.position: Position = position_from_history(year)
        self.records: list[WarRecord] = []
        self.year: W.Dropdown = labelled(
            W.Dropdown, "from-history.year", tooltip="from-history.year-tooltip", value=year,
            options=[(say("from-history.january", year=one), one) for one in range(FIRST, LAST + 1)],
        )  # fmt: skip
        self.wars: W.Dropdown = labelled(
            W.Dropdown, "from-history.wars", tooltip="from-history.wars-tooltip", value=wars,
            options=sorted({*MANY, wars}),
        )  # fmt: skip
        self.work: BackgroundJob = BackgroundJob(
            "from-history.play", "from-history.play-tooltip", self._play, self._played, "from-history.told"
        )
        self.picture: W.HTML = W.HTML()
        self.words: W.HTML = W.HTML()
        self.war_map: WarMap = WarMap(self.position, insets=(), height=height)
        wrapped = W.Layout(flex_flow="row wrap", align_items="center")
        parts = [
            W.HTML(STYLE), W.HBox([self.year, self.wars, self.work], layout=wrapped), self.picture,
            self.words, self.war_map, KeyboardGuard(),
        ]  # fmt: skip
        super().__init__(parts, **more)
        self.add_class("ninevears-wars")
        self.year.observe(lambda _: self._year_chosen(), "value")
        made_in_this_cell(self)

    def _year_chosen(self) -> None:
        """Shows another January; wars that were played from the one before are no longer wanted."""
        self.work.stop()
        self.position = self.war_map.position = position_from_history(self.year.value)
        self.records = []
        self.picture.value = self.words.value = ""

    def _play(self, progress: Progress, stop: Stop) -> tuple[int, list[WarRecord]]:
        """The wars, one after the other, so that they can be stopped between two."""
        year, wanted = self.year.value, self.wars.value
        found: list[WarRecord] = []
        for number in range(wanted):
            progress(number, wanted)
            if stop():
                break
            found += simulate_from(year, 1, SEED + number * SEED_STEP)
        return year, found

    def _played(self, result: tuple[int, list[WarRecord]]) -> None:
        year, found = result
        if year != self.year.value or not found:
            return
        self.records = found
        table = points_from(found)
        title = say("from-history.title", count=len(found), year=year)
        self.picture.value = wars_chart(table, title, say("wars-chart.axis-points"))._repr_html_()
        ends = items(describe_ends(found))
        self.words.value = f"{wars_html(table)}<div class='paper'><ul>{ends}</ul></div>"


def describe_ends(records: list[WarRecord]) -> list[str]:
    """How wars ended, a sentence for each winner and level of victory, with how many they were."""
    return [
        say("from-history.ended", winner=row["winner"], level=row["level"], count=row["wars"])
        for row in summary(records).to_dict("records")
    ]
