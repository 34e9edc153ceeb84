"""What the computer's wars are worth beside history: from a January on, in one space, and where they miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..nine_years.components.map import game_map
from ..nine_years.components.sides import SIDES
from .scenario_from_history import victory_points
from .simulated import bounds, history, simulated_spaces
from .tables import NEUTRAL, held_on

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..play.match import WarRecord


def points_from(records: Sequence[WarRecord]) -> DataFrame:
    """The victory points of wars that began in the same January, beside history.

    The columns are those of `simulated.beside_history`. The years before the wars began have history alone;
    in the last of them the wars have the marker with which they began.

    Args:
        records: what `scenario_from_history.simulate_from` gave.

    Raises:
        BadInput: there is no war among them, or they did not begin in the same year.

    >>> from .scenario_from_history import simulate_from
    >>> found = points_from(simulate_from(1697, 2, bourbon="random", alliance="random"))
    >>> bool(found.loc[1696, "10%"] == found.loc[1696, "90%"] == found.loc[1696, "history"])
    True
    """
    from pandas import Series

    years = {record.first_year for record in records}
    if len(years) != 1:
        raise BadInput("records", len(records), Message("expected.same-january"))
    (first,) = years
    start = victory_points(first)
    values = [
        (first - 1 + place, number)
        for record in records
        for place, number in enumerate((start, *record.victory_points))
    ]
    real = history()["points"]
    series = Series([number for _, number in values], index=[year for year, _ in values], dtype=float)
    found = bounds(series.rename_axis("year"), real)
    found = found.reindex(sorted({*found.index, *real.index})).rename_axis("year")
    found["history"] = real.astype("Int64")
    found["wars"] = found["wars"].fillna(0).astype(int)
    return found


def in_space(space: str) -> DataFrame:
    """Whose a space was when each year from 1688 to 1696 ended: in the simulated wars, and in history.

    Columns:
        year (index): the year.
        Bourbon, Alliance: the share of the wars in which it was that side's, of those that were not over.
        wars: how many those were.
        history: Bourbon, Alliance or neutral.

    Raises:
        UnknownName: there is no such space; says the nearest.

    >>> in_space("Namur").history.tolist()[3:5]
    ['Alliance', 'Bourbon']
    """
    from pandas import DataFrame

    if space not in game_map().by_name:
        raise UnknownName("space", space, Message("kind.space"), game_map().by_name)
    counted = simulated_spaces().xs(space, level="space")
    rows = []
    for year in history().index:
        held = held_on(f"{year + 1}-01-01")[space].side
        of_wars = counted.loc[year]
        shares = [of_wars[side.lower()] / of_wars.wars for side in SIDES]
        rows.append([year, *shares, int(of_wars.wars), held if held in SIDES else NEUTRAL])
    return DataFrame(rows, columns=["year", *SIDES, "wars", "history"]).set_index("year")


def outside(found: DataFrame) -> tuple[int, ...]:
    """The years in which history lay outside the bounds of 8 wars in 10.

    Args:
        found: what `simulated.beside_history` or `points_from` gave.

    >>> from pandas import DataFrame
    >>> outside(DataFrame({"10%": [1, 1], "90%": [3, 3], "history": [2, 4]}, index=[1690, 1691]))
    (1691,)
    """
    known = found.dropna(subset=["10%", "history"])
    beyond = known[(known["history"] < known["10%"]) | (known["history"] > known["90%"])]
    return tuple(int(year) for year in beyond.index)
