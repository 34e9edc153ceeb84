"""By what the umpire's desk rules: the precedents of its docket, unless the case says otherwise."""

import json

import pytest
from desk_cases import SIEGE, links_of

from ninevears_kernel.core.readings import readings
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.cases.rules_files import rule_tables_of, rules_from_texts
from ninevears_kernel.umpire.cases.samples import sample
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.precedents import InForce, Judge
from ninevears_kernel.umpire.docket.records import Change
from ninevears_kernel.umpire.reports.reports import report_again, to_markdown
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

FORCE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "force",
    "given": {"leaders": [6, 4, 3], "corps": 13},
}
RALLY = FORCE | {"question": "rally", "given": {"rating": 5}}
MADRID = sample("madrid_is_taken").data
"""Turns on two readings."""
CROWD = sample("strasbourg_replacement_in_a_crowd").data
EVERY_LEADER = {"force-limit": "every-leader"}


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "docket.sqlite")


def adopted(place, **change):
    """A docket with a precedent."""
    docket = Docket.open(place)
    number = docket.add_case(FORCE, by="Anna").number
    docket.decide(number, by="Anna")
    return docket.adopt(docket.would_change(Change(**change)), number, by="Anna", reason="So.")


def kept(desk):
    """The docket section of a desk after its case was kept and decided."""
    docket = desk.docket
    docket.by.value, docket.reason.value = "Anna", "So we play."
    desk.rule()
    assert docket.keep() is not None, docket.error.value
    docket.decide("follow", reason=docket.reason.value)
    return docket


def choose(docket, name, option):
    docket.reading.value = (name, option)


def look_into(docket):
    docket.preview.begin()
    assert docket.preview.wait(60)


# ---- adopting


