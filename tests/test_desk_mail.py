"""The mail on the umpire's desk: facts as chips, both versions ruled, and nothing of one case in the next."""

import base64
import json
import re
from html import unescape

import ipywidgets as W
import pytest
from desk_cases import SIEGE
from every_row import every_row

from ninevears_kernel.nine_years.components.scenario import leader_table
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.links import link_to
from ninevears_kernel.umpire.cases.cases import FORMAT, Case, case_from_data, questions, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.cases.with_facts import with_facts
from ninevears_kernel.umpire.docket.letter import to_text
from ninevears_kernel.widgets.umpire.fact_form import FactForm
from ninevears_kernel.widgets.umpire.likely import answers, told
from ninevears_kernel.widgets.umpire.mail_facts import MailFacts, highlighted
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

TEXT = "May Catinat, rated 5, rally three corps? <b>Regards</b>, Anna, tel. 06 12"
RALLY = {
    "system": "NY",
    "question": "rally",
    "facts": [{"kind": "rating", "value": 5, "said": "rated 5", "sure": True}],
    "missing": [],
    "disputed": [],
    "case": {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}},
    "text": TEXT,
    "unread": [{"said": "three corps"}],
}
FORCE = {
    "system": "NY",
    "question": "force",
    "facts": [{"kind": "leaders", "value": [5], "said": "rated 5", "sure": True}],
    "missing": [],
    "disputed": [
        {
            "kind": "corps",
            "what": "how many corps went",
            "versions": [
                {"by": "Bourbon", "value": 5, "said": "five corps"},
                {"by": "Alliance", "value": 6, "said": "six"},
            ],
        }
    ],
    "case": None,
    "text": "We went with five corps under a leader rated 5. > no, six",
}


@pytest.fixture(scope="module")
def one_desk(tmp_path_factory):
    return UmpireDesk(docket=str(tmp_path_factory.mktemp("desk") / "docket.sqlite"))


@pytest.fixture
def desk(one_desk):
    """The same desk for each dispute, as an umpire has it."""
    one_desk.clear()
    one_desk.system.value, one_desk.question.value = "NY", "siege"
    return one_desk


def test_a_plain_mail_is_ruled_at_once(desk):
    desk.mail.lay(RALLY)
    assert (desk.system.value, desk.question.value) == ("NY", "rally")
    assert desk.ruling == rule_case(case_from_data(RALLY["case"]))
    assert desk.strip.step == "ruling"


def test_a_doubtful_fact_waits_for_a_click_and_a_missing_one_for_a_word(desk):
    doubtful = {**RALLY["facts"][0], "sure": False}
    missing = [{"kind": "leader", "ask": "Which leader was it, please?"}]
    desk.mail.lay({**RALLY, "facts": [doubtful], "missing": missing, "case": None})
    assert desk.ruling is None
    assert desk.strip.step == "facts"
    assert "rating" not in desk.case.given
    desk.mail.take(0)
    assert desk.case.given == {"rating": 5}
    assert desk.ruling is None
    desk.mail.settle(desk.mail.facts.missing[0])
    assert desk.ruling == rule_case(case_from_data(RALLY["case"]))


def test_the_sentence_to_ask_stands_under_the_missing_fact(desk):
    missing = [
        {"kind": "leader", "ask": "Which leader <i>was</i> it, please?"},
        {"kind": "year", "ask": "Which year was it, please?"},
    ]
    desk.mail.lay({**RALLY, "missing": missing, "case": None})
    first, second = [one for one in desk.mail.chips.children if "is-missing" in one._dom_classes]
    shown = first.children[1].children[0]
    assert shown.layout.display is None  # one short question comes next
    assert "Which leader &lt;i&gt;was" in shown.value
    row, (ask, _) = second.children[0], second.children[1].children
    assert ask.layout.display == "none"
    row.children[1].children[0].click()
    assert ask.layout.display is None


def test_what_is_to_be_asked_is_copied_one_by_one_or_all_at_once(desk):
    missing = [{"kind": "leader", "ask": "Who's 'it'?"}, {"kind": "year", "ask": "Which year?"}]
    desk.mail.lay({**RALLY, "missing": missing, "case": None})
    asks = [one.children[1].children[0].value for state, _, one in _chips(desk) if state == "is-missing"]
    copied = [[unescape(text) for text in re.findall("data-copies='([^']*)'", ask)] for ask in asks]
    assert copied == [["Who's 'it'?", "Who's 'it'?\nWhich year?"], ["Which year?"]]


def test_what_scored_is_chosen_from_the_table_and_its_side_is_the_one_that_scores():  # MP VP.2
    taken = []
    doubtful = {"kind": "events", "value": {"side": "", "kind": "captured", "count": 1}}
    form = FactForm(doubtful, ("MP", "victory-points"), lambda *taken_so: taken.append(taken_so))
    fields = form.form.fields
    assert fields["side"].widget.description == "side that scores"
    assert "single-3-pounder-captured" in fields["kind"].widget.options
    fields["side"].widget.value, fields["kind"].widget.value = "Royalist", "single-3-pounder-captured"
    form.take_button.click()
    assert taken == [({"side": "Royalist", "kind": "single-3-pounder-captured", "count": 1}, {})]


def test_a_fact_is_mended_and_dropped(desk):
    desk.mail.lay(RALLY)
    desk.mail.mend(0, 3)
    assert desk.case.given == {"rating": 3}
    assert desk.ruling.answer["limit"] == 2
    desk.mail.take(0, taken=False)
    assert desk.case.given == {}
    assert desk.ruling is None


FACTS = {
    "leader": {"kind": "leader", "value": "Luxembourg", "at": "Mons"},
    "corps": {"kind": "corps", "value": {"power": "France", "count": 3, "reduced": False, "space": "Mons"}},
    "garrison": {
        "kind": "corps",
        "value": {"power": "Spain", "count": 1, "reduced": True, "inside": True, "space": "Mons"},
    },
    "dice": {"kind": "dice", "value": [6, 2], "whose": "Bourbon"},
    "control": {"kind": "control", "value": "Namur", "side": "Bourbon"},
    "sea": {"kind": "sea-control", "value": None, "zone": "Atlantic"},
    "fleet": {"kind": "fleet", "value": "Brest", "strength": 2},
    "year": {"kind": "year", "value": 1690},
    "yes": {"kind": "telescope", "value": False},
    "ships": {"kind": "ships", "value": ["galley", "galleon"]},
    "hedge": {"kind": "hexsides", "value": {"between": ["0304", "0305"], "kind": "hedge"}},
}


