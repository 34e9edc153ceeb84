"""What can happen in a *Musket & Pike* turn: the players' choices, outcomes of rolls, and reports (SEQ)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..core.messages import Message
from .turn_state import Morale, Name

Action = Literal["move", "pistol", "move-and-pistol", "infantry-fire", "salvo", "rally", "reform"]


class TurnEvent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something that happens in a turn; the field ``do`` says what."""


class Initiative(TurnEvent, frozen=True, tag="initiative"):
    """SEQ.1: who is first. How that is settled (4.1) is not in the excerpt: the outcome is given."""

    side: Annotated[Name, Meta(description="the first player")]


class Activate(TurnEvent, frozen=True, tag="activate"):
    """SEQ.2: the active player activates a wing."""

    wing: Annotated[Name, Meta(description="the wing to activate")]


class Pass(TurnEvent, frozen=True, tag="pass"):
    """SEQ.2: the active player passes."""

    side: Annotated[str | None, Meta(description="who passes; leave out for the active player")] = None


class Preempt(TurnEvent, frozen=True, tag="preempt"):
    """SEQ.A: the inactive player tries to preempt. What the try needs (4.4) is not in the excerpt."""

    wing: Annotated[Name, Meta(description="the wing of that side to activate instead")]
    success: Annotated[bool, Meta(description="whether the try succeeds")]


class ChangeOrders(TurnEvent, frozen=True, tag="change-orders"):
    """SEQ.B: the active wing tries to change its orders (5.7)."""

    orders: Annotated[Name, Meta(description="the orders that it tries for")]
    success: Annotated[bool, Meta(description="whether the try succeeds")] = True


class Act(TurnEvent, frozen=True, tag="act"):
    """SEQ.C: a unit of the active wing takes its one action."""

    unit: Annotated[Name, Meta(description="the unit")]
    action: Annotated[Action, Meta(description="its action")]

    def words(self) -> Message:
        """In words."""
        return Message("happens.mp-act", unit=self.unit, action=Message(f"mp.action-{self.action}"))


class CloseCombat(TurnEvent, frozen=True, tag="close-combat"):
    """SEQ.D: a unit of the active wing attacks an adjacent enemy. Adjacency and result are the umpire's."""

    attacker: Annotated[Name, Meta(description="the attacking unit")]
    defender: Annotated[Name, Meta(description="the adjacent enemy unit")]


class Continue(TurnEvent, frozen=True, tag="continue"):
    """SEQ.E: the wing tries for a further activation in a row (4.3)."""

    success: Annotated[bool, Meta(description="whether the try succeeds")]


class Finish(TurnEvent, frozen=True, tag="finish"):
    """SEQ.F: the wing is finished: its player does not want to go on, or it has had its third activation."""


class NextStep(TurnEvent, frozen=True, tag="next-step"):
    """Nothing more happens in this step: on to the next letter or phase."""

    to: Annotated[
        Literal["B", "C", "D", "E", "4"] | None,
        Meta(description="the step to go on to, over those between; leave out for the next one"),
    ] = None

    def words(self) -> Message:
        """In words."""
        if self.to is None:
            return Message("happens.mp-next-step")
        return Message("happens.mp-next-step-to", to=Message(f"mp.step-{self.to.lower()}"))


class RoutMove(TurnEvent, frozen=True, tag="rout-move"):
    """SEQ.3: a unit with broken morale makes its rout move (13.4)."""

    unit: Annotated[Name, Meta(description="the unit")]


class RemoveMarkers(TurnEvent, frozen=True, tag="remove-markers"):
    """SEQ.4: salvo markers go; fired artillery and finished commanders are turned face up."""


class ReplaceLeader(TurnEvent, frozen=True, tag="replace-leader"):
    """SEQ.4: the leader replacement table is used for a leader lost this turn."""

    leader: Annotated[Name, Meta(description="the leader who was lost")]
    result: Annotated[str, Meta(description="what the table gives, for the record")] = ""


class CheckWithdrawal(TurnEvent, frozen=True, tag="check-withdrawal"):
    """SEQ.4: army withdrawal is checked. What it takes (4.6) is not in the excerpt."""

    ends: Annotated[bool, Meta(description="whether it ends the scenario")]


class NextTurn(TurnEvent, frozen=True, tag="next-turn"):
    """SEQ.4: the turn marker moves one turn to the left."""


class MoraleReport(TurnEvent, frozen=True, tag="morale"):
    """A report: fire, close combat or rally has changed a unit's morale."""

    unit: Annotated[Name, Meta(description="the unit")]
    becomes: Annotated[Morale, Meta(description="its morale from now on")]

    def words(self) -> Message:
        """In words."""
        return Message("happens.mp-morale", unit=self.unit, becomes=Message(f"mp.morale-{self.becomes}"))


class LeaderLost(TurnEvent, frozen=True, tag="leader-lost"):
    """A report: a leader has been removed from play this turn."""

    leader: Annotated[Name, Meta(description="his name")]


class ArtilleryFired(TurnEvent, frozen=True, tag="artillery-fired"):
    """A report: artillery has fired; its counter is turned over until SEQ.4."""

    unit: Annotated[Name, Meta(description="the artillery unit")]


Report = MoraleReport | LeaderLost | ArtilleryFired
"""What fights and rolls outside the excerpt have made; given in between, never a step of the sequence."""

Happening = (
    Initiative
    | Activate
    | Pass
    | Preempt
    | ChangeOrders
    | Act
    | CloseCombat
    | Continue
    | Finish
    | NextStep
    | RoutMove
    | RemoveMarkers
    | ReplaceLeader
    | CheckWithdrawal
    | NextTurn
    | MoraleReport
    | LeaderLost
    | ArtilleryFired
)
"""Every event of a turn."""
