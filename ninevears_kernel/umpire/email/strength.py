"""Whether those inside a fortress are full or reduced, where nobody says so of a number of corps.

"They were flipped last summer", "it is at full strength" speak of the corps that were named before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .found import Fact
from .speech import Speech, fact, fact_in

_BEGINS = re.compile(r"(?! .* (?:corps|[LW]\d+) ).* (?:they|they're|both)")
"""A passage up to its first "they", in which nobody is named whom it could mean."""
_DENIED = re.compile(r" (?:no|nope|wrong|not true|sorry)(?: [,.!-])* (?:it|it's|they|they're)")
"""What answers the passage before in its first words: "No, it is full"."""
PART = "part"
"""What corps are about of which it is only said how many of those inside are reduced."""
_WEAK = (
    r"(?:reduced|flipped(?: over)?|turned over|weakened|worn down|understrength|(?:at |down to )?half "
    r"strength|on (?:its|their) (?:back|weak side|weaker side|reduced side))"
)
_FULL = (
    r"(?:(?:at |back to |up to |back at )?full(?: strength)?|fresh|restored|unreduced|rebuilt|built back up|"
    r"on (?:its|their) (?:front|full side|strong side))"
)
_NAMED = re.compile(
    r" (?:garrison|in there|(?:in|inside) the (?:fortress|town|city)(?: (?:lies|lay|stands?|stood|sits?|sat|"
    r"is|are|was|were))* (?:N\d+|a)(?: reduced| full)*(?: W\d+)? corps|(?P<corps>corps)(?: of)?(?: W\d+)?(?: "
    r"(?:is|are|was|sits|stands))? (?:inside|within|in)|(?P<w>W\d+)(?P<some> corps)?(?: (?:who|that|is|are|"
    r"was|were|sits?|stands?))* (?:inside|within|in))(?: (?:the|fortress|town|city|of))*(?: (?P<p>P\d+))?(?= "
    r")"
)
"""Who may be meant by "they": those in a fortress."""
_STATE = re.compile(
    r" (?P<who>garrison|corps|they|it|they're|it's|both|P\d+|inside|(?P<w>W\d+))(?: of them|(?: (?:of|from|"
    r"in|at))+(?: the)? P\d+)?(?: (?P<verb>is|are|was|were|has been|have been|had been|stands?|stood|sits?|"
    r"got))?(?P<not> not| never)?(?: (?:still|now|already|all|both|only|just|clearly|definitely|certainly|"
    r"long|since|in fact|brought|again|,|\"))*(?P<one> an?(?= [a-z ]{4,16} N1 ))?"
    rf" (?:(?P<weak>{_WEAK})|(?P<full>{_FULL}))(?= )(?! (?:W\d+ )?(?:corps|hand|control|view|house|campaign))"
)
_PART = re.compile(
    r" (?P<n>N\d+)(?: of (?:them|those|these))? (?:is|are|was|were)(?: (?:only|just|already|still|now))*"
    rf" {_WEAK}(?= )"
)
_BACK = 260
"""Signs of the marked text before a pronoun in which those whom it means were named."""


def _named_before(marked: str, end: int) -> re.Match[str] | None:
    """Who was named last, of those in a fortress, before a place of the marked text."""
    named = list(_NAMED.finditer(f"{marked[max(0, end - _BACK) : end]} "))
    return named[-1] if named else None


def _parts(speech: Speech, siege: str) -> Iterator[Fact]:
    """How many of those inside are reduced: "one is reduced"."""
    marked = speech.words.marked
    for found in _PART.finditer(marked):
        if _named_before(marked, found.start()) and not speech.is_supposed(found.start()):
            value = {"count": int(found["n"][1:]), "reduced": True, "space": siege, "inside": True}
            yield fact_in(speech, "corps", value, found, about=PART)


def strengths(speech: Speech, siege: str, answers: bool = False) -> Iterator[Fact]:
    """What is said of the strength of those in a fortress, apart from their number.

    Args:
        speech: the passage.
        siege: the fortress that is besieged.
        answers: whether it may answer another passage, so that "they" are those of whom that one speaks.
    """
    marked, words = speech.words.marked, speech.words
    said: set[tuple[str, bool]] = set()
    if siege:
        yield from _parts(speech, siege)
    for found in _STATE.finditer(marked):
        if not found["verb"] and found["who"] not in ("they're", "it's"):
            continue
        if speech.is_supposed(found.start()):
            continue
        near = _named_before(marked, found.start("verb") if found["verb"] else found.end("who") + 1)
        begin = marked[: found.end("who")][-_BACK:]
        if near is None and not (answers and (_BEGINS.fullmatch(begin) or _DENIED.fullmatch(begin))):
            continue
        if near and siege and near["p"] and words.name(near["p"]) != siege:
            continue
        if found["verb"] in ("was", "were") and re.match(r" in Y\d+", marked[found.end() :]):
            continue  # of another year
        is_full = bool(found["full"]) != bool(found["not"])
        start, end = found.start() + 1, found.end()
        if (thing := (speech.by(start), is_full)) in said:
            continue  # said again
        said.add(thing)
        mark = found["w"] or (near["w"] if near else None)
        power = words.name(mark or "")
        # of one corps "it" is said, or "the corps was"; "they" may be any number
        is_many = found["who"] in ("they", "they're", "both") or found["verb"] in ("are", "were", "have been")
        is_one = near and (near["corps"] or near["some"] or found["one"]) and not is_many
        whose = {"power": power} if power else {}
        if is_one and siege:
            value = {**whose, "count": 1, "reduced": not is_full, "space": siege, "inside": True}
            yield fact(speech, "corps", value, start, end, mark, about="?")
            continue
        details = ({"space": siege} if siege else {}) | whose
        state = "full" if is_full else "reduced"
        # how many they are is not said
        yield fact(speech, "garrison", state, start, end, mark, about="state", sure=False, **details)
