"""Dice by roller: how many are due, and what the house conventions do with too many or too few."""

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.rolls import by_roller, dice_due, settled_dice
from ninevears_kernel.umpire.cases.samples import samples

COMBAT = {
    "format": "ninevears-case/1",
    "system": "HIS",
    "question": "naval-combat",
    "given": {
        "place": "sea",
        "attacker": {"power": "Ottoman", "squadrons": 3, "corsairs": 2, "leaders": [2]},
        "defender": {"power": "Hapsburg", "squadrons": 3, "leaders": [1]},
    },
    "seed": 5,
}
OTTOMAN, HAPSBURG = [1, 6, 5, 2, 2, 3, 4, 1, 1, 6], [5, 5, 2, 1, 3, 4, 6]


def fleet(**more):
    given = {"fleet": "Brest", "strength": 2}
    return case_from_data({**COMBAT, "system": "NY", "question": "deploy-fleet", "given": given, **more})


@pytest.fixture(scope="module")
def combat():
    return case_from_data(COMBAT)


def dues(case, faces=None):
    return {due.roller: (due.count, due.more) for due in dice_due(case, faces)}


def test_each_roller_is_told_how_many_are_due(combat):
    assert dues(combat) == {"Ottoman": (10, False), "Hapsburg": (7, False)}
    assert dues(fleet()) == {"Bourbon": (1, True), "Alliance": (1, True)}  # a tie is rolled again
    assert dues(fleet(), {"Bourbon": [6], "Alliance": [1]}) == {"Bourbon": (1, False), "Alliance": (1, False)}


def test_the_right_dice_come_into_the_order_of_the_case(combat):
    settled = settled_dice(combat, {"Hapsburg": HAPSBURG, "Ottoman": OTTOMAN})
    assert list(settled.dice) == OTTOMAN + HAPSBURG
    assert settled.notes == ()


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ({"Ottoman": [*OTTOMAN, 6], "Hapsburg": HAPSBURG}, "Ottoman rolled 11 where 10 were due"),
        ({"Ottoman": OTTOMAN, "Hapsburg": HAPSBURG[:5]}, "Hapsburg rolled 2 too few"),
        ({"Ottoman": OTTOMAN, "Hapsburg": HAPSBURG, "Papacy": [3]}, "Papacy rolled 1 where 0 were due"),
    ],
)
def test_a_wrong_number_is_refused_by_name(combat, faces, says):
    with pytest.raises(BadInput, match=says):
        settled_dice(combat, faces)


def test_extra_dice_are_left_aside_from_the_end_and_too_few_are_still_refused(combat):
    settled = settled_dice(combat, {"Ottoman": [*OTTOMAN, 6, 6], "Hapsburg": HAPSBURG}, "ignore-extra")
    assert list(settled.dice) == OTTOMAN + HAPSBURG
    assert "Ottoman rolled 2 dice too many: 6 and 6 were left aside" in str(settled.notes[0])
    with pytest.raises(BadInput, match="Hapsburg rolled 1 too few"):
        settled_dice(combat, {"Ottoman": OTTOMAN, "Hapsburg": HAPSBURG[:6]}, "ignore-extra")


def test_missing_dice_are_rolled_from_the_seed_and_too_many_are_still_refused(combat):
    faces = {"Ottoman": OTTOMAN, "Hapsburg": HAPSBURG[:4]}
    settled, again = (settled_dice(combat, faces, "roll-rest") for _ in range(2))
    assert settled == again
    assert list(settled.dice[:14]) == OTTOMAN + HAPSBURG[:4]
    assert len(settled.dice) == 17
    assert "Hapsburg rolled 3 dice too few" in str(settled.notes[0])
    assert "they were rolled by the kit" in str(settled.notes[0])
    assert "5" not in str(settled.notes[0]), "who knows the seed knows what is rolled next"
    with pytest.raises(BadInput, match="Ottoman rolled 11"):
        settled_dice(combat, {**faces, "Ottoman": [*OTTOMAN, 1]}, "roll-rest")


def test_a_face_that_no_die_has_is_refused_by_its_roller(combat):
    with pytest.raises(BadInput, match=r"dice\.Ottoman: found 9"):
        settled_dice(combat, {"Ottoman": [9, *OTTOMAN[1:]], "Hapsburg": HAPSBURG})


def test_dice_of_what_is_forbidden_are_no_surplus():
    case = samples()["mons_a_seven_before_a_reduced_garrison"].case
    illegal = case_from_data(
        {**COMBAT, "system": "NY", "question": "siege", "given": {"side": "Bourbon", "space": "Paris"}}
    )
    assert settled_dice(illegal, {"Bourbon": [4]}).dice == (4,)
    assert dice_due(illegal) == ()
    assert list(dues(case)) == ["Bourbon"]


def test_the_dice_of_every_sample_come_back_by_roller():
    rolled = [one.case for one in samples().values() if one.case.dice]
    assert len(rolled) >= 20
    for case in rolled:
        if rule_case(case, others=False).verdict == "illegal":
            continue
        faces = by_roller(case)
        assert list(settled_dice(case, faces).dice) == list(case.dice), case.title
