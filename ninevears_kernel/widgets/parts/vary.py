"""What a reader varies, and what a reader uncovers: a control in the place of a number in the code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W

from .after_guess import as_widget
from .cleanup import Composed, made_in_this_cell
from .lesson_look import lesson_style

FEW = 5
"""So many choices stand side by side; more make a list."""
Choices = range | Sequence[Any] | Mapping[str, Any]


class Vary(Composed):
    """Something that depends on what the reader chooses, with a control for each choice; it changes at once.

    Args:
        shows: called with what is chosen, in order; gives words, a table, a chart or a widget.
        asked: for each control what stands before it, what can be chosen (a range is a slider; words, or
            things by their words, are buttons or a list), and what is chosen first.

    Attributes:
        controls: the controls, in order.

    >>> bread = Vary(lambda men: f"{men * 1.5:,.0f} pounds a day", ("Men", range(1000, 9001, 1000), 2000))
    >>> bread.text
    '3,000 pounds a day'
    >>> bread.controls[0].value = 4000
    >>> bread.text
    '6,000 pounds a day'
    """

    def __init__(self, shows: Callable[..., Any], *asked: tuple[str, Choices, Any], **more: Any) -> None:
        self._shows = shows
        self.controls: tuple[W.Widget, ...] = tuple(_control(*one) for one in asked)
        self.shown: W.VBox = W.VBox()
        row = W.HBox(self.controls, layout=W.Layout(flex_flow="row wrap", grid_gap="4px 20px"))
        super().__init__([W.HTML(lesson_style()), row, self.shown], **more)
        self.add_class("ninevears-lesson")
        for control in self.controls:
            control.observe(lambda _: self._show(), "value")
        self._show()
        made_in_this_cell(self)

    @property
    def text(self) -> str:
        """What is shown, as far as it is words."""
        return str(self._made) if isinstance(self._made, str) else ""

    def _show(self) -> None:
        self._made = self._shows(*(control.value for control in self.controls))
        old, self.shown.children = self.shown.children, (_said(self._made),)
        for one in old:
            one.close()


class Uncover(Composed):
    """What is to be thought about first: a button, and what it uncovers when it is pressed.

    Args:
        label: what stands on the button.
        then: makes what is shown: words, a table, a chart or a widget.

    >>> later = Uncover("Show the days", lambda: "37 days")
    >>> later.uncover()
    >>> later.children[-1].value
    "<p class='nl-why' role='status'>37 days</p>"
    """

    def __init__(self, label: str, then: Callable[[], Any], **more: Any) -> None:
        self.label: str = label
        self._then = then
        self.button: W.Button = W.Button(
            description=label, layout=W.Layout(width="auto", align_self="flex-start")
        )
        self.button.on_click(lambda _: self.uncover())
        self._look = W.HTML(lesson_style())
        self._is_open = False
        super().__init__([self._look, self.button], **more)
        self.add_class("ninevears-lesson")
        made_in_this_cell(self)

    def uncover(self) -> None:
        """Shows what stands behind it."""
        if not self._is_open:
            self._is_open = True
            self.children: tuple[W.Widget, ...] = (self._look, _said(self._then()))


def _control(label: str, choices: Choices, first: Any) -> Any:
    """What a choice is made with: a slider over a range, buttons for a few things, a list for many."""
    wide = {"style": {"description_width": "initial"}, "description": label, "value": first}
    if isinstance(choices, range):
        return W.IntSlider(
            min=choices.start, max=choices[-1], step=choices.step, continuous_update=False,
            readout_format=",d", layout=W.Layout(width="min(100%, 480px)"), **wide,
        )  # fmt: skip
    options = list(choices.items()) if isinstance(choices, Mapping) else [(str(one), one) for one in choices]
    if len(options) > FEW:
        return W.Dropdown(options=options, layout=W.Layout(width="auto", max_width="100%"), **wide)
    wide["style"] |= {"button_width": "auto"}
    wrapped = W.Layout(width="auto", display="flex", flex_flow="row wrap", align_items="center")
    return W.ToggleButtons(options=options, layout=wrapped, **wide)


def _said(made: Any) -> W.Widget:
    """Words as a paragraph that is read out, a line each; several things one under the other; and whatever
    else a cell could show.
    """
    if isinstance(made, tuple):
        return W.VBox([_said(one) for one in made])
    if not isinstance(made, str):
        return as_widget(made)
    lines = "<br>".join(map(escape, made.splitlines()))
    return W.HTML(f"<p class='nl-why' role='status'>{lines}</p>")
