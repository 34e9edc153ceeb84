"""Counts of legal lines by depth from six positions: those of the files, and those of trying everything."""

from random import Random

import pytest
from perft import FILES, lines, lines_tried, read
from sizes import size

MOST = 6_000
BRANCHES = 1
"""More lines than `MOST`, and whatever branches so often before its last choice, only `make proof` counts."""


def test_there_are_six_positions():
    assert len(FILES) == 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_engine_finds_the_lines_that_are_written(path):
    game, counts = read(path)
    assert [*counts] == [*range(1, len(counts) + 1)]
    for depth, count in counts.items():
        if count <= MOST:
            assert lines(game.engine, depth) == count


@pytest.mark.parametrize("path", Random(1690).sample(FILES, size("tried")), ids=lambda path: path.stem)
def test_who_tries_everything_finds_as_many(path):
    game, counts = read(path)
    for depth, count in counts.items():
        if counts.get(depth - 1, 1) <= BRANCHES:
            assert lines_tried(game, depth) == count
