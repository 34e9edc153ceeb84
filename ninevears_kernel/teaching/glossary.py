"""The glossary: the words of the game and of its time, each with the clauses that speak of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from ..core.errors import UnknownName
from ..core.messages import Message, say
from .word_search import found_words, sought_words, words_in

TABLE = Path(__file__).parent / "data" / "glossary.toml"
KINDS = ("game", "history", "companions", "kit")
"""Where a word is from: the rules of Nine Years, its time, the sister procedures, or this kit."""


class Term(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word of the glossary.

    Attributes:
        name: the word.
        says: what it means.
        clauses: ids of the clauses that speak of it.
        kind: one of `KINDS`.
        also: other forms of the word, and short forms.
        see: other words of the glossary.
    """

    name: str
    says: str
    clauses: tuple[str, ...]
    kind: str
    also: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The word and its other forms."""
        return (self.name, *self.also)


@cache
def terms() -> Mapping[str, Term]:
    """Every word, in the order of the alphabet.

    >>> list(terms())[:3]
    ['action card', 'action round', 'activated']
    """
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    found = (convert(entry, Term) for entry in data["term"])
    return {term.name: term for term in sorted(found, key=lambda term: term.name.casefold())}


@cache
def _by_form() -> Mapping[str, Term]:
    return {
        form.casefold(): term for term in reversed(list(terms().values())) for form in reversed(term.forms)
    } | {name.casefold(): term for name, term in terms().items()}


def term(name: str) -> Term:
    """The word of this name, or of this other form.

    Raises:
        UnknownName: the glossary has no such word; says what is near.

    >>> term("loc").name, term("Sieges").name
    ('line of communication', 'siege')
    """
    found = _by_form().get(" ".join(str(name).split()).casefold())
    if found is None:
        forms = [form for one in terms().values() for form in one.forms]
        raise UnknownName("term", name, Message("kind.term"), forms)
    return found


def search_terms(words: str) -> tuple[Term, ...]:
    """The words of the glossary that fit what somebody typed, best first; all of them when nothing was typed.

    A word fits when each of the typed words occurs in its name, its other forms or what it means; small
    typos are fine.

    >>> [term.name for term in search_terms("garison")][0]
    'garrison'
    """
    wanted = sought_words(words)
    if not wanted:
        return tuple(terms().values())
    scored = [(_score(one, wanted, " ".join(wanted)), one) for one in terms().values()]
    return tuple(one for score, one in sorted(scored, key=lambda pair: -pair[0]) if score)


def _score(one: Term, wanted: tuple[str, ...], phrase: str) -> int:
    """How well a word fits; 0 when some typed word is not there at all."""
    forms, says = _words_of(one.name)
    score = 200 * (phrase in {form.casefold() for form in one.forms})
    for word in wanted:
        kind = found_words(word, _every_word())
        best = max(
            [weight * 20 for known, weight in kind.items() if known in forms]
            + [weight * 3 for known, weight in kind.items() if known in says],
            default=0,
        )
        if not best:
            return 0
        score += best
    return score


@cache
def _words_of(name: str) -> tuple[frozenset[str], frozenset[str]]:
    one = terms()[name]
    return frozenset(words_in(" ".join(one.forms))), frozenset(words_in(one.says))


@cache
def _every_word() -> tuple[str, ...]:
    return tuple(sorted(frozenset().union(*(forms | says for forms, says in map(_words_of, terms())))))


@cache
def _pattern() -> re.Pattern[str]:
    forms = sorted(_by_form(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])", re.IGNORECASE)


def terms_in(text: str) -> tuple[Term, ...]:
    """The words of the glossary that occur in a text, each once, in the order of the text; where two begin at
    the same place the longer one counts.

    >>> [term.name for term in terms_in("A LOC may pass a friendly fortress under siege.")]
    ['line of communication', 'friendly', 'fortress', 'siege']
    """
    return tuple(dict.fromkeys(_by_form()[found.casefold()] for found in _pattern().findall(text)))


def terms_of(clause_id: str) -> tuple[Term, ...]:
    """The words that name a clause among theirs.

    >>> [term.name for term in terms_of("NY 13.5.3")]
    ['replacement', 'restore']
    """
    return tuple(one for one in terms().values() if clause_id in one.clauses)


def glossary_table(words: str = "") -> Any:
    """The glossary, or what a search finds in it, as a pandas table.

    Args:
        words: as `search_terms` takes them.

    >>> glossary_table("staff officer").index[0]
    'staff officer'
    """
    import pandas as pd

    rows = [(t.name, t.says, ", ".join(t.clauses), ", ".join(t.see)) for t in search_terms(words)]
    head = [say("glossary.word"), say("glossary.says"), say("glossary.clauses"), say("glossary.see")]
    return pd.DataFrame(rows, columns=head).set_index(head[0])
