"""Reads the tables that the game is made of: data files of the package and of the map."""

from __future__ import annotations

from pathlib import Path

from ...core.tables import tables_in

PACKAGE = Path(__file__).parents[2]
DATA = PACKAGE / "nine_years" / "data"


def geodata(name: str) -> Path:
    """The path of a map file: inside the installed package, or beside it in a checkout.

    >>> geodata("spaces.csv").name
    'spaces.csv'
    """
    installed = PACKAGE / "geodata" / name
    return installed if installed.exists() else PACKAGE.parent / "geodata" / name


data_table = tables_in(DATA)
"""A table of this package's ``data/`` by name, such as ``powers`` or ``scenario_1688/corps``."""
