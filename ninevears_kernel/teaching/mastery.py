"""How sure a student is of a kind of task, a chapter or a clause; which level and which task come next.

The rule is short enough to explain to a class. Only first attempts count, and only the last five. An attempt
that was right without a hint is worth one. Four or five of five: sure. Three: nearly. Fewer: learning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..core.messages import say
from .marking import kinds
from .progress import Attempt, Progress

LAST = 5
"""How many of the last first attempts count."""
SURE, NEARLY = 0.8, 0.6
"""The shares of right ones from which a student is sure, or nearly."""
IN_A_ROW = 2
"""So many right first attempts of a level in a row lead a level up, so many wrong ones down."""
AT_A_TIME = 3
"""How many kinds a student learns at the same time, before another is begun."""


@dataclass(frozen=True, slots=True)
class Mastery:
    """How sure a student is.

    Attributes:
        asked: how many tasks there were.
        right: how many of the last ones were right first time and without a hint.
        of: how many right ones would be all.
    """

    asked: int
    right: int
    of: int = LAST

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.right / self.of if self.of else 0.0

    @property
    def state(self) -> str:
        """``new``, ``learning``, ``nearly`` or ``sure``.

        >>> [Mastery(9, right).state for right in (2, 3, 4)], Mastery(0, 0).state
        (['learning', 'nearly', 'sure'], 'new')
        """
        if not self.asked:
            return "new"
        return "sure" if self.share >= SURE else "nearly" if self.share >= NEARLY else "learning"


def mastery(rights: Sequence[bool]) -> Mastery:
    """The mastery that follows from first attempts in their order.

    >>> mastery([False, True, True, True, True, True])
    Mastery(asked=6, right=5, of=5)
    """
    return Mastery(len(rights), sum(rights[-LAST:]))


def state_words(one: Mastery) -> str:
    """The state in words."""
    return say(f"progress.state-{one.state}")


def by_kind(progress: Progress) -> dict[str, Mastery]:
    """The mastery of each kind of task, also of those not begun, in the order of the rules."""
    return {name: mastery([one.right_alone for one in progress.firsts(name)]) for name in kinds()}


def by_chapter(progress: Progress) -> dict[int, Mastery]:
    """The mastery of each chapter that has tasks: that of its kinds together."""
    known = by_kind(progress)
    found: dict[int, Mastery] = {}
    for name, kind in kinds().items():
        so_far, one = found.get(kind.chapter, Mastery(0, 0, 0)), known[name]
        found[kind.chapter] = Mastery(so_far.asked + one.asked, so_far.right + one.right, so_far.of + one.of)
    return found


def missed_of(attempt: Attempt) -> tuple[str, ...]:
    """The clauses that an attempt got wrong: those that its mark names, else all that the task was about."""
    if attempt.right:
        return ()
    return attempt.missed or attempt.clauses


def next_level(progress: Progress, kind: str) -> int:
    """The level of a student's next task of a kind: two in a row right first time lead up, two wrong down.

    A right answer with a hint is neither: it begins the count anew.
    """
    firsts = progress.firsts(kind)
    if not firsts:
        return 1
    levels = kinds()[kind].levels if kind in kinds() else 1
    level = firsts[-1].level
    streak = 0
    for attempt in reversed(firsts):
        step = 1 if attempt.right_alone else -1 if not attempt.right else 0
        if attempt.level != level or not step or step * streak < 0:
            break
        streak += step
    moved = (streak >= IN_A_ROW) - (streak <= -IN_A_ROW)
    return max(1, min(levels, level + moved))


def suggestion(progress: Progress, among: Iterable[str] | None = None, besides: str | None = None) -> str:
    """The kind of task that a student had best do next.

    Of the kinds that are being learned, the one that has not come for longest; when they are fewer than
    three, the next new one in the order of the rules; when all are sure, again the one not had for
    longest.

    Args:
        progress: what the student has done.
        among: the kinds to choose from, by name, at least one; None for all.
        besides: a kind that has just come, which comes again only when there is no other.
    """
    wanted = set(kinds() if among is None else among)
    states = {name: one.state for name, one in by_kind(progress).items() if name in wanted}
    learning = [name for name, state in states.items() if state in ("learning", "nearly")]
    new = [name for name, state in states.items() if state == "new"]
    if new and len(learning) < AT_A_TIME:
        return next((name for name in new if name != besides), new[0])
    last = {attempt.kind: place for place, attempt in enumerate(progress.firsts())}
    candidates = learning or list(states)
    others = [name for name in candidates if name != besides]
    return min(others or candidates, key=lambda name: last.get(name, -1))
