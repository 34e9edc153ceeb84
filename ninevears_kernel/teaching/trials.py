"""The cases that lessons let a reader change, by name: so that a cell of a lesson is one short line.

Each is a function that makes the case anew, with the facts that may be changed and the switches; what a
switch says stands in the catalogue as ``whatif.<trial>-<switch>``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import UnknownName
from ..core.messages import Message
from ..nine_years.components.position import Position
from ..nine_years.components.scenario import scenario_1688
from .lesson_helpers import positions as at
from .lesson_helpers.tables import case
from .lesson_helpers.winter import winter_of_1688
from .lesson_helpers.year_1690 import after_the_revolution
from .positions import cleared

Edit = Mapping[str, Any]
Edits = Edit | Sequence[Edit]


@dataclass(frozen=True, slots=True)
class Trial:
    """A case to try.

    Attributes:
        case: the case with which it begins.
        keys: the facts that can be changed, by their names in ``given``.
        switches: what can be turned on and off, by its name: the edits that it makes.
        chart: whether the odds are drawn too.
        roll: whether dice may be rolled.
    """

    case: Mapping[str, Any]
    keys: tuple[str, ...] = ()
    switches: Mapping[str, Edits] | None = None
    chart: bool = False
    roll: bool = False


def sea(zone: str, side: str | None) -> Edit:
    """The edit that gives a sea zone to a side, or to nobody.

    >>> sea("Atlantic", None)["side"] is None
    True
    """
    return {"set": "sea", "zone": zone, "side": side}


def corps(power: str, space: str, count: int = 1, **more: Any) -> Edit:
    """The edit that adds corps.

    >>> corps("France", "Lille")["count"]
    1
    """
    return {"add": "corps", "power": power, "space": space, "count": count, **more}


def _leader(name: str, space: str, **more: Any) -> Edit:
    return {"add": "leader", "name": name, "space": space, **more}


def _line(space: str, level: int) -> Edit:
    return {"set": "line", "space": space, "level": level}


def _held(side: str, *spaces: str) -> dict[str, Edits]:
    """A switch for each of some spaces, named by it."""
    return {_name(space): at.taken(side, space) for space in spaces}


def _name(space: str) -> str:
    return space.casefold().replace(" ", "-")


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


def _three_leaders() -> Trial:
    return Trial(case("force", leaders=[6, 4, 3], corps=12), ("leaders", "corps"))


# ------------------------------------------------------------------ actions


def _where_a_campaign_begins() -> Trial:
    return Trial(case("action", side="Alliance", action="campaign Amsterdam"), ("side", "action"))


def _before_tournai() -> Trial:
    asked = case("siege", side="Alliance", space="Tournai", position=at.before_tournai(), corps=4)
    return Trial(asked, ("corps",), roll=True)


def _william_transfers() -> Trial:
    return Trial(case("transfer", leader="William III", to="Cologne"), ("leader", "to"))


def _replacement_at_tournai() -> Trial:
    action = "replace Dutch Republic reduced, Tournai"
    return Trial(
        case("action", position=at.before_tournai(), action=action),
        ("action",),
        {"crowd": corps("Dutch Republic", "Tournai", 2)} | _held("Bourbon", "Ghent", "Mons", "Amsterdam"),
    )


def _eugene_rallies() -> Trial:
    return Trial(case("rally", rating=4), ("rating",))


def _innsbruck() -> Trial:
    return Trial(case("action", position=at.eugene_at_innsbruck(), action="rally Eugene"), ("action",))


def _passage(position: Position) -> dict[str, Any]:
    """Two British corps sail from London to Cadiz."""
    asked = case("sea-move", side="Alliance", to="Cadiz", corps=2, position=position)
    asked["given"] |= {"from": "London", "leaders": ["British minor leader 1"]}
    return asked


_WHOSE_ATLANTIC = {"alliance": sea("Atlantic", "Alliance"), "nobody": sea("Atlantic", None)}


def _sail_to_cadiz() -> Trial:
    asked = _passage(at.before_tournai()) | {"dice": [3]}
    return Trial(asked, ("to", "corps"), _WHOSE_ATLANTIC, roll=True)


_NOBODYS = sea("Mediterranean", None)


def _last_round_at_sea() -> Trial:
    asked = case("deploy-fleet", fleet="Mediterranean", strength=1) | {"dice": [3, 3, 2, 5]}
    switches = {"gibraltar": at.taken("Bourbon", "Gibraltar"), "nobody": _NOBODYS}
    return Trial(asked, ("strength",), switches, roll=True)


# ------------------------------------------------------------------ battle and siege


def fleurus_case() -> dict[str, Any]:
    """The battle of Fleurus: six corps of Luxembourg against six of Waldeck.

    >>> fleurus_case()["question"]
    'battle'
    """
    return case("battle", position=at.fleurus(), side="Bourbon", space="Charleroi", origin="Valenciennes")


def _fleurus() -> Trial:
    ill = [{"remove": "leader", "name": "Luxembourg"}, _leader("Humieres", "Valenciennes")]
    switches = {"gastanaga": _leader("Gastanaga", "Charleroi"), "ill": ill, "dug-in": _line("Charleroi", 1)}
    return Trial(fleurus_case(), switches=switches, chart=True)


def _fleurus_rolled() -> Trial:
    return Trial(fleurus_case(), roll=True)


def _waldeck_retreats() -> Trial:
    lost = fleurus_case() | {"dice": [5, 2, 4]}
    return Trial(lost, switches=_held("Bourbon", "Brussels", "Mons", "Namur"))


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
        "marlborough": _leader("Marlborough", "Brussels"),
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
    shaken = _leader("William III", "Tournai", demoralised=True)
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
    switches = _held("Alliance", "Luxembourg") | {"besieged": besieged} | _held("Alliance", "Sedan")
    return Trial(siege_of_namur_case(corps=5), switches=switches)


def _relief_of_namur() -> Trial:
    asked = case("battle", position=at.relief_of_namur(), side="Alliance", space="Namur", origin="Brussels")
    foragers = {"remove": "corps", "power": "France", "space": "Namur", "count": 5}
    boufflers = {"remove": "leader", "name": "Boufflers"}
    return Trial(asked, switches={"foragers": foragers, "boufflers": boufflers}, chart=True)


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
            "level-1": _line("Tournai", 1),
            "level-3": _line("Tournai", 3),
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
    switches = {"gibraltar": at.taken("Bourbon", "Gibraltar"), "nobody": _NOBODYS}
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
    asked = _passage(at.spring_1690())
    asked["given"] |= {"changes": [sea("Atlantic", "Bourbon")]}
    return asked


def _you_are_the_admiral() -> Trial:
    return Trial(passage_of_1690(), ("to", "corps"), _WHOSE_ATLANTIC, chart=True, roll=True)


# ------------------------------------------------------------------ lines and cards


def _five_with_spades() -> Trial:
    return Trial(
        case("build-line", position=at.reinforcements_1690(), side="Bourbon", space="Tournai"),
        ("space",),
        {
            "gone": {"remove": "corps", "power": "France", "space": "Tournai"},
            "level-2": _line("Tournai", 2),
            "level-3": _line("Tournai", 3),
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
    levels: dict[str, Edits] = {f"level-{level}": _line("Tournai", level) for level in (0, 1, 3)}
    more = [corps("Dutch Republic", "Ghent", 4), _leader("Waldeck", "Ghent")]
    return Trial(behind_the_line_case(), switches=levels | {"waldeck": more}, chart=True)


def magazines_case(actions_left: int) -> dict[str, Any]:
    """The Bourbon player, who holds Louvois' Magazines, wants to play it.

    >>> magazines_case(2)["given"]["actions_left"]
    2
    """
    return case(
        "action",
        position=at.with_magazines(),
        side="Bourbon",
        action="event Louvois' Magazines",
        actions_left=actions_left,
    )


def _magazines() -> Trial:
    return Trial(magazines_case(2), ("actions_left", "action"))


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


def _winter_of_1688() -> Trial:
    return Trial(case("winter", position=winter_of_1688()), ("until", "exile"))


def _tyrconnell_raises() -> Trial:
    pool = {"set": "pool", "power": "Jacobite", "corps": 1}
    return Trial(
        case("raise", power="Jacobite", space="Dublin", strength="reduced", position=after_the_revolution()),
        ("space", "points"),
        {"pool": pool},
    )


def _worth_of_ireland() -> Trial:
    irish = at.taken("Alliance", "Derry", "Dublin", "Galway", "Cork")
    switches = {"three": irish[:3], "all": irish, "london": at.taken("Bourbon", "London")}
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
    namur = [corps("France", "Namur", 6), _leader("Luxembourg", "Namur"), besieged]
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
    held = [*at.taken("Alliance", "Turin", "Nice"), *at.taken("Bourbon", "Chambery")]
    troops = [corps("Savoy", "Turin", 2), _leader("Victor Amadeus", "Turin")]
    return [
        {"set": "year", "year": 1696},
        *held,
        *troops,
        corps("Austria", "Nice"),
        corps("France", "Chambery", 2),
    ]


def _savoy_leaves() -> Trial:
    asked = case("savoy", happens="leaves", side="Bourbon", changes=duke_of_savoy())
    switches = {"1695": {"set": "year", "year": 1695}, "chambery": at.taken("Alliance", "Chambery")}
    return Trial(asked, ("side", "when"), switches)


def _road_to_amsterdam() -> Trial:
    places = ("Amsterdam", "Breda", "Antwerp", "Ghent", "Middelburg")
    return Trial(case("victory"), switches=_held("Bourbon", *places))


TRIALS: Mapping[str, Callable[[], Trial]] = {
    "who-goes-first": _who_goes_first,
    "who-has-won": _who_has_won,
    "three-leaders": _three_leaders,
    "where-a-campaign-begins": _where_a_campaign_begins,
    "before-tournai": _before_tournai,
    "william-transfers": _william_transfers,
    "replacement-at-tournai": _replacement_at_tournai,
    "eugene-rallies": _eugene_rallies,
    "innsbruck": _innsbruck,
    "sail-to-cadiz": _sail_to_cadiz,
    "last-round-at-sea": _last_round_at_sea,
    "fleurus": _fleurus,
    "fleurus-rolled": _fleurus_rolled,
    "waldeck-retreats": _waldeck_retreats,
    "steenkerque": _steenkerque,
    "garrison-of-tournai": _garrison_of_tournai,
    "roll-at-tournai": _roll_at_tournai,
    "bread-for-namur": _bread_for_namur,
    "relief-of-namur": _relief_of_namur,
    "bourbon-points": _bourbon_points,
    "spaniards-at-milan": _spaniards_at_milan,
    "line-at-tournai": _line_at_tournai,
    "catalans": _catalans,
    "fitting-out": _fitting_out,
    "spanish-autumn": _spanish_autumn,
    "winter-at-sea": _winter_at_sea,
    "you-are-the-admiral": _you_are_the_admiral,
    "five-with-spades": _five_with_spades,
    "behind-the-line": _behind_the_line,
    "magazines": _magazines,
    "revolution": _revolution,
    "winter-of-1688": _winter_of_1688,
    "tyrconnell-raises": _tyrconnell_raises,
    "worth-of-ireland": _worth_of_ireland,
    "home-from-mons": _home_from_mons,
    "siege-in-winter": _siege_in_winter,
    "crowd-at-dijon": _crowd_at_dijon,
    "savoy-leaves": _savoy_leaves,
    "road-to-amsterdam": _road_to_amsterdam,
}
"""The trials by name, in the order of the lessons."""


def trial(name: str) -> Trial:
    """The trial of this name, made anew.

    Raises:
        UnknownName: there is none.

    >>> trial("three-leaders").keys
    ('leaders', 'corps')
    """
    if name not in TRIALS:
        raise UnknownName("trial", name, Message("kind.trial"), TRIALS)
    return TRIALS[name]()


def switch_words(name: str, switch: str) -> Message:
    """What a switch of a trial says.

    >>> str(switch_words("savoy-leaves", "1695"))
    'It is only 1695'
    """
    return Message(f"whatif.{name}-{switch}")
