"""A war that people play with real dice and cards: what they roll and announce is told, their hands are not.

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

from ..core.clauses import carries_out
from ..core.errors import BadInput, DiceLeftOver, DiceMissing
from ..core.hearing import Hearing
from ..core.rulings import Violation
from .agenda import DECISION_RULES, STEP_RULES, DecisionRule, StepRule, objection
from .board import Board
from .campaign_phase import action_cards
from .chance import TableDice
from .choices import Option, action_of, refusal, violations_of
from .event_phase import draw_event, starting_deck
from .event_words import playable
from .game import Game
from .held_events import held
from .kit import Kit
from .notation import Action
from .own_rules import kit_in_force
from .position import Position
from .sides import SIDES, Side, enemy
from .war import War

# ---- cards that nobody has seen


@carries_out("NY 5.1", "NY 4.4")
def unseen_actions(board: Board) -> Counter[int]:
    """How many action cards of each number may still be in a hand or in the deck.

    >>> sorted(unseen_actions(TableGame.at_table().war.board).items())
    [(1, 8), (2, 16), (3, 8)]
    """
    hands = chain.from_iterable(board.hand(side).actions for side in SIDES)
    return Counter(board.action_deck) + Counter(hands)


def unseen_events(board: Board) -> tuple[str, ...]:
    """The event cards that may still be in a hand or in the deck, in the order of their table."""
    names = {*board.event_deck, *board.hand("Bourbon").events, *board.hand("Alliance").events}
    return tuple(name for name in board.kit.events if name in names)


def may_hold(board: Board, side: Side, timing: str) -> tuple[str, ...]:
    """The cards for an occasion that a side might hold and could play now."""
    if not board.hand(side).events:
        return ()
    cards = board.kit.events
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

    def candidates(war: War, side: Side, *rest: Any) -> Iterator[Action]:
        for card in _might_play(war.board, side, _laid(name, (side, *rest))):
            yield verb, card

    @carries_out("NY 5.1")
    def objections(war: War, action: Action, side: Side, *rest: Any) -> Iterator[Violation]:
        if action[1] not in _might_play(war.board, side, _laid(name, (side, *rest))):
            yield objection("NY 5.1", "table.card-seen", count=action[1])

    def take(war: War, action: Action, side: Side, *rest: Any) -> None:
        _has_action(war.board, side, action[1], _laid(name, (side, *rest)))
        rule.take(war, action, side, *rest)

    return replace(rule, candidates=candidates, objections=objections, take=take)


def _any_held_event(name: str, timing: str) -> DecisionRule:
    """A decision in which a held card may be played, for a hand of which only the size is known."""
    rule = DECISION_RULES[name]

    def candidates(war: War, side: Side, *rest: Any) -> Iterator[Action]:
        yield from rule.candidates(war, side, *rest)
        if name == "action" and not war.board.actions_left:
            return
        known = held(war.board, side, timing)
        for event in may_hold(war.board, side, timing):
            if event not in known:
                yield "event", event

    def objections(war: War, action: Action, side: Side, *rest: Any) -> Iterator[Violation]:
        might = action[0] == "event" and action[1] in may_hold(war.board, side, timing)
        if not might or (name == "action" and not war.board.actions_left):
            yield from rule.objections(war, action, side, *rest)

    def take(war: War, action: Action, side: Side, *rest: Any) -> None:
        if action[0] == "event":
            _has_event(war.board, side, action[1])
        rule.take(war, action, side, *rest)

    return replace(rule, candidates=candidates, objections=objections, take=take)


def _asks_whoever_might(name: str, timing: str, askable: Callable[..., Iterator[Side]]) -> StepRule:
    """A step that asks for cards: it asks a side already when it might hold one."""
    rule = STEP_RULES[name]

    def run(war: War, *arguments: Any) -> None:
        for side in askable(war, *arguments):
            might = may_hold(war.board, side, timing)
            if might:
                if not held(war.board, side, timing):
                    _has_event(war.board, side, might[0])
                break
        rule.run(war, *arguments)

    return replace(rule, run=run)


def _in_battle(war: War, attacker: Side, attacks: bool, *rest: Any) -> Iterator[Side]:
    yield from (attacker, enemy(attacker)) if attacks else (enemy(attacker),)


def _in_siege(war: War, side: Side, space: int, *rest: Any) -> Iterator[Side]:
    siege = war.board.siege_of(space)
    assert siege is not None
    yield from dict.fromkeys((side, enemy(siege.by)))


# ---- an event card that is drawn


def _drawn(war: War, side: Side) -> Iterator[Action]:
    cards, deck = war.kit.events, war.board.event_deck
    if any(cards[name].hold for name in deck):
        yield ("pass",)
    unseen = frozenset(deck)
    for name in cards:
        if name in unseen and not cards[name].hold:
            yield "event", name


@carries_out("NY 9.1", "NY 9.2.1")
def _against_drawn(war: War, action: Action, side: Side) -> Iterator[Violation]:
    if action[0] == "pass":
        if not any(war.kit.events[name].hold for name in war.board.event_deck):
            yield objection("NY 9.2.1", "table.none-to-keep")
    elif war.kit.events[action[1]].hold:
        yield objection("NY 9.2.1", "table.to-keep", event=action[1])
    elif action[1] not in war.board.event_deck:
        yield objection("NY 9.1", "table.not-in-deck", event=action[1])


@carries_out("NY 9.1")
def _take_drawn(war: War, action: Action, side: Side) -> None:
    """The card that was drawn lies on top: the one announced, or one that is kept and nobody sees."""
    deck = war.board.event_deck
    kept = (name for name in deck if war.kit.events[name].hold)
    name = action[1] if action[0] == "event" else next(kept)
    war.board.event_deck = (name, *(one for one in deck if one != name))
    draw_event(war, side)


# ---- the war


class TableWar(War):
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
    """A game with real dice and cards: its dice are told, not drawn.

    Attributes:
        told: every face told so far, in order.
    """

    dice: ClassVar[Literal["seed", "table"]] = "table"

    def __init__(
        self, start: Position, kit: Kit, readings: Mapping[str, str] | None = None, recorded: bool = True
    ) -> None:
        self.told: list[int] = []
        self._undone_dice: list[tuple[int, ...]] = []
        super().__init__(start.replace(seed=0, drawn=0), kit, readings, recorded)

    @classmethod
    def at_table(
        cls,
        position: Position | None = None,
        *,
        rules: Kit | str | Path | None = None,
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
        kit = kit_in_force(rules)
        return cls(start_at_table(kit), kit, readings, recorded)

    def war_on(self, board: Board, hearing: Hearing) -> War:
        """A war on a board of this game, not yet advanced."""
        return TableWar(board, hearing)

    def _hearing(self, board: Board) -> Hearing:
        return Hearing(TableDice(self.told, board.drawn), self.readings, self.recorded, self.kit)

    def missing(
        self, choice: Option | Action | str, faces: Sequence[int] = ()
    ) -> tuple[DiceMissing | None, War]:
        """What must still be rolled when a choice is made and these dice fall; and the war when it is.

        Raises:
            BadInput: it is no choice at all, or a die has no such face.
            Refused: the rules forbid it.
            DiceLeftOver: more dice fell than the choice asks for.
        """
        action = action_of(choice, self.kit)
        if not self.war.is_legal(action):
            raise refusal(self.war, action, violations_of(self.war, action))
        board = self.war.board.copy()
        dice = TableDice(faces)
        war = self.war_on(board, Hearing(dice, self.readings, True, self.kit))
        board.drawn = 0
        war.advance()
        try:
            war.carry_out(action)
        except DiceMissing as missing:
            return missing, war
        if dice.drawn < len(faces):
            raise DiceLeftOver(len(faces), dice.drawn)
        return None, war

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
        self.carry_out(action_of(choice, self.kit))

    def tell(self, faces: Sequence[int]) -> None:
        """Tells the dice for what is chosen next, in the place of any told before that were not used."""
        self.told[self.war.board.drawn :] = faces

    def carry_out(self, action: Action) -> None:
        """The same for an action that is known to be legal, when its dice are told already.

        Raises:
            DiceMissing: another die is wanted.
            BadInput: the save that the game began with contradicts itself.
        """
        try:
            super().carry_out(action)
        except BadInput as error:
            if isinstance(error.__cause__, DiceMissing):
                raise error.__cause__ from None
            raise
        del self._undone_dice[len(self._undone) :]

    def undo(self, to: int | None = None) -> None:
        """Goes back to an earlier decision; its dice are forgotten, unless it is made again (`redo`)."""
        entries = self.entries
        super().undo(to)
        undone = entries[len(self) :]
        self._undone_dice += [tuple(roll.face for roll in entry.rolls) for entry in reversed(undone)]
        del self.told[self.war.board.drawn :]

    def redo(self, count: int = 1) -> None:
        """Makes choices again that were undone, with the same dice.

        Raises:
            BadInput: not so many were undone.
        """
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(self._undone):
            super().redo(count)
        for _ in range(count):
            self.choose(self._undone[-1], self._undone_dice[-1])

    def branch(self) -> TableGame:
        """A game of its own from this point on, with dice of its own."""
        twin = super().branch()
        assert isinstance(twin, TableGame)
        twin.told, twin._undone_dice = self.told.copy(), self._undone_dice.copy()
        twin.war.hearing.dice = TableDice(twin.told, twin.war.board.drawn)
        return twin


def start_at_table(kit: Kit) -> Position:
    """The start of a war at a table: nobody knows how the decks lie, so they are in order of their tables."""
    return kit.scenario.start.replace(
        seed=0, drawn=0, action_deck=action_cards(), event_deck=starting_deck(kit), agenda=("year",)
    )
