"""How far a force can march in one campaign: walked by the rules of the march themselves (NY 13.5.1, 14).

Nothing here knows what a force may do. It takes each step that the decision of the march lets it take, on
copies of the board, the cheapest ways first, and writes down what the engine does with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ...core.clauses import carries_out
from ...core.dice import RolledDice
from ...core.messages import Message
from ...core.readings import chosen_readings
from ...core.ruling_context import RulingContext
from ...core.rulings import Step, Violation
from ..components.map import game_map
from ..components.map_masks import SPACES, STEPS
from ..components.piece_numbers import DEMORALISED, POWER_NUMBER, REDUCED, USED
from ..components.position import Position
from ..components.rule_tables import RuleTables
from ..components.sides import Side, enemy
from ..engine.agenda import DECISION_RULES, STEP_RULES, Item
from ..engine.board import Board
from ..engine.choices import refusal
from ..engine.engine import Engine
from ..engine.notation import Action, written
from ..games.custom_rules import rule_tables_in_force
from ..games.fog import View, garrison_of
from ..rules import rulebook  # noqa: F401  registers every step and decision
from ..rules.campaign.actions import MENU
from ..rules.campaign.armies import strongest_first
from ..rules.campaign.march import MOVEMENT_POINTS
from ..rules.victory import CLAUSES
from .forces import CorpsAsked, form, note, noted
from .reach_values import Entered, Interceptor, Reach, Reached, unopposed

FACES = range(1, 7)
MET = ("meet", "battle")
"""Items of the agenda with which a march is over because an enemy army is there (NY 14.3)."""


def reach(
    seen: Position | View,
    side: Side,
    space: str,
    leaders: Iterable[str] | None = None,
    corps: CorpsAsked | None = None,
    *,
    rules: RuleTables | str | Path | None = None,
    readings: Mapping[str, str] | None = None,
) -> Reach:
    """Every space to which a force can march in one Campaign action, if nobody intercepts it.

    Args:
        seen: the position; or what one side may see of it, whose hidden corps then count as full ones.
        side: whose force.
        space: where it stands.
        leaders: the names of its leaders; by default all there who may act.
        corps: how many corps go, the strongest first, or which; by default as many as the leaders command.
        rules: an umpire's own tables, or the file that holds them.
        readings: options of readings that differ from the default.

    Raises:
        UnknownName: there is no such space or leader.

    >>> from ..components.scenario import scenario_1688
    >>> found = reach(scenario_1688(), "Bourbon", "Strasbourg")
    >>> found.leaders, found.corps, found.at("Philippsburg").points
    (('Duras', 'Catinat'), 5, 1)
    >>> found.at("Philippsburg").stops.clause_id
    'NY 14.3'
    """
    rule_tables = rule_tables_in_force(rules)
    board = Board(seen, rule_tables) if isinstance(seen, Position) else board_seen(seen, rule_tables)
    board.agenda.clear()
    engine = reach_engine(board, readings)
    where = _number(space)
    against = noted(MENU["campaign"].against(engine, side, where))
    names = None if leaders is None else tuple(leaders)
    who, many = form(engine, "force", side, where, names, corps, against)
    force = DECISION_RULES["force"]
    note(against, force.objections(engine, ("march",), side, where, who, many))
    called = tuple(rule_tables.leaders[leader].name for leader in who)
    if against:
        name = SPACES[where].name
        return Reach(side, name, called, len(many), MOVEMENT_POINTS, (), {}, tuple(against.values()))
    force.take(engine, ("march",), side, where, who, many)
    return reach_of(walk(engine, board.agenda.pop()))


def reach_engine(board: Board, readings: Mapping[str, str] | None = None) -> Engine:
    """A war on a board of its own to walk with: every die shows a 6.

    Args:
        board: the board, which the caller may change.
        readings: options of readings that differ from the default.
    """
    chosen = chosen_readings(readings or {})
    return Engine(board, RulingContext(_Face(6), chosen, recorded=False, tables=board.rule_tables))


def board_seen(seen: View, rule_tables: RuleTables) -> Board:
    """The board as a side sees it, hidden enemy corps laid down as full ones of the top piece's power.

    The same as `view.hidden_board`, made from nothing but what the side may see.
    """
    board = Board(seen.position, rule_tables)
    foe = enemy(seen.side)
    for stack in seen.stacks:
        if stack.whole:
            continue
        where = _number(stack.space)
        known = garrison_of(board, foe, where) if stack.inside else board.stacks[foe][where]
        if stack.leader is not None:
            top = POWER_NUMBER[rule_tables.leaders[rule_tables.leader_number[stack.leader]].power] << 3
        else:
            top = known[0] & ~(REDUCED | DEMORALISED | USED)
        whole = (*known, *[top] * (stack.corps - len(known)))
        if stack.inside:
            board.put_inside(where, (*garrison_of(board, seen.side, where), *whole))
        else:
            board.put(foe, where, whole)
    return board


# ---- the walk


class _Face(RolledDice):
    """A die that always shows the same."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        return [self._face] * number


