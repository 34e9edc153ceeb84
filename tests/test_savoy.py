"""How Savoy leaves the war (NY 7.2.1.c, 7.2.1.d)."""

import pytest
from war_table import choose, cited, clauses_against, options, permits, position_with, table
from whole_domain import options_agree

from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES, home
from ninevears_kernel.nine_years.components.piece_numbers import ABSENT, INSIDE, corps_number
from ninevears_kernel.nine_years.components.position import Line, Siege, Waiting
from ninevears_kernel.nine_years.components.powers import savoy_is_neutral
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.engine.notation import parsed

KIT = standard_rule_tables()
CATINAT, EUGENE, AMADEUS = (KIT.leader_number[name] for name in ("Catinat", "Eugene", "Victor Amadeus"))
SAVOY = tuple(SPACES[number].name for number in range(len(SPACES)) if home("Savoy") >> number & 1)
TURIN, NICE, CHAMBERY = (NUMBER[name] for name in ("Turin", "Nice", "Chambery"))
FRANCE, AUSTRIA, SAVOYARD = (corps_number(power) for power in ("France", "Austria", "Savoy"))


def savoy_at_war(*more, **fields):
    """Savoy with the Alliance: two corps at Turin with Victor Amadeus, Eugene and an Austrian one at Nice."""
    return position_with(
        *({"set": "control", "space": space, "side": "Alliance"} for space in SAVOY),
        {"add": "corps", "power": "Savoy", "space": "Turin", "count": 2},
        {"add": "leader", "name": "Victor Amadeus", "space": "Turin"},
        {"add": "corps", "power": "Austria", "space": "Nice"},
        {"add": "leader", "name": "Eugene", "space": "Nice"},
        *more,
        **{"year": 1691, **fields},
    )


def siege_of_turin(**fields):
    """Catinat has Turin at its last strength point."""
    return position_with(
        *({"set": "control", "space": space, "side": "Alliance"} for space in SAVOY),
        {"add": "corps", "power": "France", "space": "Turin", "count": 4},
        {"add": "leader", "name": "Catinat", "space": "Turin"},
        {"add": "corps", "power": "Savoy", "space": "Turin", "reduced": True, "inside": True},
        {"add": "leader", "name": "Victor Amadeus", "space": "Nice"},
        {"add": "corps", "power": "Austria", "space": "Nice"},
        **{"sieges": (Siege("Turin", "Bourbon", True, 2),), "year": 1691, **fields},
    )


def controls(*spaces):
    return tuple({"set": "control", "space": space, "side": "Bourbon"} for space in spaces)


def fall_of_turin(**fields):
    item = ("siege", "Bourbon", TURIN, (CATINAT,), (FRANCE,) * 4)
    return table(siege_of_turin(**fields), item, dice=[4])


# ---- when, and who


@pytest.mark.clause("NY 7.2.1.c")
def test_the_capture_of_turin_lets_each_side_with_a_fortress_make_savoy_neutral():
    engine = fall_of_turin()
    assert engine.side == "Bourbon"
    assert options(engine) == ["neutralise", "pass"]
    assert permits(engine, "neutralise") == {"savoy.occasion-turin", "savoy.holds-fortress"}
    assert options_agree(engine)
    choose(engine, "pass")
    assert engine.side == "Alliance"  # Nice and Chambery are still its
    choose(engine, "pass")
    assert engine.board.controller("Turin") == "Bourbon"
    assert not engine.board.savoy_left
    assert not engine.options


@pytest.mark.clause("NY 7.2.1.c")
def test_the_side_with_the_initiative_is_asked_first():
    assert fall_of_turin(year=1693).side == "Bourbon"
    assert fall_of_turin(year=1694).side == "Alliance"


@pytest.mark.clause("NY 7.2.1.c")
def test_a_side_without_a_fortress_in_savoy_is_not_asked():
    engine = table(savoy_at_war(), ("savoy-exit",))
    assert engine.side == "Alliance"
    assert clauses_against(engine, "neutralise") == []
    choose(engine, "pass")
    assert not engine.options
    engine = table(savoy_at_war(*controls("Turin", "Nice", "Chambery"), corps=()), ("savoy-exit",))
    assert engine.side == "Bourbon"
    engine.board.control = scenario_1688().control.changed(TURIN, "Alliance")
    assert clauses_against(engine, "neutralise") == ["NY 7.2.1.c"]
    engine.board.set_control(TURIN, None)
    assert clauses_against(engine, "pass") == ["NY 7.2.1.c"]


@pytest.mark.clause("NY 7.2.1.c", "NY 8.5.d")
@pytest.mark.parametrize(("year", "asked"), [(1695, False), (1696, True), (1697, True)])
def test_from_1696_on_savoy_may_be_made_neutral_in_winter(year, asked):
    engine = table(savoy_at_war(year=year), ("winter-savoy",))
    assert bool(engine.options) == asked
    engine.board.phase = "winter"
    if asked:
        assert permits(engine, "neutralise") == {"savoy.occasion-winter", "savoy.holds-fortress"}


