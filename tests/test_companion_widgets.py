"""The desk of a system, the stepper, odds as charts, worked cases and exercises, all without a browser."""

import json
import re
from fractions import Fraction
from html import escape, unescape
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

import msgspec
import pytest
from every_row import every_row
from msgspec import Meta, Struct

from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.procedure import Expected, Procedure
from ninevears_kernel.core.rulings import Ruling, frozen, objection
from ninevears_kernel.teaching.companion_exercises import companion_exercise, exercise_names
from ninevears_kernel.umpire.cases.cases import questions, rule_case
from ninevears_kernel.umpire.cases.event_words import event_words, in_words
from ninevears_kernel.umpire.cases.given_keys import given_keys, keys_of
from ninevears_kernel.umpire.cases.samples import sample, samples, samples_of
from ninevears_kernel.widgets import (
    CaseDesk,
    ExerciseCard,
    OddsChart,
    ProcedureStepper,
    QuestionKeys,
    RulingCard,
    WordTable,
    odds_chart,
)
from ninevears_kernel.widgets.parts.odds_chart import PLAIN

NOTEBOOKS = Path(__file__).parents[1] / "notebooks" / "companions"
SISTERS = ("HIS", "VQ", "MP")
OF_SISTERS = [key for key in questions() if key[0] in SISTERS]


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


# ---- worked cases


@every_row("name", sorted(samples()))
def test_every_sample_rules_without_error_and_has_a_title(name):
    found = sample(name)
    assert found.case.title
    assert rule_case(found.case).verdict in ("legal", "illegal", "yes", "no", "result")


@every_row("name", sorted(samples()))
def test_every_line_of_a_sample_fits_the_desk(name):
    assert max(map(len, sample(name).text.splitlines())) <= 88


@every_row(("system", "question"), OF_SISTERS, ids=lambda value: value)
def test_every_question_of_the_sister_systems_has_a_sample(system, question):
    assert samples_of(system, question)


def test_the_data_of_a_sample_is_the_readers_own():
    sample("his_port").data["given"]["place"] = "sea"
    assert sample("his_port").data["given"]["place"] == "port"


def test_an_unknown_sample_or_exercise_is_told():
    with pytest.raises(UnknownName, match="his_port"):
        sample("his_prot")
    with pytest.raises(UnknownName, match="his-tie"):
        companion_exercise("his-tye")


# ---- what may be given


@every_row(("system", "question"), list(questions()), ids=lambda value: value)
def test_every_key_of_every_question_is_told_once(system, question):
    keys = given_keys(questions()[system, question])
    paths = [key.path for key in keys]
    assert len(paths) == len(set(paths))
    assert all(str(key.kind) for key in keys)
    top = {field.encode_name for field in msgspec.structs.fields(questions()[system, question].given)}
    assert top <= set(paths)


@every_row(("system", "question"), OF_SISTERS, ids=lambda value: value)
def test_every_key_at_the_top_says_what_it_means(system, question):
    keys = given_keys(questions()[system, question])
    top = [key for key in keys if not re.search(r"[.:*]|\[", key.path) and key.path != "name"]
    assert [key.path for key in top if not key.means] == []


def test_a_type_that_stands_twice_is_told_once():
    keys = {key.path: key for key in given_keys(questions()["HIS", "naval-combat"])}
    assert "attacker.squadrons" in keys
    assert "defender.squadrons" not in keys
    assert "with the keys of attacker" in keys["defender"].means


def test_the_keys_of_questions_fold_away_in_a_notebook():
    html = QuestionKeys("VQ", "formation", "interception")._repr_html_()
    assert html.count("<details>") == 2
    assert "must_go" in html
    assert len(QuestionKeys("MP").questions) == len([key for key in questions() if key[0] == "MP"])
    with pytest.raises(UnknownName, match="formation"):
        QuestionKeys("VQ", "formations")


# ---- odds as charts


def ruling_with(**odds) -> Ruling:
    return Ruling("HIS", "naval-combat", "result", Message("verdict.odds"), None, odds=frozen(odds))


