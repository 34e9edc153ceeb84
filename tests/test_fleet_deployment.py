"""Fleets in play: deploying them, and the control box (NY 10.1.c, 12.3.6.e, 13.5.6)."""

import pytest
from war_table import KIT, choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.position import Corps, Fleet
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.fleets import change_sea_control, deploy_fleet, owner_of
from ninevears_kernel.umpire.cases.cases import rule_case

HIGHEST = KIT.numbers.victory_points.highest
QUIET = {
    "leaders": (),
    "corps": (Corps("Spain", "Madrid", reduced=True), Corps("France", "Paris", reduced=True)),
}


def menu(*changes, side="Alliance", dice=(), readings=None, actions=2):
    position = position_with(*changes, active=side, actions_left=actions, **QUIET)
    return table(position, ("action", side), dice=dice, readings=readings)


@pytest.mark.clause("NY 13.5.6.a")
@pytest.mark.clause("NY 13.5.6.b")
def test_the_mediterranean_in_1688():
    """E9: 3 and 3 is a tie, 4 to 4; then 2 and 5, 3 to 6: nothing changes, the fleet goes to the pool."""
    engine = choose(menu(dice=[3, 3, 2, 5]), "deploy Mediterranean")
    assert [face for face, _ in engine.faces] == [3, 3, 2, 5]
    assert engine.board.sea("Mediterranean") == "Bourbon"
    assert engine.board.victory_points == 22
    assert engine.board.fleet("Mediterranean") == Fleet("Mediterranean")
    assert engine.board.fleet("Toulon") == Fleet("Toulon", "box")
    assert engine.board.actions_left == 1


@pytest.mark.clause("NY 10.1.c")
@pytest.mark.clause("NY 13.5.6.b")
def test_the_winner_takes_the_zone_the_box_and_a_point():
    """E1."""
    engine = choose(menu(dice=[6, 1]), "deploy Mediterranean")
    assert engine.board.sea("Mediterranean") == "Alliance"
    assert engine.board.victory_points == 23
    assert engine.board.fleet("Mediterranean") == Fleet("Mediterranean", "box")
    assert engine.board.fleet("Toulon") == Fleet("Toulon", "pool")
    assert {"NY 10.1.c", "NY 13.5.6.b"} <= cited(engine)


@pytest.mark.clause("NY 13.5.6.b")
@pytest.mark.parametrize("place", ["box", "pool"])
def test_reading_where_the_winners_fleet_lies(place):
    readings = {"fleet-after-deployment": place}
    engine = choose(menu(dice=[6, 1], readings=readings), "deploy Mediterranean")
    assert engine.board.fleet("Mediterranean") == Fleet("Mediterranean", place)
    assert engine.board.sea("Mediterranean") == "Alliance"
    assert engine.board.victory_points == 23


@pytest.mark.clause("NY 13.5.6.a")
def test_gibraltar_helps_the_other_player():
    gibraltar = {"set": "control", "space": "Gibraltar", "side": "Bourbon"}
    engine = choose(menu(gibraltar, dice=[5, 4, 6, 4]), "deploy Mediterranean")  # 6 to 6, then 7 to 6
    assert engine.board.sea("Mediterranean") == "Alliance"


@pytest.mark.clause("NY 12.3.6.e")
def test_both_fleets_raised_for_a_zone_of_nobody():
    """E10: whoever takes it may lose it in the next round."""
    both = [
        {"set": "fleet", "fleet": "Brest", "place": "port", "strength": 1},
        {"set": "fleet", "fleet": "Atlantic", "place": "port", "strength": 2},
    ]
    engine = choose(menu(*both, side="Bourbon", actions=1, dice=[6, 1, 6, 3]), "deploy Brest")
    assert engine.board.sea("Atlantic") == "Bourbon"
    after = engine.board.position().replace(agenda=(), active="Alliance", actions_left=1)
    again = table(after, ("action", "Alliance"), dice=[6, 3])
    choose(again, "deploy Atlantic")  # 8 against 3 + 1 for the zone + 1 for London
    assert again.board.sea("Atlantic") == "Alliance"
    assert again.board.fleet("Brest") == Fleet("Brest")
    assert again.board.victory_points == 22


