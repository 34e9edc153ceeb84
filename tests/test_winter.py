"""Winter Quarters: withdrawal, markers, the sea, and the order of it all (NY 8.5, 19)."""

import pytest
from every_row import every_row
from war_table import choose, cited, clauses_against, options, position_with, table
from whole_domain import options_agree

from ninevears_kernel.nine_years.components.map_masks import NUMBER, PORTS, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import DEMORALISED, REDUCED, corps_number
from ninevears_kernel.nine_years.components.position import Control, Line, Result, Siege
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.engine.agenda import STEP_RULES, StepRule
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.rules.fleets import change_sea_control
from ninevears_kernel.nine_years.rules.stacking import room

KIT = standard_rule_tables()
LIMIT = KIT.numbers.stacking.limit
DUTCH = corps_number("Dutch Republic")
TOURNAI, GHENT, MONS = NUMBER["Tournai"], NUMBER["Ghent"], NUMBER["Mons"]


@pytest.fixture(autouse=True)
def one_year(monkeypatch):
    """A war ends with its winter, so that only this chapter is tried."""
    monkeypatch.setitem(STEP_RULES, "year", StepRule((), lambda engine: None))


def where(engine, name: str) -> str:
    return SPACES[engine.board.where[engine.rule_tables.leader_number[name]]].name


def besieged_tournai(*more, corps=6, **fields):
    """An Alliance army with William III before Tournai, one French corps inside."""
    return position_with(
        {"remove": "corps", "power": "France", "space": "Tournai"},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": corps},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"add": "corps", "power": "France", "space": "Tournai", "inside": True},
        *more,
        **{"sieges": (Siege("Tournai", "Alliance", True, 1),), **fields},
    )


# ---- a) withdrawal


@pytest.mark.clause("NY 19.a", "NY 8.5")
def test_besiegers_withdraw_to_one_of_the_nearest_friendly_spaces():
    engine = table(besieged_tournai(), ("winter-withdrawal",))
    assert engine.side == "Alliance"
    assert options(engine) == ["rest Ghent", "rest Mons"]
    assert options_agree(engine)
    choose(engine, "rest Ghent")
    board = engine.board
    assert board.stacks["Alliance"][GHENT].count(DUTCH) == 6
    assert where(engine, "William III") == "Ghent"


@pytest.mark.clause("NY 19.a", "NY 17.6", "NY 17.2")
def test_the_siege_ends_the_garrison_comes_out_and_the_fortress_recovers():
    engine = choose(table(besieged_tournai(), ("winter-withdrawal",)), "rest Ghent")
    board = engine.board
    assert board.sieges == ()
    assert board.garrisons == {}
    assert board.stacks["Bourbon"][TOURNAI] == (corps_number("France"),)
    assert board.strength(TOURNAI) == 2


@pytest.mark.clause("NY 19.a", "NY 4.1.1")
def test_as_many_corps_go_as_fit_and_the_rest_elsewhere():
    crowded = {"add": "corps", "power": "Spain", "space": "Ghent", "count": LIMIT - 5}
    engine = choose(table(besieged_tournai(crowded), ("winter-withdrawal",)), "rest Ghent")
    board = engine.board
    assert len(board.stacks["Alliance"][GHENT]) == LIMIT
    assert board.stacks["Alliance"][MONS].count(DUTCH) == 2  # Ghent is full, and no other is so near
    assert where(engine, "William III") == "Ghent"


@pytest.mark.clause("NY 4.1.2")
def test_leaders_take_no_room():
    full = {"add": "corps", "power": "Spain", "space": "Ghent", "count": LIMIT - 7}
    staff = {"add": "leader", "name": "Waldeck", "space": "Ghent"}
    engine = table(besieged_tournai(full, staff), ("winter-withdrawal",))
    assert room(engine.board, "Alliance", GHENT) == 6
    choose(engine, "rest Ghent")
    assert len(engine.board.stacks["Alliance"][GHENT]) == LIMIT


@pytest.mark.clause("NY 19.a", "NY 4.1.1")
def test_each_reason_against_a_resting_place_is_told():
    full = {"add": "corps", "power": "Spain", "space": "Antwerp", "count": LIMIT - 1}
    engine = table(besieged_tournai(full), ("winter-withdrawal",))
    assert clauses_against(engine, "rest Brussels") == ["NY 19.a"]  # friendly, but farther
    assert clauses_against(engine, "rest Antwerp") == ["NY 4.1.1", "NY 19.a"]
    assert clauses_against(engine, "rest Lille") == ["NY 19.a", "NY 4.3", "NY 19.a"]
    assert clauses_against(engine, "rest Ghent") == []


