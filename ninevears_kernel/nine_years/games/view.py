"""The one gate: what a seat may know of a war, in every form in which it leaves for a person (NY 4.4).

What a seat may not see changes nothing that it gets here: other cards in the enemy's hand, another order of
the decks, another seed, other corps under the top piece of an enemy stack, another card laid face down.

Who may know what:

- ``Bourbon`` and ``Alliance``: their own hand and pieces, the top piece and the height of each enemy stack,
  of a force in motion what was named, both armies where they meet, how many cards there are, what was chosen
  and rolled. No seed and no order of the decks as long as the war lasts.
- ``both``: what is in both of these.
- ``umpire``: everything. So is everybody once the war is over; a branch that goes off then, or goes on with
  dice that were shown, has a seed of its own (`play.branches`).
- A war that is kept to go on with (`sealed`) holds everything, sealed, since it could not go on without.

>>> from .game import Game
>>> game = Game.new(seed=1690)
>>> [line for line in for_seat(game, "both").log.splitlines() if "seed" in line]
['# seed: withheld until the war is over']
>>> for_seat(game, "umpire").log == game.log
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec import structs

from ...core.clauses import carries_out
from ...core.errors import BadInput
from ...core.messages import Message
from ..components.map_masks import NUMBER
from ..components.position import Hand, Position
from ..components.rule_tables import RuleTables
from ..components.sides import COVERED, SEATS, SIDES, Seat, Side, enemy
from ..engine.board import Board
from ..engine.choices import SECRET, Decision
from ..engine.engine import Engine
from ..engine.notation import written
from .custom_rules import rule_tables_in_force
from .fog import EnemyStack, Fill, covered, view_of
from .log_text import head_of, log_of
from .record import Entry, Played, SetRight
from .save import position_to_data
from .set_right import block_for, block_of

OF_A_HAND = ("lay", "card", "battle-card", "siege-card")
"""Decisions whose question may name what is in a hand."""


class Playing(Played, Protocol):
    """A war in play, as the gate looks at it."""

    @property
    def engine(self) -> Engine:
        """The war in the engine's own form."""

    @property
    def position(self) -> Position:
        """Everything on the table now."""

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now."""


def seat_named(name: Any) -> Seat:
    """The seat of a name.

    Raises:
        BadInput: there is none such.
    """
    if name not in SEATS:
        raise BadInput("seat", name, Message.one_of(SEATS))
    seat: Seat = name
    return seat


def for_seat(game: Playing, seat: Seat) -> ForSeat:
    """What a seat may know of a war in play.

    Args:
        game: the war.
        seat: ``Bourbon``, ``Alliance``, ``both`` (what anybody may see) or ``umpire``.

    Raises:
        BadInput: there is no such seat.

    >>> from .game import Game
    >>> game = Game.new(seed=7)
    >>> game.choose("first Bourbon")
    >>> seen = for_seat(game, "Alliance")
    >>> seen.decision.side, seen.decision.options
    ('Bourbon', ())
    >>> sorted(seen.hands), seen.position.seed
    (['Alliance'], 0)
    """
    return ForSeat(game, seat_named(seat))


@dataclass(frozen=True)
class ForSeat:
    """What a seat may know of a war, each form of it made when it is asked for.

    Attributes:
        game: the war, with all its secrets: nothing of it leaves but through the properties here.
        seat: who looks.
    """

    game: Playing
    seat: Seat

    @cached_property
    def position(self) -> Position:
        """Everything on the table as far as the seat knows it (`position_for`)."""
        return position_for(self.game.position, self.seat, self.game.rule_tables)

    @property
    def save(self) -> dict[str, Any]:
        """The same as the data of a save, which can be loaded and gone on from."""
        return position_to_data(self.position)

    @property
    def hands(self) -> dict[Side, Hand]:
        """The hands that the seat sees."""
        board, hidden = self.game.engine.board, COVERED[self.seat]
        return {side: board.hand(side) for side in SIDES if side not in hidden}

    @cached_property
    def decision(self) -> Decision | None:
        """What must be chosen now, its options left out where the seat may not see them."""
        decision = self.game.decision
        if decision is None or decision.side not in COVERED[self.seat]:
            return decision
        asks = decision.asks
        if decision.name in OF_A_HAND:
            asks = Message("sitting.decides", side=decision.side)
        return Decision(decision.side, decision.name, decision.clause_id, asks, ())

    @carries_out("NY 13.2.1.a", "NY 4.4")
    def covers(self, entry: Entry, number: int) -> bool:
        """Whether the seat may not see what was chosen: a card that lies face down, or will be laid so.

        Args:
            entry: the choice.
            number: how many were made before it.
        """
        if entry.action[0] not in SECRET or entry.side not in COVERED[self.seat]:
            return False
        made = len(self.game.entries)
        agenda = self.game.engine.board.agenda
        return number >= made or (number == made - 1 and bool(agenda) and agenda[-1][0] in SECRET)

    def text_of(self, entry: Entry, number: int) -> str:
        """A choice in the notation, as far as the seat may know it."""
        if self.covers(entry, number):
            return f"{entry.action[0]} ?"
        return written(entry.action, self.game.rule_tables)

    @property
    def log(self) -> str:
        """The log of the war; that of the umpire alone tells the seed and can be played again."""
        start = None
        if self.seat != "umpire":
            start = position_for(self.game.start, self.seat, self.game.rule_tables)
        return log_of(self.game, head_of(self.game, start), self.text_of, start is None, self.block_of)

    @carries_out("NY 4.4")
    def block_of(self, one: SetRight) -> list[str]:
        """What an umpire set right, as lines of a log; players get no dice, no seed, and nothing covered."""
        if self.seat == "umpire":
            return block_of(one)
        return block_for(one, COVERED[self.seat], self.game.rule_tables)

    @property
    def may_ask(self) -> bool:
        """Whether the seat may be told what stands against a choice now, which tells of the hand."""
        side = self.game.engine.side
        return side is None or side not in COVERED[self.seat]


class Deal(NamedTuple):
    """Which of the cards that a seat has not seen lie in the hands; the rest are dealt in one fixed order.

    Attributes:
        first: for each side what it is dealt first, card by card: action cards by number, others by name.
        last: event cards that are dealt otherwise only when there are no others.
    """

    first: Mapping[Side, Sequence[int | str]] = {}
    last: Sequence[str] = ()


@carries_out("NY 4.4")
def position_for(
    position: Position,
    seat: Seat,
    rules: RuleTables | str | Path | None = None,
    known: Iterable[str] = (),
    deal: Deal | None = None,
    fill: Fill = "alike",
) -> Position:
    """A position with nothing in it that a seat may not see, and that is a whole save all the same.

    Hands and decks keep their sizes, which everybody sees; the cards that the seat has not seen lie in them
    in one fixed order. A covered stack holds as many corps as it does, all like its top piece; of its
    leaders the top one alone is there. There is no seed.

    Args:
        position: the position.
        seat: who looks.
        rules: the tables in force.
        known: spaces whose pieces everybody knows, as those of which an umpire ruled.
        deal: another order of the cards, for whoever looks whether it makes a difference.
        fill: what lies under the top pieces, for whoever looks whether that does (`fog.covered`).

    Raises:
        BadInput: the rules' file is wrong, or there is no such seat.

    >>> from ..components.scenario import scenario_1688
    >>> position_for(scenario_1688().replace(seed=7), "both").seed
    0
    """
    hidden = COVERED[seat_named(seat)]
    if not hidden:
        return position
    rule_tables = rule_tables_in_force(rules)
    board = Board(position, rule_tables)
    mask = sum(1 << NUMBER[space] for space in set(known))
    for side in hidden:
        board = covered(board, enemy(side), fill, mask)
    _deal(board, position, hidden, deal or Deal())
    _lay(board, position, hidden)
    return board.position()


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it lies before a seat, for pictures and words of it.

    Attributes:
        position: what is seen of it; covered pieces and cards are not there.
        stacks: the covered stacks by space, side and whether inside.
        cards: for each side how many action and event cards it holds.
    """

    position: Position
    stacks: Mapping[tuple[str, Side, bool], EnemyStack]
    cards: Mapping[Side, tuple[int, int]]


