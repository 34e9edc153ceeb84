"""The ground under the other browser tests: JupyterLab opens, runs a cell, and stays at home."""

import pytest
from lab_server import Lab, Traffic
from nbformat.v4 import new_code_cell, new_notebook, writes
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def write(lab: Lab, name: str, *cells: str) -> str:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=kernel)
    (lab.folder / name).write_text(writes(notebook))
    return name


def test_a_cell_runs_and_its_output_stands_on_the_page(
    lab_page: Page, lab: Lab, traffic: Traffic, run_all_cells
):
    run_all_cells(write(lab, "tiny.ipynb", "print(1+1)"))
    expect(lab_page.locator(".jp-OutputArea-output")).to_have_text("2\n")
    assert traffic.errors == []


def test_a_failing_cell_is_told(lab: Lab, run_all_cells):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_all_cells(write(lab, "broken.ipynb", "1/0"))


def test_the_trap_catches_a_request_to_another_host(
    lab_page: Page, lab: Lab, traffic: Traffic, run_all_cells
):
    call = "from IPython.display import HTML\nHTML('<img src=\"https://tiles.example/0/0/0.png\">')"
    run_all_cells(write(lab, "curious.ipynb", call))
    lab_page.wait_for_selector(".jp-OutputArea-output img", state="attached")
    lab_page.wait_for_timeout(200)
    assert set(traffic.outside) == {"https://tiles.example/0/0/0.png"}
    traffic.outside.clear()  # it was meant, so the fixture need not complain
