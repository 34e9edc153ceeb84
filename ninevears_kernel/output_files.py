"""Writes files that people asked for, whole: a crash or a full disk leaves the old one as it was."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from .core.errors import BadInput
from .core.messages import Message

FORGOTTEN = 3600.0
"""Seconds after which nobody is writing a new file any more: whoever began it was killed."""
_REMEDIES = {
    errno.ENOSPC: "expected.room-on-the-disk",
    getattr(errno, "EDQUOT", errno.ENOSPC): "expected.room-on-the-disk",
    errno.EROFS: "expected.disk-to-write-to",
}
"""What to do when a file cannot be written, where it is not about the folder."""


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
    with described_of(path, field):
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
    with described_of(path, field):
        if not _is_device(Path(path)):
            with _new_beside(path) as (new, _):
                new.touch()


def make_folder(path: str | Path, field: str = "folder") -> Path:
    """A folder to write into, made where there is none.

    Raises:
        BadInput: it cannot be made.
    """
    with described_of(path, field):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


@contextmanager
def described_of(path: str | Path, field: str = "file") -> Iterator[None]:
    """What goes wrong within, reported as a file or a folder that cannot be written.

    Raises:
        BadInput: something did; names the file or the folder.
    """
    try:
        yield
    except (OSError, ValueError) as error:  # a name that holds a zero byte is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        found = Message("output.unwritable", why=why)
        remedy = _REMEDIES.get(getattr(error, "errno", None) or 0, "expected.writable-file")
        raise BadInput(field, found, Message(remedy)).in_file(str(path)) from None


@contextmanager
def none_left_empty(path: Path) -> Iterator[None]:
    """What fails within leaves no empty file where there was none before."""
    was_there = os.path.lexists(path)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            if not was_there and path.stat().st_size == 0:
                path.unlink()
        raise


@contextmanager
def _new_beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """A name for a new file beside the one that was asked for, and that one itself; nothing new is left."""
    target = Path(os.path.realpath(path))
    if target.exists():
        with target.open("r+b"):  # a folder, or a file that is closed to us, could be replaced all the same
            pass
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    _forget_older(target)
    try:
        yield new, target
    finally:
        new.unlink(missing_ok=True)


def _forget_older(target: Path) -> None:
    """Takes away what writers of the same file left behind when they were killed."""
    with suppress(OSError):
        for left in target.parent.glob(f"{escape(target.name)}.*.new"):
            writer = left.name.removeprefix(f"{target.name}.").removesuffix(".new")
            if writer.isdecimal() and time.time() - left.stat().st_mtime > FORGOTTEN:
                left.unlink()


def _is_device(path: Path) -> bool:
    """Whether a path leads to a terminal, a pipe or the like, which cannot be replaced."""
    named = path.absolute().parts[:2] == (os.sep, "dev")
    return named or (path.exists() and not path.is_file() and not path.is_dir())
