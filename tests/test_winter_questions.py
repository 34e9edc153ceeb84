"""The umpire's questions about winter, the Glorious Revolution and Savoy (NY 7.2.1, 8.5, 19, 20.2.5.2)."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.core.errors import BadInput, DiceLeftOver
from ninevears_kernel.core.render import to_data, to_html, to_text
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.position import Line
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.umpire.cases.cases import rule_case


def asked(question, dice=None, **given):
    case = {"format": "ninevears-case/1", "system": "NY", "question": question, "given": given}
    return rule_case(case if dice is None else {**case, "dice": dice})


def corps(power, space, count=1, **more):
    return {"add": "corps", "power": power, "space": space, "count": count, **more}


def leader(name, space):
    return {"add": "leader", "name": name, "space": space}


def control(side, *spaces):
    return [{"set": "control", "space": space, "side": side} for space in spaces]


def year(number):
    return {"set": "year", "year": number}


def clauses(ruling):
    return [violation.clause_id for violation in ruling.violations]


def fates(ruling, fate):
    return [row for row in ruling.answer["fates"] if row["fate"] == fate]


MONS = [corps("France", "Mons", 4), leader("Luxembourg", "Mons")]
ATLANTIC = {"set": "sea", "zone": "Atlantic", "side": "Alliance"}


# ---- winter


@pytest.mark.clause("NY 19.a")
def test_troops_in_an_enemy_space_may_go_to_any_of_the_nearest_friendly_ones():
    ruling = asked("winter", side="Bourbon", until="withdrawal", changes=MONS)
    [row] = ruling.answer["fates"]
    assert (row["space"], row["corps"], row["leaders"]) == ("Mons", 4, ("Luxembourg",))
    assert (row["to"], row["clause"]) == (("Tournai", "Valenciennes"), "19.a")
    [choice] = ruling.answer["choices"]
    assert choice["options"] == ("rest Tournai", "rest Valenciennes")
    assert str(ruling.says) == "Winter of 1688: 4 corps and Luxembourg from Mons to Tournai or Valenciennes."


@pytest.mark.clause("NY 19.a", "NY 17.6")
def test_the_garrison_is_told_of_the_side_that_holds_the_fortress():
    besieged = [*MONS, {"set": "besieged", "space": "Mons", "by": "Bourbon", "strength_lost": 1}]
    ruling = asked("winter", side="Alliance", until="withdrawal", changes=besieged)
    assert [row["fate"] for row in ruling.answer["fates"]] == ["relieved", "recovers"]
    assert ruling.answer["choices"] == ()


@pytest.mark.clause("NY 19.a")
@pytest.mark.parametrize("to", ["Brussels", "Paris", "Lisbon"])
def test_a_place_that_does_not_serve_is_refused_with_those_that_do(to):
    ruling = asked("winter", rests=[{"from": "Mons", "to": to}], changes=MONS)
    assert ruling.verdict == "illegal"
    assert "NY 19.a" in clauses(ruling)
    assert "Tournai" in str(ruling.violations[-1].remedy)


@pytest.mark.clause("NY 19.a", "NY 4.1.3")
def test_what_nobody_is_asked_about_is_refused():
    assert clauses(asked("winter", rests=[{"from": "Paris", "to": "Lille"}])) == ["NY 19.a"]
    assert clauses(asked("winter", reduces=[{"space": "Paris", "power": "France"}])) == ["NY 4.1.3"]
    assert clauses(asked("winter", neutralise="Bourbon")) == ["NY 7.2.1.c"]
    assert clauses(asked("winter", exile={"to": "Paris"})) == ["NY 8.5.d"]


@pytest.mark.clause("NY 19.a", "NY 4.1.1")
def test_troops_for_which_no_space_has_room_are_split_or_lost():
    full = [corps("France", space, 12) for space in ("Tournai", "Valenciennes")]
    ruling = asked("winter", side="Bourbon", until="withdrawal", changes=[*MONS, *full])
    assert fates(ruling, "withdraws")
    assert all(row["to"] for row in fates(ruling, "withdraws"))
    assert not {"Tournai", "Valenciennes"} & set(fates(ruling, "withdraws")[0]["to"])


@pytest.mark.clause("NY 15.5", "NY 19.b")
def test_lines_and_markers_go():
    position = scenario_1688().replace(lines=(Line("Dijon", 1),), famous_victories=("Bourbon",))
    shaken = [corps("France", "Lille", 2, demoralised=True)]
    ruling = asked("winter", position=position, until="markers", side="Bourbon", changes=shaken)
    found = [(row["fate"], row["clause"]) for row in ruling.answer["fates"]]
    assert found == [("line-removed", "15.5"), ("steadied", "19.b"), ("famous-victory-removed", "19.b")]


@pytest.mark.clause("NY 12.3.6.c", "NY 8.5.c.1")
def test_fleets_go_and_the_sea_changes_hands():
    seas = [*control("Alliance", "London"), {"set": "sea", "zone": "Atlantic", "side": "Bourbon"}]
    ruling = asked("winter", until="seas", changes=seas)
    assert ("to-pool", "Mediterranean") in [(row["fate"], row.get("fleet")) for row in ruling.answer["fates"]]
    assert ("to-box", "Atlantic") in [(row["fate"], row.get("fleet")) for row in ruling.answer["fates"]]
    [upkeep] = [reading for reading in ruling.readings if reading.name == "fleet-upkeep"]
    assert upkeep.others[0].answer != ruling.answer


@pytest.mark.clause("NY 8.5.c.2", "NY 8.5.d")
def test_london_costs_points_before_the_revolution_of_the_same_winter():
    ruling = asked("winter", changes=[ATLANTIC])
    assert ruling.answer["points"] == 20
    others = {used.name: used.others for used in ruling.readings}
    assert others["london-in-winter"][0].answer["points"] == 22
    assert [row["fate"] for row in fates(ruling, "exile")] == ["exile"]


@pytest.mark.clause("NY 6.4", "NY 6.4.1")
def test_the_peace_roll_is_the_only_die_of_a_winter():
    ruling = asked("winter", changes=[year(1698)], concessions={"Alliance": "both"})
    assert dict(ruling.odds["ends"]) == {True: Fraction(1, 6), False: Fraction(5, 6)}
    assert fates(ruling, "to-pool")  # known before the roll
    assert asked("winter", [6], changes=[year(1698)], concessions={"Alliance": "both"}).answer["ends"]
    assert not asked("winter", [5], changes=[year(1698)], concessions={"Alliance": "both"}).answer["ends"]
    assert asked("winter", until="revolution", changes=[year(1698)]).odds == {}
    with pytest.raises(DiceLeftOver):
        asked("winter", [6])


@pytest.mark.clause("NY 20.1", "NY 6.3")
def test_the_last_winter_ends_the_war():
    assert asked("winter", [1], changes=[year(1699)]).answer["ends"]
    assert not asked("winter", changes=[year(1690)]).answer["ends"]


@pytest.mark.clause("NY 4.1.3")
def test_the_owner_says_which_corps_suffers():
    crowd = [corps("France", "Dijon", 12), corps("Catalan", "Dijon", 1, reduced=True)]
    open_ = asked("winter", until="withdrawal", changes=crowd)
    assert open_.answer["choices"][0]["options"] == ("reduce France", "reduce Catalan reduced")
    catalan = [{"space": "Dijon", "power": "Catalan", "reduced": True}]
    ruling = asked("winter", until="withdrawal", changes=crowd, reduces=catalan)
    assert fates(ruling, "eliminated")[0]["corps"] == 1
    strong = [{"space": "Dijon", "power": "Catalan"}]
    assert clauses(asked("winter", changes=crowd, reduces=strong)) == ["NY 4.1.3"]


# ---- the Glorious Revolution


@pytest.mark.clause("NY 8.5.d", "NY 20.2.5.2")
@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([], ["NY 8.5.d"]),
        (control("Alliance", "London"), ["NY 8.5.d", "NY 8.5.d"]),
        ([*control("Alliance", "London"), ATLANTIC], ["NY 8.5.d"]),
        ([{"set": "revolution", "done": True}, ATLANTIC], ["NY 20.2.5.2"]),
        ([ATLANTIC], []),
    ],
)
def test_when_the_revolution_takes_place(changes, found):
    ruling = asked("revolution", changes=changes)
    assert (ruling.verdict, clauses(ruling)) == ("no" if found else "yes", found)
    assert ruling.answer["takes_place"] == (not found)


@pytest.mark.clause("NY 20.2.5.2")
def test_what_the_revolution_does_to_pieces():
    ruling = asked("revolution", changes=[ATLANTIC], exile={"to": "Dublin"})
    assert {row["space"]: row["corps"] for row in fates(ruling, "flees")} == {"London": 2, "York": 1}
    [landing] = fates(ruling, "lands")
    assert (landing["corps"], "William III" in landing["leaders"]) == (3, True)
    assert "Highlands" not in ruling.answer["joins"]
    assert (ruling.answer["king"], ruling.answer["choices"]) == ("Dublin", ())


@pytest.mark.clause("NY 20.2.5.2", "NY 7.2.6.d")
def test_where_the_king_may_go():
    ruling = asked("revolution", changes=[ATLANTIC], exile={"to": "Paris", "with_corps": True})
    [exile] = fates(ruling, "exile")
    assert (exile["corps"], exile["to"], ruling.answer["king"]) == (1, ("Paris",), "Paris")
    for wrong in ({"to": "Brest"}, {"to": "Dublin", "with_corps": True}):
        refused = asked("revolution", changes=[ATLANTIC], exile=wrong)
        assert (refused.verdict, clauses(refused)) == ("illegal", ["NY 20.2.5.2"])
        assert refused.violations[0].remedy is not None
    assert asked("revolution", exile={"to": "Paris"}).verdict == "illegal"


# ---- Savoy

AT_WAR = control("Alliance", "Turin", "Nice", "Chambery")


@pytest.mark.clause("NY 7.2.1.b", "NY 7.2.1.d")
def test_savoy_joins_in_1690_alone():
    assert clauses(asked("savoy", happens="joins")) == ["NY 7.2.1.b"]
    ruling = asked("savoy", happens="joins", changes=[year(1690)])
    assert (ruling.verdict, ruling.answer["neutral"], ruling.answer["points"]) == ("legal", False, 22)
    assert set(ruling.answer["control"].values()) == {"Alliance"}
    assert clauses(asked("savoy", happens="joins", changes=[year(1690), *AT_WAR])) == ["NY 7.2.1.b"]
    left = scenario_1688().replace(savoy_left=True, year=1690)
    assert clauses(asked("savoy", happens="joins", position=left)) == ["NY 7.2.1.d"]


@pytest.mark.clause("NY 7.2.1.c", "NY 7.2.1.d")
def test_savoy_leaves():
    one = [*AT_WAR, *control("Bourbon", "Chambery")]
    early = asked("savoy", happens="leaves", side="Bourbon", changes=[*one, year(1695)])
    assert clauses(early) == ["NY 7.2.1.c"]
    ruling = asked("savoy", happens="leaves", side="Bourbon", changes=[*one, year(1696)])
    assert (ruling.answer["neutral"], ruling.answer["points"]) == (True, 21)
    falls = asked("savoy", happens="leaves", side="Bourbon", when="turin-falls", changes=one)
    assert falls.verdict == "legal"
    none = asked("savoy", happens="leaves", side="Bourbon", changes=[*AT_WAR, year(1696)])
    assert clauses(none) == ["NY 7.2.1.c"]
    alliance = asked("savoy", happens="leaves", side="Alliance", changes=[*AT_WAR, year(1696)])
    assert (alliance.verdict, alliance.answer["points"]) == ("legal", 22)


@pytest.mark.clause("NY 7.2.1.d")
def test_where_troops_go_from_savoy():
    troops = [*AT_WAR, corps("Savoy", "Turin", 2), corps("Austria", "Nice"), leader("Eugene", "Nice")]
    given = {"happens": "leaves", "side": "Alliance", "changes": [*troops, year(1696)]}
    ruling = asked("savoy", **given)
    assert fates(ruling, "leaves-game")[0]["corps"] == 2
    [row] = fates(ruling, "withdraws")
    assert (row["space"], row["to"]) == ("Nice", ("Milan", "Alessandria"))
    assert asked("savoy", **given, rests=[{"from": "Nice", "to": "Milan"}]).answer["choices"] == ()
    far = asked("savoy", **given, rests=[{"from": "Nice", "to": "Trent"}])
    assert clauses(far) == ["NY 7.2.1.d"]
    assert "Milan" in str(far.violations[0].remedy)
    idle = asked("savoy", **given, rests=[{"from": "Turin", "to": "Milan"}])
    assert idle.verdict == "illegal"


@pytest.mark.clause("NY 7.2.1.d", "NY 8.5.d")
def test_savoy_is_made_neutral_in_the_course_of_a_winter():
    troops = [*AT_WAR, corps("Austria", "Nice"), year(1696)]
    ruling = asked("winter", until="revolution", neutralise="Alliance", changes=troops)
    assert [row["space"] for row in fates(ruling, "withdraws")] == ["Nice"]
    assert fates(asked("winter", until="revolution", changes=troops), "withdraws") == []


# ---- bad input


@pytest.mark.parametrize(
    ("question", "given", "field"),
    [
        ("winter", {"rests": [{"from": "Monz", "to": "Lille"}]}, "rests[0].from"),
        ("winter", {"rests": [{"from": "Mons", "to": "Lile"}]}, "rests[0].to"),
        ("winter", {"reduces": [{"space": "Dijon", "power": "Sweden"}]}, "reduces[0].power"),
        ("winter", {"reduces": [{"space": "Dijjon", "power": "France"}]}, "reduces[0].space"),
        ("winter", {"until": "spring"}, "until"),
        ("winter", {"concessions": {"Bourbon": "all"}}, "concessions.Bourbon"),
        ("revolution", {"exile": {"to": "Pariss"}}, "exile.to"),
        ("savoy", {"happens": "leaves"}, "side"),
        ("savoy", {}, "happens"),
        ("savoy", {"happens": "joins", "side": "Savoy"}, "side"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_field(question, given, field):
    with pytest.raises(BadInput) as caught:
        asked(question, **given)
    assert caught.value.field == f"given.{field}"


@given(st.tuples(st.integers(0, 20), st.integers(0, 150)))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_position_of_a_war_is_ruled_on_and_shown(walked):
    """Every winter, revolution and exit of Savoy that a war can come to; nobody stays in an enemy space."""
    position = a_walk(*walked).position.replace(agenda=(), result=None)
    for question, facts in (
        ("winter", {"until": "withdrawal"}),
        ("revolution", {}),
        ("savoy", {"happens": "joins"}),
        ("savoy", {"happens": "leaves", "side": "Bourbon", "when": "turin-falls"}),
    ):
        ruling = asked(question, position=position, **facts)
        assert all(form(ruling) for form in (to_text, to_html, to_data))
        if question == "winter":
            gone = Counter()
            for row in ruling.answer["fates"]:
                if row["fate"] in ("withdraws", "eliminated"):
                    gone[row["side"], row.get("space")] += row.get("corps", 0)
            board = Board(position)
            for side in SIDES:
                for space in bits(board.held[side] & ~board.control.of(side)):
                    assert gone[side, SPACES[space].name] == len(board.stacks[side][space])


@pytest.mark.clause("NY 6.4", "NY 8.5")
@pytest.mark.parametrize("dice", [None, [6]])
@pytest.mark.parametrize(
    "named",
    [
        {"neutralise": "Bourbon"},
        {"exile": {"to": "Paris"}},
        {"rests": [{"from": "Paris", "to": "Brest"}]},
        {"reduces": [{"space": "Paris", "power": "France"}]},
    ],
)
def test_a_choice_that_does_not_arise_is_refused_in_years_of_the_peace_roll_too(named, dice):
    ruling = asked("winter", dice, changes=[year(1696)], **named)
    assert ruling.verdict == "illegal"
    assert ruling.answer["ends"] is False


@pytest.mark.clause("NY 6.3", "NY 6.2.A.1")
@pytest.mark.parametrize("die", [1, 6])
def test_no_roll_for_peace_takes_an_automatic_victory_away(die):
    taken = control("Alliance", "Paris", "Amiens", "Lille", "Tournai")
    ruling = asked("winter", [die], changes=[year(1699), {"set": "victory-points", "points": 24}, *taken])
    assert ruling.answer["ends"]
    assert ruling.steps[-1].clause_id == "NY 6.2.A.1"


@pytest.mark.clause("NY 20.2.5.2")
def test_with_paris_and_dublin_lost_nobody_goes_into_exile():
    lost = [{"set": "sea", "zone": "Atlantic", "side": "Alliance"}, *control("Alliance", "Paris", "Dublin")]
    answer = asked("revolution", changes=lost).answer
    assert answer["king"] == "Derry"
    assert "exile" not in [row["fate"] for row in answer["fates"]]
