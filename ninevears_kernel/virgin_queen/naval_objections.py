"""What stands against an event of a naval movement: every clause that it violates (VQ 16.1.1 to 16.2.K)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation, objection
from . import avoidance, interception, naval_events as events
from .avoidance import Haven
from .naval_forces import Force, retreat_objections, ship_words, worth
from .naval_position import (
    CLAUSE_OF,
    FOUGHT_OUT,
    STAGES,
    Attempt,
    InZone,
    Position,
    Stage,
    combats,
    is_turned,
    targets,
)
from .navigation import open_settlements
from .seas import Ships, Stack, Tally, holds, stacks_at, tally
from .ships_lost import Group, is_enough

Found = Iterator[Violation]


def objections(position: Position, event: events.Event) -> Found:
    """Every clause that an event would violate now; none when it may happen.

    Before its time an event is refused by what comes first; an attempt to intercept or to avoid combat also
    by what forbids it as the moves stand. After its time it is refused by what forbade it even then, and if
    nothing did, by what ended its time.
    """
    stage = events.STAGE_OF[type(event)]
    late = _is_late(position, stage)
    named = {"event": Message(f"vq.stage-{stage}"), "now": Message(f"vq.stage-{position.stage}")}
    check = _CHECKS.get(type(event))
    found = [*check(position, event)] if check is not None and _is_settled(position, stage) else []
    yield from found
    if late and not found:
        yield objection(_what_ended(position, stage), "vq.move-too-late", **named)
    elif not late and stage != position.stage and not (found and stage in FOUGHT_OUT):
        yield objection(CLAUSE_OF[position.stage], "vq.move-not-now", **named)


def _is_settled(position: Position, stage: Stage) -> bool:
    """Whether what forbids the events of a stage can be told now: moves that are made cannot be declared
    again, and until the units are turned nobody knows who fights whom.
    """
    if stage == position.stage:
        return True
    if stage in FOUGHT_OUT:
        return is_turned(position)
    return stage != "declare" and position.stage != "declare"


def _is_late(position: Position, stage: Stage) -> bool:
    """Whether a stage is over for good; combats, losses and retreats follow one another till the end."""
    if position.stage == "over":
        return True
    return stage not in FOUGHT_OUT and STAGES.index(stage) < STAGES.index(position.stage)


@carries_out("VQ 16.1.6")
def _what_ended(position: Position, stage: Stage) -> str:
    """The clause by which the time of a stage is over."""
    ended_by_turning = is_turned(position) and stage in ("intercept", "avoid")
    return "VQ 16.1.6" if ended_by_turning else CLAUSE_OF[stage]


# ---- 16.1.1, 16.1.2: the declaration, and expeditions


@carries_out("VQ 16.1.1")
def of_declaring(position: Position, event: events.Declare) -> Found:
    """Names of the map, adjacent destinations, one destination for each unit, leader and captain."""
    if not event.moves and not event.voyages:
        yield objection("VQ 16.1.1", "vq.move-nothing")
    asked: dict[str, Tally] = {}
    leaders: Counter[tuple[str, str]] = Counter()
    for move in event.moves:
        stack = position.all_of(position.active, move.origin)
        yield from _of_the_way(position, move.origin, move.to)
        units = stack.units if move.units is None else move.units
        names = [leader.name for leader in stack.leaders] if move.leaders is None else move.leaders
        if not units and not names:
            yield objection("VQ 16.1.1", "vq.move-none-there", power=position.active, origin=move.origin)
        asked[move.origin] = asked.get(move.origin, Counter()) + tally(units)
        leaders.update((move.origin, name) for name in names)
    for origin, counted in asked.items():
        stack = position.all_of(position.active, origin)
        yield from _of_the_units(stack, counted)
    for (origin, name), times in leaders.items():
        if name not in [leader.name for leader in position.all_of(position.active, origin).leaders]:
            yield objection("VQ 16.1.1", "vq.move-no-leader", leader=name, origin=origin)
        elif times > 1:
            yield objection("VQ 16.1.1", "vq.move-twice", name=name)
    yield from _of_the_voyages(position, event)


def _of_the_way(position: Position, origin: str, to: str) -> Found:
    unknown = [name for name in dict.fromkeys((origin, to)) if name not in position.waters.by_name]
    for name in unknown:
        yield objection("VQ 16.1.1", "vq.move-unknown", place=name)
    if not unknown and not position.waters.adjacent(origin, to):
        options = position.waters.neighbours(origin)
        remedy = Message("remedy.vq-move-not-adjacent", options=Message.any_of(options)) if options else None
        yield objection("VQ 16.1.1", "vq.move-not-adjacent", remedy, origin=origin, to=to)


def _of_the_units(stack: Stack, counted: Tally, clause_id: str = "VQ 16.1.1") -> Found:
    """Every kind of unit of which more are named than a stack holds."""
    here = tally(stack.units)
    for (kind, number), count in sorted(counted.items()):
        if count > here[kind, number]:
            named = ship_words((Ships(kind, number, count),))
            has = here[kind, number]
            yield objection(
                clause_id, "vq.move-no-units", power=stack.power, place=stack.location, named=named, has=has
            )


def _of_the_voyages(position: Position, event: events.Declare) -> Found:
    times = Counter(voyage.captain for voyage in event.voyages)
    for captain, count in times.items():
        if count > 1:
            yield objection("VQ 16.1.1", "vq.move-twice", name=captain)
    for voyage in event.voyages:
        expedition = position.expedition(voyage.captain)
        if expedition is None or expedition.power != position.active:
            yield objection("VQ 16.1.1", "vq.move-no-captain", power=position.active, captain=voyage.captain)
        else:
            yield from _of_the_way(position, expedition.location, voyage.to)


@carries_out("VQ 16.1.2.b")
def of_navigating(position: Position, event: events.Navigate) -> Found:
    """The expedition must be one that has yet to roll."""
    if event.captain not in position.to_roll:
        yield objection("VQ 16.1.2.b", "vq.navigation-no-roll", captain=event.captain)


def of_losing_a_treasure(position: Position, event: events.LoseTreasure) -> Found:
    """The treasure must be aboard an expedition that has one to lose."""
    expedition = position.expedition(event.captain)
    if event.captain not in position.to_give_up or expedition is None:
        yield objection("VQ 16.1.2.b", "vq.navigation-none-to-lose", captain=event.captain)
    elif event.treasure not in expedition.treasures:
        yield objection(
            "VQ 16.1.2.b", "vq.navigation-not-aboard", captain=event.captain, treasure=event.treasure,
            aboard=Message.any_of(expedition.treasures),
        )  # fmt: skip


@carries_out("VQ 16.1.2.c")
def of_placing_a_colony(position: Position, event: events.PlaceColony | events.KeepColony) -> Found:
    """The expedition must be one that may place its colony, and the settlement one that is open to it."""
    expedition = position.expedition(event.captain)
    if event.captain not in position.to_settle or expedition is None:
        yield objection("VQ 16.1.2.c", "vq.colony-may-not", captain=event.captain)
    elif isinstance(event, events.PlaceColony):
        options = open_settlements(position.settlements, expedition.location)
        if event.settlement not in options:
            yield objection(
                "VQ 16.1.2.c", "vq.colony-not-there",
                settlement=event.settlement, zone=expedition.location, options=Message.any_of(options),
            )  # fmt: skip


@carries_out("VQ 16.1.3")
def of_storms(position: Position, event: events.Storms) -> Found:
    """Another power plays the card, and what it undoes are moves of this action."""
    if event.power == position.active:
        yield objection("VQ 16.1.3", "vq.storms-own", power=event.power)
    declared = [(move.origin, move.to) for move in position.moves]
    for undone in event.undone:
        if (undone.origin, undone.to) not in declared:
            yield objection("VQ 16.1.3", "vq.storms-no-move", origin=undone.origin, to=undone.to)


# ---- 16.1.4: interception


def circumstances(position: Position, power: str, origin: str, to: str) -> interception.Circumstances:
    """What decides whether a power may try to intercept from one place into another.

    After the units are turned nobody can say any more who lay where before (VQ 16.1.6).
    """
    board, turned = position.board, is_turned(position)
    hostile = any(
        board.hostile(power, stack.power)
        for stack in stacks_at(position.stacks, to)
        if stack.units and stack.aligned == "normal"
    )
    closed_by = next((each.power for each in position.closed if each.location == to), None)
    return interception.Circumstances(
        power,
        at_war=board.hostile(power, position.active),
        vertical=to in (*targets(position), *position.turned),
        adjacent=position.waters.adjacent(origin, to),
        active_units_at_origin=None if turned else position.has_units(position.active, origin),
        hostile_units_at_destination=None if turned else hostile,
        succeeded=closed_by,
    )


def may_intercept(position: Position, power: str) -> tuple[Attempt, ...]:
    """The attempts that a power has left, whole stacks, its turn or not."""
    if power in position.declined:
        return ()
    return tuple(
        attempt
        for to in targets(position)
        for origin in position.waters.neighbours(to)
        if position.has_units(power, origin)
        and (attempt := Attempt(power, origin, to)) not in position.tried
        and not any(interception.limits(circumstances(position, power, origin, to)))
    )


@carries_out("VQ 16.1.4.a")
def next_to_intercept(position: Position) -> str | None:
    """The first power in impulse order that can still try; None when none can."""
    return next((power for power in position.board.enemies if may_intercept(position, power)), None)


@carries_out("VQ 16.1.4.a", "VQ 16.1.4.b")
def of_intercepting(position: Position, event: events.Intercept) -> Found:
    """The limits, the units named, one attempt a stack and destination, the impulse order."""
    yield from _of_the_turn(position, event.power)
    yield from interception.limits(circumstances(position, event.power, event.origin, event.to))
    stack = position.all_of(event.power, event.origin)
    units = stack.units if event.units is None else event.units
    if not units:
        yield objection("VQ 16.1.4.a", "vq.intercept-none-there", power=event.power, origin=event.origin)
    yield from _of_the_units(stack, tally(units), "VQ 16.1.4.a")
    names = [leader.name for leader in stack.leaders]
    for leader in dict.fromkeys(event.leaders or ()):
        if leader not in names:
            yield objection("VQ 16.1.4.a", "vq.move-no-leader", leader=leader, origin=event.origin)
    if Attempt(event.power, event.origin, event.to) in position.tried:
        yield objection("VQ 16.1.4.a", "vq.intercept-tried", origin=event.origin, to=event.to)


def of_declining(position: Position, event: events.Decline) -> Found:
    """Only the power whose turn it is declines."""
    yield from _of_the_turn(position, event.power)


def _of_the_turn(position: Position, power: str) -> Found:
    if power in position.declined:
        yield objection("VQ 16.1.4.a", "vq.intercept-declined", power=power)
        return
    yield from _of_the_order(position, power, next_to_intercept(position), "VQ 16.1.4.a")


def _of_the_order(position: Position, power: str, first: str | None, clause_id: str) -> Found:
    if first not in (None, power) and position.board.hostile(power, position.active):
        yield objection(clause_id, "vq.out-of-order", power=power, first=first)


# ---- 16.1.5: avoiding combat


def _withdrawal(position: Position, power: str, zone: str) -> avoidance.Circumstances:
    place = position.waters.by_name.get(zone)
    enemies = [s for s in stacks_at(position.stacks, zone) if s.units and s.power in position.board.enemies]
    return avoidance.Circumstances(
        power,
        place=place.kind if place else None,
        at_war=position.board.hostile(power, position.active),
        active_vertical=zone in (*targets(position), *position.turned),
        enemies_normal=all(stack.aligned == "normal" for stack in enemies),
        intercepted=any(each.location == zone for each in position.intercepted),
    )


def haven(position: Position, power: str, zone: str, to: str) -> Haven | None:
    """A location to which a power in a zone would withdraw; None when the map does not have it."""
    place = position.waters.by_name.get(to)
    if place is None:
        return None
    hostile = any(position.board.hostile(power, other) for other in position.powers_at(to))
    return Haven(place.kind, to, position.waters.adjacent(zone, to), place.controller, hostile)


def must_answer(position: Position, power: str) -> tuple[str, ...]:
    """The zones in which a power may still try to avoid combat."""
    return tuple(
        zone
        for zone in targets(position)
        if position.has_units(power, zone)
        and InZone(power, zone) not in position.answered
        and not any(avoidance.limits(_withdrawal(position, power, zone)))
    )


def havens(position: Position, power: str, zone: str) -> tuple[str, ...]:
    """The names of the locations to which a power in a zone may try to withdraw."""
    around = ((name, haven(position, power, zone, name)) for name in position.waters.neighbours(zone))
    return tuple(name for name, to in around if to and not any(avoidance.haven_limits(power, to)))


@carries_out("VQ 16.1.5.a")
def next_to_avoid(position: Position) -> str | None:
    """The first power in impulse order that may still try to avoid combat; None when none may."""
    return next((power for power in position.board.enemies if must_answer(position, power)), None)


@carries_out("VQ 16.1.5.a", "VQ 16.1.5.b")
def of_avoiding(position: Position, event: events.Avoid | events.Stay) -> Found:
    """Who may avoid, where to, the impulse order, one answer for each zone."""
    power, zone = event.power, event.zone
    yield from _of_the_order(position, power, next_to_avoid(position), "VQ 16.1.5.a")
    if zone not in position.waters.by_name:
        yield objection("VQ 16.1.5.a", "vq.move-unknown", place=zone)
    elif not position.has_units(power, zone):
        yield objection("VQ 16.1.5.a", "vq.avoid-none-there", power=power, zone=zone)
    if InZone(power, zone) in position.answered:
        yield objection("VQ 16.1.5.a", "vq.avoid-answered", power=power, zone=zone)
    yield from avoidance.limits(_withdrawal(position, power, zone))
    if isinstance(event, events.Avoid):
        to = haven(position, power, zone, event.to)
        if to is None:
            yield objection("VQ 16.1.5.b", "vq.move-unknown", place=event.to)
        else:
            yield from avoidance.haven_limits(power, to)


# ---- 16.1.7, 16.2: combat


@carries_out("VQ 16.1.7", "VQ 16.2")
def of_fighting(position: Position, event: events.Fight) -> Found:
    """The enemy must be there, be one, not be fought yet; a location is fought out before another."""
    location, enemy = event.location, event.enemy
    if not position.board.hostile(enemy, position.active):
        yield objection("VQ 16.1.7", "vq.fight-no-enemy", enemy=enemy, power=position.active)
    if InZone(enemy, location) in position.fought:
        yield objection("VQ 16.1.7", "vq.fight-again", enemy=enemy, location=location)
    elif enemy not in combats(position).get(location, ()):
        yield objection(
            "VQ 16.2", "vq.fight-not-there", enemy=enemy, power=position.active, location=location
        )
    if position.contested not in (None, location):
        yield objection("VQ 16.1.7", "vq.fight-elsewhere", contested=position.contested, location=location)


def groups_of(position: Position, power: str, location: str) -> tuple[tuple[Ships, ...], tuple[Group, ...]]:
    """The units of a power in a location, and what sinks them there."""
    units = position.all_of(power, location).units
    waters = position.waters.by_name[location].ocean
    return units, tuple(Group(worth(s, waters, position.board.atlantic).hits, s.count) for s in units)


@carries_out("VQ 16.2.K")
def of_losing(position: Position, event: events.Lose) -> Found:
    """The power must have hits to pay for, hold the units, and lose as many as the hits sink."""
    combat = position.combat
    owed = {each.power: each.hits for each in combat.owed} if combat else {}
    if combat is None or event.power not in owed:
        yield objection("VQ 16.2.K", "vq.lose-nothing-owed", power=event.power)
        return
    units, groups = groups_of(position, event.power, combat.location)
    named = tally(event.units)
    if not holds(units, event.units):
        yield from _of_the_units(position.all_of(event.power, combat.location), named, "VQ 16.2.K")
    elif not is_enough(groups, [named[s.kind, s.number] for s in units], owed[event.power]):
        yield objection("VQ 16.2.K", "vq.lose-not-so", power=event.power, hits=owed[event.power])


@carries_out("VQ 16.2.K")
def of_retreating(position: Position, event: events.Retreat) -> Found:
    """A retreat goes to a location that is allowed."""
    combat = position.combat
    if combat is None or combat.retreats is None:
        yield objection("VQ 16.2.K", "vq.retreat-nobody", power=event.power)
        return
    if event.power != combat.retreats:
        yield objection("VQ 16.2.K", "vq.retreat-other", power=event.power, other=combat.retreats)
        return
    if not position.waters.adjacent(combat.location, event.to):
        yield objection("VQ 16.2.K", "vq.retreat-not-adjacent", to=event.to, location=combat.location)
    if event.to in position.waters.by_name:
        yield from _of_a_retreat(position, event.power, combat.location, event.to)


def retreats_open(position: Position, power: str, location: str) -> tuple[str, ...]:
    """The names of the locations to which a power may retreat."""
    around = position.waters.neighbours(location)
    return tuple(name for name in around if not any(_of_a_retreat(position, power, location, name)))


def _of_a_retreat(position: Position, power: str, location: str, to: str) -> Found:
    place = "port" if position.waters.is_a("port", location) else "sea"
    yield from retreat_objections(place, power, position.neighbour(power, to))


def force_of(position: Position, power: str, location: str, extra_dice: int = 0) -> Force:
    """The force of a power in a location; all its stacks fight as one (VQ 16.1.4.c)."""
    stack = position.all_of(power, location)
    return Force(power, stack.units, tuple(leader.rating for leader in stack.leaders), extra_dice)


_CHECKS: dict[type, Callable[[Position, Any], Found]] = {
    events.Declare: of_declaring,
    events.Navigate: of_navigating,
    events.LoseTreasure: of_losing_a_treasure,
    events.PlaceColony: of_placing_a_colony,
    events.KeepColony: of_placing_a_colony,
    events.Storms: of_storms,
    events.Intercept: of_intercepting,
    events.Decline: of_declining,
    events.Avoid: of_avoiding,
    events.Stay: of_avoiding,
    events.Fight: of_fighting,
    events.Lose: of_losing,
    events.Retreat: of_retreating,
}
