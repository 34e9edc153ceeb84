"""Finding words in texts, small typos allowed: clause help and glossary search with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache

MOST_SOUGHT = 200
"""Characters of a search that are looked at."""
MOST_WORDS = 8
EXACT, BEGINS, NEAR = 10, 6, 3
"""How well a word of a text fits a typed one."""
CUTOFF = 0.78
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")

Segment = tuple[str, bool]


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text in small letters, no more than anybody would look for.

    >>> words_in("Lines of Communication (11.1.1)")
    ('lines', 'of', 'communication', '11.1.1')
    """
    return tuple(word.casefold() for word in _WORD.findall(text))


def sought_words(text: str) -> tuple[str, ...]:
    """The words of a search: its beginning, if it is very long.

    >>> len(sought_words("word " * 1000))
    8
    """
    return words_in(text[:MOST_SOUGHT])[:MOST_WORDS]


def found_words(word: str, known: tuple[str, ...]) -> Mapping[str, int]:
    """The words of a text that a typed word stands for, each with how well it fits.

    Those that begin as the typed word does; when there is none, those that are spelt nearly so.

    >>> dict(found_words("sie", ("siege", "sieges", "sea")))
    {'siege': 6, 'sieges': 6}
    >>> dict(found_words("seige", ("siege", "sea")))
    {'siege': 3}
    """
    return _found(word[:MOST_SOUGHT], known)


@lru_cache(maxsize=1 << 10)
def _found(word: str, known: tuple[str, ...]) -> dict[str, int]:
    begun = {one: EXACT if one == word else BEGINS for one in known if one.startswith(word)}
    return begun or dict.fromkeys(near_words(word, known), NEAR)


def near_words(word: str, known: tuple[str, ...]) -> list[str]:
    """The words that are spelt nearly so; none for a short one, which would be near too much.

    >>> near_words("comunication", ("communication", "commander"))
    ['communication']
    """
    if len(word) < 4 or any(sign.isdigit() for sign in word):
        return []
    like = [one for one in known if abs(len(one) - len(word)) <= 2]
    return get_close_matches(word, like, n=3, cutoff=CUTOFF)


def marked(text: str, words: frozenset[str]) -> tuple[Segment, ...]:
    """A text in pieces, each with whether it is one of the words that were found.

    >>> marked("A siege is slow.", frozenset({"siege"}))
    (('A ', False), ('siege', True), (' is slow.', False))
    """
    pieces: list[Segment] = []
    end = 0
    for match in _WORD.finditer(text):
        if match[0].casefold() in words:
            pieces += [(text[end : match.start()], False), (match[0], True)]
            end = match.end()
    return tuple(piece for piece in (*pieces, (text[end:], False)) if piece[0])


def excerpt(text: str, words: frozenset[str], length: int = 160) -> str:
    """The part of a text around the first word that was found.

    >>> excerpt("One two three four five six seven eight nine ten eleven", frozenset({"ten"}), length=20)
    '… eight nine ten eleven'
    """
    if len(text) <= length:
        return text
    first = next((m.start() for m in _WORD.finditer(text) if m[0].casefold() in words), 0)
    begin = max(0, min(first - length // 2, len(text) - length))
    end = begin + length
    if begin:
        begin = text.rfind(" ", 0, begin) + 1
    if end < len(text):
        end = max(text.rfind(" ", begin, end), begin + length // 2)
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"
