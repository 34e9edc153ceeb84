"""What a learner answers a task with: a choice, a text, or names, typed, listed or clicked on a map."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import ipywidgets as W

from ...core.errors import NinevearsError
from ...core.messages import shown
from ...nine_years.components.map import ZONES, game_map
from ...teaching.answers import read_answer
from ...teaching.task import Task
from ..map.war_map import WarMap
from ..parts.fields import Callbacks, button, labelled, toggles
from ..parts.schema_form import space_names
from .try_controls import stepper

LABEL = {"description_width": "auto"}


class AnswerControl(W.VBox):
    """The control for the form of a task.

    Args:
        task: what is asked.
        war_map: the map on which spaces are clicked, where the form asks for spaces.

    Attributes:
        inputs: the widgets that the answer is read from, and that are switched off when it is settled.
        on_change: calls back when the answer has been changed.
    """

    def __init__(self, task: Task, war_map: WarMap | None = None, **more: Any) -> None:
        self.task, self.war_map = task, war_map
        self.on_change = Callbacks()
        yours, hint = "widget.your-answer", f"practice.placeholder-{task.form}"
        self.inputs: list[Any]
        match task.form:
            case "choice":
                named = [(shown(one.says), one.value) for one in task.choices]
                self.field: Any = toggles(yours, options=named, value=None)
            case "number" | "fraction":  # so that the steps stand beside it on a telephone too
                self.field = labelled(W.Text, yours, "240px", hint=hint)
            case "space":
                self.field = labelled(W.Combobox, yours, "360px", hint=hint, options=space_names())
            case _:
                self.field = labelled(W.Text, yours, {"width": "auto", "max_width": "640px"}, hint=hint)
        self.inputs = [self.field]
        rows: list[W.Widget] = [self.field]
        if task.form == "number":
            steps = stepper(self._step)
            self.inputs += steps.children
            rows = [W.HBox([self.field, steps], layout=W.Layout(flex_flow="row wrap", align_items="center"))]
        if task.form in ("spaces", "path"):
            names = [*space_names(), *(map(shown, ZONES) if task.form == "path" else ())]
            self.place = labelled(
                W.Combobox, "practice.place", "260px", hint="practice.placeholder-space",
                options=names, continuous_update=False,
            )  # fmt: skip
            self.add_button = button("practice.add", "practice.add-tooltip", self._add_typed)
            self.undo_button = button(
                "practice.undo", "practice.undo-tooltip", lambda: self._write(self._names()[:-1])
            )
            self.clear_button = button("practice.clear", "practice.clear-tooltip", lambda: self._write(()))
            pick = [self.place, self.add_button, self.undo_button, self.clear_button]
            self.inputs += pick
            rows.append(W.HBox(pick, layout=W.Layout(flex_flow="row wrap", align_items="center")))
        super().__init__(rows, **more)
        self.field.observe(lambda _: self._changed(), "value")

    @property
    def value(self) -> Any:
        """The answer as it stands; None or "" when there is none."""
        return self.field.value

    @value.setter
    def value(self, answer: Any) -> None:
        if answer is None and self.task.form != "choice":
            answer = ""
        self.field.value = (
            answer if answer is None or isinstance(answer, str) else ", ".join(map(str, answer))
        )

    def settle(self, settled: bool = True) -> None:
        """Switches the control off, or on again."""
        for widget in self.inputs:
            widget.disabled = settled

    def clicked(self, space: str | None) -> None:
        """A space was clicked on the map: it is the answer, or goes into it, or out of it again."""
        if space is None or self.war_map is None:
            return
        if self.task.form != "space":
            self.war_map.selected = None  # so that the same space can be clicked again
        if self.field.disabled:
            return
        if self.task.form == "space":
            self.field.value = space
            return
        names = self._names()
        if self.task.form == "spaces" and space in names:
            self._write([name for name in names if name != space])
        elif not names or names[-1] != space:
            self._write([*names, space])

    def _step(self, by: int) -> None:
        """One more or less; an empty field begins at 0, and what is no number stays."""
        with suppress(NinevearsError):
            self.field.value = str(read_answer("number", self.field.value.strip() or "0") + by)

    def _add_typed(self) -> None:
        name = self.place.value.strip()
        if name and (read := self._read(name)):
            self.place.value = ""
            names = self._names()
            if not names or names[-1] != read[0]:
                self._write([*names, read[0]])

    def _names(self) -> list[str]:
        """The names that stand in the field, as far as they can be read."""
        return self._read(self.field.value)

    def _read(self, text: str) -> list[str]:
        if not text.strip():
            return []
        try:
            found: Sequence[str] = read_answer("path", text)
        except NinevearsError:
            return [part.strip() for part in text.split(",") if part.strip()]
        return list(found)

    def _write(self, names: Sequence[str]) -> None:
        self.field.value = ", ".join(names)

    def _changed(self) -> None:
        if self.war_map is not None:
            known = [name for name in self._names() if name in ZONES or name in game_map().by_name]
            if self.task.form == "path":
                self.war_map.show_path(known)
            else:
                self.war_map.show_spaces(name for name in known if name not in ZONES)
        self.on_change.tell()
