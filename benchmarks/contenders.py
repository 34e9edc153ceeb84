"""Players that were tried against the sensible one; what came of it stands in docs/coach.md.

Each is the sensible player with some of its judgements exchanged while it chooses.
"""

from ninevears_kernel.play import evaluation, heuristic_player as sensible, objectives
from ninevears_kernel.play.evaluation import HEARTS, Evaluation
from ninevears_kernel.play.objectives import Objective, Plan

GARRISON = 2
"""So many corps find room in a fortress (NY 17.3)."""
THE_WAR = 12.0
"""What a capital is worth with which the war is lost, in victory points."""
OWN = {space for side in HEARTS.values() for space in side}


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


_worth_of, _exposed, _plan = Evaluation._worth_of, Evaluation.exposed, objectives._plan


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


MEET = {("", "withdraw"): withdraw_first}
PLACE = {("", "place"): place, ("transfer-corps", "to"): place}
GUARD = {"look___worth_of": worth_of, "objectives___plan": guarded}
SPEND = {("", "restore"): restore, ("", "refresh"): restore, ("", "line"): line}
CONTENDERS = {
    "capital-garrison": other(MEET),
    "guard": other(MEET | PLACE, **GUARD),
    "garrisons": other({("", "withdraw"): garrison_first}),
    "guard-and-garrisons": other(PLACE | {("", "withdraw"): garrison_first}, **GUARD),
    "all-of-them": other(SPEND | PLACE | {("", "withdraw"): garrison_first}, **GUARD, objectives__WATCH=0.09),
}
