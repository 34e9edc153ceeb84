"""How far a force can march: a space is in its reach exactly if legal choices of the march lead there."""

from random import Random
from time import process_time

import pytest
from campaign_table import leader
from hypothesis import given, strategies as st
from random_campaigns import random_board, random_campaign
from war_table import KIT, position_with

from ninevears_kernel.core.dice import GivenDice
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.readings import readings
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.core.rulings import Violation
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map_masks import NUMBER, SPACES
from ninevears_kernel.nine_years.components.position import Corps, Line, Siege
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import parsed
from ninevears_kernel.nine_years.games.fog import hidden_board, view
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.queries.forces import form
from ninevears_kernel.nine_years.queries.reach import board_seen, reach, reach_engine, walk
from ninevears_kernel.nine_years.queries.reach_values import unopposed

seeds = st.integers(0, 1 << 30)
LUCKY = [6] * 50


def army(space, corps, name="William III", power="Dutch Republic", *changes, others=(), more=(), **fields):
    """A position with one army, alone on the map but for others that are named."""
    own = [Corps(power, space)] * corps
    leaders = sorted((leader(name, space), *more), key=lambda one: one.name)
    return position_with(*changes, corps=tuple(sorted((*own, *others))), leaders=tuple(leaders), **fields)


def at_the_march(position, found):
    """A war in which the force of a reach is at the first decision of its march; every die shows 6."""
    board = Board(position)
    board.agenda[:] = [("action", found.side)]
    board.phase, board.active, board.actions_left = "campaign", found.side, 3
    engine = Engine(board, RulingContext(GivenDice(LUCKY)))
    engine.advance("campaign")
    for text in (f"campaign {found.origin}", "whole"):
        engine.take(parsed(text, KIT))
        engine.advance("march")
    engine.take(("march",))
    engine.advance("to")
    return engine


def take(engine, text):
    """Makes a choice of the march, and lets the enemy let the force pass."""
    action = parsed(text, KIT)
    assert engine.is_legal(action), text
    engine.take(action)
    let_pass(engine)


def let_pass(engine):
    engine.advance("to")
    while engine.decision and engine.board.agenda[-1][0] == "intercept":
        engine.take(("pass",))
        engine.advance("to")


def entered(engine) -> str:
    """The space that the force entered last; a battle may have driven it out again."""
    return [step.says.values["space"] for step in engine.context.steps if step.says.id == "march.enters"][-1]


def marches(engine) -> bool:
    return bool(engine.decision) and engine.board.agenda[-1][0] == "march"


# ---- exactly what the rules let it do


@pytest.mark.clause("NY 13.5.1.a")
@pytest.mark.clause("NY 14.2")
@given(seeds)
def test_every_place_in_reach_is_reached_by_the_choices_that_it_names(seed):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    position = engine.board.position()
    found = reach(position, side, SPACES[space].name)
    for place in found.places:
        walked = at_the_march(position, found)
        for text in place.actions:
            assert marches(walked), (place, "the march was over before")
            take(walked, text)
        assert place.space == entered(walked)
        assert marches(walked) == (place.stops is None)
        if place.stops is None:
            assert found.points - place.points == walked.decision[1][-1]
        if place.meets:
            assert place.stops.clause_id == "NY 14.3"
        else:
            siege = walked.board.siege_of(NUMBER[place.space])
            assert place.besieges == (siege is not None and siege.by == side)
            owner = walked.board.controller(place.space)
            assert place.takes == (owner == side != position.controller(place.space))


