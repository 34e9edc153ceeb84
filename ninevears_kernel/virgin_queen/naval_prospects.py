"""What comes next in a naval movement: the step, who decides, and what they may do (VQ 16.1.1 to 16.2.K)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ..core.messages import Message
from ..core.procedure import Expected
from . import naval_events as events
from .naval_objections import (
    groups_of,
    havens,
    may_intercept,
    must_answer,
    next_to_avoid,
    next_to_intercept,
    retreats_open,
)
from .naval_position import CLAUSE_OF, Move, Position, Stage, Voyage, combats
from .navigation import open_settlements
from .seas import ships_of
from .ships_lost import choices

MOST_CHOICES = 60
"""How many choices of losses are listed; with many kinds of ships there can be thousands."""


def expected(position: Position) -> Expected:
    """What comes next."""
    says, found = _OUTLOOK[position.stage](position)
    clause_id = CLAUSE_OF[position.stage]
    return Expected(clause_id, says, tuple(islice(found, MOST_CHOICES)), position.stage == "over")


Outlook = tuple[Message, Iterator[events.Event]]


def _declaring(position: Position) -> Outlook:
    def moves() -> Iterator[events.Event]:
        """One whole stack or one expedition to each place around it; more may be declared at once."""
        for location in dict.fromkeys(s.location for s in position.stacks if s.power == position.active):
            for to in position.waters.neighbours(location):
                yield events.Declare(moves=(Move(location, to),))
        for each in position.expeditions:
            if each.power == position.active:
                for to in position.waters.neighbours(each.location):
                    yield events.Declare(voyages=(Voyage(each.captain, to),))

    return Message("vq.next-declare", power=position.active), moves()


def _navigating(position: Position) -> Outlook:
    def decisions() -> Iterator[events.Event]:
        for captain in position.to_roll:
            yield events.Navigate(captain)
        for captain in position.to_give_up:
            expedition = position.expedition(captain)
            for treasure in expedition.treasures if expedition else ():
                yield events.LoseTreasure(captain, treasure)
        for captain in position.to_settle:
            expedition = position.expedition(captain)
            if expedition:
                for area in open_settlements(position.settlements, expedition.location):
                    yield events.PlaceColony(captain, area)
            yield events.KeepColony(captain)

    waiting = dict.fromkeys((*position.to_roll, *position.to_give_up, *position.to_settle))
    return Message("vq.next-navigate", captains=Message.all_of(waiting)), decisions()


def _responding(position: Position) -> Outlook:
    def responses() -> Iterator[events.Event]:
        yield events.NoResponse()
        others = (power for power in position.board.impulse_order if power != position.active)
        for power in others:
            for move in position.moves:
                yield events.Storms(power, (events.Undone(move.origin, move.to),))

    return Message("vq.next-respond", power=position.active), responses()


def _intercepting(position: Position) -> Outlook:
    power = next_to_intercept(position) or position.active

    def attempts() -> Iterator[events.Event]:
        for attempt in may_intercept(position, power):
            yield events.Intercept(power, attempt.origin, attempt.to)
        yield events.Decline(power)

    return Message("vq.next-intercept", power=power), attempts()


def _avoiding(position: Position) -> Outlook:
    power = next_to_avoid(position) or position.active
    zones = must_answer(position, power)

    def answers() -> Iterator[events.Event]:
        for zone in zones:
            for to in havens(position, power, zone):
                yield events.Avoid(power, zone, to)
            yield events.Stay(power, zone)

    return Message("vq.next-avoid", power=power, zones=Message.all_of(zones)), answers()


def _fighting(position: Position) -> Outlook:
    left = combats(position)
    if position.contested is not None:
        left = {position.contested: left[position.contested]}
    found = (events.Fight(location, enemy) for location, enemies in left.items() for enemy in enemies)
    return Message("vq.next-fight", power=position.active, places=Message.any_of(left)), found


def _losing(position: Position) -> Outlook:
    combat = position.combat
    assert combat is not None

    def losses() -> Iterator[events.Event]:
        for owed in combat.owed:
            units, groups = groups_of(position, owed.power, combat.location)
            for lost in choices(groups, owed.hits):
                pairs = zip(units, lost, strict=True)
                yield events.Lose(owed.power, ships_of({(s.kind, s.number): gone for s, gone in pairs}))

    first = combat.owed[0]
    return Message("vq.next-lose", power=first.power, count=first.hits), losses()


def _retreating(position: Position) -> Outlook:
    combat = position.combat
    assert combat is not None
    assert combat.retreats is not None
    options = retreats_open(position, combat.retreats, combat.location)
    found = (events.Retreat(combat.retreats, to) for to in options)
    return Message("vq.next-retreat", power=combat.retreats, options=Message.any_of(options)), found


def _over(position: Position) -> Outlook:
    return Message("vq.next-over", power=position.active), iter(())


_OUTLOOK: dict[Stage, Callable[[Position], Outlook]] = {
    "declare": _declaring,
    "navigate": _navigating,
    "respond": _responding,
    "intercept": _intercepting,
    "avoid": _avoiding,
    "fight": _fighting,
    "losses": _losing,
    "retreat": _retreating,
    "over": _over,
}
