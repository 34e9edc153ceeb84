"""How a position differs from the start of a letter, and whether all told of it is understood."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any

from ...nine_years.components.map import ZONES, game_map
from .doubts import sentences
from .found import Fact, side_of_power
from .given import Given
from .letter import words_in
from .speech import CLAIM
from .war import EXCEPT


def is_else(given: Given, *also: str) -> bool:
    """Whether all else, as the letter says, is as at the start, whatever the year; or but for the year."""
    return any(one.details.get("else") in (True, *also) for one in given.all("position"))


_TOLD_OF = words_in("corps control sea-control siege line fleet garrison dice revolution")
_CHANGED = re.compile(
    r" (?:lost|raised|removed|eliminated|destroyed|gone|fallen|fell|falls|captured|conquered|taken|took|"
    r"built|flipped|reduced|moved|transferred|besieged|retreated|withdrew|withdrawn|sunk|(?:then|was|"
    r"been) restored|mine|ours|his|hers|theirs|yours|holds?|controls?|controlled|belongs?)(?= )"
)
_WHICH_TOOK = re.compile(
    r" which (?:they|he|she|i|we|you|[SW]\d+)(?: [a-z]+)? (?:took|holds?|held|controls?|captured)(?= )"
)
_NOTHING = re.compile(
    r" (?:nobody|no one|none|neither|never|nothing|not|no)(?: [^.]{0,24})? (?:took|taken|lost|fell|"
    r"fallen|gone) "
)
_ZONES = (
    rf"(?:Z\d+|{'|'.join(sorted({space.region.lower() for space in game_map().spaces if space.region}))})"
)
_THINGS = re.compile(
    rf" (?:corps|fleets?|(?:fortified )?lines?|garrisons?|leaders?|fortress(?:es)?|army|armies|sieges?|"
    rf"P\d+|{_ZONES})"
    r"(?= )(?! of communication)"
)
_OF_A_ZONE = re.compile(rf" {_ZONES}(?: [a-z]+){{0,4}} [SW]\d+(?= )")


def is_untold(given: Given) -> bool:
    """Whether a sentence tells of a change since the start that nobody took for a fact."""
    known = sorted(one.span[0] for one in given.war.facts if one.kind in _TOLD_OF)
    for speech in given.war.speeches:
        marked = speech.words.marked
        for start, end in sentences(marked):
            sentence = marked[start - 1 : end]
            _, span = speech.words.said(start, end - 1)
            told = bisect_left(known, span[0]) < bisect_left(known, span[1]) or speech.words.asks(end)
            plain = _WHICH_TOOK.search(sentence) or re.search(rf" {_ZONES}(?= )", sentence)
            argued = CLAIM.search(sentence) and not plain
            if re.search(r" (?:restor|rais(?:e|ing) )", sentence):  # the corps of which it is asked
                sentence = sentence.replace(" reduced ", " ")
            things = _CHANGED.search(sentence) and _THINGS.search(sentence) and not _NOTHING.search(sentence)
            changed = EXCEPT.search(sentence) or _OF_A_ZONE.search(sentence) or (things and not argued)
            if changed and not told:
                return True
    return False


WITHOUT_LEADERS = words_in(
    "revolution victory resource-points peace-roll first-player deploy-fleet build-fleet"
)
"""Questions to which it is all the same where a leader stands."""
_OF_POSITION = words_in("corps leader control sea-control siege line fleet event place garrison zone happens")


WATERS = {"Brest": "Atlantic", "Toulon": "Mediterranean"} | {zone: zone for zone in ZONES}
"""The zone of each fleet, by the fleet's name."""


def sails(fleet: str) -> str:
    """The side of a fleet, by its name.

    >>> sails("Brest"), sails("Mediterranean")
    ('Bourbon', 'Alliance')
    """
    return "Alliance" if fleet in ZONES else "Bourbon"


