"""The cases to try of the first lessons: cards, actions, battle and siege."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..nine_years.components.position import Position
from .lesson_helpers import positions as at
from .lesson_helpers.tables import case
from .positions import corps, sea
from .trial import Edits, Trial, held_by, leader_at, line_of

# ------------------------------------------------------------------ cards and years


def _who_goes_first() -> Trial:
    laid, hands = {"Bourbon": 2, "Alliance": 3}, {"Bourbon": 5, "Alliance": 5}
    return Trial(case("first-player", hands=hands, laid=laid, year=1692), ("hands", "laid", "year"))


def _who_has_won() -> Trial:
    return Trial(
        case("victory"),
        switches={
            "paris": at.taken("Alliance", "Paris"),
            "the-road": at.taken("Alliance", "Lille", "Amiens", "Tournai"),
            "marker-0": {"set": "victory-points", "points": 0},
            "marker-36": {"set": "victory-points", "points": 36},
        },
    )


# ------------------------------------------------------------------ actions


def _before_tournai() -> Trial:
    asked = case("siege", side="Alliance", space="Tournai", position=at.before_tournai(), corps=4)
    return Trial(asked, ("corps",), roll=True)


def _replacement_at_tournai() -> Trial:
    action = "replace Dutch Republic reduced, Tournai"
    return Trial(
        case("action", position=at.before_tournai(), action=action),
        (),
        {"crowd": corps("Dutch Republic", "Tournai", 2)} | held_by("Bourbon", "Ghent", "Mons", "Amsterdam"),
    )


def _innsbruck() -> Trial:
    orders = ("rally Eugene", "replace Austria reduced, Innsbruck", "campaign Innsbruck")
    return Trial(
        case("action", position=at.eugene_at_innsbruck(), action=orders[0]), ("action",), orders=orders
    )


def passage(position: Position) -> dict[str, Any]:
    """Two British corps sail from London to Cadiz.

    >>> passage(at.before_tournai())["given"]["from"]
    'London'
    """
    asked = case("sea-move", side="Alliance", to="Cadiz", corps=2, position=position)
    asked["given"] |= {"from": "London", "leaders": ["British minor leader 1"]}
    return asked


WHOSE_ATLANTIC = {"alliance": sea("Atlantic", "Alliance"), "nobody": sea("Atlantic", None)}


def _sail_to_cadiz() -> Trial:
    asked = passage(at.before_tournai()) | {"dice": [3]}
    return Trial(asked, ("to", "corps"), WHOSE_ATLANTIC, roll=True)


NOBODYS = sea("Mediterranean", None)


def _last_round_at_sea() -> Trial:
    asked = case("deploy-fleet", fleet="Mediterranean", strength=1) | {"dice": [3, 3, 2, 5]}
    switches: dict[str, Edits] = {"gibraltar": at.taken("Bourbon", "Gibraltar"), "nobody": NOBODYS}
    return Trial(asked, ("strength",), switches, roll=True)


# ------------------------------------------------------------------ battle and siege


def fleurus_case() -> dict[str, Any]:
    """The battle of Fleurus: six corps of Luxembourg against six of Waldeck.

    >>> fleurus_case()["question"]
    'battle'
    """
    return case("battle", position=at.fleurus(), side="Bourbon", space="Charleroi", origin="Valenciennes")


def _fleurus() -> Trial:
    switches: dict[str, Edits] = {
        "gastanaga": leader_at("Gastanaga", "Charleroi"),
        "ill": [{"remove": "leader", "name": "Luxembourg"}, leader_at("Humieres", "Valenciennes")],
        "dug-in": line_of("Charleroi", 1),
    }
    return Trial(fleurus_case(), switches=switches, chart=True)


def _waldeck_retreats() -> Trial:
    lost = fleurus_case() | {"dice": [5, 2, 4]}
    return Trial(lost, switches=held_by("Bourbon", "Brussels", "Mons", "Namur"))


def steenkerque_case() -> dict[str, Any]:
    """The battle of Steenkerque: William attacks from Brussels, ten corps against ten.

    >>> steenkerque_case()["given"]["space"]
    'Mons'
    """
    return case("battle", position=at.steenkerque(), side="Alliance", space="Mons", origin="Brussels")


def _steenkerque() -> Trial:
    switches: dict[str, Edits] = {
        "boufflers": {"remove": "leader", "name": "Boufflers"},
        "luxembourg": {"remove": "leader", "name": "Luxembourg"},
        "marlborough": leader_at("Marlborough", "Brussels"),
    }
    return Trial(steenkerque_case(), switches=switches, chart=True)


def _garrison_of_tournai() -> Trial:
    inside = {"power": "France", "space": "Tournai", "inside": True}
    reduced = [{"remove": "corps"} | inside, {"add": "corps", "reduced": True} | inside]
    return Trial(
        _before_tournai().case, ("corps",), {"second": {"add": "corps"} | inside, "reduced": reduced}
    )


def _roll_at_tournai() -> Trial:
    marker = {"set": "besieged", "space": "Tournai", "by": "Alliance", "continuing": True}
    behind = [{"set": "besieged", "space": name, "by": "Bourbon"} for name in ("Ghent", "Mons")]
    shaken = leader_at("William III", "Tournai", demoralised=True)
    switches: dict[str, Edits] = {"marker": marker, "shaken": shaken, "behind": behind}
    return Trial(_before_tournai().case, ("corps",), switches, chart=True, roll=True)


def siege_of_namur_case(**more: Any) -> dict[str, Any]:
    """Ten French corps before Namur, one Spanish corps inside.

    >>> siege_of_namur_case(corps=5)["given"]["corps"]
    5
    """
    return case("siege", position=at.relief_of_namur(), side="Bourbon", space="Namur", **more)


def _bread_for_namur() -> Trial:
    besieged = {"set": "besieged", "space": "Sedan", "by": "Alliance"}
    switches: dict[str, Edits] = (
        held_by("Alliance", "Luxembourg") | {"besieged": besieged} | held_by("Alliance", "Sedan")
    )
    return Trial(siege_of_namur_case(corps=5), switches=switches)


def _relief_of_namur() -> Trial:
    asked = case("battle", position=at.relief_of_namur(), side="Alliance", space="Namur", origin="Brussels")
    foragers = {"remove": "corps", "power": "France", "space": "Namur", "count": 5}
    boufflers = {"remove": "leader", "name": "Boufflers"}
    return Trial(asked, switches={"foragers": foragers, "boufflers": boufflers}, chart=True)


OF_CAMPAIGN: Mapping[str, Callable[[], Trial]] = {
    "who-goes-first": _who_goes_first,
    "who-has-won": _who_has_won,
    "three-leaders": lambda: Trial(case("force", leaders=[6, 4, 3], corps=12), ("leaders", "corps")),
    "where-a-campaign-begins": lambda: Trial(
        case("action", side="Alliance", action="campaign Amsterdam"), ("side", "action")
    ),
    "before-tournai": _before_tournai,
    "william-transfers": lambda: Trial(
        case("transfer", leader="William III", to="Cologne"), ("leader", "to")
    ),
    "replacement-at-tournai": _replacement_at_tournai,
    "eugene-rallies": lambda: Trial(case("rally", rating=4), ("rating",)),
    "innsbruck": _innsbruck,
    "sail-to-cadiz": _sail_to_cadiz,
    "last-round-at-sea": _last_round_at_sea,
    "fleurus": _fleurus,
    "fleurus-rolled": lambda: Trial(fleurus_case(), roll=True),
    "waldeck-retreats": _waldeck_retreats,
    "steenkerque": _steenkerque,
    "garrison-of-tournai": _garrison_of_tournai,
    "roll-at-tournai": _roll_at_tournai,
    "bread-for-namur": _bread_for_namur,
    "relief-of-namur": _relief_of_namur,
}
"""The trials of these lessons by name, in their order."""
