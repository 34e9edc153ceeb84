"""The strip over the umpire's desk: how far the case is, and the two ways to begin another."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as W

from ...core.messages import say
from ..parts.fields import button

STEPS = ("mail", "facts", "ruling", "decision")
"""What is done one after the other."""


class Strip(W.Box):
    """Title, the four steps, and the buttons for the next case.

    Args:
        keep, fresh: what the buttons do.

    Attributes:
        step: the step at which the case is, one of `STEPS`.
        keep_button, fresh_button: for another case on the same position, and for one on an empty desk.

    >>> strip = Strip(lambda: None, lambda: None)
    >>> strip.show("ruling", "case 14")
    >>> "aria-current='step'><i aria-hidden='true'>3" in strip.steps.value
    True
    """

    def __init__(
        self, keep: Callable[[], object], fresh: Callable[[], object], *others: W.Widget, **more: Any
    ) -> None:
        self.step = ""
        self.title, self.steps = W.HTML(), W.HTML()
        self.keep_button = button("desk.keep-position", "desk.keep-position-tooltip", keep)
        self.fresh_button = button("desk.fresh", "desk.fresh-tooltip", fresh)
        buttons = W.HBox([*others, self.keep_button, self.fresh_button])
        super().__init__([self.title, self.steps, buttons], **more)
        self.add_class("ninevears-strip")
        self.show(STEPS[0], "")

    def show(self, step: str, says: str) -> None:
        """Tells at which step the case is, and what is said beside the title."""
        self.step = step
        self.title.value = f"<h2>{escape(say('desk.strip-title'))} <i>{escape(says)}</i></h2>"
        here = STEPS.index(step)
        items = []
        for number, name in enumerate(STEPS):
            sign = "✓" if number < here else str(number + 1)
            state = " class='done'" if number < here else " aria-current='step'" if number == here else ""
            done = f"<span class='unseen'>{escape(say('desk.step-done'))}</span>" if number < here else ""
            label = escape(say(f"desk.step-{name}"))
            items.append(f"<li{state}><i aria-hidden='true'>{sign}</i>{label}{done}</li>")
        self.steps.value = f"<ol aria-label='{escape(say('desk.steps'), quote=True)}'>{''.join(items)}</ol>"
