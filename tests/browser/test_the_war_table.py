"""The war table in a browser: a year by mouse and by keyboard, what it shows, and that nothing is cut off.

It stands on a page of its own, carried by the tests (`table_carrier`), and once each on a Voila page and in
the lab.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from lab_server import Lab, run_all_cells, running_page
from map_page import grave, write_notebook
from playwright.sync_api import Locator, Page, expect
from sizes import size
from table_carrier import Carrier, carried
from table_player import Player

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.engine.choices import option_of
from ninevears_kernel.nine_years.games.links import link_to
from ninevears_kernel.play.hints import hint
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.teaching import before_tournai

pytestmark = pytest.mark.browser

SEED = 1691
SIZES = {
    "desk": (1440, 900),
    "lab": (1180, 800),
    "files": (940, 800),
    "tablet": (800, 1100),
    "phone": (390, 840),
}
CUT_OFF = """() => {
  const seen = [...table.frame.querySelectorAll("button, h2, h3, .nw, .sc, .yr span, dd, .says, .cap")];
  const cut = (one) => one.scrollWidth > one.clientWidth + 2
    || (one.matches("button") && one.scrollHeight > one.clientHeight + 3);
  const aside = ".heard, .views, .hand, sup";
  const shown = (one) => one.checkVisibility() && one.clientWidth && !one.closest(aside);
  return seen.filter((one) => shown(one) && cut(one))
    .map((one) => `${one.className}: ${one.textContent.slice(0, 60)}`); }"""

MOST_CLICKS = 1.5  # for each decision of one's own; a whole year of 1688 takes 1.2

CLICKS_A_CHOICE = 1.3  # of a whole year by mouse; a march, its force and its way are one choice

Opened = Callable[..., tuple[Page, Carrier]]


@pytest.fixture
def opened(page_again: Page, traffic) -> Iterator[Opened]:
    """Opens the table of a session at a size; `longer` makes each text a third longer."""
    page, running = page_again, []

    def open(session: Session, at: str = "desk", *, dark: bool = False, longer: bool = False):
        carrying = carried(TableSeat(session), longer=longer)
        address, carrier = carrying.__enter__()
        running.append(carrying)
        width, height = SIZES[at]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{address}?theme={'dark' if dark else 'light'}")
        page.wait_for_function("window.table && !table.waiting")
        return page, carrier

    yield open
    if running:
        page.evaluate("localStorage.clear(); sessionStorage.clear()")  # a port may come again
    page.goto("about:blank")  # a page that outlives its server asks for it in vain
    for one in running:
        one.__exit__(None, None, None)
    assert traffic.errors == []


def buying() -> Session:
    """The Bourbons have 5 resource points to spend, in 1689."""
    session = Session(seed=SEED)
    session.jump(year=1689, phase="reinforcement")
    while session.game.decision.name != "spend":
        session.choose(session.game.decision.options[0])
        session.answer()
    return session


# ---- a year


WHOLE = 100  # choices from which a year is whole: then by each means, at each size, in both themes
YEARS = [
    ("mouse", "desk", False),
    ("keyboard", "lab", True),
    ("mouse", "phone", True),
    ("keyboard", "tablet", False),
]
if size("choices") >= WHOLE:
    YEARS = [(how, at, dark) for how in ("mouse", "keyboard") for at in SIZES for dark in (False, True)]


@pytest.mark.parametrize(("how", "at", "dark"), YEARS)
def test_a_year_is_played(opened: Opened, how: str, at: str, dark: bool):
    page, carrier = opened(Session(seed=SEED), at, dark=dark)
    player = Player(page)
    player.play(1689, how, at_most=size("choices"))
    assert player.choices >= min(size("choices"), 20)
    done = player.clicks if how == "mouse" else player.keys
    print(
        f"{how} {at}: {player.choices} choices, {done} {how}, {player.scrolls} scrolls, {carrier.sent} bytes"
    )
    assert done <= (1.8 if how == "mouse" else 3.5) * player.choices
    if how == "mouse":
        assert size("choices") < WHOLE or done <= CLICKS_A_CHOICE * player.choices
        moments = carrier.seat.session.moments[: player.now["place"]]
        assert done <= MOST_CLICKS * sum(moment.entry.side == "Bourbon" for moment in moments)
    if how == "mouse" or at in ("desk", "lab"):
        assert player.scrolls == 0
    assert carrier.sent < 400_000
    # a page that is loaded again goes on where it was
    place = player.now["place"]
    page.reload()
    page.wait_for_function("window.table")
    assert player.now["place"] == place > 0


def test_what_the_enemy_holds_is_in_no_frame(opened: Opened):
    page, carrier = opened(Session(seed=987654321))
    Player(page).play(1689, "mouse", at_most=size("choices"))
    position = carrier.seat.session.game.position
    hidden = position.alliance_hand.events
    told = "".join(carrier.frames)
    assert all(name not in told for name in hidden)
    assert str(position.seed) not in told


# ---- the map is the control


SPOT = """index => { const board = table.main, { x, y } = board.pixel(index);
  const host = board.host.getBoundingClientRect(); return [host.x + x, host.y + y]; }"""


def click_on_the_map(page: Page, name: str) -> None:
    """Clicks a place of the Low Countries, docked beside Europe."""
    spot = page.evaluate(
        """name => { const index = table.sheet.spaces.findIndex((one) => one.name === name);
        const board = table.side[0].board, { x, y } = board.pixel(index);
        const host = board.host.getBoundingClientRect(); return [host.x + x, host.y + y]; }""",
        name,
    )
    page.mouse.click(*spot)


RAISED = "Raise a reduced French corps"


def test_a_corps_is_raised_where_the_map_is_clicked(opened: Opened):
    page, carrier = opened(buying())
    expect(page.locator("button.choose")).to_be_disabled()  # nothing is marked on arrival
    # a place shows what may be done there, and what may not, with the reason
    click_on_the_map(page, "Ypres")
    expect(page.locator(".pop h3")).to_have_text("Ypres")
    expect(page.locator(".pop .no")).to_contain_text("a fortified line needs 5")
    # its options stand there alone; under the pointer one is looked at, and nothing is chosen
    expect(page.locator(".mid .list .pick")).to_have_count(0)
    page.locator(".pop button.pick", has_text=RAISED).hover()
    expect(page.locator(".pv")).to_contain_text(RAISED)
    expect(page.locator("button.choose")).to_be_disabled()
    expect(page.locator(".strip .coin")).to_have_count(5)
    # what can be taken back without a trace is chosen by a click, and taken back
    page.locator(".pop button.pick", has_text=RAISED).click()
    expect(page.locator(".strip .coin")).to_have_count(4)
    assert carrier.seat.session.moments[-1].text == "raise France, Ypres, reduced"
    page.locator("button.undo").click()
    expect(page.locator(".strip .coin")).to_have_count(5)


def test_kind_and_strength_stay_and_a_place_is_one_click(opened: Opened):
    """A strength is chosen once; then each place is a click, in the list or on the map."""
    page, carrier = opened(buying())
    page.get_by_role("button", name="Raise a corps").click()
    expect(page.locator(".variants [aria-pressed=true]")).to_have_text("Full")
    # those behind the front come out by a click, or by their name
    expect(page.locator("button.chip", has_text="Rouen")).to_be_hidden()
    page.locator(".find").fill("rou")
    expect(page.locator("button.chip", has_text="Rouen")).to_be_visible()
    page.locator(".find").fill("")
    page.locator("button.more").click()
    expect(page.locator("button.chip", has_text="Rouen")).to_be_visible()
    page.locator(".variants button", has_text="Reduced").click()
    chip = page.locator("button.chip", has_text="Ypres")
    chip.focus()
    page.keyboard.press("Enter")  # the keyboard marks first
    expect(page.locator("button.choose")).to_contain_text(f"{RAISED} in Ypres")
    expect(page.locator(".pv")).to_contain_text("1 of 5 points; 4 left")
    expect(page.locator(".strip .coin.gone")).to_have_count(1)
    page.keyboard.press("Escape")
    chip.click()
    expect(page.locator(".strip .coin")).to_have_count(4)
    click_on_the_map(page, "Dunkirk")
    expect(page.locator(".strip .coin")).to_have_count(3)
    bought = [one.text for one in carrier.seat.session.moments[-2:]]
    assert bought == ["raise France, Ypres, reduced", "raise France, Dunkirk, reduced"]


def test_what_rolls_dice_or_gives_something_up_is_marked_first(opened: Opened):
    session = Session(seed=SEED)
    page, _ = opened(session)
    page.locator(".mid .pick").nth(1).click()  # to let the Alliance go first takes no more
    page.wait_for_function("!table.waiting && table.state.question.name === 'strengthen'")
    place = session.place
    page.locator(".mid .pick").nth(0).click()
    page.wait_for_function("!table.waiting && table.preview")
    assert page.evaluate("table.preview.free") is False
    assert session.place == place
    expect(page.locator("button.choose")).to_be_enabled()


def test_points_that_are_left_are_given_up_by_no_single_click(opened: Opened):
    page, carrier = opened(buying())
    place = carrier.seat.session.place
    expect(page.locator("[data-key=kind-done]")).to_contain_text("leaves 5 unused")
    page.locator("[data-key=kind-done]").click()
    page.wait_for_function("!table.waiting && table.preview")
    assert carrier.seat.session.place == place


def test_the_second_of_two_clicks_chooses_nothing_else(opened: Opened):
    """What lies under a double click after the choice is another option."""
    session = Session(seed=SEED)
    session.jump(year=1689, phase="reinforcement")
    while session.game.decision.name != "station":
        session.choose(session.game.decision.options[0])
        session.answer()
    page, _ = opened(session)
    place = session.place
    page.locator(".mid .chip").first.dblclick()
    page.wait_for_function("place => !table.waiting && table.state.strip.places > place", arg=place)
    page.wait_for_timeout(300)
    assert session.place == place + 1


@pytest.mark.parametrize("how", ["keyboard", "mouse"])
def test_nothing_falls_through_to_the_next_question(opened: Opened, how: str):
    """What chose stands where the next question has an option: it neither chooses nor lights that one."""
    session = Session(seed=SEED)
    page, _ = opened(session)
    option = page.locator(".mid .pick").nth(1)
    option.hover()
    expect(page.locator("button.choose")).to_contain_text("One click does it")
    if how == "mouse":
        option.click()
    else:
        option.press("Enter")
        page.wait_for_function("!table.waiting")
        page.keyboard.press("Enter")
    page.wait_for_function("!table.waiting && table.state.question.name === 'strengthen'")
    place = session.place
    expect(page.locator(".mid .pick")).to_have_count(2)
    assert page.evaluate("[table.lit, table.marked]") == [None, None]
    page.keyboard.press("Enter")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(400)
    assert session.place == place  # a click that has not moved marks, and no more
    expect(page.locator("button.choose")).to_be_enabled()


def test_what_no_click_alone_chooses_says_so(opened: Opened):
    page, _ = opened(buying())
    expect(page.locator("button.choose")).to_contain_text("Nothing is marked")
    page.locator("[data-key=kind-done]").hover()
    expect(page.locator("button.choose")).to_contain_text("a second one does it")


def campaigning() -> Session:
    """The Bourbons choose an action in 1689, with forces of theirs in many places."""
    session = Session(seed=SEED)
    session.jump(year=1689, phase="campaign")
    while session.game.decision.name != "action":
        session.choose(session.game.decision.options[-1])
        session.answer()
    return session


CAMPAIGN = ".stands:has([data-key=kind-campaign]) .chip"


def test_a_march_without_risk_is_one_plan_of_two_clicks(opened: Opened):
    page, carrier = opened(campaigning())
    session = carrier.seat.session
    place = session.place
    page.locator(CAMPAIGN, has_text="Luxembourg").click()
    expect(page.locator("h2")).to_contain_text("Where to from")
    expect(page.locator("button.choose")).to_be_disabled()  # where to is not marked yet
    safe = "({ ground, unopposed, then }) => ground === 'own' && unopposed === 1 && !then.length"
    own = page.evaluate(f"table.plan.targets.find({safe}).space")
    page.locator(f"[data-key='target-{own}']").hover()
    assert page.evaluate("table.main.ways.childElementCount") == 1  # drawn before it is chosen
    page.locator(f"[data-key='target-{own}']").click()
    page.wait_for_function("place => table.state.strip.places > place", arg=place)
    made = [moment.text for moment in session.moments[place : session.place]]
    assert made[0] == "campaign Luxembourg"
    assert any(text.startswith("to ") for text in made)
    page.locator("button.undo").click()
    page.wait_for_function("place => table.state.strip.places === place", arg=place)


def test_the_risk_of_a_march_is_that_of_the_engine(opened: Opened):
    page, carrier = opened(campaigning())
    page.locator(CAMPAIGN, has_text="Luxembourg").click()
    expect(page.locator("h2")).to_contain_text("Where to from")
    plan = page.evaluate("table.plan")
    asked = carrier.seat.take({"plan": {"space": plan["from"]}})["plan"]
    risky = next(one for one in asked["targets"] if one["unopposed"] < 1)
    button = page.locator(f"[data-key='target-{risky['space']}']")
    told = " ".join(f"{whole}%: {says}" for _, says, _, whole, _ in risky["course"])
    expect(button.get_by_role("img")).to_have_attribute("aria-label", told)
    # under the pointer on the map it is looked at, from one place to the next
    page.wait_for_timeout(500)  # the flight to where it may go
    for one in (asked["from"], risky["space"]):
        page.mouse.move(*page.evaluate(SPOT, one))
    expect(page.locator(".tip .oddsline")).to_have_attribute("aria-label", told)
    expect(page.locator(".pv h3")).to_have_text(risky["says"])
    place = carrier.seat.session.place
    button.click()  # it is marked, and no die falls
    assert carrier.seat.session.place == place
    expect(page.locator(".pv .outcomes b")).to_have_text([f"{whole}%" for *_, whole, _ in risky["course"]])


def test_choosing_otherwise_is_a_what_if_and_both_ways_are_kept(opened: Opened):
    page, carrier = opened(Session(seed=SEED))
    session = carrier.seat.session
    player = Player(page)
    player.play(1689, "mouse", at_most=8)
    place = player.now["place"]
    while player.now["place"] > 1:
        player.click(".undo")
        page.wait_for_function("!table.waiting")
    page.evaluate("table.frame.focus()")
    page.keyboard.press("m")
    page.locator("[data-key='branch']").click()
    page.wait_for_function("table.state.branches.length === 2")
    page.keyboard.press("Escape")
    player.by_mouse()
    expect(page.locator(".whatif")).to_contain_text("another way")
    page.evaluate("table.frame.focus()")
    page.keyboard.press("m")
    page.locator("[data-key='branch-1']").click()
    expect(page.locator(".whatif:not(.behind)")).to_have_count(0)
    assert session.branches[0].now
    assert len(session.moments) >= place


def test_the_menu_hands_out_files_and_a_link(opened: Opened):
    page, _ = opened(buying())
    page.get_by_role("button", name="Menu").click()
    for name, ending in (("Save the war", ".war"), ("The log", ".log"), ("A picture of the map", ".svg")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        assert waiting.value.suggested_filename.endswith(ending)
    page.get_by_role("button", name="A link").click()
    link = page.locator(".shared input").input_value()
    assert link.startswith("ninevears:1:position:")
    assert len(link) < 8000
    page.locator("select").nth(1).select_option("chance")
    page.wait_for_function("table.state.seats.Alliance === 'chance'")


def test_the_menu_begins_another_war_and_opens_one(opened: Opened):
    page, carrier = opened(buying())
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-key=new]").click()
    page.locator("[data-key=new-Alliance]").select_option("chance")
    page.locator("[data-key=new-year]").select_option("1690")
    page.locator("[data-key=begin]").click()
    expect(page.locator(".yr b")).to_have_text("1690")
    assert carrier.seat.session.seats == {"Bourbon": "person", "Alliance": "chance"}
    expect(page.locator(".menu")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-key=open]").click()
    page.locator("[data-key=open-link]").fill(link_to(buying().game))
    page.keyboard.press("Enter")
    expect(page.locator(".yr b")).to_have_text("1689")


def test_an_expert_sees_the_notation_and_so_after_a_reload(opened: Opened):
    page, _ = opened(buying())
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".notation")).to_have_count(0)
    page.locator("[data-key=expert]").check()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_function("window.table && !table.waiting")
    click_on_the_map(page, "Ypres")
    expect(page.locator(".pop .notation").first).to_contain_text("restore France reduced, Ypres")


def test_the_locator_shows_where_a_theatre_lies_and_goes_elsewhere(opened: Opened):
    page, _ = opened(buying())
    expect(page.locator(".locator")).to_be_hidden()
    page.locator("[data-view=italy]").click()
    page.wait_for_function("table.main.box.x > 5000 && table.main.drawn === table.main.box")
    x = page.evaluate("Number(table.locator.window.getAttribute('x'))")
    assert x == pytest.approx(page.evaluate("table.main.box.x"))
    page.locator(".locator").click(position={"x": 30, "y": 170})
    page.wait_for_function("x => table.main.box.x < x / 2", arg=x)


def test_a_second_window_looks_on_until_it_takes_the_pen(opened: Opened):
    page, _ = opened(buying())
    page.goto(page.url.replace("?", "?view=b&"))
    page.wait_for_function("window.table && !table.waiting")
    expect(page.locator(".notice")).to_contain_text("looks on")
    expect(page.locator(".mid .kd")).to_have_count(0)
    expect(page.locator(".choose")).to_be_hidden()
    glowing = "table.boards.flatMap((board) => [...board.can]).length"
    assert page.evaluate(glowing) == 0
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".mid .kd").first).to_be_visible()
    expect(page.locator(".choose")).to_be_visible()
    assert page.evaluate(glowing) > 30


def test_the_log_is_open_at_its_end(opened: Opened):
    page, _ = opened(campaigning())
    page.locator("[data-tab=log]").click()
    expect(page.locator(".story p").last).to_contain_text("You played a card")  # in words first
    page.get_by_role("button", name="In the notation").click()
    page.wait_for_function("table.mid.scrollTop > 0")
    assert page.evaluate("table.mid.scrollHeight - table.mid.clientHeight - table.mid.scrollTop") < 2


def test_bars_of_a_duel_begin_with_ones_own(opened: Opened):
    """And tell one's own chance, so that two options can be compared."""
    session = Session(seed=SEED)
    session.answer()
    while session.decision.name != "strengthen":
        session.choose(session.decision.options[0])
        session.answer()
    page, _ = opened(session)
    bars = page.locator(".mid .compared .oddsline")
    expect(bars).to_have_count(2)
    for index in range(2):
        expect(bars.nth(index).locator("i").first).to_have_class("part p0")
        expect(bars.nth(index).locator("+ small")).to_contain_text("towards the Bourbons")
    # what is asked is in sight and ringed, where the map shows a part of Europe too
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    page.reload()
    page.wait_for_function("window.table && !table.waiting")
    page.wait_for_function(
        """() => { const { box } = table.main, { x, y } = table.main.spotOf("sea/Atlantic");
        return box && x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h; }"""
    )
    expect(page.locator("#place .seen.box").first).to_be_attached()


