"""The scenario of 1688, from its tables (NY 20)."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from ..core.clauses import carries_out
from .map import game_map
from .position import BothSides, Control, Corps, Fleet, Leader, Pool, Position, SeaControl
from .sides import SIDES
from .tables import DATA, data_table

SCENARIOS = ("1688",)


@cache
def scenario_data() -> dict[str, Any]:
    """What ``scenario.toml`` says."""
    return tomllib.loads((DATA / "scenario_1688" / "scenario.toml").read_text(encoding="utf-8"))


@carries_out("NY 20.1", "NY 20.2", "NY 20.2.a", "NY 10.1.a", "NY 7.2.1.a", "NY 7.2.2", "NY 7.2.6.a")
@cache
def scenario_1688() -> Position:
    """The start of the Nine Years scenario, autumn 1688.

    >>> scenario_1688().victory_points, scenario_1688().year
    (22, 1688)
    """
    data = scenario_data()
    owners = {power: side for side in SIDES for power in data["map_control"][side]}
    masks = {
        side: sum(1 << s.index for s in game_map().spaces if owners.get(s.power) == side) for side in SIDES
    }
    corps = [
        Corps(row["power"], row["space"], reduced)
        for row in data_table("scenario_1688/corps")
        for reduced, column in ((False, "full"), (True, "reduced"))
        for _ in range(int(row[column]))
    ]
    leaders = [
        Leader(row["name"], row["power"], row["space"], named=not row["promoted"])
        for row in data_table("scenario_1688/leaders")
        if row["space"]
    ]
    fleets = [
        Fleet(row["fleet"], row["place"], int(row["strength"]))  # type: ignore[arg-type]
        for row in data_table("scenario_1688/fleets")
    ]
    seas = data["sea_control"]
    return Position(
        scenario=data["name"],
        year=data["year"],
        control=Control(masks["Bourbon"], masks["Alliance"]),
        seas=SeaControl(seas["Atlantic"] or None, seas["Mediterranean"] or None),
        leaders=tuple(sorted(leaders, key=lambda leader: leader.name)),
        corps=tuple(sorted(corps)),
        pools=tuple(Pool(row["power"], int(row["corps"])) for row in data_table("scenario_1688/pools")),
        fleets=tuple(fleets),
        victory_points=data["victory_points"],
        kww_cell=data["kww_cell"],
        resource_base=BothSides(**data["resource_points"]),
        rich_markers=tuple(data["rich_markers"]),
    )


@cache
def leader_table() -> dict[str, dict[str, str]]:
    """The leaders by name, with their ratings, from ``leaders.csv``.

    >>> leader_table()["William III"]["command"]
    '6'
    """
    return {row["name"]: row for row in data_table("scenario_1688/leaders")}


def ratings(leader: Leader) -> tuple[int, int]:
    """Command and battle rating of a leader, on the side that lies up (NY 3.1).

    >>> catinat = Leader("Catinat", "France", "Paris", named=False)
    >>> ratings(catinat)
    (3, 1)
    """
    row = leader_table()[leader.name]
    plain = not leader.named and row["plain_command"]
    return (
        (int(row["plain_command"]), int(row["plain_battle"]))
        if plain
        else (int(row["command"]), int(row["battle"]))
    )
