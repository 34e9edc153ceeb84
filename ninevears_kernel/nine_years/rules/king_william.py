"""King William's War in the colonies (NY 18): the yearly roll, what stands behind it, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.clauses import carries_out
from ...core.rulings import Violation, objection
from ..components.sides import SIDES, Side
from ..engine.agenda import decision, step
from ..engine.board import Board
from ..engine.engine import Engine
from ..engine.notation import Action

LAST_CELL = 2  # NY 18.1: from -2 to +2 victory points


@step("king-william-roll")
@carries_out("NY 18.3", "NY 18.2", "NY 8.1")
def roll(engine: Engine) -> None:
    """Rolls for the colonies: the marker moves one cell, or stays; the support is used up."""
    board, table = engine.board, engine.rule_tables.numbers.king_william
    total = engine.roll("kww.roll")
    for side in SIDES:
        sign = 1 if side == "Alliance" else -1
        if side in board.kww_support:
            total += sign * table.support
            engine.tell("NY 18.2", "kww.supported", side=side, modifier=sign * table.support)
        if _this_turn(side) in board.done_this_turn:
            total += sign * table.strengthened
            engine.tell("NY 18.3", "kww.strengthened", side=side, modifier=sign * table.strengthened)
    board.kww_support = ()  # NY 18.2: then removed
    engine.tell("NY 18.3", "kww.rolled", total=total, bourbon=table.bourbon, alliance=table.alliance)
    if total <= table.bourbon:
        shift(engine, "Bourbon")
    elif total >= table.alliance:
        shift(engine, "Alliance")


@carries_out("NY 18.1")
def shift(engine: Engine, towards: Side) -> None:
    """Moves the marker one cell towards a side, and the victory points by the difference."""
    board = engine.board
    cell = board.kww_cell + (1 if towards == "Alliance" else -1)
    if abs(cell) > LAST_CELL:
        engine.tell("NY 18.1", "kww.at-the-end", side=towards)
        return
    board.kww_cell = cell
    board.score(towards, 1)
    engine.tell("NY 18.1", "kww.moved", side=towards, cell=f"{cell:+d}", total=board.victory_points)
    engine.then(("victory-at-once",))


@carries_out("NY 18.4")
def cards_fewer(board: Board, side: Side) -> int:
    """How many action cards fewer a side draws because of the colonies.

    >>> from ..components.scenario import scenario_1688
    >>> board = Board(scenario_1688().replace(kww_cell=2))
    >>> cards_fewer(board, "Bourbon"), cards_fewer(board, "Alliance")
    (1, 0)
    """
    against = LAST_CELL if side == "Bourbon" else -LAST_CELL
    return board.rule_tables.numbers.king_william.cards if board.kww_cell == against else 0


# ---- strengthening one's position, once a war


def _this_turn(side: Side) -> str:
    return f"strengthened-{side}"


def _choices(engine: Engine, side: Side) -> list[Action]:
    return [("strengthen",), ("pass",)]


def _objections(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    return against_strengthening(engine.board, side) if action[0] == "strengthen" else iter(())


@carries_out("NY 8.1", "NY 18.3")
def against_strengthening(board: Board, side: Side) -> Iterator[Violation]:
    """What stands against a side's strengthening its position in any year: it has done so once."""
    if side in board.kww_strengthened:
        yield objection("NY 8.1", "kww.once-a-war", side=side)


@carries_out("NY 8.1", "NY 18.3")
def strengthen(engine: Engine, side: Side) -> None:
    """A side strengthens its position: it counts on this turn's roll, and never again."""
    board = engine.board
    board.kww_strengthened = (*board.kww_strengthened, side)
    board.done_this_turn = (*board.done_this_turn, _this_turn(side))
    engine.tell("NY 8.1", "kww.strengthens", side=side)


def _take(engine: Engine, action: Action, side: Side) -> None:
    if action[0] == "strengthen":
        strengthen(engine, side)


decision(
    "strengthen", "side", "NY 8.1", "strengthen pass", _choices, _take, _objections, unconditional="pass"
)
