"""Work shared between processes; when one dies, what the others finished is kept and the loss is told."""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from ..core.errors import WorkerDied
from ..core.messages import say

if TYPE_CHECKING:
    from concurrent.futures import Executor

Result = TypeVar("Result")
ALONE = ("emscripten", "wasi")
"""Platforms, those of Python in a browser, on which a program is one process and has no threads."""
MOST_PROCESSES = 61
"""Windows waits for no more at a time."""


def shared(
    work: Callable[[int], Result], count: int, jobs: int, executor: Executor | None = None
) -> Iterator[tuple[int, Result]]:
    """Does a piece of work for each number from 0, in one process or several.

    Args:
        work: makes the result of a number; processes share it, so no lambda serves.
        count: how many numbers there are.
        jobs: how many processes share them; with 1 the work is done here, as it is, with a warning, where
            there are no others.
        executor: who does it instead, on this machine or elsewhere; it stays open. What a worker that was
            lost had is done again, in a process of its own.

    Returns:
        Each number with its result, as they are finished. Whoever leaves before the end waits for what is
        being done, and for no more.

    Raises:
        WorkerDied: a process ended before its work was done; everything that was finished came before.

    >>> dict(shared(abs, 3, 1))
    {0: 0, 1: 1, 2: 2}
    """
    if executor is not None:
        yield from _elsewhere(work, range(count), executor)
        return
    if jobs > 1 and sys.platform in ALONE:
        warnings.warn(say("work.one-process"), stacklevel=2)
        jobs = 1
    if jobs == 1:
        for number in range(count):
            yield number, work(number)
        return
    # late: where there are no processes it cannot be imported
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    # An interrupt is the parent's business.
    pool = ProcessPoolExecutor(
        min(jobs, count, MOST_PROCESSES), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
    lost = 0
    try:
        numbers = {pool.submit(work, number): number for number in range(count)}
        for future in as_completed(numbers):
            try:
                result = future.result()
            except BrokenProcessPool:
                lost += 1  # others may have been finished before
            else:
                yield numbers[future], result
    except BrokenProcessPool:  # it died before all of the work was handed out
        lost = count
    finally:
        pool.shutdown(cancel_futures=True)
    if lost:
        raise WorkerDied


def _elsewhere(
    work: Callable[[int], Result], numbers: Iterable[int], executor: Executor
) -> Iterator[tuple[int, Result]]:
    """Work done by the workers of others; what was lost with one of them is done again."""
    from concurrent.futures import BrokenExecutor, CancelledError, Future, as_completed

    handed: dict[Future[Result], int] = {}
    lost = []
    for number in numbers:
        try:
            handed[executor.submit(work, number)] = number
        except BrokenExecutor:
            lost.append(number)
    try:
        for future in as_completed(handed):
            try:
                result = future.result()
            except (BrokenExecutor, CancelledError):
                lost.append(handed[future])
            else:
                yield handed[future], result
    finally:
        for future in handed:
            future.cancel()
    if lost:
        yield from _again(work, sorted(lost))


def _again(work: Callable[[int], Result], numbers: list[int]) -> Iterator[tuple[int, Result]]:
    """The same in a process of our own, so that what ended the other cannot end this one."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(1) as pool:
        for number in numbers:
            try:
                yield number, pool.submit(work, number).result()
            except BrokenProcessPool:
                raise WorkerDied from None
