"""The map in real JupyterLab and Chromium, with no network: seen, clicked, walked, searched, told."""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from lab_server import Lab, run_all_cells
from map_page import (
    FRANCE,
    IMPORTS,
    MAP,
    SPAIN,
    announced,
    apart,
    change_theme,
    changed_pixels,
    click,
    colour,
    colours,
    cursor,
    grave,
    ground,
    in_kernel,
    leaflet,
    picture,
    point,
    settle,
    space,
    spot,
    spots,
    write_notebook,
)
from playwright.sync_api import Page, expect

from ninevears_kernel.core.messages import say, shown
from ninevears_kernel.nine_years.atlas.palette import THEMES
from ninevears_kernel.nine_years.components.map import game_map

pytestmark = pytest.mark.browser

SELECTED, HOVERED = re.compile(r"\bselected\b"), re.compile(r"\bhovered\b")
ATLANTIC = (45.9, -8.0)
KEEP_BUSY = """(code) => { const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  kernel.requestExecute({ code, store_history: false }); }"""
# Each layer by what draws it: without it the picture must be another.
LAYERS = {
    "sea, lands and rivers": ".leaflet-ninevears-under-pane",
    "territories": ".leaflet-overlay-pane",
    **{name: f"g.{name}" for name in ("relief", "lines", "frame", "links", "symbols", "names", "stacks")},
    "path": "g.path",
    "reach": "g.reach",
    "signs on top": "g.top",
}


def rgb(variable: str, theme: str = "light") -> tuple[int, int, int]:
    value = (
        THEMES[theme][f"--nv-{variable}"] if f"--nv-{variable}" in THEMES[theme] else THEMES[theme][variable]
    )
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


@pytest.fixture(scope="module")
def opened(shared_lab_page: Page, lab: Lab) -> Page:
    cell = f"{IMPORTS}\nstart = scenario_1688()\nm = WarMap(start)\nm"
    run_all_cells(shared_lab_page, lab, write_notebook(lab.folder, "atlas.ipynb", cell))
    settle(shared_lab_page)
    return shared_lab_page


@pytest.fixture
def atlas(opened: Page) -> Iterator[Page]:
    """The map as it is at first; each test leaves what it likes."""
    yield opened
    opened.keyboard.press("Escape")
    opened.mouse.move(5, 5)
    opened.set_viewport_size({"width": 1400, "height": 1000})
    in_kernel(opened, "m.position = start; m.clear(); m.selected = None; m.go_to('all')")
    change_theme(opened, "Light")
    settle(opened)


def to_the_map(page: Page) -> None:
    """From the notebook to the main map by Tab alone."""
    page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()")
    for _ in range(12):
        page.keyboard.press("Tab")
        if leaflet(page).evaluate("element => element === document.activeElement"):
            return
    pytest.fail("Tab does not come to the map")


# ---- seen


def test_every_layer_is_painted(atlas: Page):
    in_kernel(atlas, "m.show_path(['Lille', 'Amiens', 'Paris']); m.show_reach('Lille', 'Bourbon')")
    main = leaflet(atlas)
    expect(main.locator("g.path > g").first).to_be_attached()
    expect(main.locator("g.reach > g").first).to_be_attached()
    settle(atlas)
    whole = picture(atlas, main)
    for layer, selector in LAYERS.items():
        drawn = main.locator(selector).first
        drawn.evaluate("element => { element.style.visibility = 'hidden'; }")
        changed = changed_pixels(whole, picture(atlas, main))
        drawn.evaluate("element => { element.style.visibility = ''; }")
        assert changed > 60, f"{layer}: {changed} pixels"


def test_sea_and_both_sides_have_their_own_colours(atlas: Page):
    sea = colour(picture(atlas), spot(atlas, *ATLANTIC))
    bourbon, alliance = ground(atlas, FRANCE), ground(atlas, SPAIN)
    assert apart(sea, rgb("sea")) < 12
    assert bourbon[2] - bourbon[0] > 25, "the Bourbons are blue"
    assert alliance[0] - alliance[2] > 60, "the Alliance is gold"
    assert min(apart(sea, bourbon), apart(sea, alliance), apart(bourbon, alliance)) > 30


