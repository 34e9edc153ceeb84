"""The scene of a map: all that lies on the table for the umpire, and for a side no more than it may see."""

import pickle
import time
from collections import Counter
from random import Random

import pytest
from hypothesis import example, given, settings, strategies as st
from other_secrets import leading, named_and_rest
from random_boards import boards
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.nine_years.atlas.scene import Scene, scene_of
from ninevears_kernel.nine_years.atlas.table import seas_table, spaces_table, stacks_table
from ninevears_kernel.nine_years.atlas.words import sentence, sentences, space_sentences
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    INSIDE,
    REDUCED,
    SIDE_OF_CORPS,
    USED,
    corps_number,
    top_corps,
)
from ninevears_kernel.nine_years.components.position import Corps, Hand, Leader, Line, Siege
from ninevears_kernel.nine_years.components.powers import capitals_on_map, powers
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.fog import forces_named, view_of

walks = st.builds(
    lambda seed, choices: a_walk(seed, choices, recorded=False).engine.board,
    st.integers(0, 20),
    st.integers(0, 250),
)
tables = walks | boards()


def describe_all_that_is(scene: Scene) -> tuple:
    """Everything that is written of a scene."""
    names = [place.space.name for place in scene.places]
    return (
        sentences(scene),
        [sentence(scene, name) for name in names],
        [space_sentences(scene, name) for name in names],
        [make(scene).to_json() for make in (spaces_table, stacks_table, seas_table)],
    )


# ---- the whole table


@given(tables)
@settings(max_examples=25, deadline=None)
def test_who_sees_everything_sees_every_piece_once(board):
    position = board.position()
    scene = scene_of(position)
    assert scene.position == position
    assert [place.space for place in scene.places] == list(SPACES)
    corps, leaders = Counter(), set()
    for place in scene.places:
        for stack in place.stacks:
            assert stack.space == place.space.name
            assert stack.whole
            assert stack.full + stack.reduced == stack.corps == sum(kind.count for kind in stack.kinds)
            assert stack.demoralised == sum(kind.count for kind in stack.kinds if kind.demoralised)
            for kind in stack.kinds:
                corps[
                    Corps(kind.power, stack.space, kind.reduced, kind.demoralised, stack.inside, kind.used)
                ] += kind.count
                assert powers()[kind.power].side == stack.side
            leaders |= {(leader.name, stack.space, stack.inside) for leader in stack.leaders}
            assert stack.leader == (stack.leaders[0].name if stack.leaders else None)
            assert len(stack.pieces) == len(stack.leaders) + len(stack.kinds)
    assert corps == Counter(position.corps)
    assert leaders == {(one.name, one.space, one.inside) for one in position.leaders if one.space}


@given(tables)
@settings(max_examples=25, deadline=None)
def test_a_place_is_what_the_position_says_of_it(board):
    position = board.position()
    start = scenario_1688()
    for place in scene_of(position).places:
        name = place.space.name
        assert place.controller == position.controller(name)
        assert place.taken == (position.controller(name) != start.controller(name))
        assert place.besieger == position.besieger(name)
        assert place.strength == board.strength(place.space.index)
        assert place.line == next((line.level for line in position.lines if line.space == name), 0)


def test_ratings_are_those_of_the_side_of_the_piece_that_lies_up():
    plain, named = (
        position_with({"add": "leader", "name": "Catinat", "space": "Metz", "named": up})
        for up in (False, True)
    )
    rated = [
        next(one for one in stack.leaders if one.name == "Catinat")
        for position in (plain, named)
        for stack in scene_of(position).place("Metz").stacks
    ]
    assert [(one.command, one.battle, one.plain) for one in rated] == [(3, 1, True), (5, 2, False)]


def test_works_and_sieges_are_seen():
    position = position_with({"add": "corps", "power": "France", "space": "Mons", "count": 2}).replace(
        sieges=(Siege("Mons", "Bourbon", continuing=True, strength_lost=2),), lines=(Line("Lille", 3),)
    )
    mons, lille = (scene_of(position).place(name) for name in ("Mons", "lille"))
    assert (mons.besieger, mons.continuing, mons.fortress, mons.strength) == ("Bourbon", True, 3, 1)
    assert (lille.line, lille.line_side) == (3, "Bourbon")
    assert not lille.besieger
    with pytest.raises(UnknownName):
        scene_of(position).place("Atlantis")


def test_a_marker_makes_a_space_rich():
    rich = {place.space.name for place in scene_of(scenario_1688()).places if place.rich}
    assert rich == {"Munich", "London", "Tournai", "Namur"}


