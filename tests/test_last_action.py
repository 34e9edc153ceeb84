"""What was last done: who went which way, told from the log alone, and the war stays as it is."""

import itertools
from random import Random

import pytest
from hypothesis import given, strategies as st
from walks import a_walk

from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.games.fog import view
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.last_action import last_action
from ninevears_kernel.nine_years.games.table_play import TableGame


def in_a_round(seed=5, side="Bourbon", **more):
    start = Game.new(seed=seed).position
    return Game.from_position(
        start.replace(agenda=(f"action {side}",), phase="campaign", active=side, actions_left=3, **more)
    )


def choose(game, *texts):
    for text in texts:
        game.choose(text)
    return last_action(game)


def ways(last):
    return [(move.side, move.kind, move.way) for move in last.moves]


def test_before_the_first_choice_there_is_none():
    assert last_action(Game.new(seed=1)) is None


@pytest.mark.clause("NY 14.1.1")
def test_a_march_is_told_whole_from_its_first_step():
    game = in_a_round()
    assert ways(choose(game, "campaign Strasbourg", "whole")) == []
    assert ways(choose(game, "to Metz")) == [("Bourbon", "march", ("Strasbourg", "Metz"))]
    last = choose(game, "to Luxembourg")
    assert ways(last) == [("Bourbon", "march", ("Strasbourg", "Metz", "Luxembourg"))]
    assert (last.side, last.kind, last.moves[0].clause_id) == ("Bourbon", "march", "NY 14.1.1")
    assert str(last.says[0]) == "The Bourbon side marches from Strasbourg by Metz to Luxembourg."
    assert ways(choose(game, "stop")) == ways(last)
    assert ways(choose(game, "campaign Lille")) == []


@pytest.mark.clause("NY 14.1.3")
def test_a_leader_left_behind_on_the_way_makes_no_move_of_his_own():
    game = in_a_round()
    last = choose(game, "campaign Strasbourg", "whole", "to Metz", "leave Catinat", "to Luxembourg")
    assert ways(last) == [("Bourbon", "march", ("Strasbourg", "Metz", "Luxembourg"))]


@pytest.mark.clause("NY 14.5.1")
def test_a_sea_move_names_its_zones():
    game = in_a_round(side="Alliance")
    last = choose(game, "sail Barcelona", "with 1 Spain", "weigh", "to Palma")
    zones = set(last.moves[0].way) & set(ZONES)
    assert last.kind == "sea"
    assert zones == {"Mediterranean"}


@pytest.mark.clause("NY 13.5.2.a")
def test_a_transfer_goes_by_the_spaces_of_its_cheapest_way():
    game = in_a_round()
    last = choose(game, "transfer", "pick Luxembourg", "to Strasbourg")
    ((side, kind, way),) = ways(last)
    assert (side, kind, way[0], way[-1]) == ("Bourbon", "transfer", "Paris", "Strasbourg")
    assert all(b in game_map().neighbours(a) for a, b in itertools.pairwise(way))


@pytest.mark.clause("NY 13.2.1.a")
def test_a_card_laid_face_down_is_not_told():
    for seed in range(40):
        game = a_walk(seed, 0)
        while game.decision and game.decision.name != "lay":
            game.choose(game.decision.options[-1])
            if len(game) > 60:
                break
        if game.decision.name == "lay":
            card = game.decision.options[0]
            told = {str(choose(game, card).says)}
            assert not any(character.isdigit() for character in "".join(told))
            return
    pytest.fail("nobody ever laid a card")


@given(st.integers(0, 60), st.integers(1, 400))
def test_it_changes_nothing_and_every_way_is_on_the_map(seed, choices):
    game = a_walk(seed, choices, recorded=False)
    before, length = game.position, len(game)
    last = last_action(game)
    assert (game.position, len(game), game.recorded) == (before, length, False)
    assert last.says
    for move in last.moves:
        assert move.way
        for name in move.way:
            assert name in ZONES or name in game_map().by_name
        if move.kind in ("march", "avoid", "interception", "transfer"):
            for a, b in zip(move.way, move.way[1:], strict=False):
                assert b in game_map().neighbours(a)


@given(st.integers(0, 60), st.integers(1, 400))
def test_every_leader_who_stands_elsewhere_was_moved_there(seed, choices):
    game = a_walk(seed, choices, recorded=False)
    twin = game.branch()
    twin.undo()
    before = {one.name: one.space for one in twin.position.leaders}
    ends = {name for move in last_action(game).moves for name in move.way}
    for leader in game.position.leaders:
        was = before.get(leader.name)
        if was and leader.space and was != leader.space:
            assert {was, leader.space} <= ends


@pytest.mark.clause("NY 4.4")
@given(st.integers(0, 60), st.integers(1, 300))
def test_its_sentences_name_no_piece_that_the_enemy_may_not_see(seed, choices):
    game = a_walk(seed, choices, recorded=False)
    last = last_action(game)
    other = enemy(last.side)
    seen = {one.name for one in view(game.position, other).position.leaders}
    hidden = {one.name for one in game.position.leaders} - seen
    if last.moves:
        said = " ".join(str(move.says) for move in last.moves)
        spaces = set(game_map().by_name)
        assert not [name for name in hidden - spaces if name in said]


def test_a_random_war_has_all_kinds_of_moves():
    kinds, random = set(), Random(2)
    game = Game.new(2, recorded=False)
    for _ in range(900):
        if not game.engine.options:
            break
        game.carry_out(random.choice(game.engine.options))
        kinds |= {move.kind for move in last_action(game).moves}
    assert {"march", "sea", "transfer", "winter", "placement", "retreat"} <= kinds


def test_at_a_table_it_is_told_with_the_dice_that_were_told():
    game = TableGame.at_table()
    for choice in ("first Bourbon", "pass"):
        game.choose(choice)
    game.choose("pass", [4])
    assert last_action(game).says
    assert game.given == [4]