@every_row("name", FACTS)
def test_a_fact_is_mended_in_fields_that_give_what_they_show(name):
    taken = []
    fact = FACTS[name]
    form = FactForm(fact, ("NY", "siege"), lambda value, details: taken.append((value, details)))
    form.take_button.click()
    ((value, details),) = taken
    assert value == fact["value"]
    assert {**fact, **details} == fact
    shown = [one.widget.value for one in form.form.fields.values() if one.widget.has_trait("value")]
    assert not any(sign in str(one) for one in shown for sign in '{["'), "as a file has it"


def test_a_place_that_is_none_is_told_in_a_sentence_beside_the_fields(desk):
    control = {"kind": "control", "value": "Mons", "side": "Bourbon", "said": "I hold Mons", "sure": True}
    asked = {"kind": "side", "value": "Bourbon", "said": "I", "sure": True}
    desk.mail.lay({**FORCE, "question": "resource-points", "disputed": [], "facts": [control, asked]})
    desk.mail.chips.children[0].children[0].children[1].children[0].click()
    (form,) = desk.mail.chips.children[0].children[1].children
    form.form.fields["control"].widget.value = "Monz"
    form.form.fields["side"].widget.value = "Alliance"
    assert desk.mail.facts.facts[0].fact["value"] == "Mons", "not before it is taken so"
    form.take_button.click()
    fault = desk.mail.facts.facts[0].fault
    assert fault == "The control cannot be “Monz”: it should be a space of the map (did you mean Mons?)."
    (form,) = desk.mail.chips.children[0].children[1].children
    form.form.fields["control"].widget.value = "Mons"
    form.take_button.click()
    assert desk.editor.changes == [{"set": "control", "space": "Mons", "side": "Alliance"}]
    assert not desk.mail.facts.facts[0].fault


def test_a_number_that_is_none_is_told_in_the_fields(desk):
    desk.mail.lay(RALLY)
    desk.mail.chips.children[0].children[0].children[1].children[0].click()
    (form,) = desk.mail.chips.children[0].children[1].children
    form.form.fields["rating"].widget.value = "five"
    assert "The rating cannot be “five”: it should be a whole number." in form.error.value
    assert desk.case.given == {"rating": 5}


def test_what_was_changed_by_hand_stays_when_a_fact_is_mended(desk):
    desk.mail.lay({**FORCE, "disputed": [], "facts": [*FORCE["facts"]]})
    desk.form.fields["corps"].widget.value = "4"
    for rating in (4, 3):
        desk.mail.mend(0, [rating])
        assert desk.case.given == {"leaders": [rating], "corps": 4}


def test_edits_by_hand_stay_when_a_fact_is_mended(desk):
    control = {"set": "control", "space": "Mons", "side": "Bourbon"}
    fact = {"kind": "changes", "value": [control], "said": "I hold Mons", "sure": True}
    other = {"kind": "side", "value": "Bourbon", "said": "I", "sure": True}
    desk.mail.lay({**FORCE, "question": "resource-points", "disputed": [], "facts": [fact, other]})
    assert desk.editor.changes == [control]
    year = {"set": "year", "year": 1690}
    assert desk.editor.make(year)
    desk.mail.mend(1, "Alliance")
    assert desk.editor.changes == [control, year]
    desk.editor.remove(0)
    desk.mail.mend(1, "Bourbon")
    assert desk.editor.changes == [year]
    assert desk.case.given["side"] == "Bourbon"


def test_both_versions_are_ruled_at_once_and_the_found_one_is_decided(desk):
    desk.mail.lay(FORCE)
    told = desk.mailed.versions.value
    assert desk.ruling is None
    assert told.index("Bourbon") < told.index("Alliance")
    sections = re.findall(r"<section class='(\w+)( found)?'", told)
    assert sections == [("good", ""), ("bad", "")]
    desk.mail.find(0, 1)
    assert re.findall(r"<section class='(\w+)( found)?'", desk.mailed.versions.value)[1] == ("bad", " found")
    assert desk.case.given["corps"] == 6
    assert desk.ruling.verdict == "illegal"
    desk.mail.find(0, 0)
    assert desk.case.given["corps"] == 5
    assert desk.ruling.verdict == "legal"


def test_versions_that_make_no_difference_say_so(desk):
    alike = {**FORCE["disputed"][0], "versions": [{"by": "A", "value": 3}, {"by": "B", "value": 4}]}
    desk.mail.lay({**FORCE, "disputed": [alike]})
    assert "It makes no difference." in desk.mailed.versions.value


def test_the_mail_is_shown_escaped_with_what_was_understood_marked(desk):
    desk.mail.lay(RALLY)
    shown = desk.mail.paper.value
    assert "<mark class='sure' title='taken as a fact'>rated 5</mark>" in shown
    assert "<mark class='unread' title='not understood'>three corps</mark>" in shown
    assert "&lt;b&gt;Regards" in shown
    assert "<b>" not in shown
    facts = MailFacts.read({**RALLY, "facts": [{**RALLY["facts"][0], "span": [0, 3]}]})
    assert "<mark class='sure' title='taken as a fact'>May</mark>" in highlighted(facts)


def test_what_nobody_understands_leaves_the_desk_as_it_is(desk):
    before = desk.case
    desk.mail.lay({"system": None, "question": None, "facts": [], "unread": ["hello"]}, "hello")
    assert desk.case == before
    assert desk.ruling is None


def test_a_mail_that_is_pasted_or_opened_is_read(desk):
    desk.mail.text.value = TEXT
    assert desk.mail.facts.text
    desk.clear()
    assert not desk.mail.facts.text
    desk.files.take("mail.eml", TEXT.encode())
    assert desk.mail.facts.text


