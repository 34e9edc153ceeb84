"""Reads the tables that the game is made of: data files of the package and of the map."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"


def geodata(name: str) -> Path:
    """The path of a map file: inside the installed package, or beside it in a checkout.

    >>> geodata("spaces.csv").name
    'spaces.csv'
    """
    installed = PACKAGE / "geodata" / name
    return installed if installed.exists() else PACKAGE.parent / "geodata" / name


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, each a dict from column to text."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def data_table(name: str) -> list[dict[str, str]]:
    """A table of this package's ``data/``, such as ``powers`` or ``scenario_1688/corps``.

    >>> data_table("powers")[0]["capitals"]
    'Paris'
    """
    return read_table(DATA / f"{name}.csv")
