"""Exact odds of a naval combat, and a copy of a position beside `copy.deepcopy` of the same as dicts."""

import copy
import tomllib
from pathlib import Path

import icepool
import numpy
from contest import medians, print_table

from ninevears_kernel.core.dice import Pool, _pool, exchange_weights, weights
from ninevears_kernel.core.messages import Message
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.umpire.cases.cases import rule_case

SITUATION = Path(__file__).parents[1] / "tests" / "rulings" / "his_naval_combat_tie.toml"
COMBAT = {
    k: v for k, v in tomllib.loads(SITUATION.read_text(encoding="utf-8"))["case"].items() if k != "dice"
}

SAMPLES = 100_000


def exchange():
    """Exact odds of one exchange: the hits of 12 dice against those of 10, at 5 or more."""
    ours, theirs, wanted = 12, 10, Message("dice.any")
    pools = Pool(ours, 5, wanted), Pool(theirs, 5, wanted)
    die = icepool.d(6) >= 5
    rng = numpy.random.default_rng(1)

    def sampled():
        rolled = (rng.integers(1, 7, (SAMPLES, n)) >= 5 for n in (ours, theirs))
        return numpy.unique(numpy.stack([faces.sum(1) for faces in rolled]), axis=1, return_counts=True)

    def in_weights():
        exchange_weights.cache_clear()
        _pool.cache_clear()
        return exchange_weights(*pools)

    exact = {
        "icepool": lambda: icepool.tupleize(ours @ die, theirs @ die),
        "ours": in_weights,
        "ours, as a procedure over all branches": lambda: weights(lambda dice: dice.exchange(*pools)),
    }
    print_table("Exact odds of one exchange, 12 dice against 10", medians(exact, repeat=50), "icepool")
    by_chance = f"numpy, {SAMPLES} samples"
    print_table("The same by chance", medians({by_chance: sampled, "ours": in_weights}, repeat=5), by_chance)


def main():
    name = "exact odds, 10 dice against 7, with the readings"
    print_table("Naval combat (HIS)", medians({name: lambda: rule_case(COMBAT)}, repeat=3), name)
    print()
    exchange()
    print()
    start = scenario_1688()
    data = position_to_data(start)
    found = medians(
        {
            "copy.deepcopy of dicts": lambda: copy.deepcopy(data),
            "Position.replace": lambda: start.replace(year=1690),
            "position as data": lambda: position_to_data(start),
            "data as a checked position": lambda: position_from_data(data),
        },
        repeat=50,
    )
    print_table("Copy of a position", found, "copy.deepcopy of dicts")


if __name__ == "__main__":
    main()
