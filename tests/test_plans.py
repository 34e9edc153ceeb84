"""A march as one plan: the engine takes every step that it tells, and refuses every other."""

import json
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import pytest
from hypothesis import given, settings, strategies as st
from other_secrets import with_other_secrets
from sizes import first, size
from walks import a_walk

from ninevears_kernel.core.dice import GivenDice, distribution
from ninevears_kernel.core.errors import Refused
from ninevears_kernel.nine_years.components.map_masks import AROUND, NUMBER, SPACES
from ninevears_kernel.nine_years.components.position import Hand
from ninevears_kernel.nine_years.engine.agenda import STEP_RULES
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.notation import written
from ninevears_kernel.nine_years.games.fog import view_of
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.queries.reach import reach
from ninevears_kernel.nine_years.queries.reach_values import unopposed
from ninevears_kernel.play.closed_ways import MOST_MENDED, mended
from ninevears_kernel.play.plans import PLANNED, Wanted, plan_data, planned
from ninevears_kernel.play.seats import MACHINES
from ninevears_kernel.play.session import Session
from ninevears_kernel.play.table_seat import TableSeat

SEED = 1691
PERSONS = {"bourbon": "person", "alliance": "person"}


@cache
def a_campaign(seed, names=PLANNED):
    """A war played by chance, or for every second seed with sense, to such a decision, and a space from which
    a force may march there.
    """
    chance = Random(seed)
    game = a_walk(seed, 100 + seed % 150, recorded=False) if seed % 2 else Game.new(seed, recorded=False)
    for _ in range(600):
        if not game.engine.options:
            return None
        name, spaces = game.decision.name, from_where(game)
        if name in names and spaces and chance.random() < 0.1:
            return game, chance.choice(spaces)
        game.choose(
            chance.choice(game.engine.options) if seed % 2 else MACHINES["sense"](game.engine, chance)
        )
    return None


def from_where(game):
    """The spaces from which a march can be planned now."""
    if game.decision.name not in PLANNED:
        return []
    if game.decision.name != "action":
        return [game.engine.board.agenda[-1][2]]
    return [action[1] for action in game.engine.options if action[0] == "campaign"]


def campaigns(number, names=PLANNED):
    """So many of them, each with its plan as everybody sees the table, where there is anywhere to go."""
    for seed in range(first("plans"), first("plans") + number):
        found = a_campaign(seed, names)
        if found is None:
            continue
        game, space = found
        try:
            plan = planned(game, Wanted(space), game.decision.side)
        except Refused:
            continue
        if plan.walk.best:
            yield game, space, plan


def table(session):
    """The seat of whoever must choose, who has sat down."""
    seat = TableSeat(session)
    seat.take({"sit": True})
    return seat


@pytest.fixture
def trier():
    """Duras and Catinat stand at Trier with six corps, and may march: seed 1691, campaign of 1689."""
    return table(Session(played_to_trier(), alliance="sense"))


@cache
def played_to_trier():
    session = Session(seed=SEED, bourbon="sense", alliance="sense")
    session.jump(year=1689, phase="campaign")
    while session.decision.name != "action" or session.side != "Bourbon":
        session.next(pause=True)
    return session.game


def played(game, actions):
    """A branch on which these choices are made and interceptions are passed; None when a die was rolled."""
    twin = game.branch()
    for action in actions:
        while twin.decision and twin.decision.name == "intercept":
            twin.choose(("pass",))
            if twin.rolls:
                return None
        if action == ("march",) and twin.decision.name == "march":
            continue
        assert twin.verify(action) == (), (action, twin.decision)
        twin.choose(action)
        if twin.rolls:
            return None
    while twin.decision and twin.decision.name == "intercept":
        twin.choose(("pass",))
    return twin


# ---- what the engine does with it


