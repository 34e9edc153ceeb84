"""Fits the judge of positions, and tells how well it does.

python benchmarks/judge.py play 900 wars.jsonl      plays wars of the computer against itself; goes on
python benchmarks/judge.py play 300 more.jsonl --first 900   the same, from another number on
python benchmarks/judge.py fit wars.jsonl           fits weights to two of three wars, measures on the third
python benchmarks/judge.py fit wars.jsonl --write   fits them to all, and writes them into the package
python benchmarks/judge.py fit other.jsonl ... --near   by other wars: drift, the rest as it is
python benchmarks/judge.py fresh 300 fresh.jsonl    plays other wars, and some of their positions on; goes on
python benchmarks/judge.py check fresh.jsonl ...    how today's weights do on them, beside a perfect judge
python benchmarks/judge.py strays 6                 how far a judgement lies from wars played on
python benchmarks/judge.py picture judge.webp fresh.jsonl   draws how what they foretell of them came true

Every third war is clean; in every third each choice is a random one in 5 of 100 cases; in every third a
quarter of the choices of 1688 and 1689 is. Kept are every New Year and every choice of an action card, a
fifth of the actions and 15 of 100 purchases; in each year all wars weigh the same. Needs numpy and scipy,
which the kit itself does not.
"""

import argparse
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from kept import asked_workers, lines, played, workers

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play import judge
from ninevears_kernel.play.heuristic_player import heuristic_player

SEED, STEP = 20_000_003, 7_919
FRESH, PLAYED_ON = 51_000_011, 16
UNSEEN, OF_A_WAR, AGAIN = 83_000_003, 2, 3
"""The seeds of other wars; of each so many positions are played on so many times."""
KINDS = ("clean", "now and then", "openings")
TAKEN = {"card": 1.0, "lay": 1.0, "action": 0.2, "spend": 0.15}
"""Of these decisions so many positions are kept; of New Years all."""
BANDS = {
    "all": (1688, 1699),
    "1688": (1688, 1688),
    "1689-92": (1689, 1692),
    "1693-95": (1693, 1695),
    "1696-99": (1696, 1699),
}
RIDGE = 3e-4
FOLDS = 3
BINS = 10
STRAYS = 0.15
"""How far a single judgement strays, about, as `strays` measures it."""
WEIGHTS = Path(judge.__file__).parent / "data" / "judge.json"


def counted(board):
    """A position as a row: its marker, years left, and how much of each feature there is."""
    seen = judge.sight(board)
    features = Counter()
    for one in seen.counted:
        features[one.feature] += one.value
    return {
        "marker": seen.marker,
        "fleets": seen.fleets,
        "ends": seen.ends,
        "due": seen.due,
        "left": seen.years_left,
        "year": board.year,
        "features": features,
    }


def war(number, first=SEED, keep=None):
    """A war: who won, and the positions kept of it.

    Args:
        number: of the war.
        first: the seed of the first.
        keep: called with the board of each position that is kept.
    """
    kind, seed = KINDS[number % 3], first + number * STEP
    engine, taken = new_engine(seed), Random(seed + 1)
    rows, years = [], set()

    def look(board):
        share = TAKEN.get(board.agenda[-1][0], 0.0)
        if board.year not in years or (share and taken.random() < share):
            rows.append(counted(board))
            years.add(board.year)
            if keep:
                keep(board)

    winner = _to_the_end(engine, kind, seed, look)
    return {"kind": kind, "winner": winner, "rows": rows}


def _to_the_end(engine, kind, seed, look=None):
    """Plays a war of a kind on; who wins it."""
    chance, strays = Random(seed), Random(seed + 2)
    while engine.options:
        if look:
            look(engine.board)
        rate = {"now and then": 0.05, "openings": 0.25 * (engine.board.year <= 1689)}.get(kind, 0.0)
        if rate and strays.random() < rate:
            engine.choose(strays.choice(engine.options))
        else:
            engine.choose(heuristic_player(engine, chance))
    return engine.board.result.winner