def table_for(position: Position, seat: Seat, rules: RuleTables | str | Path | None = None) -> Table:
    """The table as it lies before a seat.

    Args:
        position: the position.
        seat: who looks.
        rules: the tables in force.

    Raises:
        BadInput: the rules' file is wrong, or there is no such seat.

    >>> from ..components.scenario import scenario_1688
    >>> sorted({side for _, side, _ in table_for(scenario_1688(), "both").stacks})
    ['Alliance', 'Bourbon']
    """
    rule_tables = rule_tables_in_force(rules)
    stacks: dict[tuple[str, Side, bool], EnemyStack] = {}
    hands = {side: position.hand(side) for side in SIDES}
    cards = {side: (len(hand.actions), len(hand.events)) for side, hand in hands.items()}
    for side in COVERED[seat_named(seat)]:
        seen = view_of(Board(position, rule_tables), enemy(side))
        stacks |= {(stack.space, side, stack.inside): stack for stack in seen.stacks}
        position = seen.position
    return Table(position, stacks, cards)


def _deal(board: Board, position: Position, hidden: tuple[Side, ...], deal: Deal) -> None:
    """Lays the cards that nobody at this seat has seen into hands and decks, in one fixed order."""
    events = board.rule_tables.events
    own = [board.hand(side) for side in SIDES if side not in hidden]
    hands = [position.hand(side) for side in SIDES]
    unseen = list(chain(position.action_deck, *(hand.actions for hand in hands)))
    for hand in own:
        for card in hand.actions:
            unseen.remove(card)
    known = frozenset(chain.from_iterable(hand.events for hand in own))
    names = {*position.event_deck, *chain.from_iterable(hand.events for hand in hands)} - known
    actions = sorted(unseen)
    drawn = sorted(  # a card that is held can be held
        names, key=lambda name: (name in deal.last, not events[name].hold, name)
    )
    for side in hidden:
        hand, first = position.hand(side), deal.first.get(side, ())
        dealt = _dealt(actions, len(hand.actions), first), _dealt(drawn, len(hand.events), first)
        board.set_hand(side, structs.replace(hand, actions=dealt[0], events=dealt[1]))
    board.action_deck, board.event_deck = tuple(actions), tuple(drawn)


def _dealt(deck: list[Any], number: int, first: Iterable[Any]) -> tuple[Any, ...]:
    """So many cards from a deck, those first that are to be, then from the top."""
    hand: list[Any] = []
    for card in first:
        if card in deck and len(hand) < number:
            deck.remove(card)
            hand.append(card)
    rest = number - len(hand)
    hand += deck[:rest]
    del deck[:rest]
    return tuple(hand)


@carries_out("NY 13.2.1.a")
def _lay(board: Board, position: Position, hidden: tuple[Side, ...]) -> None:
    """Lays in the place of each card face down the first of its owner's hand."""
    for place, item in enumerate(Board(position, board.rule_tables).agenda):
        if item[0] in SECRET and enemy(item[1]) in hidden:
            card = next(iter(board.hand(enemy(item[1])).actions), 0)
            places = SECRET[item[0]]
            board.agenda[place] = tuple(
                card if at in places and value else value for at, value in enumerate(item)
            )
