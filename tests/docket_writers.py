"""Writers of a docket, many at a time and some of them killed, run as a program of its own.

It loads the kit once, and what the first case loads, and forks, so that a writer is there at once. Arguments:
a mode, a docket, a folder for what the writers report, and how many. ``together``: all write, and end.
``killed``: each is killed while it writes, four at a time. ``stepped``: one after the other, each killed
behind another statement.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine, event

from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.records import Change

RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
EACH = 10
AT_A_TIME = 4


def write(place: str, report: Path, who: str, most: int) -> None:
    """Writes cases and decisions; reports each as soon as the docket has said that it is kept."""
    with report.open("ab", buffering=0) as file:
        docket = Docket.open(place, patience=120)
        for turn in range(most):
            case = docket.add_case({**RALLY, "title": f"{who} {turn}"}, by=who).number
            file.write(b"case %d %s %d\n" % (case, who.encode(), turn))
            decision = docket.decide(case, "override", by=who, reason=f"{who} {turn}").number
            file.write(b"decision %d %s %d\n" % (decision, who.encode(), turn))
            if turn % 5 == 4:
                docket.would_change(Change({"odd-hit": "parity"}), stop=lambda: True)


def forked(place: str, folder: Path, who: str, most: int) -> int:
    """The process of a new writer."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        write(place, folder / who, who, most)
        code = 0
    finally:
        os._exit(code)


def together(place: str, folder: Path, count: int) -> None:
    children = [forked(place, folder, f"writer-{number}", EACH) for number in range(count)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * count, codes


def killed(place: str, folder: Path, count: int) -> None:
    """Most are killed soon after they have reported something, some while they begin."""
    chance = random.Random(1688)
    alive: dict[int, tuple[Path, float | None]] = {}
    started = ended = 0
    while ended < count:
        while started < count and len(alive) < AT_A_TIME:
            report = folder / f"writer-{started}"
            end = time.monotonic() + chance.uniform(0.0, 0.2) if started % 10 == 0 else None
            alive[forked(place, folder, report.name, 1_000_000)] = report, end
            started += 1
        time.sleep(0.002)
        for child, (report, end) in list(alive.items()):
            if end is None and report.exists() and report.stat().st_size:
                alive[child] = report, time.monotonic() + chance.uniform(0.0, 0.1)
            elif end is not None and time.monotonic() >= end:
                os.kill(child, signal.SIGKILL)
                status = os.waitpid(child, 0)[1]
                assert os.WIFSIGNALED(status), f"a writer ended by itself: {status}"
                del alive[child]
                ended += 1


def stepped(place: str, folder: Path, count: int, each: int = 1) -> None:
    """Writer after writer, each killed by itself behind so many statements more than the one before."""
    for number in range(1, count + 1, each):
        child = os.fork()
        if not child:
            left = itertools.count(1 - number)

            def count_down(*_: object, left: Iterator[int] = left) -> None:
                if next(left) == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            event.listen(Engine, "after_cursor_execute", count_down)
            try:
                write(place, folder / f"writer-{number}", f"writer-{number}", 1_000_000)
            finally:
                os._exit(1)
        status = os.waitpid(child, 0)[1]
        assert os.WIFSIGNALED(status), f"writer {number} ended by itself: {status}"


if __name__ == "__main__":
    mode, place, folder, *counts = sys.argv[1:]
    with tempfile.TemporaryDirectory() as elsewhere:
        write(f"{elsewhere}/docket.sqlite", Path(elsewhere, "told"), "nobody", 5)
    {"together": together, "killed": killed, "stepped": stepped}[mode](place, Path(folder), *map(int, counts))