def fresh(number):
    """A war on which no weights hang, and how often the Alliance wins when some of its positions are played
    on as that kind of war goes, with the hands as they are: more than any judge may know.
    """
    boards = []
    played = war(number, UNSEEN, lambda board: boards.append(board.copy()))
    seed = UNSEEN + number * STEP
    again = []
    for place in Random(seed + 3).sample(range(len(boards)), min(OF_A_WAR, len(boards))):
        wins = sum(_played_on(boards[place], seed + 10 + draw, played["kind"]) for draw in range(AGAIN))
        again.append([place, wins])
    return {**played, "again": again}


# ---- the fit


class Data:
    """Positions as arrays; in each year all wars weigh the same, however many positions were kept of them."""

    def __init__(self, wars, names):
        import numpy as np

        rows = [(one, row) for one in wars for row in one["rows"]]
        self.x = np.array([[row["features"].get(name, 0.0) for name in names] for _, row in rows])
        self.points = np.array([row["marker"] + row["due"] + row["fleets"] - judge.EVEN for _, row in rows])
        self.left = np.array([row["left"] for _, row in rows])
        self.ends = np.array([row["ends"] for _, row in rows])
        self.year = np.array([row["year"] for _, row in rows])
        self.first = (self.left > judge.LAST_YEAR - 1688).astype(float)
        self.won = np.array([one["winner"] == "Alliance" for one, _ in rows], float)
        self.war = np.array([one["number"] for one, _ in rows])
        kept = Counter((one["number"], row["year"]) for one, row in rows)
        self.weight = np.array([1 / kept[one["number"], row["year"]] for one, row in rows])
        spread, ripe = np.sqrt(0.3 + self.left), self.left / (self.left + 4)
        self.common = (
            np.column_stack([self.points, self.points / spread, *(ripe * one for one in self.nature())])
            / spread[:, None]
        )
        self.own = self.x * (ripe / spread)[:, None]

    def nature(self):
        """What is weighed beside the points without anything on the table, in the order of `COMMON`."""
        return 1 + 0 * self.left, self.left, self.first, self.left >= judge.LAST_YEAR - 1687


COMMON = ("point", "late", "drift", "by_year", "first_year", "first_spring")


def as_row(weights, names):
    """Weights of the package in the order of `COMMON` and then of the names."""
    import numpy as np

    common = [getattr(weights, name) for name in COMMON]
    return np.array([*common, *(weights.features.get(name, 0.0) for name in names)])


def fitted(data, ridge=RIDGE, features=True, near=None):
    """The weights, as `COMMON`, and of each feature, none below 0; those of others are kept where given."""
    import numpy as np
    from scipy.optimize import minimize

    scale = np.r_[np.ones(len(COMMON)), data.x.std(0) + 1e-9]
    rows = np.column_stack([data.common, data.own if features else data.own * 0]) / scale
    held = np.full(len(scale), ridge * (near is None))
    held[[0, 1, 2, 3, 5]] = 0
    start = np.r_[0.5, np.zeros(len(scale) - 1)] if near is None else near * scale
    share = data.weight * (data.ends == 0)  # what may end the war this winter is not weighed but known
    share /= share.sum()

    def loss(weights):
        z = rows @ weights
        likely = 1 / (1 + np.exp(-z))
        found = (share * (np.logaddexp(0, z) - data.won * z)).sum() + (held * weights**2).sum()
        return found, rows.T @ (share * (likely - data.won)) + 2 * held * weights

    least = [(0, None) if near is None else (one, one) for one in start]
    bounds = least[:2] + [(None, None)] * (len(COMMON) - 2) + least[len(COMMON) :]
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x / scale


def likely(data, weights):
    import numpy as np

    found = 1 / (1 + np.exp(-(np.column_stack([data.common, data.own]) @ weights)))
    return np.where(data.ends > 0, found + (1 - found) * data.ends, found * (1 + data.ends))


def brier(data, found, chosen):
    share = data.weight * chosen
    return float((share * (found - data.won) ** 2).sum() / share.sum())


