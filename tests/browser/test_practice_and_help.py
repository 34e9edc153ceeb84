"""Practice, the map of progress, the clause browser and orders in a cell, as a learner uses them."""

import re

import pytest
from lab_server import Lab, run_all_cells
from map_page import Frames, change_theme, grave, told_in_dom, write_notebook
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.marking import make, mark, reveal
from ninevears_kernel.teaching.progress import Progress, key_of
from ninevears_kernel.teaching.task import Task

pytestmark = pytest.mark.browser

STUDENT, KIND = "Anna", "corps-for-a-siege"
ORDERS = "%%orders war --seed 1690\nfirst Bourbon\npass\npass\nfirst B"
CELLS = (
    "from ninevears_kernel.widgets import ClauseBrowser, Practice, ProgressMap\n%load_ext ninevears_kernel",
    f"practice = Practice({KIND!r}, file='anna.jsonl', student={STUDENT!r})\npractice",
    "ProgressMap(practice)",
    "ClauseBrowser()",
    "# orders",
)
FOR_ORDERS = len(CELLS) - 1


@pytest.fixture(scope="module")
def notebook(shared_lab_page: Page, lab: Lab) -> Page:
    run_all_cells(shared_lab_page, lab, write_notebook(lab.folder, "practice.ipynb", *CELLS))
    return shared_lab_page


@pytest.fixture(scope="module")
def practice(notebook: Page) -> Locator:
    return notebook.locator(".ninevears-practice")


@pytest.fixture(scope="module")
def browser(notebook: Page) -> Locator:
    return notebook.locator(".ninevears-browser")


@pytest.fixture(scope="module")
def task() -> Task:
    """The task that stands on the page: a student's first of this kind."""
    return make(KIND, Progress(STUDENT, key_of(STUDENT)).next_seed(KIND, 0), 1)


def button(within: Locator, id: str) -> Locator:
    return within.get_by_role("button", name=say(id), exact=True)


def answered(practice: Locator, number: object) -> None:
    field = practice.get_by_label(say("widget.your-answer"), exact=True)
    field.fill(str(number))
    button(practice, "widget.mark").press("Enter")


def received(frames: Frames) -> str:
    return b"\n".join(frames.read()).decode("utf-8", "replace")


# ---- practice and progress


def test_no_answer_comes_before_it_is_asked_for(
    practice: Locator, notebook: Page, frames: Frames, task: Task
):
    expect(practice.locator(".task")).to_contain_text(str(task.prompt))
    found = reveal(task)
    violations = [str(one.says) for ruling in found.rulings for one in ruling.violations]
    steps = [str(step.says) for ruling in found.rulings for step in ruling.steps]
    seen = received(frames) + told_in_dom(notebook)
    assert str(task.title) in seen
    assert [says for says in {str(found.because), *violations, *steps} if says in seen] == []


def test_a_wrong_answer_gets_the_reason_a_hint_and_another_try(practice: Locator, task: Task):
    wrong = reveal(task).answer + 1
    answered(practice, wrong)
    said = practice.locator(".said")
    expect(said).to_contain_text(say("widget.wrong"))
    expect(said).to_contain_text(str(mark(task, wrong).at_first))
    hints = practice.locator("ol.hints li")
    for count, hint in enumerate(task.hints[:2], 1):
        practice.get_by_role("button", name=re.compile(f"^{say('practice.hint')} ")).press("Space")
        expect(hints).to_have_count(count)
        expect(hints.last).to_have_text(str(hint))
    button(practice, "practice.again").press("Enter")
    expect(said).to_have_count(0)
    expect(practice.get_by_label(say("widget.your-answer"), exact=True)).to_have_value("")


def test_the_right_answer_is_marked_and_the_next_task_is_another(
    practice: Locator, notebook: Page, task: Task
):
    answered(practice, reveal(task).answer)
    expect(practice.locator(".said")).to_contain_text(say("widget.right"))
    expect(practice.locator(".so-far")).to_contain_text(say("practice.so-far", count=1, right=0))
    expect(notebook.locator(".ninevears-progress")).to_contain_text(say("progress.title-of", student=STUDENT))
    fold = button(practice, "widget.why")
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.focus()
    notebook.keyboard.press("Enter")
    expect(practice.locator(".ninevears-card").first).to_be_visible()
    expect(fold).to_have_attribute("aria-expanded", "true")
    button(practice, "practice.next").press("Enter")
    expect(practice.locator(".task")).not_to_contain_text(str(task.prompt))
    expect(practice.locator(".said")).to_have_count(0)


