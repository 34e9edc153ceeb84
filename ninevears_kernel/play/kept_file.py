"""The war that keeps itself in a file beside the notebook, and the lock that tells a second window of it.

A folder holds ``<name>.war`` (`saved_wars`), beside it ``<name>.lock`` while a program plays it. An older war
of that name is never written over: it goes aside as ``<name>-1.war``, ``<name>-2.war`` and so on.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..input_files import is_device_name, read_text
from ..nine_years.games.sealed import unsealed
from ..output_files import described_of, make_folder, write_whole
from .saved_wars import war_text
from .session import Session

FOLDER = "my-wars"
"""Where wars are kept, beside the notebook."""
NAME = "war"
_NAME = re.compile(r"[^\W_][\w .-]{0,59}")
_MOMENT = re.compile(r"^moment: (.+)$", re.MULTILINE)
SILENT = 600.0
"""Seconds after which a lock of another machine, or where nobody can ask for a process, is nobody's."""
REFRESHED = 60.0
"""Seconds after which a lock is written anew while its war is played."""
MOST_TRIES = 100
"""So often a name is tried that others take and leave at the same time."""
LONGEST = 12 * 3600.0
"""Seconds after which any lock is."""


class Offer(NamedTuple):
    """A war that was kept earlier.

    Attributes:
        moment: where it stopped, for people; "" when it cannot be read.
        trouble: why it cannot be read.
    """

    moment: str
    trouble: Message | None = None


