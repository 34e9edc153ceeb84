"""The smallest edits that turn a ruling: each is ruled again, none can do without a part of it."""

import tomllib
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.edits import edit_words, edited, given_edit, position_edit
from ninevears_kernel.umpire.cases.near_numbers import number_ladders
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.search.what_would_change import what_would_change

RULINGS = Path(__file__).parent / "rulings"


def case_of(system, question, **given):
    return {"format": "ninevears-case/1", "system": system, "question": question, "given": given}


def situation(name):
    return tomllib.loads((RULINGS / f"{name}.toml").read_text(encoding="utf-8"))["case"]


def said(found):
    return [[str(edit.says) for edit in turn.edits] for turn in found.turns]


def test_namur_wants_another_corps_and_a_line():
    found = what_would_change(situation("nine_years/11.1.2_namur_no_supply"), seconds=None)
    assert found.singly
    assert [
        "1 more French corps in Namur",
        "corps: 5 instead of 4",
        "Sedan under Bourbon control",
    ] in said(found)
    assert {turn.verdict for turn in found.turns} == {"legal"}


def test_what_the_ruling_proposes_is_found_whatever_its_size():
    found = what_would_change(situation("nine_years/11.2.1_own_capital"), most_edits=1, seconds=None)
    assert max(len(turn.edits) for turn in found.turns) > 2


@pytest.mark.parametrize(
    "name",
    [
        "nine_years/11.1.1_cut_girona",
        "nine_years/11.1.2_namur_no_supply",
        "nine_years/11.1.4_way_round",
        "nine_years/15.2_too_few_for_a_line",
        "nine_years/6.4.2_never",
        "virgin_queen/E11_schwendi_nine",
        "virgin_queen/5.5.a_five_more_are_lost",
        "his_naval_combat_tie",
    ],
)
def test_each_set_turns_the_verdict_and_no_part_of_it_does(name):
    case = case_from_data(situation(name))
    before = rule_case(case)
    found = what_would_change(case, most_rulings=2500, seconds=None)
    assert found.turns
    sizes = [len(turn.edits) for turn in found.turns]
    assert sizes == sorted(sizes)
    for turn in found.turns:
        after = rule_case(edited(case, turn.edits))
        assert (after.verdict, after.says, after.answer) != (before.verdict, before.says, before.answer)
        assert after.verdict == turn.verdict
        if before.verdict in ("result", "legal") or len(turn.edits) == 1:
            continue
        for size in range(1, len(turn.edits)):
            for part in combinations(turn.edits, size):
                if any("given" in edit.data and "corps" in str(edit.data["given"]) for edit in turn.edits):
                    continue  # more corps and their number belong together
                with suppress(BadInput):  # half of it may say nothing
                    assert rule_case(edited(case, part)).verdict == before.verdict
    data = [[dict(edit.data) for edit in turn.edits] for turn in found.turns]
    for one, other in combinations(data, 2):
        assert not all(edit in other for edit in one)
        assert not all(edit in one for edit in other)


def test_against_every_number_within_reach():
    """For a force the whole domain is small: the smallest changes are known."""
    found = what_would_change(case_of("NY", "force", leaders=[6, 4, 3], corps=11), seconds=None)
    singles = {
        (tuple(leaders), corps)
        for turn in found.turns
        if len(turn.edits) == 1
        for given in [
            edited(case_from_data(case_of("NY", "force", leaders=[6, 4, 3], corps=11)), turn.edits).given
        ]
        for leaders, corps in [(given["leaders"], given["corps"])]
    }

    def legal(leaders, corps):
        return rule_case(case_of("NY", "force", leaders=list(leaders), corps=corps)).verdict == "legal"

    assert ((6, 4, 3), 10) in singles
    assert legal((6, 4, 3), 10)
    for place in range(3):
        rating = next(
            rating
            for rating in range((6, 4, 3)[place] + 1, 10)
            if legal([*(6, 4, 3)[:place], rating, *(6, 4, 3)[place + 1 :]], 11)
        )
        assert ((*(6, 4, 3)[:place], rating, *(6, 4, 3)[place + 1 :]), 11) in singles


def test_sister_systems_change_numbers_and_words():
    found = what_would_change(situation("virgin_queen/E11_schwendi_nine"), seconds=None)
    assert found.turns
    combat = case_of(
        "HIS", "naval-combat", place="sea",
        attacker={"power": "Ottoman", "squadrons": 3}, defender={"power": "Hapsburg", "squadrons": 2},
    )  # fmt: skip
    found = what_would_change(combat, most_edits=1, seconds=None)
    assert ["attacker squadrons: 2 instead of 3"] in said(found)
    assert "likeliest winner is then defender" in str(found.turns[0].outcome)


def test_given_dice_stay_and_other_dice_are_not_asked_for():
    case = situation("nine_years/17.5.2_continuing_siege")
    found = what_would_change(case, most_edits=1, seconds=None)
    for turn in found.turns:
        assert edited(case_from_data(case), turn.edits).dice == case["dice"]


@pytest.mark.parametrize("name", sorted(samples()))
def test_every_sample_can_be_searched(name):
    found = what_would_change(samples()[name].case, most_rulings=30, seconds=None)
    assert found.sentences()
    assert found.tried <= 30
    assert found.data()["tried"] == found.tried


def test_bounds_progress_and_stop():
    case = situation("nine_years/11.1.1_cut_girona")
    seen = []
    found = what_would_change(case, most_rulings=60, seconds=None, progress=lambda *now: seen.append(now))
    assert (found.ended, found.tried) == ("rulings", 60)
    assert seen[0] == (0, 0)
    assert len(seen) >= 2
    assert what_would_change(case, stop=lambda: True).ended == "stopped"
    assert what_would_change(case, seconds=0.0).ended == "seconds"
    again = what_would_change(case, most_rulings=60, seconds=None)
    assert again == found


def test_edits_leave_the_case_as_it_was():
    case = case_from_data(case_of("NY", "rally", rating=5))
    assert edited(case, [given_edit("rating", 5, 6)]).given == {"rating": 6}
    assert case.given == {"rating": 5}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"set": "control", "space": "Mons", "side": None}, "Mons neutral"),
        ({"set": "besieged", "space": "Mons", "by": None}, "no siege of Mons"),
        ({"remove": "leader", "name": "Luxembourg"}, "Luxembourg off the map"),
        (
            {"set": "fleet", "fleet": "Brest", "place": "port", "strength": 2},
            "the Brest fleet in port, with strength 2",
        ),
        (
            {"set": "revolution", "done": True},
            "the Glorious Revolution marked as done and nothing moved for it",
        ),
        ({"set": "nonsense", "side": "x"}, "set nonsense, side x"),
        ({"set": "fleet", "fleet": "Brest", "place": "nowhere"}, "the Brest fleet in the pool"),
    ],
)
def test_words_of_edits(data, words):
    assert str(edit_words(data)) == words
    assert str(position_edit(data).says) == words


def test_ladders_keep_to_the_bounds_of_the_type():
    from ninevears_kernel.umpire.cases.cases import questions

    given = {"rating": 9}
    ladders = number_ladders(questions()["NY", "rally"].given, given)
    values = [edit.data["value"] for ladder in ladders for edit in ladder]
    assert values == [8, 7, 6, 5, 4, 3, 2, 1]
