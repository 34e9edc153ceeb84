"""The map in a real Chromium: how soon it is painted, how much is sent, how quick it answers; beside folium.

    python benchmarks/map_in_the_browser.py

Needs Chromium, and npm for the Leaflet that a folium page asks the internet for; what is missing is left out.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import nbformat
from playwright.sync_api import Page, Playwright, Route, WebSocket, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from lab_server import (
    KNOWS_ITS_KERNEL,
    RUN_ALL,
    Lab,
    Traffic,
    fresh_context,
    open_notebook,
    running_lab,
    running_page,
)

from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.site.build import write_site

ROUNDS = 7
FIRST = """
import ipyleaflet as L
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.widgets import WarMap
WarMap(scenario_1688()).close()"""
SHOWN = "war_map = WarMap(scenario_1688(), insets=()); war_map"
PLAIN = "geo = L.GeoJSON(data=game_map().geojson('spaces')); L.Map(layers=(geo,))"
CHANGES = {
    "one space changes hands": "war_map.position = changed(war_map.position, "
    "[{'set': 'control', 'space': 'Tournai', 'side': SIDES[n % 2]}])",
    "a corps comes": "war_map.position = changed(scenario_1688(), "
    "[{'add': 'corps', 'power': 'France', 'space': ('Sedan', 'Reims')[n % 2]}])",
    "a space is chosen": "war_map.selected = ('Lyon', 'Dijon')[n % 2]",
}
WHOLE = "the whole GeoJSON is replaced"
REPLACED = "geo.data = dict(geo.data, features=[dict(f) for f in geo.data['features']], n=n)"

# When so many of each are in the page, and the frame after that is drawn; in milliseconds of the clock.
PAINTED = """async (wanted) => {
  const done = () => Object.entries(wanted).every(
    ([found, n]) => document.querySelectorAll(found).length >= n);
  while (!done()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.timeOrigin + performance.now(); }"""
SPACES = len(game_map().spaces)
ATLAS = {".leaflet-container path.space[class*=power-]": SPACES, ".leaflet-container g.names > g": SPACES}
FOLIUM = {"path.leaflet-interactive": SPACES}
# What a page of the site marks when its map is there.
SHOWN_AT = """async () => {
  const found = () => performance.getEntriesByName('ninevears-shown');
  while (!found().length) await new Promise((later) => setTimeout(later, 50));
  return found()[0].startTime; }"""
RUN_FIRST = """async () => {
  const panel = window.jupyterapp.shell.currentWidget; await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info; panel.content.activeCellIndex = 0;
  await window.jupyterapp.commands.execute('notebook:run-cell') }"""
RUN_LAST = """async () => {
  const cells = window.jupyterapp.shell.currentWidget.content;
  cells.activeCellIndex = cells.widgets.length - 1;
  const begun = performance.timeOrigin + performance.now();
  window.jupyterapp.commands.execute('notebook:run-cell'); return begun; }"""
# Code run in the kernel: milliseconds until the maps of the page have changed for the last time.
EXECUTED = """async (code) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const begun = performance.now(); let seen = begun;
  const watch = new MutationObserver(() => { seen = performance.now() });
  for (const map of document.querySelectorAll('.leaflet-container'))
    watch.observe(map, {subtree: true, childList: true, attributes: true});
  await kernel.requestExecute({code, silent: true, store_history: false}).done;
  await new Promise((done) => setTimeout(done, 400)); watch.disconnect();
  return seen - begun; }"""
# From an event of the mouse to the class that shows it, and the frame after that.
ANSWER = """async ([kind, cls]) => {
  const paths = [...document.querySelectorAll('.leaflet-container path.space')];
  const times = [];
  for (const path of paths.slice(20, 40)) {
    const box = path.getBoundingClientRect();
    const begun = performance.now();
    for (const type of kind) path.dispatchEvent(new MouseEvent(type,
      {bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, view: window}));
    while (!path.classList.contains(cls)) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - begun);
    path.dispatchEvent(new MouseEvent('mouseout', {bubbles: true, view: window}));
  }
  return times; }"""


class Frames:
    """What came over a page's web sockets."""

    def __init__(self, page: Page) -> None:
        self.received = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def count(payload: str | bytes) -> None:
            self.received += len(payload)

        socket.on("framereceived", count)


