"""Transfer: two pieces go far behind the front (NY 13.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import AROUND, FORTIFIED, SPACES, STEPS, nearest, step_between
from ...components.piece_numbers import BOUND, INSIDE, SIDE_OF_CORPS, USED, corps_in_words, power_of
from ...components.powers import SAVOY, savoy_is_neutral
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission
from ...engine.board import Board
from ...engine.engine import Engine, once_a_decision
from ...engine.notation import Action
from ..control import settle
from .armies import have_acted, needed_to_besiege
from .destinations import behind_red_links, neutral_ground, open_to_leaders, what_closes

ONCE = "transfer"
PIECES = 2  # NY 13.5.2.a
LEADER_POINTS, CORPS_POINTS = 6, 4  # NY 13.5.2.a
MOST_POINTS = 30
"""More movement points than any way on the map takes."""


def open_spaces(engine: Engine, side: Side, leader: bool) -> int:
    """The mask of the spaces that a leader, or a corps, of a side may enter in a transfer."""
    spaces = _open_to_corps(engine, side)
    return spaces | open_to_leaders(engine) if leader else spaces


@carries_out("NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2")
@once_a_decision
def _open_to_corps(engine: Engine, side: Side) -> int:
    board = engine.board
    other = enemy(side)
    own = board.control.of(side)
    troops = board.held[other]
    where = board.where
    for leader in engine.rule_tables.leaders_of[other]:
        space = where[leader]
        if space >= 0:
            troops |= 1 << space  # a leader alone counts as troops, as in NY 7.2.1.a
    return own & ~troops | beside_own_corps(engine, side)


@carries_out("NY 13.5.2.b")
def beside_own_corps(engine: Engine, side: Side) -> int:
    """The mask of the spaces where corps of a side stand in the open already, so that a transfer there begins
    nothing, whoever controls them and whoever else is there.
    """
    board = engine.board
    held, theirs = board.held[side], board.control.of(enemy(side))
    if held & theirs and engine.reading("transfer-into-enemy") == "beside-own-corps":
        return held & (board.control.of(side) | theirs)
    return held & board.control.of(side)


@once_a_decision
def reach(engine: Engine, side: Side, origin: int, points: int, leader: bool) -> int:
    """The mask of the spaces that a leader, or a corps, can go to with so many movement points."""
    return _reach(side, origin, points, open_spaces(engine, side, leader), _halts(engine, side))


@carries_out("NY 14.2")
@once_a_decision
def _halts(engine: Engine, side: Side) -> int:
    """The mask of the enemy fortresses where a piece stops: those before which too few own corps stay."""
    board = engine.board
    halts = FORTIFIED & board.control.of(enemy(side))
    for space in bits(halts & board.held[side]):
        if len(board.stacks[side][space]) >= needed_to_besiege(board, side, space):
            halts &= ~(1 << space)  # NY 14.2: the corps that besiege it already are those that stay behind
    return halts


def way(
    engine: Engine, side: Side, origin: int, points: int, leader: bool, to: int
) -> tuple[int, tuple[int, ...]]:
    """The cheapest way to a space that a piece can reach: its movement points, and its spaces in order."""
    spending = range(points + 1)
    cost = left = next(spent for spent in spending if reach(engine, side, origin, spent, leader) >> to & 1)
    found = [to]
    while left:
        for step in STEPS[side][found[-1]]:  # a link costs the same both ways
            rest = left - step.cost
            passable = reach(engine, side, origin, rest, leader) & ~_halts(engine, side) if rest > 0 else 0
            if passable >> step.to & 1 or (step.to == origin and not rest):
                found.append(step.to)
                left = rest
                break
    return cost, tuple(reversed(found))


@lru_cache(maxsize=1 << 12)
@carries_out("NY 13.5.2.a", "NY 14.1.1", "NY 14.2")
def _reach(side: Side, origin: int, points: int, enterable: int, halts: int) -> int:
    """The same by masks: what may be entered, and where a piece goes no further.

    A piece goes through an enemy fortress as a force does (14.2): there it stops, unless others besiege it.
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


def candidates(engine: Engine, side: Side) -> Iterator[Action]:
    """A transfer, once a round, if there is anybody to go."""
    if ONCE not in engine.board.once_a_round and _movable(engine, side):
        yield ("transfer",)


@carries_out("NY 13.5", "NY 13.5.2.a")
def against(engine: Engine, side: Side) -> Iterator[Violation]:
    """What stands against a transfer now."""
    if ONCE in engine.board.once_a_round:
        yield objection("NY 13.5", "transfer.once", side=side)
    if _movable(engine, side):
        return
    ready = [(space, False) for space in bits(engine.board.free[side])]
    ready += [(engine.board.where[leader], True) for leader in _ready_leaders(engine, side)]
    on_land = [place for place in ready if AROUND[side][place[0]]]
    shut_in = {one.clause_id: one for place in on_land for one in _against_shut_in(engine, side, *place)}
    yield from shut_in.values() or (objection("NY 13.5.2.a", "transfer.nobody", side=side),)


