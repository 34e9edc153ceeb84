"""All tables that one process serves, and who sits at them: what is told to whom, and when.

A `Chair` is one connection. It knows no network: `server.py` brings what comes in, and carries `send` away.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..nine_years.atlas.wire import difference, packed
from ..nine_years.components.sides import SEATS, SIDES, Seat, Side
from . import notices, people
from .bounds import MESSAGES, MOST_BROUGHT, MOST_MESSAGE, WORK, Bucket, Unfit, message_of, text_in
from .clock import waited
from .door import Door
from .games import Table
from .overview import Overview
from .remedies import recent_choices
from .rulings import Ruling, rulings
from .store import Sitting, TableStore

Data = dict[str, Any]
LOG = logging.getLogger("ninevears.table")
MOST_TOO_FAST = 200
"""After so many messages too many a connection is closed."""
BETWEEN_NAMES = 8
"""So many looks at the store pass until names are read again."""


class Chair:
    """A connection: who sits there, and what they have been shown.

    Args:
        house: all tables.
        send: carries bytes away.
        close: ends the connection.
        address: from which it comes, as the network knows it.
    """

    def __init__(
        self, house: House, send: Callable[[bytes], None], close: Callable[[], None], address: str = ""
    ) -> None:
        self.house, self._send, self.close = house, send, close
        self.sitting: Sitting | None = None
        self.game: int | None = None
        self.address, self.entered = address, False
        self.messages, self.work = Bucket(*MESSAGES), Bucket(*WORK)
        self._too_fast = 0
        self._shown: Data | None = None
        self._told: Data = {}
        self._asked_for = "", False

    def heard(self, text: str | bytes) -> None:
        """Takes what came in.

        Raises:
            Unfit: no page of ours sends that.
        """
        if not (self.messages.take(1) and self.work.take(0)):
            self._too_fast += 1
            if self._too_fast > MOST_TOO_FAST:
                raise Unfit
            self.send({"reply": {"trouble": say("tables.too-fast"), "why": []}})
            return
        begin = time.thread_time()  # of our own work: others may have the machine
        try:
            of_all = self.sitting is not None and self.sitting.game is None
            self._take(message_of(text, MOST_BROUGHT if of_all else MOST_MESSAGE))
        except NinevearsError as error:
            self.send({"trouble": str(error)})
        finally:
            self.work.take(time.thread_time() - begin)

    def _take(self, message: Data) -> None:
        if self.sitting is None:
            if self.entered:
                self._claim(message.get("claim"))
            elif "enter" in message:
                self._enter(message["enter"])
            else:
                self._sit(message)
            return
        if "take" in message and self.game is not None:
            self._play(message)
        elif "say" in message and self.game is not None and self.sitting.seat != "both":
            self.house.store.say(self.game, self.sitting.number, text_in(message["say"]))
            self.house.chat_of(self.game)
        elif self.sitting.seat in SIDES and message.keys() & {"mail", "feed"}:
            self._ask_for_notices(message)
        elif "name" in message and self.game is not None:
            named = self.house.store.rename(self.sitting.number, text_in(message["name"]))
            self.sitting = self.sitting._replace(name=named)
            self.house.changed()
        elif self.sitting.seat == "umpire" and (asked := message.keys() & self.house.orders):
            key = min(asked)
            self.send({"done": {key: self.house.orders[key](self.house, self, message[key])}})
            self.house.changed()
        else:
            self.send({"trouble": say("tables.not-for-seat")})

    def _ask_for_notices(self, message: Data) -> None:
        """Where this seat is told that it is its turn, when nobody sits there."""
        assert self.sitting is not None
        store, seat = self.house.store, self.sitting.number
        if "mail" in message and self.house.mails:
            notices.set_address(store, seat, message["mail"])
        elif "feed" in message:
            secret = notices.set_feed(store, seat, message["feed"] is True)
            self.send({"done": {"feed": f"feed/{secret}" if secret else ""}})
        self._asked_for = notices.asked_for(store, seat)
        self.show()

    def _enter(self, password: Any) -> None:
        """One of a class comes in, and sees which seats are free."""
        door = self.house.door
        wrong = say("tables.not-for-seat") if door is None else door.refuses(password, self.address)
        if wrong:
            self.send({"wrong": wrong})
            return
        self.entered = True
        self.house.chairs.append(self)
        self.send({"lobby": self.house.lobby()})

    def _claim(self, asked: Any) -> None:
        """One of a class takes a free seat."""
        if not isinstance(asked, dict):
            raise NinevearsError(Message("tables.not-for-seat"))
        game, seat, name = asked.get("game"), asked.get("seat"), asked.get("name", "")
        number = next((one["game"] for one in self.house.lobby() if one["game"] == game), None)
        if number is None:
            raise BadInput("game", str(game)[:40], Message("tables.no-game"))
        if seat not in (*SIDES, "both"):
            raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
        token = self.house.store.claim(number, seat, name)
        self.send({"done": {"claim": {"game": number, "seat": seat, "token": token}}})
        self.house.changed()

    def _sit(self, message: Data) -> None:
        """The first message: the secret of a link, and the umpire of all says at which table."""
        token, game = message.get("sit"), message.get("game")
        found = self.house.store.sitting(token) if isinstance(token, str) else None
        if found is None:
            self.send({"gone": say("tables.gone")})
            self.close()
            return
        number = game if found.game is None and isinstance(game, int) else found.game
        if number is not None:
            self.house.table(number)  # or there is none
        self.game = number
        if message.get("as") == "both":  # an umpire shows the table to others
            found = found._replace(seat="both")
        self.sitting = found
        self._asked_for = notices.asked_for(self.house.store, found.number)
        self.house.chairs.append(self)
        if self.game is None:
            self.send(self.house.home_told())
            return
        self.show()
        self.send({"chat": self.house.said(self.game)})
        self.house.moved(self.game)

    def _play(self, message: Data) -> None:
        assert self.sitting is not None
        assert self.game is not None
        table = self.house.table(self.game)
        asked, before = message["take"], table.revision
        revision = message.get("revision")
        if not isinstance(asked, dict):
            raise Unfit
        try:
            if "hand-out" in asked and not self._may_hand_out(asked["hand-out"]):
                raise NinevearsError(Message("tables.not-for-seat"))  # other tables' letters lie there too
            reply = table.take(self.sitting.seat, asked, revision if isinstance(revision, int) else None)
        except NinevearsError as error:  # a page counts on one reply to each message
            reply = {"trouble": str(error), "why": []}
        except Exception:
            LOG.exception("a message was not foreseen")
            table.read_again()
            reply = {"trouble": say("tables.failed"), "why": []}
        self.show(reply)
        if table.revision != before:
            self.house.moved(self.game, self)

    def _may_hand_out(self, number: Any) -> bool:
        """Whether the umpire sees a decision in their list."""
        assert self.sitting is not None
        assert self.game is not None
        offered = self.house.around(self.game, self.sitting).get("rulings", [])
        return any(one["number"] == number for one in offered)

    def show(self, reply: Data | None = None) -> None:
        """Sends what changed since this chair was shown the table, with the reply to what it asked."""
        assert self.sitting is not None
        assert self.game is not None
        table = self.house.table(self.game)
        sent: Data = {"revision": table.revision}
        if reply is not None:
            sent["reply"] = reply
        if table.begun:  # else the dice are still to be made
            state = table.state(self.sitting.seat)
            if self._shown is None:
                sent["state"] = state
            elif change := difference(self._shown, state):
                sent["change"] = change
            self._shown = state
        about = table.about(self.sitting.seat) | self.house.around(self.game, self.sitting)
        address, feed = self._asked_for
        plays = self.sitting.seat in SIDES
        about |= {"mail": address if plays and self.house.mails else None, "feed": feed if plays else None}
        if about != self._told:
            self._told = sent["about"] = about
        if sent.keys() - {"revision"}:
            self.send(sent)

    def send(self, data: Data) -> None:
        """Sends something."""
        self._send(packed(data))


class House:
    """All tables that one process serves.

    Args:
        store: where they are kept.
        later: does something when what is at hand is done, so that who chose does not wait for the others.
        orders: what an umpire may ask for, by the key of the message.
        door: by which a class comes in; None where there is none.

    Attributes:
        address: what links begin with, as others reach the server; "" where a page knows it best.
        mails: whether mails are sent.
    """

    def __init__(
        self,
        store: TableStore,
        later: Callable[[Callable[[], None]], object],
        orders: Mapping[str, Callable[[House, Chair, Any], Any]] = MappingProxyType({}),
        door: Door | None = None,
    ) -> None:
        self.store, self._later = store, later
        self.chairs: list[Chair] = []
        self._tables: dict[int, Table] = {}
        self._overview = Overview(store, self.table, self._tables)
        self._waiting: dict[int, list[Chair]] = {}
        self._said: dict[int, list[Data]] = {}
        self._called = store.called()
        self._decided: dict[int, list[Ruling]] = {}
        self._looks = 0
        self._home_changed = False
        (self._entry, self._line, self._ruled), _ = store.news(-1, -1)
        self.orders = orders
        self.address, self.mails = "", False
        self.door = door
        self._presence = people.Presence(store)

    def table(self, number: int) -> Table:
        """A table in play.

        Raises:
            BadInput: there is no such game.
            Damaged: this kit cannot carry it out.
        """
        found = self._tables.get(number)
        if found is None:
            found = self._tables[number] = Table(self.store, number)
            if number not in self._called:
                self.changed()
        return found

    def leave(self, chair: Chair) -> None:
        """A connection is gone."""
        if chair in self.chairs:
            self.chairs.remove(chair)
            if chair.game is not None:
                self.moved(chair.game)

    # ---- what is told

    def around(self, game: int, sitting: Sitting) -> Data:
        """Who plays a game, who is here, and under which name one sits."""
        here, called = self._here(game), self._called[game]
        umpires = self._umpires(game, sitting.game is None) if sitting.seat == "umpire" else {}
        return umpires | {
            "game": called.name,
            "names": called.names,
            "here": [seat for seat in SEATS if here[seat]],
            "watching": here["both"],
            "name": sitting.name,
        }

    def _umpires(self, game: int, of_all: bool) -> Data:
        """What an umpire chooses from: the last choices, and what was decided at the desk; for the umpire of
        all tables about other positions too.
        """
        if game not in self._decided:
            self._decided[game] = rulings(self.store, game)
        decided = [one for one in self._decided[game] if one.here or of_all]
        war = self.table(game).seats["umpire"].session
        return {"choices": recent_choices(war), "rulings": [one._asdict() for one in decided]}

    def _here(self, game: int) -> Counter[Seat]:
        """How many sit at each seat of a game, here and at other processes."""
        here = Counter(chair.sitting.seat for chair in self._at(game) if chair.sitting is not None)
        return here + Counter(self._presence.elsewhere.get(game, {}))

    def said(self, game: int) -> list[Data]:
        """What was said at a table."""
        return [
            {"number": one.number, "seat": one.seat, "name": one.name, "says": one.said, "at": one.written}
            for one in self.store.said(game)
        ]

    def home(self) -> list[Data]:
        """All games, as the umpire of all sees them in a list."""
        self.changed()
        found: list[Data] = []
        for number, told in self._overview.of(reversed(self._called)).items():
            called = self._called[number]
            about = {"number": number, "name": called.name, "names": called.names}
            here, free = sorted(self._here(number)), self._free(number, told)
            found.append({**about, "here": here, "free": free, **told})
        return found

    def home_told(self) -> Data:
        """The list of games, and what their links begin with."""
        return {"home": self.home(), "address": self.address, "password": self.door and self.door.password}

    def lobby(self) -> list[Data]:
        """The games in which a class may take seats, and the sides that are free."""
        found = []
        self.changed()
        for number, told in self._overview.of(self._called).items():
            if not told["trouble"] and told["open"] and not told["over"]:  # else it is the umpire's to see
                called = self._called[number]
                free = self._free(number, told)
                found.append({"game": number, "name": called.name, "names": called.names, "free": free})
        return found

    def in_play(self) -> list[int]:
        """The games that go on."""
        told = self._overview.of(self._called)
        return [number for number, one in told.items() if not (one["trouble"] or one["over"] or one["dice"])]

    def _free(self, number: int, told: Data) -> list[Side]:
        """The sides of a game that one of a class may take."""
        taken = self._called[number].taken
        if told["trouble"] or not told["open"] or told["over"]:
            return []
        return [side for side in SIDES if told["plays"][side] == "person" and side not in taken]

    def moved(self, game: int, by: Chair | None = None) -> None:
        """Shows a table that has changed to all others who sit there, when there is time."""
        self._waiting.setdefault(game, []).extend(
            chair for chair in self._at(game) if chair is not by and chair not in self._waiting[game]
        )
        self._later(self._show_waiting)

    def _show_waiting(self) -> None:
        """Shows one table to one chair, then lets others in."""
        for game, chairs in [*self._waiting.items()]:
            while chairs:
                chair = chairs.pop(0)
                if chair in self.chairs:
                    try:
                        chair.show()
                    except NinevearsError as error:
                        chair.send({"trouble": str(error)})
                    finally:  # one that fails keeps nobody waiting
                        self._later(self._show_waiting)
                    return
            del self._waiting[game]
            self._home_changed = True

    def changed(self) -> None:
        """Reads what the games are called and who sits where, and tells who is concerned."""
        before, self._called = self._called, self.store.called()
        for game in self._called:
            if self._called[game] != before.get(game):
                self._home_changed = True
                self.moved(game)
                self.chat_of(game)

    def _tell_umpires(self) -> None:
        """Shows the list of games to the umpires who look at it, when something has changed."""
        looking = [chair for chair in self.chairs if chair.game is None]
        changed, self._home_changed = self._home_changed, False
        if not (looking and changed):
            return
        for entered, told in ((False, self.home_told), (True, lambda: {"lobby": self.lobby()})):
            chairs = [chair for chair in looking if chair.entered == entered]
            sent = told() if chairs else {}
            for chair in chairs:
                chair.send(sent)

    def chat_of(self, game: int) -> None:
        """Shows everybody at a table what was said, if they were not shown it yet."""
        said = self.said(game)
        if said != self._said.get(game, []):
            self._said[game] = said
            for chair in self._at(game):
                chair.send({"chat": said})

    def _at(self, game: int) -> list[Chair]:
        return [chair for chair in self.chairs if chair.game == game]

    # ---- other processes

    def _look_who_is_here(self) -> None:
        """Says who sits at the tables of this process, and learns who sits at those of others."""
        for game in self._presence.look(
            Counter((one.game, one.sitting.seat) for one in self.chairs if one.game and one.sitting)
        ):
            self.moved(game)

    def to_be_mailed(self) -> list[tuple[int, str, str]]:
        """Whom to mail that it is their turn: seats, addresses and games, each told once for a turn."""
        found = []
        self.changed()
        for number, told in self._overview.of(notices.games_to_tell(self.store)).items():
            if told["trouble"] or told["paused"] or waited(told["since"]) <= notices.AWAY_SECONDS:
                continue
            for side in told["waits"]:
                if not self._here(number)[side]:
                    waiting = notices.to_tell(self.store, number, side, told["revision"])
                    found += [(seat, address, self._called[number].name) for seat, address in waiting]
        return found

    def look_around(self) -> None:
        """Carries out what another process on the same store has added, and lets dead links go."""
        (entry, line, ruled), concerned = self.store.news(self._entry, self._line)
        more_said = line > self._line
        if ruled > self._ruled:  # at the desk, perhaps about one of these
            self._decided.clear()
            for chair in self.chairs:
                if chair.game is not None and chair.sitting is not None and chair.sitting.seat == "umpire":
                    self.moved(chair.game)
        self._entry, self._line, self._ruled = entry, line, ruled
        for game in concerned:
            if game in self._tables:
                try:
                    if self._tables[game].catch_up():
                        self.moved(game)
                except NinevearsError:
                    LOG.exception("a game cannot be continued")
                    del self._tables[game]
                    self.moved(game)
            if more_said:
                self.chat_of(game)
        self._look_who_is_here()
        self._looks += 1
        if self._looks % BETWEEN_NAMES == 0:  # another process may have other names
            self.changed()
            self._overview.note()
        self._home_changed |= bool(concerned)
        self._tell_umpires()
        digests = {chair.sitting.digest for chair in self.chairs if chair.sitting}
        dead = digests - self.store.alive(digests) if digests else set()
        for chair in [one for one in self.chairs if one.sitting and one.sitting.digest in dead]:
            chair.send({"gone": say("tables.gone")})
            chair.close()