BATTLE = """() => {
  const dice = [2, 2, 4, 5, 1].map((face) => [face, ""]);
  table.fell = { number: 1, dice, steps: [], says: "You marched. ".repeat(9) };
  const lost = [0.9, "The Alliance wins the battle of Ghent. Hits: 1.", "Alliance", 90, "9 in 10"];
  const won = [0.1, "The Bourbons win the battle of Ghent.", "Bourbon", 10, "1 in 10"];
  table.odds[1] = { outcomes: [lost, won], came: 0, sums: [] };
  table.draw();
  const box = (one) => one.getBoundingClientRect();
  const shown = [...table.mid.querySelectorAll(".rolled .die")];
  return Math.max(...shown.map((die) => box(die).right)) - box(table.mid.querySelector(".rolled h3")).x; }"""


def test_dice_of_a_battle_stand_beside_what_they_decided(opened: Opened):
    """A march that was fought tells in its heading who won; the whole of it stands under the map."""
    page, _ = opened(Session(seed=SEED), "lab")
    assert page.evaluate(BATTLE) <= 0
    expect(page.locator(".rolled h3")).to_have_text("The Alliance wins the battle of Ghent.")


def test_every_kind_of_action_is_in_sight(opened: Opened):
    session = Session(seed=SEED)
    session.jump(year=1689, phase="campaign")
    while session.game.decision.name != "action":
        session.choose(session.game.decision.options[0])
        session.answer()
    page, _ = opened(session, "lab")
    kinds = page.locator(".mid .kd")
    foot = page.evaluate("table.mid.getBoundingClientRect().bottom")
    boxes = [kind.bounding_box() for kind in kinds.all()]
    assert len(boxes) >= 4
    assert all(box["y"] + box["height"] <= foot for box in boxes)
    # the dice of before make room for where to go
    page.evaluate(BATTLE)
    expect(page.locator(".rolled")).to_have_count(1)
    page.locator("[data-key=kind-campaign]").click()
    page.locator(".mid .chips .chip").first.click()
    page.wait_for_function("!table.waiting && table.plan")
    expect(page.locator(".rolled")).to_have_count(0)


