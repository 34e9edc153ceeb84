"""Navigation rolls, treasures, damaged captains and colonies (VQ 16.1.2.b, 16.1.2.c, 5.4.b)."""

from fractions import Fraction

import msgspec
import pytest
import sea_cases as sea

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.input_files import convert
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.virgin_queen.navigation import Table


def ruled(dice=None, readings=None, **facts):
    case = {
        "format": "ninevears-case/1",
        "system": "VQ",
        "question": "navigation",
        "readings": readings or {},
    }
    given = {"table": sea.TABLE, "dangerous": True, "zone": "Caribbean", **facts}
    return rule_case({**case, "given": given, **({"dice": dice} if dice else {})})


def answer(*args, **facts):
    return ruled(*args, **facts).answer


@pytest.mark.clause("VQ 16.1.2.b")
def test_only_a_dangerous_voyage_or_one_against_the_trade_wind_asks_for_a_roll():
    assert answer([6, 6])["roll_needed"] is True
    assert answer([6, 6], dangerous=False, against_trade_wind=True)["roll_needed"] is True
    safe = ruled(dangerous=False)
    assert (safe.answer["roll_needed"], safe.answer["result"], safe.odds) == (False, None, {})


@pytest.mark.clause("VQ 16.1.2.b")
def test_the_rating_and_map_projection_are_added():
    assert answer([3, 4])["result"] == "damaged"
    assert answer([3, 4], rating=2)["result"] == "passed"
    assert answer([3, 4], rating=1, map_projection=True)["result"] == "passed"
    assert answer([3, 4], rating=1)["result"] == "damaged"
    assert answer([1, 4])["result"] == "eliminated"
    odds = dict(ruled().odds["result"])
    assert odds == {"passed": Fraction(10, 36), "damaged": Fraction(16, 36), "eliminated": Fraction(10, 36)}


@pytest.mark.clause("VQ 16.1.2.b")
def test_eliminated_loses_captain_colony_and_plunder():
    found = answer([1, 1], colony=True, treasures=["Silver"])
    assert (found["captain"], found["colony"]) == ("removed", "lost")
    assert found["treasures"] == {"left": (), "discarded": ("Silver",), "owner_chooses": False}


@pytest.mark.clause("VQ 16.1.2.b", "VQ 5.4.b")
def test_damaged_turns_the_captain_and_takes_one_of_two_treasures():
    found = answer([3, 4], treasures=["Silver", "Gold"], colony=True)
    assert (found["captain"], found["damaged"], found["colony"]) == ("sails-on", True, "aboard")
    assert found["treasures"]["owner_chooses"] is True
    chosen = answer([3, 4], treasures=["Silver", "Gold"], gives_up="Gold")["treasures"]
    assert chosen == {"left": ("Silver",), "discarded": ("Gold",), "owner_chooses": False}
    assert answer([3, 4], treasures=["Silver"])["treasures"]["left"] == ("Silver",), "one alone is kept"


@pytest.mark.clause("VQ 16.1.2.b", "VQ 5.4.b")
def test_damaged_a_second_time_ends_the_voyage():
    found = answer([3, 4], damaged=True, treasures=["Silver"], colony=True)
    assert (found["captain"], found["colony"]) == ("turn-track", "lost")
    assert found["treasures"]["discarded"] == ("Silver",)


@pytest.mark.clause("VQ 16.1.2.c")
def test_a_colony_is_placed_on_an_empty_grey_settlement_of_the_zone_but_the_philippines():
    areas = sea.SETTLEMENTS
    assert answer([6, 6], colony=True, settlements=areas)["may_place"] == ("Roanoke",)
    assert answer([3, 4], colony=True, settlements=areas)["may_place"] == (), "damaged has not passed"
    assert answer([6, 6], colony=False, settlements=areas)["may_place"] == ()
    assert answer([6, 6], colony=True, settlements=areas, zone="Pacific")["may_place"] == ()
    taken = [{"name": "Roanoke", "zone": "Caribbean", "empty": False}]
    assert answer([6, 6], colony=True, settlements=taken)["may_place"] == ()


@pytest.mark.clause("VQ 16.1.2.c")
def test_reading_a_colony_after_a_voyage_without_a_roll():
    facts = {"dangerous": False, "colony": True, "settlements": sea.SETTLEMENTS}
    ruling = ruled(**facts)
    assert ruling.answer["may_place"] == ("Roanoke",)
    (used,) = ruling.readings
    assert (used.name, used.others[0].answer["may_place"]) == ("colony-without-roll", ())
    assert answer(readings={"colony-without-roll": "after-roll-only"}, **facts)["may_place"] == ()


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"table": []}, r"given\.table: .*exactly one row for a modified roll of 2, and there are 0"),
        ({"table": [{"to": 8, "result": "damaged"}, {"from": 8, "result": "passed"}]}, r"roll of 8.* are 2"),
        ({"table": [{"result": "sunk"}]}, r"given\.table\[0\]\.result: found 'sunk'"),
        ({"gives_up": "Gold"}, r"given\.gives_up: found 'Gold', expected a treasure that is aboard"),
        ({"treasures": ["Gold", "Gold"]}, r"given\.treasures\[1\]"),
    ],
)
def test_bad_facts_are_named(facts, message):
    with pytest.raises(BadInput, match=message):
        ruled(**facts)


# ---- in the procedure


def expedition(location="Canary Current", **more):
    return {"power": "Ottoman", "captain": "Drake", "location": location, "navigation": 1, **more}


def voyage(to, drake, *events, **more):
    return sea.case(
        expeditions=[drake],
        passages=sea.PASSAGES,
        navigation_table=sea.TABLE,
        settlements=sea.SETTLEMENTS,
        events=[{"do": "declare", "voyages": [{"captain": "Drake", "to": to}]}, *events],
        **more,
    )


