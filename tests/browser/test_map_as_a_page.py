"""The map as a Voila page, by the kit's own command: no code, no network but this machine."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_server import running_page
from map_page import (
    FRANCE,
    IMPORTS,
    MAP,
    SPAIN,
    apart,
    click,
    colour,
    grave,
    ground,
    leaflet,
    picture,
    settle,
    space,
    spot,
    write_notebook,
)
from playwright.sync_api import Page, expect

from ninevears_kernel.core.messages import say, shown

pytestmark = pytest.mark.browser

SELECTED = re.compile(r"\bselected\b")


@pytest.fixture(scope="module")
def opened(shared_page: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("page")
    # two cells: the page comes before the map, so that nothing may count on being loaded already
    name = write_notebook(folder, "map.ipynb", IMPORTS, "m = WarMap(scenario_1688())\nm")
    with running_page(folder / name, folder / "voila") as url:
        shared_page.goto(url)
        shared_page.wait_for_selector(f"{MAP} path.space", timeout=30000)
        settle(shared_page)
        yield shared_page


def test_the_page_shows_the_map_without_code(opened: Page):
    sea = colour(picture(opened), spot(opened, 45.9, -8.0))
    france, spain = ground(opened, FRANCE), ground(opened, SPAIN)
    assert min(apart(sea, france), apart(sea, spain), apart(france, spain)) > 30
    expect(opened.get_by_text("scenario_1688")).to_have_count(0)


def test_a_click_on_the_page_asks_the_kernel(opened: Page):
    click(opened, "orleans")
    for number in range(3):
        expect(space(opened, "orleans", number)).to_have_class(SELECTED)
    expect(opened.locator(f"{MAP} .panel h4")).to_have_text(shown("Orleans"))
    opened.mouse.click(10, 990)
    leaflet(opened).focus()
    opened.keyboard.press("/")
    opened.keyboard.type("Torino")
    opened.keyboard.press("Enter")
    expect(space(opened, "turin")).to_have_class(SELECTED)


def test_axe_finds_nothing_serious_on_the_page(opened: Page):
    assert grave(opened, MAP) == []


def test_the_page_is_as_the_browser_prefers_until_somebody_chooses(opened: Page):
    def dressed() -> list[str]:
        style = "getComputedStyle(document.body).getPropertyValue('--jp-layout-color0')"
        theme, ground = opened.evaluate(f"[document.body.dataset.jpThemeLight, {style}]")
        ink = opened.locator(f"{MAP} div.panel").evaluate("(one) => getComputedStyle(one).color")
        return [theme, ground, ink]

    day = dressed()
    assert day[0] == "true"
    opened.emulate_media(color_scheme="dark")
    opened.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    night = dressed()
    assert all(one != other for one, other in zip(day, night, strict=True))
    opened.get_by_role("button", name=say("page.theme")).click()
    assert dressed() == day
    opened.emulate_media(color_scheme="light")
    opened.emulate_media(color_scheme="dark")
    assert dressed() == day, "what was chosen stays"
    assert opened.evaluate("localStorage.getItem('ninevears-theme')") == "light"


def test_the_page_prints_whole(opened: Page):
    far = "const end = document.createElement('p'); end.style.marginTop = '3000px'; end.textContent = 'End';"
    opened.evaluate(f"() => {{ {far} document.querySelector('#rendered_cells > div').append(end); }}")
    assert len(re.findall(rb"/Type ?/Page\b", opened.pdf(format="A4"))) >= 3
