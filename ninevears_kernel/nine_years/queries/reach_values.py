"""What is found of the reach of a force, as plain values (`reach`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...core.clauses import carries_out
from ...core.rulings import Step, Violation
from ..components.sides import Side


@dataclass(frozen=True, slots=True)
class Interceptor:
    """An enemy leader who could try to intercept a force (NY 14.6).

    Attributes:
        leader: his name.
        origin: where he stands.
        corps: with how many corps at most.
        needed: the least die that he needs.
        chance: how likely it is.
    """

    leader: str
    origin: str
    corps: int
    needed: int
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Entered:
    """A space that a force enters on its way.

    Attributes:
        space: its name.
        points: movement points spent when it is there.
        corps: with how many corps it comes.
        line: the least die with which it passes the fortified line there; 0 when nothing is rolled (NY 15.4).
        interceptors: who could intercept it there.
    """

    space: str
    points: int
    corps: int
    line: int
    interceptors: tuple[Interceptor, ...]

    @property
    def passes(self) -> Fraction:
        """How likely the force passes the fortified line there; 1 where nothing is rolled."""
        return Fraction(7 - self.line, 6) if self.line else Fraction(1)


@carries_out("NY 14.6.1")
def unopposed(entered: Iterable[Entered]) -> Fraction:
    """How likely a force at least comes along a way unopposed: past every fortified line, and nobody of
    those who may try intercepts it, each of whom may try once, and does where it is easiest.

    >>> eugene = [Interceptor("Eugene", "Milan", 1, needed, Fraction(7 - needed, 6)) for needed in (6, 5)]
    >>> str(unopposed(Entered("Mantua", 1, 1, 0, (one,)) for one in eugene))
    '2/3'
    """
    chance, tries = Fraction(1), dict[str, Fraction]()
    for one in entered:
        chance *= one.passes
        for who in one.interceptors:
            tries[who.leader] = max(who.chance, tries.get(who.leader, who.chance))
    for each in tries.values():
        chance *= 1 - each
    return chance


@dataclass(frozen=True, slots=True)
class Reached:
    """A space to which a force can march.

    Attributes:
        space: its name.
        points: the least movement points that it takes.
        way: the spaces of the way, the first and the last included; of equally short ways the safest.
        entered: each of them after the first, with what may happen there.
        actions: the choices of the march that lead there, in the notation.
        corps: with how many corps it comes there; others were left behind on the way.
        stops: why it can go no further from there, with the clause; None when it may go on.
        meets: how many enemy corps stand there in the open, to be met in battle.
        besieges: whether it lays siege there by coming, or joins one.
        takes: whether the space becomes its own by its coming.
    """

    space: str
    points: int
    way: tuple[str, ...]
    entered: tuple[Entered, ...]
    actions: tuple[str, ...]
    corps: int
    stops: Step | None
    meets: int
    besieges: bool
    takes: bool

    @property
    def interceptors(self) -> tuple[Interceptor, ...]:
        """Who could intercept the force in the space itself."""
        return self.entered[-1].interceptors

    @property
    def line(self) -> int:
        """The least die with which it passes the fortified line there; 0 when none is rolled."""
        return self.entered[-1].line


@dataclass(frozen=True, slots=True)
class Reach:
    """All that a force can march to.

    Attributes:
        side: whose force.
        origin: where it stands.
        leaders: its leaders by name.
        corps: how many corps it has.
        points: its movement points.
        places: the spaces in its reach, those that take fewest points first.
        closed: spaces beside its way that it cannot enter, each with what stands against it.
        refused: what stands against its marching at all; then nothing is in its reach.
    """

    side: Side
    origin: str
    leaders: tuple[str, ...]
    corps: int
    points: int
    places: tuple[Reached, ...]
    closed: Mapping[str, tuple[Violation, ...]]
    refused: tuple[Violation, ...] = ()

    def at(self, space: str) -> Reached | None:
        """What is known of a space, or None when it is out of reach."""
        return next((place for place in self.places if place.space == space), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the spaces in reach."""
        return tuple(place.space for place in self.places)
