"""Naval units: whose they are, what each side of a counter is, and what its kind is good for (VQ 5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .powers import POWERS, PowerName, check_power
from .tables import data_table, question

NAVAL_KINDS: Mapping[str, Mapping[str, str]] = {row["kind"]: row for row in data_table("naval_kinds")}
NAVAL_POWERS = tuple(name for name, row in POWERS.items() if row["front"])  # VQ 5.6.a: ten of them
SPECIAL = tuple(kind for kind, row in NAVAL_KINDS.items() if row["built_by"])
HINDERED = frozenset(kind for kind, row in NAVAL_KINDS.items() if row["mediterranean_rolls"])
"""Kinds that suffer when they intercept or avoid combat in Mediterranean zones (VQ 5.6.b, 16.1.4.c)."""

Kind = Literal["galley", "corsair", "galleon", "race-built", "armada", "patrol"]
Count = Annotated[int, Meta(ge=0, le=99)]


class NavalUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A naval unit, and what it is to do where."""

    power: PowerName
    kind: Annotated[Kind | None, Meta(description="kind of the unit; or `side`")] = None
    side: Annotated[
        Literal["front", "back"] | None, Meta(description="side of the counter that lies face up; or `kind`")
    ] = None
    number: Annotated[
        int, Meta(ge=1, le=9, description="the number on the counter, which the rules do not print")
    ] = 1
    hits: Annotated[Count, Meta(description="enemy hits that it takes")] = 0
    zone: Annotated[
        Literal["Mediterranean", "Atlantic", "ocean"],
        Meta(description="a Mediterranean or Atlantic zone of Europe, or an ocean zone of the world map"),
    ] = "Mediterranean"
    action: Annotated[
        Literal["combat", "interception", "avoidance", "piracy", "guard", "build"] | None,
        Meta(description="what it does; leave out to ask for all its qualities"),
    ] = None
    at_war: Annotated[bool, Meta(description="its power is at war with the target of piracy")] = False
    supplied: Annotated[
        Count | None,
        Meta(
            description="naval counters that the power has, or of the Armada and of patrols those of that "
            "kind; the excerpt leaves them out; leave out if not asked"
        ),
    ] = None
    in_use: Annotated[Count, Meta(description="of these on the map, whichever side is up")] = 0

    def __post_init__(self) -> None:
        check_power("power", self.power)
        if (self.kind is None) == (self.side is None):
            found = Message("vq.neither" if self.kind is None else "vq.both")
            raise BadInput("kind", found, Message("vq.expected-kind-or-side"))
        if self.supplied is not None and self.in_use > self.supplied:
            raise BadInput("in_use", self.in_use, Message("expected.at-most", most=self.supplied))


@carries_out("VQ 5.6.a")
def kinds_of_counter(power: str) -> tuple[str, ...]:
    """The kinds on the front and, if there is one, the back of a power's naval counters.

    >>> kinds_of_counter("England"), kinds_of_counter("Venice"), kinds_of_counter("Scotland")
    (('galleon', 'race-built'), ('galley',), ())
    """
    row = POWERS[power]
    return tuple(kind for kind in (row["front"], row["back"]) if kind)


@carries_out("VQ 5.6.a", "VQ 5.6.b")
def kinds_of_fleet(power: str) -> tuple[str, ...]:
    """The kinds of units that a power may have at sea: both sides of its counters and its special units.

    >>> kinds_of_fleet("Venice"), kinds_of_fleet("Spain"), kinds_of_fleet("Protestant")
    (('galley',), ('galley', 'galleon', 'armada', 'patrol'), ('galleon',))
    """
    whole = [power, *(name for name, row in POWERS.items() if row["part_of"] == power)]
    own = [kind for name in whole for kind in kinds_of_counter(name)]
    special = [kind for kind in SPECIAL if NAVAL_KINDS[kind]["built_by"] == power]
    return tuple(dict.fromkeys([*own, *special]))


@carries_out("VQ 5.6.b")
def qualities(kind: str) -> dict[str, Any]:
    """What holds for a kind of naval unit, from the table of kinds.

    >>> qualities("race-built")["atlantic_combat"], qualities("race-built")["mediterranean_rolls"]
    ('less damage', 'suffers')
    """
    row = NAVAL_KINDS[kind]
    return {
        "atlantic_combat": row["atlantic"] or None,
        "mediterranean_rolls": row["mediterranean_rolls"] or "plain",
        "piracy_without_war": row["piracy_without_war"] == "yes",
        "guards_settlements": row["guards_settlements"] == "yes",
    }


@carries_out("VQ 5.6.a", "VQ 5.6.b", "VQ 5.0")
def naval_unit(case: NavalUnit, context: RulingContext) -> Answer:
    """What a naval unit is and does, and whether it may."""
    faces = kinds_of_counter(case.power)
    answer: dict[str, Any] = {"kind": None, "kinds": faces}
    kind = _kind(case, faces, context)
    if kind is None:
        return Answer("illegal", Message("vq.naval-none", power=case.power), answer)
    has = qualities(kind)
    # VQ 5.6.a: the number is the dice it rolls and the hits that sink it
    numbers = {"dice": case.number, "hits_to_sink": case.number, "sunk": case.hits >= case.number}
    answer |= {"kind": kind, **numbers, **has}
    if case.action is not None:
        answer["here"] = _here(has, case)
    context.step("VQ 5.6.a", "vq.naval-number", number=case.number)
    if case.hits:
        message = "vq.naval-sunk" if answer["sunk"] else "vq.naval-afloat"
        context.step("VQ 5.6.a", message, number=case.number, hits=case.hits)
    _tell_qualities(kind, has, case, context)
    if case.action == "piracy":
        _piracy(kind, has, case, context)
    elif case.action == "guard" and not has["guards_settlements"]:
        context.violation("VQ 5.6.b", "vq.naval-no-guard", kind=kinds(kind))
    elif case.action == "build":
        _build(kind, case, context)
    verdict = "illegal" if context.violations else "result" if case.action is None else "legal"
    action = None if case.action is None else Message(f"vq.action-{case.action}")
    says = Message(f"vq.naval-{verdict}", power=case.power, kind=_one(kind), action=action)
    return Answer(verdict, says, answer)


