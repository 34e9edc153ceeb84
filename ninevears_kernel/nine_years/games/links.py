"""A moment of a war as one string, for a mail or an address: ``ninevears:1:position:eNrt...``.

What it carries has passed the gate (`view`): by default it holds what both players may see, so that it can be
sent to anybody. Mails may break it, indent it and quote it.

>>> from .game import Game
>>> game = Game.new(seed=1690)
>>> found = read_link(link_to(game))
>>> found.kind, found.seat, found.position.year, found.position.seed
('position', 'both', 1688, 0)
>>> read_link(link_to(game, seat="umpire")).position == game.position
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Literal, get_args
from urllib.parse import unquote

from msgspec import Meta, Struct

from ...core.errors import BadInput
from ...core.messages import Message
from ...input_bounds import check_data
from ..components.position import Position
from ..components.sides import SIDES, Seat
from ..engine.notation import verbs
from .game import Game
from .log import read_log
from .packing import packed, unpacked
from .save import position_from_data, position_to_data
from .view import for_seat, position_for, seat_named

SCHEME = "ninevears"
VERSION = 1
MOST_LINK = 8_000
"""Characters of a link: longer ones are cut by mails and browsers."""
MOST_HELD = 1_000_000
"""Bytes that a link may hold when it is unpacked."""
CASE = "ninevears-case/1"
Kind = Literal["position", "case", "entry"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_LINK = re.compile(rf"{SCHEME}:([0-9]{{1,9}}):([a-z]{{1,20}}):([A-Za-z0-9_=-]*)", re.IGNORECASE)
_HEADING = re.compile(r"# ([0-9]{4})\b")
_BETWEEN = dict.fromkeys(map(ord, " \t\r\n\v\f\u00a0\u200b\ufeff<>"))


class _Held(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a link holds."""

    seat: Seat
    position: dict[str, Any] | None = None
    case: dict[str, Any] | None = None
    log: str = ""
    entry: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class Link(Struct, frozen=True):
    """What is in a link.

    Attributes:
        kind: ``position``, ``case`` or ``entry``.
        seat: for whom it was made: it holds no more than they may see.
        position: the position, or that after the entry; None with a case.
        case: the data of a case, to be ruled on; None without one.
        log: with an entry: the log of its year up to it; for the umpire that of the whole war, which plays.
        entry: how many choices were made.
    """

    kind: Kind
    seat: Seat
    position: Position | None = None
    case: dict[str, Any] | None = None
    log: str = ""
    entry: int | None = None


def link_to(
    source: Game | Position | Mapping[str, Any],
    *,
    seat: Seat = "both",
    entry: int | None = None,
    known: Sequence[str] = (),
) -> str:
    """A link to a position, a case, or an entry of a log.

    Args:
        source: a game or a position; or the data of a case.
        seat: for whom it is: ``both`` (what anybody may see), ``Bourbon``, ``Alliance``, or ``umpire`` (all).
        entry: of a game, after how many choices; then the log of that year goes along.
        known: of a case, the spaces whose stacks both players know, as the ruling on it looked at them.

    Raises:
        BadInput: there is no such seat or entry, the case cannot be used, or the link would be too long.
    """
    seat = seat_named(seat)
    if isinstance(source, Game):
        kind, held = _of_game(source, seat, entry)
    elif isinstance(source, Position):
        kind, held = "position", _Held(seat, position_to_data(position_for(source, seat)))
    else:
        kind, held = "case", _Held(seat, case=_sealed_case(source, seat, known))
    link = f"{SCHEME}:{VERSION}:{kind}:{packed(held)}"
    if len(link) > MOST_LINK:
        found = Message("mail.characters", count=len(link))
        raise BadInput("link", found, Message("link.expected-shorter", most=MOST_LINK))
    return link


def _of_game(game: Game, seat: Seat, entry: int | None) -> tuple[Kind, _Held]:
    if entry is None:
        return "position", _Held(seat, for_seat(game, seat).save)
    if isinstance(entry, bool) or not isinstance(entry, int) or not 0 <= entry <= len(game):
        raise BadInput("entry", entry, Message("expected.between", least=0, most=len(game)))
    there = game.branch()
    there.undo(entry)
    seen = for_seat(there, seat)
    if seat == "umpire":  # it plays, so that the position need not go along
        return "entry", _Held(seat, log=seen.log, entry=entry)
    return "entry", _Held(seat, seen.save, log=_last_year(there, seen.log), entry=entry)


