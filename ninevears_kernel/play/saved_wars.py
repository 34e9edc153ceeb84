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
from ..nine_years.games.game import Game
from ..nine_years.games.record import Otherwise
from ..nine_years.games.sealed import KeptChoice, KeptWar, KeptWay, is_sealed, lines_of, sealed, unsealed
from ..output_files import write_whole
from .branches import Kept, Way
from .moments import Moment
from .openings import opened_text
from .seats import kept_seat
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

    Raises:
        BadInput: it is so large that it could not be read again.

    >>> war_text(Session(seed=1690)).splitlines()[0]
    'ninevears-war/1'
    """
    ways = session.ways
    now = replace(ways.way, place=session.place, played=session.moments, kept=None)
    kept = KeptWar(
        log=session.game.log,
        way=_kept_way(now, now.line, session.place, 0),
        left=_kept_ways(now, ways.left),
        seats=(kept_seat(session.seats["Bourbon"]), kept_seat(session.seats["Alliance"])),
        show=session.show,
        fair=session.fair,
        used=ways.used,
        shown=tuple(sorted(ways.shown)),
    )
    others = [str(branch.says) for branch in session.branches if not branch.now]
    return sealed(kept, moment_of(session), others)


def save_war(session: Session, path: str | Path) -> None:
    """Writes a war into a file; the file is either the old one or the new one, whole.

    Raises:
        BadInput: it cannot be written; names the file.
    """
    write_whole(path, war_text(session))


def _kept_ways(now: Way, left: list[Way]) -> tuple[KeptWay, ...]:
    """The other ways, each as far as no way before it tells the same."""
    known: dict[tuple[int, KeptChoice], int] = {}  # from a decision and what follows it to that decision
    of = [0]  # for each decision the way that tells it
    kept = []
    for number, way in enumerate((now, *left)):
        line, at, place, owner = way.line, 0, 0, 0
        while place < len(line) and (following := known.get((at, line[place]))) is not None:
            at, place, owner = following, place + 1, of[following]
        if number:
            kept.append(_kept_way(way, line, place, owner))
        for choice in line[place:]:
            known[at, choice] = at = len(of)
            of.append(number)
    return tuple(kept)


def _kept_way(way: Way, line: tuple[KeptChoice, ...], alike: int, of: int) -> KeptWay:
    year, phase = way.where
    beyond = line[alike:]
    return KeptWay(way.number, way.fork, way.past, year, phase, way.place, alike, beyond, of, way.seed)


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
    """What is known beyond, and the ways that were left, which are played again when somebody asks."""
    place, ways = session.place, session.ways
    if war.way.alike not in (0, place):
        raise BadInput("alike", war.way.alike, Message("expected.exactly", value=str(place)))
    played = _played_on(session, war.way.choices)
    session.go_to(place)

    def play(shared: list[Moment], choices: tuple[KeptChoice, ...]) -> list[Moment]:
        return _played_again(session, shared, choices)

    ways.way = _way(war.way)
    ways.left = [
        _way(way, Kept(played[: line.alike], line.choices, play))
        for way, line in zip(war.left, lines_of(war), strict=True)
    ]
    numbers = [way.number for way in (war.way, *war.left)]
    if len({*numbers}) < len(numbers):
        raise BadInput("number", numbers, Message("expected.once"))
    ways.used = max(war.used, ways.used, *numbers)
    ways.shown |= {*war.shown}


def _way(way: KeptWay, kept: Kept | None = None) -> Way:
    where = way.year, way.phase
    return Way(way.number, way.fork, way.past, where, way.place, kept=kept, seed=way.seed)


def _played_again(session: Session, shared: list[Moment], choices: tuple[KeptChoice, ...]) -> list[Moment]:
    """All decisions of a way, on a session of its own.

    Raises:
        BadInput: one of them does not fit.
    """
    game = session.game
    begun = Game(game.start, game.rule_tables, game.readings, asks_alike=game.asks_alike)
    for one in game.at_start:
        begun.set_right(one)
    seats = session.seats
    other = Session(begun, bourbon=seats["Bourbon"], alliance=seats["Alliance"], show=session.show)
    other.moments = [*shared]
    try:
        other.go_to(len(shared))
        moments = _played_on(other, choices)
    except NinevearsError as error:
        raise BadInput("file", str(error), Message("packing.expected")) from None
    session.ways.shown |= other.ways.shown
    return moments


def _played_on(session: Session, choices: tuple[KeptChoice, ...]) -> list[Moment]:
    """Makes some choices that were made before, and checks their dice; all that is known then."""
    for choice in choices:
        otherwise = Otherwise(choice.branch, choice.past, choice.seed) if choice.branch else None
        session.take_up(session.game.checked(choice.text), otherwise, choice.then)
        faces = "".join(str(roll.face) for roll in session.moments[-1].entry.rolls)
        if faces != choice.faces:
            raise BadInput("dice", faces, Message("expected.exactly", value=choice.faces))
    return session.moments
