"""Why a march that nobody ended is over: what its player would have done next, and what stood against it.

The engine asks nobody whether a force goes on that may not, and so passes over no decision there. The reasons
are those of the umpire's reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..core.errors import NinevearsError
from ..core.messages import Message
from ..core.rulings import Violation
from ..nine_years.components.map_masks import SPACES, STEPS
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.choices import option_of
from ..nine_years.games.game import Game
from ..nine_years.rules.campaign.armies import needed_to_besiege
from .moments import Moment, war_at
from .natural_actions import NotOffered, Skipped
from .plans import Wanted, planned
from .session import Session

ENDS = ("reach.stops-fortress", "reach.stops-points")
"""Why a march may be over that met no enemy."""
GOES_ON = frozenset({"march", "meet", "intercept"})
"""Decisions with which a march is not over, or was ended by somebody else."""


def march_ended(session: Session, moment: Moment) -> Skipped | None:
    """The step that a force could not make at the end of its march, and why.

    Without movement points it is told only where the enemy stands one step on: else nobody wonders.

    Args:
        session: the war, and who plays.
        moment: a choice of the viewer's.

    Returns:
        None where the march goes on, or somebody ended it.
    """
    viewer, action = session.viewer, moment.entry.action
    if moment.decision != "march" or action[0] != "to" or viewer not in (None, moment.entry.side):
        return None
    if moment.entry.rolls or _next(session, moment.number + 1) in GOES_ON:
        return None
    twin = war_at(session.game, moment.number)
    side, space = moment.entry.side, int(action[1])
    try:
        node = planned(twin, Wanted(), viewer).walk.best.get(space)
    except NinevearsError:
        return None
    if node is None or node.stops is None or node.stops.says.id not in ENDS or len(node.way) != 2:
        return None
    to = _wanted_next(twin, side, space, node.way)
    if to is None or (node.stops.says.id == ENDS[1] and not twin.engine.board.held[enemy(side)] >> to & 1):
        return None
    missing = needed_to_besiege(node.board, side, space) + 1 - len(node.board.stacks[side][space])
    # tests/test_march_ends.py proves the number: with one corps fewer the march still ends here
    remedy = Message("reach.stops-fortress-cure", count=missing) if node.stops.says.id == ENDS[0] else None
    against = Violation(node.stops.clause_id, node.stops.says, {"count": missing}, remedy)
    option = option_of(("to", to), twin.rule_tables, "march")
    refused = NotOffered(option.says, option.text, to, (against,), "passed over")
    decision = twin.decision
    assert decision is not None
    left = twin.engine.board.agenda[-1][5] - node.points
    asks = Message("decision.march", **{**decision.asks.values, "space": SPACES[space].name, "number": left})
    stop = option_of(("stop",), twin.rule_tables, "march")
    return Skipped(replace(decision, asks=asks, options=(stop,)), (refused,))


def _next(session: Session, number: int) -> str:
    """The decision that came after some choices, but for enemies who let the force pass."""
    for moment in session.moments[number : session.place]:
        if moment.decision != "intercept" or moment.entry.action != ("pass",):
            return moment.decision
    agenda = session.game.engine.board.agenda
    return str(agenda[-1][0]) if agenda else ""


def _wanted_next(game: Game, side: Side, space: int, way: Iterable[int]) -> int | None:
    """Where a force would have gone on to: first where the enemy stands, and not whence it came."""
    theirs = game.engine.board.held[enemy(side)]
    beside = [step.to for step in STEPS[side][space] if step.to not in way]
    return min(beside, key=lambda one: (not theirs >> one & 1, one), default=None)
