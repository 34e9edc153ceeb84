"""What is kept of one pupil: found in a folder, given to them in one file, erased.

The kit keeps two things, in files that belong to the pupil: what they answered (``my-progress.jsonl``, with
the name that they gave) and the wars that they play (``my-wars``, without a name).
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..output_files import described_of, write_whole
from ..play.kept_file import FOLDER as WARS
from .class_summary import ENDING
from .progress import read_progress


def pupil_files(folder: str | Path, pupil: str) -> tuple[Path, ...]:
    """The files of a pupil in a folder and in the folders in it.

    Their wars bear no name: they count where nobody else's progress lies beside them.

    Args:
        folder: of a class, or of the pupil.
        pupil: the name in their progress, whatever its letters are, large or small.

    Raises:
        BadInput: there is no such folder, or nothing of this pupil is in it.
    """
    where = Path(folder)
    if not where.is_dir():
        raise BadInput("folder", str(folder), Message("expected.folder"))
    whose: dict[Path, set[str]] = {}
    found = []
    for file in sorted(where.rglob(f"*{ENDING}")):
        try:
            student = "" if file.is_symlink() else read_progress(file).student
        except NinevearsError:
            continue  # no file of progress, or nobody can read whose it is
        whose.setdefault(file.parent, set()).add(student.casefold())
        if student.casefold() == pupil.casefold():
            found.append(file)
    if not found:
        raise BadInput("pupil", pupil, Message("expected.pupil"))
    for home in dict.fromkeys(file.parent for file in found):
        if whose[home] == {pupil.casefold()}:
            found += sorted(file for file in (home / WARS).rglob("*") if file.is_file())
    return tuple(found)


def give_files(files: Iterable[Path], folder: str | Path, archive: str | Path) -> None:
    """Puts files into one archive (zip), as they lie in their folder.

    Raises:
        BadInput: it cannot be written.
    """
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        for file in files:
            made.write(file, file.relative_to(folder))
    write_whole(archive, out.getvalue())


def erase_files(files: Iterable[Path]) -> None:
    """Takes files away for good.

    Raises:
        BadInput: one cannot be taken away; those before it are gone.
    """
    for file in files:
        with described_of(file):
            file.unlink()