def _movable(engine: Engine, side: Side) -> bool:
    around, free = AROUND[side], engine.board.free[side]
    enterable = open_spaces(engine, side, leader=False) if free else 0
    if any(around[space] & enterable for space in bits(free)):
        return True
    enterable = open_spaces(engine, side, leader=True)
    where = engine.board.where
    return any(around[where[leader]] & enterable for leader in _ready_leaders(engine, side))


def _ready_leaders(engine: Engine, side: Side) -> Iterator[int]:
    """The leaders on the map who have not acted and are not besieged."""
    where, state = engine.board.where, engine.board.state
    for leader in engine.rule_tables.leaders_of[side]:
        if where[leader] >= 0 and not state[leader] & BOUND:
            yield leader


@carries_out("NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2")
def _against_shut_in(engine: Engine, side: Side, space: int, leader: bool) -> Iterator[Violation]:
    """What closes every space around a piece: a red link, neutrality, or the enemy."""
    around, enterable = AROUND[side][space], open_spaces(engine, side, leader)
    if around & enterable:
        return
    for to in bits(behind_red_links(side, space) & enterable):
        yield objection("NY 14.1.1", "march.red-link", space=SPACES[to].name, side=side)
    others = around
    for power, ground in neutral_ground(engine.board).items():
        if around & ground:
            yield objection(
                what_closes(power), "transfer.neutral-around", space=SPACES[space].name, power=power
            )
            others &= ~ground
    if others or not around:
        yield objection("NY 13.5.2.b", "transfer.no-way-out", space=SPACES[space].name, side=side)


def begin(engine: Engine, side: Side) -> None:
    """Two pieces are picked and moved, one after the other."""
    engine.board.once_a_round = (*engine.board.once_a_round, ONCE)
    engine.then(("transfer", side, 0))


# ---- which pieces


def _pieces(engine: Engine, side: Side, moved: int) -> Iterator[Action]:
    board = engine.board
    around = AROUND[side]
    enterable = open_spaces(engine, side, leader=True)
    for leader in _ready_leaders(engine, side):
        if around[board.where[leader]] & enterable:
            yield "pick", leader
    enterable = open_spaces(engine, side, leader=False)
    for space in bits(board.free[side]):
        if around[space] & enterable:
            for corps in dict.fromkeys(board.stacks[side][space]):
                if not corps & USED:
                    yield "pick-corps", corps, space
    if moved:
        yield ("done",)


@carries_out("NY 13.5.2.a", "NY 13.4.3", "NY 17.3")
def _against_piece(engine: Engine, action: Action, side: Side, moved: int) -> Iterator[Violation]:
    if action[0] == "done":
        if not moved:
            yield objection("NY 13.5.2.a", "transfer.one-at-least", side=side)
        return
    if action[0] == "pick":
        yield from _against_leader(engine, side, action[1])
        if engine.rule_tables.leaders[action[1]].side != side:
            return  # NY 4.4: where a leader of the enemy stands may be covered
        space = engine.board.where[action[1]]
    else:
        yield from _against_corps(engine, side, action[1], action[2])
        space = action[2]
    if space >= 0:
        yield from _against_shut_in(engine, side, space, action[0] == "pick")


def _against_leader(engine: Engine, side: Side, leader: int) -> Iterator[Violation]:
    where, state = engine.board.where[leader], engine.board.state[leader]
    row = engine.rule_tables.leaders[leader]
    if where < 0 and row.power == SAVOY and savoy_is_neutral(engine.board):
        yield _savoyard(engine)
    elif where < 0 or row.side != side:
        yield objection("NY 13.5.2.a", "transfer.not-your-leader", leader=row.name, side=side)
    if row.side != side:
        return
    if state & USED:
        yield objection("NY 13.4.3", "transfer.leader-used", leader=row.name)
    if state & INSIDE:
        yield objection("NY 17.3", "transfer.leader-besieged", leader=row.name)


