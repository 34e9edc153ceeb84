"""Data as a text that fits into a line: compressed, in letters that every mail and every address carries.

>>> unpacked(packed({"year": 1690}), dict)
{'year': 1690}
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, TypeVar

import msgspec

from ...core.errors import BadInput
from ...core.messages import Message
from ...input_files import convert

Value = TypeVar("Value")
MOST_UNPACKED = 8_000_000
"""Bytes that a text may hold when it is unpacked: several times the longest war."""


def packed(data: Any) -> str:
    """Plain data as letters, digits, ``-`` and ``_``: the same data, the same text.

    >>> packed({"b": 1, "a": 2}) == packed({"a": 2, "b": 1})
    True
    """
    raw = zlib.compress(msgspec.json.encode(data, order="sorted"), 9)
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def unpacked(text: str, kind: type[Value], field: str = "file", most: int = MOST_UNPACKED) -> Value:
    """What a text holds.

    Args:
        text: as `packed` gave it; blanks, line breaks and the ``>`` of a quoted mail do not matter.
        kind: what it should hold, validated.
        field: where it stands, for errors.
        most: bytes that it may hold; what holds more is given up before it is unpacked whole.

    Raises:
        BadInput: it is damaged, too large, or holds something else.
    """
    damaged = BadInput(field, Message("packing.damaged"), Message("packing.expected"))
    bare = text.translate(_BETWEEN).rstrip("=")
    try:
        coded = base64.b64decode(
            bare.encode("ascii") + b"=" * (-len(bare) % 4), altchars=b"-_", validate=True
        )
        unpacking = zlib.decompressobj()
        raw = unpacking.decompress(coded, most + 1)
    except (UnicodeEncodeError, binascii.Error, zlib.error, ValueError):
        raise damaged from None
    if len(raw) > most:
        raise BadInput(field, Message("packing.larger", most=most), Message("packing.expected"))
    if not unpacking.eof or unpacking.unused_data:
        raise damaged
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise damaged from None
    try:
        return convert(data, kind)
    except BadInput as error:
        raise error.within(field) from None


_BETWEEN = dict.fromkeys(map(ord, " \t\r\n\v\f\u00a0\u200b\ufeff>"))
"""What mails put between the letters."""
