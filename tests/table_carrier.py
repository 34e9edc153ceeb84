"""The war table without a notebook: its front on a page of its own, carried by a small server of the tests.

It shows that the front knows nothing but its protocol, and a browser opens it in a second.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from zlib import decompress

from ninevears_kernel.nine_years.atlas.wire import difference, packed, steps
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.typefaces import with_type
from ninevears_kernel.widgets.play.war_table import code, sheet

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><head><title>War table</title></head>
<link rel="icon" href="data:,"><style>body{margin:0} /* EB Garamond, Alegreya Sans */</style>
<main id="place"></main><script type="module">
document.documentElement.setAttribute("theme", new URL(location).searchParams.get("theme") ?? "light");
import { openTable } from "/front.js";
const bytes = async (name) => new DataView(await (await fetch(name)).arrayBuffer());
const unpacked = (body) => body.pipeThrough(new DecompressionStream("deflate"));
const inflated = async ({ body }) => new Response(unpacked(body)).json();
let hear, turn = Promise.resolve();
const view = new URL(location).searchParams.get("view") ?? "a";
window.sent = []; window.errors = [];
addEventListener("error", ({ message }) => window.errors.push(message));
const send = (message) => {
  window.sent.push(message);
  const asked = { method: "POST", body: JSON.stringify(message) };
  turn = turn.then(async () => hear(await inflated(await fetch("/take", asked))));
};
const [sheet, steps, state] = await Promise.all(["/sheet", "/steps", "/state"].map(bytes));
window.table = await openTable(document.querySelector("#place"),
  { sheet, steps, state, send, listen: (heard) => { hear = heard; }, view });
</script></html>"""


NOTATION = {
    "text",
    "spaces",
    "marks",
    "verb",
    "phase",
    "phases",
    "name",
    "side",
    "state",
    "place",
    "format",
    "from",
}
"""Parts of a state that no person reads as they stand."""


def _longer(data: Any, part: str = "") -> Any:
    """The same with each sentence a third longer, as in Russian."""
    match data:
        case dict():
            return {key: value if key in NOTATION else _longer(value, key) for key, value in data.items()}
        case list() | tuple():
            return [_longer(value, part) for value in data]
        case str() if len(data) > 2 and not data.startswith("NY "):
            return data + " " + "lorem ipsum dolor sit amet "[: max(1, len(data) // 3 - 1)].strip()
    return data


def _as_it_is(data: Any) -> Any:
    return data


class Carrier:
    """A seat, and what was sent of it.

    Attributes:
        seat: the seat that pages sit at.
        sent: how many bytes went to the page since the first state.
        frames: everything that a page was sent, unpacked.
    """

    def __init__(self, seat: TableSeat, told: Callable[[Any], Any]) -> None:
        self.seat, self.sent, self.frames, self.told = seat, 0, [""], told
        self.shown = told(seat.state())

    def state(self) -> bytes:
        self.shown = self.told(self.seat.state())
        self.frames.append(json.dumps(self.shown))
        return packed(self.shown)

    def take(self, message: dict[str, Any]) -> bytes:
        answer: dict[str, Any] = {"reply": self.told(self.seat.take(message))}
        state = self.told(self.seat.state())
        if change := difference(self.shown, state):
            self.shown, answer["change"] = state, change
        self.frames.append(json.dumps(answer))
        sent = packed(answer)
        self.sent += len(sent)
        return sent


@contextmanager
def carried(seat: TableSeat, *, longer: bool = False) -> Iterator[tuple[str, Carrier]]:
    """A page with the table of a seat: its address and its carrier.

    Args:
        seat: who sits there.
        longer: each text is a third longer than it is.
    """
    told = _longer if longer else _as_it_is
    carrier = Carrier(seat, told)
    drawing = json.loads(decompress(sheet()))
    drawing["words"] = told(drawing["words"])
    fixed = {
        "/": with_type(PAGE).encode(),
        "/front.js": decompress(code()),
        "/sheet": packed(drawing),
        "/steps": steps(),
    }

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
