"""The coach: a closer look says "a mistake" only where it is clear, a hint knows what its side knows."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest
from msgspec.structs import replace
from other_secrets import exchanged, with_other_secrets
from walks import a_walk

from ninevears_kernel.core.dice import distribution
from ninevears_kernel.core.errors import NinevearsError
from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map import ZONES
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import (
    FORTIFIED,
    FORTRESS,
    NUMBER,
    PORTS,
    SPACES,
    step_between,
)
from ninevears_kernel.nine_years.components.piece_numbers import DEMORALISED, REDUCED
from ninevears_kernel.nine_years.components.position import Fleet
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.choices import option_of
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.games.fog import hidden_board
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.queries.reach import reach
from ninevears_kernel.nine_years.rules.campaign.armies import needed_to_besiege
from ninevears_kernel.nine_years.rules.fleets import BASES, fleet_row
from ninevears_kernel.play.closer_look import (
    Look,
    better,
    dealt_anew,
    look_closer,
    one_more,
    proposed,
    told,
)
from ninevears_kernel.play.coach import AT_ONCE, Coach
from ninevears_kernel.play.consequences import tried
from ninevears_kernel.play.evaluation import Evaluation, points
from ninevears_kernel.play.heuristic_player import heuristic_player
from ninevears_kernel.play.hinted_answers import comes_between
from ninevears_kernel.play.hinted_choices import _at_sea, _fleet, what_follows
from ninevears_kernel.play.hinted_places import joins, stationed, way_to_the_enemy
from ninevears_kernel.play.hints import hint
from ninevears_kernel.play.judge import sight
from ninevears_kernel.play.objectives import army_of, plan
from ninevears_kernel.play.odds import battle
from ninevears_kernel.play.review_map import swing_map
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_plans import plan as table_plan
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.play.turning_points import Reviewing
from ninevears_kernel.umpire.search.round_search import FewestFaces


def at(name, seed=713813, year=1688):
    """A careful war at its first decision of a name."""
    game, random = Game.new(seed, recorded=False), Random(1)
    while game.engine.board.agenda[-1][0] != name or game.engine.board.year < year:
        game.carry_out(heuristic_player(game.engine, random))
    return game


@pytest.mark.parametrize(
    ("gains", "luck", "verdict"),
    [
        ((0.2,) * 8 + (0.1,) * 8, 0.0, "mistake"),
        ((-0.2,) * 8 + (-0.1,) * 8, 0.5, "better"),
        ((0.2, -0.2) * 8, 0.0, "close"),
        ((0.2, -0.2) * 8, -0.3, "dice"),
        ((0.2, 0.3), 0.0, "close"),
    ],
)
def test_only_what_is_clear_of_its_error_is_a_mistake(gains, luck, verdict):
    look = Look("Bourbon", ("end",), ("pass",), gains, luck)
    assert look.verdict == verdict
    assert str(told(look, Game.new(1)))


def test_what_is_too_close_to_tell_says_which_way_it_leans():
    more, less = (Look("Bourbon", ("end",), ("pass",), gains) for gains in ((0.2, 0.3), (-0.2, -0.3)))
    assert "does better by 25 percentage points" in str(told(more, Game.new(1)))
    assert "does worse by 25 percentage points" in str(told(less, Game.new(1)))


def test_what_the_computer_would_do_too_is_no_mistake():
    look = Look("Bourbon", ("first", "Bourbon"), ("first", "Bourbon"))
    assert look.verdict == "same"
    assert "The Bourbon side goes first" in str(told(look, Game.new(1)))  # which choice it was
    assert Look("Bourbon", ("end",), ("end",), luck=-0.2).verdict == "dice"


def test_a_closer_look_plays_both_on_with_fresh_chance_and_the_same_each_time():
    game = at("action")
    side, before = game.engine.side, game.position
    other = proposed(game, side)
    chose = next(one for one in game.engine.options if one != other)
    asked = []
    look = look_closer(
        game, chose, pairs=4, years=1, progress=lambda *far: asked.append(far), stop=lambda: len(asked) == 2
    )
    assert look.side == side
    assert look.other == other
    assert len(look.gains) == 2
    assert asked == [(1, 4), (2, 4)]
    assert len(set(look.gains)) == 2  # fresh chance
    again = one_more(game, one_more(game, look._replace(gains=()), 1), 1)
    assert again == look
    assert game.position == before


def test_only_beside_a_mistake_is_the_other_choice_marked():
    game = at("action")
    other = proposed(game, game.engine.side)
    look = Look(game.engine.side, next(one for one in game.engine.options if one != other), other)
    found = [
        better(look._replace(gains=gains), game)
        for gains in ((0.1, 0.2) * 16, (-0.1, -0.2) * 16, (0.1, -0.1) * 16)
    ]
    assert found == [option_of(other, game.rule_tables).text, None, None]


@pytest.mark.parametrize("seed", range(3))
def test_what_the_side_could_not_see_changes_no_look(seed):  # NY 4.4
    game = a_walk(seed, 160)
    side = game.engine.side
    other = exchanged(game, side, seed + 1)
    boards = [dealt_anew(one.engine.board, side, 5) for one in (game, other)]
    assert boards[0].position() == boards[1].position()
    held = boards[0].hand("Alliance" if side == "Bourbon" else "Bourbon")
    theirs = game.engine.board.hand("Alliance" if side == "Bourbon" else "Bourbon")
    assert len(held.actions) == len(theirs.actions)
    assert len(held.events) == len(theirs.events)


def test_a_closer_look_leaves_the_enemy_the_card_that_was_laid_openly():  # NY 13.2.1.c
    """Both have laid the same; the enemy may be let go first, with that card."""
    game = at("first-round")
    side, card = game.engine.side, game.engine.board.agenda[-1][2]
    for seed in range(5):
        dealt = dealt_anew(game.engine.board, side, seed)
        hand, before = dealt.hand(enemy(side)).actions, game.engine.board.hand(enemy(side)).actions
        assert card in hand
        assert len(hand) == len(before)
        all_cards = [
            sorted([*one.action_deck, *one.hand(enemy(side)).actions]) for one in (dealt, game.engine.board)
        ]
        assert all_cards[0] == all_cards[1]
    assert len(look_closer(game, ("first", enemy(side)), pairs=2, years=1).gains) in (0, 2)


def a_turn(seed=1690, name="action", year=1688):
    session = Session(seed=seed, bourbon="person", alliance="sense")
    session.jump(year=year, phase="campaign")
    session.answer()
    while session.decision.name != name:
        session.choose(session.machines_choice(for_all=True))
        session.answer()
    return session


def test_a_hint_is_two_plans_that_can_be_chosen_and_what_to_look_at():
    session = a_turn()
    found = hint(session)
    legal = {option.text for option in session.decision.options}
    assert len(found.plans) == 2
    assert {plan.text for plan in found.plans} <= legal
    assert any(plan.chances for plan in found.plans)
    assert found.plans[0].text == next(
        option.text
        for option in session.decision.options
        if option.action == session.machines_choice(for_all=True)
    )


def test_a_hint_before_the_campaign_says_what_a_purchase_leaves_on_the_table():
    session = a_turn(name="action")
    session.jump(year=1688, phase="reinforcement")
    while session.decision.name != "spend":
        session.choose(session.machines_choice(for_all=True))
        session.answer()
    session.game.engine.board.set_fleet(Fleet("Atlantic", "port", 2))  # without Brest the enemy's sea
    plan = next(one for one in hint(session).plans if one.text.startswith("fleet Brest"))
    assert "Then: the Bourbons likely to rule the Atlantic this year." in plan.chances


def at_decision(name, verb=None, seed=1690):
    """The first decision of this name of the Bourbons in a war, at which such a choice can be made."""
    session = Session(seed=seed, bourbon="person", alliance="sense")
    while True:
        session.answer()
        if session.decision.name == name:
            found = [one for one in session.decision.options if verb in (None, one.action[0])]
            if found:
                return session, found
        session.choose(session.machines_choice(for_all=True))


def follows(session, option):
    board = hidden_board(session.game.engine.board, session.side)
    return [str(one) for one in what_follows(Evaluation(board, session.side), option.action)]


def test_a_hint_of_colonial_support_tells_the_next_roll_with_it_and_without():  # NY 18.2, 18.3
    session, (support, *_) = at_decision("spend", "support")
    # 1 is taken off for the Bourbons: 1 to 3 are theirs, 6 the Alliance's; without it 1 and 2, 5 and 6
    with_it = {"mine": Fraction(1, 2), "theirs": Fraction(1, 6)}
    without = {"mine_without": Fraction(1, 3), "theirs_without": Fraction(1, 3)}
    assert follows(session, support) == [say("hint.support", **with_it, **without)]


def test_a_hint_of_dice_says_what_the_enemy_may_still_do_before_they_fall():  # NY 8.1, 18.3
    session, options = at_decision("strengthen")
    told = {one.text: one.chances[-1] for one in hint(session).plans}
    given = say("consequence.given", parts=Message("consequence.given-strengthen"))
    assert told == {one.text: given for one in options}


def test_a_hint_of_a_fleet_tells_how_likely_it_takes_its_sea():  # NY 12.3.6, 13.5.6.a
    session, (deploy, *_) = at_decision("action", "deploy")
    board, fleet = session.game.engine.board.copy(), deploy.action[1]
    [zone] = [zone for zone, base in BASES.items() if fleet_row(fleet)["zone"] == zone]
    strength, told = next(one.strength for one in board.fleets if one.name == fleet), {}

    def wins(dice):
        engine = Engine(board.copy(), RulingContext(FewestFaces(dice, board.rule_tables), recorded=False))
        engine.advance()
        engine.choose(deploy.action)
        return engine.board.sea(zone) == "Bourbon"

    for holder, base in product((None, "Alliance"), SIDES):
        board.set_sea(zone, holder)
        board.set_control(NUMBER[BASES[zone]], base)
        look = Evaluation(hidden_board(board, "Bourbon"), "Bourbon")
        [says] = _fleet(look, ("fleet", fleet, strength), ())
        told[holder, base] = says.values["chance"]
        assert told[holder, base] == pytest.approx(float(distribution(wins)[True]), abs=1e-3)
    assert len(set(told.values())) == 3
    board.set_sea(zone, "Bourbon")
    look = Evaluation(hidden_board(board, "Bourbon"), "Bourbon")
    assert [*_fleet(look, ("fleet", fleet, strength), ())] == [Message("hint.sea-held", zone=zone)]


def test_a_hint_of_a_march_tells_the_enemy_army_that_may_come_between():  # NY 14.6.1
    """A battle at 98 % was told where the enemy could answer, and then it was 67."""
    session, told = Session(seed=1, bourbon="person", alliance="sense"), 0
    while told < 2:
        if not session.is_persons_turn:
            session.answer()
            continue
        if session.decision.name == "action":
            board = hidden_board(session.game.engine.board, "Bourbon")
            look = Evaluation(board, "Bourbon")
            for option in session.decision.options:
                going = plan(look, option.action[1]) if option.action[0] == "campaign" else None
                says = going and comes_between(look, going, option.action[1])
                if not says:
                    continue
                told += 1
                names = tuple(board.rule_tables.leaders[one].name for one in going.leaders)
                origin, aim = SPACES[option.action[1]].name, says.values["space"]
                found = reach(board.position(), "Bourbon", origin, names, len(going.corps))
                able = {one.leader: one for one in found.at(aim).interceptors}
                comes = able[says.values["leader"]]
                assert says.values["comes"] == float(comes.chance)
                assert (says.values["count"], says.values["origin"]) == (comes.corps, comes.origin)
                army = army_of(look, list(going.leaders), going.corps)
                assert 0 < says.values["chance"] < battle(army.points, army.rating - army.shaken, 0, 0)
        session.choose(session.machines_choice(for_all=True))


def test_the_march_of_a_hint_is_one_that_the_table_lays_out():  # NY 14.1
    """Its leaders and corps set out, and where it goes is in reach, or the siege is made where it stands."""
    marches = []
    for seed in range(1690, 1693):
        session = Session(seed=seed)
        while not session.over:
            plans = hint(session).plans if session.decision.name == "action" else ()
            for march in filter(None, (one.march for one in plans)):
                asked = {name: march[name] for name in ("space", "leaders", "corps")}
                laid_out = table_plan(session, asked)["plan"]
                assert [one["name"] for one in laid_out["leaders"] if one["goes"]] == march["leaders"]
                counted = [f"{one['goes']} {one['kind']}" for one in laid_out["corps"] if one["goes"]]
                assert sorted(counted) == sorted(march["corps"])
                assert march["to"] in [march["space"], *(one["space"] for one in laid_out["targets"])]
                marches.append(march)
            session.choose(max(session.decision.options, key=lambda one: one.action[0] == "campaign"))
            session.answer()
    assert len(marches) > 8


def test_a_hint_to_withdraw_tells_how_many_a_siege_then_takes():  # NY 17.4, 17.5.1
    session, (withdraw, *_) = at_decision("meet", "withdraw", 5)
    engine = session.game.branch().engine
    _, _, _, space, *_ = engine.board.agenda[-1]
    come = len(engine.board.stacks["Alliance"][space])
    strength, count = engine.board.strength(space), withdraw.action[1]
    engine.choose(withdraw.action)
    reduced = sum(bool(one & REDUCED) for one in engine.board.garrisons[space])
    needed = strength + 2 * (count - reduced) + reduced
    says = {"space": SPACES[space].name, "count": count, "needed": needed, "come": come}
    assert follows(session, withdraw) == [say("hint.inside", **says)]


def test_a_hint_at_the_table_says_you_as_the_buttons_do():
    session = Session(seed=1690, bourbon="person")
    buttons = {one["text"]: one["says"] for one in TableSeat(session).state()["options"]}
    plans = Coach(session).messages["hint"](None)["hint"]["plans"]
    assert plans[0]["says"] == say("wartable.you-first")
    assert all(one["says"] == buttons[one["text"]] for one in plans)


def test_no_plan_of_a_hint_is_bare():
    """Whatever a learner is asked in a year, half of it chosen by chance, each plan says something."""
    asked = Counter()
    for side, seed in (("bourbon", 5), ("alliance", 6)):
        seats = {"bourbon": "sense", "alliance": "sense"} | {side: "person"}
        session, random = Session(seed=seed, **seats), Random(seed)
        while not session.over and (session.here.year, session.here.phase) < (1689, "event"):
            session.answer()
            if len(session.decision.options) > 1:
                asked[session.decision.name] += 1
                for plan in hint(session).plans:
                    assert plan.chances or plan.risks, (session.decision.name, plan)
            bold = random.random() < 0.5
            options = session.decision.options
            session.choose(random.choice(options) if bold else session.machines_choice(for_all=True))
            session.answer()
    assert len(asked) > 10
    assert {"spend", "action", "march", "meet"} <= asked.keys()


def test_a_hint_of_the_card_to_lay_tells_how_likely_the_enemy_holds_a_higher_one():  # NY 13.2.1.a
    session, options = at_decision("lay")
    board, side = session.game.engine.board, session.side
    own, pool = board.hand(side).actions, [*board.action_deck, *board.hand(enemy(side)).actions]
    for option in options:
        card = option.action[1]
        lower = sum(number <= card for number in pool)
        none = Fraction(comb(lower, len(own)), comb(len(pool), len(own)))
        assert follows(session, option) == [say("hint.lay", chance=1 - none)]


def test_a_hint_tells_who_has_the_last_round_and_who_sees_what_the_other_chose():
    for name, mine, theirs in (
        ("order", "hint.goes-first", "hint.goes-second"),
        ("first-round", "hint.first-round", "hint.last-round"),
    ):
        session, options = at_decision(name)
        told = {option.action[1]: follows(session, option) for option in options}
        assert told == {"Bourbon": [say(mine)], "Alliance": [say(theirs)]}


BARE_ONCE = {
    ("spend", "raise"): 1690,
    ("leaders", "reassign"): 1690,
    ("exile", "exile"): 1690,
    ("action", "rally"): 1690,
    ("rally-corps", "rally-corps"): 1690,
    ("retreat", "retreat"): 1690,
    ("transfer", "pick-corps"): 1703,
    ("force", "lead"): 1690,
    ("force", "march"): 1703,
    ("march", "drop"): 1690,
    ("march", "stop"): 1690,
    ("arrive", "place"): 1690,
    ("action", "sail"): 1690,
    ("embark", "lead"): 12,
    ("embark", "with"): 12,
    ("embark", "weigh"): 12,
    ("intercept", "pass"): 4242,
    ("action", "event"): 1690,
    ("event-choice", "weaken"): 11,
    ("event-choice", "refresh"): 7,
}
"""Decisions without dice, and a war in which the Bourbons soon have one."""


@pytest.mark.parametrize(("name", "verb"), BARE_ONCE)
def test_every_plan_of_a_choice_without_dice_says_something_that_its_side_knows(name, verb):  # NY 4.4
    session, options = at_decision(name, verb, BARE_ONCE[name, verb])
    assert all(follows(session, option) for option in options)
    told = Coach(session).messages["hint"](True)
    assert all(plan["chances"] or plan["risks"] for plan in told["hint"]["plans"])
    for seed in range(4):
        other = with_other_secrets(session, seed)
        assert Coach(other).messages["hint"](True) == told
        assert [follows(other, option) for option in options] == [follows(session, one) for one in options]


def test_a_hint_of_a_rally_tells_who_takes_heart_and_what_that_is_worth():  # NY 13.5.4, 16.2.2
    session, options = at_decision("action", "rally")
    rally = next(one for one in options if one.action[0] == "rally")
    board, leader = session.game.engine.board, rally.action[1]
    space = board.where[leader]
    stack = board.stacks["Bourbon"][space]
    shaken = sum(bool(corps & DEMORALISED) for corps in stack)
    most = min(shaken, (board.rating(leader)[0] + 1) // 2)
    who = {"leader": board.rule_tables.leaders[leader].name, "space": SPACES[space].name}
    first, fight, acted = follows(session, rally)
    assert first == say("hint.rally", count=most, of=shaken, **who)
    look = Evaluation(hidden_board(board, "Bourbon"), "Bourbon")
    origin = look.army_near(space)
    rating = max(board.rating(one)[1] for one in board.leaders_at("Bourbon", space))
    enemies = board.leaders_at("Alliance", origin)
    against = max((look.board.rating(one)[1] for one in look.board.leaders_at("Alliance", origin)), default=0)
    assert enemies
    theirs, own = points(look.board.stacks["Alliance"][origin]), points(stack)
    then = rating - (most < shaken)
    wins = {"now": battle(theirs, against, own, rating - 1), "then": battle(theirs, against, own, then)}
    assert fight == say("hint.rallied", origin=SPACES[origin].name, **wins)
    assert acted == say("hint.have-acted", leader=who["leader"])


def test_a_hint_of_a_retreat_tells_the_army_that_may_follow():  # NY 16.4
    session, options = at_decision("retreat")
    board, (_, _, origin) = session.game.engine.board, session.game.engine.board.agenda[-1]
    look = Evaluation(hidden_board(board, "Bourbon"), "Bourbon")
    followed = 0
    for option in options:
        space, near = option.action[1], look.army_near(option.action[1])
        told = follows(session, option)
        name, count = SPACES[space].name, len(board.stacks["Bourbon"][space])
        assert told[0] == say("hint.joins" if count else "hint.joins-none", space=name, count=count)
        if near is None:
            assert told[-1] == say("hint.far-from-them", space=SPACES[space].name)
            continue
        followed += 1
        leaders = [one for at in (space, origin) for one in board.leaders_at("Bourbon", at)]
        rating = look.battle_rating(leaders) - 1  # they are demoralised
        own = points(board.stacks["Bourbon"][space]) + points(board.stacks["Bourbon"][origin])
        against = look.battle_rating(look.board.leaders_at("Alliance", near))
        stack = look.board.stacks["Alliance"][near]
        chance = battle(points(stack), against, own, rating)
        says = {"origin": SPACES[near].name, "count": len(stack), "chance": chance}
        assert told[-1] == say("hint.attacked", **says)
    assert followed


def test_a_hint_of_a_voyage_tells_the_odds_that_the_engine_rolls():  # NY 14.5.2
    """With corps and without, over a sea of one's own, one of nobody's, the enemy's."""
    session, _ = at_decision("embark", "weigh", 12)
    board = session.game.engine.board.copy()
    _, side, origin, leaders, _ = board.agenda[-1]
    to = next(at for at in bits(PORTS & board.control.of(side)) if at != origin)
    two = tuple(one for one in board.stacks[side][origin] if not one & REDUCED)[:2]

    def sailed(dice):
        engine = Engine(board.copy(), RulingContext(dice, recorded=False))
        engine.advance()
        engine.choose(("weigh",))
        engine.choose(("to", to))
        while engine.board.agenda[-1][0] == "sea-loss":
            engine.choose(engine.options[0])
        return engine.board.where[leaders[0]] == to, points(engine.board.stacks[side][to])

    there = points(board.stacks[side][to])
    for master, corps in product((*SIDES, None), ((), two)):
        for zone in ZONES:
            board.set_sea(zone, master)
        board.agenda[-1] = ("embark", side, origin, leaders, corps)
        look = Evaluation(hidden_board(board, side), side)
        [told] = _at_sea(look, origin, to, bool(corps))
        came = distribution(sailed)
        whole, less = (came.get((True, there + points(corps) - lost), 0) for lost in (0, 1))
        names = {"space": SPACES[to].name}
        if master == side:
            assert told == Message("hint.own-seas", **names)
            assert came == {(True, there + points(corps)): 1}
        elif corps:
            says = {"whole": whole, "less": less, "back": came.get((False, there), 0)}
            assert told == Message("hint.sea-roll", **says, **names)
            assert 0 < less < whole < 1
        else:
            assert told == Message("hint.sea-roll-alone", chance=whole, **names)


