"""The event cards: each can be played and does what it says, and is put away where it cannot be played."""

import re
from random import Random

import pytest
from every_row import every_row
from invariants import broken, corps_by_power
from war_table import KIT, choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.event_cards import load_event_cards
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import INSIDE, SIDE_OF_CORPS, USED, top_corps
from ninevears_kernel.nine_years.components.position import (
    BothSides,
    Corps,
    Fleet,
    Hand,
    Leader,
    SeaControl,
    Shifts,
    Siege,
    Waiting,
)
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.nine_years.components.rule_tables import RuleTables
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.components.tables import DATA
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine, violations
from ninevears_kernel.nine_years.engine.notation import parsed, written
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.rules.events.choices import _against_march_on
from ninevears_kernel.nine_years.rules.events.conditions import area_mask
from ninevears_kernel.nine_years.rules.events.effects import play, roll_bonus
from ninevears_kernel.nine_years.rules.events.held import discard, held, limit_change, out_this_year
from ninevears_kernel.nine_years.rules.events.vocabulary import (
    CONDITIONS,
    EFFECTS,
    EffectWord,
    playable,
    words_of,
)
from ninevears_kernel.play.session import Session
from ninevears_kernel.teaching import january_1690

CARDS = list(KIT.events.values())
DRAWN = [card.name for card in CARDS if not card.hold]
HELD = [card.name for card in CARDS if card.hold]
ASKS_NOTHING = {"points", "base", "cards", "score", "into-pool", "new-corps", "limit"}
"""Words of effects that can be done whatever lies on the map."""
ALWAYS = [
    name
    for name, words in words_of(KIT).items()
    if name in DRAWN and not words.conditions and {said.word for said in words.effects} <= ASKS_NOTHING
]
LASTING = [card.name for card in CARDS if card.lasting]
REVOLUTION = [
    *(
        {"set": "control", "space": space.name, "side": "Alliance"}
        for space in SPACES
        if space.power == "Britain"
    ),
    {"set": "control", "space": "Highlands", "side": "Bourbon"},
    {"remove": "corps", "power": "Jacobite", "space": "London", "count": 2},
    {"remove": "corps", "power": "Jacobite", "space": "York", "reduced": True},
    {"set": "pool", "power": "Jacobite", "corps": 3},
    {"add": "corps", "power": "Britain", "space": "London", "count": 2},
    {"add": "leader", "name": "James II", "space": "Paris"},
    {"add": "leader", "name": "Marlborough", "space": "London"},
]
SAVOY = [
    *({"set": "control", "space": name, "side": "Alliance"} for name in ("Turin", "Nice", "Chambery")),
    {"add": "corps", "power": "Savoy", "space": "Turin"},
]
SPAIN = [
    {"remove": "corps", "power": "Spain", "space": "Girona", "reduced": True},
    {"set": "control", "space": "Girona", "side": "Bourbon"},
    {"add": "corps", "power": "France", "space": "Girona"},
]
DUBLIN_LOST = [
    {"remove": "corps", "power": "Jacobite", "space": "Dublin", "reduced": True},
    {"add": "leader", "name": "Tyrconnell", "space": "Galway"},
    {"add": "corps", "power": "Jacobite", "space": "Galway"},
    {"set": "control", "space": "Dublin", "side": "Alliance"},
]
SPECIAL = {
    "Killiecrankie": [{"add": "leader", "name": "Claverhouse", "space": "Highlands"}],
    "Treaty of Limerick": DUBLIN_LOST,
    "Flight of the Wild Geese": DUBLIN_LOST,
}
ATLANTIC = {"Guerre de Course": "Alliance", "Blockade of French Ports": "Alliance"}


def war_in_full(name: str = ""):
    """A year in which a card finds all that it asks for."""
    fleets = (Fleet("Brest"), Fleet("Toulon", "box"), Fleet("Atlantic"), Fleet("Mediterranean"))
    if ATLANTIC.get(name):
        fleets = (*fleets[:2], Fleet("Atlantic", "box"), fleets[3])
    asked = words_of(KIT)[name].conditions if name else ()
    last_years = [said.arguments[1] for said in asked if said.word == "year"]
    return position_with(
        *REVOLUTION,
        *SAVOY,
        *SPAIN,
        *SPECIAL.get(name, ()),
        year=min([1694, *last_years]),
        revolution=True,
        seas=SeaControl(ATLANTIC.get(name), "Bourbon"),
        fleets=fleets,
    )


def bare_land(cell: int):
    """A map without pieces, friends or fleets, where hardly anything can be done."""
    nothing = position_with(corps=(), leaders=(), pools=(), kww_support=SIDES, kww_cell=cell)
    return nothing.replace(
        control=nothing.control.__class__(0, 0),
        seas=SeaControl("Bourbon", None),
        fleets=tuple(Fleet(fleet.name, "gone") for fleet in nothing.fleets),
    )