def calibration(data, found, chosen):
    """Of what was foretold alike: what was foretold, what came, and the share of the wars."""
    import numpy as np

    rows = []
    for low in range(BINS):
        there = chosen & (np.minimum((found * BINS).astype(int), BINS - 1) == low)
        share = data.weight[there]
        if share.sum():
            means = [float((share * one[there]).sum() / share.sum()) for one in (found, data.won)]
            rows.append((*means, float(share.sum() / data.weight[chosen].sum())))
    return rows


def miscalibrated(data, found, chosen):
    """How far what was foretold alike is from what came, root of the mean square, without what so few wars
    stray by themselves.
    """
    import numpy as np

    _, war = np.unique(data.war, return_inverse=True)
    place = np.minimum((found * BINS).astype(int), BINS - 1)
    share, whole = data.weight * chosen, 0.0
    for low in range(BINS):
        there = share * (place == low)
        if size := there.sum():
            gap = np.bincount(war, there * (found - data.won)) / size
            off = gap.sum()
            strays = ((gap - off * np.bincount(war, there) / size) ** 2).sum()
            whole += size / share.sum() * (off**2 - strays)
    return max(0.0, float(whole)) ** 0.5


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
        }
        rows = calibration(data, found, chosen)
        told[band]["calibration error"] = round(sum(abs(one - two) * share for one, two, share in rows), 4)
        told[band]["calibration"] = [[round(one, 3) for one in row] for row in rows]
    return told


