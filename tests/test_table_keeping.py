"""What a war table does besides playing: it keeps itself, branches, is saved; of two windows one plays."""

import json
import os
import time
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from kept_together import ROUNDS, begin_together
from other_secrets import with_other_secrets
from walks import a_walk

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.games.links import read_link
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.play.kept_file import KeptFile
from ninevears_kernel.play.saved_wars import session_of, session_of_text, war_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_keeping import with_events
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.widgets import WarTable

SEED = 1691
HELD = "another window"


def seat_in(folder, seed=SEED, name="war", **more):
    """A table whose war keeps itself in a folder."""
    session = Session(seed=seed, **more)
    session.answer()
    return TableSeat(session, KeptFile(folder, name))


def play(seat, choices=1, **more):
    for _ in range(choices):
        option = seat.session.game.engine.options[0]
        text = next(one.text for one in seat.session.decision.options if one.action == option)
        reply = seat.take({"choose": text, **more})
        assert "trouble" not in reply, reply


# ---- it keeps itself, and is continued


def test_a_war_is_continued_where_it_stopped(tmp_path):
    first = seat_in(tmp_path)
    assert first.state()["kept"] is None
    play(first, 12)
    here, text = first.session.here, war_text(first.session)
    first.keeping.file.release()
    again = seat_in(tmp_path, seed=4)
    assert again.state()["kept"]["says"] == f"Continue {here.year}, {here.phase} phase"
    assert again.take({"continue": True}) == {}
    assert war_text(again.session) == text
    assert again.state()["kept"] is None
    play(again)
    assert session_of(tmp_path / "war.war").place == again.session.place
    assert sorted(path.name for path in tmp_path.iterdir()) == ["war.lock", "war.war"]


def test_every_message_that_changes_something_is_kept(tmp_path):
    seat = seat_in(tmp_path)
    play(seat, 8)
    for message in (
        {"undo": True},
        {"branch": True},
        {"jump": {"entry": 3}},
        {"seats": {"Alliance": "chance"}},
    ):
        assert "trouble" not in seat.take(message)
        assert (tmp_path / "war.war").read_text() == war_text(seat.session)


@pytest.mark.parametrize("begins", [{"fresh": True}, None])
def test_who_begins_anew_loses_nothing(tmp_path, begins):
    old = seat_in(tmp_path)
    play(old, 6)
    kept = (tmp_path / "war.war").read_text()
    seat = old
    for number in (1, 2):
        seat.keeping.file.release()
        seat = seat_in(tmp_path, seed=number)
        if begins:
            assert seat.take(begins) == {}
        play(seat, 3)
        assert seat.state()["kept"] is None
        assert (tmp_path / f"war-{number}.war").read_text() == kept
        kept = (tmp_path / "war.war").read_text()
        assert session_of(tmp_path / "war.war").place == seat.session.place


@pytest.mark.parametrize(
    "damaged", ["", "nonsense", "ninevears-war/1\n\nAAAA", "ninevears-war/9\n\nAAAA", "\0"]
)
def test_a_damaged_file_is_told_and_is_not_lost(tmp_path, damaged):
    (tmp_path / "war.war").write_text(damaged)
    seat = seat_in(tmp_path)
    told = seat.state()["kept"]
    assert (told["says"], "cannot be opened" in told["trouble"]) == ("", True)
    assert seat.take({"continue": True})["trouble"]
    play(seat, 2)
    assert (tmp_path / "war-1.war").read_text() == damaged
    assert seat.state()["kept"] is None


def test_a_folder_that_cannot_be_written_is_told_and_the_war_goes_on(tmp_path):
    (tmp_path / "taken").write_text("a file, no folder")
    seat = seat_in(tmp_path / "taken")
    play(seat, 2)
    assert "not being kept" in seat.state()["kept"]["trouble"]
    (tmp_path / "taken").unlink()
    play(seat)
    assert seat.state()["kept"] is None
    assert session_of(tmp_path / "taken" / "war.war").place == seat.session.place


def test_tables_beside_each_other_keep_each_its_own(tmp_path):
    for name in ("lesson 1", "lesson 2"):
        play(seat_in(tmp_path, name=name), 2)
    assert sorted(path.name for path in tmp_path.glob("*.war")) == ["lesson 1.war", "lesson 2.war"]
    for name in ("", "../war", "a/b", "CON", ".war", "x" * 80, "war."):
        with pytest.raises(BadInput, match="name"):
            KeptFile(tmp_path, name)


# ---- two windows


