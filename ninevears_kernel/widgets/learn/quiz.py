"""What a lesson opens and ends with: tasks that are due, and a check that counts first answers alone.

A wrong answer ends its task; another of the same kind, with other numbers, may be tried once, and does not
count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...core.rulings import Ruling
from ...teaching.lessons import Lesson, kinds_checked, lesson_named
from ...teaching.marking import mark
from ...teaching.progress import DEFAULT_FILE, Progress, ProgressFile, key_of
from ...teaching.recall import CHECKED, ENOUGH, asked_since, checked_kind, fresh_task, places_of, recalled
from ...teaching.task import Task, TaskMark
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import button
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style, verdict_html
from ..parts.theme import complaint
from .answer_control import AnswerControl
from .practice import STYLE
from .task_board import TaskBoard, beside

FIRST, SECOND, MISSED = "first", "second", "missed"
"""How a question was answered: right first time, right with other numbers, or not."""
SIGNS = {FIRST: "✓", SECOND: "2", MISSED: "✗"}


class Quiz(Composed):
    """A few tasks, one after the other, each with one answer.

    Args:
        lesson: the lesson, by the short name of its chapter.
        file: where the answers are kept; None keeps nothing.
        student: a name, if it is to be in the file.

    Attributes:
        task: what is asked now; None when all has been asked.
        results: of each question so far how it was answered.
        progress: what the student has done.
    """

    purpose = "recall"

    def __init__(
        self, lesson: str, file: str | Path | None = DEFAULT_FILE, student: str = "", **more: Any
    ) -> None:
        self.lesson: Lesson = lesson_named(lesson)
        self.file = None if file is None else ProgressFile(file, student)
        self.progress: Progress = self.file.progress if self.file else Progress(student, key_of(student))
        self.task: Task | None = None
        self.marked: TaskMark | None = None
        self.results: list[str] = []
        self._asked: list[str] = []
        self._places: list[str] = []
        self._again = False
        self.control: AnswerControl | None = None
        self.head, self.prompt, self.said, self.seals = W.HTML(), W.HTML(), W.HTML(), W.HTML()
        self.board, self.answer_box = TaskBoard(), W.VBox()
        self.board.on_click(self._clicked)
        self.mark_button = button("widget.mark", "quiz.mark-tooltip", self.mark, "primary")
        self.again_button = button("quiz.again", "quiz.again-tooltip", self.again)
        self.next_button = button("quiz.next", "quiz.next-tooltip", self.next)
        self.anew_button = button("quiz.anew", "quiz.anew-tooltip", self.anew, "primary")
        self._keys = KeyboardGuard()
        row = W.Layout(flex_flow="row wrap", align_items="center")
        buttons = W.HBox(
            [self.mark_button, self.again_button, self.next_button, self.anew_button], layout=row
        )
        self._style = W.HTML(STYLE + lesson_style())
        super().__init__(
            [
                self._style,
                self.head,
                self.seals,
                beside([self.prompt, self.answer_box, buttons, self.said], self.board),
                self._keys,
            ],
            **more,
        )
        for name in ("ninevears-lesson", "ninevears-practice", "ninevears-quiz"):
            self.add_class(name)
        self.planned = self._plan()
        self._show_head()
        self._begin()
        made_in_this_cell(self)

    # ---- what a student does

    def mark(self) -> TaskMark | None:
        """Has the answer marked and keeps it; it is the task's only one. None when there is none to mark, or
        when the same was answered in another window meanwhile: then another comes.
        """
        if self.task is None or self.control is None or self.marked is not None:
            return None
        answer = self.control.value
        if answer is None or not str(answer).strip():
            self.said.value = f"<p class='nl-bad' role='alert'>{escape(say('widget.choose-answer'))}</p>"
            return None
        try:
            if self._told_elsewhere():
                return None
            self.marked = mark(self.task, answer)
        except NinevearsError as error:  # it is no answer, and no attempt
            self.said.value = complaint(error)
            return None
        right = self.marked.right
        if self._again:
            self.results[-1] = SECOND if right else MISSED
        else:
            self.results.append(FIRST if right else MISSED)
        self.control.settle()
        self._say(right, str(self.marked.says), self.marked.rulings or (self.marked.ruling,))
        self._keep(answer, self.marked)
        self._show_buttons()
        if len(self.results) == self.planned and (right or self._again):
            self._ended()
        return self.marked

    def again(self) -> None:
        """Asks once more what was missed, with other numbers; that does not count."""
        if self.marked is None or self.marked.right or self._again:
            return
        self._again = True
        self._ask(self._asked[-1])

    def next(self) -> None:
        """Goes on to the next question, or to the end."""
        if self.marked is None or self.task is None:
            return
        if len(self.results) == self.planned:
            self._ended()
        else:
            self._begin()

    def anew(self) -> None:
        """Asks everything again with other questions, once all has been asked and it was not enough."""
        if not self._may_begin_anew():
            return
        self.results, self._asked, self._places = [], [], []
        self._show_head()
        self._begin()
        self._keys.begin_at(".task")

    # ---- what differs

    def _may_begin_anew(self) -> bool:
        """Whether other questions are to be had now."""
        return False

    def _plan(self) -> int:
        """How many questions there are."""
        raise NotImplementedError

    def _kind(self) -> str:
        """The kind of the next question."""
        raise NotImplementedError

    def _title(self) -> str:
        raise NotImplementedError

    def _outcome(self) -> str:
        """What is said in the end."""
        raise NotImplementedError

    # ---- within

    def _begin(self) -> None:
        self._again = False
        if len(self.results) >= self.planned:
            self.task = None
            self._show_buttons()
            return
        self._ask(self._kind())

    def _told_elsewhere(self) -> bool:
        """Asks something else where the file of progress says that the task was answered meanwhile."""
        assert self.task is not None
        if self.file is None or not asked_since(self.file.reload(), self.task, self._before):
            return False
        self._ask(self._asked.pop())
        self.said.value = f"<p class='nl-bad' role='alert'>{escape(say('quiz.told-elsewhere'))}</p>"
        return True

    def _ask(self, kind: str) -> None:
        try:
            if self.file is not None:
                self.progress = self.file.reload()
            self._before = len(self.progress.firsts(kind))
            self.task = fresh_task(self.progress, kind, self.purpose, self._places)
        except NinevearsError as error:
            self.task = None
            self.prompt.value = complaint(error)
            self._show_buttons()
            return
        self._asked.append(kind)
        self._places += places_of(self.task)
        self.marked = None
        self.said.value = ""
        number = len(self.results) + (0 if self._again else 1)
        which = say("quiz.question", number=number, of=self.planned)
        title, asks, how = (escape(str(one)) for one in (self.task.title, self.task.prompt, self.task.how))
        self.prompt.value = (
            f"<div class='task'><span class='sc'>{escape(which)}</span><h4>{title}</h4>"
            f"<p>{asks}</p><p class='how'>{how}</p></div>"
        )
        war_map = self.board.show(self.task)
        if self.control is not None:
            self.control.close()
        self.control = AnswerControl(self.task, war_map)
        self.answer_box.children = (self.control,)
        self._show_buttons()
        self._show_seals()
        if number > 1 or self._again:
            self._keys.begin_at(".task")

    def _clicked(self, space: str | None) -> None:
        if self.control is not None:
            self.control.clicked(space)

    def _keep(self, answer: Any, marked: TaskMark) -> None:
        assert self.task is not None
        try:
            if self.file is not None:
                self.file.reload()
                self.file.record(self.task, answer, marked)
                self.progress = self.file.progress
            else:
                self.progress = self.progress.with_attempt(self.task, answer, marked)
        except NinevearsError as error:
            self.said.value += complaint(error)

    def _ended(self) -> None:
        self.task = None
        self._show_seals()
        self._show_head(self._outcome())
        self._show_buttons()

    def _say(self, right: bool, sentence: str, rulings: Iterable[Ruling]) -> None:
        word, tone = (say("widget.right"), "right") if right else (say("widget.wrong"), "wrong")
        ruled = "".join(verdict_html(ruling) for ruling in rulings)
        fold = f"<details><summary>{escape(say('widget.why'))}</summary>{ruled}</details>"
        sign = "✓" if right else "✗"
        self.said.value = (
            f"<div class='nl-said {tone}' role='status'><span aria-hidden='true'>{sign}</span> "
            f"<b>{escape(word)}</b> {escape(sentence)}{fold}</div>"
        )
        self._show_seals()

    def _show_head(self, outcome: str = "") -> None:
        ends = f"<p class='nl-out' role='status'>{escape(outcome)}</p>" if outcome else ""
        self.head.value = f"<h3 class='nl-title'>{escape(self._title())}</h3>{ends}"

    def _show_seals(self) -> None:
        shown: list[str] = []
        for place in range(self.planned):
            result = self.results[place] if place < len(self.results) else ""
            mine = place == len(self.results) - (1 if self._again and self.results else 0)
            state = result or ("mine" if mine and self.task else "open")
            words = say(f"quiz.seal-{state}", number=place + 1)
            shown.append(
                f"<li class='nl-seal {state}' title='{escape(words, quote=True)}' role='img' "
                f"aria-label='{escape(words, quote=True)}'>{SIGNS.get(result, place + 1)}</li>"
            )
        self.seals.value = f"<ol class='nl-seals'>{''.join(shown)}</ol>"

    def _show_buttons(self) -> None:
        done = self.marked is not None
        self.mark_button.disabled = done or self.task is None
        self.mark_button.layout.display = "none" if self.task is None else None
        missed = (
            done and not self._again and not (self.marked and self.marked.right) and self.task is not None
        )
        self.again_button.layout.display = None if missed else "none"
        more = done and self.task is not None
        self.next_button.layout.display = None if more else "none"
        self.anew_button.layout.display = None if self._may_begin_anew() else "none"
        self.next_button.button_style = "primary" if more else ""
        last = len(self.results) == self.planned
        self.next_button.description = say("quiz.finish" if last else "quiz.next")


class Recall(Quiz):
    """What a lesson opens with: three tasks from earlier lessons, those first that are due again.

    >>> Recall("map", file=None).planned, Recall("siege", file=None).planned
    (0, 3)
    """

    def _plan(self) -> int:
        self._kinds: Sequence[str] = recalled(self.progress, self.lesson)
        return len(self._kinds)

    def _kind(self) -> str:
        return self._kinds[len(self.results)]

    def _title(self) -> str:
        return say("quiz.recall") if self.planned else say("quiz.nothing-to-recall")

    def _outcome(self) -> str:
        return say("quiz.recalled", right=self.results.count(FIRST), of=self.planned)


class Check(Quiz):
    """What a lesson ends with: five tasks of which four must be right first time.

    They are of four kinds at the least.

    >>> Check("siege", file=None).planned
    5
    """

    purpose = "check"

    def _plan(self) -> int:
        return CHECKED

    def _kind(self) -> str:
        return checked_kind(self.progress, kinds_checked(self.lesson), self._asked)

    def _title(self) -> str:
        return say("quiz.check", enough=ENOUGH, of=self.planned)

    def _outcome(self) -> str:
        which = "quiz.passed" if self._passed() else "quiz.not-passed"
        return say(which, right=self.results.count(FIRST), of=self.planned, enough=ENOUGH)

    def _passed(self) -> bool:
        return self.results.count(FIRST) >= ENOUGH

    def _may_begin_anew(self) -> bool:
        return self.task is None and len(self.results) == self.planned and not self._passed()

    def _ended(self) -> None:
        right = self.results.count(FIRST)
        try:
            if self.file is not None:
                self.file.reload()
                self.file.record_check(self.lesson.name, right, self.planned, self._passed())
                self.progress: Progress = self.file.progress
        except NinevearsError as error:
            self.said.value += complaint(error)
        super()._ended()