@pytest.mark.clause("NY 13.5.6.a")
@pytest.mark.clause("NY 10.1.c")
@pytest.mark.clause("NY 12.3.6.d")
def test_every_objection():
    engine = menu({"set": "fleet", "fleet": "Atlantic", "place": "gone"})
    assert "deploy Mediterranean" in options(engine)
    assert clauses_against(engine, "deploy Atlantic") == ["NY 12.3.6.d"]
    assert clauses_against(engine, "deploy Brest") == ["NY 13.5.6.a", "NY 13.5.6.a"]
    assert clauses_against(engine, "deploy Toulon")[:2] == ["NY 13.5.6.a", "NY 10.1.c"]
    pool = menu({"set": "fleet", "fleet": "Mediterranean", "place": "pool"})
    assert clauses_against(pool, "deploy Mediterranean") == ["NY 13.5.6.a"]


@pytest.mark.clause("NY 10.1.c")
def test_the_old_fleet_leaves_the_game_when_its_home_port_is_besieged():
    besieged = {"set": "besieged", "space": "Toulon", "by": "Alliance"}
    engine = menu(besieged)
    change_sea_control(engine, "Mediterranean", "Alliance")
    assert engine.board.fleet("Toulon") == Fleet("Toulon", "gone")
    change_sea_control(engine, "Mediterranean", "Bourbon")
    assert engine.board.fleet("Toulon") == Fleet("Toulon", "gone")  # it does not come back for the box
    assert engine.board.fleet("Mediterranean") == Fleet("Mediterranean", "pool")


@pytest.mark.clause("NY 10.1.c")
def test_a_zone_that_nobody_controls_has_an_empty_box():
    engine = menu()
    change_sea_control(engine, "Mediterranean", None)
    assert engine.board.sea("Mediterranean") is None
    assert engine.board.fleet("Toulon") == Fleet("Toulon", "pool")
    assert engine.board.fleet("Mediterranean") == Fleet("Mediterranean", "port", 1)


@pytest.mark.clause("NY 10.1.c")
def test_a_zone_that_stays_with_its_side_moves_no_fleet():
    engine = menu()
    before = engine.board.position()
    change_sea_control(engine, "Mediterranean", "Bourbon")
    assert engine.board.position() == before


@pytest.mark.clause("NY 10.1.c")
def test_the_new_controllers_fleet_comes_from_the_pool_too():
    engine = menu()
    change_sea_control(engine, "Atlantic", "Alliance")
    assert engine.board.fleet("Atlantic") == Fleet("Atlantic", "box")


@pytest.mark.clause("NY 13.5.6.a")
def test_the_question_and_the_action_say_the_same_of_every_pair_of_dice():
    for owner in range(1, 7):
        for other in range(1, 7):
            if owner == other:
                continue
            engine = choose(menu(dice=[owner, other]), "deploy Mediterranean")
            answer = deploy_fleet(
                Board(position_with()).position(),
                "Mediterranean",
                None,
                RulingContext(GivenDice([owner, other])),
            ).answer
            assert engine.board.sea("Mediterranean") == answer["controller"]
            assert engine.board.victory_points == answer["victory_points"]


@pytest.mark.clause("NY 13.5.6.b", "NY 6.1.2")
@pytest.mark.parametrize(
    ("fleet", "points", "after"),
    [("Brest", 0, 0), ("Brest", 1, 0), ("Atlantic", HIGHEST, HIGHEST), ("Atlantic", HIGHEST - 1, HIGHEST)],
)
def test_the_point_for_a_zone_ends_with_the_track(fleet, points, after):
    position = position_with(victory_points=points)
    answer = deploy_fleet(position, fleet, 2, RulingContext(GivenDice([6, 1]))).answer
    assert (answer["controller"], answer["victory_points"]) == (owner_of(fleet), after)


@pytest.mark.clause("NY 13.5.6.a")
@pytest.mark.parametrize("dice", [None, [6, 1], [3, 3, 6, 1]])
def test_a_tie_in_the_middle_of_a_row_of_actions_is_rolled_again(dice):
    case = {
        "format": "ninevears-case/1",
        "system": "NY",
        "question": "action",
        "given": {"side": "Alliance", "actions": ["deploy Mediterranean", "campaign Amsterdam"]},
    }
    ruling = rule_case(case if dice is None else {**case, "dice": dice})
    assert ruling.verdict == "legal" or dict(ruling.odds["legal"]) == {True: 1}
