"""The bar over a page tells how far one has read: nothing on arrival, all of it at the end."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from lab_server import running_page
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PARTS = 5


@pytest.fixture(scope="module")
def opened(shared_page: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("bar")
    long = "\n\n".join(["A paragraph."] * 40)
    parts = [f"## Part {number}\n\n{long}" for number in range(1, PARTS + 1)]
    cells = [nbformat.v4.new_markdown_cell(text) for text in (f"# A lesson\n\n{long}", *parts)]
    cells.append(nbformat.v4.new_code_cell("import ipywidgets\nipywidgets.Button(description='late')"))
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "bar.ipynb")
    with running_page(folder / "bar.ipynb", folder / "voila") as url:
        shared_page.goto(url)
        expect(shared_page.get_by_role("button", name="late")).to_be_visible(timeout=60_000)
        yield shared_page


def test_nothing_is_read_on_arrival_and_all_of_it_at_the_end(opened: Page):
    read = opened.locator(".ninevears-parts a.read")
    expect(opened.locator(".ninevears-parts a")).to_have_count(PARTS)
    expect(read).to_have_count(0)
    opened.evaluate("document.getElementById('rendered_cells').scrollTo(0, 1e6)")
    expect(read).to_have_count(PARTS)
    opened.evaluate("document.getElementById('rendered_cells').scrollTo(0, 0)")
    expect(read).to_have_count(0)
