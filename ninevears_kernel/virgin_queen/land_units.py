"""Kinds of land units: who has which, and what they are good for (VQ 5.5.b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .powers import POWERS, PowerName, check_power
from .tables import data_table, occasion_words, question

LAND_KINDS: Mapping[str, Mapping[str, str]] = {row["kind"]: row for row in data_table("land_kinds")}
LandKind = Annotated[
    Literal["regulars", "mercenaries", "cavalry"], Meta(description="regulars, mercenaries or cavalry")
]
Occasion = Literal["interception", "avoiding-battle", "field-battle", "siege", "raising"]


@carries_out("VQ 5.5.b")
def kinds_of(power: str) -> tuple[str, ...]:
    """The kinds of land units that a power has.

    >>> kinds_of("Ottoman"), kinds_of("Spain"), kinds_of("Venice")
    (('regulars', 'cavalry'), ('regulars', 'mercenaries'), ('regulars',))
    """
    second = POWERS[power]["soldiers"]
    return ("regulars", second) if second else ("regulars",)


class LandUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of land unit of a power, and what it is to do."""

    power: PowerName
    kind: LandKind
    occasion: Annotated[
        Occasion | None,
        Meta(description="what it takes part in; leave out to ask for its side of the counter alone"),
    ] = None

    def __post_init__(self) -> None:
        check_power("power", self.power)


@carries_out("VQ 5.5.b")
def land_unit(case: LandUnit, context: RulingContext) -> Answer:
    """Whether a power has such units, on which side of its counters, and what they do on an occasion."""
    have = kinds_of(case.power)
    side = LAND_KINDS[case.kind]["side"]
    column = "interception" if case.occasion == "avoiding-battle" else case.occasion
    effect = LAND_KINDS[case.kind].get(column or "") or "plain"
    answer = {"may_have": case.kind in have, "kinds": have, "side": side, "effect": effect}
    if case.kind not in have:
        remedy = Message("vq.remedy-kind", kinds=Message.any_of(have))
        context.violation("VQ 5.5.b", "vq.change-no-such-kind", remedy, power=case.power, kind=case.kind)
        return Answer("illegal", Message("vq.land-illegal", power=case.power, kind=case.kind), answer)
    context.step("VQ 5.5.b", "vq.land-side", power=case.power, kind=case.kind, side=side)
    if case.occasion is not None:
        says = f"vq.land-effect-{effect}"
        context.step("VQ 5.5.b", says, kind=case.kind, occasion=occasion_words(case.occasion))
    return Answer("legal", Message("vq.land-legal", power=case.power, kind=case.kind), answer)


QUESTIONS = (question("land-unit", LandUnit, land_unit),)
