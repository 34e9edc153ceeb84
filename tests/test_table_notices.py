"""How somebody who is away hears that it is their turn: mail, a feed, a clock."""

import asyncio
import json
import socket
import threading
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from xml.etree import ElementTree

import pytest
from table_games import new_table, play
from test_table_server import served

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.table import notices, people, server
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.clock import Clock
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.house import Chair, House
from ninevears_kernel.table.store import TableStore


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


class Postbox(threading.Thread):
    """A mail server that takes one letter."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.letter, self.port = "", self.socket.getsockname()[1]

    def run(self):
        connection, _ = self.socket.accept()
        with connection, connection.makefile("rw", newline="\r\n") as talk:
            talk.write("220 here\n")
            talk.flush()
            for line in talk:
                verb = line.split()[0].upper()
                if verb == "DATA":
                    talk.write("354 go on\n")
                    talk.flush()
                    self.letter = "".join(iter(talk.readline, ".\r\n"))
                talk.write("221 bye\n" if verb == "QUIT" else "250 good\n")
                talk.flush()


def test_who_is_away_is_mailed_once_for_a_turn(store, monkeypatch):
    monkeypatch.setattr(notices, "AWAY_SECONDS", -1)
    here = House(store, lambda _: None)
    made = new_game(store, "Ours", seed=1690)
    table = here.table(made["game"])
    seat = {side: store.sitting(made["seats"][side]) for side in SIDES}
    notices.set_address(store, seat["Bourbon"].number, "anna@example.org")
    assert House(TableStore(store.folder), lambda _: None).to_be_mailed() == [
        (seat["Bourbon"].number, "anna@example.org", "Ours")
    ]
    assert here.to_be_mailed() == []  # the server that was started anew has told them
    assert table.take("Bourbon", {"choose": "first Bourbon"}, 1) == {}
    while table.war.side == "Alliance":
        play(table, 1)
    waiting = [(seat["Bourbon"].number, "anna@example.org", "Ours")]
    assert here.to_be_mailed() == waiting
    for error, again in (
        (OSError(), True),
        (SMTPRecipientsRefused({"anna@example.org": (450, b"later")}), True),  # as to a stranger at first
        (SMTPRecipientsRefused({"anna@example.org": (550, b"nobody")}), False),
    ):
        notices.was_not_told(store, seat["Bourbon"].number, error)
        assert (here.to_be_mailed() == waiting) == again
    play(table, 1)
    notices.set_address(store, seat["Bourbon"].number, "")
    notices.set_address(store, seat["Alliance"].number, "karl@example.org")
    while table.war.side == "Bourbon":
        play(table, 1)
    chair = Chair(here, lambda _: None, lambda: None)
    chair.heard(json.dumps({"sit": made["seats"]["Alliance"]}))
    assert here.to_be_mailed() == []  # who is here sees it
    for wrong in ("x", "a@b\nBcc: c@d", "a@b,c@d", 3, None, "x" * 300 + "@y"):
        with pytest.raises(BadInput):
            notices.set_address(store, seat["Bourbon"].number, wrong)
    store.rename(seat["Alliance"].number, "Karl")
    assert people.kept_of(store, "Karl")[0]["address"] == "karl@example.org"
    people.erase(store, "Karl")
    assert notices.asked_for(store, seat["Alliance"].number) == ("", False)


def test_a_mail_goes_through_the_given_server():
    box = Postbox()
    box.start()
    post = notices.post_of(f"smtp://127.0.0.1:{box.port}", "war@example.org")
    notices.send(post, "anna@example.org", "Ours \N{SNOWMAN}")
    box.join(10)
    assert "To: anna@example.org" in box.letter
    assert "Auto-Submitted: auto-generated" in box.letter
    for wrong in ("mail.example", "http://mail.example", "smtp://", "smtp://[", "smtp://x:99999"):
        with pytest.raises(BadInput):
            notices.post_of(wrong, "war@example.org")
    with pytest.raises(BadInput):
        notices.post_of("smtp://mail.example", "")


def test_a_password_for_the_mail_server_never_goes_in_the_clear(monkeypatch):
    monkeypatch.setenv(notices.PASSWORD, "secret")
    box = Postbox()
    box.start()
    post = notices.post_of(f"smtp://anna@127.0.0.1:{box.port}", "war@example.org")
    with pytest.raises(OSError, match="STARTTLS"):
        notices.send(post, "anna@example.org", "Ours")


def test_a_mail_that_fails_keeps_none_back(monkeypatch, caplog):
    class Waits:
        store = None

        def to_be_mailed(self):
            return [(1, "anna@example.org", "Ours"), (2, "karl@example.org", "Ours")]

    sent, again = [], []

    def send(_, address, game):
        if "anna" in address:
            raise OSError(address)
        sent.append((address, game))

    monkeypatch.setattr(server, "send", send)
    monkeypatch.setattr(server, "was_not_told", lambda _, seat, error: again.append(seat))
    asyncio.run(server._mail(Waits(), None))
    assert again == [1]
    assert sent == [("karl@example.org", "Ours")]
    assert "anna" not in caplog.text


def test_no_log_has_the_secret_of_a_feed(tmp_path, monkeypatch, caplog):
    def failed(*_):
        raise RuntimeError

    monkeypatch.setattr(server, "of_feed", failed)

    async def work(here):
        assert (await here.get("/feed/" + "x" * 43)).code == 500

    served(work, tmp_path)
    assert "not foreseen" in caplog.text
    assert "xxx" not in caplog.text


def test_mail_and_a_feed_are_off_until_a_seat_asks(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours & co", seed=1690)
        anna, watching = [await here.sit(made["seats"][seat]) for seat in ("Bourbon", "both")]
        assert (anna.about["mail"], anna.about["feed"]) == (None, False)  # this server sends no mail
        assert (watching.about["mail"], watching.about["feed"]) == (None, None)
        for asked in ({"mail": "a@b.c"}, {"feed": True}):
            await watching.tell(**asked)
            assert await watching.until("trouble")
        await anna.tell(feed=True)
        path = (await anna.until("done"))["feed"]
        assert (await anna.until("about"))["feed"]
        feed = await here.get(f"/{path}")
        root = ElementTree.fromstring(feed.body)
        atom = "{http://www.w3.org/2005/Atom}"
        assert root.find(f"{atom}entry/{atom}title").text == "Your turn: Ours & co"
        assert anna.state["log"] == []
        assert await anna.ask({"choose": "first Alliance"}) == {}
        other = await here.get(f"/{path}")
        assert b"Nothing for you" in other.body
        await anna.tell(feed=False)
        await anna.until("done")
        assert (await here.get(f"/{path}")).code == 404
        assert (await here.get("/feed/" + "x" * 43)).code == 404
        here.house.mails = True
        await anna.tell(mail="anna@example.org")
        while anna.about["mail"] != "anna@example.org":
            await anna.next()
        await anna.tell(mail="anna")
        assert "such as anna@" in await anna.until("trouble")

    served(work, tmp_path)


def test_a_clock_says_until_when_a_turn_lasts(store):
    table = new_table(store)
    assert table.about("Bourbon")["clock"] is None
    for wrong in (0, -1, 91, True, 1.5, "3", None):
        assert table.take("umpire", {"clock": wrong}, table.revision)["trouble"]
    assert table.take("Bourbon", {"clock": 3}, table.revision)["trouble"]
    assert table.take("umpire", {"clock": 3}, table.revision) == {}
    clock = table.about("both")["clock"]
    began = datetime.fromisoformat(store.entries(table.number)[-1].written)
    assert (clock["days"], clock["late"]) == (3, False)
    assert datetime.fromisoformat(clock["until"]) - began == timedelta(days=3)
    while table.war.side == "Bourbon":
        play(table, 1)
    assert table.about("both")["clock"]["until"] > clock["until"]
    assert Table(store, table.number).about("both") == table.about("both")
    assert table.take("umpire", {"pause": "Tea."}, table.revision) == {}
    assert table.about("both")["clock"] is None
    assert table.take("umpire", {"clock": False}, table.revision) == {}
    assert table.take("umpire", {"pause": False}, table.revision) == {}
    assert table.about("both")["clock"] is None
    assert Clock(3).at("2020-01-01T00:00:00.000000Z", "x").told()["late"]
