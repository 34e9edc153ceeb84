"""What a question of *Nine Years* is given by an email, and what has to be asked before it can be ruled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import say
from ...nine_years.components.scenario import scenario_1688
from .found import OTHER, Fact, side_of_leader, side_of_power
from .nine_years import ACTOR, FIRST, War

START = "1688 start"


class Given:
    """The facts that stand, as the questions ask for them."""

    def __init__(self, facts: list[Fact], war: War) -> None:
        self.facts = [one for one in facts if one.sure]
        self.war = war
        self.missing: list[dict[str, str]] = []

    def ask(self, kind: str, **values: Any) -> None:
        """Something has to be asked."""
        if all(one["kind"] != kind for one in self.missing):
            self.missing.append({"kind": kind, "ask": say(f"ask.{kind}", **values)})

    def all(self, kind: str) -> list[Fact]:
        """The facts of a kind."""
        return [one for one in self.facts if one.kind == kind]

    def value(self, kind: str) -> Any:
        """The value of a kind that has one; None without."""
        found = self.all(kind)
        return found[0].value if found else None

    def place(self, *roles: str | None) -> str | None:
        """The place that has one of these roles, the first first; None when none or several have."""
        for role in roles:
            found = list(
                dict.fromkeys(one.value for one in self.all("place") if one.details.get("role") == role)
            )
            if len(found) == 1:
                return str(found[0])
            if found:
                return None
        return None

    def side(self) -> str | None:
        """The side whose question it is."""
        if attacker := self.war.attacker():
            return attacker
        for speech in self.war.speeches:
            for found in ACTOR.finditer(speech.words.marked):
                side = speech.whom(found["who"])
                if (
                    side in OTHER
                    and found["who"][0] in "LSW"
                    and speech.words.is_sure(found["who"])
                    and not re.search(r" (?:claims?|has|have|is|do|does)$", found[0])
                ):
                    return side
        inside = {
            side_of_power(one.value.get("power", "")) for one in self.all("corps") if one.value.get("inside")
        }
        if self.war.question == "siege" and len(inside) == 1 and inside <= OTHER.keys():
            return OTHER[inside.pop()]
        told = list(dict.fromkeys(one.value for one in self.all("side")))
        if len(told) == 1:
            return str(told[0])
        named = {side_of_power(one.value.get("power", "")) for one in self.all("corps")}
        named |= {side_of_power(one.value) for one in self.all("power")}
        named |= {side_of_leader(one.value) for one in self.all("leader")}
        return named.pop() if len(named) == 1 and named <= OTHER.keys() else None


def finish(
    question: str, facts: list[Fact], war: War
) -> tuple[dict[str, Any], list[int] | None, list[dict[str, str]]]:
    """What a question is given, the dice, and what has to be asked.

    Args:
        question: the question of *Nine Years*.
        facts: those that stand.
        war: the email.
    """
    given = Given(facts, war)
    made = _MAKERS.get(question, _action)(given)
    if question not in ("force", "rally"):
        position = given.value("position")
        year = given.value("year")
        if position is None or (year not in (None, FIRST)):
            if not (question == "first-player" and made.get("hands") and year):
                given.ask("position")
        elif changes := [*_changes(given), *made.pop("changes", ())]:
            made["changes"] = changes
        if "position" in {one.kind for one in given.facts} and not _all_used(given, made):
            given.ask("position")
    rolled = [face for one in _in_order(given) for face in one.value]
    return made, rolled or None, given.missing


_OF_POSITION = frozenset(
    ("corps", "leader", "control", "sea-control", "siege", "line", "fleet", "event", "place", "garrison")
)


def _all_used(given: Given, made: dict[str, Any]) -> bool:
    """Whether all that is told of the position went into the case; what did not is not passed over."""
    if any(speech.is_conditional() for speech in given.war.speeches):
        return False
    names = str(made)
    start = scenario_1688()
    for one in given.war.facts:
        if one.kind not in _OF_POSITION or one.details.get("role") == "source":
            continue
        if one.kind == "control" and start.controller(one.value) == one.details.get("side"):
            continue
        if one.kind == "place" and any(
            other.kind == "control" and other.value == one.value for other in given.facts
        ):
            continue
        if one.kind == "place" and one.details.get("role") == "origin" and "leader" in made:
            continue
        if one.kind == "corps" and "corps" not in made and "power" not in made:
            return False
        if (
            one.kind not in ("corps", "sea-control")
            and str(one.details.get("space") or one.value) not in names
        ):
            return False
    return True


def _in_order(given: Given) -> list[Fact]:
    order = {"attacker": 0, "defender": 1}
    side = given.side()
    if side:
        order |= {side: 0, OTHER[side]: 1}
    return sorted(given.all("dice"), key=lambda one: order.get(str(one.details.get("whose")), 0))


def _changes(given: Given) -> list[dict[str, Any]]:
    """The plain edits that make the position of the scenario's start the one that is told."""
    start = scenario_1688()
    changes: list[dict[str, Any]] = []
    for one in given.all("control"):
        side = one.details.get("side")
        if start.controller(one.value) != side:
            changes.append({"set": "control", "space": one.value, "side": side})
    for one in given.all("sea-control"):
        changes.append({"set": "sea", "zone": one.details["zone"], "side": one.value})
    for one in given.all("revolution"):
        changes.append({"set": "revolution", "done": one.value})
    for one in given.all("line"):
        if one.details.get("space"):
            level = 0 if one.value == "none" else one.value
            changes.append({"set": "line", "space": one.details["space"], "level": level})
    for one in given.all("leader"):
        at = one.details.get("at")
        there = next((leader.space for leader in start.leaders if leader.name == one.value), None)
        if at is not None and there != at:
            changes.append({"add": "leader", "name": one.value, "space": at})
    return changes


