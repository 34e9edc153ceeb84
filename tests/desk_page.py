"""The umpire's desk as a page: its parts, and the hands of an umpire, whose clicks and pastes are counted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lab_server import running_page
from map_page import MAP, settle
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.messages import say

COUNTING = """
window.pressed = { click: 0, paste: 0 };
for (const kind of ["click", "paste"])
  document.addEventListener(kind, (event) => { if (event.isTrusted) window.pressed[kind] += 1; }, true);
"""


@contextmanager
def opened_desk(page: Page, notebook: Path) -> Iterator[Locator]:
    """The desk of a notebook as a page; its docket is kept beside the notebook."""
    with running_page(notebook, notebook.parent / "voila") as url:
        page.goto(url)
        found = page.locator(".ninevears-umpire:not(.ninevears-what-now)").first
        expect(found).to_be_visible(timeout=60_000)
        page.wait_for_selector(f"{MAP} path.space", timeout=30_000)
        settle(page)
        page.set_default_timeout(15_000)
        yield found
        page.goto("about:blank")  # a page that outlives its server asks for it in vain


def section(desk: Locator, name: str) -> Locator:
    return desk.locator(f".ninevears-desk-section-{name}")


def button(within: Locator, id: str) -> Locator:
    return within.get_by_role("button", name=say(id), exact=True).first


def fill(form: Locator, key: str, value: object) -> None:
    field = form.get_by_label(key, exact=True).first
    if isinstance(value, bool):
        field.set_checked(value)
    elif field.evaluate("e => e.tagName") == "SELECT":
        field.select_option(label=str(value))
    else:
        field.fill(str(value))
        field.press("Tab")


def choose(within: Locator, id: str, label: str, form: Locator) -> None:
    """Chooses in a list that puts another form in the place of this one, and waits for it."""
    field = within.get_by_label(say(id), exact=True)
    chosen = field.evaluate("field => field.selectedOptions[0].label")
    if chosen.replace("\xa0", " ") != label:  # lists hold their words together
        form.evaluate("form => form.dataset.old = true")
        field.select_option(label=label)
        expect(form.and_(within.page.locator("[data-old]"))).to_have_count(0)


def unfold(within: Locator, id: str) -> None:
    """Opens a part that is folded away."""
    header = within.get_by_role("button", name=say(id), exact=True)
    if header.get_attribute("aria-expanded") != "true":
        header.click()
        expect(header).to_have_attribute("aria-expanded", "true")


def edit(desk: Locator, kind: str, keys: dict[str, object]) -> None:
    editor = desk.locator(".ninevears-editor")
    unfold(editor, "edit.by-hand")
    choose(editor, "edit.kind", say(f"edit.kind-{kind}"), editor.locator(".ninevears-form"))
    for key, value in keys.items():
        fill(editor, key, value)
    button(editor, "edit.make").click()


def edits(desk: Locator, *kinds: tuple[str, dict[str, object]]) -> None:
    for kind, keys in kinds:
        before = listed(desk).count()
        edit(desk, kind, keys)
        expect(listed(desk)).to_have_count(before + 1)


def listed(desk: Locator) -> Locator:
    return desk.locator(".ninevears-edits .edit")


def verdict(desk: Locator) -> Locator:
    return desk.locator(".ninevears-card .banner .word")


@dataclass
class Umpire:
    """An umpire at the desk, who pastes, clicks and types.

    Attributes:
        desk: the desk.
        seconds: how long each dispute has taken, by its name, and how many clicks and pastes.
    """

    desk: Locator
    told: dict[str, tuple[int, int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.page = self.desk.page
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate(COUNTING)

    @contextmanager
    def dispute(self, name: str, clicks: int) -> Iterator[None]:
        """A dispute on a fresh desk, from the mail to the letter; at the end it has taken no more clicks."""
        begun = time.monotonic()
        self.page.evaluate("window.pressed = { click: 0, paste: 0 }")
        self.press(button(self.desk, "desk.fresh"))
        yield
        pressed = self.page.evaluate("window.pressed")
        self.told[name] = pressed["click"], pressed["paste"], round(time.monotonic() - begun, 1)
        assert pressed["paste"] >= 1, "the mail was not pasted"
        assert pressed["click"] <= clicks, self.told[name]

    def press(self, one: Locator) -> None:
        one.click()

    def paste(self, text: str, field: Locator | None = None) -> None:
        """Pastes a text; without a field as the mail."""
        field = field or self.desk.locator(".ninevears-mail textarea")
        field.click()
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+v")

    def chip(self, words: str) -> Locator:
        """The row of a fact, by words in it."""
        return self.desk.locator(".ninevears-mail .chip").filter(has_text=words).first

    def known(self, words: str) -> None:
        """What a mail does not tell stands on the desk: the row of it goes."""
        rows = self.desk.locator(".ninevears-mail .chip.is-missing")
        row = rows.filter(has_text=words).first
        expect(row).to_be_visible()
        before = rows.count()
        row.locator(".stands").click()
        expect(rows).to_have_count(before - 1)

    def type(self, words: str, field: Locator) -> None:
        field.click()
        self.page.keyboard.insert_text(words)

    def ruled(self, verdict_id: str) -> None:
        expect(verdict(self.desk)).to_contain_text(say(verdict_id), timeout=30_000)

    def write(self, by: str = "Anna") -> str:
        """Writes the decision; gives the letter as it stands on the screen."""
        decision = self.desk.locator(".ninevears-decision")
        name = decision.get_by_label(say("desk.docket-by-field"), exact=True)
        if not name.input_value():
            self.type(by, name)
        self.press(button(decision, "desk.write"))
        return self.letter()

    def letter(self) -> str:
        letter = self.desk.locator(".ninevears-decision iframe").first
        expect(letter).to_be_visible(timeout=30_000)
        return str(letter.get_attribute("srcdoc"))

    def give_reason(self, words: str) -> None:
        """Says why, where a decision has to have a reason; the field stands with the docket."""
        reason = self.desk.get_by_label(say("desk.docket-reason-field"), exact=True).first
        if not reason.is_visible():
            unfold(self.desk, "desk.docket-heading")
        self.type(words, reason)