def test_a_chart_has_a_bar_a_percentage_and_a_fraction_for_each_value():
    chart = odds_chart(rule_case(sample("his_two_squadrons").case), "winner")
    picture = ElementTree.fromstring(chart.svg)
    bars = f"fill: {PLAIN['facecolor']}"
    assert chart.svg.count(bars) == 2  # attacker and defender are neither Bourbon nor Alliance
    assert "70.4%" in chart.svg
    assert "19/27" in chart.svg
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == chart.says == chart._repr_mimebundle_()["text/plain"]


def test_numbers_stand_in_order_and_words_likeliest_first():
    half, sixth = Fraction(1, 2), Fraction(1, 6)
    numbers = odds_chart(ruling_with(hits=((2, half), (0, 2 * sixth), (1, sixth))))
    assert re.findall(r"(\d) \d+\.\d%", numbers.says) == ["0", "1", "2"]
    names = odds_chart(ruling_with(winner=(("defender", 5 * sixth), ("attacker", sixth))))
    assert names.says.index("defender") < names.says.index("attacker")


def test_many_values_are_summed_up_and_the_chances_still_make_one():
    chart = odds_chart(rule_case(sample("his_thirty_dice").case), "attacker_hits")
    assert "other results" in chart.says
    percents = [float(p) for p in re.findall(r">(\d+\.\d)%<", chart.svg)]
    assert sum(percents) == pytest.approx(100, abs=1)


def test_names_in_a_chart_are_escaped_and_the_hardly_likely_is_no_zero():
    evil = "<script>alert('$x^')</script>"
    rare = Fraction(1, 59049)
    chart = odds_chart(ruling_with(winner=((evil, 1 - rare), ("nobody", rare))), title=evil)
    assert "<script" not in chart.svg
    assert " 0.0%" not in chart.says
    ElementTree.fromstring(chart.svg)


def test_a_chart_asks_for_a_ruling_that_has_such_odds():
    with pytest.raises(BadInput, match="without odds"):
        odds_chart(ruling_with())
    with pytest.raises(BadInput, match="winner"):
        odds_chart(rule_case(sample("his_two_squadrons").case), "looser")


def test_a_chart_is_the_same_each_time_and_leaves_the_rest_of_the_page_alone():
    one, other = (odds_chart(rule_case(sample("his_open_sea").case), "attacker_hits").svg for _ in range(2))
    assert one == other
    assert not re.search(r"<style| id=|url\(#", one)
    assert "DejaVu" not in one, "a page shows it in the letters of the kit"


def test_long_names_stand_on_lines_of_their_own():
    chart = odds_chart(ruling_with(winner=(("Hapsburg " * 30, Fraction(1)),)), title="The winner " * 12)
    told = [text.text for text in ElementTree.fromstring(chart.svg).findall(".//{*}text")]
    assert len(told) == 3 + 3 + 1 + 1
    assert max(map(len, told)) < 66


def test_charts_leave_no_pictures_open():
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    odds_chart(rule_case(sample("his_two_squadrons").case))
    assert plt.get_fignums() == before


def test_the_chart_of_a_desk_follows_the_chosen_result():
    shown = OddsChart(rule_case(sample("his_two_squadrons").case))
    assert "winner" in shown.picture.value
    shown.result.value = "attacker_hits"
    assert "attacker hits" in shown.picture.value
    shown.ruling = None
    assert shown.picture.value == ""
    assert shown.layout.display == "none"


def test_a_card_folds_the_odds_once_the_dice_have_fallen():
    sure = "<details class='odds' open>"
    assert sure in RulingCard(rule_case(sample("his_two_squadrons").case)).value
    assert sure not in RulingCard(rule_case(sample("his_open_sea").case)).value


# ---- the desk