@pytest.mark.clause("NY 4.1.1")
def test_a_place_with_room_for_one_corps_is_not_called_full():
    nearly = {"add": "corps", "power": "Spain", "space": "Antwerp", "count": LIMIT - 2}
    engine = table(besieged_tournai(nearly), ("winter-withdrawal",))
    assert room(engine.board, "Alliance", NUMBER["Antwerp"]) == 1
    assert clauses_against(engine, "rest Antwerp") == ["NY 19.a"]


def said_against(engine, space) -> list[str]:
    """What is said against going to a space, by the names of the messages."""
    return [violation.says.id for violation in violations(engine, ("rest", space))]


@pytest.mark.clause("NY 19.a", "NY 4.3")
def test_who_owns_and_who_stands_in_a_space_is_told_of_each():
    engine = table(besieged_tournai(), ("winter-withdrawal",))
    board = engine.board
    for space in range(len(SPACES)):
        said = said_against(engine, space)
        if said:
            assert ("winter.not-friendly" in said) == (board.controller_of(space) != "Alliance")
            assert ("winter.enemy-there" in said) == bool(board.stacks["Bourbon"][space])
            assert said[-1] in ("winter.not-nearest", "winter.no-port")


@pytest.mark.clause("NY 19.a")
def test_the_player_with_the_initiative_withdraws_first_and_enemy_troops_block():
    """A French army stands before Ghent. In 1693 it leaves first and Ghent is free; in 1694 it is not."""
    before_ghent = (
        {"remove": "corps", "power": "Spain", "space": "Ghent", "reduced": True},
        {"add": "corps", "power": "France", "space": "Ghent", "count": 3},
    )
    sieges = (Siege("Tournai", "Alliance"), Siege("Ghent", "Bourbon"))
    engine = table(besieged_tournai(*before_ghent, year=1693, sieges=sieges), ("winter-withdrawal",))
    choose(engine, "rest Lille")
    assert engine.side == "Alliance"
    assert options(engine) == ["rest Ghent", "rest Mons"]
    engine = table(besieged_tournai(*before_ghent, year=1694, sieges=sieges), ("winter-withdrawal",))
    assert engine.board.stacks["Alliance"][MONS].count(DUTCH) == 6  # the only choice, taken at once


def stranded(**fields):
    return position_with(
        {"add": "corps", "power": "Dutch Republic", "space": "Cork", "count": 2},
        {"add": "leader", "name": "Waldeck", "space": "Cork"},
        **fields,
    )


@pytest.mark.clause("NY 19.a")
def test_where_no_way_leads_to_a_friendly_space_any_friendly_port_serves():
    engine = table(stranded(), ("winter-withdrawal",))
    ports = {SPACES[action[1]].name for action in engine.options}
    friendly = engine.board.control.Alliance & PORTS
    assert ports == {SPACES[number].name for number in range(len(SPACES)) if friendly >> number & 1}
    assert options_agree(engine)
    assert clauses_against(engine, "rest Vienna") == ["NY 19.a"]
    assert said_against(engine, NUMBER["Vienna"]) == ["winter.no-port"]
    choose(engine, "rest Ostend")
    assert engine.board.stacks["Alliance"][NUMBER["Ostend"]] == (DUTCH, DUTCH)
    assert where(engine, "Waldeck") == "Ostend"


@pytest.mark.clause("NY 19.a")
def test_corps_that_find_no_port_either_are_eliminated():
    position = stranded(control=Control(1 << NUMBER["Cork"], 1 << NUMBER["Vienna"]))
    position = position.replace(corps=tuple(one for one in position.corps if one.space == "Cork"))
    engine = table(position, ("winter-withdrawal",))
    assert not engine.options
    assert not engine.board.held["Alliance"]
    assert engine.board.pool("Dutch Republic") == table(position).board.pool("Dutch Republic") + 2
    assert where(engine, "Waldeck") == "Vienna"
    assert engine.board.sieges == ()


@pytest.mark.clause("NY 4.1.3")
def test_each_corps_over_the_limit_is_reduced_and_a_reduced_one_is_eliminated():
    crowd = {"add": "corps", "power": "France", "space": "Dijon", "count": LIMIT + 1}
    weak = {"add": "corps", "power": "France", "space": "Dijon", "count": 2, "reduced": True}
    engine = table(position_with(crowd, weak), ("winter-withdrawal",))
    dijon, pool = NUMBER["Dijon"], engine.board.pool("France")
    assert engine.side == "Bourbon"
    assert options(engine) == ["reduce France", "reduce France reduced"]
    assert room(engine.board, "Bourbon", NUMBER["Dijon"]) < 0
    assert options_agree(engine)
    choose(engine, "reduce France reduced")
    assert len(engine.board.stacks["Bourbon"][dijon]) == LIMIT + 2
    assert engine.board.pool("France") == pool + 1
    choose(engine, "reduce France", "reduce France")
    stack = engine.board.stacks["Bourbon"][dijon]
    assert [bool(corps & REDUCED) for corps in stack].count(True) == 3
    assert not engine.options
    assert clauses_against(engine, "reduce Spain") == ["NY 8.0"]


