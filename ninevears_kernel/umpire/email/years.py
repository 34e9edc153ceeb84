"""The years that an email tells, and which of them is the present one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .found import Fact
from .speech import Speech, fact_in

_NOT_NOW = re.compile(
    r"(?: (?:since|back in|until|till|last year|after|before|historically|in reality|really|war of|between|"
    r"by|from|unlike in|as in))(?: (?:year|the|,|about|summer|spring|winter|autumn|in|of))* $"
)
_NOW = re.compile(
    r" (?:it is|it's|it was|year|now|this is|we are in|we're in|currently|now in|in|anno|winter|summer|"
    r"spring|autumn|campaign of|turn|we play)(?: (?:year|is|was|the|in|of|:|=|now|phase|season|,))* $"
)
_PAST = re.compile(
    r" (?:(?:have|has|had) done [^.]{0,40} in|(?:lost|took|taken|fell|captured|conquered|built|restored|"
    r"flipped|paid|raised|won|died|bought)(?: (?!but |and |it |this )[a-zP0-9]+){0,5} in(?: the)?(?: "
    r"(?:spring|summer|autumn|winter|year)(?: of)?)?) $"
)
"""Before a year: what was done in it is over."""
_NOW_INDEED = re.compile(
    r" (?:it is|it's|it's now|this is|we are in|we're in|year is|the year's|year's|year|now it's|"
    r"currently|we play|"
    r"we are at|we're at|so we r in|we sind in)(?: (?:now|in|the|year|is|was|jahr|of|:|=|,|still|already))* $"
)


_OF_THE_START = re.compile(
    r" (?:start|set(?!(?: -)? up (?:from|as|per|like) )|position|scen|setup|begin|opening|game)"
)


def years(speech: Speech, first: int, last: int) -> Iterator[tuple[Fact, int]]:
    """The years that a passage tells, each with how plainly it is told as the present one: 2 where that is
    what is said of it, 0 where nothing is.
    """
    marked = speech.words.marked
    for found in re.finditer(r" (?:Y(\d{4})|(?<=winter |spring |summer |autumn )N(8[89]|9\d))(?= )", marked):
        year = int(found[1] or f"16{found[2]}")
        before = marked[max(0, found.start() - 40) : found.start() + 1]
        after = marked[found.end() : found.end() + 24]
        of_two = re.match(r" (?:-|to) Y", after) or re.search(r"Y\d+ (?:-|to) $", before)
        if not first <= year <= last or of_two or _OF_THE_START.match(after) or _NOT_NOW.search(before):
            continue
        if re.search(r" (?:scenario|(?:start|beginning|set - up|setup)(?: (?:of|in|from))?) $", before):
            now = -1  # of the start: the present one only where no other is told
        elif _PAST.search(before):
            now = 0
        elif _NOW_INDEED.search(before):
            now = 2
        else:  # "1691, my third card"
            opens = re.search(r"(?:^| [.:]) $", before) and after.startswith((" ,", " winter", " spring"))
            now = 1 if _NOW.search(before) or opens else 0
        yield fact_in(speech, "year", year, found), now


def present(told: list[tuple[Fact, int]]) -> list[Fact]:
    """The year of the case: that which is told most plainly as the present one."""
    most = max((now for _, now in told), default=0)
    return [one for one, now in told if now == most]
