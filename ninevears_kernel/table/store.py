"""Where the tables are kept: games, seats, what was done and what was said, in the docket's database.

What was done only grows. Each entry has the number that follows in its game (its *revision*): of two
processes that add one at once the database takes one and refuses the other. Names, links and what was said
can be erased.

>>> store = TableStore("sqlite://")
>>> game = store.new_game("Ours", {"text": "..."})
>>> store.add(game, 2, "choose", "Bourbon", {"choices": [["first Bourbon", ""]]}).revision
2
>>> [entry.kind for entry in store.entries(game)]
['begin', 'choose']
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, func, inspect, select, update
from sqlalchemy.exc import IntegrityError

from ..core.errors import BadInput, DocketError, NinevearsError
from ..core.messages import Message
from ..nine_years.components.sides import SEATS, SIDES, Seat, Side
from ..umpire.docket.reader import DocketReader
from ..umpire.docket.store import Store, as_time
from ..umpire.docket.tables import about, entries as docket_entries, guards
from .tables import MOST_NAME, MOST_SAID, chat, entries, games, metadata, seats

FORMAT, VERSION = "ninevears-tables", 1
"""The form of the tables, noted in the docket beside its own."""
FILE = "umpire-docket.sqlite"
"""In a folder: the docket's own name."""
TOKEN_BYTES = 32
"""Of a link: 256 bits, which nobody finds by trying."""
MOST_CHAT = 200
"""So many of the last lines that were said are shown."""
MOST_GAMES = 1_000
MOST_WATCHING = 200
"""So many links for spectators a class may take at one table."""
Result = TypeVar("Result")
PATIENCE = 5.0
"""Seconds for which a choice waits for other writers."""


class Taken(NinevearsError):
    """Another has added an entry with this number first; nothing was written."""

    def __init__(self) -> None:
        super().__init__(Message("tables.stale"))


class Done(NamedTuple):
    """An entry of a game: its number in it, what was done, by which seat, and the rest of it."""

    revision: int
    kind: str
    by: str
    done: Mapping[str, Any]
    written: str = ""

    @property
    def side(self) -> Side:
        """The side that did it, where only a side may."""
        return "Bourbon" if self.by == "Bourbon" else "Alliance"


class Sitting(NamedTuple):
    """Who may sit where: the number of the seat, the game (None: all of them), which seat, a name, and the
    digest of the secret that lets them in.
    """

    number: int
    game: int | None
    seat: Seat
    name: str
    digest: str


class Called(NamedTuple):
    """What a game is called, the names of those who play by side ("" where nobody has said one), and the
    sides for which a link lives.
    """

    name: str
    names: dict[str, str]
    taken: set[str]


class Said(NamedTuple):
    """What somebody said: its number, from which seat, under which name, and when."""

    number: int
    seat: Seat
    name: str
    said: str
    written: str


