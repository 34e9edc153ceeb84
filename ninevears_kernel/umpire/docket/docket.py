"""The docket: the umpire's cases, rulings and decisions, kept in a database that only grows.

>>> docket = Docket.open("sqlite://")  # in memory; without a name a file in the present folder
>>> case = docket.add_case({"format": "ninevears-case/1", "system": "NY", "question": "rally",
...                         "given": {"rating": 5}}, by="Anna", claims={"Alliance": "He rallies four."})
>>> case.number, case.ruling["answer"]["limit"]
(1, 3)
>>> docket.decide(case.number, by="Anna").verdict == case.ruling["verdict"]
True
>>> [found.number for found in docket.search(words="rallies four")]
[1]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from ... import __version__
from ...core.errors import BadInput
from ...core.messages import Message
from ...core.render import to_data
from ...core.ruling_context import Consulted
from ...core.rulings import VERDICTS, Ruling
from ...nine_years.games.save import position_from_data, position_to_data
from ..cases.cases import Case
from ..cases.outside_input import (
    MOST_CASE,
    MOST_GAME,
    MOST_NAME,
    checked_claims,
    checked_number,
    checked_text,
    kept_json,
    one_of,
    to_json,
    words_of,
)
from ..cases.rules_files import RulesFile
from .filing import Rules, case_data, case_row, checked_game, cited_by, claims_in, custom_rules, keep_rules
from .precedents import (
    InForce,
    Judge,
    Preview,
)
from .reader import DocketReader, last_number, upto_and_total
from .records import (
    DECISIONS,
    FOLLOW,
    OVERRIDE,
    Decided,
    Precedent,
    StoredCase,
    StoredGame,
    change_data,
    decision_from_row,
    precedent_from_row,
    record_data,
)
from .store import DEFAULT, PATIENCE, Store
from .tables import case_clauses, precedents


class Docket(DocketReader):
    """The umpire's docket.

    Whatever it gives back is a value; whatever it is given it keeps whole, or not at all. Every method may
    raise `DocketError` when the database fails, and `BadInput` for what cannot be kept.
    """

    @classmethod
    def open(
        cls,
        place: str | Path = DEFAULT,
        *,
        create: bool = True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float = PATIENCE,
    ) -> Docket:
        """Opens a docket.

        Args:
            place: a file, or any URL of SQLAlchemy, such as ``postgresql://umpire@server/docket``.
            create: whether one is made where there is none.
            clock: tells the time.
            patience: for how many seconds a writer waits for others.

        Raises:
            BadInput: the URL is none.
            DocketError: there is no docket, it cannot be opened, or a newer kit made it.
        """
        return cls(Store(place, create, clock, patience))

    # ---- games

    def add_game(
        self,
        name: str,
        text: str,
        *,
        by: str = "",
        rules: Rules = None,
        game: int | None = None,
        corrects: int | None = None,
    ) -> StoredGame:
        """Keeps a game's log or save as it is; a bad entry of a log is no hindrance.

        Args:
            name: what people call the game.
            text: the log, or a save as JSON.
            by: who writes.
            rules: the umpire's own tables by which it is played.
            game: the number of the game whose later state this is; by default a new one.
            corrects: the record that this takes the place of.

        Raises:
            BadInput: the head of the log, or the save, is wrong.
        """
        own = custom_rules(rules)
        form = checked_game(
            checked_text("game", text, MOST_GAME, needed=True), Judge(InForce()).rule_tables(own)
        )
        name = checked_text("name", name, MOST_NAME, needed=True)
        values = {"game": game, "name": name, "form": form, "text": text, "corrects": corrects}

        def write(connection: Connection) -> int:
            self._check_game(connection, game)
            self._check_corrects(connection, "game", corrects)
            row = values | {"rules": keep_rules(connection, own), "words": words_of(name)}
            return self._store.append(connection, "game", _by(by), row, root="game").number

        return self.game(self._store.write(write))

    # ---- cases

    def rule(self, source: Case | Mapping[str, Any] | str | Path, *, rules: Rules = None) -> Ruling:
        """The ruling on a case by what is in force today; nothing is kept."""
        return Judge(self.in_force()).rule(case_data(source), custom_rules(rules))

    def add_case(
        self,
        source: Case | Mapping[str, Any] | str | Path,
        *,
        by: str = "",
        claims: Mapping[str, str] | None = None,
        game: int | None = None,
        rules: Rules = None,
        corrects: int | None = None,
        seen: Ruling | None = None,
    ) -> StoredCase:
        """Rules on a case by what is in force, and keeps both.

        Args:
            source: a case, its data, or the file that holds it.
            by: who writes.
            claims: what each player claims; by default what the case itself says.
            game: the number of the game in which it came up.
            rules: the umpire's own tables, or the file that holds them.
            corrects: the case that this takes the place of.
            seen: the ruling that `rule` gave; the case is kept only if it still holds.

        Raises:
            BadInput: the case is wrong; names the field.
            DocketError: meanwhile a precedent has changed the ruling.
        """
        data, own = case_data(source), custom_rules(rules)
        claimed = None if claims is None else checked_claims(claims)
        while True:
            force, noted = self.in_force(), Consulted()
            said = to_data(Judge(force).rule(data, own, noted=noted))
            if seen is not None and to_data(seen) != said:
                raise self._error("docket.ruling-changed")
            row = case_row(data, said, claims_in(data) if claimed is None else claimed)
            row |= {
                "game": game,
                "corrects": corrects,
                "in_force": to_json(force.data | {"kit": __version__, "consulted": noted.data}),
            }
            number = self._store.write(partial(self._add_case, row, cited_by(said), own, force, _by(by)))
            if number is not None:
                return self.case(number)

    def _add_case(
        self,
        row: Mapping[str, Any],
        cited: Sequence[str],
        own: RulesFile | None,
        force: InForce,
        by: str,
        connection: Connection,
    ) -> int | None:
        """The number of a case that is written; None when a precedent came between."""
        if max(force.precedents, default=0) != last_number(connection, precedents):
            return None
        self._check_game(connection, row["game"])
        self._check_corrects(connection, "case", row["corrects"])
        kept = {**row, "rules": keep_rules(connection, own)}
        number = self._store.append(connection, "case", by, kept).number
        if cited:
            rows = [{"case": number, "clause": clause} for clause in cited]
            connection.execute(case_clauses.insert(), rows)
        return number

    # ---- decisions

    def decide(
        self,
        case: int,
        kind: str = FOLLOW,
        *,
        by: str,
        reason: str = "",
        verdict: str = "",
        position: Any = None,
        corrects: int | None = None,
    ) -> Decided:
        """Keeps what the umpire decides on a case.

        Args:
            case: the number of the case.
            kind: ``follow`` the ruling, or ``override`` it.
            by: who decides.
            reason: why; an override must have one.
            verdict: what an override decides instead, one of ``VERDICTS``; else the ruling's.
            position: the position that an override sets, as a save or a `Position`.
            corrects: the decision that this takes the place of, when the case has one already.

        Raises:
            DocketError: the case has a decision, and this one does not say that it corrects it.
        """
        one_of("kind", kind, DECISIONS)
        reason = checked_text("reason", reason, needed=kind == OVERRIDE)
        if kind == FOLLOW and (verdict or position is not None):
            raise BadInput("kind", kind, Message("docket.expected-override"))
        if verdict:
            one_of("verdict", verdict, VERDICTS)
        of = self.case(case)
        kept = None
        if position is not None:
            data = json.loads(kept_json("position", position, MOST_CASE))
            kept = to_json(
                position_to_data(
                    position_from_data(data, "position", Judge(self.in_force()).rule_tables(of.rules))
                )
            )
        row = {
            "case": case,
            "kind": kind,
            "verdict": verdict or of.ruling["verdict"],
            "reason": reason,
            "position": kept,
            "corrects": corrects,
            "words": words_of(kind, verdict, reason),
        }

        def write(connection: Connection) -> Decided:
            standing = self._standing(connection, case)
            if standing is not None and standing.number != corrects:
                raise self._error("docket.decided-already", case=case, number=standing.number)
            if corrects is not None and standing is None:
                raise self._error("docket.not-of-case", case=case, number=corrects)
            number = self._store.append(connection, "decision", _by(by, True), row).number
            return decision_from_row(self._row(connection, "decision", number))

        return self._store.write(write)

    # ---- precedents

    def adopt(self, preview: Preview, case: int, *, by: str, reason: str) -> Precedent:
        """Adopts a change as a precedent, with the list of all that it alters.

        Args:
            preview: what `would_change` found.
            case: the number of the decided case from which it is taken.
            by: who adopts it.
            reason: why.

        Raises:
            DocketError: the list is not complete, the docket has grown since, or the case is not decided.
        """
        if not preview.complete:
            raise self._error("docket.preview-stopped")
        reason = checked_text("reason", reason, needed=True)
        row = {
            "case": checked_number("case", case),
            "change": to_json(change_data(preview.change)),
            "reason": reason,
            "changed": to_json([record_data(each) for each in preview.changed]),
            "corrects": preview.corrects,
            "words": words_of(
                reason,
                *preview.change.readings,
                *preview.change.readings.values(),
                *(f"{section} {' '.join(lines)}" for section, lines in preview.change.rules.items()),
            ),
        }

        def write(connection: Connection) -> Precedent:
            self._row(connection, "case", case)
            if self._standing(connection, case) is None:
                raise self._error("docket.not-decided", case=case)
            if upto_and_total(connection)[0] != preview.upto:
                raise self._error("docket.grown")
            number = self._store.append(connection, "precedent", _by(by, True), row).number
            return precedent_from_row(self._row(connection, "precedent", number))

        return self._store.write(write)

    def _check_game(self, connection: Connection, number: int | None) -> None:
        if number is not None and self._row(connection, "game", number).game != number:
            raise self._error("docket.first-of-game", number=number)

    def _check_corrects(self, connection: Connection, kind: str, number: int | None) -> None:
        if number is not None and (by := self._row(connection, kind, number).corrected_by) is not None:
            raise self._error("docket.corrected-already", number=number, by=by)


def _by(by: str, needed: bool = False) -> str:
    return checked_text("by", by, MOST_NAME, needed)
