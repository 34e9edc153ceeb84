"""What a naval combat of *Here I Stand* is given by an email, and what has to be asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...core.messages import say
from .found import Fact, Finished, Told
from .naval import NavalCombat
from .none_told import CARD_WORD, LEADER_WORD, plays_card, tells_none


def finish(_: str, facts: list[Fact], combat: NavalCombat) -> Finished:
    """What the question is given, the dice, and what has to be asked."""
    sure = Told((one for one in facts if one.value not in (0, [])), "naval")
    ask, place = sure.ask, sure.value("place")
    if place is None:
        ask("place")
    given: dict[str, Any] = {"place": place}
    dues: list[int] = []
    forces: list[tuple[str, str]] = []
    for role, power in (("attacker", combat.attacker), ("defender", combat.defender)):
        force: dict[str, Any] = {"power": power}
        if not power:
            ask("power")
        for kind in ("squadrons", "corsairs", "leaders", "extra_dice"):
            told = [one.value for one in sure.all(kind) if one.details.get("whose") == power]
            if told:
                force[kind] = told[0] if kind != "leaders" else [number for one in told for number in one]
        if "squadrons" not in force and "corsairs" not in force:
            ask("squadrons")
        given[role] = force
        due = 2 * force.get("squadrons", 0) + force.get("corsairs", 0) + max(force.get("leaders", [0]) or [0])
        due += force.get("extra_dice", 0) + (role == "defender" and place == "port")
        dues.append(due)
        forces.append((role, power))
    counted = [one for one in sure.facts if one.kind in ("squadrons", "corsairs", "leaders", "extra_dice")]
    if any(one.details.get("whose") not in (combat.attacker, combat.defender) for one in counted):
        ask("squadrons")
    if any(len(speech.people.powers) > 2 for speech in combat.speeches):
        ask("power")  # whose the units of the third are
    if any(map(plays_card, combat.speeches)) and not sure.all("extra_dice"):
        ask("leaders")
    if any(re.search(r" (?:galleys?|galleons?)(?= )", speech.words.marked) for speech in combat.speeches):
        ask("squadrons")  # what they are in this game
    if combat.leader_without_rating:
        ask("leaders")
    extra = {power: given[role].get("extra_dice") for role, power in forces if power}
    rolls = _with_extra(sure.all("dice"), extra)
    theirs = [[one.value for one in rolls if _is_of(one, role, power)] for role, power in forces]
    if len(rolls) == 2 and not all(theirs) and dues[0] != dues[1]:
        # Where nobody says who rolled which, the number of the dice does (HIS NC.1).
        theirs = [[one.value for one in rolls if len(one.value) == due] for due in dues]
    if len(rolls) == 2 and sorted(map(len, theirs)) == [0, 1]:  # the other roll is the other's
        rest = next(one.value for one in rolls if [one.value] not in theirs)
        theirs = [told or [rest] for told in theirs]
    rolled = [face for told in theirs if len(told) == 1 for face in told[0]]
    is_fought = any(one.kind == "hits" for one in facts)  # what was rolled is not told
    if (rolls or is_fought) and (len(rolls) != 2 or any(len(told) != 1 for told in theirs)):
        ask("dice")
    elif (
        rolls
        and place is not None
        and not {"squadrons", "power"} & {one["kind"] for one in sure.missing}
        and any(len(told[0]) != due for told, due in zip(theirs, dues, strict=True))
    ):
        led = bool(sure.all("leaders")) or tells_none(combat.speeches, LEADER_WORD)
        if led and tells_none(combat.speeches, CARD_WORD):
            # all is told that adds dice: it is the dice that do not fit
            words = say("ask.naval-count", attacker=dues[0], defender=dues[1])
            sure.missing.append({"kind": "dice", "ask": words})
        else:
            ask("leaders")
    return given, rolled or None, sure.missing


def _with_extra(rolls: list[Fact], extra: Mapping[str, int | None]) -> list[Fact]:
    """The rolls, that of a card's dice behind the others of its side."""
    alone = [one for one in rolls if not one.details.get("whose") and len(one.value) in extra.values()]
    powers = [power for power, count in extra.items() if alone and count == len(alone[0].value)]
    own = [one for one in rolls if one.details.get("whose") in powers]
    if len(rolls) != 3 or len(alone) != 1 or len(powers) != 1 or len(own) != 1:
        return rolls
    return [
        replace(one, value=one.value + alone[0].value) if one is own[0] else one
        for one in rolls
        if one is not alone[0]
    ]


def _is_of(one: Fact, role: str, power: str) -> bool:
    return one.details.get("whose") in (role, power) and bool(power)
