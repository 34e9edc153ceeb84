"""Naval movement, pieces and cards of *Virgin Queen*."""

from ..core.questions import Question

QUESTIONS: tuple[Question, ...] = ()

__all__ = ["QUESTIONS"]
