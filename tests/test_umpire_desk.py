"""The umpire's desk without a browser: from the email to the report, and into the docket."""

import base64
import json
import re

import ipywidgets as W
import msgspec
import pytest
from desk_cases import SIEGE
from hypothesis import HealthCheck, given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.changes import CHANGES
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.cases import case_from_data, given_schema, questions, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.widgets.map.position_editor import PositionEditor
from ninevears_kernel.widgets.parts.cleanup import widgets_in
from ninevears_kernel.widgets.parts.nested_fields import Nested
from ninevears_kernel.widgets.parts.schema_form import SchemaForm
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk


@pytest.fixture
def desk(tmp_path):
    return UmpireDesk(docket=str(tmp_path / "docket.sqlite"))


# ---- forms


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_form_says_what_the_sample_says(name):
    sample = samples()[name]
    form = SchemaForm(given_schema(questions()[sample.case.system, sample.case.question]))
    form.fill(sample.case.given)
    given = form.given()
    again = case_from_data({**sample.data, "given": given})
    first, second = rule_case(sample.case), rule_case(again)
    assert (second.verdict, second.says, second.answer) == (first.verdict, first.says, first.answer)


def test_a_list_of_numbers_is_shown_as_it_is_typed():
    form = SchemaForm(given_schema(questions()["NY", "force"]))
    form.fill({"leaders": [6, 4], "corps": 9})
    shown = [one.value for one in widgets_in(form) if isinstance(one, W.Text)]
    assert "6, 4" in shown
    assert form.given()["leaders"] == [6, 4]


@pytest.mark.parametrize("name", sorted(samples()))
def test_no_field_has_a_tip_that_a_page_cannot_draw(name):
    """ipywidgets asks whatever has a tip for its description, and shows an error where there is none."""
    sample = samples()[name]
    form = SchemaForm(given_schema(questions()[sample.case.system, sample.case.question]))
    form.fill(sample.case.given)
    tips = [part for part in widgets_in(form) if getattr(part, "tooltip", None)]
    assert all(part.has_trait("description") for part in tips)


def usual(schema, key):
    """What a box that nobody has ticked stands for."""
    root = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    return root["properties"][key].get("default", False)


def shown_and_given(form, schema):
    """What a form shows, key by key, and what it gives; both as nothing where nothing is chosen."""
    given = form.given()
    for key, field in form.fields.items():
        match field.widget:
            case W.Dropdown():
                nothing = field.widget.label in (say("desk.choose"), say("desk.not-given"))
                yield key, None if nothing else field.widget.value, given.get(key)
            case W.Checkbox():
                yield key, field.widget.value, given.get(key, usual(schema, key))
            case Nested():
                yield key, field.widget.given() is not None, key in given
            case _:
                yield key, bool(field.widget.value.strip()), key in given


FORMS = {
    **{f"{system} {name}": given_schema(question) for (system, name), question in questions().items()},
    **{" ".join(kind): msgspec.json.schema(change) for kind, change in CHANGES.items()},
}


@pytest.mark.parametrize("name", FORMS)
@given(st.data())
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
def test_a_form_gives_what_it_shows(name, data):
    form = SchemaForm(FORMS[name])
    written = {}
    for key, field in form.fields.items():
        match field.widget:
            case W.Dropdown():
                options = [value for _, value in field.widget.options[1:]]
            case W.Checkbox():
                options = [False, True]
            case _:
                continue
        written[key] = data.draw(st.none() | st.sampled_from(options))
    known = {key: value for key, value in written.items() if value is not None}
    for fill in (None, {}, known, {}):
        if fill is not None:
            form.fill(fill)
        for key, shown, gives in shown_and_given(form, FORMS[name]):
            assert shown == gives, (key, fill)
    for key, value in known.items():  # as somebody chooses it
        form.fields[key].widget.value = value
    gives = form.given()
    assert {key: gives.get(key, usual(FORMS[name], key)) for key in known} == known


# ---- the editor of positions


def test_edits_are_listed_undone_and_made_again():
    editor = PositionEditor()
    assert editor.make({"set": "control", "space": "Tournai", "side": "Alliance"})
    assert editor.make({"add": "corps", "power": "France", "space": "Mons", "count": 2})
    assert len(editor.list.children) == 2
    both = editor.position
    editor.undo()
    assert editor.position.controller("Tournai") == "Alliance"
    assert editor.position != both
    editor.redo()
    assert editor.position == both
    editor.remove(0)
    assert editor.position.controller("Tournai") == "Bourbon"
    assert editor.changes == [{"add": "corps", "power": "France", "space": "Mons", "count": 2}]


def test_an_edit_from_the_form_takes_the_space_from_the_map():
    editor = PositionEditor()
    editor.kind.value = ("set", "control")
    editor.war_map.selected = "Tournai"
    assert editor.form.fields["space"].value == "Tournai"
    editor.form.fields["side"].value = "Alliance"
    assert editor.make()
    assert editor.position.controller("Tournai") == "Alliance"


