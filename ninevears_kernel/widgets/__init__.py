"""What people see and press in a notebook: the map of the war, the umpire's desk, ruling cards, exercises.

The only part of the kit that imports ipywidgets and ipyleaflet. No widget has a rule of its own: each shows
what the umpire, the position or an exercise says, and says it in words as well as in colour.
"""

from .ask import AskLOC
from .exercise import ExerciseCard
from .ruling_card import RulingCard
from .war_map import WarMap

__all__ = ["AskLOC", "ExerciseCard", "RulingCard", "WarMap"]
