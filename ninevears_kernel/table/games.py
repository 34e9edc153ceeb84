"""A game in play: one war, what each seat may do and see of it, and how the store is told and read.

What changes a war is one entry of the store: it is carried out here, kept there, and only then acknowledged.
Whoever reads the entries of a game carries the same out: after a restart, and in another process beside.

>>> from .beginnings import beginning
>>> from .store import TableStore
>>> store = TableStore("sqlite://")
>>> table = Table(store, store.new_game("Ours", beginning(seed=1690)))
>>> table.take("Alliance", {"choose": "first Alliance"}, 1)["trouble"]
'It is the turn of the Bourbons.'
>>> table.take("Bourbon", {"choose": "first Alliance"}, 1)
{}
>>> table.revision, table.state("Alliance")["strip"]["places"]
(2, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from typing import Any, NamedTuple

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message, say
from ..nine_years.components.sides import SEATS, SIDES, Seat, Side, enemy
from ..nine_years.games.game import Game
from ..play.branches import told
from ..play.saved_wars import session_of_text
from ..play.session import Session
from ..play.table_data import violations_told
from ..play.table_seat import READS, TableSeat
from . import rulings
from .at_seat import AtSeat, both_lay, laying_first
from .beginnings import begins
from .clock import Clock, checked_days
from .fair import Dice
from .remedies import put_right
from .store import Done, TableStore, Taken

Data = dict[str, Any]
FORMAT = "ninevears-seat/1"
CHOOSES = frozenset({"choose", "freely", "go"})
"""Those that choose, at one's own turn."""
MOST_WHY = 200


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


