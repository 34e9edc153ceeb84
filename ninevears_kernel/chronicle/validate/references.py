"""What can be wrong with a name: nobody of that name, no such source, a disagreement about nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...nine_years.components.powers import powers
from ...nine_years.components.scenario import leader_table
from ..tables import COLUMNS, NOT_READ, Line, citation, parts
from .book import Book, Problem, problem

_LINK = re.compile(r"(^|\s)https?://[\w.-]+\.\w+(/\S*)?$")
_PAGE = re.compile(r"pp?\. ")
NAMELESS = re.compile(r".*(minor leader|staff officer) \d")
"""Counters that stand for nobody by name."""


def reference_problems(book: Book) -> Iterator[Problem]:
    """Every name that leads nowhere."""
    for table in ("events", "people", "states", "control"):
        for line in book.tables[table]:
            yield from _sources(book, line)
    powers_known = {line.row["state"] for line in book.tables["states"]} | set(powers())
    for line in book.tables["events"]:
        for role in ("attacker", "defender"):
            yield from _among(line, f"{role}_commanders", book.ids("people"))
            yield from _among(line, f"{role}_powers", powers_known)
    for line in book.tables["people"]:
        yield from _among(line, "served", powers_known)
    yield from _counters(book)
    for table in ("states", "control"):
        for line in book.tables[table]:
            yield from _among(line, "event", book.ids("events"))
    for line in book.tables["sources"]:
        if "://" in line.row["where"] and not _LINK.search(line.row["where"]):
            yield problem(line, "where", "chronicle.no-link", found=line.row["where"])
    yield from _disagreements(book)
    yield from _disputed(book)


def _sources(book: Book, line: Line) -> Iterator[Problem]:
    for entry in parts(line.row["sources"]):
        source, place = citation(entry)
        if source not in book.ids("sources"):
            yield problem(line, "sources", "chronicle.unknown", found=source)
        elif _PAGE.match(place) and source in _unread(book):
            yield problem(line, "sources", "chronicle.page-not-seen", found=source, place=place)


def _unread(book: Book) -> set[str]:
    """The sources that nobody here has read."""
    return {line.row["id"] for line in book.tables["sources"] if NOT_READ in line.row["note"]}


def _among(line: Line, column: str, known: frozenset[str] | set[str]) -> Iterator[Problem]:
    for name in parts(line.row[column]):
        if name not in known:
            yield problem(line, column, "chronicle.unknown", found=name)


def _counters(book: Book) -> Iterator[Problem]:
    """Counters that stand for somebody by name whom the chronicle leaves out."""
    there = {line.row["leader"] for line in book.tables["people"]}
    for name, row in leader_table().items():
        if name not in there and not NAMELESS.fullmatch(name):
            yield problem(
                book.tables["people"][0], "leader", "chronicle.counter-without-person", found=row.name
            )


def _disagreements(book: Book) -> Iterator[Problem]:
    for line in book.tables["disagreements"]:
        row = line.row
        if row["event"] not in book.ids("events"):
            yield problem(line, "event", "chronicle.unknown", found=row["event"])
        for field in parts(row["field"]):
            if field not in COLUMNS["events"]:
                yield problem(line, "field", "chronicle.unknown", found=field)
        for column in ("first_source", "second_source"):
            for entry in parts(row[column]):
                if citation(entry)[0] not in book.ids("sources"):
                    yield problem(line, column, "chronicle.unknown", found=citation(entry)[0])
        if row["first_value"] == row["second_value"]:
            yield problem(line, "second_value", "chronicle.no-disagreement", found=row["first_value"])


def _disputed(book: Book) -> Iterator[Problem]:
    """What is called disputed must have its disagreement recorded, and what is called sure none."""
    recorded = {line.row["event"] for line in book.tables["disagreements"]}
    for line in book.tables["events"]:
        if line.row["certainty"] == "disputed" and line.row["id"] not in recorded:
            yield problem(line, "certainty", "chronicle.nothing-disputed")
        if line.row["certainty"] == "sure" and line.row["id"] in recorded:
            yield problem(line, "certainty", "chronicle.yet-disputed")
