"""The *Musket & Pike* turn as a procedure that an umpire steps through: SEQ.1, SEQ.2, SEQ.A to SEQ.F, SEQ.3,
SEQ.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..core.clauses import carries_out
from ..core.errors import BadInput, UnknownName
from ..core.messages import Message
from ..core.procedure import Expected, Procedure, run
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from . import turn_events as events
from .tables import question
from .turn_changes import carry_out
from .turn_objections import actions_for, clause_of_step, event_words, must_activate, objections, step_words
from .turn_state import TurnState, Wing


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: both sides' wings, and what happened in order."""

    wings: Annotated[tuple[Wing, ...], Meta(description="all wings of both sides, as the turn begins")]
    turn: Annotated[int, Meta(ge=1, le=99, description="the number of the turn")] = 1
    last_turn: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(description="the last turn of the scenario; leave out if it is this one"),
    ] = None
    first: Annotated[
        str | None, Meta(description="the first player, where SEQ.1 is over; else an event `initiative` says")
    ] = None
    order_limits: Annotated[
        dict[str, tuple[events.Action, ...]],
        Meta(description="for kinds of orders the actions that they allow; orders left out allow all"),
    ] = {}
    events: Annotated[
        tuple[events.Happening, ...],
        Meta(
            description="what happened, in order. The outcomes of 4.1 to 4.6, of fire, of close combat "
            "and of rally are given; reports (`morale`, `leader-lost`, `artillery-fired`) stand in between"
        ),
    ] = ()

    def __post_init__(self) -> None:
        _check_wings(self)
        _check_names(self)


def _check_wings(given: Turn) -> None:
    sides = list(dict.fromkeys(wing.side for wing in given.wings))
    if len(sides) != 2:
        found = Message("mp.sides-found", sides=Message.all_of(sides)) if sides else Message("mp.no-wings")
        raise BadInput("wings", found, Message("mp.two-sides"))
    _check_once([(f"wings[{at}].name", wing.name) for at, wing in enumerate(given.wings)])
    _check_once(
        (f"wings[{at}].units[{place}].name", unit.name)
        for at, wing in enumerate(given.wings)
        for place, unit in enumerate(wing.units)
    )
    if all(wing.finished for wing in given.wings):
        raise BadInput("wings", Message("mp.all-are-finished"), Message("mp.one-unfinished"))
    if given.last_turn is not None and given.last_turn < given.turn:
        raise BadInput("last_turn", given.last_turn, Message("expected.at-least", least=given.turn))
    if given.first is not None and given.first not in sides:
        raise UnknownName("first", given.first, None, sides)


def _check_once(names: Iterable[tuple[str, str]]) -> None:
    seen: set[str] = set()
    for field, name in names:
        if name in seen:
            raise BadInput(field, name, Message("expected.once"))
        seen.add(name)


def _check_names(given: Turn) -> None:
    """A name that nothing bears is a typo, not a breach of the rules."""
    wings = [wing.name for wing in given.wings]
    units = [unit.name for wing in given.wings for unit in wing.units]
    sides = list(dict.fromkeys(wing.side for wing in given.wings))
    known = {
        "wing": (wings, Message("mp.kind-wing")),
        "unit": (units, Message("mp.kind-unit")),
        "attacker": (units, Message("mp.kind-unit")),
        "defender": (units, Message("mp.kind-unit")),
        "side": (sides, Message.one_of(sides)),
    }
    for place, event in enumerate(given.events):
        for field in event.__struct_fields__:
            name = getattr(event, field)
            if field in known and name is not None and name not in known[field][0]:
                raise UnknownName(f"events[{place}].{field}", name, known[field][1], known[field][0])


def start(given: Turn) -> TurnState:
    """The state at the beginning of the turn that a case gives, before SEQ.1."""
    return TurnState(
        wings=given.wings,
        last_turn=given.turn if given.last_turn is None else given.last_turn,
        order_limits=tuple(given.order_limits.items()),
        turn=given.turn,
    )


