"""Random boards at the start of a year, and whether the options of a decision are what nothing stands
against.
"""

from hypothesis import strategies as st
from test_supply import positions

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    POWERS,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
    WAITS,
    corps_number,
)
from ninevears_kernel.nine_years.components.position import BothSides, Fleet, Line, Pool
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine, legal_actions

spaces = st.integers(0, len(SPACES) - 1)
few = st.integers(0, 3)
# made once: what is made for each example is looked through by hypothesis for each
powers, numbers = st.sampled_from(POWERS), st.sampled_from((1, 2, 6, 13))
MARKS = [f"{verb} {power}" for verb in ("raise", "restore") for power in POWERS]
MARKS += ["corps at Amsterdam", "fleet Brest", "fleet Mediterranean", "line Tournai", "line Paris"]
marks = st.lists(st.sampled_from(MARKS), max_size=6)
fleet_places = st.sampled_from((("pool", 0), ("port", 1), ("port", 2), ("box", 0), ("gone", 0)))
with_lines = st.sets(spaces, max_size=4)
leader_places = st.one_of(st.sampled_from((WAITS, ABSENT)), spaces)
leader_states = st.sampled_from((0, 0, USED))


@st.composite
def boards(draw) -> Board:
    """Any control, seas and sieges, with corps here and there, and anything done already this turn."""
    board = Board(draw(positions()))
    board.resource_left = BothSides(draw(few), draw(few))
    board.pools = tuple(Pool(power, draw(few)) for power in POWERS)
    for _ in range(draw(st.integers(0, 12))):
        power, space = draw(powers), draw(spaces)
        number = draw(numbers)
        corps = corps_number(power, reduced=draw(st.booleans()))
        side, siege = SIDE_OF_CORPS[corps], board.siege_of(space)
        if siege and siege.by != side:
            board.put_inside(space, (corps,))
        else:
            board.add(side, space, *[corps] * number)
    board.done_this_turn = tuple(draw(marks))
    board.kww_support = tuple(side for side in SIDES if draw(st.booleans()))
    board.fleets = tuple(Fleet(fleet.name, *draw(fleet_places)) for fleet in board.fleets)
    board.lines = tuple(Line(SPACES[n].name, draw(st.integers(1, 3))) for n in draw(with_lines))
    for leader in range(len(board.where)):
        board.where[leader] = draw(leader_places)
        board.state[leader] = draw(leader_states)
    return board


def board_war(board: Board, readings=None) -> Engine:
    """A war on this board that rolls no dice."""
    return Engine(board, RulingContext(chosen=readings or {}, recorded=False))


def differences(engine: Engine, name: str, arguments: list, domain) -> list:
    """Actions that are offered though something stands against them, or the other way round."""
    rule = DECISION_RULES[name]
    offered = list(legal_actions(engine, rule, arguments))
    assert len(offered) == len(set(offered)), "an option twice"
    free = [action for action in domain if next(rule.objections(engine, action, *arguments), None) is None]
    return sorted(map(str, set(offered) ^ set(free)))


REDUCED_CORPS = [power << 3 | flags for power in range(len(POWERS)) for flags in (0, REDUCED, REDUCED | 2)]
