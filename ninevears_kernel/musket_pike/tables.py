"""The tables of the *Musket & Pike* excerpts."""

from pathlib import Path

from ..core.tables import tables_in

data_table = tables_in(Path(__file__).parent / "data")
"""A table of this package's ``data/`` by name, such as ``games``."""
