"""Tasks for one student, one after the other: which comes, how often it was tried, what is said and kept.

What shows them, in a notebook or on a page, knows no more than this.

>>> drill = Drill(student="Anna", only=["force-limit"])
>>> drill.next()
>>> drill.mark("many")
Traceback (most recent call last):
    ...
ninevears_kernel.core.errors.BadInput: answer: found 'many', expected a whole number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.errors import UnknownName
from ..core.messages import Message, say
from ..core.rulings import Ruling
from .chapters import chapter_named, chapters, kinds_of
from .marking import kinds, make, mark, reveal
from .mastery import by_kind, next_level, state_words, suggestion
from .progress import Progress, ProgressFile, key_of
from .recall import most_needed
from .task import Reveal, Task, TaskMark

SHOWN_AFTER = 2
"""From so many wrong attempts on the reason is given, which may hold the answer, and it can be shown."""
BEST, ALL = "", 0
"""What stands in the lists for the kind that suits best, and for all chapters."""


class Drill:
    """Makes the tasks, marks the answers and keeps them.

    The tasks of a student follow from the name, or from a number drawn when the file is begun: two students
    have different ones. Two answers in a row that are right first time lead to harder ones, two wrong ones to
    easier ones.

    Args:
        file: where the answers are kept; None keeps nothing.
        student: a name, where there is no file.
        only: tasks of these kinds alone; None for all.
        chapter: of which chapter, by number or short name, to begin with; None for all.

    Attributes:
        chapter, kind: of which the next task is; `ALL` and `BEST` for whichever suits.
        task: what is asked now; None when no task could be made.
        marked: the last mark, or None.
        attempts: how often this task was answered.
        hints: how many hints are open.
        settled: whether it is done: answered right, or shown.
        progress: what the student has done.

    Raises:
        UnknownName: there is no such kind or chapter, or the chapter has none of the kinds.
    """

    def __init__(
        self,
        file: ProgressFile | None = None,
        student: str = "",
        only: str | Iterable[str] | None = None,
        chapter: int | str | None = None,
    ) -> None:
        self._only = _checked(only)
        self.file = file
        self.progress = file.progress if file else Progress(student, key_of(student))
        self.chapter, self.kind = ALL if chapter is None else chapter_named(chapter), BEST
        if not self.kinds_of(self.chapter):
            raise UnknownName("chapter", chapter, Message("kind.chapter"), map(str, self.chapters()))
        self.task: Task | None = None
        self.marked: TaskMark | None = None
        self.attempts, self.hints, self.settled = 0, 0, False
        self._answer: Any = None
        self._skipped: dict[str, int] = {}

    # ---- what can be chosen

    def chapters(self) -> list[int]:
        """The chapters that have tasks of the kinds."""
        return [one for one in chapters() if self.kinds_of(one)]

    def kinds_of(self, chapter: int) -> list[str]:
        """The names of the kinds of a chapter, or of all."""
        found = [kind.name for kind in kinds_of(None if chapter == ALL else chapter)]
        return [name for name in found if self._only is None or name in self._only]

    # ---- what a student does

    def next(self) -> None:
        """Goes on to another task, of the kind that was chosen or that suits best.

        Raises:
            NinevearsError: the file cannot be read any more, or no task can be made: there is none then.
        """
        before, self.task = self.task, None
        if before is not None and not self.attempts:
            self._skipped[before.kind] = self._skipped.get(before.kind, 0) + 1
        if self.file is not None:
            self.progress = self.file.reload()  # another notebook may have written
        name = self.kind or self._best(before.kind if before else None)
        seed = self.progress.next_seed(name, self._skipped.get(name, 0))
        self.task = make(name, seed, next_level(self.progress, name))
        self.attempts, self.hints, self.settled = 0, 0, False
        self.marked = self._answer = None

    def mark(self, answer: Any) -> TaskMark | None:
        """Marks an answer, which is then to be kept; None where there is nothing to mark.

        Raises:
            BadInput: it is no answer of its form, and no attempt.
        """
        if self.task is None or self.settled:
            return None
        if self.marked is not None and answer == self._answer:
            return None  # the button was pressed twice
        marked = mark(self.task, answer)
        self.attempts, self._answer, self.marked = self.attempts + 1, answer, marked
        self.settled = marked.right
        return marked

    def keep(self) -> None:
        """Keeps the attempt that was marked last.

        Raises:
            BadInput: it cannot be written.
        """
        assert self.task is not None
        assert self.marked is not None
        made = (self.task, self._answer, self.marked, self.attempts, self.hints)
        if self.file is None:
            self.progress = self.progress.with_attempt(*made)
        else:
            self.file.record(*made)
            self.progress = self.file.progress

    def hint(self) -> None:
        """Opens the next hint; they go from vague to near."""
        if self.task is not None:
            self.hints = min(self.hints + 1, len(self.task.hints))

    def try_again(self) -> None:
        """Takes back what was said; what was kept stays."""
        if not self.settled:
            self.marked = None

    def show(self) -> Reveal | None:
        """What is right and why; None before two attempts."""
        if self.task is None or self.attempts < SHOWN_AFTER or self.settled:
            return None
        self.settled = True
        return reveal(self.task)

    # ---- what is said

    @property
    def open_hints(self) -> tuple[str, ...]:
        """The hints that are open."""
        return tuple(map(str, self.task.hints[: self.hints])) if self.task else ()

    def says(self) -> tuple[str, ...]:
        """What is said of the answer that was marked last."""
        marked = self.marked
        if marked is None:
            return ()
        if not marked.right and self.attempts < SHOWN_AFTER and marked.at_first is not None:
            return (str(marked.at_first),)
        nearest = None if marked.right else marked.nearest
        return (str(marked.says), *([str(nearest.says)] if nearest else []))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings behind a right answer."""
        return (self.marked.rulings or (self.marked.ruling,)) if self.marked else ()

    def so_far(self) -> str:
        """How many tasks were done, how sure the student is of this kind, and what could not be read."""
        firsts = self.progress.firsts()
        parts = [say("practice.so-far", count=len(firsts), right=sum(one.right_alone for one in firsts))]
        if self.task is not None:
            one = by_kind(self.progress)[self.task.kind]
            state = state_words(one)
            parts.append(say("practice.of-this-kind", state=state, right=one.right, of=one.of))
        return " ".join(filter(None, [*parts, self.progress.warning]))

    def _best(self, besides: str | None) -> str:
        among = self.kinds_of(self.chapter)
        if self._only is None and self.chapter == ALL:
            return most_needed(self.progress, among, besides)
        return suggestion(self.progress, among, besides)


def _checked(names: str | Iterable[str] | None) -> tuple[str, ...] | None:
    """Names of kinds that there are.

    Raises:
        UnknownName: there is none of a name.
    """
    if names is None:
        return None
    found = (names,) if isinstance(names, str) else tuple(names)
    for name in found:
        if name not in kinds():
            raise UnknownName("kind", name, Message("kind.task"), kinds())
    if not found:
        raise UnknownName("kinds", found, Message("kind.task"), kinds())
    return found
