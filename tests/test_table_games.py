"""A war at a table over the network: what each seat may do and see, and what is kept of it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from every_row import every_row
from sizes import first, size
from sqlalchemy.exc import DBAPIError
from table_games import new_table, one_choice, options, plain, play, with_other, without_chance
from test_docket import engine_of
from walks import a_walk

from ninevears_kernel.core.errors import BadInput, DocketError
from ninevears_kernel.core.messages import Message
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.sides import SEATS, SIDES, enemy
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.view import for_seat
from ninevears_kernel.play.table_seat import READS
from ninevears_kernel.table import people
from ninevears_kernel.table.beginnings import beginning
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.kept import Damaged
from ninevears_kernel.table.store import TableStore, Taken
from ninevears_kernel.table.tables import chat
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.letter import to_html

STOREHOUSE = Path(__file__).parent / "table_games.py"


@pytest.fixture
def store(tmp_path):
    return TableStore(tmp_path)


def told(table, seat):
    return json.dumps([table.state(seat), table.about(seat)], sort_keys=True)


# ---- two seats play


def test_a_year_of_two_seats_replays_from_its_log_and_from_the_store(store):
    table = play(new_table(store), 120)
    assert table.war.here.year > 1688
    log = table.take("umpire", {"log": True})["log"]["text"]
    assert read_log(log).position == table.war.game.position
    again = Table(store, table.number)
    assert again.war.game.position == table.war.game.position
    assert again.war.game.log == table.war.game.log
    for seat in SEATS:
        assert plain(again.state(seat)) == plain(table.state(seat))
        assert again.about(seat) == table.about(seat)


@pytest.mark.clause("NY 4.4")
def test_each_seat_has_its_own_hand_and_a_spectator_none(store):
    table = play(new_table(store, 1691), 60)
    for side in SIDES:
        strip = table.state(side)["strip"]
        hand = table.war.game.position.hand(side)
        assert strip["side"] == side
        assert tuple(strip["hand"]["actions"]) == hand.actions
        assert [one["name"] for one in strip["hand"]["events"]] == [*hand.events]
    strip = table.state("both")["strip"]
    assert strip["hand"] == {"actions": [], "events": []}
    assert sum(table.state(seat)["question"]["mine"] for seat in SEATS) == 1
    assert table.state("umpire")["options"]
    strip = table.state("umpire")["strip"]
    assert tuple(strip["others"]["actions"]) == table.war.game.position.hand(enemy(strip["side"])).actions
    assert not any(table.state(seat)["strip"]["others"] for seat in (*SIDES, "both"))


def test_nobody_chooses_for_another(store):
    table = play(new_table(store), 20)
    before = table.war.game.log
    side = table.war.side
    text = options(table, side)[0]
    for seat in {*SEATS} - {side}:
        for key in ("choose", "freely"):
            assert table.take(seat, {key: text}, table.revision)["trouble"]
        assert table.take(seat, {"go": {"way": [1, 2]}}, table.revision)["trouble"]
    assert table.war.game.log == before
    assert table.revision == 21


NOT_FOR_SEATS = (
    *({"save": True}, {"open": "x"}, {"new": {}}, {"jump": {"year": 1690}}, {"switch": 1}, {"branch": True}),
    *({"seats": {"Alliance": "sense"}}, {"next": True}, {"step": -1}, {"sit": True}, {"again": True}),
    *({"take": True}, {"continue": True}, {"fresh": True}, {"pause": "x"}, {"rewind": 0}, {"set-right": {}}),
    *({}, {"view": "a"}, {"__class__": 1}, {"choose": 3}, {"choose": "x" * 300}, {"consent": True}),
)


def test_a_seat_may_ask_for_nothing_else(store):
    table = play(new_table(store), 12)
    before = {seat: told(table, seat) for seat in SEATS}
    for message in NOT_FOR_SEATS:
        for seat in ("Bourbon", "Alliance", "both"):
            assert table.take(seat, message, table.revision).get("trouble"), (seat, message)
    assert {seat: told(table, seat) for seat in SEATS} == before
    assert Table(store, table.number).revision == table.revision


def test_what_was_chosen_for_an_older_state_is_refused_with_the_reason(store):
    table = play(new_table(store), 8)
    side = table.war.side
    text = options(table, side)[0]
    for revision in (None, 0, table.revision - 1, table.revision + 1):
        reply = table.take(side, {"choose": text}, revision)
        assert "Something else was done" in reply["trouble"]
        assert reply["stale"]
    assert table.take(side, {"choose": text}, table.revision) == {}


def test_against_a_computer_player_a_seat_waits_for_nobody(store):
    table = new_table(store, bourbon="sense")
    for _ in range(6):
        text = options(table, "Alliance")[0]
        assert table.take("Alliance", {"choose": text}, table.revision) == {}
        assert table.war.side == "Alliance"
    assert table.take("Bourbon", {"choose": text}, table.revision)["trouble"]
    place = table.war.place
    assert table.take("Alliance", {"undo": True}, table.revision) == {}
    assert table.war.place < place
    assert Table(store, table.number).war.game.log == table.war.game.log


SEED = 1_234_567
"""Of what comes in a war that was begun elsewhere."""


def test_a_war_begun_elsewhere_goes_on(store):
    war = a_walk(7, 80)
    table = new_table(store, SEED, text=war.log)
    assert without_chance(table.war.game.position) == without_chance(war.position)
    play(table, 5)
    assert Table(store, table.number).war.place == 85
    for seat in SEATS:
        assert (str(SEED) in table.take(seat, {"log": True})["log"]["text"]) == (seat == "umpire")
    with pytest.raises(BadInput):
        beginning("nonsense")


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
def test_who_brings_a_war_along_knows_nothing_of_what_comes(store):
    for seed, choices in ((3, 40), (7, 150), (11, 300), (5, 0)):
        war = a_walk(seed, choices)
        save = json.dumps(position_to_data(war.position))
        logs = [new_table(store, other, text=war.log).war.game for other in (1, 2)]
        for game in (*logs, new_table(store, 99, text=save).war.game):
            assert without_chance(game.position) == without_chance(war.position)
            assert game.position.seed != war.position.seed
            assert read_log(game.log).position == game.position
        assert len({game.position.action_deck for game in (war, *logs)}) > 1
    laid, _ = before_cards(store)
    first = laid.war.side
    card = options(laid, first)[0]
    laid.take(first, {"choose": card}, laid.revision)
    again = new_table(store, text=laid.war.game.log)  # one card lies face down
    for seat in (enemy(first), "both"):
        assert card not in again.take(seat, {"log": True})["log"]["text"], seat
        assert card not in json.dumps(again.state(seat)["log"])
    fair = war.log.replace("seed: 5", "seed: 5\ndice: fair")
    assert new_table(store, text=fair).war.game.position == war.position


@every_row("place, back", [(12, "rewound"), (12, "set right"), (79, "twice")])
def test_a_war_that_was_brought_along_has_other_dice_behind_its_beginning_too(store, place, back):
    told = set()
    for number in range(2):
        table = new_table(store, number + 1, text=a_walk(7, 80).log)
        known = table.war.moments[place].text
        if back == "rewound":
            assert table.take("umpire", {"rewind": place}, table.revision) == {}
        for decision in {"rewound": (), "set right": (place + 1,), "twice": (place + 1, 7)}[back]:
            asked = {"decision": decision, "remedy": "rewind", "reason": "It was out of turn."}
            assert table.take("umpire", {"set-right": asked}, table.revision) == {}
        start, side = table.war.place, table.war.side
        other = next(text for text in options(table, side) if text != known)
        assert "trouble" not in table.take(side, {"choose": other}, table.revision)
        play(table, 30)  # the same choices at both tables, as far as the dice are the same
        assert Table(store, table.number).war.game.log == table.war.game.log
        assert read_log(table.war.game.log).position == table.war.game.position
        dice = [entry.rolls for entry in table.war.game.entries[start:]]
        told.add(str((dice, table.war.game.position.action_deck)))
    assert len(told) == 2


# ---- cards laid at the same time


def before_cards(store, seed=1690):
    """A table at which both sides lay a card, and who is asked first."""
    table = new_table(store, seed)
    chance = Random(seed)
    while table.war.game.decision.name != "lay":
        one_choice(table, chance)
        assert not table.war.over
    return table, table.war.side


@pytest.mark.clause("NY 13.2.1.a")
@pytest.mark.parametrize("order", ["first", "second"])
def test_cards_laid_at_the_same_time_stay_sealed_until_both_are_in(store, order):
    table, asked = before_cards(store)
    sides = [asked, enemy(asked)] if order == "first" else [enemy(asked), asked]
    for number, side in enumerate(sides):
        assert table.about("both")["waits"] == ([*SIDES] if not number else [side])
        asked_of = table.state("both")["question"]
        assert ("Both" in asked_of["who"], "turn of" in asked_of["asks"]) == (not number, bool(number))
        state = table.state(side)
        assert state["question"]["mine"]
        cards = {option["text"] for option in state["options"]}
        assert cards == {f"lay {card}" for card in table.war.game.position.hand(side).actions}
        assert table.take(side, {"choose": max(cards)}, table.revision) == {}
        if not number:
            for seat in (enemy(side), "both"):
                assert not any(f"lay {n}" in json.dumps(table.state(seat)["log"]) for n in range(9))
            again = Table(store, table.number)
            assert again.sealed == table.sealed
            assert told(again, "both") == told(table, "both")
    assert table.sealed == {}
    assert table.war.game.decision.name != "lay"
    assert table.war.place == Table(store, table.number).war.place
    lines = "\n".join(table.state("both")["log"])
    assert lines.count(": lay ") == 2
    assert "lay ?" not in lines


@pytest.mark.clause("NY 13.2.1.a")
def test_a_sealed_card_can_be_taken_back_and_is_no_longer_asked_for(store):
    table, asked = before_cards(store)
    side = enemy(asked)
    card = options(table, side)[0]
    assert table.take(side, {"freely": card}, table.revision) in ({}, {"preview": None}) or True
    table.take(side, {"choose": card}, table.revision)
    assert table.about(side)["says"].startswith("Your card lies face down")
    assert table.about(asked)["says"] == ""
    assert not table.state(side)["question"]["mine"]
    assert table.take(side, {"choose": card}, table.revision)["trouble"]
    assert table.take(side, {"undo": True}, table.revision) == {}
    assert table.state(side)["question"]["mine"]
    assert table.sealed == {}


@pytest.mark.clause("NY 13.2.1.a", "NY 4.4")
def test_who_lays_first_learns_nothing_of_the_other_card(store):
    table, asked = before_cards(store)
    side = enemy(asked)
    for seed in range(4):
        assert told(with_other(table, side, seed), side) == told(table, side)
    for option in table.state(side)["options"]:
        table.take(side, {"choose": option["text"]}, table.revision)
        seen = {seat: told(table, seat) for seat in (asked, "both")}
        table.take(side, {"undo": True}, table.revision)
        assert table.sealed == {}
        table.take(side, {"choose": options(table, side)[0]}, table.revision)
        assert {seat: told(table, seat) for seat in (asked, "both")} == seen
        table.take(side, {"undo": True}, table.revision)


# ---- taking back


def after_answer(table, chance=None):
    """Plays until the other side has answered a choice: whose that was, and how many were made before."""
    chance = chance or Random(5)
    while True:
        place = table.war.place
        side = one_choice(table, chance)
        if table.war.side == enemy(side) and not table.sealed:
            one_choice(table, chance)
            if not table.sealed and table.war.side is not None:
                return side, place


def test_what_was_answered_is_taken_back_when_the_other_side_agrees(store):
    table = play(new_table(store), 30)
    side, place = after_answer(table)
    assert table.take(side, {"undo": True}, table.revision) == {}
    asks = table.about(enemy(side))["asks"]
    assert asks["answer"]
    assert asks["by"] == side
    own = table.about(side)["asks"]
    assert not own["answer"]
    assert own["says"].startswith("You have asked to take this back")
    assert "later choice" in asks["says"]
    assert not table.about("both")["asks"]["answer"]
    assert table.take(side, {"consent": True}, table.revision)["trouble"]
    assert table.take("both", {"consent": True}, table.revision)["trouble"]
    again = table.take(side, {"undo": True}, table.revision)
    assert "answered first" in again["trouble"]
    assert Table(store, table.number).undoing == table.undoing
    assert table.take(enemy(side), {"consent": True}, table.revision) == {}
    assert table.war.place == place
    assert table.about(side)["asks"] is None
    said = table.about(enemy(side))["says"]
    assert "took back" in said
    assert Table(store, table.number).about(enemy(side))["says"] == said
    one_choice(table, Random(3))
    assert "took back" not in table.about(enemy(side))["says"]
    play(table, 10, seed=9)
    again = Table(store, table.number)
    assert again.war.game.log == table.war.game.log
    assert read_log(table.war.game.log).position == table.war.game.position


def test_a_no_is_an_answer_and_a_choice_is_one_too(store):
    table = play(new_table(store), 30)
    side, _ = after_answer(table)
    place = table.war.place
    table.take(side, {"undo": True}, table.revision)
    assert table.take(enemy(side), {"consent": False}, table.revision) == {}
    assert table.about(enemy(side))["asks"] is None
    assert "was no" in table.take(side, {"undo": True}, table.revision)["trouble"]
    assert table.war.place == place
    side, _ = after_answer(table)
    table.take(side, {"undo": True}, table.revision)
    one_choice(table, Random(2))
    assert table.about(side)["asks"] is None
    assert table.take(enemy(side), {"consent": True}, table.revision)["trouble"]


def test_whoever_asks_may_withdraw_it_and_ask_again(store):
    table = play(new_table(store), 30)
    side, _ = after_answer(table)
    place = table.war.place
    table.take(side, {"undo": True}, table.revision)
    assert table.take(side, {"consent": False}, table.revision) == {}
    assert table.about(enemy(side))["asks"] is None
    assert table.war.place == place
    assert table.take(side, {"undo": True}, table.revision) == {}
    assert Table(store, table.number).undoing == table.undoing is not None


def test_the_umpire_may_agree_too(store):
    table = play(new_table(store), 30)
    side, place = after_answer(table)
    table.take(side, {"undo": True}, table.revision)
    assert table.about("umpire")["asks"]["answer"]
    assert table.take("umpire", {"consent": True}, table.revision) == {}
    assert table.war.place == place


def test_what_nobody_has_learnt_from_is_taken_back_at_once(store):
    table, chance, seen = new_table(store), Random(3), 0
    while seen < 3:
        place = table.war.place
        side = one_choice(table, chance)
        moments = table.war.moments[place : table.war.place]
        if table.war.side == side and not any(moment.told for moment in moments) and not table.sealed:
            assert table.take(side, {"undo": True}, table.revision) == {}
            assert (table.war.place, table.about(side)["asks"]) == (place, None)
            seen += 1
            one_choice(table, chance)
    assert Table(store, table.number).war.game.log == table.war.game.log


def test_fair_dice_are_not_taken_back(store):
    log = a_walk(3, 40).log.replace("seed: 3", "seed: 3\ndice: fair")
    table = new_table(store, text=log)
    assert table.war.fair
    chance = Random(1)
    while True:
        place, side = table.war.place, one_choice(table, chance)
        if any(moment.told for moment in table.war.moments[place:]) and not table.war.over:
            break
    assert "fair dice" in table.take(side, {"undo": True}, table.revision)["trouble"].lower()
    assert table.take("umpire", {"rewind": place}, table.revision)["trouble"]


# ---- afterwards


@pytest.mark.clause("NY 4.4")
def test_when_the_war_is_over_everybody_may_look_back(store):
    table = play(new_table(store), 20)
    for seat in SEATS:
        for asked in ({"review": {}}, {"scene": 3}, {"closer": 3}, {"choices": 1688}):
            assert "review" not in table.take(seat, asked, table.revision)
    table = play(new_table(store, text="1697", alliance="chance"), 3_000)  # the last year
    assert table.war.over
    assert all(table.state(seat)["served"]["review"] for seat in SEATS)
    found = {"done": 0, "of": 1}
    while found["done"] < found["of"]:
        found = table.take("both", {"review": {}}, None)["review"]
    assert found["choices"] == ""  # it plays whole wars
    assert "trouble" in table.take("both", {"choices": found["years"][0]}, None)
    assert found["of"] == table.war.place
    assert "<svg" in found["html"]
    assert not any(swing["closer"] for swing in found["swings"])
    assert "scene" in table.take("both", {"scene": 3}, None)
    assert "trouble" in table.take("both", {"closer": 3}, table.revision)


# ---- the umpire


def test_the_umpire_pauses_and_lets_it_go_on(store):
    table = play(new_table(store), 10)
    assert table.take("umpire", {"pause": "Tea."}, table.revision) == {}
    side = table.war.side
    option = {"choose": options(table, side)[0]}
    for message in (option, {"undo": True}, {"go": {}}):
        assert "Tea." in table.take(side, message, table.revision)["trouble"]
    assert Table(store, table.number).paused == "Tea."
    assert all(table.state(seat)["served"]["paused"] for seat in SEATS)
    assert "Tea." in table.about("both")["paused"]
    assert table.take("umpire", {"pause": False}, table.revision) == {}
    assert not any(table.state(seat)["served"]["paused"] for seat in SEATS)
    assert table.take(side, option, table.revision) == {}
    assert table.take("umpire", {"pause": 3}, table.revision)["trouble"]


def test_the_umpire_picks_another_choice_from_those_that_were_legal(store):
    table = play(new_table(store), 40)
    for decision in (1, 17, 40):
        there, made = table.war.game.branch(), table.war.moments[decision - 1].text
        there.undo(decision - 1)
        listed = table.take("umpire", {"instead": decision}, table.revision)["instead"]
        assert {text for text, _ in listed} | {made} == {option.text for option in there.decision.options}
        verbs = [text.split()[0] == made.split()[0] for text, _ in listed]
        assert verbs == sorted(verbs, reverse=True)
    choice = table.take("umpire", {"instead": 17}, table.revision)["instead"][0][0]
    asked = {"decision": 17, "remedy": "substitute", "choice": choice, "reason": "So they meant."}
    assert table.take("umpire", {"set-right": asked}, table.revision) == {}
    assert table.war.moments[16].text == asked["choice"]
    for wrong in (0, 41, True, "3", None, [1]):
        assert table.take("umpire", {"instead": wrong}, table.revision)["trouble"]
    for seat in (*SIDES, "both"):
        assert "cannot" in table.take(seat, {"instead": 3}, table.revision)["trouble"]


def test_the_umpire_goes_back_and_sets_right_by_an_entry(store):
    table = play(new_table(store), 40)
    for wrong in (-1, table.war.place, True, "3", None):
        assert table.take("umpire", {"rewind": wrong}, table.revision)["trouble"]
    assert table.take("umpire", {"rewind": 30}, table.revision) == {}
    assert table.war.place == 30
    decision = {"decision": 25, "remedy": "rewind", "reason": "The wrong card was shown."}
    for bad in ({**decision, "reason": ""}, {**decision, "decision": 0}, {"remedy": "x"}, 3):
        assert table.take("umpire", {"set-right": bad}, table.revision)["trouble"]
    assert table.take("umpire", {"set-right": decision}, table.revision) == {}
    assert table.war.place == 24
    assert {"The wrong card was shown." in table.about(seat)["ruled"] for seat in SEATS} == {True}
    assert Table(store, table.number).about("both") == table.about("both")
    assert "umpire: rewind 25" in table.war.game.log
    for side in SIDES:
        assert "The wrong card was shown." in table.take(side, {"log": True})["log"]["text"]
    play(table, 6, seed=4)
    again = Table(store, table.number)
    assert again.war.game.log == table.war.game.log
    assert read_log(again.war.game.log).position == table.war.game.position


# ---- the store


def test_two_processes_see_each_others_choices_and_one_of_two_at_once_is_refused(store):
    here = play(new_table(store), 15)
    there = Table(TableStore(store._store.url.database), here.number)
    chance = Random(4)
    for one, other in [(here, there), (there, here)] * 6:
        one_choice(one, chance)
        assert other.catch_up()
        assert plain(other.state("umpire")) == plain(one.state("umpire"))
    side = here.war.side
    text = options(here, side)[-1]
    assert here.take(side, {"choose": text}, here.revision) == {}
    reply = there.take(side, {"choose": text}, there.revision)  # which has not looked since
    assert reply["stale"]
    assert there.revision == here.revision


def test_when_both_look_before_either_writes_the_store_takes_one(store, monkeypatch):
    here = play(new_table(store), 15)
    there = Table(TableStore(store._store.url.database), here.number)
    side = here.war.side
    legal = options(here, side)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(there, "_read", lambda: False)
        assert here.take(side, {"choose": legal[0]}, here.revision) == {}
        seen = there.catch_up
        meanwhile.setattr(there, "catch_up", lambda: (meanwhile.undo(), seen())[1] if there._ahead else False)
        reply = there.take(side, {"choose": legal[-1]}, there.revision)
    assert reply["stale"]
    assert there.war.game.log == here.war.game.log
    assert len(store.entries(here.number)) == here.revision


def test_nobody_sees_what_the_store_has_not_kept(store, monkeypatch):
    table = play(new_table(store), 15)
    before = {seat: plain(table.state(seat)) for seat in SEATS}
    side = table.war.side

    def full(*_):
        raise DocketError(Message("docket.full", docket="it"))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(store, "add", full)
        reply = table.take(side, {"choose": options(table, side)[0]}, table.revision)
    assert "disk is full" in reply["trouble"]
    assert {seat: plain(table.state(seat)) for seat in SEATS} == before
    assert table.take(side, {"choose": options(table, side)[0]}, table.revision) == {}


def test_what_does_not_fit_is_told_and_nothing_is_lost(store):
    table = play(new_table(store), 10)
    store.add(table.number, table.revision + 1, "choose", "Bourbon", {"choices": [["first Spain", ""]]})
    with pytest.raises(Damaged, match=r"entry 12 does not fit"):
        table.catch_up()
    store = TableStore(store._store.url.database)
    other = new_table(store)
    with pytest.raises(Taken):
        store.add(other.number, 1, "choose", "Bourbon", {})
    with pytest.raises(BadInput):
        Table(store, 99)


def test_entries_only_grow_and_the_docket_lives_beside_them(store):
    table = play(new_table(store), 3)
    place = store._store.url.database
    with pytest.raises(DocketError, match="only grows"):
        store._store.write(lambda connection: connection.exec_driver_sql("DELETE FROM table_entries"))
    docket = Docket.open(place)
    assert docket.broken() == ()
    assert TableStore(place).entries(table.number)[-1].revision == table.revision


@pytest.mark.parametrize("new_docket_place", ["sqlite", "postgres"], indirect=True)
def test_killed_while_choosing_nothing_acknowledged_is_lost(docket_place, tmp_path):
    store = TableStore(docket_place)
    table = new_table(store)
    folder = tmp_path / "told"
    folder.mkdir()
    count = size("table_kills")
    done = subprocess.run(
        [sys.executable, "-P", STOREHOUSE, docket_place, str(table.number), folder, str(count)],
        capture_output=True, text=True, timeout=900,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(STOREHOUSE.parent), *sys.path])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line.split() for file in folder.iterdir() for line in file.read_text().splitlines(keepends=True)]
    kept = {str(entry.revision): entry for entry in TableStore(docket_place).entries(table.number)}
    assert len(lines) >= count
    assert all(kept[revision].by == side for revision, side in lines)
    assert len(kept) <= len(lines) + count + 1, "at most one choice of each was kept and not acknowledged"
    assert play(Table(store, table.number), 1).war.place > count


# ---- links, names, chat


def test_a_link_is_a_secret_that_the_store_does_not_know(store):
    table = new_table(store)
    token = store.invite(table.number, "Bourbon", " Anna\n")
    assert len(token) >= 43
    assert token.encode() not in Path(store._store.url.database).read_bytes()
    sitting = store.sitting(token)
    assert (sitting.game, sitting.seat, sitting.name) == (table.number, "Bourbon", "Anna")
    other = store.replace(sitting.number, table.number)
    assert store.sitting(token) is None
    assert store.sitting(other).number == sitting.number
    assert store.alive([sitting.digest]) == set()
    with pytest.raises(BadInput):
        store.replace(sitting.number, table.number + 1)
    store.revoke(sitting.number)
    assert store.sitting(other) is None
    for wrong in ("", "x", other[:-1], other + "x", "\0", "\ud800"):
        assert store.sitting(wrong) is None
    with pytest.raises(BadInput):
        store.replace(sitting.number, table.number)  # what was taken away stays away
    with pytest.raises(BadInput):
        store.invite(99, "Bourbon")
    with pytest.raises(BadInput):
        store.invite(table.number, "king")


def test_what_is_kept_of_a_person_is_given_and_taken_away(store):
    table = play(new_table(store), 4)
    anna = store.sitting(store.invite(table.number, "Bourbon", "Anna"))
    store.sitting(store.invite(table.number, "Alliance", "Annabel"))
    store.say(table.number, anna.number, "Bonjour")
    for wrong in ("", " \n", "x" * 501):
        with pytest.raises(BadInput):
            store.say(table.number, anna.number, wrong)
    [kept] = people.kept_of(store, "Anna")
    assert (kept["called"], kept["seat"], [said for _, said in kept["said"]]) == (
        "Ours",
        "Bourbon",
        ["Bonjour"],
    )
    assert people.kept_of(store, "") == people.kept_of(store, "Ann") == []
    assert people.erase(store, "Anna") == 1
    assert people.kept_of(store, "Anna") == []
    assert store.said(table.number) == []
    assert store.alive([anna.digest]) == set()
    assert store.called()[table.number].names == {"Bourbon": "", "Alliance": "Annabel"}
    assert Table(store, table.number).war.game.log == table.war.game.log
    assert chat.name in {"table_chat"}


# ---- what is hidden


def replies(table, seat, chance):
    """All that a seat can be told: what it is shown, and the replies to whatever it may ask."""
    state = table.state(seat)
    found = {"state": state, "about": table.about(seat)}
    texts = [option["text"] for option in state["options"]]
    picked = chance.sample(texts, min(3, len(texts)))
    seen = for_seat(table.war.game, seat)
    stand = sorted({leader.space for leader in seen.position.leaders if leader.space})
    spaces = [NUMBER[space] for space in chance.sample(stand, min(3, len(stand)))]
    asked = [
        *({"preview": text} for text in picked),
        *({"why": text} for text in ("campaign Paris", "play 3", "lay 2", "choose Cologne", *picked)),
        *({"at": space} for space in spaces),
        *({"plan": {"space": space}} for space in spaces),
        *(
            {one: True}
            for one in ("log", "story", "link", "picture", "readings", "here", "save", "next", "undo")
        ),
        *({"odds": table.war.place - back} for back in (1, 2, 3)),
        {"clause": "NY 4.4"},
        {"choose": "play 1"},
    ]
    mine = state["question"]["mine"]
    for message in asked:
        reads = READS & message.keys()
        if reads or not mine:  # what a seat may choose itself would change the war
            found[json.dumps(message)] = table.take(seat, message, None if reads else -1)
    return {name: json.dumps(one, sort_keys=True, default=str) for name, one in found.items()}


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
def test_over_wars_nothing_that_a_seat_is_sent_tells_what_is_hidden(store):
    """Hands, decks, seed, covered corps and leaders, and cards face down are exchanged."""
    looked = 0
    for seed in range(first("network"), first("network") + size("network")):
        chance = Random(seed)
        table = new_table(store, text=a_walk(seed, chance.randrange(20, 240)).log)
        # read anew: a seat remembers its own earlier options, and the table that is held against it has none
        table = Table(store, play(table, 3, seed).number)
        for seat in ("Bourbon", "Alliance", "both"):
            if table.war.over:
                continue
            twin = with_other(table, seat, seed + 1)
            real, other = replies(table, seat, Random(seed)), replies(twin, seat, Random(seed))
            assert [name for name in real if real[name] != other[name]] == [], (seed, seat)
            looked += 1
    assert looked


def test_whoever_sees_everything_sees_the_difference(store):
    """Or the test above would show nothing."""
    table = new_table(store, text=a_walk(5, 120).log)
    twin = with_other(table, "Bourbon", 1)
    assert told(table, "Bourbon") == told(twin, "Bourbon")
    assert told(table, "umpire") != told(twin, "umpire")
    assert told(table, "Alliance") != told(twin, "Alliance")


@pytest.mark.parametrize("changing", ["UPDATE table_entries SET done = '{}'", "DELETE FROM table_entries"])
def test_what_was_done_is_not_rewritten_even_behind_the_stores_back(docket_place, changing):
    store = TableStore(docket_place)
    table = play(new_table(store), 10)
    before = store.entries(table.number)
    engine = engine_of(docket_place)
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.exec_driver_sql(changing)
    engine.dispose()
    assert store.entries(table.number) == before


# ---- what a front shows besides


def test_undo_is_offered_to_whoever_has_something_to_take_back(store):
    table = new_table(store)
    for seat in SEATS:
        served = {"plays": seat in SIDES, "undo": False, "paused": False, "review": False}
        assert table.state(seat)["served"] == served
    side = one_choice(table, Random(1))
    assert {seat for seat in SEATS if table.state(seat)["served"]["undo"]} == {side}
    table.take("umpire", {"pause": "Tea."}, table.revision)
    assert not table.state(side)["served"]["undo"]
    table.take("umpire", {"pause": False}, table.revision)
    assert table.take(side, {"undo": True}, table.revision) == {}
    assert not table.state(side)["served"]["undo"] or table.undoing
    assert not new_table(store, bourbon="sense").state("Bourbon")["served"]["plays"]


def test_a_letter_reaches_every_seat_as_that_seat_may_read_it(store):
    table = play(new_table(store), 8)
    docket = Docket.open(store._store.url.database)
    case = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
    number = docket.decide(docket.add_case(case).number, by="Anna").number
    assert table.take("Bourbon", {"letter": number})["trouble"]
    assert table.take("Bourbon", {"hand-out": number}, table.revision)["trouble"]
    for wrong in (0, -1, True, "1", None, 99, 1 << 40):
        assert table.take("umpire", {"hand-out": wrong}, table.revision)["trouble"], wrong
    assert table.take("umpire", {"hand-out": number}, table.revision) == {}
    assert table.take("umpire", {"hand-out": number}, table.revision) == {}
    for seat in SEATS:
        assert table.about(seat)["letters"] == [number]
        letter = table.take(seat, {"letter": number})["letter"]
        assert letter["text"] == to_html(docket.letter(number, seat, search=False))
    assert "trouble" in table.take("both", {"letter": True})
    assert Table(store, table.number).letters == [number]
    one_choice(table, Random(2))
    assert table.letters == [number]


def test_the_umpire_takes_the_position_to_the_desk_and_nobody_else_does(store):
    table = play(new_table(store), 12)
    link = table.take("umpire", {"desk": True}, table.revision)["link"]
    assert read_link(link).position == table.war.game.position
    for seat in ("Bourbon", "Alliance", "both"):
        assert "trouble" in table.take(seat, {"desk": True}, table.revision)
