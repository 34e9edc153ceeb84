"""A table of words and figures, as the kit shows it: plain, readable, everything from outside escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from ...core.messages import shown
from .tables import table
from .theme import SERIF, THEME, paint

# The class stands twice to outweigh JupyterLab's own style of tables.
STYLE = f"""{THEME}<style>
.ninevears-rows-table.ninevears-rows-table {{ border-collapse: collapse; max-width: 62em;
  table-layout: auto;
  font: 14px/1.45 {SERIF}; }}
.ninevears-rows-table.ninevears-rows-table caption {{ text-align: left; font-weight: 600; padding: 6px 0; }}
.ninevears-rows-table.ninevears-rows-table :is(th, td) {{ background: {paint("inset")};
  color: {paint("ink")}; text-align: left; vertical-align: top; padding: 3px 10px;
  border: 1px solid {paint("inset-edge")}; white-space: normal; max-width: none; }}
.ninevears-rows-table.ninevears-rows-table td.number {{ text-align: right;
  font-variant-numeric: tabular-nums; }}
</style>"""


class WordTable:
    r"""A table that shows itself in a notebook.

    Args:
        columns: the names over the columns.
        rows: the cells; numbers stand to the right, truths and lists are said in words.
        caption: what the table is, in a few words.

    >>> table = WordTable(["kind", "points"], [("cavalry", 10)])
    >>> "<td class='number'>10</td>" in table._repr_html_(), table.text
    (True, 'kind | points\ncavalry | 10')
    """

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.rows: tuple[tuple[Any, ...], ...] = tuple(map(tuple, rows))
        self.caption: str = caption

    @property
    def text(self) -> str:
        """The same as plain text."""
        return "\n".join(" | ".join(map(_cell, row)) for row in (self.columns, *self.rows))

    def _repr_html_(self) -> str:
        body = (f"<tr>{''.join(map(_html, row))}</tr>" for row in self.rows)
        return STYLE + table(self.columns, body, self.caption, " class='ninevears-rows-table'")


def _cell(value: Any) -> str:
    return "" if value is None else shown(value)


def _html(value: Any) -> str:
    number = isinstance(value, int) and not isinstance(value, bool)
    return f"<td{' class=' + repr('number') if number else ''}>{escape(_cell(value))}</td>"
