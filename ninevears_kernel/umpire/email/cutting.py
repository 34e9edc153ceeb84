"""How the text of a letter is cut: into lines with their quoting marks, and passages into parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_PASSAGE = 4_000
"""Characters of a passage that are looked through together."""
_ENDS = re.compile(r"[.!?;)\n]")
_QUOTING = re.compile(r"\s*(?:(?:[A-Za-z]{0,3}>|\|)[ \t]?)+")


def parts_of(text: str) -> Iterator[tuple[int, int]]:
    """The beginnings and ends of the parts of a passage, cut behind a sentence, or else a word, where it is
    longer than anybody writes: what is looked for within a passage may take longer than its length says.
    """
    start = 0
    while len(text) - start > MOST_PASSAGE:
        latest = start + MOST_PASSAGE
        ends = (text.rfind(stop, start + MOST_PASSAGE // 2, latest) for stop in ("\n", ". ", " "))
        end = next((found + 1 for found in ends if found >= 0), latest)
        yield start, end
        start = end
    yield start, len(text)


def clause_around(text: str, begin: int, end: int) -> tuple[int, int]:
    """Where the clause of some words begins and ends, or so far from them as it matters.

    Args:
        text: the text.
        begin: where the words begin.
        end: where they end.

    >>> clause_around("No. My wife is ill; I move to Mons.", 7, 11)
    (3, 18)
    """
    first = max(0, begin - 25)
    begin = max([first, *(first + found.end() for found in _ENDS.finditer(text[first:begin]))])
    stop = _ENDS.search(text[end : end + 60])
    return begin, end + (stop.start() if stop else 60)


def numbered_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """The lines of a text: where each begins behind its quoting marks, how deep it is quoted, and itself."""
    place = 0
    for line in text.split("\n"):
        found = _QUOTING.match(line)
        marks = found[0] if found else ""
        yield place + len(marks), marks.count(">") + marks.count("|"), line[len(marks) :]
        place += len(line) + 1
