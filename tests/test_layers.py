"""How the house is built: what imports what, and what a bare engine does not load."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import networkx
import pytest
from every_row import every_row
from parsed import PACKAGE, nodes

import ninevears_kernel
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.umpire.cases.case import FORMAT, SYSTEMS, questions

ROOT = Path(__file__).parents[1]
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = ("ipywidgets", "ipyleaflet", "pandas", "networkx", "matplotlib", "IPython", "jupyterlab", "numpy")
ENGINE = ("core", "nine_years", "here_i_stand", "virgin_queen", "musket_pike")
MOST_LINES = 500

GAMES = {"nine_years", "here_i_stand", "virgin_queen", "musket_pike"}
FILES = {"input_bounds", "input_files", "output_files", "typefaces"}
TOP = {"__init__", "__main__", "cli", "class_page", "old_names", "page_server"}
MAY_IMPORT = {
    "core": set(),
    "input_bounds": {"core"},
    "input_files": {"core", "input_bounds"},
    "output_files": {"core"},
    "typefaces": set(),
    **{game: {"core", *FILES} for game in GAMES},
    "umpire": {"core", *FILES, *GAMES},
    "teaching": {"core", *FILES, "umpire", "play", *GAMES},
    "chronicle": {"core", *FILES, "umpire", "play", *GAMES},
    "play": {"core", *FILES, "umpire", *GAMES},
    "site": {"core", *FILES, "umpire", "teaching", "chronicle", "play", *GAMES},
    "table": {"core", *FILES, "umpire", "chronicle", "play", "page_server", *GAMES},
    "widgets": {"core", *FILES, "umpire", "teaching", "chronicle", "play", *GAMES},
}
"""Arrows run one way: each part of the package, and the parts that it may import besides itself."""

ROOMS = {
    "nine_years": {
        "components": set(),
        "engine": {"components"},
        "rules": {"components", "engine"},
        "games": {"components", "engine", "rules"},
        "queries": {"components", "engine", "rules", "games"},
        "atlas": {"components", "engine", "rules", "games", "queries"},
    },
    "umpire": {
        "cases": set(),
        "search": {"cases"},
        "docket": {"cases", "reports", "search"},
        "reports": {"cases", "search"},
        "mail": {"cases"},
        "email": {"cases", "mail"},
        "luck": {"cases"},
        "setting_right": {"cases"},
    },
    "widgets": {
        "parts": set(),
        "map": {"parts"},
        "companions": {"parts"},
        **{room: {"parts", "map"} for room in ("history", "learn", "orders", "play", "umpire")},
        "reading": {"parts", "map", "learn", "play"},
    },
}
"""The same for the rooms of a part."""

CHAPTERS = {
    "events": set(),
    "reinforcement": {"events"},
    "winter": {"reinforcement"},
    "campaign": {"events"},
}
"""The same for the chapters of the rules that are folders; all use the modules beside these."""

FOLDERS = sorted(part for part in MAY_IMPORT if (PACKAGE / part).is_dir())
"""The parts that are folders."""

FACES = {"", *GAMES, "umpire", "teaching", "teaching.lesson_helpers", "chronicle", "play", "widgets"}
"""What notebooks and documents import from: the package itself and its parts."""


def part_of(path: Path) -> str:
    """The part of the package that a module belongs to: its folder, or its own name at the top."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports(path: Path):
    """The full names that a module imports, wherever in it."""
    package = ["ninevears_kernel", *path.relative_to(PACKAGE).parts[:-1]]
    for node in nodes(path):
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
    assert "ninevears_kernel.umpire.cases.cases" in names
    assert not loaded_by(*names) & set(HEAVY)


def test_the_command_line_starts_without_them():
    assert not loaded_by("ninevears_kernel.cli") & set(HEAVY)


def test_a_ruling_loads_the_questions_of_its_own_system_alone():
    """A case of *Nine Years* waits for no other game, nor for remedies where nothing is forbidden."""
    case = {"format": FORMAT, "system": "NY", "question": "rally", "given": {"rating": 5}}
    code = f"import sys; from ninevears_kernel import rule_case; rule_case({case}); print(*sys.modules)"
    paths = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    loaded = subprocess.check_output([sys.executable, "-c", paths + code], text=True).split()
    games = {name.split(".")[1] for name in loaded if name.startswith("ninevears_kernel.")} & GAMES
    assert games == {"nine_years"}
    assert "ninevears_kernel.umpire.cases.remedies" not in loaded


def test_each_question_stands_under_its_system():
    assert {one.system for one in questions().values()} == set(SYSTEMS)
    assert all((one.system, one.name) == key for key, one in questions().items())


@every_row("path", [path for path in MODULES if part_of(path) == "core"], ids=named)
def test_core_imports_the_standard_library_alone(path):
    allowed = sys.stdlib_module_names | {"ninevears_kernel"}
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@every_row("path", MODULES, ids=named)
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


@every_row("path", [path for path in MODULES if part_of(path) != "widgets"], ids=named)
def test_only_widgets_import_widget_libraries(path):
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & {"ipywidgets", "ipyleaflet", "traitlets"}


