"""What a place of their own means to corps and leaders, in sentences for a hint."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.messages import Message
from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import FORTIFIED, SPACES
from .evaluation import FAR, Evaluation


def stationed(leader: str, count: int, led: int, more: int) -> Message:
    """How many corps of a place can march with a leader, and that they need none who change nothing."""
    if led == more:
        return Message("hint.not-needed", leader=leader, count=count, more=more)
    return Message("hint.station", leader=leader, count=count, led=led, more=more)


def joins(space: int, count: int) -> Message:
    """How many own corps stand in a space."""
    name = SPACES[space].name
    return Message("hint.joins", space=name, count=count) if count else Message("hint.joins-none", space=name)


def way_to_the_enemy(look: Evaluation, space: int) -> Iterator[Message]:
    """How far a space lies from the nearest enemy fortress, by land."""
    ways = look.ways(space)
    steps = min((ways[at] for at in bits(look.hostile & FORTIFIED)), default=FAR)
    name = SPACES[space].name
    if steps >= FAR:
        yield Message("hint.no-way", space=name)
    elif not steps:
        yield Message("hint.before-it", space=name)
    else:
        yield Message("hint.steps", space=name, count=steps)
