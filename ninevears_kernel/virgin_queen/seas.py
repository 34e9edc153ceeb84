"""The map of naval movement and what floats there: locations, ships, leaders and stacks (VQ 16.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ..core.errors import MISSING, BadInput, UnknownName
from ..core.messages import Message
from .naval_units import Kind

Ocean = Literal["Mediterranean", "Atlantic"]
Alignment = Literal["normal", "vertical"]
Name = Annotated[str, Meta(min_length=1)]
Rating = Annotated[int, Meta(ge=0, le=9, description="battle rating, 0 to 9")]


class Ships(Struct, frozen=True, forbid_unknown_fields=True):
    """Naval units of one kind and one number."""

    kind: Annotated[
        Kind, Meta(description="kind of naval unit; of a two-sided one the side that lies face up")
    ]
    number: Annotated[
        int, Meta(ge=1, le=9, description="the number on each: dice it rolls and hits that sink it")
    ]
    count: Annotated[int, Meta(ge=1, le=99, description="how many such units")] = 1

    def words(self) -> Message:
        """In words.

        >>> print(Ships("galley", 2, 3).words())
        3 galleys of 2
        """
        ships = Message(f"vq.ships-{self.kind}", count=self.count)
        return Message("vq.ships", ships=ships, number=self.number)


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """A naval leader, or an English captain who serves as one."""

    name: Annotated[Name, Meta(description="his name, unique in the case")]
    rating: Rating = 0

    def words(self) -> Message:
        """His name."""
        return Message("list.one", item=self.name)


class Location(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A port, a sea zone or an ocean zone."""

    name: Annotated[Name, Meta(description="its name, unique on the map")]
    kind: Annotated[Literal["port", "sea", "ocean"], Meta(description="port, sea zone or ocean zone")]
    ocean: Annotated[
        Ocean | None, Meta(description="which waters a sea zone belongs to; leave out for an ocean zone")
    ] = None
    neighbours: Annotated[
        tuple[Name, ...], Meta(description="names of adjacent locations; one of the two may name the other")
    ] = ()
    controller: Annotated[
        Name | None, Meta(description="power that controls the port; leave out if none does")
    ] = None

    def __post_init__(self) -> None:
        if self.kind == "sea" and self.ocean is None:
            raise BadInput("ocean", MISSING, Message("vq.expected-ocean"))
        if self.kind == "ocean" and self.ocean is not None:
            raise BadInput("ocean", self.ocean, Message("vq.expected-no-ocean"))


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """A way between two locations of the world map that can ask for a navigation roll."""

    origin: Annotated[Name, Meta(description="where the trade wind arrow begins")] = field(name="from")
    to: Annotated[Name, Meta(description="where it points")]
    kind: Annotated[
        Literal["dangerous", "trade-wind"],
        Meta(description="dangerous voyage, either way; or a trade wind arrow, to be rolled for against it"),
    ]

    def needs_roll(self, origin: str, to: str) -> bool:
        """Whether sailing from one place to another over it needs a navigation roll (VQ 16.1.2.b).

        >>> arrow = Passage("Canary Current", "Caribbean", "trade-wind")
        >>> arrow.needs_roll("Canary Current", "Caribbean"), arrow.needs_roll("Caribbean", "Canary Current")
        (False, True)
        """
        against = (origin, to) == (self.to, self.origin)
        return against or (self.kind == "dangerous" and (origin, to) == (self.origin, self.to))


class Stack(Struct, frozen=True, forbid_unknown_fields=True):
    """Naval units and leaders of one power in one location that are aligned alike."""

    power: Annotated[Name, Meta(description="whose they are")]
    location: Annotated[Name, Meta(description="where they are")]
    units: Annotated[tuple[Ships, ...], Meta(description="its naval units there")] = ()
    leaders: Annotated[tuple[Leader, ...], Meta(description="its naval leaders there")] = ()
    aligned: Annotated[
        Alignment, Meta(description="normal; or vertical, for units that have just moved in a sea zone")
    ] = "normal"

    @property
    def rating(self) -> int:
        """The battle rating of its best leader; 0 without one."""
        return max((leader.rating for leader in self.leaders), default=0)

    def words(self) -> Message:
        """In words.

        >>> print(Stack("Spain", "Messina", (Ships("galley", 2, 3),), (Leader("Doria", 2),)).words())
        Spain in Messina: 3 galleys of 2 and Doria
        """
        what = Message.all_of(
            [*(unit.words() for unit in self.units), *(him.words() for him in self.leaders)]
        )
        return Message(f"vq.stack-{self.aligned}", power=self.power, location=self.location, what=what)


Stacks = tuple[Stack, ...]


