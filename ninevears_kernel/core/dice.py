"""Dice as an argument: seeded, given by people, or enumerated into exact odds.

A procedure takes any `Dice` and asks for what it needs. The same code then adjudicates a roll that was made
at the table and, run over every outcome, gives the exact distribution. Pools are asked for as a number of
hits, so that the odds of thirty dice have thirty-one branches and not six to the thirtieth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple, Protocol, TypeVar

from .errors import BadInput, DiceLeftOver, DiceMissing
from .messages import Message

Result = TypeVar("Result")
Outcome = TypeVar("Outcome", bound=Hashable)


class Pool(NamedTuple):
    """Dice that are rolled together: how many, what counts as a hit, and what they are for."""

    number: int
    at_least: int
    wanted: Message
    sides: int = 6


class Dice(Protocol):
    """What a procedure may ask of its dice."""

    last: tuple[int, ...]
    """Faces of the latest roll, in order; empty when the dice are being enumerated."""

    def roll(self, sides: int = 6, *, wanted: Message) -> int:
        """One die, 1 to `sides`; `wanted` says what it is for."""

    def hits(self, number: int, at_least: int, sides: int = 6, *, wanted: Message) -> int:
        """How many of `number` dice show `at_least` or more."""

    def exchange(self, first: Pool, second: Pool) -> tuple[int, int]:
        """The hits of two pools that are rolled at once; `last` then holds the faces of both."""

    def until(self, attempt: Callable[[Dice], Result | None]) -> Result:
        """Repeats `attempt`, which must depend on its dice alone, until it returns something (a reroll)."""


class RolledDice:
    """Dice that have faces; subclasses say where the next faces come from."""

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.last: tuple[int, ...] = ()

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        raise NotImplementedError

    def _take(self, number: int, sides: int, wanted: Message) -> tuple[int, ...]:
        self.last = tuple(self._next(number, sides, wanted)) if number else ()
        self.faces.extend(self.last)
        return self.last

    def roll(self, sides: int = 6, *, wanted: Message) -> int:
        """One die."""
        return self._take(1, sides, wanted)[0]

    def hits(self, number: int, at_least: int, sides: int = 6, *, wanted: Message) -> int:
        """How many of some dice show enough."""
        return sum(face >= at_least for face in self._take(number, sides, wanted))

    def exchange(self, first: Pool, second: Pool) -> tuple[int, int]:
        """The hits of two pools, the first rolled before the second."""
        hits: list[int] = []
        faces: list[int] = []
        for number, at_least, wanted, sides in (first, second):
            hits.append(self.hits(number, at_least, sides, wanted=wanted))
            faces += self.last
        self.last = tuple(faces)
        return hits[0], hits[1]

    def until(self, attempt: Callable[[Dice], Result | None]) -> Result:
        """Rolls again until the attempt settles it."""
        while (result := attempt(self)) is None:
            pass
        return result


class SeededDice(RolledDice):
    """Reproducible dice, recorded in `faces`.

    >>> dice = SeededDice(1690)
    >>> [dice.roll(wanted=Message("dice.any")) for _ in range(5)] == SeededDice(1690).roll_many(5)
    True
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = random.Random(seed)

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        return [self._random.randint(1, sides) for _ in range(number)]

    def roll_many(self, number: int, sides: int = 6) -> list[int]:
        """So many faces at once."""
        return list(self._take(number, sides, Message("dice.any")))