@every_row("path", MODULES, ids=named)
def test_no_module_is_too_long(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


# ---- rooms


def room_of(name: str) -> tuple[str, str] | None:
    """The part and the room of a module by its full name, where the part has rooms."""
    _, *inside = name.split(".")
    return (inside[0], inside[1]) if len(inside) > 1 and inside[1] in ROOMS.get(inside[0], ()) else None


def test_arrows_between_rooms_run_one_way():
    wrong = [
        f"{name} imports {target}"
        for name, targets in all_imports().items()
        for target in targets
        if (mine := room_of(name)) and (its := room_of(target)) and mine[0] == its[0] and mine != its
        if its[1] not in ROOMS[mine[0]][mine[1]]
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_of_a_part_with_rooms_is_in_one():
    stray = [
        named(path)
        for path in MODULES
        if part_of(path) in ROOMS and path.name != "__init__.py" and room_of(full_name(path)) is None
    ]
    assert not stray, stray


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_arrows_between_the_chapters_of_the_rules(chapter):
    folder = PACKAGE / "nine_years" / "rules"
    assert CHAPTERS.keys() == {path.parent.name for path in folder.glob("*/__init__.py")}
    used = {
        name.removeprefix("ninevears_kernel.nine_years.rules.").split(".")[0]
        for path in (folder / chapter).glob("*.py")
        for name in imports(path)
        if name.startswith("ninevears_kernel.nine_years.rules.")
    }
    assert used & CHAPTERS.keys() <= CHAPTERS[chapter] | {chapter}


def said_of(folder: str) -> str:
    """The docstring of a part or a room, in one line."""
    text = (PACKAGE / folder / "__init__.py").read_text(encoding="utf-8")
    return " ".join((ast.get_docstring(ast.parse(text)) or "").split())


def test_each_part_and_room_says_what_it_may_use_and_where_to_begin():
    rooms = [f"{part}/{room}" for part, rooms in ROOMS.items() for room in rooms]
    folders = ["", *FOLDERS, *rooms, *(f"nine_years/rules/{chapter}" for chapter in CHAPTERS)]
    silent = [
        folder
        for folder in folders
        if "Begin with" not in said_of(folder) or not re.search("May use|that imports", said_of(folder))
    ]
    assert not silent, silent


@pytest.mark.parametrize("part", ["umpire", "widgets"])
def test_a_room_says_which_rooms_beside_it_it_may_use(part):
    said = {}
    for room in ROOMS[part]:
        may_use = said_of(f"{part}/{room}").split("May use ")[1].split(". ")[0]
        said[room] = {name for name in re.findall(r"`(\w+)`", may_use) if name in ROOMS[part]}
    assert said == ROOMS[part]


# ---- circles


def full_name(path: Path) -> str:
    parts = ("ninevears_kernel", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def is_face(path: Path) -> bool:
    """Whether a module is a package's face, whose imports happen when a name is asked for."""
    return path.name == "__init__.py" and ("= face(" in path.read_text(encoding="utf-8"))


NAMES = {full_name(path): path for path in MODULES if not is_face(path)}


def imported(path: Path) -> set[str]:
    """The modules that a module imports; of a package those that are named, not the package around them."""
    names = list(imports(path))
    return {
        name
        for name in names
        if name in NAMES
        and name != full_name(path)
        and not any(other.startswith(f"{name}.") and other in NAMES for other in names)
    }


@cache
def all_imports() -> dict[str, set[str]]:
    """For each module those that it imports, wherever in it: late imports and those for types count too."""
    return {name: imported(path) for name, path in NAMES.items()}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module."""
    graph = networkx.DiGraph((name, target) for name, targets in graph.items() for target in targets)
    return [sorted(part) for part in networkx.strongly_connected_components(graph) if len(part) > 1]


def test_no_circle_of_imports():
    assert circles({"a": {"b"}, "b": {"a"}}) == [["a", "b"]]
    assert not circles(all_imports())


# ---- faces


@pytest.mark.parametrize("part", [face for face in sorted(FACES) if face != "teaching.lesson_helpers"])
def test_a_face_gives_what_it_offers(part):
    face = import_module(".".join(filter(None, ["ninevears_kernel", part])))
    missing = [name for name in face.__all__ if not hasattr(face, name)]
    assert face.__all__
    assert not missing
    assert set(face.__all__) <= set(dir(face))


def test_no_name_of_a_face_is_that_of_a_module_in_its_way():
    """A module that is imported would take the place of the name."""
    taken = [
        f"{part}.{name}"
        for part in FACES - {"teaching.lesson_helpers"}
        for name in import_module(".".join(filter(None, ["ninevears_kernel", part]))).__all__
        for path in [PACKAGE / part.replace(".", "/") / name]
        if path.with_suffix(".py").exists() or (path / "__init__.py").exists()
    ]
    assert taken == ["chronicle.validate"]  # imported with the face, so that no module comes later


def test_a_face_costs_nothing():
    assert not loaded_by("ninevears_kernel") & set(HEAVY)
    count = "sum(name.startswith('ninevears_kernel') for name in sys.modules)"
    code = f"import sys, ninevears_kernel; print({count})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) <= 3


def test_a_lesson_waits_for_no_table_chart_or_database():
    code = "from ninevears_kernel.widgets import Check, Recall, WarMap, WarTable, exercise, try_it"
    code = f"import sys; {code}; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert "ipyleaflet" in loaded
    assert not {"pandas", "matplotlib", "networkx", "sqlalchemy", "shapely"} & set(loaded)


def test_an_unknown_name_is_told_with_a_near_one():
    with pytest.raises(AttributeError, match="did you mean 'Game'"):
        ninevears_kernel.Gane  # noqa: B018
    with pytest.raises(UnknownName, match=r"did you mean NY 17\.4"):
        ninevears_kernel.clause("NY 17.4x")


def test_notebooks_and_documents_import_from_faces_alone():
    texts = {path: "\n".join(code_of(path)) for path in sorted((ROOT / "notebooks").rglob("*.ipynb"))}
    texts |= {
        path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    }
    deep = [
        f"{path.name}: {module}"
        for path, text in texts.items()
        for module in re.findall(r"(?:from|import) ninevears_kernel\.?([\w.]*)", text)
        if module not in FACES
    ]
    assert len(texts) > 30
    assert not deep, deep


def code_of(notebook: Path):
    """The cells of code of a notebook."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])