def test_a_card_is_played_from_the_hand(opened: Opened):
    session = Session(seed=SEED)
    session.jump(year=1689, phase="campaign")
    while session.game.decision.name != "card":
        session.choose(session.game.decision.options[0])
        session.answer()
    page, _ = opened(session)
    place = session.place
    page.locator(".strip button.cd").first.click()
    page.keyboard.press("Enter")
    page.wait_for_function("place => table.state.strip.places > place", arg=place)
    assert session.moments[place].text.startswith("play ")


def test_what_happened_is_told_in_lines_and_replayed(opened: Opened):
    session = campaigning()
    seat = TableSeat(session)
    while not any(one["ways"] for one in seat.state()["happened"] if one["side"] == "Alliance"):
        seat.take({"choose": session.decision.options[-1].text})
    page, _ = opened(session)
    number = page.evaluate("table.lines.findIndex(({ ways }) => ways.length)")
    page.locator(".dp li button").nth(number).click()
    drawn = page.evaluate("table.main.ways.childElementCount")
    assert drawn == page.evaluate("number => table.lines[number].ways.length", number)
    page.locator(".replay").click()
    expect(page.locator(".replay")).to_contain_text("Pause")
    page.wait_for_function("table.playing === null", timeout=20000)
    expect(page.locator(".dp li.on")).to_have_count(1)


