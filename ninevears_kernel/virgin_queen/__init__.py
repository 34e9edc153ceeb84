"""Naval movement, pieces and cards of *Virgin Queen*.

May use `core` alone. Begin with `formations.py`, a rule and its question on one page; naval movement is a
procedure of many steps, in `naval_movement.py` and the modules named after it.
"""

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
from .naval_events import Event
from .naval_movement import PROCEDURE, NavalMovement
from .tables import data_table

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
"""Every question that an umpire can be asked, a few from each module."""

__all__ = ["PROCEDURE", "QUESTIONS", "Event", "NavalMovement", "data_table"]
