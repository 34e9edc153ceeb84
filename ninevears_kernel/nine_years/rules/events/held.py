"""The event cards that a side holds, and those that lie on the map (NY 9.2)."""

from __future__ import annotations

from msgspec import structs

from ....core.clauses import carries_out
from ...components.sides import Side
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
