"""Cause and effect in one box of 350 px, a task beside its map, a wheel that is the page's: in the lab."""

import re
from random import Random

import pytest
from lab_server import Lab, run_all_cells
from map_page import settle
from nbformat.v4 import new_code_cell, new_notebook, writes
from playwright.sync_api import Page, expect
from sizes import size

from ninevears_kernel.teaching.trials import TRIALS

pytestmark = pytest.mark.browser

WINDOW = {"width": 1440, "height": 900}
FULLEST = ("spaniards-at-milan", "fitting-out", "replacement-at-tournai", "fleurus", "magazines")
REST = sorted(set(TRIALS) - set(FULLEST))
TRIED = [*FULLEST, *Random(1690).sample(REST, min(len(REST), max(0, size("trials") - len(FULLEST))))]
NOTEBOOK = "boxes.ipynb"
CELLS = (
    "from ninevears_kernel import scenario_1688\n"
    "from ninevears_kernel.widgets import Practice, WarMap, try_it\n"
    "war_map = WarMap(scenario_1688())\nwar_map",
    "Practice(kinds='battle-strength', file=None)",
    "told = WarMap(scenario_1688(), insets=())\ntold.show_reach('Strasbourg', 'Bourbon')\ntold",
    *(f"try_it({name!r})" for name in TRIED),
)
# Of each box: its height, and its columns that hide something or are wider than they are.
BOXES = """() => [...document.querySelectorAll('.ninevears-try')].map((box) => [
  Math.round(box.getBoundingClientRect().height),
  [...box.querySelectorAll('.nl-columns > *')]
    .map((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth])
    .filter((over) => Math.max(...over) > 1)])"""
ZOOM = """() => document.querySelector('.ninevears-map path[data-space="0"]').getBoundingClientRect().width"""
SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"


@pytest.fixture(scope="module")
def book(shared_lab_page: Page, lab: Lab) -> Page:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    cells = [new_code_cell(cell, metadata={"jupyter": {"source_hidden": True}}) for cell in CELLS]
    (lab.folder / NOTEBOOK).write_text(writes(new_notebook(cells=cells, metadata=kernel)))
    shared_lab_page.set_viewport_size(WINDOW)
    run_all_cells(shared_lab_page, lab, NOTEBOOK)
    return shared_lab_page


def to_the_top(page: Page) -> None:
    """Scrolls to the first cell, with nothing clicked and the mouse elsewhere."""
    page.mouse.move(5, 5)
    page.evaluate("() => { document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0; }")
    page.wait_for_function(f"() => ({SCROLLED})() === 0")
    settle(page)


def test_every_box_is_350_pixels_high_at_most_and_hides_nothing(book: Page):
    boxes = book.locator(".ninevears-try .nl-verdict p:first-of-type")
    expect(boxes).to_have_count(len(TRIED), timeout=20_000 + 3_000 * len(TRIED))
    found = dict(zip(TRIED, book.evaluate(BOXES), strict=True))
    assert {name: one for name, one in found.items() if one[0] > 350 or one[1]} == {}
    grids = book.locator(".ninevears-try .nl-36 i")
    assert grids.count() % 36 == 0
    assert grids.count() > 0


def test_a_task_stands_beside_its_map(book: Page):
    practice = book.locator(".ninevears-practice")
    practice.scroll_into_view_if_needed()
    asked, drawn = (
        practice.locator(".nl-asked").bounding_box(),
        practice.locator(".nl-board svg").first.bounding_box(),
    )
    assert asked
    assert drawn
    assert drawn["x"] >= asked["x"] + asked["width"]
    assert drawn["y"] < asked["y"] + asked["height"]
    number = practice.locator(".nl-step button")
    number.nth(1).click()
    number.nth(1).click()
    expect(practice.locator(".nl-asked input[type=text]")).to_have_value("2")


def test_the_wheel_scrolls_the_page_and_zooms_after_a_click(book: Page):
    to_the_top(book)
    box = book.locator(".ninevears-map .leaflet-container").first.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    small = book.evaluate(ZOOM)
    book.mouse.move(*middle)
    book.mouse.wheel(0, 120)
    book.wait_for_timeout(400)
    assert book.evaluate(SCROLLED) > 0
    assert book.evaluate(ZOOM) == small
    to_the_top(book)
    book.mouse.click(*middle)
    book.mouse.wheel(0, -120)
    book.wait_for_function(f"(before) => ({ZOOM})() > before * 1.05", arg=small)
    assert book.evaluate(SCROLLED) == 0
    # back to the whole sheet, and no further: then the page scrolls again
    for _ in range(6):
        book.mouse.wheel(0, 400)
        book.wait_for_timeout(250)
    assert small * 0.7 < book.evaluate(ZOOM) <= small * 1.04
    expect(book.locator(".ninevears-map .leaflet-control-zoom-out").first).to_have_class(
        re.compile("disabled")
    )
    assert book.evaluate(SCROLLED) > 0


def test_the_wheel_over_the_text_of_a_map_goes_on_to_the_page_at_its_end(book: Page):
    told = book.locator(".ninevears-panel .over").last
    told.scroll_into_view_if_needed()
    settle(book)
    box, before = told.bounding_box(), book.evaluate(SCROLLED)
    assert box
    assert told.evaluate("one => one.scrollHeight > one.clientHeight + 100")
    book.mouse.move(box["x"] + 40, box["y"] + 60)
    for _ in range(20):
        book.mouse.wheel(0, 200)
        book.wait_for_timeout(80)
    assert told.evaluate("one => one.scrollTop + one.clientHeight >= one.scrollHeight - 1")
    assert book.evaluate(SCROLLED) > before


def test_what_a_click_tells_is_in_sight_beside_the_file_browser(book: Page):
    to_the_top(book)
    assert book.locator("#jp-left-stack").is_visible(), "the file browser is open"
    book.locator(".ninevears-map [data-view=low-countries]").first.click()
    settle(book)
    book.locator(".ninevears-map .leaflet-container").first.click()
    expect(book.locator(".ninevears-map .ninevears-panel h4").first).to_be_visible()
    told = book.locator(".ninevears-page > .panel").first  # what is in it is written anew at every click
    box, foot = told.bounding_box(), book.locator(".jp-WindowedPanel-outer").bounding_box()
    assert box
    assert foot
    assert foot["y"] < box["y"]
    assert box["y"] + box["height"] <= foot["y"] + foot["height"]
    assert box["x"] + box["width"] <= foot["x"] + foot["width"]
