"""The war that keeps itself in a file beside the notebook, and the lock that tells a second window of it.

A folder holds ``<name>.war`` (`saved_wars`), beside it ``<name>.lock`` while a program plays it. An older war
of that name is never written over: it goes aside as ``<name>-1.war``, ``<name>-2.war`` and so on.
"""

from __future__ import annotations

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

    def go_on(self) -> None:
        """From now on what is played here belongs to the war that lies there."""
        self._ours = True

    # ---- writing

    def write(self, session: Session) -> None:
        """Keeps a war; where that fails, `trouble` tells why and nothing else happens."""
        try:
            if not self._ours:
                self.set_aside()
            make_folder(self.folder)
            if self._holder() != self._id or time.time() - self._locked > REFRESHED:
                self._lock()
            write_whole(self.path, war_text(session))
        except NinevearsError as error:
            self.trouble = error.message
        else:
            self.trouble = None

    def set_aside(self) -> Path | None:
        """Puts an older war of this name aside, under a number; one that is being played stays, and ours gets
        another name.

        Returns:
            Where the older war is now, or None when there was none.

        Raises:
            BadInput: it cannot be put aside.
        """
        if self._ours:
            return None
        self._ours = True
        if not os.path.lexists(self.path):
            return None
        if self._holder() not in ("", self._id):
            self.path = self._free()
            return None
        aside = self._free()
        with described_of(self.path):
            self.path.rename(aside)
        return aside

    def _free(self) -> Path:
        number = 1
        while os.path.lexists(path := self.folder / f"{self.name}-{number}.war"):
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
        now = time.time()
        told = {"id": self._id, "pid": os.getpid(), "host": socket.gethostname(), "time": now}
        write_whole(self.lock, json.dumps(told))
        self._locked = now

    def _holder(self) -> str:
        """The window that plays, or "" when nobody does."""
        try:
            told = json.loads(read_text(self.lock))
            id, pid, host, when = str(told["id"]), int(told["pid"]), str(told["host"]), float(told["time"])
        except (BadInput, ValueError, TypeError, KeyError, RecursionError):
            return ""
        since = time.time() - when
        if host == socket.gethostname() and os.name == "posix":
            return id if since < LONGEST and _is_alive(pid) else ""
        return id if since < SILENT else ""


def _is_alive(pid: int) -> bool:
    """Whether a process of this machine runs (not to be asked on Windows, where asking would end it)."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError, ValueError):
        return False
    except PermissionError:
        return True
    return pid > 0
