"""Of all actions that a decision's verbs can say exactly the options are free of objections, and exactly
those are accepted when they are typed: on boards where two armies are close together around one space, and
at every kind of decision that whole wars come to.
"""

from collections import Counter
from functools import cache
from random import Random

import pytest
from every_action import differences, every_action
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map_graph import bits
from ninevears_kernel.nine_years.components.map_masks import AROUND, CAPITALS, FORTRESS, NUMBER, PORTS, SPACES
from ninevears_kernel.nine_years.components.piece_numbers import (
    ABSENT,
    DEMORALISED,
    INSIDE,
    INTERCEPTED,
    POWERS,
    REDUCED,
    USED,
    WAITS,
)
from ninevears_kernel.nine_years.components.position import BothSides, Line, Pool, Siege
from ninevears_kernel.nine_years.components.powers import side_of
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES
from ninevears_kernel.nine_years.engine.board import Board
from ninevears_kernel.nine_years.engine.choices import Refused, violations_of
from ninevears_kernel.nine_years.engine.engine import Engine, violations
from ninevears_kernel.nine_years.engine.notation import parsed, written
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.rules import rulebook  # noqa: F401  every step and decision
from ninevears_kernel.play.random_player import random_player

EXAMPLES = 25
START = scenario_1688().replace(agenda=())
CONTROLLED = START.control.Bourbon | START.control.Alliance
MIDDLES = [n for n in bits(CONTROLLED) if AROUND["Alliance"][n].bit_count() > 2]
PORT_MIDDLES = [n for n in MIDDLES if PORTS >> n & 1]
POWERS_OF = {
    side: [n << 3 for n, power in enumerate(POWERS) if side_of(START, power) == side] for side in SIDES
}


# ---- boards


# made once: what is made for each example is looked through by hypothesis for each
sides = st.sampled_from(SIDES)
few_spaces = st.lists(st.sampled_from(range(len(SPACES))), max_size=3)
lots = st.sampled_from(("empty", "own", "own", "siege", "siege with garrison"))
with_line = st.sampled_from((False, False, True))
leader_states = st.sampled_from((0, 0, 0, USED, DEMORALISED, INTERCEPTED))


@cache
def some_leaders(number):
    return st.lists(st.sampled_from(range(number)), min_size=4, max_size=12, unique=True)


@cache
def stacks(side, least=1, most=6):
    """Corps of a side, of two powers at most, in any state."""
    flags = st.sampled_from((0, 0, 0, USED, REDUCED, DEMORALISED, REDUCED | USED, REDUCED | DEMORALISED))
    one = st.builds(lambda power, state: power | state, st.sampled_from(POWERS_OF[side][:3]), flags)
    return st.lists(one, min_size=least, max_size=most).map(lambda corps: tuple(sorted(corps)))


@st.composite
def boards(draw, middles=MIDDLES):
    """A board with pieces of both sides in and around one space, and that space."""
    middle = draw(st.sampled_from(middles))
    board = Board(START.replace(seed=draw(st.integers(0, 99))))
    board.phase = "campaign"
    board.where = [ABSENT] * len(board.where)
    ring = [*bits(AROUND["Alliance"][middle])]
    beyond = draw(few_spaces)
    for space in dict.fromkeys((middle, *ring, *beyond)):
        _fill(draw, board, space)
    places = [*dict.fromkeys((middle, *ring, middle))]
    for leader in draw(some_leaders(len(board.where))):
        board.where[leader] = draw(st.sampled_from((middle, *places, WAITS)))
        if board.where[leader] >= 0:
            _settle_leader(draw, board, leader)
    return board, middle


def _fill(draw, board, space):
    """Gives a space to somebody, with corps of his, of the enemy who besieges it, or of nobody."""
    owner = board.controller_of(space)
    for side in SIDES:
        board.put(side, space, ())
    if owner is None:
        return
    if not CAPITALS >> space & 1 and draw(st.booleans()):
        owner = enemy(owner)
        board.set_control(space, owner)
    lot = draw(lots)
    if lot == "own":
        board.put(owner, space, draw(stacks(owner)))
    elif lot != "empty" and FORTRESS[space]:
        board.put(enemy(owner), space, draw(stacks(enemy(owner))))
        lost = draw(st.integers(0, FORTRESS[space] - 1))
        board.set_siege(space, Siege(SPACES[space].name, enemy(owner), draw(st.booleans()), lost))
        if lot.endswith("garrison"):
            board.put_inside(space, draw(stacks(owner, most=2)))
    if draw(with_line):
        board.lines = (*board.lines, Line(SPACES[space].name, draw(st.integers(1, 3))))


def _settle_leader(draw, board, leader):
    """Puts a leader where his side could have him, in some state."""
    side, space = board.rule_tables.leaders[leader].side, board.where[leader]
    state = draw(leader_states)
    if board.held[enemy(side)] >> space & 1:
        if space not in board.garrisons:
            board.where[leader] = WAITS
            return
        state |= INSIDE
    elif not (board.held[side] | board.control.of(side)) >> space & 1:
        board.where[leader] = WAITS
        return
    board.state[leader] = state


