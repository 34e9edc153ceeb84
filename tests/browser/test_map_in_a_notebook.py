"""Maps as notebooks use them: several, hidden, in a tab, loaded again, changed, run ever again."""

import re
from collections.abc import Callable

import pytest
from lab_server import Lab, run_all_cells
from map_page import (
    FRANCE,
    IMPORTS,
    MAP,
    SPAIN,
    Frames,
    click,
    ground,
    in_kernel,
    leaflet,
    run_cell,
    settle,
    space,
    told_in_dom,
    write_notebook,
)
from playwright.sync_api import Page, expect
from sizes import size

from ninevears_kernel.core.messages import shown

pytestmark = pytest.mark.browser

SELECTED = re.compile(r"\bselected\b")
RUNS = size("runs")  # about a minute
TOURNAI_FALLS = (
    "m.position = changed(m.position, [{'set': 'control', 'space': 'Tournai', 'side': 'Alliance'}])"
)
# What of the maps was touched, by names of spaces and keys of marks, while a program ran in the kernel.
WATCH = """() => {
  window.touched = new Set();
  window.watching = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes)
      for (const node of type === 'childList' ? [...addedNodes, ...removedNodes] : [target]) {
        const of = node.closest?.('[data-mark], path.space') ?? node;
        if (of.dataset?.mark) window.touched.add(of.dataset.mark);
        else if (of.dataset?.name) window.touched.add(of.dataset.name);
      }
  });
  for (const map of document.querySelectorAll('.leaflet-container'))
    window.watching.observe(map, { subtree: true, childList: true, attributes: true });
}"""
MODELS = """async () => {
  const { rendermime } = window.jupyterapp.shell.currentWidget.content;
  const renderer = rendermime.createRenderer('application/vnd.jupyter.widget-view+json');
  const manager = await renderer._manager.promise;
  return Object.keys(manager._models).length; }"""
IN_KERNEL = (
    "import contextlib, ctypes, gc, psutil\nfrom ipywidgets.widgets import widget\ngc.collect()\n"
    # what was given back must be seen to be gone
    "with contextlib.suppress(OSError, AttributeError): ctypes.CDLL('libc.so.6').malloc_trim(0)\n"
    "print(len(widget._instances), psutil.Process().memory_info().rss)"
)


@pytest.fixture
def opened(shared_lab_page: Page, lab: Lab) -> Callable[..., Page]:
    """Opens a notebook of these cells, all run."""

    def open(name: str, *cells: str) -> Page:
        run_all_cells(shared_lab_page, lab, write_notebook(lab.folder, name, *cells))
        settle(shared_lab_page)
        return shared_lab_page

    return open


def fold(page: Page, cell: int, how: str) -> None:
    """Folds the outputs of a cell away ("hide"), or opens them ("show")."""
    page.evaluate(
        "([cell, how]) => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = cell;"
        " return window.jupyterapp.commands.execute(`notebook:${how}-cell-outputs`); }",
        [cell, how],
    )


def looks_right(page: Page, within: str) -> None:
    """A map fills its place, with both sides in their colours."""
    settle(page, within)
    leaflet(page, within=within).scroll_into_view_if_needed()
    settle(page, within)
    bourbon, alliance = (ground(page, place, within) for place in (FRANCE, SPAIN))
    assert bourbon[2] - bourbon[0] > 25, f"{within}: the Bourbons are blue, not {bourbon}"
    assert alliance[0] - alliance[2] > 60, f"{within}: the Alliance is gold, not {alliance}"
    main = leaflet(page, within=within).bounding_box()
    sheet = leaflet(page, within=within).locator(".leaflet-ninevears-over-pane svg").bounding_box()
    assert main
    assert sheet
    assert max(sheet["width"] / main["width"], sheet["height"] / main["height"]) > 0.9


def test_maps_that_were_hidden_at_first_are_right_when_they_are_opened(opened: Callable[..., Page]):
    page = opened(
        "several.ipynb",
        f"{IMPORTS}\nimport ipywidgets as W\nstart = scenario_1688()",
        "a = WarMap(start).add_class('map-a'); a",
        "b = WarMap(start, insets=()).add_class('map-b'); b",
        "c = WarMap(start, insets=(), height='500px').add_class('map-c')\n"
        "W.Tab([W.HTML('first'), W.Accordion([c], titles=('closed',))], titles=('words', 'map'))",
    )
    fold(page, 2, "hide")
    expect(page.locator(".map-b")).not_to_be_visible()
    in_kernel(
        page,
        "b.selected = 'Lyon'; "
        "b.position = changed(start, [{'set': 'control', 'space': 'Madrid', 'side': 'Bourbon'}])",
    )
    looks_right(page, ".map-a")
    fold(page, 2, "show")
    settle(page, ".map-b")
    # what was changed while nobody saw it
    expect(space(page, "lyon", within=".map-b")).to_have_class(SELECTED)
    expect(space(page, "madrid", within=".map-b")).to_have_class(re.compile(r"\bbourbon\b.*\btaken\b"))
    in_kernel(page, "b.position = start")
    expect(space(page, "madrid", within=".map-b")).to_have_class(re.compile(r"\balliance\b"))
    looks_right(page, ".map-b")
    page.get_by_role("tab", name="map", exact=True).click()
    page.get_by_text("closed", exact=True).click()
    looks_right(page, ".map-c")
    # and each is its own
    click(page, "dijon", within=".map-b")
    expect(space(page, "dijon", within=".map-b")).to_have_class(SELECTED)
    click(page, "paris", within=".map-c")
    expect(space(page, "paris", within=".map-c")).to_have_class(SELECTED)
    assert in_kernel(page, "print(a.selected, b.selected, c.selected)") == "None Dijon Paris"
    expect(page.locator(".map-a path.selected")).to_have_count(0)
    # the outputs of a cell are folded away and opened again
    for command in ("hide", "show"):
        fold(page, 2, command)
    looks_right(page, ".map-b")
    expect(space(page, "dijon", within=".map-b")).to_have_class(SELECTED)


