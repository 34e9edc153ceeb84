"""Plain edits of a position near a question: around the spaces, pieces and powers that its ruling names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...core.errors import UnknownName
from ...core.messages import Message
from ...core.rulings import Ruling
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Corps, Position
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.notation import FLEETS
from .edits import Edit, given_edit, position_edit

Ladder = tuple[Edit, ...]
MOST_SPACES, MOST_FOCUS, MOST_LEADERS, MOST_CORPS = 40, 4, 8, 6
"""Spaces whose control is edited, those whose pieces are, leaders who are brought, corps that are added."""
YEARS, POINTS = (1688, 1699), (0, 40)


def position_ladders(
    position: Position, rule_tables: RuleTables, ruling: Ruling, given: Mapping[str, Any]
) -> tuple[Ladder, ...]:
    """Ladders of edits, the nearest to the question first.

    Args:
        position: the position of the case.
        rule_tables: the tables in force.
        ruling: what was ruled: its facts, answer and steps name what is near.
        given: what the case gives, but for its position.
    """
    named = list(dict.fromkeys(names_near(ruling, given)))
    spaces = [name for name in named if name in game_map().by_name]
    around = [other for name in spaces for other in game_map().neighbours(name) if other not in spaces]
    wide = list(dict.fromkeys([*spaces, *around]))[:MOST_SPACES]
    focus = spaces[:MOST_FOCUS]
    sides = _sides(position, given)
    found = [
        *_controls(position, spaces[:MOST_SPACES]),
        *_sieges(position, spaces[:MOST_SPACES]),
        *_corps(position, focus, sides, named),
        *_leaders(position, rule_tables, focus, sides),
        *_lines(position, focus),
        *_seas(position),
        *_controls(position, wide[len(spaces) :]),
        *_sieges(position, wide[len(spaces) :]),
        *_markers(position, [name for name in named if name in powers()]),
    ]
    return tuple(ladder for ladder in found if ladder)


def suggested(ruling: Ruling) -> tuple[Ladder, ...]:
    """The sets of edits that a ruling itself proposes: what would restore a line."""
    side = _answer_side(ruling)
    answers = [ruling.answer or {}]
    answers += [line for line in answers[0].get("lines", ()) if isinstance(line, Mapping)]
    found: list[Ladder] = []
    for answer in answers:
        for names in answer.get("restored_by", ()) or ():
            if isinstance(names, tuple) and side is not None:
                found.append(tuple(_set("control", space=name, side=side) for name in names))
        for zone in answer.get("restored_by_sea", ()) or ():
            if side is not None:
                found.append((_set("sea", zone=zone, side=side),))
    return tuple(found)


def _answer_side(ruling: Ruling) -> Side | None:
    """The side of which the sentences of a ruling speak first."""
    described = [ruling.says, *(step.says for step in ruling.steps), *(one.says for one in ruling.violations)]
    for says in described:
        if (side := says.values.get("side")) in SIDES:
            return side  # type: ignore[no-any-return]
    return None


def _set(what: str, **fields: Any) -> Edit:
    return position_edit({"set": what, **fields})


# ---- what is near


def names_near(ruling: Ruling, given: Mapping[str, Any]) -> Iterator[str]:
    """Names that matter, those of what was asked and of what broke a clause first."""
    yield from _strings({name: value for name, value in given.items() if name != "changes"})
    for violation in ruling.violations:
        yield from _strings(violation.facts)
    yield from _strings(ruling.answer or {})
    for step in ruling.steps:
        yield from _strings(step.says)
    yield from _strings(ruling.says)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield from _words(value)
        case Message():
            yield from _strings(value.values)
        case Mapping():
            for inner in value.values():
                yield from _strings(inner)
        case list() | tuple():
            for inner in value:
                yield from _strings(inner)


def _words(text: str) -> Iterator[str]:
    """A name as the map spells it, or the names in an action of the notation."""
    for part in (text, *text.split(","), text.partition(" ")[2]):
        part = part.strip()
        if part in powers():
            yield part
            continue
        try:
            yield game_map().space(part).name
        except UnknownName:
            continue


def _sides(position: Position, given: Mapping[str, Any]) -> tuple[Side, ...]:
    """Whose pieces are edited, the asking side first."""
    asked = given.get("side")
    if asked not in SIDES and isinstance(given.get("power"), str) and given["power"] in powers():
        asked = side_of(position, given["power"])
    return (asked, enemy(asked)) if asked in SIDES else SIDES


# ---- the kinds of edits


def _controls(position: Position, spaces: Iterable[str]) -> Iterator[Ladder]:
    for space in spaces:
        now = position.controller(space)
        if now is None:
            for side in SIDES:
                yield (_set("control", space=space, side=side),)
        else:  # what neutrality does, the enemy's control mostly does too: it alone is listed
            yield tuple(_set("control", space=space, side=side) for side in (enemy(now), None))


def _sieges(position: Position, spaces: Iterable[str]) -> Iterator[Ladder]:
    for space in spaces:
        strength, owner = game_map().by_name[space].fortress, position.controller(space)
        siege = next((one for one in position.sieges if one.space == space), None)
        if siege is not None:
            yield (_set("besieged", space=space, by=None),)
            lost, by, goes_on = siege.strength_lost, siege.by, siege.continuing
            yield (_set("besieged", space=space, by=by, strength_lost=lost, continuing=not goes_on),)
            same = {"space": space, "by": by, "strength_lost": lost, "continuing": goes_on}
            yield from _numbers("besieged", "strength_lost", lost, 0, strength - 1, **same)
        elif strength and owner is not None:
            yield (_set("besieged", space=space, by=enemy(owner)),)


def _corps(
    position: Position, spaces: Iterable[str], sides: tuple[Side, ...], named: Iterable[str]
) -> Iterator[Ladder]:
    asked = [name for name in named if name in powers()]
    for space in spaces:
        there = list(dict.fromkeys(position.corps_in(space)))
        for corps in there:
            most = min(MOST_CORPS, sum(one == corps for one in position.corps))
            yield tuple(_corps_edit("remove", corps, count) for count in range(1, most + 1))
        owner = position.controller(space) if game_map().by_name[space].fortress else None
        for side in sides:
            if owner not in (None, side) and side != sides[0] and not there:
                continue  # it would be a siege, which is tried by itself
            own = [corps.power for corps in there if side_of(position, corps.power) == side]
            fitting = (
                own or [name for name in asked if side_of(position, name) == side] or [_first_power(side)]
            )
            for power in dict.fromkeys(fitting):
                corps = Corps(power, space)
                more = [_corps_edit("add", corps, count) for count in range(1, MOST_CORPS + 1)]
                yield (*more, _corps_edit("add", Corps(power, space, reduced=True), 1))


def _first_power(side: Side) -> str:
    return next(name for name, power in powers().items() if power.side == side)


def _corps_edit(verb: str, corps: Corps, count: int) -> Edit:
    states = {name: True for name in ("reduced", "demoralised", "inside") if getattr(corps, name)}
    return position_edit(
        {verb: "corps", "power": corps.power, "space": corps.space, "count": count, **states}
    )


def reinforced(position: Position, given: Mapping[str, Any]) -> tuple[tuple[Ladder, ...], ...]:
    """More corps in the space of a force, all of which go: each rung is two edits that belong together."""
    corps, space = given.get("corps"), given.get("origin", given.get("from", given.get("space")))
    if isinstance(corps, bool) or not isinstance(corps, int) or space not in game_map().by_name:
        return ()
    side = _sides(position, given)[0]
    own = [one.power for one in position.corps_in(space) if side_of(position, one.power) == side]
    kind = Corps((*own, _first_power(side))[0], space)
    return (
        tuple(
            (_corps_edit("add", kind, more), given_edit("corps", corps, corps + more))
            for more in range(1, MOST_CORPS + 1)
        ),
    )


def _leaders(
    position: Position, rule_tables: RuleTables, spaces: list[str], sides: tuple[Side, ...]
) -> Iterator[Ladder]:
    for space in spaces:
        for leader in position.leaders_in(space):
            yield (position_edit({"remove": "leader", "name": leader.name}),)
    if not spaces:
        return
    home = game_map().by_name[spaces[0]]
    on_map = {leader.name: game_map().by_name[leader.space] for leader in position.leaders if leader.space}

    def away(name: str) -> tuple[float, str]:
        there = on_map[name]
        return (there.lat - home.lat) ** 2 + (there.lon - home.lon) ** 2, name

    for side in sides:
        own = [row.name for row in rule_tables.leaders if row.side == side and row.name in on_map]
        for name in sorted(own, key=away)[:MOST_LEADERS]:
            for space in spaces[:1]:
                if on_map[name].name != space:
                    yield (position_edit({"add": "leader", "name": name, "space": space}),)


def _lines(position: Position, spaces: Iterable[str]) -> Iterator[Ladder]:
    level_of = {line.space: line.level for line in position.lines}
    for space in spaces:
        yield from _numbers("line", "level", level_of.get(space, 0), 0, 3, space=space)


def _seas(position: Position) -> Iterator[Ladder]:
    for zone in ZONES:
        for side in (*SIDES, None):
            if side != position.sea(zone):
                yield (_set("sea", zone=zone, side=side),)
    for fleet in FLEETS:
        now = position.fleet(fleet)
        for place, strength in (("pool", 0), ("port", 1), ("port", 2), ("box", 0), ("gone", 0)):
            if (place, strength) != (now.place, now.strength):
                yield (_set("fleet", fleet=fleet, place=place, strength=strength),)


def _markers(position: Position, named_powers: Iterable[str]) -> Iterator[Ladder]:
    yield from _numbers("year", "year", position.year, *YEARS)
    yield (_set("revolution", done=not position.revolution),)
    yield from _numbers("kww", "cell", position.kww_cell, -2, 2)
    yield from _numbers("victory-points", "points", position.victory_points, *POINTS)
    for side in SIDES:
        base = position.resource_base.of(side)
        yield from _numbers("resource-base", "points", base, 0, base + 6, side=side)
    pools = {pool.power: pool.corps for pool in position.pools}
    for power in named_powers:
        now = pools.get(power, 0)
        yield from _numbers("pool", "corps", now, 0, now + 3, power=power)


def _numbers(what: str, field: str, now: int, least: int, most: int, **others: Any) -> Iterator[Ladder]:
    """Another number in a field: up from what it is now, and down."""
    for numbers in (range(now + 1, most + 1), range(now - 1, least - 1, -1)):
        yield tuple(_set(what, **(others | {field: number})) for number in numbers)
