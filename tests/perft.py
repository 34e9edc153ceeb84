"""Counts the lines of legal choices from some positions, by depth, twice: from the engine's options, and by
trying everything that the notation can say.

Programmers of chess call such a count *perft*, a performance test. It finds an option too many or too few
anywhere below a position: the number is another one.

A position is a log in ``perft/``, with its counts below it. Dice fall as the seed of the war lets them, so
that each choice leads to one position. A line is as many choices in a row as its depth says; where only one
choice is legal the engine makes it by itself, and it does not count.

    python tests/perft.py            counts all that is written, and tells differences
    python tests/perft.py --slow 2   does so by trying everything, to this depth
    python tests/perft.py --write N  writes the counts anew, as deep as there are no more than N lines
"""

import argparse
import sys
from itertools import chain
from pathlib import Path

from every_action import every_action

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import verbs, written
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log

FOLDER = Path(__file__).parent / "perft"
FILES = sorted(FOLDER.glob("*.txt"))
DEEPEST = 9
COUNTS = "\n== lines by depth\n"


def read(path: Path) -> tuple[Game, dict[int, int]]:
    """The game that a file tells, and its counts."""
    log, _, counts = path.read_text(encoding="utf-8").partition(COUNTS)
    lines = [line.split() for line in counts.splitlines()]
    return read_log(log, recorded=False), {int(depth): int(count) for depth, count in lines}


def lines(engine: Engine, depth: int) -> int:
    """How many lines of so many choices there are, from the options of the engine."""
    if depth == 1:
        return len(engine.options)
    count = 0
    for action in engine.options:
        board = engine.board.copy()
        after = Engine(
            board, RulingContext(WarDice(board.seed, board.drawn), engine.context.chosen, recorded=False)
        )
        after.advance()
        after.choose(action)
        count += lines(after, depth - 1)
    return count


def counted(engine: Engine, most: int) -> dict[int, int]:
    """The lines by depth, as long as there are no more than so many."""
    found: dict[int, int] = {}
    while (count := lines(engine, len(found) + 1)) <= most and len(found) < DEEPEST:
        found[len(found) + 1] = count
    return found


def lines_tried(game: Game, depth: int) -> int:
    """The same by typing every action of every verb, and asking of each whether it is legal."""
    everything = chain.from_iterable(every_action(verb, game.rule_tables) for verb in verbs())
    texts = [written(action, game.rule_tables) for action in everything]
    legal = [text for text in texts if game.decision is not None and not game.verify(text)]
    if depth == 1:
        return len(legal)
    count = 0
    for text in legal:
        after = game.branch()
        after.choose(text)
        count += lines_tried(after, depth - 1)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slow", type=int, metavar="DEPTH", help="try everything, down to this depth")
    parser.add_argument("--write", type=int, metavar="LINES", help="write the counts anew")
    asked = parser.parse_args()
    wrong = 0
    for path in FILES:
        game, counts = read(path)
        if asked.write:
            counts = counted(game.engine, asked.write)
            log = path.read_text(encoding="utf-8").partition(COUNTS)[0]
            text = "".join(f"{depth} {count}\n" for depth, count in counts.items())
            path.write_text(f"{log}{COUNTS}{text}", encoding="utf-8")
        for depth, count in counts.items():
            if asked.slow is not None and depth > asked.slow:
                break
            found = lines_tried(game, depth) if asked.slow else lines(game.engine, depth)
            wrong += found != count
            print(f"{path.stem}, depth {depth}: {found}" + (f", not {count}" * (found != count)), flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