# ---- nothing is carried over

ROW = (
    "mons_a_seven_before_a_reduced_garrison",
    "his_open_sea",
    "namur_garrison_counts",
    "vq_naval_combat",
    "peace_on_a_nine",
)
"""Five disputes over three systems."""


def test_five_disputes_in_a_row_and_the_first_again(desk):
    rulings = []
    for name in (*ROW, ROW[0]):
        case = samples()[name].case
        desk.beginnings.begin_anew()
        assert desk.case.given == {}
        assert desk.case.dice is None
        assert desk.strip.step == "mail"
        desk.system.value, desk.question.value = case.system, case.question
        skip = ("changes", "position", "scenario")
        for key, field in desk.form.fields.items():  # as somebody fills the form in
            if key in case.given and key not in skip:
                field.value = case.given[key]
        for edit in case.given.get("changes", ()):
            assert desk.editor.make(edit), desk.editor.error.value
        desk.dice.value = " ".join(map(str, case.dice or ()))
        rulings.append(desk.rule())
        assert rulings[-1] == rule_case(case_from_data({"format": case.format, "system": case.system,
                                                        "question": case.question, "given": dict(case.given),
                                                        "dice": case.dice})), name  # fmt: skip
        desk.title.value, desk.story.value = "Left over", "It rained."
        desk.decision.answer.value = "Left over"
        desk.dice_form.seed.value = "7"
    assert rulings[-1] == rulings[0]
    assert len({ruling.system for ruling in rulings}) == 3


def test_a_fresh_case_takes_a_game_away_and_keeping_it_keeps_the_position(desk):
    game = Game.new(seed=3)
    game.choose(game.decision.options[0])
    desk.files.take("war.txt", game.log.encode())
    desk.editor.make({"set": "control", "space": "Mons", "side": "Bourbon"})
    changed = desk.editor.position
    desk.title.value = "May he?"
    desk.keep_position()
    assert desk.editor.position == changed
    assert desk.editor.changes == []
    assert desk.title.value == ""
    desk.beginnings.begin_anew()
    assert desk.editor.position != changed
    assert desk.position.game is None
    assert desk.case.given == {}


# ---- the decision


def test_a_case_of_the_docket_is_opened_without_the_words_of_the_last_decision(desk):
    desk.open_case(SIEGE)
    desk.rule()
    desk.decision.by.value = desk.docket.by.value = "Anna"
    decision = desk.decision
    decision.reason.value = decision.answer.value = desk.docket.reason.value = "Left over"
    decision.remedy.value = "adjust"
    decision.says.value, decision.verdict.value = "Back to Namur.", "legal"
    desk.dice_form.convention.value = "ignore-extra"
    number = decision.write()
    assert number, decision.error.value
    desk.docket.words.value = "anna siege"
    assert desk.docket.found.value == number, "the first that is found is chosen"
    desk.docket.open_button.click()
    left = (decision.reason, decision.answer, decision.says, decision.verdict, desk.docket.reason)
    assert [one.value for one in left] == [""] * 5
    assert decision.remedy.value is None
    assert desk.dice_form.convention.value == "refuse"
    assert decision.by.value == "Anna"
    decision.answer.value, decision.remedy.value = "Left over", "adjust"
    desk.mail.lay(RALLY)
    assert (decision.answer.value, decision.remedy.value) == ("", None), "a new mail is a new dispute"


def test_a_letter_is_for_both_where_nothing_is_hidden_from_a_side(desk):
    seats = desk.decision.seat, desk.outcome.seat
    desk.mail.lay(RALLY)
    assert all(
        [value for _, value in one.options] == ["both", "Bourbon", "Alliance", "umpire"] for one in seats
    )
    desk.open_case(samples()["vq_naval_combat"].case)
    desk.rule()
    assert all([value for _, value in one.options] == ["both"] for one in seats)
    desk.decision.by.value = "Anna"
    assert desk.decision.write(), desk.decision.error.value
    assert "Bourbon" not in desk.decision.letter.value


def test_the_decision_is_filed_and_shown(desk):
    desk.open_case(SIEGE)
    desk.rule()
    desk.decision.by.value = "Anna"
    desk.decision.answer.value = "Four corps are enough."
    assert desk.decision.remedy.value is None
    assert desk.decision.write() is None, "nothing is ordered that nobody has chosen"
    assert "Choose the remedy" in desk.decision.error.value
    assert desk.docket.number is None
    desk.decision.remedy.value = "take-back"
    number = desk.decision.write()
    assert number, desk.decision.error.value
    assert desk.strip.step == "decision"
    assert desk.docket.docket.standing(number).kind == "follow"
    assert desk.decision.letter.value
    saved = re.findall(
        r"download='decision-\d+\.(\w+)' href='data:[^;]*;base64,([^']*)'", desk.decision.exports.value
    )
    assert [ending for ending, _ in saved] == ["html", "md", "json"]
    told = json.loads(base64.b64decode(saved[-1][1]))
    assert (told["for"], told["remedy"]["kind"]) == ("both", "take-back")
    desk.decision.seat.value = "Bourbon"
    assert "-for-bourbon.html" in desk.decision.exports.value
    desk.decision.seat.value = "both"
    assert desk.decision.write_button.disabled
    desk.clear()
    assert desk.decision.by.value == "Anna"
    assert desk.decision.answer.value == ""
    assert desk.decision.letter.value == desk.decision.exports.value == ""


def test_deciding_otherwise_than_before_warns_and_asks_for_a_reason_before_anything_is_filed(desk):
    decision, docket = desk.decision, desk.docket.docket
    desk.mail.lay(RALLY)
    assert "No similar case" in decision.like.value
    decision.by.value = "Anna"
    first = decision.write()
    desk.clear()
    desk.mail.lay(RALLY)
    assert f"Like case {first} (the same facts), decided: Result" in decision.like.value
    assert decision.reason.layout.display == "none"
    assert decision.warning.value == ""
    decision.verdict.value = "illegal"
    assert f"Case {first} is like this one" in decision.warning.value
    assert decision.reason.layout.display is None
    kept = len(docket.search(words="", most=99))
    assert decision.write() is None
    assert "Give a reason" in decision.error.value
    assert len(docket.search(words="", most=99)) == kept
    decision.reason.value, decision.remedy.value = "He is not there.", "take-back"
    number = decision.write()
    standing = docket.standing(number)
    assert (standing.verdict, standing.reason, standing.departs_from) == (
        "illegal",
        "He is not there.",
        (first,),
    )
    assert "He is not there." in decision.letter.value
    desk.clear()
    assert (decision.verdict.value, decision.reason.value) == ("", "")


