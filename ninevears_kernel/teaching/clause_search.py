"""Searching the registers: by number, by title, by words; small typos are fine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from ..core.clauses import BASES, Clause, registers
from ..core.errors import UnknownName
from ..core.readings import readings
from .clause_help import clauses_under, every_clause, readings_of, spellings
from .glossary import search_terms, terms
from .word_search import EXACT, NEAR, excerpt, found_words, marked, sought_words, words_in

BY_NUMBER, UNDER_NUMBER, BY_TERM = 10_000, 5_000, 300
MOST_TERMS = 3
TITLE, SAYS, NOTE = 20, 4, 1
"""How much a word counts in the title, in the text, and in the note or the readings."""
WHOLE_TITLE = 300
"""How much it counts besides that a title has no other words."""
MOST_SCORE = 2_000
"""More than a word can count."""


@dataclass(frozen=True, slots=True)
class Found:
    """A clause that was found.

    Attributes:
        clause: the clause.
        score: how well it fits; more is better.
        by: what it was found by: ``number``, ``title``, ``words``, ``near`` (a word spelt nearly so), or
            ``some`` (not all of the words).
        words: the words of its texts that were found.
    """

    clause: Clause
    score: int
    by: str
    words: frozenset[str] = frozenset()

    def excerpt(self, length: int = 160) -> tuple[tuple[str, bool], ...]:
        """The part of its text that was found, in pieces, each with whether it is one of the words."""
        return marked(excerpt(self.clause.says, self.words, length), self.words)


def search_clauses(
    words: str = "", system: str | None = None, basis: str | None = None, with_reading: bool = False
) -> tuple[Found, ...]:
    """The clauses that fit what somebody typed, best first; without words all, in the order of the registers.

    A number finds its clause and those under it. Words are looked for in title, text, note and readings; all
    must be there, each as the beginning of a word, or, where no word begins so, as one spelt nearly so. Where
    no clause has them all, those that have some are given.

    Args:
        words: a number, or words.
        system: of one system alone, by its short name.
        basis: of one basis alone.
        with_reading: those alone that a reading concerns.

    Raises:
        UnknownName: no such system or basis.

    >>> [found.clause.id for found in search_clauses("8.5.c")][:2]
    ['NY 8.5.c.1', 'NY 8.5.c.2']
    >>> search_clauses("famus victroy")[0].clause.title
    'Famous victory'
    """
    _check("system", system, registers())
    _check("basis", basis, dict.fromkeys(BASES))
    allowed = [
        one
        for one in every_clause()
        if system in (None, one.system)
        and basis in (None, one.basis)
        and (not with_reading or _has_reading(one.id))
    ]
    sought = sought_words(words)
    if not sought:
        return tuple(Found(one, 0, "words") for one in allowed)
    ids = {one.id: one for one in allowed}
    found = {hit.clause.id: hit for hit in _by_words(sought, allowed)}
    if not any(
        hit.by != "some" for hit in found.values()
    ):  # a word that the registers do not have, but the glossary may
        of_terms = [id for one in search_terms(words)[:MOST_TERMS] for id in one.clauses if id in ids]
        by_terms = {id: Found(ids[id], BY_TERM - number, "words") for number, id in enumerate(of_terms)}
        found = by_terms or found
    found |= {hit.clause.id: hit for hit in _by_number(words, system) if hit.clause.id in ids}
    place = {id: number for number, id in enumerate(ids)}
    return tuple(sorted(found.values(), key=lambda hit: (-hit.score, place[hit.clause.id])))


def _check(field: str, value: str | None, known: Mapping[str, object]) -> None:
    if value is not None and value not in known:
        raise UnknownName(field, value, None, known)


@cache
def _has_reading(id: str) -> bool:
    return next(readings_of(spellings()[id.casefold()]), None) is not None


def _by_number(words: str, system: str | None) -> Iterator[Found]:
    """The clause of a number and those under it, in every system or in one."""
    wanted = " ".join(words[:80].strip(" ()[]§.,;:").split()).casefold()
    for short in [""] if " " in wanted else [system] if system else list(registers()):
        id = f"{short} {wanted}".strip()
        one = spellings().get(id.casefold())
        first = short in ("", "NY")
        if one is not None:
            yield Found(one, BY_NUMBER + first, "number")
        for number, under in enumerate(clauses_under(id)):
            yield Found(under, UNDER_NUMBER + 500 * first - number, "number")


def _by_words(sought: tuple[str, ...], allowed: list[Clause]) -> list[Found]:
    """The clauses that have every word; where none has, those that have some, the more of them the better."""
    kinds = [found_words(word, _vocabulary()) for word in sought]
    phrase = " ".join(sought)
    of_term = {id for one in terms().values() if phrase in map(str.casefold, one.forms) for id in one.clauses}
    whole, some = [], []
    for one in allowed:
        hit, missing = _fit(one, kinds)
        if one.id in of_term or not missing:
            score = hit.score * (not missing) + EXACT * TITLE * (phrase == one.title.casefold())
            whole.append(replace(hit, score=score + BY_TERM * (one.id in of_term)))
        elif missing < len(sought):
            some.append(replace(hit, score=hit.score - MOST_SCORE * missing, by="some"))
    return whole or some


def _fit(one: Clause, kinds: list[Mapping[str, int]]) -> tuple[Found, int]:
    """How well a clause fits what each typed word stands for, and how many of these it has not at all."""
    title, says, rest = _index()[one.id]
    score, missing, words, by = 0, 0, set[str](), "title"
    for known in kinds:
        hits = {
            word: fit * (TITLE * (word in title) + SAYS * (word in says) + NOTE * (word in rest))
            for word, fit in known.items()
            if word in title or word in says or word in rest
        }
        missing += not hits
        score += max(hits.values(), default=0)
        words |= hits.keys()
        if hits and max(known[word] for word in hits) == NEAR:
            by = "near"
        elif by == "title" and not title & hits.keys():
            by = "words"
    score += WHOLE_TITLE * len(words & title) // len(title)
    return Found(one, score, by, frozenset(words)), missing


@cache
def _index() -> Mapping[str, tuple[frozenset[str], frozenset[str], frozenset[str]]]:
    """For each clause the words of its title, of its text, and of its note and its own readings."""
    own: dict[str, list[str]] = {}
    for reading in readings().values():
        texts = [reading.name, reading.reason, *reading.options.values()]
        own.setdefault(reading.clause_id, []).extend(texts)
    return {
        one.id: (
            frozenset(words_in(one.title)),
            frozenset(words_in(one.says)),
            frozenset(words_in(" ".join([one.note or "", *own.get(one.id, ())]))),
        )
        for one in every_clause()
    }


@cache
def _vocabulary() -> tuple[str, ...]:
    return tuple(sorted(frozenset().union(*(words for sets in _index().values() for words in sets))))
