"""Reciprocal hexsides of *Musket & Pike*: protection, momentum, close combat (REC.1, REC.3 to REC.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput, UnknownName, looked_up
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .hexes import Hex, HexName, Parity, check_hex, distance, hex_name, read_hex
from .tables import data_table, question

STEEP_SLOPE = "steep-slope"


class HexsideKind(NamedTuple):
    """A kind of hexside that the excerpts name.

    Attributes:
        kind: its name in a case.
        label: in words.
        reciprocal: it is one of those of REC.5.
        seen_over_from_slope: REC.2's exception for the upper side of a steep slope names it.
    """

    kind: str
    label: str
    reciprocal: bool
    seen_over_from_slope: bool


@cache
def hexside_kinds() -> dict[str, HexsideKind]:
    """The kinds of hexsides by name.

    >>> hexside_kinds()["berm"].reciprocal, hexside_kinds()["steep-slope"].reciprocal
    (True, False)
    """
    return {
        row["kind"]: HexsideKind(
            row["kind"], row["label"], bool(row["reciprocal"]), bool(row["seen_over_from_slope"])
        )
        for row in data_table("hexsides")
    }


def _kinds_schema() -> dict[str, Any]:
    own = {"description": "a kind that the scenario names; `reciprocal` then says whether it is one"}
    return {"anyOf": [{"enum": [*hexside_kinds()]}, own]}


class Hexside(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on the hexside between two hexes. Two things on one hexside are two entries."""

    between: Annotated[tuple[HexName, HexName], Meta(description="two hexes beside each other")]
    kind: Annotated[str, Meta(min_length=1, extra_json_schema=_kinds_schema(), description="what it is")]
    blocks: Annotated[
        bool, Meta(description="it blocks line of sight by the terrain effects table of the game")
    ] = False
    close_combat: Annotated[
        int, Meta(ge=-9, le=9, description="its close combat modifier in the terrain effects table")
    ] = 0
    reciprocal: Annotated[
        bool | None,
        Meta(description="whether the scenario names it reciprocal; leave out for the kinds of REC.5"),
    ] = None
    stops_momentum: Annotated[
        bool, Meta(description="the scenario says that close combat across it stops momentum")
    ] = False
    upper: Annotated[HexName | None, Meta(description="of a steep slope, the hex on its upper side")] = None

    @property
    def label(self) -> str:
        """In words."""
        known = hexside_kinds().get(self.kind)
        return self.kind.replace("-", " ") if known is None else known.label


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit on the grid."""

    name: Annotated[str, Meta(min_length=1, description="its name, unique in the case")]
    side: Annotated[str, Meta(min_length=1, description="units of different sides are enemies")]
    hex: HexName
    came: Annotated[
        int,
        Meta(ge=0, le=9999, description="when it came to its hex: any count in which less is earlier"),
    ]


class HexField(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of the map: what lies on its hexsides, and the units there."""

    lower: Annotated[Parity, Meta(description="which columns lie half a hex lower than their neighbours")] = (
        "even"
    )
    hexsides: Annotated[tuple[Hexside, ...], Meta(description="what lies on hexsides")] = ()
    units: Annotated[tuple[Unit, ...], Meta(description="the units on it")] = ()

    def __post_init__(self) -> None:
        seen: set[Any] = set()
        for place, hexside in enumerate(self.hexsides):
            where = f"hexsides[{place}]"
            _check_hexside(self, hexside, where)
            key = (frozenset(hexside.between), hexside.kind)
            if key in seen:
                raise BadInput(where, hexside.kind, Message("mp.expected-one-of-kind"))
            seen.add(key)
        sides: dict[str, str] = {}
        for place, unit in enumerate(self.units):
            check_hex(unit.hex, f"units[{place}].hex")
            if unit.name in seen:
                raise BadInput(f"units[{place}].name", unit.name, Message("expected.once"))
            seen.add(unit.name)
            if sides.setdefault(unit.hex, unit.side) != unit.side:
                raise BadInput(f"units[{place}].hex", unit.hex, Message("mp.expected-free-hex"))

    def unit_named(self, name: str, place: str) -> Unit:
        """The unit of a name; `place` is the field that names it.

        Raises:
            UnknownName: no unit of the case is called so.
        """
        return looked_up(place, name, Message("mp.expected-unit"), {unit.name: unit for unit in self.units})

    def hex(self, name: str) -> Hex:
        """The hex of a number."""
        return read_hex(name, self.lower)

    def name(self, hex: Hex) -> str:
        """The number of a hex."""
        return hex_name(hex, self.lower)

    def lying_between(self, one: str, other: str) -> tuple[Hexside, ...]:
        """What lies on the hexside between two hexes."""
        return tuple(hexside for hexside in self.hexsides if set(hexside.between) == {one, other})


def _check_hexside(field: HexField, hexside: Hexside, where: str) -> None:
    for number, name in enumerate(hexside.between):
        check_hex(name, f"{where}.between[{number}]")
    one, other = hexside.between
    if distance(field.hex(one), field.hex(other)) != 1:
        raise BadInput(f"{where}.between", [one, other], Message("mp.expected-adjacent", lower=field.lower))
    kinds = hexside_kinds()
    known = kinds.get(hexside.kind)
    if known is None and hexside.reciprocal is None:
        raise UnknownName(f"{where}.kind", hexside.kind, Message("mp.expected-hexside"), kinds)
    if known is not None and known.reciprocal and hexside.reciprocal is False:
        raise BadInput(f"{where}.reciprocal", False, Message("mp.expected-reciprocal", what=known.label))
    if hexside.kind == STEEP_SLOPE and hexside.upper not in hexside.between:
        found = MISSING if hexside.upper is None else hexside.upper
        raise BadInput(f"{where}.upper", found, Message("mp.expected-upper", one=one, other=other))
    if hexside.kind != STEEP_SLOPE and hexside.upper is not None:
        raise BadInput(f"{where}.upper", hexside.upper, Message("mp.expected-no-upper"))


