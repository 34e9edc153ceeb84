"""A whole war between two players, and what is worth remembering of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from ..nine_years.game import new_war
from ..nine_years.kit import Kit
from ..nine_years.notation import Action
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
        victory_points: the marker after each year, from 1688.
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


def play_war(
    players: Mapping[Side, Player],
    seed: int,
    kit: Kit | None = None,
    readings: Mapping[str, str] | None = None,
) -> WarRecord:
    """Plays one war to its end.

    Args:
        players: who plays each side.
        seed: of the war and of both players' chance, so that the war can be played again.
        kit: other tables than the standard ones.
        readings: other readings than the default ones.

    >>> play_war({"Bourbon": random_player, "Alliance": random_player}, seed=3).year >= 1688
    True
    """
    war = new_war(seed, kit, readings)
    chance = Random(seed)
    counts = dict.fromkeys(COUNTED, 0)
    points: list[int] = []
    year = war.board.year
    choices = 0
    while war.options:
        side = war.side
        assert side is not None
        war.choose(players[side](war, chance))
        choices += 1
        for _, wanted in war.faces:
            for name, (message, _) in COUNTED.items():
                counts[name] += wanted.id == message
        if war.board.year != year:
            year = war.board.year
            points.append(war.board.victory_points)
        if choices > MOST_CHOICES:
            raise RuntimeError(f"seed {seed}: no end after {choices} choices")
    result = war.board.result
    assert result is not None
    points.append(war.board.victory_points)
    fought = {name: counts[name] // dice for name, (_, dice) in COUNTED.items()}
    return WarRecord(
        seed, result.winner, result.level, result.how, year, choices, **fought, victory_points=tuple(points)
    )
