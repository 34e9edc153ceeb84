"""Takes the pictures of the map that README.md and whoever works on its look need: `make pictures`.

The map in a real JupyterLab at three sizes, by day and by candlelight; the same as a page; two pictures for
README.md; and the static map as colour-blind readers see it. They go into `docs/pictures/`. Nothing of it
asks the internet. Needs Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import nbformat
from PIL import Image
from playwright.sync_api import Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from lab_server import Lab, Traffic, fresh_context, run_all_cells, running_lab, running_page

from ninevears_kernel.nine_years.atlas.picture import to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.typefaces import with_type

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"phone": (420, 900), "laptop": (1280, 800), "desktop": (1680, 1050)}
THEMES = ("light", "dark")
DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")
EYE_VIEWS = {"all": 640, "low-countries": 780}
EYE_STYLE = "body{margin:0;background:#888}main{display:inline-flex;gap:8px;align-items:flex-start}"
QUALITY = 82
MOST_HEIGHT = 930  # pixels of a widget in README.md
SETTLE = 1500  # milliseconds, for a map that moves and for fonts
FIRST = """from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.widgets import WarMap"""

NOTEBOOKS = {
    "map": (FIRST, "war_map = WarMap(scenario_1688())\nwar_map.selected = 'Namur'\nwar_map"),
    "reach": (
        FIRST,
        "war_map = WarMap(scenario_1688(), view='low-countries', insets=())\n"
        "war_map.selected = 'Lille'\nwar_map.show_reach('Lille', 'Bourbon')\nwar_map",
    ),
}
WIDGETS = {
    "phase": (
        ".ninevears-phase",
        "from ninevears_kernel.play import Session\n"
        "from ninevears_kernel.widgets import phase\n"
        "phase(Session(bourbon='sense', alliance='sense', seed=1690), 'campaign')",
    ),
    "chronicle": (
        ".ninevears-chronicle",
        "from ninevears_kernel.widgets import ChronicleMap\n"
        "ChronicleMap('1692-05', event='namur-1692', view='low-countries')",
    ),
}
"""For README.md: what to take a picture of, and the cell that shows it."""
# The notebook alone: no side bars, and the top of the map at the top of the window.
PREPARE = """async (dark) => {
  const { commands, shell } = window.jupyterapp;
  await commands.execute('apputils:change-theme', { theme: dark ? 'JupyterLab Dark' : 'JupyterLab Light' });
  if (!shell.leftCollapsed) shell.collapseLeft();
  if (!shell.rightCollapsed) shell.collapseRight();
  document.activeElement?.blur(); }"""
SCROLL = """([selector, block]) => document.querySelector(selector).scrollIntoView({ block })"""
PAINTED = """() => document.querySelectorAll('.leaflet-container path.space[class*=power-]').length >= 104"""


def saved(picture: bytes | Image.Image, name: str) -> None:
    """Keeps a picture, small."""
    image = Image.open(BytesIO(picture)) if isinstance(picture, bytes) else picture
    image.convert("RGB").save(PICTURES / f"{name}.webp", quality=QUALITY, method=6)
    print(f"{name}.webp", *image.size)


def beside(pictures: list[bytes], background: str = "#888888", gap: int = 12) -> Image.Image:
    """Pictures next to each other, tops level."""
    images = [Image.open(BytesIO(picture)) for picture in pictures]
    width = sum(image.width for image in images) + gap * (len(images) - 1)
    sheet = Image.new("RGB", (width, max(image.height for image in images)), background)
    left = 0
    for image in images:
        sheet.paste(image, (left, 0))
        left += image.width + gap
    return sheet


@contextmanager
def browser(playwright: Playwright, chromium: str, size: tuple[int, int], scale: float = 1) -> Iterator[Page]:
    """A page of a fresh browser of a size, which fails if it asked anything of the internet."""
    traffic = Traffic()
    viewport = {"width": size[0], "height": size[1]}
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        fresh_context(
            playwright, chromium, Path(profile), traffic, viewport=viewport, device_scale_factor=scale
        ) as context,
    ):
        yield context.pages[0] if context.pages else context.new_page()
    if traffic.outside or traffic.errors:
        raise SystemExit(f"The page asked for {traffic.outside} and complained of {traffic.errors}.")


def painted(page: Page) -> None:
    """Waits until the map is drawn and stands still."""
    page.wait_for_function(PAINTED)
    page.wait_for_timeout(SETTLE)


def in_the_lab(playwright: Playwright, chromium: str, home: Path) -> None:
    """The map in JupyterLab in all sizes and themes, and the close-up for README.md."""
    folder = home / "notebooks"
    folder.mkdir()
    for name, cells in NOTEBOOKS.items():
        nbformat.write(notebook(cells), folder / f"{name}.ipynb")
    with running_lab(folder, home / "lab") as lab:
        for name, size in SIZES.items():
            with browser(playwright, chromium, size) as page:
                run_all_cells(page, lab, "map.ipynb")
                painted(page)
                for theme in THEMES:
                    page.evaluate(PREPARE, theme == "dark")
                    page.evaluate(SCROLL, [".ninevears-map", "start"])
                    page.wait_for_timeout(SETTLE)
                    views = [page.screenshot()]
                    if name == "phone":
                        views += further_down(page)
                    saved(beside(views), f"lab-{name}-{theme}")
        with browser(playwright, chromium, (1280, 1100), scale=1.25) as page:
            run_all_cells(page, lab, "reach.ipynb")
            painted(page)
            page.evaluate(PREPARE, True)
            page.evaluate(SCROLL, [".ninevears-map", "start"])
            page.wait_for_timeout(SETTLE)
            whole, map_alone = (
                page.locator(part).first.bounding_box() for part in (".ninevears-map", ".leaflet-widgets")
            )
            whole["height"] = map_alone["y"] + map_alone["height"] - whole["y"]  # without the key
            saved(page.screenshot(clip=whole), "reach-dark")
        widgets(playwright, chromium, lab)


def widgets(playwright: Playwright, chromium: str, lab: Lab) -> None:
    """A phase in a cell and the chronicle, for README.md."""
    for name, (part, cell) in WIDGETS.items():
        nbformat.write(notebook((cell,)), lab.folder / f"{name}.ipynb")
        with browser(playwright, chromium, (1280, 1600)) as page:
            run_all_cells(page, lab, f"{name}.ipynb")
            page.locator(part).first.wait_for()
            if page.locator(".leaflet-container").count():
                painted(page)
            page.evaluate(PREPARE, False)
            page.evaluate(SCROLL, [part, "start"])
            page.wait_for_timeout(SETTLE)
            box = page.locator(part).first.bounding_box()
            box["height"] = min(box["height"], MOST_HEIGHT)
            saved(page.screenshot(clip=box), name)


def further_down(page: Page) -> list[bytes]:
    """On a phone: the map come closer, and what stands under it that stands beside it elsewhere."""
    page.get_by_role("button", name="Low Countries").click()
    page.wait_for_timeout(SETTLE)
    closer = page.screenshot()
    page.get_by_role("button", name="All", exact=True).click()
    page.evaluate(SCROLL, [".ninevears-page > .panel", "start"])
    page.wait_for_timeout(SETTLE)
    return [closer, page.screenshot()]


def as_a_page(playwright: Playwright, chromium: str, home: Path) -> None:
    """The map as a web page in both themes."""
    book = home / "page.ipynb"
    nbformat.write(notebook(NOTEBOOKS["map"]), book)
    for theme in THEMES:
        options = ["--dark"] * (theme == "dark")
        with (
            running_page(book, home / f"page-{theme}", *options) as url,
            browser(playwright, chromium, SIZES["laptop"]) as page,
        ):
            page.goto(url)
            painted(page)
            saved(page.screenshot(), f"page-{theme}")


def as_seen_by(playwright: Playwright, chromium: str) -> None:
    """The static map whole and the Low Countries, as eyes of four kinds see them."""
    scene = scene_of(scenario_1688())
    for theme in THEMES:
        with browser(playwright, chromium, (1500, 900)) as page:
            pictures = "".join(
                to_svg(scene, view=view, width=width, theme=theme).replace("nv-", f"{view}-")
                for view, width in EYE_VIEWS.items()
            )
            page.set_content(with_type(f"<style>{EYE_STYLE}</style><main>{pictures}</main>"))
            session = page.context.new_cdp_session(page)
            for deficiency in DEFICIENCIES:
                session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
                page.wait_for_timeout(SETTLE / 3)
                saved(page.locator("main").screenshot(), f"{deficiency}-{theme}")


def notebook(cells: tuple[str, ...]) -> nbformat.NotebookNode:
    """A notebook of code cells."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata=kernel
    )


def main() -> None:
    """Takes all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("which", nargs="*", help="lab, page, eyes; by default all")
    which = parser.parse_args().which or ["lab", "page", "eyes"]
    names = (os.environ.get("NINEVEARS_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    chromium = next((found for name in names if name and (found := shutil.which(name))), None)
    if chromium is None:
        raise SystemExit("There is no Chromium here: install it, or set NINEVEARS_CHROMIUM to its path.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        if "lab" in which:
            in_the_lab(playwright, chromium, Path(home))
        if "page" in which:
            as_a_page(playwright, chromium, Path(home))
        if "eyes" in which:
            as_seen_by(playwright, chromium)


if __name__ == "__main__":
    main()
