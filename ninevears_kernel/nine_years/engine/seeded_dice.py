"""Chance in a war: dice and shuffles from a seed and a counter, so that a save continues as the war would
have.

Draw number n of a seed is a hash of the two, so anybody can check it with any tool that knows BLAKE2b:
the first eight bytes of ``blake2b("<seed>:<n>")`` as a whole number, modulo the number of faces, plus 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from ...core.dice import RolledDice
from ...core.errors import BadInput, DiceMissing
from ...core.messages import Message

Card = TypeVar("Card")


def draw(seed: int, number: int, sides: int) -> int:
    """Draw `number` of a seed: 1 to `sides`.

    >>> [draw(1690, number, 6) for number in range(5)]
    [6, 1, 3, 2, 6]
    """
    digest = blake2b(b"%d:%d" % (seed, number), digest_size=8).digest()
    return int.from_bytes(digest, "big") % sides + 1


class WarDice(RolledDice):
    """The dice of a war: `drawn` counts what the seed has given so far.

    Attributes:
        kept: faces that an umpire keeps from before (`games.set_right`): given first, the next one last.
        cards: the seed, and the number of its draw, by which the umpire has decks shuffled as before.

    >>> dice = WarDice(1690)
    >>> dice.roll(wanted=Message("dice.any")), dice.drawn
    (6, 1)
    """

    def __init__(self, seed: int, drawn: int = 0) -> None:
        super().__init__()
        self.seed: int = seed
        self.drawn: int = drawn
        self.kept: list[int] = []
        self.cards: tuple[int, int] | None = None

    def cards_from(self) -> tuple[int, int]:
        """The seed and the draw from which cards are shuffled now."""
        return self.cards or (self.seed, self.drawn)

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        if self.kept:
            face = self.kept.pop()
            return [face, *self._next(number - 1, sides, wanted)] if number > 1 else [face]
        start = self.drawn
        self.drawn += number
        return [draw(self.seed, place, sides) for place in range(start, start + number)]


class TableDice(WarDice):
    """The dice of a war that people play with real dice and cards: `drawn` counts those of `told` that were
    used. They do not shuffle: how real cards lie nobody knows.

    >>> dice = TableDice([4])
    >>> dice.roll(wanted=Message("dice.any")), shuffled("CAB", dice)
    (4, ('C', 'A', 'B'))
    >>> dice.roll(wanted=Message("dice.any"))
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.DiceMissing: dice: found 1 die, expected 1 more (6 sides) for the next roll.
    """

    def __init__(self, given: Sequence[int], drawn: int = 0) -> None:
        super().__init__(0, drawn)
        self.given = given

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        faces = list(self.given[self.drawn : self.drawn + number])
        for place, face in enumerate(faces, self.drawn):
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise BadInput(f"dice[{place}]", face, Message("expected.face", sides=sides))
        if len(faces) < number:
            raise DiceMissing(len(self.given), wanted, number - len(faces), sides)
        self.drawn += number
        return faces


def other_seed(seed: int, drawn: int, number: int, why: str = "otherwise") -> int:
    """The seed of a branch: nothing that was seen before tells what it gives, and it is the same each time.

    Args:
        seed: of the war, or of the branch from which it goes off.
        drawn: how much that one has given.
        number: of the branch.
        why: ``otherwise`` for a branch, ``umpire`` where an umpire sets a war right; each counts its own.

    >>> other_seed(1690, 12, 2) == other_seed(1690, 12, 2) != other_seed(1690, 12, 3)
    True
    """
    digest = blake2b(b"%d:%d:%s:%d" % (seed, drawn, why.encode(), number), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 2  # less than what a position can hold


def shuffled(cards: Sequence[Card], dice: WarDice) -> tuple[Card, ...]:
    """The cards in another order, each order as likely as the next; at a table they stay as they are.

    >>> shuffled("ABC", WarDice(7))
    ('A', 'B', 'C')
    """
    deck = list(cards)
    if isinstance(dice, TableDice):
        return tuple(deck)
    seed, number = dice.cards_from()
    for last in range(len(deck) - 1, 0, -1):
        other = draw(seed, number, last + 1) - 1
        number += 1
        deck[last], deck[other] = deck[other], deck[last]
    if dice.cards:
        dice.cards = seed, number
    else:
        dice.drawn = number
    return tuple(deck)
