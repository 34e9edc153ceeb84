"""The review of a war for whoever asks for one: in a notebook with its pictures, in a terminal as text.

>>> from ..nine_years.games.game import Game
>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> found = review(game)
>>> len(found.turns), found.swings
(1, ())
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..core.errors import BadInput
from ..core.messages import Message
from ..input_files import read_text
from ..nine_years.components.sides import Side
from ..nine_years.games.game import Game
from ..nine_years.games.sealed import is_sealed
from .review_data import Review
from .review_page import review_html, review_text
from .saved_wars import session_of
from .session import Session
from .turning_points import Reviewing, check_may_review
from .year_choices import YearChoices
from .year_choices_page import choices_text


class Reviewed(Review):
    """A review that shows itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return review_html(self)

    def __str__(self) -> str:
        return review_text(self)


def session_to_review(source: Game | Session | str | Path) -> Session:
    """The session of a source, whole; but of a kept war or a session only what its player may see (NY 4.4).

    Args:
        source: a game, a session, or the path of a log or a kept war.

    Raises:
        BadInput: it cannot be opened.
        NinevearsError: two people play, and the war goes on.

    >>> session_to_review(Game.new(1690)).show
    'all'
    """
    if isinstance(source, Session):
        session = source
    elif isinstance(source, str | Path) and is_sealed(read_text(source)):
        session = session_of(source)
    else:
        return Session(source, bourbon="sense", alliance="sense")
    check_may_review(session)
    return session


def review(
    game: Game | Session | str | Path,
    *,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Reviewed:
    """What a war turned on: the chance at every choice, its turning points, the luck of each side.

    The chance is that of `judge`: if two careful players went on, with its error.

    Args:
        game: a war or the path of its log; of a session, or the path of a kept war, what its player may see.
        progress: called with how many choices are looked at, and of how many.
        stop: says whether to stop; what is found till then is the review.

    Raises:
        BadInput: it cannot be opened.
        NinevearsError: two people play, and the war goes on.
    """
    looking = Reviewing(session_to_review(game), progress=progress, stop=stop)
    looking.go_on()
    return Reviewed(*looking.review())


def look_at_year(
    game: Game | Session | str | Path,
    year: int,
    side: Side,
    *,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> str:
    """Which choices of a side in a year were poor, told in words: those that a careful player would have made
    otherwise, played on both ways.

    Args:
        game: as for `review`.
        year: the year.
        side: whose choices; of a war that goes on only the player's own.
        progress: called with how much is played, and of how much at most.
        stop: says whether to stop; what is found till then is told.

    Raises:
        BadInput: it cannot be opened, or that year was not played.
        NinevearsError: two people play, and the war goes on.

    >>> game = Game.new(1690)
    >>> game.choose("first Alliance")
    >>> look_at_year(game, 1688, "Bourbon")
    'In 1688 a careful player would have done, bought and played much the same.'
    """
    session = Reviewing(session_to_review(game)).session
    years = sorted({moment.here.year for moment in session.moments})
    if year not in years:
        raise BadInput("year", str(year), Message.one_of([str(one) for one in years]))
    looked = YearChoices(session, year, (side,))
    while not looked.over and not (stop is not None and stop()):
        looked.go_on()
        if progress is not None:
            progress(looked.done, looked.done + looked.left)
    return choices_text(looked, session)
