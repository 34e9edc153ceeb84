"""Lesson 6 as a learner meets it: the siege of Namur from the march to the surrender, and the exercises."""

import re

import pytest
from lab_server import Lab, run_all_cells
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.marking import kinds
from ninevears_kernel.teaching.predictions import prediction

pytestmark = pytest.mark.browser

LESSON = "lessons/06_siege.ipynb"
ROLLS = 4


@pytest.fixture(scope="module")
def lesson(shared_lab_page: Page, lab: Lab) -> Page:
    run_all_cells(shared_lab_page, lab, LESSON)
    return shared_lab_page


@pytest.fixture(scope="module")
def table(lesson: Page) -> Locator:
    found = lesson.locator(".ninevears-table")
    expect(found).to_have_count(1)
    found.scroll_into_view_if_needed()
    return found


def button(within: Locator, id: str) -> Locator:
    return within.get_by_role("button", name=say(id), exact=True)


def listed(label: str) -> str:
    """A label as lists of the browser hold it: its words together."""
    return label.replace(" ", "\xa0")


def choose(table: Locator, *words: str, by_key: bool = False, odds: bool = False) -> None:
    """Opens a kind, then a place, or marks an option at once; then chooses it, with its odds read before."""
    for one in words:
        table.locator("button.pick, button.chip").filter(has_text=re.compile(f"^{one}")).first.click()
    button_of = table.locator("button.choose")
    expect(button_of).to_be_enabled()
    if odds:
        expect(table.locator(".pv .odds")).to_be_visible()
    if by_key:
        table.page.keyboard.press("Enter")
    else:
        button_of.click()
    expect(button_of).to_be_disabled()  # it is done, and nothing is marked


def asked(table: Locator) -> Locator:
    return table.locator("h2")


def test_no_verdict_is_in_the_page_before_the_guess(lesson: Page):
    asked = lesson.locator(".nl-pred")
    expect(asked).to_have_count(4)
    expect(lesson.locator(".nl-wait")).to_have_count(1)  # the second look at Tournai
    expect(lesson.locator(".ninevears-try").filter(has_text="only a reduced one")).to_have_count(0)
    assert "may besiege Tournai" not in lesson.content()
    four = asked.filter(has_text=str(prediction("four-at-tournai").asked))
    guess = four.get_by_role("button", name=say("predict.mine"))
    expect(guess).to_be_disabled()
    four.get_by_role("radio", name="no", exact=True).focus()
    lesson.keyboard.press("ArrowLeft")
    expect(four.get_by_role("radio", name="yes", exact=True)).to_be_focused()
    guess.click()
    expect(four.locator(".nl-ans")).to_contain_text("You said yes, and so it is.")
    expect(lesson.locator(".nl-wait")).to_have_count(0)


