"""What the enemy may still do to a plan of a hint before its battle: come between, with another army."""

from __future__ import annotations

from ..core.messages import Message
from ..nine_years.components.map_masks import NUMBER, SPACES
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.engine.agenda import DECISION_RULES
from ..nine_years.queries.reach import reach_engine, reach_of, walk
from ..nine_years.queries.reach_values import Interceptor
from . import odds
from .evaluation import Evaluation, points
from .objectives import Plan, army_of, targets

LESS = 0.05
"""An answer that changes the chance by less is not told."""


def comes_between(look: Evaluation, going: Plan, space: int) -> Message | None:
    """The enemy army that may intercept a plan's force at its aim and hurts it most, and what is left then.

    Args:
        look: what the side sees.
        going: who sets out, and for what.
        space: from where.

    Returns:
        None where nobody can, or it changes little.
    """
    at, army = going.objective.space, army_of(look, list(going.leaders), going.corps)
    facing = next((one for one in targets(look) if one.space == at), None)
    strength, rating = (facing.strength, facing.rating) if facing and facing.facing else (0, 0)
    own = army.rating - army.shaken
    now = odds.battle(army.points, own, strength, rating)
    found: list[tuple[float, Interceptor]] = []
    for one in _interceptors(look, going, space):
        come = strength + points(look.board.stacks[look.other][NUMBER[one.origin]][: one.corps])
        leader = _number(one.leader, look.board.rule_tables)
        led = max(rating, look.battle_rating([leader]))
        found.append((odds.battle(army.points, own, come, led), one))
    if not found or now - (least := min(found, key=lambda one: one[0]))[0] < LESS:
        return None
    chance, one = least
    names = {"leader": one.leader, "origin": one.origin, "space": SPACES[at].name, "count": one.corps}
    return Message("hint.intercepted", **names, comes=float(one.chance), chance=chance)


def _interceptors(look: Evaluation, going: Plan, space: int) -> tuple[Interceptor, ...]:
    """Who could intercept the force at its aim, where it gets there in one march (NY 14.6.1)."""
    engine = reach_engine(look.board.copy(), look.context.chosen)
    engine.board.agenda.clear()
    DECISION_RULES["force"].take(engine, ("march",), look.side, space, going.leaders, going.corps)
    if not engine.board.agenda:
        return ()
    name = SPACES[going.objective.space].name
    places = reach_of(walk(engine, engine.board.agenda.pop())).places
    return next((one.interceptors for one in places if one.space == name), ())


def _number(leader: str, tables: RuleTables) -> int:
    return next(number for number, one in enumerate(tables.leaders) if one.name == leader)
