"""The tables of the chronicle: read once from ``data/``, as plain rows and as pandas' tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import BadInput, looked_up
from ..core.messages import Message
from ..core.tables import read_table
from .calendars import span

if TYPE_CHECKING:
    from pandas import DataFrame, Series

DATA = Path(__file__).parent / "data"
NEUTRAL = "neutral"
NOT_READ = "Not read for this table"
"""What the note of a source says that nobody here has read: it is cited for what it is known for."""

COLUMNS: dict[str, tuple[str, ...]] = {
    "sources": ("id", "author", "title", "year", "kind", "where", "note"),
    "events": (
        *("id", "name", "kind", "theatre", "begin", "end", "begin_old_style", "end_old_style"),
        *("date_precision", "place", "latitude", "longitude", "space", "zone", "attacker"),
        *("attacker_powers", "defender_powers", "attacker_commanders", "defender_commanders"),
        *("attacker_strength_low", "attacker_strength_high"),
        *("defender_strength_low", "defender_strength_high"),
        *("attacker_losses_low", "attacker_losses_high", "defender_losses_low", "defender_losses_high"),
        *("outcome", "result", "certainty", "sentence", "sources", "taken"),
    ),
    "people": (
        *("id", "name", "born", "died", "rank", "served", "side", "from", "to", "leader", "note", "sources"),
    ),
    "states": ("state", "power", "side", "from", "to", "event", "note", "sources"),
    "control": ("space", "side", "from", "event", "note", "sources"),
    "disagreements": (
        *("event", "field", "first_value", "first_source", "second_value", "second_source"),
        *("chosen", "why"),
    ),
}
"""The columns of each table, in their order."""
NUMBERS = tuple(
    f"{role}_{what}_{end}"
    for role in ("attacker", "defender")
    for what in ("strength", "losses")
    for end in ("low", "high")
)
"""The columns of the events that hold numbers of men, or of ships."""


class Line(NamedTuple):
    """A row of a table and where it is: its file and the number of its row in a spreadsheet."""

    file: str
    number: int
    row: dict[str, str]


class Held(NamedTuple):
    """Who holds a space since when: a row of the table of control, or several that follow each other."""

    side: str
    since: str
    event: str
    note: str


def lines_in(folder: Path, table: str) -> tuple[Line, ...]:
    """The rows of a table, from one file or from several whose names begin with the table's."""
    files = sorted([*folder.glob(f"{table}.csv"), *folder.glob(f"{table}_*.csv")])
    return tuple(
        Line(path.name, number, row) for path in files for number, row in enumerate(read_table(path), 2)
    )


@cache
def lines(table: str) -> tuple[Line, ...]:
    """The rows of a table of the chronicle, read once.

    >>> len(lines("events")) >= 150
    True
    """
    return lines_in(DATA, table)


@cache
def rows(table: str) -> tuple[dict[str, str], ...]:
    """The same without where they are."""
    return tuple(line.row for line in lines(table))


@cache
def by_id(table: str) -> dict[str, dict[str, str]]:
    """The rows of a table by their ids."""
    return {row["id"]: row for row in rows(table)}


def parts(cell: str) -> tuple[str, ...]:
    """The entries of a cell that holds a list.

    >>> parts("louis-xiv; vauban"), parts("")
    (('louis-xiv', 'vauban'), ())
    """
    return tuple(filter(None, (part.strip() for part in cell.split(";"))))


def citation(entry: str) -> tuple[str, str]:
    """A source and where in it, from an entry such as ``lynn-1999:chapter 6``.

    >>> citation("lynn-1999:chapter 6"), citation("lynn-1999")
    (('lynn-1999', 'chapter 6'), ('lynn-1999', ''))
    """
    source, _, place = entry.partition(":")
    return source.strip(), place.strip()


def is_read(source: str) -> bool:
    """Whether anybody here has read a work, or what is cited of it; its note says so where nobody has.

    >>> is_read("eb1911-ryswick"), is_read("duffy-1985")
    (True, False)
    """
    return NOT_READ not in by_id("sources")[source]["note"]


def event_row(event: str) -> dict[str, str]:
    """The row of an event.

    Raises:
        UnknownName: the chronicle has no such event; says the nearest.
    """
    return looked_up("event", event, Message("kind.event-of-chronicle"), by_id("events"))


# ---- who held what


@cache
def _changes() -> tuple[tuple[str, Held], ...]:
    """Every change of control in the order of days; several on a day in the order of the table."""
    described = [
        (row["space"], Held(row["side"], row["from"], row["event"], row["note"])) for row in rows("control")
    ]
    return tuple(sorted(described, key=lambda one: span(one[1].since)[0]))


def day_of(when: str | date) -> date:
    """The day that somebody means: text, a date or a `Timestamp`; of a month or year the first day.

    Raises:
        BadInput: it is none.
    """
    if isinstance(when, date):
        return date(when.year, when.month, when.day)
    if isinstance(when, str):
        return span(when)[0]
    raise BadInput("date", when, Message("expected.chronicle-date"))


def changes_until(when: str | date) -> tuple[tuple[str, Held], ...]:
    """Every change of control until a day, this day counted, in order."""
    day = day_of(when)
    return tuple(change for change in _changes() if span(change[1].since)[0] <= day)


def held_on(when: str | date) -> dict[str, Held]:
    """Who held each space at the end of a day.

    >>> held_on("1692-07-01")["Namur"].side, held_on("1695-09-06")["Namur"].side
    ('Bourbon', 'Alliance')
    """
    return dict(changes_until(when))


# ---- for pandas


@cache
def _frame(table: str) -> DataFrame:
    from pandas import DataFrame

    return DataFrame(list(rows(table)), columns=list(COLUMNS[table]))


def frame(table: str, numbers: Iterable[str] = (), decimals: Iterable[str] = ()) -> DataFrame:
    """A table as it is written, with columns of whole numbers and of decimals."""
    from pandas import to_numeric

    found = _frame(table).copy()
    for column in numbers:
        found[column] = to_numeric(found[column]).astype("Int64")
    for column in decimals:
        found[column] = to_numeric(found[column]).astype("Float64")
    return found


def days(texts: Series[Any] | Any, last: bool = False) -> Any:
    """The first days that written dates may mean, or the last ones; none where nothing is written."""
    from pandas import NaT, Timestamp, to_datetime

    return to_datetime(texts.map(lambda text: Timestamp(span(text)[last]) if text else NaT))
