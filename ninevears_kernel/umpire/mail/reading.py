"""What comes of reading a letter: the game, what was changed or ignored, and where reading stopped."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.messages import Message
from ...core.rulings import Violation
from ...nine_years.games.game import Game


@dataclass(frozen=True, slots=True)
class Change:
    """What was done with a line that is not read just as it is written.

    Attributes:
        line: its number in the letter, from 1.
        text: what is written there.
        says: how it was read, or why it was ignored.
        read_as: the line of the log that it became; empty when it became none.
    """

    line: int
    text: str
    says: Message
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Where reading stopped.

    Attributes:
        line: the number of the line in the letter, from 1.
        start, end: the columns that it is about, from 0, the end not included.
        text: the line.
        says: what is wrong, or what is asked.
        violations: the clauses that the choice would violate.
        suggestions: the nearest legal choices.
        options: how many choices are legal there.
        alternatives: when the line can be read in more than one way all of them, each an answer for
            `read_mail`; else empty.
    """

    line: int
    start: int
    end: int
    text: str
    says: Message
    violations: tuple[Violation, ...] = ()
    suggestions: tuple[str, ...] = ()
    options: int = 0
    alternatives: tuple[str, ...] = ()

    @property
    def marked(self) -> str:
        """The line, and under it a marker."""
        return f"{self.text}\n{' ' * self.start}{'^' * max(1, self.end - self.start)}"


@dataclass(frozen=True, slots=True)
class MailReading:
    """What a letter tells.

    Attributes:
        game: the game up to the end of the letter, or to the problem; None when its head is bad.
        new: how many choices of it the letter added.
        changes: what was done with lines that are not read as they are written, in order.
        problem: where reading stopped; None when all was read.
        letter: the letter that was read, line by line: out of a raw mail the text that a person sees.
        unwrapped: what the text was taken out of: names for the catalogue under ``mail.unwrapped-``.
    """

    game: Game | None
    new: int
    changes: tuple[Change, ...]
    problem: Problem | None
    letter: tuple[str, ...] = ()
    unwrapped: tuple[str, ...] = ()

    @property
    def log(self) -> str:
        """The clean log; empty when there is no game."""
        return self.game.log if self.game is not None else ""


class Stopped(Exception):
    """Reading stops at a problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem
