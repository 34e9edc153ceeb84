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
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from ... import __version__
from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import to_data
from ...core.ruling_context import Consulted
from ...core.rulings import Ruling
from ...nine_years.components.sides import Seat
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
from .filing import (
    Rules,
    case_data,
    case_row,
    checked_game,
    checked_senders,
    cited_by,
    claims_in,
    custom_rules,
    facts_as_ruled,
    keep_rules,
)
from .findings import EMPTY, check_remedy, checked_finding, words_found
from .precedents import InForce, Judge, Preview, in_force_after
from .reader import DocketReader, last_number, upto_and_total
from .records import (
    ALLOWED,
    DECISIONS,
    FOLLOW,
    OUTCOMES,
    OVERRIDE,
    Appeal,
    Decided,
    Outcome,
    Precedent,
    StoredCase,
    StoredGame,
    change_data,
    decision_from_row,
    instead_of,
    outcome_from_row,
    precedent_from_row,
    record_data,
)
from .store import DEFAULT, PATIENCE, Store
from .tables import appeals, case_clauses, precedents

if TYPE_CHECKING:
    from .letter import Letter


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
        senders: Sequence[str] = (),
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
            senders: who wrote to the umpire about it.
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
        wrote = checked_senders(senders)
        while True:
            force, noted = self.in_force(), Consulted()
            said = to_data(Judge(force).rule(data, own, noted=noted))
            if seen is not None and to_data(seen) != said:
                raise self._error("docket.ruling-changed")
            row = case_row(data, said, claims_in(data) if claimed is None else claimed, wrote)
            row |= {
                "game": game,
                "corrects": corrects,
                "in_force": to_json(force.data | {"kit": __version__, "consulted": noted.data}),
            }
            beside = {"senders": to_json(wrote)} if wrote else None
            number = self._store.write(
                partial(self._add_case, row, cited_by(said), own, force, _by(by), beside)
            )
            if number is not None:
                return self.case(number)

    def _add_case(
        self,
        row: Mapping[str, Any],
        cited: Sequence[str],
        own: RulesFile | None,
        force: InForce,
        by: str,
        beside: Mapping[str, Any] | None,
        connection: Connection,
    ) -> int | None:
        """The number of a case that is written; None when a precedent came between."""
        if max(force.precedents, default=0) != last_number(connection, precedents):
            return None
        self._check_game(connection, row["game"])
        self._check_corrects(connection, "case", row["corrects"])
        kept = {**row, "rules": keep_rules(connection, own)}
        number = self._store.append(connection, "case", by, kept, beside=beside).number
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
        facts: Sequence[Mapping[str, Any]] | None = None,
        answer_to_loser: str = "",
        remedy: str = "",
        remedy_says: str = "",
        appeal_until: datetime | str | None = None,
    ) -> Decided:
        """Keeps what the umpire decides on a case.

        Args:
            case: the number of the case.
            kind: ``follow`` the ruling, or ``override`` it.
            by: who decides.
            reason: why; an override must have one, and so must a decision against an earlier one on a case
                like this (`contrary`).
            verdict: what an override decides instead, one of `instead_of` the ruling's; else that.
            position: the position that an override sets, as a save or a `Position`.
            corrects: the decision that this takes the place of, when the case has one already.
            facts: what it rests on, each with ``status`` (``agreed``, ``found`` or ``assumed``), ``says``,
                and perhaps ``for`` (a side), ``why`` and ``other`` (``says``, ``verdict``, ``headline`` of
                the other version); by default what the ruling rests on (`cases.facts.facts_of`).
            answer_to_loser: a sentence that meets the words of who lost.
            remedy: ``stand``, ``adjust`` or ``take-back``; what is right is taken back for a reason alone.
            remedy_says: the same in the umpire's own words.
            appeal_until: until when an appeal may be made; by default for 48 hours.

        Raises:
            DocketError: the case has a decision, and this one does not say that it corrects it; or it departs
                from a decision on a case like it without a reason.
        """
        one_of("kind", kind, DECISIONS)
        reason = checked_text("reason", reason, needed=kind == OVERRIDE)
        if kind == FOLLOW and (verdict or position is not None):
            raise BadInput("kind", kind, Message("docket.expected-override"))
        of = self.case(case)
        if verdict:
            one_of("verdict", verdict, instead_of(of.ruling["verdict"]))
        decided = verdict or of.ruling["verdict"]
        check_remedy(remedy, decided, reason + remedy_says)
        kept = None
        if position is not None:
            data = json.loads(kept_json("position", position, MOST_CASE))
            kept = to_json(
                position_to_data(
                    position_from_data(data, "position", Judge(self.in_force()).rule_tables(of.rules))
                )
            )
        if facts is None:
            before = in_force_after(one for one in self.precedents() if one.number < case)
            facts = facts_as_ruled(of, before)
        finding = checked_finding(facts, answer_to_loser, remedy, remedy_says, appeal_until)
        against = self._contrary(of, verdict)
        if against:
            if not reason.strip():
                first = against[0]
                named = say(f"report.verdict-{first.verdict}")
                raise self._error("docket.contrary", case=first.number, says=first.says, verdict=named)
            finding = (finding or EMPTY) | {"departs_from": to_json([one.number for one in against])}
        row = {
            "case": case,
            "kind": kind,
            "verdict": decided,
            "reason": reason,
            "position": kept,
            "corrects": corrects,
            "words": words_of(kind, verdict, reason, answer_to_loser, remedy_says, *words_found(facts)),
        }

        def write(connection: Connection) -> Decided:
            standing = self._standing(connection, case)
            if standing is not None and standing.number != corrects:
                raise self._error("docket.decided-already", case=case, number=standing.number)
            if corrects is not None and standing is None:
                raise self._error("docket.not-of-case", case=case, number=corrects)
            entry = self._store.append(connection, "decision", _by(by, True), row, beside=finding)
            return decision_from_row(self._row(connection, "decision", entry.number))

        return self._store.write(write)

    # ---- appeals

    def appeal(self, case: int, party: str, reason: str, *, by: str) -> Appeal:
        """Keeps an appeal from the decision in force on a case.

        Args:
            case: the number of the case.
            party: who appeals: a side or a name.
            reason: why.
            by: who writes.

        Raises:
            DocketError: the case is not decided, or the same party has appealed from the decision already.
        """
        party = self.case(case).party(checked_text("party", party, MOST_NAME, needed=True))
        reason = checked_text("reason", reason, needed=True)

        def write(connection: Connection) -> Appeal:
            standing = self._standing(connection, case)
            if standing is None:
                raise self._error("docket.not-decided-yet", case=case)
            same = (appeals.c.decision == standing.number, appeals.c.party == party)
            known = connection.scalar(select(appeals.c.number).where(*same))
            if known is not None:
                raise self._error("docket.appealed-already", number=known, party=party)
            row: dict[str, Any] = {"case": case, "decision": standing.number, "party": party}
            row |= {"reason": reason, "corrects": None, "words": words_of(party, reason)}
            number = self._store.append(connection, "appeal", _by(by), row).number
            return self._with_outcome(connection, self._row(connection, "appeal", number))

        return self._store.write(write)

    def hear(self, appeal: int, outcome: str, *, by: str, reason: str, verdict: str = "") -> Outcome:
        """Keeps what became of an appeal; one that is allowed puts another decision in force.

        Args:
            appeal: the number of the appeal.
            outcome: ``allowed`` or ``dismissed``.
            by: who decides on it.
            reason: why.
            verdict: what is decided now, when it is allowed.

        Raises:
            DocketError: it was heard already, or the decision that it is from is no longer in force.
        """
        one_of("outcome", outcome, OUTCOMES)
        reason = checked_text("reason", reason, needed=True)
        if (outcome == ALLOWED) != bool(verdict):
            expected = "docket.expected-verdict" if outcome == ALLOWED else "docket.expected-allowed"
            raise BadInput("verdict", verdict, Message(expected))
        found = self.appeal_record(appeal)
        ruled = self.case(found.case).ruling["verdict"]
        if verdict:
            one_of("verdict", verdict, dict.fromkeys((ruled, *instead_of(ruled))))

        def write(connection: Connection) -> Outcome:
            heard = self._with_outcome(connection, self._row(connection, "appeal", appeal)).outcome
            if heard is not None:
                raise self._error("docket.heard-already", number=appeal, by=heard.number)
            standing = self._standing(connection, found.case)
            if standing is None or standing.number != found.decision:
                raise self._error("docket.appeal-moot", number=appeal, decision=found.decision)
            decision = standing.number
            if verdict:
                row = {
                    "case": found.case,
                    "kind": FOLLOW if verdict == ruled else OVERRIDE,
                    "verdict": verdict,
                    "reason": reason,
                    "position": None,
                    "corrects": decision,
                    "words": words_of(verdict, reason),
                }
                decision = self._store.append(connection, "decision", _by(by, True), row).number
            row = {"case": found.case, "appeal": appeal, "outcome": outcome, "decision": decision}
            row |= {"reason": reason, "corrects": None, "words": words_of(outcome, reason)}
            number = self._store.append(connection, "outcome", _by(by, True), row).number
            return outcome_from_row(self._row(connection, "outcome", number))

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
            DocketError: the list is not complete, the docket has grown since, the case is not decided or does
                not turn on the reading, or a precedent in force says otherwise and is not replaced.
        """
        if not preview.complete:
            raise self._error("docket.preview-stopped")
        for number in preview.contrary:
            raise self._error("docket.contrary-precedent", number=number)
        reason = checked_text("reason", reason, needed=True)
        turns_on = {used["name"] for used in self.case(case).ruling["readings"]}
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
            for name in preview.change.readings:
                if name not in turns_on:
                    raise self._error("docket.not-turning", case=case, name=name)
            if upto_and_total(connection)[0] != preview.upto:
                raise self._error("docket.grown")
            number = self._store.append(connection, "precedent", _by(by, True), row).number
            return precedent_from_row(self._row(connection, "precedent", number))

        return self._store.write(write)

    # ---- for others

    def letter(self, number: int, seat: Seat = "both", *, search: bool = True) -> Letter:
        """The letter of a decision (`letter.letter_of`).

        Args:
            number: the number of the decision, or of its case, whose decision in force is meant then.
            seat: for whom it is: ``both``, ``Bourbon``, ``Alliance`` or ``umpire``.
            search: whether to look for what would change the decision, which takes a while.
        """
        from .letter import letter_of

        return letter_of(self, number, seat, search=search)

    def take_in(self, archive: str | Path) -> tuple[int, int]:
        """Takes in an archive that another docket has exported, all of it or nothing.

        Args:
            archive: the file.

        Returns:
            How many entries were added, and how many were here already.

        Raises:
            BadInput: the file cannot be read.
            DocketError: it is no archive, was tampered with, or is of another docket.
        """
        from .archive import taken_in

        return taken_in(self._store, archive)

    def _check_game(self, connection: Connection, number: int | None) -> None:
        if number is not None and self._row(connection, "game", number).game != number:
            raise self._error("docket.first-of-game", number=number)

    def _check_corrects(self, connection: Connection, kind: str, number: int | None) -> None:
        if number is not None and (by := self._row(connection, kind, number).corrected_by) is not None:
            raise self._error("docket.corrected-already", number=number, by=by)


def _by(by: str, needed: bool = False) -> str:
    return checked_text("by", by, MOST_NAME, needed)
