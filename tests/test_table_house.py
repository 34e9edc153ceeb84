"""Who comes to the tables and how: a class, the umpire, several processes, fair dice, strangers."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
import zlib
from copy import copy
from datetime import datetime, timedelta
from random import Random
from smtplib import SMTPRecipientsRefused
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st
from sizes import size
from table_client import Client, connected, seated
from table_games import new_table, plain, play, with_other
from test_table_server import served
from tornado.httpclient import AsyncHTTPClient, HTTPError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.websocket import websocket_connect
from walks import a_walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SEATS, SIDES, enemy
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.page_server import MOST_WRONG
from ninevears_kernel.play.saved_wars import war_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.table import notices, people, server
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.bounds import Unfit
from ninevears_kernel.table.clock import Clock
from ninevears_kernel.table.fair import Dice, committed
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.house import Chair, House
from ninevears_kernel.table.store import TableStore, checked_name
from ninevears_kernel.table.umpires import ORDERS, umpires_link
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.luck.fair_dice import check, promise, read_commitment


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


# ---- a class


def test_a_class_comes_in_by_its_password_and_each_seat_is_taken_once(tmp_path):
    async def work(here):
        made = new_game(here.store, "Table 1", open=True)
        kept = new_game(here.store, "Ours")
        assert [*made["seats"]] == ["both"]
        anna, ben = await here.connect(), await here.connect()
        await anna.tell(enter="namur ghent")
        assert "not the password" in await anna.until("wrong")
        for one in (anna, ben):
            await one.tell(enter=" Namur  MONS ")
            [table] = await one.until("lobby")
        assert (table["name"], table["free"]) == ("Table 1", ["Bourbon", "Alliance"])
        for wrong in (
            *(
                {"game": kept["game"], "seat": "Bourbon", "name": "Eve"},
                {"game": made["game"], "seat": "umpire"},
            ),
            *({"game": made["game"], "seat": "Bourbon", "name": " "}, {"game": [1], "seat": "both"}, 3, None),
            {"game": made["game"], "seat": "Bourbon", "name": 3},
        ):
            await ben.tell(claim=wrong)
            assert await ben.until("trouble"), wrong
        await ben.tell(sit=kept["seats"]["Bourbon"])  # who has entered sits down by a link of their own
        assert await ben.until("trouble")
        await anna.tell(claim={"game": made["game"], "seat": "Bourbon", "name": "Anna"})
        given = (await anna.until("done"))["claim"]
        [table] = await ben.until("lobby")
        assert (table["free"], table["names"]["Bourbon"]) == (["Alliance"], "Anna")
        await ben.tell(claim={"game": made["game"], "seat": "Bourbon", "name": "Ben"})
        assert "just taken" in await ben.until("trouble")
        seat = await here.sit(given["token"])
        assert (seat.about["seat"], seat.about["name"]) == ("Bourbon", "Anna")
        await ben.tell(claim={"game": made["game"], "seat": "both"})
        watching = await here.sit((await ben.until("done"))["claim"]["token"])
        assert watching.about["seat"] == "both"

    served(work, tmp_path, password="namur-mons")


def test_the_page_for_the_password_leads_to_the_free_seats(tmp_path):
    async def work(here):
        asked = await here.get("/enter")
        assert b'name="password"' in asked.body
        assert "form-action 'self'" in asked.headers["Content-Security-Policy"]
        wrong = await here.post("/enter", "password=x%3Cb%3E")
        assert b"not the password" in wrong.body
        assert b"<b>" not in wrong.body
        right = await here.post("/enter", "password=Namur+mons")
        assert (right.code, right.headers["Location"]) == (303, "class#namur-mons")
        assert b"class.js" in (await here.get("/class")).body
        for _ in range(MOST_WRONG):
            await here.post("/enter", "password=x")
        late = await here.post("/enter", "password=namur-mons")
        assert b"Wait" in late.body
        client = await here.connect()
        await client.tell(enter="namur-mons")
        assert "Wait" in await client.until("wrong")

    served(work, tmp_path, password="namur-mons")

    async def closed(here):
        assert (await here.get("/enter")).code == 404
        client = await here.connect()
        await client.tell(enter="")
        assert await client.until("wrong")

    served(closed, tmp_path)


# ---- the umpire's link, links that others can open


def test_the_umpires_link_stays_until_it_is_replaced(store):
    token, file = umpires_link(store)
    assert umpires_link(TableStore(store.folder)) == (token, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert store.sitting(token).seat == "umpire"
    other, _ = umpires_link(store, anew=True)
    assert other != token
    assert store.sitting(token) is None
    assert umpires_link(store)[0] == other
    store.revoke(store.sitting(other).number)
    third, _ = umpires_link(store)
    assert third not in (token, other)
    player = new_game(store, "Ours")["seats"]["Bourbon"]
    file.write_text(player)  # no seat of a player becomes the umpire's
    assert umpires_link(store)[0] not in (player, third)
    memory = TableStore("sqlite://")
    told, nowhere = umpires_link(memory)
    assert (bool(told), nowhere, umpires_link(memory)) == (True, None, ("", None))


@contextlib.contextmanager
def command(folder, *more):
    """A server by the command, and what it printed until it told of the umpire's page."""
    run = [sys.executable, "-P", "-u", "-m", "ninevears_kernel", "table", str(folder), "--port=0", *more]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    printed = []
    try:
        for line in process.stdout:
            printed.append(line)
            if "umpire" in line:
                break
        yield "".join(printed)
    finally:
        process.kill()
        process.wait()


