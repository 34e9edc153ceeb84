"""Spaced recall: which kinds of tasks come back when, from the dates in the file of progress.

A kind of task lies in one of six boxes. An answer that is right at once and without a hint moves it a box
up, once it is due; any other first answer brings it back into the first. What was due first comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import zip_longest

from ..nine_years.components.map import game_map
from .lessons import Lesson, kinds_before
from .marking import kinds, make
from .mastery import next_level, suggestion
from .progress import Progress, drawn_seed
from .task import Task

DAYS = (0, 1, 3, 7, 16, 35)
"""After so many days a kind is due again, by the box in which it lies."""
RECALLED, CHECKED, ENOUGH = 3, 5, 4
"""How many tasks a lesson opens with, how many its check asks, and how many of those pass it."""
MOST_MISSED = 2
"""With more kinds than this that were missed last a lesson begins with one of them."""
TRIES = 40
"""So many seeds are tried for a task that the student has not had."""
REMEMBERED = 60
"""With so many of the last tasks of a kind a new one is compared."""


def due_dates(progress: Progress) -> dict[str, datetime]:
    """When each kind that was asked is due again.

    >>> due_dates(Progress("", "00c0ffee"))
    {}
    """
    boxes: dict[str, int] = {}
    due: dict[str, datetime] = {}
    for one in progress.firsts():
        if one.kind not in kinds():
            continue
        box = boxes.get(one.kind, 0)
        if not one.right_alone:
            boxes[one.kind] = 0
        elif one.at < due.get(one.kind, one.at):
            continue  # right before it was due: nothing is learned about how long it stays
        else:
            boxes[one.kind] = min(box + 1, len(DAYS) - 1)
        due[one.kind] = one.at + timedelta(days=DAYS[boxes[one.kind]])
    return due


def recalled(
    progress: Progress, lesson: Lesson, now: datetime | None = None, count: int = RECALLED
) -> tuple[str, ...]:
    """The kinds of tasks with which a lesson opens, from the lessons before it.

    Those that are due, longest due first; then those that never came, of the latest lesson first; then those
    that are due next. What was missed when it came last is every second of them, so that whoever misses the
    same two each time is asked about the rest too; who missed more begins with it.

    Args:
        progress: what the student has done.
        lesson: the lesson that begins.
        now: the time; without it this moment.
        count: how many.
    """
    now = now or datetime.now(UTC)
    due = due_dates(progress)
    among = kinds_before(lesson)
    late = sorted((name for name in among if name in due and due[name] <= now), key=due.__getitem__)
    new = [name for name in among if name not in due]
    later = sorted((name for name in among if name in due and due[name] > now), key=due.__getitem__)
    missed = [name for name in late if not progress.firsts(name)[-1].right_alone]
    rest = [name for name in (*late, *new, *later) if name not in missed]
    turns = (missed, rest) if len(missed) > MOST_MISSED else (rest, missed)
    mixed = [name for pair in zip_longest(*turns) for name in pair if name is not None]
    return tuple(mixed[:count])


def most_needed(
    progress: Progress, among: Sequence[str], besides: str | None = None, now: datetime | None = None
) -> str:
    """The kind of task that a student needs most: what is longest due, else what `suggestion` says.

    Args:
        progress: what the student has done.
        among: the kinds to choose from, at least one.
        besides: a kind that has just come, which comes again only when there is no other.
        now: the time; without it this moment.
    """
    now, due = now or datetime.now(UTC), due_dates(progress)
    late = [name for name in among if name in due and due[name] <= now and name != besides]
    return min(late, key=due.__getitem__) if late else suggestion(progress, among, besides)


def checked_kind(progress: Progress, among: Sequence[str], before: Iterable[str]) -> str:
    """The kind that a check asks for next: they take turns, the longest not had first.

    Args:
        progress: what the student has done.
        among: the kinds to choose from, at least one.
        before: the kinds that the check has asked already.
    """
    asked = list(before)
    last = {one.kind: place for place, one in enumerate(progress.firsts())}
    return min(among, key=lambda name: (asked.count(name), last.get(name, -1)))


def fresh_task(progress: Progress, kind: str, purpose: str = "recall", besides: Iterable[str] = ()) -> Task:
    """A task of a kind that the student has not had, at the student's level.

    Args:
        progress: what the student has done.
        kind: its kind.
        purpose: ``recall`` or ``check``: each draws other tasks, and practice others again.
        besides: places that were asked about just now, which it is not about if another is found.
    """
    level, count, avoided = next_level(progress, kind), len(progress.firsts(kind)), set(besides)
    last = progress.firsts(kind)[-REMEMBERED:]
    had = {_content(kind, one.seed, level) for one in last if one.level == level}
    fresh: Task | None = None
    for skipped in range(TRIES):
        task = make(kind, drawn_seed(progress.key, f"{purpose}/{kind}/{count}", skipped), level)
        if skipped + 1 == TRIES or _content(kind, task.seed, level) not in had:
            fresh = fresh or task
            if avoided.isdisjoint(places_of(task)):
                return task
    assert fresh is not None
    return fresh


def asked_since(progress: Progress, task: Task, before: int) -> bool:
    """Whether the same was answered elsewhere, as in another window, since a task was drawn.

    Args:
        progress: what the student has done.
        task: what was drawn.
        before: how many tasks of the kind were answered by then.

    >>> asked_since(Progress("", "00c0ffee"), make("force-limit", 1), 0)
    False
    """
    kind, level = task.kind, task.level
    told = {_content(kind, one.seed, level) for one in progress.firsts(kind)[before:] if one.level == level}
    return _content(kind, task.seed, level) in told


def places_of(task: Task) -> tuple[str, ...]:
    """The spaces that a task is about: those that its question names, or its choices.

    >>> places_of(make("line-of-communication", 1)), places_of(make("force-limit", 1))
    (('La Rochelle',), ())
    """
    named = [*task.prompt.values.values(), *(one.value for one in task.choices)]
    return tuple(one for one in dict.fromkeys(map(str, named)) if one in game_map().by_name)


@lru_cache(maxsize=512)
def _content(kind: str, seed: int, level: int) -> str:
    """All that a task says, so that two that differ in their seeds alone are known for one."""
    task = make(kind, seed, level)
    return repr((str(task.prompt), task.case, task.other_case, task.asks))
