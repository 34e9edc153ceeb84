"""The roll by which ships intercept or avoid combat (VQ 16.1.4.c, 16.1.5.b)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer, Violation
from .naval_units import HINDERED
from .seas import Ocean

SUCCEEDS = 9  # VQ 16.1.4.c, VQ 16.1.5.b
LEAST_SUM, GREATEST_SUM = 2, 12


class Chance(NamedTuple):
    """What an attempt to intercept or avoid rests on.

    Attributes:
        rating: battle rating of the leader.
        hindered: 1 when a sailing ship is among the units in a Mediterranean zone, else 0.
        telescope: 1 with the Telescope, else 0.
    """

    rating: int
    hindered: int
    telescope: int

    @property
    def modifier(self) -> int:
        """What is added to the two dice."""
        return self.rating - self.hindered + self.telescope

    @property
    def needed(self) -> int | None:
        """The least sum of the two dice that succeeds; None when no sum does."""
        needed = max(LEAST_SUM, SUCCEEDS - self.modifier)
        return needed if needed <= GREATEST_SUM else None


def chance_of(rating: int, zone: Ocean | None, ships: Iterable[str], telescope: bool) -> Chance:
    """The chance of an attempt.

    Args:
        rating: battle rating of one leader present; 0 without any.
        zone: the waters in which it is made.
        ships: the kinds of the units that make it.
        telescope: whether the power has the Telescope.

    >>> chance_of(2, "Mediterranean", ["galley", "galleon"], False)
    Chance(rating=2, hindered=1, telescope=0)
    >>> _.needed
    8
    """
    hindered = zone == "Mediterranean" and not HINDERED.isdisjoint(ships)
    return Chance(rating, int(hindered), int(telescope))


def tell_chance(clause_id: str, chance: Chance, zone: str | None, context: RulingContext) -> None:
    """Records what is added to the dice and what sum succeeds."""
    if not context.recorded:
        return
    context.step(clause_id, "vq.roll-leader" if chance.rating else "vq.roll-no-leader", rating=chance.rating)
    if chance.hindered:
        context.step(clause_id, "vq.roll-hindered", zone=zone)
    if chance.telescope:
        context.step(clause_id, "vq.roll-telescope")
    modifier = f"{chance.modifier:+d}"
    context.step(clause_id, "vq.roll-needed", modifier=modifier, needed=chance.needed, least=SUCCEEDS)


def succeeds(clause_id: str, chance: Chance, wanted: Message, context: RulingContext) -> bool:
    """Rolls two dice and says whether the attempt succeeds."""
    total = context.dice.roll(wanted=wanted) + context.dice.roll(wanted=wanted)
    result = total + chance.modifier
    says = "vq.roll-succeeds" if result >= SUCCEEDS else "vq.roll-fails"
    sums = {"total": total, "modifier": f"{chance.modifier:+d}", "result": result}
    context.step(clause_id, says, **sums, least=SUCCEEDS)
    return result >= SUCCEEDS


class Attempt(NamedTuple):
    """A kind of attempt: the clauses of its limits and of its roll, and what is said of it."""

    limits_clause: str
    roll_clause: str
    may: str
    may_not: str
    needs: str
    wanted: str
    succeeds: str
    fails: str


def rule_on(
    attempt: Attempt,
    chance: Chance,
    zone: str,
    broken: Sequence[Violation],
    limits_asked: bool,
    context: RulingContext,
) -> Answer:
    """The ruling on an attempt: whether it may be made, what it needs, and with dice whether it succeeds.

    Args:
        attempt: its kind.
        chance: what the roll rests on.
        zone: the waters in which it is made.
        broken: what stands against it.
        limits_asked: whether the case gives anything on which the limits rest.
        context: the dice and the record.
    """
    answer = {"modifier": chance.modifier, "needed": chance.needed, "success": None}
    if broken:
        context.violations.extend(broken)
        return Answer("illegal", Message(attempt.may_not), {**answer, "allowed": False})
    if limits_asked:
        context.step(attempt.limits_clause, attempt.may)
    tell_chance(attempt.roll_clause, chance, zone, context)
    answer["allowed"] = True if limits_asked else None
    verdict = "legal" if limits_asked else "result"
    context.known = Answer(verdict, Message(attempt.needs, needed=chance.needed), answer)
    success = succeeds(attempt.roll_clause, chance, Message(attempt.wanted), context)
    described = Message(attempt.succeeds if success else attempt.fails)
    return Answer(verdict, described, {**answer, "success": success})
