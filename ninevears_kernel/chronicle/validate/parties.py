"""What can be wrong with who stood where: people out of their time, powers on a side that was not theirs."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from re import findall

from ...core.errors import BadInput
from ...nine_years.components.sides import SIDES
from ..calendars import span
from ..tables import Line, parts
from .book import Book, Problem, problem
from .holding import FOUGHT

ROLES = ("attacker", "defender")
ALIKE = 0.85
"""So alike are two spellings of one name, as a share of their letters."""


def party_problems(book: Book) -> Iterator[Problem]:
    """Every commander and every power that cannot have stood where an event puts them."""
    for line in book.tables["events"]:
        try:
            span(line.row["begin"]), span(line.row["end"])
        except BadInput:
            continue  # reported with the dates
        yield from _powers(book, line)
        yield from _people(book, line)


def _meet(line: Line, first: str, last: str) -> bool:
    """Whether an event may lie within a stretch of time; either end may be open."""
    try:
        begins = not first or span(first)[0] <= span(line.row["end"])[1]
        return begins and (not last or span(line.row["begin"])[0] <= span(last)[1])
    except BadInput:
        return True  # reported with the dates


# ---- powers


def _powers(book: Book, line: Line) -> Iterator[Problem]:
    row = line.row
    for name in set(parts(row["attacker_powers"])) & set(parts(row["defender_powers"])):
        yield problem(line, "defender_powers", "chronicle.both-sides", found=name)
    if row["kind"] not in FOUGHT or row["attacker"] not in SIDES:
        return  # a treaty has parties of both sides
    enemy = next(side for side in SIDES if side != row["attacker"])
    for role, side, other in zip(ROLES, (row["attacker"], enemy), (enemy, row["attacker"]), strict=True):
        column = f"{role}_powers"
        sides = {name: _sides(book, line, name) for name in parts(row[column])}
        for name, found in sides.items():
            if found == {other}:
                yield problem(line, column, "chronicle.on-the-other-side", found=name, side=other)
        # Whoever is attacked may have been neutral until then; whoever attacks is on a side, or helps one.
        if role == "attacker" and sides and not any(side in found for found in sides.values()):
            yield problem(line, column, "chronicle.neutral-attacks", found=row[column], side=side)


def _sides(book: Book, line: Line, power: str) -> set[str]:
    """The sides on which a power, or any state that it stands for, was in the time of an event."""
    return {
        state.row["side"]
        for state in book.tables["states"]
        if power in (state.row["state"], state.row["power"])
        and _meet(line, state.row["from"], state.row["to"])
    }


# ---- people


def _people(book: Book, line: Line) -> Iterator[Problem]:
    for role in ROLES:
        column = f"{role}_commanders"
        for name in parts(line.row[column]):
            person = book.person.get(name)
            if person is None:
                continue  # reported with the references
            if not _meet(line, person["from"], person["to"]):
                times = {"first": person["from"], "last": person["to"]}
                yield problem(line, column, "chronicle.not-in-his-time", found=name, **times)
            for written in _spelt(name, line.row["sentence"]):
                yield problem(line, "sentence", "chronicle.spelt", found=written, name=name)
            if _is_death_of(line, person) and not _meet(line, person["died"], person["died"]):
                dates = {"found": line.row["begin"], "died": person["died"]}
                yield problem(line, "begin", "chronicle.other-death", **dates)


def _is_death_of(line: Line, person: dict[str, str]) -> bool:
    """Whether an event is the death of a person, and not that of somebody whom this one follows."""
    return "-death-" in line.row["id"] and person["died"][:4] == line.row["begin"][:4]


def _spelt(person: str, sentence: str) -> list[str]:
    """The words of a sentence that are nearly the name of a person, and not quite."""
    names = [word for word in person.split("-") if len(word) > 4]
    return [
        word
        for word in findall(r"[A-Z][a-z]+", sentence)
        for name in names
        if name != word.lower() and SequenceMatcher(None, name, word.lower()).ratio() >= ALIKE
    ]
