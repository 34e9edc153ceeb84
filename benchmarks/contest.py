"""Contenders measured in turn, in one process, in CPU time; the table of their medians."""

from collections.abc import Callable
from statistics import median
from time import process_time_ns

ROUNDS = 15


def medians(
    contenders: dict[str, Callable[[], object]], repeat: int, rounds: int = ROUNDS
) -> dict[str, float]:
    """Microseconds for one call of each contender; they take turns, so that all meet the same machine."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for call in contenders.values():
        call()
    for _ in range(rounds):
        for name, call in contenders.items():
            begin = process_time_ns()
            for _ in range(repeat):
                call()
            times[name].append((process_time_ns() - begin) / repeat / 1000)
    return {name: median(found) for name, found in times.items()}


def print_table(title: str, found: dict[str, float], peer: str, per: int = 1) -> None:
    """Each contender with its time and its ratio to the peer's."""
    print(title)
    for name, time in found.items():
        print(f"  {name:<48}{time / per:>12.3f} us{ratio(time, found[peer]):>12}")


def ratio(time: float, peer: float) -> str:
    if time == peer:
        return "1"
    return f"1/{peer / time:.1f}" if time < peer else f"{time / peer:.1f}"
