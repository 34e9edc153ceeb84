"""A ruling as a plain frozen value: verdict, answer, cited steps, violations, readings, dice and odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from .clauses import Clause, clause as clause_of
from .display import shown_by
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
        decides: whether it is what turns the ruling; where not all steps are shown, these are.
    """

    clause_id: str
    says: Message
    decides: bool = field(default=False, compare=False)

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
        mends: the remedy as data, once it has been tried: sets of edits of the case, each of which is
            enough, or is its part of what all remedies do together.
    """

    clause_id: str
    says: Message
    facts: Mapping[str, Any]
    remedy: Message | None = None
    mends: tuple[tuple[Mapping[str, Any], ...], ...] = ()

    @property
    def clause(self) -> Clause:
        """The clause itself, with title, text and basis."""
        return clause_of(self.clause_id)

    @property
    def tried(self) -> Message | None:
        """The remedy, if it has been tried and does what it says: what people may be told."""
        return self.remedy if self.mends else None


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
class Answer:
    """What a procedure found: the verdict, the sentence that says it, and the answer by name."""

    verdict: str
    says: Message
    answer: Mapping[str, Any]


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
        answer: what was asked for, by name; None when only the odds can be given, and no more than is known
            before the first roll when nobody has rolled.
        steps: the reasoning in order.
        violations: every broken clause.
        readings: the readings that mattered.
        dice: the faces rolled, in order.
        odds: the exact odds that the dice had; empty where none are rolled.
        custom_rules: the umpire's own tables that it rests on, each part with its file.
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
    custom_rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        text: str = shown_by(self, "to_text")
        return text.rstrip()

    def _repr_html_(self) -> str:
        html: str = shown_by(self, "to_html")
        return html


MOST_OPEN = 5
"""So many steps of a ruling are shown at once where the others can be folded away."""


def open_steps(steps: Sequence[Step]) -> frozenset[int]:
    """The places of the steps that are shown at once: first those that decide, then the last of the others.

    >>> steps = [Step("NY 11.1.1", Message("list.none"), decides=place == 1) for place in range(8)]
    >>> sorted(open_steps(steps))
    [1, 4, 5, 6, 7]
    """
    deciding = [place for place, step in enumerate(steps) if step.decides]
    others = [place for place, step in enumerate(steps) if not step.decides]
    return frozenset([*deciding, *reversed(others)][:MOST_OPEN])


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
    if kind is list:
        return tuple(map(frozen, value))
    match value:
        case Mapping():
            return MappingProxyType({name: frozen(inner) for name, inner in value.items()})
        case list() | tuple():
            return tuple(map(frozen, value))
    return value
