"""What simulated wars hold in each year, beside history: fortresses on each side, and victory points.

The wars are played once and kept in two files beside the chronicle's tables: ``data/simulated.csv``, a row
for each war and year, and ``data/simulated_spaces.csv``, how many of the wars found each space in whose hands
when a year ended. ``python -m ninevears_kernel.chronicle.simulated --wars 1000 --jobs 2`` plays them anew;
the same arguments give the same files.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..core.tables import csv_text, read_table
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Control
from ..nine_years.components.scenario import scenario_1688
from ..nine_years.components.sides import SIDES, enemy
from ..nine_years.games.game import new_engine
from ..output_files import write_whole
from ..play.match import PLAYERS, moves
from ..play.processes import shared
from ..play.simulation import SEED_STEP
from .scenario_from_history import FIRST, LAST, control_on, victory_points
from .tables import DATA

if TYPE_CHECKING:
    from pandas import DataFrame, Series

WARS, SPACES = "simulated.csv", "simulated_spaces.csv"
YEARS = tuple(range(1688, 1700))
SEED = 1688
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Of every 10 wars, 8 lie between the outer two; of every 4, 2 between the inner two."""
WAR_COLUMNS = ("points", "bourbon", "alliance", "bourbon_gains", "alliance_gains")
"""What is counted in each year; see `simulated_wars`."""


class Year(NamedTuple):
    """What a war held when a year ended.

    Attributes:
        war: the number of the war, from 1.
        year: the year.
        points: the victory point marker.
        bourbon, alliance: how many fortresses each side held.
        bourbon_gains, alliance_gains: how many of them were the other side's when the war began.
        ended: whether the war ended in this year.
        control: who held which space.
    """

    war: int
    year: int
    points: int
    bourbon: int
    alliance: int
    bourbon_gains: int
    alliance_gains: int
    ended: bool
    control: Control


# ---- counting


@cache
def _fortified() -> int:
    return sum(1 << space.index for space in game_map().spaces if space.fortress)


def counted(control: Control, first: Control | None = None) -> dict[str, int]:
    """How many fortresses each side holds, and how many of them it has gained.

    Args:
        control: who holds what.
        first: who held it before the war; by default as the scenario has it.

    >>> counted(scenario_1688().control)["bourbon_gains"]
    0
    """
    first = first or scenario_1688().control
    fortified = _fortified()
    held = {side.lower(): (control.of(side) & fortified).bit_count() for side in SIDES}
    gains = {
        f"{side.lower()}_gains": (control.of(side) & first.of(enemy(side)) & fortified).bit_count()
        for side in SIDES
    }
    return held | gains


# ---- playing


def _years(seed: int, number: int) -> list[Year]:
    """One war between two sensible players, year by year."""
    own = seed + number * SEED_STEP
    war = new_engine(own)
    players: Any = dict.fromkeys(SIDES, PLAYERS["sensible"])
    found = []
    for over in moves(players, war, Random(own)):
        if over is not None:
            control, ended = war.board.control, not war.options
            points, counts = war.board.victory_points, counted(control)
            found.append(Year(number + 1, over, points, **counts, ended=ended, control=control))
    return found


def played(wars: int, seed: int = SEED, jobs: int = 1, done: Callable[[], None] = lambda: None) -> list[Year]:
    """Plays wars between two sensible players; the same numbers give the same wars, whatever `jobs` is.

    Args:
        wars: how many.
        seed: of them all.
        jobs: how many processes share the work.
        done: called after each war, for a progress bar.

    Returns:
        A row for each war and year, in order.

    Raises:
        WorkerDied: a process ended in the middle of a war.

    >>> [row.year for row in played(1)][0]
    1688
    """
    found: dict[int, list[Year]] = {}
    for number, years in shared(partial(_years, seed), wars, jobs):
        found[number] = years
        done()
    return [row for number in sorted(found) for row in found[number]]


def write(rows: Sequence[Year], folder: Path = DATA) -> None:
    """Writes both files of simulated wars, each whole or not at all."""
    columns = [name for name in Year._fields if name != "control"]
    lines = [[int(getattr(row, name)) for name in columns] for row in rows]
    write_whole(folder / WARS, csv_text(columns, lines))
    write_whole(folder / SPACES, csv_text(("year", "space", "bourbon", "alliance", "wars"), _by_space(rows)))


def _by_space(rows: Sequence[Year]) -> Iterator[list[Any]]:
    """For each year and space in how many wars it was whose, of those that had not ended before."""
    for year in YEARS:
        masks = [row.control for row in rows if row.year == year]
        for space in game_map().spaces if masks else ():
            held = [sum(mask.of(side) >> space.index & 1 for mask in masks) for side in SIDES]
            yield [year, space.name, *held, len(masks)]


