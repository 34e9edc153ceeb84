"""The march: steps and their cost, neutral ground, who is left behind, what is entered (NY 14.1 to 14.4)."""

from random import Random

import pytest
from campaign_table import at, besieged, leader, marching, owner, where
from hypothesis import given
from hypothesis import strategies as st
from invariants import broken, corps_by_power
from random_campaigns import domain, random_campaign
from war_table import choose, cited, clauses_against, options

from ninevears_kernel.nine_years.board import Board
from ninevears_kernel.nine_years.land import NUMBER
from ninevears_kernel.nine_years.position import Corps, Siege

WILLIAM = ("William III",)


def steps(war) -> set[str]:
    return {text.removeprefix("to ") for text in options(war) if text.startswith("to ")}


def alliance(*spaces):
    return [{"set": "control", "space": space, "side": "Alliance"} for space in spaces]


def bourbon(*spaces):
    return [{"set": "control", "space": space, "side": "Bourbon"} for space in spaces]


# ---- 14.1.1: steps and their cost


@pytest.mark.clause("NY 14.1.1")
def test_a_step_goes_over_a_link_for_one_point():
    war = marching("Brussels", WILLIAM, 2)
    assert steps(war) == {"Antwerp", "Charleroi", "Ghent", "Liege", "Mons", "Namur"}
    assert clauses_against(war, "to Cologne") == ["NY 14.1.1"]
    choose(war, "to Antwerp")
    assert war.decision[1][-1] == 2


@pytest.mark.clause("NY 14.1.1")
def test_a_red_link_costs_two_points():
    choose(war := marching("Milan", ("Eugene",), 2), "to Trent")
    assert war.decision[1][-1] == 1
    war = marching("Milan", ("Eugene",), 2, points=1)
    assert clauses_against(war, "to Trent") == ["NY 13.5.1.a"]


@pytest.mark.clause("NY 14.1.1")
def test_a_red_link_is_closed_to_the_bourbons():
    war = marching("Milan", ("Catinat",), 2, *bourbon("Milan"), side="Bourbon")
    assert clauses_against(war, "to Trent") == ["NY 14.1.1"]


@pytest.mark.clause("NY 14.1.1")
def test_a_campaign_may_enter_what_the_enemy_holds():
    war = marching("Mons", WILLIAM, 5, others=[Corps("France", "Valenciennes")])
    assert {"Tournai", "Valenciennes"} <= steps(war)


@pytest.mark.clause("NY 13.5.1.a")
def test_a_force_has_three_points():
    war = choose(marching("Nijmegen", WILLIAM, 2), "to Breda", "to Antwerp", "to Brussels")
    assert not war.options
    assert at(war, "Brussels") == 2
    assert where(war, "William III") == "Brussels"


def test_a_force_may_stop_before_that():
    war = choose(marching("Nijmegen", WILLIAM, 2), "to Breda", "stop")
    assert (at(war, "Breda"), war.options) == (2, [])


# ---- neutral ground


@pytest.mark.clause("NY 7.2.1.a")
def test_no_troops_enter_neutral_savoy():
    war = marching("Pinerolo", ("Catinat",), 3, side="Bourbon")
    assert clauses_against(war, "to Turin") == ["NY 7.2.1.a"]
    war = marching("Milan", ("Eugene",), 3, *alliance("Turin"))
    assert "to Turin" in options(war)


@pytest.mark.clause("NY 7.2.1.a")
@pytest.mark.parametrize(("reading", "against"), [("troops", ["NY 7.2.1.a"]), ("pass", [])])
def test_a_leader_alone_in_savoy_is_a_reading(reading, against):
    war = marching("Pinerolo", ("Catinat",), 0, side="Bourbon", readings={"savoy-leaders": reading})
    assert clauses_against(war, "to Turin") == against
    war = marching("Pinerolo", ("Catinat",), 1, side="Bourbon", readings={"savoy-leaders": reading})
    assert clauses_against(war, "to Turin") == ["NY 7.2.1.a"]


@pytest.mark.clause("NY 7.2.2")
def test_nobody_enters_portugal():
    war = marching("Badajoz", ("Villahermosa",), 3)
    assert clauses_against(war, "to Elvas") == ["NY 7.2.2"]
    war = marching("Badajoz", ("Villahermosa",), 0, readings={"savoy-leaders": "pass"})
    assert clauses_against(war, "to Elvas") == ["NY 7.2.2"]


