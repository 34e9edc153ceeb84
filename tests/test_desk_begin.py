"""Beginning on the umpire's desk: a fresh dispute, files, and what is said of dice and edits."""

import ipywidgets as W
import pytest
from desk_cases import SIEGE

from ninevears_kernel.core.messages import say
from ninevears_kernel.umpire.cases.samples import sample, samples
from ninevears_kernel.widgets.parts.upload import MOST_SENT
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk

MONS = "mons_a_seven_before_a_reduced_garrison"


@pytest.fixture
def desk(tmp_path):
    return UmpireDesk(docket=str(tmp_path / "docket.sqlite"))


def lies_empty(desk):
    return (
        not any(desk.players.given().values())
        and desk.case.given == {}
        and desk.case.dice is None
        and desk.case.readings == {}
        and desk.ruling is None
        and desk.sample.value == ""
    )


def is_seen(widget):
    return widget.layout.display != "none"


@pytest.mark.parametrize("way", ["list", "button"])
def test_a_fresh_case_clears_the_desk_and_the_last_can_be_had_back(desk, way):
    desk.sample.value = MONS
    desk.story.value = "Told anew."
    desk.readings.chosen = {"red-links": "any"}
    before = desk.case
    desk.rule()
    if way == "list":
        desk.sample.value = ""
    else:
        desk.strip.fresh_button.click()
    assert lies_empty(desk)
    assert desk.editor.changes == []
    assert is_seen(desk.beginnings.back_button)
    desk.beginnings.back_button.click()
    assert desk.case == before
    assert not is_seen(desk.beginnings.back_button)


def test_a_fresh_case_after_another_question_too(desk):
    desk.sample.value = MONS
    desk.question.value = "battle"
    assert desk.title.value
    desk.strip.fresh_button.click()
    assert lies_empty(desk)


def ask(desk, key, value):
    """Takes an option as somebody does: one that stands there already cannot be taken again."""
    field = desk.form.fields[key].widget
    if field.value != value:
        field.value = value


def test_a_fresh_case_has_nothing_of_the_dispute_before(desk):
    started = desk.editor.position
    ask(desk, "side", "Bourbon")
    desk.form.fields["space"].value = "Namur"
    assert desk.editor.make({"set": "control", "space": "Namur", "side": "Bourbon"})
    desk.editor.form.fields["reduced"].widget.value = True
    desk.editor.war_map.selected = "Namur"
    desk.position.year.value = 1692
    desk.why_not.side.index = 1
    desk.why_not.form.fields["space"].value = "Lille"
    desk.dice_form.seed.value, desk.dice.value = "7", "4"
    desk.title.value, desk.story.value = "First", "It rained."
    desk.claims.rows[0].says.value = "He may."
    desk.rule()
    desk.strip.fresh_button.click()
    assert lies_empty(desk)
    assert desk.case.seed is None
    assert desk.editor.position == started
    assert desk.editor.undo_button.disabled
    assert desk.editor.redo_button.disabled
    assert desk.editor.war_map.selected is None
    assert not any(field.widget.value for field in desk.editor.form.fields.values())
    assert desk.position.year.value == 1688
    assert desk.why_not.side.index == 0
    assert desk.why_not.condition == {"is": "relieved", "space": "Namur"}
    assert "1 edit" not in desk.position.says.value


@pytest.mark.parametrize("first", sorted(name for name, one in samples().items() if one.case.system == "NY"))
def test_the_next_dispute_may_want_the_first_option_of_each_list(desk, first):
    desk.open_case(samples()[first].case)
    desk.editor.make({"set": "control", "space": "Mons", "side": "Bourbon"})
    desk.strip.fresh_button.click()
    lists = {key: one.widget for key, one in desk.form.fields.items() if isinstance(one.widget, W.Dropdown)}
    wanted = {key: field.options[1][1] for key, field in lists.items()}
    for key, value in wanted.items():
        ask(desk, key, value)
    assert desk.case.given == wanted


def test_a_list_that_nobody_has_chosen_from_is_asked_for_by_name(desk):
    desk.form.fields["space"].value = "Namur"
    assert desk.form.fields["side"].widget.label == say("desk.choose")
    assert desk.rule() is None
    assert "side: found nothing" in desk.error.value
    ask(desk, "side", "Alliance")
    assert desk.rule() is not None


def test_what_was_typed_can_be_had_back_after_a_sample(desk):
    desk.title.value = "My own dispute"
    desk.claims.rows[0].says.value = "I am right."
    desk.dice.value = "7 x"
    desk.sample.value = MONS
    assert desk.case == sample(MONS).case
    desk.beginnings.back_button.click()
    assert desk.title.value == "My own dispute"
    assert desk.case.claims[0].says == "I am right."
    desk.sample.value = MONS
    assert is_seen(desk.beginnings.back_button)
    desk.sample.value = "namur_garrison_counts"
    assert not is_seen(desk.beginnings.back_button)  # nothing of his own was lost


def test_dice_taken_away_leave_no_old_error(desk):
    desk.open_case(sample(MONS).case)
    desk.dice.value = "9"
    assert "die 1: found 9" in desk.error.value
    desk.dice.value = ""
    assert desk.error.value == ""
    assert desk.ruling.odds
    desk._show(None)
    enter = {"content": {"data": {"method": "custom", "content": {"event": "submit"}}}, "buffers": []}
    desk.dice._handle_msg(enter)
    assert desk.ruling.odds


def test_edits_and_dice_are_counted_from_one(desk):
    given = {"side": "Bourbon", "space": "Namur", "changes": [{"set": "year", "year": 1690}] * 2}
    given["changes"].append({"add": "corps", "power": "Prussia", "space": "Namur"})
    desk.files.take("case.toml", b"x = 1")
    desk._tried(lambda: desk.open_case({**SIEGE, "given": given}))
    assert "edit 3, power: found" in desk.error.value
    assert "changes[2]" not in desk.error.value


# ---- files


def test_a_file_comes_from_the_browser_whole_or_not_at_all(desk):
    upload = desk.files.upload
    assert upload.most == MOST_SENT < 10 * 1024 * 1024  # what the servers of Jupyter and Voilà take at once
    assert "{name}" in upload.words["large"]
    assert "{size}" in upload.words["large"]
    content = b'{"format": 7}'
    for _ in range(2):  # the same once more
        desk.files.says.value = ""
        upload._on_message(upload, {"names": ["<b>.json"]}, [memoryview(content)])
        assert "role='alert'" in desk.files.says.value
    for wrong in (None, {}, {"names": 7}, {"names": ["a", "b"]}):
        upload._on_message(upload, wrong, [content])
    assert upload.value[0]["content"] == content