def test_the_map_is_where_the_own_dice_fell(opened: Opened):
    """What is asked after a siege roll is asked of all Europe; the siege is looked at first."""
    session = Session(before_tournai(), bourbon="person", alliance="person")
    for text in ("campaign Tournai", "lead William III", "lead Waldeck", "with 4 Dutch Republic", "besiege"):
        session.choose(text)
    while session.decision.name == "siege-card":
        session.choose("pass")
    page, _ = opened(session)
    assert page.evaluate("new Set(table.state.options.map(({ place }) => place)).size") > 4
    expect(page.locator(".tb")).to_have_attribute("data-board", "theatre")
    page.wait_for_function("table.main.shows(table.fell.place)")
    page.locator("[data-view=all]").click()
    expect(page.locator(".tb")).to_have_attribute("data-board", "europe")


# ---- what is read


def test_what_is_refused_says_why_and_the_clause_is_told(opened: Opened):
    page, _ = opened(buying())
    page.get_by_role("tab", name="Why not?").click()
    page.locator(".whynot input").fill("line Ypres")
    page.keyboard.press("Enter")
    expect(page.locator(".whys li")).to_contain_text("15.2")
    page.locator(".whys sup button").click()
    expect(page.locator(".over .rule .sc")).to_have_text("NY 15.2")
    page.keyboard.press("Escape")
    expect(page.locator(".over .rule")).to_have_count(0)


