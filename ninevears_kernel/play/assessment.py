"""What a player with sense makes of a board: how strong an army is, what a space is worth, where to go.

All of it is judged from what a side may see (NY 4.4). The numbers are the player's taste, not rules: they say
how much he likes a thing in victory points, and were tuned by playing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..nine_years.board import Board
from ..nine_years.land import AROUND, CAPITALS, FORTIFIED, FORTRESS, NUMBER, SPACES
from ..nine_years.piece_numbers import DEMORALISED, INSIDE, REDUCED, USED
from ..nine_years.sides import Side, enemy
from ..nine_years.supply_network import bits, mask_of_spaces

FAR = 99
KEY_SPACES = {
    NUMBER[name]: worth
    for name, worth in (
        ("Paris", 2.5),
        ("Amsterdam", 2.5),
        ("Vienna", 2.5),
        ("London", 2.0),
        ("Dublin", 0.7),
        ("Gibraltar", 0.5),
    )
}
"""Spaces that matter for more than their victory points: the war itself, the winter's points, the seas."""
HEARTS: dict[Side, tuple[int, ...]] = {
    "Bourbon": (NUMBER["Paris"],),
    "Alliance": (NUMBER["Amsterdam"], NUMBER["Vienna"]),
}
"""The spaces whose loss loses the war (NY 6.2.A.1, 6.2.B.1)."""
MARCH = 3
"""Movement points of a campaign (NY 13.5.1.a)."""
TO_THE_RESCUE = 2.5
"""How much more an army likes to save a heart of its own country than to take one of the enemy's."""
LOSES_HEART = 0.8
"""An army seeks no battle against an enemy who has more than its own strength divided by this."""


class Aim(NamedTuple):
    """Where an army had best go, and how much it likes that."""

    space: int
    score: float


def points(stack: tuple[int, ...]) -> int:
    """The strength points of a stack: two for a full corps, one for a reduced one.

    >>> points((0, 4))
    3
    """
    return sum([1 if corps & REDUCED else 2 for corps in stack])


def command(board: Board, leaders: list[int]) -> tuple[int, int]:
    """How many corps the leaders command together, and the best battle rating among them."""
    ratings = [board.rating(leader) for leader in leaders]
    commands = sorted([rating[0] for rating in ratings], reverse=True)
    return sum(commands[:2]), max([rating[1] for rating in ratings], default=0)


def free_leaders(board: Board, side: Side, space: int) -> list[int]:
    """The leaders in a space who may still act this round."""
    return [leader for leader in board.leaders_at(side, space) if not board.state[leader] & (USED | INSIDE)]


def neutral(board: Board) -> int:
    """The mask of the spaces that nobody controls."""
    return ~(board.control.Bourbon | board.control.Alliance) & (1 << len(SPACES)) - 1


@lru_cache(maxsize=4096)
def distances(side: Side, space: int, closed: int) -> tuple[int, ...]:
    """From a space the number of links to every other, around the closed ones; `FAR` where there is no
    way.
    """
    around = AROUND[side]
    found = [FAR] * len(SPACES)
    seen = frontier = 1 << space
    steps = 0
    while frontier:
        reached = 0
        for at in bits(frontier):
            found[at] = steps
            reached |= around[at]
        frontier = reached & ~seen & ~closed
        seen |= frontier
        steps += 1
    return tuple(found)


def worth(board: Board, side: Side, space: int) -> float:
    """How much a side likes to take an enemy space, or not to lose its own, in victory points."""
    value = float(board.capture_points(space)) if FORTRESS[space] else 0.15
    if CAPITALS >> space & 1:
        value += 0.5
    if SPACES[space].rich or SPACES[space].name in board.rich_markers:
        value += 0.7
    return value + KEY_SPACES.get(space, 0.0)


def defence(board: Board, space: int) -> int:
    """The fortress defence value to reckon with: the strength, and the garrison that is or would be
    inside.
    """
    garrison = board.garrisons.get(space, ())
    return board.strength(space) + points(garrison)


def threat(board: Board, side: Side, space: int, within: int = MARCH) -> int:
    """The strongest enemy army within one march of a space, in strength points."""
    other = enemy(side)
    near = distances(other, space, 0)
    stacks = board.stacks[other]
    return max([points(stacks[at]) for at in bits(board.held[other]) if near[at] <= within], default=0)


def unguarded(board: Board, side: Side, space: int) -> float:
    """What may be lost where an own fortress wants a garrison: its worth, if the enemy within a march has the
    corps for its siege as it is, and twice that for a heart of the country; else 0.
    """
    if not FORTRESS[space] or not board.control.of(side) >> space & 1:
        return 0.0
    heart = space in HEARTS[side]
    corps = threat(board, side, space, within=2 * MARCH if heart else MARCH) // 2
    garrison = len(board.stacks[side][space])
    if garrison >= 2 or corps < FORTRESS[space] + 2 * garrison:
        return 0.0
    return worth(board, side, space) * (2 if heart else 1)


def chance_of_battle(own: float, other: float) -> float:
    """A rough chance to win a battle, from the strengths with all that is added to them.

    >>> chance_of_battle(10, 10), chance_of_battle(20, 5)
    (0.5, 1.0)
    """
    return min(1.0, max(0.0, 0.5 + (own - other) / (own + other + 1) * 1.2))


def best_aim(board: Board, side: Side, space: int, stack: tuple[int, ...], battle_rating: int) -> Aim:
    """The best aim for an army: an enemy fortress, an enemy army, or an own fortress to be relieved.

    Args:
        board: what the side can see.
        side: whose army it is.
        space: where it stands.
        stack: its corps.
        battle_rating: its commander's.

    Returns:
        The aim; the space where it stands already, with the worth of its siege, when it besieges one.
    """
    other = enemy(side)
    closed = neutral(board)
    away = distances(side, space, closed)
    corps, strength = len(stack), points(stack) + battle_rating
    own_spaces, hostile = board.control.of(side), board.control.of(other)
    best = Aim(space, 0.0)
    under_siege = mask_of_spaces(tuple(siege.space for siege in board.sieges if siege.by == other))
    for at in bits(hostile | under_siege & own_spaces | board.held[other] & ~closed):
        steps = away[at]
        if steps > 3 * MARCH:
            continue
        facing = board.stacks[other][at]
        value = worth(board, side, at)
        if at in HEARTS[side]:
            value *= TO_THE_RESCUE
        if facing:
            against = points(facing) + _best_rating(board, other, at)
            if strength < LOSES_HEART * against and steps:
                continue
            win = chance_of_battle(strength, against)
            value = value * win * 0.7 + (win - 0.45) * (0.6 + 0.1 * len(facing))
        if FORTIFIED >> at & 1 and hostile >> at & 1:
            needed = defence(board, at) + (min(4, points(facing)) if facing else 0)
            if corps < needed:
                continue
            value *= 1.25 if corps >= 2 * needed else 1.0
            if not AROUND[side][at] & own_spaces:
                value *= 0.3  # deep in enemy land a siege finds no line of communication
            siege = board.siege_of(at)
            if siege and siege.by == side and siege.continuing:
                value *= 1.3
        score = value * 0.72 ** ((steps + MARCH - 1) // MARCH)
        if score > best.score:
            best = Aim(at, score)
    return best


def _best_rating(board: Board, side: Side, space: int) -> int:
    return max([board.rating(leader)[1] for leader in board.leaders_at(side, space)], default=0)


def steady(stack: tuple[int, ...]) -> tuple[int, ...]:
    """The corps of a stack that are not demoralised."""
    return tuple([corps for corps in stack if not corps & DEMORALISED])
