"""What the order of play forbids in a *Musket & Pike* turn: every clause that an event violates (SEQ)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.rulings import Violation, objection
from . import turn_events as events
from .turn_state import MOST_IN_A_ROW, STEPS, Step, TurnState, Unit, Wing

STEP_OF: dict[type, tuple[Step, ...]] = {
    events.Initiative: ("1",),
    events.Activate: ("2",),
    events.Pass: ("2",),
    events.Preempt: ("A",),
    events.ChangeOrders: ("B",),
    events.Act: ("C",),
    events.CloseCombat: ("D",),
    events.Continue: ("E",),
    events.Finish: ("F", "E"),
    events.NextStep: ("A", "B", "C", "D", "3"),
    events.RoutMove: ("3",),
    events.RemoveMarkers: ("4",),
    events.ReplaceLeader: ("4",),
    events.CheckWithdrawal: ("4",),
    events.NextTurn: ("4",),
    events.MoraleReport: ("2", "A", "B", "C", "D", "E", "F", "3"),
    events.LeaderLost: ("2", "A", "B", "C", "D", "E", "F", "3"),
    events.ArtilleryFired: ("2", "A", "B", "C", "D", "E", "F"),
}
"""The steps of the sequence in which each event belongs."""

CLAUSE_OF: dict[Step, str] = {
    **{"1": "MP SEQ.1", "2": "MP SEQ.2", "3": "MP SEQ.3", "4": "MP SEQ.4"},
    **{"A": "MP SEQ.A", "B": "MP SEQ.B", "C": "MP SEQ.C", "D": "MP SEQ.D", "E": "MP SEQ.E", "F": "MP SEQ.F"},
}
"""The clause that each step is."""

KINDS_FOR = {
    "pistol": ("cavalry",),
    "move-and-pistol": ("cavalry",),
    "infantry-fire": ("heavy-infantry", "light-infantry"),
    "salvo": ("heavy-infantry",),
}
"""SEQ.C: the kinds of units that may take an action; any other action is open to all."""


def clause_of_step(step: Step) -> str:
    """The clause that a step of the sequence is.

    >>> clause_of_step("C")
    'MP SEQ.C'
    """
    return CLAUSE_OF[step]


def step_words(step: Step) -> Message:
    """The name of a step, as people say it."""
    return Message(f"mp.step-{step.lower()}")


def event_words(event: events.TurnEvent) -> Message:
    """What an event is, in a few words."""
    return Message(f"mp.event-{event.__struct_config__.tag}")


def objections(state: TurnState, event: Any) -> Iterator[Violation]:
    """Every clause that an event violates in a state; none when it may happen."""
    if state.over:
        yield objection("MP SEQ.4", "mp.scenario-over")
        return
    if check := _CHECKS.get(type(event)):
        yield from check(state, event)
    yield from _not_now(state, event)


def _not_now(state: TurnState, event: Any) -> Iterator[Violation]:
    steps = STEP_OF[type(event)]
    if state.step in steps or (isinstance(event, events.Continue) and state.step == "F"):
        return  # a fourth activation has an answer of its own
    what, letter = event_words(event), step_words(state.step)
    if len(steps) > 2:  # what belongs to no one step breaks the step that applies
        remedy = Message("mp.remedy-leave-out")
        yield objection(clause_of_step(state.step), "mp.not-in-this-step", remedy, what=what, letter=letter)
        return
    later, belongs = STEPS.index(steps[0]) > STEPS.index(state.step), step_words(steps[0])
    remedy = Message("mp.remedy-go-on" if later else "mp.remedy-wait", step=belongs)
    facts = {"what": what, "belongs": belongs, "letter": letter}
    yield objection(clause_of_step(steps[0]), "mp.not-now", remedy, **facts)


@carries_out("MP SEQ.1")
def _initiative(state: TurnState, event: events.Initiative) -> Iterator[Violation]:
    if event.side not in state.sides:
        yield objection("MP SEQ.1", "mp.no-such-side", side=event.side, sides=Message.any_of(state.sides))


@carries_out("MP SEQ.2")
def _activate(state: TurnState, event: events.Activate) -> Iterator[Violation]:
    wing = state.wing_named(event.wing)
    if wing is None:
        yield objection("MP SEQ.2", "mp.no-such-wing", wing=event.wing)
        return
    if state.active and wing.side != state.active:  # SEQ.2: the players alternate
        yield objection("MP SEQ.2", "mp.not-the-active-player", wing=wing.name, side=state.active)
    yield from _finished(wing, "MP SEQ.2")
    if state.step == "2" and not wing.finished:
        # SEQ.2: the order of 4.2, as given
        before = [other.name for other in state.unfinished(wing.side) if other.place < wing.place]
        if before:
            yield objection("MP SEQ.2", "mp.order-of-wings", wing=wing.name, before=Message.all_of(before))


def _finished(wing: Wing, clause_id: str) -> Iterator[Violation]:
    if wing.finished:
        yield objection(clause_id, "mp.wing-finished", wing=wing.name)


def _pass(state: TurnState, event: events.Pass) -> Iterator[Violation]:
    if event.side is not None and event.side not in state.sides:
        yield objection("MP SEQ.2", "mp.no-such-side", side=event.side, sides=Message.any_of(state.sides))
    elif event.side is not None and state.active and event.side != state.active:
        yield objection("MP SEQ.2", "mp.not-his-turn", side=event.side, active=state.active)
    if state.step == "2" and must_activate(state):
        yield objection("MP SEQ.1", "mp.first-must-activate", side=state.active)


def must_activate(state: TurnState) -> bool:
    """The active player may not pass: by a reading of SEQ.1 the first player, who still has a wing."""
    return not state.may_pass and bool(state.unfinished(state.active))


@carries_out("MP SEQ.A")
def _preempt(state: TurnState, event: events.Preempt) -> Iterator[Violation]:
    wing = state.wing_named(event.wing)
    if wing is None:
        yield objection("MP SEQ.A", "mp.no-such-wing", wing=event.wing)
        return
    if state.active and wing.side == state.active:
        yield objection("MP SEQ.A", "mp.preempt-own-player", wing=wing.name, side=state.other(state.active))
    yield from _finished(wing, "MP SEQ.A")
    if wing.name in {bypassed.wing for bypassed in state.bypassed}:
        yield objection("MP SEQ.A", "mp.preempt-bypassed", wing=wing.name, active=state.wing)
    if state.step != "A":
        return
    if wing.name in state.tried:
        yield objection("MP SEQ.A", "mp.preempt-tried", wing=wing.name)
    elif not state.may_preempt:
        yield objection("MP SEQ.A", "mp.preempt-once", wing=state.wing)


@carries_out("MP SEQ.B")
def _change_orders(state: TurnState, event: events.ChangeOrders) -> Iterator[Violation]:
    wing = state.wing_named(state.wing)
    if wing and event.orders == wing.orders:
        yield objection("MP SEQ.B", "mp.orders-same", wing=wing.name, orders=wing.orders)
    if state.step == "B" and state.orders_tried:
        yield objection("MP SEQ.B", "mp.orders-once", wing=state.wing)


@carries_out("MP SEQ.C")
def _act(state: TurnState, event: events.Act) -> Iterator[Violation]:
    found = state.unit_named(event.unit)
    if found is None:
        yield objection("MP SEQ.C", "mp.no-such-unit", unit=event.unit)
        return
    wing, unit = found
    yield from _of_the_active_wing(state, wing, unit, "MP SEQ.C")
    if state.step == "C" and unit.name in state.acted:  # SEQ.C: one and only one
        yield objection("MP SEQ.C", "mp.acted", unit=unit.name)
    remedy = Message("mp.remedy-other-action", actions=action_names(actions_for(state, wing, unit)))
    kinds, action = KINDS_FOR.get(event.action), action_words(event.action)
    if kinds and unit.kind not in kinds:
        facts = {"unit": unit.name, "kind": kind_words(unit.kind), "action": action}
        fit = Message.any_of(map(kind_words, kinds))
        yield objection("MP SEQ.C", "mp.wrong-kind", remedy, **facts, kinds=fit)
    allowed = state.allowed_by_orders(wing.orders)
    if allowed is not None and event.action not in allowed:
        facts = {"wing": wing.name, "orders": wing.orders}
        yield objection("MP SEQ.C", "mp.orders-forbid", remedy, **facts, action=action)


def actions_for(state: TurnState, wing: Wing, unit: Unit) -> tuple[events.Action, ...]:
    """The actions open to a unit by its kind and its wing's orders (SEQ.C)."""
    allowed = state.allowed_by_orders(wing.orders)
    return tuple(
        action
        for action in ACTIONS
        if unit.kind in KINDS_FOR.get(action, (unit.kind,)) and (allowed is None or action in allowed)
    )


