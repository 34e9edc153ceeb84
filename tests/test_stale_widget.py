"""A notebook that is opened again without its kernel says how its maps and forms come back."""

import nbformat
import pytest
from every_row import every_row
from nbclient import NotebookClient

from ninevears_kernel.widgets.parts.stale_widget import rerun_hint

VIEW = "application/vnd.jupyter.widget-view+json"
WIDGETS = ("WarMap(scenario_1688())", "ClauseBrowser()", "Practice(file=None)")
OTHER = "WordTable(['a column'], [('a cell',)])"
"""A page shows it whether there is a kernel or not."""


@pytest.fixture(scope="module")
def shown() -> dict[str, list]:
    """What a notebook shows for each of them."""
    begin = (
        "from ninevears_kernel.nine_years.components.scenario import scenario_1688\n"
        "from ninevears_kernel.widgets import ClauseBrowser, Practice, WarMap, WordTable"
    )
    cells = [nbformat.v4.new_code_cell(one) for one in (begin, *WIDGETS, OTHER)]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=120).execute()
    return {cell.source: cell.outputs for cell in cells}


@every_row("made", WIDGETS)
def test_a_widget_is_shown_with_the_way_back_before_it(made, shown):
    first, second = shown[made]
    assert first["data"]["text/html"] == rerun_hint()
    assert VIEW in second["data"]
    assert len(rerun_hint()) < 1000


def test_what_needs_no_kernel_is_shown_as_it_is(shown):
    (one,) = shown[OTHER]
    assert one["output_type"] == "execute_result"
    assert rerun_hint() not in one["data"]["text/html"]
