"""Whether the chronicle's tables hold together: every row looked at, every fault reported with its place.

``python -m ninevears_kernel.chronicle.validate`` prints the faults and ends with 1 when there are any.
May use the rest of the chronicle. Begin with `book.py`, the tables as they are checked; each other module
checks one kind of thing.
"""

from __future__ import annotations

from pathlib import Path

from ...core.messages import say
from ..tables import COLUMNS, DATA, lines_in
from .book import Book, Problem
from .cells import cell_problems
from .dates import date_problems
from .holding import holding_problems
from .parties import party_problems
from .references import reference_problems
from .where import place_problems

__all__ = ["Problem", "main", "validate"]


def validate(folder: Path = DATA) -> list[Problem]:
    """Every fault of the tables in a folder; none when all is well.

    Args:
        folder: the folder of the tables, the chronicle's own by default.

    >>> validate()
    []
    """
    book = Book({table: lines_in(folder, table) for table in COLUMNS})
    if missing := list(book.missing_columns()):
        return missing
    checks = (
        *(cell_problems, date_problems, place_problems, reference_problems),
        *(party_problems, holding_problems),
    )
    return [problem for check in checks for problem in check(book)]


def main(folder: Path = DATA) -> int:
    """Prints every fault, and how many there are; 1 when there are any."""
    found = validate(folder)
    for problem in found:
        print(problem)
    counted = sum(len(lines_in(folder, table)) for table in COLUMNS)
    print(say("chronicle.faults", count=len(found), rows=counted))
    return 1 if found else 0
