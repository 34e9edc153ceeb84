"""The map in tables for a reader: words where a program has truths and gaps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.messages import say, shown
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.powers import powers
from .tables import table_by, table_of

if TYPE_CHECKING:
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

    from ...nine_years.components.position import Position

STRONGEST = 3


def places_table(position: Position, *spaces: str) -> Styler:
    """A row for each of some spaces: its power, who holds it, how strong it is, and what else it is.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> places_table(scenario_1688(), "Turin").data.loc["Turin"].astype(str).tolist()
    ['Savoy', 'nobody', '3', 'capital']
    """
    capitals = {name for power in powers().values() for name in power.capitals}
    rows = {}
    for name in spaces:
        space = game_map().space(name)
        marks = {"capital": name in capitals, "port": bool(space.ports), "rich": space.rich}
        rows[shown(name)] = {
            say("lesson.place-power"): shown(space.power),
            say("lesson.place-held"): shown(position.controller(name) or say("null.controller")),
            say("lesson.place-strength"): space.fortress or say("lesson.place-open"),
            say("lesson.place-also"): ", ".join(say(f"lesson.place-{mark}") for mark in marks if marks[mark]),
        }
    return table_by(rows).style


def fortress_counts(position: Position) -> DataFrame:
    """How many towns and fortresses of each strength each side holds, and how many are neutral.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> fortress_counts(scenario_1688()).to_numpy().sum().item() == len(game_map().spaces)
    True
    """
    rows = {
        shown(side or say("null.controller")): {
            say("lesson.place-open") if strength == 0 else say("lesson.strength", strength=strength): sum(
                position.controller(space.name) == side and space.fortress == strength
                for space in game_map().spaces
            )
            for strength in range(STRONGEST + 1)
        }
        for side in ("Bourbon", "Alliance", None)
    }
    return table_by(rows)


def hard_links_table() -> Styler:
    """A row for each link that is not a plain road: a mountain pass, or a red link (NY 14.1.1).

    >>> len(hard_links_table().data) < 20
    True
    """
    rows = [
        (shown(one), shown(other), say(f"lesson.link-{kind}"))
        for one, other, kind in game_map().links
        if kind != "land"
    ]
    columns = [say("lesson.link-from"), say("lesson.link-to"), say("lesson.link-kind")]
    return table_of(rows, columns).style.hide()


def shortest_march(origin: str, to: str) -> list[str]:
    """The spaces of the shortest march between two spaces, as if all of them were friendly (NY 14.1.1).

    >>> shortest_march("Vienna", "Milan")[-1]
    'Milan'
    """
    import networkx

    return list(networkx.shortest_path(game_map().graph(), origin, to, weight="cost"))


def march_words(march: list[str]) -> str:
    """A march in a sentence: its spaces, and its movement points.

    >>> march_words(["Ghent", "Brussels"])
    'Ghent – Brussels: 1 movement point'
    """
    import networkx

    points = networkx.path_weight(game_map().graph(), march, weight="cost")
    return say("lesson.march", count=points, way=" – ".join(map(shown, march)))


def seas_now(positions: Mapping[str, Position]) -> DataFrame:
    """Who controls each sea zone in some positions, by their names.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> seas_now({"start": scenario_1688()}).loc["Atlantic", "start"]
    'nobody'
    """
    return table_by(
        {
            zone: {
                when: shown(position.sea(zone) or say("null.controller"))
                for when, position in positions.items()
            }
            for zone in ZONES
        }
    )
