"""What two people say of one thing of a war of *Nine Years*: corps, a garrison's strength, a name denied."""

from __future__ import annotations

import re
from collections import Counter

from .found import Fact
from .none_told import absent
from .speech import Speech
from .strength import PART

_NOT_THAT = re.compile(
    r" (?:not|never|wasn't|isn't)(?: (?:by|under|with|at|in|from|marshal|general)){0,2} ([LP]\d+)(?= [.,;)!])"
)


_INSTEAD = re.compile(r" [LP]\d+(?: [,(])? not(?: (?:at|in|from|by|marshal|general))? ([LP]\d+)(?= [.,;)!])")


def deny(speeches: list[Speech], facts: list[Fact]) -> None:
    """Of a name that somebody denies ("Boufflers, not Villeroy") nothing is sure any more."""
    for speech in speeches:  # "it was Maastricht, not Liege": the same person takes a name back
        for found in _INSTEAD.finditer(speech.words.marked):
            name, by = speech.words.name(found[1]), speech.by(found.start())
            facts[:] = [
                one
                for one in facts
                if not (one.kind in ("leader", "place") and (one.value, one.by) == (name, by))
            ]
            for one in facts:
                space = one.value.get("space") if isinstance(one.value, dict) else None
                if one.by == by and name in (one.details.get("at"), space):
                    one.sure = False
    denied: dict[str, set[str]] = {}
    for speech in speeches:
        for found in _NOT_THAT.finditer(speech.words.marked):
            denied.setdefault(speech.words.name(found[1]), set()).add(speech.by(found.start()))
        for found in absent(speech.words.marked):
            gone, by = speech.words.name(found["who"]), speech.by(found.start())
            denied.setdefault(gone, set()).add(by)
            for one in facts:  # who stood there stands there no more
                if one.kind == "leader" and (one.value, one.by) == (gone, by) and one.details.get("at"):
                    one.sure = False
    for one in facts:
        who = denied.get(one.value, set()) if one.kind in ("leader", "place") else set()
        if who - ({one.by} if one.kind == "place" else set()):
            one.sure = False


def parts_of_garrisons(facts: list[Fact]) -> None:
    """Who says that some of those inside are reduced, of whom another tells how many they are, says that the
    others are full. Of what the same person tells otherwise nothing is sure.
    """
    inside = [one for one in facts if one.kind == "corps" and one.value.get("inside") and one.about != PART]
    for one in [one for one in facts if one.kind == "corps" and one.about == PART]:
        own = [other for other in inside if other.by == one.by]
        if own or not inside:
            facts[:] = [other for other in facts if other is not one]
            parts = [other.value["count"] for other in own if other.value["reduced"]]
            for other in own if one.value["count"] not in parts else ():
                other.sure = False  # both cannot be so
            continue
        one.about = inside[0].about
        one.sure = False  # whether the others are full is not said


def state_of_garrisons(facts: list[Fact]) -> None:
    """What is said of a garrison's strength alone belongs to the corps that somebody says are inside: first
    to those of which the same person tells.
    """
    inside = [one for one in facts if one.kind == "corps" and one.value.get("inside")][:50]
    states = [one for one in facts if one.kind == "garrison" and one.about == "state" and inside]
    rest: list[Fact] = []
    for one in states:
        own = [corps for corps in inside if corps.by == one.by]
        if len(own) == 1 and "full" not in own[0].said and one.value == "reduced":
            own[0].value["reduced"] = True
        else:
            rest.append(one)
    for one in rest:
        own = [corps for corps in inside if corps.by == one.by]
        reduced, told = one.value == "reduced", own or inside
        for corps in [corps for corps in told if corps.value["reduced"] != reduced][:1]:
            value = corps.value | {"reduced": reduced}
            facts.append(Fact("corps", value, one.said, one.span, one.by, about=corps.about))
    facts[:] = [one for one in facts if not any(one is state for state in states)]


def corps_of_two_voices(facts: list[Fact], besieging: str) -> None:
    """Where each of two people tells of one stack, their words are about the same, reduced or not."""
    told: dict[tuple[str, bool], list[Fact]] = {}
    for one in (one for one in facts if one.kind == "corps"):
        if space := one.value.get("space") or besieging:
            told.setdefault((space, bool(one.value.get("inside"))), []).append(one)
    for (space, _), stack in told.items():
        powers = {one.value.get("power") for one in stack} - {None}
        voices = {one.by for one in stack}
        if len(voices) < 2 or len(powers) > 1:
            continue
        if len(voices) < len(stack):
            _stacks_of_two_voices(stack)
            continue
        for one in stack:
            one.about = " ".join(filter(None, (*powers, space)))
            if powers and not one.value.get("power"):
                one.value = {"power": next(iter(powers))} | one.value
            if any(other.value.get("space") for other in stack):
                one.value["space"] = space


def _stacks_of_two_voices(stack: list[Fact]) -> None:
    """What two people tell of one stack in several parts: where it differs, nothing of it is sure."""
    parts: dict[str, Counter[bool]] = {}
    for one in stack:
        parts.setdefault(one.by, Counter())[one.value["reduced"]] += one.value["count"]
    if any(part != next(iter(parts.values())) for part in parts.values()):
        for one in stack:
            one.sure = False
