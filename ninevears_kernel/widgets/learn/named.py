"""What a lesson shows by its name: an exercise, or a case to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...teaching.named_exercises import exercise_named
from ...teaching.trials import switch_words, trial
from .exercise import ExerciseCard
from .try_case import TryCase

if TYPE_CHECKING:
    from ..map.war_map import WarMap


def exercise(name: str) -> ExerciseCard:
    """The exercise with this name, as a card that the engine marks.

    Raises:
        UnknownName: there is none.

    >>> exercise("council-of-war").exercise.choices
    ('legal', 'illegal')
    """
    return ExerciseCard(exercise_named(name))


def try_it(name: str, war_map: WarMap | None = None) -> TryCase:
    """The case with this name, to change and to see what follows.

    Args:
        name: of the case.
        war_map: a map that follows it.

    Raises:
        UnknownName: there is none.

    >>> try_it("eugene-rallies").ruling.answer["limit"]
    2
    """
    found = trial(name)
    switches = {str(switch_words(name, switch)): edits for switch, edits in (found.switches or {}).items()}
    return TryCase(found.case, found.keys, switches, war_map, found.chart, found.roll, found.orders)
