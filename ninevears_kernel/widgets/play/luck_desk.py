"""The luck desk: how lucky each side of a war was, roll by roll, apart from what was chosen."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say, shown
from ...input_bounds import check_log
from ...nine_years.atlas.own_names import named_anew
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log
from ...umpire.luck.luck import LuckReport, LuckRow, luck_of
from ...umpire.luck.luck_report import chart, row_says, sentences, signed, to_csv, totals
from ..parts import desk_parts as parts
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.keyboard import KeyboardGuard
from ..parts.tables import items
from ..parts.upload import FileButton
from ..parts.word_table import WordTable

MOST_ROWS = 150
"""Rows of the table that are shown; the file has all of them."""
ALL, NOBODY = "", "nobody"
AS_A_TABLE = ("luck.total", "luck.total-cards")
"""Sentences of the report that stand in the table of totals."""
SORTS = ("order", "luckiest", "unluckiest", "rarest")


def chance_of(row: LuckRow) -> Fraction:
    """The probability of the result that came."""
    return next(chance for rank, chance in row.chances if rank == row.rank)


class LuckDesk(W.VBox):
    """Tells how lucky each side of a war was.

    Args:
        source: a game, or the text of its log.

    Attributes:
        report: what was found, or None.

    >>> desk = LuckDesk(Game.new(7))
    >>> desk.count().rows
    ()
    """

    def __init__(self, source: Game | str | None = None, **more: Any) -> None:
        self.report: LuckReport | None = None
        self._game = source if isinstance(source, Game) else None
        self._seen = (0, 0)
        self.text: W.Textarea = parts.desk_field(
            W.Textarea, "luck-desk.log",
            hint="luck-desk.log-hint",
            value=source if isinstance(source, str) else "" if self._game is None else self._game.log, rows=7,
        )  # fmt: skip
        self.upload: FileButton = parts.upload(
            "luck-desk.upload", "luck-desk.upload-tooltip", ".log,.txt", self.lay, self._complain
        )
        self.count_button: BackgroundJob = BackgroundJob(
            "luck-desk.count", "luck-desk.count-tooltip", self._work, self._found, "luck-desk.worked"
        )
        self.error: W.HTML = W.HTML()
        self.told: W.HTML = W.HTML()
        self.chart: W.HTML = W.HTML()
        every, nobody = (say("luck-desk.every-side"), ALL), (say("luck.nobody"), NOBODY)
        options = {
            "side": [every, *((shown(side), side) for side in SIDES), nobody],
            "kind": [(say("luck-desk.every-kind"), ALL)],
            "sort": [(say(f"luck-desk.sort-{name}"), name) for name in SORTS],
        }
        narrow = W.Layout(width="auto", max_width="26em")
        self.side: W.Dropdown
        self.kind: W.Dropdown
        self.sort: W.Dropdown
        self.side, self.kind, self.sort = (
            parts.desk_field(W.Dropdown, f"luck-desk.{name}", layout=narrow, options=found)
            for name, found in options.items()
        )
        self.totals: W.HTML = W.HTML()
        self.table: W.HTML = W.HTML()
        self.exports: W.HTML = W.HTML()
        self.found: W.VBox = W.VBox(
            [
                self.told, self.chart, parts.heading("luck-desk.totals", "luck-desk.totals-means"),
                self.totals, parts.heading("luck-desk.rolls", "luck-desk.rolls-means"),
                parts.row(self.side, self.kind, self.sort), self.table, self.exports,
            ]
        )  # fmt: skip
        self.found.layout.display = "none"
        top = [W.HTML(parts.STYLE), self.text, self.upload, self.count_button, self.error]
        super().__init__([*top, self.found, KeyboardGuard()], **more)
        self.add_class("ninevears-games")
        for field in (self.side, self.kind, self.sort):
            field.observe(lambda _: self._list(), "value")

    def lay(self, log: str) -> None:
        """Lays another log on the desk; what was found in the last is taken away."""
        self.text.value = log
        self.error.value = ""
        self.report = None
        self.found.layout.display = "none"

    def count(self) -> LuckReport | None:
        """Counts the luck of the war; None, and a sentence on the desk, when its log cannot be read."""
        try:
            report = self._work(lambda count, of: None, lambda: False)
        except NinevearsError as error:
            self._complain(error)
            return None
        self._found(report)
        return report

    @property
    def rows(self) -> list[LuckRow]:
        """The rows of the table, as they are filtered and sorted."""
        if self.report is None:
            return []
        side, kind = self.side.value, self.kind.value
        rows = [
            row
            for row in self.report.rows
            if kind in (ALL, None, row.kind) and (side == ALL or side == (row.side or NOBODY))
        ]
        match self.sort.value:
            case "luckiest":
                rows.sort(key=lambda row: -row.luck)
            case "unluckiest":
                rows.sort(key=lambda row: row.luck)
            case "rarest":
                rows.sort(key=chance_of)
        return rows

    # ---- within

    def _work(self, progress: Progress, stop: Stop) -> LuckReport:
        self.error.value = ""
        text = self.text.value
        check_log(text)
        if self._game is None or self._game.log != text:
            self._game = read_log(text)

        def seen(count: int, of: int) -> None:
            self._seen = (count, of)
            progress(count, of)

        self._seen = (0, len(self._game))
        return luck_of(self._game, progress=seen, stop=stop)

    def _found(self, report: LuckReport) -> None:
        self.report = report
        title = self._game.remarks.get("title", "") if self._game is not None else ""
        described = [str(sentence) for sentence in sentences(report) if sentence.id not in AS_A_TABLE]
        count, of = self._seen
        if count < of:
            described.insert(0, say("luck-desk.stopped", count=count, of=of))
        heading = escape(say("luck-desk.found"))
        self.told.value = (
            f"<div class='paper' role='status'><b>{heading}</b><ul>{items(described)}</ul></div>"
        )
        self.totals.value = _totals_html(report)
        look = "background:#fff;max-width:720px;overflow-x:auto"
        drawn = named_anew(chart(report, title))
        self.chart.value = f"<div class='paper' style='{look}'>{drawn}</div>"
        self._list_kinds(report)
        self.exports.value = parts.downloads(
            parts.download("luck.csv", to_csv(report), "luck-desk.download", "text/csv")
        )
        self.found.layout.display = None
        self._list()

    def _list_kinds(self, report: LuckReport) -> None:
        kinds = dict.fromkeys(row.kind for row in report.rows)
        named = [(say(f"luck.kind-{kind}"), kind) for kind in kinds]
        self.kind.options = [(say("luck-desk.every-kind"), ALL), *sorted(named)]
        self.kind.index = 0

    def _list(self) -> None:
        rows = self.rows
        columns = [
            say(f"luck-desk.column-{name}")
            for name in ("when", "side", "what", "dice", "chance", "expected", "luck")
        ]
        cells = [_cells(row) for row in rows[:MOST_ROWS]]
        caption = say("luck-desk.caption", count=len(rows), shown=len(cells))
        table = WordTable(columns, cells, caption)._repr_html_()
        spoken = "".join(f"<li>{escape(str(row_says(row)))}</li>" for row in rows[:MOST_ROWS])
        summary = escape(say("luck-desk.in-words"))
        self.table.value = (
            f"<div class='scrolls' tabindex='0' style='max-height:30em'>{table}</div>"
            f"<details class='paper'><summary>{summary}</summary><ol>{spoken}</ol></details>"
        )

    def _complain(self, error: NinevearsError) -> None:
        self.report = None
        self.found.layout.display = "none"
        self.error.value = parts.trouble(error, say("stepper.refused"))


def _totals_html(report: LuckReport) -> str:
    """What each side risked by kind, and what chance made of it."""
    names = ("side", "total-kind", "times", "total-expected", "came", "luck")
    rows = [
        [
            shown(total.side),
            say(f"luck.kind-{total.kind}"),
            total.rows,
            f"{float(total.expected):.2f}",
            total.came,
            signed(total.luck),
        ]
        for total in totals(report)
    ]
    return str(WordTable([say(f"luck-desk.column-{name}") for name in names], rows)._repr_html_())


def _cells(row: LuckRow) -> list[Any]:
    chance, faces = chance_of(row), " ".join(map(str, row.faces))
    return [
        say("log.heading", year=row.year, phase=row.phase),
        shown(row.side) if row.side else say("luck.nobody"),
        say("luck-desk.what", what=row.what, clause=row.clause_id),
        say("luck-desk.needed", faces=faces, needed=row.needed) if row.needed else faces,
        say("luck-desk.chance", exact=str(chance), percent=f"{float(chance) * 100:.1f}"),
        say("luck-desk.came", came=row.came, expected=f"{float(row.expected):.2f}"),
        signed(row.luck) if row.side else say("luck.not-counted"),
    ]