def test_of_two_views_of_one_table_the_second_looks_on(tmp_path):
    seat = seat_in(tmp_path)
    assert seat.take({"here": True, "view": "a"}) == {}
    assert seat.take({"here": True, "view": "b"}) == {}
    assert seat.state()["looks_on"]["pen"] == "a"
    place, option = seat.session.place, seat.session.decision.options[0].text
    for message in (
        {"choose": option},
        {"freely": option},
        {"undo": True},
        {"next": True},
        {"branch": True},
        {"sit": True},
    ):
        assert HELD in seat.take({**message, "view": "b"})["trouble"].casefold()
    assert "preview" in seat.take({"preview": option, "view": "b"})
    assert "log" in seat.take({"log": True, "view": "b"})
    assert seat.session.place == place
    play(seat, view="a")
    assert seat.take({"take": True, "view": "b"}) == {}
    assert seat.state()["looks_on"]["pen"] == "b"
    assert seat.take({"undo": True, "view": "a"})["trouble"]
    play(seat, view="b")
    assert seat.take({"undo": True, "view": 7})["trouble"]


def test_of_two_programs_on_one_file_the_second_looks_on_and_follows(tmp_path):
    first = seat_in(tmp_path)
    play(first, 5)
    second = seat_in(tmp_path)
    assert second.take({"continue": True}) == {}
    assert second.state()["looks_on"]["elsewhere"]
    assert HELD in second.take({"undo": True})["trouble"].casefold()
    play(first, 2)
    assert second.take({"here": True}) == {}
    assert war_text(second.session) == war_text(first.session)
    assert second.take({"take": True}) == {}
    play(second)
    assert not second.state()["looks_on"]["elsewhere"]
    assert HELD in first.take({"undo": True})["trouble"].casefold()
    assert war_text(second.session) == war_text(first.session) == (tmp_path / "war.war").read_text()


@pytest.mark.parametrize("by_python", [False, True])
def test_what_another_program_has_played_on_is_not_written_over(tmp_path, by_python):
    first = seat_in(tmp_path)
    play(first, 3)
    second = seat_in(tmp_path, seed=4)
    assert second.take({"continue": True}) == {}
    assert second.take({"take": True}) == {}
    play(second, 4)
    second.keeping.file.release()
    kept = (tmp_path / "war.war").read_text()
    if by_python:  # as a cell of the notebook does: nobody is asked, and both wars are kept
        first.keeping.keep()
        assert (tmp_path / "war-1.war").read_text() == kept
        assert (tmp_path / "war.war").read_text() == war_text(first.session)
        return
    assert "another window" in first.take({"undo": True})["trouble"]
    assert war_text(first.session) == (tmp_path / "war.war").read_text() == kept
    play(first)
    assert session_of(tmp_path / "war.war").place == first.session.place
    assert not (tmp_path / "war-1.war").exists()


def test_a_file_that_was_damaged_meanwhile_goes_aside(tmp_path):
    seat = seat_in(tmp_path)
    play(seat, 2)
    (tmp_path / "war.war").write_text("damaged")
    play(seat)
    assert (tmp_path / "war-1.war").read_text() == "damaged"
    assert session_of(tmp_path / "war.war").place == seat.session.place


@pytest.mark.parametrize("begins", [{"fresh": True}, {"undo": True}])
def test_an_older_war_that_cannot_be_put_aside_is_not_written_over(tmp_path, monkeypatch, begins):
    older = seat_in(tmp_path)
    play(older, 4)
    older.keeping.file.release()
    kept = (tmp_path / "war.war").read_text()
    seat = seat_in(tmp_path, seed=4)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", closed)
        told = str(seat.take(begins)) + str(seat.state()["kept"])
    assert "cannot be written" in told
    assert (tmp_path / "war.war").read_text() == kept
    play(seat)
    assert (tmp_path / "war-1.war").read_text() == kept
    assert seat.state()["kept"] is None


def closed(*_):
    raise PermissionError(13, "Permission denied")


def test_who_begins_anew_beside_another_writes_a_file_of_their_own(tmp_path):
    first, second = seat_in(tmp_path), seat_in(tmp_path, seed=5)
    play(first, 3)
    play(second, 4)
    play(first)
    assert session_of(tmp_path / "war.war").place == first.session.place
    assert session_of(tmp_path / "war-1.war").game.start.seed == 5


def test_of_two_programs_that_begin_in_the_same_moment_neither_loses_its_war(tmp_path):
    context = get_context("spawn")
    barrier = context.Barrier(2)
    programs = [context.Process(target=begin_together, args=(barrier, tmp_path, seed)) for seed in (5, 6)]
    for program in programs:
        program.start()
    for program in programs:
        program.join(120)
        assert program.exitcode == 0
    for number in range(ROUNDS):
        names = sorted(path.name for path in (tmp_path / str(number)).iterdir())
        assert [name for name in names if name.endswith(".war")] == ["war-1.war", "war.war"], names
        wars = [session_of(tmp_path / str(number) / name) for name in names if name.endswith(".war")]
        assert {war.game.start.seed for war in wars} == {5, 6}
        assert {name.split(".")[-1] for name in names} == {"war", "lock"}


