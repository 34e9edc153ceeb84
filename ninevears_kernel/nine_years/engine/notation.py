"""The notation: every choice, and every entry of the agenda, as a short text that a person could type.

A verb and its arguments, separated by commas::

    campaign Antwerp
    with 3 Dutch Republic reduced
    raise Catalan, Girona, reduced

In play it is a tuple of the verb and its arguments: spaces, leaders and corps as numbers (`board`), the
rest as they are. What kinds of argument a verb takes stands in ``data/actions.csv``;
`parsed(written(action))` gives the same action back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import Any, NamedTuple

from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ..components.map import game_map
from ..components.map_masks import NUMBER, SPACES
from ..components.piece_numbers import POWER_NUMBER, POWERS, STATES
from ..components.powers import power_named
from ..components.rule_tables import RuleTables
from ..components.sides import SIDES
from ..components.tables import data_table

Action = tuple[Any, ...]
"""A verb and its arguments."""

NOTHING = "-"
"""How an empty list is written."""
FLEETS = ("Brest", "Toulon", "Atlantic", "Mediterranean")


class Kind(NamedTuple):
    """A kind of argument: how a value is written, and read back."""

    write: Callable[[Any, RuleTables], str]
    read: Callable[[str, RuleTables], Any]


class Verb(NamedTuple):
    """A verb of the notation: the kinds of its arguments, and the clause that it acts under."""

    name: str
    kinds: tuple[str, ...]
    clause_id: str


@cache
def verbs() -> dict[str, Verb]:
    """The verbs by name, from ``data/actions.csv``.

    >>> verbs()["campaign"].kinds
    ('space',)
    """
    return {
        row["verb"]: Verb(row["verb"], tuple(row["arguments"].split()), row["clause"])
        for row in data_table("actions")
    }


def written(action: Action, rule_tables: RuleTables, kinds: tuple[str, ...] | None = None) -> str:
    """An action as text.

    Args:
        action: a verb and its arguments.
        rule_tables: the tables in force, which name leaders and events.
        kinds: the kinds of the arguments, where the verb is not one of `verbs`.

    >>> from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
    >>> written(parsed("RAISE Catalan, girona, reduced", standard_rule_tables()), standard_rule_tables())
    'raise Catalan, Girona, reduced'
    """
    verb, *arguments = action
    kinds = verbs()[verb].kinds if kinds is None else kinds
    texts = [KINDS[kind].write(value, rule_tables) for kind, value in zip(kinds, arguments, strict=True)]
    return f"{verb} {', '.join(texts)}" if texts else str(verb)


def parsed(text: str, rule_tables: RuleTables) -> Action:
    """The action that a text says; capitals, accents and spaces between words are free.

    Raises:
        BadInput: no such verb, or an argument that it does not take; says what was expected.
    """
    verb, _, rest = text.strip().partition(" ")
    known = verbs().get(verb.casefold())
    if known is None:
        raise UnknownName("verb", verb, Message("kind.verb"), verbs())
    return known.name, *arguments_of(rest, known.kinds, rule_tables, verb=known.name)


def arguments_of(text: str, kinds: tuple[str, ...], rule_tables: RuleTables, verb: str) -> tuple[Any, ...]:
    """The arguments that a text says, of these kinds.

    Raises:
        BadInput: there are too many or too few, or one cannot be read.
    """
    if not text and not kinds:
        return ()
    texts = text.split(",") if text.strip() else []
    if len(texts) != len(kinds):
        names = {"verb": verb, "count": len(kinds), "kinds": [_name(kind) for kind in kinds]}
        expected = Message("expected.arguments" if kinds else "expected.no-arguments", **names)
        raise BadInput(verb, text.strip() or Message("found.nothing"), expected)
    return tuple(
        [KINDS[kind].read(part.strip(), rule_tables) for kind, part in zip(kinds, texts, strict=True)]
    )


def _name(kind: str) -> Message:
    return Message(f"kind.{kind}")


def _one_of(kind: str, *options: str) -> Kind:
    return Kind(
        lambda value, rule_tables: str(value), lambda text, rule_tables: _known_as(kind, text, options)
    )


def _read_number(text: str, rule_tables: RuleTables) -> int:
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 4:
        raise BadInput("number", text, Message("kind.number"))
    return int(text)


def _read_flag(text: str, rule_tables: RuleTables) -> bool:
    if text.casefold() not in ("yes", "no"):
        raise BadInput("flag", text, Message("kind.flag"))
    return text.casefold() == "yes"


def _read_space(text: str, rule_tables: RuleTables) -> int:
    number = NUMBER.get(text)
    return game_map().space(text, "space").index if number is None else number


def _known_as(kind: str, text: str, names: Collection[str]) -> str:
    """The name that a text means, whatever its capitals."""
    found = text if text in names else {name.casefold(): name for name in names}.get(text.casefold())
    if found is None:
        raise UnknownName(kind, text, _name(kind), names)
    return found


def _read_leader(text: str, rule_tables: RuleTables) -> int:
    return rule_tables.leader_number[_known_as("leader", text, rule_tables.leader_number)]


def _read_event(text: str, rule_tables: RuleTables) -> str:
    return _known_as("event", text, rule_tables.events)


def _write_corps(corps: int, rule_tables: RuleTables) -> str:
    return " ".join((POWERS[corps >> 3], *(name for name, flag in STATES if corps & flag)))


def _read_corps(text: str, rule_tables: RuleTables) -> int:
    words = text.split()
    flags = 0
    for name, flag in reversed(STATES):
        if words and words[-1].casefold() == name:
            words.pop()
            flags |= flag
    return POWER_NUMBER[power_named(" ".join(words), "corps").name] << 3 | flags


def _write_some(some: tuple[int, int], rule_tables: RuleTables) -> str:
    return f"{some[0]} {_write_corps(some[1], rule_tables)}"


def _read_some(text: str, rule_tables: RuleTables) -> tuple[int, int]:
    number, _, corps = text.partition(" ")
    return _read_number(number, rule_tables), _read_corps(corps, rule_tables)


def _many(kind: Kind) -> Kind:
    """A list of values of a kind."""

    def read(text: str, rule_tables: RuleTables) -> tuple[Any, ...]:
        return (
            () if text == NOTHING else tuple(kind.read(part.strip(), rule_tables) for part in text.split(";"))
        )

    return Kind(
        lambda values, rule_tables: "; ".join(kind.write(v, rule_tables) for v in values) or NOTHING, read
    )


_LEADER = Kind(lambda value, rule_tables: rule_tables.leaders[value].name, _read_leader)
_CORPS = Kind(_write_corps, _read_corps)

KINDS: dict[str, Kind] = {
    "space": Kind(lambda value, rule_tables: SPACES[value].name, _read_space),
    "leader": _LEADER,
    "leaders": _many(_LEADER),
    "corps": _CORPS,
    "many": _many(_CORPS),
    "some": Kind(_write_some, _read_some),
    "number": Kind(lambda value, rule_tables: str(value), _read_number),
    "flag": Kind(lambda value, rule_tables: "yes" if value else "no", _read_flag),
    "side": _one_of("side", *SIDES),
    "power": Kind(lambda value, rule_tables: str(value), lambda text, rule_tables: power_named(text).name),
    "fleet": _one_of("fleet", *FLEETS),
    "strength": _one_of("strength", "full", "reduced"),
    "concession": _one_of("concession", "none", "card", "points", "both"),
    "phase": _one_of("phase", "event", "reinforcement", "campaign", "winter"),
    "event": Kind(lambda value, rule_tables: str(value), _read_event),
    "zone": _one_of("zone", "Atlantic", "Mediterranean"),
    "area": _one_of("area", "anywhere", *dict.fromkeys(space.region for space in SPACES)),
    "who": _one_of("who", *SIDES, "player", "opponent"),
}
"""Every kind of argument by its name in ``data/actions.csv``, in the agenda, and in ``data/events.csv``."""
