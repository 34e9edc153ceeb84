"""What people see and press in a notebook: the map of the war, the umpire's desk, ruling cards, exercises.

The only part of the kit that imports ipywidgets and ipyleaflet. No widget has a rule of its own: each shows
what the umpire, the position or an exercise says, and says it in words as well as in colour. May use every
other part. Begin with `parts/theme.py` and `map/war_map.py`; each other room is a kind of screen.
"""

from typing import TYPE_CHECKING

from ..core.lazy import face, offered
from .parts.page_type import bring_type
from .parts.stale_widget import show_with_rerun_hint

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .companions.hex_picture import HexPicture as HexPicture, hex_picture as hex_picture
    from .companions.procedure_stepper import ProcedureStepper as ProcedureStepper
    from .companions.score_sheet import ScoreSheet as ScoreSheet
    from .history.chronicle_map import ChronicleMap as ChronicleMap
    from .history.from_history import FromHistory as FromHistory
    from .history.lesson_charts import holders_chart as holders_chart, parallels_chart as parallels_chart
    from .history.plan_sheets import PlanSheets as PlanSheets
    from .history.rules_beside import RulesBeside as RulesBeside, many_chart as many_chart
    from .history.wars_chart import (
        WarsBeside as WarsBeside,
        endings_chart as endings_chart,
        wars_chart as wars_chart,
    )
    from .learn.class_files import ClassFiles as ClassFiles
    from .learn.clause_browser import ClauseBrowser as ClauseBrowser
    from .learn.exercise import ExerciseCard as ExerciseCard
    from .learn.home import Home as Home
    from .learn.named import exercise as exercise, try_it as try_it
    from .learn.practice import Practice as Practice
    from .learn.predict import Predict as Predict
    from .learn.progress_map import ProgressMap as ProgressMap
    from .learn.quiz import Check as Check, Recall as Recall
    from .learn.try_case import TryCase as TryCase
    from .map.position_editor import PositionEditor as PositionEditor
    from .map.war_map import WarMap as WarMap
    from .parts.after_guess import AfterGuess as AfterGuess
    from .parts.odds_chart import (
        OddsChart as OddsChart,
        chances_chart as chances_chart,
        odds_chart as odds_chart,
    )
    from .parts.question_keys import QuestionKeys as QuestionKeys
    from .parts.ruling_card import RulingCard as RulingCard
    from .parts.span_chart import span_chart as span_chart
    from .parts.vary import Uncover as Uncover, Vary as Vary
    from .parts.word_table import WordTable as WordTable
    from .play.fair_dice_desk import FairDiceDesk as FairDiceDesk
    from .play.luck_desk import LuckDesk as LuckDesk
    from .play.mail_desk import MailDesk as MailDesk
    from .play.phase_cell import PhaseCell as PhaseCell, choose as choose, phase as phase, step as step
    from .play.table_desk import TableDesk as TableDesk
    from .play.war_review import WarReview as WarReview
    from .play.war_table import WarTable as WarTable
    from .umpire.ask import AskLOC as AskLOC
    from .umpire.case_desk import CaseDesk as CaseDesk
    from .umpire.umpire_desk import UmpireDesk as UmpireDesk

__getattr__, __dir__ = face(__name__, __file__)

show_with_rerun_hint(__name__, offered(__file__))
bring_type()
