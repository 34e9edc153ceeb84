"""What the docket gives back: games, cases, decisions and precedents as plain frozen values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row

from ...core.errors import DocketError
from ...core.messages import Message
from ...core.render import plain
from ...core.rulings import frozen
from ...nine_years.components.sides import SIDES
from ..cases.rules_files import RulesFile
from ..reports.embedded_case import Decision
from .findings import appeal_ends

FOLLOW, OVERRIDE = "follow", "override"
DECISIONS = (FOLLOW, OVERRIDE)
INSTEAD: Mapping[str, tuple[str, ...]] = {
    "legal": ("illegal", "legal"),
    "illegal": ("legal",),
    "yes": ("no", "yes"),
    "no": ("yes",),
    "result": ("result", "illegal"),
}
"""What may be decided instead of each verdict: the same again is another result, told in the reason."""
ALLOWED, DISMISSED = "allowed", "dismissed"
OUTCOMES = (ALLOWED, DISMISSED)


def instead_of(ruled: str) -> tuple[str, ...]:
    """What an umpire may decide instead of a ruling: of a result another one, or that it was not legal.

    >>> instead_of("result"), instead_of("illegal")
    (('result', 'illegal'), ('legal',))
    """
    return INSTEAD.get(ruled, ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What every record has.

    Attributes:
        number: its number in the docket, from 1 in the order of writing.
        written: when, in universal time.
        by: who wrote it.
        corrects: the number of the record that it corrects, or None.
        corrected_by: the number of the record that corrects it, or None.
    """

    number: int
    written: str
    by: str
    corrects: int | None = None
    corrected_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(Record):
    """A log or a save of a game.

    Attributes:
        game: the number of the game's first record.
        name: what people call it.
        form: ``log`` or ``save``.
        text: the log, or the save as JSON.
        rules: the umpire's own tables by which it is played, or None.
        rests_on: overrides decided in this game before.
    """

    game: int
    name: str
    form: str
    text: str
    rules: RulesFile | None = None
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseOutline:
    """What of a stored case tells whether a change may alter its ruling.

    Attributes:
        number: its number.
        case: the case as it was given.
        in_force: what was in force.
        rules: the umpire's own tables by which it was ruled, or None.
        corrected_by: the case that took its place, or None.
    """

    number: int
    case: Mapping[str, Any]
    in_force: Mapping[str, Any]
    rules: RulesFile | None
    corrected_by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCase(Record):
    """A case with its ruling.

    Attributes:
        game: the number of its game, or None.
        case: the case as it was given.
        ruling: the ruling as ``ninevears rule --json`` prints it.
        in_force: what was in force: ``readings``, ``rules`` (lines of the kit's tables), ``precedents``
            (their numbers), ``kit`` (the version that ruled), and ``consulted`` (the ``readings`` and
            ``tables`` that the ruling asked for; not in older rulings).
        rules: the umpire's own tables by which it was ruled, or None.
        claims: what each player claims.
        senders: who wrote to the umpire about it, where that is known; no letter and no public page has them.
        rests_on: overrides decided in its game before.
        decision: the decision in force on it; None when nobody has decided.
        successor: the number of the last case that took its place and the verdict there; None where none did.
    """

    game: int | None
    case: Mapping[str, Any]
    ruling: Mapping[str, Any]
    in_force: Mapping[str, Any]
    rules: RulesFile | None = None
    claims: Mapping[str, str] = field(default_factory=dict)
    senders: tuple[str, ...] = ()
    rests_on: tuple[int, ...] = ()
    decision: Decided | None = None
    successor: tuple[int, str] | None = None

    @property
    def verdict(self) -> str:
        """The verdict in force on it: what was decided, or else what was ruled."""
        return self.decision.verdict if self.decision else str(self.ruling["verdict"])

    @property
    def stands(self) -> str:
        """The verdict that stands: that of the case which took its place, or else its own."""
        return self.successor[1] if self.successor else self.verdict

    @property
    def overridden(self) -> bool:
        """Whether the umpire departed from the ruling."""
        return self.decision is not None and self.decision.kind == OVERRIDE

    @property
    def title(self) -> str:
        """The case's own title, or what the ruling says."""
        return str(self.case.get("title") or self.ruling["says"])

    def party(self, name: str) -> str:
        """The name of a party as the case spells it, so that nobody appeals twice as "tom" and "Tom"."""
        known = {one.casefold(): one for one in (*SIDES, *self.claims, *self.senders)}
        name = " ".join(name.split())
        return known.get(name.casefold(), name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Record):
    """What an umpire decided on a case.

    Attributes:
        case: the number of the case.
        kind: ``follow`` or ``override``.
        verdict: the verdict in force.
        reason: why.
        position: the position that an override sets, as a save, or None.
        facts: what it rests on, each with ``status``, ``says``, ``for``, ``why`` and ``other``.
        answer_to_loser: the umpire's sentence that meets the words of who lost; empty where there is none.
        remedy: ``stand``, ``adjust`` or ``take-back``; empty where nothing was said.
        remedy_says: the same in the umpire's words.
        appeal_until: until when an appeal may be made, where the decision says so itself.
        departs_from: the numbers of cases like this one that were decided otherwise.
    """

    case: int
    kind: str
    verdict: str
    reason: str
    position: Mapping[str, Any] | None = None
    facts: tuple[Mapping[str, Any], ...] = ()
    answer_to_loser: str = ""
    remedy: str = ""
    remedy_says: str = ""
    appeal_until: str = ""
    departs_from: tuple[int, ...] = ()

    @property
    def appeal_ends(self) -> str:
        """Until when an appeal may be made, in universal time."""
        return appeal_ends(self.appeal_until, self.written)

    @property
    def departure(self) -> Decision | None:
        """What it decides instead of the ruling, as a report tells it; None where the ruling stands."""
        if self.kind != OVERRIDE:
            return None
        return Decision(self.verdict, self.reason, self.by)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal(Record):
    """An appeal from a decision.

    Attributes:
        case: the number of the case.
        decision: the number of the decision.
        party: who appeals.
        reason: why.
        outcome: what became of it, or None while it is open.
    """

    case: int
    decision: int
    party: str
    reason: str
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Record):
    """What became of an appeal.

    Attributes:
        case: the number of the case.
        appeal: the number of the appeal.
        outcome: ``allowed`` or ``dismissed``.
        decision: the number of the decision that stands after it.
        reason: why.
    """

    case: int
    appeal: int
    outcome: str
    decision: int
    reason: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a precedent changes; nothing at all when it takes an earlier one back.

    Attributes:
        readings: options of readings.
        rules: lines of the kit's tables by section.
    """

    readings: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """A stored case or game of which a change would alter what the kit says.

    Attributes:
        number: its number in the docket.
        kind: ``case`` or ``game``.
        title: the title of the case or the name of the game.
        on_record: the verdict in force in the docket; of a game None.
        before: what the kit says today: ``verdict``, ``says``, ``answer``, ``odds`` of a case; ``result``,
            ``year``, ``points``, ``choices``, ``bad_entry`` of a game; ``error`` where it cannot be ruled on.
        after: what it would say.
        differs: the names of those that are not the same.
    """

    number: int
    kind: str
    title: str
    on_record: str | None
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Precedent(Record):
    """A reading or a change of the tables, adopted from a decided case.

    Attributes:
        case: the number of the case.
        change: what it changes.
        reason: why.
        changed: every verdict that it was known to change.
    """

    case: int
    change: Change
    reason: str
    changed: tuple[Changed, ...] = ()


def change_data(change: Change) -> dict[str, Any]:
    """A change as plain data.

    >>> change_data(Change({"odd-hit": "parity"}))
    {'readings': {'odd-hit': 'parity'}, 'rules': {}}
    """
    return {"readings": dict(change.readings), "rules": plain(change.rules)}


def record_data(record: Record | Changed) -> dict[str, Any]:
    """A record as plain data, ready for JSON."""
    return {name: _data(getattr(record, name)) for name in record.__dataclass_fields__}


def _data(value: Any) -> Any:
    match value:
        case Change():
            return change_data(value)
        case Decided() | Outcome():
            return record_data(value)
        case RulesFile():
            return {"name": value.name, "digest": value.digest, "files": dict(value.files)}
        case tuple() if value and isinstance(value[0], Changed):
            return [record_data(each) for each in value]
    return plain(value)


def precedent_from_row(row: Row[Any]) -> Precedent:
    """A precedent as the database tells it."""
    return Precedent(
        **_columns(row, "case", "reason"),
        change=Change(**frozen(_loaded(row, "change"))),
        changed=tuple(Changed(**frozen(each)) for each in _loaded(row, "changed")),
    )


def decision_from_row(row: Row[Any]) -> Decided:
    """A decision as the database tells it."""
    return Decided(
        **_columns(row, "case", "kind", "verdict", "reason"),
        position=None if row.position is None else frozen(_loaded(row, "position")),
        **({} if row.remedy is None else _finding(row)),
    )


def _finding(row: Row[Any]) -> dict[str, Any]:
    """What a decision says besides."""
    return {
        "facts": frozen(_loaded(row, "facts")),
        "answer_to_loser": row.answer,
        "departs_from": frozen(_loaded(row, "departs_from")),
        **{name: getattr(row, name) for name in ("remedy", "remedy_says", "appeal_until")},
    }


def appeal_from_row(row: Row[Any], outcome: Outcome | None) -> Appeal:
    """An appeal as the database tells it, and what became of it."""
    return Appeal(**_columns(row, "case", "decision", "party", "reason"), outcome=outcome)


def outcome_from_row(row: Row[Any]) -> Outcome:
    """What became of an appeal, as the database tells it."""
    return Outcome(**_columns(row, "case", "appeal", "outcome", "decision", "reason"))


def case_from_row(
    row: Row[Any],
    rests_on: tuple[int, ...],
    decision: Decided | None,
    successor: tuple[int, str] | None = None,
) -> StoredCase:
    """A case as the database tells it, with the overrides that it rests on, the decision in force, and what
    took its place.
    """
    return StoredCase(
        **_columns(row, "game"),
        **{name: frozen(_loaded(row, name)) for name in ("case", "ruling", "in_force", "claims")},
        senders=_senders(row),
        rules=_rules(row),
        rests_on=rests_on,
        decision=decision,
        successor=successor,
    )


def _senders(row: Row[Any]) -> tuple[str, ...]:
    """Who wrote about a case; an archive of a stranger may hold something else there."""
    found = () if row.senders is None else _loaded(row, "senders")
    return tuple(map(str, found)) if isinstance(found, list) else ()


def outline_from_row(row: Row[Any]) -> CaseOutline:
    """The outline of a case as the database tells it."""
    own = {name: _loaded(row, name) for name in ("case", "in_force")}
    return CaseOutline(row.number, rules=_rules(row), corrected_by=row.corrected_by, **own)


def game_from_row(row: Row[Any], rests_on: tuple[int, ...]) -> StoredGame:
    """A game as the database tells it, with the overrides that it rests on."""
    return StoredGame(**_columns(row, "game", "name", "form", "text"), rules=_rules(row), rests_on=rests_on)


def _loaded(row: Row[Any], name: str) -> Any:
    try:
        return json.loads(getattr(row, name))
    except (ValueError, TypeError, RecursionError):  # somebody wrote into the database by hand
        raise DocketError(Message("docket.damaged", number=row.number)) from None


def _columns(row: Row[Any], *own: str) -> dict[str, Any]:
    """What every record has, and some columns of its own."""
    return {name: getattr(row, name) for name in (*Record.__dataclass_fields__, *own)}


def _rules(row: Row[Any]) -> RulesFile | None:
    return None if row.rules_name is None else RulesFile(row.rules_name, frozen(_loaded(row, "rules_files")))
