"""The fog of war: what a side may see, and nothing of what it may not."""

import time

import pytest
from hypothesis import given, settings, strategies as st
from other_secrets import named_and_rest
from walks import a_walk
from war_table import KIT, choose, position_with, table

from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.piece_numbers import REDUCED, corps_number
from ninevears_kernel.nine_years.components.position import Hand, Siege
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.fog import comes_to_light, hidden_board, lying, view, view_of
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.queries.reach import board_seen

walks = st.tuples(st.integers(0, 20), st.integers(0, 150))
FRENCH = corps_number("France")


def stack_at(seen, space, inside=False):
    return next(stack for stack in seen.stacks if (stack.space, stack.inside) == (space, inside))


@pytest.mark.clause("NY 4.4")
def test_of_an_enemy_stack_the_top_piece_and_the_height_are_seen():
    position = position_with(
        {"add": "leader", "name": "Luxembourg", "space": "Metz", "named": True},
        {"add": "leader", "name": "Boufflers", "space": "Metz"},
        {"add": "corps", "power": "France", "space": "Metz", "count": 3},
        {"add": "corps", "power": "France", "space": "Metz", "reduced": True},
    )
    there = len(position.corps_in("Metz"))
    seen = view(position, "Alliance")
    stack = stack_at(seen, "Metz")
    assert (stack.leader, stack.corps, stack.whole) == ("Luxembourg", there, False)
    assert str(stack.top) == "Luxembourg"
    assert [leader.name for leader in seen.position.leaders_in("Metz")] == ["Luxembourg"]
    assert seen.position.corps_in("Metz") == ()
    own = view(position, "Bourbon")
    assert own.position.corps_in("Metz") == position.corps_in("Metz")
    assert own.position.leaders_in("Metz") == position.leaders_in("Metz")


@pytest.mark.clause("NY 4.4")
def test_without_a_leader_a_full_corps_lies_on_top():
    position = position_with(
        {"add": "corps", "power": "France", "space": "Toulon", "reduced": True, "count": 2},
        {"add": "corps", "power": "Jacobite", "space": "Toulon", "count": 2},
    )
    assert not position.leaders_in("Toulon")
    seen = view(position, "Alliance")
    assert (stack_at(seen, "Toulon").leader, stack_at(seen, "Toulon").corps) == (None, 4)
    [top] = seen.position.corps_in("Toulon")
    assert (top.power, top.reduced) == ("Jacobite", False)


@pytest.mark.clause("NY 4.4")
def test_hand_and_held_events_and_the_decks_are_hidden_but_not_their_numbers():
    game = a_walk(3, 60)
    names = sorted(game.position.event_deck)[:2]
    deck = tuple(name for name in game.position.event_deck if name not in names)
    position = game.position.replace(
        alliance_hand=Hand(game.position.alliance_hand.actions, tuple(names)), event_deck=deck
    )
    seen = view(position, "Bourbon")
    assert seen.position.alliance_hand == Hand()
    assert seen.enemy_cards == len(position.alliance_hand.actions)
    assert seen.enemy_events == 2
    assert (seen.action_cards, seen.event_cards) == (len(position.action_deck), len(deck))
    assert seen.position.bourbon_hand == position.bourbon_hand
    assert seen.position.seed == seen.position.drawn == 0
    assert seen.position.event_deck == tuple(sorted(deck + tuple(names)))
    assert seen.position.action_deck == tuple(sorted(position.action_deck + position.alliance_hand.actions))


def to_decision(name):
    """A war in which this decision has just come up."""
    for seed in range(40):
        game = a_walk(seed, 0, recorded=False)
        for _ in range(120):
            if game.decision.name == name:
                return game
            game.choose(game.engine.options[-1])
    raise AssertionError(name)


@pytest.mark.clause("NY 4.4", "NY 13.2.1.a")
def test_a_card_laid_face_down_is_seen_by_who_laid_it_alone():
    game = to_decision("lay")
    first = game.decision.side
    game.choose(f"lay {max(game.engine.board.hand(first).actions)}")
    card = game.entries[-1].action[1]
    assert game.decision.name == "lay"
    second = game.decision.side
    assert second == enemy(first)
    assert game.position.agenda[-1] == f"lay {second}, {card}"
    assert game.view(second).position.agenda[-1] == f"lay {second}, 0"
    assert game.view(first).position.agenda[-1] == f"lay {second}, {card}"
    assert card not in game.view(second).decision.asks.values.values()
    assert hidden_board(game.engine.board, second).agenda[-1] == ("lay", second, 0)


