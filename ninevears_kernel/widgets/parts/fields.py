"""Fields and buttons as every desk has them, and those who want to hear of a change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets as W

from ...core.messages import say


def labelled(
    kind: Callable[..., Any], label: str, layout: Any = "auto", *, label_width: str = "auto",
    style: Any = None, tooltip: str = "", hint: str = "", **more: Any,
) -> Any:  # fmt: skip
    """A field with its label.

    Args:
        kind: the widget, such as `ipywidgets.Text`.
        label: message id of what stands before it.
        layout: how it lies, or the width alone.
        label_width: the width of the label, where no style is given.
        style: of the widget.
        tooltip: message id of what it is for.
        hint: message id of what stands in it while it is empty.
        more: what else the widget is given.
    """
    more |= {name: say(id) for name, id in (("tooltip", tooltip), ("placeholder", hint)) if id}
    return kind(
        description=say(label), style=style or {"description_width": label_width},
        layout={"width": layout} if isinstance(layout, str) else layout, **more,
    )  # fmt: skip


toggles = partial(
    labelled, W.ToggleButtons, style={"description_width": "auto", "button_width": "auto"},
    layout={"width": "auto", "display": "flex", "flex_flow": "row wrap", "align_items": "center"},
)  # fmt: skip
"""Buttons of which one is chosen, as many in a row as there is room for."""


def button(
    label: str, tooltip: str, act: Callable[[], object] | None = None, style: str = "", **layout: str
) -> W.Button:
    """A button as wide as its words, which are message ids; `act` is called when it is pressed."""
    made = W.Button(
        description=say(label), tooltip=say(tooltip), button_style=style, layout={"width": "auto", **layout}
    )
    if act is not None:
        made.on_click(lambda _: act())
    return made


start_button = partial(button, align_self="flex-start")
"""The same for a place under other widgets, where a button would be as wide as they are."""


class Callbacks:
    """Those who want to hear of something: call it with a function to add one more.

    >>> heard = []
    >>> on_change = Callbacks()
    >>> on_change(heard.append)
    >>> on_change.tell("Namur")
    >>> heard
    ['Namur']
    """

    def __init__(self) -> None:
        self._all: list[Callable[..., object]] = []

    def __call__(self, callback: Callable[..., object]) -> None:
        """Adds somebody."""
        self._all.append(callback)

    def tell(self, *what: Any) -> None:
        """Calls everybody, in the order in which they came."""
        for callback in self._all:
            callback(*what)


class Quiet:
    """Whether a widget writes its own fields: then whoever is told of a change has nothing to do.

    >>> quiet = Quiet()
    >>> with quiet:
    ...     bool(quiet)
    True
    >>> bool(quiet)
    False
    """

    def __init__(self) -> None:
        self._within = 0

    def __enter__(self) -> None:
        self._within += 1

    def __exit__(self, *_: object) -> None:
        self._within -= 1

    def __bool__(self) -> bool:
        return self._within > 0
