"""What event cards ask for before they can be played, word by word (NY 9.2.2)."""

from __future__ import annotations

from ....core.clauses import carries_out
from ...components.map_masks import SPACES, region
from ...components.piece_numbers import POWER_NUMBER
from ...components.powers import side_of
from ...components.sides import Side, enemy
from ...engine.board import Board
from .vocabulary import condition

EVERYWHERE = (1 << len(SPACES)) - 1


def area_mask(area: str) -> int:
    """The mask of the spaces of a region, or of all of them.

    >>> area_mask("Scotland").bit_count(), area_mask("anywhere") == EVERYWHERE
    (2, True)
    """
    return EVERYWHERE if area == "anywhere" else region(area)


@condition("year", "number number")
def _year(board: Board, first: int, last: int) -> bool:
    return first <= board.year <= last


@condition("in-war", "power")
@carries_out("NY 7.1.1")
def in_war(board: Board, power: str) -> bool:
    """Whether a power has joined the war, and has not left it."""
    return side_of(board, power) is not None


@condition("revolution", "")
def _revolution(board: Board) -> bool:
    return board.revolution


@condition("controls", "who space")
def _controls(board: Board, side: Side, space: int) -> bool:
    return bool(board.control.of(side) >> space & 1)


@condition("corps", "who area number")
def _corps(board: Board, side: Side, area: str, number: int) -> bool:
    """A side has at least so many corps in the open in an area."""
    held = board.held[side] & area_mask(area)
    stacks = board.stacks[side]
    return sum(len(stacks[space]) for space in range(len(SPACES)) if held >> space & 1) >= number


@condition("no-corps", "who space")
def _no_corps(board: Board, side: Side, space: int) -> bool:
    """A side has no corps in a space, neither in the open nor inside its fortress."""
    return not board.held[side] >> space & 1 and not (
        space in board.garrisons and board.controller_of(space) == side
    )


@condition("on-map", "leader")
def _on_map(board: Board, leader: int) -> bool:
    return board.where[leader] >= 0


@condition("sea", "zone who")
def _sea(board: Board, zone: str, side: Side) -> bool:
    return board.sea(zone) == side


@condition("sea-not", "zone who")
def _sea_not(board: Board, zone: str, side: Side) -> bool:
    return board.sea(zone) != side


@condition("fleet", "fleet")
def _fleet(board: Board, fleet: str) -> bool:
    """A fleet has not left the game (NY 12.3.6.d)."""
    return board.fleet(fleet).place != "gone"


@condition("acts", "who")
def _acts(board: Board, side: Side) -> bool:
    """It is a side's action round (NY 13.1)."""
    return board.active == side


@condition("besieges", "who")
def _besieges(board: Board, side: Side) -> bool:
    """A side besieges a fortress, and it is not the enemy's round, in which the enemy's sieges are meant."""
    return board.active != enemy(side) and any(siege.by == side for siege in board.sieges)


@condition("is-besieged", "who")
def _is_besieged(board: Board, side: Side) -> bool:
    """An enemy besieges a fortress of a side, and it is not the side's own round."""
    return board.active != side and any(siege.by != side for siege in board.sieges)


def corps_in_game(board: Board, power: str) -> int:
    """How many corps of a power are in the game: on the map, in the pool, or waiting to be placed."""
    number = POWER_NUMBER[power]
    on_map = (*board.stacks["Bourbon"], *board.stacks["Alliance"], *board.garrisons.values())
    waiting = sum(waiting.corps for waiting in board.waiting if waiting.power == power)
    return sum(corps >> 3 == number for stack in on_map for corps in stack) + board.pool(power) + waiting
