"""Steppers and pickers for facts that would else be typed as data: numbers, ratings, hands, ways home."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as W

from ...core.messages import say, shown
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES
from ...nine_years.engine.choices import option_of
from ...nine_years.engine.notation import parsed
from ..parts.fields import button
from ..parts.schema_form import Field, space_names

MOST = 99
EXILES = ("Paris", "Dublin")
"""Where James II may go (NY 20.2.5.2)."""


def leader_names() -> list[str]:
    """The names of all leaders, for a list to choose from."""
    return sorted(row.name for row in standard_rule_tables().leaders)


OBJECTS: Mapping[str, Callable[[], list[str]]] = {
    "campaign": space_names,
    "rally": leader_names,
    "event": lambda: sorted(standard_rule_tables().events),
}
"""By its verb: of what an order speaks that has no other part."""


def controls_of(
    name: str, field: Field, value: Any, orders: Sequence[str] = ()
) -> tuple[W.Widget, bool] | None:
    """What writes a field in the reader's place, and whether the field itself is then hidden; None for none.

    Args:
        name: the key of the case.
        field: its field, which holds text.
        value: what the lesson gives it.
        orders: of an order, those to choose from, in the notation; a reader gets them in words.
    """
    if not isinstance(field.widget, W.Text | W.Combobox):
        return None
    if type(value) is int or (value is None and field.expected == "kind.int"):
        return _stepper(field), False
    if isinstance(value, list | tuple) and value and all(type(one) is int for one in value):
        return _Ratings(field), True
    if isinstance(value, Mapping) and value and set(value) <= set(SIDES):
        return _sides(field), True
    if name == "action" and orders:
        return _orders(field, orders), True
    if name == "action" and (made := _order(field, str(value))):
        return made, True
    if name == "rests":
        return _way_home(field), True
    if name == "exile":
        return _exile(field), True
    if name == "reduces" and value:
        return _Sufferers(field), True
    return None


def _stepper(field: Field) -> W.HBox:
    """Less and more beside a number."""

    def move(by: int) -> None:
        text = field.widget.value.strip() or "0"
        if text.lstrip("-").isdigit():
            field.widget.value = str(max(0, min(MOST, int(text) + by)))

    return stepper(move)


def stepper(move: Callable[[int], object]) -> W.HBox:
    """Less and more, beside a number; `move` is called with -1 or 1."""
    less = button("try.less", "predict.less", lambda: move(-1), min_width="44px")
    more = button("try.more", "predict.more", lambda: move(1), min_width="44px")
    made = W.HBox([less, more])
    made.add_class("nl-step")
    return made


def _number(value: int, label: str, changed: Callable[[], None]) -> W.BoundedIntText:
    made = W.BoundedIntText(
        value=value, min=0, max=MOST, description=label, style={"description_width": "auto"},
        layout={"width": "130px" if label else "64px"},
    )  # fmt: skip
    made.observe(lambda _: changed(), "value")
    return made


class _Ratings(W.VBox):
    """A row of numbers: each has its stepper, the last can go, and another can come."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.numbers = W.HBox(layout={"flex_flow": "row wrap"})
        more = button("try.one-more", "try.one-more-tooltip", lambda: self._write([*self.values, 3]))
        fewer = button("try.one-fewer", "try.one-fewer-tooltip", lambda: self._write(self.values[:-1]))
        super().__init__([self.numbers, W.HBox([more, fewer])])
        field.widget.observe(lambda _: self._read(), "value")
        self._read()

    @property
    def values(self) -> list[int]:
        """The numbers as they stand."""
        return [one.value for one in self.numbers.children]

    def _write(self, values: list[int]) -> None:
        self.field.widget.value = json.dumps(values)

    def _read(self) -> None:
        found = _loaded(self.field.widget.value)
        if not isinstance(found, list) or found == self.values or not all(type(one) is int for one in found):
            return
        old = self.numbers.children
        self.numbers.children = [_number(one, "", lambda: self._write(self.values)) for one in found]
        for one in old:
            one.close()


def _orders(field: Field, orders: Sequence[str]) -> W.Dropdown:
    """Some orders, in words."""
    tables = standard_rule_tables()
    named = [(str(option_of(parsed(order, tables), tables).says), order) for order in orders]
    made = W.Dropdown(options=named, layout={"width": "auto", "max_width": "420px"})
    W.link((made, "value"), (field.widget, "value"))
    return made


