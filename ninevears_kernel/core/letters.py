"""Letters without their accents, as names are compared and texts are searched."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, normalize


def without_accents(text: str) -> str:
    r"""A text without accents, its ligatures and the like taken apart.

    >>> without_accents("Li\xe8ge"), without_accents("e\u0301\u0327")
    ('Liege', 'e')
    """
    # Sign by sign: the library sorts the accents of a letter in the square of the time of their number.
    return text if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=1 << 12)
def _plain(sign: str) -> str:
    return "".join(part for part in normalize("NFKD", sign) if not combining(part))
