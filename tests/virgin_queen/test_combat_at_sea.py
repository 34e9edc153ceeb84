"""Naval combat: dice, hits, losses, retreat, exact odds (VQ 16.2 to 16.2.K)."""

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
import sea_cases as sea
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput, DiceLeftOver, DiceMissing
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.virgin_queen.ships_lost import (
    Group,
    choices,
    fewest_hits_sunk,
    in_order,
    is_enough,
    most_hits_sunk,
)


def fleet(power, *units, **more):
    return {"power": power, "units": list(units) or [sea.galleys(3)], **more}


def ruled(attacker=None, defender=None, dice=None, readings=None, **more):
    given = {"attacker": attacker or fleet("Ottoman"), "defender": defender or fleet("Spain"), **more}
    case = {"format": "ninevears-case/1", "system": "VQ", "question": "naval-combat", "given": given}
    return rule_case({**case, "readings": readings or {}, **({"dice": dice} if dice is not None else {})})


def throw(*pools):
    """Faces for pools of (dice, hits)."""
    return [face for number, hits in pools for face in [5] * hits + [1] * (number - hits)]


def left(ruling, side):
    return {(s["kind"], s["number"]): s["count"] for s in ruling.answer[f"{side}_left"]}


@pytest.mark.clause("VQ 16.2.1", "VQ 16.2.2", "VQ 5.6.a", "VQ 5.3")
def test_the_number_of_a_unit_and_the_rating_of_a_leader_are_dice():
    ruling = ruled(
        fleet("Ottoman", sea.galleys(3, 2), leaders=[2]),
        fleet("Spain", sea.galleys(1, 4)),
        throw((8, 0), (4, 0)),
    )
    assert (ruling.answer["attacker_dice"], ruling.answer["defender_dice"]) == (8, 4)
    assert [step.clause_id for step in ruling.steps][:2] == ["VQ 16.2.1", "VQ 16.2.2"]


@pytest.mark.clause("VQ 5.3", "VQ 16.2.1")
def test_reading_one_leader_or_all():
    sides = fleet("Ottoman", leaders=[2, 1]), fleet("Spain")
    ruling = ruled(*sides, throw((8, 1), (6, 0)))
    assert ruling.answer["attacker_dice"] == 8
    assert [used.name for used in ruling.readings] == ["naval-leader-dice"]
    other = ruled(*sides, throw((9, 1), (6, 0)), readings={"naval-leader-dice": "all"})
    assert other.answer["attacker_dice"] == 9


@pytest.mark.clause("VQ 16.2.1", "VQ 16.2.2")
def test_dice_of_cards_are_added():
    ruling = ruled(
        fleet("Ottoman", extra_dice=1), None, throw((9, 0), (9, 0)), extra_dice={"attacker": 2, "defender": 3}
    )
    assert (ruling.answer["attacker_dice"], ruling.answer["defender_dice"]) == (9, 9)


@pytest.mark.clause("VQ 16.2.K")
def test_five_and_six_hit():
    ruling = ruled(dice=[1, 2, 3, 4, 5, 6, 4, 4, 4, 4, 4, 6])
    assert (ruling.answer["attacker_hits"], ruling.answer["defender_hits"]) == (2, 1)


@pytest.mark.clause("VQ 16.2.3", "VQ 16.2.K")
@pytest.mark.parametrize(
    ("hits", "winner"), [((2, 1), "attacker"), ((1, 2), "defender"), ((2, 2), "defender")]
)
def test_more_hits_win_and_a_tie_is_the_defenders(hits, winner):
    assert ruled(dice=throw((6, hits[0]), (6, hits[1]))).answer["winner"] == winner


@pytest.mark.clause("VQ 16.2.3", "VQ 16.2.K", "VQ 5.6.a")
def test_a_unit_sinks_for_as_many_hits_as_its_number():
    ruling = ruled(dice=throw((6, 5), (6, 1)))
    assert left(ruling, "defender") == {("galley", 2): 1}, "the fifth hit sinks nothing"
    assert left(ruling, "attacker") == {("galley", 2): 3}


@pytest.mark.clause("VQ 16.2.K")
def test_the_owner_chooses_what_is_lost():
    mixed = [sea.galleys(1, 3, "galleon"), sea.galleys(2, 2)]
    dice = throw((6, 3), (7, 0))
    cheapest = ruled(None, fleet("Spain", *mixed), dice)
    assert left(cheapest, "defender") == {("galleon", 3): 1, ("galley", 2): 1}
    (used,) = cheapest.readings
    assert used.name == "naval-losses"
    dearest = ruled(None, fleet("Spain", *mixed), dice, readings={"naval-losses": "dearest"})
    assert left(dearest, "defender") == {("galley", 2): 2}
    said = ruled(None, fleet("Spain", *mixed, loses_first=["galleon"]), dice)
    assert left(said, "defender") == {("galley", 2): 2}
    assert said.readings == ()