class Node(NamedTuple):
    """A force somewhere on its march, and how it came there.

    Attributes:
        board: the board when it is there, with nothing left to be done.
        item: the decision of the march that waits there; None where the march is over.
        met: the item of the agenda with which the enemy is met there (`MET`); None where nobody is.
        space: where it is.
        corps: with how many corps.
        points: movement points spent.
        stops: why it can go no further; None when it may.
        way: the spaces of its way, the first and this one included.
        entered: each of them after the first.
        actions: the choices of the march that led there.
    """

    board: Board
    item: Item | None
    met: Item | None
    space: int
    corps: int
    points: int
    stops: Step | None
    way: tuple[int, ...]
    entered: tuple[Entered, ...]
    actions: tuple[Action, ...]


class Walk(NamedTuple):
    """Everywhere that a force gets from a decision of its march.

    Attributes:
        engine: the war, at that decision.
        item: the decision.
        end: the force at the end of the way that was given; without one, where it stands.
        best: the force in each space that it reaches, those that take fewest points first.
        closed: spaces beside its way that it cannot enter, each with what stands against it.
    """

    engine: Engine
    item: Item
    end: Node
    best: Mapping[int, Node]
    closed: Mapping[int, tuple[Violation, ...]]


def walk(engine: Engine, item: Item, way: Iterable[int] = ()) -> Walk:
    """Walks from a decision of the march, fewest points first, and of equally short ways the safest.

    Args:
        engine: the war on a board of its own, on which every die shows a 6 (`reach_engine`).
        item: the decision of the march.
        way: spaces by number that the force enters first, one after the other.

    Raises:
        Refused: the force cannot go this way; tells every clause.
    """
    _, _, origin, _, corps, _ = item
    end = Node(engine.board, item, None, origin, len(corps), 0, None, (origin,), (), ())
    for to in way:
        end = _followed(engine, end, to)
    order = count()
    queue = [((0, Fraction(0), 0, next(order)), end)]
    best: dict[int, Node] = {}
    been: dict[int, list[tuple[int, int]]] = {}
    closed: dict[int, tuple[Violation, ...]] = {}
    while queue:
        _, node = heappop(queue)
        # Who comes later, and with no more corps, can do nothing from there that the first could not; who
        # comes as soon by another way may meet fewer interceptors beyond.
        before = been.setdefault(node.space, [])
        if any(points < node.points and corps >= node.corps for points, corps in before):
            continue
        before.append((node.points, node.corps))
        best.setdefault(node.space, node)
        if node.item is None:
            continue
        for following in _steps(engine, node, closed):
            key = following.points, 1 - unopposed(following.entered), len(following.way), next(order)
            heappush(queue, (key, following))
    beside = {space: why for space, why in sorted(closed.items()) if space not in best}
    elsewhere = {space: node for space, node in best.items() if space not in (end.space, origin)}
    return Walk(engine, item, end, elsewhere, beside)


