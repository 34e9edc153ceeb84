"""Sieges: who may roll, what the roll does, and what falls with a fortress (NY 17, 12.3.6.d)."""

import pytest
from war_table import cited, clauses_against, options, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE, corps_number
from ninevears_kernel.nine_years.components.position import Siege
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.engine.engine import violations
from ninevears_kernel.nine_years.rules.campaign import siege
from ninevears_kernel.nine_years.rules.campaign.siege import defence_value, siege_objections, siege_result
from ninevears_kernel.nine_years.rules.control import settle
from ninevears_kernel.nine_years.rules.fleets import change_sea_control
from ninevears_kernel.nine_years.rules.supply import Asked, has_line, line_is_limited
from ninevears_kernel.umpire.cases.cases import rule_case

KIT = standard_rule_tables()
TOURNAI = NUMBER["Tournai"]
DUTCH = corps_number("Dutch Republic", used=True)
RULES = KIT.numbers.siege


def leader(name: str) -> int:
    return KIT.leader_number[name]


WILLIAM, WALDECK = leader("William III"), leader("Waldeck")


def siege_of_tournai(*more, garrison=1, reduced=0, **marks):
    """Example E7: one corps in Tournai, William III and Waldeck before it with 11, 3 of them reduced."""
    edits = [
        {"remove": "corps", "power": "France", "space": "Tournai"},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 8},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 3, "reduced": True},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"add": "leader", "name": "Waldeck", "space": "Tournai"},
    ]
    for count, is_reduced in ((garrison, False), (reduced, True)):
        if count:
            inside = {"power": "France", "space": "Tournai", "inside": True}
            edits.append({"add": "corps", **inside, "count": count, "reduced": is_reduced})
    return position_with(*edits, *more, sieges=(Siege("Tournai", "Alliance", **marks),))


def rolled(
    position, *dice, corps=4, space="Tournai", side="Alliance", leaders=(WILLIAM, WALDECK), **readings
):
    """The war after a siege roll of a force, up to the next decision."""
    chosen = {name.replace("_", "-"): option for name, option in readings.items()}
    item = ("siege", side, NUMBER[space], leaders, (DUTCH,) * corps)
    return table(position, item, dice=dice, readings=chosen)


def against(position, corps, leaders=(WILLIAM, WALDECK), space="Tournai", side="Alliance"):
    """The clauses against a siege roll of these corps, in the notation's numbers."""
    engine = table(position)
    return [one.clause_id for one in siege_objections(engine, side, NUMBER[space], leaders, tuple(corps))]


# ---- who may roll


@pytest.mark.clause("NY 17.4")
def test_full_and_reduced_corps_inside_are_told_each_with_its_value():
    changes = [
        {"remove": "corps", "power": "France", "space": "Tournai"},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 7},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"add": "corps", "power": "France", "space": "Tournai", "count": 2, "inside": True},
        {"add": "corps", "power": "France", "space": "Tournai", "reduced": True, "inside": True},
    ]
    given = {"side": "Alliance", "space": "Tournai", "changes": changes}
    ruling = rule_case(
        {"format": "ninevears-case/1", "system": "NY", "question": "siege", "given": given}, others=False
    )
    [defence] = [str(step.says) for step in ruling.steps if step.clause_id == "NY 17.4"]
    assert "2 for its walls + 4 for 2 full corps inside + 1 for 1 reduced corps inside" in defence


@pytest.mark.clause("NY 17.4")
def test_example_e7_the_defence_value_of_tournai_is_4():
    assert defence_value(table(siege_of_tournai()).board, TOURNAI) == 2 + 2


@pytest.mark.clause("NY 17.4")
def test_a_reduced_corps_counts_1_and_lost_strength_counts_no_more():
    assert defence_value(table(siege_of_tournai(garrison=0, reduced=2)).board, TOURNAI) == 2 + 1 + 1
    weakened = siege_of_tournai(garrison=2, strength_lost=1)
    assert defence_value(table(weakened).board, TOURNAI) == 1 + 2 + 2


