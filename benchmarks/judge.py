"""Fits the judge of positions, and tells how well it does.

python benchmarks/judge.py play 900 wars.jsonl      plays wars of the computer against itself (goes on where it was)
python benchmarks/judge.py fit wars.jsonl           fits weights to two of three, and measures on the third
python benchmarks/judge.py fit wars.jsonl --write   fits them to all, and writes them into the package

Every third war is clean; in every third each choice is a random one in 5 of 100 cases; in every third a quarter of
the choices of 1688 and 1689 is. Needs numpy and scipy, which the kit itself does not.
"""

import argparse
import json
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play import judge
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.processes import shared

SEED, STEP = 20_000_003, 7_919
KINDS = ("clean", "now and then", "openings")
TAKEN = {"lay": 1.0, "action": 0.2, "spend": 0.15}
"""Of these decisions so many positions are kept; of New Years all."""
BANDS = {
    "all": (1688, 1699),
    "1688": (1688, 1688),
    "1689-92": (1689, 1692),
    "1693-95": (1693, 1695),
    "1696-99": (1696, 1699),
}
RIDGE = 1e-3
WEIGHTS = Path(judge.__file__).parent / "data" / "judge.json"


def counted(board):
    """A position as a row: its marker, years left, and how much of each feature there is."""
    seen = judge.sight(board)
    features = Counter()
    for one in seen.counted:
        features[one.feature] += one.value
    return {
        "marker": seen.marker,
        "due": seen.due,
        "left": seen.years_left,
        "year": board.year,
        "features": features,
    }


def war(number, first=0):
    """A war: who won, and the positions kept of it."""
    number += first
    kind, seed = KINDS[number % 3], SEED + number * STEP
    engine, chance, taken, strays = new_engine(seed), Random(seed), Random(seed + 1), Random(seed + 2)
    rows, year = [], None
    while engine.options:
        board = engine.board
        share = TAKEN.get(board.agenda[-1][0], 0.0)
        if board.year != year or (share and taken.random() < share):
            rows.append(counted(board))
            year = board.year
        rate = {"now and then": 0.05, "openings": 0.25 * (board.year <= 1689)}.get(kind, 0.0)
        if rate and strays.random() < rate:
            engine.choose(strays.choice(engine.options))
        else:
            engine.choose(heuristic_player(engine, chance))
    return {"war": number, "kind": kind, "winner": engine.board.result.winner, "rows": rows}


def play(wars, file, jobs):
    """Plays the wars that are not in the file yet."""
    done = len(file.read_text().splitlines()) if file.exists() else 0
    with file.open("a") as out:
        for _, one in shared(partial(war, first=done), wars - done, jobs):
            out.write(json.dumps(one) + "\n")
            out.flush()


# ---- the fit


class Data:
    """Positions as arrays, each war with the same weight."""

    def __init__(self, wars, names):
        import numpy as np

        rows = [(one, row) for one in wars for row in one["rows"]]
        self.x = np.array([[row["features"].get(name, 0.0) for name in names] for _, row in rows])
        self.points = np.array([row["marker"] + row["due"] - judge.EVEN for _, row in rows])
        self.left = np.array([row["left"] for _, row in rows])
        self.year = np.array([row["year"] for _, row in rows])
        self.first = (self.left > judge.LAST_YEAR - 1688).astype(float)
        self.won = np.array([one["winner"] == "Alliance" for one, _ in rows], float)
        self.war = np.array([one["war"] for one, _ in rows])
        self.weight = np.array([1 / len(one["rows"]) for one, _ in rows])
        spread, ripe = np.sqrt(0.3 + self.left), self.left / (self.left + 4)
        self.common = (
            np.column_stack([self.points, ripe, ripe * self.left, ripe * self.first]) / spread[:, None]
        )
        self.own = self.x * (ripe / spread)[:, None]


