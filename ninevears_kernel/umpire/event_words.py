"""Events of a procedure in words: a sentence of the catalogue, or the verb and what it is told of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from ..core.messages import is_known, say, shown


def event_words(event: Struct) -> str:
    """An event as people say it.

    The catalogue's ``happens.<tag>`` if there is one, else the tag and the fields that say something.

    >>> class Sail(Struct, tag_field="do", tag="sail-to"):
    ...     fleet: str
    ...     port: str | None = None
    >>> event_words(Sail("Toulon fleet")), event_words(Sail("Toulon fleet", "Malaga"))
    ('Sail to: fleet Toulon fleet', 'Sail to: fleet Toulon fleet, port Malaga')
    """
    tag = str(event.__struct_config__.tag)
    values = _fields(event)
    id = f"happens.{tag}"
    if is_known(id):
        return say(id, **{name: in_words(value) for name, value in values.items()})
    verb = say("stepper.verb", verb=tag.replace("-", " ").capitalize())
    told = in_words(event)
    return say("stepper.event", verb=verb, told=told) if told else verb


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
    match value:
        case Struct():
            return in_words(_fields(value))
        case Mapping():
            told = {name: in_words(inner) for name, inner in value.items()}
            return ", ".join(f"{label(name)} {words}" for name, words in told.items() if words)
        case list() | tuple() | set() | frozenset():
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
