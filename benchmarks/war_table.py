"""The war table in a real Chromium: how long a person waits for a choice, and what a year sends and keeps.

    python benchmarks/war_table.py

The table stands on a page of its own, carried as in the tests: what a notebook adds is the way of a message
through its kernel, some 20 ms.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from lab_server import Traffic, fresh_context
from table_carrier import carried
from table_player import Player

from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

YEARS = 3
# From a choice that is sent to the frame after it was painted, and whether the enemy had moved by then.
WATCH = """() => {
  window.waits = [];
  const ask = table.ask.bind(table), hear = table.hear.bind(table);
  let begun = 0;
  table.ask = (message) => {
    if (message.choose || message.freely || message.go) begun = performance.now();
    ask(message);
  };
  table.hear = (heard) => {
    hear(heard);
    if (!heard.change || !begun) return;
    const from = begun, { happened, strip } = table.state;
    begun = 0;
    const answered = happened.some(({ side }) => side !== strip.side);
    requestAnimationFrame(() => setTimeout(() => window.waits.push([answered, performance.now() - from])));
  }; }"""
NODES = """() => { const count = (root) => [...root.querySelectorAll('*')]
  .reduce((sum, one) => sum + 1 + (one.shadowRoot ? count(one.shadowRoot) : 0), 0);
  return count(document); }"""


def played(page: Page, address: str, seat: TableSeat) -> dict[str, list[float]]:
    """Three years by chance: what was waited for, in milliseconds, and the nodes of the page after each."""
    page.goto(address)
    opened = page.wait_for_function("window.table && !table.waiting && performance.now()").json_value()
    page.evaluate(WATCH)
    player, nodes = Player(page), []
    for year in range(1689, 1689 + YEARS):
        player.play(year, "mouse")
        nodes.append(page.evaluate(NODES))
    page.wait_for_timeout(500)
    waits = page.evaluate("window.waits")
    return {
        "opened": [opened],
        "own choice": [wait for answered, wait in waits if not answered],
        "with the computer's answer": [wait for answered, wait in waits if answered],
        "nodes of the page": nodes,
        "clicks a choice": [player.clicks / player.choices],
    }


def main() -> None:
    """Prints the table."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("The war table: no Chromium, nothing is measured.")
        return
    seat = TableSeat(Session(seed=1691))
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as profile,
        carried(seat) as (address, carrier),
        fresh_context(
            playwright, chromium, Path(profile), Traffic(), viewport={"width": 1440, "height": 900}
        ) as context,
    ):
        told = played(context.pages[0], address, seat)
    print("The war table in Chromium, 1440 x 900")
    print(f"  {'opened, page and all':28} {told['opened'][0]:6.0f} ms")
    for what in ("own choice", "with the computer's answer"):
        waits = told[what]
        late = quantiles(waits, n=20)[-1]
        more = f"{late:.0f} ms p95, {max(waits):.0f} ms worst of {len(waits)}"
        print(f"  {what:28} {median(waits):6.0f} ms median, {more}")
    print(f"  {'clicks a choice':28} {told['clicks a choice'][0]:6.2f}")
    print(f"  {'sent in a year':28} {carrier.sent / YEARS / 1000:6.0f} KB")
    print(f"  {'nodes after each year':28} {', '.join(str(round(n)) for n in told['nodes of the page'])}")


if __name__ == "__main__":
    main()
