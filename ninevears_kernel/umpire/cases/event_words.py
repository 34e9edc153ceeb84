"""Events of a procedure in words: a sentence of the catalogue, or the verb and its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, Struct, structs

from ...core.messages import Message, is_known, say, shown


def event_words(event: Struct, topic: str = "") -> str:
    """An event as people say it.

    A method ``words`` of the event says it, or else a sentence of the catalogue: ``happens.<topic>-<tag>``.
    Where that depends on what is given, the names of the fields follow that may be left out but are not, or
    that are true: ``happens.mp-preempt-success`` beside ``happens.mp-preempt``. Without any such sentence
    the tag and the fields that say something are shown.

    Args:
        event: what happens.
        topic: the `topic` of its procedure.

    >>> class Sail(Struct, tag_field="do", tag="sail-to"):
    ...     fleet: str
    ...     port: str | None = None
    >>> event_words(Sail("Toulon fleet")), event_words(Sail("Toulon fleet", "Malaga"))
    ('Sail to: fleet Toulon fleet', 'Sail to: fleet Toulon fleet, port Malaga')
    """
    if (said := _said(event)) is not None:
        return str(said)
    tag = str(event.__struct_config__.tag)
    values = {name: in_words(value) for name, value in _fields(event).items()}
    for described in ("".join(f"-{name.replace('_', '-')}" for name in _describe(event)), ""):
        if is_known(id := f"happens.{topic}-{tag}{described}"):
            return say(id, **values)
    verb = say("stepper.verb", verb=tag.replace("-", " ").capitalize())
    all_described = in_words(_fields(event))
    return say("stepper.event", verb=verb, told=all_described) if all_described else verb


def _said(value: Any) -> Message | None:
    """What a value says of itself, if it can: its class has a method ``words``."""
    words = getattr(type(value), "words", None)
    return words(value) if isinstance(value, Struct) and callable(words) else None


def _describe(event: Struct) -> Iterator[str]:
    """The fields that are true, or that could have been left out and say something."""
    optional = {
        field.encode_name
        for field in structs.fields(event)
        if field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    }
    for name, value in _fields(event).items():
        if value is True or (name in optional and value is not False and in_words(value)):
            yield name


def _fields(value: Struct) -> dict[str, Any]:
    """The fields by the names that cases know them by, but for tables that nobody has filled in."""
    fields = {f.encode_name: (getattr(value, f.name), f.default_factory) for f in structs.fields(value)}
    return {
        name: inner
        for name, (inner, default) in fields.items()
        if not (isinstance(inner, Struct) and callable(default) and inner == default())
    }


def in_words(value: Any) -> str:
    """A value of an event or a state in words; empty when there is nothing to say.

    >>> in_words({"Toulon": ("galley", "galleon"), "Brest": ()})
    'Toulon galley, galleon'
    """
    if (said := _said(value)) is not None:
        return str(said)
    match value:
        case Struct():
            return in_words(_fields(value))
        case Mapping():
            described = {name: in_words(inner) for name, inner in value.items()}
            return ", ".join(f"{label(name)} {words}" for name, words in described.items() if words)
        case list() | tuple() | set() | frozenset():
            sayings = [_said(inner) for inner in value]
            if value and None not in sayings:
                return str(Message.all_of(sayings))
            items = [words for inner in value if (words := in_words(inner))]
            many = any(isinstance(inner, Struct | Mapping | tuple) for inner in value)
            return ("; " if many else ", ").join(items)
        case None | "":
            return ""
    return shown(value)


def label(name: str) -> str:
    """The name of a field as people read it.

    >>> label("last_turn")
    'last turn'
    """
    return shown(name.replace("_", " "))
