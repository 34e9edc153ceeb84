"""Wars that are kept: sealed, whole, and gone on with as if nothing had been between."""

import json
from random import Random

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadEntry, BadInput
from ninevears_kernel.nine_years.games.log import load_log
from ninevears_kernel.nine_years.games.packing import packed, unpacked
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.sealed import KeptWar, KeptWay, sealed, unsealed
from ninevears_kernel.play import branches
from ninevears_kernel.play.branches import kept_choice
from ninevears_kernel.play.kept_file import KeptFile
from ninevears_kernel.play.openings import opened
from ninevears_kernel.play.saved_wars import save_war, session_of, session_of_text, war_text
from ninevears_kernel.play.session import Session

SEED = 1691


def played(seed=SEED, choices=60, branches=True):
    """A session of a person against the computer, with branches and with something taken back."""
    session, chance = Session(seed=seed), Random(seed)

    def on(count):
        for _ in range(count):
            session.answer()
            if session.over:
                return
            session.choose(chance.choice(session.game.engine.options))

    on(choices)
    if branches:
        for _ in range(2):
            session.go_to(session.place // 2)
            session.branch()
            on(choices // 4)
        session.switch(2)
        session.back()
    return session


def as_bytes(position):
    return json.dumps(position_to_data(position)).encode()


def all_but_the_others(session):
    """What a session knows of the way that is played."""
    return session.ways.way.number, session.place, session.moments, as_bytes(session.game.position)


def all_of(session):
    """Everything that a session knows, to be compared."""
    ways = session.ways
    return (
        list(session.moments),
        [(way.number, way.fork, way.past, way.where, way.place, way.moments) for way in ways.left],
        (ways.way.number, ways.way.fork, ways.way.past, ways.way.where, ways.used),
        (session.place, session.seats, session.show, session.fair),
        as_bytes(session.game.position),
        [one[:] for one in session.branches],
    )


def test_everything_is_in_it_and_it_goes_on_as_it_would_have(tmp_path):
    session = played()
    assert len(session.branches) == 3
    save_war(session, tmp_path / "ours.war")
    again = session_of(tmp_path / "ours.war")
    assert all_of(again) == all_of(session)
    assert war_text(again) == war_text(session)
    for one in (session, again):
        chance = Random(1)
        for _ in range(20):
            one.answer()
            one.choose(chance.choice(one.game.engine.options))
            one.answer()
        one.switch(3)
        one.next()
    assert all_of(again) == all_of(session)


@given(st.integers(0, 10**6), st.integers(0, 120))
@settings(max_examples=6, deadline=None)
def test_a_war_saved_from_a_seat_goes_on_with_the_same_dice(seed, choices):
    """The old stepper gave a player a log without its seed, which could not be played on."""
    session = Session(a_walk(seed, choices))
    text = war_text(session)
    assert text.startswith("ninevears-war/1\n")
    again = session_of_text(text)
    for one in (session, again):
        one.play_on()
        if not one.over:
            one.choose(one.game.engine.options[-1])
            one.answer()
    assert as_bytes(again.game.position) == as_bytes(session.game.position)


def test_nothing_in_it_is_read_by_accident():
    session = played()
    text = war_text(session)
    head = text.split("\n\n")[0]
    for secret in (str(session.game.start.seed), *session.game.position.event_deck):
        assert secret not in text
    assert "moment: " in head
    assert "Alliance: sense" in head
    assert "another way" in head
    assert "no lock" in head
    assert max(map(len, text.split("\n\n")[1].splitlines())) <= 100


def test_everything_that_opens_a_log_opens_it(tmp_path):
    session = played()
    path = tmp_path / "ours.war"
    save_war(session, path)
    for opener in (opened, load_log):
        assert as_bytes(opener(path).position) == as_bytes(session.game.position)
    assert Session(path).place == session.place
    done = CliRunner().invoke(cli, ["replay", str(path)])
    assert done.exit_code == 0
    assert str(session.place) in done.output


def test_who_plays_is_kept_and_can_be_another():
    session = Session(seed=3, bourbon="chance", alliance="person", fair=True)
    session.answer()
    again = session_of_text(war_text(session))
    assert (again.seats, again.fair) == (session.seats, True)
    assert session_of_text(war_text(session), alliance="sense").hands_off
    assert session_of(seed=7).seats == {"Bourbon": "person", "Alliance": "sense"}


def test_it_survives_a_mail():
    text = war_text(played())
    mailed = "\r\n".join(text.splitlines())
    quoted = (
        text.split("\n\n")[0] + "\n\n" + "\n".join("> " + one for one in text.split("\n\n")[1].splitlines())
    )
    for one in (mailed, quoted, f"\ufeff\n{text}"):
        assert war_text(session_of_text(one)) == text


# ---- what is wrong is told


def test_a_damaged_file_is_told_and_nothing_else_happens():
    text = war_text(played())
    head, body = text.split("\n\n")
    chance = Random(1)
    for wrong in (
        head,
        f"{head}\n\n",
        f"{head}\n\n{body[: len(body) // 2]}",
        f"{head}\n\n{body[:200]}{chance.choice('abc')}!{body[202:]}",
        f"{head}\n\n{body[200:]}",
        f"{head}\n\n{body}AAAA",
        text.replace("ninevears-war/1", "ninevears-war/2"),
        f"{head}\n\n{packed({})}",
        f"{head}\n\n{packed([1])}",
        f"{head}\n\n{packed({'log': 'ninevears-log/2'})}",
        f"{head}\n\n{packed({'log': 7})}",
    ):
        with pytest.raises(BadInput):
            session_of_text(wrong)


def test_dice_and_choices_that_do_not_fit_are_told():
    kept = json.loads(msgspec.json.encode(unsealed(war_text(played()))))

    def opened_with(change):
        changed = json.loads(json.dumps(kept))
        change(changed)
        session = session_of_text(f"ninevears-war/1\n\n{packed(changed)}")
        try:  # another way is played again when somebody asks for it
            for branch in session.branches:
                before = all_but_the_others(session)
                session.switch(branch.number)
        except BadInput:
            assert all_but_the_others(session) == before
            raise
        return session

    def other_die(data):
        choices = [one for way in data["left"] for one in way["choices"] if len(one) > 1 and one[1]]
        choices[0][1] = "".join("6" if face != "6" else "1" for face in choices[0][1])

    changes = {
        "alike": lambda data: data["left"][0].update(alike=10**4),
        "place": lambda data: data["left"][0].update(place=10**4),
        "refused": lambda data: data["left"][0]["choices"].__setitem__(0, ["campaign Paris"]),
        "unread": lambda data: data["left"][0]["choices"].__setitem__(0, ["fly to London"]),
        "dice": other_die,
        "twice": lambda data: data["left"][1].update(number=data["left"][0].get("number", 1)),
        "used": lambda data: data.update(used=0),
        "seats": lambda data: data.update(seats=["god", "sense"]),
        "more": lambda data: data.update(more=1),
    }
    assert opened_with(lambda data: None).branches
    for name, change in changes.items():
        with pytest.raises((BadInput, BadEntry)):
            pytest.fail(f"{name}: {opened_with(change)}")


def test_a_bomb_is_refused_before_it_goes_off():
    bomb = packed({"log": "0" * 50_000_000})
    assert len(bomb) < 200_000
    with pytest.raises(BadInput, match="8000000"):
        unpacked(bomb, KeptWar)


# ---- many ways


def many(ways=400, alike=150, choices=60):
    """A war whose ways each tell some decisions of their own; the data of its body."""
    session = played(choices=alike + 20, branches=False)
    moments = session.moments
    left = []
    for number in range(ways):
        own = [kept_choice(moment) for moment in moments[alike - number % 50 :][:choices]]
        left.append(
            KeptWay(
                number + 2, alike - number % 50, "roll", 1688, "campaign", 1, alike - number % 50, tuple(own)
            )
        )
    return KeptWar(session.game.log, KeptWay(alike=session.place), tuple(left), used=ways + 1)


def test_a_war_of_many_ways_is_opened_without_playing_them(monkeypatch):
    text = sealed(many(), "1688, campaign phase")
    made = []
    take_up = Session.take_up
    monkeypatch.setattr(Session, "take_up", lambda *given: (made.append(1), take_up(*given)))
    session = session_of_text(text)
    assert len(session.branches) == 401
    assert len(made) == session.place  # the way that is played, and no other
    made.clear()
    session.switch(77)
    assert 0 < len(made) <= 60
    assert session.ways.way.number == 77
    made.clear()
    session.go_to(session.place)
    assert war_text(session).count("branch: ") == 400
    assert not made


def test_what_ways_have_in_common_is_told_once():
    session = played()
    text = war_text(session)
    war = unsealed(text)
    for _ in range(40):  # each goes off the last, near its end
        session.go_to(max(0, session.place - 2))
        session.branch()
        session.choose(session.game.engine.options[-1])
        session.choose(session.game.engine.options[-1])
    told = unsealed(war_text(session))
    assert sum(len(way.choices) for way in told.left) < sum(len(way.choices) for way in war.left) + 40 * 6
    assert any(way.of for way in told.left)
    assert all_of(session_of_text(war_text(session))) == all_of(session)


def test_what_could_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match="2000000"):
        sealed(KeptWar("#" * 3_000_000), "1688")
    with pytest.raises(BadInput, match="8000000"):
        sealed(KeptWar("#" * 8_000_000), "1688")
    session = played(choices=10, branches=False)
    file = KeptFile(tmp_path)
    file.write(session)
    kept = file.path.read_text()
    session.game.remarks["title"] = "#" * 3_000_000
    file.write(session)
    assert "2000000" in str(file.trouble)
    assert file.path.read_text() == kept
    assert session_of(file.path).place == session.place


def test_there_is_no_room_for_more_ways_than_a_file_holds(monkeypatch):
    session = played(choices=30)
    monkeypatch.setattr(branches, "MOST_APART", sum(len(way) - (way.fork or 0) for way in session.ways.left))
    session.go_to(3)
    before = all_of(session)
    with pytest.raises(BadInput, match="branch"):
        session.branch()
    assert all_of(session) == before


def test_a_full_file_can_be_read():
    """So many decisions apart as a war may hold, and one more war."""
    session = played(seed=5, choices=120, branches=False)
    choices = [kept_choice(moment) for moment in session.moments]
    chance, left = Random(1), []
    for number in range((branches.MOST_APART + 20_000) // 100):
        chance.shuffle(choices)
        left.append(KeptWay(number + 2, 0, "", 1688, "event", 0, 0, tuple(choices[:100])))
    text = sealed(KeptWar(session.game.log, KeptWay(alike=session.place), tuple(left), used=900), "1688")
    assert len(unsealed(text).left) == len(left)
