"""What must be true of a position beyond the types of its fields, before anybody plays or judges it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple

from ..core.clauses import carries_out
from ..core.errors import BadInput, UnknownName
from ..core.hearing import Hearing
from ..core.messages import Message
from .agenda import read_item
from .board import Board
from .chance import WarDice
from .kit import Kit
from .map import game_map
from .piece_numbers import ABSENT, POWER_NUMBER, SIDE_OF_CORPS
from .position import Leader, Position
from .powers import power_named, powers

_PLACES = frozenset([*game_map().by_name, None])
"""Where a piece may be; a leader who waits is nowhere."""
_POWERS = frozenset(powers())
_name_of, _space_of, _power_of = map(attrgetter, ("name", "space", "power"))


def check(position: Position, kit: Kit) -> None:
    """Checks what types alone cannot: that names exist, that no piece stands twice, and that what is still to
    be done can be read. Whether a war can go on from there is looked at when it does (`check_war`).

    Raises:
        BadInput: names the field.
    """
    _check_names(position, kit)
    _once(position.leaders, "leaders", "name", _name_of)
    _once(position.fleets, "fleets", "name", _name_of)
    _once(position.pools, "pools", "power", _power_of)
    _once(position.sieges, "sieges", "space", _space_of)
    _once(position.lines, "lines", "space", _space_of)
    for place, siege in enumerate(position.sieges):
        if not game_map().by_name[siege.space].fortress:
            raise BadInput(f"sieges[{place}].space", siege.space, Message("expected.fortified"))
        if position.controller(siege.space) == siege.by:
            raise BadInput(f"sieges[{place}].by", siege.by, Message("expected.not-own-fortress"))
    for place, fleet in enumerate(position.fleets):
        if (fleet.place == "port") != (fleet.strength > 0):
            raise BadInput(f"fleets[{place}].strength", fleet.strength, Message("expected.fleet-strength"))
    _check_cards(position, kit)
    if position.agenda:
        _check_in_play(position, kit)


def _check_names(position: Position, kit: Kit) -> None:
    """Looks at all names; which of them is wrong is sought only when one is."""
    powers_by_name = _known_names(kit).leaders
    if (
        [True for one in position.corps if one.space not in _PLACES or one.power not in _POWERS]
        or [True for one in position.leaders if one.space not in _PLACES]
        or [True for one in position.leaders if one.power != powers_by_name.get(one.name)]
        or not _PLACES.issuperset(map(_space_of, position.sieges + position.lines))
        or not _POWERS.issuperset(map(_power_of, position.pools + position.waiting))
        or not _PLACES.issuperset(position.rich_markers)
    ):
        for name in ("corps", "leaders", "sieges", "lines"):
            _space_told(name, getattr(position, name))
        for name in ("corps", "leaders", "pools", "waiting"):
            _power_told(name, getattr(position, name))
        _leader_told(position.leaders, powers_by_name)
        _marker_told(position.rich_markers)


class _Names(NamedTuple):
    """The names that a kit knows: its leaders, each with his power, and its event cards."""

    leaders: dict[str, str]
    events: frozenset[str]


@lru_cache(maxsize=16)
def _known_names(kit: Kit) -> _Names:
    return _Names({row.name: row.power for row in kit.leaders}, frozenset(kit.events))


def _leader_told(leaders: Iterable[Leader], powers_by_name: dict[str, str]) -> None:
    """Says which of some leaders is none, or serves another power."""
    for place, leader in enumerate(leaders):
        power = powers_by_name.get(leader.name)
        if power is None:
            raise UnknownName(f"leaders[{place}].name", leader.name, Message("kind.leader"), powers_by_name)
        if leader.power != power:
            raise BadInput(f"leaders[{place}].power", leader.power, Message("expected.exactly", value=power))


def _marker_told(markers: Iterable[str]) -> None:
    """Says which of some markers lies in no space of the map."""
    for place, name in enumerate(markers):
        if game_map().space(name, f"rich_markers[{place}]").name != name:
            raise BadInput(f"rich_markers[{place}]", name, Message("expected.map-spelling"))


def _space_told(name: str, pieces: Iterable[Any]) -> None:
    """Says which of some pieces stands in no space of the map."""
    spaces = game_map()
    for place, piece in enumerate(pieces):
        if piece.space not in _PLACES:
            field = f"{name}[{place}].space"
            spaces.space(piece.space, field)  # raises, with the nearest names, unless spelt otherwise
            raise BadInput(field, piece.space, Message("expected.map-spelling"))


def _power_told(name: str, pieces: Iterable[Any]) -> None:
    """Says which of some pieces belongs to no power."""
    for place, piece in enumerate(pieces):
        if piece.power not in _POWERS:
            field = f"{name}[{place}].power"
            power_named(piece.power, field)  # raises, unless spelt otherwise
            raise BadInput(field, piece.power, Message("expected.map-spelling"))


@carries_out("NY 5.1")
def _check_cards(position: Position, kit: Kit) -> None:
    """Action cards are all there, once dealt from at all; event cards exist, and each lies in one place."""
    hands = (position.bourbon_hand, position.alliance_hand)
    dealt = position.action_deck + position.action_discards + hands[0].actions + hands[1].actions
    cards = {number: dealt.count(number) for number in (1, 2, 3)}  # no other number gets into a position
    if (position.action_deck or position.action_discards) and cards != (wanted := _rulebook().CARDS):
        found = Message("found.cards", **{f"of_{number}": cards[number] for number in wanted})
        expected = Message("found.cards", **{f"of_{number}": count for number, count in wanted.items()})
        raise BadInput("action_deck", found, expected)
    events = position.event_deck + hands[0].events + hands[1].events + position.lasting_events
    if len(once := frozenset(events)) < len(events) or not once <= _known_names(kit).events:
        _events_told(position, kit)


@cache
def _rulebook() -> ModuleType:
    """The chapter on campaigns, once all chapters have put what they do on the agenda.

    They are imported only here, because they import what this module checks.
    """
    from . import campaign_phase, rulebook  # noqa: F401

    return campaign_phase


def _events_told(position: Position, kit: Kit) -> None:
    """Says which event card is none, or lies in two places."""
    seen: set[str] = set()
    for field, names in {
        "event_deck": position.event_deck,
        "bourbon_hand.events": position.bourbon_hand.events,
        "alliance_hand.events": position.alliance_hand.events,
        "lasting_events": position.lasting_events,
    }.items():
        for place, name in enumerate(names):
            if name not in kit.events:
                raise UnknownName(f"{field}[{place}]", name, Message("kind.event"), kit.events)
            if name in seen:
                raise BadInput(f"{field}[{place}]", name, Message("expected.once"))
            seen.add(name)


def _check_in_play(position: Position, kit: Kit) -> None:
    """Checks what holds only while a war is in play, and that what is still to be done can be read."""
    _rulebook()
    if position.result is not None:
        raise BadInput("result", position.result.how, Message("expected.no-result"))
    if position.victory_points > kit.tables.victory_points.highest:
        expected = Message("expected.whole-at-most", most=kit.tables.victory_points.highest)
        raise BadInput("victory_points", position.victory_points, expected)
    for name in ("corps", "leaders"):
        pieces = getattr(position, name)
        if [piece for piece in pieces if piece.inside and not _in_own_fortress(position, piece)]:
            _inside_told(position, name, pieces)
    for text in position.agenda:
        read_item(text, kit)


def _inside_told(position: Position, name: str, pieces: Iterable[Any]) -> None:
    """Says which of some pieces is besieged where it cannot be."""
    for place, piece in enumerate(pieces):
        if piece.inside and not _in_own_fortress(position, piece):
            raise BadInput(f"{name}[{place}].inside", True, Message("expected.own-fortress"))


def _in_own_fortress(position: Position, piece: Any) -> bool:
    return (
        piece.space is not None
        and game_map().by_name[piece.space].fortress > 0
        and position.controller(piece.space) == SIDE_OF_CORPS[POWER_NUMBER[piece.power] << 3]
    )


def check_war(position: Position, kit: Kit) -> None:
    """Checks that what is still to be done can be done.

    Raises:
        BadInput: names the item of the agenda.
    """
    from .war import War

    board = Board(position, kit)
    forces = set()
    for place, item in enumerate(board.agenda):
        if _check_pieces(board, item, f"agenda[{place}]"):
            if item[0] in forces:  # one force at a time is in motion
                raise BadInput(f"agenda[{place}]", position.agenda[place], Message("expected.once"))
            forces.add(item[0])
    try:
        War(board, Hearing(WarDice(board.seed, board.drawn), recorded=False)).advance()
    except Exception:
        # Items that each can be read may still contradict the board. No table of such contradictions would be
        # complete, and a person who mended a save by hand must be told, whatever he did.
        raise BadInput("agenda", list(position.agenda), Message("expected.can-go-on")) from None


def _check_pieces(board: Board, item: tuple[Any, ...], field: str) -> bool:
    """Checks that the pieces of a force that an item names are where it says; whether it names any."""
    from .agenda import kinds_of, write_item

    arguments = list(zip(kinds_of(item[0]), item[1:], strict=True))
    spaces = [value for kind, value in arguments if kind == "space"]
    forces = False
    for kind, value in arguments:
        forces |= kind in ("leaders", "many") and bool(value)
        if kind in ("leader", "leaders"):
            for leader in value if kind == "leaders" else (value,):
                where = board.where[leader]
                if where == ABSENT or (kind == "leaders" and spaces and where not in spaces):
                    raise BadInput(field, write_item(item, board.kit), Message("expected.pieces-there"))
        elif kind == "many" and spaces and value:
            present: Counter[int] = Counter()
            for space in spaces:
                present.update(board.stacks["Bourbon"][space] + board.stacks["Alliance"][space])
                present.update(board.garrisons.get(space, ()))
            if Counter(value) - present:
                raise BadInput(field, write_item(item, board.kit), Message("expected.pieces-there"))
    return forces


def _once(pieces: Sequence[Any], field: str, key: str, key_of: Callable[[Any], str]) -> None:
    if len(pieces) > 1 and len(set(map(key_of, pieces))) < len(pieces):
        names = list(map(key_of, pieces))
        place = next(place for place, name in enumerate(names) if name in names[:place])
        raise BadInput(f"{field}[{place}].{key}", names[place], Message("expected.once"))
