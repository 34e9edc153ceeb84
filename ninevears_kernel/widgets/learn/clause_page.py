"""The pages of the clause browser: a clause, a word of the glossary, and what a search has found, as HTML.

A page says where its buttons lead in ``data-go``: ``clause:NY 11.1.1``, ``term:siege`` or ``case:NAME``.
Everything from outside is escaped.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote

from ...core.clauses import Clause, clause
from ...core.errors import NinevearsError
from ...core.messages import say
from ...core.readings import Reading
from ...teaching.clause_help import ClauseHelp, has_tests, numbers_in
from ...teaching.clause_search import Found
from ...teaching.glossary import Term
from ...teaching.lesson_helpers.places import LessonPlace
from ...teaching.lessons import present_path
from ...teaching.word_search import marked
from ...umpire.cases.cases import rule_case
from ...umpire.cases.samples import Sample, sample
from ..parts.ruling_card import STYLE as CARD_STYLE, card_html
from ..parts.theme import complaint, style

MOST_SHOWN = 40
"""Of what a search has found."""
STYLE = style("clause_page")


def clause_page(known: ClauseHelp, words: frozenset[str] = frozenset(), opened: Collection[str] = ()) -> str:
    """The page of a clause.

    Args:
        known: what is known of it.
        words: words of a search, to be marked.
        opened: names of the cases whose rulings stand open.
    """
    one = known.clause
    parts = [
        f"<p>{chip(one)}</p><h3 tabindex='-1'>{_marked(one.title, words)}</h3>",
        f"<p>{linked(one.system, one.says, words)}</p>",
    ]
    if one.note:
        parts.append(f"<p class='note'>{linked(one.system, say('card.note', note=one.note), words)}</p>")
    parts += [_section("help.readings", map(_reading, known.readings))]
    parts += [_section("help.cases", (_case(one, one.name in opened) for one in known.cases))]
    parts += [_section("help.related", _relations(known))]
    if known.terms:
        parts += [_heading("help.words"), f"<p>{' · '.join(_name_link(one.name) for one in known.terms)}</p>"]
    parts += [_section("help.lessons", map(_lesson, known.lessons)), _made_of(known)]
    return "".join(parts)


def term_page(one: Term, words: frozenset[str] = frozenset()) -> str:
    """The page of a word of the glossary."""
    parts = [
        f"<p class='faint'>{_text(f'glossary.kind-{one.kind}')}</p>",
        f"<h3 tabindex='-1'>{_marked(one.name, words)}</h3><p>{_marked(one.says, words)}</p>",
    ]
    if one.also:
        parts.append(f"<p class='faint'>{escape(say('glossary.also', forms=one.also))}</p>")
    rows = (f"{go(clause(id))} {escape(clause(id).title)}" for id in one.clauses)
    parts.append(_section("help.clauses", rows))
    if one.see:
        parts += [_heading("help.see-words"), f"<p>{' · '.join(map(_name_link, one.see))}</p>"]
    return "".join(parts)


def found_page(found: Collection[Found], sought: str) -> str:
    """What a search has found, each with the words marked."""
    rows = (
        f"{go(hit.clause)} <b>{_marked(hit.clause.title, hit.words)}</b><br>"
        f"<span class='faint'>{_pieces(hit.excerpt())}</span>"
        for hit, _ in zip(found, range(MOST_SHOWN), strict=False)
    )
    warning = _text("help.only-some") if any(hit.by == "some" for hit in found) else ""
    return (f"<p>{warning}</p>" if warning else "") + _results(rows, len(found), sought)


def terms_page(found: Collection[Term], sought: str, words: frozenset[str]) -> str:
    """The same of the glossary."""
    shown = [one for one, _ in zip(found, range(MOST_SHOWN * 4), strict=False)]
    rows = (
        f"{_name_link(one.name)}<br><span class='faint'>{_marked(one.says, words)}</span>" for one in shown
    )
    return _results(rows, len(found), sought)


def _results(rows: Iterable[str], count: int, sought: str) -> str:
    if not count:
        return f"<p>{escape(say('help.nothing', words=sought))}</p>"
    title = say("help.found-for", words=sought) if sought.strip() else say("help.everything")
    more = f"<p class='faint'>{escape(say('help.more', count=count))}</p>" if count > MOST_SHOWN else ""
    return f"<h3 tabindex='-1'>{escape(title)}</h3><ul>{_items(rows)}</ul>{more}"


def chip(one: Clause) -> str:
    """A clause's id with its basis."""
    basis = escape(say(f"basis.{one.basis}"))
    return f"<span class='id {one.basis}'>{escape(one.id)} <small>{basis}</small></span>"


def go(one: Clause, text: str | None = None) -> str:
    """A button that opens a clause."""
    name = escape(say("help.open-clause", clause=one.id, title=one.title), quote=True)
    where = escape(one.id, quote=True)
    return f"<button data-go='clause:{where}' title='{name}'>{escape(text or one.id)}</button>"


