"""Tables over the network in real browsers: a year by three, what each sees, and what an umpire does."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import lab_server
import pytest
from map_page import grave
from playwright.sync_api import expect
from sizes import size

from ninevears_kernel.umpire.docket.docket import Docket

pytestmark = pytest.mark.browser
READY = "() => globalThis.ninevearsTable && document.getElementById('status').hidden"
PLACES = "ninevearsTable.state.strip.places"
YEAR = "ninevearsTable.state.strip.year"
CHOOSE = """() => { const { options } = ninevearsTable, place = ninevearsTable.state.strip.places;
  ninevearsTable.ask({ choose: options[(place * 7919) % options.length].text }); }"""
LAST_YEAR = 1689  # of 1688 little is left when the war begins
RALLY = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}


def started(store, port, *more):
    """A server, and what it printed until the link of the umpire."""
    command = [
        sys.executable,
        "-P",
        "-u",
        "-m",
        "ninevears_kernel",
        "table",
        str(store),
        f"--port={port}",
        *more,
    ]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    printed = []
    for line in server.stdout:
        printed.append(line)
        if "/#" in line:
            break
    return server, "".join(printed)


@pytest.fixture
def table(tmp_path):
    """Serves the tables of a folder, always at the same port; the server ends with the test."""
    running = []
    port = lab_server._free_port()

    def again(*more):
        server, printed = started(tmp_path / "wars", port, *more)
        running.append(server)
        return server, printed

    yield again
    for server in running:
        server.kill()
        server.wait()


def seats_in(printed):
    """The links of the seats, and that of the umpire's page."""
    return re.findall(r"http://\S+/seat#\S+", printed), re.findall(r"http://\S+/#\S+", printed)[0]


