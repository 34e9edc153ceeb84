"""Whoever holds cards is asked about them, whatever they are: no question and no silence tells of a hand."""

from random import Random

import pytest
from golden import FOLDER, WARS
from msgspec import structs
from war_table import position_with

from ninevears_kernel.core.dice import GivenDice, NoDice
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_masks import NUMBER
from ninevears_kernel.nine_years.components.position import Corps, Hand
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.queries.choices import ActionGiven, options_after
from ninevears_kernel.play.match import PLAYERS
from ninevears_kernel.umpire.cases.refused import why_refused

SHORT, WITH_EVENTS = "sense_against_chance", "chance_against_chance"


def whole_war(asks_alike=True, look=None, war=SHORT):
    seed, *names = WARS[war]
    start = Game.new(seed, recorded=False)
    game, chance = Game(start.start, start.rule_tables, recorded=False, asks_alike=asks_alike), Random(seed)
    players = dict(zip(SIDES, (PLAYERS[name] for name in names), strict=True))
    while game.engine.side is not None:
        action = players[game.engine.side](game.engine, chance)
        if look is not None:
            look(game, action)
        game.choose(action)
    return game


def test_a_log_of_the_first_form_is_played_as_it_was():
    text = (FOLDER / "form_1.log").read_text(encoding="utf-8")
    game = read_log(text, recorded=False)
    assert game.log == text
    assert not game.asks_alike
    assert game.position == whole_war(asks_alike=False).position
    assert len(game) == 328


def test_the_war_is_the_same_and_more_of_it_is_written():
    first, second = (whole_war(alike, war=WITH_EVENTS) for alike in (False, True))
    assert first.position == second.position
    assert read_log(second.log, recorded=False).position == second.position
    rest = [(entry.side, entry.action) for entry in second.entries]
    for entry in first.entries:
        while rest.pop(0) != (entry.side, entry.action):
            pass
    assert len(second) > len(first)
    forced = {entry.action[0] for entry in second.entries} - {"end", "first"}
    assert {"play", "pass"} <= forced


def other_event_cards(game, chance):
    """The same war with other event cards in both hands, and as many; the cards of the deck as they lie."""
    twin = game.branch()
    board = twin.engine.board
    events = [*board.event_deck, *(name for side in SIDES for name in board.hand(side).events)]
    chance.shuffle(events)
    for side in SIDES:
        hand = board.hand(side)
        board.set_hand(side, structs.replace(hand, events=tuple(events.pop() for _ in hand.events)))
    board.event_deck = tuple(events)
    return twin


def questions_that_differ(asks_alike):
    """How often another hand of event cards would have changed who was asked what next."""
    chance, differ, seen = Random(7), [], set()

    def look(game, action):
        board = game.engine.board
        if action[0] == "event" or not any(board.hand(side).events for side in SIDES):
            return
        if board.phase != "campaign":
            return
        real, twin = game.branch(), other_event_cards(game, chance)
        real.carry_out(action)
        twin.carry_out(action)
        asked = [(one.engine.side, one.engine.board.agenda[-1][:1]) for one in (real, twin)]
        seen.update(asked[0][1])
        if asked[0] != asked[1] and real.engine.board.phase == "campaign":
            differ.append((len(game), asked))

    whole_war(asks_alike, look, WITH_EVENTS)
    return differ, seen


@pytest.mark.clause("NY 4.4", "NY 9.2.1")
def test_other_event_cards_in_a_hand_change_no_question():
    differ, seen = questions_that_differ(asks_alike=True)
    assert differ == []
    assert {"battle-card", "siege-card"} & seen


@pytest.mark.clause("NY 9.2.1", "NY 13.4.2")
def test_who_holds_no_card_for_the_battle_may_ask_about_anything_else():
    """The case of one refused action has no such question, and its battle would be rolled at once."""
    corps = (Corps("Dutch Republic", "Tournai"), Corps("France", "Tournai"))
    position = position_with(corps=corps, alliance_hand=Hand(events=("Spades in Spring",)))
    engine = Engine(Board(position), RulingContext(GivenDice(())), asks_alike=True)
    engine.then(("battle", "Bourbon", NUMBER["Lille"], NUMBER["Tournai"]))
    engine.advance()
    assert engine.board.agenda[-1][0] == "battle-card"
    assert [one.clause_id for one in why_refused(engine, ("campaign", NUMBER["Paris"]))] == ["NY 13.4.2"]
    assert options_after(ActionGiven(position=engine.board.position()), RulingContext(NoDice())) == ()


@pytest.mark.clause("NY 4.4")
def test_in_the_first_form_they_did():
    differ, _ = questions_that_differ(asks_alike=False)
    assert differ


@pytest.mark.clause("NY 13.3", "NY 4.4")
def test_the_last_kind_of_card_is_played_by_hand():
    """That a card was played without a word would tell that nothing else is in the hand."""
    game = Game.new(1690)
    while game.decision.name != "card":
        game.choose(game.decision.options[-1])
    side, board = game.decision.side, game.engine.board
    hand = board.hand(side)
    twos = structs.replace(hand, actions=(2,) * len(hand.actions))
    game = Game.from_position(
        game.position.replace(**{f"{side.lower()}_hand": twos}, action_deck=(), action_discards=())
    )
    assert [option.text for option in game.decision.options] == ["play 2"]
