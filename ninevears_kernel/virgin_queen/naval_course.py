"""What each event of a naval movement does, and the steps that follow by themselves (VQ 16.1, 16.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from . import naval_events as events
from .naval_battles import after_losses, fight, lose, retreat
from .naval_departure import carried, declare, keep_colony, lose_treasure, navigate, place_colony
from .naval_objections import next_to_avoid, next_to_intercept
from .naval_position import (
    Attempt,
    InZone,
    Position,
    Roll,
    combats,
    moved_whole,
    targets,
    with_zone,
    words_of,
)
from .naval_rolls import chance_of, succeeds, tell_chance
from .seas import Stack, taken_out, tidy


def carry_out(position: Position, event: events.Event, context: RulingContext) -> Position:
    """The position after an event that may happen, and after all that follows from it by itself."""
    return _settled(_EFFECTS[type(event)](position, event, context), context)


# ---- 16.1.3


@carries_out("VQ 16.1.3")
def storms(position: Position, event: events.Storms, context: RulingContext) -> Position:
    """The moves that the card undoes are undone, and the others stand as if those had not been made."""
    gone = {(undone.origin, undone.to) for undone in event.undone}
    context.step("VQ 16.1.3", "vq.storms", power=event.power)
    for origin, to in sorted(gone):
        context.step("VQ 16.1.3", "vq.storms-undo", origin=origin, to=to)
    position = replace(position, moves=tuple(m for m in position.moves if (m.origin, m.to) not in gone))
    return replace(position, stacks=carried(position, context)) if gone else position


def no_response(position: Position, event: events.NoResponse, context: RulingContext) -> Position:
    """Interceptions come next."""
    context.step("VQ 16.1.3", "vq.no-response")
    return replace(position, stage="intercept")


# ---- 16.1.4, 16.1.5


@carries_out("VQ 16.1.4.a", "VQ 16.1.4.b", "VQ 16.1.4.c")
def intercept(position: Position, event: events.Intercept, context: RulingContext) -> Position:
    """The roll; interceptors who succeed go to the destination, vertical."""
    power, to, board = event.power, event.to, position.board
    stack = position.all_of(power, event.origin)
    units = stack.units if event.units is None else event.units
    named = [leader.name for leader in stack.leaders] if event.leaders is None else event.leaders
    leaders = tuple(leader for leader in stack.leaders if leader.name in named)
    group = Stack(power, to, units, leaders, "vertical")
    words = words_of(units, [leader.name for leader in leaders])
    context.step("VQ 16.1.4.a", "vq.intercept-tries", power=power, what=words, origin=event.origin, to=to)
    zone = position.waters.by_name[to].ocean
    telescope = power in board.benefits.telescope
    chance = chance_of(group.rating, zone, [ship.kind for ship in units], telescope)
    tell_chance("VQ 16.1.4.c", chance, zone, context)
    success = succeeds("VQ 16.1.4.c", chance, Message("vq.roll-interception-of", power=power), context)
    roll = Roll("intercept", power, to, "succeeds" if success else "fails")
    tried = (*position.tried, Attempt(power, event.origin, to))
    position = replace(position, tried=tried, rolls=(*position.rolls, roll))
    if not success:
        return position
    context.step("VQ 16.1.4.c", "vq.intercept-goes", power=power, to=to)
    left = taken_out(position.stacks, power, event.origin, units, named)
    closed = [to]
    if len(targets(position)) > 1 and context.reading("interception-elsewhere") == "whole-move":
        closed = list(targets(position))
    return replace(
        position,
        stacks=tidy([*left, group]),
        intercepted=with_zone(position.intercepted, InZone(power, to)),
        closed=(*position.closed, *(InZone(power, name) for name in closed)),
    )


def decline(position: Position, event: events.Decline, context: RulingContext) -> Position:
    """The power makes no more attempts."""
    context.step("VQ 16.1.4.a", "vq.intercept-declines", power=event.power)
    return replace(position, declined=(*position.declined, event.power))


@carries_out("VQ 16.1.5.a", "VQ 16.1.5.b")
def avoid(position: Position, event: events.Avoid, context: RulingContext) -> Position:
    """The roll; units that get away go to the location named, all together."""
    power, zone = event.power, event.zone
    stack = position.all_of(power, zone)
    context.step("VQ 16.1.5.b", "vq.avoid-tries", power=power, zone=zone, to=event.to)
    waters = position.waters.by_name[zone].ocean
    telescope = power in position.board.benefits.telescope
    chance = chance_of(stack.rating, waters, [ship.kind for ship in stack.units], telescope)
    tell_chance("VQ 16.1.5.b", chance, waters, context)
    success = succeeds("VQ 16.1.5.b", chance, Message("vq.roll-avoidance-of", power=power), context)
    roll = Roll("avoid", power, zone, "succeeds" if success else "fails")
    answered = (*position.answered, InZone(power, zone))
    position = replace(position, answered=answered, rolls=(*position.rolls, roll))
    if not success:
        return position
    context.step("VQ 16.1.5.b", "vq.avoid-goes", power=power, to=event.to)
    return replace(position, stacks=moved_whole(position.stacks, power, zone, event.to))


def stay(position: Position, event: events.Stay, context: RulingContext) -> Position:
    """The power does not try."""
    context.step("VQ 16.1.5.a", "vq.avoid-stays", power=event.power, zone=event.zone)
    return replace(position, answered=(*position.answered, InZone(event.power, event.zone)))


@carries_out("VQ 16.1.6")
def turn(position: Position, context: RulingContext) -> Position:
    """All vertical units are turned to normal."""
    if any(stack.aligned == "vertical" for stack in position.stacks):
        context.step("VQ 16.1.6", "vq.turned")
    stacks = tidy(replace(stack, aligned="normal") for stack in position.stacks)
    return replace(position, turned=targets(position), stacks=stacks)


# ---- what follows by itself


def _settled(position: Position, context: RulingContext) -> Position:
    """Goes on through the steps in which nobody has anything to decide."""
    if position.stage == "navigate" and not (position.to_roll or position.to_give_up or position.to_settle):
        position = replace(position, stage="respond")
    if position.stage == "intercept" and next_to_intercept(position) is None:
        position = replace(position, stage="avoid")
    if position.stage == "avoid" and next_to_avoid(position) is None:
        position = replace(turn(position, context), stage="fight")
    if position.stage == "losses" and position.combat and not position.combat.owed:
        position = after_losses(position, position.combat, context)
    if position.stage == "fight":
        left = combats(position)
        if position.contested not in left:
            position = replace(position, contested=None)
        if not left:
            context.step("VQ 16.1.7", "vq.move-over")
            position = replace(position, stage="over")
    return position


_EFFECTS: dict[type, Callable[[Position, Any, RulingContext], Position]] = {
    events.Declare: declare,
    events.Navigate: navigate,
    events.LoseTreasure: lose_treasure,
    events.PlaceColony: place_colony,
    events.KeepColony: keep_colony,
    events.Storms: storms,
    events.NoResponse: no_response,
    events.Intercept: intercept,
    events.Decline: decline,
    events.Avoid: avoid,
    events.Stay: stay,
    events.Fight: fight,
    events.Lose: lose,
    events.Retreat: retreat,
}
