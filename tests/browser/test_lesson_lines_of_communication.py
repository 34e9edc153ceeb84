"""Lesson 7 as a learner meets it: real JupyterLab, real Chromium, no network but this machine."""

import re
from collections.abc import Callable

import pytest
from lab_server import Lab, run_all_cells
from map_page import click, leaflet, settle, space
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.messages import say, shown
from ninevears_kernel.nine_years.components.map import game_map

pytestmark = pytest.mark.browser

LESSON = "lessons/07_lines_of_communication.ipynb"
MOST_TABS = 300
ASKED = ".ninevears-map:not(.ninevears-practice .ninevears-map)"
PANEL = ".ninevears-panel:not(.ninevears-practice .ninevears-panel)"
"""The map that answers, and the text beside it: the lesson begins with a task, which has a map of its own."""


@pytest.fixture(scope="module")
def lesson(shared_lab_page: Page, lab: Lab) -> Page:
    run_all_cells(shared_lab_page, lab, LESSON)
    settle(shared_lab_page)
    return shared_lab_page


def tab_to(page: Page, wanted: Callable[[], bool]) -> None:
    """Presses Tab until the focus is where it should be."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted():
            return
    pytest.fail("Tab does not come there")


def focused(locator: Locator, words: str = "") -> Callable[[], bool]:
    """Whether it has the focus. Its words are looked at first: to find what has a role, and which name, takes
    long where a page holds maps.
    """

    def has_it() -> bool:
        says = locator.page.evaluate("document.activeElement.textContent")
        return words in says and bool(locator.evaluate_all("found => found.includes(document.activeElement)"))

    return has_it


def by_keys(page: Page, within: Page | Locator, words: str, key: str) -> None:
    """Goes to a button by Tab, and presses it with a key."""
    tab_to(page, focused(within.get_by_role("button", name=words, exact=True), words))
    page.keyboard.press(key)


def test_a_click_on_a_space_shows_its_ruling(lesson: Page):
    lesson.locator(ASKED).first.get_by_role("button", name="Low Countries").click()
    settle(lesson)
    click(lesson, "tournai", within=ASKED)
    beside_the_map = lesson.locator(PANEL).first
    expect(beside_the_map).to_contain_text("Tournai has a line of communication to Paris.")
    expect(beside_the_map).to_contain_text("NY 11.1.1")
    expect(beside_the_map).to_contain_text("Tournai → Lille → Amiens → Paris")
    expect(leaflet(lesson, within=ASKED).locator("g.path > g").first).to_be_attached()
    card = lesson.locator(".ninevears-card").first
    expect(card).to_contain_text("Tournai has a line of communication to Paris.")


def test_a_whole_lesson_without_a_mouse(lesson: Page):
    lesson.evaluate(
        "() => { const { content } = window.jupyterapp.shell.currentWidget;"
        " content.activeCellIndex = 0; content.activeCell.node.focus(); }"
    )
    main = leaflet(lesson, within=ASKED)
    tab_to(lesson, focused(main))
    # a space by its links
    lesson.keyboard.press("ArrowDown")
    here = main.locator("path.space.cursor").get_attribute("data-name")
    assert here
    lesson.keyboard.press("Enter")
    card = lesson.locator(".ninevears-card").first
    expect(card).to_contain_text(shown(game_map().space(here).name))
    # and by its name
    lesson.keyboard.press("/")
    lesson.keyboard.type("Girona")
    lesson.keyboard.press("Enter")
    expect(space(lesson, "girona", within=ASKED)).to_have_class(re.compile(r"\bselected\b"))
    refused = "Girona is not controlled by the Bourbon side."
    expect(lesson.locator(PANEL).first).to_contain_text(refused)
    expect(card).to_contain_text(refused)
    # then the form asks for the other side
    ask = lesson.locator(".ninevears-ask").first
    by_keys(lesson, ask, shown("Alliance"), "Space")
    by_keys(lesson, ask, say("widget.ask"), "Enter")
    expect(card).to_contain_text("Girona has a line of communication to Barcelona")
    # and at last an exercise
    by_keys(lesson, lesson, "yes", "Space")
    by_keys(lesson, lesson, say("widget.mark"), "Enter")
    expect(lesson.get_by_role("status").filter(has_text=say("widget.right"))).to_be_visible()