@pytest.mark.clause("NY 13.5.1.a")
@pytest.mark.clause("NY 14.1.1")
def test_the_engine_takes_every_step_of_a_plan_when_nothing_comes_between():
    arrived = 0
    for game, _, plan in campaigns(size("plans")):
        nodes = list(plan.walk.best.values())
        for node in Random(len(game)).sample(nodes, min(4, len(nodes))):
            told = next(one for one in plan_data(plan)["targets"] if one["space"] == node.space)
            twin = played(game, (*plan.before, *node.actions))
            if twin is None or node.met is not None:
                continue
            arrived += 1
            board, item = twin.engine.board, twin.engine.board.agenda[-1]
            if board.phase != "campaign":
                continue  # the last action of a year, and the winter has come
            assert board.where[plan.group.leaders[0]] == node.space
            marches = item[0] == "march" and item[2] == node.space
            assert marches == (told["stops"] is None), told
            if marches:
                assert (item[5], len(item[4])) == (told["left"], told["corps"])
    assert arrived > 10


@pytest.mark.clause("NY 14.6.1")
@pytest.mark.clause("NY 14.6.2")
def test_the_chance_of_an_interception_is_the_engines():
    compared = 0
    for game, space, _ in campaigns(size("plans")):
        plan = planned(game, Wanted(space))  # everything seen, as the engine has it
        for told in plan_data(plan)["targets"]:
            node = plan.walk.best[told["space"]]
            risky = {one["space"]: one for one in told["risks"]}
            if len(node.entered) == 1 and len(risky) <= 1:
                before = played(game, (*plan.before, *node.actions[:-1]))
                chance = intercepted(before, node.actions[-1])
                assert chance == pytest.approx(risky.get(node.space, {"chance": 0})["chance"], abs=1e-4)
                compared += chance > 0
    assert compared > 2


@pytest.mark.clause("NY 14.6.1")
def test_how_a_march_may_end_is_told_in_order_with_chances_that_add_up():
    kinds = set()
    for _, _, plan in campaigns(size("plans")):
        for told in plan_data(plan)["targets"]:
            fight = next((one["chance"] for one in told["then"] if one["clause"] == "NY 16.1"), None)
            if not told["course"]:
                assert told["unopposed"] == 1
                assert fight in (None, 0, 1)
                continue
            chances = [chance for chance, *_ in told["course"]]
            assert sum(chances) == pytest.approx(1, abs=1e-3)
            whole = sum(percent for *_, percent, _ in told["course"])
            assert whole == pytest.approx(100, abs=len(chances))
            there = [chance for chance, says, *_ in told["course"] if "comes to" in says]
            assert sum(there) == pytest.approx(told["unopposed"], abs=1e-3)
            if fight:
                assert there[0] == pytest.approx(told["unopposed"] * fight, abs=1e-3)
            kinds.add((len(chances) > len(there), fight is not None))
    assert {(True, False), (False, True)} <= kinds


def intercepted(game, step):
    """How likely a step is intercepted when all who may try do, each alone with one corps."""

    def tried(dice):
        engine = Engine(game.engine.board, game.engine.context).trial(dice)
        engine.take(step)
        engine.advance("intercept")
        while engine.decision and engine.board.agenda[-1][0] == "intercept":
            action = engine.options[0]
            if action[0] == "pass":
                return False
            engine.take((*action[:2], 1))
            if any(item[0] == "entered" for item in engine.board.agenda):
                return True
            engine.advance("intercept")
        return False

    return float(distribution(tried).get(True, 0))


@pytest.mark.clause("NY 4.4")
def test_a_plan_tells_what_the_reach_on_the_map_tells_the_same_player():
    compared = 0
    for game, space, plan in campaigns(size("plans"), ("action",)):
        side, name = plan.group.side, SPACES[space].name
        told = plan_data(plan)
        found = reach(view_of(game.engine.board, side), side, name, readings=game.readings)
        assert [one["says"].removeprefix("March to ") for one in told["targets"]] == list(found.names)
        for one, place in zip(told["targets"], found.places, strict=True):
            compared += 1
            assert tuple(SPACES[number].name for number in one["way"]) == place.way
            assert (one["cost"], one["corps"], tuple(one["texts"])) == (
                place.points,
                place.corps,
                place.actions,
            )
            on_map = [(who.leader, who.needed) for entered in place.entered for who in entered.interceptors]
            assert [(who["leader"], who["needed"]) for risk in one["risks"] for who in risk["by"]] == on_map
    assert compared > 30


