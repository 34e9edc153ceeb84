"""The *Musket & Pike* excerpts: victory points, reciprocal hexsides, the turn and fire.

May use `core` alone. Begin with `victory_points.py`; the turn is a procedure of many steps, in `turn.py`.
"""

from ..core.questions import Question
from . import fire, line_of_sight, reciprocal_hexsides, turn, victory_points
from .points_table import games, points_by_event
from .reciprocal_hexsides import hexside_kinds
from .turn import PROCEDURE, Turn, start
from .turn_events import Happening

QUESTIONS: tuple[Question, ...] = (
    *victory_points.QUESTIONS,
    *reciprocal_hexsides.QUESTIONS,
    *line_of_sight.QUESTIONS,
    *turn.QUESTIONS,
    *fire.QUESTIONS,
)
"""Every question that an umpire can be asked, a few from each module."""

__all__ = [
    "PROCEDURE",
    "QUESTIONS",
    "Happening",
    "Turn",
    "games",
    "hexside_kinds",
    "points_by_event",
    "start",
]
