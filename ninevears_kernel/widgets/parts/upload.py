"""A button that opens files, and refuses in the browser what would be too much for the connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
from traitlets import Bool, Dict, Int, Tuple, Unicode

from ...core.messages import say
from .front import front

MOST_SENT = 9_000_000
"""Bytes that a page sends at once. Jupyter and Voilà cut the connection at a message of ten million, and then
the page hears nothing more until it is loaded anew."""
MEGABYTE = 1_000_000


class FileButton(anywidget.AnyWidget):
    """Takes files that somebody gives; what is more than the connection bears never leaves the browser, which
    says so beside the button.

    Args:
        label, tooltip: message ids.
        accept: the endings that the browser offers.
        multiple: whether several files may be given at once.

    Attributes:
        value: the files that were given last, each with ``name`` and ``content``.

    >>> button = FileButton("desk.load", "desk.load-tooltip", ".json")
    >>> button._on_message(button, {"names": ["a.json"]}, [b"{}"])
    >>> button.value
    ({'name': 'a.json', 'content': b'{}'},)
    """

    _esm = front("upload.js")
    description = Unicode("").tag(sync=True)
    tooltip = Unicode("").tag(sync=True)
    accept = Unicode("").tag(sync=True)
    multiple = Bool(False).tag(sync=True)
    most = Int(MOST_SENT).tag(sync=True)
    words = Dict().tag(sync=True)
    value = Tuple()

    def __init__(self, label: str, tooltip: str, accept: str, multiple: bool = False, **more: Any) -> None:
        words = {
            "large": say("desk.too-large", name="{name}", size="{size}", most=MOST_SENT // MEGABYTE),
            "unread": say("desk.file-unread", name="{name}"),
        }
        super().__init__(
            description=say(label),
            tooltip=say(tooltip),
            accept=accept,
            multiple=multiple,
            words=words,
            **more,
        )
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, content: Any, buffers: Sequence[Any]) -> None:
        names = content.get("names") if isinstance(content, Mapping) else None
        if isinstance(names, list) and len(names) == len(buffers):
            self.value = ()  # the same file may be given once more
            self.value = tuple(
                {"name": str(name), "content": bytes(one)} for name, one in zip(names, buffers, strict=True)
            )