def in_a_siege(side):
    """A round of a side that besieges a fortress, with troops that are weakened, used and demoralised."""
    power, space, other = ("France", "Mons", "Spain") if side == "Bourbon" else ("Spain", "Lille", "France")
    position = war_in_full().replace(active=side, actions_left=1)
    corps = tuple(
        type(one)(one.power, one.space, one.reduced, inside=True) if one.space == space else one
        for one in position.corps
    )
    besiegers = type(corps[0])(power, space, reduced=True, demoralised=True, used=True)
    leaders = tuple(
        type(one)(one.name, one.power, one.space, one.named, inside=True) if one.space == space else one
        for one in position.leaders
    )
    assert any(one.inside and one.power == other for one in corps)
    return position.replace(
        corps=tuple(sorted((*corps[:2], besiegers, *corps[2:]))),
        leaders=leaders,
        sieges=(Siege(space, side),),
    )


def effects(name: str) -> list:
    """The words of a card's effects."""
    return [said.word for said in words_of(KIT)[name].effects]


def play_out(engine):
    """Takes the first option of every choice."""
    while engine.options:
        engine.choose(engine.options[0])
    return engine


def draw(position, side, name, readings=None):
    """A side draws a card."""
    return table(position.replace(event_deck=(name,)), ("draw-event", side), readings=readings)


def names(board) -> set[str]:
    """The leaders in the game."""
    return {leader.name for leader in board.position().leaders}


# ---- the deck


def test_the_deck_is_large_enough_and_as_kind_to_the_one_side_as_to_the_other():
    assert len(CARDS) >= 44
    sides = [card.side for card in CARDS]
    assert abs(sides.count("Bourbon") - sides.count("Alliance")) <= 3
    assert sides.count(None) >= 10


def test_a_card_tells_what_it_does_what_happened_and_where_that_stands():
    for card in CARDS:
        assert all(text.endswith((".", ")")) for text in (card.says, card.history, card.source)), card.name
        assert len(card.history) > 40
        assert re.search(r": .+ \(1\d{3}\)$|: .+ \(20\d\d\)$", card.source), card.name


def test_held_cards_serve_either_side():
    assert all(card.side is None for card in CARDS if card.hold)


def test_every_word_of_the_language_is_used_by_a_card():
    said = {one.word for words in words_of(KIT).values() for one in (*words.conditions, *words.effects)}
    assert said == EFFECTS.keys() | CONDITIONS.keys()


# ---- every card


@pytest.mark.clause("NY 9.2.1", "NY 12.0")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", DRAWN)
def test_a_card_is_played_and_leaves_a_valid_board(name, side):
    before = Board(war_in_full(name))
    assert not broken(before)
    assert playable(before, side, name)
    engine = play_out(draw(before.position(), side, name))
    assert not broken(engine.board)
    assert not engine.board.agenda
    assert name not in engine.board.event_deck + engine.board.hand(side).events
    assert (name in engine.board.lasting_events) is (name in LASTING)
    more = {}
    for said in words_of(KIT)[name].effects:
        if said.word in ("new-corps", "into-pool", "corps-at"):
            number = 1 if said.word == "corps-at" else said.arguments[1]
            more[said.arguments[0]] = more.get(said.arguments[0], 0) + number
    assert dict(corps_by_power(engine.board) - corps_by_power(before)) == more
    assert not corps_by_power(before) - corps_by_power(engine.board)
    come, gone = names(engine.board) - names(before), names(before) - names(engine.board)
    assert (len(come), len(gone)) == (effects(name).count("brings"), effects(name).count("dies"))
    assert engine.board.position() != before.position()
    assert Board(engine.board.position()).position() == engine.board.position()


@pytest.mark.clause("NY 9.2.2")
@pytest.mark.parametrize("name", [name for name in DRAWN if name not in ALWAYS])
def test_a_card_leaves_the_game_unplayed_where_its_conditions_do_not_hold(name):
    position = next(p for p in map(bare_land, (-2, 2)) if not playable(Board(p), "Bourbon", name))
    engine = draw(position, "Bourbon", name)
    assert engine.board.position() == position
    assert not engine.options


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("name", ALWAYS)
def test_some_cards_can_always_be_played(name):
    engine = draw(bare_land(0), "Bourbon", name)
    assert "NY 9.2.1" in cited(engine)


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", HELD)
def test_a_held_card_is_kept_and_played_on_its_occasion(name, side):
    card = KIT.events[name]
    besieged = name in ("Sorties from Mainz", "Fort William at Namur")
    position = in_a_siege(enemy(side) if besieged else side)
    assert not broken(Board(position))
    engine = draw(position, side, name)
    assert engine.board.hand(side).events == (name,)
    timings = [timing for timing in ("round", "battle", "siege") if held(engine.board, side, timing)]
    assert timings == [card.hold]
    before = corps_by_power(engine.board)
    play(engine, side, name)
    engine.advance()
    play_out(engine)
    assert not broken(engine.board)
    assert corps_by_power(engine.board) == before
    assert not engine.board.hand(side).events
    assert not engine.board.lasting_events
    if card.hold == "round":
        assert engine.board.position() != position
    else:
        assert roll_bonus(engine, name) == (-1 if besieged else 1)


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("name", [name for name in HELD if KIT.events[name].hold != "battle"])
def test_a_held_card_waits_until_it_can_be_played(name):
    hand = Hand(events=(name,))
    for timing in ("round", "siege"):
        assert held(Board(war_in_full().replace(bourbon_hand=hand)), "Bourbon", timing) == ()


