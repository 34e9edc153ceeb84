"""The smallest edits that turn a ruling: each is ruled again, none can do without a part of it."""

import re
import tomllib
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import msgspec
import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import CHANGES, changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.umpire.cases.cases import case_from_data, position_of, questions, rule_case
from ninevears_kernel.umpire.cases.edits import edit_words, edited, given_edit, position_edit
from ninevears_kernel.umpire.cases.given_places import places_of
from ninevears_kernel.umpire.cases.near_numbers import keys_untried, number_ladders
from ninevears_kernel.umpire.cases.near_position import LADDERS, near_question, position_ladders
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.search.what_would_change import what_would_change

RULINGS = Path(__file__).parent / "rulings"


def case_of(system, question, **given):
    return {"format": "ninevears-case/1", "system": system, "question": question, "given": given}


def situation(name):
    return tomllib.loads((RULINGS / f"{name}.toml").read_text(encoding="utf-8"))["case"]


def said(found):
    return [list(dict.fromkeys(str(edit.says) for edit in turn.edits)) for turn in found.turns]


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


def everything():
    """A position in which there is something of every kind, around Mons, and what a ruling names there."""
    edits = [
        {"set": "control", "space": "Tournai", "side": "Alliance"},
        {"add": "corps", "power": "France", "space": "Mons", "count": 4},
        {"add": "corps", "power": "Spain", "space": "Mons", "inside": True},
        {"add": "leader", "name": "Luxembourg", "space": "Mons"},
        {"set": "line", "space": "Mons", "level": 1},
        {"set": "hand", "side": "Bourbon", "actions": [2], "events": ["Spades in Spring"]},
    ]
    asked = case_of("NY", "siege", side="Bourbon", space="Mons", changes=edits)
    position = position_of(case_from_data(asked))
    return near_question(position, standard_rule_tables(), rule_case(asked), asked["given"])


STATES = {
    ("add", "corps", "used"),
    *(("add", "leader", state) for state in ("used", "inside", "intercepted", "waits")),
}


def test_every_kind_of_edit_of_the_editor_is_tried():
    """A kind that the editor learns, or a field of one, must be tried too: this fails until it is."""
    assert LADDERS.keys() >= CHANGES.keys() - {("set", "field")}  # of a save, which no editor offers
    near = everything()
    kinds, fields = set(), {}
    for ladder in position_ladders(near):
        for rung in ladder:
            for edit in rung:
                verb = next(verb for verb in ("set", "add", "remove") if verb in edit.data)
                kind = verb, edit.data[verb]
                kinds.add(kind)
                for name, value in edit.data.items():
                    fields.setdefault(kind, {}).setdefault(name, set()).add(repr(value))
                changed(near.position, [edit.data for edit in rung])  # can be made
    assert kinds == CHANGES.keys() - {("set", "field")}
    for kind, change in CHANGES.items():
        if kind in {("remove", "leader"), ("set", "field")}:
            continue  # where he stands is known
        for field in msgspec.structs.fields(change):
            if (*kind, field.encode_name) in STATES:
                continue  # of a save too: no editor offers them
            if kind[0] != "remove":
                assert field.encode_name in fields[kind], (kind, field.encode_name)
            if field.type is bool and field.default is False and kind[0] != "remove":
                assert "True" in fields[kind][field.encode_name], (kind, field.encode_name)


def test_corps_inside_a_fortress_and_full_against_reduced():
    """What was forgotten once: the garrison that turns a siege roll of four corps."""
    case = situation("nine_years/E7_siege_four_corps")
    found = what_would_change(case, most_edits=1, seconds=None, most_found=60)
    assert found.kinds["turn-corps"]
    assert found.singly
    full = case_of(
        "NY", "siege", side="Bourbon", space="Mons",
        changes=[
            {"add": "corps", "power": "France", "space": "Mons", "count": 5},
            {"add": "leader", "name": "Luxembourg", "space": "Mons"},
            {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True},
            {"add": "corps", "power": "Spain", "space": "Mons", "inside": True},
        ],
    )  # fmt: skip
    turns = said(
        what_would_change({**full, "given": {**full["given"], "corps": 4}}, most_edits=1, seconds=None)
    )
    assert ["1 Spanish corps in Mons reduced"] in turns
    assert rule_case(full).verdict == "legal"
    turns = said(what_would_change(full, most_edits=1, seconds=None, most_found=80))
    assert ["1 more Spanish corps in Mons"] in turns


def test_what_was_tried_is_counted_and_what_was_not_is_told():
    namur = situation("nine_years/11.1.2_namur_no_supply")
    found = what_would_change(namur, most_edits=1, seconds=None)
    assert found.ended == "all"
    assert not found.untried
    assert set(found.kinds) >= {f"{verb}-{what}" for verb, what in CHANGES} - {"remove-leader", "set-field"}
    told = found.sentences()[-1]
    assert "by itself, and no pairs" in told
    assert f"control of a space ({found.kinds['set-control']})" in told
    assert "nothing was changed farther off" in told
    assert "Left as it was asked: side and space." in told
    short = what_would_change(namur, most_rulings=20, seconds=None)
    assert short.untried
    assert "Not tried: " in short.sentences()[-1]
    both = [sum(one.kinds.values()) + sum(one.untried.values()) + one.needless for one in (found, short)]
    assert both[0] == both[1]
    assert found.data()["kinds"] == dict(found.kinds)


SISTERS = [one for one in questions().values() if one.system != "NY"]


@pytest.mark.parametrize("question", SISTERS, ids=lambda one: f"{one.system}-{one.name}")
def test_every_key_of_a_sister_question_is_tried_or_told(question):
    """One step each way for what is given of each key; only names of which none other is known are left."""
    case = next(
        one.case
        for one in samples().values()
        if (one.case.system, one.case.question) == (question.system, question.name)
    )
    ladders = number_ladders(question.given, case.given, wide=True)
    tried = {str(ladder[0].data["given"]) for ladder in ladders}
    left = set(keys_untried(question.given, case.given))
    for place in places_of(question.given, case.given):
        bare_path = re.sub(r"\[\d+\]", "", place.path)
        inside = [path for path in tried if re.sub(r"\[\d+\]", "", path).startswith(bare_path)]
        assert inside or any(bare_path.startswith(one) for one in left), place.path
    steps = {}
    for ladder in ladders:
        steps.setdefault(str(ladder[0].data["given"]), []).append(ladder[0].data["value"])
    for place in places_of(question.given, case.given):
        if isinstance(place.value, int) and not isinstance(place.value, bool) and place.stated:
            near = {place.value + 1, place.value - 1} & set(steps[place.path])
            assert near or isinstance(place.kind, msgspec.inspect.LiteralType), place.path
    found = what_would_change(case, most_edits=1, seconds=None, most_rulings=40)
    assert set(found.keys) == left


def test_ladders_keep_to_the_bounds_of_the_type():
    given = {"rating": 9}
    ladders = number_ladders(questions()["NY", "rally"].given, given)
    values = [edit.data["value"] for ladder in ladders for edit in ladder]
    assert values == [8, 7, 6, 5, 4, 3, 2, 1]
