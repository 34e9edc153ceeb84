"""What may be given to a question and what it answers, key by key, from the types that validate a case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ...core.messages import Message, shown
from ...core.questions import Question
from .cases import given_schema

Schema = Mapping[str, Any]


class Key(NamedTuple):
    """A key that a case may have.

    Attributes:
        path: where it belongs, such as ``attacker.squadrons``; ``[]`` marks each item of a list.
        kind: what may be written there, in words.
        needed: False when it may be left out.
        means: what it is for; empty where its name says all.
    """

    path: str
    kind: Message
    needed: bool
    means: str


def given_keys(question: Question) -> tuple[Key, ...]:
    """The keys of a question's ``given``, in order, each followed by the keys inside it.

    >>> from .cases import questions
    >>> keys = given_keys(questions()["HIS", "naval-combat"])
    >>> [key.path for key in keys][:4]
    ['place', 'attacker', 'attacker.power', 'attacker.squadrons']
    >>> print(keys[0].kind, "|", keys[0].means)
    port or sea | where the combat takes place
    """
    return _keys(given_schema(question))


def keys_of(kind: Any) -> tuple[Key, ...]:
    """The keys of any type that data is checked against, as an event of a procedure."""
    return _keys(msgspec.json.schema(kind))


def _keys(schema: Schema) -> tuple[Key, ...]:
    definitions = schema.get("$defs", {})
    return tuple(_inside(schema, "", definitions, {}))


def _inside(
    schema: Schema, path: str, definitions: Mapping[str, Schema], described: dict[str, str]
) -> Iterator[Key]:
    """The keys of whatever lies inside a value of this schema; `described` says where a type stood before."""
    for kind in _alternatives(schema):
        for value in kind.get("oneOf", ()):
            means = value.get("description", "")
            if (points := value.get("points")) is not None:
                name = "desk.value-points-rating" if value.get("per") == "rating" else "desk.value-points"
                means = str(Message(name, means=means, count=points))
            yield Key(f"{path} = {value['const']}", Message("desk.kind-value"), False, means)
        if "prefixItems" in kind:
            for inner in kind["prefixItems"]:
                yield from _inside(inner, f"{path}[]", definitions, described)
        elif "items" in kind:
            yield from _inside(kind["items"], f"{path}[]", definitions, described)
        elif isinstance(kind.get("additionalProperties"), Mapping):
            yield from _inside(kind["additionalProperties"], f"{path}.*".lstrip("."), definitions, described)
        elif "$ref" in kind:
            name = kind["$ref"].rsplit("/", 1)[-1]
            if name in described:
                continue
            described[name] = path
            yield from _properties(definitions[name], path, definitions, described)


def _properties(
    schema: Schema, path: str, definitions: Mapping[str, Schema], described: dict[str, str]
) -> Iterator[Key]:
    tag = _tag(schema)
    if tag is not None:
        field, value = tag
        path = f"{path} {field} = {value}".strip()
        yield Key(path, Message("desk.kind-tagged"), True, schema.get("description", ""))
    for name, inner in schema.get("properties", {}).items():
        if tag is not None and name == tag[0]:
            continue
        own = f"{path}: {name}" if tag is not None else f"{path}.{name}".lstrip(".")
        before = next((described[one] for one in _references(inner) if described.get(one)), None)
        means = inner.get("description") or _description(inner, definitions)
        if not means and len(_alternatives(inner)) > 1:
            means = next((kind["description"] for kind in _alternatives(inner) if "description" in kind), "")
        if before is not None:
            means = f"{means} {Message('desk.keys-as', path=before)}".strip()
        yield Key(own, _kind(inner, definitions), name in schema.get("required", ()), means)
        yield from _inside(inner, own, definitions, described)


def _tag(schema: Schema) -> tuple[str, str] | None:
    """Field and value by which a struct differs from the others of its union, if it does."""
    for name, inner in schema.get("properties", {}).items():
        if name in schema.get("required", ()) and len(inner.get("enum", ())) == 1:
            return name, inner["enum"][0]
    return None


def _alternatives(schema: Schema) -> tuple[Schema, ...]:
    return tuple(schema.get("anyOf", (schema,)))


def _references(schema: Schema) -> Iterator[str]:
    for kind in _alternatives(schema):
        if "$ref" in kind:
            yield kind["$ref"].rsplit("/", 1)[-1]
        elif kind.get("items"):
            yield from _references(kind["items"])


def _description(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    names = list(_references(schema))
    return str(definitions[names[0]].get("description", "")) if len(names) == 1 else ""


def _kind(schema: Schema, definitions: Mapping[str, Schema]) -> Message:
    kinds = [kind for kind in _alternatives(schema) if kind.get("type") != "null"]
    if len(kinds) != 1:
        if all("$ref" in kind for kind in kinds):
            return Message("desk.kind-table")
        return Message.any_of([_kind(kind, definitions) for kind in kinds])
    kind = kinds[0]
    if "oneOf" in kind:
        return Message("desk.kind-values")
    if "enum" in kind:
        return Message.any_of([shown(value) for value in kind["enum"]])
    if "$ref" in kind:
        inner = definitions[kind["$ref"].rsplit("/", 1)[-1]]
        return Message.any_of(inner["enum"]) if "enum" in inner else Message("desk.kind-table")
    match kind.get("type"):
        case "integer":
            return _whole_number(kind)
        case "number":
            return Message("desk.kind-number")
        case "string":
            return Message("kind.str")
        case "boolean":
            return Message("kind.bool")
        case "array":
            if "prefixItems" in kind:
                parts = [_kind(inner, definitions) for inner in kind["prefixItems"]]
                return Message("desk.kind-list", item=Message.all_of(parts))
            return Message("desk.kind-list", item=_kind(kind.get("items", {}), definitions))
        case "object":
            named = kind.get("additionalProperties")
            if isinstance(named, Mapping):
                return Message("desk.kind-names", item=_kind(named, definitions))
            return Message("desk.kind-table")
    return Message("list.one", item=kind.get("description") or Message("desk.kind-any"))


def _whole_number(kind: Schema) -> Message:
    least, most = kind.get("minimum"), kind.get("maximum")
    if least is not None and most is not None:
        return Message("expected.between", least=least, most=most)
    if least is not None:
        return Message("expected.at-least", least=least)
    if most is not None:
        return Message("expected.whole-at-most", most=most)
    return Message("kind.int")
