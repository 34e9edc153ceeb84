"""What contradicts a number in short: "he says 5 corps, I say 4", "No, 4.", "not 3 as Jan claims"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .doubts import numbers_marked, within
from .found import Fact
from .speech import CLAIM, Speech

_BARE = (
    r"(?: (?:that|it|was|it's|is|there|were|only|just|a|an|the|him|at|on|more|like|,|:|-|had|have|i|"
    r"he|you|they)){0,6} (?P<n>N\d+)(?= (?:[.,;)!-]|and|but|on|at|with|from|there|of (?:mine|his|them)))"
)
_SAYS_BARE = re.compile(CLAIM.pattern + _BARE)
_DENIES = re.compile(
    r" (?:no|nope|wrong|sorry|false|nonsense|rubbish|not true|liar|never)(?: [,.!:-])*" + _BARE
)
_PIECES = frozenset(("corps", "squadrons", "corsairs", "dice"))
_NUMBER_ALONE = re.compile(r" (?:only |just )?(?P<n>N\d+) \.")
"""All that somebody answers in a sentence."""
_COUNTED = _PIECES | {"rating", "units", "hits"}


MOST = 500
"""Facts among which a number is looked for."""


def in_short(speeches: list[Speech], facts: list[Fact]) -> list[Fact]:
    """What contradicts a number in short: "he says 5 corps, I say 4"; or "No, 4." under a quotation."""
    found: list[Fact] = []
    counted = sorted((one for one in facts if one.kind in _COUNTED), key=lambda one: one.span)
    for number, speech in enumerate(speeches):
        marked = speech.words.marked
        for claim in _SAYS_BARE.finditer(marked):
            start = max(0, marked.rfind(" . ", 0, claim.start() + 1))
            if start > claim.start() - 4:  # a sentence of its own answers the one before
                start = max(0, marked.rfind(" . ", 0, start))
            _, (first, _) = speech.words.said(start, start + 3)
            _, span = speech.words.said(*claim.span("n"))
            before = [one for one in counted if first <= one.span[0] < span[0] and one.span[1] <= span[0]]
            by = speech.by(claim.start("n"))
            if before:
                last = _last_number(speech, marked[start : claim.start()], start)
                last = last if before[-1].by != by else -1
                found.append(_instead(speech, before[-1], claim, by, last))
        found += _other_roll(speech, counted)
        found += _rows(speech, counted)
        _denied(speech, facts)
        found += _as_somebody_claims(speech, counted)
        found += _answers(speech, speeches[number - 1], counted) if number else ()
    return found


_DENIED = re.compile(
    CLAIM.pattern
    + r"(?: (?:that|,))* (?:he|she|they|i|we|you|it|that)(?: (?:do|does|did|is|was|has|have|had|"
    r"don't|doesn't|didn't|isn't|wasn't|hasn't|haven't|didnt|dont)| (?:do|is|was|does|did) not)(?= [.,;)!])"
)


def _denied(speech: Speech, facts: list[Fact]) -> None:
    """Of what somebody says otherwise in a word ("they say they do", "he says it isn't") nothing is sure."""
    for found in _DENIED.finditer(speech.words.marked):
        by = speech.by(found.end() - 1)
        _, span = speech.words.said(found.start() + 1, found.end())
        start = speech.words.marked.rfind(" . ", 0, found.start() + 1)
        own = found.start() - start > 8  # "I say it isn't formed, he says it is" answers its own sentence
        first = speech.words.said(max(0, start), start + 3)[1][0] if own else span[0] - 120
        before = [one for one in facts if first < one.span[1] <= span[0] and one.kind not in _NAMED]
        if before and before[-1].by != by:
            before[-1].sure = False


_NAMED = frozenset(("place", "leader", "side", "power", "zone", "year"))
_IT_WAS = re.compile(r" it (?:was|is|really was|clearly was) an? (?P<n>N[1-6])(?= [.,;!)])")


_SAYS_ROW = re.compile(
    rf"{CLAIM.pattern}(?: (?:that|,|:|they|it|mine|his|hers|theirs|the dice|was|were|is|are|rather))* "
    r"(?P<faces>N[1-6](?:(?: ,)? N[1-6])+)(?= [.;)])"
)
"""The other version of a row of dice: "he says they were 5 5 2 1"."""


def _rows(speech: Speech, facts: list[Fact]) -> Iterator[Fact]:
    """What somebody says otherwise of the row of dice that was told last."""
    for found in _SAYS_ROW.finditer(speech.words.marked):
        said, span = speech.words.said(*found.span("faces"))
        before = [one for one in facts if one.kind == "dice" and span[0] - 120 < one.span[1] <= span[0]]
        faces, by = numbers_marked(found["faces"]), speech.by(found.start("faces"))
        if before and before[-1].by != by and len(before[-1].value) == len(faces):
            yield _instead_of(before[-1], faces, said, span, by, sure=True)


_ASCLAIMED = re.compile(
    r" M(?P<n>\d+)(?: [a-z]+){0,2} as (?P<who>i|he|she|they|my opponent|[WS]\d+|[a-z]+)"
    r" (?:claims?|says?|said|claimed|insists?|thinks?|wrote|writes)(?= )"
)
_YOU_HAD = re.compile(
    r" (?:[a-z]+ : )?(?:but )?(?:you|he|she|they|we|there|i)(?: only| just)? (?P<verb>had|have|has|were|was|"
    r"rolled?)(?: only| just| a| an)* (?P<n>N\d+)(?= [.,!;)])"
)


_YOU_ONLY_HAVE = re.compile(r"(?:^| .*) you (?:only|just) (?:have|had|got|brought) (?P<n>N\d+)(?= [.,!;)])")
_ANSWERS = (
    (_YOU_HAD, _PIECES),
    (_YOU_ONLY_HAVE, frozenset(("corps",))),
    (_DENIES, _COUNTED),
    (_NUMBER_ALONE, _COUNTED),
)
"""How a passage answers the one before with a number, and of which kinds the number may be."""


def _answers(speech: Speech, earlier: Speech, counted: list[Fact]) -> Iterator[Fact]:
    """What a passage answers in short to what somebody else told last in the passage before."""
    limits = earlier.words.passage.places or (0,)
    last = _last_number(earlier, earlier.words.marked, 0)
    for pattern, kinds in _ANSWERS:
        if (found := pattern.match(speech.words.marked)) is None:
            continue
        if found.groupdict().get("verb", "")[:4] == "roll":
            kinds = frozenset(("dice",))
        before = [one for one in counted if one.kind in kinds and limits[0] <= one.span[0] <= limits[-1]]
        by = speech.by(found.start("n"))
        if before and before[-1].by != by:
            where = before[-1].span[0] if len(before) == 1 and pattern is not _DENIES else last
            yield _instead(speech, before[-1], found, by, where)


def _as_somebody_claims(speech: Speech, counted: list[Fact]) -> Iterator[Fact]:
    """The other version in "2 corps, not 3 as Jan claims"."""
    for found in _ASCLAIMED.finditer(speech.words.marked):
        said, span = speech.words.said(found.start() + 1, found.end())
        before = [one for one in counted if 0 <= span[0] - one.span[1] < 12]
        by = speech.whom(found["who"])
        if before and by and by != before[-1].by:
            yield _with_number(before[-1], int(found["n"]), said, span, by)


def _other_roll(speech: Speech, counted: list[Fact]) -> Iterator[Fact]:
    """A roll told as "It was a six", where there was but one to speak of."""
    rolls = [one for one in counted if one.kind == "dice"]
    if len({(one.about, one.by) for one in rolls}) != 1 or len(rolls[0].value) != 1:
        return
    for found in _IT_WAS.finditer(speech.words.marked):
        said, span = speech.words.said(*found.span("n"))
        by = speech.by(found.start("n"))
        if by != rolls[0].by and not within(span[0], (one.span for one in counted)):
            yield _instead_of(rolls[0], numbers_marked(found["n"]), said, span, by, sure=True)


def _last_number(speech: Speech, marked: str, start: int) -> int:
    """Where the last number of a part of a passage stands in the letter."""
    numbers = list(re.finditer(r" N\d+(?= )", marked))
    if not numbers:
        return -1
    return speech.words.said(start + numbers[-1].start() + 1, start + numbers[-1].end())[1][0]


def _instead(speech: Speech, fact: Fact, found: re.Match[str], by: str, last: int) -> Fact:
    """The same fact with another number, said by somebody else.

    Where another number was said in between, or nobody else speaks, the number alone is told, as doubtful.
    """
    number = int(found["n"][1:])
    said, span = speech.words.said(*found.span("n"))
    if not fact.span[0] <= last < fact.span[1]:
        return Fact("number", number, said, span, by, False)
    return _with_number(fact, number, said, span, by)


def _with_number(fact: Fact, number: int, said: str, span: tuple[int, int], by: str) -> Fact:
    value = fact.value | {"count": number} if fact.kind == "corps" else number
    return _instead_of(fact, [number] if fact.kind == "dice" else value, said, span, by, fact.sure)


def _instead_of(fact: Fact, value: Any, said: str, span: tuple[int, int], by: str, sure: bool) -> Fact:
    """The same fact with another value, said by somebody else."""
    return replace(fact, value=value, said=said, span=span, by=by, sure=sure, details={**fact.details})
