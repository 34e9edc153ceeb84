"""How a game begins: with a new war, or with one that was begun elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from ..nine_years.components.sides import Side
from ..nine_years.games.game import Game
from ..play.saved_wars import session_of_text
from ..play.session import Session

Data = dict[str, Any]


def beginning(
    text: str = "", *, seed: int | None = None, bourbon: str | None = None, alliance: str | None = None
) -> Data:
    """The first entry of a game.

    Args:
        text: a war begun elsewhere: a log, a save, a kept war; "" for a new one.
        seed: of a new war; by default one that nobody knows.
        bourbon: who plays the Bourbons: ``person`` (as by default), or a computer player.
        alliance: who plays the Alliance.

    Raises:
        BadInput: the text is none of them, or something in it is wrong.
        BadEntry: an entry of a log does not fit.

    >>> sorted(beginning(seed=1690)["seats"].values())
    ['person', 'person']
    """
    if text:
        game = session_of_text(text, "person", "person", "own").game
    else:
        game = Game.new(1 + secrets.randbelow(1 << 31) if seed is None else seed)
    return begins(game, {"Bourbon": bourbon or "person", "Alliance": alliance or "person"})


def begins(game: Game, seats: Mapping[Side, str]) -> Data:
    """A war as an entry tells it, where a person must choose: a later kit may have other computer players.

    Args:
        game: the war.
        seats: who plays each side.
    """
    war = Session(game, bourbon=seats["Bourbon"], alliance=seats["Alliance"], show="own")
    war.answer()
    return {"text": war.game.log, "seats": dict(seats)}