@pytest.mark.parametrize("system", [*SISTERS, "NY"])
def test_a_desk_offers_every_question_and_rules_on_every_sample(system):
    desk = CaseDesk(system)
    for _, question in desk.question.options:
        desk.question.value = question
        assert questions()[system, question].about in unescape(desk.about.value)
        for _, name in desk.sample.options:
            desk.sample.value = name
            assert desk.text.value == sample(name).text
            assert desk.rule() is not None, desk.error.value
            assert desk.card.value
            assert desk.error.value == ""


def test_a_desk_tells_odds_and_rolls_dice_that_come_again():
    desk = CaseDesk("HIS")
    assert desk.rule().dice
    assert not desk.odds().dice
    assert desk.chart.picture.value
    assert "<details class='odds'>" in desk.card.value, "the chart shows the odds: the tables are folded"
    desk.seed.value = 7
    one = desk.roll()
    assert desk.seed.value == 8
    desk.seed.value = 7
    assert desk.roll() == one


def test_a_fault_is_one_sentence_that_names_the_field_and_takes_the_old_ruling_away():
    desk = CaseDesk("HIS")
    desk.rule()
    desk.text.value = desk.text.value.replace("corsairs", "corsair")
    assert desk.rule() is None
    assert "role='alert'" in desk.error.value
    assert "given.attacker.corsair" in desk.error.value
    assert desk.card.value == ""
    desk.text.value = "format = "
    desk.rule()
    assert words(desk.error.value).startswith(" ⚠ case: ")
    desk.text.value = "[1, 2]"
    desk.rule()
    assert "role='alert'" in desk.error.value
    desk.text.value = '{"format": "ninevears-case/1", "system": "HIS", "question": "<b>"}'
    desk.rule()
    assert "<b>" not in desk.error.value


def test_a_case_may_be_json():
    desk = CaseDesk("NY")
    desk.text.value = (
        '{"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}'
    )
    assert desk.rule().answer["limit"] == 3


def test_undo_brings_the_text_back_and_reset_the_sample():
    desk = CaseDesk("HIS")
    first = desk.text.value
    assert desk.undo_button.disabled
    desk.text.value = first + "\n# mine"
    assert not desk.undo_button.disabled
    desk.reset()
    assert desk.text.value == first
    desk.undo()
    assert desk.text.value == first + "\n# mine"
    desk.undo()
    assert desk.text.value == first
    assert desk.undo_button.disabled
    desk.undo()


def test_a_desk_says_what_may_be_given_and_what_is_answered():
    desk = CaseDesk("HIS")
    assert "attacker.squadrons" in desk.help.value
    assert "retreat_options" in desk.help.value
    assert "<th scope='col'>" in desk.help.value


def test_every_control_of_a_desk_has_a_name():
    desk = CaseDesk("HIS")
    for control in (desk.question, desk.sample, desk.text, desk.seed, desk.rule_button, desk.odds_button):
        assert control.description
    assert desk.undo_button.tooltip


def test_an_unknown_system_or_question_is_told():
    with pytest.raises(BadInput, match="HIS"):
        CaseDesk("HSI")
    with pytest.raises(BadInput, match="naval-combat"):
        CaseDesk("HIS", "naval-fight")


# ---- the stepper, on a procedure as small as can be: sail three legs, each with a die, or name the ship


class Voyage(Struct, frozen=True):
    legs: int = 0
    ship: str = ""


class Sail(Struct, frozen=True, tag_field="do", tag="sail-on", forbid_unknown_fields=True):
    """Sails one leg."""

    legs: Annotated[int, Meta(ge=1, le=9, description="how many")] = 1


class Name(Struct, frozen=True, tag_field="do", tag="name", forbid_unknown_fields=True):
    """Names the ship."""

    ship: Annotated[str, Meta(description="its name")]


def expected(state):
    events = tuple(Sail(n) for n in range(1, 4 - state.legs)) if state.ship != "Ark" else (Sail(),) * 12
    return Expected("HIS NC.1", Message("list.one", item=f"legs {state.legs}"), events, state.legs >= 3)


