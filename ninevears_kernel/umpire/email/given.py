"""The facts of an email about *Nine Years* as its questions ask for them."""

from __future__ import annotations

import re
from typing import Any

from ...core.messages import say
from ...nine_years.components.position import Position
from ...nine_years.components.scenario import scenario_1688
from .found import OTHER, Fact, Told, side_of
from .nine_years import ACTOR, FIRST, War

START = "1688 start"


class Given(Told):
    """The facts that stand, as the questions ask for them."""

    def __init__(self, facts: list[Fact], war: War) -> None:
        super().__init__(facts)
        self.war = war
        read = [one.position for one in war.brought if one.position is not None]
        self.brought: Position | None = read[0] if len(read) == len(war.brought) == 1 else None
        """The position that the letter brings along: what else is told must be so in it."""
        self.base: Position = self.brought or scenario_1688()

    def _words(self, kind: str, **values: Any) -> str:
        first = kind == "position" and self.brought is None and self.value("year") in (None, FIRST)
        return say("ask.position-else") if first else say(f"ask.{kind}", **values)

    def needed(self, kind: str, value: Any) -> Any:
        """A value that is asked for where it is not told."""
        if value is None:
            self.ask(kind)
        return value

    def place(self, *roles: str | None) -> str | None:
        """The place that has one of these roles, the first first; None when none or several have."""
        for role in roles:
            if found := {one.value for one in self.all("place") if one.details.get("role") == role}:
                return str(found.pop()) if len(found) == 1 else None
        return None

    def side(self) -> str | None:
        """The side whose question it is."""
        if attacker := self.war.attacker():
            return attacker
        for speech in self.war.speeches:
            for found in ACTOR.finditer(speech.words.marked):
                side = speech.whom(found["who"])
                is_named = found["who"][0] in "LSW" and speech.words.is_sure(found["who"])
                argues = re.search(r" (?:claims?|has|have|is|do|does)$", found[0])
                if side in OTHER and is_named and not argues:
                    return side
        inside = {side_of(one) for one in self.all("corps") if one.value.get("inside")}
        if self.war.question == "siege" and len(inside) == 1 and inside <= OTHER.keys():
            return OTHER[inside.pop()]
        if self.war.question == "battle" and (origin := self.place("origin")):  # who marches in attacks
            came = {side_of(one) for one in self.all("leader") if one.details.get("at") == origin}
            if len(came) == 1 and came <= OTHER.keys():
                return came.pop()
        rolled = {one.details.get("whose") for one in self.all("dice")}
        if self.war.question == "siege" and len(rolled) == 1 and rolled <= OTHER.keys():
            return str(rolled.pop())  # who besieges rolls (NY 17.5.2)
        told = list(dict.fromkeys(one.value for one in self.all("side") if not one.details.get("role")))
        if len(told) == 1:
            return str(told[0])
        named = {side_of(one) for kind in ("corps", "power", "leader") for one in self.all(kind)}
        return named.pop() if len(named) == 1 and named <= OTHER.keys() else None


def with_side(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    """What is given, with the side whose question it is."""
    made["side"] = given.needed("side", given.side())
    return made
