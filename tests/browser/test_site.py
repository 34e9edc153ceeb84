"""The site in a real Chromium that reaches no other machine: below a path, from a folder, by keys."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from firefox import firefox, running_firefox
from lab_server import Traffic, empty_context
from playwright.sync_api import Browser, Page, expect

from ninevears_kernel.chronicle.frames import frame
from ninevears_kernel.chronicle.happenings import happening
from ninevears_kernel.chronicle.sentences import describe_sources
from ninevears_kernel.core.messages import say
from ninevears_kernel.play.carried_table import CarriedTable
from ninevears_kernel.play.session import Session
from ninevears_kernel.site.build import write_site
from ninevears_kernel.site.play_page import fetch_runtime, play_files, runtime_in
from ninevears_kernel.teaching import PHILIPPSBURG
from ninevears_kernel.teaching.drill import Drill
from ninevears_kernel.teaching.marking import kinds, reveal
from ninevears_kernel.teaching.progress import ProgressFile, progress_in
from ninevears_kernel.teaching.task_pictures import spots

pytestmark = pytest.mark.browser
BELOW = "nine-years"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site below a path of its server."""
    root = tmp_path_factory.mktemp("site")
    list(write_site(root / BELOW))
    return root


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a site while it is there."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        server.shutdown()


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


@pytest.fixture
def page(browser_of_all: Browser) -> Iterator[Page]:
    """A page of a context of its own; it asked for nothing outside and had no error."""
    traffic = Traffic()
    with empty_context(browser_of_all, traffic) as context:
        yield context.new_page()
    assert not traffic.outside
    assert not traffic.errors


