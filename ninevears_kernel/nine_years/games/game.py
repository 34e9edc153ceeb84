"""A war as its players meet it: what must be chosen, what follows, the log, undo and what-if (NY 8.0).

>>> game = Game.new(seed=1690)
>>> [option.text for option in game.decision.options]
['first Bourbon', 'first Alliance']
>>> game.choose("first Alliance")
>>> game.undo()
>>> len(game)
0
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.readings import chosen_readings
from ...core.ruling_context import RulingContext
from ...core.rulings import Step, Violation
from ..components.position import Position, Result
from ..components.rule_tables import RuleTables, standard_rule_tables
from ..components.sides import Side
from ..engine.board import Board
from ..engine.choices import Decision, Option, action_of, decision_of, refusal, violations_of
from ..engine.engine import Engine, Roll
from ..engine.notation import Action, written
from ..engine.seeded_dice import WarDice
from ..rules import rulebook  # noqa: F401  registers every step and decision
from .custom_rules import rule_tables_in_force
from .fog import View, view_of
from .log_text import write_log
from .record import Decided, Entry, Otherwise, SetRight, check_seed, start_of
from .save_checks import check, check_war
from .set_right import (
    MOST_DECIDED,
    Running,
    begin_otherwise,
    carried_on,
    in_force,
    settle,
)

BETWEEN_COPIES = 64
"""A copy of the board is kept so often, in choices; to go back to any other decision replays from one."""


class Game:
    """A war in play, with its past.

    `choose` alone moves it on. Whatever `position`, `decision`, `steps` and the others give is a value that
    stays as it is.

    Attributes:
        start: the position from which it was played.
        rule_tables: the tables in force.
        readings: the options of readings that differ from the default.
        recorded: whether cited steps are kept (`steps`); without them play is quicker.
        remarks: title, players and date for the head of the log, free text.
        asks_alike: whether a side that holds cards of a kind is always asked about them, so that neither a
            question nor its absence tells what they are; not so in wars whose logs are ``ninevears-log/1``.
        fair: whether the players rely on fair dice (`umpire.luck.fair_dice`): then no roll is taken back.
        dice: where dice and cards come from: the ``seed``, or the ``table`` (`table_play`).
        at_start: what an umpire decided before the first choice.
    """

    dice: ClassVar[Literal["seed", "table"]] = "seed"

    def __init__(
        self,
        start: Position,
        rule_tables: RuleTables,
        readings: Mapping[str, str] | None = None,
        recorded: bool = True,
        asks_alike: bool = True,
    ) -> None:
        self.asks_alike: bool = asks_alike
        self.start: Position = start
        self.rule_tables: RuleTables = rule_tables
        self.recorded: bool = recorded
        self.readings: dict[str, str] = chosen_readings(readings or {})
        self.remarks: dict[str, str] = {}
        self.fair: bool = False
        self._entries: list[Entry] = []
        self._undone: list[tuple[Action, Otherwise | None, Decided]] = []
        self.at_start: Decided = ()
        self._running: Running | None = None
        self._decided = 0
        self._boards = {0: Board(start, rule_tables)}
        self._war = self._replayed(0)
        self._before_first = tuple(self._war.faces)
        self._decision: Decision | None = None

    # ---- how a game begins

    @classmethod
    def new(
        cls,
        seed: int = 1688,
        *,
        rules: RuleTables | str | Path | None = None,
        readings: Mapping[str, str] | None = None,
        recorded: bool = True,
    ) -> Game:
        """A war from its start.

        Args:
            seed: decides every shuffle and every die.
            rules: an umpire's own tables, or the file that holds them.
            readings: options of readings that differ from the default.
            recorded: whether cited steps are kept.

        Raises:
            BadInput: the seed, the file or a reading is not what it should be.

        >>> Game.new(seed=7).position == Game.new(seed=7).position
        True
        """
        check_seed(seed)
        rule_tables = rule_tables_in_force(rules)
        return cls(start_of(rule_tables, seed), rule_tables, readings, recorded)

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        rules: RuleTables | str | Path | None = None,
        readings: Mapping[str, str] | None = None,
        recorded: bool = True,
    ) -> Game:
        """A war that goes on from a position, such as a loaded save: as it would have gone on there.

        Raises:
            BadInput: nothing is to be done in this position, or something in it is wrong.

        >>> game = Game.new()
        >>> Game.from_position(game.position).decision == game.decision
        True
        """
        rule_tables = rule_tables_in_force(rules)
        if not position.agenda and position.result is None:
            raise BadInput("agenda", (), Message("expected.agenda"))
        check(position, rule_tables)
        check_war(position, rule_tables)
        return cls(position, rule_tables, readings, recorded)

    # ---- what it shows

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now; None when the war is over."""
        if self._decision is None:
            self._decision = decision_of(self._war)
        return self._decision

    @property
    def position(self) -> Position:
        """Everything on the table now; it can be saved and continued (`from_position`)."""
        return self._war.board.position()

    @property
    def result(self) -> Result | None:
        """How the war ended, or None."""
        return self._war.board.result

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the last choice caused, step by step, each with its clause."""
        return tuple(self._war.context.steps)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The dice that the last choice caused."""
        return self._entries[-1].rolls if self._entries else self._before_first

    @property
    def rolls_before_first(self) -> tuple[Roll, ...]:
        """The dice rolled before the first choice."""
        return self._before_first

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every choice made so far."""
        return tuple(self._entries)

    @property
    def log(self) -> str:
        """The game as text: it can be read, typed, sent, and played again (`log.read_log`)."""
        return write_log(self)

    @property
    def engine(self) -> Engine:
        """The war in the engine's own form, for those who play fast: to be looked at, not to be changed."""
        return self._war

    def view(self, side: Side) -> View:
        """What a side may see (NY 4.4)."""
        decision = self.decision
        return view_of(self._war.board, side, decision if decision and decision.side == side else None)

    def __repr__(self) -> str:
        board = self._war.board
        return f"<Game seed={self.start.seed} year={board.year} choices={len(self._entries)}>"

    def __len__(self) -> int:
        """How many choices were made."""
        return len(self._entries)

    # ---- what moves it

    def verify(self, choice: Option | Action | str) -> tuple[Violation, ...]:
        """Every clause that a choice would violate now; empty for exactly the options.

        Raises:
            BadInput: it is no choice at all.
        """
        return violations_of(self._war, action_of(choice, self.rule_tables))

    def choose(self, choice: Option | Action | str) -> None:
        """Carries out one of the options, and all that follows until the next decision.

        Args:
            choice: an option, an action, or its text in the notation.

        Raises:
            BadInput: it is no choice at all.
            Refused: the rules forbid it; tells every clause.

        Whatever is raised, the game stays as it was.
        """
        self.carry_out(self.checked(choice))

    def checked(self, choice: Option | Action | str) -> Action:
        """The action of a choice that may be made now.

        Raises:
            BadInput: it is no choice at all.
            Refused: the rules forbid it; tells every clause.
        """
        action = action_of(choice, self.rule_tables)
        if not (self._war.is_legal(action) or self.stands(action)):
            raise refusal(self._war, action, violations_of(self._war, action))
        return action

    def stands(self, action: Action) -> bool:
        """Whether an umpire lets an action stand here that the rules forbid."""
        running = self._running
        return (
            running is not None
            and running.one.forces
            and running.begun == len(self._entries)
            and self._war.side is not None
            and written(action, self.rule_tables) == running.one.choice
        )

    def set_right(self, one: SetRight) -> None:
        """Lets a decision of the umpire take effect, before the choice that comes next.

        Args:
            one: the decision.

        Raises:
            BadInput: it is about another choice, or the position cannot be corrected so; the game stays.
        """
        place = len(self._entries)
        if one.decision != place + 1:
            raise BadInput("decision", one.decision, Message("expected.exactly", value=str(place + 1)))
        self._settle(one)
        self._undone.clear()

    def carry_out(self, action: Action, otherwise: Otherwise | None = None, then: Decided = ()) -> None:
        """The same for an action that is known to be legal, as when a log is read.

        Args:
            action: the choice.
            otherwise: the branch that begins with it, which has dice and decks of its own from here on.
            then: what an umpire decided after it.

        Raises:
            BadInput: the save that the game began with contradicts itself.
        """
        engine, entries = self._war, self._entries
        board, context = engine.board, engine.context
        year, phase, side = board.year, board.phase, engine.side
        assert side is not None
        forced = self.stands(action)
        context.steps.clear()
        context.recorded = self.recorded
        try:
            if otherwise is not None:
                begin_otherwise(engine, otherwise)
                self._running = None
            rolls = carried_on(engine, action, len(entries), self._running)
        except BaseException as error:
            self._war = self._replayed(len(entries))  # nothing is half done
            if isinstance(error, BadInput):  # dice are missing, or an umpire's corrections cannot be made
                raise
            if isinstance(error, Exception) and forced:  # what the rules forbid may not even be possible
                raise BadInput("choice", action[0], Message("setright.cannot-stand")) from error
            if isinstance(error, Exception) and (self.start.agenda != ("year",) or self._decided):
                # A save that somebody changed, or what an umpire let stand, may contradict itself in ways
                # that no check foresees.
                agenda = list(self.start.agenda)
                raise BadInput("agenda", agenda, Message("expected.can-go-on")) from error
            raise
        self._decision = None
        entries.append(Entry(year, phase, side, action, rolls, otherwise))
        redone = self._undone.pop() if self._undone else None
        if redone is not None and redone[:2] != (action, otherwise):
            self._undone.clear()
        elif redone is not None:
            then = then or redone[2]
        if len(entries) % BETWEEN_COPIES == 0:
            self._boards[len(entries)] = board.copy()
        for one in then:
            self._settle(one)

    def _settle(self, one: SetRight) -> None:
        place, entries = len(self._entries), self._entries
        if self._decided == MOST_DECIDED:
            raise BadInput("umpire", self._decided + 1, Message("expected.whole-at-most", most=MOST_DECIDED))
        try:
            settle(self._war, one, self._decided + 1)
        except BadInput:
            self._war = self._replayed(place)
            raise
        if place:
            entries[-1] = msgspec.structs.replace(entries[-1], then=(*entries[-1].then, one))
        else:
            self.at_start = (*self.at_start, one)
        self._running, self._decision = Running(one, place), None
        self._decided += 1
        if place and place in self._boards:
            self._boards[place] = self._war.board.copy()

    def undo(self, to: int | None = None) -> None:
        """Goes back to an earlier decision.

        Args:
            to: how many choices remain; by default all but the last.

        Raises:
            BadInput: there were never so many.
        """
        to = len(self._entries) - 1 if to is None else to
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to <= len(self._entries):
            raise BadInput("to", to, Message("expected.between", least=0, most=len(self._entries)))
        self._war = self._replayed(to)
        self._decision = None
        self._undone += [(one.action, one.otherwise, one.then) for one in reversed(self._entries[to:])]
        del self._entries[to:]
        for place in [place for place in self._boards if place > to]:
            del self._boards[place]

    def redo(self, count: int = 1) -> None:
        """Makes choices again that were undone.

        Raises:
            BadInput: not so many were undone.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(self._undone):
            raise BadInput("count", count, Message("expected.between", least=0, most=len(self._undone)))
        for _ in range(count):
            if len(self._undone) > 1:
                self.engine.expected = self._undone[-2][0]
            self.carry_out(*self._undone[-1])

    @property
    def can_redo(self) -> bool:
        """Whether a choice was undone that can be made again."""
        return bool(self._undone)

    def branch(self) -> Game:
        """A game of its own from this point on, to try what would follow; this one stays as it is."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.remarks = self.remarks.copy()
        twin._entries, twin._undone = self._entries.copy(), self._undone.copy()
        twin._boards = self._boards.copy()  # the boards kept are never played on
        board = self._war.board.copy()
        twin._war = self.engine_on(board, self._context(board))
        twin._war.advance()  # to the decision that waits already
        twin._war.context.steps += self._war.context.steps
        twin._war.passed += self._war.passed
        twin._decision = None
        return twin

    # ---- within

    def engine_on(self, board: Board, context: RulingContext) -> Engine:
        """A war on a board of this game, not yet advanced: for those who play parts of it again."""
        return Engine(board, context, self.asks_alike)

    def _context(self, board: Board) -> RulingContext:
        return RulingContext(WarDice(board.seed, board.drawn), self.readings, self.recorded, self.rule_tables)

    def _replayed(self, to: int) -> Engine:
        """The war after so many choices, played again from the last board kept before them."""
        # One choice at least is replayed, if there is any, so that its steps are there.
        kept = max(place for place in self._boards if place <= max(0, to - 1))
        board = self._boards[kept].copy()
        engine = self.engine_on(board, self._context(board))
        engine.context.recorded = self.recorded and to == 0
        engine.advance()
        if not kept:
            for count, one in enumerate(self.at_start, 1):
                settle(engine, one, count)
        running = in_force(self._entries, self.at_start, kept)
        number = len(self.at_start) + sum(len(entry.then) for entry in self._entries[:kept])
        for place in range(kept, to):
            engine.context.recorded = self.recorded and place == to - 1
            entry = self._entries[place]
            if entry.otherwise is not None:
                begin_otherwise(engine, entry.otherwise)
                running = None
            if place + 1 < len(self._entries):
                engine.expected = self._entries[place + 1].action
            carried_on(engine, entry.action, place, running)
            for one in entry.then:
                number += 1
                settle(engine, one, number)
                running = Running(one, place + 1)
        self._running, self._decided = running, number
        return engine


