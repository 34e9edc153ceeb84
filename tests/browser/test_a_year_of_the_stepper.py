"""A whole year in the phase stepper, as a person plays it by keyboard and mouse; and two at one screen."""

import re
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path

import pytest
from lab_server import Lab, run_all_cells
from map_page import Frames, change_theme, grave, told_in_dom, write_notebook
from playwright.sync_api import Locator, Page, expect

from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.nine_years.components.position import Hand
from ninevears_kernel.nine_years.components.sides import SIDES, Side, enemy
from ninevears_kernel.nine_years.engine.choices import Option
from ninevears_kernel.play.session import Session

pytestmark = pytest.mark.browser

MOST_CHOICES = 60
SEED = 1691
YEAR = 1688
"""In this year of this war the Alliance draws an event that it does not play."""
BEFORE_BATTLE = 74
"""After so many decisions the first action cards of 1689 are laid down, and both sides hold events."""
IMPORT = "from ninevears_kernel.widgets import PhaseStepper"


class Table:
    """A stepper on the page, and beside it the same war, which tells what should stand there."""

    def __init__(self, box: Locator, session: Session) -> None:
        self.box, self.session = box, session
        self.ways = cycle((self.by_search, self.by_arrows, self.by_mouse))

    @property
    def search(self) -> Locator:
        return self.box.get_by_label(say("sitting.search"), exact=True)

    @property
    def options(self) -> Locator:
        return self.box.get_by_label(say("sitting.options"), exact=True)

    def button(self, id: str, **parts: object) -> Locator:
        return self.box.get_by_role("button", name=say(id, **parts), exact=True)

    def stands(self) -> None:
        """The page tells of the place where the other war is, and its log has as many lines."""
        here = self.session.here
        expect(self.box.locator(".now .body")).to_have_text(
            say(
                "sitting.now",
                year=here.year,
                phase=Message(f"map.phase-{here.phase}"),
                number=self.session.place + 1,
                points=self.session.game.engine.board.victory_points,
            )
        )
        lines = self.session.log_lines(here.year)
        expect(self.box.locator(".game-log pre")).to_have_text("\n".join(lines), use_inner_text=True)
        assert self.log() == lines

    def log(self) -> list[str]:
        return self.box.locator(".game-log pre").inner_text().splitlines()

    # ---- three ways to choose

    def by_search(self, option: Option) -> None:
        """Types what is wanted; when the list offers something else first, goes down to it."""
        self.search.fill(option.text)
        fitting = self.fitting(option.text)
        if fitting[0] == option:
            self.search.press("Enter")
            return
        self.search.press("ArrowDown")
        expect(self.options).to_be_focused()
        expect(self.options.locator("option")).to_have_count(len(fitting))
        self.walk(fitting.index(option))

    def by_arrows(self, option: Option) -> None:
        self.search.fill(option.text.split()[0])
        fitting = self.fitting(option.text.split()[0])
        expect(self.options.locator("option")).to_have_count(len(fitting))
        self.options.focus()
        self.walk(fitting.index(option))

    def by_mouse(self, option: Option) -> None:
        self.search.fill(option.text)
        fitting = self.fitting(option.text)
        expect(self.options.locator("option")).to_have_count(len(fitting))
        self.options.locator("option").nth(fitting.index(option)).click()
        expect(self.box.locator(".consequence code").first).to_have_text(option.text)
        self.button("sitting.choose").click()

    def fitting(self, words: str) -> list[Option]:
        assert self.session.decision
        options = self.session.decision.options
        sought = words.casefold().split()
        return [
            one for one in options if all(word in f"{one.says}  [{one.text}]".casefold() for word in sought)
        ]

    def walk(self, number: int) -> None:
        """Goes down the list with the arrows, and chooses; the notebook around it does not take the keys."""
        keyboard = self.box.page.keyboard
        keyboard.press("Home")
        for _ in range(number):
            keyboard.press("ArrowDown")
        assert self.options.evaluate("list => list.selectedIndex") == number
        expect(self.options).to_be_focused()
        keyboard.press("Enter")

    def play(self, choose: Callable[[Option], None] | None = None) -> Option:
        """Chooses, here and there, what the machine would choose for a person."""
        session = self.session
        action = session.machines_choice(for_all=True)
        assert session.decision
        option = next(one for one in session.decision.options if one.action == action)
        (choose or next(self.ways))(option)
        session.choose(option)
        session.answer()
        return option


