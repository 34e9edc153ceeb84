"""The review of a war in a notebook: the war table, opened at its review."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...nine_years.components.sides import SIDES, Side
from ...nine_years.games.game import Game
from ...play.reviewed import session_to_review
from ...play.session import Session
from .war_table import WarTable


class WarReview(WarTable):
    """What a war turned on, as a screen: curve, luck and turning points, each of which opens the war there.

    Args:
        source: a game, a session, or the path of a log or a kept war; of a war that goes on, what its player
            may see.
        side: whose chance; by default the player's, where one person plays.

    Raises:
        NinevearsError: two people play, and the war goes on.

    >>> from ...nine_years.games.game import Game
    >>> WarReview(Game.new(1690), "Bourbon").opens
    'review'
    """

    def __init__(self, source: Game | Session | str | Path, side: Side | None = None, **more: Any) -> None:
        session = session_to_review(source)
        seats = session.seats
        whole = session.viewer is None
        other = "sense" if session.over else "person"  # nobody plays on by themselves
        players = ("person", other) if whole else (seats["Bourbon"], seats["Alliance"])
        show = "all" if whole else "own"  # NY 4.4
        super().__init__(session.game.branch(), *players, show=show, keep=False, opens="review", **more)
        if side or whole:
            self.seat.coach.side = side or "Alliance"
            self.seat.coach.whose = (side,) if side else SIDES
