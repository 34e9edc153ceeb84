"""The bounds of what is read from other people: what is larger, deeper or longer is reported and not read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Set
from types import MappingProxyType
from typing import Any

from .core.errors import BadInput, join_field, repr_short
from .core.messages import Message

BOUNDS: Mapping[str, int] = MappingProxyType(
    {
        "file": 2 << 20,  # bytes of a case, save, log or table; the log of a long war has a tenth of that
        "depth": 40,  # lists and objects inside one another
        "text": 20_000,  # characters of one text in JSON or TOML
        "name": 200,  # characters of one key
        "digits": 100,  # of a whole number
        "entries": 500,  # of one list of a case, but for those of a save inside it
        "key-parts": 40,  # of a dotted TOML key
        "tables": 5_000,  # of a TOML file
        "line": 2_000,  # characters of a line of a log or a letter that is neither a save nor free text
        "log": 2_000_000,  # characters of a log or a letter, as it is pasted: far more than any war takes
    }
)
"""The bounds of every file of JSON, TOML or text, and of every log.

What has a form of its own has bounds of its own besides, beside its reader: a mail (`umpire.mail.mail`,
`umpire.mail.body`), a report (`umpire.reports.embedded_case`), a block of dice (`umpire.luck.fair_dice`),
what the docket keeps (`umpire.cases.outside_input`), the archive of a docket (`umpire.docket.archive`), an
upload (`widgets.umpire.files`), orders (`widgets.orders.run`), a class (`teaching.class_summary`).
"""

Way = tuple["Way", str | int] | None
"""How a value is reached: the way to what holds it, and its name or place there."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(
    rf"(?:^[ \t]*(?:\[\[?[ \t]*)?|[{{,][ \t]*)(?:{_PART}){{{BOUNDS['key-parts']}}}", re.MULTILINE
)


def check_size(raw: bytes | str) -> None:
    """Refuses a file that is too large.

    Raises:
        BadInput: it is.
    """
    if len(raw) > BOUNDS["file"]:
        raise BadInput(
            "file", Message("input.too-large", count=BOUNDS["file"]), Message("expected.smaller-file")
        )


def check_log(text: str, field: str = "log") -> None:
    """Refuses a log, or a letter that may hold one, that is longer than any war's.

    Raises:
        BadInput: it is.
    """
    if len(text) > BOUNDS["log"]:
        found = Message("mail.characters", count=len(text))
        raise BadInput(field, found, Message("mail.at-most", most=BOUNDS["log"]))


def check_keys(text: str) -> None:
    """Refuses TOML with very many tables, or with a key of so many parts that reading it would take for ever.

    Raises:
        BadInput: there is one; names the line.
    """
    if (count := text.count("\n[")) > BOUNDS["tables"]:
        expected = Message("expected.tables", count=BOUNDS["tables"])
        raise BadInput("file", Message("found.tables", count=count), expected)
    if found := _LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadInput(f"line {line}", found[0], Message("expected.key-parts", count=BOUNDS["key-parts"]))


def check_data(data: Any) -> None:
    """Refuses data that is too deep or too long anywhere, or holds what JSON and TOML have no word for.

    Raises:
        BadInput: names the field.

    >>> check_data({"given": {"corps": float("inf")}})
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: given.corps: found inf, expected a number that is finite.
    """
    for way, depth, value in _values(data):
        if depth > BOUNDS["depth"]:
            expected = Message("expected.depth", count=BOUNDS["depth"])
            raise BadInput(_field(way), Message("input.too-deep"), expected)
        match value:
            case str():
                _check_text(way, value)
            case dict():
                for name in value:
                    _check_name(way, name)
            case float() if not math.isfinite(value):
                raise BadInput(_field(way), value, Message("expected.finite"))
            case int() if not -(10 ** BOUNDS["digits"]) < value < 10 ** BOUNDS["digits"]:
                expected = Message("expected.digits", count=BOUNDS["digits"])
                raise BadInput(_field(way), Message("input.too-long"), expected)
            case Set():
                raise BadInput(_field(way), value, Message("expected.plain"))
            case _ if hasattr(value, "__getitem__") and not isinstance(value, list | tuple | Mapping):
                # such as a range, which is no object with fields, although it would be taken for one
                raise BadInput(_field(way), value, Message("expected.plain"))


def check_entries(data: Any, field: str = "") -> None:
    """Refuses a list of a case that is too long: what is asked about each may depend on each other one.

    Raises:
        BadInput: names the list.
    """
    for way, _, value in _values(data):
        if isinstance(value, list) and len(value) > BOUNDS["entries"]:
            expected = Message("expected.entries-at-most", count=BOUNDS["entries"])
            found = Message("found.entries", count=len(value))
            raise BadInput(join_field(field, _field(way)), found, expected)


def _values(data: Any) -> Iterator[tuple[Way, int, Any]]:
    """Everything in some data with its way and its depth; not by recursion, for it may be very deep."""
    waiting: list[tuple[Way, int, Any]] = [(None, 0, data)]
    while waiting:
        way, depth, value = waiting.pop()
        yield way, depth, value
        inner = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        waiting += [((way, step), depth + 1, one) for step, one in inner]


def _field(way: Way) -> str:
    """A way as an error tells it."""
    steps: list[str] = []
    while way is not None:
        way, step = way
        steps.append(f"[{step}]" if isinstance(step, int) else str(step))
    field = ""
    for step in reversed(steps):
        field = join_field(field, step)
    return field or "file"


def _check_text(way: Way, text: str) -> None:
    if len(text) > BOUNDS["text"]:
        raise BadInput(_field(way), text, Message("expected.text-at-most", count=BOUNDS["text"]))
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a pair of surrogates, which JSON can write
        raise BadInput(_field(way), text, Message("expected.utf-8")) from None


def _check_name(way: Way, name: Any) -> None:
    if not isinstance(name, str):
        raise BadInput(_field((way, repr_short(name))), name, Message("expected.key-text"))
    if len(name) > BOUNDS["name"]:
        raise BadInput(_field(way), name, Message("expected.key-at-most", count=BOUNDS["name"]))
    _check_text(way, name)
