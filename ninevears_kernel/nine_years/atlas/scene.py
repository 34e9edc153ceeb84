"""What is seen of a position, by both sides or by one: all that the map draws and tells, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ...core.clauses import carries_out
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ..components.map import ZONES, Space, game_map
from ..components.position import Corps, Leader, Phase, Position
from ..components.powers import NEUTRAL_THROUGHOUT, capitals, powers
from ..components.rule_tables import RuleTables
from ..components.sides import SIDES, Seat, Side
from ..engine.notation import FLEETS
from ..games.custom_rules import rule_tables_in_force
from ..games.view import Table, table_for
from ..rules.fleets import fleet_row, owner_of
from ..rules.reinforcement.resource_points import rich_spaces
from .pieces import Commander, Kind, commander_shown, kind_shown

Spot = tuple[str, Side, bool]
"""A space, a side, and whether it is inside the besieged fortress."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of a side in one space, in the open or inside a besieged fortress.

    Attributes:
        space, side: where it stands and whose it is.
        inside: whether it stands inside the besieged fortress.
        leader: the leader on top: the one with the highest command rating (NY 4.4). None: a corps on top.
        command, battle: his ratings; None without one.
        power: the power of the top piece.
        corps: how many corps there are in all.
        full, reduced, demoralised: how many of them are so; None where the fog hides it.
        whole: whether all of it is known.
        pieces: all that is known, in words, from the top.
        used: whether all of it has acted this round, as far as that is known.
        leaders: all leaders that are known, from the top.
        kinds: all corps that are known, from the top.
    """

    space: str
    side: Side
    inside: bool
    leader: str | None
    command: int | None
    battle: int | None
    power: str
    corps: int
    full: int | None
    reduced: int | None
    demoralised: int | None
    whole: bool
    pieces: tuple[Message | str, ...]
    used: bool
    leaders: tuple[Commander, ...] = ()
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A space as it is seen.

    Attributes:
        space: what is printed of it.
        controller: the side that controls it; None: neutral.
        taken: whether somebody else controlled it at the start of the scenario.
        fortress: its printed strength; 0 for an open town.
        strength_lost: how much a siege has taken off that (NY 17.2).
        besieger: who besieges it, or None.
        continuing: whether the siege has its Continuing Siege marker (NY 17.5.2).
        line: the level of its fortified line; 0 without one (NY 15.1).
        line_side: whose line that is: the controller's.
        rich: whether it counts as rich, printed or by a marker (NY 2.8).
        capital_of: the powers whose capital it is now.
        stacks: the Bourbons before the Alliance, the open before those inside.
    """

    space: Space
    controller: Side | None
    taken: bool
    fortress: int
    strength_lost: int
    besieger: Side | None
    continuing: bool
    line: int
    line_side: Side | None
    rich: bool
    capital_of: tuple[str, ...]
    stacks: tuple[Stack, ...]

    @property
    def strength(self) -> int:
        """The fortress strength that is left (NY 17.2)."""
        return max(0, self.fortress - self.strength_lost)


@dataclass(frozen=True, slots=True)
class FleetSeen:
    """A fleet: whose, for which zone, and where it lies: ``pool``, ``port``, ``box`` or ``gone``."""

    name: str
    side: Side
    zone: str
    port: str
    place: str
    strength: int


@dataclass(frozen=True, slots=True)
class SeaZone:
    """A sea zone: the side that controls it, or None, and the fleets made for it, the Bourbon one first."""

    name: str
    controller: Side | None
    fleets: tuple[FleetSeen, ...]


