"""What CONTRIBUTING.md and the pages beside it say about the house is so."""

import pkgutil
import re
import runpy
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from test_layers import FACES, GAMES, MAY_IMPORT, MODULES, ROOMS

from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.teaching.task import Kind
from ninevears_kernel.umpire.cases.coverage import coverage_data

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
CONTRIBUTING = PAGES[0].read_text(encoding="utf-8")
FOLDERS = (
    "ninevears_kernel",
    "tests",
    "docs",
    "geodata",
    "binder",
    "notebooks",
    "fonts",
    "benchmarks",
    "hub",
    ".github",
)
MADE = (".venv", ".proof/", "source/NAME/", "notebook.ipynb")
"""How the paths begin that are made with the kit."""
ENDINGS = {"py", "md", "toml", "csv", "po", "json", "txt", "html", "ipynb", "css", "js", "yml", "lock"}


@cache
def tree() -> str:
    """Every path of the project, a line each, folders with a stroke at the end."""
    paths = [path for name in FOLDERS for path in [ROOT / name, *(ROOT / name).rglob("*")]]
    paths += [path for path in ROOT.iterdir() if path.is_file()]
    return "\n".join(f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}" for path in paths)


def code_in(page: Path) -> list[str]:
    """What stands in backticks on a page, outside of examples, word by word."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [
        word.rstrip(",:")
        for span in re.findall(r"`([^`]+)`", text)
        for part in span.split()
        for word in [part.partition("T=")[2] or part]
    ]


def is_path(word: str) -> bool:
    plain = re.fullmatch(r"[\w./<>*-]+", word) is not None
    folder = word != "/" and ("/" in word.strip("/") or word.endswith("/"))
    return plain and (folder or ("." in word and word.rpartition(".")[2] in ENDINGS))


def is_in_tree(word: str) -> bool:
    """Whether a path ends so; ``*`` and ``<name>`` stand for anything."""
    ending = re.escape(word).replace(r"\*", r"[^/\n]*")
    ending = re.sub(r"<\w+>", r"[^/\n]+", ending)
    return re.search(rf"/{ending}/?$", tree(), re.MULTILINE) is not None


def test_every_path_that_a_page_names_is_there():
    named = {(page.name, word) for page in PAGES for word in code_in(page) if is_path(word)}
    assert len(named) > 100
    assert not is_in_tree("nine_years/march.py")
    assert [one for one in sorted(named) if not one[1].startswith(MADE) and not is_in_tree(one[1])] == []


def test_every_module_that_a_page_names_is_there():
    parts = dict.fromkeys(MAY_IMPORT, "ninevears_kernel.") | {"ninevears_kernel": ""}
    parts |= dict.fromkeys(ROOMS["nine_years"], "ninevears_kernel.nine_years.")
    dotted = {
        parts[found[1]] + found[0]
        for page in PAGES
        for word in code_in(page)
        if (found := re.match(r"(\w+)(?:\.\w+)+", word)) and found[1] in parts and not is_path(word)
    }
    assert "ninevears_kernel.chronicle.validate" in dotted
    for name in dotted:
        pkgutil.resolve_name(name)


def test_every_class_that_contributing_names_is_there():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    named = {found[0] for word in code_in(PAGES[0]) if (found := re.match(r"[A-Z]+[a-z]\w+\b", word))}
    there = set(re.findall(r"^ *class (\w+)|^([A-Z]\w+)(?:: \w+)? =", sources, re.MULTILINE))
    missing = named - {name for pair in there for name in pair} - {"Enter", "Meta", "Raises", *SIDES}
    assert len(named) > 15
    assert missing == set()


def test_every_command_of_make_that_a_page_names_is_there():
    goals = set(re.findall(r"^(\w+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {goal for page in PAGES for goal in re.findall(r"`make (\w+)", page.read_text(encoding="utf-8"))}
    assert "check" in named
    assert named <= goals


def test_every_module_of_the_rules_has_its_tests_where_the_page_says():
    """In the file of its name, or in those of its row, which show a clause that it carries out."""
    section = CONTRIBUTING.split("### Where a module has its tests")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \| (`.+?) \|$", section, re.MULTILINE)
    elsewhere = {
        module: re.findall(r"`tests/([^`]+)`", files)
        for modules, files in rows
        for module in re.findall(r"`([^`]+\.py)`", modules)
    }
    folder = ROOT / "ninevears_kernel" / "nine_years" / "rules"
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py") if path.stem != "__init__"}
    named = {path for path in there if (ROOT / "tests" / f"test_{Path(path).stem}.py").is_file()}
    assert elsewhere.keys() == there - named
    clauses = coverage_data("NY", ROOT / "tests")["clauses"]
    for path, files in elsewhere.items():
        module = f"ninevears_kernel.nine_years.rules.{path.removesuffix('.py').replace('/', '.')}."
        its_own = [one for one in clauses if any(code.startswith(module) for code in one["code"])]
        assert not its_own or any(set(files) & set(one["tests"]) for one in its_own), path


def test_the_fields_of_an_exercise_are_told_in_their_order():
    section = CONTRIBUTING.split("## Add a kind of exercise")[1].split("\n## ")[0]
    told = [name for row in re.findall(r"^\| (`.+?) \|", section, re.MULTILINE) for name in row.split(", ")]
    assert [name.strip("`") for name in told] == [field.name for field in fields(Kind)]


def test_the_picture_of_the_house_has_every_arrow_downwards():
    [picture] = re.findall(r"```text\n(.*?)```", CONTRIBUTING, re.DOTALL)
    line_of, rooms, here = {}, {part: {} for part in ROOMS}, []
    for number, line in enumerate(picture.splitlines()):
        here = re.findall(r"(?:^|(?<=   ))(\w+)/", line) or here
        if not line.startswith(("│", "▼")):
            line_of |= dict.fromkeys(here, number)
        for part in ROOMS.keys() & set(here):
            rooms[part] |= {word: number for word in re.findall(r"\w+", line) if word in ROOMS[part]}
    assert line_of.keys() == {part for part in MAY_IMPORT if part in FACES | {"core"}}
    assert upwards(line_of, {part: MAY_IMPORT[part] & line_of.keys() for part in line_of}) == []
    for part, arrows in ROOMS.items():
        assert rooms[part].keys() == arrows.keys()
        assert upwards(rooms[part], arrows) == []


def upwards(line_of: dict[str, int], arrows: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that do not lead to a line further down."""
    return [(one, other) for one in arrows for other in arrows[one] if line_of[one] >= line_of[other]]


def test_the_list_of_names_is_as_the_docstrings_have_it():
    made = runpy.run_path(str(ROOT / "docs" / "make_api.py"))
    assert set(made["PARTS"]) == FACES - {"teaching.lesson_helpers"}
    assert made["page"]() == (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), "make api"


@pytest.mark.parametrize("part", ["", *sorted(GAMES), "umpire", "play", "teaching", "chronicle", "widgets"])
def test_every_name_of_a_face_is_described(part):
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    name = f"ninevears_kernel.{part}".rstrip(".")
    section = page.split(f"## `{name}`\n")[1].split("\n## ")[0]
    assert section.count("[`") == len(import_module(name).__all__)
    assert "|  |" not in section
