"""Leaders in the Reinforcement phase: they arrive, are promoted, placed and moved (NY 3.1, 12.2.2, 12.4)."""

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from random_boards import board_war, boards, differences
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    INSIDE,
    PLAIN,
    USED,
    WAITS,
)
from ninevears_kernel.nine_years.components.position import Leader
from ninevears_kernel.nine_years.components.sides import SIDES


def control(side, *names):
    return [{"set": "control", "space": name, "side": side} for name in names]


def turn(side, year, *changes, leaders=(), **fields):
    position = position_with(*changes, year=year, **fields)
    return table(position.replace(leaders=(*position.leaders, *leaders)), ("leaders-turn", side))


def leader(engine, name):
    """Where a leader is and his flags."""
    number = engine.rule_tables.leader_number[name]
    where = engine.board.where[number]
    return SPACES[where].name if where >= 0 else where, engine.board.state[number]


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
@given(boards(), st.sampled_from(SIDES), st.data())
def test_the_options_are_the_actions_against_which_nothing_stands(board, side, data):
    engine = board_war(board)
    everybody = [*(("reassign", one) for one in range(len(engine.rule_tables.leaders))), ("done",)]
    assert differences(engine, "leaders", [side], everybody) == []
    one = data.draw(st.sampled_from(engine.rule_tables.leaders_of[side]))
    assert (
        differences(engine, "station", [side, one], [("station", space) for space in range(len(SPACES))])
        == []
    )


# ---- arrival and promotion


@pytest.mark.clause("NY 12.2.1", "NY 12.2.2", "NY 20.3")
def test_a_leader_of_the_schedule_is_placed_in_any_space_of_his_side():
    engine = turn("Bourbon", 1689)  # Sarsfield
    assert engine.board.agenda[-1][0] == "station"
    assert len(engine.options) == engine.board.control.Bourbon.bit_count()
    assert clauses_against(engine, "station Madrid") == ["NY 12.2.2"]
    choose(engine, "station Casale")  # without a line, without a corps of his own
    assert leader(engine, "Sarsfield")[0] == "Casale"
    assert "reassign Sarsfield" not in options(engine)
    choose(engine, "done")
    assert leader(engine, "Sarsfield") == ("Casale", 0)


@pytest.mark.clause("NY 12.2.2")
def test_leaders_of_a_power_that_has_not_joined_wait_until_it_has():
    engine = turn("Alliance", 1689)
    names = [
        engine.rule_tables.leaders[item[2]].name
        for item in reversed(engine.board.agenda)
        if item[0] == "station"
    ]
    assert names == ["Villahermosa", "Charles of Lorraine", "Max Emanuel", "John George III", "Frederick III"]
    assert leader(engine, "Marlborough") == (WAITS, 0)
    joined = turn(
        "Alliance",
        1696,
        {"set": "revolution", "done": True},
        leaders=(Leader("Marlborough", "Britain", None),),
    )
    assert joined.board.agenda[-1] == ("station", "Alliance", joined.rule_tables.leader_number["Marlborough"])


@pytest.mark.clause("NY 7.2.1.b")
def test_the_duke_of_savoy_comes_once_his_land_has_joined():
    savoy = control("Alliance", "Turin", "Nice", "Chambery")
    assert leader(turn("Alliance", 1690), "Victor Amadeus")[0] == ABSENT
    assert leader(turn("Alliance", 1690, *savoy), "Victor Amadeus")[0] == WAITS
    assert leader(turn("Alliance", 1690, *savoy, savoy_left=True), "Victor Amadeus")[0] == ABSENT


@pytest.mark.clause("NY 3.1", "NY 12.4.1")
def test_a_leader_has_his_plain_side_up_until_he_is_promoted():
    before, after = turn("Bourbon", 1689), turn("Bourbon", 1690)
    catinat = before.rule_tables.leader_number["Catinat"]
    assert (before.board.rating(catinat), after.board.rating(catinat)) == ((3, 1), (5, 2))
    arrived = turn("Bourbon", 1691)
    vendome = arrived.rule_tables.leader_number["Vendome"]
    assert arrived.board.state[vendome] == PLAIN
    assert arrived.board.rating(vendome) == (3, 1)


@pytest.mark.clause("NY 12.4.1")
def test_a_promotion_that_was_missed_is_made_up():
    engine = turn("Bourbon", 1697, leaders=(Leader("Vendome", "France", None, named=False),))
    assert leader(engine, "Vendome") == (WAITS, 0)
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
    engine = turn("Alliance", 1688)
    choose(engine, "reassign William III", "station Trent")
    assert leader(engine, "William III")[0] == "Trent"
    assert clauses_against(engine, "reassign William III") == ["NY 12.4.2"]
    assert clauses_against(engine, "reassign Luxembourg") == ["NY 12.4.2"]  # the enemy's
    assert clauses_against(engine, "reassign Eugene") == ["NY 12.4.2"]  # not in the game
    choose(engine, "reassign Waldeck")
    assert clauses_against(engine, "station Nijmegen") == ["NY 12.4.2"]  # there already
    assert clauses_against(engine, "station Turin") == ["NY 12.2.2"]  # neutral
    choose(engine, "station Milan", "done")
    assert not any(state & USED for state in engine.board.state)
    assert engine.options == []


@pytest.mark.clause("NY 12.4.2", "NY 16.3.2")
def test_staff_officers_in_play_go_back_to_the_pool():
    engine = turn("Bourbon", 1688, leaders=(Leader("Bourbon staff officer 2", "France", "Lille"),))
    assert leader(engine, "Bourbon staff officer 2") == (ABSENT, 0)


@pytest.mark.clause("NY 16.3.2", "NY 12.2.2")
def test_a_leader_who_was_out_comes_back():
    engine = turn(
        "Bourbon",
        1688,
        {"remove": "leader", "name": "Boufflers"},
        leaders=(Leader("Boufflers", "France", None),),
    )
    choose(engine, "station Lille")
    assert leader(engine, "Boufflers")[0] == "Lille"


@pytest.mark.clause("NY 12.4.2", "NY 17.3")
def test_a_leader_may_leave_a_besieged_fortress_and_enter_one():
    siege = {"add": "corps", "power": "Spain", "space": "Lille"}
    position = position_with(siege, {"remove": "leader", "name": "Humieres"}, year=1688)
    inside = Leader("Humieres", "France", "Lille", inside=True, demoralised=True)
    engine = table(position.replace(leaders=(*position.leaders, inside)), ("leaders-turn", "Bourbon"))
    choose(engine, "reassign Humieres", "station Paris", "reassign Boufflers", "station Lille", "done")
    assert leader(engine, "Humieres") == ("Paris", DEMORALISED)
    assert leader(engine, "Boufflers") == ("Lille", INSIDE)
    assert NUMBER["Lille"] in engine.board.where