ACTIONS: tuple[events.Action, ...] = (
    *("move", "pistol", "move-and-pistol"),
    *("infantry-fire", "salvo", "rally", "reform"),
)


def action_words(action: str) -> Message:
    """An action as people say it."""
    return Message(f"mp.action-{action}")


def action_names(actions: tuple[events.Action, ...]) -> Message:
    """Several actions, any of which will do."""
    return Message.any_of([action_words(action) for action in actions] or [Message("mp.no-action")])


def kind_words(kind: str) -> Message:
    """A kind of unit as people say it."""
    return Message(f"mp.unit-{kind}")


def _of_the_active_wing(state: TurnState, wing: Wing, unit: Unit, clause_id: str) -> Iterator[Violation]:
    if state.wing and wing.name != state.wing:
        yield objection(clause_id, "mp.not-of-this-wing", unit=unit.name, wing=wing.name, active=state.wing)
    yield from _eliminated(unit, clause_id)


def _eliminated(unit: Unit, clause_id: str) -> Iterator[Violation]:
    if unit.morale == "eliminated":
        yield objection(clause_id, "mp.eliminated", unit=unit.name)


@carries_out("MP SEQ.D")
def _close_combat(state: TurnState, event: events.CloseCombat) -> Iterator[Violation]:
    attacker, defender = state.unit_named(event.attacker), state.unit_named(event.defender)
    for name, found in ((event.attacker, attacker), (event.defender, defender)):
        if found is None:
            yield objection("MP SEQ.D", "mp.no-such-unit", unit=name)
    if attacker:
        yield from _of_the_active_wing(state, *attacker, "MP SEQ.D")
    if defender:
        yield from _eliminated(defender[1], "MP SEQ.D")
    if attacker and defender and attacker[0].side == defender[0].side:
        yield objection(
            "MP SEQ.D", "mp.own-side", attacker=event.attacker, defender=event.defender, side=defender[0].side
        )