def notebook(folder: Path, name: str, *cells: str) -> None:
    """Writes a notebook of code cells."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata=kernel
    )
    nbformat.write(book, folder / name)


@contextmanager
def browser(playwright: Playwright, chromium: str, folder: Path) -> Iterator[Page]:
    """A page of a fresh browser of a size."""
    profile = Path(tempfile.mkdtemp(dir=folder))
    with fresh_context(
        playwright, chromium, profile, Traffic(), viewport={"width": 1400, "height": 1000}
    ) as context:
        yield context.pages[0] if context.pages else context.new_page()


def in_the_lab(playwright: Playwright, chromium: str, home: Path) -> dict[str, float]:
    """Times in milliseconds and bytes of the map in JupyterLab."""
    folder = home / "notebooks"
    folder.mkdir()
    notebook(folder, "map.ipynb", FIRST, SHOWN)
    notebook(folder, "floor.ipynb", FIRST, "L.Map(layers=())")
    notebook(folder, "updates.ipynb", FIRST, SHOWN, PLAIN)
    found: dict[str, float] = {}
    with running_lab(folder, home / "lab") as lab:
        for name in ("floor", "map"):
            times, sizes = [], []
            for _ in range(3):
                with browser(playwright, chromium, home) as page:
                    frames = Frames(page)
                    open_notebook(page, lab, f"{name}.ipynb")
                    page.evaluate(RUN_FIRST)
                    page.wait_for_timeout(1500)
                    before = frames.received
                    begun = page.evaluate(RUN_LAST)
                    if name == "map":
                        times.append(page.evaluate(PAINTED, ATLAS) - begun)
                    page.wait_for_timeout(2500)
                    sizes.append(frames.received - before)
            found[f"{name} bytes"] = median(sizes)
            if times:
                found["painted in JupyterLab ms"] = median(times)
        with browser(playwright, chromium, home) as page:
            found |= updates(page, lab)
    return found


def updates(page: Page, lab: Lab) -> dict[str, float]:
    """Bytes and milliseconds of changes, each run in the kernel and seen in the page."""
    frames = Frames(page)
    open_notebook(page, lab, "updates.ipynb")
    page.wait_for_function(KNOWS_ITS_KERNEL)
    assert page.evaluate(RUN_ALL)
    page.evaluate(PAINTED, ATLAS)
    page.wait_for_timeout(2500)
    _, nothing = executed(page, frames, "")
    found: dict[str, float] = {}
    for name, code in {**CHANGES, WHOLE: REPLACED}.items():
        time, size = executed(page, frames, code)
        found |= {f"{name} ms": time, f"{name} bytes": size - nothing}
    for name, events, shown in (("hover", ["mouseover"], "hovered"), ("a click", ["click"], "selected")):
        found[f"{name} ms"] = median(page.evaluate(ANSWER, [events, shown]))
    return found


def executed(page: Page, frames: Frames, code: str) -> tuple[float, float]:
    """Runs code in the kernel several times: milliseconds until the page has changed, and bytes received."""
    times, sizes = [], []
    for n in range(ROUNDS):
        before = frames.received
        times.append(page.evaluate(EXECUTED, f"n = {n}; {code}"))
        sizes.append(frames.received - before)
    return median(times), median(sizes)


def as_a_page(playwright: Playwright, chromium: str, home: Path) -> float:
    """Milliseconds from opening a Voila page to the painted map; each visit starts a kernel."""
    folder = home / "page"
    folder.mkdir()
    notebook(folder, "map.ipynb", FIRST, SHOWN)
    with running_page(folder / "map.ipynb", home / "voila") as url:
        return opened(playwright, chromium, home, url, ATLAS)


def opened(
    playwright: Playwright, chromium: str, home: Path, url: str, wanted: dict[str, int], script: str = ""
) -> float:
    """Milliseconds from opening an address to the painted map; other hosts give `script` as their Leaflet."""

    def answer(route: Route) -> None:
        address = route.request.url
        if address.startswith(("file:", "data:", "http://127.0.0.1", "http://localhost")):
            route.continue_()
        else:
            route.fulfill(body=script if address.endswith("/leaflet.js") else "", status=200)

    times = []
    for _ in range(3):
        with browser(playwright, chromium, home) as page:
            if script:
                page.context.route("**/*", answer)
            page.goto(url, wait_until="commit")
            times.append(page.evaluate(PAINTED, wanted) - page.evaluate("performance.timeOrigin"))
    return median(times)


def folium_page() -> str:
    """The same spaces as a plain folium map."""
    import folium

    spaces = folium.Map(location=[48.5, 3.75], zoom_start=5, tiles=None)
    folium.GeoJson(game_map().geojson("spaces")).add_to(spaces)
    return str(spaces.get_root().render())


def explored_page() -> str:
    """The same spaces as geopandas explores them."""
    import geopandas

    frame = geopandas.GeoDataFrame.from_features(game_map().geojson("spaces")["features"], crs=4326)
    return str(frame.explore(tiles=None).get_root().render())


def painted_by_folium(playwright: Playwright, chromium: str, home: Path, html: str) -> float | None:
    """Milliseconds from opening a folium page to its painted map, its Leaflet served from this machine."""
    npm = shutil.which("npm")
    if npm is None or subprocess.run([npm, "pack", "--silent", "leaflet@1.9.3"], cwd=home).returncode:
        return None
    with tarfile.open(next(home.glob("leaflet-*.tgz"))) as archive:
        script = archive.extractfile("package/dist/leaflet.js").read().decode()  # type: ignore[union-attr]
    file = home / "folium.html"
    file.write_text(html)
    return opened(playwright, chromium, home, file.as_uri(), FOLIUM, script)


def the_chronicle(playwright: Playwright, chromium: str, home: Path) -> float:
    """Milliseconds from opening the page of the war, from a folder, to its painted map, as the page tells."""
    list(write_site(home / "site"))
    times = []
    for _ in range(3):
        with browser(playwright, chromium, home) as page:
            page.goto((home / "site" / "war" / "index.html").as_uri())
            times.append(page.evaluate(SHOWN_AT))
    return median(times)


def main() -> None:
    """Prints the table."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("The map in the browser: no Chromium here, left out")
        return
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        home = Path(place)
        plain, explored = folium_page(), explored_page()
        found = in_the_lab(playwright, chromium, home)
        found["painted as a Voila page, with its kernel's start ms"] = as_a_page(playwright, chromium, home)
        folium_time = painted_by_folium(playwright, chromium, home, plain)
        site_time = the_chronicle(playwright, chromium, home)
    sent = found.pop("map bytes") - found.pop("floor bytes")
    whole = found[f"{WHOLE} bytes"]
    print("The map in the browser")
    row("sent until it is painted, beyond an empty map", sent, "bytes")
    row(
        "the same spaces alone, by geopandas.explore",
        len(explored),
        "bytes",
        f"ours {sent / len(explored):.2f}",
    )
    row("the same spaces alone, by folium", len(plain), "bytes", f"ours {sent / len(plain):.2f}")
    for name, value in found.items():
        what, unit = name.rsplit(" ", 1)
        small = unit == "bytes" and not what.startswith("the whole")
        row(what, value, unit, f"1/{whole / value:.0f} of the whole" if small else "")
    if folium_time is not None:
        row("painted by folium, its Leaflet from this machine", folium_time, "ms")
    beside = f"{site_time / folium_time:.2f} of folium" if folium_time else ""
    row("painted on the site, the chronicle with its map", site_time, "ms", beside)


def row(what: str, value: float, unit: str, more: str = "") -> None:
    """A line of the table."""
    print(f"  {what:<54}{value:>10,.0f} {unit:<6}{more}")


if __name__ == "__main__":
    main()
