"""Rally (NY 13.5.4)."""

import pytest
from every_row import every_row
from war_table import choose, clauses_against, options, permits, position_with, table

from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    DEMORALISED,
    USED,
    corps_in_words,
    corps_number,
)
from ninevears_kernel.nine_years.components.position import Corps, Hand, Leader, Siege


def menu(side="Bourbon", actions=3, readings=None, **fields):
    fields = {"corps": (), "leaders": (), "fleets": (), "active": side, "actions_left": actions} | fields
    return table(position_with(**fields), ("action", side), readings=readings)


def beaten(name, power, space, **state):
    return Leader(name, power, space, demoralised=True, **state)


def downcast(engine, space, side="Bourbon"):
    """How many corps are demoralised still, and how many have acted."""
    stack = engine.board.stacks[side][NUMBER[space]]
    return sum(bool(corps & DEMORALISED) for corps in stack), sum(bool(corps & USED) for corps in stack)


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.clause("NY 13.4.3")
def test_catinat_rallies_three_of_eight_and_boufflers_two_in_the_next_round():
    """E6."""
    engine = menu(
        corps=(Corps("France", "Metz", demoralised=True),) * 8,
        leaders=(beaten("Catinat", "France", "Metz"), beaten("Boufflers", "France", "Metz")),
    )
    choose(engine, "rally Catinat", *["rally-corps France demoralised"] * 3)
    assert downcast(engine, "Metz") == (5, 3)
    leaders = {leader.name: leader for leader in engine.board.position().leaders}
    assert leaders["Catinat"] == Leader("Catinat", "France", "Metz", used=True)
    assert leaders["Boufflers"].demoralised
    assert clauses_against(engine, "rally Boufflers") == ["NY 13.5.4"]  # once a round
    after = engine.board.position().replace(agenda=(), alliance_hand=Hand(), bourbon_hand=Hand((1, 2)))
    engine = table(after, ("round-end", "Bourbon"))
    choose(engine, "play 1", "rally Boufflers", *["rally-corps France demoralised"] * 2)
    assert downcast(engine, "Metz")[0] == 3


@pytest.mark.clause("NY 13.5.4")
def test_eugene_at_innsbruck_would_rally_two_corps():
    """E8."""
    engine = menu(
        "Alliance",
        corps=(Corps("Austria", "Innsbruck", demoralised=True),) * 3,
        leaders=(beaten("Eugene", "Austria", "Innsbruck"),),
    )
    choose(engine, "rally Eugene", "rally-corps Austria demoralised", "rally-corps Austria demoralised")
    assert engine.board.agenda[-1][0] == "action"  # there is no third
    assert downcast(engine, "Innsbruck", "Alliance") == (1, 2)


@pytest.mark.clause("NY 4.2")
@pytest.mark.clause("NY 13.5.4")
def test_corps_of_any_friendly_power_overstacked_or_not():
    corps = (*(Corps("Dutch Republic", "Brussels"),) * 13, Corps("Spain", "Brussels", demoralised=True))
    engine = menu("Alliance", corps=corps, leaders=(Leader("Waldeck", "Dutch Republic", "Brussels"),))
    choose(engine, "rally Waldeck")  # the one corps is rallied without asking
    assert downcast(engine, "Brussels", "Alliance") == (0, 1)


@pytest.mark.clause("NY 4.1.3")
@pytest.mark.parametrize(("steady", "told"), [(11, False), (12, True)])
def test_that_a_space_is_overstacked_is_told_of_one_that_is(steady, told):
    corps = (*(Corps("Dutch Republic", "Brussels"),) * steady, Corps("Spain", "Brussels", demoralised=True))
    engine = menu("Alliance", corps=corps, leaders=(Leader("Waldeck", "Dutch Republic", "Brussels"),))
    assert ("rally.overstacked" in permits(engine, "rally Waldeck")) == told


@pytest.mark.clause("NY 13.5.4")
def test_a_leader_may_rally_himself_alone_and_leave_corps_free():
    engine = menu(
        corps=(Corps("France", "Metz", demoralised=True),) * 2,
        leaders=(beaten("Catinat", "France", "Metz"),),
    )
    choose(engine, "rally Catinat", "done")
    assert downcast(engine, "Metz") == (2, 0)