# ---- decisions on them


def leaders_of(draw, board, side, space, without=INSIDE):
    """Some of the leaders of a side in a space, one at least."""
    there = board.leaders_at(side, space, without)
    return tuple(draw(st.lists(st.sampled_from(there), min_size=1, unique=True))) if there else ()


def some_of(draw, corps):
    """A part of a stack, perhaps nothing or all of it."""
    return tuple(one for one in corps if draw(st.booleans()))


def a_force(draw, board, side, space):
    """Leaders of a space, one of them called there if need be, and the corps that march with them."""
    leaders = leaders_of(draw, board, side, space)
    if not leaders:
        leaders = (draw(st.sampled_from(board.rule_tables.leaders_of[side])),)
        board.where[leaders[0]], board.state[leaders[0]] = space, 0
    corps = some_of(draw, board.stacks[side][space])
    staying = list(board.stacks[side][space])
    for one in corps:
        staying.remove(one)
    going = tuple(sorted(one | USED for one in corps))
    board.put(side, space, (*staying, *going))
    return leaders, going


def unused(corps):
    return tuple(one for one in corps if not one & USED)


def retreat(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side)))
    return "retreat", side, space


def march(draw, board, space):
    side = draw(sides)
    return "march", side, space, *a_force(draw, board, side, space), draw(st.integers(1, 3))


def intercept(draw, board, space):
    mover = draw(sides)
    board.put(mover, space, (*board.stacks[mover][space], *draw(stacks(mover, least=0))))
    origin = draw(st.sampled_from([*bits(AROUND["Alliance"][space])]))
    force = a_force(draw, board, mover, space)
    return "intercept", enemy(mover), origin, space, *force, draw(st.integers(0, 2))


def meet(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side)))
    board.put(enemy(side), space, draw(stacks(enemy(side))))
    for leader in board.rule_tables.leaders_of[side]:
        if board.where[leader] == WAITS and draw(st.booleans()):
            board.where[leader] = space
    origin = draw(st.sampled_from([*bits(AROUND["Alliance"][space])]))
    return "meet", side, origin, space, draw(st.booleans())


def force(draw, board, space):
    side = draw(sides)
    leaders = leaders_of(draw, board, side, space, INSIDE | USED) if draw(st.booleans()) else ()
    corps = some_of(draw, unused(board.stacks[side][space])) if leaders else ()
    return "force", side, space, leaders, corps


def losses(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side)))
    return "losses", side, space, draw(st.integers(1, 4))


def garrison_loss(draw, board, space):
    owner = board.controller_of(space) or "Alliance"
    board.put_inside(space, draw(stacks(owner, most=4)))
    return "garrison-loss", owner, space


def transfer(draw, board, space):
    return "transfer", draw(sides), draw(st.integers(0, 1))


def transfer_leader(draw, board, space):
    side = draw(sides)
    leader = draw(st.sampled_from(board.rule_tables.leaders_of[side]))
    board.where[leader] = space
    return "transfer-leader", side, leader, draw(st.integers(0, 1))


def transfer_corps(draw, board, space):
    side = draw(sides)
    stack = draw(stacks(side))
    board.put(side, space, stack)
    return "transfer-corps", side, stack[0], space, draw(st.integers(0, 1))


def embark(draw, board, space):
    side = draw(sides)
    leaders = leaders_of(draw, board, side, space, INSIDE | USED) if draw(st.booleans()) else ()
    return "embark", side, space, leaders, some_of(draw, unused(board.stacks[side][space]))[:2]


def sail_to(draw, board, space):
    side = draw(sides)
    leaders, corps = a_force(draw, board, side, space)
    return "sail-to", side, space, leaders, corps[:2]


def rally_corps(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side)))
    leader = draw(st.sampled_from(board.rule_tables.leaders_of[side]))
    board.where[leader], board.state[leader] = space, USED
    return "rally-corps", side, leader, draw(st.integers(0, 3)), draw(st.booleans())


def action(draw, board, space):
    board.actions_left = draw(st.sampled_from((1, 2, 3, 3)))
    marks = ["transfer", "replace", f"rally {SPACES[space].name}"]
    board.once_a_round = tuple(draw(st.lists(st.sampled_from(marks), max_size=2, unique=True)))
    return "action", draw(sides)


def spend(draw, board, space):
    board.resource_left = BothSides(*draw(st.tuples(st.integers(1, 4), st.integers(1, 4))))
    board.pools = tuple(Pool(power, draw(st.integers(0, 2))) for power in sorted(POWERS))
    marks = st.sampled_from((f"line {SPACES[space].name}", "raise France", "restore Austria", "fleet Brest"))
    board.done_this_turn = tuple(draw(st.lists(marks, max_size=3)))
    return "spend", draw(sides)


