"""Land unit counters: what can be shown with the counters supplied, making change, and the units lost when it
cannot be made (VQ 5.0, 5.5.a, 5.5.b).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .counter_search import (
    VALUES,
    Counters,
    Grid,
    Reach,
    Stack,
    consolidated,
    reach_of,
    shown_together,
    ways_to_show,
    with_stack,
)
from .counters_given import Change, MakeChange, counters_of, units_before
from .land_units import kinds_of
from .tables import question


class Table(NamedTuple):
    """A change on its way: the counters supplied, and every stack of the power as it is to be after it.

    Attributes:
        grid: of the counters supplied.
        elsewhere: stacks in which only small counters may be freed.
        here: for each kind the units that are to stand in the space of the combat or event, or in every
            stack that changes when nobody has to lose more.
        now: for a kind of `here` that does not change, the counters that show it.
    """

    grid: Grid
    elsewhere: Mapping[tuple[str, str], Stack]
    here: Mapping[tuple[str, str], int]
    now: Mapping[tuple[str, str], Counters | None]


@carries_out("VQ 5.0", "VQ 5.5.a")
def laid_out(case: MakeChange, any_exchange: bool) -> Table:
    """The stacks after a change, each with the ways in which it may be shown."""
    supplied = counters_of(case.supply)  # VQ 5.0: there are no others
    changes: dict[tuple[str, str], int] = {(each.space, each.kind): each.number for each in case.changes}
    units: dict[tuple[str, str], int] = {stack.key: units_before(stack) for stack in case.stacks}
    now = {stack.key: counters_of(stack.counters) for stack in case.stacks if stack.counters is not None}
    places = {change.space for change in case.changes} if case.cause != "other" else set()
    elsewhere: dict[tuple[str, str], Stack] = {}
    here: dict[tuple[str, str], int] = {}
    kept: dict[tuple[str, str], Counters | None] = {}
    for key in [*changes, *(key for key in units if key not in changes)]:
        total = units.get(key, 0) + changes.get(key, 0)
        if key in changes or key[0] in places:
            here[key] = total
            kept[key] = None if key in changes else now.get(key)
        else:
            elsewhere[key] = _stack(total, now.get(key), supplied, any_exchange)
    return Table(Grid(supplied), elsewhere, here, kept)


def _stack(units: int, now: Counters | None, supplied: Counters, any_exchange: bool) -> Stack:
    if now is None or any_exchange:
        return Stack(units, ways_to_show(units, supplied), now)
    return Stack(units, consolidated(now, supplied), now)  # VQ 5.5.a: several for one larger


def _here(table: Table, left: Mapping[tuple[str, str], int], any_exchange: bool) -> list[Stack]:
    """The stacks of the space when so many units of each kind are left there."""
    stacks = []
    for key, units in left.items():
        now = table.now[key] if units == table.here[key] else None  # change is made where units are lost
        stacks.append(_stack(units, now, table.grid.supplied, any_exchange))
    return stacks


def _lost(table: Table, extra: int) -> Iterator[dict[tuple[str, str], int]]:
    """What may be left in the space after so many more losses, the kinds that changed losing first."""

    def share(keys: list[tuple[str, str]], rest: int) -> Iterator[dict[tuple[str, str], int]]:
        if not keys:
            if not rest:
                yield {}
            return
        first, units = keys[0], table.here[keys[0]]
        for gone in range(min(rest, units), -1, -1):
            for others in share(keys[1:], rest - gone):
                yield {first: units - gone, **others}

    yield from share(list(table.here), extra)


@carries_out("VQ 5.5.a")
def fewest_left_out(
    table: Table, most: int, any_exchange: bool
) -> tuple[int, list[dict[tuple[str, str], int]]]:
    """How many units more must go until the number can be shown, and every choice of what is then left.

    Args:
        table: the stacks after the change.
        most: the most units that may go beyond the change.
        any_exchange: whether other stacks may be shown in any way.

    Returns:
        The fewest; no choices when even the most are not enough.
    """
    first = reach_of(table.grid, list(table.elsewhere.values()))[-1]
    whole: Reach = (_any(first),)  # for the question whether, the stacks changed elsewhere do not count
    outside = sum(stack.units for stack in table.elsewhere.values())
    known: dict[tuple[Stack, ...], Reach] = {(): whole}
    for extra in range(most + 1):
        good = []
        for left in _lost(table, extra):
            stacks = tuple(_here(table, left, any_exchange))
            for number in range(1, len(stacks) + 1):
                if (part := stacks[:number]) not in known:
                    after = with_stack(table.grid, known[part[:-1]], part[-1])
                    known[part] = (_any(after),)
            if known[stacks][0] & table.grid.end(outside + sum(left.values())):
                good.append(left)
        if good:
            return extra, good
    return most, []


def _any(reach: Reach) -> int:
    return reduce(or_, reach, 0)


@carries_out("VQ 5.0", "VQ 5.5.a", "VQ 5.5.b")
def make_change(case: MakeChange, context: RulingContext) -> Answer:
    """Whether a change can be shown, after which consolidations, and what is lost more when it cannot."""
    _opening_steps(case, context)
    any_exchange = _described_apart(case) and context.reading("exchange-of-counters") == "any"
    table = laid_out(case, any_exchange)
    forced = case.cause != "other" and bool(case.changes)
    total = sum(table.here.values())
    extra, lefts = fewest_left_out(table, total if forced else 0, any_exchange)
    answer: dict[str, Any] = {"shown": bool(lefts) and not extra}
    if lefts:
        answer["extra_losses"] = extra
        answer["extra_ways"] = tuple(_gone(table, left) for left in lefts) if extra else ()
    if lefts and extra:
        # VQ 5.5.a: more units of the space are lost until the number can be shown
        choice = Message.any_of([_gone_words(table, left) for left in lefts])
        message = "vq.change-extra-of-gains" if _gains(case) else "vq.change-extra"
        context.step("VQ 5.5.a", message, count=extra, choice=choice, space=case.changes[0].space)
    if lefts:
        answer |= _shown(table, lefts[0], any_exchange, context)
    elif len(case.changes) == 1:
        answer["most"] = _most(case, any_exchange)
    return _verdict(case, answer, lefts, extra, context)


def _described_apart(case: MakeChange) -> bool:
    """Whether some stack that does not change is given by its counters, so that the reading can matter."""
    changed = {(change.space, change.kind) for change in case.changes}
    return any(stack.counters is not None and stack.key not in changed for stack in case.stacks)


def _opening_steps(case: MakeChange, context: RulingContext) -> None:
    there = [each for each in case.supply if each.number]
    supplied = [Message("vq.counters-of-value", count=each.number, value=each.value) for each in there]
    context.step("VQ 5.0", "vq.change-supply", power=case.power, supplied=Message.all_of(supplied))
    have = kinds_of(case.power)
    if len(have) > 1:
        context.step("VQ 5.5.b", "vq.change-two-sides", power=case.power, front=have[0], back=have[1])
    for change in case.changes:
        message = "vq.change-loss" if change.number < 0 else "vq.change-gain"
        what = {"space": change.space, "kind": change.kind, "number": abs(change.number)}
        context.step("VQ 5.5.a", message, **what, cause=case.cause)
        if change.kind not in have:
            context.violation(
                "VQ 5.5.b", "vq.change-no-such-kind", Message("vq.remedy-kind", kinds=Message.any_of(have)),
                power=case.power, kind=change.kind,
            )  # fmt: skip


def _verdict(
    case: MakeChange, answer: dict[str, Any], lefts: list[Any], extra: int, context: RulingContext
) -> Answer:
    if case.cause == "other" and case.changes:
        if not lefts:
            most = answer.get("most")
            remedy = Message("vq.remedy-change", number=most) if most else None
            context.violation("VQ 5.0", "vq.change-not-shown", remedy, power=case.power)
        verdict = "illegal" if context.violations else "legal"
        return Answer(verdict, Message(f"vq.change-{verdict}"), answer)
    if context.violations:
        return Answer("illegal", Message("vq.change-illegal"), answer)
    if lefts and extra:
        message = "vq.change-lost-of-gains" if _gains(case) else "vq.change-lost"
        return Answer("no", Message(message, count=extra, space=case.changes[0].space), answer)
    verdict = "yes" if lefts else "no"
    return Answer(verdict, Message(f"vq.change-{verdict}"), answer)


def _gains(case: MakeChange) -> bool:
    """Whether units only come, so that none is lost "more"."""
    return all(change.number > 0 for change in case.changes)


def _shown(
    table: Table, left: Mapping[tuple[str, str], int], any_exchange: bool, context: RulingContext
) -> dict[str, Any]:
    """The part of the answer that tells the counters, with its steps."""
    keys = [*table.elsewhere, *left]
    stacks = [*table.elsewhere.values(), *_here(table, left, any_exchange)]
    shown = shown_together(table.grid, stacks, reach_of(table.grid, stacks))
    assert shown is not None, "these stacks were found to be shown together"
    consolidations = []
    used = [0, 0, 0, 0]
    for key, stack, counters in zip(keys, stacks, shown, strict=True):
        used = [one + more for one, more in zip(used, counters, strict=True)]
        if stack.now is not None and counters != stack.now:
            gone = _values([max(0, a - b) for a, b in zip(stack.now, counters, strict=True)])
            new = _values([max(0, b - a) for a, b in zip(stack.now, counters, strict=True)])
            consolidations.append({"space": key[0], "kind": key[1], "from": gone, "to": new})
            context.step("VQ 5.5.a", "vq.change-freed", space=key[0], kind=key[1], gone=gone, new=new)
    shown_as = []
    for key, counters in zip(keys, shown, strict=True):
        if key in left and (table.now[key] is None or left[key] != table.here[key]):
            shown_as.append({"space": key[0], "kind": key[1], "counters": _values(counters)})
    for each in shown_as:
        context.step("VQ 5.5.a", "vq.change-shown" if each["counters"] else "vq.change-nobody", **each)
    return {
        "left": tuple({"space": key[0], "kind": key[1], "units": units} for key, units in left.items()),
        "shown_as": tuple(shown_as),
        "consolidations": tuple(consolidations),
        "spare": tuple(
            {"value": value, "number": there - gone}
            for value, there, gone in zip(VALUES, table.grid.supplied, used, strict=True)
            if there > gone
        ),
    }


def _most(case: MakeChange, any_exchange: bool) -> int:
    """The largest part of a single change that can be shown."""
    change = case.changes[0]
    sign = 1 if change.number > 0 else -1
    for number in range(abs(change.number) - 1, 0, -1):
        part = Change(change.space, change.kind, sign * number)
        smaller = MakeChange(case.power, case.supply, case.stacks, (part,), "other")
        if fewest_left_out(laid_out(smaller, any_exchange), 0, any_exchange)[1]:
            return sign * number
    return 0


def _values(counters: Sequence[int]) -> tuple[int, ...]:
    return tuple(value for value, number in zip(VALUES, counters, strict=True) for _ in range(number))


def _gone(table: Table, left: Mapping[tuple[str, str], int]) -> dict[str, int]:
    return {key[1]: table.here[key] - units for key, units in left.items() if table.here[key] != units}


def _gone_words(table: Table, left: Mapping[tuple[str, str], int]) -> Message:
    gone = _gone(table, left).items()
    return Message.all_of([Message("vq.units-of-kind", number=number, kind=kind) for kind, number in gone])


QUESTIONS = (question("make-change", MakeChange, make_change),)
