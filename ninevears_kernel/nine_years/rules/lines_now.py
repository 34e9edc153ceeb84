"""The lines of communication of a war in play, remembered as long as nothing on which they depend changes."""

from __future__ import annotations

from collections.abc import Callable

from ...core.clauses import carries_out
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ..components.sides import Side
from ..engine.engine import Engine, Lines
from .supply import OWN_CAPITAL, Asked, Purpose, sources, tell_lost_capital, tell_path, trace
from .supply_reach import linked_to, supplied


def supplied_spaces(engine: Engine, side: Side, purpose: Purpose, power: str | None) -> int:
    """The mask of the spaces that have a line of communication now (`supply_reach.supplied`)."""
    return _found(engine, supplied, side, purpose, power)


def linked_spaces(engine: Engine, side: Side, capital: str) -> int:
    """The mask of a side's spaces that have a line to one capital now (`supply_reach.linked_to`)."""
    return _found(engine, linked_to, side, capital)


def _found(engine: Engine, find: Callable[..., int], *asked: str | None) -> int:
    """What was found of lines, unless something on which they depend was replaced or somebody looks."""
    board = engine.board
    control, seas, sieges, revolution, found = engine.lines
    if (
        control is not board.control
        or seas is not board.seas
        or sieges is not board.sieges
        or revolution != board.revolution
    ):
        found = {}
        engine.lines = Lines(board.control, board.seas, board.sieges, board.revolution, found)
    mask = found.get(asked)
    if mask is None or engine.context.recorded:
        mask = found[asked] = find(board, *asked, engine.context)
    return mask


@carries_out("NY 11.1.1", "NY 11.2.1")
def tell_line(engine: Engine, asked: Asked, clause_id: str) -> None:
    """Tells of a line that something legal needs: the clause that asks for it, where it may end, its path.

    Args:
        engine: the war.
        asked: the line, which is there.
        clause_id: the clause that asks for it.
    """
    position, context = engine.board.position(), RulingContext(chosen=engine.context.chosen)
    names = sources(position, asked, context)
    if asked.capital is not None:
        kind = "named"
    elif asked.power is None:
        kind = "side"
    else:
        kind = "own" if asked.purpose in OWN_CAPITAL else "any"
    to = Message.all_of(names)
    context.step(clause_id, f"line.needs-{kind}", space=asked.space, power=asked.power, sources=to)
    if kind in ("any", "side"):
        context.step("NY 11.2.1", "loc.sources-any", side=asked.side, power=asked.power, sources=to)
    tell_lost_capital(position, asked, names, context)
    line, way = trace(position, asked, context)
    assert way is not None, asked
    tell_path(position, asked, line, way, context)
    told = engine.context.steps
    told += [step for step in context.steps if step not in told]  # two powers may share a path
