"""The kit's type for notebooks on a page without its extension, as in Visual Studio Code or Colab."""

from __future__ import annotations

from typing import Any

import anywidget
from IPython.core.getipython import get_ipython
from traitlets import List

from ...typefaces import FACES, WEB, ranges
from .front import front


class PageType(anywidget.AnyWidget):
    """Is never shown: a page that hears of it, and lacks the type, asks for the files and gets them once."""

    _esm = front("page_type.js")
    faces: List[Any] = List().tag(sync=True)

    def __init__(self, **more: Any) -> None:
        described = [
            {
                "family": face.family,
                "style": "italic" if face.italic else "normal",
                "weight": face.weights,
                "unicodeRange": ranges(face.script),
            }
            for face in FACES
        ]
        super().__init__(faces=described, **more)
        self.on_msg(lambda _widget, _content, _buffers: self.send_files())

    def send_files(self) -> None:
        """Sends all files, in the order of `FACES`."""
        self.send({}, buffers=[(WEB / face.file).read_bytes() for face in FACES])


def bring_type() -> None:
    """Brings the type to the pages of this kernel; without a notebook nothing is done."""
    if getattr(get_ipython(), "kernel", None) is not None:
        PageType()
