"""What must be true of a position beyond the types of its fields, before anybody plays or judges it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

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
from .position import Position
from .powers import power_named, powers

_PLACES = frozenset([*game_map().by_name, None])
"""Where a piece may be; a leader who waits is nowhere."""
_POWERS = frozenset(powers())
_space_of, _power_of, _is_inside = map(attrgetter, ("space", "power", "inside"))


def check(position: Position, kit: Kit) -> None:
    """Checks what types alone cannot: that names exist, that no piece stands twice, and that what is still to
    be done can be read. Whether a war can go on from there is looked at when it does (`check_war`).

    Raises:
        BadInput: names the field.
    """
    _check_names(position, kit)
    _once(position.leaders, "leaders", "name")
    _once(position.fleets, "fleets", "name")
    _once(position.pools, "pools", "power")
    _once(position.sieges, "sieges", "space")
    _once(position.lines, "lines", "space")
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
    spaces, leaders, numbers = game_map(), kit.leaders, kit.leader_number
    for name in ("corps", "leaders", "sieges", "lines"):
        pieces = getattr(position, name)
        if not _PLACES.issuperset(map(_space_of, pieces)):
            _space_told(name, pieces)
    for name in ("corps", "leaders", "pools", "waiting"):
        pieces = getattr(position, name)
        if not _POWERS.issuperset(map(_power_of, pieces)):
            _power_told(name, pieces)
    for place, leader in enumerate(position.leaders):
        number = numbers.get(leader.name)
        if number is None:
            raise UnknownName(f"leaders[{place}].name", leader.name, Message("kind.leader"), numbers)
        if leader.power != (power := leaders[number].power):
            raise BadInput(f"leaders[{place}].power", leader.power, Message("expected.exactly", value=power))
    for place, name in enumerate(position.rich_markers):
        if spaces.space(name, f"rich_markers[{place}]").name != name:
            raise BadInput(f"rich_markers[{place}]", name, Message("expected.map-spelling"))


def _space_told(name: str, pieces: Iterable[Any]) -> None:
    """Says which of some pieces stands in no space of the map."""
    spaces = game_map()
    for place, piece in enumerate(pieces):
        if piece.space is not None and piece.space not in spaces.by_name:
            field = f"{name}[{place}].space"
            spaces.space(piece.space, field)  # raises, with the nearest names, unless spelt otherwise
            raise BadInput(field, piece.space, Message("expected.map-spelling"))


def _power_told(name: str, pieces: Iterable[Any]) -> None:
    """Says which of some pieces belongs to no power."""
    for place, piece in enumerate(pieces):
        if piece.power not in powers():
            field = f"{name}[{place}].power"
            power_named(piece.power, field)  # raises, unless spelt otherwise
            raise BadInput(field, piece.power, Message("expected.map-spelling"))


@carries_out("NY 5.1")
def _check_cards(position: Position, kit: Kit) -> None:
    """Action cards are all there, once dealt from at all; event cards exist, and each lies in one place."""
    hands = (position.bourbon_hand, position.alliance_hand)
    dealt = position.action_deck + position.action_discards + hands[0].actions + hands[1].actions
    cards = {number: dealt.count(number) for number in (1, 2, 3)}  # no other number gets into a position
    if position.action_deck or position.action_discards:
        from .campaign_phase import CARDS  # here, because the chapters of the rules import what this checks

        if cards != CARDS:
            found = Message("found.cards", **{f"of_{number}": cards[number] for number in CARDS})
            expected = Message("found.cards", **{f"of_{number}": count for number, count in CARDS.items()})
            raise BadInput("action_deck", found, expected)
    events = (*position.event_deck, *hands[0].events, *hands[1].events, *position.lasting_events)
    if len(once := frozenset(events)) < len(events) or not once <= kit.events.keys():
        _events_told(position, kit)


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
    from . import rulebook  # noqa: F401  here, because the chapters of the rules import what this checks

    if position.result is not None:
        raise BadInput("result", position.result.how, Message("expected.no-result"))
    if position.victory_points > kit.tables.victory_points.highest:
        expected = Message("expected.whole-at-most", most=kit.tables.victory_points.highest)
        raise BadInput("victory_points", position.victory_points, expected)
    for name in ("corps", "leaders"):
        pieces = getattr(position, name)
        for place, inside in enumerate(map(_is_inside, pieces)):
            if inside and not _in_own_fortress(position, pieces[place]):
                raise BadInput(f"{name}[{place}].inside", True, Message("expected.own-fortress"))
    for text in position.agenda:
        read_item(text, kit)


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


def _once(pieces: Iterable[Any], field: str, key: str) -> None:
    names = list(map(attrgetter(key), pieces))
    if len(set(names)) < len(names):
        place = next(place for place, name in enumerate(names) if name in names[:place])
        raise BadInput(f"{field}[{place}].{key}", names[place], Message("expected.once"))
