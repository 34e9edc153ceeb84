"""A scenario from its folder of tables (NY 20): the start, the leaders, and what comes and goes by year."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ...core.clauses import carries_out
from ...core.tables import read_table
from .map import game_map
from .position import BothSides, Control, Corps, Fleet, Leader, Pool, Position, SeaControl
from .powers import powers
from .sides import SIDES, Side
from .tables import DATA

STANDARD = DATA / "scenario_1688"
Rating = tuple[int, int]
"""Command and battle rating."""


class LeaderRow(NamedTuple):
    """A leader of the scenario (NY 3.1).

    Attributes:
        name, power, side: who he is and for whom he fights.
        rating: command and battle rating of his named side.
        plain: the same of his plain side, or None when he has none.
        arrives: the year, or ``revolution``, ``savoy``, ``event`` or ``staff``.
    """

    name: str
    power: str
    side: Side
    rating: Rating
    plain: Rating | None
    arrives: str


class Scheduled(NamedTuple):
    """What comes or goes in the Reinforcement phase of a year (NY 20.3).

    Attributes:
        kind: ``corps``, ``leader``, ``promotion`` or ``leaves``.
        leader: the leader's name; empty for corps.
        number: how many corps.
    """

    year: int
    side: Side
    kind: str
    leader: str
    power: str
    number: int


class Scenario(NamedTuple):
    """A scenario, read once.

    Attributes:
        start: the position at start, its decks not yet shuffled.
        leaders: all its leaders.
        schedule: what comes and goes.
        settings: what ``scenario.toml`` says besides: hand sizes, the Glorious Revolution, and so on.
        by_year: the same schedule by the years in which anything comes or goes.
    """

    start: Position
    leaders: tuple[LeaderRow, ...]
    schedule: tuple[Scheduled, ...]
    settings: dict[str, Any]
    by_year: dict[int, tuple[Scheduled, ...]]


@carries_out(
    "NY 20.1", "NY 20.2", "NY 20.2.a", "NY 10.1.a", "NY 7.2.1.a", "NY 7.2.2", "NY 7.2.6.a", "NY 20.3"
)
def read_scenario(folder: Path) -> Scenario:
    """The scenario of a folder with ``scenario.toml`` and its five tables, as they are now."""
    settings = tomllib.loads((folder / "scenario.toml").read_text(encoding="utf-8"))
    rows = {
        name: read_table(folder / f"{name}.csv")
        for name in ("leaders", "corps", "pools", "schedule", "fleets")
    }
    schedule = tuple(
        Scheduled(
            int(row["year"]),
            "Bourbon" if row["side"] == "Bourbon" else "Alliance",
            row["kind"],
            row["what"],
            row["power"],
            int(row["count"]),
        )
        for row in rows["schedule"]
    )
    return Scenario(
        _start(settings, rows),
        tuple(map(_leader, rows["leaders"])),
        schedule,
        settings,
        {year: tuple(row for row in schedule if row.year == year) for year in {row.year for row in schedule}},
    )


@cache
def load_scenario(folder: Path) -> Scenario:
    """The scenario of a folder, read once.

    >>> scenario = load_scenario(STANDARD)
    >>> [row.leader for row in scenario.schedule if row.year == 1690 and row.kind == "promotion"]
    ['Catinat', 'Luxembourg']
    """
    return read_scenario(folder)


@carries_out("NY 3.1", "NY 3.1.a")
def _leader(row: dict[str, str]) -> LeaderRow:
    plain = (int(row["plain_command"]), int(row["plain_battle"])) if row["plain_command"] else None
    rating = int(row["command"]), int(row["battle"])
    return LeaderRow(row["name"], row["power"], powers()[row["power"]].side, rating, plain, row["arrives"])


def _start(settings: dict[str, Any], rows: dict[str, list[dict[str, str]]]) -> Position:
    owners = {power: side for side in SIDES for power in settings["map_control"][side]}
    masks = {
        side: sum(1 << s.index for s in game_map().spaces if owners.get(s.power) == side) for side in SIDES
    }
    corps = [
        Corps(row["power"], row["space"], reduced)
        for row in rows["corps"]
        for reduced, column in ((False, "full"), (True, "reduced"))
        for _ in range(int(row[column]))
    ]
    leaders = [
        Leader(row["name"], row["power"], row["space"], named=not row["promoted"])
        for row in rows["leaders"]
        if row["space"]
    ]
    fleets = [
        Fleet(row["fleet"], row["place"], int(row["strength"]))  # type: ignore[arg-type]
        for row in rows["fleets"]
    ]
    seas = settings["sea_control"]
    return Position(
        scenario=settings["name"],
        year=settings["year"],
        control=Control(masks["Bourbon"], masks["Alliance"]),
        seas=SeaControl(seas["Atlantic"] or None, seas["Mediterranean"] or None),
        leaders=tuple(sorted(leaders, key=lambda leader: leader.name)),
        corps=tuple(sorted(corps)),
        pools=tuple(Pool(row["power"], int(row["corps"])) for row in rows["pools"]),
        fleets=tuple(fleets),
        victory_points=settings["victory_points"],
        kww_cell=settings["kww_cell"],
        resource_base=BothSides(**settings["resource_points"]),
        rich_markers=tuple(settings["rich_markers"]),
    )


def scenario_1688() -> Position:
    """The start of the Nine Years scenario, autumn 1688.

    >>> scenario_1688().victory_points, scenario_1688().year
    (22, 1688)
    """
    return load_scenario(STANDARD).start


@cache
def leader_table() -> dict[str, LeaderRow]:
    """The leaders of the standard scenario by name.

    >>> leader_table()["William III"].rating
    (6, 1)
    """
    return {row.name: row for row in load_scenario(STANDARD).leaders}