def test_capitals_follow_the_revolution_and_the_readings():
    def capitals(position, **readings):
        return {
            p.space.name: p.capital_of for p in scene_of(position, readings=readings).places if p.capital_of
        }

    start = scenario_1688()
    after = start.replace(revolution=True)
    assert capitals(start)["London"] == ("Britain", "Jacobite")
    assert capitals(after)["Paris"] == ("France", "Jacobite")
    assert capitals(after)["Highlands"] == ("Jacobite",)
    assert "Highlands" not in capitals(start)
    assert capitals_on_map().keys() <= capitals(start).keys()
    assert "Hanover" not in capitals(start, **{"empire-capital": "one"})


def test_fleets_lie_with_their_sea_zone():
    seas = scene_of(scenario_1688()).seas
    assert [(zone.name, zone.controller) for zone in seas.values()] == [
        ("Atlantic", None),
        ("Mediterranean", "Bourbon"),
    ]
    assert [(one.name, one.side, one.place, one.strength) for one in seas["Mediterranean"].fleets] == [
        ("Toulon", "Bourbon", "box", 0),
        ("Mediterranean", "Alliance", "port", 1),
    ]


# ---- fog


@pytest.mark.clause("NY 4.4")
@given(tables, st.sampled_from(SIDES))
@example(a_walk(4, 122, recorded=False).engine.board, "Bourbon")  # a second leader is named, and no corps yet
@settings(max_examples=25, deadline=None)
def test_a_side_sees_its_own_pieces_and_of_the_enemy_what_its_view_shows(board, side):
    position = board.position()
    whole, seen = scene_of(position), scene_of(position, side)
    assert [one for one in seen.stacks if one.side == side] == [
        one for one in whole.stacks if one.side == side
    ]
    shown = {(one.space, one.inside): one for one in view_of(board, side).stacks}
    theirs = {(one.space, one.inside): one for one in seen.stacks if one.side != side}
    assert shown.keys() <= theirs.keys()
    real = {(one.space, one.inside): one for one in whole.stacks if one.side != side}
    assert theirs.keys() == real.keys()
    forces = forces_named(board)
    spoken_of = {board.rule_tables.leaders[leader].name for leader in leading(board)}
    for spot, stack in theirs.items():
        assert stack.leader == real[spot].leader
        assert stack.corps == real[spot].corps
        if spot in shown and shown[spot].whole:
            assert stack == real[spot]
        elif not stack.whole:
            # of a force in motion lies open what was named
            named = () if stack.inside else forces.get((stack.side, NUMBER[stack.space]), ())
            corps = sum(kind.count for kind in stack.kinds)
            assert corps == len(named) if named else bool(stack.leaders) + corps == 1
            assert {one.name for one in stack.leaders} <= spoken_of | {stack.leader}
            assert (stack.full, stack.reduced, stack.demoralised, stack.used) == (None, None, None, False)
        else:  # nothing lies under a lone corps
            assert (stack.corps, stack.leaders) == (1, ())


def otherwise(board: Board, side, spoil: int) -> Board:
    """Another board that a side cannot tell from this one: covered pieces and cards are something else."""
    foe, other = enemy(side), board.copy()
    seen = view_of(board, side)
    known = {NUMBER[stack.space] for stack in seen.stacks if stack.whole}
    tops = {(NUMBER[stack.space], stack.inside): stack.leader for stack in seen.stacks}
    for leader in board.rule_tables.leaders_of[foe]:
        spot = board.where[leader], bool(board.state[leader] & INSIDE)
        if leader in leading(board):
            continue
        if spot in tops and spot[0] not in known and tops[spot] != board.rule_tables.leaders[leader].name:
            other.where[leader] = ABSENT
    for (space, inside), leader in tops.items():
        stack = board.garrisons.get(space, ()) if inside else board.stacks[foe][space]
        # what a hand may have put into a fortress of the other side is not covered by the view
        if space in known or not stack or (inside and SIDE_OF_CORPS[stack[0]] != foe):
            continue
        named, rest = ((), stack) if inside else named_and_rest(board, foe, space)
        spoilt = [*named, *(corps | spoil for corps in rest)]
        if leader is None:
            spoilt.remove(top_corps(stack) | spoil)
            spoilt.append(top_corps(stack))
        if inside:
            other.put_inside(space, spoilt)
        else:
            other.put(foe, space, spoilt)
    other.seed, other.drawn = 7, 8
    mine, deck = other.hand(foe), other.event_deck
    if mine.actions and other.action_deck:
        cards = sorted(mine.actions + other.action_deck)
        held = tuple(cards[: len(mine.actions)])
        other.action_deck = tuple(cards[len(held) :])
        other.set_hand(foe, Hand(held, mine.events, mine.cards_conceded, mine.points_conceded))
    other.event_deck = tuple(reversed(deck))
    return other


