"""The tables of *Virgin Queen* that the rules name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..core.messages import Message
from ..core.questions import questions_in
from ..core.tables import tables_in

DATA = Path(__file__).parent / "data"
data_table = tables_in(DATA)
"""A table of this package's ``data/`` by name, such as ``rulers``."""
question = questions_in(DATA, "VQ")


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
