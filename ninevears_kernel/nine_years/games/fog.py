"""The fog of war: a table as it lies before one side, what the other holds covered (NY 4.4).

`view.for_seat` decides with it what leaves for a person; computer players think on a `hidden_board`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from ...core.clauses import carries_out
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ..components.map_graph import bits
from ..components.map_masks import SPACES
from ..components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    INSIDE,
    POWER_NUMBER,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
    corps_in_words,
    top_corps,
)
from ..components.position import Hand, Position
from ..components.rule_tables import RuleTables
from ..components.sides import SIDES, Side, enemy
from ..engine.agenda import Item, kinds_of
from ..engine.board import Board
from ..engine.choices import SECRET, Decision, decision_of
from ..engine.engine import Engine
from ..engine.seeded_dice import WarDice
from .custom_rules import rule_tables_in_force

Stack = tuple[int, ...]
Fill = Literal["none", "full", "alike", "unlike"]
MEETING = (
    "meet",
    "battle",
    "battle-cards",
    "battle-card",
    "battle-rolls",
    "battle-result",
    "losses",
    "retreat",
)
"""Items of the agenda during which two armies face each other, so that both are known."""


@dataclass(frozen=True, slots=True)
class EnemyStack:
    """An enemy stack: its top piece, and how many corps it holds.

    Attributes:
        space: where it stands.
        inside: whether it stands inside a besieged fortress.
        leader: the leader on top; None when a corps lies on top.
        top: the top piece in words.
        corps: how many corps, the top one among them.
        whole: whether all its corps are known, because it is in action.
    """

    space: str
    inside: bool
    leader: str | None
    top: Message
    corps: int
    whole: bool


@dataclass(frozen=True, slots=True)
class View:
    """What a side may see.

    Attributes:
        side: the side that looks.
        position: the table, without what is covered: of enemy stacks the top pieces alone, no enemy cards,
            the decks in order of their cards and with the enemy's unseen cards in them, no seed.
        stacks: the enemy's stacks.
        enemy_cards: how many action cards the enemy holds.
        enemy_events: how many event cards the enemy holds.
        action_cards: how many cards the action deck has.
        event_cards: how many cards the event deck has.
        decision: what the side must choose now; None when the other must, or nobody.
    """

    side: Side
    position: Position
    stacks: tuple[EnemyStack, ...]
    enemy_cards: int
    enemy_events: int
    action_cards: int
    event_cards: int
    decision: Decision | None


def view(
    position: Position,
    side: Side,
    *,
    rules: RuleTables | str | Path | None = None,
    readings: Mapping[str, str] | None = None,
) -> View:
    """What a side may see of a position.

    >>> from ..components.scenario import scenario_1688
    >>> seen = view(scenario_1688(), "Alliance")
    >>> next((stack.leader, stack.corps) for stack in seen.stacks if stack.space == "Strasbourg")
    ('Duras', 5)
    """
    board = Board(position, rule_tables_in_force(rules))
    engine = Engine(
        board.copy(), RulingContext(WarDice(board.seed, board.drawn), readings, recorded=False), True
    )
    engine.advance()
    return view_of(board, side, decision_of(engine) if engine.side == side else None)


def view_of(board: Board, side: Side, decision: Decision | None = None) -> View:
    """What a side may see of a board; the decision is that side's or None."""
    foe = enemy(side)
    known, forces, besieged = _meeting(board), forces_named(board), _besieged(board)
    tops = _top_leaders(board, foe)
    places = dict.fromkeys(tops) | {(space, 0): None for space in bits(board.held[foe])}
    places |= {(space, INSIDE): None for space in board.garrisons if garrison_of(board, foe, space)}
    stacks = []
    for space, inside in sorted(places):
        stack = garrison_of(board, foe, space) if inside else board.stacks[foe][space]
        leader = board.rule_tables.leaders[tops[space, inside]].name if (space, inside) in tops else None
        top = (
            Message("piece.leader", leader=leader)
            if leader
            else Message("piece.one", corps=corps_in_words(top_corps(stack)))
        )
        named = () if inside else forces.get((foe, space), ())
        met = known | besieged if inside else known
        name, whole = SPACES[space].name, bool(met >> space & 1 or (named and len(named) == len(stack)))
        stacks.append(EnemyStack(name, bool(inside), leader, top, len(stack), whole))
    hand = board.hand(foe)
    return View(
        side,
        covered(board, side, fill="none").position(),
        tuple(stacks),
        len(hand.actions),
        len(hand.events),
        len(board.action_deck),
        len(board.event_deck),
        decision,
    )


def hidden_board(board: Board, side: Side) -> Board:
    """A copy of a board on which nothing lies that a side may not see: what a player in the engine thinks on.

    The enemy's hand is empty, and the decks hold all that the side has not seen, in order of the cards. Of an
    enemy stack the top piece is as it is; leaders under it are gone, and each further corps is taken for a
    full one of the top piece's power, as a careful general assumes. Seed and laid card are 0.
    """
    return covered(board, side, fill="full")


