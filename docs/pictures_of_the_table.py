"""Takes a picture of every state of the war table, at every size and by day and candlelight.

    python docs/pictures_of_the_table.py FOLDER [STATE ...]

Without a folder, the two for README.md, into `docs/pictures/`. Needs Chromium; nothing asks the internet.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from lab_server import Traffic, fresh_context
from table_carrier import carried

from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

SIZES = {"1440": (1440, 900), "1366": (1366, 768), "1180": (1180, 800), "800": (800, 1100), "390": (390, 840)}
README = {"spend": False, "march": True}
"""The states that README.md shows, and whether by candlelight."""
SETTLE = 900  # milliseconds, for a flight of the map and for fonts
State = tuple[Callable[[], TableSeat], tuple[str, ...]]


def reached(wanted: Callable[[Session], bool], **seats: Any) -> TableSeat:
    """A seat where something holds for the first time, in wars that a person plays by chance."""
    for seed in range(1691, 1791):
        session, chance = Session(seed=seed, **seats), Random(5)
        seat = TableSeat(session)
        session.answer()
        while (decision := session.decision) and decision.options:
            if seat.curtain:
                seat.take({"sit": True})
            if wanted(session):
                return seat
            seat.take({"choose": chance.choice(decision.options).text})
    raise SystemExit("No war came to that.")


def asked(name: str, year: int = 1688) -> Callable[[], TableSeat]:
    """A seat that is asked for a decision of this name."""
    return lambda: reached(lambda session: session.game.decision.name == name and session.here.year >= year)


def rolled() -> TableSeat:
    """A seat after a siege roll of its own, in a war that the computer has played so far."""
    session = Session(seed=1691, bourbon="sense")
    session.play_on()
    seat = TableSeat(session)
    roll = next(one for one in session.moments if one.text == "besiege" and one.entry.side == "Bourbon")
    seat.take({"jump": {"entry": roll.number}})
    seat.take({"seats": {"Bourbon": "person"}})
    seat.take({"sit": True})
    seat.take({"choose": roll.text})
    while session.decision.name == "siege-card":
        seat.take({"choose": "pass"})
    return seat


def handed_over() -> TableSeat:
    """A shared screen before the next player sits down."""
    session = Session(seed=1691, bourbon="person", alliance="person")
    seat = TableSeat(session)
    while not seat.curtain:
        seat.take({"choose": session.decision.options[0].text})
    return seat


def ended() -> TableSeat:
    """A war that is over."""
    session = Session(seed=1691, bourbon="sense")
    session.play_on()
    return TableSeat(session)


CAMPAIGN = (".kd:has-text('Campaign')", ".chip >> nth=0")
STATES: dict[str, State] = {
    "spend": (asked("spend", 1689), (".kd:has-text('Raise')", "@Tournai")),
    "march": (asked("action", 1689), (*CAMPAIGN, ".mid .pick >> nth=0")),
    "siege": (rolled, ()),
    "refusal": (asked("spend", 1689), (".kd:has-text('Raise')", "@Tournai", ".no:visible >> nth=0")),
    "battle": (asked("battle-card"), ()),
    "winter": (asked("rest"), ()),
    "colonies": (asked("strengthen"), ()),
    "hand-over": (handed_over, ()),
    "end": (ended, ()),
    "sequence": (asked("action", 1689), ("[data-tab=sequence]",)),
    "log": (asked("action", 1689), ("[data-tab=log]",)),
    "readings": (asked("action", 1689), ("[data-tab=readings]",)),
    "menu": (asked("action", 1689), ("[data-key=menu]",)),
}
"""Each state, and what is clicked in it before the picture is taken; ``@Tournai``: the place on the map."""
PICK = "name => table.pick(table.sheet.spaces.findIndex((one) => one.name === name), false, 'map')"


def taken(page: Page, address: str, clicks: tuple[str, ...], size: str, dark: bool) -> Image.Image:
    """The picture of a state."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}?theme={'dark' if dark else 'light'}")
    page.wait_for_function("window.table && !table.waiting")
    for click in clicks:
        if click.startswith("@"):
            page.evaluate(PICK, click[1:])
        else:
            page.locator(click).first.click()
        page.wait_for_function("!table.waiting")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(SETTLE)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def main() -> None:
    """Takes all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where they go; else the two of README.md")
    parser.add_argument("states", nargs="*", help=f"of {', '.join(STATES)}; by default all")
    wanted = parser.parse_args()
    chromium = os.environ.get("NINEVEARS_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("There is no Chromium here: install it, or set NINEVEARS_CHROMIUM to its path.")
    folder = wanted.folder or Path(__file__).parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    names = wanted.states or [*(STATES if wanted.folder else README)]
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        fresh_context(playwright, chromium, Path(home), Traffic()) as context,
    ):
        page = context.pages[0]
        for name in names:
            make, clicks = STATES[name]
            looks = [(size, dark) for size in SIZES for dark in (False, True)]
            with carried(make()) as (address, _):
                for size, dark in looks if wanted.folder else [("1440", README[name])]:
                    picture = taken(page, address, clicks, size, dark)
                    file = f"{name}-{size}{'-dark' if dark else ''}" if wanted.folder else f"table-{name}"
                    picture.save(folder / f"{file}.webp", quality=82, method=6)
                    print(f"{file}.webp", *picture.size)


if __name__ == "__main__":
    main()
