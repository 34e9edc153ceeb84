"""Tables: CSV files that the rules name, beside the package that reads them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

Rows = list[dict[str, str]]
_FORMULA = re.compile(r"^[\s\x00]*[=+\-@\t\r＝＋－＠]")
"""What a spreadsheet takes for the beginning of a formula."""
_NUMBER = re.compile(r"^-?[0-9]+(\.[0-9]+)?$")


def read_table(path: Path) -> Rows:
    """The rows of a CSV file, each a dict from column to text."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables_in(folder: Path) -> Callable[[str], Rows]:
    """The tables of a folder, by name without its ending; each is read once.

    Args:
        folder: the ``data/`` of a package.

    >>> from ninevears_kernel import musket_pike
    >>> tables_in(Path(musket_pike.__file__).parent / "data")("games")[0]["game"]
    'TACW'
    """

    @cache
    def table(name: str) -> Rows:
        return read_table(folder / f"{name}.csv")

    return table


def escape_formula(value: Any) -> Any:
    """A cell that a spreadsheet takes for text or a number, never for something to be worked out.

    >>> escape_formula("=1+1"), escape_formula("-3"), escape_formula(-3), escape_formula("Anna")
    ("'=1+1", '-3', -3, 'Anna')
    """
    if not isinstance(value, str) or _NUMBER.match(value):
        return value
    return "'" + value if _FORMULA.match(value) else value


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    r"""A table as CSV for spreadsheets: a line for each row, no text that is taken for a formula.

    >>> csv_text(["who", "luck"], [("=1+1", -0.5), ("two\nlines", 1)])
    "who,luck\n'=1+1,-0.5\ntwo lines,1\n"
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (columns, *rows):
        writer.writerow([_on_a_line(escape_formula(cell)) for cell in row])
    return out.getvalue()


def _on_a_line(cell: Any) -> Any:
    return " ".join(cell.splitlines()) if isinstance(cell, str) and not cell.isprintable() else cell
