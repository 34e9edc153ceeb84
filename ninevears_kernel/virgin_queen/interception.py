"""Naval interception: who may try, the limits, the roll (VQ 16.1.4.a to 16.1.4.c)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer, Violation, objection
from .naval_rolls import Attempt, chance_of, rule_on
from .naval_units import Kind
from .powers import check_power
from .seas import Name, Ocean, Rating
from .tables import question


class Circumstances(Struct, frozen=True):
    """What decides whether an interception may be tried; None where nobody has said.

    Attributes:
        power: who wants to intercept.
        at_war: whether that power is at war with the active power.
        vertical: whether the active power's units in the destination are aligned vertically.
        adjacent: whether the interceptor is adjacent to the destination.
        active_units_at_origin: whether the active power now has naval units where the interceptor is.
        hostile_units_at_destination: whether normally aligned naval units hostile to the interceptor lie in
            the destination.
        succeeded: another power that has intercepted already.
    """

    power: str | Message
    at_war: bool | None = None
    vertical: bool | None = None
    adjacent: bool | None = None
    active_units_at_origin: bool | None = None
    hostile_units_at_destination: bool | None = None
    succeeded: str | None = None


@carries_out("VQ 16.1.4.a", "VQ 16.1.4.b")
def limits(facts: Circumstances) -> Iterator[Violation]:
    """Every clause that an attempt to intercept would violate.

    >>> [v.clause_id for v in limits(Circumstances("England", at_war=False, succeeded="France"))]
    ['VQ 16.1.4.a', 'VQ 16.1.4.b']
    """
    power = facts.power
    if facts.at_war is False:
        yield objection("VQ 16.1.4.a", "vq.intercept-no-enemy", power=power)
    if facts.vertical is False:
        yield objection("VQ 16.1.4.a", "vq.intercept-not-vertical")
    if facts.adjacent is False:
        yield objection("VQ 16.1.4.a", "vq.intercept-not-adjacent", power=power)
    if facts.succeeded is not None and facts.succeeded != power:
        yield objection("VQ 16.1.4.b", "vq.intercept-closed", power=power, other=facts.succeeded)
    if facts.active_units_at_origin:
        yield objection("VQ 16.1.4.b", "vq.intercept-active-there", power=power)
    if facts.hostile_units_at_destination:
        yield objection("VQ 16.1.4.b", "vq.intercept-hostile-there", power=power)


class Interception(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: the roll's modifiers, and where the limits are asked for what they rest on."""

    zone: Annotated[Ocean, Meta(description="the waters of the sea zone into which the interceptors go")]
    rating: Annotated[Rating, Meta(description="battle rating of one naval leader among them, 0 to 9")] = 0
    ships: Annotated[tuple[Kind, ...], Meta(description="the kinds of the intercepting units")] = ()
    telescope: Annotated[bool, Meta(description="the interceptor has the Telescope")] = False
    power: Annotated[Name | None, Meta(description="who intercepts")] = None
    at_war: Annotated[bool | None, Meta(description="the interceptor is at war with the active power")] = None
    vertical: Annotated[
        bool | None, Meta(description="the active power's units in the destination are aligned vertically")
    ] = None
    adjacent: Annotated[bool | None, Meta(description="the interceptors are adjacent to the destination")] = (
        None
    )
    active_units_at_origin: Annotated[
        bool | None, Meta(description="the active power now has naval units where the interceptors are")
    ] = None
    hostile_units_at_destination: Annotated[
        bool | None,
        Meta(description="normally aligned units hostile to the interceptor lie in the destination"),
    ] = None
    succeeded: Annotated[
        Name | None,
        Meta(description="another power that has already intercepted there; leave out if none has"),
    ] = None

    def __post_init__(self) -> None:
        for field in ("power", "succeeded"):
            if (name := getattr(self, field)) is not None:
                check_power(field, name)


INTERCEPTION = Attempt(
    limits_clause="VQ 16.1.4.b",
    roll_clause="VQ 16.1.4.c",
    may="vq.intercept-may",
    may_not="vq.intercept-may-not",
    needs="vq.intercept-needs",
    wanted="vq.roll-interception",
    succeeds="vq.intercept-succeeds",
    fails="vq.intercept-fails",
)


@carries_out("VQ 16.1.4.a", "VQ 16.1.4.c")
def interception(case: Interception, context: RulingContext) -> Answer:
    """Whether units may try to intercept, what they need, and with dice whether they succeed."""
    facts = {name: getattr(case, name) for name in Circumstances.__struct_fields__[1:]}
    broken = list(limits(Circumstances(case.power or Message("vq.the-interceptor"), **facts)))
    if not broken and {case.at_war, case.vertical, case.adjacent} != {None}:
        context.step("VQ 16.1.4.a", "vq.intercept-permitted")
    asked = any(value is not None for value in facts.values())
    chance = chance_of(case.rating, case.zone, case.ships, case.telescope)
    return rule_on(INTERCEPTION, chance, case.zone, broken, asked, context)


QUESTIONS = (question("interception", Interception, interception, "success"),)
