"""The two sides of the war."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Side = Literal["Bourbon", "Alliance"]
SIDES: tuple[Side, Side] = ("Bourbon", "Alliance")


def enemy(side: Side) -> Side:
    """The other side.

    >>> enemy("Bourbon")
    'Alliance'
    """
    return "Alliance" if side == "Bourbon" else "Bourbon"


Seat = Literal["Bourbon", "Alliance", "both", "umpire"]
SEATS: tuple[Seat, ...] = get_args(Seat)
"""Who may be sent something: a side, both of them (and so everybody), or the umpire, who sees all."""
COVERED: Mapping[Seat, tuple[Side, ...]] = {
    "Bourbon": ("Alliance",),
    "Alliance": ("Bourbon",),
    "both": SIDES,
    "umpire": (),
}
"""For each seat the sides whose cards and covered pieces it may not see."""
