"""What dice may bring is told as a player would say it: what they decide, each chance once, in order."""

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from hypothesis import given, strategies as st
from other_secrets import exchanged
from test_natural_actions import before_tournai
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.position import Fleet
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play.consequences import LETS_BE, consequence
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.outcomes import in_words, percents, results, spoken
from ninevears_kernel.play.table_data import consequence_told
from ninevears_kernel.umpire.luck.roll_kinds import KINDS

RISKY = frozenset(
    {
        "deploy",
        "besiege",
        "intercept",
        "avoid",
        "stand",
        "withdraw",
        "strengthen",
        "pass",
        "concede",
        "to",
        "lose",
    }
)
"""Verbs after which dice are rolled."""


@cache
def previews(seed=2, wanted=30, choices=1300):
    """Of a war by chance: choices that roll dice, with the war before each and what is told of it."""
    game, chance, found = Game.new(seed), Random(seed), []
    for _ in range(choices):
        if not game.engine.options or len(found) == wanted:
            break
        choice = chance.choice(game.engine.options)
        if choice[0] in RISKY and chance.random() < 0.5:
            option = next(one for one in game.decision.options if one.action == choice)
            brings = consequence(game, option, game.engine.side)
            if brings.outcomes:
                found.append((game.branch(), choice, brings))
        game.carry_out(choice)
    return found


def test_an_interception_tells_how_likely_it_comes_whatever_battle_follows():  # NY 14.6.1
    """“7 %: Gastanaga intercepts and …” was read as 7 % where 17 % intercept."""
    game, random, seen = Game.new(1, recorded=False), Random(1), 0
    while seen < 3:
        tries = [one for one in game.decision.options if one.action[0] == "intercept"]
        for option in tries[:1]:
            brings = consequence(game, option, game.engine.side)
            comes = [one for one in brings.outcomes if one.decided[0].id == "outcome.intercepts"]
            total = sum(one.chance for one in comes)
            if len(comes) < 2 or brings.others:
                continue
            seen += 1
            assert 6 * total in range(1, 7)  # a die alone says whether it comes
            leader, space = (comes[0].decided[0].values[name] for name in ("leader", "space"))
            told = say("outcome.intercepts-in-all", leader=leader, space=space, chance=total)
            assert all(one.says[0] == told for one in comes)
        game.carry_out(heuristic_player(game.engine, random))


def test_each_outcome_says_what_was_decided_and_no_two_the_same():
    kinds = set()
    for game, choice, brings in previews():
        where = f"{choice} of {game!r}"
        told = consequence_told(brings)["outcomes"]
        assert all(one.says for one in brings.outcomes), where
        sentences = [one.says for one in brings.outcomes]
        assert len({*sentences}) == len(sentences), where
        assert sum(one.chance for one in brings.outcomes) + brings.others == 1, where
        assert sum(whole for *_, whole, _ in told) == pytest.approx(100, abs=len(told)), where
        kinds |= {wanted.id for _, wanted in brings.rolls}
    assert len(kinds) > 3


def test_what_was_decided_is_among_what_was_told():
    checked = 0
    for game, choice, brings in previews():
        if brings.until is not None or brings.others:
            continue  # others are asked first
        game = game.branch()
        game.recorded = True
        game.carry_out(choice)
        happened = [str(spoken(one)) for one in results(game.steps[len(brings.steps) :])]
        if happened:
            checked += 1
            assert any(one.says[0] == happened[0] for one in brings.outcomes), happened
    assert checked > 5


def test_who_may_answer_before_the_dice_is_told():
    seen = set()
    for game, _choice, brings in previews():
        if brings.until is None or not game.engine.side:
            continue
        assert brings.given is not None
        seen |= {part.id for part in _parts(brings.given)}
    assert "consequence.given-strengthen" in seen
    assert len(seen) > 1
    assert seen <= {f"consequence.given-{name}" for name in [*LETS_BE, "covered"]}


def _parts(message):
    for value in message.values.values():
        if hasattr(value, "id"):
            yield from [value] if value.id.startswith("consequence.") else _parts(value)


def test_every_kind_of_roll_has_words_for_what_it_decides():
    """A fate is told besides; every other die decides something that `results` has a sentence for."""
    rolled = set()
    for seed in (2, 8):
        game, chance = Game.new(seed), Random(seed)
        while game.engine.options:
            game.carry_out(chance.choice(game.engine.options))
            kinds = {wanted.id for _, wanted in game.rolls}
            asked = game.engine.decision and game.engine.board.agenda[-1][0]
            if kinds and asked not in ("losses", "sea-loss"):
                rolled |= kinds
                assert results(game.steps), (kinds, [str(step.says) for step in game.steps])
    assert {*KINDS} - rolled <= {"events.marlborough-roll", "march.roll-line", "siege.roll"}


