"""The event cards that a side holds, and those that lie on the map (NY 9.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.sides import Side, enemy
from ...engine.board import Board
from .vocabulary import playable, words_of


@carries_out("NY 9.2.1")
def held(board: Board, side: Side, timing: str) -> tuple[str, ...]:
    """The names of the cards that a side holds for an occasion and may play now.

    Args:
        board: the board.
        side: whose hand.
        timing: ``round``, ``battle`` or ``siege``.
    """
    names = board.hand(side).events
    if not names:
        return ()
    cards = board.rule_tables.events
    return tuple(name for name in names if cards[name].hold == timing and playable(board, side, name))


@carries_out("NY 9.2.1", "NY 9.2.2")
def against_card(board: Board, side: Side, name: str, timing: str) -> Iterator[Violation]:
    """Why a card is none of those `held`: where it is, what it is for, or what it asks for.

    Where a card is that neither lies on the map nor has left the game is told alike, in a deck or in the
    other hand (NY 4.4).

    Args:
        board: the board.
        side: who plays it.
        name: the card.
        timing: ``round``, ``battle`` or ``siege``.
    """
    card = board.rule_tables.events[name]
    unseen = {*board.event_deck, *board.hand(side).events, *board.hand(enemy(side)).events}
    if name in board.lasting_events:
        reason = "events.lies-on-map"
    elif board.event_deck and name not in unseen and card.joins <= board.year:
        reason = "events.spent"
    elif name not in board.hand(side).events:
        reason = "events.not-held"
    else:
        reason = f"events.for-a-{card.hold or 'draw'}" if card.hold != timing else "events.not-playable"
    remedy = Message("remedy.events-not-held", side=side)
    yield objection("NY 9.2.1", reason, remedy, event=name, side=side, says=card.says)


@carries_out("NY 9.2.1", "NY 9.2.3")
def discard(board: Board, side: Side, name: str, stays: bool = True) -> None:
    """A card is played: it leaves the hand if it was held, and the game unless it lasts.

    Args:
        board: the board.
        side: who plays it.
        name: the card.
        stays: whether a lasting card stays on the map (NY 9.2.3).
    """
    hand = board.hand(side)
    if name in hand.events:
        events = list(hand.events)
        events.remove(name)
        board.set_hand(side, structs.replace(hand, events=tuple(events)))
    if stays and board.rule_tables.events[name].lasting:
        board.lasting_events = (*board.lasting_events, name)


@carries_out("NY 9.2.3", "NY 12.3.4", "NY 12.3.5")
def limit_change(board: Board, power: str) -> int:
    """How many corps more than its limits a power may raise, and restore, a turn by the lasting events."""
    if not board.lasting_events:
        return 0
    words = words_of(board.rule_tables)
    return sum(
        said.arguments[1]
        for name in board.lasting_events
        for said in words[name].effects
        if said.word == "limit" and said.arguments[0] == power
    )


@carries_out("NY 12.4.2")
def out_this_year(board: Board, leader: str) -> bool:
    """Whether an event keeps a leader from being placed in this year's Reinforcement phase."""
    return f"out-{leader}" in board.done_this_turn
