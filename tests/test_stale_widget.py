"""A notebook that is opened again without its kernel says how its maps and forms come back."""

import ipywidgets
import nbformat
import pytest
from nbclient import NotebookClient

from ninevears_kernel import widgets
from ninevears_kernel.widgets.parts.stale_widget import rerun_hint

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.mark.parametrize("made", ["WarMap(scenario_1688())", "ClauseBrowser()", "Practice(file=None)"])
def test_a_widget_is_shown_with_the_way_back_before_it(made):
    cell = (
        "from ninevears_kernel.nine_years.components.scenario import scenario_1688\n"
        f"from ninevears_kernel.widgets import ClauseBrowser, Practice, WarMap\n{made}"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    NotebookClient(notebook, timeout=120).execute()
    first, second = notebook.cells[0].outputs
    assert first["data"]["text/html"] == rerun_hint()
    assert VIEW in second["data"]
    assert len(rerun_hint()) < 1000


def test_each_class_is_a_widget_or_known_to_be_none():
    kinds = {name: kind for name in widgets.__all__ if isinstance(kind := getattr(widgets, name), type)}
    assert {name for name, kind in kinds.items() if not issubclass(kind, ipywidgets.Widget)} == widgets.HTML
    assert {name for name in widgets.__all__ if name[0].isupper()} == kinds.keys()