@pytest.mark.clause("NY 20.2")
def test_genoa_and_mantua_are_out_of_the_war():
    war = marching("Alessandria", ("Eugene",), 3)
    assert clauses_against(war, "to Genoa") == ["NY 20.2"]


# ---- 14.1.2, 14.1.3: leaders, and what is left behind


@pytest.mark.clause("NY 14.1.2")
def test_the_last_leader_stays_with_the_force():
    war = choose(marching("Breda", ("William III", "Waldeck"), 3), "to Antwerp")
    choose(war, "leave Waldeck")
    assert clauses_against(war, "leave William III") == ["NY 14.1.2"]
    assert clauses_against(war, "leave Waldeck") == ["NY 14.1.3"]
    choose(war, "to Brussels")
    assert (where(war, "Waldeck"), where(war, "William III")) == ("Antwerp", "Brussels")


@pytest.mark.clause("NY 14.1.3")
def test_corps_are_dropped_on_the_way_and_none_are_picked_up():
    war = marching("Breda", WILLIAM, 3, others=[Corps("Spain", "Antwerp")])
    choose(war, "to Antwerp", "drop 2 Dutch Republic", "to Brussels")
    assert (at(war, "Antwerp"), at(war, "Brussels")) == (3, 1)
    assert clauses_against(war, "drop 2 Dutch Republic") == ["NY 14.1.3"]
    assert clauses_against(war, "drop 1 Spain") == ["NY 14.1.3"]
    assert not {text.split()[0] for text in options(war)} - {"to", "drop", "leave", "stop"}


@pytest.mark.clause("NY 14.1.3")
def test_nothing_is_dropped_before_the_first_step():
    war = marching("Breda", ("William III", "Waldeck"), 3)
    assert clauses_against(war, "drop 1 Dutch Republic") == ["NY 14.1.3"]
    assert clauses_against(war, "leave Waldeck") == ["NY 14.1.3"]


# ---- 14.2: entering enemy-controlled spaces


@pytest.mark.clause("NY 14.2")
@pytest.mark.clause("NY 17.1")
def test_an_enemy_fortress_stops_a_small_force():
    """Tournai has strength 2: two corps are not more."""
    war = choose(marching("Mons", WILLIAM, 2), "to Tournai")
    assert not war.options
    assert besieged(war, "Tournai")
    assert owner(war, "Tournai") == "Bourbon"


@pytest.mark.clause("NY 14.2")
def test_a_force_goes_on_when_it_leaves_enough_behind():
    war = choose(marching("Mons", WILLIAM, 4), "to Tournai")
    assert clauses_against(war, "to Lille") == ["NY 14.2"]
    (refused,) = war.decision[0].objections(war, ("to", NUMBER["Lille"]), *war.decision[1])
    assert str(refused.remedy) == "leave 2 more corps behind"
    choose(war, "drop 1 Dutch Republic")
    assert clauses_against(war, "to Lille") == ["NY 14.2"]
    choose(war, "drop 1 Dutch Republic", "to Lille")
    assert (at(war, "Tournai"), at(war, "Lille")) == (2, 2)
    assert besieged(war, "Tournai")
    assert besieged(war, "Lille")


@pytest.mark.clause("NY 14.2")
def test_who_besieges_it_already_counts_as_left_behind():
    siege = Siege("Tournai", "Alliance", strength_lost=1)
    war = marching("Mons", WILLIAM, 1, others=[Corps("Spain", "Tournai")], sieges=(siege,))
    choose(war, "to Tournai", "to Lille")
    assert (at(war, "Tournai"), at(war, "Lille")) == (1, 1)


@pytest.mark.clause("NY 14.2")
def test_leaders_alone_do_not_enter_what_the_enemy_holds():
    war = marching("Mons", WILLIAM, 0)
    assert clauses_against(war, "to Tournai") == ["NY 14.2"]
    occupied = Siege("Brussels", "Bourbon")
    war = marching("Mons", WILLIAM, 0, others=[Corps("France", "Brussels")], sieges=(occupied,))
    assert clauses_against(war, "to Brussels") == ["NY 14.2"]
    own = Siege("Tournai", "Alliance")
    war = marching("Mons", WILLIAM, 0, others=[Corps("Spain", "Tournai")], sieges=(own,))
    choose(war, "to Tournai")
    assert where(war, "William III") == "Tournai"


