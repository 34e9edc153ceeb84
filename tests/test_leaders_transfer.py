"""Leaders in the Reinforcement phase: they arrive, are promoted, placed and moved (NY 3.1, 12.2.2, 12.4)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_boards import board_war, boards, differences
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.land import NUMBER, SPACES
from ninevears_kernel.nine_years.piece_numbers import ABSENT, DEMORALISED, INSIDE, PLAIN, USED, WAITS
from ninevears_kernel.nine_years.position import Leader
from ninevears_kernel.nine_years.sides import SIDES


def control(side, *names):
    return [{"set": "control", "space": name, "side": side} for name in names]


def turn(side, year, *changes, leaders=(), **fields):
    position = position_with(*changes, year=year, **fields)
    return table(position.replace(leaders=(*position.leaders, *leaders)), ("leaders-turn", side))


def leader(war, name):
    """Where a leader is and his flags."""
    number = war.kit.leader_number[name]
    where = war.board.where[number]
    return SPACES[where].name if where >= 0 else where, war.board.state[number]


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
@given(boards(), st.sampled_from(SIDES), st.data())
def test_the_options_are_the_actions_against_which_nothing_stands(board, side, data):
    war = board_war(board)
    everybody = [*(("reassign", one) for one in range(len(war.kit.leaders))), ("done",)]
    assert differences(war, "leaders", [side], everybody) == []
    one = data.draw(st.sampled_from(war.kit.leaders_of[side]))
    assert (
        differences(war, "station", [side, one], [("station", space) for space in range(len(SPACES))]) == []
    )


# ---- arrival and promotion


@pytest.mark.clause("NY 12.2.1", "NY 12.2.2", "NY 20.3")
def test_a_leader_of_the_schedule_is_placed_in_any_space_of_his_side():
    war = turn("Bourbon", 1689)  # Sarsfield
    assert war.board.agenda[-1][0] == "station"
    assert len(war.options) == war.board.control.Bourbon.bit_count()
    assert clauses_against(war, "station Madrid") == ["NY 12.2.2"]
    choose(war, "station Casale")  # without a line, without a corps of his own
    assert leader(war, "Sarsfield")[0] == "Casale"
    assert "reassign Sarsfield" not in options(war)
    choose(war, "done")
    assert leader(war, "Sarsfield") == ("Casale", 0)


@pytest.mark.clause("NY 12.2.2")
def test_leaders_of_a_power_that_has_not_joined_wait_until_it_has():
    war = turn("Alliance", 1689)
    names = [war.kit.leaders[item[2]].name for item in reversed(war.board.agenda) if item[0] == "station"]
    assert names == ["Villahermosa", "Charles of Lorraine", "Max Emanuel", "John George III", "Frederick III"]
    assert leader(war, "Marlborough") == (WAITS, 0)
    joined = turn(
        "Alliance",
        1696,
        {"set": "revolution", "done": True},
        leaders=(Leader("Marlborough", "Britain", None),),
    )
    assert joined.board.agenda[-1] == ("station", "Alliance", joined.kit.leader_number["Marlborough"])


@pytest.mark.clause("NY 7.2.1.b")
def test_the_duke_of_savoy_comes_once_his_land_has_joined():
    savoy = control("Alliance", "Turin", "Nice", "Chambery")
    assert leader(turn("Alliance", 1690), "Victor Amadeus")[0] == ABSENT
    assert leader(turn("Alliance", 1690, *savoy), "Victor Amadeus")[0] == WAITS
    assert leader(turn("Alliance", 1690, *savoy, savoy_left=True), "Victor Amadeus")[0] == ABSENT


@pytest.mark.clause("NY 3.1", "NY 12.4.1")
def test_a_leader_has_his_plain_side_up_until_he_is_promoted():
    before, after = turn("Bourbon", 1689), turn("Bourbon", 1690)
    catinat = before.kit.leader_number["Catinat"]
    assert (before.board.rating(catinat), after.board.rating(catinat)) == ((3, 1), (5, 2))
    arrived = turn("Bourbon", 1691)
    vendome = arrived.kit.leader_number["Vendome"]
    assert arrived.board.state[vendome] == PLAIN
    assert arrived.board.rating(vendome) == (3, 1)


@pytest.mark.clause("NY 12.4.1")
def test_a_promotion_that_was_missed_is_made_up():
    war = turn("Bourbon", 1697, leaders=(Leader("Vendome", "France", None, named=False),))
    assert leader(war, "Vendome") == (WAITS, 0)
    assert leader(turn("Bourbon", 1696), "Vendome")[0] == ABSENT


@pytest.mark.clause("NY 12.4.2")
def test_a_leader_whom_an_event_keeps_away_is_not_placed_this_year():
    waiting = (Leader("Vendome", "France", None),)
    away = turn("Bourbon", 1697, leaders=waiting, done_this_turn=("out-Vendome",))
    assert away.board.agenda[-1][0] == "leaders"
    assert leader(away, "Vendome")[0] == WAITS


# ---- the transfer


@pytest.mark.clause("NY 12.4.2")
def test_any_leader_is_moved_once_to_any_friendly_space():
    war = turn("Alliance", 1688)
    choose(war, "reassign William III", "station Trent")
    assert leader(war, "William III")[0] == "Trent"
    assert clauses_against(war, "reassign William III") == ["NY 12.4.2"]
    assert clauses_against(war, "reassign Luxembourg") == ["NY 12.4.2"]  # the enemy's
    assert clauses_against(war, "reassign Eugene") == ["NY 12.4.2"]  # not in the game
    choose(war, "reassign Waldeck")
    assert clauses_against(war, "station Nijmegen") == ["NY 12.4.2"]  # there already
    assert clauses_against(war, "station Turin") == ["NY 12.2.2"]  # neutral
    choose(war, "station Milan", "done")
    assert not any(state & USED for state in war.board.state)
    assert war.options == []


@pytest.mark.clause("NY 12.4.2", "NY 16.3.2")
def test_staff_officers_in_play_go_back_to_the_pool():
    war = turn("Bourbon", 1688, leaders=(Leader("Bourbon staff officer 2", "France", "Lille"),))
    assert leader(war, "Bourbon staff officer 2") == (ABSENT, 0)


@pytest.mark.clause("NY 16.3.2", "NY 12.2.2")
def test_a_leader_who_was_out_comes_back():
    war = turn(
        "Bourbon",
        1688,
        {"remove": "leader", "name": "Boufflers"},
        leaders=(Leader("Boufflers", "France", None),),
    )
    choose(war, "station Lille")
    assert leader(war, "Boufflers")[0] == "Lille"


@pytest.mark.clause("NY 12.4.2", "NY 17.3")
def test_a_leader_may_leave_a_besieged_fortress_and_enter_one():
    siege = {"add": "corps", "power": "Spain", "space": "Lille"}
    position = position_with(siege, {"remove": "leader", "name": "Humieres"}, year=1688)
    inside = Leader("Humieres", "France", "Lille", inside=True, demoralised=True)
    war = table(position.replace(leaders=(*position.leaders, inside)), ("leaders-turn", "Bourbon"))
    choose(war, "reassign Humieres", "station Paris", "reassign Boufflers", "station Lille", "done")
    assert leader(war, "Humieres") == ("Paris", DEMORALISED)
    assert leader(war, "Boufflers") == ("Lille", INSIDE)
    assert NUMBER["Lille"] in war.board.where
