"""Where corps had best sail: to a front where they are of more use, or to land in the enemy's country."""

from __future__ import annotations

from typing import NamedTuple

from ..nine_years.land import FORTIFIED, PORTS
from ..nine_years.sea_movement import MOST_CORPS, passage, sea_roll_modifier
from ..nine_years.supply_network import bits
from .aims import army_of, best_aim, plan
from .outlook import Outlook, steady

CROWD = 10
"""No more corps are brought to a space than this, since a winter there would cost some."""
FRONT = 0.35
"""What a corps beside the enemy is worth for the years to come."""
IDLE = 0.1
"""An army with a better aim by land does not sail."""
TROUBLE = 0.08
"""What an action is worth that might have been another."""
ARRIVES = {None: 1.0, 0: 0.9}
"""How sure a voyage is, by the modifier of its roll (NY 14.5.2); through enemy seas he does not sail."""


class Voyage(NamedTuple):
    """A voyage and how much it is liked; without leaders when the corps find some where they land."""

    to: int
    leaders: tuple[int, ...]
    score: float


def voyage(look: Outlook, origin: int) -> Voyage:
    """The best voyage of up to two corps from a port now."""
    found: Voyage | None = look.remembered.get(("voyage", origin))
    if found is None:
        found = look.remembered["voyage", origin] = _voyage(look, origin)
    return found


def _voyage(look: Outlook, origin: int) -> Voyage:
    board, side = look.board, look.side
    here = board.stacks[side][origin]
    corps = tuple(steady(here)[:MOST_CORPS])
    nothing = Voyage(origin, (), 0.0)
    if not corps:
        return nothing
    if plan(look, origin).aim.score > IDLE:
        return nothing
    leaders = sorted(look.leaders(origin), key=lambda one: -board.rating(one)[0])
    rounds = look.rounds_left() - 1
    use_here = _use(look, origin, here, board.leaders_at(side, origin), rounds)
    left = _use(look, origin, here[len(corps) :], board.leaders_at(side, origin), rounds)
    lost = (
        max(0.0, use_here - left)
        + look.exposed(origin, len(here) - len(corps))
        - look.exposed(origin, len(here))
    )
    best = nothing
    enemies = board.held[look.other]
    near = look.front[origin]
    for to in bits(PORTS & (look.own | look.hostile & ~FORTIFIED) & ~enemies & ~(1 << origin)):
        if look.own >> to & 1 and look.front[to] <= near:
            continue
        sure = ARRIVES.get(
            sea_roll_modifier(board, side, passage(board, side, origin, to), board.kit.tables.sea_movement)
        )
        there = board.stacks[side][to]
        if sure is None or len(there) + len(corps) > CROWD:
            continue
        waiting = board.leaders_at(side, to)
        taken = leaders[:1] if leaders and look.command(waiting) < len(there) + len(corps) else []
        if look.hostile >> to & 1 and not taken:
            continue
        more = _use(look, to, (*there, *corps), [*waiting, *taken], rounds) - _use(
            look, to, there, waiting, rounds
        )
        score = sure * more - lost - TROUBLE
        if score > best.score:
            best = Voyage(to, tuple(taken), score)
    return best


def _use(look: Outlook, space: int, stack: tuple[int, ...], leaders: list[int], rounds: int) -> float:
    """What the corps in a space are good for: an aim this year, and the front for the years to come."""
    number = min(len(stack), look.command(leaders))
    led = tuple(stack[:number])
    aim = best_aim(look, space, army_of(look, leaders, led), rounds).score if led else 0.0
    return 0.7 * aim + FRONT * look.front[space] * len(stack)
