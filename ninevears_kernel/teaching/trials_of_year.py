"""The cases to try of the later lessons: money, the sea, ditches, cards, Britain and winter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..nine_years.components.scenario import scenario_1688
from .lesson_helpers import positions as at
from .lesson_helpers.tables import case
from .lesson_helpers.winter import winter_of_1688
from .lesson_helpers.year_1690 import after_the_revolution
from .positions import Edit, cleared, corps, sea
from .trial import Edits, Trial, held_by, leader_at, line_of
from .trials_of_campaign import NOBODYS, WHOSE_ATLANTIC, passage

# ------------------------------------------------------------------ reinforcements


def _bourbon_points() -> Trial:
    return Trial(
        case("resource-points", position=at.reinforcements_1690(), side="Bourbon"),
        ("side",),
        {
            "namur": at.taken("Alliance", "Namur"),
            "munich": at.taken("Bourbon", "Munich"),
            "london": at.taken("Bourbon", "London"),
            "ireland": at.taken("Alliance", "Dublin", "Cork", "Derry", "Galway"),
        },
    )


def _spaniards_at_milan() -> Trial:
    return Trial(
        case("restore", position=at.reinforcements_1690(), power="Spain", space="Milan"),
        ("power", "space", "points"),
        {
            "atlantic": sea("Atlantic", None),
            "mediterranean": sea("Mediterranean", "Alliance"),
            "madrid": at.taken("Bourbon", "Madrid", "Barcelona"),
        },
    )


def _line_at_tournai() -> Trial:
    return Trial(
        case("build-line", position=at.reinforcements_1690(), side="Bourbon", space="Tournai"),
        ("side", "space"),
        {
            "gone": {"remove": "corps", "power": "France", "space": "Tournai"},
            "level-1": line_of("Tournai", 1),
            "level-3": line_of("Tournai", 3),
        },
    )


def _catalans() -> Trial:
    asked = case(
        "raise", position=at.reinforcements_1690(), power="Catalan", space="Girona", strength="reduced"
    )
    return Trial(asked, ("power", "space", "strength", "points"))


# ------------------------------------------------------------------ the sea


def _fleet(fleet: str, place: str, **more: Any) -> Edit:
    return {"set": "fleet", "fleet": fleet, "place": place, **more}


def _fitting_out() -> Trial:
    return Trial(
        case("build-fleet", fleet="Atlantic", strength=2),
        ("fleet", "strength", "points"),
        {
            "pool": _fleet("Mediterranean", "pool"),
            "catalonia": at.taken("Bourbon", "Zaragoza", "Lleida", "Valencia"),
            "alliance": sea("Atlantic", "Alliance"),
        },
    )


def _spanish_autumn() -> Trial:
    switches: dict[str, Edits] = {"gibraltar": at.taken("Bourbon", "Gibraltar"), "nobody": NOBODYS}
    asked = case("deploy-fleet", fleet="Mediterranean")
    return Trial(asked, ("strength",), switches, chart=True, roll=True)


def _winter_at_sea() -> Trial:
    return Trial(
        case("winter", until="seas", position=cleared(scenario_1688(), "London")),
        switches={
            "london": at.taken("Alliance", "London"),
            "brest": [sea("Atlantic", "Bourbon"), _fleet("Brest", "box")],
            "raised": _fleet("Atlantic", "port", strength=2),
        },
    )


def passage_of_1690() -> dict[str, Any]:
    """Two British corps sail from London to Cadiz over a Bourbon sea.

    >>> passage_of_1690()["given"]["to"]
    'Cadiz'
    """
    asked = passage(at.spring_1690())
    asked["given"] |= {"changes": [sea("Atlantic", "Bourbon")]}
    return asked


# ------------------------------------------------------------------ lines and cards


def _five_with_spades() -> Trial:
    return Trial(
        case("build-line", position=at.reinforcements_1690(), side="Bourbon", space="Tournai"),
        ("space",),
        {
            "gone": {"remove": "corps", "power": "France", "space": "Tournai"},
            "level-2": line_of("Tournai", 2),
            "level-3": line_of("Tournai", 3),
            "alliance": at.taken("Alliance", "Tournai"),
        },
    )


def behind_the_line_case() -> dict[str, Any]:
    """Wurttemberg attacks Boufflers behind the fortified line of Tournai.

    >>> behind_the_line_case()["given"]["origin"]
    'Ghent'
    """
    return case("battle", position=at.flanders_lines(), side="Alliance", space="Tournai", origin="Ghent")


def _behind_the_line() -> Trial:
    levels: dict[str, Edits] = {f"level-{level}": line_of("Tournai", level) for level in (0, 1, 3)}
    more = [corps("Dutch Republic", "Ghent", 4), leader_at("Waldeck", "Ghent")]
    return Trial(behind_the_line_case(), switches=levels | {"waldeck": more}, chart=True)


def magazines_case(actions_left: int) -> dict[str, Any]:
    """The Bourbon player, who holds Louvois' Magazines, wants to play it.

    >>> magazines_case(2)["given"]["actions_left"]
    2
    """
    asked = {"side": "Bourbon", "action": "event Louvois' Magazines", "actions_left": actions_left}
    return case("action", position=at.with_magazines(), **asked)


# ------------------------------------------------------------------ Britain, the colonies, winter


def _revolution() -> Trial:
    return Trial(
        case("revolution"),
        switches={
            "atlantic": sea("Atlantic", "Alliance"),
            "london": at.taken("Alliance", "London"),
            "before": {"set": "revolution", "done": True},
            "dublin": at.taken("Alliance", "Dublin"),
        },
    )


def _tyrconnell_raises() -> Trial:
    asked = {"power": "Jacobite", "space": "Dublin", "strength": "reduced"}
    pool = {"set": "pool", "power": "Jacobite", "corps": 1}
    return Trial(case("raise", **asked, position=after_the_revolution()), ("space", "points"), {"pool": pool})


def _worth_of_ireland() -> Trial:
    irish = at.taken("Alliance", "Derry", "Dublin", "Galway", "Cork")
    switches: dict[str, Edits] = {"three": irish[:3], "all": irish, "london": at.taken("Bourbon", "London")}
    asked = case("resource-points", side="Alliance", position=after_the_revolution())
    return Trial(asked, switches=switches)


def _home_from_mons() -> Trial:
    mons = [corps("France", "Mons", 3)]
    return Trial(
        case("winter", side="Bourbon", until="withdrawal", changes=mons),
        ("rests",),
        {"tournai": at.taken("Alliance", "Tournai"), "full": corps("France", "Valenciennes", 11)},
    )


def _siege_in_winter() -> Trial:
    besieged = {"set": "besieged", "space": "Namur", "by": "Bourbon", "strength_lost": 2, "continuing": True}
    namur = [corps("France", "Namur", 6), leader_at("Luxembourg", "Namur"), besieged]
    return Trial(case("winter", until="markers", changes=namur), ("side", "until"))


def _crowd_at_dijon() -> Trial:
    crowd = [corps("France", "Dijon", 12), corps("Catalan", "Dijon", 2, reduced=True)]
    one = {"space": "Dijon", "power": "France"}
    asked = case("winter", until="withdrawal", side="Bourbon", changes=crowd, reduces=[one, one])
    return Trial(asked, ("reduces",))


def duke_of_savoy() -> list[Edit]:
    """Savoy in 1696: the French in Chambery, Eugene's Austrians in Nice, the duke in Turin.

    >>> duke_of_savoy()[0]["year"]
    1696
    """
    return [
        {"set": "year", "year": 1696},
        *at.taken("Alliance", "Turin", "Nice"),
        *at.taken("Bourbon", "Chambery"),
        corps("Savoy", "Turin", 2),
        leader_at("Victor Amadeus", "Turin"),
        corps("Austria", "Nice"),
        corps("France", "Chambery", 2),
    ]


def _savoy_leaves() -> Trial:
    asked = case("savoy", happens="leaves", side="Bourbon", changes=duke_of_savoy())
    switches: dict[str, Edits] = {
        "1695": {"set": "year", "year": 1695},
        "chambery": at.taken("Alliance", "Chambery"),
    }
    return Trial(asked, ("side", "when"), switches)


OF_YEAR: Mapping[str, Callable[[], Trial]] = {
    "bourbon-points": _bourbon_points,
    "spaniards-at-milan": _spaniards_at_milan,
    "line-at-tournai": _line_at_tournai,
    "catalans": _catalans,
    "fitting-out": _fitting_out,
    "spanish-autumn": _spanish_autumn,
    "winter-at-sea": _winter_at_sea,
    "you-are-the-admiral": lambda: Trial(
        passage_of_1690(), ("to", "corps"), WHOSE_ATLANTIC, chart=True, roll=True
    ),
    "five-with-spades": _five_with_spades,
    "behind-the-line": _behind_the_line,
    "magazines": lambda: Trial(magazines_case(2), ("actions_left", "action")),
    "revolution": _revolution,
    "winter-of-1688": lambda: Trial(case("winter", position=winter_of_1688()), ("until", "exile")),
    "tyrconnell-raises": _tyrconnell_raises,
    "worth-of-ireland": _worth_of_ireland,
    "home-from-mons": _home_from_mons,
    "siege-in-winter": _siege_in_winter,
    "crowd-at-dijon": _crowd_at_dijon,
    "savoy-leaves": _savoy_leaves,
    "road-to-amsterdam": lambda: Trial(
        case("victory"), switches=held_by("Bourbon", "Amsterdam", "Breda", "Antwerp", "Ghent", "Middelburg")
    ),
}
"""The trials of these lessons by name, in their order."""