def test_each_side_plays_siege_cards_for_its_own_part():
    hand = Hand(events=("Vauban in the Trenches", "Sorties from Mainz"))
    board = Board(in_a_siege("Bourbon").replace(bourbon_hand=hand, alliance_hand=hand))
    assert held(board, "Bourbon", "siege") == ("Vauban in the Trenches",)
    assert held(board, "Alliance", "siege") == ("Sorties from Mainz",)


def test_discarding_takes_one_card_from_the_hand():
    board = Board(position_with(alliance_hand=Hand((2,), ("Secret Subsidy", "Fire in the Powder Tower"))))
    discard(board, "Alliance", "Secret Subsidy")
    assert board.alliance_hand == Hand((2,), ("Fire in the Powder Tower",))


# ---- choices


@pytest.mark.clause("NY 9.2.1")
def test_the_owner_chooses_which_of_his_corps_is_reduced():
    engine = draw(position_with(), "Alliance", "Return of the Vaudois")
    assert engine.side == "Bourbon"
    assert options(engine) == ["weaken France, Pinerolo", "weaken France, Casale"]
    choose(engine, "weaken France, Casale")
    assert [corps.reduced for corps in engine.board.position().corps_in("Casale")] == [True]


def devastated(*covered):
    """The Palatinate is devastated while these corps lie under Waldeck in Cologne."""
    start = position_with({"add": "leader", "name": "Waldeck", "space": "Cologne"})
    own = tuple(corps for corps in start.corps if corps.space != "Cologne")
    return draw(start.replace(corps=(*own, *covered)), "Bourbon", "Devastation of the Palatinate")


@pytest.mark.clause("NY 9.2.1", "NY 4.4")
def test_what_lies_covered_changes_nothing_that_who_chooses_is_told():
    told = set()
    for power in ("Austria", "Empire", "Dutch Republic"):
        for reduced in (False, True):
            engine = devastated(Corps(power, "Cologne", reduced=reduced), Corps("Austria", "Cologne"))
            assert "choose Cologne" in options(engine)
            asked = (
                "weaken Austria, Cologne",
                "weaken Empire reduced, Cologne",
                "choose Cologne",
                "choose Paris",
            )
            found = [[str(one.says) for one in violations(engine, parsed(text, KIT))] for text in asked]
            told.add(str((options(engine), found)))
    assert len(told) == 1
    assert "covered" in told.pop()


@pytest.mark.clause("NY 9.2.1", "NY 4.4", "NY 12.3.2")
def test_of_a_covered_stack_the_corps_on_top_is_reduced():
    engine = devastated(Corps("Austria", "Cologne", reduced=True), Corps("Austria", "Cologne"))
    choose(engine, "choose Cologne")
    left = engine.board.position().corps_in("Cologne")
    assert [corps.reduced for corps in left] == [True, True]
    engine = devastated(Corps("Austria", "Cologne", reduced=True))
    choose(engine, "choose Cologne")
    assert engine.board.position().corps_in("Cologne") == ()


@pytest.mark.clause("NY 4.4")
def test_no_card_lets_anybody_choose_among_corps_that_they_do_not_see():
    """Each choice about corps is about one's own, or is made by the space."""
    looked = 0
    for name, words in words_of(KIT).items():
        for said in words.effects:
            word, whose = EFFECTS[said.word], said.arguments[1:2]
            if isinstance(word, EffectWord) or word.verb == "choose":
                continue
            looked += 1
            for player in SIDES:
                chooser, *rest = said.seen_by(player)
                if "power" in word.kinds:
                    assert powers()[whose[0]].side == chooser, name
                elif word.kinds[1:2] == ("who",):
                    assert rest[0] == chooser or word.of_enemy.verb == "choose", name
    assert looked > 10


def test_a_log_that_names_the_corps_means_the_space():
    """As logs were written before."""
    for seed in range(60):
        game = Game.new(seed, recorded=False)
        random = Random(seed)
        while game.engine.side is not None and game.position.year < 1691:
            last = game.engine.board.agenda[-1]
            if last[0] == "event-choice" and last[2] == "Devastation of the Palatinate":
                space = game.engine.options[0][1]
                corps = top_corps(game.engine.board.stacks["Alliance"][space])
                game.choose(game.engine.options[0])
                new, old = written(("choose", space), KIT), written(("weaken", corps, space), KIT)
                assert f"Bourbon: {new}\n" in game.log
                again = read_log(game.log.replace(f"Bourbon: {new}\n", f"Bourbon: {old}\n"))
                assert again.position == game.position
                again.undo(len(again) - 1)
                again.redo()
                assert again.position == game.position
                return
            game.choose(random.choice(game.engine.options))
    pytest.fail("the card was never drawn")


