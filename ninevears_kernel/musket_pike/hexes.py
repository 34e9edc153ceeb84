"""A grid of hexes, numbered column then row, and the straight lines on it: exact, in whole numbers.

Hexes stand on a flat side, in columns; every second column lies half a hex lower. Which, the map says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from ..core.errors import BadInput
from ..core.messages import Message

Parity = Literal["even", "odd"]
_NUMBER = "^(0[1-9]|[1-9][0-9]){2}$"
HexName = Annotated[
    str, Meta(description="a hex, column then row, as 0304", extra_json_schema={"pattern": _NUMBER})
]


def check_hex(name: str, place: str) -> None:
    """Checks the number of a hex; `place` is the field that it is in.

    Raises:
        BadInput: it is not four digits, column and row from 01.

    >>> check_hex("304", "to_hex")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: to_hex: found '304', expected a hex, column then row, as 0304.
    """
    if re.fullmatch(_NUMBER, name) is None:
        raise BadInput(place, name, Message("mp.expected-hex"))


class Hex(NamedTuple):
    """A hex: columns to the right, and half hexes down."""

    across: int
    down: int

    @property
    def centre(self) -> tuple[int, int]:
        """In units of half a side to the right and half a hex down, so that every corner is whole too.

        >>> Hex(2, 3).centre
        (6, 3)
        """
        return 3 * self.across, self.down

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The six corners in the same units, from the right one clockwise."""
        x, y = self.centre
        return tuple((x + dx, y + dy) for dx, dy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)))

    @property
    def neighbours(self) -> tuple[Hex, ...]:
        """The six hexes beside it, from the lower right one clockwise."""
        steps = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
        return tuple(Hex(self.across + dx, self.down + dy) for dx, dy in steps)


class Stretch(NamedTuple):
    """A piece of a line between two hexsides.

    Attributes:
        hexes: the hex that it lies in; two when it runs exactly along the hexside between them.
        enter: where on the line it begins, 0 being the centre of the first hex.
        leave: where it ends, 1 being the centre of the last.
    """

    hexes: tuple[Hex, ...]
    enter: Fraction
    leave: Fraction


def read_hex(name: str, lower: Parity) -> Hex:
    """The hex of a number such as 0304: column 3, row 4.

    Args:
        name: four digits.
        lower: which columns lie half a hex lower, the even or the odd ones.

    >>> read_hex("0304", "even"), read_hex("0204", "even")
    (Hex(across=3, down=8), Hex(across=2, down=9))
    """
    column, row = int(name[:2]), int(name[2:])
    return Hex(column, 2 * row + _is_lower(column, lower))


def hex_name(hex: Hex, lower: Parity) -> str:
    """The number of a hex.

    >>> hex_name(Hex(3, 8), "even")
    '0304'
    """
    return f"{hex.across:02}{(hex.down - _is_lower(hex.across, lower)) // 2:02}"


def is_on_the_map(hex: Hex, lower: Parity) -> bool:
    """Whether a hex has a number: beyond the first and the last column and row there are none.

    >>> is_on_the_map(Hex(2, 3), "even"), is_on_the_map(Hex(2, 1), "even")
    (True, False)
    """
    return re.fullmatch(_NUMBER, hex_name(hex, lower)) is not None


def _is_lower(column: int, lower: Parity) -> bool:
    return column % 2 == (0 if lower == "even" else 1)


def distance(one: Hex, other: Hex) -> int:
    """How many hexes a unit would enter on the shortest way.

    >>> distance(Hex(3, 8), Hex(5, 8)), distance(Hex(3, 8), Hex(3, 14))
    (2, 3)
    """
    across, down = abs(one.across - other.across), abs(one.down - other.down)
    return across + max(0, down - across) // 2


def side_between(one: Hex, other: Hex) -> tuple[tuple[int, int], ...]:
    """The two ends of the hexside between two hexes, in the units of `Hex.centre`; none if they share none.

    >>> side_between(Hex(3, 8), Hex(3, 10))
    ((10, 9), (8, 9))
    """
    shared = set(other.corners)
    ends = tuple(corner for corner in one.corners if corner in shared)
    return ends if len(ends) == 2 else ()


@lru_cache(maxsize=256)
def straight_line(start: Hex, end: Hex) -> tuple[Stretch, ...]:
    """The straight line from centre to centre as the stretches that it consists of, in order.

    A line that passes exactly through a corner goes over the hexside between the two hexes that it leaves and
    enters there; the third hex at that corner is not on it.

    >>> [stretch.hexes for stretch in straight_line(Hex(1, 2), Hex(3, 2))]
    [(Hex(across=1, down=2),), (Hex(across=2, down=1), Hex(across=2, down=3)), (Hex(across=3, down=2),)]
    """
    pieces: dict[tuple[Fraction, Fraction], list[Hex]] = {}
    seen, waiting = {start}, [start]
    while waiting:
        hex = waiting.pop()
        if (piece := _within(hex, start, end)) is None:
            continue
        pieces.setdefault(piece, []).append(hex)
        fresh = [hex for hex in hex.neighbours if hex not in seen]
        seen.update(fresh)
        waiting += fresh
    return tuple(Stretch(tuple(sorted(pieces[piece])), *piece) for piece in sorted(pieces))


@lru_cache(maxsize=4096)
def _slants(hex: Hex) -> tuple[int, int, int]:
    # A hex is what lies within 2 of its centre in each of these three measures: one for a pair of its sides.
    x, y = hex.centre
    return x + y, x - y, 2 * y


def _within(hex: Hex, start: Hex, end: Hex) -> tuple[Fraction, Fraction] | None:
    """From where to where a line lies in a hex or on its rim; None where it does not, or in a point."""
    enter, leave = Fraction(0), Fraction(1)
    for own, begin, finish in zip(_slants(hex), _slants(start), _slants(end), strict=True):
        offset, change = begin - own, finish - begin
        if change:
            first, last = sorted((Fraction(-2 - offset, change), Fraction(2 - offset, change)))
            enter, leave = max(enter, first), min(leave, last)
        elif abs(offset) > 2:
            return None
    return (enter, leave) if enter < leave else None


@dataclass(frozen=True, slots=True)
class Crossing:
    """A hexside that a line crosses, from one hex to the next."""

    near: Hex
    far: Hex


@lru_cache(maxsize=256)
def ways(stretches: tuple[Stretch, ...]) -> tuple[tuple[tuple[Crossing, ...], ...], ...]:
    """The hexsides that a line crosses, in order, each time with the ways that there are.

    Where a line runs along a hexside there are two ways, through the hex on either hand; else there is one.

    >>> [len(step) for step in ways(straight_line(Hex(1, 2), Hex(3, 2)))], [len(step) for step in
    ...     ways(straight_line(Hex(1, 2), Hex(1, 6)))]
    ([2], [1, 1])
    """
    found: list[tuple[tuple[Crossing, ...], ...]] = []
    place = 0
    while place < len(stretches) - 1:
        here, there = stretches[place].hexes, stretches[place + 1].hexes
        if len(there) == 1:
            found.append(((Crossing(here[0], there[0]),),))
            place += 1
        else:  # a line that comes to a hexside leaves it again at its other end, into one hex
            beyond = stretches[place + 2].hexes[0]
            found.append(tuple((Crossing(here[0], via), Crossing(via, beyond)) for via in there))
            place += 2
    return tuple(found)
