"""Replacement: a reduced corps is brought back to full strength (NY 13.5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import SPACES
from ...components.piece_numbers import (
    DEMORALISED,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
    WEAK,
    corps_in_words,
    power_of,
)
from ...components.sides import Side
from ...engine.agenda import permission
from ...engine.engine import Engine
from ...engine.notation import Action
from ..chain_stops import where_it_stops
from ..lines_now import supplied_spaces, tell_line
from ..stacking import overstacked_spaces, room
from ..supply import Asked
from .armies import have_acted

ONCE = "replace"


@carries_out("NY 13.5.3", "NY 13.5", "NY 4.1.3", "NY 11.1.2")
def candidates(engine: Engine, side: Side) -> Iterator[Action]:
    """The reduced corps that have not acted, have a line, and are not in an overstacked space."""
    board = engine.board
    if ONCE in board.once_a_round:
        return
    stacks, overstacked = board.stacks[side], overstacked_spaces(board, side)
    for space in bits(board.weak[side]):
        if space in overstacked:
            continue
        for corps in dict.fromkeys(stacks[space]):
            if corps in WEAK and supplied_spaces(engine, side, "restore", power_of(corps)) >> space & 1:
                yield "replace", corps, space


@carries_out("NY 13.5.3", "NY 13.5", "NY 13.4.3", "NY 4.1.3", "NY 11.1.2")
def against(engine: Engine, side: Side, corps: int, space: int) -> Iterator[Violation]:
    """What stands against the replacement of a corps in a space."""
    board = engine.board
    stack = board.stacks[side][space]
    if ONCE in board.once_a_round:
        yield objection("NY 13.5", "replace.once", side=side)
    if not corps & REDUCED:
        yield objection("NY 13.5.3", "replace.not-reduced", corps=corps_in_words(corps))
    if corps & USED:
        yield objection("NY 13.4.3", "replace.used", corps=corps_in_words(corps))
    if have_acted(stack, corps):
        yield objection("NY 13.4.3", "replace.used", corps=corps_in_words(corps))
        return
    if corps not in stack:
        besieged = SIDE_OF_CORPS[corps] == side and corps in board.garrisons.get(space, ())
        message = "replace.besieged" if besieged else "replace.not-there"
        yield objection("NY 13.5.3", message, corps=corps_in_words(corps), space=SPACES[space].name)
        return
    if room(board, side, space) < 0:
        yield objection("NY 4.1.3", "replace.overstacked", space=SPACES[space].name, count=len(stack))
    if not supplied_spaces(engine, side, "restore", power_of(corps)) >> space & 1:
        name, power = SPACES[space].name, power_of(corps)
        stop = where_it_stops(board, Asked(name, side, "restore", power), engine.context)
        yield objection("NY 13.5.3", "replace.no-line", space=name, power=power, stop=stop)


@carries_out("NY 13.5.3", "NY 13.4.3")
def begin(engine: Engine, side: Side, corps: int, space: int) -> None:
    """Restores the corps, and rallies it; it does nothing else this round."""
    board = engine.board
    board.turn(side, space, corps, corps & ~(REDUCED | DEMORALISED) | USED)
    board.once_a_round = (*board.once_a_round, ONCE)
    engine.tell("NY 13.5.3", "replace.restored", corps=corps_in_words(corps), space=SPACES[space].name)


@permission("action", "replace")
@carries_out("NY 13.5.3", "NY 4.1.1", "NY 4.1.2")
def _may_replace(engine: Engine, action: Action, side: Side) -> None:
    _, corps, space = action
    board, name = engine.board, SPACES[space].name
    if not room(board, side, space):
        count = len(board.stacks[side][space])
        engine.tell("NY 4.1.1", "replace.full-not-overstacked", space=name, count=count)
    tell_line(engine, Asked(name, side, "restore", power_of(corps)), "NY 13.5.3")
