"""The review of a war as a panel: curve, turning points, luck; each turning point opens the war there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets as W

from ...nine_years.components.sides import Side
from ...nine_years.games.game import Game
from ...play.review_page import review_html, swing_html
from ...play.reviewed import session_to_review
from ...play.session import Session
from ...play.turning_points import Review, Reviewing, Swing
from ..parts.background_job import BackgroundJob, Progress, Stop
from ..parts.cleanup import made_in_this_cell
from ..parts.fields import start_button
from .war_table import WarTable

AT_ONCE = 60
"""So many choices are looked at before the curve is drawn anew."""


class WarReview(W.VBox):
    """What a war turned on, with the war itself beneath: a turning point opens it there.

    Args:
        source: a game, a session, or the path of a log or a kept war.
        side: whose chance.

    Attributes:
        review: what was found till now.
        table: the war, once a turning point was opened.

    >>> from ...nine_years.games.game import Game
    >>> panel = WarReview(Game.new(1690))
    >>> panel.review.turns
    ()
    """

    def __init__(self, source: Game | Session | str | Path, side: Side = "Alliance", **more: Any) -> None:
        self._looking, self._side = Reviewing(session_to_review(source)), side
        self.review: Review = self._looking.sketch()
        self.table: WarTable | None = None
        self.page = W.HTML()
        self.job = BackgroundJob(
            "review.begin", "review.begin-tooltip", self._look, self._show, described="review.progress"
        )
        self.points = W.VBox(layout=W.Layout(width="100%", max_width="820px", margin="0 auto"))
        self.job.layout = W.Layout(width="100%", max_width="820px", margin="0 auto")
        self.below = W.VBox()
        super().__init__([self.job, self.page, self.points, self.below], **more)
        made_in_this_cell(self)

    def begin(self) -> None:
        """Looks at the choices, one after the other, and draws the curve as it grows."""
        self.job.begin()

    def show_at(self, swing: Swing, otherwise: bool = False) -> None:
        """Opens the war before a turning point.

        Args:
            swing: the turning point.
            otherwise: in a branch of its own, to try what else might have been.
        """
        if self.table is None:
            looking, seats = self._looking, self._looking.session.seats
            players = ("person", "sense") if looking.exact else (seats["Bourbon"], seats["Alliance"])
            show = "all" if looking.exact else "own"  # NY 4.4
            self.table = WarTable(looking.session.game, *players, show=show, keep=False)
            self.below.children = (self.table,)
        self.table.ask({"jump": {"entry": swing.number}})
        if otherwise:
            self.table.ask({"branch": True})

    def _look(self, progress: Progress, stop: Stop) -> Review:
        looking = self._looking
        while not looking.over and not stop():
            looking.go_on(AT_ONCE)
            self.page.value = review_html(looking.sketch(), self._side)
            progress(len(looking.turns), looking.of)
        return looking.review() if looking.over else looking.sketch()

    def _show(self, found: Review) -> None:
        self.review = found
        self.page.value = review_html(found, self._side, listed=False)
        self.points.children = tuple(self._row(place, one) for place, one in enumerate(found.swings, 1))

    def _row(self, place: int, swing: Swing) -> W.VBox:
        soft = " soft" * swing.is_small
        told = W.HTML(f"<div class='nv-swing{soft}'>{place}. {swing_html(swing, self._side)}</div>")
        look = start_button("review.look", "review.look-tooltip", lambda: self.show_at(swing))
        otherwise = start_button(
            "review.otherwise", "review.otherwise-tooltip", lambda: self.show_at(swing, True)
        )
        buttons = W.HBox([look, otherwise], layout=W.Layout(padding="0 18px 6px"))
        return W.VBox([told, buttons])
