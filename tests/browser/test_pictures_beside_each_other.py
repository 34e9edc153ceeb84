"""Pictures and a live map in one notebook: each keeps its colours, though an equal one is out of sight."""

import numpy as np
import pytest
from lab_server import Lab, run_all_cells
from map_page import MAP, picture, settle, write_notebook
from PIL import Image
from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

CELLS = (
    "from IPython.display import HTML\n"
    "from ninevears_kernel.chronicle.frames import frame\n"
    "from ninevears_kernel.nine_years.components.scenario import scenario_1688\n"
    "from ninevears_kernel.teaching.mastery import Mastery\n"
    "from ninevears_kernel.widgets import WarMap\n"
    "from ninevears_kernel.widgets.learn.progress_map import bar\n"
    "start = scenario_1688()\n"
    "month = lambda: frame('1692-06')\n"
    "bars = lambda: HTML('<br>'.join(bar(Mastery(5, right)) for right in (2, 3, 5)))\n"
    "still = lambda: HTML(start._repr_mimebundle_()['image/svg+xml'])",
    *("month()", "bars()", "still()"),
    "WarMap(start)",
    *("month()", "bars()", "still()"),
)
FIRST, AGAIN, LIVE = (1, 2, 3), (5, 6, 7), 4


def output(page: Page, cell: int) -> Locator:
    """The first output of a cell, brought into sight."""
    page.evaluate(f"window.jupyterapp.shell.currentWidget.content.scrollToItem({cell}, 'center')")
    within = page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{cell}']")
    found = within.locator(".jp-OutputArea-output >> visible=true").first
    found.wait_for()
    return found


def seen(page: Page, cell: int) -> Image.Image:
    """What is seen of the output of a cell."""
    found = output(page, cell)
    if cell == LIVE:
        settle(page)
        found = found.locator(f"{MAP} .leaflet-container").first
    page.wait_for_timeout(500)
    return picture(page, found)


def tinted(image: Image.Image) -> tuple[int, int]:
    """How many pixels are bluer, and how many redder, than paper and ink are."""
    red, _, blue = np.asarray(image).astype(int).transpose(2, 0, 1)
    return int((blue - red > 15).sum()), int((red - blue > 60).sum())


def test_what_stands_again_is_the_same_when_the_first_is_out_of_sight(lab_page: Page, lab: Lab):
    page = lab_page
    page.set_viewport_size({"width": 900, "height": 2000})  # an output is seen whole
    run_all_cells(page, lab, write_notebook(lab.folder, "beside.ipynb", *CELLS))
    before = {cell: seen(page, cell) for cell in (*AGAIN, LIVE)}
    for cell in FIRST:
        output(page, cell).evaluate("(element) => { element.style.display = 'none'; }")
    for cell, image in before.items():
        again = seen(page, cell)
        for count, now in zip(tinted(image), tinted(again), strict=True):
            assert count > 200, f"cell {cell} shows no sides"
            assert abs(now - count) < count / 20, f"cell {cell}: {count} and {now} pixels"
