"""Whether a letter says that there was none of something: no leader, no card."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .rolls import Speech

LEADER_WORD = re.compile(r" (?:leaders?|admirals?|commander)(?= )")
CARD_WORD = re.compile(r" (?:response |combat |home )?cards?(?= )")
_NONE_BEFORE = re.compile(
    r" (?:no|not|without|neither|nor|nobody|none|zero|never|hasn't|haven't|hadn't|didn't|N0)(?: (?:one|of|us|"
    r"them|side|sides|the two|had|has|have|plays?|played|uses?|used|any|or|nor|a|an|and(?! an? )|naval|"
    r"combat|response|home|event|either|player|power|fleet|leaders?|admirals?|commanders?|cards?)){0,9} $"
)
_NONE_BEHIND = re.compile(
    r" (?:(?:none|nil)(?= [.,;)])|(?:(?::|=|-)|[a-z]+(?: [a-z]+){0,2}) (?:none|no|-|N0|nil|nobody)(?= [.,;)]|"
    r" [a-z])|(?:weren't|wasn't|were not|was not|were never|was never|not)(?: [a-z]+)?)(?= )"
)
"""Around a leader or a card: there was none."""


def is_none(marked: str, found: re.Match[str]) -> bool:
    """Whether it is said that there was none of something."""
    before = marked[max(0, found.start() - 80) : found.start() + 1]
    return bool(_NONE_BEFORE.search(before) or _NONE_BEHIND.match(marked, found.end()))


def plays_card(speech: Speech) -> bool:
    """Whether a card is told of that may have given dice."""
    marked = speech.words.marked
    return any(not is_none(marked, found) for found in CARD_WORD.finditer(marked))


def tells_none(speeches: Iterable[Speech], pattern: re.Pattern[str]) -> bool:
    """Whether somebody says that there was none of something."""
    return any(
        is_none(speech.words.marked, found)
        for speech in speeches
        for found in pattern.finditer(speech.words.marked)
    )