def test_the_sequence_is_walked(opened: Opened):
    page, carrier = opened(buying())
    page.evaluate("table.frame.focus()")
    page.keyboard.press("s")
    expect(page.locator(".rail section.now h3")).to_contain_text("Reinforcement phase")
    place = carrier.seat.session.place
    page.get_by_role("button", name="Back").click()
    page.wait_for_function("place => table.state.strip.places === place - 1", arg=place)
    page.get_by_role("button", name="Next").click()
    page.wait_for_function("place => table.state.strip.places === place", arg=place)
    page.locator(".rail").get_by_role("button", name="Event phase").click()
    expect(page.locator(".rail section.now h3")).to_contain_text("Event phase")
    page.locator(".years").get_by_role("button", name="1688").click()
    expect(page.locator(".yr b")).to_have_text("1688")


def test_the_readings_and_the_keys_are_told(opened: Opened):
    page, _ = opened(buying())
    page.evaluate("table.frame.focus()")
    page.keyboard.press("r")
    expect(page.locator(".reading li.chosen").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator(".keys kbd").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(page.locator(".kd").first).to_be_visible()


def test_the_screen_is_handed_over(opened: Opened):
    session = Session(seed=SEED, bourbon="person", alliance="person")
    page, carrier = opened(session)
    while not carrier.seat.curtain:
        carrier.seat.take({"choose": session.decision.options[0].text})
    page.reload()
    page.wait_for_function("window.table")
    expect(page.locator("h2")).to_contain_text("turn of the Alliance")
    assert page.evaluate("Object.keys(table.state.marks).length") == 0
    page.get_by_role("button", name="I play the Alliance").click()
    expect(page.locator(".mid .pick").first).to_be_visible()


# ---- for everybody


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(opened: Opened, dark: bool):
    page, _ = opened(buying(), dark=dark)
    click_on_the_map(page, "Ypres")
    expect(page.locator(".pop .no").first).to_be_visible()
    assert grave(page, "#place") == []
    page.get_by_role("button", name="Raise a corps").click()
    for tab in ("decide", "sequence", "why", "readings", "review"):
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_function("!table.waiting")
        assert grave(page, "#place", maps=False) == [], tab


# What fits a third longer fits in English too: once shows that the longer texts are not what is right.
@pytest.mark.parametrize(("at", "longer"), [("desk", False), *((at, True) for at in SIZES)])
def test_nothing_is_cut_off(opened: Opened, at: str, longer: bool):
    page, _ = opened(buying(), at, longer=longer)
    page.locator(".kd").nth(1).click()
    page.locator("button.chip").nth(1).press("Enter")  # marked: what it brings is told
    page.wait_for_function("!table.waiting")
    page.wait_for_timeout(400)
    width, height = SIZES[at]
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    if at in ("desk", "lab"):
        assert page.evaluate("document.scrollingElement.scrollHeight") <= height
    box = page.locator("button.choose").bounding_box()
    assert box
    assert box["y"] + box["height"] <= height
    assert page.evaluate(CUT_OFF) == []


def test_the_map_fits_after_each_shape_of_the_window(opened: Opened):
    """What the map shows is what was asked for, and no wider with each width that the window has had."""
    page, _ = opened(buying(), "desk")
    page.wait_for_timeout(500)
    asked = page.evaluate("table.main.asked.w")
    for width, height in ((700, 300), (300, 900), *SIZES.values()):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
    page.wait_for_function("asked => Math.abs(table.main.asked.w - asked) < 1", arg=asked)
    assert page.evaluate("table.main.box.w") < 3 * asked


def test_two_fingers_bring_the_map_nearer(opened: Opened):
    page, _ = opened(Session(seed=SEED), "phone")
    page.wait_for_timeout(500)  # the flight to where the decision is
    before = page.evaluate("table.main.box.w")
    page.evaluate(
        """() => { const host = table.main.host, { x, y, width, height } = host.getBoundingClientRect();
        const [cx, cy] = [x + width / 2, y + height / 2];
        const sheet = host.shadowRoot.querySelector("svg");
        const common = { clientY: cy, bubbles: true, composed: true };
        const finger = (id, by) => ({ pointerId: id, clientX: cx + by, ...common });
        const at = (name, id, by) => sheet.dispatchEvent(new PointerEvent(name, finger(id, by)));
        at("pointerdown", 1, -20); at("pointerdown", 2, 20);
        at("pointermove", 1, -40); at("pointermove", 2, 40);
        at("pointerup", 1, -40); at("pointerup", 2, 40); }"""
    )
    assert page.evaluate("table.main.box.w") == pytest.approx(before / 2, rel=0.05)


# ---- carried by a page and by the lab

CELL = f"""from ninevears_kernel.widgets import WarTable
table = WarTable(seed={SEED})
table"""


def widget(page: Page) -> Locator:
    found = page.locator(".ninevears-table")
    expect(found.locator("h2")).to_contain_text("Who goes first", timeout=60000)
    return found


def chosen(table: Locator) -> None:
    table.locator(".mid .pick").nth(1).click()
    expect(table.locator("h2")).not_to_contain_text("event phase", timeout=20000)


def test_as_a_page_it_fills_the_window(page: Page, tmp_path: Path):
    page.set_viewport_size({"width": 1440, "height": 900})
    with running_page(tmp_path / write_notebook(tmp_path, "table.ipynb", CELL), tmp_path / "voila") as url:
        page.goto(url)
        table = widget(page)
        assert page.evaluate("document.scrollingElement.scrollHeight") <= 900
        chosen(table)


def test_in_the_lab_it_fits_into_the_cell(lab_page: Page, lab: Lab):
    page = lab_page
    page.set_viewport_size({"width": 1440, "height": 900})
    run_all_cells(page, lab, write_notebook(lab.folder, "war_table.ipynb", CELL))
    table = widget(page)
    cut = table.evaluate("one => one.shadowRoot.querySelector('.tb').getBoundingClientRect().height")
    assert cut <= 900 - 90
    assert table.evaluate("one => one.shadowRoot.querySelector('.tb').dataset.width") == "wide"
    chosen(table)


def test_in_the_lab_beside_the_files_it_fits_into_the_panel(lab_page: Page, lab: Lab):
    """The panel is the measure, not the window: a small window, and the file browser open."""
    page = lab_page
    page.set_viewport_size({"width": 900, "height": 800})
    run_all_cells(
        page, lab, write_notebook(lab.folder, "small_table.ipynb", CELL.replace("seed", "keep=False, seed"))
    )
    table = widget(page)
    expect(page.locator(".jp-FileBrowser")).to_be_visible()
    measured = table.evaluate(
        """one => { const frame = one.shadowRoot.querySelector(".tb");
        const panel = one.closest(".jp-WindowedPanel-outer, .jp-Notebook");
        const { right } = frame.getBoundingClientRect(), edge = panel.getBoundingClientRect().x;
        return { width: frame.dataset.width, wide: panel.scrollWidth - panel.clientWidth,
          beyond: right - edge - panel.clientWidth, own: frame.scrollWidth - frame.clientWidth }; }"""
    )
    assert measured["width"] != "wide"
    assert max(measured["wide"], measured["beyond"], measured["own"]) <= 0
    in_the_lab = "one => { const table = { frame: one.shadowRoot.querySelector('.tb') };"
    assert table.evaluate(f"{in_the_lab} return ({CUT_OFF})(); }}") == []
    # what is to be chosen stands in the window, whatever is scrolled
    table.evaluate("one => one.scrollIntoView()")
    table.locator(".mid .pick").first.scroll_into_view_if_needed()
    box = table.locator("button.choose").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 800
    chosen(table)


# ---- what the war turned on


def test_what_lies_under_a_hint_can_be_scrolled_up(opened: Opened):
    page, _ = opened(buying())
    page.locator("[data-key=hint]").click()
    hint = page.locator(".hinted")
    expect(hint).to_be_visible()
    said, shut = (hint.locator(one).first.bounding_box() for one in ("b", ".shut"))
    assert said
    assert shut
    assert said["x"] + said["width"] <= shut["x"]
    hint.locator(".note .p button").first.click()
    page.locator(".rule:not(.hinted) .shut").click()
    expect(hint).to_be_visible()  # a clause that was opened there goes back to it
    page.evaluate("table.mid.scrollTop = table.mid.scrollHeight")
    last, over = page.locator(".mid .kd").last.bounding_box(), hint.bounding_box()
    assert last
    assert over
    assert last["y"] + last["height"] <= over["y"]
    hint.locator(".shut").click()
    assert page.evaluate("table.mid.style.getPropertyValue('--under')") == ""


def test_a_hint_takes_no_enter_away_and_marks_what_it_advises(opened: Opened):
    """It lies over options, also over those that it names."""
    page, carrier = opened(buying())
    page.locator("[data-key=hint]").click()
    advised = page.locator(".hinted .advised")
    expect(advised).to_have_count(2)
    text = page.evaluate("table.hinted.plans[1].text")
    advised.last.click()
    expect(page.locator(".hinted")).to_have_count(0)
    page.wait_for_function("!table.waiting && table.ready")
    assert page.evaluate("table.options[table.marked].text") == text
    place = carrier.seat.session.place
    page.locator("[data-key=hint]").click()
    expect(page.locator(".hinted")).to_be_visible()
    page.keyboard.press("Enter")  # what is marked is chosen, whatever is read beside it
    page.wait_for_function(f"!table.waiting && table.state.strip.places > {place}")
    assert carrier.seat.session.moments[place].text == text


def marching() -> Session:
    """The Bourbons choose an action, and the army that a hint advises reaches its aim in one march."""
    session = Session(seed=1690)
    while session.decision.name != "action" or not any(one.march for one in hint(session).plans):
        session.choose(max(session.decision.options, key=lambda one: one.action[0] == "campaign"))
        session.answer()
    return session


@pytest.mark.parametrize(("begun", "reached"), [(marching, True), (campaigning, False)])
def test_a_march_that_a_hint_advises_is_laid_out_with_its_force(opened: Opened, begun, reached):
    """And with where it goes, unless that takes several marches."""
    page, carrier = opened(begun())
    page.locator("[data-key=hint]").click()
    advised = page.locator(".hinted .advised")
    expect(advised.first).to_be_visible()
    plans = page.evaluate("table.hinted.plans.map(({ march }) => march)")
    march = next(filter(None, plans))
    advised.nth(plans.index(march)).click()
    page.wait_for_function("!table.waiting && table.plan")
    plan = page.evaluate("table.plan")
    asked = {name: march[name] for name in ("space", "leaders", "corps")}
    found = carrier.seat.take({"plan": asked})["plan"]
    assert plan["corps"] == found["corps"]
    assert [one["name"] for one in plan["leaders"] if one["goes"]] == march["leaders"]
    targets = [one for one in found["targets"] if one["space"] == march["to"]]
    assert bool(targets) == reached
    assert page.evaluate("table.target ? [table.target.says] : []") == [one["says"] for one in targets]
    expect(page.locator(".hinted")).to_have_count(0)
    assert page.evaluate("[table.lit, table.gazed]") == [None, None]  # the pointer lies where the hint lay


@pytest.mark.parametrize(("at", "dark"), [("desk", False), ("phone", True)])
def test_the_review_is_a_screen_of_its_own(opened: Opened, at: str, dark: bool):
    session = Session(seed=SEED, bourbon="sense", alliance="sense")
    session.jump(year=1689, phase="campaign")
    session.answer()
    page, _ = opened(session, at, dark=dark)
    page.locator("[data-tab=review]").press("Enter")
    expect(page.locator(".swing[open]")).to_have_count(1)  # the greatest, wherever it stands in time
    expect(page.locator("[data-tab=decide]")).not_to_be_visible()
    with_map = page.locator(".swing:has(.map)").last
    if with_map.get_attribute("open") is None:
        with_map.locator("summary").press("Enter")
    expect(with_map.locator(".map svg")).to_be_visible()
    expect(page.locator(".swing[open]")).to_have_count(1)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SIZES[at][0]
    assert page.evaluate(CUT_OFF) == []
    assert grave(page, "#place", maps=False) == []
    page.locator("[data-does=year]").last.press("Enter")
    expect(page.locator(".points h3").first).to_contain_text("1689")
    closer = page.locator(".swing[open] .closer")
    page.evaluate(
        "for (const does of ['closer', 'stop']) table.rv.querySelector(`[open] [data-does=${does}]`).click()"
    )
    page.wait_for_function("!table.waiting && table.looksAt === null")
    expect(closer.locator("[role=status], [data-does=closer]").first).to_be_visible()
    expect(closer.locator("progress")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".rv")).to_be_hidden()
    expect(page.locator("[data-tab=decide]")).to_be_visible()
    page.locator("[data-tab=review]").press("Enter")
    expect(page.locator(".points h3").first).to_contain_text("1689")  # it comes back as it was
    page.locator("[data-does=year]").first.press("Enter")
    expect(page.locator(".points h3").first).not_to_contain_text("1689")
    page.wait_for_function("!table.waiting")
    entry = int(page.locator(".swing[open] [data-does=otherwise]").get_attribute("data-value"))
    page.locator(".swing[open] [data-does=otherwise]").press("Enter")
    page.wait_for_function(f"!table.waiting && table.state.strip.places === {entry}")
    expect(page.locator(".rv")).to_be_hidden()
    expect(page.locator(".whatif")).to_be_visible()


