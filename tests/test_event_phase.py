"""The Event phase: Savoy, the later cards, who goes first, Marlborough, and the cards that are drawn."""

import pytest
from every_row import every_row
from war_table import KIT, choose, cited, options, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.position import Hand
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.rules.events.phase import starting_deck

SAVOY = ("Turin", "Nice", "Chambery")
LATER = [card.name for card in KIT.events.values() if card.joins == 1693]
MARLBOROUGH = {"add": "leader", "name": "Marlborough", "space": "Amsterdam"}


def phase(dice=(), *changes, **fields) -> Engine:
    """The Event phase of a position, up to its first decision."""
    return table(position_with(*changes, **fields), ("event-phase",), dice=dice)


# ---- before the turns


@pytest.mark.clause("NY 7.2.1.b", "NY 8.1")
def test_savoy_joins_in_1690_without_victory_points():
    board = phase(year=1690).board
    assert {board.controller(name) for name in SAVOY} == {"Alliance"}
    assert board.victory_points == 22
    assert board.control.Bourbon == position_with().control.Bourbon


@pytest.mark.clause("NY 7.2.1.b")
@pytest.mark.parametrize("fields", [{"year": 1689}, {"year": 1691}, {"year": 1690, "savoy_left": True}])
def test_savoy_joins_in_no_other_year_and_never_comes_back(fields):
    board = phase(**fields).board
    assert {board.controller(name) for name in SAVOY} == {None}


@pytest.mark.clause("NY 5.2.2", "NY 9.1", "NY 8.1")
def test_in_1693_the_later_cards_join_the_deck():
    board = phase(year=1693, event_deck=("Slankamen",)).board
    assert board.event_deck == ("Slankamen", *LATER)  # given dice leave the order of the table
    assert phase(year=1692, event_deck=("Slankamen",)).board.event_deck == ("Slankamen",)


@pytest.mark.clause("NY 5.2.2")
def test_the_deck_is_then_shuffled_by_the_seed_of_the_war():
    engine = Engine(Board(position_with(year=1693, event_deck=("Slankamen",), seed=7)))
    engine.then(("event-phase",))
    engine.advance()
    assert sorted(engine.board.event_deck) == sorted(("Slankamen", *LATER))
    assert engine.board.event_deck != ("Slankamen", *LATER)
    assert engine.board.drawn == len(LATER)


@pytest.mark.clause("NY 5.2.2")
def test_the_first_deck_holds_the_other_cards():
    first = starting_deck(KIT)
    assert set(first) | set(LATER) == set(KIT.events)
    assert not set(first) & set(LATER)
    assert 0.28 < len(LATER) / len(KIT.events) < 0.39


@pytest.mark.clause("NY 8.1", "NY 9.1")
@pytest.mark.parametrize(("year", "side"), [(1693, "Bourbon"), (1694, "Alliance")])
def test_the_side_with_the_initiative_chooses_who_goes_first(year, side):
    engine = phase(year=year)
    assert engine.side == side
    assert options(engine) == ["first Bourbon", "first Alliance"]
    assert engine.board.phase == "event"


# ---- the turns


@pytest.mark.clause("NY 8.1", "NY 9.1")
@pytest.mark.parametrize(("first", "other"), [("Bourbon", "Alliance"), ("Alliance", "Bourbon")])
def test_the_steps_follow_in_order(first, other):
    deck = ("Treaty of Vienna", "Secret Subsidy")
    engine = phase([5, 1], MARLBOROUGH, event_deck=deck)
    choose(engine, f"first {first}")
    assert engine.side == first
    choose(engine, "pass")
    assert engine.side == other
    choose(engine, "pass")
    assert [str(wanted) for _, wanted in engine.faces] == [
        "King William's War",
        "whether Marlborough falls from favour",
    ]
    assert engine.board.resource_change.Alliance == 2  # drawn first, and played for the Alliance by either
    assert engine.board.hand(other).events == ("Secret Subsidy",)
    assert not engine.board.agenda


@pytest.mark.clause("NY 8.1")
def test_who_has_strengthened_his_position_is_not_asked_again():
    engine = choose(phase([3], kww_strengthened=("Bourbon",)), "first Bourbon")
    assert engine.side == "Alliance"
    assert options(engine) == ["strengthen", "pass"]


@pytest.mark.clause("NY 8.1")
@pytest.mark.parametrize(("die", "stays"), [(1, True), (4, True), (5, False), (6, False)])
def test_marlborough_falls_from_favour_on_5_or_6(die, stays):
    engine = table(position_with(MARLBOROUGH), ("marlborough",), dice=[die])
    names = {leader.name for leader in engine.board.position().leaders}
    assert ("Marlborough" in names) is stays


@pytest.mark.clause("NY 8.1")
@every_row("space", ["London", "Amsterdam", "Elvas"])
def test_marlborough_may_fall_from_favour_wherever_he_is(space):
    engine = table(position_with({**MARLBOROUGH, "space": space}), ("marlborough",), dice=[5])
    assert "Marlborough" not in {leader.name for leader in engine.board.position().leaders}


@pytest.mark.clause("NY 8.1")
def test_no_roll_for_a_marlborough_who_is_not_on_the_map():
    assert table(position_with(), ("marlborough",)).faces == []
    waits = Board(position_with(MARLBOROUGH)).position()
    leaders = tuple(
        leader if leader.name != "Marlborough" else type(leader)("Marlborough", "Britain", None)
        for leader in waits.leaders
    )
    assert table(waits.replace(leaders=leaders), ("marlborough",)).faces == []


# ---- drawing


@pytest.mark.clause("NY 9.1", "NY 9.2.1")
@pytest.mark.parametrize("side", ["Bourbon", "Alliance"])
def test_a_card_is_played_whoever_draws_it_and_leaves_the_game(side):
    engine = table(position_with(event_deck=("Treaty of Vienna", "Slankamen")), ("draw-event", side))
    board = engine.board
    assert board.event_deck == ("Slankamen",)
    assert board.resource_change.Alliance == 2
    assert board.lasting_events == board.hand(side).events == ()


@pytest.mark.clause("NY 9.2.1")
def test_a_card_to_be_held_goes_to_the_hand_and_is_not_named():
    held = Hand(events=("Secret Subsidy",))
    position = position_with(event_deck=("Flank March at Fleurus",), bourbon_hand=held)
    engine = table(position, ("draw-event", "Bourbon"))
    assert engine.board.bourbon_hand.events == ("Secret Subsidy", "Flank March at Fleurus")
    assert not any("Fleurus" in str(step.says) for step in engine.context.steps)


@pytest.mark.clause("NY 9.2.2", "NY 9.1")
def test_a_card_that_cannot_be_played_leaves_the_game_and_no_other_is_drawn():
    before = position_with(event_deck=("Beachy Head", "Slankamen"))  # no Glorious Revolution yet
    engine = table(before, ("draw-event", "Bourbon"))
    assert engine.board.position() == before.replace(event_deck=("Slankamen",))
    assert "NY 9.2.2" in cited(engine)


@pytest.mark.clause("NY 9.1")
def test_an_empty_deck_brings_nothing():
    before = position_with()
    engine = Engine(Board(before), RulingContext(WarDice(1)))
    engine.then(("draw-event", "Alliance"))
    engine.advance()
    assert engine.board.position() == before
