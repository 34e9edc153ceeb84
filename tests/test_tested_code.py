"""What is tested is what was asked for, in every process: the tree at work, the wheel at the gate."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import tested_code
from nbclient import NotebookClient

import ninevears_kernel
from ninevears_kernel.cli import notebook_folder
from ninevears_kernel.core.messages import LOCALE

PACKAGE = Path(ninevears_kernel.__file__).resolve().parent
ROOT = tested_code.ROOT
WHERE = "import ninevears_kernel; print(ninevears_kernel.__file__)"


def test_this_process_has_the_right_code():
    assert not tested_code.fault()
    assert (PACKAGE == ROOT / "ninevears_kernel") == (tested_code.asked_for() == "tree")


@pytest.mark.parametrize(
    "folder", [ROOT, ROOT / "tests", ROOT / "notebooks"], ids=["root", "tests", "notebooks"]
)
def test_a_process_has_it_wherever_it_is_started(folder):
    said = subprocess.check_output([sys.executable, "-c", WHERE], cwd=folder, text=True)
    assert Path(said.strip()).resolve().parent == PACKAGE


def test_a_kernel_has_it():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(WHERE)])
    beside = {"metadata": {"path": ROOT / "notebooks"}}
    NotebookClient(notebook, kernel_name="python3", resources=beside).execute()
    assert Path(notebook.cells[0].outputs[0].text.strip()).resolve().parent == PACKAGE


@pytest.mark.parametrize(
    ("asked", "package", "told"),
    [
        ("tree", Path("/somewhere/else"), "make check"),
        ("wheel", ROOT / "ninevears_kernel", "make test"),
        ("neither", PACKAGE, "say tree or wheel"),
    ],
)
def test_other_code_is_refused(monkeypatch, asked, package, told):
    monkeypatch.setenv("NINEVEARS_TESTED", asked)
    assert told in tested_code.fault(package)


def test_an_old_wheel_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("NINEVEARS_TESTED", "wheel")
    (tmp_path / "__init__.py").write_text("")
    assert "build it again" in tested_code.fault(tmp_path)


def test_the_catalogues_are_as_new_as_their_sources():
    sources = list(LOCALE.glob("*/LC_MESSAGES/*.po"))
    assert sources
    for source in sources:
        assert source.with_suffix(".mo").stat().st_mtime >= source.stat().st_mtime - 2


def test_a_reader_gets_the_notebooks_of_either(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copied = notebook_folder(None)
    here = {path.relative_to(ROOT / "notebooks") for path in (ROOT / "notebooks").rglob("*.ipynb")}
    here = {path for path in here if not any(part.startswith(".") for part in path.parts)}
    assert {path.relative_to(copied) for path in copied.rglob("*.ipynb")} == here


def test_what_is_named_slow_is_there():
    for line in (ROOT / "tests" / "slow_tests.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, _, name = line.partition("::")
            text = (ROOT / "tests" / path).read_text(encoding="utf-8")
            assert not name or re.search(rf"^def {name}\(", text, re.M), line
