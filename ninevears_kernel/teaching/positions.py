"""Positions for tasks: from seeded wars of computer players, and by plain edits; each with its own sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from msgspec import structs

from ..nine_years.components.changes import changed
from ..nine_years.components.map import ZONES, game_map
from ..nine_years.components.position import Hand, Position
from ..nine_years.components.powers import side_of
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.scenario import LeaderRow, scenario_1688
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.engine.board import Board
from ..nine_years.games.game import new_engine
from ..play.heuristic_player import heuristic_player
from ..play.random_player import random_player

T = TypeVar("T")
BLOCK = 20
WARS = 10
"""So many wars are played, each as far as it is needed, and remembered."""
ROUNDS = 90
"""So many actions of a war are looked at: about five years."""
SENSE = 0.5
"""How often the sensible player chooses; else the random one, so that odd things happen."""
Edit = Mapping[str, Any]


class Chance(Random):
    """The chance of one task.

    It looks at one war alone, so that few wars must be played; and of the tasks of a kind each answer comes
    up about as often, whatever is luck in them.

    >>> sorted(Chance("kind", seed, 1).aim(("yes", "no")) for seed in range(4, 8)) != ["no"] * 4
    True
    """

    def __init__(self, kind: str, seed: int, level: int) -> None:
        super().__init__(f"{kind}-{seed}-{level}")
        self.war = self.randrange(WARS)
        self.block, self.place = f"{kind}-{level}-{seed // BLOCK}", seed % BLOCK

    def aim(self, wanted: Sequence[T]) -> T:
        """One of some answers: among so many seeds in a row each comes up about equally often."""
        order = [wanted[place % len(wanted)] for place in range(BLOCK)]
        Random(self.block).shuffle(order)
        return order[self.place]


class _Played:
    """A war played as far as somebody has asked, with the board before each action."""

    def __init__(self, seed: int) -> None:
        self.war, self.chance = new_engine(seed), Random(f"task-war-{seed}")
        self.boards: list[Board] = []

    def board(self, number: int) -> Board:
        """The board before an action, or the last before the war ended."""
        war = self.war
        while len(self.boards) <= number and war.options:
            if war.board.agenda[-1][0] == "action":
                self.boards.append(war.board.copy())
            player = heuristic_player if self.chance.random() < SENSE else random_player
            war.choose(player(war, self.chance))
        return self.boards[min(number, len(self.boards) - 1)]


@lru_cache(maxsize=WARS)
def _played(seed: int) -> _Played:
    return _Played(seed)


@lru_cache(maxsize=WARS * ROUNDS)
def _still(seed: int, number: int) -> Position:
    return still(_played(seed).board(number).position())


def _war(random: Random) -> int:
    return random.war if isinstance(random, Chance) else random.randrange(WARS)


def played_still(random: Random, last: int = ROUNDS) -> Position:
    """A position before an action of some war, with nothing left to be done (`still`).

    >>> played_still(Random(1)).phase
    'campaign'
    """
    return _still(_war(random), random.randrange(last))


def still(position: Position) -> Position:
    """The same position with nothing left to be done, no cards in hand and nobody who has acted.

    >>> still(Board(scenario_1688()).position()).agenda
    ()
    """
    board = Board(position)
    board.agenda.clear()
    bare = board.position()
    return bare.replace(
        bourbon_hand=Hand(),
        alliance_hand=Hand(),
        active=None,
        actions_left=0,
        once_a_round=(),
        done_this_turn=(),
        corps=tuple(sorted(_fresh(piece) for piece in bare.corps)),
        leaders=tuple(_fresh(piece) for piece in bare.leaders),
    )


def _fresh(piece: Any) -> Any:
    names = [name for name in ("used", "intercepted") if getattr(piece, name, False)]
    return structs.replace(piece, **dict.fromkeys(names, False)) if names else piece


def somewhere(random: Random, level: int = 1) -> Position:
    """A position to ask about: at level 1 mostly the start or the first years, later any."""
    if random.random() < (0.3, 0.1, 0.0)[level - 1]:
        return scenario_1688()
    return played_still(random, (40, 70, ROUNDS)[level - 1])


def edited(position: Position, *edits: Edit) -> Position:
    """A position after some plain edits."""
    return changed(position, list(edits))


def control(space: str, side: Side | None) -> Edit:
    """The edit that gives a space to a side."""
    return {"set": "control", "space": space, "side": side}


def sea(zone: str, side: str | None) -> Edit:
    """The edit that gives a sea zone to a side, or to nobody."""
    return {"set": "sea", "zone": zone, "side": side}


def corps(power: str, space: str, count: int = 1, **states: bool) -> Edit:
    """The edit that adds corps."""
    return {"add": "corps", "power": power, "space": space, "count": count, **states}


def cleared(position: Position, *spaces: str) -> Position:
    """A position without pieces and sieges in some spaces."""
    return position.replace(
        corps=tuple(one for one in position.corps if one.space not in spaces),
        leaders=tuple(one for one in position.leaders if one.space not in spaces),
        sieges=tuple(one for one in position.sieges if one.space not in spaces),
    )


def seas_by_chance(random: Random, position: Position) -> Position:
    """A position in which each sea zone is of either side or nobody's."""
    return edited(position, *[sea(zone, random.choice((*SIDES, None))) for zone in ZONES])


def leader_row(name: str) -> LeaderRow:
    """The row of a leader in the kit's tables."""
    rule_tables = standard_rule_tables()
    return rule_tables.leaders[rule_tables.leader_number[name]]


def with_a_name(side: Side) -> list[LeaderRow]:
    """The leaders of a side who are no staff officers or minor leaders."""
    rows = [row for row in standard_rule_tables().leaders if row.side == side]
    return [row for row in rows if {"staff", "minor"}.isdisjoint(row.name.split())]


def unrest(random: Random, position: Position, count: int, near: Sequence[str] = ()) -> Position:
    """A position after some changes of control and sieges, in spaces without pieces, near some if named."""
    names = list(near) or [space.name for space in game_map().spaces]
    taken = {one.space for one in position.corps} | {one.space for one in position.leaders}
    free = [name for name in names if name not in taken and position.controller(name) is not None]
    random.shuffle(free)
    for name in free[:count]:
        owner = position.controller(name)
        other: Side = "Alliance" if owner == "Bourbon" else "Bourbon"
        if game_map().by_name[name].fortress and random.random() < 0.3:
            position = changed(position, [{"set": "besieged", "space": name, "by": other}])
        else:
            position = changed(position, [control(name, other)])
    return position


def near(name: str, steps: int = 2) -> tuple[str, ...]:
    """The spaces within so many links of one, itself first.

    >>> "Lille" in near("Tournai", 1), near("Tournai", 0)
    (True, ('Tournai',))
    """
    found = [name]
    for _ in range(steps):
        for inner in list(found):
            found += [other for other in game_map().neighbours(inner) if other not in found]
    return tuple(found)


def held(position: Position, side: Side) -> tuple[str, ...]:
    """The spaces where a side has corps in the open, in the order of their names."""
    return tuple(
        sorted(
            {one.space for one in position.corps if not one.inside and side_of(position, one.power) == side}
        )
    )


def leaders_of(position: Position, side: Side, space: str) -> tuple[str, ...]:
    """The names of a side's leaders in the open in a space."""
    return tuple(
        one.name
        for one in position.leaders_in(space)
        if not one.inside and side_of(position, one.power) == side
    )
