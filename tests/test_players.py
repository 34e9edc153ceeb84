"""The computer players: their choices are legal; the sensible one does not cheat, and beats the random
one.
"""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from sizes import size
from war_table import choose, position_with, table

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.position import Fleet, Hand, SeaControl, Siege
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.games.fog import hidden_board
from ninevears_kernel.nine_years.games.game import new_engine
from ninevears_kernel.play import odds
from ninevears_kernel.play.evaluation import BOLD, Evaluation
from ninevears_kernel.play.heuristic_player import SCORES, bold_player, heuristic_player
from ninevears_kernel.play.match import PLAYERS, play_war
from ninevears_kernel.play.random_player import random_player
from ninevears_kernel.play.simulation import simulate

WARS = size("matches")
SURE = 0.95


def walked(seed, choices, player=heuristic_player):
    """A war after so many choices of a player."""
    war, chance = new_engine(seed), Random(seed)
    for _ in range(choices):
        if not war.options:
            break
        war.choose(player(war, chance))
    return war


def twin(war):
    """The same war on a board of its own."""
    board = war.board.copy()
    other = Engine(board, RulingContext(WarDice(board.seed, board.drawn), recorded=False), war.asks_alike)
    other.advance()
    return other


def hand_out_anew(war, chance):
    """Changes what the side to choose may not see: the enemy's cards, the order of the decks, the seed."""
    board, foe = war.board, enemy(war.side)
    hand = board.hand(foe)
    actions = list(board.action_deck + hand.actions)
    events = list(board.event_deck + hand.events)
    chance.shuffle(actions)
    chance.shuffle(events)
    many, few = len(hand.actions), len(hand.events)
    fresh = Hand(
        tuple(sorted(actions[:many])), tuple(sorted(events[:few])), hand.cards_conceded, hand.points_conceded
    )
    board.set_hand(foe, fresh)
    board.action_deck, board.event_deck = tuple(actions[many:]), tuple(events[few:])
    board.seed += 1


# ---- strength


@pytest.mark.parametrize("side", SIDES)
def test_sense_beats_chance_from_either_side(side):
    players = {one.lower(): "sensible" if one == side else "random" for one in SIDES}
    wars = simulate(WARS, seed=7, jobs=2, **players)
    assert sum(war.winner == side for war in wars) >= SURE * WARS


def test_the_bold_player_fears_less_and_leaves_the_first_round_to_the_enemy():
    """How much more it wins 400 wars tell (``benchmarks/matches.py``), not these."""
    engine = walked(1690, 0)
    while engine.board.agenda[-1][0] != "first-round":
        engine.choose(heuristic_player(engine, Random(1)))
    side = engine.side
    assert heuristic_player(engine, Random(1)) == ("first", side)
    assert bold_player(engine, Random(1)) == ("first", enemy(side))
    seen = hidden_board(engine.board, "Bourbon")
    careful, bold = (Evaluation(seen, "Bourbon"), Evaluation(seen, "Bourbon", taste=BOLD))
    feared, risked = (sum(look.exposed(space, 0) for space in range(len(SPACES))) for look in (careful, bold))
    assert 0 < risked < feared


def test_a_war_of_two_players_with_sense_is_a_war():
    war = play_war(dict.fromkeys(SIDES, heuristic_player), seed=3)
    assert war.sieges > 5
    assert war.battles > 2
    assert war.year > 1688
    assert len(war.victory_points) == war.year - 1687


# ---- what they may choose and see


@pytest.mark.parametrize("name", PLAYERS)
def test_every_choice_is_one_of_the_options(name):
    war, chance = new_engine(11), Random(11)
    for _ in range(600):
        if not war.options:
            break
        action = PLAYERS[name](war, chance)
        assert action in war.options
        war.choose(action)


@pytest.mark.clause("NY 4.4")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 30), st.integers(0, 600), st.integers(0, 99))
def test_what_is_hidden_changes_no_choice(seed, choices, other):
    war = walked(seed, choices)
    if not war.options:
        return
    twin_war = twin(war)
    hand_out_anew(twin_war, Random(other))
    if twin_war.options == war.options:  # the options themselves are the rules' affair
        for player in (heuristic_player, bold_player):
            assert player(twin_war, Random(1)) == player(war, Random(1))
    assert hidden_board(twin_war.board, war.side).position() == hidden_board(war.board, war.side).position()


