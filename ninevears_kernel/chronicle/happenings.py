"""The chronicle's events by month, as plain values: what happened, who led, what a reader chose to see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Literal

from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..nine_years.atlas.sheet import EAST, NORTH, SOUTH, WEST
from ..nine_years.components.map import game_map
from ..nine_years.components.sides import SIDES, Side, enemy
from .calendars import precision, span
from .tables import by_id, event_row, parts, rows

KINDS = ("battle", "siege", "naval", "campaign", "raid", "treaty", "politics", "finance")
"""What an event may be; those of arms come first."""
OF_ARMS = KINDS[:5]
THEATRES = (
    *("low-countries", "rhine", "savoy", "catalonia", "ireland", "britain", "seas", "colonies", "courts"),
)
"""Where an event may be."""
MONTHS = tuple(f"{year}-{month:02}" for year in range(1688, 1698) for month in range(1, 13))
"""The months through which one can go."""
Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")
_NUMERALS = {"i", "ii", "iii", "iv", "v", "viii", "xi", "xii", "xiv"}


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the chronicle.

    Attributes:
        id, name, kind, theatre: as in the table of events.
        begin, end: the first and the last day that it may have lasted.
        latitude, longitude: where.
        side: the side that attacked; None where nobody did.
        row: its row in the table.
    """

    id: str
    name: str
    kind: str
    theatre: str
    begin: date
    end: date
    latitude: float
    longitude: float
    side: Side | None
    row: Mapping[str, str] = field(hash=False, compare=False, repr=False)

    @property
    def month(self) -> str:
        """The month of its first day, such as ``1690-07``."""
        return f"{self.begin:%Y-%m}"

    @property
    def is_on_the_map(self) -> bool:
        """Whether the map shows the place where it happened."""
        return SOUTH < self.latitude < NORTH and WEST < self.longitude < EAST and self.theatre != "colonies"

    def commanders(self, role: Role) -> tuple[str, ...]:
        """The ids of those who led on one side."""
        return parts(self.row[f"{role}_commanders"])

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of all who led."""
        return tuple(dict.fromkeys(person for role in ROLES for person in self.commanders(role)))


def _happening(row: Mapping[str, str]) -> Happening:
    side: Side | None = next((side for side in SIDES if side == row["attacker"]), None)
    return Happening(
        row["id"], row["name"], row["kind"], row["theatre"], span(row["begin"])[0], span(row["end"])[1],
        float(row["latitude"]), float(row["longitude"]), side, row,
    )  # fmt: skip


@cache
def _all() -> Mapping[str, Happening]:
    found = sorted(map(_happening, rows("events")), key=lambda one: (one.begin, one.end, one.id))
    return {one.id: one for one in found}


def happening(id: str) -> Happening:
    """An event by its id.

    Raises:
        UnknownName: the chronicle has no such event; says the nearest.

    >>> happening("fleurus-1690").side
    'Bourbon'
    """
    event_row(id)
    return _all()[id]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader wants to see.

    Attributes:
        theatres, kinds: of `THEATRES` and `KINDS`; empty: all.
        commander: the id of somebody who leads; None: everybody.

    Raises:
        UnknownName: there is no such theatre, kind or person.
    """

    theatres: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    commander: str | None = None

    def __post_init__(self) -> None:
        for one in self.theatres:
            if one not in THEATRES:
                raise UnknownName("theatre", one, Message("kind.theatre-of-war"), THEATRES)
        for one in self.kinds:
            if one not in KINDS:
                raise UnknownName("kind", one, Message("kind.kind-of-event"), KINDS)
        if self.commander is not None and self.commander not in by_id("people"):
            raise UnknownName("commander", self.commander, Message("kind.person"), by_id("people"))

    def takes(self, one: Happening) -> bool:
        """Whether an event is wanted."""
        return (
            (not self.theatres or one.theatre in self.theatres)
            and (not self.kinds or one.kind in self.kinds)
            and (self.commander is None or self.commander in one.people)
        )


EVERYTHING = Choice()


