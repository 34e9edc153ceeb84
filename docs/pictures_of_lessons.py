"""Cuts the picture of each lesson out of the map, for its card on the home page, and that of its head.

    python docs/pictures_of_lessons.py [LESSON ...]

They are kept in `ninevears_kernel/teaching/data/pictures/`. Needs Chromium; nothing asks the internet.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from ninevears_kernel.nine_years.atlas.sheet import project
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.position import Position
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.lesson_helpers import positions as at
from ninevears_kernel.teaching.lesson_helpers.winter import winter_of_1688
from ninevears_kernel.teaching.lesson_helpers.year_1690 import after_the_revolution, january_1690
from ninevears_kernel.teaching.lessons import lessons
from ninevears_kernel.teaching.philippsburg_lesson import philippsburg_1688

FOLDER = Path(__file__).parents[1] / "ninevears_kernel" / "teaching" / "data" / "pictures"
CARD, HEAD = (568, 224), (1440, 330)  # of the file: twice what is shown
QUALITY = 72

PLACES: dict[str, tuple[Callable[[], Position], str, int]] = {
    "philippsburg": (philippsburg_1688, "Philippsburg", 1300),
    "map": (scenario_1688, "Amsterdam", 4200),
    "cards": (scenario_1688, "Paris", 2300),
    "actions": (at.before_tournai, "Tournai", 1500),
    "movement": (at.waldeck_at_ghent, "Ghent", 1500),
    "battle": (at.fleurus, "Charleroi", 1400),
    "siege": (at.siege_of_namur, "Namur", 1300),
    "supply": (scenario_1688, "Barcelona", 2400),
    "reinforcements": (at.reinforcements_1690, "Strasbourg", 2100),
    "sea": (scenario_1688, "Palma", 3000),
    "lines": (at.flanders_lines, "Brussels", 1500),
    "events": (at.spring_1690, "Turin", 1800),
    "powers": (scenario_1688, "Frankfurt", 2600),
    "britain": (after_the_revolution, "London", 2600),
    "winter": (winter_of_1688, "Munich", 2600),
    "year-1690": (january_1690, "Dublin", 2600),
    "home": (scenario_1688, "Trier", 1900),
}
"""Of each lesson, and of the head of the page: position, space in the middle, and width of what is seen."""


def cut(svg: str, space: str, width: int, size: tuple[int, int]) -> str:
    """A page that shows a piece of the map and nothing else."""
    middle = game_map().space(space)
    x, y = project(middle.lat, middle.lon)
    height = width * size[1] / size[0]
    seen = f"viewBox='{x - width / 2:.0f} {y - height / 2:.0f} {width} {height:.0f}'"
    frame = f"width='{size[0]}' height='{size[1]}' {seen}"
    return "<style>*{margin:0}</style>" + re.sub(
        r"width='\d+' height='\d+' viewBox='[^']*'", frame, svg, count=1
    )


def main() -> None:
    """Takes the pictures that are asked for, or all."""
    wanted = sys.argv[1:] or [*(one.name for one in lessons()), "home"]
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name in wanted:
            size = HEAD if name == "home" else CARD
            page.set_viewport_size({"width": size[0], "height": size[1]})
            position, space, width = PLACES[name]
            level = "low-countries" if width < 2200 else "britain"
            file = Path(folder) / "cut.html"
            file.write_text(cut(position().to_svg(view=level), space, width, size), encoding="utf-8")
            page.goto(file.as_uri())
            picture = Image.open(BytesIO(page.screenshot(type="png"))).convert("RGB")
            picture.save(FOLDER / f"{name}.jpg", quality=QUALITY, optimize=True, progressive=True)
        browser.close()


if __name__ == "__main__":
    main()