@pytest.mark.parametrize(("at", "dark"), [("desk", True), ("phone", False)])
def test_the_choices_of_a_year_are_looked_at_again(opened: Opened, at: str, dark: bool):
    """With progress, and Stop, which tells what was found till then; a card opens the table."""
    session, random = Session(seed=1001, bourbon="sense", alliance="person"), Random(1001)
    while session.game.engine.board.year < 1689:
        if session.is_persons_turn:
            session.choose(random.choice(session.decision.options))
        else:
            session.answer()
    page, carrier = opened(session, at, dark=dark)
    page.locator("[data-tab=review]").press("Enter")
    page.locator("[data-does=year][data-value='1688']").press("Enter")
    button = page.locator("[data-does=choices]")
    expect(button).to_have_text(say("choices.yours", year=1688))
    button.press("Enter")
    expect(page.locator(".choices progress")).to_be_visible()
    expect(page.locator(".choices [data-does=stop]")).to_be_focused()
    page.wait_for_function("table.choices?.[1688]?.done > 2")
    assert "s more" in page.locator(".choices small").inner_text()
    page.locator(".choices [data-does=stop]").click()
    expect(page.locator(".choices [role=status]")).to_contain_text(say("choices.stopped"))
    expect(button).to_have_text(say("wartable.coach-goOn"))
    page.wait_for_function("!table.waiting")
    looked, _ = carrier.seat.coach._years[1688]
    worst = looked.candidates[0]
    look = worst.look._replace(gains=(0.1, 0.2) * 16)
    looked.candidates, looked._stage = [worst._replace(look=look)], 3  # whole wars are not waited for here
    button.click()
    card = page.locator(".choices .swing")
    expect(card).to_have_count(1)
    expect(button).to_have_count(0)
    card.locator("summary").press("Enter")
    expect(card).to_have_attribute("open", "")
    expect(page.locator(".swing[open]")).to_have_count(1)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SIZES[at][0]
    assert page.evaluate(CUT_OFF) == []
    assert grave(page, "#place") == []
    named = card.locator("[data-does=clause]")
    named.press("Enter")
    expect(card.locator(".clause")).to_contain_text(clause(named.inner_text()).says)
    expect(named).to_have_attribute("aria-expanded", "true")
    named.press("Enter")
    expect(card.locator(".clause")).to_have_count(0)
    card.locator("[data-does=otherwise]").press("Enter")
    page.wait_for_function(f"!table.waiting && table.state.strip.places === {worst.number}")
    expect(page.locator(".whatif").last).to_be_visible()
    page.wait_for_function("!table.waiting && table.marked !== null")  # what would have been better
    better = option_of(look.other, session.game.rule_tables).text
    assert page.evaluate("table.options[table.marked].text") == better


