"""The war table without a notebook: its front on a page of its own, carried by a small server of the tests.

It shows that the front knows nothing but its protocol, and a browser opens it in a second.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from zlib import decompress

from ninevears_kernel.nine_years.atlas.wire import difference, packed, steps
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.widgets.play.war_table import code, sheet

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>War table</title>
<link rel="icon" href="data:,"><style>body{margin:0}</style><main id="table"></main><script type="module">
import { openTable } from "/front.js";
const bytes = async (name) => new DataView(await (await fetch(name)).arrayBuffer());
const unpacked = (body) => body.pipeThrough(new DecompressionStream("deflate"));
const inflated = async ({ body }) => new Response(unpacked(body)).json();
let hear, turn = Promise.resolve();
window.sent = []; window.errors = [];
addEventListener("error", ({ message }) => window.errors.push(message));
const send = (message) => {
  window.sent.push(message);
  const asked = { method: "POST", body: JSON.stringify(message) };
  turn = turn.then(async () => hear(await inflated(await fetch("/take", asked))));
};
const [sheet, steps, state] = await Promise.all(["/sheet", "/steps", "/state"].map(bytes));
window.table = await openTable(document.querySelector("#table"),
  { sheet, steps, state, send, listen: (heard) => { hear = heard; } });
</script></html>"""


class Carrier:
    """A seat, and what was sent of it.

    Attributes:
        seat: the seat that pages sit at.
        sent: how many bytes went to the page since the first state.
        frames: everything that a page was sent, unpacked.
    """

    def __init__(self, seat: TableSeat) -> None:
        self.seat, self.sent, self.frames = seat, 0, [""]
        self.shown = seat.state()

    def state(self) -> bytes:
        self.shown = self.seat.state()
        self.frames.append(json.dumps(self.shown))
        return packed(self.shown)

    def take(self, message: dict[str, Any]) -> bytes:
        answer: dict[str, Any] = {"reply": self.seat.take(message)}
        state = self.seat.state()
        if change := difference(self.shown, state):
            self.shown, answer["change"] = state, change
        self.frames.append(json.dumps(answer))
        sent = packed(answer)
        self.sent += len(sent)
        return sent


@contextmanager
def carried(seat: TableSeat) -> Iterator[tuple[str, Carrier]]:
    """A page with the table of a seat: its address and its carrier."""
    carrier = Carrier(seat)
    fixed = {"/": PAGE.encode(), "/front.js": decompress(code()), "/sheet": sheet(), "/steps": steps()}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.answer(carrier.state() if self.path == "/state" else fixed.get(self.path.split("?")[0], b""))

        def do_POST(self) -> None:
            self.answer(carrier.take(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

        def answer(self, body: bytes) -> None:
            kind = {"/": "text/html", "/front.js": "text/javascript"}.get(self.path.split("?")[0])
            self.send_response(200)
            self.send_header("Content-Type", kind or "application/octet-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", carrier
        finally:
            server.shutdown()