@carries_out("MP SEQ.E")
def _continue(state: TurnState, event: events.Continue) -> Iterator[Violation]:
    if state.row >= MOST_IN_A_ROW and state.step == "F":  # SEQ.E: never a fourth
        yield objection("MP SEQ.E", "mp.never-a-fourth", wing=state.wing, count=state.row)


@carries_out("MP SEQ.3")
def _next_step(state: TurnState, event: events.NextStep) -> Iterator[Violation]:
    if state.step in STEP_OF[events.NextStep] and event.to is not None:
        ends = ("4",) if state.step == "3" else STEPS[STEPS.index(state.step) + 1 : STEPS.index("F")]
        if event.to not in ends:
            facts = {"letter": step_words(state.step), "to": step_words(event.to)}
            onward = Message.any_of(map(step_words, ends))
            yield objection(clause_of_step(state.step), "mp.not-forward", **facts, ends=onward)
    if state.step == "3" and (units := state.still_to_rout()):  # SEQ.3: all of them
        yield objection("MP SEQ.3", "mp.still-to-rout", units=Message.all_of(units), count=len(units))


def _rout_move(state: TurnState, event: events.RoutMove) -> Iterator[Violation]:
    found = state.unit_named(event.unit)
    if found is None:
        yield objection("MP SEQ.3", "mp.no-such-unit", unit=event.unit)
    elif found[1].morale != "broken":
        yield objection(
            "MP SEQ.3", "mp.not-broken", unit=event.unit, morale=Message(f"mp.morale-{found[1].morale}")
        )
    if event.unit in state.routed:
        yield objection("MP SEQ.3", "mp.routed-already", unit=event.unit)