@dataclass(frozen=True, slots=True)
class HandSeen:
    """How many action cards and held events a side holds."""

    side: Side
    actions: int
    events: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as it is seen.

    Attributes:
        side: who looks; None: somebody who sees everything.
        position: the position itself, without what is covered (NY 4.4).
        year, phase: the moment of the war.
        victory_points: where the marker stands.
        places: all spaces in the order of the map.
        seas: the sea zones by name.
        hands: how many cards each side holds.
    """

    side: Side | None
    position: Position
    year: int
    phase: Phase
    victory_points: int
    places: tuple[Place, ...]
    seas: Mapping[str, SeaZone] = field(hash=False)
    hands: tuple[HandSeen, ...]

    def place(self, name: str) -> Place:
        """The space of this name, in any spelling.

        Raises:
            UnknownName: the map has no such space.
        """
        return self.places[game_map().space(name).index]

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """All stacks in the order of the map."""
        return tuple(stack for place in self.places for stack in place.stacks)

    @property
    def fleets(self) -> tuple[FleetSeen, ...]:
        """The four fleets, by zone."""
        return tuple(fleet for zone in self.seas.values() for fleet in zone.fleets)


@carries_out("NY 4.4")
def scene_of(
    position: Position,
    seat: Seat | None = None,
    *,
    rules: RuleTables | str | Path | None = None,
    readings: Mapping[str, str] | None = None,
) -> Scene:
    """What is seen of a position.

    Args:
        position: any position, in the middle of a war too.
        seat: who looks, so that the enemy's pieces are covered; None sees everything, as the umpire does.
        rules: the umpire's own tables.
        readings: on which it depends what is a capital.

    >>> from ..components.scenario import scenario_1688
    >>> [seen] = scene_of(scenario_1688(), "Alliance").place("Strasbourg").stacks
    >>> seen.leader, seen.corps, seen.full
    ('Duras', 5, None)
    >>> scene_of(scenario_1688()).place("Strasbourg").stacks[0].full
    5
    """
    rule_tables = rule_tables_in_force(rules)
    seen = table_for(position, seat or "umpire", rule_tables)
    covered = seen.position
    return Scene(
        seat if seat in SIDES else None,
        covered,
        covered.year,
        covered.phase,
        covered.victory_points,
        _places(
            covered,
            rule_tables,
            _stacks(covered, rule_tables, seen),
            RulingContext(chosen=readings or {}, recorded=False),
        ),
        {zone: _sea(covered, zone) for zone in ZONES},
        tuple(_hand(seen, owner) for owner in SIDES),
    )


def _places(
    position: Position, rule_tables: RuleTables, stacks: Mapping[str, list[Stack]], context: RulingContext
) -> tuple[Place, ...]:
    start, control = rule_tables.scenario.start.control, position.control
    taken = (start.Bourbon ^ control.Bourbon) | (start.Alliance ^ control.Alliance)
    sieges = {siege.space: siege for siege in position.sieges}
    lines = {line.space: line.level for line in position.lines}
    rich = frozenset(rich_spaces(position))
    owners = _capitals(position, context)
    places = []
    for space in game_map().spaces:
        name, bit = space.name, 1 << space.index
        controller = control.owner(space.index)
        siege, line = sieges.get(name), lines.get(name, 0)
        places.append(
            Place(
                space,
                controller,
                bool(taken & bit),
                space.fortress,
                siege.strength_lost if siege else 0,
                siege.by if siege else None,
                bool(siege and siege.continuing),
                line,
                controller if line else None,
                name in rich,
                owners.get(name, ()),
                tuple(stacks.get(name, ())),
            )
        )
    return tuple(places)


@carries_out("NY 2.2")
def _capitals(position: Position, context: RulingContext) -> dict[str, tuple[str, ...]]:
    """For each capital whose it is now; the Catalans, who borrow Paris (7.2.3), are left out."""
    found: dict[str, tuple[str, ...]] = {"Lisbon": (NEUTRAL_THROUGHOUT,)}
    for power in sorted(powers(), key="Jacobite".__eq__):  # theirs come and go: named last
        if power != "Catalan":
            for name in capitals(position, power, context):
                found[name] = (*found.get(name, ()), power)
    return found


# ---- stacks


def _stacks(position: Position, rule_tables: RuleTables, seen: Table) -> dict[str, list[Stack]]:
    leaders: dict[Spot, list[Leader]] = {}
    for leader in position.leaders:
        if leader.space is not None:
            leaders.setdefault((leader.space, powers()[leader.power].side, leader.inside), []).append(leader)
    corps: dict[Spot, list[Corps]] = {}
    for one in position.corps:
        corps.setdefault((one.space, powers()[one.power].side, one.inside), []).append(one)
    spots: Iterable[Spot] = leaders.keys() | corps.keys()
    found: dict[str, list[Stack]] = {}
    for spot in sorted(spots, key=lambda spot: (spot[0], spot[1] == "Alliance", spot[2])):
        cover = seen.stacks.get(spot)
        height = None if cover is None or cover.whole else cover.corps
        stack = stack_of(
            spot, _commanders(leaders.get(spot, ()), rule_tables), _kinds(corps.get(spot, ())), height
        )
        found.setdefault(spot[0], []).append(stack)
    return found


def stack_of(
    spot: Spot, leaders: tuple[Commander, ...], kinds: tuple[Kind, ...], height: int | None = None
) -> Stack:
    """A stack; one of which only these pieces are seen, the top one among them, has its number of corps as
    `height`.
    """
    # A lone corps without a leader hides nothing.
    whole = height is None or (not leaders and height == 1)
    known = sum(kind.count for kind in kinds)
    top = leaders[0] if leaders else None
    reduced = sum(kind.count for kind in kinds if kind.reduced)
    used = [kind.used for kind in kinds] or [leader.used for leader in leaders]
    return Stack(
        *spot,
        top.name if top else None,
        top.command if top else None,
        top.battle if top else None,
        top.power if top else kinds[0].power,
        known if height is None else height,
        known - reduced if whole else None,
        reduced if whole else None,
        sum(kind.count for kind in kinds if kind.demoralised) if whole else None,
        whole,
        (*map(commander_shown, leaders), *map(kind_shown, kinds)),
        whole and all(used),
        leaders,
        kinds,
    )


@carries_out("NY 3.1")
def _commanders(leaders: Iterable[Leader], rule_tables: RuleTables) -> tuple[Commander, ...]:
    """Leaders from the top of a stack: the highest command rating first, as `view` finds the top piece."""
    found = []
    for leader in leaders:
        number = rule_tables.leader_number[leader.name]
        row = rule_tables.leaders[number]
        plain = not leader.named and row.plain is not None
        command, battle = row.plain if row.plain and plain else row.rating
        shown = Commander(leader.name, leader.power, command, battle, plain, leader.demoralised, leader.used)
        found.append((-command, number, shown))
    return tuple(shown for *_, shown in sorted(found, key=lambda one: one[:2]))


def _kinds(corps: Iterable[Corps]) -> tuple[Kind, ...]:
    """Corps counted by power and state, from the top: the best first, as `view` finds the top piece."""
    counted = Counter((one.power, one.reduced, one.demoralised, one.used) for one in corps)
    order = _order_of_powers()
    return tuple(
        Kind(*kind, counted[kind])
        for kind in sorted(counted, key=lambda kind: (kind[1], kind[2], order[kind[0]], kind[3]))
    )


@cache
def _order_of_powers() -> dict[str, int]:
    return {power: number for number, power in enumerate(powers())}


# ---- sea and hands


@carries_out("NY 2.5", "NY 10.1.c")
def _sea(position: Position, zone: str) -> SeaZone:
    fleets = []
    for name in FLEETS:
        row = fleet_row(name)
        if row["zone"] == zone:
            fleet = position.fleet(name)
            fleets.append(
                FleetSeen(name, owner_of(name), zone, row["home_port"], fleet.place, fleet.strength)
            )
    return SeaZone(zone, position.sea(zone), tuple(fleets))


def _hand(seen: Table, side: Side) -> HandSeen:
    return HandSeen(side, *seen.cards[side])
