"""The chronicle as files to take away: each table as CSV, all of them as JSON, and what each column is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__, chronicle
from ..chronicle import tables
from ..core.messages import say
from ..core.render import json_text
from ..core.tables import csv_text, read_table

if TYPE_CHECKING:
    from pandas import DataFrame

DATA = Path(__file__).parent / "data"
FORMAT = "ninevears-chronicle/1"
"""Of the file of all tables."""
TABLES: Mapping[str, Callable[[], DataFrame]] = {
    "events": chronicle.events,
    "commanders": chronicle.commanders,
    "powers_at": chronicle.powers_at,
    "people": chronicle.people,
    "states": chronicle.states,
    "control": lambda: tables.frame("control"),
    "sources": chronicle.sources,
    "citations": chronicle.citations,
    "disagreements": chronicle.disagreements,
}
"""What can be taken, by the name of its file: control as its changes, all else as the notebooks have it."""
REGISTER = "columns.csv"


class Table(NamedTuple):
    """A table: its columns, and its rows with days as ISO text and None for what is missing."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


@cache
def table(name: str) -> Table:
    """A table as it is written into files.

    >>> table("citations").columns
    ('event', 'source', 'where')
    """
    frame = TABLES[name]()
    frame = frame.reset_index() if frame.index.name else frame
    rows = [tuple(map(_plain, row)) for row in frame.itertuples(index=False, name=None)]
    return Table(tuple(frame.columns), rows)


def _plain(cell: Any) -> Any:
    from pandas import Timestamp, isna

    if isna(cell):
        return None
    if isinstance(cell, Timestamp):
        return cell.date().isoformat()
    return cell.item() if hasattr(cell, "item") else cell  # what numpy gives, as Python has it


def register() -> list[dict[str, str]]:
    """What each column of each table is: the table, the column, and what stands in it.

    >>> next(row["says"] for row in register() if row["column"] == "certainty")
    'sure, approximate or disputed: how far the row may be trusted.'
    """
    return list(read_table(DATA / REGISTER))


def described(name: str) -> str:
    """What a table is, in a sentence.

    >>> described("events")
    'What happened: a row for each event, in the order of days.'
    """
    return say(f"site.table-{name.replace('_', '-')}")


def how_to_cite() -> str:
    """How the chronicle is cited, with the version."""
    return say("site.cite", version=__version__)


def data_files() -> dict[str, str]:
    """The files by name: a CSV for each table, ``columns.csv``, all in ``chronicle.json``, ``README.txt``.

    >>> data_files()["sources.csv"].splitlines()[0]
    'id,author,title,year,kind,where,note'
    """
    files = {f"{name}.csv": csv_text(*table(name)) for name in TABLES}
    files[REGISTER] = (DATA / REGISTER).read_text(encoding="utf-8")
    cited = {"format": FORMAT, "version": __version__, "cite": how_to_cite()}
    records = {name: _records(table(name)) for name in TABLES}
    files["chronicle.json"] = json_text({**cited, "columns": register(), "tables": records})
    listed = "\n".join(f"- {name}.csv: {described(name)}" for name in TABLES)
    about = say("site.data-readme", version=__version__, tables=listed, cite=how_to_cite())
    files["README.txt"] = f"{about}\n"
    return files


def _records(found: Table) -> list[dict[str, Any]]:
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def listed_tables() -> list[tuple[str, str, int]]:
    """For each table its file, what it is, and how many rows it has."""
    return [(f"{name}.csv", described(name), len(table(name).rows)) for name in TABLES]
