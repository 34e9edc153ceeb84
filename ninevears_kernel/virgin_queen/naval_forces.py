"""The sides of a naval combat: units and what each is worth, leaders, retreat (VQ 16.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Violation, objection
from .names import check_once
from .naval_units import NAVAL_POWERS, Kind, kinds, kinds_of_fleet
from .powers import check_power
from .seas import Name, Ocean, Rating, Ships

SIDES = ("attacker", "defender")
MOST_UNITS, MOST_NUMBERS = 99, 300

Dice = Annotated[int, Meta(ge=0, le=99)]
UnitDice = Annotated[int, Meta(ge=0, le=9)]


class AtlanticFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of unit is worth in Atlantic waters (5.6.b): the excerpt has no table of it."""

    kind: Annotated[Kind, Meta(description="kind of naval unit that differs there")]
    dice: Annotated[
        UnitDice | None, Meta(description="dice of one such unit; leave out if they are its number")
    ] = None
    hits: Annotated[
        Annotated[int, Meta(ge=1, le=9)] | None,
        Meta(description="hits that sink it; leave out if they are its number"),
    ] = None


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the combat."""

    power: Annotated[Name, Meta(description="name of the power")]
    units: Annotated[tuple[Ships, ...], Meta(description="its naval units")]
    leaders: Annotated[
        tuple[Rating, ...], Meta(max_length=12, description="battle ratings of its naval leaders")
    ] = ()
    extra_dice: Annotated[Dice, Meta(description="dice from cards, 0 to 99")] = 0
    loses_first: Annotated[
        tuple[Kind, ...],
        Meta(description="kinds in the order in which the owner gives them up, if that is said"),
    ] = ()


class ExtraDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that cards give, by side."""

    attacker: Annotated[Dice, Meta(description="dice that cards give the attacker")] = 0
    defender: Annotated[Dice, Meta(description="dice that cards give the defender")] = 0

    def words(self) -> Message:
        """In words."""
        return Message("vq.extra-dice", attacker=self.attacker, defender=self.defender)


class Neighbour(Struct, frozen=True, forbid_unknown_fields=True):
    """A location next to the place of the combat."""

    name: Annotated[Name, Meta(description="its name")]
    kind: Annotated[Literal["port", "sea", "ocean"], Meta(description="port, sea zone or ocean zone")]
    controller: Annotated[
        Name | None, Meta(description="power that controls the port; leave out if none does")
    ] = None
    units: Annotated[
        tuple[Name, ...], Meta(description="powers with naval units there; any but one's own is an enemy")
    ] = ()