def test_what_a_long_choice_brings_leaves_its_button_in_the_window(opened: Opened):
    session = Session(seed=SEED, bourbon="person", alliance="sense")
    while session.decision is None or session.decision.name != "strengthen":
        session.choose(session.machines_choice(for_all=True))
        session.answer()
    page, _ = opened(session)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator(".pick").first.click()
    page.wait_for_function("!table.waiting && table.preview")
    for hinted in (False, True):
        if hinted:
            page.locator("[data-key=hint]").click()
            expect(page.locator(".hinted")).to_be_visible()
        box = page.locator("button.choose").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 768


def test_another_action_begins_at_the_top_of_the_list(opened: Opened):
    page, _ = opened(campaigning())
    page.set_viewport_size({"width": 1366, "height": 600})
    page.locator(CAMPAIGN, has_text="Luxembourg").click()
    expect(page.locator("h2")).to_contain_text("Where to from")
    page.evaluate("table.mid.scrollTop = table.mid.scrollHeight")
    page.wait_for_function("table.scrolled > 0")
    page.locator(".mid .chip", has_text="←").click()
    expect(page.locator("h2")).not_to_contain_text("Where to from")
    assert page.evaluate("table.mid.scrollTop") == 0


def test_what_happened_unfolds_to_its_end_under_the_pointer(opened: Opened):
    """The strip has four lines; what a fifth says could be read by scrolling alone."""
    session = Session(seed=SEED, bourbon="person", alliance="sense")
    page, _ = opened(session)
    told = " ".join(["Each word of what was done is there to be read."] * 12)
    line = {"number": 0, "side": None, "says": told, "short": told, "paid": "", "text": "", "box": None}
    line |= {name: [] for name in ("places", "ways", "whose", "dice", "steps", "skipped")}
    page.evaluate("line => { table.state.happened = [line, line]; table.draw() }", line)
    strip = page.locator(".dp ol")
    rest = "one => one.scrollHeight - one.clientHeight"
    assert strip.evaluate(rest) > 20
    page.locator(".dp li").first.hover()
    assert strip.evaluate(rest) <= 1