@carries_out("NY 4.4")
def covered(board: Board, side: Side, fill: Fill, known: int = 0) -> Board:
    """A copy of a board without what a side may not see.

    Args:
        board: the board.
        side: who looks.
        fill: what lies in the place of covered corps: ``none`` at all, ``full`` ones as a careful general
            assumes, ones ``alike`` to the top piece, as a table shows it, or in everything ``unlike`` it.
        known: the mask of spaces whose pieces both know besides those in action.
    """
    foe = enemy(side)
    seen = board.copy()
    seen.seed = seen.drawn = 0
    hand = board.hand(foe)
    seen.action_deck = tuple(sorted(board.action_deck + hand.actions))
    seen.event_deck = tuple(sorted(board.event_deck + hand.events))
    seen.set_hand(foe, Hand((), (), hand.cards_conceded, hand.points_conceded))
    seen.agenda = [_item_covered(item, side) for item in board.agenda]
    known, named, forces = known | _meeting(board), _named(board), forces_named(board)
    tops = _top_leaders(board, foe)
    for leader in board.rule_tables.leaders_of[foe]:
        space = board.where[leader]
        inside = board.state[leader] & INSIDE
        if space >= 0 and not known >> space & 1 and tops[space, inside] != leader and leader not in named:
            seen.where[leader], seen.state[leader] = ABSENT, 0
    rows = board.rule_tables.leaders
    powers = {place: POWER_NUMBER[rows[leader].power] << 3 for place, leader in tops.items()}
    stacks = seen.stacks[foe]
    for space in bits(board.held[foe] & ~known):
        force = forces.get((foe, space), ())
        seen.put(foe, space, _stack_covered(stacks[space], powers.get((space, 0)), fill, force))
    besieged = known | _besieged(board)
    for space in board.garrisons:
        if not besieged >> space & 1 and (theirs := garrison_of(board, foe, space)):
            stack = _stack_covered(theirs, powers.get((space, INSIDE)), fill)
            seen.put_inside(space, (*garrison_of(board, side, space), *stack))
    return seen


def garrison_of(board: Board, side: Side, space: int) -> Stack:
    """The corps of a side inside a fortress, whoever controls it: a save made by hand may hold what the
    rules do not bring about (17.3), and the fog lies over that too.
    """
    return tuple([corps for corps in board.garrisons.get(space, ()) if SIDE_OF_CORPS[corps] == side])


@lru_cache(maxsize=1 << 14)
def _stack_covered(stack: Stack, power: int | None, fill: Fill, named: Stack = ()) -> Stack:
    """A stack under whose top piece nobody looks, a leader of this power or else a corps, but for the corps
    that were named as part of a force.
    """
    shown = _shown(stack, power is not None, named)
    under: Stack
    top = top_corps(stack) if power is None and stack else power or 0
    under = {"none": (), "full": (top & ~7,), "alike": (top,), "unlike": (_unlike(top),)}[fill]
    return under * (len(stack) - len(shown)) + shown


def _unlike(corps: int) -> int:
    """A corps of the same side with another power, strength and morale."""
    own = [one for one in range(0, len(SIDE_OF_CORPS), 8) if SIDE_OF_CORPS[one] == SIDE_OF_CORPS[corps]]
    return own[own.index(corps & ~7) - 1] | corps & USED | REDUCED | DEMORALISED


def _shown(stack: Stack, led: bool, named: Stack) -> Stack:
    """The corps of a stack that lie open: those named, and the top one where no leader covers it."""
    if led or not stack or (top := top_corps(stack)) in named:
        return named
    return *named, top


def _top_leaders(board: Board, side: Side) -> dict[tuple[int, int], int]:
    """For each space, in the open (0) and inside (`INSIDE`), the leader on top: the one with the highest
    command rating (NY 4.4).
    """
    where, state = board.where, board.state
    tops: dict[tuple[int, int], int] = {}
    for leader in board.rule_tables.leaders_of[side]:
        if where[leader] >= 0:
            place = where[leader], state[leader] & INSIDE
            other = tops.get(place)
            if other is None or board.rating(leader)[0] > board.rating(other)[0]:
                tops[place] = leader
    return tops


def _meeting(board: Board) -> int:
    """The mask of the spaces where armies meet: both players know all that stands there (NY 4.4)."""
    known = 0
    for item in board.agenda:
        if item[0] in MEETING:
            known |= 1 << item[_places(item[0])[0]]
    return known


@carries_out("NY 4.4")
def _besieged(board: Board) -> int:
    """The mask of the fortresses before which a force was named: besiegers and garrison know each other."""
    found = 0
    for item in board.agenda:
        leaders = _places(item[0])[1]
        for leader in item[leaders] if leaders else ():
            siege = board.siege_of(board.where[leader]) if board.where[leader] >= 0 else None
            if siege is not None and siege.by == board.rule_tables.leaders[leader].side:
                found |= 1 << board.where[leader]
    return found


