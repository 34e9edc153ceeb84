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

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..core.rulings import Violation
from ..core.rulings import objection as objection
from .kit import Kit
from .notation import Action, arguments_of, written
from .sides import Side

if TYPE_CHECKING:
    from .war import War

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
        candidates: from the war and the arguments to the actions that come into question.
        objections: from the war, an action and the arguments to the clauses that the action violates.
        take: carries a legal action out.
        certain: verbs whose candidates come from the very masks that the objections look at: those are not
            looked at again (a test holds them to it).
        always: verbs without arguments, such as ``done``: one of these actions is an option whenever there
            is any (a test holds them to it).
        all_certain: whether all its verbs are certain.
    """

    kinds: tuple[str, ...]
    clause_id: str
    verbs: tuple[str, ...]
    candidates: Callable[..., Iterable[Action]]
    objections: Callable[..., Iterator[Violation]]
    take: Callable[..., None]
    certain: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()
    all_certain: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all_certain", self.certain.issuperset(self.verbs))


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


OutOfTurn = Callable[["War"], Iterator[Violation]]

OUT_OF_TURN: dict[str, Callable[[War], Iterator[Violation]]] = {}
"""For a verb whose decision does not wait, what stands against it besides that, if anything does."""


def out_of_turn(*verbs: str) -> Callable[[OutOfTurn], OutOfTurn]:
    """Registers what stands against some verbs where their decision does not wait any more."""

    def register(function: OutOfTurn) -> OutOfTurn:
        OUT_OF_TURN.update(dict.fromkeys(verbs, function))
        return function

    return register


def no_objections(war: War, action: Action, *arguments: Any) -> Iterator[Violation]:
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
    certain: str = "",
    always: str = "",
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
        certain=frozenset(certain.split()),
        always=frozenset(always.split()),
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu: a verb's candidates, what stands against one of them, and what it does.

    Attributes:
        certain: as in `DecisionRule`, for all that this line lists.
    """

    candidates: Callable[[War, Side], Iterable[Action]]
    against: Callable[..., Iterator[Violation]]
    begin: Callable[..., None]
    certain: bool = False


def listed(menu: Mapping[str, Entry], war: War, side: Side) -> Iterator[Action]:
    """All that may be chosen from a menu."""
    return chain.from_iterable(_listed(entry, war, side) for entry in menu.values())


def _listed(entry: Entry, war: War, side: Side) -> Iterable[Action]:
    found = entry.candidates(war, side)
    if entry.certain:
        return found
    return (action for action in found if next(entry.against(war, side, *action[1:]), None) is None)


def write_item(item: Item, kit: Kit) -> str:
    """An item of the agenda as text."""
    return written(item, kit, kinds_of(item[0]))


def read_item(text: str, kit: Kit) -> Item:
    """The item that a text says.

    Raises:
        BadInput: no such item, or an argument that it does not take.
    """
    name, _, rest = text.partition(" ")
    rule = STEP_RULES.get(name) or DECISION_RULES.get(name)
    if rule is None:
        raise UnknownName("agenda", name, Message("kind.agenda-item"), [*STEP_RULES, *DECISION_RULES])
    try:
        return name, *arguments_of(rest, rule.kinds, kit, verb=name)
    except BadInput as error:
        raise error.within("agenda") from None


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of the arguments of a step or a decision."""
    rule = STEP_RULES.get(name) or DECISION_RULES[name]
    return rule.kinds