@pytest.mark.clause("NY 17.5.1")
def test_example_e7_four_corps_may_besiege_tournai_and_three_may_not():
    assert against(siege_of_tournai(), [DUTCH] * 4) == []
    assert against(siege_of_tournai(), [DUTCH] * 11) == []
    assert against(siege_of_tournai(), [DUTCH] * 3) == ["NY 17.5.1"]
    assert against(siege_of_tournai(), []) == ["NY 17.5.1"]


@pytest.mark.clause("NY 17.5.1")
def test_the_remedy_is_the_number_of_corps_that_lack():
    engine = table(siege_of_tournai())
    (violation,) = siege_objections(engine, "Alliance", TOURNAI, (WILLIAM,), (DUTCH,))
    assert violation.facts["defence"] == 4
    assert str(violation.remedy) == "assign 3 more corps"
    assert str(violation.says)


@pytest.mark.clause("NY 17.1")
@pytest.mark.parametrize(
    ("space", "side"),
    [("Lille", "Alliance"), ("Tournai", "Bourbon"), ("Ghent", "Alliance"), ("Paris", "Bourbon")],
)
def test_only_a_fortress_under_own_siege_can_be_rolled_against(space, side):
    assert against(siege_of_tournai(), [DUTCH] * 4, space=space, side=side) == ["NY 17.1"]


@pytest.mark.clause("NY 13.5.1.a")
def test_a_siege_needs_a_leader():
    assert against(siege_of_tournai(), [DUTCH] * 4, leaders=()) == ["NY 13.5.1.a"]
    assert against(siege_of_tournai(), [DUTCH], leaders=(), space="Lille") == ["NY 13.5.1.a", "NY 17.1"]


BEFORE_GRENOBLE = (
    {"add": "corps", "power": "Dutch Republic", "space": "Grenoble", "count": 4},
    {"remove": "corps", "power": "France", "space": "Grenoble", "reduced": True},
)


@pytest.mark.clause("NY 17.1", "NY 11.1.2")
def test_besiegers_without_a_line_cannot_roll():
    position = position_with(*BEFORE_GRENOBLE)
    assert against(position, [DUTCH] * 4, space="Grenoble") == ["NY 11.1.2"]
    joined = changed(position, [{"set": "control", "space": "Pinerolo", "side": "Alliance"}])
    joined = changed(joined, [{"set": "control", "space": "Turin", "side": "Alliance"}])
    assert against(joined, [DUTCH] * 4, space="Grenoble") == []


@pytest.mark.clause("NY 17.1", "NY 17.5.1")
def test_every_violated_clause_is_told():
    position = position_with(*BEFORE_GRENOBLE)
    told = against(position, [DUTCH], leaders=(), space="Grenoble")
    assert told == ["NY 13.5.1.a", "NY 17.5.1", "NY 11.1.2"]


@pytest.mark.clause("NY 7.2.6.c", "NY 17.1")
def test_jacobites_have_a_line_where_the_french_beside_them_have_none():
    """Every corps assigned needs its own; so the French stand by and the Jacobites roll."""
    position = position_with(
        {"set": "revolution", "done": True},
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        {"set": "control", "space": "Highlands", "side": "Alliance"},
        {"set": "control", "space": "London", "side": "Alliance"},
        {"set": "control", "space": "York", "side": "Alliance"},
        {"add": "corps", "power": "Jacobite", "space": "York", "count": 2},
        {"add": "corps", "power": "France", "space": "York"},
    )
    jacobite, french = corps_number("Jacobite"), corps_number("France")
    besieging = {"space": "York", "side": "Bourbon", "leaders": (leader("James II"),)}
    assert against(position, [jacobite] * 2, **besieging) == []
    assert against(position, [jacobite, french], **besieging) == ["NY 11.1.2"]


# ---- the roll


