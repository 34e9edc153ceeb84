"""Which units a side loses for the hits it took, its owner choosing (VQ 16.2.3, 16.2.K)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from ..core.clauses import carries_out


class Group(NamedTuple):
    """Units that are alike.

    Attributes:
        hits: how many hits sink one.
        number: how many there are.
    """

    hits: int
    number: int


@carries_out("VQ 16.2.K")
def is_enough(groups: Sequence[Group], lost: Sequence[int], hits: int) -> bool:
    """Whether a choice of losses pays for the hits: they sink no more, and nothing that is left.

    Args:
        groups: the units of the side.
        lost: how many of each group are lost.
        hits: the hits that the side took.

    >>> is_enough([Group(2, 3)], [1], 3), is_enough([Group(2, 3)], [0], 3), is_enough([Group(2, 3)], [2], 3)
    (True, False, False)
    """
    over = hits - sum(group.hits * gone for group, gone in zip(groups, lost, strict=True))
    afloat = [group.hits for group, gone in zip(groups, lost, strict=True) if gone < group.number]
    return over >= 0 and all(over < needed for needed in afloat)


def choices(groups: Sequence[Group], hits: int) -> Iterator[tuple[int, ...]]:
    """Every choice that an owner has, as the number lost of each group.

    >>> list(choices([Group(2, 2), Group(3, 1)], 3))
    [(0, 1), (1, 0)]
    """
    sunk_by_the_rest = [0]
    for group in reversed(groups):
        sunk_by_the_rest.insert(0, sunk_by_the_rest[0] + group.hits * group.number)

    def further(lost: tuple[int, ...], over: int, smallest: int) -> Iterator[tuple[int, ...]]:
        if over - sunk_by_the_rest[len(lost)] >= smallest:
            return  # whatever the rest takes, a unit that stays afloat would still be sunk
        if len(lost) == len(groups):
            yield lost
            return
        group = groups[len(lost)]
        for gone in range(min(group.number, over // group.hits) + 1):
            afloat = smallest if gone == group.number else min(smallest, group.hits)
            yield from further((*lost, gone), over - gone * group.hits, afloat)

    return further((), hits, hits + 1)


@lru_cache(maxsize=4096)
def fewest_hits_sunk(groups: tuple[Group, ...], hits: int) -> tuple[int, ...]:
    """The choice that costs the owner least: the smallest total of numbers lost, early groups first.

    >>> fewest_hits_sunk((Group(3, 1), Group(2, 2)), 3)
    (0, 1)
    """
    return _best(groups, hits, 1)


@lru_cache(maxsize=4096)
def most_hits_sunk(groups: tuple[Group, ...], hits: int) -> tuple[int, ...]:
    """The choice that costs the owner most: as much as the hits can sink, early groups first.

    >>> most_hits_sunk((Group(3, 1), Group(2, 2)), 3)
    (1, 0)
    """
    return _best(groups, hits, -1)


def in_order(groups: Sequence[Group], order: Sequence[int], hits: int) -> tuple[int, ...]:
    """The choice of an owner who gives groups up in an order, while hits are left that sink one.

    >>> in_order([Group(2, 2), Group(3, 1)], [1, 0], 5)
    (1, 1)
    """
    lost = [0] * len(groups)
    for index in order:
        lost[index] = min(groups[index].number, hits // groups[index].hits)
        hits -= lost[index] * groups[index].hits
    return tuple(lost)


Ways = dict[int, list[tuple[float, tuple[int, ...]]]]
"""For a total of hits the choices that sink it: the smallest unit left afloat, what goes of each group."""


@lru_cache(maxsize=64)
def _ways(groups: tuple[Group, ...]) -> Ways:
    """For each total and each smallest unit left afloat the first choice, early groups going first.

    The smallest unit left afloat tells whether more hits would sink something, whatever the hits: so this is
    found once for all of them.
    """
    ways: dict[tuple[int, float], tuple[int, ...]] = {(0, inf): ()}
    for group in groups:
        further: dict[tuple[int, float], tuple[int, ...]] = {}
        for (sunk, smallest), lost in ways.items():
            for gone in range(group.number, -1, -1):
                afloat = smallest if gone == group.number else min(smallest, group.hits)
                further.setdefault((sunk + gone * group.hits, afloat), (*lost, gone))
        ways = further
    found: Ways = {}
    for (sunk, smallest), lost in sorted(ways.items(), key=lambda way: way[1], reverse=True):
        found.setdefault(sunk, []).append((smallest, lost))
    return found


def _best(groups: tuple[Group, ...], hits: int, sign: int) -> tuple[int, ...]:
    if len({group.hits for group in groups}) == 1:
        return in_order(groups, range(len(groups)), hits)
    ways = _ways(groups)
    total = max(ways)
    if total <= hits:
        return tuple(group.number for group in groups)
    least = max(0, hits - max(group.hits for group in groups) + 1)  # of less the rest would sink something
    for sunk in range(least, hits + 1)[::sign]:
        for smallest, lost in ways.get(sunk, ()):
            if hits - sunk < smallest:
                return lost
    raise AssertionError("some unit can always be given up last")
