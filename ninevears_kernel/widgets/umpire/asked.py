"""What is asked on the umpire's desk: the rules, the question and its facts; in a war also orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.clauses import registers
from ...core.questions import Question
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.queries.situation import Situation
from ...umpire.cases.cases import given_schema, questions
from ..parts.cleanup import close_all
from ..parts.fields import Callbacks, Quiet
from ..parts.question_keys import keys_html
from ..parts.schema_form import SchemaForm, space_names
from .orders import QUESTION as ORDERS, OrderPicker
from .parts import BROAD, desk_field
from .position import SITUATION

OF_THE_MAP = "NY"
"""The system whose cases lie on the map."""
FIRST = "siege"
"""The question of a position that a desk opens with."""
SUGGESTED = dict.fromkeys(("space", "to", "from", "origin"), space_names) | {
    "power": lambda: sorted(powers())
}


class AskedPanel:
    """The choice of a question, and the form of its facts.

    Args:
        system: short name of the rules system.
        given: tells what the case gives, the position with it.
        rules: tells the tables in force.

    Attributes:
        system, question: the lists to choose from.
        form: the facts of the question.
        orders: the orders to pick from, or None.
        on_question: calls back with each question that is chosen.
        on_change: calls back when a fact was changed.
    """

    def __init__(
        self, system: str, given: Callable[[], Mapping[str, Any]], rules: Callable[[], RuleTables]
    ) -> None:
        self._given, self._rules = given, rules
        self._quiet = Quiet()
        self.on_question, self.on_change = Callbacks(), Callbacks()
        self.system = desk_field(
            W.Dropdown, "desk.system", BROAD,
            options=[(registers()[name].name, name) for name in sorted({of for of, _ in questions()})],
            value=system,
        )  # fmt: skip
        self.question = desk_field(W.Dropdown, "desk.question", BROAD)
        self.heading, self.key_words = W.HTML(), W.HTML()
        self.form_box, self.orders_box = W.VBox(), W.VBox()
        self.form_box.add_class("ninevears-desk-asked")
        self.form: SchemaForm
        self.orders: OrderPicker | None = None
        self.system.observe(lambda _: self.offer(), "value")
        self.question.observe(lambda _: self._question_chosen(), "value")

    @property
    def asks(self) -> Question:
        """The question that is chosen."""
        return questions()[self.system.value, self.question.value]

    @property
    def has_situation(self) -> bool:
        """Whether the question is about a position on the map."""
        return issubclass(self.asks.given, Situation)

    def offer(self, question: str | None = None) -> None:
        """Offers the questions of the system that is chosen.

        Args:
            question: the one to begin with, if the system has it.
        """
        named = [(q.heading, q.name) for (of, _), q in questions().items() if of == self.system.value]
        known = [name for _, name in named]
        with self._quiet:
            self.question.options = named
            self.question.value = question if question in known else known[0]
        self._question_chosen()

    def to_the_map(self) -> None:
        """Asks a question of a position, if the one that is chosen is none."""
        if not self.has_situation:
            self.system.value = OF_THE_MAP
            self.question.value = FIRST

    def fill(self, given: Mapping[str, Any]) -> None:
        """Writes what a case gives; where things lie is for the map."""
        skip = SITUATION if self.has_situation else ()
        self.form.fill({name: value for name, value in given.items() if name not in skip})
        self.look()

    def look(self) -> None:
        """Lists anew what may be ordered."""
        if self.orders:
            self.orders.look()

    def _question_chosen(self) -> None:
        if self.question.value is None or self._quiet:
            return
        question = self.asks
        for old in (*self.form_box.children, *self.orders_box.children):
            close_all(old)
        skip = SITUATION if self.has_situation else ()
        self.form = SchemaForm(given_schema(question), skip=skip, suggested=SUGGESTED)
        for field in self.form.fields.values():
            field.widget.observe(lambda _: self.on_change.tell(), "value")
        self.form_box.children = (self.form,)
        heading, about = escape(question.heading), escape(question.about)
        self.heading.value = f"<p class='question-heading'>{heading}<small>{about}</small></p>"
        self.key_words.value = keys_html(question)
        self.on_question.tell(question)
        self.orders = None
        if (question.system, question.name) == (OF_THE_MAP, ORDERS):
            self.orders = OrderPicker(self.form, self._given, self._rules)
        self.orders_box.children = (self.orders,) if self.orders else ()