@pytest.mark.clause("NY 4.1.3")
def test_a_corps_that_stands_elsewhere_cannot_take_the_loss():
    crowd = {"add": "corps", "power": "France", "space": "Dijon", "count": LIMIT}
    engine = table(position_with(crowd, {**crowd, "power": "Catalan", "count": 1}), ("winter-withdrawal",))
    assert clauses_against(engine, "reduce France reduced") == ["NY 4.1.3"]


@pytest.mark.clause("NY 4.1.1", "NY 4.1.3")
def test_a_full_space_suffers_nothing():
    full = {"add": "corps", "power": "France", "space": "Dijon", "count": LIMIT}
    engine = table(position_with(full), ("winter-withdrawal",))
    assert not engine.options
    assert room(engine.board, "Bourbon", NUMBER["Dijon"]) >= 0
    assert engine.board.stacks["Bourbon"][NUMBER["Dijon"]] == (corps_number("France"),) * LIMIT


@pytest.mark.clause("NY 15.5")
def test_lines_without_a_friendly_corps_are_removed():
    lines = (Line("Lille", 2), Line("Dijon", 1), Line("Brussels", 3))
    engine = table(position_with(lines=lines), ("winter-withdrawal",))
    assert engine.board.lines == (Line("Lille", 2), Line("Brussels", 3))
    start = position_with(lines=lines)
    empty = start.replace(corps=tuple(one for one in start.corps if one.space != "Lille"))
    assert table(empty, ("winter-withdrawal",)).board.lines == (Line("Brussels", 3),)
    assert "NY 15.5" in cited(engine)


@pytest.mark.clause("NY 19.a", "NY 14.3")
@every_row("space", ["Lille", "London", "Cork"])
def test_leaders_alone_in_an_enemy_space_go_to_the_nearest_friendly_one(space):
    engine = table(
        position_with({"add": "leader", "name": "Waldeck", "space": space}), ("winter-withdrawal",)
    )
    assert engine.board.controller(where(engine, "Waldeck")) == "Alliance"


@pytest.mark.clause("NY 19.a")
def test_leaders_alone_in_a_friendly_space_stay():
    engine = table(
        position_with({"add": "leader", "name": "Waldeck", "space": "Geldern"}), ("winter-withdrawal",)
    )
    assert where(engine, "Waldeck") == "Geldern"


# ---- b) markers


@pytest.mark.clause("NY 19.b", "NY 8.5")
def test_markers_are_removed_and_fleets_in_boxes_stay():
    position = position_with(
        {"add": "corps", "power": "France", "space": "Lille", "demoralised": True},
        {"add": "leader", "name": "Catinat", "space": "Strasbourg", "named": False, "demoralised": True},
        famous_victories=("Bourbon", "Alliance"),
    )
    engine = table(position, ("winter-markers",))
    board = engine.board
    assert board.famous_victories == ()
    assert not any(
        corps & DEMORALISED for stacks in board.stacks.values() for stack in stacks for corps in stack
    )
    catinat = engine.rule_tables.leader_number["Catinat"]
    assert not board.state[catinat] & DEMORALISED
    assert board.rating(catinat) == (3, 1)
    assert board.fleet("Toulon").place == "box"


@pytest.mark.clause("NY 12.3.6.c", "NY 20.2.a")
def test_example_e9_the_fleet_that_was_not_deployed_goes_in_winter():
    engine = table(position_with(), ("winter-markers",))
    fleet = engine.board.fleet("Mediterranean")
    assert (fleet.place, fleet.strength) == ("pool", 0)
    assert "NY 12.3.6.c" in cited(engine)


@pytest.mark.clause("NY 13.5.6.b", "NY 12.3.6.c")
def test_example_e9_the_beaten_fleet_lies_in_the_pool_after_winter_too():
    engine = table(position_with(actions_left=1), ("action", "Alliance"), dice=[3, 3, 2, 5])
    choose(engine, "deploy Mediterranean")
    assert engine.board.fleet("Mediterranean").place == "pool"
    assert engine.board.sea("Mediterranean") == "Bourbon"
    engine.board.agenda.clear()
    engine.then(("winter-markers",))
    engine.advance()
    assert engine.board.fleet("Mediterranean").place == "pool"


@pytest.mark.clause("NY 8.2", "NY 12.3.6.c")
def test_by_the_reading_with_upkeep_a_raised_fleet_stays_in_its_port():
    engine = table(position_with(), ("winter-markers",), readings={"fleet-upkeep": "upkeep"})
    assert engine.board.fleet("Mediterranean").place == "port"


# ---- c) naval control


