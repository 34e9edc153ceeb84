"""The facts in which two positions differ, in words: for minimal pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..core.messages import Message
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Corps, Position
from ..umpire.cases.edits import position_edit


def differences(before: Position, after: Position) -> tuple[Message, ...]:
    """What is other in the second position, the plainest facts first.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> from .positions import control, edited
    >>> start = scenario_1688()
    >>> [str(one) for one in differences(start, edited(start, control("Mons", None)))]
    ['Mons neutral']
    """
    return (
        *_control(before, after),
        *_sieges(before, after),
        *_corps(before, after),
        *_leaders(before, after),
    )


def _control(before: Position, after: Position) -> Iterator[Message]:
    for space in game_map().spaces:
        now = after.controller(space.name)
        if now != before.controller(space.name):
            yield position_edit({"set": "control", "space": space.name, "side": now}).says


def _sieges(before: Position, after: Position) -> Iterator[Message]:
    for siege in after.sieges:
        if siege not in before.sieges:
            yield position_edit({"set": "besieged", "space": siege.space, "by": siege.by}).says


def _corps(before: Position, after: Position) -> Iterator[Message]:
    more = Counter(map(_kind, after.corps)) - Counter(map(_kind, before.corps))
    for corps, count in sorted(more.items()):
        piece = {"power": corps.power, "space": corps.space, "reduced": corps.reduced}
        yield position_edit({"add": "corps", "count": count, **piece}).says


def _kind(corps: Corps) -> Corps:
    """A corps without what a siege does to it, which is said already."""
    return Corps(corps.power, corps.space, corps.reduced)


def _leaders(before: Position, after: Position) -> Iterator[Message]:
    fresh = {leader.name for leader in before.leaders if not leader.used}
    for leader in after.leaders:
        if leader.used and leader.name in fresh:
            yield Message("task.has-acted", leader=leader.name)
