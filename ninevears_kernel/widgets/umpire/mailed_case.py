"""The case of a mail on the desk: its facts, what was changed by hand over them, both versions ruled."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from html import escape
from typing import Any, Protocol

import ipywidgets as W
from msgspec import structs

from ...core.errors import BadInput, NinevearsError
from ...core.messages import say
from ...nine_years.components.rule_tables import RuleTables
from ...umpire.cases.cases import Case
from ...umpire.cases.facts import Told, assumed_fact, facts_of
from ...umpire.cases.settled import teller_of
from ...umpire.cases.versions import rule_versions
from ...umpire.reports.reports import Report
from ...umpire.reports.shown_on_map import view_of
from .mail_panel import MailPanel
from .parts import complained
from .rolling import Rolling
from .version_cards import VersionCards

CHANGES = "changes"


class Mailed(Protocol):
    """What is asked of a desk on which the case of a mail is laid."""

    mail: MailPanel
    error: Any
    system: Any
    question: Any
    editor: Any
    rolling: Rolling

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force."""

    @property
    def report(self) -> Report | None:
        """The report on the case that was ruled."""

    @property
    def case(self) -> Case:
        """The case as it stands on the desk."""

    def given(self) -> dict[str, Any]:
        """What the case on the desk gives."""

    def forget_words(self) -> None:
        """Takes away what the umpire wrote for the last dispute."""

    def rule_mailed(self, case: Case | None, is_open: bool) -> None:
        """Lays a case, and rules on it when nothing is open."""


class MailedCase:
    """Lays what a mail says on the desk, again whenever a fact of it is taken, mended or dropped.

    Args:
        desk: the desk.

    Attributes:
        versions: the rulings on the versions of what is disputed.
        at_once: tells that there are several.
    """

    def __init__(self, desk: Mailed) -> None:
        self._desk = desk
        self._laid: dict[str, Any] | None = None
        self._by_hand: dict[str, Any] = {}
        self._made: list[Any] = []
        self._undone: list[Any] = []
        self.versions, self.at_once = VersionCards(), W.HTML()
        desk.mail.on_read(self._read)
        desk.mail.on_change(self.lay)

    def forget(self) -> None:
        """No mail lies on the desk any more."""
        self._laid, self._by_hand, self._made, self._undone = None, {}, [], []
        self.versions.show((), ())
        self.at_once.value = ""

    @property
    def is_changed(self) -> bool:
        """Whether the position was changed by hand over what the mail says."""
        now = dict[str, Any]()
        with suppress(BadInput):
            now = self._desk.given()
        return now.get(CHANGES, []) != (self._laid or {}).get(CHANGES, [])

    def lay(self) -> None:
        """Lays the case that the facts come to; rules on it when nothing is open."""
        desk, facts = self._desk, self._desk.mail.facts
        try:
            case = facts.case(desk.rule_tables)
            if case is not None:
                if self._laid is not None and (case.system, case.question) == self._asked:
                    case = structs.replace(case, given=self._with_what_was_changed(case.given))
                desk.rule_mailed(case, bool(facts.open))
                self._laid = desk.given()
                if facts.open:
                    self.compare(desk.case)
        except NinevearsError as error:
            desk.rule_mailed(None, True)
            desk.error.value = complained(error)

    def compare(self, case: Case) -> None:
        """Rules on every version of what is disputed, in a case as it stands on the desk."""
        facts = self._desk.mail.facts
        rows = rule_versions(case, facts.disputed, self._desk.rule_tables) if facts.disputed else []
        kinds = [dispute["kind"] for dispute in facts.disputed]
        self.versions.show([{**row, "kind": kinds[row["dispute"]]} for row in rows], facts.found)
        self.at_once.value = escape(say("desk.on-both")) if rows else ""

    @property
    def senders(self) -> tuple[str, ...]:
        """Who wrote the mail whose case lies on the desk; nobody where none does."""
        return () if self._laid is None else self._desk.mail.facts.senders

    def facts(self) -> list[Told] | None:
        """The facts on which the decision rests, as a letter lists them; None while nothing is ruled."""
        facts, report = self._desk.mail.facts, self._desk.report
        if report is None:
            return None
        found = [
            None if version is None else {"version": version, "why": why.strip()}
            for version, why in zip(facts.found, facts.why, strict=True)
        ]
        rules, heard = report.rule_tables, facts.heard(report.rule_tables)
        pressed = facts.by(umpire=True)
        if heard is not None and not any(one.get("kind") == "dice" for one in pressed):
            heard = structs.replace(heard, dice=report.case.dice)  # how many are due the other facts may say
        told = facts_of(
            report.case, facts.told_in_full, found, rules=rules, said=facts.by(umpire=False), heard=heard,
            pressed=pressed, teller=teller_of((one.fact for one in facts.facts), facts.senders),
        )  # fmt: skip
        return [*told, *(assumed_fact(says) for says in self._desk.rolling.rest)]

    @property
    def _asked(self) -> tuple[str, str]:
        return self._desk.system.value, self._desk.question.value

    def _read(self) -> None:
        """Another mail was read: the case on the desk is that of the mail."""
        self.forget()
        self._desk.forget_words()
        facts = self._desk.mail.facts
        if not facts.facts and not facts.disputed:
            return
        self.lay()
        places = [
            str(one.fact["value"]) for one in facts.facts if one.fact.get("kind") == "place" and one.taken
        ]
        if places and self._asked[0] == "NY":  # the map shows what the mail is about
            try:
                self._desk.editor.war_map.go_to(view_of(places[:1]))
            except NinevearsError:  # it is no space of this map
                return

    def _with_what_was_changed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the facts give, with what somebody changed by hand since the mail was read; edits one by one,
        so that those of a fact come and go with it.
        """
        before, now = self._laid or {}, dict[str, Any]()
        with suppress(BadInput):  # a field that cannot be read is told when it is ruled
            now = self._desk.given()
        changes, laid = list(now.pop(CHANGES, ())), list(before.get(CHANGES, ()))
        self._made += [edit for edit in changes if edit not in laid]
        self._undone += [edit for edit in laid if edit not in changes] if now else []
        self._made = [edit for edit in self._made if edit in changes or not now]
        self._by_hand |= {name: value for name, value in now.items() if before.get(name) != value}
        edits = [edit for edit in given.get(CHANGES, ()) if edit not in self._undone]
        edits += [edit for edit in self._made if edit not in edits]
        found = {**given, **self._by_hand}
        return {**found, CHANGES: edits} if edits or CHANGES in given else found
