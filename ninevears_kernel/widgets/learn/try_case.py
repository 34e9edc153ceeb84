"""A case to try in a lesson: a few of its facts can be changed, and the ruling follows at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ...core.errors import MISSING, BadInput, NinevearsError
from ...core.messages import Message, is_known, say
from ...core.render import label_shown
from ...core.rulings import Ruling
from ...nine_years.components.powers import powers
from ...teaching.throws import throws_of
from ...umpire.cases.cases import Case, case_from_data, given_schema, position_of, question_of, rule_case
from ..map.war_map import WarMap
from ..parts.fields import Quiet, button
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.ruling_card import RulingCard
from ..parts.schema_form import Field, SchemaForm, Suggested, resolved, space_names
from ..parts.shadow_chart import ShadowChart
from ..parts.theme import complaint
from .try_controls import controls_of, leader_names

Edits = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class TryCase(W.VBox):
    """A case of which the reader changes what the lesson is about; the ruling is shown anew each time.

    Args:
        case: a case, or its data, with which it begins.
        keys: the facts of the case that can be changed, by their names in ``given``, in this order.
        switches: further edits of the position that the reader turns on and off, by the sentence that says
            what each does.
        war_map: a map that follows: the position with the edits, and what the ruling draws.
        chart: whether the odds of the folded card are folded too, since the bars have them.
        roll: whether dice may be rolled.
        orders: where the fact to change is an order, those to choose from, in the notation.

    Attributes:
        case: the case as it stands.
        ruling: the ruling on it; None when it cannot be ruled on.

    >>> trial = TryCase({"format": "ninevears-case/1", "system": "NY", "question": "rally",
    ...                  "given": {"rating": 5}}, keys=["rating"])
    >>> trial.form.fields["rating"].widget.value = "4"
    >>> trial.ruling.answer["limit"]
    2
    """

    def __init__(
        self,
        case: Case | Mapping[str, Any],
        keys: Iterable[str] = (),
        switches: Mapping[str, Edits] | None = None,
        war_map: WarMap | None = None,
        chart: bool = False,
        roll: bool = False,
        orders: Sequence[str] = (),
        **more: Any,
    ) -> None:
        self._start = case if isinstance(case, Case) else case_from_data(dict(case))
        self.war_map = war_map
        self.ruling: Ruling | None = None
        self._dice: list[Any] | None = self._start.dice
        self._seed, self._quiet = 0, Quiet()
        schema = given_schema(question_of(self._start))
        self._keys, self._orders = tuple(keys), tuple(orders)
        self.form: SchemaForm = SchemaForm(
            schema, skip=_others(schema, self._keys), suggested=_SUGGESTED, typed=True
        )
        self._explain(schema)
        for name in _LONG & self.form.fields.keys():
            self.form.fields[name].widget.layout.width = "520px"
        self.switches: dict[str, W.Checkbox] = {
            says: W.Checkbox(description=says, indent=False, layout=W.Layout(width="auto"))
            for says in switches or {}
        }
        self._edits = {says: _listed(edits) for says, edits in (switches or {}).items()}
        self.roll_button: W.Button = button("try.roll", "try.roll-tooltip", self.roll)
        self.odds_button: W.Button = button("try.odds", "try.odds-tooltip", self._changed)
        self.reset_button: W.Button = button("try.reset", "try.reset-tooltip", self.reset)
        self.error: W.HTML = W.HTML()
        self.verdict: W.HTML = W.HTML()
        self.card: RulingCard = RulingCard(odds_open=not chart)
        self.chart: ShadowChart = ShadowChart()
        buttons = [self.roll_button, self.odds_button] if roll else []
        head = W.HBox([W.HTML(_head()), self.reset_button])
        turned = W.VBox([*self.switches.values()])
        causes = W.VBox([turned, self.form, W.HBox(buttons), self.error])
        columns = W.HBox([causes, self.chart, self.verdict])
        steps = W.Accordion([self.card], titles=[say("try.steps")], selected_index=None)
        for part, name in (
            (head, "head"),
            (columns, "columns"),
            (turned, "switches"),
            (causes, "causes"),
            (self.verdict, "verdict"),
        ):
            part.add_class(f"nl-{name}")
        super().__init__([W.HTML(lesson_style()), head, columns, steps, KeyboardGuard()], **more)
        for name in ("ninevears-try", "ninevears-lesson"):
            self.add_class(name)
        for field in self.form.fields.values():
            field.widget.observe(lambda _: self._changed(), "value")
        for switch in self.switches.values():
            switch.observe(lambda _: self._changed(), "value")
        self.reset()

    def _explain(self, schema: Mapping[str, Any]) -> None:
        """Puts the fields into the order of the lesson, each with what it means."""
        rows = dict(zip(self.form.fields, self.form.children, strict=True))
        properties = _properties(schema)
        for name, row in rows.items():
            row.children[1].value = f"<span class='means'>{escape(_means(name, properties[name]))}</span>"
        self.form.fields = {name: self.form.fields[name] for name in self._keys if name in rows}
        self.form.children = [rows[name] for name in self.form.fields]
        for name, field in self.form.fields.items():
            _without_a_gap(field, name in self._start.given)
            field.value = self._start.given.get(name)
            if (made := controls_of(name, field, self._start.given.get(name), self._orders)) is not None:
                control, instead = made
                if name == "action":  # how an order is written is nothing to who chooses one
                    rows[name].children[1].value = ""
                field.widget.layout.display = "none" if instead else None
                rows[name].children = (*rows[name].children, control)

    @property
    def case(self) -> Case:
        """The case as the reader has it.

        Raises:
            BadInput: a field cannot be read.
        """
        given = {name: value for name, value in self._start.given.items() if name not in self._keys}
        given |= self.form.given()
        edits = [edit for says, switch in self.switches.items() if switch.value for edit in self._edits[says]]
        if edits:
            given["changes"] = [*given.get("changes", ()), *edits]
        return msgspec.structs.replace(self._start, given=given, dice=self._dice)

    def reset(self) -> None:
        """Brings back everything as it was."""
        with self._quiet:
            self.form.fill(self._start.given)
            for switch in self.switches.values():
                switch.value = False
        self._dice = self._start.dice
        self._rule()
        self.chart.begin()

    def roll(self) -> None:
        """Rolls the dice; each time others."""
        try:
            self._seed += 1
            self._dice = None
            rolled = rule_case(msgspec.structs.replace(self.case, seed=self._seed))
            self._dice = list(rolled.dice) or None
        except NinevearsError as error:
            self._tell(None, _complaint(error))
            return
        self._rule()

    def _changed(self) -> None:
        if not self._quiet:
            self._dice = None
            self._rule()

    def _rule(self) -> None:
        try:
            case = self.case
            ruling = rule_case(case)
            self.chart.throws = throws_of(case) if case.question == "battle" and ruling.odds else ()
            position = None if self.war_map is None else position_of(case)
            if self.war_map is not None and position is not None:
                self.war_map.position = position
            self._tell(ruling)
        except NinevearsError as error:
            self._tell(None, _complaint(error))

    def _tell(self, ruling: Ruling | None, problem: str = "") -> None:
        self.error.value = problem
        self.ruling = self.card.ruling = self.chart.ruling = ruling
        self.verdict.value = "" if ruling is None else _verdict(ruling, self.chart.change)
        if self.war_map is not None:
            self.war_map.show_ruling(ruling)


def _verdict(ruling: Ruling, change: str) -> str:
    """The ruling in a sentence, and how the odds have changed in another."""
    word, says = escape(say(f"card.verdict-{ruling.verdict}")), str(ruling.says)
    small = " class='long'" if len(says) > LONG_VERDICT else ""
    return (
        f"<div role='status'{small}><span class='sc'>{word}</span><p>{escape(says)}</p>"
        f"<p class='change'>{escape(change)}</p></div>"
    )


def _head() -> str:
    title, shadow = escape(say("try.what-if")), escape(say("try.shadow"))
    return f"<b>{title}</b> <span class='gh'></span> <small>{shadow}</small>"


def _without_a_gap(field: Field, given: bool) -> None:
    """A list holds nothing that is no answer, where the lesson begins with one; else the engine finds it."""
    if isinstance(field.widget, W.Dropdown) and field.widget.options[0][1] == "":
        found = field.widget.options[1:]
        field.widget.options = found if given else [(say("try.open"), ""), *found]


LONG_VERDICT = 120
"""A verdict of more letters is set smaller, so that it keeps to its box."""
_LONG = {"action"}
"""Facts that are a whole line to write."""
_SUGGESTED: Suggested = {
    **dict.fromkeys(("space", "to", "origin"), space_names),
    "leader": leader_names,
    "power": powers,
}


def _others(schema: Mapping[str, Any], keys: Iterable[str]) -> set[str]:
    """The keys of a question that a lesson leaves alone.

    Raises:
        BadInput: the question has no such key.
    """
    known = set(_properties(schema))
    for key in keys:
        if key not in known:
            raise BadInput("keys", key, Message.one_of(sorted(known)))
    return known - set(keys)


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return resolved(schema, schema.get("$defs", {})).get("properties", {})


def _means(name: str, schema: Mapping[str, Any]) -> str:
    """What a field means: in the words of the lessons, or as the question has it, without the other fields,
    forms and files that a lesson does not show, and without its label once more.

    >>> _means("side", {"description": "whose round it is; else a save says what is decided"})
    'whose round it is'
    >>> _means("year", {"description": "the year"}), _means("x", {"description": "aboard: a number, or so"})
    ('', 'aboard')
    """
    id = f"try.means-{name}"
    said: str = say(id) if is_known(id) else schema.get("description", "")
    found: str = re.split("; (?:or )?else|: a number, or", said)[0]
    return "" if found.removeprefix("the ") == label_shown(name).lower() else found


def _complaint(error: NinevearsError) -> str:
    """What is wrong with a field, by the name that it has in the form."""
    if isinstance(error, BadInput):
        error.field = error.field.removeprefix("given.")
        if error.found is MISSING:
            return complaint(NinevearsError(Message("try.fill-in", field=label_shown(error.field))))
        error = error.within("")
    return complaint(error)


def _listed(edits: Edits) -> list[dict[str, Any]]:
    return [dict(edits)] if isinstance(edits, Mapping) else [dict(edit) for edit in edits]
