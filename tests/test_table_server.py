"""The server of a table: what comes in by websocket, what goes out, and what is refused."""

import asyncio
import json
import re
from random import Random

import pytest
from click.testing import CliRunner
from table_client import connected
from table_games import plain, play
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest

from ninevears_kernel.cli import cli
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.play.table_seat import READS
from ninevears_kernel.table import house, pages, server
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.bounds import Bucket, Unfit, message_of
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.server import Settings, host_of, serve
from ninevears_kernel.table.store import TableStore


class Served:
    """A server of the tests' own: its tables, and connections to it."""

    def __init__(self, store, **more):
        self.store = store
        self.server, self.port, self.house = serve(store, Settings(**more))
        self.base = more.get("base", "/")

    async def connect(self, **headers):
        return await connected(f"http://127.0.0.1:{self.port}{self.base}", **headers)

    async def sit(self, token, **more):
        client = await self.connect()
        await client.tell(sit=token, **more)
        await client.until("state")
        return client

    async def get(self, path, **headers):
        request = HTTPRequest(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        return await AsyncHTTPClient().fetch(request, raise_error=False)

    async def post(self, path, body):
        request = HTTPRequest(
            f"http://127.0.0.1:{self.port}{path}", method="POST", body=body, follow_redirects=False
        )
        return await AsyncHTTPClient().fetch(request, raise_error=False)


def served(work, tmp_path, **more):
    """Runs some work beside a server."""

    async def run():
        here = Served(TableStore(tmp_path), **more)
        try:
            return await work(here)
        finally:
            here.server.stop()
            for one in [*server.OPEN]:
                one.close()
            await asyncio.sleep(0.01)

    return asyncio.run(run())


def test_two_seats_an_umpire_and_a_spectator_play_by_websocket(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        clients = {seat: await here.sit(token) for seat, token in made["seats"].items()}
        clients["umpire"] = await here.sit(here.store.invite(None, "umpire"), game=made["game"])
        table, chance = here.house.table(made["game"]), Random(2)
        for _ in range(10):
            mine = [side for side in SIDES if clients[side].state["question"]["mine"]]
            side = chance.choice(mine)
            text = chance.choice(clients[side].state["options"])["text"]
            assert await clients[side].ask({"choose": text}) == {}
            for client in clients.values():
                while client.revision != table.revision:
                    await client.next()
        for seat, client in clients.items():
            assert json.loads(json.dumps(table.state(seat))) == client.state, seat
        assert table.war.place >= 9
        preview = await clients[table.war.side].ask({"preview": table.war.decision.options[0].text})
        assert preview["preview"]["steps"] is not None
        assert clients["Bourbon"].about["here"] == ["Bourbon", "Alliance", "both", "umpire"]
        reply = await clients["both"].ask({"choose": text})
        assert "cannot do that" in reply["trouble"]

        # who comes back sees the same, and misses nothing
        before = plain(clients["Bourbon"].state)
        clients["Bourbon"].connection.close()
        while "Bourbon" in clients["Alliance"].about["here"]:
            await clients["Alliance"].next()
        again = await here.sit(made["seats"]["Bourbon"])
        assert plain(again.state) == before

    served(work, tmp_path)


def test_what_is_said_and_who_is_called_how_reaches_everybody_at_the_table(tmp_path):
    async def work(here):
        made, other = (new_game(here.store, name, seed=1690) for name in ("Ours", "Theirs"))
        anna, karl = [await here.sit(made["seats"][side]) for side in SIDES]
        stranger = await here.sit(other["seats"]["Bourbon"])
        watching = await here.sit(made["seats"]["both"])
        await anna.tell(name="Anna <b>")
        while karl.about["names"]["Bourbon"] != "Anna <b>":
            await karl.next()
        await anna.tell(say="Bonjour </script> \U0001f451")
        for client in (anna, karl, watching):
            while not client.chat:
                await client.next()
            assert [(one["name"], one["says"]) for one in client.chat] == [
                ("Anna <b>", "Bonjour </script> \U0001f451")
            ]
        await watching.tell(say="I see your cards")
        assert "cannot do that" in await watching.until("trouble")
        for wrong in ("", " ", "x" * 501, 3, None, ["x"]):
            await karl.tell(say=wrong)
            assert await karl.until("trouble")
        await karl.tell(name="x" * 81)
        assert await karl.until("trouble")
        assert stranger.chat == []
        assert stranger.about["names"] == {"Bourbon": "", "Alliance": ""}

    served(work, tmp_path)


def test_the_umpire_of_all_begins_games_and_gives_links(tmp_path):
    async def work(here):
        home = await here.connect()
        await home.tell(sit=here.store.invite(None, "umpire"))
        assert await home.until("home") == []
        await home.tell(new={"name": "Namur"})
        made = (await home.until("done"))["new"]
        assert sorted(made["seats"]) == ["Alliance", "Bourbon", "both"]
        [listed] = await home.until("home")
        assert (listed["name"], listed["waits"], listed["year"]) == ("Namur", ["Bourbon"], 1688)
        player = await here.sit(made["seats"]["Bourbon"])
        await home.tell(seats={"game": made["game"]})
        seats = (await home.until("done"))["seats"]
        number = next(one["number"] for one in seats if one["seat"] == "Bourbon")
        await home.tell(replace={"game": made["game"], "seat": number})
        given = (await home.until("done"))["replace"]
        assert "no longer valid" in await player.until("gone")
        await player.closed()
        late = await here.connect()
        await late.tell(sit=made["seats"]["Bourbon"])
        assert await late.until("gone")
        await here.sit(given["token"])
        await home.tell(invite={"game": made["game"], "seat": "umpire"})
        token = (await home.until("done"))["invite"]["token"]
        wall = await here.sit(token, **{"as": "both"})
        assert wall.state == json.loads(json.dumps(here.house.table(made["game"]).state("both")))
        assert "cannot do that" in (await wall.ask({"pause": "Tea."}))["trouble"]
        umpire = await here.sit(token)
        assert umpire.about["seat"] == "umpire"
        await home.tell(qr="http://localhost/seat#x")
        assert (await home.until("done"))["qr"]["picture"].startswith("data:image/svg+xml")
        # the umpire of one game has nothing to say in another
        other = new_game(here.store, "Liege", seed=1)
        [theirs] = [one for one in here.store.seats_of(other["game"]) if one.seat == "Bourbon"]
        await umpire.tell(replace={"game": other["game"], "seat": theirs.number})
        assert await umpire.until("trouble")
        await umpire.tell(new={"name": "mine"})
        assert await umpire.until("trouble")
        await here.sit(other["seats"]["Bourbon"])
        for wrong in ({"game": 99, "seat": "both"}, {"game": 1 << 70}, {"game": True}, 3, {"seat": "king"}):
            await home.tell(invite=wrong)
            assert await home.until("trouble")

    served(work, tmp_path)


# ---- strangers


def test_a_page_of_a_stranger_does_not_come_in(tmp_path):
    async def work(here):
        own = f"127.0.0.1:{here.port}"
        for origin in (
            "http://evil.example",
            "null",
            f"http://localhost:{here.port + 1}",
            "file://",
            f"ftp://{own}",
        ):
            with pytest.raises(HTTPClientError, match="403"):
                await here.connect(Origin=origin)
        for host in (
            "evil.example",
            f"evil.example:{here.port}",
            "",
            "localhost@evil.example",
            "127.0.0.1.evil",
        ):
            with pytest.raises(HTTPClientError, match=r"40[03]"):
                await here.connect(Host=host)
            answer = await here.get("/", Host=host)
            assert answer.code in (400, 403), host
            assert b"script" not in answer.body
        await here.connect(Origin=f"http://{own}")
        await here.connect(Origin="https://tables.example", Host="tables.example")

    served(work, tmp_path, names=("tables.example",))


def test_a_page_asks_again_what_changes_nothing():
    code = (pages.FRONT / "seat.js").read_text(encoding="utf-8")
    assert json.loads(re.search(r"^const READS = (.*);$", code, re.M)[1]) == [*READS]


def test_pages_say_what_browsers_may_do_and_hold_no_secret(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        for path in (
            "/play/",
            "/play/seat",
            "/play/front.js",
            "/play/seat.js",
            "/play/sheet.bin",
            "/play/theme.js",
        ):
            answer = await here.get(path)
            assert answer.code == 200, path
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Set-Cookie" not in answer.headers
            assert "ornado" not in answer.headers["Server"]
            assert not any(token.encode() in answer.body for token in made["seats"].values())
            assert b"Ours" not in answer.body
        for path in ("/", "/seat", "/play/../seat", "/play/x.js", "/play/seat.py", "/play/%2e%2e/store.py"):
            assert (await here.get(path)).code == 404, path

    served(work, tmp_path, base="/play/")


def test_nobody_sits_down_without_the_secret(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "SIT_SECONDS", 0.1)

    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        token = made["seats"]["Bourbon"]
        for wrong in (token[:-1], "", None, 1, ["x"], {"$ne": ""}, made["game"], "' OR 1=1 --"):
            client = await here.connect()
            await client.tell(sit=wrong, game=made["game"])
            assert await client.until("gone")
            await client.closed()
        client = await here.connect()
        await client.tell(take={"log": True})
        assert await client.until("gone")
        silent = await here.connect()
        assert await silent.closed() == 1008
        # a seat of one game does not look into another by naming it
        other = new_game(here.store, "Theirs", seed=3)
        sly = await here.sit(token, game=other["game"])
        assert sly.about["game"] == "Ours"
        assert here.house.chairs[-1].game == made["game"]

    served(work, tmp_path)


HOSTILE = (
    *("", "x", "[]", "3", "null", '"sit"', "{", '{"take": ', '{"take": NaN}', '{"take": Infinity}'),
    *('{"say": "\\ud800"}', "[" * 50_000, '{"take": ' * 2000, '{"take": 1' + "0" * 5000 + "}", "x" * 70_000),
    *('{"take": []}', '{"take": "choose"}', b"\x00\xff", b"{}"),
)


def test_what_no_page_sends_ends_the_connection_and_nothing_else(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        other = await here.sit(made["seats"]["Alliance"])
        for hostile in (*HOSTILE, "x" * 300_000):
            client = await here.sit(made["seats"]["Bourbon"])
            await client.connection.write_message(hostile, binary=isinstance(hostile, bytes))
            assert await client.closed() in (1008, 1009, 1006, None), hostile[:40]
        for forged in (
            *(
                {"choose": "first Bourbon", "revision": 1e300},
                {"choose": {"a": []}},
                {"go": {"way": [10**30]}},
            ),
            *({"plan": {"space": -1}}, {"at": 10**9}, {"at": "Paris"}, {"odds": 1.5}, {"clause": ["x"]}),
            *({"why": "x" * 5000}, {"preview": None}, {"undo": {}}, {"__init__": 1}, {"revision": "x"}),
        ):
            client = await here.sit(made["seats"]["Alliance"])
            reply = await client.ask(forged, revision="x")
            assert isinstance(reply, dict)
            client.connection.close()
        assert here.house.table(made["game"]).revision == 1
        assert (await other.ask({"clause": "NY 4.4"}))["rule"]["clause"] == "NY 4.4"

    served(work, tmp_path)


def test_floods_are_bounded(tmp_path, monkeypatch):
    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        client = await here.sit(made["seats"]["Bourbon"])
        for _ in range(40):
            await client.tell(take={"clause": "NY 4.4"})
        replies = [await client.until("reply") for _ in range(40)]
        assert "rule" in replies[0]
        assert "Too many requests" in replies[-1]["trouble"]
        for _ in range(300):
            await client.tell(take={"clause": "NY 4.4"})
        assert await client.closed() == 1008

    monkeypatch.setattr(house, "MESSAGES", (30.0, 0.1))
    served(work, tmp_path)

    async def crowd(here):
        monkeypatch.setattr(server, "MOST_CHAIRS", len(server.OPEN) + 2)
        *_, last = [await here.connect() for _ in range(3)]
        assert await last.closed() == 1013

    served(crowd, tmp_path)


def test_a_bucket_fills_again():
    now = [0.0]
    bucket = Bucket(3, 2, lambda: now[0])
    assert [bucket.take(1) for _ in range(5)] == [True, True, True, False, False]
    now[0] = 1.0
    assert [bucket.take(1) for _ in range(3)] == [True, True, False]
    now[0] = 1000.0
    assert [bucket.take(1) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("text", [*HOSTILE[:15], "{}" * 2, b"{}"], ids=lambda text: str(text)[:12])
def test_what_is_no_message_is_unfit(text):
    with pytest.raises(Unfit):
        message_of(text)


def test_host_names():
    assert [host_of(one) for one in ("a:1", "[::1]", "a/b", "u@a", "[", "A")] == ["a", "::1", "", "", "", "a"]


# ---- two processes


def test_what_another_process_does_is_shown_and_dead_links_go(tmp_path):
    async def work(here):
        made = new_game(here.store, "Ours", seed=1690)
        client = await here.sit(made["seats"]["Alliance"])
        elsewhere = TableStore(tmp_path)
        table = play(Table(elsewhere, made["game"]), 3)
        sitting = elsewhere.sitting(made["seats"]["Bourbon"])
        while client.revision != table.revision:
            await client.next()
        assert plain(client.state) == plain(json.loads(json.dumps(table.state("Alliance"))))
        elsewhere.say(made["game"], sitting.number, "From over there")
        assert (await client.until("chat"))[0]["says"] == "From over there"
        elsewhere.replace(elsewhere.sitting(made["seats"]["Alliance"]).number, made["game"])
        assert await client.until("gone")

    served(work, tmp_path)


# ---- the command


def test_a_file_to_begin_from_that_is_not_there_is_named(tmp_path):
    told = CliRunner().invoke(
        cli, ["table", str(tmp_path), "--new", "Ours", "--from", "nowhere.eml", "--only-new"]
    )
    assert "nowhere.eml" in str(told.exception) + told.output


def test_the_command_prints_links_and_gives_what_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    done = run(cli, ["table", "wars", "--new", "Ours", "--only-new"])
    assert done.exit_code == 0, done.output
    assert done.output.count("http://localhost:8868/seat#") == 3
    store = TableStore(tmp_path / "wars")
    [(number, (name, *_))] = store.called().items()
    assert name == "Ours"
    sitting = store.sitting(done.output.split("seat#")[1].split()[0])
    assert sitting.seat == "Bourbon"
    store.rename(sitting.number, "Anna")
    store.say(number, sitting.number, "Bonjour")
    done = run(cli, ["table", "wars", "--export", "Anna"])
    assert done.exit_code == 0, done.output
    [kept] = json.loads((tmp_path / "Anna.json").read_text())
    assert kept["said"][0][1] == "Bonjour"
    assert run(cli, ["table", "wars", "--erase", "Anna"]).exit_code == 0
    assert run(cli, ["table", "wars", "--erase", "Anna"]).exit_code == 1
    for wrong in (["--base", "a b"], ["--key", str(tmp_path / "Anna.json")]):
        assert run(cli, ["table", "wars", *wrong]).exit_code != 0
