"""The march: steps and their cost, neutral ground, who is left behind, what is entered (NY 14.1 to 14.4)."""

from random import Random

import pytest
from campaign_table import at, besieged, leader, marching, owner, where
from hypothesis import given, strategies as st
from invariants import broken, corps_by_power
from random_campaigns import domain, random_campaign
from war_table import KIT, choose, cited, clauses_against, options, parsed, permits, violations

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.position import Corps, Siege
from ninevears_kernel.nine_years.engine.board import Board

WILLIAM = ("William III",)


def steps(engine) -> set[str]:
    return {text.removeprefix("to ") for text in options(engine) if text.startswith("to ")}


def alliance(*spaces):
    return [{"set": "control", "space": space, "side": "Alliance"} for space in spaces]


def bourbon(*spaces):
    return [{"set": "control", "space": space, "side": "Bourbon"} for space in spaces]


# ---- 14.1.1: steps and their cost


@pytest.mark.clause("NY 14.1.1")
def test_a_step_goes_over_a_link_for_one_point():
    engine = marching("Brussels", WILLIAM, 2)
    assert steps(engine) == {"Antwerp", "Charleroi", "Ghent", "Liege", "Mons", "Namur"}
    assert clauses_against(engine, "to Cologne") == ["NY 14.1.1"]
    choose(engine, "to Antwerp")
    assert engine.decision[1][-1] == 2


@pytest.mark.clause("NY 14.1.1")
def test_a_red_link_costs_two_points():
    choose(engine := marching("Milan", ("Eugene",), 2), "to Trent")
    assert engine.decision[1][-1] == 1
    engine = marching("Milan", ("Eugene",), 2, points=1)
    assert clauses_against(engine, "to Trent") == ["NY 13.5.1.a", "NY 14.1.1"], "too few points, as it is red"


@pytest.mark.clause("NY 14.1.1")
def test_a_red_link_is_closed_to_the_bourbons():
    engine = marching("Milan", ("Catinat",), 2, *bourbon("Milan"), side="Bourbon")
    assert clauses_against(engine, "to Trent") == ["NY 14.1.1"]


@pytest.mark.clause("NY 14.1.1")
def test_a_campaign_may_enter_what_the_enemy_holds():
    engine = marching("Mons", WILLIAM, 5, others=[Corps("France", "Valenciennes")])
    assert {"Tournai", "Valenciennes"} <= steps(engine)


@pytest.mark.clause("NY 13.5.1.a")
def test_a_force_has_three_points():
    engine = choose(marching("Nijmegen", WILLIAM, 2), "to Breda", "to Antwerp", "to Brussels")
    assert not engine.options
    assert at(engine, "Brussels") == 2
    assert where(engine, "William III") == "Brussels"


def test_a_force_may_stop_before_that():
    engine = choose(marching("Nijmegen", WILLIAM, 2), "to Breda", "stop")
    assert (at(engine, "Breda"), engine.options) == (2, [])


# ---- neutral ground


@pytest.mark.clause("NY 7.2.1.a")
def test_no_troops_enter_neutral_savoy():
    engine = marching("Pinerolo", ("Catinat",), 3, side="Bourbon")
    assert clauses_against(engine, "to Turin") == ["NY 7.2.1.a"]
    engine = marching("Milan", ("Eugene",), 3, *alliance("Turin"))
    assert "to Turin" in options(engine)


@pytest.mark.clause("NY 7.2.1.a")
@pytest.mark.parametrize(("reading", "against"), [("troops", ["NY 7.2.1.a"]), ("pass", [])])
def test_a_leader_alone_in_savoy_is_a_reading(reading, against):
    engine = marching("Pinerolo", ("Catinat",), 0, side="Bourbon", readings={"savoy-leaders": reading})
    assert clauses_against(engine, "to Turin") == against
    engine = marching("Pinerolo", ("Catinat",), 1, side="Bourbon", readings={"savoy-leaders": reading})
    assert clauses_against(engine, "to Turin") == ["NY 7.2.1.a"]


@pytest.mark.clause("NY 7.2.2")
def test_nobody_enters_portugal():
    engine = marching("Badajoz", ("Villahermosa",), 3)
    assert clauses_against(engine, "to Elvas") == ["NY 7.2.2"]
    engine = marching("Badajoz", ("Villahermosa",), 0, readings={"savoy-leaders": "pass"})
    assert clauses_against(engine, "to Elvas") == ["NY 7.2.2"]


@pytest.mark.clause("NY 20.2")
def test_genoa_and_mantua_are_out_of_the_war():
    engine = marching("Alessandria", ("Eugene",), 3)
    assert clauses_against(engine, "to Genoa") == ["NY 20.2"]


