"""The event cards: each can be played and does what it says, and is put away where it cannot be played."""

import re

import pytest
from invariants import broken, corps_by_power
from war_table import KIT, choose, cited, clauses_against, options, position_with, table

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.board import Board
from ninevears_kernel.nine_years.event_cards import load_event_cards
from ninevears_kernel.nine_years.event_effects import play, roll_bonus
from ninevears_kernel.nine_years.event_words import CONDITIONS, EFFECTS, playable, words_of
from ninevears_kernel.nine_years.held_events import discard, held, limit_change, out_this_year
from ninevears_kernel.nine_years.kit import Kit
from ninevears_kernel.nine_years.land import SPACES
from ninevears_kernel.nine_years.position import Fleet, Hand, SeaControl, Shifts, Siege, Waiting
from ninevears_kernel.nine_years.sides import SIDES, enemy
from ninevears_kernel.nine_years.tables import DATA

CARDS = list(KIT.events.values())
DRAWN = [card.name for card in CARDS if not card.hold]
HELD = [card.name for card in CARDS if card.hold]
ALWAYS = {
    "Royal Militia",
    "Secret Talks at Maastricht",
    "Swedish Regiments",
    "The Capitation",
    "The Ninth Electorate",
    "The Third Party",
    "Trade with the Enemy",
    "Treaty of Vienna",
}
LASTING = {"Guerre de Course", "Battle of Zenta", "Beachy Head", "Death of Louvois"}
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
    return position_with(
        *REVOLUTION,
        *SAVOY,
        *SPAIN,
        *SPECIAL.get(name, ()),
        year=1694,
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


def play_out(war):
    """Takes the first option of every choice."""
    while war.options:
        war.choose(war.options[0])
    return war


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
    war = play_out(draw(before.position(), side, name))
    assert not broken(war.board)
    assert not war.board.agenda
    assert name not in war.board.event_deck + war.board.hand(side).events
    assert (name in war.board.lasting_events) is (name in LASTING)
    more = {}
    for said in words_of(KIT)[name].effects:
        if said.word in ("new-corps", "into-pool", "corps-at"):
            number = 1 if said.word == "corps-at" else said.arguments[1]
            more[said.arguments[0]] = more.get(said.arguments[0], 0) + number
    assert dict(corps_by_power(war.board) - corps_by_power(before)) == more
    assert not corps_by_power(before) - corps_by_power(war.board)
    come, gone = names(war.board) - names(before), names(before) - names(war.board)
    assert (len(come), len(gone)) == (effects(name).count("brings"), effects(name).count("dies"))
    assert war.board.position() != before.position()
    assert Board(war.board.position()).position() == war.board.position()


@pytest.mark.clause("NY 9.2.2")
@pytest.mark.parametrize("name", [name for name in DRAWN if name not in ALWAYS])
def test_a_card_leaves_the_game_unplayed_where_its_conditions_do_not_hold(name):
    position = next(p for p in map(bare_land, (-2, 2)) if not playable(Board(p), "Bourbon", name))
    war = draw(position, "Bourbon", name)
    assert war.board.position() == position
    assert not war.options


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("name", sorted(ALWAYS))
def test_some_cards_can_always_be_played(name):
    assert not words_of(KIT)[name].conditions
    war = draw(bare_land(0), "Bourbon", name)
    assert "NY 9.2.1" in cited(war)


@pytest.mark.clause("NY 9.2.1")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", HELD)
def test_a_held_card_is_kept_and_played_on_its_occasion(name, side):
    card = KIT.events[name]
    besieged = name in ("Sorties from Mainz", "Fort William at Namur")
    position = in_a_siege(enemy(side) if besieged else side)
    assert not broken(Board(position))
    war = draw(position, side, name)
    assert war.board.hand(side).events == (name,)
    timings = [timing for timing in ("round", "battle", "siege") if held(war.board, side, timing)]
    assert timings == [card.hold]
    before = corps_by_power(war.board)
    play(war, side, name)
    war.advance()
    play_out(war)
    assert not broken(war.board)
    assert corps_by_power(war.board) == before
    assert not war.board.hand(side).events
    assert not war.board.lasting_events
    if card.hold == "round":
        assert war.board.position() != position
    else:
        assert roll_bonus(war, name) == (-1 if besieged else 1)


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
    war = draw(position_with(), "Alliance", "Return of the Vaudois")
    assert war.side == "Bourbon"
    assert options(war) == ["weaken France, Pinerolo", "weaken France, Casale"]
    choose(war, "weaken France, Casale")
    assert [corps.reduced for corps in war.board.position().corps_in("Casale")] == [True]


@pytest.mark.clause("NY 9.2.1", "NY 12.3.2")
def test_a_reduced_corps_that_is_reduced_again_goes_to_its_pool():
    war = draw(war_in_full(), "Bourbon", "Relief of Derry")
    assert not war.options  # there is one corps in Ireland, and a choice of one is none
    assert war.board.position().corps_in("Dublin") == ()
    assert war.board.pool("Jacobite") == 4
    assert war.board.victory_points == 23


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
    war = draw(position, "Bourbon", "Rising in the Vivarais")
    assert war.side == "Alliance"
    assert "choose Toulouse" in options(war)
    assert clauses_against(war, "choose Lyon") == ["NY 9.2.1"]  # corps there
    assert clauses_against(war, "choose Rouen") == ["NY 9.2.1"]  # fortified
    assert clauses_against(war, "choose Seville") == ["NY 9.2.1"]  # elsewhere
    choose(war, "choose Toulouse")
    assert war.board.controller("Toulouse") == "Alliance"
    assert war.board.victory_points == 22


@pytest.mark.clause("NY 9.2.1")
def test_the_revolt_in_castile_spares_the_capital():
    war = draw(position_with(), "Bourbon", "Bread Riots in Castile")
    assert options(war) == ["choose Valladolid", "choose Seville"]
    assert clauses_against(war, "choose Madrid") == ["NY 9.2.1"]


def test_a_leader_alone_flees_from_a_revolt():
    position = position_with({"add": "leader", "name": "Gastanaga", "space": "Seville"})
    war = choose(draw(position, "Bourbon", "Bread Riots in Castile"), "choose Seville")
    assert not broken(war.board)
    assert not any(leader.space == "Seville" for leader in war.board.position().leaders)


# ---- held cards in play


def played(name, side="Bourbon", **fields):
    """A side in its round plays a card that it holds."""
    war = table(in_a_siege(side).replace(**fields))
    play(war, side, name)
    war.advance()
    return war


@pytest.mark.clause("NY 13.4.1")
def test_the_magazines_give_an_action_but_never_a_fourth():
    assert played("Louvois' Magazines", actions_left=2).board.actions_left == 3
    full = Board(in_a_siege("Bourbon").replace(actions_left=3))
    assert not playable(full, "Bourbon", "Louvois' Magazines")
    assert not playable(Board(in_a_siege("Bourbon")), "Alliance", "Louvois' Magazines")  # not its round


@pytest.mark.clause("NY 13.4.3")
def test_a_forced_march_lets_the_troops_of_a_space_act_once_more():
    war = played("The March from Vignamont")
    assert not war.options
    besiegers = [corps for corps in war.board.position().corps_in("Mons") if not corps.inside]
    assert [(corps.used, corps.demoralised) for corps in besiegers] == [(False, True)]


def test_a_rally_reaches_all_troops_of_a_space():
    besiegers = [c for c in played("Waldeck's Squares").board.position().corps_in("Mons") if not c.inside]
    assert [(corps.used, corps.demoralised, corps.reduced) for corps in besiegers] == [(True, False, True)]


def test_a_subsidy_restores_a_corps_anywhere():
    war = played("Secret Subsidy")
    assert "refresh France reduced demoralised used, Mons" in options(war)
    assert clauses_against(war, "refresh France, Paris") == ["NY 9.2.1"]
    assert clauses_against(war, "refresh Spain reduced, Ghent") == ["NY 9.2.1"]
    choose(war, "refresh France reduced demoralised used, Mons")
    besiegers = [corps for corps in war.board.position().corps_in("Mons") if not corps.inside]
    assert [(corps.reduced, corps.demoralised, corps.used) for corps in besiegers] == [(False, False, True)]


@pytest.mark.clause("NY 17.2")
def test_a_breach_weakens_the_fortress_but_never_takes_its_last_strength():
    assert played("Fire in the Powder Tower").board.sieges == (Siege("Mons", "Bourbon", True, 1),)
    last = in_a_siege("Bourbon").replace(sieges=(Siege("Mons", "Bourbon", False, 2),))
    assert not playable(Board(last), "Bourbon", "Fire in the Powder Tower")


@pytest.mark.clause("NY 15.1")
def test_spades_raise_a_line_up_to_the_highest_level():
    war = played("Spades in Spring")
    assert "choose Lille" in options(war)
    assert clauses_against(war, "choose Mons") == ["NY 9.2.1"]
    choose(war, "choose Lille")
    assert [(line.space, line.level) for line in war.board.lines] == [("Lille", 1)]
    highest = tuple(type(war.board.lines[0])("Lille", 3) for _ in range(1))
    assert clauses_against(played("Spades in Spring", lines=highest), "choose Lille") == ["NY 15.1"]


# ---- the named cards


@pytest.mark.clause("NY 10.1.b", "NY 9.2.3")
def test_beachy_head_gives_the_atlantic_to_the_bourbons_and_stays():
    war = draw(war_in_full("Guerre de Course"), "Alliance", "Beachy Head")
    board = war.board
    assert board.sea("Atlantic") == "Bourbon"
    assert (board.fleet("Brest").place, board.fleet("Atlantic").place) == ("box", "pool")
    assert board.lasting_events == ("Beachy Head",)
    assert {"NY 10.1.b", "NY 9.2.3"} <= cited(war)


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


@pytest.mark.clause("NY 9.2.3", "NY 12.0")
def test_zenta_brings_an_austrian_corps_and_more_of_them_a_turn():
    board = draw(war_in_full(), "Alliance", "Battle of Zenta").board
    assert board.waiting == (Waiting("Austria", 1),)
    assert (limit_change(board, "Austria"), limit_change(board, "Spain")) == (1, 0)
    assert limit_change(Board(war_in_full()), "Austria") == 0


@pytest.mark.clause("NY 9.2.3")
@pytest.mark.parametrize("name", sorted(LASTING))
def test_by_the_other_reading_lasting_cards_leave_and_only_what_they_do_at_once_counts(name):
    before = war_in_full(name)
    stays = draw(before, "Bourbon", name).board
    leaves = draw(before, "Bourbon", name, {"lasting-events": "leave"}).board
    assert (stays.lasting_events, leaves.lasting_events) == ((name,), ())
    assert leaves.resource_base == before.resource_base
    assert limit_change(leaves, "Austria") == 0
    if name == "Death of Louvois":
        assert leaves.resource_change == Shifts(Bourbon=-1)
    if name == "Guerre de Course":
        assert leaves.resource_change == Shifts(Alliance=-1)
    assert (leaves.seas, leaves.waiting) == (stays.seas, stays.waiting)


@pytest.mark.clause("NY 7.2.6.a")
def test_scotland_rises_brings_claverhouse_and_the_fifth_jacobite_corps():
    event = KIT.scenario.settings["claverhouse_event"]
    board = draw(war_in_full(), "Alliance", event).board
    after = board.position()
    assert [corps.power for corps in after.corps_in("Highlands")] == ["Jacobite"]
    assert [leader.name for leader in after.leaders_in("Highlands")] == ["Claverhouse"]
    assert corps_by_power(board)["Jacobite"] == 5
    assert not playable(board, "Bourbon", event)  # he is there already
    others = {name for name in KIT.events if "corps-at" in effects(name) and name != event}
    assert others == {"Lauzun's Brigade"}


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
            r"row 2\.effect\.atlantic-to: found nothing, expected Bourbon, .* behind atlantic-to",
        ),
        (("Beachy Head", ""), r"row 2\.name: found ''"),
    ],
)
def test_a_mistake_in_a_table_of_cards_is_told_with_row_and_column(tmp_path, change, says):
    file = tmp_path / "events.csv"
    file.write_text(rows(change), encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        words_of(Kit(KIT.tables, KIT.scenario, load_event_cards(file)))


def test_a_card_stands_once(tmp_path):
    file = tmp_path / "events.csv"
    file.write_text(rows(), encoding="utf-8")
    with pytest.raises(BadInput, match=r"row 3\.name: found 'Beachy Head'"):
        load_event_cards(file)
