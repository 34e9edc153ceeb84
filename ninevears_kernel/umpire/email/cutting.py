"""How the text of a letter is cut: into lines with their quoting marks, and passages into parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST_READ = 400_000
"""Characters of a letter that are read: nobody tells a dispute in more."""
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


_CELLS = re.compile(r"(?<=[|\t])[^|\t]*(?=[|\t]|$)|^[^|\t>]*(?=\t)")
_OPEN_CELLS = re.compile(r"[^|]+")
_ROW = re.compile(r"[> ]*\|.*\||[^\t]*\t")
_OPEN_ROW = re.compile(r"[^|>]+\|[^|]*\|[^|]*")
"""A row without bars at its ends: "cavalry eliminated | 4 | 5"."""
_RULE = re.compile(r"[> ]*[-+|:=]{3,}[-+|:= ]*")
_WIDE = re.compile(r"\S+(?: \S+)*")
"""A cell of a table that is drawn with blanks: at least two of them part its columns."""
_PREPOSITIONS = frozenset(("from", "to", "at", "in", "into", "von", "nach", "de", "vers", "van", "naar"))


def tables(text: str) -> list[tuple[int, int, list[list[tuple[int, int]]]]]:
    r"""The tables of a text: where each begins and ends, and where the cells of its rows stand.

    Args:
        text: the text; cells are parted by bars or tabs, and a rule of dashes is no row.

    >>> [(one[0], one[1], len(one[2])) for one in tables("So:\n| | Us |\n|---|---|\n| dice | 5 |\nWell?")]
    [(4, 36, 2)]
    """
    found: list[tuple[int, int, list[list[tuple[int, int]]]]] = []
    rows: list[list[tuple[int, int]]] = []
    begin = place = 0
    for line in [*text.split("\n"), ""]:
        is_open = _OPEN_ROW.fullmatch(line) is not None and line.strip()[-1:] != "|"
        cut = (_OPEN_CELLS if is_open else _CELLS).finditer(line)
        cells = [(place + one.start(), place + one.end()) for one in cut]
        cells = cells if is_open or _ROW.match(line) else _columns(line, place)
        if rows and _RULE.fullmatch(line):
            place += len(line) + 1
            continue
        if cells and not text[slice(*cells[-1])].strip():
            cells.pop()  # behind the last bar
        if len(cells) > 1 and (not rows or len(cells) == len(rows[0])):
            begin = begin if rows else place
            if line.strip(" |:-+\t"):
                rows.append(cells)
        else:
            if len(rows) > 1 and len(rows[0]) > 1:
                found.append((begin, place, rows))
            rows = []
        place += len(line) + 1
    return found


def _columns(line: str, place: int) -> list[tuple[int, int]]:
    """Where the cells of a row stand that only blanks part: three at least, for two are no table."""
    bare = line.lstrip("> ")
    cells = [(place + len(line) - len(bare) + one.start(), one.group()) for one in _WIDE.finditer(bare)]
    found = [(start, start + len(cell)) for start, cell in cells]
    return found if len(found) > 2 and re.search(r"\S {2,}\S", bare) else []


def told_by_a_table(text: str, rows: list[list[tuple[int, int]]]) -> Iterator[tuple[str, list[int]]]:
    r"""What a table says, a text for each of those of whom it tells, and where each sign of it stands.

    Args:
        text: the text.
        rows: the cells of its rows, as `tables` tells them.

    >>> text = "| | Us | Them |\n| dice | 5 | 3 |"
    >>> [said for said, _ in told_by_a_table(text, tables(text)[0][2])]
    ['Us dice: 5.\n', 'Them dice: 3.\n']
    """
    if len(rows[0]) == 2:  # words, and what belongs to each
        rows = [row for row in rows if text[slice(*row[0])].strip()]
        pieces = [((row[0], ": "), (row[1], ".\n")) for row in rows]
        yield _joined(text, pieces)
        return
    if not text[slice(*rows[0][0])].strip():  # those of whom it tells stand above
        rows = [list(column) for column in zip(*rows, strict=True)]
    for row in rows[1:]:
        cells = zip(rows[0][1:], row[1:], strict=True)
        if all(text[slice(*what)].strip().casefold() in _PREPOSITIONS for what in rows[0][1:]):
            moved = [row[0], *(part for pair in cells for part in pair)]  # "2 corps from Mons to Namur"
            yield _joined(text, [[(part, ".\n" if part == row[-1] else " ") for part in moved]])
        else:
            yield _joined(text, [((row[0], " "), (what, ": "), (cell, ".\n")) for what, cell in cells])


def _joined(text: str, told: Iterable[Iterable[tuple[tuple[int, int], str]]]) -> tuple[str, list[int]]:
    """Cells and what stands behind each, joined to sentences, and where each sign stands."""
    said, places = "", []
    for sentence in told:
        cells = [(start, text[start:end], behind) for (start, end), behind in sentence]
        for start, cell, behind in cells if all(cell.strip() for _, cell, _ in cells) else ():
            bare = cell.strip().rstrip(":")
            start += len(cell) - len(cell.lstrip())
            said += bare + behind
            places += [*range(start, start + len(bare)), *[start + len(bare) - 1] * len(behind)]
    return said, places


def numbered_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """The lines of a text: where each begins behind its quoting marks, how deep it is quoted, and itself."""
    place = 0
    for line in text.split("\n"):
        found = _QUOTING.match(line)
        marks = found[0] if found else ""
        yield place + len(marks), marks.count(">") + marks.count("|"), line[len(marks) :]
        place += len(line) + 1
