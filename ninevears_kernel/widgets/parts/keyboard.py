"""Keeps the keys that are pressed in a widget from the notebook around it."""

from __future__ import annotations

import anywidget

from .front import front


class KeyboardGuard(anywidget.AnyWidget):
    """Stands unseen in a box; the notebook's own keys rest while one of the box's parts has the focus.

    Without it the arrows of a list go to the next cell, and an "r" in it makes that cell a raw one. Escape,
    and keys with Ctrl, Cmd or Alt, are the notebook's as ever. Folds in the box can be reached with Tab, and
    opened with Enter or Space.
    """

    _esm = front("keyboard.js")

    def begin_at(self, selector: str) -> None:
        """Brings a part of the box into sight and puts the focus there, by its CSS selector."""
        self.send({"begin": selector})
