"""Who holds a space after pieces came or went: control, sieges, and leaders left alone (NY 6.1.2, 14.3,
14.4, 17).
"""

from __future__ import annotations

from ...core.clauses import carries_out
from ..components.map_masks import FORTRESS, NUMBER, SPACES
from ..components.piece_numbers import INSIDE, WAITS
from ..components.position import Siege
from ..components.sides import Side, enemy
from ..engine.engine import Engine

TURIN = NUMBER["Turin"]


@carries_out("NY 14.4", "NY 15.5", "NY 6.1.2")
def take_control(engine: Engine, side: Side, space: int) -> None:
    """A side takes an enemy space: control, victory points, and what stood there of the enemy's works.

    The capture of Turin lets Savoy be made neutral at once (7.2.1.c), and under the reading ``at-once`` every
    capture is looked at for an automatic victory (6.2).
    """
    board = engine.board
    name = SPACES[space].name
    board.set_control(space, side)
    points = board.capture_points(space, engine.context)
    engine.tell("NY 14.4" if not FORTRESS[space] else "NY 2.3", "holding.taken", side=side, space=name)
    if points:
        board.score(side, points)
        engine.tell(
            "NY 6.1.2", "holding.scored", side=side, space=name, count=points, total=board.victory_points
        )
    if board.line_at(space):
        board.set_line(space, 0)  # NY 15.5
        engine.tell("NY 15.5", "holding.line-lost", space=name)
    board.free_garrison(space)
    engine.then(("victory-at-once",))
    if space == TURIN:
        engine.then(("savoy-exit",))  # NY 7.2.1.c: before the victory is looked at


@carries_out("NY 4.3", "NY 17.1", "NY 17.6", "NY 14.4")
def settle(engine: Engine, space: int) -> None:
    """Makes a space what the pieces in it say, after some came or went.

    Corps alone in an enemy fortress besiege it (17.1); a siege without besiegers ends (17.6); corps alone
    in an enemy space without a fortress take it (14.4).
    """
    board = engine.board
    owner = board.controller_of(space)
    if owner is None:
        return
    other = enemy(owner)
    present = board.held[other] >> space & 1
    siege = board.siege_of(space)
    if siege and not present:
        board.free_garrison(space)
        engine.tell("NY 17.6", "holding.siege-lifted", space=SPACES[space].name, side=other)
    if not present:
        displace_leaders(engine, other, space)  # NY 14.2: leaders do not stay alone in an enemy space
    elif not siege and not board.held[owner] >> space & 1:
        displace_leaders(engine, owner, space)
        if FORTRESS[space]:
            board.set_siege(space, Siege(SPACES[space].name, other))
            engine.tell("NY 17.1", "holding.besieged", space=SPACES[space].name, side=other)
        else:
            take_control(engine, other, space)


@carries_out("NY 14.3")
def displace_leaders(engine: Engine, side: Side, space: int) -> None:
    """Leaders of a side who stand alone in a space that the enemy has entered go to the nearest friendly
    one.
    """
    board = engine.board
    if space not in board.where:  # mostly nobody is there
        return
    for leader in board.leaders_at(side, space):
        if board.state[leader] & INSIDE:
            continue
        refuge = board.nearest_refuge(side, space)
        board.where[leader] = refuge
        where = SPACES[refuge].name if refuge != WAITS else ""
        engine.tell("NY 14.3", "holding.leader-moved", leader=engine.name_of(leader), space=where)
