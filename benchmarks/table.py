"""A table over the network: from a choice to the other seat, alone and with fifty tables at once.

    python benchmarks/table.py

The server is a process of its own, as `ninevears table` starts it; all players are in this one: each has
a core.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from table_client import Client, seated
from table_games import plain, with_other
from walks import a_walk

from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.store import TableStore

TABLES, PAUSE, SECONDS = 50, 2.0, 40.0
"""So many tables; between two choices at one of them; how long they play."""
ALONE = 60
"""Choices at one table by itself, and as many painted in a browser."""
MOST_SECONDS, MOST_MEGABYTES = 1.0, 400
WATCH = """() => {
  window.painted = {};
  const table = ninevearsTable, hear = table.hear.bind(table);
  table.hear = (heard) => {
    hear(heard);
    const places = table.state.strip.places;
    const note = () => { window.painted[places] ??= performance.timeOrigin + performance.now(); };
    requestAnimationFrame(() => setTimeout(note));
  }; }"""
CHOOSE = """(number) => {
  const { options } = ninevearsTable, from = performance.timeOrigin + performance.now();
  ninevearsTable.ask({ choose: options[number % options.length].text });
  return from; }"""
CHOSEN = "places => ninevearsTable.state.strip.places > places && !ninevearsTable.waiting"
PAINTED = "places => Object.entries(window.painted).find(([at]) => at > places)?.[1]"


class Used(NamedTuple):
    """What a server took: seconds of processor, and megabytes at the most."""

    seconds: float
    megabytes: float


class Server:
    """A server of its own process.

    Args:
        folder: where its tables are kept.
    """

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-P", "-u", "-m", "ninevears_kernel", "table", str(folder), "--port=0"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"(http://[^#\s]+/)#", line):
                self.address = found[1]
                break
        self._looked = psutil.Process(self.process.pid)
        self.peak = 0.0

    def look(self) -> Used:
        """What it has taken until now."""
        self.peak = max(self.peak, self._looked.memory_info().rss / 2**20)
        times = self._looked.cpu_times()
        return Used(times.user + times.system, self.peak)


@contextmanager
def served(folder: Path):
    """A server, which ends with the block."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


class Match:
    """Two players at a table, who choose by chance.

    Args:
        clients: who sits at each side.
        seed: of their chance.
    """

    def __init__(self, clients: dict[str, Client], seed: int) -> None:
        self.clients, self.chance = clients, Random(seed)
        self.came: dict[str, dict[int, float]] = {side: {} for side in clients}
        self.sent: dict[int, tuple[str, float]] = {}
        self.refused = 0

    async def read(self, side: str) -> None:
        """Takes up what a side is sent, and notes when."""
        client = self.clients[side]
        with suppress(asyncio.CancelledError):
            while await client.next(3600) is not None:
                client.frames.clear()
                self.came[side].setdefault(client.revision, time.perf_counter())

    async def choose(self) -> bool:
        """One choice of whose turn it is; whether there was one."""
        mine = [side for side in SIDES if self.clients[side].state["question"]["mine"]]
        if not mine:
            return False
        side = self.chance.choice(mine)
        client = self.clients[side]
        text = self.chance.choice(client.state["options"])["text"]
        self.sent[client.revision + 1] = side, time.perf_counter()
        await client.tell(take={"choose": text}, revision=client.revision)
        return True

    async def play(self, pause: float, until: float) -> None:
        """Chooses, once in so many seconds."""
        await asyncio.sleep(self.chance.random() * pause)
        due = time.perf_counter()
        while due < until and await self.choose():
            due += pause
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    @property
    def waits(self) -> list[float]:
        """How long each choice took to the other seat, in seconds."""
        other = {"Bourbon": "Alliance", "Alliance": "Bourbon"}
        pairs = ((self.came[other[side]].get(revision), sent) for revision, (side, sent) in self.sent.items())
        return [came - sent for came, sent in pairs if came is not None]


async def matches(
    server: Server, made: list[dict[str, Any]], pause: float, seconds: float
) -> tuple[list[Match], float]:
    """Plays at some tables; who sat there, and the seconds of processor that the server took."""
    found = []
    for game in made:
        clients = {side: await seated(server.address, game["seats"][side]) for side in SIDES}
        found.append(Match(clients, game["game"]))
    reading = [asyncio.create_task(match.read(side)) for match in found for side in SIDES]
    looking = asyncio.create_task(_look(server))
    await asyncio.sleep(2)
    before = server.look()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(match.play(pause, until) for match in found))
    await asyncio.sleep(2)
    used = server.look()
    for task in (*reading, looking):
        task.cancel()
    await asyncio.gather(*reading, looking, return_exceptions=True)
    return found, used.seconds - before.seconds


