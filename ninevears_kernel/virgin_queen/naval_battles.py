"""The combats of a naval movement: dice, losses by choice, retreats (VQ 16.1.7 to 16.2.K)."""

from __future__ import annotations

from itertools import islice

from msgspec.structs import replace

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from .naval_combat import roll_for_hits, winner_of
from .naval_events import Fight, Lose, Retreat
from .naval_forces import NavalCombat, ship_words
from .naval_objections import force_of, groups_of, retreats_open
from .naval_position import Combat, InZone, Loss, Owed, Position, Roll, combats, moved_whole, with_zone
from .seas import Ships, ships_of, taken_out, without
from .ships_lost import choices

# ---- 16.1.7, 16.2


@carries_out("VQ 16.1.7", "VQ 16.2", "VQ 16.2.1", "VQ 16.2.2", "VQ 16.2.3")
def fight(position: Position, event: Fight, context: RulingContext) -> Position:
    """The dice of both sides; losses that leave a choice are their owners'."""
    location, enemy = event.location, event.enemy
    place = position.waters.by_name[location]
    context.step("VQ 16.1.7", "vq.fight", power=position.active, enemy=enemy, location=location)
    allies = [other for other in combats(position)[location] if position.board.are_allied(other, enemy)]
    if allies:
        context.step("VQ 16.1.7", "vq.fight-alone", enemy=enemy, allies=Message.all_of(allies))
    combat = NavalCombat(
        attacker=force_of(position, position.active, location, event.extra_dice.attacker),  # VQ 16.2.1
        defender=force_of(position, enemy, location, event.extra_dice.defender),  # VQ 16.2.2
        place="port" if place.kind == "port" else "sea",
        zone=place.ocean or "Mediterranean",  # of a port that names no waters: no figures of the Atlantic
        atlantic=position.board.atlantic,
    )
    hits = roll_for_hits(combat, context)
    winner = winner_of(hits)
    roll = Roll("fight", position.active, location, winner)
    owed = tuple(Owed(power, taken) for power, taken in ((position.active, hits[1]), (enemy, hits[0])))
    position = replace(
        position,
        stage="losses",
        contested=location,
        fought=with_zone(position.fought, InZone(enemy, location)),
        combat=Combat(location, enemy, "attacker" if winner == "attacker" else "defender", owed),
        rolls=(*position.rolls, roll),
    )
    for each in owed:
        units, groups = groups_of(position, each.power, location)
        options = list(islice(choices(groups, each.hits), 2))
        if len(options) == 1:
            lost = ships_of({(s.kind, s.number): gone for s, gone in zip(units, options[0], strict=True)})
            position = lose(position, Lose(each.power, lost), context)
    return position


@carries_out("VQ 16.2.3", "VQ 16.2.K")
def lose(position: Position, event: Lose, context: RulingContext) -> Position:
    """The units lost leave the map; leaders without a unit go to the turn track."""
    combat = position.combat
    assert combat is not None
    power, location = event.power, combat.location
    hits = next(each.hits for each in combat.owed if each.power == power)
    owed = tuple(each for each in combat.owed if each.power != power)
    left = without(position.all_of(power, location).units, event.units)
    context.step(
        "VQ 16.2.K", "vq.combat-losses",
        power=power, count=hits, gone=ship_words(event.units), left=ship_words(left),
    )  # fmt: skip
    return replace(
        _out_of_play(position, power, location, event.units, context), combat=replace(combat, owed=owed)
    )


def _out_of_play(
    position: Position, power: str, location: str, units: tuple[Ships, ...], context: RulingContext
) -> Position:
    """Units lost in a location, and its leaders to the turn track when none is left (VQ 16.2.K)."""
    stack = position.all_of(power, location)
    names = tuple(leader.name for leader in stack.leaders) if not without(stack.units, units) else ()
    if names:
        context.step("VQ 16.2.K", "vq.combat-leaders", power=power, count=len(names))
    return replace(
        position,
        stacks=taken_out(position.stacks, power, location, units, names),
        lost=(*position.lost, Loss(power, units)) if units else position.lost,
        turn_track=(*position.turn_track, *names),
    )


@carries_out("VQ 16.2.K")
def retreat(position: Position, event: Retreat, context: RulingContext) -> Position:
    """All units and leaders of the power go to the location named."""
    combat = position.combat
    assert combat is not None
    context.step("VQ 16.2.K", "vq.retreat-goes", power=event.power, to=event.to)
    stacks = moved_whole(position.stacks, event.power, combat.location, event.to)
    return replace(position, stacks=stacks, combat=None, stage="fight")


@carries_out("VQ 16.1.7", "VQ 16.2.3", "VQ 16.2.K")
def after_losses(position: Position, combat: Combat, context: RulingContext) -> Position:
    """Who retreats: at sea the loser; from a port the attacker, in the end even after winning."""
    location = combat.location
    in_port = position.waters.is_a("port", location)
    if in_port and combat.winner == "attacker":
        # VQ 16.1.7: a winner goes on against the next enemy; VQ 16.2.K: in the end it leaves the port.
        who = None if location in combats(position) else position.active
    else:
        who = position.active if combat.winner == "defender" else combat.enemy
    if who is None or not position.has_units(who, location):
        return replace(position, combat=None, stage="fight")
    context.step("VQ 16.2.K", "vq.retreat-from-port" if in_port else "vq.retreat-at-sea", power=who)
    options = retreats_open(position, who, location)
    if options:
        context.step("VQ 16.2.K", "vq.retreat-to", power=who, options=Message.any_of(options))
        return replace(position, combat=replace(combat, retreats=who), stage="retreat")
    context.step("VQ 16.2.K", "vq.retreat-nowhere", power=who)
    units = position.all_of(who, location).units
    return replace(_out_of_play(position, who, location, units, context), combat=None, stage="fight")
