"""The hearing of one case: the dice, the readings in force, and the record of the steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dice import Dice, NoDice
from .messages import Message
from .readings import readings
from .rulings import Step, Violation, frozen


class Hearing:
    """What a rule is given besides the position: dice to roll, readings to follow, a record to write.

    Args:
        dice: where rolls come from; by default asking for one is an error.
        chosen: options of readings that differ from the default.
        recorded: False makes no record, for odds and for play, where nobody looks.

    >>> hearing = Hearing()
    >>> hearing.step("NY 13.5.4", "rally.limit", rating=5, limit=3)
    >>> str(hearing.steps[0].says)
    'A leader of command rating 5 rallies up to 3 corps: half his rating, rounded up.'
    """

    __slots__ = ("chosen", "consulted", "dice", "recorded", "steps", "violations")

    def __init__(
        self, dice: Dice | None = None, chosen: Mapping[str, str] | None = None, recorded: bool = True
    ) -> None:
        self.dice: Dice = NoDice() if dice is None else dice
        self.chosen = chosen or {}
        self.consulted: dict[str, None] = {}
        self.steps: list[Step] = []
        self.violations: list[Violation] = []
        self.recorded = recorded

    def step(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a step of the reasoning."""
        if self.recorded:
            self.steps.append(Step(clause_id, Message(message, **values)))

    def violation(self, clause_id: str, message: str, remedy: Message | None = None, /, **facts: Any) -> None:
        """Records a broken clause, with the facts that broke it."""
        self.violations.append(Violation(clause_id, Message(message, **facts), frozen(facts), remedy))

    def reading(self, name: str) -> str:
        """The option in force of a reading; remembers that it was asked for."""
        self.consulted[name] = None
        return self.chosen.get(name) or readings()[name].default
