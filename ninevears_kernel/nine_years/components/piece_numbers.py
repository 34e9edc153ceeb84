"""How pieces are numbered on a board: corps as their power's place times 8 plus flags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...core.messages import Message
from .powers import powers
from .sides import Side

USED, DEMORALISED, REDUCED = 1, 2, 4
"""Flags of a corps; the first two also of a leader."""
PLAIN, INSIDE, INTERCEPTED = 4, 8, 16
"""Flags of a leader: not yet promoted, inside a besieged fortress, used for interception this round."""
BOUND = USED | INSIDE
"""Flags of a leader who leads no action (NY 13.4.3, 17.3)."""
STATES = (("reduced", REDUCED), ("demoralised", DEMORALISED), ("used", USED))
"""The flags of a corps as the notation names them."""
WAITS, ABSENT = -1, -2
"""Where a leader is who stands nowhere: waiting to be placed, or not in the game."""

POWERS = tuple(powers())
POWER_NUMBER = {power: number for number, power in enumerate(POWERS)}
SIDE_OF_CORPS: tuple[Side, ...] = tuple(power.side for power in powers().values() for _ in range(8))
"""The side of each corps number; no power changes sides."""
FREE, TIRED, SHAKEN, WEAK = (
    frozenset(corps for corps in range(len(SIDE_OF_CORPS)) if corps & flags == wanted)
    for flags, wanted in (
        (USED, 0),
        (USED, USED),
        (DEMORALISED | USED, DEMORALISED),
        (REDUCED | USED, REDUCED),
    )
)
"""Corps numbers of those that have not acted in this round, of those that have, and of those among the first
that could be rallied and replaced: for a quick look at whole stacks.
"""


def corps_number(power: str, reduced: bool = False, demoralised: bool = False, used: bool = False) -> int:
    """The number of a corps of this power and state.

    >>> power_of(corps_number("Spain", reduced=True))
    'Spain'
    """
    return POWER_NUMBER[power] << 3 | REDUCED * reduced | DEMORALISED * demoralised | USED * used


def power_of(corps: int) -> str:
    """The power of a corps number."""
    return POWERS[corps >> 3]


@cache
def corps_in_words(corps: int) -> Message:
    """A kind of corps in words that stand before "corps"; whether it has acted this round is not said.

    >>> str(corps_in_words(corps_number("Spain", reduced=True)))
    'reduced Spanish'
    """
    power = POWERS[corps >> 3]
    states = tuple(Message(f"piece.{name}") for name, flag in STATES if corps & flag & ~USED)
    if states:
        return Message("piece.corps-state", power=power, states=states)
    return Message("piece.corps", power=power)


def top_corps(stack: Sequence[int]) -> int:
    """The corps that lies on top of a stack without a leader: a full one that is not demoralised, if any."""
    return min(stack, key=lambda corps: (corps & (REDUCED | DEMORALISED), corps))
