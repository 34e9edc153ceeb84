"""A war that people play with real dice and cards: what they roll and announce is known, their hands are not.

The kit keeps the position. It does not know how the decks lie nor what is in a hand, only how many cards a
hand has and which cards nobody has seen yet. In the position the unseen cards lie somewhere all the same: a
card that is announced changes places with one that nobody has seen, so that hands, decks and discards are
always what they could be. What a decision offers is all that might be in the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Literal

from msgspec import structs

from ...core.clauses import carries_out
from ...core.errors import DiceLeftOver, DiceMissing
from ...core.ruling_context import RulingContext
from ...core.rulings import Violation, objection
from ..components.position import Position
from ..components.rule_tables import RuleTables
from ..components.sides import SIDES, Side, enemy
from ..engine.agenda import DECISION_RULES, STEP_RULES, DecisionRule, StepRule
from ..engine.board import Board
from ..engine.choices import Option, action_of, refusal, violations_of
from ..engine.engine import Engine
from ..engine.notation import Action
from ..engine.seeded_dice import TableDice
from ..rules.events.held import held
from ..rules.events.phase import draw_event
from ..rules.events.vocabulary import playable
from .custom_rules import rule_tables_in_force
from .game import Game
from .record import Decided, Otherwise, start_at_table

# ---- cards that nobody has seen


@carries_out("NY 5.1", "NY 4.4")
def unseen_actions(board: Board) -> Counter[int]:
    """How many action cards of each number may still be in a hand or in the deck.

    >>> sorted(unseen_actions(TableGame.at_table().engine.board).items())
    [(1, 8), (2, 16), (3, 8)]
    """
    hands = chain.from_iterable(board.hand(side).actions for side in SIDES)
    return Counter(board.action_deck) + Counter(hands)


def unseen_events(board: Board) -> tuple[str, ...]:
    """The event cards that may still be in a hand or in the deck, in the order of their table."""
    names = {*board.event_deck, *board.hand("Bourbon").events, *board.hand("Alliance").events}
    return tuple(name for name in board.rule_tables.events if name in names)


def may_hold(board: Board, side: Side, timing: str) -> tuple[str, ...]:
    """The cards for an occasion that a side might hold and could play now."""
    if not board.hand(side).events:
        return ()
    cards = board.rule_tables.events
    return tuple(
        name for name in unseen_events(board) if cards[name].hold == timing and playable(board, side, name)
    )


def _has_action(board: Board, side: Side, card: int, laid: int = 0) -> None:
    """Lets an action card be in a side's hand; one that the enemy has laid stays where it is."""
    hand = board.hand(side)
    if card in hand.actions or not hand.actions:
        return
    counts = Counter(hand.actions)
    given = max(hand.actions, key=lambda one: (counts[one], one))
    if card in board.action_deck:
        board.action_deck = _exchanged(board.action_deck, card, given)
    else:
        other = board.hand(enemy(side))
        if other.actions.count(card) <= (card == laid):
            return
        actions = tuple(sorted(_exchanged(other.actions, card, given)))
        board.set_hand(enemy(side), structs.replace(other, actions=actions))
    actions = tuple(sorted(_exchanged(hand.actions, given, card)))
    board.set_hand(side, structs.replace(hand, actions=actions))


def _has_event(board: Board, side: Side, name: str) -> None:
    """Lets an event card be in a side's hand."""
    hand = board.hand(side)
    if name in hand.events or not hand.events:
        return
    given, other = hand.events[0], board.hand(enemy(side))
    if name in board.event_deck:
        board.event_deck = _exchanged(board.event_deck, name, given)
    else:
        board.set_hand(enemy(side), structs.replace(other, events=_exchanged(other.events, name, given)))
    board.set_hand(side, structs.replace(hand, events=_exchanged(hand.events, given, name)))


def _exchanged(cards: tuple[Any, ...], old: Any, new: Any) -> tuple[Any, ...]:
    """The cards with another in the place of one."""
    place = cards.index(old)
    return (*cards[:place], new, *cards[place + 1 :])


# ---- decisions that look at a hand


def _laid(name: str, arguments: Sequence[Any]) -> int:
    """What the other player has laid face down."""
    return int(arguments[1]) if name == "lay" else 0


def _might_play(board: Board, side: Side, laid: int) -> list[int]:
    unseen = unseen_actions(board)
    if laid:
        unseen[laid] -= 1
    return sorted(+unseen) if board.hand(side).actions else []


def _any_action_card(name: str, verb: str) -> DecisionRule:
    """A decision about an action card, for a hand of which only the size is known."""
    rule = DECISION_RULES[name]

    def candidates(engine: Engine, side: Side, *rest: Any) -> Iterator[Action]:
        for card in _might_play(engine.board, side, _laid(name, (side, *rest))):
            yield verb, card

    @carries_out("NY 5.1")
    def objections(engine: Engine, action: Action, side: Side, *rest: Any) -> Iterator[Violation]:
        if action[1] not in _might_play(engine.board, side, _laid(name, (side, *rest))):
            yield objection("NY 5.1", "table.card-seen", count=action[1])

    def take(engine: Engine, action: Action, side: Side, *rest: Any) -> None:
        _has_action(engine.board, side, action[1], _laid(name, (side, *rest)))
        rule.take(engine, action, side, *rest)

    return replace(rule, candidates=candidates, objections=objections, take=take)