@pytest.mark.clause("NY 4.4")
def test_what_stands_under_the_top_piece_changes_no_choice():
    """Two wars whose enemy stacks differ only below the top."""
    edits = {"add": "leader", "name": "Luxembourg", "space": "Mons", "named": True}
    control = {"set": "control", "space": "Mons", "side": "Bourbon"}
    garrison = {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True}
    choices = set()
    for reduced in (0, 3):
        position = position_with(
            garrison,
            control,
            edits,
            *[
                {"add": "corps", "power": "France", "space": "Mons", "count": count, "reduced": whether}
                for count, whether in ((6 - reduced, False), (reduced, True))
                if count
            ],
            phase="campaign",
            active="Alliance",
            actions_left=2,
        )
        war = table(position, ("action", "Alliance"))
        choices.add(heuristic_player(war, Random(1)))
    assert len(choices) == 1


def test_the_same_chance_makes_the_same_choices():
    records = {play_war({"Bourbon": random_player, "Alliance": heuristic_player}, seed=5) for _ in range(2)}
    assert len(records) == 1


def test_players_leave_the_war_as_it_is():
    war = walked(4, 150)
    before = war.board.position()
    for player in PLAYERS.values():
        player(war, Random(0))
    assert war.board.position() == before


def test_every_verb_of_the_menu_has_a_score():
    verbs = {verb for _, verb in SCORES}
    assert {"campaign", "transfer", "replace", "rally", "sail", "deploy", "event", "end"} <= verbs


# ---- what sense there is


def best(position, *items):
    """The war that goes on so, and what sense chooses in it."""
    war = table(position, *items)
    return war, heuristic_player(war, Random(1))


def in_a_round(*changes, side="Alliance", **fields):
    left = {"phase": "campaign", "active": side, "actions_left": 1, **fields}
    return position_with(*changes, **left), ("action", side)


def test_a_breached_fortress_is_stormed():
    position, item = in_a_round(
        {"remove": "corps", "power": "France", "space": "Tournai"},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 6},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"remove": "leader", "name": "Waldeck"},
        {"set": "control", "space": "Lille", "side": "Alliance"},
        sieges=(Siege("Tournai", "Alliance", continuing=True, strength_lost=1),),
    )
    war, action = best(position, item)
    assert action == ("campaign", NUMBER["Tournai"])
    war.choose(action)
    assert heuristic_player(war, Random(1)) == ("whole",)
    choose(war, "whole")
    assert heuristic_player(war, Random(1)) == ("besiege",)


@pytest.mark.clause("NY 7.1.2")
@pytest.mark.parametrize(("option", "stormed"), [("own-capital-only", True), ("no-line-at-all", False)])
def test_lines_are_judged_by_the_readings_of_the_war(option, stormed):
    position, item = in_a_round(
        {"remove": "corps", "power": "France", "space": "Tournai"},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 6},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"set": "control", "space": "Lille", "side": "Alliance"},
        {"set": "control", "space": "Amsterdam", "side": "Bourbon"},
        {"remove": "corps", "power": "Dutch Republic", "space": "Amsterdam", "count": 2},
        sieges=(Siege("Tournai", "Alliance", continuing=True, strength_lost=1),),
    )
    war = table(position, item, readings={"captured-capital": option})
    assert (heuristic_player(war, Random(1)) == ("campaign", NUMBER["Tournai"])) == stormed


@pytest.mark.clause("NY 13.5.6.a")
def test_a_fleet_sails_for_the_crown_of_england():
    position, item = in_a_round(
        fleets=(Fleet("Brest"), Fleet("Toulon", "box"), Fleet("Atlantic", "port", 2), Fleet("Mediterranean")),
        seas=SeaControl(None, "Bourbon"),
    )
    assert best(position, item)[1] == ("deploy", "Atlantic")


