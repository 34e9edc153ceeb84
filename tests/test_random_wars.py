"""Whole wars played by chance: no crash, no dead end, an end in time, and the invariants after every
decision.

The number of wars is 300, or what the environment variable NINEVEARS_WARS says. A seed that once failed
stands in ``random_wars/seeds.txt`` and is played first.
"""

import os
from pathlib import Path
from random import Random

import pytest
from invariants import broken, corps_by_power

from ninevears_kernel.nine_years.board import Board
from ninevears_kernel.nine_years.game import new_war
from ninevears_kernel.play.random_player import random_player

KEPT = Path(__file__).parent / "random_wars" / "seeds.txt"
SEEDS = [
    int(line.split("#")[0])
    for line in KEPT.read_text(encoding="utf-8").splitlines()
    if line.split("#")[0].strip()
]
WARS = int(os.environ.get("NINEVEARS_WARS", "300"))
BATCHES = 12
MOST_CHOICES = 20_000


def walk(seed: int) -> int:
    """Plays a war and checks it; the number of its decisions."""
    war = new_war(seed)
    chance = Random(seed)
    choices = 0
    corps = corps_by_power(war.board)
    while war.options:
        board: Board = war.board
        phase, savoy_left = board.phase, board.savoy_left
        action = random_player(war, chance)
        war.choose(action)
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
    assert war.board.result is not None, f"seed {seed}: a dead end in {war.board.year}, {war.board.phase}"
    return choices


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_that_failed_once(seed):
    walk(seed)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_wars(batch):
    for seed in range(batch, WARS, BATCHES):
        try:
            walk(seed)
        except Exception as error:
            with KEPT.open("a", encoding="utf-8") as file:  # from now on it is a test of its own
                file.write(f"{seed}  # {str(error).splitlines()[0][:120]}\n")
            raise