def test_what_is_not_told_as_reachable_is_refused():
    refused = 0
    for game, space, plan in campaigns(size("plans")):
        told = plan_data(plan)
        side = plan.group.side
        marching = played(game, plan.before)
        assert marching is not None
        for to in range(len(SPACES)):
            beside = AROUND[side][space] >> to & 1
            if to == space or to in told["next"]:
                assert to == space or marching.verify(("to", to)) == ()
                continue
            refused += 1
            if beside or refused % 9 == 0:
                with pytest.raises(Refused) as why:
                    planned(game, Wanted(space, way=(to,)), side)
                assert why.value.violations == marching.verify(("to", to))
    assert refused > 100


@pytest.mark.clause("NY 14.6.1")
def test_a_whole_way_is_as_safe_as_the_enemy_can_make_it(trier):
    """Each leader tries once: the engine's own decisions, played through with every way to use them."""
    plan = planned(trier.session.game, Wanted(NUMBER["Trier"]))
    game = played(trier.session.game, plan.before)
    for name in ("Liege", "Cologne", "Maastricht", "Heidelberg"):
        node = plan.walk.best[NUMBER[name]]
        assert unopposed(node.entered) == unopposed_in_play(game.engine, node.actions), name
    tried = [who.leader for one in plan.walk.best[NUMBER["Cologne"]].entered for who in one.interceptors]
    assert len(set(tried)) < len(tried)  # somebody could try twice


def unopposed_in_play(engine, actions):
    """How likely a force goes this way unopposed when the enemy's leaders try as does most harm."""
    name = engine.board.agenda[-1][0] if engine.decision else ""
    if name != "intercept":
        if name != "march" or not actions:
            return Fraction(not actions)
        return unopposed_in_play(after(engine, actions[0], 6), actions[1:])
    least = unopposed_in_play(after(engine, ("pass",), 6), actions)
    for action in [one for one in engine.options if one[0] == "intercept" and one[2] == 1]:
        faces = [after(engine, action, face) for face in range(1, 7)]
        failed = [one for one in faces if one.board.where[action[1]] == engine.board.where[action[1]]]
        chance = Fraction(len(failed), 6) * unopposed_in_play(failed[0], actions) if failed else Fraction(0)
        least = min(least, chance)
    return least


def after(engine, action, face):
    """The engine when an action is taken, a die shows this face, and the enemy or the march decides next."""
    trial = engine.trial(GivenDice([face] * 30))
    trial.take(action)
    while trial.board.agenda[-1][0] in ("enter", "entered"):
        name, *arguments = trial.board.agenda.pop()
        STEP_RULES[name].run(trial, *arguments)
    trial.advance("intercept")
    return trial


def told_by_dice(engine, action, dice):
    """The steps that a choice causes with these dice, when nobody plays a card."""
    trial = engine.trial(GivenDice([*dice, 6, 6, 6, 6]), recorded=True)
    trial.take(action)
    trial.advance()
    steps = trial.context.steps
    while trial.decision and not any(step.says.id in ("battle.won", "siege.result") for step in steps):
        trial.carry_out(trial.options[-1])
        if trial.board.agenda and trial.board.agenda[-1][0] in ("action", "force"):
            break
    return steps


@pytest.mark.clause("NY 16.3.1")
def test_the_chance_of_a_battle_is_that_of_its_36_throws():
    compared = 0
    for game, space, _ in campaigns(size("plans"), ("action",)):
        plan = planned(game, Wanted(space))
        told = plan_data(plan)["targets"]
        for fight in [one for one in told if plan.walk.best[one["space"]].met][:2]:
            node, side = plan.walk.best[fight["space"]], plan.group.side
            board = node.board.copy()
            board.agenda.append(node.met)
            won = 0
            for throw in product(range(1, 7), repeat=2):
                steps = told_by_dice(Engine(board, game.engine.context), ("stand",), throw)
                won += (
                    next(step.says.values["side"] for step in steps if step.says.id == "battle.won") == side
                )
            compared += 0 < won < 36
            assert fight["then"][-1]["chance"] == pytest.approx(won / 36, abs=1e-4)
    assert compared > 4


