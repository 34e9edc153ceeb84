"""The resource points of a side: base, rich spaces, Ireland, concessions (NY 12.3.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.ruling_context import RulingContext
from ....core.rulings import Answer
from ...components.map import IRELAND
from ...components.map_masks import SPACES, region
from ...components.position import OnTheTable
from ...components.sides import Side

IRELAND_POINTS = 1  # NY 12.3.1.c


@carries_out("NY 2.8", "NY 12.3.1.b")
def rich_spaces(position: OnTheTable) -> tuple[str, ...]:
    """The spaces that count as rich: printed ones and those marked for the scenario."""
    return _rich_spaces(position.rich_markers)


@lru_cache(maxsize=1 << 8)
def _rich_spaces(marked: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([space.name for space in SPACES if space.rich or space.name in marked])


@carries_out("NY 12.3.1.a", "NY 12.3.1.b", "NY 12.3.1.c")
def resource_points(position: OnTheTable, side: Side, context: RulingContext) -> Answer:
    """A side's resource points this turn, and where each comes from.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> resource_points(scenario_1688(), "Alliance", RulingContext()).answer["points"]
    6
    """
    base = position.resource_base.of(side)
    context.step("NY 12.3.1.a", "resources.base", side=side, count=base)
    found: list[dict[str, Any]] = [{"source": "base", "points": base}]
    if side == "Bourbon":
        for name in rich_spaces(position):
            if position.controller(name) == side:
                context.decides("NY 12.3.1.b", "resources.rich", space=name)
                found.append({"source": "rich", "space": name, "points": 1})
    else:
        missing = region(IRELAND) & ~position.control.of(side)
        holds = region(IRELAND).bit_count() - missing.bit_count()
        whole = not missing and position.controller("London") == side
        if not whole:
            context.step("NY 12.3.1.c", "resources.no-ireland", count=holds)
        else:
            context.decides("NY 12.3.1.c", "resources.ireland", count=holds)
            found.append({"source": "Ireland", "points": IRELAND_POINTS})
    change = position.resource_change.of(side)
    if change:
        context.step("NY 12.3.1.a", "resources.event", side=side, count=change)
        found.append({"source": "event", "points": change})
    conceded = position.hand(side).points_conceded
    if conceded:
        context.step("NY 6.4.1", "resources.conceded", count=conceded)
        found.append({"source": "concession", "points": -conceded})
    points = max(0, sum(entry["points"] for entry in found))
    return Answer(
        "result", Message("resources.result", side=side, count=points), {"points": points, "sources": found}
    )