NAVIGATE = {"do": "navigate", "captain": "Drake"}


@pytest.mark.clause("VQ 16.1.2.b")
def test_with_the_trade_wind_nobody_rolls_and_against_it_he_does():
    assert sea.played(voyage("Caribbean", expedition())).to_roll == ()
    assert sea.played(voyage("Canary Current", expedition("Caribbean"))).to_roll == ("Drake",)
    assert sea.played(voyage("Pacific", expedition("Caribbean"))).to_roll == ("Drake",)
    assert sea.played(voyage("Caribbean", expedition("Pacific"))).to_roll == ("Drake",), "dangerous both ways"


@pytest.mark.clause("VQ 16.1.2.b", "VQ 5.4.b")
def test_the_owner_chooses_the_treasure_in_the_procedure():
    given = voyage("Pacific", expedition("Caribbean", treasures=["Silver", "Gold"]), NAVIGATE)
    position = sea.played(given, [2, 4])
    assert position.to_give_up == ("Drake",)
    assert position.expedition("Drake").damaged
    step = sea.stepped(given)
    step.do(given.events[0])
    step.do(given.events[1], dice=[2, 4])
    assert [
        v.clause_id for v in step.verify(sea.event("lose-treasure", captain="Drake", treasure="Tin"))
    ] == ["VQ 16.1.2.b"]
    step.do(sea.event("lose-treasure", captain="Drake", treasure="Silver"))
    assert step.state.expedition("Drake").treasures == ("Gold",)
    assert step.state.discarded == ("Silver",)
    assert step.state.stage == "respond"


@pytest.mark.clause("VQ 16.1.2.b")
def test_map_projection_helps_its_power_alone():
    given = voyage("Pacific", expedition("Caribbean"), NAVIGATE)
    assert sea.played(given, [3, 4]).expedition("Drake").damaged
    better = voyage("Pacific", expedition("Caribbean"), NAVIGATE, benefits={"map_projection": ["Ottoman"]})
    assert not sea.played(better, [3, 4]).expedition("Drake").damaged
    other = voyage("Pacific", expedition("Caribbean"), NAVIGATE, benefits={"map_projection": ["Spain"]})
    assert sea.played(other, [3, 4]).expedition("Drake").damaged


@pytest.mark.clause("VQ 16.1.2.b")
def test_eliminated_and_twice_damaged_captains_leave_the_map():
    given = voyage("Pacific", expedition("Caribbean", colony=True, treasures=["Gold"]), NAVIGATE)
    position = sea.played(given, [1, 1])
    assert (position.removed, position.expeditions) == (("Drake",), ())
    assert (position.discarded, position.colonies_lost) == (("Gold",), ("Drake",))
    position = sea.played(voyage("Pacific", expedition("Caribbean", damaged=True), NAVIGATE), [2, 4])
    assert (position.turn_track, position.expeditions) == (("Drake",), ())


@pytest.mark.clause("VQ 16.1.2.c")
def test_a_colony_is_placed_once_and_for_all():
    place = {"do": "place-colony", "captain": "Drake", "settlement": "Roanoke"}
    given = voyage("Caribbean", expedition("Pacific", colony=True), NAVIGATE, place)
    position = sea.played(given, [5, 5])
    assert not position.expedition("Drake").colony
    assert [area.name for area in position.settlements if not area.empty] == ["Roanoke"]
    before = voyage("Caribbean", expedition(colony=True))
    assert sea.refused(before, do="place-colony", captain="Drake", settlement="Havana") == ["VQ 16.1.2.c"]
    assert (
        sea.played(
            voyage("Caribbean", expedition(colony=True), {"do": "keep-colony", "captain": "Drake"})
        ).stage
        == "respond"
    )


@pytest.mark.clause("VQ 16.1.2.c")
def test_a_colony_without_a_roll_in_the_procedure_is_a_reading():
    given = voyage("Caribbean", expedition(colony=True))
    assert sea.played(given).to_settle == ("Drake",)
    assert sea.played(given, readings={"colony-without-roll": "after-roll-only"}).stage == "respond"


@pytest.mark.clause("VQ 16.1.2.c")
@pytest.mark.parametrize("name", ["Philippines", "philippines", "the Philippines", "The Philippine Islands"])
def test_the_philippines_take_no_colony_however_they_are_written(name):
    areas = [{"name": name, "zone": "Pacific"}]
    assert answer([6, 6], colony=True, settlements=areas, zone="Pacific")["may_place"] == ()


@pytest.mark.clause("VQ 16.1.2.b")
def test_a_table_needs_rows_for_the_rolls_that_can_be_made():
    table = [{"from": 2, "to": 8, "result": "damaged"}, {"from": 9, "to": 12, "result": "passed"}]
    assert answer([6, 6], table=table)["result"] == "passed"
    for more in ({"rating": 1}, {"map_projection": True}):
        with pytest.raises(BadInput, match="exactly one row for a modified roll of 13, and there are 0"):
            ruled([6, 6], table=table, **more)
    high = [{"from": 4, "to": 14, "result": "passed"}]
    assert answer([1, 1], table=high, rating=2)["result"] == "passed"
    with pytest.raises(BadInput, match="modified roll of 20, and there are 2"):
        ruled([6, 6], table=[{"result": "passed"}, {"from": 20, "result": "damaged"}])
    given = voyage("Pacific", expedition("Caribbean"), NAVIGATE)
    assert msgspec.structs.replace(given, navigation_table=convert([{"to": 13, "result": "passed"}], Table))
    with pytest.raises(BadInput, match="modified roll of 13"):
        msgspec.structs.replace(given, navigation_table=convert([{"to": 12, "result": "passed"}], Table))