def test_links_say_where_others_reach_it(tmp_path):
    shown = ("--url", "https://wars.example/play", "--new", "Ours")
    with command(tmp_path / "wars", *shown) as printed:
        assert "localhost" not in printed
        assert printed.count("https://wars.example/play/seat#") == 3
        assert "https://wars.example/play/#" in printed
    run = CliRunner().invoke
    for wrong in ("wars.example", "ftp://x/", "https://", "https://x/?a", "https://x/#a", "https://["):
        done = run(cli, ["table", str(tmp_path / "x"), "--url", wrong])
        assert done.exit_code != 0, wrong
        assert not isinstance(done.exception, ValueError), wrong


def test_where_the_port_is_taken_no_games_are_left(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert CliRunner().invoke(cli, ["table", str(tmp_path), "--tables", "3", "--port", port]).exit_code
    assert TableStore(tmp_path).called() == {}


def test_the_list_of_games_says_what_links_begin_with_and_how_a_class_comes_in(tmp_path):
    async def work(here):
        here.house.address = "https://wars.example/play/"
        client = await here.connect(Host="wars.example")
        await client.tell(sit=umpires_link(here.store)[0])
        told = await client.next()
        assert (told["address"], told["password"]) == ("https://wars.example/play/", "namur-mons")

    served(work, tmp_path, names=("wars.example",), password="namur-mons")


# ---- several processes on one database


def at_once(place):
    """Plays at two servers, a seat at each; how long each choice took to the other, in seconds."""
    made = new_game(TableStore(place), "Ours", seed=1690)

    async def run(addresses):
        clients = [
            await seated(address, made["seats"][side]) for address, side in zip(addresses, SIDES, strict=True)
        ]
        waits, chance = [], Random(4)
        for one in clients:
            while sorted(one.about["here"]) != ["Alliance", "Bourbon"]:  # each is told of the other
                await one.next()
        for _ in range(12):
            one = next(one for one in clients if one.state["question"]["mine"])
            other = next(other for other in clients if other is not one)
            begin = time.monotonic()
            reply = await one.ask({"choose": chance.choice(one.state["options"])["text"]})
            assert reply == {}
            while other.revision != one.revision:
                await other.next()
            waits.append(time.monotonic() - begin)
        stale = await clients[0].ask({"choose": "pass"}, revision=1)
        assert stale["stale"]
        clients[0].connection.close()
        while "Bourbon" in clients[1].about["here"]:
            await clients[1].next()
        return waits, clients[1].state

    with command(place) as first, command(place) as second:
        addresses = [re.search(r"http://\S+/", printed)[0] for printed in (first, second)]
        waits, state = asyncio.run(run(addresses))
    table = Table(TableStore(place), made["game"])
    assert plain(json.loads(json.dumps(table.state("Alliance")))) == plain(state)
    return waits


def test_two_processes_on_one_database_serve_one_game(postgres):
    place = postgres()
    umpires_link(TableStore(place))
    waits = at_once(place)
    assert sorted(waits)[len(waits) // 2] < 1, waits


def test_who_is_at_another_process_counts_and_one_that_is_gone_does_not(store):
    game = new_game(store, "Ours")["game"]
    people.are_here(store, "a", [(game, "Bourbon", 1), (game, "both", 2)], at=100.0, since=90.0)
    people.are_here(store, "b", [(game, "both", 1)], at=101.0, since=90.0)
    assert people.elsewhere(store, "c", since=90.0) == {game: {"Bourbon": 1, "both": 3}}
    assert people.elsewhere(store, "a", since=90.0) == {game: {"both": 1}}
    assert people.elsewhere(store, "c", since=100.5) == {game: {"both": 1}}
    people.are_here(store, "a", [], at=102.0, since=90.0)
    assert people.elsewhere(store, "c", since=90.0) == {game: {"both": 1}}


def test_names_and_chat_are_gone_when_nothing_was_done_for_long(store):
    table = play(new_table(store), 3)
    anna = store.sitting(store.invite(table.number, "Bourbon", "Anna"))
    store.say(table.number, anna.number, "Bonjour")
    assert people.forget(store, "2000-01-01T00:00:00.000000Z") == 0
    assert people.forget(store, "2999-01-01T00:00:00.000000Z") == 2
    assert (store.said(table.number), store.called()[table.number].names["Bourbon"]) == ([], "")
    assert store.alive([anna.digest]) == {anna.digest}
    assert Table(store, table.number).war.game.log == table.war.game.log


def test_a_copy_of_the_database_taken_while_it_is_used_goes_on(store, tmp_path):
    import sqlite3

    table = play(new_table(store), 8)
    copied, source = (
        contextlib.closing(sqlite3.connect(file))
        for file in (tmp_path / "copy.sqlite", store.folder / "umpire-docket.sqlite")
    )
    with copied as to, source as file:
        file.backup(to)
    play(table, 4)
    again = Table(TableStore(tmp_path / "copy.sqlite"), table.number)
    assert again.revision == 9
    assert again.war.game.log == play(new_table(TableStore("sqlite://")), 8).war.game.log
    play(again, 3)


# ---- fair dice


def fair_table(store, **ways):
    return Table(store, new_game(store, "Ours", fair=True, **ways)["game"])


def test_fair_dice_are_made_of_the_words_of_both_and_can_be_checked(store, monkeypatch):
    table = fair_table(store)
    assert not table.begun
    begin = table.about("Bourbon")["dice"]
    assert (begin["step"], begin["asked"], begin["waits"], begin["reveal"]) == ("promise", True, [*SIDES], "")
    published = read_commitment(begin["commitment"])
    for seat in SEATS:
        assert table.take(seat, {"log": True})["trouble"]
        assert table.take(seat, {"choose": "first Bourbon"}, 1)["trouble"]
    for seat in ("both", "umpire"):
        assert table.take(seat, {"words": "mine"}, 1)["trouble"]
        assert not table.about(seat)["dice"]["asked"]
    # one promises by their own program, the other lets the server do it
    own = promise(published, "Bourbon", "The rain in Spa")
    for wrong in ("", "x", 3, own.digest[:-1]):
        assert table.take("Bourbon", {"promise": wrong}, 1)["trouble"]
    assert table.take("Bourbon", {"promise": own.digest}, 1) == {}
    assert "given your words" in table.take("Bourbon", {"words": "again"}, 2)["trouble"]
    assert table.take("Alliance", {"words": "Je maintiendrai"}, 2) == {}
    told = {seat: json.dumps(table.about(seat)) for seat in SEATS}
    assert not any("maintiendrai" in text for text in told.values())
    assert Table(store, table.number).about("Bourbon") == table.about("Bourbon")
    for wrong in ("The rain in Spa", f"{own.salt} The sun", own.line + "s", 3):
        assert table.take("Bourbon", {"words": wrong}, 3)["trouble"]
    assert not table.begun
    assert table.take("Bourbon", {"words": own.line}, 3) == {}
    assert table.begun
    assert table.war.fair
    play(table, 30)
    again = Table(store, table.number)
    assert again.war.game.log == table.war.game.log
    log = again.war.game.log
    assert str(again.dice.seed) not in again.take("Bourbon", {"log": True})["log"]["text"]
    assert again.about("Alliance")["dice"]["reveal"] == ""
    monkeypatch.setattr(Session, "over", property(lambda _: True))
    dice = again.about("Alliance")["dice"]
    assert dice["commitment"].startswith("ninevears-commitment/3")
    assert "words: Je maintiendrai" in dice["commitment"]
    found = check(dice["commitment"], dice["reveal"], log)
    assert found.holds, found.failed
    for wrong in (log.replace(f"seed: {again.dice.seed}", "seed: 7"), a_walk(7, 30).log):
        assert not check(dice["commitment"], dice["reveal"], wrong).holds
    decision = {"decision": 1, "remedy": "rewind", "reason": "x"}  # now that the dice are known
    assert "fair dice" in again.take("umpire", {"set-right": decision}, again.revision)["trouble"].lower()


def test_the_secret_of_fair_dice_stays_with_the_server_while_the_war_lasts(store):
    table = fair_table(store, bourbon="sense")
    assert table.about("Alliance")["dice"]["waits"] == ["Alliance"]
    assert table.take("Alliance", {"words": ""}, 1) == {}  # words that the server draws
    play(table, 20)
    secret = table.dice.reveal.secret
    for seat in ("Bourbon", "Alliance", "both"):
        assert secret not in json.dumps(
            [table.state(seat), table.about(seat), table.take(seat, {"log": True})]
        )
        assert str(table.dice.seed) not in table.take(seat, {"log": True})["log"]["text"]
    begin = committed("Ours")
    assert Dice(begin["dice"]).reveal.secret != secret
    for wrong in ({"text": table.war.game.log}, {"seed": 3}, {"bourbon": "sense", "alliance": "chance"}):
        with pytest.raises(BadInput):
            new_game(store, "Ours", fair=True, **wrong)


def test_who_waits_for_dice_is_shown_no_war(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours", fair=True)
        anna, karl = [await seated(f"http://127.0.0.1:{here.port}/", made["seats"][side]) for side in SIDES]
        assert anna.state == {}
        for client, words in ((anna, "one"), (karl, "two")):
            assert await client.ask({"words": words}) == {}
        while not (anna.state and karl.state):
            await anna.next() if not anna.state else await karl.next()
        assert anna.state["question"]["mine"] != karl.state["question"]["mine"]
        home = await here.connect()
        await home.tell(sit=umpires_link(here.store)[0])
        [listed] = await home.until("home")
        [waits] = listed["waits"]
        assert waits in SIDES
        await home.tell(new={"name": "Fair", "fair": True, "open": True})
        made = (await home.until("done"))["new"]
        assert here.house.table(made["game"]).open
        assert [one["waits"] for one in await home.until("home")] == [[], [waits]]

    served(work, tmp_path)


# ---- strangers

NAMES = (
    *(
        "sit",
        "take",
        "say",
        "name",
        "new",
        "seats",
        "invite",
        "replace",
        "revoke",
        "qr",
        "enter",
        "claim",
        "game",
    ),
    *(
        "choose",
        "freely",
        "go",
        "undo",
        "consent",
        "pause",
        "rewind",
        "set-right",
        "words",
        "promise",
        "preview",
    ),
    *(
        "at",
        "why",
        "plan",
        "odds",
        "clause",
        "readings",
        "log",
        "picture",
        "link",
        "here",
        "save",
        "open",
        "seat",
    ),
    *(
        "revision",
        "way",
        "space",
        "leaders",
        "corps",
        "stop",
        "besiege",
        "decision",
        "remedy",
        "edits",
        "view",
    ),
)
TEXTS = st.sampled_from(
    (
        *NAMES,
        "Bourbon",
        "umpire",
        "both",
        "play 1",
        "lay 2",
        "campaign Paris",
        "NY 4.4",
        "__class__",
        "' OR 1=1 --",
    )
) | st.text(max_size=30)
NUMBERS = (
    st.integers(-3, 400) | st.sampled_from((2**31, 2**63, -(2**70), 10**300)) | st.floats(allow_nan=False)
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)
MESSAGES = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3),
    st.builds(
        lambda take, revision: {"take": take, "revision": revision},
        st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3),
        VALUES,
    ),
)