def test_a_found_version_stands_in_the_letter_with_the_reason(desk):
    desk.mail.lay(FORCE)
    assert desk.mail.chips.children[0].children[-1].layout.display == "none"
    desk.mail.find(0, 1)
    why = desk.mail.chips.children[0].children[-1]
    assert why.layout.display is None
    why.value = "The log of Tuesday says six."
    desk.decision.by.value, desk.decision.remedy.value = "Anna", "take-back"
    number = desk.decision.write()
    (found,) = [one for one in desk.docket.docket.standing(number).facts if one["status"] == "found"]
    assert (found["for"], found["why"]) == ("Alliance", "The log of Tuesday says six.")
    assert found["other"]["verdict"] == "legal"
    assert "The log of Tuesday says six." in desk.decision.letter.value


def test_a_decision_without_a_name_is_refused_in_a_sentence(desk):
    desk.open_case(SIEGE)
    desk.rule()
    desk.decision.by.value = ""
    desk.decision.write()
    assert "role='alert'" in desk.decision.error.value
    assert desk.strip.step == "ruling"


# ---- links


def test_a_link_to_a_moment_begins_the_position(desk):
    game = Game.new(seed=3)
    for _ in range(4):
        game.choose(game.decision.options[0])
    desk.position.source.value = "link"
    desk.position.link.value = link_to(game, seat="umpire")
    assert desk.editor.position == game.position
    desk.beginnings.begin_anew()
    desk.position.link.value = link_to(game, seat="umpire", entry=2)
    assert len(desk.position.game) == 2
    desk.position.link.value = link_to(SIEGE)
    assert desk.title.value == SIEGE["title"]
    desk.position.link.value = "ninevears:1:position:xx"
    assert "role='alert'" in desk.error.value
    assert desk.title.value == SIEGE["title"]


# ---- orders


def test_orders_are_picked_and_an_unfinished_one_asks_what_comes_next(desk):
    desk.question.value = "action"
    desk.form.fields["side"].widget.value = "Alliance"
    picker = desk.asked.orders
    assert "campaign" in [value for _, value in picker.kind.options]
    picker.kind.value = "campaign"
    picker.order.value = "campaign Brussels"
    assert desk.form.fields["action"].value == "campaign Brussels"
    assert desk.rule().verdict == "legal"
    desk.form.fields["action"].widget.value = "campaign"
    assert desk.rule() is None
    assert "“campaign” is not complete: what comes next? campaign " in desk.error.value
    assert "Not legal" not in desk.error.value
    desk.form.fields["action"].widget.value = "transfer"
    picker.go_on()
    assert desk.form.fields["actions"].value == ["transfer"]
    assert "pick" in [value for _, value in picker.kind.options]


# ---- dice by roller


def test_each_roller_has_a_field_and_too_many_are_told_by_name(desk):
    case = samples()["his_open_sea"].case
    desk.open_case(case_from_data({"format": case.format, "system": "HIS", "question": case.question,
                                   "given": dict(case.given)}))  # fmt: skip
    first, second = desk.dice_form.rollers
    counts = {due.roller: due.count for due in desk.dice_form.due}
    desk.dice_form.rollers[first].value = " ".join("3" * counts[first])
    assert desk.ruling is None or desk.ruling.dice == ()
    desk.dice_form.rollers[second].value = " ".join("5" * (counts[second] + 1))
    assert f"{second} rolled {counts[second] + 1} where {counts[second]} were due" in desk.error.value
    desk.dice_form.convention.value = "ignore-extra"
    assert desk.ruling.dice == (3,) * counts[first] + (5,) * counts[second], desk.error.value
    assert "1 die too many" in desk.case.story
    assert desk.case.ignored == {second: [5]}
    kept = desk.case
    desk.open_case(kept)
    assert desk.case == kept
    desk.dice_form.rollers[second].value = " ".join("4" * counts[second])
    assert not desk.case.ignored
    desk.clear()
    assert desk.dice_form.rollers == {}
    assert desk.case.dice is None


# ---- rows


def test_rows_are_added_filled_and_taken_away(desk):
    desk.system.value = "VQ"
    desk.question.value = "interception"
    rows = desk.form.fields["ships"].widget
    for kind in ("galley", "galleon"):
        rows.add().fields["which"].widget.value = kind
    assert desk.form.given()["ships"] == ["galley", "galleon"]
    rows.remove(rows.rows[0][1])
    assert desk.form.given()["ships"] == ["galleon"]
    desk.system.value = "MP"
    desk.question.value = "turn"
    events = desk.form.fields["events"].widget
    assert events.add_button.disabled  # (choose)
    events.kind.value = "pass"
    assert events.add().fields.keys() >= {"side"}
    assert desk.form.given()["events"][0]["do"] == "pass"


def test_dice_of_a_mail_that_are_too_many_are_refused_by_whose_they_are(desk):
    desk.dice_form.convention.value = "refuse"
    desk.mail.lay(COMBAT)
    assert desk.ruling is None
    assert "Venice rolled 5 where 4 were due" in desk.error.value
    assert desk.dice_form.convention.layout.display is None  # what the house does is asked beside it
    desk.dice_form.convention.value = "ignore-extra"
    assert desk.ruling.dice == (5, 5, 6, 1, 5, 5, 6, 1)
    assert "Venice rolled 1 die too many" in desk.story.value
    desk.mail.lay(
        {**COMBAT, "facts": [*COMBAT["facts"][:-1], {**COMBAT["facts"][-1], "value": [5, 5, 6, 1]}]}
    )
    assert desk.ruling.dice == (5, 5, 6, 1, 5, 5, 6, 1)
    assert desk.story.value == ""