@pytest.mark.clause("NY 17.5.2")
def test_the_table_of_the_roll():
    results = {total: siege_result(RULES, total) for total in range(-1, 10)}
    assert [total for total in results if results[total] is None] == [-1, 0, 1, 2]
    assert [total for total in results if results[total] == 0] == [3, 4]
    assert [total for total in results if results[total] == 1] == [5, 6]
    assert [total for total in results if results[total] == 2] == [7, 8, 9]


@pytest.mark.clause("NY 17.5.2")
def test_a_low_roll_does_nothing_and_3_begins_a_continuing_siege():
    position = siege_of_tournai()
    assert rolled(position, 2).board.sieges == (Siege("Tournai", "Alliance"),)
    assert rolled(position, 3).board.sieges == (Siege("Tournai", "Alliance", continuing=True),)


@pytest.mark.clause("NY 17.5.2", "NY 17.2")
def test_5_lowers_the_strength_by_1_and_7_by_2_and_the_siege_continues():
    position = position_with(
        {"add": "corps", "power": "Dutch Republic", "space": "Ypres", "count": 4},
        {"remove": "corps", "power": "France", "space": "Ypres", "reduced": True},
    )
    engine = rolled(position, 5, space="Ypres")
    assert engine.board.sieges == (Siege("Ypres", "Alliance", True, 1),)
    assert engine.board.strength(NUMBER["Ypres"]) == 2
    continuing = position.replace(sieges=(Siege("Ypres", "Alliance", True),))
    engine = rolled(continuing, 6, space="Ypres")
    assert engine.board.sieges == (Siege("Ypres", "Alliance", True, 2),)


@pytest.mark.clause("NY 17.5.2")
def test_twice_the_defence_value_adds_1():
    assert rolled(siege_of_tournai(), 2, corps=7).board.sieges == (Siege("Tournai", "Alliance"),)
    assert rolled(siege_of_tournai(), 2, corps=8).board.sieges == (Siege("Tournai", "Alliance", True),)


@pytest.mark.clause("NY 17.5.2")
def test_a_demoralised_commander_subtracts_1_and_one_who_does_not_command_nothing():
    """William III has the better battle rating, so he commands."""
    for name, continuing in (("William III", False), ("Waldeck", True)):
        shaken = {"add": "leader", "name": name, "space": "Tournai", "demoralised": True}
        engine = rolled(siege_of_tournai(shaken), 3)
        assert engine.board.sieges[0].continuing == continuing


LIMITED = (
    {"set": "control", "space": "Mons", "side": "Bourbon"},
    {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True},
    {"remove": "corps", "power": "Spain", "space": "Ghent", "reduced": True},
)


@pytest.mark.clause("NY 17.5.3", "NY 11.1.4")
def test_a_limited_line_of_communication_subtracts_1():
    way_round = siege_of_tournai(*LIMITED)
    sieges = (*way_round.sieges, Siege("Ghent", "Bourbon"))
    limited = way_round.replace(sieges=sieges)
    assert rolled(way_round, 3).board.siege_of(TOURNAI).continuing
    engine = rolled(limited, 3)
    assert not engine.board.siege_of(TOURNAI).continuing
    assert "NY 17.5.3" in cited(engine)


@pytest.mark.clause("NY 11.1.4")
def test_a_line_that_begins_in_a_besieged_fortress_is_limited():
    besieged = position_with({"set": "besieged", "space": "Ghent", "by": "Bourbon"})
    engine = table(besieged)
    assert line_is_limited(engine.board, Asked("Ghent", "Alliance", "line"), RulingContext())
    assert not line_is_limited(engine.board, Asked("Antwerp", "Alliance", "line"), RulingContext())


# ---- the garrison


