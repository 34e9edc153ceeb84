"""Who comes to the tables and how: a class, the umpire, several processes."""

import asyncio
import contextlib
import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
from random import Random

import pytest
from click.testing import CliRunner
from table_client import seated, told_in
from table_games import new_table, plain, play
from test_table_server import served

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.page_server import MOST_WRONG
from ninevears_kernel.table import notices, overview, people
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.house import BETWEEN_NAMES, Chair, House
from ninevears_kernel.table.store import TableStore
from ninevears_kernel.table.umpires import ORDERS, umpires_link


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


def test_a_password_with_an_umlaut_leads_in(tmp_path):
    async def work(here):
        right = await here.post("/enter", "password=schl%C3%B6sser")
        assert right.headers["Location"] == "class#schl%C3%B6sser"

    served(work, tmp_path, password="schlösser")


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


def test_the_umpire_of_all_stops_all_tables_at_once(store):
    here = House(store, lambda work: work(), ORDERS)
    made = [new_game(store, f"Table {number}", seed=number) for number in range(1, 4)]
    new_game(store, "Fair", fair=True)
    sent = []
    chairs = [Chair(here, sent.append, lambda: None) for _ in range(3)]
    links = store.invite(None, "umpire"), store.invite(1, "umpire"), made[1]["seats"]["Bourbon"]
    for chair, token in zip(chairs, links, strict=True):
        chair.heard(json.dumps({"sit": token}))
    for chair in chairs[1:]:
        chair.heard(json.dumps({"pause": "Tea."}))
        assert "cannot" in told_in(sent[-1])["trouble"]
    for why in (3, "x" * 201):
        chairs[0].heard(json.dumps({"pause": why}))
        assert "trouble" in told_in(sent[-1])
        assert {here.table(number).paused for number in (1, 2, 3)} == {None}
    for why, paused in (("See the wall.", "See the wall."), ("Tea.", "See the wall."), (False, None)):
        chairs[0].heard(json.dumps({"pause": why}))
        assert {Table(store, number).paused for number in (1, 2, 3)} == {paused}
        told = {one["paused"] != "" for one in here.home() if one["name"] != "Fair"}
        assert told == {paused is not None}


def test_a_server_that_is_started_anew_lists_its_games_without_opening_them(store, monkeypatch):
    made = [new_game(store, f"Table {number}", seed=number, open=number == 2) for number in range(1, 4)]
    notices.set_address(store, store.sitting(made[0]["seats"]["Bourbon"]).number, "anna@example.org")
    monkeypatch.setattr(notices, "AWAY_SECONDS", -1)

    def lists():
        here = House(TableStore(store.folder), lambda _: None)
        return here, json.loads(json.dumps([here.home(), here.lobby()]))

    here, before = lists()
    for number, choices in ((1, 60), (3, 10)):
        play(here.table(made[number - 1]["game"]), choices)
    for _ in range(BETWEEN_NAMES):
        here.look_around()
    again, told = lists()
    assert again._tables == {}
    assert told == json.loads(json.dumps([here.home(), here.lobby()]))
    assert told != before
    assert bool(again.to_be_mailed()) == ("Bourbon" in told[0][-1]["waits"])
    assert again._tables == {}
    play(here.table(made[0]["game"]), 1)  # and nothing more was noted
    again, told = lists()
    assert [*again._tables] == [made[0]["game"]]
    assert told == json.loads(json.dumps([here.home(), here.lobby()]))
    monkeypatch.setattr(overview, "FORM", 2)  # a later kit notes something else
    again, told = lists()
    assert len(again._tables) == 3


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


def test_what_is_said_is_shown_once_and_what_changes_elsewhere_too(store):
    made, here = new_game(store, "Ours", seed=1690), House(store, lambda work: work())
    sent = []
    chair = Chair(here, sent.append, lambda: None)
    chair.heard(json.dumps({"sit": made["seats"]["Bourbon"]}))
    sent.clear()
    chair.heard(json.dumps({"say": "Hello"}))
    here.look_around()  # it was written by this process
    assert [[line["says"] for line in told_in(frame)["chat"]] for frame in sent] == [["Hello"]]
    alliance = store.sitting(made["seats"]["Alliance"])
    store.say(made["game"], alliance.number, "Good evening")
    here.look_around()
    assert told_in(sent[-1])["chat"][-1]["says"] == "Good evening"
    store.rename(alliance.number, "Karl")
    for _ in range(BETWEEN_NAMES):
        here.look_around()
    told = [told_in(frame) for frame in sent]
    assert told[-1]["chat"][-1]["name"] == "Karl"
    assert any(one.get("about", {}).get("names", {}).get("Alliance") == "Karl" for one in told)
    sent.clear()
    for _ in range(2 * BETWEEN_NAMES):
        here.look_around()
    assert sent == []