def test_the_letter_says_whose_missing_dice_the_kit_rolled_and_by_which_rule(desk):
    desk.mail.lay({**COMBAT, "facts": [*COMBAT["facts"][:-1], {**COMBAT["facts"][-1], "value": [5, 5]}]})
    assert "Venice rolled 2 too few" in desk.error.value
    desk.dice_form.seed.value = "777123"
    desk.dice_form.convention.value = "roll-rest"
    assert len(desk.ruling.dice) == 8
    desk.decision.by.value = "Anna"
    assert desk.decision.write(), desk.decision.error.value
    says = "Venice rolled 2 dice too few: the last 2 were rolled by the kit, by the house rule"
    assert says in desk.decision.letter.value
    assert "777123" not in desk.decision.letter.value, "a letter tells no seed"
    desk.clear()
    desk.mail.lay({**COMBAT, "facts": COMBAT["facts"][:-1]})
    desk.dice_form.rollers["Venice"].value = "5 5 6 1"
    assert not any("too few" in fact["says"] for fact in desk.mailed.facts())


def _sure(kind, value, **details):
    return {"kind": kind, "value": value, "said": "", "sure": True, **details}


COMBAT = {
    "system": "HIS",
    "question": "naval-combat",
    "facts": [
        _sure("place", "sea"),
        _sure("power", "Ottoman", role="attacker"),
        _sure("squadrons", 2, whose="Ottoman"),
        _sure("power", "Venice", role="defender"),
        _sure("squadrons", 2, whose="Venice"),
        _sure("dice", [5, 5, 6, 1], whose="Ottoman"),
        _sure("dice", [5, 5, 6, 1, 1], whose="Venice"),
    ],
    "missing": [],
    "disputed": [],
    "case": None,
    "text": "",
    "unread": [],
}


def _chips(desk):
    """The rows of the facts: the class that tells their state, and their words."""
    rows = []
    for chip in desk.mail.chips.children:
        first = chip.children[0]
        rows.append((chip._dom_classes[-1], getattr(first, "children", (first,))[0].value, chip))
    return rows


BESIEGED = {
    "system": "NY",
    "question": "siege",
    "facts": [
        _sure("place", "Mons", role="space"),
        _sure("leader", "Boufflers", at="Mons"),
        _sure("corps", {"power": "France", "count": 5, "reduced": False, "space": "Mons"}),
        _sure("dice", [5]),
    ],
    "missing": [{"kind": "garrison", "ask": "Who was inside?"}, {"kind": "leader", "ask": "Who led?"}],
    "disputed": [],
    "case": None,
    "text": "",
    "unread": [],
}


def _row(desk, kind):
    """The row that answers what is missing: its buttons by their words, and its fields."""
    place = next(n for n, one in enumerate(desk.mail.facts.missing) if one["kind"] == kind)
    chip = [chip for state, _, chip in _chips(desk) if state == "is-missing"][place]
    parts = chip.children[1].children[1].children
    buttons = {one.description: one for one in parts if isinstance(one, W.Button)}
    return buttons, [one for one in parts if not isinstance(one, W.Button)]


def test_what_the_umpire_has_is_written_into_its_row(desk):
    desk.mail.lay(BESIEGED)
    assert "remove" not in str(desk.case.given)
    buttons, (field,) = _row(desk, "garrison")
    assert list(buttons) == ["none", "1 reduced", "1 full", "2 full", "as it stands"]
    field.value = "1 full Spanish"
    changed = {"add": "corps", "power": "Spain", "space": "Mons", "count": 1}
    assert any(changed.items() <= change.items() for change in desk.case.given["changes"])
    _row(desk, "leader")[0]["as it stands"].click()
    assert desk.ruling.answer["defence_value"] == 5


def test_one_press_answers_what_is_likely(desk):
    desk.mail.lay(BESIEGED)
    _row(desk, "garrison")[0]["none"].click()
    _row(desk, "leader")[0]["as it stands"].click()
    assert desk.ruling.answer["defence_value"] == 3
    assert "No garrison" in str(desk.mailed.facts()) or "remove" in str(desk.case.given)


def test_whose_the_corps_are_is_told_with_their_number(desk):
    facts = [one for one in BESIEGED["facts"] if one["kind"] not in ("corps", "leader")]
    missing = [{"kind": kind, "ask": "Whose?"} for kind in ("corps", "power")]
    desk.mail.lay({**BESIEGED, "facts": facts, "missing": missing})
    assert [one["kind"] for one in desk.mail.facts.asked] == ["corps"]
    desk.mail.answer(missing[0], "5 French")
    assert desk.mail.facts.missing == []
    desk.mail.lay({**BESIEGED, "missing": missing})  # Boufflers leads them
    desk.mail.answer(missing[0], "6")
    assert desk.mail.facts.missing == []
    assert "6 full French corps at Mons." in [one["says"] for one in desk.mailed.facts()]


def test_a_fact_that_the_other_tells_otherwise_is_put_in_dispute(desk):
    garrison = {"kind": "garrison", "value": "reduced", "space": "Mons", "said": "reduced", "sure": True}
    desk.mail.lay({**BESIEGED, "facts": [*BESIEGED["facts"], garrison], "missing": []})
    assert desk.ruling.answer["defence_value"] == 4
    (chip,) = [chip for _, words, chip in _chips(desk) if "garrison" in words]
    (dispute,) = [one for one in chip.children[0].children[1].children if one.description == "dispute"]
    dispute.click()
    (form,) = chip.children[1].children
    form.form.fields["garrison"].widget.value = "full"
    form.take_button.click()
    assert desk.ruling is None
    assert [one["value"] for one in desk.mail.facts.disputed[0]["versions"]] == ["reduced", "full"]
    assert desk.mailed.versions.value.count("<section") == 2
    desk.mail.find(0, 1)
    assert desk.ruling.answer["defence_value"] == 5
    found = next(one for one in desk.mailed.facts() if one["status"] == "found")
    assert found["for"] == "the other player"