@pytest.mark.parametrize("kind", ["coast", "power"])
def test_coasts_and_frontiers_are_drawn_in_ink(atlas: Page, kind: str):
    main = leaflet(atlas).bounding_box()
    assert main
    seen = np.asarray(picture(atlas))  # once, and not for each of a thousand points
    borders = [one for one in game_map().geojson("borders")["features"] if one["properties"]["kind"] == kind]
    lines = [line for one in borders for line in one["geometry"]["coordinates"]]
    middles = [((a[1] + b[1]) / 2, (a[0] + b[0]) / 2) for line in lines for a, b in pairwise(line)]
    inside = [
        (x, y)
        for x, y in spots(atlas, middles[::5])
        if main["x"] + 20 < x < main["x"] + main["width"] - 20 and main["y"] + 20 < y < 960
    ]
    darker = 0
    for x, y in inside:
        line = seen[y - 1 : y + 2, x - 1 : x + 2].sum(axis=2).min()
        darker += line + 90 < sum(colour(seen, (x, y), 7))
    assert len(inside) > 100
    assert darker > 0.8 * len(inside)


def test_names_have_a_halo_and_counters_their_colours(atlas: Page):
    seen = picture(atlas)

    def within(mark: str) -> set[tuple[int, int, int]]:
        box = leaflet(atlas).locator(f"[data-mark='{mark}']").bounding_box()
        assert box
        return colours(
            seen.crop(
                (int(box["x"]), int(box["y"]), int(box["x"] + box["width"]), int(box["y"] + box["height"]))
            )
        )

    orleans = within("name/orleans")
    assert min(apart(pixel, rgb("halo")) for pixel in orleans) < 30
    assert min(apart(pixel, rgb("ink")) for pixel in orleans) < 60
    for stack, side in (("stack/brest/Bourbon/flag", "bourbon"), ("stack/vienna/Alliance/flag", "alliance")):
        assert min(apart(pixel, rgb(side)) for pixel in within(stack)) < 40, stack


def test_a_dark_lab_has_a_dark_map_without_the_kernel(atlas: Page, lab: Lab):
    light, sea = picture(atlas), spot(atlas, *ATLANTIC)
    at_last = lab.folder / "at_last"
    code = f"import pathlib, time\nwhile not pathlib.Path({str(at_last)!r}).exists(): time.sleep(0.05)"
    atlas.evaluate(KEEP_BUSY, code)
    try:
        change_theme(atlas, "Dark")
        for _ in range(20):  # the style of a theme comes a moment after its name
            atlas.wait_for_timeout(300)
            dark = picture(atlas)
            if apart(colour(dark, sea), rgb("sea", "dark")) < 12:
                break
    finally:
        at_last.touch()
    assert apart(colour(light, sea), rgb("sea")) < 12
    assert apart(colour(dark, sea), rgb("sea", "dark")) < 12
    assert sum(colour(dark, spot(atlas, *FRANCE))) < 0.7 * sum(colour(light, spot(atlas, *FRANCE)))
    for part in (".panel .ninevears-panel", ".ninevears-legend", ".bar input"):
        ground = (
            atlas.locator(MAP).locator(part).evaluate("element => getComputedStyle(element).backgroundColor")
        )
        assert ground == "rgb({}, {}, {})".format(*rgb("paper", "dark")), part


# ---- the mouse


def test_a_click_chooses_a_space_everywhere_and_the_panel_tells(atlas: Page):
    click(atlas, "orleans")
    for number in range(3):
        expect(space(atlas, "orleans", number)).to_have_class(SELECTED)
    expect(atlas.locator(f"{MAP} .panel h4")).to_have_text(shown("Orleans"))
    expect(atlas.locator(f"{MAP} .panel cite").first).to_contain_text("NY ")
    assert in_kernel(atlas, "print(m.selected)") == "Orleans"


def test_a_click_on_a_counter_opens_its_stack(atlas: Page):
    atlas.mouse.click(*point(leaflet(atlas).locator("[data-mark='stack/brest/Bourbon/flag'] [data-stack]")))
    popup = leaflet(atlas).locator(".nv-stack")
    expect(popup).to_be_visible()
    expect(popup.locator("svg").first).to_be_visible()
    expect(space(atlas, "brest")).to_have_class(SELECTED)
    expect(popup.locator(".leaflet-popup-close-button")).to_have_attribute("aria-label", say("map.close"))
    in_view = leaflet(atlas).bounding_box()
    box = popup.bounding_box()
    assert in_view
    assert box
    assert box["x"] >= in_view["x"]
    assert box["y"] >= in_view["y"]


