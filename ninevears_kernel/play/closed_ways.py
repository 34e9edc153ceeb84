"""What would open the spaces that a planned march cannot enter: tried by that march itself."""

from __future__ import annotations

from ..core.rulings import Violation
from ..nine_years.components.map_masks import STEPS
from ..nine_years.engine.choices import violations_of
from ..nine_years.engine.engine import Engine
from ..nine_years.queries.reach import Walk
from ..umpire.cases.refused import tried

MOST_MENDED, MOST_RULINGS = 3, 12
"""Of so many closed spaces remedies are tried, each with so many rulings: a front shows no more of them."""


def mended(found: Walk, space: int) -> tuple[Violation, ...]:
    """What stands against entering a space, with remedies tried where the march comes by.

    Args:
        found: the walk, on the table as its player sees it, so that nothing hidden is tried.
        space: the number of one of its closed spaces.
    """
    against = found.closed[space]
    for node in (found.end, *found.best.values()):
        if node.item is None or space not in {one.to for one in STEPS[node.item[1]][node.space]}:
            continue
        board = node.board.copy()
        board.agenda = [node.item]
        engine = Engine(board, found.engine.context)
        engine.halt()
        if violations_of(engine, ("to", space)) == against:
            return tried(engine, ("to", space), against, most_rulings=MOST_RULINGS)
    return against