@pytest.mark.parametrize(
    ("change", "held"),
    [
        ({}, True),
        ({"pid": 2**22 + 7}, False),
        ({"time": -13 * 3600}, False),
        ({"host": "elsewhere"}, True),
        ({"host": "elsewhere", "time": -3600}, False),
        ({"pid": "x"}, False),
        ({"id": None, "time": "x"}, False),
        ({"pid": float("inf")}, False),
        ({"time": float("inf")}, False),
        ({"time": "1" * 5000}, False),
    ],
)
def test_a_lock_that_nobody_holds_any_more_is_nothing(tmp_path, change, held):
    if os.name != "posix":
        pytest.skip("processes are asked for elsewhere in another way")
    play(seat_in(tmp_path), 2)
    told = json.loads((tmp_path / "war.lock").read_text()) | change
    if isinstance(change.get("time"), int):
        told["time"] = time.time() + change["time"]
    (tmp_path / "war.lock").write_text(json.dumps(told))
    second = seat_in(tmp_path)
    second.take({"continue": True})
    assert second.state()["looks_on"]["elsewhere"] is held


# ---- messages


def test_saves_logs_links_and_pictures_are_given(tmp_path):
    seat = seat_in(tmp_path)
    play(seat, 15)
    save = seat.take({"save": True})["save"]
    assert save["name"] == f"nine-years-{seat.session.here.year}-{seat.session.here.phase}.war"
    assert session_of_text(save["text"]).game.position == seat.session.game.position
    log = seat.take({"log": True})["log"]["text"]
    assert log == with_events(seat.session.seen.log, seat.session.moments[: seat.session.place])
    link = seat.take({"link": True})
    assert read_link(link["link"]).seat == "both"
    assert "anybody" in link["says"]
    picture = seat.take({"picture": True})["picture"]
    assert picture["text"].startswith("<svg")
    assert picture["name"].endswith(".svg")


def test_a_log_that_is_given_names_the_cards_that_were_drawn():
    walked = a_walk(7, 400)
    seat = TableSeat(Session(walked, bourbon="chance", alliance="chance", show="own"))
    log = seat.take({"log": True})["log"]["text"]
    remarks = [line for line in log.split("\n") if line.startswith("  # ")]
    drawn = [
        str(step.says)
        for moment in seat.session.moments
        for step in moment.steps
        if moment.here.phase == "event" and step.clause_id.startswith("NY 9.") and "card" in str(step.says)
    ]
    assert {line[4:] for line in remarks} >= {*drawn}
    assert any(" plays " in line for line in remarks)
    assert "\n".join(line for line in log.split("\n") if line not in remarks) == seat.session.seen.log
    assert read_log(with_events(walked.log, seat.session.moments)).position == walked.position


def test_branches_are_told_and_can_be_taken_again(tmp_path):
    seat = seat_in(tmp_path)
    play(seat, 10)
    seat.take({"undo": True})
    assert seat.take({"branch": True}) == {}
    place = seat.session.place
    play(seat, 2)
    told = seat.state()["branches"]
    assert [(one["number"], one["now"]) for one in told] == [(1, False), (2, True)]
    assert "another way" in told[1]["says"]
    assert seat.take({"switch": 1}) == {}
    assert seat.session.place == place
    for wrong in (7, "1", None, True):
        assert seat.take({"switch": wrong})["trouble"]


def test_who_plays_can_be_changed_in_the_middle():
    seat = TableSeat(Session(seed=SEED))
    play(seat, 3)
    assert seat.take({"seats": {"Alliance": "chance"}}) == {}
    assert seat.state()["seats"] == {"Bourbon": "person", "Alliance": "chance"}
    assert seat.session.viewer == "Bourbon"
    assert seat.take({"seats": {"Bourbon": "sense"}}) == {}
    assert seat.session.viewer is None
    place = seat.session.place
    assert seat.take({"next": True}) == {}
    assert seat.session.place == place + 1
    seat.take({"seats": {"Bourbon": "person"}})
    assert seat.session.viewer == "Bourbon"
    assert seat.session.is_persons_turn
    for wrong in ({}, [], {"Bourbon": "god"}, {"Prussia": "sense"}, "sense"):
        assert seat.take({"seats": wrong})["trouble"]