def test_a_hint_to_stop_tells_who_could_fall_upon_the_army_and_how_far_its_aim_is():  # NY 14.1.1
    session, (stop, *_) = at_decision("march", "stop", 1690)
    board = hidden_board(session.game.engine.board, "Bourbon")
    _, _, space, *_ = board.agenda[-1]
    look = Evaluation(board, "Bourbon")
    near = look.army_near(space)
    stack = board.stacks["Alliance"][near]
    rating = look.battle_rating(board.leaders_at("Bourbon", space))
    against = look.battle_rating(board.leaders_at("Alliance", near))
    chance = battle(points(stack), against, points(board.stacks["Bourbon"][space]), rating)
    says = {"origin": SPACES[near].name, "count": len(stack), "chance": chance}
    assert follows(session, stop)[-1] == say("hint.attacked", **says)


def test_who_lets_the_enemy_pass_is_told_what_they_can_besiege_on_this_march():  # NY 14.2, 17.5.1
    """As the engine lets them march on from there, and as many as a siege needs."""
    session, options = at_decision("intercept", "pass", 4242)
    decline = next(one for one in options if one.action[0] == "pass")
    board = session.game.engine.board
    _, side, _, space, _, corps, left = board.agenda[-1]
    reached, frontier = {space: left}, [space]
    while frontier:
        at = frontier.pop()
        for to in range(len(SPACES)):
            one = step_between("Alliance", at, to)
            crossed = at == space or not (FORTIFIED & board.control.of(side)) >> at & 1
            if one and crossed and reached[at] >= one.cost and reached.get(to, -1) < reached[at] - one.cost:
                reached[to] = reached[at] - one.cost
                frontier.append(to)
    besieged = [
        SPACES[at].name
        for at in sorted(reached)
        if FORTRESS[at] and board.control.of(side) >> at & 1 and not board.stacks[side][at]
        if len(corps) >= needed_to_besiege(board, "Alliance", at)
    ]
    told = follows(session, decline)
    named = [line for line in told if line == say("hint.they-besiege", places=Message.all_of(besieged))]
    assert named or (not besieged and say("hint.they-take-none") in told)