def _markers(state: TurnState, event: events.RemoveMarkers) -> Iterator[Violation]:
    if state.markers_removed:
        yield objection("MP SEQ.4", "mp.markers-gone")


def _in_order(state: TurnState, leaders: bool = False, withdrawal: bool = False) -> Iterator[Violation]:
    """SEQ.4: the order in which the phase is printed."""
    if state.step != "4":
        return
    if not state.markers_removed:
        yield objection("MP SEQ.4", "mp.markers-first")
    if leaders and (left := state.still_to_replace()):
        yield objection("MP SEQ.4", "mp.leaders-first", leaders=Message.all_of(left))
    if withdrawal and not state.withdrawal_checked:
        yield objection("MP SEQ.4", "mp.withdrawal-first")


def _replace_leader(state: TurnState, event: events.ReplaceLeader) -> Iterator[Violation]:
    if event.leader not in state.lost_leaders:
        yield objection("MP SEQ.4", "mp.leader-not-lost", leader=event.leader)
    elif event.leader in state.replaced:
        yield objection("MP SEQ.4", "mp.leader-replaced", leader=event.leader)
    yield from _in_order(state)


def _withdrawal(state: TurnState, event: events.CheckWithdrawal) -> Iterator[Violation]:
    if state.withdrawal_checked:
        yield objection("MP SEQ.4", "mp.withdrawal-done")
    yield from _in_order(state, leaders=True)


@carries_out("MP SEQ.4")
def _next_turn(state: TurnState, event: events.NextTurn) -> Iterator[Violation]:
    yield from _in_order(state, leaders=True, withdrawal=True)


def _morale(state: TurnState, event: events.MoraleReport) -> Iterator[Violation]:
    found = state.unit_named(event.unit)
    if found is None:
        yield objection(clause_of_step(state.step), "mp.no-such-unit", unit=event.unit)
    else:
        yield from _eliminated(found[1], clause_of_step(state.step))


def _leader_lost(state: TurnState, event: events.LeaderLost) -> Iterator[Violation]:
    if event.leader in state.lost_leaders:
        yield objection("MP SEQ.4", "mp.leader-lost-already", leader=event.leader)


def _artillery_fired(state: TurnState, event: events.ArtilleryFired) -> Iterator[Violation]:
    found = state.unit_named(event.unit)
    if found is None:
        yield objection("MP SEQ.4", "mp.no-such-unit", unit=event.unit)
        return
    if found[1].kind != "artillery":
        yield objection("MP SEQ.4", "mp.not-artillery", unit=event.unit, kind=kind_words(found[1].kind))
    if event.unit in state.fired:
        yield objection("MP SEQ.4", "mp.fired-already", unit=event.unit)
    yield from _eliminated(found[1], "MP SEQ.4")


_CHECKS: dict[type, Callable[[TurnState, Any], Iterator[Violation]]] = {
    events.Initiative: _initiative,
    events.Activate: _activate,
    events.Pass: _pass,
    events.Preempt: _preempt,
    events.ChangeOrders: _change_orders,
    events.Act: _act,
    events.CloseCombat: _close_combat,
    events.Continue: _continue,
    events.NextStep: _next_step,
    events.RoutMove: _rout_move,
    events.RemoveMarkers: _markers,
    events.ReplaceLeader: _replace_leader,
    events.CheckWithdrawal: _withdrawal,
    events.NextTurn: _next_turn,
    events.MoraleReport: _morale,
    events.LeaderLost: _leader_lost,
    events.ArtilleryFired: _artillery_fired,
}
