"""Who holds a place or a sea, where it is said in passing: "the Atlantic, alas, is Alliance, London too".

What the plain forms of `war.py` have taken is left to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from .doubts import sentences
from .found import OTHER, Fact
from .speech import Speech, fact

_PLACES = r"[PZ]\d+(?:(?: (?:,|and|&|plus|as well as|the))* [PZ]\d+){0,11}"
_OWNER = (
    r"(?P<who>mine|ours|his|hers|theirs|yours|[SW]\d+)(?:'s)?(?: (?:both|all|too|now|still|as well|again))*"
)
_IS = re.compile(
    rf" (?P<list>{_PLACES})(?: [,(-](?: [a-z]+){{1,4}} [,)-])?(?: -| ,)?(?: (?:both|all|all N\d|too|now|sea|"
    rf"zone))* (?::|is|are|was|were|remains?|stays?|has been|have been|being)(?: (?:all|both|still|also|now|"
    rf"again|always|firmly|by|now|already|the|in|under|held|owned|controlled|on|of|from|at|side|since|"
    rf"N\d)){{0,4}} {_OWNER}(?= (?:[.,;:()*-]|and|but|so|hands?|control|ever|since|from|while|because|"
    rf"through|in|until) )"
)
"""A list of places, whatever stands between it and whose they are."""
_WHERE_THEY_ARE = re.compile(
    rf" (?P<list>{_PLACES}) (?:is|are) where (?:they|it) should be (?:, )?(?P<who>S\d+)(?: both| all)?(?= )"
)
_TOO = re.compile(
    rf" (?:[,;] |and )*(?P<list>{_PLACES})(?: ,)? (?:too|as well|also|likewise|ditto)(?= (?:[.,;:()-]|and|"
    rf"but) )"
)
"""Behind places of which it is told: the same holds of these."""
_SAYS_SO = re.compile(
    r" (?:say|claim|think|tell|told|insist|believ|reckon|swear|swore|said|guess)[a-z]*(?= )"
)
"""Between the place and its holder: somebody's word."""
WAS = re.compile(r" (?:was|were)(?= )")
SINCE = re.compile(r" (?:now|since|then|until|no longer|any ?more|lost|fell|took|taken)(?= )")
"""Behind what was: it may be no longer so."""
_NOT_HERE = re.compile(r" (?:if|unless|whether|once|until|when|before|wants?|would|should)(?= )")


def held_too(
    speech: Speech, seen: Collection[str], owner: Callable[[Speech, str], str | None]
) -> Iterator[Fact]:
    """The places and seas of which a passage says in passing who holds them.

    Args:
        speech: the passage.
        seen: the marks of those that are told already.
        owner: the side that a word stands for: None for nobody, "?" where nobody knows.
    """
    marked = speech.words.marked
    for start, end in sentences(marked):
        if speech.words.asks(end) or _NOT_HERE.search(marked, start - 1, end):
            continue
        found: list[tuple[re.Match[str], str | None]] = []
        for pattern in (_IS, _WHERE_THEY_ARE):
            for one in pattern.finditer(marked, start - 1, end + 2):
                side = owner(speech, one["who"])
                if side in OTHER and speech.words.is_sure(one["who"]):
                    found.append((one, side))
        for one in _TOO.finditer(marked, start - 1, end + 2):
            sides = {side for other, side in found if other.end() <= one.start() + 3}
            if len(sides) == 1:
                found.append((one, sides.pop()))
        for one, side in found:
            for mark in re.findall(r"[PZ]\d+", one["list"]):
                if mark in seen or marked.startswith(" fleet", one.end("list")):
                    continue
                past = WAS.search(one[0]) and SINCE.search(marked[one.end() - 1 : end + 2])
                sure = not (_SAYS_SO.search(one[0]) or past)
                yield holding(speech, mark, side, one.start() + 1, one.end(), sure)


def holding(speech: Speech, mark: str, side: str | None, start: int, end: int, sure: object = True) -> Fact:
    """That a side holds a place, or controls a sea."""
    name = speech.words.name(mark)
    if mark[0] == "P":
        return fact(speech, "control", name, start, end, mark, about=name, side=side, sure=sure)
    return fact(speech, "sea-control", side, start, end, mark, about=name, zone=name, sure=sure)