@pytest.mark.clause("NY 8.5.d")
def test_a_fleet_that_would_bring_the_revolution_is_told_so():
    start = scenario_1688()
    fleets = tuple(Fleet("Atlantic", "port", 2) if one.name == "Atlantic" else one for one in start.fleets)
    fields = {"phase": "campaign", "active": "Alliance", "actions_left": 2, "fleets": fleets}
    game = Game.from_position(position_with(agenda=("action Alliance",), **fields))
    option = next(one for one in game.decision.options if one.text == "deploy Atlantic")
    wins, fails = sorted(consequence(game, option).outcomes, key=lambda one: "stays" in one.says[0])
    assert any("Britain joins the Alliance in the coming winter" in one for one in wins.says)
    assert not any("Britain" in one for one in fails.says)


def test_of_every_verb_something_is_told():
    told = set()
    for seed in (1, 7):
        game, chance = Game.new(seed, recorded=False), Random(seed)
        while game.engine.options:
            choice = chance.choice(game.engine.options)
            if (game.engine.board.agenda[-1][0], choice[0]) not in told:
                told.add((str(game.engine.board.agenda[-1][0]), choice[0]))
                option = next(one for one in game.decision.options if one.action == choice)
                brings = consequence_told(consequence(game, option, game.engine.side))
                assert any(brings[part] for part in ("steps", "changes", "outcomes", "until")), option.text
                assert all(line for part in ("changes", "besides") for line in brings[part])
            game.carry_out(choice)
    assert len({verb for _, verb in told}) > 30


@pytest.mark.clause("NY 17.5.2")
def test_a_siege_roll_is_told_by_what_it_does_to_the_fortress():
    game = Game.from_position(before_tournai(7))
    for choice in ("campaign Tournai", "whole"):
        game.choose(choice)
    option = next(one for one in game.decision.options if one.text == "besiege")
    brings = consequence(game, option, "Alliance")
    assert {wanted.id for _, wanted in brings.rolls} == {"siege.roll"}
    said = {one.says[0].replace(" Tournai", ""): one.chance for one in brings.outcomes}
    assert "Nothing is achieved at." in said
    assert sum(said.values()) == 1


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("walked", [(3, 160), (5, 420), (11, 333), (12, 620)])
def test_what_is_hidden_changes_no_word(walked):
    game = a_walk(*walked)
    side = game.engine.side
    twin = exchanged(game, side, walked[0])
    for option, other in [*zip(game.decision.options, twin.decision.options, strict=True)][:6]:
        assert consequence_told(consequence(game, option, side)) == consequence_told(
            consequence(twin, other, side)
        )
    assert enemy(side)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=9))
def test_what_may_come_makes_a_hundred_together(weights):
    """But that equal chances are told as equal ones; each is as near as whole per cent can be."""
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    told = percents(chances)
    alike = Counter(chances)
    assert 100 - sum(count - 1 for count in alike.values()) <= sum(told) <= 100
    assert len({*zip(chances, told, strict=True)}) == len(alike)
    assert all((whole == 100) == (chance == 1) and whole for chance, whole in zip(chances, told, strict=True))
    if min(chances) * 100 >= 1:
        assert all(abs(100 * chance - whole) < 1 for chance, whole in zip(chances, told, strict=True))


@given(st.fractions(0, 1, max_denominator=5000))
def test_a_chance_in_words_is_near(chance):
    whole, rest = percents([chance, 1 - chance])
    assert abs(100 * chance - whole) <= 1
    assert (whole in (0, 100)) == (chance in (0, 1))
    assert whole + rest == 100 or chance == Fraction(1, 2)
    words = in_words(chance)
    if words[-1].isdigit():
        count, of = [int(word) for word in words.split() if word.isdigit()]
        assert abs(Fraction(count, of) - chance) <= Fraction(1, 24)
        assert "about" in words or Fraction(count, of) == chance
    else:
        assert chance in (0, 1)


def test_a_side_goes_by_its_name_in_what_dice_may_bring():
    """Who plays the Bourbons reads that they win, and nowhere of "the Bourbon side"."""
    told = {says for _, _, brings in previews() for one in brings.outcomes for says in one.says}
    assert any(says.startswith(("The Bourbons ", "The Alliance ")) for says in told)
    assert not [says for says in told if "Bourbon side" in says or "Alliance side" in says]