@pytest.fixture(scope="module")
def playing(url: str, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page to play; Pyodide is where NINEVEARS_PYODIDE says, else npm and pip fetch it."""
    named = os.environ.get("NINEVEARS_PYODIDE")
    runtime = runtime_in(Path(named)) if named else fetch_runtime(tmp_path_factory.mktemp("fetched"))
    if runtime is None:
        pytest.skip("neither npm nor NINEVEARS_PYODIDE gives Pyodide")
    for name, content in play_files(runtime):
        path = folder / BELOW / "play" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return f"{url}play/index.html"


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    expect(page.locator("#now")).not_to_be_empty()
    return page


def painted(page: Page) -> list[float]:
    """After how many milliseconds the page was painted first, and with its map."""
    return page.evaluate(
        "['first-contentful-paint', 'ninevears-shown']"
        ".map((name) => performance.getEntriesByName(name)[0].startTime)"
    )


def test_the_map_is_painted_and_below_a_path(page, url):
    page.goto(url)
    page.get_by_role("link", name=say("site.title")).click()
    expect(page.locator("#now")).to_have_text("September 1688")
    assert min(painted(page)) > 0  # how soon, benchmarks/map_in_the_browser.py tells
    seen = frame("1688-09")
    assert page.locator("#here button").count() == len(seen.on_the_map)
    space = page.locator("#map path.space")
    assert space.count() == len(seen.held)
    assert page.locator("#map path.space.alliance").count() == sum(
        held.side == "Alliance" for held in seen.held.values()
    )


def test_a_link_opens_an_event_with_its_sources(page, url):
    opened(page, f"{url}war/?event=namur-1692")
    expect(page.locator("#panel h2")).to_contain_text(happening("namur-1692").name)
    for source in describe_sources(happening("namur-1692")):
        expect(page.locator("#panel")).to_contain_text(source)
    expect(page.locator("#here [aria-current]")).to_have_attribute("data-event", "namur-1692")
    assert page.locator("#map g[data-mark='event/chosen']").count() == 1


def test_a_link_chooses_month_and_filters_and_play_goes_on(page, url):
    opened(page, f"{url}war/?month=1692-06&theatre=low-countries")
    wanted = frame("1692-06", theatres="low-countries")
    expect(page.locator("#here button")).to_have_count(len(wanted.on_the_map))
    assert page.locator("#map [data-stack]").count() == len(wanted.on_the_map)
    page.locator("#pace").select_option(index=2)
    page.locator("#play").click()
    expect(page.locator("#now")).to_have_text("July 1692")
    page.locator("#stop").click()
    page.locator("#clear").click()
    expect(page.locator("#told")).to_contain_text(say("frame.count", count=0, month="").split("0")[1][:6])
    page.locator("#kind").select_option("treaty")
    assert "kind=treaty" in page.url
    assert "theatre" not in page.url


def test_keys_and_badges_open_cards(page, url):
    opened(page, f"{url}war/?month=1690-07")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#now")).to_have_text("June 1690")
    page.keyboard.press("ArrowRight")
    page.locator("#map").focus()
    page.keyboard.press("n")
    first = frame("1690-07").events[0]
    expect(page.locator("#panel h2")).to_contain_text(first.name)
    page.locator("#map g[data-mark='event/boyne-1690'] [data-stack]").click()
    expect(page.locator("#panel h2")).to_contain_text(happening("boyne-1690").name)
    assert page.url.endswith("?event=boyne-1690")


def test_what_a_link_asks_for_in_vain_is_told(page, url):
    opened(page, f"{url}war/?event=waterloo-1815&theatre=<b>moon</b>")
    expect(page.locator("#status")).to_contain_text("waterloo-1815")
    expect(page.locator("#status")).to_contain_text("<b>moon</b>")


def test_it_opens_from_a_folder_too_and_the_data_are_there(page, folder):
    opened(page, (folder / BELOW / "war" / "index.html").as_uri() + "?month=1695-08")
    expect(page.locator("#now")).to_have_text("August 1695")
    links = page.locator("#take a").evaluate_all("(found) => found.map((one) => one.getAttribute('href'))")
    assert len(links) > 10
    assert all((folder / BELOW / "war" / link).is_file() for link in links)
    assert json.loads((folder / BELOW / "war" / "data" / "chronicle.json").read_text())["tables"]["events"]


def test_on_a_phone_nothing_is_wider_than_the_window_and_the_dark_page_is_dark(browser_of_all, url):
    traffic = Traffic()
    options = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    with empty_context(browser_of_all, traffic, **options) as context:
        page = opened(context.new_page(), f"{url}war/")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.locator("#theme").click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("html").get_attribute("theme") == "light"
    assert not traffic.errors


# ---- the game


WAR = (
    {"new": {"seed": 1688, "Bourbon": "chance", "Alliance": "sense"}},
    {"jump": {"year": 1691, "phase": "event"}},
)
"""A war that two computer players play, on dice of its seed."""


def log_of(page: Page) -> str:
    """The log, as the menu gives it."""
    with page.expect_download() as found:
        page.evaluate("ninevearsTable.ask({ log: true })")
    return Path(found.value.path()).read_text(encoding="utf-8")


def test_the_game_is_played_kept_and_gives_the_log_of_another_python(page, playing):
    page.set_default_timeout(60_000)
    page.goto(playing)
    page.locator("#table .pick").first.click()
    mine = log_of(page)
    assert mine.splitlines()[-1].startswith("Bourbon: ")
    kept = CarriedTable(page.evaluate("localStorage['ninevears-war']"))
    assert kept.seat.take({"log": True})["log"]["text"] == mine
    table = CarriedTable(seed=1)
    for message in WAR:
        page.evaluate("(message) => ninevearsTable.ask(message)", message)
        table.take(json.dumps(message))
    log = table.seat.take({"log": True})["log"]["text"]
    assert len(log.splitlines()) > 100
    assert log_of(page) == log
    expect(page.locator("#earlier")).to_be_visible()
    page.locator("#earlier").click()
    assert log_of(page) == mine


def engine_of(page: Page) -> str:
    """How the engine began: ``new``, or ``kept`` from the memory of an earlier visit."""
    expect(page.locator("#table .pick").first).to_be_visible(timeout=60_000)
    return page.evaluate(
        "performance.getEntriesByType('mark').map(({ name }) => /engine-(.*)/.exec(name)?.[1]).find(Boolean)"
    )


MEMORY = "const store = await caches.open('ninevears-memory'), [key] = await store.keys();"
DAMAGED = """const bytes = new Uint8Array(await (await store.match(key)).arrayBuffer());
bytes.fill(7, 100_000, 30_000_000); await store.put(key, new Response(bytes));"""


def test_a_later_visit_goes_on_from_the_memory_of_the_first_unless_it_is_damaged(page, playing):
    page.set_default_timeout(60_000)
    page.goto(playing)
    assert engine_of(page) == "new"
    deadline = time.monotonic() + 60
    while not page.evaluate(f"(async () => {{ {MEMORY} return key?.url; }})()"):
        assert time.monotonic() < deadline, "the page keeps no memory"
        page.wait_for_timeout(200)
    page.reload()
    assert engine_of(page) == "kept"
    table = CarriedTable(seed=1)
    for message in WAR:
        page.evaluate("(message) => ninevearsTable.ask(message)", message)
        table.take(json.dumps(message))
    assert log_of(page) == table.seat.take({"log": True})["log"]["text"]

    page.evaluate(f"(async () => {{ {MEMORY} {DAMAGED} }})()")
    page.evaluate("localStorage.clear()")
    page.reload()
    assert engine_of(page) == "new"


def test_lesson_0_begins_with_its_guide_and_leaves_the_kept_war_alone(page, playing):
    page.set_default_timeout(60_000)
    page.goto(f"{playing}?lesson")
    guide = PHILIPPSBURG.tell(Session(PHILIPPSBURG.begin()))
    expect(page.locator("#table .bubble")).to_contain_text(guide["says"], timeout=60_000)
    page.locator("#table .hand .cd.can").click()
    expect(page.locator("#table .bubble")).to_contain_text(guide["marked"])
    assert page.evaluate("localStorage['ninevears-war'] ?? null") is None
    expect(page).to_have_title(say("site.lesson-title"))


def test_from_a_stick_the_game_says_that_it_asks_for_a_server(browser_of_all, folder, playing):
    page = browser_of_all.new_page()
    for name in ("index.html", "drill.html"):
        page.goto((folder / BELOW / "play" / name).as_uri())
        expect(page.locator("#status")).to_have_text(say("site.play-no-server"))
    page.close()


def test_after_the_first_visit_all_pages_open_without_a_network(page, folder, playing):
    page.set_default_timeout(60_000)
    with served(folder) as address:
        for name in ("war/", "play/"):
            page.goto(f"{address}{name}")
            expect(page.locator("#offline")).to_be_visible(timeout=60_000)
    page.goto(f"{address}play/index.html?lesson")
    expect(page.locator("#table .hand .cd.can")).to_be_visible(timeout=60_000)
    opened(page, f"{address}war/?event=namur-1692")
    expect(page.locator("#panel h2")).to_contain_text(happening("namur-1692").name)
    page.goto(address)
    expect(page.get_by_role("link", name=say("site.lesson-title"))).to_have_count(
        0
    )  # this one was built without
    page.get_by_role("link", name=say("site.title")).click()
    expect(page.locator("#now")).to_have_text("September 1688")


# ---- the tasks


def begun(folder: Path) -> tuple[str, str]:
    """A file of progress as somebody has kept it, and what is right in the task that comes next."""
    file = ProgressFile(folder / "kept.jsonl", "Anna")
    drill = Drill(file, only=["force-limit"])
    drill.next()
    drill.mark(reveal(drill.task).answer)
    drill.keep()
    drill = Drill(file)
    drill.kind = "force-limit"
    drill.next()
    return file.path.read_text(), str(reveal(drill.task).answer)


ON_THE_PICTURE = """([x, y]) => {
  const frame = document.querySelector("#pictures [role=img]"), map = frame.querySelector("svg");
  const at = () => new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
  frame.scrollIntoView({ block: "center" });
  const box = frame.getBoundingClientRect();
  frame.scrollBy(at().x - box.x - box.width / 2, at().y - box.y - box.height / 2);
  return [at().x, at().y];
}"""
"""Brings a spot of the map into sight, and says where it is in the window."""


def test_tasks_are_answered_kept_and_downloaded(page, playing, tmp_path):
    page.set_default_timeout(60_000)
    kept, right = begun(tmp_path)
    page.goto(playing.replace("index", "drill"))
    expect(page.locator("#title")).not_to_be_empty(timeout=60_000)
    expect(page.locator("#download")).to_be_disabled()
    (tmp_path / "mine.jsonl").write_text(kept)
    page.locator("#file").set_input_files(tmp_path / "mine.jsonl")
    expect(page.locator("#download")).to_be_enabled()
    page.locator("#kind").select_option("force-limit")
    expect(page.locator("#title")).to_have_text(str(kinds()["force-limit"].title))
    page.locator("#typed").focus()
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text(say("widget.wrong"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(right)
    expect(page.locator("#said")).to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text(say("widget.right"))
    page.keyboard.press("Enter")  # the next task is where the keyboard is
    expect(page.locator("#said")).to_be_empty()
    with page.expect_download() as found:
        page.locator("#download").click()
    text = Path(found.value.path()).read_text(encoding="utf-8")
    assert text == page.evaluate("localStorage['ninevears-progress']")
    assert text.startswith(kept)
    assert [(one.right, one.number) for one in progress_in(text).attempts] == [
        (True, 1),
        (False, 1),
        (True, 2),
    ]
    page.locator("#kind").select_option("trace-the-line")
    expect(page.locator("#title")).to_have_text(str(kinds()["trace-the-line"].title))
    for name, written in (("Paris", "Paris"), ("Lille", "Paris, Lille"), ("Paris", "Lille")):
        page.mouse.click(*page.evaluate(ON_THE_PICTURE, spots()[name]))  # a second click lets go
        expect(page.locator("#typed")).to_have_value(written)
        expect(page.locator(".chosen circle")).to_have_count(len(written.split(",")))


def test_tasks_on_a_phone_and_what_cannot_be_read_is_put_aside(browser_of_all, playing):
    traffic = Traffic()
    with empty_context(browser_of_all, traffic, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.add_init_script("localStorage['ninevears-progress'] ??= 'torn';")
        page.goto(playing.replace("index", "drill"))
        expect(page.locator("#title")).not_to_be_empty(timeout=60_000)
        expect(page.locator("#status")).to_have_text(say("site.drill-damaged"))
        assert page.evaluate("localStorage['ninevears-progress-damaged']") == "torn"
        for kind in ("pair-of-sieges", "trace-the-line"):
            page.locator("#kind").select_option(kind)
            expect(page.locator("#title")).to_have_text(str(kinds()[kind].title))
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator("#pictures .whole, #pictures.whole").count() == 1
        page.locator("#place").fill("Namur")
        page.locator("#place").press("Enter")
        expect(page.locator("#typed")).to_have_value("Namur")
    assert not traffic.errors


@pytest.mark.skipif(firefox() is None, reason="no Firefox here")
def test_firefox_marks_a_task_and_keeps_it(playing, tmp_path):
    said = "document.querySelector('#said').textContent"
    with running_firefox(firefox(), tmp_path / "profile") as tab:
        tab.goto(playing.replace("index", "drill"))
        tab.wait_for("document.querySelector('#title').textContent")
        tab.evaluate(
            "void (document.querySelector('#kind').value = 'force-limit',"
            " document.querySelector('#kind').dispatchEvent(new Event('change')))"
        )
        tab.wait_for("Boolean(document.querySelector('#typed'))")
        tab.evaluate(
            "void (document.querySelector('#typed').value = '999', document.querySelector('#mark').click())"
        )
        assert say("widget.wrong") in tab.wait_for(said)
        tab.wait_for("localStorage['ninevears-progress']")
        (attempt,) = progress_in(tab.evaluate("localStorage['ninevears-progress']")).attempts
        assert (attempt.kind, attempt.answer, attempt.right) == ("force-limit", "999", False)


@pytest.mark.skipif(firefox() is None, reason="no Firefox here")
def test_firefox_plays_the_same_war_and_goes_on_from_its_memory(playing, tmp_path):
    shown = (
        "document.querySelector('#table').shadowRoot?.querySelector('h2') && globalThis.ninevearsTable?.state"
    )
    engine = "performance.getEntriesByType('mark').find(({ name }) => name.includes('engine')).name"
    with running_firefox(firefox(), tmp_path / "profile") as tab:
        tab.goto(playing)
        tab.wait_for(shown)
        assert tab.evaluate(engine) == "ninevears-engine-new"
        tab.wait_for(
            "caches.open('ninevears-memory').then((store) => store.keys()).then((keys) => keys.length)"
        )
        tab.goto(playing)
        tab.wait_for(shown)
        assert tab.evaluate(engine) == "ninevears-engine-kept"
        table = CarriedTable(seed=1)
        for message in WAR:
            tab.evaluate("void (globalThis.before = localStorage['ninevears-war'])")
            tab.evaluate(f"ninevearsTable.ask({json.dumps(message)})")
            tab.wait_for("!ninevearsTable.waiting && localStorage['ninevears-war'] !== globalThis.before")
            table.take(json.dumps(message))
        log = table.seat.take({"log": True})["log"]["text"]
        kept = CarriedTable(tab.evaluate("localStorage['ninevears-war']"))
        assert kept.seat.take({"log": True})["log"]["text"] == log
