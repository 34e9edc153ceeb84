"""What was left undone before Britain changed sides: a fleet that was never sent out to take the Atlantic."""

from __future__ import annotations

from typing import NamedTuple

from ..core.messages import Message
from ..nine_years.components.sides import Side
from ..nine_years.engine.notation import Action
from ..nine_years.rules.fleets import fleet_row, owner_of
from .odds import takes_sea
from .session import Session

LOSER: Side = "Bourbon"
ZONE = "Atlantic"
"""Britain leaves this side while the other has this sea (NY 8.5.d)."""
OFFERED = {"action": "deploy", "spend": "fleet"}
"""The decisions that send a fleet out or pay for it, and by which verb."""
SAYS = {"deploy": "review.not-sent-out", "fleet": "review.not-paid"}


class Undone(NamedTuple):
    """What could have been chosen otherwise.

    Attributes:
        number: how many choices were made before the last one where it could.
        says: what it was, and what it would have brought.
        action: the same as a choice.
    """

    number: int
    says: Message
    action: Action


def fleet_left(session: Session, number: int) -> Undone | None:
    """The fleet that lay ready, or could have been paid for, in the year in which Britain changed sides.

    Args:
        session: the war, at its end.
        number: how many choices were made before the one after which Britain changed sides.

    Returns:
        None where such a fleet was sent out, or none could be.
    """
    year, game = session.moments[number].here.year, session.game.branch()
    found: Undone | None = None
    for moment in reversed(session.moments[:number]):
        if moment.here.year != year:
            break
        if moment.entry.side != LOSER or moment.decision not in OFFERED:
            continue
        game.undo(moment.number)
        verb, board = OFFERED[moment.decision], game.engine.board
        fleets = [
            option
            for option in game.engine.options
            if option[0] == verb and owner_of(option[1]) == LOSER and fleet_row(option[1])["zone"] == ZONE
        ]
        if moment.entry.action in fleets:  # it was paid for, or it sailed
            return found
        if fleets and found is None:
            best = fleets[-1]  # of those to pay for the strongest
            name = str(best[1])
            strength = board.fleet(name).strength if verb == "deploy" else int(best[2])
            says = Message(SAYS[verb], fleet=name, chance=takes_sea(board, name, strength))
            found = Undone(moment.number, says, best)
    return found
