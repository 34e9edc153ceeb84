"""A seat of a table in a notebook: the kernel's own connection, which comes back and ends with the widget."""

import asyncio
import json
from random import Random

import pytest
from table_games import options, play

from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.table import server
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.server import Settings, serve
from ninevears_kernel.table.store import TableStore
from ninevears_kernel.widgets import WarTable
from ninevears_kernel.widgets.play import joined_table
from ninevears_kernel.widgets.play.joined_table import seat_link


async def until(holds, what):
    """Waits until something holds."""
    for _ in range(400):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(what)


def beside(work, tmp_path, monkeypatch):
    """Runs some work beside a server of a new game, which it can stop and start again."""
    monkeypatch.setattr(joined_table, "AGAIN", (0.05,))

    async def run():
        running = []

        def start(port=0):
            running.append(serve(TableStore(tmp_path), Settings(port)))
            return running[-1]

        def stop():
            running[-1][0].stop()
            for one in [*server.OPEN]:
                one.close()

        store = TableStore(tmp_path)
        made = new_game(store, "Ours <b>", seed=1690)
        _, port, house = start()
        links = {seat: f"http://localhost:{port}/seat#{token}" for seat, token in made["seats"].items()}
        links["umpire"] = f"http://localhost:{port}/seat#{store.invite(None, 'umpire')}/{made['game']}"
        try:
            await work(links, house.table(made["game"]), lambda: start(port)[2].table(made["game"]), stop)
        finally:
            stop()
            await asyncio.sleep(0.05)

    asyncio.run(run())


def heard(seat):
    """Notes what the page of a seat is sent."""
    sent = []
    seat._front.hear = lambda **told: sent.append(told)
    return sent


def test_two_kernels_play_and_each_sees_what_its_seat_may(tmp_path, monkeypatch):
    async def work(links, table, *_):
        seats = {side: WarTable.join(links[side]) for side in SIDES}
        await until(lambda: all(seat.state and seat.about for seat in seats.values()), "nobody sat down")
        sent = {side: heard(seat) for side, seat in seats.items()}
        chance = Random(2)
        for _ in range(8):
            side = chance.choice([side for side in SIDES if options(table, side)])
            before = table.revision
            seats[side].ask({"choose": chance.choice(options(table, side)), "view": "a"})
            await until(lambda now=before: table.revision > now, "the choice did not arrive")
            await until(lambda: all(one._revision == table.revision for one in seats.values()), "not told")
        for side, seat in seats.items():
            assert json.loads(json.dumps(table.state(side))) == seat.state
            assert any("change" in told for told in sent[side])
        assert "Ours &lt;b&gt;" in seats["Bourbon"].told.value
        assert "Here: Alliance" in seats["Bourbon"].told.value
        waited = table.war.side
        assert "Waiting for" in seats[next(side for side in SIDES if side != waited)].told.value
        seats["Bourbon"].close()
        await until(lambda: "Not here: Bourbons" in seats["Alliance"].told.value, "the chair is still taken")
        seats["Alliance"].close()

    beside(work, tmp_path, monkeypatch)


def test_it_comes_back_when_the_server_does_and_nothing_is_lost(tmp_path, monkeypatch):
    async def work(links, table, again, stop):
        seat = WarTable.join(links["Bourbon"])
        await until(lambda: seat.state, "nobody sat down")
        sent = heard(seat)
        stop()
        await until(lambda: "connection is lost" in seat.told.value, "the loss is not told")
        seat.ask({"choose": "first Alliance"})
        seat.ask({"preview": "first Alliance"})
        later = again()
        play(later, 3)
        await until(lambda: seat.state["strip"]["places"] == later.war.place, "it missed something")
        await until(lambda: not seat._waiting, "it waits for ever")
        assert {"reply": {}} in sent
        assert "connection is lost" not in seat.told.value
        while later.war.side != "Bourbon":
            play(later, 1)
        await until(lambda: seat._revision == later.revision, "it missed something")
        stop()
        await until(lambda: "connection is lost" in seat.told.value, "the loss is not told")
        seat.ask({"choose": options(later, "Bourbon")[0]})  # nothing is done until it is back
        before, last = later.war.place, again()
        await until(lambda: last.war.place > before, "the choice was lost without a word")
        seat.close()
        await asyncio.sleep(0.05)
        assert seat._running is None
        assert len(asyncio.all_tasks()) <= 4, "something goes on after the widget"

    beside(work, tmp_path, monkeypatch)


def test_the_umpire_gets_the_whole_war_and_nobody_else(tmp_path, monkeypatch):
    async def work(links, table, *_):
        play(table, 12)
        umpire, spectator = WarTable.join(links["umpire"]), WarTable.join(links["both"])
        game = await umpire.game()
        assert game.log == table.war.game.log
        with pytest.raises(NinevearsError, match="umpire"):
            await spectator.game()
        umpire.close()
        spectator.close()

    beside(work, tmp_path, monkeypatch)


def test_before_the_dice_are_made_there_is_no_war_to_give(tmp_path, monkeypatch):
    async def work(links, *_):
        store = TableStore(tmp_path)
        game = new_game(store, "Fair", fair=True)["game"]
        umpire = WarTable.join(links["umpire"].rpartition("/")[0] + f"/{game}")
        with pytest.raises(NinevearsError, match="did not give the war"):
            await umpire.game()
        umpire.close()

    beside(work, tmp_path, monkeypatch)


def test_a_server_that_ends_the_connection_at_once_is_tried_again(tmp_path, monkeypatch):
    async def work(links, *_):
        connect, tried = joined_table.websocket_connect, []

        async def ended(*given, **more):
            opened = await connect(*given, **more)
            tried.append(opened)
            if len(tried) == 1:

                def write_message(*_):
                    raise joined_table.WebSocketClosedError

                opened.write_message = write_message
            return opened

        monkeypatch.setattr(joined_table, "websocket_connect", ended)
        seat = WarTable.join(links["Bourbon"])
        await until(lambda: seat.state, "it gave up")
        await until(lambda: tried[0].close_code or tried[0].protocol is None, "the first is left open")
        seat.close()

    beside(work, tmp_path, monkeypatch)


def test_a_link_that_is_dead_or_none_is_told(tmp_path, monkeypatch):
    async def work(links, *_):
        dead = WarTable.join(links["Bourbon"] + "x")
        await until(lambda: dead.gone, "it does not know")
        assert "no longer valid" in dead.told.value
        asks = WarTable.join()
        asks.field.value = "localhost"
        assert "the whole link" in asks.told.value
        asks.field.value = links["Alliance"]
        await until(lambda: asks.about, "nobody sat down")
        assert asks.about["seat"] == "Alliance"
        assert asks.field.value == ""  # a notebook may be saved with it
        nobody = WarTable.join("http://localhost:9/seat#abc")
        await until(lambda: "does not answer" in nobody.told.value, "it is not told")
        for one in (dead, asks, nobody):
            one.close()

    beside(work, tmp_path, monkeypatch)


def test_outside_a_notebook_it_says_so():
    seat = WarTable.join("http://localhost:1/seat#abc")
    assert "running notebook" in seat.told.value
    seat.close()


@pytest.mark.parametrize(
    "link",
    ["x", "http://localhost/", "http://localhost/seat", "ftp://localhost/seat#a", "http:///seat#a",
     "http://localhost:x/seat#a", "http://localhost/seat#a/b", "http://localhost/seat#a/²", "http://[/seat#a"],
)  # fmt: skip
def test_what_is_no_link_of_a_seat_is_refused(link):
    with pytest.raises(BadInput):
        seat_link(link)
