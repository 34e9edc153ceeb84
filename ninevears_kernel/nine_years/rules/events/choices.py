"""What event cards do where somebody chooses: which corps, which space (NY 9.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_graph import bits, mask_of, mask_of_spaces
from ...components.map_masks import CAPITALS, FORTIFIED, SPACES
from ...components.piece_numbers import (
    DEMORALISED,
    INSIDE,
    POWER_NUMBER,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
    power_of,
    top_corps,
)
from ...components.sides import SIDES, Side, enemy
from ...engine.board import Board
from ...engine.choices import violations_of
from ...engine.engine import Engine
from ...engine.notation import Action
from .. import control as holding
from .conditions import area_mask
from .vocabulary import ChoiceWord, choice


def _spaces(mask: int) -> Iterator[Action]:
    """The actions that choose one of the spaces of a mask."""
    for space in bits(mask):
        yield "choose", space


def _corps(verb: str, board: Board, sides: Iterable[Side], area: int) -> Iterator[Action]:
    """The actions that choose one of the corps in the open of these sides in an area."""
    for side in sides:
        stacks = board.stacks[side]
        for space in bits(board.held[side] & area):
            for corps in dict.fromkeys(stacks[space]):
                yield verb, corps, space


def _there(board: Board, corps: int, space: int) -> bool:
    return corps in board.stacks[SIDE_OF_CORPS[corps]][space]


def _not_there(corps: int, space: int) -> Violation:
    return objection("NY 9.2.1", "events.no-such-corps", power=power_of(corps), space=SPACES[space].name)


def _shown(area: str) -> str | Message:
    return Message("events.anywhere") if area == "anywhere" else area


# ---- corps that are reduced or lost


def _side_in_area(board: Board, chooser: Side, side: Side, area: str) -> Iterator[Action]:
    return _corps("weaken", board, (side,), area_mask(area))


def _against_side_in_area(
    board: Board, chooser: Side, side: Side, area: str, corps: int, space: int
) -> Iterator[Violation]:
    if not _there(board, corps, space):
        yield _not_there(corps, space)
    if SIDE_OF_CORPS[corps] != side or not area_mask(area) >> space & 1:
        yield objection("NY 9.2.1", "events.other-corps", side=side, area=_shown(area))


def _of_power(board: Board, chooser: Side, power: str) -> Iterator[Action]:
    number = POWER_NUMBER[power]
    everywhere = _corps("weaken", board, SIDES, area_mask("anywhere"))
    return (action for action in everywhere if action[1] >> 3 == number)


def _against_of_power(board: Board, chooser: Side, power: str, corps: int, space: int) -> Iterator[Violation]:
    if not _there(board, corps, space):
        yield _not_there(corps, space)
    if power_of(corps) != power:
        yield objection("NY 9.2.1", "events.other-power", power=power)


@carries_out("NY 9.2.1", "NY 12.3.2")
def weaken(engine: Engine, corps: int, space: int) -> None:
    """A corps at full strength is reduced; a reduced one is eliminated."""
    board = engine.board
    side, power, name = SIDE_OF_CORPS[corps], power_of(corps), SPACES[space].name
    if board.weaken(side, space, corps):
        engine.tell("NY 9.2.1", "events.reduced", power=power, space=name)
        return
    engine.tell("NY 12.3.2", "events.eliminated", power=power, space=name)
    holding.settle(engine, space)  # NY 14.3: a leader who is alone now does not stay among enemies


def _stacks_in_area(board: Board, chooser: Side, side: Side, area: str) -> Iterator[Action]:
    return _spaces(board.held[side] & area_mask(area))


def _against_stack_in_area(
    board: Board, chooser: Side, side: Side, area: str, space: int
) -> Iterator[Violation]:
    if not board.held[side] >> space & 1:
        yield objection("NY 9.2.1", "events.no-corps-there", side=side, space=SPACES[space].name)
    if not area_mask(area) >> space & 1:
        yield objection("NY 9.2.1", "events.other-corps", side=side, area=_shown(area))


@carries_out("NY 9.2.1", "NY 4.4")
def _weaken_top(engine: Engine, chooser: Side, side: Side, area: str, *named: int) -> None:
    """Of the other side's stack, into which nobody looks, the corps that lies on top; in logs of before the
    one that was named.
    """
    corps = named[0] if len(named) > 1 else top_corps(engine.board.stacks[side][named[-1]])
    weaken(engine, corps, named[-1])


def names_covered(engine: Engine, action: Action) -> bool:
    """Whether an action names the corps of an enemy stack which an event reduces, as logs of before do."""
    if action[0] != "weaken":
        return False
    _, corps, space = action
    return _there(engine.board, corps, space) and all(
        one.clause_id == "NY 4.4" for one in violations_of(engine, action)
    )


choice(
    "weaken",
    "who area",
    "weaken",
    _side_in_area,
    _against_side_in_area,
    lambda engine, chooser, side, area, corps, space: weaken(engine, corps, space),
    ChoiceWord(
        ("who", "who", "area"),
        "choose",
        _stacks_in_area,
        _against_stack_in_area,
        _weaken_top,
        is_of_enemy=True,
    ),
)
choice(
    "weaken-power",
    "power",
    "weaken",
    _of_power,
    _against_of_power,
    lambda engine, chooser, power, corps, space: weaken(engine, corps, space),
)


# ---- corps that are restored


def _reduced(board: Board, chooser: Side) -> Iterator[Action]:
    return (a for a in _corps("refresh", board, (chooser,), area_mask("anywhere")) if a[1] & REDUCED)


def _reduced_of(board: Board, chooser: Side, power: str) -> Iterator[Action]:
    number = POWER_NUMBER[power]
    return (action for action in _reduced(board, chooser) if action[1] >> 3 == number)


def _against_refresh(board: Board, chooser: Side, corps: int, space: int) -> Iterator[Violation]:
    if not _there(board, corps, space):
        yield _not_there(corps, space)
    if SIDE_OF_CORPS[corps] != chooser or not corps & REDUCED:
        yield objection("NY 9.2.1", "events.not-reduced", side=chooser)


def _against_refresh_of(
    board: Board, chooser: Side, power: str, corps: int, space: int
) -> Iterator[Violation]:
    yield from _against_refresh(board, chooser, corps, space)
    if power_of(corps) != power:
        yield objection("NY 9.2.1", "events.other-power", power=power)


def _refresh(engine: Engine, side: Side, corps: int, space: int) -> None:
    engine.board.turn(side, space, corps, corps & ~(REDUCED | DEMORALISED))
    engine.tell("NY 9.2.1", "events.restored", power=power_of(corps), space=SPACES[space].name)


choice("restore", "", "refresh", _reduced, _against_refresh, _refresh)
choice(
    "restore-power",
    "power",
    "refresh",
    _reduced_of,
    _against_refresh_of,
    lambda engine, chooser, power, corps, space: _refresh(engine, chooser, corps, space),
)


# ---- a revolt


def _open_towns(board: Board, chooser: Side, area: str) -> Iterator[Action]:
    other = enemy(chooser)
    return _spaces(board.control.of(other) & area_mask(area) & ~(FORTIFIED | CAPITALS | board.held[other]))


def _against_revolt(board: Board, chooser: Side, area: str, space: int) -> Iterator[Violation]:
    other, name = enemy(chooser), SPACES[space].name
    if not board.control.of(other) >> space & 1 or not area_mask(area) >> space & 1:
        yield objection("NY 9.2.1", "events.no-revolt-there", space=name, side=other, area=_shown(area))
    if (FORTIFIED | CAPITALS) >> space & 1:
        yield objection("NY 9.2.1", "events.no-open-town", space=name)
    if board.held[other] >> space & 1:
        yield objection("NY 9.2.1", "events.held-down", space=name, side=other)


@carries_out("NY 9.2.1", "NY 2.3")
def _revolt(engine: Engine, chooser: Side, area: str, space: int) -> None:
    """An unfortified enemy space without corps goes over."""
    holding.displace_leaders(engine, enemy(chooser), space)
    holding.take_control(engine, chooser, space)


choice("revolt", "area", "choose", _open_towns, _against_revolt, _revolt)


# ---- fortified lines and fortresses


def _own_ground(board: Board, chooser: Side) -> Iterator[Action]:
    return _spaces(board.held[chooser] & board.control.of(chooser))


def _against_line(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    name = SPACES[space].name
    if not board.held[chooser] & board.control.of(chooser) & 1 << space:
        yield objection("NY 9.2.1", "events.no-ground", space=name, side=chooser)
    highest = board.rule_tables.numbers.fortified_lines.highest
    if board.line_at(space) >= highest:
        yield objection("NY 15.1", "events.highest-line", space=name, count=highest)


@carries_out("NY 15.1")
def _build_line(engine: Engine, chooser: Side, space: int) -> None:
    level = engine.board.line_at(space) + 1
    engine.board.set_line(space, level)
    engine.tell("NY 15.1", "events.line", space=SPACES[space].name, level=level)


choice("fortify", "", "choose", _own_ground, _against_line, _build_line)


def _own_sieges(board: Board, chooser: Side) -> Iterator[Action]:
    return _spaces(mask_of_spaces(tuple(siege.space for siege in board.sieges)))


def _against_breach(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    siege = board.siege_of(space)
    if siege is None or siege.by != chooser:
        yield objection("NY 17.1", "events.no-siege", space=SPACES[space].name, side=chooser)
    elif board.strength(space) < 2:
        yield objection("NY 9.2.1", "events.last-strength", space=SPACES[space].name)


@carries_out("NY 17.2")
def _breach(engine: Engine, chooser: Side, space: int) -> None:
    """A besieged fortress loses a strength point, but never the last, and the siege goes on."""
    siege = engine.board.siege_of(space)
    if siege is not None:
        lost = siege.strength_lost + 1
        engine.board.set_siege(space, structs.replace(siege, continuing=True, strength_lost=lost))
        engine.tell("NY 17.2", "events.breach", space=siege.space, count=engine.board.strength(space))


choice("breach", "", "choose", _own_sieges, _against_breach, _breach)


# ---- troops that rally, or march on


def _pieces_with(board: Board, side: Side, space: int, flag: int) -> bool:
    """Whether a side has pieces with this flag in a space, besieged ones too."""
    return any(corps & flag for corps in board.troops(side, space)) or any(
        board.state[leader] & flag for leader in board.leaders_at(side, space)
    )


def _spaces_with(board: Board, side: Side, flag: int) -> Iterator[Action]:
    """The actions that choose a space where a side has pieces with this flag."""
    where, state = board.where, board.state
    stacks = (*enumerate(board.stacks[side]), *board.garrisons.items())
    spaces = {
        where[one] for one in board.rule_tables.leaders_of[side] if state[one] & flag and where[one] >= 0
    }
    spaces |= {n for n, stack in stacks for one in stack if one & flag and SIDE_OF_CORPS[one] == side}
    return _spaces(mask_of(spaces))


def _against_rally(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    if not _pieces_with(board, chooser, space, DEMORALISED):
        yield objection("NY 9.2.1", "events.nobody-to-rally", space=SPACES[space].name, side=chooser)


@carries_out("NY 9.2.1")
def _rally(engine: Engine, chooser: Side, space: int) -> None:
    """All leaders and corps of a side in a space are demoralised no more."""
    board = engine.board
    board.put(chooser, space, (corps & ~DEMORALISED for corps in board.stacks[chooser][space]))
    if space in board.garrisons and board.controller_of(space) == chooser:
        board.put_inside(space, (corps & ~DEMORALISED for corps in board.garrisons[space]))
    for leader in board.leaders_at(chooser, space):
        board.state[leader] &= ~DEMORALISED
    engine.tell("NY 9.2.1", "events.rallied", space=SPACES[space].name, side=chooser)


choice(
    "rally",
    "",
    "choose",
    lambda board, chooser: _spaces_with(board, chooser, DEMORALISED),
    _against_rally,
    _rally,
)


def _against_march_on(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    stack = board.stacks[chooser][space]
    if any(corps & USED for corps in stack) or any(
        board.state[leader] & (USED | INSIDE) == USED for leader in board.leaders_at(chooser, space)
    ):
        return
    yield objection("NY 9.2.1", "events.nobody-used", space=SPACES[space].name, side=chooser)


@carries_out("NY 13.4.3")
def _march_on(engine: Engine, chooser: Side, space: int) -> None:
    """The pieces of a space may take part in an action once more this round."""
    board = engine.board
    board.put(chooser, space, (corps & ~USED for corps in board.stacks[chooser][space]))
    for leader in board.leaders_at(chooser, space):
        if not board.state[leader] & INSIDE:
            board.state[leader] &= ~USED
    engine.tell("NY 13.4.3", "events.fresh", space=SPACES[space].name, side=chooser)


choice(
    "march-on",
    "",
    "choose",
    lambda board, chooser: _spaces_with(board, chooser, USED),
    _against_march_on,
    _march_on,
)
