"""What is installed is the whole kit: the wheel, the lock, the README's two commands, the notebooks."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from every_row import every_row
from packaging.markers import default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
NOTEBOOKS = sorted(path for path in ROOT.glob("notebooks/**/*.ipynb") if "/." not in path.as_posix())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from this tree, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-index", "--no-build-isolation", "-w", folder, ROOT], check=True)
    [built] = folder.glob("ninevears_kernel-*.whl")
    return set(zipfile.ZipFile(built).namelist())


def test_the_wheel_holds_the_map(wheel: set[str]):
    layers = {f"{name}.geojson" for name in ("spaces", "lands", "seas", "rivers", "borders")}
    for name in layers | {"spaces.csv", "links.csv", "SOURCE.md"}:
        assert f"ninevears_kernel/geodata/{name}" in wheel


def test_the_wheel_leaves_behind_what_the_map_is_made_from(wheel: set[str]):
    inside = {name.removeprefix("ninevears_kernel/geodata/") for name in wheel if "/geodata/" in name}
    assert not {name for name in inside if name.startswith("source/")}
    assert not inside & {"towns.csv", "build.py"}


def test_the_wheel_holds_the_four_registers(wheel: set[str]):
    registers = {"nine_years", "here_i_stand", "virgin_queen", "musket_pike"}
    assert {f"ninevears_kernel/registers/{name}.toml" for name in registers} <= wheel


def test_the_wheel_holds_every_notebook(wheel: set[str]):
    assert NOTEBOOKS
    assert {f"ninevears_kernel/{path.relative_to(ROOT).as_posix()}" for path in NOTEBOOKS} <= wheel
    assert "ninevears_kernel/notebooks/index.ipynb" in wheel


def test_the_wheel_holds_every_table_and_module(wheel: set[str]):
    kinds = {".py", ".toml", ".csv", ".po", ".js", ".css"}
    package = [path for path in (ROOT / "ninevears_kernel").rglob("*") if path.suffix in kinds]
    assert {path.relative_to(ROOT).as_posix() for path in package} <= wheel


def test_the_wheel_says_that_it_is_typed(wheel: set[str]):
    assert "ninevears_kernel/py.typed" in wheel  # PEP 561
    assert "Typing :: Typed" in PROJECT["classifiers"]


def test_the_wheel_holds_the_type_with_its_licences_for_the_kit_and_for_jupyterlab(wheel: set[str]):
    fonts = ROOT / "ninevears_kernel/fonts"
    files = {path for path in fonts.rglob("*") if path.is_file()}
    assert {path.suffix for path in files} >= {".woff2", ".ttf", ".txt", ".css"}
    assert {path.relative_to(ROOT).as_posix() for path in files} <= wheel
    extension = "data/share/jupyter/labextensions/ninevears-type/"
    shared = {name.partition(extension)[2] for name in wheel if extension in name}
    assert shared == {
        path.relative_to(fonts / "web").as_posix() for path in files if fonts / "web" in path.parents
    }


def test_the_wheel_can_speak_every_language_that_has_a_catalogue(wheel: set[str]):
    catalogues = list((ROOT / "ninevears_kernel/locale").glob("*/LC_MESSAGES/*.po"))
    assert catalogues
    assert {path.relative_to(ROOT).with_suffix(".mo").as_posix() for path in catalogues} <= wheel


def test_the_wheel_holds_nothing_besides(wheel: set[str]):
    assert {name.split("/")[0].split("-")[0] for name in wheel} == {"ninevears_kernel"}
    assert not {name for name in wheel if "__pycache__" in name or "checkpoint" in name}


def test_the_command_is_there():
    [command] = entry_points(group="console_scripts", name="ninevears")
    assert callable(command.load())


def test_the_readme_begins_with_two_commands_and_no_more():
    commands = re.findall(r"^\s*\$?\s*(make \w+)\s*(?:#.*)?$", (ROOT / "README.md").read_text(), re.M)
    assert commands == ["make lab", "make test"]


def locked() -> dict[str, list[Requirement]]:
    """The lock's pins by name; a name may have several, each with the Pythons that it is for."""
    pins: dict[str, list[Requirement]] = {}
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        if line and not line.startswith((" ", "#")):
            pin = Requirement(line)
            pins.setdefault(pin.name, []).append(pin)
    return pins


def direct_requirements() -> list[str]:
    extras = PROJECT["optional-dependencies"].values()
    everything = [*PROJECT["dependencies"], *(item for extra in extras for item in extra)]
    return sorted({item for item in everything if Requirement(item).name != PROJECT["name"]})


@every_row("wanted", direct_requirements())
def test_the_lock_satisfies_the_project(wanted: str):
    requirement = Requirement(wanted)
    pins = locked().get(requirement.name, [])
    assert pins, f"{requirement.name} is not in requirements.lock: run `make lock`"
    for pin in pins:
        [exact] = pin.specifier
        assert exact.operator == "=="
        assert exact.version in requirement.specifier, f"{pin} is outside {wanted}: run `make lock`"


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_pins_each_name_once_for_a_python(python: str):
    here = default_environment() | {"python_version": python, "python_full_version": f"{python}.0"}
    for name, pins in locked().items():
        assert sum(pin.marker is None or pin.marker.evaluate(here) for pin in pins) <= 1, name


def test_the_lock_tells_how_it_is_made_and_names_no_place():
    text = (ROOT / "requirements.lock").read_text()
    assert "make lock" in text.split("\n\n")[0][:200]
    assert not re.search(r"https?://|file:|--(extra-)?index-url|--find-links| @ ", text)


@every_row("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_notebooks_are_stored_without_outputs(path: Path):
    notebook = json.loads(path.read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not [cell for cell in cells if cell["outputs"] or cell["execution_count"] is not None]
    assert "widgets" not in notebook["metadata"]
