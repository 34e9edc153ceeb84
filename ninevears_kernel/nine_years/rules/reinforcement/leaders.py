"""Leaders in the Reinforcement phase: they arrive, are promoted and transferred (NY 12.2.2, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import SPACES
from ...components.piece_numbers import ABSENT, INSIDE, INTERCEPTED, PLAIN, USED, WAITS
from ...components.powers import side_of
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.engine import Engine
from ...engine.notation import Action
from ..events.held import out_this_year


@step("leaders-turn", "side")
@carries_out("NY 12.4.1", "NY 12.4.2", "NY 12.2.1", "NY 20.3", "NY 16.3.2")
def leaders_turn(engine: Engine, side: Side) -> None:
    """Staff officers go; leaders arrive and are promoted; those without a space are placed; then transfer."""
    board = engine.board
    _staff_officers_go(engine, side)
    _leaders_arrive(engine, side)
    _promote(engine, side)
    stations = []
    for leader in engine.rule_tables.leaders_of[side]:
        if board.where[leader] != WAITS:
            continue
        row = engine.rule_tables.leaders[leader]
        if side_of(board, row.power) == side and not out_this_year(board, row.name):
            stations.append(("station", side, leader))
    engine.then(*stations, ("leaders", side))


@carries_out("NY 12.4.2", "NY 16.3.2")
def _staff_officers_go(engine: Engine, side: Side) -> None:
    board = engine.board
    for leader in engine.rule_tables.leaders_of[side]:
        row = engine.rule_tables.leaders[leader]
        if board.where[leader] != ABSENT and row.arrives == "staff":
            board.where[leader], board.state[leader] = ABSENT, 0
            engine.tell("NY 12.4.2", "leaders.staff-goes", leader=row.name)


@carries_out("NY 12.2.1", "NY 20.3", "NY 7.2.1.b")
def _leaders_arrive(engine: Engine, side: Side) -> None:
    """Leaders due this year come into the game; so does the Duke of Savoy once his land has joined."""
    board, rule_tables = engine.board, engine.rule_tables
    due = {row.leader for row in rule_tables.scenario.by_year.get(board.year, ()) if row.kind == "leader"}
    for leader in rule_tables.leaders_of[side]:
        if board.where[leader] != ABSENT:
            continue
        row = rule_tables.leaders[leader]
        if row.name in due or (
            row.arrives == "savoy" and not board.savoy_left and side_of(board, row.power) == side
        ):
            board.where[leader] = WAITS
            board.state[leader] = PLAIN if row.plain else 0  # NY 3.1
            engine.tell("NY 12.2.1", "leaders.arrives", leader=row.name)


@carries_out("NY 12.4.1", "NY 3.1")
def _promote(engine: Engine, side: Side) -> None:
    """Leaders due now are turned over; so are those who were due before they came into the game."""
    board = engine.board
    for row in engine.rule_tables.scenario.schedule:
        if row.kind != "promotion" or row.side != side or row.year > board.year:
            continue
        leader = engine.rule_tables.leader_number[row.leader]
        if board.where[leader] != ABSENT and board.state[leader] & PLAIN:
            board.state[leader] &= ~PLAIN
            engine.tell("NY 12.4.1", "leaders.promoted", leader=row.leader)


# ---- where a leader is put


def _spaces(engine: Engine, side: Side, leader: int) -> Iterator[Action]:
    here = engine.board.where[leader]
    for space in bits(engine.board.control.of(side)):
        if space != here:
            yield "station", space


@carries_out("NY 12.2.2", "NY 12.4.2")
def _against_station(engine: Engine, action: Action, side: Side, leader: int) -> Iterator[Violation]:
    board, space = engine.board, action[1]
    if not board.control.of(side) >> space & 1:
        yield objection("NY 12.2.2", "leaders.not-friendly", space=SPACES[space].name, side=side)
    if board.where[leader] == space:
        name = engine.name_of(leader)
        yield objection("NY 12.4.2", "leaders.there-already", leader=name, space=SPACES[space].name)


@permission("station", "station")
@carries_out("NY 12.2.2")
def _may_station(engine: Engine, action: Action, side: Side, leader: int) -> None:
    name = SPACES[action[1]].name
    engine.tell("NY 12.2.2", "leaders.may-stand", leader=engine.name_of(leader), space=name, side=side)


@carries_out("NY 12.2.2", "NY 12.4.2")
def _station(engine: Engine, action: Action, side: Side, leader: int) -> None:
    board, space = engine.board, action[1]
    board.where[leader] = space
    besieged = board.besieger(SPACES[space].name) == enemy(side)
    flags = board.state[leader] & ~(INSIDE | INTERCEPTED)
    board.state[leader] = flags | USED | INSIDE * besieged  # NY 17.3: he shares the garrison's lot
    name = engine.name_of(leader)
    engine.tell("NY 12.2.2", "leaders.stationed", leader=name, space=SPACES[space].name)


decision("station", "side leader", "NY 12.2.2", "station", _spaces, _station, _against_station, "station")


# ---- the transfer


def _leaders(engine: Engine, side: Side) -> Iterator[Action]:
    board = engine.board
    for leader in engine.rule_tables.leaders_of[side]:
        if board.where[leader] >= 0 and not board.state[leader] & USED:
            yield "reassign", leader
    yield ("done",)


@carries_out("NY 12.4.2")
def _against_transfer(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    if action[0] == "done":
        return
    leader = action[1]
    row = engine.rule_tables.leaders[leader]
    if row.side != side:
        yield objection("NY 12.4.2", "leaders.enemy", leader=row.name, side=side)
    elif engine.board.where[leader] < 0:
        yield objection("NY 12.4.2", "leaders.not-on-map", leader=row.name)
    elif engine.board.state[leader] & USED:
        yield objection("NY 12.4.2", "leaders.again", leader=row.name)


@carries_out("NY 12.4.2")
def _transfer(engine: Engine, action: Action, side: Side) -> None:
    board = engine.board
    if action[0] == "done":
        for leader in engine.rule_tables.leaders_of[side]:
            board.state[leader] &= ~USED
        return
    board.state[action[1]] |= USED
    engine.then(("station", side, action[1]), ("leaders", side))


decision(
    "leaders",
    "side",
    "NY 12.4.2",
    "reassign done",
    _leaders,
    _transfer,
    _against_transfer,
    prechecked="reassign done",
    unconditional="done",
)