def forming(*named):
    """The force of a campaign from a space where two leaders and three kinds of corps stand."""
    position = position_with(
        {"add": "leader", "name": "Luxembourg", "space": "Metz", "named": True},
        {"add": "leader", "name": "Boufflers", "space": "Metz", "named": True},
        {"add": "corps", "power": "France", "space": "Metz", "count": 3},
        {"add": "corps", "power": "France", "space": "Metz", "count": 2, "reduced": True},
        {"add": "corps", "power": "Jacobite", "space": "Metz", "count": 2},
        phase="campaign",
    )
    return choose(table(position, ("force", "Bourbon", NUMBER["Metz"], (), ())), *named)


@pytest.mark.clause("NY 4.4")
def test_of_a_force_in_motion_what_was_named_is_known_and_the_rest_stays_covered():
    height = len(forming().board.stacks["Bourbon"][NUMBER["Metz"]])
    engine, shown = forming(), []
    for named in ("lead Boufflers", "with 2 Jacobite", "march"):
        choose(engine, named)
        seen = view_of(engine.board, "Alliance")
        shown.append([(corps.power, corps.reduced) for corps in seen.position.corps_in("Metz")])
        assert {one.name for one in seen.position.leaders_in("Metz")} == {"Luxembourg", "Boufflers"}
        assert (stack_at(seen, "Metz").corps, stack_at(seen, "Metz").whole) == (height, False)
    assert shown == [[], [("Jacobite", False)] * 2, [("Jacobite", False)] * 2]
    laid = hidden_board(engine.board, "Alliance").stacks["Bourbon"][NUMBER["Metz"]]
    assert len(laid) == height
    assert not any(corps & REDUCED for corps in laid)
    place = scene_of(engine.board.position(), "Alliance").place("Metz")
    assert [(stack.corps, sum(kind.count for kind in stack.kinds)) for stack in place.stacks] == [(height, 2)]


@pytest.mark.clause("NY 4.4")
def test_a_force_of_all_corps_is_known_whole():
    position = position_with(
        {"add": "leader", "name": "Luxembourg", "space": "Toulon", "named": True},
        {"add": "corps", "power": "France", "space": "Toulon", "reduced": True},
        phase="campaign",
    )
    engine = choose(table(position, ("force", "Bourbon", NUMBER["Toulon"], (), ())), "whole")
    assert stack_at(view_of(engine.board, "Alliance"), "Toulon").whole
    laid = hidden_board(engine.board, "Alliance").stacks["Bourbon"][NUMBER["Toulon"]]
    assert laid == engine.board.stacks["Bourbon"][NUMBER["Toulon"]]


@pytest.mark.clause("NY 4.4")
def test_what_comes_to_light_is_told_from_what_comes_there():
    before = lying(forming().board)
    named = {
        "lead Luxembourg": False,  # on top, and seen before
        "lead Boufflers": True,
    }
    for choice, wanted in named.items():
        assert comes_to_light(before, lying(forming(choice).board)) is wanted, choice
    led = lying(forming("lead Luxembourg").board)
    assert comes_to_light(led, lying(forming("lead Luxembourg", "with 1 Jacobite").board))
    board = forming().board
    board.put("Bourbon", NUMBER["Metz"], (FRENCH, *board.stacks["Bourbon"][NUMBER["Metz"]]))
    assert not comes_to_light(before, lying(board))
    board.where[KIT.leader_number["Luxembourg"]] = NUMBER["Paris"]
    assert comes_to_light(before, lying(board))  # Boufflers lies on top now


@pytest.mark.clause("NY 4.4")
def test_garrisons_are_covered_too():
    position = position_with(
        {"add": "corps", "power": "France", "space": "Mons", "count": 1},
    ).replace(sieges=(Siege("Mons", "Bourbon"),))
    board = Board(position)
    board.put_inside(NUMBER["Mons"], (corps_number("Spain"), corps_number("Spain", reduced=True)))
    seen = view_of(board, "Bourbon")
    assert stack_at(seen, "Mons", inside=True).corps == 2
    assert [corps for corps in seen.position.corps_in("Mons") if corps.inside] == [
        corps for corps in board.position().corps_in("Mons") if corps.inside and not corps.reduced
    ]
    full = corps_number("Spain")
    assert hidden_board(board, "Bourbon").garrisons[NUMBER["Mons"]] == (full, full)


# ---- for players in the engine


