"""How Savoy leaves the war (NY 7.2.1.c, 7.2.1.d)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_graph import bits
from ...components.map_masks import NUMBER, SPACES, home, nearest
from ...components.piece_numbers import ABSENT, POWER_NUMBER
from ...components.position import Pool
from ...components.powers import SAVOY, capitals, savoy_is_neutral
from ...components.sides import SIDES, Side, enemy
from ...engine.agenda import decision, permission, step
from ...engine.board import Board
from ...engine.engine import Engine
from ...engine.notation import Action
from ..control import settle
from ..lines_now import tell_line
from ..supply import Asked, has_line
from .withdrawal import disband, in_order, move, resting_places

LEAVES_FROM = 1696  # NY 7.2.1.c
POINTS = 1  # NY 7.2.1.d
POWER_WITH_CAPITAL: dict[Side, str] = {"Bourbon": "France", "Alliance": "Austria"}
"""Whose capital the troops must be joined to: Paris and Vienna (NY 7.2.1.d)."""

Numbers = tuple[int, ...]


@carries_out("NY 7.2.1.c")
def against_the_occasion(board: Board, turin_falls: bool) -> Iterator[Violation]:
    """What stands against asking now whether Savoy is made neutral: in winter the year, else nothing."""
    if not turin_falls and board.year < LEAVES_FROM:
        yield objection("NY 7.2.1.c", "savoy.too-early", year=LEAVES_FROM)


@step("savoy-exit")
@carries_out("NY 7.2.1.c")
def ask_both(engine: Engine) -> None:
    """Asks each side in the order of initiative whether it makes Savoy neutral."""
    engine.then(*(("neutralise-savoy", side) for side in in_order(engine.board.year)))


def _answers(engine: Engine, side: Side) -> list[Action]:
    return [("neutralise",), ("pass",)]


def _against(engine: Engine, action: Action, side: Side) -> Iterator[Violation]:
    return against_neutralising(engine.board, side)


@carries_out("NY 7.2.1.c")
def against_neutralising(board: Board, side: Side) -> Iterator[Violation]:
    """What stands against a side's making Savoy neutral, or leaving it as it is, when it is asked."""
    if savoy_is_neutral(board):
        yield objection("NY 7.2.1.c", "savoy.neutral-already")
    elif not board.control.of(side) & home(SAVOY):
        yield objection("NY 7.2.1.c", "savoy.no-fortress", side=side)


@permission("neutralise-savoy", "neutralise")
@carries_out("NY 7.2.1.c")
def _may_neutralise(engine: Engine, action: Action, side: Side) -> None:
    board = engine.board
    names = [SPACES[space].name for space in bits(board.control.of(side) & home(SAVOY))]
    occasion = "savoy.occasion-winter" if board.phase == "winter" else "savoy.occasion-turin"
    engine.tell("NY 7.2.1.c", occasion, year=board.year)
    engine.tell("NY 7.2.1.c", "savoy.holds-fortress", side=side, spaces=Message.all_of(names))


def _answer(engine: Engine, action: Action, side: Side) -> None:
    if action[0] == "neutralise":
        leave(engine, side)


decision("neutralise-savoy", "side", "NY 7.2.1.c", "neutralise pass", _answers, _answer, _against)


@carries_out("NY 7.2.1.d", "NY 6.1.2")
def leave(engine: Engine, side: Side) -> None:
    """A side makes Savoy neutral: its pieces leave the game, and all troops leave its spaces."""
    board = engine.board
    engine.tell("NY 7.2.1.d", "savoy.leaves", side=side)
    board.savoy_left = True
    _remove_pieces(engine)
    if side == "Bourbon":
        board.score("Bourbon", POINTS)
        engine.tell("NY 7.2.1.d", "savoy.scored", count=POINTS, total=board.victory_points)
    marches = [
        ("leave-savoy", one, space)
        for one in in_order(board.year)
        for space in bits(home(SAVOY))
        if board.troops(one, space) or board.leaders_at(one, space)
    ]
    engine.then(*marches, ("savoy-neutral",), ("victory-at-once",))


@step("savoy-neutral")
@carries_out("NY 7.2.1.d", "NY 2.3")
def make_neutral(engine: Engine) -> None:
    """When all troops are gone the spaces of Savoy become neutral, without victory points."""
    board = engine.board
    for space in bits(home(SAVOY)):
        board.free_garrison(space)
        for side in SIDES:
            disband(engine, side, space)
        board.set_control(space, None)
    board.lines = tuple(line for line in board.lines if not home(SAVOY) >> NUMBER[line.space] & 1)  # NY 15.1