class GivenDice(RolledDice):
    """The real dice that people rolled, in the order in which the procedure asks for them.

    Raises:
        DiceMissing: the faces ran out; says which roll is wanted next and for what.
        BadInput: a face that such a die does not have.

    >>> dice = GivenDice([5, 2])
    >>> dice.hits(2, at_least=5, wanted=Message("dice.any"))
    1
    >>> dice.roll(wanted=Message("dice.any"))
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.DiceMissing: dice: found 2 dice, expected 1 more (6 sides) for the next roll.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__()
        self._given = list(faces)

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        start = len(self.faces)
        faces = self._given[start : start + number]
        for place, face in enumerate(faces, start):
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise BadInput(f"dice[{place}]", face, Message("expected.face", sides=sides))
        if len(faces) < number:
            raise DiceMissing(len(self._given), wanted, number - len(faces), sides)
        return faces

    def finish(self) -> None:
        """Checks that every die given was used.

        Raises:
            DiceLeftOver: some were not.
        """
        if len(self._given) > len(self.faces):
            raise DiceLeftOver(len(self._given), len(self.faces))


class RollWanted(Exception):
    """Raised by `NoDice` when a procedure asks for a roll."""

    def __init__(self, wanted: Message, number: int, sides: int) -> None:
        super().__init__(wanted)
        self.wanted: Message = wanted
        self.number: int = number
        self.sides: int = sides


class NoDice(RolledDice):
    """Stands in where no roll is expected: the first one asked for raises `RollWanted`."""

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        raise RollWanted(wanted, number, sides)


Weighted = tuple[tuple[tuple[object, int], ...], int]
"""Outcomes with whole weights, and the sum of the weights."""


@lru_cache(maxsize=64)
def _one_die(sides: int) -> Weighted:
    return tuple((face, 1) for face in range(1, sides + 1)), sides


@lru_cache(maxsize=1024)
def _pool(number: int, at_least: int, sides: int) -> Weighted:
    good = max(0, min(sides, sides + 1 - at_least))
    common = gcd(good, sides)
    good, bad = good // common, (sides - good) // common
    if not good or not bad:
        return ((number if good else 0, 1),), 1
    weight = bad**number
    weights = [weight]
    for k in range(number):
        weight = weight * (number - k) * good // ((k + 1) * bad)
        weights.append(weight)
    return tuple(enumerate(weights)), (good + bad) ** number


@lru_cache(maxsize=64)
def exchange_weights(first: Pool, second: Pool) -> Weighted:
    """The hits of two pools that are rolled at once, with exact weights.

    >>> three = Pool(3, 5, Message("dice.any"))
    >>> outcomes, total = exchange_weights(three, three)
    >>> sum(weight for (own, other), weight in outcomes if own > other), total
    (242, 729)
    """
    own, total = _pool(first.number, first.at_least, first.sides)
    other, other_total = _pool(second.number, second.at_least, second.sides)
    pairs = [((hits, more), weight * also) for hits, weight in own for more, also in other]
    return tuple(pairs), total * other_total


class _EnumeratedDice:
    """Walks depth first through every outcome: `path` is the branch being run, replayed from its start."""

    last: tuple[int, ...] = ()

    def __init__(self) -> None:
        # A node of the path: the weighted outcomes, the index taken, and weight and total down to it.
        self.path: list[tuple[Weighted, int, int, int]] = []
        self.depth = 0

    def _branch(self, weighted: Callable[..., Weighted], *arguments: object) -> Any:
        depth = self.depth
        self.depth = depth + 1
        if depth == len(self.path):
            outcomes = weighted(*arguments)
            weight, total = self.path[-1][2:] if self.path else (1, 1)
            self.path.append((outcomes, 0, weight * outcomes[0][0][1], total * outcomes[1]))
            return outcomes[0][0][0]
        taken, index = self.path[depth][:2]  # the same roll again, on the way to a later one
        return taken[0][index][0]

    def next_branch(self) -> bool:
        self.depth = 0
        while self.path:
            weighted, index, _, _ = self.path.pop()
            index += 1
            if index < len(weighted[0]):
                weight, total = self.path[-1][2:] if self.path else (1, 1)
                self.path.append((weighted, index, weight * weighted[0][index][1], total * weighted[1]))
                return True
        return False

    def roll(self, sides: int = 6, *, wanted: Message) -> int:
        return self._branch(_one_die, sides)  # type: ignore[no-any-return]

    def hits(self, number: int, at_least: int, sides: int = 6, *, wanted: Message) -> int:
        return self._branch(_pool, number, at_least, sides)  # type: ignore[no-any-return]

    def exchange(self, first: Pool, second: Pool) -> tuple[int, int]:
        return self._branch(exchange_weights, first, second)  # type: ignore[no-any-return]

    def until(self, attempt: Callable[[Dice], Result | None]) -> Result:
        return self._branch(_settled, attempt)  # type: ignore[no-any-return]


def _settled(attempt: Callable[[Dice], Result | None]) -> Weighted:
    # Rerolling for ever is the same as asking only for the attempts that settle it.
    settled = {k: v for k, v in weights(attempt).items() if k is not None}
    if not settled:
        raise ValueError("an attempt that can never succeed")
    return tuple(settled.items()), sum(settled.values())


def weights(procedure: Callable[[Dice], Outcome]) -> dict[Outcome, int]:
    """The exact distribution as whole weights over their sum, which is quicker to add up than fractions."""
    by_total: dict[int, dict[Outcome, int]] = {}
    dice = _EnumeratedDice()
    going = True
    while going:
        outcome = procedure(dice)
        weight, total = dice.path[-1][2:] if dice.path else (1, 1)
        counts = by_total.setdefault(total, {})
        counts[outcome] = counts.get(outcome, 0) + weight
        going = dice.next_branch()
    common = lcm(*by_total)
    merged: dict[Outcome, int] = {}
    for total, counts in by_total.items():
        for outcome, weight in counts.items():
            merged[outcome] = merged.get(outcome, 0) + weight * (common // total)
    return merged


def distribution(procedure: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """The exact distribution of what a procedure returns, over all its rolls and branches.

    Args:
        procedure: takes dice, returns something hashable; it is run once for each branch, and may ask for
            other rolls on each of them.

    >>> odds = distribution(lambda dice: dice.hits(2, at_least=5, wanted=Message("dice.any")))
    >>> {hits: str(chance) for hits, chance in odds.items()}
    {0: '4/9', 1: '4/9', 2: '1/9'}
    """
    whole = weights(procedure)
    total = sum(whole.values())
    return {outcome: Fraction(weight, total) for outcome, weight in whole.items()}
