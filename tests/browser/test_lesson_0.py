"""Lesson 0 in a browser, to its end: the guide stands where the next click is."""

import pytest
from playwright.sync_api import Page, expect
from table_carrier import carried

from ninevears_kernel.core.messages import say
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.teaching.lessons import what_comes_after
from ninevears_kernel.teaching.philippsburg_lesson import PHILIPPSBURG, philippsburg_1688

pytestmark = pytest.mark.browser

SPOT = """() => {
  const { space } = table.state.guide;
  const board = [...table.boards].reverse().find((one) => one.host.clientWidth && one.shows(space));
  const host = board.host.getBoundingClientRect(), { x, y } = board.pixel(space);
  return [host.x + x, host.y + y]; }"""
# From the guide's sentence to the name and the pieces of the place that it speaks of: 0 where it hides one.
APART = """() => {
  const bubble = table.bubble.getBoundingClientRect(), { space } = table.state.guide;
  const board = [...table.boards].reverse().find((one) => one.host.clientWidth && one.shows(space));
  const { id } = board.sheet.spaces[space];
  const drawn = [...board.marks].filter(([key]) => key.split("/")[1] === id).map(([, { element }]) => element.getBoundingClientRect());
  return Math.min(...drawn.filter(({ width }) => width).map((box) => Math.hypot(
    Math.max(bubble.left - box.right, box.left - bubble.right, 0), Math.max(bubble.top - box.bottom, box.top - bubble.bottom, 0)))); }"""  # noqa: E501
BESIDE = """(selector) => {
  const parts = [table.bubble, table.frame.querySelector(selector)];
  const [bubble, box] = parts.map((one) => one.getBoundingClientRect());
  const across = Math.max(bubble.left - box.right, box.left - bubble.right, 0);
  return Math.hypot(across, Math.max(bubble.top - box.bottom, box.top - bubble.bottom, 0)); }"""
HIDDEN = """() => {
  const bubble = table.bubble.getBoundingClientRect();
  if (!bubble.width || table.bubble.classList.contains("docked")) return []; // the button makes room for it
  const over = (box) => box.width && box.left < bubble.right && box.right > bubble.left && box.top < bubble.bottom && box.bottom > bubble.top;
  return [...table.frame.querySelectorAll("button,a,input,select,summary")].filter((one) => one.checkVisibility() && over(one.getBoundingClientRect())).map((one) => one.textContent); }"""  # noqa: E501
SETTLED = "() => !table.waiting"


@pytest.fixture
def lesson(page: Page, traffic, request):
    width, height = getattr(request, "param", (1440, 900))
    guide = PHILIPPSBURG._replace(after=what_comes_after(PHILIPPSBURG.lesson))
    with carried(TableSeat(Session(philippsburg_1688(seed=4)), guide=guide)) as (address, _):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.wait_for_function("window.table && !table.waiting")
        yield page
    assert traffic.errors == []


def guided(page: Page) -> str:
    page.wait_for_function(SETTLED)
    bubble = page.locator(".bubble")
    assert page.evaluate(HIDDEN) == []
    return bubble.text_content() or "" if bubble.is_visible() else ""


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def chosen(page: Page) -> None:
    page.wait_for_function(SETTLED)
    page.evaluate(DRAWN)  # a slow machine has not drawn yet what was marked
    if page.locator(".choose:enabled").count():
        page.locator(".choose").click()
    page.wait_for_function(SETTLED)


def ended(page: Page) -> None:
    ending = page.locator(".learnt")
    expect(ending).to_be_visible()
    expect(ending).to_contain_text("You rolled for a siege")
    onward = ending.locator("a, button.chip").first
    expect(onward).to_have_attribute("href", "01_the_map.ipynb")
    expect(onward).to_have_text(say("philippsburg.next", number=1, title="The map"))
    expect(page.locator(".bubble")).to_be_hidden()


