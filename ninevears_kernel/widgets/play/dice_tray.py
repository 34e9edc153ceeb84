"""A dice tray: six faces to press or to type with the keys 1 to 6, for exactly the dice that are wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
from traitlets import Dict, Int, List, Unicode

from ...core.messages import say
from ..parts.front import front

FACES = range(1, 7)
_STYLE = """
.nv-tray { padding: 4px 0; }
.nv-tray .nv-asks, .nv-tray .nv-slots { margin: 2px 0; color: var(--jp-ui-font-color1, #222); }
.nv-tray .nv-faces { display: flex; flex-wrap: wrap; gap: 6px; }
.nv-tray button { font: 16px/1.2 inherit; padding: 4px 10px; min-width: 44px; min-height: 36px;
  cursor: pointer; color: #2b2117; background: #fbf6e8; border: 1px solid #8b7346; border-radius: 4px; }
.nv-tray button:focus-visible { outline: 3px solid #2c7fb8; outline-offset: 1px; }
.nv-tray button[aria-disabled="true"] { opacity: 0.55; cursor: default; border-style: dashed; }
.nv-tray .nv-pip { font-size: 22px; vertical-align: -2px; }
"""


class DiceTray(anywidget.AnyWidget):
    """Asks for dice that were rolled at a table.

    Args:
        tell: called with the faces, when there are as many as are wanted.

    Attributes:
        asks: what is to be rolled, in a sentence.
        number: how many dice are still wanted; 0: none.
        told: the faces given before.
        asked: changes with each question; an answer to an older one does not count.
    """

    _esm = front("dice_tray.js")
    _css = _STYLE
    asks = Unicode("").tag(sync=True)
    number = Int(0).tag(sync=True)
    told = List(Int()).tag(sync=True)
    asked = Int(0).tag(sync=True)
    words = Dict().tag(sync=True)

    def __init__(self, tell: Callable[[list[int]], object], **more: Any) -> None:
        words = {
            "face": say("dice-tray.face", face=0),
            "back": say("dice-tray.back"),
            "backTooltip": say("dice-tray.back-tooltip"),
            "told": say("dice-tray.told"),
        }
        super().__init__(words=words, **more)
        self._tell = tell
        self.on_msg(self._on_message)

    def ask(self, asks: str, number: int, told: Sequence[int] = ()) -> None:
        """Asks for dice; for none with a number of 0."""
        with self.hold_sync():
            self.asks, self.number, self.told = asks, number, list(told)
            self.asked += 1

    def _on_message(self, _widget: object, content: Any, _buffers: object) -> None:
        if not isinstance(content, Mapping) or content.get("asked") != self.asked:
            return
        faces = content.get("faces")
        if isinstance(faces, list) and len(faces) == self.number and all(face in FACES for face in faces):
            self._tell([int(face) for face in faces])
