"""The tables of *Virgin Queen* that the rules name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..core.messages import Message
from ..core.tables import tables_in

data_table = tables_in(Path(__file__).parent / "data")
"""A table of this package's ``data/`` by name, such as ``rulers``."""


@cache
def figure(name: str) -> int:
    """A single figure of the rules, from ``figures.csv``.

    >>> figure("formation-without-leader")
    4
    """
    return next(int(row["number"]) for row in data_table("figures") if row["figure"] == name)


def occasion_words(occasion: str) -> Message:
    """What units, leaders or captains take part in, as people say it.

    >>> print(occasion_words("field-battle"))
    a field battle
    """
    return Message(f"vq.occasion-{occasion}")
