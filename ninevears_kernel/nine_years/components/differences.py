"""What lies between two positions, as the plain edits that lead from one to the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from .changes import FIELDS
from .map import ZONES, game_map
from .position import Corps, Leader, Line, Pool, Position
from .powers import side_of
from .sides import SIDES


def edits_between(start: Position, end: Position) -> list[dict[str, Any]]:
    """The plain edits that make one position of another, but for hands, decks and what is still to be done.

    They are in an order in which any part of them can be made: control, pieces that go, pieces that come,
    sieges, and all the rest.

    Args:
        start: where they begin.
        end: where they lead to.

    >>> from .scenario import scenario_1688
    >>> start = scenario_1688()
    >>> edits_between(start, start.replace(year=1690, victory_points=24))
    [{'set': 'year', 'year': 1690}, {'set': 'victory-points', 'points': 24}]
    """
    return [*_control(start, end), *_pieces(start, end), *_sieges(start, end), *_markers(start, end)]


def _control(start: Position, end: Position) -> Iterator[dict[str, Any]]:
    for space in game_map().spaces:
        if (side := end.control.owner(space.index)) != start.control.owner(space.index):
            yield {"set": "control", "space": space.name, "side": side}


def _pieces(start: Position, end: Position) -> Iterator[dict[str, Any]]:
    before, after = Counter(start.corps), Counter(end.corps)
    for corps, count in sorted((before - after).items()):
        yield {"remove": "corps"} | _with_count(corps, count)
    leaders = {leader.name: leader for leader in start.leaders}
    there = {leader.name: leader for leader in end.leaders}
    for name in sorted({*leaders, *there}):
        old, new = leaders.get(name), there.get(name)
        if old == new or (new is not None and new.space is not None):
            continue
        gone = {"remove": "leader", "name": name}
        if old is not None and old.space is not None:
            gone["space"] = old.space
        yield gone | ({"waits": True} if new is not None else {})
    for corps, count in sorted((after - before).items()):
        yield {"add": "corps"} | _with_count(corps, count)
    for name, leader in sorted(there.items()):
        if leader.space is not None and leader != leaders.get(name):
            yield {"add": "leader"} | _leader(leader)


def _with_count(corps: Corps, count: int) -> dict[str, Any]:
    data: dict[str, Any] = to_builtins(corps)
    return data | ({"count": count} if count > 1 else {})


def _leader(leader: Leader) -> dict[str, Any]:
    data: dict[str, Any] = to_builtins(leader)
    del data["power"]  # a leader serves one alone
    return data


def _sieges(start: Position, end: Position) -> Iterator[dict[str, Any]]:
    before, after = [{one.space: one for one in position.sieges} for position in (start, end)]
    come = {corps.space for corps in (Counter(end.corps) - Counter(start.corps))}
    for space in sorted({*before, *after, *come}):
        siege = after.get(space)
        if siege is not None and (space in come or siege != before.get(space)):
            yield {"set": "besieged"} | to_builtins(siege)
        elif siege is None and (space in before or _invaded(end, space)):
            yield {"set": "besieged", "space": space, "by": None}


def _invaded(position: Position, space: str) -> bool:
    """Whether corps stand in an enemy fortress, which come there as besiegers."""
    owner = position.controller(space) if game_map().by_name[space].fortress else None
    sides = {side_of(position, corps.power) for corps in position.corps_in(space)}
    return owner is not None and not sides <= {owner, None}


def _markers(start: Position, end: Position) -> Iterator[dict[str, Any]]:
    """All that is no control, no piece and no siege."""
    for zone in sorted(ZONES):
        if end.sea(zone) != start.sea(zone):
            yield {"set": "sea", "zone": zone, "side": end.sea(zone)}
    yield from _fleets(start, end)
    yield from _numbers("line", "space", "level", start.lines, end.lines)
    yield from _numbers("pool", "power", "corps", start.pools, end.pools)
    for kind, field, key in _SINGLE:
        if (value := getattr(end, field)) != getattr(start, field):
            yield {"set": kind, key: value}
    for side in SIDES:
        if (points := end.resource_base.of(side)) != start.resource_base.of(side):
            yield {"set": "resource-base", "side": side, "points": points}
    for field in FIELDS:
        if (value := getattr(end, field)) != getattr(start, field):
            yield {"set": "field", "name": field, "value": to_builtins(value)}


def _fleets(start: Position, end: Position) -> Iterator[dict[str, Any]]:
    """The fleets that are elsewhere; all of them where they lie in another order, in which they are told."""
    moved = [fleet for fleet in end.fleets if fleet not in start.fleets]
    kept = [fleet for fleet in start.fleets if fleet in end.fleets]
    for fleet in moved if (*kept, *moved) == end.fleets else end.fleets:
        strength = {"strength": fleet.strength} if fleet.strength else {}
        yield {"set": "fleet", "fleet": fleet.name, "place": fleet.place} | strength
    listed = {fleet.name for fleet in end.fleets}
    for fleet in start.fleets:
        if fleet.name not in listed and fleet.place != "pool":
            yield {"set": "fleet", "fleet": fleet.name, "place": "pool"}


_SINGLE = (
    ("year", "year", "year"),
    ("revolution", "revolution", "done"),
    ("kww", "kww_cell", "cell"),
    ("victory-points", "victory_points", "points"),
)
"""Edits of one field each: the edit, the field, and the edit's key for its value."""


def _numbers(
    kind: str, name: str, number: str, start: tuple[Line | Pool, ...], end: tuple[Line | Pool, ...]
) -> Iterator[dict[str, Any]]:
    """Edits that set a number by a name, 0 where there is none."""
    before, after = [{getattr(one, name): getattr(one, number) for one in ones} for ones in (start, end)]
    for key in sorted({*before, *after}):
        if after.get(key, 0) != before.get(key, 0):
            yield {"set": kind, name: key, number: after.get(key, 0)}
