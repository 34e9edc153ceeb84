"""Lines of communication of a whole side and of one space: what is cut is cut for the rules too, and what is
said to mend it does.
"""

import pytest
from hypothesis import assume, given, strategies as st
from msgspec import structs
from test_supply import positions
from war_table import position_with

from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.position import Corps, Leader, Siege
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.fog import view
from ninevears_kernel.nine_years.queries.supply_overview import describe_line, overview
from ninevears_kernel.nine_years.rules.supply import OWN_CAPITAL, PURPOSES, Asked, has_line

NAMES = [space.name for space in game_map().spaces]
POWER = {"Bourbon": "France", "Alliance": "Spain"}
asked = st.tuples(st.sampled_from(NAMES), st.sampled_from(SIDES), st.sampled_from(sorted(PURPOSES)))


def power_for(side, purpose):
    return POWER[side] if purpose in OWN_CAPITAL else None


def with_control(position, names, side):
    control = position.control
    for name in names:
        control = control.changed(game_map().by_name[name].index, side)
    kept = tuple(siege for siege in position.sieges if siege.space not in names)
    return position.replace(control=control, sieges=kept)


@pytest.mark.clause("NY 11.1.1")
@pytest.mark.clause("NY 11.1.2")
@given(positions(), st.sampled_from(SIDES), st.sampled_from(sorted(PURPOSES)))
def test_the_overview_says_of_each_holding_what_the_rule_says_of_its_space(position, side, purpose):
    power = power_for(side, purpose)
    seen = overview(position, side, purpose, power)
    for one in seen.holdings:
        assert one.supplied == has_line(position, Asked(one.space, side, purpose, power))
        assert one.supplied or not one.limited
    friendly = {name for name in NAMES if position.controller(name) == side}
    assert friendly <= {one.space for one in seen.holdings}
    assert set(seen.supplied) | set(seen.cut) == {one.space for one in seen.holdings}


@pytest.mark.clause("NY 11.1.1")
@given(positions(), asked)
def test_a_line_that_is_told_is_one_and_what_is_said_to_mend_it_does(position, question):
    space, side, purpose = question
    power = power_for(side, purpose)
    told = describe_line(position, space, side, purpose, power)
    line = Asked(space, side, purpose, power)
    assert told.supplied == has_line(position, line)
    if told.supplied:
        assert told.path[0] == space
        assert not told.cut + told.near + told.far
        return
    assert told.violations
    for names in told.restored_by:
        assert has_line(with_control(position, names, side), line)
    for zone in told.restored_by_sea:
        assert has_line(position.replace(seas=structs.replace(position.seas, **{zone: side})), line)
    for fortress in told.restored_by_relief:
        rest = tuple(siege for siege in position.sieges if siege.space != fortress)
        assert has_line(position.replace(sieges=rest), line)
    repairs = told.restored_by or told.restored_by_sea or told.restored_by_relief
    assert bool(told.path) == bool(repairs)
    assert not set(told.near) & set(told.far)
    named = {*sum(told.restored_by, ()), *told.restored_by_sea, *told.restored_by_relief}
    assert {block.name for block in told.blocks} == named


@pytest.mark.clause("NY 11.1.1")
@given(positions(), asked)
def test_a_cut_line_is_open_up_to_the_cut_from_both_ends(position, question):
    space, side, purpose = question
    told = describe_line(position, space, side, purpose, power_for(side, purpose))
    assume(told.cut and not set(told.cut) & {siege.space for siege in position.sieges})
    assume(not set(told.path) & set(ZONES))
    assert set(told.cut) <= set(told.path)
    first = told.path.index(told.cut[0])
    last = max(told.path.index(name) for name in told.cut)
    assert set(told.path[:first]) <= set(told.near)
    beyond = told.path[last + 1 :]
    assert set(beyond) <= set(told.far) | set(told.near)
    for name in told.cut:
        assert position.controller(name) != side


@pytest.mark.clause("NY 11.1.3.a")
def test_a_sea_that_is_not_friendly_cuts_and_is_named():
    told = describe_line(scenario_1688(), "Dublin", "Bourbon")
    assert (told.supplied, told.cut, told.restored_by_sea) == (False, ("Atlantic",), ("Atlantic",))
    (block,) = told.blocks
    assert (block.why, block.clause_id) == ("sea", "NY 11.1.3.a")
    assert told.path[0] == "Dublin"
    assert set(told.near) >= {"Dublin", "Cork"}
    assert "Paris" in told.far


@pytest.mark.clause("NY 11.1.4")
def test_a_siege_on_the_way_makes_the_line_limited():
    position = position_with(
        {"set": "besieged", "space": "Valenciennes", "by": "Alliance"},
        corps=(Corps("Dutch Republic", "Valenciennes"),),
    )
    assert "Valenciennes" in overview(position, "Bourbon").limited


@pytest.mark.clause("NY 17.3")
def test_a_besieged_garrison_is_cut_and_its_relief_mends_it():
    position = position_with(
        corps=(Corps("France", "Lille", inside=True), Corps("Spain", "Lille")), leaders=()
    )
    position = position.replace(sieges=(Siege("Lille", "Alliance"),))
    told = describe_line(position, "Lille", "Bourbon", "restore", "France")
    assert (told.supplied, told.restored_by_relief) == (False, ("Lille",))
    assert [block.why for block in told.blocks] == ["siege"]
    kinds = {
        one.kind
        for one in overview(position, "Bourbon", "restore", "France").holdings
        if one.space == "Lille"
    }
    assert kinds == {"garrison"}


def test_leaders_alone_count_as_troops_even_when_the_corps_under_them_are_covered():
    position = position_with(
        corps=(Corps("France", "Mons"), Corps("France", "Mons")),
        leaders=(Leader("Luxembourg", "France", "Mons"),),
    )
    seen = view(position, "Alliance").position
    of_all, of_seen = overview(position, "Bourbon"), overview(seen, "Bourbon")
    assert of_all == of_seen
    assert any(one.space == "Mons" and one.kind == "stack" for one in of_seen.holdings)


def test_a_power_is_asked_for_where_it_is_needed():
    with pytest.raises(BadInput, match="power"):
        overview(scenario_1688(), "Bourbon", "restore")
    with pytest.raises(BadInput, match="power"):
        describe_line(scenario_1688(), "Lille", "Bourbon", "reinforcement")
    with pytest.raises(UnknownName):
        describe_line(scenario_1688(), "Atlantis", "Bourbon")
