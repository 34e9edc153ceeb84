"""Writes files that people asked for, whole: a crash or a full disk leaves the old one as it was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .core.errors import BadInput
from .core.messages import Message


def write_whole(path: str | Path, content: str | bytes, field: str = "file") -> None:
    """Writes a file so that it is either the old one or the new one, whole, whatever happens.

    A link stays a link: what it leads to is written. A device, such as the terminal, is written to as it is.

    Args:
        path: the file that was asked for.
        content: what it shall hold; a text is written as UTF-8, its lines as they are.
        field: what the file was asked for as, for errors.

    Raises:
        BadInput: it cannot be written; names the file that was asked for.
    """
    raw = content.encode("utf-8") if isinstance(content, str) else content
    with told_of(path, field):
        if _is_device(Path(path)):
            Path(path).write_bytes(raw)
            return
        with _new_beside(path) as (new, target):
            with new.open("wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, new)
            os.replace(new, target)


def check_writable(path: str | Path, field: str = "file") -> None:
    """Tells that a file could not be written, before long work that would be lost; writes nothing.

    Raises:
        BadInput: it cannot be written.
    """
    with told_of(path, field):
        if not _is_device(Path(path)):
            with _new_beside(path) as (new, _):
                new.touch()


def make_folder(path: str | Path, field: str = "folder") -> Path:
    """A folder to write into, made where there is none.

    Raises:
        BadInput: it cannot be made.
    """
    with told_of(path, field):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


@contextmanager
def told_of(path: str | Path, field: str = "file") -> Iterator[None]:
    """What goes wrong within, told as a file or a folder that cannot be written.

    Raises:
        BadInput: something did; names the file or the folder.
    """
    try:
        yield
    except (OSError, ValueError) as error:  # a name that holds a zero byte is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        found = Message("output.unwritable", why=why)
        raise BadInput(field, found, Message("expected.writable-file")).in_file(str(path)) from None


@contextmanager
def _new_beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """A name for a new file beside the one that was asked for, and that one itself; nothing new is left."""
    target = Path(os.path.realpath(path))
    if target.exists():
        with target.open("r+b"):  # a folder, or a file that is closed to us, could be replaced all the same
            pass
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        yield new, target
    finally:
        new.unlink(missing_ok=True)


def _is_device(path: Path) -> bool:
    """Whether a path leads to a terminal, a pipe or the like, which cannot be replaced."""
    named = path.absolute().parts[:2] == (os.sep, "dev")
    return named or (path.exists() and not path.is_file() and not path.is_dir())
