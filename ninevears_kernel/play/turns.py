"""The review of a war: what it turned on, choice by choice, by the judge of positions.

A choice changes a side's chance in four ways, which add up: by what was chosen, with all dice at their exact
odds; by how the dice fell; by events that were drawn; and by the clock, when cards are dealt, rounds go by,
winter comes and a year ends, which is nobody's doing.

>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> [turn.number for turn in turns(game)]
[0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.dice import Dice, RolledDice, distribution
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..nine_years.components.position import Phase
from ..nine_years.components.sides import Side
from ..nine_years.engine.agenda import STEP_RULES, StepRule
from ..nine_years.engine.board import Board
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.engine.seeded_dice import WarDice
from ..nine_years.games.game import Game
from ..nine_years.games.last_action import continues
from ..nine_years.games.record import Otherwise
from ..nine_years.games.set_right import begin_otherwise
from ..umpire.search.round_search import FewestFaces
from .judge import chance, of_year_left

CARDS, CLOCK = "cards", "clock"
HALTS: Mapping[str, str] = {
    "draw-event": CARDS,
    "campaign-phase": CLOCK,  # how many cards are dealt is known; which, the judge does not see
    "winter-phase": CLOCK,
    **dict.fromkeys(("peace", "winter-withdrawal", "winter-markers", "winter-seas", "winter-london"), CLOCK),
    **dict.fromkeys(("revolution", "winter-savoy", "peace-roll"), CLOCK),
    "year": CLOCK,
}
"""Steps before which a choice is over, and whose doing is what they bring by themselves."""
MOST_BRANCHES = 4_000
"""With more outcomes of the dice than this, what came is taken for what was to be expected."""
BETWEEN_REPORTS = 25


class Turn(NamedTuple):
    """A choice, and how it changed the chance of the Alliance; `after` less `before` is the sum of the parts.

    Attributes:
        number: how many choices were made before it.
        year, phase, side: when, and whose choice.
        before: the chance before it.
        choice: what was chosen, with all dice at their odds.
        dice: how the dice fell.
        cards: which events were drawn.
        clock: that cards were dealt, a round of the year was over, winter came, or a year ended.
        rolled: whether dice fell.
        action: the number of the choice that began the action to which it belongs.
    """

    number: int
    year: int
    phase: Phase
    side: Side
    before: float
    choice: float = 0.0
    dice: float = 0.0
    cards: float = 0.0
    clock: float = 0.0
    rolled: bool = False
    action: int = 0

    @property
    def after(self) -> float:
        """The chance after it."""
        return self.before + self.choice + self.dice + self.cards + self.clock

    def for_side(self, side: Side) -> Turn:
        """The same, of a side's chance."""
        if side == "Alliance":
            return self
        parts = (-self.choice, -self.dice, -self.cards, -self.clock)
        return Turn(*self[:4], 1 - self.before, *parts, self.rolled, self.action)


# ---- a choice in stages