def test_a_hint_of_a_card_tells_what_it_makes_of_a_siege():  # NY 9.2.1, 17.2
    """As likely as the judge finds the siege on the board on which the card has been played."""

    def breachable(board):
        return [name for name in sight_of_sieges(board) if board.strength(NUMBER[name]) > 1]

    session = Session(seed=1703, bourbon="person", alliance="sense")
    board = session.game.engine.board
    while session.decision.name != "action" or session.side != "Bourbon" or not breachable(board):
        session.choose(session.machines_choice(for_all=True))
        session.answer()
        board = session.game.engine.board
    card = "Fire in the Powder Tower"
    board.set_hand("Bourbon", replace(board.hand("Bourbon"), events=(card,)))
    session.game.engine.advance()
    told = follows(session, option_of(("event", card), board.rule_tables))
    [siege] = board.sieges  # one alone: the engine does not ask which
    then = tried(hidden_board(board, "Bourbon"), ("event", card), {}).board
    now, more = (-sight_of_sieges(at)[siege.space] for at in (board, then))
    assert more > now
    assert told == [
        say("hint.siege-then", space=siege.space, now=now, then=more),
        say("hint.card-spent"),
    ]


def sight_of_sieges(board):
    found = [one for one in sight(board).counted if one.feature == "siege-Bourbon"]
    return {one.says.values["space"]: one.value for one in found}


