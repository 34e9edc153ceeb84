"""Who holds a space after pieces came or went: control, sieges, and leaders left alone (NY 6.1.2, 14.3,
14.4, 17).
"""

from __future__ import annotations

from ..core.clauses import carries_out
from .land import FORTRESS, NUMBER, SPACES
from .piece_numbers import INSIDE, WAITS
from .position import Siege
from .sides import SIDES, Side, enemy
from .war import War

TURIN = NUMBER["Turin"]


@carries_out("NY 14.4", "NY 15.5", "NY 6.1.2")
def take_control(war: War, side: Side, space: int) -> None:
    """A side takes an enemy space: control, victory points, and what stood there of the enemy's works.

    The capture of Turin lets Savoy be made neutral at once (7.2.1.c), and under the reading ``at-once`` every
    capture is looked at for an automatic victory (6.2).
    """
    board = war.board
    name = SPACES[space].name
    board.set_control(space, side)
    points = board.capture_points(space, war.hearing)
    war.tell("NY 14.4" if not FORTRESS[space] else "NY 2.3", "holding.taken", side=side, space=name)
    if points:
        board.score(side, points)
        war.tell(
            "NY 6.1.2", "holding.scored", side=side, space=name, count=points, total=board.victory_points
        )
    if any(line.space == name for line in board.lines):
        board.lines = tuple(line for line in board.lines if line.space != name)  # NY 15.5
        war.tell("NY 15.5", "holding.line-lost", space=name)
    board.free_garrison(space)
    war.then(("victory-at-once",))
    if space == TURIN:
        war.then(("savoy-exit",))  # NY 7.2.1.c: before the victory is looked at


@carries_out("NY 4.3", "NY 17.1", "NY 17.6", "NY 14.4")
def settle(war: War, space: int) -> None:
    """Makes a space what the pieces in it say, after some came or went.

    Corps alone in an enemy fortress besiege it (17.1); a siege without besiegers ends (17.6); corps alone
    in an enemy space without a fortress take it (14.4).
    """
    board = war.board
    owner = board.controller_of(space)
    if owner is None:
        return
    other = enemy(owner)
    present = board.held[other] >> space & 1
    siege = board.siege_of(space)
    if siege and not present:
        board.free_garrison(space)
        war.tell("NY 17.6", "holding.siege-lifted", space=SPACES[space].name, side=other)
    if not present:
        displace_leaders(war, other, space)  # NY 14.2: leaders do not stay alone in an enemy space
    elif not siege and not board.held[owner] >> space & 1:
        displace_leaders(war, owner, space)
        if FORTRESS[space]:
            board.set_siege(space, Siege(SPACES[space].name, other))
            war.tell("NY 17.1", "holding.besieged", space=SPACES[space].name, side=other)
        else:
            take_control(war, other, space)


@carries_out("NY 14.3")
def displace_leaders(war: War, side: Side, space: int) -> None:
    """Leaders of a side who stand alone in a space that the enemy has entered go to the nearest friendly
    one.
    """
    board = war.board
    if space not in board.where:  # mostly nobody is there
        return
    for leader in board.leaders_at(side, space):
        if board.state[leader] & INSIDE:
            continue
        refuge = board.nearest_refuge(side, space)
        board.where[leader] = refuge
        where = SPACES[refuge].name if refuge != WAITS else ""
        war.tell("NY 14.3", "holding.leader-moved", leader=war.kit.leaders[leader].name, space=where)


def alone(war: War, space: int) -> Side | None:
    """The side whose corps alone stand in the open in a space, or None."""
    present = [side for side in SIDES if war.board.held[side] >> space & 1]
    return present[0] if len(present) == 1 else None