def _against_corps(engine: Engine, side: Side, corps: int, space: int) -> Iterator[Violation]:
    if corps & USED:
        yield objection("NY 13.4.3", "transfer.corps-used", corps=corps_in_words(corps))
    stack = engine.board.stacks[side][space]
    if have_acted(stack, corps):
        yield objection("NY 13.4.3", "transfer.corps-used", corps=corps_in_words(corps))
    elif corps not in stack:
        if SIDE_OF_CORPS[corps] == side and corps in engine.board.garrisons.get(space, ()):
            yield objection(
                "NY 17.3", "transfer.corps-besieged", corps=corps_in_words(corps), space=SPACES[space].name
            )
        elif power_of(corps) == SAVOY and savoy_is_neutral(engine.board):
            yield _savoyard(engine)
        else:
            yield objection(
                "NY 13.5.2.a", "transfer.not-there", corps=corps_in_words(corps), space=SPACES[space].name
            )


@carries_out("NY 7.2.1.a", "NY 7.2.1.d")
def _savoyard(engine: Engine) -> Violation:
    """What stands against a piece of Savoy that is not in the game, as Savoy is neutral, or is so again."""
    if engine.board.savoy_left:
        return objection("NY 7.2.1.d", "transfer.savoy-left")
    return objection("NY 7.2.1.a", "transfer.savoy-neutral")


@carries_out("NY 13.5.2.a")
def against_a_third(board: Board) -> Iterator[Violation]:
    """What stands against picking one more piece when the transfer of the round is over."""
    if ONCE in board.once_a_round:
        yield objection("NY 13.5.2.a", "transfer.over", count=PIECES)


def _pick(engine: Engine, action: Action, side: Side, moved: int) -> None:
    if action[0] == "pick":
        engine.then(("transfer-leader", side, action[1], moved))
    elif action[0] == "pick-corps":
        engine.then(("transfer-corps", side, action[1], action[2], moved))


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


def _destinations(engine: Engine, side: Side, origin: int, points: int, leader: bool) -> Iterator[Action]:
    for space in bits(reach(engine, side, origin, points, leader)):
        yield "to", space


@carries_out("NY 13.5.2.a", "NY 13.5.2.b", "NY 14.1.1", "NY 7.2.1.a", "NY 7.2.2", "NY 20.2")
def _against_destination(
    engine: Engine, side: Side, origin: int, points: int, leader: bool, to: int
) -> Iterator[Violation]:
    if reach(engine, side, origin, points, leader) >> to & 1:
        return
    space, board = SPACES[to], engine.board
    if to == origin:
        yield objection("NY 13.5.2.a", "transfer.stays", space=space.name)
    elif open_spaces(engine, side, leader) >> to & 1:
        yield from _against_distance(engine, side, origin, points, leader, to)
    elif board.controller_of(to) is None:
        yield objection(what_closes(space.power), "transfer.neutral", space=space.name)
    elif board.controller_of(to) == side:
        yield objection("NY 13.5.2.b", "transfer.enemy-troops", space=space.name)
    else:
        yield objection("NY 13.5.2.b", "transfer.enemy-space", space=space.name)


@carries_out("NY 13.5.2.a", "NY 14.1.1", "NY 14.2", "NY 7.2.1.a", "NY 7.2.2")
def _against_distance(
    engine: Engine, side: Side, origin: int, points: int, leader: bool, to: int
) -> Iterator[Violation]:
    """What keeps a piece from an open space: a red link, the sea, a neutral power across the way, an enemy
    fortress on it, or else its points.
    """
    enterable, halts = open_spaces(engine, side, leader), _halts(engine, side)
    name = SPACES[to].name
    if _reach(enemy(side), origin, points, enterable, halts) >> to & 1:  # NY 14.1.1: open to the enemy alone
        yield objection("NY 14.1.1", "transfer.red-link", space=name, side=side)
        return
    if not nearest(side, origin, 1 << to):
        yield objection("NY 13.5.2.a", "transfer.no-land", space=name, origin=SPACES[origin].name)
        return
    for power, ground in neutral_ground(engine.board).items():
        if _reach(side, origin, points, enterable | ground, halts) >> to & 1:
            clause_id = what_closes(power)
            yield objection(clause_id, "transfer.across-neutral", space=name, power=power, count=points)
            return
    if _reach(side, origin, points, enterable, 0) >> to & 1:
        stops = bits(reach(engine, side, origin, points, leader) & halts)
        gates = (
            one for one in stops if _reach(side, origin, points, enterable, halts & ~(1 << one)) >> to & 1
        )
        yield _stopped_at(engine.board, side, next(gates, stops[0]), to)
        return
    for needed in range(points + 1, MOST_POINTS):
        if _reach(side, origin, needed, enterable, halts) >> to & 1:
            yield objection("NY 13.5.2.a", "transfer.too-far", space=name, count=points, needed=needed)
            return
    yield objection("NY 13.5.2.a", "transfer.walled-in", space=name, origin=SPACES[origin].name)