def test_british_corps_sail_to_the_front():
    position, item = in_a_round(
        {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
        {"remove": "corps", "power": "Jacobite", "space": "York", "reduced": True},
        *[
            {"set": "control", "space": space, "side": "Alliance"}
            for space in (
                "London",
                "Portsmouth",
                "Plymouth",
                "Bristol",
                "Chester",
                "York",
                "Edinburgh",
                "Highlands",
            )
        ],
        {"remove": "leader", "name": "James II"},
        {"add": "corps", "power": "Britain", "space": "London", "count": 4},
        {"add": "leader", "name": "Marlborough", "space": "London"},
        revolution=True,
        seas=SeaControl("Alliance", "Bourbon"),
        fleets=(Fleet("Brest"), Fleet("Toulon", "box"), Fleet("Atlantic", "box"), Fleet("Mediterranean")),
    )
    marlborough = [leader for leader in position.leaders if leader.name == "Marlborough"]
    war = table(position.replace(leaders=tuple(marlborough)), item)
    assert heuristic_player(war, Random(1)) == ("sail", NUMBER["London"])


AFTER_THE_REVOLUTION = (
    {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
    {"remove": "corps", "power": "Jacobite", "space": "York", "reduced": True},
    {"remove": "leader", "name": "James II"},
    *(
        {"set": "control", "space": space.name, "side": "Alliance"}
        for space in game_map().in_regions("England", "Scotland")
    ),
    {"set": "revolution", "done": True},
    {"set": "sea", "zone": "Atlantic", "side": "Alliance"},
)
BRITISH = (
    {"add": "corps", "power": "Britain", "space": "Bristol", "count": 4},
    {"add": "leader", "name": "Marlborough", "space": "Bristol"},
)


@pytest.mark.clause("NY 14.5.1")
def test_an_army_with_nothing_to_do_lands_in_ireland_where_nobody_guards_it():
    guards = [
        {"add": "corps", "power": "France", "space": space} for space in ("Nantes", "Rouen", "Cherbourg")
    ]
    position, item = in_a_round(
        *AFTER_THE_REVOLUTION, *BRITISH, *guards, alliance_hand=Hand((1, 1, 2, 3)), fleets=(), actions_left=2
    )
    war, action = best(position, item)
    assert action == ("sail", NUMBER["Bristol"])
    while not war.board.sieges:
        war.choose(heuristic_player(war, Random(1)))
    assert war.board.sieges[0].space in ("Cork", "Galway", "Derry")


@pytest.mark.clause("NY 12.3.1.c")
def test_the_last_space_of_ireland_is_worth_the_resource_point_that_all_of_it_brings():
    def worth(*taken):
        edits = [{"set": "control", "space": space, "side": "Alliance"} for space in taken]
        board = Board(position_with(*AFTER_THE_REVOLUTION, *edits))
        return Evaluation(hidden_board(board, "Alliance"), "Alliance").worth(NUMBER["Cork"])

    assert worth("Dublin", "Galway", "Derry") > worth("Dublin") > worth()


@pytest.mark.clause("NY 8.5.d")
def test_before_the_revolution_the_alliance_wants_nothing_in_england():
    look = Evaluation(hidden_board(Board(position_with()), "Alliance"), "Alliance")
    assert look.worth(NUMBER["London"]) == look.worth(NUMBER["Chester"]) == 0
    assert look.worth(NUMBER["Dublin"]) > 0


@pytest.mark.clause("NY 14.5.1")
def test_an_open_coast_is_exposed_to_who_rules_the_sea_and_one_corps_guards_it():
    def exposed(corps, *more):
        board = Board(position_with(*AFTER_THE_REVOLUTION, *more))
        return Evaluation(hidden_board(board, "Bourbon"), "Bourbon").exposed(NUMBER["Cork"], corps)

    sea_lost = ({"set": "sea", "zone": "Atlantic", "side": "Bourbon"}, *BRITISH)
    fleet_lost = (*sea_lost, {"set": "fleet", "fleet": "Atlantic", "place": "gone"})
    assert exposed(0, *BRITISH) > exposed(0, *sea_lost) > exposed(0, *fleet_lost) == 0
    assert exposed(1, *BRITISH) == 0


def test_the_loser_puts_peace_off_and_the_winner_does_not():
    for points, loser in ((18, "Alliance"), (27, "Bourbon")):
        position = position_with(year=1697, victory_points=points)
        for side in SIDES:
            war = table(position, ("concede", side))
            wanted = "points" if side == loser else "none"
            assert heuristic_player(war, Random(1)) == ("concede", wanted)


@pytest.mark.parametrize(("strength", "against", "chance"), [(1, 1, 0.5), (2, 1, 21 / 31), (1, 2, 10 / 31)])
def test_odds_of_a_fleet_are_those_of_two_dice_with_ties_rolled_again(strength, against, chance):
    assert odds.fleet(strength, against) == pytest.approx(chance)


def test_paris_is_a_heart_that_is_exposed_when_bare():
    board = Board(
        position_with(
            {"remove": "corps", "power": "France", "space": "Paris", "count": 2},
            {"set": "control", "space": "Reims", "side": "Alliance"},
            {"add": "corps", "power": "Dutch Republic", "space": "Reims", "count": 8},
        )
    )
    look = Evaluation(hidden_board(board, "Bourbon"), "Bourbon")
    paris = NUMBER["Paris"]
    assert look.exposed(paris, 0) > look.exposed(paris, 2) > look.exposed(paris, 6) == 0
