"""What was decided at the umpire's desk about a table, and the letters of it, to each seat its own.

The tables lie in the docket's database. The table notes what it gives to the desk, by its digest: a case that
begins with the very same is one of this table's, and no other is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ..core.errors import BadInput
from ..core.messages import Message, say
from ..core.render import plain
from ..nine_years.components.differences import edits_between
from ..nine_years.components.position import Position
from ..nine_years.components.sides import SEATS, Seat
from ..nine_years.games.game import Game
from ..nine_years.games.links import link_to
from ..nine_years.games.save import position_from_data, position_to_data
from ..umpire.docket.letter import Letter, letter_of, to_html
from ..umpire.docket.records import StoredCase
from .store import TableStore
from .tables import desks

Data = dict[str, Any]
MOST_SHOWN = 60
"""So many of the newest cases of the docket are looked at."""


class Ruling(NamedTuple):
    """A decision of the docket, as an umpire chooses it from a list.

    Attributes:
        number: of the decision.
        says: what was asked, and the verdict.
        here: whether it is about this table.
        corrects: whether the position was corrected at the desk.
    """

    number: int
    says: str
    here: bool
    corrects: bool


def to_the_desk(store: TableStore, number: int, game: Game, choices: object) -> Data:
    """A link to a position with all that is hidden, and a note that this table has given it.

    Args:
        store: where table and docket lie.
        number: of the game.
        game: the war.
        choices: after how many; True for all of them.

    Raises:
        BadInput: the war has not so many.
    """
    there = game.branch()
    if choices is not True:
        if isinstance(choices, bool) or not isinstance(choices, int) or not 0 <= choices <= len(game):
            raise BadInput("desk", str(choices)[:40], Message("expected.between", least=0, most=len(game)))
        there.undo(choices)
    _note(store, number, position_to_data(there.position))
    return {"link": link_to(there, seat="umpire")}


def log_to_the_desk(store: TableStore, number: int, game: Game, text: str) -> None:
    """Notes that this table has given its log: the desk opens it behind its last choice.

    Args:
        store: where table and docket lie.
        number: of the game.
        game: the war.
        text: the log.
    """
    _note(store, number, text)
    _note(store, number, position_to_data(game.position))


def rulings(store: TableStore, number: int) -> list[Ruling]:
    """The newest decisions of the docket, those about this table first.

    Args:
        store: where table and docket lie.
        number: of the game.
    """
    asked = select(desks.c.digest).where(desks.c.game == number)
    given = store.read(lambda connection: {row[0] for row in connection.execute(asked)})
    found = []
    for stored in store.docket.search(system="NY", most=MOST_SHOWN):
        if stored.decision is not None:
            says = f"{stored.title.rstrip('.')}: {say(f'report.verdict-{stored.decision.verdict}')}"
            corrects = bool(stored.decision.position or stored.case["given"].get("changes"))
            here = bool(given) and _begins_with(store, stored, given)
            found.append(Ruling(stored.decision.number, says, here, corrects))
    return sorted(found, key=lambda one: not one.here)  # the newest first, as they come


def corrections(store: TableStore, number: int, ruling: int, behind: Position) -> list[Data]:
    """How a ruling about this table has corrected the position, as plain edits.

    Args:
        store: where table and docket lie.
        number: of the game.
        ruling: the number of the decision.
        behind: the position behind the choice that it is about.

    Raises:
        BadInput: it is about no position of this table.
    """
    if not any(one.here and one.number == ruling for one in rulings(store, number)):
        raise BadInput("ruling", ruling, Message("tables.no-ruling"))
    decided = store.docket.decision(ruling)
    if decided.position is not None:
        return edits_between(behind, position_from_data(plain(decided.position), "position"))
    return list(plain(store.docket.case(decided.case).case["given"].get("changes", [])))


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


def _letter(store: TableStore, number: object, seat: Seat) -> Letter:
    """The letter of a decision for a seat; what would change the decision is not searched for."""
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 1 << 31:
        raise BadInput("letter", str(number)[:40], Message("tables.no-letter"))
    return letter_of(store.docket, number, seat, search=False)


def _begins_with(store: TableStore, stored: StoredCase, given: set[str]) -> bool:
    """Whether a case begins with something of this table: with its position, or from its log."""
    position = stored.case["given"].get("position")
    if isinstance(position, Mapping) and _digest(plain(position)) in given:
        return True
    logs = () if stored.game is None else store.docket.games(store.docket.game(stored.game).game)
    return any(_digest(log.text) in given for log in logs)


def _digest(what: object) -> str:
    return sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()


def _note(store: TableStore, number: int, what: object) -> None:
    row = {"game": number, "digest": _digest(what)}
    known = select(desks).filter_by(**row)

    def work(connection: Connection) -> None:
        if connection.execute(known).first() is None:
            connection.execute(desks.insert().values(**row))

    store.write(work)
