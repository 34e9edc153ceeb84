"""Transfer: two pieces go far behind the front (NY 13.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, out_of_turn
from .holding import settle
from .land import AROUND, FORTIFIED, SPACES, STEPS, home, nearest
from .notation import Action
from .piece_numbers import BOUND, INSIDE, SIDE_OF_CORPS, USED, corps_in_words, power_of
from .powers import NEUTRAL_THROUGHOUT, SAVOY, savoy_is_neutral
from .sides import Side, enemy
from .supply_network import bits
from .war import War, once_a_decision

ONCE = "transfer"
PIECES = 2  # NY 13.5.2.a
LEADER_POINTS, CORPS_POINTS = 6, 4  # NY 13.5.2.a
NEUTRALITY = {SAVOY: "NY 7.2.1.a", NEUTRAL_THROUGHOUT: "NY 7.2.2"}
"""The powers whose neutral spaces are closed, with the clause that closes them."""


def open_spaces(war: War, side: Side, leader: bool) -> int:
    """The mask of the spaces that a leader, or a corps, of a side may enter in a transfer."""
    return _open_to_leaders(war, side) if leader else _open_to_corps(war, side)


@carries_out("NY 7.2.1.a")
@once_a_decision
def _open_to_leaders(war: War, side: Side) -> int:
    """All that is open to corps; and neutral Savoy, where leaders alone are not taken for troops."""
    spaces, savoy = _open_to_corps(war, side), _neutral(war, SAVOY)
    return spaces | savoy if savoy and war.reading("savoy-leaders") == "pass" else spaces


@carries_out("NY 2.3")
def _neutral(war: War, power: str) -> int:
    """The mask of the spaces of a power that neither side controls."""
    control = war.board.control
    return home(power) & ~(control.Bourbon | control.Alliance)


@carries_out("NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2")
@once_a_decision
def _open_to_corps(war: War, side: Side) -> int:
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
def reach(war: War, side: Side, origin: int, points: int, leader: bool) -> int:
    """The mask of the spaces that a leader, or a corps, can go to with so many movement points."""
    return _reach(side, origin, points, open_spaces(war, side, leader), _halts(war, side))


def _halts(war: War, side: Side) -> int:
    return FORTIFIED & war.board.control.of(enemy(side))


def way(war: War, side: Side, origin: int, points: int, leader: bool, to: int) -> tuple[int, tuple[int, ...]]:
    """The cheapest way to a space that a piece can reach: its movement points, and its spaces in order."""
    spending = range(points + 1)
    cost = left = next(spent for spent in spending if reach(war, side, origin, spent, leader) >> to & 1)
    found = [to]
    while left:
        for step in STEPS[side][found[-1]]:  # a link costs the same both ways
            rest = left - step.cost
            passable = reach(war, side, origin, rest, leader) & ~_halts(war, side) if rest > 0 else 0
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
    if _movable(war, side):
        return
    ready = [(space, False) for space in bits(war.board.free[side])]
    ready += [(war.board.where[leader], True) for leader in _ready_leaders(war, side)]
    on_land = [place for place in ready if AROUND[side][place[0]]]
    shut_in = {one.clause_id: one for place in on_land for one in _against_shut_in(war, side, *place)}
    yield from shut_in.values() or (objection("NY 13.5.2.a", "transfer.nobody", side=side),)


def _movable(war: War, side: Side) -> bool:
    around, free = AROUND[side], war.board.free[side]
    enterable = open_spaces(war, side, leader=False) if free else 0
    if any(around[space] & enterable for space in bits(free)):
        return True
    enterable = open_spaces(war, side, leader=True)
    where = war.board.where
    return any(around[where[leader]] & enterable for leader in _ready_leaders(war, side))


def _ready_leaders(war: War, side: Side) -> Iterator[int]:
    """The leaders on the map who have not acted and are not besieged."""
    where, state = war.board.where, war.board.state
    for leader in war.kit.leaders_of[side]:
        if where[leader] >= 0 and not state[leader] & BOUND:
            yield leader


@carries_out("NY 13.5.2.b", "NY 7.2.1.a", "NY 7.2.2")
def _against_shut_in(war: War, side: Side, space: int, leader: bool) -> Iterator[Violation]:
    """What closes every space around a piece: neutrality, or the enemy."""
    around = AROUND[side][space]
    if around & open_spaces(war, side, leader):
        return
    others = around
    for power, clause in NEUTRALITY.items():
        if closed := around & _neutral(war, power):
            yield objection(clause, "transfer.neutral-around", space=SPACES[space].name, power=power)
            others &= ~closed
    if others or not around:
        yield objection("NY 13.5.2.b", "transfer.no-way-out", space=SPACES[space].name, side=side)


def begin(war: War, side: Side) -> None:
    """Two pieces are picked and moved, one after the other."""
    war.board.once_a_round = (*war.board.once_a_round, ONCE)
    war.then(("transfer", side, 0))


# ---- which pieces


def _pieces(war: War, side: Side, moved: int) -> Iterator[Action]:
    board = war.board
    around = AROUND[side]
    enterable = open_spaces(war, side, leader=True)
    for leader in _ready_leaders(war, side):
        if around[board.where[leader]] & enterable:
            yield "pick", leader
    enterable = open_spaces(war, side, leader=False)
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
    if space >= 0:
        yield from _against_shut_in(war, side, space, action[0] == "pick")


def _against_leader(war: War, side: Side, leader: int) -> Iterator[Violation]:
    where, state = war.board.where[leader], war.board.state[leader]
    row = war.kit.leaders[leader]
    if where < 0 and row.power == SAVOY and savoy_is_neutral(war.board):
        yield _savoyard(war)
    elif where < 0 or row.side != side:
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
        elif power_of(corps) == SAVOY and savoy_is_neutral(war.board):
            yield _savoyard(war)
        else:
            yield objection(
                "NY 13.5.2.a", "transfer.not-there", corps=corps_in_words(corps), space=SPACES[space].name
            )


@carries_out("NY 7.2.1.a", "NY 7.2.1.d")
def _savoyard(war: War) -> Violation:
    """What stands against a piece of Savoy that is not in the game, as Savoy is neutral, or is so again."""
    if war.board.savoy_left:
        return objection("NY 7.2.1.d", "transfer.savoy-left")
    return objection("NY 7.2.1.a", "transfer.savoy-neutral")


@out_of_turn("pick", "pick-corps")
@carries_out("NY 13.5.2.a")
def _against_a_third(war: War) -> Iterator[Violation]:
    """What stands against picking one more piece when the transfer of the round is over."""
    board = war.board
    between_actions = not board.agenda or board.agenda[-1][0] == "action"
    if ONCE in board.once_a_round and between_actions and board.result is None:
        yield objection("NY 13.5.2.a", "transfer.over", count=PIECES)


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


def _destinations(war: War, side: Side, origin: int, points: int, leader: bool) -> Iterator[Action]:
    for space in bits(reach(war, side, origin, points, leader)):
        yield "to", space


@carries_out("NY 13.5.2.a", "NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2", "NY 20.2")
def _against_destination(
    war: War, side: Side, origin: int, points: int, leader: bool, to: int
) -> Iterator[Violation]:
    if reach(war, side, origin, points, leader) >> to & 1:
        return
    space, board = SPACES[to], war.board
    if to == origin:
        yield objection("NY 13.5.2.a", "transfer.stays", space=space.name)
    elif open_spaces(war, side, leader) >> to & 1:
        yield from _against_distance(war, side, origin, points, leader, to)
    elif board.controller_of(to) is None:
        yield objection(NEUTRALITY.get(space.power, "NY 20.2"), "transfer.neutral", space=space.name)
    elif board.controller_of(to) == side:
        yield objection("NY 13.5.2.b", "transfer.enemy-troops", space=space.name)
    else:
        yield objection("NY 13.5.2.b", "transfer.enemy-space", space=space.name)


@carries_out("NY 13.5.2.a", "NY 7.2.1.a", "NY 7.2.2")
def _against_distance(
    war: War, side: Side, origin: int, points: int, leader: bool, to: int
) -> Iterator[Violation]:
    """What keeps a piece from an open space: the sea, a neutral power across the way, or else its points."""
    enterable, halts = open_spaces(war, side, leader), _halts(war, side)
    name = SPACES[to].name
    if not nearest(side, origin, 1 << to):
        yield objection("NY 13.5.2.a", "transfer.no-land", space=name, origin=SPACES[origin].name)
        return
    for power, clause in NEUTRALITY.items():
        if _reach(side, origin, points, enterable | _neutral(war, power), halts) >> to & 1:
            yield objection(clause, "transfer.across-neutral", space=name, power=power, count=points)
            return
    yield objection("NY 13.5.2.a", "transfer.too-far", space=name, count=points)


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
    lambda war, side, leader, moved: _destinations(war, side, war.board.where[leader], LEADER_POINTS, True),
    _move_leader,
    lambda war, action, side, leader, moved: _against_destination(
        war, side, war.board.where[leader], LEADER_POINTS, True, action[1]
    ),
    certain="to",
)
decision(
    "transfer-corps",
    "side corps space number",
    "NY 13.5.2.a",
    "to",
    lambda war, side, corps, origin, moved: _destinations(war, side, origin, CORPS_POINTS, False),
    _move_corps,
    lambda war, action, side, corps, origin, moved: _against_destination(
        war, side, origin, CORPS_POINTS, False, action[1]
    ),
    certain="to",
)
