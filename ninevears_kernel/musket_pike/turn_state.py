"""The state of a *Musket & Pike* turn: wings, units and markers, and the step of the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..core.messages import Message

Name = Annotated[str, Meta(min_length=1)]
Morale = Literal["ok", "shaken", "broken", "eliminated"]
UnitKind = Literal["cavalry", "heavy-infantry", "light-infantry", "artillery"]
Step = Literal["1", "2", "A", "B", "C", "D", "E", "F", "3", "4"]

STEPS: tuple[Step, ...] = ("1", "2", "A", "B", "C", "D", "E", "F", "3", "4")
"""The steps of the sequence as they are printed: phases 1 to 4, phase 2 with its letters."""

MOST_IN_A_ROW = 3  # SEQ.E: a second or third activation, no more


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a wing."""

    name: Annotated[Name, Meta(description="no other unit bears it")]
    kind: Annotated[UnitKind, Meta(description="dragoons count as light infantry, as in FIRE.2")]
    morale: Annotated[Morale, Meta(description="its morale now")] = "ok"

    def words(self) -> Message:
        """In words.

        >>> print(Unit("Bard", "heavy-infantry", "shaken").words())
        Bard (heavy infantry, shaken)
        """
        kind, morale = Message(f"mp.unit-{self.kind}"), Message(f"mp.morale-{self.morale}")
        return Message("mp.unit-words", name=self.name, kind=kind, morale=morale)


class Wing(Struct, frozen=True, forbid_unknown_fields=True):
    """A wing with its commander and units."""

    name: Annotated[Name, Meta(description="no other wing bears it")]
    side: Annotated[Name, Meta(description="the side it belongs to, such as Swedish")]
    orders: Annotated[Name, Meta(description="the orders it is under, such as Charge")]
    units: Annotated[tuple[Unit, ...], Meta(description="its units")] = ()
    finished: Annotated[bool, Meta(description="its commander shows F already")] = False
    place: Annotated[
        int,
        Meta(
            ge=1,
            le=99,
            description="its place in the order of activation (4.2, not in the excerpt): a player activates "
            "wings of a lower place first, and is free among equal ones",
        ),
    ] = 1

    def words(self) -> Message:
        """In words."""
        units = Message.all_of([unit.words() for unit in self.units])
        message = "mp.wing-finished-words" if self.finished else "mp.wing-words"
        return Message(message, name=self.name, side=self.side, orders=self.orders, units=units)


class BypassedWing(Struct, frozen=True):
    """A wing that was stopped by a preemption, and which activation in a row it was stopped in."""

    wing: str
    row: int

    def words(self) -> Message:
        """In words."""
        return Message("mp.bypassed-words", wing=self.wing, row=self.row)


class TurnState(Struct, frozen=True):
    """The state of a turn.

    Attributes:
        wings: the wings as they are now.
        last_turn: the last turn of the scenario.
        order_limits: the actions that each kind of orders allows, where the umpire gave any.
        turn: the turn being played.
        step: the step of the sequence that applies.
        active: the active player, or None outside the activation phase.
        wing: the wing being activated.
        row: which activation in a row it is, 1 to 3.
        bypassed: wings stopped by a preemption; the last is activated first.
        acted: units that took their action in this activation.
        fought: attacker and defender of each close combat of this activation.
        may_preempt: the inactive player has an attempt left.
        tried: wings with which that player tried in this step A.
        orders_tried: the wing tried to change its orders in this activation.
        may_pass: the active player may pass.
        passed: the other player passed just before.
        salvo, pistol, fired: units with a salvo marker, with a pistol marker, and artillery that fired.
        routed: broken units that made their rout move.
        lost_leaders, replaced: leaders lost this turn, and those looked up in the replacement table.
        markers_removed, withdrawal_checked: what the marker removal phase has done so far.
        over: the scenario has ended.
    """

    wings: tuple[Wing, ...]
    last_turn: int
    order_limits: tuple[tuple[str, tuple[str, ...]], ...] = ()
    turn: int = 1
    step: Step = "1"
    active: str | None = None
    wing: str | None = None
    row: int = 0
    bypassed: tuple[BypassedWing, ...] = ()
    acted: tuple[str, ...] = ()
    fought: tuple[tuple[str, str], ...] = ()
    may_preempt: bool = False
    tried: tuple[str, ...] = ()
    orders_tried: bool = False
    may_pass: bool = True
    passed: bool = False
    salvo: tuple[str, ...] = ()
    pistol: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    routed: tuple[str, ...] = ()
    lost_leaders: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    markers_removed: bool = False
    withdrawal_checked: bool = False
    over: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """Both sides, in the order in which their wings are listed."""
        return tuple(dict.fromkeys(wing.side for wing in self.wings))

    def other(self, side: str | None) -> str:
        """The opponent of a side."""
        return next(other for other in self.sides if other != side)

    def wing_named(self, name: str | None) -> Wing | None:
        """The wing of this name, or None."""
        return next((wing for wing in self.wings if wing.name == name), None)

    def unit_named(self, name: str) -> tuple[Wing, Unit] | None:
        """The unit of this name with its wing, or None."""
        return next(((wing, unit) for wing, unit in self.all_units() if unit.name == name), None)

    def all_units(self) -> Iterator[tuple[Wing, Unit]]:
        """Every unit with its wing."""
        return ((wing, unit) for wing in self.wings for unit in wing.units)

    def unfinished(self, side: str | None) -> tuple[Wing, ...]:
        """The wings of a side that have not finished and do not wait as bypassed."""
        waiting = {bypassed.wing for bypassed in self.bypassed}
        return tuple(
            wing
            for wing in self.wings
            if wing.side == side and not wing.finished and wing.name not in waiting
        )

    def still_to_rout(self) -> tuple[str, ...]:
        """Units with broken morale that have not made their rout move (SEQ.3)."""
        return tuple(
            unit.name
            for _, unit in self.all_units()
            if unit.morale == "broken" and unit.name not in self.routed
        )

    def still_to_replace(self) -> tuple[str, ...]:
        """Leaders lost this turn for whom the replacement table has not been used (SEQ.4)."""
        return tuple(leader for leader in self.lost_leaders if leader not in self.replaced)

    def allowed_by_orders(self, orders: str) -> tuple[str, ...] | None:
        """The actions that orders allow; None when the umpire set them no limit."""
        return dict(self.order_limits).get(orders)

    def with_wing(self, name: str, **changes: object) -> TurnState:
        """The same state with a wing changed."""
        wings = tuple(replace(wing, **changes) if wing.name == name else wing for wing in self.wings)
        return replace(self, wings=wings)

    def with_morale(self, name: str, morale: Morale) -> TurnState:
        """The same state with a unit's morale changed."""
        wings = tuple(
            replace(
                wing,
                units=tuple(
                    replace(unit, morale=morale) if unit.name == name else unit for unit in wing.units
                ),
            )
            for wing in self.wings
        )
        return replace(self, wings=wings)
