"""Cures that change the position of a case: control, sieges, seas, pieces, the year."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import NinevearsError
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...nine_years.components.map import ZONES, game_map
from ...nine_years.components.position import Position
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Side, enemy
from ...nine_years.engine.notation import FLEETS
from ...nine_years.rules.fleets import fleet_row
from ...nine_years.rules.supply import Asked as LineAsked, trace
from .cures import Asked, Proposal, cure, items_of, places_of
from .edits import Edit, given_edit, position_edit, set_edit
from .near_position import corps_edit

MOST_CORPS, MOST_LEADERS = 8, 12
"""Corps that are added at most, and leaders who are brought."""
CAPITALS_OF = {"Paris": "France", "Madrid": "Spain", "Amsterdam": "Dutch Republic"}  # NY 12.3.6.b


@cure
def lift(asked: Asked, name: str = "space") -> Iterator[Proposal]:
    """The siege of a space lifted; where none is named, that of the spaces that the case names."""
    space = asked.fact(name)
    named = [space] if isinstance(space, str) else [value for _, value in places_of(asked, "space")]
    position = asked.again.position
    for one in named:
        if position is not None and any(siege.space == one for siege in position.sieges):
            yield Proposal((set_edit("besieged", space=one, by=None),))


@cure
def control(asked: Asked, name: str = "space") -> Iterator[Proposal]:
    """Spaces given to the side whose case it is."""
    side, spaces = asked.side, items_of(asked.fact(name))
    for power in [asked.given.get("power")] if side is None else []:
        side = powers()[power].side if power in powers() else None
    if side is not None and all(space in game_map().by_name for space in spaces):
        yield Proposal(tuple(set_edit("control", space=space, side=side) for space in spaces))
        yield from (Proposal((set_edit("control", space=space, side=side),)) for space in spaces)


@cure
def control_sets(asked: Asked, name: str) -> Iterator[Proposal]:
    """Each of the sets of spaces, or the sea zones, that the remedy lists, given to the side."""
    position, space = asked.again.position, asked.fact("space")
    side = asked.violation.facts.get("side", asked.side)
    if side is None and position is not None and space in game_map().by_name:
        side = position.controller(space)  # a captured capital, of which victory asks
    for item in items_of(asked.remedy.values[name]) if side is not None else ():
        if item in ZONES:
            yield Proposal((set_edit("sea", zone=item, side=side),), item)
        else:
            spaces = items_of(item)
            yield Proposal(tuple(set_edit("control", space=one, side=side) for one in spaces), item)


@cure
def line(asked: Asked, purpose: str = "restore") -> Iterator[Proposal]:
    """The smallest sets of spaces, or a sea zone, whose control opens the line that is asked for."""
    position, side = asked.again.position, asked.side
    space = asked.fact("port") or asked.fact("space")
    power = CAPITALS_OF.get(str(asked.fact("capital"))) or asked.fact("power")
    if position is None or side is None or space not in game_map().by_name:
        return
    wanted = LineAsked(space, side, purpose, power if power in powers() else None)  # type: ignore[arg-type]
    context = RulingContext(chosen=asked.again.case.readings, tables=asked.again.rule_tables)
    try:
        found = trace(position, wanted, context)[0]
    except (NinevearsError, AssertionError, KeyError):
        return
    for spaces in found.restored_by:
        edits = tuple(set_edit("control", space=one, side=side) for one in spaces)
        yield Proposal(edits, Message("cure.control", names=Message.all_of(spaces)))
    for zone in found.restored_by_sea:
        yield Proposal((set_edit("sea", zone=zone, side=side),), Message("cure.control", names=zone))


@cure
def bring(asked: Asked, what: str, name: str = "space") -> Iterator[Proposal]:
    """Corps of the side in a space, or a leader: one who is named, else any where leaders could stand."""
    position, side, space = asked.again.position, asked.side, asked.fact(name)
    if position is None or side is None or space not in game_map().by_name:
        return
    if what == "leader":
        named = asked.remedy.values.get("leader")
        if named is None and not _could_stand(position, side, space):
            return
        here = {leader.name for leader in position.leaders_in(space)}
        rows = (asked.again.rule_tables or standard_rule_tables()).leaders
        away = [row.name for row in rows if row.side == side and row.name not in here]
        for leader in [one for one in away if named in (None, one)][:MOST_LEADERS]:
            yield Proposal((position_edit({"add": "leader", "name": leader, "space": space}),), leader)
        return
    count = asked.fact("count")
    for power in _powers_first(position, side, space):
        for more in [count] if isinstance(count, int) else range(1, MOST_CORPS + 1):
            data = {"add": "corps", "power": power, "space": space, "count": more}
            yield Proposal((position_edit(data),))


def _could_stand(position: Position, side: Side, space: str) -> bool:
    """Whether a leader of a side without corps could stand in a space (NY 14.2)."""
    own = [one for one in position.corps_in(space) if side_of(position, one.power) == side]
    return position.controller(space) == side or any(not one.inside for one in own)


def _powers_first(position: Position, side: Side, space: str) -> list[str]:
    """Two powers of a side, before the others those whose corps stand in a space."""
    there = [corps.power for corps in position.corps_in(space)]
    return [one for one in dict.fromkeys([*there, *powers()]) if side_of(position, one) == side][:2]


@cure
def reinforce(asked: Asked) -> Iterator[Proposal]:
    """Corps of the side brought to the space of its force, all of which go with it; they do so by themselves
    where the case does not say who goes.
    """
    position, side, count = asked.again.position, asked.side, asked.fact("count")
    now = asked.given.get("corps")
    space = asked.given.get("origin", asked.given.get("space"))
    if position is None or side is None or space not in game_map().by_name or not isinstance(count, int):
        return
    for power in _powers_first(position, side, space):
        corps = {"power": power, "count": count}
        more = position_edit({"add": "corps", "space": space, **corps})
        if now is None:
            yield Proposal((more,))
        else:
            then = now + count if isinstance(now, int) else [*now, corps]
            yield Proposal((more, given_edit("corps", now, then)))


@cure
def brought_along(asked: Asked) -> Iterator[Proposal]:
    """Corps of the side brought to the space where a force is formed, and taken along by it."""
    position, side, count = asked.again.position, asked.side, asked.fact("count")
    space, text, before = asked.fact("space"), asked.given.get("action"), asked.given.get("actions")
    if position is None or side is None or space not in game_map().by_name or not isinstance(count, int):
        return
    place = (asked.ruling.answer or {}).get("place", len(before or ()))
    own = [corps.power for corps in position.corps_in(space) if side_of(position, corps.power) == side]
    for power in list(dict.fromkeys(own))[:2]:
        more = position_edit({"add": "corps", "power": power, "space": space, "count": count})
        taken = f"with {count} {power}"
        if isinstance(text, str):
            then = given_edit("actions", [], [taken, text])
            yield Proposal((more, given_edit("action", text, None), then))
        elif before:
            then = given_edit("actions", before, [*before[: place - 1], taken, before[place - 1]])
            yield Proposal((more, then))


@cure
def send(asked: Asked, whose: str) -> Iterator[Proposal]:
    """Corps taken out of a space: those of the enemy, or own ones until few enough are left."""
    position, side, space = asked.again.position, asked.side, asked.fact("space")
    if position is None or side is None or space not in game_map().by_name:
        return
    wanted = enemy(side) if whose == "enemy" else side
    there = [one for one in position.corps_in(space) if side_of(position, one.power) == wanted]
    gone: list[Edit] = []
    for corps in there:
        gone.append(corps_edit("remove", corps, 1))
        if whose != "enemy":
            yield Proposal(tuple(gone))
    if whose == "enemy" and gone:
        leaders = [one.name for one in position.leaders_in(space) if side_of(position, one.power) == wanted]
        away = [position_edit({"remove": "leader", "name": one}) for one in leaders]
        besieged = any(siege.space == space and siege.by == wanted for siege in position.sieges)
        lifted = [set_edit("besieged", space=space, by=None)] if besieged else []  # NY 17.6
        yield Proposal((*gone, *away, *lifted))


@cure
def home(asked: Asked, power: str) -> Iterator[Proposal]:
    """The corps of a power that are abroad brought back to a home space of its own that is friendly."""
    position = asked.again.position
    if position is None:
        return
    isles = ("Britain", "Ireland")
    by_name = game_map().by_name
    abroad = [one for one in position.corps if one.power == power and by_name[one.space].power not in isles]
    homes = [one.name for one in game_map().spaces if one.power in isles]
    for space in [name for name in homes if position.controller(name) == powers()[power].side][:3]:
        edits: list[Edit] = []
        for corps in abroad:
            data = {"power": power, "count": 1, **({"reduced": True} if corps.reduced else {})}
            edits += [
                position_edit({"remove": "corps", "space": corps.space, **data}),
                position_edit({"add": "corps", "space": space, **data}),
            ]
        if edits:
            yield Proposal(tuple(edits))


@cure
def sea(asked: Asked, whose: str) -> Iterator[Proposal]:
    """A sea zone given to a side: the enemy, one by its name, or nobody."""
    zone = asked.fact("zone")
    if zone not in ZONES and asked.given.get("fleet") in FLEETS:
        zone = fleet_row(asked.given["fleet"])["zone"]
    side = asked.side
    taker = whose if whose in SIDES else None if side is None else enemy(side)
    if zone in ZONES and taker is not None:
        fleet = asked.given.get("fleet")
        pooled = (set_edit("fleet", fleet=fleet, place="pool"),) if fleet in FLEETS else ()
        yield Proposal((set_edit("sea", zone=zone, side=taker),))
        yield Proposal((set_edit("sea", zone=zone, side=taker), *pooled))


@cure
def year(asked: Asked) -> Iterator[Proposal]:
    """The year that the remedy names."""
    wanted = asked.fact("year")
    if isinstance(wanted, int):
        yield Proposal((set_edit("year", year=wanted),))


@cure
def rallied(asked: Asked) -> Iterator[Proposal]:
    """A leader in good heart."""
    position, name = asked.again.position, asked.fact("leader")
    for one in () if position is None else position.leaders:
        if one.name == name and one.demoralised and one.space is not None:
            data = {"add": "leader", "name": name, "space": one.space, "named": one.named}
            yield Proposal((position_edit(data),))


@cure
def fortress(asked: Asked, power: str) -> Iterator[Proposal]:
    """A fortress at home of a power taken by the side."""
    side = asked.side or asked.fact("side")
    for space in game_map().spaces if side in SIDES else ():
        if space.power == power and space.fortress:
            yield Proposal((set_edit("control", space=space.name, side=side),), space.name)


@cure
def joined(asked: Asked) -> Iterator[Proposal]:
    """The occasion on which a power comes into the war."""
    power = asked.fact("power")
    if power in powers() and powers()[power].joins == "revolution":
        yield Proposal((set_edit("revolution", done=True),))
    elif power == "Savoy":
        spaces = [space.name for space in game_map().spaces if space.power == power]
        yield Proposal(tuple(set_edit("control", space=name, side="Alliance") for name in spaces))


@cure
def raised(asked: Asked) -> Iterator[Proposal]:
    """A fleet raised in its port."""
    fleet = asked.fact("fleet")
    if fleet in FLEETS:
        yield Proposal((set_edit("fleet", fleet=fleet, place="port", strength=1),))
