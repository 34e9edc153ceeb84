"""A ruling as a plain frozen value: verdict, answer, cited steps, violations, readings, dice and odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from .clauses import Clause
from .clauses import clause as clause_of
from .messages import Message, is_known

Odds = Mapping[str, tuple[tuple[Any, Fraction], ...]]
"""For each result by name its values with their exact probabilities, likeliest first."""

VERDICTS = ("legal", "illegal", "yes", "no", "result")
"""What a ruling may say in one word."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reasoning.

    Attributes:
        clause_id: the clause it rests on, such as ``NY 11.1.1``.
        says: what was found.
    """

    clause_id: str
    says: Message

    @property
    def clause(self) -> Clause:
        """The clause itself, with title, text and basis."""
        return clause_of(self.clause_id)


@dataclass(frozen=True, slots=True)
class Violation:
    """One clause that is broken.

    Attributes:
        clause_id: the clause.
        says: what is wrong.
        facts: what broke it, by name.
        remedy: the smallest change that would mend it, or None when there is none.
    """

    clause_id: str
    says: Message
    facts: Mapping[str, Any]
    remedy: Message | None = None

    @property
    def clause(self) -> Clause:
        """The clause itself, with title, text and basis."""
        return clause_of(self.clause_id)


def objection(clause_id: str, message: str, remedy: Message | None = None, /, **facts: Any) -> Violation:
    """A violated clause, with the facts that violate it and the smallest change that would mend it.

    Without a remedy of its own it has the catalogue's ``remedy.`` of the message's name, if there is one.

    >>> str(objection("NY 13.5", "replace.once", side="Alliance").remedy)
    'wait for the next round'
    """
    if remedy is None and is_known(name := f"remedy.{message.replace('.', '-')}"):
        remedy = Message(name, **facts)
    return Violation(clause_id, Message(message, **facts), frozen(facts), remedy)


@dataclass(frozen=True, slots=True)
class OtherOutcome:
    """What a ruling would be under another option of a reading.

    Attributes:
        option: the option's name.
        verdict: the verdict then.
        says: the ruling's sentence then.
        answer: the answer then, or None when only odds can be given.
        odds: the odds then, when there is no answer.
    """

    option: str
    verdict: str
    says: Message
    answer: Mapping[str, Any] | None
    odds: Odds


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """A reading that mattered: the option taken, and the outcome under each other option."""

    name: str
    clause_id: str
    chosen: str
    others: tuple[OtherOutcome, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the umpire says to a case.

    Rulings compare, and cannot be changed. They cannot be hashed, because answers and odds are mappings.

    Attributes:
        system: short name of the rules system.
        question: what was asked.
        verdict: one of `VERDICTS`.
        says: the verdict in one sentence.
        answer: what was asked for, by name; None when only the odds can be told, and no more than is known
            before the first roll when nobody has rolled.
        steps: the reasoning in order.
        violations: every broken clause.
        readings: the readings that mattered.
        dice: the faces rolled, in order.
        odds: the exact odds that the dice had; empty where none are rolled.
        own_rules: the umpire's own tables that it rests on, each part with its file.
    """

    system: str
    question: str
    verdict: str
    says: Message
    answer: Mapping[str, Any] | None
    steps: tuple[Step, ...] = ()
    violations: tuple[Violation, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()
    dice: tuple[int, ...] = ()
    odds: Odds = field(default_factory=lambda: MappingProxyType({}))
    own_rules: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        from .render import to_html

        return to_html(self)


def frozen(value: Any) -> Any:
    """A value whose lists and dicts, at every depth, cannot be changed any more.

    >>> frozen({"path": ["Tournai", "Lille"]})["path"]
    ('Tournai', 'Lille')
    """
    kind = type(value)
    if kind is str or kind is int or value is None:  # by far the most, and the quickest to tell
        return value
    if kind is dict:
        return MappingProxyType({name: frozen(inner) for name, inner in value.items()})
    match value:
        case Mapping():
            return MappingProxyType({name: frozen(inner) for name, inner in value.items()})
        case list() | tuple():
            return tuple(map(frozen, value))
    return value
