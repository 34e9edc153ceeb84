"""The Glorious Revolution (NY 20.2.5.2, 8.5.d)."""

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table
from whole_domain import options_agree

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES, region
from ninevears_kernel.nine_years.components.piece_numbers import ABSENT, INSIDE, WAITS, corps_number
from ninevears_kernel.nine_years.components.position import Control, Leader, Line
from ninevears_kernel.nine_years.components.powers import capitals, side_of
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables

KIT = standard_rule_tables()
JAMES, WILLIAM, MINOR = (
    KIT.leader_number[name] for name in ("James II", "William III", "British minor leader 1")
)
LONDON, DUBLIN, PARIS, HIGHLANDS = (NUMBER[name] for name in ("London", "Dublin", "Paris", "Highlands"))
JACOBITE, FRANCE, BRITISH = (corps_number(power) for power in ("Jacobite", "France", "Britain"))
DUE = {"set": "sea", "zone": "Atlantic", "side": "Alliance"}


def revolution(*more, readings=None, **fields):
    return table(position_with(DUE, *more, **fields), ("revolution",), readings=readings)


def in_region(engine, name: str) -> set:
    return {engine.board.controller(space.name) for space in SPACES if space.region == name}


# ---- when


@pytest.mark.clause("NY 8.5.d", "NY 20.2.5.2")
@pytest.mark.parametrize("edits", [
    ({"set": "sea", "zone": "Atlantic", "side": None},),
    ({"set": "sea", "zone": "Atlantic", "side": "Bourbon"},),
    ({"set": "control", "space": "London", "side": "Alliance"},),
])  # fmt: skip
def test_it_needs_a_bourbon_london_and_an_alliance_atlantic(edits):
    engine = revolution(*edits)
    assert not engine.board.revolution
    assert not engine.options
    assert revolution().board.revolution


AGAIN = (
    {"set": "revolution", "done": True},
    {"remove": "leader", "name": "James II"},
    {"add": "leader", "name": "British minor leader 1", "space": "Breda"},
)


@pytest.mark.clause("NY 20.2.5.2")
def test_it_happens_once_or_by_the_other_reading_whenever_london_is_lost_again():
    engine = revolution(*AGAIN)
    assert engine.board.controller("London") == "Bourbon"
    assert SPACES[engine.board.where[MINOR]].name == "Breda"
    engine = revolution(*AGAIN, readings={"revolution-once": "again"})
    assert engine.board.controller("London") == "Alliance"
    assert engine.board.where[MINOR] == LONDON


# ---- a) Britain joins the Alliance


@pytest.mark.clause("NY 20.2.5.2", "NY 6.1.2")
def test_england_and_scotland_change_sides_but_for_the_highlands_without_victory_points():
    engine = revolution()
    assert in_region(engine, "England") == {"Alliance"}
    assert in_region(engine, "Ireland") == {"Bourbon"}
    assert engine.board.controller("Edinburgh") == "Alliance"
    assert engine.board.controller("Highlands") == "Bourbon"
    assert engine.board.victory_points == 22
    assert {"NY 20.2.5.2"} <= cited(engine)


@pytest.mark.clause("NY 20.2.5.2")
def test_british_corps_from_the_pool_and_two_leaders_stand_in_london():
    engine = revolution()
    board = engine.board
    assert board.stacks["Alliance"][LONDON] == (BRITISH,) * 3
    assert board.pool("Britain") == 5 - 3
    assert board.where[WILLIAM] == board.where[MINOR] == LONDON
    assert revolution({"set": "pool", "power": "Britain", "corps": 1}).board.stacks["Alliance"][LONDON] == (
        BRITISH,
    )


@pytest.mark.clause("NY 20.2.5.2")
def test_bourbon_pieces_in_england_go_to_dublin_the_french_too():
    more = (
        {"add": "corps", "power": "France", "space": "Plymouth"},
        {"add": "leader", "name": "Humieres", "space": "Plymouth"},
    )
    board = revolution(*more).board
    assert board.stacks["Bourbon"][DUBLIN].count(JACOBITE) == 2
    assert FRANCE in board.stacks["Bourbon"][DUBLIN]
    assert board.where[JAMES] == board.where[KIT.leader_number["Humieres"]] == DUBLIN
    assert not board.held["Bourbon"] & region("England")