@pytest.mark.parametrize(
    "edit",
    [
        {"set": "control", "space": "Atlantis", "side": None},
        {"add": "corps", "power": "France", "space": "Mons", "count": 999},
        {"remove": "corps", "power": "France", "space": "Mons"},
        {"add": "leader", "name": "<script>", "space": "Mons"},
        {"set": "moon"},
        {},
    ],
)
def test_an_edit_that_cannot_be_made_changes_nothing(edit):
    editor = PositionEditor()
    before = editor.position
    assert not editor.make(edit)
    assert editor.position == before
    assert editor.changes == []
    assert "role='alert'" in editor.error.value
    assert "<script>" not in editor.error.value


@pytest.mark.parametrize(
    ("edits", "says"),
    [
        (
            [{"remove": "corps", "power": "France", "space": "Mons"}],
            "Edit 1: there is no French corps in Mons.",
        ),
        (
            [{"remove": "corps", "power": "France", "space": "Tournai", "count": 2}],
            "Edit 1: there is only 1 French corps in Tournai.",
        ),
        (
            [
                {"set": "control", "space": "Tournai", "side": "Alliance"},
                {"remove": "corps", "power": "Dutch Republic", "space": "Mons", "reduced": True},
            ],
            "Edit 2: there is no reduced Dutch corps in Mons.",
        ),
        ([{"remove": "leader", "name": "Marlborough"}], "Edit 1: Marlborough is not on the map."),
    ],
)
def test_pieces_that_are_not_there_are_refused_in_plain_words(edits, says):
    editor = PositionEditor()
    made = [editor.make(edit) for edit in edits]
    assert made[:-1] == [True] * (len(edits) - 1)
    assert not made[-1]
    assert f"⚠ {says}</p>" in editor.error.value


# ---- a ruling


def test_a_dispute_is_ruled_and_drawn(desk):
    desk.open_case(SIEGE)
    ruling = desk.rule()
    assert ruling == rule_case(case_from_data(SIEGE))
    assert desk.card.value
    assert desk.editor.war_map.ruling is ruling
    assert desk.case == case_from_data({**SIEGE, "given": desk.case.given})


def test_what_is_wrong_is_said_in_a_sentence(desk):
    desk.form.fields["side"].widget.value = "Bourbon"
    desk.rule()
    assert "space: found" in desk.error.value
    assert desk.ruling is None
    desk.system.value = "HIS"
    desk.sample.value = desk.sample.options[1][1]
    desk.dice.value = "7 x"
    assert desk.rule() is None
    assert "role='alert'" in desk.error.value
    assert "die 1: found 7" in desk.error.value


def test_dice_are_asked_for_where_some_are_rolled(desk):
    asked = desk.dice_form, desk.odds_button, desk.roll_button
    for (system, name), question in questions().items():
        desk.system.value, desk.question.value = system, name
        shown = {one.layout.display for one in asked}
        assert shown == {None if question.results else "none"}, name
    force = {"leaders": [6, 4], "corps": 9}
    case = {"format": "ninevears-case/1", "system": "NY", "question": "force", "given": force}
    desk.open_case({**case, "dice": [5]})
    assert {one.layout.display for one in asked} == {None}  # what is too many stands there to be taken away
    desk.open_case(case)
    assert {one.layout.display for one in asked} == {"none"}


def test_the_desk_rolls_and_the_dice_stand_there(desk):
    desk.system.value = "HIS"
    desk.sample.value = desk.sample.options[1][1]
    desk.dice.value = ""
    ruling = desk.roll()
    assert ruling is not None
    assert len(desk.dice.value.split()) == len(ruling.dice)
    assert desk.rule() == ruling


def test_what_would_change_it_is_found_and_goes_into_the_report(desk):
    desk.open_case(
        {
            "format": "ninevears-case/1",
            "system": "NY",
            "question": "force",
            "given": {"leaders": [5, 4], "corps": 12},
        }
    )
    desk.rule()
    desk.outcome.search.begin()
    assert desk.outcome.search.wait(60)
    assert "<li>" in desk.outcome.changes.value
    assert desk.report.changes.turns
    assert not desk.outcome.search.begin_button.disabled


def test_reports_are_links_that_hold_the_case(desk):
    desk.open_case(SIEGE)
    desk.rule()
    links = dict(
        re.findall(r"download='[^']*\.(\w+)' href='data:[^;]*;base64,([^']*)'", desk.outcome.exports.value)
    )
    assert set(links) == {"html", "md", "json"}
    for content in links.values():
        assert "Namur" in base64.b64decode(content).decode()
    assert json.loads(base64.b64decode(links["json"]))


# ---- files that somebody sent


