"""How Voila serves pages of the kit: what it is told, to whom it answers, and where a folder begins."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from math import ceil
from pathlib import Path
from typing import Any

import click

from .core.messages import say

# What Voila may load: the widgets that the notebooks use. Others, such as an editor's, fail on its page.
PAGE_EXTENSIONS = (
    "jupyter-leaflet",
    "anywidget",
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "ninevears-type",
)
WORDS = 4
"""Of a password: the page is there for a lesson, and each try costs a request."""
IDLE_SECONDS = 600
"""How long the kernel of a page that nobody looks at is kept."""
MOST_WRONG = 8
"""So often somebody may be wrong before they have to wait."""
PAUSE = 30.0
"""Seconds that they wait then, and after each wrong try that follows."""


def page_arguments(shown: Path) -> list[str]:
    """How Voila shows pages of the kit, by itself or beside JupyterLab.

    Args:
        shown: the notebook, or the folder of notebooks.
    """
    words = {"ninevears": _words(shown)}
    arguments = ["--VoilaConfiguration.template=ninevears", f"--VoilaConfiguration.resources={words}"]
    return arguments + [f"--VoilaConfiguration.extension_allowlist={name}" for name in PAGE_EXTENSIONS]


def _words(shown: Path) -> dict[str, str]:
    """The words of the bar over each page; of a folder also where its index and its list are."""
    words = {name: say(f"page.{name}") for name in ("theme", "lost", "ended", "again", "parts")}
    if shown.is_dir():
        words["list"] = say("page.list")
    if (shown / "index.ipynb").is_file():
        words["index"] = say("page.index")
    return words


def page_environment() -> dict[str, str]:
    """Where Voila finds the template of the kit."""
    templates = str(Path(__file__).parent / "page")
    return {"JUPYTER_PATH": os.pathsep.join(filter(None, [templates, os.environ.get("JUPYTER_PATH")]))}


def lan_addresses() -> list[str]:
    """The addresses (IPv4) by which other machines of the local network reach this one; none without one."""
    import socket
    from ipaddress import ip_address

    found = []
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("10.255.255.255", 9))  # sends nothing: it only asks by which address one would go
        found.append(asked.getsockname()[0])
    private = [text for text in dict.fromkeys(found) if ip_address(text).is_private]
    return [text for text in private if not ip_address(text).is_loopback and text != "0.0.0.0"]


def class_password() -> str:
    """A password that can be read out: four places of the map, one of some hundred million.

    >>> len(class_password().split("-"))
    4
    """
    import secrets

    from .nine_years.components.map import game_map

    places = [space.id for space in game_map().spaces if space.id.isascii() and space.id.isalpha()]
    return "-".join(secrets.choice(places) for _ in range(WORDS))


class Tries:
    """How often each address gave a wrong password.

    Args:
        clock: tells the time, in seconds.

    >>> tries = Tries(clock=lambda: 100.0)
    >>> for _ in range(MOST_WRONG):
    ...     tries.wrong("10.0.0.7")
    >>> tries.left("10.0.0.7"), tries.left("10.0.0.8")
    (30, 0)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}

    def wrong(self, address: str) -> None:
        """Notes a wrong try."""
        self._wrong[address] = (self._wrong.get(address, (0, 0.0))[0] + 1, self._clock())

    def right(self, address: str) -> None:
        """Forgets the wrong tries of an address."""
        self._wrong.pop(address, None)

    def left(self, address: str) -> int:
        """Seconds that an address has still to wait."""
        count, last = self._wrong.get(address, (0, 0.0))
        return max(0, ceil(last + PAUSE - self._clock())) if count >= MOST_WRONG else 0


def plainly(password: str) -> str:
    """A password as it is compared: people type capitals, and spaces where hyphens are.

    >>> plainly(" Namur mons - Lille-GHENT ")
    'namur-mons-lille-ghent'
    """
    return "-".join(re.findall(r"[^\s-]+", password.casefold()))


def login_page(action: str, hidden: str, wrong: str = "", before: str = "", kept: str = "") -> str:
    """The page on which a pupil types the password.

    Args:
        action: the address to which it is sent.
        hidden: fields that go along, as HTML.
        wrong: what was wrong with the last try; "" at the first.
        before: what was typed then.
        kept: what is told of what is kept; by default that it is nothing.

    >>> 'type="text"' in login_page("/login", "")
    True
    """
    from jinja2 import Environment, FileSystemLoader

    from .typefaces import with_type

    page = Environment(loader=FileSystemLoader(Path(__file__).parent / "page"), autoescape=True)
    return with_type(
        page.get_template("login.html").render(
            action=action,
            hidden=hidden,
            wrong=wrong,
            before=before,
            kept=kept or say("page.login-kept"),
            say=say,
        )
    )


def long_enough(_context: click.Context, _parameter: click.Parameter, password: str | None) -> str | None:
    """A password that nobody tries out within a lesson, of the command line.

    Raises:
        click.BadParameter: it is too short, or not in one word.
    """
    if password is not None and not re.fullmatch(r"[\w.-]{8,100}", password):
        raise click.BadParameter(say("page.password"))
    return password


def told_to_a_class(address: str, password: str, link: str = "") -> str:
    """What is put before a class: the address to type and the password, and a picture of both to point at.

    Args:
        address: of the page, without the password.
        password: the class's.
        link: what the picture leads to, with the password; by default as a page takes it.
    """
    said = say("page.lan-link", address=address, password=password)
    try:
        from segno import make
    except ImportError:  # the extra `page` of an older day
        return said
    drawn = StringIO()
    make(link or f"{address}?token={password}").terminal(drawn, compact=True)
    return f"{said}\n{drawn.getvalue()}"


def answer_to_own_addresses(names: frozenset[str]) -> None:
    """Lets the server answer to some addresses; by itself it knows names, and of addresses its own alone."""
    from jupyter_server.base.handlers import JupyterHandler

    by_itself = JupyterHandler.check_host

    def check_host(self: JupyterHandler) -> bool:
        host = self.request.host
        return host in names or host.rpartition(":")[0] in names or bool(by_itself(self))

    JupyterHandler.check_host = check_host  # type: ignore[method-assign]


def open_with_the_index() -> None:
    """Lets the address of a folder lead to its index; the list of its notebooks stays at ``voila/tree``."""
    from tornado import web
    from voila.tornado.treehandler import TornadoVoilaTreeHandler

    by_itself = TornadoVoilaTreeHandler.get

    @web.authenticated
    async def get(self: Any, path: str = "") -> None:
        if self.request.path == self.base_url:
            self.redirect(f"{self.base_url}voila/render/index.ipynb")
        else:
            await by_itself(self, path)

    TornadoVoilaTreeHandler.get = get
