"""What event cards do, word by word (NY 9.2.1), and how a card is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from ..core.clauses import carries_out
from ..core.rulings import Violation
from . import holding
from .agenda import decision, objection, step
from .board import Board
from .event_conditions import corps_in_game, in_war
from .event_words import EFFECTS, ChoiceWord, EffectWord, effect, words_of
from .held_events import discard
from .king_william import shift
from .land import SPACES
from .notation import Action
from .piece_numbers import ABSENT, PLAIN, POWER_NUMBER, SIDE_OF_CORPS, WAITS, corps_number
from .position import MOST_ACTIONS, Shifts, Waiting
from .powers import powers
from .sides import Side, enemy
from .war import War

ON_THE_MAP = "on-the-map"
"""The option of the reading ``lasting-events`` by which the four cards stay (NY 9.2.3)."""


# ---- playing a card


@carries_out("NY 9.2.1", "NY 9.2.3")
def play(war: War, side: Side, name: str) -> None:
    """A side plays a card that can be played: it leaves the hand, and what it does follows, word by word."""
    discard(war.board, side, name, stays=war.reading("lasting-events") == ON_THE_MAP)
    war.tell("NY 9.2.1", "events.played", side=side, event=name)
    if name in war.board.lasting_events:
        war.tell("NY 9.2.3", "events.lasts", event=name)
    count = len(words_of(war.kit)[name].effects)
    war.then(*(("event-effect", side, name, place) for place in range(count)))


@step("event-effect", "side event number")
def carry_out_effect(war: War, player: Side, name: str, place: int) -> None:
    """One thing that a card does, or the choice about it."""
    said = words_of(war.kit)[name].effects[place]
    word = EFFECTS[said.word]
    arguments = said.seen_by(player)
    if isinstance(word, EffectWord):
        word.run(war, *arguments)
    else:
        chooser: Side = arguments[0]
        war.then(("event-choice", chooser, name, place, chooser == player))


def roll_bonus(war: War, name: str) -> int:
    """What a battle or siege card adds to a roll; below zero for the cards of the besieged."""
    return sum(
        said.arguments[0]
        for said in words_of(war.kit)[name].effects
        if said.word in ("battle-roll", "siege-roll")
    )


# ---- a choice about an effect


def _asked(
    war: War, chooser: Side, name: str, place: int, own: bool
) -> tuple[ChoiceWord, tuple[Any, ...]] | None:
    """The word about which is chosen and its arguments, or None when it leaves no choice."""
    effects = words_of(war.kit)[name].effects
    if not 0 <= place < len(effects):
        return None
    word = EFFECTS[effects[place].word]
    if isinstance(word, EffectWord):
        return None
    player = chooser if own else enemy(chooser)
    return word, (chooser, *effects[place].seen_by(player)[1:])


def _choices(war: War, chooser: Side, name: str, place: int, own: bool) -> Iterator[Action]:
    asked = _asked(war, chooser, name, place, own)
    if asked is not None:
        word, arguments = asked
        yield from word.candidates(war.board, *arguments)


def _against(
    war: War, action: Action, chooser: Side, name: str, place: int, own: bool
) -> Iterator[Violation]:
    asked = _asked(war, chooser, name, place, own)
    if asked is None or action[0] != asked[0].verb:
        yield objection("NY 9.2.1", "events.other-choice", event=name, verb=action[0])
        return
    word, arguments = asked
    yield from word.objections(war.board, *arguments, *action[1:])


def _choose(war: War, action: Action, chooser: Side, name: str, place: int, own: bool) -> None:
    asked = _asked(war, chooser, name, place, own)
    if asked is not None:
        word, arguments = asked
        word.take(war, *arguments, *action[1:])


decision(
    "event-choice", "side event number flag", "NY 9.2.1", "choose weaken refresh", _choices, _choose, _against
)


# ---- resources, cards, victory points


def _shifted(shifts: Shifts, side: Side, by: int) -> Shifts:
    return structs.replace(shifts, **{side: max(-9, min(9, shifts.of(side) + by))})


@effect("points", "who number")
@carries_out("NY 12.3.1.a")
def _points(war: War, side: Side, number: int) -> None:
    war.board.resource_change = _shifted(war.board.resource_change, side, number)
    war.tell("NY 12.3.1.a", "events.points", side=side, change=number)


@effect("base", "who number")
@carries_out("NY 12.3.1.a", "NY 9.2.3")
def _base(war: War, side: Side, number: int) -> None:
    """Resource points for good; where lasting cards leave the game, for this turn alone."""
    board = war.board
    if war.reading("lasting-events") != ON_THE_MAP:
        _points(war, side, number)
        return
    points = max(0, board.resource_base.of(side) + number)
    board.resource_base = structs.replace(board.resource_base, **{side: points})
    war.tell("NY 12.3.1.a", "events.base", side=side, count=points)


@effect("cards", "who number")
@carries_out("NY 13.1", "NY 13.2.1.d")
def _cards(war: War, side: Side, number: int) -> None:
    war.board.card_change = _shifted(war.board.card_change, side, number)
    war.tell("NY 13.1", "events.cards", side=side, change=number)


@effect("score", "who number")
@carries_out("NY 6.1.2")
def _score(war: War, side: Side, number: int) -> None:
    war.board.score(side, number)
    war.tell("NY 6.1.2", "events.scored", side=side, count=number, total=war.board.victory_points)
    war.then(("victory-at-once",))


# ---- corps that come


def _enough_in_pool(board: Board, power: str, number: int) -> bool:
    return in_war(board, power) and board.pool(power) >= number


def _within_limit(board: Board, power: str, number: int) -> bool:
    limit = powers()[power].corps_limit
    return in_war(board, power) and (limit is None or corps_in_game(board, power) + number <= limit)


@effect("new-corps", "power number", _within_limit)
@carries_out("NY 12.0")
def _new_corps(war: War, power: str, number: int) -> None:
    """Reinforcements from outside the pool; they are placed with those of the schedule."""
    board = war.board
    waiting = {entry.power: entry.corps for entry in board.waiting}
    waiting[power] = waiting.get(power, 0) + number
    board.waiting = tuple(Waiting(one, waiting[one]) for one in sorted(waiting, key=POWER_NUMBER.__getitem__))
    war.tell("NY 12.0", "events.corps-come", power=power, count=number)


@effect("pool-corps", "power number", _enough_in_pool)
@carries_out("NY 12.0", "NY 12.3.2")
def _pool_corps(war: War, power: str, number: int) -> None:
    """Reinforcements from the pool, at no cost."""
    war.board.change_pool(power, -number)
    _new_corps(war, power, number)


@effect("into-pool", "power number", _within_limit)
@carries_out("NY 12.3.2")
def _into_pool(war: War, power: str, number: int) -> None:
    """New corps that may be raised."""
    war.board.change_pool(power, number)
    war.tell("NY 12.3.2", "events.pool-grows", power=power, count=number)


def _room_for(board: Board, power: str, space: int) -> bool:
    """Whether a corps may appear in a space that is not neutral and holds no enemy corps in the open."""
    other = enemy(powers()[power].side)
    open_to_war = board.controller_of(space) is not None
    return open_to_war and not board.held[other] >> space & 1 and _within_limit(board, power, 1)


@effect("corps-at", "power space", _room_for)
@carries_out("NY 12.0", "NY 7.2.6.a")
def _corps_at(war: War, power: str, space: int) -> None:
    """A corps at full strength appears in a space."""
    corps = corps_number(power)
    war.board.add(SIDE_OF_CORPS[corps], space, corps)
    war.tell("NY 12.0", "events.corps-appears", power=power, space=SPACES[space].name)
    holding.settle(war, space)


@effect("limit", "power number")
@carries_out("NY 9.2.3")
def _limit(war: War, power: str, number: int) -> None:
    """Lasts while the card lies on the map: `event_cards.limit_change`."""
    if war.reading("lasting-events") == ON_THE_MAP:
        war.tell("NY 9.2.3", "events.limit", power=power, count=number)


# ---- leaders


@effect("brings", "leader space", lambda board, leader, space: bool(board.where[leader] == ABSENT))
@carries_out("NY 7.2.6.a")
def _brings(war: War, leader: int, space: int) -> None:
    war.board.where[leader], war.board.state[leader] = space, 0
    war.tell("NY 9.2.1", "events.leader-comes", leader=war.kit.leaders[leader].name, space=SPACES[space].name)


@effect("dies", "leader", lambda board, leader: bool(board.where[leader] != ABSENT))
def _dies(war: War, leader: int) -> None:
    war.board.where[leader], war.board.state[leader] = ABSENT, 0
    war.tell("NY 9.2.1", "events.leader-dies", leader=war.kit.leaders[leader].name)


@effect("out", "leader", lambda board, leader: bool(board.where[leader] >= 0))
@carries_out("NY 12.4.2")
def _out(war: War, leader: int) -> None:
    """A leader leaves the map and cannot be placed this year; in the next he comes back."""
    board = war.board
    name = war.kit.leaders[leader].name
    board.where[leader] = WAITS
    board.state[leader] &= PLAIN
    board.done_this_turn = (*board.done_this_turn, f"out-{name}")
    war.tell("NY 9.2.1", "events.leader-out", leader=name)


# ---- the Atlantic and the colonies


@effect("atlantic-to", "who")
@carries_out("NY 10.1.b")
def _atlantic_to(war: War, side: Side) -> None:
    _change_atlantic(war, side)


@effect("atlantic-open", "")
@carries_out("NY 10.1.b")
def _atlantic_open(war: War) -> None:
    _change_atlantic(war, None)


def _change_atlantic(war: War, side: Side | None) -> None:
    from .fleets import (
        change_sea_control,
    )  # here, because the chapter on fleets plays events of its own round

    if war.board.sea("Atlantic") != side:
        if side is None:
            war.tell("NY 10.1.b", "events.atlantic-open")
        else:
            war.tell("NY 10.1.b", "events.atlantic", side=side)
        change_sea_control(war, "Atlantic", side)


@effect("kww", "who", lambda board, side: board.kww_cell != (2 if side == "Alliance" else -2))
@carries_out("NY 18.1")
def _kww(war: War, side: Side) -> None:
    shift(war, side)


@effect("support", "who", lambda board, side: side not in board.kww_support)
@carries_out("NY 18.2")
def _support(war: War, side: Side) -> None:
    """Colonial support without its price: it counts on the next roll."""
    war.board.kww_support = (*war.board.kww_support, side)
    war.tell("NY 18.2", "events.support", side=side)


# ---- rolls and actions


@effect("battle-roll", "number")
def _battle_roll(war: War, number: int) -> None:
    """Counted by the battle: `roll_bonus`."""


@effect("siege-roll", "number")
def _siege_roll(war: War, number: int) -> None:
    """Counted by the siege: `roll_bonus`."""


@effect("actions", "number", lambda board, number: 0 < board.actions_left <= MOST_ACTIONS - number)
@carries_out("NY 13.4.1")
def _actions(war: War, number: int) -> None:
    war.board.actions_left += number
    war.tell("NY 13.4.1", "events.actions", count=number, left=war.board.actions_left)
