"""What can be wrong with who held what: a space left out, or events and control that disagree."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

from ...core.errors import BadInput
from ...nine_years.components.map import game_map
from ..calendars import span
from ..tables import Line, parts
from .book import Book, Problem, problem

START = "1688-01"
"""When the table of control begins."""
FOUGHT = frozenset(("battle", "siege", "naval", "campaign", "raid"))
"""Kinds of event that take a space by arms, and so must say which."""
LEAVING = frozenset(("campaign", "raid"))
"""Those of them after which a space may also be left to the enemy."""
DELAY = timedelta(days=31)
"""How long after the last day of an event a space may change hands by it: a garrison marches out on terms,
an order of evacuation travels."""


def holding_problems(book: Book) -> Iterator[Problem]:
    """Every disagreement between the table of control and the map, and between it and the events."""
    by_space: dict[str, list[Line]] = {name: [] for name in game_map().by_name}
    for line in book.tables["control"]:
        by_space.get(line.row["space"], []).append(line)
    for name, lines in by_space.items():
        yield from _one_space(book, name, lines)
    changes = {(line.row["space"], line.row["event"]) for line in book.tables["control"]}
    for line in book.tables["events"]:
        for space in parts(line.row["taken"]):
            if space not in game_map().by_name:
                yield problem(line, "taken", "chronicle.unknown", found=space)
            elif (space, line.row["id"]) not in changes:
                yield problem(line, "taken", "chronicle.not-in-control", space=space)


def _one_space(book: Book, name: str, lines: list[Line]) -> Iterator[Problem]:
    if not lines:
        yield problem(book.tables["control"][0], "space", "chronicle.space-left-out", space=name)
        return
    first = lines[0]
    if first.row["event"] or not first.row["from"].startswith(START):
        yield problem(first, "from", "chronicle.first-row", start=START)
    for before, line in pairwise(lines):
        if before.row["side"] == line.row["side"]:
            yield problem(line, "side", "chronicle.no-change", side=line.row["side"])
        try:
            if span(before.row["from"])[0] > span(line.row["from"])[0]:
                yield problem(line, "from", "chronicle.out-of-order", before=before.row["from"])
        except BadInput:
            continue  # reported with the dates
        if not line.row["event"]:
            yield problem(line, "event", "chronicle.change-without-event")
        elif line.row["event"] in book.event:
            yield from _agrees(line, book.event[line.row["event"]])


def _agrees(line: Line, event: dict[str, str]) -> Iterator[Problem]:
    """A change of control and its event: the day, the side, and that the event says so."""
    row = line.row
    try:
        day, begin, end = span(row["from"])[0], span(event["begin"])[0], span(event["end"])[1]
    except BadInput:
        return  # reported with the dates
    if not begin <= day <= end + DELAY:
        yield problem(line, "from", "chronicle.other-day", begin=event["begin"], end=event["end"])
    if event["kind"] not in FOUGHT - LEAVING:
        return  # a treaty gives many spaces at once, and who burns a town and goes has taken nothing
    if row["space"] not in parts(event["taken"]):
        yield problem(line, "event", "chronicle.not-taken", event=event["id"], space=row["space"])
    if (
        event["outcome"] == "attacker"
        and event["attacker"]
        and row["side"] not in (event["attacker"], "neutral")
    ):
        yield problem(line, "side", "chronicle.other-side", side=row["side"], attacker=event["attacker"])
