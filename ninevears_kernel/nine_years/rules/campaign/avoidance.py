"""What a force does that the enemy has entered upon: it stands, withdraws into a fortress, or avoids battle
(NY 14.3, 14.7, 17.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import SPACES
from ...components.piece_numbers import DEMORALISED, INSIDE
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import settle
from .armies import battle_rating, commander, free_leaders, go, shelters, strongest_first
from .destinations import Condition, against, meeting, one_step_away
from .interception import HIGHEST_FACE


def _room_inside(engine: Engine, side: Side, space: int) -> int:
    """How many corps of a side may still withdraw into the fortress of a space."""
    board = engine.board
    if not shelters(board, side, space):
        return 0
    return engine.rule_tables.numbers.garrison.most - len(board.garrisons.get(space, ()))


def _candidates(engine: Engine, side: Side, origin: int, space: int, may_withdraw: bool) -> Iterator[Action]:
    board = engine.board
    for to in bits(meeting(_ways_out(board, side, origin, space))):
        yield "avoid", to
    if may_withdraw:
        most = min(_room_inside(engine, side, space), len(board.stacks[side][space]))
        for number in range(1, most + 1):
            yield "withdraw", number
    yield ("stand",)


def _objections(
    engine: Engine, action: Action, side: Side, origin: int, space: int, may_withdraw: bool
) -> Iterator[Violation]:
    if action[0] == "avoid":
        yield from against(_ways_out(engine.board, side, origin, space), action[1])
        yield from _against_avoiding(engine, side, space)
    elif action[0] == "withdraw":
        yield from _against_withdrawal(engine, action[1], side, space, may_withdraw)


@carries_out("NY 14.7.1", "NY 14.1.1")
def _ways_out(board: Board, side: Side, origin: int, space: int) -> tuple[Condition, ...]:
    """What a space must be for a force to go there out of the way of an enemy who came from `origin`."""
    return (
        *one_step_away(side, space, "NY 14.7.1", "avoid.not-adjacent"),
        Condition(board.control.of(side), "NY 14.7.1", "avoid.not-friendly", {"side": side}),
        Condition(~board.held[enemy(side)], "NY 14.7.1", "avoid.enemy-there"),
        Condition(~(1 << origin), "NY 14.7.1", "avoid.came-from"),
    )


@carries_out("NY 14.7.1", "NY 14.7.2")
def _against_avoiding(engine: Engine, side: Side, space: int) -> Iterator[Violation]:
    board, name = engine.board, SPACES[space].name
    needed = _needed_to_avoid(engine, side, space)
    if needed is None:
        yield objection("NY 14.7.1", "avoid.no-leader", space=name)
    elif needed > HIGHEST_FACE:
        yield objection("NY 14.7.2", "avoid.hopeless", space=name, needed=needed)
    if any(one & DEMORALISED for one in board.stacks[side][space]):
        yield objection("NY 14.7.1", "avoid.demoralised", space=name)


@carries_out("NY 14.7.2")
def _needed_to_avoid(engine: Engine, side: Side, space: int) -> int | None:
    """The die that a force needs to avoid battle; None when no leader can lead it away."""
    board = engine.board
    leader = commander(board, board.leaders_at(side, space, INSIDE | DEMORALISED))
    if leader is None:
        return None
    hunter = commander(board, free_leaders(board, enemy(side), space))
    needed = engine.rule_tables.numbers.avoidance.needed
    return needed - battle_rating(board, leader) + battle_rating(board, hunter)


@carries_out("NY 17.3", "NY 14.3")
def _against_withdrawal(
    engine: Engine, number: int, side: Side, space: int, may_withdraw: bool
) -> Iterator[Violation]:
    name = SPACES[space].name
    if not may_withdraw:
        yield objection("NY 14.3", "withdraw.once", space=name)
    room = _room_inside(engine, side, space)
    if not shelters(engine.board, side, space):
        yield objection("NY 17.3", "withdraw.no-fortress", space=name, side=side)
    elif not 1 <= number <= room:
        yield objection("NY 17.3", "withdraw.room", space=name, number=number, count=room)
    there = len(engine.board.stacks[side][space])
    if number > there:
        yield objection("NY 17.3", "withdraw.not-so-many", space=name, number=number, count=there)


@permission("meet", "avoid")
@carries_out("NY 14.7.1", "NY 14.7.2")
def _may_avoid(engine: Engine, action: Action, side: Side, origin: int, space: int, _: bool) -> None:
    board = engine.board
    leader = commander(board, board.leaders_at(side, space, INSIDE | DEMORALISED))
    names = {"space": SPACES[space].name, "to": SPACES[action[1]].name}
    engine.tell("NY 14.7.1", "avoid.led", leader=engine.name_of(leader or 0), side=side, **names)
    base, needed = engine.rule_tables.numbers.avoidance.needed, _needed_to_avoid(engine, side, space)
    assert needed is not None
    engine.tell("NY 14.7.2", "avoid.needs", base=base, modifier=needed - base, needed=needed)


@permission("meet", "withdraw")
@carries_out("NY 17.3")
def _may_withdraw(engine: Engine, action: Action, side: Side, origin: int, space: int, _: bool) -> None:
    room = _room_inside(engine, side, space)
    engine.tell("NY 17.3", "withdraw.there-is-room", space=SPACES[space].name, count=room, number=action[1])


@carries_out("NY 14.3")
def _take(engine: Engine, action: Action, side: Side, origin: int, space: int, may_withdraw: bool) -> None:
    if action[0] == "withdraw":
        _withdraw(engine, action[1], side, origin, space)
    elif action[0] == "stand" or not _slips_away(engine, action[1], side, space):
        engine.then(("battle", enemy(side), origin, space))


@carries_out("NY 17.3", "NY 14.3", "NY 4.3")
def _withdraw(engine: Engine, number: int, side: Side, origin: int, space: int) -> None:
    board = engine.board
    inside = strongest_first(board.stacks[side][space])[:number]
    board.take(side, space, *inside)
    board.put_inside(space, (*board.garrisons.get(space, ()), *inside))
    engine.tell("NY 17.3", "withdraw.done", side=side, space=SPACES[space].name, count=number)
    if board.stacks[side][space]:
        engine.then(("meet", side, origin, space, False))
        return
    for leader in board.leaders_at(side, space):  # NY 14.3: with the last corps
        board.state[leader] |= INSIDE
    settle(engine, space)


@carries_out("NY 14.7.2", "NY 14.4", "NY 17.1")
def _slips_away(engine: Engine, to: int, side: Side, space: int) -> bool:
    board = engine.board
    needed = _needed_to_avoid(engine, side, space)
    assert needed is not None
    name = SPACES[space].name
    die = engine.roll("avoid.roll", side=side, space=name)
    if die < needed:
        engine.tell("NY 14.7.2", "avoid.failed", side=side, space=name, die=die, needed=needed)
        return False
    engine.tell("NY 14.7.2", "avoid.succeeded", side=side, space=SPACES[to].name, die=die, needed=needed)
    go(engine, side, space, to, free_leaders(board, side, space), board.stacks[side][space])
    return True


decision(
    "meet",
    "side space space flag",
    "NY 14.3",
    "stand avoid withdraw",
    _candidates,
    _take,
    _objections,
    prechecked="stand",
    unconditional="stand",
)
