"""Matches between computer players: a file of records that goes on where it was stopped, and what it says.

python benchmarks/matches.py play sensible random 400 match.jsonl   plays what is missing of 400 wars
python benchmarks/matches.py tell match.jsonl                        what was won, with intervals of 95 of 100

Each player has each side in half of the wars. A player is a name of `PLAYERS` or of `contenders.py`. Fewer
than 400 wars are for looking, not for saying which is the stronger: of 80, a share strays by 11 of 100.
"""

import argparse
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time

import contenders
from kept import asked_workers, lines, played, workers

from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play.match import PLAYERS, moves

SEED, STEP = 90_000_007, 7_919
SLOWEST = 0.2
"""So many seconds a decision may take on the average, and no more."""
EVEN = 24.5


def player(name):
    """A player by its name."""
    return PLAYERS[name] if name in PLAYERS else contenders.CONTENDERS[name]


class Timed:
    """A player whose decisions are counted, and their time."""

    def __init__(self, name):
        self.player, self.seconds, self.decisions = player(name), 0.0, 0

    def __call__(self, engine, random):
        begin = process_time()
        action = self.player(engine, random)
        self.seconds += process_time() - begin
        self.decisions += 1
        return action


def war(first, second, seed, number):
    """A war of a match: the first player has the Bourbons in the even ones."""
    sides = dict(zip(SIDES if number % 2 == 0 else SIDES[::-1], (Timed(first), Timed(second)), strict=True))
    own = seed + number * STEP
    engine = new_engine(own)
    for _ in moves(sides, engine, Random(own)):
        pass
    result, side = engine.board.result, SIDES[number % 2]
    ahead = engine.board.victory_points - EVEN
    return {
        "players": [first, second],
        "seed": own,
        "side": side,
        "won": result.winner == side,
        "how": result.how,
        "year": engine.board.year,
        "ahead": ahead if side == "Alliance" else -ahead,
        "seconds": [
            round(sides[one].seconds / max(1, sides[one].decisions), 5) for one in (side, enemy(side))
        ],
    }


def interval(won, wars):
    """Between what shares the true one lies, 95 of 100 (Wilson)."""
    z, share = 1.96, won / wars
    middle = share + z * z / (2 * wars)
    reach = z * sqrt(share * (1 - share) / wars + z * z / (4 * wars * wars))
    return (middle - reach) / (1 + z * z / wars), (middle + reach) / (1 + z * z / wars)


def telling(rows):
    """A match in a line: won of all, interval, by side, and how long a decision took."""
    rows = list(rows)
    first, second = rows[0]["players"]
    won = sum(row["won"] for row in rows)
    low, high = interval(won, len(rows))
    sides = [[row["won"] for row in rows if row["side"] == side] for side in SIDES]
    by_side = ", ".join(f"{side} {sum(one)}/{len(one)}" for side, one in zip(SIDES, sides, strict=True))
    slow = max(sum(row["seconds"][place] for row in rows) / len(rows) for place in (0, 1))
    points = sum(row["ahead"] for row in rows) / len(rows)
    text = (
        f"{first} - {second}: {won}/{len(rows)} = {won / len(rows):.0%} ({low:.0%} to {high:.0%}); {by_side}"
    )
    return f"{text}; {points:+.1f} points; {1000 * slow:.1f} ms" + (" TOO SLOW" if slow > SLOWEST else "")


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = asked.add_subparsers(dest="what", required=True)
    playing = what.add_parser("play")
    playing.add_argument("first")
    playing.add_argument("second")
    playing.add_argument("wars", type=int)
    playing.add_argument("file", type=Path)
    playing.add_argument("--seed", type=int, default=SEED)
    asked_workers(playing)
    told = what.add_parser("tell")
    told.add_argument("files", type=Path, nargs="+")
    given = asked.parse_args()
    if given.what == "tell":
        for file in given.files:
            print(telling(lines(file).values()))
        return
    for name in (given.first, given.second):
        player(name)  # an unknown one is told before the first war
    held = {(*row["players"], row["seed"] - row["number"] * STEP) for row in lines(given.file).values()}
    if held - {(given.first, given.second, given.seed)}:
        raise SystemExit(f"{given.file} holds another match: {held}")
    work = partial(war, given.first, given.second, given.seed)
    with workers(given, contenders) as executor:
        rows = played(work, given.wars, given.file, given.jobs, executor)
    print(telling(rows.values()))


if __name__ == "__main__":
    main()