def chosen(
    theatres: Collection[str] | str | None = None,
    kinds: Collection[str] | str | None = None,
    commander: str | None = None,
) -> Choice:
    """A choice from names, or from one name.

    >>> chosen("ireland", ["siege"], "sarsfield").theatres
    ('ireland',)
    """
    return Choice(_names(theatres), _names(kinds), commander or None)


def _names(given: Collection[str] | str | None) -> tuple[str, ...]:
    return () if given is None else (given,) if isinstance(given, str) else tuple(given)


def happenings(choice: Choice = EVERYTHING) -> tuple[Happening, ...]:
    """The events of the months of `MONTHS` that a reader wants, in the order of their days.

    >>> [one.name for one in happenings(chosen("low-countries", "battle", "luxembourg"))][:2]
    ['Battle of Fleurus', 'Combat of Leuze']
    """
    first, last = span(MONTHS[0])[0], span(MONTHS[-1])[1]
    return tuple(
        one for one in _all().values() if first <= one.end and one.begin <= last and choice.takes(one)
    )


def in_month(month: str, choice: Choice = EVERYTHING) -> tuple[Happening, ...]:
    """What happened in a month, then what was under way before it began.

    >>> "fleurus-1690" in [one.id for one in in_month("1690-07")]
    True
    """
    first, last = span(month)
    found = [one for one in happenings(choice) if one.begin <= last and first <= one.end]
    return tuple(sorted(found, key=lambda one: one.begin < first))


def counts(choice: Choice = EVERYTHING) -> list[int]:
    """For each month how many events began in it."""
    begun = [one.month for one in happenings(choice)]
    return [begun.count(month) for month in MONTHS]


def month_of(when: str | date) -> tuple[str, date]:
    """The month that somebody means, and the day: the last one when only the month is said.

    Raises:
        BadInput: it is no month, or none of `MONTHS`.

    >>> month_of("1692-06"), month_of("1692-07-01")
    (('1692-06', datetime.date(1692, 6, 30)), ('1692-07', datetime.date(1692, 7, 1)))
    """
    text = f"{when:%Y-%m-%d}" if isinstance(when, date) else when
    if isinstance(text, str) and precision(text) in ("day", "month") and text[:7] in MONTHS:
        return text[:7], span(text)[1]
    raise BadInput("date", when, Message("expected.chronicle-month", first=MONTHS[0], last=MONTHS[-1]))


# ---- people


@cache
def commanders() -> Mapping[str, int]:
    """Who led in an event of arms, in the order of their names, and in how many.

    >>> commanders()["luxembourg"] > 5
    True
    """
    led = [person for one in happenings(Choice(kinds=OF_ARMS)) for person in one.people]
    names = sorted(set(led), key=lambda one: short_name(one).casefold())
    return {person: led.count(person) for person in names}


@cache
def short_name(person: str) -> str:
    """The name by which everybody knows a person, from its id or its counter in the game.

    >>> short_name("luxembourg"), short_name("william-iii"), short_name("victor-estrees")
    ('Luxembourg', 'William III', 'Victor Estrees')
    """
    row = by_id("people").get(person)
    if row and row["leader"]:
        return row["leader"]
    return " ".join(
        word.upper() if word in _NUMERALS else word if word in ("of", "der", "van") else word.capitalize()
        for word in person.split("-")
    )


def side_of(person: str, one: Happening) -> Side | None:
    """On which side somebody stood in an event; None where that is not known."""
    role = next((role for role in ROLES if person in one.commanders(role)), None)
    if one.side is not None and role is not None:
        return one.side if role == "attacker" else enemy(one.side)
    row = by_id("people").get(person)
    return next((side for side in SIDES if row and row["side"] == side), None)


def nearest_space(one: Happening) -> int:
    """The number of the space of the map that lies nearest to an event, or its own."""
    board = game_map()
    if one.row["space"] in board.by_name:
        return board.by_name[one.row["space"]].index
    return min(
        board.spaces,
        key=lambda space: (space.lat - one.latitude) ** 2 + (0.65 * (space.lon - one.longitude)) ** 2,
    ).index


def names_of(people: Iterable[str]) -> list[str]:
    """The short names of people."""
    return [short_name(person) for person in people]
