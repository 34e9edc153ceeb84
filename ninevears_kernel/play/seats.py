"""Who may play a side: a person, one of the computer players, or somebody at another seat (``away``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from ..core.errors import BadInput
from ..core.messages import Message
from .heuristic_player import bold_player, heuristic_player
from .match import Player
from .random_player import random_player

Seat = Literal["person", "sense", "bold", "chance", "away"]
Show = Literal["own", "all"]
SEATS: tuple[Seat, ...] = ("person", "sense", "bold", "chance")
MACHINES: Mapping[str, Player] = {"sense": heuristic_player, "bold": bold_player, "chance": random_player}
STAND_IN: Seat = "sense"
"""Who plays for a person where a jump leads beyond what was played."""


def seat_named(name: str) -> Seat:
    """The seat of a name.

    Raises:
        BadInput: there is none such.
    """
    for seat in SEATS:
        if name == seat:
            return seat
    raise BadInput("player", name, Message.one_of(SEATS))


def kept_seat(seat: Seat) -> Literal["person", "sense", "bold", "chance"]:
    """Who plays a side, as a war is kept: who sits elsewhere is a person.

    >>> kept_seat("away")
    'person'
    """
    return "person" if seat == "away" else seat


def show_named(name: str) -> Show:
    """The same for what is shown.

    Raises:
        BadInput: nothing is called so.
    """
    if name not in get_args(Show):
        raise BadInput("show", name, Message.one_of(get_args(Show)))
    return "all" if name == "all" else "own"
