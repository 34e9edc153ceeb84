"""Why not? What a player could do in one round to bring something about: the shortest sequence of choices,
or what stands in its way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import Any

from ...core.errors import BadInput
from ...core.messages import Message
from ...core.readings import chosen_readings
from ...nine_years.components.position import MOST_ACTIONS, Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import Side
from ...nine_years.engine.choices import option_of
from ...nine_years.engine.engine import Engine
from ...nine_years.engine.notation import Action
from ...nine_years.games.custom_rules import rule_tables_in_force
from .goals import Condition, condition_of
from .lower_bounds import FAR
from .obstacles import Obstacle, obstacles_of
from .plans import Chosen, Ended, Plan, WhyNot
from .round_search import Round, key_of

MOST_STATES, MOST_CHOICES, MOST_SECONDS = 20_000, 14, 20.0
BETWEEN_REPORTS = 50
NEAREST_KEPT = 24
"""Positions near the goal that are looked at for what stands in the way."""
CHANCES: Mapping[str, Fraction] = {"possible": Fraction(0), "likely": Fraction(1, 2), "certain": Fraction(1)}
"""How sure a plan must be, by name; `possible` asks for more than nothing."""
Branches = tuple[tuple[Fraction, Engine], ...]
"""What may be the case after some choices, each with its probability; what has succeeded is left out."""


def why_not(
    position: Position,
    side: Side,
    condition: Condition | Mapping[str, Any],
    *,
    chance: str | Fraction = "possible",
    actions: int = 3,
    readings: Mapping[str, str] | None = None,
    rules: RuleTables | str | Path | None = None,
    most_choices: int = MOST_CHOICES,
    most_states: int = MOST_STATES,
    seconds: float | None = MOST_SECONDS,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> WhyNot:
    """The shortest sequence of a player's choices in the current action round that makes a condition true.

    A condition counts as met when no action is under way. The enemy is taken to let things pass, and to stand
    and fight where attacked; the result says so where it matters. The choices are made whatever the
    dice say, and the probability is exact.

    Args:
        position: the position; the umpire sees all of it.
        side: who asks.
        condition: the goal, as `conditions` has it.
        chance: how sure the plan must be: ``possible`` (some roll of the dice), ``likely`` (at least 1/2),
            ``certain``, or a probability.
        actions: for how many actions a round is assumed when the position has none open for that side.
        readings: options of readings that differ from the default.
        rules: an umpire's own tables, or the file that holds them.
        most_choices: no longer plan is looked for.
        most_states: how many positions are looked at.
        seconds: how long it may take; None for as long as it takes.
        progress: called now and then with how many positions were looked at, and how many choices deep.
        stop: is asked as often whether to stop.

    Raises:
        BadInput: the condition or the chance is none.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> found = why_not(scenario_1688(), "Bourbon", {"is": "corps-at", "space": "Lille", "count": 4})
    >>> found.plan.notation.splitlines()[0], found.plan.chance
    ('transfer', Fraction(1, 1))
    """
    rule_tables = rule_tables_in_force(rules)
    goal = condition_of(condition, rule_tables)
    least = _least(chance)
    if isinstance(actions, bool) or not isinstance(actions, int) or not 1 <= actions <= MOST_ACTIONS:
        raise BadInput("actions", actions, Message("expected.between", least=1, most=MOST_ACTIONS))
    played = Round(position, side, rule_tables, chosen_readings(readings or {}), actions)
    search = _Search(played, goal, least, most_choices, most_states, seconds, progress, stop)
    return search.run(actions if played.assumed else 0)


def _least(chance: str | Fraction) -> Fraction:
    expected = Message("why.bad-chance")
    if isinstance(chance, str) and chance in CHANCES:
        return CHANCES[chance]
    try:
        found = Fraction(chance)
    except (ValueError, TypeError, ZeroDivisionError, OverflowError):
        raise BadInput("chance", chance, expected) from None
    if not 0 < found <= 1:
        raise BadInput("chance", chance, expected)
    return found


@dataclass(frozen=True, slots=True)
class _Node:
    """What may be the case after some choices."""

    branches: Branches
    met: Fraction
    before: _Node | None = None
    action: Action | None = None
    depth: int = 0

    def plan(self) -> list[_Node]:
        """The nodes on the way here, but for the first."""
        return [*self.before.plan(), self] if self.before is not None else []


class _Search:
    """A search for the plan with the fewest choices (A*, with a bound that is never too high)."""

    def __init__(
        self,
        played: Round,
        condition: Condition,
        least: Fraction,
        most_choices: int,
        most_states: int,
        seconds: float | None,
        progress: Callable[[int, int], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.round, self.condition, self.least = played, condition, least
        self.most_choices, self.most_states = most_choices, most_states
        self.until = None if seconds is None else time.monotonic() + seconds
        self.progress, self.stop = progress, stop
        self.states = 0
        self.order = count()
        self.surest: _Node | None = None
        self.nearest: list[tuple[int, int, Engine]] = []
        self.cut_off = False

    def run(self, assumed: int) -> WhyNot:
        """The search, and what it comes to."""
        start = self.round.start
        already = self._is_met(start)
        first = _Node(((Fraction(1), start),), Fraction(0))
        goal: _Node | None = None
        ended: Ended = "found"
        if not already:
            goal, ended = self._searched(first)
        enough = goal is not None
        node = goal or self.surest
        if node is None and not already and self.least == 1 and ended == "all":
            self.least = Fraction(0)  # there is no certain plan: what comes nearest is given
            node, then = self._searched(first)
            ended = ended if node is not None else then
        obstacles: tuple[Obstacle, ...] = ()
        if node is None and not already:
            wars = [start, *(engine for _, _, engine in sorted(self.nearest, key=lambda one: one[:2]))]
            obstacles = obstacles_of(self.round, self.condition, wars)
        plan = None if node is None else self._plan(node)
        return WhyNot(
            self.round.side, self.condition, plan, enough, already, obstacles, self.states, ended, assumed
        )

    def _searched(self, first: _Node) -> tuple[_Node | None, Ended]:
        # What an action leads to is worked out when its turn comes, which for most it never does.
        heap: list[tuple[int, int, int, _Node, Action | None]] = []
        seen: dict[Hashable, int] = {}
        self._push(heap, first)
        while heap:
            bound, _, _, node, action = heappop(heap)
            if action is not None:
                if why := self._is_up(node.depth):
                    return None, why
                node = self._after(node, action)
                if self._push(heap, node) != bound:
                    continue
                node = heappop(heap)[3]
            if node.met > 0 and node.met >= self.least:
                return node, "found"
            key = frozenset((chance, key_of(engine.board)) for chance, engine in node.branches), node.met
            if seen.get(key, FAR) <= node.depth:
                continue
            seen[key] = node.depth
            for one in self._options(node):
                heappush(heap, (max(bound, node.depth + 1), -node.depth, next(self.order), node, one))
        return None, "choices" if self.cut_off else "all"

    def _push(self, heap: list[tuple[int, int, int, _Node, Action | None]], node: _Node) -> int:
        """Puts a node where it belongs, unless it can lead nowhere; returns its bound."""
        if node.met > (self.surest.met if self.surest else 0):
            self.surest = node
        if node.met > 0 and node.met >= self.least:
            heappush(heap, (node.depth, -FAR, next(self.order), node, None))
            return node.depth
        lefts = [self._left(engine) for _, engine in node.branches]
        if self.most_choices - node.depth < min(lefts, default=FAR) < FAR:
            self.cut_off = True
        within = [left <= self.most_choices - node.depth for left in lefts]
        branches = tuple(branch for branch, kept in zip(node.branches, within, strict=True) if kept)
        if not branches or node.met + sum(chance for chance, _ in branches) < self.least:
            return -1
        node = _Node(branches, node.met, node.before, node.action, node.depth)
        bound = node.depth + min(lefts)
        # Deeper nodes first among equals; this one before any other when its turn has come.
        heappush(heap, (bound, -FAR, next(self.order), node, None))
        return bound

    def _left(self, engine: Engine) -> int:
        """The fewest choices that are left, and none too many; keeps the wars that are nearest."""
        targets = self.condition.targets(
            engine.board, self.round.side, engine.context, self.round.known_targets
        )
        left = 0 if targets is None else self.round.choices_to(engine, targets)
        side = self.round.side
        if left < FAR and not engine.board.hand(side).events:
            left = max(left, self.condition.fewest(engine.board, side))
            if left < FAR and self.least == 1 and self.condition.may_fail(engine, side):
                left = FAR
        if left < FAR and engine.decision is not None:
            self.nearest.append((left, next(self.order), engine))
            if len(self.nearest) > 4 * NEAREST_KEPT:
                self.nearest = sorted(self.nearest, key=lambda one: one[:2])[:NEAREST_KEPT]
        return left

    def _is_up(self, depth: int) -> Ended | None:
        """Counts a position; why the search must end, if it must."""
        self.states += 1
        if self.progress is not None and self.states % BETWEEN_REPORTS == 1:
            self.progress(self.states, depth)
        if self.states > self.most_states:
            return "states"
        if self.until is not None and time.monotonic() > self.until:
            return "seconds"
        if self.stop is not None and self.states % BETWEEN_REPORTS == 1 and self.stop():
            return "stopped"
        return None

    @staticmethod
    def _options(node: _Node) -> list[Action]:
        return list(dict.fromkeys(action for _, engine in node.branches for action in engine.options))

    def _after(self, node: _Node, action: Action) -> _Node:
        """What may be the case after one more choice; where it is not to be had, the plan has failed."""
        met = node.met
        merged: dict[Hashable, tuple[Fraction, Engine]] = {}
        for chance, engine in node.branches:
            if not engine.is_legal(action):
                continue
            for key, (part, after) in self.round.outcomes(engine, action).items():
                if self._is_met(after):
                    met += chance * part
                elif after.decision is not None:
                    before = merged[key][0] if key in merged else Fraction(0)
                    merged[key] = before + chance * part, after
        return _Node(tuple(merged.values()), met, node, action, node.depth + 1)

    def _is_met(self, engine: Engine) -> bool:
        return self.round.is_settled(engine) and self.condition.met(
            engine.board, self.round.side, engine.context
        )

    def _plan(self, node: _Node) -> Plan:
        """The plan that led to a node, with the dice and decisions on its way alone."""
        played = self.round
        played.answered.clear()
        played.rolled.clear()
        again = _Node(((Fraction(1), played.start),), Fraction(0))
        chosen = []
        for step in node.plan():
            assert step.action is not None
            again = self._after(again, step.action)
            option = option_of(step.action, played.rule_tables)
            chosen.append(Chosen(option.text, option.says, option.clause_id, again.met))
        answered = dict.fromkeys(_describe_answer(side, verb) for side, _, verb in played.answered)
        return Plan(tuple(chosen), again.met, tuple(played.rolled), tuple(answered))


def _describe_answer(side: str, verb: str) -> Message:
    if verb in ("pass", "stand"):
        return Message(f"why.answered-{verb}", side=side)
    return Message("why.answered-other", side=side, verb=verb)
