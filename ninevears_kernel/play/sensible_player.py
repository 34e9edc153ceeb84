"""A player with sense: for every decision a score for each option, from what his side may see.

He plans anew at each decision: nothing is remembered between them, so that any position can be handed to him.
His taste in aims stands in `assessment`; here is what he makes of each verb. He never looks at the enemy's
hand or held events, at the order of the decks or at the seed: he is given a board on which they are hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..nine_years.board import Board
from ..nine_years.land import FORTIFIED, FORTRESS, SPACES
from ..nine_years.notation import Action
from ..nine_years.piece_numbers import DEMORALISED, REDUCED, SIDE_OF_CORPS
from ..nine_years.sides import Side, enemy
from ..nine_years.view import hidden_board
from ..nine_years.war import War
from .assessment import (
    HEARTS,
    MARCH,
    Aim,
    best_aim,
    command,
    distances,
    free_leaders,
    neutral,
    points,
    threat,
    unguarded,
    worth,
)

Score = Callable[[Board, Side, Action, tuple[Any, ...]], float]


def sensible_player(war: War, random: Random) -> Action:
    """The option with the best score; among equals chance decides.

    Args:
        war: a war in which a decision waits.
        random: where chance comes from.
    """
    name, side, *arguments = war.board.agenda[-1]
    options = war.options
    board = hidden_board(war.board, side)
    best: list[Action] = []
    most = float("-inf")
    for action in options:
        score = SCORES.get((name, action[0])) or SCORES.get(("", action[0]))
        value = score(board, side, action, tuple(arguments)) if score else 0.0
        if value > most:
            best, most = [action], value
        elif value == most:
            best.append(action)
    return best[0] if len(best) == 1 else best[int(random.random() * len(best))]


SCORES: dict[tuple[str, str], Score] = {}
"""For each verb, or for a verb at one decision alone, the function that scores it."""


def scores(*verbs: str, at: str = "") -> Callable[[Score], Score]:
    """Registers the score of some verbs, at one decision or at all."""

    def register(score: Score) -> Score:
        for verb in verbs:
            SCORES[at, verb] = score
        return score

    return register


# ---- the order of things


@scores("first")
def _first(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return float(action[1] == side)


@scores("strengthen", "event", "neutralise", "weigh", "whole")
def _gladly(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 3.0


@scores("pass", "done", "end", "stop", "stand")
def _rather_not(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 0.05


@scores("lay", "play")
def _high_cards_first(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return float(action[1])


# ---- reinforcement


def _front(board: Board, side: Side, space: int) -> float:
    """How near the enemy a space is: 1 beside him, less farther off."""
    near = distances(side, space, neutral(board))
    hostile = board.control.of(enemy(side)) & FORTIFIED
    return 1.0 / (1 + min([steps for at, steps in enumerate(near) if hostile >> at & 1], default=9))


@scores("restore", "replace", "reduce")
def _restore(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 1.2 + _front(board, side, action[2]) if len(action) > 2 else 0.0


@scores("raise")
def _raise(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    guard = _guard(board, side, action[2])
    return 0.9 + _front(board, side, action[2]) + 0.3 * (action[3] == "full") + guard


@scores("fleet")
def _fleet(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    wanted = 4.0 if action[1] in ("Atlantic", "Brest") and not board.revolution else 1.9
    return wanted + 0.2 * action[2]


@scores("support")
def _support(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 1.6


@scores("line")
def _line(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 0.2 if threat(board, side, action[1]) < 8 else 0.8


@scores("place")
def _place(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    army = len(board.stacks[side][action[1]])
    return (
        _front(board, side, action[1]) + 0.05 * min(army, 8) - (army >= 10) + _guard(board, side, action[1])
    )


def _guard(board: Board, side: Side, space: int) -> float:
    return 0.4 * unguarded(board, side, space)


@scores("station")
def _station(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    space = action[1]
    stack = board.stacks[side][space]
    if not stack:
        return 0.0
    led, _ = command(board, board.leaders_at(side, space))
    unled = len(stack) - led
    return (
        0.1
        + max(0, unled) * 0.2
        + 0.6 * (led == 0) * min(len(stack), 4) / 4
        + 0.5 * _front(board, side, space)
    )


@scores("reassign")
def _reassign(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    """A leader without an army looks for one; the others stay."""
    space = board.where[action[1]]
    return 0.02 if space >= 0 and board.stacks[side][space] else 0.4


# ---- campaign


def _aim(board: Board, side: Side, space: int) -> Aim:
    """The aim of the army that could go from a space now, as far as its free leaders command it."""
    limit, rating = command(board, free_leaders(board, side, space))
    stack = [corps for corps in board.stacks[side][space] if not corps & 1]
    return best_aim(board, side, space, tuple(stack[:limit]), rating)


@scores("campaign")
def _campaign(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    aim = _aim(board, side, action[1])
    if aim.space == action[1]:
        return aim.score
    leaving = _left_open(board, side, action[1])
    return aim.score - leaving


def _left_open(board: Board, side: Side, space: int) -> float:
    """What may be lost by marching away from an own fortress that the enemy can reach."""
    if not FORTRESS[space] or not board.control.of(side) >> space & 1:
        return 0.0
    if space in HEARTS[side] and threat(board, side, space, within=2 * MARCH) >= 4:
        return 3.0
    corps = threat(board, side, space) // 2
    return 0.6 * worth(board, side, space) if corps >= FORTRESS[space] else 0.0


@scores("rally-corps")
def _rally_corps(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 1.0 - 0.1 * (action[1] & REDUCED != 0)


@scores("rally")
def _rally(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    leader = action[1]
    shaken = sum(corps & DEMORALISED != 0 for corps in board.stacks[side][board.where[leader]])
    return 0.15 * min(shaken, board.rating(leader)[0] // 2 + 1) + 0.3 * (
        board.state[leader] & DEMORALISED != 0
    )


@scores("deploy")
def _deploy(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    """A fleet that is not deployed this year is lost; on the Atlantic the crown of England hangs (8.5.d)."""
    return 2.5 if action[1] in ("Atlantic", "Brest") and not board.revolution else 1.5


@scores("transfer")
def _transfer(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 0.12


@scores("pick", "pick-corps")
def _pick(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    space = board.where[action[1]] if action[0] == "pick" else action[2]
    idle = not board.stacks[side][space] if action[0] == "pick" else not board.leaders_at(side, space)
    return (0.5 if idle else 0.1) - _front(board, side, space)


@scores("to", at="transfer-leader")
@scores("to", at="transfer-corps")
def _transfer_to(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    army = len(board.stacks[side][action[1]])
    return _front(board, side, action[1]) + 0.08 * min(army, 8) - (army >= 11)


@scores("besiege")
def _besiege(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 5.0


@scores("march")
def _march(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 4.0 if rest[2] else 1.0


@scores("lead")
def _lead(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 2.0 + 0.1 * board.rating(action[1])[0] if len(rest[1]) < 2 else 0.0


@scores("with")
def _with(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    number, corps = action[1]
    return 1.5 + 0.1 * number - 0.3 * (corps & REDUCED != 0)


@scores("to", at="march")
def _step(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    """A step is as good as it brings the army nearer its aim; one that does not is worse than to stop."""
    space, leaders, corps, _ = rest
    aim = best_aim(board, side, space, corps, command(board, list(leaders))[1])
    if aim.space == space or aim.score <= 0:
        return -1.0
    way = distances(side, aim.space, neutral(board))
    nearer = way[space] - way[action[1]]
    facing = points(board.stacks[enemy(side)][action[1]])
    met = facing and action[1] != aim.space
    return nearer * 0.5 + aim.score * 0.01 - 0.4 * bool(met) - 0.02 * FORTRESS[action[1]]


@scores("drop", "leave", at="march")
def _shed(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return -0.5


# ---- meeting the enemy


def _odds_here(board: Board, side: Side, space: int) -> float:
    own, other = points(board.stacks[side][space]), points(board.stacks[enemy(side)][space])
    own += command(board, board.leaders_at(side, space))[1] * 2
    other += command(board, board.leaders_at(enemy(side), space))[1] * 2
    return own / (other + 0.1)


@scores("stand", at="meet")
def _stand(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return _odds_here(board, side, rest[1])


@scores("avoid")
def _avoid(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    shelter = len(board.stacks[side][action[1]])
    return 0.85 + 0.02 * shelter + 0.01 * FORTRESS[action[1]]


@scores("withdraw")
def _withdraw(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    return 0.78 + 0.02 * action[1] if len(board.stacks[side][rest[1]]) <= 2 else 0.6


@scores("intercept")
def _intercept(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    own = 2 * action[2] + 2 * board.rating(action[1])[1]
    other = points(board.stacks[enemy(side)][rest[1]]) + 2
    return own / other - 1.0


@scores("lose", "retreat", "rest", "exile", "choose", "fortress")
def _where_friends_are(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    if action[0] == "lose":
        corps = action[1]
        return 0.1 * (SIDE_OF_CORPS[corps] == side) + 0.05 * (corps & DEMORALISED != 0)
    if len(action) < 2 or action[1] >= len(SPACES):
        return 0.0
    return 0.1 * len(board.stacks[side][action[1]]) + 0.2 * FORTRESS[action[1]]


# ---- peace


@scores("concede")
def _concede(board: Board, side: Side, action: Action, rest: tuple[Any, ...]) -> float:
    """Whoever would lose if peace came now gives up resource points to put it off; the other gives
    nothing.
    """
    wins = "Alliance" if board.victory_points >= 25 else "Bourbon"
    return float(action[1] == ("none" if side == wins else "points"))
