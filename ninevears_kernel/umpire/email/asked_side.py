"""Whose question it is, where the words of an email say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import structs

from ..cases.cases import questions
from .found import OTHER, Fact, side_of
from .speech import Speech

_MAY = re.compile(
    r" (?:can|may|could|does|do|did|will|would|should|must|am|are|shall)(?: (?:now|still|really|just))*"
    r" (?P<who>i|we|he|she|they|you|my opponent|the opponent|opponent)(?= )(?! (?:say|says|think|know|"
    r"agree|right))"
)

_DID = re.compile(
    r" (?P<who>i|we|he|she|they|my opponent|the opponent|opponent)(?: (?:\( [SW]\d+ \)|just|then|now|has|"
    r"have|had))* (?:order|march|mov|tri|want|sail|transferr|rais|restor|play)(?:ed|es|e|s)(?= )"
)
"""Who did it, where nobody asks who may: "I am the Alliance. He ordered ... Legal?"."""

_FOR = re.compile(r" for (?P<who>me|us|him|her|them|my opponent|the opponent)(?= [.,])")
"""For whom, where nobody does a thing: "Is Namur in supply for me?"."""


def asked_side(
    question: str | None, siege: str, facts: Sequence[Fact], speeches: Sequence[Speech]
) -> str | None:
    """The side about which an email asks, where nobody is told to besiege or attack: of a siege the one that
    lies before the fortress, else whoever may or gets what is asked for; None where the words do not say it.

    Args:
        question: the question.
        siege: the fortress that is besieged.
        facts: what was found.
        speeches: the passages.
    """
    if question == "siege":
        outside = {
            side_of(one)
            for one in facts
            if (one.kind == "leader" and one.details.get("at") == siege)
            or (one.kind == "corps" and one.value.get("space") == siege and not one.value.get("inside"))
        } - {""}
        return outside.pop() if len(outside) == 1 else None
    if question in ("battle", "interception"):
        return None
    for asks in (_MAY, _DID, _FOR):
        found = [(speech, one["who"]) for speech in speeches for one in asks.finditer(speech.words.marked)]
        if found:
            break
    asked = {speech.whom(who) for speech, who in found}
    return asked.pop() if len(asked) == 1 and asked <= OTHER.keys() else None


def settle_side(question: str | None, asked: str | None, facts: Sequence[Fact]) -> None:
    """Parts the side that somebody plays from the side about which is asked. Whom "me" means where nobody
    says what the writer plays is offered, not taken.

    Args:
        question: the question.
        asked: the side about which is asked, if that is known.
        facts: those that tell of a side are changed.
    """
    sides = [one for one in facts if one.kind == "side"]
    told = [one for one in sides if one.details.get("role") != "player"]
    of_either = question in ("loc", "resource-points")
    if of_either and asked not in {one.value for one in told}:  # "for me ... Yours, Louis (Bourbon)"
        signed = [one for one in sides if one.value == asked][:1]
        for one in signed:
            one.details.clear()
        told += signed
    named = {one.value for one in told if one.details.get("role") != "writer"}
    if asked is None and len(named) == 1 and of_either:
        asked = named.pop()  # "I'm the Alliance. Is Namur in supply for the Bourbons?"
    open_to_all = question not in ("siege", "battle", "interception")
    for one in told:
        is_asked = asked == one.value or (asked is None and open_to_all)
        if one.details.get("role") == "writer" and is_asked:
            del one.details["role"]
    own = {one.value for one in told if one.details.get("role") != "writer"}
    for one in facts:
        if one.details.pop("mine", False) and not one.details.get("side") and len(own) == 1:
            one.details["side"] = next(iter(own))
    if question is not None and not _takes_a_side(question):
        for one in told:
            one.details["role"] = "writer"  # such as of a peace roll: no key of the question


@cache
def _takes_a_side(question: str) -> bool:
    """Whether a question of *Nine Years* is given a side."""
    return "side" in {field.name for field in structs.fields(questions()["NY", question].given)}
