"""King William's War: its roll, what bears on it, the points and the cards that it moves."""

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.position import Position
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.king_william import cards_fewer, shift


def rolled(die: int, **fields) -> Position:
    """The position after the roll of a year."""
    return table(position_with(**fields), ("king-william-roll",), dice=[die]).board.position()


@pytest.mark.clause("NY 18.3")
@pytest.mark.parametrize(("die", "cell"), [(1, -1), (2, -1), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_the_roll_moves_the_marker_one_cell_or_leaves_it(die, cell):
    assert rolled(die).kww_cell == cell


@pytest.mark.clause("NY 18.2", "NY 18.3")
@pytest.mark.parametrize(
    ("support", "die", "cell"),
    [
        (("Alliance",), 4, 1),
        (("Bourbon",), 3, -1),
        (("Bourbon",), 5, 0),
        (("Bourbon", "Alliance"), 4, 0),
        (("Bourbon", "Alliance"), 5, 1),
    ],
)
def test_colonial_support_counts_on_one_roll_and_is_then_removed(support, die, cell):
    after = rolled(die, kww_support=support)
    assert after.kww_cell == cell
    assert after.kww_support == ()


@pytest.mark.clause("NY 18.3", "NY 8.1")
def test_a_strengthened_position_counts_on_this_turns_roll_alone():
    engine = table(position_with(year=1690), ("strengthen", "Alliance"), ("king-william-roll",), dice=[4])
    assert options(engine) == ["strengthen", "pass"]
    choose(engine, "strengthen")
    assert engine.board.kww_cell == 1
    assert engine.board.kww_strengthened == ("Alliance",)
    later = engine.board.position().replace(done_this_turn=())
    assert table(later, ("king-william-roll",), dice=[4]).board.kww_cell == 1


@pytest.mark.clause("NY 18.3")
def test_what_both_sides_do_is_added_up():
    fields = {
        "kww_support": ("Bourbon",),
        "kww_strengthened": ("Bourbon", "Alliance"),
        "done_this_turn": ("strengthened-Bourbon",),
    }
    assert rolled(4, **fields).kww_cell == -1  # 4 - 1 for support - 1 for the strengthened position
    assert rolled(5, **fields).kww_cell == 0


@pytest.mark.clause("NY 8.1")
def test_a_side_that_has_strengthened_its_position_cannot_do_so_again():
    engine = table(position_with(kww_strengthened=("Bourbon",)), ("strengthen", "Alliance"))
    assert clauses_against(engine, "strengthen") == []
    engine.board.agenda[-1] = ("strengthen", "Bourbon")
    assert clauses_against(engine, "strengthen") == ["NY 8.1"]
    assert clauses_against(engine, "pass") == []


def test_a_side_may_pass_and_keep_its_chance():
    engine = choose(table(position_with(), ("strengthen", "Bourbon")), "pass")
    assert engine.board.kww_strengthened == engine.board.done_this_turn == ()


@pytest.mark.clause("NY 18.1")
@pytest.mark.parametrize(("cell", "side", "after", "points"), [(0, "Alliance", 1, 23), (1, "Bourbon", 0, 21)])
def test_moving_the_marker_shifts_the_points_by_the_difference(cell, side, after, points):
    engine = table(position_with(kww_cell=cell))
    shift(engine, side)
    assert (engine.board.kww_cell, engine.board.victory_points) == (after, points)
    assert "NY 18.1" in cited(engine)


@pytest.mark.clause("NY 18.1")
@pytest.mark.parametrize(("cell", "side"), [(2, "Alliance"), (-2, "Bourbon")])
def test_at_the_end_of_its_track_the_marker_stays(cell, side):
    engine = table(position_with(kww_cell=cell))
    shift(engine, side)
    assert (engine.board.kww_cell, engine.board.victory_points) == (cell, 22)


@pytest.mark.clause("NY 18.4")
@pytest.mark.parametrize(
    ("cell", "bourbon", "alliance"), [(2, 1, 0), (1, 0, 0), (0, 0, 0), (-1, 0, 0), (-2, 0, 1)]
)
def test_the_side_that_has_lost_the_colonies_draws_a_card_fewer(cell, bourbon, alliance):
    board = Board(position_with(kww_cell=cell))
    assert (cards_fewer(board, "Bourbon"), cards_fewer(board, "Alliance")) == (bourbon, alliance)
