"""What was left undone before something came by itself: a fleet that was not paid for or never sent out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..core.messages import Message
from ..nine_years.components.sides import Side
from ..nine_years.engine.board import Board
from ..nine_years.engine.notation import Action
from ..nine_years.rules.fleets import fleet_row, owner_of
from .moments import Moment, war_at
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
    found: Undone | None = None
    for moment, offered, board in _offers(session, number, LOSER):
        verb = OFFERED[moment.decision]
        fleets = [option for option in offered if fleet_row(option[1])["zone"] == ZONE]
        if moment.entry.action in fleets:  # it was paid for, or it sailed
            return found
        if fleets and found is None:
            best = fleets[-1]  # of those to pay for the strongest
            name = str(best[1])
            strength = board.fleet(name).strength if verb == "deploy" else int(best[2])
            says = Message(SAYS[verb], fleet=name, chance=takes_sea(board, name, strength))
            found = Undone(moment.number, says, best)
    return found


def fleet_unpaid(session: Session, number: int, side: Side) -> Undone | None:
    """The fleet of a side that could have been paid for in the phase that is over, and was not (NY 12.3.6).

    Args:
        session: the war, at its end.
        number: how many choices were made before the one after which the phase was over.
        side: whose fleet.

    Returns:
        None where each was paid for, or none could be.
    """
    then = war_at(session.game, number + 1)
    for moment, offered, _ in _offers(session, number, side):
        left = [one for one in offered if then.engine.board.fleet(str(one[1])).place == "pool"]
        if moment.decision == "spend" and left:
            names = dict.fromkeys(str(one[1]) for one in left)
            return Undone(
                moment.number, Message("review.fleet-unpaid", fleet=Message.any_of(names)), left[-1]
            )
    return None


def _offers(session: Session, number: int, side: Side) -> Iterator[tuple[Moment, list[Action], Board]]:
    """The choices of a year in which a side could pay for a fleet of its own or send one out, the last first.

    Args:
        session: the war, at its end.
        number: how many choices were made before the last that counts.
        side: whose choices.

    Yields:
        The choice, those of its options that pay for a fleet or send one out, and the board before it.
    """
    year, game = session.moments[number].here.year, session.game.branch()
    for moment in reversed(session.moments[: number + 1]):
        if moment.here.year != year:
            break
        if moment.entry.side == side and moment.decision in OFFERED:
            game.undo(moment.number)
            verb = OFFERED[moment.decision]
            options = [one for one in game.engine.options if one[0] == verb and owner_of(one[1]) == side]
            yield moment, options, game.engine.board
