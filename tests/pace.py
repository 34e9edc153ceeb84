"""Time as on a usual core: one that others share may be half as fast, and no text is to blame for that."""

from __future__ import annotations

import time

STEPS, USUAL = 1_000_000, 0.04
"""Steps of a plain loop, and the seconds of a process that they take on a usual core."""


def slowness() -> float:
    """How many times as long as on a usual core a plain loop takes here and now; at least 1."""
    start, left = time.process_time(), STEPS
    while left:
        left -= 1
    return max(1.0, (time.process_time() - start) / USUAL)


def within(seconds: float, start: float) -> bool:
    """Whether so many seconds of a usual core have not passed since `start` (a `time.process_time()`)."""
    spent = time.process_time() - start
    return spent < seconds or spent < seconds * slowness()
