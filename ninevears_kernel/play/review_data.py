"""What a review is made of: its turning points, what each of them shows, and the sums of a war."""

from __future__ import annotations

from typing import NamedTuple

from ..core.messages import Message
from ..nine_years.components.position import Phase, Position
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.games.last_action import LastAction
from .chance_steps import ChanceStep
from .judge import weights
from .left_undone import Undone
from .turns import Turn

PARTS = ("choice", "dice", "cards", "clock")
"""The parts of a change, by the names that `Turn` gives them."""


class Seen(NamedTuple):
    """What the picture of a turning point shows.

    Attributes:
        position: the position when it was over.
        tables: the tables of the war.
        viewer: who looks; None for all of it.
        last: what was done; None where it lies covered.
        names: the spaces that the picture shows; with none it shows the tracks.
        was: the victory points and the cell of King William's War before it (NY 6.1, 18.1).
    """

    position: Position
    tables: RuleTables
    viewer: Side | None
    last: LastAction | None
    names: tuple[str, ...]
    was: tuple[int, int]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw: no place, and no marker that moved."""
        return not self.names and self.was == (self.position.victory_points, self.position.kww_cell)


class Swing(NamedTuple):
    """An action that changed the chances much, by what was chosen, how its dice fell, or what cards brought.

    Attributes:
        number: the choice before which the table stands when one looks at it.
        end: how many choices were made when it was over.
        year, phase, side: when, and who acted.
        says: what was done and what came of it, in sentences.
        clause_id: the clause that it hung on: of the die that mattered most, or of the decision.
        space: where; "" for nowhere on the map.
        before, after: the chance of the Alliance before it, and after it, without what the clock did.
        choice, dice, cards: what each of them did to it; `dice` is None where it is not told apart from the
            choice.
        seen: what its picture shows.
        clock: what came by itself with the end of a phase, where it is this that is told: nobody acted.
        undone: what was left undone that could have prevented it.
        steps: how the chance went through it, where more than a single choice changed it.
        looks: the choice of it that one may look closer at, and whose it was.
        rolled: the dice on which it hung.
        box: the mark of the sea that it was about; None for none.
        passed: what time did to the chance as it passed with the action: the curve has it, the card has not.
    """

    number: int
    end: int
    year: int
    phase: Phase
    side: Side
    says: tuple[str, ...]
    clause_id: str
    space: str
    before: float
    choice: float
    dice: float | None
    cards: float
    seen: Seen
    clock: float = 0.0
    undone: Undone | None = None
    steps: tuple[ChanceStep, ...] = ()
    looks: tuple[Side, int] | None = None
    rolled: tuple[Message, ...] = ()
    box: str | None = None
    passed: float = 0.0

    @property
    def after(self) -> float:
        """The chance of the Alliance after it."""
        return self.before + self.change

    @property
    def change(self) -> float:
        """How much it changed the chance of the Alliance."""
        return self.choice + (self.dice or 0.0) + self.cards + self.clock

    @property
    def made_by(self) -> str:
        """What made most of it: the ``choice``, the ``dice``, the ``cards`` or the ``clock``."""
        return max(PARTS, key=lambda part: abs(getattr(self, part) or 0.0))

    @property
    def is_small(self) -> bool:
        """Whether it lies within what a single judgement may stray."""
        return abs(self.change) < weights().error


class Review(NamedTuple):
    """What a war turned on.

    Attributes:
        turns: every choice, with how it changed the chances.
        swings: the turning points, the greatest first; a page numbers them in the order of time.
        exact: whether choices and dice are told apart: not while a player may not know what lies covered.
        passings: where the chance moved most by itself, in order: nobody's doing, and no turning points.
        steps: what the steps of the curve were, each with the choice that made it.
    """

    turns: tuple[Turn, ...]
    swings: tuple[Swing, ...]
    exact: bool
    passings: tuple[Swing, ...] = ()
    steps: tuple[tuple[Turn, str], ...] = ()

    @property
    def luck(self) -> dict[int, dict[Side, float]]:
        """For each year what the dice of each side's own actions did to its chance."""
        sums: dict[int, dict[Side, float]] = {}
        for turn in self.turns:
            of_year = sums.setdefault(turn.year, dict.fromkeys(SIDES, 0.0))
            of_year[turn.side] += turn.for_side(turn.side).dice
        return sums

    @property
    def sums(self) -> dict[str, float]:
        """What choices, dice, cards and the clock did to the chance of the Alliance; from the first chance
        they lead to the last.
        """
        return {name: sum(getattr(turn, name) for turn in self.turns) for name in PARTS}

    def by_year(self, side: Side) -> dict[int, tuple[float, float]]:
        """The chance of a side before the first choice of each year and after its last."""
        found: dict[int, tuple[float, float]] = {}
        for turn in self.turns:
            seen = turn.for_side(side)
            found[turn.year] = found.get(turn.year, (seen.before,))[0], seen.after
        return found