SUNK = "I besieged Mons with 5 corps.\n> It was 4 corps.\n"


@every_row(
    "row",
    [
        (
            "their sides",
            ("Ruth", "Hugo"),
            [("Ruth", "Alliance"), ("Hugo", "Bourbon")],
            ("Alliance", "Bourbon"),
        ),
        ("one side", ("Hugo",), [("Hugo", "Bourbon")], ("Bourbon", "Alliance")),
        ("their names", ("Ruth", "Hugo"), [], ("Ruth", "Hugo")),
        ("one name", ("Ruth",), [], ("Ruth", "the other player")),
        ("nobody", (), [], ("one player", "the other player")),
    ],
)
def test_a_dispute_made_by_hand_names_who_says_what(desk, row):
    _, senders, plays, (by, against) = row
    corps = _sure("corps", {"count": 5, "reduced": False}, span=[SUNK.index("5 corps"), 28])
    quoted = {**corps, "span": [SUNK.index("4 corps"), len(SUNK)]}
    sides = [_sure("side", side, role="player", whose=name) for name, side in plays]
    told = {**RALLY, "question": "force", "case": None, "text": SUNK, "from": senders}
    for fact, whose in ((corps, (by, against)), (quoted, (against, by))):
        facts = MailFacts.read({**told, "facts": [fact, *sides]})
        facts.contest(0, {"count": 6, "reduced": False})
        if fact is corps or len(senders) == 2:
            assert tuple(one["by"] for one in facts.disputed[0]["versions"]) == whose


def test_of_corps_in_dispute_the_full_ones_are_called_so(desk):
    corps = {"power": "Spain", "count": 1, "space": "Mons", "inside": True}
    versions = [{"by": by, "value": {**corps, "reduced": by == "Bourbon"}} for by in ("Bourbon", "Alliance")]
    desk.mail.lay({**BESIEGED, "missing": [], "disputed": [{"kind": "corps", "versions": versions}]})
    buttons = desk.mail.chips.children[0].children[1].children
    assert [one.description.split(",")[0] for one in buttons] == [
        "1 reduced Spanish corps", "1 full Spanish corps",
    ]  # fmt: skip
    assert "If it is 1 full Spanish corps" in desk.mailed.versions.value


def test_the_letter_meets_the_words_of_whose_version_was_not_found(desk):
    desk.mail.lay({**FORCE, "facts": [*FORCE["facts"]]})
    desk.mail.find(0, 0)
    desk.decision.by.value = "Anna"
    assert desk.decision.write(), desk.decision.error.value
    decides = desk.decision._shown.data["decides"]
    assert decides["loser"] == {"by": "Alliance", "says": "six"}
    assert "Alliance says: “six” But:" in to_text(desk.decision._shown)


def test_what_is_no_dispute_is_dropped(desk):
    desk.mail.lay(FORCE)
    links = desk.mail.chips.children[0].children[0].children
    assert [one.description for one in links[1:]] == ["drop"]
    links[1].click()
    assert (desk.mail.facts.disputed, desk.mail.facts.found, desk.mail.facts.why) == ([], [], [])
    assert desk.mailed.versions.value == ""
    assert desk.ruling is None
    aside = [number for number, one in enumerate(desk.mail.facts.facts) if one.dropped]
    assert [desk.mail.facts.facts[number].fact["value"] for number in aside] == [5, 6]
    desk.mail.take(aside[0])  # one of the two was right after all
    assert desk.ruling.verdict == "legal"
    rated = next(n for n, one in enumerate(desk.mail.facts.facts) if one.fact["kind"] == "leaders")
    desk.mail.contest(rated, [4])
    assert desk.ruling is None
    desk.mail.drop(0)  # it was pressed by mistake
    assert desk.ruling.verdict == "legal"
    assert desk.case.given["leaders"] == [5]


def test_what_is_found_of_two_disputes_is_one_case_and_one_card(desk):
    second = {
        "kind": "leaders",
        "versions": [{"by": "Bourbon", "value": [5]}, {"by": "Alliance", "value": [4]}],
    }
    desk.mail.lay({**FORCE, "facts": [], "disputed": [*FORCE["disputed"], second]})
    cards = desk.mailed.versions
    assert cards.value.count("<section") == 4
    desk.mail.find(0, 0)
    desk.mail.find(1, 0)
    assert cards.value.count("<section") == 3
    assert cards.value.count("found'>") == 1
    (found,) = re.findall(r"<section class='good found'>.*?</section>", cards.value)
    assert re.findall(r"<h4>([^<]*)<", found) == [
        "If it is corps: 5 (Bourbon)", "If it is leaders: 5 (Bourbon)",
    ]  # fmt: skip


def test_to_dispute_and_to_edit_are_told_apart_and_lead_from_one_to_the_other(desk):
    desk.mail.lay({**BESIEGED, "missing": []})
    (chip,) = [chip for _, words, chip in _chips(desk) if "French corps" in words]
    links = {one.description: one for one in chip.children[0].children[1].children}
    links["dispute"].click()
    assert [one.take_button.description for one in chip.children[1].children] == ["The other says this"]
    links["edit"].click()
    assert [one.take_button.description for one in chip.children[1].children] == ["Use this"]
    links["edit"].click()
    assert chip.children[1].children == ()


def test_the_game_of_a_series_is_no_fault_where_all_have_one_rule(desk):
    facts = [_sure("game", "NGBG"), _sure("hexsides", [{"between": ["0505", "0506"], "kind": "hedge"}])]
    missing = [{"kind": "units", "ask": "Where do they stand?"}]
    told = {**RALLY, "system": "MP", "question": "hexside", "case": None}
    desk.mail.lay({**told, "facts": facts, "missing": missing})
    assert [one.fault for one in desk.mail.facts.facts] == ["", ""]
    buttons, fields = _row(desk, "units")
    assert list(buttons) == ["as it stands"]
    (field,) = fields
    field.value = "my Swedish cavalry in 0505, impulse 4, his Danish infantry in 0506, impulse 1"
    assert desk.mail.facts.missing == []
    assert [(one["name"], one["hex"], one["came"]) for one in desk.case.given["units"]] == [
        ("Swedish cavalry", "0505", 4),
        ("Danish infantry", "0506", 1),
    ]


