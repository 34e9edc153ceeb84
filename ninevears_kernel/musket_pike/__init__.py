"""The *Musket & Pike* excerpts: victory points, reciprocal hexsides, the turn and fire."""

from ..core.questions import Question

QUESTIONS: tuple[Question, ...] = ()

__all__ = ["QUESTIONS"]
