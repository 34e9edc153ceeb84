"""Tables: CSV files that the rules name, beside the package that reads them."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path

Rows = list[dict[str, str]]


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
