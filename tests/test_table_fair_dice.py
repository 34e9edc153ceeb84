"""Fair dice at a table: of the words of both players and of the server."""

import json

import pytest
from table_client import seated
from table_games import play
from test_table_server import served
from walks import a_walk

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SEATS, SIDES
from ninevears_kernel.play.session import Session
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.fair import Dice, committed
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.store import TableStore
from ninevears_kernel.table.umpires import umpires_link
from ninevears_kernel.umpire.luck.fair_dice import check, promise, read_commitment


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


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
