"""Wars by the hundred: played in one process or several, with the same results whichever."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from multiprocessing import Pool
from typing import TYPE_CHECKING, Any

from ..core.messages import say
from ..nine_years.kit import Kit
from ..nine_years.own_rules import kit_in_force
from ..nine_years.position import Position
from ..nine_years.sides import Side
from .match import PLAYERS, Player, WarRecord, play_war

if TYPE_CHECKING:
    import pandas

Start = Callable[[int], Position]
"""Gives the position from which the war of a seed is played; processes share it, so no lambda serves."""
SEED_STEP = 1_000_003
"""Seeds of the wars of one simulation lie this far apart, so that two simulations share none by chance."""


@cache
def _kit(rules: str | None) -> Kit:
    return kit_in_force(rules)


def _war(
    number: int,
    seed: int,
    bourbon: str,
    alliance: str,
    rules: str | None,
    readings: dict[str, str],
    start: Start | None,
) -> WarRecord:
    kit, own = _kit(rules), seed + number * SEED_STEP
    players: dict[Side, Player] = {"Bourbon": PLAYERS[bourbon], "Alliance": PLAYERS[alliance]}
    return play_war(players, own, kit, readings, start(own) if start else None)


def simulate(
    games: int,
    seed: int = 1688,
    jobs: int = 1,
    bourbon: str = "sensible",
    alliance: str = "sensible",
    rules: str | None = None,
    readings: Mapping[str, str] | None = None,
    done: Callable[[], None] = lambda: None,
    start: Start | None = None,
) -> list[WarRecord]:
    """Plays wars between two players; the same arguments give the same wars, whatever `jobs` is.

    Args:
        games: how many.
        seed: of the whole simulation.
        jobs: how many processes share the work.
        bourbon: who plays the Bourbons, by name in `PLAYERS`.
        alliance: who plays the Alliance.
        rules: an umpire's own rules file.
        readings: other readings than the default ones.
        done: called after each war, for a progress bar.
        start: gives the position from which the war of a seed is played; by default the scenario's start.

    Returns:
        The wars in the order of their numbers. When the user interrupts it, those that are finished.

    >>> [war.year >= 1688 for war in simulate(2, bourbon="random", alliance="random")]
    [True, True]
    """
    found: dict[int, WarRecord] = {}
    arguments = (seed, bourbon, alliance, rules, dict(readings or {}), start)
    try:
        for number, record in _played(games, jobs, arguments):
            found[number] = record
            done()
    except KeyboardInterrupt:
        pass  # what is done is kept
    return [found[number] for number in sorted(found)]


def _played(games: int, jobs: int, arguments: tuple[Any, ...]) -> Iterator[tuple[int, WarRecord]]:
    if jobs == 1:
        for number in range(games):
            yield _numbered(arguments, number)
        return
    # An interrupt is the parent's business; whoever leaves this block ends the wars that are not over.
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(partial(_numbered, arguments), range(games))


def _numbered(arguments: tuple[Any, ...], number: int) -> tuple[int, WarRecord]:
    return number, _war(number, *arguments)


def table(records: list[WarRecord]) -> pandas.DataFrame:
    """The wars as a table: a row a war, the marker after each year in a column ``VP 1688`` and so on.

    >>> table(simulate(1, bourbon="random", alliance="random")).index.name
    'war'
    """
    import pandas

    rows = []
    for record in records:
        row = record._asdict()
        points = row.pop("victory_points")
        rows.append(row | {f"VP {record.first_year + place}": value for place, value in enumerate(points)})
    frame = pandas.DataFrame(rows, index=pandas.RangeIndex(1, len(rows) + 1, name="war"))
    return frame.astype({name: "Int64" for name in frame.columns if name.startswith("VP ")})


def records_data(records: list[WarRecord]) -> list[dict[str, Any]]:
    """The wars as plain data, for JSON."""
    return [record._asdict() for record in records]


def simulation_text(records: list[WarRecord], wanted: int) -> str:
    """The wars as text: a row a war, then how they ended, and how many were not played to the end."""
    if not records:
        return say("simulate.none")
    frame = table(records).drop(columns=["seed", "choices"])
    ends = summary(records)
    ends["share"] = ends["share"].map("{:.0%}".format)
    parts = [frame.astype(object).where(frame.notna(), "").to_string(), ends.to_string(index=False)]
    if len(records) < wanted:
        parts.append(say("simulate.interrupted", count=len(records), wanted=wanted))
    return "\n\n".join(parts)


def summary(records: list[WarRecord]) -> pandas.DataFrame:
    """How the wars ended: a row for each winner and level, with the number and the share of wars.

    >>> int(summary(simulate(2, bourbon="random", alliance="random"))["wars"].sum())
    2
    """
    frame = table(records)
    counted = frame.groupby(["winner", "level"]).size().rename("wars").reset_index()
    counted["share"] = counted["wars"] / len(frame)
    return counted.sort_values(["winner", "wars"], ascending=[True, False], ignore_index=True)
