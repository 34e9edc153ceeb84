"""Every notebook is stored clean, opens with what it is for, and runs from top to bottom."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(FOLDER).as_posix())


def test_there_is_an_index():
    assert FOLDER / "index.ipynb" in NOTEBOOKS


@each
def test_it_is_a_valid_notebook(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    assert notebook.nbformat == 4
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@each
def test_it_is_stored_without_outputs(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
        assert not cell.get("attachments")
    assert "widgets" not in nbformat.read(path, as_version=4).metadata


@each
def test_it_opens_with_a_heading_and_what_you_will_do(path):
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].cell_type == "markdown"
    assert re.match(r"# \S", cells[0].source)
    opening = " ".join(cell.source for cell in cells[:3] if cell.cell_type == "markdown")
    if path.name != "index.ipynb":
        assert re.search(r"you(?:['’]ll| will)\b", opening, re.IGNORECASE), "say what the reader will do"


@each
def test_its_links_lead_somewhere(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#\s]+)\)", cell.source):
                assert "://" in target or (path.parent / target).exists(), target


@each
def test_it_runs(path):
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    client.execute()
