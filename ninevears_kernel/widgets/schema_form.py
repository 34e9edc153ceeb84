"""A form made from the keys that a question or an edit may be given, field by field, with their bounds."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ..core.errors import BadInput
from ..core.messages import Message, say, shown

LABEL_WIDTH = "150px"
LONGEST = 20_000
"""Characters that a field of free text may hold."""
Schema = Mapping[str, Any]
Suggested = Mapping[str, Callable[[], Iterable[str]]]
"""For keys that name something, where the names come from."""


class Field:
    """A key of a form: its widget, and how the widget's value becomes the key's."""

    def __init__(self, widget: W.Widget, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
        self.widget, self._read, self._write = widget, read, write

    @property
    def value(self) -> Any:
        """What is given for the key; None: nothing."""
        return self._read(self.widget.value)

    @value.setter
    def value(self, value: Any) -> None:
        self.widget.value = self._write(value)


class SchemaForm(W.VBox):
    """One field for each key of a schema; what is left empty is not given.

    Args:
        schema: a JSON schema with its properties, as `given_schema` makes it.
        skip: keys that are asked for elsewhere.
        suggested: names to choose from, by key.

    Attributes:
        fields: the fields by key.
    """

    def __init__(
        self, schema: Schema, skip: Iterable[str] = (), suggested: Suggested | None = None, **more: Any
    ) -> None:
        definitions = schema.get("$defs", {})
        root = definitions.get(str(schema.get("$ref", "")).rsplit("/", 1)[-1], schema)
        required = root.get("required", ())
        self.fields = {
            name: _field(name, inner, definitions, name in required, (suggested or {}).get(name))
            for name, inner in root.get("properties", {}).items()
            if name not in set(skip) and not _is_tag(inner)
        }
        rows = []
        for name, one in self.fields.items():
            means = escape(root["properties"][name].get("description", ""))
            rows.append(W.HBox([one.widget, W.HTML(f"<span class='means'>{means}</span>")], layout=_ROW))
        super().__init__(rows, **more)
        self.add_class("ninevears-form")

    def given(self) -> dict[str, Any]:
        """What the form says, as a case gives it.

        Raises:
            BadInput: a field of free text cannot be read; names the key.
        """
        found: dict[str, Any] = {}
        for name, one in self.fields.items():
            try:
                value = one.value
            except ValueError as error:
                raise BadInput(name, one.widget.value, Message("desk.expected-list")) from error
            if value is not None:
                found[name] = value
        return found

    def fill(self, given: Mapping[str, Any]) -> None:
        """Writes what a case gives into the fields; keys that it does not give are emptied."""
        for name, one in self.fields.items():
            one.value = given.get(name)


_ROW = W.Layout(flex_flow="row wrap", align_items="center", grid_gap="0 10px")


def _is_tag(schema: Schema) -> bool:
    return len(schema.get("enum", ())) == 1


def _field(
    name: str, schema: Schema, definitions: Mapping[str, Schema], required: bool, names: Any = None
) -> Field:
    kinds = [kind for kind in schema.get("anyOf", (schema,)) if kind.get("type") != "null"]
    optional = not required or len(kinds) < len(schema.get("anyOf", (schema,)))
    kind = kinds[0] if len(kinds) == 1 else {}
    kind = definitions.get(str(kind.get("$ref", "")).rsplit("/", 1)[-1], kind)
    look: dict[str, Any] = {
        "description": name.replace("_", " "),
        "style": {"description_width": LABEL_WIDTH},
        "layout": W.Layout(width="340px"),
    }
    if "enum" in kind:
        nothing = [(say("desk.not-given"), None)] if optional else []
        options = [*nothing, *((shown(str(value)), value) for value in kind["enum"])]
        first = options[0][1]
        return Field(
            W.Dropdown(options=options, **look), _same, lambda value: first if value is None else value
        )
    if kind.get("type") == "boolean":
        begin = bool(schema.get("default", False))
        return Field(
            W.Checkbox(value=begin, indent=True, **look),
            lambda value: None if value == begin and optional else value,
            lambda value: begin if value is None else bool(value),
        )
    if kind.get("type") == "integer":
        return _number(kind, optional, look)
    if kind.get("type") == "string":
        widget: W.Widget = W.Text(continuous_update=False, **look)
        if names is not None:
            widget = W.Combobox(options=list(names()), continuous_update=False, **look)
        return Field(widget, lambda value: value.strip()[:LONGEST] or None, lambda value: str(value or ""))
    return _free(kind, look)


def _same(value: Any) -> Any:
    return value


def _number(kind: Schema, optional: bool, look: dict[str, Any]) -> Field:
    """A whole number, typed: it may be left out, and out of bounds is the engine's to refuse."""

    def read(text: str) -> Any:
        text = text.strip()
        if not text:
            return None
        return int(text)  # ValueError is told by `given`

    bounds = [kind.get("minimum"), kind.get("maximum")]
    hint = " – ".join("…" if bound is None else str(bound) for bound in bounds) if any(
        bound is not None for bound in bounds
    ) else ""  # fmt: skip
    del optional
    return Field(
        W.Text(placeholder=hint, continuous_update=False, **look),
        read,
        lambda value: "" if value is None else str(value),
    )


def _free(kind: Schema, look: dict[str, Any]) -> Field:
    """A list or a table as it stands in a TOML file: ``[4, 2]``, ``{ Bourbon = 1 }``."""

    def read(text: str) -> Any:
        text = text.strip()
        if not text:
            return None
        if len(text) > LONGEST:
            raise ValueError(text[:40])
        if kind.get("type") == "array" and not text.startswith(("[", "{")):
            text = f"[{text}]"
        try:
            return json.loads(text)
        except ValueError:
            return tomllib.loads(f"value = {text}")["value"]

    look = {**look, "layout": W.Layout(width="520px")}
    example = "[ ]" if kind.get("type") == "array" else "{ }"
    return Field(
        W.Text(placeholder=example, continuous_update=False, **look),
        read,
        lambda value: "" if value is None else json.dumps(value, ensure_ascii=False),
    )
