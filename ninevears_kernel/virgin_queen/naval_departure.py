"""The start of a naval movement: moves at once, alignment, expeditions, colonies (VQ 16.1.1, 16.1.2)."""

from __future__ import annotations

from msgspec.structs import replace

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from .naval_events import Declare, KeepColony, LoseTreasure, Navigate, PlaceColony
from .naval_position import Expedition, Move, Position, Roll, words_of
from .navigation import after, may_place, navigation_roll, open_settlements, tell_after
from .seas import Alignment, Stack, Stacks, stacks_at, taken_out, tidy

# ---- 16.1.1, 16.1.2


@carries_out("VQ 16.1.1", "VQ 16.1.2.a")
def declare(position: Position, event: Declare, context: RulingContext) -> Position:
    """All moves are carried out at once; expeditions sail."""
    moves = tuple(_named(position, move) for move in event.moves)
    for move in moves:
        words = words_of(move.units or (), move.leaders or ())
        context.step(
            "VQ 16.1.1", "vq.move-declared", power=position.active, what=words, origin=move.origin, to=move.to
        )
    position = replace(position, before=position.stacks, moves=moves, stage="navigate")
    position = replace(position, stacks=carried(position, context))
    to_roll, to_settle = [], []
    for voyage in event.voyages:
        expedition = position.expedition(voyage.captain)
        assert expedition is not None
        context.step("VQ 16.1.1", "vq.voyage-declared", captain=voyage.captain, to=voyage.to)
        position = _with(position, replace(expedition, location=voyage.to))
        if not position.waters.is_a("ocean", voyage.to):
            continue
        ways = position.board.passages
        if any(way.needs_roll(expedition.location, voyage.to) for way in ways):  # VQ 16.1.2.b
            to_roll.append(voyage.captain)
        elif _could_place(position, voyage.captain) and may_place(None, context):
            to_settle.append(voyage.captain)
    return replace(position, to_roll=tuple(to_roll), to_settle=tuple(to_settle))


def _named(position: Position, move: Move) -> Move:
    """A move with its units and leaders named."""
    stack = position.all_of(position.active, move.origin)
    units = stack.units if move.units is None else move.units
    leaders = tuple(leader.name for leader in stack.leaders) if move.leaders is None else move.leaders
    return Move(move.origin, move.to, units, leaders)


@carries_out("VQ 16.1.2.a")
def carried(position: Position, context: RulingContext) -> Stacks:
    """The stacks after all moves at once, each arrival aligned as the location asks."""
    left = position.before
    for move in position.moves:
        left = taken_out(left, position.active, move.origin, move.units or (), move.leaders or ())
    arrived = []
    for move in position.moves:
        leaders = tuple(
            leader
            for stack in stacks_at(position.before, move.origin, position.active)
            for leader in stack.leaders
            if leader.name in (move.leaders or ())
        )
        aligned = _alignment(position, left, move.to, context)
        arrived.append(Stack(position.active, move.to, move.units or (), leaders, aligned))
    return tidy([*left, *arrived])


def _alignment(position: Position, left: Stacks, to: str, context: RulingContext) -> Alignment:
    place = position.waters.by_name[to]
    if place.kind != "sea":
        context.step("VQ 16.1.2.a", "vq.arrives-in-port" if place.kind == "port" else "vq.arrives-far", to=to)
        return "normal"
    own = [stack for stack in stacks_at(left, to, position.active) if stack.units]
    if not own:
        were = [stack for stack in stacks_at(position.before, to, position.active) if stack.units]
        if were and context.reading("units-moving-out") == "still-there":
            own = were
    if own:
        aligned = own[0].aligned
        context.step("VQ 16.1.2.a", "vq.arrives-with-own", to=to, aligned=Message(f"vq.aligned-{aligned}"))
        return aligned
    context.step("VQ 16.1.2.a", "vq.arrives-alone", to=to)
    return "vertical"


def _could_place(position: Position, captain: str) -> bool:
    expedition = position.expedition(captain)
    return (
        expedition is not None
        and expedition.colony
        and bool(open_settlements(position.settlements, expedition.location))
    )


@carries_out("VQ 16.1.2.b", "VQ 5.4.b")
def navigate(position: Position, event: Navigate, context: RulingContext) -> Position:
    """The navigation roll, and what it makes of captain, colony and treasures."""
    captain, board = event.captain, position.board
    expedition = position.expedition(captain)
    assert expedition is not None
    projection = expedition.power in board.benefits.map_projection
    result = navigation_roll(board.navigation_table, expedition.navigation, projection, captain, context)
    found = after(result, expedition.damaged, len(expedition.treasures))
    tell_after(found, expedition.damaged, captain, context)
    waiting = tuple(name for name in position.to_roll if name != captain)
    roll = Roll("navigate", expedition.power, expedition.location, result)
    position = replace(position, to_roll=waiting, rolls=(*position.rolls, roll))
    if found.captain == "sails-on":
        position = _with(position, replace(expedition, damaged=found.damaged))
        if found.treasures_lost == "one":
            return replace(position, to_give_up=(*position.to_give_up, captain))
        if _could_place(position, captain) and result == "passed":
            return replace(position, to_settle=(*position.to_settle, captain))
        return position
    if expedition.colony:
        context.step("VQ 16.1.2.b", "vq.navigation-colony-lost", captain=captain)
        position = replace(position, colonies_lost=(*position.colonies_lost, captain))
    position = replace(
        position,
        expeditions=tuple(each for each in position.expeditions if each.captain != captain),
        discarded=(*position.discarded, *expedition.treasures),
    )
    if found.captain == "removed":
        return replace(position, removed=(*position.removed, captain))
    return replace(position, turn_track=(*position.turn_track, captain))


@carries_out("VQ 16.1.2.b")
def lose_treasure(position: Position, event: LoseTreasure, context: RulingContext) -> Position:
    """The treasure chosen is discarded."""
    expedition = position.expedition(event.captain)
    assert expedition is not None
    context.step("VQ 16.1.2.b", "vq.treasure-lost", captain=event.captain, treasure=event.treasure)
    kept = list(expedition.treasures)
    kept.remove(event.treasure)
    waiting = tuple(name for name in position.to_give_up if name != event.captain)
    position = _with(position, replace(expedition, treasures=tuple(kept)))
    return replace(position, to_give_up=waiting, discarded=(*position.discarded, event.treasure))


@carries_out("VQ 16.1.2.c")
def place_colony(position: Position, event: PlaceColony, context: RulingContext) -> Position:
    """The colony goes from the expedition to the settlement."""
    expedition = position.expedition(event.captain)
    assert expedition is not None
    context.step("VQ 16.1.2.c", "vq.colony-placed", captain=event.captain, settlement=event.settlement)
    areas = tuple(
        replace(area, empty=False) if area.name == event.settlement else area for area in position.settlements
    )
    position = _with(position, replace(expedition, colony=False))
    waiting = tuple(name for name in position.to_settle if name != event.captain)
    position = replace(position, settlements=areas)
    # Another expedition in that zone may have lost the last place for its colony.
    return replace(position, to_settle=tuple(name for name in waiting if _could_place(position, name)))


def keep_colony(position: Position, event: KeepColony, context: RulingContext) -> Position:
    """The colony stays aboard."""
    context.step("VQ 16.1.2.c", "vq.colony-kept", captain=event.captain)
    return replace(position, to_settle=tuple(name for name in position.to_settle if name != event.captain))


def _with(position: Position, expedition: Expedition) -> Position:
    others = (expedition if each.captain == expedition.captain else each for each in position.expeditions)
    return replace(position, expeditions=tuple(others))
