"""What follows from each event of a *Musket & Pike* turn: the state after it, with cited steps (SEQ)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ..core.clauses import carries_out
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from . import turn_events as events
from .turn_objections import action_words, clause_of_step, step_words
from .turn_state import MOST_IN_A_ROW, STEPS, BypassedWing, Step, TurnState


def carry_out(state: TurnState, event: Any, context: RulingContext) -> TurnState:
    """The state after an event that may happen."""
    return _CHANGES[type(event)](state, event, context)


@carries_out("MP SEQ.1")
def _initiative(state: TurnState, event: events.Initiative, context: RulingContext) -> TurnState:
    # SEQ.1 says of the first player that he activates the first wing; SEQ.2 lets the active player pass.
    may_pass = context.reading("first-pass") == "may-pass"
    context.step("MP SEQ.1", "mp.first-player", side=event.side, turn=state.turn)
    return replace(state, step="2", active=event.side, may_pass=may_pass, passed=False)


@carries_out("MP SEQ.2")
def _activate(state: TurnState, event: events.Activate, context: RulingContext) -> TurnState:
    context.step("MP SEQ.2", "mp.activates", side=state.active, wing=event.wing)
    return _step_a(replace(state, wing=event.wing, row=1, passed=False, may_pass=True))


@carries_out("MP SEQ.2")
def _pass(state: TurnState, event: events.Pass, context: RulingContext) -> TurnState:
    if state.passed:  # SEQ.2: both pass in a row
        context.step("MP SEQ.2", "mp.both-pass", side=state.active)
        return _rout_phase(state)
    other = state.other(state.active)
    context.step("MP SEQ.2", "mp.passes", side=state.active, other=other)
    return replace(state, active=other, passed=True, may_pass=True)


def _step_a(state: TurnState) -> TurnState:
    """The wing is activated: the inactive player may try to preempt (SEQ.A)."""
    return replace(_fresh(state), step="A", may_preempt=True, tried=())


def _fresh(state: TurnState) -> TurnState:
    """A new activation: no unit has acted or fought in it, and its orders have not been tried."""
    return replace(state, acted=(), fought=(), orders_tried=False, may_preempt=False, tried=())


@carries_out("MP SEQ.A")
def _preempt(state: TurnState, event: events.Preempt, context: RulingContext) -> TurnState:
    other = state.other(state.active)
    if not event.success:
        again = context.reading("preemption-attempts") == "one-a-wing"
        context.step("MP SEQ.A", "mp.preemption-fails", side=other, wing=event.wing, active=state.wing)
        return replace(state, may_preempt=again, tried=(*state.tried, event.wing))
    assert state.wing is not None
    context.step("MP SEQ.A", "mp.preempts", side=other, wing=event.wing, bypassed=state.wing)
    bypassed = (*state.bypassed, BypassedWing(state.wing, state.row))
    preempting = replace(state, active=other, wing=event.wing, row=1, bypassed=bypassed)
    if context.reading("preempting-wing") == "may-be-preempted":
        return _step_a(preempting)
    return replace(_fresh(preempting), step="B")


@carries_out("MP SEQ.B")
def _change_orders(state: TurnState, event: events.ChangeOrders, context: RulingContext) -> TurnState:
    wing = state.wing_named(state.wing)
    assert wing is not None
    says = "mp.orders-changed" if event.success else "mp.orders-kept"
    context.step("MP SEQ.B", says, wing=wing.name, old=wing.orders, new=event.orders)
    state = replace(state, orders_tried=True)
    return state.with_wing(wing.name, orders=event.orders) if event.success else state


@carries_out("MP SEQ.C")
def _act(state: TurnState, event: events.Act, context: RulingContext) -> TurnState:
    context.step("MP SEQ.C", "mp.acts", unit=event.unit, action=action_words(event.action))
    state = replace(state, acted=(*state.acted, event.unit))
    if event.action == "salvo":  # the marker that SEQ.4 removes
        state = replace(state, salvo=_with(state.salvo, event.unit))
    if event.action in ("pistol", "move-and-pistol"):  # FIRE.3, step 5
        state = replace(state, pistol=_with(state.pistol, event.unit))
    return state


def _with(units: tuple[str, ...], unit: str) -> tuple[str, ...]:
    return units if unit in units else (*units, unit)


@carries_out("MP SEQ.D")
def _close_combat(state: TurnState, event: events.CloseCombat, context: RulingContext) -> TurnState:
    context.step("MP SEQ.D", "mp.attacks", attacker=event.attacker, defender=event.defender)
    return replace(state, fought=(*state.fought, (event.attacker, event.defender)))


@carries_out("MP SEQ.E")
def _continue(state: TurnState, event: events.Continue, context: RulingContext) -> TurnState:
    if event.success:
        row = state.row + 1
        context.step("MP SEQ.E", "mp.continues", wing=state.wing, row=row)
        return _step_a(replace(state, row=row))  # SEQ.E: return to A
    context.step("MP SEQ.E", "mp.continuation-fails", wing=state.wing)
    return _end_of_activation(state, context)


def _finish(state: TurnState, event: events.Finish, context: RulingContext) -> TurnState:
    third = state.row >= MOST_IN_A_ROW
    context.step("MP SEQ.F", "mp.third-is-over" if third else "mp.does-not-go-on", wing=state.wing)
    return _end_of_activation(state, context)


@carries_out("MP SEQ.F")
def _end_of_activation(state: TurnState, context: RulingContext) -> TurnState:
    """What comes after a wing has finished: SEQ.F a, b or c."""
    wing = state.wing_named(state.wing)
    assert wing is not None
    state = _fresh(state).with_wing(wing.name, finished=True)
    if state.bypassed:  # SEQ.F.a
        *waiting, bypassed = state.bypassed
        side = state.other(state.active)  # only an opponent's wing is ever preempted
        row = 1 if context.reading("bypassed-row") == "starts-anew" else bypassed.row
        context.step("MP SEQ.F", "mp.bypassed-comes", wing=wing.name, bypassed=bypassed.wing, side=side)
        state = replace(state, step="B", active=side, wing=bypassed.wing, row=row)
        return replace(state, bypassed=tuple(waiting))
    if all(each.finished for each in state.wings):  # SEQ.F.c
        context.step("MP SEQ.F", "mp.all-finished", wing=wing.name)
        return _rout_phase(state)
    other = state.other(wing.side)  # SEQ.2: the opponent does the same
    context.step("MP SEQ.F", "mp.next-wing", wing=wing.name, side=other)  # SEQ.F.b
    return replace(state, step="2", active=other, wing=None, row=0)


def _rout_phase(state: TurnState) -> TurnState:
    return replace(_fresh(state), step="3", active=None, wing=None, row=0, passed=False)


def _next_step(state: TurnState, event: events.NextStep, context: RulingContext) -> TurnState:
    step: Step = event.to or STEPS[STEPS.index(state.step) + 1]
    if step == "E" and state.row >= MOST_IN_A_ROW:
        step = "F"  # SEQ.E: no fourth
    over = step_words(state.step)
    context.step(clause_of_step(state.step), "mp.step-over", over=over, step=step_words(step))
    return replace(state, step=step)


@carries_out("MP SEQ.3")
def _rout_move(state: TurnState, event: events.RoutMove, context: RulingContext) -> TurnState:
    context.step("MP SEQ.3", "mp.routs", unit=event.unit)
    return replace(state, routed=(*state.routed, event.unit))


@carries_out("MP SEQ.4")
def _remove_markers(state: TurnState, event: events.RemoveMarkers, context: RulingContext) -> TurnState:
    commanders = [wing.name for wing in state.wings if wing.finished]
    removed = {"salvo": state.salvo, "artillery": state.fired, "commanders": commanders}
    told = {what: Message.all_of(names) for what, names in removed.items()}
    context.step("MP SEQ.4", "mp.markers-removed", **told)
    wings = tuple(replace(wing, finished=False) for wing in state.wings)
    return replace(state, wings=wings, salvo=(), fired=(), markers_removed=True)


def _replace_leader(state: TurnState, event: events.ReplaceLeader, context: RulingContext) -> TurnState:
    if event.result:
        context.step("MP SEQ.4", "mp.leader-table-says", leader=event.leader, result=event.result)
    else:
        context.step("MP SEQ.4", "mp.leader-table", leader=event.leader)
    return replace(state, replaced=(*state.replaced, event.leader))


def _check_withdrawal(state: TurnState, event: events.CheckWithdrawal, context: RulingContext) -> TurnState:
    context.step("MP SEQ.4", "mp.withdrawal-ends" if event.ends else "mp.no-withdrawal")
    state = replace(state, withdrawal_checked=True)
    if event.ends:
        return replace(state, over=True)
    if state.turn == state.last_turn:
        context.step("MP SEQ.4", "mp.last-turn-over", turn=state.turn)
        return replace(state, over=True)
    return state


@carries_out("MP SEQ.4")
def _next_turn(state: TurnState, event: events.NextTurn, context: RulingContext) -> TurnState:
    turn = state.turn + 1
    context.step("MP SEQ.4", "mp.next-turn", turn=turn)
    # Nothing but wings and pistol markers goes over into the next turn: no clause here removes those.
    return TurnState(
        wings=state.wings,
        last_turn=state.last_turn,
        order_limits=state.order_limits,
        turn=turn,
        pistol=state.pistol,
    )


def _morale(state: TurnState, event: events.MoraleReport, context: RulingContext) -> TurnState:
    morale = Message(f"mp.morale-{event.becomes}")
    context.step(clause_of_step(state.step), "mp.morale-becomes", unit=event.unit, morale=morale)
    return state.with_morale(event.unit, event.becomes)


def _leader_lost(state: TurnState, event: events.LeaderLost, context: RulingContext) -> TurnState:
    context.step("MP SEQ.4", "mp.leader-lost", leader=event.leader)
    return replace(state, lost_leaders=(*state.lost_leaders, event.leader))


def _artillery_fired(state: TurnState, event: events.ArtilleryFired, context: RulingContext) -> TurnState:
    context.step("MP SEQ.4", "mp.artillery-fired", unit=event.unit)
    return replace(state, fired=(*state.fired, event.unit))


_CHANGES: dict[type, Callable[[TurnState, Any, RulingContext], TurnState]] = {
    events.Initiative: _initiative,
    events.Activate: _activate,
    events.Pass: _pass,
    events.Preempt: _preempt,
    events.ChangeOrders: _change_orders,
    events.Act: _act,
    events.CloseCombat: _close_combat,
    events.Continue: _continue,
    events.Finish: _finish,
    events.NextStep: _next_step,
    events.RoutMove: _rout_move,
    events.RemoveMarkers: _remove_markers,
    events.ReplaceLeader: _replace_leader,
    events.CheckWithdrawal: _check_withdrawal,
    events.NextTurn: _next_turn,
    events.MoraleReport: _morale,
    events.LeaderLost: _leader_lost,
    events.ArtilleryFired: _artillery_fired,
}
