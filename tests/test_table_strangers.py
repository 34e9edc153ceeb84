"""What a stranger sends to a table, and who stands between: TLS, a proxy."""

import asyncio
import contextlib
import json
import shutil
import ssl
import subprocess
from copy import copy

import pytest
from hypothesis import given, settings, strategies as st
from sizes import size
from table_client import Client, connected
from table_games import play, with_other
from test_table_server import served
from tornado.httpclient import AsyncHTTPClient, HTTPError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.websocket import websocket_connect

from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.page_server import MOST_WRONG
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.bounds import Unfit
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.house import Chair, House
from ninevears_kernel.table.store import TableStore, checked_name
from ninevears_kernel.table.umpires import ORDERS


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


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
        "instead",
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
