"""The teacher's page: the files that a class hands in are read, and what most got wrong is shown."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ...teaching.class_summary import ClassSummary, class_of, table_csv
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.desk_parts import STYLE, download, downloads
from ..parts.fields import button
from ..parts.upload import FileButton

MOST_ROWS = 10
"""So many rows of a table are shown; its file has them all."""
TABLES = {
    "clauses": "class.clauses",
    "wrong_answers": "class.wrong-answers",
    "guesses": "class.guesses",
    "checks": "class.checks",
    "moments": "class.moments",
    "by_student": "class.by-student",
}
"""The tables of a class, and what stands over each."""
INSIDE = ("kind", "prediction")
"""Columns of names for programs: the column beside says it in words."""
LOOK = """<style>
.ninevears-class table { border-collapse: collapse; font-size: 14px; color: var(--jp-ui-font-color1, #222); }
.ninevears-class :is(th, td) { text-align: left; vertical-align: top; padding: 3px 14px 3px 0; }
.ninevears-class th { font-weight: 600; border-bottom: 1px solid #8b7346; }
</style>"""


class ClassFiles(Composed):
    """Takes the progress files that students have downloaded, several at once, and sums them up.

    Nothing is kept: when the page is closed, the files are gone from it.

    Attributes:
        summary: the class as far as it was handed in.

    >>> page = ClassFiles()
    >>> page.add([("notes.txt", b"no progress")])
    >>> [one.file for one in page.summary.bad_files]
    ['notes.txt']
    """

    def __init__(self, **more: Any) -> None:
        self._files: list[tuple[str, bytes]] = []
        self.summary: ClassSummary = class_of([])
        self.open_button: FileButton = FileButton("class.open", "class.open-tooltip", ".jsonl", multiple=True)
        self.clear_button: W.Button = button("class.clear", "class.clear-tooltip", self.clear)
        self.open_button.observe(self._opened, "value")
        self.said: W.HTML = W.HTML()
        self.shown: W.HTML = W.HTML()
        row = W.HBox(
            [self.open_button, self.clear_button], layout=W.Layout(flex_flow="row wrap", align_items="center")
        )
        super().__init__([W.HTML(STYLE + LOOK), row, self.said, self.shown], **more)
        for name in ("ninevears-games", "ninevears-class"):
            self.add_class(name)
        self._show()
        made_in_this_cell(self)

    def add(self, files: list[tuple[str, bytes]]) -> None:
        """Reads files together with those that are there already.

        Args:
            files: each by its name, and what it holds.
        """
        self._files += files
        self.summary = class_of(self._files)
        self._show()

    def clear(self) -> None:
        """Begins again, with no file."""
        self._files = []
        self.add([])

    def _opened(self, change: Any) -> None:
        if change["new"]:
            self.add([(file["name"], file["content"]) for file in change["new"]])

    def _show(self) -> None:
        found = self.summary
        self.clear_button.disabled = not self._files
        if not self._files:
            self.said.value = f"<p class='means'>{escape(say('class.none-yet'))}</p>"
            self.shown.value = ""
            return
        bad = [say("class.skipped", file=one.file, why=one.why) for one in found.bad_files]
        items = "".join(f"<li>⚠ {escape(one)}</li>" for one in (*bad, *found.warnings))
        self.said.value = (
            f"<div class='paper' role='status'><b>{escape(say('class.students', count=len(found.students)))}"
            f"</b>{f'<ul>{items}</ul>' if items else ''}</div>"
        )
        self.shown.value = _shown(found) if found.students else ""


def _shown(found: ClassSummary) -> str:
    """The chart and the tables, with links that save them, as HTML."""
    parts, links = [f"<div class='paper'>{found.chart()}</div>"], []
    for name, heading in TABLES.items():
        table = getattr(found, name)
        if not len(table):
            continue
        links.append(download(f"{name.replace('_', '-')}.csv", table_csv(table), heading, "text/csv"))
        cut = say("class.first-rows", count=MOST_ROWS) if len(table) > MOST_ROWS else ""
        parts.append(
            f"<h3>{escape(say(heading))}</h3>{f'<p class=means>{escape(cut)}</p>' if cut else ''}"
            f"<div class='scrolls'>{_table(table.head(MOST_ROWS))}</div>"
        )
    return f"{''.join(parts)}<p>{escape(say('class.save'))} {downloads(*links)}</p>"


def _table(table: Any) -> str:
    """Rows of a table as HTML: shares in per cent, nothing where nothing is known."""
    inside = {say(f"class.column-{name}") for name in INSIDE}
    shown = [place for place, head in enumerate(table.columns) if head not in inside]

    def row(tag: str, cells: Iterable[Any]) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(_cell(one))}</{tag}>' for one in cells)}</tr>"

    heads = row("th", (table.columns[place] for place in shown))
    rows = (row("td", (values[place] for place in shown)) for values in table.values.tolist())
    return f"<table>{heads}{''.join(rows)}</table>"


def _cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    return f"{value:.0%}" if isinstance(value, float) else str(value)
