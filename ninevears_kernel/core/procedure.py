"""Procedures that an umpire steps through: what comes next, what forbids the rest, and what follows.

A procedure is three functions over a state, which is a frozen value. `expected` says whose turn it is and
what may happen now; `objections` tells every clause that an event violates; `carry_out` makes the next
state, rolls dice and records cited steps. The same procedure is stepped by hand (`Stepped`) and run over a
whole list of events, as a case gives them (`run`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from .dice import GivenDice, RolledDice, SeededDice
from .errors import BadInput, Refused
from .messages import Message
from .readings import chosen_readings
from .ruling_context import RulingContext
from .rulings import Step, Violation

State = TypeVar("State")
Event = TypeVar("Event")


class Expected(NamedTuple):
    """What comes next in a procedure.

    Attributes:
        clause_id: the step of the procedure, such as ``MP SEQ.C``.
        says: who does what now, in a sentence.
        events: what may happen now, where it can be listed; a player's own declarations are not among them.
        over: nothing can happen any more.
    """

    clause_id: str
    says: Message
    events: tuple[Any, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Procedure(Generic[State, Event]):
    """A procedure of some rules.

    Attributes:
        expected: from a state to what comes next.
        objections: from a state and an event to every clause that the event violates; none when it may
            happen.
        carry_out: from a state, an event that may happen and a context (dice, readings, record) to the state
            after it.
        topic: what tells the sentences about its events (``happens.<topic>-<tag>``) from those of others.
    """

    expected: Callable[[State], Expected]
    objections: Callable[[State, Event], Iterator[Violation]]
    carry_out: Callable[[State, Event, RulingContext], State]
    topic: str = ""


class Ran(NamedTuple, Generic[State]):
    """How far a list of events went.

    Attributes:
        state: the state after the last event that could happen.
        done: how many events happened.
        violations: what stands against the next one; empty when all happened.
    """

    state: State
    done: int
    violations: tuple[Violation, ...] = ()


def run(
    procedure: Procedure[State, Event], start: State, events: Sequence[Event], context: RulingContext
) -> Ran[State]:
    """Runs events one after the other, and stops at the first that may not happen.

    Args:
        procedure: the rules.
        start: the state before the first event.
        events: what happened, in order.
        context: dice, readings and the record; the violations of the event that stopped it are recorded too.
    """
    state = start
    for done, event in enumerate(events):
        if found := tuple(procedure.objections(state, event)):
            context.violations.extend(found)
            return Ran(state, done, found)
        state = procedure.carry_out(state, event, context)
    return Ran(state, len(events))


class Happened(NamedTuple):
    """An event that happened, the cited steps that it caused, and the dice."""

    event: Any
    steps: tuple[Step, ...]
    dice: tuple[int, ...]


class Stepped(Generic[State, Event]):
    """A procedure that is stepped by hand, with undo.

    Args:
        procedure: the rules.
        start: the state before the first event.
        seed: rolls the dice where none are given with an event.
        readings: options of readings that differ from the default.

    Attributes:
        past: what happened so far.
    """

    def __init__(
        self,
        procedure: Procedure[State, Event],
        start: State,
        *,
        seed: int = 0,
        readings: Mapping[str, str] | None = None,
    ) -> None:
        self.procedure, self.seed = procedure, seed
        self.readings = chosen_readings(readings or {})
        self._states = [start]
        self.past: list[Happened] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def expected(self) -> Expected:
        """What comes next."""
        return self.procedure.expected(self.state)

    def verify(self, event: Event) -> tuple[Violation, ...]:
        """Every clause that an event would violate now; empty when it may happen."""
        return tuple(self.procedure.objections(self.state, event))

    def do(self, event: Event, dice: Sequence[int] | None = None) -> Happened:
        """Lets an event happen.

        Args:
            event: what happens.
            dice: the faces rolled at the table; without them they are rolled from the seed.

        Raises:
            Refused: the rules forbid it; tells every clause, and nothing has changed.
            DiceMissing, DiceLeftOver: the faces are not those that it asks for; nothing has changed.
        """
        if violations := self.verify(event):
            raise Refused(Message.all_of([violation.says for violation in violations]), violations)
        source: RolledDice = self._own_dice() if dice is None else GivenDice(dice)
        context = RulingContext(source, self.readings)
        state = self.procedure.carry_out(self.state, event, context)
        if isinstance(source, GivenDice):
            source.finish()
        happened = Happened(event, tuple(context.steps), tuple(source.faces))
        self._states.append(state)
        self.past.append(happened)
        return happened

    def undo(self) -> None:
        """Takes the last event back.

        Raises:
            BadInput: nothing has happened yet.
        """
        if not self.past:
            raise BadInput("undo", 0, Message("expected.at-least", least=1))
        self._states.pop()
        self.past.pop()

    def _own_dice(self) -> SeededDice:
        # A seed for each event and not one stream: undo and another choice do not shift what is rolled later.
        return SeededDice(self.seed * 10_007 + len(self.past))