# ---- a way that is clicked along, and a force that is put together


def test_a_way_that_is_clicked_goes_on_from_where_it_ends(trier):
    game = trier.session.game
    metz = plan_of(trier, way=["Metz"])
    assert metz["here"]["texts"] == ["to Metz"]
    assert metz["here"]["left"] == 2
    assert "Luxembourg" in [SPACES[space].name for space in metz["next"]]
    assert all(one["way"][:2] == [NUMBER["Trier"], NUMBER["Metz"]] for one in metz["targets"])
    twice = plan_of(trier, way=["Metz", "Luxembourg"])
    assert twice["here"]["cost"] == 2
    assert max(one["cost"] for one in twice["targets"]) == 3
    assert len(game) == trier.session.place


def plan_of(seat, space="Trier", way=(), **more):
    reply = seat.take({"plan": {"space": NUMBER[space], "way": [NUMBER[name] for name in way], **more}})
    return reply["plan"]


@pytest.mark.clause("NY 13.5.1.a")
def test_a_force_is_put_together_from_its_counters(trier):
    whole, part = plan_of(trier), plan_of(trier, leaders=["Duras"], corps=["2 France"])
    assert whole["force"] == ["campaign Trier", "whole", "march"]
    assert part["force"] == ["campaign Trier", "lead Duras", "with 2 France", "march"]
    assert [one["goes"] for one in part["leaders"]] == [True, False]
    assert [(one["kind"], one["there"], one["goes"]) for one in part["corps"]] == [("France", 6, 2)]
    assert part["most"] < whole["most"]
    led = trier.take({"plan": {"leaders": ["Duras"]}})["plan"]  # a click on the leader
    assert (led["from"], led["force"][1]) == (NUMBER["Trier"], "lead Duras")
    rolls = [targets_of(plan)["Liege"]["then"][-1] for plan in (whole, part)]
    assert [(one["clause"], one["modifier"]) for one in rolls] == [("NY 17.5.2", 1), ("NY 17.5.2", 0)]
    too_few = plan_of(trier, leaders=["Duras"], corps=["1 France"])
    assert targets_of(too_few)["Liege"]["then"][-1]["clause"] == "NY 17.5.1"


def targets_of(plan):
    return {SPACES[one["space"]].name: one for one in plan["targets"]}


@pytest.mark.clause("NY 14.3")
@pytest.mark.clause("NY 17.5.2")
def test_what_then_is_told_with_its_odds(trier):
    places = targets_of(plan_of(trier))
    assert places["Liege"]["unopposed"] == pytest.approx((5 / 6) ** 3, abs=1e-4)
    assert places["Liege"]["then"][-1]["modifier"] == 1
    koblenz, namur = places["Koblenz"], places["Namur"]
    assert koblenz["stops"]["clause"] == "NY 14.3"
    assert "2 enemy corps: they may" in koblenz["then"][0]["says"]
    assert "what you cannot see" in koblenz["then"][1]["says"]
    assert "what you cannot see" not in namur["then"][1]["says"]  # one corps, and no leader on it
    assert places["Metz"]["then"] == []


def test_what_the_chances_of_a_battle_rest_on_is_told_with_them(trier):
    """The enemy may withdraw where a bar has only battles won and lost: then neither comes."""
    places = targets_of(plan_of(trier))
    koblenz, namur = places["Koblenz"], places["Namur"]
    assert koblenz["course"]
    assert "if the enemy fights, nobody plays a card and what you" in koblenz["given"]
    assert "the enemy fights" in namur["given"]
    assert "cannot see" not in namur["given"]
    must_fight = 0
    for _, _, plan in campaigns(80):
        for told in plan_data(plan)["targets"]:
            meets = next((one["says"] for one in told["then"] if "enemy corps: " in one["says"]), "")
            assert bool(told["given"]) == bool(meets and told["course"])
            assert ("the enemy fights" in told["given"]) == (bool(told["given"]) and " or " in meets)
            must_fight += bool(told["given"]) and " or " not in meets
        if must_fight:
            break
    assert must_fight


