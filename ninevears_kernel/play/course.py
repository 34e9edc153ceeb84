"""How a march may end, told in order: where it may be stopped on its way, and what comes at its end.

The chances of all ends add up to 1, so that nobody has to multiply the chance to come there with that to win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..core.messages import Message, say
from ..nine_years.components.sides import Side, enemy
from ..nine_years.queries.reach_values import Entered, unopposed
from .table_data import chances_told

COMES = ("outcome.comes", "outcome.comes-and-wins", "outcome.wins-if-it-fights")
"""Ends that a player wants."""


def ends(
    entered: Sequence[Entered], space: str, wins: Fraction | None, may_decline: bool = False
) -> Iterator[tuple[Fraction, Message]]:
    """The ends of a march, in the order in which they may come.

    Args:
        entered: the spaces on its way.
        space: where it goes.
        wins: how likely it wins the battle there; None where nobody stands.
        may_decline: whether the enemy there may do something else than fight.

    >>> [(str(chance), str(says)) for chance, says in ends([Entered("Mons", 1, 3, 4, ())], "Mons", None)]
    [('1/2', 'The fortified line in Mons holds, and the march ends.'), ('1/2', 'The force comes to Mons.')]
    """
    left = Fraction(1)
    for count, one in enumerate(entered, 1):
        held = left * (1 - one.passes)  # NY 15.4
        if held:
            yield held, Message("outcome.line-holds", space=one.space)
        on = unopposed(entered[:count])
        if met := left - held - on:  # NY 14.6.1: each tries once, where it is easiest
            leaders = Message.any_of(dict.fromkeys(who.leader for who in one.interceptors))
            yield met, Message("outcome.met", space=one.space, leaders=leaders)
        left = on
    if wins is None:
        yield left, Message("outcome.comes", space=space)
    elif may_decline:  # NY 14.3, 14.7, 17.3: then no battle is promised
        yield left * wins, Message("outcome.wins-if-it-fights", space=space)
        yield left * (1 - wins), Message("outcome.loses-if-it-fights", space=space)
    else:
        yield left * wins, Message("outcome.comes-and-wins", space=space)
        yield left * (1 - wins), Message("outcome.comes-and-loses", space=space)


def course(
    entered: Sequence[Entered], space: str, wins: Fraction | None, side: Side, may_decline: bool = False
) -> dict[str, Any]:
    """The ends of a march as a front shows them, and each in a word; empty where only one can come.

    Args:
        entered: the spaces on its way.
        space: where it goes.
        wins: how likely it wins the battle there; None where nobody stands.
        side: whose force it is.
        may_decline: whether the enemy there may do something else than fight.
    """
    found = [(chance, says) for chance, says in ends(entered, space, wins, may_decline) if chance]
    if len(found) < 2:
        return {"course": [], "ends": []}
    told = chances_told(
        [(chance, str(says), side if says.id in COMES else enemy(side)) for chance, says in found]
    )
    return {"course": told, "ends": [say(f"wartable.end-{says.id.partition('.')[2]}") for _, says in found]}


def battle_told(chance: Fraction, *, covered: bool) -> Message:
    """How likely a battle is won, if it comes to one.

    Args:
        chance: how likely.
        covered: whether corps that lie covered count as full ones.

    >>> str(battle_told(Fraction(1), covered=False))
    'In a battle you win whatever is rolled, if nobody plays a card.'
    """
    sure = "-sure" if chance == 1 else "-lost" if chance == 0 else ""
    return Message(f"wartable.plan-battle{'-covered' if covered else ''}{sure}", chance=chance)
