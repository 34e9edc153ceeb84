"""The peace roll in play: concessions, the roll, and the end of the war (NY 6.4, 6.3)."""

import pytest
from war_table import choose, cited, options, position_with, table
from whole_domain import options_agree

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.position import BothSides, Result
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.rules.winter.peace import peace_modifiers

IN_1696 = {"set": "year", "year": 1696}


def peace(*edits, dice=(), readings=None, **fields):
    return table(position_with(IN_1696, *edits, **fields), ("peace",), dice=dice, readings=readings)


# London, Dublin, Edinburgh and a neutral Savoy: 4; with two spaces of the Empire and one of Spain abroad: 6
GOOD_TERMS = tuple(
    {"set": "control", "space": space, "side": "Bourbon"} for space in ("Trier", "Liege", "Charleroi")
)


@pytest.mark.clause("NY 6.4.M")
def test_only_the_bourbon_cells_of_king_williams_war_and_the_years_after_1696_count():
    for cell, modifier in ((-2, 2), (-1, 1), (0, 0), (1, 0), (2, 0)):
        found = peace_modifiers(position_with(kww_cell=cell), BothSides(), RulingContext())
        assert found.get("kww", 0) == modifier, cell
    for year, modifier in ((1688, 0), (1695, 0), (1696, 0), (1697, 1), (1698, 2)):
        found = peace_modifiers(position_with(year=year), BothSides(), RulingContext())
        assert found.get("years", 0) == modifier, year


@pytest.mark.clause("NY 6.4.1", "NY 13.2.1.c")
def test_the_player_without_the_initiative_concedes_first():
    engine = peace(dice=[1])
    assert engine.side == "Bourbon"
    assert options(engine) == ["concede none", "concede card", "concede points", "concede both"]
    assert options_agree(engine)
    choose(engine, "concede card")
    assert engine.side == "Alliance"
    assert options_agree(engine)


@pytest.mark.clause("NY 6.4.1")
def test_concessions_cost_a_card_and_2_resource_points_of_the_next_turn():
    engine = choose(peace(dice=[1]), "concede both", "concede points")
    bourbon, alliance = engine.board.bourbon_hand, engine.board.alliance_hand
    assert (bourbon.cards_conceded, bourbon.points_conceded) == (1, 2)
    assert (alliance.cards_conceded, alliance.points_conceded) == (0, 2)
    engine = choose(peace(dice=[1]), "concede none", "concede card")
    assert engine.board.bourbon_hand.cards_conceded == engine.board.bourbon_hand.points_conceded == 0
    assert engine.board.alliance_hand.cards_conceded == 1


@pytest.mark.clause("NY 6.4.2", "NY 6.4.M", "NY 6.3")
def test_on_10_the_war_ends_and_the_victory_points_decide():
    engine = choose(peace(*GOOD_TERMS, dice=[4]), "concede none", "concede none")
    assert engine.board.result == Result("Bourbon", "minor", "peace")
    assert not engine.board.agenda
    assert {"NY 6.4.2", "NY 6.4.M", "NY 6.3"} <= cited(engine)


@pytest.mark.clause("NY 6.3", "NY 6.4.2", "NY 6.2.B.2", "NY 6.2.A.2")
@pytest.mark.parametrize("time", ["step-e", "start-of-winter"])
@pytest.mark.parametrize(("points", "won"), [(0, "Bourbon"), (1, None), (34, None), (35, "Alliance")])
def test_peace_takes_no_automatic_victory_away(points, won, time):
    edits = (*GOOD_TERMS, {"set": "victory-points", "points": points})
    engine = choose(
        peace(*edits, dice=[4], readings={"peace-roll-time": time}), "concede none", "concede none"
    )
    result = engine.board.result
    assert (result.winner, result.how) == (won, "points") if won else result.how == "peace"


@pytest.mark.clause("NY 6.4.2", "NY 6.4.1")
@pytest.mark.parametrize("concessions", [("card", "none"), ("none", "points")])
def test_each_concession_takes_1_from_the_roll(concessions):
    choices = [f"concede {one}" for one in concessions]
    assert choose(peace(*GOOD_TERMS, dice=[4]), *choices).board.result is None
    assert choose(peace(*GOOD_TERMS, dice=[5]), *choices).board.result is not None


@pytest.mark.clause("NY 6.4.1", "NY 6.4.M")
def test_both_concessions_take_2():
    assert choose(peace(*GOOD_TERMS, dice=[5]), "concede both", "concede none").board.result is None
    assert choose(peace(*GOOD_TERMS, dice=[6]), "concede both", "concede none").board.result is not None


@pytest.mark.clause("NY 6.3", "NY 6.4.2")
def test_by_the_other_reading_a_modified_6_is_enough():
    assert choose(peace(dice=[2]), "concede none", "concede none").board.result is None
    six = peace(dice=[2], readings={"peace-roll-total": "six"})
    assert choose(six, "concede none", "concede none").board.result is not None


@pytest.mark.clause("NY 6.4")
@pytest.mark.parametrize(("year", "rolled"), [(1688, False), (1695, False), (1696, True), (1699, True)])
def test_the_roll_is_made_from_1696_to_1699(year, rolled):
    engine = peace({"set": "year", "year": year}, dice=[1])
    assert bool(engine.options) == rolled


@pytest.mark.clause("NY 6.4", "NY 8.5")
def test_the_roll_comes_in_step_e_or_by_the_other_reading_before_all_else():
    """London changes sides by the revolution of step d: so it matters for the roll, +1 or not."""
    edits = ({"set": "sea", "zone": "Atlantic", "side": "Alliance"}, {"remove": "leader", "name": "James II"})
    position = position_with(IN_1696, *edits, *GOOD_TERMS)
    last = choose(table(position, ("winter-phase",), dice=[4]))
    assert last.board.revolution
    assert last.side == "Bourbon"
    first = table(position, ("winter-phase",), dice=[4], readings={"peace-roll-time": "start-of-winter"})
    assert not first.board.revolution
    choose(first, "concede none", "concede none")
    assert first.board.result is not None
    assert not first.board.revolution


@pytest.mark.clause("NY 6.4.M")
def test_the_modifiers_of_a_board_are_those_of_its_position():
    position = position_with({"set": "year", "year": 1698}, {"set": "kww", "cell": -2}, *GOOD_TERMS)
    for concessions in (BothSides(), BothSides(1, 2)):
        on_board = peace_modifiers(Board(position), concessions, RulingContext())
        assert on_board == peace_modifiers(position, concessions, RulingContext())
        assert on_board["kww"] == 2
        assert on_board["years"] == 2