def _any_held_event(name: str, timing: str) -> DecisionRule:
    """A decision in which a held card may be played, for a hand of which only the size is known."""
    rule = DECISION_RULES[name]

    def candidates(engine: Engine, side: Side, *rest: Any) -> Iterator[Action]:
        yield from rule.candidates(engine, side, *rest)
        if name == "action" and not engine.board.actions_left:
            return
        known = held(engine.board, side, timing)
        for event in may_hold(engine.board, side, timing):
            if event not in known:
                yield "event", event

    def objections(engine: Engine, action: Action, side: Side, *rest: Any) -> Iterator[Violation]:
        might = action[0] == "event" and action[1] in may_hold(engine.board, side, timing)
        if not might or (name == "action" and not engine.board.actions_left):
            yield from rule.objections(engine, action, side, *rest)

    def take(engine: Engine, action: Action, side: Side, *rest: Any) -> None:
        if action[0] == "event":
            _has_event(engine.board, side, action[1])
        rule.take(engine, action, side, *rest)

    return replace(rule, candidates=candidates, objections=objections, take=take)


def _asks_whoever_might(name: str, timing: str, askable: Callable[..., Iterator[Side]]) -> StepRule:
    """A step that asks for cards: it asks a side already when it might hold one."""
    rule = STEP_RULES[name]

    def run(engine: Engine, *arguments: Any) -> None:
        for side in askable(engine, *arguments):
            might = may_hold(engine.board, side, timing)
            if might:
                if not held(engine.board, side, timing):
                    _has_event(engine.board, side, might[0])
                break
        rule.run(engine, *arguments)

    return replace(rule, run=run)


def _in_battle(engine: Engine, attacker: Side, attacks: bool, *rest: Any) -> Iterator[Side]:
    yield from (attacker, enemy(attacker)) if attacks else (enemy(attacker),)


def _in_siege(engine: Engine, side: Side, space: int, *rest: Any) -> Iterator[Side]:
    siege = engine.board.siege_of(space)
    assert siege is not None
    yield from dict.fromkeys((side, enemy(siege.by)))


# ---- an event card that is drawn


def _drawn(engine: Engine, side: Side) -> Iterator[Action]:
    cards, deck = engine.rule_tables.events, engine.board.event_deck
    if any(cards[name].hold for name in deck):
        yield ("pass",)
    unseen = frozenset(deck)
    for name in cards:
        if name in unseen and not cards[name].hold:
            yield "event", name


