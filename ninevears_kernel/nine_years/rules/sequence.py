"""The sequence of play: the phases of a year, the initiative, and who goes first (NY 8.0, 13.2.1.c)."""

from __future__ import annotations

from ...core.clauses import carries_out
from ..components.sides import SIDES, Side
from ..engine.agenda import decision, step
from ..engine.engine import Engine
from ..engine.notation import Action

ALLIANCE_INITIATIVE = (1694, 1707)
"""The years in which the Alliance has the initiative; before and after them the Bourbons do (NY 13.2.1.c)."""
PHASES = ("event", "reinforcement", "campaign", "winter")  # NY 8.0


@carries_out("NY 13.2.1.c")
def initiative(year: int) -> Side:
    """The side that has the initiative in a year.

    >>> initiative(1693), initiative(1694), initiative(1708)
    ('Bourbon', 'Alliance', 'Bourbon')
    """
    first, last = ALLIANCE_INITIATIVE
    return "Alliance" if first <= year <= last else "Bourbon"


@step("year")
@carries_out("NY 8.0")
def begin_year(engine: Engine) -> None:
    """The four phases of a year."""
    board = engine.board
    board.done_this_turn = ()
    engine.tell("NY 8.0", "sequence.year", year=board.year, side=initiative(board.year))
    engine.then(*((f"{phase}-phase",) for phase in PHASES))


def _who_is_first(engine: Engine, side: Side, phase: str) -> list[Action]:
    return [("first", one) for one in SIDES]


def _go_first(engine: Engine, action: Action, side: Side, phase: str) -> None:
    engine.tell("NY 8.1" if phase == "event" else "NY 8.2", "sequence.first", side=action[1], phase=phase)
    engine.then((f"{phase}-turns", action[1]))


decision("order", "side phase", "NY 8.1", "first", _who_is_first, _go_first)