def _corps_on_start(given: Given, question_corps: list[Fact]) -> None:
    """Corps that stand elsewhere than at the start: how they came there is asked, not assumed."""
    start = scenario_1688()
    for one in given.all("corps"):
        if one in question_corps and not one.value.get("space"):
            continue
        if not one.value.get("space"):
            continue
        power, space, reduced = one.value.get("power"), one.value["space"], one.value["reduced"]
        there = sum(
            1
            for corps in start.corps
            if corps.space == space and corps.reduced == reduced and power in (None, corps.power)
        )
        moving = given.war.question in ("sea-move", "battle") and space == given.place("origin")
        if there < one.value["count"] or (there > one.value["count"] and not moving):
            given.ask("position")


def _force(given: Given) -> dict[str, Any]:
    leaders = given.value("leaders")
    corps = list(dict.fromkeys(one.value["count"] for one in given.all("corps")))
    if not leaders:
        given.ask("leaders")
    if len(corps) != 1:
        given.ask("corps")
        return {}
    return {"leaders": leaders or [], "corps": corps[0]}


def _rally(given: Given) -> dict[str, Any]:
    if given.value("rating") is None:
        given.ask("rating")
    return {"rating": given.value("rating")}


def _side_needed(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    side = given.side()
    if side is None:
        given.ask("side")
    made["side"] = side
    return made


def _loc(given: Given) -> dict[str, Any]:
    space = given.place("space", "origin", None)
    made = _side_needed(given, {"space": space, "purpose": given.value("purpose")})
    if space is None:
        given.ask("place")
    if made["purpose"] is None:
        given.ask("purpose")
    elif made["purpose"] in ("reinforcement", "restore"):
        powers = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
        powers += [one.value for one in given.all("power")]
        if len(set(powers)) == 1:
            made["power"] = powers[0]
        else:
            given.ask("power")
    return made


def _besieging(given: Given) -> list[Fact]:
    side = given.side()
    return [
        one
        for one in given.all("corps")
        if not one.value.get("inside") and side_of_power(one.value.get("power", "")) in ("", side)
    ]


def _siege(given: Given) -> dict[str, Any]:
    space = given.war.siege or given.place("space")
    made = _side_needed(given, {"space": space})
    if not space:
        given.ask("place")
    inside = [one for one in given.all("corps") if one.value.get("inside")]
    from_start = given.value("position") == START
    if not inside and not given.all("garrison") and not from_start:
        given.ask("garrison", space=space or "?")
    ours = _besieging(given)
    if not ours:
        given.ask("corps")
    if any(not one.value.get("power") for one in ours):
        given.ask("power")
    made["leaders"] = [
        one.value
        for one in given.all("leader")
        if side_of_leader(one.value) == made["side"] and one.details.get("at") == space
    ]
    made["corps"] = [
        {"power": one.value.get("power"), "count": one.value["count"], "reduced": one.value["reduced"]}
        for one in ours
    ]
    if not made["leaders"]:
        given.ask("leader")
    start = scenario_1688()
    if inside and from_start:
        kept = sorted((one.power, one.reduced) for one in start.corps if one.space == space)
        told = [
            (one.value.get("power"), one.value["reduced"])
            for one in inside
            for _ in range(one.value["count"])
        ]
        if sorted(told, key=str) != sorted(kept, key=str):
            given.ask("position")
    if from_start:
        made["changes"] = [{"add": "corps", "space": space, **one} for one in made["corps"]]
    return made


def _battle(given: Given) -> dict[str, Any]:
    space, origin = given.place("space"), given.place("origin")
    made = _side_needed(given, {"space": space, "origin": origin})
    if space is None:
        given.ask("place")
    if origin is None:
        at = [
            one.details.get("at")
            for one in given.all("leader")
            if side_of_leader(one.value) == made["side"] and one.details.get("at") != space
        ]
        origins = list(dict.fromkeys(one for one in at if one))
        if len(origins) == 1:
            made["origin"] = origins[0]
        else:
            given.ask("origin")
    ours = [
        one
        for one in given.all("corps")
        if side_of_power(one.value.get("power", "")) in ("", made["side"]) and one.value.get("space") != space
    ]
    if ours and all(one.value.get("power") for one in ours):
        made["corps"] = [
            {"power": one.value["power"], "count": one.value["count"], "reduced": one.value["reduced"]}
            for one in ours
        ]
    elif any(not one.value.get("power") for one in ours):
        given.ask("power")
    else:
        given.ask("corps")
    leaders = [one.value for one in given.all("leader") if side_of_leader(one.value) == made["side"]]
    if leaders:
        made["leaders"] = leaders
    else:
        given.ask("leader")
    _corps_on_start(given, ours)
    return made


def _sea_move(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"from": given.place("origin"), "to": given.place("target")}
    if made["from"] is None:
        given.ask("origin")
    if made["to"] is None:
        given.ask("target")
    powers = {one.value.get("power") for one in given.all("corps")}
    leaders = [one.value for one in given.all("leader")]
    sides = {side_of_leader(one) for one in leaders} | {side_of_power(one) for one in powers if one}
    sides.discard("")
    if len(sides) == 1:
        made["side"] = sides.pop()
    else:
        _side_needed(given, made)
    made["leaders"] = leaders
    _corps_on_start(given, [])
    if None in powers:
        given.ask("power")
    made["corps"] = [
        {"power": one.value.get("power"), "count": one.value["count"], "reduced": one.value["reduced"]}
        for one in given.all("corps")
    ]
    if not made["corps"] and not leaders:
        given.ask("corps")
    return made


def _transfer(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"to": given.place("target")}
    if made["to"] is None:
        given.ask("target")
    leaders, corps = given.all("leader"), given.all("corps")
    if len(leaders) == 1 and not corps:
        made["leader"] = leaders[0].value
        origin = given.place("origin")
        there = next((one.space for one in scenario_1688().leaders if one.name == leaders[0].value), None)
        if given.value("position") == START and origin is not None and origin != there:
            given.ask("position")
    elif len(corps) == 1 and corps[0].value["count"] == 1 and not leaders:
        made["from"] = given.place("origin")
        if not corps[0].value.get("power"):
            given.ask("power")
        made["corps"] = {"power": corps[0].value.get("power"), "reduced": corps[0].value["reduced"]}
        if made["from"] is None:
            given.ask("origin")
    else:
        given.ask("leader")
    return made


def _powers_told(given: Given) -> list[str]:
    told = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
    return list(dict.fromkeys([*(one.value for one in given.all("power")), *told]))


def _points(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    """The points to be spent, where they are told; at the start they are known."""
    for one in given.all("number"):
        if one.details.get("what") == "resource points":
            made["points"] = one.value
    return made


def _raise(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"space": given.place("space", "target", None)}
    if made["space"] is None:
        given.ask("place")
    powers = _powers_told(given)
    if len(powers) == 1:
        made["power"] = powers[0]
    else:
        given.ask("power")
    if any(
        re.search(r" (?:rais|restor)[a-z]+ N(?:[2-9]|1\d)(?= )", one.words.marked)
        for one in given.war.speeches
    ):
        given.ask("corps")  # the question is about a single one
    strength = given.value("strength")
    if strength in ("full", "reduced"):
        made["strength"] = strength
    elif given.war.question == "raise":
        given.ask("strength")
    return _points(given, made)


def _restore(given: Given) -> dict[str, Any]:
    made = _raise(given)
    made.pop("strength", None)
    there = (
        one for one in scenario_1688().corps if (one.power, one.space) == (made.get("power"), made["space"])
    )
    if not any(one.reduced for one in there):
        given.ask("position")  # at the start there is none to restore
    return made


def _build_line(given: Given) -> dict[str, Any]:
    made = _side_needed(given, {"space": given.place("space", "target", None)})
    if made["space"] is None:
        given.ask("place")
    return _points(given, made)


def _fleet(given: Given) -> tuple[str | None, int | None]:
    fleets = list(dict.fromkeys(one.value for one in given.all("fleet")))
    strengths = [one.details["strength"] for one in given.all("fleet") if "strength" in one.details]
    strengths += [one.value for one in given.all("strength") if isinstance(one.value, int)]
    return (fleets[0] if len(fleets) == 1 else None), (strengths[0] if len(set(strengths)) == 1 else None)


def _build_fleet(given: Given) -> dict[str, Any]:
    fleet, strength = _fleet(given)
    if fleet is None:
        given.ask("fleet")
    if strength is None:
        given.ask("strength")
    return _points(given, {"fleet": fleet, "strength": strength})


def _deploy_fleet(given: Given) -> dict[str, Any]:
    fleet, strength = _fleet(given)
    if fleet is None:
        given.ask("fleet")
    if strength is None:
        given.ask("strength")
    return {"fleet": fleet, "strength": strength}


def _peace(given: Given) -> dict[str, Any]:
    told = {one.details.get("whose"): one.value for one in given.all("concessions")}
    if not {"Bourbon", "Alliance"} <= told.keys():
        given.ask("concessions")
    return {"concessions": {side: told.get(side, 0) for side in ("Bourbon", "Alliance")}}


def _first_player(given: Given) -> dict[str, Any]:
    hands = {one.details.get("whose"): one.value for one in given.all("hands")}
    laid = {one.details.get("whose"): one.value for one in given.all("laid")}
    made: dict[str, Any] = {"year": given.value("year")}
    if set(hands) == {"Bourbon", "Alliance"}:
        made["hands"] = hands
    else:
        given.ask("hands")
    if made["year"] is None:
        given.ask("year")
    if set(laid) == {"Bourbon", "Alliance"}:
        made["laid"] = laid
    elif "hands" in made and len(hands["Bourbon"]) == len(hands["Alliance"]):
        given.ask("laid")
    return made


def _nothing(given: Given) -> dict[str, Any]:
    return {}


def _savoy(given: Given) -> dict[str, Any]:
    made = {"happens": given.value("happens")}
    if made["happens"] is None:
        given.ask("happens")
    if made["happens"] == "leaves":
        return _side_needed(given, made)
    return made


def _action(given: Given) -> dict[str, Any]:
    orders = [one.value for one in given.all("action")]
    if any(not one.value.get("power") for one in given.all("corps")):
        given.ask("power")
    if not orders:
        given.ask("action")
    return _side_needed(given, {"actions": orders})


_MAKERS: Mapping[str, Callable[[Given], dict[str, Any]]] = {
    "loc": _loc,
    "resource-points": lambda given: _side_needed(given, {}),
    "peace-roll": _peace,
    "force": _force,
    "rally": _rally,
    "deploy-fleet": _deploy_fleet,
    "siege": _siege,
    "battle": _battle,
    "sea-move": _sea_move,
    "transfer": _transfer,
    "raise": _raise,
    "restore": _restore,
    "build-line": _build_line,
    "build-fleet": _build_fleet,
    "first-player": _first_player,
    "victory": _nothing,
    "winter": _nothing,
    "revolution": _nothing,
    "savoy": _savoy,
    "action": _action,
}
