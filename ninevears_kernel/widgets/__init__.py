"""What people see and press in a notebook: the map of the war, the umpire's desk, ruling cards, exercises.

The only part of the kit that imports ipywidgets and ipyleaflet. No widget has a rule of its own: each shows
what the umpire, the position or an exercise says, and says it in words as well as in colour. May use every
other part. Begin with `parts/theme.py` and `map/war_map.py`; each room of it is a kind of screen.
"""

import ipywidgets

from .companions.hex_picture import HexPicture, hex_picture
from .companions.procedure_stepper import ProcedureStepper
from .companions.score_sheet import ScoreSheet
from .history.chronicle_map import ChronicleMap
from .history.from_history import FromHistory
from .history.rules_beside import RulesBeside, many_chart
from .history.wars_chart import WarsBeside, endings_chart, wars_chart
from .learn.clause_browser import ClauseBrowser
from .learn.exercise import ExerciseCard
from .learn.home import Home
from .learn.named import exercise, try_it
from .learn.practice import Practice
from .learn.predict import Predict
from .learn.progress_map import ProgressMap
from .learn.quiz import Check, Recall
from .learn.try_case import TryCase
from .map.position_editor import PositionEditor
from .map.war_map import WarMap
from .parts.after_guess import AfterGuess
from .parts.odds_chart import OddsChart, chances_chart, odds_chart
from .parts.page_type import bring_type
from .parts.question_keys import QuestionKeys
from .parts.ruling_card import RulingCard
from .parts.span_chart import span_chart
from .parts.stale_widget import show_with_rerun_hint
from .parts.word_table import WordTable
from .play.fair_dice_desk import FairDiceDesk
from .play.luck_desk import LuckDesk
from .play.mail_desk import MailDesk
from .play.phase_cell import PhaseCell, choose, phase, step
from .play.table_desk import TableDesk
from .play.war_table import WarTable
from .umpire.ask import AskLOC
from .umpire.case_desk import CaseDesk
from .umpire.umpire_desk import UmpireDesk

__all__ = [
    "AfterGuess",
    "AskLOC",
    "CaseDesk",
    "Check",
    "ChronicleMap",
    "ClauseBrowser",
    "ExerciseCard",
    "FairDiceDesk",
    "FromHistory",
    "HexPicture",
    "Home",
    "LuckDesk",
    "MailDesk",
    "OddsChart",
    "PhaseCell",
    "PositionEditor",
    "Practice",
    "Predict",
    "ProcedureStepper",
    "ProgressMap",
    "QuestionKeys",
    "Recall",
    "RulesBeside",
    "RulingCard",
    "ScoreSheet",
    "TableDesk",
    "TryCase",
    "UmpireDesk",
    "WarMap",
    "WarTable",
    "WarsBeside",
    "WordTable",
    "chances_chart",
    "choose",
    "endings_chart",
    "exercise",
    "hex_picture",
    "many_chart",
    "odds_chart",
    "phase",
    "span_chart",
    "step",
    "try_it",
    "wars_chart",
]

show_with_rerun_hint(
    kind
    for name in __all__
    if isinstance(kind := globals()[name], type) and issubclass(kind, ipywidgets.Widget)
)
bring_type()