@carries_out("MP SEQ.1", "MP SEQ.2", "MP SEQ.3", "MP SEQ.4")
def expected(state: TurnState) -> Expected:
    """The step that applies, what may come next in words, and the events that can be listed.

    Reports are not listed: they tell what fire and close combat made, which the excerpt leaves to the table.
    A close combat is listed once for each attacker and defender, although momentum may allow another.
    """
    clause_id = clause_of_step(state.step)
    if state.over:
        return Expected(clause_id, Message("mp.may-nothing"), (), True)
    return Expected(clause_id, _may(state), tuple(_listed(state)))


def _may(state: TurnState) -> Message:
    other = state.other(state.active)
    match state.step:
        case "1":
            return Message("mp.may-initiative", turn=state.turn)
        case "2" if not state.unfinished(state.active):
            return Message("mp.may-only-pass", side=state.active)
        case "2":
            wings = Message.any_of([wing.name for wing in _activatable(state)])
            id = "mp.may-must-activate" if must_activate(state) else "mp.may-activate"
            return Message(id, side=state.active, wings=wings)
        case "A" if wings_left := _able_to_preempt(state):
            return Message("mp.may-preempt", side=other, wings=Message.any_of(wings_left), wing=state.wing)
        case "A":
            return Message("mp.may-not-preempt", side=other, wing=state.wing)
        case "E":
            return Message("mp.may-continue", wing=state.wing, row=state.row)
        case "3":
            units = state.still_to_rout()
            return (
                Message("mp.may-rout", units=Message.all_of(units)) if units else Message("mp.may-end-rout")
            )
        case "4":
            return _may_in_marker_removal(state)
    return Message(f"mp.may-in-{state.step.lower()}", side=state.active, wing=state.wing)


def _may_in_marker_removal(state: TurnState) -> Message:
    if not state.markers_removed:
        return Message("mp.may-remove-markers")
    if leaders := state.still_to_replace():
        return Message("mp.may-replace-leaders", leaders=Message.all_of(leaders))
    return Message("mp.may-move-marker" if state.withdrawal_checked else "mp.may-check-withdrawal")


def _activatable(state: TurnState) -> list[Wing]:
    wings = state.unfinished(state.active)
    first = min((wing.place for wing in wings), default=0)
    return [wing for wing in wings if wing.place == first]


def _able_to_preempt(state: TurnState) -> list[str]:
    if not state.may_preempt:
        return []
    wings = state.unfinished(state.other(state.active))
    return [wing.name for wing in wings if wing.name not in state.tried]


def _listed(state: TurnState) -> list[events.TurnEvent]:
    both = (True, False)
    match state.step:
        case "1":
            return [events.Initiative(side) for side in state.sides]
        case "2":
            wings = [events.Activate(wing.name) for wing in _activatable(state)]
            return [*wings, *([] if must_activate(state) else [events.Pass()])]
        case "A":
            tries = [events.Preempt(wing, success) for wing in _able_to_preempt(state) for success in both]
            return [*tries, events.NextStep()]
        case "B":
            orders = [] if state.orders_tried else _other_orders(state)
            return [*(events.ChangeOrders(name, to) for name in orders for to in both), events.NextStep()]
        case "C":
            return [*_actions(state), events.NextStep()]
        case "D":
            return [*_close_combats(state), events.NextStep()]
        case "E":
            return [*(events.Continue(success) for success in both), events.Finish()]
        case "F":
            return [events.Finish()]
        case "3":
            return [events.RoutMove(name) for name in state.still_to_rout()] or [events.NextStep()]
    if not state.markers_removed:
        return [events.RemoveMarkers()]
    if leaders := state.still_to_replace():
        return [events.ReplaceLeader(leader) for leader in leaders]
    if not state.withdrawal_checked:
        return [events.CheckWithdrawal(ends) for ends in both]
    return [events.NextTurn()]


