"""The Campaign action's force: which leaders and corps of a space act, and whether they march or besiege
(NY 13.5.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.rulings import Violation, objection
from ...components.map_masks import SPACES
from ...components.piece_numbers import INSIDE, USED, corps_in_words, power_of
from ...components.sides import Side
from ...engine.agenda import decision, describes, permission
from ...engine.engine import Engine
from ...engine.notation import Action
from .armies import (
    Group,
    activate,
    corps_led,
    corps_to_join,
    have_acted,
    leaders_to_join,
    ready_leaders,
    strongest_first,
)
from .limits import ratings_counted, summed
from .march import MOVEMENT_POINTS
from .siege import siege_objections, tell_siege


@carries_out("NY 13.5.1.b", "NY 14.1.3.a", "NY 14.1.3")
def _candidates(engine: Engine, *chosen: Any) -> Iterator[Action]:
    group = Group(*chosen)
    yield from leaders_to_join(engine.board, group)
    if group.leaders:
        yield from corps_to_join(engine.board, group, corps_led(engine, group.leaders))
        yield ("march",)
        siege = engine.board.siege_of(group.space)
        if siege is not None and siege.by == group.side:
            yield ("besiege",)
    elif ready_leaders(engine.board, group.side, group.space):
        yield ("whole",)


def _objections(engine: Engine, action: Action, *chosen: Any) -> Iterator[Violation]:
    group, name = Group(*chosen), SPACES[chosen[1]].name
    match action[0]:
        case "lead":
            yield from _against_leader(engine, action[1], group)
        case "with":
            yield from _against_corps(engine, action[1][0], action[1][1], group)
        case "whole":
            if group.leaders:
                yield objection("NY 13.5.1.b", "force.begun", space=name)
            elif not ready_leaders(engine.board, group.side, group.space):
                yield objection("NY 14.1.2", "force.nobody", space=name)
        case "march":
            if not group.leaders:
                yield objection("NY 14.1.2", "force.leaderless", Message("force.add-leader"), space=name)
        case "besiege":
            yield from siege_objections(engine, *group)


@carries_out("NY 13.5.1.a", "NY 13.4.3", "NY 14.1.3", "NY 17.3")
def _against_leader(engine: Engine, leader: int, group: Group) -> Iterator[Violation]:
    board, row, name = engine.board, engine.rule_tables.leaders[leader], SPACES[group.space].name
    if row.side != group.side:
        yield objection("NY 13.5.1.a", "force.not-yours", leader=row.name, side=group.side)
        return
    if board.where[leader] != group.space:
        yield objection("NY 14.1.3", "force.not-here", leader=row.name, space=name)
        return
    if board.state[leader] & USED:
        yield objection("NY 13.4.3", "force.leader-used", leader=row.name)
    if board.state[leader] & INSIDE:
        yield objection("NY 17.3", "force.besieged", leader=row.name, space=name)
    if leader in group.leaders:
        yield objection("NY 13.5.1.a", "force.leads-already", leader=row.name)


@carries_out("NY 13.5.1.a", "NY 14.1.2", "NY 13.4.3", "NY 13.5.1.b")
def _against_corps(engine: Engine, number: int, kind: int, group: Group) -> Iterator[Violation]:
    stack = engine.board.stacks[group.side][group.space]
    chosen = group.corps.count(kind)
    there = stack.count(kind) - chosen
    if kind & USED:
        yield objection("NY 13.4.3", "force.corps-used", corps=corps_in_words(kind))
    if not 1 <= number <= there:
        words, name = corps_in_words(kind), SPACES[group.space].name
        clause_id = "NY 13.4.3" if have_acted(stack, kind, chosen + number) else "NY 13.5.1.b"
        says = "force.not-so-many" if there else "force.none-free"
        yield objection(clause_id, says, corps=words, space=name, count=there)
    total = len(group.corps) + number
    if not group.leaders:
        yield objection("NY 14.1.2", "force.no-leader", Message("force.add-leader"), corps=total)
    elif total > (limit := corps_led(engine, group.leaders)):
        remedy = Message("force.leave-behind", count=total - limit)
        ratings = [engine.board.rating(leader)[0] for leader in group.leaders]
        facts = {"limit": limit, "sum": summed(ratings_counted(ratings, engine.context))}
        yield objection("NY 13.5.1.a", "force.too-many", remedy, corps=total, **facts)


@permission("force", "with")
@carries_out("NY 4.2", "NY 13.5.1.a")
def _may_take_along(engine: Engine, action: Action, *chosen: Any) -> None:
    group, (number, kind) = Group(*chosen), action[1]
    power, rows = power_of(kind), [engine.rule_tables.leaders[leader] for leader in group.leaders]
    if all(row.power != power for row in rows):
        names = Message.all_of([row.name for row in rows])
        engine.tell("NY 4.2", "force.of-another-power", leader=names, power=power)
    ratings = [engine.board.rating(leader)[0] for leader in group.leaders]
    led = summed(ratings_counted(ratings, engine.context))
    engine.tell("NY 13.5.1.a", "force.within-limit", count=len(group.corps) + number, sum=led)


@permission("force", "besiege")
def _may_besiege(engine: Engine, action: Action, *chosen: Any) -> None:
    tell_siege(engine, *Group(*chosen))


@carries_out("NY 13.5.1.a", "NY 13.5.1.b", "NY 13.4.3")
def _take(engine: Engine, action: Action, *chosen: Any) -> None:
    group = Group(*chosen)
    side, space, leaders, corps = group
    match action:
        case ("lead", leader):
            engine.then(("force", side, space, (*leaders, leader), corps))
        case ("with", (number, kind)):
            engine.then(("force", side, space, leaders, tuple(sorted((*corps, *[kind] * number)))))
        case ("whole",):
            engine.then(("force", side, space, *_whole(engine, side, space)))
        case (act,):
            used = activate(engine.board, group)
            _tell(engine, group)
            if act == "march":
                engine.then(("march", side, space, leaders, used, MOVEMENT_POINTS))
            else:
                engine.then(("siege", side, space, leaders, used))


def _whole(engine: Engine, side: Side, space: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The leaders who are free, and the strongest corps that they command."""
    everybody = tuple(ready_leaders(engine.board, side, space))
    ready = [one for one in engine.board.stacks[side][space] if not one & USED]
    return everybody, tuple(sorted(strongest_first(ready)[: corps_led(engine, everybody)]))


@describes("whole")
def _whole_in_words(engine: Engine, side: Side, space: int, *_: tuple[int, ...]) -> Message:
    leaders, corps = _whole(engine, side, space)
    return Message(
        "option.whole-army",
        leaders=Message("force.leaders", count=len(leaders)),
        corps=Message("map.count-corps", count=len(corps)),
    )


def _tell(engine: Engine, group: Group) -> None:
    if engine.context.recorded:
        engine.tell(
            "NY 13.5.1.a",
            "force.formed",
            side=group.side,
            space=SPACES[group.space].name,
            leaders=[engine.name_of(leader) for leader in group.leaders],
            count=len(group.corps),
            limit=corps_led(engine, group.leaders),
        )


decision(
    "force",
    "side space leaders many",
    "NY 13.5.1.a",
    "lead with whole march besiege",
    _candidates,
    _take,
    _objections,
    prechecked="lead with whole march",
    unconditional="whole march",
)
