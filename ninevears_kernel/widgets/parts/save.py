"""A button that saves a file from the notebook, also where the notebook's files lie in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
from traitlets import Bool, Unicode

from ...core.errors import NinevearsError
from ...core.messages import say
from .front import front


class SaveButton(anywidget.AnyWidget):
    """Saves what it is given when it is pressed.

    Args:
        label, tooltip: message ids.
        give: gives the name of the file and its text.

    >>> button = SaveButton("progress.download", "progress.download-tooltip", lambda: ("a.txt", "text"))
    >>> button.answer()
    {'name': 'a.txt', 'text': 'text'}
    """

    _esm = front("save.js")
    description = Unicode("").tag(sync=True)
    tooltip = Unicode("").tag(sync=True)
    disabled = Bool(False).tag(sync=True)

    def __init__(self, label: str, tooltip: str, give: Callable[[], tuple[str, str]], **more: Any) -> None:
        self._give = give
        super().__init__(description=say(label), tooltip=say(tooltip), **more)
        self.on_msg(lambda *_: self.send(self.answer()))

    def answer(self) -> dict[str, str]:
        """What the browser is sent: the file, or a sentence that says why there is none."""
        try:
            name, text = self._give()
        except NinevearsError as error:
            return {"says": f"⚠ {error}"}
        return {"name": name, "text": text}
