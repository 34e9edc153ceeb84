"""What the docket takes in: text and data from anybody, bounded and made fit to be kept.

The bounds: a name 200 characters, a claim or a reason 10,000, a case or a position 1,000,000 as JSON, a log
or a save 4,000,000, the files of an umpire's own tables 1,000,000 together, what is searched for 200.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import category

import msgspec

from ...core.errors import BadInput, UnknownName
from ...core.letters import without_accents
from ...core.messages import Message
from ...nine_years.components.position import Position
from ...nine_years.games.save import position_to_data

MOST_NAME = 200
MOST_TEXT = 10_000
MOST_CASE = 1_000_000
MOST_GAME = 4_000_000
MOST_RULES = 1_000_000
MOST_SOUGHT = 200
MOST_CLAIMS = 8
MOST_NUMBER = (1 << 31) - 1


def checked_text(field: str, value: Any, most: int = MOST_TEXT, needed: bool = False) -> str:
    r"""Text that any database can hold.

    Raises:
        BadInput: it is no text, is too long, or holds what cannot be written.

    >>> checked_text("reason", "Namur has no supply")
    'Namur has no supply'
    >>> checked_text("reason", "a\0b")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: reason: found 'a\x00b', expected text without control characters.
    """
    if not isinstance(value, str):
        raise BadInput(field, value, Message("expected.kind", kind=Message("kind.str")))
    if needed and not value.strip():
        raise BadInput(field, value, Message("docket.expected-text"))
    if len(value) > most:
        raise BadInput(field, Message("docket.characters", count=len(value)), _at_most(most))
    if any(category(sign) in ("Cc", "Cs") and sign not in "\n\t\r" for sign in value):
        raise BadInput(field, value, Message("docket.expected-plain"))
    return value


def checked_number(field: str, value: Any) -> int:
    """A number of the docket, if it can be one.

    Raises:
        BadInput: it is no whole number of at least 1, or too large for any docket.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_NUMBER:
        raise BadInput(field, value, Message("docket.expected-number"))
    return value


def one_of(field: str, value: str, options: Iterable[str]) -> str:
    """One of some words.

    Raises:
        UnknownName: it is none of them; names the nearest.
    """
    known = list(options)
    if value not in known:
        raise UnknownName(field, value, None, known)
    return value


def checked_claims(claims: Mapping[str, str]) -> dict[str, str]:
    """What each player claims, by name or side.

    Raises:
        BadInput: there are too many, or one is no text, is too long or holds what cannot be written.
    """
    if len(claims) > MOST_CLAIMS:
        expected = Message("expected.entries-at-most", count=MOST_CLAIMS)
        raise BadInput("claims", Message("docket.claims", count=len(claims)), expected)
    return {
        checked_text("claims", player, MOST_NAME, needed=True): checked_text(f"claims.{player}", claim)
        for player, claim in claims.items()
    }


def to_json(value: Any, sort_keys: bool = False) -> str:
    r"""Data as JSON in plain ASCII, which any database keeps as it is.

    >>> to_json({"space": "Li\xe8ge"})
    '{"space": "Li\\u00e8ge"}'
    """
    return json.dumps(value, allow_nan=False, sort_keys=sort_keys, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Position):
        return position_to_data(value)
    if isinstance(value, msgspec.Struct):
        told = msgspec.structs.asdict(value)
        return {name: one for name, one in told.items() if one is not msgspec.UNSET}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no place in JSON")


def kept_json(field: str, value: Any, most: int) -> str:
    """Data as JSON, if it can be kept.

    Raises:
        BadInput: it is not what JSON can hold, or too large.
    """
    try:
        text = to_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        found = Message("input.broken", why=str(error))
        raise BadInput(field, found, Message("expected.form", form="JSON")) from None
    if len(text) > most:
        raise BadInput(field, Message("docket.characters", count=len(text)), _at_most(most))
    return text


def _at_most(most: int) -> Message:
    return Message("docket.expected-at-most", count=most)


def folded(text: str) -> str:
    r"""Text as it is searched: without capitals, accents and signs that cannot be written.

    >>> folded("Li\xe8ge and NAMUR\n fell")
    'liege and namur fell'
    """
    plain = without_accents(text.casefold())
    return " ".join("".join(" " if category(sign) in ("Cc", "Cs") else sign for sign in plain).split())


def words_of(*texts: str) -> str:
    """All that an entry says, once each, as it is searched."""
    return "\n".join(dict.fromkeys(filter(None, map(folded, texts))))
