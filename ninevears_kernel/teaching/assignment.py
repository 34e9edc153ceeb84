"""An assignment for nbgrader: a notebook of tasks whose tests have the engine mark; it holds no answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..core.render import markdown_escaped
from ..output_files import make_folder, write_whole
from .answers import read_answer
from .lessons import lesson_named
from .marking import make, mark
from .predictions import prediction, read_guess, seen, truth_of
from .progress import DEFAULT_FILE, read_progress
from .task import Task
from .task_pictures import picture_colours, task_pictures

SCHEMA = 3
"""The version of nbgrader's metadata."""
CONFIG = "nbgrader_config.py"
MOST_POINTS = 100
IMPORTS = "from ninevears_kernel.teaching.assignment import"
ANSWER = '{} = ""\n### BEGIN SOLUTION\n### END SOLUTION'
STYLE = """<style>
.ninevears-task-maps { display: flex; flex-wrap: wrap; gap: 10px; }
.ninevears-task-maps figure { margin: 0; flex: 1 1 320px; max-width: 760px; min-width: 0; }
.ninevears-task-maps svg { max-width: 100%; height: auto; }
</style>"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A task as a cell of a notebook shows it: what is asked, with its positions drawn."""

    task: Task

    def _repr_html_(self) -> str:
        choices = "".join(
            f"<li><code>{escape(one.value)}</code>: {escape(str(one.says))}</li>" for one in self.task.choices
        )
        parts = (
            f"<p><b>{escape(str(self.task.title))}.</b> {escape(str(self.task.prompt))}</p>",
            STYLE,
            f"<style>{picture_colours()}</style>",
            task_pictures(self.task),
            f"<ul>{choices}</ul>" if choices else "",
            f"<p><i>{escape(str(self.task.how))}</i></p>",
        )
        return "".join(parts)

    def __repr__(self) -> str:
        choices = [f"  {one.value}: {one.says}" for one in self.task.choices]
        return "\n".join([str(self.task.title), str(self.task.prompt), *choices, str(self.task.how)])


def ask(kind: str, seed: int, level: int = 1) -> Asked:
    """Shows a task in a notebook."""
    return Asked(make(kind, seed, level))


def check_form(kind: str, seed: int, level: int, answer: Any) -> None:
    """Tells whether an answer can be read, not whether it is right.

    Raises:
        AssertionError: it cannot; says what an answer looks like.

    >>> check_form("force-limit", 7, 1, "5")
    """
    task = make(kind, seed, level)
    try:
        if answer in (None, ""):
            raise BadInput("answer", answer, Message("expected.an-answer"))
        read_answer(task.form, answer, tuple(choice.value for choice in task.choices))
    except NinevearsError as error:
        raise AssertionError(str(error)) from None


def check(kind: str, seed: int, level: int, answer: Any) -> None:
    """Has the engine mark an answer.

    Raises:
        AssertionError: it is wrong; says why, with the clause.
    """
    check_form(kind, seed, level, answer)
    marked = mark(make(kind, seed, level), answer)
    if not marked.right:
        raise AssertionError(str(marked.says))


def foresee(name: str) -> str:
    """What a prediction asks, for a notebook.

    >>> foresee("fleurus")
    'How often does Luxembourg win this battle?'
    """
    asked = prediction(name)
    choices = [say("predict.one-of", options=Message.any_of(asked.choices))] if asked.choices else []
    return " ".join([str(asked.asked), *choices])


def check_guess(name: str, guess: Any) -> str:
    """Says how far off a guess is; every guess that can be read counts, right or wrong.

    Raises:
        AssertionError: there is no guess, or none that can be read; says what one looks like.

    >>> check_guess("tournai-digs", 6)[:40]
    'You said 6; it is 4. You were off by 2. '
    """
    asked = prediction(name)
    try:
        if guess in (None, ""):
            raise BadInput("guess", guess, Message("expected.an-answer"))
        made = read_guess(asked, guess)
    except NinevearsError as error:
        raise AssertionError(str(error)) from None
    return str(seen(asked, made, truth_of(asked)).says)


def check_passed(lesson: str, file: str | Path = DEFAULT_FILE) -> None:
    """Looks in the file of progress that was handed in whether the check of a lesson was passed.

    Raises:
        AssertionError: there is no such file, or the check was not passed.
    """
    name = lesson_named(lesson).name
    try:
        passed = read_progress(file).passed()
    except NinevearsError as error:
        raise AssertionError(str(error)) from None
    if name not in passed:
        raise AssertionError(say("assignment.not-passed", lesson=name))