def test_who_did_not_say_from_where_the_rest_begins_has_not_agreed_on_it(desk):
    rest = "All else is as at the start of 1688."
    for start, status in (([], "assumed"), ([_sure("position", "1688 start")], "agreed")):
        desk.mail.lay({**BESIEGED, "facts": [*BESIEGED["facts"], *start], "missing": []})
        facts = desk.mailed.facts()
        assert [one["status"] for one in facts if one["says"] == rest] == [status]
        unsaid = [one["says"] for one in facts if one["says"].startswith("Nobody said who holds")]
        assert bool(unsaid) == (status == "assumed")


def _told_as(desk, status):
    return [one["says"] for one in desk.mailed.facts() if one["status"] == status]


def test_what_the_umpire_put_in_is_found_and_not_agreed(desk):
    """The players agree on what they wrote; what nobody wrote the umpire has found."""
    desk.mail.lay({**BESIEGED, "missing": BESIEGED["missing"][:1]})
    _row(desk, "garrison")[0]["1 reduced"].click()
    reduced = "1 reduced Spanish corps at Mons."
    assert _told_as(desk, "found") == [reduced]  # the map has it too, and nobody but the umpire said so
    assert "5 full French corps at Mons." in _told_as(desk, "agreed")
    assert "The die showed 5." in _told_as(desk, "agreed")
    assert reduced not in " ".join([*_told_as(desk, "agreed"), *_told_as(desk, "assumed")])
    desk.mail.add("Bouchain was French too, and the year was 1690")
    assert "The year 1690." in _told_as(desk, "found")
    corps = next(n for n, one in enumerate(desk.mail.facts.facts) if one.fact["kind"] == "corps")
    desk.mail.mend(corps, {"power": "France", "count": 6, "reduced": False, "space": "Mons"})
    assert "6 full French corps at Mons." in _told_as(desk, "found")
    desk.mail.lay({**COMBAT, "facts": COMBAT["facts"][:-1], "missing": [{"kind": "dice", "ask": "Which?"}]})
    _, fields = _row(desk, "dice")
    fields[0].value, fields[1].value = "5 5 6 1", "1 1 2 3"
    assert [one.pressed for one in desk.mail.facts.facts if one.fact["kind"] == "dice"] == [False, True]
    assert [one for one in _told_as(desk, "found") if "rolled" in one]
    assert "Attacker: Ottoman, 2 squadrons." in _told_as(desk, "agreed")


def test_what_both_say_there_was_none_of_is_agreed_and_not_assumed(desk):
    none = [_sure("leaders", []), _sure("cards", 0)]
    dice = [_sure("dice", [5, 5, 6, 1], whose="Ottoman"), _sure("dice", [5, 5, 6, 1], whose="Venice")]
    desk.mail.lay({**COMBAT, "facts": [*COMBAT["facts"][:-2], *dice, *none]})
    assert desk.ruling
    assert _told_as(desk, "agreed")[-2:] == ["No leader.", "No card played."]
    assert "leader" not in " ".join(_told_as(desk, "assumed"))
    nobody = {**BESIEGED, "missing": [], "facts": [*BESIEGED["facts"], _sure("leader", "none", at="Namur")]}
    desk.mail.lay(nobody)
    assert "No leader at Namur." in _told_as(desk, "agreed")


def test_who_attacks_tells_whose_ships_they_are(desk):
    facts = [one for one in COMBAT["facts"] if one["kind"] != "power"]
    missing = [{"kind": kind, "ask": "Who?"} for kind in ("power", "squadrons", "dice")]
    desk.mail.lay({**COMBAT, "facts": facts, "missing": missing})
    _row(desk, "power")[0]["Ottoman attacks Venice"].click()
    assert desk.mail.facts.missing == []
    assert desk.case.given["attacker"]["power"] == "Ottoman"


def test_each_side_answers_for_itself(desk):
    facts = [one for one in COMBAT["facts"] if one["kind"] not in ("dice", "squadrons", "corsairs")]
    missing = [{"kind": kind, "ask": "How many?"} for kind in ("squadrons", "dice")]
    desk.mail.lay({**COMBAT, "facts": facts, "missing": missing})
    _, fields = _row(desk, "squadrons")
    assert [one.description for one in fields] == ["Ottoman", "Venice"]
    fields[0].value = "1 squadron, 2 corsairs"
    assert len(desk.mail.facts.missing) == 2, "the other has not answered yet"
    fields[1].value = "2"
    _, fields = _row(desk, "dice")
    fields[0].value, fields[1].value = "5 5 6 1", "1 1 2 3"
    given = desk.case.given
    assert (given["attacker"]["squadrons"], given["attacker"]["corsairs"]) == (1, 2)
    assert given["defender"]["squadrons"] == 2
    assert desk.dice_form.rolled == {"Ottoman": [5, 5, 6, 1], "Venice": [1, 1, 2, 3]}


def test_which_game_and_which_question_are_answered_where_they_are_asked(desk):
    desk.mail.open_text("Hi umpire, they rolled 5 and 3. Who is right?")
    _row(desk, "system")[0]["Here I Stand"].click()
    assert desk.mail.facts.system == "HIS"
    desk.mail.open_text("Mons, 1690, 4 French corps. What now?")
    _row(desk, "question")[1][0].value = "siege"
    assert desk.question.value == "siege"
    assert "question" not in [one["kind"] for one in desk.mail.facts.missing]
    near = {"kind": "question", "ask": "Is it about this or that?", "choices": ["loc", "siege"]}
    desk.mail.lay({**BESIEGED, "question": "loc", "missing": [near]}, "Luxembourg stands at Mons in 1690.")
    buttons, _ = _row(desk, "question")
    assert list(buttons) == [questions()["NY", name].heading for name in ("loc", "siege")]
    buttons[questions()["NY", "siege"].heading].click()
    assert desk.question.value == "siege"


