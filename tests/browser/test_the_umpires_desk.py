"""The umpire's desk as a page: from the email to the report that both players get, in a real Chromium."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from desk_page import Umpire, button, choose, edit, edits, fill, listed, opened_desk, section, unfold, verdict
from map_page import click, grave
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.cli import cli
from ninevears_kernel.core.clauses import registers
from ninevears_kernel.core.messages import say
from ninevears_kernel.umpire.cases.cases import questions, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.docket.docket import Docket

pytestmark = pytest.mark.browser

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "umpire" / "02_the_desk.ipynb"
TITLE = "They say they can besiege Namur with four corps, I say they have no supply."
ARMY = [
    ("remove-corps", {"power": "Spain", "space": "Namur", "count": "1"}),
    ("add-corps", {"power": "France", "space": "Namur", "count": "4"}),
    ("add-leader", {"name": "Luxembourg", "space": "Namur"}),
]
CUT = [
    ("remove-corps", {"power": "France", "space": "Sedan", "count": "1", "reduced": True}),
    ("set-control", {"space": "Sedan", "side": "Alliance"}),
    ("remove-corps", {"power": "France", "space": "Luxembourg", "count": "1", "reduced": False}),
    ("remove-corps", {"power": "France", "space": "Luxembourg", "count": "1", "reduced": True}),
    ("set-control", {"space": "Luxembourg", "side": "Alliance"}),
]

CLAIMS = [
    ("Strength 3 and nobody inside: four corps are enough.", "legal"),
    ("You have no line to Paris, so there is no siege roll.", "illegal"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("desk")


@pytest.fixture(scope="module")
def desk(shared_page: Page, folder: Path) -> Iterator[Locator]:
    shutil.copy(NOTEBOOK, folder)
    with opened_desk(shared_page, folder / NOTEBOOK.name) as found:
        yield found


def saved(page: Page, desk: Locator, label: str, folder: Path) -> Path:
    """A report as the browser saves it."""
    link = desk.locator(".ninevears-desk-exports").get_by_role("link", name=label, exact=True)
    link.scroll_into_view_if_needed()
    page.wait_for_timeout(
        300
    )  # a click at once would meet the letter where it was before the page was scrolled
    with page.expect_download(timeout=15000) as download:
        link.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def question_of_siege() -> str:
    return questions()["NY", "siege"].heading


def test_the_desk_opens_without_code(desk: Locator, shared_page: Page):
    expect(shared_page.get_by_text("import UmpireDesk")).to_have_count(0)
    expect(button(desk, "desk.rule")).to_be_visible()


def test_the_position_is_set_by_form_and_by_map_and_edits_are_undone(desk: Locator, shared_page: Page):
    editor = desk.locator(".ninevears-editor")
    button(desk, "desk.fresh").click()
    expect(listed(desk)).to_have_count(0)
    edits(desk, *ARMY)
    # a slip: a space that is chosen on the map stands in the form
    choose(editor, "edit.kind", say("edit.kind-set-control"), editor.locator(".ninevears-form"))
    click(shared_page, "tournai")
    expect(editor.get_by_label("space", exact=True)).to_have_value("Tournai")
    fill(editor, "side", "Alliance")
    button(editor, "edit.make").click()
    expect(listed(desk)).to_have_count(len(ARMY) + 1)
    button(editor, "edit.undo").click()
    expect(listed(desk)).to_have_count(len(ARMY))


def test_an_edit_that_cannot_be_made_is_told_and_nothing_happens(desk: Locator):
    edit(desk, "remove-corps", {"power": "France", "space": "Madrid", "count": "3"})
    expect(desk.locator(".ninevears-editor").get_by_role("alert")).to_contain_text(
        "there is no French corps in Madrid"
    )
    expect(listed(desk)).to_have_count(len(ARMY))


def test_both_claims_and_the_ruling(desk: Locator):
    asked, players = section(desk, "asked"), section(desk, "players")
    for key, value in {"side": "Bourbon", "space": "Namur", "corps": "4"}.items():
        fill(asked, key, value)
    unfold(players, "desk.players")
    players.get_by_label(say("desk.title-of-case"), exact=True).fill(TITLE)
    claims = players.locator(".ninevears-desk-claim")
    for number, (says, expects) in enumerate(CLAIMS):
        claims.nth(number).get_by_label(say("desk.claim-says"), exact=True).fill(says)
        claims.nth(number).get_by_label(say("desk.claim-verdict"), exact=True).select_option(
            label=say(f"report.verdict-{expects}")
        )
    button(desk, "desk.rule").click()
    expect(verdict(desk)).to_contain_text(say("card.verdict-legal"))  # the line by Sedan is open
    edits(desk, *CUT)
    button(desk, "desk.rule").click()
    expect(verdict(desk)).to_contain_text(say("card.verdict-illegal"))
    card = desk.locator(".ninevears-card").first
    expect(card).to_contain_text("NY 11.1.2")
    expect(card).to_contain_text("NY 17.4")
    judged = desk.locator(".ninevears-desk-judged, .ninevears-desk-outcome")
    expect(judged.first).to_contain_text(say("desk.claims-judged"))


def test_what_would_change_it_is_found(desk: Locator):
    button(desk.locator(".ninevears-desk-outcome"), "desk.search").click()
    expect(desk.locator(".ninevears-desk-outcome")).to_contain_text(say("desk.would-change"), timeout=60_000)
    expect(
        desk.locator(".ninevears-desk-outcome").get_by_role("listitem").filter(has_text="Sedan").first
    ).to_be_visible()


def test_the_report_is_saved_and_gives_the_same_ruling_again(desk: Locator, shared_page: Page, folder: Path):
    rulings = []
    for label in ("desk.export-html", "desk.export-md", "desk.export-json"):
        path = saved(shared_page, desk, say(label), folder)
        told = CliRunner().invoke(cli, ["rule", str(path), "--json"])
        assert told.exit_code == 0, told.output
        rulings.append(json.loads(told.output))
    assert rulings[0]["verdict"] == "illegal"
    assert {violation["clause"] for violation in rulings[0]["violations"]} >= {"NY 11.1.2"}
    assert rulings[1:] == rulings[:1] * 2
    html = next(folder.glob("*.html")).read_text(encoding="utf-8")
    assert TITLE in html
    assert all(says in html for says, _ in CLAIMS)


def test_ctrl_enter_writes_the_decision_and_shows_the_letter(desk: Locator, shared_page: Page, folder: Path):
    decision = desk.locator(".ninevears-decision")
    decision.get_by_label(say("desk.docket-by-field"), exact=True).fill("Anna")
    decision.get_by_label(say("desk.answer"), exact=True).fill("No bread, no siege.")
    button(decision, "desk.mend-take-back").click()
    shared_page.keyboard.press("Control+Enter")
    expect(decision).to_contain_text(say("desk.written", number=1), timeout=30_000)
    expect(decision.locator("iframe").first).to_be_visible()
    expect(desk.locator(".ninevears-strip [aria-current]")).to_contain_text(say("desk.step-decision"))
    (found,) = Docket.open(folder / "umpire-docket.sqlite").search(words="Namur")
    assert (found.title, found.decision.kind) == (TITLE, "follow")


def test_why_not_finds_a_plan_from_the_same_position(desk: Locator):
    section(desk, "why-not").get_by_text(say("desk.why-open"), exact=True).click()
    why = desk.locator(".ninevears-desk-why-not")
    why.get_by_label(say("desk.why-side"), exact=True).select_option(label="Bourbon")
    form = why.locator(".ninevears-form")
    choose(why, "desk.why-condition", say("condition.kind-corps-at"), form)
    fill(form, "space", "Lille")
    fill(form, "count", "4")
    button(why, "desk.why-search").click()
    expect(why.locator("ol li code").first).to_have_text("transfer", timeout=60_000)


def test_words_that_come_after_the_ruling_are_taken_into_the_report(
    desk: Locator, shared_page: Page, folder: Path
):
    players, outcome = section(desk, "players"), desk.locator(".ninevears-desk-outcome")
    claim = players.locator(".ninevears-desk-claim").first.get_by_label(say("desk.claim-says"), exact=True)
    claim.fill("")
    claim.press_sequentially("Four corps, and bread for a month.", delay=20)
    expect(outcome.locator(".ninevears-desk-judged")).to_contain_text("bread for a month")
    path = saved(shared_page, desk, say("desk.export-md"), folder)
    assert "bread for a month" in path.read_text(encoding="utf-8")


def test_a_file_that_is_too_large_stays_in_the_browser_and_the_next_one_is_opened(
    desk: Locator, shared_page: Page, folder: Path
):
    def load(name: str, content: bytes) -> None:
        (folder / name).write_bytes(content)
        with shared_page.expect_file_chooser() as chooser:
            button(desk.locator(".ninevears-column-mail"), "desk.load").click()
        chooser.value.set_files(folder / name)

    case = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
    head = desk.locator(".ninevears-column-mail .ninevears-head")
    alert = head.get_by_role("alert")
    load("large.json", b" " * 12_000_000)
    expect(alert).to_contain_text("large.json has 12.0 MB")
    load("small.json", json.dumps(case).encode())
    expect(head.get_by_role("status")).to_have_text(say("desk.opened", name="small.json"))
    expect(alert).to_be_hidden()
    button(desk, "desk.rule").click()
    expect(verdict(desk)).to_contain_text(say("card.verdict-result"))


def test_a_fresh_case_and_the_way_back(desk: Locator):
    strip = desk.locator(".ninevears-strip")
    title = section(desk, "players").get_by_label(say("desk.title-of-case"), exact=True)
    title.fill("May he rally three?")
    button(strip, "desk.fresh").click()
    expect(title).to_have_value("")
    button(strip, "desk.fresh-back").click()
    expect(title).to_have_value("May he rally three?")
    expect(button(strip, "desk.fresh-back")).to_be_hidden()


def test_the_dispute_after_a_fresh_case_is_ruled_on_its_own_map_and_facts(desk: Locator):
    case, asked = section(desk, "case"), section(desk, "asked")
    choose(case, "desk.question", question_of_siege(), asked.locator(".ninevears-form").first)
    for side, other in (("Bourbon", "Alliance"), ("Alliance", "Bourbon")):
        button(desk, "desk.fresh").click()
        expect(listed(desk)).to_have_count(0)
        expect(asked.get_by_label("side", exact=True).locator("option:checked")).to_have_text(
            say("desk.choose")
        )
        space = asked.get_by_label("space", exact=True)
        space.fill("Namur")
        space.press("Enter")  # rules
        expect(section(desk, "ruling").get_by_role("alert").first).to_contain_text("side: found nothing")
        edits(desk, ("set-control", {"space": "Namur", "side": other}))
        fill(asked, "side", side)
        space.press("Enter")
        expect(verdict(desk)).to_contain_text(say("card.verdict-illegal"))
    button(desk, "desk.fresh").click()


FIVE = (
    ("NY", "siege", "mons_a_seven_before_a_reduced_garrison"),
    ("HIS", "naval-combat", "his_open_sea"),
    ("NY", "force", "antwerp_three_ratings"),
    ("VQ", "naval-combat", "vq_naval_combat"),
    ("NY", "peace-roll", "peace_on_a_nine"),
)
"""Five disputes over three systems."""


def test_five_disputes_in_a_row_and_the_first_again(desk: Locator):
    case, told, before = section(desk, "case"), [], "NY"
    for system, question, name in (*FIVE, FIVE[0]):
        sample = samples()[name].case
        button(desk, "desk.fresh").click()
        expect(desk.locator(".ninevears-strip [aria-current]")).to_contain_text(say("desk.step-mail"))
        if system != before:
            chosen = case.get_by_label(say("desk.system"), exact=True)
            chosen.select_option(label=registers()[system].name)
            first = next(one for (of, _), one in questions().items() if of == system)
            expect(case.locator(".question-heading")).to_contain_text(first.title)
        before = system
        listed_questions = case.get_by_label(say("desk.question"), exact=True)
        listed_questions.select_option(label=questions()[system, question].heading)
        expect(listed(desk)).to_have_count(0)
        expect(case.locator(".question-heading")).to_contain_text(questions()[system, question].title)
        case.get_by_label(say("desk.sample"), exact=True).select_option(label=sample.title)
        if system == "NY":
            expect(listed(desk)).to_have_count(len(sample.given.get("changes", ())))
        button(desk, "desk.rule").click()
        expect(desk.locator(".ninevears-card .banner")).to_contain_text(str(rule_case(sample).says))
        told.append(desk.locator(".ninevears-card").first.text_content())
    assert told[-1] == told[0]
    assert len(set(told)) == len(FIVE)
    button(desk, "desk.fresh").click()


PLAIN = "Umpire, we are at the start of 1688, nothing moved yet. How many resource points have the Bourbons?"
MOST_CLICKS = 12


def test_a_plain_dispute_takes_few_clicks_from_the_mail_to_the_letter(desk: Locator):
    umpire = Umpire(desk)
    with umpire.dispute("plain", clicks=MOST_CLICKS):
        umpire.paste(PLAIN)
        expect(verdict(desk)).to_be_visible(timeout=30_000)
        umpire.write()


def test_it_works_at_seven_hundred_pixels(desk: Locator, shared_page: Page):
    shared_page.set_viewport_size({"width": 700, "height": 1000})
    widest = desk.evaluate(
        "desk => Math.max(...[...desk.querySelectorAll('button, input, select, .ninevears-card')]"
        ".filter(one => one.offsetParent).map(one => one.getBoundingClientRect().right))"
    )
    shared_page.set_viewport_size({"width": 1400, "height": 1000})
    assert widest <= 700


def test_axe_finds_nothing_serious_on_the_desk(desk: Locator, shared_page: Page):
    assert grave(shared_page, ".ninevears-umpire") == []