@pytest.fixture(scope="module")
def wars(tmp_path_factory):
    """A table in the middle of a war, and a house that serves it."""
    store = TableStore(tmp_path_factory.mktemp("wars"))
    table = play(Table(store, new_game(store, "Ours", seed=7)["game"]), 60)
    return store, table


class Deaf:
    """A store that forgets what is said in it, so that each conversation begins as the first did."""

    def __init__(self, store):
        self._store = store

    def __getattr__(self, name):
        return getattr(self._store, name)

    def say(self, *_):
        pass

    def rename(self, _, name):
        return checked_name(name)


def heard_by(store, table, seat, messages):
    """What a house sends to a seat that says all this."""
    queue, sent = [], []
    here = House(Deaf(store), queue.append, ORDERS)
    here._tables[table.number] = table
    chair = Chair(here, sent.append, lambda: None)
    chair.sitting = next(one for one in store.seats_of(table.number) if one.seat == seat)
    chair.game = table.number
    here.chairs.append(chair)
    for message in messages:
        with contextlib.suppress(Unfit):
            chair.heard(json.dumps(message))
        while queue:
            queue.pop(0)()
    return sent


@settings(max_examples=size("hostile"))
@given(st.lists(MESSAGES, min_size=1, max_size=6), st.sampled_from(("Bourbon", "Alliance", "both")))
def test_whatever_a_stranger_sends_is_refused_and_tells_nothing(wars, messages, seat):
    """The same to a seat of two wars of which it may see the same: every byte that it is sent is alike."""
    store, table = wars
    waits = table.war.side
    if seat == waits:
        seat = enemy(seat)  # who may choose would change the war
    revision, log = table.revision, table.war.game.log
    before = [*store.entries(table.number)]
    sent = heard_by(store, table, seat, messages)
    twin = with_other(copy(table), seat, revision)
    assert heard_by(store, twin, seat, messages) == sent
    assert [*store.entries(table.number)] == before
    assert (table.revision, table.war.game.log) == (revision, log)


