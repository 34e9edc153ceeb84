"""The Reinforcement phase and the corps that arrive in it (NY 8.2, 12.0, 12.1, 12.2, 20.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation
from ...components.map_graph import bits
from ...components.map_masks import SPACES
from ...components.piece_numbers import ABSENT, POWER_NUMBER, corps_number
from ...components.position import Waiting
from ...components.powers import side_of
from ...components.sides import Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..sequence import initiative
from .placement import places, placing_objections, power_objection, put_down, tell_placing


@step("reinforcement-phase")
@carries_out("NY 8.2", "NY 12.1", "NY 8.0")
def begin_phase(engine: Engine) -> None:
    """The phase begins: the initiative player says who goes first."""
    engine.board.phase = "reinforcement"
    engine.then(("order", initiative(engine.board.year), "reinforcement"))


@step("reinforcement-turns", "side")
@carries_out("NY 8.2", "NY 12.1", "NY 12.0")
def three_steps_each(engine: Engine, first: Side) -> None:
    """The three steps of one player, then those of the other."""
    arrivals_first = engine.reading("reinforcement-order") == "arrivals-first"
    for side in (enemy(first), first):
        points = (("resources", side), ("spend", side))
        arrivals = (("arrivals", side),)
        leaders = (("leaders-turn", side),)
        engine.then(*((*arrivals, *points) if arrivals_first else (*points, *arrivals)), *leaders)


@step("arrivals", "side")
@carries_out("NY 12.2.1", "NY 20.3", "NY 12.2.4", "NY 12.0")
def what_arrives(engine: Engine, side: Side) -> None:
    """What the schedule brings a side this year, and whatever has waited, comes; leaders who are due go."""
    board = engine.board
    for row in engine.rule_tables.scenario.by_year.get(board.year, ()):
        if row.side != side:
            continue
        if row.kind == "corps":
            change_waiting(board, row.power, row.number)
            engine.tell("NY 20.3", "arrivals.due", power=row.power, count=row.number)
        elif row.kind == "leaves":
            leader = engine.rule_tables.leader_number[row.leader]
            if board.where[leader] != ABSENT:
                board.where[leader], board.state[leader] = ABSENT, 0
                engine.tell("NY 20.3", "arrivals.leaves", leader=row.leader)
    for power, count in [(waiting.power, waiting.corps) for waiting in reversed(board.waiting)]:
        if side_of(board, power) == side:
            engine.then(*[("arrive", side, power)] * count, ("arrived", side, power))


@step("arrived", "side power")
@carries_out("NY 12.2.4")
def who_waits(engine: Engine, side: Side, power: str) -> None:
    """Says how many corps found no space; they wait for a later turn."""
    if count := waiting_of(engine.board, power):
        engine.tell("NY 12.2.4", "arrivals.wait", power=power, count=count)


def waiting_of(board: Board, power: str) -> int:
    """How many corps of a power wait to be placed.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> waiting_of(Board(scenario_1688()), "France")
    0
    """
    return next((waiting.corps for waiting in board.waiting if waiting.power == power), 0)


@carries_out("NY 12.2.4")
def change_waiting(board: Board, power: str, by: int) -> None:
    """Adds corps to those of a power that wait, or takes them from these."""
    count = waiting_of(board, power) + by
    others = [waiting for waiting in board.waiting if waiting.power != power]
    if count:
        others.append(Waiting(power, count))
    board.waiting = tuple(sorted(others, key=lambda waiting: POWER_NUMBER[waiting.power]))


def _spaces(engine: Engine, side: Side, power: str) -> Iterator[Action]:
    if side_of(engine.board, power) == side:  # NY 12.2.4: else it waits until its power has joined
        for space in bits(places(engine, side, power, False)):
            yield "place", space


@carries_out("NY 12.2.3", "NY 12.2.4", "NY 12.2.5")
def _against(engine: Engine, action: Action, side: Side, power: str) -> Iterator[Violation]:
    if side_of(engine.board, power) != side:
        yield power_objection(side, power)
    yield from placing_objections(engine, side, power, action[1], raised=False)


@permission("arrive", "place")
def _may_place(engine: Engine, action: Action, side: Side, power: str) -> None:
    tell_placing(engine, side, power, action[1], raised=False)


@carries_out("NY 12.2.3")
def _place(engine: Engine, action: Action, side: Side, power: str) -> None:
    space = action[1]
    change_waiting(engine.board, power, -1)
    put_down(engine, side, corps_number(power), power, space)
    engine.tell("NY 12.2.3", "arrivals.placed", side=side, power=power, space=SPACES[space].name)


decision("arrive", "side power", "NY 12.2.3", "place", _spaces, _place, _against, "place")
