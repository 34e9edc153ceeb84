"""Where a new corps is put down, whether it is raised or arrives (NY 2.4, 7.2.3 to 7.2.6, 12.2.3, 12.2.5,
12.2.6, 12.3.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map import BRITAIN, IRELAND
from ...components.map_graph import bits, mask_of, mask_of_spaces
from ...components.map_masks import NUMBER, SPACES, home, region
from ...components.piece_numbers import POWER_NUMBER
from ...components.powers import JOINS, capitals, powers
from ...components.sides import Side, enemy
from ...engine.board import Board
from ...engine.engine import Engine, once_a_decision
from ..chain_stops import where_it_stops
from ..lines_now import supplied_spaces, tell_line
from ..openings import Opening, opened, tell_opening
from ..supply import Asked, Purpose

AMSTERDAM = NUMBER["Amsterdam"]
ISLES = region(*BRITAIN, IRELAND)
LONDON_AND_YORK = mask_of_spaces(("London", "York"))  # NY 7.2.6.b
JACOBITE = POWER_NUMBER["Jacobite"]
JAMES = "James II"
AT_AMSTERDAM = "corps at Amsterdam"
"""The mark that a British corps was put down at Amsterdam this turn (NY 12.2.5)."""
HOME_CLAUSES = {"Catalan": "NY 7.2.3", "Subsidy": "NY 7.2.5", "Empire": "NY 2.4"}


def homes(engine: Engine, power: str) -> int:
    """The mask of the spaces where new corps of a power may appear, whoever controls them."""
    return _homes(*_what_homes_depend_on(engine, power))


def home_openings(engine: Engine, power: str) -> tuple[Opening, ...]:
    """The same with the clause that opens each of them."""
    return _home_openings(*_what_homes_depend_on(engine, power))


def _what_homes_depend_on(engine: Engine, power: str) -> tuple[str, bool, bool, int, int]:
    board = engine.board
    james = james_in_france(board) if power == "Jacobite" and board.revolution else 0
    hired = mask_of_spaces(capitals(board, power, engine.context)) if power == "Subsidy" else 0
    return power, board.revolution, AT_AMSTERDAM in board.done_this_turn, james, hired


@cache
def _homes(*depends_on: Any) -> int:
    return opened(_home_openings(*depends_on))


@cache
@carries_out(
    "NY 2.4", "NY 7.2.3", "NY 7.2.4", "NY 7.2.5", "NY 7.2.6.b", "NY 7.2.6.c", "NY 12.2.3", "NY 12.2.5"
)
def _home_openings(
    power: str, revolution: bool, amsterdam_used: bool, james: int, hired: int
) -> tuple[Opening, ...]:
    facts = {"power": power}
    match power:
        case "Jacobite" if revolution:
            isles = Opening(ISLES, "NY 7.2.6.c", "placing.at-home-in-the-isles")
            return isles, Opening(james, "NY 7.2.6.d", "placing.beside-james")
        case "Jacobite":
            return (Opening(LONDON_AND_YORK, "NY 7.2.6.b", "placing.at-home-in-england"),)
        case "Catalan":
            return (Opening(region("Spain"), "NY 7.2.3", "placing.anywhere-in-spain"),)
        case "Subsidy":
            return (Opening(hired, "NY 7.2.5", "placing.at-home-in-a-capital"),)
        case "Empire":
            return (Opening(home(power), "NY 7.2.4", "placing.at-home", facts),)
        case "Britain" if not amsterdam_used:
            at_home = Opening(home(power), "NY 12.2.3", "placing.at-home", facts)
            return at_home, Opening(1 << AMSTERDAM, "NY 12.2.5", "placing.at-amsterdam")
    return (Opening(home(power), "NY 12.2.3", "placing.at-home", facts),)


@carries_out("NY 7.2.6.d", "NY 12.2.6")
def james_in_france(board: Board) -> int:
    """The mask of the French home space where James II is; 0 when he is in none."""
    number = board.rule_tables.leader_number.get(JAMES)
    where = -1 if number is None else board.where[number]
    return 1 << where & home("France") if where >= 0 else 0


def jacobites_abroad(board: Board) -> bool:
    """Whether a Jacobite corps is outside Britain and Ireland (NY 7.2.6.d)."""
    stacks = board.stacks["Bourbon"]
    abroad = [stacks[space] for space in bits(board.held["Bourbon"] & ~ISLES)]
    abroad += [garrison for space, garrison in board.garrisons.items() if not ISLES >> space & 1]
    return any(corps >> 3 == JACOBITE for stack in abroad for corps in stack)


@carries_out("NY 12.3.3", "NY 12.2.3", "NY 7.1.2", "NY 12.2.5", "NY 12.2.6")
def with_line(engine: Engine, side: Side, power: str, raised: bool) -> int:
    """The mask of the spaces from which a new corps of a power has the line that it needs."""
    mask = supplied_spaces(engine, side, "reinforcement", power)
    spaces, _, other = line_otherwise(engine, power, raised)
    if not spaces:
        return mask
    if other is None:
        found = engine.board.control.of(side)
    else:
        found = supplied_spaces(engine, side, "reinforcement", other)
    return mask & ~spaces | found & spaces


@carries_out("NY 7.2.6.d", "NY 12.2.6", "NY 12.2.5")
def line_otherwise(engine: Engine, power: str, raised: bool) -> tuple[int, str, str | None]:
    """The mask of the spaces where a new corps of a power needs another line than its own, the clause that
    says so, and whose line it needs there; None where control is enough.
    """
    if power == "Jacobite" and raised and (france := james_in_france(engine.board)):
        # in France the line must run to Paris, 12.2.6 asks for none
        if engine.reading("jacobite-in-france") == "no-line":
            return france, "NY 12.2.6", None
        return france, "NY 7.2.6.d", "France"
    if power == "Britain" and engine.reading("british-at-amsterdam") == "control-alone":
        return 1 << AMSTERDAM, "NY 12.2.5", None
    return 0, "", power


@once_a_decision
@carries_out("NY 4.3", "NY 4.1.3")
def shut(engine: Engine, side: Side) -> int:
    """The mask of the spaces where the enemy stands or besieges a side's fortress."""
    foe = enemy(side)
    besieged = tuple(siege.space for siege in engine.board.sieges if siege.by == foe)
    return engine.board.held[foe] | mask_of_spaces(besieged)


