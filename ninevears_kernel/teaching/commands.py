"""``ninevears class``, ``handout`` and ``assignment``: what teachers ask for on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..core.messages import Message, say
from ..output_files import write_whole

# Pandas, pictures and templates are imported when a command runs: the command line starts without them.
_file = click.Path(dir_okay=False, path_type=Path)


@click.command("class")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--csv", "clauses", type=_file, metavar="FILE", help="Write the table of clauses (CSV).")
@click.option("--answers", type=_file, metavar="FILE", help="Write the commonest wrong answers (CSV).")
@click.option("--students", type=_file, metavar="FILE", help="Write the table of students (CSV).")
@click.option("--chart", type=_file, metavar="FILE", help="Write the chart (SVG).")
def class_command(
    folder: Path, clauses: Path | None, answers: Path | None, students: Path | None, chart: Path | None
) -> None:
    """Sum up the progress files in FOLDER: what the class got wrong first time, clause by clause."""
    from .class_summary import read_class, table_csv

    found = read_class(folder)
    click.echo(found.text())
    tables = {clauses: found.clauses, answers: found.wrong_answers, students: found.by_student}
    written = {file: table_csv(table) for file, table in tables.items() if file is not None}
    if chart is not None:
        written[chart] = found.chart()
    for file, content in written.items():
        write_whole(file, content)
        click.echo(say("class.written", file=file), err=True)


@click.command("pupil")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("name")
@click.option("--export", type=_file, metavar="FILE", help="Put all of it into FILE (zip).")
@click.option("--erase", is_flag=True, help="Take all of it away, after a question.")
@click.option("--yes", is_flag=True, help="With --erase: ask nothing.")
def pupil_command(folder: Path, name: str, export: Path | None, erase: bool, yes: bool) -> None:
    """Tell what is kept of the pupil NAME in FOLDER; give it to them, or erase it.

    NAME is the whole name, as in their file of progress or in nbgrader. The kit keeps what they answered
    (my-progress.jsonl) and the wars that they play (my-wars); of a course of nbgrader in FOLDER, what they
    handed in and got back is theirs too. What a school keeps besides, such as backups, it knows nothing of.
    """
    from .pupil_files import erase_files, give_files, kept_of

    kept = kept_of(folder, name)
    files = kept.files
    for file in files:
        click.echo(str(file))
    if export is not None:
        give_files(files, folder, export)
        click.echo(say("pupil.given", count=len(files), file=export), err=True)
    if erase and files:
        if not yes:
            click.confirm(say("pupil.sure", count=len(files)), abort=True)
        erase_files(files, folder)
        click.echo(say("pupil.erased", count=len(files)), err=True)
    for book in kept.gradebooks:
        click.echo(say("pupil.gradebook", file=book, folder=book.parent, name=name), err=True)
    if kept.unread:
        some = Message.all_of([str(file) for file in kept.unread[:5]])
        click.echo(say("pupil.unread", count=len(kept.unread), files=some), err=True)


def _chosen(command: Any) -> Any:
    """The options that choose tasks."""
    options = (
        click.option("--chapter", metavar="NAME", help="A chapter by number or short name, such as siege."),
        click.option(
            "--kind", "only", multiple=True, metavar="NAME", help="A kind of task; can be repeated."
        ),
        click.option("--count", type=click.IntRange(1, 40), default=6, show_default=True, help="How many."),
        click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the draw."),
        click.option("--level", type=click.IntRange(1, 9), help="Of one level; without it they grow harder."),
        click.option("--title", default="", help="What stands on top."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("handout")
@_chosen
@click.option("--pdf", is_flag=True, help="Write PDF too.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("handout"),
    show_default=True,
    help="The folder to write into.",
)
def handout_command(pdf: bool, out: Path, **asked: Any) -> None:
    """Make a handout for a class: tasks with their positions on one sheet, the answers on another."""
    from .handout import make_handout, write_handout

    def making(file: Path) -> None:
        click.echo(say("class.making", file=file), err=True)

    made = make_handout(**_given(asked, "kinds"))
    for file in write_handout(made, out, pdf, making):
        click.echo(say("class.written", file=file))


@click.command("assignment")
@click.argument("name")
@_chosen
@click.option("--points", type=click.IntRange(1, 100), default=1, show_default=True, help="For each task.")
@click.option(
    "--course",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    show_default="this folder",
    help="The folder of the nbgrader course.",
)
@click.option(
    "--guess", "guesses", multiple=True, metavar="NAME", help="A prediction to guess first; can be repeated."
)
@click.option(
    "--check",
    "checks",
    multiple=True,
    metavar="LESSON",
    help="A lesson whose check must be passed; can be repeated.",
)
def assignment_command(
    name: str, points: int, course: Path, title: str, guesses: tuple[str, ...], checks: tuple[str, ...],
    **asked: Any,
) -> None:  # fmt: skip
    """Make the assignment NAME for nbgrader: a notebook that its autograder has the engine mark."""
    from .assignment import make_assignment, write_assignment
    from .task_set import make_task_set

    tasks = make_task_set(**_given(asked, "only"))
    notebook = make_assignment(tasks, title, points, guesses=guesses, checks=checks)
    for file in write_assignment(notebook, course, name):
        click.echo(say("class.written", file=file))


def _given(asked: dict[str, Any], only: str) -> dict[str, Any]:
    """What was asked for, as functions take it: no kinds are all kinds."""
    names = asked.pop("only")
    return {**asked, only: names or None}
