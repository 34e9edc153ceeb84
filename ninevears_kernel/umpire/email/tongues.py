"""Words of other languages for the commonest things: what each stands for in English."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from .letter import words_in
from .names import folded
from .vocabulary import table_of

SIGNS = 2
"""Different common words that show in which language a passage is written."""


@cache
def _tongues() -> tuple[tuple[frozenset[str], Mapping[str, str], Mapping[str, str]], ...]:
    """For each language the words that show it, those that hold anywhere, and those that hold within it."""
    return tuple(
        (words_in(folded(one["signs"])), _turned(one["words"]), _turned(one["short"]))
        for one in table_of("email_tongues").values()
    )


def _turned(words: Mapping[str, str]) -> dict[str, str]:
    return {other: english for english, others in words.items() for other in folded(others).split()}


def in_english(found: Collection[str], spoken: Collection[str] = ()) -> dict[str, str]:
    """The words of other languages among those of a passage, each with the English one.

    Args:
        found: the words of the passage, folded.
        spoken: all words of whoever wrote it; a short passage is in the language of the rest.

    >>> in_english({"kann", "luxembourg", "mit", "korps"})
    {'kann': 'can', 'korps': 'corps', 'mit': 'with'}
    >>> in_english({"he", "met", "a", "dice"})
    {}
    """
    words = set(found)
    shown = words | set(spoken)
    known: dict[str, str] = {}
    most, short = SIGNS, dict[str, str]()
    for signs, anywhere, within in _tongues():  # what two languages share is in the one that shows most
        known |= {word: anywhere[word] for word in words & anywhere.keys()}
        number = max(len(one & signs) if _is_foreign(one, signs) else 0 for one in (words, shown))
        if number >= most:
            told = {word: within[word] for word in words & within.keys()}
            most, short = number, told if number > most else short | told
    known |= short
    return dict(sorted(known.items()))


_ENGLISH = words_in(
    "the and with of to is are was he she has had have can my his it that this you if for they at"
)


def _is_foreign(words: set[str], signs: frozenset[str]) -> bool:
    """Whether a passage has more of a language's common words than of English ones."""
    return len(words & signs) > len((words & _ENGLISH) - signs)
