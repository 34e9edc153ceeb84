"""Why an event card may not be played: the true reason, and the same whatever lies hidden."""

import pytest

from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.rules.events.held import against_card


def reason(name, timing="round", hand=(), theirs=(), **fields):
    start = Game.new(5).position
    hands = [
        {"set": "hand", "side": "Bourbon", "events": list(hand)},
        {"set": "hand", "side": "Alliance", "events": list(theirs)},
    ]
    board = Board(changed(start, hands).replace(**fields), standard_rule_tables())
    return [str(one.says) for one in against_card(board, "Bourbon", name, timing)]


def test_each_reason_is_said():
    assert reason("Spades in Spring") == ["The Bourbon side does not have Spades in Spring in hand."]
    (says,) = reason("Flank March at Fleurus", hand=["Flank March at Fleurus"])
    assert says.startswith("Flank March at Fleurus is a card for a battle")
    (says,) = reason("Spades in Spring", "battle", hand=["Spades in Spring"])
    assert says == "Spades in Spring is played in an action round, not on a roll."
    (says,) = reason("Fire in the Powder Tower", hand=["Fire in the Powder Tower"])
    assert "but cannot play it now: " in says
    deck = tuple(name for name in Game.new(5).position.event_deck if name != "Secret Subsidy")
    (says,) = reason("Secret Subsidy", event_deck=deck)
    assert says == "Secret Subsidy has been played already: the card has left the game."
    (says,) = reason("Beachy Head", lasting_events=("Beachy Head",))
    assert says.startswith("Beachy Head has been played already: the card lies on the map")


@pytest.mark.parametrize("name", ["Spades in Spring", "Secret Subsidy", "Waldeck's Squares"])
def test_where_an_unseen_card_is_makes_no_difference(name):
    """In the deck or in the enemy's hand: the refusal is the same."""
    assert reason(name) == reason(name, theirs=[name]) == [f"The Bourbon side does not have {name} in hand."]
