"""The graph along which lines of communication run, as bit masks.

Every space is a node. Every port has a second node, its harbour, between the space and its sea zone: so a
besieged port can be crossed by land while its harbour is closed, with no special case in the search. Each sea
zone is a node. A set of nodes is one integer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain
from operator import getitem
from typing import NamedTuple

from .map import ZONES, game_map

MOST_SETS = 24
"""At most so many sets of spaces are named when a line is cut."""


class Network(NamedTuple):
    """Nodes and neighbours.

    Attributes:
        names: the name of each node; a harbour bears its space's name.
        neighbours: for each node the mask of its neighbours.
        harbour: for each port's space index the index of its harbour.
        zones: for each sea zone the index of its node.
        spaces: the mask of all space nodes.
    """

    names: tuple[str, ...]
    neighbours: tuple[int, ...]
    harbour: dict[int, int]
    zones: dict[str, int]
    spaces: int


@cache
def network(red_links: bool) -> Network:
    """The network, with or without the red links."""
    board = game_map()
    names = [space.name for space in board.spaces]
    harbour: dict[int, int] = {}
    for space in board.spaces:
        if space.ports:
            harbour[space.index] = len(names)
            names.append(space.name)
    zones = {zone: len(names) + place for place, zone in enumerate(ZONES)}
    names += ZONES
    neighbours = [0] * len(names)

    def join(a: int, b: int) -> None:
        neighbours[a] |= 1 << b
        neighbours[b] |= 1 << a

    for link in board.links:
        if link.kind != "red" or red_links:
            join(board.by_name[link.a].index, board.by_name[link.b].index)
    for index, port in harbour.items():
        join(index, port)
        for zone in board.spaces[index].ports:
            join(port, zones[zone])
    join(*zones.values())  # NY 11.1.3.a: "one or more" zones, which meet at the strait
    return Network(tuple(names), tuple(neighbours), harbour, zones, (1 << len(board.spaces)) - 1)


BYTES = 32
"""Masks have at most so many bytes: more than the network has nodes, or the war leaders."""
_INDICES = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for place in range(BYTES)
)
"""For each byte of a mask and each value that it may have the indices of the set bits."""


@lru_cache(maxsize=1 << 12)
def bits(mask: int) -> tuple[int, ...]:
    """The indices of the set bits, lowest first; remembered, since armies stand where they stood.

    >>> bits(0b10110)
    (1, 2, 4)
    """
    return tuple(chain.from_iterable(map(getitem, _INDICES, mask.to_bytes(BYTES, "little"))))


def mask_of(indices: Iterable[int]) -> int:
    """The mask with these bits set."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


@cache
def mask_of_spaces(names: tuple[str, ...]) -> int:
    """The mask of these spaces.

    >>> mask_of_spaces(("London",)).bit_count()
    1
    """
    return mask_of(game_map().by_name[name].index for name in names)


@cache
def zone_mask(names: tuple[str, ...]) -> int:
    """The mask of these sea zones."""
    return mask_of(network(True).zones[name] for name in names)


@lru_cache(maxsize=1 << 12)
def harbours(spaces: int) -> int:
    """The mask of the harbours of those of these spaces that are ports."""
    return mask_of(node for space, node in network(True).harbour.items() if spaces >> space & 1)


@lru_cache(maxsize=1 << 14)
def reached(red_links: bool, start: int, allowed: int, targets: int = 0) -> int:
    """All nodes that can be reached through `allowed` ones; stops as soon as a target is among them.

    Args:
        red_links: whether the red links may be used.
        start: mask of the nodes where it begins.
        allowed: mask of the nodes that may be entered.
        targets: mask of the nodes at which the search may stop early.

    Returns:
        A mask that includes `start`; complete unless it holds a target.
    """
    if start & targets:
        return start
    neighbours = network(red_links).neighbours
    frontier, rest = start, allowed & ~start
    while frontier:
        low = frontier & -frontier
        frontier ^= low
        if new := neighbours[low.bit_length() - 1] & rest:
            rest ^= new
            if new & targets:
                break
            frontier |= new
    return start | allowed & ~rest


def shortest_path(red_links: bool, start: int, allowed: int, targets: int) -> tuple[str, ...] | None:
    """The names of the spaces and sea zones of a shortest path, start and end included, or None.

    A step by sea counts its harbours, so that between equal ways the one by land is taken.

    Args:
        red_links: whether the red links may be used.
        start: the index of the node where it begins.
        allowed: mask of the nodes that may be entered.
        targets: mask of the nodes where it may end.
    """
    net = network(red_links)
    came_from: dict[int, int | None] = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if targets >> node & 1:
            return _named(net, came_from, node)
        for following in bits(net.neighbours[node] & allowed):
            if following not in came_from:
                came_from[following] = node
                queue.append(following)
    return None


def _named(net: Network, came_from: dict[int, int | None], node: int) -> tuple[str, ...]:
    path: list[str] = []
    at: int | None = node
    while at is not None:
        if not path or path[-1] != net.names[at]:  # a space and its harbour bear one name
            path.append(net.names[at])
        at = came_from[at]
    return tuple(reversed(path))


@lru_cache(maxsize=1 << 10)
def cheapest_takings(
    red_links: bool, start: int, start_cost: int, allowed: int, takeable: int, targets: int
) -> tuple[frozenset[int], ...]:
    """The smallest sets of spaces that, if they could be entered too, would join `start` to a target.

    Args:
        red_links: whether the red links may be used.
        start: index of the space where it begins.
        start_cost: 1 when the start itself must be taken, else 0.
        allowed: mask of the nodes that may be entered for nothing.
        takeable: mask of the spaces that may be taken, at a cost of one each.
        targets: mask of the nodes where it may end.

    Returns:
        Sets of space indices, all of the same smallest size, at most `MOST_SETS`; empty when nothing helps.
    """
    net = network(red_links)
    ports = {port: space for space, port in net.harbour.items()}

    def cost(origin: int, node: int) -> int | None:
        if allowed >> node & 1:
            return 0
        space = ports.get(node, node)
        if not takeable >> space & 1:
            return None
        # A space costs once: its harbour and it are neighbours, and whichever is entered first pays.
        return 0 if ports.get(origin, origin) == space else 1

    def distances(sources: dict[int, int], forwards: bool) -> dict[int, int]:
        found = dict(sources)
        queue = deque(sorted(sources, key=lambda node: sources[node]))
        while queue:
            node = queue.popleft()
            for other in bits(net.neighbours[node]):
                step = cost(node, other) if forwards else cost(other, node)
                if step is not None and found[node] + step < found.get(other, 1 << 30):
                    found[other] = found[node] + step
                    (queue.append if step else queue.appendleft)(other)
        return found

    from_start = distances({start: start_cost}, True)
    to_target = distances(dict.fromkeys(bits(targets), 0), False)
    if start not in to_target:
        return ()
    best = start_cost + to_target[start]
    seen = {(start, frozenset({start} if start_cost else ()))}
    stack = list(seen)
    sets: dict[frozenset[int], None] = {}
    while stack and len(sets) < MOST_SETS:
        node, taken = stack.pop()
        if targets >> node & 1:
            sets[taken] = None
            continue
        for other in bits(net.neighbours[node]):
            step = cost(node, other)
            if step is None or other not in to_target:
                continue
            if from_start[node] + step == from_start[other] and from_start[other] + to_target[other] == best:
                state = (other, taken | {ports.get(other, other)} if step else taken)
                if state not in seen:
                    seen.add(state)
                    stack.append(state)
    return tuple(sets)