def make_assignment(
    tasks: Sequence[Task],
    title: str = "",
    points: int = 1,
    name: str = "tasks",
    guesses: Sequence[str] = (),
    checks: Sequence[str] = (),
) -> dict[str, Any]:
    """A notebook that nbgrader takes as the source of an assignment.

    Each task has three cells: one that shows it, one for the answer, and a locked one with points, whose
    hidden tests have the engine mark. They name kind, seed and level: no answer is in the notebook.

    Args:
        tasks: what is asked.
        title: the heading.
        points: for each task, 1 to 100.
        name: what the names of the cells begin with, so that two notebooks of an assignment differ.
        guesses: predictions to guess first, by name; a guess scores its points whether right or wrong.
        checks: lessons whose check must have been passed, by the file of progress that is handed in.

    Raises:
        BadInput: the points are out of range.
        UnknownName: there is no such prediction or lesson.
    """
    if not 1 <= points <= MOST_POINTS:
        raise BadInput("points", points, Message("expected.between", least=1, most=MOST_POINTS))
    title = title or say("assignment.title")
    opening = f"# {markdown_escaped(title)}\n\n{say('assignment.about')}"
    cells = [_cell("markdown", opening, f"{name}-about", locked=True)]
    for asked in (prediction(guess).name for guess in guesses):
        variable, id = f"guess_{asked.replace('-', '_')}", f"{name}-guess-{asked}"
        test = f"{IMPORTS} check_guess\n\ncheck_guess({asked!r}, {variable})"
        cells += [
            _cell("code", f"{IMPORTS} foresee\n\nforesee({asked!r})", f"{id}-task", locked=True),
            _cell("code", ANSWER.format(variable), id, solution=True),
            _cell("code", test, f"{id}-test", locked=True, points=points),
        ]
    for number, task in enumerate(tasks, 1):
        asked = f'"{task.kind}", {task.seed}, {task.level}'
        variable, id = f"answer_{number}", f"{name}-{number}"
        test = (
            f"{IMPORTS} check, check_form\n\ncheck_form({asked}, {variable})\n"
            f"### BEGIN HIDDEN TESTS\ncheck({asked}, {variable})\n### END HIDDEN TESTS"
        )
        cells += [
            _cell("code", f"{IMPORTS} ask\n\nask({asked})", f"{id}-task", locked=True),
            _cell("code", ANSWER.format(variable), f"{id}-answer", solution=True),
            _cell("code", test, f"{id}-test", locked=True, points=points),
        ]
    for passed in (lesson_named(lesson).name for lesson in checks):
        test = f"{IMPORTS} check_passed\n\ncheck_passed({passed!r})"
        cells.append(_cell("code", test, f"{name}-check-{passed}", locked=True, points=points))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _cell(
    kind: str, source: str, id: str, *, locked: bool = False, solution: bool = False, points: int = 0
) -> dict[str, Any]:
    """A cell with nbgrader's metadata."""
    described = {
        **{"grade": points > 0, "grade_id": id, "locked": locked, "solution": solution},
        **{"schema_version": SCHEMA, "task": False},
        **({"points": points} if points else {}),
    }
    cell = {"cell_type": kind, "id": id, "metadata": {"nbgrader": described}, "source": source}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def write_assignment(notebook: dict[str, Any], course: str | Path, name: str) -> tuple[Path, ...]:
    """Writes an assignment where nbgrader looks for it: ``source/NAME/NAME.ipynb`` in the folder of a course.

    A course without ``nbgrader_config.py`` gets one, with what is shown in the place of an answer.

    Args:
        notebook: the assignment.
        course: the folder of the course.
        name: the name of the assignment.

    Returns:
        The files that were written.

    Raises:
        BadInput: the name is no name of a folder, or a file cannot be written.
        NinevearsError: there is an assignment of this name.
    """
    if not name or not all(letter.isalnum() or letter in "-_" for letter in name) or len(name) > 60:
        raise BadInput("name", name, Message("expected.assignment-name"))
    course = Path(course)
    file, config = course / "source" / name / f"{name}.ipynb", course / CONFIG
    if file.exists():
        raise NinevearsError(Message("assignment.exists", file=str(file)))
    make_folder(file.parent, "course")
    write_whole(file, json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    if config.exists():
        return (file,)
    stub = json.dumps({"python": f"# {say('assignment.stub')}"}, ensure_ascii=False)
    write_whole(config, f"c = get_config()  # noqa: F821\n\nc.ClearSolutions.code_stub = {stub}\n")
    return (file, config)
