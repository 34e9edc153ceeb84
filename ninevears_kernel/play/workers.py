"""The workers of a Dask scheduler as an executor: on other machines, each asked whether it has the same kit.

Whoever reaches a scheduler runs programs on its workers: it belongs in a network whose people one trusts.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

from .. import __version__
from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..nine_years.components.tables import PACKAGE, geodata

Result = TypeVar("Result")
SECONDS = 10
"""So long a scheduler is waited for, and the first of its workers."""
SCHEMES = ("tcp://", "tls://", "ws://", "wss://")
ROOMS = ("core", "nine_years", "play", "registers")
READ = (".csv", ".json", ".py", ".toml")
"""What decides a war: the files of these kinds in these rooms, and the map."""


@cache
def kit() -> str:
    """The kit as it is here: its version, Python's, and a sum over all that decides a war."""
    digest = blake2b(digest_size=8)
    files = [
        file
        for room in ROOMS
        for file in (PACKAGE / room).rglob("*")
        if file.suffix in READ and file.is_file()
    ]
    for file in (*sorted(files), geodata("spaces.csv"), geodata("links.csv")):
        digest.update(file.name.encode() + file.read_bytes())
    return f"{__version__}, Python {sys.version_info[0]}.{sys.version_info[1]}, {digest.hexdigest()}"


def with_kit(ours: str, work: Callable[..., Result], *given: Any) -> Result:
    """Does some work for whoever has the same kit.

    Args:
        ours: the kit of whoever asks.
        work: what is to be done.
        given: what it takes.

    Raises:
        NinevearsError: the kit here is another, so that the result might be.

    >>> with_kit(kit(), abs, -3)
    3
    """
    if ours != kit():
        raise NinevearsError(Message("work.other-kit", where=platform.node(), found=kit(), wanted=ours))
    return work(*given)


@contextmanager
def workers_at(address: str) -> Iterator[Executor]:
    """The workers of a scheduler, for `simulate(..., executor=...)`; Dask does again what a lost one had.

    Args:
        address: of the scheduler, such as ``tcp://192.168.0.7:8786``.

    Raises:
        NinevearsError: Dask is not installed here; or the scheduler has no workers.
        BadInput: no scheduler answers there.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise NinevearsError(Message("work.no-dask")) from None
    try:
        if not address.startswith(SCHEMES):
            raise ValueError
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise BadInput("scheduler", address, Message("expected.scheduler")) from None
    with client:
        try:
            client.wait_for_workers(1, SECONDS)
        except TimeoutError:
            raise NinevearsError(Message("work.no-workers", address=address)) from None
        yield _Workers(client.get_executor(pure=False), KilledWorker)


class _Workers(Executor):
    """Workers that are asked for their kit, and whose loss is told as that of any executor."""

    def __init__(self, dask: Executor, killed: type[Exception]) -> None:
        self._dask, self._killed = dask, killed

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Hands some work out."""
        asked = self._dask.submit(with_kit, kit(), work, *given, **named)
        told: Future[Any] = Future()

        def pass_on(done: Future[Any]) -> None:
            if done.cancelled():
                told.cancel()
            if not told.set_running_or_notify_cancel():
                return
            error = done.exception()
            if error is None:
                told.set_result(done.result())
            else:  # one that ended several workers is tried once more here (`processes.shared`)
                told.set_exception(BrokenExecutor() if isinstance(error, self._killed) else error)

        asked.add_done_callback(pass_on)
        told.add_done_callback(lambda one: asked.cancel() if one.cancelled() else None)
        return told