@carries_out("NY 4.1.3")
def full(engine: Engine, side: Side, among: int) -> int:
    """The mask of those of some spaces where no further corps of a side fits within the stacking limit."""
    limit = engine.rule_tables.numbers.stacking.limit
    stacks = engine.board.stacks[side]
    return mask_of([space for space in bits(engine.board.held[side] & among) if len(stacks[space]) >= limit])


@once_a_decision
@carries_out("NY 7.2.6.d")
def closed_to_jacobites(engine: Engine) -> int:
    """The mask of the space in France where no Jacobite corps can be raised, since another is abroad."""
    return james_in_france(engine.board) if jacobites_abroad(engine.board) else 0


@once_a_decision
def places(engine: Engine, side: Side, power: str, raised: bool) -> int:
    """The mask of the spaces in which a new corps of a power may be put down."""
    spaces = homes(engine, power) & with_line(engine, side, power, raised) & ~shut(engine, side)
    spaces &= ~full(engine, side, spaces)
    return spaces & ~closed_to_jacobites(engine) if raised and power == "Jacobite" else spaces


@carries_out("NY 7.1.1", "NY 7.2.1.b", "NY 20.2.5.2")
def power_objection(side: Side, power: str) -> Violation:
    """Why a side has no corps of a power at all: it is the enemy's, or has not joined."""
    found = powers()[power]
    if found.side != side:
        return objection("NY 7.1.1", "placing.enemy-power", None, side=side, power=power)
    return objection(JOINS[found.joins], "placing.not-joined", None, power=power)