def rest(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side, most=11)))
    return "rest", side, space


def overstack(draw, board, space):
    side = draw(sides)
    board.put(side, space, draw(stacks(side)))
    return "overstack", side, space, 1


def leaders(draw, board, space):
    return "leaders", draw(sides)


def station(draw, board, space):
    side = draw(sides)
    return "station", side, draw(st.sampled_from(board.rule_tables.leaders_of[side]))


def arrive(draw, board, space):
    power = draw(st.sampled_from([power for power in POWERS if side_of(START, power)]))
    return "arrive", side_of(START, power), power


def sea_loss(draw, board, space):
    side = draw(sides)
    leaders, corps = a_force(draw, board, side, space)
    return "sea-loss", side, space, NUMBER["London"], leaders, corps[:2]


ITEMS = (
    *(
        retreat,
        march,
        intercept,
        meet,
        force,
        losses,
        garrison_loss,
        transfer,
        transfer_leader,
        transfer_corps,
    ),
    *(embark, sail_to, sea_loss, rally_corps, action, spend, rest, overstack, leaders, station, arrive),
)
DECISIONS = {item.__name__.replace("_", "-"): item for item in ITEMS}
AT_SEA = ("embark", "sail-to", "sea-loss")


def war_at(board, *item, readings=None) -> Engine:
    """A war in which a decision waits, however few options it has."""
    engine = Engine(board, RulingContext(WarDice(board.seed), readings or {}, recorded=False))
    engine.then(item)
    engine.advance(DECISION_RULES[item[0]].verbs[0])
    return engine


@pytest.mark.parametrize("name", DECISIONS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_exactly_the_options_are_free_of_objections(name, data):
    board, space = data.draw(boards(PORT_MIDDLES if name in AT_SEA else MIDDLES))
    engine = war_at(board, *DECISIONS[name](data.draw, board, space))
    assert engine.decision is not None
    assert not differences(engine)


@pytest.mark.parametrize("name", DECISIONS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_exactly_the_options_are_accepted_when_they_are_typed(name, data):
    board, space = data.draw(boards(PORT_MIDDLES if name in AT_SEA else MIDDLES))
    item = DECISIONS[name](data.draw, board, space)
    engine = war_at(board.copy(), *item)
    offered = set(engine.options)
    for verb in engine.decision[0].verbs:
        actions = every_action(verb, engine.rule_tables)
        tried = data.draw(st.lists(st.sampled_from(actions), max_size=6))
        tried += [one for one in engine.options if one[0] == verb][:4]
        for action in tried:
            assert any(violations(engine, action)) != (action in offered)
            unlisted = war_at(board.copy(), *item)
            typed = parsed(written(action, engine.rule_tables), engine.rule_tables)
            if action in offered:
                unlisted.choose(typed)
            else:
                with pytest.raises(ValueError):
                    unlisted.choose(typed)


# ---- whole wars

WARS = 8
EACH = 16
APART = 7
"""So many decisions of a kind are looked at whole, each so many after the last one of its kind."""
OFTEN = {
    *("force", "action", "spend", "transfer", "transfer-leader", "transfer-corps"),
    *("station", "leaders", "march", "embark"),
}
"""Decisions that wars by chance come to often enough."""
TIED = ("lead", "with", "replace", "raise", "restore", "line", "fleet", "pick", "pick-corps", "station")
"""Verbs of which offers and refusals are both met."""


def test_in_whole_wars_offer_refusal_and_check_are_one():
    """Every option passes the check, all that passes it is offered, and what is refused has its clauses."""
    met, looked, offers, refusals = Counter(), Counter(), Counter(), Counter()
    for seed in range(WARS):
        game, chance = Game.new(seed, recorded=False), Random(seed)
        engine = game.engine
        while engine.options:
            name = engine.board.agenda[-1][0]
            met[name] += 1
            if met[name] % APART == 1 and looked[name] < EACH:
                looked[name] += 1
                assert not differences(engine)
                for verb in DECISION_RULES[name].verbs:
                    offered = [one for one in engine.options if one[0] == verb]
                    refused = {*chance.choices(every_action(verb, engine.rule_tables), k=2)} - {*offered}
                    offers[verb] += len(offered)
                    refusals[verb] += len(refused)
                    for action in offered[:2]:
                        assert violations_of(engine, action) == ()
                        assert game.verify(written(action, engine.rule_tables)) == ()
                    for action in refused:
                        found = violations_of(engine, action)
                        assert found
                        assert game.verify(written(action, engine.rule_tables)) == found
                        with pytest.raises(Refused) as told:
                            game.branch().choose(written(action, engine.rule_tables))
                        assert told.value.violations == found
            engine.choose(random_player(engine, chance))
    assert {name for name in OFTEN if looked[name] < EACH} == set()
    assert {verb for verb in TIED if not (offers[verb] and refusals[verb])} == set()
