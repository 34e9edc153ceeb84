"""Players that were tried against the sensible one; what came of it stands in docs/coach.md.

Each is the sensible player with some of its judgements exchanged while it chooses.
"""

from dataclasses import replace
from functools import partial
from random import Random

from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.engine.seeded_dice import WarDice
from ninevears_kernel.nine_years.games.fog import hidden_board
from ninevears_kernel.play import evaluation, heuristic_player as sensible, objectives
from ninevears_kernel.play.closer_look import dealt_anew
from ninevears_kernel.play.evaluation import BOLD, HEARTS, Evaluation, Taste
from ninevears_kernel.play.judge import chance
from ninevears_kernel.play.objectives import Objective, Plan

GARRISON = 2
"""So many corps find room in a fortress (NY 17.3)."""
THE_WAR = 12.0
"""What a capital is worth with which the war is lost, in victory points."""


def other(scores=(), **judgements):
    """The sensible player with other scores, and other judgements by place and name (`objectives__WATCH`)."""
    places = {
        "objectives": objectives,
        "evaluation": evaluation,
        "look": Evaluation,
        "scores": sensible.SCORES,
    }
    changes = [(places[place], name, value) for (place, name), value in _named(judgements)]

    def choose(engine, random):
        kept = [getattr(place, name) for place, name, _ in changes]
        kept_scores = {key: sensible.SCORES[key] for key in dict(scores)}
        for place, name, value in changes:
            setattr(place, name, value)
        sensible.SCORES.update(scores)
        try:
            return sensible.heuristic_player(engine, random)
        finally:
            sensible.SCORES.update(kept_scores)
            for (place, name, _), value in zip(changes, kept, strict=True):
                setattr(place, name, value)

    return choose


def with_taste(taste):
    """The sensible player with another taste."""
    return partial(sensible.chosen, taste=taste)


def _named(judgements):
    return [(tuple(key.split("__", 1)), value) for key, value in judgements.items()]


# ---- a capital that loses the war is never left open


def withdraw_first(look, action, rest):
    """A garrison stays in a capital, whatever the rest does."""
    if rest[1] in HEARTS[look.side]:
        return 0.95 + 0.02 * action[1]
    return sensible._withdraw(look, action, rest)


def garrison_first(look, action, rest):
    """A garrison stays in every fortress, whatever the rest does."""
    return 0.85 + 0.02 * action[1] + 0.1 * (rest[1] in HEARTS[look.side])


_worth_of, _plan = Evaluation._worth_of, objectives._plan


def worth_of(look, space):
    """A capital in wrong hands is worth the war."""
    lost = space in HEARTS[look.side] and (look.hostile | look.besieged) >> space & 1
    return _worth_of(look, space) + THE_WAR * lost


def guarded(look, space):
    """Two corps stay in a capital."""
    found = _plan(look, space)
    if space not in HEARTS[look.side] or not found.corps or found.objective.space == space:
        return found
    stack = look.board.stacks[look.side][space]
    inside = len(look.board.garrisons.get(space, ()))
    spare = len(stack) + inside - GARRISON
    if len(found.corps) <= spare:
        return found
    going = found.corps[: max(0, spare)]
    if not going:
        return Plan((), (), Objective(space, 0.0))
    army = objectives.army_of(look, list(found.leaders), going)
    return Plan(found.leaders, going, objectives.best_aim(look, space, army, look.rounds_left()))


def place(look, action, rest):
    """Corps go to a capital until it has its garrison."""
    missing = action[1] in HEARTS[look.side] and len(look.board.stacks[look.side][action[1]]) < GARRISON
    return sensible._place(look, action, rest) + 2.0 * missing


def restore(look, action, rest):
    """New corps rather than whole ones."""
    return sensible._restore(look, action, rest) - 0.4


def line(look, action, rest):
    """Corps rather than lines."""
    return 0.4 * sensible._line(look, action, rest)


GARRISONS = {("", "withdraw"): garrison_first}
IN_CAPITALS = {("", "withdraw"): withdraw_first}
PLACE = {("", "place"): place, ("transfer-corps", "to"): place}
GUARD = {"look___worth_of": worth_of, "objectives___plan": guarded}
# ---- where the judge is asked


def judged_spending(engine, random):
    """Of the five payments that the sensible player likes best the one that the judge does."""
    if engine.board.agenda[-1][0] != "spend":
        return sensible.heuristic_player(engine, random)
    side, options = engine.side, _liked(engine)
    chances = [chance(_after(engine, dealt_anew(engine.board, side, 1), one), side) for one in options]
    best = max(chances)
    return options[chances.index(best)] if best > chances[0] + CLEARLY else options[0]


def _liked(engine):
    side, rest = engine.side, tuple(engine.board.agenda[-1][2:])
    look = Evaluation(hidden_board(engine.board, side), side, RulingContext(recorded=False))

    liked = partial(sensible.value_of, look, "spend", rest=rest)
    return sorted(engine.options, key=liked, reverse=True)[:5]


def _begun(engine, board, seed, action):
    context = RulingContext(WarDice(seed), engine.context.chosen, False, engine.rule_tables)
    trial = Engine(board.copy(), context, engine.asks_alike)
    trial.advance()
    trial.choose(action)
    return trial


def _after(engine, board, action):
    """The board when a payment is done, the sensible player choosing what it asks."""
    trial, random = _begun(engine, board, 1, action), Random(1)
    while trial.options and trial.board.agenda[-1][0] == "arrive":
        trial.choose(sensible.heuristic_player(trial, random))
    return trial.board


def played_on(engine, random):
    """Where the enemy comes: each answer is played on to the end of the year, with fresh dice and cards."""
    if engine.board.agenda[-1][0] != "meet" or len(engine.options) < 2:
        return sensible.heuristic_player(engine, random)
    first, side, year = sensible.heuristic_player(engine, random), engine.side, engine.board.year
    verbs = {action[0]: action for action in reversed(engine.options)} | {first[0]: first}
    sums = dict.fromkeys(verbs.values(), 0.0)
    for seed in range(PLAYED_ON):
        board = dealt_anew(engine.board, side, seed)
        for action in sums:
            trial, chances = _begun(engine, board, seed, action), Random(seed)
            while trial.options and trial.board.year == year:
                trial.choose(sensible.heuristic_player(trial, chances))
            sums[action] += chance(trial.board, side) / PLAYED_ON
    best = max(sums, key=sums.get)
    return best if sums[best] > sums[first] + SURELY else first


CLEARLY, SURELY, PLAYED_ON = 0.004, 0.03, 6
SPEND = {("", "restore"): restore, ("", "refresh"): restore, ("", "line"): line}
CONTENDERS = {
    "guard": other(IN_CAPITALS | PLACE, **GUARD),
    "spending": other(SPEND, objectives__WATCH=0.09),
    "all-of-them": other(SPEND | PLACE | GARRISONS, **GUARD, objectives__WATCH=0.09),
    "judged-spending": judged_spending,
    "no-bad-battles": with_taste(Taste(defeat=1.2, victory=0.3)),
    "bolder": with_taste(replace(BOLD, danger=0.2, hearts=0.4)),
    "played-on": played_on,
}
