"""A case to try in a lesson: what the reader changes, the umpire rules on at once."""

import re
from fractions import Fraction
from html import unescape

import msgspec
import pytest
from every_row import every_row

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.lesson_helpers.tables import case
from ninevears_kernel.teaching.throws import throws_of
from ninevears_kernel.teaching.trials import TRIALS, trial
from ninevears_kernel.umpire.cases.cases import case_from_data, given_schema, questions, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.widgets import TryCase, WarMap, try_it
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
        ("campaign", "the order 'campaign' is not complete: what comes next?"),
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


# ---- all 36 throws of a battle


BATTLES = [name for name in TRIALS if trial(name).case["question"] == "battle"]


@every_row("name", BATTLES)
def test_the_throws_of_a_battle_are_its_odds(name):
    begins = case_from_data(trial(name).case)
    won = throws_of(begins)
    chances = dict(rule_case(msgspec.structs.replace(begins, dice=None)).odds["winner"])
    assert len(won) == 36
    assert {side: Fraction(won.count(side), 36) for side in set(won)} == chances


def test_a_throw_stands_where_its_dice_say():
    begins = trial("fleurus").case
    won = throws_of(case_from_data(begins))
    for attacker, defender, *fates in ((6, 1, 3), (1, 6, 3, 3), (1, 5, 3, 3), (2, 6, 3, 3)):
        ruling = rule_case({**begins, "dice": [attacker, defender, *fates]}, others=False)
        assert ruling.answer["winner"] == won[(attacker - 1) * 6 + defender - 1]


def cells(trial):
    return re.findall("<i class='(nl-(?:bourbon|alliance)[^']*)'", trial.chart.bars.value.split("nl-36")[-1])


def test_the_grid_marks_what_a_switch_turns_and_what_fell():
    fleurus = try_it("fleurus")
    assert len(cells(fleurus)) == 36
    assert not [one for one in cells(fleurus) if "turned" in one]
    next(iter(fleurus.switches.values())).value = True
    before, now = cells(try_it("fleurus")), cells(fleurus)
    turned = [place for place, one in enumerate(now) if "turned" in one]
    assert turned == [place for place in range(36) if before[place] != now[place].removesuffix(" turned")]
    assert turned
    rolled = try_it("fleurus-rolled")
    rolled.roll()
    first, second = rolled.ruling.dice[:2]
    fell = [place for place, one in enumerate(cells(rolled)) if "fell" in one]
    assert fell == [(first - 1) * 6 + second - 1]


def test_what_is_no_battle_has_no_grid():
    assert "nl-36" not in try_it("roll-at-tournai").chart.bars.value


# ---- pickers in the place of data


def control(trial, key):
    return trial.form.children[list(trial.form.fields).index(key)].children[-1]


def test_no_field_of_a_lesson_is_a_list_or_a_table_to_type():
    for name in TRIALS:
        made = try_it(name)
        for key, field in made.form.fields.items():
            typed = getattr(field.widget, "placeholder", "") in ("[ ]", "{ }")
            hidden = field.widget.layout.display == "none"
            assert not typed or hidden or isinstance(field.value, int), (name, key)


def test_who_suffers_is_chosen_and_comes_back():
    dijon = try_it("crowd-at-dijon")
    rows = control(dijon, "reduces").rows
    assert [(power.value, reduced.value) for power, reduced in rows] == [("France", False)] * 2
    for power, reduced in rows:
        power.value, reduced.value = "Catalan", True
    assert "eliminated" in str(dijon.ruling.says)
    dijon.reset()
    assert [(power.value, reduced.value) for power, reduced in rows] == [("France", False)] * 2
    assert "reduced" in str(dijon.ruling.says)


def test_james_goes_where_he_is_sent():
    winter = try_it("winter-of-1688")
    to, with_corps = control(winter, "exile").children
    assert "Paris or Dublin" in str(winter.ruling.says)
    to.value = "Paris"
    assert "Dublin" not in str(winter.ruling.says).split("James II to")[-1]
    with_corps.value = True
    assert winter.case.given["exile"] == {"to": "Paris", "with_corps": True}
    winter.reset()
    assert to.value == ""
    assert winter.ruling == rule_case(winter.case)


def test_a_number_that_nobody_gave_has_its_stepper():
    catalans = try_it("catalans")
    less, more = control(catalans, "points").children
    more.click()
    more.click()
    less.click()
    assert catalans.case.given["points"] == 1


def test_of_an_order_the_reader_chooses_what_stands_behind_its_verb():
    begins = try_it("where-a-campaign-begins")
    order = begins.form.fields["action"].widget
    picker = begins.form.children[list(begins.form.fields).index("action")].children[-1]
    assert (order.layout.display, picker.description, picker.value) == ("none", "campaign", "Amsterdam")
    assert begins.ruling.verdict == "legal"
    picker.value = "Antwerp"
    assert order.value == "campaign Antwerp"
    assert begins.ruling.verdict == "illegal"
    begins.reset()
    assert picker.value == "Amsterdam"
