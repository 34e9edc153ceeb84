"""The notebooks with their kernel in the browser: what the builder and the page are told, what is left out.

The distribution of Pyodide that a whole site is made of is on no registry: NINEVEARS_PYODIDE_PACKAGES names
one. Without it the kit runs in Pyodide's core under node, with stand-ins for numpy, pandas and matplotlib.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import ipywidgets
import nbformat
import pytest
from click.testing import CliRunner

import ninevears_kernel
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.site import lite
from ninevears_kernel.site.play_page import fetch_runtime, runtime_in

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
HEAVY = ("pandas", "matplotlib")


# ---- what it is told


def test_the_page_loads_the_kit_before_the_first_cell_and_knows_no_index():
    config = lite.page_config({"ssl": {}, "numpy": {}})["jupyter-config-data"]
    kernel = config["litePluginSettings"][lite.KERNEL]
    assert kernel == {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": ["ninevears-kernel", "ssl"]},
    }


def test_progress_is_kept_as_text():
    (kind,) = lite.page_config([])["jupyter-config-data"]["fileTypes"].values()
    assert kind["extensions"] == [".jsonl"]
    assert kind["fileFormat"] == "text"
    assert kind["mimeTypes"] == ["text/plain"]


# ---- what is left, and what it would ask for


def a_site(folder: Path, **settings: object) -> Path:
    """A site as the builder leaves it: two packages that are loaded, and one that is not."""
    packages = {
        "ninevears-kernel": {"file_name": "kit.whl", "depends": ["pandas"]},
        "pandas": {"file_name": "pandas.whl", "depends": []},
        "scipy": {"file_name": "scipy.whl", "depends": []},
    }
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": ["ninevears-kernel"]},
        **settings,
    }
    config = {"jupyter-config-data": {"litePluginSettings": {lite.KERNEL: kernel}}}
    pyodide = folder / "static" / "pyodide"
    pyodide.mkdir(parents=True)
    (folder / "jupyter-lite.json").write_text(json.dumps(config))
    (pyodide / "pyodide-lock.json").write_text(json.dumps({"info": {}, "packages": packages}))
    for name in ("pyodide.mjs", "console.html", "kit.whl", "pandas.whl", "scipy.whl"):
        (pyodide / name).touch()
    return folder


def test_packages_that_no_notebook_loads_are_taken_away(tmp_path):
    site = a_site(tmp_path)
    pyodide = site / "static" / "pyodide"
    lite.slim(pyodide)
    left = {path.name for path in pyodide.iterdir()}
    assert left == {"pyodide.mjs", "pyodide-lock.json", "kit.whl", "pandas.whl"}
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    assert lock["packages"].keys() == {"ninevears-kernel", "pandas"}
    assert lite.asked_outside(site) == []


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({"disablePyPIFallback": False}, ["https://pypi.org"]),
        ({"pyodideUrl": "https://example.org/pyodide.mjs"}, ["https://example.org/pyodide.mjs"]),
        ({"loadPyodideOptions": {"packages": ["numpy"]}}, ["numpy"]),
    ],
)
def test_a_site_that_would_ask_for_something_outside_is_found(tmp_path, settings, asked):
    assert lite.asked_outside(a_site(tmp_path, **settings)) == asked


def test_a_package_that_is_not_there_is_found(tmp_path):
    site = a_site(tmp_path)
    (site / "static" / "pyodide" / "pandas.whl").unlink()
    assert lite.asked_outside(site) == ["pandas.whl"]


# ---- the distribution


@pytest.fixture
def distribution(tmp_path):
    folder = tmp_path / "pyodide"
    folder.mkdir()
    (folder / "pyodide.mjs").touch()
    (folder / "pyodide-lock.json").write_text('{"packages": {"ssl": {}}}')
    return folder


def test_a_distribution_is_read_as_a_folder_and_as_the_archive_that_is_published(distribution, tmp_path):
    archive = tmp_path / "pyodide-314.0.6.tar.bz2"
    with tarfile.open(archive, "w:bz2") as made:
        made.add(distribution, "pyodide")
    for number, given in enumerate((distribution, archive)):
        folder = tmp_path / str(number) / "static" / "pyodide"
        assert lite._unpacked(given, folder) == {"ssl": {}}
        assert {path.name for path in folder.iterdir()} == {"pyodide.mjs", "pyodide-lock.json"}


def test_what_is_no_distribution_is_told(tmp_path):
    (tmp_path / "letter.tar.bz2").write_text("dear teacher")
    (tmp_path / "empty").mkdir()
    for name in ("letter.tar.bz2", "empty", "nowhere"):
        with pytest.raises(BadInput, match="official distribution"):
            lite._unpacked(tmp_path / name, tmp_path / f"{name}-out")


def test_without_its_extra_the_command_says_what_to_install(distribution, tmp_path, monkeypatch):
    monkeypatch.setattr(lite, "find_spec", lambda _: None)
    (tmp_path / "kit.whl").touch()
    asked = [
        "lite",
        str(tmp_path / "site"),
        "--pyodide",
        str(distribution),
        "--wheel",
        str(tmp_path / "kit.whl"),
    ]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code != 0
    assert "ninevears_kernel[lite]" in str(done.exception or done.output)
    assert not (tmp_path / "site").exists()


@pytest.mark.skipif(
    "NINEVEARS_PYODIDE_PACKAGES" not in os.environ or not all(map(find_spec, lite.NEEDED)),
    reason="NINEVEARS_PYODIDE_PACKAGES names no distribution of Pyodide, or JupyterLite is not here",
)
def test_a_whole_site_is_built_of_a_distribution_that_is_given(tmp_path):
    kit = Path(ninevears_kernel.__file__).parents[1]
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(kit)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    given = Path(os.environ["NINEVEARS_PYODIDE_PACKAGES"])
    written = {path.name for path in lite.write_lite(tmp_path / "site", given, wheel, FOLDER)}
    assert {"jupyter-lite.json", wheel.name, "00_philippsburg.ipynb"} <= written


# ---- what lessons import


def imports_of(path: Path) -> str:
    """The imports of a notebook, but for pandas and matplotlib, which a cell with a table or a chart has."""
    found = []
    for source in cells_of(path):
        plain = "\n".join(line for line in source.splitlines() if not line.startswith("%"))
        if source.startswith("%%"):
            continue
        for node in ast.parse(plain).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = (
                    [node.module or ""]
                    if isinstance(node, ast.ImportFrom)
                    else [one.name for one in node.names]
                )
                if not {name.split(".")[0] for name in names} & set(HEAVY):
                    found.append(ast.unparse(node))
    return "\n".join(found)


def cells_of(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_no_import_of_a_notebook_loads_pandas_or_matplotlib():
    imports = "\n".join(imports_of(path) for path in NOTEBOOKS)
    assert imports.count("ninevears_kernel") > 60
    code = f"import sys\n{imports}\nprint(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", HEAVY)
def test_a_notebook_imports_it_in_the_cell_that_first_uses_it(name):
    for path in NOTEBOOKS:
        for source in cells_of(path):
            if f"import {name}" in source:
                alias = source.split(f"import {name}", 1)[1].split(" as ")[1].split()[0]
                assert source.count(f"{alias}.") > 0, path.name


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """A folder with Pyodide's core and msgspec for it, as the page to play has them."""
    folder = tmp_path_factory.mktemp("pyodide")
    named = os.environ.get("NINEVEARS_PYODIDE")
    runtime = None
    if shutil.which("node"):
        runtime = runtime_in(Path(named)) if named else fetch_runtime(tmp_path_factory.mktemp("fetched"))
    if runtime is None:
        pytest.skip("no node, or neither npm nor NINEVEARS_PYODIDE gives Pyodide")
    for name, content in runtime.files.items():
        (folder / name).write_bytes(content)
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": runtime.info, "packages": {}}))
    (folder / "msgspec-0-cp314-cp314-pyemscripten_2026_0_wasm32.whl").write_bytes(runtime.wheel)
    return folder