@pytest.mark.clause("NY 4.4")
@pytest.mark.parametrize("corps", ["Austria", "Empire reduced"])
def test_a_log_that_names_a_corps_of_the_only_stack_is_read_too(corps):
    start = january_1690(seed=1)
    own = [one for one in start.corps if not area_mask("Germany") >> NUMBER[one.space] & 1]
    two = [Corps("Austria", "Cologne"), Corps("Empire", "Cologne", reduced=True)]
    deck = ("Devastation of the Palatinate", *start.event_deck)
    game = Game.from_position(start.replace(corps=(*own, *two), event_deck=deck))
    for text in ("first Bourbon", "pass", "pass"):
        game.choose(text)
    assert game.position.corps_in("Cologne") != tuple(two), "one stack is no choice"
    log = f"{game.log.rstrip()}\nBourbon: weaken {corps}, Cologne\n"
    again = read_log(log)
    left = {str(one.power): one.reduced for one in again.position.corps_in("Cologne")}
    assert left == ({"Austria": True, "Empire": True} if corps == "Austria" else {"Austria": False})
    assert Session(again).game.position == again.position
    again.undo()
    again.redo()
    assert {str(one.power): one.reduced for one in again.position.corps_in("Cologne")} == left


@pytest.mark.clause("NY 9.2.1", "NY 12.3.2")
def test_a_reduced_corps_that_is_reduced_again_goes_to_its_pool():
    engine = draw(war_in_full(), "Bourbon", "Relief of Derry")
    assert not engine.options  # there is one corps in Ireland, and a choice of one is none
    assert engine.board.position().corps_in("Dublin") == ()
    assert engine.board.pool("Jacobite") == 4
    assert engine.board.victory_points == 23


def bourbon_leader_in_ireland(*changes):
    """The Relief of Derry is drawn while Tyrconnell is in Dublin with the one corps, which is reduced."""
    tyrconnell = {"add": "leader", "name": "Tyrconnell", "space": "Dublin"}
    return draw(changed(war_in_full(), [tyrconnell, *changes]), "Alliance", "Relief of Derry")


def where_is(engine, leader) -> str:
    return next(one.space for one in engine.board.position().leaders if one.name == leader)


@pytest.mark.clause("NY 9.2.1", "NY 14.3")
def test_a_leader_who_loses_his_last_corps_to_a_card_stays_in_a_friendly_space():
    engine = bourbon_leader_in_ireland()
    assert engine.board.position().corps_in("Dublin") == ()
    assert where_is(engine, "Tyrconnell") == "Dublin"


@pytest.mark.clause("NY 9.2.1", "NY 14.3", "NY 17.6")
def test_a_besieger_who_loses_his_last_corps_to_a_card_goes_to_the_nearest_friendly_space():
    dublin = {"set": "control", "space": "Dublin", "side": "Alliance"}
    besieged = {"set": "besieged", "space": "Dublin", "by": "Bourbon"}
    engine = bourbon_leader_in_ireland(dublin, besieged)
    assert not engine.board.sieges
    assert where_is(engine, "Tyrconnell") == "Derry"


@pytest.mark.clause("NY 9.2.1", "NY 17.6")
def test_a_besieger_who_has_another_corps_goes_on_when_a_card_takes_one():
    dublin = {"set": "control", "space": "Dublin", "side": "Alliance"}
    besieged = {"set": "besieged", "space": "Dublin", "by": "Bourbon"}
    second = {"add": "corps", "power": "Jacobite", "space": "Dublin", "reduced": True}
    engine = bourbon_leader_in_ireland(dublin, besieged, second)
    assert [siege.space for siege in engine.board.sieges] == ["Dublin"]
    assert where_is(engine, "Tyrconnell") == "Dublin"


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("weaken France, Paris", ["NY 9.2.1"]),  # not in Italy
        ("weaken France reduced, Casale", ["NY 9.2.1"]),  # no such corps
        ("weaken Spain, Milan", ["NY 9.2.1"]),  # not his
        ("weaken Spain, Paris", ["NY 9.2.1", "NY 9.2.1"]),
        ("choose Casale", ["NY 9.2.1"]),
        ("weaken France, Casale", []),
    ],
)
def test_every_reason_against_a_choice_is_told(text, clauses):
    assert clauses_against(draw(position_with(), "Alliance", "Return of the Vaudois"), text) == clauses


@pytest.mark.clause("NY 9.2.1")
def test_a_revolt_takes_an_unfortified_space_without_corps():
    position = position_with({"add": "corps", "power": "France", "space": "Lyon"})
    engine = draw(position, "Bourbon", "Rising in the Vivarais")
    assert engine.side == "Alliance"
    assert "choose Toulouse" in options(engine)
    assert clauses_against(engine, "choose Lyon") == ["NY 9.2.1"]  # corps there
    assert clauses_against(engine, "choose Rouen") == ["NY 9.2.1"]  # fortified
    assert clauses_against(engine, "choose Seville") == ["NY 9.2.1"]  # elsewhere
    choose(engine, "choose Toulouse")
    assert engine.board.controller("Toulouse") == "Alliance"
    assert engine.board.victory_points == 22


