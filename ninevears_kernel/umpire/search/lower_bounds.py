"""What cannot be brought about in one action round, seen from a board alone: never too much, and quickly.

Each piece acts once a round (NY 13.4.3). So whoever arrives somewhere does nothing more there, and whoever is
to besiege or to march stands ready where the action begins.

These bounds say again, more simply, what `rules/campaign` carries out (siege, march, transfer, sea movement
and battle): there the rule stands, here only what it leaves possible at best, since a search asks it of every
position. Whoever changes those rules looks here too; `tests/test_lower_bounds.py` holds the bounds against
brute force.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ...nine_years.components.map_graph import bits
from ...nine_years.components.map_masks import AROUND, PORTS, home
from ...nine_years.components.piece_numbers import USED
from ...nine_years.components.powers import SAVOY
from ...nine_years.components.sides import Side, enemy
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Engine
from ...nine_years.rules.campaign.armies import battle_rating, ready_leaders
from ...nine_years.rules.campaign.battle import army, committed, hits, strength
from ...nine_years.rules.campaign.march import MOVEMENT_POINTS
from ...nine_years.rules.campaign.sea_movement import MOST_CORPS
from ...nine_years.rules.campaign.siege import defence_value
from ...nine_years.rules.campaign.transfer import ONCE, PIECES

FAR = 99
"""More choices than any plan has."""
JUDGED = ("action", "card", "force", "march", "transfer", "transfer-leader", "transfer-corps")
"""Decisions at which a board is judged; at others anything may be under way."""


@lru_cache(maxsize=256)
def links_to(side: Side, targets: int) -> tuple[int, ...]:
    """From each space the fewest links to one of some spaces, whatever stands on the way."""
    found = [FAR] * len(AROUND[side])
    seen = frontier = targets
    steps = 0
    while frontier:
        reached = 0
        for space in bits(frontier):
            found[space] = steps
            reached |= AROUND[side][space]
        frontier = reached & ~seen
        seen |= frontier
        steps += 1
    return tuple(found)


def _is_judged(board: Board) -> bool:
    return bool(board.agenda) and board.agenda[-1][0] in JUDGED


def _ready_corps(board: Board, side: Side, space: int) -> int:
    return sum(not corps & USED for corps in board.stacks[side][space])


def siege_may_come(board: Board, side: Side, space: int) -> bool:
    """Whether a side could still roll for a siege of a fortress in this round (NY 17.5.1, 13.4.3).

    Corps enough, and a leader, must stand there who have not acted: nobody who comes now may besiege.
    """
    if not _is_judged(board):
        return True
    if board.controller_of(space) != enemy(side):
        return False
    ready = _ready_corps(board, side, space)
    return ready >= defence_value(board, space) and bool(ready_leaders(board, side, space))


def holds_with_the_worst_dice(engine: Engine, side: Side, space: int) -> bool:
    """Whether enemy corps in the open in a space stand against every attack of this round, when each attacker
    rolls a 1 and the defender a 6 (NY 16.2.3, 16.3.1).

    An attack is led from one space, by whoever stands ready there (NY 14.1.3); what it costs the defender
    weakens them for the next.
    """
    board, foe = engine.board, enemy(side)
    there = board.held[foe] >> space & 1 and not board.held[side] >> space & 1
    if not there or not _is_judged(board) or home(SAVOY) >> space & 1:
        return False  # from Savoy troops also go when it leaves the war (NY 7.2.1.d)
    tables = engine.rule_tables.numbers
    scored = max((_scored_with_a_one(engine, *group) for group in _attackers(board, side, space)), default=0)
    defence = army(engine, foe, space, space, False, 0)
    a_hit = max(tables.battle.full - tables.battle.reduced, tables.battle.reduced)
    left = defence.strength
    for _ in range(board.actions_left + 1):
        if left <= 0 or scored > hits(left, 6 + defence.modifier, tables):
            return False
        left -= scored * a_hit
    return True


def _attackers(board: Board, side: Side, space: int) -> Iterator[tuple[list[int], list[int]]]:
    """The leaders and corps of each group that can still come to a space by land."""
    away = links_to(side, 1 << space)
    for origin in bits(board.free[side]):
        leaders = ready_leaders(board, side, origin)
        if leaders and away[origin] <= MOVEMENT_POINTS:
            yield leaders, [corps for corps in board.stacks[side][origin] if not corps & USED]
    name, *arguments = board.agenda[-1]
    if name == "march":
        yield list(arguments[2]), list(arguments[3])


def _scored_with_a_one(engine: Engine, leaders: list[int], corps: list[int]) -> int:
    board, tables = engine.board, engine.rule_tables.numbers
    fighting = committed(corps, [board.rating(leader)[0] for leader in leaders], tables)
    best = max((battle_rating(board, leader) for leader in leaders), default=0)
    return hits(strength(fighting, tables), 1 + best, tables)


# ---- corps that come


Way = tuple[int, int]
"""A way in which corps may come: in how many choices at least, and how many of them."""


def choices_for_corps(board: Board, side: Side, space: int, missing: int) -> int:
    """The fewest choices in which so many corps could still come to a space in this round: led from where
    they stand, in the transfer, or by sea; `FAR` when they cannot.
    """
    if missing <= 0 or not _is_judged(board) or board.agenda[-1][0] == "card":
        return 0
    away = links_to(side, 1 << space)
    led: dict[int, int] = {}
    for origin in bits(board.free[side]):
        if 0 < away[origin] <= MOVEMENT_POINTS and (leaders := ready_leaders(board, side, origin)):
            command = sum(board.rating(leader)[0] for leader in leaders)
            number = min(command, _ready_corps(board, side, origin))
            led[number] = min(led.get(number, FAR), 2 + away[origin])  # campaign, whole, and each step
    if PORTS >> space & 1 and (aboard := _at_sea(board, side, space)):
        led[aboard] = min(led.get(aboard, FAR), 2)  # sail, with
    ways = tuple(sorted((cost, number) for number, cost in led.items()))
    transfers = (
        ((3, 1), (5, PIECES)) if ONCE not in board.once_a_round else ()
    )  # transfer, pick, to; pick, to
    name, *arguments = board.agenda[-1]
    under_way = _under_way(board, side, away, name, arguments)
    return min(
        cost + _fewest(max(0, missing - number), board.actions_left, ways, transfers)
        for cost, number in ((0, 0), *under_way)
    )


def _at_sea(board: Board, side: Side, space: int) -> int:
    """The most corps that one group can bring by sea: those who stand ready in one port."""
    ports = bits(board.free[side] & PORTS & ~(1 << space))
    return max((min(MOST_CORPS, _ready_corps(board, side, port)) for port in ports), default=0)


@lru_cache(maxsize=1 << 14)
def _fewest(missing: int, actions: int, ways: tuple[Way, ...], transfers: tuple[Way, ...]) -> int:
    """The fewest choices for so many corps with so many actions, of which one may be the transfer."""
    if not missing:
        return 0
    if not actions:
        return FAR
    found = FAR
    for cost, number in ways:
        found = min(found, cost + _fewest(max(0, missing - number), actions - 1, ways, transfers))
    for cost, number in transfers:
        found = min(found, cost + _fewest(max(0, missing - number), actions - 1, ways, ()))
    return min(found, FAR)


def _under_way(
    board: Board, side: Side, away: tuple[int, ...], name: str, arguments: list[Any]
) -> tuple[Way, ...]:
    """What the action that is under way may bring."""
    match name:
        case "force":
            _, origin, leaders, _ = arguments
            corps = _ready_corps(board, side, origin)
            return (((not leaders) + away[origin], corps),) if away[origin] <= MOVEMENT_POINTS else ()
        case "march":
            _, origin, _, corps, left = arguments
            return ((away[origin], len(corps)),) if away[origin] <= left else ()
        case "transfer":
            return tuple((2 * number, number) for number in range(1, PIECES - arguments[-1] + 1))
        case "transfer-corps":
            return tuple((2 * number - 1, number) for number in range(1, PIECES - arguments[-1] + 1))
        case "transfer-leader":
            return tuple((2 * number + 1, number) for number in range(1, PIECES - arguments[-1]))
    return ()