class Table:
    """A game in play.

    Args:
        store: where it is kept.
        number: its number there.

    Attributes:
        war: the war, which no seat is given but through `AtSeat`.
        revision: how many entries were carried out.
        paused: why the umpire has stopped the war; None when it goes on.
        undoing: who has asked to take back, and waits for an answer.
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
        self.seats = {seat: TableSeat(AtSeat(self.war, seat)) for seat in SEATS}
        self._turns, self.undoing, self._refused, self.sealed = [], None, None, {}
        self.ruled = entry.done.get("reason", "")

    def _carry_dice(self, entry: Done) -> None:
        assert self.dice is not None
        self.dice.carry("Bourbon" if entry.by == "Bourbon" else "Alliance", entry.done)
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
            self.undoing = None
        self._refused, self.sealed = None, {}
        for seat, table in self.seats.items():
            own = [turn.start for turn in self._turns if seat not in SIDES or turn.by == seat]
            table.session.since = own[-1] if own else max(0, to - 1)

    def _carry_seal(self, entry: Done) -> None:
        side: Side = "Bourbon" if entry.by == "Bourbon" else "Alliance"
        self.sealed.pop(side, None)
        if entry.done["text"]:
            self.sealed[side] = entry.done["text"]

    def _carry_ask(self, entry: Done) -> None:
        self.undoing = Undoing("Bourbon" if entry.by == "Bourbon" else "Alliance", entry.done["to"])

    def _carry_refusal(self, _: Done) -> None:
        self.undoing, self._refused = None, self.undoing

    def _carry_pause(self, entry: Done) -> None:
        self.paused = entry.done["why"]

    def _carry_letter(self, entry: Done) -> None:
        self.letters = [*dict.fromkeys([*self.letters, entry.done["decision"]])]

    def _carry_clock(self, entry: Done) -> None:
        self.clock = self.clock._replace(days=entry.done["days"])

    # ---- what a seat sees

    @property
    def begun(self) -> bool:
        """Whether there is a war: before it come the dice."""
        return self.dice is None or self.dice.step == "set"

    def state(self, seat: Seat) -> Data:
        """What a seat is shown of the war, as ``docs/table.md`` describes it."""
        if self._ahead:  # nobody sees what was not kept
            self.read_again()
        state = self._at(seat).state() | {"served": self._served(seat)}
        if seat not in SIDES and len(self.waits) == 2:
            state["question"] = state["question"] | {"side": None, "who": say("tables.both-choose")}
        return state

    @property
    def waits(self) -> list[Side]:
        """Who is asked now: both where each lays a card and none is in; nobody before the dice are made."""
        if not self.begun or self.war.side is None:
            return []
        free = [side for side in SIDES if self.war.seats[side] == "person" and side not in self.sealed]
        return free if len(free) == 2 and both_lay(self.war) else [self.war.side]

    def _served(self, seat: Seat) -> Data:
        """Whether somebody plays from a seat, and whether they have anything to take back."""
        plays = seat in SIDES and self.war.seats[seat] == "person"
        paused, to = self.paused is not None, self._last_turn(seat)
        done = to is not None and not (self.war.fair and told(self.war.moments[to : self.war.place]))
        undo = not (self.war.over or paused or self.undoing) and (seat in self.sealed or done)
        return {"plays": plays, "undo": plays and undo, "paused": paused}

    def _last_turn(self, seat: Seat) -> int | None:
        """Where the last choice of a seat began."""
        return next((turn.start for turn in reversed(self._turns) if turn.by == seat), None)

    def about(self, seat: Seat) -> Data:
        """What a seat is told of the table besides: whose turn it is, what waits for an answer."""
        asks = None
        if (undoing := self.undoing) is not None:
            first = self.war.moments[undoing.to]
            says = self.seats[seat].session.describe(first)
            answers = seat == "umpire" or (seat in SIDES and seat != undoing.by)
            asks = {
                "by": undoing.by,
                "says": say("tables.asks-undo", side=undoing.by, says=says),
                "answer": answers,
            }
        return {
            "format": FORMAT,
            "seat": seat,
            "waits": self.waits,
            "dice": None if self.dice is None else self.dice.told(seat, self.begun and self.war.over),
            "over": self.war.over,
            "paused": "" if self.paused is None else say("tables.paused", why=self.paused),
            "asks": asks,
            "clock": self.clock.told() if self.begun and not self.war.over and self.paused is None else None,
            "sealed": sorted(self.sealed),
            "says": say("tables.sealed") if seat in self.sealed else "",
            "ruled": say("tables.ruled", why=self.ruled) if self.ruled else "",
            "letters": self.letters,
        }

    def _at(self, seat: Seat) -> TableSeat:
        """The table as a seat sits at it; for who may lay a card already, as if they were asked first."""
        if seat not in SIDES or seat in self.sealed:
            return self.seats[seat]
        before = self._twins.get(seat)
        if before is not None and before[0] == self.revision:
            return before[1]
        twin = laying_first(self.war, seat)
        if twin is None:
            return self.seats[seat]
        session = AtSeat(twin, seat)
        session.since = min(self.seats[seat].session.since, session.place)
        self._twins = {seat: (self.revision, TableSeat(session))}
        return self._twins[seat][1]

    # ---- what a seat asks

    def take(self, seat: Seat, message: Mapping[str, Any], revision: int | None = None) -> Data:
        """Does what a seat asks, keeps it, and gives the reply, as `TableSeat.take`.

        Args:
            seat: who asks.
            message: one of ``docs/table.md`` that a seat of a table may send; any other is refused.
            revision: of the state that the seat saw when it asked for a change.
        """
        for key, value in message.items():
            if key in READS and self.begun:
                reply = self._at(seat).take({key: value})
                if key == "log" and seat == "umpire":  # a case may begin from it
                    rulings.note(self.store, self.number, reply["log"]["text"])
                return reply
            asked = self._changes(seat).get(key)
            if asked is None and key != "letter":
                continue
            try:
                if asked is None:
                    return rulings.letter_for(self.store, value, seat, self.letters)
                self.catch_up()
                if self.begun and revision != self.revision:  # words for the dice may come at any time
                    raise Taken
                return asked(value)
            except Taken as error:
                self.catch_up()
                return {"trouble": str(error), "why": [], "stale": True}
            except Refused as error:
                return {"trouble": str(error), "why": violations_told(error.violations)}
            except NinevearsError as error:
                return {"trouble": str(error), "why": []}
        return {"trouble": say("tables.not-for-seat"), "why": []}

    def _changes(self, seat: Seat) -> Mapping[str, Callable[[Any], Data]]:
        """What a seat may change, by the key of its message."""
        if not self.begun:
            if seat not in SIDES or self.plays[seat] != "person":
                return {}
            return {key: partial(self._give, seat, key) for key in ("words", "promise")}
        if seat == "umpire":
            return {
                "consent": partial(self._answer, seat),
                "pause": self._pause,
                "clock": lambda days: self._do("clock", "umpire", {"days": checked_days(days)}),
                "rewind": self._rewind,
                "set-right": self._set_right,
                "hand-out": lambda one: self._do("letter", "umpire", rulings.checked(self.store, one)),
                "desk": partial(rulings.to_the_desk, self.store, self.number, self.war.game),
            }
        if seat not in SIDES or self.war.seats[seat] != "person":
            return {}
        side = seat
        return {
            **{key: partial(self._choose, side, key) for key in CHOOSES},
            "undo": lambda _: self._undo(side),
            "consent": partial(self._answer, side),
        }

    def _give(self, side: Side, key: str, value: object) -> Data:
        """Takes what a side gives towards fair dice; with the last of it the war begins."""
        assert self.dice is not None
        done = self.dice.given(side, key, value)
        ready = copy(self.dice)
        ready.given_by = dict(self.dice.given_by)
        ready.carry(side, done)
        if ready.step == "set":
            game = Game.new(ready.seed)
            game.fair = True
            done |= begins(game, self.plays)
        return self._do("dice", side, done)

    def _check_goes_on(self) -> None:
        if self.paused is not None:
            raise NinevearsError(Message("tables.paused", why=self.paused))

    def _choose(self, side: Side, key: str, value: object) -> Data:
        self._check_goes_on()
        table = self._at(side)
        if table is not self.seats[side]:
            return self._seal(side, table, key, value)
        start, war = self.war.place, self.war
        laid = None
        self._ahead = True  # of the store, until it has kept what is chosen
        reply = table.take({key: value})
        if war.place > start and war.side in self.sealed:
            laid = war.place
            other = self.seats[enemy(side)].session
            other.choose(self.sealed[enemy(side)])
            other.answer()
        if war.place == start:
            self._ahead = False
            return reply
        done: Data = {"choices": [_choice(war, place) for place in range(start, war.place)]}
        if laid is not None:
            done["laid"] = laid
        entry = self._keep("choose", side, done)
        self._ahead = False
        self._chosen(Turn(start, side), laid)
        self._is_carried(entry)
        return reply

    def _seal(self, side: Side, table: TableSeat, key: str, value: object) -> Data:
        """Lays a card before the other side has: it stays sealed until both are in (NY 13.2.1.a)."""
        twin = table.session
        start = twin.place
        reply = table.take({key: value})
        self._twins.clear()
        if twin.place == start:
            return reply
        return self._do("seal", side, {"text": twin.moments[start].text})

    # ---- taking back

    def _undo(self, side: Side) -> Data:
        """Takes the last choice back: at once what nobody has learnt from, else when the others agree."""
        self._check_goes_on()
        if side in self.sealed:
            return self._do("seal", side, {"text": ""})
        to = self._last_turn(side)
        if to is None or self.war.over:
            raise NinevearsError(Message("tables.nothing-to-undo"))
        moments = self.war.moments[to : self.war.place]
        if self.war.fair and told(moments):
            raise NinevearsError(Message("wartable.fair-dice"))
        alone = self.war.seats[enemy(side)] != "person"
        quiet = not told(moments) and all(moment.entry.side == side for moment in moments)
        if alone or (quiet and self.war.side == side):
            return self._do("back", side, {"to": to})
        if self.undoing is not None:
            raise NinevearsError(Message("tables.asked-already"))
        if self._refused == Undoing(side, to):
            raise NinevearsError(Message("tables.refused-already"))
        return self._do("ask", side, {"to": to})

    def _answer(self, seat: Seat, agrees: object) -> Data:
        """The other side, or the umpire, agrees that something is taken back, or does not."""
        undoing = self.undoing
        if undoing is None or undoing.by == seat:
            raise NinevearsError(Message("tables.nothing-asked"))
        if agrees is True:
            return self._do("back", seat, {"to": undoing.to})
        return self._do("refuse", seat, {})

    # ---- the umpire

    def _pause(self, why: object) -> Data:
        """Stops the war, with a reason that both read; ``false`` lets it go on."""
        if why is False:
            return self._do("pause", "umpire", {"why": None})
        if not isinstance(why, str) or len(why) > MOST_WHY:
            raise BadInput("pause", str(why)[:40], Message("expected.text-at-most", count=MOST_WHY))
        return self._do("pause", "umpire", {"why": why.strip()})

    def _rewind(self, to: object) -> Data:
        place = self.war.place
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to < place:
            raise BadInput("rewind", to, Message("expected.between", least=0, most=place - 1))
        if self.war.over or (self.war.fair and told(self.war.moments[to:place])):
            raise NinevearsError(Message("wartable.fair-dice" if self.war.fair else "tables.nothing-to-undo"))
        return self._do("back", "umpire", {"to": to})

    def _set_right(self, asked: object) -> Data:
        """A decision of the umpire about a choice that was wrong: it stands in the log, with its reason."""
        if self.dice is not None and self.war.over:  # its dice are known
            raise NinevearsError(Message("wartable.fair-dice"))
        game, reason = put_right(self.war.game, asked, partial(rulings.corrections, self.store, self.number))
        return self._do("begin", "umpire", begins(game, self.war.seats) | {"reason": reason})


def _choice(war: Session, place: int) -> list[str]:
    """A decision as the store keeps it: the choice in the notation, and the faces that followed."""
    moment = war.moments[place]
    return [moment.text, "".join(str(roll.face) for roll in moment.entry.rolls)]