@pytest.mark.clause("NY 9.2.1")
def test_a_revolt_may_break_out_in_just_the_open_enemy_towns_of_its_area_without_corps():
    """Reims is nobody's, Orleans of the side that revolts, Lyon held down; the others of France are open."""
    engine = draw(
        position_with(
            {"set": "control", "space": "Reims", "side": None},
            {"set": "control", "space": "Orleans", "side": "Alliance"},
            {"add": "corps", "power": "France", "space": "Lyon"},
        ),
        "Alliance",
        "Rising in the Vivarais",
    )
    may = {f"choose {name}" for name in ("Cherbourg", "Toulouse", "Dijon", "Limoges")}
    every = {f"choose {space.name}" for space in SPACES}
    assert set(options(engine)) == {text for text in every if not clauses_against(engine, text)} == may


@pytest.mark.clause("NY 9.2.1")
def test_the_revolt_in_castile_spares_the_capital():
    engine = draw(position_with(), "Bourbon", "Bread Riots in Castile")
    assert options(engine) == ["choose Valladolid", "choose Seville"]
    assert clauses_against(engine, "choose Madrid") == ["NY 9.2.1"]


def test_a_leader_alone_flees_from_a_revolt():
    position = position_with({"add": "leader", "name": "Gastanaga", "space": "Seville"})
    engine = choose(draw(position, "Bourbon", "Bread Riots in Castile"), "choose Seville")
    assert not broken(engine.board)
    assert not any(leader.space == "Seville" for leader in engine.board.position().leaders)


# ---- held cards in play


def played(name, side="Bourbon", **fields):
    """A side in its round plays a card that it holds."""
    engine = table(in_a_siege(side).replace(**fields))
    play(engine, side, name)
    engine.advance()
    return engine


@pytest.mark.clause("NY 13.4.1")
def test_the_magazines_give_an_action_but_never_a_fourth():
    assert played("Louvois' Magazines", actions_left=2).board.actions_left == 3
    for left, may in ((0, False), (1, True), (2, True), (3, False)):
        board = Board(in_a_siege("Bourbon").replace(actions_left=left))
        assert playable(board, "Bourbon", "Louvois' Magazines") == may, left
    assert not playable(Board(in_a_siege("Bourbon")), "Alliance", "Louvois' Magazines")  # not its round


@pytest.mark.clause("NY 13.4.3")
def test_a_forced_march_lets_the_troops_of_a_space_act_once_more():
    engine = played("The March from Vignamont")
    assert not engine.options
    besiegers = [corps for corps in engine.board.position().corps_in("Mons") if not corps.inside]
    assert [(corps.used, corps.demoralised) for corps in besiegers] == [(False, True)]


def test_a_rally_reaches_all_troops_of_a_space():
    besiegers = [c for c in played("Waldeck's Squares").board.position().corps_in("Mons") if not c.inside]
    assert [(corps.used, corps.demoralised, corps.reduced) for corps in besiegers] == [(True, False, True)]


@pytest.mark.clause("NY 9.2.1")
def test_troops_that_are_not_demoralised_have_nothing_to_rally_from():
    shaken = [Corps("Spain", space, demoralised=True) for space in ("Brussels", "Namur")]
    corps = (Corps("Spain", "Ghent"), *shaken)
    engine = played("Waldeck's Squares", "Alliance", corps=corps, leaders=())
    assert clauses_against(engine, "choose Ghent") == ["NY 9.2.1"]
    assert options(engine) == ["choose Brussels", "choose Namur"]


@pytest.mark.clause("NY 12.4.2")
def test_a_leader_who_leaves_the_map_from_a_besieged_fortress_is_shut_in_no_more():
    shut_in = Leader("Marlborough", "Britain", "Brussels", used=True, demoralised=True, inside=True)
    board = draw(position_with(leaders=(shut_in,)), "Alliance", "Marlborough in the Tower").board
    [out] = board.position().leaders
    assert out.space is None
    assert (out.used, out.demoralised, out.inside) == (False, False, False)


def test_anywhere_is_the_whole_map_and_no_more():
    assert list(bits(area_mask("anywhere"))) == list(range(len(SPACES)))


@pytest.mark.clause("NY 9.2.1")
def test_a_card_asks_for_no_more_choices_than_it_has_effects():
    """As when a log was written with another edition of the card."""
    for name, words in words_of(KIT).items():
        engine = table(war_in_full(), ("event-choice", "Alliance", name, len(words.effects), True))
        assert not engine.options


@pytest.mark.clause("NY 9.2.1")
@every_row("space", ["London", "Brussels", "Elvas"])
def test_a_leader_without_corps_takes_heart_wherever_they_are(space):
    """The first and the last space of the map among them."""
    lonely = [Leader("Waldeck", "Dutch Republic", space, demoralised=True)]
    engine = played("Waldeck's Squares", "Alliance", leaders=tuple(lonely))
    assert f"choose {space}" in options(engine)


@pytest.mark.clause("NY 9.2.2")
@every_row("space", [*(space.name for space in SPACES), None])
def test_a_leader_is_on_the_map_in_whatever_space_they_stand(space):
    leaders = (Leader("Waldeck", "Dutch Republic", space),)
    board = Board(position_with(leaders=leaders))
    assert CONDITIONS["on-map"].holds(board, KIT.leader_number["Waldeck"]) == (space is not None)