# ---- looking


def simulated_wars() -> DataFrame:
    """Where the simulated wars stood at the end of each year.

    Columns:
        war, year (index): the number of the war, from 1, and the year.
        points: the victory point marker.
        bourbon, alliance: how many fortresses each side held.
        bourbon_gains, alliance_gains: how many of them were the other side's when the war began.
        ended: whether the war ended in this year; it has no row for later ones.

    >>> list(simulated_wars().index.names)
    ['war', 'year']
    """
    return _read(WARS).astype({"ended": bool}).set_index(["war", "year"])


def simulated_spaces() -> DataFrame:
    """In how many of the simulated wars each space was in whose hands when a year ended.

    Columns:
        year, space (index): the year and the space.
        bourbon, alliance: in how many wars it was that side's.
        wars: how many wars had not ended before.

    >>> row = simulated_spaces().loc[(1688, "Paris")]
    >>> int(row.bourbon) == int(row.wars)
    True
    """
    return _read(SPACES).set_index(["year", "space"])


def _read(name: str) -> DataFrame:
    from pandas import DataFrame

    path = DATA / name
    if not path.exists():
        raise BadInput("file", name, Message("expected.simulated-wars"))
    found = DataFrame(read_table(path))
    return found.astype({column: "int64" for column in found.columns if column != "space"})


def history() -> DataFrame:
    """Where the war as it was stood at the end of each year from 1688 to 1696.

    Columns:
        year (index): the year.
        points, bourbon, alliance, bourbon_gains, alliance_gains: as in `simulated_wars`; the points are those
            that `scenario_from_history.victory_points` makes of what was done by arms.

    >>> bool(history().loc[1692, "bourbon_gains"] > history().loc[1688, "bourbon_gains"] - 10)
    True
    """
    from pandas import DataFrame

    rows = [
        {"year": year - 1, "points": victory_points(year), **counted(control_on(f"{year}-01-01", True))}
        for year in range(FIRST, LAST + 1)
    ]
    return DataFrame(rows).set_index("year")


def beside_history(column: str = "points") -> DataFrame:
    """A row for each year: the bounds between which the simulated wars lay, and where history stood.

    Args:
        column: one of `WAR_COLUMNS`.

    Columns:
        year (index): the year, as it ended.
        wars: how many wars had not ended before.
        10%, 25%, 50%, 75%, 90%: the value below which so many of the wars lay.
        history: the value of history; missing after 1696.
        below: the share of the wars that lay below history, those equal to it counted half.

    Raises:
        BadInput: there is no such column.

    >>> found = beside_history("points")
    >>> found.columns.tolist()
    ['wars', '10%', '25%', '50%', '75%', '90%', 'history', 'below']
    >>> bool((found["10%"] <= found["90%"]).all())
    True
    """
    if column not in WAR_COLUMNS:
        raise BadInput("column", column, Message.one_of(WAR_COLUMNS))
    return bounds(simulated_wars()[column], history()[column])


def bounds(values: Series, real: Series) -> DataFrame:
    """What `beside_history` gives, of any wars.

    Args:
        values: a number for each war and year, with the year in the index.
        real: the number of history, by year.
    """
    from pandas import DataFrame

    by_year = values.groupby("year")
    found = DataFrame({"wars": by_year.size()})
    for part in QUANTILES:
        found[f"{part:.0%}"] = by_year.quantile(part)
    found["history"] = real.astype("Int64")
    below = {
        year: ((series < real[year]).mean() + (series == real[year]).mean() / 2)
        for year, series in by_year
        if year in real.index
    }
    found["below"] = found.index.map(below)
    return found


def endings() -> Counter[int]:
    """How many of the simulated wars ended in each year.

    >>> sum(endings().values()) == simulated_wars().index.get_level_values("war").nunique()
    True
    """
    ended = simulated_wars().query("ended").index.get_level_values("year")
    return Counter(int(year) for year in ended)


@click.command(help="Play wars and write them beside the tables of the chronicle.")
@click.option("--wars", type=click.IntRange(1), default=1000, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(0), default=SEED, show_default=True, help="Same seed, same wars.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that share it.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=DATA,
    help="Where to write; beside the chronicle's tables if you do not say.",
)
def main(wars: int, seed: int, jobs: int, folder: Path) -> None:
    """Plays the wars with a bar of progress, and writes both files."""
    with click.progressbar(length=wars, label=say("simulate.label"), file=sys.stderr) as bar:
        rows = played(wars, seed, jobs, lambda: bar.update(1))
    write(rows, folder)


if __name__ == "__main__":
    main()
