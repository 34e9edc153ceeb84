"""On a slow machine with a full page widgets come up late: all are there, and hear what they are told."""

import pytest
from lab_server import Lab, Traffic, run_all_cells
from map_page import write_notebook
from playwright.sync_api import Page, expect

from ninevears_kernel.widgets.play.war_table import WarTable

pytestmark = pytest.mark.browser

# longer than the two seconds in which a widget must have begun (anywidget)
LATE = """
const text = Response.prototype.text;
Response.prototype.text = async function () {
  const got = await text.call(this);
  if (!this.url) await new Promise((done) => setTimeout(done, 3000));
  return got;
};
"""
# no output has a size before the page says so
HIDDEN = """
document.addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = "html:not(.shown) .jp-OutputArea { display: none }";
  document.head.append(style);
});
"""
TABLE = "from ninevears_kernel.widgets import WarTable\ntable = WarTable(seed=1690, keep=False)\ntable"
POSITION = "from ninevears_kernel import scenario_1688"
MAP = "from ninevears_kernel.widgets import WarMap\nWarMap(scenario_1688())"


def asked_after(choice: str) -> str:
    table = WarTable(seed=1690, keep=False)
    before = table.shown["question"]["asks"]
    table.choose(choice)
    assert table.shown["question"]["asks"] != before
    return str(table.shown["question"]["asks"])


def test_table_and_map_come_up_late_and_out_of_sight(page: Page, lab: Lab, traffic: Traffic) -> None:
    page.add_init_script(LATE + HIDDEN)
    cells = (TABLE, "table.choose('first Bourbon')", POSITION, MAP)
    run_all_cells(page, lab, write_notebook(lab.folder, "slow.ipynb", *cells))
    page.wait_for_timeout(4000)  # all is there, and Leaflet has measured its map: it has no width
    page.evaluate("document.documentElement.classList.add('shown')")

    # the choice was made before the table listened
    asked = page.locator(".ninevears-table h2")
    expect(asked).to_contain_text(asked_after("first Bourbon"), timeout=30_000)
    expect(page.locator(".leaflet-container svg path").first).to_be_visible(timeout=30_000)
    assert traffic.errors == []


WIDGET = """
import anywidget

class Late(anywidget.AnyWidget):
    _esm = '''export default {
        initialize: () => new Promise((done) => setTimeout(done, 3000)),
        render({ model, el }) {
            el.className = "late";
            model.on("msg:custom", (told) => { el.textContent = told; });
        },
    }'''

late = Late()
late
"""


def test_a_widget_that_came_up_late_still_hears_its_kernel(page: Page, lab: Lab, traffic: Traffic) -> None:
    told = "import time\ntime.sleep(5)\nlate.send('heard')"
    run_all_cells(page, lab, write_notebook(lab.folder, "late.ipynb", WIDGET, told))
    expect(page.locator(".late")).to_have_text("heard", timeout=30_000)
    assert traffic.errors == []
