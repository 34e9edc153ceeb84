"""How many corps a space holds (NY 4.1)."""

import pytest
from war_table import KIT, position_with

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.position import Corps, Siege
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.stacking import full_spaces, overstacked, overstacked_spaces, room

LIMIT = KIT.numbers.stacking.limit
TOURNAI = NUMBER["Tournai"]


def board(inside, outside, besiegers=0, space="Tournai", power="France"):
    """So many corps of a power inside the fortress and in the open, and so many that besiege it."""
    corps = [
        *(Corps(power, space, inside=True) for _ in range(inside)),
        *(Corps(power, space) for _ in range(outside)),
        *(Corps("Dutch Republic", space) for _ in range(besiegers)),
    ]
    sieges = (Siege(space, "Alliance"),) if besiegers else ()
    return Board(position_with(corps=tuple(sorted(corps)), leaders=(), sieges=sieges))


@pytest.mark.clause("NY 4.1.1")
def test_a_garrison_takes_room_from_its_own_side_alone():
    besieged = board(2, 0, 3)
    assert room(besieged, "Bourbon", TOURNAI) == LIMIT - 2
    assert room(besieged, "Alliance", TOURNAI) == LIMIT - 3
    assert room(board(2, 3), "Bourbon", TOURNAI) == LIMIT - 5


@pytest.mark.clause("NY 4.1.1")
@pytest.mark.parametrize(("inside", "outside"), [(0, LIMIT), (2, LIMIT - 2)])
def test_a_space_is_full_at_the_limit_and_overstacked_beyond_it(inside, outside):
    full, over = board(inside, outside), board(inside, outside + 1)
    assert not overstacked(full.position(), "Tournai", "Bourbon")
    assert overstacked(over.position(), "Tournai", "Bourbon")
    assert (full_spaces(full, "Bourbon"), overstacked_spaces(full, "Bourbon")) == ([TOURNAI], [])
    assert overstacked_spaces(over, "Bourbon") == [TOURNAI]
    assert full_spaces(board(inside, outside - 1), "Bourbon") == []


@pytest.mark.clause("NY 4.1.1")
def test_a_position_and_its_board_agree():
    for outside in (LIMIT, LIMIT + 1):
        table = board(2, outside - 2)
        assert overstacked(table.position(), "Tournai", "Bourbon") == (outside > LIMIT)
        assert (room(table, "Bourbon", TOURNAI) < 0) == (outside > LIMIT)
