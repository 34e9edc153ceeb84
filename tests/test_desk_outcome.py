"""What comes of a case on the umpire's desk: map, odds, report, and what a player could have done."""

import base64
import html
import json
import re

import ipywidgets as W
import pytest
from desk_cases import SIEGE, links_of
from ipywidgets.widgets.widget import _instances

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.reports.shown_on_map import shown_on_map
from ninevears_kernel.umpire.search.goals import CONDITIONS
from ninevears_kernel.widgets.parts.cleanup import widgets_in
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk


@pytest.fixture
def desk(tmp_path):
    return UmpireDesk(docket=str(tmp_path / "docket.sqlite"))


@pytest.fixture(scope="module")
def plain_desk():
    return UmpireDesk(docket=None)


# ---- the ruling and its report


DRAWN = {
    "namur_four_corps_and_no_line": "Namur",
    "four_hits_each_behind_the_lines": "Brussels",
    "luxembourg_transfers_to_the_siege": "Sedan",
    "two_corps_to_cork": "Atlantic",
    "cork_across_an_enemy_sea": "Atlantic",
    "casale_behind_neutral_savoy": "Casale",
    "humieres_intercepts_at_tournai": "Tournai",
    "a_line_with_a_garrison_of_four": "Lille",
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_map_shows_what_the_ruling_is_about(plain_desk, name):
    plain_desk.open_case(samples()[name].case)
    war_map = plain_desk.editor.war_map
    assert war_map._overlays.get("case", {}) == {}
    plain_desk.rule()
    drawn = shown_on_map(plain_desk.case, plain_desk.ruling, plain_desk.rule_tables)
    assert DRAWN[name] in drawn.names
    assert war_map._overlays["case"] == drawn.marks != {}
    assert all(html.unescape(war_map.panel).count(told.says) == 1 for told in drawn.says)
    plain_desk.editor.make({"set": "year", "year": 1699})
    assert plain_desk.ruling is None  # it was about another position
    assert war_map._overlays["case"] == {}


def test_odds_stay_where_dice_were_rolled(desk):
    desk.open_case(samples()["mons_a_seven_before_a_reduced_garrison"].case)
    desk.rule()
    assert "<details class='odds'><summary>" in desk.card.value
    desk.rule(odds_only=True)
    assert "<details class='odds' open>" in desk.card.value
    assert "dice" not in json.loads(links_of(desk)["json"])["case"]


def test_the_report_is_seen_before_it_is_sent(desk):
    desk.open_case(SIEGE)
    desk.rule()
    assert desk.outcome.preview.value == ""
    desk.outcome.preview_fold.selected_index = 0
    assert "<iframe" in desk.outcome.preview.value
    assert 'sandbox=""' in desk.outcome.preview.value
    desk.open_case(samples()["namur_garrison_counts"].case)
    assert desk.outcome.preview.value == ""
    desk.rule()
    assert "Namur" in desk.outcome.preview.value


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "ruling-siege"),
        ("Liège: four corps?", "ruling-liege-four-corps"),
        ("../../etc/passwd' onclick='x", "ruling-etc-passwd-onclick-x"),
        ("…", "ruling-siege"),
        ("a" * 200, "ruling-" + "a" * 60),
    ],
)
def test_files_are_named_by_the_title(desk, title, name):
    desk.open_case({**SIEGE, "title": title})
    desk.rule()
    assert set(re.findall(r"download='([^']*)'", desk.outcome.exports.value)) == {
        f"{name}.{ending}" for ending in ("html", "md", "json")
    }


def test_without_a_converter_the_desk_says_so(desk, monkeypatch):
    monkeypatch.setattr("ninevears_kernel.widgets.umpire.outcome.converter", lambda: None)
    desk.open_case(SIEGE)
    desk.rule()
    assert desk.outcome.pdf.layout.display == "none"
    assert "PDF" in desk.outcome.no_pdf.value


def test_a_pdf_is_made_beside_the_notebook(desk, monkeypatch):
    monkeypatch.setattr("ninevears_kernel.widgets.umpire.outcome.converter", lambda: "printer")
    monkeypatch.setattr("ninevears_kernel.umpire.reports.pdf.converted", lambda page, comments: b"%PDF-1.4")
    desk.open_case(SIEGE)
    desk.rule()
    desk.outcome.pdf.begin()
    assert desk.outcome.pdf.wait(20)
    assert base64.b64encode(b"%PDF-1.4").decode() in desk.outcome.exports.value