@pytest.mark.clause("NY 20.2.5.2")
def test_bourbon_pieces_in_scotland_go_to_the_highlands():
    board = revolution({"add": "corps", "power": "Jacobite", "space": "Edinburgh"}).board
    assert board.stacks["Bourbon"][HIGHLANDS] == (JACOBITE,)


@pytest.mark.clause("NY 20.2.5.2")
def test_when_dublin_is_lost_they_go_to_the_nearest_bourbon_space():
    taken = {"set": "control", "space": "Dublin", "side": "Alliance"}
    board = revolution(
        taken, {"remove": "corps", "power": "Jacobite", "space": "Dublin", "reduced": True}
    ).board
    assert SPACES[board.where[JAMES]].name in ("Cork", "Galway", "Derry")
    lost = {"set": "control", "space": "Highlands", "side": "Alliance"}
    board = revolution({"add": "corps", "power": "France", "space": "Edinburgh"}, lost).board
    assert board.controller("Highlands") == "Alliance"
    assert FRANCE in board.stacks["Bourbon"][DUBLIN]


@pytest.mark.clause("NY 20.2.5.2")
def test_with_no_bourbon_space_left_they_are_eliminated_and_leaders_wait():
    position = position_with(DUE, control=Control(region("England"), 1 << NUMBER["Vienna"]))
    corps = tuple(one for one in position.corps if one.space == "London")
    engine = table(position.replace(corps=corps), ("revolution",))
    assert engine.board.pool("Jacobite") == 2
    assert engine.board.where[JAMES] == WAITS
    assert not engine.options


@pytest.mark.clause("NY 20.2.5.2")
def test_a_leader_who_was_shut_in_stands_free_in_london():
    position = position_with(DUE)
    free = [one for one in position.leaders if one.name != "William III"]
    shut_in = Leader("William III", "Dutch Republic", "Brussels", inside=True)
    engine = table(
        position.replace(leaders=tuple(sorted([*free, shut_in], key=lambda one: one.name))), ("revolution",)
    )
    assert engine.board.where[WILLIAM] == LONDON
    assert not engine.board.state[WILLIAM] & INSIDE


@pytest.mark.clause("NY 20.2.5.2", "NY 17.6")
def test_sieges_in_england_end_and_alliance_besiegers_stay():
    more = (
        {"add": "corps", "power": "Dutch Republic", "space": "Plymouth", "count": 2},
        {"add": "leader", "name": "Waldeck", "space": "Plymouth"},
        {"add": "corps", "power": "Jacobite", "space": "Plymouth", "inside": True},
        {"set": "control", "space": "Bristol", "side": "Alliance"},
        {"add": "corps", "power": "France", "space": "Bristol", "count": 2},
        {"add": "corps", "power": "Dutch Republic", "space": "Bristol", "inside": True},
    )
    board = revolution(*more).board
    assert board.sieges == ()
    assert board.garrisons == {}
    dutch = corps_number("Dutch Republic")
    assert board.stacks["Alliance"][NUMBER["Plymouth"]] == (dutch, dutch)
    assert board.where[KIT.leader_number["Waldeck"]] == NUMBER["Plymouth"]
    assert board.stacks["Alliance"][NUMBER["Bristol"]] == (dutch,)
    assert board.stacks["Bourbon"][DUBLIN].count(FRANCE) == 2
    assert board.stacks["Bourbon"][DUBLIN].count(JACOBITE) == 3


@pytest.mark.clause("NY 20.2.5.2", "NY 15.5")
def test_bourbon_lines_in_england_are_lost():
    engine = revolution(lines=(Line("London", 2), Line("Lille", 1)))
    assert engine.board.lines == (Line("Lille", 1),)


@pytest.mark.clause("NY 20.2.5.2", "NY 7.2.6.b", "NY 7.2.6.c")
def test_the_jacobites_have_one_capital_before_and_three_after():
    before = table(position_with())
    assert capitals(before.board, "Jacobite", RulingContext()) == ("London",)
    assert side_of(before.board, "Britain") is None
    engine = revolution()
    assert capitals(engine.board, "Jacobite", RulingContext()) == ("London", "Paris", "Highlands")
    assert side_of(engine.board, "Britain") == "Alliance"


