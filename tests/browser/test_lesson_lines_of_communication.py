"""Lesson 02 as a learner meets it: real JupyterLab, real Chromium, no network but this machine."""

import pytest
from lab_server import Traffic
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

LESSON = "lessons/02_lines_of_communication.ipynb"
LET_LEAFLET_SETTLE = 800  # milliseconds


def click_space(page: Page, id: str) -> None:
    """Clicks the middle of a space of the Low Countries on the first map."""
    war_map = page.locator(".ninevears-map").first
    war_map.scroll_into_view_if_needed()
    war_map.get_by_role("button", name="Low Countries").click()
    page.wait_for_timeout(LET_LEAFLET_SETTLE)
    box = war_map.locator(f"path.space-{id}").bounding_box()
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
    beside_the_map = lesson.locator(".ninevears-twin").first
    expect(beside_the_map).to_contain_text("Tournai has a line of communication to Paris.")
    expect(beside_the_map).to_contain_text("NY 11.1.1")
    expect(beside_the_map).to_contain_text("Tournai → Lille → Amiens → Paris")
    card = lesson.locator(".ninevears-card").first
    expect(card).to_contain_text("Tournai has a line of communication to Paris.")
    assert traffic.errors == []


def test_a_space_is_chosen_and_ruled_on_from_the_keyboard(lesson: Page):
    beside_the_map = lesson.locator(".ninevears-twin").first
    space = lesson.get_by_role("combobox", name="Space").and_(lesson.locator("input")).first
    space.focus()
    lesson.keyboard.type("Girona")
    lesson.keyboard.press("Enter")
    expect(beside_the_map).to_contain_text("Girona is not controlled by the Bourbon side.")
    lesson.locator(".ninevears-map").first.get_by_role("combobox", name="Space").focus()
    lesson.keyboard.press("P")
    expect(beside_the_map).to_contain_text("Palma is not controlled by the Bourbon side.")


def test_an_exercise_is_marked(lesson: Page):
    exercise = lesson.locator(".jp-OutputArea-output", has_text="1. The garrison of Pinerolo").last
    exercise.scroll_into_view_if_needed()
    exercise.get_by_role("button", name="yes", exact=True).click()
    exercise.get_by_role("button", name="Mark").click()
    expect(exercise).to_contain_text("Right")