def linked(system: str, text: str, words: frozenset[str] = frozenset()) -> str:
    """A text in which each clause that it names is a button, and the words of a search are marked."""
    parts, end = [], 0
    for start, stop, one in numbers_in(system, text):
        parts += [_marked(text[end:start], words), go(one, text[start:stop])]
        end = stop
    return "".join([*parts, _marked(text[end:], words)])


def _marked(text: str, words: frozenset[str]) -> str:
    return _pieces(marked(text, words))


def _pieces(pieces: Iterable[tuple[str, bool]]) -> str:
    return "".join(f"<mark>{escape(text)}</mark>" if is_word else escape(text) for text, is_word in pieces)


def _text(id: str) -> str:
    return escape(say(id))


def _heading(id: str) -> str:
    return f"<h4>{_text(id)}</h4>"


def _items(rows: Iterable[str]) -> str:
    return "".join(f"<li>{row}</li>" for row in rows)


def _section(heading: str, rows: Iterable[str]) -> str:
    items = _items(rows)
    return f"{_heading(heading)}<ul>{items}</ul>" if items else ""


def _reading(one: Reading) -> str:
    system = clause(one.clause_id).system
    taken = f" {_text('help.taken')}"
    options = (
        f"<b>{escape(name)}</b>{taken if name == one.default else ''}: {linked(system, text)}"
        for name, text in one.options.items()
    )
    where = go(clause(one.clause_id))
    return f"<b>{escape(one.name)}</b> ({where})<ul>{_items(options)}</ul>{linked(system, one.reason)}"


def _case(one: Sample, is_open: bool) -> str:
    """A worked case; its ruling stands under it when it is open."""
    title = one.case.title or one.name
    kind = say("help.of-case-book" if one.in_case_book else "help.of-samples")
    label = say("help.close-ruling" if is_open else "help.open-ruling")
    story = f"<p class='faint'>{escape(' '.join(one.case.story.split()))}</p>" if one.case.story else ""
    claims = "".join(
        f"<p class='faint'><b>{escape(claim.by)}:</b> {escape(claim.says)}</p>" for claim in one.case.claims
    )
    name = escape(f"{label}: {title}", quote=True)
    button = (
        f"<button class='open' data-go='case:{escape(one.name, quote=True)}' "
        f"aria-expanded='{str(is_open).lower()}' aria-label='{name}'>{escape(label)}</button>"
    )
    body = f"{story}{claims}{_ruling(one.name)}" if is_open else ""
    return f"{escape(title)} <span class='faint'>({escape(kind)})</span><br>{button}{body}"


def _ruling(name: str) -> str:
    try:
        return CARD_STYLE + card_html(rule_case(sample(name).case))
    except NinevearsError as error:
        return complaint(error)


def _relations(known: ClauseHelp) -> Iterator[str]:
    for id, ones in (
        ("help.above", known.above),
        ("help.below", known.below),
        ("help.beside", known.beside),
        ("help.see", known.see),
        ("help.seen-from", known.seen_from),
    ):
        if ones:
            links = ", ".join(f"{go(one)} {escape(one.title)}" for one in ones)
            yield f"<b>{_text(id)}</b> {links}"


def _name_link(name: str) -> str:
    return f"<button data-go='term:{escape(name, quote=True)}'>{escape(name)}</button>"


def _lesson(place: LessonPlace) -> str:
    """A part of a notebook; a link where the reader has that notebook."""
    described, found = escape(place.says), beside(place.notebook)
    if found is None:
        return described
    where, href = escape(found, quote=True), escape(quote(found), quote=True)
    return f"<a href='{href}' target='_blank' rel='noopener' data-notebook='{where}'>{described}</a>"


def beside(notebook: str) -> str | None:
    """The way to a notebook of the kit from the folder that the reader works in, None where it is not there.

    A lesson may be named as in an older edition (`teaching.lessons`).

    >>> beside("lessons/99_nothing.ipynb") is None
    True
    """
    here, notebook = Path.cwd(), present_path(notebook)
    for folder in (here, here.parent):
        if (folder / notebook).is_file():
            return Path(os.path.relpath(folder / notebook, here)).as_posix()
    return None


def _made_of(known: ClauseHelp) -> str:
    """Where the clause is carried out and what shows it, folded away: it is for those who read the code."""
    rows = [f"<code>{escape(name)}</code>" for name in known.code]
    rows += [f"<code>tests/{escape(name)}</code>" for name in known.tests]
    if not rows:
        return ""
    described = say("help.code", count=len(known.code))
    if has_tests():
        described += " " + say("help.shown-by", count=len(known.tests))
    summary = escape(described)
    folded = f"<details><summary>{summary}</summary><ul>{_items(rows)}</ul></details>"
    return _heading("help.in-the-kit") + folded
