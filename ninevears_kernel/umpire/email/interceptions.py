"""An interception that an email tells: who marched from where, who came between, and with how many corps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from .found import OTHER, Fact, side_of, side_of_leader
from .speech import Speech, fact

_FROM = re.compile(
    r" (?P<l>L\d+)(?: (?:\(|\)|cr|and|with|,|&|\+|his|my|her|all|N\d+|W\d+|L\d+|S\d+|corps|full|reduced|"
    r"comes?|came|marche[sd]|marching|goes|went|moves?|moved|moving|over|up|down|out|across|sets|set|off|"
    r"leads|led|them|wants|to|intercept[a-z]*|march|tries|tried|who|is|was|has|had|brave|jumps|in|on|at|into|"
    r"P\d+)){0,14} from(?: (?:the|of|fortress))* (?P<p>P\d+)(?= )"
)
_SENT = re.compile(
    r" from (?:the )?(?P<p>P\d+)(?: (?:i|he|she|they|we|you|[WSL]\d+|then|now|,|has|have|had)){0,4}"
    r" (?:sent|sends?|sending|brought|brings?|came|comes?|marched|marches|moved|moves) "
    r"(?:(?:up|over|in|marshal|general) )?(?P<l>L\d+)(?= )"
)
_COMES_WITH = re.compile(
    r" intercept[a-z]*(?: (?:him|me|them|us|it|you))? from (?:the )?(?P<p>P\d+)(?: (?:,|with|under|by|"
    r"marshal|general))+ (?P<l>L\d+)(?= )"
)
_ARROWED = re.compile(
    r" (?P<l>L\d+)(?: (?:,|:|\(|\)|with|and|&|\+|N\d+|W\d+|L\d+|corps|full|reduced|cr)){0,12} (?P<p>P\d+)"
    r" (?:- )?> P\d"
)
_MARCHES = re.compile(
    r" (?:march[a-z]*|move[sd]?|moving|led|lead|leading|took|take)(?: (?:off|out|with|the|my|his|marshal|"
    r"general))* (?P<a>L\d+)(?= )| (?P<b>L\d+)(?: [a-zNW0-9(),]+){0,8}? (?:marches|marched|marching|moved|"
    r"moves|enters|entered|walks|walked|left|leaves?|goes|went)(?= )"
)
_INTERCEPTS = re.compile(
    r" intercept[a-z]*(?: (?:me|him|us|them|it|by|with|of|from|under|the|that|P\d+|at|in|N\d+|W\d+|corps|cr|"
    r",|and|his|my|a|roll|attempt|general|marshal)){0,10} (?P<a>L\d+)(?= )| (?P<b>L\d+)(?: (?![.])\S+){0,9}? "
    r"intercept[a-z]*(?= )| (?P<c>L\d+)(?: \S+){0,2}? (?:comes|came|jumps|jumped|rushes|rushed) (?:over|"
    r"across|in|up|down|out|between)(?= )| (?:sent|sends?|sending|brought|brings?) (?P<d>L\d+)(?: \S+){0,6}? "
    r"to (?:catch|stop|block|meet|intercept)(?= )"
)
_AT = re.compile(
    r" intercept[a-z]*(?: (?:me|him|us|them|L\d+|my|his|army|force|corps)){0,3} (?:at|in|"
    r"near)(?: the)? (?P<p>P\d+)(?= )"
)


def started_from(speech: Speech) -> Iterator[tuple[str, str, str]]:
    """The leaders of a passage who set out, each with the place from which, and the marks of both."""
    for found in chain.from_iterable(
        pattern.finditer(speech.words.marked) for pattern in (_FROM, _SENT, _COMES_WITH, _ARROWED)
    ):
        yield speech.words.name(found["l"]), speech.words.name(found["p"]), found["p"]


def _told(speech: Speech, pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str], str]]:
    for found in pattern.finditer(speech.words.marked):
        mark = next(filter(None, found.groupdict().values()))
        yield speech.words.name(mark), found, mark


def intercepted(speeches: Sequence[Speech], facts: Sequence[Fact]) -> Iterator[Fact]:
    """What the question of an interception asks beside the position: who comes, how many corps, and where.

    Args:
        speeches: the passages.
        facts: what was found in them.
    """
    marching = {name for speech in speeches for name, _, _ in _told(speech, _MARCHES)}
    comes = {name for speech in speeches for name, _, _ in _told(speech, _INTERCEPTS)} - marching
    leaders = [one for one in facts if one.kind == "leader"]
    where = {
        one.value for one in facts if one.kind == "place" and one.details.get("role") in ("space", "target")
    }
    where |= {name for speech in speeches for name, _, _ in _told(speech, _AT)}
    for one in facts:
        if one.kind == "corps" and one.value.get("space") in where and not one.value.get("inside"):
            del one.value["space"]  # there they met, and stood elsewhere before
    if not comes:  # who does not march stands in the way
        sides = {side_of_leader(name) for name in marching}
        comes = {one.value for one in leaders if side_of(one) not in sides} if sides else set()
    told = [one for one in leaders if one.value in comes]
    if len(comes) == 1 and told:
        yield replace(told[0], details={"role": "interceptor"}, about="interceptor")
        yield from _number(facts, told[0])
    for speech in speeches:
        for name, found, mark in _told(speech, _AT):
            yield fact(speech, "place", name, *found.span("p"), mark, role="space")


def _number(facts: Sequence[Fact], leader: Fact) -> Iterator[Fact]:
    """The corps that come with a leader, where one number of his side's is told."""
    side, corps = side_of(leader), [one for one in facts if one.kind == "corps"]
    own = [one for one in corps if (one.by, side_of(one)) == (leader.by, side)]
    if side in OTHER and len(own) == 1:
        details, count = {"what": "corps", "of": leader.value}, own[0].value["count"]
        yield replace(own[0], kind="number", value=count, details=details, about="interceptors")