def test_a_hint_does_not_count_what_is_not_there():  # NY 13.5.1.a
    """“0 corps stand there” and “0 steps from the nearest enemy fortress” are no sentences of a player."""
    look = Evaluation(at("action").engine.board, "Bourbon")
    for space in range(len(SPACES)):
        for said in (
            *way_to_the_enemy(look, space),
            joins(space, len(look.board.stacks["Bourbon"][space])),
        ):
            assert 0 not in said.values.values(), str(said)
    assert stationed("Lorge", 4, 4, 4).id != stationed("Lorge", 4, 0, 4).id  # a leader who changes nothing


def test_what_two_plans_may_bring_is_what_tells_them_apart():
    """A siege with and without a card: both show that the fortress may fall, as likely as it is for each."""
    session = Session(seed=1703, bourbon="person", alliance="sense")
    while session.decision.name != "siege-card":
        session.choose(session.machines_choice(for_all=True))
        session.answer()
    first, second = hint(session).plans
    assert first.chances != second.chances
    assert any("take Liege" in line for line in first.chances)
    assert any("take Liege" in line for line in second.chances)


@pytest.mark.parametrize("year", [1688, 1690, 1691])
def test_a_hint_knows_what_its_side_knows(year):  # NY 4.4
    session = a_turn(year=year)
    told = Coach(session).messages["hint"](True)
    for seed in range(6):
        assert Coach(with_other_secrets(session, seed)).messages["hint"](True) == told


