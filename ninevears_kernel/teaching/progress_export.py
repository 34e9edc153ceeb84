"""A student's progress as JSON, as a table, and in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..core.render import markdown_escaped
from ..core.tables import csv_text
from ..output_files import write_whole
from .chapters import chapter_title
from .marking import kinds
from .mastery import by_chapter, by_kind, state_words
from .progress import FORMAT, Progress

COLUMNS = ("at", "kind", "seed", "level", "answer", "right", "number", "hints", "clauses", "missed")


def progress_data(progress: Progress) -> dict[str, Any]:
    """The progress as plain data."""
    attempts = [msgspec.to_builtins(one) for one in progress.attempts]
    data = {"format": FORMAT, "student": progress.student, "key": progress.key, "attempts": attempts}
    for name in ("guesses", "checks"):
        data |= {name: msgspec.to_builtins(found)} if (found := getattr(progress, name)) else {}
    return data


def to_json(progress: Progress) -> str:
    """The progress as JSON."""
    return json.dumps(progress_data(progress), indent=1, ensure_ascii=False) + "\n"


def to_csv(progress: Progress) -> str:
    """The progress as a table, a line for each attempt."""
    rows = ([_cell(one) for one in msgspec.structs.astuple(attempt)] for attempt in progress.attempts)
    return csv_text(COLUMNS, rows)


def to_markdown(progress: Progress) -> str:
    """The progress as words: a row for each chapter, then one for each kind of task that was begun."""
    title = say("progress.title-of", student=progress.student) if progress.student else say("progress.title")
    parts = [f"# {markdown_escaped(title)}", ""]
    for heading, rows in (
        ("progress.chapter", [(chapter_title(name), one) for name, one in by_chapter(progress).items()]),
        (
            "progress.kind",
            [(str(kinds()[name].title), one) for name, one in by_kind(progress).items() if one.asked],
        ),
    ):
        heads = [say(heading), say("progress.state"), say("progress.right-of-last"), say("progress.asked")]
        parts += [f"| {' | '.join(heads)} |", "|---|---|---|---|"]
        for name, one in rows:
            cells = (markdown_escaped(name), state_words(one), f"{one.right}/{one.of}", str(one.asked))
            parts.append(f"| {' | '.join(cells)} |")
        parts.append("")
    return "\n".join(parts)


def _cell(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return "; ".join(map(str, value)) if isinstance(value, tuple) else value


WRITERS: dict[str, Callable[[Progress], str]] = {".json": to_json, ".csv": to_csv, ".md": to_markdown}
"""What exports a progress, by the ending of the file."""


def export(progress: Progress, path: str | Path) -> Path:
    """Writes a progress in the form that the ending of a file says: ``.json``, ``.csv`` or ``.md``.

    Raises:
        BadInput: another ending, or a file that cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in WRITERS:
        raise BadInput("file", str(path), Message.one_of(WRITERS))
    write_whole(path, WRITERS[path.suffix.lower()](progress))
    return path
