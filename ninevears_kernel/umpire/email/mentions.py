"""Names that a letter about *Nine Years* tells more than once: each stands but once for each role."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...nine_years.components.position import Position
from .found import Fact
from .letter import words_in
from .speech import Speech

_ONCE = words_in("place leader side event phase zone purpose cards garrison position")
"""Kinds that are told once, however often they are said."""


def told_once(facts: list[Fact]) -> list[Fact]:
    """A place is told once with each role; without a role only where it has none elsewhere."""
    roles: dict[str, set[str | None]] = {}
    seas = {one.details["zone"] for one in facts if one.kind == "sea-control"}
    held = {one.value for one in facts if one.kind == "control"}
    led = {one.value for one in facts if one.kind == "leader" and one.details.get("at")}
    for one in facts:
        if one.kind == "place":
            roles.setdefault(one.value, set()).add(one.details.get("role"))
    seen: dict[tuple[str, str, str], Fact] = {}
    kept: list[Fact] = []
    for one in facts:
        thing = one.kind, str(one.value), str(one.details.get("role") or one.details.get("at"))
        if one.kind == "zone" and one.value in seas:
            continue
        bare = one.kind == "place" and one.details.get("role") is None
        if bare and (roles[one.value] != {None} or one.value in held):
            continue
        if one.kind == "leader" and not one.details.get("at") and one.value in led:
            continue
        if one.kind in _ONCE:
            if thing in seen:
                before = seen[thing]
                before.sure |= one.sure  # said plainly elsewhere
                if one.kind == "leader" and one.about and not before.about:
                    before.said, before.span, before.about = one.said, one.span, one.about
                continue
            seen[thing] = one
        kept.append(one)
    return kept


def as_changed(facts: list[Fact], base: Position) -> None:
    """Of corps that came or went since the start, all else of which holds, it is told how many there are now.

    What went elsewhere stands there no more, and how many are left is not told.
    """
    is_else = any(one.kind == "position" and one.details.get("else") is True for one in facts)
    for one in facts:
        how = one.details.get("change") if one.kind == "corps" else None
        if how is None:
            continue
        where = one.value.get("power"), one.value.get("space")
        states = [it.reduced for it in base.corps if (it.power, it.space) == where]
        left = len(states) + (one.value["count"] if how == "more" else -one.value["count"])
        if is_else and all(where) and left > 0 and {*states} <= {one.value["reduced"]}:
            one.value = one.value | {"count": left}
        elif is_else or how == "gone":
            one.sure = False


_ALL_ARE = re.compile(
    r" (?:(?P<all>all(?: (?:of )?them| are| were)*)|(?P<it>it's|it is|it was)|they're|they are|they were)"
    r"(?: (?:all|an?|N1|both|full|reduced|only|just))* (?P<w>W\d+)(?: corps| ones?| troops)?(?= [.,;)])"
    r"|(?<= corps) \. (?P<own>W\d+)(?: ,| and)?(?: full| reduced)?(?: ones)?(?= \. )"
)


def of_one_power(speeches: Sequence[Speech], facts: list[Fact]) -> None:
    """Words such as "All French" or "It is a Dutch corps" say whose the corps before them are."""
    for speech in speeches:
        for found in _ALL_ARE.finditer(speech.words.marked):
            power = speech.words.name(found["w"] or found["own"])
            _, span = speech.words.said(found.start() + 1, found.end())
            corps = [one for one in facts if one.kind == "corps"]
            before = [one for one in corps if one.span[1] <= span[0]]
            if not found["all"]:
                is_one = bool(found["it"])
                before = [one for one in before[-1:] if found["own"] or (one.value["count"] == 1) == is_one]
            told = [one for one in before if not one.value.get("power")]
            for one in told:
                one.value = {"power": power} | one.value
                one.value["reduced"] |= "reduced" in found[0]
                one.about = power + one.about[one.about.find(":") :]
            for one in corps if told else ():
                if span[0] <= one.span[0] < span[1]:  # the same again
                    facts.remove(one)
