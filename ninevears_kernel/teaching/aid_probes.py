"""Numbers of the rules that no table holds, asked of the engine by trying it out."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..core.dice import GivenDice
from ..core.ruling_context import RulingContext
from ..nine_years.components.changes import changed
from ..nine_years.components.map import game_map
from ..nine_years.components.map_masks import STEPS
from ..nine_years.components.position import BothSides, Position
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.components.scenario import scenario_1688
from ..nine_years.components.sides import Side
from ..nine_years.rules.fleets import BASES, deploy_fleet, fleet_of
from ..nine_years.rules.reinforcement.resource_points import resource_points, rich_spaces
from ..nine_years.rules.sequence import initiative
from ..nine_years.rules.winter.peace import FIRST_YEAR, ONE_EACH, peace_modifiers


def step_cost(red: bool) -> int:
    """What a step along a link costs.

    >>> step_cost(False), step_cost(True)
    (1, 2)
    """
    return next(step.cost for steps in STEPS["Alliance"] for step in steps if step.red == red)


@cache
def fleet_bonuses(zone: str) -> tuple[int, int]:
    """What the player who does not deploy adds for control of a zone, and for its base.

    >>> fleet_bonuses("Atlantic")
    (1, 1)
    """
    side, other = "Bourbon", "Alliance"
    lost, held = ({"set": "control", "space": BASES[zone], "side": one} for one in (side, other))
    open_sea, sea = ({"set": "sea", "zone": zone, "side": one} for one in (None, other))
    plain = _other_total(zone, [lost, open_sea])
    return _other_total(zone, [lost, sea]) - plain, _other_total(zone, [held, open_sea]) - plain


def _other_total(zone: str, edits: list[dict[str, Any]]) -> int:
    position = changed(scenario_1688(), edits)
    finding = deploy_fleet(position, fleet_of("Bourbon", zone), 2, RulingContext(dice=GivenDice([6, 1])))
    total: int = finding.answer["other_total"]
    return total


PEACE_SPACES = {"spanish-abroad": ("Spain", False), "empire": ("Empire", None), "spain": ("Spain", True)}
"""For each modifier of the peace roll that counts fortresses: whose they are, and whether in Spain itself."""


@cache
def peace_threshold(name: str) -> tuple[int, int]:
    """How many fortresses bring a modifier of the peace roll, and how much it is.

    >>> [peace_threshold(name) for name in PEACE_SPACES]
    [(1, 1), (2, 1), (3, 1)]
    """
    power, at_home = PEACE_SPACES[name]
    spaces = [
        space.name
        for space in game_map().spaces
        if space.fortress and space.power == power and at_home in (None, space.region == "Spain")
    ]
    position = _peaceful()
    for count, space in enumerate(spaces, 1):
        position = changed(position, [{"set": "control", "space": space, "side": "Bourbon"}])
        modifiers = _peace(position)
        if name in modifiers:
            return count, modifiers[name]
    raise LookupError(f"no number of fortresses brings {name!r}")


@cache
def peace_change(name: str) -> int:
    """What another modifier of the peace roll is worth: a concession, a city, a year more, neutral Savoy.

    >>> [peace_change(name) for name in ("concession", "London", "years", "savoy-neutral", "kww")]
    [-1, 1, 1, 1, 1]
    """
    position = _peaceful()
    if name == "concession":
        return sum(_peace(position, BothSides(Bourbon=1)).values())
    if name in ONE_EACH:
        position = changed(position, [{"set": "control", "space": name, "side": "Bourbon"}])
    elif name == "years":
        position = position.replace(year=FIRST_YEAR + 1)
    elif name == "kww":
        position = position.replace(kww_cell=-1)
    else:
        savoy = [space.name for space in game_map().spaces if space.power == "Savoy"]
        position = changed(position, [{"set": "control", "space": one, "side": None} for one in savoy])
    return _peace(position)[name]


def _peace(position: Position, concessions: BothSides | None = None) -> dict[str, int]:
    return peace_modifiers(position, concessions or BothSides(), RulingContext())


@cache
def _peaceful() -> Position:
    """A position in which no modifier of the peace roll applies: the Alliance holds every space."""
    edits = [
        {"set": "control", "space": space.name, "side": "Alliance"}
        for space in game_map().spaces
        if space.power != "Portugal"
    ]
    return changed(scenario_1688(), edits).replace(year=FIRST_YEAR, kww_cell=0)


def rich_point(rule_tables: RuleTables) -> int:
    """What a rich space brings the Bourbons; 0 when there is none.

    >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
    >>> rich_point(standard_rule_tables())
    1
    """
    rich = rich_spaces(rule_tables.scenario.start)
    if not rich:
        return 0
    edit = {"set": "control", "space": rich[0], "side": "Bourbon"}
    position = changed(rule_tables.scenario.start, [edit])
    sources = resource_points(position, "Bourbon", RulingContext()).answer["sources"]
    return next(source["points"] for source in sources if source.get("space") == rich[0])


def initiative_years(first: int, last: int) -> list[tuple[int, int, Side]]:
    """The years in which a side has the initiative, in spans.

    >>> initiative_years(1688, 1699)
    [(1688, 1693, 'Bourbon'), (1694, 1699, 'Alliance')]
    """
    spans: list[tuple[int, int, Side]] = []
    for year in range(first, last + 1):
        side = initiative(year)
        begin = spans.pop()[0] if spans and spans[-1][2] == side else year
        spans.append((begin, year, side))
    return spans
