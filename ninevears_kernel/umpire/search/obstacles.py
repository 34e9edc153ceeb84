"""What stands in the way of a goal: the clauses that the most promising actions would violate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.messages import Message
from ...core.render import violation_data
from ...core.rulings import Violation, frozen
from ...nine_years.components.map_graph import bits
from ...nine_years.components.map_masks import AROUND, NUMBER, PORTS, SPACES
from ...nine_years.components.sides import enemy
from ...nine_years.engine.agenda import DECISION_RULES
from ...nine_years.engine.choices import option_of
from ...nine_years.engine.engine import Engine, violations
from ...nine_years.engine.notation import FLEETS, Action
from ...nine_years.queries.reach import reach
from ...nine_years.rules.campaign.armies import spaces_of_free_leaders
from ...nine_years.rules.fleets import fleet_row
from ..cases.refused import why_refused
from .goals import Condition, SeaHeld
from .lower_bounds import FAR, links_to
from .round_search import Round

MOST_BLOCKERS, MOST_SOURCES, MOST_HALTS = 12, 8, 4


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A clause that stands in the way.

    Attributes:
        violation: the clause, with its facts and its remedy.
        actions: actions that it forbids, in the notation.
    """

    violation: Violation
    actions: tuple[str, ...]

    @property
    def sentence(self) -> Message:
        """The action, what is wrong with it, and what would mend it."""
        violation = self.violation
        says = Message("refused.reason", clause=violation.clause_id, says=violation.says)
        if violation.tried is not None:
            remedy = Message("refused.remedy", remedy=violation.tried)
            says = Message("list.sentences", first=says, rest=remedy)
        return Message("why.blocker", action=self.actions[0], says=says)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"actions": list(self.actions), **violation_data(self.violation)}


def obstacles_of(played: Round, condition: Condition, wars: Sequence[Engine]) -> tuple[Obstacle, ...]:
    """What forbids the actions that would bring a condition about, the nearest first.

    Args:
        played: the round.
        condition: what is wished.
        wars: wars whose decision waits, the nearest to the goal first.
    """
    found: dict[tuple[Any, ...], tuple[Violation, dict[str, None]]] = {}
    where: dict[tuple[Any, ...], tuple[Engine, Action]] = {}
    for text, violation in _halts(played, condition, wars[0]):
        found.setdefault((violation.clause_id, violation.says), (violation, {}))[1][text] = None
    for engine in wars:
        for action, against in _forbidden(played, condition, engine):
            text = option_of(action, played.rule_tables).text
            for violation in against:
                names = tuple(value for value in violation.facts.values() if isinstance(value, str))
                key = violation.clause_id, violation.says.id, names
                if key in found or len(found) < MOST_BLOCKERS:
                    found.setdefault(key, (violation, {}))[1][text] = None
                    where.setdefault(key, (engine, action))
    return tuple(
        Obstacle(_with_remedy(violation, where.get(key)), tuple(actions))
        for key, (violation, actions) in found.items()
    )


def _with_remedy(violation: Violation, where: tuple[Engine, Action] | None) -> Violation:
    """The same violation with the remedy that turns the verdict, if one does."""
    again = why_refused(*where) if where is not None else ()
    same = (one for one in again if (one.clause_id, one.says) == (violation.clause_id, violation.says))
    return next(same, replace(violation, remedy=None))


def _halts(played: Round, condition: Condition, engine: Engine) -> list[tuple[str, Violation]]:
    """Where the marches that come nearest to the goal must end, and why."""
    targets = condition.targets(engine.board, played.side, engine.context, played.known_targets)
    if targets is None or engine.decision is None:
        return []
    away = links_to(played.side, targets)
    position, found = engine.board.position(), []
    sources = [space for space in bits(spaces_of_free_leaders(engine, played.side)) if away[space] < FAR]
    for space in sorted(sources, key=lambda one: (away[one], one))[:MOST_HALTS]:
        origin = SPACES[space].name
        walked = reach(position, played.side, origin, rules=played.rule_tables, readings=played.readings)
        for one in walked.refused:
            found.append((f"campaign {origin}", one))
        nearest = min(
            walked.places, key=lambda place: (away[NUMBER[place.space]], place.points), default=None
        )
        if nearest is not None and nearest.stops is not None and away[NUMBER[nearest.space]] < away[space]:
            stop = nearest.stops
            text = "; ".join((f"campaign {origin}", *nearest.actions))
            found.append((text, Violation(stop.clause_id, stop.says, frozen(dict(stop.says.values)))))
    return found


Forbidden = Iterator[tuple[Action, list[Violation]]]


def _forbidden(played: Round, condition: Condition, engine: Engine) -> Forbidden:
    """Promising actions that may not be done at a decision."""
    waiting = engine.decision
    if waiting is None:
        return
    for action in _promising(played, condition, engine):
        rule = waiting[0]
        if action[0] in rule.verbs and (against := list(violations(engine, action))):
            yield action, against
    if engine.board.agenda[-1][0] == "march":
        yield from _out_of_points(played, condition, engine)


def _promising(played: Round, condition: Condition, engine: Engine) -> Iterator[Action]:
    """Actions towards the goal, legal or not."""
    board, side = engine.board, played.side
    targets = condition.targets(board, side, engine.context, played.known_targets)
    name, *arguments = board.agenda[-1]
    if isinstance(condition, SeaHeld):
        for fleet in FLEETS:
            row = fleet_row(fleet)
            if row["side"] == side and row["zone"] == condition.zone:
                yield "deploy", fleet
    if targets is None:
        return
    away = links_to(side, targets)
    match name:
        case "action":
            sources = [space for space in bits(board.held[side] | _led(played, engine)) if away[space] < FAR]
            for space in sorted(sources, key=lambda one: (away[one], one))[:MOST_SOURCES]:
                yield "campaign", space
                if PORTS >> space & 1 and PORTS & targets:
                    yield "sail", space
            if board.control.of(side) & targets:
                yield ("transfer",)
        case "force":
            if not away[arguments[1]]:
                yield ("besiege",)
        case "march":
            space = arguments[1]
            for to in bits(AROUND[side][space] | AROUND[enemy(side)][space]):
                if away[to] < away[space]:
                    yield "to", to
        case "sail-to" | "transfer-leader" | "transfer-corps":
            for to in bits(targets)[:MOST_SOURCES]:
                yield "to", to


def _led(played: Round, engine: Engine) -> int:
    """The mask of the spaces where leaders of the side stand."""
    spaces = {engine.board.where[leader] for leader in played.rule_tables.leaders_of[played.side]}
    return sum(1 << space for space in spaces if space >= 0)


def _out_of_points(played: Round, condition: Condition, engine: Engine) -> Forbidden:
    """The step after the last one for which a force has points."""
    targets = condition.targets(engine.board, played.side, engine.context, played.known_targets)
    if targets is None:
        return
    side, space, leaders, corps, left = engine.board.agenda[-1][1:]
    away = links_to(played.side, targets)
    if left != 1 or away[space] < 2 or away[space] >= FAR:
        return
    for step in bits(AROUND[side][space]):
        if away[step] != away[space] - 1 or ("to", step) not in engine.options:
            continue
        for to in bits(AROUND[side][step]):
            if away[to] == away[step] - 1:
                objections = DECISION_RULES["march"].objections
                against = [
                    one
                    for one in objections(engine, ("to", to), side, step, leaders, corps, 0)
                    if one.says.id == "march.too-far"
                ]
                if against:
                    yield ("to", to), against
