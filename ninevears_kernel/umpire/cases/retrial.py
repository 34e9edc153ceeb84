"""A case ruled again with some edits, as quickly as can be: what would follow if it were otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from ...core.dice import GivenDice, NoDice, RollWanted
from ...core.errors import BadInput
from ...core.questions import Question
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, Violation
from ...input_files import convert
from ...nine_years.components.changes import changed
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from .case import Case, position_of, question_of
from .edits import Edit, edited


class Retrial:
    """A case that is ruled again and again: the same question, tables and readings.

    Attributes:
        case: the case.
        rule_tables: the tables in force.
        question: what it asks.
        position: the position of which it speaks, or None.
        dice: the faces that the ruling had.
        rulings: how often it was ruled again.

    >>> from .edits import given_edit
    >>> again = Retrial(Case("ninevears-case/1", "NY", "force", {"leaders": [5], "corps": 6}), None)
    >>> again.verdict(())[0], again.verdict([given_edit("corps", 6, 5)])[0]
    ('illegal', 'legal')
    """

    def __init__(self, case: Case, rule_tables: RuleTables | None, dice: Sequence[int] = ()) -> None:
        self.case, self.rule_tables, self.dice = case, rule_tables, tuple(dice)
        self.question: Question = question_of(case)
        self.position: Position | None = position_of(case, rule_tables)
        self.rulings = 0

    def given(self, edits: Sequence[Edit]) -> Any:
        """The question's ``given`` with some edits; None when they change nothing of the position.

        Raises:
            BadInput: an edit cannot be made.
        """
        if self.position is None:
            return convert(edited(self.case, edits).given, self.question.given)
        plain = [edit for edit in edits if "given" not in edit.data]
        others = [edit for edit in edits if "given" in edit.data]
        position = changed(self.position, [edit.data for edit in plain], rule_tables=self.rule_tables)
        if plain and position == self.position:
            return None
        bare = {name: value for name, value in self.case.given.items() if name not in ("scenario", "changes")}
        bare["position"] = position
        if others:
            kept = structs.replace(self.case, given={k: v for k, v in bare.items() if k != "position"})
            bare = {**edited(kept, others).given, "position": position}
        return convert(bare, self.question.given)

    def verdict(self, edits: Sequence[Edit]) -> tuple[str, tuple[Violation, ...]] | None:
        """The verdict with some edits and the dice that were rolled, and what is violated then.

        Returns:
            None when the edits cannot be made, or change nothing.
        """
        found = self.finding(edits)
        if found is None:
            return None
        answer, violations = found
        return answer.verdict if answer is not None else "result", violations

    def finding(self, edits: Sequence[Edit]) -> tuple[Answer | None, tuple[Violation, ...]] | None:
        """What is found with some edits and the dice that were rolled, and what is violated then.

        Returns:
            None when the edits cannot be made, or change nothing; the answer is None when nothing stands
            before the dice are rolled.
        """
        self.rulings += 1
        dice = GivenDice(self.dice) if self.dice else NoDice()
        context = RulingContext(dice, self.case.readings, recorded=False, tables=self.rule_tables)
        found: Answer | None
        try:
            given = self.given(edits)
            if given is None:
                return None
            found = self.question.procedure(given, context)
        except RollWanted:
            found = context.known
        except BadInput:
            return None
        return found, tuple(context.violations)
