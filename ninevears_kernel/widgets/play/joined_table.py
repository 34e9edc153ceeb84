"""A seat of a table over the network, in a notebook: the war table's front, and a connection of the kernel's.

The kernel holds the connection, not the page: the table's server lets in no page of another address, and a
link's secret stays out of what a notebook saves. It runs on the kernel's own loop: no thread is left over.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from random import uniform
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import anywidget
import ipywidgets as W
from tornado.httpclient import HTTPClientError
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    WebSocketError,
    websocket_connect,
)
from traitlets import Bytes

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...nine_years.atlas.wire import packed, put_in, steps
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log
from ...play.table_seat import READS
from ..parts.cleanup import made_in_this_cell
from ..parts.fields import labelled
from ..parts.front import FRONT
from .front_files import code, sheet

AGAIN = (0.0, 0.1, 0.2, 0.4)
"""Seconds until another try; the last for all that follow, ten times that when nobody answers for long."""
MOST_SOON = 60
"""So many tries follow each other soon."""
PATIENCE = 5
"""Seconds for a server to answer."""
PING_SECONDS = 20
MOST_FRAME = 16 * 1024 * 1024
MOST_UNPACKED = 16 * 2**20
Data = dict[str, Any]


class SeatLink(NamedTuple):
    """A link of a seat: where the server is, the secret, and of the umpire of all which game."""

    socket: str
    first: Data


def seat_link(link: str) -> SeatLink:
    """What a link of a table says.

    Args:
        link: as the umpire gave it, with all that stands behind the ``#``.

    Raises:
        BadInput: it is no such link.

    >>> seat_link("http://localhost:8868/seat#abc")
    SeatLink(socket='ws://localhost:8868/socket', first={'sit': 'abc'})
    >>> seat_link("https://example.org/play/seat#abc/3").first
    {'sit': 'abc', 'game': 3}
    """
    try:
        found = urlsplit(link.strip())
        port = found.port
    except (ValueError, AttributeError):
        raise BadInput("link", str(link)[:40], Message("joined.expected-link")) from None
    token, _, game = found.fragment.partition("/")
    game = game.partition("/")[0]
    whole = found.scheme in ("http", "https") and found.hostname and found.path.endswith("/seat") and token
    if not whole or (game and not (game.isascii() and game.isdigit() and len(game) < 9)):
        raise BadInput("link", link[:40], Message("joined.expected-link"))
    host = f"[{found.hostname}]" if ":" in str(found.hostname) else found.hostname
    where = f"{host}:{port}" if port else host
    scheme = "wss" if found.scheme == "https" else "ws"
    path = found.path.removesuffix("seat")
    return SeatLink(f"{scheme}://{where}{path}socket", {"sit": token} | ({"game": int(game)} if game else {}))


class JoinedFront(anywidget.AnyWidget):
    """The war table's front, as a seat elsewhere is shown it.

    Args:
        seat: whose seat it is.
    """

    _esm = (FRONT / "loader.js").read_text(encoding="utf-8")
    front = Bytes().tag(sync=True)
    sheet = Bytes().tag(sync=True)
    steps = Bytes().tag(sync=True)
    # never set: a page that is loaded later reads the present state
    state = Bytes().tag(sync=True, to_json=lambda _value, front: packed(front.seat.state))

    def __init__(self, seat: JoinedTable) -> None:
        self.seat = seat
        super().__init__(front=code(), sheet=sheet(), steps=steps())
        self.on_msg(lambda _widget, content, _buffers: seat.ask(content))

    def hear(self, **told: Any) -> None:
        """Lets the page hear what came."""
        self.send({}, buffers=[packed(told)])


class JoinedTable(W.VBox):
    """A seat of a table over the network.

    Args:
        link: of the seat; "" asks for it.

    Attributes:
        state: what the seat sees; empty until the server has said so.
        about: who is here, who is waited for, what waits for an answer.
        gone: whether the link opens nothing any more.

    Raises:
        BadInput: it is no link of a seat.
    """

    def __init__(self, link: str = "", **more: Any) -> None:
        self.state: Data = {}
        self.about: Data = {}
        self.gone = False
        self._revision: int | None = None
        self._waiting: list[tuple[Data, asyncio.Future[Data] | None, int | None]] = []
        self._away = True
        self._seated = asyncio.Event()
        self._link: SeatLink | None = None
        self._connection: WebSocketClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._front: JoinedFront | None = None
        self.told = W.HTML()
        self.field = labelled(
            W.Text, "joined.link", {"width": "auto", "flex": "1 1 20em"}, label_width="initial",
            hint="joined.hint", continuous_update=False,
        )  # fmt: skip
        self.agree = W.Button(description=say("tables.agree"))
        self.refuse = W.Button(description=say("tables.refuse"))
        for button, agrees in ((self.agree, True), (self.refuse, False)):
            button.on_click(lambda _, agrees=agrees: self.ask({"consent": agrees}))
        self.answers = W.HBox([self.agree, self.refuse], layout=W.Layout(display="none"))
        super().__init__([self.field, self.told, self.answers], **more)
        self.field.observe(lambda change: self._given(change["new"]), "value")
        made_in_this_cell(self)
        if link:
            self.sit(link)

    # ---- sitting down

    def _given(self, link: str) -> None:
        try:
            if link:
                self.sit(link)
        except BadInput as error:
            self._say(str(error))

    def sit(self, link: str) -> None:
        """Sits down.

        Args:
            link: of the seat.

        Raises:
            BadInput: it is no link of a seat.
        """
        self._link = seat_link(link)
        self.gone = False
        self.field.value = ""  # a notebook may be saved with what its widgets hold
        self.field.layout.display = "none"
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nothing runs that could carry anything
            self._say(say("joined.no-notebook"))
            return
        self._stop()
        self._say(say("tables.loading"))
        self._running = loop.create_task(self._run(self._link))

    def close(self) -> None:
        """Gets up."""
        self._stop()
        if self._front is not None:
            self._front.close()
        super().close()

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
        if self._connection is not None:
            self._connection.close()
        self._running = self._connection = None

    async def _run(self, link: SeatLink) -> None:
        """Sits there until the link opens nothing any more: a connection that breaks is made again."""
        tries = 0
        while not self.gone:
            with suppress(
                OSError, HTTPClientError, WebSocketError, TimeoutError, zlib.error, ValueError, RecursionError
            ):
                opened = await websocket_connect(
                    link.socket, connect_timeout=PATIENCE, ping_interval=PING_SECONDS,
                    max_message_size=MOST_FRAME,
                )  # fmt: skip
                self._connection = opened
                await opened.write_message(json.dumps(link.first))
                while (frame := await opened.read_message()) is not None:
                    tries = 0
                    packed = frame if isinstance(frame, bytes) else frame.encode()
                    self._heard(json.loads(zlib.decompressobj().decompress(packed, MOST_UNPACKED)))
            if self._connection is not None:  # it may live, where what it brought could not be read
                self._connection.close()
            self._connection, self._away = None, True
            if not self.gone:
                self._say(say("tables.lost" if self.state else "joined.nobody-answers"))
                pause = AGAIN[min(tries, len(AGAIN) - 1)] * (1 if tries < MOST_SOON else 10)
                await asyncio.sleep(pause * uniform(0.75, 1.25))
                tries += 1

    # ---- what is asked and heard

    def ask(self, message: Mapping[str, Any]) -> None:
        """Sends what the front, or somebody here, asks of the table.

        Args:
            message: one of the messages of ``docs/table.md``.
        """
        asked = {key: value for key, value in message.items() if key != "view"}
        if "here" in asked and self._front is not None:  # what came before the page listened is lost on it
            self._front.hear(state=self.state, reply={})
            return
        self._ask(asked, None)

    def _ask(self, asked: Data, answer: asyncio.Future[Data] | None) -> None:
        self._waiting.append((asked, answer, self._revision))
        if self._connection is not None and not self._away:
            with suppress(WebSocketClosedError):  # it is asked again when the connection is back
                written = self._connection.write_message(
                    json.dumps({"take": asked, "revision": self._revision})
                )
                written.add_done_callback(_let_go)

    async def game(self) -> Game:
        """The war as far as it has come, with all that is hidden: for the umpire's link alone.

        Raises:
            NinevearsError: it is the link of another seat, or the server does not answer.
        """
        try:
            await asyncio.wait_for(self._seated.wait(), PATIENCE)
            if self.about["seat"] != "umpire":
                raise NinevearsError(Message("joined.umpire-only"))
            answer: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
            self._ask({"log": True}, answer)
            reply = await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise NinevearsError(Message("joined.nobody-answers")) from None
        if "log" not in reply:
            raise NinevearsError(Message("joined.no-war", why=reply["trouble"]))
        return read_log(reply["log"]["text"])

    def _heard(self, told: Data) -> None:
        self._revision = told.get("revision", self._revision)
        if "gone" in told:
            self.gone = True
        if "state" in told:
            self._shown(told["state"])
        if self._away and "revision" in told:
            self._back()
        if "change" in told or "reply" in told:
            if "change" in told:
                put_in(self.state, told["change"])
            parts = {part: told[part] for part in ("change", "reply") if part in told}
            answer = self._waiting.pop(0)[1] if "reply" in told and self._waiting else None
            if answer is not None:
                reply = parts.pop("reply")  # the page has not asked for it
                if not answer.done():  # else nobody waits any more
                    answer.set_result(reply)
            if self._front is not None and parts:
                self._front.hear(**parts)
        if "about" in told:
            self.about = told["about"]
            self._seated.set()
        if told.keys() & {"state", "about"}:
            self._tell()
        for trouble in (told.get("trouble"), told.get("gone")):
            if trouble:
                self._say(trouble)

    def _shown(self, state: Data) -> None:
        self.state = state
        if self._front is None:
            self._front = JoinedFront(self)
            self.children = [self.field, self.told, self.answers, self._front]
        else:
            self._front.hear(state=state)

    def _back(self) -> None:
        """The connection is there again: what changes nothing is asked again, and the rest where
        nothing was done since it was asked; else the state says what was done.
        """
        self._away = False
        asked, self._waiting = self._waiting, []
        for message, answer, revision in asked:
            if revision == self._revision or any(key in message for key in READS):
                self._ask(message, answer)
            elif self._front is not None:
                self._front.hear(reply={})

    # ---- what is said above the table

    def _tell(self) -> None:
        about = self.about
        seat, here, names = about["seat"], about["here"], about["names"]

        def called(side: str) -> str:
            name = names.get(side)
            return say(f"tables.seat-{side}") + (f" ({name})" if name else "")

        side = say(f"tables.seat-{seat}")
        sits = {"both": say("tables.watch"), "umpire": say("tables.umpire")}.get(
            seat, say("tables.you", side=side)
        )
        others = [one for one in SIDES if one != seat]
        lines = [
            sits,
            *(say("tables.here" if one in here else "tables.away", who=called(one)) for one in others),
        ]
        if about["over"]:
            lines.append(say("tables.over"))
        elif words := (about.get("dice") or {}).get("waits"):
            lines.append(say("tables.waits-words", who=", ".join(map(called, words))))
        elif seat not in about["waits"]:
            lines.append(say("tables.waits", who=", ".join(map(called, about["waits"]))))
        asks = about["asks"] or {}
        told = filter(None, [about["paused"], about["ruled"], about["says"], asks.get("says", "")])
        self.answers.layout.display = None if asks.get("answer") else "none"
        heading = f"<b>{escape(about['game'])}</b> · {escape(' · '.join(lines))}"
        self.told.value = "<br>".join([heading, *map(escape, told)])

    def _say(self, text: str) -> None:
        self.told.value = escape(text)


def _let_go(written: asyncio.Future[None]) -> None:
    """Takes note of what failed: the connection tells it as well."""
    if not written.cancelled():
        written.exception()
