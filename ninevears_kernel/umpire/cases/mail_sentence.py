"""The sentence of a mail in which something was said."""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_SENTENCE = 400
"""Signs on each side of a fact among which its sentence is looked for."""
_BEGINS = re.compile(r"[.!?:][\"”)]?\s+(?:>\s*)?|\n[>\s]*\n[>\s]*|\n>\s*\Z")
_ENDS = re.compile(r"[.!?](?=\s|$)|\n[>\s]*(?:\n|\Z)")


def sentence_at(text: str, span: Sequence[int]) -> str:
    r"""The sentence of a mail in which something stands, without the marks of what is quoted.

    Args:
        text: the mail.
        span: where it begins and ends.

    >>> sentence_at("Hi.\n> There is only 1\n> corps in it, so four are enough. Ben", (8, 11))
    'There is only 1 corps in it, so four are enough.'
    """
    first, last = span
    near = max(0, first - LONGEST_SENTENCE)
    begins = [found.end() for found in _BEGINS.finditer(text, near, first)]
    ends = _ENDS.search(text, last, last + LONGEST_SENTENCE)
    told = text[begins[-1] if begins else near : ends.end() if ends else last]
    return " ".join(re.sub(r"\n[>\s]*", " ", told).lstrip("> ").split())
