"""Everything that can go wrong for a person, as one small tree.

::

    NinevearsError              a message id and values; str() is the sentence
    ├── BadInput                a file, a field or an argument is not what it should be
    │   ├── UnknownName         a name that nothing on the map or in the registers bears
    │   ├── Incomplete          an order that is the beginning of legal ones: says what may come next
    │   ├── DiceMissing         the given dice ran out: says which roll is wanted next
    │   └── DiceLeftOver        more dice were given than the procedure asked for
    ├── DocketError             the umpire's docket cannot be opened, read or written as asked
    ├── WorkerDied              a process that shared some work ended before it was done
    └── Refused                 an action that the rules forbid: carries every violated clause
        └── BadEntry            an entry of a log that does not fit: says line, clauses and options

A ``NinevearsError`` is for people: the command line and a cell of a notebook show its sentence and no
traceback. A programming mistake stays an ordinary Python exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from .messages import Message

Found = TypeVar("Found")
MOST_TOLD = 2000
"""Characters of a sentence about bad input; the names in it may be a stranger's."""
MOST_CONTINUATIONS = 8
"""Continuations of an order that are told at most, groups of them counted as one."""
MOST_SEEN = 60
"""Characters of what was found."""


class NinevearsError(Exception):
    """The root: a message that the catalogue turns into a sentence.

    >>> str(NinevearsError(Message("verdict.legal")))
    'Legal.'
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message: Message = message

    def __str__(self) -> str:
        return str(self.message)

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it in a cell: the sentence; ``traceback.print_last()`` tells where it arose.

        >>> NinevearsError(Message("verdict.legal"))._render_traceback_()
        ['Legal.']
        """
        return [str(self)]

    def __reduce__(self) -> tuple[Any, ...]:
        # The classes below take other arguments than they store; a process pool sends errors home pickled.
        return _restored, (type(self), self.message, vars(self))


def _restored(kind: type[NinevearsError], message: Message, attributes: dict[str, Any]) -> NinevearsError:
    error = kind.__new__(kind, message)
    error.__dict__.update(attributes)
    return error


class BadInput(NinevearsError):
    """Input that cannot be used: names the field, what was found and what was expected.

    Args:
        field: where in the input, as a path such as ``given.attacker.squadrons``.
        found: what stands there.
        expected: a message that says what should.
        file: the file it came from, when it came from one.

    >>> str(BadInput("given.rating", 0, Message("expected.at-least", least=1)))
    'given.rating: found 0, expected a whole number of at least 1.'
    """

    field: str
    found: Any
    expected: Message
    file: str | None

    def __init__(self, field: str, found: Any, expected: Message, file: str | None = None) -> None:
        self.field, self.found, self.expected, self.file = field, found, expected, file
        super().__init__(self._as_message())

    def _as_message(self) -> Message:
        name = "input.bad" if self.file is None else "input.bad-in-file"
        return Message(
            name, file=self.file, field=self.field, found=repr_short(self.found), expected=self.expected
        )

    def __str__(self) -> str:
        text = one_line(super().__str__())  # names of fields and files may hold anything
        return text if len(text) <= MOST_TOLD else text[: MOST_TOLD - 1] + "…"

    def within(self, prefix: str) -> BadInput:
        """The same error with its field inside `prefix`, for a reader that knows where it was reading."""
        self.field = join_field(prefix, self.field)
        self.message = self._as_message()
        return self

    def in_file(self, file: str) -> BadInput:
        """The same error with the file named."""
        self.file = file
        self.message: Message = self._as_message()
        return self


class UnknownName(BadInput):
    """A name that is not known, with the nearest known ones; without a kind of name all of them are told.

    >>> str(UnknownName("space", "Tournay", "a space of the map", ["Tournai", "Turin"]))
    "space: found 'Tournay', expected a space of the map (did you mean Tournai?)."
    """

    def __init__(self, field: str, found: Any, kind: str | Message | None, known: Iterable[str]) -> None:
        wanted, names = found[:MOST_SEEN] if isinstance(found, str) else repr_short(found), list(known)
        near = get_close_matches(wanted, names, n=2, cutoff=0.7)
        if kind is None:
            kind = Message.one_of(names)
        name = "expected.name-near" if near else "expected.name"
        super().__init__(field, found, Message(name, kind=kind, near=Message.any_of(near)))


def looked_up(field: str, name: Any, kind: str | Message | None, known: Mapping[str, Found]) -> Found:
    """What a table has under a name.

    Args:
        field: where the name stands, for errors.
        name: the name.
        kind: what it should be the name of; None tells those that are known.
        known: the table.

    Raises:
        UnknownName: the table has none of this name.

    >>> looked_up("space", "Turin", "a space of the map", {"Turin": 1})
    1
    """
    if name not in known:
        raise UnknownName(field, name, kind, known)
    return known[name]


