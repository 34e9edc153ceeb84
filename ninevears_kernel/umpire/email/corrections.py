"""Numbers that their teller takes back or denies: "5 and 3, no sorry, 5 and 4", "not 3 corps".

>>> corrected(" i rolled N5 and N3 - no sorry , N5 and N4 . ")
' i rolled M5 and M3 - no sorry , N5 and N4 . '
"""

from __future__ import annotations

import re

_MENDS = (
    r"(?:no,? wait|wait,? no|no,? sorry|sorry|i mean|i meant|make that|correction|scratch that|oops|ouch|"
    r"actually|or rather|rather|wait|err|no)"
)
_CORRECTION = re.compile(
    rf" (?P<old>[NY]\d+)(?P<noun>(?: (?:W\d+|full|reduced|corps|squadrons?|corsairs?|galleys?|units?|dice|"
    rf"rps?|vps?|resource points?|points?|left)){{0,3}})(?: [,.:\-(*])* {_MENDS}(?: [,.:\-(])*(?: (?:it was|"
    rf"it is|it's|its|only|a|an|in|the|{_MENDS}|,|\.))* (?!(?<= no )N1 (?!squadron|cors|corps|galle|unit|"
    rf"full|reduced)[a-z])(?P<new>[NY]\d+)(?= )"
)  # "no one" is nobody
_ROW = r"N\d+(?: (?:,|and|-|&) N\d+){1,11}"
_LIST_CORRECTION = re.compile(
    rf" (?P<old>{_ROW})(?: [,.:\-(*])* {_MENDS}(?: [,.:\-(])*"
    rf"(?: (?:it was|they were|it is|i rolled|rolled|{_MENDS}|,|\.))* (?P<new>{_ROW})(?= )"
)
_DENIED = re.compile(
    r" (?:not|never|n't|instead of|rather than|isn't|wasn't|weren't|didn't have|don't have)(?: (?:a|an|the|"
    r"just|with|by|of|on|in|roll|rolled|have|had))* (?P<old>[NY]\d+)(?P<more>(?: (?:,|and|-) N\d+)*)(?= )"
)


_I_WROTE = re.compile(
    r"(?P<before> [NY]\d+(?: [a-z]+)?(?: [,;.(])*(?: (?:and|but|not))* i (?:had )?(?:wrote|written|said|put|"
    r"typed)(?: (?:it was|a|an|the))* )[NY](?P<old>\d+)(?= )"
)
"""The number that is right before the one that was written by mistake."""


def corrected(marked: str) -> str:
    """The marked text with numbers that are taken back or denied marked as such: ``N5`` becomes ``M5``."""
    for _ in range(3):
        marked = _LIST_CORRECTION.sub(_take_list_back, marked)
        marked, count = _CORRECTION.subn(_take_back, marked)
        if not count:
            break
    marked = _I_WROTE.sub(r"\g<before>M\g<old>", marked)
    return _DENIED.sub(lambda found: found[0].replace(" N", " M").replace(" Y", " M"), marked)


def _take_list_back(found: re.Match[str]) -> str:
    """A row of numbers that another row of as many takes the place of."""
    if found["old"].count("N") != found["new"].count("N"):
        return found[0]
    start = found.start("old") - found.start()
    end = found.end("old") - found.start()
    return found[0][:start] + found["old"].replace("N", "M") + found[0][end:]


def _take_back(found: re.Match[str]) -> str:
    if found["old"][0] != found["new"][0]:
        return found[0]
    return found[0].replace(f" {found['old']}", f" M{found['old'][1:]}", 1)