class TableStore:
    """The tables of a docket's database.

    Args:
        place: a folder, a file, or any URL of SQLAlchemy; a docket is made where there is none.

    Raises:
        BadInput: the URL is none.
        DocketError: it cannot be opened, or was made by a newer kit.
    """

    def __init__(self, place: str | Path) -> None:
        if "://" not in str(place) and Path(place).is_dir():
            place = Path(place) / FILE
        self._store = Store(place, patience=PATIENCE)
        self._store.write_ahead()
        if self.read(self._lacks):
            self.write(self._make)

    @property
    def name(self) -> str:
        """The database, as people are told of it."""
        return self._store.name

    @property
    def docket(self) -> DocketReader:
        """The docket in whose database the tables lie."""
        return DocketReader(self._store)

    @property
    def folder(self) -> Path | None:
        """Where the file of the database lies; None for another kind."""
        url = self._store.url
        found = Path(str(url.database)) if url.get_backend_name() == "sqlite" and url.database else None
        return found.parent if found is not None and found.is_file() else None

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """What `work` reads, all of it as it is at one moment."""
        return self._store.read(work)

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """What `work` gives back, once all that it wrote is kept."""
        return self._store.write(work)

    def _lacks(self, connection: Connection) -> bool:
        found = connection.execute(select(about.c.version).where(about.c.format == FORMAT)).scalar()
        if found is not None and found > VERSION:
            raise DocketError(Message("docket.newer", docket=self.name, version=found, known=VERSION))
        known = inspect(connection).get_table_names()
        return found is None or any(table not in known for table in metadata.tables)

    def _make(self, connection: Connection) -> None:
        if not self._lacks(connection):  # another was quicker
            return
        known = inspect(connection).get_table_names()
        metadata.create_all(connection)
        dialect = connection.dialect.name
        if entries.name not in known:
            for statement in guards(dialect, [entries]):
                connection.exec_driver_sql(statement.replace("%", "%%"))
        made = select(about.c.version).where(about.c.format == FORMAT)
        if connection.execute(made).first() is None:  # else it lacked what came later
            connection.execute(about.insert().values(format=FORMAT, version=VERSION, created=now()))

    # ---- games

    def new_game(self, name: str, begins: Mapping[str, Any]) -> int:
        """A new game with its first entry; its number.

        Args:
            name: what people call it.
            begins: how it begins (`games`).

        Raises:
            BadInput: the name is none, or there are too many games.
        """
        named = checked_name(name)
        if not named:
            raise BadInput("name", name, Message("expected.text-at-most", count=MOST_NAME))

        def make(connection: Connection) -> int:
            count = connection.execute(select(func.count()).select_from(games)).scalar() or 0
            if count >= MOST_GAMES:
                raise BadInput("games", count + 1, Message("expected.whole-at-most", most=MOST_GAMES))
            made = connection.execute(games.insert().values(name=named, made=now()))
            number = int(made.inserted_primary_key[0])  # type: ignore[index]
            _append(connection, number, Done(1, "begin", "umpire", begins, now()))
            return number

        return self.write(make)

    def called(self) -> dict[int, Called]:
        """What all games are called and who plays them, by number, the oldest first."""
        named = select(games.c.number, games.c.name).order_by(games.c.number)
        living = select(seats.c.game, seats.c.seat, seats.c.name)
        living = living.where(seats.c.seat.in_(SIDES), seats.c.revoked.is_(None)).order_by(seats.c.number)

        def look(connection: Connection) -> dict[int, Called]:
            found = {
                row.number: Called(row.name, dict.fromkeys(SIDES, ""), set())
                for row in connection.execute(named)
            }
            for row in connection.execute(living):
                found[row.game].taken.add(row.seat)
                found[row.game].names[row.seat] = row.name or found[row.game].names[row.seat]
            return found

        return self.read(look)

    def add(self, game: int, revision: int, kind: str, by: str, done: Mapping[str, Any]) -> Done:
        """Adds an entry; when this returns it is kept, whatever happens to this process.

        Raises:
            Taken: there is an entry with this revision.
            DocketError: the database failed; nothing was written.
        """
        entry = Done(revision, kind, by, done, now())
        self.write(lambda connection: _append(connection, game, entry))
        return entry

    def entries(self, game: int, after: int = 0) -> list[Done]:
        """What was done in a game, from a revision on.

        Args:
            game: its number.
            after: the last revision that is known.
        """
        asked = (
            select(entries)
            .where(entries.c.game == game, entries.c.revision > after)
            .order_by(entries.c.revision)
        )
        return self.read(
            lambda connection: [
                Done(row.revision, row.kind, row.by, json.loads(row.done), row.written)
                for row in connection.execute(asked)
            ]
        )

    def news(self, entry: int, said: int) -> tuple[tuple[int, int, int], set[int]]:
        """What others have added: the last entry, line of chat and entry of the docket, and the games of it.

        Args:
            entry: the last entry that is known; -1 at the beginning, when no game is told.
            said: the last line of chat.
        """

        def look(connection: Connection) -> tuple[tuple[int, int, int], set[int]]:
            last = [
                connection.execute(select(func.max(table.c.number))).scalar() or 0
                for table in (entries, chat, docket_entries)
            ]
            concerned: set[int] = set()
            for table, known, newest in zip((entries, chat), (entry, said), last[:2], strict=True):
                if 0 <= known < newest:
                    asked = select(table.c.game).where(table.c.number > known).distinct()
                    concerned |= {row[0] for row in connection.execute(asked)}
            return (last[0], last[1], last[2]), concerned

        return self.read(look)

    # ---- seats

    def invite(self, game: int | None, seat: Seat, name: str = "") -> str:
        """A seat for somebody: the secret of its link, which is told this once and never again.

        Args:
            game: the game; None for the umpire of all.
            seat: which.
            name: of who is to sit there.

        Raises:
            BadInput: there is no such game or seat.
        """
        if seat not in SEATS:
            raise BadInput("seat", seat, Message.one_of(SEATS))
        return self._new_seat(game, seat, name)

    def claim(self, game: int, seat: Seat, name: str) -> str:
        """A free seat for somebody who takes it: the secret of its link.

        Args:
            game: the game.
            seat: a side, or ``both``; a side is free while nobody has a link for it.
            name: of who takes it; spectators need none.

        Raises:
            BadInput: there is no such game or seat, or no name.
            NinevearsError: another has taken it.
        """
        if seat in SIDES and not checked_name(name):
            raise BadInput("name", name, Message("expected.text-at-most", count=MOST_NAME))
        here = seats.c.game == game, seats.c.seat == seat, seats.c.revoked.is_(None)
        most = 1 if seat in SIDES else MOST_WATCHING

        def check_free(connection: Connection) -> None:
            living = connection.execute(select(func.count()).select_from(seats).where(*here)).scalar()
            if (living or 0) >= most:
                raise NinevearsError(Message("tables.seat-taken"))

        return self._new_seat(game, seat, name, check_free)

    def _new_seat(
        self, game: int | None, seat: Seat, name: str, check: Callable[[Connection], None] = lambda _: None
    ) -> str:
        """A seat, if a check finds nothing against it; the secret of its link."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        row = {"game": game, "seat": seat, "name": checked_name(name), "digest": digest_of(token)}

        def make(connection: Connection) -> None:
            asked = select(games.c.number).where(games.c.number == game)
            if game is not None and connection.execute(asked).first() is None:
                raise BadInput("game", game, Message("tables.no-game"))
            check(connection)
            connection.execute(seats.insert().values(**row, made=now()))

        self.write(make)
        return token

    def replace(self, number: int, game: int | None) -> str:
        """Another secret for a seat: the old link is dead, whoever found it.

        Args:
            number: of the seat.
            game: its game.

        Raises:
            BadInput: there is no such seat, or it was taken away.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES)
        here = seats.c.game == game if game is not None else seats.c.game.is_(None)
        statement = update(seats).where(seats.c.number == number, here, seats.c.revoked.is_(None))

        def change(connection: Connection) -> None:
            if not connection.execute(statement.values(digest=digest_of(token))).rowcount:
                raise BadInput("seat", number, Message("tables.no-seat"))

        self.write(change)
        return token

    def revoke(self, number: int) -> None:
        """Lets the link of a seat die, and no other take its place.

        Args:
            number: of the seat.
        """
        statement = update(seats).where(seats.c.number == number, seats.c.revoked.is_(None))
        self.write(lambda connection: connection.execute(statement.values(revoked=now())))

    def sitting(self, token: str) -> Sitting | None:
        """Who a secret lets in; None when nobody, or no longer.

        Args:
            token: the secret of a link.
        """
        asked = select(seats).where(seats.c.digest == digest_of(token), seats.c.revoked.is_(None))
        row = self.read(lambda connection: connection.execute(asked).first())
        return None if row is None else _sitting(row)

    def alive(self, digests: Iterable[str]) -> set[str]:
        """Of some secrets, by their digests, those that still let somebody in."""
        asked = select(seats.c.digest).where(seats.c.digest.in_([*digests]), seats.c.revoked.is_(None))
        return self.read(lambda connection: {row[0] for row in connection.execute(asked)})

    def seats_of(self, game: int | None) -> list[Sitting]:
        """The seats of a game whose links live."""
        here = seats.c.game == game if game is not None else seats.c.game.is_(None)
        asked = select(seats).where(here, seats.c.revoked.is_(None)).order_by(seats.c.number)
        return self.read(lambda connection: [_sitting(row) for row in connection.execute(asked)])

    def rename(self, number: int, name: str) -> str:
        """Another name for who sits at a seat; the name as it is kept.

        Raises:
            BadInput: it is too long.
        """
        named = checked_name(name)
        statement = update(seats).where(seats.c.number == number).values(name=named)
        self.write(lambda connection: connection.execute(statement))
        return named

    # ---- what is said

    def say(self, game: int, seat: int, text: str) -> None:
        """Keeps what was said.

        Args:
            game: at which table.
            seat: the number of the seat.
            text: what; at most `MOST_SAID` characters.

        Raises:
            BadInput: it is empty or too long.
        """
        text = " ".join(text.split())
        if not 0 < len(text) <= MOST_SAID:
            raise BadInput("say", text[:40], Message("expected.text-at-most", count=MOST_SAID))
        row = {"game": game, "seat": seat, "said": text, "written": now()}
        self.write(lambda connection: connection.execute(chat.insert().values(**row)))

    def said(self, game: int) -> list[Said]:
        """The last lines that were said at a table, in their order."""
        asked = (
            select(chat, seats.c.seat.label("side"), seats.c.name)
            .join(seats, chat.c.seat == seats.c.number)
            .where(chat.c.game == game)
            .order_by(chat.c.number.desc())
            .limit(MOST_CHAT)
        )
        found = self.read(lambda connection: connection.execute(asked).all())
        return [Said(row.number, row.side, row.name, row.said, row.written) for row in reversed(found)]


