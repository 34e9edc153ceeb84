"""Dice: seeded, given, enumerated; the exact odds agree with counting every face."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.dice import Dice, GivenDice, NoDice, RollWanted, SeededDice, distribution
from ninevears_kernel.core.errors import BadInput, DiceLeftOver, DiceMissing
from ninevears_kernel.core.messages import Message

ANY = Message("dice.any")


def fight(dice: Dice) -> tuple[int, int]:
    """Two pools, and a single die on one branch only."""
    one = dice.hits(3, 5, wanted=ANY)
    two = dice.hits(2, 5, wanted=ANY) if one else dice.roll(wanted=ANY)
    return one, two


def roll_off(dice: Dice) -> str | None:
    one, two = dice.roll(wanted=ANY), dice.roll(wanted=ANY)
    return None if one == two else "first" if one > two else "second"


# ---- seeded


@given(st.integers(), st.integers(0, 40), st.integers(2, 20))
def test_a_seed_gives_the_same_dice_again(seed, number, sides):
    faces = SeededDice(seed).roll_many(number, sides)
    assert faces == SeededDice(seed).roll_many(number, sides)
    assert all(1 <= face <= sides for face in faces)


def test_seeded_dice_record_their_faces_and_the_latest_roll():
    dice = SeededDice(9)
    dice.hits(3, 5, wanted=ANY)
    dice.roll(wanted=ANY)
    assert len(dice.faces) == 4
    assert dice.last == (dice.faces[3],)
    assert dice.hits(0, 5, wanted=ANY) == 0
    assert dice.last == ()


@given(st.integers())
def test_what_a_seed_rolled_can_be_given_again(seed):
    seeded = SeededDice(seed)
    result = fight(seeded)
    given_dice = GivenDice(seeded.faces)
    assert fight(given_dice) == result
    given_dice.finish()


# ---- given


def test_missing_dice_are_asked_for_by_number_and_purpose():
    dice = GivenDice([5])
    with pytest.raises(DiceMissing) as caught:
        dice.hits(3, 5, wanted=Message("his.roll", power="Ottoman"))
    assert (
        str(caught.value)
        == "dice: found 1 die, expected 2 more (6 sides) for the combat roll of the Ottoman side."
    )
    assert (caught.value.number, caught.value.sides) == (2, 6)
    assert dice.faces == [], "nothing is half rolled"


def test_dice_left_over_are_refused():
    dice = GivenDice([5, 1, 2])
    dice.roll(wanted=ANY)
    with pytest.raises(DiceLeftOver) as caught:
        dice.finish()
    assert str(caught.value) == "dice: found 3 dice, expected 1 die, as the procedure asks for no more."


@pytest.mark.parametrize("face", [0, 7, -1, "6", 2.0, None, True])
def test_a_face_that_no_die_has_is_named(face):
    with pytest.raises(BadInput) as caught:
        GivenDice([3, face]).hits(2, 5, wanted=ANY)
    assert str(caught.value) == f"dice[1]: found {face!r}, expected a face of a die, 1 to 6."


def test_ties_are_rolled_again_with_the_next_dice_given():
    dice = GivenDice([3, 3, 2, 5])
    assert dice.until(roll_off) == "second"
    dice.finish()
    with pytest.raises(DiceMissing):
        GivenDice([3, 3]).until(roll_off)


def test_where_no_roll_is_expected_the_first_one_says_what_it_wanted():
    with pytest.raises(RollWanted) as caught:
        fight(NoDice())
    assert (caught.value.wanted, caught.value.number, caught.value.sides) == (ANY, 3, 6)


# ---- enumerated


def test_without_rolls_there_is_one_outcome():
    assert distribution(lambda dice: "sure") == {"sure": 1}


@pytest.mark.parametrize("at_least", [0, 1, 2, 5, 6, 7])
def test_a_pool_is_as_likely_as_its_single_dice(at_least):
    pool = distribution(lambda dice: dice.hits(3, at_least, wanted=ANY))
    single = distribution(lambda dice: sum(dice.roll(wanted=ANY) >= at_least for _ in range(3)))
    assert pool == single


def test_branches_of_different_depth_are_weighed_by_their_chance():
    counted: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=5):
        one = sum(face >= 5 for face in faces[:3])
        counted[one, sum(face >= 5 for face in faces[3:]) if one else faces[3]] += 1
    assert distribution(fight) == {result: Fraction(n, 6**5) for result, n in counted.items()}


def test_rerolled_ties_leave_the_settled_rolls_in_proportion():
    assert distribution(lambda dice: dice.until(roll_off)) == {
        "first": Fraction(1, 2),
        "second": Fraction(1, 2),
    }

    def after_a_die(dice: Dice) -> tuple[int, str]:
        return dice.roll(4, wanted=ANY), dice.until(roll_off)

    assert set(distribution(after_a_die).values()) == {Fraction(1, 8)}


def test_a_reroll_inside_a_reroll():
    def best_of(dice: Dice) -> str | None:
        return dice.until(roll_off) if dice.roll(wanted=ANY) == 6 else None

    assert distribution(lambda dice: dice.until(best_of)) == {
        "first": Fraction(1, 2),
        "second": Fraction(1, 2),
    }


def test_an_attempt_that_cannot_succeed_does_not_run_for_ever():
    with pytest.raises(ValueError, match="never succeed"):
        distribution(lambda dice: dice.until(lambda inner: None))


pools = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 7)), min_size=1, max_size=2)


@given(pools, st.integers(2, 6))
def test_odds_sum_to_one_and_agree_with_counting_faces(wanted, sides):
    odds = distribution(lambda dice: tuple(dice.hits(n, least, sides, wanted=ANY) for n, least in wanted))
    assert sum(odds.values()) == 1

    counted: Counter[tuple[int, ...]] = Counter()
    rolls = [list(product(range(1, sides + 1), repeat=number)) for number, _ in wanted]
    for faces in product(*rolls):
        counted[
            tuple(sum(f >= least for f in roll) for roll, (_, least) in zip(faces, wanted, strict=True))
        ] += 1
    total = counted.total()
    assert odds == {result: Fraction(n, total) for result, n in counted.items()}


@given(st.integers(0, 60), st.integers(0, 60))
def test_odds_of_many_dice_are_exact(one, two):
    odds = distribution(lambda dice: dice.hits(one, 5, wanted=ANY) + dice.hits(two, 5, wanted=ANY))
    assert odds == distribution(lambda dice: dice.hits(one + two, 5, wanted=ANY))
    assert sum(hits * chance for hits, chance in odds.items()) == Fraction(one + two, 3)
