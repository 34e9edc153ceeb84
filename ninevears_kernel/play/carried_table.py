"""A war table whose front lies elsewhere: it takes messages as JSON and gives bytes, on whatever wire.

>>> table = CarriedTable(seed=1690)
>>> len(table.take('{"choose": "first Bourbon"}')) > 10
True
>>> table.kept().splitlines()[0]
'ninevears-war/1'
"""

from __future__ import annotations

import json
from typing import Any

from ..nine_years.atlas.wire import difference, packed
from .saved_wars import session_of, session_of_text, war_text
from .session import Session
from .table_guide import Guide
from .table_seat import TableSeat


class CarriedTable:
    """A seat, and what its front knows of it.

    Args:
        text: a war that was kept, a log or a save; "" for a new war against the computer.
        seed: of a new war.
        guide: who says what to look at; without a text the war begins where it says.

    Raises:
        BadInput: the text is none of them, or something in it is wrong.
        BadEntry: an entry of a log does not fit.
    """

    def __init__(self, text: str = "", seed: int = 1688, guide: Guide | None = None) -> None:
        if text:
            session = session_of_text(text)
        elif guide is not None:
            session = session_of(guide.begin())
        else:
            session = Session(bourbon="person", alliance="sense", seed=seed)
        session.answer()
        self.seat = TableSeat(session, guide=guide)
        self._shown = self.seat.state()

    def state(self) -> bytes:
        """All that is seen, for a front that begins."""
        self._shown = self.seat.state()
        return packed(self._shown)

    def take(self, message: str) -> bytes:
        """What the front is told of a message: the reply, and what changed.

        Args:
            message: as JSON (``docs/table.md``).
        """
        answer: dict[str, Any] = {"reply": self.seat.take(json.loads(message))}
        state = self.seat.state()
        if change := difference(self._shown, state):
            self._shown, answer["change"] = state, change
        return packed(answer)

    def kept(self) -> str:
        """The war as the text of a file, so that it goes on later.

        Raises:
            BadInput: it is so large that it could not be read again.
        """
        return war_text(self.seat.session)
