"""The tables of the *Musket & Pike* excerpts."""

from pathlib import Path

from ..core.questions import questions_in
from ..core.tables import tables_in

DATA = Path(__file__).parent / "data"
data_table = tables_in(DATA)
"""A table of this package's ``data/`` by name, such as ``games``."""
question = questions_in(DATA, "MP")