def _order(field: Field, order: str) -> W.Combobox | None:
    """What stands behind the verb of an order, to choose or to type; None for orders of more parts."""
    verb, _, about = order.partition(" ")
    named = OBJECTS.get(verb)
    if named is None or about not in (names := named()):
        return None
    made = W.Combobox(
        value=about, options=names, description=verb, continuous_update=False,
        style={"description_width": "auto"}, layout={"width": "auto", "max_width": "300px"},
    )  # fmt: skip

    def write(_: Any) -> None:
        field.widget.value = f"{verb} {made.value.strip()}"

    def read(_: Any) -> None:
        if field.widget.value.startswith(f"{verb} "):
            made.value = field.widget.value.removeprefix(f"{verb} ")

    made.observe(write, "value")
    field.widget.observe(read, "value")
    return made


def _sides(field: Field) -> W.HBox:
    """A number for each side."""
    numbers: dict[str, W.BoundedIntText] = {}

    def write() -> None:
        text = json.dumps({side: one.value for side, one in numbers.items()})
        field.widget.value = text

    def read() -> None:
        found = _loaded(field.widget.value)
        if isinstance(found, dict) and found != {side: one.value for side, one in numbers.items()}:
            for side, one in numbers.items():
                one.value = found.get(side, 0)

    begin = _loaded(field.widget.value) or {}
    for side in SIDES:
        numbers[side] = _number(begin.get(side, 0), shown(side), write)
    field.widget.observe(lambda _: read(), "value")
    return W.HBox(list(numbers.values()), layout={"flex_flow": "row wrap"})


def _way_home(field: Field) -> W.HBox:
    """From where to where a force goes home, both chosen from the spaces of the map."""
    look = {"style": {"description_width": "auto"}, "layout": {"width": "auto", "max_width": "220px"}}
    origin, to = (
        W.Combobox(options=space_names(), description=say(f"try.{name}"), continuous_update=False, **look)
        for name in ("from", "to")
    )

    def write(_: Any) -> None:
        both = origin.value.strip(), to.value.strip()
        field.widget.value = json.dumps([{"from": both[0], "to": both[1]}]) if all(both) else ""

    def read(_: Any) -> None:
        if not field.widget.value.strip():
            to.value = ""

    origin.observe(write, "value")
    to.observe(write, "value")
    field.widget.observe(read, "value")
    return W.HBox([origin, to], layout={"flex_flow": "row wrap"})


def _exile(field: Field) -> W.HBox:
    """Where James II goes, and whether a corps goes with him (NY 20.2.5.2)."""
    nowhere = (say("try.nowhere"), "")
    to = W.Dropdown(options=[nowhere, *((shown(name), name) for name in EXILES)], layout={"width": "130px"})
    with_corps = W.Checkbox(description=say("try.with-corps"), indent=False, layout={"width": "auto"})

    def write(_: Any) -> None:
        gone = {"to": to.value, "with_corps": with_corps.value}
        field.widget.value = json.dumps(gone) if to.value else ""

    def read(_: Any) -> None:
        if not field.widget.value.strip():
            to.value = ""

    to.observe(write, "value")
    with_corps.observe(write, "value")
    field.widget.observe(read, "value")
    return W.HBox([to, with_corps])


class _Sufferers(W.VBox):
    """Of each corps that suffers where too many stand: whose it is, and whether it is reduced already."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._spaces = [str(one["space"]) for one in _loaded(field.widget.value)]
        self.rows = [
            (
                W.Dropdown(options=[(shown(name), name) for name in powers()], layout={"width": "170px"}),
                W.Checkbox(description=shown("reduced"), indent=False, layout={"width": "auto"}),
            )
            for _ in self._spaces
        ]
        self._read()
        super().__init__([W.HBox(row) for row in self.rows])
        for part in (one for row in self.rows for one in row):
            part.observe(lambda _: self._write(), "value")
        field.widget.observe(lambda _: self._read(), "value")

    def _write(self) -> None:
        suffer = [
            {"space": space, "power": power.value} | ({"reduced": True} if reduced.value else {})
            for space, (power, reduced) in zip(self._spaces, self.rows, strict=True)
        ]
        self.field.widget.value = json.dumps(suffer)

    def _read(self) -> None:
        for (power, reduced), one in zip(self.rows, _loaded(self.field.widget.value) or (), strict=False):
            with power.hold_trait_notifications(), reduced.hold_trait_notifications():
                power.value, reduced.value = one["power"], bool(one.get("reduced"))


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # too deep
        return None
