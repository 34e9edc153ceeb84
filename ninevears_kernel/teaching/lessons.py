"""The lessons in a learner's order, and how far a student has come in them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from ..core.errors import UnknownName
from ..core.messages import Message
from ..input_files import convert
from .predictions import predictions
from .progress import DEFAULT_FILE, Progress, read_progress

TABLE = Path(__file__).parent / "data" / "lessons.toml"


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson.

    Attributes:
        name: the short name of the chapter that it teaches.
        number: its place in the course, from 1; lesson 0 has no tasks.
        kinds: the kinds of tasks that its check draws from.
        also: other names that it goes by.
    """

    name: str
    number: int
    kinds: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class LessonDone(NamedTuple):
    """How far a student is in a lesson.

    Attributes:
        name, number: which lesson.
        passed: whether its check was passed.
        guesses: how many of its predictions were guessed.
        right: how many of those were right, or near.
        tasks: how many tasks of its kinds were done.
        next: whether it is the first whose check is not passed.
    """

    name: str
    number: int
    passed: bool
    guesses: int
    right: int
    tasks: int
    next: bool


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by name, in a learner's order."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {
        name: convert({"name": name, "number": number, **row}, Lesson)
        for number, (name, row) in enumerate(data.items(), 1)
    }


def lesson_named(name: str) -> Lesson:
    """A lesson by one of its names.

    Raises:
        UnknownName: there is none.

    >>> lesson_named("cards").name, lesson_named("siege").number
    ('year', 6)
    """
    wanted = name.strip().casefold()
    for lesson in lessons().values():
        if wanted in (lesson.name, *lesson.also):
            return lesson
    raise UnknownName("lesson", name, Message("kind.lesson"), lessons())


def kinds_before(lesson: Lesson) -> tuple[str, ...]:
    """The kinds of tasks of the lessons before one, those of the latest first.

    >>> kinds_before(lesson_named("actions"))
    ('order-of-a-year', 'who-moves-first', 'cards-dealt', 'first-step')
    """
    earlier = [one for one in lessons().values() if one.number < lesson.number]
    return tuple(kind for one in reversed(earlier) for kind in one.kinds)


def kinds_checked(lesson: Lesson) -> tuple[str, ...]:
    """The kinds of tasks that a lesson's check draws from; where it has none of its own all before it."""
    return lesson.kinds or kinds_before(lesson)


def course_progress(source: Progress | str | Path = DEFAULT_FILE) -> tuple[LessonDone, ...]:
    """How far a student is in each lesson, for the home page.

    Args:
        source: a progress, or the file where one is kept; where there is none nothing is done.

    Raises:
        BadInput: the file cannot be read, or is no file of progress.

    >>> [one.name for one in course_progress(Progress("", "00c0ffee")) if one.next]
    ['map']
    """
    if not isinstance(source, Progress):
        source = read_progress(source) if Path(source).exists() else Progress("", "")
    passed, guesses = source.passed(), source.first_guesses()
    open_ones = [name for name in lessons() if name not in passed]
    rows = []
    for lesson in lessons().values():
        own = [
            guesses[name]
            for name, one in predictions().items()
            if one.lesson == lesson.name and name in guesses
        ]
        made = [one for one in own if one.guess is not None]
        rows.append(
            LessonDone(
                lesson.name,
                lesson.number,
                lesson.name in passed,
                len(made),
                sum(one.right for one in made),
                sum(one.kind in lesson.kinds for one in source.firsts()),
                lesson.name in open_ones[:1],
            )
        )
    return tuple(rows)
