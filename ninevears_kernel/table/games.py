"""A game in play: one war, and what each seat may do and see of it.

What changes a war is one entry of the store: it is kept there before it is acknowledged, and carried out as
whoever reads it does (`kept`).

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
from typing import Any

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message, say
from ..nine_years.components.sides import SIDES, Seat, Side, enemy
from ..nine_years.games.game import Game
from ..play.branches import told
from ..play.session import Session
from ..play.table_data import violations_told
from ..play.table_seat import READS, TableSeat
from . import rulings
from .at_seat import AtSeat, both_lay, laying_first
from .beginnings import begins
from .clock import checked_days
from .kept import Data, KeptTable, Turn, Undoing
from .remedies import choices_instead, put_right
from .store import Taken

FORMAT = "ninevears-seat/1"
CHOOSES = frozenset({"choose", "freely", "go"})
"""Those that choose, at one's own turn."""
LOOKS_BACK = frozenset({"review", "scene"})
"""Those that anybody may ask when the war is over. A closer look is not among them: it plays whole wars."""
MOST_WHY = 200


class Table(KeptTable):
    """A game in play, as `KeptTable`: what each seat may do and see of it."""

    # ---- what a seat sees

    def state(self, seat: Seat) -> Data:
        """What a seat is shown of the war, as ``docs/table.md`` describes it."""
        if self._ahead:  # nobody sees what was not kept
            self.read_again()
        state = self._at(seat).state() | {"served": self._served(seat)}
        if seat not in SIDES and len(self.waits) == 2:
            both = {"side": None, "who": say("tables.both-choose"), "asks": say("tables.both-lay")}
            state["question"] = state["question"] | both
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
        return {"plays": plays, "undo": plays and undo, "paused": paused, "review": self.war.over}

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
            later = self.war.place - undoing.to - 1
            name = "tables.you-ask-undo" if seat == undoing.by else "tables.asks-undo"
            asked = say(name, who=Message(f"wartable.side-{undoing.by}"), says=says)
            too = say("tables.undo-too", count=later) if later else ""
            asks = {"by": undoing.by, "says": f"{asked} {too}".strip(), "answer": answers}
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
            "says": say("tables.sealed") if seat in self.sealed else self._gone_back(seat),
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

    def _gone_back(self, seat: Seat) -> str:
        """What was taken back last, until something else is chosen; "" for nothing."""
        gone = self.gone_back
        if gone is None or gone.to != self.war.place or gone.to >= len(self.war.moments):
            return ""
        says = self.seats[seat].session.describe(self.war.moments[gone.to])
        return say("tables.taken-back", who=Message(f"wartable.side-{gone.by}"), says=says)

    # ---- what a seat asks

    def take(self, seat: Seat, message: Mapping[str, Any], revision: int | None = None) -> Data:
        """Does what a seat asks, keeps it, and gives the reply, as `TableSeat.take`.

        Args:
            seat: who asks.
            message: one of ``docs/table.md`` that a seat of a table may send; any other is refused.
            revision: of the state that the seat saw when it asked for a change.
        """
        for key, value in message.items():
            if self.begun and (key in READS or (key in LOOKS_BACK and self.war.over)):
                reply = self._at(seat).take({key: value})
                if key == "log" and seat == "umpire":  # a case may begin from it
                    rulings.log_to_the_desk(self.store, self.number, self.war.game, reply["log"]["text"])
                if review := reply.get("review"):
                    review["choices"] = ""  # as a closer look
                    for swing in review["swings"]:
                        swing["closer"] = False
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
                "pause": self.pause,
                "clock": lambda days: self._do("clock", "umpire", {"days": checked_days(days)}),
                "rewind": self._rewind,
                "set-right": self._set_right,
                "instead": partial(choices_instead, self.war.game),
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
        """The other side, or the umpire, agrees that something is taken back, or does not; whoever has asked
        may withdraw it.
        """
        undoing = self.undoing
        if undoing is None or (undoing.by == seat and agrees is True):
            raise NinevearsError(Message("tables.nothing-asked"))
        if agrees is True:
            return self._do("back", seat, {"to": undoing.to})
        return self._do("refuse", seat, {})

    # ---- the umpire

    def pause(self, why: object) -> Data:
        """Stops the war for the umpire, with a reason that both read; ``false`` lets it go on.

        Raises:
            BadInput: it is no reason.
        """
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
        shown = self.war.ways.shown
        game, reason = put_right(
            self.war.game, asked, partial(rulings.corrections, self.store, self.number), shown
        )
        return self._do("begin", "umpire", begins(game, self.war.seats, shown) | {"reason": reason})


def _choice(war: Session, place: int) -> list[str]:
    """A decision as the store keeps it: the choice in the notation, and the faces that followed."""
    moment = war.moments[place]
    return [moment.text, "".join(str(roll.face) for roll in moment.entry.rolls)]