def in_pyodide(folder: Path, cells: dict[str, list[str]], tmp_path: Path) -> dict[str, list[str | None]]:
    """What cells come to in Pyodide under node."""
    asked = tmp_path / "cells.json"
    asked.write_text(json.dumps(cells))
    kit = Path(ninevears_kernel.__file__).parents[1]
    library = Path(ipywidgets.__file__).parents[1]
    command = ["node", str(Path(__file__).with_name("notebooks_in_pyodide.mjs"))]
    done = subprocess.run(
        [*command, folder, kit, library, asked], capture_output=True, text=True, timeout=300, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_in_pyodide_every_notebook_imports_what_it_needs_and_lesson_0_is_there(pyodide, tmp_path):
    lesson = FOLDER / "lessons" / "00_philippsburg.ipynb"
    cells = {path.name: ["%load_ext ninevears_kernel", imports_of(path)] for path in NOTEBOOKS}
    cells["lesson 0"] = cells_of(lesson)
    cells["tasks"] = [
        "from ninevears_kernel.widgets import Practice",
        "practice = Practice('force-limit', file='mine.jsonl')",
        "practice.control.value = '3'; assert practice.mark() is not None",
        "assert len(open('mine.jsonl').readlines()) == 2",
    ]
    found = in_pyodide(pyodide, cells, tmp_path)
    for name in cells:
        assert set(found[name]) == {None}, (name, found[name])
        assert found[f"{name} loaded"] == []
