"""A war as its players meet it: decisions, choices, refusals, undo, what-if, and going on from a position."""

from random import Random

import pytest
from every_row import every_row
from hypothesis import given, settings, strategies as st
from walks import a_walk, walk

from ninevears_kernel.core.errors import BadInput, Refused
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.position import Result
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import parsed, verbs
from ninevears_kernel.nine_years.games.fog import view as view_of_position
from ninevears_kernel.nine_years.games.game import Game, new_engine, verify
from ninevears_kernel.nine_years.games.save import (
    load_position,
    position_from_data,
    position_to_data,
    save_position,
)
from ninevears_kernel.nine_years.rules import rulebook  # noqa: F401

walks = st.tuples(st.integers(0, 30), st.integers(0, 60))


# ---- the beginning


@pytest.mark.clause("NY 5.1", "NY 8.0")
def test_a_war_begins_in_1688_with_shuffled_decks():
    game = Game.new(seed=3)
    position = game.position
    assert position.year == 1688
    assert sorted(position.action_deck) == [1] * 8 + [2] * 16 + [3] * 8
    assert position.action_deck != tuple(sorted(position.action_deck))
    assert position.seed == 3
    assert game.decision is not None
    assert len(game) == 0


def test_the_seed_decides_everything():
    assert a_walk(3, 50).position == a_walk(3, 50).position
    assert Game.new(3).position.action_deck != Game.new(4).position.action_deck