# ---- TLS, a proxy


def test_by_given_certificates_everything_goes_by_tls(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("There is no openssl here.")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names]
    subprocess.run([*made, "-out", cert, "-keyout", key], check=True, capture_output=True)

    async def work(here):
        seats = new_game(here.store, "Ours")["seats"]
        address = f"https://localhost:{here.port}/"
        page = await AsyncHTTPClient().fetch(f"{address}seat", ca_certs=str(cert))
        assert b"seat.js" in page.body
        socket = HTTPRequest(f"{address}socket".replace("http", "ws", 1), ca_certs=str(cert))
        client = Client(await websocket_connect(socket))
        await client.tell(sit=seats["Alliance"])
        assert (await client.until("about"))["seat"] == "Alliance"
        with pytest.raises(ssl.SSLError):
            await AsyncHTTPClient().fetch(f"{address}seat")
        with pytest.raises((HTTPError, StreamClosedError, ConnectionError)):
            await AsyncHTTPClient().fetch(f"http://localhost:{here.port}/seat")

    served(work, tmp_path, cert=str(cert), key=str(key))


@contextlib.asynccontextmanager
async def proxy(port, below, taken_off):
    """A proxy that offers a server below a path, and takes that off or leaves it; its port."""

    async def pass_on(reader, writer):
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", port)
        head = await reader.readuntil(b"\r\n\r\n")
        if taken_off:
            head = head.replace(b" " + below.encode(), b" /", 1)
        head = head.replace(b"\r\n\r\n", b"\r\nX-Real-IP: 10.0.0.9\r\n\r\n")
        to_writer.write(head)

        async def copy_all(source, target):
            with contextlib.suppress(ConnectionError):
                while data := await source.read(1 << 16):
                    target.write(data)
            target.close()

        await asyncio.gather(copy_all(reader, to_writer), copy_all(to_reader, writer))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


