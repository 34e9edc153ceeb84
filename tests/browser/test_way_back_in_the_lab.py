"""The way back to a widget whose kernel has ended is out of sight while the kernel lives; nothing else is."""

import pytest
from lab_server import Lab, open_notebook, run_all_cells
from map_page import write_notebook
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

CARDS = (
    "import ipywidgets as W\nfrom IPython.display import display\n"
    "from ninevears_kernel.widgets import ClauseBrowser\n"
    "def show(n=1):\n    display(ClauseBrowser())",
    "W.interact(show, n=(1, 3));",
    "out = W.Output()\nwith out:\n    show()\nout",
    "show()",
)


def output(page: Page, cell: int):
    return page.locator(".jp-Notebook .jp-CodeCell").nth(cell).locator(".jp-Cell-outputArea")


def test_a_card_inside_interact_or_an_output_is_seen(lab_page: Page, lab: Lab):
    page = lab_page
    run_all_cells(page, lab, write_notebook(lab.folder, "cards.ipynb", *CARDS))
    for cell in (1, 2, 3):
        output(page, cell).scroll_into_view_if_needed()
        expect(output(page, cell).locator(".ninevears-browser").first).to_be_visible()
        expect(output(page, cell).locator(".ninevears-way-back")).to_have_count(1)
        expect(output(page, cell).locator(".ninevears-way-back")).to_be_hidden()


def test_without_its_kernel_the_way_back_is_seen(lab_page: Page, lab: Lab):
    page = lab_page
    name = write_notebook(lab.folder, "gone.ipynb", *CARDS)
    run_all_cells(page, lab, name)
    expect(output(page, 3).locator(".ninevears-browser")).to_be_visible()
    page.evaluate("window.jupyterapp.shell.currentWidget.context.save()")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    open_notebook(page, lab, name)
    expect(output(page, 3).locator(".ninevears-way-back")).to_be_visible(timeout=30_000)
    expect(output(page, 3).locator(".ninevears-browser")).to_have_count(0)
