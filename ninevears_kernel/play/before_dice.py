"""The odds before dice that have fallen, and which of them came: what a player was told."""

from __future__ import annotations

from typing import Any

from ..core.messages import Message
from ..nine_years.components.sides import Side
from ..nine_years.games.last_action import actions_since
from .consequences import Outcome, consequence
from .moments import Moment, war_at
from .outcomes import results
from .session import Session
from .table_data import consequence_told

Data = dict[str, Any]
SUMS = ("battle.total", "siege.nothing", "siege.result")
"""Steps that tell a die, what is added to it, and the sum."""


def odds_before(session: Session, number: int) -> Data | None:
    """What the dice of a choice could bring, as its player was told before, and what they brought.

    Args:
        session: the war, and who plays.
        number: of the first decision of the action.

    Returns:
        `outcomes` as of a preview; `came`, the place of what came among them, or None when it is none of them
        (a card was played, say); `sums`, the dice with what was added. None where no choice of the viewer's
        led to dice.
    """
    begins = [begin for begin, _ in actions_since(session.game, number)]
    end = next((begin for begin in begins if begin > number), session.place)  # what others do then is theirs
    moments = [one for one in session.happened if number <= one.number < end]
    rolled = next((place for place, one in enumerate(moments) if one.entry.rolls), None)
    if rolled is None:
        return None
    # the die may fall after the enemy has let it be: what was told before is told with one's own choice
    for place in range(rolled, -1, -1):
        side = moments[place].entry.side
        if session.viewer in (None, side) and (found := _odds(session, moments[place], side)):
            outcomes, told = found
            steps = [step for one in moments[place:] for step in one.steps]
            decided = {*results(steps)}
            fits = [(len(one), n) for n, one in enumerate(map(_results, outcomes)) if one and one <= decided]
            return {
                "number": number,
                "outcomes": told,
                "came": max(fits)[1] if fits else None,
                "sums": [str(_sum(step.says)) for step in steps if step.says.id in SUMS],
            }
    return None


def _odds(session: Session, moment: Moment, side: Side) -> tuple[tuple[Outcome, ...], list[Any]] | None:
    """The outcomes of a choice, as its side saw the table then."""
    twin = war_at(session.game, moment.number)
    decision = twin.decision
    options = decision.options if decision is not None else ()
    option = next((one for one in options if one.action == moment.entry.action), None)
    brings = consequence(twin, option, side if session.viewer else None) if option else None
    return (brings.outcomes, consequence_told(brings)["outcomes"]) if brings and brings.outcomes else None


def _sum(says: Message) -> Message:
    """The sum of a die; that nothing came of it stands above it already."""
    return Message("siege.sum", **says.values) if says.id == "siege.nothing" else says


def _results(outcome: Outcome) -> set[Any]:
    """What dice have decided in an outcome, without what else goes with it."""
    return {one for one in outcome.decided if not one.id.startswith("consequence.")}