def test_what_the_mouse_meets_on_one_map_is_marked_on_all(atlas: Page):
    atlas.mouse.move(*point(space(atlas, "cologne", 1)))
    for number in range(3):
        expect(space(atlas, "cologne", number)).to_have_class(HOVERED)
    expect(leaflet(atlas, 1).locator(".nv-tip")).to_contain_text(shown("Cologne"))
    settle(atlas)  # what is met is marked on three maps; a click that falls into that is none
    click(atlas, "cologne", 1)
    expect(space(atlas, "cologne", 0)).to_have_class(SELECTED)
    assert in_kernel(atlas, "print(m.selected)") == "Cologne"


def test_a_program_chooses_and_goes_elsewhere(atlas: Page):
    in_kernel(atlas, "m.selected = 'liège'; m.go_to('spain')")
    expect(space(atlas, "liege")).to_have_class(SELECTED)
    settle(atlas)
    main = leaflet(atlas).bounding_box()
    assert main
    x, y = spot(atlas, *SPAIN)
    assert abs(x - main["x"] - main["width"] / 2) < main["width"] / 4
    assert abs(y - main["y"] - main["height"] / 2) < main["height"] / 4
    expect(atlas.get_by_role("button", name="Spain", exact=True)).to_have_attribute("aria-pressed", "true")


# ---- the keyboard


def test_arrows_walk_the_links_or_say_that_they_jump(atlas: Page):
    board = game_map()
    names = {one.id: one.name for one in board.spaces}
    to_the_map(atlas)
    here = cursor(atlas)
    assert here, "the map shows where the keyboard is as soon as it has the focus"
    walked, jumped = set(), 0
    for step in (
        "Left",
        "Left",
        "Down",
        "Down",
        "Right",
        "Up",
        "Right",
        "Right",
        "Up",
        "Up",
        "Up",
        "Left",
        "Left",
        "Left",
    ) * 3:
        atlas.keyboard.press(f"Arrow{step}")
        there = cursor(atlas)
        assert there
        said = announced(atlas)
        if there == here:
            assert say("map.edge") in said
        elif names[there] not in board.neighbours(names[here]):
            assert say("map.no-link-that-way") in said
            jumped += 1
        assert shown(names[there]) in said or there == here
        walked.add(there)
        here = there
    assert len(walked) > 12
    assert jumped < 10
    expect(leaflet(atlas).locator(".nv-tip")).to_be_visible()


def test_keys_choose_open_let_go_and_help(atlas: Page):
    to_the_map(atlas)
    in_kernel(atlas, "m.selected = 'Lille'")
    atlas.keyboard.press("Tab")
    to_the_map(atlas)
    for _ in range(40):
        if (
            leaflet(atlas)
            .locator(f"[data-stack^='{space(atlas, cursor(atlas) or '').get_attribute('data-space')}/']")
            .count()
        ):
            break
        atlas.keyboard.press("ArrowUp")
    here = cursor(atlas)
    assert here
    atlas.keyboard.press("Enter")
    expect(space(atlas, here)).to_have_class(SELECTED)
    expect(atlas.locator(f"{MAP} .panel h4")).to_have_text(shown(game_map().space(here).name))
    atlas.keyboard.press("o")
    expect(leaflet(atlas).locator(".nv-stack")).to_be_visible()
    atlas.keyboard.press("Escape")
    expect(leaflet(atlas).locator(".nv-stack")).to_have_count(0)
    expect(leaflet(atlas).locator("path.selected")).to_have_count(0)
    assert in_kernel(atlas, "print(m.selected)") == "None"
    atlas.keyboard.press("?")
    expect(atlas.locator(f"{MAP} details.keys")).to_have_attribute("open", "")
    assert announced(atlas) == say("map.keys-help")
    atlas.keyboard.press("?")
    expect(atlas.locator(f"{MAP} details.keys")).not_to_have_attribute("open", "")
    # the notebook around it does nothing with these keys
    assert in_kernel(atlas, "print('well')") == "well"
    expect(atlas.locator(".jp-Notebook .jp-Cell")).to_have_count(1)
    atlas.keyboard.press("/")
    expect(atlas.locator(f"{MAP} .bar input")).to_be_focused()


def test_keys_zoom_and_move_the_map(atlas: Page):
    to_the_map(atlas)
    settle(atlas)

    def width() -> float:
        box = leaflet(atlas).locator(".leaflet-ninevears-over-pane svg").bounding_box()
        assert box
        return box["width"]

    first = width()
    everything = atlas.get_by_role("button", name="All", exact=True)
    expect(everything).to_have_attribute("aria-pressed", "true")
    for _ in range(3):
        atlas.keyboard.press("+")
        settle(atlas)
    near = width()
    assert near > 1.5 * first
    expect(everything).to_have_attribute("aria-pressed", "false")
    x, _ = spot(atlas, *FRANCE)
    atlas.keyboard.press("Shift+ArrowRight")
    settle(atlas)
    assert spot(atlas, *FRANCE)[0] < x - 60
    atlas.keyboard.press("-")
    settle(atlas)
    assert first < width() < near
    atlas.keyboard.press("Home")
    settle(atlas)
    assert width() == pytest.approx(first, rel=0.02)
    expect(everything).to_have_attribute("aria-pressed", "true")


