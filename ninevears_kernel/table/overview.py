"""All games in short: those that are in play here as they are, the others as somebody noted them, so that a
list of many wars opens none of them.

>>> from .beginnings import new_game
>>> store = TableStore("sqlite://")
>>> number = new_game(store, "Ours", seed=1690)["game"]
>>> opened = {}
>>> overview = Overview(store, lambda one: opened.setdefault(one, Table(store, one)), opened)
>>> overview.of([number])[number]["waits"], overview.note(), [*opened]
(['Bourbon'], None, [1])
>>> opened.clear()
>>> overview.of([number])[number]["waits"], [*opened]
(['Bourbon'], [])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, and_, func, select

from ..core.errors import NinevearsError
from ..core.messages import say
from .games import Table
from .store import TableStore
from .tables import entries, shorts

Data = dict[str, Any]
FORM = 1
"""Of what is noted: what an older kit noted otherwise is not read."""


def in_short(table: Table) -> Data:
    """A game in short, as its umpire may know it.

    Args:
        table: the game.
    """
    about, board = table.about("umpire"), table.war.game.engine.board
    return {
        "trouble": "",
        "revision": table.revision,
        "year": board.year,
        "phase": say(f"wartable.phase-{board.phase}"),
        "points": board.victory_points,
        **{key: about[key] for key in ("waits", "over", "paused", "asks")},
        "dice": [] if table.begun else about["dice"]["waits"],
        "open": table.open,
        "plays": dict(table.plays),
        "since": table.clock.since,
    }


class Overview:
    """All games in short.

    Args:
        store: where they are kept.
        table: opens one.
        opened: those that are open.
    """

    def __init__(self, store: TableStore, table: Callable[[int], Table], opened: Mapping[int, Table]) -> None:
        self._store, self._table, self._opened = store, table, opened
        self._noted: dict[int, int] = {}

    def of(self, numbers: Iterable[int]) -> dict[int, Data]:
        """Games in short, or the ``trouble`` with one.

        Args:
            numbers: which, in their order.
        """
        wanted = [*numbers]
        closed = [number for number in wanted if number not in self._opened]
        noted = noted_in(self._store, closed) if closed else {}
        found: dict[int, Data] = {}
        for number in wanted:
            try:
                found[number] = noted.get(number) or in_short(self._table(number))
            except NinevearsError as error:
                found[number] = {"trouble": str(error)}
        return found

    def note(self) -> None:
        """Notes the games that are open and have changed."""
        rows = {
            number: in_short(table)
            for number, table in self._opened.items()
            if self._noted.get(number) != table.revision
        }
        if rows:
            note_in(self._store, rows)
            self._noted |= {number: row["revision"] for number, row in rows.items()}


def noted_in(store: TableStore, numbers: Iterable[int]) -> dict[int, Data]:
    """What was noted of games, where nothing was done since.

    Args:
        store: where.
        numbers: which games.
    """
    last = select(entries.c.game, func.max(entries.c.revision).label("revision"))
    newest = last.where(entries.c.game.in_(numbers)).group_by(entries.c.game).subquery()
    here = and_(newest.c.game == shorts.c.game, newest.c.revision == shorts.c.revision)
    asked = select(shorts.c.game, shorts.c.told).join(newest, here).where(shorts.c.form == FORM)
    rows = store.read(lambda connection: connection.execute(asked).all())
    return {row.game: json.loads(row.told) for row in rows}


def note_in(store: TableStore, told: Mapping[int, Data]) -> None:
    """Notes games in short, in the place of what was noted of them before."""
    rows = [
        {"game": number, "revision": one["revision"], "form": FORM, "told": json.dumps(one)}
        for number, one in sorted(told.items())
    ]

    def note(connection: Connection) -> None:
        connection.execute(shorts.delete().where(shorts.c.game.in_(told)))
        connection.execute(shorts.insert(), rows)

    store.write(note)
