"""The engine of a war: runs the agenda on a board until somebody must choose, and carries choices out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar

from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import DECISION_RULES, STEP_RULES, DecisionRule, Item, objection
from .board import Board
from .chance import WarDice
from .kit import Kit
from .notation import Action, verbs
from .position import Result
from .sides import Side

Function = TypeVar("Function", bound=Callable[..., Any])


class War:
    """A war in play.

    Attributes:
        board: the board; nothing but the steps and choices of the rules changes it.
        hearing: dice, readings, and the record of cited steps.
        options: the legal actions of the decision that waits; empty when the war is over.
        faces: the dice rolled since the last choice, each with what it was for.
        remembered: while options are looked for, what `once_a_decision` has worked out; else None.
    """

    __slots__ = ("board", "faces", "hearing", "kit", "options", "remembered")

    def __init__(self, board: Board, hearing: Hearing | None = None) -> None:
        self.board = board
        self.kit: Kit = board.kit
        self.hearing = hearing or Hearing(WarDice(board.seed, board.drawn), recorded=False)
        self.options: list[Action] = []
        self.faces: list[tuple[int, Message]] = []
        self.remembered: dict[Any, Any] | None = None

    # ---- what the rules use

    def then(self, *items: Item) -> None:
        """Puts items on the agenda, to be done next, in this order."""
        self.board.agenda.extend(reversed(items))

    def roll(self, message: str, /, **values: Any) -> int:
        """Rolls a die; the message says what for."""
        wanted = Message(message, **values)
        face = self.hearing.dice.roll(wanted=wanted)
        self.faces.append((face, wanted))
        return face

    def tell(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Records a cited step, when somebody looks."""
        if self.hearing.recorded:
            self.hearing.step(clause_id, message, **values)

    def reading(self, name: str) -> str:
        """The option in force of a reading."""
        return self.hearing.reading(name)

    def end(self, result: Result) -> None:
        """Ends the war: nothing is left to do."""
        self.board.result = result
        self.board.agenda.clear()

    # ---- what players use

    @property
    def decision(self) -> tuple[DecisionRule, tuple[Any, ...]] | None:
        """The decision that waits and its arguments, the side first; None when there is none."""
        if not self.options:
            return None
        name, *arguments = self.board.agenda[-1]
        return DECISION_RULES[name], tuple(arguments)

    @property
    def side(self) -> Side | None:
        """Whose decision it is."""
        return self.board.agenda[-1][1] if self.options else None

    def advance(self) -> None:
        """Carries steps out until a decision has more than one option, or nothing is left to do.

        A decision with one option is taken at once, and one with none is passed over.
        """
        agenda = self.board.agenda
        while agenda:
            name, *arguments = agenda[-1]
            step = STEP_RULES.get(name)
            if step is not None:
                agenda.pop()
                step.run(self, *arguments)
                continue
            rule = DECISION_RULES[name]
            options = legal_actions(self, rule, arguments)
            if len(options) > 1:
                self.options = options
                self._note_dice()
                return
            agenda.pop()
            if options:
                rule.take(self, options[0], *arguments)
        self.options = []
        self._note_dice()

    def _note_dice(self) -> None:
        if isinstance(self.hearing.dice, WarDice):
            self.board.drawn = self.hearing.dice.drawn

    def choose(self, action: Action) -> None:
        """Carries out one of the options, and all that follows until the next decision.

        Raises:
            ValueError: it is none of the options (`violations` tells why).
        """
        if action not in self.options:
            raise ValueError(action)
        name, *arguments = self.board.agenda.pop()
        self.faces.clear()
        DECISION_RULES[name].take(self, action, *arguments)
        self.advance()


def legal_actions(war: War, rule: DecisionRule, arguments: list[Any]) -> list[Action]:
    """The candidates of a decision to which there is no objection."""
    objections = rule.objections
    war.remembered = {}
    options = [
        action
        for action in rule.candidates(war, *arguments)
        if next(objections(war, action, *arguments), None) is None
    ]
    war.remembered = None
    return options


def once_a_decision(function: Function) -> Function:
    """Lets what a function makes of a war be worked out once while the options of a decision are looked for.

    Nothing moves on the board in that time. The function takes the war and plain values.
    """

    @wraps(function)
    def remembering(war: War, *arguments: Any) -> Any:
        remembered = war.remembered
        if remembered is None:
            return function(war, *arguments)
        key = (function, arguments)
        if key not in remembered:
            remembered[key] = function(war, *arguments)
        return remembered[key]

    return remembering  # type: ignore[return-value]


def violations(war: War, action: Action) -> Iterator[Violation]:
    """Every clause that an action would violate now; none for exactly the options."""
    waiting = war.decision
    if waiting is None:
        yield objection("NY 8.0", "refused.over")
        return
    rule, arguments = waiting
    if action[0] not in rule.verbs:
        yield objection(
            rule.clause_id,
            "refused.not-now",
            Message("refused.now", verbs=Message.any_of(rule.verbs)),
            verb=action[0],
            side=arguments[0],
            clause=verbs()[action[0]].clause_id,
        )
        return
    yield from rule.objections(war, action, *arguments)
