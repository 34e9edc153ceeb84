"""The engine of a war: runs the agenda on a board until somebody must choose, and carries choices out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeVar

from ...core.clauses import carries_out
from ...core.dice import Dice
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Violation
from ..components.position import Control, Result, SeaControl, Siege
from ..components.rule_tables import RuleTables
from ..components.sides import Side
from .agenda import DECISION_RULES, OUT_OF_TURN, STEP_RULES, DecisionRule, Item, StepRule
from .board import Board
from .notation import Action
from .seeded_dice import WarDice

Function = TypeVar("Function", bound=Callable[..., Any])
Settled = TypeVar("Settled")


class Roll(NamedTuple):
    """A die and what it was for."""

    face: int
    says: Message


class Passed(NamedTuple):
    """A decision that the engine took by itself, as there was one option, or passed over, as there was none.

    Attributes:
        item: the decision, as it stood on the agenda.
        board: the board at that moment; it is never played on.
        action: the option that was taken, or None.
    """

    item: Item
    board: Board
    action: Action | None


class Lines(NamedTuple):
    """What is known of lines of communication as long as nothing on which they depend is replaced."""

    control: Control | None
    seas: SeaControl | None
    sieges: tuple[Siege, ...]
    revolution: bool
    found: dict[tuple[str | None, ...], int]


class Engine:
    """A war in play.

    Attributes:
        asks_alike: whether a side is asked whatever its cards are, so that a question tells nothing of them.
        board: the board; nothing but the steps and choices of the rules changes it.
        context: dice, readings, and the record of cited steps.
        faces: the dice rolled since the last choice, each with what it was for.
        passed: the decisions since the last choice that nobody was asked, when somebody looks.
        lines: what `supplied_spaces` and `linked_spaces` have worked out.
        remembered: while a decision waits, what `once_a_decision` has worked out; else None.
        expected: what will probably be chosen at the next decision that waits, as when a log is read; to know
            that a decision has more than one option it is then enough that this is one, and to find another.
    """

    __slots__ = (
        *("_known", "_more", "_options", "_waits"),
        *("asks_alike", "board", "context", "expected", "faces", "lines", "passed"),
        *("remembered", "rule_tables"),
    )
    decision_rules: ClassVar[Mapping[str, DecisionRule]] = DECISION_RULES
    """The decisions of the agenda by name; at a table with real cards some are others (`table_play`)."""
    step_rules: ClassVar[Mapping[str, StepRule]] = STEP_RULES

    def __init__(self, board: Board, context: RulingContext | None = None, asks_alike: bool = False) -> None:
        self.board = board
        self.asks_alike = asks_alike
        self.rule_tables: RuleTables = board.rule_tables
        self.context: RulingContext = context or RulingContext(
            WarDice(board.seed, board.drawn), recorded=False
        )
        self._options: list[Action] | None = []  # None: `_known` is one of several, the others not looked for
        self._more: Iterator[Action] | None = None
        self._known: Action | None = None
        self._waits = False
        self.faces: list[Roll] = []
        self.passed: list[Passed] = []
        self.lines: Lines = Lines(None, None, (), False, {})
        self.remembered: dict[Any, Any] | None = None
        self.expected: Action | None = None

    # ---- what the rules use

    def then(self, *items: Item) -> None:
        """Puts items on the agenda, to be done next, in this order."""
        self.board.agenda.extend(items[::-1])

    def roll(self, message: str, /, **values: Any) -> int:
        """Rolls a die; the message says what for."""
        return self._rolled(self.context.dice, Message(message, **values))

    def roll_until(self, attempt: Callable[[Callable[..., int]], Settled | None]) -> Settled:
        """Rolls again until an attempt settles it; the attempt is given the function to roll with."""
        return self.context.dice.until(
            lambda dice: attempt(lambda message, /, **values: self._rolled(dice, Message(message, **values)))
        )

    def _rolled(self, dice: Dice, wanted: Message) -> int:
        face = dice.roll(wanted=wanted)
        self.faces.append(Roll(face, wanted))
        return face

    def tell(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a cited step, when somebody looks."""
        if self.context.recorded:
            self.context.step(clause_id, message, **values)

    def decides(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a cited step that turns a ruling, when somebody looks."""
        if self.context.recorded:
            self.context.decides(clause_id, message, **values)

    def name_of(self, leader: int) -> str:
        """The name of a leader."""
        return self.rule_tables.leaders[leader].name

    def trial(self, dice: Dice, recorded: bool = False) -> Engine:
        """An engine on a board of its own with other dice: to try what would follow."""
        context, tables = self.context, self.context.tables
        ruled = RulingContext(dice, context.chosen, recorded, tables)
        return Engine(self.board.copy(), ruled, self.asks_alike)

    def reading(self, name: str) -> str:
        """The option in force of a reading."""
        return self.context.reading(name)

    def end(self, result: Result) -> None:
        """Ends the war: nothing is left to do."""
        self.board.result = result
        self.board.agenda.clear()

    @carries_out("NY 4.4")
    def asks_for(self, hand: str, side: Side) -> bool:
        """Whether a side is asked about its cards although it may have no choice: whoever holds some is."""
        return self.asks_alike and bool(hand) and bool(getattr(self.board.hand(side), hand))

    # ---- what players use

    @property
    def options(self) -> list[Action]:
        """The legal actions of the decision that waits; empty when the war is over.

        They are listed when somebody asks; to go on, the engine needs to know only that there are two.
        """
        if self._options is None:
            name, *arguments = self.board.agenda[-1]
            self._options = [*legal_actions(self, self.decision_rules[name], arguments)]
        elif self._more is not None:
            self._options.extend(self._more)
            self._more = None
        return self._options

    @property
    def decision(self) -> tuple[DecisionRule, tuple[Any, ...]] | None:
        """The decision that waits and its arguments, the side first; None when there is none."""
        if not self._waits:
            return None
        name, *arguments = self.board.agenda[-1]
        return self.decision_rules[name], tuple(arguments)

    @property
    def side(self) -> Side | None:
        """Whose decision it is."""
        return self.board.agenda[-1][1] if self._waits else None

    @property
    def leaves_no_choice(self) -> bool:
        """Whether the decision that waits has a single option, found without listing others."""
        return self._waits and len(self._options or ()) == 1

    def is_legal(self, action: Action) -> bool:
        """Whether an action is one of the options, found without listing them."""
        if action == self._known:
            return True
        if self._options is not None and (self._more is None or action in self._options):
            return action in self._options
        name, *arguments = self.board.agenda[-1]
        rule = self.decision_rules[name]
        return action[0] in rule.verbs and next(rule.objections(self, action, *arguments), None) is None

    def advance(self, verb: str = "") -> None:
        """Carries steps out until a decision has more than one option, or nothing is left to do.

        A decision with one option is taken at once, and one with none is passed over; but not if it is one
        of those that a verb belongs to, so that an umpire can be asked about any action, nor, where all are
        asked alike, if it is left to one option by the cards in a hand.
        """
        agenda = self.board.agenda
        expected, self.expected = self.expected, None
        self._options, self._more, self._waits, self.remembered = [], None, False, None
        self._known = None
        while agenda:
            item = agenda[-1]
            name, arguments = item[0], item[1:]
            step = self.step_rules.get(name)
            if step is not None:
                agenda.pop()
                step.run(self, *arguments)
                continue
            rule = self.decision_rules[name]
            self.remembered = {}
            if (
                expected is not None
                and expected[0] in rule.verbs
                and _is_one_of_several(self, rule, expected, arguments)
            ):
                self._known, self._options, self._waits = expected, None, True
                break
            legal = legal_actions(self, rule, arguments)
            first = [*islice(legal, 2)]
            # logs of before name a corps of an enemy stack, where now its space alone is chosen (NY 4.4)
            of_before = expected and expected[0] == "weaken" and first == [("choose", expected[-1])]
            asks = first and self.asks_for(rule.hand, item[1])
            if len(first) > 1 or verb in rule.verbs or asks or of_before:
                self._options, self._more, self._waits = first, legal, True
                break
            self.remembered = None
            if self.context.recorded:
                self.passed.append(Passed(item, self.board.copy(), first[0] if first else None))
            agenda.pop()
            if first:
                rule.take(self, first[0], *arguments)
        if isinstance(self.context.dice, WarDice):
            self.board.drawn = self.context.dice.drawn

    def choose(self, action: Action) -> None:
        """Carries out one of the options, and all that follows until the next decision.

        Raises:
            ValueError: it is none of the options (`violations` tells why).
        """
        if not self.is_legal(action):
            raise ValueError(action)
        self.carry_out(action)

    def carry_out(self, action: Action) -> None:
        """The same for an action that is known to be legal."""
        self.faces.clear()
        self.passed.clear()
        self.take(action)
        self.advance()

    def waiting(self) -> Passed:
        """The decision that waits, to be kept as one that nobody is asked."""
        return Passed(self.board.agenda[-1], self.board.copy(), None)

    def halt(self) -> None:
        """Lets the decision that is next on the agenda wait, even if it has one option or none."""
        self._options, self._more, self._known, self._waits = None, None, None, True
        self.remembered = {}

    def take(self, action: Action) -> None:
        """The same, and nothing of what follows."""
        item = self.board.agenda.pop()
        self.remembered = None
        self.decision_rules[item[0]].take(self, action, *item[1:])


def legal_actions(engine: Engine, rule: DecisionRule, arguments: Sequence[Any]) -> Iterator[Action]:
    """The candidates of a decision to which there is no objection."""
    candidates = rule.candidates(engine, *arguments)
    if rule.all_prechecked:
        return iter(candidates)
    return _without_objections(engine, rule, arguments, candidates)


def _is_one_of_several(engine: Engine, rule: DecisionRule, action: Action, arguments: Sequence[Any]) -> bool:
    """Whether an action, of one of its verbs, is an option of a decision, and there is another."""
    if next(rule.objections(engine, action, *arguments), None) is not None:
        return False
    if rule.unconditional and action[0] not in rule.unconditional:
        return True
    return any(map(action.__ne__, legal_actions(engine, rule, arguments)))


def _without_objections(
    engine: Engine, rule: DecisionRule, arguments: Sequence[Any], candidates: Iterable[Action]
) -> Iterator[Action]:
    objections, prechecked = rule.objections, rule.prechecked
    for action in candidates:
        if action[0] in prechecked or next(objections(engine, action, *arguments), None) is None:
            yield action


def once_a_decision(function: Function) -> Function:
    """Lets what a function makes of a war be worked out once as long as a decision waits.

    Nothing moves on the board in that time. The function takes the war and plain values.
    """

    @wraps(function)
    def remembering(engine: Engine, *arguments: Any) -> Any:
        remembered = engine.remembered
        if remembered is None:
            return function(engine, *arguments)
        key = (function, arguments)
        try:
            return remembered[key]
        except KeyError:
            found = remembered[key] = function(engine, *arguments)
            return found

    return remembering  # type: ignore[return-value]


def violations(engine: Engine, action: Action) -> Iterator[Violation]:
    """Every clause that an action would violate now; none for exactly the options."""
    waiting = engine.decision
    if waiting is not None and action[0] in waiting[0].verbs:
        rule, arguments = waiting
        yield from rule.objections(engine, action, *arguments)
        return
    for tell in OUT_OF_TURN:
        yield from tell(engine, action)
