"""Exact search over a mix of counters: which stacks of land units can be shown at the same time (VQ 5.5.a).

A number of counters used is a triple of sixes, fours and twos; the ones follow from the units shown. All
triples that some way of showing the stacks uses are one integer with a bit for each, so that a further stack
is a few shifts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

VALUES = (6, 4, 2, 1)
Counters = tuple[int, int, int, int]
"""Numbers of counters of the values 6, 4, 2 and 1."""


def units_of(counters: Counters) -> int:
    """The land units that counters show.

    >>> units_of((1, 0, 2, 1))
    11
    """
    return sum(value * number for value, number in zip(VALUES, counters, strict=True))


@lru_cache(maxsize=4096)
def ways_to_show(units: int, supplied: Counters) -> tuple[Counters, ...]:
    """Every way to show a number of units with the counters supplied, largest counters first.

    >>> ways_to_show(5, (1, 1, 1, 9))
    ((0, 1, 0, 1), (0, 0, 1, 3), (0, 0, 0, 5))
    """
    sixes, fours, twos, ones = supplied
    return tuple(
        (six, four, two, one)
        for six in range(min(sixes, units // 6), -1, -1)
        for four in range(min(fours, (units - 6 * six) // 4), -1, -1)
        for two in range(min(twos, (units - 6 * six - 4 * four) // 2), -1, -1)
        if (one := units - 6 * six - 4 * four - 2 * two) <= ones
    )


MERGES: tuple[tuple[Counters, Counters], ...] = tuple(
    (group, larger)
    for value, larger in ((6, (1, 0, 0, 0)), (4, (0, 1, 0, 0)), (2, (0, 0, 1, 0)))
    for group in ways_to_show(value, (9, 9, 9, 9))
    if group != larger
)
"""Several small counters and the one larger counter of the same total that replaces them."""


@lru_cache(maxsize=4096)
def consolidated(counters: Counters, supplied: Counters) -> tuple[Counters, ...]:
    """What counters can become when several are replaced by one larger, again and again; first themselves.

    >>> consolidated((0, 1, 2, 0), (1, 1, 2, 9))
    ((0, 1, 2, 0), (1, 0, 1, 0))
    """
    reached = {counters: None}
    for now in (queue := [counters]):
        for group, larger in MERGES:
            if all(have >= gone for have, gone in zip(now, group, strict=True)):
                then = tuple(have - gone + new for have, gone, new in zip(now, group, larger, strict=True))
                if then not in reached:
                    reached[then] = None  # type: ignore[index]
                    queue.append(then)  # type: ignore[arg-type]
    fits = (way for way in reached if all(used <= there for used, there in zip(way, supplied, strict=True)))
    return tuple(fits)


class Stack(NamedTuple):
    """Units of one kind in one space, and the ways in which they may be shown.

    Attributes:
        units: how many there are.
        ways: the counters that may show them.
        now: the counters that show them at present, which is no change; None when any way is none.
    """

    units: int
    ways: tuple[Counters, ...]
    now: Counters | None


class Grid:
    """The bits of the triples of sixes, fours and twos that a supply allows."""

    def __init__(self, supplied: Counters) -> None:
        self.supplied = supplied
        _, fours, twos, _ = supplied
        self.steps = ((fours + 1) * (twos + 1), twos + 1, 1)
        self._rooms: dict[tuple[int, int, int], int] = {}
        self._ends: dict[int, int] = {}

    def place(self, counters: Counters) -> int:
        """The bit of so many sixes, fours and twos."""
        return self.steps[0] * counters[0] + self.steps[1] * counters[1] + counters[2]

    def room(self, way: Counters) -> int:
        """The triples to which the counters of a way can be added."""
        triple = way[:3]  # how many ones a way takes does not matter here
        if triple not in self._rooms:
            sixes, fours, twos, _ = (there - used for there, used in zip(self.supplied, way, strict=True))
            row = (1 << twos + 1) - 1
            block = sum(row << self.steps[1] * four for four in range(fours + 1))
            self._rooms[triple] = sum(block << self.steps[0] * six for six in range(sixes + 1))
        return self._rooms[triple]

    def end(self, units: int) -> int:
        """The triples that leave no more for the ones than there are, when so many units are shown."""
        if units not in self._ends:
            sixes, fours, twos, ones = self.supplied
            triples = 0
            for six in range(sixes + 1):
                for four in range(fours + 1):
                    rest = units - 6 * six - 4 * four
                    least, most = max(0, (rest - ones + 1) // 2), min(twos, rest // 2)
                    if least <= most:
                        row = (1 << most + 1) - (1 << least)
                        triples |= row << self.place((six, four, 0, 0))
            self._ends[units] = triples
        return self._ends[units]

    def added(self, reach: int, ways: Sequence[Counters]) -> int:
        """The triples after one more stack that is shown in one of these ways."""
        after = 0
        for way in ways:
            after |= (reach & self.room(way)) << self.place(way)
        return after


Reach = tuple[int, ...]
"""For each number of stacks changed the triples that can be used."""


def with_stack(grid: Grid, reach: Reach, stack: Stack) -> Reach:
    """The triples that can be used after one more stack."""
    if stack.now is None:
        return tuple(grid.added(triples, stack.ways) for triples in reach)
    others = [way for way in stack.ways if way != stack.now]
    after = [0] * (len(reach) + 1)
    for changed, triples in enumerate(reach):
        if triples:
            after[changed] |= grid.added(triples, (stack.now,))
            after[changed + 1] |= grid.added(triples, others)
    return tuple(after)


def shown_together(
    grid: Grid, stacks: Sequence[Stack], reach: Sequence[Reach]
) -> tuple[Counters, ...] | None:
    """The counters of each stack when all are shown at once with the fewest stacks changed.

    Args:
        grid: of the counters supplied.
        stacks: all of them.
        reach: what can be used after none, one, two ... of them.

    Returns:
        None when they cannot be shown together.
    """
    end = grid.end(sum(stack.units for stack in stacks))
    changed = next((number for number, triples in enumerate(reach[-1]) if triples & end), None)
    if changed is None:
        return None
    last = reach[-1][changed] & end
    bit = last.bit_length() - 1  # the most sixes, which leaves the small counters free
    shown: list[Counters] = []
    for stack, before in zip(reversed(stacks), reversed(reach[:-1]), strict=True):
        for way in stack.ways:
            moved = changed - (stack.now is not None and way != stack.now)
            source = bit - grid.place(way)
            if source >= 0 and 0 <= moved < len(before) and before[moved] & grid.room(way) & (1 << source):
                shown.append(way)
                bit, changed = source, moved
                break
    return tuple(reversed(shown))


def reach_of(grid: Grid, stacks: Sequence[Stack], before: Sequence[Reach] = ((1,),)) -> list[Reach]:
    """What can be used after none, one, two ... of some stacks, on top of what came before."""
    reach = list(before)
    for stack in stacks:
        reach.append(with_stack(grid, reach[-1], stack))
    return reach


def as_counters(numbers: Mapping[int, int]) -> Counters:
    """Numbers by value as a tuple.

    >>> as_counters({1: 3, 6: 2})
    (2, 0, 0, 3)
    """
    six, four, two, one = (numbers.get(value, 0) for value in VALUES)
    return six, four, two, one