# ---- the search


def search(page: Page, name: str) -> None:
    field = page.locator(f"{MAP} .bar input")
    field.fill(name)
    field.press("Enter")


@pytest.mark.parametrize(
    ("typed", "id"), [("Liège", "liege"), ("Den Haag", None), ("torino", "turin"), ("ROUEN", "rouen")]
)
def test_the_search_knows_every_spelling(atlas: Page, typed: str, id: str | None):
    search(atlas, typed)
    if id is None:
        expect(atlas.locator(f"{MAP} .trouble")).not_to_be_empty()
        return
    expect(space(atlas, id)).to_have_class(SELECTED)
    assert in_kernel(atlas, "print(m.selected)") == game_map().space(id).name


def test_a_wrong_name_gets_a_sentence_with_names_near_it_and_nothing_changes(atlas: Page):
    search(atlas, "Tournai")
    expect(space(atlas, "tournai")).to_have_class(SELECTED)
    search(atlas, "Valencienes<b>")
    trouble = atlas.locator(f"{MAP} .trouble")
    expect(trouble).to_contain_text("Valenciennes")
    assert trouble.inner_html().count("<b>") == 0
    expect(space(atlas, "tournai")).to_have_class(SELECTED)
    assert in_kernel(atlas, "print(m.selected)") == "Tournai"
    search(atlas, "Valenciennes")
    expect(trouble).to_be_empty()


# ---- room


def test_a_narrow_window_has_the_maps_one_under_another_and_nothing_cut_off(atlas: Page):
    def check(narrow: bool) -> None:
        settle(atlas)
        root = atlas.locator(MAP).bounding_box()
        boxes = [leaflet(atlas, number).bounding_box() for number in range(3)]
        assert root
        for box in boxes:
            assert box
            assert box["x"] >= root["x"] - 1
            assert box["x"] + box["width"] <= root["x"] + root["width"] + 1
        main, first, second = boxes
        assert main
        assert first
        assert second
        assert (first["y"] >= main["y"] + main["height"]) == narrow
        assert second["y"] >= first["y"] + first["height"]
        sheet = leaflet(atlas).locator(".leaflet-ninevears-over-pane svg").bounding_box()
        assert sheet
        for start, length in (("x", "width"), ("y", "height")):
            assert sheet[start] >= main[start] - 1
            assert sheet[start] + sheet[length] <= main[start] + main[length] + 1
        # and as large as may be
        assert max(sheet[length] / main[length] for length in ("width", "height")) > 0.9
        too_wide = atlas.locator(MAP).evaluate(
            "root => { const end = root.getBoundingClientRect().right + 1;"
            " return [...root.querySelectorAll('.bar > *, .panel, .ninevears-legend')]"
            ".filter(part => part.getBoundingClientRect().right > end).length; }"
        )
        assert too_wide == 0

    check(narrow=False)
    atlas.set_viewport_size({"width": 820, "height": 900})
    check(narrow=True)
    atlas.set_viewport_size({"width": 1400, "height": 1000})
    check(narrow=False)


# ---- for everyone


def test_axe_finds_nothing_serious(atlas: Page):
    in_kernel(atlas, "m.selected = 'Lille'; m.show_reach('Lille', 'Bourbon')")
    atlas.locator(f"{MAP} [data-words]").click()
    expect(atlas.locator(f"{MAP} .ninevears-words")).to_be_visible()
    assert grave(atlas, MAP) == []
    change_theme(atlas, "Dark")
    atlas.wait_for_timeout(300)
    found = grave(atlas, MAP)
    atlas.locator(f"{MAP} [data-words]").click()
    assert found == []


def test_every_control_has_a_name(atlas: Page):
    said = atlas.locator(MAP).aria_snapshot()
    controls = [
        line.strip()
        for line in said.splitlines()
        if line.strip().startswith(
            ("- button", "- textbox", "- combobox", "- application", "- link", "- region")
        )
    ]
    assert len(controls) > 12
    assert [line for line in controls if '"' not in line] == []