def _last_year(game: Game, log: str) -> str:
    """The head of a log, and what was done in its last year."""
    if not game.entries:
        return log
    year = game.entries[-1].year
    phases = [when for when, _ in groupby((one.year, one.phase) for one in game.entries)]
    head, *parts = log.split("\n\n")
    kept = sum(when[0] == year for when in phases)
    return "\n\n".join([head, *parts[len(parts) - kept :]])


def _sealed_case(data: Mapping[str, Any], seat: Seat, known: Sequence[str]) -> dict[str, Any]:
    """A case with a position in it that the seat may see.

    Raises:
        BadInput: it is no case, or its position cannot be read.
    """
    if data.get("format") != CASE:
        raise BadInput("format", data.get("format"), Message("expected.exactly", value=CASE))
    given = data.get("given")
    if not isinstance(given, Mapping) or "position" not in given:
        return dict(data)
    position = given["position"]
    if not isinstance(position, Position):
        position = position_from_data(position, "given.position")
    sealed = position_for(position, seat, known=known)
    return {**data, "given": {**given, "position": position_to_data(sealed)}}


def is_link(text: str) -> bool:
    """Whether a text is meant as a link.

    >>> is_link(" > ninevears:1:position:eN"), is_link("war.log")
    (True, False)
    """
    return _bare(text).casefold().startswith(f"{SCHEME}:")


def _bare(text: str) -> str:
    """A link without what mails and addresses put into it and around it."""
    return unquote(text[: 4 * MOST_LINK]).translate(_BETWEEN).strip("\"'()[],.;")


def read_link(text: str) -> Link:
    """What a link tells.

    Args:
        text: the link; blanks, line breaks and the signs of a quoted mail in it do not matter.

    Raises:
        BadInput: it is none, is damaged or too long, or was made by a newer kit.

    >>> read_link("ninevears:1:position:eN")
    Traceback (most recent call last):
    ...
    ninevears_kernel.core.errors.BadInput: link: found letters that are damaged or not all there, ...
    """
    if len(text) > 4 * MOST_LINK:
        found = Message("mail.characters", count=len(text))
        raise BadInput("link", found, Message("mail.at-most", most=MOST_LINK))
    parts = _LINK.fullmatch(_bare(text))
    if parts is None:
        raise BadInput("link", text[:80], Message("link.expected"))
    version, named, letters = parts.groups()
    if int(version) != VERSION:
        raise BadInput("link", int(version), Message("keeping.newer", value=str(VERSION)))
    kind = next((kind for kind in KINDS if kind == named.casefold()), None)
    if kind is None:
        raise BadInput("link", named, Message.one_of(KINDS))
    return _checked(kind, unpacked(letters, _Held, "link", MOST_HELD))


def _checked(kind: Kind, held: _Held) -> Link:
    """What a link holds, as its kind wants it."""
    if kind == "case":
        if held.case is None or held.case.get("format") != CASE:
            raise BadInput("link.case", held.case, Message("expected.exactly", value=CASE))
        check_data({name: value for name, value in held.case.items() if name != "given"})
        return Link(kind, held.seat, case=held.case)
    if kind == "entry" and (held.entry is None or not held.log):
        raise BadInput("link.entry", held.entry, Message("packing.expected"))
    if kind == "entry" and held.seat == "umpire":
        game = read_log(held.log)
        if len(game) != held.entry:
            raise BadInput("link.entry", held.entry, Message("expected.exactly", value=str(len(game))))
        return Link(kind, held.seat, game.position, None, held.log, held.entry)
    position = position_from_data(held.position, "link.position")
    if kind == "entry":
        _check_log(held.log, position, held.entry or 0)
    return Link(kind, held.seat, position, None, held.log, held.entry)


def _check_log(log: str, position: Position, entry: int) -> None:
    """Refuses a log that cannot lead to the position beside it. What a seat may not see is in neither, so
    that it cannot be played again: its form, scenario, year and number of choices are looked at.

    Raises:
        BadInput: it cannot.
    """
    choices, years = 0, set()
    for line in log.splitlines():
        name, _, rest = line.partition(": ")
        if name in SIDES:
            choices += 1
            fits = rest.split(" ")[0] in verbs()
        elif name == "scenario":
            fits = rest == position.scenario
        elif heading := _HEADING.match(line):
            years.add(int(heading[1]))
            fits = len(years) == 1 and int(heading[1]) in (position.year - 1, position.year)
        else:
            fits = True
        if not fits:
            raise BadInput("link.log", line[:80], Message("link.expected-fitting"))
    if choices > entry or bool(choices) != bool(entry) or bool(years) != bool(entry):
        found = Message("found.entries", count=choices)
        raise BadInput("link.log", found, Message("link.expected-fitting"))
