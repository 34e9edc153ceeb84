"""Handouts for a class: tasks with their positions drawn on one sheet, the answers on another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .. import __version__, typefaces
from ..core.clauses import clause
from ..core.messages import Message, say, shown
from ..output_files import make_folder, write_whole
from ..typefaces import with_type
from .chapters import chapter_named
from .marking import reveal
from .task import Task
from .task_pictures import picture_name, picture_url, positions_of, words_of
from .task_set import make_task_set

TEMPLATES = Path(__file__).parent / "templates"
QUESTIONS, ANSWERS = "handout", "answers"
"""Names of the two files."""
WIDTH = 400
"""Pixels that a picture is drawn wide: half the width of a page, on which its letters can still be read."""
ON_PAPER = ".nv .inner{stroke-dasharray:none;stroke-opacity:.4}"
"""What is drawn otherwise: a PDF would hold each of the thousand dots of a dotted border as a shape."""


@dataclass(frozen=True, slots=True)
class Handout:
    """Tasks for a class.

    Attributes:
        title: the heading.
        tasks: the tasks in order.
        seed: what they were drawn from.
    """

    title: str
    tasks: tuple[Task, ...]
    seed: int

    def questions(self) -> str:
        """The sheet of questions as a page in one file; it holds no answer."""
        return self._page(answers=False)

    def answers(self) -> str:
        """The sheet of answers, each with its reason and clauses, as a page in one file."""
        return self._page(answers=True)

    def _page(self, answers: bool) -> str:
        tell = _answered if answers else _asked
        return with_type(
            _templates()
            .get_template("handout.html")
            .render(
                title=say("handout.answers-title", title=self.title) if answers else self.title,
                answers=answers,
                about=say("handout.answers-about" if answers else "handout.about"),
                type=typefaces,
                tasks=[tell(number, task) for number, task in enumerate(self.tasks, 1)],
                words={"name": say("handout.name"), "date": say("handout.date")},
                made=say("handout.made", version=__version__, seed=self.seed, count=len(self.tasks)),
            )
        )


def make_handout(
    count: int = 6,
    chapter: int | str | None = None,
    kinds: Iterable[str] | None = None,
    seed: int = 1,
    level: int | None = None,
    title: str = "",
) -> Handout:
    """Makes a handout.

    Args:
        count: how many tasks, 1 to 40.
        chapter: of which chapter, by number or short name; None for all.
        kinds: of which kinds of task; None for all of the chapter.
        seed: the same seed gives the same handout.
        level: of which level; None: they grow harder.
        title: the heading; "" for the title of the chapter.

    Raises:
        UnknownName: there is no such chapter or kind.
        BadInput: the count or the level is out of range.
    """
    tasks = make_task_set(count, chapter, kinds, seed, level)
    if not title:
        title = say("handout.title")
        if chapter is not None:
            number = chapter_named(chapter)
            title = say("handout.title-of", number=number, chapter=say(f"chapter.{number}"))
    return Handout(title, tasks, seed)


def write_handout(
    made: Handout, folder: str | Path, pdf: bool = False, making: Callable[[Path], object] = lambda file: None
) -> tuple[Path, ...]:
    """Writes both sheets into a folder, which is made where there is none.

    Args:
        made: the handout.
        folder: where to.
        pdf: True writes PDF too, by a browser or weasyprint.
        making: called with each file before the work on it begins.

    Returns:
        The files: questions, answers, and their PDFs.

    Raises:
        NoConverter: nothing here can make a PDF; the pages are written all the same.
        BadInput: a file cannot be written.
    """
    folder = make_folder(folder, "out")
    files = {}
    for name, drawn in ((QUESTIONS, made.questions), (ANSWERS, made.answers)):
        file = folder / f"{name}.html"
        making(file)
        files[file] = drawn()
        write_whole(file, files[file], "out")
    if not pdf:
        return tuple(files)
    from ..umpire.reports.pdf import NoConverter, converted, converter

    if converter() is None:
        raise NoConverter(Message("handout.no-pdf", file=str(folder / f"{QUESTIONS}.html")))
    printed = {file.with_suffix(".pdf"): page for file, page in files.items()}
    for file, page in printed.items():
        making(file)
        write_whole(file, converted(page, b""), "out")
    return (*files, *printed)


def _asked(number: int, task: Task) -> dict[str, Any]:
    """A task as the sheet of questions shows it."""
    positions = positions_of(task)
    pictures = [
        {
            "name": picture_name(place, len(positions)) if len(positions) > 1 else "",
            "url": picture_url(position, task.focus, WIDTH, ON_PAPER),
            "alt": " ".join(words_of(position, task.focus)),
            "width": WIDTH,
        }
        for place, position in enumerate(positions)
    ]
    return {
        "heading": say("handout.task", number=number, title=task.title),
        "prompt": str(task.prompt),
        "pictures": pictures,
        "choices": [shown(choice.says) for choice in task.choices],
        "how": str(task.how),
    }


def _answered(number: int, task: Task) -> dict[str, Any]:
    """A task as the sheet of answers shows it."""
    found = reveal(task)
    cited = ", ".join(f"{id} {clause(id).title}" for id in task.clauses)
    again = say("handout.again", kind=task.kind, seed=task.seed, level=task.level)
    return {
        "heading": say("handout.task", number=number, title=task.title),
        "prompt": str(task.prompt),
        "answer": say("practice.shown", answer=found.says),
        "because": str(found.because),
        "cited": f"{cited}. {again}",
        "pictures": [],
    }


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
