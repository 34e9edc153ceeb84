"""Where a naval movement stands: map, powers, stacks, and what has been declared and decided (VQ 16.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from ..core.messages import Message
from .naval_forces import AtlanticFigures, Neighbour, ship_words
from .navigation import NavigationRating, Settlement, Table
from .seas import Location, Name, Passage, Ships, Stack, Stacks, Waters, stack_of, stacks_at, tidy

Stage = Literal["declare", "navigate", "respond", "intercept", "avoid", "fight", "losses", "retreat", "over"]
Pair = tuple[Name, Name]

CLAUSE_OF: dict[Stage, str] = {
    "declare": "VQ 16.1.1",
    "navigate": "VQ 16.1.2.b",
    "respond": "VQ 16.1.3",
    "intercept": "VQ 16.1.4.a",
    "avoid": "VQ 16.1.5.a",
    "fight": "VQ 16.1.7",
    "losses": "VQ 16.2.K",
    "retreat": "VQ 16.2.K",
    "over": "VQ 16.1.7",
}
"""The clause that each stage of a naval movement carries out."""
STAGES: tuple[Stage, ...] = tuple(CLAUSE_OF)
"""The stages in their order."""
FOUGHT_OUT: tuple[Stage, ...] = ("fight", "losses", "retreat")
"""The stages that come again for every combat (VQ 16.1.7)."""


class Benefits(Struct, frozen=True, forbid_unknown_fields=True):
    """Scientific benefits: the powers that have each."""

    telescope: Annotated[tuple[Name, ...], Meta(description="powers with the Telescope")] = ()
    map_projection: Annotated[tuple[Name, ...], Meta(description="powers with Map Projection")] = ()


class Expedition(Struct, frozen=True, forbid_unknown_fields=True):
    """A sea captain on the world map and what he has aboard."""

    power: Annotated[Name, Meta(description="who launched it")]
    captain: Annotated[Name, Meta(description="name of the captain, unique in the case")]
    location: Annotated[Name, Meta(description="where it is")]
    navigation: NavigationRating = 0
    damaged: Annotated[bool, Meta(description="the captain lies on his damaged side")] = False
    colony: Annotated[bool, Meta(description="a colony is aboard")] = False
    treasures: Annotated[tuple[Name, ...], Meta(description="plundered treasures aboard")] = ()


class Move(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A naval move that is declared: from one location to an adjacent one."""

    origin: Annotated[Name, Meta(description="where the units are")] = field(name="from")
    to: Annotated[Name, Meta(description="the adjacent location to which they move")]
    units: Annotated[tuple[Ships, ...] | None, Meta(description="units that move; leave out: all there")] = (
        None
    )
    leaders: Annotated[
        tuple[Name, ...] | None, Meta(description="leaders that move; leave out: all there")
    ] = None

    def words(self) -> Message:
        """In words."""
        what = party_words(self.units, self.leaders)
        return Message("vq.move-words", what=what, origin=self.origin, to=self.to)


class Voyage(Struct, frozen=True, forbid_unknown_fields=True):
    """A voyage of an expedition to an adjacent location of the world map."""

    captain: Annotated[Name, Meta(description="whose expedition sails")]
    to: Annotated[Name, Meta(description="the adjacent location to which it sails")]

    def words(self) -> Message:
        """In words."""
        return Message("vq.voyage-words", captain=self.captain, to=self.to)


def party_words(units: tuple[Ships, ...] | None, leaders: tuple[str, ...] | None) -> Message:
    """Those who go, where None is all there are.

    >>> print(party_words(None, ()), "|", party_words((Ships("galley", 2),), ("Doria",)))
    all units | 1 galley of 2 and Doria
    """
    if units is None and leaders is None:
        return Message("vq.all-there")
    ships = [Message("vq.all-units")] if units is None else [each.words() for each in units]
    return Message.all_of([*ships, *([Message("vq.all-leaders")] if leaders is None else leaders)])


class Board(Struct, frozen=True):
    """What does not change in a naval movement."""

    map: tuple[Location, ...]
    active: str
    at_war: tuple[Pair, ...] = ()
    allied: tuple[Pair, ...] = ()
    impulse_order: tuple[str, ...] = ()
    benefits: Benefits = field(default_factory=Benefits)
    passages: tuple[Passage, ...] = ()
    navigation_table: Table = ()
    atlantic: tuple[AtlanticFigures, ...] = ()

    def hostile(self, one: str, other: str) -> bool:
        """Whether two powers are at war with each other."""
        return (one, other) in self.at_war or (other, one) in self.at_war

    def are_allied(self, one: str, other: str) -> bool:
        """Whether two powers are allied."""
        return (one, other) in self.allied or (other, one) in self.allied

    @property
    def enemies(self) -> tuple[str, ...]:
        """The enemies of the active power, in impulse order."""
        return tuple(power for power in self.impulse_order if self.hostile(power, self.active))


class Attempt(Struct, frozen=True):
    """An attempt to intercept: by whom, from where, into which zone."""

    power: str
    origin: str
    to: str


class InZone(Struct, frozen=True):
    """A power in a location: one that intercepted there, one that has chosen or fought."""

    power: str
    location: str


class Owed(Struct, frozen=True):
    """Hits for which a power has yet to choose its losses."""

    power: str
    hits: int


class Combat(Struct, frozen=True):
    """A naval combat whose dice have fallen."""

    location: str
    enemy: str
    winner: Literal["attacker", "defender"]
    owed: tuple[Owed, ...] = ()
    retreats: str | None = None


class Loss(Struct, frozen=True):
    """Naval units lost."""

    power: str
    units: tuple[Ships, ...]

    def words(self) -> Message:
        """In words."""
        return Message("vq.loss-words", power=self.power, units=ship_words(self.units))