@pytest.mark.clause("NY 13.4.3")
def test_whoever_has_no_card_left_is_told_of_no_siege_roll(trier):
    game = trier.session.game
    hand = game.engine.board.hand("Bourbon")
    game.engine.board.set_hand("Bourbon", Hand((), hand.events))
    told = targets_of(plan_of(trier))["Liege"]["then"][-1]
    assert (told["clause"], "chance" in told) == ("NY 13.4.3", False)


def test_a_force_that_was_begun_by_hand_is_planned_to_its_end(trier):
    session = trier.session
    for text in ("campaign Trier", "lead Catinat"):
        assert trier.take({"choose": text}) == {}
    found = trier.take({"plan": {}})["plan"]
    assert found["force"][0] == "lead Duras"
    assert trier.take({"plan": {"leaders": ["Duras"]}})["trouble"]
    went = trier.take({"go": {"way": [NUMBER["Metz"]]}})["went"]
    assert went == {"to": NUMBER["Metz"], "stopped": ""}
    assert session.decision.name == "march"
    onward = trier.take({"plan": {}})["plan"]
    assert (onward["from"], onward["points"], onward["force"]) == (NUMBER["Metz"], 2, [])
    assert trier.take({"plan": {"corps": ["1 France"]}})["trouble"]
    assert trier.take({"go": {"way": [NUMBER["Nancy"]], "stop": True}})["went"]["to"] == NUMBER["Nancy"]
    assert session.decision.name != "march"


# ---- carried out


def test_a_plan_is_carried_out_told_and_undone_as_one(trier):
    session = trier.session
    before, place = session.game.position, session.place
    reply = trier.take(
        {"go": {"space": NUMBER["Trier"], "way": [NUMBER["Metz"], NUMBER["Nancy"]], "stop": True}}
    )
    assert reply["went"] == {"to": NUMBER["Nancy"], "stopped": ""}
    made = [one["text"] for one in trier.state()["happened"]]
    assert made == ["campaign Trier whole to Metz to Nancy stop"]
    assert session.game.position != before
    assert trier.take({"undo": True}) == {}
    assert (session.place, session.game.position) == (place, before)


def test_choices_made_by_hand_where_a_plan_was_are_undone_one_by_one(trier):
    session = trier.session
    trier.take({"go": {"space": NUMBER["Trier"], "way": [NUMBER["Metz"]]}})
    trier.take({"undo": True})
    place = session.place
    for text in ("campaign Trier", "lead Duras"):
        trier.take({"choose": text})
    trier.take({"undo": True})
    assert session.place == place + 1


def test_plans_are_carried_out_in_whole_wars():
    """Against chance, which intercepts as it likes: a plan arrives, or says what has come between."""
    arrived = stopped = 0
    for seed in range(first("plans"), first("plans") + size("plans")):
        found = a_campaign(seed)
        if found is None:
            continue
        game, space = found
        seats = {"bourbon": "chance", "alliance": "chance"} | {game.decision.side.lower(): "person"}
        session = Session(game, **seats)
        seat, chance = TableSeat(session), Random(seed)
        reply = seat.take({"plan": {"space": space}})
        if "trouble" in reply:
            assert reply["why"]
            continue
        before, place = session.game.position, session.place
        for one in chance.sample(reply["plan"]["targets"], min(5, len(reply["plan"]["targets"]))):
            went = seat.take({"go": {"space": space, "way": one["way"]}})["went"]
            steps = [step.says for moment in session.moments[place:] for step in moment.steps]
            entered = [says.values["space"] for says in steps if says.id == "march.enters"]
            if SPACES[one["space"]].name in entered:
                arrived += 1  # a battle there, or the winter, may have driven it out again
            else:
                assert went["stopped"], (seed, one["way"])
            stopped += bool(went["stopped"])
            if went["stopped"]:
                made = session.moments[place : session.place]
                assert any(moment.entry.rolls for moment in made), went
            assert session.since == place
            seat.take({"undo": True})
            assert (session.place, session.game.position) == (place, before)
    assert arrived > 10
    assert stopped > 1