@carries_out("NY 12.2.3", "NY 12.2.6", "NY 4.1.3", "NY 4.3", "NY 7.2.6.d", "NY 12.3.4")
def placing_objections(
    engine: Engine, side: Side, power: str, space: int, raised: bool
) -> Iterator[Violation]:
    """What stands against putting a new corps of a side's power down in a space.

    Args:
        engine: the war.
        side: the side that puts it down.
        power: whose corps it is.
        space: where.
        raised: whether it is raised from the pool; else it arrives.
    """
    if places(engine, side, power, raised) >> space & 1:
        return
    board = engine.board
    if not homes(engine, power) >> space & 1:
        yield _not_home(engine, power, space, raised)
    if not with_line(engine, side, power, raised) >> space & 1:
        yield line_objection(engine, side, power, space, "NY 12.3.3" if raised else "NY 12.2.3")
    if shut(engine, side) >> space & 1:
        yield objection("NY 4.3", "placing.enemy-troops", space=SPACES[space].name, side=enemy(side))
    if full(engine, side, 1 << space):
        count = len(board.stacks[side][space])
        yield objection("NY 4.1.3", "placing.no-room", space=SPACES[space].name, side=side, count=count)
    if raised and power == "Jacobite" and closed_to_jacobites(engine) >> space & 1:
        yield objection("NY 7.2.6.d", "placing.jacobites-abroad", space=SPACES[space].name)


@carries_out("NY 12.2.3", "NY 12.3.3", "NY 7.2.6.d", "NY 12.2.6")
def tell_placing(engine: Engine, side: Side, power: str, space: int, raised: bool) -> None:
    """Tells what permits a new corps of a power in a space: that the power has joined, the clause that makes
    the space its home, and its line.
    """
    tell_joined(engine, power)
    tell_opening(engine, home_openings(engine, power), space)
    spaces, clause_id, whose = line_otherwise(engine, power, raised)
    name = SPACES[space].name
    if not spaces >> space & 1:
        clause_id, whose = "NY 12.3.3" if raised else "NY 12.2.3", power
    elif power == "Jacobite":
        engine.tell("NY 7.2.6.d", "placing.no-other-abroad", space=name)
    if whose is None:
        engine.tell(clause_id, "placing.control-alone", space=name, side=side)
    else:
        capital = None if whose == power else capitals(engine.board, whose, engine.context)[0]
        tell_line(engine, Asked(name, side, "reinforcement", whose, capital), clause_id)


@carries_out("NY 7.2.1.b", "NY 20.2.5.2")
def tell_joined(engine: Engine, power: str) -> None:
    """Tells of a power that was not in the war from the start how it came into it."""
    if joins := powers()[power].joins:
        engine.tell(JOINS[joins], "placing.joined", power=power)


def _not_home(engine: Engine, power: str, space: int, raised: bool) -> Violation:
    name = SPACES[space].name
    if power == "Britain" and space == AMSTERDAM:
        return objection("NY 12.2.5", "placing.amsterdam-used", space=name)
    remedy = Message(
        "placing.homes", spaces=Message.any_of([SPACES[n].name for n in bits(homes(engine, power))])
    )
    if power == "Jacobite":
        clause_id = "NY 7.2.6.c" if engine.board.revolution else "NY 7.2.6.b"
        if engine.board.revolution and home("France") >> space & 1:
            clause_id = "NY 7.2.6.d"
    else:
        clause_id = HOME_CLAUSES.get(power, "NY 12.3.4" if raised else "NY 12.2.3")
    return objection(clause_id, "placing.not-home", remedy, power=power, space=name)


def line_objection(
    engine: Engine, side: Side, power: str, space: int, clause_id: str, purpose: Purpose = "reinforcement"
) -> Violation:
    """Why a corps of a power in a space has no line to its own capital."""
    board = engine.board
    name = SPACES[space].name
    own = capitals(board, power, engine.context)
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
    stop = where_it_stops(board, Asked(name, side, purpose, power), engine.context)
    return objection(
        clause_id, "placing.no-line", None, power=power, space=name, capitals=Message.any_of(own), stop=stop
    )


@carries_out("NY 12.2.5", "NY 3.2")
def put_down(engine: Engine, side: Side, corps: int, power: str, space: int) -> None:
    """Puts a new corps down, and remembers a British one at Amsterdam."""
    board = engine.board
    board.add(side, space, corps)
    if power == "Britain" and space == AMSTERDAM:
        board.done_this_turn = (*board.done_this_turn, AT_AMSTERDAM)
