"""Sets a position for a case: plain edits by map and by form, each listed, each undone on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ..core.errors import NinevearsError
from ..core.messages import say, shown
from ..nine_years.changes import CHANGES, changed, told_plainly
from ..nine_years.kit import Kit, standard_kit
from ..nine_years.map import game_map
from ..nine_years.position import Position
from ..nine_years.powers import powers
from ..nine_years.scenario import scenario_1688
from ..umpire.edits import edit_words
from .again import widgets_in
from .schema_form import LABEL_WIDTH, SchemaForm
from .war_map import WarMap

HEIGHT = "560px"
FIRST = (("add", "corps"), ("remove", "corps"), ("add", "leader"), ("remove", "leader"))
"""The edits that umpires need most; the rest follow."""


class PositionEditor(W.VBox):
    """A map with a form of edits and their list.

    Args:
        start: the position that the edits begin from; the start of 1688 by default.
        changes: edits that are made already.
        kit: the tables in force, which name the leaders.

    Attributes:
        war_map: the map; a space chosen there stands in the form.
        changes: the edits, as a case lists them.

    >>> editor = PositionEditor()
    >>> editor.make({"set": "control", "space": "Tournai", "side": "Alliance"})
    True
    >>> editor.position.controller("Tournai")
    'Alliance'
    >>> editor.undo()
    >>> editor.position.controller("Tournai")
    'Bourbon'
    """

    def __init__(
        self,
        start: Position | None = None,
        changes: Sequence[Mapping[str, Any]] = (),
        kit: Kit | None = None,
        **more: Any,
    ) -> None:
        self.kit = kit or standard_kit()
        self.start = start or scenario_1688()
        self.changes: list[dict[str, Any]] = [dict(change) for change in changes]
        self._undone: list[list[dict[str, Any]]] = []
        self._past: list[list[dict[str, Any]]] = []
        self._heard: list[Callable[[], object]] = []
        first = changed(self.start, self.changes, kit=self.kit)
        self.war_map = WarMap(first, insets=(), height=HEIGHT, rules=self.kit)
        kinds = [*FIRST, *(kind for kind in CHANGES if kind not in FIRST)]
        self.kind = W.Dropdown(
            options=[(say(f"edit.kind-{verb}-{what}"), (verb, what)) for verb, what in kinds],
            description=say("edit.kind"), style={"description_width": LABEL_WIDTH},
            layout=W.Layout(width="340px", max_width="100%"),
        )  # fmt: skip
        self.form_box = W.VBox()
        self.make_button = _button("edit.make", "edit.make-tooltip", "primary")
        self.undo_button = _button("edit.undo", "edit.undo-tooltip")
        self.redo_button = _button("edit.redo", "edit.redo-tooltip")
        self.clear_button = _button("edit.clear", "edit.clear-tooltip")
        self.error = W.HTML()
        self.list = W.VBox()
        buttons = W.HBox(
            [self.make_button, self.undo_button, self.redo_button, self.clear_button],
            layout=W.Layout(flex_flow="row wrap"),
        )
        form = W.VBox(
            [self.kind, self.form_box, buttons, self.error, self.list],
            layout=W.Layout(flex="1 1 360px", min_width="340px"),
        )
        self.war_map.layout.flex, self.war_map.layout.min_width = "3 1 560px", "300px"
        super().__init__([W.HBox([self.war_map, form], layout=W.Layout(flex_flow="row wrap"))], **more)
        self.add_class("ninevears-editor")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.make_button.on_click(lambda _: self.make())
        self.undo_button.on_click(lambda _: self.undo())
        self.redo_button.on_click(lambda _: self.redo())
        self.clear_button.on_click(lambda _: self._become([]))
        self.war_map.on_select(self._space_chosen)
        self._kind_chosen()
        self._tell()

    @property
    def position(self) -> Position:
        """The position after all edits."""
        return self.war_map.position

    def on_change(self, callback: Callable[[], object]) -> None:
        """Calls back after each edit, undo and redo."""
        self._heard.append(callback)

    def make(self, edit: Mapping[str, Any] | None = None) -> bool:
        """Makes an edit, by default the one in the form; says what is wrong with it if it cannot be made."""
        try:
            if edit is None:
                verb, what = self.kind.value
                edit = {verb: what, **self.form.given()}
                edit = {**dict.fromkeys(_nullable(CHANGES[verb, what])), **edit}
            return self._become([*self.changes, dict(edit)])
        except NinevearsError as error:
            self._complain(error)
            return False

    def remove(self, number: int) -> None:
        """Takes one edit out of the list; those after it are made without it."""
        self._become([change for place, change in enumerate(self.changes) if place != number])

    def undo(self) -> None:
        """Brings the list back as it was before the last edit."""
        if self._past:
            self._undone.append(self.changes)
            self._set(self._past.pop())

    def redo(self) -> None:
        """Takes the last undo back."""
        if self._undone:
            self._past.append(self.changes)
            self._set(self._undone.pop())

    def begin(
        self, start: Position, changes: Sequence[Mapping[str, Any]] = (), kit: Kit | None = None
    ) -> bool:
        """Begins anew from another position, and by other tables if they are given; False, and a sentence
        that says why, when the changes cannot be made.
        """
        before = self.start, self.kit
        self.start, self.kit = start, kit or self.kit
        self.war_map.rules = self.kit
        if not self._become([dict(change) for change in changes]):
            self.start, self.kit = before
            self.war_map.rules = self.kit
            return False
        self._past, self._undone = [], []
        self._tell()
        return True

    # ---- within

    def _become(self, changes: list[dict[str, Any]]) -> bool:
        try:
            changed(self.start, changes, kit=self.kit)
        except NinevearsError as error:
            self._complain(error)
            return False
        self._past.append(self.changes)
        self._undone = []
        self._set(changes)
        return True

    def _set(self, changes: list[dict[str, Any]]) -> None:
        self.changes = changes
        self.error.value = ""
        self.war_map.position = changed(self.start, changes, kit=self.kit)
        self._tell()
        for callback in self._heard:
            callback()

    def _complain(self, error: NinevearsError) -> None:
        words = escape(told_plainly(error))
        self.error.value = f"<p role='alert' class='ninevears-complaint'>⚠ {words}</p>"

    def _kind_chosen(self) -> None:
        suggested = {
            "space": lambda: sorted(shown(space.name) for space in game_map().spaces),
            "power": lambda: sorted(powers()),
            "name": lambda: sorted(self.kit.leader_number),
        }
        for old in self.form_box.children:
            old.close()
        self.form = SchemaForm(msgspec.json.schema(CHANGES[self.kind.value]), suggested=suggested)
        self.form_box.children = (self.form,)
        if self.war_map.selected:
            self._space_chosen(self.war_map.selected)

    def _space_chosen(self, name: str | None) -> None:
        if name and "space" in self.form.fields:
            self.form.fields["space"].value = shown(name)

    def _tell(self) -> None:
        heading = say("edit.list") if self.changes else say("edit.list-none")
        rows = [W.HTML(f"<b>{escape(heading)}</b>")]
        for number, change in enumerate(self.changes):
            button = _button("edit.remove", "edit.remove-tooltip")
            button.on_click(lambda _, number=number: self.remove(number))
            words = escape(f"{number + 1}. {edit_words(change)}")
            rows.append(W.HBox([button, W.HTML(words)]))
        _close(self.list.children)
        self.list.children = tuple(rows)
        self.undo_button.disabled = not self._past
        self.redo_button.disabled = not self._undone
        self.clear_button.disabled = not self.changes


def _nullable(kind: type[Any]) -> Iterable[str]:
    """The keys of an edit that must be given and may be null: who is nobody."""
    fields = msgspec.structs.fields(kind)
    return [one.encode_name for one in fields if one.required and type(None) in _members(one.type)]


def _members(kind: Any) -> tuple[Any, ...]:
    return getattr(kind, "__args__", ())


def _button(label: str, tooltip: str, style: str = "") -> W.Button:
    return W.Button(
        description=say(label), tooltip=say(tooltip), button_style=style, layout=W.Layout(width="auto")
    )


def _close(rows: Iterable[W.Widget]) -> None:
    for row in rows:
        for part in list(widgets_in(row)):
            part.close()
