"""An email to the umpire, read: what happened, what is missing, where the players contradict each other.

May use the games, `cases` (the questions, and whether a case can be ruled) and `mail`, whose decoding of
letters it shares. Begin with `reader.py`. No part of it guesses: what is doubtful is offered as doubtful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.lazy import face

if TYPE_CHECKING:  # what the room offers, for type checkers and for `face`
    from .reader import read_email as read_email

__getattr__, __dir__ = face(__name__, __file__)