def test_three_browsers_play_through_all_that_can_break(table, browser_of_all):
    """A reload, a connection that drops, a kill of the server and a restart, each a part of the way on."""
    server, printed = table("--new", "Ours <b>bold</b>")
    links, _ = seats_in(printed)
    assert len(links) == 3
    traffic = lab_server.Traffic()
    sockets = []

    def between(page_side):
        sockets.append(page_side)
        page_side.connect_to_server()

    with ExitStack() as contexts:
        pages = {}
        for seat, link in zip(("Bourbon", "Alliance", "both"), links, strict=True):
            context = contexts.enter_context(lab_server.empty_context(browser_of_all, traffic))
            pages[seat] = context.new_page()
            if seat == "Alliance":
                pages[seat].route_web_socket("**/socket", between)
            pages[seat].goto(link)
        for page in pages.values():
            page.wait_for_function(READY)
            assert "#" not in page.url, "the secret stays in the address bar"

        def play(choices):
            for _ in range(choices):
                if pages["both"].evaluate(YEAR) > LAST_YEAR:
                    return
                places = pages["both"].evaluate(PLACES)
                mine = [side for side in pages if pages[side].evaluate("ninevearsTable.state.question.mine")]
                pages[mine[0]].evaluate(CHOOSE)
                for page in pages.values():
                    page.wait_for_function(
                        f"places => {PLACES} > places && !ninevearsTable.waiting", arg=places
                    )

        def come_back():
            for page in pages.values():
                page.wait_for_function(READY)
                assert page.evaluate(PLACES) == pages["both"].evaluate(PLACES)

        part = min(size("network_year") // 4, 25)
        play(part)
        pages["Alliance"].locator("#chat summary").click()
        pages["Alliance"].fill("#say", "Guten Tag <i>")
        pages["Alliance"].press("#say", "Enter")
        pages["Bourbon"].locator("#new").wait_for()
        pages["Bourbon"].locator("#chat summary").click()
        assert "Guten Tag <i>" in pages["Bourbon"].locator("#lines").inner_text()
        pages["Bourbon"].keyboard.press("Escape")
        expect(pages["Bourbon"].locator("#lines")).to_be_hidden()
        pages["Bourbon"].reload()
        come_back()

        play(part)
        known = len(sockets)
        sockets[-1].close()
        pages["Alliance"].wait_for_function("() => !document.getElementById('status').hidden")
        begin = time.monotonic()
        come_back()
        assert len(sockets) > known, "nothing was dropped"
        assert time.monotonic() - begin < 10

        for end in (signal.SIGKILL, signal.SIGTERM):
            play(part)
            os.kill(server.pid, end)
            server.wait()
            for page in pages.values():
                page.wait_for_function("() => !document.getElementById('status').hidden")
            places = pages["both"].evaluate(PLACES)
            mine = next(side for side in pages if pages[side].evaluate("ninevearsTable.state.question.mine"))
            pages[mine].evaluate(CHOOSE)  # which goes out when the server is back
            server, _ = table()
            for page in pages.values():
                page.wait_for_function(f"places => {PLACES} > places && !ninevearsTable.waiting", arg=places)
            come_back()
        play(size("network_year") - 4 * part)

        hand = pages["Bourbon"].evaluate("JSON.stringify(ninevearsTable.state.strip.hand)")
        assert (
            pages["both"].evaluate("JSON.stringify(ninevearsTable.state.strip.hand)") != hand or "[]" in hand
        )
        pages["both"].evaluate("() => { ninevearsTable.menu = true; ninevearsTable.draw(); }")
        menu = pages["both"].locator(".menu").inner_text()
        assert "log" in menu.lower()
        assert "New war" not in menu
    assert traffic == lab_server.Traffic()


def choose(page):
    """Makes a choice on a page, and waits until it is there."""
    places = page.evaluate(PLACES)
    page.evaluate(CHOOSE)
    page.wait_for_function(f"places => {PLACES} > places && !ninevearsTable.waiting", arg=places)


def test_each_page_says_what_its_seat_may_do_and_is_fit_for_everybody(table, browser_of_all, tmp_path):
    """Players, spectators, the umpire, the list and the wall: what shows, what does not, axe, and a phone."""
    _, printed = table("--tables", "2")
    (bourbon, alliance, both, *_), home = seats_in(printed)
    docket = Docket.open(tmp_path / "wars" / "umpire-docket.sqlite")
    decided = docket.decide(docket.add_case(RALLY).number, by="Anna").number
    traffic = lab_server.Traffic()
    with ExitStack() as contexts:

        def opened(link, ready=READY, **more):
            context = contexts.enter_context(lab_server.empty_context(browser_of_all, traffic, **more))
            page = context.new_page()
            page.goto(link)
            page.wait_for_function(ready)
            return page

        first, second = opened(bourbon), opened(alliance, color_scheme="dark")
        phone = opened(both, viewport={"width": 390, "height": 844})

        # nobody is offered what they cannot do, and who waits reads for whom
        expect(first.locator(".undo")).to_be_hidden()
        expect(second.locator(".choose")).to_have_text("Waiting for the Bourbons")
        expect(phone.locator(".choose")).to_be_hidden()
        assert "1 watching" in first.locator("#around").inner_text()
        choose(first)
        for page in (first, second):
            if page.evaluate("ninevearsTable.state.served.undo"):
                expect(page.locator(".undo")).to_be_visible()
        assert first.evaluate("ninevearsTable.state.served.undo")
        assert not phone.evaluate("ninevearsTable.state.served.undo")
        assert grave(first, "body") == []
        assert grave(phone, "body", maps=False) == []
        assert phone.evaluate("document.scrollingElement.scrollWidth") <= 390
        hill = "ninevearsTable.main.svg.querySelector('[id^=nv-hill] path')"
        phone.locator("[data-view=spain]").click()
        phone.wait_for_function(f"() => getComputedStyle({hill}).vectorEffect === 'none'")
        pen = phone.evaluate(f"parseFloat(getComputedStyle({hill}).strokeWidth) / ninevearsTable.main.unit")
        assert 0.5 < pen < 1.2, "the hills are blots"

        # the list of the umpire, and what may stand on a wall
        umpires = opened(home, "() => document.querySelectorAll('#games li').length === 2")
        assert grave(umpires, "body") == []
        card = umpires.locator("#games li").filter(has_text="Table 1")
        expect(card).to_contain_text("Waiting for:")
        expect(card).to_contain_text("Here: ")
        with umpires.expect_popup() as popped:
            card.get_by_role("link", name="On the wall").click()
        wall = popped.value
        wall.wait_for_function(READY)
        assert wall.evaluate("ninevearsTable.state.strip.hand") == {"actions": [], "events": []}
        expect(wall.locator(".choose")).to_be_hidden()
        expect(wall.locator(".q h2")).to_be_visible()
        assert grave(wall, "body", maps=False) == []
        umpires.get_by_role("button", name="Show to all").click()
        expect(umpires.locator("#games a").first).to_be_hidden()
        umpires.get_by_role("button", name="Show to all").click()

        # the umpire at a table: pauses, sets right, hands out a letter
        with umpires.expect_popup() as popped:
            card.get_by_role("link", name="Go to the table").click()
        umpire = popped.value
        umpire.wait_for_function(READY)
        umpire.locator("#umpire summary").click()
        assert grave(umpire, "body", maps=False) == []
        umpire.fill("#why-pause", "Tea.")
        umpire.press("#why-pause", "Enter")
        expect(first.locator("#notice")).to_contain_text("Tea.")
        expect(first.locator(".choose")).to_have_text("The war is paused")
        expect(first.locator(".mid [data-option]")).to_have_count(0)
        umpire.locator("#go-on").click()
        expect(first.locator("#notice")).not_to_contain_text("Tea.")
        expect(umpire.locator("#decision option").first).to_contain_text("1688: ")
        umpire.select_option("#remedy", "substitute")
        expect(umpire.locator("#instead option")).to_have_text(["The Alliance side goes first."])
        umpire.fill("#reason", "The wrong button.")
        umpire.press("#reason", "Enter")
        expect(umpire.locator("#done")).to_have_text("Done.")
        for page in (first, second):
            page.wait_for_function(f"() => {PLACES} === 1 && !ninevearsTable.waiting")
        expect(second.locator("#notice")).to_contain_text("The wrong button.")
        umpire.select_option("#letter", str(decided))
        umpire.locator("#handing button").click()
        expect(first.locator("#notice button")).to_have_text("Read the umpire’s decision")
        with first.expect_popup() as popped:
            first.locator("#notice button").click()
        expect(popped.value.locator("body")).to_contain_text("may rally 3 corps")

        # more tables from the page, each with links that are told once
        umpires.fill("#called", "7b")
        umpires.fill("#count", "3")
        umpires.press("#count", "Enter")
        expect(umpires.locator("#games li")).to_have_count(5)
        expect(umpires.locator(".given")).to_have_count(9)
        assert grave(umpires, "body") == []
        umpires.set_viewport_size({"width": 390, "height": 844})
        assert umpires.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert not traffic.outside
    assert not traffic.errors, traffic.errors
