"""The tables of a chronicle side by side, and a fault in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ...core.messages import Message
from ..tables import COLUMNS, Line


class Problem(NamedTuple):
    """A fault in a table.

    Attributes:
        file: the file of the table.
        row: the number of the row in a spreadsheet, where the head is row 1; 0 for the whole file.
        id: of what the row tells, such as ``fleurus-1690``; empty where rows have no id.
        column: the column.
        says: what is wrong.
    """

    file: str
    row: int
    id: str
    column: str
    says: Message

    def __str__(self) -> str:
        return str(
            Message(
                "chronicle.fault",
                file=self.file,
                row=self.row,
                id=self.id,
                column=self.column,
                says=self.says,
            )
        )


class Book:
    """All tables of a chronicle, by name.

    Attributes:
        tables: the rows of each.
    """

    def __init__(self, tables: Mapping[str, tuple[Line, ...]]) -> None:
        self.tables = tables

    def missing_columns(self) -> Iterator[Problem]:
        """Tables that are empty, or lack columns, or have others or too many cells."""
        for table, columns in COLUMNS.items():
            if not self.tables[table]:
                yield Problem(f"{table}.csv", 0, "", "", Message("chronicle.no-rows"))
            for line in self.tables[table]:
                if tuple(line.row) != columns or None in line.row.values():
                    yield problem(line, "", "chronicle.columns", columns=list(columns))

    def ids(self, table: str) -> frozenset[str]:
        """The ids of a table."""
        return self._ids[table]

    @cached_property
    def _ids(self) -> dict[str, frozenset[str]]:
        named = ("events", "people", "sources")
        return {table: frozenset(line.row["id"] for line in self.tables[table]) for table in named}

    @cached_property
    def event(self) -> dict[str, dict[str, str]]:
        """The events by id."""
        return {line.row["id"]: line.row for line in self.tables["events"]}

    @cached_property
    def person(self) -> dict[str, dict[str, str]]:
        """The people by id."""
        return {line.row["id"]: line.row for line in self.tables["people"]}


def problem(line: Line, column: str, message: str, **values: object) -> Problem:
    """A fault in a row."""
    row = line.row
    name = row.get("id") or row.get("space") or row.get("state") or row.get("event") or ""
    return Problem(line.file, line.number, name, column, Message(message, **values))
