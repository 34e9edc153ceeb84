"""Dealing, the first player, and the rounds (NY 8.3, 13.1 to 13.4)."""

from collections import Counter

import pytest
from war_table import choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.position import Corps, Hand, Leader, Shifts
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.rules.campaign.rounds import action_cards, hand_size
from ninevears_kernel.nine_years.rules.sequence import initiative

QUIET = {"corps": (), "leaders": (), "fleets": ()}
"""No pieces: nothing can be done but to end the round, which the engine does by itself."""

MIXED = (1, 2, 3, 2) * 8


def quiet(**fields):
    return position_with(**QUIET | fields)


def hands(bourbon, alliance, **fields):
    """Hands of these cards on a map where something can be done."""
    return position_with(bourbon_hand=Hand(bourbon), alliance_hand=Hand(alliance), phase="campaign", **fields)


def in_hand(engine):
    return engine.board.bourbon_hand.actions, engine.board.alliance_hand.actions


@pytest.mark.clause("NY 5.1")
def test_the_action_deck():
    assert Counter(action_cards()) == {1: 8, 2: 16, 3: 8}


@pytest.mark.clause("NY 8.3")
@pytest.mark.clause("NY 20.2.5.1")
def test_the_phase_opens_with_three_cards_each_in_1688():
    engine = table(position_with(action_deck=action_cards()), ("campaign-phase",))
    assert engine.board.phase == "campaign"
    assert [len(hand) for hand in in_hand(engine)] == [3, 3]
    assert engine.board.action_deck == action_cards()[6:]


@pytest.mark.clause("NY 13.1")
def test_five_cards_in_later_years_fewer_for_a_reason_of_ones_own():
    position = position_with(
        {"set": "kww", "cell": 2},
        {"set": "year", "year": 1697},
        action_deck=action_cards(),
        alliance_hand=Hand(cards_conceded=1),
        card_change=Shifts(0, 1),
    )
    board = Board(position)
    assert hand_size(board, "Bourbon") == 4  # King William's War
    assert hand_size(board, "Alliance") == 5  # one conceded, one more by an event
    engine = table(position, ("campaign-phase",))
    assert engine.board.alliance_hand.cards_conceded == 0
    assert engine.board.card_change == Shifts()


@pytest.mark.clause("NY 13.1")
def test_no_hand_is_smaller_than_none():
    assert hand_size(Board(position_with(card_change=Shifts(-9, 0))), "Bourbon") == 0


@pytest.mark.clause("NY 13.1")
def test_a_deck_that_cannot_fill_both_hands_is_reshuffled():
    position = position_with(action_deck=(3, 3, 3, 3, 3), action_discards=(1, 1))
    engine = table(position, ("campaign-phase",))
    assert in_hand(engine) == ((3, 3, 3), (1, 3, 3))  # given dice: the order is kept
    assert engine.board.action_discards == engine.board.action_deck[1:] == ()
    enough = table(position.replace(action_deck=(3,) * 6), ("campaign-phase",))
    assert enough.board.action_discards == (1, 1)


@pytest.mark.clause("NY 13.1")
def test_the_seed_of_the_war_shuffles():
    dealt = set()
    for seed in range(8):
        board = Board(position_with(action_discards=action_cards(), seed=seed))
        engine = Engine(board, RulingContext(WarDice(seed)))
        engine.then(("campaign-phase",))
        engine.advance()
        assert Counter((*sum(in_hand(engine), ()), *engine.board.action_deck)) == Counter(action_cards())
        dealt.add(in_hand(engine))
    assert len(dealt) > 1


@pytest.mark.clause("NY 13.2.1.d")
def test_an_event_or_a_concession_makes_hands_unequal():
    later = {"action_deck": MIXED, "year": 1697}
    for position in (
        position_with(alliance_hand=Hand(cards_conceded=1), **later),
        position_with(card_change=Shifts(0, -1), **later),
        position_with({"set": "kww", "cell": -2}, **later),
    ):
        engine = table(position, ("campaign-phase",))
        assert [len(hand) for hand in in_hand(engine)] == [5, 4]


@pytest.mark.clause("NY 13.2.1.b")
def test_with_unequal_hands_the_larger_one_goes_first():
    engine = table(position_with(action_deck=MIXED, card_change=Shifts(0, 1)), ("campaign-phase",))
    assert engine.board.agenda[-1] == ("card", "Alliance")
    assert "NY 13.2.1.b" in cited(engine)