@pytest.mark.clause("NY 4.4", "NY 17.3")
@pytest.mark.parametrize("owner", ["Bourbon", "Alliance", None])
def test_a_garrison_is_covered_whoever_controls_the_fortress(owner):
    """A save made by hand may have corps of both sides in it, or of the one that does not control it."""
    position = position_with(
        {"add": "corps", "power": "France", "space": "Namur", "count": 2, "inside": True},
        {"add": "corps", "power": "France", "space": "Namur", "inside": True, "reduced": True},
        {"add": "corps", "power": "Spain", "space": "Namur", "inside": True},
        {"set": "control", "space": "Namur", "side": owner},
    )
    for side, power in (("Alliance", "France"), ("Bourbon", "Spain")):
        seen = view(position, side)
        inside = [corps for corps in seen.position.corps_in("Namur") if corps.inside]
        assert [corps.power for corps in inside if corps.power == power] == [power]
        own = [corps for corps in position.corps_in("Namur") if corps.inside and corps.power != power]
        assert [corps for corps in inside if corps.power != power] == own
        assert stack_at(seen, "Namur", inside=True).corps == (3 if power == "France" else 2)
        laid = board_seen(seen, standard_rule_tables()).garrisons[NUMBER["Namur"]]
        assert laid == hidden_board(Board(position), side).garrisons[NUMBER["Namur"]]
        assert len(laid) == 5


@pytest.mark.clause("NY 4.4")
def test_a_player_in_the_engine_takes_what_he_does_not_see_for_full():
    board = Board(position_with())
    space = NUMBER["Toulon"]
    board.put("Bourbon", space, (FRENCH, FRENCH | REDUCED, corps_number("Jacobite")))
    assert hidden_board(board, "Alliance").stacks["Bourbon"][space] == (FRENCH,) * 3
    assert hidden_board(board, "Bourbon").stacks["Bourbon"][space] == board.stacks["Bourbon"][space]


@given(walks, st.sampled_from(SIDES))
@settings(max_examples=40)
def test_two_tables_that_look_alike_cannot_be_told_apart(walked, side):
    """What the enemy's covered pieces and cards are changes nothing that a side sees."""
    game = a_walk(*walked, recorded=False)
    board = game.engine.board
    foe = enemy(side)
    other = board.copy()
    cards = sorted(other.action_deck + other.hand(foe).actions)
    held = len(other.hand(foe).actions)
    events = sorted(other.event_deck + other.hand(foe).events)
    kept = len(other.hand(foe).events)
    other.set_hand(foe, Hand(tuple(cards[:held]), tuple(events[:kept]), other.hand(foe).cards_conceded,
                             other.hand(foe).points_conceded))  # fmt: skip
    other.action_deck, other.event_deck = tuple(cards[held:]), tuple(events[kept:])
    other.seed, other.drawn = 1, 2
    seen = view_of(board, side)
    known = {stack.space for stack in seen.stacks if stack.whole}
    for stack in seen.stacks:
        space = NUMBER[stack.space]
        if stack.leader and not stack.inside and stack.space not in known:
            named, rest = named_and_rest(board, foe, space)
            other.put(foe, space, (*named, *(corps | REDUCED for corps in rest)))
    assert view_of(other, side) == seen
    hidden, twin = hidden_board(board, side), hidden_board(other, side)
    assert twin.position() == hidden.position()


@given(walks, st.sampled_from(SIDES))
@settings(max_examples=30)
def test_a_covered_board_leaves_the_real_one_and_the_own_side_alone(walked, side):
    game = a_walk(*walked, recorded=False)
    board, before = game.engine.board, game.position
    seen = hidden_board(board, side)
    assert game.position == before
    assert seen.stacks[side] == board.stacks[side]
    assert seen.held == board.held
    assert [len(stack) for stack in seen.stacks[enemy(side)]] == [len(s) for s in board.stacks[enemy(side)]]
    assert all(stack == tuple(sorted(stack)) for stack in seen.stacks[enemy(side)])
    for leader in board.rule_tables.leaders_of[side]:
        assert (seen.where[leader], seen.state[leader]) == (board.where[leader], board.state[leader])
    assert seen.control == board.control
    assert seen.position()


@given(walks)
@settings(max_examples=20)
def test_the_decision_is_shown_to_whose_it_is(walked):
    game = a_walk(*walked, recorded=False)
    if game.decision is None:
        return
    side = game.decision.side
    assert game.view(side).decision == game.decision
    assert game.view(enemy(side)).decision is None
    assert view(game.position, side) == game.view(side)


def test_it_is_cheap():
    board = a_walk(3, 300, recorded=False).engine.board
    times = []
    for _ in range(200):
        start = time.process_time()
        hidden_board(board, "Bourbon")
        times.append(time.process_time() - start)
    assert sorted(times)[100] < 0.001  # about 0.04 ms where nothing else runs


def test_a_view_is_a_value():
    game = Game.new(1)
    with pytest.raises(AttributeError):
        game.view("Bourbon").side = "Alliance"
