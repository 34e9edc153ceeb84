"""Pages that draw no more: a Chromium without a window may give a page no further frame.

Then no click on it ever comes, and nothing in it is seen to be near. No reader has such a page: it is woken,
and that is told.
"""

import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from playwright.sync_api import Error, Locator, Page, TimeoutError

DRAWS = """() => {
  const drawn = new Promise((later) => requestAnimationFrame(() => later(true)));
  return Promise.race([drawn, new Promise((later) => setTimeout(() => later(false), 3000))]);
}"""


def draws(page: Page) -> bool:
    """Whether a page draws a frame within three seconds."""
    return bool(page.evaluate(DRAWS))


def wake(page: Page) -> bool:
    """Has a page draw again; whether it had stopped, and does now."""
    size = page.viewport_size or {"width": 1280, "height": 900}
    ways: dict[str, Callable[[], object]] = {
        "before the others": page.bring_to_front,
        "in another size": lambda: page.set_viewport_size({**size, "height": size["height"] + 1}),
        "as a picture": page.screenshot,
    }
    with suppress(Error):  # it goes elsewhere, or is closed
        if draws(page):
            return False
        for how, act in ways.items():
            act()
            if draws(page):
                page.set_viewport_size(size)
                warnings.warn(f"{page.url} drew no more; it does again {how}", stacklevel=2)
                return True
    return False


def patient(act: Callable[..., Any]) -> Callable[..., Any]:
    """What is done to a locator, done once more where its page drew no more."""

    @wraps(act)
    def acted(locator: Locator, *arguments: Any, **options: Any) -> Any:
        try:
            return act(locator, *arguments, **options)
        except TimeoutError:
            if not wake(locator.page):
                raise
            return act(locator, *arguments, **options)

    return acted


def told(page: Page) -> str:
    """What a page that failed is like."""
    try:
        return f"{page.evaluate('document.visibilityState')}, " + (
            "draws" if draws(page) else "draws nothing"
        )
    except Error as error:
        return error.message