def test_the_maps_of_a_review_show_what_its_side_sees():  # NY 4.4
    session = a_turn(year=1689)
    coach = Coach(session)
    while (found := coach.messages["review"](None)["review"])["done"] < found["of"]:
        pass
    looking = Reviewing(session)
    looking.go_on()
    covered = 0
    for swing in looking.review().swings:
        told = coach.messages["scene"](swing.number)["scene"]["svg"]
        assert told == swing_map(swing.seen._replace(viewer="Bourbon"))
        covered += told != swing_map(swing.seen._replace(viewer=None))
    assert covered


@pytest.mark.parametrize(
    "seats", [{"bourbon": "person", "alliance": "person"}, {"bourbon": "sense", "alliance": "sense"}]
)
def test_between_people_nobody_is_helped(seats):
    session = Session(seed=1690, **seats)
    with pytest.raises(NinevearsError):
        hint(session)
    session.choose("first Bourbon")
    if "person" in seats.values():
        for asked in ("review", "closer"):
            with pytest.raises(NinevearsError):
                Coach(session).messages[asked](0)


def test_no_closer_look_at_what_the_enemy_chose_while_the_war_goes_on():  # NY 4.4
    session = a_turn()
    coach = Coach(session)
    theirs = next(one for one in session.moments if one.entry.side == "Alliance")
    with pytest.raises(NinevearsError):
        coach.messages["closer"](theirs.number)
    own = next(one for one in session.moments if one.entry.side == "Bourbon")
    assert coach.messages["closer"](own.number)["closer"]["says"]


