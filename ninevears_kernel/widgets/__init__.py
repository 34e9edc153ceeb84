"""What people see and press in a notebook: the map of the war, the umpire's desk, ruling cards, exercises.

The only part of the kit that imports ipywidgets and ipyleaflet. No widget has a rule of its own: each shows
what the umpire, the position or an exercise says, and says it in words as well as in colour.
"""

from .ask import AskLOC
from .case_desk import CaseDesk
from .exercise import ExerciseCard
from .hex_picture import HexPicture, hex_picture
from .odds_chart import OddsChart, odds_chart
from .position_editor import PositionEditor
from .procedure_stepper import ProcedureStepper
from .question_keys import QuestionKeys
from .ruling_card import RulingCard
from .score_sheet import ScoreSheet
from .umpire_desk import UmpireDesk
from .war_map import WarMap
from .word_table import WordTable

__all__ = [
    "AskLOC",
    "CaseDesk",
    "ExerciseCard",
    "HexPicture",
    "OddsChart",
    "PositionEditor",
    "ProcedureStepper",
    "QuestionKeys",
    "RulingCard",
    "ScoreSheet",
    "UmpireDesk",
    "WarMap",
    "WordTable",
    "hex_picture",
    "odds_chart",
]
