"""Interception and avoiding combat as single rulings: the sum needed, exact odds, every limit."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.cases.cases import rule_case

BOTH = ("interception", "avoidance")
KINDS = ("galley", "corsair", "galleon", "race-built", "armada", "patrol")


def ruled(question, dice=None, **facts):
    case = {"format": "ninevears-case/1", "system": "VQ", "question": question}
    given = {"zone": "Mediterranean", **facts}
    return rule_case({**case, "given": given, **({"dice": dice} if dice else {})})


def broken(question, **facts):
    ruling = ruled(question, **facts)
    assert ruling.verdict == ("illegal" if ruling.violations else "legal")
    return [v.clause_id for v in ruling.violations]


def chance(ruling):
    return dict(ruling.odds["success"]).get(True, 0)


@pytest.mark.clause("VQ 16.1.4.c", "VQ 16.1.5.b")
@pytest.mark.parametrize("question", BOTH)
@pytest.mark.parametrize(
    ("facts", "modifier", "needed", "odds"),
    [
        ({}, 0, 9, Fraction(10, 36)),
        ({"rating": 1}, 1, 8, Fraction(15, 36)),
        ({"rating": 2, "ships": ["galley", "galleon"]}, 1, 8, Fraction(15, 36)),
        ({"ships": ["race-built"]}, -1, 10, Fraction(6, 36)),
        ({"ships": ["armada"]}, -1, 10, Fraction(6, 36)),
        ({"ships": ["galleon"], "zone": "Atlantic"}, 0, 9, Fraction(10, 36)),
        ({"ships": ["galley", "corsair"]}, 0, 9, Fraction(10, 36)),
        ({"rating": 2, "telescope": True}, 3, 6, Fraction(26, 36)),
        ({"rating": 9}, 9, 2, Fraction(1)),
    ],
)
def test_what_is_added_and_what_the_dice_must_show(question, facts, modifier, needed, odds):
    ruling = ruled(question, **facts)
    assert (ruling.answer["modifier"], ruling.answer["needed"]) == (modifier, needed)
    assert ruling.answer["success"] is None
    assert chance(ruling) == odds
    assert ruling.verdict == "result"


@pytest.mark.clause("VQ 16.1.4.c", "VQ 16.1.5.b")
@pytest.mark.parametrize("question", BOTH)
def test_nine_in_all_succeeds(question):
    assert ruled(question, [4, 4], rating=1).answer["success"] is True
    assert ruled(question, [4, 3], rating=1).answer["success"] is False
    assert chance(ruled(question, [4, 3], rating=1)) == Fraction(15, 36)


@pytest.mark.clause("VQ 16.1.4.c", "VQ 16.1.5.b", "VQ 5.6.b")
@given(
    st.sampled_from(BOTH),
    st.integers(0, 9),
    st.lists(st.sampled_from(KINDS), max_size=4),
    st.sampled_from(["Mediterranean", "Atlantic"]),
    st.booleans(),
)
def test_odds_agree_with_counting_every_throw(question, rating, ships, zone, telescope):
    ruling = ruled(question, rating=rating, ships=ships, zone=zone, telescope=telescope)
    added = rating + telescope
    if zone == "Mediterranean" and any(kind in ("galleon", "race-built", "armada") for kind in ships):
        added -= 1
    good = [one + other for one, other in product(range(1, 7), repeat=2) if one + other + added >= 9]
    assert chance(ruling) == Fraction(len(good), 36)
    assert ruling.answer["needed"] == min(good)


@pytest.mark.clause("VQ 16.1.4.a")
@pytest.mark.parametrize("fact", [{"at_war": False}, {"vertical": False}, {"adjacent": False}])
def test_only_an_adjacent_enemy_intercepts_a_vertical_stack(fact):
    assert broken("interception", **fact) == ["VQ 16.1.4.a"]
    assert broken("interception", **dict.fromkeys(fact, True)) == []


@pytest.mark.clause("VQ 16.1.4.b")
def test_the_three_limits_of_interception():
    assert broken("interception", succeeded="France", power="England") == ["VQ 16.1.4.b"]
    assert broken("interception", succeeded="England", power="England") == [], "his own further stack"
    assert broken("interception", active_units_at_origin=True) == ["VQ 16.1.4.b"]
    assert broken("interception", hostile_units_at_destination=True) == ["VQ 16.1.4.b"]
    allowed = ruled("interception", active_units_at_origin=False, hostile_units_at_destination=False)
    assert allowed.verdict == "legal"
    assert allowed.answer["allowed"] is True


@pytest.mark.clause("VQ 16.1.4.b")
def test_all_broken_limits_are_told_and_no_die_is_rolled():
    ruling = ruled(
        "interception", at_war=False, adjacent=False, succeeded="France", active_units_at_origin=True
    )
    assert [v.clause_id for v in ruling.violations] == ["VQ 16.1.4.a"] * 2 + ["VQ 16.1.4.b"] * 2
    assert not ruling.odds
    assert ruling.answer["needed"] == 9
    assert not any(violation.remedy for violation in ruling.violations), (
        "no attempt of an ally mends them all"
    )
    [alone] = ruled("interception", adjacent=False).violations
    assert "location next to the destination" in str(alone.remedy)


@pytest.mark.clause("VQ 16.1.5.a")
@pytest.mark.parametrize(
    "fact",
    [
        {"place": "port"},
        {"place": "ocean"},
        {"at_war": False},
        {"active_vertical": False},
        {"intercepted": True},
        {"enemies_normal": False},
    ],
)
def test_combat_is_avoided_only_in_a_zone_just_entered_where_nobody_intercepted(fact):
    assert broken("avoidance", **fact) == ["VQ 16.1.5.a"]


@pytest.mark.clause("VQ 16.1.5.b")
def test_all_units_go_together():
    assert broken("avoidance", all_units=False) == ["VQ 16.1.5.b"]
    assert broken("avoidance", all_units=True) == []


@pytest.mark.clause("VQ 16.1.5.b")
@pytest.mark.parametrize(
    ("to", "allowed"),
    [
        ({"kind": "port", "controller": "Venice"}, True),
        ({"kind": "port", "controller": "Spain"}, False),
        ({"kind": "port"}, False),
        ({"kind": "port", "controller": "Venice", "units_at_war": True}, True),
        ({"kind": "sea"}, True),
        ({"kind": "sea", "units_at_war": True}, False),
        ({"kind": "sea", "adjacent": False}, False),
        ({"kind": "ocean"}, False),
    ],
)
def test_whereto_combat_is_avoided(to, allowed):
    assert broken("avoidance", power="Venice", to=to) == ([] if allowed else ["VQ 16.1.5.b"])


@pytest.mark.parametrize("question", BOTH)
@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"zone": "Baltic"}, r"given\.zone: found 'Baltic', expected .*Atlantic or Mediterranean"),
        ({"rating": -1}, r"given\.rating: found -1"),
        ({"ships": ["raft"]}, r"given\.ships\[0\]: found 'raft'"),
        ({"telescop": True}, r"given\.telescop"),
    ],
)
def test_bad_facts_are_named(question, facts, field):
    with pytest.raises(BadInput, match=field):
        ruled(question, **facts)


def test_a_port_to_withdraw_to_asks_whose_units_they_are():
    with pytest.raises(BadInput, match=r"given\.power: .*the power that avoids"):
        ruled("avoidance", to={"kind": "port", "controller": "Venice"})


@pytest.mark.parametrize("question", BOTH)
def test_the_zone_must_be_given(question):
    with pytest.raises(BadInput, match="zone"):
        rule_case({"format": "ninevears-case/1", "system": "VQ", "question": question, "given": {}})