@pytest.mark.clause("NY 14.6.1")
def test_another_person_is_asked_before_a_plan_goes_on(trier):
    session = trier.session
    session.seats["Alliance"] = "person"
    before, place = session.game.position, session.place
    way = [NUMBER[name] for name in ("Luxembourg", "Liege", "Brussels")]
    went = trier.take({"go": {"space": NUMBER["Trier"], "way": way}})["went"]
    assert went["to"] == NUMBER["Liege"]
    assert went["stopped"] == "The Alliance side answers first."
    assert session.decision.name == "intercept"
    trier.take({"sit": True})
    session.choose("pass")
    trier.take({"sit": True})
    [leaves, to] = trier.take({"plan": {"way": [NUMBER["Brussels"]]}})["plan"]["here"]["texts"]
    assert (leaves, to) == ("drop 2 France", "to Brussels")  # NY 14.2: Liege has a strength of 2
    session.back()
    assert session.decision.name == "intercept"
    session.back()
    assert (session.place, session.game.position) == (place, before)


@pytest.mark.clause("NY 14.6.2")
def test_an_interception_that_fails_interrupts_a_plan_too(trier, monkeypatch):
    """The force has passed: its player sees the die before it goes on."""
    session = trier.session
    monkeypatch.setattr(session, "machines_choice", lambda for_all: session.game.engine.options[0])
    way = [NUMBER[name] for name in ("Luxembourg", "Liege", "Brussels")]
    went = trier.take({"go": {"space": NUMBER["Trier"], "way": way}})["went"]
    tried = [m for m in session.moments[session.since : session.place] if m.entry.action[0] == "intercept"]
    assert [moment.steps[0].says.id for moment in tried] == ["intercept.failed"] * 3
    assert went["to"] == NUMBER["Liege"]
    assert went["stopped"].startswith("The march was interrupted; the force is at Liege. ")
    assert "does not intercept at Liege" in went["stopped"]


def before_a_siege(seed):
    """A war at the action with which a player of sense begins a siege roll, and the space."""
    game, chance, campaign = Game.new(seed, recorded=False), Random(seed), 0
    while (action := MACHINES["sense"](game.engine, chance)) != ("besiege",):
        if action[0] == "campaign":
            campaign = len(game)
        game.choose(action)
    game.undo(campaign)
    return game


@pytest.mark.clause("NY 17.5.1")
@pytest.mark.clause("NY 17.5.2")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_siege_is_planned_where_the_force_stands(seed):
    """A force that may not roll is refused with the clauses of the engine, and nothing is done."""
    game = before_a_siege(seed)
    side, board = game.decision.side, game.engine.board
    besieged = [at for at in from_where(game) if (siege := board.siege_of(at)) and siege.by == side]
    rolled = refused = 0
    for space in besieged:
        session = Session(game, **PERSONS)
        seat = table(session)
        place, before = session.place, json.dumps(seat.state())
        leader = seat.take({"plan": {"space": space}})["plan"]["leaders"][0]["name"]
        for force in ({"leaders": [leader], "corps": []}, {}):
            wanted = {"space": space, **force}
            told = seat.take({"plan": wanted})["plan"]["besiege"]
            reply = seat.take({"go": {**wanted, "besiege": True}})
            if "trouble" in reply:
                assert reply["why"] == told["why"] != []
                assert json.dumps(seat.state()) == before
                refused += 1
            else:
                assert reply["went"] == {"to": space, "stopped": ""}
                assert told["why"] == []
                forming = played(game, planned(game, Wanted(space), side).before[:-1])
                falls = [
                    step.says.values["loss"] > 0
                    for face in range(1, 7)
                    for step in told_by_dice(forming.engine, ("besiege",), [face])
                    if step.says.id == "siege.result"
                ]
                assert told["chance"] == pytest.approx(sum(falls) / 6, abs=1e-4)
                assert "besiege" in [moment.text for moment in session.moments[place:]]
                session.back()
                rolled += 1
            assert session.place == place
    assert rolled
    assert refused


# ---- what is wrong is refused, and changes nothing