@pytest.mark.clause("NY 17.5.2")
def test_full_corps_of_the_garrison_are_reduced_before_the_strength_falls():
    engine = rolled(siege_of_tournai(), 5)
    assert engine.board.garrisons[TOURNAI] == (corps_number("France", reduced=True),)
    assert engine.board.strength(TOURNAI) == 2
    engine = rolled(siege_of_tournai(garrison=0, reduced=1), 5)
    assert engine.board.garrisons[TOURNAI] == (corps_number("France", reduced=True),)
    assert engine.board.strength(TOURNAI) == 1
    engine = rolled(siege_of_tournai(continuing=True), 6)
    assert engine.board.garrisons[TOURNAI] == (corps_number("France", reduced=True),)
    assert engine.board.strength(TOURNAI) == 1


MIXED_GARRISON = {"add": "corps", "power": "Catalan", "space": "Tournai", "inside": True}


@pytest.mark.clause("NY 17.5.2")
def test_the_owner_chooses_which_corps_of_a_mixed_garrison_is_reduced():
    engine = rolled(siege_of_tournai(MIXED_GARRISON), 5, corps=6)
    assert engine.side == "Bourbon"
    assert options(engine) == ["reduce France", "reduce Catalan"]
    assert clauses_against(engine, "reduce Jacobite") == ["NY 17.5.2"]
    assert clauses_against(engine, "reduce France reduced") == ["NY 17.5.2"] * 2
    engine.choose(("reduce", corps_number("Catalan")))
    assert engine.board.garrisons[TOURNAI] == (corps_number("France"), corps_number("Catalan", reduced=True))


@pytest.mark.clause("NY 17.3")
def test_a_garrison_stands_inside_traces_no_line_and_is_free_when_the_siege_ends():
    board = table(siege_of_tournai()).board
    assert not has_line(board, Asked("Tournai", "Bourbon", "restore", "France"))
    assert not board.stacks["Bourbon"][TOURNAI]
    assert len(board.garrisons[TOURNAI]) == 1


# ---- the fall


ONE_LEFT = {"continuing": True, "strength_lost": 1}


@pytest.mark.clause("NY 17.5.2", "NY 2.3", "NY 6.1.2")
def test_at_strength_0_the_fortress_changes_hands_for_a_victory_point():
    position = siege_of_tournai(garrison=0, reduced=2, **ONE_LEFT)
    engine = rolled(position, 4)
    assert engine.board.controller("Tournai") == "Alliance"
    assert engine.board.sieges == ()
    assert engine.board.victory_points == position.victory_points + 1
    assert engine.board.garrisons == {}
    assert engine.board.pool("France") == table(position).board.pool("France") + 2
    assert {"NY 17.2", "NY 17.5.2", "NY 6.1.2"} <= cited(engine)


@pytest.mark.clause("NY 17.5.2")
def test_a_fall_beyond_0_is_lost():
    engine = rolled(siege_of_tournai(garrison=0, **ONE_LEFT), 6)
    assert engine.board.controller("Tournai") == "Alliance"
    assert not engine.board.agenda


@pytest.mark.clause("NY 17.5.2", "NY 14.3")
def test_leaders_inside_escape_to_the_nearest_friendly_space():
    position = siege_of_tournai(
        {"add": "leader", "name": "Humieres", "space": "Tournai"}, garrison=0, **ONE_LEFT
    )
    inside = [
        one if one.name != "Humieres" else type(one)(one.name, one.power, one.space, inside=True)
        for one in position.leaders
    ]
    engine = rolled(position.replace(leaders=tuple(inside)), 4)
    humieres = leader("Humieres")
    assert SPACES[engine.board.where[humieres]].name in ("Lille", "Valenciennes")
    assert not engine.board.state[humieres] & INSIDE