class KeptFile:
    """The file in which a war keeps itself.

    Args:
        folder: where; made when something is written.
        name: of the war, so that tables beside each other keep each its own.

    Attributes:
        path: the file.
        trouble: why the last writing failed, or None.

    Raises:
        BadInput: it is no name of a file.
    """

    def __init__(self, folder: str | Path = FOLDER, name: str = NAME) -> None:
        if not _NAME.fullmatch(name) or name[-1] in " ." or is_device_name(name):
            raise BadInput("name", name[:80], Message("keeping.expected-name"))
        self.folder, self.name = Path(folder).absolute(), name
        self.path = self.folder / f"{name}.war"
        self.trouble: Message | None = None
        self._id = secrets.token_hex(8)
        self._ours = False
        self._known = b""
        self._locked = 0.0

    # ---- what is there

    def offer(self) -> Offer | None:
        """The war that lies there from an earlier time, or None; it is looked at and not played again."""
        if self._ours or not self.path.exists():
            return None
        try:
            text = read_text(self.path)
            unsealed(text)
        except BadInput as error:
            return Offer("", error.in_file(str(self.path)).message)
        found = _MOMENT.search(text)
        return Offer(found[1] if found else self.name)

    def text(self) -> str:
        """What is kept.

        Raises:
            BadInput: it cannot be read.
        """
        try:
            return read_text(self.path)
        except BadInput as error:
            raise error.in_file(str(self.path)) from None

    def go_on(self, text: str) -> None:
        """From now on what is played here belongs to the war that lies there.

        Args:
            text: the war, as it was read.
        """
        self._ours, self._known = True, _digest(text)

    @property
    def changed(self) -> bool:
        """Whether somebody else has written the file since we last wrote or took it up."""
        if not self._ours or not os.path.lexists(self.path):
            return False
        try:
            return _digest(read_text(self.path)) != self._known
        except BadInput:
            return True

    # ---- writing

    def write(self, session: Session) -> None:
        """Keeps a war; where that fails, `trouble` tells why and nothing else happens.

        What somebody else has written there since goes aside: no war is written over but our own.
        """
        try:
            text = war_text(session)
            if not self._ours:
                self.set_aside()
            elif not self.claim():  # somebody was quicker: this window looks on
                return
            elif self.changed:
                self._aside()
            if time.time() - self._locked > REFRESHED:
                self._lock()
            write_whole(self.path, text)
            self._known = _digest(text)
        except NinevearsError as error:
            self.trouble = error.message
        else:
            self.trouble = None

    def set_aside(self) -> Path | None:
        """Puts an older war of this name aside, under a number; where somebody plays under this name already,
        ours gets another.

        Returns:
            Where the older war is now, or None when there was none.

        Raises:
            BadInput: it cannot be put aside.
        """
        if self._ours:
            return None
        aside = None
        while not self.claim():  # another plays under this name
            self.path = self._free()
        if os.path.lexists(self.path):
            try:
                aside = self._aside()
            except BadInput:
                self.release()
                raise
        self._ours = True  # not before: what could not be put aside is not ours to write over
        return aside

    def leave(self) -> Path | None:
        """Puts the war that lies there aside, ours too: another one takes its place.

        Returns:
            Where it is now, or None when there was none.

        Raises:
            BadInput: it cannot be put aside.
        """
        if self._ours and not self.played_elsewhere and os.path.lexists(self.path):
            return self._aside()
        self._ours = False
        return self.set_aside()

    def _aside(self) -> Path:
        aside = self._free()
        with described_of(self.path):
            self.path.rename(aside)
        return aside

    def _free(self) -> Path:
        number = 1
        while os.path.lexists(path := self.folder / f"{self.name}-{number}.war") or os.path.lexists(
            path.with_suffix(".lock")
        ):
            number += 1
        return path

    # ---- who plays it

    @property
    def lock(self) -> Path:
        """The file that tells who plays."""
        return self.path.with_suffix(".lock")

    @property
    def played_elsewhere(self) -> bool:
        """Whether another window, of this program or another, plays now what we have kept or taken up."""
        return self._ours and self._holder() not in ("", self._id)

    def claim(self) -> bool:
        """Takes this name for our window, unless another has it: of several that try at once one alone gets
        it.

        Returns:
            Whether it is ours.

        Raises:
            BadInput: the lock cannot be written.
        """
        make_folder(self.folder)
        for _ in range(MOST_TRIES):
            if holder := self._holder():
                return holder == self._id
            if os.path.lexists(self.lock):
                self._clear_away()
            elif self._lock_anew():
                return True
        return False

    def take(self) -> None:
        """From now on this window plays; another that did looks on.

        Raises:
            BadInput: the lock cannot be written.
        """
        make_folder(self.folder)
        self._lock()

    def release(self) -> None:
        """This window plays no longer."""
        if self._holder() == self._id:
            with suppress(OSError):
                self.lock.unlink()

    def _lock(self) -> None:
        self._locked = time.time()
        write_whole(self.lock, self._told())

    def _told(self) -> str:
        told = {"id": self._id, "pid": os.getpid(), "host": socket.gethostname(), "time": self._locked}
        return json.dumps(told)

    def _lock_anew(self) -> bool:
        """Writes the lock where there is none, whole and at once; False when another was quicker."""
        self._locked = time.time()
        ours = self.lock.with_suffix(f".{self._id}.new")
        with described_of(self.lock):
            try:
                ours.write_text(self._told(), encoding="utf-8")
                try:
                    os.link(ours, self.lock)  # fails where one is there
                except FileExistsError:
                    return False
                except OSError:  # a disk without links
                    with suppress(FileExistsError), self.lock.open("x", encoding="utf-8") as file:
                        file.write(self._told())
                        return True
                    return False
            finally:
                ours.unlink(missing_ok=True)
        return True

    def _clear_away(self) -> None:
        """Takes away a lock that nobody holds; one that somebody has just written in its place comes back."""
        old = self.lock.with_suffix(f".{self._id}.old")
        with described_of(self.lock):
            with suppress(FileNotFoundError):  # another was quicker
                os.replace(self.lock, old)
                if self._holder(old):
                    with suppress(OSError):
                        os.link(old, self.lock)
            old.unlink(missing_ok=True)

    def _holder(self, lock: Path | None = None) -> str:
        """The window that plays, or "" when nobody does."""
        try:
            told = json.loads(read_text(lock or self.lock))
            id, pid, host, when = str(told["id"]), int(told["pid"]), str(told["host"]), float(told["time"])
        except (BadInput, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return ""  # a lock of no sense is nobody's
        since = abs(time.time() - when)  # a moment far ahead is no better than one long past
        if host == socket.gethostname() and os.name == "posix":
            return id if since < LONGEST and _is_alive(pid) else ""
        return id if since < SILENT else ""


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8")).digest()


def _is_alive(pid: int) -> bool:
    """Whether a process of this machine runs (not to be asked on Windows, where asking would end it)."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError, ValueError):
        return False
    except PermissionError:
        return True
    return pid > 0
