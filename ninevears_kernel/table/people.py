"""What is kept of the people at the tables, and for how long; who sits where now.

>>> store = TableStore("sqlite://")
>>> game = store.new_game("Ours", {"text": "..."})
>>> _ = store.invite(game, "Bourbon", "Anna")
>>> kept_of(store, "Anna")[0]["seat"], erase(store, "Anna"), kept_of(store, "Anna")
('Bourbon', 1, [])
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, func, or_, select, update

from ..nine_years.components.sides import Seat
from .store import TableStore, checked_name, now
from .tables import chat, entries, games, here, notices, seats

HEARTBEAT = 5.0
"""So often a process says who sits at its tables, in seconds; who was silent for three of them is gone."""


def kept_of(store: TableStore, name: str) -> list[dict[str, Any]]:
    """All that is kept of whoever bears a name: their seats, and what they said there.

    Args:
        store: the tables.
        name: as it stands at the table.
    """

    def look(connection: Connection) -> list[dict[str, Any]]:
        found = []
        for row in connection.execute(select(seats).where(seats.c.name == checked_name(name))):
            lines = select(chat.c.written, chat.c.said).where(chat.c.seat == row.number)
            address = select(notices.c.address).where(notices.c.seat == row.number)
            game = connection.execute(select(games.c.name).where(games.c.number == row.game)).scalar()
            found.append(
                {
                    "game": row.game,
                    "called": game,
                    "seat": row.seat,
                    "name": row.name,
                    "made": row.made,
                    "revoked": row.revoked,
                    "address": connection.execute(address).scalar() or "",
                    "said": [list(line) for line in connection.execute(lines.order_by(chat.c.number))],
                }
            )
        return found

    return store.read(look) if checked_name(name) else []


def erase(store: TableStore, name: str) -> int:
    """Takes away a name, what was said under it, and the links that let its bearer in; the choices stay,
    for the other player's war would be gone with them, and they name nobody.

    Args:
        store: the tables.
        name: as it stands at the table.

    Returns:
        How many seats it stood at.
    """
    named = checked_name(name)

    def take_away(connection: Connection) -> int:
        numbers = [row[0] for row in connection.execute(select(seats.c.number).where(seats.c.name == named))]
        connection.execute(chat.delete().where(chat.c.seat.in_(numbers)))
        connection.execute(notices.delete().where(notices.c.seat.in_(numbers)))
        gone = update(seats).where(seats.c.number.in_(numbers))
        connection.execute(gone.values(name=""))
        connection.execute(gone.where(seats.c.revoked.is_(None)).values(revoked=now()))
        return len(numbers)

    return store.write(take_away) if named else 0


def forget(store: TableStore, before: str) -> int:
    """Takes away names, addresses and chat of games in which nothing was done since a moment.

    Args:
        store: the tables.
        before: the moment, as the store writes it.

    Returns:
        How much that was.
    """
    last = select(entries.c.game).group_by(entries.c.game).having(func.max(entries.c.written) < before)

    def take_away(connection: Connection) -> int:
        old = [row[0] for row in connection.execute(last)]
        here_sat = select(seats.c.number).where(seats.c.game.in_(old))
        changes = (
            chat.delete().where(chat.c.game.in_(old)),
            notices.delete().where(notices.c.seat.in_(here_sat)),
            update(seats).where(seats.c.game.in_(old), seats.c.name != "").values(name=""),
        )
        return sum(connection.execute(change).rowcount for change in changes)

    return store.write(take_away)


# ---- who is here


def are_here(
    store: TableStore, process: str, rows: Iterable[tuple[int, Seat, int]], at: float, since: float
) -> None:
    """Notes who sits at the tables of a process, in the place of what it noted before.

    Args:
        store: the tables.
        process: which.
        rows: game, seat, and how many sit there.
        at: the time now, in seconds.
        since: what a process noted earlier is taken away, for it is gone.
    """
    noted = [
        {"process": process, "game": game, "seat": seat, "sitting": count, "at": at}
        for game, seat, count in rows
    ]

    def note(connection: Connection) -> None:
        connection.execute(here.delete().where(or_(here.c.process == process, here.c.at < since)))
        if noted:
            connection.execute(here.insert(), noted)

    store.write(note)


def elsewhere(store: TableStore, process: str, since: float) -> dict[int, dict[Seat, int]]:
    """Who sits at the tables of other processes: for each game how many at each seat.

    Args:
        store: the tables.
        process: the one that asks.
        since: what was noted earlier does not count.
    """
    asked = select(here).where(here.c.process != process, here.c.at >= since)
    found: dict[int, dict[Seat, int]] = {}
    for row in store.read(lambda connection: connection.execute(asked).all()):
        sits = found.setdefault(row.game, {})
        sits[row.seat] = sits.get(row.seat, 0) + row.sitting
    return found


class Presence:
    """Who sits at the tables of other processes.

    Args:
        store: the tables.

    Attributes:
        elsewhere: for each game how many sit at each seat.
    """

    def __init__(self, store: TableStore) -> None:
        self._store, self._process = store, secrets.token_hex(16)
        self._noted: tuple[float, list[tuple[int, Seat, int]]] = 0.0, []
        self.elsewhere: dict[int, dict[Seat, int]] = {}

    def look(self, own: Counter[tuple[int, Seat]]) -> list[int]:
        """Says who sits here, and learns who sits elsewhere; the games where that is another now.

        Args:
            own: how many sit at each seat of each game here.
        """
        rows = sorted((game, seat, count) for (game, seat), count in own.items())
        at, last = time.time(), self._noted
        gone = at - 3 * HEARTBEAT
        if rows != last[1] or (rows and at - last[0] > HEARTBEAT):
            are_here(self._store, self._process, rows, at, gone)
            self._noted = at, rows
        before, self.elsewhere = self.elsewhere, elsewhere(self._store, self._process, gone)
        games = before.keys() | self.elsewhere.keys()
        return [game for game in games if before.get(game) != self.elsewhere.get(game)]
