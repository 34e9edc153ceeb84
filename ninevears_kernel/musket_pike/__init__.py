"""The *Musket & Pike* excerpts: victory points, reciprocal hexsides, the turn and fire."""

from ..core.questions import Question
from . import fire, line_of_sight, reciprocal_hexsides, turn, victory_points

QUESTIONS: tuple[Question, ...] = (
    *victory_points.QUESTIONS,
    *reciprocal_hexsides.QUESTIONS,
    *line_of_sight.QUESTIONS,
    *turn.QUESTIONS,
    *fire.QUESTIONS,
)

__all__ = ["QUESTIONS"]
