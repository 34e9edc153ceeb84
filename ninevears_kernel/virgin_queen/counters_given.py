"""What a question on land unit counters is given: the supply, the stacks on the map and what is to change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..core.errors import BadInput
from ..core.messages import Message
from .counter_search import VALUES, Counters, as_counters, units_of
from .land_units import LandKind, kinds_of
from .names import check_once
from .powers import PowerName, check_power

MOST_STACKS = 60
ONCE = "vq.expected-once"
Units = Annotated[int, Meta(ge=0, le=300)]


class Some(Struct, frozen=True, forbid_unknown_fields=True):
    """So many counters of one value."""

    value: Annotated[Literal[1, 2, 4, 6], Meta(description="units that each of these counters shows")]
    number: Annotated[int, Meta(ge=0, le=30, description="how many such counters")]


class LandStack(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one kind in one space: the counters that show them, or only how many they are."""

    space: Annotated[str, Meta(min_length=1, description="the space where they stand")]
    kind: LandKind
    counters: Annotated[tuple[Some, ...] | None, Meta(description="the counters that stand there")] = None
    units: Annotated[
        Units | None, Meta(description="how many units, shown by any counters; or `counters`")
    ] = None

    def __post_init__(self) -> None:
        if (self.counters is None) == (self.units is None):
            found = Message("vq.neither" if self.units is None else "vq.both")
            raise BadInput("counters", found, Message("vq.expected-counters-or-units"))

    @property
    def key(self) -> tuple[str, str]:
        """Space and kind."""
        return self.space, self.kind


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that come or go."""

    space: Annotated[str, Meta(min_length=1, description="the space where it happens")]
    kind: LandKind
    number: Annotated[int, Meta(ge=-300, le=300, description="units gained; lost when it is negative")]


class MakeChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The counters of a power, what stands on the map, and what is to happen."""

    power: PowerName
    supply: Annotated[tuple[Some, ...], Meta(description="all land unit counters of the power, by value")]
    stacks: Annotated[
        tuple[LandStack, ...],
        Meta(max_length=MOST_STACKS, description="its units on the whole map before it"),
    ]
    changes: Annotated[
        tuple[Change, ...],
        Meta(description="units lost or gained; with a combat or event all in the space where it happened"),
    ] = ()
    cause: Annotated[
        Literal["combat", "event", "other"],
        Meta(description="a combat or event costs more units where change cannot be made; nothing else does"),
    ] = "combat"

    def __post_init__(self) -> None:
        check_power("power", self.power)
        have = kinds_of(self.power)
        check_once("supply[{}]", [each.value for each in self.supply], ONCE)
        check_once("stacks[{}]", [each.key for each in self.stacks], ONCE)
        check_once("changes[{}]", [(each.space, each.kind) for each in self.changes], ONCE)
        for place, stack in enumerate(self.stacks):
            values = [each.value for each in stack.counters or ()]
            check_once(f"stacks[{place}].counters[{{}}]", values, ONCE)
            if stack.kind not in have:  # VQ 5.5.b
                raise BadInput(f"stacks[{place}].kind", stack.kind, Message.one_of(have))
        standing = {stack.key: units_before(stack) for stack in self.stacks}
        for place, change in enumerate(self.changes):
            if not change.number:
                raise BadInput(f"changes[{place}].number", 0, Message("vq.expected-not-zero"))
            there = standing.get((change.space, change.kind), 0)
            if there + change.number < 0:
                expected = Message("vq.expected-loss", most=there)
                raise BadInput(f"changes[{place}].number", change.number, expected)
        if self.cause != "other" and len({change.space for change in self.changes}) > 1:
            spaces = Message.all_of(sorted({change.space for change in self.changes}))
            raise BadInput("changes", spaces, Message("vq.expected-one-space"))
        self._check_supply()

    def _check_supply(self) -> None:
        supplied: dict[int, int] = {each.value: each.number for each in self.supply}
        for value in VALUES:
            counters = [each for stack in self.stacks for each in stack.counters or ()]
            used = sum(each.number for each in counters if each.value == value)
            if used > supplied.get(value, 0):  # VQ 5.0
                expected = Message("vq.expected-supplied", value=value, most=supplied.get(value, 0))
                raise BadInput("stacks", Message("vq.counters-of-value", count=used, value=value), expected)


def units_before(stack: LandStack) -> int:
    """The units of a stack as it is given.

    >>> units_before(LandStack("Vienna", "regulars", counters=(Some(4, 2), Some(1, 1))))
    9
    """
    if stack.units is not None:
        return stack.units
    return units_of(counters_of(stack.counters or ()))


def counters_of(some: Sequence[Some]) -> Counters:
    """Counters as the search wants them.

    >>> counters_of((Some(1, 3), Some(6, 2)))
    (2, 0, 0, 3)
    """
    return as_counters({each.value: each.number for each in some})