def test_a_subsidy_restores_a_corps_anywhere():
    engine = played("Secret Subsidy")
    assert "refresh France reduced demoralised used, Mons" in options(engine)
    assert clauses_against(engine, "refresh France, Paris") == ["NY 9.2.1"]
    assert clauses_against(engine, "refresh Spain reduced, Ghent") == ["NY 9.2.1"]
    choose(engine, "refresh France reduced demoralised used, Mons")
    besiegers = [corps for corps in engine.board.position().corps_in("Mons") if not corps.inside]
    assert [(corps.reduced, corps.demoralised, corps.used) for corps in besiegers] == [(False, False, True)]


@pytest.mark.clause("NY 17.2")
def test_a_breach_weakens_the_fortress_but_never_takes_its_last_strength():
    assert played("Fire in the Powder Tower").board.sieges == (Siege("Mons", "Bourbon", True, 1),)
    two_left = in_a_siege("Bourbon").replace(sieges=(Siege("Mons", "Bourbon", False, 1),))
    assert playable(Board(two_left), "Bourbon", "Fire in the Powder Tower")
    last = in_a_siege("Bourbon").replace(sieges=(Siege("Mons", "Bourbon", False, 2),))
    assert not playable(Board(last), "Bourbon", "Fire in the Powder Tower")


@pytest.mark.clause("NY 15.1")
def test_spades_raise_a_line_up_to_the_highest_level():
    engine = played("Spades in Spring")
    assert "choose Lille" in options(engine)
    assert clauses_against(engine, "choose Mons") == ["NY 9.2.1"]
    choose(engine, "choose Lille")
    assert [(line.space, line.level) for line in engine.board.lines] == [("Lille", 1)]
    highest = tuple(type(engine.board.lines[0])("Lille", 3) for _ in range(1))
    assert clauses_against(played("Spades in Spring", lines=highest), "choose Lille") == ["NY 15.1"]


# ---- the named cards


@pytest.mark.clause("NY 10.1.b", "NY 9.2.3")
def test_beachy_head_gives_the_atlantic_to_the_bourbons_and_stays():
    engine = draw(war_in_full("Guerre de Course"), "Alliance", "Beachy Head")
    board = engine.board
    assert board.sea("Atlantic") == "Bourbon"
    assert (board.fleet("Brest").place, board.fleet("Atlantic").place) == ("box", "pool")
    assert board.lasting_events == ("Beachy Head",)
    assert {"NY 10.1.b", "NY 9.2.3"} <= cited(engine)


@pytest.mark.clause("NY 10.1.b", "NY 9.2.3", "NY 12.3.1.a")
def test_guerre_de_course_leaves_the_atlantic_to_nobody_and_costs_the_alliance_a_point_for_good():
    board = draw(war_in_full("Guerre de Course"), "Bourbon", "Guerre de Course").board
    assert board.sea("Atlantic") is None
    assert board.fleet("Atlantic").place == "pool"
    assert (board.resource_base.Alliance, board.resource_change) == (5, Shifts())


@pytest.mark.clause("NY 10.1.b")
def test_no_other_event_changes_a_sea():
    changing = {name for name in DRAWN if {"atlantic-to", "atlantic-open"} & set(effects(name))}
    assert changing == {"Beachy Head", "Guerre de Course"}
    assert all(
        draw(war_in_full(name), "Bourbon", name).board.seas == war_in_full(name).seas
        for name in DRAWN
        if name not in changing
    )


@pytest.mark.clause("NY 9.2.3", "NY 12.3.1.a")
def test_the_death_of_louvois_costs_the_bourbons_a_point_for_good():
    board = draw(war_in_full(), "Alliance", "Death of Louvois").board
    assert (board.resource_base.Bourbon, board.resource_change) == (2, Shifts())
    assert not playable(Board(position_with()), "Alliance", "Death of Louvois")  # 1688


@pytest.mark.clause("NY 12.3.1.a")
def test_a_side_without_points_for_good_has_none_to_lose():
    poor = war_in_full().replace(resource_base=BothSides(Bourbon=0, Alliance=6))
    assert draw(poor, "Alliance", "Death of Louvois").board.resource_base == BothSides(0, 6)


@pytest.mark.clause("NY 9.2.3", "NY 12.0")
def test_zenta_brings_an_austrian_corps_and_more_of_them_a_turn():
    board = draw(war_in_full(), "Alliance", "Battle of Zenta").board
    assert board.waiting == (Waiting("Austria", 1),)
    assert (limit_change(board, "Austria"), limit_change(board, "Spain")) == (1, 0)
    assert limit_change(Board(war_in_full()), "Austria") == 0


@pytest.mark.clause("NY 9.2.3")
def test_the_four_cards_that_the_rules_name_are_lasting():
    named = {name for name in KIT.events if name in clause("NY 9.2.3").says}
    assert len(named) == 4
    assert named <= set(LASTING)


