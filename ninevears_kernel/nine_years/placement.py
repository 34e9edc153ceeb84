"""Where a new corps is put down, whether it is raised or arrives (NY 2.4, 7.2.3 to 7.2.6, 12.2.3, 12.2.5,
12.2.6, 12.3.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import objection
from .board import Board
from .land import NUMBER, SPACES, home, region
from .map import BRITAIN, IRELAND
from .piece_numbers import POWER_NUMBER
from .powers import JOINS, capitals, powers
from .sides import Side, enemy
from .supply_network import bits, mask_of, mask_of_spaces
from .war import War, once_a_decision, supplied_spaces

AMSTERDAM = NUMBER["Amsterdam"]
ISLES = region(*BRITAIN, IRELAND)
LONDON_AND_YORK = mask_of_spaces(("London", "York"))  # NY 7.2.6.b
JACOBITE = POWER_NUMBER["Jacobite"]
JAMES = "James II"
AT_AMSTERDAM = "corps at Amsterdam"
"""The mark that a British corps was put down at Amsterdam this turn (NY 12.2.5)."""
HOME_CLAUSES = {"Catalan": "NY 7.2.3", "Subsidy": "NY 7.2.5", "Empire": "NY 2.4"}


@carries_out(
    "NY 2.4", "NY 7.2.3", "NY 7.2.4", "NY 7.2.5", "NY 7.2.6.b", "NY 7.2.6.c", "NY 12.2.3", "NY 12.2.5"
)
def homes(war: War, power: str) -> int:
    """The mask of the spaces where new corps of a power may appear, whoever controls them."""
    board = war.board
    if power == "Jacobite":
        return ISLES | james_in_france(board) if board.revolution else LONDON_AND_YORK
    if power == "Catalan":
        return region("Spain")  # NY 7.2.3
    if power == "Subsidy":
        return mask_of_spaces(capitals(board, power, war.hearing))  # NY 2.4
    if power == "Britain" and AT_AMSTERDAM not in board.done_this_turn:
        return home(power) | 1 << AMSTERDAM
    return home(power)


@carries_out("NY 7.2.6.d", "NY 12.2.6")
def james_in_france(board: Board) -> int:
    """The mask of the French home space where James II is; 0 when he is in none."""
    number = board.kit.leader_number.get(JAMES)
    where = -1 if number is None else board.where[number]
    return 1 << where & home("France") if where >= 0 else 0


def jacobites_abroad(board: Board) -> bool:
    """Whether a Jacobite corps is outside Britain and Ireland (NY 7.2.6.d)."""
    stacks = board.stacks["Bourbon"]
    abroad = [stacks[space] for space in bits(board.held["Bourbon"] & ~ISLES)]
    abroad += [garrison for space, garrison in board.garrisons.items() if not ISLES >> space & 1]
    return any(corps >> 3 == JACOBITE for stack in abroad for corps in stack)


@carries_out("NY 12.3.3", "NY 12.2.3", "NY 7.1.2", "NY 12.2.5", "NY 12.2.6")
def with_line(war: War, side: Side, power: str, raised: bool) -> int:
    """The mask of the spaces from which a new corps of a power has the line that it needs."""
    board = war.board
    mask = supplied_spaces(war, side, "reinforcement", power)
    if power == "Jacobite" and raised and (france := james_in_france(board)):
        # NY 7.2.6.d: in France the line must run to Paris, 12.2.6 asks for none
        if war.reading("jacobite-in-france") == "no-line":
            to_paris = board.control.of(side)
        else:
            to_paris = supplied_spaces(war, side, "reinforcement", "France")
        return mask & ~france | to_paris & france
    if power == "Britain" and war.reading("british-at-amsterdam") == "control-alone":
        return mask | board.control.of(side) & 1 << AMSTERDAM  # NY 12.2.5
    return mask


@once_a_decision
@carries_out("NY 4.3", "NY 4.1.3")
def shut(war: War, side: Side) -> int:
    """The mask of the spaces where the enemy stands or besieges a side's fortress."""
    foe = enemy(side)
    besieged = tuple(siege.space for siege in war.board.sieges if siege.by == foe)
    return war.board.held[foe] | mask_of_spaces(besieged)


@carries_out("NY 4.1.3")
def full(war: War, side: Side, among: int) -> int:
    """The mask of those of some spaces where no further corps of a side fits within the stacking limit."""
    limit = war.kit.tables.stacking.limit
    stacks = war.board.stacks[side]
    return mask_of([space for space in bits(war.board.held[side] & among) if len(stacks[space]) >= limit])


