"""The review as a panel of a notebook: it grows, and a turning point opens the war there."""

from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from ninevears_kernel.core.errors import NinevearsError
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play import year_choices
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.saved_wars import save_war
from ninevears_kernel.play.session import Session
from ninevears_kernel.teaching.progress import DEFAULT_FILE, read_progress
from ninevears_kernel.widgets import WarReview
from ninevears_kernel.widgets.play import war_table


def reviewed(panel):
    """What the front of a panel is told when it has asked till the review is whole."""
    found = {"done": 0, "of": 1}
    while found["done"] < found["of"]:
        found = panel.seat.take({"review": {}})["review"]
    return found


def test_the_panel_shows_the_review_and_opens_the_war_at_a_turning_point():
    game, random = Game.new(713813, recorded=False), Random(1)
    while game.engine.options and game.engine.board.year < 1689:
        game.carry_out(heuristic_player(game.engine, random))
    panel = WarReview(game, "Bourbon")
    assert panel.opens == "review"
    found = reviewed(panel)
    assert say("review.title", side="Bourbon") in found["html"]
    entry = found["swings"][0]["entry"]
    panel.ask({"jump": {"entry": entry}})
    assert panel.session.place == entry
    panel.ask({"branch": True})
    assert len(panel.session.branches) == 2
    panel.close()


def test_the_panel_looks_at_the_choices_of_a_year_of_its_side_or_of_both(monkeypatch):
    monkeypatch.setattr(
        year_choices, "one_more", lambda game, look, *_: look._replace(gains=(*look.gains, 0.0))
    )
    game, random = Game.new(713813, recorded=False), Random(1)
    while game.engine.options and game.engine.board.year < 1689:
        game.carry_out(random.choice(game.engine.options))
    for side in ("Bourbon", None):
        panel = WarReview(game, side)
        while (told := panel.seat.take({"review": {"year": 1688}})["review"])["done"] < told["of"]:
            pass
        key = "choices.yours" if side else "choices.both"
        assert told["choices"] == say(key, year=1688)
        found = panel.seat.take({"choices": 1688})["choices"]
        looked, _ = panel.seat.coach._years[1688]
        whose = {one.look.side for one in looked.candidates}
        assert whose == {side} if side else whose <= {*SIDES}
        assert found["done"] + looked.left == found["of"]
        panel.close()


def test_a_war_that_goes_on_stays_covered_when_a_turning_point_opens_it(tmp_path):  # NY 4.4
    session = Session(seed=713813, bourbon="person", alliance="sense")
    session.jump(year=1688, phase="campaign")
    session.answer()
    file = tmp_path / "war.txt"
    save_war(session, file)
    for source in (session, str(file)):
        panel = WarReview(source)
        found = reviewed(panel)
        assert say("review.part-played") in found["html"]
        panel.ask({"jump": {"entry": found["swings"][0]["entry"]}})
        assert panel.session.viewer == "Bourbon"
        assert [*panel.session.hands] == ["Bourbon"]
        panel.close()


def test_between_two_people_there_is_no_panel_till_the_war_is_over():  # NY 4.4
    session = Session(seed=1690, bourbon="person", alliance="person")
    session.choose("first Bourbon")
    with pytest.raises(NinevearsError):
        WarReview(session)


def test_the_moments_that_a_learner_looks_at_are_written_down_once(tmp_path, monkeypatch):
    """For the class summary; only of a war against the computer, and only when a year is looked at."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(war_table, "get_ipython", lambda: SimpleNamespace(kernel=object()))
    session = Session(seed=713813, bourbon="person", alliance="sense")
    session.jump(year=1689, phase="event")
    for seats, file in ((("person", "sense"), True), (("person", "person"), False)):
        table = war_table.WarTable(session.game.branch(), *seats, show="all", keep=False)
        Path(DEFAULT_FILE).unlink(missing_ok=True)
        reviewed(table)
        table.ask({"review": {}})
        assert not Path(DEFAULT_FILE).exists()
        for _ in range(2):
            table.ask({"review": {"year": 1688}})
        assert Path(DEFAULT_FILE).exists() == file
        if file:
            told = table.seat.take({"review": {"year": 1688}})["review"]
            (kept,) = read_progress(DEFAULT_FILE).moments
            assert (kept.moments, list(kept.clauses)) == (1688, told["clauses"])
        table.close()
