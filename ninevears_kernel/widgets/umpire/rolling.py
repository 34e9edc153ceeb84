"""The dice of a case on the desk: the case tells who rolls, and what they rolled is put in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import structs

from ...core.errors import NinevearsError
from ...nine_years.components.rule_tables import RuleTables
from ...umpire.cases.cases import Case
from ...umpire.cases.rolls import by_roller, dice_due, settled_dice
from ..parts.fields import Quiet
from .dice import DiceForm


class RolledOn(Protocol):
    """What is asked of a desk where dice are typed."""

    dice_form: DiceForm
    story: Any

    @property
    def case(self) -> Case:
        """The case as it stands."""

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force."""

    def rule(self) -> Any:
        """Rules on the case."""

    def facts_changed(self) -> None:
        """Hears that something else is asked."""


class Rolling:
    """Brings the fields of the rollers and the dice of the case together.

    Args:
        desk: the desk.

    Attributes:
        ignored: the dice that were left aside, by roller.
        rest: whose last dice were rolled here, in sentences.
        quiet: whether it writes the fields of the dice and the story itself.
    """

    def __init__(self, desk: RolledOn) -> None:
        self._desk = desk
        self._noted: tuple[str, ...] = ()
        self.ignored: dict[str, list[int]] = {}
        self.rest: tuple[str, ...] = ()
        self.quiet = Quiet()
        desk.dice_form.on_roll(self._typed)

    def forget(self) -> None:
        """Another case lies on the desk: what its story tells of dice is its own."""
        self._noted, self.ignored, self.rest = (), {}, ()

    def retract(self) -> None:
        """Takes out of the story what was told of dice: they are settled anew."""
        kept = [line for line in self._desk.story.value.splitlines() if line not in self._noted]
        with self.quiet:
            self._desk.story.value = "\n".join(kept)
            self.forget()

    def ask(self, filled: bool = False) -> None:
        """Asks for the dice of whoever has to roll, if the case tells.

        Args:
            filled: whether the dice of the case go into the fields of their rollers.
        """
        desk, form = self._desk, self._desk.dice_form
        try:
            case = desk.case
            if not filled and not form.rollers and case.dice:  # dice were told before it was clear who rolls
                filled = True
            known = by_roller(case, desk.rule_tables) if filled else form.rolled
            due = dice_due(case, known, desk.rule_tables)
            left = filled and sum(map(len, known.values())) != len(case.dice or ())
            form.ask(() if left and not form.rollers else due, known if filled else None)
        except (NinevearsError, ValueError, TypeError):  # facts are missing, or dice have other faces
            form.ask(())

    def put(self, rolled: Mapping[str, Sequence[int]]) -> None:
        """Takes the dice of each roller as a mail tells them, where they are not as many as are due: whoever
        has too many or too few is named, and the convention of the house holds.

        Args:
            rolled: the faces of each; without whose they are, they stay one row.
        """
        desk, form = self._desk, self._desk.dice_form
        try:
            due = dice_due(structs.replace(desk.case, dice=None), rolled, desk.rule_tables)
        except (NinevearsError, ValueError, TypeError):  # facts are missing
            return
        counts = {one.roller: one.count for one in due}
        there = {roller: len(faces) for roller, faces in rolled.items()}
        if there and there.keys() <= counts.keys() and there != counts:
            form.ask(due, rolled)
            form.is_typed = True

    def settle(self) -> None:
        """Puts the dice of all rollers into the order of the case, by the convention of the house. What was
        left aside or rolled is told in the story of the case.

        Raises:
            BadInput: somebody has too many or too few.
        """
        desk, form = self._desk, self._desk.dice_form
        if not form.is_typed:
            return
        rolled, notes, ignored = form.rolled, tuple[str, ...](), dict[str, list[int]]()
        rest = tuple[str, ...]()
        with self.quiet:
            form.faces.value = ""
            if rolled or form.chosen_convention == "roll-rest":
                settled = settled_dice(desk.case, rolled, form.chosen_convention, desk.rule_tables)
                form.faces.value = " ".join(map(str, settled.dice))
                notes, rest = tuple(map(str, settled.notes)), tuple(map(str, settled.rest))
                ignored = {roller: list(faces) for roller, faces in settled.ignored.items()}
            self.retract()
            self.ignored, self.rest = ignored, rest
            desk.story.value, self._noted = "\n".join([*desk.story.value.splitlines(), *notes]), notes
            form.is_typed = False

    def _typed(self, entered: bool = False) -> None:
        """Somebody typed into a roller's field: when all are there, or on Enter, it is ruled."""
        form = self._desk.dice_form
        if entered or form.is_whole or not form.rolled:
            self._desk.rule()
        else:
            self._desk.facts_changed()
