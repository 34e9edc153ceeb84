"""The war of a table as one seat sits at it: the same war for all, each with eyes of their own.

>>> war = Session(seed=1690, bourbon="person", alliance="person")
>>> bourbon, alliance = AtSeat(war, "Bourbon"), AtSeat(war, "Alliance")
>>> bourbon.is_persons_turn, alliance.is_persons_turn
(True, False)
>>> bourbon.choose("first Alliance")
>>> alliance.place, alliance.viewer, sorted(alliance.hands)
(1, 'Alliance', ['Alliance'])
"""

from __future__ import annotations

from typing import Any, cast

from ..nine_years.components.sides import SIDES, Seat, Side, enemy
from ..play.branches import Branches
from ..play.session import Session


def _of_the_war(name: str) -> Any:
    """What all seats of a war have in common."""
    return property(lambda seat: getattr(seat.war, name), lambda seat, value: setattr(seat.war, name, value))


class AtSeat(Session):
    """A session on the war of a table: who sits here chooses for their own side alone, and sees what the gate
    lets them.

    Args:
        war: the war of the table, which all of its seats share.
        sits: the seat: a side, ``both`` (a spectator, who sees what anybody may) or ``umpire``.
    """

    def __init__(self, war: Session, sits: Seat) -> None:
        self.war, self.sits = war, sits
        self.show, self.fair = "own", war.fair
        self.seats = {
            side: "away" if war.seats[side] == "person" and side != sits else war.seats[side]
            for side in SIDES
        }
        self.together = []
        self.before = war.before
        self.since = max(0, len(war.game) - 1)

    game = _of_the_war("game")
    moments = _of_the_war("moments")
    ways = _of_the_war("ways")

    @property
    def hands_off(self) -> bool:
        """Whether nobody plays: somebody does, at whatever seat."""
        return False

    @property
    def viewer(self) -> Side | None:
        """Through whose eyes the table is shown: at the end, and for the umpire, everything is."""
        if self.over or self.sits == "umpire":
            return None
        return cast(Side, self.sits)  # "both" too: gate and scene take any seat, and nothing is asked of it

    def _forward(self, for_all: bool = False) -> bool:
        """One decision of the computer; False where somebody else must choose, or nobody."""
        if self.side is not None and self.seats[self.side] == "away":
            return False
        return super()._forward(for_all)


def both_lay(war: Session) -> bool:
    """Whether both sides lay a card face down now, and neither is in (NY 13.2.1.a).

    Args:
        war: the war of a table.
    """
    agenda = war.game.engine.board.agenda
    return bool(agenda) and agenda[-1] == ("lay", war.side, 0)


def laying_first(war: Session, side: Side) -> Session | None:
    """The war as it is for a side that may lay its card already, although the other is asked before it: both
    lay face down at the same time (NY 13.2.1.a). None where that is not so.

    It is a copy, in which this side is asked first; nothing of the other side's card is in it, for none was
    laid yet.

    Args:
        war: the war of a table.
        side: who would lay.

    >>> war = Session(seed=1690, bourbon="person", alliance="person")
    >>> laying_first(war, "Alliance") is None
    True
    """
    if war.side != enemy(side) or not both_lay(war):
        return None
    twin = Session.__new__(Session)
    twin.__dict__.update(war.__dict__)
    twin.game, twin.moments = war.game.branch(), war.moments[: war.place]
    twin.game.engine.board.agenda[-1] = ("lay", side, 0)
    twin.game.engine.advance()
    twin.ways = Branches(war.ways.used)
    twin.ways.way = war.ways.way
    return twin