@carries_out("MP REC.5")
def is_reciprocal(hexside: Hexside) -> bool:
    """Whether a hexside is reciprocal: it is of a kind of REC.5, or the scenario says so.

    >>> is_reciprocal(Hexside(("0304", "0305"), "hedge"))
    True
    >>> is_reciprocal(Hexside(("0304", "0305"), "fence", reciprocal=False))
    False
    """
    known = hexside_kinds().get(hexside.kind)
    return bool(hexside.reciprocal) or (known is not None and known.reciprocal)


@carries_out("MP REC.1")
def came_first(unit: Unit, enemies: Iterable[Unit], context: RulingContext) -> bool:
    """Whether a unit came to a hexside before every enemy that stands across it, and so has its protection.

    >>> early, late = Unit("A", "Parliament", "0304", 1), Unit("B", "Royalist", "0305", 2)
    >>> came_first(early, [late], RulingContext()), came_first(late, [early], RulingContext())
    (True, False)
    """
    others = [enemy.came for enemy in enemies]
    if unit.came in others and unit.came == min(others):
        return context.reading("came-together") == "both"
    return all(unit.came < came for came in others)


class AcrossHexside(HexField, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a case gives: the field, and two enemies."""

    unit: Annotated[str, Meta(description="name of a unit; in close combat the attacker")]
    other: Annotated[str, Meta(description="name of its enemy")]

    def __post_init__(self) -> None:
        super().__post_init__()
        one, other = self.unit_named(self.unit, "unit"), self.unit_named(self.other, "other")
        if one.side == other.side:
            raise BadInput("other", self.other, Message("mp.expected-enemy", side=one.side))


@carries_out("MP REC.1", "MP REC.3", "MP REC.4", "MP REC.5")
def across_hexside(given: AcrossHexside, context: RulingContext) -> Answer:
    """What a hexside does between two enemies: protection, momentum, close combat."""
    unit, other = given.unit_named(given.unit, "unit"), given.unit_named(given.other, "other")
    lying = given.lying_between(unit.hex, other.hex)
    features = [hexside for hexside in lying if is_reciprocal(hexside)]
    for hexside in lying:
        message = _which_list(hexside)
        context.step("MP REC.5", message, what=hexside.label, one=unit.hex, other=other.hex)
    answer: dict[str, Any] = {
        "reciprocal": tuple(hexside.kind for hexside in features),
        "protected": None,
        "sees_across": None,
        "stops_momentum": None,
        "crossing_loses_momentum": None,
        "close_combat": None,
    }
    names = {"unit": unit.name, "other": other.name}
    if not features:
        # REC.1: who came first counts between units on both sides of one hexside alone.
        context.step("MP REC.1", "mp.not-across", **names, one=unit.hex, two=other.hex)
        return Answer("result", Message("mp.no-reciprocal-rule", **names), answer)
    protected = _protected(unit, other, context)
    stops = any(hexside.stops_momentum for hexside in features)
    what = Message.all_of([hexside.label for hexside in features])
    context.step("MP REC.1", "mp.both-see", **names)
    context.step(
        "MP REC.3", "mp.momentum-stops" if stops else "mp.momentum-goes-on", unit=unit.name, what=what
    )
    context.step("MP REC.3", "mp.momentum-lost", what=what)
    modifier = sum(hexside.close_combat for hexside in features)
    context.step("MP REC.4", "mp.close-combat", **names, modifier=f"{modifier:+d}" if modifier else "0")
    answer |= {
        "protected": tuple(protected),
        "sees_across": True,  # REC.1
        "stops_momentum": stops,  # REC.3: only where the scenario says so
        "crossing_loses_momentum": True,  # REC.3
        "close_combat": {unit.name: modifier, other.name: modifier},  # REC.4: whoever came first
    }
    if len(protected) == 1:
        says = Message("mp.protects-one", protected=protected[0], what=what, **names)
    else:
        says = Message("mp.protects-both" if protected else "mp.protects-neither", what=what, **names)
    return Answer("result", says, answer)


def _which_list(hexside: Hexside) -> str:
    if not is_reciprocal(hexside):
        return "mp.not-reciprocal"
    return "mp.reciprocal-by-scenario" if hexside.kind not in hexside_kinds() else "mp.reciprocal-by-kind"


def _protected(unit: Unit, other: Unit, context: RulingContext) -> list[str]:
    """Who has the protection in fire between two enemies on both sides of a hexside."""
    pairs = ((unit, other), (other, unit))
    protected = [one.name for one, enemy in pairs if came_first(one, [enemy], context)]
    if len(protected) == 1:
        second = other.name if protected[0] == unit.name else unit.name
        context.step("MP REC.1", "mp.came-first", first=protected[0], second=second)
    else:
        context.step("MP REC.1", "mp.came-together", unit=unit.name, other=other.name)
    return protected


QUESTIONS = (question("hexside", AcrossHexside, across_hexside),)
