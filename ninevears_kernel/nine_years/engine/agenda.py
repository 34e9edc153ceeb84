"""The agenda of a war: what is still to be done, as a stack of plain items, so that a war can be saved
anywhere.

An item is a tuple of a name and its arguments. Its name is either that of a **step**, which the engine
carries out by itself, or that of a **decision**, which waits for a choice. The modules of the rules
register both here, with the kinds of their arguments (`notation.KINDS`); a step or a choice may put further
items on the agenda.

A decision has three functions. `candidates` lists the actions that come into question, `objections` tells
every clause that an action violates, and `take` carries a legal one out. The condition of an action stands
in `objections` alone: the options are the candidates without objections, and an illegal action is refused
with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ...core.rulings import Violation
from ..components.rule_tables import RuleTables
from .notation import Action, arguments_of, written

Item = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class StepRule:
    """A step: the kinds of its arguments, and what carries it out."""

    kinds: tuple[str, ...]
    run: Callable[..., None]


@dataclass(frozen=True, slots=True)
class DecisionRule:
    """A decision: whose it is stands first among its arguments.

    Attributes:
        kinds: the kinds of its arguments.
        clause_id: the clause that asks for it.
        verbs: the verbs of the actions among which it chooses.
        candidates: from the engine and the arguments to the actions that come into question.
        objections: from the engine, an action and the arguments to the clauses that the action violates.
        take: carries a legal action out.
        prechecked: verbs whose candidates come from the very masks that the objections look at: those are not
            looked at again (a test holds them to it).
        unconditional: verbs without arguments, such as ``done``: one of these actions is an option whenever
            there is any (a test holds them to it).
        hand: ``actions`` or ``events``: where the side holds such a card its options depend on its hand.
        all_prechecked: whether all its verbs are prechecked.
    """

    kinds: tuple[str, ...]
    clause_id: str
    verbs: tuple[str, ...]
    candidates: Callable[..., Iterable[Action]]
    objections: Callable[..., Iterator[Violation]]
    take: Callable[..., None]
    prechecked: frozenset[str] = frozenset()
    unconditional: frozenset[str] = frozenset()
    hand: Literal["", "actions", "events"] = ""
    all_prechecked: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all_prechecked", self.prechecked.issuperset(self.verbs))


STEP_RULES: dict[str, StepRule] = {}
DECISION_RULES: dict[str, DecisionRule] = {}


def _claim(name: str) -> None:
    if name in STEP_RULES or name in DECISION_RULES:
        raise ValueError(f"two items of the agenda are called {name!r}")


def step(name: str, kinds: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a function as a step of the agenda."""

    def register(run: Callable[..., None]) -> Callable[..., None]:
        _claim(name)
        STEP_RULES[name] = StepRule(tuple(kinds.split()), run)
        return run

    return register


OutOfTurn = Callable[[Any, Action], Iterator[Violation]]
"""From the engine and an action that the decision that waits does not take to what stands against it."""

OUT_OF_TURN: list[OutOfTurn] = []
"""What tells why an action is refused that belongs to another moment."""


def out_of_turn(function: OutOfTurn) -> OutOfTurn:
    """Registers what tells why an action is refused that belongs to another moment."""
    OUT_OF_TURN.append(function)
    return function


Describe = Callable[..., Message]

DESCRIPTIONS: dict[str, Describe] = {}
"""For a verb whose arguments do not say what it would do now: the sentence that does."""


def describes(verb: str) -> Callable[[Describe], Describe]:
    """Registers a sentence for a verb, made from the war and the arguments of the decision that waits."""

    def register(function: Describe) -> Describe:
        DESCRIPTIONS[verb] = function
        return function

    return register


Permission = Callable[..., None]

PERMISSIONS: dict[tuple[str, str], Permission] = {}
"""For a decision and a verb, what tells the clauses on which a legal action rests, and what meets them."""


def permission(decision_name: str, *verbs: str) -> Callable[[Permission], Permission]:
    """Registers what permits some verbs of a decision.

    The function is given the engine, a legal action and the arguments of the decision, and tells as steps
    each clause that opens what is closed otherwise: an exception, a power's or a place's own rule, the line
    of communication. It reads the very conditions that the objections read, and is called for rulings alone.
    """

    def register(function: Permission) -> Permission:
        PERMISSIONS.update({(decision_name, verb): function for verb in verbs})
        return function

    return register


def tell_permission(engine: Any, name: str, action: Action, *arguments: Any) -> None:
    """Tells what permits a legal action of a decision, before it is taken, when somebody looks."""
    tell = PERMISSIONS.get((name, action[0])) if engine.context.recorded else None
    if tell is not None:
        steps = engine.context.steps
        before = len(steps)
        tell(engine, action, *arguments)
        steps[before:] = [replace(step, decides=True) for step in steps[before:]]


def no_objections(engine: Any, action: Action, *arguments: Any) -> Iterator[Violation]:
    """For decisions in which whatever is listed may be chosen."""
    return iter(())


def decision(
    name: str,
    kinds: str,
    clause_id: str,
    verbs: str,
    candidates: Callable[..., Iterable[Action]],
    take: Callable[..., None],
    objections: Callable[..., Iterator[Violation]] = no_objections,
    prechecked: str = "",
    unconditional: str = "",
    hand: Literal["", "actions", "events"] = "",
) -> None:
    """Registers a decision; see `DecisionRule`."""
    _claim(name)
    DECISION_RULES[name] = DecisionRule(
        kinds=tuple(kinds.split()),
        clause_id=clause_id,
        verbs=tuple(verbs.split()),
        candidates=candidates,
        objections=objections,
        take=take,
        prechecked=frozenset(prechecked.split()),
        unconditional=frozenset(unconditional.split()),
        hand=hand,
    )


def write_item(item: Item, rule_tables: RuleTables) -> str:
    """An item of the agenda as text."""
    return written(item, rule_tables, kinds_of(item[0]))


def read_item(text: str, rule_tables: RuleTables) -> Item:
    """The item that a text says.

    Raises:
        BadInput: no such item, or an argument that it does not take.
    """
    name, _, rest = text.partition(" ")
    rule = STEP_RULES.get(name) or DECISION_RULES.get(name)
    if rule is None:
        raise UnknownName("agenda", name, Message("kind.agenda-item"), [*STEP_RULES, *DECISION_RULES])
    try:
        return name, *arguments_of(rest, rule.kinds, rule_tables, verb=name)
    except BadInput as error:
        raise error.within("agenda") from None


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of the arguments of a step or a decision."""
    rule = STEP_RULES.get(name) or DECISION_RULES[name]
    return rule.kinds
