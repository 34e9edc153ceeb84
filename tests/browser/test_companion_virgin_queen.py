"""The stepper of a naval movement as an umpire meets it: real Chromium, no network."""

import pytest
from lab_server import Traffic
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NOTEBOOK = "companions/02_virgin_queen.ipynb"


def test_a_naval_movement_is_stepped_with_real_dice_and_taken_back(
    lab_page: Page, run_all_cells, traffic: Traffic
):
    lab_page.set_viewport_size({"width": 1400, "height": 1000})
    run_all_cells(NOTEBOOK)
    stepper = lab_page.locator(".ninevears-stepper")
    lab_page.mouse.move(700, 500)
    for wheel in [-600] * 20 + [600] * 40:  # the Lab draws only what is near to where it has come to rest
        if stepper.count():
            break
        lab_page.mouse.wheel(0, wheel)
        lab_page.wait_for_timeout(100)
    stepper.scroll_into_view_if_needed()
    now, log = stepper.get_by_role("status"), stepper.get_by_role("log")
    expect(now).to_contain_text("Spain declares its naval moves.")
    stepper.get_by_role("button", name="Declare: everything from Messina to Ionian Sea.").click()
    stepper.get_by_role("button", name="Nobody plays a response.").click()
    expect(now).to_contain_text("The Ottoman side may try to intercept, or decline.")
    stepper.get_by_label("Dice").fill("4 4")
    stepper.get_by_label("Dice").press("Tab")
    intercept = stepper.get_by_role("button", name="The Ottoman side tries to intercept from Coron")
    intercept.focus()
    lab_page.keyboard.press("Enter")
    expect(log).to_contain_text("Dice: 4, 4")
    expect(log).to_contain_text("VQ 16.1.4.c")
    stepper.get_by_role("button", name="Undo").click()
    expect(now).to_contain_text("The Ottoman side may try to intercept, or decline.")
    expect(log).not_to_contain_text("Dice")
    assert traffic.errors == []
