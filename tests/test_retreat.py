"""Retreat after a battle (NY 16.4)."""

import pytest
from campaign_table import at, besieged, leader, owner, where
from war_table import KIT, choose, clauses_against, options, permits, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE, WAITS
from ninevears_kernel.nine_years.components.position import Corps, Siege


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
def test_the_attacker_goes_back_to_where_they_came_from():
    engine = beaten("Alliance", "Tournai", "Mons", attacked=True, corps=BOTH,
                 leaders=[leader("Waldeck", "Tournai")])  # fmt: skip
    assert (at(engine, "Mons"), at(engine, "Tournai"), where(engine, "Waldeck")) == (3, 0, "Mons")
    assert not besieged(engine, "Tournai")


@pytest.mark.clause("NY 16.4")
@pytest.mark.clause("NY 17.1")
def test_the_attacker_besieges_again_what_they_had_besieged():
    engine = beaten("Alliance", "Tournai", "Lille", attacked=True, corps=BOTH)
    assert (at(engine, "Lille"), besieged(engine, "Lille")) == (3, True)


@pytest.mark.clause("NY 16.4")
def test_the_attacker_retreats_as_a_defender_when_enemies_stand_there():
    corps = [*BOTH, Corps("France", "Lille")]
    engine = beaten("Alliance", "Tournai", "Lille", attacked=True, corps=corps)
    assert options(engine) == ["retreat Ghent", "retreat Mons"]
    choose(engine, "retreat Ghent")
    assert at(engine, "Ghent") == 3


@pytest.mark.clause("NY 16.4")
def test_the_defender_chooses_a_friendly_space():
    engine = beaten("Bourbon", "Tournai", "Mons", corps=BOTH, leaders=[leader("Catinat", "Tournai")])
    assert options(engine) == ["retreat Lille", "retreat Valenciennes"]
    assert engine.side == "Bourbon"
    assert permits(engine, "retreat Lille") == {"retreat.open"}
    assert clauses_against(engine, "retreat Mons") == ["NY 16.4"]  # not friendly
    assert clauses_against(engine, "retreat Paris") == ["NY 16.4"]  # not adjacent
    choose(engine, "retreat Lille")
    assert (at(engine, "Lille", "Bourbon"), where(engine, "Catinat")) == (3, "Lille")
    assert besieged(engine, "Tournai")


@pytest.mark.clause("NY 16.4")
def test_not_to_a_space_with_enemy_troops():
    engine = beaten("Bourbon", "Tournai", "Mons", corps=[*BOTH, Corps("Spain", "Lille")],
                 sieges=(Siege("Lille", "Alliance"),))  # fmt: skip
    assert at(engine, "Valenciennes", "Bourbon") == 3  # the only way left is taken without a question


@pytest.mark.clause("NY 16.4")
def test_a_retreat_to_the_enemy_is_refused_when_it_is_typed():
    corps = [*BOTH, Corps("Spain", "Lille")]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Bourbon", "Ghent"), corps=corps,
                 sieges=(Siege("Lille", "Alliance"),))  # fmt: skip
    assert options(engine) == ["retreat Ghent", "retreat Valenciennes"]
    assert clauses_against(engine, "retreat Lille") == ["NY 16.4"]


@pytest.mark.clause("NY 14.1.1")
@pytest.mark.parametrize(
    ("side", "power", "enemy"), [("Bourbon", "France", "Austria"), ("Alliance", "Austria", "France")]
)
def test_over_a_red_link_the_alliance_alone_retreats(side, power, enemy):
    corps = [Corps(power, "Milan"), Corps(enemy, "Milan")]
    engine = beaten(side, "Milan", "Turin", *control(side, "Alessandria", "Mantua", "Trent"), corps=corps)
    assert ("retreat Trent" in options(engine)) == (side == "Alliance")
    assert clauses_against(engine, "retreat Trent") == (["NY 14.1.1"] if side == "Bourbon" else [])


@pytest.mark.clause("NY 16.4")
def test_an_unfortified_space_is_taken_by_the_winner():
    corps = [Corps("France", "Reims"), Corps("Dutch Republic", "Reims")]
    engine = beaten("Bourbon", "Reims", "Valenciennes", *control("Alliance", "Valenciennes"), corps=corps)
    choose(engine, "retreat Paris")
    assert owner(engine, "Reims") == "Alliance"


@pytest.mark.clause("NY 16.4")
@pytest.mark.parametrize(("number", "inside"), [(3, 3), (4, 4), (6, 4)])
def test_up_to_four_corps_go_into_the_fortress(number, inside):
    """With no friendly space around; the rest are eliminated, and the leader is besieged with the corps."""
    corps = [*[Corps("France", "Tournai")] * number, *DUTCH_AT_TOURNAI]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps,
                 leaders=[leader("Catinat", "Tournai")])  # fmt: skip
    start = position_with().pools
    assert len(engine.board.garrisons[NUMBER["Tournai"]]) == inside
    assert besieged(engine, "Tournai")
    assert engine.board.state[KIT.leader_number["Catinat"]] & INSIDE
    assert (
        engine.board.pool("France") - next(p.corps for p in start if p.power == "France") == number - inside
    )
    assert at(engine, "Tournai", "Bourbon") == 0


@pytest.mark.clause("NY 16.4")
def test_the_strongest_go_into_the_fortress():
    corps = [
        *[Corps("France", "Tournai", reduced=True)] * 2,
        *[Corps("France", "Tournai")] * 4,
        *DUTCH_AT_TOURNAI,
    ]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps)
    assert not any(piece.reduced for piece in engine.board.position().corps if piece.inside)


