"""Whether a letter says that there was none of something: no leader, no card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .speech import Speech
from .vocabulary import ADMIRAL

LEADER_WORD = re.compile(r" (?:leaders?|admirals?|commander|in (?:charge|command)|commanding|leading)(?= )")
CARD_WORD = re.compile(r" (?:response |combat |home )?cards?(?= )")
_NONE_BEFORE = re.compile(
    r" (?:no|not|without|neither|nor|nobody|none|zero|never|hasn't|haven't|hadn't|didn't|N0)(?: (?:one|N1|"
    r"any|sort|kind|single|real|proper|of|us|them|side|sides|the two|had|has|have|did|do|does|plays?|played|"
    r"play|uses?|used|any|or|nor|a|an|and(?! an? )|naval|combat|response|home|event|either|player|power|"
    r"fleet|leaders?|admirals?|commanders?|cards?)){0,9} $"
)
_NONE_BEHIND = re.compile(
    r" (?:(?:none|nil)(?= [.,;)])|(?:(?!and|or|but|with|who|had|has)[a-z'ß]+ ){1,6}(?:not|nicht)(?= [.,;)])|"
    r"(?:(?::|=|-)|(?!and|or|but|with)[a-z]+(?: [a-z]+){0,2}) (?:none|no|-|N0|nil|nobody)(?= [.,;)]| [a-z])|"
    r"(?:weren't|wasn't|were not|was not|were never|was never|not)(?: [a-z]+)?)(?= )"
)
"""Around a leader or a card: there was none."""
_ANYBODY = re.compile(rf" (?P<who>L\d+|{ADMIRAL})(?= )")
_ABSENT_BEFORE = re.compile(r" (?:no|not|without|neither|nor|minus)(?: (?:marshal|general|duke of))? $")
_ABSENT_BEHIND = re.compile(
    r" L0(?:(?: (?:and|or|nor|,))+ [LX]\d+)*(?: ,)?(?: (?:is|was|are|were|has|had) (?:not|no longer|never)|"
    r" (?:is|was|are|were|has|had)n't)(?: (?!both)[a-z]+)? (?:there|here|with|at|in|inside|near|present)(?= )"
    r"| L0(?: (?:is|was|has|had|he|been|now|already|long|stayed|stays|remained|went|since|,)){1,4} "
    r"(?:elsewhere|absent|away|dead|died|home|behind|somewhere else|gone(?! to)|"
    r"left(?= (?:P\d+ )?[.,;)]))(?= )"
)
"""Around a name: its bearer was not there."""


def is_none(marked: str, found: re.Match[str]) -> bool:
    """Whether it is said that there was none of something."""
    before = marked[max(0, found.start() - 80) : found.start() + 1]
    return bool(_NONE_BEFORE.search(before) or _NONE_BEHIND.match(marked, found.end()))


def none_ends(marked: str, found: re.Match[str]) -> int:
    """Where the words end that say that there was none."""
    behind = _NONE_BEHIND.match(marked, found.end())
    return behind.end() if behind else found.end()


def is_absent(marked: str, start: int, end: int) -> bool:
    """Whether it is said that whoever is named between two places was not there.

    >>> is_absent(" L0 is no longer there . ", 0, 3), is_absent(" L0 is there without cards . ", 0, 3)
    (True, False)
    """
    own = f" L0{marked[end : end + 80]}"
    return bool(_ABSENT_BEFORE.search(marked, max(0, start - 24), start + 1) or _ABSENT_BEHIND.match(own))


def absent(marked: str) -> Iterator[re.Match[str]]:
    """The names of those who are said not to be there."""
    return (found for found in _ANYBODY.finditer(marked) if is_absent(marked, *found.span()))


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