@pytest.mark.clause("NY 14.1.1")
@pytest.mark.clause("NY 14.1.3")
@given(seeds, seeds)
def test_no_legal_march_leads_beyond_the_reach(seed, chance):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    position = engine.board.position()
    found = reach(position, side, SPACES[space].name)
    if found.refused:
        return
    random = Random(chance)
    for _ in range(12):
        walked = at_the_march(position, found)
        while marches(walked):
            left = walked.decision[1][-1]
            options = [action for action in walked.options if action[0] != "stop"]
            steps = [action for action in options if action[0] == "to"]
            if not options:
                break
            action = random.choice(steps if steps and random.random() < 0.6 else options)
            walked.take(action)
            let_pass(walked)
            if action[0] != "to" or SPACES[action[1]].name == found.origin:
                continue
            name = entered(walked)
            assert name == SPACES[action[1]].name, "a 6 passes every line of the standard tables"
            place = found.at(name)
            assert place is not None, (name, "was reached")
            if marches(walked):
                assert place.points <= found.points - walked.decision[1][-1] <= found.points - left + 2


@given(seeds)
def test_what_is_closed_is_refused_with_these_clauses(seed):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    found = reach(engine.board.position(), side, SPACES[space].name)
    assert not found.closed.keys() & set(found.names)
    for against in found.closed.values():
        assert against
        assert all(isinstance(one, Violation) for one in against)


def test_the_real_game_lets_a_force_march_where_its_reach_says():
    game = Game.new(seed=5)
    position = game.position.replace(
        agenda=("action Bourbon",), phase="campaign", active="Bourbon", actions_left=2
    )
    for origin in ("Strasbourg", "Lille", "Paris", "Metz"):
        found = reach(position, "Bourbon", origin)
        assert len(found.places) > 10
        for place in found.places:
            game = Game.from_position(position)
            for text in (f"campaign {origin}", "whole", "march", *place.actions):
                if game.decision.name == "intercept":
                    game.choose("pass")
                if text != "march" or game.decision.name == "force":  # one option is taken at once
                    game.choose(text)
            if game.decision.name == "intercept":
                game.choose("pass")
            if place.stops is None:
                assert {one.space for one in game.position.leaders if one.name in found.leaders} == {
                    place.space
                }


@given(seeds)
def test_of_ways_that_take_as_many_points_the_safest_is_told(seed):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    walking = reach_engine(engine.board.copy())
    group = side, space, *form(walking, "force", side, space, None, None, {})
    if not group[2]:
        return
    walking.board.agenda.clear()
    DECISION_RULES["force"].take(walking, ("march",), *group)
    item = walking.board.agenda.pop()
    whole = walk(walking, item)
    for through in [space for space, node in whole.best.items() if len(node.way) == 2]:
        for to, node in walk(walking, item, (through,)).best.items():
            best = whole.best.get(to)
            if to != space:
                assert best.points <= node.points
            if to != space and best.points == node.points:
                assert unopposed(best.entered) >= unopposed(node.entered), (best.way, node.way)


# ---- what it says of a place


@pytest.mark.clause("NY 14.2")
def test_an_enemy_fortress_stops_a_small_force_and_a_large_one_leaves_corps_behind():
    small = reach(army("Mons", 2), "Alliance", "Mons")
    assert small.at("Valenciennes").stops.clause_id == "NY 14.2"
    assert small.at("Cambrai") is None or "Valenciennes" not in small.at("Cambrai").way[:-1]
    large = reach(army("Mons", 6), "Alliance", "Mons")
    beyond = [place for place in large.places if "Valenciennes" in place.way[1:-1]]
    assert beyond
    assert all(place.corps < 6 for place in beyond)
    assert all(any(text.startswith("drop") for text in place.actions) for place in beyond)


@pytest.mark.clause("NY 14.3")
def test_enemy_corps_stop_it():
    found = reach(army("Mons", 6, others=[Corps("France", "Valenciennes")] * 3), "Alliance", "Mons")
    place = found.at("Valenciennes")
    assert (place.stops.clause_id, place.meets, place.besieges) == ("NY 14.3", 3, False)
    assert not any("Valenciennes" in other.way[:-1] for other in found.places)


@pytest.mark.clause("NY 14.4")
def test_it_takes_open_towns_on_its_way():
    position = army(
        "Mons",
        3,
        "William III",
        "Dutch Republic",
        {"set": "control", "space": "Charleroi", "side": "Bourbon"},
    )
    fortress = next(s.fortress for s in SPACES if s.name == "Charleroi")
    place = reach(position, "Alliance", "Mons").at("Charleroi")
    assert (place.takes, place.besieges) == ((False, True) if fortress else (True, False))


