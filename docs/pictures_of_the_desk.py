"""Takes the pictures of the tournament evening for docs/umpire.md, from its notebook as a page.

    python docs/pictures_of_the_desk.py [FOLDER]

Without a folder, into `docs/pictures/`. Needs Chromium; nothing asks the internet.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from desk_page import Umpire, opened_desk, section, verdict
from lab_server import Traffic, fresh_context

from ninevears_kernel.core.messages import say

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "notebooks" / "umpire" / "04_a_tournament_evening.ipynb"
DESK, LETTER = {"width": 1440, "height": 900}, {"width": 900, "height": 1190}
SETTLE = 900  # milliseconds, for a flight of the map and for fonts


def kept(page: Page, folder: Path, name: str) -> None:
    """Keeps what is in the window as a picture of the evening."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(SETTLE)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    file = folder / f"evening-{name}.webp"
    picture.save(file, quality=80, method=6)
    print(file.name, *picture.size, f"{file.stat().st_size // 1000} kB")


def shown(desk: Locator) -> None:
    """Brings a desk to the top of the window."""
    desk.evaluate("desk => desk.scrollIntoView()")


def letter(page: Page, text: str, folder: Path, name: str) -> None:
    """Keeps the first page of a letter, as it opens in a window of its own."""
    own = page.context.new_page()
    own.set_viewport_size(LETTER)
    own.set_content(text)
    kept(own, folder, name)
    own.close()


def evening(page: Page, folder: Path) -> None:
    """Goes through the disputes of the evening, as the notebook tells it."""
    desks = page.locator(".ninevears-umpire")
    expect(desks).to_have_count(5, timeout=60_000)
    fact, dice, _, position, readings = (Umpire(desks.nth(place)) for place in range(5))

    shown(fact.desk)
    kept(page, folder, "fact")
    fact.press(fact.desk.locator(".chip.is-disputed .version").first)
    fact.ruled("card.verdict-legal")
    answer = fact.desk.get_by_label(say("desk.answer"), exact=True)
    fact.type("A full corps counts two, but this one never was full.", answer)
    letter(page, fact.write(), folder, "letter")

    shown(dice.desk)
    dice.known("leaders")
    expect(section(dice.desk, "ruling").get_by_role("alert").first).to_contain_text("Venice")
    kept(page, folder, "dice")

    shown(position.desk)
    kept(page, folder, "position")

    shown(readings.desk)
    expect(verdict(readings.desk)).to_be_visible()
    heading = readings.desk.locator(".ninevears-card h4", has_text=say("ruling.readings"))
    heading.evaluate(
        "heading => { heading.parentElement.scrollTop = heading.offsetTop - heading.parentElement.offsetTop }"
    )
    kept(page, folder, "readings")


def main() -> None:
    """Takes all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "docs" / "pictures", help="where they go"
    )
    folder = parser.parse_args().folder
    chromium = os.environ.get("NINEVEARS_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("There is no Chromium here: install it, or set NINEVEARS_CHROMIUM to its path.")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        fresh_context(playwright, chromium, Path(home, "profile"), Traffic(), viewport=DESK) as context,
    ):
        notebook = Path(shutil.copy(NOTEBOOK, home))
        with opened_desk(context.pages[0], notebook):
            evening(context.pages[0], folder)


if __name__ == "__main__":
    main()
