"""Lesson 02 as a learner meets it: real JupyterLab, real Chromium, no network but this machine."""

import pytest
from lab_server import Traffic
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

LESSON = "lessons/02_lines_of_communication.ipynb"
LET_LEAFLET_SETTLE = 800  # milliseconds


def click_space(page: Page, name: str) -> None:
    """Clicks the middle of a space on the first map, found by its place on the drawn map."""
    page.evaluate("document.querySelector('.leaflet-container').scrollIntoView({block: 'center'})")
    page.wait_for_timeout(LET_LEAFLET_SETTLE)
    path = page.locator(f".leaflet-container path.space-{name}").first
    box = path.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.fixture
def lesson(page: Page, run_all_cells) -> Page:
    page.set_viewport_size({"width": 1400, "height": 1000})
    run_all_cells(LESSON)
    page.wait_for_selector(".leaflet-container path.leaflet-interactive")
    return page


def test_all_cells_run_and_a_click_on_a_space_shows_its_ruling(lesson: Page, traffic: Traffic):
    click_space(lesson, "tournai")
    card = lesson.locator(".jp-OutputArea-output", has=lesson.locator(".ninevears-ruling")).first
    expect(card).to_contain_text("Tournai has a line of communication to Paris.")
    expect(card).to_contain_text("NY 11.1.1")
    assert traffic.errors == []


def test_the_form_answers_from_the_keyboard(lesson: Page):
    chooser = lesson.get_by_label("Space").first
    chooser.scroll_into_view_if_needed()
    chooser.fill("Girona")
    chooser.press("Enter")
    expect(lesson.locator(".ninevears-ruling").first).to_contain_text("Girona")


def test_an_exercise_is_marked(lesson: Page):
    exercise = lesson.locator(".jp-OutputArea-output", has_text="1. The garrison of Pinerolo").last
    exercise.scroll_into_view_if_needed()
    exercise.get_by_role("button", name="yes", exact=True).click()
    exercise.get_by_role("button", name="Mark").click()
    expect(exercise).to_contain_text("Right")