@pytest.mark.clause("NY 16.4")
def test_a_garrison_that_withdrew_before_counts():
    corps = [*BOTH, *[Corps("France", "Tournai", inside=True)] * 2]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps)
    assert len(engine.board.garrisons[NUMBER["Tournai"]]) == 4


@pytest.mark.clause("NY 16.4")
@pytest.mark.parametrize("number", [4, 5])
def test_none_follows_a_garrison_of_four_or_more(number):
    """A siege may shut in more than a retreat brings inside."""
    corps = [*BOTH, *[Corps("France", "Tournai", inside=True)] * number]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps)
    assert len(engine.board.garrisons[NUMBER["Tournai"]]) == number
    before = next(pool.corps for pool in position_with().pools if pool.power == "France")
    assert engine.board.pool("France") == before + 3


@pytest.mark.clause("NY 16.4")
def test_a_leader_whom_the_fortress_holds_no_corps_for_leaves_it():
    corps = [*BOTH, *[Corps("France", "Tournai", inside=True)] * 4]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", "Lille", "Valenciennes"), corps=corps,
                 leaders=[leader("Catinat", "Tournai")], sieges=(Siege("Tournai", "Alliance"),))  # fmt: skip
    assert where(engine, "Catinat") not in (None, "Tournai")
    assert owner(engine, where(engine, "Catinat")) == "Bourbon"


@pytest.mark.clause("NY 16.4")
def test_where_there_is_no_fortress_none_goes_inside():
    """Nor is Reims, which has none, a refuge for want of a friendly space around."""
    corps = [*[Corps("France", "Reims")] * 3, Corps("Dutch Republic", "Reims")]
    taken = control("Alliance", "Valenciennes", "Sedan", "Nancy", "Paris", "Dijon")
    engine = beaten("Bourbon", "Reims", "Sedan", *taken, corps=corps)
    before = next(pool.corps for pool in position_with().pools if pool.power == "France")
    assert not engine.board.garrisons
    assert engine.board.pool("France") == before + 3
    assert [
        step.says.values["count"] for step in engine.context.steps if step.says.id == "retreat.eliminated"
    ] == [3]
    assert owner(engine, "Reims") == "Alliance"


@pytest.mark.clause("NY 16.4")
def test_corps_that_cannot_retreat_are_eliminated():
    """French besiegers of Brussels, without a friendly space around; Catinat goes to the nearest one."""
    corps = [*[Corps("France", "Brussels")] * 2, *[Corps("Dutch Republic", "Brussels")] * 3]
    engine = beaten("Bourbon", "Brussels", "Antwerp", corps=corps, leaders=[leader("Catinat", "Brussels")],
                 sieges=(Siege("Brussels", "Bourbon"),))  # fmt: skip
    before = next(pool.corps for pool in position_with().pools if pool.power == "France")
    assert engine.board.pool("France") == before + 2
    assert where(engine, "Catinat") in {"Tournai", "Valenciennes", "Sedan", "Luxembourg"}
    assert not besieged(engine, "Brussels")


@pytest.mark.clause("NY 16.4")
def test_leaders_without_corps_go_to_the_nearest_friendly_space():
    engine = beaten(
        "Bourbon", "Tournai", "Mons", corps=DUTCH_AT_TOURNAI, leaders=[leader("Catinat", "Tournai")]
    )
    assert where(engine, "Catinat") in {"Lille", "Valenciennes"}
    assert besieged(engine, "Tournai")


@pytest.mark.clause("NY 16.4")
def test_leaders_wait_when_nothing_friendly_is_left():
    everything = [space for space in NUMBER if space not in ("Tournai",)]
    engine = beaten("Bourbon", "Tournai", "Mons", *control("Alliance", *everything), corps=DUTCH_AT_TOURNAI,
                 leaders=[leader("Catinat", "Tournai")])  # fmt: skip
    assert engine.board.where[KIT.leader_number["Catinat"]] == WAITS


@pytest.mark.clause("NY 17.6")
def test_a_garrison_comes_out_again_when_the_attacker_is_beaten():
    corps = [*BOTH, Corps("France", "Tournai", inside=True)]
    engine = beaten("Alliance", "Tournai", "Mons", attacked=True, corps=corps,
                 leaders=[leader("Catinat", "Tournai", inside=True)])  # fmt: skip
    assert at(engine, "Tournai", "Bourbon") == 4
    assert not engine.board.garrisons
    assert not engine.board.state[KIT.leader_number["Catinat"]] & INSIDE


@pytest.mark.clause("NY 17.6")
def test_it_comes_out_too_when_the_attacker_is_destroyed():
    """Neither way back nor way out: the French attackers of Mons are eliminated, and its garrison is free."""
    corps = [Corps("France", "Mons"), Corps("Spain", "Mons"), Corps("Spain", "Mons", inside=True),
             Corps("Dutch Republic", "Tournai")]  # fmt: skip
    taken = control("Alliance", "Valenciennes")
    engine = beaten("Bourbon", "Mons", "Tournai", *taken, attacked=True, corps=corps,
                 sieges=(Siege("Tournai", "Alliance"),))  # fmt: skip
    assert at(engine, "Mons") == 2
    assert not engine.board.garrisons


@pytest.mark.clause("NY 17.6")
def test_a_relief_lifts_the_siege():
    corps = [Corps("Spain", "Tournai"), Corps("France", "Tournai"), Corps("France", "Tournai", inside=True)]
    engine = beaten("Alliance", "Tournai", "Lille", corps=corps, sieges=(Siege("Tournai", "Alliance"),))
    choose(engine, "retreat Mons")
    assert (at(engine, "Tournai", "Bourbon"), besieged(engine, "Tournai")) == (2, False)