@pytest.mark.parametrize(
    ("message", "clause"),
    [
        ({"space": "Paris", "leaders": ["Duras"]}, "NY 14.1.3"),
        ({"space": "Trier", "corps": ["7 France"]}, "NY 13.5.1.b"),
        ({"space": "Trier", "leaders": ["Duras"], "corps": ["6 France"]}, "NY 13.5.1.a"),
        ({"space": "Trier", "leaders": ["William III"]}, "NY 13.5.1.a"),
        ({"space": "Trier", "leaders": ["Duras", "Duras"]}, "NY 13.5.1.a"),
        ({"space": "Trier", "leaders": []}, "NY 14.1.2"),
        ({"space": "Trier", "corps": ["1 France used"]}, "NY 13.4.3"),
        ({"space": "Trier", "way": ["Vienna"]}, "NY 14.1.1"),
        ({"space": "Trier", "way": ["Metz", "Lille"]}, "NY 14.1.1"),
        ({"space": "Trier", "way": ["Koblenz", "Cologne"]}, "NY 14.3"),
        ({"space": "Trier", "way": ["Metz", "Nancy", "Besancon", "Lyon"]}, "NY 13.5.1.a"),
        ({"space": "Nantes"}, "NY 14.1.2"),
        ({"space": "Liege"}, "NY 14.1.2"),
    ],
)
def test_a_wrong_force_or_way_is_refused_with_its_clauses_and_changes_nothing(trier, message, clause):
    named = dict(message, space=NUMBER[message["space"]], way=[NUMBER[one] for one in message.get("way", ())])
    state = json.dumps(trier.state())
    asked = [trier.take({"plan": named})]
    if named["way"]:
        asked.append(trier.take({"go": named}))
    for reply in asked:
        assert reply["trouble"]
        assert clause in [one["clause"] for one in reply["why"]], reply
    assert json.dumps(trier.state()) == state


@pytest.mark.parametrize(
    "message",
    [
        {"plan": 7},
        {"plan": {}},
        {"plan": {"space": -1}},
        {"plan": {"leaders": ["Eugene"]}},
        {"plan": {"space": True}},
        {"plan": {"space": NUMBER["Trier"], "way": "Metz"}},
        {"plan": {"space": NUMBER["Trier"], "way": [1000]}},
        {"plan": {"space": NUMBER["Trier"], "leaders": ["Napoleon"]}},
        {"plan": {"space": NUMBER["Trier"], "leaders": [7]}},
        {"plan": {"space": NUMBER["Trier"], "corps": ["France"]}},
        {"plan": {"space": NUMBER["Trier"], "corps": ["1 France"] * 100}},
        {"go": {"space": NUMBER["Trier"]}},
        {"go": []},
        {"go": {"space": NUMBER["Trier"], "besiege": True}},
    ],
)
def test_a_wrong_message_is_told_and_changes_nothing(trier, message):
    state = json.dumps(trier.state())
    assert trier.take(message)["trouble"]
    assert json.dumps(trier.state()) == state


def test_elsewhere_no_march_is_planned():
    seat = TableSeat(Session(seed=SEED))
    assert "planned" in seat.take({"plan": {"space": NUMBER["Metz"]}})["trouble"]
    assert "planned" in seat.take({"go": {"space": NUMBER["Metz"], "way": [NUMBER["Nancy"]]}})["trouble"]


@pytest.mark.clause("NY 4.4")
def test_nobody_plans_the_march_of_the_enemy(trier):
    session = trier.session
    session.seats["Bourbon"], session.seats["Alliance"] = "sense", "person"
    state = json.dumps(TableSeat(session).state())
    for key, refusal in (("plan", "planned"), ("go", "turn of the Bourbons")):
        reply = TableSeat(session).take({key: {"space": NUMBER["Trier"], "way": [NUMBER["Metz"]]}})
        assert refusal in reply["trouble"]
        assert "plan" not in reply
    assert json.dumps(TableSeat(session).state()) == state


# ---- secrets and speed