class NavalCombat(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a case gives: the place, both sides, and the locations around where the retreat matters."""

    attacker: Annotated[Force, Meta(description="the active power")]
    defender: Annotated[Force, Meta(description="the interceptor, or the power that was there before")]
    place: Annotated[Literal["sea", "port"], Meta(description="where the combat takes place")] = "sea"
    zone: Annotated[Ocean, Meta(description="the waters of that place")] = "Mediterranean"
    extra_dice: Annotated[ExtraDice, Meta(description="dice that cards give, by side")] = field(
        default_factory=ExtraDice
    )
    atlantic: Annotated[
        tuple[AtlanticFigures, ...], Meta(description="figures of kinds that differ in Atlantic waters")
    ] = ()
    around: Annotated[
        tuple[Neighbour, ...] | None,
        Meta(description="the locations next to it, when the retreat is asked for"),
    ] = None

    def force(self, side: str) -> Force:
        """The attacker or the defender."""
        return self.attacker if side == "attacker" else self.defender

    def __post_init__(self) -> None:
        check_figures(self.atlantic)
        for place, around in enumerate(self.around or ()):
            if around.controller is not None:
                check_power(f"around[{place}].controller", around.controller)
            for number, power in enumerate(around.units):
                check_power(f"around[{place}].units[{number}]", power)
        for name in SIDES:
            check_power(f"{name}.power", self.force(name).power)
        if self.attacker.power == self.defender.power:
            raise BadInput("defender.power", self.defender.power, Message("vq.expected-other-power"))
        for name in SIDES:
            units = self.force(name).units
            if not units:
                raise BadInput(f"{name}.units", Message("vq.no-ships"), Message("vq.expected-ships"))
            check_size(f"{name}.units", self.force(name).power, units)
            check_kinds(f"{name}.units", self.force(name).power, units)


@carries_out("VQ 5.6.a", "VQ 5.6.b")
def check_kinds(field_name: str, power: str, units: Iterable[Ships]) -> None:
    """Checks that a power has naval units of such kinds at all.

    Raises:
        BadInput: its counters show no such kind.
    """
    have = kinds_of_fleet(power)
    for place, ships in enumerate(units):
        if ships.kind not in have:
            expected = Message("vq.expected-its-kind", power=power, kinds=Message.any_of(map(kinds, have)))
            if not have:
                powers = Message.all_of(NAVAL_POWERS)
                expected = Message("vq.expected-naval-power", power=power, powers=powers)
            raise BadInput(f"{field_name}[{place}].kind", ships.kind, expected)


def check_size(field_name: str, power: str, units: Iterable[Ships]) -> None:
    """Checks that a power has no more than could ever be: the odds of a combat take a moment, not minutes.

    Raises:
        BadInput: too many units, or too great a total of their numbers.
    """
    there = list(units)
    number, total = sum(ships.count for ships in there), sum(ships.number * ships.count for ships in there)
    if number > MOST_UNITS:
        most = Message("vq.expected-units-at-most", power=power, most=MOST_UNITS)
        raise BadInput(field_name, Message("vq.units", count=number), most)
    if total > MOST_NUMBERS:
        most = Message("vq.expected-numbers-at-most", power=power, most=MOST_NUMBERS)
        raise BadInput(field_name, total, most)


def check_figures(figures: tuple[AtlanticFigures, ...]) -> None:
    """Checks that a kind has its Atlantic figures once.

    Raises:
        BadInput: a kind stands twice.
    """
    check_once("atlantic[{}].kind", [each.kind for each in figures])


class Worth(NamedTuple):
    """What a unit is worth where the combat takes place: its dice, and the hits that sink it."""

    dice: int
    hits: int


@carries_out("VQ 5.6.a", "VQ 5.6.b")
def worth(ships: Ships, zone: Ocean | None, figures: tuple[AtlanticFigures, ...]) -> Worth:
    """The dice of one unit and the hits that sink it.

    >>> worth(Ships("galley", 2), "Atlantic", (AtlanticFigures("galley", dice=1),))
    Worth(dice=1, hits=2)
    """
    dice = hits = ships.number  # VQ 5.6.a
    for own in figures if zone == "Atlantic" else ():  # VQ 5.6.b
        if own.kind == ships.kind:
            dice = dice if own.dice is None else own.dice
            hits = hits if own.hits is None else own.hits
    return Worth(dice, hits)


@carries_out("VQ 16.2.K")
def retreat_objections(place: str, power: str, to: Neighbour) -> Iterator[Violation]:
    """Every clause that a retreat to a location would violate: as in Here I Stand (NC.9).

    >>> [v.says.id for v in retreat_objections("port", "Venice", Neighbour("Corfu", "port", "Venice"))]
    ['vq.retreat-port-to-port']
    """
    if to.kind == "ocean":
        yield objection("VQ 16.2.K", "vq.retreat-to-ocean", to=to.name)
    if to.kind == "port" and place == "port":
        yield objection("VQ 16.2.K", "vq.retreat-port-to-port", to=to.name)
    elif to.kind == "port" and to.controller != power:
        yield objection("VQ 16.2.K", "vq.retreat-not-own-port", power=power, to=to.name)
    if enemies := [other for other in to.units if other != power]:
        yield objection("VQ 16.2.K", "vq.retreat-enemy-there", power=power, to=to.name, enemies=enemies)


def described_ships(ships: tuple[Ships, ...]) -> tuple[dict[str, Any], ...]:
    """Ships as an answer tells them."""
    return tuple({"kind": s.kind, "number": s.number, "count": s.count} for s in ships)


def ship_words(ships: tuple[Ships, ...]) -> Message:
    """Ships in words, such as "3 galleys of 2 and 1 galleon of 4".

    >>> str(ship_words((Ships("galley", 2, 3), Ships("race-built", 4))))
    '3 galleys of 2 and 1 race-built galleon of 4'
    """
    return Message.all_of([s.words() for s in ships]) if ships else Message("vq.no-ships")