@pytest.mark.clause("NY 9.2.3")
@pytest.mark.parametrize("name", LASTING)
def test_by_the_other_reading_lasting_cards_leave_and_only_what_they_do_at_once_counts(name):
    before = war_in_full(name)
    stays = draw(before, "Bourbon", name).board
    leaves = draw(before, "Bourbon", name, {"lasting-events": "leave"}).board
    assert (stays.lasting_events, leaves.lasting_events) == ((name,), ())
    assert leaves.resource_base == before.resource_base
    assert limit_change(leaves, "Austria") == 0
    told = [
        "events.limit" in [step.says.id for step in draw(before, "Bourbon", name, chosen).context.steps]
        for chosen in ({}, {"lasting-events": "leave"})
    ]
    assert told == ["limit" in effects(name), False]
    points = [
        said.seen_by("Bourbon") for said in words_of(KIT)[name].effects if said.word in ("base", "points")
    ]
    assert leaves.resource_change == Shifts(**dict(points))
    assert (leaves.seas, leaves.waiting) == (stays.seas, stays.waiting)


@pytest.mark.clause("NY 9.2.1", "NY 13.4.3")
def test_a_leader_alone_who_has_acted_can_march_on():
    board = Board(war_in_full())
    luxembourg = board.rule_tables.leader_number["Luxembourg"]
    space = board.where[luxembourg] = NUMBER["Paris"]
    assert [*_against_march_on(board, "Bourbon", space)]  # nobody there has acted
    board.state[luxembourg] = USED
    assert not [*_against_march_on(board, "Bourbon", space)]
    board.state[luxembourg] = USED | INSIDE
    assert [*_against_march_on(board, "Bourbon", space)]


@pytest.mark.clause("NY 7.2.6.a")
def test_scotland_rises_brings_claverhouse_and_the_fifth_jacobite_corps():
    event = KIT.scenario.settings["claverhouse_event"]
    board = draw(war_in_full(), "Alliance", event).board
    after = board.position()
    assert [corps.power for corps in after.corps_in("Highlands")] == ["Jacobite"]
    assert [leader.name for leader in after.leaders_in("Highlands")] == ["Claverhouse"]
    assert board.state[board.rule_tables.leader_number["Claverhouse"]] == 0  # fresh, and in the open
    assert corps_by_power(board)["Jacobite"] == 5
    assert not playable(board, "Bourbon", event)  # he is there already
    jacobite = {
        name
        for name, words in words_of(KIT).items()
        if any(
            said.word in ("corps-at", "new-corps") and "Jacobite" in said.arguments for said in words.effects
        )
    }
    assert jacobite == {event}


@pytest.mark.clause("NY 7.2.6.a", "NY 9.2.2")
@pytest.mark.parametrize(
    "position",
    [
        position_with(year=1689),
        war_in_full().replace(
            **{
                "control": war_in_full().control.changed(
                    next(space.index for space in SPACES if space.name == "Highlands"), "Alliance"
                ),
                "corps": tuple(
                    sorted((*war_in_full().corps, type(war_in_full().corps[0])("Britain", "Highlands")))
                ),
            }
        ),
    ],
    ids=["before-the-revolution", "british-troops-there"],
)
def test_scotland_does_not_rise_everywhere(position):
    assert not playable(Board(position), "Bourbon", "Scotland Rises")


@pytest.mark.clause("NY 17.1", "NY 7.2.6.a")
def test_in_alliance_highlands_without_troops_the_clans_besiege_the_fort():
    number = next(space.index for space in SPACES if space.name == "Highlands")
    position = war_in_full().replace(control=war_in_full().control.changed(number, "Alliance"))
    board = draw(position, "Bourbon", "Scotland Rises").board
    assert [(siege.space, siege.by) for siege in board.sieges] == [("Highlands", "Bourbon")]
    assert not broken(board)


def test_a_sixth_jacobite_corps_never_comes():
    full = war_in_full().replace(waiting=(Waiting("Jacobite", 1),))
    assert not playable(Board(full), "Bourbon", "Scotland Rises")


# ---- hands, leaders, colonies


@pytest.mark.clause("NY 13.1", "NY 13.2.1.d")
def test_events_take_action_cards_of_this_turn():
    board = draw(war_in_full(), "Bourbon", "Secret Talks at Maastricht").board
    assert board.card_change == Shifts(-1, -1)


@pytest.mark.clause("NY 12.3.1.a")
def test_events_add_to_the_resource_points_of_this_turn():
    board = draw(war_in_full().replace(resource_change=Shifts(Bourbon=1)), "Bourbon", "The Capitation").board
    assert (board.resource_change.Bourbon, board.resource_base.Bourbon) == (3, 3)


@pytest.mark.clause("NY 12.3.1.a", "NY 13.1")
def test_events_change_the_points_and_the_cards_of_a_turn_by_nine_at_most():
    for before, after in ((7, 9), (8, 9), (9, 9)):
        start = war_in_full().replace(resource_change=Shifts(Bourbon=before))
        assert draw(start, "Bourbon", "The Capitation").board.resource_change.Bourbon == after
    fewest = war_in_full().replace(card_change=Shifts(-8, -9))
    assert draw(fewest, "Bourbon", "Secret Talks at Maastricht").board.card_change == Shifts(-9, -9)