class Incomplete(BadInput):
    """An order that is the beginning of legal ones: neither legal nor not, until somebody says the rest.

    Attributes:
        options: every legal order that begins so, in the notation.
        groups: the same, by what comes next: the beginning of each group, and how many begin so.

    >>> print(Incomplete("action", "rally", ("rally Catinat",), (("rally Catinat", 1),)))
    action: the order 'rally' is not complete: what comes next? rally Catinat.
    """

    def __init__(
        self, field: str, found: str, options: tuple[str, ...], groups: tuple[tuple[str, int], ...]
    ) -> None:
        self.options: tuple[str, ...] = options
        self.groups: tuple[tuple[str, int], ...] = groups
        super().__init__(field, found, Message("list.one", item=found))

    def _as_message(self) -> Message:
        told: list[Any] = [Message("order.ways", order=order, count=count) for order, count in self.groups]
        if len(told) > MOST_CONTINUATIONS:
            left = sum(count for _, count in self.groups[MOST_CONTINUATIONS - 1 :])
            told[MOST_CONTINUATIONS - 1 :] = [Message("order.more", count=left)]
        name = "input.incomplete" if self.file is None else "input.incomplete-in-file"
        return Message(
            name, file=self.file, field=self.field, found=repr_short(self.found), options=Message.any_of(told)
        )


class DiceMissing(BadInput):
    """The given dice ran out.

    Attributes:
        wanted: what the next roll is for.
        number: how many dice it takes.
        sides: of how many sides.
    """

    def __init__(self, given: int, wanted: Message, number: int, sides: int) -> None:
        self.wanted: Message = wanted
        self.number: int = number
        self.sides: int = sides
        super().__init__(
            "dice",
            Message("dice.count", count=given),
            Message("dice.wanted", count=number, sides=sides, wanted=wanted),
        )


class DiceLeftOver(BadInput):
    """More dice were given than the procedure asked for."""

    def __init__(self, given: int, used: int) -> None:
        self.used = used
        super().__init__("dice", Message("dice.count", count=given), Message("dice.used", count=used))


class DocketError(NinevearsError):
    """The umpire's docket cannot be opened, read or written as asked; nothing was written."""


class WorkerDied(NinevearsError):
    """A process that shared some work ended before it was done, as when the machine has no memory left.

    Attributes:
        finished: what was finished all the same.
    """

    def __init__(self, finished: Iterable[Any] = ()) -> None:
        self.finished: tuple[Any, ...] = tuple(finished)
        super().__init__(Message("work.process-died"))


class Refused(NinevearsError):
    """An action that the rules forbid.

    Attributes:
        violations: every `core.rulings.Violation` found.
    """

    def __init__(self, message: Message, violations: tuple[Any, ...]) -> None:
        super().__init__(message)
        self.violations = violations


class BadEntry(Refused):
    """An entry of a log that does not fit where it stands.

    Attributes:
        line: its line in the log.
        entry: what stands there.
        why: what is wrong with it.
        violations: every clause that it violates; empty when that is not what is wrong.
        options: what could have stood there, in the notation; empty when no choice was wanted.
        file: the file it came from, when it came from one.
    """

    def __init__(
        self,
        line: int,
        entry: str,
        why: Message,
        violations: tuple[Any, ...] = (),
        options: tuple[str, ...] = (),
    ) -> None:
        self.line: int = line
        self.entry: str = entry
        self.why: Message = why
        self.options: tuple[str, ...] = options
        self.file: str | None = None
        super().__init__(self._as_message(), violations)

    def _as_message(self) -> Message:
        name = "log.bad-entry" if self.file is None else "log.bad-entry-in-file"
        return Message(name, file=self.file, line=self.line, entry=repr_short(self.entry), why=self.why)

    def __str__(self) -> str:
        return one_line(super().__str__())

    def in_file(self, file: str) -> BadEntry:
        """The same error with the file named."""
        self.file = file
        self.message: Message = self._as_message()
        return self


def one_line(text: str) -> str:
    r"""Text on one line that any terminal can print: what is not printable is escaped.

    >>> one_line("a\nb")
    'a\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def join_field(prefix: str, field: str) -> str:
    """Two parts of a field's path as one, without a stray dot.

    >>> join_field("given", "space"), join_field("", "space"), join_field("changes", "[2].space")
    ('given.space', 'space', 'changes[2].space')
    """
    return f"{prefix}{field}" if field.startswith("[") else ".".join(part for part in (prefix, field) if part)


def repr_short(value: Any, limit: int = MOST_SEEN) -> str:
    """A value as it stood in the input, cut when it is long; a message stays a message's sentence.

    >>> repr_short("Tournay"), repr_short(list(range(100)), limit=12)
    ("'Tournay'", '[0, 1, 2, 3…')
    """
    if isinstance(value, Message):
        return str(value)
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # very deep, or a number with thousands of digits
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


class _Missing:
    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()
"""Stands for a field that is not there at all."""
