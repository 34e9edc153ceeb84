"""The widgets without a browser: what they hold, what a click does, what they say."""

import html
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import ninevears_kernel
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.rulings import Ruling, Step, frozen
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.rolls import rolls_of
from ninevears_kernel.widgets import AskLOC, ExerciseCard, RulingCard, WarMap
from ninevears_kernel.widgets.parts.fields import Quiet
from ninevears_kernel.widgets.umpire import ask


@pytest.fixture
def war_map():
    return WarMap(scenario_1688())


def click(war_map, name):
    """What the browser tells when a space is clicked."""
    war_map._atlas.set_state({"selected": game_map().space(name).id})


def ruling(verdict="yes", says=None, **more):
    says = says or Message("loc.supplied", space="Tournai", source="Paris")
    return Ruling("NY", "loc", verdict, says, None, **more)


# ---- the ruling card


def test_the_verdict_is_said_in_a_word_and_a_sign():
    value = RulingCard(ruling("no")).value
    assert "✗" in value
    assert re.search(r"</span> No</span>", value)


def test_names_are_escaped():
    says = Message("loc.supplied", space="<script>alert(1)</script>", source="Paris")
    card = RulingCard(ruling(says=says, steps=(Step("NY 11.1.1", says),)))
    assert "<script" not in card.value
    assert card.value.count("&lt;script&gt;") == 2


def test_a_folded_card_shows_the_verdict_alone():
    says = Message("loc.supplied", space="Lille", source="Paris")
    found = RulingCard(ruling(says=says, steps=(Step("NY 11.1.1", says),)), folded=True).value
    banner, body = found.split("<div class='body'>")
    assert "Lille" in banner
    assert re.fullmatch(r"<details class='more'>.*</details></div></div>", body, re.DOTALL)
    assert "NY 11.1.1" in body


def test_a_step_shows_its_clause_with_basis_and_text():
    step = Step("NY 11.1.1", Message("loc.supplied", space="Tournai", source="Paris"))
    value = RulingCard(ruling(steps=(step,))).value
    assert "NY 11.1.1" in value
    assert "<details>" in value
    assert "<small>" not in value  # it is printed: what is not says so
    assert "Basis: printed text." in value
    assert step.clause.title in value


def test_a_card_says_once_what_a_kit_rule_is():
    says = Message("loc.supplied", space="Tournai", source="Paris")
    steps = tuple(Step(id, says) for id in ("NY 14.2", "NY 14.3", "NY 17.3"))
    assert {step.clause.basis for step in steps} == {"kit"}
    value = RulingCard(ruling(steps=steps)).value
    assert value.count("<small>kit</small>") == 3
    assert value.count(html.escape(say("card.kit-note"))) == 1
    printed = RulingCard(ruling(steps=(Step("NY 11.1.1", says),))).value
    assert html.escape(say("card.kit-note")) not in printed


def test_odds_have_bars():
    odds = frozen({"ends": ((False, Fraction(5, 6)), (True, Fraction(1, 6)))})
    value = RulingCard(ruling("result", odds=odds)).value
    assert "83.3%" in value
    assert "5/6" in value
    assert "width:183px" in value


def test_a_card_without_a_ruling_is_empty():
    card = RulingCard()
    assert card.value == ""
    card.ruling = ruling()
    assert card.value


# ---- asking for a line of communication


@pytest.fixture
def ruled(monkeypatch):
    """Cases that were put to the umpire; `answer` is what it says."""
    seen = SimpleNamespace(
        cases=[], answer={"supplied": True, "path": ("Tournai", "Lille"), "source": "Lille"}
    )

    def rule(case):
        seen.cases.append(case["given"])
        says = Message("loc.supplied", space="Tournai", source="Paris")
        return Ruling("NY", "loc", "yes", says, frozen(seen.answer))

    monkeypatch.setattr(ask, "rule_case", rule)
    return seen