def new_engine(
    seed: int, rule_tables: RuleTables | None = None, readings: Mapping[str, str] | None = None
) -> Engine:
    """The bare engine of a war at its first decision, without a past: for computer players.

    >>> new_engine(1688).side in ("Bourbon", "Alliance")
    True
    """
    rule_tables = rule_tables or standard_rule_tables()
    return engine_from(start_of(rule_tables, seed), rule_tables, readings)


def engine_from(
    start: Position, rule_tables: RuleTables | None = None, readings: Mapping[str, str] | None = None
) -> Engine:
    """The same for a war that goes on from a position.

    >>> engine_from(start_of(standard_rule_tables(), 1688)).side == new_engine(1688).side
    True
    """
    board = Board(start, rule_tables or standard_rule_tables())
    engine = Engine(
        board,
        RulingContext(WarDice(board.seed, board.drawn), chosen_readings(readings or {}), recorded=False),
        asks_alike=True,
    )
    engine.advance()
    return engine


def verify(
    position: Position,
    action: Option | Action | str,
    *,
    readings: Mapping[str, str] | None = None,
    rules: RuleTables | str | Path | None = None,
) -> tuple[Violation, ...]:
    """Every clause that an action would violate in a position; empty for exactly its options.

    Raises:
        BadInput: it is no action, or nothing is to be chosen in this position.

    >>> game = Game.new()
    >>> [violation.clause_id for violation in verify(game.position, "campaign Paris")] != []
    True
    """
    return Game.from_position(position, readings=readings, rules=rules, recorded=False).verify(action)