def fitted(data, ridge=RIDGE, features=True):
    """The weights: of a point, drift, by year, first year, and of each feature, none below 0."""
    import numpy as np
    from scipy.optimize import minimize

    scale = data.x.std(0) + 1e-9
    rows = np.column_stack([data.common, data.own / scale if features else data.own * 0])
    share = data.weight / data.weight.sum()

    def loss(weights):
        z = rows @ weights
        likely = 1 / (1 + np.exp(-z))
        found = (share * (np.logaddexp(0, z) - data.won * z)).sum() + ridge * (weights[3:] ** 2).sum()
        slope = rows.T @ (share * (likely - data.won))
        slope[3:] += 2 * ridge * weights[3:]
        return found, slope

    bounds = [(0, None), *[(None, None)] * 3, *[(0, None)] * data.x.shape[1]]
    start = np.r_[0.5, np.zeros(3 + data.x.shape[1])]
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    best[4:] /= scale
    return best


def likely(data, weights):
    import numpy as np

    return 1 / (1 + np.exp(-(np.column_stack([data.common, data.own]) @ weights)))


def brier(data, found, chosen):
    share = data.weight * chosen
    return float((share * (found - data.won) ** 2).sum() / share.sum())


def calibration_error(data, found, chosen, bins=10):
    import numpy as np

    total = 0.0
    for low in range(bins):
        there = chosen & (np.minimum((found * bins).astype(int), bins - 1) == low)
        share = data.weight[there]
        if share.sum():
            total += abs((share * (found[there] - data.won[there])).sum())
    return float(total / data.weight[chosen].sum())


def interval(data, first, second, chosen, draws=1000):
    """The difference of two Brier scores, 95 of 100, drawn by war."""
    import numpy as np

    wars, place = np.unique(data.war, return_inverse=True)
    gap = np.bincount(
        place, chosen * data.weight * ((first - data.won) ** 2 - (second - data.won) ** 2), len(wars)
    )
    size = np.bincount(place, chosen * data.weight, len(wars))
    chance = np.random.default_rng(1688)
    drawn = chance.integers(len(wars), size=(draws, len(wars)))
    found = gap[drawn].sum(1) / size[drawn].sum(1)
    return [round(float(one), 4) for one in np.percentile(found, [2.5, 97.5])]


def score(data, found, bare):
    """How well it does, by the years in question."""
    told = {}
    for band, (low, high) in BANDS.items():
        chosen = (data.year >= low) & (data.year <= high)
        told[band] = {
            "brier": round(brier(data, found, chosen), 4),
            "points and time": round(brier(data, bare, chosen), 4),
            "difference": interval(data, found, bare, chosen),
            "calibration error": round(calibration_error(data, found, chosen), 4),
        }
    return told


def fit(file, write):
    """Fits on two thirds, measures on the last; with `write` fits to all and writes the weights."""
    wars = [json.loads(line) for line in file.read_text().splitlines()]
    wars.sort(key=lambda one: one["war"])
    names = sorted({name for one in wars for row in one["rows"] for name in row["features"]})
    learnt = Data([one for one in wars if one["war"] // 3 % 3 != 2], names)
    held = Data([one for one in wars if one["war"] // 3 % 3 == 2], names)
    weights = fitted(learnt)
    found, bare = likely(held, weights), likely(held, fitted(learnt, features=False))
    told = score(held, found, bare)
    print(f"{len(wars)} wars, {sum(len(one['rows']) for one in wars)} positions")
    for band, row in told.items():
        print(f"{band:8}", row)
    if write:
        weights = fitted(Data(wars, names))
    for name, value in sorted(zip(names, weights[4:], strict=True), key=lambda one: -one[1]):
        print(f"{name:24}{value:8.4f}")
    if write:
        made = judge.Weights(
            f"{datetime.now(UTC):%Y-%m-%d}", len(wars), f"{SEED} + {STEP} n", *[round(float(one), 5) for one in weights[:4]],
            {name: round(float(one), 5) for name, one in zip(names, weights[4:], strict=True) if one > 1e-5}, 0.12, told,
        )  # fmt: skip
        import msgspec

        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("play", "fit"))
    asked.add_argument("rest", nargs="+", help="play: WARS FILE; fit: FILE")
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args()
    if given.what == "play":
        play(int(given.rest[0]), Path(given.rest[1]), given.jobs)
    else:
        fit(Path(given.rest[0]), given.write)


if __name__ == "__main__":
    main()
