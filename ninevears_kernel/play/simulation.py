"""Wars by the hundred: played in one process or several, with the same results whichever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.errors import WorkerDied
from ..core.messages import say
from ..nine_years.components.position import Position
from ..nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ..nine_years.components.sides import Side
from ..nine_years.games.custom_rules import rule_tables_in_force
from .match import PLAYERS, Player, WarRecord, play_war
from .processes import shared

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas

Start = Callable[[int], Position]
"""Gives the position from which the war of a seed is played; processes share it, so no lambda serves."""
SEED_STEP = 1_000_003
"""Seeds of the wars of one simulation lie this far apart, so that two simulations share none by chance."""


TableParts = tuple[Any, ...]
"""What an umpire's own tables are made of, their digest last."""
_OWN_TABLES: dict[str, RuleTables] = {}
"""Tables that came from elsewhere, by their digests: each process reads them once."""


def _parts_of(rules: RuleTables) -> TableParts | None:
    """An umpire's own tables as they travel, to machines that do not have the file; None for the standard."""
    if rules is standard_rule_tables():
        return None
    return (rules.numbers, rules.scenario, rules.events, dict(rules.own), rules.file, rules.digest)


def _tables_of(parts: TableParts | None) -> RuleTables:
    if parts is None:
        return standard_rule_tables()
    if parts[-1] not in _OWN_TABLES:
        _OWN_TABLES[parts[-1]] = RuleTables(*parts)
    return _OWN_TABLES[parts[-1]]


def _war(
    seed: int,
    bourbon: str,
    alliance: str,
    rules: TableParts | None,
    readings: dict[str, str],
    start: Start | None,
    number: int,
) -> WarRecord:
    rule_tables, own = _tables_of(rules), seed + number * SEED_STEP
    players: dict[Side, Player] = {"Bourbon": PLAYERS[bourbon], "Alliance": PLAYERS[alliance]}
    return play_war(players, own, rule_tables, readings, start(own) if start else None)


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
    executor: Executor | None = None,
) -> list[WarRecord]:
    """Plays wars between two players; the same arguments give the same wars, whoever plays them.

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
        executor: any executor of `concurrent.futures` that shares the work instead of `jobs` processes; it
            stays open. What a worker that was lost had is played again. (`workers_at`: those of Dask.)

    Returns:
        The wars in the order of their numbers. When the user interrupts it, those that are finished.

    Raises:
        WorkerDied: a process ended in the middle of a war; has the wars that are finished.

    >>> [war.year >= 1688 for war in simulate(2, bourbon="random", alliance="random")]
    [True, True]
    """
    found: dict[int, WarRecord] = {}
    parts = _parts_of(rule_tables_in_force(rules))
    work = partial(_war, seed, bourbon, alliance, parts, dict(readings or {}), start)
    try:
        for number, record in shared(work, games, jobs, executor):
            found[number] = record
            done()
    except KeyboardInterrupt:
        pass  # what is done is kept
    except WorkerDied:
        raise WorkerDied(found[number] for number in sorted(found)) from None
    return [found[number] for number in sorted(found)]


def table(records: list[WarRecord]) -> pandas.DataFrame:
    """The wars as a table: a row for each, with the marker after each year in a column ``VP 1688`` and so on.

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
