"""A Firefox without a window, driven by WebDriver BiDi; needs Debian's ``firefox-esr`` or another one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websocket import WebSocket, create_connection

SECONDS = 60


def firefox() -> str | None:
    """Where Firefox is; None where there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Tab:
    """The page of a Firefox."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._numbers = socket, count(1)
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def goto(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression comes to, as plain data; of a promise what it gives."""
        found = self._send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise AssertionError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """What it comes to, once that is something."""
        end = time.monotonic() + SECONDS
        while not (found := self.evaluate(expression)):
            if time.monotonic() > end:
                raise AssertionError(f"not within {SECONDS} s: {expression}")
            time.sleep(0.1)
        return found

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:  # events come between
            told = json.loads(self._socket.recv())
            if told.get("id") == number:
                break
        if told["type"] == "error":
            raise AssertionError(f"{told['error']}: {told['message']}")
        return told["result"]


@contextmanager
def running_firefox(program: str, profile: Path) -> Iterator[Tab]:
    """A Firefox with an empty profile, until it is left."""
    log = profile / "said"
    profile.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as said:
        command = [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            str(profile),
            "--remote-debugging-port=0",
        ]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
    try:
        socket = create_connection(f"{_address(log, running)}/session", SECONDS, suppress_origin=True)
        yield Tab(socket)
        socket.close()
    finally:
        running.kill()
        running.wait()


def _address(log: Path, running: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and running.poll() is None:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"Firefox says: {log.read_text(errors='replace')[-2000:]}")
