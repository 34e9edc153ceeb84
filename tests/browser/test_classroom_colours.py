"""The first classroom notebook, all cells run: a picture and live maps on one page keep their colours."""

import pytest
from lab_server import Lab, run_all_cells
from map_page import MAP, change_theme, colour, picture, point, settle
from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser

NOTEBOOK = "classroom/01_the_war_on_the_map.ipynb"
# Spaces of a side whose fill comes from no pattern, from one that is not drawn, or from another picture.
WITHOUT_COLOUR = """([drawing, isLive]) => [...drawing.querySelectorAll('path.bourbon, path.alliance')]
 .filter((space) => {
  const id = getComputedStyle(space).fill.match(/url\\("#(.*)"\\)/)?.[1];
  const found = id ? document.querySelectorAll(`[id="${id}"]`) : [];
  const own = found[0]?.ownerSVGElement;
  const isAtHome = isLive ? own?.parentElement.id.startsWith('ninevears-') : own === space.ownerSVGElement;
  return found.length !== 1 || !own.checkVisibility() || !isAtHome;
}).length"""


def test_both_sides_keep_their_colours_after_all_cells(lab_page: Page, lab: Lab):
    page = lab_page
    run_all_cells(page, lab, NOTEBOOK)
    stills = page.locator("figure > svg")
    maps = page.locator(f".ninevears-chronicle {MAP} .leaflet-container")
    for drawing, is_live in ((maps.last, True), (stills.first, False), (maps.first, True)):
        drawing.scroll_into_view_if_needed()
        if is_live:
            settle(page)
        assert drawing.locator("path.bourbon, path.alliance").count() > 50
        assert page.evaluate(WITHOUT_COLOUR, [drawing.element_handle(), is_live]) == 0
    # seen, too; and on a dark page the picture on paper stays as it is and the map does not
    for theme in ("Light", "Dark"):
        change_theme(page, theme)
        maps.last.scroll_into_view_if_needed()
        settle(page)
        page.wait_for_timeout(500)
        bourbon, alliance = (_seen(page, maps.last, id) for id in ("lille", "antwerp"))
        assert bourbon[2] - bourbon[0] > alliance[2] - alliance[0] + 40, theme


def _seen(page: Page, drawing: Locator, id: str) -> tuple[int, int, int]:
    at = point(drawing.locator(f"path.space[data-name='{id}']"))
    return colour(picture(page), at)
