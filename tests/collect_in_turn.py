"""Several processes that collect the same files each begin with another one.

In a fresh tree pytest rewrites the asserts of every file, which takes longer than to import it. So a process
rewrites its part, and finds the rest done by the others; conftest.py puts the tests into one order again.
"""

from pathlib import Path

import pytest


class Turned(pytest.Dir):
    """A folder that a process begins to collect in its own place."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        found = list(super().collect())
        worker = self.config.workerinput
        first = len(found) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        return found[first:] + found[:first]


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Dir | None:
    """Turns the folder of the tests; others are collected as ever."""
    return Turned.from_parent(parent, path=path) if path == Path(__file__).parent else None