@pytest.mark.clause("NY 14.1.1")
def test_red_links_cost_two_points_and_are_the_alliances():
    found = reach(army("Milan", 2, "Eugene", "Empire"), "Alliance", "Milan")
    assert found.at("Trent").points == 2
    position = army("Milan", 2, "Catinat", "France", {"set": "control", "space": "Milan", "side": "Bourbon"})
    assert reach(position, "Bourbon", "Milan").at("Trent") is None


@pytest.mark.clause("NY 6.2.A.2")
def test_a_march_that_ends_the_war_goes_no_further():
    border = {"set": "control", "space": "Sedan", "side": "Alliance"}
    position = army("Sedan", 3, "William III", "Dutch Republic", border, victory_points=40)
    place = reach(position, "Alliance", "Sedan", readings={"automatic-victory": "at-once"}).at("Reims")
    assert (place.takes, place.stops.clause_id) == (True, "NY 6.2.A.2")
    assert reach(position, "Alliance", "Sedan").at("Reims").stops is None


@pytest.mark.clause("NY 7.2.1.a")
def test_leaders_who_leave_their_corps_may_enter_savoy_where_the_reading_lets_them():
    position = army("Lyon", 3, "Catinat", "France")
    open_to_leaders = {"savoy-leaders": next(o for o in readings()["savoy-leaders"].options if o != "troops")}
    for chosen in ({"savoy-leaders": "troops"}, open_to_leaders):
        found = reach(position, "Bourbon", "Lyon", readings=chosen)
        place = found.at("Turin")
        if chosen["savoy-leaders"] == "troops":
            assert place is None
        else:
            assert (place.corps, place.way) == (0, ("Lyon", "Grenoble", "Pinerolo", "Turin"))


@pytest.mark.clause("NY 7.2.1.a")
def test_neutral_ground_is_closed_and_the_clause_says_why():
    found = reach(scenario_1688(), "Bourbon", "Grenoble")
    assert [one.clause_id for one in found.closed["Turin"]] == ["NY 7.2.1.a"]
    assert found.at("Turin") is None


@pytest.mark.clause("NY 15.4")
def test_a_fortified_line_asks_for_a_die():
    lines = (Line("Valenciennes", 3),)
    found = reach(army("Mons", 6, lines=lines), "Alliance", "Mons")
    rating = KIT.leaders[KIT.leader_number["William III"]].rating[1]
    assert found.at("Valenciennes").line == max(1, 2 + 3 + 1 - rating)
    assert reach(army("Mons", 6), "Alliance", "Mons").at("Valenciennes").line == 0


@pytest.mark.clause("NY 14.6.1")
@pytest.mark.clause("NY 14.6.2")
def test_it_says_who_could_intercept_with_what_die():
    position = army("Mons", 3, others=[Corps("France", "Lille")] * 4, more=[leader("Luxembourg", "Lille")])
    place = reach(position, "Alliance", "Mons").at("Tournai")
    (one,) = place.interceptors
    rating = KIT.leaders[KIT.leader_number["Luxembourg"]].rating[1]
    assert (one.leader, one.origin, one.corps) == ("Luxembourg", "Lille", 4)
    assert one.needed == 6 - rating
    assert one.chance * 6 == 7 - one.needed
    tired = [leader("Luxembourg", "Lille", intercepted=True)]
    position = army("Mons", 3, others=[Corps("France", "Lille")] * 4, more=tired)
    assert reach(position, "Alliance", "Mons").at("Tournai").interceptors == ()


