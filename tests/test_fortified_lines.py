"""Fortified lines in the field: what they do to a march and to a battle (NY 15.3, 15.4, 15.6)."""

import pytest
from campaign_table import at, leader, marching
from war_table import choose, cited, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.position import Corps, Line, Siege
from ninevears_kernel.nine_years.rules.campaign.armies import line_level
from ninevears_kernel.nine_years.rules.campaign.battle import army


def against_lille(level, die, leaders=("Waldeck",)):
    engine = marching("Ypres", leaders, 2, {"set": "control", "space": "Ypres", "side": "Alliance"},
                   lines=(Line("Lille", level),), dice=[die])  # fmt: skip
    return choose(engine, "to Lille")


@pytest.mark.clause("NY 15.4")
@pytest.mark.parametrize(
    ("level", "die", "passes"), [(1, 3, False), (1, 4, True), (3, 5, False), (3, 6, True)]
)
def test_a_force_must_beat_two_plus_the_level(level, die, passes):
    engine = against_lille(level, die)
    assert (at(engine, "Lille"), at(engine, "Ypres")) == ((2, 0) if passes else (0, 2))
    assert not engine.options  # stopped by the line, or by the fortress
    assert "NY 15.4" in cited(engine)


@pytest.mark.clause("NY 15.4")
def test_the_battle_rating_of_the_commander_helps():
    assert at(against_lille(1, 2), "Lille") == 0
    assert at(against_lille(1, 2, ("Waldeck", "Marlborough")), "Lille") == 2


@pytest.mark.clause("NY 15.6")
def test_an_own_line_hinders_nobody():
    engine = marching("Breda", ("Waldeck",), 2, lines=(Line("Antwerp", 3),))
    choose(engine, "to Antwerp", "to Brussels")
    assert at(engine, "Brussels") == 2


@pytest.mark.clause("NY 15.6")
@pytest.mark.clause("NY 15.3")
def test_a_line_serves_only_the_side_that_controls_the_space():
    engine = marching("Antwerp", ("Waldeck",), 2, lines=(Line("Brussels", 2),),
                   others=[Corps("France", "Brussels")], sieges=(Siege("Brussels", "Bourbon"),))  # fmt: skip
    board, brussels = engine.board, NUMBER["Brussels"]
    assert (line_level(board, "Alliance", brussels), line_level(board, "Bourbon", brussels)) == (2, 0)
    assert army(engine, "Bourbon", NUMBER["Antwerp"], brussels, False, 0).modifier == 0


@pytest.mark.clause("NY 15.3")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_defender_adds_the_level_to_his_roll(level):
    engine = marching("Mons", ("Waldeck",), 8, lines=(Line("Tournai", level),),
                   others=[Corps("France", "Tournai")] * 5, more=[leader("Catinat", "Tournai")])  # fmt: skip
    tournai = NUMBER["Tournai"]
    assert army(engine, "Bourbon", NUMBER["Mons"], tournai, False, 0).modifier == 2 + level  # Catinat has 2
    assert army(engine, "Alliance", NUMBER["Mons"], tournai, True, 0).modifier == 0


@pytest.mark.clause("NY 15.3")
@pytest.mark.parametrize("level", [0, 2])
def test_a_battle_behind_a_line_cites_it_before_the_rolls(level):
    """In play as in the umpire's question, with dice and without."""
    lines = (Line("Tournai", level),) if level else ()
    battle = ("battle-rolls", "Alliance", NUMBER["Mons"], NUMBER["Tournai"], 0, 0)
    pieces = [Corps("France", "Tournai")] * 5 + [Corps("Dutch Republic", "Tournai")] * 4
    engine = table(position_with(corps=tuple(pieces), lines=lines), battle, dice=[3, 3, 3, 3])
    told = [step.clause_id for step in engine.context.steps]
    assert ("NY 15.3" in told) == bool(level)
    if level:
        assert told.index("NY 15.3") < told.index("NY 16.2.2")
