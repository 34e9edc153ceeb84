"""What can happen in a naval movement, one small kind of event for each decision (VQ 16.1.1 to 16.2.K)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from ..core.messages import Message
from .naval_forces import ExtraDice
from .naval_position import Move, Stage, Voyage, party_words
from .seas import Name, Ships


class Declare(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="declare", omit_defaults=True
):
    """The active power declares all its moves (16.1.1); they are carried out at once (16.1.2)."""

    moves: Annotated[
        tuple[Move, ...], Meta(description="naval moves; the expeditions stand under `voyages`")
    ] = ()
    voyages: Annotated[tuple[Voyage, ...], Meta(description="expeditions that sail")] = ()


class Navigate(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="navigate"):
    """An expedition makes its navigation roll (16.1.2.b)."""

    captain: Annotated[Name, Meta(description="whose expedition rolls")]


class LoseTreasure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lose-treasure"):
    """The owner chooses the treasure that a damaged expedition loses (16.1.2.b)."""

    captain: Annotated[Name, Meta(description="whose expedition was damaged")]
    treasure: Annotated[Name, Meta(description="the treasure that it loses")]


class PlaceColony(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="place-colony"):
    """An expedition places its colony (16.1.2.c)."""

    captain: Annotated[Name, Meta(description="whose expedition carries the colony")]
    settlement: Annotated[Name, Meta(description="the settlement where it is placed")]


class KeepColony(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="keep-colony"):
    """An expedition keeps its colony aboard (16.1.2.c)."""

    captain: Annotated[Name, Meta(description="whose expedition keeps its colony")]


class Undone(Struct, frozen=True, forbid_unknown_fields=True):
    """A declared move that Storms undo: its units are where they were."""

    origin: Annotated[Name, Meta(description="where the units were")] = field(name="from")
    to: Annotated[Name, Meta(description="where they moved")]

    def words(self) -> Message:
        """In words."""
        return Message("vq.undone-words", origin=self.origin, to=self.to)


class Storms(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="storms", omit_defaults=True
):
    """Another power plays Storms (16.1.3); its effect is on the card, so the umpire says what it undoes."""

    power: Annotated[Name, Meta(description="who plays the card")]
    undone: Annotated[tuple[Undone, ...], Meta(description="moves that the card undoes; none if none")] = ()


class NoResponse(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="no-response"):
    """Nobody plays a response, or a further one (16.1.3)."""


class Intercept(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="intercept", omit_defaults=True
):
    """A power tries to intercept with units of one stack (16.1.4)."""

    power: Annotated[Name, Meta(description="who tries")]
    origin: Annotated[Name, Meta(description="where the units that try are")] = field(name="from")
    to: Annotated[Name, Meta(description="the sea zone where they would intercept")]
    units: Annotated[tuple[Ships, ...] | None, Meta(description="units that try; leave out: all there")] = (
        None
    )
    leaders: Annotated[
        tuple[Name, ...] | None, Meta(description="leaders with them; leave out: all there")
    ] = None

    def words(self) -> Message:
        """In words."""
        what = party_words(self.units, self.leaders)
        return Message("happens.vq-intercept", power=self.power, what=what, origin=self.origin, to=self.to)


class Decline(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="decline"):
    """A power makes no more attempts to intercept (16.1.4)."""

    power: Annotated[Name, Meta(description="who lets the active power pass")]


class Avoid(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="avoid"):
    """A power tries to avoid combat with all its units in a zone (16.1.5)."""

    power: Annotated[Name, Meta(description="who tries")]
    zone: Annotated[Name, Meta(description="the sea zone where the units are")]
    to: Annotated[Name, Meta(description="the location to which they would go")]


class Stay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="stay"):
    """A power does not try to avoid combat in a zone (16.1.5)."""

    power: Annotated[Name, Meta(description="who stays")]
    zone: Annotated[Name, Meta(description="the sea zone where the units stay")]


class Fight(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="fight", omit_defaults=True):
    """The active power fights an enemy in a location (16.1.7)."""

    location: Annotated[Name, Meta(description="where the combat takes place")]
    enemy: Annotated[Name, Meta(description="whom the active power fights")]
    extra_dice: Annotated[ExtraDice, Meta(description="dice that cards give")] = field(
        default_factory=ExtraDice
    )


class Lose(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="lose", omit_defaults=True):
    """A power chooses the units that it loses for the hits it took (16.2.K)."""

    power: Annotated[Name, Meta(description="who took the hits")]
    units: Annotated[tuple[Ships, ...], Meta(description="the units that it loses")] = ()


class Retreat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="retreat"):
    """A power retreats with all its units (16.2.K)."""

    power: Annotated[Name, Meta(description="who retreats")]
    to: Annotated[Name, Meta(description="the adjacent location to which all its units go")]


Event = (
    Declare
    | Navigate
    | LoseTreasure
    | PlaceColony
    | KeepColony
    | Storms
    | NoResponse
    | Intercept
    | Decline
    | Avoid
    | Stay
    | Fight
    | Lose
    | Retreat
)
"""Every event of naval movement."""

STAGE_OF: dict[type, Stage] = {
    Declare: "declare",
    Navigate: "navigate",
    LoseTreasure: "navigate",
    PlaceColony: "navigate",
    KeepColony: "navigate",
    Storms: "respond",
    NoResponse: "respond",
    Intercept: "intercept",
    Decline: "intercept",
    Avoid: "avoid",
    Stay: "avoid",
    Fight: "fight",
    Lose: "losses",
    Retreat: "retreat",
}
"""The stage at which each kind of event may happen."""
