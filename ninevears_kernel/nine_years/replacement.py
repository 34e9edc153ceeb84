"""Replacement: a reduced corps is brought back to full strength (NY 13.5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.rulings import Violation
from .agenda import objection
from .land import SPACES
from .notation import Action
from .piece_numbers import DEMORALISED, REDUCED, SIDE_OF_CORPS, USED, WEAK, corps_in_words, power_of
from .sides import Side
from .stacking import overstacked_spaces, room
from .supply_network import bits
from .war import War, supplied_spaces

ONCE = "replace"


@carries_out("NY 13.5.3", "NY 13.5", "NY 4.1.3", "NY 11.1.2")
def candidates(war: War, side: Side) -> Iterator[Action]:
    """The reduced corps that have not acted, have a line, and are not in an overstacked space."""
    board = war.board
    if ONCE in board.once_a_round:
        return
    stacks, overstacked = board.stacks[side], overstacked_spaces(board, side)
    for space in bits(board.weak[side]):
        if space in overstacked:
            continue
        for corps in dict.fromkeys(stacks[space]):
            if corps in WEAK and supplied_spaces(war, side, "restore", power_of(corps)) >> space & 1:
                yield "replace", corps, space


@carries_out("NY 13.5.3", "NY 13.5", "NY 13.4.3", "NY 4.1.3", "NY 11.1.2")
def against(war: War, side: Side, corps: int, space: int) -> Iterator[Violation]:
    """What stands against the replacement of a corps in a space."""
    board = war.board
    stack = board.stacks[side][space]
    if ONCE in board.once_a_round:
        yield objection("NY 13.5", "replace.once", side=side)
    if not corps & REDUCED:
        yield objection("NY 13.5.3", "replace.not-reduced", corps=corps_in_words(corps))
    if corps & USED:
        yield objection("NY 13.4.3", "replace.used", corps=corps_in_words(corps))
    if corps not in stack:
        besieged = SIDE_OF_CORPS[corps] == side and corps in board.garrisons.get(space, ())
        message = "replace.besieged" if besieged else "replace.not-there"
        yield objection("NY 13.5.3", message, corps=corps_in_words(corps), space=SPACES[space].name)
        return
    if room(board, side, space) < 0:
        yield objection("NY 4.1.3", "replace.overstacked", space=SPACES[space].name, count=len(stack))
    if not supplied_spaces(war, side, "restore", power_of(corps)) >> space & 1:
        yield objection("NY 13.5.3", "replace.no-line", space=SPACES[space].name, power=power_of(corps))


@carries_out("NY 13.5.3", "NY 13.4.3")
def begin(war: War, side: Side, corps: int, space: int) -> None:
    """Restores the corps, and rallies it; it does nothing else this round."""
    board = war.board
    board.take(side, space, corps)
    board.add(side, space, corps & ~(REDUCED | DEMORALISED) | USED)
    board.once_a_round = (*board.once_a_round, ONCE)
    war.tell("NY 13.5.3", "replace.restored", corps=corps_in_words(corps), space=SPACES[space].name)