def objections(state, event):
    if isinstance(event, Sail) and state.legs + event.legs > 3:
        yield objection("HIS NC.2", "list.one", Message("list.one", item="sail less"), item="too far")
        yield objection("HIS NC.3", "list.one", item="no wind")


def carry_out(state, event, context):
    if isinstance(event, Name):
        return msgspec.structs.replace(state, ship=event.ship)
    face = context.dice.roll(wanted=Message("dice.any"))
    context.step("HIS NC.5", "list.one", item=f"rolled {face}")
    return msgspec.structs.replace(state, legs=state.legs + event.legs)


VOYAGE = Procedure(expected, objections, carry_out)


@pytest.fixture
def stepper():
    return ProcedureStepper(VOYAGE, Voyage(), title="A voyage", kinds=Sail | Name)


def test_a_stepper_shows_the_clause_that_applies_and_a_button_for_each_event(stepper):
    assert "legs 0" in stepper.now.value
    assert "HIS NC.1" in stepper.now.value
    assert [b.description for b in stepper.buttons if b.layout.display is None] == [
        "Sail on: legs 1",
        "Sail on: legs 2",
        "Sail on: legs 3",
    ]


def test_pressing_a_button_carries_out_the_event_and_logs_it_with_its_steps(stepper):
    stepper.buttons[0].click()
    assert stepper.state.legs == 1
    assert "Sail on: legs 1" in stepper.history.value
    assert "HIS NC.5" in stepper.history.value
    assert "legs 1" in stepper.now.value
    assert escape(stepper.text) in stepper.history.value, "no text to send"
    stepper.undo_button.click()
    assert stepper.state == Voyage()
    assert stepper.history.value == ""
    assert stepper.undo_button.disabled


def test_real_dice_are_taken_and_wrong_ones_are_told(stepper):
    stepper.dice.value = "5"
    stepper.buttons[0].click()
    assert stepper.stepped.past[-1].dice == (5,)
    assert stepper.dice.value == ""
    for wrong in ("5 5", "7", "x", "0", "9" * 6000):
        stepper.dice.value = wrong
        stepper.buttons[0].click()
        assert "role='alert'" in stepper.error.value
        assert "dice" in stepper.error.value
    assert stepper.state.legs == 1


def test_a_refused_event_tells_every_clause_and_no_remedy_that_was_not_tried(stepper):
    stepper.typed.value = 'do = "sail-on"\nlegs = 4'
    stepper.type_button.click()
    said = words(stepper.error.value)
    assert "HIS NC.2" in said
    assert "HIS NC.3" in said
    assert "sail less" not in said  # nothing tries what would mend a voyage
    assert stepper.state == Voyage()


def test_a_typed_event_is_toml_or_json_and_a_fault_names_the_field(stepper):
    stepper.typed.value = 'do = "name"\nship = "<Ark>"'
    stepper.do_typed()
    assert stepper.state.ship == "<Ark>"
    assert "<Ark>" not in stepper.history.value + stepper.now.value
    stepper.typed.value = '{"do": "name", "ship": "Revenge"}'
    stepper.do_typed()
    assert stepper.state.ship == "Revenge"
    assert stepper.typed.value == ""
    for text, field in (('do = "sail-on"\nlegs = 0', "legs"), ("do = ", "event"), ('do = "fly"', "do")):
        stepper.typed.value = text
        assert stepper.do_typed() is None
        assert field in stepper.error.value


def test_many_events_stand_in_a_list(stepper):
    stepper.do(Name("Ark"))
    assert all(button.layout.display == "none" for button in stepper.buttons)
    assert len(stepper.choice.options) == 12
    stepper.do_button.click()
    assert stepper.state.legs == 1


def test_the_end_is_told(stepper):
    stepper.do(Sail(3))
    assert "Nothing more can happen." in stepper.now.value


def test_a_stepper_has_a_text_twin(stepper):
    stepper.do(Sail(2))
    assert re.fullmatch(
        r"1\. Sail on: legs 2\n   Dice: \d\n   HIS NC\.5: rolled \d\nHIS NC\.1: legs 2", stepper.text
    )


