"""What event cards do, word by word (NY 9.2.1), and how a card is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES
from ...components.piece_numbers import ABSENT, PLAIN, POWER_NUMBER, SIDE_OF_CORPS, WAITS, corps_number
from ...components.position import MOST_ACTIONS, Shifts, Waiting
from ...components.powers import powers
from ...components.sides import Side, enemy
from ...engine.agenda import decision, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from .. import control as holding
from ..fleets import change_sea_control
from ..king_william import shift
from .conditions import corps_in_game, in_war
from .held import discard
from .vocabulary import EFFECTS, ChoiceWord, EffectWord, effect, words_of

ON_THE_MAP = "on-the-map"
"""The option of the reading ``lasting-events`` by which the four cards stay (NY 9.2.3)."""


# ---- playing a card


@carries_out("NY 9.2.1", "NY 9.2.3")
def play(engine: Engine, side: Side, name: str) -> None:
    """A side plays a card that can be played: it leaves the hand, and what it does follows, word by word."""
    discard(engine.board, side, name, stays=engine.reading("lasting-events") == ON_THE_MAP)
    engine.tell("NY 9.2.1", "events.played", side=side, event=name)
    if name in engine.board.lasting_events:
        engine.tell("NY 9.2.3", "events.lasts", event=name)
    count = len(words_of(engine.rule_tables)[name].effects)
    engine.then(*(("event-effect", side, name, place) for place in range(count)))


@step("event-effect", "side event number")
def carry_out_effect(engine: Engine, player: Side, name: str, place: int) -> None:
    """One thing that a card does, or the choice about it."""
    said = words_of(engine.rule_tables)[name].effects[place]
    word = EFFECTS[said.word]
    arguments = said.seen_by(player)
    if isinstance(word, EffectWord):
        word.run(engine, *arguments)
    else:
        chooser: Side = arguments[0]
        engine.then(("event-choice", chooser, name, place, chooser == player))


def roll_bonus(engine: Engine, name: str) -> int:
    """What a battle or siege card adds to a roll; below zero for the cards of the besieged."""
    return sum(
        said.arguments[0]
        for said in words_of(engine.rule_tables)[name].effects
        if said.word in ("battle-roll", "siege-roll")
    )


# ---- a choice about an effect


def _asked(
    engine: Engine, chooser: Side, name: str, place: int, own: bool
) -> tuple[ChoiceWord, tuple[Any, ...]] | None:
    """The word about which is chosen and its arguments, or None when it leaves no choice."""
    effects = words_of(engine.rule_tables)[name].effects
    if not 0 <= place < len(effects):
        return None
    word = EFFECTS[effects[place].word]
    if isinstance(word, EffectWord):
        return None
    player = chooser if own else enemy(chooser)
    arguments = (chooser, *effects[place].seen_by(player)[1:])
    if word.of_enemy is not None and arguments[1] != chooser:
        word = word.of_enemy  # NY 4.4
    return word, arguments


def _choices(engine: Engine, chooser: Side, name: str, place: int, own: bool) -> Iterator[Action]:
    asked = _asked(engine, chooser, name, place, own)
    if asked is not None:
        word, arguments = asked
        yield from word.candidates(engine.board, *arguments)


def _against(
    engine: Engine, action: Action, chooser: Side, name: str, place: int, own: bool
) -> Iterator[Violation]:
    asked = _asked(engine, chooser, name, place, own)
    if asked is not None and asked[0].is_of_enemy and action[0] == "weaken":
        yield objection("NY 4.4", "events.covered", Message("events.choose-space"), side=enemy(chooser))
        return
    if asked is None or action[0] != asked[0].verb:
        yield objection("NY 9.2.1", "events.other-choice", event=name, verb=action[0])
        return
    word, arguments = asked
    yield from word.objections(engine.board, *arguments, *action[1:])


def _choose(engine: Engine, action: Action, chooser: Side, name: str, place: int, own: bool) -> None:
    asked = _asked(engine, chooser, name, place, own)
    if asked is not None:
        word, arguments = asked
        word.take(engine, *arguments, *action[1:])


decision(
    "event-choice", "side event number flag", "NY 9.2.1", "choose weaken refresh", _choices, _choose, _against
)


# ---- resources, cards, victory points


def _shifted(shifts: Shifts, side: Side, by: int) -> Shifts:
    return structs.replace(shifts, **{side: max(-9, min(9, shifts.of(side) + by))})


@effect("points", "who number")
@carries_out("NY 12.3.1.a")
def _points(engine: Engine, side: Side, number: int) -> None:
    engine.board.resource_change = _shifted(engine.board.resource_change, side, number)
    engine.tell("NY 12.3.1.a", "events.points", side=side, change=number)


@effect("base", "who number")
@carries_out("NY 12.3.1.a", "NY 9.2.3")
def _base(engine: Engine, side: Side, number: int) -> None:
    """Resource points for good; where lasting cards leave the game, for this turn alone."""
    board = engine.board
    if engine.reading("lasting-events") != ON_THE_MAP:
        _points(engine, side, number)
        return
    points = max(0, board.resource_base.of(side) + number)
    board.resource_base = structs.replace(board.resource_base, **{side: points})
    engine.tell("NY 12.3.1.a", "events.base", side=side, count=points)


@effect("cards", "who number")
@carries_out("NY 13.1", "NY 13.2.1.d")
def _cards(engine: Engine, side: Side, number: int) -> None:
    engine.board.card_change = _shifted(engine.board.card_change, side, number)
    engine.tell("NY 13.1", "events.cards", side=side, change=number)


@effect("score", "who number")
@carries_out("NY 6.1.2")
def _score(engine: Engine, side: Side, number: int) -> None:
    engine.board.score(side, number)
    engine.tell("NY 6.1.2", "events.scored", side=side, count=number, total=engine.board.victory_points)
    engine.then(("victory-at-once",))


# ---- corps that come


def _enough_in_pool(board: Board, power: str, number: int) -> bool:
    return in_war(board, power) and board.pool(power) >= number


def _within_limit(board: Board, power: str, number: int) -> bool:
    limit = powers()[power].corps_limit
    return in_war(board, power) and (limit is None or corps_in_game(board, power) + number <= limit)


@effect("new-corps", "power number", _within_limit)
@carries_out("NY 12.0")
def _new_corps(engine: Engine, power: str, number: int) -> None:
    """Reinforcements from outside the pool; they are placed with those of the schedule."""
    board = engine.board
    waiting = {entry.power: entry.corps for entry in board.waiting}
    waiting[power] = waiting.get(power, 0) + number
    board.waiting = tuple(Waiting(one, waiting[one]) for one in sorted(waiting, key=POWER_NUMBER.__getitem__))
    engine.tell("NY 12.0", "events.corps-come", power=power, count=number)


@effect("pool-corps", "power number", _enough_in_pool)
@carries_out("NY 12.0", "NY 12.3.2")
def _pool_corps(engine: Engine, power: str, number: int) -> None:
    """Reinforcements from the pool, at no cost."""
    engine.board.change_pool(power, -number)
    _new_corps(engine, power, number)


@effect("into-pool", "power number", _within_limit)
@carries_out("NY 12.3.2")
def _into_pool(engine: Engine, power: str, number: int) -> None:
    """New corps that may be raised."""
    engine.board.change_pool(power, number)
    engine.tell("NY 12.3.2", "events.pool-grows", power=power, count=number)


def _room_for(board: Board, power: str, space: int) -> bool:
    """Whether a corps may appear in a space that is not neutral and holds no enemy corps in the open."""
    other = enemy(powers()[power].side)
    open_to_war = board.controller_of(space) is not None
    return open_to_war and not board.held[other] >> space & 1 and _within_limit(board, power, 1)


@effect("corps-at", "power space", _room_for)
@carries_out("NY 12.0", "NY 7.2.6.a")
def _corps_at(engine: Engine, power: str, space: int) -> None:
    """A corps at full strength appears in a space."""
    corps = corps_number(power)
    engine.board.add(SIDE_OF_CORPS[corps], space, corps)
    engine.tell("NY 12.0", "events.corps-appears", power=power, space=SPACES[space].name)
    holding.settle(engine, space)


@effect("limit", "power number")
@carries_out("NY 9.2.3")
def _limit(engine: Engine, power: str, number: int) -> None:
    """Lasts while the card lies on the map: `event_cards.limit_change`."""
    if engine.reading("lasting-events") == ON_THE_MAP:
        engine.tell("NY 9.2.3", "events.limit", power=power, count=number)


# ---- leaders


@effect("brings", "leader space", lambda board, leader, space: bool(board.where[leader] == ABSENT))
@carries_out("NY 7.2.6.a")
def _brings(engine: Engine, leader: int, space: int) -> None:
    engine.board.where[leader], engine.board.state[leader] = space, 0
    engine.tell(
        "NY 9.2.1",
        "events.leader-comes",
        leader=engine.name_of(leader),
        space=SPACES[space].name,
    )


@effect("dies", "leader", lambda board, leader: bool(board.where[leader] != ABSENT))
def _dies(engine: Engine, leader: int) -> None:
    engine.board.where[leader], engine.board.state[leader] = ABSENT, 0
    engine.tell("NY 9.2.1", "events.leader-dies", leader=engine.name_of(leader))


@effect("out", "leader", lambda board, leader: bool(board.where[leader] >= 0))
@carries_out("NY 12.4.2")
def _out(engine: Engine, leader: int) -> None:
    """A leader leaves the map and cannot be placed this year; in the next he comes back."""
    board = engine.board
    name = engine.name_of(leader)
    board.where[leader] = WAITS
    board.state[leader] &= PLAIN
    board.done_this_turn = (*board.done_this_turn, f"out-{name}")
    engine.tell("NY 9.2.1", "events.leader-out", leader=name)


# ---- the Atlantic and the colonies


@effect("atlantic-to", "who")
@carries_out("NY 10.1.b")
def _atlantic_to(engine: Engine, side: Side) -> None:
    if engine.board.sea("Atlantic") != side:
        engine.tell("NY 10.1.b", "events.atlantic", side=side)
        change_sea_control(engine, "Atlantic", side)


@effect("atlantic-open", "")
@carries_out("NY 10.1.b")
def _atlantic_open(engine: Engine) -> None:
    if engine.board.sea("Atlantic") is not None:
        engine.tell("NY 10.1.b", "events.atlantic-open")
        change_sea_control(engine, "Atlantic", None)


@effect("kww", "who", lambda board, side: board.kww_cell != (2 if side == "Alliance" else -2))
@carries_out("NY 18.1")
def _kww(engine: Engine, side: Side) -> None:
    shift(engine, side)


@effect("support", "who", lambda board, side: side not in board.kww_support)
@carries_out("NY 18.2")
def _support(engine: Engine, side: Side) -> None:
    """Colonial support without its price: it counts on the next roll."""
    engine.board.kww_support = (*engine.board.kww_support, side)
    engine.tell("NY 18.2", "events.support", side=side)


# ---- rolls and actions


@effect("battle-roll", "number")
def _battle_roll(engine: Engine, number: int) -> None:
    """Counted by the battle: `roll_bonus`."""


@effect("siege-roll", "number")
def _siege_roll(engine: Engine, number: int) -> None:
    """Counted by the siege: `roll_bonus`."""


@effect("actions", "number", lambda board, number: 0 < board.actions_left <= MOST_ACTIONS - number)
@carries_out("NY 13.4.1")
def _actions(engine: Engine, number: int) -> None:
    engine.board.actions_left += number
    engine.tell("NY 13.4.1", "events.actions", count=number, left=engine.board.actions_left)
