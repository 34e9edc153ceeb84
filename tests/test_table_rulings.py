"""What an umpire decides at the desk about a table, and with what a game may begin."""

import json

import pytest
from table_client import told_in
from table_games import new_table, play, without_chance

from ninevears_kernel.nine_years.components.sides import SEATS
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.play.saved_wars import war_text
from ninevears_kernel.table.beginnings import new_game
from ninevears_kernel.table.bounds import Unfit
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.house import Chair, House
from ninevears_kernel.table.rulings import rulings
from ninevears_kernel.table.store import TableStore
from ninevears_kernel.table.umpires import ORDERS
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.widgets import UmpireDesk


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


LINE = {"space": "Tournai", "side": "Alliance", "purpose": "line"}


TOURNAI = {"set": "control", "space": "Tournai", "side": "Alliance"}


def decided_on(store, given, **more):
    """A case that is ruled at the desk and decided there; the number of the decision."""
    docket = Docket.open(store._store.url.database)
    case = {"format": "ninevears-case/1", "system": "NY", "question": "loc", "given": given}
    stored = docket.add_case(case, **more)
    return docket.decide(stored.number, by="Anna").number


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
    for chair, number in ((own, about_here[0]), (of_all, elsewhere[0])):
        assert "trouble" not in replied(chair, sent, **{"hand-out": number})
        assert "letter" in replied(player, sent, letter=number)
    assert "trouble" in replied(player, sent, **{"hand-out": about_here[0]})


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


def test_the_umpire_of_all_begins_with_a_war_of_elsewhere_or_a_january(store):
    here = House(store, lambda work: work(), ORDERS)
    played = play(new_table(store), 20).war
    save = json.dumps(position_to_data(played.game.position))
    long = played.game.log + "# a remark\n" * 8_000  # as a whole war has
    sent = []
    chairs = [Chair(here, sent.append, lambda: None) for _ in range(2)]
    chairs[0].heard(json.dumps({"sit": store.invite(None, "umpire")}))
    chairs[1].heard(json.dumps({"sit": new_game(store, "Ours")["seats"]["Bourbon"]}))
    head, *rest = played.game.log.split("Bourbon: ", 1)
    letters = [f"Hi Ben,\n\n{head}", f"> {head}\n1) Bourbon - {rest[0].upper()}"]
    for begins in ("1691", played.game.log, war_text(played), save, long, letters, [played.game.log]):
        chairs[0].heard(json.dumps({"new": {"name": "Ours", "from": begins}}))
        table = here.table(max(store.called()))
        assert table.war.side
        if begins == "1691":
            assert table.war.here.year == 1691
        else:
            assert without_chance(table.war.game.position) == without_chance(played.game.position)
    for wrong in ("1600", "x", 3, None, "9" * 5000, [3], ["Bourbon: pass"], ["1691"]):
        before = len(store.called())
        chairs[0].heard(json.dumps({"new": {"name": "Ours", "from": wrong}}))
        assert "trouble" in told_in(sent[-1]), wrong
        assert len(store.called()) == before
    with pytest.raises(Unfit):
        chairs[1].heard(json.dumps({"say": long}))


def test_what_is_decided_at_the_desk_itself_comes_back_to_its_table(store):
    table = play(Table(store, new_game(store, "Ours", seed=1690)["game"]), 30)
    link = table.take("umpire", {"desk": 20}, table.revision)["link"]
    log = table.take("umpire", {"log": True})["log"]["text"]
    decided = []
    for begins in ("link", "corrected", "log", "nothing"):
        desk = UmpireDesk(docket=store._store.url.database)
        if begins == "log":
            desk.files.take("ours.log", log.encode())
        elif begins != "nothing":
            desk.position.link.value = link
        if begins == "corrected":
            assert desk.position.editor.make(TOURNAI)
        desk.question.value = "victory"
        assert desk.rule(), desk.error.value
        desk.docket.by.value = "Anna"
        desk.docket.keep()
        assert desk.docket.decide("follow"), desk.docket.said.value
        desk.close()
    found = rulings(store, table.number)
    decided = [(one.here, one.corrects) for one in sorted(found)]
    assert decided == [(True, False), (True, True), (True, False), (False, False)]
