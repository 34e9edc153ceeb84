"""Lesson 0: a siege of three actions, and the guide beside it."""

from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.teaching.lesson_helpers.positions import siege_of_namur
from ninevears_kernel.teaching.lessons import lesson_named, lessons, next_lesson, what_comes_after
from ninevears_kernel.teaching.namur_lesson import NAMUR
from ninevears_kernel.teaching.philippsburg_lesson import (
    PHILIPPSBURG,
    SPARING,
    WHERE,
    WHOLE,
    chance,
    philippsburg_1688,
)
from ninevears_kernel.teaching.progress import DEFAULT_FILE, read_progress
from ninevears_kernel.widgets.play import war_table

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
WARS = 40
"""Three times in a thousand so many dice are further from their mean than the test allows."""


def table(seed):
    return TableSeat(Session(philippsburg_1688(seed)), guide=PHILIPPSBURG)


def told(seat):
    return seat.state()["guide"]


def play(seat, *orders):
    for order in orders:
        assert seat.take({"choose": order}) == {}, order


def fallen(session):
    return session.game.position.controller(WHERE) == "Bourbon"


def test_it_begins_with_one_card_of_three():
    seat = table(1)
    state = seat.state()
    assert state["strip"]["hand"] == {"actions": [3], "events": []}
    assert state["guide"]["at"] == "hand"
    assert [one["text"] for one in state["options"]] == ["play 3"]


@pytest.mark.clause("NY 17.5.2")
def test_the_chances_that_the_guide_tells_are_those_of_the_rules():
    """Twice the defence value and a siege that goes on: 3 or more. A siege that goes on alone: 4 or more."""
    seat = table(1)
    play(seat, "play 3")
    game = seat.session.game
    assert chance(game, *WHOLE) == Fraction(4, 6)
    assert chance(game, *SPARING) == Fraction(3, 6)
    assert "67%" in told(seat)["marked"]
    assert "50%" in told(seat)["marked"]


@pytest.mark.clause("NY 17.5.2")
def test_the_guide_says_from_how_many_corps_on_the_chance_is_the_better():
    """Four corps are twice the defence value: a fifth adds nothing, and with three the point is lost."""
    seat = table(1)
    play(seat, "play 3")
    led = {
        count: chance(seat.session.game, f"campaign {WHERE}", "lead Duras", f"with {count} France", "besiege")
        for count in (3, 4)
    }
    whole = chance(seat.session.game, *WHOLE)
    assert led[4] == whole > led[3]
    assert "Four corps" not in told(seat)["marked"]  # the number is the engine's
    assert "4 corps or more, twice its defence of 2, add 1 to the roll" in told(seat)["marked"]


@pytest.mark.clause("NY 17.3")
def test_no_battle_is_promised_where_the_enemy_may_stay_within_walls():
    """Boufflers marches to Trier: the plan tells of a battle if it comes to one, and a siege comes."""
    seat = next(seat for seat in map(table, range(40)) if not lost(seat))
    landau, metz, trier = (game_map().space(name).index for name in ("Landau", "Metz", "Trier"))
    way = {"space": landau, "way": [landau, metz, trier]}
    told_of = seat.take({"plan": way})["plan"]["here"]
    assert [line[1] for line in told_of["course"]] == [
        "If it comes to a battle at Trier, the force wins it.",
        "If it comes to a battle at Trier, the force is beaten.",
    ]
    assert "there is no battle" in told_of["given"]
    assert "a siege begins instead" in told(seat)["marked"]
    assert seat.take({"go": way})["went"]["to"] == trier
    steps = [str(step.says) for moment in seat.session.moments for step in moment.steps]
    assert "The Bourbon side lays siege to Trier." in steps
    assert not any("battle" in step for step in steps)


@pytest.mark.clause("NY 17.5.2")
@pytest.mark.parametrize(("orders", "expected"), [([WHOLE], 4 / 6), ([SPARING, WHOLE], 3 / 4)])
def test_it_may_be_won_or_lost_and_about_as_often_as_is_said(orders, expected):
    fell = 0
    for seed in range(WARS):
        session = Session(philippsburg_1688(seed))
        session.choose("play 3")
        for force in orders:
            for order in () if fallen(session) else force:
                session.choose(order)
        fell += fallen(session)
    assert fell / WARS == pytest.approx(expected, abs=0.2)