@pytest.fixture(scope="module")
def table(shared_page: Page, lab: Lab) -> Table:
    stepper = f"PhaseStepper(bourbon='person', alliance='sense', seed={SEED})"
    run_all_cells(shared_page, lab, write_notebook(lab.folder, "a-year.ipynb", IMPORT, stepper))
    shared_page.set_default_timeout(15_000)
    session = Session(bourbon="person", alliance="sense", seed=SEED)
    return Table(shared_page.locator(".ninevears-phases"), session)


def part_of(event: str) -> str:
    """A part of an event's name that stands in HTML as it is."""
    return max(event.split("'"), key=len)


def describe(frames: Frames, since: int = 0) -> str:
    """What came to the page, from one frame on."""
    return b"\n".join(Frames(frames.received[since:]).read()).decode("utf-8", "replace").replace("\0", "")


def describe_assert(seen: str, words: Iterable[str]) -> None:
    missing = [word for word in words if word not in seen]
    assert missing == []


def describe_assert_not(seen: str, words: Iterable[str]) -> None:
    found = [seen[max(0, seen.index(word) - 80) :][:200] for word in words if word in seen]
    assert found == []


def hand(session: Session, side: Side) -> Hand:
    position = session.game.position
    return position.bourbon_hand if side == "Bourbon" else position.alliance_hand


# ---- against the machine


def test_a_year_is_played_by_keyboard_and_mouse(table: Table, frames: Frames):
    secret: set[str] = set()
    phases = set()
    lines = 0
    table.stands()
    for _ in range(MOST_CHOICES):
        here = table.session.here
        phases.add(here.phase)
        lines = len(table.log())
        table.play()
        secret |= set(hand(table.session, "Alliance").events)
        table.stands()
        if table.session.here.year > YEAR:
            break
        assert len(table.log()) > lines  # the log grows with each choice
    assert table.session.here.year == YEAR + 1
    assert phases == {"event", "reinforcement", "campaign"}  # the winter asked nothing of us
    secret -= {word for word in secret if f"event {word}" in table.session.game.log}
    assert secret
    seen = describe(frames) + told_in_dom(table.box.page)
    describe_assert(seen, {say("sitting.action-cards", side="Bourbon", cards="1, 2, 2")})
    describe_assert_not(seen, {say("sitting.action-cards", side="Alliance", cards=""), *map(part_of, secret)})


def test_back_and_next_by_button_and_by_key(table: Table):
    table.button("sitting.back").click()
    table.session.back()
    table.stands()
    expect(table.box.locator(".choices")).to_contain_text("Chosen here before")
    table.button("sitting.next").click()
    table.session.next()
    table.stands()
    table.box.locator(".ninevears-rail [aria-current]").focus()
    for key, move in (("b", table.session.back), ("b", table.session.back), ("n", table.session.next)):
        table.box.page.keyboard.press(key)
        move()
        table.stands()
    while table.session.ahead:
        table.button("sitting.next").click()
        table.session.next()
        table.stands()


