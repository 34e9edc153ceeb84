"""Practice: tasks made by the engine for one student, marked with the reason, and kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say
from ...input_files import read_text
from ...teaching.chapters import chapter_named, chapter_title
from ...teaching.drill import ALL, BEST, SHOWN_AFTER, Drill
from ...teaching.marking import kinds
from ...teaching.progress import DEFAULT_FILE, Progress, ProgressFile, file_name
from ...teaching.task import Task, TaskMark
from ...teaching.task_pictures import picture_colours
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.fields import Callbacks, Quiet, button, labelled
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.ruling_card import RulingCard
from ..parts.save import SaveButton
from ..parts.theme import SERIF, THEME, complaint, paint
from .answer_control import AnswerControl
from .exercise import PLAIN, RIGHT, WRONG
from .task_board import TaskBoard, beside

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
.ninevears-task-maps .sheet svg {{ max-height: 640px; }}
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
        self.file: ProgressFile | None = None if file is None else ProgressFile(file, student)
        self.drill: Drill = Drill(self.file, student, kinds, chapter)
        self.control: AnswerControl | None = None
        self.on_record: Callbacks = Callbacks()
        self._quiet = Quiet()
        label = {"description_width": "70px"}
        titles = [(chapter_title(one), one) for one in self.drill.chapters()]
        self.chapter: W.Dropdown = labelled(
            W.Dropdown, "practice.chapter", "330px", style=label, tooltip="practice.chapter-tooltip",
            options=[(say("practice.all-chapters"), ALL), *titles], value=self.drill.chapter,
        )  # fmt: skip
        self.kind: W.Dropdown = labelled(
            W.Dropdown, "practice.kind", "420px", style=label, tooltip="practice.kind-tooltip"
        )
        self.head: W.HTML = W.HTML(STYLE + lesson_style())
        self.prompt: W.HTML = W.HTML()
        self.hints: W.HTML = W.HTML()
        self.board: TaskBoard = TaskBoard()
        self.answer_box: W.VBox = W.VBox()
        self.mark_button: W.Button = button("widget.mark", "widget.mark-tooltip", self.mark, "primary")
        self.hint_button: W.Button = button("practice.hint", "practice.hint-tooltip", self.hint)
        self.again_button: W.Button = button("practice.again", "practice.again-tooltip", self.try_again)
        self.show_button: W.Button = button("practice.show-me", "practice.show-me-tooltip", self.show_me)
        self.next_button: W.Button = button("practice.next", "practice.next-tooltip", self._next_pressed)
        self._keys = KeyboardGuard()
        self.said: W.HTML = W.HTML()
        self.so_far: W.HTML = W.HTML()
        self.save_button: SaveButton = SaveButton(
            "progress.download", "progress.download-tooltip", self._saved
        )
        self.save_button.layout.display = None if self.file else "none"
        self.cards: W.VBox = W.VBox()
        self.why: W.Accordion = W.Accordion(
            [self.cards], titles=[say("widget.why")], layout=W.Layout(display="none")
        )
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
                W.HBox([self.so_far, self.save_button], layout=row),
                self._keys,
            ],
            **more,
        )
        for name in ("ninevears-practice", "ninevears-lesson"):
            self.add_class(name)
        self._list_kinds()
        for field, found in ((self.chapter, self.drill.chapters()), (self.kind, self.drill.kinds_of(ALL))):
            field.layout.display = None if len(found) > 1 else "none"  # of one there is nothing to choose
        self.chapter.observe(lambda _: self._chapter_chosen(), "value")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.board.on_click(self._clicked)
        self.next()
        made_in_this_cell(self)

    @property
    def task(self) -> Task | None:
        """What is asked now."""
        return self.drill.task

    @property
    def marked(self) -> TaskMark | None:
        """The last mark."""
        return self.drill.marked

    @property
    def progress(self) -> Progress:
        """What the student has done."""
        return self.drill.progress

    # ---- what a student does

    def mark(self) -> TaskMark | None:
        """Has the answer marked, says the reason and keeps the attempt; None when there is none to mark."""
        if self.task is None or self.control is None or self.drill.settled:
            return None
        answer = self.control.value
        if answer in (None, "") or (isinstance(answer, str) and not answer.strip()):
            self._say("⚠", say("widget.choose-answer"), (), *PLAIN)
            return None
        try:
            marked = self.drill.mark(answer)
        except NinevearsError as error:
            self.said.value = complaint(error)
            return None
        if marked is not None:
            self._tell(marked)
            try:
                self.drill.keep()
                self._show_so_far()
                self.on_record.tell()
            except NinevearsError as error:
                self.said.value += complaint(error)
        self._show_buttons()
        return self.marked

    def hint(self) -> None:
        """Opens the next hint; they go from vague to near."""
        self.drill.hint()
        if self.drill.open_hints:
            items = "".join(f"<li>{escape(one)}</li>" for one in self.drill.open_hints)
            label = escape(say("practice.hints"), quote=True)
            self.hints.value = f"<div role='status'><ol class='hints' aria-label='{label}'>{items}</ol></div>"
        self._show_buttons()

    def try_again(self) -> None:
        """Clears the answer and what was said to it."""
        if self.control is not None and not self.drill.settled:
            self.control.value = None
            self._unsay()
        self._show_buttons()

    def show_me(self) -> None:
        """Shows what is right and why; only after two attempts."""
        found = self.drill.show()
        if found is not None:
            self._say("→", say("practice.shown", answer=found.says), [str(found.because)], *PLAIN)
            self._settle(found.rulings)

    def next(self) -> None:
        """Goes on to another task, of the kind that was chosen or that suits best."""
        self.drill.chapter, self.drill.kind = self.chapter.value, self.kind.value
        try:
            self.drill.next()
        except NinevearsError as error:
            self.prompt.value = complaint(error)
            self._show_buttons()
            return
        self._unsay()
        self.hints.value = ""
        if self.task is not None:
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

    def _list_kinds(self) -> None:
        names = self.drill.kinds_of(self.chapter.value)
        found = [(str(kinds()[name].title), name) for name in names]
        self.kind.options = [(say("practice.best-kind"), BEST), *found]
        self.kind.value = BEST

    def _chapter_chosen(self) -> None:
        with self._quiet:
            self._list_kinds()
        self.next()

    def _kind_chosen(self) -> None:
        if not self._quiet:
            self.next()

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
        if not self.drill.settled and self.said.value:
            self._unsay()
            self._show_buttons()

    def _unsay(self) -> None:
        self.drill.try_again()
        self.said.value = ""
        self.cards.children = ()
        self.why.layout.display = "none"

    def _tell(self, marked: TaskMark) -> None:
        if marked.right:
            self._say("✓", say("widget.right"), self.drill.says(), *RIGHT)
            self._settle(self.drill.rulings)
        else:
            self._say("✗", say("widget.wrong"), self.drill.says(), *WRONG)

    def _settle(self, rulings: Iterable[Any]) -> None:
        """The task is done: the rulings behind it can be read."""
        self.cards.children = tuple(RulingCard(ruling) for ruling in rulings)
        self.why.selected_index = None
        self.why.layout.display = None
        if self.control is not None:
            self.control.settle()
        self._show_buttons()

    def _say(self, icon: str, word: str, sentences: Iterable[str], colour: str, ground: str) -> None:
        more = "".join(f"<p>{escape(one)}</p>" for one in sentences)
        self.said.value = (
            f"<div class='said' role='status' style='color:{colour};background:{ground}'>"
            f"<span aria-hidden='true'>{icon}</span> <b>{escape(word)}</b>{more}</div>"
        )

    def _show_buttons(self) -> None:
        drill, hints = self.drill, len(self.task.hints) if self.task else 0
        self.mark_button.disabled = drill.settled or self.task is None
        self.hint_button.description = say("practice.hint-of", count=drill.hints, hints=hints)
        self.hint_button.disabled = drill.settled or drill.hints >= hints
        self.again_button.disabled = drill.settled or not drill.attempts
        self.show_button.disabled = drill.settled or drill.attempts < SHOWN_AFTER
        self.next_button.button_style = "primary" if drill.settled else ""
        self.mark_button.button_style = "" if drill.settled else "primary"

    def _saved(self) -> tuple[str, str]:
        """The file of progress as it is handed in."""
        assert self.file is not None
        return file_name(self.progress.student), read_text(self.file.path)

    def _show_so_far(self) -> None:
        self.save_button.disabled = not self.progress.attempts
        where = say("practice.kept-in", file=str(self.file.path)) if self.file else say("practice.not-kept")
        self.so_far.value = f"<p class='so-far'>{escape(f'{self.drill.so_far()} {where}')}</p>"
