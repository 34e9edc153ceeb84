"""Lesson 13 as a learner meets it: the siege of Namur from the march to the surrender, and the exercises."""

import re

import pytest
from lab_server import Lab, run_all_cells
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.marking import kinds

pytestmark = pytest.mark.browser

LESSON = "lessons/13_siege.ipynb"
ROLLS = 4


@pytest.fixture(scope="module")
def lesson(shared_page: Page, lab: Lab) -> Page:
    run_all_cells(shared_page, lab, LESSON)
    shared_page.set_default_timeout(15_000)
    return shared_page


@pytest.fixture(scope="module")
def stepper(lesson: Page) -> Locator:
    found = lesson.locator(".ninevears-phases")
    expect(found).to_have_count(1)
    return found


def button(within: Locator, id: str) -> Locator:
    return within.get_by_role("button", name=say(id), exact=True)


def listed(label: str) -> str:
    """A label as lists of the browser hold it: its words together."""
    return label.replace(" ", "\xa0")


def choose(stepper: Locator, words: str, mouse: bool = False) -> None:
    """Searches an option, looks at what it would bring, and chooses it by Enter or with the button."""
    before = stepper.locator(".now .body").inner_text()
    search = stepper.get_by_label(say("sitting.search"), exact=True)
    search.fill(words)
    if mouse:
        expect(stepper.locator(".consequence b").first).to_contain_text(re.compile(words, re.IGNORECASE))
        button(stepper, "sitting.choose").click()
    else:
        search.press("Enter")
    expect(stepper.locator(".now .body")).not_to_have_text(before)


def happened(stepper: Locator) -> Locator:
    return stepper.locator(".happened")


def test_the_ruling_on_tournai_turns_with_the_form(lesson: Page):
    tournai = lesson.locator(".ninevears-try").filter(has_text="The corps inside is only a reduced one")
    word = tournai.locator(".ninevears-card .banner .word").first
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


def test_the_army_marches_to_namur(stepper: Locator):
    expect(stepper.locator(".now .word")).to_contain_text(say("sitting.turn-person", side="Bourbon"))
    choose(stepper, "Sedan", mouse=True)
    choose(stepper, "whole")
    choose(stepper, "Go to Namur", mouse=True)
    expect(happened(stepper)).to_contain_text(
        "1 corps of the Alliance side withdraws into the fortress of Namur."
    )
    expect(happened(stepper)).to_contain_text("The Bourbon side lays siege to Namur.")


def test_why_not_march_on(stepper: Locator):
    ask = stepper.get_by_label(say("sitting.why-not"), exact=True)
    ask.fill("campaign Namur")
    button(stepper, "sitting.ask").click()
    refusal = stepper.locator(".refusal")
    expect(refusal).to_contain_text("Every leader of the Bourbon side in Namur has acted this round.")
    expect(refusal).to_have_attribute("role", "alert")


def test_the_siege_to_its_surrender(stepper: Locator):
    log = stepper.locator(".game-log pre")
    choose(stepper, "end")
    for roll in range(ROLLS):
        if stepper.locator(".now").get_by_text(say("decision.card")).count():
            choose(stepper, "play")  # the last kind of card is played by hand (13.3)
        choose(stepper, "Namur")
        choose(stepper, "whole")
        lines = len(log.inner_text().splitlines())
        odds = stepper.locator(".consequence table")
        stepper.get_by_label(say("sitting.search"), exact=True).fill("siege")
        expect(odds).to_contain_text("%")  # what it would bring is read before it is chosen
        choose(stepper, "siege", mouse=roll == 0)
        expect(happened(stepper).locator(".dice").first).to_be_visible()
        assert len(log.inner_text().splitlines()) > lines
        if roll < ROLLS - 1:
            expect(happened(stepper)).not_to_contain_text("The Bourbon side takes Namur.")
            choose(stepper, "end")
    expect(happened(stepper)).to_contain_text("The Bourbon side takes Namur.")
    expect(stepper.locator(".now .body")).to_contain_text("Victory points: 21.")


@pytest.mark.parametrize(
    ("title", "wrong", "right"),
    [
        ("1. A breach", "3", "4"),
        ("2. Trenches of their own", "legal", "illegal"),
        ("3. The next roll at Namur", "1", "2"),
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
    practice = lesson.locator(".ninevears-practice")
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
