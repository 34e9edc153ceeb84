"""Where corps had best sail: to a front where they are of more use, or to land in the enemy's country."""

from __future__ import annotations

from typing import NamedTuple

from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import FORTRESS, PORTS, SPACES
from ..nine_years.rules.campaign.march import MOVEMENT_POINTS
from ..nine_years.rules.campaign.sea_movement import MOST_CORPS, landings_of_corps, passage, sea_roll_modifier
from .evaluation import Evaluation, steady
from .objectives import army_of, best_aim, plan, seems_supplied, worth_of_siege

CROWD = 10
"""No more corps are brought to a space than this, since a winter there would cost some."""
THIS_YEAR = 0.7
"""How much of an aim that it may have this year counts."""
FRONT = 0.35
"""What a corps beside the enemy is worth for the years to come."""
BEACHHEAD = 0.5
"""How much of that where they must first take the enemy's fortress."""
COAST = 0.3
"""How much of what lies open on the coast near by the last corps that sail away would have saved."""
IDLE = 0.1
"""An army with a better aim by land does not sail."""
TROUBLE = 0.08
"""What an action is worth that might have been another."""
ARRIVES = {None: 1.0, 0: 0.9}
"""How sure a voyage is, by the modifier of its roll (NY 14.5.2); through enemy seas it does not sail."""


Group = tuple[int, ...]


class SeaPlan(NamedTuple):
    """A voyage and how much it is liked; without leaders when the corps find some where they land."""

    to: int
    leaders: tuple[int, ...]
    score: float


def sea_plan(look: Evaluation, origin: int) -> SeaPlan:
    """The best voyage of up to two corps from a port now."""
    found: SeaPlan | None = look.remembered.get(("voyage", origin))
    if found is None:
        found = look.remembered["voyage", origin] = _sea_plan(look, origin)
    return found


def _sea_plan(look: Evaluation, origin: int) -> SeaPlan:
    board, side = look.board, look.side
    corps = tuple(steady(board.stacks[side][origin])[:MOST_CORPS])
    best = SeaPlan(origin, (), 0.0)
    if not corps or plan(look, origin).objective.score > IDLE:
        return best
    leaders = sorted(look.leaders(origin), key=lambda one: -board.rating(one)[0])
    lost = _lost(look, origin, len(corps)) + TROUBLE
    for to in bits(landings_of_corps(board, side) & ~(1 << origin)):
        if not _in_question(look, origin, to):
            continue
        waiting = board.leaders_at(side, to)
        needed = look.command(waiting) < len(board.stacks[side][to]) + len(corps)
        taken = tuple(leaders[:1]) if needed else ()
        score = worth_of_landing(look, origin, to, taken, corps) - lost
        if score > best.score:
            best = SeaPlan(to, taken, score)
    return best


def _in_question(look: Evaluation, origin: int, to: int) -> bool:
    """Whether a port is one for a voyage: an own one nearer the enemy, or an enemy one where besiegers would
    be supplied; and not through enemy seas.
    """
    hostile = look.hostile >> to & 1
    sense = seems_supplied(look, to) if hostile else look.front[to] > look.front[origin]
    return sense and _sure(look, origin, to) > 0


def worth_of_landing(look: Evaluation, origin: int, to: int, leaders: Group, corps: Group) -> float:
    """What these leaders and corps are good for where they may sail, for this year and for those to come."""
    there = look.board.stacks[look.side][to]
    if len(there) + len(corps) > CROWD or not _in_question(look, origin, to):
        return 0.0
    waiting = look.board.leaders_at(look.side, to)
    if look.hostile >> to & 1 and not (waiting or leaders):
        return 0.0
    more = _use(look, to, (*there, *corps), [*waiting, *leaders]) - _use(look, to, there, waiting)
    return _sure(look, origin, to) * more


def _sure(look: Evaluation, origin: int, to: int) -> float:
    """How sure a voyage is; the same for all ports on the same seas."""
    known: dict[tuple[str, ...], float] = look.remembered.setdefault(("sure", origin), {})
    zones = SPACES[to].ports
    if zones not in known:
        passed = passage(look.board, look.side, origin, to)
        modifier = sea_roll_modifier(
            look.board, look.side, passed, look.board.rule_tables.numbers.sea_movement
        )
        known[zones] = ARRIVES.get(modifier, 0.0)
    return known[zones]


def _lost(look: Evaluation, origin: int, number: int) -> float:
    """What is lost at a port when so many of its corps sail away."""
    board, side = look.board, look.side
    here, leaders = board.stacks[side][origin], board.leaders_at(side, origin)
    left = len(here) - number
    used = _use(look, origin, here, leaders) - _use(look, origin, here[number:], leaders)
    bare = look.exposed(origin, left) - look.exposed(origin, len(here))
    return max(0.0, used) + bare + (COAST * _coast(look, origin) if left < MOST_CORPS else 0.0)


def _coast(look: Evaluation, origin: int) -> float:
    """What lies open to the enemy's ships on the coast that an army in a port guards: within a march."""
    way, stacks = look.ways(origin), look.board.stacks[look.side]
    return sum(
        look.exposed(at, 0)
        for at in bits(PORTS & look.own)
        if 0 < way[at] <= MOVEMENT_POINTS and not stacks[at]
    )


def _use(look: Evaluation, space: int, stack: Group, leaders: list[int]) -> float:
    """What the corps in a space are good for: an aim this year, and the front for the years to come."""
    rounds = look.rounds_left() - 1
    number = min(len(stack), look.command(leaders))
    led = tuple(stack[:number])
    front = FRONT * look.front[space] * len(stack)
    if look.hostile >> space & 1 and FORTRESS[space]:  # besiegers who fail go home in winter (NY 19.a)
        siege = worth_of_siege(look, space, army_of(look, leaders, led), rounds) if led else 0.0
        return THIS_YEAR * siege + BEACHHEAD * front * (siege > 0 and look.keeps_the_sea(space))
    objective = best_aim(look, space, army_of(look, leaders, led), rounds).score if led else 0.0
    return THIS_YEAR * objective + front
