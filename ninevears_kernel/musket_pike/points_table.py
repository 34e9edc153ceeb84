"""The table of victory points and the six games of the series with their sides: clauses VP.1 to VP.5."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ..core.errors import UnknownName
from ..core.messages import Message
from .tables import data_table


class Row(NamedTuple):
    """A row of the table of points.

    Attributes:
        kind: its name in a case.
        points: what one scores, or one point of rating.
        per: ``one`` or ``rating``.
        most: how many may count for a side; None for any number.
        game: the only game that has it, or None.
        scorer: ``first`` when only the first side of VP.1 can score it.
        doubtful: the points under the other reading, where the print is doubtful.
        clause: the clause that says so.
        label: what it scores for, in words.
    """

    kind: str
    points: int
    per: str
    most: int | None
    game: str | None
    scorer: str | None
    doubtful: int | None
    clause: str
    label: str


class Game(NamedTuple):
    """A game of the series: the side that the other's points are taken from, and the other (VP.1)."""

    name: str
    title: str
    first: str
    other: str
    spellings: Mapping[str, str]

    @property
    def sides(self) -> tuple[str, str]:
        """Both sides, the first of VP.1 first."""
        return self.first, self.other


@cache
def points_by_event() -> dict[str, Row]:
    """The rows of the table by kind.

    >>> points_by_event()["cavalry-eliminated"].points
    10
    """

    def number(text: str) -> int | None:
        return int(text) if text else None

    return {
        row["kind"]: Row(
            row["kind"], int(row["points"]), row["per"], number(row["most"]), row["game"] or None,
            row["scorer"] or None, number(row["doubtful"]), row["clause"], row["label"],
        )
        for row in data_table("victory_points")
    }  # fmt: skip


@cache
def games() -> dict[str, Game]:
    """The six games by short name.

    >>> games()["SiA"].sides
    ('Catholic', 'Protestant')
    """
    found = {}
    for row in data_table("games"):
        spellings = {
            _plain(spelling): row[side]
            for side in ("first", "other")
            for spelling in (row[side], *row[f"{side}_spellings"].split(";"))
        }
        found[row["game"]] = Game(row["game"], row["title"], row["first"], row["other"], spellings)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.casefold())


def side_of(game: Game, name: str, place: str = "side") -> str:
    """The side that a person means, whatever capitals and hyphens are written.

    Args:
        game: whose sides.
        name: as it is written in the case.
        place: the field that it is in, for the error.

    Raises:
        UnknownName: the game has no such side.

    >>> side_of(games()["SFO"], "Non Swedish")
    'non-Swedish'
    """
    found = game.spellings.get(_plain(name))
    if found is None:
        options = Message.any_of(game.sides)
        raise UnknownName(place, name, Message("mp.expected-side", game=game.name, sides=options), game.sides)
    return found
