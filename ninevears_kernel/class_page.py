"""Pages for a class in the local network (``ninevears page --lan``): who comes in, what is kept of them."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from jupyter_server.auth.identity import PasswordIdentityProvider, User
from tornado import web
from voila.voila_identity_provider import VoilaLoginHandler

from .core.messages import say
from .page_server import Tries, lan_addresses, login_page, plainly

LEAST_MEMORY = 400 * 2**20
"""Bytes that must be free before another page begins: a machine without memory answers nobody."""
FULL = 503
"""The answer of a machine without room."""
KEYS, TEACHERS = "for-teachers", "teachers"
"""The class of the cells with timing and keys, and the folder of the notebooks with them."""


class ClassIdentity(PasswordIdentityProvider):
    """Lets in whoever gives the password of the class, on the login page or in the link.

    Each browser is somebody without a name, for as long as the server runs.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.tries = Tries()

    def get_handlers(self) -> list[tuple[str, object]]:
        """The handlers of the server's own, with the login page of the kit."""
        return [
            (path, ClassLogin if path == "/login" else handler) for path, handler in super().get_handlers()
        ]

    def process_login_form(self, handler: web.RequestHandler) -> User | None:
        """Somebody, where what they typed is the password."""
        return self.generate_anonymous_user(handler) if self._is_let_in(handler, typed(handler)) else None

    async def get_user_token(self, handler: web.RequestHandler) -> User | None:
        """Somebody, where the link has the password."""
        given = self.get_token(handler)
        return await super().get_user_token(handler) if given and self._is_let_in(handler, given) else None

    def _is_let_in(self, handler: web.RequestHandler, given: str) -> bool:
        address = str(handler.request.remote_ip)
        if self.tries.left(address):
            return False
        if hmac.compare_digest(plainly(given).encode(), plainly(self.token).encode()):
            self.tries.right(address)
            return True
        if given.strip():
            self.tries.wrong(address)
        return False


def typed(handler: web.RequestHandler) -> str:
    """What somebody typed as a password."""
    return str(handler.get_argument("password", default=""))


class ClassLogin(VoilaLoginHandler):
    """The page that asks for the password, in the words and the look of the kit."""

    def _render(self, message: dict[str, str] | None = None) -> None:
        wait = self.identity_provider.tries.left(str(self.request.remote_ip))
        if wait:
            self.set_status(429)
            self.set_header("Retry-After", str(wait))
        wrong = say("page.login-wait", count=wait) if wait else say("page.login-wrong") if message else ""
        action = self.request.uri if "next=" in str(self.request.uri) else f"{self.base_url}login"
        self.write(login_page(str(action), self.xsrf_form_html(), wrong, typed(self)))


def kept_apart(folder: Path) -> Callable[..., Any]:
    """What Voila does before each page: everybody's files get a folder of their own, what has the keys is for
    this machine alone, and a machine without room says so.

    Else all pupils would write into one file of progress, and into one war.

    Args:
        folder: in which these folders are made.
    """
    here = {"127.0.0.1", "::1", *lan_addresses()}

    def before_page(handler: Any, notebook: Any, cwd: str) -> Any:
        if not _has_room():
            raise web.HTTPError(FULL, reason=say("page.full"))
        if handler.request.remote_ip not in here:
            if TEACHERS in PurePosixPath(unquote(handler.request.path)).parts:
                raise web.HTTPError(HTTPStatus.FORBIDDEN, reason=say("page.of-the-teacher"))
            notebook.cells = [cell for cell in notebook.cells if f'class="{KEYS}"' not in cell.source]
        own = folder / sha256(str(handler.current_user.username).encode()).hexdigest()[:16]
        own.mkdir(exist_ok=True)
        from nbformat.v4 import new_code_cell

        notebook.cells.insert(0, new_code_cell(f"__import__('os').chdir({str(own)!r})"))
        return notebook

    return before_page


def _has_room() -> bool:
    """Whether the memory of this machine is enough for another page."""
    try:
        from psutil import virtual_memory
    except ImportError:
        return True
    return int(virtual_memory().available) > LEAST_MEMORY