# ---- why not?


def relief_desk(desk):
    desk.editor.begin(scenario_1688().replace(corps=(), leaders=()))
    for edit in (
        {"add": "corps", "power": "France", "space": "Namur", "count": 3},
        {"add": "leader", "name": "Luxembourg", "space": "Namur"},
        {"add": "corps", "power": "Dutch Republic", "space": "Brussels", "count": 6},
        {"add": "leader", "name": "William III", "space": "Brussels"},
    ):
        assert desk.editor.make(edit), desk.editor.error.value


def test_why_not_finds_a_plan_and_shows_it(desk):
    relief_desk(desk)
    panel = desk.why_not
    panel.kind.value = "enemy-gone"
    panel.side.value = "Alliance"
    panel.form.fields["space"].value = "Namur"
    panel.begin()
    assert panel.work.wait(60)
    assert panel.error.value == ""
    assert panel.found.plan.notation.splitlines() == ["campaign Brussels", "whole", "to Namur"]
    assert "<ol>" in panel.says.value
    for sentence in (*panel.found.plan.answered, *(one.text for one in panel.found.plan.choices)):
        assert html.escape(str(sentence)) in panel.says.value
    assert panel.map_button.layout.display is None
    panel.map_button.click()
    assert "path0/line" in desk.editor.war_map._overlays["plan"]
    desk.editor.make({"set": "year", "year": 1699})
    assert panel.found is None
    assert desk.editor.war_map._overlays["plan"] == {}


def test_why_not_names_what_stands_in_the_way(desk):
    desk.editor.begin(scenario_1688().replace(corps=(), leaders=()))
    panel = desk.why_not
    panel.kind.value = "besieged"
    panel.side.value = "Alliance"
    panel.form.fields["space"].value = "Lille"
    panel.actions.value = 1
    panel.begin()
    assert panel.work.wait(60)
    assert panel.found.plan is None
    assert html.escape(panel.found.sentences()[-1]) in panel.says.value
    assert panel.map_button.layout.display == "none"


def test_a_wish_that_is_none_is_refused_in_a_sentence(desk):
    panel = desk.why_not
    panel.form.fields["space"].value = "<script>"
    panel.begin()
    assert panel.work.wait(20)
    assert "role='alert'" in panel.error.value
    assert "<script>" not in panel.error.value
    assert panel.found is None


@pytest.mark.parametrize("kind", sorted(CONDITIONS))
def test_every_condition_has_a_form(desk, kind):
    desk.why_not.kind.value = kind
    assert set(desk.why_not.form.fields) == set(CONDITIONS[kind].__struct_fields__)


# ---- the desk as a whole


def test_every_field_is_named_for_those_who_cannot_see_it(desk):
    desk.readings.fold.selected_index = 0
    for widget in widgets_in(desk):
        if isinstance(widget, W.Button | W.FileUpload):
            assert widget.description
            assert widget.tooltip
        elif isinstance(widget, W.Text | W.Textarea | W.Dropdown | W.Checkbox | W.BoundedIntText):
            assert widget.description


def test_a_desk_that_is_closed_leaves_nothing(tmp_path):
    before = set(_instances)
    desk = UmpireDesk(docket=str(tmp_path / "docket.sqlite"))
    for system in ("HIS", "VQ", "MP", "NY"):
        desk.system.value = system
    desk.open_case(SIEGE)
    desk.readings.fold.selected_index = 0
    desk.why_not.kind.value = "corps-at"
    desk.rule()
    parts = list(widgets_in(desk))
    assert len(parts) > 200
    desk.close()
    assert all(part.comm is None for part in parts)
    assert [_instances[id] for id in set(_instances) - before] == []


@pytest.mark.parametrize(
    "arguments", [{"system": "XX"}, {"question": "moon"}, {"system": "HIS", "question": "siege"}]
)
def test_a_desk_for_nothing_is_refused(arguments):
    with pytest.raises(BadInput):
        UmpireDesk(docket=None, **arguments)


@pytest.mark.parametrize("system", ["HIS", "VQ", "MP"])
def test_a_desk_for_another_system(system):
    desk = UmpireDesk(system, docket=None)
    assert desk.case.system == system
    assert desk.sections["position"].layout.display == "none"
