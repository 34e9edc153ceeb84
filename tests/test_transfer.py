"""Transfer (NY 13.5.2)."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from war_table import KIT, choose, clauses_against, options, permits, position_with, table

from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import AROUND, NUMBER, SPACES, step_between
from ninevears_kernel.nine_years.components.piece_numbers import corps_number
from ninevears_kernel.nine_years.components.position import Corps, Leader, Siege
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.engine.notation import parsed
from ninevears_kernel.nine_years.rules.campaign.transfer import LEADER_POINTS, reach, way
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import rule_case


def transfer(*changes, side="Bourbon", corps=(), leaders=(), readings=None, **fields):
    """A transfer that has just begun, with these pieces alone on the map."""
    position = position_with(*changes, corps=corps, leaders=leaders, **fields)
    return table(position, ("transfer", side, 0), readings=readings)


def violation(engine, text):
    """The one thing that stands against an action now."""
    [found] = violations(engine, parsed(text, engine.rule_tables))
    return found


def humieres(space, **state):
    return Leader("Humieres", "France", space, **state)


@pytest.mark.clause("NY 13.5.2.a")
def test_two_pieces_move_from_two_spaces_to_two():
    engine = transfer(corps=(Corps("France", "Paris"), Corps("France", "Metz")), leaders=(humieres("Lille"),))
    assert options(engine) == ["pick Humieres", "pick-corps France, Metz", "pick-corps France, Paris"]
    assert clauses_against(engine, "done") == ["NY 13.5.2.a"]
    choose(engine, "pick Humieres", "to Paris")
    assert "done" in options(engine)
    choose(engine, "pick-corps France, Metz", "to Sedan")
    assert not engine.board.agenda
    after = engine.board.position()
    assert humieres("Paris", used=True) in after.leaders
    assert Corps("France", "Sedan", used=True) in after.corps


@pytest.mark.clause("NY 4.4")
def test_a_leader_of_the_enemy_is_refused_alike_wherever_he_stands():
    """He may lie covered: who asks shall not learn where, nor what befell him."""
    own, waldeck = Corps("France", "Paris"), Leader("Waldeck", "Dutch Republic", "Nijmegen")
    told = {
        str(
            [
                str(one.says)
                for one in violations(transfer(corps=(own,), leaders=(humieres("Lille"), one)), text)
            ]
        )
        for one in (waldeck, replace(waldeck, space="Dublin"), replace(waldeck, used=True))
        for text in [parsed("pick Waldeck", KIT)]
    }
    assert len(told) == 1
    assert "is not a Bourbon leader" in told.pop()


@pytest.mark.clause("NY 13.5.2.a")
def test_one_piece_is_enough():
    engine = transfer(corps=(Corps("France", "Paris"),), leaders=(humieres("Lille"),))
    assert not choose(engine, "pick Humieres", "to Paris", "done").board.agenda


@pytest.mark.clause("NY 13.5.2.a")
def test_a_leader_has_six_points_and_a_corps_four():
    corps = choose(
        transfer(corps=(Corps("France", "Lille"),), leaders=(humieres("Lille"),)), "pick-corps France, Lille"
    )
    assert "to Lyon" in options(corps)  # by Amiens, Paris and Dijon
    assert clauses_against(corps, "to Montpellier") == ["NY 13.5.2.a"]
    assert clauses_against(corps, "to Lille") == ["NY 13.5.2.a"]  # it stands there already
    leader = choose(
        transfer(leaders=(humieres("Lille"), Leader("Duras", "France", "Ypres"))), "pick Humieres"
    )
    assert "to Toulon" in options(leader)
    farther = choose(transfer(leaders=(humieres("Lille"), Leader("Duras", "France", "Ypres"))), "pick Duras")
    assert "to Montpellier" in options(farther)
    assert clauses_against(farther, "to Toulon") == ["NY 13.5.2.a"]


@pytest.mark.clause("NY 13.5.2.a")
def test_a_space_out_of_reach_is_too_far():
    pieces = {"corps": (Corps("France", "Brest"),)}
    engine = choose(transfer(leaders=(humieres("Paris"),), **pieces), "pick-corps France, Brest")
    assert clauses_against(engine, "to Strasbourg") == ["NY 13.5.2.a"]
    for space, needed in (("Sedan", 5), ("Metz", 6), ("Strasbourg", 7)):
        assert violation(engine, f"to {space}").says.values["needed"] == needed
    assert clauses_against(engine, "to Dublin") == ["NY 13.5.2.a"]  # friendly, but over the sea


@pytest.mark.clause("NY 14.1.1")
def test_red_links_are_for_the_alliance_alone_and_cost_two():
    spaces = [{"set": "control", "space": name, "side": "Alliance"} for name in ("Trent", "Milan", "Mantua")]
    pieces = {"corps": (Corps("Austria", "Innsbruck"), Corps("Austria", "Vienna"))}
    engine = choose(transfer(*spaces, side="Alliance", **pieces), "pick-corps Austria, Innsbruck")
    assert "to Alessandria" in options(engine)  # 1 to Trent, 2 to Milan, 1 more
    beyond = choose(transfer(*spaces, side="Alliance", **pieces), "pick-corps Austria, Vienna")
    assert "to Milan" in options(beyond)
    assert clauses_against(beyond, "to Alessandria") == ["NY 13.5.2.a"]
    bourbon = [
        {"set": "control", "space": name, "side": "Bourbon"}
        for name in ("Trent", "Milan", "Mantua", "Innsbruck")
    ]
    engine = transfer(*bourbon, corps=(Corps("France", "Trent"), Corps("France", "Milan")))
    assert clauses_against(choose(engine, "pick-corps France, Trent"), "to Milan") == ["NY 13.5.2.a"]


@pytest.mark.clause("NY 13.5.2.b")
def test_no_enemy_space_and_no_enemy_troops():
    engine = transfer(
        corps=(Corps("France", "Lille"), Corps("Spain", "Ghent")),
        leaders=(Leader("Gastanaga", "Spain", "Sedan"), humieres("Paris")),
    )
    choose(engine, "pick-corps France, Lille")
    assert clauses_against(engine, "to Mons") == ["NY 13.5.2.b"]
    assert clauses_against(engine, "to Ghent") == ["NY 13.5.2.b"]
    assert clauses_against(engine, "to Sedan") == ["NY 13.5.2.b"]  # an enemy leader alone stands in the way


@pytest.mark.clause("NY 13.5.2.b")
def test_an_enemy_leader_alone_in_london_stands_in_the_way_as_anywhere():
    jacobites = (Corps("Jacobite", "York"), Corps("Jacobite", "Dublin"))
    engine = transfer(corps=jacobites, leaders=(Leader("William III", "Dutch Republic", "London"),))
    choose(engine, "pick-corps Jacobite, York")
    assert clauses_against(engine, "to London") == ["NY 13.5.2.b"]


@pytest.mark.clause("NY 13.5.2.a", "NY 13.5.2.b")
def test_a_leader_goes_from_london_as_from_anywhere():
    james, corps = (
        Leader("James II", "Jacobite", "London"),
        (Corps("France", "Metz"), Corps("France", "Paris")),
    )
    pieces = {"leaders": (james,), "corps": corps}
    engine = transfer(**pieces)
    assert "pick James II" in options(engine)
    assert clauses_against(engine, "pick James II") == []
    around = [SPACES[n].name for n in bits(AROUND["Bourbon"][NUMBER["London"]])]
    shut = [{"set": "control", "space": name, "side": "Alliance"} for name in around]
    assert clauses_against(transfer(*shut, **pieces), "pick James II") == ["NY 13.5.2.b"]


@pytest.mark.clause("NY 7.2.1.a")
@pytest.mark.clause("NY 7.2.2")
def test_neutral_spaces_are_closed():
    engine = choose(
        transfer(corps=(Corps("France", "Grenoble"), Corps("France", "Paris"))), "pick-corps France, Grenoble"
    )
    assert clauses_against(engine, "to Chambery") == ["NY 7.2.1.a"]
    spain = transfer(side="Alliance", corps=(Corps("Spain", "Badajoz"), Corps("Spain", "Madrid")))
    assert clauses_against(choose(spain, "pick-corps Spain, Badajoz"), "to Elvas") == ["NY 7.2.2"]


def duke(space, readings=None, **fields):
    """A Bourbon transfer with Catinat and a corps beside neutral Savoy, and another corps elsewhere."""
    pieces = {"corps": (Corps("France", space), Corps("France", "Metz"))}
    return transfer(leaders=(Leader("Catinat", "France", space),), readings=readings, **pieces, **fields)


@pytest.mark.clause("NY 7.2.1.a")
def test_reading_leaders_alone_may_enter_and_cross_neutral_savoy():
    corps, leader = "pick-corps France, Grenoble", "pick Catinat"
    for to in ("Turin", "Chambery", "Nice"):
        assert clauses_against(choose(duke("Grenoble"), leader), f"to {to}") == ["NY 7.2.1.a"]
        passing = choose(duke("Grenoble", {"savoy-leaders": "pass"}), leader)
        assert f"to {to}" in options(passing)
        closed = choose(duke("Grenoble", {"savoy-leaders": "pass"}), corps)
        assert clauses_against(closed, f"to {to}") == ["NY 7.2.1.a"]
    assert choose(passing, "to Turin").board.leaders_at("Bourbon", NUMBER["Turin"])


@pytest.mark.clause("NY 7.2.1.a")
def test_what_lies_beyond_neutral_savoy_is_closed_by_its_neutrality():
    beyond = {"set": "control", "space": "Alessandria", "side": "Bourbon"}
    pieces = {"leaders": (Leader("Catinat", "France", "Pinerolo"),), "corps": (Corps("France", "Pinerolo"),)}
    around = {"set": "control", "space": "Casale", "side": "Bourbon"}
    for readings, found in (({}, ["NY 7.2.1.a"]), ({"savoy-leaders": "pass"}, [])):
        engine = choose(transfer(beyond, around, **pieces, readings=readings), "pick Catinat")
        assert clauses_against(engine, "to Alessandria") == found
    engine = choose(transfer(beyond, around, **pieces, readings=readings), "pick-corps France, Pinerolo")
    assert clauses_against(engine, "to Alessandria") == ["NY 7.2.1.a"]
    assert "across neutral Savoy" in str(violation(engine, "to Alessandria").says)


@pytest.mark.clause("NY 7.2.1.a", "NY 13.5.2.b")
def test_a_piece_shut_in_by_neutral_savoy_is_told_so():
    taken = {"set": "control", "space": "Grenoble", "side": "Alliance"}
    engine = transfer(
        taken, corps=(Corps("France", "Pinerolo"), Corps("France", "Metz"), Corps("France", "Paris"))
    )
    assert clauses_against(engine, "pick-corps France, Pinerolo") == ["NY 7.2.1.a", "NY 13.5.2.b"]


@pytest.mark.clause("NY 7.2.1.a", "NY 13.5.2.b")
def test_by_the_reading_that_lets_leaders_pass_savoy_shuts_in_corps_alone():
    taken = {"set": "control", "space": "Grenoble", "side": "Alliance"}
    pieces = {
        "leaders": (Leader("Catinat", "France", "Pinerolo"),),
        "corps": (Corps("France", "Pinerolo"), Corps("France", "Metz")),
    }
    engine = transfer(taken, **pieces, readings={"savoy-leaders": "pass"})
    assert clauses_against(engine, "pick Catinat") == []
    assert "NY 7.2.1.a" in clauses_against(engine, "pick-corps France, Pinerolo")


@pytest.mark.clause("NY 13.5.2.b")
def test_a_leader_on_an_island_has_no_way_out():
    away = (Leader("Villahermosa", "Spain", "Palma"),)
    engine = transfer(
        side="Alliance", leaders=away, corps=(Corps("Spain", "Ghent"), Corps("Spain", "Brussels"))
    )
    assert clauses_against(engine, "pick Villahermosa") == ["NY 13.5.2.b"]


@pytest.mark.clause("NY 7.2.1.a", "NY 7.2.1.d")
def test_pieces_of_savoy_are_not_in_the_war_while_it_is_neutral():
    engine = transfer(side="Alliance", corps=(Corps("Spain", "Ghent"), Corps("Spain", "Brussels")))
    for text in ("pick Victor Amadeus", "pick-corps Savoy, Turin"):
        assert clauses_against(engine, text) == ["NY 7.2.1.a"]
        engine.board.savoy_left = True
        assert clauses_against(engine, text) == ["NY 7.2.1.d"]
        engine.board.savoy_left = False


@pytest.mark.clause("NY 13.5.2.a", "NY 13.4.2")
@pytest.mark.parametrize("left", [1, 3])
def test_a_third_piece_is_over_the_limit_of_the_transfer(left):
    pieces = {"corps": (Corps("France", "Metz"),) * 3, "leaders": (humieres("Lille"),)}
    engine = table(position_with(active="Bourbon", actions_left=left, **pieces), ("action", "Bourbon"))
    choose(engine, "transfer", "pick Humieres", "to Paris", "pick-corps France, Metz", "to Sedan")
    assert clauses_against(engine, "pick-corps France, Metz") == ["NY 13.5.2.a"]
    assert clauses_against(engine, "pick Humieres") == ["NY 13.5.2.a"]


@pytest.mark.clause("NY 13.5.2.a")
def test_a_piece_is_picked_in_a_transfer_alone():
    pieces = {"corps": (Corps("France", "Metz"),) * 3, "leaders": (humieres("Lille"),)}
    engine = table(position_with(active="Bourbon", actions_left=2, **pieces), ("action", "Bourbon"))
    assert clauses_against(engine, "pick Humieres") == ["NY 13.5.2.a"]


MONS = {
    "corps": (Corps("France", "Mons"), Corps("France", "Lille"), Corps("Spain", "Mons", inside=True)),
    "leaders": (humieres("Tournai"),),
    "sieges": (Siege("Mons", "Bourbon"),),
}


@pytest.mark.clause("NY 13.5.2.b")
def test_reading_an_enemy_space_with_a_friendly_corps_may_be_entered():
    engine = choose(transfer(**MONS), "pick Humieres")
    assert "to Mons" in options(engine)
    choose(engine, "to Mons", "pick-corps France, Lille", "to Mons")
    assert engine.board.stacks["Bourbon"][NUMBER["Mons"]] == (
        corps_number("France"),
        corps_number("France", used=True),
    )
    never = choose(transfer(**MONS, readings={"transfer-into-enemy": "never"}), "pick Humieres")
    assert clauses_against(never, "to Mons") == ["NY 13.5.2.b"]


@pytest.mark.clause("NY 14.2")
def test_nobody_passes_an_enemy_fortress():
    engine = choose(
        transfer(**MONS | {"leaders": (humieres("Mons"), Leader("Lorge", "France", "Tournai"))}), "pick Lorge"
    )
    assert "to Mons" in options(engine)
    beyond = transfer(
        {"set": "control", "space": "Brussels", "side": "Bourbon"},
        **MONS | {"leaders": (Leader("Lorge", "France", "Tournai"), humieres("Mons"))},
    )
    assert "to Brussels" not in options(choose(beyond, "pick Lorge"))
    assert "to Brussels" in options(
        choose(
            transfer(
                {"set": "control", "space": "Brussels", "side": "Bourbon"},
                **MONS | {"leaders": (Leader("Lorge", "France", "Tournai"), humieres("Mons"))},
            ),
            "pick Humieres",
        )
    )


@pytest.mark.clause("NY 13.5.2.a", "NY 14.2")
@pytest.mark.parametrize(("besiegers", "passed"), [(1, False), (2, False), (3, True), (4, True)])
def test_an_enemy_fortress_that_corps_enough_besiege_is_passed(besiegers, passed):
    """Mons needs three: its strength and one corps inside. They stay behind for whoever goes by."""
    taken = {"set": "control", "space": "Brussels", "side": "Bourbon"}
    pieces = MONS | {
        "corps": (
            *(Corps("France", "Mons"),) * besiegers,
            Corps("Spain", "Mons", inside=True),
            Corps("France", "Tournai"),
        )
    }
    for piece in ("pick Humieres", "pick-corps France, Tournai"):
        engine = choose(transfer(taken, **pieces), piece)
        assert ("to Brussels" in options(engine)) == passed
        assert clauses_against(engine, "to Brussels") == ([] if passed else ["NY 14.2"])
        if not passed:
            assert violation(engine, "to Brussels").says.values["count"] == 3 - besiegers
    of_the_siege = choose(transfer(taken, **pieces), "pick-corps France, Mons")
    assert "to Brussels" in options(of_the_siege)  # who begins there has not entered it


@pytest.mark.clause("NY 17.6")
@pytest.mark.clause("NY 14.3")
def test_the_last_besieger_who_leaves_lifts_the_siege():
    engine = transfer(**MONS | {"leaders": (humieres("Mons"),)})
    choose(engine, "pick-corps France, Mons", "to Lille")
    assert engine.board.siege_of(NUMBER["Mons"]) is None
    assert engine.board.stacks["Alliance"][NUMBER["Mons"]] == (corps_number("Spain"),)
    assert not engine.board.leaders_at("Bourbon", NUMBER["Mons"])  # gone before the garrison


@pytest.mark.clause("NY 4.1.3")
def test_a_transfer_may_overstack():
    engine = transfer(corps=(*(Corps("France", "Metz"),) * 12, Corps("France", "Sedan")))
    choose(engine, "pick-corps France, Sedan", "to Metz")
    assert len(engine.board.stacks["Bourbon"][NUMBER["Metz"]]) == 13


@pytest.mark.clause("NY 13.4.3")
@pytest.mark.clause("NY 17.3")
def test_used_and_besieged_pieces_stay():
    engine = transfer(
        corps=(
            Corps("France", "Paris", used=True),
            Corps("Spain", "Mons"),
            Corps("France", "Lille", inside=True),
            Corps("France", "Metz"),
        ),
        leaders=(
            humieres("Paris", used=True),
            Leader("Lorge", "France", "Lille", inside=True),
            Leader("Noailles", "France", None),
            Leader("Gastanaga", "Spain", "Mons"),
            Leader("Duras", "France", "Metz"),
        ),
        sieges=(Siege("Lille", "Alliance"),),
    )
    assert options(engine) == ["pick Duras", "pick-corps France, Metz"]
    assert clauses_against(engine, "pick Humieres") == ["NY 13.4.3"]
    assert "NY 17.3" in clauses_against(engine, "pick Lorge")
    assert clauses_against(engine, "pick Noailles") == ["NY 13.5.2.a"]
    assert clauses_against(engine, "pick Gastanaga")[0] == "NY 13.5.2.a"
    assert clauses_against(engine, "pick-corps France used, Paris") == ["NY 13.4.3"]
    assert "NY 17.3" in clauses_against(engine, "pick-corps France, Lille")
    assert clauses_against(engine, "pick-corps France, Dijon") == ["NY 13.5.2.a"]


@pytest.mark.clause("NY 13.5.2.b")
def test_a_piece_that_is_shut_in_is_not_offered():
    around = [{"set": "control", "space": name, "side": "Alliance"} for name in ("Turin", "Grenoble")]
    engine = transfer(
        *around, corps=(Corps("France", "Pinerolo"), Corps("France", "Paris"), Corps("France", "Metz"))
    )
    assert clauses_against(engine, "pick-corps France, Pinerolo") == ["NY 13.5.2.b"]


@pytest.mark.clause("NY 13.5.2.a")
def test_a_transfer_is_offered_only_when_a_piece_could_move():
    alone = {"leaders": (Leader("Villahermosa", "Spain", "Palma"),), "corps": (), "fleets": ()}
    engine = table(position_with(active="Alliance", actions_left=1, **alone), ("action", "Alliance"))
    assert clauses_against(engine, "transfer") == ["NY 13.5.2.a"]
    shut_in = {"leaders": (), "corps": (Corps("Spain", "Palma"),), "fleets": ()}
    engine = table(position_with(active="Alliance", actions_left=1, **shut_in), ("action", "Alliance"))
    assert clauses_against(engine, "transfer") == ["NY 13.5.2.a"]


@pytest.mark.clause("NY 13.5.2.a", "NY 14.1.1")
def test_the_way_of_a_transfer_costs_what_its_links_cost():
    engine = table(position_with())
    ways = 0
    for side in ("Bourbon", "Alliance"):
        for origin in range(0, len(SPACES), 5):
            for to in bits(reach(engine, side, origin, LEADER_POINTS, True)):
                cost, path = way(engine, side, origin, LEADER_POINTS, True, to)
                assert (path[0], path[-1]) == (origin, to)
                assert cost == sum(step_between(side, *pair).cost for pair in pairwise(path))
                ways += 1
    assert ways > 100


@pytest.mark.clause("NY 13.5.2.a")
def test_of_a_way_through_own_land_nothing_is_told_but_what_it_costs():
    two = (Corps("France", "Metz"), Corps("France", "Reims"))
    engine = choose(transfer(corps=two), "pick-corps France, Reims")
    assert permits(engine, "to Sedan") == {"transfer.without-leader", "transfer.path"}


@pytest.mark.clause("NY 13.5.2.a")
@pytest.mark.parametrize(
    ("leader", "to"), [("Luxembourg", "London"), ("Luxembourg", "Dublin"), ("William III", "Palma")]
)
def test_no_land_leads_to_an_island(leader, to):
    ruling = rule_case(case("transfer", leader=leader, to=to))
    (violation,) = ruling.violations
    assert violation.says.id == "transfer.no-land"
    assert to in str(violation.says)
    assert violation.remedy is None  # to sail is another action, and not all of them stand in a port
