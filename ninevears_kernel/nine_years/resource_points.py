"""The resource points of a side: base, rich spaces, Ireland, concessions (NY 12.3.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..core.clauses import carries_out
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding
from .land import SPACES, region
from .map import IRELAND
from .position import Position
from .sides import Side

if TYPE_CHECKING:
    from .board import Board

IRELAND_POINTS = 1  # NY 12.3.1.c


@carries_out("NY 2.8", "NY 12.3.1.b")
def rich_spaces(position: Position | Board) -> tuple[str, ...]:
    """The spaces that count as rich: printed ones and those marked for the scenario."""
    return _rich_spaces(position.rich_markers)


@lru_cache(maxsize=1 << 8)
def _rich_spaces(marked: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([space.name for space in SPACES if space.rich or space.name in marked])


@carries_out("NY 12.3.1.a", "NY 12.3.1.b", "NY 12.3.1.c")
def resource_points(position: Position | Board, side: Side, hearing: Hearing) -> Finding:
    """A side's resource points this turn, and where each comes from.

    >>> from ninevears_kernel.nine_years.scenario import scenario_1688
    >>> resource_points(scenario_1688(), "Alliance", Hearing()).answer["points"]
    6
    """
    base = position.resource_base.of(side)
    hearing.step("NY 12.3.1.a", "resources.base", side=side, count=base)
    found: list[dict[str, Any]] = [{"source": "base", "points": base}]
    if side == "Bourbon":
        for name in rich_spaces(position):
            if position.controller(name) == side:
                hearing.step("NY 12.3.1.b", "resources.rich", space=name)
                found.append({"source": "rich", "space": name, "points": 1})
    else:
        missing = region(IRELAND) & ~position.control.of(side)
        holds = region(IRELAND).bit_count() - missing.bit_count()
        whole = not missing and position.controller("London") == side
        hearing.step("NY 12.3.1.c", "resources.ireland" if whole else "resources.no-ireland", count=holds)
        if whole:
            found.append({"source": "Ireland", "points": IRELAND_POINTS})
    change = position.resource_change.of(side)
    if change:
        hearing.step("NY 12.3.1.a", "resources.event", side=side, count=change)
        found.append({"source": "event", "points": change})
    conceded = position.hand(side).points_conceded
    if conceded:
        hearing.step("NY 6.4.1", "resources.conceded", count=conceded)
        found.append({"source": "concession", "points": -conceded})
    points = max(0, sum(entry["points"] for entry in found))
    return Finding(
        "result", Message("resources.result", side=side, count=points), {"points": points, "sources": found}
    )
