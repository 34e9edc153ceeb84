"""The Event phase (NY 8.1): Savoy, the later cards, King William's War, Marlborough, a card for each side."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import objection, step
from .board import Board
from .chance import WarDice, shuffled
from .event_effects import play
from .event_words import playable
from .held_events import discard
from .kit import Kit
from .land import SPACES, home
from .piece_numbers import ABSENT
from .sequence import initiative
from .sides import Side, enemy
from .war import War

SAVOY_JOINS = 1690  # NY 7.2.1.b, 8.1.a
FIRST_CARDS, LATER_CARDS = 1688, 1693  # NY 5.2.2, 8.1.b
MARLBOROUGH, HIS_POWER = "Marlborough", "Britain"  # NY 8.1.e: his British side
MARLBOROUGH_LEAVES = 5  # NY 8.1.e: on this or more


@carries_out("NY 5.2.2")
def starting_deck(kit: Kit) -> tuple[str, ...]:
    """The cards that are in the deck from the start, in the order of their table.

    >>> from .kit import standard_kit
    >>> "Beachy Head" in starting_deck(standard_kit()), "Battle of Zenta" in starting_deck(standard_kit())
    (True, False)
    """
    return _joining(kit, FIRST_CARDS)


def _joining(kit: Kit, year: int) -> tuple[str, ...]:
    return tuple(card.name for card in kit.events.values() if card.joins == year)


@step("event-phase")
@carries_out("NY 8.1")
def begin_event_phase(war: War) -> None:
    """What happens before the players' turns: Savoy and the later cards; then who goes first."""
    board = war.board
    board.phase = "event"
    if next(against_joining(board), None) is None:
        savoy_joins(war)
    if board.year == LATER_CARDS:
        later_cards_join(war)
    war.then(("order", initiative(board.year), "event"))


@carries_out("NY 7.2.1.b", "NY 7.2.1.d")
def against_joining(board: Board) -> Iterator[Violation]:
    """What stands against Savoy's joining the Alliance at the start of this year's Event phase."""
    if board.year != SAVOY_JOINS:
        yield objection("NY 7.2.1.b", "savoy.joins-in", year=SAVOY_JOINS)
    if board.savoy_left:
        yield objection("NY 7.2.1.d", "savoy.left-for-good")


@carries_out("NY 7.2.1.b", "NY 8.1")
def savoy_joins(war: War) -> None:
    """Savoy joins the Alliance, and victory points do not change; its duke comes with the reinforcements."""
    board = war.board
    for space in range(len(SPACES)):
        if home("Savoy") >> space & 1 and board.controller_of(space) is None:
            board.set_control(space, "Alliance")
    war.tell("NY 7.2.1.b", "events.savoy-joins")


@carries_out("NY 5.2.2", "NY 9.1", "NY 8.1")
def later_cards_join(war: War) -> None:
    """The later cards join the deck, and it is shuffled; given dice leave the order of the table."""
    board = war.board
    joining = _joining(war.kit, LATER_CARDS)
    deck = (*board.event_deck, *joining)
    dice = war.hearing.dice
    board.event_deck = shuffled(deck, dice) if isinstance(dice, WarDice) else deck
    war.tell("NY 5.2.2", "events.cards-join", count=len(joining))


@step("event-turns", "side")
@carries_out("NY 8.1", "NY 9.1")
def event_turns(war: War, first: Side) -> None:
    """The steps of both players, in order."""
    order = first, enemy(first)
    war.then(
        *(("strengthen", side) for side in order if side not in war.board.kww_strengthened),
        ("king-william-roll",),
        ("marlborough",),
        *(("draw-event", side) for side in order),
    )


@step("marlborough")
@carries_out("NY 8.1")
def marlborough(war: War) -> None:
    """Whether Marlborough, on the map with his British side up, falls from favour for good."""
    number = war.kit.leader_number.get(MARLBOROUGH)
    if number is None or war.kit.leaders[number].power != HIS_POWER or war.board.where[number] < 0:
        return
    if war.roll("events.marlborough-roll") >= MARLBOROUGH_LEAVES:
        war.board.where[number], war.board.state[number] = ABSENT, 0
        war.tell("NY 8.1", "events.marlborough-leaves", leader=MARLBOROUGH)
    else:
        war.tell("NY 8.1", "events.marlborough-stays", leader=MARLBOROUGH)


@step("draw-event", "side")
@carries_out("NY 9.1", "NY 9.2.1", "NY 9.2.2")
def draw_event(war: War, side: Side) -> None:
    """A side draws a card: it keeps it, carries it out, or puts it out of the game."""
    board = war.board
    if not board.event_deck:
        war.tell("NY 9.1", "events.deck-empty", side=side)
        return
    name, *rest = board.event_deck
    board.event_deck = tuple(rest)
    if war.kit.events[name].hold:
        hand = board.hand(side)
        board.set_hand(side, replace(hand, events=(*hand.events, name)))  # NY 9.2.1
        war.tell("NY 9.2.1", "events.kept", side=side)
    elif playable(board, side, name):
        play(war, side, name)
    else:
        discard(board, side, name, stays=False)  # NY 9.2.2: and no other card is drawn
        war.tell("NY 9.2.2", "events.unplayable", side=side, event=name)
