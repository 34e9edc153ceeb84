"""Where the notebooks speak of a clause: "(11.1.1)" under a heading of a lesson."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ...umpire.cases.case_book import FOLDERS
from ...umpire.cases.samples import PACKAGE

NUMBER = re.compile(r"(?<![\w.])(?:[A-Z]{2,4}|\d{1,2})(?:\.[A-Za-z0-9]+)+")
_HEADING = re.compile(r"^(#{1,4}) +(.+)$", re.MULTILINE)


class LessonPlace(NamedTuple):
    """A part of a notebook that speaks of clauses.

    Attributes:
        notebook: its file, seen from the folder of the notebooks.
        title: the notebook's.
        heading: the part's; the title again where there is none.
        numbers: the clauses' numbers, as they are written there.
    """

    notebook: str
    title: str
    heading: str
    numbers: frozenset[str]

    @property
    def says(self) -> str:
        """What it is called: the notebook's title, and the part's where it has one of its own.

        >>> LessonPlace("a.ipynb", "Lesson 1", "Lesson 1", frozenset()).says
        'Lesson 1'
        """
        return self.title if self.heading == self.title else f"{self.title}, {self.heading}"

    def speaks_of(self, number: str) -> bool:
        """Whether it speaks of a clause, or of the paragraph that it stands under."""
        return any(number == one or number.startswith(f"{one}.") for one in self.numbers)


def notebooks_folder() -> Path:
    """The folder of the notebooks: inside the installed package, or in a checkout.

    >>> (notebooks_folder() / "index.ipynb").exists()
    True
    """
    installed = PACKAGE / "notebooks"
    return installed if installed.exists() else PACKAGE.parent / "notebooks"


@cache
def lesson_places(system: str) -> tuple[LessonPlace, ...]:
    """The parts of the notebooks that name clauses of a system, in the order of the notebooks.

    >>> any(place.speaks_of("11.1.3.b") for place in lesson_places("NY"))
    True
    """
    folder = notebooks_folder()
    files = [path for path in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]
    return tuple(
        place
        for path in files
        if _system(path) == system
        for place in _places(path, path.relative_to(folder).as_posix())
    )


def _system(path: Path) -> str:
    """Whose rules a notebook is about: its name says so, or it is the main game's."""
    return next((system for system, name in FOLDERS.items() if name in path.stem), "NY")


def _places(path: Path, name: str) -> Iterator[LessonPlace]:
    try:
        cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError):  # the reader's own notebook, half saved, is nobody's lesson
        return
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    title, found = path.stem, dict[str, set[str]]()
    begin, heading = 0, ""
    for match in (*_HEADING.finditer(text), None):
        found.setdefault(heading, set()).update(
            NUMBER.findall(text[begin : match.start() if match else None])
        )
        if match is None:
            break
        if match[1] == "#" and not heading:
            title = match[2].strip()
        begin, heading = match.end(), match[2].strip()
    for heading, numbers in found.items():
        if numbers:
            yield LessonPlace(name, title, heading or title, frozenset(numbers))
