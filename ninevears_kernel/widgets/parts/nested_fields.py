"""Fields that are made of fields: a table inside of a form, and rows of a list to add and take away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, Protocol

import ipywidgets as W
from traitlets import Any as AnyTrait

from ...core.messages import say, shown
from .cleanup import close_all
from .fields import button


class Form(Protocol):
    """What stands in a row: `SchemaForm`."""

    fields: Mapping[str, Any]

    def given(self) -> dict[str, Any]:
        """What it says."""

    def fill(self, given: Mapping[str, Any]) -> None:
        """Writes into its fields."""


class Nested(W.VBox):
    """A field that is made of fields. `value` tells whether anybody has changed something, not what is given.

    >>> Nested().value
    ()
    """

    value = AnyTrait(())

    def given(self) -> Any:
        """What it says; None: nothing.

        Raises:
            BadInput: a field in it cannot be read.
        """

    def fill(self, given: Any) -> None:
        """Writes what a case gives; None empties it.

        Raises:
            TypeError: it cannot hold that.
        """

    def _follow(self, form: Form) -> None:
        for one in form.fields.values():
            one.widget.observe(lambda _: self._tell(), "value")

    def _tell(self) -> None:
        """Takes note of what its fields show."""


def _shows(form: Form) -> tuple[Any, ...]:
    return tuple([one.widget.value for one in form.fields.values()])


class TableField(Nested):
    """A table: one form under its heading. Nothing is given while nobody has filled in any of it.

    Args:
        title: the heading.
        form: the fields.
    """

    def __init__(self, title: str, form: Any, **more: Any) -> None:
        self.form: Form = form
        self._blank = _shows(form)
        super().__init__([_heading(title), form], value=self._blank, **more)
        self.add_class("ninevears-table-field")
        self._follow(form)

    def given(self) -> Any:
        """What its form says; None while it is as it was at first."""
        return None if _shows(self.form) == self._blank else self.form.given()

    def fill(self, given: Any) -> None:
        """Writes a table."""
        if not isinstance(given, Mapping | None):
            raise TypeError(given)
        self.form.fill(given or {})
        self._tell()

    def _tell(self) -> None:
        self.value = _shows(self.form)


class Rows(Nested):
    """Rows of a list: each a small form, with a button to add one more and one to take each away.

    Args:
        title: the heading.
        make: makes the form of a row, of a kind where rows have kinds.
        collect: from what the rows say to what is given.
        spread: from what is given to what the rows say.
        kinds: the kinds of rows, where there are several.
        tag: the key that tells a row's kind.
    """

    def __init__(
        self,
        title: str,
        make: Callable[[str], Any],
        collect: Callable[[list[dict[str, Any]]], Any],
        spread: Callable[[Any], Sequence[Mapping[str, Any]]],
        kinds: Sequence[str] = (),
        tag: str = "",
        **more: Any,
    ) -> None:
        self._make, self._collect, self._spread = make, collect, spread
        self._kinds, self._tag = tuple(kinds), tag
        self.rows: list[tuple[str, Any]] = []
        self.box = W.VBox()
        self.kind = W.Dropdown(
            options=[(say("desk.choose"), ""), *[(shown(kind), kind) for kind in kinds]],
            description=title,
            style={"description_width": "0"},
            layout=W.Layout(width="200px", display=None if kinds else "none"),
            tooltip=say("rows.kind"),
        )
        self.add_button = button("rows.add", "rows.add-tooltip", self.add)
        foot = W.HBox([self.kind, self.add_button], layout=W.Layout(flex_flow="row wrap"))
        super().__init__([_heading(title), self.box, foot], **more)
        self.add_class("ninevears-rows")
        self.kind.observe(lambda _: self._may_add(), "value")
        self._may_add()

    def add(self) -> Any:
        """Adds an empty row, of the kind that is chosen; returns its form."""
        form = self._new(self.kind.value or "")
        self._lay()
        return form

    def remove(self, form: Any) -> None:
        """Takes a row away."""
        self.rows = [row for row in self.rows if row[1] is not form]
        self._lay()

    def given(self) -> Any:
        """What the rows say; None while there is none."""
        if not self.rows:
            return None
        return self._collect([({self._tag: kind} if kind else {}) | form.given() for kind, form in self.rows])

    def fill(self, given: Any) -> None:
        """Writes a list, one row for each of its entries."""
        wanted = [] if given is None else [dict(one) for one in self._spread(given)]
        kinds = [str(one.pop(self._tag)) if self._kinds else "" for one in wanted]
        if unknown := set(kinds) - {*self._kinds, ""}:
            raise TypeError(unknown)
        self.rows = []
        for kind, one in zip(kinds, wanted, strict=True):
            form = self._new(kind)
            if one.keys() - form.fields.keys():
                raise TypeError(given)
            form.fill(one)
        self._lay()

    def _new(self, kind: str) -> Any:
        form = self._make(kind)
        self._follow(form)
        self.rows.append((kind, form))
        return form

    def _lay(self) -> None:
        held = {form for _, form in self.rows}
        before = {box.children[-2]: box for box in self.box.children}
        self.box.children = tuple([before.get(form) or self._row(kind, form) for kind, form in self.rows])
        for form, box in before.items():
            if form not in held:
                close_all(box)
        self._tell()

    def _row(self, kind: str, form: Any) -> W.Widget:
        take = button("rows.remove", "rows.remove-tooltip", partial(self.remove, form))
        named = [W.HTML(f"<b>{escape(shown(kind))}</b>")] if kind else []
        box = W.HBox([*named, form, take])
        box.add_class("ninevears-row")
        return box

    def _tell(self) -> None:
        self.value = tuple([(kind, id(form), _shows(form)) for kind, form in self.rows])

    def _may_add(self) -> None:
        self.add_button.disabled = bool(self._kinds) and not self.kind.value


class NumberOr(Nested):
    """A number, or else what another field says in more detail.

    Args:
        number: the field of the number.
        read: from what is typed there to the number; None for nothing.
        detail: the other field.
    """

    def __init__(self, number: Any, read: Callable[[str], Any], detail: Nested, **more: Any) -> None:
        self.number, self._read, self.detail = number, read, detail
        super().__init__([number, detail], value=(number.value, detail.value), **more)
        for part in (number, detail):
            part.observe(lambda _: self._tell(), "value")

    def given(self) -> Any:
        """The detail where there is any, else the number."""
        found = self.detail.given()
        return self._read(self.number.value) if found is None else found

    def fill(self, given: Any) -> None:
        """Writes a number or the detail."""
        is_number = given is None or isinstance(given, int)
        self.detail.fill(None if is_number else given)
        self.number.value = "" if given is None or not is_number else str(given)
        self._tell()

    def _tell(self) -> None:
        self.value = self.number.value, self.detail.value


def _heading(title: str) -> W.HTML:
    return W.HTML(f"<b class='of-list'>{escape(title)}</b>")
