"""What is looked for in the docket: by clause, question, words, game and date, together or alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import MAXYEAR, date, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, exists, func, or_, select, true

from ...core.errors import BadInput
from ...core.messages import Message
from ..cases.outside_input import MOST_SOUGHT, checked_number, checked_text, folded
from .fulltext import says
from .records import OVERRIDE
from .tables import (
    appeals,
    case_clauses,
    cases,
    corrected,
    decisions,
    entries,
    findings,
    games,
    outcomes,
    precedents,
    rules,
    senders,
)

_DATE = re.compile("[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")


@cache
def selected(table: Table) -> Select[Any]:
    """A row of a table with its entry, what corrects it, and the umpire's own tables where it has any.

    Corrections are few: they are gathered once, and not looked for row by row.
    """
    other = table.alias()
    corrections = (
        select(other.c.corrects, func.min(other.c.number).label("by"))
        .where(other.c.corrects.is_not(None))
        .group_by(other.c.corrects)
        .subquery()
    )
    columns: list[Any] = [table, entries.c.written, entries.c.by, corrections.c.by.label("corrected_by")]
    joined = table.join(entries, entries.c.number == table.c.number)
    joined = joined.outerjoin(corrections, corrections.c.corrects == table.c.number)
    if "rules" in table.c:
        columns += [rules.c.name.label("rules_name"), rules.c.files.label("rules_files")]
        joined = joined.outerjoin(rules, rules.c.digest == table.c.rules)
    if table is cases:
        columns.append(senders.c.senders)
        joined = joined.outerjoin(senders, senders.c.number == cases.c.number)
    if table is decisions:
        columns += [column for column in findings.c if column.name != "number"]
        joined = joined.outerjoin(findings, findings.c.number == decisions.c.number)
    query: Select[Any] = select(*columns)
    return query.select_from(joined)


def sought(
    *,
    clause: str = "",
    system: str = "",
    question: str = "",
    verdict: str = "",
    words: str = "",
    game: int | str | None = None,
    since: str = "",
    until: str = "",
    index: str = "",
    people: Iterable[str] = (),
) -> list[ColumnElement[bool]]:
    """What a case must fulfil to be found; whatever is left empty is not asked for.

    Args:
        clause: a clause that the ruling cites, or one that such a clause stands under.
        system: short name of its rules system.
        question: its question.
        verdict: the verdict that stands: what was decided, or else what was ruled, unless another case took
            its place.
        words: each must begin a word in title, ruling, claims, the decisions on it, appeals from them,
            precedents from it, the name of its game, of whoever wrote one of these or wrote to the umpire
            about it; capitals and accents do not matter.
        game: the number of a game, or part of its name.
        since: a day, month or year in universal time, such as ``2026-11``; not before it.
        until: not after it.
        index: the kind of the full-text index; without one words are found inside others too.
        people: everybody who has written into the docket.

    Raises:
        BadInput: something is too long, or no date.
    """
    found: list[ColumnElement[bool]] = []
    if clause := _plain("clause", clause):
        upper = func.upper(case_clauses.c.clause)
        wanted = " ".join(clause.upper().split())
        under = or_(upper == wanted, upper.startswith(f"{wanted}.", autoescape=True))
        found.append(exists().where(and_(case_clauses.c.case == cases.c.number, under)))
    for column, text in ((cases.c.system, system), (cases.c.question, question)):
        if text := _plain(column.name, text):
            found.append(func.lower(column) == text.lower())
    if text := _plain("verdict", verdict):
        found += [_stands_so(text.lower()), cases.c.number.not_in(corrected(cases))]
    for word in dict.fromkeys(folded(_plain("words", words)).split()):
        found.append(_says(word, index, people))
    if game is not None and game != "":
        found.append(_of_game(game))
    if first := _date("since", since):
        found.append(entries.c.written >= first)
    if last := _date("until", until):
        found.append(written_within(last))
    return found


def _stands_so(verdict: str) -> ColumnElement[bool]:
    """Whether a verdict is that of the decision in force on a case, or of the ruling where there is none."""
    standing = decisions.c.number.not_in(corrected(decisions))
    decided = select(decisions.c.case).where(standing, func.lower(decisions.c.verdict) == verdict)
    ruled = and_(func.lower(cases.c.verdict) == verdict, cases.c.number.not_in(select(decisions.c.case)))
    return or_(cases.c.number.in_(decided), ruled)


def written_within(last: str) -> ColumnElement[bool]:
    """Whether an entry was written before the end of a day, month or year.

    Only numbers are compared: a database may sort signs such as ``~`` as its language does.
    """
    year, month, day = (*map(int, last.split("-")), 0, 0)[:3]
    if year == MAXYEAR:
        return true()
    if day:
        return entries.c.written < (date(year, month, day) + timedelta(days=1)).isoformat()
    if 0 < month < 12:
        return entries.c.written < f"{year:04}-{month + 1:02}"
    return entries.c.written < f"{year + 1:04}"


def _plain(field: str, text: str) -> str:
    return checked_text(field, text, MOST_SOUGHT).strip()


def _date(field: str, text: str) -> str:
    text = _plain(field, text)
    if text:
        try:
            if not _DATE.fullmatch(text):
                raise ValueError(text)
            date.fromisoformat(text + "0000-01-01"[len(text) :])
        except ValueError:
            raise BadInput(field, text, Message("docket.expected-date")) from None
    return text


def writers(connection: Connection) -> tuple[str, ...]:
    """The names of everybody who has written into the docket."""
    return tuple(connection.scalars(select(entries.c.by).distinct()))


def _says(word: str, index: str, people: Iterable[str]) -> ColumnElement[bool]:
    of_a_case = (decisions, precedents, appeals, outcomes)
    found = [says(cases, word, index), cases.c.game.in_(_games_named(word))]
    found += [cases.c.number.in_(select(table.c.case).where(says(table, word, index))) for table in of_a_case]
    if named := [name for name in people if _is_named(name, word)]:
        wrote = select(entries.c.number).where(entries.c.by.in_(named))
        found.append(cases.c.number.in_(wrote))
        found += [
            cases.c.number.in_(select(table.c.case).where(table.c.number.in_(wrote))) for table in of_a_case
        ]
    return or_(*found)


def _is_named(name: str, word: str) -> bool:
    """Whether a word begins one of somebody's names.

    >>> _is_named("Zoe van Dyck", "dy"), _is_named("Zoe", "oe")
    (True, False)
    """
    return any(part.startswith(word) for part in folded(name).split())


def _games_named(name: str) -> Select[Any]:
    """The games with this in their name."""
    return select(games.c.game).where(games.c.words.contains(name, autoescape=True))


def _of_game(game: int | str) -> ColumnElement[bool]:
    name = "" if isinstance(game, int) else _plain("game", game)
    if isinstance(game, int) or name.isdecimal():
        return cases.c.game == checked_number("game", int(game))
    return cases.c.game.in_(_games_named(folded(name)))


# ---- what rests on an override


class Overrides:
    """The overrides of some games, and until when each stood.

    Args:
        connection: where they are read.
        games: the numbers of the games.
    """

    def __init__(self, connection: Connection, games: Iterable[int | None]) -> None:
        self._of: dict[int, list[tuple[int, int | None]]] = {}
        wanted = {game for game in games if game is not None}
        other = decisions.alias()
        correction = select(func.min(other.c.number)).where(other.c.corrects == decisions.c.number)
        asked = (
            select(cases.c.game, decisions.c.number, correction.scalar_subquery().label("corrected_by"))
            .join(cases, cases.c.number == decisions.c.case)
            .where(decisions.c.kind == OVERRIDE, cases.c.game.in_(wanted))
            .order_by(decisions.c.number)
        )
        for row in connection.execute(asked) if wanted else ():
            self._of.setdefault(row.game, []).append((row.number, row.corrected_by))

    def before(self, game: int | None, number: int) -> tuple[int, ...]:
        """The overrides of a game that stood when the entry of this number was written."""
        if game is None:
            return ()
        return tuple(
            override
            for override, corrected_by in self._of.get(game, ())
            if override < number and (corrected_by is None or corrected_by > number)
        )


def resting_on(connection: Connection, override: int) -> tuple[int, ...]:
    """The numbers of all that came later in the game of an override, while it stood.

    Logs and saves of the game, its cases, and the decisions on them.
    """
    row: Row[Any] | None = connection.execute(
        selected(decisions)
        .add_columns(cases.c.game)
        .join(cases, cases.c.number == decisions.c.case)
        .where(decisions.c.number == override, decisions.c.kind == OVERRIDE)
    ).first()
    if row is None or row.game is None:
        return ()
    of_game = select(cases.c.number).where(cases.c.game == row.game)
    later = (
        of_game,
        select(games.c.number).where(games.c.game == row.game),
        select(decisions.c.number).where(decisions.c.case.in_(of_game)),
    )
    numbers = sorted(number for query in later for number in connection.scalars(query))
    end = row.corrected_by
    return tuple(number for number in numbers if number > override and (end is None or number < end))