@pytest.mark.clause("NY 4.4")
@given(
    st.tuples(st.integers(0, 20), st.integers(0, 200)),
    st.sampled_from([("person", "sense"), ("sense", "person")]),
    st.integers(0, 10**6),
)
@settings(max_examples=6, deadline=None)
def test_exchanging_what_is_hidden_changes_no_byte_of_log_link_and_picture(walked, seats, seed):
    game = a_walk(*walked)
    if game.engine.side is None:
        return
    session = Session(game, bourbon=seats[0], alliance=seats[1])
    told = [
        json.dumps([seat.take({one: True}) for one in ("log", "picture", "link")] + [seat.keeping.state()])
        for seat in (TableSeat(session), TableSeat(with_other_secrets(session, seed)))
    ]
    assert told[0] == told[1]


# ---- the widget


def test_the_widget_keeps_a_war_when_it_is_asked_to(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    option = Session(seed=SEED).decision.options[0].text
    WarTable(seed=SEED).choose(option)
    assert not [*tmp_path.iterdir()]  # no notebook, and so nothing beside it
    table = WarTable(seed=SEED, keep=True)
    table.choose(option)
    again = WarTable(tmp_path / "my-wars" / "war.war")
    assert again.session.place == table.session.place
    table.close()
    assert [path.name for path in (tmp_path / "my-wars").iterdir()] == ["war.war"]
    WarTable(seed=SEED, keep=tmp_path / "mine", name="ours").choose(option)
    assert (tmp_path / "mine" / "ours.war").exists()


def test_what_python_chooses_writes_over_no_war_that_another_window_plays(tmp_path):
    first = WarTable(seed=SEED, keep=tmp_path)
    first.choose(first.session.decision.options[0].text)
    second = WarTable(seed=SEED, keep=tmp_path)
    second.seat.take({"continue": True})
    second.seat.take({"take": True})
    kept = (tmp_path / "war.war").read_text()
    first.choose(first.session.decision.options[0].text)
    assert (tmp_path / "war.war").read_text() == kept
    assert first.seat.state()["looks_on"]["elsewhere"]


# ---- another war at the same table


def test_another_war_is_opened_and_begun(tmp_path):
    seat = seat_in(tmp_path)
    play(seat, 12)
    before = war_text(seat.session)
    link, here = seat.take({"link": True})["link"], seat.session.here
    assert seat.take({"new": {"Alliance": "chance", "year": 1690, "seed": 3}}) == {}
    assert seat.session.here.year == 1690
    assert seat.session.seats == {"Bourbon": "person", "Alliance": "chance"}
    # what was played lies beside it, and is opened again
    assert (tmp_path / "war-1.war").read_text() == before
    assert seat.take({"open": before}) == {}
    assert war_text(seat.session) == before == (tmp_path / "war.war").read_text()
    assert seat.take({"open": link}) == {}
    assert seat.session.here == here
    assert seat.session.place == 0


@pytest.mark.parametrize(
    "message",
    [
        {"open": "nonsense"},
        {"open": 5},
        {"open": "ninevears:1:position:eN"},
        {"new": {"year": 2000}},
        {"new": {"Alliance": "a ghost"}},
        {"new": {"seed": "a"}},
        {"new": 5},
    ],
)
def test_what_cannot_be_opened_or_begun_changes_nothing(tmp_path, message):
    seat = seat_in(tmp_path)
    play(seat, 3)
    before = war_text(seat.session)
    assert seat.take(message)["trouble"]
    assert war_text(seat.session) == before == (tmp_path / "war.war").read_text()
    assert not (tmp_path / "war-1.war").exists()


def test_a_branch_says_how_it_begins_but_for_others():
    session = Session(seed=SEED, bourbon="person", alliance="person")
    seat = TableSeat(session)
    while session.decision.name != "leaders":
        seat.take({"sit": True})
        seat.take({"choose": session.decision.options[0].text})
    seat.take({"sit": True})
    side, place = session.side, session.place
    seat.take({"branch": True})
    chosen = session.decision.options[1]
    assert seat.take({"choose": chosen.text}) == {}
    assert [one["begins"] for one in seat.keeping.state()["branches"]] == ["", str(chosen.says)]
    assert [one["begins"] for one in seat.keeping.state(covered=True)["branches"]] == ["", ""]
    while session.side == side:
        seat.take({"choose": session.decision.options[-1].text})
    assert session.place > place
    assert [one["begins"] for one in seat.keeping.state()["branches"]] == ["", ""]


def test_what_passes_by_itself_is_taken_back_with_the_choice():
    """One step back comes to a choice that was made, never to one that was none."""
    for seed in range(3):
        session, chance = Session(seed=seed), Random(seed)
        seat = TableSeat(session)
        session.answer()
        for _ in range(60):
            if session.decision is None:
                break
            place = session.place
            seat.take({"choose": chance.choice(session.decision.options).text})
            settled = any(range(place + 1, session.place)) and session.together
            if settled and session.together[-1] == range(place, session.place):
                assert seat.take({"undo": True}) == {}
                assert session.place == place
                return
    raise AssertionError("No step passed by itself.")
