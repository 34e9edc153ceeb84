"""Where a chain stops that reaches no capital: the first obstacle on its likeliest way (NY 11.1.1)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from ...core.clauses import carries_out
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import frozen
from ..components.map import game_map
from ..components.map_graph import bits, mask_of, mask_of_spaces, network, reached
from ..components.position import OnTheMap
from .supply import Asked, out_of_the_war, red_links, sources, ways
from .supply_reach import Seen


@carries_out("NY 11.1.1", "NY 11.1.3.a")
def where_it_stops(position: OnTheMap, asked: Asked, context: RulingContext) -> Message:
    """What stops a chain: the last space that it reaches on its likeliest way, and what is in the way there.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> str(where_it_stops(scenario_1688(), Asked("Casale", "Bourbon", "line"), RulingContext()))
    'the chain stops at Casale, as Turin is neutral'
    """
    seen = Seen(position.control, position.seas, position.sieges, position.revolution)
    return _stop(seen, asked, tuple(context.chosen.items()))


@lru_cache(maxsize=1 << 10)
def _stop(position: Seen, asked: Asked, chosen: tuple[tuple[str, str], ...]) -> Message:
    context = RulingContext(chosen=dict(chosen), recorded=False)
    start, red = game_map().by_name[asked.space].index, red_links(asked, context)
    region = 1 << start
    for way in ways(position, asked, context, pass_sieges=True):
        region |= reached(red, 1 << start, way.allowed)
    path = _likeliest_way(position, asked, context, region)
    nodes = {space.name: space.index for space in game_map().spaces} | network(True).zones
    for last, name in pairwise(path):
        if not region >> nodes[name] & 1:
            return Message(f"line.stops-{_obstacle(position, asked, name)}", last=last, next=name)
    return Message("line.stops-there", last=asked.space)


def tell_stop(position: OnTheMap, asked: Asked, context: RulingContext) -> None:
    """Tells where a chain stops, if the ruling of this context found that this is what cuts the line."""
    for place, one in enumerate(context.violations):
        if one.says.id == "loc.cut-off" and one.facts["space"] == asked.space:
            stop = where_it_stops(position, asked, context)
            context.decides("NY 11.1.1", "line.stopped", space=asked.space, stop=stop)
            facts = {**one.facts, "stop": stop}
            says = Message("loc.cut-off-at", space=asked.space, count=one.facts["count"], stop=stop)
            context.violations[place] = replace(one, says=says, facts=frozen(facts))


def _likeliest_way(position: OnTheMap, asked: Asked, context: RulingContext, region: int) -> tuple[str, ...]:
    """The way to one of its capitals on which the fewest spaces and seas are closed to a chain, and of these
    the shortest.
    """
    net = network(red_links(asked, context))
    names = sources(position, asked, context) or sources(position, asked, context, captured=True)
    spaces, sea = mask_of(space.index for space in game_map().spaces), 0
    if asked.purpose != "victory":  # NY 6.2.A.1: by land alone
        sea = mask_of([*net.harbour.values(), *net.zones.values()])
    closed = mask_of(space.index for space in game_map().spaces if out_of_the_war(position, space.power))
    is_open = region
    for way in ways(position, asked, context, pass_sieges=True):
        is_open |= way.allowed
    named = {space.index: space.name for space in game_map().spaces} | {n: z for z, n in net.zones.items()}
    start, targets = game_map().by_name[asked.space].index, mask_of_spaces(names)
    for allowed in (spaces & ~closed | sea, spaces | sea):
        found: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (start,))]
        seen = 0
        while found:
            obstacles, length, path = heappop(found)
            if targets >> path[-1] & 1:
                return tuple(named[node] for node in path if node in named)
            if seen >> path[-1] & 1:
                continue
            seen |= 1 << path[-1]
            for node in bits(net.neighbours[path[-1]] & allowed & ~seen):
                heappush(found, (obstacles + (not is_open >> node & 1), length + 1, (*path, node)))
    return ()


def _obstacle(position: OnTheMap, asked: Asked, name: str) -> str:
    """What a space or a sea zone is to a side that cannot go on there."""
    if name in network(True).zones:
        return "sea" if position.sea(name) != asked.side else "besieged"
    controller = position.controller(name)
    if controller == asked.side:
        return "port"
    return "neutral" if controller is None else "enemy"
