"""The positions of a task: pictures to look at, and a large map to move, to ask and to answer on."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as W

from ...core.messages import say
from ...nine_years.components.position import Position
from ...teaching.task import Task
from ...teaching.task_pictures import picture_name, positions_of, task_pictures, view_of
from ..map.war_map import WarMap
from ..parts.fields import Callbacks, toggles

MAP_HEIGHT = "360px"
"""Question, answer, mark and map together stay within a window of 900."""
CLICKED = ("space", "spaces", "path")
"""The forms that are answered on the large map."""


def beside(asked: Sequence[W.Widget], board: TaskBoard) -> W.HBox:
    """A task with its map at its side, or below it where there is no room."""
    left = W.VBox(list(asked))
    made = W.HBox([left, board])
    for part, name in ((made, "task-row"), (left, "asked"), (board, "board")):
        part.add_class(f"nl-{name}")
    return made


class TaskBoard(W.VBox):
    """Shows the positions of a task.

    Attributes:
        task: the task that is shown, or None.
        pictures: the positions as pictures, with their words.
        large: which position the large map shows: none, or one by its place from 1.
        war_map: the large map; None until it is wanted first.
        on_click: calls back with each space that is chosen on the large map.
    """

    def __init__(self) -> None:
        self.task: Task | None = None
        self.war_map: WarMap | None = None
        self.on_click = Callbacks()
        self.pictures = W.HTML()
        self.large = toggles("practice.large", tooltips=[say("practice.large-tooltip")])
        self.map_box = W.VBox()
        super().__init__([self.pictures, self.large, self.map_box])
        self.large.observe(lambda _: self._large_chosen(), "value")

    def show(self, task: Task) -> WarMap | None:
        """Shows a task; returns the large map where it is answered on it."""
        self.task = None
        clicked, positions = task.form in CLICKED, positions_of(task)
        self.pictures.value = "" if clicked else task_pictures(task)
        self.layout.display = None if positions else "none"
        names = [picture_name(number, len(positions)) for number in range(len(positions))]
        if len(names) == 1:
            names = [say("practice.one-large")]
        self.large.options = [(say("practice.no-large"), ""), *((name, name) for name in names)]
        self.large.value = ""
        self.large.layout.display = "none" if clicked or not positions else None
        self.task = task
        if clicked and positions:
            return self._show_map(positions[0])
        self._hide_map()
        return None

    def _large_chosen(self) -> None:
        if self.task is None:
            return
        positions = positions_of(self.task)
        is_twice = bool(self.large.value) and len(positions) == 1
        self.pictures.layout.display = "none" if is_twice else None
        if self.large.value:
            self._show_map(positions[self.large.index - 1])
        else:
            self._hide_map()

    def _show_map(self, position: Position) -> WarMap:
        if self.war_map is None:
            self.war_map = WarMap(position, insets=(), height=MAP_HEIGHT)
            self.war_map.on_select(self.on_click.tell)
            self.map_box.children = (self.war_map,)
        else:
            self.war_map.position = position
        self.war_map.clear()
        self.war_map.selected = None
        self.war_map.go_to(view_of(self.task.focus if self.task else ()))
        self.war_map.layout.display = None
        return self.war_map

    def _hide_map(self) -> None:
        if self.war_map is not None:
            self.war_map.layout.display = "none"
