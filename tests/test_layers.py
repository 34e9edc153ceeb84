"""How the house is built: what imports what, and what a bare engine does not load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ninevears_kernel

PACKAGE = Path(ninevears_kernel.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = ("ipywidgets", "ipyleaflet", "pandas", "networkx", "matplotlib", "IPython", "jupyterlab", "numpy")
ENGINE = ("core", "nine_years", "here_i_stand", "virgin_queen", "musket_pike")
MOST_LINES = 500

GAMES = {"nine_years", "here_i_stand", "virgin_queen", "musket_pike"}
FILES = {"input_bounds", "input_files", "output_files"}
TOP = {"__init__", "__main__", "cli"}
MAY_IMPORT = {
    "core": set(),
    "input_bounds": {"core"},
    "input_files": {"core", "input_bounds"},
    "output_files": {"core"},
    **{game: {"core", *FILES} for game in GAMES},
    "umpire": {"core", *FILES, *GAMES},
    "teaching": {"core", *FILES, "umpire", "play", *GAMES},
    "chronicle": {"core", *FILES, "umpire", "play", *GAMES},
    "play": {"core", *FILES, "umpire", *GAMES},
    "widgets": {"core", *FILES, "umpire", "teaching", "chronicle", "play", *GAMES},
}
"""Arrows run one way: each part of the package, and the parts that it may import besides itself."""


def part_of(path: Path) -> str:
    """The part of the package that a module belongs to: its folder, or its own name at the top."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports(path: Path):
    """The full names that a module imports, wherever in it."""
    package = ["ninevears_kernel", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def modules_of(*parts: str) -> list[str]:
    paths = (path for path in MODULES if part_of(path) in parts)
    return [
        ".".join(("ninevears_kernel", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in paths
    ]


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def loaded_by(*names: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after importing these."""
    code = f"import sys, {', '.join(names)}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    paths = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    done = subprocess.run([sys.executable, "-c", paths + code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_engine_loads_no_widgets_and_no_tables():
    names = [name.removesuffix(".__init__") for name in modules_of(*ENGINE, "umpire")]
    assert "ninevears_kernel.umpire.cases" in names
    assert not loaded_by(*names) & set(HEAVY)


def test_the_command_line_starts_without_them():
    assert not loaded_by("ninevears_kernel.cli") & set(HEAVY)


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) == "core"], ids=named)
def test_core_imports_the_standard_library_alone(path):
    allowed = sys.stdlib_module_names | {"ninevears_kernel"}
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_arrows_run_one_way(path):
    part = part_of(path)
    if part in TOP:
        return
    own = {
        name.split(".")[1]
        for name in imports(path)
        if name.startswith("ninevears_kernel.") and name.count(".")
    }
    targets = {name for name in own if name in MAY_IMPORT or name in TOP}
    assert targets <= MAY_IMPORT[part] | {part}


def test_every_part_of_the_package_has_its_place():
    assert {part_of(path) for path in MODULES} <= MAY_IMPORT.keys() | TOP


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) != "widgets"], ids=named)
def test_only_widgets_import_widget_libraries(path):
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & {"ipywidgets", "ipyleaflet", "traitlets"}


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_module_is_too_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