@pytest.mark.clause("NY 10.1.c", "NY 10.1.b", "NY 20.2.a")
def test_example_e1_the_mediterranean_changes_hands():
    engine = table(position_with())
    assert engine.board.sea("Mediterranean") == "Bourbon"
    assert engine.board.fleet("Toulon").place == "box"
    change_sea_control(engine, "Mediterranean", "Alliance")
    board = engine.board
    assert board.sea("Mediterranean") == "Alliance"
    assert (board.fleet("Toulon").place, board.fleet("Mediterranean").place) == ("pool", "box")


LONDON_ALLIANCE = {"set": "control", "space": "London", "side": "Alliance"}


@pytest.mark.clause("NY 8.5.c.1", "NY 10.1.b")
def test_the_atlantic_goes_to_the_alliance_with_london():
    engine = table(position_with(LONDON_ALLIANCE), ("winter-seas",))
    assert engine.board.sea("Atlantic") == "Alliance"
    assert engine.board.fleet("Atlantic").place == "box"


@pytest.mark.clause("NY 8.5.c.1", "NY 10.1.b")
@pytest.mark.parametrize("edits", [(), (LONDON_ALLIANCE,)])
def test_the_atlantic_goes_to_the_bourbons_after_beachy_head_whoever_has_london(edits):
    engine = table(position_with(*edits, lasting_events=("Beachy Head",)), ("winter-seas",))
    assert engine.board.sea("Atlantic") == "Bourbon"
    assert engine.board.fleet("Brest").place == "box"


@pytest.mark.clause("NY 8.5.c.1", "NY 10.1.a")
@pytest.mark.parametrize("side", ["Bourbon", "Alliance", None])
def test_else_control_of_the_seas_stays_as_it_is(side):
    engine = table(position_with({"set": "sea", "zone": "Atlantic", "side": side}), ("winter-seas",))
    assert engine.board.sea("Atlantic") == side
    assert engine.board.sea("Mediterranean") == "Bourbon"


@pytest.mark.clause("NY 8.5.c.2", "NY 6.1.2")
def test_a_bourbon_london_gives_the_bourbons_2_victory_points():
    assert table(position_with(), ("winter-london",)).board.victory_points == 22 - 2
    assert table(position_with(LONDON_ALLIANCE), ("winter-london",)).board.victory_points == 22


REVOLUTION_DUE = {"set": "sea", "zone": "Atlantic", "side": "Alliance"}


@pytest.mark.clause("NY 8.5.c.2", "NY 8.5.d")
def test_london_costs_its_points_before_the_revolution_or_by_the_other_reading_after_it():
    position = position_with(REVOLUTION_DUE)
    engine = table(position, ("winter-phase",))
    assert engine.board.revolution
    assert engine.board.victory_points == 22 - 2
    engine = table(position, ("winter-phase",), readings={"london-in-winter": "after-revolution"})
    assert engine.board.revolution
    assert engine.board.victory_points == 22


# ---- the order, and the year


def begun(position, **readings):
    """The steps that a winter puts on the agenda, in their order."""
    engine = table(position, readings=readings)
    engine.then(("winter-phase",))
    name, *_ = engine.board.agenda.pop()
    STEP_RULES[name].run(engine)
    return [item[0] for item in reversed(engine.board.agenda)]


@pytest.mark.clause("NY 8.5")
def test_the_steps_follow_in_their_printed_order():
    assert begun(position_with()) == [
        "winter-withdrawal",
        "winter-markers",
        "winter-seas",
        "winter-london",
        "winter-savoy",
        "revolution",
        "peace",
        "winter-victory",
        "winter-end",
    ]


@pytest.mark.clause("NY 6.4", "NY 8.5")
def test_by_the_other_reading_the_peace_roll_comes_first():
    steps = begun(position_with(), **{"peace-roll-time": "start-of-winter"})
    assert steps[0] == "peace"
    assert steps.count("peace") == 1


@pytest.mark.clause("NY 8.0", "NY 8.5", "NY 20.1")
def test_a_winter_ends_with_the_next_year():
    engine = table(position_with(), ("winter-phase",))
    assert engine.board.phase == "winter"
    assert engine.board.year == 1689
    assert engine.board.result is None
    assert engine.board.position().agenda == ()


@pytest.mark.clause("NY 20.1", "NY 8.5")
def test_the_war_ends_with_the_winter_of_1699():
    engine = table(position_with({"set": "year", "year": 1699}), ("winter-phase",), dice=[1])
    choose(engine, "concede none", "concede none")
    assert engine.board.result == Result("Bourbon", "minor", "last-year")
    assert engine.board.year == 1699


@pytest.mark.clause("NY 20.2", "NY 20.2.a")
def test_the_first_winter_finds_every_corps_at_home():
    position = position_with()
    engine = table(position, ("winter-withdrawal",))
    assert not engine.options
    assert engine.board.position().corps == position.corps