@pytest.mark.parametrize("taken_off", [True, False])
def test_behind_a_proxy_below_a_path(tmp_path, taken_off):
    async def work(here):
        seats = new_game(here.store, "Ours")["seats"]
        async with proxy(here.port, "/play/", taken_off) as port:
            address = f"http://127.0.0.1:{port}/play/"
            behind = {"Host": "wars.example"}
            page = await AsyncHTTPClient().fetch(HTTPRequest(f"{address}seat", headers=behind))
            assert "wss://wars.example" in page.headers["Content-Security-Policy"]
            client = await connected(address, **behind, Origin="https://wars.example")
            await client.tell(sit=seats["Alliance"])
            assert (await client.until("about"))["seat"] == "Alliance"
            client = await connected(address, **behind)
            for _ in range(MOST_WRONG):
                await client.tell(enter="x")
                assert await client.until("wrong")
            assert here.house.door.refuses("namur", "10.0.0.9")  # who asked is told by the proxy
            assert not here.house.door.refuses("namur", "127.0.0.1")

    base = "/" if taken_off else "/play/"
    served(work, tmp_path, names=("wars.example",), base=base, password="namur", proxied=True)


# ---- "your turn"


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


def test_a_password_with_an_umlaut_leads_in(tmp_path):
    async def work(here):
        right = await here.post("/enter", "password=schl%C3%B6sser")
        assert right.headers["Location"] == "class#schl%C3%B6sser"

    served(work, tmp_path, password="schlösser")


