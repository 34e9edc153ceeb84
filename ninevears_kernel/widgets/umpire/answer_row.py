"""The row that answers what a mail does not tell: likely answers to press, and a short field for another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import ipywidgets as W

from ...core.clauses import registers
from ...core.messages import say
from ...core.render import label_shown
from ...umpire.cases.cases import questions
from ...umpire.email.answers import WRITTEN
from ..parts.schema_form import space_names
from . import likely
from .fact_form import SUGGESTED, is_given_in_rows
from .mail_facts import MailFacts, value_words

ROLES = {"interceptor": "leader", "origin": "place", "target": "place", "space": "place"}


class Answered(Protocol):
    """What is asked of the mail's panel."""

    facts: MailFacts

    def settle(self, missing: Mapping[str, Any], told: Sequence[Mapping[str, Any]] = ()) -> None:
        """Takes an answer."""

    def answer(self, missing: Mapping[str, Any], text: str, whose: Mapping[str, str] = ...) -> None:
        """Takes what was written."""

    def read_as(self, system: str, question: str | None = None) -> None:
        """Reads the mail again."""


class AnswerRow(W.Box):
    """Answers one thing that a mail does not tell.

    Args:
        mail: takes the answer.
        missing: what is missing.

    >>> from .mail_panel import MailPanel
    >>> mail = MailPanel()
    >>> mail.lay({"system": "NY", "question": "loc", "missing": [{"kind": "purpose", "ask": "For what?"}]})
    >>> row = AnswerRow(mail, mail.facts.missing[0])
    >>> [one.description for one in row.children][:3]
    ['line', 'reinforcement', 'restore']
    >>> row.children[0].click()
    >>> mail.facts.missing, mail.facts.facts[0].fact
    ([], {'kind': 'purpose', 'value': 'line'})
    """

    def __init__(self, mail: Answered, missing: Mapping[str, Any], **more: Any) -> None:
        self._mail, self._missing = mail, missing
        facts, kind = mail.facts, str(missing.get("kind", ""))
        asked = facts.system, facts.question
        if kind in ("system", "question"):
            parts = self._of_the_case(kind)
        else:
            choices = likely.answers(kind, asked, facts.said)
            parts = [_press(words, partial(mail.settle, missing, told)) for words, told in choices]
            self._fields: dict[str, W.Text] = {}
            if who := likely.parties(kind, asked, facts.said):
                parts += [self._field(kind, party) for party in who]
            elif is_given_in_rows(kind, asked) and (kind, asked[0]) != ("units", "MP"):
                pass  # no words make a row of it: the form of the case has them
            elif kind in WRITTEN and (not choices or kind in ("garrison", "power", "rating")):
                parts.append(self._field(kind))
            stands = "chip.on-the-map" if kind == "position" else "chip.stands"
            parts.append(_press(say(stands), partial(mail.settle, missing), say("chip.stands-tooltip")))
            parts[-1].add_class("stands")
        super().__init__(parts, **more)
        self.add_class("ninevears-answers")

    def _of_the_case(self, kind: str) -> list[W.Widget]:
        facts = self._mail.facts
        if kind == "system":
            systems = dict.fromkeys(of for of, _ in questions())
            return [_press(registers()[one].name, partial(self._mail.read_as, one)) for one in systems]
        system = facts.system or ""
        named = {one.name: one.heading for (of, _), one in questions().items() if of == system}
        near = [name for name in (*self._missing.get("choices", ()), facts.question) if name in named]
        parts: list[W.Widget] = [
            _press(named[name], partial(self._mail.read_as, system, name)) for name in dict.fromkeys(near)
        ]
        others = [(words, name) for name, words in named.items() if name not in near]
        choose = W.Dropdown(
            options=[(say("desk.choose"), ""), *others], value="", description=say("desk.question"),
            style={"description_width": "0"}, layout=W.Layout(width="100%"),
        )  # fmt: skip
        choose.observe(lambda change: self._mail.read_as(system, change["new"]), "value")
        return [*parts, choose]

    def _field(self, kind: str, party: str = "") -> W.Text:
        names = {"place": space_names, **SUGGESTED}.get(ROLES.get(kind, kind))
        label = party or label_shown(kind.replace("-", "_"))
        made = (W.Combobox if names and self._mail.facts.system == "NY" else W.Text)(
            description=label, continuous_update=False,
            placeholder="" if party else say("chip.yours-hint"),
            style={"description_width": "auto" if party else "0"},
        )  # fmt: skip
        if isinstance(made, W.Combobox) and names:
            made.options = tuple(names())
        if party:
            made.value = self._told(kind, party)
        self._fields[party] = made
        made.observe(lambda _: self._written(), "value")
        return made

    def _told(self, kind: str, party: str) -> str:
        """What the mail tells of it already."""
        told = [one for one in self._mail.facts.said if one.get("whose") == party]
        kinds = ("squadrons", "corsairs") if kind == "squadrons" else (kind,)
        own = [one for one in told if one["kind"] in kinds]
        if kind == "squadrons":
            return ", ".join(say(f"chip.{one['kind']}", count=one["value"]) for one in own)
        found = [value_words(one["value"]) for one in own[:1]]
        return ", ".join(found)

    def _written(self) -> None:
        """All of whom something is asked have answered."""
        said = {party: one.value.strip() for party, one in self._fields.items()}
        if all(said.values()):
            alone = said.pop("", "")
            self._mail.answer(self._missing, alone, said)


def _press(words: str, act: Callable[[], object], tooltip: str = "") -> W.Button:
    made = W.Button(description=words, tooltip=tooltip or words, layout=W.Layout(width="auto"))
    made.on_click(lambda _: act())
    return made