def _followed(engine: Engine, node: Node, to: int) -> Node:
    """The force one step further on a way that somebody chose.

    Raises:
        Refused: it cannot go there; tells every clause.
    """
    against: tuple[Violation, ...] = ()
    if node.item is not None:
        for following in _steps(engine, node, {}, only=to):
            return following
        here = Engine(node.board, engine.context)
        against = tuple(DECISION_RULES["march"].objections(here, ("to", to), *node.item[1:]))
    if not against:
        stops = node.stops or Step("NY 15.4", Message("reach.never-past", space=SPACES[to].name))
        against = (Violation(stops.clause_id, stops.says, {}),)
    raise refusal(engine, ("to", to), against)


def reach_of(found: Walk) -> Reach:
    """What was walked, as plain values."""
    _, side, origin, leaders, corps, points = found.item
    rule_tables = found.engine.rule_tables
    return Reach(
        side,
        SPACES[origin].name,
        tuple(rule_tables.leaders[leader].name for leader in leaders),
        len(corps),
        points,
        tuple(reached(node, side, found.engine.board) for node in found.best.values()),
        {SPACES[space].name: why for space, why in found.closed.items()},
    )


def _steps(
    engine: Engine, node: Node, closed: dict[int, tuple[Violation, ...]], only: int | None = None
) -> Iterator[Node]:
    """All steps that the march lets a force take next, each with as few corps left behind as it asks for."""
    assert node.item is not None
    rule = DECISION_RULES["march"]
    _, side, space, leaders, corps, left = node.item
    here = Engine(node.board, engine.context)
    wanted = {one.to: () for one in STEPS[side][space] if only in (None, one.to)}
    drops: tuple[Action, ...] = ()
    weakest = strongest_first(corps)
    while wanted:
        going = tuple(sorted(weakest))
        for to in list(wanted):
            against = tuple(rule.objections(here, ("to", to), side, space, leaders, going, left))
            if not against:
                del wanted[to]
                if following := _entered(engine, node, (*node.item[:4], going, left), to, drops):
                    yield following
            elif not drops:
                closed.setdefault(to, against)
        if not weakest:
            return
        drop = "drop", (1, weakest.pop() & ~USED)
        if next(rule.objections(here, drop, side, space, leaders, going, left), None):
            return
        drops = _one_more(drops, drop)


def _one_more(drops: tuple[Action, ...], drop: Action) -> tuple[Action, ...]:
    """What is left behind with one corps more: those of a kind are left by one choice."""
    if drops and drops[-1][1][1] == drop[1][1]:
        return (*drops[:-1], ("drop", (drops[-1][1][0] + 1, drop[1][1])))
    return (*drops, drop)


def _entered(engine: Engine, node: Node, item: Item, to: int, drops: tuple[Action, ...]) -> Node | None:
    """What becomes of a force that takes a step; None when no die takes it past a fortified line."""
    _, side, space, leaders, corps, left = item
    after, interceptors, rolled = _taken(engine, node.board, item, to, 6)
    if after.where[leaders[0]] != to:
        return None
    line = 0
    if rolled:
        line = next(f for f in FACES if _taken(engine, node.board, item, to, f)[0].where[leaders[0]] == to)
    cost = next(one.cost for one in STEPS[side][space] if one.to == to)
    points = node.points + cost
    goes_on = after.agenda[-1] if after.agenda and after.agenda[-1][0] == "march" else None
    stops = _why_it_stops(after, side, to, left - cost) if goes_on is None else None
    met = after.agenda[-1] if after.agenda and after.agenda[-1][0] in MET else None
    after.agenda.clear()
    entered = Entered(SPACES[to].name, points, len(corps), line, interceptors)
    return Node(
        after,
        goes_on,
        met,
        to,
        len(corps),
        points,
        stops,
        (*node.way, to),
        (*node.entered, entered),
        (*node.actions, *drops, ("to", to)),
    )