# ---- 14.1.2, 14.1.3: leaders, and what is left behind


@pytest.mark.clause("NY 14.1.2")
def test_the_last_leader_stays_with_the_force():
    engine = choose(marching("Breda", ("William III", "Waldeck"), 3), "to Antwerp")
    choose(engine, "leave Waldeck")
    assert clauses_against(engine, "leave William III") == ["NY 14.1.2"]
    assert clauses_against(engine, "leave Waldeck") == ["NY 14.1.3"]
    choose(engine, "to Brussels")
    assert (where(engine, "Waldeck"), where(engine, "William III")) == ("Antwerp", "Brussels")


@pytest.mark.clause("NY 14.1.3")
def test_corps_are_dropped_on_the_way_and_none_are_picked_up():
    engine = marching("Breda", WILLIAM, 3, others=[Corps("Spain", "Antwerp")])
    choose(engine, "to Antwerp", "drop 2 Dutch Republic", "to Brussels")
    assert (at(engine, "Antwerp"), at(engine, "Brussels")) == (3, 1)
    assert clauses_against(engine, "drop 2 Dutch Republic") == ["NY 14.1.3"]
    assert clauses_against(engine, "drop 1 Spain") == ["NY 14.1.3"]
    [refusal] = violations(engine, parsed("drop 1 Dutch Republic used", KIT))
    assert refusal.says.values["count"] == 0, "those left at Antwerp march no more"
    assert not {text.split()[0] for text in options(engine)} - {"to", "drop", "leave", "stop"}


@pytest.mark.clause("NY 14.1.3")
def test_nothing_is_dropped_before_the_first_step():
    engine = marching("Breda", ("William III", "Waldeck"), 3)
    assert clauses_against(engine, "drop 1 Dutch Republic") == ["NY 14.1.3"]
    assert clauses_against(engine, "leave Waldeck") == ["NY 14.1.3"]


# ---- 14.2: entering enemy-controlled spaces


@pytest.mark.clause("NY 14.2")
@pytest.mark.clause("NY 17.1")
def test_an_enemy_fortress_stops_a_small_force():
    """Tournai has strength 2: two corps are not more."""
    engine = choose(marching("Mons", WILLIAM, 2), "to Tournai")
    assert not engine.options
    assert besieged(engine, "Tournai")
    assert owner(engine, "Tournai") == "Bourbon"


@pytest.mark.clause("NY 14.2")
def test_a_force_goes_on_when_it_leaves_enough_behind():
    engine = choose(marching("Mons", WILLIAM, 4), "to Tournai")
    assert clauses_against(engine, "to Lille") == ["NY 14.2"]
    (refused,) = engine.decision[0].objections(engine, ("to", NUMBER["Lille"]), *engine.decision[1])
    assert str(refused.remedy) == "leave 2 more corps behind"
    choose(engine, "drop 1 Dutch Republic")
    assert clauses_against(engine, "to Lille") == ["NY 14.2"]
    choose(engine, "drop 1 Dutch Republic", "to Lille")
    assert (at(engine, "Tournai"), at(engine, "Lille")) == (2, 2)
    assert besieged(engine, "Tournai")
    assert besieged(engine, "Lille")


@pytest.mark.clause("NY 14.2")
def test_who_besieges_it_already_counts_as_left_behind():
    siege = Siege("Tournai", "Alliance", strength_lost=1)
    engine = marching("Mons", WILLIAM, 1, others=[Corps("Spain", "Tournai")], sieges=(siege,))
    choose(engine, "to Tournai", "to Lille")
    assert (at(engine, "Tournai"), at(engine, "Lille")) == (1, 1)


@pytest.mark.clause("NY 14.2")
def test_leaders_alone_do_not_enter_what_the_enemy_holds():
    engine = marching("Mons", WILLIAM, 0)
    assert clauses_against(engine, "to Tournai") == ["NY 14.2"]
    occupied = Siege("Brussels", "Bourbon")
    engine = marching("Mons", WILLIAM, 0, others=[Corps("France", "Brussels")], sieges=(occupied,))
    assert clauses_against(engine, "to Brussels") == ["NY 14.2"]
    own = Siege("Tournai", "Alliance")
    engine = marching("Mons", WILLIAM, 0, others=[Corps("Spain", "Tournai")], sieges=(own,))
    assert permits(engine, "to Tournai") == {"march.leaders-join-corps"}
    with_corps = marching("Mons", WILLIAM, 2, others=[Corps("Spain", "Tournai")], sieges=(own,))
    assert permits(with_corps, "to Tournai") == {"march.against-enemy"}
    choose(engine, "to Tournai")
    assert where(engine, "William III") == "Tournai"


