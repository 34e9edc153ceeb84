"""Links that save files, which a press on them never misses."""

from __future__ import annotations

from typing import Any

import anywidget
from traitlets import Unicode

from .front import front


class Links(anywidget.AnyWidget):
    """Words with links that save files; a link that is told anew stays the same element on the page.

    Made anew, as by an `HTML`, it would lose a click that was begun on it.

    Args:
        value: the words, as HTML.
    """

    _esm = front("links.js")
    value = Unicode("").tag(sync=True)

    def __init__(self, value: str = "", **more: Any) -> None:
        super().__init__(value=value, **more)