@pytest.mark.clause("NY 12.4.2")
def test_a_leader_who_is_out_leaves_the_map_for_this_year():
    board = draw(war_in_full(), "Alliance", "Marlborough in the Tower").board
    away = next(leader for leader in board.position().leaders if leader.name == "Marlborough")
    assert away.space is None
    assert out_this_year(board, "Marlborough")
    assert not out_this_year(board, "Luxembourg")


@pytest.mark.clause("NY 12.4.2")
def test_a_leader_who_is_out_is_not_placed_this_year_but_in_the_next():
    away = draw(war_in_full(), "Alliance", "Marlborough in the Tower").board.position()
    assert "Marlborough" not in str(table(away, ("leaders-turn", "Alliance")).board.position().agenda)
    next_year = table(away.replace(year=1695, done_this_turn=()), ("leaders-turn", "Alliance"))
    assert any("Marlborough" in item for item in next_year.board.position().agenda)


@pytest.mark.clause("NY 18.1", "NY 18.2")
def test_events_bear_on_king_williams_war():
    board = draw(war_in_full(), "Alliance", "Frontenac's War Parties").board
    assert (board.kww_cell, board.victory_points) == (-1, 21)
    assert draw(war_in_full(), "Bourbon", "Lachine").board.kww_support == ("Alliance",)
    assert not playable(Board(war_in_full().replace(kww_cell=2)), "Alliance", "Phips at Port Royal")


# ---- an umpire's own cards


def rows(*changes) -> str:
    """The table of the package with cells of its first card changed."""
    header, first, *_ = (DATA / "events.csv").read_text(encoding="utf-8").splitlines()
    for old, new in changes:
        assert old in first
        first = first.replace(old, new, 1)
    return f"{header}\n{first}\n{first}\n" if not changes else f"{header}\n{first}\n"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((",1688,", ",1689,"), r"row 2\.joins: found '1689'"),
        ((",yes,", ",often,"), r"row 2\.lasting: found 'often'"),
        ((",Bourbon,", ",Turks,"), r"row 2\.side: found 'Turks'"),
        (("revolution;", "revolutoin;"), r"row 2\.condition: found 'revolutoin'.*did you mean revolution"),
        (("fleet Brest", "fleet Bresst"), r"row 2\.condition\.fleet: found 'Bresst'.*did you mean Brest"),
        (
            ("atlantic-to Bourbon", "atlantic-to"),
            r"row 2\.effect\.atlantic-to: found nothing, expected Bourbon, .* after atlantic-to",
        ),
        (("Beachy Head", ""), r"row 2\.name: found ''"),
    ],
)
def test_a_mistake_in_a_table_of_cards_is_told_with_row_and_column(tmp_path, change, says):
    file = tmp_path / "events.csv"
    file.write_text(rows(change), encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        words_of(RuleTables(KIT.numbers, KIT.scenario, load_event_cards(file)))


def test_a_card_stands_once(tmp_path):
    file = tmp_path / "events.csv"
    file.write_text(rows(), encoding="utf-8")
    with pytest.raises(BadInput, match=r"row 3\.name: found 'Beachy Head'"):
        load_event_cards(file)


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("chooser", ["player", "opponent"])
@pytest.mark.parametrize("whose", ["player", "opponent"])
def test_whoever_chooses_the_card_means_its_player_and_the_other_by_these_words(
    tmp_path, side, chooser, whose
):
    file = tmp_path / "events.csv"
    effect = f'"weaken {chooser}, {whose}, anywhere"'
    file.write_text(rows(("atlantic-to Bourbon", effect)), encoding="utf-8")
    own = RuleTables(KIT.numbers, KIT.scenario, load_event_cards(file))
    engine = Engine(Board(position_with(), own))
    play(engine, side, "Beachy Head")
    engine.advance()
    sides = {"player": side, "opponent": enemy(side)}
    assert engine.side == sides[chooser]
    board = engine.board
    if chooser == whose:
        assert {SIDE_OF_CORPS[corps] for _, corps, _ in engine.options} == {sides[whose]}
    else:  # NY 4.4: of the other's corps the space is chosen
        assert [*engine.options] == [("choose", space) for space in bits(board.held[sides[whose]])]


# ---- conditions


@pytest.mark.clause("NY 9.2.1")
def test_no_corps_means_none_in_the_open_and_none_inside():
    start = position_with(corps=(), leaders=())
    inside = Corps("France", "Tournai", inside=True)
    siege = Siege("Tournai", "Alliance")
    besieged = start.replace(corps=(inside, Corps("Spain", "Tournai")), sieges=(siege,))
    no_corps = CONDITIONS["no-corps"].holds
    tournai = NUMBER["Tournai"]
    assert not no_corps(Board(besieged), "Bourbon", tournai)
    assert not no_corps(Board(besieged), "Alliance", tournai)
    assert no_corps(Board(start), "Bourbon", tournai)
    sallied = besieged.replace(corps=(inside,))
    assert no_corps(Board(sallied), "Alliance", tournai)


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize(("year", "holds"), [(1690, False), (1691, True), (1693, True), (1694, False)])
def test_a_span_of_years_holds_from_its_first_to_its_last(year, holds):
    assert CONDITIONS["year"].holds(Board(position_with(year=year)), 1691, 1693) == holds
