"""The review as a panel of a notebook: it grows, and a turning point opens the war there."""

from random import Random

from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.saved_wars import save_war
from ninevears_kernel.play.session import Session
from ninevears_kernel.widgets import WarReview


def test_the_panel_shows_the_review_and_opens_the_war_at_a_turning_point():
    game, random = Game.new(713813, recorded=False), Random(1)
    while game.engine.options and game.engine.board.year < 1689:
        game.carry_out(heuristic_player(game.engine, random))
    panel = WarReview(game, "Bourbon")
    assert not panel.review.turns
    assert not panel.points.children
    panel.begin()
    assert panel.job.wait(60)
    assert len(panel.review.turns) == len(game)
    assert "<svg" in panel.page.value
    swing = panel.review.swings[0]
    told, buttons = panel.points.children[0].children
    look, otherwise = buttons.children
    assert "1. <b>" in told.value
    look.click()
    assert panel.table.session.place == swing.number
    otherwise.click()
    assert len(panel.table.session.branches) == 2
    panel.close()


def test_a_war_that_goes_on_stays_covered_when_a_turning_point_opens_it(tmp_path):  # NY 4.4
    session = Session(seed=713813, bourbon="person", alliance="sense")
    session.jump(year=1688, phase="campaign")
    session.answer()
    file = tmp_path / "war.txt"
    save_war(session, file)
    for source in (session, str(file)):
        panel = WarReview(source)
        panel.begin()
        assert panel.job.wait(60)
        assert not panel.review.exact
        panel.show_at(panel.review.swings[0])
        assert panel.table.session.viewer == "Bourbon"
        assert [*panel.table.session.hands] == ["Bourbon"]
        panel.close()
