"""Bounds of the search against brute force: every choice is tried, and no bound is above what it finds."""

from collections import deque

import pytest

from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.umpire.search.goals import condition_of
from ninevears_kernel.umpire.search.round_search import Round, key_of

RULES = standard_rule_tables()


def small(*edits):
    """A position with nothing on it but what the edits bring."""
    bare = scenario_1688().replace(corps=(), leaders=(), sieges=(), lines=())
    return changed(bare, edits)


def corps(power, space, count):
    return {"add": "corps", "power": power, "space": space, "count": count}


def leader(name, space):
    return {"add": "leader", "name": name, "space": space}


LILLE = (corps("France", "Lille", 2), leader("Humieres", "Lille"))
POSITIONS = {
    "a march": (small(*LILLE), 1),
    "two leaders": (small(*LILLE, corps("France", "Ypres", 1), leader("Boufflers", "Ypres")), 1),
    "a transfer": (small(corps("France", "Lille", 2), corps("France", "Amiens", 2)), 1),
    "an enemy near": (small(*LILLE, corps("Spain", "Tournai", 1)), 1),
    "a siege": (
        small(
            corps("France", "Namur", 6),
            leader("Luxembourg", "Namur"),
            {"set": "besieged", "space": "Namur", "by": "Bourbon"},
        ),
        2,
    ),
    "a port": (small(corps("France", "Brest", 2), {"set": "sea", "zone": "Atlantic", "side": "Bourbon"}), 1),
}
CONDITIONS = (
    {"is": "corps-at", "space": "Tournai", "count": 1},
    {"is": "corps-at", "space": "Tournai", "count": 2},
    {"is": "corps-at", "space": "Ypres", "count": 2},
    {"is": "corps-at", "space": "Amiens", "count": 3},
    {"is": "corps-at", "space": "Dublin", "count": 2},
    {"is": "leader-at", "space": "Ypres", "leader": "Humieres"},
    {"is": "besieged", "space": "Tournai"},
    {"is": "enemy-gone", "space": "Tournai"},
    {"is": "controlled", "space": "Namur"},
    {"is": "strength", "space": "Namur", "at_most": 1},
    {"is": "sea", "zone": "Atlantic"},
)
MOST_STATES, DEEP = 1500, 5


def tried(position, actions):
    """Every state that choices lead to, breadth first: the round, the states, and whither each leads."""
    played = Round(position, "Bourbon", RULES, {}, actions)
    states = {key_of(played.start.board): played.start}
    onward, depth = {}, {next(iter(states)): 0}
    waiting = deque(states)
    while waiting and len(states) < MOST_STATES:
        key = waiting.popleft()
        engine = states[key]
        onward[key] = set()
        if engine.decision is None or depth[key] == DEEP:
            continue
        for action in engine.options:
            for after, (_, engine_after) in played.outcomes(engine, action).items():
                onward[key].add(after)
                if after not in states:
                    states[after], depth[after] = engine_after, depth[key] + 1
                    waiting.append(after)
    return played, states, onward


def choices_needed(states, onward, is_met):
    """From each state the fewest choices to one that meets a condition, among those that were tried."""
    backward = {}
    for key, afters in onward.items():
        for after in afters:
            backward.setdefault(after, []).append(key)
    found = {key: 0 for key, engine in states.items() if is_met(engine)}
    waiting = deque(found)
    while waiting:
        key = waiting.popleft()
        for before in backward.get(key, ()):
            if before not in found:
                found[before] = found[key] + 1
                waiting.append(before)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_no_bound_is_above_the_fewest_choices_that_brute_force_finds(name):
    played, states, onward = tried(*POSITIONS[name])
    reached, faults = 0, []
    for data in CONDITIONS:
        goal = condition_of(data, RULES)

        def is_met(engine, goal=goal):
            return played.is_settled(engine) and goal.met(engine.board, "Bourbon", engine.context)

        if is_met(played.start):
            continue  # nobody searches for what is so already
        for key, needed in choices_needed(states, onward, is_met).items():
            engine = states[key]
            if engine.decision is None or not needed:
                continue
            reached += 1
            fewest = goal.fewest(engine.board, "Bourbon")
            targets = goal.targets(engine.board, "Bourbon", engine.context, {})
            enter = 0 if targets is None else played.choices_to(engine, targets)
            if max(fewest, enter) > needed:
                faults.append((data, engine.board.agenda[-1], fewest, enter, needed))
    assert not faults
    assert reached


@pytest.mark.parametrize(("defenders", "holds"), [(1, False), (10, True)])
def test_who_holds_with_the_worst_dice_is_never_driven_off_with_them(defenders, holds):
    """Where the bound says that some dice prevent it, no choice clears the space whatever is rolled."""
    army = (corps("France", "Lille", 5), leader("Luxembourg", "Lille"), leader("Max Emanuel", "Tournai"))
    played, states, _ = tried(small(*army, corps("Spain", "Tournai", defenders)), 1)
    goal = condition_of({"is": "enemy-gone", "space": "Tournai"}, RULES)
    waiting = [engine for engine in states.values() if engine.decision is not None]
    judged = [engine for engine in waiting if goal.may_fail(engine, "Bourbon")]
    for engine in judged:
        for action in engine.options:
            outcomes = [after for _, after in played.outcomes(engine, action).values()]
            assert not all(goal.met(after.board, "Bourbon", after.context) for after in outcomes)
    assert (played.start in judged) == holds
