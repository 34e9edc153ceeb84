"""A war map on a page, for the tests: its spaces, its pixels, what was said, what the kernel knows."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from nbformat.v4 import new_code_cell, new_notebook, writes
from PIL import Image
from playwright.sync_api import Locator, Page, WebSocket

from ninevears_kernel.nine_years.atlas.sheet import project, size
from ninevears_kernel.nine_years.components.map import game_map

IMPORTS = (
    "from ninevears_kernel.nine_years.components.changes import changed; "
    "from ninevears_kernel.nine_years.components.scenario import scenario_1688; "
    "from ninevears_kernel.widgets import WarMap"
)
MAP = ".ninevears-map"
# Land of either side where nothing is written, drawn or put on the whole map: here its colour is to be seen.
FRANCE, SPAIN = (47.6, 1.6), (38.9, -2.9)

# All spaces and names stand on every map that can be seen, and nothing moves any more.
STILL = """async ([selector, spaces]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const place = (element) => JSON.stringify(element.getBoundingClientRect());
  const all = () => [...document.querySelectorAll(selector + ' .leaflet-container')];
  const seen = () => all().filter((map) => map.checkVisibility());
  const count = (map, what) => map.querySelectorAll(what).length;
  const whole = (map) => count(map, 'path.space') === spaces && count(map, 'g.names > g') === spaces;
  const sheet = (map) => map.querySelector('.leaflet-ninevears-over-pane svg') ?? map;
  const end = performance.now() + 15000;
  for (let calm = 0, before = ''; calm < 8 && performance.now() < end; await frame()) {
    const maps = seen();
    const now = maps.map((map) => place(map) + place(sheet(map))).join(';');
    const moving = document.querySelector('.leaflet-zoom-anim, .leaflet-pan-anim');
    calm = maps.length && maps.every(whole) && now === before && !moving ? calm + 1 : 0;
    before = now;
  }
  return seen().length && seen().every(whole); }"""

# A point of the window at which the mouse meets this element and no other, as far from its rim as may be.
POINT = """(element) => {
  const box = element.getBoundingClientRect();
  const MOST = 12;
  let best = null, most = -1;
  const meets = (px, py) => document.elementFromPoint(px, py)?.closest('path, [data-stack]') === element;
  const free = (x, y, far) => [[1, 0], [0, 1], [-1, 0], [0, -1]]
    .every(([dx, dy]) => meets(x + dx * far, y + dy * far));
  // from the middle outwards: there is most room, and to ask what a point meets takes long on a map
  const steps = [...Array(15).keys()].map((step) => step + 1);
  const spots = steps.flatMap((row) => steps.map((column) => [row, column]));
  const off = ([row, column]) => (row - 8) ** 2 + (column - 8) ** 2;
  for (const [row, column] of spots.sort((one, other) => off(one) - off(other))) {
    if (most === MOST) break;
    const [x, y] = [box.x + (box.width * column) / 16, box.y + (box.height * row) / 16];
    let room = 0;
    if (!meets(x, y)) continue;
    if (most > 0 && !free(x, y, most)) continue;  // it has no more room than the best
    while (room < MOST && free(x, y, room)) room++;
    if (room > most) [best, most] = [[x, y], room];
  }
  return best; }"""

IN_KERNEL = """async (code) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const said = []; const future = kernel.requestExecute({ code, store_history: false });
  future.onIOPub = ({ content }) => said.push(content.text ?? (content.traceback ?? []).join('\\n'));
  const { content } = await future.done;
  return [content.status, said.filter(Boolean).join('')]; }"""


@dataclass
class Frames:
    """What came over the web sockets of a page."""

    received: list[bytes] = field(default_factory=list)

    @contextmanager
    def listening(self, page: Page) -> Iterator[None]:
        """Hears the sockets that a page opens meanwhile; those that are open already are not heard."""

        def hear(socket: WebSocket) -> None:
            socket.on("framereceived", lambda payload: self.received.append(_bytes(payload)))

        page.on("websocket", hear)
        yield
        page.remove_listener("websocket", hear)

    def read(self) -> Iterator[bytes]:
        """All that came, with what the map's messages hold when they are unpacked."""
        for frame in self.received:
            yield frame
            start = frame.find(b"\x78\xda")
            while start >= 0:
                with suppress(zlib.error):
                    yield zlib.decompressobj().decompress(frame[start:])
                start = frame.find(b"\x78\xda", start + 1)


def _bytes(payload: str | bytes) -> bytes:
    return payload.encode() if isinstance(payload, str) else payload


def write_notebook(folder: Path, name: str, *cells: str) -> str:
    """Writes a notebook of code cells."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    book = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=kernel)
    (folder / name).write_text(writes(book))
    return name


def settle(page: Page, within: str = MAP) -> None:
    """Waits until every map that can be seen is whole and still."""
    assert page.evaluate(STILL, [within, len(game_map().spaces)]), "a map was not painted within 15 s"


def leaflet(page: Page, number: int = 0, within: str = MAP) -> Locator:
    """The main map (0) or an inset of the first atlas of a page."""
    return page.locator(within).first.locator(".leaflet-container").nth(number)


def space(page: Page, id: str, number: int = 0, within: str = MAP) -> Locator:
    """A space's territory on a map."""
    return leaflet(page, number, within).locator(f"path.space[data-name='{id}']")


def point(element: Locator) -> tuple[float, float]:
    """Where a mouse can meet a territory or a counter."""
    element.page.evaluate("element => element.scrollIntoView({block: 'center'})", element.element_handle())
    found = element.evaluate(POINT)
    assert found, "the mouse cannot meet it anywhere"
    return found[0], found[1]


