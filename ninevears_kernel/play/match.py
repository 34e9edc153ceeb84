"""A whole war between two players, and what is worth remembering of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from ..nine_years.game import new_war, war_from
from ..nine_years.kit import Kit
from ..nine_years.notation import Action
from ..nine_years.position import Position
from ..nine_years.sides import Side
from ..nine_years.war import War
from .random_player import random_player
from .sensible_player import sensible_player

Player = Callable[[War, Random], Action]
"""Chooses one of `War.options`; it may look at nothing that the rules hide from its side (NY 4.4)."""

PLAYERS: dict[str, Player] = {"random": random_player, "sensible": sensible_player}
MOST_CHOICES = 50_000
"""No war is nearly so long; one that is shows a mistake of the program."""
COUNTED = {"battles": ("battle.roll", 2), "sieges": ("siege.roll", 1)}
"""What is counted by its dice: the message of the die, and how many such dice one of them takes."""


class WarRecord(NamedTuple):
    """A war in one row.

    Attributes:
        seed: the seed of the war.
        winner, level, how: its result (NY 6.3).
        year: the year in which it ended.
        choices: how many decisions were made.
        battles, sieges: battles fought and siege rolls made.
        victory_points: the marker after each year, from the one in which it began to `year`.
    """

    seed: int
    winner: Side
    level: str
    how: str
    year: int
    choices: int
    battles: int
    sieges: int
    victory_points: tuple[int, ...]

    @property
    def first_year(self) -> int:
        """The year in which it began."""
        return self.year - len(self.victory_points) + 1


def play_war(
    players: Mapping[Side, Player],
    seed: int,
    kit: Kit | None = None,
    readings: Mapping[str, str] | None = None,
    start: Position | None = None,
) -> WarRecord:
    """Plays one war to its end.

    Args:
        players: who plays each side.
        seed: of the war and of both players' chance, so that the war can be played again.
        kit: other tables than the standard ones.
        readings: other readings than the default ones.
        start: the position from which it is played, which has a seed of its own; by default the scenario's.

    Raises:
        UnknownName: there is no such reading or option.
        ValueError: a player chose what the rules forbid.

    >>> play_war({"Bourbon": random_player, "Alliance": random_player}, seed=3).year >= 1688
    True
    """
    war = war_from(start, kit, readings) if start else new_war(seed, kit, readings)
    counts = dict.fromkeys(COUNTED, 0)
    points: list[int] = []
    choices = 0
    for year_over in moves(players, war, Random(seed)):
        choices += 1
        for _, wanted in war.faces:
            for name, (message, _) in COUNTED.items():
                counts[name] += wanted.id == message
        if year_over is not None:
            points.append(war.board.victory_points)
        if choices > MOST_CHOICES:
            raise RuntimeError(f"seed {seed}: no end after {choices} choices")
    result = war.board.result
    assert result is not None
    year = war.board.year
    fought = {name: counts[name] // dice for name, (_, dice) in COUNTED.items()}
    return WarRecord(
        seed, result.winner, result.level, result.how, year, choices, **fought, victory_points=tuple(points)
    )


def moves(players: Mapping[Side, Player], war: War, chance: Random) -> Iterator[int | None]:
    """Plays a war on to its end, a choice at a time.

    Yields:
        After each choice the year that it ended, if it ended one, or the whole war; else None.

    Raises:
        ValueError: a player chose what the rules forbid.
    """
    year = war.board.year
    while war.options:
        side = war.side
        assert side is not None
        war.choose(players[side](war, chance))
        over = year if war.board.year != year or not war.options else None
        year = war.board.year
        yield over
