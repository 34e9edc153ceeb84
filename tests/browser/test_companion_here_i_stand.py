"""The notebook on *Here I Stand* and its desk as an umpire meets them: real Chromium, no network."""

import re

import pytest
from lab_server import Lab, run_all_cells
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

NOTEBOOK = "companions/01_here_i_stand.ipynb"
IN_A_PORT = "In a port: the attacker must leave again, and where to?"


@pytest.fixture(scope="module")
def notebook(shared_lab_page: Page, lab: Lab) -> Page:
    run_all_cells(shared_lab_page, lab, NOTEBOOK)
    return shared_lab_page


@pytest.fixture
def desk(notebook: Page) -> Locator:
    found = notebook.locator(".ninevears-desk")
    found.scroll_into_view_if_needed()
    return found


def test_a_fault_is_told_and_mended_from_the_keyboard(desk: Locator, notebook: Page):
    text = desk.get_by_label("The case")
    given = text.input_value()
    text.fill(given.replace("squadrons = 3", "squadrons = 300", 1))
    desk.get_by_role("button", name="Rule", exact=True).focus()
    notebook.keyboard.press("Enter")
    alert = desk.get_by_role("alert")
    expect(alert).to_contain_text("given.attacker.squadrons")
    desk.get_by_role("button", name="Undo").focus()
    notebook.keyboard.press("Enter")
    expect(text).to_have_value(given)
    expect(alert).to_have_count(0)
    desk.get_by_role("button", name="Rule", exact=True).focus()
    notebook.keyboard.press("Enter")
    expect(desk.locator(".ninevears-card")).to_contain_text("so the defender, Hapsburg, wins")


def test_a_sample_is_chosen_and_ruled_on(desk: Locator):
    desk.get_by_label("Sample").select_option(label=IN_A_PORT)
    expect(desk.get_by_label("The case")).to_have_value(re.compile("English Channel"))
    desk.get_by_role("button", name="Rule", exact=True).click()
    expect(desk.locator(".ninevears-card")).to_contain_text("The dice decide: these are the exact odds.")
    expect(desk.locator("svg[role=img]")).to_be_visible()
    desk.get_by_role("button", name="Roll the dice").click()
    expect(desk.locator(".ninevears-card")).to_contain_text("HIS NC.9.a")


def test_a_wrong_answer_gets_its_reason(notebook: Page):
    exercise = notebook.locator(".jp-OutputArea-output", has_text="1. Equal hits").last
    exercise.scroll_into_view_if_needed()
    exercise.get_by_role("button", name="attacker", exact=True).click()
    exercise.get_by_role("button", name="Mark").click()
    expect(exercise).to_contain_text("HIS NC.7")
    reason = "Hits are equal, 3 to 3: the defender, Hapsburg, wins."
    expect(exercise).not_to_contain_text(reason)  # the first time a reader thinks again
    exercise.get_by_role("button", name="nobody", exact=True).click()
    exercise.get_by_role("button", name="Mark").click()
    expect(exercise).to_contain_text(reason)
