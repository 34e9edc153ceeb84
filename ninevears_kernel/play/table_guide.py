"""A guide beside the war table: where a guided war begins, and what is said at each moment, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NotRequired, TypedDict

from ..nine_years.components.position import Position
from .session import Session


class StepsData(TypedDict):
    """What is to be done in a guided war: the present step is ``now``, counted from 0; -1 for none."""

    title: str
    list: list[str]
    now: int


class NextData(TypedDict):
    """What comes after a guided war: the words of a link, and a notebook or page beside this one."""

    says: str
    file: str


class GuideData(TypedDict):
    """What a guide says, as a front shows it.

    ``at`` (``hand``, or ``end`` of the round), or else ``space`` (number of a space, which the map shows), or
    else the question, is where it stands. Instead of ``says`` is said: ``open`` once the space is open;
    ``marked`` once the card is marked or the army there is asked where to; ``astray`` where that is asked of
    another army; ``sure`` beside the button that chooses, once something can be chosen. ``says`` may be empty
    where ``steps``, which stand in the column, say enough. With ``over`` nothing more is asked: ``learnt``
    are sentences with their clauses, and ``next`` is what comes after (`Guide.after`).
    """

    says: str
    space: NotRequired[int]
    at: NotRequired[str]
    open: NotRequired[str]
    marked: NotRequired[str]
    astray: NotRequired[str]
    sure: NotRequired[str]
    over: NotRequired[bool]
    learnt: NotRequired[list[tuple[str, str]]]
    steps: NotRequired[StepsData]
    next: NotRequired[NextData]


class Guide(NamedTuple):
    """A guided war.

    Attributes:
        begin: makes the position where it begins, with dice of its own each time.
        tell: what is said now; None for nothing.
        lesson: the lesson that is done when the war is over; "" for none.
        after: what comes after it, told at its end by whoever carries the table; None for nothing.
    """

    begin: Callable[[], Position]
    tell: Callable[[Session], GuideData | None]
    lesson: str = ""
    after: NextData | None = None