def decided_on(store, given, **more):
    """A case that is ruled at the desk and decided there; the number of the decision."""
    docket = Docket.open(store._store.url.database)
    case = {"format": "ninevears-case/1", "system": "NY", "question": "loc", "given": given}
    stored = docket.add_case(case, **more)
    return docket.decide(stored.number, by="Anna").number


LINE = {"space": "Tournai", "side": "Alliance", "purpose": "line"}


def replied(chair, sent, **message):
    """The reply to what an umpire asks."""
    sent.clear()
    chair.heard(json.dumps({"take": message, "revision": chair.house.table(chair.game).revision}))
    return next(told["reply"] for told in map(told_in, sent) if "reply" in told)


def test_an_umpire_hands_out_what_was_decided_about_this_table(store):
    games = [new_game(store, name, seed=1690)["game"] for name in ("Ours", "Theirs")]
    here = House(store, lambda work: work())
    tables = [play(here.table(game), 8, seed=game) for game in games]
    sent = []

    def sits(game, token):
        chair = Chair(here, sent.append, lambda: None)
        chair.heard(json.dumps({"sit": token, "game": game}))
        return chair

    own, of_all = (sits(games[0], store.invite(game, "umpire")) for game in (games[0], None))
    player = sits(games[0], store.invite(games[0], "Bourbon"))
    link = replied(own, sent, desk=True)["link"]
    log = replied(own, sent, log=True)["log"]["text"]
    position = position_to_data(read_link(link).position)
    theirs = position_to_data(tables[1].war.game.position)
    assert theirs != position
    docket = Docket.open(store._store.url.database)
    kept = docket.add_game("Ours", log).number
    about_here = [
        decided_on(store, {**LINE, "position": position, "changes": [TOURNAI]}),
        decided_on(store, {**LINE, "position": theirs}, game=kept),
    ]
    elsewhere = [decided_on(store, {**LINE, "position": theirs}), decided_on(store, LINE)]
    sent.clear()
    here.look_around()  # the desk is another process
    offered = [
        one["rulings"] for one in (told_in(frame).get("about", {}) for frame in sent) if "rulings" in one
    ]
    assert [[one["number"] for one in some if one["here"]] for some in offered] == [about_here[::-1]] * 2
    assert [one["number"] for one in offered[0] if not one["here"]] == []
    assert [one["number"] for one in offered[1] if not one["here"]] == elsewhere[::-1]
    assert "rulings" not in player._told
    assert [one["corrects"] for one in offered[0]] == [False, True]
    for number in elsewhere:
        for asked in ("hand-out", "letter"):
            assert "trouble" in replied(own, sent, **{asked: number})
    for chair, number in ((own, about_here[0]), (own, about_here[1]), (of_all, elsewhere[0])):
        assert "trouble" not in replied(chair, sent, **{"hand-out": number})
        assert "letter" in replied(player, sent, letter=number)
    assert "trouble" in replied(player, sent, **{"hand-out": about_here[0]})


