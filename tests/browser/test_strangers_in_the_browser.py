"""What strangers write, in a real Chromium: script tags and formulas in every field of text stay text."""

import json
import re
from pathlib import Path

import pytest
from lab_server import Lab, run_all_cells
from map_page import in_kernel, write_notebook
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

POISON = (
    "=1+cmd|' /C calc'!A0<script>window.poisoned=1</script>"
    '<img src=x onerror="window.poisoned=2"><svg onload="window.poisoned=3">'
    "<a href='javascript:window.poisoned=4'><b class=poisoned>"
)
"""Whatever of it ran or became markup would be seen in the page."""
HARM = """() => [
    window.poisoned ?? '',
    ...[...document.querySelectorAll('.jp-OutputArea-output')].flatMap(output =>
        [...output.querySelectorAll(
            "script:not([type='application/json']), [src='x'], [onerror], [onload], .poisoned,"
            + "a[href^='javascript:']"
        )].map(found => found.outerHTML.slice(0, 200))),
].filter(Boolean)"""

SETTING_UP = f"""
import ipywidgets as W, json, tempfile, pathlib
from ninevears_kernel.umpire.cases.cases import case_from_data, given_schema, questions
from ninevears_kernel.umpire.reports.reports import report, to_html
from ninevears_kernel.widgets import *
POISON = {json.dumps(POISON)}
"""
EVERY_FIELD = """
import comm
from ninevears_kernel.widgets.parts.nested_fields import NumberOr, Rows, TableField
told, fields = [], 0
# a thousand rulings in some seconds are no business of the page: what they say is shown below
with_page, comm.create_comm = comm.create_comm, comm.DummyComm
desk = UmpireDesk(docket=None)
def texts(widget):
    match widget:
        case W.Text() | W.Combobox() | W.Textarea():
            yield widget
        case TableField():
            yield from (text for field in widget.form.fields.values() for text in texts(field.widget))
        case NumberOr():
            yield from (text for part in (widget.number, widget.detail) for text in texts(part))
        case Rows():
            widget.kind.index = len(widget.kind.options) - 1
            yield from (text for field in widget.add().fields.values() for text in texts(field.widget))
for system, question in sorted(questions()):
    desk.system.value = system
    desk.question.value = question
    for field in list(desk.form.fields.values()):
        for text in texts(field.widget):
            for typed in (POISON, json.dumps([POISON]), json.dumps({POISON: POISON})):
                text.value, fields = typed, fields + 1
                desk.rule()
                told.append(desk.error.value + desk.card.value)
            text.value = ""
comm.create_comm = with_page
W.VBox([W.HTML(one) for one in dict.fromkeys(told) if one])
"""
A_CASE = """
poisoned = {
    "format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5},
    "title": POISON[:200], "story": POISON,
    "claims": [{"by": POISON[:80], "says": POISON, "verdict": "no", "answer": {POISON: POISON}}],
}
folder = pathlib.Path(tempfile.mkdtemp())
judged = UmpireDesk(docket=str(folder / "docket.sqlite"))
judged.open_case(poisoned)
judged.rule()
judged.outcome.preview_fold.selected_index = 0
judged.docket.by.value = POISON[:80]
judged.docket.reason.value = POISON
judged.docket.keep()
judged.docket.decide("follow")
judged.docket.words.value = "script"
judged.docket.words.value = POISON
judged.mail.lay({"facts": [{"kind": POISON, "value": POISON, "said": POISON, POISON: POISON, "sure": False}],
                 "missing": [{"kind": POISON, "ask": POISON}],
                 "unread": [POISON, {"said": "x", "near": POISON}],
                 "disputed": [{"kind": "x", "what": POISON, "versions": [
                     {"by": POISON, "value": POISON, "said": POISON}] * 2}]}, POISON)
judged
"""
FILES = """
from ninevears_kernel.nine_years.games.game import Game
game = Game.new(seed=1690)
log = game.log.replace("seed: 1690", "seed: 1690\\ntitle: " + POISON)
opened = UmpireDesk(docket=None)
for name, text in ((".json", POISON), (".log", "ninevears-log/1\\n" + POISON), (".log", log)):
    opened.files.take(POISON + name, text.encode())
save = {"format": "ninevears-save/1", POISON: POISON}
opened.files.take("save.json", json.dumps(save).encode())
opened
"""
DESKS = """
from ninevears_kernel.umpire.luck.table_mode import TableSession
table = TableDesk(TableSession(), folder=folder)
table.enter(POISON)
letters = MailDesk(game, letter="Bourbon: " + POISON + "\\n" + POISON)
letters.read()
luck = LuckDesk(log)
luck.count()
fair = FairDiceDesk(POISON[:120])
fair.commit()
war_table = WarTable(game)
browser = ClauseBrowser(POISON)
practice = Practice(kinds=["force-limit"], file=folder / "progress.jsonl", student=POISON[:60])
trial = TryCase({"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}},
                keys=["rating"], switches={POISON: []})
editor = PositionEditor()
editor.make({"add": "leader", "name": POISON, "space": POISON})
W.VBox([table, letters, luck, fair, war_table, browser, practice, trial, editor])
"""
ORDERS = """
%load_ext ninevears_kernel
get_ipython().run_cell_magic("orders", "poisoned_war --seed 1690", "Bourbon: " + POISON)
"""
REPORT = """
from IPython.display import HTML
report(case_from_data(poisoned), search=False)
"""
A_WAR = """
from ninevears_kernel.play import Session
(folder / "war.log").write_text(log)
phase(Session(folder / "war.log"))
"""
CELLS = (SETTING_UP, EVERY_FIELD, A_CASE, FILES, DESKS, ORDERS, REPORT, A_WAR)


@pytest.fixture(scope="module")
def poisoned(shared_lab_page: Page, lab: Lab) -> Page:
    name = write_notebook(Path(lab.folder), "poisoned.ipynb", *CELLS)
    run_all_cells(shared_lab_page, lab, name)
    shared_lab_page.wait_for_timeout(3000)  # what an image or a frame would do, it has done by then
    return shared_lab_page


def test_every_field_of_every_question_was_tried(poisoned: Page):
    assert int(in_kernel(poisoned, "print(fields)")) > 300


def test_nothing_of_it_runs_and_nothing_of_it_is_markup(poisoned: Page):
    assert poisoned.evaluate(HARM) == []


def test_it_is_shown_as_the_text_that_it_is(poisoned: Page):
    shown = poisoned.locator(".jp-OutputArea-output")
    for index in (1, 2, 3, 4, 5):
        output = poisoned.locator(".jp-Cell").nth(index)
        expect(output).to_contain_text(re.compile(r"<script>window\.poisoned"))
    expect(shown.first).to_be_attached()


def test_the_report_is_harmless_as_a_page_of_its_own(poisoned: Page, tmp_path: Path):
    path = tmp_path / "report.html"
    in_kernel(
        poisoned,
        f"pathlib.Path({str(path)!r}).write_text(to_html(report(case_from_data(poisoned), search=False)))",
    )
    page = poisoned.context.new_page()
    page.goto(path.as_uri())
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.poisoned ?? ''") == ""
    assert page.locator("[src='x'], [onerror], [onload], .poisoned, a[href^='javascript:']").count() == 0
    expect(page.locator("body")).to_contain_text("<script>window.poisoned")
    page.close()
