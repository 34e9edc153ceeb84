"""A page of a table over the network, as far as the server knows: what it sends and is sent."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from ninevears_kernel.nine_years.atlas.wire import put_in


class Client:
    """A page.

    Attributes:
        state, revision, about, chat: what it shows now.
        frames: all that it was sent.
    """

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self.connection = connection
        self.state: dict[str, Any] = {}
        self.about: dict[str, Any] = {}
        self.revision: int | None = None
        self.chat: list[dict[str, Any]] = []
        self.frames: list[dict[str, Any]] = []

    async def next(self, patience: float = 20) -> dict[str, Any] | None:
        """What is sent next, taken up as the page does; None when the connection has ended."""
        frame = await asyncio.wait_for(self.connection.read_message(), patience)
        if frame is None:
            return None
        told = json.loads(zlib.decompress(frame))
        self.frames.append(told)
        self.revision = told.get("revision", self.revision)
        if "state" in told:
            self.state = told["state"]
        put_in(self.state, told.get("change", {}))
        self.about = told.get("about", self.about)
        self.chat = told.get("chat", self.chat)
        return told

    async def until(self, part: str) -> Any:
        """Reads until something of this name has come."""
        while True:
            told = await self.next()
            assert told is not None, f"the connection ended before {part!r} came"
            if part in told:
                return told[part]

    async def tell(self, **message: Any) -> None:
        """Sends a message."""
        await self.connection.write_message(json.dumps(message))

    async def ask(self, message: dict[str, Any], revision: Any = None) -> Any:
        """What is replied to a message of the war table."""
        await self.tell(take=message, revision=self.revision if revision is None else revision)
        return await self.until("reply")

    async def closed(self) -> int | None:
        """Reads to the end of the connection; the code with which it ended."""
        while await self.next() is not None:
            pass
        return self.connection.close_code


async def connected(address: str, **headers: str) -> Client:
    """A page that has opened its websocket.

    Args:
        address: of the server with its base, as in http://localhost:8868/
        headers: of the request.
    """
    socket = f"{address}socket".replace("http", "ws", 1)
    return Client(await websocket_connect(HTTPRequest(socket, headers=headers)))


async def seated(address: str, token: str, **more: Any) -> Client:
    """A page at its seat, which has been shown the table."""
    client = await connected(address)
    await client.tell(sit=token, **more)
    await client.until("about")
    return client


def told_in(frame: bytes) -> dict[str, Any]:
    """What a server sends, as data."""
    return json.loads(zlib.decompress(frame))
