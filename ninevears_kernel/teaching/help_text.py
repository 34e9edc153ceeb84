"""What ``ninevears help`` prints: a clause with all that is known of it, or what a search finds."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import Clause
from ..core.errors import BadInput, one_line
from ..core.messages import say
from .clause_help import ClauseHelp, clause_help, clause_named
from .clause_search import search_clauses
from .glossary import Term, search_terms
from .word_search import MOST_SOUGHT

MOST_CLAUSES, MOST_TERMS = 12, 3


def help_text(words: str) -> str:
    """A clause, when the words are its number; else the words of the glossary and the clauses that fit, best
    first; empty when nothing fits.

    >>> print(help_text("14.2").splitlines()[0])
    NY 14.2 (...): Entering enemy-controlled spaces
    >>> help_text("xyzzy")
    ''
    """
    try:
        return "\n".join(_clause(clause_help(clause_named(words).id)))
    except BadInput:
        return "\n".join(_found(words[:MOST_SOUGHT]))


def _head(one: Clause) -> str:
    return say("help.text-head", clause=one.id, basis=say(f"basis.{one.basis}"), title=one.title)


def _clause(known: ClauseHelp) -> Iterator[str]:
    yield _head(known.clause)
    yield f"  {known.clause.says}"
    if known.clause.note:
        yield f"  {say('card.note', note=known.clause.note)}"
    for reading in known.readings:
        yield say("help.text-reading", name=reading.name)
        for name, text in reading.options.items():
            taken = f" {say('help.taken')}" if name == reading.default else ""
            yield f"    {name}{taken}: {text}"
    near = {one.id: one for one in (*known.above, *known.below, *known.see, *known.seen_from)}
    for heading, rows in (
        ("help.cases", [sample.case.title or sample.name for sample in known.cases]),
        ("help.related", [f"{one.id} {one.title}" for one in near.values()]),
        ("help.words", [", ".join(term.name for term in known.terms)] if known.terms else []),
        ("help.lessons", [f"{place.says} ({place.notebook})" for place in known.lessons]),
    ):
        if rows:
            yield f"{say(heading)}:"
            yield from (f"  {row}" for row in rows)


def _found(words: str) -> Iterator[str]:
    terms, found = search_terms(words), search_clauses(words)
    if not words.strip() or not (terms or found):
        return
    yield from map(_term, terms[:MOST_TERMS])
    for hit in found[:MOST_CLAUSES]:
        yield _head(hit.clause)
        yield f"  {''.join(text for text, _ in hit.excerpt())}"
    if len(found) > MOST_CLAUSES:
        yield say("help.text-more", count=len(found) - MOST_CLAUSES)


def _term(one: Term) -> str:
    return one_line(say("help.text-term", name=one.name, says=one.says, clauses=list(one.clauses)))
