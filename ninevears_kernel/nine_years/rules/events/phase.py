"""The Event phase (NY 8.1): Savoy, the later cards, King William's War, Marlborough, a card for each side."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES, home
from ...components.piece_numbers import ABSENT
from ...components.rule_tables import RuleTables
from ...components.sides import Side, enemy
from ...engine.agenda import step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.seeded_dice import WarDice, shuffled
from ..sequence import initiative
from .effects import play
from .vocabulary import playable

SAVOY_JOINS = 1690  # NY 7.2.1.b, 8.1.a
FIRST_CARDS, LATER_CARDS = 1688, 1693  # NY 5.2.2, 8.1.b
MARLBOROUGH, HIS_POWER = "Marlborough", "Britain"  # NY 8.1.e: his British side
MARLBOROUGH_LEAVES = 5  # NY 8.1.e: on this or more


@carries_out("NY 5.2.2")
def starting_deck(rule_tables: RuleTables) -> tuple[str, ...]:
    """The cards that are in the deck from the start, in the order of their table.

    >>> from ...components.rule_tables import standard_rule_tables
    >>> deck = starting_deck(standard_rule_tables())
    >>> "Beachy Head" in deck, "Battle of Zenta" in deck
    (True, False)
    """
    return _joining(rule_tables, FIRST_CARDS)


def _joining(rule_tables: RuleTables, year: int) -> tuple[str, ...]:
    return tuple(card.name for card in rule_tables.events.values() if card.joins == year)


@step("event-phase")
@carries_out("NY 8.1")
def begin_event_phase(engine: Engine) -> None:
    """What happens before the players' turns: Savoy and the later cards; then who goes first."""
    board = engine.board
    board.phase = "event"
    if next(against_joining(board), None) is None:
        savoy_joins(engine)
    if board.year == LATER_CARDS:
        later_cards_join(engine)
    engine.then(("order", initiative(board.year), "event"))


@carries_out("NY 7.2.1.b", "NY 7.2.1.d")
def against_joining(board: Board) -> Iterator[Violation]:
    """What stands against Savoy's joining the Alliance at the start of this year's Event phase."""
    if board.year != SAVOY_JOINS:
        yield objection("NY 7.2.1.b", "savoy.joins-in", year=SAVOY_JOINS)
    if board.savoy_left:
        yield objection("NY 7.2.1.d", "savoy.left-for-good")


@carries_out("NY 7.2.1.b", "NY 8.1")
def savoy_joins(engine: Engine) -> None:
    """Savoy joins the Alliance, and victory points do not change; its duke comes with the reinforcements."""
    board = engine.board
    for space in range(len(SPACES)):
        if home("Savoy") >> space & 1 and board.controller_of(space) is None:
            board.set_control(space, "Alliance")
    engine.tell("NY 7.2.1.b", "events.savoy-joins")


@carries_out("NY 5.2.2", "NY 9.1", "NY 8.1")
def later_cards_join(engine: Engine) -> None:
    """The later cards join the deck, and it is shuffled; given dice leave the order of the table."""
    board = engine.board
    joining = _joining(engine.rule_tables, LATER_CARDS)
    deck = (*board.event_deck, *joining)
    dice = engine.context.dice
    board.event_deck = shuffled(deck, dice) if isinstance(dice, WarDice) else deck
    engine.tell("NY 5.2.2", "events.cards-join", count=len(joining))


@step("event-turns", "side")
@carries_out("NY 8.1", "NY 9.1")
def event_turns(engine: Engine, first: Side) -> None:
    """The steps of both players, in order."""
    order = first, enemy(first)
    engine.then(
        *(("strengthen", side) for side in order if side not in engine.board.kww_strengthened),
        ("king-william-roll",),
        ("marlborough",),
        *(("draw-event", side) for side in order),
    )


@step("marlborough")
@carries_out("NY 8.1")
def marlborough(engine: Engine) -> None:
    """Whether Marlborough, on the map with his British side up, falls from favour for good."""
    number = engine.rule_tables.leader_number.get(MARLBOROUGH)
    if (
        number is None
        or engine.rule_tables.leaders[number].power != HIS_POWER
        or engine.board.where[number] < 0
    ):
        return
    if engine.roll("events.marlborough-roll") >= MARLBOROUGH_LEAVES:
        engine.board.where[number], engine.board.state[number] = ABSENT, 0
        engine.tell("NY 8.1", "events.marlborough-leaves", leader=MARLBOROUGH)
    else:
        engine.tell("NY 8.1", "events.marlborough-stays", leader=MARLBOROUGH)


@step("draw-event", "side")
@carries_out("NY 9.1", "NY 9.2.1", "NY 9.2.2")
def draw_event(engine: Engine, side: Side) -> None:
    """A side draws a card: it keeps it, carries it out, or puts it out of the game."""
    board = engine.board
    if not board.event_deck:
        engine.tell("NY 9.1", "events.deck-empty", side=side)
        return
    name, *rest = board.event_deck
    board.event_deck = tuple(rest)
    if engine.rule_tables.events[name].hold:
        hand = board.hand(side)
        board.set_hand(side, replace(hand, events=(*hand.events, name)))  # NY 9.2.1
        engine.tell("NY 9.2.1", "events.kept", side=side)
    elif playable(board, side, name):
        play(engine, side, name)
    else:  # NY 9.2.2: it has left the deck, and no other card is drawn
        engine.tell("NY 9.2.2", "events.unplayable", side=side, event=name)
