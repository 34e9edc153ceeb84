"""Letters of the umpire's decisions that are handed out at a table: to each seat its own.

The tables lie in the docket's database: what is decided there can be handed out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..nine_years.components.sides import SEATS, Seat
from ..umpire.docket.letter import Letter, letter_of, to_html
from .store import TableStore

Data = dict[str, Any]


def _letter(store: TableStore, number: object, seat: Seat) -> Letter:
    """The letter of a decision for a seat; what would change the decision is not searched for."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 1 << 31:
        raise BadInput("letter", str(number)[:40], Message("tables.no-letter"))
    return letter_of(store.docket, number, seat, search=False)


def checked(store: TableStore, number: object) -> Data:
    """A decision whose letter every seat of a table can be given, as an entry tells it.

    Args:
        store: where table and docket lie.
        number: of the decision, or of its case.

    Raises:
        BadInput: it is no number, or the letter is not about this game.
        DocketError: there is no such decision.
    """
    found = [_letter(store, number, seat).number for seat in SEATS]
    return {"decision": found[0]}


def letter_for(store: TableStore, number: object, seat: Seat, given: Sequence[int]) -> Data:
    """The reply to who asks for the letter of a decision: as their seat may read it, a page in one file.

    Args:
        store: where table and docket lie.
        number: of the decision.
        seat: who reads it.
        given: the decisions whose letters were handed out.

    Raises:
        BadInput: this one was not.
    """
    if number not in given:
        raise BadInput("letter", str(number)[:40], Message("tables.no-letter"))
    name = f"{say('tables.letter-file')}-{number}.html"
    return {"letter": {"name": name, "text": to_html(_letter(store, number, seat))}}
