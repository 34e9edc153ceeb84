"""Retreat after a battle (NY 16.4)."""

import pytest
from campaign_table import at, besieged, leader, owner, where
from war_table import KIT, choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.land import NUMBER
from ninevears_kernel.nine_years.piece_numbers import INSIDE, WAITS
from ninevears_kernel.nine_years.position import Corps, Siege


def beaten(side, space, origin, *changes, attacked=False, corps=(), leaders=(), **fields):
    """A side has lost a battle at a space, which the attacker had entered from another."""
    position = position_with(*changes, corps=tuple(sorted(corps)), leaders=tuple(leaders), **fields)
    return table(position, ("fall-back", side, NUMBER[origin], NUMBER[space], attacked))


def control(side, *spaces):
    return [{"set": "control", "space": space, "side": side} for space in spaces]


FRENCH_AT_TOURNAI = [Corps("France", "Tournai")] * 3
DUTCH_AT_TOURNAI = [Corps("Dutch Republic", "Tournai")] * 3
BOTH = [*FRENCH_AT_TOURNAI, *DUTCH_AT_TOURNAI]


@pytest.mark.clause("NY 16.4")
def test_the_attacker_goes_back_where_he_came_from():
    war = beaten("Alliance", "Tournai", "Mons", attacked=True, corps=BOTH,
                 leaders=[leader("Waldeck", "Tournai")])  # fmt: skip
    assert (at(war, "Mons"), at(war, "Tournai"), where(war, "Waldeck")) == (3, 0, "Mons")
    assert not besieged(war, "Tournai")


@pytest.mark.clause("NY 16.4")
@pytest.mark.clause("NY 17.1")
def test_he_besieges_again_what_he_had_besieged():
    war = beaten("Alliance", "Tournai", "Lille", attacked=True, corps=BOTH)
    assert (at(war, "Lille"), besieged(war, "Lille")) == (3, True)


@pytest.mark.clause("NY 16.4")
def test_he_retreats_as_a_defender_when_enemies_stand_there():
    corps = [*BOTH, Corps("France", "Lille")]
    war = beaten("Alliance", "Tournai", "Lille", attacked=True, corps=corps)
    assert options(war) == ["retreat Ghent", "retreat Mons"]
    choose(war, "retreat Ghent")
    assert at(war, "Ghent") == 3


@pytest.mark.clause("NY 16.4")
def test_the_defender_chooses_a_friendly_space():
    war = beaten("Bourbon", "Tournai", "Mons", corps=BOTH, leaders=[leader("Catinat", "Tournai")])
    assert options(war) == ["retreat Lille", "retreat Valenciennes"]
    assert war.side == "Bourbon"
    assert clauses_against(war, "retreat Mons") == ["NY 16.4"]  # not friendly
    assert clauses_against(war, "retreat Paris") == ["NY 16.4"]  # not adjacent
    choose(war, "retreat Lille")
    assert (at(war, "Lille", "Bourbon"), where(war, "Catinat")) == (3, "Lille")
    assert besieged(war, "Tournai")


@pytest.mark.clause("NY 16.4")
def test_not_to_a_space_with_enemy_troops():
    war = beaten("Bourbon", "Tournai", "Mons", corps=[*BOTH, Corps("Spain", "Lille")],
                 sieges=(Siege("Lille", "Alliance"),))  # fmt: skip
    assert at(war, "Valenciennes", "Bourbon") == 3  # the only way left is taken without a question


@pytest.mark.clause("NY 16.4")
def test_an_unfortified_space_is_taken_by_the_winner():
    corps = [Corps("France", "Reims"), Corps("Dutch Republic", "Reims")]
    war = beaten("Bourbon", "Reims", "Valenciennes", *control("Alliance", "Valenciennes"), corps=corps)
    choose(war, "retreat Paris")
    assert owner(war, "Reims") == "Alliance"