def click(page: Page, id: str, number: int = 0, within: str = MAP) -> None:
    """Clicks a space with the mouse."""
    page.mouse.click(*point(space(page, id, number, within)))


def spots(page: Page, places: Iterable[tuple[float, float]], within: str = MAP) -> list[tuple[int, int]]:
    """Where places of the world (latitude, longitude) are in the window, on the main map."""
    box = leaflet(page, within=within).locator(".leaflet-ninevears-over-pane svg").bounding_box()
    assert box
    width, height = size()
    on_sheet = (project(lat, lon) for lat, lon in places)
    return [
        (round(box["x"] + x / width * box["width"]), round(box["y"] + y / height * box["height"]))
        for x, y in on_sheet
    ]


def spot(page: Page, lat: float, lon: float, within: str = MAP) -> tuple[int, int]:
    """Where a place of the world is in the window, on the main map."""
    return spots(page, [(lat, lon)], within)[0]


def picture(page: Page, of: Locator | None = None) -> Image.Image:
    """What can be seen, of the window or of an element."""
    shot = page.screenshot() if of is None else of.screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def colour(image: Image.Image | np.ndarray, at: tuple[float, float], around: int = 4) -> tuple[int, int, int]:
    """The middle colour of a small square: hatching, a letter, a line do not count."""
    x, y = map(round, at)
    square = np.asarray(image)[y - around : y + around + 1, x - around : x + around + 1]
    red, green, blue = np.median(square.reshape(-1, 3), axis=0).astype(int).tolist()
    return red, green, blue


def ground(page: Page, place: tuple[float, float], within: str = MAP) -> tuple[int, int, int]:
    """The colour of the land around a place: the middle one of nine squares, so that no name counts."""
    lat, lon = place
    around = [(lat + 0.5 * north, lon + 0.5 * east) for north in (-1, 0, 1) for east in (-1, 0, 1)]
    seen = picture(page)
    squares = [colour(seen, at) for at in spots(page, around, within)]
    red, green, blue = np.median(squares, axis=0).astype(int).tolist()
    return red, green, blue


def apart(one: Sequence[int], other: Sequence[int]) -> float:
    """How far two colours are from one another."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def colours(image: Image.Image) -> set[tuple[int, int, int]]:
    """All colours in an image."""
    return set(map(tuple, np.asarray(image).reshape(-1, 3).tolist()))


def changed_pixels(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ so that one may see it."""
    return int((np.abs(np.asarray(one).astype(int) - np.asarray(other)).max(axis=2) > 4).sum())


def announced(page: Page) -> str:
    """What a screen reader was last told by the first atlas."""
    return page.locator(MAP).first.locator("[role=status].heard").inner_text()


def cursor(page: Page) -> str | None:
    """The space to which the keyboard has walked."""
    found = leaflet(page).locator("path.space.cursor")
    return found.get_attribute("data-name") if found.count() else None


def in_kernel(page: Page, code: str) -> str:
    """What the kernel of the notebook on a page prints when it runs this."""
    status, said = page.evaluate(IN_KERNEL, code)
    assert status == "ok", said
    return said.strip()


def run_cell(page: Page, number: int, times: int = 1) -> None:
    """Runs one cell of the notebook as its reader would."""
    for _ in range(times):
        page.evaluate(
            "async (number) => { const { content } = window.jupyterapp.shell.currentWidget;"
            " content.deselectAll(); content.activeCellIndex = number;"
            " return await window.jupyterapp.commands.execute('notebook:run-cell'); }",
            number,
        )


def change_theme(page: Page, name: str) -> None:
    """Gives JupyterLab another theme, and waits until it has it."""
    page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
        f"JupyterLab {name}",
    )
    page.wait_for_selector(f"body[data-jp-theme-name='JupyterLab {name}']", state="attached")


def told_in_dom(page: Page) -> str:
    """All that the page holds, seen or not."""
    return str(page.evaluate("document.documentElement.outerHTML"))


# The maps of a war table, each in the shadow of its host: taken out of the page, and put back.
EMPTIED = """() => {
  const roots = [document];
  for (const root of roots)
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  const maps = roots.filter(({ host }) => host?.matches(".board, .locator"))
    .map((root) => root.querySelector("svg.nv"));
  window.emptied = maps.map((map) => [map, [...map.childNodes]]);
  for (const map of maps) map.replaceChildren();
  return maps.length; }"""
REFILLED = "() => { for (const [map, drawn] of window.emptied) map.replaceChildren(...drawn); }"


def grave(page: Page, *within: str, maps: bool = True) -> list[dict[str, Any]]:
    """What axe-core finds in parts of a page that is serious or critical, in short. It looks through the
    whole page each time: ask for all parts at once.

    Args:
        page: the page.
        within: selectors of the parts.
        maps: whether the maps of a war table are looked at, in which are 8,500 of its 8,800 elements. Once in
            each theme is enough; else they are empty meanwhile, which takes axe half of the time.
    """
    from axe_playwright_python.sync_playwright import Axe

    for part in within:
        assert page.locator(part).count(), f"there is no {part}"
    if not maps:
        assert page.evaluate(EMPTIED), "there is no map"
    # What passes need not be described, and no film or sound is waited for.
    only = {"resultTypes": ["violations"], "preload": False}
    parts = {"include": [[part] for part in within]}
    found = Axe().run(page, context=parts, options=only).response["violations"]
    if not maps:
        page.evaluate(REFILLED)
    return [
        {"rule": one["id"], "help": one["help"], "where": [node["html"][:200] for node in one["nodes"][:4]]}
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
