"""How a reason is put together: sentences one after another, each with its clause."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.messages import Message


def cited(says: Message, clause_id: str | Message) -> Message:
    """A sentence with its clause."""
    return Message("task.cited", says=says, clause=clause_id)


def sentences(parts: Sequence[Message]) -> Message:
    """Sentences one after another.

    >>> str(sentences([cited(Message("task.odds-no-face", chance="0"), "NY 17.5.2")]))
    'So no face of the die does it: 0. (NY 17.5.2)'
    """
    found = parts[0]
    for part in parts[1:]:
        found = Message("task.and-then", first=found, then=part)
    return found


def ny(numbers: str) -> tuple[str, ...]:
    """Ids of clauses of Nine Years by their numbers, with spaces between.

    >>> ny("16.4 3.2")
    ('NY 16.4', 'NY 3.2')
    """
    return tuple(f"NY {number}" for number in numbers.split())
