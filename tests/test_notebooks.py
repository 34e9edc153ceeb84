"""Every notebook is stored clean, opens with what it is for, and runs from top to bottom."""

import re
from pathlib import Path

import nbformat
import pytest
from every_row import every_row
from jupyter_client.manager import start_new_kernel

from ninevears_kernel.teaching.chapters import chapter_named, kinds_of
from ninevears_kernel.teaching.marking import kinds

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


each = every_row("path", NOTEBOOKS, ids=named)


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
            for target in re.findall(r"\]\(([^)#\s]+)(?: \"[^\"]*\")?\)", cell.source):
                assert "://" in target or (path.parent / target).exists(), target


@pytest.fixture(scope="module")
def kernel_in():
    """The kernel of a folder, begun when it is first asked for: it takes long to import what is needed."""
    kernels = {}

    def of(folder):
        if folder not in kernels:
            kernels[folder] = start_new_kernel(kernel_name="python3", cwd=str(folder), extra_arguments=UNKEPT)
        return kernels[folder][1]

    yield of
    for manager, client in kernels.values():
        client.stop_channels()
        manager.shutdown_kernel(now=True)


UNKEPT = ["--HistoryManager.hist_file=:memory:"]
EMPTY = """
from matplotlib.pyplot import close
from ipywidgets import Widget
close("all")
Widget.close_all()
get_ipython().extension_manager.loaded.clear()
%reset -f
"""
"""What leaves a kernel as it was, but for what is imported."""
PATIENCE = 120
"""Seconds for a cell. A client that waits in asyncio now and then sleeps through the answer to the end of its
patience (a wake-up of ZeroMQ is lost); this one blocks."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_it_runs(path, kernel_in):
    client = kernel_in(path.parent)
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    for number, source in enumerate([EMPTY, *cells]):
        done = client.execute_interactive(
            source, allow_stdin=False, timeout=PATIENCE, output_hook=lambda _: None
        )["content"]
        assert done["status"] == "ok", f"code cell {number}: " + "\n".join(done["traceback"])


LESSONS = sorted((FOLDER / "lessons").glob("*.ipynb"))


def practised(path) -> set[str]:
    """The kinds of tasks that a lesson practises; none where it offers all of them."""
    found: set[str] = set()
    for cell in nbformat.read(path, as_version=4).cells:
        for arguments in re.findall(r"Practice\(([^)]*)\)", cell.source) if cell.cell_type == "code" else ():
            asked = eval(f"dict({arguments})")  # nothing but the names of kinds and of a chapter
            names = asked.get("kinds", ())
            found |= {names} if isinstance(names, str) else set(names)
            if "chapter" in asked:
                found |= {kind.name for kind in kinds_of(chapter_named(asked["chapter"]))}
    return found


def describe_paragraphs(path) -> str:
    """The text of a lesson and of those before it."""
    read = [nbformat.read(one, as_version=4) for one in LESSONS if one.name <= path.name]
    return "\n".join(cell.source for notebook in read for cell in notebook.cells)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_practises_only_what_it_or_an_earlier_one_teaches(path):
    told = describe_paragraphs(path)
    for name in practised(path):
        for clause_id in kinds()[name].clauses:
            section = ".".join(clause_id.removeprefix("NY ").split(".")[:2])
            assert re.search(rf"(?<![\d.]){re.escape(section)}(?!\d)", told), (name, clause_id)


def test_every_kind_of_task_is_practised_in_some_lesson():
    assert set(kinds()) == set().union(*map(practised, LESSONS))
