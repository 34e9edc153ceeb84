"""Sets a position for a case: plain edits by map and by form, each listed, each undone on its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W
import msgspec

from ...core.errors import NinevearsError
from ...core.messages import say, shown
from ...nine_years.components.changes import CHANGES, changed, described_plainly
from ...nine_years.components.position import Position
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.scenario import scenario_1688
from ...umpire.cases.edits import edit_words
from ..parts.cleanup import close_all
from ..parts.fields import Callbacks, button, labelled
from ..parts.schema_form import LABEL_WIDTH, SchemaForm, space_names
from .war_map import WarMap

HEIGHT = "560px"
FIRST = (("add", "corps"), ("remove", "corps"), ("add", "leader"), ("remove", "leader"))
"""The edits that umpires need most; the rest follow."""
IN_FILES = (("set", "field"),)
"""Edits that a case may list, and that no form makes: their values are those of a save."""


class PositionEditor(W.VBox):
    """A map with a form of edits and their list.

    Args:
        start: the position that the edits begin from; the start of 1688 by default.
        changes: edits that are made already.
        rule_tables: the tables in force, which name the leaders.

    Attributes:
        war_map: the map; a space chosen there stands in the form.
        changes: the edits, as a case lists them.
        on_change: calls back after each edit, undo and redo.

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
        rule_tables: RuleTables | None = None,
        **more: Any,
    ) -> None:
        self.rule_tables: RuleTables = rule_tables or standard_rule_tables()
        self.start: Position = start or scenario_1688()
        self.changes: list[dict[str, Any]] = [dict(change) for change in changes]
        self._undone: list[list[dict[str, Any]]] = []
        self._past: list[list[dict[str, Any]]] = []
        self._listed: list[dict[str, Any]] = []
        self.on_change: Callbacks = Callbacks()
        first = changed(self.start, self.changes, rule_tables=self.rule_tables)
        self.war_map: WarMap = WarMap(first, insets=(), height=HEIGHT, rules=self.rule_tables)
        kinds = [*FIRST, *(kind for kind in CHANGES if kind not in (*FIRST, *IN_FILES))]
        self.kind: W.Dropdown = labelled(
            W.Dropdown, "edit.kind", W.Layout(width="340px", max_width="100%"), label_width=LABEL_WIDTH,
            options=[(say(f"edit.kind-{verb}-{what}"), (verb, what)) for verb, what in kinds],
        )  # fmt: skip
        self.form_box: W.VBox = W.VBox()
        self.make_button: W.Button = button("edit.make", "edit.make-tooltip", self.make, "primary")
        self.undo_button: W.Button = button("edit.undo", "edit.undo-tooltip", self.undo)
        self.redo_button: W.Button = button("edit.redo", "edit.redo-tooltip", self.redo)
        self.clear_button: W.Button = button("edit.clear", "edit.clear-tooltip", lambda: self._become([]))
        self.error: W.HTML = W.HTML()
        self.list: W.VBox = W.VBox()
        buttons = W.HBox(
            [self.make_button, self.undo_button, self.redo_button, self.clear_button],
            layout=W.Layout(flex_flow="row wrap"),
        )
        self.fold: W.Accordion = W.Accordion(
            [W.VBox([self.kind, self.form_box, buttons])], selected_index=None
        )
        self.fold.set_title(0, say("edit.by-hand"))
        self.list.add_class("ninevears-edits")
        super().__init__([self.war_map, self.list, self.error, self.fold], **more)
        self.add_class("ninevears-editor")
        self.kind.observe(lambda _: self._kind_chosen(), "value")
        self.war_map.on_select(self._space_chosen)
        self._kind_chosen()
        self._tell()

    @property
    def position(self) -> Position:
        """The position after all edits."""
        return self.war_map.position

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
        self,
        start: Position,
        changes: Sequence[Mapping[str, Any]] = (),
        rule_tables: RuleTables | None = None,
    ) -> bool:
        """Begins anew from another position, and by other tables if they are given; False, and a sentence
        that says why, when the changes cannot be made.
        """
        before = self.start, self.rule_tables
        self.start, self.rule_tables = start, rule_tables or self.rule_tables
        self.war_map.rules = self.rule_tables
        if not self._become([dict(change) for change in changes]):
            self.start, self.rule_tables = before
            self.war_map.rules = self.rule_tables
            return False
        self._past, self._undone = [], []
        self._tell()
        return True

    def clear_form(self) -> None:
        """Takes away what stands in the form, and the space that is chosen on the map."""
        self.war_map.selected = None
        self.kind.value = FIRST[0]
        self._kind_chosen()

    # ---- within

    def _become(self, changes: list[dict[str, Any]]) -> bool:
        try:
            changed(self.start, changes, rule_tables=self.rule_tables)
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
        self.war_map.position = changed(self.start, changes, rule_tables=self.rule_tables)
        self._tell()
        self.on_change.tell()

    def _complain(self, error: NinevearsError) -> None:
        words = escape(described_plainly(error))
        self.error.value = f"<p role='alert' class='ninevears-complaint'>⚠ {words}</p>"

    def _kind_chosen(self) -> None:
        suggested = {
            "space": space_names,
            "power": lambda: sorted(powers()),
            "name": lambda: sorted(self.rule_tables.leader_number),
        }
        for old in self.form_box.children:
            old.close()
        self.form: SchemaForm = SchemaForm(msgspec.json.schema(CHANGES[self.kind.value]), suggested=suggested)
        self.form_box.children = (self.form,)
        if self.war_map.selected:
            self._space_chosen(self.war_map.selected)

    def _space_chosen(self, name: str | None) -> None:
        if name and "space" in self.form.fields:
            self.form.fields["space"].value = shown(name)

    def _tell(self) -> None:
        if self._listed != self.changes:  # rows that are made twice at once a page cannot draw
            self._listed = list(self.changes)
            self._list()
        self.undo_button.disabled = not self._past
        self.redo_button.disabled = not self._undone
        self.clear_button.disabled = not self.changes

    def _list(self) -> None:
        rows: list[W.Widget] = []
        for number, change in enumerate(self.changes):
            take_out = button("edit.remove", "edit.remove-tooltip", partial(self.remove, number))
            take_out.add_class("as-link")
            line = W.HBox([W.HTML(escape(str(edit_words(change)))), take_out])
            line.add_class("edit")
            rows.append(line)
        before = self.list.children
        self.list.children = tuple(rows)
        for old in before:
            close_all(old)


def _nullable(kind: type[Any]) -> Iterable[str]:
    """The keys of an edit that must be given and may be null: who is nobody."""
    for one in msgspec.structs.fields(kind):
        if one.required and type(None) in getattr(one.type, "__args__", ()):
            yield one.encode_name
