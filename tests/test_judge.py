"""The judge of positions: what both players see, in victory points; never against what a player counts."""

import pytest
from other_secrets import exchanged
from walks import a_walk

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Result
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.play.judge import balance, chance, parts, sight, weights

WALKS = [(seed, choices) for seed in range(3) for choices in (40, 160, 400)]


@pytest.fixture
def board():
    return Board(scenario_1688())


@pytest.mark.parametrize(("seed", "choices"), WALKS)
@pytest.mark.parametrize("seat", ["Bourbon", "Alliance", "both"])
def test_what_a_seat_may_not_see_changes_nothing(seat, seed, choices):  # NY 4.4
    game = a_walk(seed, choices)
    other = exchanged(game, seat, seed + 1)
    assert sight(game.engine.board) == sight(other.engine.board)


@pytest.mark.parametrize(("seed", "choices"), WALKS)
def test_the_sides_share_one_chance_and_its_parts_add_up(seed, choices):
    board = a_walk(seed, choices).engine.board
    assert chance(board, "Alliance") + chance(board, "Bourbon") == pytest.approx(1)
    seen = sight(board)
    assert sum(part.points for part in parts(seen)) == pytest.approx(balance(seen))
    assert (balance(seen) > 0) == (chance(board) > 0.5)


@pytest.mark.parametrize("side", SIDES)
def test_a_point_a_corps_a_town_never_hurt(board, side):
    before = chance(board, side)
    board.score(side, 1)
    assert chance(board, side) > before
    before = chance(board, side)
    board.add(
        side,
        NUMBER["Paris" if side == "Bourbon" else "Amsterdam"],
        corps_number("France" if side == "Bourbon" else "Dutch Republic"),
    )
    assert chance(board, side) >= before
    before = chance(board, side)
    board.set_control(NUMBER["London"], side)
    assert chance(board, side) >= before


@pytest.mark.parametrize("side", SIDES)
def test_a_war_that_is_over_is_certain(board, side):  # NY 6.3
    board.result = Result(side, "minor", "peace")
    assert [chance(board, one) for one in SIDES] == [float(one == side) for one in SIDES]


def test_the_points_of_london_come_little_by_little(board):  # NY 8.5.c.2
    board.set_control(NUMBER["London"], "Bourbon")
    board.phase = "campaign"
    dues = []
    for cards in range(5, -1, -1):
        for side in SIDES:
            board.set_hand(side, replace_actions(board.hand(side), cards))
        dues.append(sight(board).due)
    assert dues[0] == 0
    assert dues == sorted(dues, reverse=True)
    assert dues[-1] == -2
    board.phase, board.agenda = "winter", [("winter-end",)]
    assert sight(board).due == 0  # they are on the track already


def replace_actions(hand, count):
    from msgspec.structs import replace

    return replace(hand, actions=(1,) * count)


def test_a_corps_more_on_a_front_never_hurts(board):  # NY 16.2
    for side in SIDES:
        number = corps_number("France" if side == "Bourbon" else "Dutch Republic")
        for space in ("Lille", "Mainz", "Turin", "Barcelona", "Dublin", "London"):
            before = chance(board, side)
            board.add(side, NUMBER[space], number)
            assert chance(board, side) >= before - 1e-12, (side, space)


def test_all_that_counts_counts_for_the_side_that_has_it():
    """No weight is below nothing: what is good for a side never counts against it."""
    assert min(weights().features.values()) >= 0
    assert weights().point > 0


def test_the_weights_say_what_they_were_fitted_to():
    fitted = weights()
    assert fitted.wars >= 600
    assert fitted.date
    assert fitted.seeds
    for band in ("all", "1689-92"):
        assert fitted.score[band]["brier"] < fitted.score[band]["points and time"]
        assert fitted.score[band]["difference"][1] < 0  # an interval that leaves out nothing
        assert fitted.score[band]["calibration"]
    assert 0.05 < fitted.error < 0.2
