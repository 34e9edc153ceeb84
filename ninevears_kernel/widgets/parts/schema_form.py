"""A form made from the keys that a question or an edit may be given, field by field, with their bounds."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import ipywidgets as W
from traitlets import TraitError

from ...core.errors import BadInput
from ...core.messages import Message, say, shown
from ...input_bounds import check_keys
from ...nine_years.components.map import game_map
from .cleanup import Composed
from .nested_fields import Nested, NumberOr, Rows, TableField

LABEL_WIDTH = "150px"
LONGEST = 20_000
"""Characters that a field of free text may hold."""
Schema = Mapping[str, Any]
Suggested = Mapping[str, Callable[[], Iterable[str]]]
"""For keys that name something, where the names come from."""


def space_names() -> list[str]:
    """The names of all spaces of the map, for a list to choose from."""
    return sorted(shown(space.name) for space in game_map().spaces)


def copied(value: Any) -> Any:
    """Plain data as a copy that can be changed: what nobody may change, such as a kept case, thawed.

    >>> copied({"corps": ({"power": "Spain"},)})
    {'corps': ({'power': 'Spain'},)}
    """
    match value:
        case Mapping():
            return {name: copied(inner) for name, inner in value.items()}
        case list():
            return [copied(inner) for inner in value]
        case tuple() if type(value) is tuple:
            return tuple([copied(inner) for inner in value])
    return value


class Field:
    """A key of a form: its widget, and how the widget's value becomes the key's.

    What was written into it comes back as it was, however the widget shows it, until somebody types. Where
    nothing was written, it gives what it shows.
    """

    def __init__(
        self,
        widget: W.Widget,
        read: Callable[[Any], Any],
        write: Callable[[Any], Any],
        expected: str = "desk.expected-list",
    ) -> None:
        self.widget, self._read, self._write, self.expected = widget, read, write, expected
        self._written: tuple[Any, Any] | None = None

    @property
    def as_written(self) -> bool:
        """Whether nobody has changed what was written."""
        return self._written is not None and self.widget.value == self._written[0]

    @property
    def value(self) -> Any:
        """What is given for the key; None: nothing."""
        if self._written is not None and self._written[1] is not None and self.as_written:
            return self._written[1]
        return self._read(self.widget.value)

    @value.setter
    def value(self, value: Any) -> None:
        self._put(value)
        self._written = self.widget.value, copied(value)

    def _put(self, value: Any) -> None:
        self.widget.value = self._write(value)


class NestedField(Field):
    """The same for a key whose widget is made of fields."""

    def __init__(self, widget: Nested) -> None:
        super().__init__(widget, lambda _: widget.given(), lambda value: value)

    def _put(self, value: Any) -> None:
        self.widget.fill(value)


class SchemaForm(Composed):
    """One field for each key of a schema; what is left empty is not given.

    Args:
        schema: a JSON schema with its properties, as `given_schema` makes it.
        skip: keys that are asked for elsewhere.
        suggested: names to choose from, by key.
        narrow: for a form inside of another: what a field means is told by its tip alone.
        typed: whether lists and tables are one typed field each, where other controls write into it.

    Attributes:
        fields: the fields by key.
    """

    def __init__(
        self,
        schema: Schema,
        skip: Iterable[str] = (),
        suggested: Suggested | None = None,
        narrow: bool = False,
        typed: bool = False,
        **more: Any,
    ) -> None:
        definitions = schema.get("$defs", {})
        root = resolved(schema, definitions)
        required = root.get("required", ())
        layout = {"width": "220px" if narrow else "340px", "max_width": "100%"}
        self.fields = {
            name: _field(
                name, inner, definitions, name in required, (suggested or {}).get(name), layout, typed
            )
            for name, inner in root.get("properties", {}).items()
            if name not in set(skip) and not _is_tag(inner)
        }
        rows = []
        beside = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": "0 10px"}
        for name, one in self.fields.items():
            means = root["properties"][name].get("description", "")
            means = "" if means == f"the {name}" else means  # its label says it
            if narrow and one.widget.has_trait(
                "description"
            ):  # else a page cannot draw the tip, nor the field
                one.widget.tooltip = means or None
                rows.append(one.widget)
            else:
                told = W.HTML(f"<span class='means'>{escape(means)}</span>")
                rows.append(W.HBox([one.widget, told], layout=beside))
        self._empty: frozenset[str] = frozenset()
        super().__init__(rows, **more)
        self.add_class("ninevears-form")
        if narrow:
            self.add_class("is-narrow")

    def given(self) -> dict[str, Any]:
        """What the form says, as a case gives it.

        Raises:
            BadInput: a field of free text cannot be read; names the key.
        """
        found: dict[str, Any] = {}
        for name, one in self.fields.items():
            try:
                value = one.value
            except BadInput as error:
                raise error.within(name) from None
            except (ValueError, RecursionError) as error:
                raise BadInput(name, one.widget.value, Message(one.expected)) from error
            if name in self._empty and one.as_written:
                found[name] = None
            elif value is not None:
                found[name] = copied(value)
        return found

    def fill(self, given: Mapping[str, Any]) -> None:
        """Writes what a case gives into the fields; keys that it does not give are emptied.

        Raises:
            BadInput: a field cannot hold what is given; names the key.
        """
        self._empty = frozenset(name for name, value in given.items() if value is None)
        for name, one in self.fields.items():
            try:
                one.value = given.get(name)
            except (TraitError, TypeError, ValueError, RecursionError) as error:
                raise BadInput(name, given[name], Message(one.expected)) from error


def _is_tag(schema: Schema) -> bool:
    return len(schema.get("enum", ())) == 1


def _field(
    name: str,
    schema: Schema,
    definitions: Mapping[str, Schema],
    required: bool,
    names: Any,
    layout: dict[str, str],
    typed: bool,
) -> Field:
    kinds = [kind for kind in schema.get("anyOf", (schema,)) if kind.get("type") != "null"]
    may_be_null = len(kinds) < len(schema.get("anyOf", (schema,)))
    optional = not required or may_be_null
    kind = resolved(kinds[0], definitions) if len(kinds) == 1 else {}
    if names is None and (known := _known_names(kinds)):
        names, kind = lambda: known, {"type": "string"}
    look: dict[str, Any] = {
        "description": schema.get("title", name.replace("_", " ")),
        "style": {"description_width": LABEL_WIDTH},
        "layout": layout,
    }
    if not typed and (nested := _nested(name, kinds, definitions, look)) is not None:
        return NestedField(nested)
    if "oneOf" in kind:
        return _list([(shown(str(one["const"])), one["const"]) for one in kind["oneOf"]], optional, look)
    if "enum" in kind:
        return _list([(shown(str(value)), value) for value in kind["enum"]], optional, look)
    if kind.get("type") == "boolean" and may_be_null:
        # a box could not tell "no" from "nobody has said"
        return _list([(say("value.yes"), True), (say("value.no"), False)], optional, look)
    if kind.get("type") == "boolean":
        begin = bool(schema.get("default", False))
        return Field(
            W.Checkbox(value=begin, indent=True, **look),
            lambda value: None if value == begin and optional else value,
            lambda value: begin if value is None else bool(value),
        )
    if kind.get("type") == "integer":
        return _number(kind, look)
    if kind.get("type") == "string":
        widget: W.Widget
        if names is None:
            widget = W.Text(continuous_update=False, **look)
        else:
            widget = W.Combobox(options=list(names()), continuous_update=False, **look)
        return Field(widget, lambda value: value.strip()[:LONGEST] or None, lambda value: str(value or ""))
    return _free(kind, look)


def _known_names(kinds: list[Schema]) -> list[str]:
    """The names to choose from where another may be typed: a list of them, or what has a pattern."""
    listed = [str(name) for kind in kinds for name in kind.get("enum", ())]
    return listed if len(kinds) > 1 else []


def resolved(kind: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """A schema, or the one that it refers to.

    Args:
        kind: the schema.
        definitions: those that may be referred to, by name.
    """
    return definitions.get(str(kind.get("$ref", "")).rsplit("/", 1)[-1], kind)


def _nested(
    name: str, kinds: list[Schema], definitions: Mapping[str, Schema], look: dict[str, Any]
) -> Nested | None:
    """The widget of a table, or of a list whose entries are chosen or have keys of their own; None for what
    is typed into one field.
    """
    found = [resolved(kind, definitions) for kind in kinds]
    title = name.replace("_", " ")
    if len(found) == 2 and found[0].get("type") == "integer":
        detail = _nested(name, kinds[1:], definitions, look)
        if detail is None:
            return None
        number = _number(found[0], look)
        return NumberOr(number.widget, lambda text: int(text) if text.strip() else None, detail)
    if len(found) != 1 or name in _WHOLE:
        return None
    kind = found[0]
    if kind.get("properties"):
        return TableField(title, _part(kind, definitions))
    if "prefixItems" in kind:
        keys = _places(kind)  # the two ends of something, such as a hexside
        return TableOf(title, _part(_entry(keys), definitions), tuple(keys))
    if isinstance(kind.get("additionalProperties"), Mapping):
        entry = _entry({_NAME: {"type": "string"}, _VALUE: kind["additionalProperties"]})
        return Rows(
            title,
            lambda _: _part(entry, definitions),
            lambda rows: {row.get(_NAME, ""): row.get(_VALUE) for row in rows},
            lambda given: [{_NAME: key, _VALUE: value} for key, value in given.items()],
        )
    if kind.get("type") != "array":
        return None
    return _rows_of(title, kind.get("items", {}), definitions)


_NAME, _VALUE, _WHICH, _NUMBER = "name", "value", "which", "rating"
_WHOLE = ("position", "table_rules")
"""Keys that a form of fields cannot hold: they are asked for elsewhere, or as they stand in a file."""


def _entry(properties: Mapping[str, Schema]) -> Schema:
    return {"properties": properties, "required": list(properties)}


def _part(kind: Schema, definitions: Mapping[str, Schema]) -> SchemaForm:
    return SchemaForm({**kind, "$defs": definitions}, narrow=True)


def _rows_of(title: str, item: Schema, definitions: Mapping[str, Schema]) -> Rows | None:
    """The rows of a list: entries with keys, of several kinds, one option each, or pairs."""
    kinds = [resolved(kind, definitions) for kind in item.get("anyOf", (item,))]
    first = kinds[0]
    if "discriminator" in item:
        tag = item["discriminator"]["propertyName"]
        named = {
            name: resolved({"$ref": ref}, definitions)
            for name, ref in item["discriminator"]["mapping"].items()
        }
        return Rows(title, lambda kind: _part(named[kind], definitions), list, list, tuple(named), tag)
    if len(kinds) == 2 and first.get("type") == "integer" and _NUMBER in kinds[1].get("properties", {}):
        # a leader is known by rating alone, or by name and rating
        return Rows(
            title,
            lambda _: _part(kinds[1], definitions),
            lambda rows: [row[_NUMBER] if row.keys() == {_NUMBER} else row for row in rows],
            lambda given: [{_NUMBER: one} if isinstance(one, int) else one for one in given],
        )
    if len(kinds) != 1:
        return None
    if first.get("properties"):
        return Rows(title, lambda _: _part(first, definitions), list, list)
    if "enum" in first or first.get("type") == "boolean":
        one = (
            first if "enum" in first else {"anyOf": [first, {"type": "null"}]}
        )  # yes, no, or nobody has said
        return Rows(
            title,
            lambda _: _part(_entry({_WHICH: one}), definitions),
            lambda rows: [row.get(_WHICH) for row in rows],
            lambda given: [{_WHICH: one} for one in given],
        )
    if "prefixItems" in first:
        keys = _places(first)
        return Rows(
            title,
            lambda _: _part(_entry(keys), definitions),
            lambda rows: [[row.get(key, "") for key in keys] for row in rows],
            lambda given: [dict(zip(keys, one, strict=True)) for one in given],
        )
    return None


def _places(kind: Schema) -> dict[str, Schema]:
    return {str(place): one for place, one in enumerate(kind["prefixItems"], 1)}


class TableOf(TableField):
    """A list of fixed length, a field for each of its places."""

    def __init__(self, title: str, form: SchemaForm, keys: tuple[str, ...]) -> None:
        super().__init__(title, form)
        self._keys = keys

    def given(self) -> Any:
        """The places in order; None while nothing stands in any."""
        found = super().given()
        return None if found is None else [found.get(key, "") for key in self._keys]

    def fill(self, given: Any) -> None:
        """Writes the places."""
        super().fill(None if given is None else dict(zip(self._keys, given, strict=True)))


def _list(options: list[tuple[str, Any]], optional: bool, look: dict[str, Any]) -> Field:
    """A list to choose from. Nobody has chosen at first: an option that merely stood there would be taken for
    the one that is given.
    """
    nothing = say("desk.not-given" if optional else "desk.choose")
    return Field(
        W.Dropdown(options=[(nothing, ""), *options], **look),  # None would show nothing
        lambda value: None if value == "" else value,
        lambda value: "" if value is None else value,
        "desk.expected-option",
    )


def _number(kind: Schema, look: dict[str, Any]) -> Field:
    """A whole number, typed: it may be left out, and out of bounds is the engine's to refuse."""

    def read(text: str) -> Any:
        text = text.strip()
        if not text:
            return None
        return int(text)  # ValueError is reported by `given`

    bounds = [kind.get("minimum"), kind.get("maximum")]
    hint = " – ".join("…" if bound is None else str(bound) for bound in bounds) if any(
        bound is not None for bound in bounds
    ) else ""  # fmt: skip
    return Field(
        W.Text(placeholder=hint, continuous_update=False, **look),
        read,
        lambda value: "" if value is None else str(value),
        "kind.int",
    )


