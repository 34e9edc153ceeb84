"""Places in the sequence of play, and the decisions that were made there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..core.messages import Message
from ..core.rulings import Step
from ..core.tables import tables_in
from ..nine_years.components.position import Phase
from ..nine_years.components.sides import Side
from ..nine_years.engine.agenda import DECISION_RULES
from ..nine_years.engine.board import Board
from ..nine_years.engine.engine import Engine, Passed
from ..nine_years.games.fog import Lying, comes_to_light, lying
from ..nine_years.games.game import Game
from ..nine_years.games.record import Entry, Past
from ..nine_years.rules.sequence import PHASES

data_table = tables_in(Path(__file__).parent / "data")


class Here(NamedTuple):
    """A place in the sequence of play.

    Attributes:
        year, phase: when.
        step: the step of the phase (``data/sitting_steps.csv``); "" when the war is over.
        round: counts the action rounds; 0 outside of them.
        side: whose decision it is; in a round whose round it is.
        clause_id: the clause that asks for the decision.
    """

    year: int
    phase: Phase
    step: str
    round: int
    side: Side | None
    clause_id: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision that was made, where, and all that it caused.

    Attributes:
        number: how many decisions were made before it.
        here: its place in the sequence of play.
        decision: its name in the agenda.
        entry: who chose what, and the dice that followed.
        says: what was chosen, in a sentence.
        text: the same in the notation.
        steps: what it caused until the next decision, each with its clause.
        passed: the decisions of persons that nobody was asked: this one if it had a single option, and those
            on the way to the next.
        told: what that told: a ``roll``, a ``card`` dealt or drawn, a ``piece`` that lay covered, or nothing.
    """

    number: int
    here: Here
    decision: str
    entry: Entry
    says: Message
    text: str
    steps: tuple[Step, ...]
    passed: tuple[Passed, ...] = field(default=(), compare=False)
    told: Past = ""

    @property
    def when(self) -> tuple[int, int]:
        """Year and phase as numbers that can be compared."""
        return self.here.year, PHASES.index(self.here.phase)


def here_of(engine: Engine) -> Here:
    """The place of a war in the sequence of play.

    >>> from ..nine_years.games.game import new_engine
    >>> here_of(new_engine(1688)).step
    'order'
    """
    board = engine.board
    if engine.side is None:
        return Here(board.year, board.phase, "", 0, None, "NY 6.3")
    name = str(board.agenda[-1][0])
    step, clause_id = step_of(name), DECISION_RULES[name].clause_id
    if board.phase == "campaign" and step != "first-round":
        step = "round"  # what an event asks for in a round belongs to it
    if step != "round":
        return Here(board.year, board.phase, step, 0, engine.side, clause_id)
    played = len(board.action_discards) + (name == "card")
    return Here(board.year, board.phase, step, played, board.active or engine.side, clause_id)


def war_at(game: Game, place: int) -> Game:
    """A copy of a war as it was after so many choices.

    Args:
        game: the war, which stays as it is.
        place: how many.
    """
    twin = game.branch()
    twin.undo(place)
    return twin


class Unseen(NamedTuple):
    """What a choice may bring to light: how many cards lie undrawn, and the pieces that lie covered."""

    cards: tuple[int, int]
    pieces: Lying


def unseen_on(board: Board) -> Unseen:
    """What is unseen on a board now, for `told_by` to compare when a choice is made."""
    return Unseen(_undrawn(board), lying(board))


def told_by(entry: Entry, before: Unseen, board: Board) -> Past:
    """What a choice told: a roll, a card, a piece, or nothing.

    Args:
        entry: the choice.
        before: what was unseen before it.
        board: the board as it is now.

    >>> from ..nine_years.games.game import new_engine
    >>> board = new_engine(1688).board
    >>> told_by(Entry(1688, "campaign", "Bourbon", ("pass",), ()), unseen_on(board), board)
    ''
    """
    if entry.rolls:
        return "roll"
    if before.cards != _undrawn(board):  # where fewer lie undrawn, somebody has seen some
        return "card"
    # NY 4.4: the other side has seen it, or this one has
    return "piece" if comes_to_light(before.pieces, lying(board)) else ""


def _undrawn(board: Board) -> tuple[int, int]:
    return len(board.action_deck), len(board.event_deck)


@cache
def step_of(decision: str) -> str:
    """The step of a phase to which a decision belongs.

    >>> step_of("spend"), step_of("march")
    ('purchases', 'round')
    """
    return next(row["step"] for row in data_table("sitting_steps") if row["decision"] == decision)
