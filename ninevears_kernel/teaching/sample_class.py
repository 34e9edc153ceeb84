"""A class that never was: files of progress to try the class summary with; the engine marked all answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message
from ..output_files import make_folder
from .chapters import chapter_named, kinds_of
from .marking import make, mark, reveal
from .mastery import next_level, suggestion
from .progress import ProgressFile
from .task import Task

NAMES = (
    *("Agnes", "Bertram", "Clara", "Dirk", "Elsa", "Frans", "Greta", "Hugo", "Ida", "Joost"),
    *("Katrijn", "Lukas", "Maria", "Niels", "Otilia", "Pieter", "Rosa", "Sander", "Tilde", "Ulrich"),
    *("Vera", "Willem", "Yvette", "Zacharias", "Brigid", "Conor", "Dafydd", "Isabel", "Luc", "Nora"),
    *("Paolo", "Sofia"),
)
BEGIN = datetime(1990, 1, 8, 9, 0, tzinfo=UTC)
GUESSES: dict[str, Sequence[str]] = {
    "number": ["2", "3", "4", "1", "5", "0", "6", "8", "10"],
    "fraction": ["1/2", "1/6", "1/3", "2/3", "5/6", "1/36"],
    "space": ["Paris", "Namur", "London", "Vienna", "Turin"],
    "spaces": ["none", "Namur", "Mons, Namur", "Turin"],
    "path": ["Paris, Reims", "London, Atlantic, Brest"],
}
"""What students guess where there is nothing to choose from, the favourites first."""


def make_sample_class(
    folder: str | Path, students: int = 8, tasks: int = 12, chapter: int | str | None = None, seed: int = 1
) -> tuple[Path, ...]:
    """Writes the files of a class that practised: some students know more, and each kind of task is as hard
    for all of them.

    Args:
        folder: where to; it is made where there is none.
        students: how many, 1 to 32.
        tasks: how many each of them did, 1 to 40.
        chapter: of which chapter, by number or short name; None for all.
        seed: the same seed gives the same class.

    Returns:
        The files, one for each student; those that are there already are not written to.

    Raises:
        BadInput: there are not so many names, or tasks, or the folder cannot be made.
    """
    for name, value, most in (("students", students, len(NAMES)), ("tasks", tasks, 40)):
        if not 1 <= value <= most:
            raise BadInput(name, value, Message("expected.between", least=1, most=most))
    folder = make_folder(folder)
    kinds = [kind.name for kind in kinds_of(None if chapter is None else chapter_named(chapter))]
    files = []
    for place, name in enumerate(NAMES[:students]):
        file = folder / f"{name.lower()}.jsonl"
        files.append(file)
        if not file.exists():
            _practised(file, name, kinds, tasks, Random(f"{seed}-{name}"), 0.35 + 0.5 * place / students)
    return tuple(files)


def _practised(file: Path, name: str, kinds: Sequence[str], tasks: int, chance: Random, knows: float) -> None:
    """One student at work, who knows an answer or guesses, and looks at a hint now and then."""
    now = BEGIN
    kept = ProgressFile(file, name, clock=lambda: now)
    kind = None
    for _ in range(tasks):
        kind = suggestion(kept.progress, kinds, besides=kind)
        task = make(kind, kept.progress.next_seed(kind), next_level(kept.progress, kind))
        hard = Random(kind).uniform(0.5, 1.4)
        hints = chance.choice((0, 0, 0, 1))
        answers = [reveal(task).answer] if chance.random() < knows / hard else _guesses(task, chance)
        for number, answer in enumerate(answers, 1):
            now += timedelta(seconds=chance.randint(20, 90))
            try:
                marked = mark(task, answer)
            except BadInput:
                continue
            kept.record(task, answer, marked, number, hints)
            if marked.right:
                break


def _guesses(task: Task, chance: Random) -> Sequence[Any]:
    """What a student guesses, and then guesses again: the first of the list most often."""
    options = [choice.value for choice in task.choices] or list(GUESSES[task.form])
    weights = [1 / (1 + place) for place in range(len(options))]
    found = chance.choices(options, weights, k=2)
    return list(dict.fromkeys(found))
