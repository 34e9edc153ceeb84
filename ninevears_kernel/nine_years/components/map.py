"""The map: 104 named spaces, the links between them and the two sea zones (NY 2)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, structs

from ...core.clauses import carries_out
from ...core.errors import UnknownName
from ...core.letters import without_accents
from ...core.messages import Message
from ...core.tables import read_table
from .tables import geodata

ZONES = ("Atlantic", "Mediterranean")  # NY 2.5
"""The two sea zones."""
BRITAIN = ("England", "Scotland")
IRELAND = "Ireland"


class Space(Struct, frozen=True):
    """A space of the map.

    Attributes:
        index: its place in `GameMap.spaces`.
        id: ASCII name for files, such as ``la-rochelle``.
        name: the usual English name.
        local_name: as it is spelt there.
        power: whose home it is.
        region: the land it lies in.
        fortress: printed strength 1 to 3, or 0 for an unfortified space.
        ports: the sea zones that it borders as a port.
        rich: printed as a rich space.
        lat, lon: where its city stands, in degrees.
    """

    index: int
    id: str
    name: str
    local_name: str
    power: str
    region: str
    fortress: int
    ports: tuple[str, ...]
    rich: bool
    lat: float
    lon: float


class Link(NamedTuple):
    """A way between two spaces: ``land``, ``pass`` (over mountains) or ``red`` (for the Alliance alone)."""

    a: str
    b: str
    kind: str


@carries_out("NY 2.1", "NY 2.1.a", "NY 2.5", "NY 2.6")
class GameMap:
    """Spaces and links, read from the map's tables.

    >>> game_map().space("liège").name
    'Liege'
    >>> sorted(game_map().neighbours("Turin"))
    ['Alessandria', 'Casale', 'Chambery', 'Milan', 'Nice', 'Pinerolo']
    """

    def __init__(self) -> None:
        self.spaces: tuple[Space, ...] = tuple(
            Space(
                index,
                row["id"],
                row["name"],
                row["local_name"],
                row["power"],
                row["region"],
                int(row["fortress"]),
                tuple(row["ports"].split()),
                row["rich"] == "1",
                float(row["lat"]),
                float(row["lon"]),
            )
            for index, row in enumerate(read_table(geodata("spaces.csv")))
        )
        self.links: tuple[Link, ...] = tuple(
            Link(row["a"], row["b"], row["kind"]) for row in read_table(geodata("links.csv"))
        )
        self._ends: dict[str, list[tuple[str, str]]] = {space.name: [] for space in self.spaces}
        for link in self.links:
            self._ends[link.a].append((link.b, link.kind))
            self._ends[link.b].append((link.a, link.kind))
        self.by_name: dict[str, Space] = {space.name: space for space in self.spaces}
        self._by_any_name = {
            _folded(name): space for space in self.spaces for name in (space.id, space.local_name, space.name)
        }

    def space(self, name: str, field: str = "space") -> Space:
        """The space of this name: English or local, accents and capitals as you like.

        Args:
            name: what somebody typed.
            field: where, for the error.

        Raises:
            UnknownName: the map has no such space; says the nearest names.
        """
        found = self.named(name)
        if found is None:
            raise UnknownName(field, name, Message("kind.space"), self.by_name)
        return found

    def named(self, text: str) -> Space | None:
        """The space that a text names, spelt as for `space`; None where it names none, at no cost."""
        return self.by_name.get(text) or self._by_any_name.get(_folded(str(text)))

    def neighbours(self, name: str, kinds: tuple[str, ...] = ("land", "pass", "red")) -> dict[str, str]:
        """The spaces linked to one, each with the kind of its link."""
        return {other: kind for other, kind in self._ends.get(name, ()) if kind in kinds}

    def in_regions(self, *regions: str) -> tuple[Space, ...]:
        """The spaces that lie in any of these regions."""
        return tuple(space for space in self.spaces if space.region in regions)

    @staticmethod
    @cache
    def geojson(layer: str) -> dict[str, Any]:
        """A drawn layer of the map: ``spaces``, ``lands``, ``seas``, ``rivers`` or ``borders``."""
        data: dict[str, Any] = json.loads(geodata(f"{layer}.geojson").read_text(encoding="utf-8"))
        return data

    def graph(self) -> Any:
        """The map as a networkx graph: nodes are names, edges carry ``kind`` and ``cost`` in movement points.

        >>> import networkx as nx
        >>> nx.shortest_path_length(game_map().graph(), "Trent", "Milan", weight="cost")
        2
        """
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from((space.name, structs.asdict(space)) for space in self.spaces)
        graph.add_edges_from(
            (a, b, {"kind": kind, "cost": 2 if kind == "red" else 1}) for a, b, kind in self.links
        )
        return graph


def _folded(name: str) -> str:
    return "".join(c for c in without_accents(name).casefold() if c.isalnum())


@cache
def game_map() -> GameMap:
    """The map of the game, read once."""
    return GameMap()