def _sitting(row: Row[Any]) -> Sitting:
    return Sitting(row.number, row.game, row.seat, row.name, row.digest)


def _append(connection: Connection, game: int, entry: Done) -> None:
    done = json.dumps(entry.done, ensure_ascii=True, separators=(",", ":"))
    row = {"game": game, "revision": entry.revision, "kind": entry.kind, "by": entry.by}
    try:
        connection.execute(entries.insert().values(**row, done=done, written=entry.written))
    except IntegrityError:
        raise Taken from None


def now() -> str:
    """The time, as the store writes it."""
    return as_time(datetime.now(UTC))


def digest_of(token: str) -> str:
    """What is kept of the secret of a link.

    >>> len(digest_of("a"))
    64
    """
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def checked_name(name: str) -> str:
    r"""A name on one line, as it is kept.

    Raises:
        BadInput: it is too long, or no text.

    >>> checked_name("  Anna \n of  Orange ")
    'Anna of Orange'
    """
    if not isinstance(name, str) or len(name) > 4 * MOST_NAME:
        raise BadInput("name", str(name)[:40], Message("expected.text-at-most", count=MOST_NAME))
    told = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if len(told) > MOST_NAME:
        raise BadInput("name", told[:40], Message("expected.text-at-most", count=MOST_NAME))
    return told
