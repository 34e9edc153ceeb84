"""Whose question it is, where the words of an email say it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .found import OTHER, side_of_leader, side_of_power

if TYPE_CHECKING:
    from .nine_years import War

_MAY = re.compile(
    r" (?:can|may|could|does|do|did|will|would|should|must|am|are|shall)(?: (?:now|still|really|just))*"
    r" (?P<who>i|we|he|she|they|you|my opponent|the opponent|opponent)(?= )(?! (?:say|says|think|know|agree|right))"
)


def asked_side(war: War) -> str | None:
    """The side about which an email asks: of a siege or a battle who besieges or attacks, else whoever may or
    gets what is asked for; None where the words do not say it.

    Args:
        war: the email, its facts found.
    """
    if side := war.attacker():
        return side
    if war.question == "siege":
        outside = {
            side_of_power(one.value.get("power") or "")
            for one in war.facts
            if one.kind == "corps" and one.value.get("space") == war.siege and not one.value.get("inside")
        }
        outside |= {
            side_of_leader(one.value)
            for one in war.facts
            if one.kind == "leader" and one.details.get("at") == war.siege
        }
        outside.discard("")
        return outside.pop() if len(outside) == 1 else None
    if war.question in ("battle", "interception"):
        return None
    asked = {
        speech.whom(found["who"]) for speech in war.speeches for found in _MAY.finditer(speech.words.marked)
    }
    return asked.pop() if len(asked) == 1 and asked <= OTHER.keys() else None
