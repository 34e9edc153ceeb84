"""Whole random wars and their logs, beside engines of other games: diplomacy, catanatron and chess.

All are measured in one process, in turn, in CPU time. The peers are installed by the extra ``bench`` alone.
"""

import random
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import process_time

import catanatron
import chess
import diplomacy
from diplomacy.utils.export import from_saved_game_format, to_saved_game_format

from ninevears_kernel.nine_years.games.game import Game, new_engine
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.play.random_player import random_player

ROUNDS = 7
YEARS = 12
MOVES = 1000


def random_war(seed: int) -> tuple[int, int]:
    """A whole random war; the numbers of its decisions and of the options listed for them."""
    engine = new_engine(seed)
    chance = random.Random(seed)
    decisions = listed = 0
    while engine.options:
        listed += len(engine.options)
        engine.choose(random_player(engine, chance))
        decisions += 1
    return decisions, listed


def recorded_war(seed: int) -> Game:
    """The same with its log."""
    game = Game.new(seed)
    chance = random.Random(seed)
    while game.engine.options:
        game.choose(random_player(game.engine, chance))
    return game


def diplomacy_game(seed: int) -> diplomacy.Game:
    """Twelve years of Diplomacy, every order by chance."""
    chance = random.Random(seed)
    game = diplomacy.Game()
    last = 1900 + YEARS
    while not game.is_game_done and int(game.get_current_phase()[1:5]) <= last:
        possible = game.get_all_possible_orders()
        for power in game.powers:
            places = [place for place in game.get_orderable_locations(power) if possible[place]]
            game.set_orders(power, [chance.choice(possible[place]) for place in places])
        game.process()
    return game


def catan_game(seed: int) -> None:
    """A game of Catan between four random players."""
    colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)
    random.seed(seed)
    catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=seed).play()


def chess_moves(seed: int) -> int:
    """A thousand random moves, asking each time whether the game is over."""
    chance = random.Random(seed)
    board = chess.Board()
    for _ in range(MOVES):
        if board.is_game_over():
            board = chess.Board()
        board.push(chance.choice(list(board.legal_moves)))
    return MOVES


def in_turn(
    contenders: dict[str, tuple[Callable[[int], object], int]],
) -> dict[str, list[tuple[float, object]]]:
    """Seconds and result of each run; the contenders take turns, a number of runs each round."""
    found: dict[str, list[tuple[float, object]]] = {name: [] for name in contenders}
    for call, _ in contenders.values():
        call(0)
    seed = 0
    for _ in range(ROUNDS):
        for name, (call, runs) in contenders.items():
            for _ in range(runs):
                seed += 1
                begin = process_time()
                result = call(seed)
                found[name].append((process_time() - begin, result))
    return found


def kibibytes(call: Callable[[int], object]) -> float:
    """What stays in memory of what a call returns."""
    call(1)
    tracemalloc.start()
    kept = call(2)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size / 1024


def compare(what: str, own: float, peer: float) -> None:
    """Prints a figure beside that of diplomacy, and their ratio."""
    print(f"{what}: {own:.1f}; a game of diplomacy {peer:.1f}: {own / peer:.2f} times")


def main() -> None:
    found = in_turn(
        {
            "wars": (random_war, 8),
            "diplomacy": (diplomacy_game, 1),
            "catanatron": (catan_game, 4),
            "chess": (chess_moves, 1),
        }
    )
    per_second = {name: 1 / median(seconds for seconds, _ in runs) for name, runs in found.items()}
    seconds = sum(time for time, _ in found["wars"])
    decisions = sum(counts[0] for _, counts in found["wars"]) / seconds
    options = sum(counts[1] for _, counts in found["wars"]) / seconds
    a_war = median(counts[0] for _, counts in found["wars"])
    moves = MOVES * per_second["chess"]
    print("Random whole wars, 1688 to the end")
    print(f"  wars a second {per_second['wars']:.1f}, of {a_war:.0f} decisions each")
    for peer in ("diplomacy", "catanatron"):
        rate = per_second[peer]
        print(f"  beside {peer}: {rate:.1f} a second: {per_second['wars'] / rate:.2f} times")
    print(f"  legal options a decision {options / decisions:.1f}, listed {options:.0f} a second")
    print(f"  decisions a second {decisions:.0f}, beside chess {moves:.0f}: {decisions / moves:.2f} times")
    # Games differ in length, those of diplomacy from one process to the next: several of each.
    logs = [recorded_war(seed).log for seed in range(ROUNDS)]
    saved = [to_saved_game_format(diplomacy_game(seed)) for seed in range(ROUNDS)]
    loads = in_turn(
        {
            "war": (lambda seed: read_log(logs[seed % ROUNDS]), 3),
            "diplomacy": (lambda seed: from_saved_game_format(saved[seed % ROUNDS]), 3),
        }
    )
    times = {name: median(seconds for seconds, _ in runs) * 1000 for name, runs in loads.items()}
    compare("Log of a war, loaded and checked (ms)", times["war"], times["diplomacy"])
    compare("Memory of a war with its log (KiB)", kibibytes(recorded_war), kibibytes(diplomacy_game))


if __name__ == "__main__":
    main()
