"""Transfer: two pieces go far behind the front (NY 13.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection
from .holding import settle
from .land import AROUND, FORTIFIED, SPACES, STEPS
from .notation import Action
from .piece_numbers import INSIDE, SIDE_OF_CORPS, USED, corps_in_words
from .sides import Side, enemy
from .supply_network import bits
from .war import War, once_a_decision

ONCE = "transfer"
PIECES = 2  # NY 13.5.2.a
LEADER_POINTS, CORPS_POINTS = 6, 4  # NY 13.5.2.a


@carries_out("NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2")
@once_a_decision
def open_spaces(war: War, side: Side) -> int:
    """The mask of the spaces that pieces of a side may enter in a transfer."""
    board = war.board
    other = enemy(side)
    own, theirs = board.control.of(side), board.control.of(other)
    troops = board.held[other]
    where = board.where
    for leader in war.kit.leaders_of[other]:
        space = where[leader]
        if space >= 0:
            troops |= 1 << space  # a leader alone counts as troops, as in NY 7.2.1.a
    spaces = own & ~troops
    beside = board.held[side] & theirs
    if beside and war.reading("transfer-into-enemy") == "beside-own-corps":
        spaces |= beside  # NY 13.5.2.b: corps in the open stand there already, so nothing begins
    return spaces | board.held[side] & own


@once_a_decision
def reach(war: War, side: Side, origin: int, points: int) -> int:
    """The mask of the spaces that a piece can go to with so many movement points."""
    return _reach(side, origin, points, open_spaces(war, side), _halts(war, side))


def _halts(war: War, side: Side) -> int:
    return FORTIFIED & war.board.control.of(enemy(side))


def way(war: War, side: Side, origin: int, points: int, to: int) -> tuple[int, tuple[int, ...]]:
    """The cheapest way to a space that a piece can reach: its movement points, and its spaces in order."""
    cost = left = next(spent for spent in range(points + 1) if reach(war, side, origin, spent) >> to & 1)
    found = [to]
    while left:
        for step in STEPS[side][found[-1]]:  # a link costs the same both ways
            rest = left - step.cost
            passable = reach(war, side, origin, rest) & ~_halts(war, side) if rest > 0 else 0
            if passable >> step.to & 1 or (step.to == origin and not rest):
                found.append(step.to)
                left = rest
                break
    return cost, tuple(reversed(found))


@lru_cache(maxsize=1 << 12)
@carries_out("NY 13.5.2.a", "NY 14.1.1", "NY 14.2")
def _reach(side: Side, origin: int, points: int, enterable: int, halts: int) -> int:
    """The same by masks: what may be entered, and where a piece goes no further.

    A piece goes through an enemy fortress no more than a force does (14.2): there it stops.
    """
    steps = STEPS[side]
    at = [0] * (points + 1)  # by the points spent, the mask of the spaces reached
    at[0] = seen = 1 << origin
    for spent in range(points):
        for space in bits(at[spent]):
            if spent and halts >> space & 1:
                continue
            for to, cost, _ in steps[space]:
                if enterable & ~seen & 1 << to and spent + cost <= points:
                    at[spent + cost] |= 1 << to
        seen |= at[spent + 1]
    return seen & ~(1 << origin)


# ---- the action


def candidates(war: War, side: Side) -> Iterator[Action]:
    """A transfer, once a round, if there is anybody to go."""
    if ONCE not in war.board.once_a_round and _movable(war, side):
        yield ("transfer",)


@carries_out("NY 13.5", "NY 13.5.2.a")
def against(war: War, side: Side) -> Iterator[Violation]:
    """What stands against a transfer now."""
    if ONCE in war.board.once_a_round:
        yield objection("NY 13.5", "transfer.once", side=side)
    if not _movable(war, side):
        yield objection("NY 13.5.2.a", "transfer.nobody", side=side)


def _movable(war: War, side: Side) -> bool:
    board = war.board
    enterable = open_spaces(war, side)
    around = AROUND[side]
    if any(around[space] & enterable for space in bits(board.free[side])):
        return True
    return any(
        board.where[leader] >= 0
        and not board.state[leader] & (USED | INSIDE)
        and around[board.where[leader]] & enterable
        for leader in war.kit.leaders_of[side]
    )


def begin(war: War, side: Side) -> None:
    """Two pieces are picked and moved, one after the other."""
    war.board.once_a_round = (*war.board.once_a_round, ONCE)
    war.then(("transfer", side, 0))


# ---- which pieces


def _pieces(war: War, side: Side, moved: int) -> Iterator[Action]:
    board = war.board
    enterable = open_spaces(war, side)
    around = AROUND[side]
    for leader in war.kit.leaders_of[side]:
        where = board.where[leader]
        if where >= 0 and not board.state[leader] & (USED | INSIDE) and around[where] & enterable:
            yield "pick", leader
    for space in bits(board.free[side]):
        if around[space] & enterable:
            for corps in dict.fromkeys(board.stacks[side][space]):
                if not corps & USED:
                    yield "pick-corps", corps, space
    if moved:
        yield ("done",)


@carries_out("NY 13.5.2.a", "NY 13.4.3", "NY 17.3")
def _against_piece(war: War, action: Action, side: Side, moved: int) -> Iterator[Violation]:
    if action[0] == "done":
        if not moved:
            yield objection("NY 13.5.2.a", "transfer.one-at-least", side=side)
        return
    if action[0] == "pick":
        yield from _against_leader(war, side, action[1])
        space = war.board.where[action[1]]
    else:
        yield from _against_corps(war, side, action[1], action[2])
        space = action[2]
    if space >= 0 and not AROUND[side][space] & open_spaces(war, side):
        yield objection("NY 13.5.2.b", "transfer.no-way-out", space=SPACES[space].name, side=side)


def _against_leader(war: War, side: Side, leader: int) -> Iterator[Violation]:
    where, state = war.board.where[leader], war.board.state[leader]
    row = war.kit.leaders[leader]
    if where < 0 or row.side != side:
        yield objection("NY 13.5.2.a", "transfer.not-your-leader", leader=row.name, side=side)
    if state & USED:
        yield objection("NY 13.4.3", "transfer.leader-used", leader=row.name)
    if state & INSIDE:
        yield objection("NY 17.3", "transfer.leader-besieged", leader=row.name)


def _against_corps(war: War, side: Side, corps: int, space: int) -> Iterator[Violation]:
    if corps & USED:
        yield objection("NY 13.4.3", "transfer.corps-used", corps=corps_in_words(corps))
    if corps not in war.board.stacks[side][space]:
        if SIDE_OF_CORPS[corps] == side and corps in war.board.garrisons.get(space, ()):
            yield objection(
                "NY 17.3", "transfer.corps-besieged", corps=corps_in_words(corps), space=SPACES[space].name
            )
        else:
            yield objection(
                "NY 13.5.2.a", "transfer.not-there", corps=corps_in_words(corps), space=SPACES[space].name
            )


def _pick(war: War, action: Action, side: Side, moved: int) -> None:
    if action[0] == "pick":
        war.then(("transfer-leader", side, action[1], moved))
    elif action[0] == "pick-corps":
        war.then(("transfer-corps", side, action[1], action[2], moved))


decision(
    "transfer",
    "side number",
    "NY 13.5.2.a",
    "pick pick-corps done",
    _pieces,
    _pick,
    _against_piece,
    "pick pick-corps done",
)


# ---- and whither


def _destinations(war: War, side: Side, origin: int, points: int) -> Iterator[Action]:
    for space in bits(reach(war, side, origin, points)):
        yield "to", space


@carries_out("NY 13.5.2.a", "NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a")
def _against_destination(war: War, side: Side, origin: int, points: int, to: int) -> Iterator[Violation]:
    if reach(war, side, origin, points) >> to & 1:
        return
    name = SPACES[to].name
    board = war.board
    if to == origin:
        yield objection("NY 13.5.2.a", "transfer.stays", space=name)
    elif open_spaces(war, side) >> to & 1:
        yield objection("NY 13.5.2.a", "transfer.too-far", space=name, count=points)
    elif board.controller_of(to) is None:
        yield objection("NY 7.2.1.a", "transfer.neutral", space=name)
    elif board.controller_of(to) == side:
        yield objection("NY 13.5.2.b", "transfer.enemy-troops", space=name)
    else:
        yield objection("NY 13.5.2.b", "transfer.enemy-space", space=name)


@carries_out("NY 13.5.2.a", "NY 13.4.3")
def _move_leader(war: War, action: Action, side: Side, leader: int, moved: int) -> None:
    board = war.board
    origin, board.where[leader] = board.where[leader], action[1]
    board.state[leader] |= USED
    war.tell(
        "NY 13.5.2.a",
        "transfer.leader-goes",
        leader=war.kit.leaders[leader].name,
        origin=SPACES[origin].name,
        space=SPACES[action[1]].name,
    )
    _another(war, side, moved)


@carries_out("NY 13.5.2.a", "NY 13.4.3", "NY 17.6")
def _move_corps(war: War, action: Action, side: Side, corps: int, origin: int, moved: int) -> None:
    board = war.board
    to = action[1]
    board.take(side, origin, corps)
    board.add(side, to, corps | USED)
    war.tell(
        "NY 13.5.2.a",
        "transfer.corps-goes",
        corps=corps_in_words(corps),
        origin=SPACES[origin].name,
        space=SPACES[to].name,
    )
    _another(war, side, moved)
    settle(war, origin)
    settle(war, to)


def _another(war: War, side: Side, moved: int) -> None:
    if moved + 1 < PIECES:
        war.then(("transfer", side, moved + 1))


decision(
    "transfer-leader",
    "side leader number",
    "NY 13.5.2.a",
    "to",
    lambda war, side, leader, moved: _destinations(war, side, war.board.where[leader], LEADER_POINTS),
    _move_leader,
    lambda war, action, side, leader, moved: _against_destination(
        war, side, war.board.where[leader], LEADER_POINTS, action[1]
    ),
    certain="to",
)
decision(
    "transfer-corps",
    "side corps space number",
    "NY 13.5.2.a",
    "to",
    lambda war, side, corps, origin, moved: _destinations(war, side, origin, CORPS_POINTS),
    _move_corps,
    lambda war, action, side, corps, origin, moved: _against_destination(
        war, side, origin, CORPS_POINTS, action[1]
    ),
    certain="to",
)
