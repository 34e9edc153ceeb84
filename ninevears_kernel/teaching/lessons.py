"""The lessons of the course: their order, what each practises and teaches, and how far a student is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..core.errors import UnknownName
from ..core.messages import Message, say
from ..play.table_guide import NextData
from .mastery import Mastery, mastery
from .progress import DEFAULT_FILE, Progress, read_progress

TABLE = Path(__file__).parent / "data" / "lessons.toml"
FOLDER = "lessons"


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson.

    Attributes:
        number: its place in the course.
        name: its words in the catalogue, and its picture.
        file: its notebook.
        minutes: how long it takes.
        formerly: the files of older editions, whose links lead here.
        kinds: the kinds of task that it practises.
        teaches: words of the glossary that it explains.
    """

    number: int
    name: str
    file: str
    minutes: int
    formerly: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    teaches: tuple[str, ...] = ()

    @property
    def title(self) -> Message:
        """A few words."""
        return Message(f"course.{self.name}-title")

    @property
    def about(self) -> Message:
        """What it is about, in a line."""
        return Message(f"course.{self.name}-about")

    @property
    def path(self) -> str:
        """Its notebook, from the folder of the notebooks."""
        return f"{FOLDER}/{self.file}"


class LessonDone(NamedTuple):
    """How far a student is in a lesson.

    Attributes:
        name, number: which lesson.
        passed: whether its check was passed; of lesson 0, whether it was played to its end.
        guesses: how many of its predictions were guessed.
        right: how many of those were right, or near.
        tasks: how many tasks of its kinds were done.
        next: whether this is where to go on.
    """

    name: str
    number: int
    passed: bool
    guesses: int
    right: int
    tasks: int
    next: bool


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons in the order in which they are read.

    >>> [one.name for one in lessons()][:2]
    ['philippsburg', 'map']
    """
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(msgspec.convert(row, Lesson) for row in data["lesson"])


def lesson_named(name: str | int) -> Lesson:
    """A lesson by its number, its name, or the file that it has or had.

    Raises:
        UnknownName: there is none.

    >>> lesson_named(6).file, lesson_named("13_siege.ipynb").number
    ('06_siege.ipynb', 6)
    """
    wanted = str(name).strip().casefold()
    for one in lessons():
        if wanted in (str(one.number), one.name, one.file, *one.formerly):
            return one
    raise UnknownName("lesson", name, Message("kind.lesson"), [one.name for one in lessons()])


@cache
def _moved() -> Mapping[str, str]:
    return {old: one.file for one in lessons() for old in one.formerly}


def present_path(path: str) -> str:
    """The path of a notebook today: of a lesson that had another number, its present one.

    Args:
        path: with forward slashes, from wherever.

    >>> present_path("notebooks/lessons/13_siege.ipynb")
    'notebooks/lessons/06_siege.ipynb'
    >>> present_path("play/02_orders.ipynb")
    'play/02_orders.ipynb'
    """
    old = PurePosixPath(path)
    if old.parent.name not in (FOLDER, "") or old.name not in _moved():
        return path
    return old.with_name(_moved()[old.name]).as_posix()


def mark_of(one: Lesson, progress: Progress) -> Mastery:
    """How sure a student is of what a lesson practises: its tasks together, the last five that were answered.

    >>> mark_of(lesson_named(6), Progress("", "00c0ffee")).state
    'new'
    """
    return mastery([first.right_alone for first in progress.firsts() if first.kind in one.kinds])


def next_lesson(progress: Progress) -> Lesson:
    """Where to go on: the first lesson that is not done, and the last when all are.

    Nobody who has passed a check is sent back to lesson 0, which is a beginning and has none.

    >>> next_lesson(Progress("", "00c0ffee")).number == lessons()[0].number
    True
    """
    passed = progress.passed()
    ahead = [one for one in lessons() if one.name not in passed and (kinds_checked(one) or not passed)]
    return ahead[0] if ahead else lessons()[-1]


def what_comes_after(name: str) -> NextData | None:
    """The lesson after one, as the end of a guided war leads to it; None after the last.

    >>> what_comes_after("philippsburg")["file"]
    '01_the_map.ipynb'
    """
    number = lesson_named(name).number
    for one in lessons():
        if one.number == number + 1:
            says = say("philippsburg.next", number=one.number, title=one.title)
            return {"says": says, "file": one.file}
    return None


def kinds_before(before: Lesson) -> tuple[str, ...]:
    """The kinds of tasks of the lessons before one, those of the latest first.

    >>> kinds_before(lesson_named("actions"))[:5]
    ('who-moves-first', 'cards-dealt', 'order-of-a-year', 'who-controls', 'strength-of-walls')
    """
    earlier = [one for one in lessons() if one.number < before.number]
    return tuple(dict.fromkeys(kind for one in reversed(earlier) for kind in one.kinds))


LEAST_CHECKED = 4
"""So many different things a check asks at the least."""


def kinds_checked(checked: Lesson) -> tuple[str, ...]:
    """The kinds of tasks that a lesson's check draws from: its own; where they are few, the last before too.

    >>> kinds_checked(lesson_named("lines"))
    ('build-a-line', 'pass-the-line', 'odds-of-a-fleet', 'fleet-and-its-zone')
    """
    if not checked.kinds:
        return kinds_before(checked)
    least = max(LEAST_CHECKED, len(checked.kinds))
    return tuple(dict.fromkeys([*checked.kinds, *kinds_before(checked)][:least]))


def course_progress(source: Progress | str | Path = DEFAULT_FILE) -> tuple[LessonDone, ...]:
    """How far a student is in each lesson, for the home page.

    Args:
        source: a progress, or the file where one is kept; where there is none nothing is done.

    Raises:
        BadInput: the file cannot be read, or is no file of progress.

    >>> [one.name for one in course_progress(Progress("", "00c0ffee")) if one.next]
    ['philippsburg']
    """
    if not isinstance(source, Progress):
        source = read_progress(source) if Path(source).exists() else Progress("", "")
    # late: they bring the positions of all lessons, which nobody needs who only asks for the next task
    from .predictions import predictions

    passed, guesses = source.passed(), source.first_guesses()
    here = next_lesson(source)
    rows = []
    for each in lessons():
        asked = [name for name, one in predictions().items() if one.lesson == each.name]
        own = [guesses[name] for name in asked if name in guesses]
        made = [one for one in own if one.guess is not None]
        right, tasks = sum(one.right for one in made), sum(one.kind in each.kinds for one in source.firsts())
        done = each.name in passed
        rows.append(LessonDone(each.name, each.number, done, len(made), right, tasks, each is here))
    return tuple(rows)
