"""Orders to pick from: what may be chosen at the decision that waits, by what is done and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...core.ruling_context import RulingContext
from ...input_files import convert
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.engine.choices import Option
from ...nine_years.queries.choices import ActionGiven, options_after
from ..parts.fields import Quiet, start_button
from ..parts.schema_form import SchemaForm
from .parts import BROAD, desk_field

QUESTION = "action"
"""The question whose orders are picked."""
MOST_TOLD = 8
"""Continuations of an unfinished order that are told at once."""


class OrderPicker(W.VBox):
    """Lists of what may be ordered, first the kind, then the order itself; what is picked goes into the form.

    Args:
        form: the form of the question.
        given: what the case gives, the position with it.
        rules: tells the tables in force.
    """

    def __init__(
        self,
        form: SchemaForm,
        given: Callable[[], Mapping[str, Any]],
        rules: Callable[[], RuleTables],
        **more: Any,
    ) -> None:
        self._form, self._given, self._rules = form, given, rules
        self._options: tuple[Option, ...] = ()
        self._quiet = Quiet()
        self.says = W.HTML()
        self.kind = desk_field(W.Dropdown, "desk.order-kind", BROAD)
        self.order = desk_field(W.Dropdown, "desk.order", BROAD)
        self.next_button = start_button("desk.order-next", "desk.order-next-tooltip", self.go_on)
        super().__init__([self.kind, self.order, self.next_button, self.says], **more)
        self.add_class("ninevears-orders")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.order.observe(lambda _: self._picked(), "value")
        self.look()

    def look(self) -> None:
        """Lists what may be ordered now."""
        try:
            given = {name: value for name, value in self._given().items() if name != "action"}
            context = RulingContext(recorded=False, tables=self._rules())
            self._options = options_after(convert(given, ActionGiven), context)
            self.says.value = ""
        except NinevearsError:
            self._options = ()
            self.says.value = f"<p class='means'>{escape(say('desk.order-none'))}</p>"
        kinds: dict[str, int] = {}
        for one in self._options:
            kinds[one.action[0]] = kinds.get(one.action[0], 0) + 1
        named = [(say("desk.order-count", kind=kind, count=count), kind) for kind, count in kinds.items()]
        with self._quiet:
            self.kind.options = [(say("desk.choose"), ""), *named]
            self.kind.value = ""
        self._kind_chosen()

    def go_on(self) -> None:
        """Puts the order that stands in the form behind those before it, and asks for the next."""
        fields = self._form.fields
        action = fields["action"].value
        if action:
            before = fields["actions"].value or []
            fields["action"].value = None
            fields["actions"].value = [*before, action]
        self.look()

    def continuations(self, text: str) -> tuple[str, ...]:
        """The orders that begin with an unfinished one; none when it is whole, or begins none.

        >>> from ninevears_kernel.umpire.cases.cases import given_schema, questions
        >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
        >>> form = SchemaForm(given_schema(questions()["NY", "action"]), skip=("position", "changes"))
        >>> picker = OrderPicker(form, lambda: {"side": "Alliance"}, standard_rule_tables)
        >>> "campaign Brussels" in picker.continuations("campaign"), picker.continuations("end")
        (True, ())
        """
        words = text.casefold().split()
        orders = [one.text for one in self._options]
        if not words or text.casefold() in [one.casefold() for one in orders]:
            return ()
        # the last word may be unfinished itself
        begun = [one for one in orders if _begins(one.casefold().split(), words)]
        return tuple(begun)

    def unfinished(self) -> str:
        """What comes next, as a sentence, where the order in the form is not complete; else empty."""
        text = self._form.fields["action"].widget.value.strip()
        found = self.continuations(text)
        if not found:
            return ""
        more = len(found) - MOST_TOLD
        listed = "; ".join(found[:MOST_TOLD])
        if more > 0:
            return say("desk.order-unfinished-more", order=text, options=listed, count=more)
        return say("desk.order-unfinished", order=text, options=listed)

    def _kind_chosen(self) -> None:
        if self._quiet:
            return
        kind = self.kind.value
        listed = [(str(one.says), one.text) for one in self._options if one.action[0] == kind]
        with self._quiet:
            self.order.options = [(say("desk.choose"), ""), *listed]
            self.order.value = ""
        if len(listed) == 1:
            self.order.value = listed[0][1]

    def _picked(self) -> None:
        if not self._quiet and self.order.value:
            self._form.fields["action"].widget.value = self.order.value


def _begins(order: list[str], words: list[str]) -> bool:
    *whole, last = words
    return len(order) >= len(words) and order[: len(whole)] == whole and order[len(whole)].startswith(last)