@pytest.mark.clause("VQ 5.6.b", "VQ 16.2.1")
def test_figures_of_the_atlantic_are_inputs_and_count_there_alone():
    figures = [{"kind": "galley", "dice": 1}, {"kind": "race-built", "hits": 5}]
    sides = fleet("Spain", sea.galleys(3)), fleet("England", sea.galleys(1, 4, "race-built"))
    there = ruled(*sides, throw((3, 3), (4, 0)), zone="Atlantic", atlantic=figures)
    assert there.answer["attacker_dice"] == 3
    assert "VQ 5.6.b" in [step.clause_id for step in there.steps]
    four = ruled(
        fleet("Spain", sea.galleys(4)), sides[1], throw((4, 4), (4, 0)), zone="Atlantic", atlantic=figures
    )
    assert left(four, "defender") == {("race-built", 4): 1}, "4 hits do not sink it there"
    here = ruled(*sides, throw((6, 4), (4, 0)), atlantic=figures)
    assert (here.answer["attacker_dice"], left(here, "defender")) == (6, {})
    unknown = ruled(*sides, throw((6, 0), (4, 0)), zone="Atlantic")
    assert any("the number on the unit counts" in str(step.says) for step in unknown.steps)


AROUND = [
    {"name": "Corfu", "kind": "port", "controller": "Spain"},
    {"name": "Candia", "kind": "port", "controller": "Venice"},
    {"name": "Aegean Sea", "kind": "sea"},
    {"name": "Adriatic", "kind": "sea", "units": ["Ottoman"]},
    {"name": "Caribbean", "kind": "ocean"},
]


@pytest.mark.clause("VQ 16.2.3", "VQ 16.2.K")
def test_at_sea_the_loser_retreats_to_his_port_or_a_free_zone():
    ruling = ruled(dice=throw((6, 2), (6, 1)), around=AROUND)
    assert ruling.answer["retreats"] == "defender"
    assert ruling.answer["retreat_options"] == ("Corfu", "Aegean Sea")
    assert ruled(dice=throw((6, 1), (6, 2))).answer["retreats"] == "attacker"


@pytest.mark.clause("VQ 16.2.K")
@pytest.mark.parametrize("hits", [(2, 1), (1, 2)])
def test_from_a_port_the_attacker_retreats_to_a_sea_zone(hits):
    ruling = ruled(dice=throw((6, hits[0]), (6, hits[1])), around=AROUND, place="port")
    assert (ruling.answer["retreats"], ruling.answer["retreat_options"]) == (
        "attacker",
        ("Aegean Sea", "Adriatic"),
    )


@pytest.mark.clause("VQ 16.2.K")
def test_nowhere_to_go_and_nothing_left():
    ruling = ruled(None, fleet("Spain", leaders=[1]), throw((6, 2), (7, 1)), around=[])
    assert left(ruling, "defender") == {}
    assert ruling.answer["defender_turn_track"] == (1,)
    gone = ruled(None, fleet("Spain", sea.galleys(1)), throw((6, 2), (2, 1)))
    assert gone.answer["retreats"] is None
    nothing, something = (
        next(chance for ships, chance in ruled(**more).odds["defender_left"] if not ships)
        for more in ({"around": []}, {})
    )
    assert nothing > something


@pytest.mark.clause("VQ 16.2")
def test_the_answer_has_the_names_promised():
    ruling = ruled(dice=throw((6, 2), (6, 1)))
    assert set(ruling.odds) == {
        "winner",
        "attacker_hits",
        "defender_hits",
        "attacker_left",
        "defender_left",
        "retreats",
    }
    assert ruling.verdict == "result"


# ---- odds


SMALL = [
    ([sea.galleys(1, 1)], [sea.galleys(1, 1)], [], []),
    ([sea.galleys(2, 1)], [sea.galleys(1, 2)], [1], []),
    ([sea.galleys(1, 2), sea.galleys(1, 1)], [sea.galleys(1, 3)], [], [1]),
]


def by_counting(attacker, defender, leaders, other_leaders):
    """Winner and what is left, over every face of every die."""
    numbers = [[s["number"] for s in side for _ in range(s["count"])] for side in (attacker, defender)]
    dice = [
        sum(own) + max(rating, default=0)
        for own, rating in zip(numbers, (leaders, other_leaders), strict=True)
    ]
    winners, afloat = Counter(), Counter()
    for faces in product(range(1, 7), repeat=sum(dice)):
        hits = [sum(f > 4 for f in faces[: dice[0]]), sum(f > 4 for f in faces[dice[0] :])]
        winners["attacker" if hits[0] > hits[1] else "defender"] += 1
        afloat[least(numbers[1], hits[0])] += 1
    total = 6 ** sum(dice)
    return [{value: Fraction(n, total) for value, n in table.items()} for table in (winners, afloat)]


