"""Step a of Winter Quarters: troops leave enemy spaces, sieges end, overstacked spaces lose corps (NY
19.a).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .board import Board
from .holding import displace_leaders, settle
from .land import NUMBER, PORTS, SPACES, nearest
from .notation import Action
from .piece_numbers import INSIDE, REDUCED, power_of
from .sequence import initiative
from .sides import SIDES, Side, enemy
from .stacking import full_spaces, overstacked_spaces, room
from .supply_network import bits
from .war import War, once_a_decision


def in_order(year: int) -> tuple[Side, Side]:
    """The two sides, the one with the initiative first.

    >>> in_order(1688)
    ('Bourbon', 'Alliance')
    """
    first = initiative(year)
    return first, enemy(first)


@step("winter-withdrawal")
@carries_out("NY 19.a", "NY 8.5")
def withdraw(war: War) -> None:
    """All troops in enemy spaces go home, those of the player with the initiative first."""
    board = war.board
    war.tell("NY 19.a", "winter.withdrawal")
    spaces = [
        (side, space)
        for side in in_order(board.year)
        for space in bits(board.held[side] & ~board.control.of(side))
    ]
    items = [item for place in spaces for item in (("rest", *place), ("disband", *place))]
    war.then(*items, ("winter-recovery",))


def resting_places(board: Board, side: Side, space: int) -> tuple[int, ...]:
    """The nearest friendly spaces with room and without enemy troops; if no way leads to one, any such
    port.
    """
    places = board.control.of(side) & ~board.held[enemy(side)]
    for full in full_spaces(board, side):
        places &= ~(1 << full)
    return nearest(side, space, places) or tuple(bits(places & PORTS))


@once_a_decision
def _resting_places(war: War, side: Side, space: int) -> tuple[int, ...]:
    return resting_places(war.board, side, space)


def _places(war: War, side: Side, space: int) -> list[Action]:
    return [("rest", place) for place in _resting_places(war, side, space)]


@carries_out("NY 19.a", "NY 4.1.1")
def _against_resting(war: War, action: Action, side: Side, space: int) -> Iterator[Violation]:
    board, to = war.board, action[1]
    places = _resting_places(war, side, space)
    if to in places:
        return
    name, may = SPACES[to].name, [SPACES[place].name for place in places]
    if not board.control.of(side) >> to & 1:
        yield objection("NY 19.a", "winter.not-friendly", space=name, side=side)
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    if room(board, side, to) <= 0:
        yield objection("NY 4.1.1", "winter.no-room", space=name, count=war.kit.tables.stacking.limit)
    message = "winter.not-nearest" if nearest(side, space, 1 << to) or PORTS >> to & 1 else "winter.no-port"
    yield objection("NY 19.a", message, space=name, nearest=may)


def _rest(war: War, action: Action, side: Side, space: int) -> None:
    board, to = war.board, action[1]
    stack = board.stacks[side][space]
    going = stack[: room(board, side, to)]
    move(war, side, space, to, going)
    war.tell("NY 19.a", "winter.rests", side=side, origin=SPACES[space].name, space=SPACES[to].name)
    if len(going) < len(stack):
        war.then(("rest", side, space))


decision("rest", "side space", "NY 19.a", "rest", _places, _rest, _against_resting)


def move(war: War, side: Side, space: int, to: int, corps: tuple[int, ...]) -> None:
    """Moves corps in the open, and all leaders of their side with them."""
    board = war.board
    board.take(side, space, *corps)
    board.add(side, to, *corps)
    for leader in board.leaders_at(side, space):
        board.where[leader] = to
        board.state[leader] &= ~INSIDE


@step("disband", "side space")
@carries_out("NY 19.a")
def disband(war: War, side: Side, space: int) -> None:
    """Troops that found no place are eliminated, and a siege that they kept up ends."""
    board = war.board
    left = board.stacks[side][space]
    if left:
        board.put(side, space, ())
        board.to_pool(*left)
        war.tell("NY 19.a", "winter.disbanded", side=side, space=SPACES[space].name, count=len(left))
    displace_leaders(war, side, space)
    settle(war, space)


@step("winter-recovery")
@carries_out("NY 19.a", "NY 4.1.3", "NY 15.5")
def recover(war: War) -> None:
    """What remains of step a: leaders alone go home, sieges end, fortresses recover, large stacks suffer."""
    board = war.board
    for side in SIDES:
        own = board.control.of(side)
        for leader in war.kit.leaders_of[side]:
            where = board.where[leader]
            if where >= 0 and not own >> where & 1:
                displace_leaders(war, side, where)
    for siege in board.sieges:
        board.free_garrison(NUMBER[siege.space])
    kept = []
    for line in board.lines:
        owner = board.controller(line.space)
        if owner and board.held[owner] >> NUMBER[line.space] & 1:
            kept.append(line)
        else:
            war.tell("NY 15.5", "holding.line-lost", space=line.space)
    board.lines = tuple(kept)
    for side in in_order(board.year)[::-1]:  # the last item put on the agenda is the next one
        for space in overstacked_spaces(board, side):
            over = -room(board, side, space)
            war.tell("NY 4.1.3", "winter.overstacked", side=side, space=SPACES[space].name, count=over)
            war.then(("overstack", side, space, over))


def _crowd(war: War, side: Side, space: int, number: int) -> list[Action]:
    return [("reduce", corps) for corps in dict.fromkeys(war.board.stacks[side][space])]


def _against_reducing(war: War, action: Action, side: Side, space: int, number: int) -> Iterator[Violation]:
    if action[1] not in war.board.stacks[side][space]:
        yield objection(
            "NY 4.1.3", "winter.no-such-corps", power=power_of(action[1]), space=SPACES[space].name
        )


@carries_out("NY 4.1.3")
def _reduce(war: War, action: Action, side: Side, space: int, number: int) -> None:
    board, corps = war.board, action[1]
    board.take(side, space, corps)
    if corps & REDUCED:
        board.to_pool(corps)
    else:
        board.add(side, space, corps | REDUCED)
    message = "winter.eliminated" if corps & REDUCED else "winter.reduced"
    war.tell("NY 4.1.3", message, power=power_of(corps), space=SPACES[space].name)
    if number > 1:
        war.then(("overstack", side, space, number - 1))


decision("overstack", "side space number", "NY 4.1.3", "reduce", _crowd, _reduce, _against_reducing)