@pytest.mark.clause("NY 17.6")
def test_a_siege_ends_when_the_besiegers_march_off():
    war = marching("Tournai", WILLIAM, 3, sieges=(Siege("Tournai", "Alliance"),))
    choose(war, "to Ghent")
    assert not besieged(war, "Tournai")


@pytest.mark.clause("NY 14.3")
def test_leaders_do_not_stay_alone_in_an_enemy_space():
    siege = Siege("Tournai", "Alliance")
    war = marching("Tournai", WILLIAM, 3, more=[leader("Waldeck", "Tournai")], sieges=(siege,))
    choose(war, "to Ghent")
    assert where(war, "Waldeck") in {"Ghent", "Mons"}


# ---- 14.3, 14.4: entering spaces with enemies, and unfortified ones


@pytest.mark.clause("NY 14.3")
def test_a_force_that_meets_enemy_corps_stops():
    """Two French corps withdraw into Valenciennes: no battle, and the march is over all the same."""
    war = marching("Mons", WILLIAM, 8, others=[Corps("France", "Valenciennes")] * 2)
    choose(war, "to Valenciennes", "withdraw 2")
    assert not war.options
    assert besieged(war, "Valenciennes")


@pytest.mark.clause("NY 14.3")
def test_enemy_leaders_alone_make_room():
    war = marching("Valenciennes", WILLIAM, 2, *alliance("Valenciennes"), more=[leader("Humieres", "Reims")])
    choose(war, "to Reims")
    assert where(war, "Humieres") in {"Paris", "Dijon", "Sedan", "Nancy"}


@pytest.mark.clause("NY 14.4")
def test_an_unfortified_space_is_taken_at_once_and_stops_nobody():
    war = choose(marching("Valenciennes", WILLIAM, 2, *alliance("Valenciennes")), "to Reims", "to Dijon")
    assert owner(war, "Reims") == owner(war, "Dijon") == "Alliance"
    assert "NY 14.4" in cited(war)
    assert war.board.victory_points == 22
    assert war.decision[1][-1] == 1


@pytest.mark.clause("NY 14.4")
def test_leaders_alone_take_nothing():
    war = marching("Reims", WILLIAM, 2, *alliance("Reims"), points=3)
    choose(war, "to Dijon", "drop 2 Dutch Republic")
    assert clauses_against(war, "to Lyon") == ["NY 14.2"]
    assert owner(war, "Lyon") == "Bourbon"


# ---- 4.3 and the rest, on random boards


@pytest.mark.clause("NY 4.3")
@given(seed=st.integers(0, 10**9))
def test_no_corps_is_lost_and_no_space_is_shared(seed):
    """Random campaigns: every corps stays on the map or goes to its pool, sieges fit, nobody stands alone."""
    begun = random_campaign(seed)
    if begun is None:
        return
    war, side, space = begun
    corps = corps_by_power(war.board)
    war.then(("force", side, space, (), ()))
    war.advance()
    random = Random(seed)
    while war.options:
        board = war.board
        assert Board(board.position()).position() == board.position()
        steps = [action for action in war.options if action[0] in ("whole", "to", "intercept")]
        war.choose(random.choice(steps if steps and random.random() < 0.7 else war.options))
        assert corps_by_power(war.board) == corps
    wrong = [one for one in broken(war.board) if not one.startswith("action cards")]
    assert not wrong


@given(seed=st.integers(0, 10**9))
def test_options_are_exactly_the_actions_without_objections(seed):
    begun = random_campaign(seed)
    if begun is None:
        return
    war, side, space = begun
    war.then(("force", side, space, (), ()))
    war.advance()
    random = Random(seed)
    while war.options:
        rule, arguments = war.decision
        if random.random() < 0.3:
            legal = [
                action
                for verb in rule.verbs
                for action in domain(war, verb)
                if next(rule.objections(war, action, *arguments), None) is None
            ]
            assert sorted(map(repr, legal)) == sorted(map(repr, war.options))
        steps = [action for action in war.options if action[0] in ("whole", "to", "intercept")]
        war.choose(random.choice(steps if steps and random.random() < 0.7 else war.options))