def _free(kind: Schema, look: dict[str, Any]) -> Field:
    """A list or a table as it stands in a TOML file: ``[4, 2]``, ``{ Bourbon = 1 }``; names of a list may
    stand without quotes and numbers without brackets, with commas between them.
    """
    of_names = kind.get("items", {}).get("type") == "string" if kind.get("type") == "array" else False

    def read(text: str) -> Any:
        text = text.strip()
        if not text:
            return None
        if len(text) > LONGEST:
            raise ValueError(text[:40])
        if of_names and not text.startswith(("[", '"', "'")):
            return [name for part in text.split(",") if (name := part.strip())]
        if kind.get("type") == "array" and not text.startswith(("[", "{")):
            text = f"[{text}]"
        try:
            return json.loads(text)
        except ValueError:
            check_keys(text)
            return tomllib.loads(f"value = {text}")["value"]

    def write(value: Any) -> str:
        if value is None:
            return ""
        plain = of_names and value and all(type(one) is str and _NAME_ALONE(one) for one in value)
        numbers = isinstance(value, list | tuple) and value and all(type(one) is int for one in value)
        return ", ".join(map(str, value)) if plain or numbers else json.dumps(value, ensure_ascii=False)

    look = {**look, "layout": {"width": "520px", "max_width": "100%"}}
    example = "5, 4" if kind.get("type") == "array" else "{ }"
    if of_names:
        example = say("desk.names-hint")
    return Field(W.Text(placeholder=example, continuous_update=False, **look), read, write)


_NAME_ALONE = re.compile(r"[^\s,\[\]\"'{}]([^,\[\]\"{}]*[^\s,\[\]\"{}])?").fullmatch
"""Whether a name can stand in a list without quotes."""
