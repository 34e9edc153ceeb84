"""What can be wrong with a date: none at all, an end before its beginning, or two styles that disagree."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import BadInput
from ..calendars import PRECISIONS, old_style, precision, span
from ..tables import Line
from .book import Book, Problem, problem

FIRST, LAST = "1685", "1699"
"""The years that the chronicle may cover: from the causes of the war to what followed it."""
CONTROL_FROM, CONTROL_TO = "1688-01-01", "1697-12-31"


def date_problems(book: Book) -> Iterator[Problem]:
    """Every fault of a date."""
    for line in book.tables["events"]:
        wrong = list(_stretch(line, "begin", "end"))
        yield from wrong
        if not wrong:
            yield from _within(line)
            yield from _precision(line)
            for column in ("begin", "end"):
                yield from _styles(line, column)
    for table, first, last in (
        ("people", "from", "to"),
        ("people", "born", "died"),
        ("states", "from", "to"),
    ):
        for line in book.tables[table]:
            yield from _stretch(line, first, last, open_ended=True)
    for line in book.tables["people"]:
        if not (dates := _known(line, "from", "died")) or span(dates[0])[0] <= span(dates[1])[1]:
            continue
        yield problem(line, "from", "chronicle.after-death", found=dates[0], died=dates[1])
    for line in book.tables["control"]:
        found = line.row["from"]
        if not _is_date(found):
            yield problem(line, "from", "chronicle.no-date", found=found)
        elif not CONTROL_FROM <= span(found)[0].isoformat() <= CONTROL_TO:
            yield problem(line, "from", "chronicle.outside", found=found, first=CONTROL_FROM, last=CONTROL_TO)


def _known(line: Line, *columns: str) -> tuple[str, ...]:
    """The dates in these columns, when all of them are dates."""
    found = tuple(line.row[column] for column in columns)
    return found if all(map(_is_date, found)) else ()


def _is_date(text: str) -> bool:
    try:
        span(text)
    except BadInput:
        return False
    return True


def _stretch(line: Line, first: str, last: str, open_ended: bool = False) -> Iterator[Problem]:
    """A beginning and an end: both must be dates, in their order; some tables leave either open."""
    for column in (first, last):
        if not (open_ended and not line.row[column]) and not _is_date(line.row[column]):
            yield problem(line, column, "chronicle.no-date", found=line.row[column])
    if (known := _known(line, first, last)) and span(known[0])[0] > span(known[1])[1]:
        yield problem(line, last, "chronicle.ends-early", begin=known[0], end=known[1])


def _within(line: Line) -> Iterator[Problem]:
    if not FIRST <= line.row["begin"][:4] <= line.row["end"][:4] <= LAST:
        yield problem(line, "begin", "chronicle.outside", found=line.row["begin"], first=FIRST, last=LAST)


def _precision(line: Line) -> Iterator[Problem]:
    """The column that says how precise the dates are must name the less precise of the two."""
    found = [precision(line.row[column]) or "year" for column in ("begin", "end")]
    least = min(found, key=PRECISIONS.index)
    if line.row["date_precision"] != least:
        yield problem(
            line, "date_precision", "chronicle.precision", found=line.row["date_precision"], least=least
        )


def _styles(line: Line, column: str) -> Iterator[Problem]:
    """A day must be given in both styles, which agree; of a month or year the old style says nothing."""
    new, old = line.row[column], line.row[f"{column}_old_style"]
    wanted = old_style(new) if precision(new) == "day" else ""
    if old != wanted:
        yield problem(line, f"{column}_old_style", "chronicle.styles", found=old, new=new, wanted=wanted)
