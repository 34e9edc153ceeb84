"""What can be wrong with a cell by itself: ids, words of a list, numbers, sentences that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.powers import powers
from ...nine_years.components.scenario import leader_table
from ...nine_years.components.sides import SIDES
from ..tables import NEUTRAL, NUMBERS, Line, parts
from .book import Book, Problem, problem

_SPACES = frozenset(game_map().by_name)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WHOLE = re.compile(r"\d{1,9}")
_YEAR = re.compile(r"-?\d{4}")
MOST_SENTENCE = 400
"""Letters of a sentence; a longer one does not fit on a card of the map."""

WORDS: dict[tuple[str, str], frozenset[str]] = {
    ("events", "kind"): frozenset(
        ("battle", "siege", "naval", "treaty", "politics", "finance", "campaign", "raid")
    ),
    ("events", "theatre"): frozenset(
        (
            *("low-countries", "rhine", "savoy", "catalonia", "ireland", "britain"),
            *("seas", "colonies", "courts"),
        )
    ),
    ("events", "date_precision"): frozenset(("day", "month", "year")),
    ("events", "space"): _SPACES | {""},
    ("events", "zone"): frozenset((*ZONES, "")),
    ("events", "attacker"): frozenset((*SIDES, "")),
    ("events", "outcome"): frozenset(("attacker", "defender", "drawn", "none")),
    ("events", "certainty"): frozenset(("sure", "approximate", "disputed")),
    ("people", "side"): frozenset((*SIDES, NEUTRAL)),
    ("people", "leader"): frozenset((*leader_table(), "")),
    ("states", "side"): frozenset((*SIDES, NEUTRAL)),
    ("states", "power"): frozenset((*powers(), "")),
    ("control", "side"): frozenset((*SIDES, NEUTRAL)),
    ("control", "space"): _SPACES,
    ("sources", "kind"): frozenset(("book", "article", "edition", "reference")),
}
"""For each column of a table that holds one of a few words, these words."""
NEEDED: dict[str, tuple[str, ...]] = {
    "events": ("name", "place", "sentence", "result", "sources"),
    "people": ("name", "served", "note", "sources"),
    "states": ("state", "from", "note", "sources"),
    "control": ("from", "sources"),
    "sources": ("title", "where"),
    "disagreements": ("first_value", "first_source", "second_value", "second_source", "chosen", "why"),
}
"""The columns of each table that must say something."""


def cell_problems(book: Book) -> Iterator[Problem]:
    """Every fault of a cell by itself."""
    for table, lines in book.tables.items():
        for line in lines:
            for column, cell in line.row.items():
                if cell != cell.strip():
                    yield problem(line, column, "chronicle.blank-around", found=cell)
            for column in NEEDED[table]:
                if not line.row[column].strip():
                    yield problem(line, column, "chronicle.empty")
    for (table, column), words in WORDS.items():
        for line in book.tables[table]:
            if line.row[column] not in words:
                yield problem(line, column, "chronicle.not-a-word", found=line.row[column])
    yield from _ids(book)
    for line in book.tables["events"]:
        yield from _numbers(line)
        yield from _sentence(line)
    for line in book.tables["sources"]:
        if line.row["year"] and not _YEAR.fullmatch(line.row["year"]):
            yield problem(line, "year", "chronicle.not-a-number", found=line.row["year"])


def _ids(book: Book) -> Iterator[Problem]:
    """Ids that are none, or stand twice; counters that stand for two people."""
    for table in ("events", "people", "sources"):
        seen: set[str] = set()
        for line in book.tables[table]:
            name = line.row["id"]
            if not _SLUG.fullmatch(name):
                yield problem(line, "id", "chronicle.not-an-id", found=name)
            if name in seen:
                yield problem(line, "id", "chronicle.twice", found=name)
            seen.add(name)
            if table == "events" and not name.endswith(line.row["begin"][:4]):
                yield problem(line, "id", "chronicle.id-without-year", found=name)
    counters: set[str] = set()
    for line in book.tables["people"]:
        if (leader := line.row["leader"]) and leader in counters:
            yield problem(line, "leader", "chronicle.twice", found=leader)
        counters.add(leader)


def _numbers(line: Line) -> Iterator[Problem]:
    """Strengths and losses that are no numbers, or whose low value is above the high one."""
    for column in NUMBERS:
        if line.row[column] and not _WHOLE.fullmatch(line.row[column]):
            yield problem(line, column, "chronicle.not-a-number", found=line.row[column])
            return
    for low, high in zip(NUMBERS[::2], NUMBERS[1::2], strict=True):
        if bool(line.row[low]) != bool(line.row[high]):
            yield problem(line, high, "chronicle.one-end", other=low)
        elif line.row[low] and int(line.row[low]) > int(line.row[high]):
            yield problem(line, high, "chronicle.low-above-high", low=line.row[low], high=line.row[high])
    for role in ("attacker", "defender"):
        strength, losses = line.row[f"{role}_strength_high"], line.row[f"{role}_losses_low"]
        if strength and losses and int(losses) > int(strength):
            yield problem(line, f"{role}_losses_low", "chronicle.more-lost-than-there")


def _sentence(line: Line) -> Iterator[Problem]:
    sentence = line.row["sentence"]
    if sentence and (sentence[-1] not in ".!?" or len(sentence) > MOST_SENTENCE):
        yield problem(line, "sentence", "chronicle.no-sentence", most=MOST_SENTENCE)
    for column in (
        "attacker_commanders",
        "defender_commanders",
        "attacker_powers",
        "defender_powers",
        "taken",
    ):
        named = parts(line.row[column])
        if len(set(named)) < len(named):
            yield problem(line, column, "chronicle.twice", found=line.row[column])
    if line.row["outcome"] in ("attacker", "defender") and not line.row["attacker"]:
        yield problem(line, "attacker", "chronicle.no-attacker")
