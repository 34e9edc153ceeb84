"""Automatic victory and the levels of victory at the end (NY 6.2, 6.3)."""

import pytest
from war_table import choose, cited, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.position import Result
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.rules.control import take_control
from ninevears_kernel.nine_years.rules.victory import level

AT_ONCE = {"automatic-victory": "at-once"}


def control(side, *spaces):
    return tuple({"set": "control", "space": space, "side": side} for space in spaces)


def in_winter(*edits):
    return table(position_with(*edits), ("winter-victory",))


PARIS_TAKEN = control("Alliance", "Paris", "Amiens", "Lille", "Tournai")


@pytest.mark.clause("NY 6.2.A.1")
def test_the_alliance_wins_with_paris_and_a_line_by_land():
    engine = in_winter(*PARIS_TAKEN)
    assert engine.board.result == Result("Alliance", "automatic", "Paris")
    assert "NY 6.2.A.1" in cited(engine)
    cut_off = (*control("Alliance", "Paris", "Rouen"), {"set": "sea", "zone": "Atlantic", "side": "Alliance"})
    assert in_winter(*cut_off).board.result is None


@pytest.mark.clause("NY 6.2.A.2")
@pytest.mark.parametrize(("points", "won"), [(34, False), (35, True), (40, True)])
def test_the_alliance_wins_with_35_victory_points(points, won):
    engine = in_winter({"set": "victory-points", "points": points})
    assert (engine.board.result == Result("Alliance", "automatic", "points")) == won
    assert ("NY 6.2.A.2" in cited(engine)) == won


@pytest.mark.clause("NY 6.2.B.1")
def test_the_bourbons_win_with_amsterdam_or_vienna_and_a_line_by_land():
    amsterdam = control("Bourbon", "Ghent", "Antwerp", "Breda", "Amsterdam")
    assert in_winter(*amsterdam).board.result == Result("Bourbon", "automatic", "capital")
    assert in_winter(*control("Bourbon", "Amsterdam")).board.result is None
    vienna = control("Bourbon", "Ulm", "Munich", "Vienna")
    engine = in_winter(*vienna)
    assert engine.board.result == Result("Bourbon", "automatic", "capital")
    assert "NY 6.2.B.1" in cited(engine)


@pytest.mark.clause("NY 6.2.B.2")
@pytest.mark.parametrize(("points", "won"), [(1, False), (0, True)])
def test_the_bourbons_win_with_0_victory_points(points, won):
    engine = in_winter({"set": "victory-points", "points": points})
    assert (engine.board.result == Result("Bourbon", "automatic", "points")) == won
    assert ("NY 6.2.B.2" in cited(engine)) == won


@pytest.mark.clause("NY 6.3")
@pytest.mark.parametrize(
    ("points", "winner", "how_well"),
    [
        (40, "Alliance", "major"),
        (30, "Alliance", "major"),
        (29, "Alliance", "minor"),
        (25, "Alliance", "minor"),
        (24, "Bourbon", "minor"),
        (20, "Bourbon", "minor"),
        (19, "Bourbon", "major"),
        (0, "Bourbon", "major"),
    ],
)
def test_the_levels_of_victory(points, winner, how_well):
    assert level(points) == (winner, how_well)


@pytest.mark.clause("NY 6.3", "NY 20.1")
def test_after_the_last_year_the_victory_points_decide():
    in_1699 = {"set": "year", "year": 1699}
    engine = in_winter(in_1699, {"set": "victory-points", "points": 27})
    assert engine.board.result == Result("Alliance", "minor", "last-year")
    assert "NY 6.3" in cited(engine)
    assert in_winter({"set": "year", "year": 1698}).board.result is None
    assert in_winter(in_1699, *PARIS_TAKEN).board.result.level == "automatic"


def captured(space, side, readings=None, *edits):
    """A side takes a space in the middle of a year."""
    engine = table(position_with(*edits), readings=readings)
    take_control(engine, side, NUMBER[space])
    engine.advance()
    return engine


@pytest.mark.clause("NY 6.2.A.1", "NY 8.5")
def test_automatic_victory_waits_for_winter_or_comes_at_once_by_the_other_reading():
    before = control("Alliance", "Amiens", "Lille", "Tournai")
    assert captured("Paris", "Alliance", None, *before).board.result is None
    engine = captured("Paris", "Alliance", AT_ONCE, *before)
    assert engine.board.result == Result("Alliance", "automatic", "Paris")


@pytest.mark.clause("NY 6.2.A.2", "NY 6.2.B.2", "NY 6.2.B.1")
def test_at_once_holds_for_the_other_conditions_too():
    points = {"set": "victory-points", "points": 34}
    assert captured("Lille", "Alliance", AT_ONCE, points).board.result.how == "points"
    points = {"set": "victory-points", "points": 1}
    assert captured("Namur", "Bourbon", AT_ONCE, points).board.result.winner == "Bourbon"
    before = control("Bourbon", "Ulm", "Munich")
    assert captured("Vienna", "Bourbon", AT_ONCE, *before).board.result.how == "capital"


@pytest.mark.clause("NY 6.2.A.2", "NY 18.1", "NY 13.5.6.b")
@pytest.mark.parametrize(
    ("item", "fields", "dice"),
    [
        (("king-william-roll",), {}, [6]),
        (("action", "Alliance"), {"active": "Alliance", "actions_left": 2}, [6, 1]),
    ],
)
def test_at_once_holds_for_points_from_the_colonies_and_at_sea(item, fields, dice):
    position = position_with({"set": "victory-points", "points": 34}, **fields)
    for readings, over in ({}, False), (AT_ONCE, True):
        engine = table(position, item, dice=dice, readings=readings)
        if fields:
            choose(engine, "deploy Mediterranean")
        assert engine.board.victory_points == 35
        assert (engine.board.result is not None) == over


@pytest.mark.clause("NY 6.2.A.1")
def test_a_war_that_is_won_has_nothing_left_to_do():
    engine = table(position_with(*PARIS_TAKEN), ("winter-victory",), ("winter-end",))
    assert engine.board.agenda == []
    assert engine.board.year == 1688
    assert engine.options == []


CAPTURES = [
    ("Barcelona", "Bourbon", False, {}, 1),
    ("Barcelona", "Bourbon", False, {"barcelona": "spain"}, 2),
    ("Hanover", "Bourbon", False, {}, 2),
    ("Hanover", "Bourbon", False, {"empire-capital": "one"}, 1),
    ("Frankfurt", "Bourbon", False, {"empire-capital": "one"}, 2),
    ("Highlands", "Alliance", True, {}, 2),
    ("York", "Alliance", True, {}, 1),
    ("Mons", "Bourbon", False, {}, 1),
]
"""A space, who takes it, whether after the Glorious Revolution, by which readings, and its victory points."""


@pytest.mark.clause("NY 6.1.2", "NY 2.2", "NY 2.4", "NY 7.2.6.c")
@pytest.mark.parametrize(("space", "side", "revolution", "readings", "points"), CAPTURES)
def test_what_counts_as_a_capital_counts_double_when_it_is_taken(space, side, revolution, readings, points):
    position = position_with(*control(enemy(side), space)).replace(revolution=revolution)
    engine = table(position, readings=readings)
    take_control(engine, side, NUMBER[space])
    assert abs(engine.board.victory_points - position.victory_points) == points
    assert set(readings) <= engine.context.consulted.keys()
