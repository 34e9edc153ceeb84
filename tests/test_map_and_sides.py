"""Chapters 2, 3 and 7 of the register: what the sources name is on the map and in the scenario."""

import pytest

from ninevears_kernel.nine_years.components.map import IRELAND, ZONES, game_map
from ninevears_kernel.nine_years.components.map_masks import FORTRESS, NUMBER, step_between
from ninevears_kernel.nine_years.components.position import SeaControl
from ninevears_kernel.nine_years.components.powers import powers, side_of
from ninevears_kernel.nine_years.components.scenario import leader_table, scenario_1688


@pytest.mark.clause("NY 2.1")
def test_a_space_is_fortified_1_to_3_or_not_and_adjacency_is_a_link():
    strengths = {space.fortress for space in game_map().spaces}
    assert strengths == {0, 1, 2, 3}
    links = {frozenset((link.a, link.b)) for link in game_map().links}
    for space in game_map().spaces:
        for other in game_map().spaces:
            linked = frozenset((space.name, other.name)) in links
            assert (other.name in game_map().neighbours(space.name)) == linked
            assert (step_between("Alliance", space.index, other.index) is not None) == linked


@pytest.mark.clause("NY 2.1.a")
def test_the_spaces_that_the_source_names():
    named = {
        "Britain": ("London", "York", "Edinburgh", "Highlands"),
        "Ireland": ("Dublin",),
        "France": ("Paris", "Strasbourg", "Brest", "Toulon", "Tournai"),
        "Spain": ("Madrid", "Girona", "Gibraltar", "Barcelona", "Cadiz", "Antwerp", "Namur"),
        "Portugal": ("Lisbon",),
        "Dutch Republic": ("Amsterdam",),
        "Empire": ("Munich",),
        "Savoy": ("Turin",),
        "Austria": ("Vienna", "Innsbruck", "Trent"),
    }
    for power, names in named.items():
        assert {game_map().by_name[name].power for name in names} == {power}
    ports = ("London", "Brest", "Toulon", "Barcelona", "Cadiz", "Lisbon", "Amsterdam")
    assert all(game_map().by_name[name].ports for name in ports)
    assert game_map().by_name["Dublin"].region == IRELAND
    assert FORTRESS[NUMBER["Tournai"]] == 2


@pytest.mark.clause("NY 2.5")
def test_two_sea_zones_each_with_one_master_or_none():
    assert ZONES == ("Atlantic", "Mediterranean")
    start = scenario_1688()
    for side in ("Bourbon", "Alliance", None):
        held = start.replace(seas=SeaControl(Atlantic=side))
        assert (held.sea("Atlantic"), held.sea("Mediterranean")) == (side, None)


@pytest.mark.clause("NY 3.1.a")
def test_the_leaders_that_the_source_names():
    named = {
        "Alliance": ("William III", "Marlborough", "Waldeck", "Eugene", "Victor Amadeus"),
        "Bourbon": ("Catinat", "Boufflers", "Luxembourg", "James II", "Claverhouse"),
    }
    for side, names in named.items():
        assert {leader_table()[name].side for name in names} == {side}
        assert any("minor leader" in row.name for row in leader_table().values() if row.side == side)
        assert any(row.arrives == "staff" for row in leader_table().values() if row.side == side)
    assert leader_table()["Marlborough"].power == "Britain"


@pytest.mark.clause("NY 7.1.1")
def test_most_powers_start_under_one_player_and_the_rest_join_as_7_2_says():
    start = scenario_1688()
    at_start = {name: side_of(start, name) for name in powers()}
    assert {name for name, side in at_start.items() if side is None} == {"Britain", "Savoy"}
    assert all(
        side in (None, power.side) for power, side in zip(powers().values(), at_start.values(), strict=True)
    )
    assert side_of(start.replace(revolution=True), "Britain") == "Alliance"
