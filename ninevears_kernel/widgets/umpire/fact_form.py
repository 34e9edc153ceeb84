"""The fields in which the umpire mends a fact of a mail: its value in parts, and what is told beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput
from ...core.render import label_shown
from ...nine_years.components.powers import powers
from ...nine_years.components.scenario import leader_table
from ...nine_years.components.sides import SIDES
from ..parts.fields import start_button
from ..parts.schema_form import Schema, SchemaForm, Suggested, resolved, space_names
from .likely import Asked, given_as, schema_of
from .mail_facts import told_wrong

NAME, NUMBER, SIDE = {"type": "string"}, {"type": "integer"}, {"enum": list(SIDES)}
YES_OR_NO = {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
CORPS: Mapping[str, Schema] = {
    "count": NUMBER,
    "power": NAME,
    "space": NAME,
    "reduced": YES_OR_NO,
    "inside": YES_OR_NO,
}
DETAILS: Mapping[str, Schema] = {
    "side": SIDE,
    "at": NAME,
    "space": NAME,
    "zone": {"enum": ["Atlantic", "Mediterranean"]},
    "whose": NAME,
    "of": NAME,
    "strength": NUMBER,
}
"""What is told beside a value, and can be mended with it."""
SUGGESTED: Suggested = {
    **dict.fromkeys(("place", "control", "space", "at"), space_names),
    "power": lambda: sorted(powers()),
    "leader": lambda: sorted(leader_table()),
}


class FactForm(W.VBox):
    """A field for each part of a fact, what is wrong with it, and a button that takes it so.

    Args:
        fact: the fact, as the reader of mails tells it.
        asked: system and question of the case, where they are known: it says what may be chosen.
        take: called with the value and the details as they stand in the fields.
        says: the message on its button: who has it so.

    >>> told = []
    >>> form = FactForm({"kind": "leader", "value": "Luxembourg", "at": "Mons"}, ("NY", "siege"),
    ...                 lambda value, details: told.append((value, details)))
    >>> form.form.fields["at"].widget.value = "Namur"
    >>> form.take_button.click()
    >>> told
    [('Luxembourg', {'at': 'Namur'})]
    """

    def __init__(
        self,
        fact: Mapping[str, Any],
        asked: Asked,
        take: Callable[[Any, dict[str, Any]], object],
        says: str = "chip.take-so",
        **more: Any,
    ) -> None:
        self._take, value = take, fact.get("value")
        self._kind = str(fact.get("kind", "")).replace("-", "_")
        self._is_table = isinstance(value, Mapping)
        self._is_list = isinstance(value, list | tuple) and all(isinstance(one, str | int) for one in value)
        parts: dict[str, Schema] = {}
        if isinstance(value, Mapping):
            parts = {**_parts(value, self._kind), **_row(self._kind, asked)}
        else:
            parts[self._kind] = NAME if self._is_list else _plain(self._kind, value, asked)
        self._details = [name for name in DETAILS if name in fact and name not in parts]
        details = {name: SIDE if fact[name] in SIDES else DETAILS[name] for name in self._details}
        properties = parts | details
        self.form = SchemaForm({"properties": properties}, suggested=_suggested(asked), narrow=True)
        for name, one in self.form.fields.items():
            if one.widget.has_trait("description"):
                one.widget.description = properties[name].get("title", label_shown(name))
        written = dict(value) if isinstance(value, Mapping) else {self._kind: self._written(value)}
        self.form.fill(written | {name: fact[name] for name in self._details})
        self.take_button = start_button(says, f"{says}-tooltip", self.take)
        self.error = W.HTML()
        super().__init__([self.form, self.take_button, self.error], **more)
        self.add_class("ninevears-fact-form")
        if len(self.form.fields) == 1:  # Enter is enough
            (only,) = self.form.fields.values()
            only.widget.observe(lambda _: self.take(), "value")

    def take(self) -> None:
        """Takes the fact as it stands in the fields, or says in a sentence which of them cannot be read."""
        try:
            given = self.form.given()
        except BadInput as error:
            self.error.value = escape(told_wrong(label_shown(error.field), error))
            return
        details = {name: given.pop(name, None) for name in self._details}
        if not self._is_table:
            self._take(self._read(given.get(self._kind)), details)
            return
        known = {"reduced"} if self._kind == "corps" else set()  # it says something even where it says no
        kept = {name: one for name, one in given.items() if one not in (None, False) or name in known}
        self._take(kept, details)

    def _written(self, value: Any) -> Any:
        """The value as its field takes it: several with commas between them."""
        return ", ".join(map(str, value)) if self._is_list else value

    def _read(self, value: Any) -> Any:
        """What stands in the field: of several a list, numbers as numbers."""
        if not self._is_list or value is None:
            return value
        words = [one for part in str(value).split(",") if (one := part.strip())]
        numbers = str(value).replace(",", " ").split()
        return [int(one) for one in numbers] if all(map(str.isdecimal, numbers)) else words


def has_fields(fact: Mapping[str, Any]) -> bool:
    """Whether a fact can be mended in fields; a save, a log or a link is taken or dropped as a whole.

    >>> has_fields({"kind": "year", "value": 1690}), has_fields({"kind": "position", "value": {}})
    (True, False)
    """
    return fact.get("kind") != "position"


def _parts(value: Mapping[str, Any], kind: str) -> dict[str, Schema]:
    """The parts of a table: corps have theirs, others those that they come with."""
    known = dict(CORPS) if kind in ("corps", "garrison") else {}
    return known | {name: _by_value(one) for name, one in value.items() if name not in known}


def _by_value(value: Any) -> Schema:
    match value:
        case bool():
            return YES_OR_NO
        case int():
            return NUMBER
        case list() | tuple():
            return {"type": "array", "items": {"type": "string"}}
    return SIDE if value in SIDES else NAME


def _plain(kind: str, value: Any, asked: Asked) -> Schema:
    """What a value may be: as its question says where it says so, else as it was read."""
    if kind == "sea_control":
        return SIDE
    if not isinstance(value, bool):
        found = given_as(kind, asked)
        options = next((one for one in found.get("anyOf", (found,)) if "enum" in one), None)
        if options is not None and value in (*options["enum"], None):
            return {"enum": list(options["enum"])}
    return _by_value(value)


def _row(kind: str, asked: Asked) -> Mapping[str, Schema]:
    """The keys of a row, where a question is given a list of tables under a name; else none."""
    definitions = schema_of(asked).get("$defs", {})
    return resolved(given_as(kind, asked).get("items", {}), definitions).get("properties", {})


def is_given_in_rows(kind: str, asked: Asked) -> bool:
    """Whether a question is given a list of tables: its form has a row for each, a few words are none.

    >>> is_given_in_rows("units", ("MP", "hexside")), is_given_in_rows("units", ("VQ", "formation"))
    (True, False)
    """
    return "$ref" in given_as(kind, asked).get("items", {})


def _suggested(asked: Asked) -> Suggested:
    """Names to choose from: those of the war have no place in the other systems."""
    return SUGGESTED if asked[0] in ("NY", None) else dict[str, Callable[[], Iterable[str]]]()
