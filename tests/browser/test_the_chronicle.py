"""The map through time as a page: slider and play, filters, lists and badges, in a real Chromium."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_server import running_page
from map_page import MAP, grave, leaflet, point, settle, space, write_notebook
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.chronicle.frames import frame
from ninevears_kernel.chronicle.happenings import happening
from ninevears_kernel.chronicle.sentences import card_lines, describe_month, describe_sources
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.map import game_map

pytestmark = pytest.mark.browser

START = "1690-05"


@pytest.fixture(scope="module")
def chronicle(shared_page: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Locator]:
    folder: Path = tmp_path_factory.mktemp("chronicle")
    cell = f'from ninevears_kernel.widgets import ChronicleMap\nChronicleMap("{START}")'
    name = write_notebook(folder, "map.ipynb", cell)
    with running_page(folder / name, folder / "voila") as url:
        shared_page.goto(url)
        shared_page.wait_for_selector(f"{MAP} path.space", timeout=60_000)
        settle(shared_page)
        shared_page.set_default_timeout(15_000)
        yield shared_page.locator(".ninevears-chronicle")


@pytest.fixture(autouse=True)
def all_events(chronicle: Locator) -> None:
    """No test begins with the filters of another."""
    button(chronicle, "chronicle-map.clear").click()


def slider(chronicle: Locator) -> Locator:
    return chronicle.get_by_role("slider", name=say("months.month"))


def now(chronicle: Locator) -> Locator:
    return chronicle.locator(".ninevears-months output")


def button(chronicle: Locator, id: str) -> Locator:
    return chronicle.get_by_role("button", name=re.compile(re.escape(say(id)) + "$"))


def listed(chronicle: Locator, name: str) -> Locator:
    return chronicle.locator(f".events-{name} select")


def badge(page: Page, id: str) -> Locator:
    return leaflet(page).locator(f"g[data-mark='event/{id}'] [data-stack]")


def card(chronicle: Locator) -> Locator:
    return chronicle.locator(".panel .card")


def choose(chronicle: Locator, name: str, label: str | re.Pattern[str]) -> None:
    field = chronicle.locator(f".by-{name} select")
    labels = field.locator("option").all_inner_texts()
    [found] = [one for one in labels if re.fullmatch(label, one.replace("\xa0", " "))]
    field.select_option(label=found)


def go_to(chronicle: Locator, month: str) -> None:
    slider(chronicle).fill(str((int(month[:4]) - 1688) * 12 + int(month[5:]) - 1))
    expect(chronicle.locator(".panel .year")).to_have_text(describe_month(month))


def test_the_slider_goes_by_keyboard_through_the_months(chronicle: Locator, shared_page: Page):
    expect(now(chronicle)).to_have_text(describe_month(START))
    slider(chronicle).focus()
    shared_page.keyboard.press("ArrowRight")
    shared_page.keyboard.press("ArrowRight")
    expect(now(chronicle)).to_have_text(describe_month("1690-07"))
    expect(slider(chronicle)).to_have_attribute("aria-valuetext", describe_month("1690-07"))
    expect(chronicle.locator(".panel .year")).to_have_text(describe_month("1690-07"))
    expect(badge(shared_page, "fleurus-1690")).to_be_visible()
    expect(space(shared_page, "dublin")).to_have_class(re.compile(r"\balliance\b"))
    shared_page.keyboard.press("ArrowLeft")
    expect(space(shared_page, "dublin")).to_have_class(re.compile(r"\bbourbon\b"))
    expect(badge(shared_page, "fleurus-1690")).to_have_count(0)
    shared_page.keyboard.press("Home")
    expect(chronicle.locator(".panel .year")).to_have_text(describe_month("1688-01"))
    expect(button(chronicle, "months.back")).to_have_attribute("aria-disabled", "true")


def test_a_month_is_listed_and_the_arrows_open_its_cards(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1690-07")
    seen = frame("1690-07")
    here, elsewhere = listed(chronicle, "here"), listed(chronicle, "elsewhere")
    expect(here.locator("option")).to_have_count(len(seen.on_the_map))
    expect(elsewhere.locator("option")).to_have_text([re.compile(r"Saint\sKitts")])
    here.focus()
    shared_page.keyboard.press("ArrowDown")
    expect(card(chronicle).locator("h4")).to_have_text(seen.on_the_map[0].name)
    shared_page.keyboard.press("ArrowDown")
    expect(card(chronicle).locator("h4")).to_have_text(seen.on_the_map[1].name)
    expect(here).to_be_focused()
    expect(leaflet(shared_page).locator("g[data-mark='event/chosen']")).to_have_count(1)


def test_a_card_tells_all_and_its_links_are_plain_text(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1690-07")
    one = happening("fleurus-1690")
    shared_page.mouse.click(*point(badge(shared_page, one.id)))
    expect(card(chronicle).locator("h4")).to_have_text(one.name)
    for line in card_lines(one):
        expect(card(chronicle).get_by_text(line.says, exact=True)).to_have_count(1)
    for source in describe_sources(one):
        expect(card(chronicle).get_by_text(source, exact=True)).to_have_count(1)
    expect(card(chronicle).locator("a")).to_have_count(0)


def test_the_map_opens_a_card_by_keyboard(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1690-07")
    shared_page.locator(f"{MAP} .bar input").fill("Dublin")
    shared_page.keyboard.press("Enter")
    expect(chronicle.locator(".panel .marked")).to_contain_text("Dublin")
    leaflet(shared_page).focus()
    index = game_map().space("Dublin").index
    here = [one for one in frame("1690-07").on_the_map if badge_index(shared_page, one.id) == index]
    shared_page.keyboard.press("o")
    expect(card(chronicle).locator("h4")).to_have_text(re.compile("|".join(one.name for one in here)))


def badge_index(page: Page, id: str) -> int:
    return int((badge(page, id).get_attribute("data-stack") or "-1/").partition("/")[0])


def test_filters(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1690-07")
    choose(chronicle, "theatre", say("frame.theatre-ireland"))
    pressed = shared_page.locator(f"{MAP} .bar [data-view=ireland]")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    choose(chronicle, "kind", say("frame.kind-battle"))
    expect(listed(chronicle, "here").locator("option")).to_have_text([re.compile(r"of\sthe\sBoyne")])
    expect(badge(shared_page, "fleurus-1690")).to_have_count(0)
    button(chronicle, "chronicle-map.clear").click()
    expect(badge(shared_page, "fleurus-1690")).to_have_count(1)
    choose(chronicle, "commander", r"Ginkel \(\d+\)")
    go_to(chronicle, "1691-07")
    expect(leaflet(shared_page).locator("g[data-mark^='path/ginkel/'] .by-march")).not_to_have_count(0)
    expect(leaflet(shared_page).locator("g[data-mark^='path/ginkel/'] .by-retreat")).not_to_have_count(0)
    expect(chronicle.locator(".panel .over")).to_contain_text("Aughrim")


def test_next_and_before(chronicle: Locator):
    go_to(chronicle, "1692-05")
    choose(chronicle, "kind", say("frame.kind-naval"))
    button(chronicle, "chronicle-map.next").click()
    expect(card(chronicle).locator("h4")).to_contain_text("Barfleur")
    button(chronicle, "chronicle-map.previous").click()
    expect(now(chronicle)).not_to_have_text(describe_month("1692-05"))


def test_it_plays_and_stops(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1691-01")
    chronicle.locator(".pace").select_option(label=say("months.pace-fast"))
    button(chronicle, "months.play").focus()
    shared_page.keyboard.press("Enter")
    expect(now(chronicle)).to_have_text(describe_month("1691-04"), timeout=30_000)
    expect(button(chronicle, "months.play")).to_be_focused()
    button(chronicle, "months.stop").click()
    expect(button(chronicle, "months.stop")).to_have_attribute("aria-disabled", "true")
    shown = now(chronicle).inner_text()
    shared_page.wait_for_timeout(1500)
    expect(now(chronicle)).to_have_text(shown)
    expect(chronicle.locator(".panel .year")).to_have_text(shown)


def test_a_play_ends_with_the_war(chronicle: Locator):
    go_to(chronicle, "1697-11")
    button(chronicle, "months.play").click()
    expect(now(chronicle)).to_have_text(describe_month("1697-12"))
    expect(button(chronicle, "months.stop")).to_have_attribute("aria-disabled", "true")


def test_the_text_twin_holds_what_the_map_shows(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1692-06")
    shared_page.locator(f"{MAP} [data-words]").click()
    words = shared_page.locator(".ninevears-words")
    for one in frame("1692-06").described_in_short:
        expect(words).to_contain_text(one)
    expect(words.locator("tbody tr")).to_have_count(len(game_map().spaces))
    expect(words.locator("tr", has_text="Namur").first).to_contain_text(say("frame.side-Bourbon"))
    shared_page.locator(f"{MAP} [data-words]").click()


def test_it_works_at_seven_hundred_pixels(chronicle: Locator, shared_page: Page):
    shared_page.set_viewport_size({"width": 700, "height": 1000})
    shared_page.wait_for_timeout(500)
    widest = chronicle.evaluate(
        "box => Math.max(...[...box.querySelectorAll('button, input, select, .card, .key, .panel')]"
        ".filter(one => one.offsetParent).map(one => one.getBoundingClientRect().right))"
    )
    shared_page.set_viewport_size({"width": 390, "height": 844})
    tops = [
        chronicle.locator(part).first.evaluate("part => part.getBoundingClientRect().top")
        for part in (".ninevears-months", ".event-map .leaflet-container", ".chosen-by", ".event-lists")
    ]
    shared_page.set_viewport_size({"width": 1400, "height": 1000})
    assert widest <= 700
    assert tops == sorted(tops)  # on a telephone the map comes right after the months
    assert tops[1] - tops[0] < 400


def test_axe_finds_nothing_serious(chronicle: Locator, shared_page: Page):
    go_to(chronicle, "1690-07")
    listed(chronicle, "here").select_option(index=0)
    expect(card(chronicle)).to_be_visible()
    assert grave(shared_page, ".ninevears-chronicle") == []