def test_a_save_and_a_log_are_opened(desk):
    save = json.dumps(position_to_data(scenario_1688().replace(year=1692))).encode()
    desk.files.take("save.json", save)
    assert desk.editor.position.year == 1692
    game = Game.new(seed=3)
    for _ in range(4):
        game.choose(game.decision.options[0])
    desk.files.take("war.txt", game.log.encode())
    assert desk.editor.position == game.position


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.json", b"\xff\xfe\x00"),
        ("x.json", b"{"),
        ("x.json", b"[" * 5000),
        ("x.json", b"{}"),
        ("x.toml", b"a = <script>"),
        ("x.txt", b"ninevears-log/1\nnonsense: 1\n"),
        ("x.json", b" " * 5_000_000),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(desk, name, content):
    before = desk.editor.position
    desk.files.take(name, content)
    assert "role='alert'" in desk.files.says.value
    assert "<script>" not in desk.files.says.value
    assert desk.editor.position == before


def test_a_kind_is_chosen_from_its_table_or_typed_as_the_scenario_names_it():  # MP VP.2
    form = SchemaForm(given_schema(questions()["MP", "victory-points"]))
    row = form.fields["events"].widget.add()
    for kind in ("cavalry-eliminated", "bridge-burnt"):
        row.fields["kind"].widget.value = kind
        assert form.given()["events"] == [{"kind": kind}]
    assert "cavalry-eliminated" in row.fields["kind"].widget.options


TYPED = {"integer", "string"}
"""Of these a list is typed into one field, with commas between them."""


@pytest.mark.parametrize("asked", [one for one in questions() if one[0] != "NY"])
def test_every_list_of_tables_and_of_yes_and_no_has_rows(asked):
    schema = given_schema(questions()[asked])
    form = SchemaForm(schema)
    root = schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    for name, field in form.fields.items():
        items = root["properties"][name].get("items")
        if items is not None and items.get("type") not in TYPED:
            assert isinstance(field.widget, Nested), name
            field.widget.kind.value = next(iter(field.widget._kinds), "")
            field.widget.add()


# ---- the docket


def test_a_case_is_kept_decided_and_found_again(desk):
    desk.open_case(SIEGE)
    desk.rule()
    desk.docket.by.value = "Anna"
    number = desk.docket.keep()
    assert number == 1, desk.docket.error.value
    desk.docket.decide("follow")
    assert desk.docket.docket.standing(number).kind == "follow"
    desk.docket.words.value = "supply"
    assert [case for _, case in desk.docket.found.options] == [number]
    desk.open_case({**SIEGE, "title": "another"})
    desk.docket.found.value = number
    desk.docket.open_button.click()
    assert desk.title.value == SIEGE["title"]


def test_an_override_wants_a_reason(desk):
    desk.open_case(SIEGE)
    desk.rule()
    decision = desk.decision
    decision.by.value, decision.verdict.value = "Anna", "legal"
    assert decision.write() is None
    assert "role='alert'" in decision.error.value
    decision.reason.value = "The players had agreed otherwise."
    decision.sets_position.value = True
    decided = desk.docket.docket.standing(decision.write())
    assert decided.verdict == "legal"
    assert decided.position is not None


def test_of_a_result_nobody_can_decide_that_it_is_legal(desk):
    forces = {
        "attacker": {"power": "Ottoman", "squadrons": 2},
        "defender": {"power": "Venice", "squadrons": 2},
    }
    combat = {"format": "ninevears-case/1", "system": "HIS", "question": "naval-combat"}
    desk.open_case({**combat, "given": {**forces, "place": "sea"}, "dice": [5, 5, 1, 1, 6, 1, 1, 1]})
    assert desk.rule().verdict == "result"
    verdict = desk.decision.verdict
    assert [value for _, value in verdict.options] == ["", "result", "illegal"]
    assert desk.decision.sets_position.layout.display == "none"
    desk.docket.by.value = "Anna"
    number = desk.docket.keep()
    with pytest.raises(BadInput) as raised:
        desk.docket.docket.decide(number, "override", by="Anna", verdict="legal", reason="So.")
    assert raised.value.field == "verdict"
    verdict.value, desk.decision.reason.value = "result", "They had agreed on a draw."
    assert desk.decision.write() == number
    assert "They had agreed on a draw." in desk.decision.letter.value


def test_a_reading_is_looked_into_before_it_is_adopted(desk):
    force = {"leaders": [6, 4, 3], "corps": 13}
    desk.open_case({"format": "ninevears-case/1", "system": "NY", "question": "force", "given": force})
    desk.rule()
    desk.docket.by.value, desk.docket.reason.value = "Anna", "So we play."
    desk.docket.keep()
    desk.docket.decide("follow")
    desk.docket.reading.value = ("force-limit", "every-leader")
    desk.docket.adopt()
    assert desk.docket.docket.precedents() == ()
    desk.docket.preview.begin()
    assert desk.docket.preview.wait(60)
    assert desk.docket.changed.value
    desk.docket.adopt()
    assert len(desk.docket.docket.precedents()) == 1, desk.docket.error.value