@pytest.mark.clause("NY 13.4.3")
def test_when_everybody_there_has_acted_the_guide_leads_to_boufflers():
    seat = next(seat for seat in map(table, range(40)) if not lost(seat))
    assert "nobody before it can try again" in told(seat)["says"]
    assert seat.state()["words"][told(seat)["space"]].startswith("Landau")


def lost(seat):
    play(seat, "play 3", *WHOLE)
    return fallen(seat.session)


@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**6), max_size=12))
@settings(max_examples=6, deadline=None)
def test_whatever_is_done_the_guide_has_a_word_and_comes_to_an_end(seed, picks):
    seat = table(seed)
    for pick in picks:
        state = seat.state()
        guide = state["guide"]
        if guide and guide.get("over"):
            break
        if state["question"]["mine"]:
            assert guide["says"], "off the way too"
        if guide and "space" in guide and "at" not in guide and state["question"]["name"] == "action":
            names = {one["place"] for one in state["options"]}
            assert guide["space"] in names, "it points where something may be chosen"
        play(seat, state["options"][pick % len(state["options"])]["text"])
        seat.session.answer()
    if seat.session.game.position.active != "Bourbon" and not seat.session.hands["Bourbon"].actions:
        assert told(seat)["over"]
        assert told(seat)["learnt"][0] == ("A card gave you its number of actions.", "NY 13.3")


def test_again_begins_anew_with_other_dice():
    seat = table(1)
    play(seat, "play 3", *WHOLE)
    seeds = set()
    for _ in range(3):
        assert seat.take({"again": True}) == {}
        assert told(seat)["at"] == "hand"
        seeds.add(seat.session.game.position.seed)
    assert len(seeds) == 3


def test_the_end_leads_to_the_lesson_that_comes_next():
    war = war_table.WarTable(guide=PHILIPPSBURG, keep=False)
    play(war.seat, "play 3", "end")
    onward = told(war.seat)["next"]
    assert onward == what_comes_after("philippsburg")
    assert (NOTEBOOKS / "lessons" / onward["file"]).is_file()
    assert onward["says"] == say("philippsburg.next", number=1, title=lesson_named(1).title)


def test_nothing_comes_after_the_last_lesson_nor_after_a_guide_by_itself():
    assert what_comes_after(lessons()[-1].name) is None
    assert PHILIPPSBURG.lesson == lessons()[0].name
    seat = table(1)
    play(seat, "play 3", "end")
    assert "next" not in told(seat)


def test_lesson_0_is_done_when_it_is_over_and_is_told_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(war_table, "get_ipython", lambda: SimpleNamespace(kernel=object()))
    shown = war_table.WarTable(guide=PHILIPPSBURG)
    heard = partial(shown._heard, shown, _buffers=[])
    heard({"choose": "play 3"})
    assert not Path(DEFAULT_FILE).exists()
    for _ in range(2):
        heard({"choose": "end"})
        heard({"again": True})
        heard({"choose": "play 3"})
    assert [one.check for one in read_progress(DEFAULT_FILE).checks] == ["philippsburg"]
    assert next_lesson(read_progress(DEFAULT_FILE)) is lesson_named(1)
    Path(DEFAULT_FILE).write_text("no progress", encoding="utf-8")
    heard({"choose": "end"})  # which cannot be written down, and ends all the same
    assert shown.shown["guide"]["over"]


def test_the_steps_of_the_siege_of_namur_go_with_what_is_done():
    seat = TableSeat(Session(siege_of_namur(22)), guide=NAMUR)
    at = lambda: told(seat)["steps"]["now"]  # noqa: E731
    assert (at(), len(told(seat)["steps"]["list"])) == (0, 4)
    play(seat, "campaign Sedan", "whole", "to Namur")
    seat.session.answer()
    passed = [at()]
    while at() >= 0 and len(passed) < 12:
        play(seat, *(["end"] if at() in (1, 3) else ["campaign Namur", "whole", "besiege"]))
        seat.session.answer()
        passed.append(at())
    assert passed == [1, *[2, 3] * 3, 2, -1]
    assert seat.session.game.position.controller("Namur") == "Bourbon"


def test_a_table_without_a_guide_has_none():
    seat = TableSeat(Session(seed=1690))
    assert seat.state()["guide"] is None
    assert "no guide" in seat.take({"again": True})["trouble"]
