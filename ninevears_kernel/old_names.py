"""A bookmark of a lesson's old file leads on to the present one: an extension of the lab's server.

``ninevears lab`` turns it on, by ``page/lab/jupyter_server_config.d/ninevears.json``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler

WAYS = "lab/tree|lab/workspaces/[^/]+/tree|doc/tree|notebooks|voila/render"
"""The addresses under which a server shows a notebook."""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """Says to the server that this module is the extension."""
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Puts the old names before all other addresses of the server."""
    names = OldNames(server.base_url, Path(server.root_dir))
    server.web_app.default_router.rules.insert(0, Rule(names, Onward))


class OldNames(Matcher):
    """Knows the address of a notebook that is called otherwise today, and that is not there any more.

    Args:
        base: what every address of the server begins with.
        folder: the folder that the server shows.
    """

    def __init__(self, base: str, folder: Path) -> None:
        self._way = re.compile(rf"({re.escape(base)}(?:{WAYS}))/(.+\.ipynb)")
        self._folder = folder

    def onward(self, address: str) -> str:
        """The address that it leads to; "" for one that nothing is known of.

        >>> from ninevears_kernel.teaching.lesson_helpers.places import notebooks_folder
        >>> lessons = OldNames("/", notebooks_folder())
        >>> lessons.onward("/lab/tree/lessons/13_siege.ipynb")
        '/lab/tree/lessons/06_siege.ipynb'
        >>> lessons.onward("/lab/tree/lessons/06_siege.ipynb")
        ''
        """
        from .teaching.lessons import present_path  # the server waits for it at an old name only

        found = self._way.fullmatch(address)
        if found is None:
            return ""
        old = unquote(found[2])
        new = present_path(old)
        if new == old or ".." in old or (self._folder / old).exists() or not (self._folder / new).exists():
            return ""
        return f"{found[1]}/{quote(new)}"

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """What `Onward` is given, where a request is for an old name."""
        address = self.onward(request.path or "")
        query = f"?{request.query}" if request.query else ""
        return {"path_args": [f"{address}{query}".encode()]} if address else None


class Onward(RequestHandler):
    """Sends the browser on."""

    def get(self, address: str) -> None:
        """Answers with the present address."""
        self.redirect(address)
