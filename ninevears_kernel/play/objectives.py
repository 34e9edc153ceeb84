"""Where an army had best go: what a siege, a battle or a relief would bring, and how likely in the time left.

An aim is worth its victory points, times the chance to reach it before winter, less for every action that it
takes. A siege that cannot end this year is no aim, since fortresses recover in winter (NY 8.5.a).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import AROUND, FORTRESS, PORTS, SPACES
from ..nine_years.components.piece_numbers import DEMORALISED, REDUCED
from ..nine_years.components.rule_tables import SiegeRules
from ..nine_years.rules.campaign.march import MOVEMENT_POINTS
from . import odds
from .evaluation import HEARTS, Evaluation, points, steady

WITHOUT_LINE = 0.25
"""What is left of it where a siege has hardly a line of communication: deep in enemy land."""
NEXT_YEAR = 0.04
"""What is left of it when it can only be begun this year."""
FIELD_ARMY, CROWD = 6, 10
"""A smaller army likes to join a larger one at the front, unless the two would be too many."""
TOGETHER = 0.04
"""How much, for each of its corps."""
TO_THE_SHIPS = 0.15
"""How much an army that no way leads to the enemy likes to reach a port."""
WATCH = 0.15
"""How much of what is exposed an army saves that comes to guard it."""


@cache
def waits(patience: float) -> tuple[float, ...]:
    """What is left of the worth of an aim after so many actions.

    Args:
        patience: what is left of it after one.
    """
    return tuple(patience**actions for actions in range(20))


class Objective(NamedTuple):
    """Where an army had best go, and how much it likes that."""

    space: int
    score: float


class Army(NamedTuple):
    """What an army brings along: corps, strength points, battle rating, and whether it is demoralised."""

    corps: int
    points: int
    rating: int
    shaken: bool


class Plan(NamedTuple):
    """Who had best set out from a space, and for what."""

    leaders: tuple[int, ...]
    corps: tuple[int, ...]
    objective: Objective


def army_of(look: Evaluation, leaders: list[int], corps: tuple[int, ...]) -> Army:
    """The army of these leaders and corps."""
    shaken = any(one & DEMORALISED for one in corps)
    return Army(len(corps), points(corps), look.battle_rating(leaders), shaken)


def best_aim(look: Evaluation, space: int, army: Army, rounds: int, may_rest: bool = True) -> Objective:
    """The best aim for an army: an enemy fortress, an enemy army, or an own fortress to relieve or to guard.

    Args:
        look: what the side sees.
        space: where the army stands.
        army: what it brings along.
        rounds: how often it may act this year, this time included.
        may_rest: whether the siege of the space where it stands comes into question.

    Returns:
        The objective; the space where it stands already, with the worth of its siege, when it besieges one.
    """
    rules, away = look.board.rule_tables.numbers.siege, look.ways(space)
    later = waits(look.taste.patience)
    best, most = space, 0.0
    for at, by_one, by_more in look.in_danger:
        marches = (away[at] + MOVEMENT_POINTS - 1) // MOVEMENT_POINTS
        if 0 < marches <= rounds:
            score = WATCH * (by_one if army.corps == 1 else by_more) * later[marches]
            if score > most:
                best, most = at, score
    if army.corps < FIELD_ARMY:
        for at, corps in look.field_armies:
            marches = (away[at] + MOVEMENT_POINTS - 1) // MOVEMENT_POINTS
            if 0 < marches <= 2 and army.corps <= corps <= CROWD - army.corps:
                score = TOGETHER * army.corps * later[marches]
                if score > most:
                    best, most = at, score
    for target in targets(look):
        steps = away[target.space]
        marches = (steps + MOVEMENT_POINTS - 1) // MOVEMENT_POINTS
        if marches > rounds or target.highest * later[marches] <= most or not (steps or may_rest):
            continue
        score = _worth_of_going(look, target, army, rounds - marches, rules, steps > 0) * later[marches]
        if score > most:
            best, most = target.space, score
    if most < TO_THE_SHIPS and not look.front[space]:
        ports = [(away[at], at) for at in bits(PORTS & look.own) if away[at] <= rounds * MOVEMENT_POINTS]
        if ports:
            return Objective(min(ports)[1], TO_THE_SHIPS)
    return Objective(best, most)


class Target(NamedTuple):
    """A space to which an army may go to fight.

    Attributes:
        space: the space.
        prize: what it is worth to have it, apart from a battle.
        highest: more than that nobody makes of it.
        facing: the enemy corps that would give battle there.
        strength: their strength points.
        rating: their commander's battle rating.
        defence: how many corps a siege needs (NY 17.5.1); 0 where there is none.
        falls: how often strength or garrison must fall.
        continuing: whether an own siege goes on there.
        fleet: what a siege roll is worth by itself: the enemy fleet at home there is lost (NY 12.3.6.d).
        ours: how many own corps besiege it.
        relief: the corps of the largest enemy army within one march.
    """

    space: int
    prize: float
    highest: float
    facing: int
    strength: int
    rating: int
    defence: int
    falls: int
    continuing: bool
    fleet: float
    ours: int
    relief: int


def targets(look: Evaluation) -> list[Target]:
    """All of them."""
    found: list[Target] | None = look.remembered.get(("targets", 0))
    if found is None:
        enemies = look.board.held[look.other] & ~look.closed
        spaces = look.hostile | look.besieged | enemies
        found = look.remembered["targets", 0] = [_target(look, at) for at in bits(spaces)]
    return found


def _target(look: Evaluation, at: int) -> Target:
    board, rules = look.board, look.board.rule_tables.numbers.garrison
    facing = board.stacks[look.other][at]
    strength, rating, defence, falls, continuing, fleet = 0, 0, 0, 0, False, 0.0
    if not look.hostile >> at & 1:
        prize = look.worth(at) if look.besieged >> at & 1 else 0.0
        prize *= look.taste.rescue if at in HEARTS[look.side] else 1.0
    else:
        prize = look.worth(at)
        if FORTRESS[at]:
            inside = board.garrisons.get(at, ()) or facing[: rules.most]
            if len(facing) <= rules.most:
                facing = ()  # such a force withdraws into its fortress
            defence = falls = board.strength(at)
            for one in inside:
                defence += rules.reduced if one & REDUCED else rules.full
                falls += not one & REDUCED
            prize *= look.taste.patience**falls
            siege = board.siege_of(at)
            continuing = siege is not None and siege.by == look.side and siege.continuing
            fleet = look.worth_of_fleet(at)
            if not seems_supplied(look, at):
                prize *= WITHOUT_LINE
                fleet *= WITHOUT_LINE
    if facing:
        strength, rating = points(facing), look.battle_rating(board.leaders_at(look.other, at))
    ours = len(board.stacks[look.side][at]) if defence else 0
    highest = prize + fleet + look.taste.victory * bool(facing)
    against = len(facing), strength, rating, defence, falls, continuing
    return Target(at, prize, highest, *against, fleet, ours, look.near[at])


def worth_of_siege(look: Evaluation, space: int, army: Army, rounds: int) -> float:
    """What an army makes of the siege of the enemy fortress before which it stands."""
    target = next(one for one in targets(look) if one.space == space)
    return _worth_of_going(look, target, army, rounds, look.board.rule_tables.numbers.siege, apart=False)


def _worth_of_going(
    look: Evaluation, target: Target, army: Army, rounds: int, rules: SiegeRules, apart: bool
) -> float:
    """What an army makes of a space where the enemy rules or stands, with so many rounds left there."""
    value, win, taste = 0.0, 1.0, look.taste
    if target.facing:
        win = odds.battle(army.points, army.rating - army.shaken, target.strength, target.rating)
        value = min(1.0, target.facing / 6) * (taste.victory * win - taste.defeat * (1 - win))
    if not target.defence:
        return value + target.prize * win
    before = _chance_of_siege(target, target.ours, False, rounds, rules) if apart else 0.0
    corps = army.corps + target.ours * apart
    if corps < target.defence:
        return value
    safe = 1.0 if corps >= target.relief else max(0.3, corps / target.relief)
    chance = safe * max(_chance_of_siege(target, corps, army.shaken, rounds, rules), NEXT_YEAR) - before
    rolls_already = apart and target.ours >= target.defence
    fleet = target.fleet * taste.patience if rounds and not rolls_already else 0.0
    return value + win * (target.prize * chance + fleet)


def _chance_of_siege(target: Target, corps: int, shaken: bool, rounds: int, rules: SiegeRules) -> float:
    if corps < target.defence:
        return 0.0
    modifier = rules.twice * (corps >= 2 * target.defence) + rules.demoralised * shaken
    return odds.siege(rules, target.falls, modifier, target.continuing, rounds)


def chances(
    look: Evaluation, going: Plan, space: int, acted: bool = False
) -> tuple[float | None, float | None]:
    """How likely a plan wins a battle at its aim, and takes its fortress this year; None where there is none.

    Args:
        look: what the side sees.
        going: who sets out, and for what.
        space: from where.
        acted: whether they can do nothing more this round.
    """
    at, army = going.objective.space, army_of(look, list(going.leaders), going.corps)
    target = next((one for one in targets(look) if one.space == at), None)
    if target is None:
        return None, None
    battle = siege = None
    if target.facing:
        battle = odds.battle(army.points, army.rating - army.shaken, target.strength, target.rating)
    if target.defence:
        marches = (look.ways(space)[at] + MOVEMENT_POINTS - 1) // MOVEMENT_POINTS
        corps = army.corps + target.ours * (at != space)
        rules = look.board.rule_tables.numbers.siege
        rounds = look.rounds_left() - marches - acted
        siege = _chance_of_siege(target, corps, army.shaken, rounds, rules)
    return battle, siege


def attack_wins(look: Evaluation, origin: int, own: int, rating: int) -> float:
    """About how likely the enemy army in a space wins a battle that it attacks.

    Args:
        look: what the side sees.
        origin: where that army stands.
        own: the strength points that defend.
        rating: what is added to their roll.
    """
    against = look.battle_rating(look.board.leaders_at(look.other, origin))
    return odds.battle(points(look.board.stacks[look.other][origin]), against, own, rating)


def seems_supplied(look: Evaluation, at: int) -> bool:
    """Whether besiegers would have a line of communication, at a glance: from an own space beside them, or
    before a port over a friendly sea (NY 11.1.3.c).
    """
    beside = AROUND[look.side][at] & look.own
    return bool(beside) or any(look.board.sea(zone) == look.side for zone in SPACES[at].ports)


def plan(look: Evaluation, space: int) -> Plan:
    """Who had best set out from a space now, and for what: all that its free leaders command, or all but a
    garrison.
    """
    found: Plan | None = look.remembered.get(("plan", space))
    if found is None:
        found = look.remembered["plan", space] = _plan(look, space)
    return found


def _plan(look: Evaluation, space: int) -> Plan:
    board = look.board
    leaders = look.leaders(space)
    free = steady(board.stacks[look.side][space])
    rounds = look.rounds_left()
    best = Plan((), (), Objective(space, 0.0))
    if not leaders:
        return best
    limit = look.command(leaders)
    besieging = look.hostile >> space & 1
    rest = look.has_line_for_siege(space, free) if besieging else True
    for stay in (0,) if besieging else (0, 1, 2):
        going = tuple(free[: min(limit, len(free) - stay)])
        if not going:
            break
        objective = best_aim(look, space, army_of(look, leaders, going), rounds, may_rest=rest)
        left = len(board.stacks[look.side][space]) - len(going)
        score = objective.score
        if objective.space != space:
            score -= look.exposed(space, left) - look.exposed(space, left + len(going))
            score -= 0.01 * stay
        if score > best.objective.score:
            best = Plan(tuple(leaders), going, Objective(objective.space, score))
        if not look.exposed(space, left):
            break
    return best
