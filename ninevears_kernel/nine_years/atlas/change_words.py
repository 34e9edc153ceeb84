"""What has changed between two scenes, in short sentences: for who follows the map by ear."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.messages import Message, say
from ..components.sides import SIDES
from .phrases import OWNERS, describe_colonies, describe_fleet, force, side_words
from .scene import Place, Scene, Stack

MOST_TOLD = 12
"""So many sentences are listened to at once; what is more is counted."""
Spot = tuple[str, str, bool]


def describe_changes(before: Scene, after: Scene, most: int = MOST_TOLD) -> list[str]:
    """The sentences that say what differs between two scenes.

    Cards, and which pieces have acted this round, are left out.

    Args:
        before: what was seen.
        after: what the same side sees now.
        most: how many sentences there may be; the rest is counted.

    >>> from ..components.changes import changed
    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> start = scenario_1688()
    >>> now = changed(start, [{"set": "control", "space": "Mons", "side": "Bourbon"}])
    >>> describe_changes(scene_of(start), scene_of(now))
    ['The Bourbons take Mons.']
    """
    described = [
        *_moment(before, after),
        *_places(before, after),
        *_seas(before, after),
        *_pieces(before, after),
    ]
    if len(described) <= most:
        return described
    return [*described[: most - 1], say("map.more-changes", count=len(described) - most + 1)]


def _moment(before: Scene, after: Scene) -> Iterator[str]:
    was, now = before.position, after.position
    if (before.year, before.phase) != (after.year, after.phase):
        yield say("map.phase-now", year=after.year, phase=Message(f"map.phase-{after.phase}"))
    if now.result and not was.result:
        yield say(f"map.won-{now.result.level}", side=side_words(now.result.winner))
    if before.victory_points != after.victory_points:
        towards = side_words("Alliance" if before.victory_points < after.victory_points else "Bourbon")
        yield say("map.points-now", points=after.victory_points, before=before.victory_points, side=towards)
    if was.kww_cell != now.kww_cell:
        yield describe_colonies(now)
    if now.revolution and not was.revolution:
        yield say("map.revolution")
    if now.savoy_left and not was.savoy_left:
        yield say("map.savoy-left")


def _places(before: Scene, after: Scene) -> Iterator[str]:
    pairs = [pair for pair in zip(before.places, after.places, strict=True) if pair[0] != pair[1]]
    for owner in OWNERS:
        taken = [now.space.name for was, now in pairs if now.controller == owner and was.controller != owner]
        if taken:
            yield say(f"map.takes-{owner}", spaces=Message.all_of(taken))
    for was, now in pairs:
        yield from _siege(was, now)
        if now.line and (now.line, now.line_side) != (was.line, was.line_side):
            yield say("map.line-now", space=now.space.name, level=now.line)
        elif was.line and not now.line:
            yield say("map.line-gone", space=now.space.name)


def _siege(was: Place, now: Place) -> Iterator[str]:
    if now.besieger:
        if _works(was) != _works(now):
            id = f"map.siege-continuing-{now.besieger}" if now.continuing else f"map.siege-{now.besieger}"
            yield say(id, space=now.space.name, strength=now.fortress, left=now.strength)
    elif was.besieger and now.controller != was.besieger:  # else its capture says it
        yield say("map.siege-over", space=now.space.name)


def _works(place: Place) -> tuple[object, ...]:
    return place.besieger, place.continuing, place.strength_lost


def _seas(before: Scene, after: Scene) -> Iterator[str]:
    for zone in after.seas.values():
        was = before.seas[zone.name]
        if was.controller != zone.controller:
            yield say(f"map.sea-{zone.controller}", zone=zone.name)
        yield from (describe_fleet(fleet) for fleet in zone.fleets if fleet not in was.fleets)


def _pieces(before: Scene, after: Scene) -> Iterator[str]:
    stood, stand = _stacks(before), _stacks(after)
    origin = {leader.name: spot[0] for spot, stack in stood.items() for leader in stack.leaders}
    moved: dict[tuple[str, str], list[str]] = {}
    for spot, stack in stand.items():
        for leader in stack.leaders:
            if origin.get(leader.name, spot[0]) != spot[0]:
                moved.setdefault((origin[leader.name], spot[0]), []).append(leader.name)
    for (start, to), names in moved.items():
        leaders = Message.all_of(names)
        yield say("map.leaders-move", leaders=leaders, count=len(names), origin=start, to=to)
    for spot, stack in stand.items():
        if spot not in stood or _shape(stood[spot]) != _shape(stack):
            yield say("map.stack-now", space=spot[0], force=force(stack))
    for side in SIDES:
        present = {space for space, whose, _ in stand if whose == side}
        left = dict.fromkeys(space for space, whose, _ in stood if whose == side and space not in present)
        if left:
            yield say(f"map.left-{side}", spaces=Message.all_of(left))


def _stacks(scene: Scene) -> dict[Spot, Stack]:
    return {(stack.space, stack.side, stack.inside): stack for stack in scene.stacks}


def _shape(stack: Stack) -> tuple[object, ...]:
    """What a stack is, but for which of its pieces have acted."""
    leaders = tuple((leader.name, leader.plain, leader.demoralised) for leader in stack.leaders)
    corps = sorted(
        (kind.power, kind.reduced, kind.demoralised) for kind in stack.kinds for _ in range(kind.count)
    )
    return leaders, corps, stack.corps, stack.whole
