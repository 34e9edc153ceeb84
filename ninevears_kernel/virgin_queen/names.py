"""Names of people and places that the rules know: matched whatever their capitals, article or spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from ..core.errors import BadInput
from ..core.messages import Message
from .tables import data_table

_ARTICLE = "the "


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold().removeprefix(_ARTICLE)


SPELLINGS: Mapping[str, str] = {_plain(row["spelling"]): row["name"] for row in data_table("spellings")}


def known_as(name: str, among: Iterable[str]) -> str:
    """A name as the rules spell it, where it is one of those; else as it stands.

    >>> known_as("the philippines", ["Philippines"]), known_as("Rudolph II", ["Rudolf II"])
    ('Philippines', 'Rudolf II')
    >>> known_as("Drake", ["De Sores"])
    'Drake'
    """
    wanted = _plain(SPELLINGS.get(_plain(name), name))
    return next((known for known in among if _plain(known) == wanted), name)


def check_once(field: str, names: Iterable[Any], expected: str = "expected.once") -> None:
    """Checks that no name stands twice; ``{}`` in `field` is the place of the one that does.

    Raises:
        BadInput: one does.
    """
    listed = list(names)
    for place, name in enumerate(listed):
        if name in listed[:place]:
            raise BadInput(field.format(place), name, Message(expected))


def spell(value: Struct, field: str, among: Iterable[str]) -> None:
    """Writes the name in a field of a value that is being made as the rules spell it."""
    name = getattr(value, field)
    if name is not None:
        force_setattr(value, field, known_as(name, among))