def all_used(given: Given, made: dict[str, Any]) -> bool:
    """Whether all that is told of the position went into the case; what did not is not passed over."""
    if any(speech.is_conditional() for speech in given.war.speeches) or is_untold(given):
        return False
    names = str(made)
    start = given.base
    for one in given.war.facts:
        if one.kind not in _OF_POSITION or one.details.get("role") in ("source", "argued", "asked"):
            continue
        if one.kind == "control" and start.controller(one.value) == one.details.get("side"):
            continue
        if one.kind == "place" and one.value in given.values("control"):
            continue
        origin = one.kind == "place" and one.details.get("role") == "origin"
        if (origin and "leader" in made) or (one.kind == "leader" and given.war.question in WITHOUT_LEADERS):
            continue
        if origin and made.get("fleet") and start.controller(one.value) == sails(made["fleet"]):
            continue  # the port from which it sails
        if one.kind == "garrison" and one.value == "none":
            space = one.details.get("space") or made.get("space")
            if any(corps.space == space for corps in start.corps):
                return False
            continue
        if one.kind == "zone" and one.value == WATERS.get(made.get("fleet", "")):
            continue
        other = one.kind == "corps" and "corps" not in made and not stands_so(given, one)
        if other and (one not in given.facts or not corps_changes(given, made, one)):
            return False
        named = str(one.details.get("space") or one.value) in names
        if not named and one.kind not in ("corps", "sea-control"):
            return False
    return True


def stands_so(given: Given, corps: Fact) -> bool:
    """Whether corps that are told stand so at the start, or are told to stand nowhere."""
    value = corps.value
    if not value.get("space"):
        return bool(value["count"] == 1)
    there = sum(
        (one.space, one.reduced) == (value["space"], value["reduced"])
        and value.get("power") in (None, one.power)
        for one in given.base.corps
    )
    return bool(there == value["count"])


def corps_changes(given: Given, made: dict[str, Any], only: Fact | None = None) -> list[dict[str, Any]]:
    """The edits by which corps of a letter differ from a start of which all else holds, as it says."""
    changes: list[dict[str, Any]] = []
    for one in [only] if only else given.all("corps") if "corps" not in made and is_else(given) else ():
        space, power, count = one.value.get("space"), one.value.get("power"), one.value["count"]
        if not (space and power and is_else(given)) or (given.brought is None and stands_so(given, one)):
            continue
        states = [it.reduced for it in given.base.corps if (it.power, it.space) == (power, space)]
        there = states.count(one.value["reduced"])
        held = next((it.details.get("side") for it in given.all("control") if it.value == space), None)
        if side_of_power(power) != (held or given.base.controller(space)) or there < len(states):
            continue  # who is besieged, or how many of them are full, is not told
        more = count - there
        corps = {"power": power, "space": space, "count": abs(more), "reduced": one.value["reduced"]}
        if more and there + more >= 0:
            changes.append({"add" if more > 0 else "remove": "corps", **corps})
    return changes


def changes_of(given: Given) -> list[dict[str, Any]]:
    """The plain edits that make the position that the case begins with the one that is told."""
    start = given.base
    changes: list[dict[str, Any]] = []
    for one in given.all("control"):
        side = one.details.get("side")
        if start.controller(one.value) != side:
            changes.append({"set": "control", "space": one.value, "side": side})
    for one in given.all("sea-control"):
        if given.brought is None or start.sea(one.details["zone"]) != one.value:
            changes.append({"set": "sea", "zone": one.details["zone"], "side": one.value})
    for done in given.values("revolution"):
        if given.brought is None or start.revolution != done:
            changes.append({"set": "revolution", "done": done})
    for one in given.all("line"):
        if one.details.get("space") and one.details.get("role") != "asked":
            level = 0 if one.value == "none" else one.value
            changes.append({"set": "line", "space": one.details["space"], "level": level})
    for one in given.all("leader"):
        at = one.details.get("at")
        there = next((leader.space for leader in start.leaders if leader.name == one.value), None)
        if at is not None and there != at:
            changes.append({"add": "leader", "name": one.value, "space": at})
    return changes
