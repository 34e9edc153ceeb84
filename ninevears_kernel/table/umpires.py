"""What an umpire may do about games and links."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from .beginnings import new_game
from .bounds import text_in
from .house import Chair, Data, House
from .store import TableStore

MOST_LINK = 500
LINK_FILE = "umpire-link"
"""Beside the database: the secret of the umpire's link, which nobody but its owner reads."""


def umpires_link(store: TableStore, anew: bool = False) -> tuple[str, Path | None]:
    """The secret of the link of the umpire of all tables, the same at each start until it is revoked.

    Args:
        store: the tables.
        anew: whether it is to be another; the old one dies.

    Returns:
        The secret, "" where it was told before and is kept nowhere; and the file in which it is kept, where
        the database is one.
    """
    file = None if store.folder is None else store.folder / LINK_FILE
    kept = file.read_text(encoding="utf-8").strip() if file is not None and file.is_file() else ""
    sitting = store.sitting(kept) if kept else None
    if not anew and sitting is not None and sitting.game is None:
        return kept, file
    living = [one.number for one in store.seats_of(None)]
    if not anew and living and file is None:
        return "", None
    for number in living:
        store.revoke(number)
    token = store.invite(None, "umpire")
    if file is not None:
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            written.write(f"{token}\n")
    return token, file


def _new(house: House, chair: Chair, asked: Any) -> Data:
    """A new game with a seat for each side and one for spectators; their secrets, told this once."""
    if chair.game is not None or not isinstance(asked, dict):
        raise NinevearsError(Message("tables.not-for-seat"))
    name, open, fair = text_in(asked.get("name")), asked.get("open") is True, asked.get("fair") is True
    begins = asked.get("from", "")
    texts = [text_in(one) for one in begins] if isinstance(begins, list) else text_in(begins)
    return new_game(house.store, name, texts, open=open, fair=fair)


def _of_game(chair: Chair, asked: Any) -> tuple[int, Any]:
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


def _seats(house: House, chair: Chair, asked: Any) -> list[Data]:
    game, _ = _of_game(chair, asked)
    return [{"number": one.number, "seat": one.seat, "name": one.name} for one in house.store.seats_of(game)]


def _invite(house: House, chair: Chair, asked: Any) -> Data:
    game, seat = _of_game(chair, asked)
    token = house.store.invite(game, seat, text_in(asked.get("name", "")))
    return {"seat": seat, "token": token, "game": game}


def _qr(house: House, _: Chair, asked: Any) -> Data | None:
    """A picture of a link to point a telephone at; None where the extra ``page`` is not installed."""
    if not isinstance(asked, str) or len(asked) > MOST_LINK:
        raise BadInput("qr", str(asked)[:40], Message("expected.text-at-most", count=MOST_LINK))
    try:
        from segno import make
    except ImportError:
        return None
    return {"of": asked, "picture": make(asked).svg_data_uri(scale=4)}


def _replace(house: House, chair: Chair, asked: Any) -> Data:
    game, seat = _of_game(chair, asked)
    if not isinstance(seat, int):
        raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
    token = house.store.replace(seat, game)
    house.look_around()
    named = next(one.seat for one in house.store.seats_of(game) if one.number == seat)
    return {"seat": named, "token": token, "game": game}


def _revoke(house: House, chair: Chair, asked: Any) -> Data:
    game, seat = _of_game(chair, asked)
    if seat not in {one.number for one in house.store.seats_of(game)}:
        raise BadInput("seat", str(seat)[:40], Message("tables.no-seat"))
    house.store.revoke(seat)
    house.look_around()
    return {"seat": seat, "game": game}


def _pause(house: House, chair: Chair, asked: Any) -> Data:
    """Pauses every table where a war is played, with a reason that all read; ``false`` lets them go on."""
    if chair.sitting is None or chair.sitting.game is not None:
        raise NinevearsError(Message("tables.not-for-seat"))
    changed = []
    for number in house.in_play():
        table = house.table(number)
        table.catch_up()
        if (table.paused is None) != (asked is False):
            table.pause(asked)
            changed.append(number)
            house.moved(number)
    return {"games": changed}


ORDERS: Mapping[str, Callable[[House, Chair, Any], Any]] = {
    "new": _new,
    "invite": _invite,
    "replace": _replace,
    "revoke": _revoke,
    "seats": _seats,
    "qr": _qr,
    "pause": _pause,
}
"""What an umpire may ask for, by the key of the message."""