def test_it_is_played_to_its_end_by_mouse_and_then_again(lesson: Page):
    page = lesson
    assert "your card" in guided(page)
    page.locator(".hand .cd.can").click()
    chosen(page)
    assert "Click Philippsburg" in guided(page)
    page.wait_for_timeout(700)  # the map flies there
    assert 0 < page.evaluate(APART) < 40, "it stands at the place and hides nothing of it"
    page.mouse.click(*page.evaluate(SPOT))
    expect(page.locator(".bubble")).to_contain_text("67%")
    page.locator("[data-key=besiege]").click()
    expect(page.locator(".bubble")).to_contain_text(say("philippsburg.sure"))
    assert page.evaluate(BESIDE, ".choose") < 40
    chosen(page)
    expect(page.locator(".result h3")).to_contain_text("Philippsburg")
    expect(page.locator(".result .came b")).to_contain_text("%")
    if "Landau" in guided(page):  # it fell: the next army is asked where to
        page.wait_for_timeout(700)
        assert 0 < page.evaluate(APART) < 40
        page.mouse.click(*page.evaluate(SPOT))
        expect(page.locator(".bubble")).to_contain_text(say("philippsburg.open"))
        assert page.locator(".pop").is_visible()
        assert page.evaluate(BESIDE, ".pop .pick") < 40
        page.locator(".pop .pick").first.click()
        expect(page.locator(".bubble")).to_contain_text(say("philippsburg.from-landau"))
        page.keyboard.press("Escape")
    page.locator(".mid .kd", has_text="End the round").click()
    chosen(page)
    ended(page)
    page.locator("[data-key=again]").click()
    page.wait_for_function("table.state.guide.at === 'hand'")
    assert "your card" in guided(page)


@pytest.mark.parametrize("lesson", [(1366, 768), (800, 1000), (390, 844)], indirect=True)
def test_it_is_in_sight_and_hides_nothing_at_other_sizes(lesson: Page):
    page = lesson
    page.add_style_tag(content="body { padding-top: 400px; }")
    assert "your card" in guided(page)
    page.locator(".hand .cd.can").click()
    assert say("philippsburg.choose") == guided(page)
    expect(page.locator(".choose")).to_be_in_viewport(ratio=1)
    expect(page.locator(".hand .cd.can")).to_be_in_viewport(ratio=1)
    page.locator(".choose").click()
    assert "Click Philippsburg" in guided(page)
    page.locator(".mid .chip", has_text="Philippsburg").first.click()
    page.wait_for_function("table.plan")
    assert "67%" in guided(page)
    page.locator("[data-key=besiege]").click()
    assert say("philippsburg.sure") == guided(page)
    assert page.evaluate(BESIDE, ".choose") < 40
    expect(page.locator(".choose")).to_be_in_viewport(ratio=1)


def test_off_the_way_too_the_guide_says_what_to_do_next(lesson: Page):
    page = lesson
    page.locator(".hand .cd.can").click()
    chosen(page)
    here = page.evaluate("table.main.box")
    page.locator(".mid .chip", has_text="Metz").first.click()
    page.wait_for_function("table.plan")
    assert guided(page) == say("philippsburg.astray")
    page.locator(".mid .chip", has_text=say("wartable.plan-other")).click()
    assert "Click Philippsburg" in guided(page)
    for option in ("campaign Philippsburg", "lead Duras", "march"):
        page.evaluate("text => table.ask({ choose: text })", option)
        page.wait_for_function(SETTLED)
    assert guided(page) == say("philippsburg.march")
    page.evaluate("table.ask({ choose: 'to Strasbourg' })")
    page.wait_for_function("table.state.question.mine && !table.waiting")
    assert guided(page)
    page.wait_for_timeout(700)
    there = page.evaluate("table.main.box")
    assert there["w"] < 2 * here["w"], "the map stays where the war is"


def test_it_is_played_to_its_end_by_keyboard(lesson: Page):
    page = lesson
    page.locator(".tb").focus()
    for keys in (["1", "Enter"], ["/", *"Philipps", "Enter"], ["1", "Enter"]):
        before = page.evaluate("table.state.strip.places")
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_function(SETTLED)
        if "/" not in keys:
            page.wait_for_function("before => table.state.strip.places > before", arg=before)
    page.keyboard.press("Escape")
    ends = page.locator(".mid .pick")
    number = [text.startswith("End the round") for text in ends.all_text_contents()].index(True) + 1
    page.keyboard.press(str(number))
    page.keyboard.press("Enter")
    page.wait_for_function("table.state.guide.over")
    ended(page)
