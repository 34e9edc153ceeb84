"""Leaders in the Reinforcement phase: they arrive, are promoted and transferred (NY 12.2.2, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import decision, objection, step
from .held_events import out_this_year
from .land import SPACES
from .notation import Action
from .piece_numbers import ABSENT, INSIDE, INTERCEPTED, PLAIN, USED, WAITS
from .powers import side_of
from .sides import Side, enemy
from .supply_network import bits
from .war import War


@step("leaders-turn", "side")
@carries_out("NY 12.4.1", "NY 12.4.2", "NY 12.2.1", "NY 20.3", "NY 16.3.2")
def leaders_turn(war: War, side: Side) -> None:
    """Staff officers go; leaders arrive and are promoted; those without a space are placed; then transfer."""
    board = war.board
    _staff_officers_go(war, side)
    _leaders_arrive(war, side)
    _promote(war, side)
    stations = []
    for leader in war.kit.leaders_of[side]:
        if board.where[leader] != WAITS:
            continue
        row = war.kit.leaders[leader]
        if side_of(board, row.power) == side and not out_this_year(board, row.name):
            stations.append(("station", side, leader))
    war.then(*stations, ("leaders", side))


@carries_out("NY 12.4.2", "NY 16.3.2")
def _staff_officers_go(war: War, side: Side) -> None:
    board = war.board
    for leader in war.kit.leaders_of[side]:
        row = war.kit.leaders[leader]
        if board.where[leader] != ABSENT and row.arrives == "staff":
            board.where[leader], board.state[leader] = ABSENT, 0
            war.tell("NY 12.4.2", "leaders.staff-goes", leader=row.name)


@carries_out("NY 12.2.1", "NY 20.3", "NY 7.2.1.b")
def _leaders_arrive(war: War, side: Side) -> None:
    """Leaders due this year come into the game; so does the Duke of Savoy once his land has joined."""
    board, kit = war.board, war.kit
    due = {row.leader for row in kit.scenario.by_year.get(board.year, ()) if row.kind == "leader"}
    for leader in kit.leaders_of[side]:
        if board.where[leader] != ABSENT:
            continue
        row = kit.leaders[leader]
        if row.name in due or (
            row.arrives == "savoy" and not board.savoy_left and side_of(board, row.power) == side
        ):
            board.where[leader] = WAITS
            board.state[leader] = PLAIN if row.plain else 0  # NY 3.1
            war.tell("NY 12.2.1", "leaders.arrives", leader=row.name)


@carries_out("NY 12.4.1", "NY 3.1")
def _promote(war: War, side: Side) -> None:
    """Leaders due now are turned over; so are those who were due before they came into the game."""
    board = war.board
    for row in war.kit.scenario.schedule:
        if row.kind != "promotion" or row.side != side or row.year > board.year:
            continue
        leader = war.kit.leader_number[row.leader]
        if board.where[leader] != ABSENT and board.state[leader] & PLAIN:
            board.state[leader] &= ~PLAIN
            war.tell("NY 12.4.1", "leaders.promoted", leader=row.leader)


# ---- where a leader is put


def _spaces(war: War, side: Side, leader: int) -> Iterator[Action]:
    here = war.board.where[leader]
    for space in bits(war.board.control.of(side)):
        if space != here:
            yield "station", space


@carries_out("NY 12.2.2", "NY 12.4.2")
def _against_station(war: War, action: Action, side: Side, leader: int) -> Iterator[Violation]:
    board, space = war.board, action[1]
    if not board.control.of(side) >> space & 1:
        yield objection("NY 12.2.2", "leaders.not-friendly", space=SPACES[space].name, side=side)
    if board.where[leader] == space:
        name = war.kit.leaders[leader].name
        yield objection("NY 12.4.2", "leaders.there-already", leader=name, space=SPACES[space].name)


@carries_out("NY 12.2.2", "NY 12.4.2")
def _station(war: War, action: Action, side: Side, leader: int) -> None:
    board, space = war.board, action[1]
    board.where[leader] = space
    besieged = board.besieger(SPACES[space].name) == enemy(side)
    flags = board.state[leader] & ~(INSIDE | INTERCEPTED)
    board.state[leader] = flags | USED | INSIDE * besieged  # NY 17.3: he shares the garrison's lot
    name = war.kit.leaders[leader].name
    war.tell("NY 12.2.2", "leaders.stationed", leader=name, space=SPACES[space].name)


decision("station", "side leader", "NY 12.2.2", "station", _spaces, _station, _against_station, "station")


# ---- the transfer


def _leaders(war: War, side: Side) -> Iterator[Action]:
    board = war.board
    for leader in war.kit.leaders_of[side]:
        if board.where[leader] >= 0 and not board.state[leader] & USED:
            yield "reassign", leader
    yield ("done",)


@carries_out("NY 12.4.2")
def _against_transfer(war: War, action: Action, side: Side) -> Iterator[Violation]:
    if action[0] == "done":
        return
    leader = action[1]
    row = war.kit.leaders[leader]
    if row.side != side:
        yield objection("NY 12.4.2", "leaders.enemy", leader=row.name, side=side)
    elif war.board.where[leader] < 0:
        yield objection("NY 12.4.2", "leaders.not-on-map", leader=row.name)
    elif war.board.state[leader] & USED:
        yield objection("NY 12.4.2", "leaders.again", leader=row.name)


@carries_out("NY 12.4.2")
def _transfer(war: War, action: Action, side: Side) -> None:
    board = war.board
    if action[0] == "done":
        for leader in war.kit.leaders_of[side]:
            board.state[leader] &= ~USED
        return
    board.state[action[1]] |= USED
    war.then(("station", side, action[1]), ("leaders", side))


decision(
    "leaders",
    "side",
    "NY 12.4.2",
    "reassign done",
    _leaders,
    _transfer,
    _against_transfer,
    certain="reassign done",
    always="done",
)
