"""The kit's own tables: what the sources leave out, each replaceable by an umpire's file.

`standard_kit()` is what the package carries; `rule_tables_from_file` lays an umpire's file over it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import copy
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...core.ruling_context import RulingContext
from ...input_files import convert
from .event_cards import EventCard, load_event_cards
from .scenario import STANDARD, LeaderRow, Scenario, load_scenario
from .sides import SIDES, Side
from .tables import DATA

FORMAT = "ninevears-rules/1"
Number = Annotated[int, Meta(ge=0, le=99)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]
Die = Annotated[int, Meta(ge=-9, le=20)]


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of ``kit_rules.toml``; the file says what each line is for."""


class Stacking(Section, frozen=True):
    """The stacking limit (NY 4.1.1)."""

    limit: Annotated[int, Meta(ge=1, le=99)]


class VictoryPoints(Section, frozen=True):
    """What captures and victories are worth (NY 6.1.2)."""

    fortress: Number
    capital: Number
    famous_victory: Number
    highest: Annotated[int, Meta(ge=36, le=40)]


class Garrison(Section, frozen=True):
    """Garrisons and what they add (NY 17.3, 17.4)."""

    most: Number
    full: Number
    reduced: Number


class Interception(Section, frozen=True):
    """The interception roll (NY 14.6.2)."""

    needed: Die
    red_link: Modifier
    fortified_line: Modifier


class Avoidance(Section, frozen=True):
    """The roll to avoid battle (NY 14.7.2)."""

    needed: Die


class FortifiedLines(Section, frozen=True):
    """Fortified lines (NY 15.1, 15.2, 15.4)."""

    corps: Number
    levels_a_turn: Annotated[int, Meta(ge=1, le=3)]
    highest: Annotated[int, Meta(ge=1, le=3)]
    passed_above: Die


class Battle(Section, frozen=True):
    """Battle (NY 16.2.1 to 16.4)."""

    full: Number
    reduced: Number
    without_leader: Number
    demoralised: Modifier
    red_link: Modifier
    losses: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(min_length=1, max_length=20)]
    sure_hit: Die
    commander_out: Die
    into_fortress: Number


class StaffOfficers(Section, frozen=True):
    """Staff officers (NY 16.3.2)."""

    most: Annotated[int, Meta(ge=0, le=4)]


class FamousVictory(Section, frozen=True):
    """A famous victory (NY 16.5)."""

    hits_more: Number
    strength: Number


class SiegeResult(Section, frozen=True):
    """A row of the siege table: on a total of at least this, so much strength is lost (NY 17.5.2)."""

    at_least: Die
    strength: Annotated[int, Meta(ge=0, le=3)]


class SiegeRules(Section, frozen=True):
    """The siege roll (NY 17.5.2, 17.5.3)."""

    continuing: Modifier
    twice: Modifier
    demoralised: Modifier
    limited: Modifier
    results: Annotated[tuple[SiegeResult, ...], Meta(min_length=1)]


class SeaMovement(Section, frozen=True):
    """The sea movement roll (NY 14.5.2)."""

    enemy: Modifier
    arrives: Die
    one_reduced: Die


class KingWilliam(Section, frozen=True):
    """King William's War (NY 18.1 to 18.4)."""

    support: Modifier
    strengthened: Modifier
    cost: Number
    bourbon: Die
    alliance: Die
    cards: Annotated[int, Meta(ge=0, le=4)]


class Tables(Section, frozen=True):
    """All sections of ``kit_rules.toml``."""

    format: Literal["ninevears-rules/1"]
    stacking: Stacking
    victory_points: VictoryPoints
    garrison: Garrison
    interception: Interception
    avoidance: Avoidance
    fortified_lines: FortifiedLines
    battle: Battle
    staff_officers: StaffOfficers
    famous_victory: FamousVictory
    siege: SiegeRules
    sea_movement: SeaMovement
    king_william: KingWilliam


class RuleTables:
    """The tables in force.

    Attributes:
        numbers: the numbers, section by section.
        scenario: start, leaders and schedule.
        events: the event cards by name.
        own: for each part that an umpire replaced (a section, ``events``, ``scenario``), the file that they
            put in its place.
        file: the name of the umpire's file, empty without one.
        digest: a short sum over all their files, empty without any; a log says it.
        leaders: the scenario's leaders; a leader's number is his place here.
        leader_number: the number of each leader by his name.
        leaders_of: for each side the numbers of its leaders.
        event_words: what `vocabulary.words_of` has read of the cards; empty until it is asked.

    >>> standard_rule_tables().numbers.battle.sure_hit, standard_rule_tables().own
    (6, mappingproxy({}))
    """

    def __init__(
        self,
        numbers: Tables,
        scenario: Scenario,
        events: Mapping[str, EventCard],
        own: Mapping[str, str] = MappingProxyType({}),
        file: str = "",
        digest: str = "",
    ) -> None:
        self.numbers: Tables = numbers
        self.scenario: Scenario = scenario
        self.events: Mapping[str, EventCard] = events
        self.own: Mapping[str, str] = own
        self.file: str = file
        self.digest: str = digest
        self.leaders: tuple[LeaderRow, ...] = scenario.leaders
        self.leader_number: dict[str, int] = {row.name: number for number, row in enumerate(self.leaders)}
        self.leaders_of: dict[Side, tuple[int, ...]] = {
            side: tuple(number for number, row in enumerate(self.leaders) if row.side == side)
            for side in SIDES
        }
        self.event_words: dict[str, Any] = {}

    def part(self, name: str) -> Any:
        """A section of the tables, or ``events`` or ``scenario``, by its name.

        >>> standard_rule_tables().part("stacking").limit
        12
        """
        return getattr(self, name) if name in PARTS else getattr(self.numbers, name)

    def for_case(self, context: RulingContext) -> RuleTables:
        """The same tables for a board on which a case is played: each section that is read is noted in the
        context, so that its ruling names an umpire's own.

        >>> context = RulingContext(tables=standard_rule_tables())
        >>> standard_rule_tables().for_case(context).numbers.battle.sure_hit, list(context.looked_up)
        (6, ['battle'])
        """
        twin = copy(self)
        twin.numbers = LookedUp(self.numbers, context.looked_up)  # type: ignore[assignment]
        return twin


class LookedUp:
    """Numbers whose sections are noted as they are read.

    Args:
        numbers: the numbers.
        noted: where the names of the sections go.
    """

    def __init__(self, numbers: Tables, noted: dict[str, None]) -> None:
        self._numbers, self._noted = numbers, noted

    def __getattr__(self, section: str) -> Any:
        self._noted[section] = None
        return getattr(self._numbers, section)


PARTS = ("events", "scenario")
"""What an umpire may replace besides the sections of ``kit_rules.toml``."""


def standard_data() -> dict[str, Any]:
    """What ``kit_rules.toml`` holds."""
    return tomllib.loads((DATA / "kit_rules.toml").read_text(encoding="utf-8"))


@cache
def standard_rule_tables() -> RuleTables:
    """The tables of the package."""
    return RuleTables(
        convert(standard_data(), Tables), load_scenario(STANDARD), load_event_cards(DATA / "events.csv")
    )


def rule_tables_at(context: RulingContext) -> RuleTables:
    """The tables in force for a case, each section that is read counted as looked up; those of the package
    where there are none.

    >>> rule_tables_at(RulingContext()) is standard_rule_tables()
    True
    """
    return (
        context.tables.for_case(context) if isinstance(context.tables, RuleTables) else standard_rule_tables()
    )
