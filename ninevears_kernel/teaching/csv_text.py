"""Rows as CSV text in which no cell is a formula, whoever wrote it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA = re.compile(r"^[\s\x00]*[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"^-?[0-9]+(\.[0-9]+)?$")


def harmless(value: Any) -> Any:
    """A cell that a spreadsheet takes for text or a number, never for something to be worked out.

    >>> harmless("=1+1"), harmless("-3"), harmless(-3), harmless("Anna")
    ("'=1+1", '-3', -3, 'Anna')
    """
    if not isinstance(value, str) or _NUMBER.match(value):
        return value
    return "'" + value if _FORMULA.match(value) else value


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    r"""A table as CSV, with commas and a line for each row.

    >>> csv_text(["name", "right"], [["Anna", 3], ["=cmd|x", 0]])
    "name,right\nAnna,3\n'=cmd|x,0\n"
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in (heads, *rows):
        writer.writerow([_on_a_line(harmless(cell)) for cell in row])
    return text.getvalue()


def _on_a_line(cell: Any) -> Any:
    return " ".join(cell.splitlines()) if isinstance(cell, str) and not cell.isprintable() else cell
