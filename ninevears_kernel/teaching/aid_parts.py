"""What the player aid is made of: lines, small tables and sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.messages import Message


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the aid.

    Attributes:
        says: the line; its values are what the engine says.
        clauses: ids of the clauses that it rests on.
        parts: the parts of the kit's tables that it was read from; none for what is in the code.
    """

    says: Message
    clauses: tuple[str, ...]
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A small table of the aid: a corner, the heads of its columns, and rows that begin with their head."""

    title: Row
    head: tuple[str | Message, ...]
    rows: tuple[tuple[str | Message, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the aid under a heading of its own."""

    title: Message
    items: tuple[Row | Table, ...]


def row(says: str, clauses: str, parts: str = "", /, **values: object) -> Row:
    """A line by its message id; `clauses` are numbers of Nine Years, like `parts` with spaces between."""
    ids = tuple(f"NY {number}" for number in clauses.split())
    return Row(Message(says, **values), ids, tuple(parts.split()))


def signed(number: int) -> str:
    """A modifier as it is written: with its sign, a true minus.

    >>> signed(1), signed(-2)
    ('+1', '−2')
    """
    return f"{number:+d}".replace("-", "−")


def span(first: int, last: int | None) -> str:
    """Numbers from one to another; without a last one, and more.

    >>> span(3, 4), span(5, 5), span(7, None)
    ('3–4', '5', '7+')
    """
    if last is None:
        return f"{first}+"
    return str(first) if first == last else f"{first}–{last}"


def modifier_row(id: str, clauses: str, part: str, number: int) -> Iterator[Row]:
    """A modifier; one of 0 is none."""
    if number:
        yield row(id, clauses, part, modifier=signed(number))
