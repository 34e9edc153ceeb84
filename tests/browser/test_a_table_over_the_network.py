"""Two players and a spectator, each in a browser of their own: a table served, killed, and served again."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import lab_server
import pytest

pytestmark = pytest.mark.browser
READY = "() => globalThis.ninevearsTable && document.getElementById('status').hidden"
PLACES = "ninevearsTable.state.strip.places"
CHOOSE = "() => { const [first] = ninevearsTable.options; ninevearsTable.ask({ choose: first.text }); }"


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
    """The links of a table and its server, which ends with the test; `again` serves it anew."""
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


def test_three_browsers_play_through_a_kill_of_the_server(table, browser_of_all):
    server, printed = table("--new", "Ours <b>bold</b>")
    links = re.findall(r"http://\S+/seat#\S+", printed)
    assert len(links) == 3
    traffic = lab_server.Traffic()
    with ExitStack() as contexts:
        pages = {}
        for seat, link in zip(("Bourbon", "Alliance", "both"), links, strict=True):
            context = contexts.enter_context(lab_server.empty_context(browser_of_all, traffic))
            pages[seat] = context.new_page()
            pages[seat].goto(link)
        for page in pages.values():
            page.wait_for_function(READY)
            assert "#" not in page.url, "the secret stays in the address bar"

        def play(choices):
            for _ in range(choices):
                places = pages["both"].evaluate(PLACES)
                mine = [side for side in pages if pages[side].evaluate("ninevearsTable.state.question.mine")]
                pages[mine[0]].evaluate(CHOOSE)
                for page in pages.values():
                    page.wait_for_function(
                        f"places => {PLACES} > places && !ninevearsTable.waiting", arg=places
                    )

        play(5)
        pages["Alliance"].locator("#chat summary").click()
        pages["Alliance"].fill("#say", "Guten Tag <i>")
        pages["Alliance"].press("#say", "Enter")
        pages["Bourbon"].locator("#new").wait_for()
        pages["Bourbon"].locator("#chat summary").click()
        assert "Guten Tag <i>" in pages["Bourbon"].locator("#lines").inner_text()
        pages["Bourbon"].locator("#chat summary").click()

        # a reload and a dropped connection
        pages["Bourbon"].reload()
        pages["Bourbon"].wait_for_function(READY)
        places = pages["both"].evaluate(PLACES)
        assert pages["Bourbon"].evaluate(PLACES) == places

        # the server is killed, and serves again
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        for page in pages.values():
            page.wait_for_function("() => !document.getElementById('status').hidden")
        table()
        begin = time.monotonic()
        for page in pages.values():
            page.wait_for_function(READY)
            assert page.evaluate(PLACES) == places
        assert time.monotonic() - begin < 20
        play(3)

        hand = pages["Bourbon"].evaluate("JSON.stringify(ninevearsTable.state.strip.hand)")
        assert (
            pages["both"].evaluate("JSON.stringify(ninevearsTable.state.strip.hand)") != hand or "[]" in hand
        )
        pages["both"].evaluate("() => { ninevearsTable.menu = true; ninevearsTable.draw(); }")
        menu = pages["both"].locator(".menu").inner_text()
        assert "log" in menu.lower()
        assert "New war" not in menu
    assert not traffic.outside
    refused = [error for error in traffic.errors if "CONNECTION_REFUSED" not in str(error)]
    assert not refused, refused
