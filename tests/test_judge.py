"""The judge of positions: what both players see, in victory points; never against what a player counts."""

import pytest
from other_secrets import exchanged
from walks import a_walk

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Fleet, Result
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.notation import FLEETS
from ninevears_kernel.nine_years.rules.fleets import BASES, fleet_row, owner_of
from ninevears_kernel.play.judge import balance, chance, parts, sight, weights
from ninevears_kernel.play.odds import fleet

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


def test_a_capital_that_loses_the_war_is_as_good_as_the_war(board):  # NY 6.2.A.1, 6.2.B.1
    """Once it is joined to the taker's land, the more the nearer winter is; a raid is not."""
    board.phase = "campaign"
    before = chance(board)
    board.set_control(NUMBER["Paris"], "Alliance")
    assert sight(board).ends == 0
    assert chance(board) == pytest.approx(before, abs=0.1)
    for space in (
        "Dunkirk",
        "Calais",
        "Amiens",
        "Ypres",
        "Lille",
        "Tournai",
        "Valenciennes",
        "Sedan",
        "Reims",
    ):
        if space in NUMBER:
            board.set_control(NUMBER[space], "Alliance")
    found = []
    for cards in (5, 3, 1, 0):
        for side in SIDES:
            board.set_hand(side, replace_actions(board.hand(side), cards))
        found.append(sight(board).ends)
        assert chance(board) > found[-1]
        assert sum(part.points for part in parts(sight(board))) == pytest.approx(balance(sight(board)))
    assert found == sorted(found)
    assert found[0] > 0.4
    assert found[-1] > 0.8
    board.phase = "winter"
    assert chance(board) > 0.99
    assert sum(part.points for part in parts(sight(board))) == pytest.approx(balance(sight(board)))


def test_all_points_are_as_good_as_the_war(board):  # NY 6.2.A.2, 6.2.B.2
    for side, points in (("Alliance", 35), ("Bourbon", 0)):
        board.victory_points = points
        board.phase = "winter"
        assert chance(board, side) > 0.9


@pytest.mark.parametrize("name", FLEETS)
def test_to_pay_for_a_fleet_again_is_no_great_thing_and_to_lose_it_is(board, name):  # NY 12.3.6
    """Nothing is worth less when it is paid for, or more when it is gone."""
    side = owner_of(name)
    board.phase = "reinforcement"
    board.set_sea(fleet_row(name)["zone"], None)

    def with_fleet(place, strength=0):
        board.set_fleet(Fleet(name, place, strength))
        return chance(board, side)

    lost, pool, one, two = (with_fleet(*given) for given in (("gone",), ("pool",), ("port", 1), ("port", 2)))
    assert lost <= pool <= one <= two
    assert two - pool < 0.04
    assert pool - lost > 0 or two - pool < 0.02


@pytest.mark.parametrize("name", FLEETS)
@pytest.mark.parametrize("holder", [*SIDES, None])
def test_to_send_a_fleet_out_is_fair_and_to_win_is_good(board, name, holder):  # NY 13.5.6
    """Before its dice a fleet counts for what they bring on the average."""
    side, zone = owner_of(name), fleet_row(name)["zone"]
    board.phase = "campaign"
    board.set_sea(zone, holder)
    for other in FLEETS:
        board.set_fleet(Fleet(other, "gone"))
    if holder == side:
        board.set_fleet(Fleet(name, "box"))
        assert sight(board).fleets == 0
        return
    board.set_fleet(Fleet(name, "port", 2))
    ready, against = sight(board), (holder is not None) + (board.controller(BASES[zone]) != side)
    wins = fleet(2, against)
    before = chance(board, side)
    board.set_fleet(Fleet(name, "pool"))
    lost = chance(board, side)
    board.set_fleet(Fleet(name, "box"))
    board.set_sea(zone, side)
    board.score(side, 1)
    won = chance(board, side)
    assert abs(ready.fleets) == pytest.approx(wins)
    assert lost < before < won
    assert wins * won + (1 - wins) * lost == pytest.approx(before, abs=0.02)


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
