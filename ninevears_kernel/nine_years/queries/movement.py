"""The umpire's questions about sea moves, transfers and interception (NY 13.5.2, 13.5.5, 14.5, 14.6): each
runs the decisions and steps of the war itself.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from ...core.dice import GivenDice
from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer
from ..components.map_masks import PORTS, SPACES
from ..components.piece_numbers import SIDE_OF_CORPS, corps_number
from ..components.powers import power_named
from ..components.sides import Side
from ..engine.agenda import DECISION_RULES, Item, tell_permission
from ..engine.engine import Engine, legal_actions
from ..rules.campaign.actions import MENU
from ..rules.campaign.interception import company, die_needed
from ..rules.campaign.sea_movement import passage, sea_roll_modifier
from ..rules.campaign.transfer import CORPS_POINTS, LEADER_POINTS, way
from .forces import CorpsAsked, engine_of, form, named, note, noted
from .pieces import carry_out, losses, refused
from .situation import Situation, question

# ---- sea movement


class SeaGiven(Situation, frozen=True, kw_only=True):
    """A sea move; without dice the answer holds what is known before the roll."""

    side: Annotated[Side, Meta(description="who sails")]
    origin: Annotated[str, Meta(description="the port from which the group sails")] = field(name="from")
    to: Annotated[str, Meta(description="the port where it is to land")]
    leaders: Annotated[tuple[str, ...], Meta(description="the leaders aboard")] = ()
    corps: Annotated[CorpsAsked, Meta(description="the corps aboard: a number, or a list of kinds")] = 0


def _sea_move(given: SeaGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board, side = engine.board, given.side
    origin = named("space", given.origin, "from", engine.rule_tables)
    to = named("space", given.to, "to", engine.rule_tables)
    against = noted(MENU["sail"].against(engine, side, origin))
    leaders, corps = form(engine, "embark", side, origin, given.leaders, given.corps, against)
    sail = DECISION_RULES["sail-to"]
    note(against, DECISION_RULES["embark"].objections(engine, ("weigh",), side, origin, leaders, corps))
    note(against, sail.objections(engine, ("to", to), side, origin, leaders, corps))
    known: dict[str, Any] = {}
    if PORTS >> origin & PORTS >> to & 1:
        zones = passage(board, side, origin, to)
        modifier = sea_roll_modifier(board, side, zones, engine.rule_tables.numbers.sea_movement)
        known = {"path": [SPACES[origin].name, *zones, SPACES[to].name], "modifier": modifier}
    if against:
        return refused(context, against, known)
    known = {"legal": True, **known, "needed": {}}
    for die in range(1, 7) if known["modifier"] is not None and context.recorded else ():
        result = _sailed(engine.trial(GivenDice([die])), ("sail-to", side, origin, to, leaders, corps))[
            "result"
        ]
        known["needed"].setdefault(result, []).append(die)
    tell_permission(engine, "sail-to", ("to", to), side, origin, leaders, corps)
    names = {"origin": SPACES[origin].name, "space": SPACES[to].name}
    context.known = Answer("legal", Message("sea.allowed", **names), known)
    answer = known | _sailed(engine, ("sail-to", side, origin, to, leaders, corps))
    return Answer("legal", Message(f"sea.{answer['result']}", **names), answer)


def _sailed(engine: Engine, item: Item) -> dict[str, Any]:
    """What becomes of a group that sails: the item of the agenda with the port to which it goes."""
    name, side, origin, to, leaders, corps = item
    board = engine.board
    stacks = board.stacks[side]
    aboard, there = stacks[origin], stacks[to]
    DECISION_RULES[name].take(engine, ("to", to), side, origin, leaders, corps)
    carry_out(engine, "sea-loss")
    lost = losses(aboard + there, stacks[origin] + stacks[to])
    arrived = [board.where[leader] == to for leader in leaders] + [len(stacks[to]) > len(there)]
    if any(arrived):
        result = "one-reduced" if any(lost.values()) else "arrives"
    else:
        result = "returns" if leaders or lost["eliminated"] < len(corps) else "lost-at-sea"
    return {"result": result, **lost, "victory_points": board.victory_points}


# ---- transfer


class OneCorps(Struct, frozen=True, forbid_unknown_fields=True):
    """A corps that is transferred."""

    power: Annotated[str, Meta(description="whose corps")]
    reduced: Annotated[bool, Meta(description="whether it is reduced")] = False
    demoralised: Annotated[bool, Meta(description="whether it is demoralised")] = False


class TransferGiven(Situation, frozen=True, kw_only=True):
    """One piece of a transfer: a leader, or a corps."""

    leader: Annotated[str | None, Meta(description="the leader who goes; or else")] = None
    corps: Annotated[OneCorps | None, Meta(description="the corps that goes")] = None
    origin: Annotated[str | None, Meta(description="where it stands; for a corps")] = field(
        name="from", default=None
    )
    to: Annotated[str, Meta(description="the space where its move ends")]


def _transfer(given: TransferGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    to = named("space", given.to, "to", engine.rule_tables)
    side, pick, move = _piece(engine, given)
    origin = engine.board.where[pick[1]] if pick[0] == "pick" else pick[2]
    picked = DECISION_RULES["transfer"].objections(engine, pick, side, 0)
    against = noted(MENU["transfer"].against(engine, side), picked)
    points = LEADER_POINTS if pick[0] == "pick" else CORPS_POINTS
    known: dict[str, Any] = {"movement_points": points}
    if origin >= 0:
        note(against, DECISION_RULES[move[0]].objections(engine, ("to", to), *move[1:]))
    if against:
        return refused(context, against, known)
    cost, path = way(engine, side, origin, points, pick[0] == "pick", to)
    tell_permission(engine, move[0], ("to", to), *move[1:])
    DECISION_RULES[move[0]].take(engine, ("to", to), *move[1:])
    names = [SPACES[space].name for space in path]
    says = Message("transfer.allowed", origin=names[0], space=names[-1], count=cost)
    return Answer("legal", says, {"legal": True, **known, "cost": cost, "path": names})


def _piece(engine: Engine, given: TransferGiven) -> tuple[Side, tuple[Any, ...], Item]:
    """Whose piece goes, how it is picked, and the decision where it goes to."""
    if (given.leader is None) == (given.corps is None):
        found = MISSING if given.leader is None else given.leader
        raise BadInput("leader", found, Message("expected.leader-or-corps"))
    origin = None if given.origin is None else named("space", given.origin, "from", engine.rule_tables)
    if given.corps is not None:
        power = power_named(given.corps.power, "corps.power").name
        corps = corps_number(power, given.corps.reduced, given.corps.demoralised)
        if origin is None:
            raise BadInput("from", MISSING, Message("kind.space"))
        side = SIDE_OF_CORPS[corps]
        return side, ("pick-corps", corps, origin), ("transfer-corps", side, corps, origin, 0)
    leader = named("leader", given.leader or "", "leader", engine.rule_tables)
    where = engine.board.where[leader]
    if origin is not None and where >= 0 and where != origin:
        raise BadInput("from", given.origin, Message("expected.exactly", value=SPACES[where].name))
    side = engine.rule_tables.leaders[leader].side
    return side, ("pick", leader), ("transfer-leader", side, leader, 0)


# ---- interception


class InterceptionGiven(Situation, frozen=True, kw_only=True):
    """A leader who is to come before a force on the march; without dice the answer holds what is known before
    the roll.
    """

    leader: Annotated[str, Meta(description="the leader who intercepts")]
    space: Annotated[str, Meta(description="the space that the enemy force has entered")]
    corps: (
        Annotated[int, Meta(ge=1, le=40, description="how many corps come with him; else as many as may")]
        | None
    ) = None


def _interception(given: InterceptionGiven, context: RulingContext) -> Answer:
    waiting = given.board(context).agenda
    engine = engine_of(given, context)
    rule_tables, rule = engine.rule_tables, DECISION_RULES["intercept"]
    leader = named("leader", given.leader, "leader", rule_tables)
    space = named("space", given.space, "space", rule_tables)
    side = rule_tables.leaders[leader].side
    # A force on the march is not in the space yet, unless a save waits for this very decision.
    item: Item = ("intercept", side, space, space, (), (), 0)
    if waiting and waiting[-1][:2] == item[:2] and waiting[-1][3] == space:
        item = waiting[-1]
    able = [one[2] for one in legal_actions(engine, rule, item[1:]) if one[:2] == ("intercept", leader)]
    number = given.corps or max(able, default=1)
    action = ("intercept", leader, number)
    known: dict[str, Any] = {"corps": number, "needed": die_needed(engine, leader, space)}
    if against := noted(rule.objections(engine, action, *item[1:])):
        return refused(context, against, known)
    going = [engine.name_of(one) for one in company(engine, leader, number)]
    known = {"legal": True, **known, "leaders": going}
    tell_permission(engine, "intercept", action, *item[1:])
    names = {"leader": engine.name_of(leader), "space": SPACES[space].name, "needed": known["needed"]}
    context.known = Answer("legal", Message("intercept.allowed", **names), known)
    rule.take(engine, action, *item[1:])
    success = engine.board.where[leader] == space
    says = Message("intercept.comes" if success else "intercept.stays", **names)
    return Answer("result", says, {**known, "success": success})


# ---- all of them

QUESTIONS = (
    question("sea-move", SeaGiven, _sea_move, "result"),
    question("transfer", TransferGiven, _transfer),
    question("interception", InterceptionGiven, _interception, "success"),
)
"""The questions about sea moves, transfers and interception."""