@carries_out("NY 4.4")
def forces_named(board: Board) -> dict[tuple[Side, int], Stack]:
    """The corps that were named aloud for an action, by side and space: what stays behind stays covered."""
    found: dict[tuple[Side, int], Counter[int]] = {}
    for item in board.agenda:
        leaders, corps = _places(item[0])[1:]
        if not leaders or not corps or not item[corps]:
            continue
        if item[leaders]:
            space, side = board.where[item[leaders][0]], board.rule_tables.leaders[item[leaders][0]].side
        else:  # NY 13.5.5: corps may sail without a leader; they stand where they embark
            side, space = item[1], item[kinds_of(item[0]).index("space") + 1]
        if space >= 0:
            named = found.setdefault((side, space), Counter())
            named |= Counter(board.stacks[side][space]) & Counter(item[corps])
    return {place: tuple(sorted(corps.elements())) for place, corps in found.items()}


def _named(board: Board) -> frozenset[int]:
    """The leaders of whom the agenda speaks, as one who rallies or leads: both players know them."""
    found: set[int] = set()
    for item in board.agenda:
        for place, kind in enumerate(kinds_of(item[0]), 1):
            if kind in ("leader", "leaders"):
                found |= {item[place]} if kind == "leader" else {*item[place]}
    return frozenset(found)


@cache
def _places(name: str) -> tuple[int, int, int]:
    """Where an item of the agenda names its last space, the leaders of a force, and its corps; 0 for none."""
    kinds = {kind: place for place, kind in enumerate(kinds_of(name), 1)}
    return kinds.get("space", 0), kinds.get("leaders", 0), kinds.get("many", 0)


# ---- what comes to light


Lies = tuple[Stack, bool, bool, Stack]
"""How a stack lies: its corps, whether all are seen, whether a leader is on top, which were named aloud."""


class Corps(NamedTuple):
    """The corps of a side, those in the open or those inside its fortresses.

    Attributes:
        stacks: the corps of each space.
        met: the mask of the spaces where both sides see all of them.
        led: the spaces in which a leader lies on top.
        named: the corps that were named aloud, by space.
    """

    stacks: list[Stack]
    met: int
    led: set[int]
    named: dict[int, Stack]

    def lies(self, space: int) -> Lies:
        """How a stack lies."""
        met = bool(self.met >> space & 1)
        return self.stacks[space], met, space in self.led, self.named.get(space, ())


class Lying(NamedTuple):
    """Which pieces lie open and which covered, so that one may ask what has come to light since.

    Attributes:
        leaders: the leaders who lie covered.
        opened: those who are seen.
        corps: how the corps lie, of each side those in the open and those inside.
    """

    leaders: frozenset[int]
    opened: frozenset[int]
    corps: tuple[Corps, ...]


@carries_out("NY 4.4")
def lying(board: Board) -> Lying:
    """Which pieces of a board lie open to the other side.

    >>> from ..components.scenario import scenario_1688
    >>> board = Board(scenario_1688(), rule_tables_in_force(None))
    >>> len(lying(board).opened) > 3, comes_to_light(lying(board), lying(board))
    (True, False)
    """
    known, named, forces = _meeting(board), _named(board), forces_named(board)
    besieged = known | _besieged(board)
    opened: set[int] = set()
    leaders: set[int] = set()
    corps: list[Corps] = []
    for side in SIDES:
        tops = _top_leaders(board, side)
        for leader in board.rule_tables.leaders_of[side]:
            space = board.where[leader]
            if space >= 0:
                top = tops[space, board.state[leader] & INSIDE] == leader
                (opened if top or known >> space & 1 or leader in named else leaders).add(leader)
        inside: list[Stack] = [()] * len(SPACES)
        for space in board.garrisons:
            inside[space] = garrison_of(board, side, space)
        force = {space: stack for (whose, space), stack in forces.items() if whose == side}
        led = {space for space, within in tops if not within}
        led_inside = {space for space, within in tops if within}
        corps += [
            Corps(board.stacks[side].copy(), known, led, force),
            Corps(inside, besieged, led_inside, {}),
        ]
    return Lying(frozenset(leaders), frozenset(opened), tuple(corps))


def comes_to_light(before: Lying, after: Lying) -> bool:
    """Whether a piece that lay covered lies open; what has just come there is nothing of the kind."""
    return not before.leaders.isdisjoint(after.opened) or any(
        _corps_come_to_light(then.lies(space), now.lies(space))
        for then, now in zip(before.corps, after.corps, strict=True)
        if then != now
        for space, stack in enumerate(now.stacks)
        if stack
    )


def _corps_come_to_light(then: Lies, now: Lies) -> bool:
    if then == now:
        return False
    (had, saw), (has, sees) = _kinds(*then), _kinds(*now)
    return any(had[one] > saw[one] < count and has[one] <= had[one] for one, count in sees.items())


def _kinds(stack: Stack, met: bool, led: bool, named: Stack) -> tuple[Counter[int], Counter[int]]:
    """How many corps of each kind there are, and of these are seen; whether they have acted is no kind."""
    seen = stack if met else _shown(stack, led, named)
    return Counter([one & ~USED for one in stack]), Counter([one & ~USED for one in seen])


def _item_covered(item: Item, side: Side) -> Item:
    """An item of the agenda without what the other player laid face down."""
    if item[0] in SECRET and item[1] == side:
        return tuple(0 if place in SECRET[item[0]] else value for place, value in enumerate(item))
    return item
