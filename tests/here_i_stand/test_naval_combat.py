"""Naval combat of *Here I Stand*, clause by clause, and against the text read a second time in other code."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.dice import GivenDice, SeededDice
from ninevears_kernel.core.errors import BadInput, DiceLeftOver, DiceMissing
from ninevears_kernel.core.questions import adjudicate, hashable
from ninevears_kernel.core.readings import readings
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.here_i_stand.naval_combat import QUESTIONS, SIDES, NavalCombat, combat_dice
from ninevears_kernel.input_files import convert

(QUESTION,) = QUESTIONS
SWITCHES = ("odd-hit", "winner-corsair", "unit-kept")
ALL_READINGS = [
    dict(zip(SWITCHES, options, strict=True))
    for options in product(*(readings()[s].options for s in SWITCHES))
]


def fleet(squadrons=0, corsairs=0, leaders=(), power=None, **more):
    power = power or ("Ottoman" if corsairs else "Hapsburg")
    return {"power": power, "squadrons": squadrons, "corsairs": corsairs, "leaders": leaders, **more}


def combat(attacker, defender, place="sea", **more) -> NavalCombat:
    if attacker["power"] == defender["power"]:
        defender = {**defender, "power": "France"}  # nobody fights himself
    return msgspec.convert({"place": place, "attacker": attacker, "defender": defender, **more}, NavalCombat)


def faces(dice: int, hits: int) -> list[int]:
    return [5] * hits + [1] * (dice - hits)


def dice_for(given: NavalCombat, hits) -> list[int]:
    """Faces with which attacker and defender score so many hits."""
    sizes = [combat_dice(given, side, RulingContext()) for side in SIDES]
    return [face for size, scored in zip(sizes, hits, strict=True) for face in faces(size, scored)]


def ruled(attacker, defender, hits, place="sea", chosen=None, **more):
    """The ruling when attacker and defender score so many hits."""
    given = combat(attacker, defender, place, **more)
    return adjudicate(QUESTION, given, dice=dice_for(given, hits), chosen=chosen)


def left(ruling, side):
    fleet_left = ruling.answer[f"{side}_left"]
    return fleet_left["squadrons"], fleet_left["corsairs"]


def cited(ruling):
    return [step.clause_id for step in ruling.steps]


# ---- clause by clause


@pytest.mark.clause("HIS NC.1")
def test_nc_1_two_a_squadron_one_a_corsair_and_the_best_leader():
    ruling = ruled(fleet(3, 2, (1, 2)), fleet(3, 0, (1,)), (0, 0))
    assert ruling.answer["attacker_dice"] == 3 * 2 + 2 * 1 + 2
    assert ruling.steps[0].clause_id == "HIS NC.1"


@pytest.mark.clause("HIS NC.2")
def test_nc_2_the_defender_has_one_more_in_a_port():
    assert ruled(fleet(1), fleet(3, 0, (1,)), (0, 0)).answer["defender_dice"] == 7
    in_port = ruled(fleet(1), fleet(3, 0, (1,)), (0, 0), place="port")
    assert in_port.answer["defender_dice"] == 8
    assert in_port.answer["attacker_dice"] == 2, "the attacker has no die for the port"


@pytest.mark.clause("HIS NC.3", "HIS NC.4", "HIS NC.6")
def test_nc_3_4_6_dice_of_cards_are_added_on_either_side_and_in_either_way():
    ruling = ruled(
        fleet(1, extra_dice=2), fleet(1, extra_dice=1), (0, 0), extra_dice={"attacker": 1, "defender": 3}
    )
    assert (ruling.answer["attacker_dice"], ruling.answer["defender_dice"]) == (5, 6)
    assert cited(ruling).count("HIS NC.6") == 2
    order = ["HIS NC.1", "HIS NC.2", "HIS NC.3", "HIS NC.4", "HIS NC.6", "HIS NC.6"]
    assert cited(ruling)[:6] == order, "declared before the roll, and in answer to it"
    assert [step.says.values["count"] for step in ruling.steps[2:6]] == [2, 1, 1, 3]


@pytest.mark.clause("HIS NC.1", "HIS NC.2")
def test_nobody_fights_himself():
    with pytest.raises(BadInput, match="a power other than the attacker"):
        convert({"place": "sea", "attacker": fleet(1), "defender": fleet(1, power=" hapsburg")}, NavalCombat)


@pytest.mark.clause("HIS NC.5")
def test_nc_5_five_and_six_hit():
    ruling = adjudicate(QUESTION, combat(fleet(3), fleet(1)), dice=[1, 2, 3, 4, 5, 6, 4, 6])
    assert (ruling.answer["attacker_hits"], ruling.answer["defender_hits"]) == (2, 1)


@pytest.mark.clause("HIS NC.7")
@pytest.mark.parametrize(
    ("hits", "winner"), [((2, 1), "attacker"), ((1, 2), "defender"), ((1, 1), "defender")]
)
def test_nc_7_more_hits_win_and_a_tie_is_the_defenders(hits, winner):
    assert ruled(fleet(2), fleet(2), hits).answer["winner"] == winner


@pytest.mark.clause("HIS NC.8.a")
def test_nc_8_a_two_hits_a_squadron_and_what_is_left_over_a_corsair_each():
    assert left(ruled(fleet(3), fleet(3), (4, 2)), "defender") == (1, 0)
    assert left(ruled(fleet(5), fleet(1, 4), (5, 0)), "defender") == (0, 1)
    assert left(ruled(fleet(5), fleet(2, 2), (3, 0)), "defender") == (1, 1), (
        "before the second squadron is gone"
    )


@pytest.mark.clause("HIS NC.8.b")
def test_nc_8_b_the_losers_odd_hit_costs_a_squadron_and_the_winners_none():
    ruling = ruled(fleet(3), fleet(3), (3, 1))
    assert left(ruling, "defender") == (1, 0)
    assert left(ruling, "attacker") == (3, 0)
    assert "HIS NC.8.b" in cited(ruling)


@pytest.mark.clause("HIS NC.8.b")
def test_nc_8_b_reading_odd_hit():
    case = fleet(3, 2, (2,)), fleet(3, 0, (1,)), (3, 3)
    by_default = ruled(*case)
    assert left(by_default, "attacker") == (2, 1)
    assert [used.name for used in by_default.readings] == ["odd-hit"]
    (other,) = by_default.readings[0].others
    assert (other.option, other.answer["attacker_left"]) == ("parity", {"squadrons": 1, "corsairs": 1})
    assert left(ruled(*case, chosen={"odd-hit": "parity"}), "attacker") == (1, 1)


@pytest.mark.clause("HIS NC.8.b")
def test_nc_8_b_reading_winner_corsair():
    case = fleet(3), fleet(3, 2), (1, 1)
    assert left(ruled(*case), "defender") == (3, 1)
    assert left(ruled(*case, chosen={"winner-corsair": "ignored"}), "defender") == (3, 2)
    assert [used.name for used in ruled(*case).readings] == ["winner-corsair"]


@pytest.mark.clause("HIS NC.8.c")
def test_nc_8_c_of_two_sides_wiped_out_the_one_with_more_dice_keeps_a_unit():
    attacker_more = ruled(fleet(1, leaders=(1,)), fleet(1), (2, 2))
    assert (left(attacker_more, "attacker"), left(attacker_more, "defender")) == ((1, 0), (0, 0))
    equal = ruled(fleet(1), fleet(1), (2, 2))
    assert (left(equal, "attacker"), left(equal, "defender")) == ((0, 0), (1, 0))
    assert "HIS NC.8.c" in cited(equal)


@pytest.mark.clause("HIS NC.8.c")
def test_nc_8_c_dice_of_cards_count_and_the_kind_kept_is_a_reading():
    case = fleet(1, leaders=(1,)), fleet(1, 1, extra_dice=1), (3, 2)
    assert left(ruled(*case), "defender") == (1, 0)
    assert left(ruled(*case, chosen={"unit-kept": "corsair"}), "defender") == (0, 1)
    assert left(ruled(fleet(1), fleet(0, 2), (2, 2)), "defender") == (0, 1), "no squadron to keep"
    with_card = ruled(fleet(1, extra_dice=1), fleet(1), (2, 2))
    assert left(with_card, "attacker") == (1, 0)


@pytest.mark.clause("HIS NC.9.a")
@pytest.mark.parametrize("hits", [(2, 1), (1, 2)])
def test_nc_9_a_from_a_port_the_attacker_retreats_whoever_won(hits):
    around = [
        {"name": "Ionian Sea", "kind": "sea"},
        {"name": "Tyrrhenian Sea", "kind": "sea", "units": ["Hapsburg"]},
        {"name": "Corfu", "kind": "port", "controller": "Venice"},
    ]
    ruling = ruled(fleet(3, power="Venice"), fleet(3), hits, place="port", around=around)
    assert ruling.answer["retreats"] == "attacker"
    assert ruling.answer["retreat_options"] == ("Ionian Sea",), "no port, and no zone with an enemy"


@pytest.mark.clause("HIS NC.9.b")
def test_nc_9_b_at_sea_the_loser_retreats_to_his_port_or_a_free_zone():
    around = [
        {"name": "Corfu", "kind": "port", "controller": "Venice", "units": ["Venice"]},
        {"name": "Candia", "kind": "port", "controller": "Venice", "units": ["Hapsburg"]},
        {"name": "Athens", "kind": "port", "controller": "Ottoman"},
        {"name": "Ragusa", "kind": "port"},
        {"name": "Aegean Sea", "kind": "sea"},
    ]
    ruling = ruled(fleet(3), fleet(3, power="Venice"), (2, 1), around=around)
    assert ruling.answer["retreats"] == "defender"
    assert ruling.answer["retreat_options"] == ("Corfu", "Aegean Sea")
    assert ruled(fleet(3), fleet(3), (1, 2)).answer["retreats"] == "attacker"
    assert ruled(fleet(3), fleet(3), (1, 2)).answer["retreat_options"] is None, "nobody said what lies around"


@pytest.mark.clause("HIS NC.9.c", "HIS NC.10")
def test_nc_9_c_with_nowhere_to_go_the_units_are_lost_and_the_leaders_with_them():
    ruling = ruled(fleet(3), fleet(3, 0, (1,)), (2, 1), around=[])
    assert left(ruling, "defender") == (0, 0)
    assert cited(ruling)[-2:] == ["HIS NC.9.c", "HIS NC.10"]
    assert ruling.answer["turn_track"]["defender"] == {"squadrons": 3, "corsairs": 0, "leaders": (1,)}


@pytest.mark.clause("HIS NC.9.b")
def test_nc_9_b_nobody_retreats_when_the_loser_is_wiped_out():
    assert ruled(fleet(3), fleet(1), (2, 0)).answer["retreats"] is None


@pytest.mark.clause("HIS NC.10")
def test_nc_10_lost_units_go_to_the_turn_track_and_leaders_of_a_side_that_is_wiped_out():
    ruling = ruled(fleet(3, 0, (2,)), fleet(1, 1, (1, 2)), (4, 2))
    assert ruling.answer["turn_track"] == {
        "attacker": {"squadrons": 1, "corsairs": 0, "leaders": ()},
        "defender": {"squadrons": 1, "corsairs": 1, "leaders": (1, 2)},
    }


@pytest.mark.clause("HIS NC.10", "HIS NC.8.c")
def test_nc_10_the_leaders_of_a_side_that_keeps_a_unit_stay():
    ruling = ruled(fleet(1, 0, (1,)), fleet(1, 0, (1,)), (2, 2))
    assert ruling.answer["turn_track"]["attacker"]["leaders"] == (1,)
    assert ruling.answer["turn_track"]["defender"] == {"squadrons": 0, "corsairs": 0, "leaders": ()}


# ---- the same text read a second time: one hit after the other, over every face of every die


def survivors(squadrons, corsairs, hits, lost, chosen):
    pairs, unpaired = hits // 2, ["unpaired"] * (hits % 2)
    over = []
    for _ in range(pairs):
        if squadrons:
            squadrons -= 1
        else:
            over += ["pair", "pair"]
    over += unpaired
    if not lost and chosen["winner-corsair"] == "ignored":
        over = [hit for hit in over if hit != "unpaired"]
    while over and corsairs:
        corsairs -= 1
        over.pop(0)
    if lost and unpaired and squadrons and (chosen["odd-hit"] == "parity" or "unpaired" in over):
        squadrons -= 1
    return squadrons, corsairs


def ending(attacker, defender, place, dice, hits, chosen):
    a_wins = hits[0] > hits[1]
    a = survivors(attacker["squadrons"], attacker["corsairs"], hits[1], not a_wins, chosen)
    d = survivors(defender["squadrons"], defender["corsairs"], hits[0], a_wins, chosen)
    if sum(a) == sum(d) == 0:
        keeper = attacker if dice[0] > dice[1] else defender
        kinds = [kind for kind in ("squadron", "corsair") if keeper[f"{kind}s"]]
        kind = chosen["unit-kept"] if chosen["unit-kept"] in kinds else kinds[0]
        kept = (1, 0) if kind == "squadron" else (0, 1)
        a, d = (kept, d) if keeper is attacker else (a, kept)
    goes = "attacker" if place == "port" or not a_wins else "defender"
    goes = goes if sum(a if goes == "attacker" else d) else None
    return ("attacker" if a_wins else "defender"), hits[0], hits[1], a, d, goes


@lru_cache
def pool_hits(dice):
    """How many of all throws of so many dice score how often, counted face by face."""
    return Counter(sum(face > 4 for face in throw) for throw in product(range(1, 7), repeat=dice))


def odds_by_counting(attacker, defender, place, chosen):
    dice = [2 * f["squadrons"] + f["corsairs"] + max((0, *f["leaders"])) for f in (attacker, defender)]
    dice[1] += place == "port"
    tables = [Counter() for _ in range(6)]
    for (a_hits, a_weight), (d_hits, d_weight) in product(*(pool_hits(n).items() for n in dice)):
        hits, weight = (a_hits, d_hits), a_weight * d_weight
        for table, value in zip(tables, ending(attacker, defender, place, dice, hits, chosen), strict=True):
            table[value] += weight
    return [{value: Fraction(n, 6 ** sum(dice)) for value, n in table.items()} for table in tables]


def odds_ruled(attacker, defender, place, chosen):
    odds = adjudicate(QUESTION, combat(attacker, defender, place), chosen=chosen).odds

    def flat(value):
        return (value["squadrons"], value["corsairs"]) if hasattr(value, "keys") else value

    assert all(sum(chance for _, chance in chances) == 1 for chances in odds.values())
    return [{flat(value): chance for value, chance in odds[name]} for name in QUESTION.results]


SMALL = [
    (fleet(1), fleet(1)),
    (fleet(1), fleet(1, leaders=(1,))),
    (fleet(1, leaders=(2, 1)), fleet(1)),
    (fleet(0, 2), fleet(1)),
    (fleet(1, 1), fleet(1)),
    (fleet(1), fleet(1, 1)),
    (fleet(1), fleet(0, 3)),
    (fleet(1, 2), fleet(1)),
    (fleet(2), fleet(1)),
    (fleet(0, 1, (4,)), fleet(0, 1)),
    (fleet(2, 1, (1,)), fleet(2, 2, (1,))),
    (fleet(1, 3, (2,)), fleet(3)),
    (fleet(0, 1, (2,)), fleet(1, 1)),
    (fleet(1, leaders=(2,)), fleet(1, 1)),
]


@pytest.mark.parametrize("chosen", ALL_READINGS, ids=lambda chosen: "-".join(chosen.values()))
@pytest.mark.parametrize("place", ["sea", "port"])
def test_exact_odds_agree_with_counting_every_face(place, chosen):
    for attacker, defender in SMALL:
        counted = odds_by_counting(attacker, defender, place, chosen)
        assert odds_ruled(attacker, defender, place, chosen) == counted, (attacker, defender)


@settings(max_examples=300)
@given(
    *[st.builds(fleet, st.integers(0, 6), st.integers(1, 6), st.just((2,))) for _ in range(2)],
    st.tuples(st.integers(0, 12), st.integers(0, 12)),
    st.sampled_from(ALL_READINGS),
)
def test_every_ending_agrees_with_the_second_reading_of_the_text(attacker, defender, hits, chosen):
    dice = [2 * f["squadrons"] + f["corsairs"] + 2 for f in (attacker, defender)]
    hits = tuple(map(min, hits, dice))
    given = combat(attacker, defender)
    answer = QUESTION.procedure(given, RulingContext(GivenDice(dice_for(given, hits)), chosen)).answer
    fleets = [(answer[f"{side}_left"]["squadrons"], answer[f"{side}_left"]["corsairs"]) for side in SIDES]
    said = answer["winner"], answer["attacker_hits"], answer["defender_hits"], *fleets, answer["retreats"]
    assert said == ending(attacker, defender, "sea", dice, hits, chosen)


# ---- properties

fleets = st.builds(
    fleet,
    st.integers(1, 12),
    st.integers(0, 12),
    st.lists(st.integers(0, 4), max_size=2).map(tuple),
    extra_dice=st.integers(0, 3),
)


@given(fleets, fleets, st.sampled_from(["sea", "port"]), st.sampled_from(ALL_READINGS), st.integers(0, 10**6))
def test_no_unit_is_made_and_none_disappears(attacker, defender, place, chosen, seed):
    context = RulingContext(SeededDice(seed), chosen)
    answer = QUESTION.procedure(combat(attacker, defender, place), context).answer
    for side, before in zip(SIDES, (attacker, defender), strict=True):
        for kind in ("squadrons", "corsairs"):
            remaining, track = answer[f"{side}_left"][kind], answer["turn_track"][side][kind]
            assert 0 <= remaining <= before[kind]
            assert remaining + track == before[kind]
        wiped_out = not any(answer[f"{side}_left"].values())
        assert answer["turn_track"][side]["leaders"] == (before["leaders"] if wiped_out else ())
    assert any(answer["attacker_left"].values()) or any(answer["defender_left"].values())
    assert len(context.dice.faces) == answer["attacker_dice"] + answer["defender_dice"]


@given(fleets, fleets, st.sampled_from(ALL_READINGS), st.integers(0, 10**6))
def test_the_winner_pays_for_pairs_alone(attacker, defender, chosen, seed):
    answer = QUESTION.procedure(combat(attacker, defender), RulingContext(SeededDice(seed), chosen)).answer
    winner = answer["winner"]
    before = attacker if winner == "attacker" else defender
    taken = answer["defender_hits" if winner == "attacker" else "attacker_hits"]
    if any(answer["turn_track"][winner][kind] < before[kind] for kind in ("squadrons", "corsairs")):
        assert answer["turn_track"][winner]["squadrons"] <= taken // 2


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 4))
def test_more_dice_never_make_winning_less_likely(one, two, extra):
    def chance(more):
        given = combat(fleet(one, extra_dice=extra + more), fleet(two))
        return dict(adjudicate(QUESTION, given).odds["winner"])["attacker"]

    assert chance(0) < chance(1)


@given(fleets, fleets, st.integers(0, 10**6))
def test_a_record_changes_the_words_alone(attacker, defender, seed):
    given = combat(attacker, defender)
    one = QUESTION.procedure(given, RulingContext(SeededDice(seed)))
    unrecorded = RulingContext(SeededDice(seed), recorded=False)
    other = QUESTION.procedure(given, unrecorded)
    assert other.verdict == one.verdict
    for name in QUESTION.results:
        assert hashable(other.answer[name]) == hashable(one.answer[name])
    assert unrecorded.steps == []


# ---- cases


DESIGN = (fleet(3, 2, (2,)), fleet(3, 0, (1,)))
DESIGN_DICE = [1, 6, 5, 2, 2, 3, 4, 1, 1, 6, 5, 5, 2, 1, 3, 4, 6]


def test_the_answer_has_the_names_that_the_question_promises():
    ruling = adjudicate(QUESTION, combat(*DESIGN), dice=DESIGN_DICE)
    assert set(ruling.answer) == set(QUESTION.answer)
    assert set(ruling.odds) == set(QUESTION.results)
    assert ruling.dice == tuple(DESIGN_DICE)
    assert ruling.verdict == "result"


def test_dice_that_do_not_fit_the_pools():
    with pytest.raises(
        DiceMissing, match=r"found 16 dice, expected 1 more .* for the combat roll of Hapsburg"
    ):
        adjudicate(QUESTION, combat(*DESIGN), dice=DESIGN_DICE[:-1])
    with pytest.raises(DiceLeftOver, match="found 18 dice, expected 17 dice"):
        adjudicate(QUESTION, combat(*DESIGN), dice=[*DESIGN_DICE, 1])


def test_without_dice_the_odds_are_the_answer_and_the_readings_say_what_they_change():
    ruling = adjudicate(QUESTION, combat(*DESIGN))
    assert ruling.answer is None
    assert cited(ruling) == ["HIS NC.1", "HIS NC.2"]
    assert [used.name for used in ruling.readings] == ["odd-hit", "winner-corsair"]
    assert all(other.answer is None and other.odds for used in ruling.readings for other in used.others)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"place": "lake"}, r"\$\.place"),
        ({"attacker": {"power": "Ottoman", "squadrons": -1}}, r"\$\.attacker\.squadrons"),
        ({"attacker": {"power": "Ottoman", "squadron": 1}}, r"squadron"),
        ({"attacker": {"power": "", "squadrons": 1}}, r"\$\.attacker\.power"),
        ({"defender": {"power": "Hapsburg", "squadrons": 1, "leaders": [1, 10]}}, r"\$\.defender\.leaders"),
        ({"defender": {"power": "Hapsburg", "squadrons": "3"}}, r"\$\.defender\.squadrons"),
        ({"extra_dice": {"attacker": 100}}, r"\$\.extra_dice\.attacker"),
        ({"around": [{"name": "Corfu", "kind": "town"}]}, r"\$\.around\[0\]\.kind"),
    ],
)
def test_facts_that_cannot_be_used_name_their_field(change, says):
    good = {"place": "sea", "attacker": fleet(1), "defender": fleet(1)}
    with pytest.raises(msgspec.ValidationError, match=says):
        msgspec.convert(good | change, NavalCombat)


def test_a_side_without_units_is_refused():
    with pytest.raises(BadInput) as caught:
        combat(fleet(1), fleet(0, 0, (2,)))
    expected = "at least one squadron or corsair, as defender.squadrons or defender.corsairs"
    assert str(caught.value) == f"defender: found no units, expected {expected}."


def test_the_odds_of_great_fleets_are_exact():
    ruling = adjudicate(QUESTION, combat(fleet(20, 20, (2,)), fleet(20, 20, (1,))))
    assert all(sum(chance for _, chance in chances) == 1 for chances in ruling.odds.values())
    assert sum(hits * chance for hits, chance in ruling.odds["attacker_hits"]) == Fraction(62, 3)