def _kind(case: NavalUnit, faces: tuple[str, ...], context: RulingContext) -> str | None:
    if not faces:
        powers = Message.all_of(NAVAL_POWERS)
        context.violation("VQ 5.6.a", "vq.naval-no-units", None, power=case.power, powers=powers)
        return None
    names = Message.all_of([_one(kind) for kind in faces])
    message = "vq.naval-two-faces" if len(faces) > 1 else "vq.naval-one-face"
    context.step("VQ 5.6.a", message, power=case.power, kinds=names)
    if case.side is not None:
        if case.side == "back" and len(faces) == 1:
            remedy = Message("vq.remedy-front", kind=_one(faces[0]))
            context.violation("VQ 5.6.a", "vq.naval-no-back", remedy, power=case.power)
            return None
        return faces[0 if case.side == "front" else 1]
    kind = case.kind or ""
    if kind in SPECIAL and NAVAL_KINDS[kind]["built_by"] == case.power:
        context.step("VQ 5.6.b", "vq.naval-special", power=case.power, kind=kinds(kind))
    elif kind not in faces:
        remedy = Message("vq.remedy-kind", kinds=Message.any_of([kinds(kind) for kind in faces]))
        clause_id = "VQ 5.6.b" if kind in SPECIAL else "VQ 5.6.a"
        context.violation(clause_id, "vq.naval-not-its-kind", remedy, power=case.power, kind=kinds(kind))
        return None
    return kind


def _here(has: Mapping[str, Any], case: NavalUnit) -> str:
    """What its kind makes of the action in the zone of the case."""
    if case.action == "combat" and case.zone == "Atlantic":
        return str(has["atlantic_combat"] or "plain")
    if case.action in ("interception", "avoidance") and case.zone == "Mediterranean":
        return str(has["mediterranean_rolls"])
    return "plain"


def _tell_qualities(kind: str, has: Mapping[str, Any], case: NavalUnit, context: RulingContext) -> None:
    if case.action in (None, "combat"):
        word = str(has["atlantic_combat"] or "untold").replace(" ", "-")
        context.step("VQ 5.6.b", f"vq.naval-atlantic-{word}", kind=kinds(kind))
    if case.action in (None, "interception", "avoidance"):
        context.step("VQ 5.6.b", f"vq.naval-rolls-{has['mediterranean_rolls']}", kind=kinds(kind))
    if case.action in (None, "guard") and has["guards_settlements"]:
        context.step("VQ 5.6.b", "vq.naval-guards", kind=kinds(kind))


def _piracy(kind: str, has: Mapping[str, Any], case: NavalUnit, context: RulingContext) -> None:
    if case.zone == "ocean":
        context.violation("VQ 5.6.b", "vq.naval-piracy-ocean", kind=kinds(kind))
    elif has["piracy_without_war"]:
        context.step("VQ 5.6.b", "vq.naval-piracy-free", kind=kinds(kind))
    elif case.at_war:
        context.step("VQ 5.6.b", "vq.naval-piracy-war", kind=kinds(kind))
    else:
        remedy = Message("vq.remedy-corsair")
        context.violation("VQ 5.6.b", "vq.naval-piracy-no-war", remedy, kind=kinds(kind))


def _build(kind: str, case: NavalUnit, context: RulingContext) -> None:
    where = NAVAL_KINDS[kind]["built_in"]
    if (where == "ocean") != (case.zone == "ocean"):
        remedy = Message(f"vq.remedy-build-{where.lower()}")
        context.violation(
            "VQ 5.6.b", f"vq.naval-build-{where.lower()}", remedy, kind=kinds(kind), zone=case.zone
        )
    full, spare, supplied = "vq.naval-no-counter", "vq.naval-counters", case.supplied
    if kind in SPECIAL:  # these have counters of their own
        full, spare = "vq.naval-no-counter-of-kind", "vq.naval-counters-of-kind"
        if number := NAVAL_KINDS[kind]["units"]:  # VQ 5.6.b: the Armada is one unit
            supplied = int(number) if supplied is None else min(supplied, int(number))
    if supplied is None:
        return
    facts = {"power": case.power, "kind": kinds(kind)}
    if case.in_use >= supplied:  # VQ 5.0
        context.violation("VQ 5.0", full, Message("vq.remedy-counter"), **facts, count=supplied)
    else:
        context.step("VQ 5.0", spare, **facts, count=supplied - case.in_use)


def _one(kind: str) -> Message:
    return Message(f"vq.one-{kind}")


def kinds(kind: str) -> Message:
    """The name of a kind of unit, for several."""
    return Message(f"vq.kinds-{kind}")


QUESTIONS = (question("naval-unit", NavalUnit, naval_unit),)
