"""The one gate: what a seat may not see cannot change a byte that it receives."""

import json
from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st
from other_secrets import exchanged
from sizes import first, size
from walks import a_walk, walk

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.atlas.picture import to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.words import sentences
from ninevears_kernel.nine_years.components.sides import SEATS, SIDES, enemy
from ninevears_kernel.nine_years.engine.choices import decision_of
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.games.save_checks import check_war
from ninevears_kernel.nine_years.games.view import for_seat, position_for
from ninevears_kernel.play.match import PLAYERS

walks = st.tuples(st.integers(0, 20), st.integers(0, 250))
PERSONS = ("Bourbon", "Alliance", "both")


def received(game, seat):
    """All that leaves for a seat, as bytes."""
    seen = for_seat(game, seat)
    told = [seen.text_of(entry, number) for number, entry in enumerate(game.entries)]
    scene = scene_of(game.position, seat)
    parts = {
        "log": seen.log,
        "save": json.dumps(seen.save),
        "hands": repr(seen.hands),
        "decision": repr(seen.decision),
        "choices": "\n".join(told),
        "may ask": repr(seen.may_ask),
        "words": "\n".join(map(str, sentences(scene))),
        "picture": to_svg(scene),
    }
    return {name: text.encode() for name, text in parts.items()}


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
@given(walks, st.sampled_from(PERSONS), st.integers(0, 10**6))
@settings(max_examples=25)
def test_exchanging_what_is_hidden_changes_no_byte(walked, seat, seed):
    game = a_walk(*walked, recorded=False)
    twin = exchanged(game, seat, seed)
    real, other = received(game, seat), received(twin, seat)
    assert [name for name in real if real[name] != other[name]] == []


@pytest.mark.clause("NY 4.4")
def test_over_whole_wars():
    """The two computer players, every so often: log, save, picture, words, decision of each seat."""
    for seed in range(first("seats"), first("seats") + max(1, size("seats") // 10)):
        game, chance = Game.new(seed, recorded=False), Random(seed)
        number = 0
        while game.engine.side is not None:
            for seat in PERSONS if number % 60 == seed % 60 else ():
                real = received(game, seat)
                other = received(exchanged(game, seat, number), seat)
                assert [name for name in real if real[name] != other[name]] == [], (seed, number, seat)
            game.choose(PLAYERS["sensible"](game.engine, chance))
            number += 1


@pytest.mark.clause("NY 4.4")
def test_the_exchange_does_exchange():
    """The umpire sees the difference, or the tests above would show nothing."""
    hands, stacks, leaders = set(), set(), set()
    for choices in (60, 120, 180):
        game = a_walk(5, choices, recorded=False)
        twin = exchanged(game, "both", 1)
        real, other = received(game, "umpire"), received(twin, "umpire")
        assert {name for name in real if real[name] != other[name]} >= {"log", "save", "words", "picture"}
        board, changed = game.engine.board, twin.engine.board
        hands |= {side for side in SIDES if board.hand(side) != changed.hand(side)}
        stacks |= {side for side in SIDES if board.stacks[side] != changed.stacks[side]}
        leaders.add(board.where != changed.where)
    assert hands == stacks == set(SIDES)
    assert True in leaders


def laid_face_down():
    for seed in range(40):
        game = a_walk(seed, 0, recorded=False)
        for _ in range(120):
            if game.decision.name == "lay":
                game.choose(f"lay {max(game.engine.board.hand(game.engine.side).actions)}")
                return game
            game.choose(game.engine.options[-1])
    raise AssertionError


@pytest.mark.clause("NY 13.2.1.a")
def test_a_card_face_down_is_in_nothing_that_leaves():
    game = laid_face_down()
    owner = game.entries[-1].side
    for seat in (enemy(owner), "both"):
        log = for_seat(game, seat).log
        assert log.splitlines()[-1] == f"{owner}: lay ?"
        for seed in range(8):
            assert received(exchanged(game, seat, seed), seat) == received(game, seat)
        save = for_seat(game, seat).position
        _, laid = save.agenda[-1].split(", ")
        assert int(laid) in save.hand(owner).actions  # something lies there: the other lays second
    card = game.entries[-1].action[1]
    for seat in (owner, "umpire"):
        assert for_seat(game, seat).log.splitlines()[-1] == f"{owner}: lay {card}"
    game.choose(game.engine.options[0])
    assert f"{owner}: lay {card}" in for_seat(game, "both").log.splitlines()


def test_a_log_of_a_war_from_a_position_keeps_its_secrets_too():
    position = a_walk(5, 120).position.replace(seed=8_314_159_265)
    game = walk(Game.from_position(position), 5)
    for seat in PERSONS:
        log = for_seat(game, seat).log
        assert "8314159265" not in log
        with pytest.raises(BadInput):
            read_log(log)
        [start] = [line for line in log.splitlines() if line.startswith("# position: ")]
        seen = position_from_data(json.loads(start.removeprefix("# position: ")))
        assert seen == position_for(position, seat)
    assert for_seat(game, "umpire").log == game.log


@given(walks, st.sampled_from(SEATS))
@example((16, 187), "Alliance")  # corps embark without a leader
@settings(max_examples=25)
def test_a_save_for_a_seat_is_whole(walked, seat):
    """It loads, goes on, and tells the seat the same again."""
    game = a_walk(*walked, recorded=False)
    seen = for_seat(game, seat).position
    assert position_from_data(position_to_data(seen)) == seen == position_for(seen, seat)
    if game.result is None:
        check_war(seen, game.rule_tables)
    if seat != "umpire":
        assert seen.seed == seen.drawn == 0
    else:
        assert seen == game.position


@pytest.mark.clause("NY 4.4")
def test_a_side_has_its_own_cards_and_pieces():
    game = a_walk(5, 120, recorded=False)
    for side in SIDES:
        seen = for_seat(game, side)
        board = game.engine.board
        assert seen.hands == {side: board.hand(side)}
        assert seen.position.hand(side) == board.hand(side)
        own = [corps for corps in game.position.corps if corps in seen.position.corps]
        assert len(own) >= sum(map(len, board.stacks[side]))
        if game.engine.side == side:
            assert seen.decision == decision_of(game.engine)
            assert seen.may_ask
        else:
            assert seen.decision.options == ()
            assert not seen.may_ask


def test_a_seat_has_a_name():
    with pytest.raises(BadInput, match="seat"):
        for_seat(Game.new(1), "Catalonia")