@carries_out("NY 14.2")
def _stopped_at(board: Board, side: Side, stop: int, to: int) -> Violation:
    """What stands against going past an enemy fortress before which too few corps stay."""
    there, needed = len(board.stacks[side][stop]), needed_to_besiege(board, side, stop)
    return objection(
        "NY 14.2",
        "transfer.stopped",
        space=SPACES[to].name,
        fortress=SPACES[stop].name,
        strength=needed,
        behind=there,
        count=needed - there,
    )


@permission("transfer-leader", "to")
def _leader_may_go(engine: Engine, action: Action, side: Side, leader: int, moved: int) -> None:
    _tell_way(engine, side, engine.board.where[leader], LEADER_POINTS, True, action[1])


@permission("transfer-corps", "to")
@carries_out("NY 14.1.2")
def _corps_may_go(engine: Engine, action: Action, side: Side, corps: int, origin: int, moved: int) -> None:
    engine.tell("NY 14.1.2", "transfer.without-leader", corps=corps_in_words(corps))
    _tell_way(engine, side, origin, CORPS_POINTS, False, action[1])


@carries_out("NY 13.5.2.a", "NY 13.5.2.b", "NY 14.1.1", "NY 14.2", "NY 7.2.1.a")
def _tell_way(engine: Engine, side: Side, origin: int, points: int, leader: bool, to: int) -> None:
    """Tells what opens the way of a piece: its points, and each space and link that is closed otherwise."""
    cost, path = way(engine, side, origin, points, leader, to)
    names = [SPACES[space].name for space in path]
    engine.tell("NY 13.5.2.a", "transfer.path", spaces=Message.all_of(names), cost=cost, count=points)
    board, beside = engine.board, beside_own_corps(engine, side)
    control = board.control.of(side)
    for before, space in pairwise(path):
        name = SPACES[space].name
        link = step_between(side, before, space)
        if link is not None and link.red:
            engine.tell("NY 14.1.1", "march.over-red-link", origin=SPACES[before].name, space=name)
        if not control >> space & 1:
            if beside >> space & 1:
                engine.tell("NY 13.5.2.b", "transfer.beside-own-corps", space=name)
            else:
                engine.tell("NY 7.2.1.a", "transfer.leaders-pass", space=name)
        elif board.held[enemy(side)] >> space & 1:
            engine.tell("NY 13.5.2.b", "transfer.beside-enemies", space=name)
        if space != to and (needed := needed_to_besiege(board, side, space)):
            behind = len(board.stacks[side][space])
            engine.tell("NY 14.2", "transfer.goes-past", space=name, count=behind, strength=needed)


@carries_out("NY 13.5.2.a", "NY 13.4.3")
def _move_leader(engine: Engine, action: Action, side: Side, leader: int, moved: int) -> None:
    board = engine.board
    origin, board.where[leader] = board.where[leader], action[1]
    board.state[leader] |= USED
    engine.tell(
        "NY 13.5.2.a",
        "transfer.leader-goes",
        leader=engine.name_of(leader),
        origin=SPACES[origin].name,
        space=SPACES[action[1]].name,
    )
    _another(engine, side, moved)


@carries_out("NY 13.5.2.a", "NY 13.4.3", "NY 17.6")
def _move_corps(engine: Engine, action: Action, side: Side, corps: int, origin: int, moved: int) -> None:
    board = engine.board
    to = action[1]
    board.take(side, origin, corps)
    board.add(side, to, corps | USED)
    engine.tell(
        "NY 13.5.2.a",
        "transfer.corps-goes",
        corps=corps_in_words(corps),
        origin=SPACES[origin].name,
        space=SPACES[to].name,
    )
    _another(engine, side, moved)
    settle(engine, origin)
    settle(engine, to)


def _another(engine: Engine, side: Side, moved: int) -> None:
    if moved + 1 < PIECES:
        engine.then(("transfer", side, moved + 1))


decision(
    "transfer-leader",
    "side leader number",
    "NY 13.5.2.a",
    "to",
    lambda engine, side, leader, moved: _destinations(
        engine, side, engine.board.where[leader], LEADER_POINTS, True
    ),
    _move_leader,
    lambda engine, action, side, leader, moved: _against_destination(
        engine, side, engine.board.where[leader], LEADER_POINTS, True, action[1]
    ),
    prechecked="to",
)
decision(
    "transfer-corps",
    "side corps space number",
    "NY 13.5.2.a",
    "to",
    lambda engine, side, corps, origin, moved: _destinations(engine, side, origin, CORPS_POINTS, False),
    _move_corps,
    lambda engine, action, side, corps, origin, moved: _against_destination(
        engine, side, origin, CORPS_POINTS, False, action[1]
    ),
    prechecked="to",
)