@pytest.mark.clause("NY 14.6.1")
@given(seeds)
def test_interceptors_are_those_whom_the_decision_offers(seed):
    campaign = random_campaign(seed)
    if campaign is None:
        return
    engine, side, space = campaign
    position = engine.board.position()
    found = reach(position, side, SPACES[space].name)
    for place in [place for place in found.places if len(place.entered) == 1]:
        board = at_the_march(position, found)
        board.take(parsed(place.actions[0], KIT))
        board.advance("intercept")
        offered = {}
        if board.decision and board.board.agenda[-1][0] == "intercept":
            for action in board.options:
                if action[0] == "intercept":
                    name = KIT.leaders[action[1]].name
                    offered[name] = max(offered.get(name, 0), action[2])
        assert {one.leader: one.corps for one in place.interceptors} == offered


def test_a_force_may_be_named_and_a_wrong_one_is_refused():
    start = scenario_1688()
    part = reach(start, "Bourbon", "Strasbourg", ["Duras"], 2)
    assert (part.leaders, part.corps) == (("Duras",), 2)
    refused = reach(start, "Bourbon", "Strasbourg", ["Duras"], 40)
    assert refused.places == ()
    assert {one.clause_id for one in refused.refused} >= {"NY 13.5.1.a"}
    nobody = reach(start, "Bourbon", "Nantes")
    assert nobody.places == ()
    assert nobody.refused
    with pytest.raises(UnknownName):
        reach(start, "Bourbon", "Atlantis")
    with pytest.raises(UnknownName):
        reach(start, "Bourbon", "Strasbourg", ["Napoleon"])


@pytest.mark.clause("NY 13.4.3")
def test_a_force_that_has_acted_reaches_nothing():
    position = army("Mons", 3)
    used = position.replace(leaders=tuple(leader(one.name, one.space, used=True) for one in position.leaders))
    assert [one.clause_id for one in reach(used, "Alliance", "Mons").refused][:1] == ["NY 13.4.3"]


@pytest.mark.clause("NY 17.3")
def test_the_besieged_do_not_march():
    position = army("Lille", 0, more=(), sieges=(Siege("Mons", "Bourbon"),))
    position = changed(position, ()).replace(
        leaders=(leader("William III", "Mons", inside=True),),
        corps=(Corps("Dutch Republic", "Mons", inside=True), Corps("France", "Mons")),
    )
    assert {one.clause_id for one in reach(position, "Alliance", "Mons").refused} >= {"NY 17.3"}


# ---- fog and speed


@pytest.mark.clause("NY 4.4")
@given(seeds, st.sampled_from(SIDES))
def test_what_a_side_sees_gives_the_board_that_it_reckons_with(seed, side):
    board = random_board(seed)
    seen, hidden = board_seen(view(board.position(), side), KIT), hidden_board(board, side)
    assert seen.stacks == hidden.stacks
    assert seen.garrisons == hidden.garrisons
    assert (seen.where, seen.state) == (hidden.where, hidden.state)


@pytest.mark.clause("NY 4.4")
def test_a_reach_in_the_fog_tells_nothing_of_what_lies_under_the_top():
    others = [Corps("France", "Lille")] * 4
    under = [leader("Luxembourg", "Lille"), leader("Boufflers", "Lille")]
    position = army("Mons", 3, others=others, more=under)
    swapped = army(
        "Mons", 3, others=[Corps("France", "Lille", reduced=True)] * 4, more=[leader("Luxembourg", "Lille")]
    )
    foggy = [reach(view(one, "Alliance"), "Alliance", "Mons") for one in (position, swapped)]
    assert foggy[0] == foggy[1]
    names = {one.leader for place in foggy[0].places for one in place.interceptors}
    assert names == {"Luxembourg"}
    open_names = {one.leader for p in reach(position, "Alliance", "Mons").places for one in p.interceptors}
    assert open_names == {"Luxembourg", "Boufflers"}


def test_it_is_quick():
    start = scenario_1688()
    spaces = {one.space for one in start.leaders if one.space}
    slowest = 0.0
    for space in spaces:
        side = start.controller(space)
        times = []
        for _ in range(3):
            began = process_time()
            reach(start, side, space)
            times.append(process_time() - began)
        slowest = max(slowest, min(times))
    assert slowest < 0.06
