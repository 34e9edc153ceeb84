"""Avoiding naval combat: who may, whereto, the roll (VQ 16.1.5.a, 16.1.5.b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer, Violation, objection
from .naval_rolls import Attempt, chance_of, rule_on
from .naval_units import Kind
from .powers import check_power
from .seas import Name, Ocean, Rating
from .tables import question


class Haven(Struct, frozen=True, forbid_unknown_fields=True):
    """The location to which units would withdraw."""

    kind: Annotated[Literal["port", "sea", "ocean"], Meta(description="port, sea zone or ocean zone")]
    name: Annotated[Name | None, Meta(description="its name")] = None
    adjacent: Annotated[bool, Meta(description="it is adjacent to the zone")] = True
    controller: Annotated[
        Name | None, Meta(description="power that controls the port; leave out if none does")
    ] = None
    units_at_war: Annotated[
        bool, Meta(description="units of a power at war with the one that withdraws are there")
    ] = False


class Circumstances(Struct, frozen=True):
    """What decides whether a power may try to avoid combat; None where nobody has said.

    Attributes:
        power: who wants to.
        place: port, sea or ocean: where its units are.
        at_war: whether it is at war with the active power.
        active_vertical: whether the active power entered the zone and its units lie vertical there.
        enemies_normal: whether all enemies of the active power in the zone are aligned normally.
        intercepted: whether an interception succeeded there.
        all_units: whether all units of the power in the zone go.
    """

    power: str | None
    place: str | None = None
    at_war: bool | None = None
    active_vertical: bool | None = None
    enemies_normal: bool | None = None
    intercepted: bool | None = None
    all_units: bool | None = None


@carries_out("VQ 16.1.5.a")
def limits(facts: Circumstances) -> Iterator[Violation]:
    """Every clause on who may avoid that an attempt would violate."""
    power = facts.power or Message("vq.the-avoider")
    if facts.place not in (None, "sea"):
        yield objection("VQ 16.1.5.a", "vq.avoid-no-zone", power=power)
    if facts.at_war is False:
        yield objection("VQ 16.1.5.a", "vq.avoid-no-enemy", power=power)
    if facts.active_vertical is False:
        yield objection("VQ 16.1.5.a", "vq.avoid-not-entered")
    if facts.intercepted:
        yield objection("VQ 16.1.5.a", "vq.avoid-intercepted")
    if facts.enemies_normal is False:
        yield objection("VQ 16.1.5.a", "vq.avoid-not-normal")
    if facts.all_units is False:
        yield objection("VQ 16.1.5.b", "vq.avoid-not-all", power=power)


@carries_out("VQ 16.1.5.b")
def haven_limits(power: str | None, to: Haven) -> Iterator[Violation]:
    """Every clause on where units may withdraw that a choice would violate.

    >>> [v.clause_id for v in haven_limits("Venice", Haven("port", "Corfu", controller="Venice"))]
    []
    """
    who, name = power or Message("vq.the-avoider"), to.name or Message("vq.the-haven")
    if not to.adjacent:
        yield objection("VQ 16.1.5.b", "vq.avoid-not-adjacent", to=name)
    if to.kind == "ocean":
        yield objection("VQ 16.1.5.b", "vq.avoid-to-ocean", to=name)
    if to.kind == "port" and (to.controller is None or to.controller != power):
        controller = to.controller or Message("vq.nobody")
        yield objection("VQ 16.1.5.b", "vq.avoid-port", power=who, to=name, controller=controller)
    if to.kind == "sea" and to.units_at_war:
        yield objection("VQ 16.1.5.b", "vq.avoid-enemy-there", power=who, to=name)


class Avoidance(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: the roll's modifiers, and where the limits are asked for what they rest on."""

    zone: Annotated[Ocean, Meta(description="the waters of the sea zone where the units are")]
    rating: Annotated[Rating, Meta(description="battle rating of one naval leader among them, 0 to 9")] = 0
    ships: Annotated[tuple[Kind, ...], Meta(description="the kinds of the units that withdraw")] = ()
    telescope: Annotated[bool, Meta(description="the power has the Telescope")] = False
    power: Annotated[Name | None, Meta(description="who avoids; needed where `to` is a port")] = None
    place: Annotated[
        Literal["port", "sea", "ocean"] | None, Meta(description="what kind of location the units are in")
    ] = None
    at_war: Annotated[bool | None, Meta(description="the power is at war with the active power")] = None
    active_vertical: Annotated[
        bool | None, Meta(description="the active power entered the zone and its units lie vertical there")
    ] = None
    enemies_normal: Annotated[
        bool | None, Meta(description="all enemies of the active power in the zone are aligned normally")
    ] = None
    intercepted: Annotated[bool | None, Meta(description="an interception succeeded in the zone")] = None
    all_units: Annotated[bool | None, Meta(description="all units of the power in the zone go")] = None
    to: Annotated[Haven | None, Meta(description="the location to which they would withdraw")] = None

    def __post_init__(self) -> None:
        if self.power is not None:
            check_power("power", self.power)
        if self.to is not None and self.to.controller is not None:
            check_power("to.controller", self.to.controller)
        if self.to is not None and self.to.kind == "port" and self.power is None:
            raise BadInput("power", MISSING, Message("vq.expected-avoider"))


AVOIDANCE = Attempt(
    limits_clause="VQ 16.1.5.a",
    roll_clause="VQ 16.1.5.b",
    may="vq.avoid-may",
    may_not="vq.avoid-may-not",
    needs="vq.avoid-needs",
    wanted="vq.roll-avoidance",
    succeeds="vq.avoid-succeeds",
    fails="vq.avoid-fails",
)


@carries_out("VQ 16.1.5.b")
def avoidance(case: Avoidance, context: RulingContext) -> Answer:
    """Whether a power may try to avoid combat, what it needs, and with dice whether it succeeds."""
    facts = {name: getattr(case, name) for name in Circumstances.__struct_fields__[1:]}
    broken = list(limits(Circumstances(case.power, **facts)))
    if case.to is not None:
        broken += haven_limits(case.power, case.to)
    asked = case.to is not None or any(value is not None for value in facts.values())
    chance = chance_of(case.rating, case.zone, case.ships, case.telescope)
    return rule_on(AVOIDANCE, chance, case.zone, broken, asked, context)


QUESTIONS = (question("avoidance", Avoidance, avoidance, "success"),)
