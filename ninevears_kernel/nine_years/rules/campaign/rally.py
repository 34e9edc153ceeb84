"""Rally: a leader takes demoralisation from himself and from corps with him (NY 13.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES
from ...components.piece_numbers import DEMORALISED, INSIDE, SHAKEN, USED, corps_in_words, power_of
from ...components.sides import Side
from ...engine.agenda import decision, permission
from ...engine.engine import Engine
from ...engine.notation import Action
from ..stacking import room
from .armies import have_acted
from .limits import rally_limit


def _corps_with(engine: Engine, side: Side, leader: int) -> tuple[int, ...]:
    """The corps that stand with a leader on the map: in the open, or besieged like him."""
    board = engine.board
    space = board.where[leader]
    return board.garrisons.get(space, ()) if board.state[leader] & INSIDE else board.stacks[side][space]


def candidates(engine: Engine, side: Side) -> Iterator[Action]:
    """The leaders with whom somebody could be rallied."""
    board = engine.board
    where, state, shaken = board.where, board.state, board.shaken[side]
    for leader in engine.rule_tables.leaders_of[side]:
        if where[leader] >= 0 and not state[leader] & USED:
            inside = state[leader] & INSIDE and not SHAKEN.isdisjoint(_corps_with(engine, side, leader))
            if inside or state[leader] & DEMORALISED or shaken >> where[leader] & 1:
                yield "rally", leader


def _marker(space: int) -> str:
    return f"rally {SPACES[space].name}"


@carries_out("NY 13.5.4", "NY 13.5", "NY 13.4.3", "NY 4.2", "NY 17.3")
def against(engine: Engine, side: Side, leader: int) -> Iterator[Violation]:
    """What stands against the rally of a leader."""
    board = engine.board
    space, state = board.where[leader], board.state[leader]
    if space < 0 or engine.rule_tables.leaders[leader].side != side:
        yield objection("NY 13.5.4", "rally.not-yours", leader=engine.name_of(leader), side=side)
        return
    if state & USED:
        yield objection("NY 13.4.3", "rally.leader-used", leader=engine.name_of(leader))
    if board.once_a_round:
        if engine.reading("rally-count") == "one-a-round":
            if any(marker.startswith("rally") for marker in board.once_a_round):
                yield objection("NY 13.5.4", "rally.once-a-round", side=side)
        elif _marker(space) in board.once_a_round:
            yield objection("NY 13.5.4", "rally.once-a-space", space=SPACES[space].name)
    if not state & DEMORALISED and SHAKEN.isdisjoint(_corps_with(engine, side, leader)):
        yield objection(
            "NY 13.5.4",
            "rally.nobody",
            leader=engine.name_of(leader),
            space=SPACES[space].name,
        )


@permission("action", "rally")
@carries_out("NY 17.3", "NY 4.1.3", "NY 13.5.4")
def _may_rally(engine: Engine, action: Action, side: Side) -> None:
    leader = action[1]
    board, space = engine.board, engine.board.where[leader]
    name, of = SPACES[space].name, engine.name_of(leader)
    if board.state[leader] & INSIDE:
        engine.tell("NY 17.3", "rally.besieged", leader=of, space=name)
    if room(board, side, space) < 0:
        engine.tell("NY 4.1.3", "rally.overstacked", space=name)
    command = board.rating(leader)[0]
    engine.tell("NY 13.5.4", "rally.half", leader=of, rating=command, limit=rally_limit(command))


@carries_out("NY 13.5.4", "NY 13.4.3")
def begin(engine: Engine, side: Side, leader: int) -> None:
    """The leader takes heart again himself; then his corps are chosen."""
    board = engine.board
    heartened = bool(board.state[leader] & DEMORALISED)
    board.state[leader] = board.state[leader] & ~DEMORALISED | USED
    board.once_a_round = (*board.once_a_round, _marker(board.where[leader]))
    limit = rally_limit(board.rating(leader)[0])
    engine.tell("NY 13.5.4", "rally.leader", leader=engine.name_of(leader), count=limit)
    engine.then(("rally-corps", side, leader, limit, heartened))


def _corps_candidates(engine: Engine, side: Side, leader: int, left: int, content: bool) -> Iterator[Action]:
    if left:
        for corps in dict.fromkeys(_corps_with(engine, side, leader)):
            if corps in SHAKEN:
                yield "rally-corps", corps
    if content:
        yield ("done",)


def _against_corps(
    engine: Engine, action: Action, side: Side, leader: int, left: int, content: bool
) -> Iterator[Violation]:
    name = engine.name_of(leader)
    if action[0] == "done":
        if not content:
            yield objection("NY 13.5.4", "rally.one-at-least", leader=name)
        return
    corps = action[1]
    if left <= 0:
        yield objection("NY 13.5.4", "rally.enough", leader=name)
    if have_acted(_corps_with(engine, side, leader), corps):
        yield objection("NY 13.4.3", "rally.corps-used", corps=corps_in_words(corps))
    elif corps not in _corps_with(engine, side, leader):
        yield objection("NY 13.5.4", "rally.not-with-him", leader=name, corps=corps_in_words(corps))
    if corps & USED:
        yield objection("NY 13.4.3", "rally.corps-used", corps=corps_in_words(corps))
    if not corps & DEMORALISED:
        yield objection("NY 13.5.4", "rally.in-good-heart", corps=corps_in_words(corps))


@permission("rally-corps", "rally-corps")
@carries_out("NY 4.2", "NY 13.5.4")
def _may_rally_corps(
    engine: Engine, action: Action, side: Side, leader: int, left: int, content: bool
) -> None:
    power, row = power_of(action[1]), engine.rule_tables.leaders[leader]
    if power != row.power:
        engine.tell("NY 4.2", "force.of-another-power", leader=row.name, power=power)
    engine.tell("NY 13.5.4", "rally.left", leader=row.name, count=left)


@carries_out("NY 13.5.4", "NY 4.2", "NY 13.4.3")
def _rally_corps(engine: Engine, action: Action, side: Side, leader: int, left: int, content: bool) -> None:
    if action[0] == "done":
        return
    board = engine.board
    corps = action[1]
    rallied = corps & ~DEMORALISED | USED
    space = board.where[leader]
    board.turn(side, space, corps, rallied, bool(board.state[leader] & INSIDE))
    engine.tell("NY 13.5.4", "rally.corps", corps=corps_in_words(rallied & ~USED), space=SPACES[space].name)
    engine.then(("rally-corps", side, leader, left - 1, True))


decision(
    "rally-corps",
    "side leader number flag",
    "NY 13.5.4",
    "rally-corps done",
    _corps_candidates,
    _rally_corps,
    _against_corps,
)
