"""Practice: tasks made by the engine for one student, marked with the reason, and kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError, UnknownName
from ...core.messages import Message, say
from ...teaching.chapters import chapter_named, chapter_title, chapters, kinds_of
from ...teaching.marking import kinds, make, mark, reveal
from ...teaching.mastery import by_kind, next_level, state_words, suggestion
from ...teaching.progress import DEFAULT_FILE, Progress, ProgressFile, key_of
from ...teaching.recall import most_needed
from ...teaching.task import Task, TaskMark
from ...teaching.task_pictures import picture_colours
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import Callbacks, button, labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.ruling_card import RulingCard
from ..parts.theme import SERIF, THEME, complaint, paint
from .answer_control import AnswerControl
from .exercise import PLAIN, RIGHT, WRONG
from .task_board import TaskBoard, beside

SHOWN_AFTER = 2
"""From so many wrong attempts on the reason is given, which may hold the answer, and it can be shown."""
BEST, ALL = "", 0
"""What stands in the lists for the kind that suits best, and for all chapters."""
STYLE = f"""{THEME}<style>
.ninevears-practice {{ max-width: 1080px; }}
.ninevears-practice .task {{ font: 16px/1.5 {SERIF}; color: {paint("ink")}; background: {paint("paper")};
  border: 1px solid {paint("edge")}; padding: 8px 16px 10px; box-sizing: border-box;
  overflow-wrap: break-word; }}
.ninevears-practice .task h4 {{ font: 600 18px/1.3 {SERIF}; margin: 2px 0 4px; color: {paint("ink")}; }}
.ninevears-practice .task p {{ margin: 4px 0; white-space: pre-line; }}
.ninevears-practice .task .how {{ font-size: 14px; font-style: italic; }}
.ninevears-practice .said {{ font: 15px/1.5 {SERIF}; padding: 6px 16px; box-sizing: border-box;
  white-space: pre-line; overflow-wrap: break-word; }}
.ninevears-practice .said p {{ margin: 4px 0; }}
.ninevears-practice ol.hints {{ font: 15px/1.5 {SERIF}; margin: 4px 0; padding: 4px 16px 4px 2.4em;
  color: {paint("ink")}; background: {paint("hint")}; }}
.ninevears-practice .so-far {{ font: 14px/1.4 {SERIF}; color: var(--jp-ui-font-color1, {paint("ink")}); }}
.ninevears-practice .ninevears-legend > .key {{ display: none !important; }}
.ninevears-task-maps {{ display: flex; flex-wrap: wrap; gap: 10px; }}
.ninevears-task-maps figure {{ margin: 0; flex: 1 1 280px; max-width: 760px; min-width: 0;
  font: 14px/1.4 {SERIF}; color: var(--jp-ui-font-color1, {paint("ink")}); }}