@pytest.mark.clause("NY 14.1.1")
def test_that_a_step_goes_against_the_enemy_is_told_where_they_besiege_an_own_fortress():
    french = {"others": [Corps("France", "Brussels")], "sieges": (Siege("Brussels", "Bourbon"),)}
    engine = marching("Mons", WILLIAM, 2, **french)
    assert permits(engine, "to Brussels") == {"march.against-enemy"}
    assert permits(engine, "to Namur") == set()


@pytest.mark.clause("NY 17.6")
def test_a_siege_ends_when_the_besiegers_march_off():
    engine = marching("Tournai", WILLIAM, 3, sieges=(Siege("Tournai", "Alliance"),))
    choose(engine, "to Ghent")
    assert not besieged(engine, "Tournai")


@pytest.mark.clause("NY 14.3")
def test_leaders_do_not_stay_alone_in_an_enemy_space():
    siege = Siege("Tournai", "Alliance")
    engine = marching("Tournai", WILLIAM, 3, more=[leader("Waldeck", "Tournai")], sieges=(siege,))
    choose(engine, "to Ghent")
    assert where(engine, "Waldeck") in {"Ghent", "Mons"}


# ---- 14.3, 14.4: entering spaces with enemies, and unfortified ones


@pytest.mark.clause("NY 14.3")
def test_a_force_that_meets_enemy_corps_stops():
    """Two French corps withdraw into Valenciennes: no battle, and the march is over all the same."""
    engine = marching("Mons", WILLIAM, 8, others=[Corps("France", "Valenciennes")] * 2)
    choose(engine, "to Valenciennes", "withdraw 2")
    assert not engine.options
    assert besieged(engine, "Valenciennes")


@pytest.mark.clause("NY 14.3")
def test_enemy_leaders_alone_make_room():
    engine = marching(
        "Valenciennes", WILLIAM, 2, *alliance("Valenciennes"), more=[leader("Humieres", "Reims")]
    )
    choose(engine, "to Reims")
    assert where(engine, "Humieres") in {"Paris", "Dijon", "Sedan", "Nancy"}


@pytest.mark.clause("NY 14.4")
def test_an_unfortified_space_is_taken_at_once_and_stops_nobody():
    engine = choose(marching("Valenciennes", WILLIAM, 2, *alliance("Valenciennes")), "to Reims", "to Dijon")
    assert owner(engine, "Reims") == owner(engine, "Dijon") == "Alliance"
    assert "NY 14.4" in cited(engine)
    assert engine.board.victory_points == 22
    assert engine.decision[1][-1] == 1


@pytest.mark.clause("NY 14.4")
def test_leaders_alone_take_nothing():
    engine = marching("Reims", WILLIAM, 2, *alliance("Reims"), points=3)
    choose(engine, "to Dijon", "drop 2 Dutch Republic")
    assert clauses_against(engine, "to Lyon") == ["NY 14.2"]
    assert owner(engine, "Lyon") == "Bourbon"


# ---- 4.3 and the rest, on random boards


@pytest.mark.clause("NY 4.3")
@given(seed=st.integers(0, 10**9))
def test_no_corps_is_lost_and_no_space_is_shared(seed):
    """Random campaigns: every corps stays on the map or goes to its pool, sieges fit, nobody stands alone."""
    begun = random_campaign(seed)
    if begun is None:
        return
    engine, side, space = begun
    corps = corps_by_power(engine.board)
    engine.then(("force", side, space, (), ()))
    engine.advance()
    random = Random(seed)
    while engine.options:
        board = engine.board
        assert Board(board.position()).position() == board.position()
        steps = [action for action in engine.options if action[0] in ("whole", "to", "intercept")]
        engine.choose(random.choice(steps if steps and random.random() < 0.7 else engine.options))
        assert corps_by_power(engine.board) == corps
    wrong = [one for one in broken(engine.board) if not one.startswith("action cards")]
    assert not wrong


@given(seed=st.integers(0, 10**9))
def test_options_are_exactly_the_actions_without_objections(seed):
    begun = random_campaign(seed)
    if begun is None:
        return
    engine, side, space = begun
    engine.then(("force", side, space, (), ()))
    engine.advance()
    random = Random(seed)
    while engine.options:
        rule, arguments = engine.decision
        if random.random() < 0.3:
            legal = [
                action
                for verb in rule.verbs
                for action in domain(engine, verb)
                if next(rule.objections(engine, action, *arguments), None) is None
            ]
            assert sorted(map(repr, legal)) == sorted(map(repr, engine.options))
        steps = [action for action in engine.options if action[0] in ("whole", "to", "intercept")]
        engine.choose(random.choice(steps if steps and random.random() < 0.7 else engine.options))
