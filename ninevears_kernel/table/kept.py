"""A game as the store tells it: what each of its entries does to the war.

What changes a war is one entry of the store. Whoever reads the entries of a game carries the same out: after
a restart, and in another process beside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..nine_years.components.sides import SEATS, SIDES, Seat, Side
from ..play.saved_wars import session_of_text
from ..play.session import Session
from ..play.table_seat import TableSeat
from .at_seat import AtSeat
from .clock import Clock
from .fair import Dice
from .store import Done, TableStore

Data = dict[str, Any]


class Damaged(NinevearsError):
    """What is kept of a game cannot be carried out by this kit."""


class Turn(NamedTuple):
    """What one message has done: how many decisions were made before it, and which seat sent it."""

    start: int
    by: str


class Undoing(NamedTuple):
    """Who has asked to take back, and to which decision."""

    by: Side
    to: int


class KeptTable:
    """A game that is carried out as its entries tell it.

    Args:
        store: where it is kept.
        number: its number there.

    Attributes:
        war: the war, which no seat is given but through `AtSeat`.
        revision: how many entries were carried out.
        paused: why the umpire has stopped the war; None when it goes on.
        undoing: who has asked to take back, and waits for an answer.
        gone_back: what was asked and taken back last, until something else is chosen.
        sealed: what was laid face down before the other side was asked, by side.
        letters: the decisions whose letters were handed out.
        open: whether a class may take its free seats.
        plays: who plays each side.
        dice: fair dice, made or still to be made; None of a war with others.
        clock: how long each turn may take, and since when this one does.

    Raises:
        Damaged: it cannot be carried out by this kit.
        BadInput: there is no such game.
    """

    def __init__(self, store: TableStore, number: int) -> None:
        self.store, self.number = store, number
        self.war: Session
        self.seats: dict[Seat, TableSeat]
        self._carry: Mapping[str, Callable[[Done], None]] = {
            "begin": self._carry_begin,
            "choose": self._carry_choices,
            "back": self._carry_back,
            "seal": self._carry_seal,
            "ask": self._carry_ask,
            "refuse": self._carry_refusal,
            "pause": self._carry_pause,
            "letter": self._carry_letter,
            "dice": self._carry_dice,
            "clock": self._carry_clock,
        }
        self.read_again()

    def _forget(self) -> None:
        self.revision = 0
        self.plays: Mapping[Side, str] = {}
        self.dice: Dice | None
        self.clock = Clock()
        self.paused: str | None = None
        self.undoing: Undoing | None = None
        self.gone_back: Undoing | None = None
        self.sealed: dict[Side, str] = {}
        self.letters: list[int] = []
        self._refused: Undoing | None = None
        self._turns: list[Turn] = []
        self._twins: dict[Side, tuple[int, TableSeat]] = {}
        self._ahead = False
        self.open, self.dice, self.ruled = False, None, ""

    # ---- the store

    def read_again(self) -> None:
        """Forgets what was carried out, and reads all of it, as after something went wrong.

        Raises:
            Damaged: it cannot be carried out by this kit.
            BadInput: there is no such game.
        """
        self._forget()
        self._ahead = True  # until all of it was read
        if not self._read():
            raise BadInput("game", self.number, Message("tables.no-game"))
        self._ahead = False

    def catch_up(self) -> bool:
        """Carries out what others have added to the store; whether there was anything.

        Raises:
            Damaged: it cannot be carried out.
        """
        if self._ahead:
            self.read_again()
            return True
        return self._read()

    def _read(self) -> bool:
        new = self.store.entries(self.number, self.revision)
        for entry in new:
            try:
                self._carry[entry.kind](entry)
            except (NinevearsError, LookupError, TypeError, ValueError) as error:
                raise Damaged(Message("tables.damaged", number=entry.revision, why=str(error))) from error
            self._is_carried(entry)
        return bool(new)

    @property
    def begun(self) -> bool:
        """Whether there is a war: before it come the dice."""
        return self.dice is None or self.dice.step == "set"

    def _keep(self, kind: str, by: str, done: Data) -> Done:
        """Adds an entry that is not carried out yet.

        Raises:
            Taken: another process was quicker.
        """
        return self.store.add(self.number, self.revision + 1, kind, by, done)

    def _do(self, kind: str, by: str, done: Data) -> Data:
        """Keeps an entry, and carries it out."""
        entry = self._keep(kind, by, done)
        self._carry[kind](entry)
        self._is_carried(entry)
        return {}

    def _is_carried(self, entry: Done) -> None:
        """Notes an entry that was carried out, and since when somebody is waited for."""
        self.revision = entry.revision
        self.clock = self.clock.at(entry.written, (self.war.side, self.begun, self.paused, self.clock.days))

    # ---- what an entry does

    def _carry_begin(self, entry: Done) -> None:
        """A war from its text: the first, or in the place of another, as when an umpire has set it right."""
        self.plays = seats = entry.done["seats"]
        self.open = entry.done.get("open", self.open)
        if "dice" in entry.done:
            self.dice = Dice(entry.done["dice"])
            self.war = Session()  # which nobody is shown, until the dice are made
        else:
            self.war = session_of_text(entry.done["text"], seats["Bourbon"], seats["Alliance"], "own")
            self.war.ways.shown.update(entry.done.get("shown", ()))
            self.war.ways.secret = entry.done.get("secret", 0)
        self.seats = {seat: TableSeat(AtSeat(self.war, seat)) for seat in SEATS}
        self._turns, self.undoing, self._refused, self.sealed = [], None, None, {}
        self.gone_back = None
        self.ruled = entry.done.get("reason", "")

    def _carry_dice(self, entry: Done) -> None:
        assert self.dice is not None
        self.dice.carry(entry.side, entry.done)
        if "text" in entry.done:
            self._carry_begin(entry)

    def _carry_choices(self, entry: Done) -> None:
        start = self.war.place
        for text, faces in entry.done["choices"]:
            self.war.choose(text)
            rolled = "".join(str(roll.face) for roll in self.war.moments[self.war.place - 1].entry.rolls)
            if rolled != faces:
                raise BadInput("dice", rolled, Message("expected.exactly", value=faces))
        self._chosen(Turn(start, entry.by), entry.done.get("laid"))

    def _chosen(self, turn: Turn, laid: int | None) -> None:
        """Notes that choices were made.

        Args:
            turn: by whom, and where they began.
            laid: the number of the decision at which a sealed card was turned over with them.
        """
        self._turns.append(turn)
        self.undoing, self._refused, self.sealed, self.ruled = None, None, {}, ""
        self.gone_back = None
        for seat, table in self.seats.items():
            if seat == turn.by or seat not in SIDES:
                table.session.since = turn.start
            elif laid is not None:
                table.session.since = laid

    def _carry_back(self, entry: Done) -> None:
        to = entry.done["to"]
        self.war.go_to(to)
        self._turns = [turn for turn in self._turns if turn.start < to]
        if self.undoing is not None and self.undoing.to >= to:  # else it is still to be answered
            self.gone_back, self.undoing = self.undoing, None
        self._refused, self.sealed = None, {}
        for seat, table in self.seats.items():
            own = [turn.start for turn in self._turns if seat not in SIDES or turn.by == seat]
            table.session.since = own[-1] if own else max(0, to - 1)

    def _carry_seal(self, entry: Done) -> None:
        self.sealed.pop(entry.side, None)
        if entry.done["text"]:
            self.sealed[entry.side] = entry.done["text"]

    def _carry_ask(self, entry: Done) -> None:
        self.undoing = Undoing(entry.side, entry.done["to"])

    def _carry_refusal(self, entry: Done) -> None:
        withdrawn = self.undoing is not None and entry.side == self.undoing.by
        self.undoing, self._refused = None, None if withdrawn else self.undoing

    def _carry_pause(self, entry: Done) -> None:
        self.paused = entry.done["why"]

    def _carry_letter(self, entry: Done) -> None:
        self.letters = [*dict.fromkeys([*self.letters, entry.done["decision"]])]

    def _carry_clock(self, entry: Done) -> None:
        self.clock = self.clock._replace(days=entry.done["days"])
