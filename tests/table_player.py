"""Plays at the war table in a browser as people do, by mouse or keyboard alone, and counts what it takes."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page

NOW = """() => { const { strip, question, groups } = table.state;
  return { place: strip.places, year: strip.year, mine: question.mine, over: Boolean(question.over),
    few: table.state.options.length <= 8, marked: table.marked }; }"""
SETTLED = "place => !table.waiting && table.state.strip.places !== place"
PICKS = ".mid .pick:visible"
TARGETS = ".mid [data-key^=target]:visible"
CHIPS = ".mid .chips .chip:visible:not(.more)"
SCROLLED = "[scrollY, table.mid.scrollTop]"


class Player:
    """Somebody at the table.

    Attributes:
        clicks, keys, scrolls: what was done.
        choices: how many times something was chosen.
    """

    def __init__(self, page: Page, seed: int = 7) -> None:
        self.page, self.chance = page, Random(seed)
        self.clicks = self.keys = self.scrolls = self.choices = 0

    @property
    def now(self) -> dict[str, Any]:
        return self.page.evaluate(NOW)

    def click(self, selector: str, number: int = 0) -> None:
        button = self.page.locator(selector).nth(number)
        before = self.page.evaluate(SCROLLED)
        button.click(trial=True)  # as far as to be there: what comes after the click is the table's doing
        self.scrolls += before != self.page.evaluate(SCROLLED)
        button.click()
        self.clicks += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    def by_mouse(self) -> None:
        """One choice: a kind, a place in the list, an option; what may not be taken back once more."""
        now = self.now
        if not now["mine"]:
            self.click(".mid button")
        elif self.count(TARGETS):
            self._take(TARGETS)
        elif now["few"]:
            self._take(PICKS)
        else:
            self._take_of_many()
        self._chosen(now)

    def _take(self, selector: str) -> None:
        """Clicks one of several by chance; and Choose, where that has only marked it."""
        before = self.now["place"]
        self.click(selector, self.chance.randrange(self.count(selector)))
        self._confirm(before)

    def _take_of_many(self) -> None:
        before = self.now["place"]
        chips = CHIPS
        if kinds := self.count(".mid .kd"):
            kind = self.page.locator(".mid .kd").nth(self.chance.randrange(kinds))
            if kind.evaluate("kind => kind.parentElement.matches('.stands')"):  # its places are there
                chips = f".stands:has([data-key={kind.get_attribute('data-key')}]) .chip:not(.more)"
            elif kind.get_attribute("aria-pressed") == "false":
                kind.click()
                self.clicks += 1
        if self._undecided(before) and (places := self.count(chips)):
            self.click(chips, self.chance.randrange(places))
        if self._undecided(before):
            self._take(".mid .list .pick:visible, .mid .chips .pick:visible")
        else:
            self._confirm(before)

    def _undecided(self, before: int) -> bool:
        """Whether nothing is marked yet, when all that was asked has been answered."""
        self.page.wait_for_function("!table.waiting", timeout=20000)
        now = self.now
        return now["place"] == before and now["marked"] is None and not self.count(TARGETS)

    def _confirm(self, before: int) -> None:
        """A march has its target first; what rolls dice or gives something up is marked first."""
        self.page.wait_for_function("!table.waiting", timeout=20000)
        if self.now["place"] == before and self.count(TARGETS) and self.page.evaluate("!table.target"):
            self.click(TARGETS, self.chance.randrange(self.count(TARGETS)))
            self.page.wait_for_function("!table.waiting", timeout=20000)
        if self.now["place"] == before:
            self.click(".choose")

    def by_keyboard(self) -> None:
        """One choice: digits, the name of a place, Enter."""
        now = self.now
        self.page.evaluate("table.frame.focus()")
        if not now["mine"]:
            self.page.locator(".mid button").first.focus()
            self.press("Enter")
        elif now["few"] or self.count(TARGETS):
            if picks := self.count(PICKS):
                self.press(str(self.chance.randrange(min(9, picks)) + 1))
            else:  # places without risk: by Tab, as chips
                self.page.locator(TARGETS).first.focus()
                self.press("Enter")
                self.page.evaluate("table.frame.focus()")
            self.press("Enter")
        else:
            if kinds := self.count(".mid .kd"):
                number = self.chance.randrange(kinds)
                if self.page.locator(".mid .kd").nth(number).get_attribute("aria-pressed") == "false":
                    self.press(str(number + 1))
            if self.now["marked"] is None and self.count(".mid .chip"):
                names = self.page.locator(".mid .chip:not(.more)").all_inner_texts()
                self.press("/")
                self.page.keyboard.type(self.chance.choice(names))
                self.press("Enter")
                self.page.evaluate("table.frame.focus()")
            self.page.wait_for_function("!table.waiting", timeout=20000)
            if self.now["marked"] is None:
                self.press(str(self.count(".mid .kd") + 1))
                self.page.wait_for_function("!table.waiting", timeout=20000)
            if self.count(TARGETS):
                return self.by_keyboard()
            self.press("Enter")
        self._chosen(now)

    def _chosen(self, before: dict[str, Any]) -> None:
        self.page.wait_for_function(SETTLED, arg=before["place"], timeout=20000)
        self.choices += 1

    def play(self, until: int, how: str, at_most: int = 1000) -> None:
        """Goes on until a year begins, or something was chosen so many times."""
        for _ in range(at_most):
            if (now := self.now)["year"] >= until or now["over"]:
                return
            getattr(self, f"by_{how}")()