def foretold(wars, names, near=None):
    """All positions, and what is foretold of each by weights that were not fitted to its war; and by points
    and time alone.
    """
    import numpy as np

    data = Data(wars, names)
    found, bare = np.zeros(len(data.won)), np.zeros(len(data.won))
    for fold in range(FOLDS):
        parts = (
            [one for one in wars if (one["number"] // 3 % FOLDS == fold) == own] for own in (False, True)
        )
        learnt, held = (Data(part, names) for part in parts)
        there = data.war // 3 % FOLDS == fold
        found[there] = likely(held, fitted(learnt, near=near))
        bare[there] = likely(held, fitted(learnt, features=False))
    return data, found, bare


def fit(files, write, near):
    """Measures each third of the wars with weights fitted to the others; writes those fitted to all.

    Args:
        files: of the wars.
        write: whether to write the weights.
        near: whether a point and each thing keep the weight in use, which was fitted to other wars.
    """
    wars, used = numbered(files), judge.weights()
    names = sorted({name for one in wars for row in one["rows"] for name in row["features"]})
    held = as_row(used, names) if near else None
    data, found, bare = foretold(wars, names, held)
    told = score(data, found, bare)
    print(f"{len(wars)} wars, {sum(len(one['rows']) for one in wars)} positions")
    for band, row in told.items():
        print(f"{band:8}", {name: value for name, value in row.items() if name != "calibration"})
    weights = fitted(data, near=held)
    common, own = weights[: len(COMMON)], list(zip(names, weights[len(COMMON) :], strict=True))
    for name, value in (*zip(COMMON, common, strict=True), *sorted(own, key=lambda one: -one[1])):
        print(f"{name:24}{value:8.4f}")
    if write:
        made = judge.Weights(
            f"{datetime.now(UTC):%Y-%m-%d}",
            len(wars) + used.wars * near,
            f"{used.seeds}; then {write}" if near else write,
            *(round(float(one), 5) for one in common),
            {name: round(float(one), 5) for name, one in own if one > 1e-5},
            STRAYS,
            told,
        )
        import msgspec

        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


def numbered(files):
    """The wars of some files, numbered through."""
    kept = [one for file in files for _, one in sorted(lines(file).items())]
    return [one | {"number": number} for number, one in enumerate(kept)]


def in_use(files):
    """Wars of some files, their positions, and what the weights in use foretell of these."""
    wars, names = numbered(files), sorted(judge.weights().features)
    data = Data(wars, names)
    return wars, data, likely(data, as_row(judge.weights(), names))


def check(files):
    """How the weights in use do on other wars, beside points and time, and a perfect judge."""
    import numpy as np

    wars, data, found = in_use(files)
    marker = np.array([row["marker"] - judge.EVEN for one in wars for row in one["rows"]])
    due = np.array([row["due"] for one in wars for row in one["rows"]])
    yardsticks = {  # columns: those of COMMON
        "points / sqrt(years)": (marker, [0]),
        "and drift": (marker, [0, 2, 3, 4, 5]),
        "and what is due": (marker + due, [0, 2, 3, 4, 5]),
        "and fleets, capitals, late": (data.points, [0, 1, 2, 3, 4, 5]),
    }
    print(f"{len(wars)} wars, {len(data.won)} positions")
    for band, (low, high) in BANDS.items():
        chosen = (data.year >= low) & (data.year <= high)
        rows = calibration(data, found, chosen)
        error = sum(abs(one - two) * share for one, two, share in rows)
        clear, ours = miscalibrated(data, found, chosen), brier(data, found, chosen)
        spread = interval(data, found, data.won, chosen)
        print(f"{band:8} judge {ours:.4f} {spread}, calibration error {error:.3f}, beyond chance {clear:.3f}")
        for name, (points, columns) in yardsticks.items():
            bare = _yardstick(data, points, columns, ends="capitals" in name)
            gap = interval(data, found, bare, chosen)
            print(f"         {name:28}{brier(data, bare, chosen):.4f}  judge less it {gap}")
    perfect(wars, data, found)


def _yardstick(data, points, columns, ends):
    """What points and time foretell, with weights fitted to the other folds."""
    import numpy as np

    spread = np.sqrt(0.3 + data.left)
    common = data.common.copy()
    common[:, 0], common[:, 1] = points / spread, points / spread**2
    common[:, [one for one in range(len(COMMON)) if one not in columns]] = 0
    found = np.zeros(len(data.won))
    for fold in range(FOLDS):
        there = data.war // 3 % FOLDS == fold
        part = Data.__new__(Data)
        part.common, part.own, part.x = common[~there], data.own[~there], data.x[~there]
        part.weight, part.won = data.weight[~there], data.won[~there]
        part.ends = data.ends[~there] if ends else np.zeros((~there).sum())
        learnt = fitted(part, features=False)
        part.common, part.own = common[there], data.own[there]
        part.ends = data.ends[there] if ends else np.zeros(there.sum())
        found[there] = likely(part, learnt)
    return found


def perfect(wars, data, found):
    """How far the judge is from one who knows how often each position is won: what is left is chance.

    With several draws from the same position, (chance - one) (chance - another) is on the average the square
    of what the judge is wrong by; what remains of its Brier score nobody could foretell.
    """
    import numpy as np

    begins = np.cumsum([0, *(len(one["rows"]) for one in wars)])
    wrong, left, of = [], [], []
    for one, begin in zip(wars, begins, strict=False):
        for place, wins in one.get("again", ()):
            draws = AGAIN + 1
            wins += one["winner"] == "Alliance"  # the war itself is a draw as good as the others
            share, told = wins / draws, found[begin + place]
            left.append(share * (1 - share) * draws / (draws - 1))
            wrong.append((told - share) ** 2 - left[-1] / draws)
            of.append(one["number"])
    if not of:
        return
    numbers, place = np.unique(of, return_inverse=True)
    drawn = np.random.default_rng(1688).integers(len(numbers), size=(1000, len(numbers)))
    whole = brier(data, found, data.year > 0)
    for name, values in (("wrong by, squared", wrong), ("nobody could foretell", left)):
        sums, count = np.bincount(place, values), np.bincount(place)
        spread = np.percentile(sums[drawn].sum(1) / count[drawn].sum(1), [2.5, 97.5])
        print(f"{name}: {np.mean(values):.4f} ({spread[0]:.4f} to {spread[1]:.4f}), {len(values)} positions")
    print(f"a perfect judge, by what ours is wrong by: {whole - np.mean(wrong):.4f}")


def strays(wars):
    """How far the judgement of New Years lies from wars played on from there, without the chance of these."""
    squares, chance_of_these, count = 0.0, 0.0, 0
    for number in range(wars):
        seed = FRESH + number * STEP
        engine, chance, year = new_engine(seed), Random(seed), 1688
        while engine.options:
            if engine.board.year != year:
                year = engine.board.year
                if year % 3 == 1:
                    won = sum(_played_on(engine.board, seed + draw) for draw in range(PLAYED_ON))
                    share = won / PLAYED_ON
                    squares += (judge.chance(engine.board) - share) ** 2
                    chance_of_these += share * (1 - share) / (PLAYED_ON - 1)
                    count += 1
            engine.choose(heuristic_player(engine, chance))
        far = max(0.0, squares - chance_of_these) / max(1, count)
        print(f"{number + 1} wars, {count} New Years: {far**0.5:.3f}", flush=True)


def _played_on(board, seed, kind="clean"):
    """Whether the Alliance wins a war that is played on from a position with fresh dice and decks."""
    engine = Engine(board.copy(), RulingContext(WarDice(seed), recorded=False), asks_alike=True)
    board, chance = engine.board, Random(seed)
    board.seed, board.drawn = seed, 0
    board.action_deck = tuple(chance.sample(board.action_deck, len(board.action_deck)))
    board.event_deck = tuple(chance.sample(board.event_deck, len(board.event_deck)))
    engine.advance()
    return _to_the_end(engine, kind, seed) == "Alliance"


def picture(file, files):
    """Draws how what the weights in use foretell of other wars came true."""
    from matplotlib import pyplot

    _, data, found = in_use(files)

    bands = [band for band in BANDS if band not in ("all", "1688")]
    figure, fields = pyplot.subplots(1, len(bands), figsize=(10.5, 4.2), sharey=True, layout="constrained")
    for field, band in zip(fields, bands, strict=True):
        low, high = BANDS[band]
        rows = calibration(data, found, (data.year >= low) & (data.year <= high))
        field.plot([0, 1], [0, 1], color="#8b7346", linestyle=(0, (5, 3)), linewidth=1)
        told, came, share = zip(*rows, strict=True)
        field.plot(told, came, color="#2c5687", linewidth=1)
        field.scatter(told, came, [900 * one for one in share], "#2c5687", zorder=3, clip_on=False)
        field.set(title=band, xlim=(0, 1), ylim=(0, 1), xlabel="chance foretold", aspect="equal")
    fields[0].set_ylabel("share won by the Alliance")
    figure.savefig(file, dpi=110)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("play", "fit", "fresh", "check", "strays", "picture"))
    asked.add_argument(
        "rest",
        nargs="+",
        help="play, fresh: WARS FILE; fit, check: FILES; picture: PICTURE FILES; strays: WARS",
    )
    asked_workers(asked)
    asked.add_argument("--first", type=int, default=0, metavar="NUMBER", help="play, fresh: of the first war")
    asked.add_argument(
        "--write", nargs="?", const=f"{SEED} + {STEP} n", metavar="SEEDS", help="fit: of the wars"
    )
    asked.add_argument("--near", action="store_true", help="fit: from the weights in use")
    given = asked.parse_args()
    if given.what in ("play", "fresh"):
        with workers(given) as executor:
            played(
                {"play": war, "fresh": fresh}[given.what],
                int(given.rest[0]),
                Path(given.rest[1]),
                given.jobs,
                executor,
                given.first,
            )
    elif given.what == "fit":
        fit([Path(one) for one in given.rest], given.write, given.near)
    elif given.what == "check":
        check([Path(one) for one in given.rest])
    elif given.what == "strays":
        strays(int(given.rest[0]))
    else:
        picture(Path(given.rest[0]), [Path(one) for one in given.rest[1:]])


if __name__ == "__main__":
    main()
