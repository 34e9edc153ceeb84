"""Saves of the war table: everything that a session knows, so that it goes on later as it would have now.

>>> session = Session(seed=1690)
>>> session.choose("first Bourbon")
>>> again = session_of_text(war_text(session))
>>> again.game.position == session.game.position, again.seats == session.seats
(True, True)
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..input_bounds import check_size
from ..input_files import read_text
from ..nine_years.components.position import Position
from ..nine_years.engine.notation import written
from ..nine_years.games.game import Game
from ..nine_years.games.record import Entry, Otherwise
from ..nine_years.games.sealed import KeptChoice, KeptWar, KeptWay, is_sealed, sealed, unsealed
from ..output_files import write_whole
from .branches import Way
from .moments import Moment
from .openings import opened_text
from .session import Session

# ---- out


def moment_of(session: Session) -> str:
    """Where a war is, for people.

    >>> moment_of(Session(seed=1690))
    '1688, event phase'
    """
    if session.over:
        return say("keeping.over", year=session.here.year)
    return say("log.heading", year=session.here.year, phase=session.here.phase)


def war_text(session: Session) -> str:
    """A war as the text of a file, with its branches and with what was taken back.

    >>> war_text(Session(seed=1690)).splitlines()[0]
    'ninevears-war/1'
    """
    ways = session.ways
    kept = KeptWar(
        log=session.game.log,
        way=_kept_way(
            session, replace(ways.way, place=session.place, moments=session.moments), session.place
        ),
        left=tuple(_kept_way(session, way, _alike(way.moments, session.moments)) for way in ways.left),
        seats=(session.seats["Bourbon"], session.seats["Alliance"]),
        show=session.show,
        fair=session.fair,
        used=ways.used,
    )
    others = [str(branch.says) for branch in session.branches if not branch.now]
    return sealed(kept, moment_of(session), others)


def save_war(session: Session, path: str | Path) -> None:
    """Writes a war into a file; the file is either the old one or the new one, whole.

    Raises:
        BadInput: it cannot be written; names the file.
    """
    write_whole(path, war_text(session))


def _alike(moments: list[Moment], others: list[Moment]) -> int:
    pairs = zip(moments, others, strict=False)
    same = (at for at, (one, other) in enumerate(pairs) if one.entry != other.entry)
    return next(same, min(len(moments), len(others)))


def _kept_way(session: Session, way: Way, alike: int) -> KeptWay:
    choices = tuple(_kept_choice(session.game, moment.entry) for moment in way.moments[alike:])
    year, phase = way.where
    return KeptWay(way.number, way.fork, way.past, year, phase, way.place, alike, choices)


def _kept_choice(game: Game, entry: Entry) -> KeptChoice:
    faces = "".join(str(roll.face) for roll in entry.rolls)
    text, begins = written(entry.action, game.rule_tables), entry.otherwise
    return KeptChoice(text, faces) if begins is None else KeptChoice(text, faces, begins.number, begins.past)


# ---- in


def session_of(
    source: Game | Position | str | Path | None = None,
    *,
    bourbon: str | None = None,
    alliance: str | None = None,
    seed: int = 1688,
    show: str | None = None,
    fair: bool = False,
) -> Session:
    """A session on whatever people have: a game, a position, or the path of a war that was kept, a log or a
    save; without it a new war.

    Args:
        source: the war.
        bourbon: who plays the Bourbons; by default whoever did when the war was kept, else a person.
        alliance: who plays the Alliance; by default whoever did, else the computer, to win.
        seed: of a new war.
        show: as for a session.
        fair: whether the dice of a new war are fair dice.

    Raises:
        BadInput: the file cannot be read, or something in it is wrong; or a seat is not what it should be.
        BadEntry: an entry of a log does not fit.
    """
    if isinstance(source, str | Path):
        try:
            return session_of_text(read_text(source), bourbon, alliance, show)
        except BadInput as error:
            raise error.in_file(str(source)) from None
    return Session(
        source, bourbon=bourbon or "person", alliance=alliance or "sense", seed=seed, show=show, fair=fair
    )


def session_of_text(
    text: str, bourbon: str | None = None, alliance: str | None = None, show: str | None = None
) -> Session:
    """A session on the text of a war that was kept, a log or a save: with its branches, where one was in it.

    Args:
        text: the text.
        bourbon: who plays the Bourbons, when somebody else shall.
        alliance: who plays the Alliance, when somebody else shall.
        show: as for a session.

    Raises:
        BadInput: it is none, or something in it is wrong.
        BadEntry: an entry of a log does not fit.
    """
    check_size(text)
    game = opened_text(text)
    if not is_sealed(text):
        return Session(game, bourbon=bourbon or "person", alliance=alliance or "sense", show=show)
    war = unsealed(text)
    seats = bourbon or war.seats[0], alliance or war.seats[1]
    session = Session(
        game, bourbon=seats[0], alliance=seats[1], show=show or (war.show if seats == war.seats else None)
    )
    try:
        _take_ways(session, war)
    except NinevearsError as error:
        raise BadInput("file", str(error), Message("packing.expected")) from None
    session.game.fair = session.fair = war.fair
    return session


def _take_ways(session: Session, war: KeptWar) -> None:
    """What is known beyond, and the ways that were left."""
    place, ways = session.place, session.ways
    played = _played_on(session, war.way.choices)
    left = []
    for way in war.left:
        if way.alike > len(played) or way.place > way.alike + len(way.choices):
            raise BadInput("alike", way.alike, Message("expected.whole-at-most", most=len(played)))
        session.moments = played
        session.go_to(way.alike)
        session.moments = played[: way.alike]
        left.append(_way(way, _played_on(session, way.choices)))
        # back into what both have, before the decisions of the one that is played are known again
        session.go_to(way.alike)
    session.moments = played
    session.go_to(place)
    ways.way = _way(war.way, [])
    ways.left = left
    numbers = [way.number for way in (war.way, *war.left)]
    if len({*numbers}) < len(numbers):
        raise BadInput("number", numbers, Message("expected.once"))
    ways.used = max(war.used, ways.used, *numbers)


def _way(way: KeptWay, moments: list[Moment]) -> Way:
    return Way(way.number, way.fork, way.past, (way.year, way.phase), way.place, moments)


def _played_on(session: Session, choices: tuple[KeptChoice, ...]) -> list[Moment]:
    """Makes some choices that were made before, and checks their dice; all that is known then."""
    for choice in choices:
        otherwise = Otherwise(choice.branch, choice.past) if choice.branch else None
        session.take_up(session.game.checked(choice.text), otherwise)
        faces = "".join(str(roll.face) for roll in session.moments[-1].entry.rolls)
        if faces != choice.faces:
            raise BadInput("dice", faces, Message("expected.exactly", value=choice.faces))
    return session.moments
