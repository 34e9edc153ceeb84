"""What a question of *Nine Years* is given by an email, and what has to be asked before it can be ruled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ...nine_years.games.save import position_to_data
from . import purchases
from .found import OTHER, Fact, Finished, side_of
from .given import START, Given, with_side
from .nine_years import FIRST, War
from .none_told import plays_card
from .set_up import all_used, changes_of, corps_changes, is_else, sails


def finish(question: str, facts: list[Fact], war: War) -> Finished:
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
        if given.brought is not None:
            made["position"] = position_to_data(given.brought)
            if changes_of(given) or made.pop("changes", None) or year not in (None, given.brought.year):
                given.ask("position")  # what is told is not so in it
        elif position != START or (year not in (None, FIRST) and not is_else(given, "year")):
            if question == "victory" and year and _no_capital_fell(given):
                made["changes"] = [{"set": "year", "year": year}, *_points(given)]
            elif not (question == "first-player" and made.get("hands") and year):
                given.ask("position")
        else:
            made.update({"changes": _points(given)} if question == "victory" and _points(given) else {})
            changes = [] if year in (None, FIRST) else [{"set": "year", "year": year}]
            if changes := [
                *changes,
                *changes_of(given),
                *corps_changes(given, made),
                *made.pop("changes", ()),
            ]:
                made["changes"] = changes
        if "position" in {one.kind for one in given.facts} and not all_used(given, made):
            given.ask("position")
    rolls = given.all("dice")
    if len(rolls) > 1 and any(one.details.get("whose") not in _ROLLERS for one in rolls):
        given.ask("dice")  # whose dice come first is not known
    in_order = _in_order(given)
    if question == "deploy-fleet" and len(rolls) > 2:  # ties are rolled again, by both (NY 13.5.6)
        own = sails(str(made["fleet"]))
        theirs = [[one for one in rolls if one.details.get("whose") == side] for side in (own, OTHER[own])]
        in_order = [one for pair in zip(*theirs, strict=False) for one in pair]
        if len(in_order) != len(rolls):
            given.ask("dice")
    rolled = [face for one in in_order for face in one.value]
    return made, rolled or None, given.missing


def _points(given: Given) -> list[dict[str, Any]]:
    """The victory points that are told; who asks whether the war is won has them on the track."""
    told = {one.value for one in given.all("number") if one.details.get("what") == "victory points"}
    return [{"set": "victory-points", "points": points} for points in told] if len(told) == 1 else []


def _no_capital_fell(given: Given) -> bool:
    """Whether the points, and that no capital fell, are told: on nothing else rests who wins (NY 9.1)."""
    fell = r" no capital(?: [a-z]+){0,3} (?:changed hands|fallen|fell|taken|lost)(?= )"
    told, nobody_won = (
        any(re.search(one, speech.words.marked) for speech in given.war.speeches)
        for one in (fell, r" no automatic victory(?= )| nobody has won (?:outright|automatically|early)(?= )")
    )
    return bool(_points(given)) and (nobody_won or (told and not given.all("control")))


_ROLLERS = ("attacker", "defender", "Bourbon", "Alliance")


def _in_order(given: Given) -> list[Fact]:
    order = {"attacker": 0, "defender": 1}
    side = given.side()
    if side:
        order |= {side: 0, OTHER[side]: 1}
    return sorted(given.all("dice"), key=lambda one: order.get(str(one.details.get("whose")), 0))


def _corps_on_start(given: Given) -> None:
    """Corps that stand elsewhere than at the start: how they came there is asked, not assumed."""
    for one in given.all("corps"):
        power, space, reduced = one.value.get("power"), one.value.get("space"), one.value["reduced"]
        if not space:
            continue
        there = sum(
            (corps.space, corps.reduced) == (space, reduced) and power in (None, corps.power)
            for corps in given.base.corps
        )
        moving = given.war.question in ("sea-move", "battle") and space == given.place("origin")
        if there < one.value["count"] or (there > one.value["count"] and not moving):
            given.ask("position")


def _force(given: Given) -> dict[str, Any]:
    leaders = given.value("leaders")
    corps = list(dict.fromkeys(one.value["count"] for one in given.all("corps")))
    named = {one.value for one in given.war.facts if one.kind == "leader"}
    text = "".join(speech.words.marked for speech in given.war.speeches)
    most = max((int(found["n"] or 2) for found in _SEVERAL.finditer(text)), default=1)
    if not leaders or max(len(named), most) > len(leaders) or _DEMORALISED.search(text):
        given.ask("leaders")  # somebody's rating is not told
    if len(corps) != 1:
        given.ask("corps")
        return {}
    return {"leaders": leaders or [], "corps": corps[0]}


_DEMORALISED = re.compile(r" (?:is|are|was|were)(?: (?:still|both|all))? demorali[sz]ed(?= )")
_SEVERAL = re.compile(
    r" (?:N(?P<n>[2-9]) (?:other |of my |of his |good |best )?(?:leaders|generals|marshals|commanders)|"
    r"together|both|each|jointly|combined|between them|another (?:leader|general|marshal)|and [a-z]+'s)(?= )"
)


def _rally(given: Given) -> dict[str, Any]:
    return {"rating": given.needed("rating", given.value("rating"))}


def _loc(given: Given) -> dict[str, Any]:
    space = given.place("space", "origin", None)
    made = with_side(given, {"space": space, "purpose": given.value("purpose")})
    given.needed("place", space)
    if given.needed("purpose", made["purpose"]) in ("reinforcement", "restore"):
        powers = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
        powers += [one.value for one in given.all("power")]
        if len(set(powers)) == 1:
            made["power"] = powers[0]
        else:
            given.ask("power")
    return made


def _besieging(given: Given) -> list[Fact]:
    sides = ("", given.side())
    return [one for one in given.all("corps") if not one.value.get("inside") and side_of(one) in sides]


def _siege(given: Given) -> dict[str, Any]:
    space = given.war.siege or given.place("space")
    made = with_side(given, {"space": space})
    if not space:
        given.ask("place")
    inside = [one for one in given.all("corps") if one.value.get("inside")]
    from_start = given.value("position") is not None
    empty = [one for one in given.all("garrison") if one.details.get("space") in (None, space)]
    if not inside and not empty and not from_start:
        given.ask("garrison", space=space or "?")
    ours = _besieging(given)
    if not ours:
        given.ask("corps")
    if any(not one.value.get("power") for one in ours):
        given.ask("power")
    made["leaders"] = [
        one.value
        for one in given.all("leader")
        if side_of(one) == made["side"] and one.details.get("at") == space
    ]
    made["corps"] = [_stack(one) for one in ours]
    if not made["leaders"]:
        given.ask("leader")
    if any(plays_card(speech) for speech in given.war.speeches) and not given.all("event"):
        given.ask("facts")  # which card was played
    if inside and from_start and _counted(inside) != _standing(given, space):
        given.ask("position")
    if given.brought is not None:
        _stand_there(given, space, ours)
    elif from_start:
        made["changes"] = [{"add": "corps", "space": space, **one} for one in made["corps"]]
        for origin in {one.value["space"] for one in ours if one.value.get("space") not in (None, space)}:
            came = [one for one in ours if one.value.get("space") == origin]
            _stand_there(given, origin, came)  # whence they marched
            made["changes"] += [{"remove": "corps", "space": origin, **_stack(one)} for one in came]
    return made


def _stack(corps: Fact) -> dict[str, Any]:
    """Corps as the questions take them."""
    return {key: corps.value.get(key) for key in ("power", "count", "reduced")}


def _stand_there(given: Given, space: str | None, ours: list[Fact]) -> None:
    """Asks, where corps do not stand in the position that the letter brings along as they are told."""
    if _counted(ours) - _standing(given, space):
        given.ask("position")


def _counted(corps: list[Fact]) -> Counter[tuple[Any, bool]]:
    told: Counter[tuple[Any, bool]] = Counter()
    for one in corps:
        told[one.value.get("power"), one.value["reduced"]] += one.value["count"]
    return told


def _standing(given: Given, space: str | None) -> Counter[tuple[Any, bool]]:
    return Counter((one.power, one.reduced) for one in given.base.corps if one.space == space)


def _battle(given: Given) -> dict[str, Any]:
    space, origin = given.place("space"), given.place("origin")
    made = with_side(given, {"space": space, "origin": origin})
    given.needed("place", space)
    if origin is None:
        at = {one.details.get("at") for one in given.all("leader") if side_of(one) == made["side"]}
        origins = at - {space, None}
        if len(origins) == 1:
            made["origin"] = origins.pop()
        else:
            given.ask("origin")
    ours = [
        one
        for one in given.all("corps")
        if side_of(one) in ("", made["side"]) and (space is None or one.value.get("space") != space)
    ]
    if ours and all(one.value.get("power") for one in ours):
        made["corps"] = [_stack(one) for one in ours]
    else:
        given.ask("power" if ours else "corps")
    leaders = [one.value for one in given.all("leader") if side_of(one) == made["side"]]
    if leaders:
        made["leaders"] = leaders
    else:
        given.ask("leader")
    _corps_on_start(given)
    return made


def _interception(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"space": given.needed("place", given.place("space", "target"))}
    comes = [one.value for one in given.all("leader") if one.details.get("role") == "interceptor"]
    if comes:
        made["leader"] = comes[0]
        if not any(one.value == comes[0] and one.details.get("at") for one in given.all("leader")):
            given.ask("leader")
    else:
        given.ask("interceptor")
    numbers = [one.value for one in given.all("number") if one.details.get("what") == "corps"]
    if len(numbers) == 1:
        made["corps"] = numbers[0]
    else:
        given.ask("corps")
    if any(not one.value.get("power") for one in given.all("corps")):
        given.ask("power")
    _corps_on_start(given)
    return made


def _sea_move(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {
        "from": given.needed("origin", given.place("origin")),
        "to": given.needed("target", given.place("target")),
    }
    powers = {one.value.get("power") for one in given.all("corps")}
    leaders = given.values("leader")
    sides = {side_of(one) for kind in ("corps", "leader") for one in given.all(kind)} - {""}
    if len(sides) > 1:
        given.ask("leader")  # whose force it is
    if len(sides) == 1:
        made["side"] = sides.pop()
    else:
        with_side(given, made)
    made["leaders"] = leaders
    _corps_on_start(given)
    at = {one.name for one in given.base.leaders if one.space == made["from"]}
    at |= {one.value for one in given.all("leader") if one.details.get("at") == made["from"]}
    if not at.issuperset(leaders):
        given.ask("position")  # how they came to where they sail from
    _stand_there(given, made["from"], given.all("corps"))
    if None in powers:
        given.ask("power")
    made["corps"] = [_stack(one) for one in given.all("corps")]
    if not made["corps"] and not leaders:
        given.ask("corps")
    return made


def _transfer(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"to": given.needed("target", given.place("target"))}
    leaders, corps = given.all("leader"), given.all("corps")
    if len(leaders) == 1 and not corps:
        made["leader"] = leaders[0].value
        origin = given.place("origin")
        there = next((one.space for one in given.base.leaders if one.name == leaders[0].value), None)
        if given.value("position") is not None and origin is not None and origin != there:
            given.ask("position")
    elif len(corps) == 1 and corps[0].value["count"] == 1 and not leaders:
        made["from"] = given.place("origin")
        if not corps[0].value.get("power"):
            given.ask("power")
        made["corps"] = {"power": corps[0].value.get("power"), "reduced": corps[0].value["reduced"]}
        given.needed("origin", made["from"])
    else:
        given.ask("leader")
    return made


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


def _savoy(given: Given) -> dict[str, Any]:
    told = given.all("happens")  # what may happen now, before what has happened
    told = [one for one in told if not one.details.get("role")] or told
    made = {"happens": given.needed("happens", told[0].value if told else None)}
    return with_side(given, made) if made["happens"] == "leaves" else made


def _action(given: Given) -> dict[str, Any]:
    orders = [one.value for one in given.all("action")]
    if any(not one.value.get("power") for one in given.all("corps")):
        given.ask("power")
    if not orders:
        given.ask("action")
    if given.brought is not None and given.brought.agenda:
        return {"actions": orders}  # the moment that the letter brings along says whose choice waits
    left = given.value("actions_left")
    return with_side(given, {"actions": orders} | ({"actions_left": left} if left is not None else {}))


_MAKERS: Mapping[str, Callable[[Given], dict[str, Any]]] = {
    "loc": _loc,
    "resource-points": lambda given: with_side(given, {}),
    "peace-roll": _peace,
    "force": _force,
    "rally": _rally,
    "deploy-fleet": purchases.deployed_fleet,
    "siege": _siege,
    "battle": _battle,
    "interception": _interception,
    "sea-move": _sea_move,
    "transfer": _transfer,
    "raise": purchases.raised,
    "restore": purchases.restored,
    "build-line": purchases.built_line,
    "build-fleet": purchases.raised_fleet,
    "first-player": _first_player,
    **dict.fromkeys(("victory", "winter", "revolution"), lambda given: {}),
    "savoy": _savoy,
    "action": _action,
}
