"""Whole wars played by chance: no crash, no dead end, an end in time, and the invariants after every
decision.

tests/sizes.py says how many. A seed that once failed
stands in ``random_wars/seeds.txt`` and is played first.
"""

from pathlib import Path
from random import Random

import pytest
from invariants import broken, corps_by_power
from sizes import first, size

from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play.random_player import random_player

KEPT = Path(__file__).parent / "random_wars" / "seeds.txt"
SEEDS = [
    int(line.split("#")[0])
    for line in KEPT.read_text(encoding="utf-8").splitlines()
    if line.split("#")[0].strip()
]
WARS, FIRST = size("wars"), first("wars")
BATCHES = 12
MOST_CHOICES = 20_000


def walk(seed: int) -> int:
    """Plays a war and checks it; the number of its decisions."""
    engine = new_engine(seed)
    chance = Random(seed)
    choices = 0
    corps = corps_by_power(engine.board)
    while engine.options:
        board: Board = engine.board
        phase, savoy_left = board.phase, board.savoy_left
        action = random_player(engine, chance)
        engine.choose(action)
        choices += 1
        place = f"seed {seed}, choice {choices}, {board.year} {board.phase}, after {action}"
        assert not (wrong := broken(board)), f"{place}: {wrong}"
        now = corps_by_power(board)
        if board.phase == phase and phase in ("campaign", "winter") and action[0] != "event":
            left = {"Savoy"} if board.savoy_left != savoy_left else set()
            changed = {power for power in now if now[power] != corps[power]} - left
            assert not changed, f"{place}: corps of {changed} lost or doubled"
        corps = now
        assert choices < MOST_CHOICES, f"seed {seed}: no end"
    assert engine.board.result is not None, (
        f"seed {seed}: a dead end in {engine.board.year}, {engine.board.phase}"
    )
    return choices


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_that_failed_once(seed):
    walk(seed)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_wars(batch):
    for seed in range(FIRST + batch, FIRST + WARS, BATCHES):
        try:
            walk(seed)
        except Exception as error:
            with KEPT.open("a", encoding="utf-8") as file:  # from now on it is a test of its own
                file.write(f"{seed}  # {str(error).splitlines()[0][:120]}\n")
            raise
