"""Tasks for a whole class: so many of a chapter, from one seed, no two of them equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from .chapters import chapter_named, kinds_of
from .marking import kinds, make
from .progress import drawn_seed
from .task import Task

MOST_TASKS = 40
TRIES = 50
"""So many seeds are tried for a task that is not there yet."""


def make_task_set(
    count: int = 6,
    chapter: int | str | None = None,
    only: Iterable[str] | None = None,
    seed: int = 1,
    level: int | None = None,
) -> tuple[Task, ...]:
    """Chooses tasks: the kinds take turns, and unless a level is asked for the tasks grow harder.

    Args:
        count: how many, 1 to 40.
        chapter: of which chapter, by number or short name; None for all.
        only: of which kinds, by name; None for all of the chapter.
        seed: the same seed gives the same tasks.
        level: of which level; kinds that have fewer give their hardest.

    Raises:
        UnknownName: there is no such chapter or kind.
        BadInput: the count or the level is out of range, or there are not so many tasks.

    >>> [task.kind for task in make_task_set(2, only=["force-limit"])]
    ['force-limit', 'force-limit']
    """
    if not 1 <= count <= MOST_TASKS:
        raise BadInput("count", count, Message("expected.between", least=1, most=MOST_TASKS))
    if level is not None and not 1 <= level <= 9:
        raise BadInput("level", level, Message("expected.between", least=1, most=9))
    names = _names(chapter, None if only is None else tuple(only))
    found: list[Task] = []
    tried = 0
    while len(found) < count:
        name = names[tried % len(names)]
        most = kinds()[name].levels
        wanted = 1 + len(found) * most // count if level is None else level
        task = make(name, drawn_seed(f"set-{seed}", name, tried), min(most, wanted))
        if not any((one.kind, one.prompt, one.case) == (task.kind, task.prompt, task.case) for one in found):
            found.append(task)
        tried += 1
        if tried > TRIES * count:
            raise BadInput("count", count, Message("expected.between", least=1, most=len(found)))
    return tuple(found)


def _names(chapter: int | str | None, only: Sequence[str] | None) -> list[str]:
    for name in only or ():
        if name not in kinds():
            raise UnknownName("kind", name, Message("kind.task"), kinds())
    names = [kind.name for kind in kinds_of(None if chapter is None else chapter_named(chapter))]
    names = [name for name in names if only is None or name in only]
    if not names:
        raise BadInput("kinds", Message("value.none"), Message("kind.task"))
    return names
