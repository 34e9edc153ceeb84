"""One line of communication: `has_line` beside `networkx.has_path` on a view of the same friendly graph."""

import networkx as nx
import rustworkx
from contest import medians, print_table

from ninevears_kernel.core.hearing import Hearing
from ninevears_kernel.nine_years.map import ZONES, game_map
from ninevears_kernel.nine_years.scenario import scenario_1688
from ninevears_kernel.nine_years.supply import Asked, has_line, trace, ways
from ninevears_kernel.nine_years.supply_network import bits, network, reached

START = scenario_1688()
SPACES = [space.name for space in game_map().spaces if START.controller(space.name)]
ASKED = [Asked(name, START.controller(name), "line") for name in SPACES]


def graph_of(side):
    """The friendly graph and its capitals, as nodes of the network."""
    net = network(side == "Alliance")
    graph = nx.Graph((a, b) for a, mask in enumerate(net.neighbours) for b in bits(mask))
    start = next(name for name in SPACES if START.controller(name) == side)
    [way, *_] = ways(START, Asked(start, side, "line"), Hearing(recorded=False), pass_sieges=True)
    return graph.subgraph(bits(way.allowed)), bits(way.targets)[0]


def whole_network(views):
    """The friendly network of the Bourbons whole, from Paris."""
    view, target = views["Bourbon"]
    graph = nx.Graph(view)
    nodes = {node: place for place, node in enumerate(graph)}
    fast = rustworkx.PyGraph()
    fast.add_nodes_from(range(len(nodes)))
    fast.add_edges_from_no_data([(nodes[a], nodes[b]) for a, b in graph.edges])
    allowed = sum(1 << node for node in graph)

    def ours():
        reached.cache_clear()
        return reached(False, 1 << target, allowed)

    found = medians(
        {
            "networkx, component": lambda: nx.node_connected_component(view, target),
            "rustworkx, component": lambda: rustworkx.node_connected_component(fast, nodes[target]),
            "ours, memo emptied before each": ours,
        },
        repeat=50,
    )
    print_table("The whole friendly network", found, "networkx, component")


def main():
    hearing = Hearing(recorded=False)
    views = {side: graph_of(side) for side in ("Bourbon", "Alliance")}
    index = {name: game_map().by_name[name].index for name in SPACES}

    def peer():
        for asked in ASKED:
            view, target = views[asked.side]
            nx.has_path(view, index[asked.space], target)

    def cold():
        for asked in ASKED:
            reached.cache_clear()
            has_line(START, asked, hearing)

    def warm():
        for asked in ASKED:
            has_line(START, asked, hearing)

    def with_path():
        for asked in ASKED:
            trace(START, asked, hearing)

    found = medians(
        {
            "networkx.has_path, subgraph view": peer,
            "has_line, memo emptied before each": cold,
            "has_line, memo warm": warm,
            "trace, with its path": with_path,
        },
        repeat=2,
    )
    whole_network(views)
    print()
    title = f"Line of communication, one query ({len(ASKED)} spaces of 1688, {len(ZONES)} sea zones)"
    print_table(title, found, "networkx.has_path, subgraph view", per=len(ASKED))


if __name__ == "__main__":
    main()
