"""The player that plays to win: for every decision a score for each option, from what its side may see.

It plans anew at each decision: nothing is remembered between them, so that any position can be handed to it.
Scores are in victory points, or nearly so. What it sees is in `outlook`, its chances are in `odds`, where
it would send an army is in `objectives`; here is what it makes of each verb:

- resource points go first to what moves the marker at once (colonies, fleets), then to corps near the enemy;
- leaders go where corps wait for one, the best to the largest armies;
- an action goes to the army with the best aim: a siege that can end this year, a battle at good odds, a
  relief, a threatened fortress; fleets sail out when the odds are fair, and corps with nothing to do sail to
  the front, or land before a fortress that nobody guards: in Ireland above all;
- it meets the enemy when it is the stronger, and else slips away or shuts itself in;
- it makes concessions when peace would find it beaten.

It never looks at the enemy's hand or held events, at the order of the decks or at the seed: it is given a
board on which they are hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..nine_years.components.map_masks import FORTRESS, home
from ..nine_years.components.piece_numbers import DEMORALISED, REDUCED, SIDE_OF_CORPS
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action
from ..nine_years.rules.campaign.march import MOVEMENT_POINTS
from ..nine_years.rules.fleets import fleet_row
from ..nine_years.rules.king_william import LAST_CELL
from . import odds
from .evaluation import BOLD, HEARTS, SENSIBLE, Evaluation, Taste, look_of, points
from .objectives import army_of, best_aim, plan
from .sea_plans import sea_plan, worth_of_landing

Rest = tuple[Any, ...]
Score = Callable[[Evaluation, Action, Rest], float]
NOTHING = 0.05
"""The score of doing nothing: whatever is worth less is left alone."""


def heuristic_player(engine: Engine, random: Random) -> Action:
    """The option with the best score; among equals chance decides.

    Args:
        engine: a war in which a decision waits.
        random: where chance comes from.
    """
    return chosen(engine, random, SENSIBLE)


def bold_player(engine: Engine, random: Random) -> Action:
    """The same with another taste, which wins more often.

    Args:
        engine: a war in which a decision waits.
        random: where chance comes from.
    """
    return chosen(engine, random, BOLD)


def chosen(engine: Engine, random: Random, taste: Taste) -> Action:
    """The option with the best score for a taste; among equals chance decides.

    Args:
        engine: a war in which a decision waits.
        random: where chance comes from.
        taste: what the player likes and fears.
    """
    name, side, *arguments = engine.board.agenda[-1]
    options = engine.options
    if len(options) == 1:
        return options[0]
    look, rest = look_of(engine, side, taste), tuple(arguments)
    best: list[Action] = []
    most = float("-inf")
    for action in options:
        value = value_of(look, name, action, rest)
        if value > most:
            best, most = [action], value
        elif value == most:
            best.append(action)
    return best[0] if len(best) == 1 else best[int(random.random() * len(best))]


SCORES: dict[tuple[str, str], Score] = {}
"""For each verb, or for a verb at one decision alone, the function that scores it."""


def value_of(look: Evaluation, name: str, action: Action, rest: Rest) -> float:
    """What an option is worth to a side; 0 where all of its verb are alike.

    Args:
        look: what the side sees.
        name: of the decision.
        action: the option.
        rest: what the decision is about.
    """
    score = SCORES.get((name, action[0])) or SCORES.get(("", action[0]))
    return score(look, action, rest) if score else 0.0


def scores(*verbs: str, at: str = "") -> Callable[[Score], Score]:
    """Registers the score of some verbs, at one decision or at all."""

    def register(score: Score) -> Score:
        for verb in verbs:
            SCORES[at, verb] = score
        return score

    return register


# ---- the order of things


@scores("first")
def _first(look: Evaluation, action: Action, rest: Rest) -> float:
    return float(action[1] == look.side)


@scores("first", at="first-round")
def _first_round(look: Evaluation, action: Action, rest: Rest) -> float:
    return float((action[1] == look.side) == look.taste.begins)


@scores("strengthen", "event")
def _gladly(look: Evaluation, action: Action, rest: Rest) -> float:
    return 3.0


@scores("pass", "done", "end", "stop")
def _rather_not(look: Evaluation, action: Action, rest: Rest) -> float:
    return NOTHING


@scores("lay", "play")
def _high_cards_first(look: Evaluation, action: Action, rest: Rest) -> float:
    return float(action[1])


@scores("neutralise")
def _neutralise(look: Evaluation, action: Action, rest: Rest) -> float:
    """The Bourbons gain a point by it; the Alliance does it only to be there before them (NY 7.2.1.d)."""
    return float(look.side == "Bourbon" or bool(look.hostile & home("Savoy")))


# ---- reinforcement


@scores("restore", "refresh")
def _restore(look: Evaluation, action: Action, rest: Rest) -> float:
    return 1.2 + look.front[action[2]]


@scores("raise")
def _raise(look: Evaluation, action: Action, rest: Rest) -> float:
    found = 0.7 + _place(look, action[1:], rest) + 0.3 * (action[3] == "full")
    return found + look.taste.raises if found > 0 else found


@scores("fleet")
def _fleet(look: Evaluation, action: Action, rest: Rest) -> float:
    """A fleet is worth its chance; before the Glorious Revolution England hangs on it (NY 8.5.d)."""
    crown = fleet_row(action[1])["zone"] == "Atlantic" and not look.board.revolution
    return (4.0 if crown else 1.9) + 0.2 * action[2]


@scores("support")
def _support(look: Evaluation, action: Action, rest: Rest) -> float:
    """Colonial support moves the roll either way, unless the marker is at the own end already (NY 18.3)."""
    at_end = look.board.kww_cell == (-LAST_CELL if look.side == "Bourbon" else LAST_CELL)
    return 1.6 if at_end else 2.4


@scores("line")
def _line(look: Evaluation, action: Action, rest: Rest) -> float:
    return 0.8 if look.near[action[1]] >= 6 else 0.2


@scores("place")
def _place(look: Evaluation, action: Action, rest: Rest) -> float:
    """A corps goes near the enemy, to where an army with a leader stands, or where a fortress wants it."""
    space = action[1]
    army = len(look.board.stacks[look.side][space])
    led = bool(look.board.leaders_at(look.side, space))
    guard = look.exposed(space, army) - look.exposed(space, army + 1)
    together = 1 + 0.12 * min(army, 8) + 0.3 * led
    return look.front[space] * together - (army >= 10) + 0.5 * guard


@scores("station")
def _station(look: Evaluation, action: Action, rest: Rest) -> float:
    return _use_of_leader(look, rest[0], action[1])


def _use_of_leader(look: Evaluation, leader: int, space: int) -> float:
    """What a leader adds to the corps in a space: those that would have none to lead them, and his skill."""
    board = look.board
    corps = len(board.stacks[look.side][space])
    if not corps:
        return 0.0
    others = [one for one in board.leaders_at(look.side, space) if one != leader]
    led = look.command(others)
    more = min(corps, look.command([*others, leader])) - min(corps, led)
    skill = max(0, board.rating(leader)[1] - look.battle_rating(others))
    return (0.15 * more + 0.06 * skill * min(corps, 8)) * (0.3 + look.front[space])


@scores("reassign")
def _reassign(look: Evaluation, action: Action, rest: Rest) -> float:
    """A leader goes elsewhere where he is of clearly more use than here."""
    here = look.board.where[action[1]]
    now = _use_of_leader(look, action[1], here) if here >= 0 else 0.0
    armies = [at for at, stack in enumerate(look.board.stacks[look.side]) if len(stack) > 1 and at != here]
    return max([_use_of_leader(look, action[1], at) for at in armies], default=0.0) - now - 0.1


# ---- campaign


@scores("campaign")
def _campaign(look: Evaluation, action: Action, rest: Rest) -> float:
    return plan(look, action[1]).objective.score


@scores("whole")
def _whole(look: Evaluation, action: Action, rest: Rest) -> float:
    found = plan(look, rest[0])
    limit = min(look.command(list(found.leaders)), len(look.board.stacks[look.side][rest[0]]))
    return 3.0 if len(found.corps) >= limit else 0.5


@scores("lead")
def _lead(look: Evaluation, action: Action, rest: Rest) -> float:
    return 2.0 + 0.1 * look.board.rating(action[1])[0] if action[1] in plan(look, rest[0]).leaders else 0.0


@scores("with")
def _with(look: Evaluation, action: Action, rest: Rest) -> float:
    (number, corps), taken = action[1], rest[2]
    wanted = plan(look, rest[0]).corps.count(corps) - taken.count(corps)
    return 1.5 + 0.1 * number if number <= wanted else 0.0


@scores("besiege")
def _besiege(look: Evaluation, action: Action, rest: Rest) -> float:
    return 1.2 if plan(look, rest[0]).objective.space == rest[0] else 0.0


@scores("march")
def _march(look: Evaluation, action: Action, rest: Rest) -> float:
    return 1.0 if rest[2] else 0.0


@scores("to", at="march")
def _step(look: Evaluation, action: Action, rest: Rest) -> float:
    """A step is as good as it brings the army nearer its aim; one that does not is worse than to stop."""
    space, leaders, corps, movement = rest
    rounds = look.rounds_left()
    objective = best_aim(look, space, army_of(look, list(leaders), corps), rounds, may_rest=False)
    staying = movement < MOVEMENT_POINTS and look.hostile >> space & 1 and FORTRESS[space]  # NY 14.2
    guards = len(look.board.stacks[look.side][space])
    left = look.exposed(space, guards - len(corps)) - look.exposed(space, guards)
    if objective.score <= left or staying:
        return -1.0
    way = look.ways(objective.space)
    if way[action[1]] >= way[space] or not (look.passable >> action[1] & 1 or action[1] == objective.space):
        return -1.0
    return 0.5 + objective.score * 0.01


@scores("drop", "leave", at="march")
def _shed(look: Evaluation, action: Action, rest: Rest) -> float:
    return -0.5


@scores("rally-corps")
def _rally_corps(look: Evaluation, action: Action, rest: Rest) -> float:
    return 1.0 - 0.1 * (action[1] & REDUCED != 0)


@scores("rally")
def _rally(look: Evaluation, action: Action, rest: Rest) -> float:
    leader = action[1]
    stack = look.board.stacks[look.side][look.board.where[leader]]
    shaken = sum(corps & DEMORALISED != 0 for corps in stack)
    return 0.1 * min(shaken, look.board.rating(leader)[0] // 2 + 1) + 0.2 * (
        look.board.state[leader] & DEMORALISED != 0
    )


@scores("replace")
def _replace(look: Evaluation, action: Action, rest: Rest) -> float:
    return 0.1 + 0.2 * look.front[action[2]]


@scores("deploy")
def _deploy(look: Evaluation, action: Action, rest: Rest) -> float:
    """The chance of a point, and of the crown of England; a fleet that is not deployed is lost in winter."""
    board, (_, name) = look.board, action
    zone = fleet_row(name)["zone"]
    chance = odds.takes_sea(board, name, board.fleet(name).strength)
    return chance * (4.0 if zone == "Atlantic" and not board.revolution else 1.0)


@scores("transfer")
def _transfer(look: Evaluation, action: Action, rest: Rest) -> float:
    return 0.12 if idle_corps(look) else 0.0


def idle_corps(look: Evaluation) -> list[int]:
    """The spaces of corps that nobody leads and that no danger keeps where they are, far from the enemy."""
    found: list[int] | None = look.remembered.get(("idle", 0))
    if found is None:
        stacks = look.board.stacks[look.side]
        found = [
            at
            for at, stack in enumerate(stacks)
            if stack
            and look.front[at] < 0.4
            and not look.board.leaders_at(look.side, at)
            and look.exposed(at, len(stack) - 1) <= look.exposed(at, len(stack))
        ]
        look.remembered["idle", 0] = found
    return found


@scores("pick", "pick-corps")
def _pick(look: Evaluation, action: Action, rest: Rest) -> float:
    if action[0] == "pick":
        space = look.board.where[action[1]]
        idle = not look.board.stacks[look.side][space]
    else:
        space = action[2]
        idle = space in idle_corps(look)
    return 0.6 - look.front[space] if idle else 0.0


@scores("to", at="transfer-leader")
def _transfer_leader(look: Evaluation, action: Action, rest: Rest) -> float:
    return _use_of_leader(look, rest[0], action[1])


@scores("to", at="transfer-corps")
def _transfer_corps(look: Evaluation, action: Action, rest: Rest) -> float:
    return _place(look, action, rest)


# ---- at sea


@scores("sail")
def _sail(look: Evaluation, action: Action, rest: Rest) -> float:
    found = sea_plan(look, action[1]).score
    return found + look.taste.sails if found > 0 else found


@scores("lead", at="embark")
def _lead_aboard(look: Evaluation, action: Action, rest: Rest) -> float:
    space, leaders, _ = rest
    return (
        1.0 + look.board.rating(action[1])[0]
        if action[1] in sea_plan(look, space).leaders and not leaders
        else 0.0
    )


@scores("with", at="embark")
def _with_aboard(look: Evaluation, action: Action, rest: Rest) -> float:
    number, corps = action[1]
    return 1.0 + 0.1 * number - 0.3 * (corps & REDUCED != 0)


@scores("weigh")
def _weigh(look: Evaluation, action: Action, rest: Rest) -> float:
    return 0.5


@scores("to", at="sail-to")
def _land(look: Evaluation, action: Action, rest: Rest) -> float:
    origin, leaders, corps = rest
    return worth_of_landing(look, origin, action[1], leaders, corps)


# ---- meeting the enemy


def _chance_here(look: Evaluation, space: int) -> float:
    """The chance to win the battle that the enemy would attack in a space."""
    board = look.board
    own, other = board.stacks[look.side][space], board.stacks[look.other][space]
    rating = look.battle_rating(board.leaders_at(look.side, space))
    against = look.battle_rating(board.leaders_at(look.other, space))
    return 1 - odds.battle(points(other), against, points(own), rating)


@scores("stand")
def _stand(look: Evaluation, action: Action, rest: Rest) -> float:
    return 2 * _chance_here(look, rest[1])


@scores("avoid")
def _avoid(look: Evaluation, action: Action, rest: Rest) -> float:
    shelter = len(look.board.stacks[look.side][action[1]])
    return 0.8 + 0.02 * shelter + 0.01 * FORTRESS[action[1]]


@scores("withdraw")
def _withdraw(look: Evaluation, action: Action, rest: Rest) -> float:
    space = rest[1]
    fits = len(look.board.stacks[look.side][space]) <= 2
    return (0.8 if fits else 0.5) + 0.02 * action[1] + 0.2 * (space in HEARTS[look.side])


@scores("intercept")
def _intercept(look: Evaluation, action: Action, rest: Rest) -> float:
    """It falls upon a marching enemy when it is likely to win (the interceptor defends, NY 16.1)."""
    _, space, leaders, corps, _ = rest
    board = look.board
    against = look.battle_rating(list(leaders))
    own = 2 * action[2] + points(board.stacks[look.side][space])
    chance = 1 - odds.battle(points(corps), against, own, board.rating(action[1])[1])
    return 2 * (chance - 0.5)


@scores("lose", "reduce")
def _lose(look: Evaluation, action: Action, rest: Rest) -> float:
    corps = action[1]
    return 0.1 * (SIDE_OF_CORPS[corps] == look.side) + 0.05 * (corps & DEMORALISED != 0)


@scores("weaken")
def _weaken(look: Evaluation, action: Action, rest: Rest) -> float:
    """An own corps far from the enemy hurts least, and an enemy's beside it most."""
    _, corps, space = action
    front = look.front[space] + 0.2 * (corps & REDUCED != 0)
    return 1 - front if SIDE_OF_CORPS[corps] == look.side else 1 + front


@scores("retreat", "rest", "choose")
def _where_friends_are(look: Evaluation, action: Action, rest: Rest) -> float:
    space = action[1]
    return 0.1 * len(look.board.stacks[look.side][space]) + 0.2 * FORTRESS[space] + 0.2 * look.front[space]


@scores("exile")
def _exile(look: Evaluation, action: Action, rest: Rest) -> float:
    """James II goes where his corps are, with his men."""
    return 0.1 * len(look.board.stacks[look.side][action[1]]) + 0.05 * bool(action[2])


# ---- peace


@scores("concede")
def _concede(look: Evaluation, action: Action, rest: Rest) -> float:
    """Whoever would lose if peace came now gives up resource points to put it off; the other gives
    nothing.
    """
    wins = "Alliance" if look.board.victory_points >= 25 else "Bourbon"
    return float(action[1] == ("none" if look.side == wins else "points"))
