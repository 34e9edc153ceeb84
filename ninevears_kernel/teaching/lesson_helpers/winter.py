"""The colonies, the winter of the Revolution, and peace, as lessons show them; the engine rules on each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.dice import GivenDice
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Ruling, frozen
from ...nine_years.components.changes import changed
from ...nine_years.components.position import Position
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Engine
from ...nine_years.rules.fleets import change_sea_control
from ...nine_years.rules.king_william import LAST_CELL
from ...nine_years.rules.victory import level
from ...nine_years.rules.winter.peace import FIRST_YEAR, LAST_YEAR
from ...nine_years.rules.winter.phase import atlantic_in_winter
from ...umpire.cases.cases import rule_case
from ..course import course_case, ruled
from ..solving import chance_of
from .tables import case, table_by, table_of

if TYPE_CHECKING:
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

CELLS = range(-LAST_CELL, LAST_CELL + 1)


def colonies(
    support: Collection[Side] = (),
    strengthened: Collection[Side] = (),
    cell: int = 0,
    die: int | None = None,
) -> Ruling:
    """The roll for King William's War, with the odds of the cell where its marker lies afterwards (NY 18.3).

    Args:
        support: who has sent colonial support.
        strengthened: who strengthens the position this turn.
        cell: where the marker lies before.
        die: what is rolled; without it the ruling holds the odds.

    >>> from fractions import Fraction
    >>> dict(colonies(support=["Alliance"]).odds["kww_cell"])[1]
    Fraction(1, 2)
    """
    position = scenario_1688().replace(
        kww_cell=cell,
        kww_support=tuple(support),
        kww_strengthened=tuple(strengthened),
        done_this_turn=tuple(f"strengthened-{side}" for side in strengthened),
    )
    ruling = ruled(course_case(position, ["king-william-roll"], dice=None if die is None else [die]))
    described = ("kww_cell", "victory_points")
    return replace(
        ruling,
        answer=frozen({name: (ruling.answer or {})[name] for name in described}) if ruling.answer else None,
        odds={name: ruling.odds[name] for name in described if name in ruling.odds},
    )


def colonies_over_years(years: Iterable[int], support: Collection[Side] = ()) -> DataFrame:
    """How likely the marker of King William's War lies on each cell after each year's roll, from 0 on.

    Args:
        years: the years, from the first roll on.
        support: who sends colonial support every year.

    >>> colonies_over_years([1688, 1689]).round(2).loc[1688].tolist()
    [0.0, 0.33, 0.33, 0.33, 0.0]
    """
    moves = {cell: dict(colonies(support, cell=cell).odds["kww_cell"]) for cell in CELLS}
    chances = {cell: Fraction(cell == 0) for cell in CELLS}
    rows = {}
    for year in years:
        chances = {to: sum((chances[at] * moves[at].get(to, 0) for at in CELLS), Fraction(0)) for to in CELLS}
        rows[year] = {f"{cell:+d}" if cell else "0": float(chances[cell]) for cell in CELLS}
    return table_by(rows)


def shaded_colonies(years: Iterable[int], support: Collection[Side] = ()) -> Styler:
    """The same as `colonies_over_years`, shaded: the likelier, the darker.

    >>> len(shaded_colonies([1688, 1689]).data)
    2
    """

    def shade(column: Iterable[float]) -> list[str]:  # thin, so that a page by day and by candlelight has it
        return [f"background-color: rgba(184, 140, 40, {chance:.2f}); text-indent: 8px" for chance in column]

    return colonies_over_years(years, support).style.format("{:.0%}").apply(shade)


def winter_of_1688() -> Position:
    """The end of the campaign of 1688, when the Alliance has won the Atlantic; winter is about to begin.

    >>> winter_of_1688().sea("Atlantic")
    'Alliance'
    """
    engine = Engine(Board(scenario_1688()), RulingContext(GivenDice(())))
    change_sea_control(engine, "Atlantic", "Alliance")
    return engine.board.position().replace(phase="winter", agenda=("winter-phase",))


def atlantic_table(position: Position) -> DataFrame:
    """Whose the Atlantic is after a winter: by who holds London, and whether Beachy Head was played.

    >>> atlantic_table(scenario_1688()).loc["London is Alliance", "no Beachy Head"]
    'Alliance'
    """

    def owner(side: Side, events: tuple[str, ...]) -> str:
        edited = changed(position, [{"set": "control", "space": "London", "side": side}])
        return atlantic_in_winter(Board(edited.replace(lasting_events=events))) or str(Message("task.nobody"))

    rows = {
        f"London is {side}": {
            "no Beachy Head": owner(side, ()),
            "Beachy Head was played": owner(side, ("Beachy Head",)),
        }
        for side in SIDES
    }
    return table_by(rows)


def peace_table(position: Position, concessions: Mapping[Side, int] | None = None) -> DataFrame:
    """A row for each year of the peace roll: its modifier, the least die that ends the war, the chance of it,
    and the chance that the war has ended by then (NY 6.4).

    Args:
        position: what lies on the table; the year is set for each row.
        concessions: how many each player makes, every year.

    >>> peace_table(scenario_1688())["needed"].tolist()
    [6, 5, 4, 3]
    """
    rows, lasts = {}, Fraction(1)
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        late, made = position.replace(year=year), dict(concessions or {})
        asked = case("peace-roll", position=late, concessions=made)
        chance = chance_of(rule_case(asked), "ends=yes")
        answer = rule_case({**asked, "dice": [1]}).answer or {}
        lasts *= 1 - chance
        rows[year] = {
            "modifier": answer["modifier"],
            "needed": answer["needed"] or "–",
            "peace this winter": chance,
            "peace by then": 1 - lasts,
        }
    return table_by(rows)


def peace_chances(position: Position, concessions: Mapping[Side, int] | None = None) -> dict[str, Fraction]:
    """The chance that the war has ended by each winter of the peace roll, by its year (NY 6.4).

    >>> list(peace_chances(scenario_1688()))
    ['1696', '1697', '1698', '1699']
    """
    found = peace_table(position, concessions)["peace by then"]
    return {str(year): chance for year, chance in found.items()}


def levels_table(most: int) -> DataFrame:
    """Who wins with each number of victory points at the end, and how well (NY 6.3).

    Args:
        most: the end of the track.

    >>> levels_table(40).loc[("Alliance", "minor")].tolist()
    [25, 29]
    """
    rows = [(*level(points), points) for points in range(most + 1)]
    frame = table_of(rows, ["winner", "level", "points"])
    found = frame.groupby(["winner", "level"])["points"].agg(["min", "max"])
    return found.sort_values("min").set_axis(["from", "to"], axis=1)
