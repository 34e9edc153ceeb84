"""Tables: CSV files that the rules name, beside the package that reads them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

Rows = list[dict[str, str]]
_FORMULA = ("=", "+", "-", "@", "\t")
"""What a spreadsheet takes for the beginning of a formula."""


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


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    r"""A table as CSV for spreadsheets; no text in it is taken for a formula, numbers stay numbers.

    >>> csv_text(["who", "luck"], [("=1+1", -0.5)])
    "who,luck\n'=1+1,-0.5\n"
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_plain_text(cell) for cell in columns])
    writer.writerows([_plain_text(cell) for cell in row] for row in rows)
    return out.getvalue()


def _plain_text(cell: Any) -> Any:
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r", " ")  # some readers end a row there
    return f"'{text}" if text.lstrip(" \n").startswith(_FORMULA) else text
