"""What must be true of a position beyond the types of its fields, before anybody plays or judges it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ...core.clauses import carries_out
from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ..components.map import game_map
from ..components.piece_numbers import ABSENT, POWER_NUMBER, SIDE_OF_CORPS
from ..components.position import Position
from ..components.powers import power_named, powers
from ..components.rule_tables import RuleTables
from ..engine.agenda import kinds_of, read_item, write_item
from ..engine.board import Board
from ..engine.engine import Engine
from ..engine.seeded_dice import WarDice
from ..rules import rulebook  # noqa: F401  registers what may stand on the agenda
from ..rules.campaign.rounds import CARDS

_PLACES = frozenset([*game_map().by_name, None])
"""Where a piece may be; a leader who waits is nowhere."""
_POWERS = frozenset(powers())
NAMES: tuple[tuple[str, str, frozenset[Any], Callable[[str, str], object]], ...] = (
    *((field, "space", _PLACES, game_map().space) for field in ("corps", "leaders", "sieges", "lines")),
    *((field, "power", _POWERS, power_named) for field in ("corps", "leaders", "pools", "waiting")),
)
"""Fields whose items name spaces and powers: the names known, and what finds the one that is meant."""
ONCE = {"leaders": "name", "fleets": "name", "pools": "power", "sieges": "space", "lines": "space"}
"""Fields of whose items no two may have the same name."""


def check(position: Position, rule_tables: RuleTables) -> None:
    """Checks what types alone cannot: that names exist, that no piece stands twice, and that what is still to
    be done can be read. Whether a war can go on from there is looked at when it does (`check_war`).

    Raises:
        BadInput: names the field.
    """
    _check_names(position, rule_tables)
    for field, key in ONCE.items():
        _once(
            {
                f"{field}[{place}].{key}": getattr(one, key)
                for place, one in enumerate(getattr(position, field))
            }
        )
    for place, siege in enumerate(position.sieges):
        if not game_map().by_name[siege.space].fortress:
            raise BadInput(f"sieges[{place}].space", siege.space, Message("expected.fortified"))
        if position.controller(siege.space) == siege.by:
            raise BadInput(f"sieges[{place}].by", siege.by, Message("expected.not-own-fortress"))
    for place, fleet in enumerate(position.fleets):
        if (fleet.place == "port") != (fleet.strength > 0):
            raise BadInput(f"fleets[{place}].strength", fleet.strength, Message("expected.fleet-strength"))
    _check_cards(position, rule_tables)
    if position.agenda:
        _check_in_play(position, rule_tables)


def _check_names(position: Position, rule_tables: RuleTables) -> None:
    """Checks that each space, power and leader is one, and that a leader serves their own power."""
    for field, key, known, find in NAMES:
        for place, piece in enumerate(getattr(position, field)):
            if (name := getattr(piece, key)) not in known:
                _misspelt(f"{field}[{place}].{key}", name, find)
    for place, leader in enumerate(position.leaders):
        number = rule_tables.leader_number.get(leader.name)
        if number is None:
            name = f"leaders[{place}].name"
            raise UnknownName(name, leader.name, Message("kind.leader"), rule_tables.leader_number)
        if leader.power != (power := rule_tables.leaders[number].power):
            raise BadInput(f"leaders[{place}].power", leader.power, Message("expected.exactly", value=power))
    for place, marker in enumerate(position.rich_markers):
        if marker not in _PLACES:
            _misspelt(f"rich_markers[{place}]", marker, game_map().space)


def _misspelt(field: str, name: str, find: Callable[[str, str], object]) -> None:
    """Refuses a name: nothing is called so, and the nearest names are told; or it is spelt otherwise."""
    find(name, field)
    raise BadInput(field, name, Message("expected.map-spelling"))


def _once(names: dict[str, str]) -> None:
    """Refuses the second of two equal names, which stand at these fields."""
    if len(set(names.values())) < len(names):
        seen: set[str] = set()
        for field, name in names.items():
            if name in seen:
                raise BadInput(field, name, Message("expected.once"))
            seen.add(name)


@carries_out("NY 5.1")
def _check_cards(position: Position, rule_tables: RuleTables) -> None:
    """Action cards are all there, once dealt from at all; event cards exist, and each lies in one place."""
    hands = (position.bourbon_hand, position.alliance_hand)
    dealt = position.action_deck + position.action_discards + hands[0].actions + hands[1].actions
    cards = {number: dealt.count(number) for number in CARDS}  # no other number gets into a position
    if (position.action_deck or position.action_discards) and cards != CARDS:
        found = Message("found.cards", **{f"of_{number}": count for number, count in cards.items()})
        expected = Message("found.cards", **{f"of_{number}": count for number, count in CARDS.items()})
        raise BadInput("action_deck", found, expected)
    seen: set[str] = set()
    for field, names in {
        "event_deck": position.event_deck,
        "bourbon_hand.events": position.bourbon_hand.events,
        "alliance_hand.events": position.alliance_hand.events,
        "lasting_events": position.lasting_events,
    }.items():
        for place, name in enumerate(names):
            if name not in rule_tables.events:
                raise UnknownName(f"{field}[{place}]", name, Message("kind.event"), rule_tables.events)
            if name in seen:
                raise BadInput(f"{field}[{place}]", name, Message("expected.once"))
            seen.add(name)


def _check_in_play(position: Position, rule_tables: RuleTables) -> None:
    """Checks what holds only while a war is in play, and that what is still to be done can be read."""
    if position.result is not None:
        raise BadInput("result", position.result.how, Message("expected.no-result"))
    if position.victory_points > rule_tables.numbers.victory_points.highest:
        expected = Message("expected.whole-at-most", most=rule_tables.numbers.victory_points.highest)
        raise BadInput("victory_points", position.victory_points, expected)
    for field in ("corps", "leaders"):
        for place, piece in enumerate(getattr(position, field)):
            if piece.inside and not _in_own_fortress(position, piece):
                raise BadInput(f"{field}[{place}].inside", True, Message("expected.own-fortress"))
    for text in position.agenda:
        read_item(text, rule_tables)


def _in_own_fortress(position: Position, piece: Any) -> bool:
    return (
        piece.space is not None
        and game_map().by_name[piece.space].fortress > 0
        and position.controller(piece.space) == SIDE_OF_CORPS[POWER_NUMBER[piece.power] << 3]
    )


def check_war(position: Position, rule_tables: RuleTables) -> None:
    """Checks that what is still to be done can be done.

    Raises:
        BadInput: names the item of the agenda.
    """
    board = Board(position, rule_tables)
    forces = set()
    for place, item in enumerate(board.agenda):
        if _check_pieces(board, item, f"agenda[{place}]"):
            if item[0] in forces:  # one force at a time is in motion
                raise BadInput(f"agenda[{place}]", position.agenda[place], Message("expected.once"))
            forces.add(item[0])
    try:
        Engine(board, RulingContext(WarDice(board.seed, board.drawn), recorded=False)).advance()
    except Exception:
        # Items that each can be read may still contradict the board. No table of such contradictions would be
        # complete, and a person who mended a save by hand must know, whatever was done.
        raise BadInput("agenda", list(position.agenda), Message("expected.can-go-on")) from None


def _check_pieces(board: Board, item: tuple[Any, ...], field: str) -> bool:
    """Checks that the pieces of a force that an item names are where it says; whether it names any."""
    arguments = list(zip(kinds_of(item[0]), item[1:], strict=True))
    spaces = [value for kind, value in arguments if kind == "space"]
    forces = False
    for kind, value in arguments:
        forces |= kind in ("leaders", "many") and bool(value)
        if kind in ("leader", "leaders"):
            for leader in value if kind == "leaders" else (value,):
                where = board.where[leader]
                if where == ABSENT or (kind == "leaders" and spaces and where not in spaces):
                    raise BadInput(
                        field, write_item(item, board.rule_tables), Message("expected.pieces-there")
                    )
        elif kind == "many" and spaces and value:
            present: Counter[int] = Counter()
            for space in spaces:
                present.update(board.stacks["Bourbon"][space] + board.stacks["Alliance"][space])
                present.update(board.garrisons.get(space, ()))
            if Counter(value) - present:
                raise BadInput(field, write_item(item, board.rule_tables), Message("expected.pieces-there"))
    return forces
