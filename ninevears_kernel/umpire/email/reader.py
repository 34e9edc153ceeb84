"""An email to the umpire, read into facts."""

from __future__ import annotations

from typing import Any

from .letter import read_letter


def read_email(text: str | bytes, *, system: str | None = None) -> dict[str, Any]:
    """What an email to the umpire says.

    Args:
        text: the email as it came.
        system: NY, HIS, VQ or MP, where it is known; else it is recognised.

    Raises:
        BadInput: it is longer than any letter, or a mail that cannot be read.
    """
    letter = read_letter(text)
    return {
        "system": system,
        "question": None,
        "facts": [],
        "missing": [],
        "disputed": [],
        "case": None,
        "text": letter.text,
        "unread": [],
    }
