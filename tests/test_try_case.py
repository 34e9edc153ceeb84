"""A case to try in a lesson: what the reader changes, the umpire rules on at once."""

import re
from html import unescape

import msgspec
import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.umpire.cases.cases import given_schema, questions, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.widgets import TryCase, WarMap
from ninevears_kernel.widgets.learn.try_case import _means

CASE = {"format": "ninevears-case/1", "system": "NY"}
BARCELONA_LOST = {"set": "control", "space": "Barcelona", "side": "Bourbon"}


def line(**given):
    return CASE | {"question": "loc", "given": {"side": "Alliance", "purpose": "line", **given}}


def siege():
    case = msgspec.structs.asdict(samples()["mons_a_seven_before_a_reduced_garrison"].case)
    return {key: case[key] for key in ("format", "system", "question", "given")}


def test_it_begins_with_the_ruling_on_the_case():
    trial = TryCase(line(space="Girona"), keys=["space"])
    assert trial.ruling == rule_case(line(space="Girona"))
    assert trial.ruling.verdict == "yes"


def test_only_what_the_lesson_is_about_can_be_changed():
    assert list(TryCase(line(space="Girona"), keys=["space"]).form.fields) == ["space"]


def test_a_fact_that_is_changed_changes_the_ruling():
    trial = TryCase(line(space="Girona"), keys=["space"])
    trial.form.fields["space"].widget.value = "Palma"
    assert trial.ruling.verdict == "no"
    trial.reset()
    assert trial.ruling.verdict == "yes"
    assert trial.form.fields["space"].widget.value == "Girona"


def test_a_switch_makes_its_edits_and_takes_them_back():
    trial = TryCase(line(space="Girona"), switches={"Barcelona falls": BARCELONA_LOST})
    switch = trial.switches["Barcelona falls"]
    switch.value = True
    assert trial.ruling == rule_case(line(space="Girona", changes=[BARCELONA_LOST]))
    assert trial.ruling.verdict == "no"
    switch.value = False
    assert trial.ruling.verdict == "yes"


def test_the_map_follows():
    war_map = WarMap(scenario_1688(), insets=())
    trial = TryCase(line(space="Girona"), switches={"Barcelona falls": BARCELONA_LOST}, war_map=war_map)
    assert war_map.path == trial.ruling.answer["path"]
    trial.switches["Barcelona falls"].value = True
    assert war_map.position.controller("Barcelona") == "Bourbon"
    assert war_map.marked
    war_map.close()


def test_what_cannot_be_ruled_on_is_said_in_a_sentence():
    trial = TryCase(line(space="Girona"), keys=["space"])
    trial.form.fields["space"].widget.value = "<script>alert(1)</script>"
    assert trial.ruling is None
    assert "role='alert'" in trial.error.value
    assert "<script>" not in trial.error.value
    trial.form.fields["space"].widget.value = "Girona"
    assert trial.error.value == ""


def test_dice_are_rolled_and_taken_away():
    trial = TryCase(siege(), roll=True, chart=True)
    assert trial.ruling.odds
    assert not trial.ruling.dice
    trial.roll_button.click()
    assert trial.ruling.dice
    assert trial.ruling == rule_case(siege() | {"dice": list(trial.ruling.dice)})
    trial.odds_button.click()
    assert not trial.ruling.dice


def test_the_dice_go_when_a_fact_changes():
    trial = TryCase(siege(), keys=["corps"], roll=True)
    trial.roll()
    trial.form.fields["corps"].widget.value = "5"
    assert not trial.case.dice


def test_a_key_that_the_question_does_not_have_is_refused():
    with pytest.raises(BadInput, match=r"keys: found .*horses"):
        TryCase(line(space="Girona"), keys=["horses"])


# ---- what a reader sees of its fields


def hints(trial):
    return {
        name: re.sub("<[^>]*>", "", unescape(row.children[1].value))
        for name, row in zip(trial.form.fields, trial.form.children, strict=True)
    }


def describe(trial):
    return unescape(re.sub("<[^>]*>", "", trial.error.value))


@pytest.mark.parametrize(("of", "question"), [key for key in questions() if key[0] == "NY"])
def test_the_hint_of_a_field_is_a_whole_sentence(of, question):
    schema = given_schema(questions()[of, question])
    root = schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]] if "$ref" in schema else schema
    for name, key in root["properties"].items():
        hint = _means(name, key)
        assert not re.search(r"(or else|; else.*|[;,])$", hint), (name, hint)


def test_the_fields_stand_in_the_order_of_the_lesson_each_with_what_it_means():
    keys = ["fleet", "strength", "points"]
    trial = TryCase(case("build-fleet", fleet="Atlantic", strength=2), keys=keys)
    assert list(trial.form.fields) == list(hints(trial)) == keys
    assert all(hints(trial).values())


def test_the_example_of_an_order_is_one_that_can_be_given():
    trial = TryCase(case("action", side="Alliance", action="transfer"), keys=["action"])
    example = re.search("such as (.*?) or", hints(trial)["action"])[1]
    trial.form.fields["action"].widget.value = example
    assert trial.ruling.verdict == "legal"


@pytest.mark.parametrize(
    ("order", "means"),
    [
        ("march Amsterdam", "action: found 'Amsterdam', expected nothing after march."),
        ("campaign", "action: found nothing, expected a space of the map after campaign."),
        ("", "action: fill this in."),
    ],
)
def test_an_order_that_cannot_be_read_is_told_in_plain_words(order, means):
    trial = TryCase(case("action", side="Alliance", action="transfer"), keys=["action"])
    trial.form.fields["action"].widget.value = order
    assert means in describe(trial)
    assert trial.ruling is None


def test_a_field_that_was_emptied_asks_to_be_filled_in():
    trial = TryCase(case("build-fleet", fleet="Atlantic", strength=2), keys=["strength"])
    trial.form.fields["strength"].widget.value = ""
    assert "strength: fill this in." in describe(trial)