class Waters:
    """The map as it is asked: locations by name, and what is adjacent.

    >>> ionian = Location("Ionian Sea", "sea", "Mediterranean", neighbours=("Corfu",))
    >>> waters = Waters([ionian, Location("Corfu", "port")])
    >>> waters.neighbours("Corfu"), waters.adjacent("Ionian Sea", "Corfu")
    (('Ionian Sea',), True)
    """

    def __init__(self, locations: Iterable[Location]) -> None:
        self.by_name: Mapping[str, Location] = {place.name: place for place in locations}
        around: dict[str, dict[str, None]] = {name: {} for name in self.by_name}
        for place in self.by_name.values():
            for other in place.neighbours:
                around[place.name][other] = None
                around.setdefault(other, {})[place.name] = None
        self._around = {name: tuple(others) for name, others in around.items()}

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The names of the locations adjacent to one; none when the map does not have it."""
        return self._around.get(name, ())

    def adjacent(self, one: str, other: str) -> bool:
        """Whether two locations are adjacent."""
        return other in self.neighbours(one)

    def is_a(self, kind: str, name: str) -> bool:
        """Whether the map has a location of this kind and name."""
        return name in self.by_name and self.by_name[name].kind == kind


def check_map(locations: tuple[Location, ...]) -> None:
    """Checks that the names on a map are unique and that neighbours exist.

    Raises:
        BadInput: a location stands twice, or is its own neighbour.
        UnknownName: a neighbour is not on the map.
    """
    names = [place.name for place in locations]
    for index, place in enumerate(locations):
        if place.name in names[:index]:
            raise BadInput(f"map[{index}].name", place.name, Message("expected.once"))
        for position, other in enumerate(place.neighbours):
            where = f"map[{index}].neighbours[{position}]"
            if other not in names:
                raise UnknownName(where, other, Message("vq.kind-location"), names)
            if other == place.name:
                raise BadInput(where, other, Message("vq.expected-another-location"))


# ---- ships as a multiset

Tally = Counter[tuple[Kind, int]]


def tally(ships: Iterable[Ships]) -> Tally:
    """How many units there are of each kind and number.

    >>> tally([Ships("galley", 2), Ships("galley", 2, 3)])
    Counter({('galley', 2): 4})
    """
    counted: Tally = Counter()
    for each in ships:
        counted[each.kind, each.number] += each.count
    return counted


def ships_of(counted: Mapping[tuple[Kind, int], int]) -> tuple[Ships, ...]:
    """A tally as ships, in a settled order."""
    return tuple(Ships(kind, number, count) for (kind, number), count in sorted(counted.items()) if count > 0)


def together(*fleets: Iterable[Ships]) -> tuple[Ships, ...]:
    """Several lists of ships as one."""
    return ships_of(tally(ship for fleet in fleets for ship in fleet))


def without(ships: Iterable[Ships], gone: Iterable[Ships]) -> tuple[Ships, ...]:
    """Ships without those that are gone."""
    counted = tally(ships)
    counted.subtract(tally(gone))
    return ships_of(counted)


def holds(ships: Iterable[Ships], part: Iterable[Ships]) -> bool:
    """Whether all of a part is among some ships.

    >>> holds([Ships("galley", 2, 2)], [Ships("galley", 2, 3)])
    False
    """
    return tally(part) <= tally(ships)


# ---- stacks on the map


def stacks_at(stacks: Stacks, location: str, power: str | None = None) -> Stacks:
    """The stacks in a location, of one power or of all."""
    return tuple(s for s in stacks if s.location == location and power in (None, s.power))


def stack_of(stacks: Stacks, power: str, location: str) -> Stack:
    """All that a power has in a location, as one stack; empty when it has nothing there."""
    own = stacks_at(stacks, location, power)
    return Stack(
        power,
        location,
        together(*(stack.units for stack in own)),
        tuple(leader for stack in own for leader in stack.leaders),
        own[0].aligned if own else "normal",
    )


def tidy(stacks: Iterable[Stack]) -> Stacks:
    """Stacks of one power, location and alignment put together, empty ones left out, in a settled order."""
    parts: dict[tuple[str, str, Alignment], list[Stack]] = {}
    for stack in stacks:
        parts.setdefault((stack.power, stack.location, stack.aligned), []).append(stack)
    whole = [
        Stack(
            power,
            location,
            together(*(part.units for part in same)),
            tuple(
                sorted((leader for part in same for leader in part.leaders), key=lambda leader: leader.name)
            ),
            aligned,
        )
        for (power, location, aligned), same in sorted(parts.items())
    ]
    return tuple(stack for stack in whole if stack.units or stack.leaders)


def taken_out(
    stacks: Stacks, power: str, location: str, units: Iterable[Ships], names: Iterable[str]
) -> Stacks:
    """The stacks after units and leaders have left a location; those aligned normally go first."""
    going, leaving = tally(units), set(names)
    left = []
    for stack in sorted(stacks, key=lambda stack: stack.aligned):
        if (stack.power, stack.location) == (power, location):
            here = tally(stack.units)
            part = here & going
            going -= part
            here.subtract(part)
            leaders = tuple(leader for leader in stack.leaders if leader.name not in leaving)
            stack = Stack(power, location, ships_of(here), leaders, stack.aligned)
        left.append(stack)
    return tidy(left)
