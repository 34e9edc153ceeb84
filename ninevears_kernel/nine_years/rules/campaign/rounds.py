"""The frame of the Campaign phase: dealing, who goes first, and the rounds (NY 8.3, 13.1 to 13.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.piece_numbers import INTERCEPTED, USED
from ...components.position import Shifts
from ...components.sides import SIDES, Side, enemy
from ...engine.agenda import decision, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ...engine.seeded_dice import WarDice, shuffled
from ..king_william import cards_fewer
from ..sequence import initiative

CARDS = {1: 8, 2: 16, 3: 8}
"""How many action cards there are of each number of actions (NY 5.1)."""
FREED = bytes(flags & ~(USED | INTERCEPTED) for flags in range(256))
"""What of each state of a leader outlasts the round."""


@carries_out("NY 5.1")
def action_cards() -> tuple[int, ...]:
    """The whole action deck, in order.

    >>> len(action_cards()), action_cards().count(2)
    (32, 16)
    """
    return tuple(number for number, copies in CARDS.items() for _ in range(copies))


@step("campaign-phase")
@carries_out("NY 8.3")
def begin_campaign(engine: Engine) -> None:
    """Cards are dealt, the first player is settled, and the rounds are played."""
    board = engine.board
    board.phase = "campaign"
    board.active = None
    board.actions_left = 0
    _deal(engine)
    settle_first_player(engine)


@carries_out("NY 13.1", "NY 20.2.5.1", "NY 13.2.1.d")
def hand_size(board: Board, side: Side) -> int:
    """How many action cards a side draws this year."""
    settings = board.rule_tables.scenario.settings
    sizes = settings["hand_size"]
    size: int = sizes["first_year" if board.year == settings["year"] else "later_years"]
    # NY 18.4, 6.4.1 and the events; each side bears its own
    size += board.card_change.of(side) - cards_fewer(board, side) - board.hand(side).cards_conceded
    return max(0, size)


@carries_out("NY 13.1")
def _deal(engine: Engine) -> None:
    board = engine.board
    sizes = {side: hand_size(board, side) for side in SIDES}
    deck = board.action_deck
    if len(deck) < sum(sizes.values()):
        deck += board.action_discards
        board.action_discards = ()
        if isinstance(engine.context.dice, WarDice):
            deck = shuffled(deck, engine.context.dice)
        engine.tell("NY 13.1", "campaign.reshuffled", count=len(deck))
    for side, size in sizes.items():
        hand = board.hand(side)
        board.set_hand(
            side,
            structs.replace(hand, actions=tuple(sorted(hand.actions + deck[:size])), cards_conceded=0),
        )
        deck = deck[size:]
        engine.tell("NY 13.1", "campaign.dealt", side=side, count=size)
    board.action_deck = deck
    board.card_change = Shifts()


@carries_out("NY 13.3", "NY 13.4.1", "NY 13.2.1.a")
def _play_card(engine: Engine, side: Side, card: int) -> None:
    """A side plays a card: it is discarded, and as many actions follow as it says."""
    board = engine.board
    hand = board.hand(side)
    actions = list(hand.actions)
    actions.remove(card)
    board.set_hand(side, structs.replace(hand, actions=tuple(actions)))
    board.action_discards = (*board.action_discards, card)
    board.active = side
    board.actions_left = card
    engine.tell("NY 13.4.1", "campaign.played", side=side, count=card)
    engine.then(("action", side), ("round-end", side))


# ---- who goes first


@carries_out("NY 13.2.1.a", "NY 13.2.1.b")
def settle_first_player(engine: Engine) -> None:
    """Says who goes first by the number of cards, or lets both lay one."""
    board = engine.board
    cards = {side: len(board.hand(side).actions) for side in SIDES}
    if cards["Bourbon"] == cards["Alliance"]:
        if cards["Bourbon"]:
            engine.then(("lay", initiative(board.year), 0))
        return
    first: Side = max(SIDES, key=cards.__getitem__)
    engine.tell("NY 13.2.1.b", "campaign.more-cards", side=first, count=cards[first])
    engine.then(("round", first))


def _cards_to(verb: str, engine: Engine, side: Side) -> list[Action]:
    return [(verb, number) for number in sorted(set(engine.board.hand(side).actions))]


def _no_such_card(clause_id: str, engine: Engine, number: int, side: Side) -> Iterator[Violation]:
    if number not in engine.board.hand(side).actions:
        yield objection(clause_id, "campaign.no-such-card", side=side, count=number)


@carries_out("NY 13.2.1.a")
def _lay(engine: Engine, action: Action, side: Side, other_card: int) -> None:
    """Lays a card face down; `other_card` is the one that the other player has laid, 0 when none was laid."""
    card = action[1]
    if not other_card:
        engine.then(("lay", enemy(side), card))
        return
    other = enemy(side)
    engine.tell("NY 13.2.1.a", "campaign.revealed", side=side, count=card, enemy=other, other=other_card)
    if card == other_card:
        engine.then(("first-round", initiative(engine.board.year), card))  # NY 13.2.1.c
    elif card > other_card:
        _play_card(engine, side, card)
    else:
        _play_card(engine, other, other_card)


decision(
    "lay",
    "side number",
    "NY 13.2.1.a",
    "lay",
    lambda engine, side, other_card: _cards_to("lay", engine, side),
    _lay,
    lambda engine, action, side, other_card: _no_such_card("NY 13.2.1.a", engine, action[1], side),
    hand="actions",
)
decision(
    "first-round",
    "side number",
    "NY 13.2.1.a",
    "first",
    lambda engine, side, card: [("first", one) for one in SIDES],
    lambda engine, action, side, card: _play_card(engine, action[1], card),
)


# ---- the rounds


@step("round", "side")
@carries_out("NY 13.3", "NY 13.1")
def begin_round(engine: Engine, side: Side) -> None:
    """A round of a side, or of the other when it has no card; none when both have none."""
    board = engine.board
    for one in (side, enemy(side)):
        if board.hand(one).actions:
            engine.then(("card", one))
            return
    engine.tell("NY 13.1", "campaign.over")


decision(
    "card",
    "side",
    "NY 13.3",
    "play",
    lambda engine, side: _cards_to("play", engine, side),
    lambda engine, action, side: _play_card(engine, side, action[1]),
    lambda engine, action, side: _no_such_card("NY 13.3", engine, action[1], side),
    prechecked="play",
    hand="actions",
)


@step("round-end", "side")
@carries_out("NY 13.4.2", "NY 13.4.3", "NY 14.6.1")
def end_round(engine: Engine, side: Side) -> None:
    """Every piece is free again, and the other player's round begins."""
    board = engine.board
    board.state = board.state.translate(FREED)
    for one in SIDES:
        stacks = board.stacks[one]
        for space in bits(board.tired[one]):
            board.put(one, space, [corps & ~USED for corps in stacks[space]])
    for space, garrison in [*board.garrisons.items()]:
        board.put_inside(space, [corps & ~USED for corps in garrison])
    board.once_a_round = ()
    board.actions_left = 0
    board.active = None
    engine.then(("round", enemy(side)))
