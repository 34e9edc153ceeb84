"""The odds that the sensible player works with: of a battle, a siege and the deployment of a fleet.

They follow the rules closely enough to compare aims; none of them rolls a die.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from ..nine_years.components.rule_tables import SiegeRules
from ..nine_years.components.sides import enemy
from ..nine_years.engine.board import Board
from ..nine_years.rules.campaign.siege import siege_result
from ..nine_years.rules.fleets import BASES, fleet_row, owner_of

FACES = range(1, 7)
MEAN_FACE, SPREAD = 3.5, 1.7
"""Mean and standard deviation of a die."""


def battle(own: int, own_rating: int, other: int, other_rating: int) -> float:
    """About how likely the attacker wins a battle: hits grow with the strength, and with roll and rating
    (NY 16.2).

    Args:
        own: the attacker's strength points.
        own_rating: what this side adds to its roll.
        other: the defender's strength points.
        other_rating: what the other adds.

    >>> battle(10, 0, 0, 0), round(battle(10, 2, 10, 0), 2), round(battle(10, 0, 10, 0), 2)
    (1.0, 0.76, 0.45)
    """
    if not other:
        return 1.0
    if not own:
        return 0.0
    ahead = own * (MEAN_FACE + own_rating) - other * (MEAN_FACE + other_rating)
    chance = 0.45 + 0.37 * ahead / (SPREAD * hypot(own, other))  # a tie goes to the defender
    return min(0.98, max(0.02, chance))


@lru_cache(maxsize=1 << 14)
def siege(rules: SiegeRules, falls: int, modifier: int, continuing: bool, rolls: int) -> float:
    """How likely a fortress is taken within so many siege rolls (NY 17.5.2).

    Args:
        rules: the kit's numbers.
        falls: how often strength or garrison must fall.
        modifier: what is added to each roll, without the Continuing Siege marker.
        continuing: whether the marker is there.
        rolls: how many rolls are left.

    >>> from ..nine_years.components.rule_tables import standard_rule_tables
    >>> rules = standard_rule_tables().numbers.siege
    >>> siege(rules, 1, 0, False, 1) == 2 / 6, siege(rules, 3, 1, False, 1)
    (True, 0.0)
    """
    if falls <= 0:
        return 1.0
    if rolls <= 0:
        return 0.0
    found = 0.0
    for face in FACES:
        lost = siege_result(rules, face + modifier + rules.continuing * continuing)
        marker = continuing or lost is not None
        found += siege(rules, falls - (lost or 0), modifier, marker, rolls - 1)
    return found / len(FACES)


@lru_cache(maxsize=64)
def fleet(strength: int, against: int) -> float:
    """How likely a fleet of this strength wins its zone; ties are rolled again (NY 13.5.6.a).

    >>> fleet(1, 1), round(fleet(2, 1), 2)
    (0.5, 0.68)
    """
    ahead = [one + strength - other - against for one in FACES for other in FACES]
    won, lost = sum(gap > 0 for gap in ahead), sum(gap < 0 for gap in ahead)
    return won / (won + lost)


def takes_sea(board: Board, name: str, strength: int) -> float:
    """How likely a fleet takes its zone when it is sent out, as things stand (NY 13.5.6.a).

    Args:
        board: the board.
        name: the fleet.
        strength: its strength.
    """
    zone, other = fleet_row(name)["zone"], enemy(owner_of(name))
    return fleet(strength, (board.sea(zone) == other) + (board.controller(BASES[zone]) == other))