def test_a_click_on_the_map_asks_and_draws(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    click(war_map, "Tournai")
    assert desk.space.value == "Tournai"
    assert [given["space"] for given in ruled.cases] == ["Tournai"]
    assert war_map.path == ("Tournai", "Lille")
    assert desk.card.value


def test_what_would_restore_the_line_is_marked(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    ruled.answer = {"supplied": False, "path": (), "restored_by": (("Lille", "Mons"), ("Lille", "Ghent"))}
    desk.space.value = "Tournai"
    assert len(ruled.cases) == 1
    assert war_map.selected == "Tournai"
    assert war_map.path == ()
    assert war_map.marked == ("Lille", "Mons", "Ghent")


def test_choosing_only_fills_the_form_when_that_is_wanted(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    desk.at_once.value = False
    click(war_map, "Tournai")
    assert desk.space.value == "Tournai"
    assert ruled.cases == []
    desk.button.click()
    assert len(ruled.cases) == 1


def test_whose_corps_is_asked_only_where_it_matters(ruled):
    desk = AskLOC(scenario_1688())
    assert desk.power.layout.display == "none"
    desk.purpose.value = "restore"
    assert desk.power.layout.display is None
    desk.side.value = "Alliance"
    assert "Savoy" in [value for _, value in desk.power.options]
    desk.power.value = "Savoy"
    desk.space.value = "Turin"
    assert ruled.cases[-1]["power"] == "Savoy"


def test_a_wrong_name_gives_one_sentence_and_takes_the_old_ruling_away(war_map, ruled):
    desk = AskLOC(war_map=war_map)
    desk.space.value = "Tournai"
    desk.space.value = "<b>Tournay"
    assert desk.ruling is None
    assert desk.card.value == ""
    assert "role='alert'" in desk.error.value
    assert "&lt;b&gt;Tournay" in desk.error.value
    assert "did you mean Tournai" in desk.error.value
    assert war_map.path == ()


def test_the_real_umpire_answers(war_map):
    desk = AskLOC(war_map=war_map)
    click(war_map, "Tournai")
    assert desk.ruling.verdict == "yes"
    assert war_map.path[0] == "Tournai"
    assert war_map.path[-1] == "Paris"


def test_a_form_without_a_space_asks_for_one():
    desk = AskLOC(scenario_1688())
    desk.button.click()
    assert "Choose a space" in desk.error.value


def test_controls_have_labels():
    desk = AskLOC(scenario_1688())
    controls = (desk.space, desk.side, desk.purpose, desk.power, desk.at_once)
    assert all(control.description for control in controls)
    assert desk.button.tooltip


# ---- exercises


def exercise(choices, right="Lille"):
    def mark(answer):
        says = Message("loc.supplied", space=answer, source="Paris")
        return SimpleNamespace(right=answer == right, says=says, ruling=ruling())

    return SimpleNamespace(
        title="A <b>line</b>", prompt="Where to?", choices=choices, case={}, key="x", mark=mark
    )


@pytest.mark.parametrize("choices", [("Lille", "Mons"), None])
def test_an_exercise_is_marked_in_words(choices):
    card = ExerciseCard(exercise(choices))
    card.button.click()
    assert "Choose an answer" in card.verdict.value
    card.answer.value = "Lille"
    card.button.click()
    assert "Right" in card.verdict.value
    assert card.marked.right
    assert card._why.layout.display is None
    card.answer.value = "Mons"
    assert card.verdict.value == ""
    card.button.click()
    assert "Not quite" in card.verdict.value


def test_an_exercise_is_escaped():
    assert "A &lt;b&gt;line" in ExerciseCard(exercise(("a", "b"))).children[0].value


def test_a_ruling_is_told_beside_the_map_with_its_clauses(war_map):
    desk = AskLOC(war_map=war_map)
    war_map.selected = "Tournai"
    assert war_map.path == ("Tournai", "Lille", "Amiens", "Paris")
    words = war_map.panel
    assert "Tournai has a line of communication to Paris." in words
    assert "NY 11.1.1" in words
    assert desk.ruling is war_map.ruling
    war_map.clear()
    assert "NY 11.1.1" not in war_map.panel


def test_the_dice_of_a_card_stand_by_who_rolled_them():
    data = {"format": "ninevears-case/1", "system": "NY", "question": "deploy-fleet", "dice": [5, 2]}
    data |= {"given": {"fleet": "Brest", "strength": 2}, "ignored": {"Bourbon": [3]}}
    case = case_from_data(data)
    ruling = rule_case(case)
    card = RulingCard()
    card.rolls = rolls_of(case, ruling.dice)
    card.ruling = ruling
    assert "<b>Bourbon:</b> 5; not counted, by the house rule: 3</li>" in card.value
    assert "<b>Alliance:</b> 2</li>" in card.value
    card.ruling = None
    card.ruling = ruling  # nobody says whose they are
    assert "<b>Bourbon:</b>" not in card.value
    assert "<li>5, 2</li>" in card.value


RULE = re.compile(r"([^{}]+)\{")


def bare(css: str) -> list[str]:
    """Rules with ``:has()`` whose subject names no class, tag or attribute."""
    found = []
    for rule in RULE.findall(re.sub(r"/\*.*?\*/", "", css, flags=re.S)):
        flat = rule
        while flat != (flat := re.sub(r"\([^()]*\)", "", flat)):
            pass  # what stands in brackets is no subject
        subjects = [re.split(r"[\s>+~]+", one.strip())[-1] for one in flat.split(",")]
        if ":has(" in rule and any(re.match(r"\*|:(?!is\b)", one) for one in subjects):
            found.append(rule.strip())
    return found


def test_what_follows_has_is_named():
    """Else a browser styles all that a cell holds anew with each key that is pressed on its map."""
    assert bare("a b{} .a:has(>p)>:first-child{} .a:has(p)>p{}") == [".a:has(>p)>:first-child"]
    package = Path(ninevears_kernel.__file__).parent
    assert {
        path.name: rules for path in package.rglob("*.css") if (rules := bare(path.read_text("utf-8")))
    } == {}


def test_a_widget_hears_again_when_writing_its_fields_has_failed():
    quiet = Quiet()
    with pytest.raises(ZeroDivisionError), quiet, quiet:
        raise ZeroDivisionError
    assert not quiet
