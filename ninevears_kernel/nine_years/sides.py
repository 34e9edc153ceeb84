"""The two sides of the war."""

from __future__ import annotations

from typing import Literal

Side = Literal["Bourbon", "Alliance"]
SIDES: tuple[Side, Side] = ("Bourbon", "Alliance")


def enemy(side: Side) -> Side:
    """The other side.

    >>> enemy("Bourbon")
    'Alliance'
    """
    return "Alliance" if side == "Bourbon" else "Bourbon"
