"""The keys of the umpire's desk: Enter rules, Ctrl and Enter write; files may be dropped on the mail."""

from __future__ import annotations

import anywidget

from ..parts.front import front


class DeskKeys(anywidget.AnyWidget):
    """Stands unseen in the desk and presses its buttons for the keyboard."""

    _esm = front("desk_keys.js")
