"""One line of communication: `has_line` beside `networkx.has_path` on a view of the same friendly graph."""

import networkx as nx
import rustworkx
from contest import medians, print_table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.map_graph import bits, network, reached
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.rules.supply import Asked, has_line, trace, ways

START = scenario_1688()
SPACES = [space.name for space in game_map().spaces if START.controller(space.name)]
ASKED = [Asked(name, START.controller(name), "line") for name in SPACES]


def graph_of(side):
    """The friendly graph and its capitals, as nodes of the network."""
    net = network(side == "Alliance")
    graph = nx.Graph((a, b) for a, mask in enumerate(net.neighbours) for b in bits(mask))
    start = next(name for name in SPACES if START.controller(name) == side)
    [way, *_] = ways(START, Asked(start, side, "line"), RulingContext(recorded=False), pass_sieges=True)
    return graph.subgraph(bits(way.allowed)), bits(way.targets)[0]


def whole_network(side, view, target):
    """The whole friendly network of a side from one of its capitals.

    All begin with the graph of the map and the nodes that are friendly now, as those change with every move:
    networkx looks through a view, rustworkx takes the part out, we have a mask. A part taken out beforehand,
    as if it never changed, is told too.
    """
    graph = view._graph  # of which networkx made the view
    nodes = sorted(graph)
    friendly = list(view)
    fast = rustworkx.PyGraph()
    fast.add_nodes_from(nodes)
    fast.add_edges_from_no_data([(nodes.index(a), nodes.index(b)) for a, b in graph.edges])
    places = [nodes.index(node) for node in friendly]
    part = fast.subgraph(places)
    begin = friendly.index(target)
    allowed = sum(1 << node for node in friendly)

    def ours():
        return reached.__wrapped__(side == "Alliance", 1 << target, allowed)

    found = medians(
        {
            "networkx, component of a view": lambda: nx.node_connected_component(view, target),
            "rustworkx, part taken out and component": lambda: rustworkx.node_connected_component(
                fast.subgraph(places), begin
            ),
            "rustworkx, component alone": lambda: rustworkx.node_connected_component(part, begin),
            "ours, without the memo": ours,
        },
        repeat=50,
    )
    size = len(nx.node_connected_component(view, target))
    print_table(f"The whole friendly network, {side} ({size} nodes)", found, "networkx, component of a view")
    print()


def main():
    context = RulingContext(recorded=False)
    views = {side: graph_of(side) for side in ("Bourbon", "Alliance")}
    index = {name: game_map().by_name[name].index for name in SPACES}

    def peer():
        for asked in ASKED:
            view, target = views[asked.side]
            nx.has_path(view, index[asked.space], target)

    def cold():
        for asked in ASKED:
            reached.cache_clear()
            has_line(START, asked, context)

    def warm():
        for asked in ASKED:
            has_line(START, asked, context)

    def with_path():
        for asked in ASKED:
            trace(START, asked, context)

    found = medians(
        {
            "networkx.has_path, subgraph view": peer,
            "has_line, memo emptied before each": cold,
            "has_line, memo warm": warm,
            "trace, with its path": with_path,
        },
        repeat=2,
    )
    for side, (view, target) in views.items():
        whole_network(side, view, target)
    title = f"Line of communication, one query ({len(ASKED)} spaces of 1688, {len(ZONES)} sea zones)"
    print_table(title, found, "networkx.has_path, subgraph view", per=len(ASKED))


if __name__ == "__main__":
    main()
