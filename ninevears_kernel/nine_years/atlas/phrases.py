"""Phrases of the map that sentences and changes share: sides, corps counted, stacks in short, fleets."""

from __future__ import annotations

from ...core.messages import Message, say
from ..components.position import Position
from ..components.sides import SIDES, Side
from .scene import FleetSeen, Stack

OWNERS: tuple[Side | None, ...] = (*SIDES, None)
"""Who may hold a space, in the order in which it is said."""


def side_words(side: Side | None) -> Message:
    """Who holds something, as it stands in a sentence."""
    return Message("map.neutral") if side is None else Message(f"map.side-{side}")


def corps_counted(count: int) -> Message:
    """A number of corps.

    >>> str(corps_counted(0)), str(corps_counted(3))
    ('no corps', '3 corps')
    """
    return Message("map.count-corps", count=count) if count else Message("map.no-corps")


def describe_fleet(fleet: FleetSeen) -> str:
    """Where a fleet lies, in a sentence."""
    return say(
        f"map.fleet-{fleet.place}",
        fleet=fleet.name,
        side=side_words(fleet.side),
        port=fleet.port,
        zone=fleet.zone,
        strength=fleet.strength,
    )


def force(stack: Stack) -> Message:
    """A stack in short: its leaders and the number of its corps.

    >>> from ..components.scenario import scenario_1688
    >>> from .scene import scene_of
    >>> str(force(scene_of(scenario_1688(), "Alliance").place("Strasbourg").stacks[0]))
    'Duras with 5 Bourbon corps (covered)'
    """
    leaders = Message.all_of(
        Message("map.shaken-leader", leader=leader.name) if leader.demoralised else leader.name
        for leader in stack.leaders
    )
    corps = Message(f"map.force-{stack.side}", count=stack.corps)
    if not stack.leaders:
        described = corps
    elif stack.corps:
        described = Message("map.force-led", leaders=leaders, corps=corps)
    else:
        described = Message(f"map.alone-{stack.side}", leaders=leaders)
    if states := _states(stack):
        described = Message("map.force-state", force=described, states=states)
    return Message("map.force-inside", force=described) if stack.inside else described


def _states(stack: Stack) -> list[Message]:
    states = []
    for state, count in (("reduced", stack.reduced), ("demoralised", stack.demoralised)):
        if count:
            one = stack.corps == 1
            states.append(Message(f"piece.{state}") if one else Message(f"map.count-{state}", count=count))
    if stack.used:
        states.append(Message("piece.used"))
    if not stack.whole:
        states.append(Message("map.covered"))
    return states


def describe_colonies(position: Position) -> str:
    """Where the marker of King William's War stands (NY 18.1).

    >>> from ..components.scenario import scenario_1688
    >>> describe_colonies(scenario_1688().replace(kww_cell=-2))
    "King William's War: the marker is at 2 for the Bourbons."
    """
    cell = position.kww_cell
    if not cell:
        return say("map.kww-middle")
    return say(f"map.kww-{'Alliance' if cell > 0 else 'Bourbon'}", count=abs(cell))