def _remove_pieces(engine: Engine) -> None:
    """Takes all Savoyard corps, on the map, in the pool or on their way, and leaders out of the game."""
    board, savoyard = engine.board, POWER_NUMBER[SAVOY]
    left = []
    for space in bits(board.held["Alliance"]):
        stack = board.stacks["Alliance"][space]
        if any(corps >> 3 == savoyard for corps in stack):
            board.put("Alliance", space, [corps for corps in stack if corps >> 3 != savoyard])
            left.append(space)
    for space, garrison in list(board.garrisons.items()):
        board.put_inside(space, [corps for corps in garrison if corps >> 3 != savoyard])
    board.pools = tuple(Pool(SAVOY, 0) if pool.power == SAVOY else pool for pool in board.pools)
    board.waiting = tuple(one for one in board.waiting if one.power != SAVOY)
    for number, leader in enumerate(engine.rule_tables.leaders):
        if leader.power == SAVOY:
            board.where[number], board.state[number] = ABSENT, 0
    for space in left:
        settle(engine, space)


# ---- where the others go


@carries_out("NY 7.2.1.d")
def havens(engine: Engine, side: Side, space: int) -> Numbers:
    """The nearest friendly spaces, without enemy troops, that have a line to Paris or to Vienna.

    With no such space left the troops go where they would go in winter (19.a).
    """
    after = _without_savoy(engine.board)
    places = after.control.of(side) & ~after.held[enemy(side)]
    while found := nearest(side, space, places):
        if joined := tuple(place for place in found if _is_joined(engine, after, side, place)):
            return joined
        for place in found:
            places &= ~(1 << place)
    return resting_places(after, side, space)


def _without_savoy(board: Board) -> Board:
    """The board as it will be for lines of communication: with a neutral Savoy."""
    after = board.copy()
    for space in bits(home(SAVOY)):
        after.set_control(space, None)
        after.set_siege(space, None)
    return after


def _is_joined(engine: Engine, after: Board, side: Side, space: int) -> bool:
    asked = Asked(SPACES[space].name, side, "reinforcement", POWER_WITH_CAPITAL[side])
    return has_line(after, asked, engine.context)


@permission("leave-savoy", "rest")
@carries_out("NY 7.2.1.d")
def _may_rest(engine: Engine, action: Action, side: Side, space: int) -> None:
    to, after = SPACES[action[1]].name, _without_savoy(engine.board)
    asked = Asked(to, side, "reinforcement", POWER_WITH_CAPITAL[side])
    if has_line(after, asked, engine.context):
        (capital,) = capitals(after, POWER_WITH_CAPITAL[side], engine.context)
        tell_line(Engine(after, engine.context), asked._replace(capital=capital), "NY 7.2.1.d")


def _havens(engine: Engine, side: Side, space: int) -> list[Action]:
    return [("rest", place) for place in havens(engine, side, space)]


def _against_haven(engine: Engine, action: Action, side: Side, space: int) -> Iterator[Violation]:
    board, to = engine.board, action[1]
    nearest_ones = havens(engine, side, space)
    if to in nearest_ones:
        return
    name, after = SPACES[to].name, _without_savoy(board)
    if not after.control.of(side) >> to & 1:
        yield objection("NY 7.2.1.d", "winter.not-friendly", space=name, side=side)
    elif not _is_joined(engine, after, side, to):
        yield objection("NY 7.2.1.d", "savoy.no-line", space=name, power=POWER_WITH_CAPITAL[side])
    if board.held[enemy(side)] >> to & 1:
        yield objection("NY 4.3", "winter.enemy-there", space=name)
    may = [SPACES[place].name for place in nearest_ones]
    yield objection("NY 7.2.1.d", "winter.not-nearest", space=name, nearest=may)


def _go_home(engine: Engine, action: Action, side: Side, space: int) -> None:
    board, to = engine.board, action[1]
    if board.controller_of(space) == side:
        board.add(side, space, *board.garrisons.get(space, ()))
        board.put_inside(space, ())
    move(engine, side, space, to, board.stacks[side][space])
    engine.tell("NY 7.2.1.d", "winter.rests", side=side, origin=SPACES[space].name, space=SPACES[to].name)
    settle(engine, space)


decision("leave-savoy", "side space", "NY 7.2.1.d", "rest", _havens, _go_home, _against_haven)
