"""The Campaign action's force: which leaders and corps of a space act, and whether they march or besiege
(NY 13.5.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation
from .agenda import decision, objection
from .armies import activate, corps_led, ready_leaders, strongest_first
from .land import SPACES
from .march import MOVEMENT_POINTS
from .notation import Action
from .piece_numbers import INSIDE, USED, corps_in_words
from .sides import Side
from .siege import siege_objections
from .war import War


@carries_out("NY 13.5.1.b", "NY 14.1.3.a", "NY 14.1.3")
def _candidates(
    war: War, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...]
) -> Iterator[Action]:
    ready = ready_leaders(war.board, side, space)
    for leader in ready:
        if leader not in leaders:
            yield "lead", leader
    if leaders:
        room = corps_led(war, leaders) - len(corps)
        stack = war.board.stacks[side][space]
        for kind in dict.fromkeys(stack):
            if not kind & USED:
                for number in range(1, min(room, stack.count(kind) - corps.count(kind)) + 1):
                    yield "with", (number, kind)
        yield ("march",)
        siege = war.board.siege_of(space)
        if siege is not None and siege.by == side:
            yield ("besiege",)
    elif ready:
        yield ("whole",)


def _objections(
    war: War, action: Action, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...]
) -> Iterator[Violation]:
    match action[0]:
        case "lead":
            yield from _against_leader(war, action[1], side, space, leaders)
        case "with":
            number, kind = action[1]
            yield from _against_corps(war, number, kind, side, space, leaders, corps)
        case "whole":
            if leaders:
                yield objection("NY 13.5.1.b", "force.begun", space=SPACES[space].name)
            elif not ready_leaders(war.board, side, space):
                yield objection("NY 14.1.2", "force.nobody", space=SPACES[space].name)
        case "march":
            if not leaders:
                remedy = Message("force.add-leader")
                yield objection("NY 14.1.2", "force.leaderless", remedy, space=SPACES[space].name)
        case "besiege":
            yield from siege_objections(war, side, space, leaders, corps)


@carries_out("NY 13.5.1.a", "NY 13.4.3", "NY 14.1.3", "NY 17.3")
def _against_leader(
    war: War, leader: int, side: Side, space: int, leaders: tuple[int, ...]
) -> Iterator[Violation]:
    board, row = war.board, war.kit.leaders[leader]
    if row.side != side:
        yield objection("NY 13.5.1.a", "force.not-yours", leader=row.name, side=side)
        return
    if board.where[leader] != space:
        yield objection("NY 14.1.3", "force.not-here", leader=row.name, space=SPACES[space].name)
        return
    if board.state[leader] & USED:
        yield objection("NY 13.4.3", "force.leader-used", leader=row.name)
    if board.state[leader] & INSIDE:
        yield objection("NY 17.3", "force.besieged", leader=row.name, space=SPACES[space].name)
    if leader in leaders:
        yield objection("NY 13.5.1.a", "force.leads-already", leader=row.name)


@carries_out("NY 13.5.1.a", "NY 14.1.2", "NY 13.4.3", "NY 13.5.1.b")
def _against_corps(
    war: War, number: int, kind: int, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...]
) -> Iterator[Violation]:
    there = war.board.stacks[side][space].count(kind) - corps.count(kind)
    if kind & USED:
        yield objection("NY 13.4.3", "force.corps-used", corps=corps_in_words(kind))
    if not 1 <= number <= there:
        yield objection(
            "NY 13.5.1.b",
            "force.not-so-many",
            corps=corps_in_words(kind),
            space=SPACES[space].name,
            count=there,
        )
    total = len(corps) + number
    if not leaders:
        yield objection("NY 14.1.2", "force.no-leader", Message("force.add-leader"), corps=total)
    elif total > (limit := corps_led(war, leaders)):
        remedy = Message("force.leave-behind", count=total - limit)
        yield objection("NY 13.5.1.a", "force.too-many", remedy, corps=total, limit=limit)


@carries_out("NY 13.5.1.a", "NY 13.5.1.b", "NY 13.4.3")
def _take(
    war: War, action: Action, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...]
) -> None:
    match action:
        case ("lead", leader):
            war.then(("force", side, space, (*leaders, leader), corps))
        case ("with", (number, kind)):
            war.then(("force", side, space, leaders, tuple(sorted((*corps, *[kind] * number)))))
        case ("whole",):
            everybody = tuple(ready_leaders(war.board, side, space))
            ready = [one for one in war.board.stacks[side][space] if not one & USED]
            best = strongest_first(ready)[: corps_led(war, everybody)]
            war.then(("force", side, space, everybody, tuple(sorted(best))))
        case (act,):
            used = activate(war.board, side, space, leaders, corps)
            _tell(war, side, space, leaders, corps)
            if act == "march":
                war.then(("march", side, space, leaders, used, MOVEMENT_POINTS))
            else:
                war.then(("siege", side, space, leaders, used))


def _tell(war: War, side: Side, space: int, leaders: tuple[int, ...], corps: tuple[int, ...]) -> None:
    if not war.hearing.recorded:
        return
    war.tell(
        "NY 13.5.1.a",
        "force.formed",
        side=side,
        space=SPACES[space].name,
        leaders=[war.kit.leaders[leader].name for leader in leaders],
        count=len(corps),
        limit=corps_led(war, leaders),
    )


decision(
    "force",
    "side space leaders many",
    "NY 13.5.1.a",
    "lead with whole march besiege",
    _candidates,
    _take,
    _objections,
    certain="lead with whole march",
    always="whole march",
)
