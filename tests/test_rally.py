"""Rally (NY 13.5.4)."""

import pytest
from war_table import choose, clauses_against, options, position_with, table

from ninevears_kernel.nine_years.land import NUMBER
from ninevears_kernel.nine_years.piece_numbers import DEMORALISED, USED
from ninevears_kernel.nine_years.position import Corps, Hand, Leader, Siege


def menu(side="Bourbon", actions=3, readings=None, **fields):
    fields = {"corps": (), "leaders": (), "fleets": (), "active": side, "actions_left": actions} | fields
    return table(position_with(**fields), ("action", side), readings=readings)


def beaten(name, power, space, **state):
    return Leader(name, power, space, demoralised=True, **state)


def downcast(war, space, side="Bourbon"):
    """How many corps are demoralised still, and how many have acted."""
    stack = war.board.stacks[side][NUMBER[space]]
    return sum(bool(corps & DEMORALISED) for corps in stack), sum(bool(corps & USED) for corps in stack)


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.clause("NY 13.4.3")
def test_catinat_rallies_three_of_eight_and_boufflers_two_in_the_next_round():
    """E6."""
    war = menu(
        corps=(Corps("France", "Metz", demoralised=True),) * 8,
        leaders=(beaten("Catinat", "France", "Metz"), beaten("Boufflers", "France", "Metz")),
    )
    choose(war, "rally Catinat", *["rally-corps France demoralised"] * 3)
    assert downcast(war, "Metz") == (5, 3)
    leaders = {leader.name: leader for leader in war.board.position().leaders}
    assert leaders["Catinat"] == Leader("Catinat", "France", "Metz", used=True)
    assert leaders["Boufflers"].demoralised
    assert clauses_against(war, "rally Boufflers") == ["NY 13.5.4"]  # once a round
    after = war.board.position().replace(agenda=(), alliance_hand=Hand(), bourbon_hand=Hand((1, 2)))
    war = table(after, ("round-end", "Bourbon"))
    choose(war, "play 1", "rally Boufflers", *["rally-corps France demoralised"] * 2)
    assert downcast(war, "Metz")[0] == 3


@pytest.mark.clause("NY 13.5.4")
def test_eugene_at_innsbruck_would_rally_two_corps():
    """E8."""
    war = menu(
        "Alliance",
        corps=(Corps("Austria", "Innsbruck", demoralised=True),) * 3,
        leaders=(beaten("Eugene", "Austria", "Innsbruck"),),
    )
    choose(war, "rally Eugene", "rally-corps Austria demoralised", "rally-corps Austria demoralised")
    assert war.board.agenda[-1][0] == "action"  # there is no third
    assert downcast(war, "Innsbruck", "Alliance") == (1, 2)


@pytest.mark.clause("NY 4.2")
@pytest.mark.clause("NY 13.5.4")
def test_corps_of_any_friendly_power_overstacked_or_not():
    corps = (*(Corps("Dutch Republic", "Brussels"),) * 13, Corps("Spain", "Brussels", demoralised=True))
    war = menu("Alliance", corps=corps, leaders=(Leader("Waldeck", "Dutch Republic", "Brussels"),))
    choose(war, "rally Waldeck")  # the one corps is rallied without asking
    assert downcast(war, "Brussels", "Alliance") == (0, 1)


@pytest.mark.clause("NY 13.5.4")
def test_a_leader_may_rally_himself_alone_and_leave_corps_free():
    war = menu(
        corps=(Corps("France", "Metz", demoralised=True),) * 2,
        leaders=(beaten("Catinat", "France", "Metz"),),
    )
    choose(war, "rally Catinat", "done")
    assert downcast(war, "Metz") == (2, 0)


@pytest.mark.clause("NY 13.5.4")
def test_a_leader_in_good_heart_must_rally_a_corps():
    war = menu(
        corps=(Corps("France", "Metz", demoralised=True), Corps("Jacobite", "Metz", demoralised=True)),
        leaders=(Leader("Catinat", "France", "Metz"),),
    )
    choose(war, "rally Catinat")
    assert options(war) == ["rally-corps France demoralised", "rally-corps Jacobite demoralised"]
    assert clauses_against(war, "done") == ["NY 13.5.4"]
    assert clauses_against(war, "rally-corps France") == ["NY 13.5.4", "NY 13.5.4"]
    assert clauses_against(war, "rally-corps France reduced demoralised") == ["NY 13.5.4"]
    assert "NY 13.4.3" in clauses_against(war, "rally-corps France demoralised used")


@pytest.mark.clause("NY 17.3")
def test_the_besieged_may_rally():
    war = menu(
        corps=(Corps("France", "Lille", demoralised=True, inside=True), Corps("Spain", "Lille")),
        leaders=(beaten("Humieres", "France", "Lille", inside=True),),
        sieges=(Siege("Lille", "Alliance"),),
    )
    choose(war, "rally Humieres", "rally-corps France demoralised")
    after = war.board.position()
    assert Corps("France", "Lille", inside=True, used=True) in after.corps
    assert after.leaders == (Leader("Humieres", "France", "Lille", inside=True, used=True),)


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
    war = menu(readings={"rally-count": reading}, **TWO_ARMIES)
    choose(war, "rally Catinat", "done")
    assert clauses_against(war, "rally Boufflers") == metz
    assert clauses_against(war, "rally Humieres") == lille


@pytest.mark.clause("NY 13.5.4")
@pytest.mark.clause("NY 13.4.3")
def test_every_objection():
    war = menu(
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
    assert "rally Humieres" in options(war)
    assert clauses_against(war, "rally Catinat") == ["NY 13.5.4"]  # his only corps has acted
    assert clauses_against(war, "rally Boufflers") == ["NY 13.4.3"]
    assert clauses_against(war, "rally Gastanaga") == ["NY 13.5.4"]
    assert clauses_against(war, "rally Eugene") == ["NY 13.5.4"]


@pytest.mark.clause("NY 13.5.4")
def test_no_more_than_the_limit():
    war = menu(**TWO_ARMIES)
    war.board.agenda[-1] = ("rally-corps", "Bourbon", war.kit.leader_number["Catinat"], 0, True)
    assert "NY 13.5.4" in clauses_against(war, "rally-corps France demoralised")
