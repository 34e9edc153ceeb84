"""Powers, their sides and their capitals (NY 2.2, 2.4, 7)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core.clauses import carries_out
from ...core.errors import UnknownName
from ...core.messages import Message
from ...core.readings import readings
from ...core.ruling_context import RulingContext
from .map import game_map
from .position import OnTheMap
from .sides import SIDES, Side
from .tables import data_table

NEUTRAL_THROUGHOUT, LISBON = "Portugal", "Lisbon"  # NY 7.2.2, 2.2
SAVOY = "Savoy"  # NY 7.2.1
PORT_CAPITALS = ("Amsterdam", "Lisbon", "Barcelona")  # NY 11.1.3.c


JOINS = {"revolution": "NY 20.2.5.2", "savoy": "NY 7.2.1.b"}
"""For each occasion on which a power enters, its clause."""


class Power(NamedTuple):
    """A power that owns corps; `joins` is the occasion on which it enters, empty from the start."""

    name: str
    side: Side
    joins: str
    capitals: tuple[str, ...]
    raise_limit: int
    restore_limit: int
    corps_limit: int | None


@carries_out("NY 7.1.1", "NY 7.2.4", "NY 7.2.5", "NY 2.4")
@cache
def powers() -> dict[str, Power]:
    """The powers by name, from ``data/powers.csv``."""
    return {
        row["power"]: Power(
            row["power"],
            "Bourbon" if row["side"] == "Bourbon" else "Alliance",
            row["joins"],
            tuple(filter(None, row["capitals"].split(";"))),
            int(row["raise_limit"]),
            int(row["restore_limit"]),
            int(row["corps_limit"]) if row["corps_limit"] else None,
        )
        for row in data_table("powers")
    }


def power_named(name: str, field: str = "power") -> Power:
    """The power of this name ("Dutch" serves for the Dutch Republic).

    Raises:
        UnknownName: there is none.
    """
    known = powers()
    if isinstance(name, str) and name in known:
        return known[name]
    by_folded = {power.casefold(): power for power in known} | {
        "dutch": "Dutch Republic",
        "jacobites": "Jacobite",
    }
    found = by_folded.get(str(name).casefold())
    if found is None:
        raise UnknownName(field, name, Message("kind.power"), known)
    return known[found]


@carries_out("NY 7.2.1.a", "NY 7.2.1.b")
def savoy_is_neutral(position: OnTheMap) -> bool:
    """Whether Savoy is out of the war: no space of its is controlled by a side."""
    return not (position.control.Bourbon | position.control.Alliance) & _home(SAVOY)


@cache
def _home(power: str) -> int:
    """The mask of a power's home spaces."""
    return sum(1 << space.index for space in game_map().spaces if space.power == power)


def side_of(position: OnTheMap, power: str) -> Side | None:
    """The side for which a power fights now, or None while it has not joined."""
    return _side_of(power, position.revolution, savoy_is_neutral(position))


@cache
def _side_of(power: str, revolution: bool, savoy_neutral: bool) -> Side | None:
    found = powers()[power]
    waits = {"revolution": not revolution, "savoy": savoy_neutral}
    return None if waits.get(found.joins) else found.side


def capitals(position: OnTheMap, power: str, context: RulingContext) -> tuple[str, ...]:
    """The capitals of a power now, whoever controls them."""
    return _capitals(power, position.revolution, _option(power, position.revolution, context))


@carries_out("NY 2.2", "NY 6.1.2")
def is_capital(position: OnTheMap, space: str, context: RulingContext) -> bool:
    """Whether a space is a capital of any power now; a reading is asked for where it depends on one.

    >>> from .scenario import scenario_1688
    >>> [is_capital(scenario_1688(), space, RulingContext()) for space in ("Turin", "Barcelona", "Highlands")]
    [True, False, False]
    """
    might = _might_be_capital().get(space, ())
    return space == LISBON or any(space in capitals(position, power, context) for power in might)


@cache
def _might_be_capital() -> dict[str, tuple[str, ...]]:
    """For each space the powers whose capital it is, or may be by a reading or after the revolution."""
    found: dict[str, tuple[str, ...]] = {}
    for power in powers():
        name = _READING_OF_CAPITALS.get(power)
        options = readings()[name].options if name else ("",)
        for space in {
            s for o in options for revolution in (False, True) for s in _capitals(power, revolution, o)
        }:
            found[space] = (*found.get(space, ()), power)
    return found


def friendly_capitals(position: OnTheMap, side: Side, context: RulingContext) -> tuple[str, ...]:
    """The capitals of all powers that fight for a side now, whoever controls them."""
    options = tuple(_option(power, position.revolution, context) for power in _READ_OTHERWISE[side])
    return _friendly_capitals(side, position.revolution, savoy_is_neutral(position), options)


_READING_OF_CAPITALS = {
    "Jacobite": "jacobite-capital",
    "Spain": "barcelona",
    "Empire": "empire-capital",
    "Subsidy": "empire-capital",
}
"""The reading on which the capitals of a power depend."""
_READ_OTHERWISE: dict[Side, tuple[str, ...]] = {
    side: tuple(power for power in _READING_OF_CAPITALS if powers()[power].side == side) for side in SIDES
}


def _option(power: str, revolution: bool, context: RulingContext) -> str:
    """The option in force of the reading on which a power's capitals depend; empty when they do on none."""
    name = _READING_OF_CAPITALS.get(power)
    if name is None or (power == "Jacobite" and revolution):  # NY 7.2.6.c
        return ""
    return context.reading(name)


@carries_out("NY 2.2", "NY 2.4", "NY 7.2.6.b", "NY 7.2.6.c", "NY 7.2.3")
@cache
def _capitals(power: str, revolution: bool, option: str) -> tuple[str, ...]:
    if power == "Jacobite":
        if revolution:
            return ("London", "Paris", "Highlands")  # NY 7.2.6.c
        return ("York",) if option == "york" else ("London",)  # NY 7.2.6.b
    if option == "one":
        return ("Frankfurt",)  # NY 2.4
    more = ("Barcelona",) if power == "Spain" and option == "spain" else ()  # NY 2.2
    return powers()[power].capitals + more


@cache
def _friendly_capitals(
    side: Side, revolution: bool, savoy_neutral: bool, options: tuple[str, ...]
) -> tuple[str, ...]:
    friendly = [power for power in powers() if _side_of(power, revolution, savoy_neutral) == side]
    option_of = dict(zip(_READ_OTHERWISE[side], options, strict=True))
    return tuple(
        dict.fromkeys(
            name for power in friendly for name in _capitals(power, revolution, option_of.get(power, ""))
        )
    )


def capitals_on_map() -> dict[str, tuple[str, ...]]:
    """For each space that is a capital, whose; the Jacobites' capitals, which change, are left out.

    >>> capitals_on_map()["Frankfurt"]
    ('Empire', 'Subsidy')
    """
    found: dict[str, tuple[str, ...]] = {LISBON: (NEUTRAL_THROUGHOUT,)}
    for power in powers().values():
        if power.name != "Catalan":  # NY 7.2.3: it borrows Paris
            for name in power.capitals:
                found[name] = (*found.get(name, ()), power.name)
    return found
