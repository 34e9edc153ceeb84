"""All tables that one process serves, and who sits at them: what is told to whom, and when.

A `Chair` is one connection. It knows no network: `server.py` brings what comes in, and carries `send` away.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..nine_years.atlas.wire import difference, packed
from ..nine_years.components.sides import SEATS
from .bounds import MESSAGES, WORK, Bucket, Unfit, message_of
from .games import Table, beginning
from .store import Sitting, TableStore

Data = dict[str, Any]
LOG = logging.getLogger("ninevears.table")
MOST_TOO_FAST = 200
"""After so many messages too many a connection is closed."""
MOST_LINK = 500
BETWEEN_NAMES = 8
"""So many looks at the store pass until names are read again."""


class Chair:
    """A connection: who sits there, and what they have been shown.

    Args:
        house: all tables.
        send: carries bytes away.
        close: ends the connection.
    """

    def __init__(self, house: House, send: Callable[[bytes], None], close: Callable[[], None]) -> None:
        self.house, self._send, self.close = house, send, close
        self.sitting: Sitting | None = None
        self.game: int | None = None
        self.messages, self.work = Bucket(*MESSAGES), Bucket(*WORK)
        self._too_fast = 0
        self._shown: Data | None = None
        self._told: Data = {}

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
            self._take(message_of(text))
        except NinevearsError as error:
            self.send({"trouble": str(error)})
        finally:
            self.work.take(time.thread_time() - begin)

    def _take(self, message: Data) -> None:
        if self.sitting is None:
            self._sit(message)
            return
        if "take" in message and self.game is not None:
            self._play(message)
        elif "say" in message and self.game is not None and self.sitting.seat != "both":
            self.house.store.say(self.game, self.sitting.number, _text(message["say"]))
            self.house.chat_of(self.game)
        elif "name" in message and self.game is not None:
            named = self.house.store.rename(self.sitting.number, _text(message["name"]))
            self.sitting = self.sitting._replace(name=named)
            self.house.renamed(self.game)
        elif self.sitting.seat == "umpire" and (asked := message.keys() & self.house.orders):
            key = min(asked)
            self.send({"done": {key: self.house.orders[key](self, message[key])}})
            self.house.changed()
        else:
            self.send({"trouble": say("tables.not-for-seat")})

    def _sit(self, message: Data) -> None:
        """The first message: the secret of a link, and the umpire of all says at which table."""
        token, game = message.get("sit"), message.get("game")
        found = self.house.store.sitting(token) if isinstance(token, str) else None
        if found is None:
            self.send({"gone": say("tables.gone")})
            self.close()
            return
        if found.game is not None or isinstance(game, int):
            self.game = found.game if found.game is not None else game
            assert self.game is not None
            self.house.table(self.game)  # or there is none
        if message.get("as") == "both":  # an umpire shows the table to others
            found = found._replace(seat="both")
        self.sitting = found
        self.house.chairs.append(self)
        if self.game is None:
            self.send({"home": self.house.home()})
            return
        self.show()
        self.send({"chat": self.house.said(self.game)})
        self.house.tell(self.game)

    def _play(self, message: Data) -> None:
        assert self.sitting is not None
        assert self.game is not None
        table = self.house.table(self.game)
        asked, before = message["take"], table.revision
        revision = message.get("revision")
        if not isinstance(asked, dict):
            raise Unfit
        try:
            reply = table.take(self.sitting.seat, asked, revision if isinstance(revision, int) else None)
        except NinevearsError:
            raise
        except Exception:
            LOG.exception("a message was not foreseen")
            table.read_again()
            reply = {"trouble": say("tables.failed"), "why": []}
        self.show(reply)
        if table.revision != before:
            self.house.moved(self.game, self)

    def show(self, reply: Data | None = None) -> None:
        """Sends what changed since this chair was shown the table, with the reply to what it asked."""
        assert self.sitting is not None
        assert self.game is not None
        table = self.house.table(self.game)
        state = table.state(self.sitting.seat)
        sent: Data = {"revision": table.revision}
        if reply is not None:
            sent["reply"] = reply
        if self._shown is None:
            sent["state"] = state
        elif change := difference(self._shown, state):
            sent["change"] = change
        self._shown = state
        about = table.about(self.sitting.seat) | self.house.around(self.game, self.sitting)
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
    """

    def __init__(self, store: TableStore, later: Callable[[Callable[[], None]], object]) -> None:
        self.store, self._later = store, later
        self.chairs: list[Chair] = []
        self._tables: dict[int, Table] = {}
        self._waiting: dict[int, list[Chair]] = {}
        self._called: dict[int, tuple[str, dict[str, str]]] = {}
        self._looks = 0
        self._home_changed = False
        self._entry, self._line, _ = store.news(-1, -1)
        self.orders: Mapping[str, Callable[[Chair, Any], Any]] = {
            "new": self._new,
            "invite": self._invite,
            "replace": self._replace,
            "revoke": self._revoke,
            "seats": self._seats,
            "qr": self._qr,
        }

    def table(self, number: int) -> Table:
        """A table in play.

        Raises:
            BadInput: there is no such game.
            Damaged: this kit cannot carry it out.
        """
        found = self._tables.get(number)
        if found is None:
            found = self._tables[number] = Table(self.store, number)
        return found

    def leave(self, chair: Chair) -> None:
        """A connection is gone."""
        if chair in self.chairs:
            self.chairs.remove(chair)
            if chair.game is not None:
                self.tell(chair.game)

    # ---- what is told

    def around(self, game: int, sitting: Sitting) -> Data:
        """Who plays a game, who is here, and under which name one sits."""
        here = {chair.sitting.seat for chair in self._at(game) if chair.sitting is not None}
        title, names = self._names(game)
        watching = sum(chair.sitting is not None and chair.sitting.seat == "both" for chair in self._at(game))
        return {
            "game": title,
            "names": names,
            "here": [seat for seat in SEATS if seat in here],
            "watching": watching,
            "name": sitting.name,
        }

    def _names(self, game: int) -> tuple[str, dict[str, str]]:
        """What a game is called, and who plays it."""
        if game not in self._called:
            title = next((name for number, name in self.store.games() if number == game), "")
            self._called[game] = title, self.store.names(game)
        return self._called[game]

    def said(self, game: int) -> list[Data]:
        """What was said at a table."""
        return [
            {"number": one.number, "seat": one.seat, "name": one.name, "says": one.said, "at": one.written}
            for one in self.store.said(game)
        ]

    def home(self) -> list[Data]:
        """All games, as the umpire of all sees them in a list."""
        found: list[Data] = []
        for number, name in self.store.games():
            try:
                table = self.table(number)
                board = table.war.game.engine.board
                about = table.about("umpire")
                told = {"year": board.year, "phase": say(f"wartable.phase-{board.phase}"), "trouble": ""}
                told |= {key: about[key] for key in ("waits", "over", "paused", "asks")}
                told["points"] = board.victory_points
            except NinevearsError as error:
                told = {"trouble": str(error)}
            here = {chair.sitting.seat for chair in self._at(number) if chair.sitting is not None}
            found.append(
                {
                    "number": number,
                    "name": name,
                    "names": self._names(number)[1],
                    "here": sorted(here),
                    **told,
                }
            )
        return found

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
                    self._shown_to(chair)
                    self._later(self._show_waiting)
                    return
            del self._waiting[game]
            self._home_changed = True

    def _shown_to(self, chair: Chair) -> None:
        try:
            chair.show()
        except NinevearsError as error:
            chair.send({"trouble": str(error)})

    def tell(self, game: int) -> None:
        """Tells everybody at a table who is here."""
        self.moved(game)

    def renamed(self, game: int) -> None:
        """Tells everybody at a table, and whoever looks at the list, what somebody is called now."""
        self._called.pop(game, None)
        for chair in self._at(game):
            self.moved(game)
            chair.send({"chat": self.said(game)})

    def changed(self) -> None:
        """Notes that the list of games is another."""
        self._called.clear()
        self._home_changed = True

    def _tell_umpires(self) -> None:
        """Shows the list of games to the umpires who look at it, when something has changed."""
        looking = [chair for chair in self.chairs if chair.game is None]
        changed, self._home_changed = self._home_changed, False
        if looking and changed:
            home = self.home()
            for chair in looking:
                chair.send({"home": home})

    def chat_of(self, game: int) -> None:
        """Shows everybody at a table what was said."""
        said = self.said(game)
        for chair in self._at(game):
            chair.send({"chat": said})

    def _at(self, game: int) -> list[Chair]:
        return [chair for chair in self.chairs if chair.game == game]

    # ---- other processes

    def look_around(self) -> None:
        """Carries out what another process on the same store has added, and lets dead links go."""
        entry, line, concerned = self.store.news(self._entry, self._line)
        more_said = line > self._line
        self._entry, self._line = entry, line
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
        self._looks += 1
        if self._looks % BETWEEN_NAMES == 0:  # another process may have other names
            self._called.clear()
        self._home_changed |= bool(concerned)
        self._tell_umpires()
        digests = {chair.sitting.digest for chair in self.chairs if chair.sitting is not None}
        dead = digests - self.store.alive(digests) if digests else set()
        for chair in [one for one in self.chairs if one.sitting and one.sitting.digest in dead]:
            chair.send({"gone": say("tables.gone")})
            chair.close()

    # ---- what the umpire may do besides

    def _new(self, chair: Chair, asked: Any) -> Data:
        """A new game with a seat for each side and one for spectators; their secrets, told this once."""
        if chair.game is not None or not isinstance(asked, dict):
            raise NinevearsError(Message("tables.not-for-seat"))
        return new_game(self.store, _text(asked.get("name")))

    def _of_game(self, chair: Chair, asked: Any) -> tuple[int, Any]:
        """The game that an umpire speaks of: one's own, or of all of them the one that is named."""
        if not isinstance(asked, dict):
            raise BadInput("game", str(asked)[:40], Message("expected.object"))
        assert chair.sitting is not None
        game = asked.get("game", chair.game) if chair.sitting.game is None else chair.sitting.game
        if isinstance(game, bool) or not isinstance(game, int) or not 0 < game < 1 << 31:
            raise BadInput("game", str(game)[:40], Message("tables.no-game"))
        seat = asked.get("seat")
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int | str)):
            raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
        if isinstance(seat, int) and not 0 < seat < 1 << 31:
            raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
        return game, seat

    def _seats(self, chair: Chair, asked: Any) -> list[Data]:
        game, _ = self._of_game(chair, asked)
        return [
            {"number": one.number, "seat": one.seat, "name": one.name} for one in self.store.seats_of(game)
        ]

    def _invite(self, chair: Chair, asked: Any) -> Data:
        game, seat = self._of_game(chair, asked)
        token = self.store.invite(game, seat, _text(asked.get("name", "")))
        return {"seat": seat, "token": token, "game": game}

    def _qr(self, _: Chair, asked: Any) -> Data | None:
        """A picture of a link to point a telephone at; None where the extra ``page`` is not installed."""
        if not isinstance(asked, str) or len(asked) > MOST_LINK:
            raise BadInput("qr", str(asked)[:40], Message("expected.text-at-most", count=MOST_LINK))
        try:
            from segno import make
        except ImportError:
            return None
        return {"of": asked, "picture": make(asked).svg_data_uri(scale=4)}

    def _replace(self, chair: Chair, asked: Any) -> Data:
        game, seat = self._of_game(chair, asked)
        if not isinstance(seat, int):
            raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
        token = self.store.replace(seat, game)
        self.look_around()
        named = next(one.seat for one in self.store.seats_of(game) if one.number == seat)
        return {"seat": named, "token": token, "game": game}

    def _revoke(self, chair: Chair, asked: Any) -> Data:
        game, seat = self._of_game(chair, asked)
        if seat not in {one.number for one in self.store.seats_of(game)}:
            raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
        self.store.revoke(seat)
        self.look_around()
        return {"seat": seat, "game": game}


def new_game(
    store: TableStore,
    name: str,
    text: str = "",
    *,
    seed: int | None = None,
    bourbon: str | None = None,
    alliance: str | None = None,
) -> Data:
    """Makes a game with a seat for each person who plays, and one for spectators.

    Args:
        store: where it is kept.
        name: what people call it.
        text: a war begun elsewhere; "" for a new one.
        seed: of a new war; by default one that nobody knows.
        bourbon: who plays the Bourbons: ``person``, as by default, or a computer player.
        alliance: who plays the Alliance.

    Returns:
        ``game``, its number, and ``seats``: the secret of each, which is told this once.

    Raises:
        BadInput: the name is none, or the text no war.
        BadEntry: an entry of a log does not fit.
    """
    begins = beginning(text, seed=seed, bourbon=bourbon, alliance=alliance)
    game = store.new_game(name, begins)
    wanted = [seat for seat in SEATS if begins["seats"].get(seat, "person") == "person" and seat != "umpire"]
    return {"game": game, "name": name, "seats": {seat: store.invite(game, seat) for seat in wanted}}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput("text", str(value)[:40], Message("expected.text"))
    return value