@pytest.mark.clause("NY 7.2.1.c", "NY 7.2.1.a")
def test_nobody_is_asked_while_savoy_is_neutral():
    assert not table(position_with({"set": "year", "year": 1696}), ("winter-savoy",)).options


# ---- what follows


@pytest.mark.clause("NY 7.2.1.d", "NY 6.1.2")
def test_the_bourbons_gain_a_victory_point_for_it_and_none_for_the_fortresses():
    engine = fall_of_turin()
    points = engine.board.victory_points
    assert points == 22 - 2  # Turin is a capital
    choose(engine, "neutralise", "rest Milan")
    assert engine.board.victory_points == points - 1
    assert savoy_is_neutral(engine.board)
    assert engine.board.savoy_left
    assert "NY 7.2.1.d" in cited(engine)


@pytest.mark.clause("NY 7.2.1.d", "NY 6.1.2")
def test_the_alliance_gains_nothing_by_it():
    engine = choose(table(savoy_at_war(), ("savoy-exit",)), "neutralise", "rest Milan")
    assert engine.board.victory_points == 22
    assert savoy_is_neutral(engine.board)


@pytest.mark.clause("NY 7.2.1.d")
def test_savoyard_corps_and_victor_amadeus_leave_the_game_wherever_they_are():
    elsewhere = (
        {"add": "corps", "power": "Savoy", "space": "Milan"},
        {"add": "corps", "power": "Savoy", "space": "Chambery", "reduced": True},
        {"set": "pool", "power": "Savoy", "corps": 3},
    )
    position = savoy_at_war(*elsewhere, waiting=(Waiting("Savoy", 1), Waiting("Spain", 1)))
    board = choose(table(position, ("savoy-exit",)), "neutralise").board
    stacks = [*board.stacks["Alliance"], *board.garrisons.values()]
    assert not any(corps >> 3 == SAVOYARD >> 3 for stack in stacks for corps in stack)
    assert board.pool("Savoy") == 0
    assert board.waiting == (Waiting("Spain", 1),)
    assert board.where[AMADEUS] == ABSENT
    assert board.stacks["Alliance"][NUMBER["Milan"]]  # the Spaniards stay


@pytest.mark.clause("NY 7.2.1.d", "NY 17.6")
def test_a_siege_that_savoyards_alone_kept_up_ends():
    before_pinerolo = (
        {"remove": "corps", "power": "France", "space": "Pinerolo"},
        {"add": "corps", "power": "Savoy", "space": "Pinerolo", "count": 2},
        {"add": "corps", "power": "France", "space": "Pinerolo", "inside": True},
    )
    board = choose(table(savoy_at_war(*before_pinerolo), ("savoy-exit",)), "neutralise").board
    assert board.sieges == ()
    assert board.stacks["Bourbon"][NUMBER["Pinerolo"]] == (FRANCE,)


@pytest.mark.clause("NY 7.2.1.d")
def test_troops_go_to_the_nearest_own_space_with_a_line_to_the_capital():
    engine = choose(
        fall_of_turin(), "neutralise", "rest Alessandria"
    )  # the Austrians; the French had no choice
    board = engine.board
    assert board.stacks["Bourbon"][NUMBER["Pinerolo"]].count(FRANCE) == 5
    assert board.where[CATINAT] == NUMBER["Pinerolo"]
    assert not any(board.held[side] & home("Savoy") for side in ("Bourbon", "Alliance"))


@pytest.mark.clause("NY 7.2.1.d", "NY 11.1.1")
def test_a_nearer_space_without_a_line_to_paris_does_not_serve():
    """Casale is as near to Turin as Pinerolo, but no French road leads there."""
    engine = choose(fall_of_turin(), "neutralise")
    assert engine.board.stacks["Bourbon"][NUMBER["Casale"]] == (FRANCE,)


@pytest.mark.clause("NY 7.2.1.d")
def test_the_owner_chooses_among_equals():
    """From Chambery Grenoble and Lyon are both one link away."""
    position = savoy_at_war(
        *controls("Chambery"),
        {"add": "corps", "power": "France", "space": "Chambery", "count": 2},
    )
    engine = choose(table(position, ("savoy-exit",)), "neutralise")
    assert engine.side == "Bourbon"
    assert options(engine) == ["rest Grenoble", "rest Lyon"]
    assert options_agree(engine)
    assert clauses_against(engine, "rest Dijon") == ["NY 7.2.1.d"]
    assert clauses_against(engine, "rest Casale") == ["NY 7.2.1.d"] * 2  # no line, and too far
    assert clauses_against(engine, "rest Milan") == ["NY 7.2.1.d", "NY 4.3", "NY 7.2.1.d"]
    told = {
        "Milan": ["winter.not-friendly", "winter.enemy-there", "winter.not-nearest"],
        "Nice": ["winter.not-friendly", "winter.enemy-there", "winter.not-nearest"],  # it leaves the war
        "Casale": ["savoy.no-line", "winter.not-nearest"],
        "Dijon": ["winter.not-nearest"],
        "Genoa": ["winter.not-friendly", "winter.not-nearest"],
        "Chambery": ["winter.not-friendly", "winter.not-nearest"],  # its own, until Savoy is neutral
    }
    for space, reasons in told.items():
        found = violations(engine, parsed(f"rest {space}", KIT))
        assert [one.says.id for one in found] == reasons, space
    choose(engine, "rest Lyon")
    assert engine.board.stacks["Bourbon"][NUMBER["Lyon"]] == (FRANCE,) * 2