@pytest.mark.clause("NY 2.2", "NY 6.1.2")
def test_a_capital_is_worth_2_victory_points():
    position = position_with(
        {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
        {"add": "leader", "name": "William III", "space": "London"},
        {"add": "corps", "power": "Dutch Republic", "space": "London", "count": 4},
    )
    joined = changed(position, [{"set": "sea", "zone": "Atlantic", "side": "Alliance"}])
    engine = rolled(joined, 4, space="London", leaders=(WILLIAM,))
    assert engine.board.controller("London") == "Alliance"
    assert engine.board.victory_points == position.victory_points + 2


@pytest.mark.clause("NY 17.6")
def test_a_siege_and_its_markers_end_with_the_last_besieger():
    engine = table(siege_of_tournai(**ONE_LEFT))
    board = engine.board
    board.put("Alliance", TOURNAI, board.stacks["Alliance"][TOURNAI][:1])
    settle(engine, TOURNAI)
    assert board.siege_of(TOURNAI) == Siege("Tournai", "Alliance", True, 1)
    board.put("Alliance", TOURNAI, ())
    settle(engine, TOURNAI)
    assert board.sieges == ()
    assert board.strength(TOURNAI) == 2
    assert board.stacks["Bourbon"][TOURNAI] == (corps_number("France"),)


@pytest.mark.clause("NY 17.1", "NY 14.4", "NY 14.3")
@pytest.mark.parametrize("space", ["Tournai", "Toulouse"])
def test_a_space_that_both_sides_hold_is_neither_besieged_nor_taken(space):
    engine = table(
        position_with(
            {"add": "corps", "power": "France", "space": space},
            {"add": "leader", "name": "Humieres", "space": space},
        )
    )
    engine.board.add("Alliance", NUMBER[space], DUTCH)  # as on the march, before a battle
    before = engine.board.position()
    settle(engine, NUMBER[space])
    assert engine.board.position() == before


# ---- fleets whose home port is rolled against


def siege_of_toulon(*more):
    return position_with(
        {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
        {"add": "corps", "power": "Dutch Republic", "space": "Toulon", "count": 4},
        {"add": "leader", "name": "William III", "space": "Toulon"},
        *more,
    )


@pytest.mark.clause("NY 12.3.6.d", "NY 10.1.a")
@pytest.mark.parametrize("die", [1, 6])
def test_any_roll_against_its_home_port_removes_a_fleet_and_control_of_the_zone_stays(die):
    engine = rolled(siege_of_toulon(), die, space="Toulon", leaders=(WILLIAM,))
    assert engine.board.fleet("Toulon").place == "gone"
    assert engine.board.sea("Mediterranean") == "Bourbon"
    assert "NY 12.3.6.d" in cited(engine)


@pytest.mark.clause("NY 12.3.6.d", "NY 10.1.c")
def test_by_the_other_reading_a_fleet_in_the_box_stays_until_control_changes():
    reading = {"fleet_under_siege": "on-change"}
    engine = rolled(siege_of_toulon(), 1, space="Toulon", leaders=(WILLIAM,), **reading)
    assert engine.board.fleet("Toulon").place == "box"
    change_sea_control(engine, "Mediterranean", "Alliance")
    assert engine.board.fleet("Toulon").place == "gone"


@pytest.mark.clause("NY 12.3.6.d")
@pytest.mark.parametrize("reading", ["at-once", "on-change"])
def test_a_fleet_in_its_port_or_in_the_pool_goes_at_once_by_both_readings(reading):
    in_port = {"set": "fleet", "fleet": "Toulon", "place": "port", "strength": 2}
    in_pool = {"set": "fleet", "fleet": "Toulon", "place": "pool"}
    for edit in (in_port, in_pool):
        position = siege_of_toulon({"set": "sea", "zone": "Mediterranean", "side": None}, edit)
        engine = rolled(position, 1, space="Toulon", leaders=(WILLIAM,), fleet_under_siege=reading)
        assert engine.board.fleet("Toulon").place == "gone"
        assert engine.board.fleet("Toulon").strength == 0


@pytest.mark.clause("NY 12.3.6.d")
def test_a_fleet_does_not_go_when_its_own_side_besieges_its_lost_port():
    position = position_with(
        {"set": "control", "space": "Barcelona", "side": "Bourbon"},
        {"remove": "corps", "power": "Spain", "space": "Barcelona"},
        {"add": "corps", "power": "Spain", "space": "Barcelona", "count": 4},
        {"add": "leader", "name": "William III", "space": "Barcelona"},
    )
    engine = rolled(position, 1, space="Barcelona", leaders=(WILLIAM,))
    assert engine.board.fleet("Mediterranean").place == "port"


# ---- cards


@pytest.mark.clause("NY 9.2.1", "NY 17.5.2")
def test_the_besieger_and_then_the_besieged_may_play_a_siege_card(monkeypatch):
    cards = {"Alliance": ["Coehoorn"], "Bourbon": ["Vauban"]}
    bonus = {"Coehoorn": 2, "Vauban": -1}
    monkeypatch.setattr(
        "ninevears_kernel.nine_years.rules.campaign.siege.held",
        lambda board, side, timing: tuple(cards[side]),
    )
    monkeypatch.setattr(siege, "roll_bonus", lambda engine, name: bonus[name])
    monkeypatch.setattr(siege, "play", lambda engine, side, name: cards[side].remove(name))

    engine = rolled(siege_of_tournai(), 2)
    assert engine.side == "Alliance"
    assert engine.options == [("event", "Coehoorn"), ("pass",)]
    engine.choose(("event", "Coehoorn"))
    assert engine.side == "Bourbon"
    assert engine.options == [("event", "Vauban"), ("pass",)]
    engine.choose(("event", "Vauban"))
    assert cards == {"Alliance": [], "Bourbon": []}
    assert engine.board.siege_of(TOURNAI).continuing  # 2 + 2 - 1


@pytest.mark.clause("NY 9.2.1")
def test_a_siege_card_may_be_kept(monkeypatch):
    cards = {"Alliance": ("Coehoorn",), "Bourbon": ("Vauban",)}
    monkeypatch.setattr(
        "ninevears_kernel.nine_years.rules.campaign.siege.held", lambda board, side, timing: cards[side]
    )
    engine = rolled(siege_of_tournai(), 3)
    engine.choose(("pass",))
    engine.choose(("pass",))
    assert engine.board.siege_of(TOURNAI).continuing


@pytest.mark.clause("NY 9.2.1")
def test_only_a_card_in_the_hand_can_be_played(monkeypatch):
    hand = {"Alliance": ("Beachy Head",), "Bourbon": ()}
    monkeypatch.setattr(
        "ninevears_kernel.nine_years.rules.campaign.siege.held", lambda board, side, timing: hand[side]
    )
    engine = rolled(siege_of_tournai(), 3)
    hand["Alliance"] = ()
    assert clauses_against(engine, "event Beachy Head") == ["NY 9.2.1"]
    (found,) = violations(engine, ("event", "Beachy Head"))
    assert {"side": "Alliance", "event": "Beachy Head"}.items() <= found.facts.items()
    assert "not have Beachy Head in hand" in str(found.says)


@pytest.mark.clause("NY 9.2.1")
def test_the_cards_asked_for_are_those_of_sieges(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "ninevears_kernel.nine_years.rules.campaign.siege.held",
        lambda board, side, timing: asked.append((side, timing)) or (),
    )
    rolled(siege_of_tournai(), 2)
    assert asked == [("Alliance", "siege"), ("Bourbon", "siege")]


@pytest.mark.clause("NY 7.2.1.a", "NY 7.2.2", "NY 20.2")
@pytest.mark.parametrize(
    ("space", "clause"), [("Turin", "NY 7.2.1.a"), ("Elvas", "NY 7.2.2"), ("Mantua", "NY 20.2")]
)
def test_neutral_ground_is_not_besieged(space, clause):
    """Not that no siege is there, but that nobody may come there to begin one."""
    changes = [
        {"add": "corps", "power": "France", "space": space, "count": 5},
        {"remove": "leader", "name": "Duras"},
        {"add": "leader", "name": "Duras", "space": space},
    ]
    given = {"side": "Bourbon", "space": space, "changes": changes}
    ruling = rule_case({"format": "ninevears-case/1", "system": "NY", "question": "siege", "given": given})
    assert [one.clause_id for one in ruling.violations] == [clause]
