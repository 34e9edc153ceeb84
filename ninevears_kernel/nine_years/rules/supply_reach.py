"""All spaces at once that have a line of communication (NY 11.1.1): what `supply.has_line` says of each."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from ...core.clauses import carries_out
from ...core.ruling_context import RulingContext
from ..components.map import BRITAIN, IRELAND
from ..components.map_graph import bits, mask_of, network, reached
from ..components.map_masks import NUMBER, SPACES, region
from ..components.position import Control, OnTheMap, SeaControl, Siege
from ..components.sides import Side
from .supply import IN_FRIENDLY_SPACES_ALONE, Asked, Purpose, garrison_is_cut, open_ways, red_links, sources

ALL = (1 << len(SPACES)) - 1
LANDS = (
    ("Dublin", region(IRELAND)),
    ("London", region(*BRITAIN)),
    ("Paris", ALL & ~region(*BRITAIN, IRELAND)),
)
"""The lands whose lines run in different ways (NY 11.1.3.b, 7.2.6.c), each with one of its spaces."""
PORTS_AT = {
    node: mask_of(
        space for space, port in network(True).harbour.items() if network(True).neighbours[port] >> node & 1
    )
    for node in network(True).zones.values()
}
"""For each sea zone the mask of the ports on it."""


class Seen(OnTheMap, Struct, frozen=True):
    """All that a line of communication depends on, so that answers can be remembered."""

    control: Control
    seas: SeaControl
    sieges: tuple[Siege, ...]
    revolution: bool


def supplied(
    position: OnTheMap, side: Side, purpose: Purpose, power: str | None, context: RulingContext
) -> int:
    """The mask of the spaces that have a line of communication; `has_line` says the same of each.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> mask = supplied(scenario_1688(), "Bourbon", "reinforcement", "France", RulingContext())
    >>> mask >> NUMBER["Strasbourg"] & 1, mask >> NUMBER["Girona"] & 1
    (1, 0)
    """
    return _remembered(position, side, purpose, power, None, context)


def linked_to(position: OnTheMap, side: Side, capital: str, context: RulingContext) -> int:
    """The mask of a side's spaces that have a line of communication to one capital, named by the rule that
    asks for it.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> linked_to(scenario_1688(), "Alliance", "Madrid", RulingContext()) >> NUMBER["Barcelona"] & 1
    1
    """
    return _remembered(position, side, "line", None, capital, context)


def _remembered(
    position: OnTheMap,
    side: Side,
    purpose: Purpose,
    power: str | None,
    capital: str | None,
    context: RulingContext,
) -> int:
    seen = Seen(position.control, position.seas, position.sieges, position.revolution)
    mask, consulted = _reach(seen, side, purpose, power, capital, tuple(context.chosen.items()))
    context.consulted.update(consulted)
    return mask


@carries_out("NY 11.1.1", "NY 11.1.2", "NY 11.2.1", "NY 17.3")
@lru_cache(maxsize=1 << 12)
def _reach(
    seen: Seen,
    side: Side,
    purpose: Purpose,
    power: str | None,
    capital: str | None,
    chosen: tuple[tuple[str, str], ...],
) -> tuple[int, dict[str, None]]:
    """The mask, and the readings on which it depends."""
    context = RulingContext(chosen=dict(chosen), recorded=False)
    asked = Asked("Paris", side, purpose, power, capital)
    names = sources(seen, asked, context)
    red = red_links(asked, context)
    only_friendly = purpose in IN_FRIENDLY_SPACES_ALONE
    mask = 0
    for name, land in LANDS:
        for way in open_ways(seen, asked._replace(space=name), names, 0, context, pass_sieges=True):
            mask |= land & _beginnings(red, way.targets, way.allowed, only_friendly)
    if only_friendly:
        mask &= seen.control.of(side)
    for siege in seen.sieges:
        if garrison_is_cut(seen, asked._replace(space=siege.space), context):
            mask &= ~(1 << NUMBER[siege.space])  # NY 17.3
    return mask, context.consulted


@carries_out("NY 11.1.1", "NY 11.1.3.c")
@lru_cache(maxsize=1 << 12)
def _beginnings(red: bool, targets: int, allowed: int, only_friendly: bool) -> int:
    """The mask of the spaces from which a way leads to a target: a flood backwards from all of them."""
    flood = found = reached(red, targets, allowed)
    for zone, ports in PORTS_AT.items():
        if flood >> zone & 1:
            found |= ports  # NY 11.1.3.c: a line may begin at any port, besieged or not
    if not only_friendly:
        neighbours = network(red).neighbours
        for node in bits(flood):
            found |= neighbours[node]  # NY 11.1.1: it may begin beside the chain
    return found