@pytest.mark.clause("NY 7.2.1.d", "NY 4.3", "NY 17.3")
def test_a_besieged_fortress_is_no_haven_though_a_line_should_begin_there():
    """Grenoble and Lyon are each a link from Chambery, and Grenoble is besieged."""
    position = savoy_at_war(
        *controls("Chambery"),
        {"add": "corps", "power": "France", "space": "Chambery"},
        {"set": "besieged", "space": "Grenoble", "by": "Alliance"},
        {"add": "corps", "power": "Spain", "space": "Grenoble"},
    )
    engine = table(position, ("savoy-exit",), readings={"besieged-garrison": "limited"})
    board = choose(engine, "neutralise").board
    assert FRANCE in board.stacks["Bourbon"][NUMBER["Lyon"]]


@pytest.mark.clause("NY 7.2.1.d")
def test_alliance_troops_go_where_a_line_leads_to_vienna():
    """From Nice Alessandria and Milan are two links away, joined to Vienna by the red link to Trent."""
    engine = choose(table(savoy_at_war(), ("savoy-exit",)), "neutralise")
    assert engine.side == "Alliance"
    assert options(engine) == ["rest Milan", "rest Alessandria"]
    assert options_agree(engine)
    choose(engine, "rest Milan")
    assert engine.board.where[EUGENE] == NUMBER["Milan"]
    assert AUSTRIA in engine.board.stacks["Alliance"][NUMBER["Milan"]]
    cut = {"set": "control", "space": "Milan", "side": "Bourbon"}
    position = savoy_at_war(cut)
    position = position.replace(corps=tuple(one for one in position.corps if one.space != "Milan"))
    far = choose(table(position, ("savoy-exit",)), "neutralise")
    assert SPACES[far.board.where[EUGENE]].name != "Alessandria"  # as near as before, but cut off from Vienna


@pytest.mark.clause("NY 7.2.1.d", "NY 17.6")
def test_besiegers_and_garrisons_both_leave_and_the_siege_is_over():
    position = position_with(
        *({"set": "control", "space": space, "side": "Alliance"} for space in SAVOY),
        *controls("Turin"),
        {"add": "corps", "power": "France", "space": "Nice", "count": 3},
        {"add": "corps", "power": "Austria", "space": "Nice", "inside": True},
        {"add": "leader", "name": "Eugene", "space": "Nice"},
        year=1691,
        lines=(Line("Nice", 1), Line("Milan", 1)),
    )
    inside = [
        one if one.name != "Eugene" else type(one)(one.name, one.power, one.space, inside=True)
        for one in position.leaders
    ]
    engine = choose(table(position.replace(leaders=tuple(inside)), ("savoy-exit",)), "neutralise")
    while engine.options:
        engine.choose(engine.options[0])
    board = engine.board
    assert board.sieges == ()
    assert board.garrisons == {}
    assert board.lines == (Line("Milan", 1),)
    assert not any(board.held[side] & home("Savoy") for side in ("Bourbon", "Alliance"))
    assert AUSTRIA in board.stacks["Alliance"][board.where[EUGENE]]
    assert not board.state[EUGENE] & INSIDE
    assert board.stacks["Bourbon"][NUMBER["Toulon"]] == (FRANCE,) * 3


@pytest.mark.clause("NY 7.2.1.d", "NY 15.1")
def test_the_fortified_lines_of_savoy_go_and_those_around_it_stay():
    lines = tuple(Line(space, 1) for space in ("Casale", *SAVOY, "Milan"))
    engine = choose(table(savoy_at_war(lines=lines), ("savoy-exit",)), "neutralise", "rest Milan")
    assert [line.space for line in engine.board.lines] == ["Casale", "Milan"]


@pytest.mark.clause("NY 7.2.1.d", "NY 19.a")
def test_with_no_line_left_troops_go_where_they_would_go_in_winter():
    position = savoy_at_war({"set": "control", "space": "Vienna", "side": "Bourbon"})
    position = position.replace(corps=tuple(one for one in position.corps if one.space != "Vienna"))
    engine = choose(table(position, ("savoy-exit",)), "neutralise")
    while engine.options:
        engine.choose(engine.options[0])
    assert (
        engine.board.where[EUGENE] == NUMBER["Alessandria"] or engine.board.where[EUGENE] == NUMBER["Milan"]
    )
