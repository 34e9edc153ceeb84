"""Where history had corps and leaders in a January: shared out by the tables of deployments and stations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ..core.tables import read_table
from ..nine_years.components.position import Corps, Leader, Pool, Position
from ..nine_years.components.powers import SAVOY, powers, side_of
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.scenario import LeaderRow, Scheduled
from ..nine_years.components.sides import Side
from .calendars import span
from .tables import DATA, rows

FIRST = 1689
"""The first January; the autumn of 1688 is the scenario itself."""
FULL_AFTER = 3
"""After so many winters the corps that began at half strength are full."""


class Row(NamedTuple):
    """A row of ``deployments.csv`` or ``stations.csv``: who was where in which Januaries."""

    who: str
    space: str
    first: int
    last: int
    weight: int
    because: str
    source: str


@cache
def _rows(table: str, who: str) -> tuple[Row, ...]:
    return tuple(
        Row(
            row[who], row["space"], int(row["from"]), int(row["to"]), int(row.get("weight") or 1),
            row["because"], row["source"],
        )
        for row in read_table(DATA / f"{table}.csv")
    )  # fmt: skip


def deployments() -> tuple[Row, ...]:
    """Where the armies of each power lay, with the weights by which its corps are shared out.

    >>> any(row.who == "Savoy" and row.space == "Turin" for row in deployments())
    True
    """
    return _rows("deployments", "power")


def stations() -> tuple[Row, ...]:
    """Where each leader was.

    >>> [row.space for row in stations() if row.who == "Victor Amadeus"]
    ['Turin']
    """
    return _rows("stations", "leader")


# ---- troops


def with_corps(base: Position) -> Position:
    """The position with every power's corps where its armies lie; those without a place go to the pool."""
    scenario, year = standard_rule_tables().scenario, base.year
    start = Counter(one.power for one in scenario.start.corps)
    reduced = Counter(one.power for one in scenario.start.corps if one.reduced)
    come = Counter[str]()
    for row in scenario.schedule:
        if row.kind == "corps" and row.year < year:
            come[row.power] += row.number
    pools = Counter({pool.power: pool.corps for pool in scenario.start.pools})
    if base.revolution:
        settings = scenario.settings["revolution"]
        moved = min(settings["corps"], pools[settings["power"]])
        come[settings["power"]] += moved
        pools[settings["power"]] -= moved
    corps: list[Corps] = []
    for power in powers():
        side = side_of(base, power)
        if side is None:
            continue
        weak = reduced[power] * max(0, FULL_AFTER - (year - FIRST)) // FULL_AFTER
        placed = _shared_out(base, side, power, start[power] + come[power], corps)
        pools[power] += start[power] + come[power] - len(placed)
        corps += _corps(power, placed, weak)
    if base.savoy_left:
        pools[SAVOY] = 0
    return base.replace(
        corps=tuple(sorted(corps)),
        pools=tuple(Pool(power, pools[power]) for power in powers() if pools[power]),
    )


def _shared_out(base: Position, side: Side, power: str, number: int, others: list[Corps]) -> list[str]:
    """A space for each corps of a power, by the weights of its armies; fewer where no army has a place.

    Each corps goes to the army that is furthest behind its share, the first of the table among equals.
    """
    limit = standard_rule_tables().numbers.stacking.limit
    crowd = Counter(one.space for one in others if side_of(base, one.power) == side)
    armies = [
        row
        for row in deployments()
        if row.who == power and row.first <= base.year <= row.last and base.controller(row.space) == side
    ]
    got: Counter[str] = Counter()
    placed: list[str] = []
    for _ in range(number):
        free = [row for row in armies if crowd[row.space] < limit]
        if not free:
            break
        army = min(free, key=lambda row: (got[row.space] + 1) / row.weight)
        got[army.space] += 1
        crowd[army.space] += 1
        placed.append(army.space)
    return placed


def _corps(power: str, spaces: list[str], weak: int) -> list[Corps]:
    """Corps in these spaces; so many of them are reduced, those of the smallest armies first."""
    size = Counter(spaces)
    order = sorted(spaces, key=lambda space: size[space])
    return [Corps(power, space, place < weak) for place, space in enumerate(order)]


# ---- leaders


def leaders_of(position: Position) -> tuple[Leader, ...]:
    """The leaders who were there, each at his station."""
    schedule = standard_rule_tables().scenario.schedule
    still_there = {row.who for row in stations() if row.first <= position.year <= row.last}
    left = {
        row.leader
        for row in schedule
        if row.kind == "leaves"
        and (row.year < position.year or (row.year == position.year and row.leader not in still_there))
    }
    dead = {
        row["leader"]
        for row in rows("people")
        if row["leader"] and row["died"] and span(row["died"])[1].year < position.year
    }
    found = [
        Leader(row.name, row.power, _station(position, row), named=_is_promoted(row, position.year, schedule))
        for row in standard_rule_tables().scenario.leaders
        if _has_come(row, position) and row.name not in left | dead
    ]
    return tuple(sorted(found, key=lambda leader: leader.name))


def _has_come(row: LeaderRow, position: Position) -> bool:
    """Whether a leader has come into the game before the year begins."""
    match row.arrives:
        case "revolution":
            return position.revolution
        case "savoy":
            return side_of(position, row.power) is not None
        case "event" | "staff":
            return False
        case year:
            return int(year) < position.year


def _is_promoted(row: LeaderRow, year: int, schedule: Iterable[Scheduled]) -> bool:
    """Whether his named side lies up (NY 3.1): he has no other, or he was promoted in an earlier year."""
    due = [one.year for one in schedule if one.kind == "promotion" and one.leader == row.name]
    return row.plain is None or any(one < year for one in due)


def _station(position: Position, row: LeaderRow) -> str | None:
    """Where a leader stands: his station, else with the most corps of his power; None when he waits."""
    side = side_of(position, row.power)
    if side is None:
        return None
    for station in stations():
        there = station.who == row.name and station.first <= position.year <= station.last
        if there and position.controller(station.space) == side:
            return station.space
    own = Counter(one.space for one in position.corps if one.power == row.power)
    return max(own, key=lambda space: (own[space], space)) if own else None
