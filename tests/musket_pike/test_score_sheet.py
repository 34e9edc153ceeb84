"""The score sheet without a browser: what it asks, what it shows, and that the engine does the sums."""

import re

import ipywidgets as W
import pytest

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.musket_pike.points_table import games, points_by_event
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.widgets import ScoreSheet


def inside(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def texts(sheet):
    return [w.value for w in inside(sheet) if isinstance(w, W.HTML)]


@pytest.mark.parametrize("game", games())
def test_every_row_of_the_table_has_a_counter_for_each_side_that_may_score_it(game):
    sheet = ScoreSheet(game)
    rows = [row for row in points_by_event().values() if row.game in (None, game)]
    expected = {
        (row.kind, side)
        for row in rows
        for side in games()[game].sides
        if row.scorer is None or side == "Parliament"
    }
    assert sheet.counters.keys() == expected
    assert sheet.ruling.answer["winner"] == "draw"


def test_the_engine_scores_every_change_and_the_arithmetic_is_shown():
    sheet = ScoreSheet("TACW")
    sheet.counters["cavalry-eliminated", "Parliament"].value = 3
    sheet.counters["named-wing-commander-eliminated", "Royalist"].value = "-2, 3"
    assert sheet.ruling == rule_case(sheet.case)
    assert sheet.ruling.answer["points"] == {"Parliament": 30, "Royalist": 25}
    table = sheet.arithmetic.value
    assert "3 × 10 = 30" in table
    assert "1 × 15 = 15" in table
    assert "MP VP.4" in table
    assert "Parliament wins by 5 points" in table
    assert "Parliament minus Royalist" in table


def test_the_difference_is_negative_when_the_other_side_wins():
    sheet = ScoreSheet("ULB")
    sheet.counters["wagons-captured", "non-French"].value = 1
    assert "−10" in sheet.arithmetic.value
    assert "The non-French side wins by 10 points" in sheet.arithmetic.value


def test_the_steps_are_there_in_words():
    sheet = ScoreSheet("SiA")
    sheet.counters["cavalry-hit", "Catholic"].value = 2
    assert all(str(step.says) in sheet.arithmetic.value for step in sheet.ruling.steps)


@pytest.mark.clause("MP VP.3")
def test_a_doubtful_row_is_told_with_the_other_score():
    sheet = ScoreSheet("NGBG")
    assert "⚠" not in sheet.arithmetic.value
    sheet.counters["single-12-24-pounder-eliminated", "Swedish"].value = 2
    assert "The Swedish side wins by 20 points" in sheet.arithmetic.value
    assert "The Swedish side wins by 10 points" in sheet.arithmetic.value


def test_fields_have_names_of_their_own_and_can_be_reached_by_keyboard():
    sheet = ScoreSheet("TACW", {"hexes": [{"hex": "0304", "points": 5}]})
    fields = [w for w in inside(sheet) if isinstance(w, W.BoundedIntText | W.Text | W.Dropdown)]
    assert all(field.description for field in fields)
    cells = [field.description for field in sheet.counters.values()]
    assert len(set(cells)) == len(cells)
    assert "Parliament: cavalry unit eliminated" in cells
    assert all(field.tabbable is not False for field in fields)


def test_it_reads_itself_out_and_has_its_classes():
    sheet = ScoreSheet("GAG")
    assert "ninevears-sheet" in sheet._dom_classes
    assert "role='status' aria-live='polite'" in sheet.arithmetic.value
    assert set(re.findall(r"\.(ninevears-[a-z-]+)", texts(sheet)[0])) == {
        "ninevears-sheet",
        "ninevears-sheet-cell",
    }


@pytest.mark.clause("MP VP.5")
def test_rows_of_the_scenario_are_added_with_counters():
    sheet = ScoreSheet("TACW")
    sheet.new_row.value, sheet.row_points.value = "Bridge burnt", 15
    sheet.add_row_button.click()
    sheet.counters["bridge-burnt", "Royalist"].value = 2
    assert sheet.ruling.answer["points"]["Royalist"] == 30
    sheet.add_row("Town held", 4)
    assert sheet.counters["bridge-burnt", "Royalist"].value == 2, "what was entered stays"
    assert any("Town held (4)" in text for text in texts(sheet))


@pytest.mark.clause("MP VP.5")
def test_hexes_score_for_who_last_passed_through():
    sheet = ScoreSheet("TACW", {"hexes": [{"hex": "0304", "points": 10, "passed": ["Royalist"]}]})
    assert sheet.ruling.answer["margin"] == -10
    sheet.new_hex.value, sheet.hex_points.value = "0305", 5
    sheet.add_hex_button.click()
    first, second = (w for w in inside(sheet) if isinstance(w, W.Dropdown))
    assert [label for label, _ in first.options] == ["Royalist, as before", "Parliament", "Royalist"]
    assert second.options[0][0] == "nobody"
    first.value = second.value = "Parliament"
    assert sheet.ruling.answer["margin"] == 15
    stays = ScoreSheet("TACW", {"hexes": [{"hex": "0304", "points": 10, "must_stay": True}]})
    next(w for w in inside(stays) if isinstance(w, W.Dropdown)).value = "Royalist"
    assert stays.ruling.answer["margin"] == -10


def test_replaced_points_are_shown_and_used():
    sheet = ScoreSheet("TACW", {"points": {"cavalry-eliminated": 8}})
    assert any("cavalry unit eliminated (8)" in text for text in texts(sheet))
    sheet.counters["cavalry-eliminated", "Parliament"].value = 2
    assert sheet.ruling.answer["margin"] == 16


@pytest.mark.parametrize(
    ("enter", "says"),
    [
        (lambda s: setattr(s.new_row, "value", ""), "a name in small letters"),
        (lambda s: setattr(s.new_row, "value", "Cavalry hit"), "a name of its own"),
    ],
)
def test_a_row_that_cannot_be_is_told_and_changes_nothing(enter, says):
    sheet = ScoreSheet("TACW")
    sheet.counters["cavalry-hit", "Royalist"].value = 2
    before = sheet.ruling, dict(sheet.scenario), len(sheet.counters)
    enter(sheet)
    sheet.add_row_button.click()
    assert says in sheet.error.value
    assert "role='alert'" in sheet.error.value
    assert (sheet.ruling, dict(sheet.scenario), len(sheet.counters)) == before


def test_a_hex_that_cannot_be_is_told():
    sheet = ScoreSheet("TACW")
    sheet.new_hex.value = "<b>"
    sheet.add_hex_button.click()
    assert "&lt;b&gt;" in sheet.error.value
    assert "<b>" not in sheet.error.value


def test_a_rating_that_is_no_number_is_told_and_then_mended():
    sheet = ScoreSheet("TACW")
    field = sheet.counters["named-wing-commander-eliminated", "Royalist"]
    field.value = "2 x"
    assert "x&#x27; cannot be used" in sheet.error.value
    assert (sheet.ruling, sheet.arithmetic.value) == (None, "")
    field.value = "2; 1"
    assert sheet.error.value == ""
    assert sheet.ruling.answer["points"]["Royalist"] == 15


def test_descriptions_are_escaped():
    sheet = ScoreSheet("TACW")
    sheet.add_row("<i>Bridge</i>", 3)
    assert not any("<i>" in text for text in texts(sheet))


def test_a_game_that_is_not_of_the_series_is_refused():
    with pytest.raises(BadInput, match="TACW, SFO, GAG, NGBG, ULB or SiA"):
        ScoreSheet("NY")


def test_the_scenario_that_was_given_is_not_changed():
    scenario = {"rows": [{"kind": "bridge", "points": 3}]}
    ScoreSheet("TACW", scenario).add_row("Town", 4)
    assert scenario == {"rows": [{"kind": "bridge", "points": 3}]}


def test_a_row_may_have_accents_and_a_name_that_cannot_be_used_is_shown_as_it_was_typed():
    sheet = ScoreSheet("TACW")
    sheet.add_row("Pont d\u2019Évêque", 5)
    assert sheet.scenario["rows"][0]["kind"] == "pont-d-eveque"
    for typed in ("!?", "Мост"):
        with pytest.raises(BadInput) as error:
            sheet.add_row(typed, 5)
        assert error.value.found == typed
    sheet.new_row.value = "!?"
    sheet.add_row_button.click()
    assert "&#x27;!?&#x27; cannot be used" in sheet.error.value