@pytest.mark.parametrize("seed", [-1, 1 << 63, "7", 1.5, True, None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(BadInput, match=r"^seed: found"):
        Game.new(seed)


def test_the_bare_engine_plays_the_same_war():
    game, engine = a_walk(5, 0), new_engine(5)
    random = Random(5)
    for _ in range(60):
        action = random.choice(engine.options)
        engine.choose(action)
        game.choose(action)
        assert engine.options == game.engine.options
    assert engine.board.position() == game.position


# ---- decisions


@every_row("name", verbs())
def test_each_verb_has_a_sentence(name):
    kinds = verbs()[name].kinds
    assert len(set(kinds)) == len(kinds), "an option's values are named by their kinds"
    for way in ("-yes", "-no") if kinds[-1:] == ("flag",) else ("",):
        assert say(f"option.{name}{way}", **dict.fromkeys([*kinds, "count"], 2))


@pytest.mark.parametrize("name", sorted(DECISION_RULES))
def test_each_decision_asks_in_a_sentence(name):
    assert say(f"decision.{name}", **dict.fromkeys([*DECISION_RULES[name].kinds, "count"], 2))


@given(walks)
@settings(max_examples=30)
def test_a_decision_can_be_read(walked):
    game = a_walk(*walked, recorded=False)
    decision = game.decision
    if decision is None:
        return
    assert decision.side in SIDES
    assert str(decision.asks)
    asked_about_cards = game.engine.asks_for(game.engine.decision[0].hand, decision.side)
    assert len(decision.options) >= (1 if asked_about_cards else 2)
    assert decision.options == tuple(dict.fromkeys(decision.options))
    for option in decision.options:
        assert parsed(option.text, game.rule_tables) == option.action
        assert str(option.says)
        assert option.clause_id == verbs()[option.action[0]].clause_id


def test_a_decision_is_a_value():
    game = Game.new(1)
    decision = game.decision
    game.choose(decision.options[0])
    assert game.decision != decision
    game.undo()
    assert game.decision == decision


# ---- choices


def test_an_option_an_action_and_a_text_are_the_same_choice():
    option = Game.new(1).decision.options[1]
    after = set()
    for choice in (option, option.action, option.text, f"  {option.text.upper()} "):
        game = Game.new(1)
        game.choose(choice)
        after.add(game.position)
    assert len(after) == 1


@pytest.mark.clause("NY 8.1")
def test_a_refusal_tells_every_clause_and_changes_nothing():
    game = a_walk(2, 25)
    before, log = game.position, game.log
    with pytest.raises(Refused) as refused:
        game.choose("first Bourbon" if "first" not in game.engine.decision[0].verbs else "campaign Paris")
    assert refused.value.violations == game.verify(
        "first Bourbon" if "first" not in game.engine.decision[0].verbs else "campaign Paris"
    )
    assert refused.value.violations
    assert all(violation.clause_id in str(refused.value) for violation in refused.value.violations)
    assert game.position == before
    assert game.log == log


@given(walks, st.integers(0, 10_000))
@settings(max_examples=40)
def test_verify_finds_nothing_against_exactly_the_options(walked, pick):
    game = a_walk(*walked, recorded=False)
    if game.decision is None:
        return
    option = game.decision.options[pick % len(game.decision.options)]
    assert game.verify(option) == verify(game.position, option.text) == ()
    others = a_walk(walked[0] + 1, 40, recorded=False)
    for action in others.engine.options:
        assert bool(game.verify(action)) == (action not in game.engine.options)


@pytest.mark.parametrize(
    "choice",
    ["", "   ", "march on", "campaign", "campaign Atlantis", "campaign Paris, Paris", "with x Spain",
     "fly Paris", (), ("campaign",), ("campaign", 999), ("campaign", "Paris"), ("campaign", None),
     ("fly", 1), (1, 2),
     ("with", (1, 2, 3)), ("with", 3), 7, None, ["campaign", 3], {"campaign": 3}, ("event", "Waterloo"),
     ("campaign", -1), ("with", (1, 10_000)), "with 99999999999999999999 Spain", "campaign " + "x" * 10_000],
)  # fmt: skip
def test_what_is_no_choice_is_bad_input(choice):
    game = a_walk(2, 25)
    before = game.position
    with pytest.raises(BadInput):
        game.choose(choice)
    with pytest.raises(BadInput):
        game.verify(choice)
    assert game.position == before


def test_nothing_can_be_chosen_when_the_war_is_over():
    game = a_walk(3, 5000, recorded=False)
    assert isinstance(game.result, Result)
    assert game.decision is None
    with pytest.raises(Refused) as refused:
        game.choose("pass")
    assert [violation.clause_id for violation in refused.value.violations] == ["NY 8.0"]
    assert Game.from_position(game.position).result == game.result


def test_a_mistake_in_the_middle_of_a_choice_leaves_the_game_as_it_was(monkeypatch):
    game = a_walk(2, 25)
    before, log = game.position, game.log
    option = game.decision.options[0]

    whole, calls = Engine.advance, []

    def breaks_once(engine):
        calls.append(engine)
        if len(calls) == 1:
            engine.board.victory_points = 0
            raise KeyboardInterrupt
        whole(engine)

    monkeypatch.setattr(Engine, "advance", breaks_once)
    with pytest.raises(KeyboardInterrupt):
        game.choose(option)
    assert game.position == before
    assert game.log == log
    game.choose(option)
    assert len(game) == 26


# ---- the record


def test_steps_are_those_of_the_last_choice():
    game = a_walk(4, 40)
    for _ in range(60):
        game.choose(game.engine.options[-1])
        for step in game.steps:
            assert step.clause_id.startswith("NY ")
            assert str(step.says)
    assert all(str(roll.says) for entry in game.entries for roll in entry.rolls)
    assert all(1 <= roll.face <= 6 for entry in game.entries for roll in entry.rolls)
    assert any(entry.rolls for entry in game.entries)


def test_without_a_record_the_war_is_the_same():
    assert a_walk(4, 40, recorded=False).position == a_walk(4, 40).position
    assert a_walk(4, 40, recorded=False).steps == ()


# ---- undo, redo, what-if


@given(walks, st.integers(0, 60))
@settings(max_examples=25)
def test_undo_goes_to_any_earlier_decision(walked, to):
    game = Game.new(walked[0])
    seen = [(game.position, game.decision, game.steps, game.rolls)]
    random = Random(walked[0])
    for _ in range(walked[1]):
        game.choose(random.choice(game.engine.options))
        seen.append((game.position, game.decision, game.steps, game.rolls))
    to = min(to, walked[1])
    text = game.log
    game.undo(to)
    assert (game.position, game.decision, game.steps, game.rolls) == seen[to]
    assert len(game) == to
    game.redo(walked[1] - to)
    assert (game.position, game.decision, game.steps, game.rolls) == seen[-1]
    assert game.log == text


def test_undo_goes_one_back_unless_told():
    game = a_walk(1, 20)
    game.undo()
    assert len(game) == 19
    game.redo()
    assert game.position == a_walk(1, 20).position


def test_another_choice_ends_what_could_be_done_again():
    game = a_walk(1, 20)
    game.undo(0)
    game.choose(next(action for action in game.engine.options if action != a_walk(1, 1).entries[0].action))
    with pytest.raises(BadInput, match=r"^count: "):
        game.redo()


def test_the_same_choice_keeps_it():
    game = a_walk(1, 20)
    game.undo(10)
    game.choose(a_walk(1, 20).entries[10].action)
    game.redo(9)
    assert game.position == a_walk(1, 20).position


@pytest.mark.parametrize("to", [-1, 21, "x", 1.0, True])
def test_undo_knows_only_what_was(to):
    game = a_walk(1, 20)
    with pytest.raises(BadInput, match=r"^to: "):
        game.undo(to)
    assert len(game) == 20


def test_nothing_is_before_the_beginning():
    with pytest.raises(BadInput, match=r"^to: found -1"):
        Game.new().undo()


def test_a_branch_is_a_game_of_its_own():
    game = a_walk(6, 40)
    before, log = game.position, game.log
    branch = game.branch()
    assert (branch.position, branch.log, branch.steps) == (before, log, game.steps)
    walk(branch, 30, chance=9)
    branch.remarks["title"] = "What if"
    assert (game.position, game.log) == (before, log)
    branch.undo(10)
    assert (game.position, game.log) == (before, log)
    walk(game, 20, chance=2)
    game.undo(0)
    assert len(branch) == 10
    assert branch.position == a_walk(6, 10).position


def test_branches_from_the_same_point_have_the_same_chance():
    game = a_walk(6, 40)
    assert walk(game.branch(), 30).position == walk(game.branch(), 30).position


# ---- saves


@given(walks)
@settings(max_examples=40)
def test_a_save_at_any_decision_goes_on_as_the_war_would(walked):
    game = a_walk(*walked, recorded=False)
    again = Game.from_position(position_from_data(position_to_data(game.position)), recorded=False)
    assert again.position == game.position
    assert again.decision == game.decision
    assert walk(again, 25).position == walk(game, 25).position


def test_a_save_in_a_file(tmp_path):
    game = a_walk(8, 55)
    save_position(game.position, tmp_path / "war.json")
    assert load_position(tmp_path / "war.json") == game.position


def test_a_position_without_anything_to_do_cannot_go_on():
    with pytest.raises(BadInput, match=r"^agenda: found"):
        Game.from_position(Game.new().start.replace(agenda=()))


def test_a_position_alone_can_be_asked():
    game = a_walk(8, 55)
    side = game.decision.side
    assert view_of_position(game.position, side).decision == game.decision
    assert verify(game.position, "pass") == game.verify("pass")


def test_readings_are_followed_and_checked():
    game = Game.new(1, readings={"barcelona": "none"})
    assert game.engine.reading("barcelona") == "none"
    assert game.branch().engine.reading("barcelona") == "none"
    with pytest.raises(BadInput, match=r"^readings"):
        Game.new(1, readings={"barcelona": "perhaps"})
