"""What is kept of one pupil: found in a folder, given to them in one file, erased.

The kit keeps two things, in files that belong to the pupil: what they answered (``my-progress.jsonl``, with
the name that they gave) and the wars that they play (``my-wars``, without a name). Where a course of nbgrader
lies in the folder, what it keeps under the pupil's name is found too.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZipFile

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..output_files import described_of, write_whole
from ..play.kept_file import FOLDER as WARS
from .class_summary import ENDING
from .progress import DEFAULT_FILE, read_progress

STEPS = ("submitted", "autograded", "feedback")
"""The folders of a course of nbgrader that hold one for each pupil."""
GRADEBOOK = "gradebook.db"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a pupil in a folder.

    Attributes:
        files: all that is theirs, to be given to them or taken away.
        gradebooks: those of nbgrader in which they stand too.
        unread: files and folders of which nobody can tell whose they are.
    """

    files: tuple[Path, ...]
    gradebooks: tuple[Path, ...] = ()
    unread: tuple[Path, ...] = ()


def kept_of(folder: str | Path, pupil: str) -> Kept:
    """What is kept of a pupil in a folder and in the folders in it; no link is followed.

    Wars bear no name: they count where the nearest folder that has progress in it has this pupil's alone, as
    in their own home.

    Args:
        folder: of a class, or of the pupil.
        pupil: the whole name, as in their progress or in nbgrader; large and small letters are the same.

    Raises:
        BadInput: there is no such folder, no name, or nothing of this pupil is in it.
    """
    where, name = Path(folder), alike(pupil)
    if not where.is_dir():
        raise BadInput("folder", str(folder), Message("expected.folder"))
    if not name:
        raise BadInput("pupil", pupil, Message("expected.pupil-name"))
    unread: list[Path] = []
    there = list(_files_in(where, unread))
    whose: dict[Path, str] = {}
    for file in there:
        if file.suffix == ENDING:
            try:
                whose[file] = alike(read_progress(file).student)
            except NinevearsError:
                unread.append(file)
    found = {file for file, student in whose.items() if student == name}
    homes: dict[Path, set[str]] = {}
    for file, student in whose.items():
        for above in (file.parent, *file.parent.parents):
            homes.setdefault(above, set()).add(student)
    own = {file.parent for file in found if file.name == DEFAULT_FILE}
    for file in there:
        parts = file.relative_to(where).parts
        if WARS in parts[:-1]:
            home = _nearest(where.joinpath(*parts[: parts.index(WARS)]), where, homes)
            if home and homes[home] == {name} and any(home in (one, *one.parents) for one in own):
                found.add(file)
        if _is_nbgraders(parts, name):
            found.add(file)
    books = tuple(file for file in there if file.name == GRADEBOOK and _is_in(file, name))
    if not found and not books:
        raise BadInput("pupil", pupil, Message("expected.pupil"))
    return Kept(tuple(sorted(found)), books, tuple(unread))


def alike(name: str) -> str:
    """A name as it is compared: letters are the same however they are stored, and spaces count once.

    >>> alike("  ZOË  Dyck") == alike("Zoe\N{COMBINING DIAERESIS} Dyck"), alike("Ann") == alike("Anna")
    (True, False)
    """
    return " ".join(normalize("NFKC", name).casefold().split())


def give_files(files: Iterable[Path], folder: str | Path, archive: str | Path) -> None:
    """Puts files into one archive (zip), as they lie in their folder.

    Raises:
        BadInput: it cannot be written, or is one of them.
    """
    chosen = list(files)
    if Path(archive).resolve() in [file.resolve() for file in chosen]:
        raise BadInput("export", str(archive), Message("expected.another-file"))
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, strict_timestamps=False) as made:
        for file in chosen:
            with described_of(file):
                made.write(file, file.relative_to(folder))
    write_whole(archive, out.getvalue())


def erase_files(files: Iterable[Path], folder: str | Path) -> None:
    """Takes files away for good, and the folders within `folder` that are empty then.

    Raises:
        BadInput: one cannot be taken away; those before it are gone.
    """
    for file in files:
        with described_of(file):
            file.unlink()
        with suppress(OSError):  # one that holds something else stays
            for above in file.parents:
                if above == Path(folder):
                    break
                above.rmdir()


def _files_in(folder: Path, unread: list[Path]) -> Iterator[Path]:
    """The files below a folder; what cannot be looked into is noted."""

    def closed(error: OSError) -> None:
        unread.append(Path(str(error.filename)))

    for place, folders, files in os.walk(folder, onerror=closed):
        folders.sort()
        for name in sorted(files):
            file = Path(place, name)
            if not file.is_symlink() and file.is_file():
                yield file


def _nearest(place: Path, top: Path, homes: dict[Path, set[str]]) -> Path | None:
    """The nearest folder at or above a place, and within `top`, in which somebody's progress lies."""
    for above in (place, *place.parents):
        if above in homes:
            return above
        if above == top:
            return None
    return None


def _is_nbgraders(parts: Iterable[str], name: str) -> bool:
    """Whether a file is what nbgrader keeps of a pupil: in a folder of theirs (``submitted/anna``), or handed
    in and not collected yet (``inbound/anna+siege+2026-11-23 …``).
    """
    return any(
        (before in STEPS and alike(folder) == name)
        or (before == "inbound" and "+" in folder and alike(folder.partition("+")[0]) == name)
        for before, folder in pairwise(parts)
    )


def _is_in(book: Path, name: str) -> bool:
    """Whether a pupil stands in a gradebook of nbgrader."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{book.resolve().as_uri()}?mode=ro", uri=True)) as opened,
    ):
        return any(alike(str(id)) == name for (id,) in opened.execute("SELECT id FROM student"))
    return False
