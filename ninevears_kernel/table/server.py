"""The server of the tables: pages, and one websocket for each seat. Nothing is in it but what carries.

The secret of a link stands behind the ``#`` of its address: a browser sends that to nobody, so that it is in
no log of a server or proxy and in no referrer. The page takes it out of the address bar and sends it as the
first message. There is no cookie: a page of a stranger has nothing to come in with.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from ..core.errors import NinevearsError
from ..core.messages import say
from ..page_server import login_page
from ..play.session import Session
from ..play.table_seat import TableSeat
from ..umpire.docket.store import as_time
from .bounds import MOST_BROUGHT, Unfit
from .door import MOST_TYPED, Door
from .house import Chair, House
from .notices import Post, feed_of, of_feed, send, was_not_told
from .pages import KINDS, page_files
from .people import forget
from .store import TableStore
from .umpires import ORDERS

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
MOST_CHAIRS = 600
"""So many connections at once."""
MOST_BODY = 16 * 1024
"""Bytes of a request: nothing is ever sent up but by the websocket."""
SIT_SECONDS = 10
"""Who has not said which seat by then is sent away."""
PING_SECONDS = 20
KEPT_DAYS = 365
FORGET_MILLISECONDS = 3_600_000
"""Between two looks for what is to be taken away."""
MAIL_MILLISECONDS = 30_000
"""Between two looks for who is to be told by mail."""
LOOK_MILLISECONDS = 250
"""Between two looks at what other processes have added."""
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src {connect}; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "ninevears",
}
LOG = logging.getLogger("ninevears.table")


class Settings(NamedTuple):
    """How the tables are served.

    Attributes:
        port: 0 for any that is free.
        address: on which addresses of this machine: ``127.0.0.1``, or "" for all.
        names: names by which the server may be asked for, besides its own.
        base: the path below which it lies, behind a proxy; begins and ends with a slash.
        cert, key: files of a certificate, for TLS.
        password: by which a class comes in; "" for no class.
        post: the mail server by which people are told that it is their turn; None for no mails.
        kept_days: names and chat are taken away when nothing was done at a table for so long.
        proxied: whether a proxy of this machine stands before it and says who asks.
    """

    port: int = 0
    address: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    base: str = "/"
    cert: str | None = None
    key: str | None = None
    password: str = ""
    kept_days: int = KEPT_DAYS
    post: Post | None = None
    proxied: bool = False


class Guarded(RequestHandler):
    """What every answer has: a host that is ours, and headers that bind the page."""

    def initialize(self, settings: Settings, house: House) -> None:
        """Takes what the application gives.

        Args:
            settings: how the tables are served.
            house: all tables.
        """
        self.served, self.house = settings, house

    def prepare(self) -> None:
        """Answers to no name but ours: one of a stranger that leads here would make this a page of theirs.

        Raises:
            HTTPError: the request names another host.
        """
        if host_of(self.request.host) not in (*OWN_NAMES, *self.served.names):
            raise HTTPError(403)

    def set_default_headers(self) -> None:
        """Sets the headers of every answer."""
        for name, value in HEADERS.items():
            self.set_header(name, value)
        if self.request.protocol == "https" or host_of(self.request.host) in OWN_NAMES:
            self.set_header("Cross-Origin-Opener-Policy", "same-origin")  # browsers take it from no others
        ways = " ".join(f"{scheme}://{self.request.host}" for scheme in ("ws", "wss"))
        known = host_of(self.request.host) and not set(self.request.host) & set(" ;,'\"\r\n")
        self.set_header(
            "Content-Security-Policy", POLICY.format(connect=f"'self' {ways}" if known else "'none'")
        )

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Notes what was not foreseen, without the address asked for: of a feed it has the secret."""
        if not isinstance(value, HTTPError):
            LOG.error("%s was not foreseen", self.request.method, exc_info=(typ, value, tb))

    def write_error(self, status_code: int, **_: Any) -> None:
        """An error in a word, and nothing of what caused it."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code}\n")


class Page(Guarded):
    """One of the pages and of the files that they need; all are the same for everybody."""

    async def get(self, name: str) -> None:
        """Gives a file.

        Args:
            name: of the file; "" for the umpire's page.

        Raises:
            HTTPError: there is none such.
        """
        files = page_files(self.served.kept_days)
        name = {"": "home.html", "seat": "seat.html", "class": "class.html"}.get(name, name)
        if name not in files:
            raise HTTPError(404)
        self.set_header("Content-Type", KINDS[name.rpartition(".")[2]])
        self.set_header("Cache-Control", "no-cache")
        self.write(files[name])


class Enter(Guarded):
    """The page that asks a class for its password, and leads on to the free seats.

    The password stands behind the ``#`` then, as the secret of a seat does.
    """

    def prepare(self) -> None:
        """As every page; there is none where no class may come in.

        Raises:
            HTTPError: no class may come in.
        """
        super().prepare()
        if self.house.door is None:
            raise HTTPError(404)
        policy = str(self._headers["Content-Security-Policy"])
        self.set_header("Content-Security-Policy", policy.replace("form-action 'none'", "form-action 'self'"))
        self.set_header("Cache-Control", "no-store")

    def get(self) -> None:
        """Asks for the password."""
        self._ask()

    def post(self) -> None:
        """Takes the password."""
        assert self.house.door is not None
        given = self.get_body_argument("password", "")[:MOST_TYPED]
        if wrong := self.house.door.refuses(given, str(self.request.remote_ip)):
            self._ask(wrong, given)
        else:
            self.redirect(f"class#{quote(self.house.door.password)}", status=303)

    def _ask(self, wrong: str = "", before: str = "") -> None:
        kept = say("tables.kept", count=self.served.kept_days)
        self.finish(login_page("enter", "", wrong, before, kept))


class Seat(Guarded, WebSocketHandler):
    """One connection of a page that sits at a table."""

    chair: Chair | None = None

    def prepare(self) -> None:
        """As every page, and to pages of ours alone, whatever the library makes of the origin.

        Raises:
            HTTPError: it is a page of somebody else's.
        """
        super().prepare()
        origin = self.request.headers.get("Origin")
        if origin is not None and not self.check_origin(origin):
            raise HTTPError(403)

    def check_origin(self, origin: str) -> bool:
        """Whether a page may connect: ours, whatever name it was asked for by."""
        try:
            asked = urlsplit(origin)
        except ValueError:
            return False
        if asked.scheme not in ("http", "https"):
            return False
        return asked.netloc == self.request.host or (asked.hostname or "") in self.served.names

    def open(self, *_: str) -> None:
        """Waits for the secret."""
        if len(OPEN) >= MOST_CHAIRS:
            self.close(1013)
            return
        OPEN.add(self)
        self.chair = Chair(self.house, self._send, self.close, str(self.request.remote_ip))
        self._patience = IOLoop.current().call_later(SIT_SECONDS, self._sat_down)

    def _sat_down(self) -> None:
        if self.chair is not None and self.chair.sitting is None and not self.chair.entered:
            self.close(1008)

    def _send(self, data: bytes) -> None:
        try:
            self.write_message(data, binary=True)
        except WebSocketClosedError:  # its end is told by on_close
            LOG.debug("gone while it was written to")

    def on_message(self, message: str | bytes) -> None:
        """Hands on what came in; what no page of ours sends ends the connection."""
        if self.chair is None:
            return
        try:
            self.chair.heard(message)
        except Unfit:
            self.close(1008)
        except Exception:
            LOG.exception("a message was not foreseen")
            self.close(1011)

    def on_close(self) -> None:
        """Gets up."""
        OPEN.discard(self)
        if self.chair is not None:
            IOLoop.current().remove_timeout(self._patience)
            self.house.leave(self.chair)


OPEN: set[Seat] = set()
"""The connections of this process."""


def host_of(netloc: str) -> str:
    """The host of ``host:port``, without brackets; "" when it is none.

    >>> host_of("localhost:8868"), host_of("[::1]:8868"), host_of("a@b")
    ('localhost', '::1', '')
    """
    try:
        found = urlsplit(f"//{netloc}")
        return "" if found.username is not None or found.path else (found.hostname or "")
    except ValueError:
        return ""


def application(house: House, settings: Settings) -> Application:
    """The server's application.

    Args:
        house: all tables.
        settings: how they are served.
    """
    given = {"settings": settings, "house": house}
    return Application(
        [
            (f"{settings.base}socket", Seat, given),
            (f"{settings.base}enter", Enter, given),
            (f"{settings.base}feed/([\\w-]{{20,80}})", Feed, given),
            (f"{settings.base}([a-z]*|[a-z]+[.](?:js|bin))", Page, given),
        ],
        default_handler_class=Lost,
        default_handler_args=given,
        websocket_max_message_size=2 * MOST_BROUGHT,
        websocket_ping_interval=PING_SECONDS,
        log_function=_log,
    )


class Feed(Guarded):
    """The feed of a seat: whose turn it is, and nothing else."""

    def get(self, secret: str) -> None:
        """Gives it.

        Args:
            secret: of the feed.

        Raises:
            HTTPError: there is none such.
        """
        sitting = of_feed(self.house.store, secret)
        if sitting is None or sitting.game is None:
            raise HTTPError(404)
        table = self.house.table(sitting.game)
        about = self.house.around(sitting.game, sitting)
        self.set_header("Content-Type", "application/atom+xml; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(feed_of(sitting, about["game"], table.waits, table.clock.since, table.revision))


class Lost(Guarded):
    """Whatever else is asked for."""

    def prepare(self) -> None:
        """Says that there is nothing.

        Raises:
            HTTPError: always.
        """
        raise HTTPError(404)


def _log(handler: RequestHandler) -> None:
    """Notes what failed here: no address, no name, nothing that a person typed."""
    if handler.get_status() >= 500:
        LOG.error("%s %s", handler.get_status(), handler.request.method)


def serve(store: TableStore, settings: Settings) -> tuple[HTTPServer, int, House]:
    """Begins to serve; runs when the loop does.

    Args:
        store: where the tables are kept.
        settings: how they are served.

    Returns:
        The server, its port, and the tables.

    Raises:
        OSError: the port is taken, or the certificate cannot be read.
    """
    loop = IOLoop.current()
    door = Door(settings.password) if settings.password else None
    house = House(store, loop.add_callback, ORDERS, door)
    secure = None
    if settings.cert is not None:
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(settings.cert, settings.key)
    page_files(settings.kept_days)
    TableSeat(Session()).state()  # what is laid out once for all: who comes back first does not wait for it
    server = HTTPServer(
        application(house, settings),
        ssl_options=secure,
        xheaders=settings.proxied,
        max_body_size=MOST_BODY,
        max_header_size=MOST_BODY,
    )
    sockets = bind_sockets(settings.port, settings.address or None)
    server.add_sockets(sockets)
    looking = PeriodicCallback(lambda: _look(house), LOOK_MILLISECONDS)
    looking.start()
    if settings.post is not None:
        house.mails, post = True, settings.post
        mailing = PeriodicCallback(lambda: _mail(house, post), MAIL_MILLISECONDS)
        mailing.start()
    forgetting = PeriodicCallback(lambda: _forget(store, settings.kept_days), FORGET_MILLISECONDS)
    forgetting.start()
    loop.add_callback(_forget, store, settings.kept_days)
    return server, sockets[0].getsockname()[1], house


def _look(house: House) -> None:
    """Looks at what others have added; a database that fails is asked again."""
    try:
        house.look_around()
    except Exception:
        LOG.exception("the store could not be read")


async def _mail(house: House, post: Post) -> None:
    """Tells those who are waited for and not here; one mail after the other, beside the games."""
    try:
        waiting = house.to_be_mailed()
    except NinevearsError:
        LOG.exception("the store could not be read")
        return
    for seat, address, game in waiting:
        try:
            await IOLoop.current().run_in_executor(None, send, post, address, game)
        except Exception as error:  # one that fails keeps none back; its text may hold the address
            LOG.error("a mail was not sent: %s", type(error).__name__)
            with suppress(NinevearsError):
                was_not_told(house.store, seat, error)


def _forget(store: TableStore, kept_days: int) -> None:
    """Takes away names and chat of tables at which nothing was done for long."""
    try:
        forget(store, as_time(datetime.now(UTC) - timedelta(days=kept_days)))
    except NinevearsError:
        LOG.exception("what is old could not be taken away")


def links(address: str, seats: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The links of seats: which, and the address.

    Args:
        address: of the server, with its base.
        seats: which, and the secret.

    >>> links("http://localhost:8868/", [("both", "abc")])
    [('both', 'http://localhost:8868/seat#abc')]
    """
    return [(seat, f"{address}seat#{token}") for seat, token in seats]