def least(numbers, hits):
    """The greatest total of numbers that stays afloat, over every choice of what sinks."""
    best = None
    for keep in product([True, False], repeat=len(numbers)):
        sunk = sum(n for n, kept in zip(numbers, keep, strict=True) if not kept)
        stays = [n for n, kept in zip(numbers, keep, strict=True) if kept]
        if sunk <= hits and all(n > hits - sunk for n in stays):
            best = max(best if best is not None else -1, sum(stays))
    return best


@pytest.mark.clause("VQ 16.2.3", "VQ 16.2.K")
@pytest.mark.parametrize(("attacker", "defender", "leaders", "other"), SMALL)
def test_exact_odds_agree_with_counting_every_face(attacker, defender, leaders, other):
    odds = ruled(fleet("Spain", *attacker, leaders=leaders), fleet("France", *defender, leaders=other)).odds
    winners, afloat = by_counting(attacker, defender, leaders, other)
    assert dict(odds["winner"]) == winners
    told = Counter()
    for ships, chance in odds["defender_left"]:
        told[sum(s["number"] * s["count"] for s in ships)] += chance
    assert told == afloat


groups = st.lists(st.builds(Group, st.integers(1, 4), st.integers(1, 3)), min_size=1, max_size=4)


@pytest.mark.clause("VQ 16.2.K")
@given(groups, st.integers(0, 20))
def test_choices_of_losses_agree_with_trying_all(groups, hits):
    every = [
        lost for lost in product(*(range(g.number + 1) for g in groups)) if is_enough(groups, lost, hits)
    ]
    assert list(choices(groups, hits)) == every
    assert every, "an owner always has a choice"

    def sunk(lost):
        return sum(g.hits * n for g, n in zip(groups, lost, strict=True))

    for found in (fewest_hits_sunk(tuple(groups), hits), most_hits_sunk(tuple(groups), hits)):
        assert found in every
    assert sunk(fewest_hits_sunk(tuple(groups), hits)) == min(map(sunk, every))
    assert sunk(most_hits_sunk(tuple(groups), hits)) == max(map(sunk, every))
    assert in_order(groups, range(len(groups)), hits) in every


def test_thirty_dice_a_side_are_quick():
    thirty = fleet("Ottoman", sea.galleys(15)), fleet("Spain", sea.galleys(15))
    ruled(*thirty)
    best = min(_seconds(*thirty) for _ in range(5))
    assert best < 0.02


def _seconds(*sides):
    start = time.process_time()
    ruled(*sides)
    return time.process_time() - start


@given(st.integers(0, 10**6))
def test_no_unit_is_made_and_the_winner_has_more_hits(seed):
    given = {"attacker": fleet("Spain", sea.galleys(2, 3)), "defender": fleet("France", sea.galleys(3, 2))}
    case = {
        "format": "ninevears-case/1",
        "system": "VQ",
        "question": "naval-combat",
        "given": given,
        "seed": seed,
    }
    ruling = rule_case(case)
    assert sum(left(ruling, "attacker").values()) == max(0, 2 - ruling.answer["defender_hits"] // 3)
    assert sum(left(ruling, "defender").values()) == max(0, 3 - ruling.answer["attacker_hits"] // 2)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"defender": fleet("Ottoman")}, r"given\.defender\.power: found 'Ottoman', expected a power other"),
        ({"defender": {"power": "Spain", "units": []}}, r"given\.defender\.units: found no ships"),
        (
            {"defender": fleet("Spain", sea.galleys(60), sea.galleys(60, 3))},
            r"given\.defender\.units: found 120 units",
        ),
        (
            {"defender": fleet("Spain", sea.galleys(90, 4))},
            r"given\.defender\.units: found 360, .*at most 300",
        ),
        ({"defender": fleet("Spain", {"kind": "galley"})}, r"units\[0\]\.number"),
        ({"defender": fleet("Spain", sea.galleys(1, 0))}, r"units\[0\]\.number: found 0"),
        ({"atlantic": [{"kind": "galley"}, {"kind": "galley"}]}, r"given\.atlantic\[1\]\.kind"),
        ({"place": "lake"}, r"given\.place: found 'lake'"),
    ],
)
def test_bad_facts_are_named(facts, message):
    with pytest.raises(BadInput, match=message):
        ruled(**facts)


def test_dice_that_do_not_fit():
    with pytest.raises(DiceMissing, match="the combat roll of Spain"):
        ruled(dice=throw((6, 0), (5, 0)))
    with pytest.raises(DiceLeftOver):
        ruled(dice=throw((6, 0), (7, 0)))