def test_a_page_that_is_loaded_again_shows_the_present(opened: Callable[..., Page]):
    page = opened("again.ipynb", f"{IMPORTS}\nm = WarMap(scenario_1688()); m")
    in_kernel(page, f"m.selected = 'Ghent'; m.show_path(['Lille', 'Amiens', 'Paris']); {TOURNAI_FALLS}")
    expect(space(page, "tournai")).to_have_class(re.compile(r"\balliance\b"))
    page.evaluate("window.jupyterapp.shell.currentWidget.context.save()")
    page.reload()
    page.wait_for_selector(f"{MAP} .leaflet-container path.space", timeout=30000)
    settle(page)
    expect(space(page, "tournai")).to_have_class(re.compile(r"\balliance\b.*\btaken\b"))
    expect(space(page, "ghent")).to_have_class(SELECTED)
    expect(leaflet(page).locator("g.path > g").first).to_be_attached()
    expect(page.locator(f"{MAP} .panel h4")).to_have_text(shown("Ghent"))
    click(page, "ypres", 1)
    expect(space(page, "ypres")).to_have_class(SELECTED)
    assert in_kernel(page, "print(m.selected)") == "Ypres"


def test_only_what_changed_is_painted(opened: Callable[..., Page], frames: Frames):
    page = opened("changes.ipynb", f"{IMPORTS}\nm = WarMap(scenario_1688()); m")
    page.evaluate(WATCH)
    before = sum(map(len, frames.received))
    in_kernel(page, TOURNAI_FALLS)
    expect(space(page, "tournai")).to_have_class(re.compile(r"\balliance\b"))
    page.wait_for_timeout(200)
    touched = set(page.evaluate("[...window.touched]"))
    assert "tournai" in touched
    others = {one for one in touched if "tournai" not in one.split("/")}
    assert others == set()
    assert sum(map(len, frames.received)) - before < 6000


def test_the_fog_hides_pieces_from_the_page_and_from_the_wire(opened: Callable[..., Page], frames: Frames):
    frames.received.clear()
    # at Strasbourg Catinat stands under Duras
    page = opened("fog.ipynb", f"{IMPORTS}\nm = WarMap(scenario_1688(), side='Alliance'); m")
    in_kernel(page, "m.selected = 'Strasbourg'")
    expect(page.locator(f"{MAP} .panel h4")).to_have_text(shown("Strasbourg"))
    expect(page.locator(f"{MAP} .ninevears-panel")).to_contain_text("Duras")
    page.locator(f"{MAP} [data-words]").click()
    expect(page.locator(f"{MAP} .ninevears-words")).to_contain_text("Duras")
    leaflet(page).focus()
    page.keyboard.press("ArrowLeft")
    in_kernel(page, "m._atlas.tell(**m._open(f'{m.scene.place(\"Strasbourg\").space.index}/Bourbon'))")
    in_kernel(page, TOURNAI_FALLS)
    expect(space(page, "tournai")).to_have_class(re.compile(r"\balliance\b"))
    assert "Duras" in told_in_dom(page)
    assert "Catinat" not in told_in_dom(page)
    received = list(frames.read())
    assert any(b"Duras" in one for one in received), "the frames are read"
    assert not any(b"Catinat" in one for one in received)


def test_running_its_cell_ever_again_costs_no_more_than_ten_times(opened: Callable[..., Page]):
    page = opened("often.ipynb", f"{IMPORTS}\nstart = scenario_1688()", "m = WarMap(start)\nm")
    watcher = page.context.new_cdp_session(page)

    def used() -> dict[str, int]:
        settle(page)
        page.wait_for_timeout(500)
        for _ in range(3):
            watcher.send("HeapProfiler.collectGarbage")
        widgets, memory = map(int, in_kernel(page, IN_KERNEL).split())
        heap = watcher.send("Runtime.getHeapUsage")["usedSize"]
        nodes = watcher.send("Memory.getDOMCounters")["nodes"]
        return {
            "widgets": widgets,
            "memory": memory,
            "models": page.evaluate(MODELS),
            "heap": heap,
            "nodes": nodes,
        }

    run_cell(page, 1, times=6)
    early = used()
    run_cell(page, 1, times=RUNS // 2)
    half = used()
    run_cell(page, 1, times=RUNS // 2)
    late = used()
    assert late["widgets"] == early["widgets"]
    assert late["models"] == early["models"]
    # what leaks grows all the time; something may be loaded once
    memory = min(late["memory"] - half["memory"], half["memory"] - early["memory"])
    assert memory < 4 * 2**20
    # JupyterLab itself keeps a little of each closed widget; a map has 14,000 nodes
    assert late["nodes"] - early["nodes"] < 150 * RUNS
    assert late["heap"] - early["heap"] < 0.3 * 2**20 * RUNS
    looks_right(page, MAP)