def test_the_umpire_of_all_begins_with_a_war_of_elsewhere_or_a_january(store):
    here = House(store, lambda work: work(), ORDERS)
    played = play(new_table(store), 20).war
    save = json.dumps(position_to_data(played.game.position))
    long = played.game.log + "# a remark\n" * 8_000  # as a whole war has
    sent = []
    chairs = [Chair(here, sent.append, lambda: None) for _ in range(2)]
    chairs[0].heard(json.dumps({"sit": store.invite(None, "umpire")}))
    chairs[1].heard(json.dumps({"sit": new_game(store, "Ours")["seats"]["Bourbon"]}))
    for begins in ("1691", played.game.log, war_text(played), save, long):
        chairs[0].heard(json.dumps({"new": {"name": "Ours", "from": begins}}))
        table = here.table(max(store.called()))
        assert table.war.side
        if begins == "1691":
            assert table.war.here.year == 1691
        else:
            assert table.war.game.position == played.game.position
    for wrong in ("1600", "x", 3, None, "9" * 5000):
        before = len(store.called())
        chairs[0].heard(json.dumps({"new": {"name": "Ours", "from": wrong}}))
        assert "trouble" in told_in(sent[-1]), wrong
        assert len(store.called()) == before
    with pytest.raises(Unfit):
        chairs[1].heard(json.dumps({"say": long}))


TOURNAI = {"set": "control", "space": "Tournai", "side": "Alliance"}


def test_a_wrong_choice_stands_and_the_war_goes_on_as_it_was_corrected_at_the_desk(store):
    table = play(Table(store, new_game(store, "Ours", seed=1690)["game"]), 30)
    behind = read_link(table.take("umpire", {"desk": 20}, table.revision)["link"]).position
    assert behind.controller("Tournai") == "Bourbon"
    number = decided_on(store, {**LINE, "position": position_to_data(behind), "changes": [TOURNAI]})
    other = decided_on(store, LINE)
    asked = {"decision": 20, "remedy": "stand", "reason": "It was theirs."}
    for wrong in ({"ruling": other}, {"ruling": 99}, {"edits": 3}, {}):
        assert "trouble" in table.take("umpire", {"set-right": {**asked, **wrong}}, table.revision), wrong
    for wrong in (-1, 1000, False, "3"):
        assert "trouble" in table.take("umpire", {"desk": wrong}, table.revision), wrong
    assert table.take("umpire", {"set-right": {**asked, "ruling": number}}, table.revision) == {}
    assert table.war.game.position.controller("Tournai") == "Alliance"
    assert {"It was theirs." in table.about(seat)["ruled"] for seat in SEATS} == {True}
    play(table, 4)
    assert Table(store, table.number).war.game.log == table.war.game.log
    again = {**asked, "reason": "x " * 5000, "edits": []}
    assert table.take("umpire", {"set-right": again}, table.revision) == {}
    assert len(table.about("both")["ruled"]) < 1000


def told_in(frame):
    return json.loads(zlib.decompress(frame))


def test_a_chair_that_fails_keeps_nobody_waiting(store):
    queue, sent = [], []
    here = House(store, queue.append)
    made = new_game(store, "Ours", seed=1690)
    for side in SIDES:
        chair = Chair(here, sent.append, lambda: None)
        chair.heard(json.dumps({"sit": made["seats"][side]}))
    queue.clear()
    sent.clear()

    def failed(*_):
        raise RuntimeError

    here.chairs[0].show = failed
    here._waiting.clear()
    here._tables[made["game"]].paused = "Tea."
    here.moved(made["game"])
    while queue:
        with contextlib.suppress(RuntimeError):
            queue.pop(0)()
    assert len(sent) == 1


def test_each_message_of_a_page_has_one_reply_though_the_store_fails(store, monkeypatch):
    sent = []
    here = House(store, lambda _: None)
    made = new_game(store, "Ours", seed=1690)
    chair = Chair(here, sent.append, lambda: None)
    chair.heard(json.dumps({"sit": made["seats"]["Bourbon"]}))
    table = here.table(made["game"])

    def failed(*_):
        raise BadInput("store", "", "gone")

    monkeypatch.setattr(table, "take", failed)
    sent.clear()
    chair.heard(json.dumps({"take": {"undo": True}, "revision": 1}))
    [told] = map(told_in, sent)
    assert told["reply"]["trouble"]


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