LIKELY = [
    (system, question, kind)
    for system, question, kinds in (
        ("NY", "loc", "purpose side power"),
        ("NY", "siege", "garrison side dice"),
        ("NY", "savoy", "happens"),
        ("NY", "deploy-fleet", "fleet strength"),
        ("HIS", "naval-combat", "place"),
        ("VQ", "naval-combat", "place zone"),
        ("VQ", "interception", "zone rating telescope"),
        ("MP", "victory-points", "game"),
    )
    for kind in kinds.split()
]


@every_row("row", LIKELY)
def test_each_likely_answer_has_its_place_in_the_case(row):
    system, question, kind = row
    place = {"kind": "place", "value": "Namur", "role": "space"}
    told = [place] if system == "NY" and question in ("loc", "siege") else []
    found = answers(kind, (system, question), told)
    assert len(found) >= 2
    case, cases = Case(FORMAT, system, question), []
    for words, facts in found:
        assert words
        made = with_facts(case, [*told, *facts])
        cases.append(str((made.given, made.dice)))
    assert len(set(cases)) >= len(cases) - (kind == "garrison")  # Namur has a full corps as it is


def test_a_kind_of_which_something_is_told_is_not_called_untold(desk):
    desk.mail.lay(BESIEGED)
    titles = [words for state, words, _ in _chips(desk) if state == "is-missing"]
    assert "Not told: garrison" in titles[0]
    assert "Told in part: leader" in titles[1]


def test_corps_of_nobody_get_the_power_that_the_umpire_writes(desk):
    nameless = {"count": 5, "reduced": False, "space": "Mons"}
    facts = [one if one["kind"] != "corps" else {**one, "value": nameless} for one in BESIEGED["facts"]]
    desk.mail.lay({**BESIEGED, "facts": facts, "missing": [{"kind": "power", "ask": "Whose are they?"}]})
    desk.mail.answer(desk.mail.facts.missing[0], "French")
    assert desk.ruling.verdict == "legal"
    assert "5 full French corps at Mons." in [one["says"] for one in desk.mailed.facts()]


def test_dice_stay_when_it_turns_out_who_rolls(desk):
    facts = [one for one in COMBAT["facts"] if one["kind"] != "power"]
    facts = [{**one, "whose": "attacker"} if one.get("whose") == "Ottoman" else one for one in facts]
    facts = [{**one, "whose": "defender"} if one.get("whose") == "Venice" else one for one in facts]
    facts = [{**one, "value": [5, 5, 6, 1]} if one["kind"] == "dice" else one for one in facts]
    desk.mail.lay({**COMBAT, "facts": facts, "missing": [{"kind": "power", "ask": "Who fought?"}]})
    assert desk.case.dice == [5, 5, 6, 1, 5, 5, 6, 1]
    for role, power in (("attacker", "Ottoman"), ("defender", "Venice")):
        desk.form.fields[role].widget.form.fields["power"].widget.value = power
    assert desk.dice_form.rolled == {"Ottoman": [5, 5, 6, 1], "Venice": [5, 5, 6, 1]}


def test_that_there_were_none_is_no_fault_and_dice_wait_for_what_is_told_after_them(desk):
    none = [_sure("leaders", []), _sure("cards", 0)]
    rolls = [one for one in COMBAT["facts"] if one["kind"] == "dice"]
    rest = [one for one in COMBAT["facts"] if one["kind"] not in ("dice", "place")]
    desk.mail.lay({**COMBAT, "facts": [*none, *rolls, *rest, _sure("place", "sea")]})
    assert not any(one.fault for one in desk.mail.facts.facts)
    strange = _sure("revolution", True)
    desk.mail.lay({**COMBAT, "facts": [strange, *rolls, *rest, _sure("place", "sea")]})
    assert [bool(one.fault) for one in desk.mail.facts.facts].count(True) == 1
    assert desk.mail.facts.facts[0].fault


def test_the_rating_of_a_leader_of_whom_the_mail_tells_is_offered(desk):
    leader = {"kind": "leader", "value": "Boufflers", "said": "Boufflers", "sure": True}
    missing = [{"kind": "rating", "ask": "How is the leader rated?"}]
    desk.mail.lay({**RALLY, "facts": [leader], "missing": missing, "case": None})
    buttons, _ = _row(desk, "rating")
    next(iter(buttons.values())).click()
    assert desk.case.given == {"rating": leader_table()["Boufflers"].rating[0]}
    assert not any(one.fault for one in desk.mail.facts.facts)


@every_row("text", ["2, 1 corsair", "2 squadrons, 1 corsair", "2 squadrons and 1 corsair"])
def test_ships_of_two_kinds_are_told_in_one_field(text):
    found = {one["kind"]: one["value"] for one in told("squadrons", "Ottoman", text, "HIS")}
    assert found == {"squadrons": 2, "corsairs": 1}


def test_what_the_mail_tells_of_it_stands_in_the_field(desk):
    facts = [*COMBAT["facts"], _sure("corsairs", 1, whose="Ottoman")]
    missing = [{"kind": "squadrons", "ask": "How many?"}]
    desk.mail.lay({**COMBAT, "facts": facts, "missing": missing})
    _, fields = _row(desk, "squadrons")
    assert fields[0].value == "2 squadrons, 1 corsair"


def test_another_fact_is_written_in_words(desk):
    desk.mail.lay({**BESIEGED, "missing": []}, "Boufflers besieges Mons.")
    desk.mail.added.value = "1 full Dutch corps inside Mons"
    assert any("Dutch" in str(one) for one in desk.case.given["changes"])
    assert desk.mail.added.value == ""
    before = len(desk.mail.facts.facts)
    desk.mail.added.value = "and so on"
    assert "a fact in words" in desk.mail.error.value
    assert len(desk.mail.facts.facts) == before


def test_a_mail_is_read_anew_where_the_umpire_says_what_it_asks(desk):
    desk.mail.open_text("Three leaders rated 5, 4 and 3 march with 12 corps in Nine Years. Is it legal?")
    desk.system.value = "NY"
    desk.question.value = "force"
    assert desk.mail.facts.question == "force"
    assert desk.case.given["corps"] == 12
    assert desk.editor.make({"set": "year", "year": 1690})
