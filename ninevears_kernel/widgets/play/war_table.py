"""The war table as a widget: one screen on which the map is the board."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from IPython.core.getipython import get_ipython
from traitlets import Bytes, Unicode

from ...core.errors import NinevearsError
from ...nine_years.atlas.wire import difference, packed, steps
from ...nine_years.components.position import Position
from ...nine_years.games.game import Game
from ...play.hints import may_ask
from ...play.kept_file import FOLDER, NAME, KeptFile
from ...play.saved_wars import session_of
from ...play.session import Session
from ...play.table_guide import Guide
from ...play.table_seat import TableSeat
from ...teaching.lessons import what_comes_after
from ...teaching.progress import DEFAULT_FILE, ProgressFile
from ..parts.cleanup import made_in_this_cell
from ..parts.front import FRONT
from .front_files import code, sheet
from .joined_table import JoinedTable


class WarTable(anywidget.AnyWidget):
    """The war on one screen: the map is the board, and what glows can be chosen.

    Args:
        source: a game, a position, or the path of a kept war, a log or a save; without it a new war.
        bourbon: who plays: ``person``, ``sense``, ``bold`` or ``chance`` (by chance); by default
            whoever did when the war was kept, else a person.
        alliance: the same; else the computer, to win.
        seed: of a new war.
        keep: whether the war keeps itself in a file after each choice, so that it can be continued: in
            ``my-wars`` beside the notebook, or in the folder of this name. By default in a notebook, when no
            source is given.
        name: of that file; by default one for each pair of players, so that a war against the computer and
            one of two persons do not take each other's place.
        show: ``own``: what the player to choose may see; ``all``: everything. By default everything only when
            no person plays.
        guide: who says what to look at, such as ``PHILIPPSBURG`` of lesson 0; the war begins where it says.

    Attributes:
        session: the war, and who plays.
        seat: what is seen and may be done here, as plain data.

    >>> table = WarTable(seed=1690)
    >>> table.choose("first Bourbon")
    >>> table.session.place > 0
    True
    """

    _esm = (FRONT / "loader.js").read_text(encoding="utf-8")
    front: Bytes = Bytes().tag(sync=True)
    sheet: Bytes = Bytes().tag(sync=True)
    steps: Bytes = Bytes().tag(sync=True)
    opens: Unicode[str, str | bytes] = Unicode().tag(sync=True)  # the tab at which it begins
    # never set: it is read when a page asks for the widget, so that one that is loaded later sees the present
    state: Bytes = Bytes().tag(sync=True, to_json=lambda _value, table: packed(table.shown))

    def __init__(
        self,
        source: Game | Position | str | Path | None = None,
        bourbon: str | None = None,
        alliance: str | None = None,
        seed: int = 1688,
        show: str | None = None,
        keep: bool | str | Path | None = None,
        name: str | None = None,
        guide: Guide | None = None,
        **more: Any,
    ) -> None:
        if guide is not None and source is None:
            source = guide.begin()
        if guide is not None and guide.lesson:
            guide = guide._replace(after=what_comes_after(guide.lesson))
        self.session: Session = session_of(source, bourbon=bourbon, alliance=alliance, seed=seed, show=show)
        self.session.answer()
        if keep is None:
            keep = source is None and getattr(get_ipython(), "kernel", None) is not None
        named = "-".join([NAME, *filter(None, (bourbon, alliance))])
        file = KeptFile(FOLDER if keep is True else keep, name or named) if keep else None
        self.seat: TableSeat = TableSeat(self.session, file, guide)
        self.shown: dict[str, Any] = self.seat.state() | {"revision": 0}
        super().__init__(front=code(), sheet=sheet(), steps=steps(), **more)
        self.on_msg(self._heard)
        made_in_this_cell(self)

    @staticmethod
    def join(link: str = "") -> JoinedTable:
        """Sits down at a seat of a table over the network, as ``ninevears table`` serves it.

        Args:
            link: of the seat, as the umpire gave it; without one the table asks for it.

        Raises:
            BadInput: it is no link of a seat.

        >>> WarTable.join().gone
        False
        """
        return JoinedTable(link)

    def choose(self, text: str) -> None:
        """Makes a choice in the notation; the computer answers.

        Raises:
            Refused: the rules forbid it; tells every clause.
        """
        self.session.choose(text)
        self.session.answer()
        self.seat.keeping.keep()
        self._show()

    def close(self) -> None:
        """Gives up the view; another table may go on with the war that was kept."""
        seat = getattr(self, "seat", None)  # none when it could not be made
        if seat is not None and seat.keeping.file is not None:
            seat.keeping.file.release()
        super().close()

    def ask(self, message: Mapping[str, Any]) -> None:
        """Does what a page may ask for (`play.table_seat`), and shows it everywhere.

        Args:
            message: such as ``{"jump": {"entry": 120}}``.
        """
        self._heard(self, message, None)

    def _heard(self, _widget: W.Widget, content: Mapping[str, Any], _buffers: object) -> None:
        reply = self.seat.take(content)
        late = content.get("here", True) not in (True, self.shown["revision"])
        self._show(reply=reply, **({"state": self.shown} if late else {}))
        self._keep_progress(reply)

    def _show(self, **more: Any) -> None:
        state = self.seat.state() | {"revision": self.shown["revision"]}
        if change := difference(self.shown, state):
            revision = state["revision"] + 1
            self.shown, more["change"] = state | {"revision": revision}, change | {"revision": revision}
        if more:
            self.send({}, buffers=[packed(more)])

    def _keep_progress(self, reply: Mapping[str, Any]) -> None:
        """Writes down that the lesson of the guide is done, and on what the moments of a year hung that
        somebody looks at again; a file that cannot be written hinders no war.
        """
        if getattr(get_ipython(), "kernel", None) is None:
            return
        guide, said = self.seat.guide, self.shown["guide"]
        with suppress(NinevearsError):
            review = reply.get("review") or {}
            over = guide is not None and said and said.get("over") and guide.lesson
            looked = review.get("clauses") and review["year"] and may_ask(self.session)
            if not (over or looked):
                return
            file = ProgressFile(DEFAULT_FILE)
            if over and over not in file.progress.passed():
                file.record_check(over, 1, 1, True)
            kept = {(one.moments, one.clauses) for one in file.progress.moments}
            if looked and (review["year"], tuple(review["clauses"])) not in kept:
                file.record_moments(review["year"], review["clauses"])
