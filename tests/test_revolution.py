"""The Glorious Revolution (NY 20.2.5.2, 8.5.d)."""

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table
from whole_domain import options_agree

from ninevears_kernel.core.hearing import Hearing
from ninevears_kernel.nine_years.kit import standard_kit
from ninevears_kernel.nine_years.land import NUMBER, SPACES, region
from ninevears_kernel.nine_years.piece_numbers import ABSENT, WAITS, corps_number
from ninevears_kernel.nine_years.position import Control, Line
from ninevears_kernel.nine_years.powers import capitals, side_of

KIT = standard_kit()
JAMES, WILLIAM, MINOR = (
    KIT.leader_number[name] for name in ("James II", "William III", "British minor leader 1")
)
LONDON, DUBLIN, PARIS, HIGHLANDS = (NUMBER[name] for name in ("London", "Dublin", "Paris", "Highlands"))
JACOBITE, FRANCE, BRITISH = (corps_number(power) for power in ("Jacobite", "France", "Britain"))
DUE = {"set": "sea", "zone": "Atlantic", "side": "Alliance"}


def revolution(*more, readings=None, **fields):
    return table(position_with(DUE, *more, **fields), ("revolution",), readings=readings)


def in_region(war, name: str) -> set:
    return {war.board.controller(space.name) for space in SPACES if space.region == name}


# ---- when


@pytest.mark.clause("NY 8.5.d", "NY 20.2.5.2")
@pytest.mark.parametrize("edits", [
    ({"set": "sea", "zone": "Atlantic", "side": None},),
    ({"set": "sea", "zone": "Atlantic", "side": "Bourbon"},),
    ({"set": "control", "space": "London", "side": "Alliance"},),
])  # fmt: skip
def test_it_needs_a_bourbon_london_and_an_alliance_atlantic(edits):
    war = revolution(*edits)
    assert not war.board.revolution
    assert not war.options
    assert revolution().board.revolution


AGAIN = (
    {"set": "revolution", "done": True},
    {"remove": "leader", "name": "James II"},
    {"add": "leader", "name": "British minor leader 1", "space": "Breda"},
)


@pytest.mark.clause("NY 20.2.5.2")
def test_it_happens_once_or_by_the_other_reading_whenever_london_is_lost_again():
    war = revolution(*AGAIN)
    assert war.board.controller("London") == "Bourbon"
    assert SPACES[war.board.where[MINOR]].name == "Breda"
    war = revolution(*AGAIN, readings={"revolution-once": "again"})
    assert war.board.controller("London") == "Alliance"
    assert war.board.where[MINOR] == LONDON


# ---- a) Britain joins the Alliance


@pytest.mark.clause("NY 20.2.5.2", "NY 6.1.2")
def test_england_and_scotland_change_sides_but_for_the_highlands_without_victory_points():
    war = revolution()
    assert in_region(war, "England") == {"Alliance"}
    assert in_region(war, "Ireland") == {"Bourbon"}
    assert war.board.controller("Edinburgh") == "Alliance"
    assert war.board.controller("Highlands") == "Bourbon"
    assert war.board.victory_points == 22
    assert {"NY 20.2.5.2"} <= cited(war)


@pytest.mark.clause("NY 20.2.5.2")
def test_british_corps_from_the_pool_and_two_leaders_stand_in_london():
    war = revolution()
    board = war.board
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
    war = table(position.replace(corps=corps), ("revolution",))
    assert war.board.pool("Jacobite") == 2
    assert war.board.where[JAMES] == WAITS
    assert not war.options


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
    war = revolution(lines=(Line("London", 2), Line("Lille", 1)))
    assert war.board.lines == (Line("Lille", 1),)


@pytest.mark.clause("NY 20.2.5.2", "NY 7.2.6.b", "NY 7.2.6.c")
def test_the_jacobites_have_one_capital_before_and_three_after():
    before = table(position_with())
    assert capitals(before.board, "Jacobite", Hearing()) == ("London",)
    assert side_of(before.board, "Britain") is None
    war = revolution()
    assert capitals(war.board, "Jacobite", Hearing()) == ("London", "Paris", "Highlands")
    assert side_of(war.board, "Britain") == "Alliance"


# ---- b) the exile


@pytest.mark.clause("NY 20.2.5.2")
def test_james_goes_to_paris_alone_or_with_a_corps_or_stays_in_dublin():
    war = revolution()
    assert war.side == "Bourbon"
    assert options(war) == ["exile Paris, no", "exile Paris, yes", "exile Dublin, no"]
    assert options_agree(war)


@pytest.mark.clause("NY 20.2.5.2", "NY 7.2.6.d")
def test_the_corps_that_goes_along_is_a_full_one_even_if_another_is_outside_britain_and_ireland():
    war = choose(revolution({"add": "corps", "power": "Jacobite", "space": "Brest"}), "exile Paris, yes")
    board = war.board
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
    war = revolution({"add": "leader", "name": "James II", "space": "Bordeaux"})
    assert options(war) == ["exile Paris, no", "exile Dublin, no"]
    assert options_agree(war)
    assert clauses_against(war, "exile Paris, yes") == ["NY 20.2.5.2"]


@pytest.mark.clause("NY 20.2.5.2")
def test_every_reason_against_an_exile_is_told():
    war = revolution()
    assert clauses_against(war, "exile Brest, no") == ["NY 20.2.5.2"]
    assert clauses_against(war, "exile Dublin, yes") == ["NY 20.2.5.2"]
    assert clauses_against(war, "exile Vienna, no") == ["NY 20.2.5.2", "NY 20.2.5.2", "NY 4.3"]
    war.board.where[JAMES] = ABSENT
    assert clauses_against(war, "exile Paris, no") == ["NY 20.2.5.2"]


@pytest.mark.clause("NY 20.2.5.2")
def test_without_james_nobody_is_asked():
    war = revolution({"remove": "leader", "name": "James II"})
    assert war.board.revolution
    assert not war.options
    assert war.board.where[JAMES] == ABSENT
