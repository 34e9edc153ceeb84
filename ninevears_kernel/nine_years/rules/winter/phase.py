"""Winter Quarters: the lettered steps of a year's last phase (NY 8.5, 19)."""

from __future__ import annotations

from ....core.clauses import carries_out
from ...components.map_graph import bits
from ...components.piece_numbers import DEMORALISED
from ...components.position import Fleet
from ...components.sides import Side
from ...engine.agenda import step
from ...engine.board import Board
from ...engine.engine import Engine
from ..fleets import change_sea_control
from ..reinforcement.spending import fleets_stay_in_winter
from .savoy import against_the_occasion

LONDON_POINTS = 2  # NY 8.5.c.2


@step("winter-phase")
@carries_out("NY 8.5")
def begin_winter(engine: Engine) -> None:
    """The steps of Winter Quarters in their order, as the readings have it."""
    engine.board.phase = "winter"
    engine.tell("NY 8.5", "winter.begins", year=engine.board.year)
    first = engine.reading("peace-roll-time") == "start-of-winter"
    printed = engine.reading("london-in-winter") == "printed"
    steps = [
        "peace" if first else "",
        "winter-withdrawal",
        "winter-markers",
        "winter-seas",
        "winter-london" if printed else "",
        "winter-savoy",
        "revolution",
        "" if printed else "winter-london",
        "" if first else "peace",
        "winter-victory",
        "winter-end",
    ]
    engine.then(*((name,) for name in steps if name))


@step("winter-markers")
@carries_out("NY 19.b", "NY 8.5", "NY 12.3.6.c")
def remove_markers(engine: Engine) -> None:
    """Step b: markers of famous victories, demoralisation and raised fleets go; siege markers went in
    step a.
    """
    board = engine.board
    board.famous_victories = ()
    for side, stacks in board.stacks.items():
        for space in bits(board.shaken[side] | board.tired[side]):
            board.put(side, space, [corps & ~DEMORALISED for corps in stacks[space]])
    steady = ~DEMORALISED
    board.state[:] = [state & steady for state in board.state]
    engine.tell("NY 19.b", "winter.markers")
    if fleets_stay_in_winter(engine):
        return
    for fleet in board.fleets:
        if fleet.place == "port":
            board.set_fleet(Fleet(fleet.name))
            engine.tell("NY 12.3.6.c", "winter.fleet", fleet=fleet.name)


@carries_out("NY 8.5.c.1")
def atlantic_in_winter(board: Board) -> Side | None:
    """Whose the Atlantic will be when winter comes: Beachy Head or London gives it, else it stays."""
    if "Beachy Head" in board.lasting_events:
        return "Bourbon"
    return "Alliance" if board.controller("London") == "Alliance" else board.seas.Atlantic


@step("winter-seas")
@carries_out("NY 8.5.c.1", "NY 10.1.b")
def settle_seas(engine: Engine) -> None:
    """Step c: the Atlantic goes to whom Beachy Head or London gives it."""
    side = atlantic_in_winter(engine.board)
    if side and side != engine.board.seas.Atlantic:
        engine.tell("NY 8.5.c.1", "winter.beachy-head" if side == "Bourbon" else "winter.london-alliance")
        change_sea_control(engine, "Atlantic", side)


@step("winter-london")
@carries_out("NY 8.5.c.2", "NY 6.1.2")
def score_london(engine: Engine) -> None:
    """Step c: London in Bourbon hands is worth points."""
    board = engine.board
    if board.controller("London") == "Bourbon":
        board.score("Bourbon", LONDON_POINTS)
        engine.tell("NY 8.5.c.2", "winter.london-bourbon", count=LONDON_POINTS, total=board.victory_points)
        engine.then(("victory-at-once",))


@step("winter-savoy")
@carries_out("NY 8.5.d", "NY 7.2.1.c")
def ask_about_savoy(engine: Engine) -> None:
    """Step d: from 1696 on Savoy may be made neutral."""
    if next(against_the_occasion(engine.board, False), None) is None:
        engine.then(("savoy-exit",))


@step("winter-end")
@carries_out("NY 8.5", "NY 8.0")
def end_year(engine: Engine) -> None:
    """Step f, when nobody has won: the turn marker moves on."""
    engine.board.year += 1
    engine.then(("year",))
