"""Step a of Winter Quarters: troops leave enemy spaces, sieges end, overstacked spaces lose corps (NY
19.a).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import NUMBER, PORTS, SPACES, nearest
from ...components.piece_numbers import INSIDE, power_of
from ...components.sides import SIDES, Side, enemy
from ...engine.agenda import decision, step
from ...engine.board import Board
from ...engine.engine import Engine, once_a_decision
from ...engine.notation import Action
from ..control import displace_leaders, settle
from ..sequence import initiative
from ..stacking import full_spaces, overstacked_spaces, room


def in_order(year: int) -> tuple[Side, Side]:
    """The two sides, the one with the initiative first.

    >>> in_order(1688)
    ('Bourbon', 'Alliance')
    """
    first = initiative(year)
    return first, enemy(first)


@step("winter-withdrawal")
@carries_out("NY 19.a", "NY 8.5")
def withdraw(engine: Engine) -> None:
    """All troops in enemy spaces go home, those of the player with the initiative first."""
    board = engine.board
    engine.tell("NY 19.a", "winter.withdrawal")
    spaces = [
        (side, space)
        for side in in_order(board.year)
        for space in bits(board.held[side] & ~board.control.of(side))
    ]
    items = [item for place in spaces for item in (("rest", *place), ("disband", *place))]
    engine.then(*items, ("winter-recovery",))


def resting_places(board: Board, side: Side, space: int) -> tuple[int, ...]:
    """The nearest friendly spaces with room and without enemy troops; if no way leads to one, any such
    port.
    """
    places = board.control.of(side) & ~board.held[enemy(side)]
    for full in full_spaces(board, side):
        places &= ~(1 << full)
    return nearest(side, space, places) or tuple(bits(places & PORTS))


@once_a_decision
def _resting_places(engine: Engine, side: Side, space: int) -> tuple[int, ...]:
    return resting_places(engine.board, side, space)


def _places(engine: Engine, side: Side, space: int) -> list[Action]:
    return [("rest", place) for place in _resting_places(engine, side, space)]


@carries_out("NY 19.a", "NY 4.1.1")
def _against_resting(engine: Engine, action: Action, side: Side, space: int) -> Iterator[Violation]:
    board, to = engine.board, action[1]
    places = _resting_places(engine, side, space)
    if to in places:
        return
    name, may = SPACES[to].name, [SPACES[place].name for place in places]
    if not board.control.of(side) >> to & 1:
        yield objection("NY 19.a", "winter.not-friendly", space=name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    if room(board, side, to) <= 0:
        yield objection(
            "NY 4.1.1", "winter.no-room", space=name, count=engine.rule_tables.numbers.stacking.limit
        )
    message = "winter.not-nearest" if nearest(side, space, 1 << to) or PORTS >> to & 1 else "winter.no-port"
    yield objection("NY 19.a", message, space=name, nearest=may)


def _rest(engine: Engine, action: Action, side: Side, space: int) -> None:
    board, to = engine.board, action[1]
    stack = board.stacks[side][space]
    going = stack[: room(board, side, to)]
    move(engine, side, space, to, going)
    engine.tell("NY 19.a", "winter.rests", side=side, origin=SPACES[space].name, space=SPACES[to].name)
    if len(going) < len(stack):
        engine.then(("rest", side, space))


decision("rest", "side space", "NY 19.a", "rest", _places, _rest, _against_resting)


def move(engine: Engine, side: Side, space: int, to: int, corps: tuple[int, ...]) -> None:
    """Moves corps in the open, and all leaders of their side with them."""
    board = engine.board
    board.take(side, space, *corps)
    board.add(side, to, *corps)
    for leader in board.leaders_at(side, space):
        board.where[leader] = to
        board.state[leader] &= ~INSIDE


@step("disband", "side space")
@carries_out("NY 19.a")
def disband(engine: Engine, side: Side, space: int) -> None:
    """Troops that found no place are eliminated, and a siege that they kept up ends."""
    board = engine.board
    left = board.stacks[side][space]
    if left:
        board.put(side, space, ())
        board.to_pool(*left)
        engine.tell("NY 19.a", "winter.disbanded", side=side, space=SPACES[space].name, count=len(left))
    displace_leaders(engine, side, space)
    settle(engine, space)


@step("winter-recovery")
@carries_out("NY 19.a", "NY 4.1.3", "NY 15.5")
def recover(engine: Engine) -> None:
    """What remains of step a: leaders alone go home, sieges end, fortresses recover, large stacks suffer."""
    board = engine.board
    for side in SIDES:
        own = board.control.of(side)
        for leader in engine.rule_tables.leaders_of[side]:
            where = board.where[leader]
            if where >= 0 and not own >> where & 1:
                displace_leaders(engine, side, where)
    for siege in board.sieges:
        board.free_garrison(NUMBER[siege.space])
    kept = []
    for line in board.lines:
        owner = board.controller(line.space)
        if owner and board.held[owner] >> NUMBER[line.space] & 1:
            kept.append(line)
        else:
            engine.tell("NY 15.5", "holding.line-lost", space=line.space)
    board.lines = tuple(kept)
    for side in in_order(board.year)[::-1]:  # the last item put on the agenda is the next one
        for space in overstacked_spaces(board, side):
            over = -room(board, side, space)
            engine.tell("NY 4.1.3", "winter.overstacked", side=side, space=SPACES[space].name, count=over)
            engine.then(("overstack", side, space, over))


def _crowd(engine: Engine, side: Side, space: int, number: int) -> list[Action]:
    return [("reduce", corps) for corps in dict.fromkeys(engine.board.stacks[side][space])]


def _against_reducing(
    engine: Engine, action: Action, side: Side, space: int, number: int
) -> Iterator[Violation]:
    if action[1] not in engine.board.stacks[side][space]:
        yield objection(
            "NY 4.1.3", "winter.no-such-corps", power=power_of(action[1]), space=SPACES[space].name
        )


@carries_out("NY 4.1.3")
def _reduce(engine: Engine, action: Action, side: Side, space: int, number: int) -> None:
    board, corps = engine.board, action[1]
    message = "winter.reduced" if board.weaken(side, space, corps) else "winter.eliminated"
    engine.tell("NY 4.1.3", message, power=power_of(corps), space=SPACES[space].name)
    if number > 1:
        engine.then(("overstack", side, space, number - 1))


decision("overstack", "side space number", "NY 4.1.3", "reduce", _crowd, _reduce, _against_reducing)
