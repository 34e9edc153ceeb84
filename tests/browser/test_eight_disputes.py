"""Eight disputes at the umpire's desk, each from the pasted mail to the letter; clicks are counted."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import nbformat
import pytest
from desk_page import Umpire, button, opened_desk, section, unfold, verdict
from playwright.sync_api import Page, expect

from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.links import link_to
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.umpire.docket.docket import Docket

pytestmark = pytest.mark.browser

CELL = """
from IPython.display import display
from ninevears_kernel.widgets import UmpireDesk
from ninevears_kernel.widgets.umpire.what_now import WhatNow
display(UmpireDesk(), WhatNow())
"""
EMAILS = Path(__file__).parents[1] / "emails" / "evening"


def mail(name: str, **words: str) -> str:
    (path,) = EMAILS.glob(f"{name}.*")
    text = path.read_text(encoding="utf-8")
    return text.format(**words) if words else text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evening")


@pytest.fixture(scope="module")
def docket(folder: Path) -> Docket:
    """The docket of the evening; last month Ben let three ratings be added up."""
    docket = Docket.open(folder / "umpire-docket.sqlite")
    force = {"format": "ninevears-case/1", "system": "NY", "question": "force"}
    case = docket.add_case(force | {"given": {"leaders": [6, 4, 3], "corps": 12}}, by="Ben")
    docket.decide(case.number, "override", by="Ben", verdict="legal", reason="So we have always played.")
    return docket


@pytest.fixture(scope="module")
def umpire(shared_page: Page, folder: Path, docket: Docket) -> Iterator[Umpire]:
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(CELL)]
    nbformat.write(notebook, folder / "evening.ipynb")
    with opened_desk(shared_page, folder / "evening.ipynb") as desk:
        umpire = Umpire(desk)
        yield umpire
        print(*(f"{name}: {told}" for name, told in umpire.told.items()), sep="\n")


def test_a_disputed_fact_is_ruled_both_ways_and_found(umpire: Umpire, docket: Docket):
    with umpire.dispute("disputed fact", clicks=6):
        umpire.paste(mail("a_disputed_fact"))
        versions = umpire.desk.locator(".ninevears-versions section")
        expect(versions).to_have_count(2)
        expect(versions.nth(1)).to_contain_text(say("card.verdict-illegal"))
        umpire.press(umpire.desk.locator(".chip.is-disputed .version").first)
        umpire.ruled("card.verdict-legal")
        letter = umpire.write()
    assert (
        "5 corps" in letter or "as many are needed" in letter
    )  # the version that was not found is ruled too


def test_two_readings_are_told_beside_each_other(umpire: Umpire, docket: Docket):
    with umpire.dispute("two readings", clicks=4):
        umpire.paste(mail("two_readings"))
        umpire.ruled("card.verdict-result")
        expect(umpire.desk.locator(".ninevears-card").first).to_contain_text("odd-hit")
        letter = umpire.write()
    assert "corsair" in letter


def test_a_partly_known_position_is_completed_by_the_umpire(umpire: Umpire, docket: Docket):
    with umpire.dispute("partly known position", clicks=9):
        umpire.paste(mail("a_partly_known_position"))
        expect(verdict(umpire.desk)).to_have_count(0)  # nothing is ruled on what nobody has told
        expect(umpire.chip("Tournai")).to_be_visible()  # what somebody took is theirs: nothing to confirm
        expect(umpire.chip("Tournai").get_by_role("button", name=say("chip.take"))).to_have_count(0)
        copy = umpire.desk.locator(".chip.is-missing .copies").first
        umpire.press(copy)
        expect(copy).to_have_text(say("chip.copied"))
        asked = umpire.desk.locator(".chip.is-missing .ask").first.text_content()
        assert umpire.page.evaluate("navigator.clipboard.readText()") == asked
        umpire.known("position")
        expect(umpire.desk.locator(".ninevears-card .banner")).to_be_visible()
        letter = umpire.write()
    assert "Tournai" in letter


def test_enter_in_the_fields_of_a_fact_takes_it_so(umpire: Umpire, shared_page: Page):
    umpire.press(button(umpire.desk, "desk.fresh"))
    umpire.paste(mail("a_partly_known_position"))
    umpire.press(umpire.chip("Tournai").get_by_role("button", name=say("chip.edit")))
    form = umpire.desk.locator(".ninevears-fact-form")
    form.get_by_label("side", exact=True).select_option(label="Bourbon")
    form.get_by_label("control", exact=True).fill("Namur")
    shared_page.keyboard.press("Enter")
    expect(form).to_have_count(0)
    expect(umpire.chip("Namur")).to_contain_text("Bourbon")


def test_a_wrong_number_of_dice_is_refused_by_whose_it_is(umpire: Umpire, docket: Docket):
    with umpire.dispute("wrong number of dice", clicks=8):
        umpire.paste(mail("a_wrong_number_of_dice"))
        umpire.known("dice")
        refused = section(umpire.desk, "ruling").get_by_role("alert").first
        expect(refused).to_contain_text("Venice")
        convention = section(umpire.desk, "ruling").get_by_label(say("desk.dice-convention"), exact=True)
        convention.select_option(label=say("desk.dice-convention-ignore-extra"))
        umpire.ruled("card.verdict-result")
        letter = umpire.write()
    assert "left aside" in letter


@pytest.fixture(scope="module")
def war() -> Game:
    """A war to the moment at which the Bourbons play a card."""
    return walked(lambda game: game.decision.name == "card")


def walked(wanted: Callable[[Game], bool]) -> Game:
    """A war by chance to a moment of the Bourbons in 1689."""
    chance, game = Random(3), Game.new(seed=1690)
    while game.position.year < 1689 or game.decision.side != "Bourbon" or not wanted(game):
        game.choose(chance.choice(game.decision.options))
    return game


def test_a_hidden_card_is_ruled_on_and_told_to_nobody(umpire: Umpire, docket: Docket, war: Game):
    secret = "Play a card of 3"
    with umpire.dispute("hidden card", clicks=4):
        umpire.paste(mail("a_hidden_card", link=link_to(war, seat="umpire")))
        expect(umpire.desk.locator(".ninevears-card .banner")).to_contain_text(secret, timeout=30_000)
        letter = umpire.write()
    assert say("report.hidden-says") in letter  # the ruling looked into a hand
    assert secret not in letter
    assert link_to(war, seat="umpire")[-60:] not in letter
    umpire.press(button(umpire.desk.locator(".ninevears-decision"), "desk.seat-umpire"))
    expect(umpire.desk.locator(f".ninevears-decision iframe[srcdoc*='{secret}']")).to_be_visible()


ORDER = "campaign Madrid"
"""Nobody leads an army there."""


def test_an_illegal_move_three_rounds_ago_is_ruled_on_and_set_right(
    umpire: Umpire, docket: Docket, shared_page: Page, folder: Path
):
    war = walked(lambda game: game.decision.name == "action")
    before, number, chance = war.branch(), len(war) + 1, Random(3)
    while len(war) < number + 30:
        war.choose(chance.choice(war.decision.options))
    lines = war.log.split("\n")
    at = [place for place, line in enumerate(lines) if line.startswith(SIDES)][number - 1]
    lines[at] = f"Bourbon: {ORDER}"
    with umpire.dispute("illegal move three rounds ago", clicks=12):
        umpire.paste(mail("an_illegal_move_found_later", order=ORDER, link=link_to(before, seat="both")))
        umpire.ruled("card.verdict-illegal")
        now = shared_page.locator(".ninevears-what-now")
        umpire.paste("\n".join(lines), now.get_by_label(say("whatnow.log"), exact=True))
        umpire.press(button(now, "whatnow.look"))
        expect(now).to_contain_text(f"{number}", timeout=30_000)
        umpire.type("Nobody leads an army in Madrid.", now.get_by_label(say("whatnow.reason"), exact=True))
        umpire.press(button(now, "whatnow.do-rewind"))
        link = now.get_by_role("link", name=say("whatnow.download"), exact=True)
        with shared_page.expect_download() as download:
            umpire.press(link)
        umpire.press(button(umpire.desk.locator(".ninevears-decision"), "desk.mend-take-back"))
        letter = umpire.write()
    download.value.save_as(folder / "new.log")
    again = read_log((folder / "new.log").read_text(encoding="utf-8"))
    assert f"umpire: rewind {number}" in again.log
    assert len(again) == number - 1
    assert again.decision.name == "action"  # the war goes on from there
    assert "Madrid" in letter


def test_a_house_rule_is_named_in_the_letter(umpire: Umpire, docket: Docket, shared_page: Page):
    law = umpire.desk.locator(".ninevears-desk-rules")
    with umpire.dispute("house rule", clicks=10):
        unfold(umpire.desk, "desk.law")
        with shared_page.expect_file_chooser() as chooser:
            umpire.press(button(law, "desk.rules-load"))
        chooser.value.set_files(EMAILS / "house.toml")
        expect(law).to_contain_text("house.toml")
        umpire.paste(mail("a_house_rule"))
        umpire.ruled("card.verdict-illegal")
        umpire.press(button(umpire.desk.locator(".ninevears-decision"), "desk.mend-stand"))
        letter = umpire.write()
    umpire.press(button(law, "desk.rules-off"))
    expect(law).not_to_contain_text("house.toml")
    assert "house.toml" in letter


def test_a_contradiction_of_an_earlier_ruling_asks_for_a_reason(umpire: Umpire, docket: Docket):
    reason = "Last month's answer overlooked that two leaders count."
    with umpire.dispute("contradiction", clicks=8):
        umpire.paste(mail("a_contradiction"))
        umpire.ruled("card.verdict-illegal")
        umpire.press(button(umpire.desk.locator(".ninevears-decision"), "desk.write"))
        warned = umpire.desk.locator(".ninevears-decision")
        expect(warned).to_contain_text("decided otherwise")
        umpire.give_reason(reason)
        umpire.press(button(warned, "desk.mend-take-back"))
        letter = umpire.write()
    assert "NOT LEGAL" in letter.upper()


def test_an_appeal_is_entered_beside_the_letter_of_a_case_that_is_opened_again(
    umpire: Umpire, docket: Docket, shared_page: Page
):
    desk = umpire.desk
    umpire.press(button(desk, "desk.fresh"))
    unfold(desk, "desk.docket-heading")
    words = desk.get_by_label(say("desk.docket-search-field"), exact=True)
    umpire.type("two leaders count", words)
    shared_page.keyboard.press("Enter")
    found = desk.get_by_label(say("desk.docket-found-field"), exact=True)
    expect(found).not_to_have_value("")
    umpire.press(button(desk, "desk.docket-open"))
    assert "two leaders count" in umpire.letter()
    decision = desk.locator(".ninevears-decision")
    unfold(decision, "desk.appeal")
    umpire.type("Ben", decision.get_by_label(say("desk.appeal-party"), exact=True))
    umpire.type("The third leader counts too.", decision.get_by_label(say("desk.appeal-reason"), exact=True))
    umpire.press(button(decision, "desk.appeal-enter"))
    expect(decision).to_contain_text(say("letter.appeal-open"))
    umpire.press(decision.get_by_role("button", name=say("desk.appeal-allowed"), exact=True))
    why = decision.get_by_label(say("desk.docket-reason-field"), exact=True).last
    umpire.type("So it does.", why)
    umpire.press(button(decision, "desk.appeal-hear"))
    expect(decision).to_contain_text("So it does.")
    expect(decision.locator("iframe").first).to_have_attribute("srcdoc", re.compile("So it does"))
    (heard,) = docket.appeals(docket.search(words="two leaders count")[0].number)
    assert (heard.party, heard.outcome and heard.outcome.outcome) == ("Ben", "allowed")