@pytest.mark.clause("NY 16.4")
@pytest.mark.parametrize(("number", "inside"), [(3, 3), (4, 4), (6, 4)])
def test_up_to_four_corps_go_into_the_fortress(number, inside):
    """With no friendly space around; the rest are eliminated, and the leader is besieged with the corps."""
    corps = [*[Corps("France", "Tournai")] * number, *DUTCH_AT_TOURNAI]
    war = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps,
                 leaders=[leader("Catinat", "Tournai")])  # fmt: skip
    start = position_with().pools
    assert len(war.board.garrisons[NUMBER["Tournai"]]) == inside
    assert besieged(war, "Tournai")
    assert war.board.state[KIT.leader_number["Catinat"]] & INSIDE
    assert war.board.pool("France") - next(p.corps for p in start if p.power == "France") == number - inside
    assert at(war, "Tournai", "Bourbon") == 0


@pytest.mark.clause("NY 16.4")
def test_a_garrison_that_withdrew_before_counts():
    corps = [*BOTH, *[Corps("France", "Tournai", inside=True)] * 2]
    war = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps)
    assert len(war.board.garrisons[NUMBER["Tournai"]]) == 4


@pytest.mark.clause("NY 16.4")
def test_corps_that_cannot_retreat_are_eliminated():
    """French besiegers of Brussels, without a friendly space around; Catinat goes to the nearest one."""
    corps = [*[Corps("France", "Brussels")] * 2, *[Corps("Dutch Republic", "Brussels")] * 3]
    war = beaten("Bourbon", "Brussels", "Antwerp", corps=corps, leaders=[leader("Catinat", "Brussels")],
                 sieges=(Siege("Brussels", "Bourbon"),))  # fmt: skip
    before = next(pool.corps for pool in position_with().pools if pool.power == "France")
    assert war.board.pool("France") == before + 2
    assert where(war, "Catinat") in {"Tournai", "Valenciennes", "Sedan", "Luxembourg"}
    assert not besieged(war, "Brussels")


@pytest.mark.clause("NY 16.4")
def test_leaders_without_corps_go_to_the_nearest_friendly_space():
    war = beaten("Bourbon", "Tournai", "Mons", corps=DUTCH_AT_TOURNAI, leaders=[leader("Catinat", "Tournai")])
    assert where(war, "Catinat") in {"Lille", "Valenciennes"}
    assert besieged(war, "Tournai")


def test_leaders_wait_when_nothing_friendly_is_left():
    everything = [space for space in NUMBER if space not in ("Tournai",)]
    war = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", *everything), corps=DUTCH_AT_TOURNAI,
                 leaders=[leader("Catinat", "Tournai")])  # fmt: skip
    assert war.board.where[KIT.leader_number["Catinat"]] == WAITS


@pytest.mark.clause("NY 17.6")
def test_a_garrison_comes_out_again_when_the_attacker_is_beaten():
    corps = [*BOTH, Corps("France", "Tournai", inside=True)]
    war = beaten("Alliance", "Tournai", "Mons", attacked=True, corps=corps,
                 leaders=[leader("Catinat", "Tournai", inside=True)])  # fmt: skip
    assert at(war, "Tournai", "Bourbon") == 4
    assert not war.board.garrisons
    assert not war.board.state[KIT.leader_number["Catinat"]] & INSIDE


@pytest.mark.clause("NY 17.6")
def test_it_comes_out_too_when_the_attacker_is_destroyed():
    """Neither way back nor way out: the French attackers of Mons are eliminated, and its garrison is free."""
    corps = [Corps("France", "Mons"), Corps("Spain", "Mons"), Corps("Spain", "Mons", inside=True),
             Corps("Dutch Republic", "Tournai")]  # fmt: skip
    taken = control("Alliance", "Valenciennes")
    war = beaten("Bourbon", "Mons", "Tournai", *taken, attacked=True, corps=corps,
                 sieges=(Siege("Tournai", "Alliance"),))  # fmt: skip
    assert at(war, "Mons") == 2
    assert not war.board.garrisons


@pytest.mark.clause("NY 17.6")
def test_a_relief_lifts_the_siege():
    corps = [Corps("Spain", "Tournai"), Corps("France", "Tournai"), Corps("France", "Tournai", inside=True)]
    war = beaten("Alliance", "Tournai", "Lille", corps=corps, sieges=(Siege("Tournai", "Alliance"),))
    choose(war, "retreat Mons")
    assert (at(war, "Tournai", "Bourbon"), besieged(war, "Tournai")) == (2, False)
