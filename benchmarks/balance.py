"""Whether the scenario is a contest: 400 wars between two sensible players, and the shares of their ends.

Run it by itself, it takes minutes: ``python benchmarks/balance.py``. Each side is to win
40 to 60 of 100 wars, at least 60 of 100 are to go past 1693, and fewer than 30 of 100 to end automatically.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from statistics import mean

from kept import asked_workers, workers

from ninevears_kernel.play.match import WarRecord
from ninevears_kernel.play.simulation import simulate, summary

WARS, SEED = 400, 1688
TURNING_POINT = 1693


def shares(wars: Sequence[WarRecord]) -> dict[str, float]:
    """The shares that make a contest."""
    return {
        "Bourbon": mean(war.winner == "Bourbon" for war in wars),
        "Alliance": mean(war.winner == "Alliance" for war in wars),
        "automatic": mean(war.level == "automatic" for war in wars),
        f"past {TURNING_POINT}": mean(war.year > TURNING_POINT for war in wars),
    }


def is_contest(found: dict[str, float]) -> bool:
    """Whether they are as they should be."""
    return (
        0.4 <= found["Bourbon"] <= 0.6 and found["automatic"] < 0.3 and found[f"past {TURNING_POINT}"] >= 0.6
    )


def main(wars: int, seed: int, jobs: int, executor: Executor | None = None) -> bool:
    """Plays the wars with a line of progress, and prints what came of them."""
    done = 0

    def progress() -> None:
        nonlocal done
        done += 1
        print(f"\r{done} of {wars} wars", end="", file=sys.stderr, flush=True)

    records = simulate(wars, seed, jobs, done=progress, executor=executor)
    print(file=sys.stderr)
    if not records:
        return False
    found = shares(records)
    print(f"{len(records)} wars between two sensible players, seed {seed}")
    for name, share in found.items():
        print(f"  {name:<12}{share:>6.0%}")
    print(summary(records).to_string(index=False))
    return is_contest(found)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--wars", type=int, default=WARS)
    asked.add_argument("--seed", type=int, default=SEED)
    asked_workers(asked)
    asked.set_defaults(jobs=os.cpu_count() or 1)
    given = asked.parse_args()
    with workers(given) as executor:
        sys.exit(0 if main(given.wars, given.seed, given.jobs, executor) else 1)
