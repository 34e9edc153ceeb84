"""The luck of the cards: what could have been dealt and drawn, and what was, seen as a game plays again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Literal, NamedTuple

from ...core.dice import Dice
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...nine_years.components.position import Phase
from ...nine_years.components.sides import Side, enemy
from ...nine_years.engine.board import Board
from ...nine_years.rules.campaign.rounds import CARDS
from ...nine_years.rules.events.vocabulary import playable

Measure = Literal["dice", "actions", "events"]
Chances = tuple[tuple[int, Fraction], ...]
"""Ranks of results, each with its exact probability; the lowest first."""


class Drawn(NamedTuple):
    """Cards that a side was dealt, or an event card that it drew.

    Attributes:
        year, phase, side: when, and who.
        kind: ``dealt`` or ``drawn``.
        measure: ``actions`` or ``events``.
        clause_id: the clause under which it was drawn.
        what: the cards.
        chances: of each number of actions; or a card that serves its drawer (1), the enemy (-1) or neither.
        rank: what came.
    """

    year: int
    phase: Phase
    side: Side
    kind: str
    measure: Measure
    clause_id: str
    what: Message
    chances: Chances
    rank: int


def dealt_chances(unseen: Mapping[int, int], size: int) -> Chances:
    """The exact probability of each sum of actions on some cards dealt.

    Args:
        unseen: how many cards of 1, 2 and 3 actions they come from.
        size: how many are dealt.

    >>> [(total, str(chance)) for total, chance in dealt_chances({1: 1, 2: 1, 3: 1}, 2)]
    [(3, '1/3'), (4, '1/3'), (5, '1/3')]
    """
    ones, twos, threes = (unseen.get(number, 0) for number in (1, 2, 3))
    ways: Counter[int] = Counter()
    for one in range(min(ones, size) + 1):
        for two in range(min(twos, size - one) + 1):
            three = size - one - two
            ways[one + 2 * two + 3 * three] += comb(ones, one) * comb(twos, two) * comb(threes, three)
    whole = comb(ones + twos + threes, size)
    return tuple((total, Fraction(count, whole)) for total, count in sorted(ways.items()) if count)


class CardWatch(RulingContext):
    """A context that keeps no record of steps, but notes the cards that the steps name.

    Attributes:
        unmeasured: how many draws could not be measured: where hands are hidden, or not what was dealt alone.
    """

    __slots__ = ("_board", "_deck", "_known", "_notes", "unmeasured")

    def __init__(self, dice: Dice, readings: Mapping[str, str], board: Board, known: bool) -> None:
        super().__init__(dice, readings, True, board.rule_tables)
        self._board, self._known, self._notes = board, known, list[Drawn]()
        self._deck = board.event_deck
        self.unmeasured = 0

    def taken(self) -> list[Drawn]:
        """What was noted since the last time."""
        notes, self._notes = self._notes, []
        return notes

    def step(self, clause_id: str, message: str, /, **values: Any) -> None:
        """Looks at a step and forgets it."""
        deck, before = self._board.event_deck, self._deck
        if message == "campaign.dealt":
            self._note_deal(values["side"], values["count"])
        elif deck is not before:
            self._deck = deck
            if len(deck) == len(before) - 1 and message.startswith("events."):
                self._note_draw(values["side"], message, before, deck)

    def _note_deal(self, side: Side, count: int) -> None:
        board = self._board
        cards = board.hand(side).actions
        if not self._known or len(cards) != count or not count:
            self.unmeasured += bool(count)
            return
        unseen = Counter(CARDS)
        unseen.subtract(board.action_discards)
        unseen.subtract(board.hand(enemy(side)).actions)
        what = Message("luck.dealt", side=side, count=count, cards=list(cards))
        self._notes.append(
            Drawn(
                *(board.year, board.phase, side, "dealt", "actions", "NY 13.1", what),
                *(dealt_chances(+unseen, count), sum(cards)),
            )
        )

    def _note_draw(self, side: Side, message: str, before: Sequence[str], deck: Sequence[str]) -> None:
        if not self._known:
            self.unmeasured += 1
            return
        board, name = self._board, next(name for name in before if name not in deck)
        played = {"events.played": True, "events.unplayable": False}.get(message)
        ranks = {card: self._serves(side, card, played if card == name else None) for card in before}
        counts = Counter(ranks.values())
        chances = tuple((rank, Fraction(counts[rank], len(before))) for rank in sorted(counts))
        what = Message("luck.drawn", side=side, event=name)
        self._notes.append(
            Drawn(
                *(board.year, board.phase, side, "drawn", "events", "NY 9.1", what),
                *(chances, ranks[name]),
            )
        )

    def _serves(self, side: Side, name: str, played: bool | None) -> int:
        """1 for a card that serves whoever draws it now, -1 for one that serves the enemy, else 0."""
        card = self._board.rule_tables.events[name]
        if card.side is None or (card.hold and card.side != side):
            return 0
        if not card.hold and not (playable(self._board, side, name) if played is None else played):
            return 0
        return 1 if card.side == side else -1