def test_on_a_phone_the_steps_of_the_curve_are_read_by_finger_and_by_buttons(opened: Opened):
    session = Session(seed=SEED, bourbon="sense", alliance="sense")
    session.jump(year=1689, phase="campaign")
    session.answer()
    page, _ = opened(session, "phone")
    page.locator("[data-tab=review]").press("Enter")
    page.wait_for_function("table.review?.done === table.review?.of && !table.waiting")
    at, steps = page.locator(".at"), page.locator(".narrow .step")
    expect(page.locator("[data-does=back]")).to_have_text("To the table (Esc)")
    assert "Esc" not in page.locator("[data-does=back]").inner_text()  # a phone has no such key
    caption = page.locator(".panel header .soft:visible").first
    assert (caption.bounding_box() or {"height": 99})["height"] < 50
    further, before = (page.locator(f"[data-does=step][data-value='{by}']") for by in ("1", "-1"))
    told = [steps.nth(number).get_attribute("aria-label") for number in range(2)]
    further.click()
    expect(at).to_have_text(told[0] or "")
    further.click()
    expect(at).to_have_text(told[1] or "")
    before.click()
    expect(at).to_have_text(told[0] or "")
    assert steps.nth(0).evaluate("one => one.matches('.on')")
    steps.last.hover()
    expect(at).to_have_text(steps.last.get_attribute("aria-label") or "")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= SIZES["phone"][0]


def test_back_to_the_war_as_it_was_played_leads_to_its_present(opened: Opened):
    session = Session(seed=SEED, bourbon="person", alliance="sense")
    session.jump(year=1689, phase="event")
    session.answer()
    known = session.place
    session.jump(entry=5)
    session.branch()
    session.choose(session.decision.options[-1])
    session.answer()
    page, _ = opened(session)
    page.locator("[data-tab=review]").press("Enter")
    expect(page.locator(".rv .what-if")).to_be_visible()  # a review of a what-if says so
    page.keyboard.press("Escape")
    page.locator(".whatif .chip").last.click()
    page.wait_for_function(f"!table.waiting && table.state.strip.places === {known}")
    expect(page.locator(".whatif")).to_have_count(0)


def test_the_curve_says_what_its_steps_were_and_opens_its_cards(opened: Opened):
    session = Session(seed=SEED, bourbon="sense", alliance="sense")
    session.jump(year=1689, phase="campaign")
    session.answer()
    page, _ = opened(session)
    page.locator("[data-tab=review]").press("Enter")
    at, steps = page.locator(".at"), page.locator(".wide .step")
    told = [steps.nth(number).get_attribute("aria-label") for number in range(2)]
    steps.first.hover()
    expect(at).to_have_text(told[0] or "")
    steps.first.focus()
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(told[1] or "")
    page.locator(".wide [data-does=card][data-value='3']").click()
    expect(page.locator(".swing[data-card='3']")).to_have_attribute("open", "")
    expect(page.locator(".swing[open]")).to_have_count(1)
    page.locator(".wide [data-does=card][data-value='2']").press("Enter")
    card = page.locator(".swing[data-card='2']")
    expect(card).to_have_attribute("open", "")
    look = card.locator("[data-does=look]")
    entry, space, box = (look.get_attribute(f"data-{name}") for name in ("value", "space", "box"))
    look.press("Enter")
    page.wait_for_function(f"!table.waiting && table.state.strip.places === {entry}")
    expect(page.locator(f".sheet .glow .seen[data-space='{space or box}']")).to_be_visible()
    assert page.evaluate("table.frame.dataset.board") == "theatre"
    page.locator("[data-key=to-review]").click()  # one click leads back to it
    expect(card).to_have_attribute("open", "")
    page.evaluate("table.frame.dataset.board = 'europe'")
    look.press("Enter")  # the war is there already, the map no more
    page.wait_for_function("table.frame.dataset.board === 'theatre'")
