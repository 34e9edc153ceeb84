"""What a question of *Virgin Queen* is given of the facts of an email, and what has to be asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from ...core.messages import say
from ..cases.cases import questions
from .found import Fact, Finished, Told
from .naval import strangers
from .none_told import LEADER_WORD, tells_none
from .virgin_queen import Queen
from .vocabulary import ADMIRAL


def finish(question: str, facts: list[Fact], queen: Queen) -> Finished:
    """What a question is given, the dice, and what has to be asked."""
    told = _Told(facts, queen)
    maker = _MAKERS.get(question)
    given = maker(told) if maker is not None else _small(told, question, *needed_of(question))
    return given, told.faces(), told.missing


class _Told(Told):
    """The facts that stand; those of a fleet that does not roll are given to no question."""

    def __init__(self, facts: list[Fact], queen: Queen) -> None:
        super().__init__(facts, "queen")
        self.queen = queen

    def values(self, kind: str) -> list[Any]:
        return [one.value for one in self.all(kind) if one.details.get("role") != "moving"]

    def given(self, *needed: str, also: tuple[str, ...] = ()) -> dict[str, Any]:
        for kind in needed:
            if not self.values(kind):
                self.ask(kind)
        made = {kind: self.value(kind) for kind in (*needed, *also)}
        return {kind: value for kind, value in made.items() if kind in needed or value is not None}


def _roll_at_sea(told: _Told) -> dict[str, Any]:
    given = told.given("zone", "ships", also=("rating", "telescope", "at_war"))
    text = "".join(speech.words.marked for speech in told.queen.speeches)
    named = bool(re.search(rf" (?:leaders?|admirals?|captains?|{ADMIRAL})(?= )", text))
    led = named or any(map(strangers, told.queen.speeches))
    alone = tells_none(told.queen.speeches, LEADER_WORD)
    if "rating" not in given and led and not alone:
        told.ask("rating")
    if "telescope" not in given:
        told.ask("telescope")
    return given


def _combat(told: _Told) -> dict[str, Any]:
    given: dict[str, Any] = told.given("zone", "place")
    named = {one.value.split(" ")[-1] for one in told.all("leader")}
    if len(named) + sum(map(strangers, told.queen.speeches)) > len(told.all("leaders")):
        told.ask("rating")
    if told.queen.without_number:
        told.ask("number")
    for role, power in (("attacker", told.queen.combat.attacker), ("defender", told.queen.combat.defender)):
        if not power:
            told.ask("power")
        units = [one.value for one in told.all("units") if one.details.get("whose") == power]
        if not units:
            told.ask("units")
        own = (one.value for one in told.all("leaders") if one.details.get("whose") == power)
        leaders = [number for ratings in own for number in ratings]
        given[role] = {"power": power, "units": units} | ({"leaders": leaders} if leaders else {})
    rolled = [one.details.get("whose") for one in told.all("dice")]
    fought = [told.queen.combat.attacker, told.queen.combat.defender]
    if rolled and rolled not in (["attacker", "defender"], fought):
        told.ask("dice")
    return given


def _navigation(told: _Told) -> dict[str, Any]:
    told.ask("table")  # the rules print none: the players' own is needed
    return told.given("rating", also=("zone", "colony", "dangerous", "map_projection", "against_trade_wind"))


def _formation(told: _Told) -> dict[str, Any]:
    ratings = told.value("leaders") or []
    if sum(map(strangers, told.queen.speeches)) > len(ratings):
        told.ask("leaders")
    return told.given("leaders", "units")


def _ruler_cards(told: _Told) -> dict[str, Any]:
    return told.given(
        "power", "ruler", "administrative_rating", "card_bonus", "hand", also=("keeps", "turn", "base_cards")
    )


def needed_of(question: str) -> list[str]:
    """What a question of *Virgin Queen* cannot do without.

    >>> needed_of("home-cards")
    ['power', 'home_cards', 'act']
    """
    return [one.name for one in structs.fields(questions()["VQ", question].given) if one.required]


def _means(question: str, key: str) -> str:
    """What a key of a question stands for, in words; the key where it has none."""
    hints = {one.name: one.type for one in structs.fields(questions()["VQ", question].given)}
    told = (one.description for one in getattr(hints.get(key), "__metadata__", ()))
    return (next(filter(None, told), None) or key.replace("_", " ")).partition("; leave out")[0]


def _small(told: _Told, question: str, *needed: str) -> dict[str, Any]:
    """What a question is given whose facts a table of words finds; each that is not told is asked."""
    names = {"ships": "kind", "card_kind": "kind"}
    made: dict[str, Any] = {}
    for kind in needed:
        values = {str(one.value): one.value for one in told.all(kind)}
        key = names.get(kind, kind)
        if len(values) == 1:
            made[key] = next(iter(values.values()))
        else:
            told.missing.append({"kind": key, "ask": say("ask.queen-each", what=_means(question, key))})
    if question == "naval-unit" and "kind" in made:
        made["kind"] = made["kind"][0]
    return made


_MAKERS: Mapping[str, Callable[[_Told], dict[str, Any]]] = {
    "interception": _roll_at_sea,
    "avoidance": _roll_at_sea,
    "naval-combat": _combat,
    "navigation": _navigation,
    "formation": _formation,
    "ruler-cards": _ruler_cards,
    "ruler": lambda told: told.given("power", "ruler", "event"),
    "power": lambda told: told.given("power", also=("players",)),
    "naval-unit": lambda told: _small(told, "naval-unit", "power", "ships", "action", "zone", "at_war"),
    "play-card": lambda told: _small(told, "play-card", "card_kind", "played_as", "points"),
    "captain": lambda told: _small(told, "captain", "name", "power", "service", "engaged_by"),
    "default-leader": lambda told: _small(
        told, "default-leader", "power", "leader", "removed_by", "turn", "others"
    ),
}
