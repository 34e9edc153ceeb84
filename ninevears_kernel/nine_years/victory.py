"""Who has won: automatic victory, and the levels of victory at the end (NY 6.2, 6.3)."""

from __future__ import annotations

from typing import Literal

from ..core.clauses import carries_out
from .agenda import step
from .position import Result
from .sides import Side
from .supply import VICTORY_TARGETS, Asked, has_line
from .tables import data_table
from .war import War

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
def automatic_victory(war: War) -> Result | None:
    """The automatic victory that a side has now, in the order in which 6.2 names them."""
    board = war.board
    if board.controller("Paris") == "Alliance" and _joined_by_land(war, "Alliance", "Paris"):
        return Result("Alliance", "automatic", "Paris")
    if board.victory_points >= ALLIANCE_POINTS:
        return Result("Alliance", "automatic", "points")
    for capital in VICTORY_TARGETS["Alliance"]:  # NY 6.2.B.1 names the same two
        if board.controller(capital) == "Bourbon" and _joined_by_land(war, "Bourbon", capital):
            return Result("Bourbon", "automatic", "capital")
    if board.victory_points <= BOURBON_POINTS:
        return Result("Bourbon", "automatic", "points")
    return None


def _joined_by_land(war: War, side: Side, space: str) -> bool:
    return has_line(war.board, Asked(space, side, "victory"), war.hearing)


CLAUSES: dict[tuple[Side, str], str] = {
    ("Alliance", "Paris"): "NY 6.2.A.1",
    ("Alliance", "points"): "NY 6.2.A.2",
    ("Bourbon", "capital"): "NY 6.2.B.1",
    ("Bourbon", "points"): "NY 6.2.B.2",
}
"""The clause of each automatic victory, by winner and by what it is won."""


def _end_if_won(war: War) -> bool:
    won = automatic_victory(war)
    if won is None:
        return False
    clause_id = CLAUSES[won.winner, won.how]
    war.tell(clause_id, f"victory.{won.how}", side=won.winner, total=war.board.victory_points)
    war.end(won)
    return True


@step("victory-at-once")
@carries_out("NY 6.2.A.1")
def look_at_once(war: War) -> None:
    """Ends the war at once after a capture, under the reading ``automatic-victory``."""
    if war.reading("automatic-victory") == "at-once":
        _end_if_won(war)


@step("winter-victory")
@carries_out("NY 8.5", "NY 6.3", "NY 20.1")
def look_in_winter(war: War) -> None:
    """Step f: automatic victory, and the end of the game after its last year."""
    if war.board.year >= war.kit.scenario.settings["last_year"]:
        end_war(war, "last-year")
    else:
        _end_if_won(war)


@carries_out("NY 6.3")
def end_war(war: War, how: Literal["peace", "last-year"]) -> None:
    """Ends the war: without an automatic victory the points say who has won, and how well."""
    if _end_if_won(war):
        return
    winner, won = level(war.board.victory_points)
    war.tell("NY 6.3", f"victory.{won}", side=winner, total=war.board.victory_points)
    war.end(Result(winner, won, how))
