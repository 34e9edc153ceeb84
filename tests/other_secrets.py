"""The same war with other secrets: what a seat may not see is exchanged, at random, for what it could be."""

from collections import Counter
from copy import copy
from dataclasses import replace
from random import Random

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import (
    DEMORALISED,
    INSIDE,
    POWER_NUMBER,
    POWERS,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
)
from ninevears_kernel.nine_years.components.position import MOST_SEED, Hand, Position
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import COVERED, enemy
from ninevears_kernel.nine_years.engine.agenda import kinds_of
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.choices import SECRET, option_of
from ninevears_kernel.nine_years.games.fog import forces_named, view_of
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.record import Entry, start_of
from ninevears_kernel.play.session import Session


def exchanged(game: Game, seat: str, seed: int) -> Game:
    """A war of which this seat has seen the same, with other secrets.

    The kept boards of its past are the real ones: what is told of the past is told by its entries.
    """
    chance = Random(seed)
    twin = game.branch()
    board = twin.engine.board
    _other_pieces(board, seat, chance)
    laid = [item for item in board.agenda if item[0] in SECRET and any(item[at] for at in SECRET[item[0]])]
    if laid:
        _lay_another(twin, seat, chance)
    else:
        _other_cards(board, seat, chance)
    if COVERED[seat]:
        board.seed, board.drawn = chance.randrange(MOST_SEED), chance.randrange(500)
        twin.start = _other_start(game, chance)
    twin._decision = None
    if twin.engine.side is not None and twin.engine.side not in COVERED[seat]:
        twin.engine.advance()  # what the seat itself may choose is worked out anew
    return twin


def pieces_exchanged(position: Position, seat: str, seed: int) -> Position:
    """A position in which other corps and leaders lie under the top pieces that this seat sees."""
    board = Board(position, standard_rule_tables())
    _other_pieces(board, seat, Random(seed))
    return board.position()


def with_other_secrets(session: Session, seed: int, seat: str | None = None) -> Session:
    """The same session about a war with other secrets than its viewer's, or a seat's; its moments tell what
    was chosen there.
    """
    twin = copy(session)
    twin.game = exchanged(session.game, seat or session.viewer or "Bourbon", seed)
    twin.moments = []
    for moment, entry in zip(session.moments, twin.game.entries, strict=True):
        option = option_of(entry.action, twin.game.rule_tables)
        twin.moments.append(replace(moment, entry=entry, says=option.says, text=option.text))
    return twin


def _other_start(game, chance):
    seed = chance.randrange(MOST_SEED)
    if game.start == start_of(game.rule_tables, game.start.seed):
        return start_of(game.rule_tables, seed)
    return game.start.replace(seed=seed, drawn=chance.randrange(100))


def _other_cards(board, seat, chance):
    hidden = COVERED[seat]
    if not hidden:
        return
    hands = {side: board.hand(side) for side in hidden}
    actions = [*board.action_deck, *(card for hand in hands.values() for card in hand.actions)]
    events = [*board.event_deck, *(name for hand in hands.values() for name in hand.events)]
    chance.shuffle(actions)
    chance.shuffle(events)
    for side, hand in hands.items():
        dealt = sorted(actions.pop() for _ in hand.actions), [events.pop() for _ in hand.events]
        conceded = hand.cards_conceded, hand.points_conceded
        board.set_hand(side, Hand(tuple(dealt[0]), tuple(dealt[1]), *conceded))
    board.action_deck, board.event_deck = tuple(actions), tuple(events)


def _lay_another(twin, seat, chance):
    """Another card lies face down, one that its owner could have laid."""
    board = twin.engine.board
    item = board.agenda[-1]
    owner = enemy(item[1])
    if owner not in COVERED[seat]:
        return
    card = chance.choice(board.hand(owner).actions)
    board.agenda[-1] = (*item[:2], card)
    last = twin._entries[-1]
    twin._entries[-1] = Entry(last.year, last.phase, last.side, ("lay", card), last.rolls)


def _other_pieces(board, seat, chance):
    """Other corps and leaders under the top pieces of covered stacks."""
    for side in COVERED[seat]:
        seen = view_of(board, enemy(side))
        _move_covered_leaders(board, side, seen, chance)
        for stack in seen.stacks:
            if stack.whole:
                continue
            space = NUMBER[stack.space]
            if stack.inside:
                others = [one for one in board.garrisons[space] if SIDE_OF_CORPS[one] != side]
                theirs = [one for one in board.garrisons[space] if SIDE_OF_CORPS[one] == side]
                board.put_inside(space, (*others, *_other_corps(theirs, side, bool(stack.leader), chance)))
            else:
                named, rest = named_and_rest(board, side, space)
                board.put(side, space, (*named, *_other_corps(rest, side, bool(stack.leader), chance)))


def named_and_rest(board, side, space):
    """The corps of a stack that were named aloud as a force, and those that stay covered."""
    named = forces_named(board).get((side, space), ())
    return named, [*(Counter(board.stacks[side][space]) - Counter(named)).elements()]


def _other_corps(corps, side, led, chance):
    """As many corps; without a leader the same one lies on top."""
    powers = [POWER_NUMBER[power] << 3 for power in POWERS if SIDE_OF_CORPS[POWER_NUMBER[power] << 3] == side]
    others = [
        chance.choice(powers) | chance.choice((0, REDUCED)) | one & (DEMORALISED | USED) for one in corps
    ]
    if led or not corps:
        return others
    top = min(corps, key=lambda one: (one & (REDUCED | DEMORALISED), one))
    under = [one for one in others[1:] if _height(one) > _height(top)]
    return [top, *under, *[top] * (len(corps) - 1 - len(under))]


def _leaders_of(item):
    return [at for at, kind in enumerate(kinds_of(item[0]), 1) if kind == "leader"]


def leading(board):
    """The leaders of whom the agenda speaks aloud: of forces, and who rallies or is stationed."""
    return {
        leader
        for item in board.agenda
        for at, kind in enumerate(kinds_of(item[0]), 1)
        if kind in ("leader", "leaders")
        for leader in ((item[at],) if kind == "leader" else item[at])
    }


def _height(corps):
    return corps & (REDUCED | DEMORALISED), corps


def _move_covered_leaders(board, side, seen, chance):
    """Leaders who lie under another are under some other leader of a higher rating."""
    tops = {(NUMBER[stack.space], stack.inside): stack for stack in seen.stacks if stack.leader}
    numbers = board.rule_tables.leader_number
    hidden = [
        leader
        for leader in board.rule_tables.leaders_of[side]
        if board.where[leader] >= 0
        and not board.state[leader] & INSIDE
        and (stack := tops.get((board.where[leader], False))) is not None
        and not stack.whole
        and numbers[stack.leader] != leader
    ]
    named = leading(board)
    for leader in hidden:
        if leader in named:
            continue
        spaces = [
            space
            for (space, inside), stack in tops.items()
            if not inside
            and not stack.whole
            and board.rating(numbers[stack.leader])[0] > board.rating(leader)[0]
        ]
        if spaces:
            board.where[leader] = chance.choice(spaces)