@carries_out("NY 9.1", "NY 9.2.1")
def _against_drawn(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    if action[0] == "pass":
        if not any(engine.rule_tables.events[name].hold for name in engine.board.event_deck):
            yield objection("NY 9.2.1", "table.none-to-keep")
    elif engine.rule_tables.events[action[1]].hold:
        yield objection("NY 9.2.1", "table.to-keep", event=action[1])
    elif action[1] not in engine.board.event_deck:
        yield objection("NY 9.1", "table.not-in-deck", event=action[1])


@carries_out("NY 9.1")
def _take_drawn(engine: Engine, action: Action, side: Side) -> None:
    """The card that was drawn lies on top: the one announced, or one that is kept and nobody sees."""
    deck = engine.board.event_deck
    kept = (name for name in deck if engine.rule_tables.events[name].hold)
    name = action[1] if action[0] == "event" else next(kept)
    engine.board.event_deck = (name, *(one for one in deck if one != name))
    draw_event(engine, side)


# ---- the war


class TableWar(Engine):
    """A war with real dice and cards."""

    __slots__ = ()
    decision_rules: ClassVar[Mapping[str, DecisionRule]] = {
        **DECISION_RULES,
        "lay": _any_action_card("lay", "lay"),
        "card": _any_action_card("card", "play"),
        "action": _any_held_event("action", "round"),
        "battle-card": _any_held_event("battle-card", "battle"),
        "siege-card": _any_held_event("siege-card", "siege"),
        "draw-event": DecisionRule(
            ("side",),
            "NY 9.1",
            ("event", "pass"),
            _drawn,
            _against_drawn,
            _take_drawn,
        ),
    }
    step_rules: ClassVar[Mapping[str, StepRule]] = {
        **{name: rule for name, rule in STEP_RULES.items() if name != "draw-event"},
        "battle-cards": _asks_whoever_might("battle-cards", "battle", _in_battle),
        "siege-cards": _asks_whoever_might("siege-cards", "siege", _in_siege),
    }


class TableGame(Game):
    """A game with real dice and cards: its dice are given, not drawn.

    Attributes:
        given: every face that was rolled at the table so far, in order.
    """

    dice: ClassVar[Literal["seed", "table"]] = "table"

    def __init__(
        self,
        start: Position,
        rule_tables: RuleTables,
        readings: Mapping[str, str] | None = None,
        recorded: bool = True,
        asks_alike: bool = True,
    ) -> None:
        self.given: list[int] = []
        self._undone_dice: list[tuple[int, ...]] = []
        super().__init__(start.replace(seed=0, drawn=0), rule_tables, readings, recorded, asks_alike)

    @classmethod
    def at_table(
        cls,
        position: Position | None = None,
        *,
        rules: RuleTables | str | Path | None = None,
        readings: Mapping[str, str] | None = None,
        recorded: bool = True,
    ) -> TableGame:
        """A war at a table, from its start or from a position.

        Raises:
            BadInput: a file or a reading is not what it should be, or nothing is to be done in the position.

        >>> game = TableGame.at_table()
        >>> game.choose("first Bourbon")
        >>> game.decision.options[0].text
        'strengthen'
        """
        if position is not None:
            game = cls.from_position(position, rules=rules, readings=readings, recorded=recorded)
            assert isinstance(game, TableGame)
            return game
        rule_tables = rule_tables_in_force(rules)
        return cls(start_at_table(rule_tables), rule_tables, readings, recorded)

    def engine_on(self, board: Board, context: RulingContext) -> Engine:
        """A war on a board of this game, not yet advanced; it knows no hand that a question could tell of."""
        return TableWar(board, context)

    def _context(self, board: Board) -> RulingContext:
        return RulingContext(
            TableDice(self.given, board.drawn), self.readings, self.recorded, self.rule_tables
        )

    def missing(
        self, choice: Option | Action | str, faces: Sequence[int] = ()
    ) -> tuple[DiceMissing | None, Engine]:
        """What must still be rolled when a choice is made and these dice fall; and the war when it is.

        Raises:
            BadInput: it is no choice at all, or a die has no such face.
            Refused: the rules forbid it.
            DiceLeftOver: more dice fell than the choice asks for.
        """
        action = action_of(choice, self.rule_tables)
        if not (self.engine.is_legal(action) or self.stands(action)):
            raise refusal(self.engine, action, violations_of(self.engine, action))
        board = self.engine.board.copy()
        dice = TableDice(faces)
        engine = self.engine_on(board, RulingContext(dice, self.readings, True, self.rule_tables))
        board.drawn = 0
        engine.advance()
        try:
            engine.carry_out(action)
        except DiceMissing as missing:
            return missing, engine
        if dice.drawn < len(faces):
            raise DiceLeftOver(len(faces), dice.drawn)
        return None, engine

    def choose(self, choice: Option | Action | str, dice: Sequence[int] = ()) -> None:
        """Carries out one of the options with the dice that were rolled for it.

        Raises:
            BadInput: it is no choice at all, or a die has no such face.
            Refused: the rules forbid it.
            DiceMissing: more dice must be rolled; says what for.
            DiceLeftOver: more dice fell than it asks for.

        Whatever is raised, the game stays as it was.
        """
        missing, _ = self.missing(choice, dice)
        if missing is not None:
            raise missing
        self.tell(dice)
        self.carry_out(action_of(choice, self.rule_tables))

    def tell(self, faces: Sequence[int]) -> None:
        """Gives the dice for what is chosen next, in the place of any given before that were not used."""
        self.given[self.engine.board.drawn :] = faces

    def carry_out(self, action: Action, otherwise: Otherwise | None = None, then: Decided = ()) -> None:
        """The same for an action that is known to be legal, when its dice are given already.

        Raises:
            DiceMissing: another die is wanted.
            BadInput: the save that the game began with contradicts itself.
        """
        assert otherwise is None  # dice that people roll have no branches
        super().carry_out(action, None, then)
        del self._undone_dice[len(self._undone) :]

    def undo(self, to: int | None = None) -> None:
        """Goes back to an earlier decision; its dice are forgotten, unless it is made again (`redo`)."""
        entries = self.entries
        super().undo(to)
        undone = entries[len(self) :]
        self._undone_dice += [tuple(roll.face for roll in entry.rolls) for entry in reversed(undone)]
        del self.given[self.engine.board.drawn :]

    def redo(self, count: int = 1) -> None:
        """Makes choices again that were undone, with the same dice.

        Raises:
            BadInput: not so many were undone.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(self._undone):
            super().redo(count)
        for _ in range(count):
            self.choose(self._undone[-1][0], self._undone_dice[-1])

    def branch(self) -> TableGame:
        """A game of its own from this point on, with dice of its own."""
        twin = super().branch()
        assert isinstance(twin, TableGame)
        twin.given, twin._undone_dice = self.given.copy(), self._undone_dice.copy()
        twin.engine.context.dice = TableDice(twin.given, twin.engine.board.drawn)
        return twin