def test_the_guess_slider_takes_arrows_five_a_step(lesson: Page):
    rolls = lesson.locator(".nl-pred").filter(has_text=str(prediction("tournai-in-four-rolls").asked))
    expect(rolls.locator("output")).to_have_text(say("predict.unset"))
    expect(rolls.get_by_role("button", name=say("predict.mine"))).to_be_disabled()
    rolls.get_by_role("slider").focus()
    for _ in range(45 // 5):
        lesson.keyboard.press("ArrowRight")
    expect(rolls.locator("output")).to_have_text("45%")
    lesson.keyboard.press("Enter")
    expect(rolls.locator(".nl-ans")).to_contain_text("You said 45%; it is 44%.")


def test_the_ruling_on_tournai_turns_with_the_form(lesson: Page):
    tournai = lesson.locator(".ninevears-try").filter(has_text="The corps inside is only a reduced one")
    word = tournai.locator(".nl-verdict .sc")
    box = tournai.bounding_box()
    assert box is not None
    assert box["height"] <= 350  # cause and effect together
    corps = tournai.get_by_label("corps", exact=True)
    expect(corps).to_have_value("4")
    expect(word).to_contain_text(say("card.verdict-legal"))
    corps.fill("3")
    corps.press("Enter")
    expect(word).to_contain_text(say("card.verdict-illegal"))
    expect(tournai.locator(".ninevears-card").first).to_contain_text("NY 17.5.1")
    corps.fill("4")
    corps.press("Enter")
    expect(word).to_contain_text(say("card.verdict-legal"))
    switch = tournai.get_by_label("A second full corps is inside", exact=True)
    switch.check()
    expect(word).to_contain_text(say("card.verdict-illegal"))
    switch.uncheck()
    expect(word).to_contain_text(say("card.verdict-legal"))


def test_the_army_marches_to_namur(table: Locator):
    expect(asked(table)).to_contain_text(say("wartable.asks-action", count=2))
    choose(table, say("wartable.verb-campaign"), "Sedan", "Namur")
    table.get_by_role("tab", name=say("wartable.tab-log")).click()
    expect(table.locator(".story")).to_contain_text("You marched from Sedan to Namur.")
    expect(table.locator(".story")).to_contain_text("Namur is under siege.")  # its garrison has withdrawn


def test_why_not_march_on(table: Locator):
    table.get_by_role("tab", name=say("wartable.tab-why")).click()
    table.locator(".whynot input").fill("campaign Namur")
    table.page.keyboard.press("Enter")
    refusal = table.locator(".whys li")
    expect(refusal).to_contain_text("Every Bourbon leader in Namur has acted this round.")
    expect(refusal).to_contain_text("13.4.3")
    table.get_by_role("tab", name=say("wartable.tab-decide")).click()


def test_the_siege_to_its_surrender(table: Locator):
    points = table.locator(".strip .mk")
    expect(points).to_have_text("22")
    choose(table, say("wartable.verb-end"))
    for roll in range(ROLLS):
        expect(table.locator(".mid .pick").first).to_be_visible()
        where = ("Namur",) if table.locator(".kd").count() else ()  # few options stand without kinds
        words = say("wartable.verb-campaign"), *where, say("wartable.plan-siege")
        choose(table, *words, by_key=roll == 0, odds=True)
        expect(table.locator(".result .die").first).to_be_visible()
        if roll < ROLLS - 1:
            expect(points).to_have_text("22")
            choose(table, say("wartable.verb-end"))
    expect(points).to_have_text("21")


@pytest.mark.parametrize(
    ("title", "wrong", "right"),
    [
        ("A breach", "3", "4"),
        ("The next roll at Namur", "1", "2"),
    ],
)
def test_an_exercise_is_answered_wrong_and_then_right(lesson: Page, title: str, wrong: str, right: str):
    card = lesson.locator(".jp-OutputArea-output").filter(has_text=title).last
    card.get_by_role("button", name=wrong, exact=True).click()
    button(card, "widget.mark").click()
    told = card.get_by_role("status")
    expect(told).to_contain_text(say("widget.wrong"))
    reason = told.inner_text().split(say("widget.wrong"))[1]
    assert len(reason.split()) > 5, "the reason is told"
    card.get_by_role("button", name=right, exact=True).click()
    expect(told).to_have_count(0)  # what was said belongs to the other answer
    button(card, "widget.mark").click()
    expect(told).to_contain_text(say("widget.right"))


def test_the_practice_below_gives_the_reason_hints_and_another_try(lesson: Page):
    practice = lesson.locator(".ninevears-practice:not(.ninevears-quiz)")
    chosen = practice.get_by_label(say("practice.kind"), exact=True)
    chosen.scroll_into_view_if_needed()
    answer = practice.get_by_label(say("widget.your-answer"))
    practice.evaluate(
        "(box, label) => [...box.querySelectorAll('.widget-label')]"
        ".filter((one) => one.textContent === label).forEach((one) => one.dataset.old = true)",
        say("widget.your-answer"),
    )
    chosen.select_option(label=listed(str(kinds()["corps-for-a-siege"].title)))
    expect(practice.locator("[data-old]")).to_have_count(0)  # another task stands there with its own field
    answer.fill("97")
    button(practice, "widget.mark").click()
    expect(practice.locator(".said")).to_contain_text(say("widget.wrong"))
    expect(practice.locator(".said p").first).not_to_be_empty()
    practice.get_by_role("button", name=re.compile("^" + re.escape(say("practice.hint")))).click()
    expect(practice.locator("ol.hints li")).to_have_count(1)
    button(practice, "practice.again").click()
    expect(practice.locator(".said")).to_have_count(0)
    expect(answer).to_have_value("")
