"""What an email tells of what is bought: corps, lines and fleets."""

from __future__ import annotations

import re
from typing import Any

from .given import Given, with_side
from .set_up import WATERS, sails


def _powers_told(given: Given) -> list[str]:
    told = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
    return list(dict.fromkeys([*(one.value for one in given.all("power")), *told]))


def _points(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    """The points to be spent, where they are told; at the start they are known."""
    for one in given.all("number"):
        if one.details.get("what") == "resource points":
            made["points"] = one.value
    return made


def _where_corps_stand(given: Given) -> str | None:
    """The one space in which all corps stand of which is told."""
    spaces = {one.value.get("space") for one in given.all("corps")}
    return spaces.pop() if len(spaces) == 1 else None


def raised(given: Given) -> dict[str, Any]:
    """What it takes to raise a corps (NY 12.3.4)."""
    space = given.place("space", "target", None) or _where_corps_stand(given)
    made: dict[str, Any] = {"space": given.needed("place", space)}
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


def restored(given: Given) -> dict[str, Any]:
    """What it takes to restore one (NY 12.3.5)."""
    made = raised(given)
    made.pop("strength", None)
    there = (one for one in given.base.corps if (one.power, one.space) == (made.get("power"), made["space"]))
    if not any(one.reduced for one in there):
        given.ask("position")  # at the start there is none to restore
    return made


def built_line(given: Given) -> dict[str, Any]:
    """What it takes to build a fortified line (NY 15.2)."""
    made = with_side(given, {"space": given.place("space", "target", None)})
    given.needed("place", made["space"])
    return _points(given, made)


def deployed_fleet(given: Given) -> dict[str, Any]:
    """What it takes to deploy a fleet (NY 13.5.6)."""
    fleets = list(dict.fromkeys(one.value for one in given.all("fleet")))
    strengths = [one.details["strength"] for one in given.all("fleet") if "strength" in one.details]
    strengths += [one.value for one in given.all("strength") if isinstance(one.value, int)]
    if not fleets and (side := given.side()) and len(zones := {one.value for one in given.all("zone")}) == 1:
        fleets = [name for name, zone in WATERS.items() if zone in zones and sails(name) == side]
    fleet = fleets[0] if len(fleets) == 1 else None
    strength = strengths[0] if len(set(strengths)) == 1 else None
    return {"fleet": given.needed("fleet", fleet), "strength": given.needed("strength", strength)}


def raised_fleet(given: Given) -> dict[str, Any]:
    """What it takes to raise a fleet (NY 12.3.6)."""
    return _points(given, deployed_fleet(given))
