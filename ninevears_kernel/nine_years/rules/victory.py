"""Who has won: automatic victory, and the levels of victory at the end (NY 6.2, 6.3)."""

from __future__ import annotations

from typing import Literal

from ...core.clauses import carries_out
from ..components.position import Result
from ..components.sides import Side
from ..components.tables import data_table
from ..engine.agenda import step
from ..engine.engine import Engine
from .supply import VICTORY_TARGETS, Asked, has_line

ALLIANCE_POINTS = 35  # NY 6.2.A.2
BOURBON_POINTS = 0  # NY 6.2.B.2

Level = Literal["major", "minor"]


@carries_out("NY 6.3")
def level(points: int) -> tuple[Side, Level]:
    """Who wins with so many victory points at the end, and how well, from ``data/victory_levels.csv``.

    >>> [level(points) for points in (30, 25, 24, 19)]
    [('Alliance', 'major'), ('Alliance', 'minor'), ('Bourbon', 'minor'), ('Bourbon', 'major')]
    """
    row = next(row for row in data_table("victory_levels") if points >= int(row["at_least"]))
    winner: Side = "Alliance" if row["winner"] == "Alliance" else "Bourbon"
    return winner, "major" if row["level"] == "major" else "minor"


@carries_out("NY 6.2.A.1", "NY 6.2.A.2", "NY 6.2.B.1", "NY 6.2.B.2")
def automatic_victory(engine: Engine) -> Result | None:
    """The automatic victory that a side has now, in the order in which 6.2 names them."""
    board = engine.board
    if board.controller("Paris") == "Alliance" and _joined_by_land(engine, "Alliance", "Paris"):
        return Result("Alliance", "automatic", "Paris")
    if board.victory_points >= ALLIANCE_POINTS:
        return Result("Alliance", "automatic", "points")
    for capital in VICTORY_TARGETS["Alliance"]:  # NY 6.2.B.1 names the same two
        if board.controller(capital) == "Bourbon" and _joined_by_land(engine, "Bourbon", capital):
            return Result("Bourbon", "automatic", "capital")
    if board.victory_points <= BOURBON_POINTS:
        return Result("Bourbon", "automatic", "points")
    return None


def _joined_by_land(engine: Engine, side: Side, space: str) -> bool:
    return has_line(engine.board, Asked(space, side, "victory"), engine.context)


CLAUSES: dict[tuple[Side, str], str] = {
    ("Alliance", "Paris"): "NY 6.2.A.1",
    ("Alliance", "points"): "NY 6.2.A.2",
    ("Bourbon", "capital"): "NY 6.2.B.1",
    ("Bourbon", "points"): "NY 6.2.B.2",
}
"""The clause of each automatic victory, by winner and by what it is won."""


def _end_if_won(engine: Engine) -> bool:
    won = automatic_victory(engine)
    if won is None:
        return False
    clause_id = CLAUSES[won.winner, won.how]
    engine.tell(clause_id, f"victory.{won.how}", side=won.winner, total=engine.board.victory_points)
    engine.end(won)
    return True


@step("victory-at-once")
@carries_out("NY 6.2.A.1")
def look_at_once(engine: Engine) -> None:
    """Ends the war at once after a capture, under the reading ``automatic-victory``."""
    if engine.reading("automatic-victory") == "at-once":
        _end_if_won(engine)


@step("winter-victory")
@carries_out("NY 8.5", "NY 6.3", "NY 20.1")
def look_in_winter(engine: Engine) -> None:
    """Step f: automatic victory, and the end of the game after its last year."""
    if engine.board.year >= engine.rule_tables.scenario.settings["last_year"]:
        end_war(engine, "last-year")
    else:
        _end_if_won(engine)


@carries_out("NY 6.3")
def end_war(engine: Engine, how: Literal["peace", "last-year"]) -> None:
    """Ends the war: without an automatic victory the points say who has won, and how well."""
    if _end_if_won(engine):
        return
    winner, won = level(engine.board.victory_points)
    engine.tell("NY 6.3", f"victory.{won}", side=winner, total=engine.board.victory_points)
    engine.end(Result(winner, won, how))