@once_a_decision
@carries_out("NY 7.2.6.d")
def closed_to_jacobites(war: War) -> int:
    """The mask of the space in France where no Jacobite corps can be raised, since another is abroad."""
    return james_in_france(war.board) if jacobites_abroad(war.board) else 0


@once_a_decision
def places(war: War, side: Side, power: str, raised: bool) -> int:
    """The mask of the spaces in which a new corps of a power may be put down."""
    spaces = homes(war, power) & with_line(war, side, power, raised) & ~shut(war, side)
    spaces &= ~full(war, side, spaces)
    return spaces & ~closed_to_jacobites(war) if raised and power == "Jacobite" else spaces


@carries_out("NY 7.1.1", "NY 7.2.1.b", "NY 20.2.5.2")
def power_objection(war: War, side: Side, power: str) -> Violation:
    """Why a side has no corps of a power at all: it is the enemy's, or has not joined."""
    found = powers()[power]
    if found.side != side:
        return objection("NY 7.1.1", "placing.enemy-power", None, side=side, power=power)
    return objection(JOINS[found.joins], "placing.not-joined", None, power=power)


@carries_out("NY 12.2.3", "NY 12.2.6", "NY 4.1.3", "NY 4.3", "NY 7.2.6.d", "NY 12.3.4")
def placing_objections(war: War, side: Side, power: str, space: int, raised: bool) -> Iterator[Violation]:
    """What stands against putting a new corps of a side's power down in a space.

    Args:
        war: the war.
        side: the side that puts it down.
        power: whose corps it is.
        space: where.
        raised: whether it is raised from the pool; else it arrives.
    """
    if places(war, side, power, raised) >> space & 1:
        return
    board = war.board
    if not homes(war, power) >> space & 1:
        yield _not_home(war, power, space, raised)
    if not with_line(war, side, power, raised) >> space & 1:
        yield line_objection(war, side, power, space, "NY 12.3.3" if raised else "NY 12.2.3")
    if shut(war, side) >> space & 1:
        yield objection("NY 4.3", "placing.enemy-troops", space=SPACES[space].name, side=enemy(side))
    if full(war, side, 1 << space):
        count = len(board.stacks[side][space])
        yield objection("NY 4.1.3", "placing.no-room", space=SPACES[space].name, side=side, count=count)
    if raised and power == "Jacobite" and closed_to_jacobites(war) >> space & 1:
        yield objection("NY 7.2.6.d", "placing.jacobites-abroad", space=SPACES[space].name)


def _not_home(war: War, power: str, space: int, raised: bool) -> Violation:
    name = SPACES[space].name
    if power == "Britain" and space == AMSTERDAM:
        return objection("NY 12.2.5", "placing.amsterdam-used", space=name)
    remedy = Message(
        "placing.homes", spaces=Message.any_of([SPACES[n].name for n in bits(homes(war, power))])
    )
    if power == "Jacobite":
        clause_id = "NY 7.2.6.c" if war.board.revolution else "NY 7.2.6.b"
        if war.board.revolution and home("France") >> space & 1:
            clause_id = "NY 7.2.6.d"
    else:
        clause_id = HOME_CLAUSES.get(power, "NY 12.3.4" if raised else "NY 12.2.3")
    return objection(clause_id, "placing.not-home", remedy, power=power, space=name)


def line_objection(war: War, side: Side, power: str, space: int, clause_id: str) -> Violation:
    """Why a corps of a power in a space has no line to its own capital."""
    board = war.board
    name = SPACES[space].name
    own = capitals(board, power, war.hearing)
    if all(board.controller(capital) == enemy(side) for capital in own):
        return objection(
            "NY 7.1.2",
            "placing.capital-lost",
            None,
            power=power,
            capitals=Message.all_of(own),
            side=enemy(side),
        )
    controller = board.controller_of(space)
    if controller is None:
        return objection(clause_id, "placing.neutral-space", None, space=name)
    if controller != side:
        return objection(clause_id, "placing.enemy-space", space=name, side=controller)
    return objection(
        clause_id, "placing.no-line", None, power=power, space=name, capitals=Message.any_of(own)
    )


@carries_out("NY 12.2.5", "NY 3.2")
def put_down(war: War, side: Side, corps: int, power: str, space: int) -> None:
    """Puts a new corps down, and remembers a British one at Amsterdam."""
    board = war.board
    board.add(side, space, corps)
    if power == "Britain" and space == AMSTERDAM:
        board.done_this_turn = (*board.done_this_turn, AT_AMSTERDAM)