class Roll(Struct, frozen=True):
    """A roll that was made and what it brought."""

    what: str
    power: str
    place: str
    outcome: str

    def words(self) -> Message:
        """In words."""
        return Message(f"vq.rolled-{self.what}", power=self.power, place=self.place, outcome=self.outcome)


class Position(Struct, frozen=True):
    """A naval movement at one moment.

    Attributes:
        board: what does not change.
        stage: the step of the procedure that it stands at.
        stacks: naval units and leaders on the map.
        expeditions: sea captains on the world map.
        settlements: settlements of the world map.
        before: the stacks before the moves were carried out.
        moves: the moves declared and not undone, with units and leaders named.
        to_roll: captains who have yet to make a navigation roll.
        to_give_up: captains of whose treasures one is yet to be chosen.
        to_settle: captains who may place a colony.
        tried: attempts to intercept that were made.
        intercepted: interceptions that succeeded.
        closed: stacks that no other power may intercept any more, with the power that did.
        declined: powers that make no more attempts to intercept.
        turned: the sea zones where the active power's stacks lay vertical until they were turned.
        answered: powers that have tried to avoid combat in a zone, or stayed.
        contested: the location in which the active power is fighting one enemy after the other.
        combat: the combat whose dice have fallen.
        fought: enemies fought, by location.
        lost: naval units lost.
        turn_track: leaders and captains who wait on the turn track.
        removed: captains removed from the game.
        discarded: treasures discarded.
        colonies_lost: captains whose colony was lost.
        rolls: the rolls made.
    """

    board: Board
    stage: Stage = "declare"
    stacks: Stacks = ()
    expeditions: tuple[Expedition, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    before: Stacks = ()
    moves: tuple[Move, ...] = ()
    to_roll: tuple[str, ...] = ()
    to_give_up: tuple[str, ...] = ()
    to_settle: tuple[str, ...] = ()
    tried: tuple[Attempt, ...] = ()
    intercepted: tuple[InZone, ...] = ()
    closed: tuple[InZone, ...] = ()
    declined: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    answered: tuple[InZone, ...] = ()
    contested: str | None = None
    combat: Combat | None = None
    fought: tuple[InZone, ...] = ()
    lost: tuple[Loss, ...] = ()
    turn_track: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    colonies_lost: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()

    @property
    def waters(self) -> Waters:
        """The map, as it is asked."""
        return _waters(self.board.map)

    @property
    def active(self) -> str:
        """The active power."""
        return self.board.active

    def has_units(self, power: str, location: str, aligned: str | None = None) -> bool:
        """Whether a power has naval units in a location, of one alignment or of any."""
        return any(
            stack.units and aligned in (None, stack.aligned)
            for stack in stacks_at(self.stacks, location, power)
        )

    def powers_at(self, location: str) -> tuple[str, ...]:
        """The powers with naval units in a location."""
        return tuple(dict.fromkeys(s.power for s in stacks_at(self.stacks, location) if s.units))

    def expedition(self, captain: str) -> Expedition | None:
        """The expedition of a captain, if he is on the map."""
        return next((each for each in self.expeditions if each.captain == captain), None)

    def all_of(self, power: str, location: str) -> Stack:
        """All that a power has in a location."""
        return stack_of(self.stacks, power, location)

    def neighbour(self, power: str, name: str) -> Neighbour:
        """A location as a power that would retreat to it sees it: who is hostile there."""
        place = self.waters.by_name[name]
        hostile = tuple(other for other in self.powers_at(name) if self.board.hostile(power, other))
        return Neighbour(name, place.kind, place.controller, hostile)


@lru_cache(maxsize=64)
def _waters(locations: tuple[Location, ...]) -> Waters:
    return Waters(locations)


def is_turned(position: Position) -> bool:
    """Whether all units have been turned to normal after the attempts to intercept and avoid (VQ 16.1.6)."""
    return position.stage in (*FOUGHT_OUT, "over")


def targets(position: Position) -> tuple[str, ...]:
    """The sea zones where the active power has a vertical stack, which may be intercepted."""
    zones = (place.name for place in position.board.map if place.kind == "sea")
    return tuple(zone for zone in zones if position.has_units(position.active, zone, "vertical"))


def combats(position: Position) -> dict[str, tuple[str, ...]]:
    """The locations where the active power has yet to fight, and against whom (VQ 16.1.7, 16.2)."""
    entered = dict.fromkeys([move.to for move in position.moves])
    entered.update(dict.fromkeys(each.location for each in position.intercepted))
    found = {}
    for name in entered:
        if position.waters.is_a("ocean", name) or not position.has_units(position.active, name):
            continue
        there = position.powers_at(name)
        unfought = tuple(
            power
            for power in position.board.enemies
            if power in there and InZone(power, name) not in position.fought
        )
        if unfought:
            found[name] = unfought
    return found


def with_zone(zones: tuple[InZone, ...], zone: InZone) -> tuple[InZone, ...]:
    """Powers in locations with one more, if it is not there yet."""
    return zones if zone in zones else (*zones, zone)


def words_of(units: tuple[Ships, ...], names: tuple[str, ...] | list[str]) -> Message:
    """Units and leaders in words."""
    return Message.all_of([*([ship_words(units)] if units else []), *names])


def moved_whole(stacks: Stacks, power: str, origin: str, to: str) -> Stacks:
    """The stacks after all that a power has in a location has gone to another, aligned normally."""

    def at_rest(stack: Stack) -> Stack:
        leaves = (stack.power, stack.location) == (power, origin)
        return replace(stack, location=to, aligned="normal") if leaves else stack

    return tidy(map(at_rest, stacks))