# ---- help


def test_the_clause_browser_is_read_with_the_keyboard_alone(browser: Locator, notebook: Page):
    keyboard = notebook.keyboard
    browser.get_by_label(say("help.search"), exact=True).focus()
    keyboard.type("line of communication", delay=20)  # milliseconds
    expect(
        browser.get_by_label(say("help.search"), exact=True)
    ).to_be_focused()  # the new task has not taken it
    heading, page = browser.locator(".ninevears-help h3"), browser.locator(".ninevears-help")
    expect(heading).to_contain_text("line of communication")  # it looks for each word as it is typed
    found = browser.get_by_label(say("help.list"), exact=True)
    line = re.compile(r"NY.11\.1\.1")
    expect(found.locator("option").filter(has_text=line)).to_have_count(1)
    cells = notebook.locator(".jp-Notebook .jp-Cell")
    count, place = cells.count(), found.evaluate("list => list.selectedIndex")
    assert place == -1
    found.focus()
    wanted = found.evaluate(
        "list => [...list.options].findIndex((one) => /NY.11\\.1\\.1(\\D|$)/.test(one.label))"
    )
    for _ in range(wanted + 1):
        keyboard.press("ArrowDown")
    expect(found).to_be_focused()
    expect(heading).to_have_text(clause("NY 11.1.1").title)
    expect(page).to_contain_text("NY 11.1.1")
    # another clause, by a button of the page; and back again
    follow = browser.locator(".ninevears-help button[data-go^='clause:']").first
    wanted_next = str(follow.get_attribute("data-go")).partition(":")[2]
    follow.focus()
    keyboard.press("Enter")
    expect(heading).to_have_text(clause(wanted_next).title)
    expect(heading).to_be_focused()
    button(browser, "help.back").focus()
    keyboard.press("Enter")
    expect(heading).to_have_text(clause("NY 11.1.1").title)
    assert cells.count() == count  # no key went to the notebook


# ---- orders


def test_tab_completes_an_order_in_its_cell(notebook: Page):
    notebook.evaluate(
        "(number) => { const { content } = window.jupyterapp.shell.currentWidget;"
        " content.activeCellIndex = number; content.activeCell.model.sharedModel.setSource('');"
        " content.mode = 'edit'; content.activeCell.editor.focus(); }",
        FOR_ORDERS,
    )
    editor = notebook.locator(".jp-Notebook .jp-CodeCell").nth(FOR_ORDERS).locator(".cm-content")
    expect(editor).to_be_focused()
    notebook.keyboard.insert_text(ORDERS)
    offers = notebook.locator(".jp-Completer-item")
    notebook.keyboard.press("Tab")
    expect(offers).to_have_count(1)
    notebook.keyboard.press("Enter")
    expect(editor.locator(".cm-line").last).to_have_text("first Bourbon")
    notebook.keyboard.press("Enter")
    notebook.keyboard.insert_text("restore France reduced, L")
    notebook.keyboard.press("Tab")
    expect(offers.first).to_be_visible()
    names = [name.strip() for name in offers.locator(".jp-Completer-match").all_inner_texts()]
    assert names
    assert all(name.startswith("restore France reduced, L") for name in names)
    notebook.keyboard.press("Enter")
    expect(editor.locator(".cm-line").last).to_have_text(names[0])
    notebook.keyboard.press("Shift+Enter")
    done = notebook.locator(".jp-Notebook .jp-CodeCell").nth(FOR_ORDERS).locator(".ninevears-orders")
    expect(done.first).to_contain_text(names[0])
    expect(done.first.locator(".banner")).to_contain_text(say("orders.word-done"))


# ---- for everybody


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_axe_finds_nothing_serious(notebook: Page, practice: Locator, theme: str):
    change_theme(notebook, theme)
    if not practice.locator("ol.hints").count():  # with all that can be said
        answered(practice, 97)
        expect(practice.locator(".said")).to_be_visible()
        practice.get_by_role("button", name=re.compile(f"^{say('practice.hint')} ")).click()
        expect(practice.locator("ol.hints")).to_be_visible()
    assert grave(notebook, ".ninevears-practice", ".ninevears-progress", ".ninevears-browser") == []
