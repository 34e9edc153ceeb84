"""Cures: what a remedy would change, as edits of a case. Each is a word of ``umpire/data/remedies.csv``.

A cure proposes, the nearest first; whether a proposal turns the verdict is for `remedies` to try. Those that
change what a case gives stand in `cures_of_given`, those that change its position in `cures_of_position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ...core.messages import Message
from ...core.rulings import Ruling, Violation
from ...nine_years.components.powers import powers, side_of
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.engine.notation import FLEETS
from ...nine_years.rules.fleets import owner_of
from .case import SITUATION
from .edits import Edit
from .facts_of_position import side_of_leader
from .retrial import Retrial


class Proposal(NamedTuple):
    """Edits that may mend something; `label` names what is chosen, where it is one of several things."""

    edits: tuple[Edit, ...]
    label: Any = None


class Asked(NamedTuple):
    """A remedy that is to be carried out: the case, the ruling on it, and the violation that it is of."""

    again: Retrial
    ruling: Ruling
    violation: Violation
    remedy: Message

    @property
    def given(self) -> Mapping[str, Any]:
        """What the case gives, but for its position."""
        apart = () if self.again.position is None else SITUATION
        return {name: value for name, value in self.again.case.given.items() if name not in apart}

    def fact(self, name: str) -> Any:
        """What the remedy, the violation or the case says by a name; None when none does."""
        inner = [value.values for value in self.remedy.values.values() if isinstance(value, Message)]
        for values in (self.remedy.values, self.violation.facts, self.given, *inner):
            if values.get(name) is not None:
                return values[name]
        return None

    @property
    def side(self) -> Side | None:
        """The side whose case it is."""
        position, given = self.again.position, self.given
        if given.get("side") in SIDES:
            return given["side"]  # type: ignore[no-any-return]
        if given.get("fleet") in FLEETS:
            return owner_of(given["fleet"])
        corps = given.get("corps")
        power = given.get("power") or (corps.get("power") if isinstance(corps, Mapping) else None)
        if position is not None and power in powers():
            return side_of(position, power)
        waits = (self.ruling.answer or {}).get("side")
        return waits if waits in SIDES else side_of_leader(given.get("leader"), self.again.rule_tables)


Cure = Callable[..., Iterator[Proposal]]
CURES: dict[str, Cure] = {}
"""Every word of the table with what it proposes."""


def cure(function: Cure) -> Cure:
    """Makes a function a word of the table, by its name."""
    CURES[function.__name__] = function
    return function


# ---- what a case gives

KEYS: Mapping[str, tuple[str, ...]] = {
    "space": ("to", "space", "from", "origin"),
    "leader": ("leader", "leaders"),
    "power": ("power",),
    "fleet": ("fleet",),
    "card": ("laid.Bourbon", "laid.Alliance"),
}
"""For each kind of thing the keys of ``given``, or the ways to them, that name one. A hand is no choice."""


def places_of(asked: Asked, kind: str, key: str = "") -> list[tuple[str, Any]]:
    """The places of ``given`` that hold a name of this kind, those that the violation names first."""
    facts = {value for value in asked.violation.facts.values() if isinstance(value, str)}
    keys = {key} if key else {*KEYS.get(kind, ())}
    found = [
        (path, value)
        for path, value in leaves_of(asked.given, "")
        if keys & {path, path.rpartition(".")[2].partition("[")[0]}
    ]
    return sorted(found, key=lambda one: one[1] not in facts)[:2]


def leaves_of(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every place of some data that holds a plain value, with it.

    >>> list(leaves_of({"corps": [{"count": 2}]}, ""))
    [('corps[0].count', 2)]
    """
    match value:
        case Mapping():
            for name, inner in value.items():
                yield from leaves_of(inner, f"{path}.{name}".lstrip("."))
        case list() | tuple():
            for place, inner in enumerate(value):
                yield from leaves_of(inner, f"{path}[{place}]")
        case _:
            yield path, value


def items_of(value: Any) -> list[Any]:
    """What a list in words is made of."""
    match value:
        case Message(id="list.one"):
            return [value.values["item"]]
        case Message() if value.id.startswith("list.") and "last" in value.values:
            return [*value.values["first"], value.values["last"]]
        case list() | tuple():
            return list(value)
    return [value]