def test_a_closer_look_knows_the_luck_though_the_review_is_not_done():
    """It looks back as far as the action first; the verdict is that of a review which was whole."""
    game = at("action", year=1690)
    found = Reviewing(Session(game, bourbon="sense", alliance="sense"))
    found.go_on()
    entry = next(
        turn.number
        for turn in found.turns
        if turn.number == turn.action > AT_ONCE
        if abs(found.luck_of(turn.number, turn.side)) > 0.01 and chose_as_proposed(game, turn.number)
    )
    told = []
    for whole in (False, True):
        coach = Coach(Session(game, bourbon="sense", alliance="sense"))
        while whole and (seen := coach.messages["review"](None)["review"])["done"] < seen["of"]:
            pass
        pieces = [coach.messages["closer"](entry)["closer"]]
        while pieces[-1]["done"] < pieces[-1]["of"]:
            pieces.append(coach.messages["closer"](entry)["closer"])
        assert bool(pieces[0]["says"]) == whole
        told.append((pieces[-1], coach._looks[entry][2].luck))
    assert told[0] == told[1]
    assert told[0][1] == found.luck_of(entry, game.entries[entry].side)


def chose_as_proposed(game, number):
    """Whether a careful player would have chosen the same: then nothing is played on."""
    then = game.branch()
    then.undo(number)
    return proposed(then, then.engine.side) == game.entries[number].action
