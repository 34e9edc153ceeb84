"""The kit's type on a page of JupyterLab: brought once, by the extension or else by the kernel."""

import shutil
from collections import Counter
from collections.abc import Iterator

import pytest
from lab_server import Lab, run_all_cells, running_lab
from map_page import IMPORTS, Frames, settle, write_notebook
from playwright.sync_api import Page

from ninevears_kernel.typefaces import FACES, SERIF, WEB

pytestmark = pytest.mark.browser

CELLS = (IMPORTS, "WarMap(scenario_1688(), insets=())", "WarMap(scenario_1688(), insets=())")
FACES_OF = """() => [...document.fonts].filter(({status}) => status === 'loaded' || status === 'unloaded')
  .map(({family, weight, style, unicodeRange}) =>
    [family.replace(/["']/g, ''), weight, style, unicodeRange.split(',')[0]].join())"""
# Of a word in the kit's serif and in none of its faces, which of the two is wider.
SEEN = """async (family) => {
  await document.fonts.ready;
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (name) => { pen.font = `italic 100px ${name}`; return pen.measureText('Valenciennes').width; };
  return wide(family) !== wide('serif'); }"""


@pytest.fixture(scope="module")
def lab_with_type(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A lab that has the extension, also where the kit is not installed as a wheel."""
    home = tmp_path_factory.mktemp("type")
    shutil.copytree(WEB.parent, home / "share/labextensions/ninevears-type")
    (home / "notebooks").mkdir()
    write_notebook(home / "notebooks", "maps.ipynb", *CELLS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(home / "share"))
        with running_lab(home / "notebooks", home / "lab") as lab:
            yield lab


def fonts_sent(frames: Frames) -> int:
    """How many files of type came over the web sockets."""
    return sum(frame.count(b"wOF2") for frame in frames.received)


def brought(page: Page) -> Counter[str]:
    return Counter(one for one in page.evaluate(FACES_OF) if one.startswith(("EB Garamond", "Alegreya Sans")))


def test_the_extension_brings_every_face_once_and_the_kernel_sends_none(page: Page, lab_with_type: Lab):
    frames = Frames()
    with frames.listening(page):
        run_all_cells(page, lab_with_type, "maps.ipynb")
    settle(page)
    assert set(brought(page).values()) == {1}
    assert len(brought(page)) == len(FACES)
    assert page.evaluate(SEEN, SERIF)
    assert fonts_sent(frames) == 0


def test_without_the_extension_the_kernel_sends_every_face_once(page: Page, lab_with_type: Lab):
    page.route(
        "**/ninevears-type/static/type.css*", lambda route: route.fulfill(body="", content_type="text/css")
    )
    frames = Frames()
    with frames.listening(page):
        run_all_cells(page, lab_with_type, "maps.ipynb")
    settle(page)
    page.wait_for_function("() => [...document.fonts].some(({family}) => family.includes('EB Garamond'))")
    assert set(brought(page).values()) == {1}
    assert len(brought(page)) == len(FACES)
    assert page.evaluate(SEEN, SERIF)
    assert fonts_sent(frames) == len(FACES)