# ---- b) the exile


@pytest.mark.clause("NY 20.2.5.2")
def test_james_goes_to_paris_alone_or_with_a_corps_or_stays_in_dublin():
    engine = revolution()
    assert engine.side == "Bourbon"
    assert options(engine) == ["exile Paris, no", "exile Paris, yes", "exile Dublin, no"]
    assert options_agree(engine)


@pytest.mark.clause("NY 20.2.5.2", "NY 7.2.6.d")
def test_the_corps_that_goes_along_is_a_full_one_even_if_another_is_outside_britain_and_ireland():
    engine = choose(revolution({"add": "corps", "power": "Jacobite", "space": "Brest"}), "exile Paris, yes")
    board = engine.board
    assert board.where[JAMES] == PARIS
    assert JACOBITE in board.stacks["Bourbon"][PARIS]
    assert board.stacks["Bourbon"][DUBLIN].count(JACOBITE) == 1
    assert JACOBITE in board.stacks["Bourbon"][NUMBER["Brest"]]


@pytest.mark.clause("NY 20.2.5.2")
def test_alone_he_takes_nobody_along():
    board = choose(revolution(), "exile Paris, no").board
    assert board.where[JAMES] == PARIS
    assert JACOBITE not in board.stacks["Bourbon"][PARIS]
    board = choose(revolution(), "exile Dublin, no").board
    assert board.where[JAMES] == DUBLIN
    assert board.stacks["Bourbon"][DUBLIN].count(JACOBITE) == 2


@pytest.mark.clause("NY 20.2.5.2")
def test_no_corps_goes_along_where_none_stands_with_him():
    engine = revolution({"add": "leader", "name": "James II", "space": "Bordeaux"})
    assert options(engine) == ["exile Paris, no", "exile Dublin, no"]
    assert options_agree(engine)
    assert clauses_against(engine, "exile Paris, yes") == ["NY 20.2.5.2"]


@pytest.mark.clause("NY 20.2.5.2")
def test_every_reason_against_an_exile_is_told():
    engine = revolution()
    assert clauses_against(engine, "exile Brest, no") == ["NY 20.2.5.2"]
    assert clauses_against(engine, "exile Dublin, yes") == ["NY 20.2.5.2"]
    assert clauses_against(engine, "exile Vienna, no") == ["NY 20.2.5.2", "NY 20.2.5.2", "NY 4.3"]
    engine.board.where[JAMES] = ABSENT
    assert clauses_against(engine, "exile Paris, no") == ["NY 20.2.5.2"]


@pytest.mark.clause("NY 20.2.5.2", "NY 4.3")
def test_james_stays_in_dublin_only_while_it_is_bourbon_and_free_of_enemies():
    engine = revolution()
    engine.board.set_control(DUBLIN, "Alliance")
    assert clauses_against(engine, "exile Dublin, no") == ["NY 20.2.5.2"]
    engine = revolution()
    engine.board.add("Alliance", DUBLIN, BRITISH)
    assert clauses_against(engine, "exile Dublin, no") == ["NY 4.3"]


@pytest.mark.clause("NY 20.2.5.2")
def test_james_who_waits_for_a_space_has_no_corps_with_him():
    engine = revolution()
    engine.board.where[JAMES] = WAITS
    engine.board.put("Bourbon", len(SPACES) - 1, (JACOBITE,))
    assert clauses_against(engine, "exile Paris, yes") == ["NY 20.2.5.2"]


@pytest.mark.clause("NY 20.2.5.2")
def test_james_leaves_a_siege_behind():
    engine = revolution()
    engine.board.state[JAMES] |= INSIDE
    choose(engine, "exile Paris, no")
    assert not engine.board.state[JAMES] & INSIDE


@pytest.mark.clause("NY 20.2.5.2")
def test_without_james_nobody_is_asked():
    engine = revolution({"remove": "leader", "name": "James II"})
    assert engine.board.revolution
    assert not engine.options
    assert engine.board.where[JAMES] == ABSENT