@pytest.mark.clause("NY 13.5.4")
def test_a_leader_in_good_heart_must_rally_a_corps():
    engine = menu(
        corps=(Corps("France", "Metz", demoralised=True), Corps("Jacobite", "Metz", demoralised=True)),
        leaders=(Leader("Catinat", "France", "Metz"),),
    )
    choose(engine, "rally Catinat")
    assert options(engine) == ["rally-corps France demoralised", "rally-corps Jacobite demoralised"]
    assert clauses_against(engine, "done") == ["NY 13.5.4"]
    assert clauses_against(engine, "rally-corps France") == ["NY 13.5.4", "NY 13.5.4"]
    assert clauses_against(engine, "rally-corps France reduced demoralised") == ["NY 13.5.4"]
    assert "NY 13.4.3" in clauses_against(engine, "rally-corps France demoralised used")


@pytest.mark.clause("NY 13.5.4")
@every_row("space", [space.name for space in SPACES])
def test_a_leader_may_rally_wherever_they_stand(space):
    engine = menu(leaders=(beaten("Catinat", "France", space),))
    assert "rally Catinat" in options(engine)
    assert clauses_against(engine, "rally Catinat") == []


@pytest.mark.clause("NY 17.3")
def test_the_besieged_may_rally():
    engine = menu(
        corps=(Corps("France", "Lille", demoralised=True, inside=True), Corps("Spain", "Lille")),
        leaders=(beaten("Humieres", "France", "Lille", inside=True),),
        sieges=(Siege("Lille", "Alliance"),),
    )
    choose(engine, "rally Humieres", "rally-corps France demoralised")
    after = engine.board.position()
    assert Corps("France", "Lille", inside=True, used=True) in after.corps
    assert after.leaders == (Leader("Humieres", "France", "Lille", inside=True, used=True),)


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.clause("NY 17.3")
def test_a_steady_leader_rallies_the_corps_that_are_besieged_with_him_and_it_is_told():
    engine = menu(
        corps=(Corps("France", "Lille", demoralised=True, inside=True), Corps("Spain", "Lille")),
        leaders=(Leader("Humieres", "France", "Lille", inside=True),),
        sieges=(Siege("Lille", "Alliance"),),
    )
    assert "rally Humieres" in options(engine)
    choose(engine, "rally Humieres")
    told = [step.says.values["corps"] for step in engine.context.steps if step.says.id == "rally.corps"]
    assert told == [corps_in_words(corps_number("France"))]


TWO_ARMIES = {
    "corps": (Corps("France", "Metz", demoralised=True), Corps("France", "Lille", demoralised=True)),
    "leaders": (
        beaten("Catinat", "France", "Metz"),
        beaten("Boufflers", "France", "Metz"),
        beaten("Humieres", "France", "Lille"),
    ),
}


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.parametrize(
    ("reading", "metz", "lille"),
    [("one-a-round", ["NY 13.5.4"], ["NY 13.5.4"]), ("one-a-space", ["NY 13.5.4"], [])],
)
def test_reading_one_rally_a_round_or_one_in_each_space(reading, metz, lille):
    engine = menu(readings={"rally-count": reading}, **TWO_ARMIES)
    choose(engine, "rally Catinat", "done")
    assert clauses_against(engine, "rally Boufflers") == metz
    assert clauses_against(engine, "rally Humieres") == lille


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.clause("NY 13.4.3")
def test_every_objection():
    engine = menu(
        corps=(
            Corps("France", "Metz", demoralised=True, used=True),
            Corps("France", "Lille", demoralised=True),
        ),
        leaders=(
            Leader("Catinat", "France", "Metz"),
            beaten("Boufflers", "France", "Paris", used=True),
            beaten("Gastanaga", "Spain", "Mons"),
            Leader("Humieres", "France", "Lille"),
        ),
    )
    assert "rally Humieres" in options(engine)
    assert clauses_against(engine, "rally Catinat") == ["NY 13.5.4"]  # his only corps has acted
    assert clauses_against(engine, "rally Boufflers") == ["NY 13.4.3"]
    assert clauses_against(engine, "rally Gastanaga") == ["NY 13.5.4"]
    assert clauses_against(engine, "rally Eugene") == ["NY 13.5.4"]


@pytest.mark.clause("NY 13.5.4")
def test_no_more_than_the_limit():
    engine = menu(**TWO_ARMIES)
    engine.board.agenda[-1] = ("rally-corps", "Bourbon", engine.rule_tables.leader_number["Catinat"], 0, True)
    assert "NY 13.5.4" in clauses_against(engine, "rally-corps France demoralised")
