"""The review of a war: each choice in its parts, which close the war's sum."""

import pytest
from walks import a_walk

from ninevears_kernel.play.judge import chance
from ninevears_kernel.play.review import turns


@pytest.mark.parametrize("seed", range(3))
def test_the_parts_add_up_to_the_war(seed):
    game = a_walk(seed, 300)
    found = list(turns(game))
    parts = sum(turn.choice + turn.dice + turn.cards + turn.clock for turn in found)
    begun = game.branch()
    begun.undo(0)
    assert len(found) == len(game)
    assert chance(begun.engine.board) + parts == pytest.approx(chance(game.engine.board), abs=1e-9)
    assert all(one.after == pytest.approx(two.before) for one, two in zip(found, found[1:], strict=False))


@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_is_rolled_there_is_no_luck_of_dice(seed):
    game = a_walk(seed, 300)
    for turn, entry in zip(turns(game), game.entries, strict=True):
        assert turn.rolled == bool(entry.rolls), turn
        if not entry.rolls:
            assert turn.dice == 0


def test_the_end_of_a_year_is_nobodys_doing():
    game = a_walk(1, 300)
    years = [
        (one, two) for one, two in zip(game.entries, game.entries[1:], strict=False) if one.year != two.year
    ]
    assert years
    found = list(turns(game))
    for turn, (one, _) in zip([found[game.entries.index(one)] for one, _ in years], years, strict=True):
        assert turn.phase == one.phase
    assert any(turn.clock for turn in found)


def test_the_dice_of_a_choice_made_again_have_a_mean_of_nothing():
    """Over many seeds the luck of the same throw comes to nothing, since its mean is exact."""
    lucks = []
    for seed in range(60):
        game = a_walk(seed, 12)
        lucks += [turn.dice for turn in turns(game) if turn.rolled]
    assert len(lucks) > 40
    assert abs(sum(lucks) / len(lucks)) < 0.02