def _taken(
    engine: Engine, before: Board, item: Item, to: int, face: int
) -> tuple[Board, tuple[Interceptor, ...], bool]:
    """The board after a step up to the next thing that the force or the enemy must decide, nobody having
    intercepted; who could have; and whether a die was rolled.
    """
    dice = _Face(face)
    twin = Engine(before, engine.context).trial(dice)
    board = twin.board
    board.agenda.append(item)
    twin.take(("to", to))
    interceptors: tuple[Interceptor, ...] = ()
    agenda = board.agenda
    while agenda and agenda[-1][0] != "march" and agenda[-1][0] not in MET:
        name, *arguments = agenda.pop()
        if name in STEP_RULES:
            STEP_RULES[name].run(twin, *arguments)
            continue
        if name == "intercept":
            interceptors = tuple(_interceptors(twin, arguments))
        # A choice that is left to somebody here is to let things be, and stands last.
        rule = DECISION_RULES[name]
        *_, last = rule.candidates(twin, *arguments)
        rule.take(twin, last, *arguments)
    return board, interceptors, bool(dice.faces)


@carries_out("NY 14.6.1", "NY 14.6.2")
def _interceptors(engine: Engine, arguments: list[object]) -> Iterator[Interceptor]:
    """The enemy leaders who could try, each with the most corps, as the decision to intercept offers them."""
    rule = DECISION_RULES["intercept"]
    board = engine.board
    most: dict[int, int] = {}
    for action in rule.candidates(engine, *arguments):
        if action[0] == "intercept" and next(rule.objections(engine, action, *arguments), None) is None:
            most[action[1]] = max(action[2], most.get(action[1], 0))
    for leader, corps in most.items():
        trial = engine.trial(_Face(6), recorded=True)
        rule.take(trial, ("intercept", leader, corps), *arguments)
        needed = next(
            step.says.values["needed"] for step in trial.context.steps if "needed" in step.says.values
        )
        chance = Fraction(sum(face >= needed for face in FACES), len(FACES))
        origin = SPACES[board.where[leader]].name
        yield Interceptor(engine.name_of(leader), origin, corps, max(1, needed), chance)


@carries_out("NY 14.2", "NY 14.3", "NY 13.5.1.a")
def _why_it_stops(board: Board, side: Side, space: int, left: int) -> Step:
    """Names the reason for which the engine has ended a march in a space."""
    name = SPACES[space].name
    if board.result:
        won = CLAUSES[board.result.winner, board.result.how]
        return Step(won, Message("reach.stops-victory", space=name))
    if board.agenda:  # NY 14.3: one of `MET`
        corps = len(board.stacks[enemy(side)][space])
        return Step("NY 14.3", Message("reach.stops-enemy", space=name, count=corps))
    if left:
        return Step("NY 14.2", Message("reach.stops-fortress", space=name, strength=board.strength(space)))
    return Step("NY 13.5.1.a", Message("reach.stops-points", space=name))


def reached(node: Node, side: Side, before: Board) -> Reached:
    """A space on a walk as plain values.

    Args:
        node: the force there.
        side: whose it is.
        before: the board before its march.
    """
    space, board = node.space, node.board
    siege = board.siege_of(space)
    return Reached(
        SPACES[space].name,
        node.points,
        tuple(SPACES[one].name for one in node.way),
        node.entered,
        tuple(written(action, board.rule_tables) for action in node.actions),
        node.corps,
        node.stops,
        len(board.stacks[enemy(side)][space]),
        siege is not None and siege.by == side,
        board.controller_of(space) == side != before.controller_of(space),
    )


def _number(space: str) -> int:
    return game_map().space(space).index
