"""What people see and press in a notebook: the map of the war, the umpire's desk, ruling cards, exercises.

The only part of the kit that imports ipywidgets and ipyleaflet. No widget has a rule of its own: each shows
what the umpire, the position or an exercise says, and says it in words as well as in colour.
"""

import ipywidgets

from .ask import AskLOC
from .case_desk import CaseDesk
from .chronicle_map import ChronicleMap
from .clause_browser import ClauseBrowser
from .exercise import ExerciseCard
from .fair_dice_desk import FairDiceDesk
from .from_history import FromHistory
from .hex_picture import HexPicture, hex_picture
from .luck_desk import LuckDesk
from .mail_desk import MailDesk
from .odds_chart import OddsChart, chances_chart, odds_chart
from .phase_stepper import PhaseStepper
from .position_editor import PositionEditor
from .practice import Practice
from .procedure_stepper import ProcedureStepper
from .progress_map import ProgressMap
from .question_keys import QuestionKeys
from .rules_beside import RulesBeside, many_chart
from .ruling_card import RulingCard
from .score_sheet import ScoreSheet
from .span_chart import span_chart
from .table_desk import TableDesk
from .try_case import TryCase
from .umpire_desk import UmpireDesk
from .war_map import WarMap
from .wars_chart import WarsBeside, endings_chart, wars_chart
from .way_back import show_with_way_back
from .word_table import WordTable

__all__ = [
    "AskLOC",
    "CaseDesk",
    "ChronicleMap",
    "ClauseBrowser",
    "ExerciseCard",
    "FairDiceDesk",
    "FromHistory",
    "HexPicture",
    "LuckDesk",
    "MailDesk",
    "OddsChart",
    "PhaseStepper",
    "PositionEditor",
    "Practice",
    "ProcedureStepper",
    "ProgressMap",
    "QuestionKeys",
    "RulesBeside",
    "RulingCard",
    "ScoreSheet",
    "TableDesk",
    "TryCase",
    "UmpireDesk",
    "WarMap",
    "WarsBeside",
    "WordTable",
    "chances_chart",
    "endings_chart",
    "hex_picture",
    "many_chart",
    "odds_chart",
    "span_chart",
    "wars_chart",
]

show_with_way_back(
    kind
    for name in __all__
    if isinstance(kind := globals()[name], type) and issubclass(kind, ipywidgets.Widget)
)
