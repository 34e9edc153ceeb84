"""Reading the docket: games, cases, decisions and precedents as they were written, and what is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Table, func, select

from ...core.errors import BadInput, DocketError
from ...core.messages import Message
from ..cases.outside_input import checked_number
from .alike import Alike, difference, difference_words, nearest
from .precedents import (
    InForce,
    Judge,
    Preview,
    Progress,
    Stop,
    Stopped,
    checked_change,
    compared,
    contrary_to,
    in_force_after,
    states_itself,
)
from .records import (
    Appeal,
    CaseOutline,
    Change,
    Changed,
    Decided,
    Outcome,
    Precedent,
    Record,
    StoredCase,
    StoredGame,
    appeal_from_row,
    case_from_row,
    decision_from_row,
    game_from_row,
    outcome_from_row,
    outline_from_row,
    precedent_from_row,
)
from .search import Overrides, resting_on, selected, sought, writers, written_within
from .store import Store, as_time, broken_entries
from .tables import KINDS, appeals, cases, corrected, decisions, entries, games, outcomes, precedents

MOST_FOUND = 1000

PAGE = 100
"""Records that are read at a time when all are judged again."""


class Line(NamedTuple):
    """An entry of the docket in a list."""

    number: int
    kind: str
    written: str
    by: str


class DocketReader:
    """What can be read of a docket.

    Args:
        store: the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def name(self) -> str:
        """Where it is, without any password."""
        return self._store.name

    @property
    def now(self) -> str:
        """The time by the docket's clock, in universal time."""
        return as_time(self._store.clock())

    @property
    def has_index(self) -> bool:
        """Whether words are found by the database's own full-text index."""
        return bool(self._store.index)

    # ---- games

    def game(self, number: int) -> StoredGame:
        """The record of a game."""
        return self._store.read(
            lambda connection: self._games_of(connection, [self._row(connection, "game", number)])[0]
        )

    def games(self, game: int | None = None) -> tuple[StoredGame, ...]:
        """The last record of each game, or every record of one, oldest first."""

        def read(connection: Connection) -> tuple[StoredGame, ...]:
            query = selected(games).order_by(games.c.number)
            if game is None:
                query = query.where(
                    games.c.number.in_(select(func.max(games.c.number)).group_by(games.c.game))
                )
            else:
                query = query.where(games.c.game == checked_number("game", game))
            return self._games_of(connection, connection.execute(query).all())

        return self._store.read(read)

    def _games_of(self, connection: Connection, rows: Any) -> tuple[StoredGame, ...]:
        overrides = Overrides(connection, (row.game for row in rows))
        return tuple(game_from_row(row, overrides.before(row.game, row.number)) for row in rows)

    # ---- cases

    def case(self, number: int) -> StoredCase:
        """A case with its ruling."""
        return self._store.read(
            lambda connection: self._cases_of(connection, [self._row(connection, "case", number)])[0]
        )

    def search(self, *, most: int = 100, below: int | None = None, **asked: Any) -> tuple[StoredCase, ...]:
        """The cases that fulfil all that is asked, newest first.

        Args:
            most: how many at most.
            below: only numbers below this one: the next page after the last.
            **asked: ``clause``, ``system``, ``question``, ``verdict``, ``words``, ``game``, ``since`` and
                ``until``, as `docket_search.sought` tells.
        """

        def read(connection: Connection) -> tuple[StoredCase, ...]:
            people = writers(connection) if asked.get("words") else ()
            wanted = sought(**asked, index=self._store.index, people=people)
            query = selected(cases).where(*wanted).order_by(cases.c.number.desc())
            if below is not None:
                query = query.where(cases.c.number < checked_number("below", below))
            query = query.limit(max(1, min(most, MOST_FOUND)))
            return self._cases_of(connection, connection.execute(query).all())

        return self._store.read(read)

    def _cases_of(self, connection: Connection, rows: Any) -> tuple[StoredCase, ...]:
        overrides = Overrides(connection, (row.game for row in rows))
        successors = self._successors(connection, rows)
        stands = self._standing_on(connection, [row.number for row in rows])
        return tuple(
            case_from_row(
                row,
                overrides.before(row.game, row.number),
                stands.get(row.number),
                successors.get(row.number),
            )
            for row in rows
        )

    def _successors(self, connection: Connection, rows: Any) -> dict[int, tuple[int, str]]:
        """For each case that was replaced the number of the last in its place, and the verdict there."""
        last = {row.number: row.corrected_by for row in rows if row.corrected_by is not None}
        if not last:
            return {}
        query = select(cases.c.corrects, func.min(cases.c.number)).where(cases.c.corrects.is_not(None))
        after = {row[0]: row[1] for row in connection.execute(query.group_by(cases.c.corrects))}
        for number in last:
            while (newer := after.get(last[number])) is not None:
                last[number] = newer
        found = sorted(set(last.values()))
        decided = self._standing_on(connection, found)
        ruled = select(cases.c.number, cases.c.verdict).where(cases.c.number.in_(found))
        verdicts = {row.number: row.verdict for row in connection.execute(ruled)}
        verdicts |= {number: one.verdict for number, one in decided.items()}
        return {number: (newest, verdicts[newest]) for number, newest in last.items()}

    def alike(self, case: int | Mapping[str, Any]) -> tuple[Alike, ...]:
        """The earlier cases that are like one: the same question, and at most two things given otherwise.

        Args:
            case: the number of a case, or the data of one that is not kept yet.

        >>> from .docket import Docket
        >>> rally = {"format": "ninevears-case/1", "system": "NY", "question": "rally",
        ...          "given": {"rating": 5}}
        >>> docket = Docket.open("sqlite://")
        >>> _ = docket.add_case(rally)
        >>> [(one.number, one.says) for one in docket.alike(rally)]
        [(1, 'the same facts')]
        """
        if isinstance(case, int):
            return self._alike(self.case(case).case, case)
        return self._alike(case)

    def _alike(self, data: Mapping[str, Any], below: int | None = None) -> tuple[Alike, ...]:
        numbers = self._store.read(lambda connection: nearest(connection, data, below))
        found = []
        for other in self._cases(numbers):
            differs = difference(data, other.case)
            if differs is not None:
                words = difference_words(data, other.case, differs)
                decision = other.decision.number if other.decision else None
                ruled = str(other.ruling["verdict"])
                found.append(Alike(other.number, differs, words, other.verdict, decision, ruled))
        return tuple(sorted(found, key=lambda one: (len(one.differs), -one.number)))

    def contrary(self, case: int, verdict: str = "") -> tuple[Alike, ...]:
        """The earlier cases like one that were decided otherwise than it would be.

        Args:
            case: the number of the case.
            verdict: what would be decided; by default what the kit ruled.
        """
        return self._contrary(self.case(case), verdict)

    def _contrary(self, case: StoredCase, verdict: str = "") -> tuple[Alike, ...]:
        ruled = str(case.ruling["verdict"])
        found = self._alike(case.case, case.number)
        return tuple(one for one in found if one.is_contrary(verdict or ruled, ruled))

    # ---- decisions

    def decisions(self, case: int) -> tuple[Decided, ...]:
        """Every decision on a case, oldest first; the last one that nothing corrects is in force."""
        query = selected(decisions).where(decisions.c.case == checked_number("case", case))
        return self._store.read(
            lambda connection: tuple(
                map(decision_from_row, connection.execute(query.order_by(decisions.c.number)))
            )
        )

    def decision(self, number: int) -> Decided:
        """A decision."""
        return self._store.read(
            lambda connection: decision_from_row(self._row(connection, "decision", number))
        )

    def standing(self, case: int) -> Decided | None:
        """The decision in force on a case, or None when nobody has decided."""
        return self._store.read(lambda connection: self._standing(connection, checked_number("case", case)))

    def _standing(self, connection: Connection, case: int) -> Decided | None:
        return self._standing_on(connection, [case]).get(case)

    def _standing_on(self, connection: Connection, numbers: Sequence[int]) -> dict[int, Decided]:
        """For each case that is decided the decision in force."""
        query = selected(decisions).where(decisions.c.case.in_(numbers)).order_by(decisions.c.number)
        found = map(decision_from_row, connection.execute(query) if numbers else ())
        return {each.case: each for each in found if not each.corrected_by}

    # ---- appeals

    def appeals(self, case: int) -> tuple[Appeal, ...]:
        """Every appeal from a decision on a case, oldest first, each with what became of it."""
        query = selected(appeals).where(appeals.c.case == checked_number("case", case))
        return self._store.read(
            lambda connection: tuple(
                self._with_outcome(connection, row)
                for row in connection.execute(query.order_by(appeals.c.number)).all()
            )
        )

    def appeal_record(self, number: int) -> Appeal:
        """An appeal, with what became of it."""
        return self._store.read(
            lambda connection: self._with_outcome(connection, self._row(connection, "appeal", number))
        )

    def _with_outcome(self, connection: Connection, row: Row[Any]) -> Appeal:
        query = selected(outcomes).where(outcomes.c.appeal == row.number).order_by(outcomes.c.number)
        found = connection.execute(query).all()
        return appeal_from_row(row, outcome_from_row(found[-1]) if found else None)

    def outcome(self, number: int) -> Outcome:
        """What became of an appeal."""
        return self._store.read(lambda connection: outcome_from_row(self._row(connection, "outcome", number)))

    def resting_on(self, override: int) -> tuple[int, ...]:
        """The numbers of all logs, saves, cases and decisions of its game that came after an override."""
        return self._store.read(
            lambda connection: resting_on(connection, checked_number("override", override))
        )

    # ---- precedents

    def in_force(self, on: date | datetime | None = None) -> InForce:
        """What precedents have put in the place of the defaults, now or at the end of a day (UTC)."""
        query = selected(precedents).order_by(precedents.c.number)
        if isinstance(on, datetime):
            query = query.where(entries.c.written <= as_time(on))
        elif on is not None:
            query = query.where(written_within(on.isoformat()))
        return self._store.read(
            lambda connection: in_force_after(map(precedent_from_row, connection.execute(query)))
        )

    def precedents(self) -> tuple[Precedent, ...]:
        """Every precedent, oldest first; one that is corrected is no longer in force."""
        query = selected(precedents).order_by(precedents.c.number)
        return self._store.read(lambda connection: tuple(map(precedent_from_row, connection.execute(query))))

    def precedent(self, number: int) -> Precedent:
        """A precedent."""
        return self._store.read(
            lambda connection: precedent_from_row(self._row(connection, "precedent", number))
        )

    def would_change(
        self,
        change: Change,
        *,
        corrects: int | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Preview:
        """Looks at every stored case and game, and tells which verdicts a change would alter.

        Judged again are those that rest on what would change, or of which nobody noted what they rest on.

        Args:
            change: the readings and tables; nothing when the one that it corrects is taken back.
            corrects: the precedent whose place it would take.
            progress: called with how many are done, and of how many.
            stop: says when to stop; what is found till then is given back, but cannot be adopted.

        Raises:
            BadInput: no such reading, option, line or value.
        """
        change = checked_change(change)
        if corrects is None and change == Change():
            raise BadInput("change", Message("list.none"), Message("docket.expected-change"))
        force = self.in_force()
        if corrects is not None and corrects not in force.precedents:
            raise self._error("docket.not-in-force", number=corrects)
        upto, total = self._store.read(upto_and_total)
        now, then = Judge(force), Judge(force.with_change(upto + 1, change, corrects))
        against = contrary_to(force, change, corrects)
        changed: list[Changed] = []
        left_alone: list[int] = []
        done = judged = 0
        try:
            for page in self._pages(upto):
                left_alone += [record.number for record in page if states_itself(record, change)]
                for found, again in compared(page, now, then, self._cases, stop):
                    done += 1
                    judged += again
                    changed += [found] if found else []
                    if progress:
                        progress(done, total)
            complete = True
        except Stopped:
            complete = False
        listed, stated = tuple(changed), tuple(left_alone)
        return Preview(change, corrects, upto, listed, stated, done, judged, complete, against)

    def _cases(self, numbers: Sequence[int]) -> tuple[StoredCase, ...]:
        """The cases of these numbers, in their order."""
        query = selected(cases).where(cases.c.number.in_(numbers)).order_by(cases.c.number)
        return self._store.read(
            lambda connection: self._cases_of(connection, connection.execute(query).all() if numbers else ())
        )

    def _pages(self, upto: int) -> Iterator[tuple[CaseOutline | StoredGame, ...]]:
        """An outline of every case and the last state of every game, some at a time, but for those that are
        corrected.
        """
        after = 0
        whole = selected(cases)
        kept = [one for one in whole.selected_columns if one.name not in ("ruling", "claims", "words")]
        while True:
            query = whole.with_only_columns(*kept, maintain_column_froms=True)
            query = query.where(cases.c.number > after, cases.c.number <= upto)
            query = query.order_by(cases.c.number).limit(PAGE)
            page = self._store.read(
                lambda connection, query=query: tuple(map(outline_from_row, connection.execute(query)))  # type: ignore[misc]
            )
            if not page:
                break
            yield tuple(record for record in page if record.corrected_by is None)
            after = page[-1].number
        for game in self.games():
            if game.number <= upto and game.corrected_by is None:
                yield (game,)

    # ---- the whole

    def lines(self, most: int = 100, below: int | None = None) -> tuple[Line, ...]:
        """What was written last, newest first."""
        query = select(entries.c.number, entries.c.kind, entries.c.written, entries.c.by)
        query = query.order_by(entries.c.number.desc()).limit(max(1, min(most, MOST_FOUND)))
        if below is not None:
            query = query.where(entries.c.number < checked_number("below", below))
        return self._store.read(lambda connection: tuple(Line(*row) for row in connection.execute(query)))

    def record(self, number: int) -> Record:
        """Whatever has this number."""
        kind = self._store.read(
            lambda connection: connection.scalar(
                select(entries.c.kind).where(entries.c.number == checked_number("number", number))
            )
        )
        if kind is None:
            raise self._error("docket.no-entry", number=number)
        records: dict[str, Callable[[int], Record]] = {
            "game": self.game,
            "case": self.case,
            "decision": self.decision,
            "precedent": self.precedent,
            "appeal": self.appeal_record,
            "outcome": self.outcome,
        }
        return records[kind](number)

    def broken(self) -> tuple[tuple[int, str], ...]:
        """The entries that are not as they were written: number, and ``missing``, ``changed`` or ``gap``.

        Each entry has a digest over itself and the one before; who changes a row behind the docket's back
        breaks it. What was cut off at the end cannot be noticed.
        """
        return self._store.read(lambda connection: tuple(broken_entries(connection)))

    def _row(self, connection: Connection, kind: str, number: int) -> Row[Any]:
        table = KINDS[kind]
        query = selected(table).where(table.c.number == checked_number(kind, number))
        row = connection.execute(query).first()
        if row is None:
            raise self._error(f"docket.no-{kind}", number=number)
        return row

    def _error(self, id: str, /, **values: Any) -> DocketError:
        return DocketError(Message(id, docket=self.name, **values))


def last_number(connection: Connection, table: Table) -> int:
    """The highest number in a table; 0 when it is empty."""
    return int(connection.scalar(select(func.max(table.c.number))) or 0)


def upto_and_total(connection: Connection) -> tuple[int, int]:
    """The last number that bears on what a change would do, and how many cases and games there are."""
    upto = max(last_number(connection, table) for table in (games, cases, precedents))
    count = select(func.count()).select_from(cases).where(cases.c.number.not_in(corrected(cases)))
    last = select(func.max(games.c.number)).group_by(games.c.game)
    played = select(func.count()).select_from(games)
    played = played.where(games.c.number.in_(last), games.c.number.not_in(corrected(games)))
    return upto, int(connection.scalar(count) or 0) + int(connection.scalar(played) or 0)