def test_jump_by_list_and_by_rail(table: Table):
    end = table.session.place
    box = table.box
    box.get_by_label(say("sitting.jump-to"), exact=True).select_option(label=str(YEAR))
    phase = box.get_by_label(say("sitting.phase"), exact=True)
    phase.focus()
    box.page.keyboard.type("Rein")  # a list of the browser goes to what is typed
    expect(phase).to_have_value(re.compile("Reinforcement"))
    table.button("sitting.jump").press("Enter")
    table.session.jump(year=YEAR, phase="reinforcement")
    table.stands()
    current = box.locator(".ninevears-rail [aria-current=step]")
    expect(current).to_have_count(1)
    expect(current).to_contain_text(say("sitting.state-now"))
    years = box.locator(".ninevears-rail details")
    this_year = years.filter(has_text=str(YEAR))
    this_year.locator("button.phase").filter(has_text=say("map.phase-campaign")).click()
    table.session.jump(year=YEAR, phase="campaign")
    table.stands()
    next_year = years.filter(has_text=str(YEAR + 1))
    next_year.locator("summary").click()
    next_year.locator("button.phase").first.press("Enter")
    table.session.jump(year=YEAR + 1, phase="event")
    table.stands()
    assert table.session.place == end


def test_what_the_rules_forbid_is_refused_with_every_paragraph(table: Table):
    why_not = table.box.get_by_label(say("sitting.why-not"), exact=True)
    why_not.fill("campaign Namur")
    why_not.press("Enter")
    refusal = table.box.locator(".refusal")
    expect(refusal).to_be_visible()
    violations = table.session.why_not("campaign Namur")
    expect(refusal.locator("ol > li")).to_have_count(len(violations))
    for violation in violations:
        expect(refusal).to_contain_text(str(violation.says))
        expect(refusal).to_contain_text(violation.clause_id)
    table.stands()


def test_the_log_that_is_saved_is_the_players(table: Table, tmp_path: Path):
    fold = table.box.locator(".table-fold")
    fold.get_by_text(say("sitting.table"), exact=True).click()
    table.button("sitting.files").click()
    with table.box.page.expect_download() as download:
        fold.get_by_role("link", name=say("sitting.log-file"), exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.read_text(encoding="utf-8") == table.session.seen.log


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_axe_finds_nothing_serious_on_the_stepper(table: Table, theme: str):
    change_theme(table.box.page, theme)
    assert grave(table.box.page, ".ninevears-phases") == []


# ---- two at one screen


@pytest.fixture(scope="module")
def for_two(shared_page: Page, lab: Lab, frames: Frames) -> Table:
    played = Session(bourbon="sense", alliance="sense", seed=SEED)
    played.jump(entry=BEFORE_BATTLE)
    (lab.folder / "two.log").write_text(played.game.log, encoding="utf-8")
    frames.received.clear()
    stepper = "PhaseStepper('two.log', bourbon='person', alliance='person')"
    run_all_cells(shared_page, lab, write_notebook(lab.folder, "two.ipynb", IMPORT, stepper))
    session = Session(lab.folder / "two.log", bourbon="person", alliance="person")
    return Table(shared_page.locator(".ninevears-phases"), session)


def test_the_screen_is_handed_over_and_hides_the_hand(for_two: Table, frames: Frames):
    page, session = for_two.box.page, for_two.session
    cards: dict[Side, list[str]] = {}
    for side in SIDES:
        held = hand(session, side)
        assert held.events
        assert held.actions
        actions = say("sitting.action-cards", side=side, cards="").strip()
        cards[side] = [actions, *map(part_of, held.events)]
    since = 0
    for side in SIDES:
        assert session.side == side
        covered = for_two.box.locator(".hand-over")
        expect(covered).to_contain_text(say("sitting.hand-over", side=side))
        expect(for_two.box.locator(".ninevears-card.now")).to_have_count(0)
        expect(for_two.options).to_be_hidden()
        seen = describe(frames, since) + told_in_dom(page)
        describe_assert_not(seen, [*cards["Bourbon"], *cards["Alliance"]])
        describe_assert_not(told_in_dom(page), ["[lay "])
        expect(for_two.search).to_have_value("")
        for_two.button("sitting.i-am", side=side).click()
        for_two.stands()
        describe_assert(for_two.box.inner_text(), cards[side])
        describe_assert_not(describe(frames, since) + told_in_dom(page), cards[enemy(side)])
        since = len(frames.received)
        for_two.play(for_two.by_search)