@pytest.mark.clause("NY 4.4")
@given(st.integers(0, 60), st.integers(0, 10**6))
@settings(max_examples=12, deadline=None)
def test_exchanging_what_is_hidden_changes_no_byte_of_a_plan(walked, seed):
    found = a_campaign(walked)
    if found is None:
        return
    game, space = found
    seats = {"bourbon": "sense", "alliance": "sense"} | {game.decision.side.lower(): "person"}
    session = Session(game, **seats)
    told = [
        TableSeat(one).take({"plan": {"space": space}})
        for one in (session, with_other_secrets(session, seed))
    ]
    assert json.dumps(told[0]) == json.dumps(told[1])


@pytest.mark.clause("NY 4.4")
def test_whoever_sees_everything_sees_the_difference():
    """Or the test above would show nothing."""
    differs = 0
    for game, space, _ in campaigns(size("plans")):
        seats = {"bourbon": "sense", "alliance": "sense"} | {game.decision.side.lower(): "person"}
        session = Session(game, **seats)
        twin = with_other_secrets(session, 1)
        told = [plan_data(planned(one.game, Wanted(space))) for one in (session, twin)]
        differs += told[0] != told[1]
    assert differs


def test_a_plan_is_told_quickly_and_in_few_bytes(trier):
    times = []
    for space in from_where(trier.session.game):
        began = process_time()
        reply = trier.take({"plan": {"space": space}})
        times.append(process_time() - began)
        assert len(json.dumps(reply)) < 30_000
    assert len(times) > 5
    assert median(times) < 0.08


def test_every_part_of_a_plan_is_documented(trier):
    """docs/table.md names what a front is sent."""
    told = plan_of(trier, way=["Luxembourg"])
    names = set(told)
    for one in (told["here"], targets_of(told)["Liege"], *told["leaders"], *told["corps"]):
        names |= set(one)
    names |= {key for risk in targets_of(told)["Liege"]["risks"] for key in risk}
    page = (Path(__file__).parents[1] / "docs/table.md").read_text(encoding="utf-8")
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


values = (
    st.none()
    | st.integers(-2, 90)
    | st.sampled_from(["Duras", "2 France", "9999 France reduced", "-1 France"])
)
wants = st.dictionaries(
    st.sampled_from(["space", "leaders", "corps", "way", "stop", "besiege"]),
    values | st.lists(values, max_size=4),
)


@given(st.sampled_from(["plan", "go"]), wants)
@settings(max_examples=40, deadline=None)
def test_whatever_is_asked_is_answered_and_trouble_changes_nothing(key, wanted):
    game = played_to_trier()
    seat = table(Session(game, **PERSONS))
    place = seat.session.place
    reply = seat.take({key: wanted})
    assert reply.keys() & {"trouble", "plan", "went"}
    assert seat.session.place == place or "went" in reply


def test_the_choices_of_a_plan_are_told_in_the_notation():
    for game, _, plan in campaigns(3):
        told = plan_data(plan)
        assert told["force"] == [written(action, game.rule_tables) for action in plan.before]
        return


# ---- what is closed


def test_a_remedy_of_a_closed_space_is_an_option_of_that_march():
    """It is told of the first three alone, after trying it, and soon."""
    told, took = 0, []
    for _, _, plan in campaigns(size("plans")):
        begin = process_time()
        rows = plan_data(plan)["closed"]
        took.append(process_time() - begin)
        for place, (row, space) in enumerate(zip(rows, plan.walk.closed, strict=True)):
            found = mended(plan.walk, space)
            if place >= MOST_MENDED:
                assert not any(one["remedy"] for one in row["why"])
                continue
            assert [one["remedy"] for one in row["why"]] == [str(one.tried or "") for one in found]
            options = {
                written(action, plan.ready.rule_tables) for node in marching(plan) for action in node.options
            }
            for edits in [edits for one in found for edits in one.mends]:
                told += 1
                assert edits[0]["given"] == "action"
                assert edits[0]["value"] in options
    assert told > 3
    assert median(took) < 0.05


def marching(plan):
    """The war at each decision of the march that a plan goes through."""
    for node in (plan.walk.end, *plan.walk.best.values()):
        if node.item is not None:
            board = node.board.copy()
            board.agenda = [node.item]
            engine = Engine(board, plan.walk.engine.context)
            engine.halt()
            yield engine