def test_the_latest_event_stands_first_in_the_log(stepper):
    stepper.do(Sail(1))
    stepper.do(Name("Ark"))
    assert stepper.history.value.index("Name: ship Ark") < stepper.history.value.index("Sail on: legs 1")


def test_how_things_stand_is_told_in_words_and_a_view_may_be_drawn():
    stepper = ProcedureStepper(VOYAGE, Voyage(ship="Ark"), view=lambda state: f"<i>{state.legs}</i>")
    assert "<i>0</i>" in stepper.now.value
    assert "<th scope='row'>ship</th><td>Ark</td>" in stepper.now.value


def test_events_in_words():
    assert event_words(Name("Ark")) == "Name: ship Ark"
    assert in_words((Voyage(1, "Ark"), Voyage(2))) == "legs 1, ship Ark; legs 2"
    assert [key.path for key in keys_of(Sail | Name)] == [
        "do = sail-on", "do = sail-on: legs", "do = name", "do = name: ship"
    ]  # fmt: skip


def test_a_table_of_words_is_escaped_and_has_a_text_twin():
    table = WordTable(["kind", "points"], [("<b>cavalry</b>", 10), (None, True)], caption="What scores")
    html = table._repr_html_()
    assert "<b>cavalry" not in html
    assert "<td class='number'>10</td>" in html
    assert "<th scope='col'>kind</th>" in html
    assert "<caption>What scores</caption>" in html
    assert table.text == "kind | points\n<b>cavalry</b> | 10\n | yes"


# ---- exercises


@pytest.mark.parametrize("name", exercise_names())
def test_an_exercise_has_one_right_answer_and_gives_the_reason_for_a_wrong_one(name):
    exercise = companion_exercise(name)
    marks = {choice: exercise.mark(choice) for choice in exercise.choices}
    assert sum(mark.right for mark in marks.values()) == 1
    for choice, mark in marks.items():
        assert mark.right or str(mark.says).startswith("You answered")
        assert mark.right or len(str(mark.says)) > len(f"You answered {choice}.") + 10
    assert str(exercise.title)
    assert str(exercise.prompt)
    if exercise.because is not None:
        told = (*next(iter(marks.values())).ruling.steps, *next(iter(marks.values())).ruling.violations)
        assert exercise.because in {name for found in told for name in (found.clause_id, found.says.id)}


@every_row(("system", "question"), OF_SISTERS, ids=lambda value: value)
def test_every_question_of_the_sister_systems_has_an_exercise(system, question):
    asked = [companion_exercise(name).case for name in exercise_names()]
    assert any((case["system"], case["question"]) == (system, question) for case in asked)


@pytest.mark.parametrize(("system", "notebook"), [("VQ", "02_virgin_queen"), ("MP", "03_musket_and_pike")])
def test_a_notebook_shows_a_case_the_keys_and_an_exercise_for_every_question_of_its_system(system, notebook):
    data = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))
    code = "\n".join("".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code")
    shown = {sample(name).case.question for name in re.findall(r'sample\("(\w+)"\)', code)}
    keys = set(re.findall(r'"([a-z-]+)"', " ".join(re.findall(r"QuestionKeys\((.*?)\)", code))))
    used = re.findall(r'companion_exercise\("([\w-]+)"\)', code)
    exercises = [name for name in exercise_names() if companion_exercise(name).case["system"] == system]
    of_system = {question for of, question in OF_SISTERS if of == system}
    assert shown == keys == of_system
    assert used == exercises
    numbers = [str(companion_exercise(name).title).split(".")[0] for name in used]
    assert numbers == [str(number) for number in range(1, len(used) + 1)]


def test_an_exercise_card_shows_title_and_prompt_from_the_catalogue():
    card = ExerciseCard(companion_exercise("his-tie"))
    assert "Equal hits" in card.children[0].value
    card.answer.value = "attacker"
    assert not card.mark().right
    assert "Not quite" in card.verdict.value
