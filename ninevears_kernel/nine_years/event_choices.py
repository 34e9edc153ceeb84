"""What event cards do where somebody chooses: which corps, which space (NY 9.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from . import holding
from .agenda import objection
from .board import Board
from .event_conditions import area_mask
from .event_words import choice
from .land import CAPITALS, FORTIFIED, SPACES
from .notation import Action
from .piece_numbers import DEMORALISED, INSIDE, POWER_NUMBER, REDUCED, SIDE_OF_CORPS, USED, power_of
from .position import Line
from .sides import SIDES, Side, enemy
from .war import War


def _spaces(mask: int) -> Iterator[Action]:
    """The actions that choose one of the spaces of a mask."""
    while mask:
        low = mask & -mask
        yield "choose", low.bit_length() - 1
        mask ^= low


def _corps(verb: str, board: Board, sides: Iterable[Side], area: int) -> Iterator[Action]:
    """The actions that choose one of the corps in the open of these sides in an area."""
    for side in sides:
        stacks = board.stacks[side]
        for _, space in _spaces(board.held[side] & area):
            previous = -1
            for corps in stacks[space]:  # sorted, so that equal ones stand together
                if corps != previous:
                    yield verb, corps, space
                previous = corps


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
def weaken(war: War, corps: int, space: int) -> None:
    """A corps at full strength is reduced; a reduced one is eliminated."""
    board = war.board
    side, power, name = SIDE_OF_CORPS[corps], power_of(corps), SPACES[space].name
    board.take(side, space, corps)
    if not corps & REDUCED:
        board.add(side, space, corps | REDUCED)
        war.tell("NY 9.2.1", "events.reduced", power=power, space=name)
        return
    board.to_pool(corps)
    war.tell("NY 12.3.2", "events.eliminated", power=power, space=name)
    if not board.held[side] >> space & 1 and board.controller_of(space) == enemy(side):
        holding.displace_leaders(war, side, space)  # NY 14.3: a leader alone does not stay among enemies
    holding.settle(war, space)


choice(
    "weaken",
    "who area",
    "weaken",
    _side_in_area,
    _against_side_in_area,
    lambda war, chooser, side, area, corps, space: weaken(war, corps, space),
)
choice(
    "weaken-power",
    "power",
    "weaken",
    _of_power,
    _against_of_power,
    lambda war, chooser, power, corps, space: weaken(war, corps, space),
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


def _refresh(war: War, side: Side, corps: int, space: int) -> None:
    war.board.take(side, space, corps)
    war.board.add(side, space, corps & ~(REDUCED | DEMORALISED))
    war.tell("NY 9.2.1", "events.restored", power=power_of(corps), space=SPACES[space].name)


choice("restore", "", "refresh", _reduced, _against_refresh, _refresh)
choice(
    "restore-power",
    "power",
    "refresh",
    _reduced_of,
    _against_refresh_of,
    lambda war, chooser, power, corps, space: _refresh(war, chooser, corps, space),
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
def _revolt(war: War, chooser: Side, area: str, space: int) -> None:
    """An unfortified enemy space without corps goes over."""
    holding.displace_leaders(war, enemy(chooser), space)
    holding.take_control(war, chooser, space)


choice("revolt", "area", "choose", _open_towns, _against_revolt, _revolt)


# ---- fortified lines and fortresses


def _own_ground(board: Board, chooser: Side) -> Iterator[Action]:
    return _spaces(board.held[chooser] & board.control.of(chooser))


def _against_line(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    name = SPACES[space].name
    if not board.held[chooser] & board.control.of(chooser) & 1 << space:
        yield objection("NY 9.2.1", "events.no-ground", space=name, side=chooser)
    highest = board.kit.tables.fortified_lines.highest
    if _level(board, name) >= highest:
        yield objection("NY 15.1", "events.highest-line", space=name, count=highest)


def _level(board: Board, space: str) -> int:
    return next((line.level for line in board.lines if line.space == space), 0)


@carries_out("NY 15.1")
def _build_line(war: War, chooser: Side, space: int) -> None:
    board, name = war.board, SPACES[space].name
    level = _level(board, name) + 1
    others = tuple(line for line in board.lines if line.space != name)
    board.lines = (*others, Line(name, level))
    war.tell("NY 15.1", "events.line", space=name, level=level)


choice("fortify", "", "choose", _own_ground, _against_line, _build_line)


def _own_sieges(board: Board, chooser: Side) -> Iterator[Action]:
    return (
        _spaces(sum(1 << space for space in range(len(SPACES)) if board.siege_of(space)))
        if board.sieges
        else iter(())
    )


def _against_breach(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    siege = board.siege_of(space)
    if siege is None or siege.by != chooser:
        yield objection("NY 17.1", "events.no-siege", space=SPACES[space].name, side=chooser)
    elif board.strength(space) < 2:
        yield objection("NY 9.2.1", "events.last-strength", space=SPACES[space].name)


@carries_out("NY 17.2")
def _breach(war: War, chooser: Side, space: int) -> None:
    """A besieged fortress loses a strength point, but never the last, and the siege goes on."""
    siege = war.board.siege_of(space)
    if siege is not None:
        lost = siege.strength_lost + 1
        war.board.set_siege(space, structs.replace(siege, continuing=True, strength_lost=lost))
        war.tell("NY 17.2", "events.breach", space=siege.space, count=war.board.strength(space))


choice("breach", "", "choose", _own_sieges, _against_breach, _breach)


# ---- troops that rally, or march on


def _pieces_with(board: Board, side: Side, space: int, flag: int) -> bool:
    """Whether a side has pieces with this flag in a space, besieged ones too."""
    inside = board.garrisons.get(space, ()) if board.controller_of(space) == side else ()
    return any(corps & flag for corps in (*board.stacks[side][space], *inside)) or any(
        board.state[leader] & flag for leader in board.leaders_at(side, space)
    )


def _spaces_with(board: Board, side: Side, flag: int) -> Iterator[Action]:
    """The actions that choose a space where a side has pieces with this flag."""
    where, state = board.where, board.state
    mask = 0
    for leader in board.kit.leaders_of[side]:
        if state[leader] & flag and where[leader] >= 0:
            mask |= 1 << where[leader]
    stacks = [*enumerate(board.stacks[side]), *board.garrisons.items()]
    for space, stack in stacks:
        for corps in stack:
            if corps & flag and SIDE_OF_CORPS[corps] == side:
                mask |= 1 << space
                break
    return _spaces(mask)


def _against_rally(board: Board, chooser: Side, space: int) -> Iterator[Violation]:
    if not _pieces_with(board, chooser, space, DEMORALISED):
        yield objection("NY 9.2.1", "events.nobody-to-rally", space=SPACES[space].name, side=chooser)


@carries_out("NY 9.2.1")
def _rally(war: War, chooser: Side, space: int) -> None:
    """All leaders and corps of a side in a space are demoralised no more."""
    board = war.board
    board.put(chooser, space, (corps & ~DEMORALISED for corps in board.stacks[chooser][space]))
    if space in board.garrisons and board.controller_of(space) == chooser:
        board.put_inside(space, (corps & ~DEMORALISED for corps in board.garrisons[space]))
    for leader in board.leaders_at(chooser, space):
        board.state[leader] &= ~DEMORALISED
    war.tell("NY 9.2.1", "events.rallied", space=SPACES[space].name, side=chooser)


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
def _march_on(war: War, chooser: Side, space: int) -> None:
    """The pieces of a space may take part in an action once more this round."""
    board = war.board
    board.put(chooser, space, (corps & ~USED for corps in board.stacks[chooser][space]))
    for leader in board.leaders_at(chooser, space):
        if not board.state[leader] & INSIDE:
            board.state[leader] &= ~USED
    war.tell("NY 13.4.3", "events.fresh", space=SPACES[space].name, side=chooser)


choice(
    "march-on",
    "",
    "choose",
    lambda board, chooser: _spaces_with(board, chooser, USED),
    _against_march_on,
    _march_on,
)
