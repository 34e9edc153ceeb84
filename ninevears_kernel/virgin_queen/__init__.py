"""Naval movement, pieces and cards of *Virgin Queen*."""

from ..core.questions import Question
from . import (
    avoidance,
    cards,
    counters,
    formations,
    interception,
    land_units,
    leaders,
    naval_combat,
    naval_movement,
    naval_units,
    navigation,
    powers,
    rulers,
)

QUESTIONS: tuple[Question, ...] = (
    *interception.QUESTIONS,
    *avoidance.QUESTIONS,
    *naval_combat.QUESTIONS,
    *navigation.QUESTIONS,
    *naval_movement.QUESTIONS,
    *powers.QUESTIONS,
    *formations.QUESTIONS,
    *land_units.QUESTIONS,
    *counters.QUESTIONS,
    *leaders.QUESTIONS,
    *rulers.QUESTIONS,
    *naval_units.QUESTIONS,
    *cards.QUESTIONS,
)

__all__ = ["QUESTIONS"]
