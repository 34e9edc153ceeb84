"""The war table as a Voila page: a campaign by mouse, a year's beginning by keyboard, at four sizes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_server import running_page
from map_page import write_notebook
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

CELL = """from ninevears_kernel.widgets import WarTable
table = WarTable(seed=1691)
session = table.session
session.jump(year=1689, phase="reinforcement")
while session.game.decision.name != "spend":
    session.choose(session.game.decision.options[0])
    session.answer()
table.shown = table.seat.state()
table"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("table")
    with running_page(folder / write_notebook(folder, "table.ipynb", CELL), folder / "voila") as url:
        yield url


@pytest.fixture
def table(page: Page, address: str) -> Locator:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(address)
    found = page.locator(".ninevears-table")
    expect(found.locator("h2")).to_contain_text("resource points", timeout=60000)
    return found


def marked(table: Locator, words: str) -> None:
    expect(table.locator("button.choose")).to_contain_text(words)


def test_a_corps_is_raised_where_the_map_is_clicked(table: Locator, page: Page):
    assert page.evaluate("document.scrollingElement.scrollHeight") <= 900
    expect(table.locator("button.choose")).to_be_disabled()  # nothing is marked on arrival
    table.get_by_role("button", name="Raise a corps").click()
    # a place shows what may be done there, and what may not, with the reason
    table.locator("button.chip", has_text="Ypres").click()
    expect(table.locator(".pop h3")).to_have_text("Ypres")
    expect(table.locator(".pop .no")).to_contain_text("a fortified line needs 5")
    table.locator(".pop button.pick", has_text="Raise a French corps in Ypres (reduced)").click()
    marked(table, "Raise a French corps in Ypres (reduced)")
    expect(table.locator(".pv")).to_contain_text("Ypres")
    expect(table.locator(".strip .coin.gone")).to_have_count(1)
    table.locator("button.choose").click()
    expect(table.locator(".strip .coin")).to_have_count(4)
    table.locator("button.undo").click()
    expect(table.locator(".strip .coin")).to_have_count(5)


def test_the_same_by_keyboard(table: Locator, page: Page):
    table.locator(".tb").focus()
    page.keyboard.press("2")
    page.keyboard.press("/")
    page.keyboard.type("landau")
    page.keyboard.press("Enter")
    expect(table.locator("button.chip.on")).to_have_text("Landau")
    table.locator(".tb").focus()
    page.keyboard.press("7")
    marked(table, "in Landau")
    page.keyboard.press("Enter")
    expect(table.locator(".strip .coin")).to_have_count(3)
    page.keyboard.press("u")
    expect(table.locator(".strip .coin")).to_have_count(5)


def test_what_is_refused_says_why(table: Locator, page: Page):
    table.get_by_role("tab", name="Why not?").click()
    table.locator(".whynot input").fill("line Ypres")
    page.keyboard.press("Enter")
    expect(table.locator(".whys li")).to_contain_text("15.2")


def test_nothing_is_cut_off_at_the_side(table: Locator, page: Page):
    for width, height in ((1180, 800), (800, 1100), (390, 840)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        expect(table.locator("button.choose")).to_be_visible()
