"""What a case is ruled in: the dice, the readings and tables in force, and the record of the steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .dice import Dice, NoDice
from .messages import Message
from .readings import default_of
from .rulings import Answer, Step, Violation, frozen


class TablesInForce(Protocol):
    """The tables of a game, parts of which an umpire may have replaced."""

    @property
    def own(self) -> Mapping[str, str]:
        """For each part that the umpire replaced, the file used instead."""

    def part(self, name: str) -> Any:
        """A part of the tables."""


@dataclass(slots=True)
class Consulted:
    """What a ruling asked for, whatever the dice said: where none of it changes, the ruling does not either.

    Attributes:
        readings: names of readings.
        tables: names of parts of the tables.
    """

    readings: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)

    @property
    def data(self) -> dict[str, list[str]]:
        """The same as plain data."""
        return {"readings": sorted(self.readings), "tables": sorted(self.tables)}


class RulingContext:
    """What a rule is given besides the position: dice to roll, readings to follow, a record to write.

    Args:
        dice: where rolls come from; by default asking for one is an error.
        chosen: options of readings that differ from the default.
        recorded: False makes no record, for odds and for play, where nobody looks.
        tables: the tables in force, where the game has any.
        noted: where it is noted what was asked for; then the kit's own tables are counted as looked up too.

    Attributes:
        known: what stands whatever the dice will say, for a ruling before anybody has rolled.

    >>> context = RulingContext()
    >>> context.step("NY 13.5.4", "rally.limit", rating=5, limit=3)
    >>> str(context.steps[0].says)
    'A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.'
    """

    __slots__ = (
        *("chosen", "consulted", "dice", "known", "looked_up", "noted"),
        *("recorded", "steps", "tables", "violations"),
    )

    def __init__(
        self,
        dice: Dice | None = None,
        chosen: Mapping[str, str] | None = None,
        recorded: bool = True,
        tables: TablesInForce | None = None,
        noted: Consulted | None = None,
    ) -> None:
        self.dice: Dice = NoDice() if dice is None else dice
        self.chosen: Mapping[str, str] = chosen or {}
        self.consulted: dict[str, None] = {}
        self.tables = tables
        self.looked_up: dict[str, None] = {}
        self.steps: list[Step] = []
        self.violations: list[Violation] = []
        self.recorded = recorded
        self.noted = noted
        self.known: Answer | None = None

    def step(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a step of the reasoning."""
        if self.recorded:
            self.steps.append(Step(clause_id, Message(message, **values)))

    def decides(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a step that turns the ruling, to be shown where not all are."""
        if self.recorded:
            self.steps.append(Step(clause_id, Message(message, **values), decides=True))

    def violation(self, clause_id: str, message: str, remedy: Message | None = None, /, **facts: Any) -> None:
        """Records a broken clause, with the facts that broke it."""
        self.violations.append(Violation(clause_id, Message(message, **facts), frozen(facts), remedy))

    def reading(self, name: str) -> str:
        """The option in force of a reading; remembers that it was asked for."""
        self.consulted[name] = None
        return self.chosen.get(name) or default_of(name)

    def table(self, part: str) -> Any:
        """A part of the tables in force; remembers that it was looked up, so that a ruling can name the file
        of an umpire's own.
        """
        if self.tables is None:
            raise ValueError(f"this context has no tables, and {part!r} is asked for")
        self.looked_up[part] = None
        return self.tables.part(part)

    def note(self) -> None:
        """Notes what was asked for until now, where somebody wants to know."""
        if self.noted is not None:
            self.note_for(self.noted)

    def note_for(self, noted: Consulted) -> None:
        """Notes it for somebody else."""
        noted.readings.update(self.consulted)
        noted.tables.update(self.looked_up)

    @property
    def custom_rules(self) -> tuple[str, ...]:
        """The umpire's own tables that were looked up: each part with its file."""
        own = self.tables.own if self.tables is not None else {}
        return tuple(f"{part}: {own[part]}" for part in self.looked_up if part in own)
