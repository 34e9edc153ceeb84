"""What links and files of wars tell, in words, and links to what files hold."""

from __future__ import annotations

from typing import Any

from ..core.errors import BadInput, one_line
from ..core.messages import Message, say
from ..input_files import parse_data, read_text
from ..nine_years.components.position import Position
from ..nine_years.components.sides import Seat
from ..nine_years.games.game import Game
from ..nine_years.games.links import CASE, Link, is_link, link_to, read_link
from ..nine_years.games.log import is_played
from ..nine_years.games.sealed import is_sealed
from ..nine_years.rules.victory import level
from .openings import opened_text
from .saved_wars import moment_of, session_of_text


def link_of_file(file: str, seat: Seat = "both", entry: int | None = None) -> str:
    """A link to what a file holds.

    Args:
        file: a log, a war that was kept, a save or a case; ``-`` for standard input.
        seat: for whom it is.
        entry: of a log or a war, after how many choices.

    Raises:
        BadInput: the file cannot be read or is none of these, or the link would be too long.
        BadEntry: an entry of a log does not fit.
    """
    try:
        source = _source(file, read_text(file))
        if entry is not None and not isinstance(source, Game):
            raise BadInput("entry", entry, Message("link.expected-log"))
        return link_to(source, seat=seat, entry=entry)
    except BadInput as error:
        raise error.in_file(file) from None


def _source(name: str, text: str) -> Game | dict[str, Any]:
    """A game, or the data of a case."""
    if is_played(text):
        return opened_text(text)
    data = parse_data(text, is_toml=name.endswith(".toml") or not text.lstrip().startswith(("{", "[")))
    if isinstance(data, dict) and data.get("format") == CASE:
        return data
    return opened_text(text)


def told_of(what: str) -> str:
    """What a link or a file is, in a few lines.

    Args:
        what: a link, or the name of a file.

    Raises:
        BadInput: it cannot be read.
        BadEntry: an entry of a log does not fit.

    >>> from ..nine_years.games.game import Game
    >>> print(told_of(link_to(Game.new(seed=7))))
    A position with what both players may see.
    1688, event phase. Victory points: 22. If the war ended now: a minor victory for the Bourbons.
    """
    if is_link(what):
        return _told_of_link(read_link(what))
    try:
        text = read_text(what)
        if is_link(text):
            return _told_of_link(read_link(text))
        source = _source(what, text)
        if isinstance(source, dict):
            return _told_of_case(source)
        if is_sealed(text):
            session = session_of_text(text)
            lines = [say("link.war", moment=moment_of(session), count=len(source))]
            lines += [say("link.branch", says=branch.says) for branch in session.branches if not branch.now]
            return "\n".join([*lines, *_told_of_position(source.position)])
    except BadInput as error:
        raise error.in_file(what) from None
    kind = "link.log" if is_played(text) else "link.save"
    return "\n".join([say(kind, count=len(source)), *_told_of_position(source.position)])


def _told_of_link(link: Link) -> str:
    lines = [say(f"link.{link.kind}-for-{link.seat}", entry=link.entry)]
    if link.case is not None:
        return "\n".join([*lines, _told_of_case(link.case)])
    assert link.position is not None
    lines += _told_of_position(link.position)
    if link.log:
        if link.seat != "umpire":
            lines.append(say("link.log-not-played"))
        lines += ["", link.log]
    return "\n".join(lines)


def _told_of_case(case: dict[str, Any]) -> str:
    return say("link.case", title=one_line(str(case.get("title") or case.get("question", ""))[:200]))


def _told_of_position(position: Position) -> list[str]:
    points = position.victory_points
    winner, how = level(points)
    now = say(f"wartable.now-{how}", side=Message(f"map.side-{winner}"))
    heading = say("log.heading", year=position.year, phase=position.phase)
    return [say("link.moment", heading=heading, points=points, now=now)]
