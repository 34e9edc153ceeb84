"""A page that draws no more is told from one in which something is missing."""

import drawing
import pytest
from playwright.sync_api import Page, TimeoutError

pytestmark = pytest.mark.browser


def test_a_page_that_draws_no_more_is_known(page: Page):
    assert drawing.draws(page)
    page.evaluate("window.requestAnimationFrame = () => 0")
    assert drawing.told(page) == "visible, draws nothing"


def test_what_is_not_there_fails_and_is_not_tried_again(page: Page):
    page.goto("data:text/html,<button disabled>Choose</button>")
    with pytest.raises(TimeoutError):
        page.get_by_role("button").click(timeout=500)