@pytest.mark.clause("NY 4.4")
@given(tables, st.sampled_from(SIDES), st.sampled_from((REDUCED, DEMORALISED, REDUCED | DEMORALISED | USED)))
@settings(max_examples=60, deadline=None)
def test_what_is_covered_changes_nothing_that_is_shown_or_told(board, side, spoil):
    nothing_is_told_of_what_is_covered(board, side, spoil)


@pytest.mark.clause("NY 4.4")
def test_a_leader_who_is_being_stationed_is_known_and_no_other():
    board = a_walk(15, 126, recorded=False).engine.board
    nothing_is_told_of_what_is_covered(board, "Alliance", REDUCED)


def nothing_is_told_of_what_is_covered(board, side, spoil):
    other = otherwise(board, side, spoil)
    one, two = scene_of(board.position(), side), scene_of(other.position(), side)
    assert one == two
    assert describe_all_that_is(one) == describe_all_that_is(two)


def test_the_same_boards_are_not_the_same_to_who_sees_everything():
    board = a_walk(3, 200, recorded=False).engine.board
    other = otherwise(board, "Alliance", REDUCED)
    one, two = scene_of(board.position()), scene_of(other.position())
    assert sum(a != b for a, b in zip(one.places, two.places, strict=True)) > 5
    assert all(
        a != b for a, b in zip(describe_all_that_is(one)[:3], describe_all_that_is(two)[:3], strict=True)
    )


@pytest.mark.clause("NY 4.4")
def test_a_stack_that_a_hand_put_where_no_rule_puts_it_is_covered_too():
    position = scenario_1688().replace(
        corps=(Corps("France", "Turin", inside=True), Corps("France", "Turin", reduced=True, inside=True)),
        leaders=(
            Leader("Luxembourg", "France", "Turin", inside=True),
            Leader("Duras", "France", "Turin", inside=True),
        ),
    )
    [stack] = scene_of(position, "Alliance").place("Turin").stacks
    assert (stack.leader, stack.corps, stack.whole, stack.full) == ("Luxembourg", 2, False, None)
    assert len(stack.pieces) == 1
    both = scene_of(position).place("Turin").stacks[0]
    assert (both.corps, both.reduced, len(both.leaders)) == (2, 1, 2)
    bare = scene_of(position.replace(leaders=()), "Alliance").place("Turin").stacks[0]
    assert [(kind.reduced, kind.count) for kind in bare.kinds] == [(False, 1)]
    assert (bare.corps, bare.whole) == (2, False)


@pytest.mark.clause("NY 4.4")
def test_a_force_in_motion_is_known_to_both():
    found = 0
    for seed in range(4):
        game, chance = a_walk(seed, 0, recorded=False), Random(seed)
        for _ in range(300):
            if not game.engine.options:
                break
            options = game.engine.options
            game.choose(chance.choice([one for one in options if one[0] == "with"] or [*options]))
            for (side, space), named in forces_named(game.engine.board).items():
                place = scene_of(game.position, enemy(side)).place(SPACES[space].name)
                [stack] = [one for one in place.stacks if one.side == side and not one.inside]
                assert sum(kind.count for kind in stack.kinds) >= len(named)
                assert stack.whole or len(named) < stack.corps
                found += len(named)
    assert found > 10


def test_hands_are_counted_and_not_shown():
    position = a_walk(3, 60, recorded=False).position
    seen = scene_of(position, "Bourbon")
    assert seen.hands == scene_of(position).hands
    assert seen.hands[1].actions == len(position.alliance_hand.actions)
    assert seen.position.alliance_hand == Hand()


# ---- a scene as a value


def test_a_scene_is_a_value():
    scene = scene_of(a_walk(2, 80, recorded=False).position, "Bourbon")
    assert pickle.loads(pickle.dumps(scene)) == scene
    assert hash(scene) == hash(pickle.loads(pickle.dumps(scene)))
    with pytest.raises(AttributeError):
        scene.year = 1700


def test_corps_are_counted_from_the_top():
    board = Board(position_with())
    best, worst = corps_number("Jacobite"), corps_number("France", reduced=True)
    board.put("Bourbon", NUMBER["Toulon"], (worst, best, worst | DEMORALISED))
    [stack] = [one for one in scene_of(board.position()).place("Toulon").stacks if not one.leaders]
    assert [(kind.power, kind.reduced, kind.demoralised) for kind in stack.kinds] == [
        ("Jacobite", False, False),
        ("France", True, False),
        ("France", True, True),
    ]
    assert stack.power == "Jacobite"


@pytest.mark.parametrize("side", [None, *SIDES])
def test_it_is_quick(side):
    position = a_walk(3, 300, recorded=False).position
    times = []
    for _ in range(40):
        start = time.process_time()
        scene_of(position, side)
        times.append(time.process_time() - start)
    assert min(times) < 0.005  # about 1.2 ms where nothing else runs
