"""One exercise as a card: the prompt, an answer, the mark in words, and the umpire's ruling behind it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import say, shown
from ..parts.fields import start_button, toggles
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import lesson_style
from ..parts.ruling_card import RulingCard
from ..parts.schema_form import space_names
from ..parts.theme import SERIF, THEME, paint

if TYPE_CHECKING:
    from ...chronicle.lesson_plans import Checked, ChronicleQuestion
    from ...teaching.exercises import Exercise, Marked


PLAIN = paint("ink"), paint("paper")
RIGHT, WRONG = (paint("good-ink"), paint("good")), (paint("wrong-ink"), paint("bad"))
"""Colours of the letters and of the ground under them."""


class ExerciseCard(W.VBox):
    """An exercise that the engine marks.

    Args:
        exercise: has title, prompt, choices (None: any space of the map) and ``mark(answer)``; a question
            about the chronicle is marked by its tables, and no ruling stands behind the mark.

    Attributes:
        marked: the last mark, or None.

    A first wrong answer gets what to look at, and from the second try on what is right and why.
    """

    def __init__(self, exercise: Exercise | ChronicleQuestion, **more: Any) -> None:
        self.exercise = exercise
        self.marked: Marked | Checked | None = None
        self._tried: set[str] = set()
        self.answer: W.ToggleButtons | W.Combobox
        if exercise.choices is None:
            look = {"description": say("widget.your-answer"), "style": {"description_width": "auto"}}
            self.answer = W.Combobox(options=space_names(), **look)
        else:
            choices = [(_words(choice), choice) for choice in exercise.choices]
            self.answer = toggles("widget.your-answer", options=choices, value=None)
        self.button: W.Button = start_button("widget.mark", "widget.mark-tooltip", self.mark, "primary")
        self.verdict: W.HTML = W.HTML()
        self.card: RulingCard = RulingCard()
        self._why = W.Accordion([self.card], titles=[say("widget.why")], layout=W.Layout(display="none"))
        prompt = W.HTML(
            f"{THEME}{lesson_style()}"
            f"<div style='font:15px/1.5 {SERIF};color:{PLAIN[0]};background:{PLAIN[1]};"
            f"border:1px solid {paint('edge')};"
            f"padding:8px 16px;max-width:60em;box-sizing:border-box'>"
            f"<b style='font-size:17px'>{escape(str(exercise.title))}</b>"
            f"<p style='margin:4px 0'>{escape(str(exercise.prompt))}</p></div>"
        )
        super().__init__([prompt, self.answer, self.button, self.verdict, self._why, KeyboardGuard()], **more)
        self.add_class("ninevears-lesson")
        self.answer.observe(lambda _: self._unmark(), "value")

    def mark(self) -> Marked | Checked | None:
        """Has the answer marked and says so; None when there is no answer that can be marked."""
        if not self.answer.value:
            self._say("⚠", say("widget.choose-answer"), "", *PLAIN)
            return None
        try:
            self.marked = self.exercise.mark(self.answer.value)
        except NinevearsError as error:
            self._say("⚠", str(error), "", *WRONG)
            return None
        self._tried.add(self.answer.value)
        first = None if len(self._tried) > 1 else getattr(self.marked, "at_first", None)
        if self.marked.right:
            self._say("✓", say("widget.right"), str(self.marked.says), *RIGHT)
        else:
            self._say("✗", say("widget.wrong"), str(first or self.marked.says), *WRONG)
        shown_why = self.marked.ruling and (self.marked.right or first is None)
        self.card.ruling = self.marked.ruling if shown_why else None
        self._why.selected_index = None
        self._why.layout.display = None if shown_why else "none"
        return self.marked

    def _unmark(self) -> None:
        self.marked = None
        self.verdict.value = ""
        self._why.layout.display = "none"

    def _say(self, icon: str, word: str, sentence: str, colour: str, ground: str) -> None:
        self.verdict.value = (
            f"<div role='status' style='font:15px/1.5 {SERIF};color:{colour};background:{ground};"
            f"padding:4px 16px;max-width:60em;box-sizing:border-box'>"
            f"<span aria-hidden='true'>{icon}</span> "
            f"<b>{escape(word)}</b> {escape(sentence)}</div>"
        )


def _words(choice: str) -> str:
    """A choice as people read it: the engine's own words, such as ``at-once``, without their hyphens."""
    return shown(choice.replace("-", " ") if choice.replace("-", "").islower() else choice)