def _other_orders(state: TurnState) -> list[str]:
    """The orders that are named anywhere, but for the wing's own."""
    wing = state.wing_named(state.wing)
    named = [*(each.orders for each in state.wings), *dict(state.order_limits)]
    return [orders for orders in dict.fromkeys(named) if wing and orders != wing.orders]


def _actions(state: TurnState) -> list[events.Act]:
    return [
        events.Act(unit.name, action)
        for wing, unit in state.all_units()
        if wing.name == state.wing and unit.morale != "eliminated" and unit.name not in state.acted
        for action in actions_for(state, wing, unit)
    ]


def _close_combats(state: TurnState) -> list[events.CloseCombat]:
    here = [(wing, unit) for wing, unit in state.all_units() if unit.morale != "eliminated"]
    return [
        events.CloseCombat(attacker.name, defender.name)
        for wing, attacker in here
        if wing.name == state.wing
        for enemy, defender in here
        if enemy.side != wing.side and (attacker.name, defender.name) not in state.fought
    ]


PROCEDURE: Procedure[TurnState, Any] = Procedure(expected, objections, carry_out, topic="mp")
"""The turn, to be run over a list of events or stepped by hand."""


def turn(given: Turn, context: RulingContext) -> Answer:
    """Runs the events of a case, and tells which step applies then and what may come next."""
    state = start(given)
    if given.first is not None:
        state = carry_out(state, events.Initiative(given.first), context)
    ran = run(PROCEDURE, state, given.events, context)
    answer = _answer(ran.state) | {"stopped_at": ran.done + 1 if ran.violations else None}
    if ran.violations:
        what, letter = event_words(given.events[ran.done]), step_words(ran.state.step)
        says = Message("mp.turn-illegal", place=ran.done + 1, what=what, letter=letter)
        return Answer("illegal", says, answer)
    id = "mp.turn-legal" if given.events else "mp.turn-begins"
    return Answer("legal", Message(id, count=ran.done, may=answer["may"]), answer)


def _answer(state: TurnState) -> dict[str, Any]:
    coming = expected(state)
    return {
        "letter": state.step,
        "active": state.active,
        "wing": state.wing,
        "row": state.row or None,
        "bypassed": tuple(bypassed.wing for bypassed in state.bypassed),
        "acted": state.acted,
        "may": coming.says,
        "events": summary(coming.events),
        "markers": {
            "salvo": state.salvo,
            "pistol": state.pistol,
            "fired_artillery": state.fired,
            "finished": tuple(wing.name for wing in state.wings if wing.finished),
        },
        "turn": state.turn,
        "over": state.over,
    }


def summary(listed: Iterable[events.TurnEvent]) -> tuple[Mapping[str, Any], ...]:
    """Events as plain data, those that differ in one field only put together.

    >>> summary([events.Continue(True), events.Continue(False), events.Finish()])
    ({'do': 'continue', 'success': (True, False)}, {'do': 'finish'})
    """
    described: list[dict[str, Any]] = []
    for event in listed:
        data = {name: value for name, value in msgspec.to_builtins(event).items() if value not in (None, "")}
        described.append({name: value if name == "do" else (value,) for name, value in data.items()})
    longest = max(map(len, described), default=0)
    for place in range(longest - 1, 0, -1):  # the last field first: a unit's actions, then units alike
        described = _described_together(described, place)
    return tuple({name: _single(value) for name, value in each.items()} for each in described)


def _described_together(described: list[dict[str, Any]], place: int) -> list[dict[str, Any]]:
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for each in described:
        names = list(each)
        if place >= len(names):
            groups[tuple(each.items())] = each
            continue
        name = names[place]
        alike = tuple((other, value) for other, value in each.items() if other != name)
        group = groups.setdefault((name, *alike), dict(each) | {name: ()})
        group[name] += each[name]
    return list(groups.values())


def _single(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


QUESTIONS = (question("turn", Turn, turn),)
