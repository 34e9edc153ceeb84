"""Tasks: exercises made by the engine from a kind, a seed and a level.

A task holds no answer: it holds the case, and the answer is ruled when it is marked (`marking`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Ruling
from ..input_files import convert
from ..nine_years.components.position import Position
from ..nine_years.queries.situation import Situation
from .answers import Form
from .course import given_type
from .exercises import Marked


class Choice(NamedTuple):
    """What can be chosen: the value that is answered, and its words."""

    value: str
    says: str | Message


class Nearest(NamedTuple):
    """The nearest case for which an answer would be right: in a sentence, and as a case."""

    says: Message
    case: Mapping[str, Any]


class Fault(NamedTuple):
    """What is wrong with one part of an answer.

    Attributes:
        says: what, with its clauses.
        clauses: these.
        missing: spaces that the answer lacks; empty where it names too much.
        named: spaces that it names and that do not belong there.
    """

    says: Message
    clauses: tuple[str, ...]
    missing: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


class Solution(NamedTuple):
    """What is right, and why.

    Attributes:
        right: every right answer, in the form's own values; of a path one of them.
        says: the reason with its clause.
        clauses: the clauses that decide.
        rulings: the rulings behind it: one for each case.
    """

    right: tuple[Any, ...]
    says: Message
    clauses: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def _no_nearest() -> Nearest | None:
    """A right answer needs no other case."""
    return None


@dataclass(frozen=True, slots=True)
class TaskMark(Marked):
    """An answer, marked.

    Attributes:
        rulings: the rulings behind it: of a minimal pair two.
        missed: the clauses that the answer got wrong; empty when it is right.
        decided: the clauses that decide, whatever was answered.
        find_nearest: finds the nearest case for which the answer would be right.
    """

    rulings: tuple[Ruling, ...] = ()
    missed: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    find_nearest: Callable[[], Nearest | None] = field(default=_no_nearest, repr=False, compare=False)

    @property
    def nearest(self) -> Nearest | None:
        """The nearest case for which the answer would be right; None where none was found near.

        It is looked for when it is asked for: that takes up to forty rulings.
        """
        return self.find_nearest()


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is right, for those who want to be shown, and for teachers.

    Attributes:
        answer: a right answer, as `Task.mark` takes it.
        says: the same in words.
        because: the reason with its clause.
        rulings: the rulings behind it.
    """

    answer: Any
    says: str | Message
    because: Message
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a kind makes for a task.

    Attributes:
        case: the case whose ruling holds the answer.
        other_case: of a minimal pair, the second case.
        asks: what of the ruling is asked for; the kind's own solver reads it.
        prompt: message id of the prompt where a kind has several.
        values: what the prompt and the hints name.
        choices: what can be chosen.
        focus: the spaces that a map should show.
        narrow: the first hint where the kind's own does not fit.
        clauses: the clauses that this task is about, where a kind has more than that.
        form: how it is answered, where a kind asks in several ways.
    """

    case: Mapping[str, Any]
    other_case: Mapping[str, Any] | None = None
    asks: str = ""
    prompt: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    focus: tuple[str, ...] = ()
    narrow: Message | None = None
    clauses: tuple[str, ...] = ()
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of task.

    Attributes:
        name: such as ``force-limit``.
        chapter: the chapter of the rules that it teaches.
        clauses: the clauses that it is about.
        form: how it is answered.
        draft: makes a task from chance and a level.
        solve: says what is right, by ruling.
        faults: of an answer that has several parts: what is wrong with each of them; none when it is right.
        meets: what is to be said of a wrong answer itself, without what is right; None where nothing is.
        turns: whether a change of the position can make another answer right.
        levels: how many levels of difficulty it has, at least 1.
    """

    name: str
    chapter: int
    clauses: tuple[str, ...]
    form: Form
    draft: Callable[[Random, int], Draft] = field(repr=False)
    solve: Callable[[Task], Solution] = field(repr=False)
    faults: Callable[[Task, Solution, Any], tuple[Fault, ...]] | None = field(default=None, repr=False)
    meets: Callable[[Task, Solution, Any], Message | None] | None = field(default=None, repr=False)
    turns: bool = True
    levels: int = 3

    @property
    def title(self) -> Message:
        """A few words."""
        return Message(f"task.{self.name}-title")


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a learner, made by the engine. It holds no answer.

    Attributes:
        kind: the name of its kind.
        seed, level: from which it was made.
        title: a few words.
        prompt: what is asked, in plain words.
        form: how it is answered.
        case: the case whose ruling holds the answer.
        other_case: of a minimal pair the second case, else None.
        asks: what of the ruling is asked for.
        choices: what can be chosen; empty where it is no choice.
        hints: what to do here, then the clause that it rests on.
        clauses: the clauses that it is about.
        focus: the spaces that a map should show; empty for the whole map.
    """

    kind: str
    seed: int
    level: int
    title: Message
    prompt: Message
    form: Form
    case: Mapping[str, Any] = field(hash=False)
    other_case: Mapping[str, Any] | None = field(hash=False)
    asks: str
    choices: tuple[Choice, ...]
    hints: tuple[Message, ...]
    clauses: tuple[str, ...]
    focus: tuple[str, ...]

    @property
    def position(self) -> Position | None:
        """The position of its case; None where the case has none."""
        return _position(self.case)

    @property
    def other_position(self) -> Position | None:
        """Of a minimal pair the second position."""
        return None if self.other_case is None else _position(self.other_case)

    @property
    def how(self) -> Message:
        """How it is answered, in a sentence."""
        return Message(f"task.how-{self.form}")


def _position(case: Mapping[str, Any]) -> Position | None:
    given: Any = convert(case["given"], given_type(case))
    return given.resolved(RulingContext(recorded=False)) if isinstance(given, Situation) else None