.ninevears-task-maps svg {{ max-width: 100%; max-height: 360px; width: auto; height: auto;
  border: 1px solid {paint("chip-edge")}; }}
{picture_colours()}
.ninevears-task-maps details ul {{ max-height: 14em; overflow: auto; margin: 4px 0; }}
</style>"""


class Practice(Composed):
    """Tasks for one student, one after the other; each answer is kept in a file.

    The tasks of a student follow from the name, or from a number drawn when the file is begun: two students
    have different ones. Two answers in a row that are right first time lead to harder ones, two wrong ones to
    easier ones.

    Args:
        kinds: only tasks of these kinds; None for all.
        chapter: only tasks of this chapter, by number or short name, to begin with.
        file: where the answers are kept; None keeps nothing.
        student: a name, if it is to be in the file.

    Attributes:
        task: what is asked now; None when no task could be made.
        marked: the last mark, or None.
        progress: what the student has done.
        on_record: calls back after each attempt.

    Raises:
        UnknownName: there is no such chapter or kind, or the chapter has none of the kinds.
        BadInput: the file is another student's, or no file of progress.

    >>> practice = Practice(file=None)
    >>> practice.marked is None, practice.mark() is None
    (True, True)
    """

    def __init__(
        self,
        kinds: str | Iterable[str] | None = None,
        chapter: int | str | None = None,
        file: str | Path | None = DEFAULT_FILE,
        student: str = "",
        **more: Any,
    ) -> None:
        self._only = _checked(kinds)
        self.file = None if file is None else ProgressFile(file, student)
        self.progress = self.file.progress if self.file else Progress(student, key_of(student))
        self.task: Task | None = None
        self.marked: TaskMark | None = None
        self.control: AnswerControl | None = None
        self.on_record = Callbacks()
        self._skipped: dict[str, int] = {}
        self._attempts, self._hints, self._last_answer = 0, 0, None
        self._settled, self._quiet = False, False
        wanted = ALL if chapter is None else chapter_named(chapter)
        if not self._kinds_of(wanted):
            raise UnknownName("chapter", chapter, Message("kind.chapter"), map(str, self._chapters()))
        label = {"description_width": "70px"}
        titles = [(chapter_title(one), one) for one in self._chapters()]
        self.chapter = labelled(
            W.Dropdown, "practice.chapter", "330px", style=label, tooltip="practice.chapter-tooltip",
            options=[(say("practice.all-chapters"), ALL), *titles], value=wanted,
        )  # fmt: skip
        self.kind = labelled(
            W.Dropdown, "practice.kind", "420px", style=label, tooltip="practice.kind-tooltip"
        )
        self.head, self.prompt, self.hints = W.HTML(STYLE + lesson_style()), W.HTML(), W.HTML()
        self.board, self.answer_box = TaskBoard(), W.VBox()
        self.mark_button = button("widget.mark", "widget.mark-tooltip", self.mark, "primary")
        self.hint_button = button("practice.hint", "practice.hint-tooltip", self.hint)
        self.again_button = button("practice.again", "practice.again-tooltip", self.try_again)
        self.show_button = button("practice.show-me", "practice.show-me-tooltip", self.show_me)
        self.next_button = button("practice.next", "practice.next-tooltip", self._next_pressed)
        self._keys = KeyboardGuard()
        self.said, self.so_far = W.HTML(), W.HTML()
        self.cards = W.VBox()
        self.why = W.Accordion([self.cards], titles=[say("widget.why")], layout=W.Layout(display="none"))
        row = W.Layout(flex_flow="row wrap", align_items="center")
        buttons = [self.mark_button, self.hint_button, self.again_button, self.show_button, self.next_button]
        super().__init__(
            [
                self.head,
                W.HBox([self.chapter, self.kind], layout=row),
                beside(
                    [self.prompt, self.answer_box, W.HBox(buttons, layout=row), self.hints, self.said],
                    self.board,
                ),
                self.why,
                self.so_far,
                self._keys,
            ],
            **more,
        )
        for name in ("ninevears-practice", "ninevears-lesson"):
            self.add_class(name)
        self._list_kinds()
        self.chapter.observe(lambda _: self._chapter_chosen(), "value")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.board.on_click(self._clicked)
        self.next()
        made_in_this_cell(self)

    # ---- what a student does

    def mark(self) -> TaskMark | None:
        """Has the answer marked, says the reason and keeps the attempt; None when there is none to mark."""
        if self.task is None or self.control is None or self._settled:
            return None
        answer = self.control.value
        if answer in (None, "") or (isinstance(answer, str) and not answer.strip()):
            self._say("⚠", say("widget.choose-answer"), (), *PLAIN)
            return None
        if self.marked is not None and answer == self._last_answer:
            return self.marked  # the button was pressed twice
        try:
            marked = mark(self.task, answer)
            self._attempts, self._last_answer = self._attempts + 1, answer
            self._tell(marked)
            self.marked = marked
            self._keep(answer, marked)
        except NinevearsError as error:
            self.said.value += complaint(error) if self.marked else ""
            if self.marked is None:
                self.said.value = complaint(error)
        self._show_buttons()
        return self.marked

    def hint(self) -> None:
        """Opens the next hint; they go from vague to near."""
        if self.task is not None and self._hints < len(self.task.hints):
            self._hints += 1
            items = "".join(f"<li>{escape(str(one))}</li>" for one in self.task.hints[: self._hints])
            label = escape(say("practice.hints"), quote=True)
            self.hints.value = f"<div role='status'><ol class='hints' aria-label='{label}'>{items}</ol></div>"
        self._show_buttons()

    def try_again(self) -> None:
        """Clears the answer and what was said to it."""
        if self.control is not None and not self._settled:
            self.control.value = None
            self._unsay()
        self._show_buttons()

    def show_me(self) -> None:
        """Shows what is right and why; only after two attempts."""
        if self.task is None or self._attempts < SHOWN_AFTER or self._settled:
            return
        found = reveal(self.task)
        self._say("→", say("practice.shown", answer=found.says), [str(found.because)], *PLAIN)
        self._settle(found.rulings)

    def next(self) -> None:
        """Goes on to another task, of the kind that was chosen or that suits best."""
        before = self.task
        if before is not None and not self._attempts:
            self._skipped[before.kind] = self._skipped.get(before.kind, 0) + 1
        try:
            if self.file is not None:
                self.progress = self.file.reload()  # another notebook may have written
            name = self.kind.value or self._best(before.kind if before else None)
            seed = self.progress.next_seed(name, self._skipped.get(name, 0))
            self.task = make(name, seed, next_level(self.progress, name))
        except NinevearsError as error:
            self.task = None
            self.prompt.value = complaint(error)
            self._show_buttons()
            return
        self._attempts, self._hints, self._last_answer, self._settled = 0, 0, None, False
        self._unsay()
        self.hints.value = ""
        self._show_task(self.task)
        self._show_buttons()
        self._show_so_far()

    def _next_pressed(self) -> None:
        """The button stands under the task, so that the new one would begin out of sight."""
        self.next()
        self._keys.begin_at(".task")

    def go_to(self, chapter: int | str) -> None:
        """Practises a chapter, by number or short name.

        Raises:
            UnknownName: no chapter that has tasks is called so.
        """
        wanted = chapter_named(chapter)
        if wanted == self.chapter.value:
            self.next()
        else:
            self.chapter.value = wanted

    # ---- within

    def _chapters(self) -> list[int]:
        return [one for one in chapters() if self._kinds_of(one)]

    def _kinds_of(self, chapter: int) -> list[str]:
        found = [kind.name for kind in kinds_of(None if chapter == ALL else chapter)]
        return [name for name in found if self._only is None or name in self._only]

    def _list_kinds(self) -> None:
        names = self._kinds_of(self.chapter.value)
        found = [(str(kinds()[name].title), name) for name in names]
        self.kind.options = [(say("practice.best-kind"), BEST), *found]
        self.kind.value = BEST

    def _chapter_chosen(self) -> None:
        self._quiet = True
        self._list_kinds()
        self._quiet = False
        self.next()

    def _kind_chosen(self) -> None:
        if not self._quiet:
            self.next()

    def _best(self, besides: str | None) -> str:
        among = self._kinds_of(self.chapter.value)
        if self._only is None and self.chapter.value == ALL:
            return most_needed(self.progress, among, besides)
        return suggestion(self.progress, among, besides)

    def _show_task(self, task: Task) -> None:
        kind = kinds()[task.kind]
        level = say("practice.level", level=task.level, levels=kind.levels)
        self.prompt.value = (
            f"<div class='task'><h4>{escape(str(task.title))}</h4><p>{escape(str(task.prompt))}</p>"
            f"<p class='how'>{escape(str(task.how))} {escape(level)}</p></div>"
        )
        war_map = self.board.show(task)
        if self.control is not None:
            self.control.close()
        self.control = AnswerControl(task, war_map)
        self.control.on_change(self._answer_changed)
        self.answer_box.children = (self.control,)

    def _clicked(self, space: str | None) -> None:
        if self.control is not None:
            self.control.clicked(space)

    def _answer_changed(self) -> None:
        """What was said belongs to another answer."""
        if not self._settled and self.said.value:
            self._unsay()
            self._show_buttons()

    def _unsay(self) -> None:
        self.marked = None
        self.said.value = ""
        self.cards.children = ()
        self.why.layout.display = "none"

    def _tell(self, marked: TaskMark) -> None:
        if marked.right:
            self._say("✓", say("widget.right"), [str(marked.says)], *RIGHT)
            self._settle(marked.rulings or (marked.ruling,))
            return
        if self._attempts < SHOWN_AFTER and marked.at_first is not None:
            self._say("✗", say("widget.wrong"), [str(marked.at_first)], *WRONG)
            return
        more = [str(marked.says)]
        if marked.nearest is not None:
            more.append(str(marked.nearest.says))
        self._say("✗", say("widget.wrong"), more, *WRONG)

    def _settle(self, rulings: Iterable[Any]) -> None:
        """The task is done: the rulings behind it can be read."""
        self._settled = True
        self.cards.children = tuple(RulingCard(ruling) for ruling in rulings)
        self.why.selected_index = None
        self.why.layout.display = None
        if self.control is not None:
            self.control.settle()
        self._show_buttons()

    def _keep(self, answer: Any, marked: TaskMark) -> None:
        assert self.task is not None
        if self.file is not None:
            self.file.record(self.task, answer, marked, self._attempts, self._hints)
            self.progress = self.file.progress
        else:
            self.progress = self.progress.with_attempt(self.task, answer, marked, self._attempts, self._hints)
        self._show_so_far()
        self.on_record.tell()

    def _say(self, icon: str, word: str, sentences: Iterable[str], colour: str, ground: str) -> None:
        more = "".join(f"<p>{escape(one)}</p>" for one in sentences)
        self.said.value = (
            f"<div class='said' role='status' style='color:{colour};background:{ground}'>"
            f"<span aria-hidden='true'>{icon}</span> <b>{escape(word)}</b>{more}</div>"
        )

    def _show_buttons(self) -> None:
        hints = len(self.task.hints) if self.task else 0
        self.mark_button.disabled = self._settled or self.task is None
        self.hint_button.description = say("practice.hint-of", count=self._hints, hints=hints)
        self.hint_button.disabled = self._settled or self._hints >= hints
        self.again_button.disabled = self._settled or not self._attempts
        self.show_button.disabled = self._settled or self._attempts < SHOWN_AFTER
        self.next_button.button_style = "primary" if self._settled else ""
        self.mark_button.button_style = "" if self._settled else "primary"

    def _show_so_far(self) -> None:
        firsts = self.progress.firsts()
        parts = [say("practice.so-far", count=len(firsts), right=sum(one.right_alone for one in firsts))]
        if self.task is not None:
            one = by_kind(self.progress)[self.task.kind]
            state = state_words(one)
            parts.append(say("practice.of-this-kind", state=state, right=one.right, of=one.of))
        parts.append(self.progress.warning)
        where = say("practice.kept-in", file=str(self.file.path)) if self.file else say("practice.not-kept")
        words = " ".join(filter(None, [*parts, where]))
        self.so_far.value = f"<p class='so-far'>{escape(words)}</p>"


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