@pytest.mark.clause("NY 13.2.1.a")
def test_with_equal_hands_both_lay_a_card_and_the_higher_goes_first_and_is_played():
    position = hands((1, 2, 3), (1, 2, 3))
    engine = table(position, ("lay", "Bourbon", 0))
    assert options(engine) == ["lay 1", "lay 2", "lay 3"]
    assert clauses_against(engine, "lay 4") == ["NY 13.2.1.a"]
    choose(engine, "lay 2")
    assert engine.side == "Alliance"
    choose(engine, "lay 3")
    assert engine.board.active == "Alliance"
    assert engine.board.actions_left == 3
    assert in_hand(engine) == ((1, 2, 3), (1, 2))  # the second player takes the card back
    first = choose(table(position, ("lay", "Bourbon", 0)), "lay 3", "lay 1")
    assert first.board.active == "Bourbon"
    assert in_hand(first) == ((1, 2), (1, 2, 3))


@pytest.mark.clause("NY 13.2.1.c")
@pytest.mark.parametrize(("year", "chooser"), [(1693, "Bourbon"), (1694, "Alliance")])
def test_on_a_tie_the_initiative_player_chooses(year, chooser):
    engine = table(hands((1, 2), (1, 2), year=year), ("lay", "Bourbon", 0))
    choose(engine, "lay 2", "lay 2")
    assert engine.side == chooser
    assert options(engine) == ["first Bourbon", "first Alliance"]
    choose(engine, "first Alliance")
    assert (engine.board.active, engine.board.actions_left) == ("Alliance", 2)


@pytest.mark.clause("NY 13.2.1.c")
def test_the_alliance_has_the_initiative_from_1694_to_1707():
    years = [year for year in range(1680, 1720) if initiative(year) == "Alliance"]
    assert years == list(range(1694, 1708))


@pytest.mark.clause("NY 13.2.1.a")
@pytest.mark.clause("NY 13.2.1.c")
def test_the_initiative_player_lays_first():
    engine = table(position_with(action_deck=MIXED, year=1694), ("campaign-phase",))
    assert engine.board.agenda[-1] == ("lay", "Alliance", 0)


@pytest.mark.clause("NY 13.3")
def test_a_player_with_a_card_must_play_one():
    engine = table(hands((1, 2), ()), ("round", "Bourbon"))
    assert options(engine) == ["play 1", "play 2"]
    assert clauses_against(engine, "play 3") == ["NY 13.3"]
    assert clauses_against(engine, "pass") == ["NY 13.3"]


@pytest.mark.clause("NY 13.3")
@pytest.mark.clause("NY 13.1")
def test_rounds_alternate_until_both_hands_are_empty():
    engine = table(quiet(bourbon_hand=Hand((1, 3)), alliance_hand=Hand((2,))), ("round", "Bourbon"))
    choose(engine, "play 3")  # everything that follows is forced
    assert not engine.board.agenda
    assert engine.board.action_discards == (3, 2, 1)
    assert in_hand(engine) == ((), ())
    assert engine.board.active is None


@pytest.mark.clause("NY 13.1")
def test_without_cards_there_are_no_rounds():
    engine = table(position_with(), ("campaign-phase",))
    assert not engine.board.agenda
    assert in_hand(engine) == ((), ())


@pytest.mark.clause("NY 13.4.1")
@pytest.mark.parametrize("card", [1, 2, 3])
def test_a_card_gives_as_many_actions_as_it_says(card):
    engine = choose(table(hands((1, 2, 3), ()), ("card", "Bourbon")), f"play {card}")
    assert engine.board.actions_left == card
    assert engine.board.active == "Bourbon"
    assert engine.board.action_discards == (card,)


@pytest.mark.clause("NY 13.4.3")
@pytest.mark.clause("NY 13.4.2")
def test_at_the_end_of_a_round_every_piece_is_free_again():
    position = position_with(
        {"set": "besieged", "space": "Cork", "by": "Alliance"},
        corps=(
            Corps("France", "Paris", used=True),
            Corps("Jacobite", "Cork", inside=True, used=True),
            Corps("Spain", "Antwerp", reduced=True, used=True),
        ),
        leaders=(Leader("Humieres", "France", "Lille", used=True, intercepted=True, demoralised=True),),
        once_a_round=("transfer", "replace"),
        active="Bourbon",
        actions_left=1,
        alliance_hand=Hand((1, 2)),
    )
    engine = table(position, ("round-end", "Bourbon"))
    after = engine.board.position()
    assert not any(corps.used for corps in after.corps)
    assert after.leaders == (Leader("Humieres", "France", "Lille", demoralised=True),)
    assert after.once_a_round == ()
    assert after.actions_left == 0
    assert engine.side == "Alliance"