def test_only_the_reading_that_was_looked_into_is_adopted(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(MADRID)
    docket = kept(desk)
    choose(docket, "empire-capital", "one")
    assert docket.adopt_button.disabled
    look_into(docket)
    assert not docket.adopt_button.disabled
    choose(docket, "captured-capital", "no-line-at-all")
    assert docket.changed.value == ""
    assert docket.adopt_button.disabled
    docket.adopt()
    assert docket.docket.precedents() == ()
    look_into(docket)
    assert "takes the place" not in docket.changed.value
    docket.adopt()
    (precedent,) = docket.docket.precedents()
    assert precedent.change.readings == {"captured-capital": "no-line-at-all"}
    desk.open_case(MADRID)
    kept(desk)
    choose(docket, "captured-capital", readings()["captured-capital"].default)
    look_into(docket)
    assert f"It takes the place of precedent {precedent.number}" in docket.changed.value
    docket.adopt()
    assert docket.docket.precedents()[0].corrected_by == docket.docket.precedents()[1].number


def test_only_readings_that_the_docket_takes_are_offered(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(SIEGE)
    docket = kept(desk)
    turning = {used.name for used in desk.ruling.readings}
    assert {name for name, _ in dict(docket.reading.options).values()} == turning
    desk.open_case(RALLY)
    docket = kept(desk)
    assert docket.reading.options == ()
    assert docket.adopt_box.layout.display == "none"
    desk.open_case(MADRID)
    assert docket.adopt_box.layout.display == "none"
    docket = kept(desk)
    assert docket.adopt_box.layout.display is None
    for value in dict(docket.reading.options).values():
        docket.docket.adopt(
            docket.docket.would_change(Change(dict([value]))), docket.number, by="A", reason="x"
        )
        break
    else:
        pytest.fail("nothing is offered")


def test_a_search_that_ends_after_another_reading_was_chosen_is_dropped(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(MADRID)
    docket = kept(desk)
    choose(docket, "empire-capital", "one")
    late = docket._previewed(lambda count, of: None, lambda: False)
    choose(docket, "captured-capital", "no-line-at-all")
    docket._found(late)
    assert docket.adopt_button.disabled
    assert docket.changed.value == ""


def test_readings_are_offered_with_their_sentence(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(FORCE)
    docket = kept(desk)
    offered = [value for _, value in docket.reading.options]
    assert offered[0] == ("force-limit", "every-leader")
    assert {readings()[name].clause_id.split()[0] for name, _ in offered} == {"NY"}
    for label, (name, option) in docket.reading.options:
        assert readings()[name].options[option][:30] in label
    choose(docket, *offered[0])
    assert readings()["force-limit"].options["every-leader"] in docket.means.value


def test_the_desk_rules_by_what_was_just_adopted_on_it(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(FORCE)
    docket = kept(desk)
    assert desk.ruling.verdict == "illegal"
    choose(docket, "force-limit", "every-leader")
    look_into(docket)
    docket.adopt()
    number = docket.docket.precedents()[0].number
    assert str(number) in docket.said.value
    assert desk.ruling.verdict == "legal"
    assert f"precedent {number}" in desk.readings.differing.value
    assert ("force-limit", "every-leader") not in dict(docket.reading.options).values()
    assert ("force-limit", readings()["force-limit"].default) in dict(docket.reading.options).values()


# ---- ruling


def test_a_new_desk_rules_and_reports_by_the_precedents_of_its_docket(place):
    number = adopted(place, readings=EVERY_LEADER).number
    desk = UmpireDesk(docket=place)
    assert "force-limit" in desk.readings.differing.value
    assert f"precedent {number}" in desk.readings.differing.value
    desk.open_case(FORCE)
    assert desk.rule().verdict == "legal"
    assert desk.case.readings == {}
    for text in links_of(desk).values():
        assert report_again(text).ruling == desk.ruling
        assert report_again(text).precedents == {"force-limit": number}
    assert f"By precedent {number} of the docket" in links_of(desk)["md"]
    assert to_markdown(report_again(links_of(desk)["md"])) == links_of(desk)["md"]
    stored = desk.docket.docket.case(desk.docket.keep())
    assert stored.ruling["verdict"] == "legal"
    assert stored.case["readings"] == {}  # so that a later precedent is heard
    desk.system.value = "HIS"
    assert "in the usual way" in desk.readings.differing.value


def test_what_the_case_itself_says_stands(place):
    adopted(place, readings=EVERY_LEADER)
    desk = UmpireDesk(docket=place)
    desk.open_case(FORCE)
    usual = readings()["force-limit"].default
    desk.readings.fold.selected_index = 0
    field = desk.readings.fields["force-limit"]
    assert field.value == "every-leader"
    field.value = usual
    assert desk.case.readings == {"force-limit": usual}
    assert usual in desk.readings.differing.value
    assert desk.rule().verdict == "illegal"
    desk.readings.usual_button.click()
    assert field.value == "every-leader"
    assert desk.rule().verdict == "legal"


def test_lines_of_the_tables_that_precedents_changed_are_in_the_report(place):
    number = adopted(place, rules={"stacking": {"limit": 13}}).number
    desk = UmpireDesk(docket=place)
    desk.open_case(CROWD)
    assert desk.rule().verdict != rule_case(CROWD).verdict
    assert desk.report.rules.name == f"precedents-{number}.toml"
    assert desk.rules is None
    again = report_again(links_of(desk)["json"])
    assert again.ruling == desk.ruling


def test_an_umpires_own_file_stands_over_precedents():
    text = 'format = "ninevears-rules/1"\n[stacking]\nlimit = 12\n[siege]\ntwice = 2\n'
    own = rules_from_texts({"mine.toml": text + "[[siege.results]]\nat_least = 4\nstrength = 1\n"})
    force = InForce().with_change(
        7,
        Change(rules={"stacking": {"limit": 20}, "siege": {"continuing": 3}, "battle": {"losses": [5, 10]}}),
    )
    judge = Judge(force)
    found = judge.rules_file(own)
    assert found.name == "mine-precedents-7.toml"
    assert rule_tables_of(found).numbers == judge.rule_tables(own).numbers
    assert rule_tables_of(found).numbers.stacking.limit == 12
    assert rule_tables_of(found).numbers.siege.continuing == 3
    assert Judge(InForce()).rules_file(own) is own


def test_a_docket_that_cannot_be_read_is_told_and_the_desk_rules_as_usual(tmp_path):
    (tmp_path / "broken.sqlite").write_bytes(b"this is no database" * 100)
    desk = UmpireDesk(docket=str(tmp_path / "broken.sqlite"))
    desk.open_case(FORCE)
    assert desk.rule().verdict == "illegal"
    assert "no precedent was applied" in desk.error.value


def test_a_desk_makes_no_docket_before_something_is_kept(tmp_path):
    desk = UmpireDesk(docket=str(tmp_path / "docket.sqlite"))
    desk.open_case(FORCE)
    desk.rule()
    assert list(tmp_path.iterdir()) == []


# ---- what the report says


@pytest.mark.parametrize("field", ["claim", "verdict", "title", "story"])
def test_what_the_players_say_later_is_taken_into_the_report(place, field):
    desk = UmpireDesk(docket=place)
    desk.open_case(SIEGE)
    ruling = desk.rule()
    words = "Sedan was never besieged."
    match field:
        case "claim":
            desk.claims.rows[0].says.value = words
        case "verdict":
            desk.claims.rows[0].verdict.value = "legal"
            desk.claims.rows[0].says.value = words
        case "title":
            desk.title.value = words
        case "story":
            desk.story.value = words
    assert desk.ruling is ruling
    for text in links_of(desk).values():
        assert words in text
    told = json.loads(links_of(desk)["json"])
    assert (told["claims_judged"][0]["holds"] is None) == (field != "verdict")
    assert ("✓" in desk.outcome.judged.value or "✗" in desk.outcome.judged.value) == (field == "verdict")
    assert desk.is_ruled


def test_words_that_come_during_the_search_do_not_lose_it(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(FORCE)
    desk.rule()
    found = desk.outcome._searched(lambda count, of: None, lambda: False)
    desk.title.value = "Thirteen"
    desk.outcome._found(found)
    assert desk.report.changes is not None
    assert desk.report.title == "Thirteen"


def test_words_that_are_too_long_are_told(place):
    desk = UmpireDesk(docket=place)
    desk.open_case(SIEGE)
    desk.rule()
    desk.title.value = "x" * 300
    assert desk.ruling is None
    assert "title" in desk.error.value


@pytest.mark.parametrize("change", ["facts", "readings", "seed"])
def test_other_facts_take_the_ruling_off(place, change):
    desk = UmpireDesk(docket=place)
    desk.open_case(SIEGE)
    desk.rule()
    match change:
        case "facts":
            desk.form.fields["corps"].widget.value = "3"
        case "readings":
            desk.readings.fold.selected_index = 0
            desk.readings.fields["red-links"].value = "any"
        case "seed":
            desk.dice_form.seed.value = "7"
    assert desk.ruling is None
    assert links_of(desk) == {}
