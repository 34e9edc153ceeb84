"""A whole war between two players, and what is worth remembering of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from ..nine_years.components.position import Position
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.components.sides import Side
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.games.game import engine_from, new_engine
from .heuristic_player import bold_player, heuristic_player
from .random_player import random_player

Player = Callable[[Engine, Random], Action]
"""Chooses one of `Engine.options`; it may look at nothing that the rules hide from its side (NY 4.4)."""

PLAYERS: dict[str, Player] = {"random": random_player, "sensible": heuristic_player, "bold": bold_player}
"""The computer players by the names that `simulate` takes: one plays at random, two play to win, and of these
the bold one wins more often (``docs/coach.md``).
"""
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
    rule_tables: RuleTables | None = None,
    readings: Mapping[str, str] | None = None,
    start: Position | None = None,
) -> WarRecord:
    """Plays one war to its end.

    Args:
        players: who plays each side.
        seed: of the war and of both players' chance, so that the war can be played again.
        rule_tables: other tables than the standard ones.
        readings: other readings than the default ones.
        start: the position from which it is played, which has a seed of its own; by default the scenario's.

    Raises:
        UnknownName: there is no such reading or option.
        ValueError: a player chose what the rules forbid.

    >>> play_war({"Bourbon": random_player, "Alliance": random_player}, seed=3).year >= 1688
    True
    """
    engine = engine_from(start, rule_tables, readings) if start else new_engine(seed, rule_tables, readings)
    counts = dict.fromkeys(COUNTED, 0)
    points: list[int] = []
    choices = 0
    for year_over in moves(players, engine, Random(seed)):
        choices += 1
        for _, wanted in engine.faces:
            for name, (message, _) in COUNTED.items():
                counts[name] += wanted.id == message
        if year_over is not None:
            points.append(engine.board.victory_points)
        if choices > MOST_CHOICES:
            raise RuntimeError(f"seed {seed}: no end after {choices} choices")
    result = engine.board.result
    assert result is not None
    year = engine.board.year
    fought = {name: counts[name] // dice for name, (_, dice) in COUNTED.items()}
    return WarRecord(
        seed, result.winner, result.level, result.how, year, choices, **fought, victory_points=tuple(points)
    )


def moves(players: Mapping[Side, Player], engine: Engine, chance: Random) -> Iterator[int | None]:
    """Plays a war on to its end, a choice at a time.

    Yields:
        After each choice the year that it ended, if it ended one, or the whole war; else None.

    Raises:
        ValueError: a player chose what the rules forbid.
    """
    year = engine.board.year
    while engine.options:
        side = engine.side
        assert side is not None
        engine.choose(players[side](engine, chance))
        over = year if engine.board.year != year or not engine.options else None
        year = engine.board.year
        yield over
