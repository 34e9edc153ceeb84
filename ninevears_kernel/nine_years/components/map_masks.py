"""The map as the engine walks it: spaces as numbers, sets of spaces as bit masks, links as tables.

A space's number is its `index` on the map; `SPACES[number]` gives it back.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core.clauses import carries_out
from .map import game_map
from .map_graph import bits, mask_of, mask_of_spaces
from .powers import capitals_on_map
from .sides import Side

SPACES = game_map().spaces
NUMBER = {space.name: space.index for space in SPACES}
"""The number of each space by its name."""
FORTRESS = tuple(space.fortress for space in SPACES)
"""The printed strength of each space; 0 when it is unfortified (NY 2.1)."""
FORTIFIED = mask_of(space.index for space in SPACES if space.fortress)
PORTS = mask_of(space.index for space in SPACES if space.ports)
CAPITALS = mask_of_spaces(tuple(capitals_on_map()))
"""The capitals of all powers, but for the Jacobites' that change (NY 2.2)."""


class Step(NamedTuple):
    """One step by land: to which space, at what cost in movement points, and whether over a red link."""

    to: int
    cost: int
    red: bool


@carries_out("NY 14.1.1")
def _steps(side: Side) -> tuple[tuple[Step, ...], ...]:
    """For each space the steps that a side may take from it: red links are the Alliance's alone, for 2."""
    found = []
    for space in SPACES:
        around = game_map().neighbours(space.name).items()
        found.append(
            tuple(
                Step(NUMBER[name], 2 if kind == "red" else 1, kind == "red")
                for name, kind in around
                if kind != "red" or side == "Alliance"
            )
        )
    return tuple(found)


STEPS: dict[Side, tuple[tuple[Step, ...], ...]] = {
    "Bourbon": _steps("Bourbon"),
    "Alliance": _steps("Alliance"),
}
AROUND: dict[Side, tuple[int, ...]] = {
    side: tuple(mask_of(step.to for step in steps) for steps in table) for side, table in STEPS.items()
}
"""For each side and space the mask of the spaces one step away."""


@cache
def home(power: str) -> int:
    """The mask of the spaces whose home a power's is.

    >>> home("Savoy").bit_count()
    3
    """
    return mask_of(space.index for space in SPACES if space.power == power)


@cache
def region(*names: str) -> int:
    """The mask of the spaces in these regions.

    >>> region("England", "Scotland", "Ireland").bit_count()
    12
    """
    return mask_of(space.index for space in SPACES if space.region in names)


_STEP_TO: dict[Side, tuple[dict[int, Step], ...]] = {
    side: tuple({step.to: step for step in steps} for steps in table) for side, table in STEPS.items()
}


def step_between(side: Side, origin: int, to: int) -> Step | None:
    """The step of a side from one space to another, or None when no link of its joins them."""
    return _STEP_TO[side][origin].get(to)


def nearest(side: Side, origin: int, wanted: int) -> tuple[int, ...]:
    """The wanted spaces that lie fewest links from a space, itself left out; empty when none can be reached.

    >>> [SPACES[number].name for number in nearest("Alliance", NUMBER["Namur"], home("Dutch Republic"))]
    ['Maastricht']
    """
    around = AROUND[side]
    seen = frontier = 1 << origin
    while frontier:
        reached = 0
        while frontier:
            low = frontier & -frontier
            reached |= around[low.bit_length() - 1]
            frontier ^= low
        frontier = reached & ~seen
        seen |= frontier
        if found := frontier & wanted:
            return bits(found)
    return ()