class _Halt(Exception):
    """Leaves a war before a step of `HALTS`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Stage(Engine):
    """A war that halts before cards are drawn and a year ends; `through` lets it pass one such step."""

    __slots__ = ("through",)
    through: bool


def _halts(name: str) -> StepRule:
    def run(engine: _Stage, *arguments: Any) -> None:
        if engine.through:
            engine.through = False
            STEP_RULES[name].run(engine, *arguments)
        else:
            engine.board.agenda.append((name, *arguments))
            raise _Halt(name)

    return StepRule(STEP_RULES[name].kinds, run)


_Stage.step_rules = {**STEP_RULES, **{name: _halts(name) for name in HALTS}}


class _TooMany(Exception):
    """There are more outcomes than anybody waits for."""


class _Steady(RolledDice):
    """Dice with which no commander falls (NY 16.3.2)."""

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        return [sides] * number


class _War:
    """What the stages of a war have in common."""

    def __init__(self, game: Game, exact: bool) -> None:
        self.game, self.exact = game, exact
        self.judged: dict[tuple[object, ...], list[tuple[Board, float]]] = {}
        """The boards of a choice that were judged: most dice lead where others led."""
        self.left: float | None = None
        """How much of the year was to come before a choice; None from what the clock does on."""

    def played(self, board: Board, action: Action | None, dice: Dice) -> tuple[Board, str]:
        """A stage: from a choice, or through the step that waits, to the next halt or choice.

        Returns:
            The board then, and the step of `HALTS` that comes next; "" for a choice.
        """
        game = self.game
        context = RulingContext(dice, game.readings, False, game.rule_tables)
        engine = _Stage(board.copy(), context, game.asks_alike)
        engine.through = action is None
        try:
            if action is None:
                engine.advance()
            else:
                engine.carry_out(action)
        except _Halt as halt:
            if isinstance(dice, WarDice):
                engine.board.drawn = dice.drawn
            return engine.board, halt.name
        return engine.board, ""

    def begun(self, board: Board, otherwise: Otherwise | None) -> Board:
        """A board before a choice; where a branch begins with it, with the dice and decks of the branch."""
        if otherwise is not None:
            game = self.game
            dice = WarDice(board.seed, board.drawn)
            context = RulingContext(dice, game.readings, False, game.rule_tables)
            begin_otherwise(Engine(board, context, game.asks_alike), otherwise)
        return board

    def chance(self, board: Board) -> float:
        """The chance that a board leaves, each board of a choice judged once."""
        key = self.left, board.victory_points, tuple(board.where), len(board.agenda)
        alike = self.judged.setdefault(key, [])
        for other, found in alike:
            if _alike(board, other, LIES):
                return found
        found = self._judged(board)
        alike.append((board, found))
        return found

    def _judged(self, board: Board) -> float:
        """The chance that a board leaves; in a battle once its losses are taken, in whatever way: its points
        come only then, though its dice have fallen (NY 16.5).
        """
        game = self.game
        if not self.exact or not board.agenda or board.agenda[-1][0] != "losses":
            return chance(board, left=self.left)
        context = RulingContext(_Steady(), game.readings, False, game.rule_tables)
        engine = _Stage(board.copy(), context, game.asks_alike)
        engine.through = False
        try:
            engine.advance()
            while engine.options and engine.board.agenda[-1][0] == "losses":
                engine.carry_out(engine.options[0])
        except _Halt:
            pass  # cards and the clock are looked at later
        return chance(engine.board, left=self.left)

    def expected(self, board: Board, action: Action | None) -> float | None:
        """The chance that a stage leaves, over all its dice; None when they are too many."""
        branches = 0

        def judged(dice: Dice) -> float:
            nonlocal branches
            branches += 1
            if branches > MOST_BRANCHES:
                raise _TooMany
            return self.chance(self.played(board, action, FewestFaces(dice, self.game.rule_tables))[0])

        try:
            found = distribution(judged)
        except _TooMany:
            return None
        return sum(float(weight) * value for value, weight in found.items())

    def turn(self, turn: Turn, board: Board, action: Action, after: Board) -> Turn:
        """A choice in its parts.

        Args:
            turn: when and whose it is.
            board: the board before it.
            action: the choice.
            after: the board after it.
        """
        self.judged.clear()
        parts = dict.fromkeys(("choice", "dice", CARDS, CLOCK), 0.0)
        waits: Action | None = action
        now, value, whose, rolled = board, turn.before, "choice", False
        self.left = of_year_left(board)  # that a card is gone brings winter nearer, which nobody chose
        while True:
            if whose == CLOCK:
                self.left = None
            dice = WarDice(now.seed, now.drawn)
            then, halt = self.played(now, waits, dice)
            comes = self.chance(then)
            fell = bool(dice.last)
            mean = self.expected(now, waits) if fell and self.exact else None
            rolled = rolled or fell
            mean = comes if mean is None else mean
            parts[whose] += mean - value
            parts["dice"] += comes - mean
            value, now = comes, then
            if not halt:
                break
            whose, waits = HALTS[halt], None
        if self.left not in (None, of_year_left(now)):
            self.left = None
            parts[CLOCK] += self.chance(now) - value
            value = self.chance(now)
        self.left = None
        if not _alike(now, after):  # an umpire set it right, or the dice were told
            parts["dice"] += self.chance(after) - value
        return turn._replace(
            choice=parts["choice"], dice=parts["dice"], cards=parts[CARDS], clock=parts[CLOCK], rolled=rolled
        )


LIES = tuple(name for name in Board.__slots__ if name not in ("seed", "drawn", "rule_tables"))
"""What lies on a board, without the chance that is to come."""


def _alike(one: Board, other: Board, names: Sequence[str] = Board.__slots__) -> bool:
    """Whether the same lies on two boards."""
    return all(getattr(one, name) == getattr(other, name) for name in names)


def turns(
    game: Game,
    *,
    exact: bool = True,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Turn]:
    """The choices of a war, each with how it changed the chance of the Alliance.

    Args:
        game: the war.
        exact: whether choice and dice are told apart, by the odds on the whole board, which also know what
            lies covered; else what both did is the choice's.
        progress: called with how many choices are looked at, and of how many.
        stop: says whether to stop.
    """
    twin = Game(game.start, game.rule_tables, game.readings, recorded=False, asks_alike=game.asks_alike)
    for one in game.at_start:
        twin.set_right(one)
    began = 0
    war, entries = _War(game, exact), game.entries
    before = war.chance(twin.engine.board)
    for number, entry in enumerate(entries):
        if stop is not None and stop():
            return
        if progress is not None and number % BETWEEN_REPORTS == 0:
            progress(number, len(entries))
        board = war.begun(twin.engine.board.copy(), entry.otherwise)
        if number + 1 < len(entries):
            twin.engine.expected = entries[number + 1].action
        twin.carry_out(entry.action, entry.otherwise, entry.then)
        if not continues(board.agenda[-1], entries[began]):
            began = number
        begun = Turn(number, entry.year, entry.phase, entry.side, before, action=began)
        turn = war.turn(begun, board, entry.action, twin.engine.board)
        yield turn
        before = turn.after