async def _look(server: Server) -> None:
    while True:
        server.look()
        await asyncio.sleep(0.5)


def begun(store: TableStore, count: int) -> list[dict[str, Any]]:
    """Games in the middle of wars by chance, of every year."""
    return [
        new_game(store, f"Table {seed}", a_walk(seed, Random(seed).randrange(10, 300)).log)
        for seed in range(1, count + 1)
    ]


def secrets_shown(store: TableStore, made: list[dict[str, Any]], found: list[Match]) -> int:
    """To how many seats something was shown that another war with other secrets does not show."""
    wrong = 0
    for game, match in zip(made, found, strict=True):
        table = Table(store, game["game"])
        for side, client in match.clients.items():
            if not table.war.over:
                twin = with_other(table, side, game["game"])
                wrong += plain(client.state) != plain(_as_sent(twin.state(side)))
    return wrong


def _as_sent(state: dict[str, Any]) -> dict[str, Any]:
    import json

    return json.loads(json.dumps(state))


def painted(server: Server, game: dict[str, Any], chromium: str) -> list[float]:
    """Milliseconds from a choice in one browser until another has painted it."""
    from playwright.sync_api import sync_playwright

    waits = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = {}
        for side in SIDES:
            pages[side] = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
            pages[side].goto(f"{server.address}seat#{game['seats'][side]}")
            pages[side].wait_for_function("() => globalThis.ninevearsTable?.state")
            pages[side].evaluate(WATCH)
        for number in range(ALONE):
            mine = [side for side in SIDES if pages[side].evaluate("ninevearsTable.state.question.mine")]
            if not mine:
                break
            own, other = pages[mine[0]], pages["Alliance" if mine[0] == "Bourbon" else "Bourbon"]
            places = own.evaluate("ninevearsTable.state.strip.places")
            begin = own.evaluate(CHOOSE, number * 7919)
            own.wait_for_function(CHOSEN, arg=places)
            if len(mine) > 1:  # a card that lies face down is shown to nobody
                continue
            shown = other.wait_for_function(PAINTED, arg=places)
            waits.append(shown.json_value() - begin)
        browser.close()
    return waits


def told(what: str, waits: list[float]) -> None:
    """Prints a row, of milliseconds."""
    late = quantiles(waits, n=20)[-1]
    rest = f"{late:.0f} ms p95, {max(waits):.0f} ms worst of {len(waits)}"
    print(f"  {what:44} {median(waits):6.0f} ms median, {rest}")


def main() -> None:
    """Prints the table."""
    print("A table over the network")
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(folder)
        made = begun(store, 1)
        with served(Path(folder)) as server:
            [alone], _ = asyncio.run(matches(server, made, 0.1, ALONE * 0.1))
            told("one table: a choice to the other seat", [1000 * wait for wait in alone.waits])
            if chromium := shutil.which("chromium"):
                told("the same, painted in Chromium", painted(server, made[0], chromium))
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(folder)
        made = begun(store, TABLES)
        with served(Path(folder)) as server:
            found, seconds = asyncio.run(matches(server, made, PAUSE, SECONDS))
            used = server.look()
        waits = [1000 * wait for match in found for wait in match.waits]
        told(f"{TABLES} tables, a choice each {PAUSE:.0f} s", waits)
        choices = sum(len(match.sent) for match in found)
        share = f"{100 * seconds / SECONDS:.0f}% of a core"
        print(f"  {'processor of the server':44} {1000 * seconds / choices:6.1f} ms a choice, {share}")
        print(f"  {'memory of the server, at the most':44} {used.megabytes:6.0f} MB")
        print(
            f"  {'seats that were shown a secret':44} {secrets_shown(store, made, found):6} of {2 * TABLES}"
        )
        late = quantiles(waits, n=20)[-1] / 1000
        asked = f"p95 {late / MOST_SECONDS:.2f}, memory {used.megabytes / MOST_MEGABYTES:.2f}"
        print(f"  of what is asked for: {asked}")


if __name__ == "__main__":
    main()
